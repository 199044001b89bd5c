//! What the orders of several systems check before the dice.

use crate::say::say;

use super::common::{Stop, Tag, refuse};
use super::roster::Rostered as _;
use super::system::System;

/// A unit that is still in play.
pub(crate) fn present<'b, S: System>(
    battle: &'b S,
    tag: Tag,
    rule: &'static str,
) -> Result<&'b S::Unit, Stop> {
    let unit = battle.common().units.get(tag)?;
    if unit.in_play() { Ok(unit) } else { refuse(rule, battle.out_of_play(tag, unit)) }
}

/// Two ships of different sides that are still in play.
pub(crate) fn enemies<'b, S: System>(
    battle: &'b S,
    [tag, target]: [Tag; 2],
    rule: &'static str,
) -> Result<(&'b S::Unit, &'b S::Unit), Stop> {
    battle.common().units.get(target)?;
    let ship = present(battle, tag, rule)?;
    let other = present(battle, target, rule)?;
    if tag == target {
        return refuse(rule, say!("{ship} cannot attack herself", ship = battle.called(tag)));
    }
    if tag.side == target.side {
        let (ship, target) = (battle.called(tag), battle.called(target));
        return refuse(rule, say!("{target} is a friend of {ship}", target, ship));
    }
    Ok((ship, other))
}
