//! Tests of the ready battles: each opens, and has the texts that players need.

use engine::analysis::BattleReport;
use engine::fleet::library::{self, ReadyBattle};
use engine::journal::{Journal, Opening};
use message::i18n::Words;
use rules::{Side, Topic, Viewer};

fn ready(slug: &str) -> &'static ReadyBattle {
    library::battles().iter().find(|ready| ready.slug == slug).expect("a ready battle")
}

fn journal(slug: &str) -> Journal {
    Journal::open(Opening::ready(slug, 1).expect("a ready battle")).expect("it opens")
}

#[test]
fn every_ready_battle_opens_with_setup_victory_conditions_and_history() {
    for ready in library::battles() {
        let slug = &ready.slug;
        let opening = Opening::ready(slug, 1).unwrap_or_else(|| panic!("{slug}"));
        opening.battle().unwrap_or_else(|fault| panic!("{slug}: {fault}"));
        let shown = |topic: &Topic| !ready.briefing.about(*topic).is_empty();
        let needed = [
            Topic::History,
            Topic::Setup,
            Topic::Aims,
            Topic::Length,
            Topic::Balance,
            Topic::Guess,
        ];
        let missing: Vec<&Topic> = needed.iter().filter(|topic| !shown(topic)).collect();
        assert!(missing.is_empty(), "{slug}: {missing:?}");
        let sides = ready.side_texts.iter();
        assert!(
            sides.clone().all(|side| !side.briefing.about(Topic::Setup).is_empty()),
            "{slug}: where each side starts"
        );
        let names = sides.map(|side| side.name.as_str()).collect::<Vec<_>>();
        let found = library::battle_of([names[0], names[1]], &ready.options);
        assert_eq!(
            found.map(|found| &found.slug),
            Some(slug),
            "no other battle shares its fleet names"
        );
    }
}

#[test]
fn the_date_of_a_ready_battle_is_that_of_its_name() {
    for ready in library::battles() {
        let dated = ready.name.contains(" BCE");
        let invented = ready.date.is_none() && ready.place.is_empty();
        // Of two battles on one day, the second has the name of an event.
        let by_what_happened = ready.slug == "prize-of-valour";
        assert_eq!(dated, !invented && !by_what_happened, "{}", ready.slug);
        if let Some(date) = ready.date {
            let year = format!("{} BCE", date.year_bce);
            assert!(!dated || ready.name.contains(&year), "{}: {date}", ready.slug);
            let when_and_where = format!("{date}, {}", ready.place);
            assert_eq!(ready.when_and_where(), when_and_where, "{}", ready.slug);
        }
    }
    let date = |slug: &str| ready(slug).date.map(|date| date.to_string());
    assert_eq!(date("actium").as_deref(), Some("2 September 31 BCE"));
    assert_eq!(date("alalia").as_deref(), Some("about 540 BCE"));
}

#[test]
fn the_report_of_a_ready_battle_has_its_setup_and_the_notes_of_both_files() {
    let report = BattleReport::of(&journal("sybota"), Viewer::Everyone);
    let of = |title: &str| {
        let chapter = report.scenario.iter().find(|chapter| chapter.title == title);
        chapter
            .unwrap_or_else(|| panic!("no {title}"))
            .paragraphs
            .iter()
            .map(ToString::to_string)
            .collect::<Vec<_>>()
            .join("\n")
    };
    let ready = ready("sybota");
    for (topic, text) in ready.briefing.texts() {
        assert!(of(&topic.title().to_string()).contains(text), "{topic}");
    }
    for side in &ready.side_texts {
        for (topic, text) in side.briefing.texts() {
            let shown = format!("{}: {text}", side.name);
            assert!(of(&topic.title().to_string()).contains(&shown), "{shown}");
        }
    }
    assert_eq!(ready.when_and_where(), of("When and where"));
    assert!(
        report
            .to_markdown(&Words::ENGLISH)
            .contains("## The scenario\n\n**When and where.** 433 BCE, off")
    );
}

#[test]
fn notes_of_a_fleet_with_secrets_are_hidden_from_the_other_side() {
    let journal = journal("zama");
    let names = ["Scipio at Zama: ", "Hannibal at Zama: "];
    for (viewer, shown) in [
        (Viewer::Side(Side::A), [true, false]),
        (Viewer::Side(Side::B), [false, true]),
        (Viewer::Both, [false, false]),
        (Viewer::Everyone, [true, true]),
    ] {
        let text = BattleReport::of(&journal, viewer).to_markdown(&Words::ENGLISH);
        assert_eq!(names.map(|name| text.contains(name)), shown, "{viewer:?}");
    }
}

#[test]
fn the_handbook_lists_every_ready_battle_and_no_other() {
    let page = &testing::repository_file("docs/handbook/games.md");
    let listed: usize = library::battles()
        .iter()
        .map(|ready| page.matches(&format!("{} (`{}`)", ready.name, ready.slug)).count())
        .sum();
    assert_eq!(listed, library::battles().len());
    let table = page.split_once("## Ready battles").expect("its section").1;
    assert_eq!(table.matches(" (`").count(), listed);
}
