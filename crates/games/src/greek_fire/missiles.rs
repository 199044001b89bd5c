//! Missiles in Greek Fire.

use dice::{AskedRoll, CappedRoll, Preferred, Roller};
use message::{Joint, Message, clipped, message};
use rules::common::{Resolution, Stop, Tag, refuse};
use rules::modifiers::ModifierWord as _;

use super::effects::Effect;
use super::guards::{Resolved, called, count, opponents, victory};
use super::orders::{Outcome, rule};
use super::state::{Battle, Ship};
use super::tables::{
    ADJACENT, Advantage, CATCH_DIE, Cause, FIRES_DESTROY, FIRST_MOUNT, HIT_DIE, Missile, SPREADS,
    Skill, TO_HIT, Weapon,
};

/// Whether a hit lights a fire.
static CATCHES: AskedRoll =
    AskedRoll::new(CATCH_DIE, Message::word("catches fire")).preferring(Preferred::Low);

/// The number of counters that a spreading fire lights.
static COUNTERS: AskedRoll = AskedRoll::new(SPREADS, Message::word("fire counters"));

/// The mount and range of a shot.
pub(super) struct Shot<'o> {
    pub(super) weapon: Weapon,
    /// The mount; `first` is the first one ready.
    pub(super) mount: &'o str,
    /// The range in hexes; `None` if it follows from ships that touch.
    pub(super) range_hexes: Option<u32>,
}

/// Resolves a shot of one mount.
pub(super) fn shoot(
    battle: &Battle,
    tag: Tag,
    target: Tag,
    shot: &Shot,
    roller: &mut Roller,
) -> Resolved {
    let (ship, other) = opponents(battle, tag, target, rule::MISSILES)?;
    let missile = shot.weapon.missile();
    let mount = ready_mount(ship, tag, shot)?;
    let range = range_to(target, tag, ship, shot.range_hexes)?;
    in_range(target, shot.weapon, range, &missile)?;
    let modifiers = [
        Cause::ToHit.times(missile.to_hit),
        Cause::Missiles.times(ship.skill(Skill::Missiles).into()),
        Cause::Parablemata.applies(other.carries(Advantage::Parablemata) > 0),
    ];
    let fired = Effect::Shot { ship: tag, mount, target };
    let ask = AskedRoll::new(HIT_DIE, message!("{weapon} to hit", weapon = shot.weapon))
        .with(modifiers.into_iter().flatten().collect());
    if !roller.at_least(&ask, TO_HIT)? {
        return Ok(Resolution::new(Outcome::Miss, vec![fired]));
    }
    let (killed, lit) = hit(&missile, other, roller)?;
    let kills = Effect::CrewKilled(target, killed);
    if lit == 0 {
        return Ok(Resolution::new(Outcome::Hit, vec![fired, kills]));
    }
    let mut effects = vec![fired, kills, Effect::FiresLit(target, lit)];
    if other.fires + lit < FIRES_DESTROY {
        return Ok(Resolution::new(Outcome::HitAndFire, effects));
    }
    // Six counters destroy a ship, whatever lit them (GF-15).
    effects.push(Effect::BurntDown(target));
    effects.extend(victory(battle, Some(tag), target));
    Ok(Resolution::new(Outcome::Destroyed, effects))
}

/// Crew killed by a hit, and fire counters lit.
fn hit(missile: &Missile, target: &Ship, roller: &mut Roller) -> Result<(u32, u32), Stop> {
    let kills = AskedRoll::new(missile.kills, message!("crew killed"));
    let most = i64::from(target.crew);
    let Some(catches) = missile.fire else {
        return Ok((count(roller.value_up_to(&kills, most)?), 0));
    };
    let rows = [(i64::MIN, 1), (catches + 1, 0)];
    // Fire needs no crew, so neither roll depends on the other.
    if missile.spreads {
        let killed = roller.value_up_to(&kills, most)?;
        let lit = if roller.row(&CATCHES, &rows)? > 0 { roller.value(&COUNTERS)? } else { 0 };
        return Ok((count(killed), count(lit)));
    }
    let (killed, lit) = roller.beside(CappedRoll { ask: &kills, cap: most }, &CATCHES, 1, &rows)?;
    Ok((count(killed), lit.iter().sum()))
}

/// The distance of the target: as entered, or adjacent if the two touch (GF-28).
fn range_to(target: Tag, tag: Tag, ship: &Ship, given: Option<u32>) -> Result<u32, Stop> {
    match given {
        None if ship.touches(target) => Ok(ADJACENT),
        None => Err(Stop::Invalid(message!(
            "the distance from {ship} to {target} is unknown: enter the range",
            ship = tag,
            target
        ))),
        Some(range) if range != ADJACENT && ship.grappled.contains(&target) => {
            let why = message!(ADJACENT =>
                "{ship} is grappled with {target}, {n} hex away, not {range}"
                | "{ship} is grappled with {target}, {n} hexes away, not {range}",
                ship = called(tag, ship), target, range);
            refuse(rule::MISSILES, why)
        }
        Some(range) => Ok(range),
    }
}

fn in_range(target: Tag, weapon: Weapon, range: u32, missile: &Missile) -> Result<(), Stop> {
    if (missile.minimum_hexes..=missile.range_hexes).contains(&range) {
        return Ok(());
    }
    let away = message!(range => "{target} is {n} hex away" | "{target} is {n} hexes away", target);
    let (most, least) = (missile.range_hexes, missile.minimum_hexes);
    let limit = if range > most && weapon.is_plural() {
        message!(most => "{weapon} reach {n} hex" | "{weapon} reach {n} hexes", weapon)
    } else if range > most {
        message!(most => "{weapon} reaches {n} hex" | "{weapon} reaches {n} hexes", weapon)
    } else if range < least && weapon.is_plural() {
        message!(least => "{weapon} need at least {n} hex" | "{weapon} need at least {n} hexes", weapon)
    } else {
        message!(least => "{weapon} needs at least {n} hex" | "{weapon} needs at least {n} hexes", weapon)
    };
    refuse(rule::MISSILES, message!("{away}; {limit}", away, limit))
}

/// The mount that shoots: the one named, or the first ready one of its weapon.
fn ready_mount(ship: &Ship, tag: Tag, shot: &Shot) -> Result<String, Stop> {
    if let Some(mount) = ship.ready_mount(shot.weapon, shot.mount) {
        return Ok(mount.to_owned());
    }
    let mounts = ship.mounts(shot.weapon);
    let (name, weapon) = (called(tag, ship), shot.weapon);
    if mounts.is_empty() {
        return refuse(rule::MISSILES, message!("{ship} has no {weapon}", ship = name, weapon));
    }
    let candidates: Vec<String> = if shot.mount == FIRST_MOUNT {
        mounts
    } else {
        mounts.into_iter().filter(|mount| mount == shot.mount).collect()
    };
    if candidates.is_empty() {
        let mount = Message::path(&clipped(shot.mount));
        return refuse(
            rule::MISSILES,
            message!("{ship} has no {weapon} called {mount}", ship = name, weapon, mount),
        );
    }
    let is_empty = |mount: &String| ship.ammo.get(mount).is_some_and(|left| *left == 0);
    let named = candidates.iter().map(|mount| Message::path(mount));
    let weapons = Message::joined(named, Joint::And);
    if candidates.iter().all(is_empty) {
        refuse(
            rule::MISSILES,
            message!("{ship} has no ammo left for {weapons}", ship = name, weapons),
        )
    } else {
        refuse(
            rule::MISSILES,
            message!("{ship} has already shot with {weapons} this turn", ship = name, weapons),
        )
    }
}
