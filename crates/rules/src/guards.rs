//! Checks that the orders of several games make before they roll dice.

use message::{Message, message};

use super::common::{Stop, Tag, refuse};
use super::roster::Rostered as _;
use super::system::Rules;

/// The unit, if it is still in play.
pub fn unit_in_play<'b, S: Rules>(
    battle: &'b S,
    tag: Tag,
    rule: &'static str,
) -> Result<&'b S::Unit, Stop> {
    let unit = battle.common().units.get(tag)?;
    if unit.in_play() { Ok(unit) } else { refuse(rule, battle.out_of_play(tag, unit)) }
}

/// The two ships, if they belong to different sides and are still in play.
pub fn enemies<'b, S: Rules>(
    battle: &'b S,
    tag: Tag,
    target: Tag,
    rule: &'static str,
) -> Result<(&'b S::Unit, &'b S::Unit), Stop> {
    battle.common().units.get(target)?;
    let ship = unit_in_play(battle, tag, rule)?;
    let other = unit_in_play(battle, target, rule)?;
    if tag == target {
        return refuse(rule, message!("{ship} cannot attack herself", ship = battle.called(tag)));
    }
    if tag.side == target.side {
        let (ship, target) = (battle.called(tag), battle.called(target));
        return refuse(rule, message!("{target} is a friend of {ship}", target, ship));
    }
    Ok((ship, other))
}

/// States that a unit is out of play, and why according to its record.
pub fn out_of_play<S: Rules>(battle: &S, tag: Tag, unit: &S::Unit) -> Message {
    let ship = battle.called(tag);
    match unit.status() {
        Some(status) => message!("{ship} is out of the battle: {status}", ship, status),
        None => message!("{ship} is out of the battle", ship),
    }
}
