//! Fast Play Salamis in words.

use crate::rules::fast_play_salamis::{Battle, Effect, Phase};
use crate::rules::{System, Tag};
use crate::say::{Say, say};

use super::{Tale, correction};

/// An effect as a sentence; `None` for what goes without saying.
#[allow(clippy::too_many_lines, reason = "an arm an effect")]
pub(super) fn sentence(battle: &Battle, effect: &Effect) -> Option<Say> {
    let name = |tag: &Tag| battle.called(*tag);
    Some(match effect {
        Effect::FirstSideChosen(side) => {
            say!("First to move: {side}.", side = battle.side_called(*side))
        }
        Effect::PhaseReached(_) => return None,
        Effect::Shot { ship, target } => {
            say!("{ship} shoots at {target}.", ship = name(ship), target = name(target))
        }
        Effect::Hit(tag, hits) => hit(battle, *tag, *hits)?,
        Effect::BrokenAway { ship, from } => say!(
            "{ship} breaks away from {enemy}: an inch off and parallel, and that is her whole movement.",
            ship = name(ship),
            enemy = name(from)
        ),
        Effect::Held(tag) => {
            say!("{ship} does not break away; that was her whole movement.", ship = name(tag))
        }
        Effect::Rammed { ship, target, at_speed: true } => {
            say!("{ship} rams {target} at ramming speed.", ship = name(ship), target = name(target))
        }
        Effect::Rammed { ship, target, at_speed: false } => say!(
            "{ship} rams {target}, short of ramming speed.",
            ship = name(ship),
            target = name(target)
        ),
        Effect::InContact(one, two) => {
            say!("{one} and {two} are in contact.", one = name(one), two = name(two))
        }
        Effect::Sunk(tag) => say!("{ship} goes down.", ship = name(tag)),
        Effect::BoardTried { ship, target, over: true } => say!(
            "The marines of {ship} are on the deck of {target}.",
            ship = name(ship),
            target = name(target)
        ),
        Effect::BoardTried { ship, target, over: false } => say!(
            "The marines of {ship} do not get across to {target}.",
            ship = name(ship),
            target = name(target)
        ),
        Effect::Fought { defender, cancelled: 0, .. } => {
            say!("Hand to hand on the deck of {ship}.", ship = name(defender))
        }
        Effect::Fought { defender, cancelled, .. } => say!(*cancelled =>
            "Hand to hand on the deck of {ship}, whose men cancel {n} hit."
            | "Hand to hand on the deck of {ship}, whose men cancel {n} hits.",
            ship = name(defender)
        ),
        Effect::Captured { ship, by } => say!(
            "{prize} is captured by {ship}. Remove {prize} next turn.",
            prize = name(ship),
            ship = name(by)
        ),
        Effect::Panicked { side, fleet } => {
            let side = *side;
            let name = battle.fleet_name(side, fleet);
            say!(
                "Panic: the {fleet} ships of {side} flee.",
                fleet = name,
                side = battle.side_called(side)
            )
        }
        Effect::PhaseEnded => match battle.phase() {
            Phase::Movement => {
                say!("Ramming and boarding: {side}.", side = battle.side_called(battle.to_move()))
            }
            Phase::Ram => say!("Hand to hand."),
            Phase::HandToHand => {
                let side = battle.to_move().other();
                say!("Movement: {side}.", side = battle.side_called(side))
            }
        },
        Effect::Adjusted(subject, field, value) => correction(battle, *subject, field, value),
    })
}

/// An effect for the story of the battle.
pub(super) fn tale(battle: &Battle, effect: &Effect) -> Tale {
    let name = |tag: &Tag| battle.called(*tag);
    match effect {
        Effect::PhaseReached(_)
        | Effect::Hit(_, 0)
        | Effect::InContact(..)
        | Effect::Held(_)
        | Effect::PhaseEnded => Tale::Routine,
        Effect::Rammed { ship, target, at_speed: true } => Tale::Setting(say!(
            "{ship}, at ramming speed, rams {target}.",
            ship = name(ship),
            target = name(target)
        )),
        Effect::Rammed { ship, target, at_speed: false } => {
            Tale::Setting(say!("{ship} rams {target}.", ship = name(ship), target = name(target)))
        }
        Effect::BrokenAway { ship, from } => Tale::Setting(say!(
            "{ship} breaks away from {enemy}.",
            ship = name(ship),
            enemy = name(from)
        )),
        Effect::FirstSideChosen(_)
        | Effect::Shot { .. }
        | Effect::BoardTried { over: false, .. }
        | Effect::Fought { .. } => Tale::setting(sentence(battle, effect)),
        Effect::Captured { ship, by } => {
            Tale::News(say!("{prize} is captured by {ship}.", prize = name(ship), ship = name(by)))
        }
        Effect::Hit(..)
        | Effect::Sunk(_)
        | Effect::BoardTried { over: true, .. }
        | Effect::Panicked { .. }
        | Effect::Adjusted(..) => Tale::news(sentence(battle, effect)),
    }
}

fn hit(battle: &Battle, tag: Tag, hits: u32) -> Option<Say> {
    let ship = battle.roster().find(tag)?;
    let name = battle.called(tag);
    let viability = ship.viability;
    let taken = ship.hits + hits;
    Some(if hits == 0 {
        say!("{ship} takes no hits.", ship = name)
    } else if taken >= viability {
        say!(hits =>
            "{ship} takes {n} hit (viability {viability} reached)."
            | "{ship} takes {n} hits (viability {viability} reached).",
            ship = name, viability
        )
    } else {
        say!(hits =>
            "{ship} takes {n} hit ({taken} of {viability})."
            | "{ship} takes {n} hits ({taken} of {viability}).",
            ship = name, taken, viability
        )
    })
}
