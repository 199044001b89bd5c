//! Passing in Command & Chaos: "you first" while zones move, and no card before the melees
//! (CC-19).

use message::{Message, message};
use rules::common::{Refusal, Resolution, Side};
use rules::roster::add_once;

use super::effects::Effect;
use super::guards::Resolved;
use super::orders::rule;
use super::state::Battle;
use super::tables::Phase;

/// A side passes. Two passes in a row end the moving of zones or the playing of cards.
pub(super) fn pass(battle: &Battle, side: Side) -> Resolved {
    battle.may_pass(side)?;
    let mut effects = vec![Effect::Passed(side)];
    if battle.phase != Phase::Melee && battle.other_is_done(side) {
        let left = |side: &Side| (*side, battle.zones_left(*side));
        let stay = Side::ALL.iter().map(left).filter(|(_, zones)| !zones.is_empty());
        effects.extend(stay.map(|(side, zones)| Effect::ZonesStay(side, zones)));
    }
    Ok(Resolution::done(effects))
}

impl Battle {
    /// Whether a side has something to pass on: a zone or a card.
    pub(super) fn may_pass(&self, side: Side) -> Result<(), Refusal> {
        let why = match self.phase {
            Phase::Initiative | Phase::Movement => self
                .zones_left(side)
                .is_empty()
                .then(|| message!("side {side} has no zone left to move", side)),
            Phase::Melee if !self.cards_are_open() => {
                Some(message!("no more cards are played in this phase"))
            }
            Phase::Melee => (!self.may_play_a_card(side))
                .then(|| message!("side {side} has no card left to play", side)),
            Phase::Rally => Some(message!(
                "there is nothing to pass in the {phase} phase",
                phase = self.phase.says()
            )),
        };
        why.map_or(Ok(()), |why| Err(Refusal { why, rule: rule::PHASES.into() }))
    }

    /// Whether a pass of this side ends the moving of zones: the other side has just
    /// passed, or has none left.
    pub(super) fn other_is_done(&self, side: Side) -> bool {
        let other = side.other();
        self.passed.contains(&other) || self.zones_left(other).is_empty()
    }

    /// Whether cards may still be played: no melee has begun, and a side that may play one
    /// has not passed since the last card.
    pub(super) fn cards_are_open(&self) -> bool {
        let begun = self.common.units.iter().any(|(_, unit)| !unit.fought.is_empty());
        let waits = |side: &Side| !self.passed.contains(side) && self.may_play_a_card(*side);
        !begun && Side::ALL.iter().any(waits)
    }

    /// Warns that a side passes before its turn.
    pub(super) fn passes_out_of_turn(&self, side: Side) -> Option<Message> {
        let other = side.other();
        let begins = self.first_player() == Some(other) && self.passed.is_empty();
        match self.phase {
            Phase::Initiative | Phase::Movement => self.wrong_mover(side).or_else(|| {
                (begins && self.last_mover.is_none())
                    .then(|| message!("side {other} moves a zone first, or passes", other))
            }),
            Phase::Melee => {
                let first = begins && self.last_card.is_none() && self.may_play_a_card(other);
                (first || self.plays_out_of_turn(side))
                    .then(|| message!("side {other} plays a card next, or passes", other))
            }
            Phase::Rally => None,
        }
    }

    /// Records a pass; the other side continues, with a zone or a card.
    pub(super) fn pass(&mut self, side: Side) {
        match self.phase {
            Phase::Melee => self.last_card = Some(side),
            Phase::Initiative | Phase::Movement | Phase::Rally => self.last_mover = Some(side),
        }
        add_once(&mut self.passed, side);
    }
}
