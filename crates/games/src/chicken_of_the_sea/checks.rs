//! Command checks of Chicken of the Sea. The position at the start of a phase decides who
//! checks in it, except that the check of a column passes on with its marker (C-22).

use std::collections::{BTreeMap, BTreeSet};

use message::{Message, message};
use rules::common::{Side, Subject, Tag};
use rules::roster::Rostered;

use super::effects::Effect;
use super::orders::Switch;
use super::state::{Admiral, Battle, Command, Formation, Galley, Progress};
use super::tables::{COLUMN_SLOW, COMMANDING_PLACES, Nation, Phase, Shape, Speed};

/// The position of both sides at the start of a phase, as far as command checks depend on
/// it.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct PhaseStart {
    pub formations: [Vec<Formation>; 2],
    /// The same formations as the enemy knew them, if tired crews had left some in secret.
    pub seen: [Option<Vec<Formation>>; 2],
    /// The galley that each admiral was aboard.
    pub flagships: [Option<Tag>; 2],
    /// Galleys that were aground.
    pub aground: BTreeSet<Tag>,
    pub speeds: BTreeMap<Tag, Speed>,
}

impl Battle {
    /// Records the position of both sides at the start of a phase.
    pub(super) fn note_phase_start(&mut self) {
        let aboard = |side: Side| self.admiral(side).and_then(|admiral| admiral.aboard);
        let phase_start = PhaseStart {
            formations: self.flags.each_ref().map(|flag| flag.formations.clone()),
            seen: self.flags.each_ref().map(|flag| flag.seen.clone()),
            flagships: [aboard(Side::A), aboard(Side::B)],
            aground: self
                .common
                .units
                .iter()
                .filter(|(_, g)| g.aground)
                .map(|(tag, _)| tag)
                .collect(),
            speeds: self.common.units.iter().map(|(tag, galley)| (tag, galley.speed)).collect(),
        };
        self.progress.phase_start = phase_start;
    }

    /// Whether a side is still setting up: it has given no order of the first turn except
    /// to form or break formations (C-28).
    pub(super) fn sets_up(&self, side: Side) -> bool {
        let moved_before =
            self.switch(Switch::NoSurprise) && self.nation_of(side) == Nation::Carthage;
        let begins = self.free_move || (self.phase == Phase::Speed && !moved_before);
        let Progress { assigned, checked, under_way, .. } = &*self.progress;
        let has_orders = |tag: Tag| [assigned, checked, under_way].iter().any(|s| s.contains(&tag));
        self.common.round == 1
            && begins
            && self.flags[side.index()].checks_owed.is_none()
            && !self.held_by(side).any(|(tag, galley)| galley.moved || has_orders(tag))
    }

    /// Records formations that a side forms or breaks during its setup as if they existed
    /// at the start of the phase (C-28).
    pub(super) fn note_set_up(&mut self, side: Side) {
        if self.sets_up(side) {
            self.note_formations(side);
        }
    }

    fn note_formations(&mut self, side: Side) {
        let Battle { flags, progress, .. } = self;
        let (flag, phase_start) = (&flags[side.index()], &mut progress.phase_start);
        phase_start.formations[side.index()].clone_from(&flag.formations);
        phase_start.seen[side.index()].clone_from(&flag.seen);
    }

    /// Records a correction as if it was true at the start of the phase.
    pub(super) fn correct_phase_start(&mut self, subject: Subject, field: &str) {
        let Battle { common, flags, progress, .. } = self;
        let phase_start = &mut progress.phase_start;
        let side = match subject {
            Subject::Unit(tag) => {
                let Some(galley) = common.units.find(tag) else { return };
                match field {
                    "speed" => drop(phase_start.speeds.insert(tag, galley.speed)),
                    "aground" if galley.aground => drop(phase_start.aground.insert(tag)),
                    "aground" => drop(phase_start.aground.remove(&tag)),
                    _ => {}
                }
                galley.side
            }
            Subject::Side(side) => side,
            Subject::Battle => return,
        };
        let flag = &flags[side.index()];
        if field == "flagship" || field.starts_with("admiral") {
            phase_start.flagships[side.index()] =
                flag.admiral.as_ref().and_then(|admiral| admiral.aboard);
        }
        if field.starts_with("formation") {
            self.note_formations(side);
        }
    }

    /// The formation of a galley at the start of the phase.
    fn formation_at_start(&self, tag: Tag) -> Option<&Formation> {
        let side = self.common.units.find(tag)?.side;
        self.progress.phase_start.formations[side.index()].iter().find(|f| f.ships.contains(&tag))
    }

    /// The state of command of a column at the start of the phase (C-12).
    fn column_began(&self, column: &Formation) -> Command {
        let phase_start = &self.progress.phase_start;
        let led = |tag: &Tag| {
            self.common.units.find(*tag).is_some_and(|galley| {
                galley.line_commander || phase_start.flagships[galley.side.index()] == Some(*tag)
            })
        };
        let slow =
            phase_start.speeds.get(&column.leader).is_some_and(|s| s.in_sums() <= COLUMN_SLOW);
        if slow || column.ships.iter().take(COMMANDING_PLACES).any(led) {
            Command::Full
        } else {
            Command::Limited
        }
    }

    /// Whether a galley checks for a column in limited command: as its lead at the start of
    /// the phase, or because the check has passed to her.
    fn checks_for_column(&self, tag: Tag) -> bool {
        self.progress.passed_on.contains(&tag)
            || self.formation_at_start(tag).is_some_and(|formation| {
                formation.shape == Shape::Column
                    && formation.leader == tag
                    && self.column_began(formation) == Command::Limited
            })
    }

    /// A lead galley that checks for her column, and fails or breaks off, passes the check
    /// on with the marker. An admiral or line commander never checks.
    pub(super) fn passes_on(&self, tag: Tag) -> Option<Effect> {
        let column = self.formation_of(tag)?;
        if column.leader != tag || !self.checks_for_column(tag) {
            return None;
        }
        let next = *column.ships.iter().skip_while(|other| **other != tag).nth(1)?;
        (!self.has_commander(next)).then_some(Effect::CheckPassed(next))
    }

    /// Why a galley does not check for command; `None` if she does. `in_admirals_range` is
    /// the player's entry; without one, the entry for her side in this phase applies.
    pub(super) fn exemption(&self, tag: Tag, in_admirals_range: Option<bool>) -> Option<Message> {
        let galley = self.common.units.find(tag)?;
        let phase_start = &self.progress.phase_start;
        if galley.aground {
            return Some(message!("she is aground, and can neither change speed nor move"));
        }
        if phase_start.aground.contains(&tag) {
            return Some(message!("she was aground when the phase began"));
        }
        let stops = |speed: &Speed| *speed == Speed::STOPPED;
        let began = phase_start.speeds.get(&tag);
        if self.moves_now(galley.side) && (stops(&galley.speed) || began.is_some_and(stops)) {
            return Some(message!("at speed 0 she does not move in this phase"));
        }
        if self.is_flagship(tag, galley.side) {
            return Some(message!("the admiral is aboard"));
        }
        if phase_start.flagships[galley.side.index()] == Some(tag) {
            return Some(message!("the admiral was aboard when the phase began"));
        }
        if galley.line_commander {
            return Some(message!("a line commander is aboard"));
        }
        if self.progress.excused.contains(&tag) {
            return Some(message!("she fell out of a formation in this phase"));
        }
        if self.checks_for_column(tag) {
            return None;
        }
        let Some(formation) = self.formation_at_start(tag) else {
            return self.reached(tag, galley, in_admirals_range);
        };
        let called = formation.called();
        match (formation.shape, self.column_began(formation)) {
            (Shape::LineAbreast, Command::Full | Command::Limited) => {
                (in_admirals_range == Some(true)).then(|| {
                    message!(
                        "{formation} is in full command, and its commander reaches her",
                        formation = called
                    )
                })
            }
            (Shape::Column, Command::Full) => {
                Some(message!("{formation} is in full command", formation = called))
            }
            (Shape::Column, Command::Limited) => Some(message!(
                "{formation} is in limited command, and only its lead checks",
                formation = called
            )),
        }
    }

    /// The admiral, if he was aboard a galley but commanded no formation at the start of
    /// the phase.
    pub(super) fn free_admiral(&self, side: Side) -> Option<&Admiral> {
        let phase_start = &self.progress.phase_start;
        let flagship = phase_start.flagships[side.index()]?;
        let all = &phase_start.formations[side.index()];
        let commands = all.iter().any(|formation| formation.is_commanded_from(flagship));
        self.admiral(side).filter(|admiral| admiral.aboard.is_some() && !commands)
    }

    /// The reason for a galley within range of an admiral who commands no formation.
    fn reached(&self, tag: Tag, galley: &Galley, in_range: Option<bool>) -> Option<Message> {
        let admiral = self.free_admiral(galley.side)?;
        let shown = self.flags[galley.side.index()].checks_owed.as_ref();
        let is_in = in_range.or(shown.map(|out| !out.contains(&tag))).unwrap_or(false);
        is_in.then(|| {
            message!(admiral.reach() =>
                "{admiral} is within {n} hex" | "{admiral} is within {n} hexes",
                admiral = &admiral.name
            )
        })
    }

    /// Whether a galley would have to check if she were out of her admiral's range, so that
    /// her player is asked about it.
    pub(super) fn could_be_out_of_range(&self, tag: Tag, galley: &Galley) -> bool {
        galley.fights()
            && self.formation_at_start(tag).is_none()
            && self.follows_in_line(tag).is_none()
            && self.exemption(tag, Some(true)).is_some()
            && self.exemption(tag, Some(false)).is_none()
    }

    /// Whether a galley still has to check in this phase, as far as that is known without
    /// the map.
    pub(super) fn owes_check(&self, tag: Tag) -> bool {
        let Some(galley) = self.common.units.find(tag) else { return false };
        // In her movement phase it depends on a speed that may be secret.
        let is_known = self.phase.mover().is_none() || !self.progress.unknown_speeds.contains(&tag);
        let in_line = self.formation_at_start(tag).is_some_and(|f| f.shape == Shape::LineAbreast);
        // Galleys count as within range until the players enter otherwise.
        let in_range = match (in_line, &self.flags[galley.side.index()].checks_owed) {
            (false, Some(_)) => None,
            (true, _) | (false, None) => Some(true),
        };
        self.switch(Switch::Command)
            && is_known
            && galley.in_play()
            && !self.progress.checked.contains(&tag)
            && self.follows_in_line(tag).is_none()
            && self.exemption(tag, in_range).is_none()
    }

    /// Whether a side has yet to enter which galleys are out of its admiral's range in this
    /// phase, which the app cannot know.
    pub(super) fn owes_range(&self, side: Side) -> bool {
        self.switch(Switch::Command)
            && self.check_is_due(side)
            && self.flags[side.index()].checks_owed.is_none()
            && self.free_admiral(side).is_some()
            && self.held_by(side).any(|(tag, galley)| self.could_be_out_of_range(tag, galley))
    }
}
