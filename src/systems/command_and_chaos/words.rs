//! What effects are in words. What lies face down is not named.

use super::tables::{Attack, Officer, Phase};
use super::{Battle, Effect};
use crate::rules::tale::Tale;
use crate::rules::{Side, System, Tag};
use crate::say::{Say, say};

/// An effect in words.
#[expect(clippy::too_many_lines, reason = "an arm an effect")]
pub(super) fn tale(battle: &Battle, effect: &Effect) -> Tale {
    let name = |tag: &Tag| battle.called(*tag);
    let side = |side: &Side| battle.side_called(*side);
    match effect {
        Effect::Skirmished(..) | Effect::AlliedRolled { .. } => Tale::UNSAID,
        Effect::PhaseReached(phase) => Tale::routine(on_to(*phase)),
        Effect::PhaseEnded => Tale::routine(match battle.phase().next() {
            Some(next) => on_to(next),
            None => say!("Turn {turn} is over.", turn = battle.turn()),
        }),
        Effect::CardsDiscarded(whose, cards) => Tale::routine(say!(*cards =>
            "{side}: {n} played card discarded." | "{side}: {n} played cards discarded.",
            side = side(whose)
        )),
        Effect::FirstPlayer(first) => {
            Tale::routine(say!("First player this turn: {side}.", side = side(first)))
        }
        Effect::CardsPutAway(whose, cards) => Tale::routine(say!(
            "{side}: {cards} discarded.",
            side = side(whose),
            cards = cards_in_words(battle, *whose, cards)
        )),
        Effect::DeckRenewed(whose) => {
            Tale::routine(say!("{side}: the discards become the new deck.", side = side(whose)))
        }
        Effect::CardsDrawn(whose, cards) => Tale::routine(say!(
            "{side}: {cards} drawn.",
            side = side(whose),
            cards = cards_in_words(battle, *whose, cards)
        )),
        Effect::ZoneDone(whose, zone) => {
            Tale::routine(say!("{side}: {zone} moved.", side = side(whose), zone = zone.says()))
        }
        Effect::Flanked { unit, target, attack } => {
            Tale::setting(flanked(name(unit), name(target), *attack))
        }
        Effect::FacesFront { unit, .. } => {
            Tale::routine(say!("{unit}: attack from the front again.", unit = name(unit)))
        }
        Effect::GoneForward(tag) => {
            Tale::setting(say!("Reserve, forward: {unit}.", unit = name(tag)))
        }
        Effect::CommanderMoved(whose, zone) => Tale::setting(say!(
            "The commander of {side} goes to the {zone}.",
            side = side(whose),
            zone = zone.says()
        )),
        Effect::Charged(tag) => {
            Tale::setting(say!("A charge by {unit}, for 1 stamina.", unit = name(tag)))
                .later(say!("A charge by {unit}.", unit = name(tag)))
        }
        Effect::CounterCharged(tag) => {
            Tale::setting(say!("A counter-charge by {unit}, for 1 stamina.", unit = name(tag)))
                .later(say!("A counter-charge by {unit}.", unit = name(tag)))
        }
        Effect::GradeShown { unit, veteran: true } => {
            Tale::routine(say!("{unit}: turned up, veteran.", unit = name(unit)))
        }
        Effect::GradeShown { unit, veteran: false } => {
            Tale::routine(say!("{unit}: turned up, average.", unit = name(unit)))
        }
        Effect::CardPlayed(tag, _) => {
            Tale::routine(say!("A card lies face down behind {unit}.", unit = name(tag)))
        }
        Effect::CardRevealed { unit, card, text } if text.is_empty() => {
            Tale::setting(say!("{unit}: “{card}” revealed.", unit = name(unit), card))
        }
        Effect::CardRevealed { unit, card, text } => {
            Tale::setting(say!("{unit}: “{card}” revealed. {text}", unit = name(unit), card, text))
        }
        Effect::Engaged(one, two) => {
            Tale::routine(say!("{one} and {two} are engaged.", one = name(one), two = name(two)))
        }
        Effect::Fought(one, two) => Tale::setting(None).later(say!(
            "{one} and {two} fight.",
            one = name(one),
            two = name(two)
        )),
        Effect::Hits(tag, 0) => Tale::routine(say!("{unit}: no hits.", unit = name(tag))),
        Effect::Hits(tag, hits) => {
            Tale::news(say!(*hits => "{unit}: {n} hit." | "{unit}: {n} hits.", unit = name(tag)))
        }
        Effect::Cancelled(tag, 0) => {
            Tale::routine(say!("{unit}: no hit cancelled.", unit = name(tag)))
        }
        Effect::Cancelled(tag, hits) => Tale::setting(say!(*hits =>
            "{unit}: {n} hit cancelled." | "{unit}: {n} hits cancelled.",
            unit = name(tag)
        )),
        Effect::Routed(tag) => Tale::news(say!(
            "{unit}: routed; every friend in the eight squares around rolls.",
            unit = name(tag)
        ))
        .later(say!("{unit}: routed.", unit = name(tag))),
        Effect::MayTurn(tag) => Tale::routine(say!(
            "{unit}: no enemy in front; may turn to face its flanker.",
            unit = name(tag)
        )),
        Effect::Turned { unit, to } => Tale::setting(say!(
            "{unit}: turned to {enemy}, whose attack is from the front now.",
            unit = name(unit),
            enemy = name(to)
        )),
        Effect::FellBack(tag, spaces) => Tale::news(say!(*spaces =>
            "{unit}: back {n} space." | "{unit}: back {n} spaces.", unit = name(tag)
        )),
        Effect::FallbackDone(tag) => Tale::routine(say!("{unit}: fallen back.", unit = name(tag))),
        Effect::Withheld(tag) => Tale::setting(say!("{unit}: javelins kept.", unit = name(tag))),
        Effect::Joined(light, cavalry) => Tale::setting(say!(
            "{one} and {two} are one mixed unit.",
            one = name(light),
            two = name(cavalry)
        )),
        Effect::Parted(tag) => {
            Tale::setting(say!("{unit}: no longer part of a mixed unit.", unit = name(tag)))
        }
        Effect::Level(one, two) => Tale::routine(say!(
            "{one} and {two} are level; neither falls back.",
            one = name(one),
            two = name(two)
        )),
        Effect::RoutClosed(rout) => {
            Tale::routine(say!("Every friend next to {unit} has rolled.", unit = name(rout)))
        }
        Effect::Rallied(tag) => Tale::news(say!("{unit}: rallied, 1 hit less.", unit = name(tag))),
        Effect::Attached(officer, tag) => {
            let who = officer_called(battle, *officer, *tag);
            Tale::setting(say!("{who} joins {unit}.", who, unit = name(tag)))
        }
        Effect::Detached(officer, tag) => {
            let who = officer_called(battle, *officer, *tag);
            Tale::setting(say!("{who} leaves {unit}.", who, unit = name(tag)))
        }
        Effect::ReserveMoved { unit, zone, column } => Tale::setting(say!(
            "Reserve to the {zone}, column {column}: {unit}.",
            unit = name(unit),
            zone = zone.says(),
            column
        )),
        Effect::LieutenantReplaced(whose, zone) => Tale::news(say!(
            "A lieutenant steps up in the {zone} of {side}.",
            zone = zone.says(),
            side = side(whose)
        )),
        Effect::Broken(sides) => Tale::news(match sides[..] {
            [lost] => say!(
                "Victory: {victor}. {side} lost more than half of its unit cards.",
                victor = side(&lost.other()),
                side = side(&lost)
            ),
            [] | [_, ..] => say!("Draw: both sides lost more than half of their unit cards."),
        }),
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
        Attack::Rear => say!("{target}: attacked from behind by {unit}.", unit, target),
        Attack::Front | Attack::Flank => {
            say!("{target}: attacked on the flank by {unit}.", unit, target)
        }
    }
}

fn on_to(phase: Phase) -> Say {
    say!("On to phase {number}: {phase}.", number = phase.number(), phase = phase.name())
}

/// The officer who is or will be with a unit, by his name if he has one.
fn officer_called(battle: &Battle, officer: Officer, tag: Tag) -> Say {
    let side = battle.side(tag.side);
    let name = match officer {
        Officer::Commander => side.commander.as_ref().map(|commander| &commander.name),
        Officer::Lieutenant => {
            let zone = battle.roster().find(tag).map(|unit| unit.zone);
            let of_the_zone = side.lieutenants.iter().find(|one| Some(one.zone) == zone);
            of_the_zone.map(|lieutenant| &lieutenant.name)
        }
    };
    name.filter(|name| !name.is_empty())
        .map_or_else(|| say!("The {officer}", officer), Say::verbatim)
}
