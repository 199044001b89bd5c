//! House rules: a line in the notes of a fleet lists the limits that it exceeds.

use rules::file::HOUSE_RULES;

/// The notes with house rules allowed, or forbidden again.
pub(super) fn allowing(notes: &str, allowed: bool) -> String {
    let mut lines: Vec<&str> = notes.lines().filter(|line| !is_house_line(line)).collect();
    if allowed {
        lines.push(HOUSE_RULES);
    }
    lines.join("\n")
}

/// The notes with these marks in their first line about house rules.
pub(super) fn marked(notes: &str, marks: &str) -> String {
    let mut marked = false;
    let mark = |line: &str| {
        if is_house_line(line) && !std::mem::replace(&mut marked, true) {
            format!("{} [{marks}]", own_words(line))
        } else {
            line.to_owned()
        }
    };
    notes.lines().map(mark).collect::<Vec<_>>().join("\n")
}

fn is_house_line(line: &str) -> bool {
    line.trim_start().starts_with(HOUSE_RULES)
}

/// The line without what the program wrote in it.
fn own_words(line: &str) -> &str {
    line.split_once('[').map_or(line, |(own, _)| own).trim_end()
}
