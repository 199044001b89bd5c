//! Fast Play Salamis in words.

use crate::rules::fast_play_salamis::{Battle, Effect, Phase};
use crate::rules::{Side, System, Tag};

use super::{Tale, correction, plural};

/// An effect as a sentence; `None` for what goes without saying.
pub(super) fn sentence(battle: &Battle, effect: &Effect) -> Option<String> {
    let name = |tag: &Tag| format!("{tag} {}", battle.unit_name(*tag));
    let side_name = |side: Side| format!("Side {side} ({})", battle.side_name(side));
    let text = match effect {
        Effect::PhaseReached(_) => return None,
        Effect::Shot { ship, target } => format!("{} shoots at {}.", name(ship), name(target)),
        Effect::Hit(tag, hits) => hit(battle, *tag, *hits)?,
        Effect::BrokenAway(tag) => {
            format!("{} breaks away: an inch off and parallel, and that is her move.", name(tag))
        }
        Effect::Held(tag) => format!("{} does not get away.", name(tag)),
        Effect::Rammed { ship, target, at_speed: true } => {
            format!("{} rams {} at ramming speed.", name(ship), name(target))
        }
        Effect::Rammed { ship, target, at_speed: false } => {
            format!("{} rams {}, short of ramming speed.", name(ship), name(target))
        }
        Effect::InContact(one, two) => format!("{} and {} are in contact.", name(one), name(two)),
        Effect::Sunk(tag) => format!("{} goes down.", name(tag)),
        Effect::BoardTried { ship, target, over: true } => {
            format!("The marines of {} are on the deck of {}.", name(ship), name(target))
        }
        Effect::BoardTried { ship, target, over: false } => {
            format!("The marines of {} do not get across to {}.", name(ship), name(target))
        }
        Effect::Fought { defender, cancelled: 0, .. } => {
            format!("They fight on the deck of {}.", name(defender))
        }
        Effect::Fought { defender, cancelled, .. } => format!(
            "They fight on the deck of {}, whose men turn back {}.",
            name(defender),
            plural(*cancelled, "hit", "hits")
        ),
        Effect::Captured { ship, by } => {
            format!("{} is captured by {}; move her off next turn.", name(ship), name(by))
        }
        Effect::Panicked(side) => format!("{} panics and flees.", side_name(*side)),
        Effect::PhaseEnded => match battle.phase() {
            Phase::Movement => format!("{} rams.", side_name(battle.to_move())),
            Phase::Ram => "Hand to hand.".into(),
            Phase::HandToHand => {
                let side = battle.to_move();
                format!("{} moves; side {side} shoots.", side_name(side.other()))
            }
        },
        Effect::Adjusted(subject, field, value) => correction(battle, *subject, field, value),
    };
    Some(text)
}

/// An effect as it is told afterwards.
pub(super) fn tale(battle: &Battle, effect: &Effect) -> Tale {
    let name = |tag: &Tag| format!("{tag} {}", battle.unit_name(*tag));
    match effect {
        Effect::PhaseReached(_)
        | Effect::Hit(_, 0)
        | Effect::InContact(..)
        | Effect::Held(_)
        | Effect::PhaseEnded => Tale::Routine,
        Effect::Rammed { ship, target, at_speed: true } => {
            Tale::Setting(format!("{}, at ramming speed, rams {}.", name(ship), name(target)))
        }
        Effect::Rammed { ship, target, at_speed: false } => {
            Tale::Setting(format!("{} rams {}.", name(ship), name(target)))
        }
        Effect::Shot { .. }
        | Effect::BrokenAway(_)
        | Effect::BoardTried { over: false, .. }
        | Effect::Fought { .. } => Tale::setting(sentence(battle, effect)),
        Effect::Hit(tag, hits) => {
            let Some(ship) = battle.roster().find(*tag) else { return Tale::Routine };
            let taken = (ship.hits + hits).min(ship.viability);
            let hits = plural(*hits, "hit", "hits");
            Tale::News(format!("{} takes {hits} ({taken} of {}).", name(tag), ship.viability))
        }
        Effect::Captured { ship, by } => {
            Tale::News(format!("{} is captured by {}.", name(ship), name(by)))
        }
        _ => Tale::news(sentence(battle, effect)),
    }
}

fn hit(battle: &Battle, tag: Tag, hits: u32) -> Option<String> {
    let ship = battle.roster().find(tag)?;
    let name = &ship.name;
    if hits == 0 {
        return Some(format!("{tag} {name} takes no hit."));
    }
    let taken = ship.hits + hits;
    let viability = ship.viability;
    Some(format!("{tag} {name} takes {}: {taken} of {viability}.", plural(hits, "hit", "hits")))
}
