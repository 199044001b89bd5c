//! Battle cards of Command & Chaos: the hand, the deck, and the cards face down behind
//! units. Players carry out the text of a card themselves.

use dice::{AskedRoll, Die, Preferred, Roller, Throw};
use message::{Message, clipped, message};
use rules::common::{Resolution, Side, Stop, Tag, refuse};

use super::effects::Effect;
use super::guards::{Resolved, heavy, opponents, unit_in_play};
use super::orders::rule;
use super::state::Battle;
use super::tables::{HAND, MOST_DISCARDS, MOST_PLAYED, Phase};

/// Discards up to two cards of the hand in a turn.
pub(super) fn discard(battle: &Battle, side: Side, cards: &[String]) -> Resolved {
    let log = battle.side(side);
    let mut hand = log.hand.clone();
    for card in cards {
        let Some(at) = hand.iter().position(|held| held == card) else {
            return refuse(rule::HAND, not_in_hand(side, card));
        };
        hand.remove(at);
    }
    let (before, now) = (log.discarded, cards.len());
    if before + now > MOST_DISCARDS {
        let most = MOST_DISCARDS;
        let why = if before == 0 {
            message!("a side discards up to {most} cards a turn, not {now}", most, now)
        } else {
            message!(
                "a side discards up to {most} cards a turn, not {now} after {before}",
                most,
                now,
                before
            )
        };
        return refuse(rule::HAND, why);
    }
    Ok(Resolution::done(vec![Effect::CardsPutAway(side, cards.to_vec())]))
}

fn not_in_hand(side: Side, card: &str) -> Message {
    message!("side {side} has no card `{card}` in its hand", side, card = clipped(card))
}

/// Draws up to a full hand. Each card is drawn with one die whose size is the number of
/// cards left, in deck order.
pub(super) fn draw(battle: &Battle, side: Side, roller: &mut Roller) -> Resolved {
    let log = battle.side(side);
    let held = log.hand.len();
    if held >= HAND {
        return refuse(
            rule::HAND,
            message!("side {side} has {held} cards in hand, which is the limit", side, held),
        );
    }
    if !log.can_draw() {
        return refuse(rule::HAND, message!("side {side} has no card left to draw", side));
    }
    let mut effects = Vec::new();
    let wanted = HAND - held;
    let drawn = deal(side, held, &log.deck, wanted, roller)?;
    let missing = wanted - drawn.len();
    if !drawn.is_empty() {
        effects.push(Effect::CardsDrawn(side, drawn));
    }
    if missing > 0 && !log.discards.is_empty() {
        effects.push(Effect::DeckRenewed(side));
        let drawn = deal(side, HAND - missing, &log.discards, missing, roller)?;
        effects.push(Effect::CardsDrawn(side, drawn));
    }
    Ok(Resolution::done(effects))
}

/// Draws cards from a pile for a hand.
fn deal(
    side: Side,
    held: usize,
    pile: &[String],
    wanted: usize,
    roller: &mut Roller,
) -> Result<Vec<String>, Stop> {
    let ask = |taken: usize| {
        let left = pile.len() - taken;
        let die = u8::try_from(left).ok().and_then(Die::of);
        let die = die.ok_or_else(|| Stop::Invalid(message!("no die has {left} faces", left)))?;
        let purpose = message!(
            "side {side} draws card {taken} of {hand}",
            side,
            taken = held + taken + 1,
            hand = HAND
        );
        Ok(AskedRoll::new(Throw::One { die }, purpose).preferring(Preferred::Drawn))
    };
    let asks: Vec<AskedRoll> = (0..wanted.min(pile.len())).map(ask).collect::<Result<_, Stop>>()?;
    let kind = |card| pile.iter().position(|known| known == card).unwrap_or_default();
    let kinds: Vec<usize> = pile.iter().map(kind).collect();
    let mut left = pile.to_vec();
    Ok(roller.deal(&kinds, &asks)?.into_iter().map(|place| left.remove(place)).collect())
}

/// Plays a card behind a unit: up to three for a side in the phase, one for each unit.
pub(super) fn play(battle: &Battle, tag: Tag, card: &str) -> Resolved {
    let unit = unit_in_play(battle, tag, rule::CARDS)?;
    if unit.card.is_some() {
        return refuse(
            rule::CARDS,
            message!("{tag} {name} already has a card; one is the limit", tag, name = &unit.name),
        );
    }
    let played = battle.cards_played(tag.side);
    if played >= MOST_PLAYED {
        return refuse(
            rule::CARDS,
            message!("side {side} has played {played} cards this phase", side = tag.side, played),
        );
    }
    if !battle.side(tag.side).hand.iter().any(|held| held == card) {
        return refuse(rule::CARDS, not_in_hand(tag.side, card));
    }
    Ok(Resolution::done(vec![Effect::CardPlayed(tag, card.to_owned())]))
}

/// Turns up the cards of a melee together, before any die: those of both units and of a
/// third unit in it.
pub(super) fn reveal(battle: &Battle, tag: Tag, target: Tag) -> Resolved {
    let rule = rule::CARDS;
    let [unit, other] = opponents(battle, tag, target, rule)?;
    if battle.phase != Phase::Melee {
        let why = message!(
            "cards are turned up in the melee phase; it is now the {phase} phase",
            phase = battle.phase.says()
        );
        return refuse(rule, why);
    }
    for (tag, unit) in [(tag, unit), (target, other)] {
        heavy(tag, unit, rule)?;
    }
    if unit.fought.contains(&target) {
        return refuse(rule, message!("{tag} and {target} have met in this phase", tag, target));
    }
    if !battle.could_meet(tag, target) {
        let why = message!(
            "{tag} and {target} are not engaged, do not face each other, and neither flanks the other",
            tag,
            target
        );
        return refuse(rule, why);
    }
    let mut in_it = vec![tag, target];
    in_it.extend(battle.second_cavalry(tag, target).chain(battle.second_cavalry(target, tag)));
    let effects: Vec<Effect> = in_it
        .into_iter()
        .filter_map(|tag| {
            let unit = battle.common.units.find(tag)?;
            let card = unit.card.clone().filter(|_| unit.card_lies_face_down())?;
            let text = battle.card_text(tag.side, &card).unwrap_or_default().to_owned();
            Some(Effect::CardRevealed { unit: tag, card, text })
        })
        .collect();
    if effects.is_empty() {
        return refuse(
            rule,
            message!("no card lies face down behind {tag} or {target}", tag, target),
        );
    }
    Ok(Resolution::done(effects))
}
