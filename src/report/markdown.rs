//! The report as Markdown, ready to post.

use super::{Chapter, Report};

impl Report {
    /// The whole report as Markdown.
    #[must_use]
    pub fn to_markdown(&self) -> String {
        let mut blocks = vec![format!("# {}", plain(&self.title))];
        for Chapter { title, paragraphs } in self.chapters() {
            blocks.push(format!("## {}", plain(&title)));
            blocks.extend(paragraphs.iter().map(|paragraph| plain(paragraph)));
        }
        blocks.join("\n\n") + "\n"
    }
}

/// Names are the players' own: what Markdown would read as its marks is
/// escaped, and a line stays a line.
fn plain(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for (at, letter) in text.chars().enumerate() {
        let begins = at == 0 && matches!(letter, '#' | '>' | '-' | '+' | '=');
        if begins || matches!(letter, '\\' | '`' | '*' | '_' | '[' | ']' | '<' | '|' | '~') {
            escaped.push('\\');
        }
        escaped.push(if letter.is_control() { ' ' } else { letter });
    }
    // A number and a dot would begin a list.
    let digits = escaped.chars().take_while(char::is_ascii_digit).count();
    if digits > 0 && escaped[digits..].starts_with(['.', ')']) {
        escaped.insert(digits, '\\');
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_marks_of_markdown_in_a_name_are_only_letters() {
        for (text, escaped) in [
            ("Δημοκρατία", "Δημοκρατία"),
            ("*Argo* [1]", r"\*Argo\* \[1\]"),
            ("# Argo", r"\# Argo"),
            ("3. Argo", r"3\. Argo"),
            ("3 times", "3 times"),
            ("two\nlines", "two lines"),
        ] {
            assert_eq!(plain(text), escaped);
        }
    }
}
