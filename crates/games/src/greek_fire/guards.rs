//! Checks shared by several orders of Greek Fire before the dice: presence, crew, credit
//! for a victory.

use message::{Message, message};
use rules::common::{Resolution, Stop, Tag, refuse};
pub(super) use rules::guards::unit_in_play;

use super::effects::Effect;
use super::orders::Outcome;
use super::state::{Battle, Ship};

pub(super) type Resolved = Result<Resolution<Outcome, Effect>, Stop>;

/// A ship by tag and name.
pub(super) fn called(tag: Tag, ship: &Ship) -> Message {
    message!("{tag} {name}", tag, name = &*ship.name)
}

/// A ship that is on the table, with or without a commander.
pub(super) fn on_table<'b>(
    battle: &'b Battle,
    tag: Tag,
    rule: &'static str,
) -> Result<&'b Ship, Stop> {
    let ship = battle.common.units.get(tag)?;
    if ship.on_table() {
        return Ok(ship);
    }
    let name = called(tag, ship);
    refuse(rule, message!("{ship} is off the table: {status}", ship = name, status = ship.status))
}

/// A ship in play with crew aboard.
pub(super) fn crewed<'b>(
    battle: &'b Battle,
    tag: Tag,
    rule: &'static str,
) -> Result<&'b Ship, Stop> {
    let ship = unit_in_play(battle, tag, rule)?;
    if ship.crew == 0 {
        return refuse(rule, message!("{ship} has no crew left", ship = called(tag, ship)));
    }
    Ok(ship)
}

/// Both ships of an attack: the attacker with crew, and the target. The target must be an
/// enemy on the table; it may be without crew or have surrendered (GF-26).
pub(super) fn opponents<'b>(
    battle: &'b Battle,
    tag: Tag,
    target: Tag,
    rule: &'static str,
) -> Result<(&'b Ship, &'b Ship), Stop> {
    battle.common.units.get(target)?;
    let ship = crewed(battle, tag, rule)?;
    let other = on_table(battle, target, rule)?;
    if tag == target {
        return refuse(rule, message!("{ship} cannot attack herself", ship = called(tag, ship)));
    }
    if ship.holder == other.holder {
        return refuse(
            rule,
            message!("{target} is a friend of {ship}", target = called(target, other), ship = tag),
        );
    }
    Ok((ship, other))
}

/// The victory over a lost ship: only an enemy can have it, and only once (GF-10).
pub(super) fn victory(battle: &Battle, to: Option<Tag>, over: Tag) -> Option<Effect> {
    let to = to?;
    let (winner, lost) = (battle.common.units.find(to)?, battle.common.units.find(over)?);
    let counts = lost.credited_to.is_none() && winner.holder != lost.holder;
    counts.then_some(Effect::Victory { to, over })
}

/// Checks that the players may credit this ship with the victory: she must be an enemy of
/// the lost one.
pub(super) fn may_be_credited(
    battle: &Battle,
    credit: Option<Tag>,
    lost: Tag,
    rule: &'static str,
) -> Result<(), Stop> {
    let Some(tag) = credit else { return Ok(()) };
    let (winner, ship) = (battle.common.units.get(tag)?, battle.common.units.get(lost)?);
    if winner.holder == ship.holder {
        let why = message!(
            "{friend} is a friend of {ship}: only an enemy can have the victory",
            friend = called(tag, winner),
            ship = lost
        );
        return refuse(rule, why);
    }
    Ok(())
}

/// The only one of these ships; `None` if there are several or none.
pub(super) fn only(ships: &[Tag]) -> Option<Tag> {
    match ships {
        [only] => Some(*only),
        _ => None,
    }
}

/// A result as a count; a negative one is 0.
pub(super) fn count(result: i64) -> u32 {
    u32::try_from(result.max(0)).unwrap_or(u32::MAX)
}
