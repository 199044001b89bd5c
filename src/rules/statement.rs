//! An order is stated once. From one statement, `orders!` makes both the typed
//! order that the resolver reads and the schema that parsing, offers, forms,
//! errors and help use, so that neither can have a field that the other lacks.
//!
//! ```text
//! orders! {
//!     /// An order of the harbour, complete.
//!     pub enum Order {
//!         /// She pays her dues and may leave.
//!         PayDues = "pay-dues", "Pay the dues" {
//!             what: "Pays what the harbour asks for a ship.",
//!             rule: rule::DUES,
//!             /// The ship that pays.
//!             ship: Tag => "Ship",
//!             /// What she pays with.
//!             coin: Coin = Coin::Drachma => "Coin",
//!             /// Coins paid, up to the most that the toll takes at once.
//!             amount: u32 = 1 => "Coins" in 0..=MOST_COINS,
//!             /// Who vouches for her, where somebody does.
//!             voucher: Option<Tag> => "Voucher",
//!             /// What the keeper of the chain says to it.
//!             reply: Chosen<Reply> => "The keeper replies",
//!         }
//!     }
//! }
//! ```
//!
//! A field is `name: type`, then `= default` if it may be left out, then `=>`
//! and what the form asks. These may follow, in this order: `of [..]` if only
//! some words of its type fit, `as Reach` if a number is the distance of a
//! target, and `in min..=max`, which every number must have. An `Option` may be
//! left out and has no default. A [`Chosen`] is chosen by the other side; its
//! default is `Some(value)`, or `None` if it may be left out but has no
//! default. What a field takes follows from its type ([`FieldType`]); the
//! players' correction (`adjust`) is added to every system's orders.
//!
//! [`Chosen`]: super::chosen::Chosen

use std::convert::Infallible;
use std::ops::RangeInclusive;

use serde_json::Value;

use super::common::{Side, Tag, Whose};
use super::schema::{Chooser, LeftOut, Takes};
use super::slug::Slug;

/// A type that a field of an order can have.
pub(crate) trait FieldType {
    /// How a default is written; [`Infallible`] where there cannot be one.
    type Written;
    /// Its value when it is left out and no default is written.
    const LEFT_OUT: LeftOut = LeftOut::Required;
    /// The side that chooses its value.
    const CHOSEN_BY: Chooser = Chooser::Giver;

    /// A default in the form that the schema uses.
    fn default_of(written: Self::Written) -> LeftOut;

    /// Whether it has no value, so that it is not serialized.
    fn is_absent(&self) -> bool {
        false
    }
}

/// A type that alone determines what its field takes.
pub(crate) trait Told: FieldType {
    /// What the field takes.
    const TAKES: Takes;
}

/// A type whose field takes whole numbers within a range that the order states.
pub(crate) trait Ranged: FieldType {
    /// The type of the range's ends.
    type Number: Into<i64> + Copy;
    /// Words that it takes besides the numbers.
    const WORDS: &'static [&'static str] = &[];

    /// What a field with this range takes.
    #[must_use]
    fn within(range: RangeInclusive<Self::Number>) -> Takes {
        let (min, max) = ((*range.start()).into(), (*range.end()).into());
        match Self::WORDS {
            [] => Takes::Number { min, max },
            words => Takes::NumberOr { min, max, words },
        }
    }
}

/// Types that an order always states: they have no default.
macro_rules! always_named {
    ($($Type:ty => $takes:expr),+ $(,)?) => {$(
        impl FieldType for $Type {
            type Written = Infallible;

            fn default_of(written: Infallible) -> LeftOut {
                match written {}
            }
        }

        impl Told for $Type {
            const TAKES: Takes = $takes;
        }
    )+};
}

always_named! {
    Tag => Takes::Unit,
    Side => Takes::Side,
    Whose => Takes::UnitOrSide,
    Value => Takes::Any,
}

impl FieldType for bool {
    type Written = bool;

    fn default_of(written: bool) -> LeftOut {
        LeftOut::Flag(written)
    }
}

impl Told for bool {
    const TAKES: Takes = Takes::Flag;
}

impl FieldType for String {
    type Written = &'static str;

    fn default_of(written: &'static str) -> LeftOut {
        LeftOut::Word(written)
    }
}

impl Told for String {
    const TAKES: Takes = Takes::Text;
}

impl<T: Slug> FieldType for T {
    type Written = T;

    fn default_of(written: T) -> LeftOut {
        LeftOut::Word(written.word())
    }
}

impl<T: Slug> Told for T {
    const TAKES: Takes = Takes::Choice { words: T::WORDS };
}

/// A list may be empty where the order says so.
impl<T> FieldType for Vec<T> {
    type Written = [T; 0];

    fn default_of(_: [T; 0]) -> LeftOut {
        LeftOut::Empty
    }
}

impl Told for Vec<Tag> {
    const TAKES: Takes = Takes::Units;
}

impl Told for Vec<String> {
    const TAKES: Takes = Takes::Texts;
}

/// A field that may be left out: the rules do without it.
impl<T: FieldType> FieldType for Option<T> {
    type Written = Infallible;
    const LEFT_OUT: LeftOut = LeftOut::Absent;

    fn default_of(written: Infallible) -> LeftOut {
        match written {}
    }

    fn is_absent(&self) -> bool {
        self.is_none()
    }
}

impl<T: Told> Told for Option<T> {
    const TAKES: Takes = T::TAKES;
}

impl<T: Ranged> Ranged for Option<T> {
    type Number = T::Number;
    const WORDS: &'static [&'static str] = T::WORDS;
}

macro_rules! numbers {
    ($($Number:ty),+) => {$(
        impl FieldType for $Number {
            type Written = $Number;

            fn default_of(written: $Number) -> LeftOut {
                LeftOut::Number(written.into())
            }
        }

        impl Ranged for $Number {
            type Number = $Number;
        }
    )+};
}

numbers!(u8, u32);

/// Whether a field has nothing to serialize.
pub(crate) fn is_absent<T: FieldType>(value: &T) -> bool {
    value.is_absent()
}

/// Makes the typed order of a system and its schema from one statement; see the
/// head of this file.
macro_rules! orders {
    (
        $(#[doc = $enum_doc:literal])*
        pub enum $Order:ident {
            $(
                $(#[doc = $doc:literal])*
                $Variant:ident = $kind:literal, $name:literal {
                    what: $what:literal,
                    rule: $rule:expr,
                    $(
                        $(#[doc = $field_doc:literal])*
                        $field:ident: $Type:ty $(= $default:expr)? => $question:literal
                            $(of [$($Word:ident),+ $(,)?])?
                            $(as $Measure:ident)? $(in $range:expr)?,
                    )*
                }
            )+
        }
    ) => {
        $(#[doc = $enum_doc])*
        #[derive(Clone, Debug, PartialEq, ::serde::Serialize, ::serde::Deserialize)]
        #[serde(tag = "kind")]
        pub enum $Order {
            $(
                $(#[doc = $doc])*
                #[serde(rename = $kind)]
                $Variant {
                    $(
                        $(#[doc = $field_doc])*
                        #[serde(skip_serializing_if = "crate::rules::statement::is_absent")]
                        $field: $Type,
                    )*
                },
            )+
            /// The players' own correction of a record.
            #[serde(rename = "adjust")]
            Adjust {
                /// The unit or side whose record is corrected.
                ship: $crate::rules::common::Whose,
                /// The entry; dotted where it is one of several:
                /// `ammo.archers-1`.
                field: String,
                /// Its new value.
                #[serde(default)]
                value: ::serde_json::Value,
                /// Why, for the log.
                note: String,
            },
        }

        impl $Order {
            /// The kinds of order, in the order of a turn.
            #[must_use]
            pub fn specs() -> &'static [$crate::rules::schema::OrderSpec] {
                use $crate::rules::schema::{ADJUST, FieldSpec, OrderSpec};
                use ::std::sync::LazyLock;
                static ALL: LazyLock<Vec<OrderSpec>> = LazyLock::new(|| vec![
                    $(
                        {
                            static FIELDS: LazyLock<Vec<FieldSpec>> = LazyLock::new(|| vec![
                                $(FieldSpec {
                                    name: stringify!($field),
                                    question: $question,
                                    takes: orders!(@takes $Type, [$($($Word),+)?], ($($range)?)),
                                    default: orders!(@default $Type, $($default)?),
                                    chosen_by: <$Type as $crate::rules::statement::FieldType>::CHOSEN_BY,
                                    measures: orders!(@measure $($Measure)?),
                                }),*
                            ]);
                            OrderSpec {
                                kind: $kind,
                                name: $name,
                                what: $what,
                                rule: $rule,
                                fields: &FIELDS,
                            }
                        },
                    )+
                    ADJUST,
                ]);
                &ALL
            }
        }
    };
    (@takes $Type:ty, [], ()) => {
        <$Type as $crate::rules::statement::Told>::TAKES
    };
    (@takes $Type:ty, [], ($range:expr)) => {
        <$Type as $crate::rules::statement::Ranged>::within($range)
    };
    (@takes $Type:ty, [$($Word:ident),+], ()) => {{
        const WORDS: &[&str] = &[$(<$Type>::$Word.slug()),+];
        $crate::rules::schema::Takes::Choice { words: WORDS }
    }};
    (@default $Type:ty,) => {
        <$Type as $crate::rules::statement::FieldType>::LEFT_OUT
    };
    (@default $Type:ty, $default:expr) => {
        <$Type as $crate::rules::statement::FieldType>::default_of($default)
    };
    (@measure) => { $crate::rules::schema::Measure::Amount };
    (@measure $Measure:ident) => { $crate::rules::schema::Measure::$Measure };
}

pub(crate) use orders;

#[cfg(test)]
#[allow(unreachable_pub, reason = "orders and words are public where they are at home")]
mod tests {
    use serde_json::json;

    use crate::rules::chosen::Chosen;
    use crate::rules::common::Tag;
    use crate::rules::schema::{Chooser, FieldSpec, LeftOut, Measure, Takes, complete, declared};
    use crate::rules::slug::slugs;

    slugs! {
        /// What a harbour takes.
        pub enum Coin {
            /// A day's pay.
            Drachma = "drachma",
            /// A sixth of it.
            Obol = "obol",
            /// A month's pay of a crew.
            Talent = "talent",
        }
    }

    const MOST_COINS: u32 = 12;

    orders! {
        /// An order of the harbour, complete.
        pub enum Order {
            /// She pays her dues and may leave.
            PayDues = "pay-dues", "Pay the dues" {
                what: "Pays what the harbour asks for a ship.",
                rule: "Harbour: dues",
                /// The ship that pays.
                ship: Tag => "Ship",
                /// What she pays with.
                coin: Coin = Coin::Obol => "Coin" of [Drachma, Obol],
                /// How many.
                amount: u32 = 1 => "Coins" in 0..=MOST_COINS,
                /// How far off she is, in cables.
                cables: u8 = 0 => "Cables off" as Reach in 0..=3,
                /// Who vouches for her.
                voucher: Option<Tag> => "Voucher",
                /// What the keeper of the chain would rather have.
                rather: Chosen<Coin> = None => "Rather",
                /// Whoever sails with her.
                company: Vec<Tag> = [] => "In company",
            }
            /// Everybody goes home.
            Close = "close", "Close" {
                what: "Closes the harbour.",
                rule: "Harbour: evening",
            }
        }
    }

    fn field(name: &str) -> &'static FieldSpec {
        Order::specs()[0].fields.iter().find(|field| field.name == name).expect("a field")
    }

    #[test]
    fn the_schema_follows_from_the_types_and_defaults_of_the_statement() {
        let kinds: Vec<_> = Order::specs().iter().map(|spec| spec.kind).collect();
        assert_eq!(kinds, ["pay-dues", "close", "adjust"]);
        for (name, takes, default) in [
            ("ship", Takes::Unit, LeftOut::Required),
            ("coin", Takes::Choice { words: &["drachma", "obol"] }, LeftOut::Word("obol")),
            ("amount", Takes::Number { min: 0, max: 12 }, LeftOut::Number(1)),
            ("voucher", Takes::Unit, LeftOut::Absent),
            ("rather", Takes::Choice { words: Coin::SLUGS }, LeftOut::Absent),
            ("company", Takes::Units, LeftOut::Empty),
        ] {
            assert_eq!((field(name).takes, field(name).default), (takes, default), "{name}");
        }
        assert_eq!(field("rather").chosen_by, Chooser::OtherSide);
        assert_eq!(field("coin").chosen_by, Chooser::Giver);
        assert_eq!(field("cables").measures, Measure::Reach);
        assert_eq!(field("amount").measures, Measure::Amount);
    }

    #[test]
    fn an_order_is_read_with_its_defaults_and_written_without_what_is_absent() {
        let written = json!({"kind": "pay-dues", "ship": "A1"});
        let written = written.as_object().expect("an object");
        let (_, whole) = complete(Order::specs(), written).expect("complete");
        let order: Order = serde_json::from_value(whole.into()).expect("typed");
        let ship = "A1".parse().expect("a tag");
        let expected = Order::PayDues {
            ship,
            coin: Coin::Obol,
            amount: 1,
            cables: 0,
            voucher: None,
            rather: Chosen::Left,
            company: Vec::new(),
        };
        assert_eq!(order, expected);
        assert_eq!(
            serde_json::to_value(&order).expect("written"),
            json!({"kind": "pay-dues", "ship": "A1", "coin": "obol", "amount": 1, "cables": 0, "company": []})
        );
    }

    #[test]
    fn what_the_other_side_chooses_is_open_in_an_order_that_is_declared_until_it_is_said() {
        let rather = |written: serde_json::Value| {
            let written = written.as_object().expect("an object");
            let (_, whole) = declared(Order::specs(), written).expect("complete");
            match serde_json::from_value(whole.into()).expect("typed") {
                Order::PayDues { rather, .. } => rather,
                other => panic!("{other:?}"),
            }
        };
        assert_eq!(rather(json!({"kind": "pay-dues", "ship": "A1"})), Chosen::Open);
        let said = json!({"kind": "pay-dues", "ship": "A1", "rather": "talent"});
        assert_eq!(rather(said), Chosen::Said(Coin::Talent));
    }
}
