//! What is asked by HTTP: the page, the health, seats, and the way in to the
//! door.

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;

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
use crate::rules::Viewer;

use super::room::{NoSeat, Wish};
use super::{House, NotOpened, PROTOCOL, Seats, log, socket};

/// A client's frame has so many bytes at most.
const LONGEST_FRAME: usize = 256 * 1024;
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
    let router = Router::new()
        .route("/", get(page))
        .route("/page.css", get(style))
        .route("/page.js", get(script))
        .route("/health", get(health))
        .route("/seat", post(seat))
        .route("/door", get(door));
    let router = if house.setup.many {
        let opens = post(open).layer(DefaultBodyLimit::max(LONGEST_OPEN)).get(tables);
        router.route("/tables", opens)
    } else {
        router
    };
    router
        .layer(DefaultBodyLimit::max(LONGEST_POST))
        .layer(from_fn_with_state(Arc::clone(&house), origin))
        .with_state(house)
}

fn fault(status: StatusCode, why: &str) -> Response {
    answer(status, &json!({ "error": { "why": why } }))
}

fn answer(status: StatusCode, body: &Value) -> Response {
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

/// What a browser may do with the page: nothing that is not of this program.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; \
                      connect-src 'self'; base-uri 'none'; form-action 'none'; \
                      frame-ancestors 'none'";

/// A file of the page: a client of this door that needs nothing installed.
fn file(kind: &'static str, text: &'static str) -> Response {
    let headers = [
        (header::CONTENT_TYPE, kind),
        (header::CACHE_CONTROL, "no-cache"),
        (header::CONTENT_SECURITY_POLICY, POLICY),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "no-referrer"),
    ];
    (headers, text).into_response()
}

async fn page() -> Response {
    file("text/html; charset=utf-8", include_str!("../../assets/door/page.html"))
}

async fn style() -> Response {
    file("text/css; charset=utf-8", include_str!("../../assets/door/page.css"))
}

async fn script() -> Response {
    file("text/javascript; charset=utf-8", include_str!("../../assets/door/page.js"))
}

async fn health(State(house): State<Arc<House>>) -> Response {
    let tables = house.tables().len();
    answer(
        StatusCode::OK,
        &json!({
            "ok": true,
            "version": env!("CARGO_PKG_VERSION"),
            "protocol": PROTOCOL,
            "tables": tables,
            "durable": house.shelf.is_durable(),
        }),
    )
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
    ConnectInfo(from): ConnectInfo<SocketAddr>,
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
    let Some(room) = house.room(posted.table.as_deref()) else {
        return fault(StatusCode::NOT_FOUND, "there is no such table");
    };
    let name: String = posted.name.chars().filter(|c| !c.is_control()).take(LONGEST_NAME).collect();
    let wish = Wish { key: posted.key, code: posted.code, name, seat: wanted };
    match room.take(wish, house.seats == Seats::Ask).await {
        Ok(given) => {
            let said = if given.waits { "asks for" } else { "takes" };
            let from = address(&house, from, &headers);
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
async fn open(State(house): State<Arc<House>>, body: Bytes) -> Response {
    let opens: Opens = match serde_json::from_slice(&body) {
        Ok(opens) => opens,
        Err(_) => return fault(StatusCode::BAD_REQUEST, OPEN_TAKES),
    };
    if opens.key.is_empty() || opens.key.len() > LONGEST_KEY {
        return fault(StatusCode::BAD_REQUEST, "`key` takes a random text of 1 to 200 bytes");
    }
    let room = match house.open(&opens.key, &opens.open).await {
        Ok(room) => room,
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

/// The lobby of a hall.
async fn tables(State(house): State<Arc<House>>) -> Response {
    let mut lobby = Vec::new();
    for room in house.tables() {
        let stands = room.look(|authority, _| {
            let battle = authority.battle();
            let held: Vec<Seat> = authority.holders().iter().map(|holds| holds.by.seat).collect();
            let free: Vec<Seat> = [Seat::A, Seat::B]
                .into_iter()
                .filter(|seat| !held.contains(seat) && !held.contains(&Seat::Both))
                .collect();
            let round = battle.state(Viewer::Both).get("round").cloned();
            (battle.system(), round, free, battle.winner().is_some())
        });
        let Some((system, round, free, over)) = stands.await else { continue };
        let table = room.name();
        lobby.push(json!({
            "table": table, "system": system, "round": round, "free": free, "over": over
        }));
    }
    answer(StatusCode::OK, &Value::Array(lobby))
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

/// Who asks: behind a proxy, whoever that names last, where it is trusted.
fn address(house: &House, from: SocketAddr, headers: &HeaderMap) -> IpAddr {
    let named = headers.get("x-forwarded-for").filter(|_| house.setup.trusts_proxy);
    let named = named.and_then(|value| value.to_str().ok());
    let last = named.and_then(|named| named.rsplit(',').next()?.trim().parse().ok());
    last.unwrap_or_else(|| from.ip())
}

/// The door itself.
async fn door(
    State(house): State<Arc<House>>,
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
    let (room, stops) = (house.room_of(&token), house.stops.clone());
    let connected = house.connected.subscribe();
    upgrade
        .protocols([SUBPROTOCOL])
        .max_message_size(LONGEST_FRAME)
        .max_frame_size(LONGEST_FRAME)
        .on_upgrade(move |socket| async move {
            socket::serve(socket, room, token, stops).await;
            drop(connected);
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
