//! `#[derive(Order)]`: the code for the orders of a game.
//!
//! [`Orders`] generates the words of orders and fields, and the code that reads them,
//! from its [`OrderVariant`]s.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::{Data, DeriveInput, Error, Expr, Field, Fields, Ident, Result, Variant, parse_quote};

use crate::attributes::{Keys, all, option};
use crate::keyword::{kebab_case, meaning, serde_as};

/// The types and implementations for the orders of a game.
pub(crate) fn derived(item: &DeriveInput) -> Result<TokenStream> {
    let orders = Orders::read(item)?;
    let serde = orders.serde();
    let (words, fields) = (orders.words(), orders.fields());
    let (order_word, stated) = (orders.order_word()?, orders.stated()?);
    Ok(quote! { #serde #words #fields #order_word #stated })
}

/// The orders of a game.
struct Orders<'a> {
    item: &'a DeriveInput,
    phases: Expr,
    /// The names of the variants.
    names: Vec<&'a Ident>,
    variants: Vec<OrderVariant<'a>>,
}

impl<'a> Orders<'a> {
    fn read(item: &'a DeriveInput) -> Result<Orders<'a>> {
        let Data::Enum(list) = &item.data else {
            return Err(Error::new_spanned(&item.ident, "expected an enum"));
        };
        let keys = Keys::read(&item.attrs, "order", &item.ident, &["phases"])?;
        let phases = keys.value("phases")?.cloned();
        Ok(Orders {
            item,
            phases: phases.unwrap_or_else(|| parse_quote!(::core::convert::Infallible)),
            names: list.variants.iter().map(|variant| &variant.ident).collect(),
            variants: all(list.variants.iter().map(OrderVariant::read))?,
        })
    }

    /// serde's own code for the orders, with absent fields left out.
    fn serde(&self) -> TokenStream {
        let variants = self.variants.iter().map(|OrderVariant { variant, kind, .. }| {
            let Variant { ident, fields, .. } = variant;
            let names = fields.iter().map(|field| &field.ident);
            let types = fields.iter().map(|field| &field.ty);
            quote! {
                #[serde(rename = #kind)]
                #ident {
                    #(
                        #[serde(skip_serializing_if = "::rules::statement::is_absent")]
                        #names: #types,
                    )*
                }
            }
        });
        serde_as(&self.item.ident, &quote!(tag = "kind"), &quote!(#(#variants),*))
    }

    /// The code of `OrderKind`.
    fn words(&self) -> TokenStream {
        let vis = &self.item.vis;
        let variants = self.variants.iter().map(|OrderVariant { variant, kind, .. }| {
            let Variant { ident, attrs, .. } = variant;
            let docs = attrs.iter().filter(|attribute| attribute.path().is_ident("doc"));
            quote!(#(#docs)* #[keyword(#kind)] #ident)
        });
        quote! {
            /// The words of the orders, without their fields.
            #[allow(unreachable_pub, reason = "as visible as the orders")]
            #[derive(
                Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, ::rules::keyword::Keyword,
            )]
            #vis enum OrderKind { #(#variants),* }
        }
    }

    /// The code of `Field`, and of `fields` with the enums of its variants.
    fn fields(&self) -> TokenStream {
        let (vis, names) = (&self.item.vis, &self.names);
        let lists = self.variants.iter().map(|OrderVariant { variant, .. }| {
            let Variant { ident, fields, .. } = variant;
            let fields = fields.iter().map(|field| &field.ident);
            quote! {
                /// The fields of one order.
                #[derive(Clone, Copy, Debug, PartialEq, Eq)]
                pub enum #ident { #(#fields),* }
            }
        });
        quote! {
            /// The fields of each order, without their values.
            #[allow(non_camel_case_types, unreachable_pub, reason = "named as in the orders")]
            #vis mod fields { #(#lists)* }

            /// A field of an order, without its value.
            #[allow(dead_code, unreachable_pub, reason = "one for each order, used or not")]
            #[derive(Clone, Copy, Debug, PartialEq, Eq)]
            #vis enum Field { #(#names(fields::#names)),* }
        }
    }

    /// The code of `OrderWord`: the phase of each order, and whether it is given once.
    fn order_word(&self) -> Result<TokenStream> {
        let Orders { names, phases, variants, .. } = self;
        let each = all(variants.iter().map(|OrderVariant { keys, .. }| {
            Ok(option(keys.ident("phase")?.map(|phase| quote!(#phases::#phase))))
        }))?;
        let once = variants.iter().map(|variant| variant.keys.get("once").is_some());
        Ok(quote! {
            #[automatically_derived]
            impl ::rules::statement::OrderWord for OrderKind {
                type Phase = #phases;

                fn phase(self) -> ::core::option::Option<#phases> {
                    match self { #(Self::#names => #each),* }
                }

                fn is_once(self) -> bool {
                    match self { #(Self::#names => #once),* }
                }
            }
        })
    }

    /// The code of `Stated`: the schema, and the words of an order.
    fn stated(&self) -> Result<TokenStream> {
        let (item, variants) = (&self.item.ident, &self.names);
        let specs = all(self.variants.iter().map(OrderVariant::spec))?;
        let issuers = self.variants.iter().map(OrderVariant::issuer);
        let (mut kinds, mut names, mut fields) = (Vec::new(), Vec::new(), Vec::new());
        for OrderVariant { variant, kind, .. } in &self.variants {
            for field in &variant.fields {
                let (order, name) = (&variant.ident, &field.ident);
                kinds.push(kind);
                names.push(name_of(field));
                fields.push(quote!(Field::#order(fields::#order::#name)));
            }
        }
        Ok(quote! {
            #[automatically_derived]
            impl ::rules::statement::Stated for #item {
                type Kind = OrderKind;
                type Field = Field;

                fn specs() -> &'static [::rules::schema::OrderSpec] {
                    use ::std::{sync::LazyLock, vec, vec::Vec};
                    static ALL: LazyLock<Vec<::rules::schema::OrderSpec>> = LazyLock::new(|| {
                        vec![#(#specs,)* ::rules::ending::AGREE, ::rules::schema::ADJUST]
                    });
                    &ALL
                }

                fn kind(&self) -> OrderKind {
                    match self { #(Self::#variants { .. } => OrderKind::#variants),* }
                }

                fn issuer(&self) -> ::core::option::Option<::rules::common::Subject> {
                    match self { #(#issuers),* }
                }

                fn field(kind: &str, name: &str) -> ::core::option::Option<Field> {
                    match (kind, name) {
                        #((#kinds, #names) => ::core::option::Option::Some(#fields),)*
                        _ => ::core::option::Option::None,
                    }
                }

                fn name_of(field: Field) -> &'static str {
                    match field { #(#fields => #names),* }
                }
            }
        })
    }
}

/// An order, without its schema.
struct OrderVariant<'a> {
    variant: &'a Variant,
    kind: Expr,
    givers: Vec<Ident>,
    keys: Keys<'a>,
}

impl<'a> OrderVariant<'a> {
    fn read(variant: &'a Variant) -> Result<OrderVariant<'a>> {
        if let Fields::Unnamed(fields) = &variant.fields {
            return Err(Error::new_spanned(fields, "fields need names"));
        }
        let keys = Keys::read(
            &variant.attrs,
            "order",
            &variant.ident,
            &[
                "name",
                "what",
                "explained",
                "rule",
                "kind",
                "by",
                "at",
                "phase",
                "once",
                "part",
                "sign",
            ],
        )?;
        if let (Some(once), None) = (keys.get("once"), keys.get("phase")) {
            return Err(Error::new_spanned(once, "`once` needs a `phase`"));
        }
        let word = kebab_case(&variant.ident.to_string());
        let kind = keys.value("kind")?.cloned().unwrap_or_else(|| parse_quote!(#word));
        Ok(OrderVariant { variant, kind, givers: keys.list("by")?, keys })
    }

    /// The code of its `OrderSpec`.
    fn spec(&self) -> Result<TokenStream> {
        let OrderVariant { variant, kind, givers, keys } = self;
        let target = keys.ident("at")?;
        for named in givers.iter().chain(&target) {
            if !variant.fields.iter().any(|field| field.ident.as_ref() == Some(named)) {
                let why = format!("`{}` has no field `{named}`", variant.ident);
                return Err(Error::new_spanned(named, why));
            }
        }
        let [name, what, rule] = [keys.needed("name")?, keys.needed("what")?, keys.needed("rule")?];
        let explained = option(keys.value("explained")?);
        let part = keys.ident("part")?.unwrap_or_else(|| parse_quote!(Act));
        let sign = option(keys.ident("sign")?.map(|sign| quote!(::rules::drawing::Icon::#sign)));
        let givers = givers.iter().map(Ident::to_string);
        let target = option(target.map(|target| target.to_string()));
        let fields = all(variant.fields.iter().map(field_spec))?;
        Ok(quote!({
            static FIELDS: LazyLock<Vec<::rules::schema::FieldSpec>> =
                LazyLock::new(|| vec![#(#fields),*]);
            ::rules::schema::OrderSpec {
                kind: #kind,
                name: #name,
                what: #what,
                explained: #explained,
                rule: #rule,
                part: ::rules::schema::Part::#part,
                sign: #sign,
                givers: &[#(#givers),*],
                target: #target,
                fields: &FIELDS,
            }
        }))
    }

    /// The arm of `issuer`: the first issuer field that is filled in.
    fn issuer(&self) -> TokenStream {
        let (ident, givers) = (&self.variant.ident, &self.givers);
        quote! {
            Self::#ident { #(#givers,)* .. } =>
                ::core::option::Option::None
                    #(.or_else(|| ::rules::issuer::IssuerField::subject(#givers)))*
        }
    }
}

/// The code of the `FieldSpec` of a field.
fn field_spec(field: &Field) -> Result<TokenStream> {
    let Field { ty, attrs, .. } = field;
    let keys = Keys::read(
        attrs,
        "field",
        field,
        &["ask", "explained", "default", "range", "words", "measures"],
    )?;
    let name = name_of(field);
    let label = label(&name);
    let question = keys.value("ask")?.cloned().unwrap_or_else(|| parse_quote!(#label));
    let explained = option(keys.value("explained")?);
    let meaning = meaning(attrs);
    let takes = match (keys.value("range")?, keys.list::<Ident>("words")?) {
        (None, words) if words.is_empty() => quote!(<#ty as ::rules::statement::TypedField>::TAKES),
        (None, words) => quote!(::rules::value_type::ValueType::Choice {
            words: const { &[#(<#ty>::#words.slug()),*] },
        }),
        (Some(range), words) if words.is_empty() => {
            quote!(<#ty as ::rules::statement::Ranged>::within(#range))
        }
        (Some(range), _) => {
            return Err(Error::new_spanned(range, "a field with `words` has no `range`"));
        }
    };
    let default = if let Some(default) = keys.value("default")? {
        quote!(default_of(#default))
    } else {
        quote!(LEFT_OUT)
    };
    let measure = keys.ident("measures")?.unwrap_or_else(|| parse_quote!(Amount));
    Ok(quote! {
        ::rules::schema::FieldSpec {
            name: #name,
            question: #question,
            explained: #explained,
            meaning: #meaning,
            takes: #takes,
            default: <#ty as ::rules::statement::FieldType>::#default,
            chosen_by: <#ty as ::rules::statement::FieldType>::CHOSEN_BY,
            measures: ::rules::schema::Measure::#measure,
        }
    })
}

fn name_of(field: &Field) -> String {
    field.ident.to_token_stream().to_string()
}

/// The name of a field as a label: `Mp left` for `mp_left`.
fn label(name: &str) -> String {
    let mut label = name.replace('_', " ");
    if let Some(first) = label.get_mut(..1) {
        first.make_ascii_uppercase();
    }
    label
}

#[cfg(test)]
mod tests {
    use syn::parse_quote;

    use super::{DeriveInput, derived, label};
    use crate::attributes::without_spaces;

    fn code(item: &DeriveInput) -> String {
        without_spaces(derived(item))
    }

    /// The errors, one a line.
    fn errors(item: &DeriveInput) -> String {
        let errors = derived(item).unwrap_err().into_iter();
        errors.map(|error| error.to_string()).collect::<Vec<_>>().join("\n")
    }

    /// The errors of an order with these keys and a field `ship`.
    fn errors_of_keys(keys: &str) -> String {
        let item = format!("enum Order {{ #[order({keys})] Ram {{ ship: Tag }} }}");
        errors(&syn::parse_str(&item).unwrap())
    }

    /// The errors of a field with these keys.
    fn errors_of_field(keys: &str) -> String {
        let order = r#"#[order(name = "Ram", what = "Rams.", rule = RAM)]"#;
        let item = format!("enum Order {{ {order} Ram {{ #[field({keys})] ship: Tag }} }}");
        errors(&syn::parse_str(&item).unwrap())
    }

    #[test]
    fn labels_are_names_with_spaces_and_a_capital() {
        assert_eq!(label("ship"), "Ship");
        assert_eq!(label("mp_left"), "Mp left");
    }

    #[test]
    fn an_order_has_defaults_for_keys_that_it_leaves_out() {
        let code = code(&parse_quote! {
            /// The orders of a game.
            pub enum Order {
                /// She drives her beak
                /// into a side.
                #[order(name = "Ram", what = "Rams.", rule = RAM)]
                RamHull {
                    /// The ship
                    /// that rams.
                    own_ship: Option<Tag>,
                }
            }
        });
        for expected in [
            r#"kind:"ram-hull",name:"Ram",what:"Rams.",explained:::core::option::Option::None,rule:RAM,"#,
            "part:::rules::schema::Part::Act,sign:::core::option::Option::None,givers:&[],",
            r#"name:"own_ship",question:"Ownship","#,
            r#"meaning:"Theshipthatrams.",takes:<Option<Tag>as::rules::statement::TypedField>::TAKES,"#,
            "default:<Option<Tag>as::rules::statement::FieldType>::LEFT_OUT,",
            r#"#[serde(rename="ram-hull")]RamHull{"#,
            "typePhase=::core::convert::Infallible;",
            "match self{Self::RamHull=>::core::option::Option::None}",
            "match self{Self::RamHull=>false}",
        ] {
            assert!(code.contains(&expected.replace(' ', "")), "{expected}: {code}");
        }
    }

    #[test]
    fn an_order_states_its_word_phase_and_issuers() {
        let code = code(&parse_quote! {
            #[order(phases = Phase)]
            enum Order {
                #[order(name = "Ram", what = "Rams.", rule = RAM, kind = "rams", by(ship, side),
                        at = target, phase = Move, once, part = Moves, sign = Ram)]
                Ram {
                    #[field(ask = "Who", default = [], range = 0..=MOST, measures = Seen)]
                    ship: u8,
                    #[field(words(A, B), explained = "Either.")]
                    side: Side,
                    target: Tag,
                },
                #[order(name = "End", what = "Ends.", rule = END)]
                End,
            }
        });
        for expected in [
            r#"#[keyword("rams")]Ram,#[keyword("end")]End"#,
            "Self::Ram{ship,side,..}=>::core::option::Option::None\
             .or_else(||::rules::issuer::IssuerField::subject(ship))\
             .or_else(||::rules::issuer::IssuerField::subject(side))",
            "Self::End{..}=>::core::option::Option::None",
            r#"givers:&["ship","side"],target:::core::option::Option::Some("target"),"#,
            "Self::Ram=>::core::option::Option::Some(Phase::Move)",
            "Self::Ram=>true,Self::End=>false",
            r#"question:"Who""#,
            "takes:<u8as::rules::statement::Ranged>::within(0..=MOST),\
             default:<u8as::rules::statement::FieldType>::default_of([]),",
            "measures:::rules::schema::Measure::Seen",
            "const{&[<Side>::A.slug(),<Side>::B.slug()]}",
            r#"explained:::core::option::Option::Some("Either.")"#,
        ] {
            assert!(code.contains(expected), "{expected}: {code}");
        }
    }

    #[test]
    fn orders_are_enums_whose_fields_have_names() {
        assert_eq!(errors(&parse_quote! { struct Order; }), "expected an enum");
        let tuple = parse_quote! {
            enum Order { #[order(name = "Ram", what = "Rams.", rule = RAM)] Ram(Tag) }
        };
        assert_eq!(errors(&tuple), "fields need names");
    }

    #[test]
    fn missing_keys_of_an_order_are_named() {
        assert_eq!(errors(&parse_quote! { enum Order { Ram } }), "`name = …` is missing");
        assert_eq!(errors_of_keys(r#"name = "Ram", rule = RAM"#), "`what = …` is missing");
        assert_eq!(errors_of_keys(r#"name = "Ram", what = "Rams.""#), "`rule = …` is missing");
    }

    #[test]
    fn unknown_and_repeated_keys_are_errors() {
        let unknown = errors_of_keys("nam = 1");
        assert!(unknown.starts_with("expected one of `name`, `what`, "), "{unknown}");
        assert_eq!(errors_of_keys(r#"name = "Ram", name = "Board""#), "stated twice");
        let unknown = errors_of_field(r#"asks = "Ship""#);
        assert!(unknown.starts_with("expected one of `ask`, `explained`, "), "{unknown}");
        let phase = parse_quote! { #[order(phase = Phase)] enum Order {} };
        assert_eq!(errors(&phase), "expected one of `phases`");
    }

    #[test]
    fn keys_that_do_not_agree_are_errors() {
        let whole = r#"name = "Ram", what = "Rams.", rule = RAM"#;
        for (keys, why) in [
            ("by(galley)", "`Ram` has no field `galley`"),
            ("at = target", "`Ram` has no field `target`"),
            ("phase = 1", "expected identifier"),
            ("once", "`once` needs a `phase`"),
            ("by = ship", "expected `(`"),
            ("sign", "expected a value for this attribute: `sign = ...`"),
        ] {
            assert_eq!(errors_of_keys(&format!("{whole}, {keys}")), why);
        }
        let why = "a field with `words` has no `range`";
        assert_eq!(errors_of_field("words(A), range = 1..=2"), why);
    }

    #[test]
    fn the_errors_of_all_orders_are_reported() {
        let item = parse_quote! { enum Order { #[order(nam = 1)] Ram, #[order(wat = 1)] Board } };
        assert_eq!(errors(&item).lines().count(), 2);
    }
}
