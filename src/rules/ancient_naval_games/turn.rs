//! The sequence of play of Ancient Naval Games, and what effects do to the
//! battle.

use crate::rules::common::{Side, Subject, Tag, Winner};
use crate::rules::slug::title;
use crate::rules::system::{self, System};
use crate::rules::view::{Guide, NextStep, Step};

use super::orders::{Effect, Order};
use super::state::{Battle, Phase, Ship, Status};
use super::tables::{ATTACK_COST, MOST_OAR_DAMAGE};

impl Battle {
    /// The side whose turn it is.
    #[must_use]
    pub fn to_move(&self) -> Side {
        self.to_move
    }

    /// Where an order departs from the sequence of play.
    pub(super) fn departures(&self, order: &Order) -> Vec<String> {
        let departure = match order {
            Order::Adjust { .. } | Order::Cede { .. } => None,
            _ if self.winner().is_some() => Some("the game is over".into()),
            Order::Morale { isolated } => {
                self.wrong_side(isolated.first().copied()).or_else(|| self.late_morale())
            }
            Order::Activate { ship, .. } => self.wrong_side(Some(*ship)),
            Order::Move { ship, .. } | Order::OarStrike { ship, .. } | Order::Ram { ship, .. } => {
                self.wrong_side(Some(*ship)).or_else(|| self.wrong_ship(*ship))
            }
            Order::EndTurn {} => None,
        };
        departure.into_iter().collect()
    }

    fn wrong_side(&self, tag: Option<Tag>) -> Option<String> {
        let wrong = tag?.side != self.to_move;
        wrong.then(|| format!("it is the turn of {}", self.side_called(self.to_move)))
    }

    fn late_morale(&self) -> Option<String> {
        (self.phase != Phase::Morale)
            .then(|| "morale is checked once, at the start of a side's turn".into())
    }

    /// Each ship finishes before the next; one that has nothing left has.
    fn wrong_ship(&self, tag: Tag) -> Option<String> {
        let active = self.active.filter(|active| *active != tag)?;
        let finished = self.ships.find(active).is_none_or(|ship| !ship.has_something_left());
        let begins = self.ships.find(tag).is_some_and(|ship| !ship.activated);
        (!finished || !begins).then(|| format!("it is the turn of {active}, not of {tag}"))
    }

    /// Does one effect.
    pub(super) fn do_effect(&mut self, effect: &Effect) {
        match effect {
            Effect::MoraleChecked(side) => {
                if *side == self.to_move {
                    self.phase = Phase::Activation;
                }
            }
            Effect::Removed(tag) => self.leave(*tag, Status::Removed),
            Effect::Activated { ship, isolated } => self.activate(*ship, *isolated),
            Effect::Moved { ship: tag, points, free_turn, .. } => self.ships.change(*tag, |ship| {
                ship.mp_left = ship.points_left().saturating_sub(*points);
                ship.free_turn_left &= !free_turn;
            }),
            Effect::StruckAt { ship: tag, .. } | Effect::RammedAt { ship: tag, .. } => {
                self.ships.change(*tag, |ship| {
                    ship.mp_left = ship.points_left().saturating_sub(ATTACK_COST);
                });
            }
            Effect::Avoided(_) => {}
            Effect::OarsBroken(tag) => self.ships.change(*tag, |ship| {
                ship.oar_damage = (ship.oar_damage + 1).min(MOST_OAR_DAMAGE);
            }),
            Effect::Lost { ship: tag, .. } => self.leave(*tag, Status::Lost),
            Effect::Entangled(one, two) => {
                self.leave(*one, Status::Entangled);
                self.leave(*two, Status::Entangled);
            }
            Effect::TurnEnded => self.next_turn(),
            Effect::Ceded(side) => self.ceded[side.index()] = true,
            Effect::Adjusted(subject, field, value) => {
                system::apply_adjustment(self, *subject, field, value);
            }
        }
    }

    fn activate(&mut self, tag: Tag, isolated: bool) {
        self.ships.change(tag, |ship| {
            ship.activated = true;
            ship.isolated = isolated;
            ship.mp_left = ship.points_left();
        });
        // A ship of the other side, out of turn, does not take this turn over.
        if tag.side == self.to_move {
            self.active = Some(tag);
            self.phase = Phase::Activation;
        }
    }

    fn leave(&mut self, tag: Tag, status: Status) {
        self.ships.change(tag, |ship| ship.status = status);
        if self.active == Some(tag) {
            self.active = None;
        }
    }

    fn next_turn(&mut self) {
        self.ships.change_all(|_, ship| ship.rest());
        self.round += u32::from(self.to_move == Side::B);
        self.to_move = self.to_move.other();
        self.phase = Phase::Morale;
        self.active = None;
    }

    /// Who has won: the other side of one that ceded, or has no ship in action.
    pub(super) fn victor(&self) -> Option<Winner> {
        let fights = |side: Side| {
            let (gone, began) = self.losses(side);
            gone < began && !self.ceded[side.index()]
        };
        Winner::standing([fights(Side::A), fights(Side::B)])
    }

    /// `side A (Rome)`: a fleet's own name may be one or many.
    fn side_called(&self, side: Side) -> String {
        format!("side {side} ({})", self.side_name(side))
    }

    pub(super) fn how_it_stands(&self) -> Guide {
        let side = self.to_move;
        let mut guide = Guide {
            headline: format!("Round {}: {}", self.round, self.side_name(side)).into(),
            prompt: String::new().into(),
            side: Some(self.to_move),
            active: self.active,
            steps: Vec::new(),
            next: Vec::new(),
            secret_of: None,
        };
        if let Some(winner) = self.victor() {
            guide.side = None;
            guide.prompt = match winner.side() {
                Some(side) => format!("The victory is with {}.", self.side_called(side)).into(),
                None => "Neither side has a ship left: a draw.".into(),
            };
            return guide;
        }
        guide.steps = Phase::ALL.iter().map(|phase| self.step(*phase)).collect();
        let morale_is_due = self.phase == Phase::Morale && self.is_shaken(self.to_move);
        if morale_is_due {
            guide.next.push(NextStep {
                subject: Subject::Battle,
                kind: "morale",
                label: "Check morale: which ships are isolated?".into(),
            });
        }
        let active = self.active.and_then(|tag| Some((tag, self.ships.find(tag)?)));
        if let Some((tag, ship)) = active {
            guide.next.extend(next_of(tag, ship));
        }
        let waiting = self.waiting();
        guide.prompt = match active {
            _ if morale_is_due => format!("More than half of side {side} is gone: morale.").into(),
            Some((tag, ship)) if ship.has_something_left() => {
                let points = ship.points_left();
                let word = if points == 1 { "point" } else { "points" };
                format!("{tag} {}: {points} movement {word} left.", ship.name).into()
            }
            _ if waiting.is_empty() => {
                format!("Every ship of side {side} has been activated.").into()
            }
            _ => format!("Side {side} activates a ship.").into(),
        };
        guide.next.extend(waiting);
        guide.next.push(NextStep {
            subject: Subject::Battle,
            kind: "end-turn",
            label: format!("End the turn of side {side}").into(),
        });
        guide
    }

    fn step(&self, phase: Phase) -> Step {
        Step {
            name: title(phase.slug()).into(),
            current: phase == self.phase,
            done: phase < self.phase,
        }
    }

    fn waiting(&self) -> Vec<NextStep> {
        self.ships
            .of(self.to_move)
            .filter(|(_, ship)| ship.in_action() && !ship.activated)
            .map(|(tag, ship)| NextStep {
                subject: Subject::Unit(tag),
                kind: "activate",
                label: format!("{tag} {}: activate", ship.name).into(),
            })
            .collect()
    }
}

/// What the active ship can still do.
fn next_of(tag: Tag, ship: &Ship) -> Vec<NextStep> {
    let mut next = Vec::new();
    let mut offer = |kind: &'static str, label: String, wanted: bool| {
        if wanted {
            next.push(NextStep { subject: Subject::Unit(tag), kind, label: label.into() });
        }
    };
    let points = ship.points_left();
    let word = if points == 1 { "point" } else { "points" };
    let free = if ship.free_turn_left { " and a free turn" } else { "" };
    offer("move", format!("Move: {points} {word}{free}"), ship.has_something_left());
    let attacks = points >= ATTACK_COST && !ship.isolated;
    offer("oar-strike", "Oar strike, at bow or stern".into(), attacks);
    offer("ram", "Ram, at the side".into(), attacks);
    next
}
