//! The journal: its records, those that are in effect, and the cursor. A *line* is one
//! version of the log: the records from the opening to one of them.

mod seeds;
mod dice_after_undo;

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::text;
use dice::{self, Entered, EnteredRoll, Thrown};
use games::{Battle, Order, Report};
use message::{Message, message};
use rules::Stop;

use super::entry::{DiceChoice, Entry, NumberedEntry, Position};
use super::opening::{Opening, OpeningFault};
use super::replay::{self, DiceOnTable, Difference, DifferenceReason};

pub use dice_after_undo::{NextDice, PendingRolls, Undone};
pub use seeds::AppSeed;

/// A battle with everything that happened in it.
#[derive(Clone, Debug, PartialEq)]
pub struct Journal {
    opening: Arc<Opening>,
    /// The seeds that were drawn after the opening's.
    drawn: Vec<u64>,
    /// Everything that was ever given; record n is at index n - 1.
    records: Vec<NumberedEntry>,
    /// The place of each record in its line, from 0.
    places: Vec<usize>,
    /// The first number of dice that no record has used.
    unused: u64,
    /// The numbers of the records of the present line, which only grow along it.
    line: Vec<usize>,
    /// For each number of entries of the line, the first number of dice that
    /// none of them has used.
    free: Vec<u64>,
    /// The records that no other follows: the ends of all lines.
    tips: BTreeSet<usize>,
    /// Whether any record belongs to a group of secret orders.
    has_secret_groups: bool,
    /// Whether the dice of the next orders are numbered separately: they are the rest of a group
    /// of secret orders, and must not shift the numbers of other orders.
    counts_apart: bool,
    /// The battle before the first entry.
    start: Battle,
    /// The results of the entries of the line.
    results: Vec<EntryResult>,
    /// The differences that replaying the line found.
    differences: Vec<Difference>,
    cursor: usize,
}

/// The result of an entry under this version of the rules. It is not stored: loading replays
/// the entry.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct EntryResult {
    /// `None` if these rules do not carry it out.
    pub(super) report: Option<Arc<Report>>,
    pub(super) after: Battle,
}

impl EntryResult {
    /// The result of an order with this report.
    pub(super) fn of(before: &Battle, report: Report) -> EntryResult {
        let mut after = before.clone();
        after.apply(&report.effects);
        EntryResult { report: Some(Arc::new(report)), after }
    }

    /// The result of an entry with its own dice, and the reason if it differs from the recorded
    /// one.
    pub(super) fn replayed(
        before: &Battle,
        entry: &Entry,
    ) -> (EntryResult, Option<DifferenceReason>) {
        let replayed = replay::replay(before, entry);
        let result = match replayed.report {
            Some(report) => EntryResult::of(before, report),
            None => EntryResult { report: None, after: before.clone() },
        };
        (result, replayed.reason)
    }
}

/// Entries that are computed but not yet added to the journal, so that a store can write them
/// first.
#[derive(Clone, Debug)]
pub struct Prepared {
    /// The number of entries of the line before them.
    pub(super) unchanged: usize,
    pub(super) entries: Vec<Entry>,
    /// The result of each.
    pub(super) results: Vec<EntryResult>,
    /// The number of the record that they follow, and of the first of them.
    pub(super) after: usize,
    pub(super) first: usize,
}

/// An entry that was undone or redone.
#[derive(Clone, Debug, PartialEq)]
pub struct Moved {
    /// Its place in the line, from 0.
    pub index: usize,
    /// The order in a few words: `ram A1 B1`.
    pub brief: String,
}

/// A line that was replaced.
#[derive(Clone, Debug, PartialEq)]
pub struct Struck {
    /// The number of its last record; [`Journal::restore`] takes it.
    pub tip: usize,
    /// The number of entries that it shares with the present line.
    pub shared: usize,
    /// Its own entries after those.
    pub entries: Vec<Entry>,
}

/// A message that the cursor is past the end of a line.
pub(super) fn past_the_end(cursor: usize, entries: usize) -> Message {
    message!(
        "the position is {cursor}, but the history has only {entries} entries",
        cursor,
        entries
    )
}

impl Journal {
    /// The journal of a battle about to begin.
    ///
    /// # Errors
    /// In words, if the fleets cannot fight each other.
    pub fn open(opening: Opening) -> Result<Journal, OpeningFault> {
        let battle = opening.battle()?;
        Ok(Journal {
            opening: Arc::new(opening),
            drawn: Vec::new(),
            records: Vec::new(),
            places: Vec::new(),
            unused: 0,
            line: Vec::new(),
            free: vec![0],
            tips: BTreeSet::new(),
            has_secret_groups: false,
            counts_apart: false,
            start: battle,
            results: Vec::new(),
            differences: Vec::new(),
            cursor: 0,
        })
    }

    /// The journal of these records at this position: every entry of its line is carried
    /// out again, with its own dice.
    ///
    /// # Errors
    /// If the fleets cannot fight each other, or if a record or the position names a
    /// record that does not come before it.
    pub fn replay(
        opening: Opening,
        records: Vec<NumberedEntry>,
        place: Position,
    ) -> Result<Journal, OpeningFault> {
        for (at, record) in records.iter().enumerate() {
            if record.after > at {
                return Err(OpeningFault::new(message!(
                    "entry {entry} cannot follow entry {after}, which comes after it",
                    entry = at + 1,
                    after = record.after
                )));
            }
        }
        let mut journal = Journal::open(opening)?;
        if place.tip > records.len() {
            return Err(OpeningFault::new(message!(
                "the line ends at entry {tip}, and there are only {records}",
                tip = place.tip,
                records = records.len()
            )));
        }
        for (number, record) in (1..).zip(records) {
            journal.add_record(number, record);
        }
        journal.take_line(place.tip);
        if place.cursor > journal.line.len() {
            return Err(OpeningFault::new(past_the_end(place.cursor, journal.line.len())));
        }
        journal.cursor = place.cursor;
        Ok(journal)
    }

    /// How the battle began.
    #[must_use]
    pub fn opening(&self) -> &Opening {
        &self.opening
    }

    /// The battle as it is now.
    #[must_use]
    pub fn battle(&self) -> &Battle {
        self.after(self.cursor)
    }

    /// The battle after `entries` entries of the line; 0 is the opening.
    #[must_use]
    pub fn at(&self, entries: usize) -> Option<&Battle> {
        (entries <= self.results.len()).then(|| self.after(entries))
    }

    fn after(&self, entries: usize) -> &Battle {
        entries.checked_sub(1).map_or(&self.start, |last| &self.results[last].after)
    }

    /// The results of the entries of the line from a place on.
    pub(super) fn results_from(&self, index: usize) -> &[EntryResult] {
        self.results.get(index..).unwrap_or_default()
    }

    /// The report of an entry of the line, from 0, under this version of the rules; `None` if they
    /// do not carry it out.
    #[must_use]
    pub fn report(&self, index: usize) -> Option<&Report> {
        self.results.get(index)?.report.as_deref()
    }

    /// The entries of the line, including those that can be redone.
    #[must_use]
    pub fn entries(&self) -> impl ExactSizeIterator<Item = &Entry> {
        self.line.iter().map(|number| &self.records[number - 1].entry)
    }

    /// An entry of the line, from 0.
    #[must_use]
    pub fn entry(&self, index: usize) -> Option<&Entry> {
        self.line.get(index).map(|number| &self.records[number - 1].entry)
    }

    /// The number of entries of the line.
    #[must_use]
    pub fn len(&self) -> usize {
        self.line.len()
    }

    /// Whether no order has been given on this line.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.line.is_empty()
    }

    /// The number of entries of the line that are not undone; the rest can be redone.
    #[must_use]
    pub fn cursor(&self) -> usize {
        self.cursor
    }

    /// Everything that was ever given, as it was written.
    #[must_use]
    pub fn records(&self) -> &[NumberedEntry] {
        &self.records
    }

    /// Adds a record as the next one.
    fn add_record(&mut self, number: usize, record: NumberedEntry) {
        self.tips.remove(&record.after);
        self.tips.insert(number);
        let place = record.after.checked_sub(1).map_or(0, |before| self.places[before] + 1);
        let dice = record.entry.number_at(place);
        if !is_apart(dice) {
            self.unused = self.unused.max(dice.saturating_add(1));
        }
        self.has_secret_groups |= record.entry.group.is_some_and(|group| group.secret_of.is_some());
        self.places.push(place);
        self.records.push(record);
    }

    /// The place of a record in the line, from 0.
    #[must_use]
    pub fn index_of(&self, record: usize) -> Option<usize> {
        self.line.binary_search(&record).ok()
    }

    /// Extends the line by a record.
    fn extend_line(&mut self, number: usize) {
        let index = self.line.len();
        let dice = self.records[number - 1].entry.number_at(index);
        let before = self.free.last().copied().unwrap_or(0);
        self.free.push(if is_apart(dice) { before } else { before.max(dice.saturating_add(1)) });
        self.line.push(number);
    }

    /// Shortens the line to this many entries.
    fn cut_to(&mut self, entries: usize) {
        self.line.truncate(entries);
        self.free.truncate(entries + 1);
        self.results.truncate(entries);
        self.differences.retain(|difference| difference.index < entries);
    }

    /// The numbers of the records of the line.
    pub(super) fn line_numbers(&self) -> &[usize] {
        &self.line
    }

    /// The present position.
    #[must_use]
    pub fn place(&self) -> Position {
        self.place_at(self.cursor)
    }

    /// The position of another cursor on the same line.
    #[must_use]
    pub fn place_at(&self, cursor: usize) -> Position {
        Position { tip: self.line.last().copied().unwrap_or(0), cursor }
    }

    /// The entries whose result differs between this version of the rules and the one that wrote
    /// them.
    #[must_use]
    pub fn differences(&self) -> &[Difference] {
        &self.differences
    }

    /// The difference between the present and the recorded result of an entry of the line, from 0;
    /// `None` if there is none.
    #[must_use]
    pub fn difference(&self, index: usize) -> Option<&Difference> {
        let place = self.differences.binary_search_by_key(&index, |found| found.index);
        place.ok().map(|place| &self.differences[place])
    }

    /// Carries out an order.
    ///
    /// # Errors
    /// If the rules forbid it, the dice run out, or it makes no sense;
    /// nothing has changed then.
    pub fn give(
        &mut self,
        order: &Order,
        dice: &DiceChoice,
        at: u64,
        note: &str,
    ) -> Result<Report, Stop> {
        let prepared = self.prepare(order, dice, at, note)?;
        let index = prepared.unchanged;
        let report = self.enter(prepared).then(|| self.report(index).cloned()).flatten();
        report.ok_or_else(|| {
            Stop::Invalid(message!("order {number} was not entered", number = index + 1))
        })
    }

    /// Computes an order without changing the journal.
    ///
    /// # Errors
    /// As [`Journal::give`].
    pub fn prepare(
        &self,
        order: &Order,
        dice: &DiceChoice,
        at: u64,
        note: &str,
    ) -> Result<Prepared, Stop> {
        let mut app = self.next_dice(order, &PendingRolls::default(), self.seed());
        let report =
            self.resolve(order, DiceOnTable { earlier_rolls: &[], choice: dice }, &mut app)?;
        Ok(app.carried_out(report, at, note))
    }

    /// The result of an order with the players' dice and the app's.
    ///
    /// # Errors
    /// As [`Journal::give`].
    pub fn resolve(
        &self,
        order: &Order,
        dice: DiceOnTable,
        app: &mut NextDice,
    ) -> Result<Report, Stop> {
        replay::resolve(self.battle(), order, dice, app)
    }

    /// Prepares entries that another program has carried out, with the dice that it recorded.
    /// Returns `None` if one has a different result under these rules; then the whole journal must
    /// be replayed.
    #[must_use]
    pub fn prepare_entries(&self, entries: &[Entry]) -> Option<Prepared> {
        self.prepare_known(self.cursor, entries.to_vec())
    }

    /// Prepares entries with the dice that they have. Returns `None` if one has a different result
    /// under these rules.
    pub(super) fn prepare_known(&self, unchanged: usize, entries: Vec<Entry>) -> Option<Prepared> {
        let mut results: Vec<EntryResult> = Vec::with_capacity(entries.len());
        for entry in &entries {
            let before =
                results.last().map_or_else(|| self.at(unchanged), |last| Some(&last.after))?;
            let (result, reason) = EntryResult::replayed(before, entry);
            if reason.is_some() {
                return None;
            }
            results.push(result);
        }
        Some(self.prepared(unchanged, entries, results))
    }

    pub(super) fn prepared(
        &self,
        unchanged: usize,
        entries: Vec<Entry>,
        results: Vec<EntryResult>,
    ) -> Prepared {
        Prepared {
            unchanged,
            entries,
            results,
            after: unchanged.checked_sub(1).map_or(0, |last| self.line[last]),
            first: self.records.len() + 1,
        }
    }

    /// Adds prepared entries. Later entries of the line become a replaced line. Returns false and
    /// does nothing if the journal has changed since.
    pub fn enter(&mut self, prepared: Prepared) -> bool {
        if prepared.first != self.records.len() + 1 {
            return false;
        }
        self.cut_to(prepared.unchanged);
        for (number, record) in (prepared.first..).zip(prepared.records()) {
            self.add_record(number, record);
            self.extend_line(number);
        }
        self.results.extend(prepared.results);
        self.cursor = self.line.len();
        true
    }

    /// The result of an order with the players' dice alone; nothing changes.
    ///
    /// # Errors
    /// As [`Battle::resolve`].
    pub fn attempt(&self, order: &Order, entries: Vec<EnteredRoll>) -> Result<Report, Stop> {
        self.battle().resolve(order, &mut Entered::without_app(entries))
    }

    /// The next roll or answer that an order needs after the rolls already made; `None` if it is
    /// complete.
    #[must_use]
    pub fn lacks(&self, order: &Order, earlier_rolls: &[Thrown]) -> Option<Stop> {
        self.battle().resolve(order, &mut Entered::without_app([]).after(earlier_rolls)).err()
    }

    /// Undoes the last order, or group of orders; `None` if there is none.
    pub fn undo(&mut self) -> Option<Moved> {
        self.cursor = self.back_one()?;
        self.moved(self.cursor)
    }

    /// Redoes the order or group that was last undone, with the same dice.
    pub fn redo(&mut self) -> Option<Moved> {
        let moved = self.moved(self.cursor)?;
        self.cursor = self.on_one()?;
        Some(moved)
    }

    /// The description of undoing or redoing the entry at a place, with its group.
    #[must_use]
    pub fn moved(&self, index: usize) -> Option<Moved> {
        let given = self.given_with(index);
        let brief = match given.len() {
            0 | 1 => self.brief(index)?,
            many => format!("{many} orders"),
        };
        Some(Moved { index: given.start, brief })
    }

    /// The entry at a place in a few words: `ram A1 B1`.
    pub(super) fn brief(&self, index: usize) -> Option<String> {
        let order = self.at(index)?.read_order(&self.entry(index)?.order).ok();
        Some(self.brief_of(index, order.as_ref()))
    }

    /// The same for an entry whose order has been read; `None` if it cannot be.
    pub(super) fn brief_of(&self, index: usize, order: Option<&Order>) -> String {
        let kind = || self.entry(index)?.order.get("kind")?.as_str();
        order.map_or_else(|| kind().unwrap_or("?").to_owned(), text::order_in_brief)
    }

    /// Whether any record belongs to a group of secret orders.
    pub(super) fn has_secret_groups(&self) -> bool {
        self.has_secret_groups
    }

    /// Numbers the dice of the next orders separately: they are the rest of a group of secret
    /// orders, and the dice of other orders must not reveal how many there are.
    pub fn count_apart(&mut self) {
        self.counts_apart = true;
    }

    /// Whether the dice of the next orders are numbered separately.
    pub(super) fn counts_apart(&self) -> bool {
        self.counts_apart
    }

    /// Moves the cursor to a number of entries of the line; false if the line is not that long.
    pub fn jump(&mut self, entries: usize) -> bool {
        let there = entries <= self.line.len();
        if there {
            self.cursor = entries;
        }
        there
    }

    /// The replaced lines, oldest first.
    #[must_use]
    pub fn struck(&self) -> Vec<Struck> {
        let left = self.tips.iter().filter(|tip| self.line.last() != Some(*tip));
        left.map(|tip| self.struck_at(*tip)).filter(|left| !left.entries.is_empty()).collect()
    }

    /// The part of the line that ends with a record which the present line does not share.
    fn struck_at(&self, tip: usize) -> Struck {
        let (mut entries, mut number) = (Vec::new(), tip);
        let mut shared = None;
        while number > 0 && shared.is_none() {
            shared = self.index_of(number).map(|index| index + 1);
            if shared.is_none() {
                let NumberedEntry { after, entry } = &self.records[number - 1];
                entries.push(entry.clone());
                number = *after;
            }
        }
        entries.reverse();
        Struck { tip, shared: shared.unwrap_or(0), entries }
    }

    /// The position after restoring a replaced line; `None` if there is no such record.
    #[must_use]
    pub fn place_of(&self, tip: usize) -> Option<Position> {
        (1..=self.records.len())
            .contains(&tip)
            .then(|| Position { tip, cursor: self.line_to(tip).len() })
    }

    /// Restores a replaced line, to its end. The present line becomes a replaced one. False if
    /// there is no such line.
    pub fn restore(&mut self, tip: usize) -> bool {
        let Some(place) = self.place_of(tip) else { return false };
        self.take_line(tip);
        self.cursor = place.cursor;
        true
    }

    /// The numbers of the records from the opening to one of them.
    fn line_to(&self, tip: usize) -> Vec<usize> {
        let mut line = Vec::new();
        let mut number = tip;
        while number > 0 {
            line.push(number);
            number = self.records[number - 1].after;
        }
        line.reverse();
        line
    }

    /// Changes to the line that ends with a record, and replays its new entries.
    fn take_line(&mut self, tip: usize) {
        let line = self.line_to(tip);
        let shared = line.iter().zip(&self.line).take_while(|(a, b)| a == b).count();
        self.cut_to(shared);
        for (index, number) in line.iter().enumerate().skip(shared) {
            self.extend_line(*number);
            let entry = &self.records[number - 1].entry;
            let (result, reason) = EntryResult::replayed(self.after(index), entry);
            self.differences.extend(reason.map(|reason| Difference { index, reason }));
            self.results.push(result);
        }
        self.cursor = self.cursor.min(self.line.len());
    }
}

impl Prepared {
    /// The number of entries of the line before the prepared ones.
    #[must_use]
    pub fn unchanged(&self) -> usize {
        self.unchanged
    }

    /// The prepared entries, in order.
    #[must_use]
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// The battle after them; `None` if there are none.
    #[must_use]
    pub fn battle(&self) -> Option<&Battle> {
        self.results.last().map(|result| &result.after)
    }

    /// The records to be written, with their numbers.
    #[must_use]
    pub fn records(&self) -> Vec<NumberedEntry> {
        self.entries
            .iter()
            .enumerate()
            .map(|(at, entry)| NumberedEntry {
                after: if at == 0 { self.after } else { self.first + at - 1 },
                entry: entry.clone(),
            })
            .collect()
    }

    /// The position after they are added.
    #[must_use]
    pub fn place(&self) -> Position {
        let tip =
            if self.entries.is_empty() { self.after } else { self.first + self.entries.len() - 1 };
        Position { tip, cursor: self.unchanged + self.entries.len() }
    }
}

/// The first number of dice for the second and later secret orders of a group.
pub(super) const APART: u64 = 1 << 48;

/// Whether a number of dice belongs to a secret order within a group.
pub(super) fn is_apart(number: u64) -> bool {
    number >= APART
}

/// The results of reported rolls, in the form in which an entry has them.
#[must_use]
pub fn thrown(rolls: &[dice::Roll]) -> Vec<Thrown> {
    rolls
        .iter()
        .map(|roll| Thrown { faces: roll.faces.clone(), natural: roll.natural, by: roll.by })
        .collect()
}
