//! The definitions of orders. From one enum, `#[derive(Order)]` makes the word of each order
//! without its fields (`OrderKind`), each of its fields without a value (`Field`), and the
//! schema for parsing, offers, forms, errors and help, so that these cannot disagree.
//!
//! ```
//! use rules::Order;
//! use rules::common::Tag;
//! use rules::keyword::Keyword;
//! use rules::opponent_choice::Chosen;
//!
//! # #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Keyword)]
//! # pub enum Watch { Morning }
//! # #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Keyword)]
//! # pub enum Coin { Drachma, Obol }
//! # const MOST_COINS: u32 = 12;
//! # mod rule { pub const DUES: &str = "Harbour: dues"; }
//! /// An order of the harbour, complete.
//! #[derive(Clone, Debug, PartialEq, Order)]
//! #[order(phases = Watch)]
//! pub enum Order {
//!     /// She pays her dues and may leave.
//!     #[order(name = "Pay the dues", by(ship), at = keeper, phase = Morning, once, sign = Oar,
//!             rule = rule::DUES,
//!             what = "Pays what the harbour asks for a ship.")]
//!     PayDues {
//!         /// The ship that pays.
//!         ship: Tag,
//!         /// The keeper who is paid.
//!         #[field(ask = "Keeper of the chain")]
//!         keeper: Tag,
//!         /// The kind of coin.
//!         #[field(default = Coin::Drachma, explained = "A drachma is a day’s pay.")]
//!         coin: Coin,
//!         /// Coins paid, up to the most that the toll takes at once.
//!         #[field(ask = "Coins", default = 1, range = 0..=MOST_COINS)]
//!         amount: u32,
//!         /// The ship that vouches for her, if any.
//!         voucher: Option<Tag>,
//!         /// The coin that the keeper of the chain prefers.
//!         #[field(default = None)]
//!         rather: Chosen<Coin>,
//!     },
//! }
//! ```
//!
//! The type of a field decides what it takes ([`FieldType`]). An `Option` may be left out and
//! has no default. The other side chooses a [`Chosen`]; its default is `Some(value)`, or
//! `None` if it may be left out but has no default. The correction (`adjust`) and the agreed
//! result (`agree-result`) are orders of every game.
//!
//! [`Chosen`]: super::opponent_choice::Chosen

use std::convert::Infallible;
use std::ops::RangeInclusive;

use serde_json::Value;

use super::common::{RecordOwner, Side, Subject, Tag};
use super::keyword::Keyword;
use super::schema::{Chooser, LeftOut, OrderSpec};
use super::value_type::ValueType;

/// The derive of the orders of a game.
pub use ::derive::Order;

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
#[diagnostic::on_unimplemented(
    message = "a field of type `{Self}` needs a `range`, or is not possible in an order"
)]
pub trait TypedField: FieldType {
    /// What the field takes.
    const TAKES: ValueType;
}

/// A type whose field takes whole numbers within a range that the order states.
#[diagnostic::on_unimplemented(message = "a field of type `{Self}` has no `range`")]
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
    const TAKES: ValueType = ValueType::UNITS;
}

impl TypedField for Vec<String> {
    const TAKES: ValueType = ValueType::TEXTS;
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

#[cfg(test)]
#[allow(unreachable_pub, reason = "the derives need public items")]
mod tests {
    use serde_json::json;

    use super::{Order, OrderWord, Stated};
    use crate::common::{Subject, Tag};
    use crate::drawing::Icon;
    use crate::keyword::Keyword;
    use crate::opponent_choice::Chosen;
    use crate::schema::{Chooser, FieldSpec, LeftOut, Measure, Part, complete, complete_declared};
    use crate::value_type::ValueType;

    /// The coins that a harbour takes.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Keyword)]
    pub enum Coin {
        /// A day's pay.
        Drachma,
        /// A sixth of it.
        Obol,
        /// A month's pay of a crew.
        Talent,
    }

    /// The hours of the keeper of the chain.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Keyword)]
    pub enum Watch {
        /// From dawn to noon.
        Morning,
    }

    const MOST_COINS: u32 = 12;

    /// An order of the harbour, complete.
    #[derive(Clone, Debug, PartialEq, Order)]
    #[order(phases = Watch)]
    pub enum Order {
        /// She pays her dues and may leave.
        #[order(name = "Pay the dues", by(ship), at = keeper, phase = Morning, once, sign = Oar,
                rule = "Harbour: dues",
                what = "Pays what the harbour asks for a ship.",
                explained = "No ship leaves before.")]
        PayDues {
            /// The ship that pays.
            ship: Tag,
            /// The coin that she pays with.
            #[field(default = Coin::Obol, words(Drachma, Obol),
                    explained = "Two obols buy a day’s bread.")]
            coin: Coin,
            /// The number of coins.
            #[field(ask = "Coins", default = 1, range = 0..=MOST_COINS)]
            amount: u32,
            /// Her distance, in cables.
            #[field(ask = "Cables off", default = 0, range = 0..=3, measures = Reach)]
            cables: u8,
            /// The ship that vouches for her.
            keeper: Option<Tag>,
            /// The coin that the keeper of the chain prefers.
            #[field(default = None)]
            rather: Chosen<Coin>,
            /// The ships that sail with her.
            #[field(ask = "In company", default = [])]
            company: Vec<Tag>,
        },

        /// The harbour closes for the night.
        #[order(name = "Close", part = Ends, rule = "Harbour: evening",
                what = "Closes the harbour.")]
        Close,
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
            ("company", ValueType::UNITS, LeftOut::Empty),
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
        assert_eq!([pay.explained, close.explained], [Some("No ship leaves before."), None]);
        assert_eq!(field("coin").explained, Some("Two obols buy a day’s bread."));
        assert_eq!(OrderKind::PayDues.phase(), Some(Watch::Morning));
        assert_eq!([OrderKind::PayDues, OrderKind::Close].map(OrderWord::is_once), [true, false]);
        let words = [("pay-dues", "coin"), ("pay-dues", "crew"), ("close", "coin")];
        let pay_with = Field::PayDues(fields::PayDues::coin);
        assert_eq!(
            words.map(|(order, name)| Order::field(order, name)),
            [Some(pay_with), None, None]
        );
        assert_eq!(Order::Close.issuer(), None);
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
                Order::Close => panic!("another order"),
            }
        };
        assert_eq!(rather(json!({"kind": "pay-dues", "ship": "A1"})), Chosen::Open);
        let order = json!({"kind": "pay-dues", "ship": "A1", "rather": "talent"});
        assert_eq!(rather(order), Chosen::Value(Coin::Talent));
    }
}
