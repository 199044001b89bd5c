//! Command & Chaos in words. What lies face down is not named.

use crate::rules::command_and_chaos::tables::{Attack, Phase, Zone};
use crate::rules::command_and_chaos::{Battle, Effect};
use crate::rules::{Side, System, Tag, title};

use super::{Tale, plural};

/// An effect as a sentence; `None` for what goes without saying.
#[expect(clippy::too_many_lines, reason = "a list of sentences, one an effect")]
pub(super) fn sentence(battle: &Battle, effect: &Effect) -> Option<String> {
    let name = |tag: &Tag| format!("{tag} {}", battle.unit_name(*tag));
    let side = |side: &Side| format!("{} ({side})", battle.side_name(*side));
    let zone = |zone: &Zone| title(zone.slug()).to_lowercase();
    let text = match effect {
        Effect::PhaseReached(phase) => on_to(*phase),
        Effect::PhaseEnded => match battle.phase().next() {
            Some(next) => on_to(next),
            None => format!("Turn {} is over.", battle.turn()),
        },
        Effect::CardsDiscarded(whose, n) => {
            format!(
                "{} puts {} on the discards.",
                side(whose),
                plural(*n, "played card", "played cards")
            )
        }
        Effect::FirstPlayer(first) => format!("{} goes first this turn.", side(first)),
        Effect::CardsPutAway(whose, cards) => {
            format!("{} puts {} away.", side(whose), cards_in_words(cards))
        }
        Effect::DeckRenewed(whose) => {
            format!("The discards of {} are the deck again.", side(whose))
        }
        Effect::CardsDrawn(whose, cards) => {
            format!("{} draws {}.", side(whose), cards_in_words(cards))
        }
        Effect::ZoneDone(whose, which) => {
            format!("The {} of {} is finished.", zone(which), side(whose))
        }
        Effect::Flanked { unit, target, attack: Attack::Rear } => {
            format!("{} gets behind {}.", name(unit), name(target))
        }
        Effect::Flanked { unit, target, .. } => {
            format!("{} turns onto the flank of {}.", name(unit), name(target))
        }
        Effect::FacesFront(tag) => format!("{} attacks from the front again.", name(tag)),
        Effect::GoneForward(tag) => format!("The reserve {} goes forward.", name(tag)),
        Effect::CommanderMoved(whose, to) => {
            format!("The commander of {} goes to the {}.", side(whose), zone(to))
        }
        Effect::Charged(tag) => format!("{} charges, for 1 stamina.", name(tag)),
        Effect::CounterCharged(tag) => format!("{} counter-charges, for 1 stamina.", name(tag)),
        Effect::GradeShown(tag) => {
            let veteran = battle.roster().find(*tag)?.veteran;
            format!("{} is {}.", name(tag), if veteran { "a veteran" } else { "average" })
        }
        Effect::CardPlayed(tag, _) => format!("A card lies face down behind {}.", name(tag)),
        Effect::CardRevealed(tag) => {
            let card = battle.roster().find(*tag)?.card.clone()?;
            match battle.card_text(tag.side, &card) {
                Some(text) if !text.is_empty() => {
                    format!("{} turns up \u{201c}{card}\u{201d}: {text}", name(tag))
                }
                _ => format!("{} turns up \u{201c}{card}\u{201d}.", name(tag)),
            }
        }
        Effect::Engaged(one, two) => format!("{} and {} are engaged.", name(one), name(two)),
        Effect::Fought(..) => return None,
        Effect::Hits(tag, 0) => format!("{} takes no hit.", name(tag)),
        Effect::Hits(tag, n) => {
            format!("{} takes {}.", name(tag), plural(*n, "hit", "hits"))
        }
        Effect::Cancelled(tag, n) => {
            format!("{} stands, and cancels {}.", name(tag), plural(*n, "hit", "hits"))
        }
        Effect::Routed(tag) => {
            format!("{} routs; every friend in the eight squares around it rolls.", name(tag))
        }
        Effect::MayTurn(tag) => {
            format!("{} has its front free and may turn to the enemy at its side.", name(tag))
        }
        Effect::FellBack(tag, n) => {
            format!("{} falls back {}.", name(tag), plural(*n, "space", "spaces"))
        }
        Effect::Parted(tag) => format!("{} leaves its cavalry.", name(tag)),
        Effect::Level(one, two) => {
            format!("{} and {} are level; neither falls back.", name(one), name(two))
        }
        Effect::Rallied(tag) => format!("{} rallies: one hit less.", name(tag)),
        Effect::Attached(officer, tag) => format!("The {officer} joins {}.", name(tag)),
        Effect::Detached(officer, tag) => format!("The {officer} leaves {}.", name(tag)),
        Effect::ReserveMoved { unit, zone: to, column } => {
            format!("The reserve {} goes to the {}, column {column}.", name(unit), zone(to))
        }
        Effect::LieutenantReplaced(whose, which) => {
            format!("A lieutenant steps up in the {} of {}.", zone(which), side(whose))
        }
        Effect::Adjusted(subject, field, value) => {
            super::correction(battle, *subject, field, value)
        }
    };
    Some(text)
}

/// An effect as it is told afterwards.
pub(super) fn tale(battle: &Battle, effect: &Effect) -> Tale {
    let name = |tag: &Tag| format!("{tag} {}", battle.unit_name(*tag));
    match effect {
        Effect::PhaseReached(_)
        | Effect::PhaseEnded
        | Effect::CardsDiscarded(..)
        | Effect::FirstPlayer(_)
        | Effect::CardsPutAway(..)
        | Effect::DeckRenewed(_)
        | Effect::CardsDrawn(..)
        | Effect::ZoneDone(..)
        | Effect::FacesFront(_)
        | Effect::CardPlayed(..)
        | Effect::GradeShown(_)
        | Effect::Engaged(..)
        | Effect::Hits(_, 0)
        | Effect::Cancelled(_, 0)
        | Effect::MayTurn(_)
        | Effect::Level(..) => Tale::Routine,
        Effect::Flanked { .. }
        | Effect::GoneForward(_)
        | Effect::CommanderMoved(..)
        | Effect::CardRevealed(_)
        | Effect::Cancelled(..)
        | Effect::Parted(_)
        | Effect::Attached(..)
        | Effect::Detached(..)
        | Effect::ReserveMoved { .. } => Tale::setting(sentence(battle, effect)),
        Effect::Charged(tag) => Tale::Setting(format!("{} charges.", name(tag))),
        Effect::CounterCharged(tag) => Tale::Setting(format!("{} counter-charges.", name(tag))),
        Effect::Fought(one, two) => {
            Tale::Setting(format!("{} and {} fight.", name(one), name(two)))
        }
        Effect::Routed(tag) => Tale::News(format!("{} routs.", name(tag))),
        Effect::Hits(..)
        | Effect::FellBack(..)
        | Effect::Rallied(_)
        | Effect::LieutenantReplaced(..)
        | Effect::Adjusted(..) => Tale::news(sentence(battle, effect)),
    }
}

fn cards_in_words(cards: &[String]) -> String {
    match cards.len() {
        0 => "no card".into(),
        1 => "a card".into(),
        many => format!("{many} cards"),
    }
}

fn on_to(phase: Phase) -> String {
    format!("On to phase {}: {}.", phase.number(), phase.name())
}
