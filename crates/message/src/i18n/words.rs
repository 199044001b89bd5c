//! Messages as strings in the reader's language. This is the one place where a
//! [`Message`] becomes text. English is built in; another language is a catalogue.

use std::borrow::Cow;
use std::fmt::{self, Write as _};

use crate::{Arg, Joint, Message, Parts, with_small_article, words};

/// The translations of a language other than English.
pub trait Catalogue: Send + Sync {
    /// The template in this language; `None` if it is not translated.
    fn template(&self, english: &str) -> Option<&str>;
    /// The template for this count, found by its English forms for one and for many;
    /// `None` if it is not translated.
    fn counted(&self, count: i64, one: &str, many: &str) -> Option<&str>;
}

/// A language for messages. A message that its catalogue does not translate stays
/// English.
#[derive(Default)]
pub struct Words {
    catalogue: Option<Box<dyn Catalogue>>,
}

/// A message as a string in English.
#[must_use]
pub fn english(message: &Message) -> String {
    Words::ENGLISH.tell(message)
}

impl Words {
    /// English, as the templates are written.
    pub const ENGLISH: Words = Words { catalogue: None };

    /// A language with its own catalogue.
    #[must_use]
    pub fn of(catalogue: impl Catalogue + 'static) -> Words {
        Words { catalogue: Some(Box::new(catalogue)) }
    }

    /// A message as a string.
    #[must_use]
    pub fn tell(&self, message: &Message) -> String {
        let mut text = String::new();
        self.write(message, &mut text);
        text
    }

    /// The same with a capital, for the beginning of a line or a sentence.
    #[must_use]
    pub fn capital(&self, message: &Message) -> String {
        capital(&self.tell(message))
    }

    /// Several messages, each as a string.
    #[must_use]
    pub fn tell_all(&self, says: &[Message]) -> Vec<String> {
        says.iter().map(|message| self.tell(message)).collect()
    }

    fn write(&self, message: &Message, text: &mut String) {
        match message.parts() {
            Parts::Verbatim(name) => text.push_str(name),
            Parts::Word(slug) => self.write_word(slug, text),
            Parts::Template { template, with } => {
                let translated = self.catalogue.as_ref().and_then(|c| c.template(template));
                self.fill(translated.unwrap_or(template), with, text);
            }
            Parts::Counted { count, one, many, with } => {
                let english = if count == 1 { one } else { many };
                let translated = self.catalogue.as_ref().and_then(|c| c.counted(count, one, many));
                self.fill(translated.unwrap_or(english), with, text);
            }
            Parts::List { items, joint } => self.write_list(items, joint, text),
        }
    }

    fn write_word(&self, slug: &str, text: &mut String) {
        let english = words(slug);
        let translated = self.catalogue.as_ref().and_then(|c| c.template(&english));
        text.push_str(translated.unwrap_or(&english));
    }

    /// Puts the arguments into a template. A name in braces without an argument
    /// stays as it is written, so that the mistake is visible.
    fn fill(&self, template: &str, with: &[(Cow<'static, str>, Arg)], text: &mut String) {
        let mut rest = template;
        while let Some((before, after)) = rest.split_once('{') {
            text.push_str(before);
            let Some((name, behind)) = after.split_once('}') else {
                text.push('{');
                rest = after;
                continue;
            };
            match with.iter().find(|(argument, _)| argument == name) {
                Some((_, Arg::Number(number))) => write_number(*number, text),
                Some((_, Arg::Name(name))) => text.push_str(name),
                Some((_, Arg::Word { word })) => self.write_word(word, text),
                Some((_, Arg::Message(message))) => {
                    let at = text.len();
                    self.write(message, text);
                    // Other languages have other articles.
                    if self.catalogue.is_none() && message.is_of_side() {
                        lower_article(text, at);
                    }
                }
                None => {
                    text.push('{');
                    text.push_str(name);
                    text.push('}');
                }
            }
            rest = behind;
        }
        text.push_str(rest);
    }

    fn write_list(&self, items: &[Message], joint: Joint, text: &mut String) {
        let between = |template: &'static str| self.tell(&Message::word(template));
        let (plain, last) = match joint {
            Joint::Comma => (", ".to_owned(), ", ".to_owned()),
            Joint::And => (", ".to_owned(), between(" and ")),
            Joint::Or => (", ".to_owned(), between(" or ")),
            Joint::Semicolon => ("; ".to_owned(), "; ".to_owned()),
            Joint::Arrow => (" → ".to_owned(), " → ".to_owned()),
            Joint::Dot => (" · ".to_owned(), " · ".to_owned()),
            Joint::Space | Joint::Within => (" ".to_owned(), " ".to_owned()),
        };
        for (at, item) in items.iter().enumerate() {
            if at > 0 {
                text.push_str(if at + 1 == items.len() { &last } else { &plain });
            }
            match joint {
                Joint::Space => text.push_str(&self.capital(item)),
                // Other languages may write a noun with a capital anywhere.
                Joint::Within if self.catalogue.is_none() => {
                    text.push_str(&small(&self.tell(item)));
                }
                Joint::Comma
                | Joint::And
                | Joint::Or
                | Joint::Semicolon
                | Joint::Arrow
                | Joint::Dot
                | Joint::Within => self.write(item, text),
            }
        }
    }
}

/// An English phrase within another one: tags (`A1`) keep their capital.
fn small(text: &str) -> String {
    let mut letters = text.chars();
    let Some(first) = letters.next() else { return String::new() };
    let begins_a_word =
        letters.clone().next().is_none_or(|next| next == ' ' || next.is_lowercase());
    if begins_a_word { first.to_lowercase().chain(letters).collect() } else { text.to_owned() }
}

/// English: for errors, logs and tests. Texts for players come from the
/// [`Words`] of the player's language.
impl fmt::Display for Message {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&english(self))
    }
}

/// Compares the English text: for tests.
impl<T: AsRef<str> + ?Sized> PartialEq<T> for Message {
    fn eq(&self, text: &T) -> bool {
        english(self) == text.as_ref()
    }
}

/// Writes the English article of a name in lower case if it is within a sentence:
/// `now fights for the consuls off Ecnomus (A)`.
fn lower_article(text: &mut String, at: usize) {
    if text[..at].trim_end().ends_with(|last: char| last.is_lowercase() || last == ',') {
        let small = with_small_article(&text[at..]);
        text.replace_range(at.., &small);
    }
}

/// A number with a real minus sign.
fn write_number(number: i64, text: &mut String) {
    if number < 0 {
        text.push('−');
    }
    // Writing to a string cannot fail.
    let _ = write!(text, "{}", number.unsigned_abs());
}

pub use crate::capital;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::message;

    /// A test language in capitals, with a separate plural form for four.
    struct Loud;

    impl Catalogue for Loud {
        fn template(&self, english: &str) -> Option<&str> {
            match english {
                "{ship} is aground" => Some("AGROUND IS {ship}!"),
                _ => None,
            }
        }

        fn counted(&self, count: i64, one: &str, _: &str) -> Option<&str> {
            (one == "{n} hex" && count == 4).then_some("{n} HEXES (FOUR)")
        }
    }

    #[test]
    fn the_article_of_a_side_is_capitalised_only_at_the_start_of_a_sentence() {
        let side = |name| Message::of_side(name, "A");
        for (name, within) in [
            ("The consuls", "the consuls (A)"),
            ("A consul’s army", "a consul’s army (A)"),
            ("Theseus", "Theseus (A)"),
            ("Αθηναίοι", "Αθηναίοι (A)"),
        ] {
            let begins = message!("{side} won.", side = side(name));
            assert_eq!(english(&begins), format!("{name} (A) won."));
            let changed_side = message!("B1 now fights for {side}.", side = side(name));
            assert_eq!(english(&changed_side), format!("B1 now fights for {within}."));
            let behind = message!("First to move: {side}.", side = side(name));
            assert_eq!(english(&behind), format!("First to move: {name} (A)."));
        }
    }

    #[test]
    fn a_message_is_its_template_with_its_arguments() {
        let range = -3;
        let ship = "B1 {name}";
        let cases = [
            (message!("Roll"), "Roll"),
            (message!("{ship} is at {range}", ship, range), "B1 {name} is at −3"),
            (message!(1 => "{n} hex" | "{n} hexes"), "1 hex"),
            (message!(0 => "{n} hex" | "{n} hexes"), "0 hexes"),
            (
                message!("70% by {a}", a = message!("Range in hexes").within()),
                "70% by range in hexes",
            ),
            (message!("{a} and B1", a = message!("A1 of side A").within()), "A1 of side A and B1"),
            (
                message!(
                    "{a}: {b}",
                    a = message!("Range"),
                    b = message!(2 => "{n} hex" | "{n} hexes")
                ),
                "Range: 2 hexes",
            ),
            (Message::list([]), ""),
            (Message::joined(["a", "b", "c"].map(Message::verbatim), Joint::And), "a, b and c"),
            (Message::joined(["a"].map(Message::verbatim), Joint::And), "a"),
            (message!("an open { brace and {unknown}"), "an open { brace and {unknown}"),
        ];
        for (message, text) in cases {
            assert_eq!(english(&message), text);
        }
    }

    #[test]
    fn a_catalogue_may_reorder_arguments() {
        let words = Words::of(Loud);
        assert_eq!(words.tell(&message!("{ship} is aground", ship = "A1")), "AGROUND IS A1!");
        assert_eq!(words.tell(&message!(4 => "{n} hex" | "{n} hexes")), "4 HEXES (FOUR)");
        assert_eq!(words.tell(&message!(5 => "{n} hex" | "{n} hexes")), "5 hexes");
        assert_eq!(words.tell(&message!("never translated")), "never translated");
    }

    #[test]
    fn a_message_survives_a_round_trip_through_json() {
        let says = [
            message!("{ship} is at {range}", ship = "B1", range = 3),
            message!(2 => "{n} hex" | "{n} hexes"),
            Message::joined([message!("a"), Message::verbatim("b")], Joint::Or),
            message!("{weapon} to hit", weapon = Message::slug("tower-archers")),
            message!(
                "{why}; {what}",
                why = message!("a"),
                what = message!(2 => "{n} hex" | "{n} hexes")
            ),
            Message::default(),
        ];
        for message in says {
            let json = serde_json::to_string(&message).unwrap();
            assert_eq!(serde_json::from_str::<Message>(&json).unwrap(), message, "{json}");
        }
        let word = message!("{weapon} to hit", weapon = Message::slug("tower-archers"));
        assert_eq!(english(&word), "tower archers to hit");
        let json = r#"{"say":"{weapon} to hit","with":[["weapon",{"word":"tower-archers"}]]}"#;
        assert_eq!(serde_json::to_string(&word).unwrap(), json);
    }
}
