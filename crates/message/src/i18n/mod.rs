//! Messages as text in the reader's language: English is built in, another language is a
//! catalogue of gettext.

mod catalogue;
mod latin;
mod plural;
mod words;

pub use catalogue::{PoFault, PoFile};
pub use latin::in_latin;
pub use plural::PluralFault;
pub use words::{Catalogue, Words, capital, english};
