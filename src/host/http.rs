//! HTTP: who may make requests, seats, tables, and the WebSocket. `pages`
//! serves what is only looked at.

use std::net::IpAddr;
use std::sync::Arc;
use std::time::Instant;

use axum::Router;
use axum::body::Bytes;
use axum::extract::ws::WebSocketUpgrade;
use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::extract::{ConnectInfo, DefaultBodyLimit, Request, State};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use serde::Deserialize;
use serde_json::{Map, Value, json};

use crate::referee::Seat;

use super::limits::Caller;
use super::outbox::Outbox;
use super::room::{NoSeat, Wish};
use super::shelf::Found;
use super::socket::{self, Comer};
use super::{House, NotOpened, Seats, log, pages, whole};

/// The longest frame of a client, in bytes.
const LONGEST_FRAME: usize = 256 * 1024;
/// The most bytes that wait in a connection's own memory to be sent: a frame of ours,
/// and answers to pings.
const MOST_UNSENT: usize = 2 * Outbox::LONGEST;
/// The longest body of a post, in bytes.
const LONGEST_POST: usize = 16 * 1024;
/// The longest body that opens a table, in bytes: it contains the fleets.
const LONGEST_OPEN: usize = 512 * 1024;
/// The longest name and key, in characters.
const LONGEST_NAME: usize = 60;
const LONGEST_KEY: usize = 200;

/// What is posted.
const SEAT_TAKES: &str = "a seat is asked for by a JSON object with the texts `key`, `code`, \
                          `name` and `seat`, and in a hall `table`";
const OPEN_TAKES: &str = "a table is opened by a JSON object with the text `key` and the object \
                          `open`";

const SUBPROTOCOL: &str = "trierarch.1";

/// The HTTP service.
pub(super) fn app(house: Arc<House>) -> Router {
    let router = pages::files(house.setup.many)
        .route("/window", get(whole::below))
        .route("/window/", get(whole::index))
        .route("/window/{*name}", get(whole::part))
        .route("/health", get(pages::health))
        .route("/seat", post(seat))
        .route("/door", get(door));
    let router = if house.setup.many {
        let opens = post(open).layer(DefaultBodyLimit::max(LONGEST_OPEN)).get(pages::tables);
        router
            .route("/tables", opens)
            .route("/battles", get(pages::battles))
            .route("/results", get(pages::results))
            .route("/standings.csv", get(pages::standings_csv))
    } else {
        router
    };
    router
        .layer(DefaultBodyLimit::max(LONGEST_POST))
        .layer(from_fn_with_state(Arc::clone(&house), origin))
        .with_state(house)
}

pub(super) fn fault(status: StatusCode, why: &str) -> Response {
    answer(status, &json!({ "error": { "why": why } }))
}

pub(super) fn answer(status: StatusCode, body: &Value) -> Response {
    let kind = [(header::CONTENT_TYPE, "application/json"), (header::CACHE_CONTROL, "no-store")];
    (status, kind, body.to_string()).into_response()
}

/// Refuses requests from other sites' pages, which would act in the name of
/// whoever looks at them.
async fn origin(State(house): State<Arc<House>>, request: Request, next: Next) -> Response {
    let from = request.headers().get(header::ORIGIN).cloned();
    let fine = may_ask(&house, request.headers());
    let guarded = request.method() != Method::GET || request.uri().path() == "/door";
    if guarded && !fine {
        return fault(StatusCode::FORBIDDEN, "a page of another origin may not ask here");
    }
    let asks_first = request.method() == Method::OPTIONS;
    let mut response =
        if asks_first { StatusCode::NO_CONTENT.into_response() } else { next.run(request).await };
    if let Some(from) = from.filter(|_| fine) {
        let headers = response.headers_mut();
        headers.insert(header::ACCESS_CONTROL_ALLOW_ORIGIN, from);
        headers.insert(header::VARY, HeaderValue::from_static("origin"));
        if asks_first {
            let fine = HeaderValue::from_static("content-type");
            headers.insert(header::ACCESS_CONTROL_ALLOW_HEADERS, fine);
        }
    }
    response
}

/// Whether a request comes from a program, our own page, or one of the named
/// origins.
fn may_ask(house: &House, headers: &HeaderMap) -> bool {
    let Some(from) = headers.get(header::ORIGIN) else { return true };
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok()).unwrap_or_default();
    from.to_str().is_ok_and(|from| is_ours(house, from, host))
}

/// Whether a page's origin is our own, or one of those that were named.
fn is_ours(house: &House, origin: &str, host: &str) -> bool {
    let plain = |origin: &str| origin.trim_end_matches('/').to_lowercase();
    let origin = plain(origin);
    if house.setup.origins.iter().any(|named| plain(named) == origin) {
        return true;
    }
    let Some((_, from)) = origin.split_once("://") else { return false };
    // A public name is not ours, since somebody else's server may point it at
    // this machine.
    from == host.to_lowercase() && is_plain_address(from)
}

/// Whether a host is a number, or a name that no public server has.
fn is_plain_address(host: &str) -> bool {
    let name = match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) => name,
        _ => host,
    };
    let number = name.trim_start_matches('[').trim_end_matches(']');
    number.parse::<IpAddr>().is_ok() || name == "localhost" || is_of_this_net(name)
}

/// Names in home networks end in `.local`; the caller has made them lower case.
fn is_of_this_net(name: &str) -> bool {
    name.rsplit_once('.').is_some_and(|(_, end)| end == "local")
}

#[derive(Deserialize)]
struct Posted {
    key: String,
    code: String,
    #[serde(default)]
    name: String,
    seat: String,
    #[serde(default)]
    table: Option<String>,
}

async fn seat(
    State(house): State<Arc<House>>,
    ConnectInfo(caller): ConnectInfo<Caller>,
    headers: HeaderMap,
    body: Bytes,
) -> Response {
    let posted: Posted = match serde_json::from_slice(&body) {
        Ok(posted) => posted,
        Err(_) => return fault(StatusCode::BAD_REQUEST, SEAT_TAKES),
    };
    let wanted = Seat::from_slug(&posted.seat);
    let wanted =
        wanted.filter(|seat| matches!(seat, Seat::A | Seat::B | Seat::Both | Seat::Onlooker));
    let Some(wanted) = wanted else {
        return fault(StatusCode::BAD_REQUEST, "`seat` takes A, B, both or onlooker");
    };
    if posted.key.is_empty() || posted.key.len() > LONGEST_KEY {
        return fault(StatusCode::BAD_REQUEST, "`key` takes a random text of 1 to 200 bytes");
    }
    if posted.table.is_none() && house.setup.many {
        return fault(StatusCode::BAD_REQUEST, "a hall has many tables: `table` says which");
    }
    let room = match house.room(posted.table.as_deref()).await {
        Ok(Found::Open(room)) => room,
        Ok(Found::Closed) => return refused(&NoSeat::Closed),
        Ok(Found::Nothing) => return fault(StatusCode::NOT_FOUND, "there is no such table"),
        Err(why) => return fault(StatusCode::SERVICE_UNAVAILABLE, &why.to_string()),
    };
    let name: String = posted.name.chars().filter(|c| !c.is_control()).take(LONGEST_NAME).collect();
    let wish = Wish { key: posted.key, code: posted.code, name, seat: wanted };
    match room.take(wish, house.seats == Seats::Ask).await {
        Ok(given) => {
            let said = if given.waits { "asks for" } else { "takes" };
            let from = asks_from(&house, &caller, &headers).unwrap_or(caller.from.ip());
            log(&format!("{from} {said} seat {} at table {}", given.seat, room.name()));
            let mut body =
                json!({ "token": given.token, "seat": given.seat, "table": room.name() });
            if given.waits {
                body["waiting"] = true.into();
                return answer(StatusCode::ACCEPTED, &body);
            }
            answer(StatusCode::OK, &body)
        }
        Err(no_seat) => refused(&no_seat),
    }
}

#[derive(Deserialize)]
struct Opens {
    key: String,
    open: Map<String, Value>,
}

/// Opens a table of a hall.
async fn open(
    State(house): State<Arc<House>>,
    ConnectInfo(caller): ConnectInfo<Caller>,
    headers: HeaderMap,
    body: Bytes,
) -> Response {
    let opens: Opens = match serde_json::from_slice(&body) {
        Ok(opens) => opens,
        Err(_) => return fault(StatusCode::BAD_REQUEST, OPEN_TAKES),
    };
    if opens.key.is_empty() || opens.key.len() > LONGEST_KEY {
        return fault(StatusCode::BAD_REQUEST, "`key` takes a random text of 1 to 200 bytes");
    }
    let from = asks_from(&house, &caller, &headers);
    let may = || house.limits.may_open(from, Instant::now());
    let room = match house.open(&opens.key, &opens.open, may).await {
        Ok(room) => room,
        Err(NotOpened::Closed) => {
            return fault(StatusCode::CONFLICT, "the table of this `key` was closed");
        }
        Err(NotOpened::TooFast) => {
            return fault(StatusCode::TOO_MANY_REQUESTS, "30 tables a minute: wait a little");
        }
        Err(NotOpened::Refused(why)) => return fault(StatusCode::BAD_REQUEST, &why),
        Err(NotOpened::Full) => {
            return fault(StatusCode::TOO_MANY_REQUESTS, "there are too many tables");
        }
        Err(NotOpened::Fault(why)) => return fault(StatusCode::SERVICE_UNAVAILABLE, &why),
    };
    match room.owner().await {
        Ok(owner) => {
            let code = room.codes().spoken;
            answer(StatusCode::OK, &json!({ "table": room.name(), "code": code, "owner": owner }))
        }
        Err(why) => fault(StatusCode::SERVICE_UNAVAILABLE, &why.to_string()),
    }
}

fn refused(no_seat: &NoSeat) -> Response {
    let (status, why) = match no_seat {
        NoSeat::Closed => (StatusCode::NOT_FOUND, "the table is closed"),
        NoSeat::WrongCode => (StatusCode::FORBIDDEN, "this is not the table's code"),
        NoSeat::TooManyWrong => {
            (StatusCode::TOO_MANY_REQUESTS, "too many wrong codes: wait a minute")
        }
        NoSeat::Taken => (StatusCode::CONFLICT, "the seat is taken"),
        NoSeat::Full => (StatusCode::TOO_MANY_REQUESTS, "the table is full"),
        NoSeat::NotKept(why) => (StatusCode::SERVICE_UNAVAILABLE, why.as_str()),
    };
    fault(status, why)
}

/// The address that a request comes from: behind a trusted proxy, the last one
/// that it names; `None` if it names none.
fn asks_from(house: &House, caller: &Caller, headers: &HeaderMap) -> Option<IpAddr> {
    if !house.setup.trusts_proxy {
        return Some(caller.from.ip());
    }
    let named = headers.get_all("x-forwarded-for").iter().next_back()?.to_str().ok()?;
    named.rsplit(',').next()?.trim().parse().ok()
}

/// The WebSocket.
async fn door(
    State(house): State<Arc<House>>,
    ConnectInfo(caller): ConnectInfo<Caller>,
    headers: HeaderMap,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Response {
    let offered: Vec<String> = headers
        .get_all(header::SEC_WEBSOCKET_PROTOCOL)
        .iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(','))
        .map(|protocol| protocol.trim().to_owned())
        .collect();
    let upgrade = match upgrade {
        Ok(upgrade) if offered.iter().any(|protocol| protocol == SUBPROTOCOL) => upgrade,
        Ok(_) | Err(_) => {
            let why = "this door speaks trierarch.1 over WebSocket: the page has a client for it";
            let body = json!({ "error": { "why": why }, "page": house.address });
            return answer(StatusCode::UPGRADE_REQUIRED, &body);
        }
    };
    let token = offered.iter().find_map(|protocol| protocol.strip_prefix("token."));
    let token = token.unwrap_or_default().to_owned();
    let (room, closed) = match house.room_of(&token).await {
        Ok(Found::Open(room)) => (Some(room), false),
        Ok(Found::Closed) => (None, true),
        Ok(Found::Nothing) => (None, false),
        // The client comes back: its seat is not lost.
        Err(why) => return fault(StatusCode::SERVICE_UNAVAILABLE, &why.to_string()),
    };
    let named = house.setup.trusts_proxy.then(|| asks_from(&house, &caller, &headers)).flatten();
    let place = house.limits.named(named);
    if place.is_none() || room.as_ref().is_some_and(|room| room.is_crowded()) {
        return fault(StatusCode::TOO_MANY_REQUESTS, "too many are at the door");
    }
    caller.stays();
    let (stops, connected) = (house.stops.clone(), house.connected.subscribe());
    let (unread, readers) = (house.unread.clone(), Arc::clone(&house.readers));
    upgrade
        .protocols([SUBPROTOCOL])
        .max_message_size(LONGEST_FRAME)
        .max_frame_size(LONGEST_FRAME)
        .max_write_buffer_size(MOST_UNSENT)
        .on_upgrade(move |socket| async move {
            let leaves = room.clone();
            socket::serve(socket, Comer { room, closed, token, unread, readers }, stops).await;
            if let Some(room) = leaves.filter(|room| room.is_closed()) {
                house.forget(&room);
            }
            drop((connected, place));
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_is_ours_by_number_or_by_a_name_that_no_public_server_gives_out() {
        for ours in
            ["127.0.0.1:41234", "192.168.1.7", "[::1]:80", "localhost:8080", "trieres.local"]
        {
            assert!(is_plain_address(ours), "{ours}");
        }
        for others in ["evil.example", "evil.example:80", "localhost.evil.example", ""] {
            assert!(!is_plain_address(others), "{others}");
        }
    }
}
