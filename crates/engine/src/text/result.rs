//! The result of an order in one line.

use dice::NeededNumber;
use games::{Order, PlayerView, Report};
use message::{Message, message};

/// The result of an order in one line, for a viewer who knows the battle before it: the
/// outcome, and if one roll decided it, the number needed and the number rolled. An order
/// without dice, or with an outcome that says little, has the first sentence of its report;
/// without a report it has no line.
#[must_use]
pub fn result_in_words(before: &PlayerView, order: &Order, report: &Report) -> Option<Message> {
    let outcome = before.result(order, report).filter(|_| !report.rolls.is_empty());
    let Some(outcome) = outcome else {
        return super::sentences(before, report).into_iter().next();
    };
    let outcome = outcome.sentence();
    let decisive = report.rolls.iter().find_map(|roll| Some((roll.needed?, roll.natural)));
    Some(match decisive {
        Some((NeededNumber::AtLeast(number), rolled)) => {
            message!("{outcome}: needed {number}, rolled {rolled}", outcome, number, rolled)
        }
        Some((NeededNumber::AtMost(number), rolled)) => {
            message!("{outcome}: needed {number} or less, rolled {rolled}", outcome, number, rolled)
        }
        None => outcome,
    })
}
