//! Ancient Naval Games in words.

use std::cmp::Ordering;

use crate::rules::ancient_naval_games::tables::{
    MOST_OAR_DAMAGE, POINTS_PER_OAR_DAMAGE, RamAspect, StrikeAspect,
};
use crate::rules::ancient_naval_games::{Battle, Effect};
use crate::rules::{System, Tag};
use crate::say::{Say, say};

use super::{Tale, correction};

/// An effect as a sentence; `None` for what goes without saying.
pub(super) fn sentence(battle: &Battle, effect: &Effect) -> Option<Say> {
    let name = |tag: &Tag| battle.called(*tag);
    Some(match effect {
        Effect::FirstSideChosen(side) => {
            say!("First to move: {side}.", side = battle.side_called(*side))
        }
        Effect::MoraleChecked(side) => {
            let side = battle.side_called(*side);
            say!("Morale of {side}: more than half of its ships are gone.", side)
        }
        Effect::Removed(tag) => {
            say!("{ship} is isolated and leaves the table.", ship = name(tag))
        }
        Effect::Activated { ship, isolated: false } => {
            say!("{ship} is activated.", ship = name(ship))
        }
        Effect::Activated { ship, isolated: true } => say!(
            "{ship} is activated, isolated (no friend adjacent): she may not attack.",
            ship = name(ship)
        ),
        Effect::Moved { ship, ahead, astern, turns, points, free_turn } => {
            moved(&name(ship), [*ahead, *astern, *turns], *points, *free_turn)
        }
        Effect::StruckAt { ship, target, aspect: StrikeAspect::Bow } => say!(
            "{ship} goes for the oars of {target} at the bow.",
            ship = name(ship),
            target = name(target)
        ),
        Effect::StruckAt { ship, target, aspect: StrikeAspect::Stern } => say!(
            "{ship} goes for the oars of {target} at the stern.",
            ship = name(ship),
            target = name(target)
        ),
        Effect::RammedAt { ship, target, aspect: RamAspect::Side } => {
            say!("{ship} rams {target} from the side.", ship = name(ship), target = name(target))
        }
        Effect::RammedAt { ship, target, aspect: RamAspect::Aft } => {
            say!("{ship} rams {target} from aft.", ship = name(ship), target = name(target))
        }
        Effect::Avoided(tag) => say!("{ship} avoids the attack.", ship = name(tag)),
        Effect::OarsBroken(tag) => broken(battle, *tag)?,
        Effect::NothingToBreak(tag) => say!("{ship} has no oars left to lose.", ship = name(tag)),
        Effect::Lost { ship, by } => say!(
            "{ship} is sunk or captured; {by} moves into her hex.",
            ship = name(ship),
            by = name(by)
        ),
        Effect::Entangled(one, two) => say!(
            "{one} and {two} are locked together; the wreck blocks the hex.",
            one = name(one),
            two = name(two)
        ),
        Effect::TurnEnded => {
            say!("End of turn: {side}.", side = battle.side_called(battle.to_move()))
        }
        Effect::Ceded(side) => say!("Conceded: {side}.", side = battle.side_called(*side)),
        Effect::Adjusted(subject, field, value) => correction(battle, *subject, field, value),
    })
}

/// An effect for the story of the battle.
pub(super) fn tale(battle: &Battle, effect: &Effect) -> Tale {
    let name = |tag: &Tag| battle.called(*tag);
    match effect {
        Effect::Activated { .. } | Effect::Moved { .. } | Effect::TurnEnded => Tale::Routine,
        Effect::StruckAt { ship, target, aspect: _ } => Tale::Setting(say!(
            "{ship} goes for the oars of {target}.",
            ship = name(ship),
            target = name(target)
        )),
        Effect::RammedAt { ship, target, aspect: RamAspect::Side } => Tale::Setting(say!(
            "{ship} rams the side of {target}.",
            ship = name(ship),
            target = name(target)
        )),
        Effect::RammedAt { ship, target, aspect: RamAspect::Aft } => Tale::Setting(say!(
            "{ship} rams the stern of {target}.",
            ship = name(ship),
            target = name(target)
        )),
        Effect::Avoided(_) | Effect::FirstSideChosen(_) => Tale::setting(sentence(battle, effect)),
        Effect::Lost { ship, by: _ } => {
            Tale::News(say!("{ship} is sunk or captured.", ship = name(ship)))
        }
        Effect::Entangled(one, two) => Tale::News(say!(
            "{one} and {two} go down locked together.",
            one = name(one),
            two = name(two)
        )),
        Effect::MoraleChecked(_)
        | Effect::Removed(_)
        | Effect::OarsBroken(_)
        | Effect::NothingToBreak(_)
        | Effect::Ceded(_)
        | Effect::Adjusted(..) => Tale::news(sentence(battle, effect)),
    }
}

fn moved(ship: &Say, [ahead, astern, turns]: [u32; 3], points: u32, free_turn: bool) -> Say {
    let mut parts = Vec::new();
    if ahead > 0 {
        parts.push(say!(ahead => "{n} hex ahead" | "{n} hexes ahead"));
    }
    if astern > 0 {
        parts.push(say!(astern => "{n} hex astern" | "{n} hexes astern"));
    }
    if turns > 0 {
        parts.push(say!(turns => "a turn of {n} hexside" | "a turn of {n} hexsides"));
    }
    if parts.is_empty() {
        return say!("{ship} stays where she is.", ship);
    }
    let way = Say::list(parts);
    if free_turn {
        say!(points =>
            "{ship} moves: {way}; {n} point, one hexside free."
            | "{ship} moves: {way}; {n} points, one hexside free.", ship, way)
    } else {
        say!(points => "{ship} moves: {way}; {n} point." | "{ship} moves: {way}; {n} points.",
            ship, way)
    }
}

fn broken(battle: &Battle, tag: Tag) -> Option<Say> {
    let ship = battle.roster().find(tag)?;
    let name = battle.called(tag);
    Some(match (ship.oar_damage + 1).cmp(&MOST_OAR_DAMAGE) {
        Ordering::Less => say!(ship.move_points().saturating_sub(POINTS_PER_OAR_DAMAGE) =>
            "{ship} loses oars; {n} movement point a turn is left."
            | "{ship} loses oars; {n} movement points a turn are left.",
            ship = name
        ),
        Ordering::Equal | Ordering::Greater => {
            say!("{ship} loses her last oars and is dead in the water.", ship = name)
        }
    })
}
