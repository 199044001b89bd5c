//! What is wrong with a text that is not TOML, found from the line where the
//! parser stopped: the parser's own words are about grammar, not for a person
//! who writes a fleet by hand.

use std::ops::Range;

use crate::say::{Say, say};

/// Why a text is not TOML.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Syntax {
    /// A heading that is not closed, or has letters that it may not have.
    Heading,
    /// A heading that is there twice.
    HeadingTwice,
    /// A key with letters that it may not have.
    Key,
    /// A key that is there twice.
    KeyTwice,
    /// A key without a value.
    NoValue,
    /// A text whose closing quotation mark is missing.
    OpenText,
    /// A list that is not closed, or whose values have no commas between them.
    List,
    /// A value that is neither text, number, flag nor list.
    Value,
    /// Any other line that does not belong in a fleet file.
    Line,
}

impl Syntax {
    /// What is wrong where the parser stopped.
    pub(super) fn of(text: &str, span: &Range<usize>) -> Syntax {
        let at = span.start.min(text.len());
        let before = text.get(..at).unwrap_or_default();
        let start = before.rfind('\n').map_or(0, |newline| newline + 1);
        let line = text.get(start..).and_then(|rest| rest.lines().next()).unwrap_or_default();
        // A byte order mark is not part of a key.
        let line = line.trim_start_matches('\u{feff}');
        let trimmed = line.trim();
        if trimmed.starts_with('[') {
            let closed = trimmed.split('#').next().is_some_and(|head| head.trim().ends_with(']'));
            let earlier = text.get(..start).unwrap_or_default();
            let twice = closed && earlier.lines().any(|line| line.trim() == trimmed);
            return if twice { Syntax::HeadingTwice } else { Syntax::Heading };
        }
        let Some((key, value)) = line.split_once('=') else { return Syntax::Line };
        let in_key = at - start <= key.len();
        let value = value.trim();
        match key.trim() {
            "" => Syntax::Line,
            key if !is_key(key) => Syntax::Key,
            _ if value.is_empty() || value.starts_with('#') => Syntax::NoValue,
            _ if in_key => Syntax::KeyTwice,
            _ => of_value(value),
        }
    }

    /// What is wrong there and what to do about it, in words.
    pub(super) fn say(self) -> Say {
        match self {
            Syntax::Heading => {
                say!("this heading cannot be read: write it as [[ship]] or [admiral]")
            }
            Syntax::HeadingTwice => say!("this heading stands twice: remove one of them"),
            Syntax::Key => {
                say!("a key has only the letters a to z, digits, hyphens and underscores")
            }
            Syntax::KeyTwice => say!("this key stands twice: remove one of them"),
            Syntax::NoValue => say!("write a value after the = sign"),
            Syntax::OpenText => say!("close the text with a second quotation mark"),
            Syntax::List => say!("write a list as [\"prongs\", \"sails\"]"),
            Syntax::Value => {
                say!(
                    "this value cannot be read: text stands in quotes; numbers, true and false do not"
                )
            }
            Syntax::Line => {
                say!("this line cannot be read: write key = value, or a heading such as [[ship]]")
            }
        }
    }
}

fn is_key(key: &str) -> bool {
    let bare = |key: &str| {
        let mut letters = key.bytes();
        !key.is_empty() && letters.all(|b| b.is_ascii_alphanumeric() || b"_-. ".contains(&b))
    };
    bare(key) || (key.len() > 1 && key.starts_with(['"', '\'']))
}

fn of_value(value: &str) -> Syntax {
    match value.as_bytes().first() {
        Some(quote @ (b'"' | b'\'')) => {
            let marks = value.bytes().filter(|byte| byte == quote).count();
            if marks % 2 == 1 { Syntax::OpenText } else { Syntax::Value }
        }
        Some(b'[') => Syntax::List,
        Some(_) | None => Syntax::Value,
    }
}

#[cfg(test)]
mod tests {
    use toml_edit::Document;

    use super::*;

    #[test]
    fn a_text_that_is_not_toml_is_told_by_the_line_where_it_goes_wrong() {
        for (text, syntax) in [
            ("name = \"X\"\n[a\n", Syntax::Heading),
            ("[a]\nb = 1\n[a]\n", Syntax::HeadingTwice),
            ("name = \"X\"\nname = \"Y\"\n", Syntax::KeyTwice),
            ("name = ", Syntax::NoValue),
            ("name = # later\n", Syntax::NoValue),
            ("=", Syntax::Line),
            ("ναῦς = 1", Syntax::Key),
            ("name = \"X\nb = 1\n", Syntax::OpenText),
            ("name = X\n", Syntax::Value),
            ("list = [1 2]\n", Syntax::List),
            ("Paralos\n", Syntax::Line),
        ] {
            let error = Document::parse(text).map(|_| ()).unwrap_err();
            let span = error.span().unwrap_or(0..0);
            assert_eq!(Syntax::of(text, &span), syntax, "{text:?} {span:?}");
        }
    }
}
