//! Tests that pages are well filled, on Letter as well as on A4.

use engine::analysis::{BattleReport, OddsTable};
use engine::fleet::{library, read_toml};
use engine::journal::Journal;
use games::SystemTag;
use message::Message;
use print::page::{Item, Page};
use print::{Paper, PerPage, PrintInput, PrintJob, PrintKind, PrintPart, parts};
use rules::Viewer;

use super::support::{check, input, ready, texts};

const PAPERS: [Paper; 2] = [Paper::A4, Paper::Letter];

/// Both sides of a ready battle before it begins.
fn battle(slug: &str) -> [PrintInput; 2] {
    let battle = library::battles().iter().find(|battle| battle.slug == slug).unwrap();
    let files = battle.sides.map(|path| library::file(path).unwrap());
    let [a, b] = files.map(|file| read_toml(file).unwrap());
    PrintInput::both([(&a, files[0]), (&b, files[1])]).unwrap()
}

fn pages(paper: Paper, parts: Vec<PrintPart>) -> Vec<Page> {
    let pages = PrintJob { title: "Salamis".into(), paper, parts, ..PrintJob::default() }.pages();
    pages.iter().for_each(check);
    pages
}

/// The depth of the last item above the footer.
fn deepest(page: &Page) -> f32 {
    let bottoms = texts(page).map(|text| text.frame().bottom());
    bottoms.filter(|y| *y < page.height_mm - 12.5).fold(0.0, f32::max)
}

#[test]
fn a_caption_over_boxes_is_on_one_line_on_either_paper() {
    let mut captions = 0;
    for (path, sheets) in ready().into_iter().filter(|(path, _)| path.starts_with("greek-fire")) {
        for paper in PAPERS {
            for per_page in [PerPage::One, PerPage::Two] {
                let part = PrintPart::Sheets(sheets.clone().into());
                let job = PrintJob { paper, per_page, parts: vec![part], ..PrintJob::default() };
                let pages = job.pages();
                let set = |note: &str| {
                    pages.iter().flat_map(texts).any(|text| text.content.ends_with(note))
                };
                for track in sheets.iter().flat_map(|sheet| &sheet.tracks) {
                    let note = track.note.to_string();
                    assert!(set(&note), "{path}, {paper:?}, {per_page:?}: {note}");
                    captions += 1;
                }
            }
        }
    }
    assert!(captions > 1_000);
}

#[test]
fn the_boxes_of_a_line_of_tracks_are_level_on_either_paper() {
    for (path, sheets) in ready().into_iter().filter(|(path, _)| path.starts_with("greek-fire")) {
        for paper in PAPERS {
            for page in pages(paper, vec![PrintPart::Sheets(sheets.clone().into())]) {
                let squares = page.items.iter().filter_map(|item| match item {
                    Item::Rect(rect) if (rect.frame.width - rect.frame.height).abs() < 1e-3 => {
                        Some(rect.frame)
                    }
                    _ => None,
                });
                let mut tops: Vec<f32> = squares.map(|frame| frame.top).collect();
                tops.sort_by(f32::total_cmp);
                let steps = tops.windows(2).map(|pair| pair[1] - pair[0]);
                // At the same height, or a whole line of boxes lower.
                for step in steps {
                    assert!(!(1e-3..=4.9).contains(&step), "{path}, {paper:?}: {step} mm lower");
                }
            }
        }
    }
}

#[test]
fn a_long_roster_of_short_rows_has_two_columns_on_one_page() {
    let papers: [(&str, &[Paper]); 4] = [
        ("drepanum", &[Paper::A4]),
        ("drepanum-as-it-was", &[Paper::A4]),
        ("aegates", &PAPERS),
        ("actium", &PAPERS),
    ];
    for (slug, papers) in papers {
        for paper in papers {
            for roster in parts(&battle(slug), None, &[PrintKind::Rosters]) {
                let pages = pages(*paper, vec![roster]);
                assert_eq!(pages.len(), 1, "{slug}, {paper:?}");
                let names = texts(&pages[0]).filter(|text| text.content == "Name");
                assert_eq!(names.count(), 2, "{slug}, {paper:?}");
            }
        }
    }
}

#[test]
fn few_rosters_take_two_pages_and_few_ships_a_page_each() {
    for (paper, most) in [(Paper::A4, [3, 1]), (Paper::Letter, [6, 2])] {
        let (mut long, mut alone, mut fleets) = (Vec::new(), Vec::new(), 0);
        for path in library::paths().filter(|path| !path.starts_with("lessons")) {
            // Texts about battles are in the same folders as the fleets.
            let Ok(fleet) = read_toml(library::file(path).unwrap()) else { continue };
            fleets += 1;
            let inputs = [PrintInput::of_fleet(&fleet, library::file(path).unwrap()).unwrap()];
            let part = |kind| parts(&inputs, None, &[kind]);
            if pages(paper, part(PrintKind::Rosters)).len() > 1 {
                long.push(path);
            }
            let sheets = pages(paper, part(PrintKind::Sheets));
            let ships = |page: &Page| page.bookmarks.iter().filter(|mark| mark.level == 2).count();
            if sheets.len() > 1 && sheets.iter().any(|page| ships(page) == 1) {
                alone.push(path);
            }
        }
        assert!(fleets >= 42, "only {fleets}");
        assert!(long.len() <= most[0], "{paper:?}: {long:?}");
        assert!(alone.len() <= most[1], "{paper:?}: {alone:?}");
    }
}

/// The odds tables of a new battle and the names of their rows.
fn rows(parts: &[PrintPart]) -> Vec<(&OddsTable, &Message)> {
    let tables = parts.iter().flat_map(|part| match part {
        PrintPart::Odds(_, tables) => tables.as_slice(),
        _ => &[],
    });
    tables.flat_map(|table| table.rows.iter().map(move |row| (table, &row.0))).collect()
}

#[test]
fn shared_chances_are_printed_once_and_no_heading_is_empty() {
    for slug in ["sybota", "salamis-in-cyprus", "aegates", "actium", "zama"] {
        let parts = parts(&battle(slug), None, &[PrintKind::Odds]);
        for part in &parts {
            assert!(matches!(part, PrintPart::Odds(_, tables) if !tables.is_empty()), "{slug}");
        }
        let all = rows(&parts);
        assert!(!all.is_empty());
        for (at, (table, name)) in all.iter().enumerate() {
            let again = all[..at].iter().any(|(before, known)| {
                let heads = |table: &OddsTable| (table.title.clone(), table.columns.clone());
                let row =
                    |table: &OddsTable| {
                        table.rows.iter().position(|row| row.0 == **name).map(|at| {
                            (table.rows[at].clone(), table.further_texts.get(at).cloned())
                        })
                    };
                known == name && heads(before) == heads(table) && row(before) == row(table)
            });
            assert!(!again, "{slug}: {}: {name}", table.title);
        }
    }
}

#[test]
fn odds_share_the_page_of_the_charts_if_that_saves_a_page() {
    for (slug, fewer) in [("aegates", 1), ("actium", 1)] {
        let of = |kinds: &[PrintKind]| parts(&battle(slug), None, kinds);
        let count = |kinds: &[PrintKind]| pages(Paper::A4, of(kinds)).len();
        let [charts, odds] = [PrintKind::Charts, PrintKind::Odds].map(|kind| count(&[kind]));
        let both = count(&[PrintKind::Charts, PrintKind::Odds]);
        assert_eq!(both, charts + odds - fewer, "{slug}");
    }
}

#[test]
fn narrow_tables_of_odds_are_side_by_side() {
    // They would take five pages with every table over the whole width.
    let parts = parts(&battle("sybota"), None, &[PrintKind::Odds]);
    for paper in PAPERS {
        let pages = pages(paper, parts.clone());
        assert!(pages.len() <= 2, "{paper:?}: {}", pages.len());
        let left = |heading: &str| {
            let set = texts(&pages[0]).find(|text| text.content == heading);
            set.map(|text| text.at[0])
        };
        assert!(left("Ram (%)").unwrap() < 11.0, "{paper:?}");
        assert!(left("A fight aboard").unwrap() > 100.0, "{paper:?}");
    }
}

#[test]
fn the_last_page_of_charts_or_of_a_report_has_more_than_a_few_lines() {
    for battle in library::battles() {
        for paper in PAPERS {
            let pages =
                pages(paper, parts(&self::battle(&battle.slug), None, &[PrintKind::Charts]));
            let last = deepest(&pages[pages.len() - 1]);
            assert!(last > 40.0, "charts of {}, {paper:?}: {last} mm", battle.slug);
        }
    }
    for system in SystemTag::ALL {
        let text = testing::repository_file(&format!("tests/battles/{system}.battle"));
        let journal = Journal::read_file(&text).unwrap();
        let report = BattleReport::of(&journal, Viewer::Everyone);
        for paper in PAPERS {
            let pages = pages(paper, vec![PrintPart::Report(Box::new(report.clone()))]);
            let last = deepest(&pages[pages.len() - 1]);
            assert!(last > 40.0, "report of {system}, {paper:?}: {last} mm");
        }
    }
}

#[test]
fn cards_do_not_repeat_chits_and_wrecks_have_no_chits() {
    let fleet = input(library::file("greek-fire/sybota-athens.toml").unwrap());
    let [PrintPart::Cards(cards), PrintPart::Chits(_, chits)] =
        &parts(std::slice::from_ref(&fleet), None, &[PrintKind::Cards])[..]
    else {
        panic!("cards and chits");
    };
    for card in cards {
        let repeated = card
            .entries()
            .find(|entry| chits.iter().any(|chit| chit.entry.as_deref() == Some(*entry)));
        assert_eq!(repeated, None, "{}", card.name);
    }
    let most = 12;
    let sinking = |n: u32| chits.iter().any(|chit| chit.face == n.to_string() && chit.count > 0);
    assert!((1..=most).all(sinking), "she may sink in {most} rounds");
    // Fewer pages than the sheets of a large fleet.
    let large = input(library::file("greek-fire/arginusae-athens.toml").unwrap());
    for paper in PAPERS {
        let count = |part: PrintPart| pages(paper, vec![part]).len();
        let [sheets, cards] = [
            PrintPart::Sheets(large.sheets().into()),
            parts(std::slice::from_ref(&large), None, &[PrintKind::Cards]).remove(0),
        ];
        let [sheets, cards] = [sheets, cards].map(count);
        assert!(cards < sheets, "{paper:?}: {cards} of {sheets}");
    }
    for system in SystemTag::ALL {
        let text = testing::repository_file(&format!("tests/battles/{system}.battle"));
        let inputs = PrintInput::of_battle_file(&text, Viewer::Everyone).unwrap();
        let gone = inputs.iter().flat_map(PrintInput::sheets).filter(|sheet| sheet.out.is_some());
        let gone: Vec<_> = gone.map(|sheet| sheet.tag).collect();
        for part in parts(&inputs, None, &[PrintKind::Cards]) {
            let (PrintPart::Cards(cards) | PrintPart::UnitCards(cards)) = part else { continue };
            assert!(cards.iter().all(|card| !gone.contains(&card.tag)), "{system}");
        }
    }
}
