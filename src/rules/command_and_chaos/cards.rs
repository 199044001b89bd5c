//! Battle cards: the hand, the deck, and what lies face down behind a unit.
//! What a card's text says is the players' to carry out.

use crate::dice::{Ask, Die, Hopes, Roller, Throw};
use crate::rules::common::{Resolution, Side, Stop, Tag, refuse};

use super::orders::{Effect, rule};
use super::resolve::{Resolved, present};
use super::state::Battle;
use super::tables::{HAND, MOST_DISCARDS, MOST_PLAYED};

/// Up to two cards of the hand a turn.
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
        let before = if before == 0 { String::new() } else { format!(" after {before}") };
        return refuse(
            rule::HAND,
            format!("a side puts away up to {MOST_DISCARDS} cards a turn, not {now}{before}"),
        );
    }
    let put = |card: &String| Effect::CardPutAway(side, card.clone());
    Ok(Resolution::done(cards.iter().map(put).collect()))
}

fn not_in_hand(side: Side, card: &str) -> String {
    let shown: String = card.chars().take(60).collect();
    format!("side {side} has no card `{shown}` in its hand")
}

/// Draws up to a full hand: each card is one die over the cards left, in the
/// order of the deck.
pub(super) fn draw(battle: &Battle, side: Side, roller: &mut Roller) -> Resolved {
    let log = battle.side(side);
    let held = log.hand.len();
    if held >= HAND {
        return refuse(
            rule::HAND,
            format!("side {side} has a hand of {held} cards; {HAND} are full"),
        );
    }
    if !log.can_draw() {
        return refuse(rule::HAND, format!("side {side} has no card left to draw"));
    }
    let mut deck = log.deck.clone();
    let mut discards = log.discards.clone();
    let mut effects = Vec::new();
    for number in 1..=HAND - held {
        if deck.is_empty() {
            if discards.is_empty() {
                break;
            }
            deck = std::mem::take(&mut discards);
            effects.push(Effect::DeckRenewed(side));
        }
        let card = deck.remove(pick(side, number, &deck, roller)?);
        effects.push(Effect::CardDrawn(side, card));
    }
    Ok(Resolution::done(effects))
}

/// Which card of the deck the die picks. Neighbours of one name are one row.
fn pick(side: Side, number: usize, deck: &[String], roller: &mut Roller) -> Result<usize, Stop> {
    let Some(die) = u8::try_from(deck.len()).ok().and_then(Die::of) else {
        return Err(Stop::Nonsense(format!("no die has {} faces", deck.len())));
    };
    let ask = Ask::new(Throw::One { die }, format!("side {side} draws card {number}"))
        .hoping(Hopes::Neither);
    let mut rows: Vec<(i64, usize)> = Vec::new();
    for (face, at) in (1..).zip(0..deck.len()) {
        if at == 0 || deck[at] != deck[at - 1] {
            rows.push((face, at));
        }
    }
    Ok(roller.row(&ask, &rows)?)
}

/// Up to three a side and phase, one a unit.
pub(super) fn play(battle: &Battle, tag: Tag, card: &str) -> Resolved {
    let unit = present(battle, tag, rule::CARDS)?;
    if unit.card.is_some() {
        return refuse(
            rule::CARDS,
            format!("{tag} {} has a card already, and one is all", unit.name),
        );
    }
    let played = battle.cards_played(tag.side);
    if played >= MOST_PLAYED {
        return refuse(
            rule::CARDS,
            format!("side {} has played {played} cards this phase", tag.side),
        );
    }
    if !battle.side(tag.side).hand.iter().any(|held| held == card) {
        return refuse(rule::CARDS, not_in_hand(tag.side, card));
    }
    Ok(Resolution::done(vec![Effect::CardPlayed(tag, card.to_owned())]))
}
