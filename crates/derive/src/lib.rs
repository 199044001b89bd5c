//! Derive macros for the crates of the rules, each in its own file.

use proc_macro::TokenStream;
use syn::{DeriveInput, parse_macro_input};

mod keyword;
mod record;

/// Makes an enum without fields a list of words of the rules. `ALL`, `SLUGS`, `slug`,
/// `from_slug`, `Display` and serde all use the same spelling: the variant in kebab-case, or
/// the word in `#[keyword("word")]`. The doc comment of a variant is the explanation that
/// players read (`meaning`).
///
/// The enum implements `rules::Keyword` and `rules::EntryValue`, unless it has
/// `#[keyword(plain)]`, because sides have their own field types in orders and files.
///
/// The code uses the crates `message`, `rules` and `serde`; the enum must be `Copy`.
#[proc_macro_derive(Keyword, attributes(keyword))]
pub fn keyword(item: TokenStream) -> TokenStream {
    let item = parse_macro_input!(item as DeriveInput);
    keyword::derived(&item).unwrap_or_else(syn::Error::into_compile_error).into()
}

/// Makes a struct the record of a unit, or of a part of one. Its fields are the entries, apart
/// from those that serde skips; an entry has serde's key, and its doc comment is the
/// explanation that players read. It implements `rules::Record` and `rules::EntryValue`; the
/// struct itself derives serde's traits.
///
/// `#[record(…)]` on the struct states:
///
/// | key | what it is |
/// | --- | --- |
/// | `keys = ShipKey` | the name of an enum of the entries, which is made beside it |
/// | `secrets(Battle, Tag)` | some entries are secret: the type of the battle, and the type that names the owner of the record, for `field_visibility` |
///
/// `#[entry(…)]` on a field states:
///
/// | key | what it is |
/// | --- | --- |
/// | `label = "…"` | its label in a form, if that is not its key |
/// | `range = min..=max` | the range of a number |
/// | `outright`, `fixed`, `entered`, `needed`, `boxes` | its properties (`rules::EntryProperty`) |
/// | `hidden`, `partial` | what others see of it (`rules::Visibility`); `hidden = Battle::is_secret` if a condition decides |
#[proc_macro_derive(Record, attributes(record, entry))]
pub fn record(item: TokenStream) -> TokenStream {
    let item = parse_macro_input!(item as DeriveInput);
    record::derived(&item).unwrap_or_else(syn::Error::into_compile_error).into()
}
