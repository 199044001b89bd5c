//! The resolver of Chicken of the Sea: it passes each order to its part of the rules.

use dice::Roller;
use rules::common::Resolution;
use rules::ending::can_end;

use super::attack::Attack;
use super::effects::Effect;
use super::guards::Resolved;
use super::orders::{END_RULE, Order, Outcome, Switch};
use super::state::Battle;
use super::{attack, boarding, command, moving, speed};

/// Resolves an order; the sequence of play is checked in `turn`.
pub(super) fn resolve(battle: &Battle, order: &Order, roller: &mut Roller) -> Resolved {
    match order {
        Order::SetSpeed { ship, formation, speed } => {
            speed::set_speed(battle, *ship, formation.as_deref(), *speed, roller)
        }
        Order::Drift { ship } => moving::drift(battle, *ship, roller),
        Order::Spend { ship, mp } => moving::spend(battle, *ship, *mp),
        Order::Coast { ship, bow_at_land, backing } => {
            moving::coast(battle, *ship, *bow_at_land, *backing, roller)
        }
        Order::Refloat { ship } => moving::refloat(battle, *ship, roller),
        Order::EnterOccupied { ship, other, through_flank } => {
            moving::enter_occupied(battle, *ship, *other, *through_flank, roller)
        }
        Order::Unfoul { ship } => moving::unfoul(battle, *ship),
        Order::Ram { ship, target, aspect, mp_left, avoid } => {
            let attack = Attack { ship: *ship, target: *target, avoid: *avoid };
            attack::ram(battle, attack, *aspect, *mp_left, roller)
        }
        Order::Shear { ship, target, aspect, avoid } => {
            let attack = Attack { ship: *ship, target: *target, avoid: *avoid };
            attack::shear(battle, attack, *aspect, roller)
        }
        Order::Avoid { ship, attempt } => attack::avoid(battle, *ship, *attempt, roller),
        Order::EndMove { ship } => moving::end_move(battle, *ship),
        Order::LeaveTable { ship } => moving::leave_table(battle, *ship),
        Order::Board { ships, target } => boarding::board(battle, ships, *target, roller),
        Order::Counterboard { ship, target, attempt } => {
            boarding::counterboard(battle, *ship, *target, *attempt, roller)
        }
        Order::TransferAdmiral { from, to } => command::transfer_admiral(battle, *from, *to),
        Order::Form { formation, ships, leader } => {
            command::form(battle, *formation, ships, *leader)
        }
        Order::BreakFormation { ship } => command::break_formation(battle, *ship),
        Order::OutOfRange { side, ships } => command::out_of_range(battle, *side, ships),
        Order::CommandCheck { ship, in_admirals_range } => {
            command::check(battle, *ship, *in_admirals_range, roller)
        }
        Order::EndPhase => Ok(end_phase(battle)),
        Order::Resign { side } => {
            can_end(battle, END_RULE)?;
            Ok(Resolution::done(vec![Effect::Resigned(*side)]))
        }
    }
}

fn end_phase(battle: &Battle) -> Resolution<Outcome, Effect> {
    let mut effects = vec![Effect::PhaseEnded];
    let next = battle.next_phase();
    if let Some(nation) = next.mover() {
        let side = battle.side_of(nation);
        let enhanced = battle.switch(Switch::Command) && battle.would_be_enhanced(side);
        if battle.admiral(side).is_some_and(|admiral| admiral.enhanced != enhanced) {
            effects.push(Effect::AdmiralEnhanced(side, enhanced));
        }
    }
    Resolution::done(effects)
}
