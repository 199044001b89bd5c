//! The turn card, the next step and groups, as a seat may know them.

use crate::protocol::{Declared, Response, Seat};
use games::{self, GroupWanted, PlayerView};
use message::message;
use rules::{Next, Side, Subject, Tag, TurnCard};

use super::error;
use super::table::PlainTable;
use super::view::waits;

/// The sides whose orders a seat gives.
pub(super) fn commands(table: &PlainTable, seat: Seat, known: &PlayerView) -> [bool; 2] {
    [Side::A, Side::B].map(|side| table.may_command(seat, known, Subject::Side(side)))
}

/// The answer to `turn`.
pub(super) fn card(table: &PlainTable, seat: Seat, unit: Tag, target: Option<Tag>) -> Response {
    let known = table.known(seat);
    let tags = known.tags();
    if let Some(tag) = [Some(unit), target].into_iter().flatten().find(|tag| !tags.contains(tag)) {
        return error(message!("there is no {tag} in this battle", tag));
    }
    let own = commands(table, seat, &known)[known.holder(unit).index()];
    let card = if own {
        games::turn_card(&known, unit, target)
    } else {
        TurnCard { unit, steps: Vec::new(), targets: Vec::new(), done: None }
    };
    Response::Turn { at: table.rest.number, card: Box::new(card) }
}

/// The answer to `next`.
pub(super) fn next(table: &PlainTable, seat: Seat) -> Response {
    Response::Next { at: table.rest.number, next: next_for(table, seat) }
}

/// The next step of a seat: a question to it before all else.
pub(super) fn next_for(table: &PlainTable, seat: Seat) -> Next {
    let known = table.known(seat);
    let commands = commands(table, seat, &known);
    if let Some(declared) = waits(table, seat) {
        return asked(&declared, commands);
    }
    let next = games::next_step(&known, commands);
    match ready_for(table, seat, &next) {
        Some(other) => {
            let side = known.side_called(other);
            Next { text: message!("Ready. Waiting for {side}.", side), ..Next::default() }
        }
        None => next,
    }
}

/// The side that a seat waits for: it has said that it is ready to end a phase of both, and
/// owes nothing else.
fn ready_for(table: &PlainTable, seat: Seat, next: &Next) -> Option<Side> {
    let own = seat.side().filter(|own| table.rest.ready.contains(own))?;
    let battle = table.journal.battle();
    let order = battle.read_order(next.order.as_ref()?).ok()?;
    battle.ends_phase_of_both(&order).then(|| own.other())
}

/// The next step while something waits for an answer or a roll.
fn asked(declared: &Declared, commands: [bool; 2]) -> Next {
    let is_own = |side: Option<Side>| side.is_none_or(|side| commands[side.index()]);
    let headline = &declared.headline;
    let text = match (&declared.asks, &declared.needs) {
        (Some(asks), _) if is_own(Some(asks.of)) => {
            message!("{headline}: {question}", headline, question = &asks.question)
        }
        (Some(asks), _) => {
            message!("Waiting for side {side}: {headline}", side = asks.of, headline)
        }
        (None, Some(needs)) => {
            let by = needs.by.or(declared.by);
            match (&needs.ask, by.filter(|_| !is_own(by))) {
                (_, Some(side)) => {
                    message!("Waiting for the dice of side {side}: {headline}", side, headline)
                }
                (Some(ask), None) => {
                    message!(
                        "Roll {dice}: {purpose}",
                        dice = ask.throw.message(),
                        purpose = &ask.purpose
                    )
                }
                (None, None) => headline.clone(),
            }
        }
        (None, None) => headline.clone(),
    };
    let target = declared.order.get("target").and_then(|tag| tag.as_str()?.parse().ok());
    let unit = declared.asks.as_ref().and(target);
    Next { text, order: None, unit }
}

/// The answer to `group`.
pub(super) fn group(table: &PlainTable, seat: Seat, wanted: &GroupWanted) -> Response {
    let known = table.known(seat);
    let tags = known.tags();
    if let Some(tag) = wanted.units.iter().find(|tag| !tags.contains(tag)) {
        return error(message!("there is no {tag} in this battle", tag = *tag));
    }
    let group = games::composed(&known, wanted, commands(table, seat, &known));
    Response::Group { at: table.rest.number, group: Box::new(group) }
}

// The runs of the resolver are counted in such builds alone.
#[cfg(test)]
#[cfg(debug_assertions)]
mod tests {
    use serde_json::{Map, Value, json};

    use crate::TableServer;
    use dice::Entered;
    use engine::journal::Opening;
    use games::{Battle, WALKS};
    use rules::Viewer;

    use super::*;

    fn after(battle: &Battle, order: &Value) -> Battle {
        let order: Map<String, Value> = order.as_object().cloned().unwrap_or_default();
        let order = battle.read_order(&order).expect("an order");
        let report = battle.resolve(&order, &mut Entered::alone([])).expect("it needs no dice");
        let mut after = battle.clone();
        after.apply(&report.effects);
        after
    }

    /// The most walks of the resolver that any card of a battle takes.
    fn most_walks(battle: &Battle) -> usize {
        let mut most = 0;
        for viewer in [Viewer::Everyone, Viewer::Side(Side::A), Viewer::Side(Side::B)] {
            let known = battle.known_to(viewer);
            for unit in known.tags() {
                let enemy = known.tags().into_iter().find(|tag| tag.side != unit.side);
                WALKS.with(|walks| walks.set(0));
                let _ = games::turn_card(&known, unit, enemy);
                most = most.max(WALKS.with(std::cell::Cell::get));
            }
        }
        most
    }

    #[test]
    fn a_card_at_drepanum_takes_at_most_600_walks_of_the_resolver() {
        let opening = Opening::ready("drepanum", 433).expect("a ready battle");
        let (authority, _) = TableServer::begin(opening, 0, [0; 16]).expect("it begins");
        let mut battle = authority.battle().clone();
        for tag in battle.tags() {
            let speed = if tag.side == Side::A { 1 } else { 3 };
            battle = after(&battle, &json!({"kind": "set-speed", "ship": tag, "speed": speed}));
        }
        let mut ahead = Vec::new();
        for _ in 0..6 {
            ahead.push(most_walks(&battle));
            battle = after(&battle, &json!({"kind": "end-phase"}));
        }
        let most = ahead.iter().copied().max().unwrap_or_default();
        assert!((100..=600).contains(&most), "{ahead:?}");
    }
}
