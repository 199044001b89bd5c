//! `#[derive(Record)]`: the code for the record of a unit, or of a part of one.

use proc_macro2::TokenStream;
use quote::{ToTokens, format_ident, quote};
use syn::{Data, DeriveInput, Error, Expr, Field, Fields, Ident, LitStr, Meta, Result, Type};

use crate::attributes::{Keys, option};
use crate::keyword::meaning;

/// The implementations for a record.
pub(crate) fn derived(item: &DeriveInput) -> Result<TokenStream> {
    let record = RecordStruct::read(item)?;
    let (impls, keys, visibility) = (record.impls(), record.keys(), record.field_visibility());
    Ok(quote! { #impls #keys #visibility })
}

/// A record with its options: `#[record(keys = ShipKey, secrets(Battle, Tag))]`.
struct RecordStruct<'a> {
    ident: &'a Ident,
    /// The name of the enum of its keys.
    keys: Option<Ident>,
    /// The type of the battle, and the type that names the owner of the record.
    secrets: Option<(Type, Type)>,
    entries: Vec<RecordField<'a>>,
}

impl<'a> RecordStruct<'a> {
    fn read(item: &'a DeriveInput) -> Result<RecordStruct<'a>> {
        if !item.generics.params.is_empty() {
            return Err(Error::new_spanned(&item.generics, "a record has no parameters"));
        }
        let keys = Keys::read(&item.attrs, "record", &item.ident, &["keys", "secrets"])?;
        let mut types = keys.list("secrets")?.into_iter();
        let secrets = match (types.next(), types.next(), types.next()) {
            (Some(battle), Some(owner), None) => Some((battle, owner)),
            (None, ..) => None,
            _ => {
                let why = "expected the types of the battle and of the owner";
                return Err(Error::new_spanned(keys.get("secrets"), why));
            }
        };
        let mut entries = Vec::new();
        for field in fields_of(item)? {
            entries.extend(RecordField::read(field, secrets.is_some())?);
        }
        Ok(RecordStruct { ident: &item.ident, keys: keys.ident("keys")?, secrets, entries })
    }

    fn impls(&self) -> TokenStream {
        let RecordStruct { ident, entries, .. } = self;
        let fields: Vec<&Ident> = entries.iter().map(|entry| entry.field).collect();
        let keys: Vec<&String> = entries.iter().map(|entry| &entry.key).collect();
        let entries = entries.iter().map(RecordField::schema);
        quote! {
            #[automatically_derived]
            impl ::rules::unit::Record for #ident {
                const ENTRIES: &'static [::rules::unit::RecordEntry] = &[#(#entries),*];

                fn entry(&self, key: &str) -> ::core::option::Option<::serde_json::Value> {
                    match key {
                        #(#keys => ::serde_json::to_value(&self.#fields).ok(),)*
                        _ => ::core::option::Option::None,
                    }
                }

                fn correct(&mut self, corrected: Self) {
                    #(self.#fields = corrected.#fields;)*
                }
            }

            #[automatically_derived]
            impl ::rules::unit::EntryValue for #ident {
                const HOLDS: ::rules::value_type::ValueType =
                    ::rules::value_type::ValueType::Entries(<Self as ::rules::unit::Record>::ENTRIES);

                fn numbers(
                    &self,
                    path: &mut ::std::string::String,
                    visit: &mut dyn ::core::ops::FnMut(&str, i64),
                ) {
                    #(::rules::unit::part_numbers(&self.#fields, &#keys, path, visit);)*
                }
            }
        }
    }

    /// The code of the enum of the keys, if the record has one.
    fn keys(&self) -> TokenStream {
        let Some(name) = &self.keys else { return TokenStream::new() };
        let keys = self.entries.iter().map(|entry| &entry.key);
        let variants: Vec<Ident> =
            self.entries.iter().map(|entry| camel_case(entry.field)).collect();
        quote! {
            /// The entries of a record, by the names of their fields.
            #[derive(Clone, Copy)]
            pub(super) enum #name { #(#variants),* }

            impl #name {
                /// The entry with this key.
                pub(super) fn of(key: &str) -> ::core::option::Option<Self> {
                    match key {
                        #(#keys => ::core::option::Option::Some(Self::#variants),)*
                        _ => ::core::option::Option::None,
                    }
                }
            }
        }
    }

    /// The code that says how much of each entry others may see, if the record has
    /// secrets.
    fn field_visibility(&self) -> TokenStream {
        let Some((battle, owner)) = &self.secrets else { return TokenStream::new() };
        let ident = self.ident;
        let arms = self.entries.iter().filter_map(|RecordField { key, secret, .. }| {
            let FieldSecrecy { visibility, condition } = secret.as_ref()?;
            let condition = condition.as_ref().map(|hides| quote!(if #hides(battle, owner)));
            Some(quote!(#key #condition => ::rules::common::Visibility::#visibility))
        });
        quote! {
            impl #ident {
                /// How much of an entry is visible to viewers from whom its owner may hide it.
                #[allow(unused_variables, reason = "some records are always secret")]
                pub(super) fn field_visibility(
                    battle: &#battle,
                    owner: #owner,
                    entry: &str,
                ) -> ::rules::common::Visibility {
                    match entry {
                        #(#arms,)*
                        _ => ::rules::common::Visibility::Whole,
                    }
                }
            }
        }
    }
}

/// The properties of an entry by their words: the variants of `rules::unit::EntryProperty`.
const PROPERTIES: [&str; 5] = ["outright", "fixed", "entered", "needed", "boxes"];

/// An entry: a field of the record that serde does not skip.
struct RecordField<'a> {
    field: &'a Ident,
    holds: &'a Type,
    key: String,
    meaning: String,
    label: Option<Expr>,
    range: Option<Expr>,
    /// Variants of `rules::unit::EntryProperty`.
    properties: Vec<Ident>,
    secret: Option<FieldSecrecy>,
}

/// How much of an entry others may see.
struct FieldSecrecy {
    /// A variant of `rules::common::Visibility`.
    visibility: Ident,
    /// A function of the battle and the owner; without one, it is always secret.
    condition: Option<Expr>,
}

impl<'a> RecordField<'a> {
    /// The entry of a field; `None` if it has none.
    fn read(field: &'a Field, has_secrets: bool) -> Result<Option<RecordField<'a>>> {
        let Some(ident) = &field.ident else { return Ok(None) };
        let Some(key) = key_of(field, ident)? else {
            let stated = field.attrs.iter().find(|attribute| attribute.path().is_ident("entry"));
            return match stated {
                Some(stated) => Err(Error::new_spanned(stated, "serde skips this field")),
                None => Ok(None),
            };
        };
        let options = [&["label", "range", "hidden", "partial"], &PROPERTIES[..]].concat();
        let keys = Keys::read(&field.attrs, "entry", field, &options)?;
        let properties = PROPERTIES.iter().filter(|property| keys.get(property).is_some());
        Ok(Some(RecordField {
            field: ident,
            holds: &field.ty,
            key,
            meaning: meaning(&field.attrs),
            label: keys.value("label")?.cloned(),
            range: keys.value("range")?.cloned(),
            properties: properties
                .map(|property| camel_case(&format_ident!("{property}")))
                .collect(),
            secret: secrecy_of(&keys, has_secrets)?,
        }))
    }

    /// The code of its row in the schema of the record.
    fn schema(&self) -> TokenStream {
        let RecordField { holds, key, meaning, label, range, properties, .. } = self;
        let range = range.iter();
        let label = option(label.as_ref());
        quote! {
            ::rules::unit::RecordEntry {
                key: #key,
                holds: <#holds as ::rules::unit::EntryValue>::HOLDS #(.within(#range))*,
                label: #label,
                meaning: #meaning,
                is: &[#(::rules::unit::EntryProperty::#properties),*],
            }
        }
    }
}

/// The named fields of a struct.
fn fields_of(item: &DeriveInput) -> Result<impl Iterator<Item = &Field>> {
    match &item.data {
        Data::Struct(record) if matches!(record.fields, Fields::Named(_)) => {
            Ok(record.fields.iter())
        }
        Data::Struct(_) | Data::Enum(_) | Data::Union(_) => {
            Err(Error::new_spanned(&item.ident, "expected a struct with named fields"))
        }
    }
}

/// The key of a field in files and in the protocol, as serde spells it; `None` if serde
/// skips it.
fn key_of(field: &Field, ident: &Ident) -> Result<Option<String>> {
    let keys = Keys::read(&field.attrs, "serde", field, &["default", "rename", "skip"])?;
    if keys.get("skip").is_some() {
        return Ok(None);
    }
    let renamed = keys.value("rename")?.map(|key| syn::parse2::<LitStr>(key.to_token_stream()));
    Ok(Some(renamed.transpose()?.map_or_else(|| ident.to_string(), |key| key.value())))
}

/// How much of an entry with these attribute keys others may see, if it is secret.
fn secrecy_of(keys: &Keys, has_secrets: bool) -> Result<Option<FieldSecrecy>> {
    let Some(meta) = keys.get("hidden").or_else(|| keys.get("partial")) else { return Ok(None) };
    if !has_secrets {
        return Err(Error::new_spanned(meta, "expected `#[record(secrets(…))]` at the record"));
    }
    let condition = match meta {
        Meta::Path(_) => None,
        Meta::NameValue(_) | Meta::List(_) => Some(meta.require_name_value()?.value.clone()),
    };
    Ok(Some(FieldSecrecy { visibility: camel_case(meta.path().require_ident()?), condition }))
}

/// A name in camel case: `BoardedThisPhase` for `boarded_this_phase`.
fn camel_case(name: &Ident) -> Ident {
    let mut camel = String::new();
    for word in name.to_string().split('_') {
        let mut letters = word.chars();
        camel.extend(letters.next().map(|letter| letter.to_ascii_uppercase()));
        camel.push_str(letters.as_str());
    }
    format_ident!("{camel}", span = name.span())
}

#[cfg(test)]
mod tests {
    use syn::parse_quote;

    use super::{DeriveInput, derived};
    use crate::attributes::without_spaces;

    fn code(item: &DeriveInput) -> String {
        without_spaces(derived(item))
    }

    fn error(item: &DeriveInput) -> String {
        derived(item).unwrap_err().to_string()
    }

    #[test]
    fn entries_have_the_keys_of_serde() {
        let code = code(&parse_quote! {
            struct Ship {
                #[serde(default)]
                name: String,
                #[serde(rename = "type")]
                class: Class,
                #[serde(skip)]
                figures: Figures,
            }
        });
        for arm in [
            r#""name"=>::serde_json::to_value(&self.name).ok()"#,
            r#""type"=>::serde_json::to_value(&self.class).ok()"#,
        ] {
            assert!(code.contains(arm), "{arm} is not in {code}");
        }
        assert!(!code.contains("figures"), "{code}");
    }

    #[test]
    fn schemas_state_label_range_properties_and_doc_comment() {
        let code = code(&parse_quote! {
            struct Ship {
                /// Who is
                /// aboard.
                #[entry(outright, boxes, label = "Men", range = 0..=MOST as i64)]
                crew: u32,
            }
        });
        let holds = "holds:<u32as::rules::unit::EntryValue>::HOLDS.within(0..=MOSTasi64)";
        for part in [
            holds,
            r#"label:::core::option::Option::Some("Men")"#,
            r#"meaning:"Whoisaboard.""#,
            "is:&[::rules::unit::EntryProperty::Outright,::rules::unit::EntryProperty::Boxes]",
        ] {
            assert!(code.contains(part), "{part} is not in {code}");
        }
    }

    #[test]
    fn enums_of_keys_have_the_names_of_fields() {
        let code = code(&parse_quote! {
            #[record(keys = ShipKey)]
            struct Ship { #[serde(rename = "type")] type_slug: String, crew: u32 }
        });
        assert!(code.contains("enumShipKey{TypeSlug,Crew}"), "{code}");
        assert!(code.contains(r#""type"=>::core::option::Option::Some(Self::TypeSlug)"#), "{code}");
    }

    #[test]
    fn secret_entries_are_hidden_always_or_on_a_condition() {
        let code = code(&parse_quote! {
            #[record(secrets(Battle, Side))]
            struct Army {
                #[entry(hidden)]
                deck: u32,
                #[entry(partial = Battle::hides_cards)]
                cards: u32,
                name: String,
            }
        });
        let arms = r#""deck"=>::rules::common::Visibility::Hidden,"cards"ifBattle::hides_cards(battle,owner)=>::rules::common::Visibility::Partial,_=>::rules::common::Visibility::Whole"#;
        assert!(code.contains(arms), "{code}");
        assert!(code.contains("battle:&Battle,owner:Side,entry:&str"), "{code}");
    }

    #[test]
    fn only_structs_with_named_fields_and_no_parameters_are_records() {
        let expected = "expected a struct with named fields";
        assert_eq!(error(&parse_quote! { enum Ship { A } }), expected);
        assert_eq!(error(&parse_quote! { union Ship { a: u8 } }), expected);
        assert_eq!(error(&parse_quote! { struct Ship(u8); }), expected);
        assert_eq!(error(&parse_quote! { struct Ship<T> { a: T } }), "a record has no parameters");
    }

    #[test]
    fn unknown_options_are_errors() {
        let of_record = error(&parse_quote! { #[record(key = A)] struct Ship { a: u8 } });
        assert_eq!(of_record, "expected one of `keys`, `secrets`");
        let of_entry = error(&parse_quote! { struct Ship { #[entry(fix)] a: u8 } });
        assert_eq!(
            of_entry,
            "expected one of `label`, `range`, `hidden`, `partial`, `outright`, `fixed`, `entered`, `needed`, `boxes`"
        );
        let of_serde = error(&parse_quote! { struct Ship { #[serde(flatten)] a: Class } });
        assert_eq!(of_serde, "expected one of `default`, `rename`, `skip`");
        let of_secrets = error(&parse_quote! { #[record(secrets(A))] struct Ship { a: u8 } });
        assert_eq!(of_secrets, "expected the types of the battle and of the owner");
        let skipped = error(&parse_quote! { struct Ship { #[serde(skip)] #[entry(fixed)] a: u8 } });
        assert_eq!(skipped, "serde skips this field");
    }

    #[test]
    fn secrets_need_a_record_that_has_them() {
        let error = error(&parse_quote! { struct Ship { #[entry(hidden)] a: u8 } });
        assert_eq!(error, "expected `#[record(secrets(…))]` at the record");
    }
}
