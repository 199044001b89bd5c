//! What a browser gets: the pages of the door, and what a hall tells about its
//! tables.

use std::sync::Arc;

use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde_json::{Value, json};

use super::http::{answer, fault};
use super::results::{Outcome, csv, standings};
use super::{House, PROTOCOL};

/// What a browser may do with a page: only what comes from this program.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; \
                      connect-src 'self'; base-uri 'none'; form-action 'none'; \
                      frame-ancestors 'none'";

/// A file of a page, which is a client that needs no installation.
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

const HTML: &str = "text/html; charset=utf-8";
const CSS: &str = "text/css; charset=utf-8";
const SCRIPT: &str = "text/javascript; charset=utf-8";

pub(super) async fn page() -> Response {
    file(HTML, include_str!("../../assets/door/page.html"))
}

pub(super) async fn style() -> Response {
    file(CSS, include_str!("../../assets/door/page.css"))
}

pub(super) async fn script() -> Response {
    file(SCRIPT, include_str!("../../assets/door/page.js"))
}

/// The wire of both pages to this host.
pub(super) async fn wire() -> Response {
    file(SCRIPT, include_str!("../../assets/door/wire.js"))
}

/// The script for both pages that turns a text of the program into words.
pub(super) async fn words() -> Response {
    file(SCRIPT, include_str!("../../assets/door/words.js"))
}

/// The big screen.
pub(super) async fn watch() -> Response {
    file(HTML, include_str!("../../assets/door/watch.html"))
}

pub(super) async fn watch_style() -> Response {
    file(CSS, include_str!("../../assets/door/watch.css"))
}

pub(super) async fn watch_script() -> Response {
    file(SCRIPT, include_str!("../../assets/door/watch.js"))
}

/// The standings of a hall.
pub(super) async fn standings_page() -> Response {
    file(HTML, include_str!("../../assets/door/standings.html"))
}

pub(super) async fn standings_script() -> Response {
    file(SCRIPT, include_str!("../../assets/door/standings.js"))
}

pub(super) async fn health(State(house): State<Arc<House>>) -> Response {
    let tables = match house.tables() {
        Ok(tables) => tables.len(),
        Err(why) => return fault(StatusCode::SERVICE_UNAVAILABLE, &why.to_string()),
    };
    answer(
        StatusCode::OK,
        &json!({
            "ok": true,
            "version": env!("CARGO_PKG_VERSION"),
            "protocol": PROTOCOL,
            "tables": tables,
            "durable": house.shelf.is_durable(),
            "window": house.page.is_there(),
        }),
    )
}

/// The lobby of a hall.
pub(super) async fn tables(State(house): State<Arc<House>>) -> Response {
    match house.lobby().await {
        Ok(lobby) => answer(StatusCode::OK, &Value::Array(lobby)),
        Err(why) => fault(StatusCode::SERVICE_UNAVAILABLE, &why.to_string()),
    }
}

/// The results of a hall's tables, last first, and the standings.
pub(super) async fn results(State(house): State<Arc<House>>) -> Response {
    match house.shelf.outcomes() {
        Ok(outcomes) => {
            let told: Vec<Value> =
                outcomes.iter().rev().map(|(table, outcome)| outcome.to_json(table)).collect();
            let standings = standings(&only(outcomes));
            answer(StatusCode::OK, &json!({ "results": told, "standings": standings }))
        }
        Err(why) => fault(StatusCode::SERVICE_UNAVAILABLE, &why.to_string()),
    }
}

/// The standings for a spreadsheet.
pub(super) async fn standings_csv(State(house): State<Arc<House>>) -> Response {
    match house.shelf.outcomes() {
        Ok(outcomes) => {
            let headers = [
                (header::CONTENT_TYPE, "text/csv; charset=utf-8"),
                (header::CACHE_CONTROL, "no-store"),
                (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
            ];
            (headers, csv(&standings(&only(outcomes)))).into_response()
        }
        Err(why) => fault(StatusCode::SERVICE_UNAVAILABLE, &why.to_string()),
    }
}

fn only(outcomes: Vec<(String, Outcome)>) -> Vec<Outcome> {
    outcomes.into_iter().map(|(_, outcome)| outcome).collect()
}
