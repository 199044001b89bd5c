//! Derive macros for the crates of the rules, each in its own file.

use proc_macro::TokenStream;
use syn::{DeriveInput, parse_macro_input};

mod attributes;
mod keyword;
mod order;
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

/// Makes an enum the orders of a game. It implements serde's traits and `rules::Stated`,
/// whose schema is for parsing, offers, forms, errors and help. The types `OrderKind`
/// (the words of the orders), `Field` and `fields` (their fields without values) are
/// generated too. A written order has its word as `kind`, and no key for a field without
/// a value. Players read the doc comments of orders and fields as explanations.
///
/// `#[order(phases = Phase)]` on the enum names the type of the game's phases, if it has any.
///
/// `#[order(…)]` on a variant states:
///
/// | key | what it is |
/// | --- | --- |
/// | `name = "…"` | the label of its button |
/// | `what = "…"` | what it does, in a sentence |
/// | `explained = "…"` | a further explanation, if it needs one |
/// | `rule = …` | the rule that it comes from |
/// | `kind = "…"` | its word, if that is not the variant in kebab-case |
/// | `by(field, …)` | the fields that name the issuer: the first that is filled in counts; without `by`, the issuer is the battle as a whole |
/// | `at = field` | the field that names the target |
/// | `phase = Variant` | its phase, if that does not depend on its fields |
/// | `once` | it is given once in its phase |
/// | `part = Variant` | its role in a turn (`rules::Part`), if that is not `Act` |
/// | `sign = Variant` | its icon (`rules::drawing::Icon`), if it has one |
///
/// `#[field(…)]` on a field states:
///
/// | key | what it is |
/// | --- | --- |
/// | `ask = "…"` | its label in the form, if that is not the field’s name |
/// | `explained = "…"` | a further explanation |
/// | `default = …` | its value if it is left out; without a default only an `Option` may be left out |
/// | `range = min..=max` | the range of a number |
/// | `words(A, B)` | the words of its type that fit, if not all do |
/// | `measures = Variant` | what it measures (`rules::Measure`), if that is not an `Amount` |
#[proc_macro_derive(Order, attributes(order, field))]
pub fn order(item: TokenStream) -> TokenStream {
    let item = parse_macro_input!(item as DeriveInput);
    order::derived(&item).unwrap_or_else(syn::Error::into_compile_error).into()
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
/// | `keys = ShipKey` | the name of an enum of the entries, which is generated too |
/// | `secrets(Battle, Tag)` | some entries are secret: the type of the battle, and the type that names the owner of the record, for `field_visibility` |
///
/// `#[entry(…)]` on a field states:
///
/// | key | what it is |
/// | --- | --- |
/// | `label = "…"` | its label in a form, if that is not its key |
/// | `range = min..=max` | the range of a number |
/// | `outright`, `fixed`, `entered`, `needed`, `boxes` | its properties (`rules::EntryProperty`) |
/// | `hidden`, `partial` | how much others see of it (`rules::Visibility`); `hidden = Battle::is_secret` if a condition decides |
#[proc_macro_derive(Record, attributes(record, entry))]
pub fn record(item: TokenStream) -> TokenStream {
    let item = parse_macro_input!(item as DeriveInput);
    record::derived(&item).unwrap_or_else(syn::Error::into_compile_error).into()
}
