//! Odds in a response: the figures, and a line for screens with little room.

use std::borrow::Borrow;

use indexmap::IndexMap;
use serde::{Serialize, Serializer};
use serde_json::Value;

use engine::analysis::Forecast;
use message::Message;

use super::amend_preview::OutcomeOdds;

/// The exact odds of an order.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct OrderOdds {
    /// Its outcomes that can happen, in the order of the deciding table.
    pub outcomes: Vec<OutcomeOdds>,
    /// The possible values of each watched key; `None` if no key is watched.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub watched: Option<IndexMap<String, WatchedOdds>>,
}

/// The possible values of a watched key.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum WatchedOdds {
    /// Its values with their chances.
    Values(Vec<(Value, f64)>),
    /// They would reveal a secret.
    Hidden { hidden: HiddenReason },
}

/// Why something is hidden.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct HiddenReason {
    pub why: String,
}

/// A forecast with its line for screens with little room.
#[derive(Serialize)]
struct ForecastWithLine<'f> {
    #[serde(flatten)]
    forecast: &'f Forecast,
    in_short: Message,
}

impl ForecastWithLine<'_> {
    fn of(forecast: &Forecast) -> ForecastWithLine<'_> {
        ForecastWithLine { forecast, in_short: forecast.in_short() }
    }
}

/// For a field that may have odds.
#[expect(clippy::ref_option, reason = "serde passes a reference to the field")]
pub(super) fn one<F: Borrow<Forecast>, S: Serializer>(
    forecast: &Option<F>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    forecast.as_ref().map(|forecast| ForecastWithLine::of(forecast.borrow())).serialize(serializer)
}

/// For a list of odds of which some are not known.
pub(super) fn each<S: Serializer>(
    forecasts: &[Option<Forecast>],
    serializer: S,
) -> Result<S::Ok, S::Error> {
    let each = forecasts.iter().map(|forecast| forecast.as_ref().map(ForecastWithLine::of));
    serializer.collect_seq(each)
}
