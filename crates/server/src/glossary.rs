//! What the words of the rules mean, for the pages of the server: the cards that the window
//! shows, worked out once for each system.

use std::collections::HashSet;
use std::sync::LazyLock;

use axum::extract::Path;
use axum::http::StatusCode;
use axum::response::Response;
use serde_json::{Value, json};

use games::SystemTag;
use rules::drawing::{Hull, SKETCH_SIZE, Sketch};
use rules::{Chart, Meaning};

use super::replies::{answer, fault};

static ALL: LazyLock<Vec<(SystemTag, Value)>> =
    LazyLock::new(|| SystemTag::ALL.iter().map(|system| (*system, cards(*system))).collect());

/// What the words of a system mean, by its name or its word in a view.
pub(super) async fn meanings(Path(asked): Path<String>) -> Response {
    let is_asked =
        |(system, _): &&(SystemTag, Value)| asked == system.name() || asked == system.slug();
    match ALL.iter().find(is_asked) {
        Some((_, cards)) => answer(StatusCode::OK, cards),
        None => fault(StatusCode::NOT_FOUND, "there is no such system of rules"),
    }
}

fn cards(system: SystemTag) -> Value {
    let (all, charts) = (system.meanings(), system.charts());
    let named: HashSet<usize> = Meaning::by_name(&all).into_values().collect();
    let card = |(at, one): (usize, &Meaning)| {
        let mut card = json!({
            "word": one.word,
            "of": one.of,
            "sort": one.sort.message().to_string(),
            "name": one.name.to_string(),
            "what": one.what.to_string(),
        });
        let more = [
            ("adds", one.says_adds().map(|adds| adds.to_string().into())),
            ("rule", (!one.rule.is_empty()).then(|| one.rule.into())),
            ("figures", some(figures(one, &charts))),
            ("see", some(Meaning::leads_on(&all, at))),
            ("named", named.contains(&at).then(|| true.into())),
            ("sketch", one.sketch(system.units()).map(drawn)),
        ];
        for (key, value) in more {
            if let Some(value) = value {
                card[key] = value;
            }
        }
        card
    };
    all.iter().enumerate().map(card).collect()
}

/// What a word does not have is left out.
fn some<T: Into<Value>>(list: Vec<T>) -> Option<Value> {
    (!list.is_empty()).then(|| list.into())
}

fn figures(meaning: &Meaning, charts: &[Chart]) -> Vec<Value> {
    let rows = meaning.figures(charts).into_iter();
    rows.map(|row| json!({ "chart": row.chart.to_string(), "row": row.in_words().to_string() }))
        .collect()
}

fn drawn(sketch: Sketch) -> Value {
    let point = |at: [f32; 2]| at.map(|along| (f64::from(along) * 10.0).round() / 10.0);
    let hull = |hull: Hull| json!({ "outline": hull.outline().map(point), "acts": hull.acts });
    let hulls: Vec<Value> = sketch.hulls().into_iter().map(hull).collect();
    let ways = sketch.ways().into_iter().map(|way| way.into_iter().map(point).collect::<Vec<_>>());
    json!({ "size": SKETCH_SIZE, "hulls": hulls, "ways": ways.collect::<Vec<_>>() })
}
