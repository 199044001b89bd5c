//! Ancient Naval Games in words.

use crate::rules::ancient_naval_games::tables::{MOST_OAR_DAMAGE, RamAspect, StrikeAspect};
use crate::rules::ancient_naval_games::{Battle, Effect};
use crate::rules::{Side, System, Tag};

use super::{Tale, correction, plural};

/// An effect as a sentence; `None` for what goes without saying.
pub(super) fn sentence(battle: &Battle, effect: &Effect) -> Option<String> {
    let name = |tag: &Tag| format!("{tag} {}", battle.unit_name(*tag));
    let side_name = |side: Side| format!("Side {side} ({})", battle.side_name(side));
    let text = match effect {
        Effect::MoraleChecked(side) => {
            format!("{} has lost more than half of its ships.", side_name(*side))
        }
        Effect::Removed(tag) => format!("{} is alone and leaves the table.", name(tag)),
        Effect::Activated { ship, isolated: false } => format!("{} is activated.", name(ship)),
        Effect::Activated { ship, isolated: true } => {
            format!("{} is activated with no friend beside her: she may not attack.", name(ship))
        }
        Effect::Moved { .. } => moved(battle, effect)?,
        Effect::StruckAt { ship, target, aspect } => {
            let end = match aspect {
                StrikeAspect::Bow => "bow",
                StrikeAspect::Stern => "stern",
            };
            format!("{} goes for the oars of {} at the {end}.", name(ship), name(target))
        }
        Effect::RammedAt { ship, target, aspect } => {
            let from = match aspect {
                RamAspect::Side => "from the side",
                RamAspect::Aft => "from aft",
            };
            format!("{} rams {} {from}.", name(ship), name(target))
        }
        Effect::Avoided(tag) => format!("{} gets away.", name(tag)),
        Effect::OarsBroken(tag) => broken(battle, *tag)?,
        Effect::Lost { ship, by } => {
            format!("{} is sunk or taken; {} moves into her hex.", name(ship), name(by))
        }
        Effect::Entangled(one, two) => {
            format!(
                "{} and {} are locked together; the wreck blocks the hex.",
                name(one),
                name(two)
            )
        }
        Effect::TurnEnded => {
            format!("{} ends its turn.", side_name(battle.to_move()))
        }
        Effect::Ceded(side) => format!("{} cedes the game.", side_name(*side)),
        Effect::Adjusted(subject, field, value) => correction(battle, *subject, field, value),
    };
    Some(text)
}

/// An effect as it is told afterwards.
pub(super) fn tale(battle: &Battle, effect: &Effect) -> Tale {
    let name = |tag: &Tag| format!("{tag} {}", battle.unit_name(*tag));
    match effect {
        Effect::Activated { .. } | Effect::Moved { .. } | Effect::TurnEnded => Tale::Routine,
        Effect::StruckAt { ship, target, .. } => {
            Tale::Setting(format!("{} goes for the oars of {}.", name(ship), name(target)))
        }
        Effect::RammedAt { ship, target, aspect } => {
            let place = match aspect {
                RamAspect::Side => "side",
                RamAspect::Aft => "stern",
            };
            Tale::Setting(format!("{} rams the {place} of {}.", name(ship), name(target)))
        }
        Effect::Avoided(_) => Tale::setting(sentence(battle, effect)),
        Effect::Lost { ship, .. } => Tale::News(format!("{} is sunk or taken.", name(ship))),
        Effect::Entangled(one, two) => {
            Tale::News(format!("{} and {} go down locked together.", name(one), name(two)))
        }
        _ => Tale::news(sentence(battle, effect)),
    }
}

fn moved(battle: &Battle, effect: &Effect) -> Option<String> {
    let Effect::Moved { ship, ahead, astern, turns, points, free_turn } = effect else {
        return None;
    };
    let mut parts = Vec::new();
    if *ahead > 0 {
        parts.push(format!("goes {} ahead", plural(*ahead, "hex", "hexes")));
    }
    if *astern > 0 {
        parts.push(format!("backs {}", plural(*astern, "hex", "hexes")));
    }
    if *turns > 0 {
        parts.push(format!("turns {}", plural(*turns, "hexside", "hexsides")));
    }
    if parts.is_empty() {
        parts.push("stays where she is".into());
    }
    let free = if *free_turn { ", one turn free" } else { "" };
    Some(format!(
        "{ship} {} {}: {}{free}.",
        battle.unit_name(*ship),
        parts.join(" and "),
        plural(*points, "point", "points")
    ))
}

fn broken(battle: &Battle, tag: Tag) -> Option<String> {
    let ship = battle.roster().find(tag)?;
    let name = &ship.name;
    Some(match (ship.oar_damage + 1).cmp(&MOST_OAR_DAMAGE) {
        std::cmp::Ordering::Less => {
            let left = MOST_OAR_DAMAGE - ship.oar_damage - 1;
            let points = plural(left, "movement point a turn is", "movement points a turn are");
            format!("{tag} {name} loses oars; {points} left.")
        }
        std::cmp::Ordering::Equal => {
            format!("{tag} {name} loses her last oars and is dead in the water.")
        }
        std::cmp::Ordering::Greater => format!("{tag} {name} has no oars left to lose."),
    })
}
