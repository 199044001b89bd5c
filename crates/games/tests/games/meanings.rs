//! Tests of the glossary: every word of the rules is explained to players.

use std::collections::BTreeSet;

use games::SystemTag;
use message::i18n::english;
use rules::{Meaning, Sort, Units};

fn all() -> impl Iterator<Item = (SystemTag, Meaning)> {
    SystemTag::ALL.iter().flat_map(|system| {
        let meanings = system.meanings().into_iter();
        meanings.map(|meaning| (*system, meaning))
    })
}

#[test]
fn every_rules_term_is_explained_in_up_to_sixty_words() {
    let mut wrong = Vec::new();
    for (system, meaning) in all() {
        let what = english(&meaning.what);
        let words = what.split_whitespace().count();
        let whole = what.ends_with('.') && what.chars().next().is_some_and(char::is_uppercase);
        if !(2..=60).contains(&words) || !whole || what.contains(['`', '[', '(']) {
            wrong.push(format!("{system} {:?} {}: {what}", meaning.sort, meaning.word));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn explanations_of_terms_have_no_figures() {
    const FIGURES: [&str; 9] =
        ["three", "four", "five", "six", "seven", "eight", "ten", "twelve", "twenty"];
    let written = |meaning: &Meaning| {
        let what = english(&meaning.what).to_lowercase();
        let mut words = what.split(|letter: char| !letter.is_alphanumeric());
        words.any(|word| FIGURES.contains(&word) || word.contains(|c: char| c.is_ascii_digit()))
    };
    // An optional rule says what it changes, with the figures of its constants.
    let all = all().filter(|(_, meaning)| meaning.sort != Sort::OptionalRule);
    let wrong: Vec<_> = all.filter(|(_, meaning)| written(meaning)).collect();
    assert!(wrong.is_empty(), "{wrong:?}");
}

#[test]
fn rows_and_columns_of_charts_are_explained() {
    for system in SystemTag::ALL {
        let meanings = system.meanings();
        let names: BTreeSet<String> =
            meanings.iter().map(|meaning| english(&meaning.name).to_lowercase()).collect();
        let words: BTreeSet<&str> = meanings.iter().map(|meaning| meaning.word).collect();
        // Other charts describe the turn or a rule in sentences.
        for chart in system.charts().into_iter().filter(|chart| !chart.about.is_empty()) {
            // A chart of one ready battle has that battle's name on each of its rows.
            if chart.about.iter().all(|word| word == chart.slug) {
                continue;
            }
            for word in chart.about.iter().filter(|word| !word.is_empty()) {
                assert!(words.contains(word.as_str()), "{system} {}: {word}", chart.slug);
            }
            // If each row is a different thing, the columns are its properties.
            let things: BTreeSet<&String> = chart.about.iter().collect();
            let lists = things.len() == chart.rows.len();
            for head in
                chart.columns.iter().filter(|_| lists).map(|head| english(head).to_lowercase())
            {
                let roll = head.contains(|c: char| c.is_ascii_digit());
                assert!(roll || names.contains(&head), "{system} {}: {head}", chart.slug);
            }
        }
    }
}

#[test]
fn a_term_has_figures_of_charts_and_related_terms() {
    let all = SystemTag::GreekFire.meanings();
    let charts = SystemTag::GreekFire.charts();
    let at = |sort: &Sort, word: &str| {
        all.iter().position(|one| (&one.sort, one.word) == (sort, word)).expect("a word")
    };
    let describe = |at: usize| {
        let rows = all[at].figures(&charts);
        let cells = rows.iter().flat_map(|row| &row.cells);
        cells
            .map(|(head, cell)| format!("{}: {}", english(head), english(cell)))
            .collect::<Vec<_>>()
    };
    let sunk = at(&Sort::Outcome, "sunk");
    assert_eq!(describe(sunk), ["1d10: 10 or more"]);
    assert!(describe(at(&Sort::Order, "ram")).is_empty());
    let ram = at(&Sort::Order, "ram");
    let next = Meaning::leads_on(&all, ram);
    let bow = at(&Sort::Question, "bow_to_bow");
    assert!(next.contains(&bow), "the question of the order");
    let modifier = at(&Sort::Modifier, "bow-to-bow");
    assert!(Meaning::leads_on(&all, bow).contains(&modifier), "the modifier of the same name");
    assert_eq!(all[modifier].added_amount().map(|adds| english(&adds)).as_deref(), Some("−2"));
}

#[test]
fn a_term_has_a_sketch_of_ships_only_in_games_with_ships() {
    let drawn = |system: SystemTag| {
        let all = system.meanings().into_iter();
        all.filter(|one| one.sketch(system.units()).is_some()).count()
    };
    for system in SystemTag::ALL {
        assert_eq!(drawn(*system) > 0, system.units() == Units::Ships, "{system}");
    }
}

#[test]
fn a_name_means_a_term_rather_than_a_question() {
    let all = SystemTag::GreekFire.meanings();
    let names = Meaning::by_name(&all);
    assert_eq!(all[names["bow to bow"]].sort, Sort::Modifier);
    assert!(!names.contains_key("none"), "where a table says “none”, it names nothing");
}
