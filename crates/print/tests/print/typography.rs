//! Tests of typographic flaws that geometry does not show: lines that end in a single box,
//! repeated words, a page with an empty half.

use engine::fleet::library;
use print::page::{Border, Item, Page, PageRect};
use print::{Paper, PerPage, PrintJob, PrintKind, PrintPart, parts};

use super::support::{check, input, ptolemy, ready, sheets, texts};

const PAPERS: [Paper; 2] = [Paper::A4, Paper::Letter];

fn pages(paper: Paper, per_page: PerPage, parts: Vec<PrintPart>) -> Vec<Page> {
    let pages =
        PrintJob { title: "Salamis".into(), paper, per_page, parts, ..PrintJob::default() }.pages();
    pages.iter().for_each(check);
    pages
}

/// The boxes of a page to cross off or tick.
fn boxes(page: &Page) -> Vec<PageRect> {
    let square = |item: &Item| match item {
        Item::Rect(rect) if (rect.frame.width - rect.frame.height).abs() < 1e-3 => Some(rect.frame),
        _ => None,
    };
    page.items.iter().filter_map(square).collect()
}

/// The text of a page that begins with these words.
fn text_at(page: &Page, begins: &str) -> Option<[f32; 2]> {
    texts(page).find(|text| text.content.starts_with(begins)).map(|text| text.at)
}

#[test]
fn no_line_of_a_crew_ends_in_one_or_two_boxes_below_the_others() {
    for (path, sheets) in ready().into_iter().filter(|(path, _)| path.starts_with("greek-fire")) {
        for paper in PAPERS {
            let pages = pages(paper, PerPage::One, vec![PrintPart::Sheets(sheets.clone().into())]);
            for (page, sheet) in pages.iter().zip(&sheets) {
                let crew = text_at(page, "Crew (").unwrap()[1];
                let ones = text_at(page, "Ones").unwrap()[1];
                let mut lines: Vec<(f32, u32)> = Vec::new();
                for frame in boxes(page).iter().filter(|f| f.top > crew && f.top < ones) {
                    match lines.iter_mut().find(|(top, _)| (top - frame.top).abs() < 0.1) {
                        Some((_, count)) => *count += 1,
                        None => lines.push((frame.top, 1)),
                    }
                }
                let short = lines.iter().skip(1).any(|(_, count)| *count < 3);
                assert!(!short, "{path}, {paper:?}: {}: {lines:?}", sheet.name);
            }
        }
    }
}

#[test]
fn a_last_box_to_tick_is_not_alone_on_its_line() {
    let file = library::file("greek-fire/alalia-allies.toml").unwrap();
    for per_page in [PerPage::Two, PerPage::Four] {
        let page =
            pages(Paper::A4, per_page, vec![PrintPart::Sheets(sheets(file).into())]).remove(0);
        let at = |begins: &str| text_at(&page, begins).unwrap()[1];
        assert!((at("routing") - at("aground")).abs() < 0.1, "{per_page:?}");
    }
}

#[test]
fn facts_of_a_type_are_once_in_a_row_above_its_ships() {
    let file = library::file("fast-play-salamis/lade-ionians.toml").unwrap();
    let page =
        pages(Paper::A4, PerPage::Log, vec![PrintPart::Sheets(sheets(file).into())]).remove(0);
    assert_eq!(texts(&page).filter(|text| text.content == "Move").count(), 1);
    let [left, _] = text_at(&page, "Type").unwrap();
    for kind in ["Milesian", "Chian", "Phocaean", "Lesbian", "Samian"] {
        let mut rows = texts(&page).filter(|text| text.content == kind && text.at[0] < left + 1e-3);
        let row = rows.next().unwrap_or_else(|| panic!("no row of {kind}"));
        assert!(rows.next().is_none(), "{kind}");
        let beside = texts(&page).filter(|text| (text.at[1] - row.at[1]).abs() < 1e-3);
        assert!(beside.count() > 7, "{kind}");
    }
}

#[test]
fn lines_to_write_on_are_more_than_five_millimetres_apart() {
    for path in ["ancient-naval-games/actium-antony.toml", "fast-play-salamis/lade-ionians.toml"] {
        let file = library::file(path).unwrap();
        for page in pages(Paper::A4, PerPage::Log, vec![PrintPart::Sheets(sheets(file).into())]) {
            let notes = text_at(&page, "Notes").unwrap();
            let lines = page.items.iter().filter_map(|item| match item {
                Item::Line(line) if line.dashes_mm.is_none() => {
                    let reaches = line.points.iter().any(|[x, _]| *x > notes[0] + 10.0);
                    (reaches && line.points[0][1] > notes[1] + 5.0).then_some(line.points[0][1])
                }
                _ => None,
            });
            let mut lines: Vec<f32> = lines.collect();
            lines.sort_by(f32::total_cmp);
            assert!(lines.len() > 10, "{path}");
            for pair in lines.windows(2) {
                assert!(pair[1] - pair[0] > 5.0, "{path}: {pair:?}");
            }
        }
    }
}

#[test]
fn charts_end_in_even_columns() {
    let input = input(library::file("greek-fire/alalia-allies.toml").unwrap());
    let pages = pages(Paper::A4, PerPage::Best, parts(&[input], None, &[PrintKind::Charts]));
    let last = pages.last().unwrap();
    let deepest = |right: bool| {
        let column = texts(last).filter(|text| (text.at[0] > last.width_mm / 2.0) == right);
        let above_the_foot = column.map(|text| text.at[1]).filter(|y| *y < last.height_mm - 20.0);
        above_the_foot.fold(0.0, f32::max)
    };
    let (left, right) = (deepest(false), deepest(true));
    assert!(right > 0.5 * left, "{left} and {right} of {} pages", pages.len());
}

/// A giant with twenty weapons, and eight small ships of one type.
fn giant_and_penteconters() -> String {
    let weapons = ["archers", "ballistae", "catapult", "tower-archers"].map(|w| format!("{w:?}"));
    let weapons = weapons.iter().cycle().take(20).cloned().collect::<Vec<_>>().join(", ");
    let giant = format!("name = \"Isis\"\ntype = \"forty\"\nadvantages = [{weapons}]");
    let small = "name = \"Lembos\"\ntype = \"penteconter\"\ncount = 8";
    ptolemy("Ptolemy", &format!("[[ship]]\n{giant}\n[[ship]]\n{small}"))
}

#[test]
fn one_large_ship_does_not_give_each_small_ship_a_page() {
    let sheets = sheets(&giant_and_penteconters());
    let (giant, small) = sheets.split_at(1);
    let count = |sheets: &[_]| {
        pages(Paper::A4, PerPage::Best, vec![PrintPart::Sheets(sheets.to_vec().into())]).len()
    };
    assert!(count(small) <= 4, "{}", count(small));
    assert_eq!(count(&sheets), count(giant) + count(small));
}

#[test]
fn many_figures_of_few_types_are_in_a_column() {
    let fleet = input(&giant_and_penteconters());
    let pages = pages(Paper::Letter, PerPage::Best, parts(&[fleet], None, &[PrintKind::Rosters]));
    let page = &pages[0];
    let types = text_at(page, "Types").unwrap()[1];
    let at = |begins: &str| text_at(page, begins).unwrap();
    for pair in ["Number", "Archers 5", "Ballistae 1", "Deck"].windows(2) {
        let (over, under) = (at(pair[0]), at(pair[1]));
        assert!((over[0] - under[0]).abs() < 1e-3 && over[1] < under[1], "{pair:?}");
        assert!(over[1] > types);
    }
}

#[test]
fn a_border_ends_with_a_whole_turn() {
    for width in [60.0, 90.5, 105.0, 180.0, 190.0] {
        let [_, meander, _] = Border { at: [0.0, 0.0], width }.lines();
        let points = &meander.points;
        // Eight points per turn, and the end of the last turn's foot.
        assert_eq!(points.len() % 8, 1, "{width}");
        let (last, before) = (points[points.len() - 1], points[points.len() - 2]);
        assert!((last[0] - width).abs() < 1e-3 && (last[1] - before[1]).abs() < 1e-3, "{width}");
    }
}
