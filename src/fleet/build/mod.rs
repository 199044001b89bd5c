//! Building fleets: every edit is made in the fleet file itself, so that a file
//! written by hand keeps its comments and its order, and every editing screen
//! shows the file's faults as they arise. What is asked and drawn is stated by the
//! systems (`rules::file::FleetBuilding`).
//!
//! A [`Draft`] may hold anything; [`Draft::check`] finds what is wrong with it,
//! each fault with the path of its field.

mod form;
mod edit;
mod house;
mod draft;
mod asked;
mod rolled;
mod chits;
mod random;

pub use crate::rules::file::Balanced;
pub use crate::rules::file::chits::{Chit, ChitMove, Chits};
pub use crate::rules::file::form::{
    Entries, Field, FieldTakes, Form, Ideas, ListForm, Room, Word, WordTable,
};
pub use crate::rules::file::path::{NoPath, Path};
pub use draft::{Check, Draft, NoSuchPlace};
pub use form::{balanced, form, sizes, whole};
pub use random::{of_balanced, random};
pub use rolled::{RollFor, RolledWord};
