//! Conditions that a galley must meet before an order, in Chicken of the Sea.

use message::message;
use rules::common::{Resolution, Stop, Tag, refuse};
pub(super) use rules::guards::unit_in_play;
use rules::system::Rules;

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
    let galley = unit_in_play(battle, tag, rule)?;
    if galley.aground {
        return refuse(rule, message!("{ship} is aground", ship = battle.called(tag)));
    }
    Ok(galley)
}

/// A galley that may move: she is afloat, not fouled, and has not finished her movement.
pub(super) fn moves<'b>(
    battle: &'b Battle,
    tag: Tag,
    rule: &'static str,
) -> Result<&'b Galley, Stop> {
    let galley = afloat(battle, tag, rule)?;
    if let Some(other) = galley.fouled_with.first() {
        let ship = battle.called(tag);
        return refuse(
            rule,
            message!("{ship} is fouled with {other}: she must unfoul first", ship, other),
        );
    }
    not_finished(battle, tag, rule)?;
    Ok(galley)
}

/// Refuses a galley that has finished her movement in this phase.
pub(super) fn not_finished(battle: &Battle, tag: Tag, rule: &'static str) -> Result<(), Stop> {
    let galley = battle.common.units.get(tag)?;
    if galley.moved && battle.moves_now(galley.side) {
        return refuse(
            rule,
            message!("{ship} has finished her movement", ship = battle.called(tag)),
        );
    }
    Ok(())
}

/// A galley that can go ahead into an occupied hex.
pub(super) fn goes_ahead<'b>(
    battle: &'b Battle,
    tag: Tag,
    rule: &'static str,
) -> Result<&'b Galley, Stop> {
    let galley = moves(battle, tag, rule)?;
    let ship = || battle.called(tag);
    match galley.speed {
        Speed::BackingWater => refuse(
            rule,
            message!(
                "{ship} backs water and cannot enter a hex with another galley",
                ship = ship()
            ),
        ),
        Speed::STOPPED => refuse(rule, message!("{ship} has no movement points", ship = ship())),
        Speed::Ahead(_) => Ok(galley),
    }
}
