//! HTTP: checks of requests, seats, tables, and the WebSocket. `pages` has the requests that
//! change nothing.

use std::net::IpAddr;
use std::sync::Arc;
use std::time::Instant;

use axum::Router;
use axum::body::{Body, Bytes, to_bytes};
use axum::extract::ws::WebSocketUpgrade;
use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::extract::{ConnectInfo, Request, State};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use serde::Deserialize;
use tower_http::compression::CompressionLayer;

use message::{Message, message};
use rules::file::reader::unfit_name;
use session::answers::WrittenError;
use session::http::{HttpFault, SeatGiven, TableOpened};
use session::{Requester, Seat};

use super::admission::{NoSeat, SeatRequest};
use super::budgets::{Post, Spent};
use super::hosted_table::Comes;
use super::listener::Caller;
use super::lobby::Opens;
use super::log::log;
use super::queues::SendQueue;
use super::replies::{address_of, answer, fault, unavailable};
use super::socket::{self, NewConnection};
use super::table_store::TableLookup;
use super::{NotOpened, Seats, ServerState, names, operator, pages, replies, run_blocking};

/// The longest frame of a client, in bytes.
const LONGEST_FRAME: usize = 256 * 1024;
/// The most bytes that wait in a connection's own memory to be sent: a frame of ours,
/// and answers to pings.
const MOST_UNSENT: usize = 2 * SendQueue::LONGEST;
/// The longest key, in bytes.
const LONGEST_KEY: usize = 200;

/// Descriptions of the posted objects.
const SEAT_TAKES: &str = "a request for a seat is a JSON object with the texts `key`, `code`, \
                          `name` and `seat`, and in a hall `table`; or with `token` alone";

const SUBPROTOCOL: &str = "trierarch.1";

/// The HTTP service.
pub(super) fn app(server: Arc<ServerState>) -> Router {
    let router = pages::files()
        .route("/health", get(pages::health))
        .route("/meanings/{system}", get(replies::meanings))
        .route("/seat", post(seat))
        .route("/qr", post(pages::qr))
        .route("/door", get(web_socket));
    let router = if server.setup.many {
        router
            .route("/tables", post(open).get(pages::tables))
            .route("/battles", get(pages::battles))
            .route("/operator", post(operator::asks))
    } else {
        router.route("/tables", get(pages::tables))
    };
    let router = router.layer(from_fn_with_state(Arc::clone(&server), origin));
    router.layer(CompressionLayer::new()).with_state(server)
}

/// Refuses requests under a name that is not ours, and those from other sites' pages,
/// which would act in the name of their visitor.
async fn origin(State(server): State<Arc<ServerState>>, request: Request, next: Next) -> Response {
    let (host, origins) = (name_asked_for(&request), &server.setup.origins);
    if let Some(host) = host.as_deref().filter(|host| !names::are_served(host, origins)) {
        let why = names::how(host);
        let accepts = request.headers().get(header::ACCEPT).and_then(|kinds| kinds.to_str().ok());
        if accepts.is_some_and(|kinds| kinds.contains("text/html")) {
            return (StatusCode::FORBIDDEN, why).into_response();
        }
        return fault(StatusCode::FORBIDDEN, &why);
    }
    let from = request.headers().get(header::ORIGIN).cloned();
    // No origin is a program.
    let fine = from.as_ref().is_none_or(|from| {
        let host = host.as_deref().unwrap_or_default();
        from.to_str().is_ok_and(|from| names::is_own_origin(from, host, origins))
    });
    let guarded = request.method() != Method::GET || request.uri().path() == "/door";
    if guarded && !fine {
        return fault(StatusCode::FORBIDDEN, "requests from pages of other origins are refused");
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

/// The name under which a request asks for this host; `None` for a program so old that it
/// sends none.
fn name_asked_for(request: &Request) -> Option<String> {
    if let Some(authority) = request.uri().authority() {
        return Some(authority.to_string());
    }
    let host = request.headers().get(header::HOST)?;
    // A header that is not text names no host.
    Some(host.to_str().unwrap_or_default().to_owned())
}

/// The body of a post, with the part of the budget that it uses until it is answered.
///
/// # Errors
/// The answer if it is too long, or incomplete.
pub(super) async fn received(
    server: &ServerState,
    post: Post,
    from: IpAddr,
    body: Body,
) -> Result<(Bytes, Option<Spent>), Response> {
    let spent = server.budgets.receives(post, from).await;
    if let Ok(bytes) = to_bytes(body, post.longest()).await {
        return Ok((bytes, spent));
    }
    let why = format!("a body has at most {} KiB here", post.longest() >> 10);
    Err(fault(StatusCode::PAYLOAD_TOO_LARGE, &why))
}

#[derive(Deserialize)]
struct Posted {
    #[serde(default)]
    key: String,
    #[serde(default)]
    code: String,
    #[serde(default)]
    name: String,
    #[serde(default)]
    seat: String,
    #[serde(default)]
    table: Option<String>,
    /// The token of a seat that is held already.
    #[serde(default)]
    token: Option<String>,
}

/// The seat of a token, whatever seat the request names. A token with only the owner's
/// role takes the seat that the request names, under its name.
async fn seat_again(server: &ServerState, token: String, posted: &Posted) -> Response {
    let ended = || fault(StatusCode::FORBIDDEN, "this token holds no seat");
    let table = posted.table.as_deref();
    let hosted = match server.table_of(&token).await {
        Ok(TableLookup::Open(hosted)) if table.is_none_or(|table| table == hosted.name()) => hosted,
        Ok(TableLookup::Closed) => return refused(&NoSeat::Closed),
        Ok(TableLookup::Open(_) | TableLookup::Nothing) => return ended(),
        Err(why) => return unavailable(&why),
    };
    let given = |seat| SeatGiven { token: &token, seat, table: hosted.name(), waiting: false };
    match hosted.comes(&token).await {
        Comes::Holder(Requester { seat: Seat::Owner, token: hashed })
            if !posted.name.is_empty() =>
        {
            let (seat, name) = match (seat_of(&posted.seat), name_of(&posted.name)) {
                (Some(seat), Ok(name)) => (seat, name),
                (None, _) => return fault(StatusCode::BAD_REQUEST, SEATS),
                (_, Err(why)) => return fault(StatusCode::BAD_REQUEST, &why.to_string()),
            };
            match hosted.seat_owner(&hashed, &name, seat, Instant::now()).await {
                Ok(()) => answer(StatusCode::OK, &given(seat)),
                Err(no_seat) => refused(&no_seat),
            }
        }
        Comes::Holder(holder) => answer(StatusCode::OK, &given(holder.seat)),
        Comes::Waits(hashed) => {
            let Some(waiting) = hosted.admission.last(&hashed) else { return ended() };
            answer(StatusCode::ACCEPTED, &SeatGiven { waiting: true, ..given(waiting.seat) })
        }
        Comes::Refused | Comes::Nobody => ended(),
        Comes::Closed => refused(&NoSeat::Closed),
    }
}

/// A description of the seats that can be requested.
const SEATS: &str = "`seat` takes A, B, both or onlooker";

/// A seat that a newcomer may request.
fn seat_of(slug: &str) -> Option<Seat> {
    let may = |seat: &Seat| matches!(seat, Seat::A | Seat::B | Seat::Both | Seat::Onlooker);
    Seat::from_slug(slug).filter(may)
}

async fn seat(
    State(server): State<Arc<ServerState>>,
    ConnectInfo(caller): ConnectInfo<Caller>,
    headers: HeaderMap,
    body: Body,
) -> Response {
    let from = address_of(&server, &caller, &headers);
    let body = match received(&server, Post::Seat, from, body).await {
        Ok((body, _)) => body,
        Err(refused) => return refused,
    };
    let posted: Posted = match serde_json::from_slice(&body) {
        Ok(posted) => posted,
        Err(_) => return fault(StatusCode::BAD_REQUEST, SEAT_TAKES),
    };
    if let Some(token) = posted.token.clone() {
        return seat_again(&server, token, &posted).await;
    }
    let Some(wanted) = seat_of(&posted.seat) else {
        return fault(StatusCode::BAD_REQUEST, SEATS);
    };
    if posted.key.is_empty() || posted.key.len() > LONGEST_KEY {
        return fault(StatusCode::BAD_REQUEST, "`key` takes a random text of 1 to 200 bytes");
    }
    if posted.table.is_none() && server.setup.many {
        return fault(StatusCode::BAD_REQUEST, "a hall has many tables: name one in `table`");
    }
    let hosted = match server.hosted(posted.table.as_deref()).await {
        Ok(TableLookup::Open(hosted)) => hosted,
        Ok(TableLookup::Closed) => return refused(&NoSeat::Closed),
        Ok(TableLookup::Nothing) => return fault(StatusCode::NOT_FOUND, "there is no such table"),
        Err(why) => return unavailable(&why),
    };
    let name = match name_of(&posted.name) {
        Ok(name) => name,
        Err(why) => return fault(StatusCode::BAD_REQUEST, &why.to_string()),
    };
    let now = Instant::now();
    let may_guess = server.limits.may_guess(from, now);
    let seat_request = SeatRequest {
        key: posted.key,
        code: posted.code,
        name,
        seat: wanted,
        may_guess,
        when: now,
    };
    match hosted.take(seat_request, server.seats == Seats::Ask).await {
        Ok(given) => {
            let verb = if given.waits { "asks for" } else { "takes" };
            log(&format!("{from} {verb} seat {} at table {}", given.seat, hosted.name()));
            let status = if given.waits { StatusCode::ACCEPTED } else { StatusCode::OK };
            let (token, seat, table) = (given.token.as_str(), given.seat, hosted.name());
            answer(status, &SeatGiven { token, seat, table, waiting: given.waits })
        }
        Err(no_seat) => {
            if no_seat == NoSeat::WrongCode {
                server.limits.note_wrong(from, now);
            }
            refused(&no_seat)
        }
    }
}

/// The name of a player or table as others are shown it; it may be left out.
///
/// # Errors
/// The reason why it is not a valid name.
pub(super) fn name_of(given: &str) -> Result<String, Message> {
    let name = given.trim();
    match unfit_name(name).filter(|_| !name.is_empty()) {
        Some(why) => Err(message!("`name`: {why}", why)),
        None => Ok(name.to_owned()),
    }
}

/// Opens a table of a hall. The body is read and built apart from the threads that answer
/// requests, and only as many at once as memory allows.
async fn open(
    State(server): State<Arc<ServerState>>,
    ConnectInfo(caller): ConnectInfo<Caller>,
    headers: HeaderMap,
    body: Body,
) -> Response {
    let from = address_of(&server, &caller, &headers);
    let (body, _receives) = match received(&server, Post::Tables, from, body).await {
        Ok(received) => received,
        Err(refused) => return refused,
    };
    let _builds = server.budgets.builds(from).await;
    let opens = match run_blocking(move || Ok(Opens::read(&body))).await {
        Ok(Ok(opens)) => opens,
        Ok(Err(why)) => return fault(StatusCode::BAD_REQUEST, &why.to_string()),
        Err(why) => return unavailable(&why),
    };
    if opens.key.is_empty() || opens.key.len() > LONGEST_KEY {
        return fault(StatusCode::BAD_REQUEST, "`key` takes a random text of 1 to 200 bytes");
    }
    let may = || server.limits.open_another(from, Instant::now());
    let hosted = match server.open(opens, may).await {
        Ok(hosted) => hosted,
        Err(NotOpened::Closed) => {
            return fault(StatusCode::CONFLICT, "the table of this `key` was closed");
        }
        Err(NotOpened::TooFast) => {
            let why = "an address may open 30 tables a minute and 200 a day: try again later";
            return fault(StatusCode::TOO_MANY_REQUESTS, why);
        }
        Err(NotOpened::Refused(why)) => {
            return fault(StatusCode::BAD_REQUEST, &why.to_string());
        }
        Err(NotOpened::Full) => {
            return fault(StatusCode::TOO_MANY_REQUESTS, "there are too many tables");
        }
        Err(NotOpened::Fault(why)) => return fault(StatusCode::SERVICE_UNAVAILABLE, &why),
    };
    match hosted.owner().await {
        Ok(owner) => {
            let (table, codes) = (hosted.name(), hosted.admission.codes().for_owner(hosted.name()));
            answer(StatusCode::OK, &TableOpened { codes, table, owner })
        }
        Err(why) => unavailable(&why),
    }
}

fn refused(no_seat: &NoSeat) -> Response {
    let (status, why) = match no_seat {
        NoSeat::Closed => (StatusCode::NOT_FOUND, "the table is closed"),
        NoSeat::WrongCode => (StatusCode::FORBIDDEN, "this is not the table's code"),
        NoSeat::TooManyWrong => {
            let why = "too many wrong codes: wait a minute, or use the table's link";
            (StatusCode::TOO_MANY_REQUESTS, why)
        }
        NoSeat::Taken => (StatusCode::CONFLICT, "the seat is taken"),
        NoSeat::Full => (StatusCode::TOO_MANY_REQUESTS, "the table is full"),
        NoSeat::NotKept(why) => {
            return fault(StatusCode::SERVICE_UNAVAILABLE, &why.to_string());
        }
    };
    fault(status, why)
}

/// The WebSocket.
async fn web_socket(
    State(server): State<Arc<ServerState>>,
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
            let why = "this address takes WebSocket connections with the protocol trierarch.1: open the page instead";
            let body = HttpFault { error: WrittenError::new(why), page: Some(&server.address) };
            return answer(StatusCode::UPGRADE_REQUIRED, &body);
        }
    };
    let token = offered.iter().find_map(|protocol| protocol.strip_prefix("token."));
    let token = token.unwrap_or_default().to_owned();
    let (hosted, closed) = match server.table_of(&token).await {
        Ok(TableLookup::Open(hosted)) => (Some(hosted), false),
        Ok(TableLookup::Closed) => (None, true),
        Ok(TableLookup::Nothing) => (None, false),
        // The client comes back: its seat is not lost.
        Err(why) => return unavailable(&why),
    };
    let from = address_of(&server, &caller, &headers);
    let named = server.setup.trusts_proxy.then_some(from);
    let place = server.limits.named(named);
    let is_crowded = server.limits.are_crowded(server.connected.receiver_count());
    let has_a_place = match &hosted {
        Some(hosted) => hosted.has_a_place(&token, is_crowded).await,
        None => true,
    };
    if place.is_none() || !has_a_place {
        return fault(StatusCode::TOO_MANY_REQUESTS, "too many connections: try again later");
    }
    caller.stays();
    let (stops, connected) = (server.stops.clone(), server.connected.subscribe());
    let (unread, readers) = (server.unread.clone(), Arc::clone(&server.readers));
    upgrade
        .protocols([SUBPROTOCOL])
        .max_message_size(LONGEST_FRAME)
        .max_frame_size(LONGEST_FRAME)
        .max_write_buffer_size(MOST_UNSENT)
        .on_upgrade(move |socket| async move {
            let leaves = hosted.clone();
            socket::serve(
                socket,
                NewConnection { hosted, closed, token, from, unread, readers },
                stops,
            )
            .await;
            if let Some(hosted) = leaves.filter(|hosted| hosted.admission.is_closed()) {
                server.forget(&hosted);
            }
            drop((connected, place));
        })
}
