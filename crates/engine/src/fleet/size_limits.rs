//! Limits on the size of a text, checked before it is parsed. A parser builds up to a thousand
//! bytes for each byte of a text of dotted keys, so a text is refused by its number of parts
//! and its depth, not by its length alone.
//!
//! A part is a key, a value, a table or a list. Every part needs a mark (`=`, `:`, `.`,
//! `,`, `[` or `{`), so the marks outside texts and comments are at least as many.

use std::ops::Range;

use toml_parser::Source;
use toml_parser::lexer::TokenKind;

use message::{Message, message};

/// The most parts of a fleet: a thousand ships have fewer.
pub const MOST_PARTS: usize = 40_000;

/// The most levels of tables, lists and dotted keys; a fleet has four.
const DEEPEST: usize = 32;

/// The reason why a text is not parsed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TooMuch {
    /// It has more parts than this.
    Parts(usize),
    /// It has more levels than `DEEPEST`.
    Deep,
}

impl TooMuch {
    /// The reason, in a sentence.
    #[must_use]
    pub fn message(self) -> Message {
        match self {
            TooMuch::Parts(most) => {
                message!("use at most {most} keys and values: this text has more", most)
            }
            TooMuch::Deep => message!("nest keys and lists at most {most} deep", most = DEEPEST),
        }
    }
}

/// The parts and levels of a text so far.
struct PartCount {
    most: usize,
    parts: usize,
    /// Brackets that are open.
    open: usize,
    /// Dots of the key that is being read.
    dots: usize,
}

impl PartCount {
    fn up_to(most: usize) -> PartCount {
        PartCount { most, parts: 0, open: 0, dots: 0 }
    }

    fn part(&mut self) -> Result<(), TooMuch> {
        self.parts += 1;
        if self.parts > self.most { Err(TooMuch::Parts(self.most)) } else { Ok(()) }
    }

    fn opens(&mut self) -> Result<(), TooMuch> {
        (self.open, self.dots) = (self.open + 1, 0);
        self.is_shallow()?;
        self.part()
    }

    fn closes(&mut self) {
        (self.open, self.dots) = (self.open.saturating_sub(1), 0);
    }

    fn dot(&mut self) -> Result<(), TooMuch> {
        self.dots += 1;
        self.is_shallow()?;
        self.part()
    }

    fn next(&mut self) -> Result<(), TooMuch> {
        self.dots = 0;
        self.part()
    }

    fn is_shallow(&self) -> Result<(), TooMuch> {
        if self.open + self.dots > DEEPEST { Err(TooMuch::Deep) } else { Ok(()) }
    }
}

/// Checks the number of parts and the depth of a text in TOML.
///
/// # Errors
/// The first mark that is too many, and why.
pub(super) fn check_toml(text: &str, most: usize) -> Result<(), (TooMuch, Range<usize>)> {
    let mut count = PartCount::up_to(most);
    for token in Source::new(text).lex() {
        let counted = match token.kind() {
            TokenKind::Dot => count.dot(),
            TokenKind::Equals | TokenKind::Comma => count.next(),
            TokenKind::LeftSquareBracket | TokenKind::LeftCurlyBracket => count.opens(),
            TokenKind::RightSquareBracket | TokenKind::RightCurlyBracket => {
                count.closes();
                Ok(())
            }
            TokenKind::Newline => {
                count.dots = 0;
                Ok(())
            }
            TokenKind::Whitespace
            | TokenKind::Comment
            | TokenKind::LiteralString
            | TokenKind::BasicString
            | TokenKind::MlLiteralString
            | TokenKind::MlBasicString
            | TokenKind::Atom
            | TokenKind::Eof => Ok(()),
        };
        counted.map_err(|why| (why, token.span().start()..token.span().end()))?;
    }
    Ok(())
}

/// Checks the number of parts and the depth of a text in JSON.
///
/// # Errors
/// Why it is not read.
#[cfg(not(target_arch = "wasm32"))]
pub fn check_json(text: &[u8], most: usize) -> Result<(), TooMuch> {
    let mut count = PartCount::up_to(most);
    let (mut in_text, mut escaped) = (false, false);
    for byte in text {
        match (in_text, byte) {
            (true, _) if escaped => escaped = false,
            (true, b'\\') => escaped = true,
            (_, b'"') => in_text = !in_text,
            (false, b'{' | b'[') => count.opens()?,
            (false, b'}' | b']') => count.closes(),
            (false, b':' | b',') => count.part()?,
            (true | false, _) => {}
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_dotted_key_counts_once_for_each_of_its_parts_and_text_counts_nothing() {
        let fleet =
            "name = \"a.b.c, [d]\" # e.f = 1\n[[ship]]\nlist = ['g.h', 1.5]\nx.y = '''\n.\n.'''\n";
        // Five marks of `[[`, `[`, `,` and `.`; three equals signs; a dotted key.
        assert_eq!(check_toml(fleet, 9), Ok(()));
        let (why, at) = check_toml(fleet, 8).expect_err("one too many");
        assert_eq!((why, &fleet[at]), (TooMuch::Parts(8), "="));
    }

    #[test]
    fn the_depth_of_keys_and_lists_is_limited() {
        let deep = Err(TooMuch::Deep);
        let toml = |text: &str| check_toml(text, MOST_PARTS).map_err(|(why, _)| why);
        let key = |dots: usize| format!("a{} = 1\nb.c = 2\n", ".a".repeat(dots));
        assert_eq!((toml(&key(DEEPEST)), toml(&key(DEEPEST + 1))), (Ok(()), deep));
        let list = |depth: usize| format!("{}{}", "[".repeat(depth), "]".repeat(depth));
        let value = |depth: usize| format!("a = {}\n", list(depth));
        assert_eq!((toml(&value(DEEPEST)), toml(&value(DEEPEST + 1))), (Ok(()), deep));
        let json = |depth: usize| check_json(list(depth).as_bytes(), MOST_PARTS);
        assert_eq!((json(DEEPEST), json(DEEPEST + 1)), (Ok(()), deep));
        // A quotation mark within a word begins no text.
        assert_eq!(toml(&format!("a\"{} = 1", ".a".repeat(DEEPEST + 1))), deep);
    }

    #[test]
    fn every_mark_of_json_outside_texts_is_a_part() {
        let text = br#"{"a, \"b": [1, {"c": "[{:,"}]}"#;
        assert_eq!(check_json(text, 6), Ok(()));
        assert_eq!(check_json(text, 5), Err(TooMuch::Parts(5)));
    }
}
