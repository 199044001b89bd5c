//! HTTP responses: errors, documents, and the glossary.

use std::collections::HashSet;
use std::net::{IpAddr, SocketAddr};
use std::sync::LazyLock;

use axum::extract::Path;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Serialize;

use games::SystemTag;
use rules::drawing::{Hull, SKETCH_SIZE, Sketch};
use rules::{Chart, Meaning};
use session::answers::WrittenError;
use session::frame::text_of;
use session::http::{ChartRow, HttpFault, HullShape, MeaningCard, SketchShapes};

use super::ServerState;
use super::fault::HostFault;
use super::limits::UNNAMED;
use super::listener::Caller;

/// The reason why a request failed.
pub(super) fn fault(status: StatusCode, why: &str) -> Response {
    answer(status, &HttpFault { error: WrittenError::new(why), page: None })
}

/// A storage fault, without the folder of this machine's tables.
pub(super) fn unavailable(why: &HostFault) -> Response {
    fault(StatusCode::SERVICE_UNAVAILABLE, &why.without_place())
}

pub(super) fn answer(status: StatusCode, body: &impl Serialize) -> Response {
    let kind = [(header::CONTENT_TYPE, "application/json"), (header::CACHE_CONTROL, "no-store")];
    (status, kind, text_of(body)).into_response()
}

/// The address that a request comes from: behind a trusted proxy, the last one that the proxy
/// names, or the common address of the clients that it does not name.
pub(super) fn address_of(server: &ServerState, caller: &Caller, headers: &HeaderMap) -> IpAddr {
    if !server.setup.trusts_proxy {
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

static ALL: LazyLock<Vec<(SystemTag, Vec<MeaningCard>)>> =
    LazyLock::new(|| SystemTag::ALL.iter().map(|system| (*system, cards(*system))).collect());

/// The glossary of a game, by its name or its keyword.
pub(super) async fn meanings(Path(asked): Path<String>) -> Response {
    let is_asked = |(system, _): &&(SystemTag, Vec<MeaningCard>)| {
        asked == system.name() || asked == system.slug()
    };
    match ALL.iter().find(is_asked) {
        Some((_, cards)) => answer(StatusCode::OK, cards),
        None => fault(StatusCode::NOT_FOUND, "there is no such game"),
    }
}

fn cards(system: SystemTag) -> Vec<MeaningCard> {
    let (all, charts) = (system.meanings(), system.charts());
    let named: HashSet<usize> = Meaning::by_name(&all).into_values().collect();
    let card = |(at, one): (usize, &Meaning)| MeaningCard {
        word: one.word,
        of: one.of,
        sort: one.sort.message().to_string(),
        name: one.name.to_string(),
        what: one.what.to_string(),
        adds: one.added_amount().map(|adds| adds.to_string()),
        rule: one.rule,
        figures: figures(one, &charts),
        see: Meaning::leads_on(&all, at),
        named: named.contains(&at),
        sketch: one.sketch(system.units()).map(drawn),
    };
    all.iter().enumerate().map(card).collect()
}

fn figures(meaning: &Meaning, charts: &[Chart]) -> Vec<ChartRow> {
    let rows = meaning.figures(charts).into_iter();
    rows.map(|row| ChartRow { chart: row.chart.to_string(), row: row.in_words().to_string() })
        .collect()
}

fn drawn(sketch: Sketch) -> SketchShapes {
    let point = |at: [f32; 2]| at.map(|along| (f64::from(along) * 10.0).round() / 10.0);
    let hull =
        |hull: Hull| HullShape { outline: hull.outline().map(point).to_vec(), acts: hull.acts };
    let ways = sketch.ways().into_iter().map(|way| way.into_iter().map(point).collect());
    SketchShapes {
        size: SKETCH_SIZE,
        hulls: sketch.hulls().into_iter().map(hull).collect(),
        ways: ways.collect(),
    }
}
