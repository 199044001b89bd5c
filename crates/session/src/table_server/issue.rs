//! An order is issued: carried out at once, declared, or proposed to the other side.

use crate::protocol::Seat;
use engine::journal::PendingRolls;
use games::{Battle, Order};
use message::message;
use rules::{Need, OrderVisibility, Side, Stop, Viewer};
use serde_json::{Map, Value};

use super::dice_policy::{self, GivenDice};
use super::pending;
use super::plan::{
    Plan, RequestContext, entered, fault, nothing_waits, plain, propose, stopped, table_rule,
};
use super::row::{Proposal, StoredEvent};

pub(super) fn give(
    by: RequestContext,
    written: &Map<String, Value>,
    dice: Option<&[dice::EnteredRoll]>,
) -> Plan {
    let table = by.table;
    if let Some(waits) = &table.rest.declared
        && let Some(planned) = pending::as_sent_again(by, waits, written, dice)
    {
        return planned;
    }
    // What was agreed to is the proposal that waits, and a right of the rules waits for
    // no answer.
    if !by.agreed && !is_a_right(by, written) {
        nothing_waits(table)?;
    }
    let battle = table.journal.battle();
    if let Some(own) = by.seat.side() {
        pending::leaves_it_to_the_other(by, written)?;
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
    if !table.may_command(by.seat, battle, battle.giver_of(&order)) {
        return Err(table_rule(message!("this seat cannot give these orders")));
    }
    carry_out(by, &order, dice)
}

/// Whether an order is a right of its side that the rules give it in the other's turn, while
/// only a proposal waits.
fn is_a_right(by: RequestContext, written: &Map<String, Value>) -> bool {
    let battle = by.table.journal.battle();
    let order = battle.read_declared(written).ok();
    let is_right = order.is_some_and(|order| battle.is_right(&order));
    is_right && by.seat.side().is_some() && by.table.rest.declared.is_none()
}

/// Ends a phase of both sides if the other one is ready too, or is not there; otherwise this
/// side says that it is.
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
    if let Some(stop @ (Stop::Refused(_) | Stop::Nonsense(_))) = table.journal.lacks(order, &[]) {
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

/// Asks the other side whether an order may be given that takes more than what
/// is this side's own, unless the rules forbid it. No die is rolled before.
fn asks_for_consent(
    by: RequestContext,
    own: Side,
    order: &Order,
    dice: Option<&[dice::EnteredRoll]>,
) -> Plan {
    match by.table.journal.lacks(order, &[]) {
        Some(stop @ (Stop::Refused(_) | Stop::Nonsense(_))) => {
            Err(Box::new(stopped(by, order, dice, stop)))
        }
        Some(Stop::Needs { .. }) | None => {
            let (order, dice) = (order.to_map(), dice.map(<[_]>::to_vec));
            let mut lately = by.table.rest.refused.iter().filter(|no| no.holds(by.now) > 0);
            if let Some(no) = lately.find(|no| no.seat == by.seat && no.order == order) {
                return Err(table_rule(message!(
                    no.holds(by.now) => "side {side} has just said no to this: ask again in {n} second"
                        | "side {side} has just said no to this: ask again in {n} seconds",
                    side = own.other()
                )));
            }
            Ok(propose(by.table, own, Proposal::Order { order, dice }))
        }
    }
}

/// Carries out an order. If it needs an answer of the other side, or dice that are not there,
/// it is declared.
fn carry_out(by: RequestContext, order: &Order, dice: Option<&[dice::EnteredRoll]>) -> Plan {
    let table = by.table;
    let battle = table.journal.battle();
    let apps = dice.is_some_and(|dice| dice.contains(&dice::EnteredRoll::Program));
    let mut given = GivenDice::with(by, dice);
    // Declared, it would tell that dice are rolled for it: the app rolls the rest
    // as well.
    given.to_the_end = apps && is_kept_from_the_other(battle, order);
    let mut lying = PendingRolls::default();
    let stop = match dice_policy::prepare(by, order, given, &mut lying) {
        Ok(prepared) => return Ok(entered(prepared)),
        Err(stop) => stop,
    };
    let (dice, shown, waits_for) = match &stop {
        // No die is rolled before the answer.
        Stop::Needs { need: Need::Answer { of, .. }, .. } => {
            (dice.map(<[_]>::to_vec), false, Some(*of))
        }
        Stop::Needs { need: Need::Throw { by: roller, .. }, .. } => {
            let shown = pending::tells_a_secret(by, order, dice.unwrap_or_default());
            let apps = lying.has_the_apps();
            // A script for both sides sends the order again with more dice.
            let stays = apps || shown || by.agreed || waits_for_another(by.seat, *roller);
            if !stays || (by.seat == Seat::Umpire && !apps) {
                return Err(Box::new(stopped(by, order, dice, stop)));
            }
            (dice.map(|_| Vec::new()), shown, *roller)
        }
        Stop::Refused(_) | Stop::Nonsense(_) => {
            return Err(Box::new(stopped(by, order, dice, stop)));
        }
    };
    let PendingRolls { rolls: lying, number } = lying;
    let did = StoredEvent::Declared { order: order.to_map(), lying, number, dice, shown };
    Ok(pending::waits(table, did, stop, waits_for))
}

/// Whether the other side is told no more of an order than whose it is.
fn is_kept_from_the_other(battle: &Battle, order: &Order) -> bool {
    Side::ALL
        .iter()
        .any(|side| battle.shows(order, Viewer::Side(*side)) == OrderVisibility::SideAlone)
}

/// Whether the next roll belongs to somebody else than this seat.
pub(super) fn waits_for_another(seat: Seat, by: Option<Side>) -> bool {
    match (seat.side(), by) {
        (Some(own), Some(by)) => own != by,
        _ => false,
    }
}
