//! What all pages and posts answer with, and whom they answer.

use std::net::{IpAddr, SocketAddr};

use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Serialize;

use session::answers::WrittenError;
use session::frame::text_of;
use session::http::HttpFault;

use super::ServerState;
use super::fault::HostFault;
use super::limits::UNNAMED;
use super::listener::Caller;

/// Why nothing was done.
pub(super) fn fault(status: StatusCode, why: &str) -> Response {
    answer(status, &HttpFault { error: WrittenError::new(why), page: None })
}

/// What could not be done, without where this machine keeps its tables.
pub(super) fn unavailable(why: &HostFault) -> Response {
    fault(StatusCode::SERVICE_UNAVAILABLE, &why.told_to_others())
}

pub(super) fn answer(status: StatusCode, body: &impl Serialize) -> Response {
    let kind = [(header::CONTENT_TYPE, "application/json"), (header::CACHE_CONTROL, "no-store")];
    (status, kind, text_of(body)).into_response()
}

/// The address that a request comes from: behind a trusted proxy, the last one
/// that it names, or the one for all whom it does not name.
pub(super) fn address_of(house: &ServerState, caller: &Caller, headers: &HeaderMap) -> IpAddr {
    if !house.setup.trusts_proxy {
        return caller.from.ip();
    }
    let named = headers.get_all("x-forwarded-for").iter().next_back();
    let last = named.and_then(|named| named.to_str().ok()?.rsplit(',').next());
    let read = |last: &str| {
        let port = || last.parse::<SocketAddr>().ok().map(|address| address.ip());
        last.parse().ok().or_else(port)
    };
    last.and_then(|last| read(last.trim())).unwrap_or(UNNAMED)
}
