//! The sequence of play of Ancient Naval Games: warnings, consent and the guide.

use message::{Message, message};
use rules::aim::lost_by_leaving;
use rules::common::{Side, Subject, Tag, Winner};
use rules::sequence::{Guided, Sequence};
use rules::system::Rules;
use rules::view::{Guide, NextStep, PhaseState, TurnPhase};

use super::orders::{Order, OrderKind};
use super::state::{Battle, Phase, Ship};
use super::tables::ATTACK_COST;

impl Guided for Battle {
    fn guide(&self) -> Guide {
        let mut guide = Guide {
            headline: message!("Round {round}", round = self.common.round),
            active: self.active,
            ..Guide::default()
        };
        if self.victor().is_some() {
            return guide;
        }
        guide.side = Some(self.to_move);
        guide.steps = Phase::ALL.iter().map(|phase| self.step(*phase)).collect();
        let active = self.active.and_then(|tag| Some((tag, self.common.units.find(tag)?)));
        guide.next = self.to_come(active);
        guide.still_to_do = self.still_to_do();
        guide
    }
}

impl Sequence for Battle {
    /// Warnings if an order departs from the sequence of play.
    fn warnings(&self, order: &Order) -> Vec<Message> {
        let shown = match order {
            Order::Cede { .. } | Order::FirstSide => [None, None],
            Order::Morale { isolated } => {
                [self.wrong_side(isolated.first().copied()).or_else(|| self.late_morale()), None]
            }
            Order::Activate { ship, .. } | Order::Finish { ship } => {
                [self.wrong_side(Some(*ship)), self.morale_before(*ship)]
            }
            Order::Move { ship, .. } | Order::OarStrike { ship, .. } | Order::Ram { ship, .. } => [
                self.wrong_side(Some(*ship)).or_else(|| self.wrong_ship(*ship)),
                self.morale_before(*ship),
            ],
            Order::LeaveTable { ship, elsewhere } => [
                self.wrong_side(Some(*ship)).or_else(|| self.wrong_ship(*ship)),
                lost_by_leaving(self, *ship, *elsewhere),
            ],
            Order::EndTurn => [None, self.morale_is_due()],
        };
        shown.into_iter().flatten().collect()
    }

    /// Whether an order of this side ends the other side's turn, or comes in it.
    fn needs_consent(&self, order: &Order, side: Side) -> bool {
        match order {
            Order::FirstSide | Order::Cede { .. } => false,
            Order::Morale { .. }
            | Order::Activate { .. }
            | Order::Move { .. }
            | Order::OarStrike { .. }
            | Order::Ram { .. }
            | Order::LeaveTable { .. }
            | Order::Finish { .. }
            | Order::EndTurn => self.to_move != side,
        }
    }
}

impl Battle {
    /// The side whose turn it is.
    #[must_use]
    pub fn to_move(&self) -> Side {
        self.to_move
    }

    fn wrong_side(&self, tag: Option<Tag>) -> Option<Message> {
        (tag?.side != self.to_move)
            .then(|| message!("it is the turn of {side}", side = self.side_called(self.to_move)))
    }

    fn late_morale(&self) -> Option<Message> {
        (self.phase != Phase::Morale)
            .then(|| message!("morale is checked once, at the start of a side’s turn"))
    }

    /// Warns that morale comes before any activation of the side's ships.
    fn morale_before(&self, tag: Tag) -> Option<Message> {
        let activates = self.common.units.find(tag).is_some_and(|ship| !ship.activated);
        if activates && tag.side == self.to_move { self.morale_is_due() } else { None }
    }

    fn morale_is_due(&self) -> Option<Message> {
        self.owes_morale(self.to_move).then(|| {
            message!(
                "the morale of {side} is not checked yet: more than half of its ships are gone",
                side = self.side_called(self.to_move)
            )
        })
    }

    /// Warns that another ship is not finished. A ship that can do nothing more is
    /// finished.
    fn wrong_ship(&self, tag: Tag) -> Option<Message> {
        let active = self.active.filter(|active| *active != tag)?;
        let finished = self.common.units.find(active).is_none_or(|ship| !ship.can_still_act());
        let begins = self.common.units.find(tag).is_some_and(|ship| !ship.activated);
        (!finished || !begins)
            .then(|| message!("it is the turn of {active}, not of {ship}", active, ship = tag))
    }

    /// The winner: the opponent of a side that conceded. The battle never ends by itself.
    pub(super) fn victor(&self) -> Option<Winner> {
        Winner::of_fighting(self.ceded.map(|ceded| !ceded))
    }

    /// What a side has still to do before its turn ends.
    fn still_to_do(&self) -> Vec<Message> {
        let waiting = Message::list(self.waiting().map(|tag| message!("{tag}", tag)));
        let idle =
            (!waiting.is_empty()).then(|| message!("not activated: {ships}", ships = waiting));
        self.morale_is_due().into_iter().chain(idle).collect()
    }

    /// What can be done next, the most likely first.
    fn to_come(&self, active: Option<(Tag, &Ship)>) -> Vec<NextStep> {
        let side = self.to_move;
        let mut next: Vec<NextStep> = self
            .without_ships()
            .into_iter()
            .map(|side| NextStep {
                subject: Subject::Side(side),
                kind: OrderKind::Cede.slug(),
                label: message!("Concede: {side}", side = self.side_called(side)),
            })
            .collect();
        if self.owes_morale(side) {
            next.push(NextStep {
                subject: Subject::Battle,
                kind: OrderKind::Morale.slug(),
                label: message!("Check morale: which ships are isolated?"),
            });
        }
        next.extend(active.into_iter().flat_map(|(tag, ship)| self.next_of(tag, ship)));
        // A move activates her too, but an activation has more fields.
        next.extend(self.waiting().map(|tag| NextStep {
            subject: Subject::Unit(tag),
            kind: OrderKind::Move.slug(),
            label: message!("{ship}: move", ship = self.called(tag)),
        }));
        next.push(NextStep {
            subject: Subject::Battle,
            kind: OrderKind::EndTurn.slug(),
            label: message!("End the turn of side {side}", side),
        });
        next.extend(self.waiting().map(|tag| NextStep {
            subject: Subject::Unit(tag),
            kind: OrderKind::Activate.slug(),
            label: message!("{ship}: activate to attack or if isolated", ship = self.called(tag)),
        }));
        next
    }

    /// The sides with no ship in action, which should concede.
    pub(super) fn without_ships(&self) -> Vec<Side> {
        Side::ALL.iter().copied().filter(|side| !self.fights(*side)).collect()
    }

    fn step(&self, phase: Phase) -> TurnPhase {
        let name = match phase {
            Phase::Morale => message!("Morale"),
            Phase::Activation => message!("Activation"),
        };
        let stands = match (phase, self.phase) {
            (Phase::Morale, _) if self.owes_morale(self.to_move) => PhaseState::Owed,
            (Phase::Morale, _) if self.morale_asked[self.to_move.index()] => PhaseState::Done,
            (Phase::Morale, _) => PhaseState::Skipped,
            (Phase::Activation, Phase::Morale) if self.owes_morale(self.to_move) => {
                PhaseState::ToCome
            }
            (Phase::Activation, Phase::Morale | Phase::Activation) => PhaseState::Now,
        };
        TurnPhase { name, stands, kind: None }
    }

    /// The ships of the side to move that have not been activated, without those that are
    /// dead in the water.
    pub(super) fn waiting(&self) -> impl Iterator<Item = Tag> {
        self.common
            .units
            .of(self.to_move)
            .filter(|(_, ship)| ship.can_still_act() && !ship.activated)
            .map(|(tag, _)| tag)
    }

    /// What the active ship can still do.
    fn next_of(&self, tag: Tag, ship: &Ship) -> Vec<NextStep> {
        let subject = Subject::Unit(tag);
        let points = ship.points_left();
        let mut next = Vec::new();
        if ship.can_still_act() {
            let label = if ship.free_turn_left {
                message!(points => "Move: {n} point and a free turn" | "Move: {n} points and a free turn")
            } else {
                message!(points => "Move: {n} point" | "Move: {n} points")
            };
            next.push(NextStep { subject, kind: OrderKind::Move.slug(), label });
        }
        if points >= ATTACK_COST && !ship.isolated && self.fights(tag.side.other()) {
            let strike = message!("Oar strike, at bow or stern");
            next.push(NextStep { subject, kind: OrderKind::OarStrike.slug(), label: strike });
            next.push(NextStep {
                subject,
                kind: OrderKind::Ram.slug(),
                label: message!("Ram, at the side"),
            });
        }
        next
    }
}
