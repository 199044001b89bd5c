//! The resolver of Greek Fire.

use dice::{AskedRoll, Hand, Higher, Roller};
use message::message;
use rules::common::{Resolution, Side, Tag, refuse};
use rules::ending::can_end;

use super::effects::Effect;
use super::guards::{Resolved, called, crewed, victory};
use super::missiles::Shot;
use super::morale::Test;
use super::orders::{Order, Outcome, rule};
use super::ramming::Approach;
use super::state::Battle;
use super::tables::FIRST_SIDE_DIE;
use super::{boarding, fire, missiles, morale, moving, prizes, ramming};

/// Resolves an order; the sequence of play is checked in `turn`.
pub(super) fn resolve(battle: &Battle, order: &Order, roller: &mut Roller) -> Resolved {
    match order {
        Order::FirstSide => first_side(battle, roller),
        Order::Activate { ship } => activate(battle, *ship),
        Order::Fire { ship, burning_neighbours, credit } => {
            fire::fire(battle, *ship, *burning_neighbours, *credit, roller)
        }
        Order::Sail { ship, terrain } => moving::sail(battle, *ship, *terrain, roller),
        Order::Ungrapple { ship } => moving::ungrapple(battle, *ship, roller),
        Order::EndTurn { ship } => end_turn(battle, *ship),
        Order::Concede { side } => {
            can_end(battle, rule::VICTORY)?;
            Ok(Resolution::done(vec![Effect::Conceded(*side)]))
        }
        Order::Row { ship, spent, ramming_speed } => {
            moving::row(battle, *ship, *spent, *ramming_speed)
        }
        Order::Terrain { ship, hex } => moving::terrain(battle, *ship, *hex, roller),
        Order::Shoot { ship, weapon, mount, target, range } => {
            let shot = Shot { weapon: *weapon, mount, range_hexes: *range };
            missiles::shoot(battle, *ship, *target, &shot, roller)
        }
        Order::Ram { ship, target, spaces_straight, bow_to_bow } => {
            let (spaces_straight, bow_to_bow) = (*spaces_straight, *bow_to_bow);
            let approach = Approach { spaces_straight, bow_to_bow };
            ramming::ram(battle, *ship, *target, approach, roller)
        }
        Order::Board { ship, target, rammed_together } => {
            boarding::board(battle, *ship, *target, *rammed_together, roller)
        }
        Order::TakePrize { ship, target, crew } => {
            prizes::take_prize(battle, *ship, *target, *crew)
        }
        Order::Morale {
            ship,
            adjacent_enemies,
            routing_friends_within_20,
            abandon,
            credit,
            unrolled,
        } => {
            let test = Test {
                adjacent_enemies: adjacent_enemies.as_deref(),
                routing_friends: *routing_friends_within_20,
                abandon: *abandon,
                credit: *credit,
                unrolled: *unrolled,
            };
            morale::morale(battle, *ship, &test, roller)
        }
        Order::Escape { ship } => morale::escape(battle, *ship),
        Order::LeaveTable { ship, elsewhere } => moving::leave_table(battle, *ship, *elsewhere),
        Order::EndRound => Ok(end_round(battle)),
    }
}

/// Equal fleets roll for who goes first, before any other order of the round (GF-1, GF-29).
fn first_side(battle: &Battle, roller: &mut Roller) -> Resolved {
    let [a, b] = battle.sizes;
    if a != b {
        let more = if a > b { Side::A } else { Side::B };
        let name = &battle.common.sides[more.index()].name;
        let why = message!(
            "First to move: {name} ({side}), with more ships, {larger} to {smaller}",
            name,
            side = more.slug(),
            larger = a.max(b),
            smaller = a.min(b)
        );
        return refuse(rule::TURN_ORDER, why);
    }
    if battle.begun || battle.first_side.is_some() {
        return refuse(
            rule::TURN_ORDER,
            message!("roll for first side before the first order of a round"),
        );
    }
    let throw = |side: Side, hand| {
        AskedRoll::new(FIRST_SIDE_DIE, message!("side {side}: who goes first", side = side.slug()))
            .thrown_by(hand)
    };
    let side =
        match roller.contest(&throw(Side::A, Hand::Giver), &throw(Side::B, Hand::Opponent))? {
            Higher::First => Side::A,
            Higher::Second => Side::B,
        };
    Ok(Resolution::done(vec![Effect::FirstSideChosen(side)]))
}

/// Begins a ship's turn. A ship without crew has none (Greek Fire: boarding).
fn activate(battle: &Battle, tag: Tag) -> Resolved {
    let ship = crewed(battle, tag, rule::TURN_ORDER)?;
    if ship.moved_this_round {
        return refuse(
            rule::TURN_ORDER,
            message!("{ship} has moved this round", ship = called(tag, ship)),
        );
    }
    Ok(Resolution::done(vec![Effect::Activated(tag)]))
}

/// Ends the turn of the active ship.
fn end_turn(battle: &Battle, tag: Tag) -> Resolved {
    let ship = battle.common.units.get(tag)?;
    let name = called(tag, ship);
    let why = match battle.active {
        Some(active) if active == tag => {
            return Ok(Resolution::done(vec![Effect::TurnEnded(tag)]));
        }
        Some(active) => message!("it is the turn of {active}, not of {ship}", active, ship = name),
        None => message!("it is not the turn of {ship}", ship = name),
    };
    refuse(rule::TURN_ORDER, why)
}

/// Counts down the rounds of sinking ships (GF-22), including those that surrendered or
/// were abandoned.
fn end_round(battle: &Battle) -> Resolution<Outcome, Effect> {
    let mut effects = Vec::new();
    for (tag, ship) in battle.common.units.iter().filter(|(_, ship)| ship.on_table()) {
        let Some(rounds) = ship.sinking_in else { continue };
        effects.push(Effect::CountedDown(tag));
        if rounds <= 1 {
            effects.push(Effect::Sunk(tag));
            effects.extend(victory(battle, ship.sinking_by, tag));
        }
    }
    effects.push(Effect::RoundEnded);
    Resolution::done(effects)
}
