//! The sequence of play of Chicken of the Sea, and where an order departs from
//! it.

use crate::rules::common::{Side, Tag};
use crate::rules::roster::Rostered;
use crate::rules::system::System;

use super::guards::listed;
use super::orders::Order;
use super::state::{Battle, Galley};
use super::tables::{Commanded, FULL_SPEED, Nation, Phase, Speed};

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

    /// Who still owes a speed in the speed phase.
    pub(super) fn owes_speed(&self, tag: Tag) -> bool {
        self.phase == Phase::Speed
            && !self.progress.assigned.contains(&tag)
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
            Order::TransferAdmiral { from, to } => {
                let moves = |tag: &Tag| self.progress.under_way.contains(tag);
                if moves(from) || moves(to) {
                    departures.push("the flag is shifted before either of them moves".into());
                }
            }
            Order::Drift { ship } => {
                let owes = self.galleys.find(*ship).is_some_and(|galley| galley.drift_owed);
                if !owes && !self.progress.veiled.contains(ship) {
                    departures.push(format!("{ship} owes no drift"));
                }
            }
            Order::Board { ships, .. } => {
                let again = ships.iter().filter(|tag| self.progress.boarders.contains(tag));
                departures.extend(again.map(|tag| format!("{tag} has boarded in this phase")));
            }
            Order::CommandCheck { ship, .. } if self.progress.checked.contains(ship) => {
                departures.push(format!("{ship} has checked for command in this phase"));
            }
            Order::Form { ships, leader, .. } => {
                departures.extend(self.not_in_step(ships, *leader));
            }
            Order::EndPhase {} => departures.extend(self.undone()),
            Order::SetSpeed { ship: None, .. }
            | Order::Spend { .. }
            | Order::Coast { .. }
            | Order::Refloat { .. }
            | Order::EnterOccupied { .. }
            | Order::Unfoul { .. }
            | Order::Ram { .. }
            | Order::Shear { .. }
            | Order::Avoid { .. }
            | Order::EndMove { .. }
            | Order::Counterboard { .. }
            | Order::BreakFormation { .. }
            | Order::OutOfRange { .. }
            | Order::CommandCheck { .. }
            | Order::Resign { .. }
            | Order::Adjust { .. } => departures.extend(self.departing_mover(order)),
        }
        departures
    }

    /// Where a galley departs from what she may do with her movement points.
    fn departing_mover(&self, order: &Order) -> Vec<String> {
        let mut departures = Vec::new();
        let Some(tag) = order.mover() else { return departures };
        departures.extend(self.out_of_command(tag));
        let Some(galley) = self.galleys.find(tag) else { return departures };
        let name = &galley.name;
        match order {
            Order::Spend { mp, .. } => {
                if galley.mp_left.is_some_and(|left| *mp > left) {
                    departures
                        .push(format!("{tag} {name} exceeds her speed to catch up in her line"));
                }
            }
            Order::EnterOccupied { .. } => {
                if galley.mp_left == Some(0) {
                    departures.push(format!(
                        "{tag} {name} has no movement point left to leave an occupied hex: one galley a hex at the end"
                    ));
                }
            }
            Order::Ram { .. } => {
                if galley.crippled {
                    departures.push(format!(
                        "{tag} {name} is crippled: she moves only through a hexside beside her bow"
                    ));
                }
            }
            Order::EndMove { .. } => departures.extend(
                Self::unspent(galley)
                    .map(|left| format!("{tag} {name} has movement points left: {left}")),
            ),
            Order::SetSpeed { .. }
            | Order::Drift { .. }
            | Order::Coast { .. }
            | Order::Refloat { .. }
            | Order::Unfoul { .. }
            | Order::Shear { .. }
            | Order::Avoid { .. }
            | Order::Board { .. }
            | Order::Counterboard { .. }
            | Order::TransferAdmiral { .. }
            | Order::Form { .. }
            | Order::BreakFormation { .. }
            | Order::OutOfRange { .. }
            | Order::CommandCheck { .. }
            | Order::EndPhase {}
            | Order::Resign { .. }
            | Order::Adjust { .. } => {}
        }
        departures
    }

    /// Movement points that a galley has left, and has to spend.
    fn unspent(galley: &Galley) -> Option<u8> {
        let left = galley.mp_left.filter(|_| !galley.moved && galley.fights())?;
        (left > galley.speed.unspent()).then_some(left)
    }

    fn wrong_phase(&self, order: &Order) -> Option<String> {
        let holder = |tag: &Tag| self.galleys.find(*tag).map(|galley| galley.side);
        let due = match order {
            Order::SetSpeed { ship: Some(tag), .. } => {
                if self.free_move && holder(tag).is_some_and(|side| self.moves_now(side)) {
                    return None;
                }
                Due::Speed
            }
            Order::SetSpeed { ship: None, .. } if self.free_move => return None,
            Order::SetSpeed { ship: None, .. } => Due::Speed,
            Order::Coast { backing: true, .. } => Due::AnyMove,
            Order::Board { ships, .. } => Due::Boards(holder(ships.first()?)?),
            Order::Counterboard { ship, .. } => Due::Boards(holder(ship)?.other()),
            Order::CommandCheck { ship, .. } => Due::Check(holder(ship)?),
            Order::OutOfRange { side, .. } => Due::Check(*side),
            Order::Avoid { .. }
            | Order::Drift { .. }
            | Order::Form { .. }
            | Order::BreakFormation { .. }
            | Order::EndPhase {}
            | Order::Resign { .. }
            | Order::Adjust { .. } => return None,
            Order::Spend { .. }
            | Order::Coast { .. }
            | Order::Refloat { .. }
            | Order::EnterOccupied { .. }
            | Order::Unfoul { .. }
            | Order::Ram { .. }
            | Order::Shear { .. }
            | Order::EndMove { .. }
            | Order::TransferAdmiral { .. } => Due::Moves(holder(&order.mover()?)?),
        };
        let quoted = |phase: Phase| format!("“{}”", phase.name());
        let (is_now, when) = match due {
            Due::Speed => (self.phase == Phase::Speed, quoted(Phase::Speed)),
            Due::Moves(side) => (self.moves_now(side), quoted(self.movement_of(side))),
            Due::Boards(side) => (self.boards_now(side), quoted(self.boarding_of(side))),
            Due::AnyMove => (self.phase.mover().is_some(), "a movement phase".to_owned()),
            Due::Check(side) => (
                self.check_is_due(side),
                format!("{} or {}", quoted(Phase::Speed), quoted(self.movement_of(side))),
            ),
        };
        (!is_now).then(|| format!("this is for {when}; the phase now is {}", quoted(self.phase)))
    }

    fn movement_of(&self, side: Side) -> Phase {
        match self.nation_of(side) {
            Nation::Carthage => Phase::CarthageMoves,
            Nation::Rome => Phase::RomeMoves,
        }
    }

    fn boarding_of(&self, side: Side) -> Phase {
        match self.nation_of(side) {
            Nation::Carthage => Phase::CarthageBoards,
            Nation::Rome => Phase::RomeBoards,
        }
    }

    /// A formation of several speeds.
    fn not_in_step(&self, ships: &[Tag], leader: Tag) -> Option<String> {
        let speed = |tag: Tag| self.galleys.find(tag).map(|galley| galley.speed);
        let differs: Vec<Tag> =
            ships.iter().copied().filter(|tag| speed(*tag) != speed(leader)).collect();
        let common = speed(leader).filter(|_| !differs.is_empty())?;
        Some(format!(
            "{} will also be at speed {}: a formation has one speed",
            listed(&differs),
            common.in_words()
        ))
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
        add(tags(&|tag, _| self.owes_speed(tag)), "these have no speed for this turn");
        add(
            tags(&|tag, galley| self.stays_fast(tag, galley)),
            "these stay at 5 without a roll for fatigue",
        );
        add(tags(&|_, galley| Self::unspent(galley).is_some()), "these have movement points left");
        add(tags(&|_, galley| galley.drift_owed), "these have still to drift");
        add(
            tags(&|tag, galley| self.check_is_due(galley.side) && self.owes_check(tag)),
            "these have not checked for command",
        );
        for side in Side::ALL.iter().filter(|side| self.owes_range(**side)) {
            let admiral = self.admiral(*side).map_or("", |admiral| &admiral.name);
            undone.push(format!("it was not said who is out of the range of {admiral}"));
        }
        let mut add = |tags: Vec<Tag>, why: &str| {
            if !tags.is_empty() {
                undone.push(format!("{why}: {}", listed(&tags)));
            }
        };
        add(self.progress.may_counter.keys().copied().collect(), "these may still board in return");
        undone.extend(self.not_at_the_leads_speed());
        undone
    }

    /// A crew at full speed that stays there, and has not rolled for fatigue.
    fn stays_fast(&self, tag: Tag, galley: &Galley) -> bool {
        let full = Speed::Ahead(FULL_SPEED);
        self.phase == Phase::Speed
            && galley.fights()
            && galley.speed == full
            && self.began_at(tag) == full
            && !self.progress.held_out.contains_key(&tag)
    }

    /// Whether galleys of a side check for command in this phase.
    pub(super) fn check_is_due(&self, side: Side) -> bool {
        self.phase == Phase::Speed || self.moves_now(side)
    }

    /// The side that a phase belongs to.
    pub(super) fn side_now(&self) -> Option<Side> {
        let nation: Option<Nation> = self.phase.mover().or(self.phase.boarder());
        nation.map(|nation| self.side_of(nation))
    }
}
