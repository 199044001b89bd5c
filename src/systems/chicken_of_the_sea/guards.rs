//! What must be true of a galley before she can be given an order.

use crate::rules::common::{Resolution, Stop, Tag, refuse};
pub(super) use crate::rules::guards::present;
use crate::rules::system::System;
use crate::say::say;

use super::effects::Effect;
use super::orders::Outcome;
use super::state::{Battle, Galley};
use super::tables::Speed;

/// The result of a resolver.
pub(super) type Resolved = Result<Resolution<Outcome, Effect>, Stop>;

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
