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
    /// Fleets, optional rules and seed.
    pub(super) opening: Value,
    /// 16 random bytes that are hashed with the seed, so that it cannot be
    /// found by trying.
    pub(super) salt: String,
}

/// The version in a row, whatever else it contains.
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
    /// Its version, if that is later than the first row's: a newer program has continued
    /// the battle.
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
    /// The id of the request that made it.
    pub(super) id: String,
    /// The hash of the request: the same id with another request is an error.
    pub(super) asked: String,
    /// The time, in seconds since 1970.
    pub(super) when: u64,
    /// The number of orders of the line that count after it.
    pub(super) cursor: usize,
    /// The side that a declared order waits for; `None` if it waits for both,
    /// or not at all.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) waits_for: Option<Side>,
    /// The source of the app's dice from this change on, if the earlier seed was revealed
    /// or is exported by it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) dice: Option<DiceDrawn>,
    /// The sides that are ready to end a shared phase after it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) ready: Vec<Side>,
    /// The effect on a pending question to the other side, if this change does not answer
    /// it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) question: Option<OpenQuestion>,
    pub(super) did: StoredEvent,
}

/// The effect of another change on a pending question.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum OpenQuestion {
    /// It stays pending.
    Waits,
    /// It no longer applies.
    Lapses,
}

/// A seed of the app's dice, with its salt.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct DiceDrawn {
    pub(super) seed: u64,
    /// 16 random bytes that are hashed with it, in hexadecimal.
    pub(super) salt: String,
}

impl DiceDrawn {
    /// The seed and salt that follow from 32 random bytes, for the change after this row.
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

/// The effect of a change.
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
    /// An order was declared: its fields so far, and the rolls already made.
    Declared {
        order: Map<String, Value>,
        #[serde(rename = "lying")]
        earlier_rolls: Vec<Thrown>,
        /// The number of the app's dice among them, if it differs from the number of the
        /// next order.
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
    /// It was answered or rolled for, and is still pending.
    Answered {
        order: Map<String, Value>,
        #[serde(rename = "lying")]
        earlier_rolls: Vec<Thrown>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        number: Option<u64>,
        #[serde(default, skip_serializing_if = "is_false")]
        shown: bool,
    },
    /// A pending order or proposal was withdrawn.
    Withdrawn {},
    /// A side proposed this to the other. If the other side agrees, the change itself is
    /// recorded in its own row.
    Proposed(Proposal),
    /// The other side declined.
    Declined {},
    /// A side is ready to end a shared phase.
    Ready {},
    /// Orders were undone.
    Undone {},
    /// Orders were redone.
    Redone {},
    /// A replaced version was restored: the number of its last record.
    TakenUp { tip: usize },
    /// The line was amended after its first `unchanged` entries.
    Amended {
        #[serde(rename = "kept")]
        unchanged: usize,
        steps: Vec<AmendedEntry>,
    },
    /// The battle file was exported, with the secrets of both sides.
    TakenOut {},
    /// The battle came with a file, whose readers know the seed.
    FromFile {},
    /// The shared device changed hands.
    HandedOver { to: Seat },
    /// The settings of the table were changed.
    Settings(TableSettings),
    /// A seat was taken.
    Seated(Holder),
    /// A seat was freed: of these tokens, or of all that held it.
    Unseated {
        seat: Seat,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        tokens: Vec<String>,
    },
}

/// The effect of a change on the line of orders.
pub(super) enum LineChange<'d> {
    /// Another order follows, or several that were given as one.
    Given(&'d [Entry]),
    /// Another number of orders counts: the cursor of the row.
    GoneTo,
    /// A replaced version is the present line again: the number of its last record.
    TakenUp(usize),
    /// The line changes after its first `unchanged` orders.
    Amended { unchanged: usize, steps: &'d [AmendedEntry] },
}

impl StoredEvent {
    /// The effect on the line of orders; `None` if there is none.
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

/// A change that needs the other side's consent.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Proposal {
    /// Undo orders, until this many count.
    GoTo { cursor: usize },
    /// Amend a past order.
    Amend(AmendPreview),
    /// Give an order that needs the other side's consent.
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

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes references")]
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

/// The hash of a request.
pub(super) fn hash_of_ask(ask: &Mutation) -> String {
    hash(&written(ask)).chars().take(32).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    /// The word for an event in a row.
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

    /// The stores of all users contain these words: no renaming may change them.
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
