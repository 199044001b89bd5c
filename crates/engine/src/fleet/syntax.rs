//! Explanations for text that is not TOML. They are found from the line where the parser
//! stopped, because the parser's messages are about grammar and do not help a person who writes
//! a fleet by hand.

use std::ops::Range;

use message::{Message, is_invisible, message};

/// The fault where the parser stopped, and its remedy.
pub(super) fn why_no_toml(text: &str, span: &Range<usize>) -> Message {
    let at = span.start.min(text.len());
    let before = text.get(..at).unwrap_or_default();
    let start = before.rfind('\n').map_or(0, |newline| newline + 1);
    let line = text.get(start..).and_then(|rest| rest.lines().next()).unwrap_or_default();
    // A byte order mark at the beginning of the file is not part of a key.
    let line = if start == 0 { line.trim_start_matches('\u{feff}') } else { line };
    if let Some(letter) = typeset_letter(line) {
        return why_not_plain(letter);
    }
    let trimmed = line.trim();
    if trimmed.starts_with('[') {
        let closed = trimmed.split('#').next().is_some_and(|head| head.trim().ends_with(']'));
        let earlier = text.get(..start).unwrap_or_default();
        return if closed && earlier.lines().any(|line| line.trim() == trimmed) {
            message!("this heading is here twice: remove one of them")
        } else {
            message!("this heading cannot be read: write it as [[ship]] or [admiral]")
        };
    }
    let Some((key, value)) = line.split_once('=').filter(|(key, _)| !key.trim().is_empty()) else {
        return message!(
            "this line cannot be read: write key = value, or a heading such as [[ship]]"
        );
    };
    let in_key = at - start <= key.len();
    let value = value.trim();
    if !is_key(key.trim()) {
        message!("a key has only the letters a to z, digits, hyphens and underscores")
    } else if value.is_empty() || value.starts_with('#') {
        message!("write a value after the = sign")
    } else if in_key {
        message!("this key is here twice: remove one of them")
    } else if is_open(value) {
        message!("close the text with a second quotation mark")
    } else if value.starts_with('[') {
        message!("write a list as [\"prongs\", \"sails\"]")
    } else {
        message!("this value cannot be read: text needs quotes; numbers, true and false have none")
    }
}

/// The first character outside texts and comments that a word processor has put for a plain
/// one; if a text is not closed, the curly quotation mark that was meant to close it.
fn typeset_letter(line: &str) -> Option<char> {
    let mut quote = None;
    let mut within = None;
    let mut letters = line.chars();
    while let Some(letter) = letters.next() {
        match quote {
            Some('"') if letter == '\\' => {
                letters.next();
            }
            Some(open) if letter == open => (quote, within) = (None, None),
            Some(_) => within = within.or(Some(letter).filter(|letter| is_curly(*letter))),
            None if letter == '#' => return None,
            None if matches!(letter, '"' | '\'') => quote = Some(letter),
            None if is_curly(letter) || is_invisible(letter) || is_wide_space(letter) => {
                return Some(letter);
            }
            None => {}
        }
    }
    within
}

fn is_curly(letter: char) -> bool {
    matches!(letter, '‘'..='‟' | '«' | '»' | '‹' | '›' | '″' | '＂')
}

fn is_wide_space(letter: char) -> bool {
    letter.is_whitespace() && !letter.is_ascii()
}

fn why_not_plain(letter: char) -> Message {
    let code = format!("U+{:04X}", u32::from(letter));
    if is_curly(letter) {
        let letter = letter.to_string();
        return message!(
            "{letter} ({code}) is a curly quotation mark: type a straight one, and save the file as UTF-8",
            letter,
            code
        );
    }
    if is_invisible(letter) {
        return message!(
            "this line has an invisible character ({code}): remove it, and save the file as UTF-8",
            code
        );
    }
    message!(
        "this line has a no-break or wide space ({code}): type a plain space, and save the file as UTF-8",
        code
    )
}

/// Whether a text's closing quotation mark is missing.
fn is_open(value: &str) -> bool {
    let quote = value.chars().next().filter(|letter| matches!(letter, '"' | '\''));
    quote.is_some_and(|quote| value.matches(quote).count() % 2 == 1)
}

fn is_key(key: &str) -> bool {
    let bare = |key: &str| {
        let mut letters = key.bytes();
        !key.is_empty() && letters.all(|b| b.is_ascii_alphanumeric() || b"_-. ".contains(&b))
    };
    bare(key) || (key.len() > 1 && key.starts_with(['"', '\'']))
}

#[cfg(test)]
mod tests {
    use toml_edit::Document;

    use super::*;

    #[test]
    fn text_that_is_not_toml_is_reported_with_its_line() {
        for (text, why) in [
            ("name = \"X\"\n[a\n", "this heading cannot"),
            ("[a]\nb = 1\n[a]\n", "this heading is here twice"),
            ("name = \"X\"\n[a b]\n", "this heading cannot"),
            ("\"a\" = ", "write a value"),
            ("\" = 1", "a key has only"),
            ("name = \"X\"\nname = \"Y\"\n", "this key is here twice"),
            ("name = ", "write a value"),
            ("name = # later\n", "write a value"),
            ("=", "this line"),
            ("ναῦς = 1", "a key has only"),
            ("name = \"X\nb = 1\n", "close the text"),
            ("name = X\n", "this value"),
            ("list = [1 2]\n", "write a list"),
            ("Paralos\n", "this line cannot"),
            ("system\u{a0}= \"greek-fire\"\n", "this line has a no-break or wide space (U+00A0)"),
            ("a = 1\n\u{feff}b = 2\n", "this line has an invisible character (U+FEFF)"),
            ("\u{feff}name = X\n", "this value"),
            ("name = “X”\n", "“ (U+201C) is a curly quotation mark"),
            ("name = ‘X’\n", "‘ (U+2018) is a curly quotation mark"),
            ("name = \"the “Swift”\" 2\n", "this value"),
            ("name = \"X”\n", "” (U+201D) is a curly quotation mark"),
            ("name = 1 2 # “X”\n", "this value"),
        ] {
            let error = Document::parse(text).map(|_| ()).unwrap_err();
            let span = error.span().unwrap_or(0..0);
            let shown = why_no_toml(text, &span).to_string();
            assert!(shown.starts_with(why), "{text:?} {span:?}: {shown}");
        }
    }
}
