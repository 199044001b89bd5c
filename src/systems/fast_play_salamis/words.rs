//! What effects are in words.

use super::{Battle, Effect, Phase};
use crate::rules::tale::Tale;
use crate::rules::{System, Tag};
use crate::say::{Say, say};

/// An effect in words.
#[expect(clippy::too_many_lines, reason = "an arm an effect")]
pub(super) fn tale(battle: &Battle, effect: &Effect) -> Tale {
    let name = |tag: &Tag| battle.called(*tag);
    match effect {
Effect::PhaseReached(_) => Tale::UNSAID,
Effect::FirstSideChosen(side) => Tale::setting(say!("First to move: {side}.", side = battle.side_called(*side))),
Effect::Shot { ship, target } => Tale::setting(say!("{ship} shoots at {target}.", ship = name(ship), target = name(target))),
Effect::Hit(tag, 0) => Tale::routine(say!("{ship} takes no hits.", ship = name(tag))),
Effect::Hit(tag, hits) => Tale::news(hit(battle, *tag, *hits)),
Effect::BrokenAway { ship, from } => Tale::setting(say!(
            "{ship} breaks away from {enemy}: an inch off and parallel, and that is her whole movement.",
            ship = name(ship),
            enemy = name(from)
        )).later(say!(
            "{ship} breaks away from {enemy}.",
            ship = name(ship),
            enemy = name(from)
        )),
Effect::Held(tag) => Tale::routine(say!("{ship} does not break away; that was her whole movement.", ship = name(tag))),
Effect::Rammed { ship, target, at_speed: true } => Tale::setting(say!("{ship} rams {target} at ramming speed.", ship = name(ship), target = name(target))).later(say!(
            "{ship}, at ramming speed, rams {target}.",
            ship = name(ship),
            target = name(target)
        )),
Effect::Rammed { ship, target, at_speed: false } => Tale::setting(say!(
            "{ship} rams {target}, short of ramming speed.",
            ship = name(ship),
            target = name(target)
        )).later(say!("{ship} rams {target}.", ship = name(ship), target = name(target))),
Effect::InContact(one, two) => Tale::routine(say!("{one} and {two} are in contact.", one = name(one), two = name(two))),
Effect::Sunk(tag) => Tale::news(say!("{ship} goes down.", ship = name(tag))),
Effect::BoardTried { ship, target, over: true } => Tale::news(say!(
            "The marines of {ship} are on the deck of {target}.",
            ship = name(ship),
            target = name(target)
        )),
Effect::BoardTried { ship, target, over: false } => Tale::setting(say!(
            "The marines of {ship} do not get across to {target}.",
            ship = name(ship),
            target = name(target)
        )),
Effect::Fought { defender, cancelled: 0, .. } => Tale::setting(say!("Hand to hand on the deck of {ship}.", ship = name(defender))),
Effect::Fought { defender, cancelled, .. } => Tale::setting(say!(*cancelled =>
            "Hand to hand on the deck of {ship}, whose men cancel {n} hit."
            | "Hand to hand on the deck of {ship}, whose men cancel {n} hits.",
            ship = name(defender)
        )),
Effect::Captured { ship, by } => Tale::news(say!(
            "{prize} is captured by {ship}. Remove {prize} next turn.",
            prize = name(ship),
            ship = name(by)
        )).later(say!("{prize} is captured by {ship}.", prize = name(ship), ship = name(by))),
Effect::Panicked { side, fleet } => Tale::news({
            let side = *side;
            let name = battle.fleet_name(side, fleet);
            say!(
                "Panic: the {fleet} ships of {side} flee.",
                fleet = name,
                side = battle.side_called(side)
            )
        }),
        Effect::LeftTable { ship, elsewhere: false } => {
            Tale::news(say!("{ship} leaves the table in good order.", ship = name(ship)))
        }
        Effect::LeftTable { ship, elsewhere: true } => {
            Tale::news(say!("{ship} leaves the table.", ship = name(ship)))
        }
        Effect::PhaseEnded => Tale::routine(match battle.phase() {
            Phase::Movement => {
                say!("Ramming and boarding: {side}.", side = battle.side_called(battle.to_move()))
            }
            Phase::Ram => say!("Hand to hand."),
            Phase::HandToHand => {
                let side = battle.to_move().other();
                say!("Movement: {side}.", side = battle.side_called(side))
            }
        }),
}
}

fn hit(battle: &Battle, tag: Tag, hits: u32) -> Option<Say> {
    let ship = battle.roster().find(tag)?;
    let name = battle.called(tag);
    let viability = ship.viability;
    let taken = ship.hits + hits;
    Some(if taken >= viability {
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
