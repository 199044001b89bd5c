//! Odds in a response: the figures, and a line for screens with little room.

use std::borrow::Borrow;

use serde::{Serialize, Serializer};

use crate::analysis::Forecast;
use crate::message::Message;

/// What is read again is the forecast alone: the line follows from it.
#[derive(Serialize)]
struct Foretold<'f> {
    #[serde(flatten)]
    forecast: &'f Forecast,
    in_short: Message,
}

impl Foretold<'_> {
    fn of(forecast: &Forecast) -> Foretold<'_> {
        Foretold { forecast, in_short: forecast.in_short() }
    }
}

/// For a field that may have odds.
#[expect(clippy::ref_option, reason = "serde hands over the field as it stands")]
pub(super) fn one<F: Borrow<Forecast>, S: Serializer>(
    forecast: &Option<F>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    forecast.as_ref().map(|forecast| Foretold::of(forecast.borrow())).serialize(serializer)
}

/// For a list of odds of which some are not known.
pub(super) fn each<S: Serializer>(
    forecasts: &[Option<Forecast>],
    serializer: S,
) -> Result<S::Ok, S::Error> {
    let each = forecasts.iter().map(|forecast| forecast.as_ref().map(Foretold::of));
    serializer.collect_seq(each)
}
