//! What an order can still lead to, as far as a seat may know.

use dice::{EnteredRoll, Thrown};
use engine::analysis::{Forecast, Odds};
use games::{Order, PlayerView};
use rules::Choice;

use super::table::DeclaredOrder;

/// What an order may still come to after dice that lie on the table; nothing where
/// battles that look alike differ in that.
pub(super) fn rest_of(
    known: &PlayerView,
    order: &Order,
    on_table: (&[Thrown], &[EnteredRoll]),
) -> Option<(Forecast, Odds)> {
    if known.hides_odds(order).is_some() {
        return None;
    }
    let (told, odds) = Forecast::of_the_rest(known, order, on_table)?;
    let agrees = |guise: &PlayerView| {
        let other = Forecast::of_the_rest(guise, order, on_table);
        other.is_some_and(|(_, other)| other.outcomes == odds.outcomes)
    };
    known.indistinguishable().iter().skip(1).all(agrees).then_some((told, odds))
}

/// What an order that waits may still come to after each answer.
pub(super) fn rest_of_each(
    known: &PlayerView,
    declared: &DeclaredOrder,
    field: &str,
    choices: &[Choice],
) -> Vec<Option<Forecast>> {
    let after = |choice: &Choice| {
        let mut answered = declared.order.clone();
        answered.insert(field.to_owned(), choice.value.clone());
        let order = known.read_order(&answered).ok()?;
        rest_of(known, &order, (&declared.lying.rolls, &[])).map(|(told, _)| told)
    };
    choices.iter().map(after).collect()
}
