//! Command & Chaos in words. What lies face down is not named.

use crate::rules::command_and_chaos::tables::{Attack, Phase};
use crate::rules::command_and_chaos::{Battle, Effect};
use crate::rules::{Side, System, Tag};
use crate::say::{Say, say};

use super::{Tale, correction};

/// An effect as a sentence; `None` for what goes without saying.
#[expect(clippy::too_many_lines, reason = "an arm an effect")]
pub(super) fn sentence(battle: &Battle, effect: &Effect) -> Option<Say> {
    let name = |tag: &Tag| battle.called(*tag);
    let side = |side: &Side| battle.side_called(*side);
    Some(match effect {
        Effect::PhaseReached(phase) => on_to(*phase),
        Effect::PhaseEnded => match battle.phase().next() {
            Some(next) => on_to(next),
            None => say!("Turn {turn} is over.", turn = battle.turn()),
        },
        Effect::CardsDiscarded(whose, cards) => say!(*cards =>
            "{side}: {n} played card discarded." | "{side}: {n} played cards discarded.",
            side = side(whose)
        ),
        Effect::FirstPlayer(first) => say!("First player this turn: {side}.", side = side(first)),
        Effect::CardsPutAway(whose, cards) => say!(
            "{side}: {cards} discarded.",
            side = side(whose),
            cards = cards_in_words(battle, *whose, cards)
        ),
        Effect::DeckRenewed(whose) => {
            say!("{side}: the discards become the new deck.", side = side(whose))
        }
        Effect::CardsDrawn(whose, cards) => say!(
            "{side}: {cards} drawn.",
            side = side(whose),
            cards = cards_in_words(battle, *whose, cards)
        ),
        Effect::ZoneDone(whose, zone) => {
            say!("{side}: {zone} moved.", side = side(whose), zone = zone.says())
        }
        Effect::Flanked { unit, target, attack } => flanked(name(unit), name(target), *attack),
        Effect::FacesFront { unit, .. } => {
            say!("{unit} attacks from the front again.", unit = name(unit))
        }
        Effect::GoneForward(tag) => say!("The reserve {unit} goes forward.", unit = name(tag)),
        Effect::CommanderMoved(whose, zone) => {
            say!(
                "The commander of {side} goes to the {zone}.",
                side = side(whose),
                zone = zone.says()
            )
        }
        Effect::Charged(tag) => say!("{unit} charges, for 1 stamina.", unit = name(tag)),
        Effect::CounterCharged(tag) => {
            say!("{unit} counter-charges, for 1 stamina.", unit = name(tag))
        }
        Effect::GradeShown { unit, veteran: true } => {
            say!("{unit} is shown to be a veteran.", unit = name(unit))
        }
        Effect::GradeShown { unit, veteran: false } => {
            say!("{unit} is shown to be average.", unit = name(unit))
        }
        Effect::CardPlayed(tag, _) => {
            say!("A card lies face down behind {unit}.", unit = name(tag))
        }
        Effect::CardRevealed { unit, card, text } if text.is_empty() => {
            say!("{unit} reveals “{card}”.", unit = name(unit), card)
        }
        Effect::CardRevealed { unit, card, text } => {
            say!("{unit} reveals “{card}”: {text}", unit = name(unit), card, text)
        }
        Effect::Engaged(one, two) => {
            say!("{one} and {two} are engaged.", one = name(one), two = name(two))
        }
        Effect::Fought(..) | Effect::Skirmished(..) | Effect::AlliedRolled { .. } => return None,
        Effect::Hits(tag, 0) => say!("{unit} takes no hits.", unit = name(tag)),
        Effect::Hits(tag, hits) => {
            say!(*hits => "{unit} takes {n} hit." | "{unit} takes {n} hits.", unit = name(tag))
        }
        Effect::Cancelled(tag, 0) => {
            say!("{unit} stands but cancels nothing.", unit = name(tag))
        }
        Effect::Cancelled(tag, hits) => say!(*hits =>
            "{unit} stands and cancels {n} hit." | "{unit} stands and cancels {n} hits.",
            unit = name(tag)
        ),
        Effect::Routed(tag) => say!(
            "{unit} routs; every friend in the eight squares around it rolls.",
            unit = name(tag)
        ),
        Effect::MayTurn(tag) => {
            say!("{unit} has no enemy in front and may turn to face its flanker.", unit = name(tag))
        }
        Effect::Turned { unit, to } => say!(
            "{unit} turns to {enemy}, who attacks its front now.",
            unit = name(unit),
            enemy = name(to)
        ),
        Effect::FellBack(tag, spaces) => say!(*spaces =>
            "{unit} falls back {n} space." | "{unit} falls back {n} spaces.", unit = name(tag)
        ),
        Effect::FallbackDone(tag) => say!("{unit} has fallen back.", unit = name(tag)),
        Effect::Withheld(tag) => say!("{unit} keeps its javelins.", unit = name(tag)),
        Effect::Joined(light, cavalry) => {
            say!("{one} and {two} are one mixed unit.", one = name(light), two = name(cavalry))
        }
        Effect::Parted(tag) => {
            say!("{unit} is no longer part of a mixed unit.", unit = name(tag))
        }
        Effect::Level(one, two) => {
            say!("{one} and {two} are level; neither falls back.", one = name(one), two = name(two))
        }
        Effect::RoutClosed(rout) => say!("All around {unit} have rolled.", unit = name(rout)),
        Effect::Rallied(tag) => say!("{unit} rallies: 1 hit less.", unit = name(tag)),
        Effect::Attached(officer, tag) => {
            say!("The {officer} joins {unit}.", officer = *officer, unit = name(tag))
        }
        Effect::Detached(officer, tag) => {
            say!("The {officer} leaves {unit}.", officer = *officer, unit = name(tag))
        }
        Effect::ReserveMoved { unit, zone, column } => say!(
            "The reserve {unit} goes to the {zone}, column {column}.",
            unit = name(unit),
            zone = zone.says(),
            column
        ),
        Effect::LieutenantReplaced(whose, zone) => say!(
            "A lieutenant steps up in the {zone} of {side}.",
            zone = zone.says(),
            side = side(whose)
        ),
        Effect::Broken(sides) => match sides[..] {
            [lost] => say!(
                "Victory: {victor}. {side} lost more than half of its unit cards.",
                victor = side(&lost.other()),
                side = side(&lost)
            ),
            [] | [_, ..] => say!("Draw: both sides lost more than half of their unit cards."),
        },
        Effect::Adjusted(subject, field, value) => correction(battle, *subject, field, value),
    })
}

/// An effect for the story of the battle.
pub(super) fn tale(battle: &Battle, effect: &Effect) -> Tale {
    let name = |tag: &Tag| battle.called(*tag);
    match effect {
        Effect::PhaseReached(_)
        | Effect::PhaseEnded
        | Effect::CardsDiscarded(..)
        | Effect::FirstPlayer(_)
        | Effect::CardsPutAway(..)
        | Effect::DeckRenewed(_)
        | Effect::CardsDrawn(..)
        | Effect::ZoneDone(..)
        | Effect::FacesFront { .. }
        | Effect::Skirmished(..)
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
        Effect::Charged(tag) => Tale::Setting(say!("{unit} charges.", unit = name(tag))),
        Effect::CounterCharged(tag) => {
            Tale::Setting(say!("{unit} counter-charges.", unit = name(tag)))
        }
        Effect::Fought(one, two) => {
            Tale::Setting(say!("{one} and {two} fight.", one = name(one), two = name(two)))
        }
        Effect::Routed(tag) => Tale::News(say!("{unit} routs.", unit = name(tag))),
        Effect::Hits(..)
        | Effect::FellBack(..)
        | Effect::Rallied(_)
        | Effect::LieutenantReplaced(..)
        | Effect::Broken(_)
        | Effect::Adjusted(..) => Tale::news(sentence(battle, effect)),
    }
}

/// The cards of a hand, named only where the reader may know them.
fn cards_in_words(battle: &Battle, side: Side, cards: &[String]) -> Say {
    if cards.is_empty() {
        return say!("no card");
    }
    if battle.knows_cards_of(side) {
        return Say::list(cards.iter().map(Say::verbatim));
    }
    say!(cards.len() => "{n} card" | "{n} cards")
}

fn flanked(unit: Say, target: Say, attack: Attack) -> Say {
    match attack {
        Attack::Rear => say!("{unit} gets behind {target}.", unit, target),
        Attack::Front | Attack::Flank => {
            say!("{unit} turns onto the flank of {target}.", unit, target)
        }
    }
}

fn on_to(phase: Phase) -> Say {
    say!("On to phase {number}: {phase}.", number = phase.number(), phase = phase.name())
}
