//! Sentences of the log as prose: a ship is called by her tag once a chapter,
//! and what is said of her in one breath stands in one sentence.

use std::collections::BTreeSet;

use crate::rules::{Battle, Side};
use crate::wording::capital;

/// How the units and sides of a battle are called.
pub(super) struct Names {
    /// The tag and name of each unit, as the log has them, and the name alone
    /// where that is enough to know her by.
    units: Vec<(String, Option<String>)>,
    /// The sides as the log has them, and without their letters.
    sides: Vec<(String, String)>,
}

impl Names {
    pub(super) fn of(battle: &Battle) -> Names {
        let all: Vec<(String, String)> =
            battle.tags().into_iter().map(|tag| (tag.to_string(), battle.unit_name(tag))).collect();
        let alone = |name: &String| {
            let letters = name.chars().filter(|letter| letter.is_lowercase()).count();
            letters >= 2 && all.iter().filter(|(_, other)| other == name).count() == 1
        };
        let units = all
            .iter()
            .map(|(tag, name)| (format!("{tag} {name}"), alone(name).then(|| name.clone())))
            .collect();
        let [a, b] = [Side::A, Side::B].map(|side| battle.side_name(side));
        let side = |side: Side| {
            let name = battle.side_name(side);
            (format!("{name} ({side})"), within(name))
        };
        let sides = if a == b { Vec::new() } else { [Side::A, Side::B].map(side).to_vec() };
        Names { units, sides }
    }

    /// Which unit a text begins with.
    fn leads(&self, text: &str) -> Option<usize> {
        let begins = |at: &usize| {
            let rest = text.strip_prefix(self.units[*at].0.as_str());
            rest.is_some_and(|rest| rest.starts_with(' '))
        };
        (0..self.units.len()).filter(begins).max_by_key(|at| self.units[*at].0.len())
    }

    /// A text with units called by their names alone, but for the first time.
    pub(super) fn call(&self, text: &str, called: &mut BTreeSet<usize>) -> String {
        let mut out = String::with_capacity(text.len());
        let mut rest = text;
        let mut inside_a_word = false;
        while let Some(letter) = rest.chars().next() {
            let begins = |label: &str| !inside_a_word && rest.starts_with(label);
            let unit = (0..self.units.len())
                .filter(|at| begins(&self.units[*at].0))
                .max_by_key(|at| self.units[*at].0.len());
            let side = self.sides.iter().find(|(label, _)| begins(label));
            let (said, length) = match (unit, side) {
                (Some(at), _) => {
                    let (label, alone) = &self.units[at];
                    let again = !called.insert(at);
                    (alone.as_ref().filter(|_| again).unwrap_or(label).clone(), label.len())
                }
                (None, Some((label, name))) => {
                    let first = out.is_empty() || out.ends_with(". ");
                    (if first { capital(name) } else { name.clone() }, label.len())
                }
                (None, None) => (letter.to_string(), letter.len_utf8()),
            };
            inside_a_word = said.chars().next_back().is_some_and(char::is_alphanumeric);
            out.push_str(&said);
            rest = &rest[length..];
        }
        out
    }
}

/// A name in the middle of a sentence: `the Corinthians`.
pub(super) fn within(name: &str) -> String {
    let article = ["The ", "A ", "An "].iter().find(|article| name.starts_with(**article));
    match article {
        Some(article) => article.to_lowercase() + &name[article.len()..],
        None => name.to_owned(),
    }
}

/// Sentences as one text. What goes on about the same unit is joined: `A1 rams
/// B1. B1 will sink. B1 loses oars.` is `A1 rams B1, who will sink and loses
/// oars.`
pub(super) fn joined(names: &Names, sentences: &[String]) -> String {
    let mut text = String::new();
    // Whom the last clause is about, and whether more may be said of it.
    let mut about: Option<usize> = None;
    let mut open = false;
    for sentence in sentences.iter().map(|sentence| sentence.trim()).filter(|s| !s.is_empty()) {
        let lead = names.leads(sentence).filter(|at| {
            // Of two who do something together, neither goes on alone.
            !sentence[names.units[*at].0.len()..].starts_with(" and ")
        });
        let begun = text.strip_suffix('.').filter(|_| open);
        if let (Some(unit), Some(begun)) = (lead, begun) {
            let label = &names.units[unit].0;
            let rest = &sentence[label.len() + 1..];
            let one_of_two = format!(" and {label}");
            let link = if about == Some(unit) {
                Some(" and ")
            } else if begun.ends_with(label.as_str()) && !begun.ends_with(&one_of_two) {
                Some(", who ")
            } else {
                None
            };
            if let Some(link) = link {
                text = format!("{begun}{link}{rest}");
                // One "and" a sentence is enough.
                open = link != " and " && is_plain(rest);
                about = lead;
                continue;
            }
        }
        if !text.is_empty() {
            text.push(' ');
        }
        text.push_str(sentence);
        (about, open) = (lead, is_plain(sentence));
    }
    text
}

/// Whether a sentence has no clause after a colon or semicolon, to which more
/// would seem to belong.
fn is_plain(sentence: &str) -> bool {
    !sentence.contains([';', ':', '\u{201c}'])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names() -> Names {
        let unit = |label: &str, alone: Option<&str>| (label.to_owned(), alone.map(str::to_owned));
        Names {
            units: vec![
                unit("A1 Argo", Some("Argo")),
                unit("A11 Ἥβη", Some("Ἥβη")),
                unit("B1 IV", None),
            ],
            sides: vec![("The Greeks (A)".into(), "the Greeks".into())],
        }
    }

    #[test]
    fn what_goes_on_about_one_ship_is_one_sentence() {
        let cases: [(&[&str], &str); 6] = [
            (&["A1 Argo rams B1 IV.", "B1 IV goes down."], "A1 Argo rams B1 IV, who goes down."),
            (&["B1 IV routs.", "B1 IV goes down."], "B1 IV routs and goes down."),
            (
                &["A1 Argo rams B1 IV.", "B1 IV sinks.", "B1 IV burns.", "B1 IV routs."],
                "A1 Argo rams B1 IV, who sinks and burns. B1 IV routs.",
            ),
            (
                &["A1 Argo and B1 IV fight.", "B1 IV routs."],
                "A1 Argo and B1 IV fight. B1 IV routs.",
            ),
            (
                &["They lock A1 Argo and B1 IV.", "B1 IV routs."],
                "They lock A1 Argo and B1 IV. B1 IV routs.",
            ),
            (&["B1 IV is hit: 1 left.", "B1 IV routs."], "B1 IV is hit: 1 left. B1 IV routs."),
        ];
        for (sentences, told) in cases {
            let sentences: Vec<String> = sentences.iter().map(ToString::to_string).collect();
            assert_eq!(joined(&names(), &sentences), told);
        }
    }

    #[test]
    fn a_ship_has_her_tag_once_and_a_name_that_says_little_always() {
        let mut called = BTreeSet::new();
        let text = "A1 Argo rams A11 Ἥβη. A1 Argo turns on B1 IV. B1 IV flees. A11 Ἥβη sinks.";
        assert_eq!(
            names().call(text, &mut called),
            "A1 Argo rams A11 Ἥβη. Argo turns on B1 IV. B1 IV flees. Ἥβη sinks."
        );
        assert_eq!(
            names().call("The Greeks (A) win. A prize for The Greeks (A).", &mut called),
            "The Greeks win. A prize for the Greeks."
        );
    }
}
