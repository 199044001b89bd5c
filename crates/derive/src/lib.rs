//! Derive macros for the crates of the rules, each in its own file.

use proc_macro::TokenStream;
use syn::{DeriveInput, parse_macro_input};

mod keyword;

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
