//! Pages for browsers, and the lists of tables and battles of a hall.

use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::Router;
use axum::body::Body;
use axum::extract::{ConnectInfo, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use tokio::time::timeout;

use engine::fleet::{library, share};

use super::budgets::Post;
use super::http::received;
use super::listener::Caller;
use super::replies::{address_of, answer, fault};
use super::{PROTOCOL, ServerState, run_blocking};
use session::http::{Health, OpenRequest, QrRows, ReadyBattleRow};

/// The content security policy of the pages: only content of this program.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; \
                      media-src data:; img-src 'self'; manifest-src 'self'; connect-src 'self'; \
                      base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// The time for a test write to the store.
const LONGEST_TRY: Duration = Duration::from_secs(5);
/// The time for which the result of a test write is valid.
const TEST_EVERY: Duration = Duration::from_secs(2);

/// A file of a page, which is a client that needs no installation.
#[derive(Clone, Copy)]
struct PageFile {
    path: &'static str,
    kind: &'static str,
    text: &'static str,
}

/// A file under `assets/client`, and where it is served.
macro_rules! file {
    ($path:literal, $kind:expr, $name:literal) => {
        PageFile {
            path: $path,
            kind: $kind,
            text: include_str!(concat!("../../../assets/client/", $name)),
        }
    };
}

const HTML: &str = "text/html; charset=utf-8";
const CSS: &str = "text/css; charset=utf-8";
const SCRIPT: &str = "text/javascript; charset=utf-8";
const MANIFEST: &str = "application/manifest+json";
const SVG: &str = "image/svg+xml";

/// The page of a table; a large screen shows it at `/watch`.
const FILES: &[PageFile] = &[
    file!("/", HTML, "page.html"),
    file!("/app.webmanifest", MANIFEST, "app.webmanifest"),
    file!("/icon.svg", SVG, "../icon.svg"),
    file!("/page.css", CSS, "page.css"),
    file!("/table.css", CSS, "table.css"),
    file!("/page.js", SCRIPT, "page.js"),
    file!("/seat.js", SCRIPT, "seat.js"),
    file!("/connection.js", SCRIPT, "connection.js"),
    file!("/socket.js", SCRIPT, "socket.js"),
    file!("/storage.js", SCRIPT, "storage.js"),
    file!("/table.js", SCRIPT, "table.js"),
    file!("/rematch.js", SCRIPT, "rematch.js"),
    file!("/turn_line.js", SCRIPT, "turn_line.js"),
    file!("/fleets.js", SCRIPT, "fleets.js"),
    file!("/tabs.js", SCRIPT, "tabs.js"),
    file!("/back.js", SCRIPT, "back.js"),
    file!("/play.js", SCRIPT, "play.js"),
    file!("/orders.js", SCRIPT, "orders.js"),
    file!("/sheet.js", SCRIPT, "sheet.js"),
    file!("/stage.js", SCRIPT, "stage.js"),
    file!("/turn_card.js", SCRIPT, "turn_card.js"),
    file!("/record.js", SCRIPT, "record.js"),
    file!("/zones.js", SCRIPT, "zones.js"),
    file!("/hand.js", SCRIPT, "hand.js"),
    file!("/amend.js", SCRIPT, "amend.js"),
    file!("/luck.js", SCRIPT, "luck.js"),
    file!("/modifiers.js", SCRIPT, "modifiers.js"),
    file!("/group.js", SCRIPT, "group.js"),
    file!("/dock.js", SCRIPT, "dock.js"),
    file!("/pending.js", SCRIPT, "pending.js"),
    file!("/results.js", SCRIPT, "results.js"),
    file!("/shared_device.js", SCRIPT, "shared_device.js"),
    file!("/owner.js", SCRIPT, "owner.js"),
    file!("/form.js", SCRIPT, "form.js"),
    file!("/question.js", SCRIPT, "question.js"),
    file!("/fields.js", SCRIPT, "fields.js"),
    file!("/dice_pad.js", SCRIPT, "dice_pad.js"),
    file!("/cards.js", SCRIPT, "cards.js"),
    file!("/announcer.js", SCRIPT, "announcer.js"),
    file!("/lookup.js", SCRIPT, "lookup.js"),
    file!("/invite.js", SCRIPT, "invite.js"),
    file!("/lobby.js", SCRIPT, "lobby.js"),
    file!("/awake.js", SCRIPT, "awake.js"),
    file!("/film.js", SCRIPT, "film.js"),
    file!("/latin.js", SCRIPT, "latin.js"),
    file!("/words.js", SCRIPT, "words.js"),
    file!("/watch", HTML, "page.html"),
    file!("/screen.js", SCRIPT, "screen.js"),
    file!("/terms.js", SCRIPT, "terms.js"),
    file!("/focus.js", SCRIPT, "focus.js"),
];

impl PageFile {
    fn serve(self) -> Response {
        let headers = [
            (header::CONTENT_TYPE, self.kind),
            (header::CACHE_CONTROL, "no-cache"),
            (header::CONTENT_SECURITY_POLICY, POLICY),
            (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
            (header::REFERRER_POLICY, "no-referrer"),
        ];
        (headers, self.text).into_response()
    }
}

/// The files of the pages.
pub(super) fn files() -> Router<Arc<ServerState>> {
    FILES.iter().copied().fold(Router::new(), |router, file| {
        router.route(file.path, get(move || async move { file.serve() }))
    })
}

/// Whether the store accepts changes. It is tried at most once every few seconds, however
/// many clients ask.
async fn keeps(server: &ServerState) -> bool {
    let tried = async {
        let mut last = server.stored.lock().await;
        if let Some((when, keeps)) = *last
            && when.elapsed() < TEST_EVERY
        {
            return keeps;
        }
        let table_store = Arc::clone(&server.table_store);
        let keeps = run_blocking(move || Ok(table_store.keeps())).await.is_ok_and(|keeps| keeps);
        *last = Some((Instant::now(), keeps));
        keeps
    };
    timeout(LONGEST_TRY, tried).await.unwrap_or(false)
}

pub(super) async fn health(State(server): State<Arc<ServerState>>) -> Response {
    let keeps = keeps(&server).await;
    answer(
        if keeps { StatusCode::OK } else { StatusCode::SERVICE_UNAVAILABLE },
        &Health {
            ok: keeps,
            version: env!("CARGO_PKG_VERSION"),
            protocol: PROTOCOL,
            hall: server.setup.many,
            tables: server.tables().len(),
            durable: keeps && server.table_store.is_durable(),
        },
    )
}

/// A text as a QR code, for a page to draw: whether each square is dark, row by row. The
/// text is posted, so that it is in no address and no log.
pub(super) async fn qr(
    State(server): State<Arc<ServerState>>,
    ConnectInfo(caller): ConnectInfo<Caller>,
    headers: HeaderMap,
    body: Body,
) -> Response {
    let from = address_of(&server, &caller, &headers);
    let text = match received(&server, Post::Qr, from, body).await {
        Ok((body, _)) => String::from_utf8_lossy(&body).into_owned(),
        Err(refused) => return refused,
    };
    match share::qr(&text) {
        Ok(code) => {
            let row = |row| -> String {
                let dark = |column| if code.is_dark(column, row) { '1' } else { '0' };
                (0..code.size).map(dark).collect()
            };
            answer(StatusCode::OK, &QrRows { rows: (0..code.size).map(row).collect() })
        }
        Err(why) => fault(StatusCode::BAD_REQUEST, &why.to_string()),
    }
}

/// The states of the tables: the lobby of a hall, or the one table of a host.
pub(super) async fn tables(State(server): State<Arc<ServerState>>) -> Response {
    answer(StatusCode::OK, &server.lobby().await)
}

/// The ready battles that a table of a hall can be opened with, each with the request
/// that opens it.
pub(super) async fn battles() -> Response {
    let rows = library::battles().iter().map(|ready| {
        let options = ready.options.iter().map(|switch| (switch.slug(), true)).collect();
        ReadyBattleRow {
            name: &ready.name,
            rules: ready.system.name(),
            summary: &ready.summary,
            minutes: &ready.minutes,
            open: OpenRequest { system: ready.system, sides: ready.sides, options },
        }
    });
    answer(StatusCode::OK, &rows.collect::<Vec<_>>())
}
