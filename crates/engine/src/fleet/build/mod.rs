//! Building fleets: every edit is made in the fleet file itself, so that a file written
//! by hand keeps its comments and its order, and every editing screen shows the file's
//! faults as they arise. The systems state the fields and the random choices
//! (`rules::file::FleetBuilding`).
//!
//! A [`FleetDraft`] may hold anything; [`FleetDraft::check`] finds what is wrong with it,
//! each fault with the path of its field.

mod form;
mod edit;
mod house_rules;
mod draft;
mod draft_form;
mod rolled_words;
mod chits;
mod random;
mod paste;

pub use draft::{Check, FleetDraft, NoSuchPlace};
pub use form::{balanced, form, sizes, whole};
pub use paste::pasted;
pub use random::{of_balanced, random};
pub use rolled_words::{RestOfDice, RollFor, Rolled, RolledWord};
pub use rules::file::Balanced;
pub use rules::file::chits::{ChitMove, Chits, UnitChit};
pub use rules::file::form::{
    ChoiceWord, Entries, Form, FormField, Ideas, ListForm, WordRoom, WordTable,
};
pub use rules::file::path::{NoPath, Path};
