//! The guide of Fast Play Salamis: the current position and the open orders.

use message::{Message, message};
use rules::common::{Side, Subject, Tag};
use rules::sequence::Guided;
use rules::system::Rules;
use rules::view::{Guide, Mark, NextStep, PhaseState, TurnPhase};

use super::orders::OrderKind;
use super::state::{Battle, Phase, Ship};
use super::turn::name_of;

impl Guided for Battle {
    fn guide(&self) -> Guide {
        let headline = message!("Round {round}", round = self.common.round);
        let mut guide = Guide { headline, ..Guide::default() };
        if self.winner_side().is_some() {
            return guide;
        }
        guide.side = Some(self.to_move);
        guide.steps = [self.first, self.first.other()]
            .into_iter()
            .flat_map(|side| Phase::ALL.iter().map(move |phase| (side, *phase)))
            .map(|(side, phase)| self.step(side, phase))
            .collect();
        guide.next = self.to_come();
        guide.still_to_do = self.still_to_do();
        guide
    }

    /// The losses of each fleet of a side, and its panic number (F-6).
    fn side_marks(&self, side: Side) -> Vec<Mark> {
        let numbers = self.panic_numbers[side.index()].iter();
        let panic = numbers.map(|(fleet, number)| {
            let lost = self.of_fleet(side, fleet).filter(|(_, ship)| ship.is_lost()).count();
            let fleet = self.fleet_name(side, fleet);
            let mark = message!("{fleet}: {lost} lost, panic at {number}", fleet, lost, number);
            if lost > 0 && lost + 1 >= *number as usize {
                Mark::bad(mark)
            } else {
                Mark::plain(mark)
            }
        });
        panic.collect()
    }
}

impl Battle {
    /// What the rules still require before the phase ends: fights, and attempts at boarding
    /// that no player has declined. Rams and shots are optional.
    fn still_to_do(&self) -> Vec<Message> {
        let attempts = if self.phase == Phase::Ram { self.attempts_to_come() } else { Vec::new() };
        let attempts = attempts.into_iter().map(|(by, at)| {
            message!(
                "{ship} may still board {enemy}",
                ship = self.called(by),
                enemy = self.called(at)
            )
        });
        self.fights_in_words().chain(attempts).collect()
    }

    /// The fights that are due now, each in a sentence; they stay due if the phase ends.
    pub(super) fn fights_in_words(&self) -> impl Iterator<Item = Message> {
        self.fights_owed_now().map(|(by, on)| {
            message!(
                "{ship} must still fight on the deck of {enemy}",
                ship = self.called(by),
                enemy = self.called(on)
            )
        })
    }

    fn to_come(&self) -> Vec<NextStep> {
        let end = NextStep {
            subject: Subject::Battle,
            kind: OrderKind::EndPhase.slug(),
            label: message!("End {phase}", phase = name_of(self.phase)),
        };
        let mut next = self.fights_to_come();
        match self.phase {
            Phase::Movement => {
                next.extend(self.breakaways());
                // The models move without an order, and shots are rare, so the end of the
                // phase comes before a long list of ships that may shoot.
                next.push(end);
                next.extend(self.shots());
            }
            Phase::Ram => {
                next.extend(self.rams_and_boarding());
                next.push(end);
            }
            Phase::HandToHand => next.push(end),
        }
        next
    }

    /// Whether a ship can still act in this phase.
    pub(super) fn any_ship_can_act(&self) -> bool {
        match self.phase {
            Phase::Movement => true,
            Phase::Ram => !self.rams_and_boarding().is_empty(),
            Phase::HandToHand => self.fights_owed_now().next().is_some(),
        }
    }

    fn step(&self, side: Side, phase: Phase) -> TurnPhase {
        let name = match phase {
            Phase::Movement => message!("{side} moves, {other} shoots", side, other = side.other()),
            Phase::Ram => message!("{side} rams, then boarding", side),
            Phase::HandToHand => message!("Hand to hand"),
        };
        // A round has two turns, in the order of the sides.
        let turn = |side: Side| (side != self.first, side);
        let stands =
            PhaseState::compared_with(&(turn(side), phase), &(turn(self.to_move), self.phase));
        TurnPhase { name, stands, kind: None }
    }

    /// The fights that are due now: in the fight phase all of them, before it those left
    /// from an earlier turn.
    pub(super) fn fights_owed_now(&self) -> impl Iterator<Item = (Tag, Tag)> {
        let of_this_turn = |by: Tag, on: Tag| self.rammer_now(by, on).is_some();
        self.owed_fights()
            .into_iter()
            .filter(move |(by, on)| self.phase == Phase::HandToHand || !of_this_turn(*by, *on))
    }

    fn fights_to_come(&self) -> Vec<NextStep> {
        let step = |(by, on): (Tag, Tag)| NextStep {
            subject: Subject::Unit(by),
            kind: OrderKind::HandToHand.slug(),
            label: message!("{ship}: fight on the deck of {on}", ship = self.called(by), on),
        };
        self.fights_owed_now().map(step).collect()
    }

    fn breakaways(&self) -> impl Iterator<Item = NextStep> {
        let held = |ship: &Ship| !ship.in_contact_with.is_empty() && !ship.moved;
        self.common
            .units
            .of(self.to_move)
            .filter(move |(_, ship)| ship.in_action() && held(ship))
            .map(|(tag, _)| NextStep {
                subject: Subject::Unit(tag),
                kind: OrderKind::Breakaway.slug(),
                label: message!("{ship}: break away", ship = self.called(tag)),
            })
    }

    fn shots(&self) -> impl Iterator<Item = NextStep> {
        let able = |ship: &Ship| ship.figures().bow_dice > 0 && !ship.shot_this_phase;
        self.common
            .units
            .of(self.to_move.other())
            .filter(move |(_, ship)| ship.in_action() && able(ship))
            .map(|(tag, _)| NextStep {
                subject: Subject::Unit(tag),
                kind: OrderKind::Bows.slug(),
                label: message!("{ship}: Stop! Shoot", ship = self.called(tag)),
            })
    }

    fn rams_and_boarding(&self) -> Vec<NextStep> {
        let boarding = self.attempts_to_come().into_iter().map(|(by, at)| NextStep {
            subject: Subject::Unit(by),
            kind: OrderKind::Board.slug(),
            label: message!("{ship}: try to board {at}", ship = self.called(by), at),
        });
        let rams = self
            .common
            .units
            .of(self.to_move)
            .filter(|(tag, ship)| ship.can_ram() && self.rams_again(*tag).is_none())
            .map(|(tag, _)| NextStep {
                subject: Subject::Unit(tag),
                kind: OrderKind::Ram.slug(),
                label: message!("{ship}: ram", ship = self.called(tag)),
            });
        boarding.chain(rams).collect()
    }
}
