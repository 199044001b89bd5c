//! What effects are in words.

use std::cmp::Ordering;

use super::tables::{MOST_OAR_DAMAGE, POINTS_PER_OAR_DAMAGE, RamAspect, StrikeAspect};
use super::{Battle, Effect};
use crate::rules::tale::Tale;
use crate::rules::{System, Tag};
use crate::say::{Say, say};

/// An effect in words.
#[expect(clippy::too_many_lines, reason = "an arm an effect")]
pub(super) fn tale(battle: &Battle, effect: &Effect) -> Tale {
    let name = |tag: &Tag| battle.called(*tag);
    match effect {
        Effect::FirstSideChosen(side) => {
            Tale::setting(say!("First to move: {side}.", side = battle.side_called(*side)))
        }
        Effect::MoraleChecked(side) => Tale::news({
            let side = battle.side_called(*side);
            say!("Morale of {side}: more than half of its ships are gone.", side)
        }),
        Effect::Removed(tag) => {
            Tale::news(say!("{ship} is isolated and leaves the table.", ship = name(tag)))
        }
        Effect::Activated { ship, isolated: false } => {
            Tale::routine(say!("{ship} is activated.", ship = name(ship)))
        }
        Effect::Activated { ship, isolated: true } => Tale::routine(say!(
            "{ship} is activated, isolated (no friend adjacent): she may not attack.",
            ship = name(ship)
        )),
        Effect::Moved { ship, ahead, astern, turns, points, free_turn } => {
            Tale::routine(moved(&name(ship), [*ahead, *astern, *turns], *points, *free_turn))
        }
        Effect::StruckAt { ship, target, aspect: StrikeAspect::Bow } => Tale::setting(say!(
            "{ship} goes for the oars of {target} at the bow.",
            ship = name(ship),
            target = name(target)
        ))
        .later(say!(
            "{ship} goes for the oars of {target}.",
            ship = name(ship),
            target = name(target)
        )),
        Effect::StruckAt { ship, target, aspect: StrikeAspect::Stern } => Tale::setting(say!(
            "{ship} goes for the oars of {target} at the stern.",
            ship = name(ship),
            target = name(target)
        ))
        .later(say!(
            "{ship} goes for the oars of {target}.",
            ship = name(ship),
            target = name(target)
        )),
        Effect::RammedAt { ship, target, aspect: RamAspect::Side } => Tale::setting(say!(
            "{ship} rams {target} from the side.",
            ship = name(ship),
            target = name(target)
        ))
        .later(say!(
            "{ship} rams the side of {target}.",
            ship = name(ship),
            target = name(target)
        )),
        Effect::RammedAt { ship, target, aspect: RamAspect::Aft } => Tale::setting(say!(
            "{ship} rams {target} from aft.",
            ship = name(ship),
            target = name(target)
        ))
        .later(say!(
            "{ship} rams the stern of {target}.",
            ship = name(ship),
            target = name(target)
        )),
        Effect::Avoided(tag) => Tale::setting(say!("{ship} avoids the attack.", ship = name(tag))),
        Effect::OarsBroken(tag) => Tale::news(broken(battle, *tag)),
        Effect::NothingToBreak(tag) => {
            Tale::news(say!("{ship} has no oars left to lose.", ship = name(tag)))
        }
        Effect::Lost { ship, by } => Tale::news(say!(
            "{ship} is sunk or captured; {by} moves into her hex.",
            ship = name(ship),
            by = name(by)
        ))
        .later(say!("{ship} is sunk or captured.", ship = name(ship))),
        Effect::Entangled(one, two) => Tale::news(say!(
            "{one} and {two} are locked together; the wreck blocks the hex.",
            one = name(one),
            two = name(two)
        ))
        .later(say!(
            "{one} and {two} go down locked together.",
            one = name(one),
            two = name(two)
        )),
        Effect::LeftTable { ship, elsewhere: false } => {
            Tale::news(say!("{ship} leaves the table in good order.", ship = name(ship)))
        }
        Effect::LeftTable { ship, elsewhere: true } => {
            Tale::news(say!("{ship} leaves the table.", ship = name(ship)))
        }
        Effect::TurnEnded => Tale::routine({
            say!("End of turn: {side}.", side = battle.side_called(battle.to_move()))
        }),
        Effect::Ceded(side) => {
            Tale::news(say!("Conceded: {side}.", side = battle.side_called(*side)))
        }
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
