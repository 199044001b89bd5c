//! The words of the rules: one enum a list of words, the same word in the code,
//! the files, the protocol and the log.

use crate::say::capital;

/// A list of words of the rules, for readers that take any of them.
pub trait Slug: Copy + 'static {
    /// All of them, in the order of the rules.
    const LIST: &'static [Self];
    /// Their words, in the same order.
    const WORDS: &'static [&'static str];

    /// The word of the rules for it.
    fn word(self) -> &'static str;

    /// The one that this word names.
    #[must_use]
    fn of_word(word: &str) -> Option<Self> {
        Self::LIST.iter().copied().find(|one| one.word() == word)
    }
}

/// Makes an enum whose variants are words of the rules: `slug`, `from_slug`,
/// `ALL`, `Display` and serde all use the same spelling. With `@plain` it is no
/// [`Slug`]: a side is a word too, and orders and files treat it as a side.
macro_rules! slugs {
    ($(#[$meta:meta])* pub enum $Name:ident { $($words:tt)+ }) => {
        $crate::rules::slug::slugs! { @plain $(#[$meta])* pub enum $Name { $($words)+ } }

        impl $crate::rules::slug::Slug for $Name {
            const LIST: &'static [$Name] = $Name::ALL;
            const WORDS: &'static [&'static str] = $Name::SLUGS;

            fn word(self) -> &'static str {
                self.slug()
            }
        }
    };
    (@plain $(#[$meta:meta])* pub enum $Name:ident { $($(#[$vmeta:meta])* $Variant:ident = $slug:literal),+ $(,)? }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, ::serde::Serialize, ::serde::Deserialize)]
        pub enum $Name {
            $($(#[$vmeta])* #[serde(rename = $slug)] $Variant),+
        }

        impl $Name {
            /// All of them, in the order of the rules.
            pub const ALL: &'static [$Name] = &[$($Name::$Variant),+];
            /// Their words, in the same order.
            pub const SLUGS: &'static [&'static str] = &[$($slug),+];

            /// The word of the rules for it.
            #[must_use]
            pub const fn slug(self) -> &'static str {
                match self { $($Name::$Variant => $slug),+ }
            }

            /// The word as a reader is told it.
            #[must_use]
            pub fn say(self) -> $crate::say::Say {
                $crate::say::Say::slug(self.slug())
            }

            /// The one that this word names.
            #[must_use]
            pub fn from_slug(slug: &str) -> Option<$Name> {
                match slug { $($slug => Some($Name::$Variant),)+ _ => None }
            }
        }

        impl From<$Name> for $crate::say::Arg {
            fn from(word: $Name) -> $crate::say::Arg {
                word.say().into()
            }
        }

        impl ::std::fmt::Display for $Name {
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                f.pad(self.slug())
            }
        }
    };
}

pub(crate) use slugs;

/// A slug or key as a reader sees it: `tower-archers` is "tower archers". The
/// rules of Chicken of the Sea write crew quality and backing water short.
#[must_use]
pub fn words(slug: &str) -> String {
    match slug {
        "cq" => "crew quality".into(),
        "bw" => "backing water".into(),
        _ => slug.replace(['-', '_'], " "),
    }
}

/// The same as it begins a line: `tower-archers` is "Tower archers".
#[must_use]
pub fn title(slug: &str) -> String {
    capital(&words(slug))
}
