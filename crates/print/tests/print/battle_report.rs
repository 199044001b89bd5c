//! Tests of the battle report on paper.

use engine::analysis::{BattleReport, Chapter};
use engine::journal::Journal;
use games::SystemTag;
use lopdf::Document;
use message::i18n::Words;
use message::{Message, message};
use print::page::{Item, Page};
use print::pdf::{self, Meta};
use print::{Paper, PrintJob, PrintPart};
use proptest::prelude::*;
use rules::Viewer;

use super::support::{check, letters, random_cases, texts, words};

const PAPERS: [Paper; 2] = [Paper::A4, Paper::Letter];

fn stored_report(system: SystemTag) -> BattleReport {
    let text = testing::repository_file(&format!("tests/battles/{system}.battle"));
    BattleReport::of(&Journal::read_file(&text).unwrap(), Viewer::Everyone)
}

fn job(paper: Paper, report: &BattleReport) -> PrintJob {
    let parts = vec![PrintPart::Report(Box::new(report.clone()))];
    PrintJob { title: report.title.to_string(), paper, parts, ..PrintJob::default() }
}

fn pages(paper: Paper, report: &BattleReport) -> Vec<Page> {
    let pages = job(paper, report).pages();
    pages.iter().for_each(check);
    pages
}

fn without_spaces(text: &str) -> String {
    text.split_whitespace().collect()
}

/// All texts of a report.
fn all_of(report: &BattleReport) -> Vec<String> {
    let describe =
        |says: Vec<Message>| says.iter().map(|say| Words::ENGLISH.capital(say)).collect();
    let mut all: Vec<String> = describe(report.summary());
    for member in report.forces.iter().flat_map(|force| &force.members) {
        all.extend([member.name.clone(), member.state.to_string()]);
    }
    for chapter in &report.rounds {
        all.push(chapter.title.to_string());
        // If a paragraph continues in another column, only its lines are found whole.
        for text in describe(chapter.paragraphs.clone()) {
            all.extend(text.split_whitespace().map(str::to_owned));
        }
    }
    for point in &report.turning_points {
        all.extend(describe(report.turning_point_text(point).to_vec()));
    }
    all.extend(describe(report.dice()));
    all
}

#[test]
fn a_report_is_printed_whole_for_every_system_and_paper() {
    for system in SystemTag::ALL {
        let report = stored_report(*system);
        for paper in PAPERS {
            let pages = pages(paper, &report);
            let letters = letters(&pages);
            for text in all_of(&report) {
                assert!(letters.contains(&without_spaces(&text)), "{system}: {text}");
            }
            for (page, number) in pages.iter().zip(1..) {
                let foot = format!("page {number} of {}", pages.len());
                assert!(texts(page).any(|text| text.content == foot), "{system}: {foot}");
            }
        }
    }
}

#[test]
fn a_ship_that_is_lost_is_drawn_in_outlines_and_has_a_dagger() {
    let report = stored_report(SystemTag::FastPlaySalamis);
    let drawn = pages(Paper::A4, &report);
    let members = || report.forces.iter().flat_map(|force| &force.members);
    let outlined = drawn.iter().flat_map(|page| &page.items).filter(|item| match item {
        Item::Figure(figure) => figure.outlined,
        _ => false,
    });
    assert_eq!(outlined.count(), members().filter(|member| member.lost).count());
    let daggers = drawn.iter().flat_map(texts).filter(|text| text.content.starts_with('†'));
    assert_eq!(daggers.count(), members().filter(|member| member.lost).count());
    assert!(members().any(|member| member.lost));
}

#[test]
fn the_plot_has_the_figure_of_every_turning_point() {
    for system in SystemTag::ALL {
        let report = stored_report(*system);
        assert!(!report.turning_points.is_empty(), "{system}");
        let drawn = pages(Paper::A4, &report);
        for number in 1..=report.turning_points.len() {
            let figures = drawn.iter().flat_map(texts).filter(|t| t.content == number.to_string());
            // Once in the plot, and once next to its text.
            assert!(figures.count() >= 2, "{system}: {number}");
        }
    }
}

#[test]
fn a_report_of_a_long_battle_has_every_line() {
    let mut report = stored_report(SystemTag::GreekFire);
    let paragraphs = report.rounds.iter().flat_map(|round| round.paragraphs.clone());
    let paragraphs: Vec<Message> = paragraphs.cycle().take(60).collect();
    report.rounds = (1..=40)
        .map(|n| Chapter { title: message!("Round {n}", n), paragraphs: paragraphs.clone() })
        .collect();
    let pages = pages(Paper::Letter, &report);
    assert!(pages.len() > 20, "{}", pages.len());
    let letters = letters(&pages);
    assert!(
        letters.matches(&without_spaces(&Words::ENGLISH.capital(&paragraphs[0]))).count() >= 35
    );
    for n in 1..=40 {
        assert!(texts_of(&pages).any(|text| text == format!("Round {n}")), "{n}");
    }
}

fn texts_of(pages: &[Page]) -> impl Iterator<Item = String> {
    pages.iter().flat_map(texts).map(|text| text.content.clone())
}

#[test]
fn a_battle_that_has_not_begun_has_a_page() {
    let mut journal =
        Journal::read_file(&testing::repository_file("tests/battles/greek-fire.battle")).unwrap();
    journal.jump(0);
    let pages = pages(Paper::A4, &BattleReport::of(&journal, Viewer::Everyone));
    assert_eq!(pages.len(), 1);
}

#[test]
fn the_pdf_of_a_report_is_read_back_with_its_fonts_and_greek_names() {
    let report = stored_report(SystemTag::GreekFire);
    let pages = job(Paper::Letter, &report).pages();
    let bytes =
        pdf::write(&pages, &Meta { title: report.title.to_string(), created: None }).unwrap();
    let document = Document::load_mem(&bytes).unwrap();
    let numbers: Vec<u32> = document.get_pages().keys().copied().collect();
    assert_eq!(numbers.len(), pages.len());
    let text = document.extract_text(&numbers).unwrap();
    let verdict = report.verdict.to_string();
    for words in ["Δημοκρατία", "Demokratia", "Turning points", "The dice", "Round 1", &verdict]
    {
        assert!(text.contains(words), "{words} is not in {text}");
    }
    let fonts = document.objects.values().filter_map(|object| object.as_dict().ok());
    let embedded = fonts.filter(|dict| dict.get(b"FontFile2").is_ok());
    assert_eq!(embedded.count(), 4);
}

proptest! {
    #![proptest_config(random_cases(24))]

    #[test]
    fn texts_of_a_report_are_never_cut_and_never_overlap(
        system in prop::sample::select(SystemTag::ALL),
        names in prop::collection::vec(words(5), 2),
        ships in prop::collection::vec((words(6), words(4), words(4)), 1..30),
        rounds in prop::collection::vec(
            (words(3), prop::collection::vec(words(80), 1..6)), 0..7),
        outcomes in prop::collection::vec(words(40), 5),
        paper in prop::sample::select(&PAPERS[..]),
    ) {
        let mut report = stored_report(system);
        report.title = Message::verbatim(names.join(" against "));
        for (force, name) in report.forces.iter_mut().zip(names) {
            force.name = name;
            let like = force.members.clone();
            force.members = like.into_iter().cycle().zip(&ships).map(|(mut member, ship)| {
                let (name, kind, state) = ship.clone();
                member.name = name;
                [member.kind, member.state] = [kind, state].map(Message::verbatim);
                member
            }).collect();
        }
        report.rounds = rounds
            .into_iter()
            .map(|(title, paragraphs)| Chapter {
                title: Message::verbatim(title),
                paragraphs: paragraphs.into_iter().map(Message::verbatim).collect(),
            })
            .collect();
        for (point, story) in report.turning_points.iter_mut().zip(outcomes) {
            point.story = Message::verbatim(story);
        }
        pages(paper, &report);
    }
}
