//! `#[derive(Keyword)]`: the code for a list of words.

use std::collections::BTreeSet;

use proc_macro2::TokenStream;
use quote::quote;
use syn::{Attribute, Data, DeriveInput, Error, Expr, Ident, Lit, LitStr, Meta, Result, Variant};

/// The implementations for a list of words.
pub(crate) fn derived(item: &DeriveInput) -> Result<TokenStream> {
    let list = WordList::read(item)?;
    let (words, traits, serde) = (list.words(), list.traits(), list.serde());
    let keyword = if list.is_plain { TokenStream::new() } else { list.keyword() };
    Ok(quote! { #words #traits #serde #keyword })
}

/// A list of words; slugs and meanings are in the order of the variants.
struct WordList<'a> {
    item: &'a DeriveInput,
    /// Whether it has `#[keyword(plain)]`: then it does not implement `rules::Keyword`.
    is_plain: bool,
    variants: Vec<&'a Ident>,
    slugs: Vec<String>,
    meanings: Vec<String>,
}

impl<'a> WordList<'a> {
    fn read(item: &'a DeriveInput) -> Result<WordList<'a>> {
        let mut list = WordList {
            item,
            is_plain: is_plain(&item.attrs)?,
            variants: Vec::new(),
            slugs: Vec::new(),
            meanings: Vec::new(),
        };
        let mut seen = BTreeSet::new();
        for variant in variants_of(item)? {
            let slug = slug_of(variant)?;
            if !seen.insert(slug.clone()) {
                return Err(Error::new_spanned(
                    variant,
                    format!("two variants have the word {slug:?}"),
                ));
            }
            list.variants.push(&variant.ident);
            list.slugs.push(slug);
            list.meanings.push(meaning(&variant.attrs));
        }
        Ok(list)
    }

    /// The code of the constants and methods.
    fn words(&self) -> TokenStream {
        let WordList { item: DeriveInput { ident, vis, .. }, variants, slugs, meanings, .. } = self;
        quote! {
            impl #ident {
                /// All variants, in the order of the rules.
                #vis const ALL: &'static [Self] = &[#(Self::#variants),*];
                /// Their words, in the same order.
                #vis const SLUGS: &'static [&'static str] = &[#(#slugs),*];

                /// Its word in the rules.
                #[must_use]
                #vis const fn slug(self) -> &'static str {
                    match self { #(Self::#variants => #slugs),* }
                }

                /// What it means, for a player.
                #[must_use]
                #vis const fn meaning(self) -> &'static str {
                    match self { #(Self::#variants => #meanings),* }
                }

                /// The word for a reader.
                #[must_use]
                #vis fn message(self) -> ::message::Message {
                    ::message::Message::slug(self.slug())
                }

                /// The variant with this word.
                #[must_use]
                #vis fn from_slug(slug: &str) -> ::core::option::Option<Self> {
                    match slug {
                        #(#slugs => ::core::option::Option::Some(Self::#variants),)*
                        _ => ::core::option::Option::None,
                    }
                }
            }
        }
    }

    /// The code that shows the word as text and in messages.
    fn traits(&self) -> TokenStream {
        let ident = &self.item.ident;
        quote! {
            #[automatically_derived]
            impl ::core::convert::From<#ident> for ::message::Arg {
                fn from(word: #ident) -> ::message::Arg {
                    word.message().into()
                }
            }

            #[automatically_derived]
            impl ::core::fmt::Display for #ident {
                fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                    f.pad(self.slug())
                }
            }
        }
    }

    /// The code of the word in files and in the protocol.
    fn serde(&self) -> TokenStream {
        let WordList { item, variants, slugs, .. } = self;
        let spelling = quote!(#(#[serde(rename = #slugs)] #variants),*);
        serde_as(&item.ident, &TokenStream::new(), &spelling)
    }

    /// The code of `rules::Keyword`, and of the word as a value of a field.
    fn keyword(&self) -> TokenStream {
        let ident = &self.item.ident;
        quote! {
            #[automatically_derived]
            impl ::rules::keyword::Keyword for #ident {
                const LIST: &'static [Self] = Self::ALL;
                const WORDS: &'static [&'static str] = Self::SLUGS;

                fn word(self) -> &'static str {
                    self.slug()
                }

                fn meaning(self) -> &'static str {
                    self.meaning()
                }
            }

            #[automatically_derived]
            impl ::rules::unit::EntryValue for #ident {
                const HOLDS: ::rules::value_type::ValueType =
                    ::rules::value_type::ValueType::Choice { words: Self::SLUGS };
            }
        }
    }
}

/// serde's own code for an enum with these variants, with serde's options for the enum as
/// a whole.
pub(crate) fn serde_as(
    ident: &Ident,
    options: &TokenStream,
    variants: &TokenStream,
) -> TokenStream {
    let name = ident.to_string();
    quote! {
        const _: () = {
            #[derive(::serde::Serialize, ::serde::Deserialize)]
            #[serde(remote = #name, rename = #name, #options)]
            enum Spelling { #variants }

            #[automatically_derived]
            impl ::serde::Serialize for #ident {
                fn serialize<S: ::serde::Serializer>(
                    &self,
                    to: S,
                ) -> ::core::result::Result<S::Ok, S::Error> {
                    Spelling::serialize(self, to)
                }
            }

            #[automatically_derived]
            impl<'de> ::serde::Deserialize<'de> for #ident {
                fn deserialize<D: ::serde::Deserializer<'de>>(
                    from: D,
                ) -> ::core::result::Result<Self, D::Error> {
                    Spelling::deserialize(from)
                }
            }
        };
    }
}

/// Whether a list has `#[keyword(plain)]`, its only option.
fn is_plain(attributes: &[Attribute]) -> Result<bool> {
    let Some(attribute) = keyword(attributes) else { return Ok(false) };
    let option: Ident = attribute.parse_args()?;
    if option != "plain" {
        return Err(Error::new_spanned(option, "expected `plain`"));
    }
    Ok(true)
}

/// The variants. Fields and generics are errors.
fn variants_of(item: &DeriveInput) -> Result<impl Iterator<Item = &Variant>> {
    let expected = "expected an enum";
    let list = match &item.data {
        Data::Enum(list) => list,
        Data::Struct(other) => return Err(Error::new_spanned(other.struct_token, expected)),
        Data::Union(other) => return Err(Error::new_spanned(other.union_token, expected)),
    };
    if !item.generics.params.is_empty() {
        return Err(Error::new_spanned(&item.generics, "a list of words has no parameters"));
    }
    match list.variants.iter().find(|variant| !variant.fields.is_empty()) {
        Some(variant) => Err(Error::new_spanned(&variant.fields, "a word has no fields")),
        None => Ok(list.variants.iter()),
    }
}

/// The word of a variant: that of its attribute, or its name in kebab-case.
fn slug_of(variant: &Variant) -> Result<String> {
    match keyword(&variant.attrs) {
        Some(attribute) => Ok(attribute.parse_args::<LitStr>()?.value()),
        None => Ok(kebab_case(&variant.ident.to_string())),
    }
}

fn keyword(attributes: &[Attribute]) -> Option<&Attribute> {
    attributes.iter().find(|attribute| attribute.path().is_ident("keyword"))
}

/// A name in kebab-case, as serde's `rename_all` spells it: `in-a-ram` for `InARam`.
pub(crate) fn kebab_case(name: &str) -> String {
    let mut words = String::new();
    for (at, letter) in name.char_indices() {
        if at > 0 && letter.is_uppercase() {
            words.push('-');
        }
        words.push(letter.to_ascii_lowercase());
    }
    words
}

/// The lines of a doc comment as one text.
pub(crate) fn meaning(attributes: &[Attribute]) -> String {
    let mut lines = String::new();
    for attribute in attributes.iter().filter(|attribute| attribute.path().is_ident("doc")) {
        if let Meta::NameValue(stated) = &attribute.meta
            && let Some(line) = text_of(&stated.value)
        {
            lines.push_str(&line);
        }
    }
    lines.trim_ascii_start().to_owned()
}

/// The text of a literal, which a macro may have passed on in an invisible group.
fn text_of(value: &Expr) -> Option<String> {
    match value {
        Expr::Group(group) => text_of(&group.expr),
        Expr::Lit(literal) => match &literal.lit {
            Lit::Str(text) => Some(text.value()),
            _ => None,
        },
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use syn::parse_quote;

    use super::{DeriveInput, derived, kebab_case};
    use crate::attributes::without_spaces;

    fn code(item: &DeriveInput) -> String {
        without_spaces(derived(item))
    }

    fn error(item: &DeriveInput) -> String {
        derived(item).unwrap_err().to_string()
    }

    #[test]
    fn kebab_case_puts_a_hyphen_before_each_capital_but_the_first() {
        for (name, word) in [
            ("Green", "green"),
            ("CrewQuality", "crew-quality"),
            ("InARam", "in-a-ram"),
            ("D10", "d10"),
        ] {
            assert_eq!(kebab_case(name), word);
        }
    }

    #[test]
    fn words_are_variants_in_kebab_case_or_their_attributes() {
        let code = code(&parse_quote! {
            /// How well a crew rows.
            pub enum Quality { InARam, #[keyword("cq")] CrewQuality }
        });
        assert!(code.contains(r#"pubconstSLUGS:&'static[&'staticstr]=&["in-a-ram","cq"];"#));
        assert!(code.contains(r#"{Self::InARam=>"in-a-ram",Self::CrewQuality=>"cq"}"#));
        assert!(code.contains(r#"#[serde(rename="cq")]CrewQuality"#));
    }

    #[test]
    fn meanings_join_the_lines_of_doc_comments() {
        let code = code(&parse_quote! {
            enum Quality {
                /// Rows
                /// badly.
                #[doc(hidden)]
                Green,
                Crack,
            }
        });
        let meanings = r#"{Self::Green=>"Rowsbadly.",Self::Crack=>""}"#;
        assert!(code.contains(meanings), "{code}");
    }

    #[test]
    fn plain_lists_do_not_implement_keyword() {
        let list = code(&parse_quote! { enum Side { A } });
        let plain = code(&parse_quote! { #[keyword(plain)] enum Side { A } });
        assert!(list.contains("impl::rules::keyword::KeywordforSide"));
        assert!(list.contains("impl::rules::unit::EntryValueforSide"));
        assert!(!plain.contains("::rules::"));
        assert!(list.starts_with(&plain));
    }

    #[test]
    fn only_enums_without_fields_and_parameters_are_lists() {
        assert_eq!(error(&parse_quote! { struct Side; }), "expected an enum");
        assert_eq!(error(&parse_quote! { union Side { a: u8 } }), "expected an enum");
        assert_eq!(error(&parse_quote! { enum Side { A(u8) } }), "a word has no fields");
        let generic = error(&parse_quote! { enum Side<T> { A } });
        assert_eq!(generic, "a list of words has no parameters");
    }

    #[test]
    fn unknown_attributes_are_errors() {
        let number = error(&parse_quote! { enum Side { #[keyword(1)] A } });
        assert_eq!(number, "expected string literal");
        let option = error(&parse_quote! { enum Side { #[keyword(plain)] A } });
        assert_eq!(option, "expected string literal");
        let unknown = error(&parse_quote! { #[keyword(simple)] enum Side { A } });
        assert_eq!(unknown, "expected `plain`");
    }

    #[test]
    fn two_variants_with_one_word_are_an_error() {
        let twice = error(&parse_quote! { enum Side { A, #[keyword("a")] B } });
        assert_eq!(twice, r#"two variants have the word "a""#);
    }
}
