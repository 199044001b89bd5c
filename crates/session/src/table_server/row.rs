//! The stored form of a change: one row, which is stored completely or not at all.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use sha2::{Digest, Sha256};

use crate::protocol::{AmendPreview, LeftOrder, Mutation, Seat, TableSettings};
use dice::{self, Thrown};
use engine::journal::{AmendedEntry, Entry, hex};
use rules::Side;

/// The latest version of rows that this program reads. It writes it for rows that earlier
/// programs would not understand: groups of orders, and sides that are ready.
pub const ROWS_VERSION: u32 = 3;

/// The version of all other rows, and of a table's first row.
pub(super) const FIRST_VERSION: u32 = 2;

/// The longest row, in bytes.
pub const LONGEST_ROW: usize = 512 * 1024;

/// The first row of a table: how the battle begins.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct FirstRow {
    pub(super) version: u32,
    /// When the table was opened, in seconds since 1970.
    pub(super) at: u64,
    /// Fleets, switches and seed.
    pub(super) opening: Value,
    /// 16 random bytes that are hashed with the seed, so that it cannot be
    /// found by trying.
    pub(super) salt: String,
}

/// The version in a row, whatever else it holds.
#[derive(Deserialize)]
struct Versioned {
    version: u32,
}

/// The version of a row that cannot be read, if it is later than ours.
pub(super) fn later_version(text: &str) -> Option<u32> {
    let row: Versioned = serde_json::from_str(text).ok()?;
    (row.version > ROWS_VERSION).then_some(row.version)
}

/// A change.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct ChangeRow {
    /// Its version, if that is later than the first row's: a newer program has
    /// gone on with the battle.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) version: Option<u32>,
    /// Its number, from 1.
    pub(super) number: u64,
    /// SHA-256 of the row before it, in hexadecimal.
    pub(super) before: String,
    pub(super) seat: Seat,
    /// The hash of the token under which it was made; empty if there are no
    /// tokens.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub(super) by: String,
    /// The id of the ask that made it.
    pub(super) id: String,
    /// The hash of what was asked: the same id with another ask is an error.
    pub(super) asked: String,
    /// When, in seconds since 1970.
    pub(super) when: u64,
    /// How many orders of the line count after it.
    pub(super) cursor: usize,
    /// The side that a declared order waits for; `None` if it waits for both,
    /// or not at all.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) waits_for: Option<Side>,
    /// What gives the app's dice from this change on, if the seed before was told
    /// or leaves the table with it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) dice: Option<DiceDrawn>,
    /// Which sides are ready to end the phase of both, after it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) ready: Vec<Side>,
    /// What becomes of a question to the other side that waits, if this change does not
    /// answer it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) question: Option<OpenQuestion>,
    pub(super) did: StoredEvent,
}

/// What becomes of a question that waits while something else is done.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum OpenQuestion {
    /// It waits on.
    Waits,
    /// It no longer applies.
    Lapses,
}

/// A seed of the app's dice.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct DiceDrawn {
    pub(super) seed: u64,
    /// 16 random bytes that are hashed with it, in hexadecimal.
    pub(super) salt: String,
}

impl DiceDrawn {
    /// Those that come from 32 random bytes, for the change after this row.
    pub(super) fn of(pool: &[u8; 32], before: &str) -> DiceDrawn {
        let bytes = Sha256::new().chain_update(pool).chain_update(before).finalize();
        let (seed, salt) = bytes.split_at(8);
        // Small enough that every JSON reader keeps it exactly.
        let seed = seed.iter().fold(0, |seed, byte| seed << 8 | u64::from(*byte)) >> 12;
        DiceDrawn { seed, salt: hex(&salt[..16]) }
    }

    /// SHA-256 of the seed and the salt.
    pub(super) fn commitment(&self) -> String {
        hash(&format!("{}:{}", self.seed, self.salt))
    }
}

impl ChangeRow {
    /// The place in the line, from 0, of the order that it is about; `before`
    /// is the cursor before the change.
    pub(super) fn place(&self, before: usize) -> Option<usize> {
        match self.did {
            // The first order that no longer counts, or that counts again.
            StoredEvent::Undone {} => Some(self.cursor),
            StoredEvent::Redone {} => Some(before),
            StoredEvent::Entry(_)
            | StoredEvent::Group { .. }
            | StoredEvent::Declared { .. }
            | StoredEvent::Answered { .. }
            | StoredEvent::Withdrawn {}
            | StoredEvent::TakenUp { .. }
            | StoredEvent::Amended { .. }
            | StoredEvent::HandedOver { .. }
            | StoredEvent::TakenOut {}
            | StoredEvent::FromFile {}
            | StoredEvent::Settings(_)
            | StoredEvent::Proposed(_)
            | StoredEvent::Declined {}
            | StoredEvent::Ready {}
            | StoredEvent::Seated(_)
            | StoredEvent::Unseated { .. } => self.cursor.checked_sub(1),
        }
    }
}

/// What a change did.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum StoredEvent {
    /// An order was carried out.
    Entry(Entry),
    /// Orders were carried out as one.
    Group {
        entries: Vec<Entry>,
        /// Those that were left out.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        left: Vec<LeftOrder>,
    },
    /// An order was declared: its fields so far, and what was rolled.
    Declared {
        order: Map<String, Value>,
        #[serde(rename = "lying")]
        earlier_rolls: Vec<Thrown>,
        /// The number of the app's dice among them, if that is not what the next
        /// order would have.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        number: Option<u64>,
        /// Dice that were given with it and are not used yet; `None` if the app
        /// rolls all.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        dice: Option<Vec<dice::EnteredRoll>>,
        /// Whether it has revealed a secret to its giver.
        #[serde(default, skip_serializing_if = "is_false")]
        shown: bool,
    },
    /// It was answered or rolled for, and waits for more.
    Answered {
        order: Map<String, Value>,
        #[serde(rename = "lying")]
        earlier_rolls: Vec<Thrown>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        number: Option<u64>,
        #[serde(default, skip_serializing_if = "is_false")]
        shown: bool,
    },
    /// It was withdrawn, or a proposal was.
    Withdrawn {},
    /// A side asks the other whether this may be done. A yes is recorded as the
    /// row of what is then done.
    Proposed(Proposal),
    /// The other side said no.
    Declined {},
    /// A side said that it is ready to end the phase of both.
    Ready {},
    /// Orders were undone.
    Undone {},
    /// Orders were redone.
    Redone {},
    /// The players returned to a line that was left: the number of its last
    /// record.
    TakenUp { tip: usize },
    /// The line was amended after its first `unchanged` entries.
    Amended {
        #[serde(rename = "kept")]
        unchanged: usize,
        steps: Vec<AmendedEntry>,
    },
    /// A file of the battle was taken out, with all secrets in it.
    TakenOut {},
    /// The battle came with a file, whose readers know the seed.
    FromFile {},
    /// The shared device changed hands.
    HandedOver { to: Seat },
    /// The settings of the table were changed.
    Settings(TableSettings),
    /// Somebody took a seat.
    Seated(Holder),
    /// A seat was freed: of these tokens, or of all that held it.
    Unseated {
        seat: Seat,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        tokens: Vec<String>,
    },
}

/// What a change does to the line of orders.
pub(super) enum LineChange<'d> {
    /// Another order follows, or several that were given as one.
    Given(&'d [Entry]),
    /// Fewer or more orders count; how many, its row says.
    GoneTo,
    /// A line that was left is the present one again: the number of its last
    /// record.
    TakenUp(usize),
    /// After its first `unchanged` orders it goes on otherwise.
    Amended { unchanged: usize, steps: &'d [AmendedEntry] },
}

impl StoredEvent {
    /// What it does to the line of orders; `None` if it leaves that alone.
    pub(super) fn on_line(&self) -> Option<LineChange<'_>> {
        match self {
            StoredEvent::Entry(entry) => Some(LineChange::Given(std::slice::from_ref(entry))),
            StoredEvent::Group { entries, .. } => Some(LineChange::Given(entries)),
            StoredEvent::Undone {} | StoredEvent::Redone {} => Some(LineChange::GoneTo),
            StoredEvent::TakenUp { tip } => Some(LineChange::TakenUp(*tip)),
            StoredEvent::Amended { unchanged, steps } => {
                Some(LineChange::Amended { unchanged: *unchanged, steps })
            }
            StoredEvent::Declared { .. }
            | StoredEvent::Answered { .. }
            | StoredEvent::Withdrawn {}
            | StoredEvent::Proposed(_)
            | StoredEvent::Declined {}
            | StoredEvent::Ready {}
            | StoredEvent::TakenOut {}
            | StoredEvent::FromFile {}
            | StoredEvent::HandedOver { .. }
            | StoredEvent::Settings(_)
            | StoredEvent::Seated(_)
            | StoredEvent::Unseated { .. } => None,
        }
    }

    /// The version of its row, if earlier programs would not understand it.
    pub(super) fn version(&self) -> Option<u32> {
        let grouped = |step: &AmendedEntry| match step {
            AmendedEntry::New(entry) => entry.group.is_some(),
            AmendedEntry::Same(_) => false,
        };
        let is_later = match self {
            StoredEvent::Group { .. } | StoredEvent::Ready {} => true,
            StoredEvent::Entry(entry) => entry.group.is_some(),
            StoredEvent::Amended { steps, .. } => steps.iter().any(grouped),
            StoredEvent::Declared { .. }
            | StoredEvent::Answered { .. }
            | StoredEvent::Withdrawn {}
            | StoredEvent::Proposed(_)
            | StoredEvent::Declined {}
            | StoredEvent::Undone {}
            | StoredEvent::Redone {}
            | StoredEvent::TakenUp { .. }
            | StoredEvent::TakenOut {}
            | StoredEvent::FromFile {}
            | StoredEvent::HandedOver { .. }
            | StoredEvent::Settings(_)
            | StoredEvent::Seated(_)
            | StoredEvent::Unseated { .. } => false,
        };
        is_later.then_some(ROWS_VERSION)
    }

    /// Whether it concerns the battle or one of its orders, not only the seats
    /// and settings.
    pub(super) fn is_of_the_battle(&self) -> bool {
        match self {
            StoredEvent::TakenOut {}
            | StoredEvent::FromFile {}
            | StoredEvent::HandedOver { .. }
            | StoredEvent::Settings(_)
            | StoredEvent::Seated(_)
            | StoredEvent::Unseated { .. } => false,
            StoredEvent::Entry(_)
            | StoredEvent::Group { .. }
            | StoredEvent::Declared { .. }
            | StoredEvent::Answered { .. }
            | StoredEvent::Withdrawn {}
            | StoredEvent::Proposed(_)
            | StoredEvent::Declined {}
            | StoredEvent::Ready {}
            | StoredEvent::Undone {}
            | StoredEvent::Redone {}
            | StoredEvent::TakenUp { .. }
            | StoredEvent::Amended { .. } => true,
        }
    }
}

/// What a side cannot do without the other's yes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Proposal {
    /// Undo orders, until this many count.
    GoTo { cursor: usize },
    /// Amend a past order.
    Amend(AmendPreview),
    /// Give an order that ends a phase or turn which is not its own alone.
    Order {
        order: Map<String, Value>,
        /// The dice that were given with it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        dice: Option<Vec<dice::EnteredRoll>>,
    },
}

/// A device that holds a seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Holder {
    pub(super) seat: Seat,
    pub(super) token: String,
    pub(super) name: String,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands on references")]
fn is_false(flag: &bool) -> bool {
    !flag
}

/// The JSON text of a value. It cannot fail: all keys are texts and all numbers
/// whole.
pub(super) fn written(value: &impl Serialize) -> String {
    serde_json::to_string(value).unwrap_or_default()
}

/// Reads a row other than the first.
pub(super) fn read(text: &str) -> Option<ChangeRow> {
    serde_json::from_str(text).ok()
}

/// SHA-256 in hexadecimal.
pub(super) fn hash(text: &str) -> String {
    hex(&Sha256::digest(text.as_bytes()))
}

/// The hash of what an ask says.
pub(super) fn hash_of_ask(ask: &Mutation) -> String {
    hash(&written(ask)).chars().take(32).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    /// The word that a row has for what happened.
    fn word(event: &StoredEvent) -> &'static str {
        match event {
            StoredEvent::Entry(_) => "entry",
            StoredEvent::Group { .. } => "group",
            StoredEvent::Declared { .. } => "declared",
            StoredEvent::Answered { .. } => "answered",
            StoredEvent::Withdrawn {} => "withdrawn",
            StoredEvent::Proposed(_) => "proposed",
            StoredEvent::Declined {} => "declined",
            StoredEvent::Ready {} => "ready",
            StoredEvent::Undone {} => "undone",
            StoredEvent::Redone {} => "redone",
            StoredEvent::TakenUp { .. } => "taken_up",
            StoredEvent::Amended { .. } => "amended",
            StoredEvent::TakenOut {} => "taken_out",
            StoredEvent::FromFile {} => "from_file",
            StoredEvent::HandedOver { .. } => "handed_over",
            StoredEvent::Settings(_) => "settings",
            StoredEvent::Seated(_) => "seated",
            StoredEvent::Unseated { .. } => "unseated",
        }
    }

    /// Stores of every user hold these words: no renaming may change them.
    #[test]
    fn rows_of_every_kind_are_written_as_they_were_stored() {
        let mut words = BTreeSet::new();
        for line in include_str!("../../tests/rows.jsonl").lines() {
            let row: ChangeRow =
                serde_json::from_str(line).unwrap_or_else(|why| panic!("{why}: {line}"));
            assert_eq!(serde_json::to_string(&row).expect("a row"), line);
            assert!(line.contains(&format!(r#""did":{{"{}":"#, word(&row.did))), "{line}");
            words.insert(word(&row.did));
        }
        assert_eq!(words.len(), 18, "kinds without a row: there are only {words:?}");
    }
}
