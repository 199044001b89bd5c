//! Outcomes of a game's orders. Each is defined once with its word and how good it is for
//! the issuer of the order.

/// Defines the enum of outcomes, one per row: `Sunk = "sunk": 4;`. `Done` is for an order
/// that was simply carried out. The number says how good the outcome is; higher is better.
/// `Destroyed = "destroyed": 3, Fire: -3;` gives one order another number.
#[macro_export]
macro_rules! outcomes {
    ($(#[$meta:meta])* pub enum $Name:ident of $Order:ident {
        $($(#[$($vmeta:tt)+])*
        $Variant:ident = $slug:literal: $gain:literal $(, $Otherwise:ident: $other:literal)*;)+
    }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, $crate::keyword::Keyword)]
        pub enum $Name { $($(#[$($vmeta)+])* #[keyword($slug)] $Variant),+ }

        impl $crate::common::OutcomeWord for $Name {
            type Order = $Order;
            const DONE: $Name = $Name::Done;

            #[allow(unused_variables, reason = "most are the same in every order")]
            fn gain(self, order: $Order) -> i8 {
                match self {
                    $($Name::$Variant => {
                        $(if order == $Order::$Otherwise { return $other; })*
                        $gain
                    })+
                }
            }
        }
    };
}

pub use crate::outcomes;
