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
