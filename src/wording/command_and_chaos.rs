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
            format!("{}: {} discarded.", side(whose), plural(*n, "played card", "played cards"))
        }
        Effect::FirstPlayer(first) => format!("First player this turn: {}.", side(first)),
        Effect::CardsPutAway(whose, cards) => {
            format!("{}: {} discarded.", side(whose), cards_in_words(battle, *whose, cards))
        }
        Effect::DeckRenewed(whose) => {
            format!("{}: the discards become the new deck.", side(whose))
        }
        Effect::CardsDrawn(whose, cards) => {
            format!("{}: {} drawn.", side(whose), cards_in_words(battle, *whose, cards))
        }
        Effect::ZoneDone(whose, which) => {
            format!("{}: {} moved.", side(whose), zone(which))
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
        Effect::GradeShown { unit, veteran: true } => {
            format!("{} is shown to be a veteran.", name(unit))
        }
        Effect::GradeShown { unit, veteran: false } => {
            format!("{} is shown to be average.", name(unit))
        }
        Effect::CardPlayed(tag, _) => format!("A card lies face down behind {}.", name(tag)),
        Effect::CardRevealed { unit, card, text } if text.is_empty() => {
            format!("{} reveals “{card}”.", name(unit))
        }
        Effect::CardRevealed { unit, card, text } => {
            format!("{} reveals “{card}”: {text}", name(unit))
        }
        Effect::Engaged(one, two) => format!("{} and {} are engaged.", name(one), name(two)),
        Effect::Fought(..) => return None,
        Effect::Hits(tag, 0) => format!("{} takes no hits.", name(tag)),
        Effect::Hits(tag, n) => {
            format!("{} takes {}.", name(tag), plural(*n, "hit", "hits"))
        }
        Effect::Cancelled(tag, 0) => format!("{} stands but cancels nothing.", name(tag)),
        Effect::Cancelled(tag, n) => {
            format!("{} stands and cancels {}.", name(tag), plural(*n, "hit", "hits"))
        }
        Effect::Routed(tag) => {
            format!("{} routs; every friend in the eight squares around it rolls.", name(tag))
        }
        Effect::MayTurn(tag) => {
            format!("{} has no enemy in front and may turn to face its flanker.", name(tag))
        }
        Effect::Turned { unit, to } => {
            format!("{} turns to {}, who attacks its front now.", name(unit), name(to))
        }
        Effect::FellBack(tag, n) => {
            format!("{} falls back {}.", name(tag), plural(*n, "space", "spaces"))
        }
        Effect::FallbackDone(tag) => format!("{} has fallen back.", name(tag)),
        Effect::Withheld(tag) => format!("{} keeps its javelins.", name(tag)),
        Effect::Joined(light, cavalry) => {
            format!("{} and {} are one mixed unit.", name(light), name(cavalry))
        }
        Effect::Parted(tag) => format!("{} is no longer part of a mixed unit.", name(tag)),
        Effect::Level(one, two) => {
            format!("{} and {} are level; neither falls back.", name(one), name(two))
        }
        Effect::AlliedRolled { .. } => return None,
        Effect::RoutClosed(rout) => format!("All around {} have rolled.", name(rout)),
        Effect::Rallied(tag) => format!("{} rallies: 1 hit less.", name(tag)),
        Effect::Attached(officer, tag) => format!("The {officer} joins {}.", name(tag)),
        Effect::Detached(officer, tag) => format!("The {officer} leaves {}.", name(tag)),
        Effect::ReserveMoved { unit, zone: to, column } => {
            format!("The reserve {} goes to the {}, column {column}.", name(unit), zone(to))
        }
        Effect::LieutenantReplaced(whose, which) => {
            format!("A lieutenant steps up in the {} of {}.", zone(which), side(whose))
        }
        Effect::Broken(sides) => match sides[..] {
            [lost] => format!(
                "Victory: {}. {} lost more than half of its unit cards.",
                side(&lost.other()),
                side(&lost)
            ),
            [] | [_, ..] => "Draw: both sides lost more than half of their unit cards.".into(),
        },
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
        | Effect::GradeShown { .. }
        | Effect::AlliedRolled { .. }
        | Effect::RoutClosed(_)
        | Effect::FallbackDone(_)
        | Effect::Engaged(..)
        | Effect::Hits(_, 0)
        | Effect::Cancelled(_, 0)
        | Effect::MayTurn(_)
        | Effect::Level(..) => Tale::Routine,
        Effect::Flanked { .. }
        | Effect::GoneForward(_)
        | Effect::CommanderMoved(..)
        | Effect::CardRevealed { .. }
        | Effect::Turned { .. }
        | Effect::Withheld(_)
        | Effect::Joined(..)
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
        | Effect::Broken(_)
        | Effect::Adjusted(..) => Tale::news(sentence(battle, effect)),
    }
}

/// Cards of a hand, by name to whoever may know them.
fn cards_in_words(battle: &Battle, side: Side, cards: &[String]) -> String {
    if cards.is_empty() {
        return "no card".into();
    }
    if battle.knows_cards_of(side) {
        return cards.join(", ");
    }
    plural(u32::try_from(cards.len()).unwrap_or(u32::MAX), "card", "cards")
}

fn on_to(phase: Phase) -> String {
    format!("On to phase {}: {}.", phase.number(), phase.name())
}
