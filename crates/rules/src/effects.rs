//! An effect is stated once: what it does to the battle, and how it is told. From one
//! statement, `effects!` makes the enum that the resolver returns, and both.
//!
//! ```text
//! effects! {
//!     /// What an order does to the battle.
//!     pub enum Effect of battle: Battle {
//!         /// She has paid her dues.
//!         Paid { ship: Tag, keeper: Tag, coins: u32 }
//!             does battle.ships.change(*ship, |ship| ship.owes -= coins),
//!             told routine(message!("{ship} pays {coins} to {keeper}.", ship, coins, keeper));
//!         /// The keeper turned her away.
//!         TurnedAway(ship: Tag) told news(message!("{ship} may not leave.", ship));
//!     }
//! }
//! ```
//!
//! An effect that is only told does nothing; one that goes without saying is told as
//! `EffectText::UNSAID`. When it is told, the battle is the one before the order, and a unit, a
//! side or a list of units stands in a sentence by its name; `*ship` is the tag, as in
//! what the effect does.

use std::ops::Deref;

use message::{Arg, Message};

use super::common::{Side, Tag};
use super::effect_text::EffectText;
use super::system::Rules;

/// An effect of a system, as its statement makes it.
pub trait Happens<B> {
    /// Does it.
    fn happen(&self, battle: &mut B);
    /// How it is told; this is the battle before the order.
    fn tale(&self, battle: &B) -> EffectText;
}

/// What a sentence calls by a name that the battle knows.
pub trait Called {
    /// Its name.
    fn called_in<B: Rules>(&self, battle: &B) -> Message;
}

impl Called for Tag {
    fn called_in<B: Rules>(&self, battle: &B) -> Message {
        battle.called(*self)
    }
}

impl Called for Side {
    fn called_in<B: Rules>(&self, battle: &B) -> Message {
        battle.side_called(*self)
    }
}

impl Called for Vec<Tag> {
    fn called_in<B: Rules>(&self, battle: &B) -> Message {
        Message::list(self.iter().map(|tag| battle.called(*tag)))
    }
}

/// A value of an effect, which a sentence calls by its name.
#[derive(Clone, Copy)]
pub struct Named<'e, T> {
    pub value: &'e T,
    pub name: &'e Message,
}

impl<T> Deref for Named<'_, T> {
    type Target = T;

    fn deref(&self) -> &T {
        self.value
    }
}

impl<T> From<Named<'_, T>> for Arg {
    fn from(named: Named<'_, T>) -> Arg {
        named.name.into()
    }
}

/// Makes the effects of a system from one statement; see the head of this file.
#[macro_export]
macro_rules! effects {
    (
        $(#[doc = $enum_doc:literal])*
        pub enum $Effect:ident of $battle:ident: $Battle:ident {
            $(
                $(#[doc = $doc:literal])*
                $Variant:ident
                    $(($($place:ident: $Place:ident $(<$PlaceOf:ident>)?),+))?
                    $({$($field:ident: $Field:ident $(<$FieldOf:ident>)?),+})?
                    $(does $does:expr,)?
                    told $told:expr;
            )+
        }
    ) => {
        $(#[doc = $enum_doc])*
        #[derive(Clone, Debug, PartialEq)]
        pub enum $Effect {
            $(
                $(#[doc = $doc])*
                $Variant
                    $(($($Place $(<$PlaceOf>)?),+))?
                    $({ $($field: $Field $(<$FieldOf>)?),+ })?,
            )+
        }

        #[allow(unused_variables, clippy::too_many_lines, reason = "an arm an effect")]
        impl $crate::effects::Happens<$Battle> for $Effect {
            fn happen(&self, $battle: &mut $Battle) {
                match self {
                    $($Effect::$Variant $(($($place),+))? $({ $($field),+ })? => { $($does;)? })+
                }
            }

            fn tale(&self, $battle: &$Battle) -> $crate::EffectText {
                match self {
                    $($Effect::$Variant $(($($place),+))? $({ $($field),+ })? => {
                        $($(effects!(@named $battle $place: $Place $(<$PlaceOf>)?);)+)?
                        $($(effects!(@named $battle $field: $Field $(<$FieldOf>)?);)+)?
                        $told
                    })+
                }
            }
        }
    };
    (@named $battle:ident $value:ident: Tag) => { effects!(@name $battle $value); };
    (@named $battle:ident $value:ident: Side) => { effects!(@name $battle $value); };
    (@named $battle:ident $value:ident: Vec<Tag>) => { effects!(@name $battle $value); };
    (@named $battle:ident $value:ident: $Other:ident $(<$Of:ident>)?) => {};
    (@name $battle:ident $value:ident) => {
        let name = $crate::effects::Called::called_in($value, $battle);
        let $value = $crate::effects::Named { value: $value, name: &name };
    };
}

pub use crate::effects;
