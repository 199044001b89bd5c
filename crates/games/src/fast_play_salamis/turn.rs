//! The sequence of play of Fast Play Salamis: warnings, consent and phases.

use message::{Message, message};
use rules::aim::lost_by_leaving;
use rules::common::{Side, Tag, Winner};
use rules::sequence::Sequence;
use rules::system::Rules;

use super::effects::Effect;
use super::orders::Order;
use super::state::{Battle, Contact, Phase};

impl Sequence for Battle {
    fn phase_of_both(&self) -> Option<(u32, u8)> {
        let first = if self.to_move == Side::A { 0 } else { 2 };
        match self.phase {
            Phase::Movement => Some((self.common.round, first)),
            Phase::Ram => Some((self.common.round, first + 1)),
            Phase::HandToHand => None,
        }
    }

    /// Bows, and boarding by a ship that was rammed.
    fn may_interrupt(&self, order: &Order) -> bool {
        match order {
            Order::Bows { .. } => true,
            Order::Board { ship, target, .. } => {
                self.rammer(*ship, *target).is_some_and(|rammer| rammer != *ship)
            }
            Order::FirstSide
            | Order::Breakaway { .. }
            | Order::Ram { .. }
            | Order::HandToHand { .. }
            | Order::LeaveTable { .. }
            | Order::EndPhase
            | Order::Concede { .. } => false,
        }
    }

    fn also_ends(&self, order: &Order) -> Option<Message> {
        let phase = name_of(self.phase);
        self.advances_phase(order).then(|| message!("ends the {phase} phase for both", phase))
    }

    /// Warnings if an order departs from the sequence of play.
    fn warnings(&self, order: &Order) -> Vec<Message> {
        let departure = match order {
            Order::LeaveTable { ship, elsewhere } => {
                let late = self.wrong_side(*ship);
                let late = late.or_else(|| self.past(Phase::Movement, message!("movement")));
                let lost = lost_by_leaving(self, *ship, *elsewhere);
                return late.into_iter().chain(lost).collect();
            }
            Order::Bows { ship, .. } => self.out_of_turn_to_shoot(*ship),
            Order::Breakaway { ship, .. } => {
                self.wrong_side(*ship).or_else(|| self.past(Phase::Movement, message!("movement")))
            }
            Order::Ram { ship, .. } => self
                .wrong_side(*ship)
                .or_else(|| self.past(Phase::Ram, message!("ramming")))
                .or_else(|| self.rams_again(*ship)),
            Order::Board { ship, target, .. } => self
                .past(Phase::Ram, message!("boarding"))
                .or_else(|| self.boards_before_its_turn(*ship, *target)),
            Order::EndPhase if self.phase == Phase::HandToHand => {
                return self.fights_in_words().collect();
            }
            Order::FirstSide
            | Order::HandToHand { .. }
            | Order::EndPhase
            | Order::Concede { .. } => None,
        };
        departure.into_iter().collect()
    }

    /// Whether an order of this side needs the consent of the other: it ends a phase that is
    /// not its own, or comes out of sequence in the other side's turn.
    fn needs_consent(&self, order: &Order, side: Side) -> bool {
        match order {
            Order::EndPhase => self.phase != Phase::HandToHand || self.to_move != side,
            Order::FirstSide | Order::Concede { .. } => false,
            Order::Bows { .. }
            | Order::Breakaway { .. }
            | Order::Ram { .. }
            | Order::Board { .. }
            | Order::HandToHand { .. }
            | Order::LeaveTable { .. } => {
                self.advances_phase(order)
                    || (self.to_move != side && !self.warnings(order).is_empty())
            }
        }
    }
}

impl Battle {
    /// The side whose turn it is.
    #[must_use]
    pub fn to_move(&self) -> Side {
        self.to_move
    }

    /// The phase of its turn.
    #[must_use]
    pub fn phase(&self) -> Phase {
        self.phase
    }

    /// An order of a later phase begins that phase; a ship out of turn begins none.
    pub(super) fn reaches(&self, tag: Tag, phase: Phase) -> Vec<Effect> {
        if tag.side == self.to_move && self.phase < phase {
            vec![Effect::PhaseReached(phase)]
        } else {
            Vec::new()
        }
    }

    /// Whether an order advances to its phase, and so ends the one before.
    pub(super) fn advances_phase(&self, order: &Order) -> bool {
        let reached = match order {
            Order::Ram { ship, .. } => Some((*ship, Phase::Ram)),
            Order::Board { ship, target, .. } => {
                self.rammer(*ship, *target).map(|rammer| (rammer, Phase::Ram))
            }
            Order::HandToHand { attacker, defender } => {
                self.rammer_now(*attacker, *defender).map(|rammer| (rammer, Phase::HandToHand))
            }
            Order::Bows { .. }
            | Order::Breakaway { .. }
            | Order::LeaveTable { .. }
            | Order::FirstSide
            | Order::EndPhase
            | Order::Concede { .. } => None,
        };
        reached.is_some_and(|(tag, phase)| !self.reaches(tag, phase).is_empty())
    }

    fn wrong_side(&self, tag: Tag) -> Option<Message> {
        (tag.side != self.to_move)
            .then(|| message!("it is the turn of {side}", side = self.side_called(self.to_move)))
    }

    fn past(&self, phase: Phase, what: Message) -> Option<Message> {
        (self.phase > phase)
            .then(|| message!("{what} comes before {phase}", what, phase = name_of(self.phase)))
    }

    fn out_of_turn_to_shoot(&self, tag: Tag) -> Option<Message> {
        let [mover, other] = [self.to_move, self.to_move.other()];
        if tag.side == mover {
            Some(message!("side {mover} moves; side {other} shoots", mover, other))
        } else {
            (self.phase != Phase::Movement)
                .then(|| message!("ships shoot in the other side’s movement phase"))
        }
    }

    /// Warns that she rams a second time: a ship has one bow, which touches one hull.
    pub(super) fn rams_again(&self, tag: Tag) -> Option<Message> {
        let mut rammed = self.common.units.iter();
        let (target, _) = rammed.find(|(_, ship)| ship.rammed_by_this_phase.contains(&tag))?;
        Some(message!("{ship} has rammed {target} this turn", ship = tag, target))
    }

    /// Warns that the owner of the rammed ship boards first, or declines.
    fn boards_before_its_turn(&self, tag: Tag, target: Tag) -> Option<Message> {
        let rammer = self.rammer(tag, target)?;
        if tag == rammer && !self.has_chosen(target, tag) {
            Some(message!("{target} was rammed and may try to board first", target))
        } else if tag != rammer && self.has_chosen(target, tag) {
            Some(message!("{ship} should have tried to board before {target}", ship = tag, target))
        } else {
            None
        }
    }

    /// Who has won: the opponent of a side with no ship in action.
    pub(super) fn winner_side(&self) -> Option<Winner> {
        Winner::of_fighting([self.fights_on(Side::A), self.fights_on(Side::B)])
    }

    /// The boarding attempts that are possible now, with that of the rammed ship first.
    pub(super) fn attempts_to_come(&self) -> Vec<(Tag, Tag)> {
        let mut attempts = Vec::new();
        for (rammed, ship) in self.common.units.iter().filter(|(_, ship)| ship.in_action()) {
            for rammer in ship.rammed_by_this_phase.iter().copied() {
                let touching = ship.in_contact_with.contains(&rammer);
                let settled = self.is_boarded(rammed, rammer)
                    || self.fights.contains(&Contact::of(rammed, rammer));
                if !touching || settled {
                    continue;
                }
                let both = [(rammed, rammer), (rammer, rammed)];
                attempts.extend(both.into_iter().filter(|(by, at)| !self.has_chosen(*by, *at)));
            }
        }
        attempts
    }
}

/// The name of a phase within a sentence.
pub(super) fn name_of(phase: Phase) -> Message {
    match phase {
        Phase::Movement => message!("movement"),
        Phase::Ram => message!("ramming and boarding"),
        Phase::HandToHand => message!("hand to hand"),
    }
}
