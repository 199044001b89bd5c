//! The journal: every order that was ever given in a battle, with the dice that
//! were rolled for it. Replaying it gives the battle.
//!
//! Undo moves a cursor. An order given after an undo begins a new line from there; the
//! line that it leaves is stored and listed, and players can return to it. Amending
//! replaces an entry, and replays what followed with the dice that were rolled then.
//!
//! An entry is stored before it counts: [`Journal::prepare`] works everything
//! out without changing anything, a store writes it down, and only then does
//! [`Journal::enter`] change the battle.

mod amend;
mod entry;
mod file;
mod group;
mod history;
mod ledger;
mod lesson;
mod opening;
mod replay;
mod visible_log;

pub use amend::{AmendFault, Amendment, Broken, Change, Decision, NotedChange, Unrolled};
pub use entry::{DiceChoice, Entry, Group, NumberedEntry, Position, given_by};
#[cfg(not(target_arch = "wasm32"))]
pub use file::begins_as_a_battle_file;
pub use file::hex;
pub use file::not_as_expected;
pub use file::{FileFault, FileRemedy, VERSION, not_json};
pub use group::Places;
pub use history::{
    AppSeed, Journal, Moved, NextDice, PendingRolls, Prepared, Struck, Undone, thrown,
};
pub use ledger::{AmendedEntry, Ledger, LedgerEvent};
pub use lesson::{Lesson, LessonProgress, LessonStep};
pub use opening::{
    NoSystem, Opening, OpeningFault, OptionsFault, read_options, read_system, seed_takes,
};
pub use replay::{DiceOnTable, Difference, DifferenceReason, none_left_over};
pub use visible_log::{Seen, an_order_of};
