//! What must be true of a galley before she can be given an order.

use crate::rules::common::{Resolution, Stop, Tag, refuse};
use crate::rules::roster::Rostered;
use crate::rules::system::System;
use crate::say::{Say, say};

use super::effects::Effect;
use super::orders::Outcome;
use super::state::{Battle, Galley};
use super::tables::Speed;

/// The result of a resolver.
pub(super) type Resolved = Result<Resolution<Outcome, Effect>, Stop>;

/// A galley that is still on the table.
pub(super) fn present<'b>(
    battle: &'b Battle,
    tag: Tag,
    rule: &'static str,
) -> Result<&'b Galley, Stop> {
    let galley = battle.common.units.get(tag)?;
    if galley.in_play() {
        return Ok(galley);
    }
    let status = galley.status;
    refuse(rule, say!("{ship} is out of the battle: {status}", ship = battle.called(tag), status))
}

/// A galley that is not aground.
pub(super) fn afloat<'b>(
    battle: &'b Battle,
    tag: Tag,
    rule: &'static str,
) -> Result<&'b Galley, Stop> {
    let galley = present(battle, tag, rule)?;
    if galley.aground {
        return refuse(rule, say!("{ship} is aground", ship = battle.called(tag)));
    }
    Ok(galley)
}

/// A galley that can go ahead into an occupied hex.
pub(super) fn goes_ahead<'b>(
    battle: &'b Battle,
    tag: Tag,
    rule: &'static str,
) -> Result<&'b Galley, Stop> {
    let galley = afloat(battle, tag, rule)?;
    let ship = || battle.called(tag);
    if let Some(other) = galley.fouled_with.first() {
        return refuse(
            rule,
            say!("{ship} is fouled with {other}: she must unfoul first", ship = ship(), other),
        );
    }
    match galley.speed {
        Speed::BackingWater => refuse(
            rule,
            say!("{ship} backs water, and enters no hex where another is", ship = ship()),
        ),
        Speed::STOPPED => refuse(rule, say!("{ship} has no movement points", ship = ship())),
        Speed::Ahead(_) => Ok(galley),
    }
}

/// Tags as a sentence lists them.
pub(super) fn listed<'t>(tags: impl IntoIterator<Item = &'t Tag>) -> Say {
    Say::list(names_of(tags))
}

/// Tags as items of a list.
pub(super) fn names_of<'t>(tags: impl IntoIterator<Item = &'t Tag>) -> impl Iterator<Item = Say> {
    tags.into_iter().map(|tag| Say::verbatim(tag.to_string()))
}
