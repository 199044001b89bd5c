//! Modifiers: amounts that are added to a roll or a figure. Each is defined once with its
//! id, amount, frequency and label.

/// How often a modifier counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Counted {
    /// Once, however many there are.
    Once,
    /// Once for each occurrence.
    Each,
    /// By a figure that is already a number: the ram bonus, the wind.
    Figure,
}

/// Defines the enum of a game's modifiers, one per row:
/// `OnFire = "on-fire": -2, say!("on fire");`. The word after the amount says whether it
/// counts for `each` occurrence or for each point of a `figure`:
/// `Sails = "sails": 1 each, …`.
#[macro_export]
macro_rules! modifiers {
    ($(#[$meta:meta])* pub enum $Name:ident {
        $($(#[$($vmeta:tt)+])*
        $Variant:ident = $slug:literal: $amount:literal $($counted:ident)?, $words:expr;)+
    }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, $crate::keyword::Keyword)]
        pub enum $Name { $($(#[$($vmeta)+])* #[keyword($slug)] $Variant),+ }

        impl $Name {
            /// The amount: once, for each occurrence, or for each point of a figure.
            #[must_use]
            pub const fn amount(self) -> i64 {
                match self { $($Name::$Variant => $amount),+ }
            }

            /// How often it counts.
            #[must_use]
            pub const fn counted(self) -> $crate::modifiers::Counted {
                match self {
                    $($Name::$Variant =>
                        $crate::modifiers::modifiers!(@counted $($counted)?)),+
                }
            }

            /// The label for players.
            #[must_use]
            pub fn words(self) -> ::message::Message {
                match self { $($Name::$Variant => $words),+ }
            }

            /// The glossary entries of all modifiers.
            pub fn meanings() -> Vec<$crate::glossary::Meaning> {
                let all = $Name::ALL.iter().map(|one| $crate::glossary::Meaning {
                    name: one.words(),
                    adds: Some((one.amount(), one.counted())),
                    ..$crate::glossary::Meaning::of_word(*one, $crate::glossary::Sort::Modifier)
                });
                all.collect()
            }

            /// The modifier, counted this many times; `None` if that is 0.
            #[must_use]
            pub fn times(self, times: i64) -> Option<::dice::Modifier> {
                let amount = self.amount() * times;
                (amount != 0).then(|| ::dice::Modifier::new(amount, self))
            }

            /// The modifier; `None` if it does not apply.
            #[must_use]
            pub fn applies(self, applies: bool) -> Option<::dice::Modifier> {
                self.times(i64::from(applies))
            }
        }

        impl From<$Name> for ::dice::Reason {
            fn from(cause: $Name) -> ::dice::Reason {
                ::dice::Reason::new(cause.slug(), cause.words())
            }
        }

        impl From<$Name> for ::dice::Modifier {
            fn from(cause: $Name) -> ::dice::Modifier {
                ::dice::Modifier::new(cause.amount(), cause)
            }
        }
    };
    (@counted) => { $crate::modifiers::Counted::Once };
    (@counted each) => { $crate::modifiers::Counted::Each };
    (@counted figure) => { $crate::modifiers::Counted::Figure };
}

pub use crate::modifiers;
