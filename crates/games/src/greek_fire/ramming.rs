//! Ramming in Greek Fire.

use dice::{AskedRoll, Preferred, Roller};
use message::message;
use rules::common::{Resolution, Stop, Tag, refuse};
use rules::modifiers::ModifierWord as _;

use super::effects::Effect;
use super::guards::{Resolved, called, opponents};
use super::hull_damage::{HullHit, hole};
use super::moving::too_many;
use super::orders::rule;
use super::state::{Battle, Phase, Ship};
use super::tables::{Advantage, Cause, FULL_RUN, LEAST_RUN, RAM_DIE, RAM_TABLE};

/// The approach of a ship to her ram.
#[derive(Clone, Copy)]
pub(super) struct Approach {
    pub(super) spaces_straight: Option<u32>,
    pub(super) bow_to_bow: bool,
}

/// Resolves a ram, one a turn, after a run straight ahead that is no longer than her move
/// (GF-16).
pub(super) fn ram(
    battle: &Battle,
    tag: Tag,
    target: Tag,
    approach: Approach,
    roller: &mut Roller,
) -> Resolved {
    let (ship, other) = opponents(battle, tag, target, rule::RAMMING)?;
    may_ram(ship, tag)?;
    let (spaces, rowed) = run(battle, tag, ship, approach.spaces_straight)?;
    let modifiers = [
        Cause::RamBonus.times(ship.ram_bonus()),
        Cause::TargetRamBonus.times(other.ram_bonus()),
        Cause::TargetHull.times(other.carries(Advantage::ReinforcedHull).into()),
        Cause::ShortRun.applies(spaces < FULL_RUN),
        Cause::BowToBow.applies(approach.bow_to_bow),
    ];
    let ask =
        AskedRoll::new(RAM_DIE, message!("ram")).with(modifiers.into_iter().flatten().collect());
    let row = roller.row(&ask, &RAM_TABLE)?;
    let mut effects: Vec<Effect> = rowed.into_iter().collect();
    effects.extend([Effect::PhaseReached(tag, Phase::Ram), Effect::Rammed(tag, target)]);
    let struck = HullHit { tag: target, by: Some(tag), preferred: Preferred::High };
    let harm = hole(battle, other, &struck, row, roller)?;
    if harm.is_empty() {
        effects.push(Effect::Unharmed(target));
    }
    effects.extend(harm);
    Ok(Resolution::new(row, effects))
}

fn may_ram(ship: &Ship, tag: Tag) -> Result<(), Stop> {
    let name = called(tag, ship);
    if let Some(earlier) = ship.rammed_this_turn.first() {
        return refuse(
            rule::RAMMING,
            message!("{ship} has already rammed {earlier} this turn", ship = name, earlier),
        );
    }
    if ship.aground {
        return refuse(rule::RAMMING, message!("{ship} is aground", ship = name));
    }
    if let Some(other) = ship.grappled.first() {
        return refuse(
            rule::RAMMING,
            message!("{ship} is grappled with {other}", ship = name, other),
        );
    }
    Ok(())
}

/// The spaces straight ahead, and the row that the ram itself records if she has not rowed
/// yet.
fn run(
    battle: &Battle,
    tag: Tag,
    ship: &Ship,
    given: Option<u32>,
) -> Result<(u32, Option<Effect>), Stop> {
    let name = called(tag, ship);
    let has_rowed = battle.has_rowed(tag, ship);
    let spaces = given.unwrap_or_else(|| usual_run(ship, has_rowed));
    if has_rowed {
        if spaces > ship.spent {
            let why = message!(ship.spent =>
                "{ship} has spent {n} move point this turn, not {spaces}"
                | "{ship} has spent {n} move points this turn, not {spaces}",
                ship = name, spaces);
            return refuse(rule::RAMMING, why);
        }
        return needs_a_space(spaces).map(|()| (spaces, None));
    }
    if ship.points_left(true) == 0 {
        return refuse(rule::RAMMING, message!("{ship} has no move points for a ram", ship = name));
    }
    needs_a_space(spaces)?;
    if spaces > ship.points_left(true) {
        return refuse(rule::RAMMING, too_many(ship, name, spaces, true));
    }
    let ramming_speed = spaces > ship.points_left(false);
    Ok((spaces, Some(Effect::Rowed { ship: tag, spent: spaces, ramming_speed })))
}

fn needs_a_space(spaces: u32) -> Result<(), Stop> {
    if spaces >= LEAST_RUN {
        return Ok(());
    }
    let why = message!(LEAST_RUN =>
        "a ram needs at least {n} space straight ahead"
        | "a ram needs at least {n} spaces straight ahead");
    refuse(rule::RAMMING, why)
}

/// The run that is assumed if the order states none: the points that she has spent, or a
/// full run, or all her points if those are fewer (at ramming speed only if she has none
/// otherwise).
pub(super) fn usual_run(ship: &Ship, has_rowed: bool) -> u32 {
    if has_rowed {
        return ship.spent;
    }
    match ship.points_left(false) {
        0 => FULL_RUN.min(ship.points_left(true)),
        points => FULL_RUN.min(points),
    }
}
