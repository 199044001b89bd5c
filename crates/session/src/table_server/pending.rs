//! Orders that wait for an answer of the other side, or for dice. A pending order is stored as
//! it was declared, with the answers and dice received so far; each new one resolves it from
//! the start.

use serde_json::{Map, Value};

use crate::protocol::{Needs, Response};
use dice::{self, Entered, Thrown};
use engine::journal::PendingRolls;
use games::{Order, PlayerView};
use message::message;
use rules::schema::Chooser;
use rules::{Choice, Need, Side, Stop};

use super::dice_policy::{self, GivenDice};
use super::error;
use super::plan::{Plan, Planned, RequestContext, entered, fault, plain, stopped, table_rule};
use super::row::StoredEvent;
use super::table::{DeclaredOrder, PlainTable};

/// What the other side must choose: the field, the side, and the choices.
pub(super) type SideChoice = (&'static str, Side, Vec<Choice>);

/// What a declared order asks the other side now.
pub(super) fn question(
    table: &PlainTable,
    order: &Map<String, Value>,
    lying: &[Thrown],
) -> Option<SideChoice> {
    let order = table.journal.battle().read_declared(order).ok()?;
    match table.journal.lacks(&order, lying)? {
        Stop::Needs { need: Need::Answer { field, of, choices }, .. } => Some((field, of, choices)),
        Stop::Needs { need: Need::Throw { .. }, .. } | Stop::Refused(_) | Stop::Nonsense(_) => None,
    }
}

/// Checks that a seat gives only its own side's orders, and leaves the other
/// side's choices open.
pub(super) fn leaves_it_to_the_other(
    by: RequestContext,
    written: &Map<String, Value>,
) -> Result<(), Box<Response>> {
    let battle = by.table.journal.battle();
    let subject = battle.given_by(written);
    if !by.table.may_command(by.seat, battle, subject) {
        return Err(table_rule(message!("this seat cannot give these orders")));
    }
    let kind = written.get("kind").and_then(Value::as_str).unwrap_or_default();
    let fields = battle.system().order(kind).map_or(&[][..], |spec| spec.fields);
    let others = fields.iter().find(|field| {
        field.chosen_by == Chooser::OtherSide
            && written.get(field.name).is_some_and(|value| !value.is_null())
    });
    match others {
        Some(field) => {
            let asks = field.question.to_string();
            Err(table_rule(message!("the other side chooses this: {asks}", asks)))
        }
        None => Ok(()),
    }
}

/// Declares an order that the other side must answer first, before any die is
/// rolled for it.
pub(super) fn asks_first(
    by: RequestContext,
    order: &Order,
    dice: Option<&[dice::EnteredRoll]>,
) -> Result<Option<Planned>, Box<Response>> {
    match by.table.journal.lacks(order, &[]) {
        Some(Stop::Needs { need: Need::Answer { of, .. }, .. }) => {
            let did = StoredEvent::Declared {
                order: order.to_map(),
                lying: Vec::new(),
                number: None,
                dice: dice.map(<[_]>::to_vec),
                shown: false,
            };
            Ok(Some(Planned { waits_for: Some(of), ..plain(by.table, did) }))
        }
        Some(stop @ Stop::Refused(_)) => Err(Box::new(stopped(by, order, (dice, stop)))),
        Some(Stop::Needs { need: Need::Throw { .. }, .. } | Stop::Nonsense(_)) | None => Ok(None),
    }
}

/// Whether the roll that an order needs next reveals something that this seat
/// may not know yet: battles that look alike to the seat ask for different
/// rolls.
pub(super) fn tells_a_secret(
    by: RequestContext,
    order: &Order,
    dice: &[dice::EnteredRoll],
) -> bool {
    let known = by.table.known(by.seat);
    known.hides_odds(order).is_some() || asks_differ(&known, order, dice)
}

/// Whether battles that look alike ask for different rolls after these dice.
pub(super) fn asks_differ(known: &PlayerView, order: &Order, dice: &[dice::EnteredRoll]) -> bool {
    let next = |guise: &PlayerView| {
        let mut dice = Entered::alone(dice.iter().cloned());
        match guise.resolve(order, &mut dice) {
            Err(Stop::Needs { need: Need::Throw { ask, .. }, .. }) => Some(ask),
            Ok(_) | Err(Stop::Needs { .. } | Stop::Refused(_) | Stop::Nonsense(_)) => None,
        }
    };
    let asks: Vec<_> = known.indistinguishable().iter().map(next).collect();
    asks.windows(2).any(|pair| pair[0] != pair[1])
}

/// Adds an answer to a declared order.
pub(super) fn answer(
    by: RequestContext,
    declared: &DeclaredOrder,
    (field, value): (&str, &Value),
) -> Plan {
    let table = by.table;
    let Some((asked, of, choices)) = question(table, &declared.order, &declared.lying.rolls) else {
        return Err(table_rule(message!("this order asks nothing")));
    };
    if !by.answers_for(of) {
        return Err(table_rule(message!("the other side answers this")));
    }
    if asked != field {
        return Err(Box::new(error(message!("it asks for {name}", name = asked))));
    }
    let Some(choice) = choices.iter().find(|choice| choice.value == *value) else {
        return Err(table_rule(message!("this cannot be chosen now")));
    };
    if let Some(refusal) = &choice.refused {
        return Err(Box::new(Response::Refused(refusal.clone())));
    }
    let mut order = declared.order.clone();
    order.insert(field.to_owned(), value.clone());
    if let Some((_, of, _)) = question(table, &order, &declared.lying.rolls) {
        let PendingRolls { rolls: lying, number } = declared.lying.clone();
        let did = StoredEvent::Answered { order, lying, number, shown: declared.shown };
        return Ok(Planned { waits_for: Some(of), ..plain(table, did) });
    }
    go_on(by, (declared, &order), GivenDice::ahead(declared))
}

/// Adds rolls to a declared order.
pub(super) fn throw(
    by: RequestContext,
    declared: &DeclaredOrder,
    dice: Option<&[dice::EnteredRoll]>,
) -> Plan {
    let table = by.table;
    let order = table.journal.battle().read_declared(&declared.order).map_err(fault)?;
    match table.journal.lacks(&order, &declared.lying.rolls) {
        Some(Stop::Needs { need: Need::Answer { .. }, .. }) => {
            return Err(table_rule(message!("it is to be answered first")));
        }
        Some(Stop::Needs { need: Need::Throw { by: whose, .. }, .. }) => {
            if let Some(side) = whose.filter(|side| !by.answers_for(*side)) {
                return Err(table_rule(message!(
                    "this roll is side {side}’s: leave it to that side",
                    side
                )));
            }
        }
        Some(Stop::Refused(_) | Stop::Nonsense(_)) | None => {}
    }
    go_on(by, (declared, &declared.order), GivenDice::after(by, declared, dice))
}

/// A declared order with another answer, or with a seat's rolls.
fn go_on(
    by: RequestContext,
    (declared, written): (&DeclaredOrder, &Map<String, Value>),
    given: GivenDice,
) -> Plan {
    let table = by.table;
    let order = table.journal.battle().read_order(written).map_err(fault)?;
    let whole = order.to_map();
    let mut lying = declared.lying.clone();
    match dice_policy::prepare(by, &order, given, &mut lying) {
        Ok(prepared) => Ok(entered(prepared)),
        Err(Stop::Needs { need: Need::Throw { ask, by: roller }, after }) => {
            if after.len() == declared.lying.rolls.len() && whole == declared.order {
                let needs = Needs::of(*ask, roller, after);
                return Err(Box::new(Response::Needs(needs)));
            }
            let PendingRolls { rolls: lying, number } = lying;
            let did = StoredEvent::Answered { order: whole, lying, number, shown: true };
            Ok(Planned { waits_for: roller, ..plain(table, did) })
        }
        Err(stop) => Err(Box::new(stopped(by, &order, (None, stop)))),
    }
}

/// Withdraws an order that nobody has answered, for which the app has not
/// rolled, and which has revealed no secret.
pub(super) fn withdraw(by: RequestContext, declared: &DeclaredOrder) -> Plan {
    let giver = by.table.journal.battle().giver(&declared.order);
    if !(by.seat == declared.seat || giver.is_some_and(|side| by.seat.plays(side))) {
        return Err(table_rule(message!("only who declared an order withdraws it")));
    }
    if !declared.can_be_withdrawn() {
        return Err(table_rule(message!(
            "it was answered, or the app has rolled for it, or it has shown what was secret: it \
             can no longer be withdrawn"
        )));
    }
    Ok(plain(by.table, StoredEvent::Withdrawn {}))
}

/// What an order means for the one that waits, if a script sends it as its
/// answer: it is the order named after the open field, or the declared order
/// again with that field filled in or with more dice.
pub(super) fn as_sent_again(
    by: RequestContext,
    declared: &DeclaredOrder,
    (written, dice): (&Map<String, Value>, Option<&[dice::EnteredRoll]>),
) -> Option<Plan> {
    let says_again = |written: &Map<String, Value>| {
        written.iter().all(|(key, value)| declared.order.get(key) == Some(value))
            && written.contains_key("kind")
    };
    let Some((field, ..)) = question(by.table, &declared.order, &declared.lying.rolls) else {
        if !says_again(written) {
            return None;
        }
        // All dice are sent again; those already rolled are not rolled again.
        let dice = dice.map(|dice| dice.get(declared.lying.rolls.len()..).unwrap_or_default());
        return Some(throw(by, declared, dice));
    };
    if written.get("kind").and_then(Value::as_str) == Some(field) {
        let said = written.values().find(|value| value.is_boolean()).cloned();
        return Some(answer(by, declared, (field, &said.unwrap_or(Value::from(true)))));
    }
    let value = written.get(field)?;
    let mut rest = written.clone();
    rest.shift_remove(field);
    says_again(&rest).then(|| answer(by, declared, (field, value)))
}
