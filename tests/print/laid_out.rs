//! Pages as they are laid out.

use proptest::prelude::*;
use trierarch::drawing::Drawing;
use trierarch::print::page::{Item, Page};
use trierarch::print::{Job, Paper, Part, PerPage};
use trierarch::rules::{Fact, Sheet, Track};
use trierarch::say::{Say, say};

use super::support::{aslant, check, letters, one_of_each, random_cases, ready, sheets, words};

const PAPERS: [Paper; 2] = [Paper::A4, Paper::Letter];
const PER_PAGE: [PerPage; 4] = [PerPage::One, PerPage::Two, PerPage::Four, PerPage::Eight];

fn job(paper: Paper, per_page: PerPage, sheets: Vec<Sheet>) -> Job {
    let title = "Salamis".into();
    Job { title, paper, per_page, ink_saver: false, parts: vec![Part::Sheets(sheets)] }
}

/// The pages of some sheets on every paper and at every size, checked.
fn all_ways(sheets: &[Sheet]) -> Vec<(PerPage, Vec<Page>)> {
    let mut all = Vec::new();
    for paper in PAPERS {
        for per_page in PER_PAGE {
            let pages = job(paper, per_page, sheets.to_vec()).pages();
            pages.iter().for_each(check);
            all.push((per_page, pages));
        }
    }
    all
}

/// The squares of a page that are boxes to cross off: all their sides equal.
fn boxes(page: &Page) -> impl Iterator<Item = f32> {
    page.items.iter().filter_map(|item| match item {
        Item::Rect(rect) if (rect.frame.width - rect.frame.height).abs() < 1e-3 => {
            Some(rect.frame.width)
        }
        _ => None,
    })
}

fn said(text: &str) -> String {
    text.split_whitespace().collect()
}

/// The largest ship that the rules know, with the longest name a file may
/// have, twenty advantages and nine hundred crew.
fn giant() -> Sheet {
    let mut sheet = sheets(
        r#"
        system = "greek-fire"
        name = "The Fleet of Ptolemy Philopator, the Lover of his Father"
        [[type]]
        slug = "forty"
        name = "Tessarakonteres"
        deck = 20
        ram = 9
        crew = 860
        move = 1
        [[ship]]
        name = "Ἡ τεσσαρακοντήρης τοῦ βασιλέως Πτολεμαίου τοῦ Φιλοπάτορος"
        type = "forty"
        crew_quality = "elite"
        captain = { name = "Ἀριστομάχη-Χρυσοθέμιδος Ἀγαθοκλέους", skills = ["ramming", "rowing", "rally", "sailing"] }
        crew_skills = ["rowing", "missiles", "melee"]
        advantages = ["prongs", "hoplites", "hoplites", "tower-archers", "tower-archers",
          "tower-archers", "archers", "archers", "archers", "ballistae", "ballistae", "catapult",
          "catapult", "trebuchet", "onagers", "greek-fire", "sails", "corvus", "harpax",
          "parablemata"]
        "#,
    )
    .remove(0);
    sheet.tracks[0].crossed = 13;
    sheet
}

#[test]
fn every_kind_of_ship_is_laid_out_on_every_paper_with_nothing_over_another() {
    let sheets = one_of_each();
    for (per_page, pages) in all_ways(&sheets) {
        let letters = letters(&pages);
        for sheet in &sheets {
            assert!(letters.contains(&said(&sheet.name)), "{per_page:?}: {}", sheet.name);
        }
    }
}

#[test]
fn every_ready_ship_is_laid_out_with_nothing_over_another() {
    for ((path, sheets), paper) in ready().into_iter().zip(PAPERS.into_iter().cycle()) {
        let pages = job(paper, PerPage::Four, sheets.clone()).pages();
        pages.iter().for_each(check);
        let letters = letters(&pages);
        for sheet in &sheets {
            assert!(letters.contains(&said(&sheet.name)), "{path}: {}", sheet.name);
        }
    }
}

#[test]
fn every_drawing_finds_its_place() {
    let sheets: Vec<Sheet> = Drawing::ALL
        .iter()
        .map(|&drawing| Sheet { drawing, name: format!("{drawing:?}"), ..giant() })
        .collect();
    for (per_page, pages) in all_ways(&sheets) {
        for &drawing in Drawing::ALL {
            let drawn = |item: &Item| matches!(item, Item::Figure(f) if f.drawing == drawing);
            assert!(pages.iter().any(|page| page.items.iter().any(drawn)), "{per_page:?}");
        }
    }
}

#[test]
fn the_largest_ship_loses_neither_word_nor_box() {
    let sheet = giant();
    let count: u32 = sheet.tracks.iter().map(|track| track.boxes).sum();
    assert!(count > 200 && sheet.tracks[0].boxes == 90);
    for (per_page, pages) in all_ways(std::slice::from_ref(&sheet)) {
        let drawn: usize = pages.iter().map(|page| boxes(page).count()).sum();
        assert_eq!(drawn, count as usize, "{per_page:?}");
        let letters = letters(&pages);
        let captions = sheet.tracks.iter().map(|track| &track.caption);
        let facts = sheet.facts.iter().flat_map(|fact| [&fact.caption, &fact.text]);
        let names = [sheet.name.clone(), sheet.kind.to_string(), sheet.fleet.clone()];
        for text in &captions.chain(facts).map(ToString::to_string).chain(names).collect::<Vec<_>>()
        {
            assert!(letters.contains(&said(text)), "{per_page:?}: {text}");
        }
    }
}

#[test]
fn no_sheet_speaks_in_the_words_of_the_protocol() {
    let mut all: Vec<(&str, Sheet)> = Vec::new();
    for (path, sheets) in ready() {
        all.extend(sheets.into_iter().map(|sheet| (path, sheet)));
    }
    all.push(("the giant", giant()));
    for (path, sheet) in all {
        let captions = sheet.tracks.iter().map(|track| &track.caption);
        let facts = sheet.facts.iter().flat_map(|fact| [&fact.caption, &fact.text]);
        for text in captions.chain(facts) {
            let joined = |word: &str| {
                let mut parts = word.split(['-', '_']);
                let letters = |part: &str| part.chars().all(|c| c.is_ascii_lowercase());
                word.contains(['-', '_']) && parts.all(|part| part.len() > 1 && letters(part))
            };
            let text = text.to_string();
            let slug = text.split([' ', ',']).find(|word| joined(word));
            assert_eq!(slug, None, "{path}: {} says `{text}`", sheet.name);
        }
    }
}

#[test]
fn boxes_are_large_enough_to_cross_at_one_and_two_a_page() {
    let mut all = one_of_each();
    all.push(giant());
    for (per_page, pages) in all_ways(&all) {
        let least = match per_page {
            PerPage::One | PerPage::Two => 5.0,
            PerPage::Four | PerPage::Eight => 2.5,
        };
        for side in pages.iter().flat_map(boxes) {
            assert!(side >= least, "{per_page:?}: {side}");
        }
    }
}

#[test]
fn a_page_holds_as_many_ships_as_asked() {
    let sheets: Vec<Sheet> = ready().into_iter().flat_map(|(_, sheets)| sheets).take(16).collect();
    for (per_page, pages) in PER_PAGE.into_iter().zip([16, 8, 4, 2]) {
        for paper in PAPERS {
            let laid = job(paper, per_page, sheets.clone()).pages();
            assert_eq!(laid.len(), pages, "{paper:?} {per_page:?}");
            let [width, height] = paper.size_mm();
            for page in laid {
                assert!((page.width_mm - width).abs() + (page.height_mm - height).abs() < 1e-3);
            }
        }
    }
}

#[test]
fn a_box_that_is_gone_has_a_cross_and_the_odd_one_says_what_it_is_worth() {
    let mut sheet = giant();
    sheet.tracks = vec![Track {
        crossed: 4,
        box_worth: 10,
        last_worth: Some(7),
        ..Track::new(say!("Crew"), 17, 0)
    }];
    let pages = job(Paper::A4, PerPage::Two, vec![sheet]).pages();
    let crosses = pages[0].items.iter().filter(
        |item| matches!(item, Item::Line(line) if line.points.len() == 2 && aslant(&line.points)),
    );
    assert_eq!(crosses.count(), 2 * 4);
    let label = |item: &&Item| matches!(item, Item::Text(text) if text.content == "7");
    assert_eq!(pages[0].items.iter().filter(label).count(), 1);
}

#[test]
fn saving_ink_changes_the_figures_alone() {
    let pages = job(Paper::A4, PerPage::Four, vec![giant()]).pages();
    let saved = Job { ink_saver: true, ..job(Paper::A4, PerPage::Four, vec![giant()]) }.pages();
    for (page, saved) in pages.iter().zip(&saved) {
        for (one, other) in page.items.iter().zip(&saved.items) {
            match (one, other) {
                (Item::Figure(black), Item::Figure(lines)) => {
                    assert!(!black.outlined && lines.outlined);
                }
                _ => assert_eq!(one, other),
            }
        }
    }
}

prop_compose! {
    fn any_track()(caption in words(2).prop_map(Say::verbatim), boxes in 1..95_u32, gone in 0..95_u32, ten in any::<bool>(),
                   odd in 1..10_u32) -> Track {
        let crossed = gone.min(boxes);
        if ten {
            Track { crossed, box_worth: 10, last_worth: Some(odd), ..Track::new(caption, boxes, 0) }
        } else {
            Track::new(caption, boxes.min(14), crossed.min(14))
        }
    }
}

prop_compose! {
    fn any_sheet()(
        name in words(8), kind in words(4), fleet in words(8),
        drawing in prop::sample::select(Drawing::ALL),
        facts in prop::collection::vec((words(3), words(20)), 0..14),
        tracks in prop::collection::vec(any_track(), 0..24),
        blanks in prop::collection::vec("[A-Z][a-z]{2,11}", 0..4),
        number in prop::option::of(1..1000_u16),
    ) -> Sheet {
        Sheet {
            tag: number.map(|n| format!("B{n}").parse().unwrap()),
            facts: facts.into_iter().map(|(caption, text)| Fact::new(Say::verbatim(caption), Say::verbatim(text))).collect(),
            name, kind: Say::verbatim(kind), fleet, drawing, tracks,
            blanks: blanks.into_iter().map(Say::verbatim).collect(),
        }
    }
}

proptest! {
    #![proptest_config(random_cases(60))]

    #[test]
    fn whatever_a_sheet_says_nothing_is_cut_and_nothing_lies_over_another(
        sheets in prop::collection::vec(any_sheet(), 1..4),
        paper in prop::sample::select(&PAPERS[..]),
        per_page in prop::sample::select(&PER_PAGE[..]),
    ) {
        let count: u32 = sheets.iter().flat_map(|s| &s.tracks).map(|t| t.boxes).sum();
        let pages = job(paper, per_page, sheets).pages();
        pages.iter().for_each(check);
        let drawn: usize = pages.iter().map(|page| boxes(page).count()).sum();
        prop_assert_eq!(drawn, count as usize);
    }
}
