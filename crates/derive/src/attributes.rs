//! The attributes of the derives, and pieces of code that all derives generate.

use std::collections::BTreeMap;

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::parse::Parse;
use syn::punctuated::Punctuated;
use syn::{Attribute, Error, Expr, Ident, Meta, Result, Token};

/// The keys of an attribute: `key = value`, `key(names)` or `key`.
pub(crate) struct Keys<'a> {
    /// The item that has the attributes.
    item: &'a dyn ToTokens,
    stated: BTreeMap<String, Meta>,
}

impl<'a> Keys<'a> {
    /// Reads the attributes with this name. A key that is not in `known` is an error.
    pub(crate) fn read(
        attributes: &[Attribute],
        name: &str,
        item: &'a dyn ToTokens,
        known: &[&str],
    ) -> Result<Keys<'a>> {
        let mut stated = BTreeMap::new();
        for attribute in attributes.iter().filter(|attribute| attribute.path().is_ident(name)) {
            let list = Punctuated::<Meta, Token![,]>::parse_terminated;
            for meta in attribute.parse_args_with(list)? {
                let key = meta.path().to_token_stream().to_string();
                if !known.contains(&&*key) {
                    let why = format!("expected one of `{}`", known.join("`, `"));
                    return Err(Error::new_spanned(meta.path(), why));
                }
                if let Some(twice) = stated.insert(key, meta) {
                    return Err(Error::new_spanned(twice, "stated twice"));
                }
            }
        }
        Ok(Keys { item, stated })
    }

    /// The value of a key.
    pub(crate) fn value(&self, key: &str) -> Result<Option<&Expr>> {
        self.get(key).map(|meta| Ok(&meta.require_name_value()?.value)).transpose()
    }

    /// The value of a required key.
    pub(crate) fn needed(&self, key: &str) -> Result<&Expr> {
        let missing = || Error::new_spanned(self.item, format!("`{key} = …` is missing"));
        self.value(key)?.ok_or_else(missing)
    }

    /// The value of a key that takes a name.
    pub(crate) fn ident(&self, key: &str) -> Result<Option<Ident>> {
        self.value(key)?.map(|value| syn::parse2(value.to_token_stream())).transpose()
    }

    /// The list in the parentheses of a key; empty without the key.
    pub(crate) fn list<T: Parse>(&self, key: &str) -> Result<Vec<T>> {
        let Some(meta) = self.get(key) else { return Ok(Vec::new()) };
        let list = Punctuated::<T, Token![,]>::parse_terminated;
        Ok(meta.require_list()?.parse_args_with(list)?.into_iter().collect())
    }

    /// A key as it is written.
    pub(crate) fn get(&self, key: &str) -> Option<&Meta> {
        self.stated.get(key)
    }
}

/// All values, or all errors.
pub(crate) fn all<T>(results: impl Iterator<Item = Result<T>>) -> Result<Vec<T>> {
    let (mut found, mut errors) = (Vec::new(), None::<Error>);
    for result in results {
        match (result, &mut errors) {
            (Ok(one), _) => found.push(one),
            (Err(error), Some(errors)) => errors.combine(error),
            (Err(error), None) => errors = Some(error),
        }
    }
    errors.map_or(Ok(found), Err)
}

/// The code for an `Option`.
pub(crate) fn option(value: Option<impl ToTokens>) -> TokenStream {
    if let Some(value) = value {
        quote!(::core::option::Option::Some(#value))
    } else {
        quote!(::core::option::Option::None)
    }
}

/// The generated code, without the spaces between tokens.
#[cfg(test)]
pub(crate) fn without_spaces(code: Result<TokenStream>) -> String {
    code.unwrap().to_string().replace(' ', "")
}
