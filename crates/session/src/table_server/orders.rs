//! Orders: carried out at once, declared, or proposed to the other side; and pending orders,
//! which wait for an answer or for dice. A pending order is stored as it was declared, with the
//! answers and dice received so far; each new one resolves it once, from the start.

use std::collections::VecDeque;

use serde_json::{Map, Value};

use dice::{self, Entered};
use engine::journal::PendingRolls;
use games::{Battle, Order, PlayerView};
use message::message;
use rules::schema::Chooser;
use rules::{Choice, Need, Side, Stop, Tag, Viewer, Visibility};

use super::dice_policy::{self, GivenDice};
use super::error;
use super::plan::{
    Plan, Planned, RequestContext, entered, fault, nothing_waits, plain, propose, stopped,
    table_rule,
};
use super::row::{Proposal, StoredEvent};
use super::table::{DeclaredOrder, PlainTable, RowEffect};
use crate::protocol::{Response, Seat};

pub(super) fn give(
    by: RequestContext,
    written: &Map<String, Value>,
    dice: Option<&[dice::EnteredRoll]>,
) -> Plan {
    let table = by.table;
    if let Some(waits) = &table.rest.declared
        && let Some(planned) = as_sent_again(by, waits, written, dice)
    {
        return planned;
    }
    // An agreed order is the pending proposal itself, and an order that the rules allow anyway
    // needs no answer.
    if !by.agreed && !may_interrupt(by, written) {
        nothing_waits(table)?;
    }
    let battle = table.journal.battle();
    if let Some(own) = by.seat.side() {
        check_side_choices(by, written)?;
        let order = battle.read_declared(written).map_err(fault)?;
        if by.is_bound() && !by.agreed && battle.ends_phase_of_both(&order) {
            return ends_when_both_are_ready(by, own, &order, dice);
        }
        if by.is_bound() && !by.agreed && battle.needs_consent(&order, own) {
            return asks_for_consent(by, own, &order, dice);
        }
        return carry_out(by, &order, dice);
    }
    let order = battle.read_order(written).map_err(fault)?;
    if !table.may_command(by.seat, battle, battle.issuer_of(&order)) {
        return Err(table_rule(message!("this seat cannot give these orders")));
    }
    carry_out(by, &order, dice)
}

/// Whether the rules allow a side to give an order in the other's turn, while only a proposal
/// is pending.
fn may_interrupt(by: RequestContext, written: &Map<String, Value>) -> bool {
    let battle = by.table.journal.battle();
    let order = battle.read_declared(written).ok();
    let may = order.is_some_and(|order| battle.may_interrupt(&order));
    may && by.seat.side().is_some() && by.table.rest.declared.is_none()
}

/// Ends a shared phase if the other side is also ready, or absent; otherwise marks this side as
/// ready.
fn ends_when_both_are_ready(
    by: RequestContext,
    own: Side,
    order: &Order,
    dice: Option<&[dice::EnteredRoll]>,
) -> Plan {
    let table = by.table;
    let other = own.other();
    if table.rest.ready.contains(&other) || !by.taken[other.index()] {
        return carry_out(by, order, dice);
    }
    if let Some(stop @ (Stop::Refused(_) | Stop::Invalid(_))) = table.journal.lacks(order, &[]) {
        return Err(Box::new(stopped(by, order, dice, stop)));
    }
    if table.rest.ready.contains(&own) {
        return Err(table_rule(message!(
            "this side is ready: the phase ends when side {other} is",
            other
        )));
    }
    Ok(plain(table, StoredEvent::Ready {}))
}

/// Asks the other side for consent to an order that needs it, unless the rules forbid the
/// order. No die is rolled before.
fn asks_for_consent(
    by: RequestContext,
    own: Side,
    order: &Order,
    dice: Option<&[dice::EnteredRoll]>,
) -> Plan {
    match by.table.journal.lacks(order, &[]) {
        Some(stop @ (Stop::Refused(_) | Stop::Invalid(_))) => {
            Err(Box::new(stopped(by, order, dice, stop)))
        }
        Some(Stop::Needs { .. }) | None => {
            let (order, dice) = (order.to_map(), dice.map(<[_]>::to_vec));
            let mut lately = by.table.rest.refused.iter().filter(|no| no.holds(by.now) > 0);
            if let Some(no) = lately.find(|no| no.seat == by.seat && no.order == order) {
                return Err(table_rule(message!(
                    no.holds(by.now) => "side {side} has just declined this: ask again in {n} second"
                        | "side {side} has just declined this: ask again in {n} seconds",
                    side = own.other()
                )));
            }
            Ok(propose(by.table, own, Proposal::Order { order, dice }))
        }
    }
}

/// Carries out an order. If it needs an answer of the other side, or dice that are not yet
/// entered, it is declared.
fn carry_out(by: RequestContext, order: &Order, dice: Option<&[dice::EnteredRoll]>) -> Plan {
    let table = by.table;
    let battle = table.journal.battle();
    let apps = dice.is_some_and(|dice| dice.contains(&dice::EnteredRoll::Program));
    let mut given = GivenDice::with(by, dice);
    // A declared order would reveal that dice are rolled for it, so the app makes all remaining
    // rolls.
    given.to_the_end = apps && is_hidden_from_other(battle, order);
    let mut earlier_rolls = PendingRolls::default();
    let stop = match dice_policy::prepare(by, order, given, &mut earlier_rolls) {
        Ok(prepared) => return Ok(entered(prepared)),
        Err(stop) => stop,
    };
    let (dice, shown, waits_for) = match &stop {
        // No die is rolled before the answer.
        Stop::Needs { need: Need::Answer { of, .. }, .. } => {
            (dice.map(<[_]>::to_vec), false, Some(*of))
        }
        Stop::Needs { need: Need::Throw { by: roller, .. }, .. } => {
            let shown = reveals_secret(by, order, dice.unwrap_or_default());
            let apps = earlier_rolls.has_app_rolls();
            // A script for both sides sends the order again with more dice.
            let stays = apps || shown || by.agreed || waits_for_another(by.seat, *roller);
            if !stays || (by.seat == Seat::Umpire && !apps) {
                return Err(Box::new(stopped(by, order, dice, stop)));
            }
            (dice.map(|_| Vec::new()), shown, *roller)
        }
        Stop::Refused(_) | Stop::Invalid(_) => {
            return Err(Box::new(stopped(by, order, dice, stop)));
        }
    };
    let PendingRolls { rolls: earlier_rolls, number } = earlier_rolls;
    let did = StoredEvent::Declared { order: order.to_map(), earlier_rolls, number, dice, shown };
    Ok(waits(table, did, stop, waits_for))
}

/// Whether the other side learns only that the order was given.
fn is_hidden_from_other(battle: &Battle, order: &Order) -> bool {
    Side::ALL
        .iter()
        .any(|side| battle.order_visibility(order, Viewer::Side(*side)) == Visibility::Hidden)
}

/// Whether another seat makes the next roll.
pub(super) fn waits_for_another(seat: Seat, by: Option<Side>) -> bool {
    match (seat.side(), by) {
        (Some(own), Some(by)) => own != by,
        _ => false,
    }
}

/// The field that the other side must choose.
pub(super) struct AskedField<'d> {
    pub(super) field: &'static str,
    pub(super) of: Side,
    pub(super) choices: &'d [Choice],
}

impl DeclaredOrder {
    /// The present question to the other side.
    pub(super) fn question(&self) -> Option<AskedField<'_>> {
        match self.stop.as_ref()? {
            Stop::Needs { need: Need::Answer { field, of, choices }, .. } => {
                Some(AskedField { field, of: *of, choices })
            }
            Stop::Needs { need: Need::Throw { .. }, .. } | Stop::Refused(_) | Stop::Invalid(_) => {
                None
            }
        }
    }
}

/// Checks that a seat gives only its own side's orders, and leaves the other
/// side's choices open.
pub(super) fn check_side_choices(
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

/// Whether the roll that an order needs next reveals something that this seat
/// may not know yet: battles that look alike to the seat ask for different
/// rolls.
pub(super) fn reveals_secret(
    by: RequestContext,
    order: &Order,
    dice: &[dice::EnteredRoll],
) -> bool {
    let known = by.table.known(by.seat);
    known.hides_odds(order).is_some() || asks_differ(&known, order, dice)
}

/// Whether battles that look alike ask for different rolls after these dice.
pub(super) fn asks_differ(known: &PlayerView, order: &Order, dice: &[dice::EnteredRoll]) -> bool {
    let next = |candidate: &PlayerView| {
        let mut dice = Entered::without_app(dice.iter().cloned());
        match candidate.resolve(order, &mut dice) {
            Err(Stop::Needs { need: Need::Throw { ask, .. }, .. }) => Some(ask),
            Ok(_) | Err(Stop::Needs { .. } | Stop::Refused(_) | Stop::Invalid(_)) => None,
        }
    };
    let indistinguishable = known.indistinguishable();
    let Some((first, others)) = indistinguishable.split_first() else { return false };
    if others.is_empty() {
        return false;
    }
    let asked = next(first);
    others.iter().any(|other| next(other) != asked)
}

/// Adds an answer to a declared order.
pub(super) fn answer(
    by: RequestContext,
    declared: &DeclaredOrder,
    field: &str,
    value: &Value,
) -> Plan {
    answer_with(by, declared, field, value, None)
}

/// The same, with the rolls that came with the answer.
fn answer_with(
    by: RequestContext,
    declared: &DeclaredOrder,
    field: &str,
    value: &Value,
    dice: Option<&[dice::EnteredRoll]>,
) -> Plan {
    let Some(asks) = declared.question() else {
        return Err(table_rule(message!("this order asks no question")));
    };
    if !by.answers_for(asks.of) {
        return Err(table_rule(message!("the other side answers this")));
    }
    if asks.field != field {
        return Err(Box::new(error(message!("this order asks for {name}", name = asks.field))));
    }
    let Some(choice) = asks.choices.iter().find(|choice| choice.value == *value) else {
        return Err(table_rule(message!("this cannot be chosen now")));
    };
    if let Some(refusal) = &choice.refused {
        return Err(Box::new(Response::Refused(refusal.clone())));
    }
    let mut order = declared.order.clone();
    order.insert(field.to_owned(), value.clone());
    match dice {
        None => continue_declared(by, declared, &order, GivenDice::ahead(declared)),
        Some(dice) => continue_with(by, declared, &order, dice),
    }
}

/// An answered order with the rolls that came with the answer, beside those that came with the
/// order: each roll takes those of its own side first. If the issuer gave none, the app makes
/// the rolls that are left.
fn continue_with(
    by: RequestContext,
    declared: &DeclaredOrder,
    written: &Map<String, Value>,
    dice: &[dice::EnteredRoll],
) -> Plan {
    if by.is_bound() {
        let given = match declared.dice {
            Some(_) => GivenDice::ahead(declared),
            None => GivenDice::with_answer(by, declared, dice),
        };
        return continue_declared(by, declared, written, given);
    }
    let issuer = declared.seat.side();
    let mut own = VecDeque::from(dice.to_vec());
    let mut ahead = VecDeque::from(declared.dice.clone().unwrap_or_default());
    let mut all: Vec<dice::EnteredRoll> = Vec::new();
    loop {
        let given = GivenDice::after(by, declared, Some(&all));
        let planned = continue_declared(by, declared, written, given)?;
        let RowEffect::Waits(stop) = &planned.effect else { break };
        let Stop::Needs { need: Need::Throw { by: roller, .. }, .. } = &**stop else { break };
        let is_issuers = issuer.is_some() && *roller == issuer;
        let queues = if is_issuers { [&mut ahead, &mut own] } else { [&mut own, &mut ahead] };
        let Some(next) = queues.into_iter().find_map(VecDeque::pop_front) else { break };
        all.push(next);
    }
    // Dice that no roll has taken are refused as surplus.
    all.extend(own);
    let is_script = by.seat == Seat::Umpire;
    let mut given = GivenDice::after(by, declared, Some(&all));
    given.to_the_end = declared.dice.is_none() && !is_script;
    let planned = continue_declared(by, declared, written, given)?;
    let apps = all.contains(&dice::EnteredRoll::Program);
    match planned.effect {
        // A script for both sides sends the answer again with more dice.
        RowEffect::Waits(stop) if is_script && !apps => {
            let order = by.table.journal.battle().read_declared(written).map_err(fault)?;
            Err(Box::new(stopped(by, &order, None, *stop)))
        }
        effect => Ok(Planned { effect, ..planned }),
    }
}

/// Adds rolls to a declared order.
pub(super) fn throw(
    by: RequestContext,
    declared: &DeclaredOrder,
    dice: Option<&[dice::EnteredRoll]>,
) -> Plan {
    match &declared.stop {
        Some(Stop::Needs { need: Need::Answer { .. }, .. }) => {
            return Err(table_rule(message!("this order must be answered first")));
        }
        Some(Stop::Needs { need: Need::Throw { by: side, .. }, .. }) => {
            if let Some(side) = side.filter(|side| by.is_bound() && !by.answers_for(*side)) {
                return Err(table_rule(message!(
                    "this roll is side {side}’s: leave it to that side",
                    side
                )));
            }
        }
        Some(Stop::Refused(_) | Stop::Invalid(_)) | None => {}
    }
    continue_declared(by, declared, &declared.order, GivenDice::after(by, declared, dice))
}

/// A declared order with another answer, or with a seat's rolls.
fn continue_declared(
    by: RequestContext,
    declared: &DeclaredOrder,
    written: &Map<String, Value>,
    given: GivenDice,
) -> Plan {
    let table = by.table;
    let order = table.journal.battle().read_declared(written).map_err(fault)?;
    let mut earlier_rolls = declared.earlier_rolls.clone();
    let stop = match dice_policy::prepare(by, &order, given, &mut earlier_rolls) {
        Ok(prepared) => return Ok(entered(prepared)),
        Err(stop) => stop,
    };
    let (order, earlier_rolls, shown, waits_for) = match &stop {
        Stop::Needs { need: Need::Answer { of, .. }, .. } => {
            (written.clone(), declared.earlier_rolls.clone(), declared.shown, Some(*of))
        }
        Stop::Needs { need: Need::Throw { by: roller, .. }, after } => {
            let whole = order.to_map();
            if after.len() == declared.earlier_rolls.rolls.len() && whole == declared.order {
                return Err(Box::new(stopped(by, &order, None, stop)));
            }
            (whole, earlier_rolls, true, *roller)
        }
        Stop::Refused(_) | Stop::Invalid(_) => {
            return Err(Box::new(stopped(by, &order, None, stop)));
        }
    };
    let PendingRolls { rolls: earlier_rolls, number } = earlier_rolls;
    let did = StoredEvent::Answered { order, earlier_rolls, number, shown };
    Ok(waits(table, did, stop, waits_for))
}

/// A pending order, which waits at the point where it stopped.
pub(super) fn waits(
    table: &PlainTable,
    did: StoredEvent,
    stop: Stop,
    waits_for: Option<Side>,
) -> Planned {
    Planned { waits_for, effect: RowEffect::Waits(Box::new(stop)), ..plain(table, did) }
}

/// Withdraws an order that is not yet answered, for which the app has not rolled, and which has
/// revealed no secret.
pub(super) fn withdraw(by: RequestContext, declared: &DeclaredOrder) -> Plan {
    let giver = by.table.journal.battle().issuing_side(&declared.order);
    if !(by.seat == declared.seat || giver.is_some_and(|side| by.seat.plays(side))) {
        return Err(table_rule(message!("only the seat that declared an order can withdraw it")));
    }
    if !declared.can_be_withdrawn() {
        return Err(table_rule(message!(
            "it can no longer be withdrawn: it was answered, the app has rolled for it, or it has \
             revealed a secret"
        )));
    }
    Ok(plain(by.table, StoredEvent::Withdrawn {}))
}

/// The meaning of an order for the pending one, if a script sends it as its answer: it is the
/// order named after the open field, or the declared order again with that field filled in or
/// with more dice.
pub(super) fn as_sent_again(
    by: RequestContext,
    declared: &DeclaredOrder,
    written: &Map<String, Value>,
    dice: Option<&[dice::EnteredRoll]>,
) -> Option<Plan> {
    let says_again = |written: &Map<String, Value>| {
        written.iter().all(|(key, value)| declared.order.get(key) == Some(value))
            && written.contains_key("kind")
    };
    let Some(AskedField { field, .. }) = declared.question() else {
        if !says_again(written) {
            return None;
        }
        // All dice are sent again; those already rolled are not rolled again.
        let dice =
            dice.map(|dice| dice.get(declared.earlier_rolls.rolls.len()..).unwrap_or_default());
        return Some(throw(by, declared, dice));
    };
    if written.get("kind").and_then(Value::as_str) == Some(field) {
        return answer_as_order(by, declared, field, written, dice);
    }
    let value = written.get(field)?;
    let mut rest = written.clone();
    rest.shift_remove(field);
    says_again(&rest).then(|| answer_with(by, declared, field, value, dice))
}

/// An answer that is an order of its own, such as `avoid`; `None` if its unit is not the target
/// of the declared order.
fn answer_as_order(
    by: RequestContext,
    declared: &DeclaredOrder,
    field: &str,
    written: &Map<String, Value>,
    dice: Option<&[dice::EnteredRoll]>,
) -> Option<Plan> {
    let journal = &by.table.journal;
    let order = match journal.battle().read_order(written) {
        Ok(order) => order,
        Err(wrong) => return Some(Err(fault(wrong))),
    };
    if let Some(stop @ Stop::Invalid(_)) = journal.lacks(&order, &[]) {
        return Some(Err(Box::new(stopped(by, &order, None, stop))));
    }
    let tag = |value: Option<&Value>| value?.as_str()?.parse::<Tag>().ok();
    if tag(written.get("ship")) != tag(declared.order.get("target")) {
        return None;
    }
    let chosen = written.values().find(|value| value.is_boolean())?;
    Some(answer_with(by, declared, field, chosen, dice))
}
