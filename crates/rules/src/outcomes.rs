//! The outcomes of a game's orders, each stated once: its word, and how good it is for
//! whoever gives the order.

/// Makes the enum of the outcomes, a row each: `Sunk = "sunk": 4;`. `Done` is that of
/// an order that was simply carried out. The number is how good it is, from the worst to
/// the best; `Destroyed = "destroyed": 3, Fire: -3;` where an order has it otherwise.
#[macro_export]
macro_rules! outcomes {
    ($(#[$meta:meta])* pub enum $Name:ident of $Order:ident {
        $($(#[$($vmeta:tt)+])*
        $Variant:ident = $slug:literal: $gain:literal $(, $Otherwise:ident: $other:literal)*;)+
    }) => {
        $crate::keyword::keywords! {
            $(#[$meta])* pub enum $Name { $($(#[$($vmeta)+])* $Variant = $slug),+ }
        }

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
