//! The report as Markdown, ready to be posted.

use message::i18n::Words;
use message::{Message, message};

use super::{BattleReport, Chapter, Force, Member};

impl BattleReport {
    /// The whole report as Markdown, in the language of these words.
    #[must_use]
    pub fn to_markdown(&self, words: &Words) -> String {
        let shown = |text: &Message| plain(&words.capital(text));
        let within = |text: &Message| marked(&words.capital(text));
        let heading = |text: &Message| format!("## {}", shown(text));
        let mut blocks = vec![format!("# {}", shown(&self.title))];
        let mut summary = self.summary().into_iter();
        blocks.extend(summary.next().map(|verdict| format!("**{}**", within(&verdict))));
        blocks.extend(summary.map(|paragraph| shown(&paragraph)));
        blocks.push(heading(&message!("The forces")));
        for force in &self.forces {
            blocks.push(format!("### {}", plain(&force.name)));
            blocks.push(members(force, words));
        }
        for Chapter { title, paragraphs } in &self.rounds {
            blocks.push(heading(title));
            blocks.extend(paragraphs.iter().map(shown));
        }
        if let Some(about) = self.on_turning_points() {
            blocks.extend([heading(&message!("Turning points")), shown(&about)]);
            blocks.extend(self.turning_points.iter().map(|point| {
                let [what, odds] = self.turning_point_text(point);
                format!("**{}.** {} *{}*", within(&point.when), within(&what), within(&odds))
            }));
        }
        let dice = self.dice();
        if !dice.is_empty() {
            blocks.push(heading(&message!("The dice")));
            blocks.extend(dice.iter().map(shown));
        }
        if !self.scenario.is_empty() {
            blocks.push(heading(&message!("The scenario")));
            blocks.extend(self.scenario.iter().map(|Chapter { title, paragraphs }| {
                let lines: Vec<String> = paragraphs.iter().map(within).collect();
                format!("**{}.** {}", within(title), lines.join("  \n"))
            }));
        }
        blocks.join("\n\n") + "\n"
    }
}

/// The units of a side as a list, with their fates.
fn members(force: &Force, words: &Words) -> String {
    let line = |member: &Member| {
        let name = format!("{} {}", member.tag, marked(&member.name));
        format!("- {name}: {}", marked(&words.capital(&member.text())))
    };
    force.members.iter().map(line).collect::<Vec<_>>().join("\n")
}

/// Names are the players' own: characters that Markdown would read as markup
/// are escaped, and a line stays a line.
fn plain(text: &str) -> String {
    let mut escaped = marked(text);
    if escaped.starts_with(['#', '>', '-', '+', '=']) {
        escaped.insert(0, '\\');
    }
    // Digits and a dot would begin a list.
    let digits = escaped.chars().take_while(char::is_ascii_digit).count();
    if digits > 0 && escaped[digits..].starts_with(['.', ')']) {
        escaped.insert(digits, '\\');
    }
    escaped
}

/// The same within a line, where no list or heading can begin.
fn marked(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for letter in text.chars() {
        if matches!(letter, '\\' | '`' | '*' | '_' | '[' | ']' | '<' | '|' | '~') {
            escaped.push('\\');
        }
        escaped.push(if letter.is_control() { ' ' } else { letter });
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_of_markdown_in_a_name_are_escaped() {
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
