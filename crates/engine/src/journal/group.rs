//! Orders that were given as one: a group. Its entries are next to one another in the
//! line. A group of secret orders is one entry to those from whom it is hidden, so that
//! they learn nothing of how many there are.

use message::Message;
use rules::{Side, Viewer};
use std::collections::HashSet;
use std::ops::Range;

use super::entry::{Entry, Group};
use super::history::{Journal, Prepared, Struck};
use super::visible_log;

/// Places in the log as a viewer counts them: a group that is hidden from the viewer is one
/// place.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Places {
    /// The groups that are hidden, in the order of the line.
    hidden: Vec<Range<usize>>,
}

impl Places {
    /// Those of entries, each with whether it follows the one before.
    pub(super) fn of<'e>(
        entries: impl Iterator<Item = (bool, &'e Entry)>,
        viewer: Viewer,
    ) -> Places {
        let mut hidden: Vec<Range<usize>> = Vec::new();
        let mut last = None;
        for (index, (follows, entry)) in entries.enumerate() {
            let group = entry.group.filter(|group| group.is_hidden_from(viewer));
            let group = group.map(|group| group.id);
            match hidden.last_mut() {
                Some(run) if follows && group.is_some() && last == group => run.end = index + 1,
                Some(_) | None if group.is_some() => hidden.push(index..index + 1),
                Some(_) | None => {}
            }
            last = group;
        }
        hidden.retain(|run| run.len() > 1);
        Places { hidden }
    }

    /// The place of a position or entry, as the viewer counts it.
    #[must_use]
    pub fn seen(&self, index: usize) -> usize {
        let before = self.hidden.iter().take_while(|run| run.start < index);
        let unseen: usize = before.map(|run| index.min(run.end) - run.start - 1).sum();
        let within = self.hidden.iter().any(|run| run.start < index && index < run.end);
        index - unseen - usize::from(within)
    }

    /// The position or entry at a place that the viewer counts.
    #[must_use]
    pub fn on_line(&self, seen: usize) -> usize {
        let mut index = seen;
        for run in &self.hidden {
            if run.start >= index {
                break;
            }
            index = index.saturating_add(run.len() - 1);
        }
        index
    }

    /// Whether an entry of the line belongs to a group that is hidden.
    #[must_use]
    pub fn hides(&self, index: usize) -> bool {
        self.hidden.iter().any(|run| run.contains(&index))
    }
}

impl Journal {
    /// The places in the log as a viewer counts them.
    #[must_use]
    pub fn places(&self, viewer: Viewer) -> Places {
        if viewer == Viewer::Everyone || !self.has_secret_groups() {
            return Places::default();
        }
        Places::of(self.entries().map(|entry| (true, entry)), viewer)
    }

    /// The number of a record as a viewer counts the records: one for a hidden group.
    #[must_use]
    pub fn record_as_seen(&self, record: usize, viewer: Viewer) -> usize {
        self.records_seen(viewer).map_or(record, |places| places.seen(record))
    }

    /// The record with a number that [`Journal::record_as_seen`] has given.
    #[must_use]
    pub fn record_on_line(&self, seen: usize, viewer: Viewer) -> usize {
        self.records_seen(viewer).map_or(seen, |places| places.on_line(seen))
    }

    fn records_seen(&self, viewer: Viewer) -> Option<Places> {
        let hides = viewer != Viewer::Everyone && self.has_secret_groups();
        let records = self.records().iter().enumerate();
        let entries = records.map(|(before, record)| (record.after == before, &record.entry));
        // Records are numbered from 1, as positions are.
        hides.then(|| Places::of(entries, viewer))
    }

    /// The entries of the line that were given with one of them: its group, or itself
    /// alone.
    #[must_use]
    pub fn given_with(&self, index: usize) -> Range<usize> {
        let id = |at: usize| self.entry(at).and_then(|entry| entry.group).map(|group| group.id);
        let Some(group) = id(index) else { return index..index + 1 };
        let before = (0..index).rev().take_while(|at| id(*at) == Some(group)).count();
        let after = (index + 1..self.len()).take_while(|at| id(*at) == Some(group)).count();
        index - before..index + after + 1
    }

    /// The result of a group in a sentence, for a viewer who sees each of its orders; `None` unless
    /// the entry is the first of them.
    #[must_use]
    pub fn group_in_words(&self, index: usize, viewer: Viewer) -> Option<Message> {
        let group = self.entry(index)?.group.filter(|group| !group.is_hidden_from(viewer));
        let given = self.given_with(index);
        group.filter(|_| given.start == index && given.len() > 1)?;
        let orders = given.filter_map(|at| self.entry(at)).map(|entry| &entry.order);
        Some(games::given_as_one(&self.at(index)?.known_to(viewer), orders))
    }

    /// The position before the last entry or group; `None` at the beginning.
    #[must_use]
    pub fn back_one(&self) -> Option<usize> {
        self.cursor().checked_sub(1).map(|last| self.given_with(last).start)
    }

    /// The position after the entry or group that can be redone; `None` if there is none.
    #[must_use]
    pub fn on_one(&self) -> Option<usize> {
        (self.cursor() < self.len()).then(|| self.given_with(self.cursor()).end)
    }

    /// The position itself or, in the middle of a group, the end of the group that is further from
    /// the present position.
    #[must_use]
    pub fn between_groups(&self, moment: usize) -> usize {
        let moment = moment.min(self.len());
        let Some(last) = moment.checked_sub(1) else { return moment };
        let group = self.given_with(last);
        match (group.end == moment, moment < self.cursor()) {
            (true, _) => moment,
            (false, true) => group.start,
            (false, false) => group.end,
        }
    }

    /// The sides from which the prepared order is hidden.
    #[must_use]
    pub fn hides_from(&self, prepared: &Prepared) -> [bool; 2] {
        let (Some(entry), Some(after)) = (prepared.entries.last(), prepared.battle()) else {
            return [false; 2];
        };
        let before = self.battle();
        [Side::A, Side::B].map(|side| visible_log::hides(before, after, entry, Viewer::Side(side)))
    }

    /// The orders that were given in `then`, a copy of this journal, as one group.
    #[must_use]
    pub fn prepare_group(&self, then: &Journal, group: Group) -> Prepared {
        let given = then.entries().skip(self.cursor());
        let entries = given.map(|entry| Entry { group: Some(group), ..entry.clone() }).collect();
        self.prepared(self.cursor(), entries, then.results_from(self.cursor()).to_vec())
    }

    /// A number for a new group: this one, or the next that no group has.
    #[must_use]
    pub fn group_id(&self, from: u64) -> u64 {
        let groups = self.records().iter().filter_map(|record| record.entry.group);
        let used: HashSet<u64> = groups.map(|group| group.id).collect();
        (from..=u64::MAX).find(|id| !used.contains(id)).unwrap_or(from)
    }

    /// The group that an order inserted before an entry belongs to: the group in whose middle it is
    /// inserted.
    pub(super) fn group_around(&self, index: usize) -> Option<Group> {
        let group = self.entry(index)?.group?;
        (self.given_with(index).start < index).then_some(group)
    }
}

impl Struck {
    /// The number of its own entries, as a viewer counts them.
    #[must_use]
    pub fn count_for(&self, viewer: Viewer) -> usize {
        let entries = self.entries.iter().map(|entry| (true, entry));
        Places::of(entries, viewer).seen(self.entries.len())
    }
}

#[cfg(test)]
mod tests {
    use serde_json::Map;

    use super::*;

    fn entry(group: Option<(u64, Option<Side>)>) -> Entry {
        Entry {
            order: Map::new(),
            thrown: Vec::new(),
            outcome: String::new(),
            at: 0,
            note: String::new(),
            number: None,
            seed: 0,
            group: group.map(|(id, secret_of)| Group { id, secret_of }),
        }
    }

    #[test]
    fn a_hidden_group_is_one_place_and_its_own_side_counts_every_order() {
        let (open, a) = (Some((3, None)), Some((5, Some(Side::A))));
        let b = Some((6, Some(Side::B)));
        let line = [None, open, open, a, a, a, b, b, None].map(entry);
        let places = |viewer| Places::of(line.iter().map(|entry| (true, entry)), viewer);
        let seen = |viewer| (0..=9).map(|at| places(viewer).seen(at)).collect::<Vec<_>>();
        assert_eq!(seen(Viewer::Everyone), (0..=9).collect::<Vec<_>>());
        assert_eq!(seen(Viewer::Side(Side::B)), [0, 1, 2, 3, 3, 3, 4, 5, 6, 7]);
        assert_eq!(seen(Viewer::Both), [0, 1, 2, 3, 3, 3, 4, 4, 5, 6]);
        for viewer in [Viewer::Everyone, Viewer::Side(Side::A), Viewer::Side(Side::B)] {
            let places = places(viewer);
            for moment in [0, 1, 3, 6, 8, 9] {
                assert_eq!(places.on_line(places.seen(moment)), moment, "{viewer:?}");
            }
        }
        assert!(places(Viewer::Both).hides(4) && !places(Viewer::Both).hides(2));
        assert!(!places(Viewer::Side(Side::A)).hides(4));
    }
}
