//! The report as Markdown, ready to post.

use super::{BattleReport, Chapter, Force};

impl BattleReport {
    /// The whole report as Markdown.
    #[must_use]
    pub fn to_markdown(&self) -> String {
        let mut blocks = vec![format!("# {}", plain(&self.title))];
        let mut summary = self.summary().into_iter();
        blocks.extend(summary.next().map(|verdict| format!("**{}**", marked(&verdict))));
        blocks.extend(summary.map(|paragraph| plain(&paragraph)));
        blocks.push("## The forces".into());
        for force in &self.forces {
            blocks.push(format!("### {}", plain(&force.name)));
            blocks.push(members(force));
        }
        for Chapter { title, paragraphs } in &self.rounds {
            blocks.push(format!("## {}", plain(title)));
            blocks.extend(paragraphs.iter().map(|paragraph| plain(paragraph)));
        }
        if let Some(about) = self.on_turning_points() {
            blocks.extend(["## Turning points".into(), plain(&about)]);
            blocks.extend(self.turning_points.iter().map(|point| {
                let [what, odds] = self.told(point);
                format!("**{}.** {} *{}*", marked(&point.when), marked(&what), marked(&odds))
            }));
        }
        let dice = self.dice();
        if !dice.is_empty() {
            blocks.push("## The dice".into());
            blocks.extend(dice.iter().map(|paragraph| plain(paragraph)));
        }
        if !self.scenario.is_empty() {
            blocks.push("## The scenario".into());
            blocks.extend(self.scenario.iter().map(|Chapter { title, paragraphs }| {
                let told: Vec<String> = paragraphs.iter().map(|text| marked(text)).collect();
                format!("**{}.** {}", marked(title), told.join("  \n"))
            }));
        }
        blocks.join("\n\n") + "\n"
    }
}

/// The units of a side as a list, with what became of them.
fn members(force: &Force) -> String {
    let line = |member: &super::Member| {
        let mark = if member.lost { " †" } else { "" };
        let name = format!("{} {}{mark}", member.tag, marked(&member.name));
        let said = [marked(&member.kind), marked(&member.state)];
        let said: Vec<&str> =
            said.iter().map(String::as_str).filter(|text| !text.is_empty()).collect();
        format!("- {name}: {}", said.join(", "))
    };
    force.members.iter().map(line).collect::<Vec<_>>().join("\n")
}

/// Names are the players' own: what Markdown would read as its marks is
/// escaped, and a line stays a line.
fn plain(text: &str) -> String {
    let mut escaped = marked(text);
    if escaped.starts_with(['#', '>', '-', '+', '=']) {
        escaped.insert(0, '\\');
    }
    // A number and a dot would begin a list.
    let digits = escaped.chars().take_while(char::is_ascii_digit).count();
    if digits > 0 && escaped[digits..].starts_with(['.', ')']) {
        escaped.insert(digits, '\\');
    }
    escaped
}

/// The same within a line, where nothing can begin.
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
