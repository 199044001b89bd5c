//! Keywords: an enum for each list of words of the rules, with one spelling in code, files,
//! protocol and log.

/// The derive of a list of words.
pub use ::derive::Keyword;

/// A list of words of the rules, for code that reads any of them.
pub trait Keyword: Copy + 'static {
    /// All variants, in the order of the rules.
    const LIST: &'static [Self];
    /// Their words, in the same order.
    const WORDS: &'static [&'static str];

    /// Its word in the rules.
    fn word(self) -> &'static str;

    /// What it means, for a player.
    fn meaning(self) -> &'static str;

    /// The variant with this word.
    #[must_use]
    fn of_word(word: &str) -> Option<Self> {
        Self::LIST.iter().copied().find(|one| one.word() == word)
    }
}

/// Defines an enum whose variants are words of the rules: `slug`, `from_slug`, `ALL`,
/// `Display` and serde all use the same spelling. The doc comment of a variant is the
/// explanation that players read. With `@plain` it does not implement [`Keyword`], because
/// sides have their own field types in orders and files.
#[macro_export]
macro_rules! keywords {
    ($(#[$meta:meta])* pub enum $Name:ident { $($words:tt)+ }) => {
        $crate::keyword::keywords! { @plain $(#[$meta])* pub enum $Name { $($words)+ } }

        impl $crate::keyword::Keyword for $Name {
            const LIST: &'static [$Name] = $Name::ALL;
            const WORDS: &'static [&'static str] = $Name::SLUGS;

            fn word(self) -> &'static str {
                self.slug()
            }

            fn meaning(self) -> &'static str {
                self.meaning()
            }
        }

        impl $crate::unit::EntryValue for $Name {
            const HOLDS: $crate::unit::EntryType =
                $crate::unit::EntryType::Words($Name::SLUGS);
        }
    };
    (@plain $(#[$meta:meta])* pub enum $Name:ident { $($(#[$($vmeta:tt)+])* $Variant:ident = $slug:literal),+ $(,)? }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, ::serde::Serialize, ::serde::Deserialize)]
        pub enum $Name {
            $($(#[$($vmeta)+])* #[serde(rename = $slug)] $Variant),+
        }

        impl $Name {
            /// All variants, in the order of the rules.
            pub const ALL: &'static [$Name] = &[$($Name::$Variant),+];
            /// Their words, in the same order.
            pub const SLUGS: &'static [&'static str] = &[$($slug),+];

            /// Its word in the rules.
            #[must_use]
            pub const fn slug(self) -> &'static str {
                match self { $($Name::$Variant => $slug),+ }
            }

            /// What it means, for a player.
            #[must_use]
            pub const fn meaning(self) -> &'static str {
                match self { $($Name::$Variant => $crate::glossary::explanation!($([$($vmeta)+])*)),+ }
            }

            /// The word for a reader.
            #[must_use]
            pub fn message(self) -> ::message::Message {
                ::message::Message::slug(self.slug())
            }

            /// The variant with this word.
            #[must_use]
            pub fn from_slug(slug: &str) -> Option<$Name> {
                match slug { $($slug => Some($Name::$Variant),)+ _ => None }
            }
        }

        impl From<$Name> for ::message::Arg {
            fn from(word: $Name) -> ::message::Arg {
                word.message().into()
            }
        }

        impl ::std::fmt::Display for $Name {
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                f.pad(self.slug())
            }
        }
    };
}

pub use crate::keywords;

#[cfg(test)]
mod tests {
    use serde_json::{from_value, json, to_value};

    use super::Keyword;

    /// The crews.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Keyword)]
    enum Quality {
        /// Rows badly,
        /// and slowly.
        Green,
        #[keyword("old")]
        WellTrained,
    }

    fn of_word<T: Keyword>(word: &str) -> Option<T> {
        T::of_word(word)
    }

    #[test]
    fn words_are_the_same_in_code_messages_and_files() {
        for (quality, word) in [(Quality::Green, "green"), (Quality::WellTrained, "old")] {
            assert_eq!(quality.slug(), word);
            assert_eq!(quality.to_string(), word);
            assert_eq!(format!("{quality:>6}"), format!("{word:>6}"));
            assert_eq!(quality.message(), message::Message::slug(word));
            assert_eq!(Quality::from_slug(word), Some(quality));
            assert_eq!(of_word(word), Some(quality));
            assert_eq!(to_value(quality).unwrap(), json!(word));
            assert_eq!(from_value::<Quality>(json!(word)).unwrap(), quality);
        }
        assert_eq!(Quality::SLUGS, ["green", "old"]);
        assert_eq!(Quality::from_slug("well-trained"), None);
    }

    #[test]
    fn meanings_are_doc_comments() {
        assert_eq!(Quality::Green.meaning(), "Rows badly, and slowly.");
        assert_eq!(Quality::WellTrained.meaning(), "");
    }

    #[test]
    fn errors_of_unknown_words_list_all_words() {
        let unknown = from_value::<Quality>(json!("new")).unwrap_err().to_string();
        assert_eq!(unknown, "unknown variant `new`, expected `green` or `old`");
        let number = from_value::<Quality>(json!(1)).unwrap_err().to_string();
        assert_eq!(number, "invalid type: integer `1`, expected string or map");
    }
}
