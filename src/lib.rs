//! Trierarch is a companion for tabletop battles with ancient model ships. It keeps every ship's
//! record, knows the rules of several games ([`games::SystemTag`]), rolls the dice or takes the
//! players' own, and explains each result. This library is the rules engine with exact odds,
//! the journal of a battle, fleet files, and printing.
//!
//! # A battle
//!
//! A [`Journal`](journal::Journal) is a battle with all its orders and their results.
//! Orders are JSON objects in the words of the rule books, or typed values.
//! [`games::offers`] lists the orders that are possible now.
//!
//! ```
//! use trierarch::analysis::odds;
//! use trierarch::dice::{Chance, EnteredRoll, Thoroughness};
//! use trierarch::journal::{DiceChoice, Journal, Opening};
//! use trierarch::rules::Viewer;
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! // A ready battle. The seed is that of the app's own dice.
//! let opening = Opening::ready("sybota", 7).ok_or("there is no such battle")?;
//! let mut journal = Journal::open(opening)?;
//!
//! // The odds of an order, exact: they come from the resolver that will decide it.
//! let ram = serde_json::from_str(
//!     r#"{"kind": "ram", "ship": "A1", "target": "B1", "spaces_straight": 4}"#,
//! )?;
//! let ram = journal.battle().read_order(&ram)?;
//! let known = journal.battle().full_view();
//! let before = odds(&known, &ram, &[], Thoroughness::Merged)?;
//! let all: f64 = before.outcomes.iter().map(|(_, chance)| Chance::to_f64(chance)).sum();
//! assert!((all - 1.0).abs() < 1e-9);
//!
//! // The same order, with a 1 rolled at the table.
//! let given = journal.give(&ram, &DiceChoice::Entered(vec![EnteredRoll::Total(1)]), 0, "")?;
//! assert_eq!(given.rolls.len(), 1);
//! assert!(!journal.seen(0, Viewer::Everyone).ok_or("not in the log")?.sentences.is_empty());
//!
//! // Undo reaches back to the first order, redo to the last.
//! journal.undo();
//! assert_eq!(journal.cursor(), 0);
//! journal.redo();
//! assert_eq!(journal.cursor(), 1);
//! # Ok(())
//! # }
//! ```
//!
//! # Paper
//!
//! ```
//! use trierarch::fleet::{library, read_toml};
//! use trierarch::print::{PrintInput, PrintJob, PrintKind, parts, pdf};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let file = library::file("greek-fire/sybota-athens.toml").ok_or("not there")?;
//! let checked = read_toml(file).map_err(|faults| trierarch::fleet::render("", file, &faults))?;
//! let input = PrintInput::of_fleet(&checked, file)?;
//! let parts = parts(&[input], None, &[PrintKind::Rosters, PrintKind::Sheets]);
//! let job = PrintJob { title: "Sybota".into(), parts, ..PrintJob::default() };
//! let bytes = pdf::write(&job.pages(), &pdf::Meta::default())?;
//! assert!(bytes.starts_with(b"%PDF"));
//! # Ok(())
//! # }
//! ```
//!
//! # Where to read next
//!
//! - `examples/` has a player that fights a battle through offers, a table of
//!   odds, a sheet, and a custom ship type.
//! - [`session`] offers the same as JSON lines, for programs in other languages.
//! - `ARCHITECTURE.md` has the crates in reading order and the invariants,
//!   `CONTRIBUTING.md` has setup, conventions, tests and style.
//!
//! The modules below are crates of this repository, except the window (`ui`).
//!
//! The feature `window` (on by default) is the desktop program and the web
//! page. Without it the crate builds without graphics code.

pub use ::{dice, games, message, print, rules, session, storage};
pub use ::message::{i18n, message};
pub use engine::{analysis, fleet, journal, text};

#[cfg(all(feature = "host", not(target_arch = "wasm32")))]
pub use ::server;

#[cfg(feature = "window")]
pub mod ui;
