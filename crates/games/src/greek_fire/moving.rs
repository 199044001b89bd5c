//! Movement in Greek Fire: sailing, rowing, breaking free, terrain.

use dice::{AskedRoll, Preferred, Roller};
use message::{Message, message};
use rules::common::{Resolution, Stop, Tag, refuse};
use rules::modifiers::ModifierWord as _;

use super::effects::Effect;
use super::guards::{Resolved, called, crewed, unit_in_play};
use super::hull_damage::{HullHit, hole};
use super::orders::{Current, Hex, Outcome, rule};
use super::points_used::Spent;
use super::state::{Battle, Phase, Ship};
use super::tables::{
    Advantage, BREAKS_FREE, Cause, CrewQuality, FLOUNDERS, FREE_DIE, RAM_DIE, RAM_TABLE, SAIL_DIE,
    SAIL_TABLE, SARGASSO_COSTS, Skill,
};

/// Resolves the sail roll (Greek Fire: sail phase).
pub(super) fn sail(battle: &Battle, tag: Tag, terrain: Current, roller: &mut Roller) -> Resolved {
    let ship = crewed(battle, tag, rule::SAIL)?;
    let quality = match ship.crew_quality {
        CrewQuality::Poor => Some(Cause::PoorCrew),
        CrewQuality::Good => None,
        CrewQuality::Elite => Some(Cause::EliteCrew),
    };
    let water = match terrain {
        Current::None => None,
        Current::GulfStream => Some(Cause::GulfStream),
        Current::RoughWaters => Some(Cause::RoughWaters),
    };
    let modifiers = [
        Cause::Sails.times(ship.carries(Advantage::Sails).into()),
        quality.map(Cause::modifier),
        Cause::OnFire.applies(ship.fires > 0),
        Cause::RammedBeforeSailing.applies(ship.rammed_last_turn),
        Cause::Sailing.times(ship.skill(Skill::Sailing).into()),
        water.map(Cause::modifier),
    ];
    let ask =
        AskedRoll::new(SAIL_DIE, message!("sail")).with(modifiers.into_iter().flatten().collect());
    let row = roller.row(&ask, &SAIL_TABLE)?;
    let wind = match row.wind() {
        Some(wind) => wind,
        None => -roller.value(
            &AskedRoll::new(FLOUNDERS, message!("move lost floundering"))
                .preferring(Preferred::Low),
        )?,
    };
    Ok(Resolution::new(row, vec![Effect::PhaseReached(tag, Phase::Sail), Effect::Wind(tag, wind)]))
}

/// Resolves an attempt, one a turn, to break free from every ship that holds her (GF-18).
pub(super) fn ungrapple(battle: &Battle, tag: Tag, roller: &mut Roller) -> Resolved {
    let ship = crewed(battle, tag, rule::ROWING)?;
    let name = called(tag, ship);
    if ship.grappled.is_empty() {
        return refuse(rule::ROWING, message!("{ship} is not grappled", ship = name));
    }
    if ship.ungrapple_tried {
        return refuse(
            rule::ROWING,
            message!("{ship} has already tried to break free this turn", ship = name),
        );
    }
    let mut effects = vec![Effect::PhaseReached(tag, Phase::Row), Effect::TriedFree(tag)];
    if !roller.at_least(&AskedRoll::new(FREE_DIE, message!("breaks free on 4–6")), BREAKS_FREE)? {
        return Ok(Resolution::new(Outcome::Held, effects));
    }
    effects.extend(ship.grappled.iter().map(|other| Effect::CutFree(tag, *other)));
    Ok(Resolution::new(Outcome::Free, effects))
}

/// Uses move points now; those of several orders in a turn add up.
pub(super) fn row(battle: &Battle, tag: Tag, spent: Spent, ramming_speed: bool) -> Resolved {
    let ship = unit_in_play(battle, tag, rule::ROWING)?;
    let name = called(tag, ship);
    let spent = spent.of(ship.points_left(ramming_speed));
    has_not_rammed(ship, &name, rule::ROWING)?;
    if spent > ship.points_left(ramming_speed) {
        return refuse(rule::ROWING, too_many(ship, name, spent, ramming_speed));
    }
    Ok(Resolution::done(vec![
        Effect::PhaseReached(tag, Phase::Row),
        Effect::Rowed { ship: tag, spent, ramming_speed },
    ]))
}

/// Refuses a ship that has rammed this turn: she may not move again.
fn has_not_rammed(ship: &Ship, name: &Message, rule: &'static str) -> Result<(), Stop> {
    let Some(target) = ship.rammed_this_turn.first() else { return Ok(()) };
    let why =
        message!("{ship} has rammed {target} and cannot move again this turn", ship = name, target);
    refuse(rule, why)
}

/// Whether a ship may make a move that costs no points: leave the table or enter terrain
/// (GF-24, GF-34).
pub(super) fn may_move(ship: &Ship, name: Message, rule: &'static str) -> Result<(), Stop> {
    has_not_rammed(ship, &name, rule)?;
    let why = if ship.aground {
        message!("{ship} is aground", ship = name)
    } else if let Some(other) = ship.grappled.first() {
        message!("{ship} is grappled with {other} and must break free first", ship = name, other)
    } else if ship.move_points(false) == 0 {
        message!("{ship} has no move point this turn", ship = name)
    } else {
        return Ok(());
    };
    refuse(rule, why)
}

/// Why a ship cannot spend this many points, with the figures.
pub(super) fn too_many(ship: &Ship, name: Message, wanted: u32, ramming_speed: bool) -> Message {
    let points = ship.move_points(ramming_speed);
    let has = if ship.spent > 0 {
        message!(points =>
            "{ship} has only {n} move point, {spent} of it spent"
            | "{ship} has only {n} move points, {spent} of them spent",
            ship = name,
            spent = ship.spent
        )
    } else {
        message!(points => "{ship} has only {n} move point" | "{ship} has only {n} move points", ship = name)
    };
    if ship.crew == 0 {
        message!("{has}; she cannot spend {wanted}: she has no crew left to row", has, wanted)
    } else if ship.aground {
        message!("{has}; she cannot spend {wanted}: she is aground", has, wanted)
    } else if let Some(other) = ship.grappled.first() {
        message!(
            "{has}; she cannot spend {wanted}: she is grappled with {other} and must break free first",
            has,
            wanted,
            other
        )
    } else if ship.stopped {
        message!(
            "{has}; she cannot spend {wanted}: she stopped last turn, so her move is halved",
            has,
            wanted
        )
    } else {
        message!("{has}; she cannot spend {wanted}", has, wanted)
    }
}

/// Resolves entering a hex of terrain (Greek Fire: terrain).
pub(super) fn terrain(battle: &Battle, tag: Tag, hex: Hex, roller: &mut Roller) -> Resolved {
    let ship = crewed(battle, tag, rule::TERRAIN)?;
    may_move(ship, called(tag, ship), rule::TERRAIN)?;
    match hex {
        Hex::Land => refuse(rule::TERRAIN, message!("no ship may enter land")),
        Hex::Sargasso => row(battle, tag, Spent::Points(SARGASSO_COSTS), false),
        Hex::Shallows => Ok(Resolution::done(vec![Effect::RunAground(tag)])),
        Hex::RockyShallows => {
            let hulls = ship.carries(Advantage::ReinforcedHull);
            let modifiers = Cause::OwnHull.times(hulls.into()).into_iter().collect();
            let ask = AskedRoll::new(RAM_DIE, message!("rocky shallows"))
                .with(modifiers)
                .preferring(Preferred::Low);
            let row = roller.row(&ask, &RAM_TABLE)?;
            let rocks = HullHit { tag, by: None, preferred: Preferred::Low };
            Ok(Resolution::new(row, hole(battle, ship, &rocks, row, roller)?))
        }
    }
}

/// A ship that is not routing leaves the table, which is a move (GF-24).
pub(super) fn leave_table(battle: &Battle, tag: Tag, elsewhere: bool) -> Resolved {
    let ship = crewed(battle, tag, rule::ROWING)?;
    let name = called(tag, ship);
    if ship.routing {
        return refuse(
            rule::ROWING,
            message!("{ship} is routing and cannot leave in good order", ship = name),
        );
    }
    may_move(ship, name, rule::ROWING)?;
    let gone = if elsewhere { Effect::Escaped(tag) } else { Effect::LeftTable(tag) };
    Ok(Resolution::done(vec![gone]))
}
