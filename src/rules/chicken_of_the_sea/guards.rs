//! What must hold of a galley before an order may be given to her.

use crate::rules::common::{Resolution, Stop, Tag, refuse};
use crate::rules::roster::Rostered;

use super::orders::{Effect, Outcome};
use super::state::{Battle, Galley};
use super::tables::Speed;

/// What a resolver comes to.
pub(super) type Resolved = Result<Resolution<Outcome, Effect>, Stop>;

/// A galley that is still on the table.
pub(super) fn present<'b>(
    battle: &'b Battle,
    tag: Tag,
    rule: &'static str,
) -> Result<&'b Galley, Stop> {
    let galley = battle.galleys.get(tag)?;
    if galley.in_play() {
        Ok(galley)
    } else {
        refuse(rule, format!("{tag} {} is out of the battle: {}", galley.name, galley.status))
    }
}

/// A galley that is not on the ground.
pub(super) fn afloat<'b>(
    battle: &'b Battle,
    tag: Tag,
    rule: &'static str,
) -> Result<&'b Galley, Stop> {
    let galley = present(battle, tag, rule)?;
    if galley.aground {
        return refuse(rule, format!("{tag} {} is aground", galley.name));
    }
    Ok(galley)
}

/// A galley that can go ahead into a hex where others are.
pub(super) fn goes_ahead<'b>(
    battle: &'b Battle,
    tag: Tag,
    rule: &'static str,
) -> Result<&'b Galley, Stop> {
    let galley = afloat(battle, tag, rule)?;
    if let Some(other) = galley.fouled_with.first() {
        return refuse(
            rule,
            format!("{tag} {} is fouled with {other}: she must unfoul first", galley.name),
        );
    }
    match galley.speed {
        Speed::BackingWater => refuse(
            rule,
            format!("{tag} {} backs water, and enters no hex where another is", galley.name),
        ),
        Speed::STOPPED => refuse(rule, format!("{tag} {} has no movement points", galley.name)),
        Speed::Ahead(_) => Ok(galley),
    }
}

/// Tags as a sentence lists them.
pub(super) fn listed<'t>(tags: impl IntoIterator<Item = &'t Tag>) -> String {
    tags.into_iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
}
