//! The sequence of play of Fast Play Salamis, and what effects do to the battle.

use crate::rules::common::{Side, Subject, Tag, Winner};
use crate::rules::system;
use crate::rules::system::System;
use crate::rules::view::{Guide, NextStep, Step};

use super::orders::{Effect, Order};
use super::state::{Battle, Contact, Phase, Ship, Status};

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

    /// An order of a later phase begins it; a ship out of turn begins nothing.
    pub(super) fn reaches(&self, tag: Tag, phase: Phase) -> Vec<Effect> {
        if tag.side == self.to_move && self.phase < phase {
            vec![Effect::PhaseReached(phase)]
        } else {
            Vec::new()
        }
    }

    /// Where an order departs from the sequence of play.
    pub(super) fn departures(&self, order: &Order) -> Vec<String> {
        if matches!(order, Order::Adjust { .. }) {
            return Vec::new();
        }
        if self.winner_side().is_some() {
            return vec!["the battle is over".into()];
        }
        let departure = match order {
            Order::Bows { ship, .. } => self.out_of_turn_to_shoot(*ship),
            Order::Breakaway { ship } => {
                self.wrong_side(*ship).or_else(|| self.past(Phase::Movement, "movement"))
            }
            Order::Ram { ship, .. } => self
                .wrong_side(*ship)
                .or_else(|| self.past(Phase::Ram, "ramming"))
                .or_else(|| self.rams_again(*ship)),
            Order::Board { ship, target } => self
                .past(Phase::Ram, "boarding")
                .or_else(|| self.boards_before_its_turn(*ship, *target)),
            Order::HandToHand { .. } | Order::EndPhase {} | Order::Adjust { .. } => None,
        };
        departure.into_iter().collect()
    }

    fn wrong_side(&self, tag: Tag) -> Option<String> {
        (tag.side != self.to_move)
            .then(|| format!("it is the turn of {}", self.side_called(self.to_move)))
    }

    fn past(&self, phase: Phase, what: &str) -> Option<String> {
        (self.phase > phase).then(|| format!("{what} comes before {}", name_of(self.phase)))
    }

    fn out_of_turn_to_shoot(&self, tag: Tag) -> Option<String> {
        if tag.side == self.to_move {
            Some(format!("side {} moves; side {} shoots", self.to_move, self.to_move.other()))
        } else {
            (self.phase != Phase::Movement)
                .then(|| "bows are shot in the other side's movement phase".into())
        }
    }

    /// A ship has one bow, and moves up to one hull.
    fn rams_again(&self, tag: Tag) -> Option<String> {
        let (target, _) = self.ships.iter().find(|(_, ship)| ship.rammed_by_this_phase.has(tag))?;
        Some(format!("{tag} has rammed {target} this turn"))
    }

    /// The owner of the rammed ship attempts first, or lets it be.
    fn boards_before_its_turn(&self, tag: Tag, target: Tag) -> Option<String> {
        let rammer = self.rammer(tag, target)?;
        if tag == rammer && !self.has_tried(target, tag) {
            Some(format!("{target} was rammed and may attempt to board first"))
        } else if tag != rammer && self.has_tried(target, tag) {
            Some(format!("{target} has attempted to board already; {tag} was to be first"))
        } else {
            None
        }
    }

    /// Does one effect.
    pub(super) fn do_effect(&mut self, effect: &Effect) {
        match effect {
            Effect::PhaseReached(phase) => self.enter(*phase),
            Effect::Shot { ship, .. } => self.ships.change(*ship, |s| s.shot_this_phase = true),
            Effect::Hit(tag, hits) => self.ships.change(*tag, |s| s.hits += hits),
            Effect::BrokenAway(tag) => {
                self.part(*tag);
                self.ships.change(*tag, |s| s.moved = true);
            }
            Effect::Held(tag) => self.ships.change(*tag, |s| s.moved = true),
            Effect::Rammed { ship, target, .. } => {
                self.ships.change(*target, |s| s.rammed_by_this_phase.add(*ship));
            }
            Effect::InContact(one, two) => {
                self.ships.change(*one, |s| add_once(&mut s.in_contact_with, *two));
                self.ships.change(*two, |s| add_once(&mut s.in_contact_with, *one));
            }
            Effect::Sunk(tag) => self.leave(*tag, Status::Sunk),
            Effect::BoardTried { ship, target, over } => {
                self.attempts.insert((*ship, *target));
                self.ships.change(*ship, |s| s.board_tried = true);
                if *over {
                    self.ships.change(*target, |s| s.boarded_by.add(*ship));
                }
            }
            Effect::Fought { attacker, defender, .. } => {
                self.fights.insert(Contact::of(*attacker, *defender));
                self.ships.change(*defender, |s| s.boarded_by.remove(*attacker));
            }
            Effect::Captured { ship, .. } => self.leave(*ship, Status::Captured),
            Effect::Panicked(side) => self.flee(*side),
            Effect::PhaseEnded => self.next_phase(),
            Effect::Adjusted(subject, field, value) => {
                system::apply_adjustment(self, *subject, field, value);
            }
        }
    }

    /// Nobody stays in contact with her.
    fn part(&mut self, tag: Tag) {
        for other in self.ships.tags() {
            if self.ships.find(other).is_some_and(|ship| ship.in_contact_with.contains(&tag)) {
                self.ships.change(other, |ship| ship.in_contact_with.retain(|t| *t != tag));
            }
        }
        self.ships.change(tag, |ship| ship.in_contact_with.clear());
    }

    /// She is out of the battle; boarders of hers elsewhere are lost with her.
    fn leave(&mut self, tag: Tag, status: Status) {
        self.part(tag);
        for other in self.ships.tags() {
            if self.ships.find(other).is_some_and(|ship| ship.boarded_by.has(tag)) {
                self.ships.change(other, |ship| ship.boarded_by.remove(tag));
            }
        }
        self.ships.change(tag, |ship| {
            ship.status = status;
            ship.boarded_by.clear();
        });
    }

    fn flee(&mut self, side: Side) {
        self.panicked[side.index()] = true;
        self.ships.change_all(|tag, ship| {
            if tag.side == side && ship.in_action() {
                ship.status = Status::Fled;
            }
        });
    }

    fn enter(&mut self, phase: Phase) {
        self.phase = phase;
        self.ships.change_all(|_, ship| ship.shot_this_phase = false);
    }

    fn next_phase(&mut self) {
        match self.phase {
            Phase::Movement => self.enter(Phase::Ram),
            Phase::Ram => self.enter(Phase::HandToHand),
            Phase::HandToHand => {
                self.round += u32::from(self.to_move == Side::B);
                self.to_move = self.to_move.other();
                self.attempts.clear();
                self.fights.clear();
                self.ships.change_all(|_, ship| {
                    ship.moved = false;
                    ship.rammed_by_this_phase.clear();
                    ship.board_tried = false;
                    ship.boarded_by.clear();
                });
                self.enter(Phase::Movement);
            }
        }
    }

    /// Who has won: the other side of one in panic, or with no ship in action.
    pub(super) fn winner_side(&self) -> Option<Winner> {
        let fights = |side: Side| {
            !self.panicked[side.index()] && self.ships.of(side).any(|(_, ship)| ship.in_action())
        };
        Winner::standing([fights(Side::A), fights(Side::B)])
    }

    /// `side A (Six Greeks)`: a fleet's own name may be one or many.
    fn side_called(&self, side: Side) -> String {
        format!("side {side} ({})", self.side_name(side))
    }

    pub(super) fn how_it_stands(&self) -> Guide {
        let [mover, other] = [self.to_move, self.to_move.other()];
        let name = &self.setup.sides[mover.index()].name;
        let mut guide = Guide {
            headline: format!("Round {}: {name}", self.round).into(),
            prompt: String::new().into(),
            side: Some(self.to_move),
            active: None,
            steps: Vec::new(),
            next: Vec::new(),
            secret_of: None,
        };
        if let Some(winner) = self.winner_side() {
            guide.side = None;
            guide.prompt = match winner.side() {
                Some(side) if self.panicked[side.other().index()] => {
                    let winner = self.side_called(side);
                    format!("Side {} flees in panic: the victory is with {winner}.", side.other())
                        .into()
                }
                Some(side) => format!("The victory is with {}.", self.side_called(side)).into(),
                None => "Neither side has a ship left: a draw.".into(),
            };
            return guide;
        }
        guide.prompt = match self.phase {
            Phase::Movement => {
                format!("Side {mover} moves every ship; side {other} calls Stop! and shoots.")
                    .into()
            }
            Phase::Ram => {
                format!("Side {mover} rams; after each ram {other} may board, then {mover}.").into()
            }
            Phase::HandToHand => "What was boarded is fought out.".into(),
        };
        guide.steps = [self.to_move, self.to_move.other()]
            .into_iter()
            .flat_map(|side| Phase::ALL.iter().map(move |phase| (side, *phase)))
            .map(|(side, phase)| self.step(side, phase))
            .collect();
        guide.next = match self.phase {
            Phase::Movement => self.while_they_move(),
            Phase::Ram => self.rams_and_boarding(),
            Phase::HandToHand => self.fights_to_come(),
        };
        let end = NextStep {
            subject: Subject::Battle,
            kind: "end-phase",
            label: format!("End {}", name_of(self.phase)).into(),
        };
        // The models move without an order, and shots are called now and then:
        // what ends the phase stands before a line of ships that may shoot.
        let shots = guide.next.iter().position(|step| step.kind == "bows");
        guide.next.insert(shots.unwrap_or(guide.next.len()), end);
        guide
    }

    fn step(&self, side: Side, phase: Phase) -> Step {
        let name = match phase {
            Phase::Movement => format!("{side} moves, {} shoots", side.other()),
            Phase::Ram => format!("{side} rams, boarding"),
            Phase::HandToHand => "Hand to hand".into(),
        };
        let own = side == self.to_move;
        Step {
            name: name.into(),
            current: own && phase == self.phase,
            done: own && phase < self.phase,
        }
    }

    fn next(&self, tag: Tag, kind: &'static str, what: &str) -> NextStep {
        let name = self.ships.find(tag).map_or("", |ship| ship.name.as_str());
        NextStep {
            subject: Subject::Unit(tag),
            kind,
            label: format!("{tag} {name}: {what}").into(),
        }
    }

    fn while_they_move(&self) -> Vec<NextStep> {
        let held = |ship: &Ship| !ship.in_contact_with.is_empty() && !ship.moved;
        let able = |ship: &Ship| ship.figures().bow_dice > 0 && !ship.shot_this_phase;
        let of = |side| self.ships.of(side).filter(|(_, ship)| ship.in_action());
        let mut next: Vec<NextStep> = of(self.to_move)
            .filter(|(_, ship)| held(ship))
            .map(|(tag, _)| self.next(tag, "breakaway", "break away"))
            .collect();
        next.extend(
            of(self.to_move.other())
                .filter(|(_, ship)| able(ship))
                .map(|(tag, _)| self.next(tag, "bows", "Stop! Shoot")),
        );
        next
    }

    /// Who may attempt to board whom now, the rammed ship's owner first.
    pub(super) fn attempts_to_come(&self) -> Vec<(Tag, Tag)> {
        let mut attempts = Vec::new();
        for (rammed, ship) in self.ships.iter().filter(|(_, ship)| ship.in_action()) {
            for rammer in ship.rammed_by_this_phase.iter() {
                let touching = ship.in_contact_with.contains(&rammer);
                let settled = self.is_boarded(rammed, rammer)
                    || self.fights.contains(&Contact::of(rammed, rammer));
                if !touching || settled {
                    continue;
                }
                let both = [(rammed, rammer), (rammer, rammed)];
                attempts.extend(both.into_iter().filter(|(by, at)| !self.has_tried(*by, *at)));
            }
        }
        attempts
    }

    fn rams_and_boarding(&self) -> Vec<NextStep> {
        let mut next: Vec<NextStep> = self
            .attempts_to_come()
            .into_iter()
            .map(|(by, at)| self.next(by, "board", &format!("attempt to board {at}")))
            .collect();
        next.extend(
            self.ships
                .of(self.to_move)
                .filter(|(tag, ship)| ship.in_action() && self.rams_again(*tag).is_none())
                .map(|(tag, _)| self.next(tag, "ram", "ram")),
        );
        next
    }

    fn fights_to_come(&self) -> Vec<NextStep> {
        let boarded = self.ships.iter().filter(|(_, ship)| ship.in_action());
        boarded
            .flat_map(|(tag, ship)| ship.boarded_by.iter().map(move |by| (by, tag)))
            .map(|(by, tag)| self.next(by, "hand-to-hand", &format!("fight on the deck of {tag}")))
            .collect()
    }
}

fn name_of(phase: Phase) -> &'static str {
    match phase {
        Phase::Movement => "movement",
        Phase::Ram => "ramming and boarding",
        Phase::HandToHand => "hand to hand",
    }
}

fn add_once(tags: &mut Vec<Tag>, tag: Tag) {
    if !tags.contains(&tag) {
        tags.push(tag);
    }
}
