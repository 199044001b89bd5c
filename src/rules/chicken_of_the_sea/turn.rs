//! The sequence of play of Chicken of the Sea, and what effects do to the battle.

use crate::rules::common::{Side, Subject, Tag, Winner};
use crate::rules::roster::Rostered;
use crate::rules::system;
use crate::rules::system::System;

use super::orders::{Effect, Order};
use super::resolve::listed;
use super::state::{AdmiralStatus, Battle, Command, Galley, Status};
use super::tables::{Commanded, Nation, Phase, Shape, Speed};

/// When an order is due.
enum Due {
    /// While both sides set speeds.
    Speed,
    /// While this side moves.
    Moves(Side),
    /// While this side boards.
    Boards(Side),
    /// While anybody moves.
    AnyMove,
    /// While this side moves, or both set speeds.
    Check(Side),
}

impl Battle {
    /// The phase after this one.
    #[must_use]
    pub fn next_phase(&self) -> Phase {
        if self.free_move { Phase::Speed } else { self.phase.next() }
    }

    /// Whether a side moves in this phase.
    pub(super) fn moves_now(&self, side: Side) -> bool {
        self.phase.mover().is_some_and(|nation| self.side_of(nation) == side)
    }

    /// Whether a side boards in this phase.
    pub(super) fn boards_now(&self, side: Side) -> bool {
        self.phase.boarder().is_some_and(|nation| self.side_of(nation) == side)
    }

    /// The speed that a new one is counted from: that at the start of the phase.
    pub(super) fn began_at(&self, tag: Tag) -> Speed {
        let now = self.galleys.find(tag).map_or(Speed::STOPPED, |galley| galley.speed);
        self.progress.began_at.get(&tag).copied().unwrap_or(now)
    }

    /// Who still owes a speed in the speed phase.
    pub(super) fn owes_speed(&self, tag: Tag) -> bool {
        self.phase == Phase::Speed
            && !self.progress.assigned.contains(&tag)
            && self.galleys.find(tag).is_some_and(Galley::fights)
    }

    /// Whether the speed of a galley is secret from the enemy.
    pub(super) fn is_secret(&self, tag: Tag) -> bool {
        !self.switch("open-speeds")
            && !self.progress.shown.contains(&tag)
            && self.galleys.find(tag).is_some_and(Galley::fights)
    }

    /// Where an order departs from the sequence of play.
    pub(super) fn departures(&self, order: &Order) -> Vec<String> {
        let mut departures = Vec::new();
        if let (Some(winner), false) = (self.decided, matches!(order, Order::Adjust { .. })) {
            let name = winner.side().map_or(winner.slug(), |side| self.side_name(side));
            departures.push(format!("the battle is over: {name} has won"));
        }
        departures.extend(self.wrong_phase(order));
        match order {
            Order::SetSpeed { ship: Some(tag), speed, .. } => {
                if self.owes_check(*tag) {
                    departures.push(format!("{tag} checks for command before she sets a speed"));
                }
                if self.entering().contains(tag) && !matches!(speed, Speed::Ahead(1 | 2)) {
                    departures.push(format!("{tag} enters in the line, at speed 1 or 2"));
                }
            }
            Order::TransferAdmiral { from, to }
                if self.progress.moved.contains(from) || self.progress.moved.contains(to) =>
            {
                departures.push("the flag is shifted before either of them moves".into());
            }
            Order::Drift { ship } if !self.progress.drifting.contains(ship) => {
                departures.push(format!("{ship} owes no drift"));
            }
            Order::Board { ships, .. } => {
                let again = ships.iter().filter(|tag| self.progress.boarders.contains(tag));
                departures.extend(again.map(|tag| format!("{tag} has boarded in this phase")));
            }
            Order::CommandCheck { ship, .. } if self.progress.checked.contains(ship) => {
                departures.push(format!("{ship} has checked for command in this phase"));
            }
            Order::Form { formation, ships, leader } => {
                departures.extend(self.not_in_step(*formation, ships, *leader));
            }
            Order::EndPhase {} => departures.extend(self.undone()),
            _ => departures.extend(order.mover().and_then(|tag| self.out_of_command(tag))),
        }
        departures
    }

    fn wrong_phase(&self, order: &Order) -> Option<String> {
        let holder = |tag: &Tag| self.galleys.find(*tag).map(|galley| galley.side);
        let (subject, due) = match order {
            Order::SetSpeed { ship: Some(tag), .. } => {
                if self.free_move && holder(tag).is_some_and(|side| self.moves_now(side)) {
                    return None;
                }
                (tag.to_string(), Due::Speed)
            }
            Order::SetSpeed { formation: Some(name), .. } if !self.free_move => {
                (name.clone(), Due::Speed)
            }
            Order::Coast { ship, backing: true, .. } => (ship.to_string(), Due::AnyMove),
            Order::Avoid { ship } => (ship.to_string(), Due::Moves(holder(ship)?.other())),
            Order::Board { ships, .. } => {
                let first = ships.first()?;
                (first.to_string(), Due::Boards(holder(first)?))
            }
            Order::Counterboard { ship, .. } => {
                (ship.to_string(), Due::Boards(holder(ship)?.other()))
            }
            Order::CommandCheck { ship, .. } => (ship.to_string(), Due::Check(holder(ship)?)),
            _ => {
                let tag = order.mover()?;
                (tag.to_string(), Due::Moves(holder(&tag)?))
            }
        };
        let (now, when) = match due {
            Due::Speed => (self.phase == Phase::Speed, "in the speed phase".to_owned()),
            Due::Moves(side) => (self.moves_now(side), self.when("moves", side)),
            Due::Boards(side) => (self.boards_now(side), self.when("boards", side)),
            Due::AnyMove => (self.phase.mover().is_some(), "in a movement phase".to_owned()),
            Due::Check(side) => (
                self.phase == Phase::Speed || self.moves_now(side),
                format!("in the speed phase or {}", self.when("moves", side)),
            ),
        };
        (!now)
            .then(|| format!("it is the phase “{}”; {subject} does this {when}", self.phase.name()))
    }

    fn when(&self, does: &str, side: Side) -> String {
        format!("when {} {does}", self.nation_of(side).name())
    }

    /// A formation of several speeds, or a line without a commander.
    fn not_in_step(&self, shape: Shape, ships: &[Tag], leader: Tag) -> Vec<String> {
        let mut departures = Vec::new();
        let speed = |tag: Tag| self.galleys.find(tag).map(|galley| galley.speed);
        let differs: Vec<Tag> =
            ships.iter().copied().filter(|tag| speed(*tag) != speed(leader)).collect();
        if let (Some(common), false) = (speed(leader), differs.is_empty()) {
            departures.push(format!(
                "a formation has one speed: {} will be at {common} too",
                listed(&differs)
            ));
        }
        if shape == Shape::LineAbreast && !ships.iter().any(|tag| self.has_commander(*tag)) {
            departures.push(
                "no admiral or line commander is in the line: every galley in it checks".into(),
            );
        }
        departures
    }

    fn out_of_command(&self, tag: Tag) -> Option<String> {
        let galley = self.galleys.find(tag)?;
        if self.moves_now(galley.side) && self.owes_check(tag) {
            return Some(format!("{tag} checks for command before she moves"));
        }
        (galley.commanded != Commanded::Yes)
            .then(|| format!("{tag} is out of command and keeps her course"))
    }

    /// Who enters in line in the first turn: those of Rome whose fleet file
    /// gives them no hex while it gives others one (Drepanum).
    pub(super) fn entering(&self) -> Vec<Tag> {
        let side = self.side_of(Nation::Rome);
        let entries = &self.setup.entries[side.index()];
        if self.round > 1 || entries.iter().all(|entry| entry.hex.is_empty()) {
            return Vec::new();
        }
        let line = (1u16..).zip(entries).filter(|(_, entry)| entry.hex.is_empty());
        line.map(|(number, _)| Tag { side, number }).collect()
    }

    /// Who would enter at another speed than the lead of the line.
    fn not_at_the_leads_speed(&self) -> Option<String> {
        let line = self.entering();
        let speed = |tag: &Tag| self.galleys.find(*tag).map(|galley| galley.speed);
        let lead = line.first().filter(|_| self.phase == Phase::Speed)?;
        let others: Vec<Tag> =
            line.iter().copied().filter(|tag| speed(tag) != speed(lead)).collect();
        let common = speed(lead).filter(|_| !others.is_empty())?;
        Some(format!(
            "the line enters at the speed of {lead}, {common}, but not: {}",
            listed(&others)
        ))
    }

    /// What the phase would end without.
    pub(super) fn undone(&self) -> Vec<String> {
        let mut undone = Vec::new();
        let mut add = |tags: Vec<Tag>, why: &str| {
            if !tags.is_empty() {
                undone.push(format!("{why}: {}", listed(&tags)));
            }
        };
        let tags = |wanted: &dyn Fn(Tag, &Galley) -> bool| -> Vec<Tag> {
            let all = self.galleys.iter().filter(|(tag, g)| g.in_play() && wanted(*tag, g));
            all.map(|(tag, _)| tag).collect()
        };
        let full = Speed::Ahead(super::tables::FULL_SPEED);
        add(tags(&|tag, _| self.owes_speed(tag)), "these have no speed for this turn");
        add(
            tags(&|tag, galley| self.owes_speed(tag) && galley.speed == full),
            "these stay at 5 without a throw for fatigue",
        );
        add(tags(&|tag, _| self.progress.drifting.contains(&tag)), "these have still to drift");
        add(
            tags(&|tag, galley| self.check_is_due(galley.side) && self.owes_check(tag)),
            "these have not checked for command",
        );
        add(self.progress.may_counter.keys().copied().collect(), "these may still board in return");
        undone.extend(self.not_at_the_leads_speed());
        undone
    }

    /// Whether galleys of a side check for command in this phase.
    pub(super) fn check_is_due(&self, side: Side) -> bool {
        self.phase == Phase::Speed || self.moves_now(side)
    }

    /// Does one effect.
    pub(super) fn do_effect(&mut self, effect: &Effect) {
        match effect {
            Effect::PhaseEnded => self.begin_phase(),
            Effect::Resigned(side) => self.resigned = Some(*side),
            Effect::Formed(formation) => self.form_up(formation),
            Effect::LeftFormation(tag) => self.leave_formation(*tag),
            Effect::AdmiralAboard(side, tag) => self.carry_admiral(*side, Some(*tag)),
            Effect::AdmiralEnhanced(side, enhanced) => self.enhance(*side, *enhanced),
            Effect::AdmiralLost(side, how) => self.lose_admiral(*side, *how),
            Effect::Adjusted(subject, field, value) => {
                system::apply_adjustment(self, *subject, field, value);
                if *subject != Subject::Battle {
                    self.decided = None;
                }
            }
            other => {
                self.remember(other);
                self.mark(other);
            }
        }
        self.decide();
    }

    fn lose_admiral(&mut self, side: Side, how: AdmiralStatus) {
        self.carry_admiral(side, None);
        if let Some(admiral) = &mut self.flags[side.index()].admiral {
            admiral.status = how;
            admiral.enhanced = false;
        }
    }

    /// What the effects tell of the turn, beside the logs.
    fn remember(&mut self, effect: &Effect) {
        let progress = &mut self.progress;
        match effect {
            Effect::SpeedSet(tag, speed) => {
                let now = self.galleys.find(*tag).map_or(*speed, |galley| galley.speed);
                let began = *progress.began_at.entry(*tag).or_insert(now);
                progress.assigned.insert(*tag);
                if *speed != Speed::STOPPED && began != Speed::STOPPED {
                    // The stop of an earlier order in the phase did not come.
                    progress.drifting.remove(tag);
                }
            }
            Effect::FatigueThrown(tag, held) => {
                progress.held_out.insert(*tag, *held);
            }
            Effect::OwesDrift(tag) => {
                progress.drifting.insert(*tag);
            }
            Effect::Drifted(tag, _) => {
                progress.drifting.remove(tag);
            }
            Effect::Moved(tag) => {
                progress.moved.insert(*tag);
                progress.shown.insert(*tag);
            }
            Effect::Declared(tag) => {
                progress.shown.insert(*tag);
            }
            Effect::Fouled(tags, _) => {
                progress.fouled.extend(tags);
                for tag in tags {
                    progress.fixed(*tag);
                }
            }
            Effect::SpeedBecame(tag, _) | Effect::RanAground(tag) | Effect::Freed(tag) => {
                progress.fixed(*tag);
            }
            Effect::RammedUnder(_, tag) => {
                progress.drifting.remove(tag);
                progress.may_counter.remove(tag);
            }
            Effect::BoardingTried(ships, _) => progress.boarders.extend(ships),
            Effect::MayCounter(tag, ships) => {
                progress.may_counter.insert(*tag, ships.clone());
            }
            Effect::BoardingAnswered(tag, _) => {
                progress.may_counter.remove(tag);
            }
            Effect::CommandTold(tag, _) => {
                progress.checked.insert(*tag);
            }
            _ => {}
        }
    }

    /// What the effects write in the logs.
    fn mark(&mut self, effect: &Effect) {
        let phase = self.phase;
        let mut on =
            |tag: &Tag, change: &dyn Fn(&mut Galley)| self.galleys.change(*tag, |g| change(g));
        match effect {
            Effect::SpeedSet(tag, speed) | Effect::SpeedBecame(tag, speed) => {
                on(tag, &|g| g.speed = *speed);
            }
            Effect::Drifted(tag, facing) => on(tag, &|g| g.facing = *facing),
            Effect::RanAground(tag) => on(tag, &|g| {
                g.aground = true;
                g.speed = Speed::STOPPED;
                g.grounded_in_phase = Some(phase);
            }),
            Effect::Freed(tag) => on(tag, &|g| {
                g.aground = false;
                g.speed = Speed::Ahead(1);
                g.refloat_tried = true;
            }),
            Effect::StaysAground(tag) => on(tag, &|g| g.refloat_tried = true),
            Effect::Fouled(tags, speed) => {
                for tag in tags {
                    on(tag, &|g| {
                        g.speed = *speed;
                        let others = tags.iter().filter(|other| *other != tag);
                        let new: Vec<Tag> =
                            others.filter(|t| !g.fouled_with.contains(t)).copied().collect();
                        g.fouled_with.extend(new);
                    });
                }
            }
            Effect::Unfouled(tag) => self.clear(*tag),
            Effect::RammedUnder(_, tag) => {
                on(tag, &|g| g.status = Status::Sunk);
                self.clear(*tag);
            }
            Effect::Crippled(_, tag) => on(tag, &|g| g.crippled = true),
            Effect::BoardingTried(_, tag) => on(tag, &|g| g.boarded_this_phase = true),
            Effect::Captured(tag, side) => on(tag, &|g| {
                g.side = *side;
                g.status = if *side == tag.side { Status::InAction } else { Status::Captured };
            }),
            Effect::LineCommanderLost(tag) => on(tag, &|g| g.line_commander = false),
            Effect::CommandTold(tag, told) => on(tag, &|g| g.commanded = *told),
            _ => {}
        }
    }

    /// Nobody is fouled with this one any more.
    pub(super) fn clear(&mut self, tag: Tag) {
        let others = self.galleys.find(tag).map(|galley| galley.fouled_with.clone());
        self.galleys.change(tag, |galley| galley.fouled_with.clear());
        for other in others.unwrap_or_default() {
            self.galleys.change(other, |galley| galley.fouled_with.retain(|t| *t != tag));
        }
    }

    fn begin_phase(&mut self) {
        let old = self.phase;
        let new = self.next_phase();
        let from_the_end = old == Phase::End;
        if let Some(mover) = old.mover() {
            let side = self.side_of(mover);
            let moved: Vec<Tag> = self.held_by(side).map(|(tag, _)| tag).collect();
            self.progress.shown.extend(moved);
        }
        self.progress.next_phase(new == Phase::Speed);
        self.phase = new;
        self.free_move = false;
        self.round += u32::from(from_the_end);
        let mover = new.mover().map(|nation| self.side_of(nation));
        for tag in self.galleys.tags() {
            let Some(galley) = self.galleys.find(tag) else { continue };
            let begins = new == Phase::Speed || mover == Some(galley.side);
            let fresh = Galley {
                boarded_this_phase: false,
                refloat_tried: false,
                commanded: if begins { Commanded::Yes } else { galley.commanded },
                grounded_in_phase: galley.grounded_in_phase.filter(|_| mover != Some(galley.side)),
                ..galley.clone()
            };
            if fresh != *galley {
                self.galleys.change(tag, |galley| *galley = fresh);
            }
        }
    }

    /// The moment all of one side's galleys are sunk, captured or aground, the
    /// other has won, whatever comes after.
    fn decide(&mut self) {
        if self.decided.is_some() {
            return;
        }
        let fights = |side| self.held_by(side).any(|(_, galley)| galley.fights());
        let stands = Winner::standing([fights(Side::A), fights(Side::B)]);
        self.decided = self.resigned.map_or(stands, |side| Some(side.other().into()));
    }

    /// How far the column or line of a galley is in command, for the guide.
    pub(super) fn command_over(&self, tag: Tag) -> Option<Command> {
        self.formation_of(tag).map(|formation| self.command_of(formation))
    }

    /// The side that a phase belongs to.
    pub(super) fn side_now(&self) -> Option<Side> {
        let nation: Option<Nation> = self.phase.mover().or(self.phase.boarder());
        nation.map(|nation| self.side_of(nation))
    }
}
