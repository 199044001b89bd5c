//! Changes of formations in Chicken of the Sea: the true ones of a side, and those that the
//! enemy knows while tired crews have left theirs in secret.

use rules::common::{Side, Tag};

use super::orders::Switch;
use super::state::{Admiral, AdmiralStatus, Battle, Formation};
use super::tables::{LINE_COMMANDER_RANGE, Shape};

impl Battle {
    /// The number of the next formation. It counts the formations of both sides that are
    /// public, so that names are unique.
    pub(super) fn next_number(&self) -> u32 {
        self.flags.iter().map(|flag| flag.formed).sum::<u32>() + 1
    }

    /// The formation to which a galley belongs according to the enemy's knowledge, if it
    /// differs from the truth.
    pub(super) fn seen_formation_of(&self, tag: Tag) -> Option<&Formation> {
        let side = self.common.units.find(tag)?.side;
        let seen = self.flags[side.index()].seen.as_ref()?;
        seen.iter().find(|formation| formation.ships.contains(&tag))
    }

    /// Adds a formation; all its galleys move with its leader's marker.
    pub(super) fn form_up(&mut self, formation: &Formation) {
        let leader = formation.leader;
        let Some((side, speed)) = self.common.units.find(leader).map(|g| (g.side, g.speed)) else {
            return;
        };
        let assigned = self.progress.assigned.contains(&leader);
        let hides = self.is_secret(leader);
        for &tag in &formation.ships {
            // Her new speed is the leader's. If that is secret, the enemy no longer knows
            // hers.
            if hides {
                self.progress.shown.remove(&tag);
            }
            // Her next speed still counts from her speed at the start of the phase.
            let began = self.began_at(tag);
            self.progress.began_at.entry(tag).or_insert(began);
            self.common.units.change(tag, |galley| galley.speed = speed);
            self.progress.assigned.remove(&tag);
            self.progress.assigned.extend(assigned.then_some(tag));
        }
        let flag = &mut self.flags[side.index()];
        flag.formed += 1;
        for known in [Some(&mut flag.formations), flag.seen.as_mut()].into_iter().flatten() {
            // A growing line becomes the new one.
            known.retain(|old| !old.ships.iter().any(|tag| formation.ships.contains(tag)));
            known.push(formation.clone());
        }
        self.record_formations(side);
    }

    /// Removes a galley from her formation. The galleys ahead of her and those behind her
    /// each continue as a formation, if they are two or more.
    pub(super) fn leave_formation(&mut self, tag: Tag) {
        let Some(side) = self.common.units.find(tag).map(|galley| galley.side) else { return };
        let admirals = self.admirals_formation(side);
        if admirals.is_some_and(|f| f.shape == Shape::LineAbreast && f.ships.contains(&tag)) {
            self.enhance(side, false);
        }
        let number = self.next_number();
        let mut formations = std::mem::take(&mut self.flags[side.index()].formations);
        let mut seen = self.flags[side.index()].seen.take();
        let mut divides = self.without(&mut formations, tag, number);
        if let Some(seen) = &mut seen {
            // Formations are numbered by those that the enemy knows.
            divides = self.without(seen, tag, number);
        }
        let flag = &mut self.flags[side.index()];
        flag.formed += u32::from(divides);
        flag.formations = formations;
        flag.seen = seen;
        self.drop_out_of_range(side);
        self.record_formations(side);
    }

    /// Removes a galley from her formation, if she is in one. Returns whether it split in
    /// two; the second part takes this number.
    fn without(&self, formations: &mut Vec<Formation>, tag: Tag, number: u32) -> bool {
        let Some(at) = formations.iter().position(|f| f.ships.contains(&tag)) else {
            return false;
        };
        let broken = formations.remove(at);
        let mut parts: Vec<&[Tag]> =
            broken.ships.split(|t| *t == tag).filter(|part| part.len() > 1).collect();
        // The part with the leader keeps the name; without a leader, the part ahead keeps
        // it.
        parts.sort_by_key(|part| !part.contains(&broken.leader));
        let mut parts: Vec<Formation> =
            parts.into_iter().filter_map(|part| self.continue_formation(&broken, part)).collect();
        let divides = parts.len() > 1;
        if let Some(second) = parts.get_mut(1) {
            second.name = Formation::name_of(second.shape, number);
        }
        formations.extend(parts);
        divides
    }

    /// The formation that continues with a part of a broken one; `None` for a line
    /// abreast with no commander left.
    fn continue_formation(&self, broken: &Formation, part: &[Tag]) -> Option<Formation> {
        let leader = match broken.shape {
            Shape::Column | Shape::LineAbreast if part.contains(&broken.leader) => {
                Some(broken.leader)
            }
            Shape::Column => part.first().copied(),
            Shape::LineAbreast => part.iter().copied().find(|tag| self.has_commander(*tag)),
        };
        Some(Formation { ships: part.to_vec(), leader: leader?, ..broken.clone() })
    }

    /// Tired crews leave their formation in secret. The part with the leader keeps its
    /// marker. In a column whose leader has left, the next galley leads; a line without its
    /// commander ends. Galleys in no part are single (C-20).
    pub(super) fn fall_behind(&mut self, tired: &[Tag]) {
        let Some(first) = tired.first() else { return };
        let Some(formation) = self.formation_of(*first).cloned() else { return };
        let side = self.common.units.find(*first).map_or(first.side, |galley| galley.side);
        let stays = |tag: &Tag| !tired.contains(tag);
        let leader = match formation.shape {
            Shape::Column => formation.ships.iter().copied().find(stays),
            Shape::LineAbreast => Some(formation.leader).filter(stays),
        };
        let mut parts = formation.ships.split(|tag| !stays(tag));
        let part = leader.and_then(|leader| {
            let ships = parts.find(|part| part.contains(&leader) && part.len() > 1)?.to_vec();
            Some(Formation { ships, leader, ..formation.clone() })
        });
        let out = formation
            .ships
            .iter()
            .filter(|tag| !part.as_ref().is_some_and(|p| p.ships.contains(tag)));
        self.progress.excused.extend(out);
        let flag = &mut self.flags[side.index()];
        let open = self.common.options.contains(&Switch::OpenSpeeds);
        if !open {
            flag.seen.get_or_insert_with(|| flag.formations.clone());
            flag.tired.extend(tired);
        }
        flag.formations.retain(|known| known.name != formation.name);
        flag.formations.extend(part);
        self.record_formations(side);
    }

    /// Shows the enemy that a tired crew has left her formation.
    pub(super) fn records_fatigue(&mut self, tag: Tag) {
        let Some(side) = self.common.units.find(tag).map(|galley| galley.side) else { return };
        if !self.flags[side.index()].tired.remove(&tag) {
            return;
        }
        if self.flags[side.index()].tired.is_empty() {
            self.flags[side.index()].seen = None;
            return;
        }
        if let Some(mut seen) = self.flags[side.index()].seen.take() {
            let number = self.next_number();
            let divides = self.without(&mut seen, tag, number);
            let flag = &mut self.flags[side.index()];
            flag.formed += u32::from(divides);
            flag.seen = Some(seen);
        }
    }

    /// Records the formation of each galley of a side.
    pub(super) fn record_formations(&mut self, side: Side) {
        let formations = &self.flags[side.index()].formations;
        let named: Vec<(Tag, Option<String>)> = self
            .held_by(side)
            .map(|(tag, galley)| {
                let own = formations.iter().find(|formation| formation.ships.contains(&tag));
                (tag, galley, own.map(|formation| &formation.name))
            })
            .filter(|(_, galley, name)| galley.formation.as_ref() != *name)
            .map(|(tag, _, name)| (tag, name.cloned()))
            .collect();
        for (tag, name) in named {
            self.common.units.change(tag, |galley| galley.formation = name);
        }
    }

    /// Moves the admiral of a side to a galley, or off all of them. A commander takes over
    /// a line abreast that the admiral led, or it ends.
    pub(super) fn carry_admiral(&mut self, side: Side, aboard: Option<Tag>) {
        if let Some(admiral) = &mut self.flags[side.index()].admiral {
            admiral.aboard = aboard;
        }
        let held: Vec<Tag> = self.held_by(side).map(|(tag, _)| tag).collect();
        for tag in held {
            let flagship = aboard == Some(tag);
            if self.common.units.find(tag).is_some_and(|galley| galley.flagship != flagship) {
                self.common.units.change(tag, |galley| galley.flagship = flagship);
            }
        }
        let mut formations = std::mem::take(&mut self.flags[side.index()].formations);
        formations.retain_mut(|formation| self.keeps_a_commander(formation));
        let mut seen = self.flags[side.index()].seen.take();
        if let Some(seen) = &mut seen {
            seen.retain_mut(|formation| self.keeps_a_commander(formation));
        }
        self.flags[side.index()].formations = formations;
        self.flags[side.index()].seen = seen;
        self.drop_out_of_range(side);
        self.record_formations(side);
    }

    fn keeps_a_commander(&self, formation: &mut Formation) -> bool {
        if formation.shape == Shape::Column || self.has_commander(formation.leader) {
            return true;
        }
        let other = formation.ships.iter().find(|tag| self.has_commander(**tag));
        if let Some(other) = other {
            formation.leader = *other;
        }
        other.is_some()
    }

    /// The admiral of a side is killed or captured.
    pub(super) fn lose_admiral(&mut self, side: Side, how: AdmiralStatus) {
        self.carry_admiral(side, None);
        if let Some(admiral) = &mut self.flags[side.index()].admiral {
            admiral.status = how;
            admiral.enhanced = false;
        }
    }

    pub(super) fn enhance(&mut self, side: Side, enhanced: bool) {
        if let Some(admiral) = &mut self.flags[side.index()].admiral {
            admiral.enhanced = enhanced;
        }
        self.drop_out_of_range(side);
        self.record_formations(side);
    }

    /// The present signal range of a galley's commander, in hexes.
    pub(super) fn reach_of(&self, tag: Tag) -> u8 {
        self.signals(tag, Admiral::reach)
    }

    /// The signal range of a galley's commander if an admiral has his normal range, as
    /// when a formation breaks.
    pub(super) fn usual_reach_of(&self, tag: Tag) -> u8 {
        self.signals(tag, |admiral| admiral.range)
    }

    fn signals(&self, tag: Tag, reach: impl Fn(&Admiral) -> u8) -> u8 {
        let Some(galley) = self.common.units.find(tag) else { return 0 };
        let admiral = self.admiral(galley.side).filter(|admiral| admiral.aboard == Some(tag));
        let line = if galley.line_commander { LINE_COMMANDER_RANGE } else { 0 };
        admiral.map_or(0, reach).max(line)
    }

    /// The line abreast that would grow into this one: it has the same leader, and its
    /// galleys in the same order.
    pub(super) fn growing(&self, shape: Shape, ships: &[Tag], leader: Tag) -> Option<&Formation> {
        let line = self.formation_of(leader).filter(|line| line.leader == leader)?;
        let turned: Vec<Tag> = line.ships.iter().rev().copied().collect();
        let stand = |run: &[Tag]| run == line.ships || run == turned;
        let grows = [shape, line.shape] == [Shape::LineAbreast; 2];
        (grows && ships.windows(line.ships.len()).any(stand)).then_some(line)
    }

    /// Makes galleys in a line abreast beyond its commander's range single; they check from
    /// the next phase on (C-27).
    fn drop_out_of_range(&mut self, side: Side) {
        let mut formations = std::mem::take(&mut self.flags[side.index()].formations);
        let mut seen = self.flags[side.index()].seen.take();
        let out = self.remove_out_of_range(&mut formations);
        self.progress.excused.extend(out);
        if let Some(seen) = &mut seen {
            self.remove_out_of_range(seen);
        }
        self.flags[side.index()].formations = formations;
        self.flags[side.index()].seen = seen;
    }

    /// Removes galleys beyond the range from lines abreast. Returns those that are then
    /// single.
    fn remove_out_of_range(&self, formations: &mut Vec<Formation>) -> Vec<Tag> {
        let mut out = Vec::new();
        for line in formations.iter_mut().filter(|f| f.shape == Shape::LineAbreast) {
            let far: Vec<Tag> =
                beyond(&line.ships, line.leader, self.reach_of(line.leader)).collect();
            line.ships.retain(|tag| !far.contains(tag));
            out.extend(far);
        }
        let alone = formations.iter().filter(|formation| formation.ships.len() < 2);
        out.extend(alone.flat_map(|formation| formation.ships.iter().copied()));
        formations.retain(|formation| formation.ships.len() > 1);
        out
    }
}

/// The galleys of a line abreast, listed from end to end, that are farther than this many
/// hexes from its leader.
pub(super) fn beyond(ships: &[Tag], leader: Tag, reach: u8) -> impl Iterator<Item = Tag> {
    let leads = ships.iter().position(|tag| *tag == leader).unwrap_or_default();
    let far = move |at: usize| at.abs_diff(leads) > usize::from(reach);
    ships.iter().enumerate().filter(move |(at, _)| far(*at)).map(|(_, tag)| *tag)
}
