//! Fleets: their files read, checked with all their faults at once, and written; the
//! ready ones; building, sharing and exporting them.
//!
//! [`read_toml`] and [`read_json`] check a file against the rules of its system
//! and return a [`systems::Fleet`], which is always valid, or every fault with
//! its place. What the keys of a system are stands with its rules
//! (`rules::file`).

mod syntax;
mod read;
mod aim;
mod render;
mod date;
pub mod library;
pub mod share;
pub mod build;
pub mod export;

use crate::drawing::Drawing;
use crate::rules::{Side, Tag, Viewer};
use crate::systems::{self, Battle, Options};

pub use crate::rules::file::fault::{Fault, Location, Severity};
pub use crate::rules::file::reader::{LONGEST_NAME, LONGEST_TEXT, MOST_SHIPS, MOST_WORDS};
pub use crate::rules::file::{HOUSE_RULES, allows_house_rules};
pub use aim::read_json as read_aim;
pub use date::{Date, NotADate, PartOfYear};
pub use read::{Checked, LONGEST_FILE, VERSION, read_json, read_toml, to_json};
pub use render::{render, render_in_colour};

/// A fleet's picture in a list: the drawing of its first unit; `None` if it has
/// none.
#[must_use]
pub fn figure(fleet: &systems::Fleet) -> Option<Drawing> {
    let against_itself = Battle::open([fleet.clone(), fleet.clone()], Options::new()).ok()?;
    let first = Tag { side: Side::A, number: 1 };
    Some(against_itself.card(first, Viewer::Everyone)?.drawing)
}
