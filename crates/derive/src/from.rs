//! `#[derive(From)]`: conversions into an enum whose variants hold one value each.

use proc_macro2::TokenStream;
use quote::quote;
use syn::{Data, DeriveInput, Error, Fields, Result};

/// A `From` for the value of every variant.
pub(crate) fn derived(item: &DeriveInput) -> Result<TokenStream> {
    let ident = &item.ident;
    let Data::Enum(list) = &item.data else {
        return Err(Error::new_spanned(ident, "expected an enum"));
    };
    let mut conversions = TokenStream::new();
    for variant in &list.variants {
        let name = &variant.ident;
        let held = match &variant.fields {
            Fields::Unnamed(fields) if fields.unnamed.len() == 1 => &fields.unnamed[0].ty,
            _ => return Err(Error::new_spanned(variant, "expected a variant with one value")),
        };
        conversions.extend(quote! {
            #[automatically_derived]
            impl ::core::convert::From<#held> for #ident {
                fn from(value: #held) -> Self {
                    Self::#name(value)
                }
            }
        });
    }
    Ok(conversions)
}

#[cfg(test)]
mod tests {
    use syn::parse_quote;

    use super::derived;

    #[test]
    fn variants_without_exactly_one_value_are_errors() {
        let two = derived(&parse_quote!(
            enum Battle {
                Ships(Fleet, Fleet),
            }
        ));
        assert_eq!(two.unwrap_err().to_string(), "expected a variant with one value");
        let none = derived(&parse_quote!(
            struct Battle;
        ));
        assert_eq!(none.unwrap_err().to_string(), "expected an enum");
    }
}
