//! Where a battle of Chicken of the Sea stands, and what comes next.

use crate::rules::common::{Side, Subject, Tag};
use crate::rules::roster::Rostered;
use crate::rules::system::System;
use crate::rules::view::{Guide, NextStep, Step};

use super::orders::Switch;
use super::state::{Battle, Galley};
use super::tables::{Commanded, Nation, Phase, Speed};

impl Battle {
    pub(super) fn how_it_stands(&self) -> Guide {
        let headline = if self.free_move {
            format!("Before turn {}: Carthage moves", self.round)
        } else {
            format!("Turn {}: {}", self.round, self.phase.name())
        };
        let step = |phase: &Phase| Step {
            name: phase.name().to_owned().into(),
            current: *phase == self.phase,
            done: *phase < self.phase && !self.free_move,
        };
        let mut guide = Guide {
            headline: headline.into(),
            prompt: self.prompt().into(),
            side: self.side_now(),
            active: None,
            steps: Phase::ALL.iter().map(step).collect(),
            next: Vec::new(),
            secret_of: None,
        };
        if self.decided.is_some() {
            return guide;
        }
        if self.phase == Phase::Speed {
            let owing = self.still_owing();
            guide.side = owing;
            guide.secret_of = owing.filter(|_| !self.switch(Switch::OpenSpeeds));
        }
        guide.next = self.next_steps();
        guide
    }

    /// The side that sets its speeds next: Carthage's first.
    fn still_owing(&self) -> Option<Side> {
        [Nation::Carthage, Nation::Rome]
            .map(|nation| self.side_of(nation))
            .into_iter()
            .find(|side| self.held_by(*side).any(|(tag, _)| self.owes_speed(tag)))
    }

    fn prompt(&self) -> String {
        if let Some(winner) = self.decided {
            return match winner.side() {
                Some(side) => format!("Victory: {}", self.side_name(side)),
                None => "Draw: neither side has a galley afloat.".into(),
            };
        }
        let owing = |side| self.held_by(side).filter(|(tag, _)| self.owes_speed(*tag)).count();
        match (self.phase, self.phase.mover(), self.phase.boarder()) {
            (Phase::Speed, ..) => match self.still_owing() {
                Some(side) => {
                    let secretly = if self.switch(Switch::OpenSpeeds) { "" } else { " in secret" };
                    let name = self.side_name(side);
                    format!("{name}: set speeds{secretly} ({} to go).", owing(side))
                }
                None => "Every galley has her speed.".into(),
            },
            (_, Some(_), _) if self.free_move => {
                "Carthage saw the Romans coming and moves first: set speeds, then move.".into()
            }
            (_, Some(nation), _) => {
                let name = self.side_name(self.side_of(nation));
                let line = self.entering();
                let enter = match (line.first(), line.last()) {
                    (Some(first), Some(last)) if nation == Nation::Rome => {
                        format!(" {first} to {last} enter in one line.")
                    }
                    _ => String::new(),
                };
                format!(
                    "{name}: spend all movement points. Enter each ram or shear as it happens.{enter}"
                )
            }
            (_, _, Some(nation)) => format!(
                "{}: a galley may board an enemy that was at her front or flank when the phase began.",
                self.side_name(self.side_of(nation))
            ),
            (_, None, None) => "The turn is over.".into(),
        }
    }

    /// What is owed first, then what this phase is for, then its end.
    fn next_steps(&self) -> Vec<NextStep> {
        let mut next = Vec::new();
        let mut add = |subject: Subject, kind: &'static str, label: String| {
            next.push(NextStep { subject, kind, label: label.into() });
        };
        for (tag, _) in self.galleys.iter().filter(|(_, g)| g.drift_owed && g.in_play()) {
            add(Subject::Unit(tag), "drift", format!("{}: drift", self.called(tag)));
        }
        for side in Side::ALL.iter().copied().filter(|side| self.owes_range(*side)) {
            let admiral = self.admiral(side).map_or("", |admiral| &admiral.name);
            let label = format!("Who is out of the range of {admiral}?");
            add(Subject::Side(side), "out-of-range", label);
        }
        for tag in self.progress.may_counter.keys() {
            let label = format!("{}: board in return", self.called(*tag));
            add(Subject::Unit(*tag), "counterboard", label);
        }
        let due = self.galleys.iter().filter(|(_, g)| self.check_is_due(g.side));
        for (tag, _) in due.filter(|(tag, _)| self.owes_check(*tag)) {
            add(
                Subject::Unit(tag),
                "command-check",
                format!("{}: check command", self.called(tag)),
            );
        }
        for (tag, galley) in self.galleys.iter().filter(|(_, galley)| galley.in_play()) {
            if let Some((kind, does)) = self.proposal(tag, galley) {
                add(Subject::Unit(tag), kind, format!("{}: {does}", self.called(tag)));
            }
        }
        let label = match (self.phase, self.next_phase()) {
            (Phase::End, _) => format!("Begin turn {}", self.round + 1),
            (_, next) => format!("Next phase: {}", next.name()),
        };
        add(Subject::Battle, "end-phase", label);
        next
    }

    /// What a galley is most likely to do in this phase.
    fn proposal(&self, tag: Tag, galley: &Galley) -> Option<(&'static str, String)> {
        if self.owes_speed(tag) {
            return match self.formation_of(tag) {
                None => Some(("set-speed", "set speed".into())),
                Some(formation) if formation.leader == tag => {
                    Some(("set-speed", format!("set speed of {}", formation.called())))
                }
                Some(_) => None,
            };
        }
        if self.boards_now(galley.side) {
            let free = galley.fouled_with.is_empty() && !self.progress.boarders.contains(&tag);
            return free.then(|| ("board", "board".into()));
        }
        if !self.moves_now(galley.side) || galley.moved || self.progress.veiled.contains(&tag) {
            return None;
        }
        if self.free_move && !self.progress.assigned.contains(&tag) {
            return Some(("set-speed", "set speed".into()));
        }
        if galley.aground {
            let may = galley.grounded_in_phase.is_none() && !galley.refloat_tried;
            return may.then(|| ("refloat", "try to get free".into()));
        }
        let goes = galley.speed != Speed::STOPPED;
        if !galley.fouled_with.is_empty() {
            return goes.then(|| ("unfoul", "leave those she is fouled with".into()));
        }
        let attacks = matches!(galley.speed, Speed::Ahead(1..))
            && !galley.crippled
            && galley.commanded == Commanded::Yes
            && !self.progress.under_way.contains(&tag);
        if attacks {
            return Some(("ram", "ram".into()));
        }
        goes.then(|| ("end-move", "end her move".into()))
    }
}
