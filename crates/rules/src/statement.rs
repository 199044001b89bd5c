//! Definitions of orders. From one definition, `orders!` makes the typed order for the
//! resolver, its word without fields (`OrderKind`), each of its fields without a value
//! (`Field`), and the schema for parsing, offers, forms, errors and help, so that these
//! cannot disagree.
//!
//! ```text
//! orders! {
//!     /// An order of the harbour, complete.
//!     pub enum Order in Watch {
//!         /// She pays her dues and may leave.
//!         PayDues = "pay-dues", "Pay the dues" [by ship at keeper once in Morning sign Oar] {
//!             what: "Pays what the harbour asks for a ship.",
//!             rule: rule::DUES,
//!             /// The ship that pays.
//!             ship: Tag => "Ship",
//!             /// The keeper who is paid.
//!             keeper: Tag => "Keeper of the chain",
//!             /// The kind of coin.
//!             coin: Coin = Coin::Drachma => "Coin" ("A drachma is a day’s pay."),
//!             /// Coins paid, up to the most that the toll takes at once.
//!             amount: u32 = 1 => "Coins" in 0..=MOST_COINS,
//!             /// The ship that vouches for her, if any.
//!             voucher: Option<Tag> => "Voucher",
//!             /// The reply of the keeper of the chain.
//!             reply: Chosen<Reply> => "The keeper replies",
//!         }
//!     }
//! }
//! ```
//!
//! A game without phases leaves out `in Watch`. The brackets contain, if needed and in this
//! order: `by` and the fields that name the issuer (the first that is filled in counts;
//! without any, the issuer is the battle as a whole), `at` and the field that names the
//! target, `in` and the phase of the order (`once in` if it is given once in the phase),
//! `as` and its [`Part`], and its `sign`. The text after `what:` may be followed by a
//! longer explanation. Players read the doc comments of orders and fields as explanations.
//!
//! A field is `name: type`, then `= default` if it may be left out, then `=>` and its label
//! in the form. These may follow, in this order: an explanation in parentheses, `of [..]`
//! if only some words of its type fit, `as Reach` if a number is the distance of a target,
//! `as Seen` if only the players can see the value on the table, and `in min..=max` for the
//! range of every number. An `Option` may be left out and has no default. The other side
//! chooses a [`Chosen`]; its default is `Some(value)`, or `None` if it may be left out but
//! has no default. The type of a field decides what it takes ([`FieldType`]). The
//! correction (`adjust`) and the agreed result (`agree-result`) are orders of every game.
//!
//! [`Chosen`]: super::opponent_choice::Chosen
//! [`Part`]: super::schema::Part

use std::convert::Infallible;
use std::ops::RangeInclusive;

use serde_json::Value;

use super::common::{RecordOwner, Side, Subject, Tag};
use super::keyword::Keyword;
use super::schema::{Chooser, LeftOut, OrderSpec, ValueType};

/// A typed order of a game, made from its definition.
pub trait Stated {
    /// Its word, without its fields.
    type Kind: OrderWord;
    /// A field of an order, without its value.
    type Field: Copy;

    /// The kinds of order in turn order; those that every game has come last.
    fn specs() -> &'static [OrderSpec];
    /// Its word.
    fn kind(&self) -> Self::Kind;
    /// The issuer, if it is a unit or a side.
    fn issuer(&self) -> Option<Subject>;
    /// The field with this name of the order with this word.
    fn field(kind: &str, name: &str) -> Option<Self::Field>;
    /// The name of a field in a written order.
    fn name_of(field: Self::Field) -> &'static str;
}

/// The word of an order.
pub trait OrderWord: Keyword + Eq {
    /// The phases of the game.
    type Phase;

    /// The phase of the order; `None` if it has none, or if the phase depends on its
    /// fields.
    fn phase(self) -> Option<Self::Phase>;
    /// Whether the order is given once in its phase.
    fn is_once(self) -> bool;
}

/// A type that a field of an order can have.
pub trait FieldType {
    /// The type of a written default; [`Infallible`] if there cannot be one.
    type Written;
    /// The value of a field that is left out and has no written default.
    const LEFT_OUT: LeftOut = LeftOut::Required;
    /// The side that chooses its value.
    const CHOSEN_BY: Chooser = Chooser::Giver;

    /// A default in the form of the schema.
    fn default_of(written: Self::Written) -> LeftOut;

    /// Whether it has no value, so that it is not serialized.
    fn is_left_out(&self) -> bool {
        false
    }
}

/// A field type whose values do not depend on the order.
pub trait TypedField: FieldType {
    /// What the field takes.
    const TAKES: ValueType;
}

/// A type whose field takes whole numbers within a range that the order states.
pub trait Ranged: FieldType {
    /// The type of the range's ends.
    type Number: Into<i64> + Copy;
    /// Words that it takes as well as numbers.
    const WORDS: &'static [&'static str] = &[];

    /// What a field with this range takes.
    #[must_use]
    fn within(range: RangeInclusive<Self::Number>) -> ValueType {
        let (min, max) = ((*range.start()).into(), (*range.end()).into());
        match Self::WORDS {
            [] => ValueType::Number { min, max },
            words => ValueType::NumberOr { min, max, words },
        }
    }
}

/// Implements field types that must be stated: they have no default.
macro_rules! always_named {
    ($($Type:ty => $takes:expr),+ $(,)?) => {$(
        impl FieldType for $Type {
            type Written = Infallible;

            fn default_of(written: Infallible) -> LeftOut {
                match written {}
            }
        }

        impl TypedField for $Type {
            const TAKES: ValueType = $takes;
        }
    )+};
}

always_named! {
    Tag => ValueType::Unit,
    Side => ValueType::Side,
    RecordOwner => ValueType::UnitOrSide,
    Value => ValueType::Any,
}

impl FieldType for bool {
    type Written = bool;

    fn default_of(written: bool) -> LeftOut {
        LeftOut::Flag(written)
    }
}

impl TypedField for bool {
    const TAKES: ValueType = ValueType::Flag;
}

impl FieldType for String {
    type Written = &'static str;

    fn default_of(written: &'static str) -> LeftOut {
        LeftOut::Word(written)
    }
}

impl TypedField for String {
    const TAKES: ValueType = ValueType::Text;
}

impl<T: Keyword> FieldType for T {
    type Written = T;

    fn default_of(written: T) -> LeftOut {
        LeftOut::Word(written.word())
    }
}

impl<T: Keyword> TypedField for T {
    const TAKES: ValueType = ValueType::Choice { words: T::WORDS };
}

/// A list may be empty if the order says so.
impl<T> FieldType for Vec<T> {
    type Written = [T; 0];

    fn default_of(_: [T; 0]) -> LeftOut {
        LeftOut::Empty
    }
}

impl TypedField for Vec<Tag> {
    const TAKES: ValueType = ValueType::Units;
}

impl TypedField for Vec<String> {
    const TAKES: ValueType = ValueType::Texts;
}

/// An optional field: the rules do not need a value.
impl<T: FieldType> FieldType for Option<T> {
    type Written = Infallible;
    const LEFT_OUT: LeftOut = LeftOut::Absent;

    fn default_of(written: Infallible) -> LeftOut {
        match written {}
    }

    fn is_left_out(&self) -> bool {
        self.is_none()
    }
}

impl<T: TypedField> TypedField for Option<T> {
    const TAKES: ValueType = T::TAKES;
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
pub fn is_absent<T: FieldType>(value: &T) -> bool {
    value.is_left_out()
}

/// Defines the typed order of a game, its words and its schema; see the module's
/// documentation.
#[macro_export]
macro_rules! orders {
    ($(#[doc = $enum_doc:literal])* pub enum $Order:ident { $($orders:tt)+ }) => {
        use ::std::convert::Infallible as NoPhase;

        orders! { $(#[doc = $enum_doc])* pub enum $Order in NoPhase { $($orders)+ } }
    };
    (
        $(#[doc = $enum_doc:literal])*
        pub enum $Order:ident in $Phase:ident {
            $(
                $(#[doc = $doc:literal])*
                $Variant:ident = $kind:literal, $name:literal [
                    $(by $($giver:ident)|+)? $(at $target:ident)?
                    $(in $phase:ident)? $(once in $once:ident)?
                    $(as $part:ident)? $(sign $sign:ident)?
                ] {
                    what: $what:literal $(, $explained:literal)?,
                    rule: $rule:expr,
                    $(
                        $(#[doc = $field_doc:literal])*
                        $field:ident: $Type:ty $(= $default:expr)? => $question:literal
                            $(($answered:literal))?
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
                        #[serde(skip_serializing_if = "::rules::statement::is_absent")]
                        $field: $Type,
                    )*
                },
            )+
        }

        /// The words of the orders, without their fields.
        #[allow(unreachable_pub, reason = "the rules' own")]
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, $crate::keyword::Keyword)]
        pub enum OrderKind { $($(#[doc = $doc])* #[keyword($kind)] $Variant),+ }

        /// The fields of each order, without their values.
        #[allow(non_camel_case_types, unreachable_pub, reason = "as they are stated")]
        pub mod fields {
            $(
                /// The fields of one order.
                #[derive(Clone, Copy, Debug, PartialEq, Eq)]
                pub enum $Variant { $($field),* }
            )+
        }

        /// A field of an order, without its value.
        #[allow(dead_code, unreachable_pub, reason = "as they are stated")]
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Field { $($Variant(fields::$Variant)),+ }

        impl $crate::statement::OrderWord for OrderKind {
            type Phase = $Phase;

            fn phase(self) -> Option<$Phase> {
                match self { $(OrderKind::$Variant => orders!(@phase $Phase $($phase)? $($once)?)),+ }
            }

            fn is_once(self) -> bool {
                match self { $(OrderKind::$Variant => orders!(@is $($once)?)),+ }
            }
        }

        impl $crate::statement::Stated for $Order {
            type Kind = OrderKind;
            type Field = Field;

            fn specs() -> &'static [$crate::schema::OrderSpec] {
                use $crate::ending::AGREE;
                use $crate::schema::{ADJUST, FieldSpec, OrderSpec};
                use ::std::sync::LazyLock;
                static ALL: LazyLock<Vec<OrderSpec>> = LazyLock::new(|| vec![
                    $(
                        {
                            static FIELDS: LazyLock<Vec<FieldSpec>> = LazyLock::new(|| vec![
                                $(FieldSpec {
                                    name: stringify!($field),
                                    question: $question,
                                    explained: orders!(@some $($answered)?),
                                    meaning: concat!($($field_doc),*),
                                    takes: orders!(@takes $Type, [$($($Word),+)?], ($($range)?)),
                                    default: orders!(@default $Type, $($default)?),
                                    chosen_by: <$Type as $crate::statement::FieldType>::CHOSEN_BY,
                                    measures: orders!(@measure $($Measure)?),
                                }),*
                            ]);
                            OrderSpec {
                                kind: $kind,
                                name: $name,
                                what: $what,
                                explained: orders!(@some $($explained)?),
                                rule: $rule,
                                part: orders!(@part $($part)?),
                                sign: orders!(@sign $($sign)?),
                                givers: &[$($(stringify!($giver)),+)?],
                                target: orders!(@name $($target)?),
                                fields: &FIELDS,
                            }
                        },
                    )+
                    AGREE,
                    ADJUST,
                ]);
                &ALL
            }

            fn kind(&self) -> OrderKind {
                match self { $($Order::$Variant { .. } => OrderKind::$Variant),+ }
            }

            fn issuer(&self) -> Option<$crate::common::Subject> {
                match self {
                    $($Order::$Variant { $($($giver,)+)? .. } => {
                        let givers: &[&dyn $crate::issuer::IssuerField] = &[$($($giver),+)?];
                        givers.iter().find_map(|giver| giver.subject())
                    })+
                }
            }

            fn field(kind: &str, name: &str) -> Option<Field> {
                match OrderKind::from_slug(kind)? {
                    $(OrderKind::$Variant => {
                        $(if name == stringify!($field) {
                            return Some(Field::$Variant(fields::$Variant::$field));
                        })*
                    })+
                }
                None
            }

            fn name_of(field: Field) -> &'static str {
                match field {
                    $(Field::$Variant(field) => match field {
                        $(fields::$Variant::$field => stringify!($field)),*
                    }),+
                }
            }
        }
    };
    (@phase $Phase:ident) => { None };
    (@phase $Phase:ident $phase:ident) => { Some($Phase::$phase) };
    (@is) => { false };
    (@is $once:ident) => { true };
    (@some) => { None };
    (@some $text:literal) => { Some($text) };
    (@name) => { None };
    (@name $field:ident) => { Some(stringify!($field)) };
    (@part) => { $crate::schema::Part::Act };
    (@part $part:ident) => { $crate::schema::Part::$part };
    (@sign) => { None };
    (@sign $sign:ident) => { Some($crate::drawing::Icon::$sign) };
    (@takes $Type:ty, [], ()) => {
        <$Type as $crate::statement::TypedField>::TAKES
    };
    (@takes $Type:ty, [], ($range:expr)) => {
        <$Type as $crate::statement::Ranged>::within($range)
    };
    (@takes $Type:ty, [$($Word:ident),+], ()) => {{
        const WORDS: &[&str] = &[$(<$Type>::$Word.slug()),+];
        $crate::schema::ValueType::Choice { words: WORDS }
    }};
    (@default $Type:ty,) => {
        <$Type as $crate::statement::FieldType>::LEFT_OUT
    };
    (@default $Type:ty, $default:expr) => {
        <$Type as $crate::statement::FieldType>::default_of($default)
    };
    (@measure) => { $crate::schema::Measure::Amount };
    (@measure $Measure:ident) => { $crate::schema::Measure::$Measure };
}

pub use crate::orders;

#[cfg(test)]
#[allow(unreachable_pub, reason = "orders and words are public where they are at home")]
mod tests {
    use serde_json::json;

    use super::{OrderWord, Stated};
    use crate::common::{Subject, Tag};
    use crate::drawing::Icon;
    use crate::keyword::Keyword;
    use crate::opponent_choice::Chosen;
    use crate::schema::{
        Chooser, FieldSpec, LeftOut, Measure, Part, ValueType, complete, complete_declared,
    };

    /// What a harbour takes.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Keyword)]
    pub enum Coin {
        /// A day's pay.
        Drachma,
        /// A sixth of it.
        Obol,
        /// A month's pay of a crew.
        Talent,
    }

    /// When the keeper is at the chain.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Keyword)]
    pub enum Watch {
        /// From dawn to noon.
        Morning,
    }

    const MOST_COINS: u32 = 12;

    orders! {
        /// An order of the harbour, complete.
        pub enum Order in Watch {
            /// She pays her dues and may leave.
            PayDues = "pay-dues", "Pay the dues" [by ship at keeper once in Morning sign Oar] {
                what: "Pays what the harbour asks for a ship.", "Nobody leaves before.",
                rule: "Harbour: dues",
                /// The ship that pays.
                ship: Tag => "Ship",
                /// What she pays with.
                coin: Coin = Coin::Obol => "Coin" ("Two obols buy a day’s bread.")
                    of [Drachma, Obol],
                /// How many.
                amount: u32 = 1 => "Coins" in 0..=MOST_COINS,
                /// How far off she is, in cables.
                cables: u8 = 0 => "Cables off" as Reach in 0..=3,
                /// Who vouches for her.
                keeper: Option<Tag> => "Keeper",
                /// What the keeper of the chain would rather have.
                rather: Chosen<Coin> = None => "Rather",
                /// Whoever sails with her.
                company: Vec<Tag> = [] => "In company",
            }
            /// Everybody goes home.
            Close = "close", "Close" [as Ends] {
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
        assert_eq!(kinds, ["pay-dues", "close", "agree-result", "adjust"]);
        for (name, takes, default) in [
            ("ship", ValueType::Unit, LeftOut::Required),
            ("coin", ValueType::Choice { words: &["drachma", "obol"] }, LeftOut::Word("obol")),
            ("amount", ValueType::Number { min: 0, max: 12 }, LeftOut::Number(1)),
            ("keeper", ValueType::Unit, LeftOut::Absent),
            ("rather", ValueType::Choice { words: Coin::SLUGS }, LeftOut::Absent),
            ("company", ValueType::Units, LeftOut::Empty),
        ] {
            assert_eq!((field(name).takes, field(name).default), (takes, default), "{name}");
        }
        assert_eq!(field("rather").chosen_by, Chooser::OtherSide);
        assert_eq!(field("coin").chosen_by, Chooser::Giver);
        assert_eq!(field("cables").measures, Measure::Reach);
        assert_eq!(field("amount").measures, Measure::Amount);
    }

    #[test]
    fn the_schema_of_an_order_has_its_statement() {
        let [pay, close, agree, adjust] = Order::specs() else { panic!("four kinds") };
        assert_eq!((pay.givers, pay.target), (&["ship"][..], Some("keeper")));
        assert_eq!([pay.part, close.part], [Part::Act, Part::Ends]);
        assert_eq!([agree.part, adjust.part], [Part::Agrees, Part::Corrects]);
        assert_eq!([pay.sign, close.sign], [Some(Icon::Oar), None]);
        assert_eq!([pay.explained, close.explained], [Some("Nobody leaves before."), None]);
        assert_eq!(field("coin").explained, Some("Two obols buy a day’s bread."));
        assert_eq!(OrderKind::PayDues.phase(), Some(Watch::Morning));
        assert_eq!([OrderKind::PayDues, OrderKind::Close].map(OrderWord::is_once), [true, false]);
        let words = [("pay-dues", "coin"), ("pay-dues", "crew"), ("close", "coin")];
        let pay_with = Field::PayDues(fields::PayDues::coin);
        assert_eq!(
            words.map(|(order, name)| Order::field(order, name)),
            [Some(pay_with), None, None]
        );
        assert_eq!(Order::Close {}.issuer(), None);
    }

    #[test]
    fn orders_are_read_with_defaults_and_written_without_absent_fields() {
        let written = json!({"kind": "pay-dues", "ship": "A1"});
        let written = written.as_object().expect("an object");
        let (_, whole) = complete(Order::specs(), written).expect("complete");
        let order: Order = serde_json::from_value(whole.into()).expect("typed");
        let ship = "A1".parse().expect("a tag");
        assert_eq!(order.issuer(), Some(Subject::Unit(ship)));
        let expected = Order::PayDues {
            ship,
            coin: Coin::Obol,
            amount: 1,
            cables: 0,
            keeper: None,
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
    fn a_list_of_units_is_read_with_each_unit_once() {
        let written = json!({"kind": "pay-dues", "ship": "A1", "company": ["A2", "A3", "A2"]});
        let (_, whole) =
            complete(Order::specs(), written.as_object().expect("an object")).expect("read");
        assert_eq!(whole["company"], json!(["A2", "A3"]));
    }

    #[test]
    fn a_declared_order_leaves_the_other_sides_choice_open() {
        let rather = |written: serde_json::Value| {
            let written = written.as_object().expect("an object");
            let (_, whole) = complete_declared(Order::specs(), written).expect("complete");
            match serde_json::from_value(whole.into()).expect("typed") {
                Order::PayDues { rather, .. } => rather,
                Order::Close {} => panic!("another order"),
            }
        };
        assert_eq!(rather(json!({"kind": "pay-dues", "ship": "A1"})), Chosen::Open);
        let order = json!({"kind": "pay-dues", "ship": "A1", "rather": "talent"});
        assert_eq!(rather(order), Chosen::Said(Coin::Talent));
    }
}
