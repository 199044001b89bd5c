//! The table as its rows describe it: the journal, the seats and the settings.

use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::Arc;

use crate::protocol::{LeftOrder, Seat, TableSettings};
use engine::journal::{
    Journal, Ledger, LedgerEvent, Opening, OpeningFault, PendingRolls, Places, Prepared,
    not_as_expected,
};
use games::{Battle, PlayerView, SystemTag};
use message::{Message, message};
use rules::{Guide, Part, Side, Stop, Subject, Viewer};
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};
use thiserror::Error;

use super::Requester;
use super::row::{
    self, ChangeRow, DiceDrawn, FIRST_VERSION, FirstRow, Holder, LineChange, OpenQuestion,
    Proposal, ROWS_VERSION, StoredEvent,
};

/// The reason why rows cannot be read as a table.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{}", self.message())]
pub struct RowFault {
    /// The number of the row, from 0.
    pub number: usize,
    /// The fault.
    pub why: Message,
}

impl RowFault {
    /// The fault and its row, in a sentence.
    #[must_use]
    pub fn message(&self) -> Message {
        message!("row {number}: {why}", number = self.number, why = &self.why)
    }
}

/// A battle with everything else on its table.
#[derive(Clone, Debug)]
pub(super) struct PlainTable {
    pub(super) journal: Journal,
    pub(super) rest: SessionState,
    /// The side that has the shared device. A table that is reopened is
    /// covered.
    pub(super) in_hand: Option<Side>,
    /// The sources of the app's dice; the last one is the present one.
    dice: Vec<DiceDrawn>,
}

/// The table without its journal.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct SessionState {
    system: SystemTag,
    pub(super) number: u64,
    pub(super) hash: String,
    /// The size of all rows, in bytes.
    pub(super) bytes: u64,
    /// The pending order, which waits for an answer or a roll.
    pub(super) declared: Option<DeclaredOrder>,
    /// The proposal that the other side must answer.
    pub(super) proposed: Option<Proposed>,
    /// The proposals that the other side has recently declined.
    pub(super) refused: Vec<SaidNo>,
    /// The sides that are ready to end a shared phase.
    pub(super) ready: Vec<Side>,
    /// The seat that ended its turn last, with the record of that, until the other side
    /// changes something.
    pub(super) ended: Option<(Seat, usize)>,
    pub(super) held: Vec<Holder>,
    pub(super) settings: TableSettings,
    /// The number and the time of the last export of the battle file.
    pub(super) taken_out: Option<(u64, u64)>,
    /// The results of requests that made a row, by token and id.
    pub(super) made: HashMap<(String, String), Upshot>,
}

/// A pending order that was declared.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct DeclaredOrder {
    /// The number of the change that declared it.
    pub(super) of: u64,
    pub(super) seat: Seat,
    pub(super) order: Map<String, Value>,
    pub(super) earlier_rolls: PendingRolls,
    /// Dice that were given with it and are not used yet; `None` if the app
    /// rolls all.
    pub(super) dice: Option<Vec<dice::EnteredRoll>>,
    pub(super) answered: bool,
    /// Whether it has revealed a secret to its issuer.
    pub(super) shown: bool,
    /// The point at which it waits. It is not stored: loading resolves the order again.
    pub(super) stop: Option<Stop>,
}

/// A proposal of one side to the other.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Proposed {
    /// The number of the change that proposed it.
    pub(super) of: u64,
    pub(super) seat: Seat,
    pub(super) what: Proposal,
}

/// A no to a proposed order.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct SaidNo {
    pub(super) seat: Seat,
    pub(super) order: Map<String, Value>,
    /// The time, in seconds since 1970.
    pub(super) when: u64,
}

impl SaidNo {
    /// The time for which the same proposal is not repeated, in seconds.
    const HOLDS: u64 = 20;

    /// The number of seconds for which it still holds.
    pub(super) fn holds(&self, now: u64) -> u64 {
        (self.when + SaidNo::HOLDS).saturating_sub(now)
    }
}

impl DeclaredOrder {
    /// Whether it is not yet answered, the app has not rolled for it, and it has revealed no
    /// secret.
    pub(super) fn can_be_withdrawn(&self) -> bool {
        !self.answered && !self.shown && !self.earlier_rolls.has_app_rolls()
    }
}

/// The result of a request.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Upshot {
    pub(super) at: u64,
    pub(super) asked: String,
    pub(super) what: Done,
}

/// The effect of a change, as far as its answer has it.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Done {
    /// An order was carried out: the number of its record.
    Given(usize),
    /// Orders were carried out as one: their number, the number of the last record, and the orders
    /// that were left out.
    Group { count: usize, last: usize, left: Arc<[LeftOrder]> },
    /// An order or group was undone or redone: the number of a record of it.
    Moved(usize),
    /// An order was declared, or was answered and is still pending; the side for which it waits, if
    /// it is one side.
    Waits(Option<Side>),
    /// Something else.
    Other,
}

/// The effect of a row on the journal.
#[derive(Clone, Debug)]
pub(super) enum RowEffect {
    Enter(Box<Prepared>),
    GoTo(usize),
    TakeUp(usize),
    /// An order is pending at the point where it stopped.
    Waits(Box<Stop>),
    Nothing,
}

impl PlainTable {
    /// A new table with its rows; if the battle began elsewhere, also those of its journal.
    pub(super) fn begin(journal: Journal, now: u64, salt: &str) -> (PlainTable, Vec<String>) {
        let first = FirstRow {
            version: FIRST_VERSION,
            at: now,
            opening: journal.opening().to_json(),
            salt: salt.to_owned(),
        };
        let mut rows = vec![row::written(&first)];
        let mut rest = SessionState::after(&rows[0], journal.battle().system());
        let own = |seed| DiceDrawn { seed, salt: salt.to_owned() };
        let dice: Vec<DiceDrawn> = journal.seeds().map(own).collect();
        let drawn =
            dice.iter().skip(1).map(|dice| (now, StoredEvent::FromFile {}, 0, Some(dice.clone())));
        let events = journal.events().into_iter().map(|(events, cursor)| match events {
            LedgerEvent::Entry(entry) => (entry.at, StoredEvent::Entry(entry), cursor, None),
            LedgerEvent::Group(entries) => {
                let at = entries.first().map_or(now, |entry| entry.at);
                (at, StoredEvent::Group { entries, left: Vec::new() }, cursor, None)
            }
            LedgerEvent::TakenUp(tip) => (now, StoredEvent::TakenUp { tip }, cursor, None),
            LedgerEvent::GoneTo => (now, StoredEvent::Undone {}, cursor, None),
        });
        for (when, did, cursor, dice) in drawn.chain(events) {
            let text = row::written(&ChangeRow {
                version: did.version(),
                number: rest.number + 1,
                before: rest.hash.clone(),
                seat: Seat::Umpire,
                by: String::new(),
                id: String::new(),
                asked: String::new(),
                when,
                cursor,
                waits_for: None,
                dice,
                ready: Vec::new(),
                question: None,
                did,
            });
            rest.counts(rest.number + 1, &text);
            rows.push(text);
        }
        (PlainTable { journal, rest, in_hand: None, dice }, rows)
    }

    /// The table that these rows describe.
    ///
    /// # Errors
    /// The first row that cannot be read, or does not follow the one before.
    pub(super) fn read(rows: &[String]) -> Result<PlainTable, RowFault> {
        let at = |number: usize| move |why: Message| RowFault { number, why };
        let wrong = |number: usize| move |fault: OpeningFault| RowFault { number, why: fault.why };
        let text = rows.first().ok_or_else(|| at(0)(message!("there is no row")))?;
        let first: FirstRow = read_row(0, text)?;
        if !(FIRST_VERSION..=ROWS_VERSION).contains(&first.version) {
            return Err(at(0)(other_version(first.version)));
        }
        let opening = Opening::read_json(&first.opening).map_err(wrong(0))?;
        let mut dice = vec![DiceDrawn { seed: opening.seed, salt: first.salt }];
        let mut ledger = Ledger::default();
        let mut rest = SessionState::after(text, opening.system());
        for (number, text) in rows.iter().enumerate().skip(1) {
            let row = read_change(number, text)?;
            if row.number != rest.number + 1 || row.before != rest.hash {
                return Err(at(number)(message!("it does not follow the row before it")));
            }
            let moved = ledger.cursor();
            enter(&mut ledger, &row).map_err(wrong(number))?;
            let record = row.place(moved).and_then(|at| ledger.record_at(at));
            rest.apply(&row, text, record);
            dice.extend(row.dice);
        }
        let mut journal = ledger.replay(opening).map_err(wrong(0))?;
        dice.iter().skip(1).for_each(|dice| journal.draws(dice.seed));
        let mut table = PlainTable { journal, rest, in_hand: None, dice };
        let stop = table.declared_stop();
        table.waits(stop);
        Ok(table)
    }

    /// The point at which the declared order waits, found by resolving it.
    fn declared_stop(&self) -> Option<Stop> {
        let declared = self.rest.declared.as_ref()?;
        let order = self.journal.battle().read_declared(&declared.order).ok()?;
        self.journal.lacks(&order, &declared.earlier_rolls.rolls)
    }

    fn waits(&mut self, stop: Option<Stop>) {
        if let Some(declared) = &mut self.rest.declared {
            declared.stop = stop;
        }
    }

    /// Applies a change that is stored. Returns its effect.
    pub(super) fn apply(&mut self, row: &ChangeRow, text: &str, effect: RowEffect) -> Done {
        let moved = self.journal.cursor();
        let was_open = self.in_hand.is_some() && self.guide().secret_of.is_none();
        if let Some(dice) = &row.dice {
            self.journal.draws(dice.seed);
            self.dice.push(dice.clone());
        }
        let mut waits_for = None;
        match effect {
            RowEffect::Enter(prepared) => {
                self.journal.enter(*prepared);
            }
            RowEffect::GoTo(cursor) => {
                self.journal.jump(cursor);
            }
            RowEffect::TakeUp(tip) => {
                self.journal.restore(tip);
            }
            RowEffect::Waits(stop) => waits_for = Some(*stop),
            RowEffect::Nothing => {}
        }
        let record = row.place(moved).and_then(|at| self.journal.record_at(at));
        let done = self.rest.apply(row, text, record);
        if matches!(row.did, StoredEvent::Declared { .. } | StoredEvent::Answered { .. }) {
            let stop = waits_for.or_else(|| self.declared_stop());
            self.waits(stop);
        }
        if let StoredEvent::HandedOver { to } = row.did {
            self.in_hand = to.side();
        } else {
            self.in_hand = self.in_hand.filter(|side| self.keeps_device(*side, was_open));
        }
        done
    }

    /// Whether the side that has the shared device keeps it: while something is secret,
    /// and, if it was given in the open, in that side's turn until the other has something to
    /// do first.
    fn keeps_device(&self, side: Side, was_open: bool) -> bool {
        let guide = self.guide();
        let subject = guide.next.first().map(|step| step.subject);
        let first = subject.and_then(|subject| self.journal.battle().side_of(subject));
        let acts = guide.side == Some(side) && first.is_none_or(|first| first == side);
        guide.secret_of.is_some() || (was_open && acts)
    }

    /// What comes next, for a viewer who knows everything.
    fn guide(&self) -> Guide {
        self.journal.battle().full_view().guide()
    }

    /// Applies a row that another table server has added. Returns false and does nothing if it does
    /// not follow or can only be read with all rows.
    pub(super) fn follow(&mut self, row: &ChangeRow, text: &str) -> bool {
        let is_later = row.version.is_some_and(|version| version > ROWS_VERSION);
        if is_later || row.number != self.rest.number + 1 || row.before != self.rest.hash {
            return false;
        }
        let effect = match row.did.on_line() {
            Some(LineChange::Given(entries)) => match self.journal.prepare_entries(entries) {
                Some(prepared) => RowEffect::Enter(Box::new(prepared)),
                None => return false,
            },
            Some(LineChange::Amended { unchanged, steps }) => {
                match self.journal.prepare_amended(unchanged, steps) {
                    Some(prepared) => RowEffect::Enter(Box::new(prepared)),
                    None => return false,
                }
            }
            Some(LineChange::TakenUp(tip)) if self.journal.place_of(tip).is_none() => return false,
            Some(LineChange::TakenUp(tip)) => RowEffect::TakeUp(tip),
            Some(LineChange::GoneTo) if row.cursor > self.journal.len() => return false,
            Some(LineChange::GoneTo) => RowEffect::GoTo(row.cursor),
            None => RowEffect::Nothing,
        };
        self.apply(row, text, effect);
        true
    }

    /// The viewer whose knowledge a seat has.
    pub(super) fn eyes(&self, seat: Seat) -> Viewer {
        let battle = self.journal.battle();
        if battle.winner().is_some() || seat == Seat::Umpire {
            return Viewer::Everyone;
        }
        // The side with the device sees the results of its own orders until it passes the
        // device.
        let in_hand = self.in_hand.filter(|_| seat == Seat::Both);
        seat.viewer(in_hand)
    }

    /// Whether a seat may give the orders of a unit or side. Their forms would reveal secrets, so
    /// only the own side may, unless the table allows each seat to act for both and there are no
    /// secrets.
    pub(super) fn may_command(&self, seat: Seat, battle: &Battle, subject: Subject) -> bool {
        let is_open = self.rest.settings.orders_for_both
            && !self.journal.battle().has_secrets()
            && !battle.has_secrets();
        seat.may_command(battle.side_of(subject), self.in_hand, is_open)
    }

    /// The battle as a seat knows it.
    pub(super) fn known(&self, seat: Seat) -> PlayerView<'_> {
        self.journal.battle().known_to(self.eyes(seat))
    }

    /// The reason why the sender does not have the seat: it belongs to another token, or the
    /// sender's token was ended.
    pub(super) fn lost_seat_reason(&self, asker: &Requester) -> Option<Message> {
        let held = &self.rest.held;
        let mut holders = held.iter().filter(|holder| holder.seat == asker.seat);
        let no_token = asker.token.is_empty() || held.is_empty();
        let is_free = no_token && holders.clone().next().is_none();
        let holds = is_free || holders.any(|holder| holder.token == asker.token);
        (!holds).then(|| message!("another player has this seat"))
    }

    /// The side to which the shared device must be passed.
    pub(super) fn hand_over_to(&self) -> Option<Side> {
        self.guide().secret_of.filter(|side| self.in_hand != Some(*side))
    }

    /// The battle after a number of orders as this seat counts them, or the present one.
    pub(super) fn moment(&self, seat: Seat, cursor: Option<usize>) -> Option<(usize, &Battle)> {
        let at = cursor.map(|cursor| self.places(seat).on_line(cursor));
        let at = at.unwrap_or(self.journal.cursor());
        self.journal.at(at).map(|battle| (at, battle))
    }

    /// The places of the line as a seat counts them.
    pub(super) fn places(&self, seat: Seat) -> Places {
        self.journal.places(self.eyes(seat))
    }

    /// The journal for a file. Before the end, the last seed that was drawn still gives later dice.
    pub(super) fn journal_to_take_out(&self) -> Cow<'_, Journal> {
        let drawn = self.dice.len() > 1
            && self.rest.taken_out.is_some_and(|(at, _)| at == self.rest.number);
        if drawn && self.journal.battle().winner().is_none() {
            return Cow::Owned(self.journal.without_the_last_seed());
        }
        Cow::Borrowed(&self.journal)
    }

    /// SHA-256 of the seed and the salt of the app's dice.
    pub(super) fn commitment(&self) -> String {
        self.dice.last().map(DiceDrawn::commitment).unwrap_or_default()
    }

    /// The seeds of the app's dice with their salts, the last first: they are only revealed after
    /// the battle.
    pub(super) fn seeds(&self) -> impl Iterator<Item = (u64, String)> {
        self.dice.iter().rev().map(|dice| (dice.seed, dice.salt.clone()))
    }
}

/// Reads a row. A row of a newer program may have any content, which is not damage.
fn read_row<R: DeserializeOwned>(number: usize, text: &str) -> Result<R, RowFault> {
    serde_json::from_str(text).map_err(|error| {
        let later = row::later_version(text).map(other_version);
        RowFault { number, why: later.unwrap_or_else(|| not_as_expected(&error)) }
    })
}

fn read_change(number: usize, text: &str) -> Result<ChangeRow, RowFault> {
    let row: ChangeRow = read_row(number, text)?;
    match row.version {
        Some(later) if later > ROWS_VERSION => Err(RowFault { number, why: other_version(later) }),
        Some(_) | None => Ok(row),
    }
}

/// A fault that this program does not read rows of that version.
fn other_version(found: u32) -> Message {
    if found > ROWS_VERSION {
        message!(
            "it was written by a newer Trierarch (version {found}; this one reads {read})",
            found,
            read = ROWS_VERSION
        )
    } else {
        message!(
            "it was written by an older Trierarch (version {found}; this one reads {read})",
            found,
            read = ROWS_VERSION
        )
    }
}

/// Applies a row to the entries.
fn enter(ledger: &mut Ledger, row: &ChangeRow) -> Result<(), OpeningFault> {
    match row.did.on_line() {
        Some(LineChange::Given(entries)) => {
            ledger.give(entries);
            Ok(())
        }
        Some(LineChange::GoneTo) => ledger.go_to(row.cursor),
        Some(LineChange::TakenUp(tip)) => ledger.take_up(tip),
        Some(LineChange::Amended { unchanged, steps }) => ledger.amend(unchanged, steps),
        None => Ok(()),
    }
}

impl SessionState {
    /// The table after the first row of a battle.
    fn after(text: &str, system: SystemTag) -> SessionState {
        SessionState {
            system,
            number: 0,
            hash: row::hash(text),
            bytes: text.len() as u64,
            declared: None,
            proposed: None,
            refused: Vec::new(),
            ready: Vec::new(),
            ended: None,
            held: Vec::new(),
            settings: TableSettings::default(),
            taken_out: None,
            made: HashMap::new(),
        }
    }

    fn counts(&mut self, number: u64, text: &str) {
        self.number = number;
        self.hash = row::hash(text);
        self.bytes += text.len() as u64;
    }

    fn apply(&mut self, row: &ChangeRow, text: &str, record: Option<usize>) -> Done {
        self.counts(row.number, text);
        let what = self.did(row, record.unwrap_or(0));
        if !row.id.is_empty() {
            let made = Upshot { at: row.number, asked: row.asked.clone(), what: what.clone() };
            self.made.insert((row.by.clone(), row.id.clone()), made);
        }
        what
    }

    /// The proposal that a row answers or withdraws: the open one, unless the row does not
    /// concern the battle, or says otherwise.
    fn answered_by(&mut self, row: &ChangeRow) -> Option<Proposed> {
        match row.question {
            Some(OpenQuestion::Waits) => None,
            Some(OpenQuestion::Lapses) => {
                self.proposed = None;
                None
            }
            None => self.proposed.take_if(|_| row.did.is_of_the_battle()),
        }
    }

    /// Notes for a while that the other side has declined a proposed order.
    fn decline(&mut self, proposed: Option<Proposed>, when: u64) {
        self.refused.retain(|no| no.holds(when) > 0);
        if let Some(Proposed { seat, what: Proposal::Order { order, .. }, .. }) = proposed {
            self.refused.push(SaidNo { seat, order, when });
        }
    }

    /// Opens the declared order of a row.
    fn declare(&mut self, row: &ChangeRow, agreed: Option<&Proposed>) {
        let StoredEvent::Declared { order, earlier_rolls, number, dice, shown } = &row.did else {
            return;
        };
        self.declared = Some(DeclaredOrder {
            of: row.number,
            seat: agreed.map_or(row.seat, |proposed| proposed.seat),
            order: order.clone(),
            earlier_rolls: PendingRolls { rolls: earlier_rolls.clone(), number: *number },
            dice: dice.clone(),
            answered: agreed.is_some(),
            shown: *shown,
            stop: None,
        });
    }

    /// Adds an answer or rolls to the pending order.
    fn note_answer(&mut self, row: &ChangeRow) {
        let StoredEvent::Answered { order, earlier_rolls, number, shown } = &row.did else {
            return;
        };
        if let Some(declared) = &mut self.declared {
            declared.order.clone_from(order);
            let rolls = earlier_rolls.clone();
            declared.earlier_rolls = PendingRolls { rolls, number: *number };
            declared.answered |= declared.seat != row.seat;
            declared.shown |= shown;
        }
    }

    /// Applies a row to the rest of the table.
    fn did(&mut self, row: &ChangeRow, record: usize) -> Done {
        let agreed = self.answered_by(row);
        self.note_end(row, record, agreed.is_some());
        self.ready.clone_from(&row.ready);
        match &row.did {
            StoredEvent::Entry(_) => {
                self.declared = None;
                Done::Given(record)
            }
            StoredEvent::Group { entries, left } => {
                let left = left.iter().cloned().collect();
                Done::Group { count: entries.len(), last: record, left }
            }
            StoredEvent::Declared { .. } => {
                self.declare(row, agreed.as_ref());
                Done::Waits(row.waits_for)
            }
            StoredEvent::Answered { .. } => {
                self.note_answer(row);
                Done::Waits(row.waits_for)
            }
            StoredEvent::Proposed(what) => {
                let (seat, what) = (row.seat, what.clone());
                self.proposed = Some(Proposed { of: row.number, seat, what });
                Done::Waits(row.waits_for)
            }
            StoredEvent::Withdrawn {} => {
                self.declared = None;
                Done::Other
            }
            StoredEvent::Undone {} | StoredEvent::Redone {} => Done::Moved(record),
            StoredEvent::Settings(settings) => {
                self.settings.clone_from(settings);
                Done::Other
            }
            StoredEvent::Seated(holder) => {
                self.seat(holder);
                Done::Other
            }
            StoredEvent::Unseated { seat, tokens } => {
                self.held.retain(|holder| !is_freed(holder, *seat, tokens));
                Done::Other
            }
            StoredEvent::TakenOut {} => {
                self.taken_out = Some((row.number, row.when));
                Done::Other
            }
            StoredEvent::Declined {} => {
                self.decline(agreed, row.when);
                Done::Other
            }
            StoredEvent::FromFile {}
            | StoredEvent::TakenUp { .. }
            | StoredEvent::Ready {}
            | StoredEvent::Amended { .. }
            | StoredEvent::HandedOver { .. } => Done::Other,
        }
    }
}

impl SessionState {
    /// Gives a holder a seat; a device of both sides gives one of them up.
    fn seat(&mut self, holder: &Holder) {
        let gives_way = |held: &Holder| held.seat == Seat::Both && held.token == holder.token;
        if holder.seat.side().is_some() {
            self.held.retain(|held| !gives_way(held));
        }
        self.held.push(holder.clone());
    }

    /// Notes the seat that has ended its own turn or phase: that can be undone without consent
    /// until the other side changes something.
    fn note_end(&mut self, row: &ChangeRow, record: usize, agreed: bool) {
        if !row.did.is_of_the_battle() {
            return;
        }
        match &row.did {
            StoredEvent::Entry(entry) => {
                let others = |side: &Side| row.seat.side() != Some(*side);
                let alone = row.seat.side().is_some() && !agreed && !self.ready.iter().any(others);
                let ends = alone && self.system.part_of(entry.kind()) == Part::Ends;
                self.ended = ends.then_some((row.seat, record));
            }
            StoredEvent::Undone {} | StoredEvent::Redone {} => {
                self.ended.take_if(|(seat, ended)| *seat != row.seat || *ended != record);
            }
            StoredEvent::Group { .. }
            | StoredEvent::Declared { .. }
            | StoredEvent::Answered { .. }
            | StoredEvent::Withdrawn {}
            | StoredEvent::Proposed(_)
            | StoredEvent::Declined {}
            | StoredEvent::Ready {}
            | StoredEvent::TakenUp { .. }
            | StoredEvent::Amended { .. }
            | StoredEvent::TakenOut {}
            | StoredEvent::FromFile {}
            | StoredEvent::HandedOver { .. }
            | StoredEvent::Settings(_)
            | StoredEvent::Seated(_)
            | StoredEvent::Unseated { .. } => self.ended = None,
        }
    }
}

/// Whether this player's seat is freed: for these tokens, or for all.
fn is_freed(holder: &Holder, seat: Seat, tokens: &[String]) -> bool {
    holder.seat == seat && (tokens.is_empty() || tokens.contains(&holder.token))
}
