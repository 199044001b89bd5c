//! Tests of the layout of pages.

use message::i18n::Words;
use message::{Message, message};
use print::page::{Item, Page, PageRect};
use print::{Face, Paper, PerPage, PrintJob, PrintPart};
use proptest::prelude::*;
use rules::drawing::Drawing;
use rules::{Checkbox, Fact, Sheet, Track, TurnCells};

use super::support::{
    aslant, check, letters, one_of_each, ptolemy, random_cases, ready, sheets, texts, words,
};

const PAPERS: [Paper; 2] = [Paper::A4, Paper::Letter];
const PER_PAGE: [PerPage; 4] = [PerPage::One, PerPage::Two, PerPage::Four, PerPage::Eight];

fn job(paper: Paper, per_page: PerPage, sheets: Vec<Sheet>) -> PrintJob {
    let title = "Salamis".into();
    PrintJob {
        title,
        paper,
        per_page,
        ink_saver: false,
        parts: vec![PrintPart::Sheets(sheets.into())],
    }
}

/// The pages of these sheets on every paper and in every size, checked.
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

/// The number of boxes of a sheet to cross off or tick.
fn boxes_of(sheet: &Sheet) -> u32 {
    let ticks = u32::try_from(sheet.ticks.len()).unwrap();
    sheet.tracks.iter().map(|track| track.boxes).sum::<u32>() + ticks
}

fn without_spaces(text: &str) -> String {
    text.split_whitespace().collect()
}

/// The largest ship that the rules allow, with the longest name that a file may have,
/// twenty advantages and nine hundred crew.
fn giant() -> Sheet {
    let file = ptolemy(
        "The Fleet of Ptolemy Philopator, the Lover of his Father",
        r#"
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
    );
    let mut sheet = sheets(&file).remove(0);
    sheet.tracks[0].crossed = 13;
    sheet
}

#[test]
fn every_kind_of_ship_is_laid_out_on_every_paper_without_overlaps() {
    let sheets = one_of_each();
    for (per_page, pages) in all_ways(&sheets) {
        let letters = letters(&pages);
        for sheet in &sheets {
            assert!(letters.contains(&without_spaces(&sheet.name)), "{per_page:?}: {}", sheet.name);
        }
    }
}

#[test]
fn every_ready_ship_is_laid_out_without_overlaps() {
    for ((path, sheets), paper) in ready().into_iter().zip(PAPERS.into_iter().cycle()) {
        let pages = job(paper, PerPage::Four, sheets.clone()).pages();
        pages.iter().for_each(check);
        let letters = letters(&pages);
        for sheet in &sheets {
            assert!(letters.contains(&without_spaces(&sheet.name)), "{path}: {}", sheet.name);
        }
    }
}

#[test]
fn every_drawing_is_on_its_sheet() {
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
    let count = boxes_of(&sheet);
    assert!(count > 200 && sheet.tracks[0].boxes == 90);
    for (per_page, pages) in all_ways(std::slice::from_ref(&sheet)) {
        let drawn: usize = pages.iter().map(|page| boxes(page).count()).sum();
        assert_eq!(drawn, count as usize, "{per_page:?}");
        let letters = letters(&pages);
        let captions = sheet.tracks.iter().map(|track| Words::ENGLISH.capital(&track.caption));
        let facts = sheet.facts.iter().flat_map(|fact| [&fact.caption, &fact.text]);
        let names = [sheet.name.clone(), sheet.kind.to_string(), sheet.fleet.clone()];
        for text in &captions.chain(facts.map(ToString::to_string)).chain(names).collect::<Vec<_>>()
        {
            assert!(letters.contains(&without_spaces(text)), "{per_page:?}: {text}");
        }
    }
}

#[test]
fn sheets_have_no_words_of_the_protocol() {
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
fn boxes_are_large_enough_to_cross_at_every_layout() {
    let mut all = one_of_each();
    all.push(giant());
    for (per_page, pages) in all_ways(&all) {
        for side in pages.iter().flat_map(boxes) {
            assert!(side >= 4.999, "{per_page:?}: {side}");
        }
    }
}

/// The boxes of a page, and its captions in bold.
fn captions_and_boxes(page: &Page) -> (Vec<PageRect>, Vec<PageRect>) {
    let caption = |item: &Item| match item {
        // Speeds are written in cells, which are not boxes.
        Item::Text(text) if text.face == Face::Bold && !text.content.starts_with("Speed") => {
            Some(text.frame())
        }
        _ => None,
    };
    let square = |item: &Item| match item {
        Item::Rect(rect) if (rect.frame.width - rect.frame.height).abs() < 1e-3 => Some(rect.frame),
        _ => None,
    };
    let items = || page.items.iter();
    (items().filter_map(caption).collect(), items().filter_map(square).collect())
}

#[test]
fn a_caption_is_nearer_to_its_own_boxes_than_to_any_others() {
    for per_page in PER_PAGE {
        let pages = job(Paper::A4, per_page, one_of_each()).pages();
        for page in &pages {
            let (captions, boxes) = captions_and_boxes(page);
            for caption in captions {
                // A box to tick is to the left of its caption.
                let beside = |b: &&PageRect| b.top < caption.bottom() && b.bottom() > caption.top;
                if boxes.iter().filter(beside).any(|b| (caption.left - b.right()).abs() < 1.0) {
                    continue;
                }
                let over = |b: &&PageRect| b.left < caption.right() && b.right() > caption.left;
                let below = boxes.iter().filter(over).map(|b| b.top - caption.bottom());
                let above = boxes.iter().filter(over).map(|b| caption.top - b.bottom());
                let nearest = |distances: &mut dyn Iterator<Item = f32>| {
                    distances.filter(|d| *d > -0.01).fold(f32::INFINITY, f32::min)
                };
                let (own, other) =
                    (nearest(&mut below.into_iter()), nearest(&mut above.into_iter()));
                assert!(own < 1.0 && own < other, "{per_page:?}: {own} {other} {caption:?}");
            }
        }
    }
}

#[test]
fn a_fleet_of_small_ships_is_one_table_with_a_row_for_each_ship() {
    for (path, sheets) in ready() {
        if path.starts_with("greek-fire") {
            continue;
        }
        let pages = job(Paper::A4, PerPage::Best, sheets.clone()).pages();
        pages.iter().for_each(check);
        assert!(pages.len() * 8 < sheets.len().max(9), "{path}: {} pages", pages.len());
        let letters = letters(&pages);
        for sheet in &sheets {
            assert!(letters.contains(&without_spaces(&sheet.name)), "{path}: {}", sheet.name);
        }
        let drawn: usize = pages.iter().map(|page| boxes(page).count()).sum();
        assert_eq!(drawn, sheets.iter().map(boxes_of).sum::<u32>() as usize, "{path}");
        assert!(pages.iter().flat_map(boxes).all(|side| side >= 5.0), "{path}");
    }
}

#[test]
fn no_page_of_the_layout_that_suits_a_fleet_is_half_empty() {
    for (path, sheets) in ready().into_iter().filter(|(path, _)| path.starts_with("greek-fire")) {
        let pages = job(Paper::A4, PerPage::Best, sheets.clone()).pages();
        pages.iter().for_each(check);
        let tags = |page: &Page| {
            let of = |sheet: &&Sheet| {
                texts(page)
                    .any(|text| Some(text.content.clone()) == sheet.tag.map(|t| t.to_string()))
            };
            sheets.iter().filter(of).count()
        };
        let counts: Vec<usize> = pages.iter().map(tags).collect();
        assert_eq!(counts.iter().sum::<usize>(), sheets.len(), "{path}: {counts:?}");
        let low = |page: &Page| {
            let lines = page.items.iter().filter_map(|item| match item {
                Item::Line(line) if line.dashes_mm.is_none() => Some(line.points[0][1]),
                _ => None,
            });
            lines.fold(0.0, f32::max)
        };
        // Lines for writing extend to the bottom of every page.
        for page in &pages {
            assert!(low(page) > page.height_mm * 0.85, "{path}: {counts:?} {}", low(page));
        }
    }
}

#[test]
fn the_table_of_a_few_ships_fills_more_than_half_of_its_page() {
    for (path, sheets) in ready() {
        if path.starts_with("greek-fire") || sheets.len() < 5 {
            continue;
        }
        for paper in PAPERS {
            let pages = job(paper, PerPage::Log, sheets.clone()).pages();
            pages.iter().for_each(check);
            let lowest = |page: &Page| {
                let lines = page.items.iter().filter_map(|item| match item {
                    Item::Line(line) => Some(line.points[0][1]),
                    _ => None,
                });
                lines.fold(0.0, f32::max)
            };
            if pages.len() > 1 {
                continue;
            }
            assert!(lowest(&pages[0]) > pages[0].height_mm * 0.55, "{path}: {}", lowest(&pages[0]));
        }
    }
}

#[test]
fn a_crew_is_counted_in_tens_and_ones_with_marks_at_its_thresholds() {
    // A trireme with 170 crew and a move of 6: she loses a point at 29 dead,
    // and half her crew at 85.
    let sheet = sheets(
        r#"
        system = "greek-fire"
        name = "Phormio"
        [[ship]]
        name = "Paralos"
        type = "trireme"
        advantages = ["archers"]
        "#,
    )
    .remove(0);
    let [tens, ones, archers, ..] = sheet.tracks.as_slice() else { panic!("{sheet:?}") };
    assert_eq!((tens.boxes, ones.boxes), (17, 9));
    let marks: Vec<(u32, String)> =
        tens.notches.iter().map(|notch| (notch.at, notch.label.to_string())).collect();
    let known = [(2, "−1"), (5, "−1"), (8, "½"), (11, "−1"), (14, "−1"), (16, "−1")];
    assert_eq!(marks, known.map(|(at, label)| (at, label.to_owned())));
    assert!(
        tens.note.to_string().contains("move −1 at 141, 113, 85, 56, 28, 0 alive"),
        "{}",
        tens.note
    );
    assert_eq!(archers.note.to_string(), "range 2, to hit +2, kills 1d10, fire on 1");
}

#[test]
fn a_page_has_the_requested_number_of_ships() {
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
fn lost_boxes_are_crossed_off_and_the_last_box_has_its_value() {
    let mut sheet = giant();
    sheet.tracks = vec![Track {
        crossed: 4,
        box_worth: 10,
        last_worth: Some(7),
        ..Track::new(message!("Crew"), 17, 0)
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
fn saving_ink_changes_only_the_figures() {
    let pages = job(Paper::A4, PerPage::Four, vec![giant()]).pages();
    let saved =
        PrintJob { ink_saver: true, ..job(Paper::A4, PerPage::Four, vec![giant()]) }.pages();
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
    fn any_track()(caption in words(4).prop_map(Message::verbatim), boxes in 1..95_u32, gone in 0..95_u32, ten in any::<bool>(),
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
        ticks in prop::collection::vec((words(2), any::<bool>()), 0..6),
        cells in prop::option::of(1..40_u8),
        blanks in prop::collection::vec(words(2), 0..4),
        number in prop::option::of(1..1000_u16),
    ) -> Sheet {
        Sheet {
            tag: number.map(|n| format!("B{n}").parse().unwrap()),
            facts: facts.into_iter().map(|(caption, text)| Fact::new(Message::verbatim(caption), Message::verbatim(text))).collect(),
            name, kind: Message::verbatim(kind), fleet, drawing, tracks,
            blanks: blanks.into_iter().map(|caption| Fact::new(Message::verbatim(caption), Message::default())).collect(),
            out: None,
            adds: Vec::new(),
            now: Vec::new(),
            ticks: ticks.into_iter().map(|(caption, is)| Checkbox::new(Message::verbatim(caption), is)).collect(),
            ledger: cells.map(|cells| TurnCells { caption: message!("Speed"), cells, entry: String::new(), filled: Vec::new() }),
        }
    }
}

proptest! {
    #![proptest_config(random_cases(60))]

    #[test]
    fn texts_of_a_sheet_are_never_cut_and_never_overlap(
        sheets in prop::collection::vec(any_sheet(), 1..4),
        paper in prop::sample::select(&PAPERS[..]),
        per_page in prop::sample::select(&PER_PAGE[..]),
    ) {
        let count: u32 = sheets.iter().map(boxes_of).sum();
        let pages = job(paper, per_page, sheets).pages();
        pages.iter().for_each(check);
        let drawn: usize = pages.iter().map(|page| boxes(page).count()).sum();
        prop_assert_eq!(drawn, count as usize);
    }
}
