//! Sheets to print, and checks that apply to every page.

use engine::fleet::{library, read_toml};
use games::SystemTag;
use print::page::{Item, Page, PageRect, Text};
use print::{PrintInput, PrintKind};
use proptest::prelude::*;
use rules::Sheet;

/// All kinds of print for a fleet before its battle.
pub(crate) const OF_A_FLEET: [PrintKind; 5] =
    [PrintKind::Rosters, PrintKind::Sheets, PrintKind::Charts, PrintKind::Turn, PrintKind::Cards];

/// A custom type in a file of Greek Fire: the great forty of Ptolemy Philopator.
pub(crate) const FORTY: &str = r#"
    [[type]]
    slug = "forty"
    name = "Tessarakonteres"
    deck = 20
    ram = 9
    crew = 860
    move = 1
"#;

/// A fleet of Greek Fire with that type, and these ships.
pub(crate) fn ptolemy(name: &str, ships: &str) -> String {
    format!("system = \"greek-fire\"\nname = \"{name}\"\n{FORTY}\n{ships}")
}

/// The input of a single fleet file.
pub(crate) fn input(file: &str) -> PrintInput {
    let checked = read_toml(file).unwrap_or_else(|faults| panic!("{faults:?}\n{file}"));
    PrintInput::of_fleet(&checked, file).unwrap()
}

/// The blank sheets of a fleet file.
pub(crate) fn sheets(file: &str) -> Vec<Sheet> {
    input(file).sheets()
}

/// The blank sheets of all ready fleets, with their paths.
pub(crate) fn ready() -> Vec<(&'static str, Vec<Sheet>)> {
    let known = |path: &&str| {
        path.split('/').next().is_some_and(|system| SystemTag::from_slug(system).is_some())
    };
    let paths = library::paths().filter(known);
    paths.map(|path| (path, sheets(library::file(path).unwrap()))).collect()
}

/// A ship or unit of every kind in the ready fleets.
pub(crate) fn one_of_each() -> Vec<Sheet> {
    let mut kinds: Vec<Sheet> = Vec::new();
    for sheet in ready().into_iter().flat_map(|(_, sheets)| sheets) {
        if kinds.iter().all(|known| known.kind != sheet.kind) {
            kinds.push(sheet);
        }
    }
    kinds
}

/// The texts of a page.
pub(crate) fn texts(page: &Page) -> impl Iterator<Item = &Text> {
    page.items.iter().filter_map(|item| match item {
        Item::Text(text) => Some(text),
        _ => None,
    })
}

/// Every letter in the texts of these pages, without blanks.
pub(crate) fn letters(pages: &[Page]) -> String {
    let words = pages.iter().flat_map(texts).map(|text| text.content.as_str());
    words.collect::<String>().split_whitespace().collect()
}

/// Checks a page: everything is on the paper and away from its edges, every text is large
/// enough to read, and none overlaps another text, a box's edge, a line or a figure.
pub(crate) fn check(page: &Page) {
    let paper = PageRect::new(0.0, 0.0, page.width_mm, page.height_mm);
    let texts: Vec<(&Text, PageRect)> = texts(page).map(|text| (text, text.frame())).collect();
    for (i, (text, frame)) in texts.iter().enumerate() {
        let what = &text.content;
        assert!(!what.is_empty() && text.size_pt >= 7.999, "{text:?}");
        assert!(paper.inset(6.0).holds(frame), "`{what}` leaves the page: {frame:?}");
        let measured = text.face.width_mm(what, text.size_pt);
        assert!((measured - text.width_mm).abs() < 1e-3, "`{what}` is {measured} wide");
        for (other, theirs) in &texts[..i] {
            assert!(!frame.meets(theirs), "`{what}` overlaps `{}`: {frame:?}", other.content);
        }
    }
    for item in &page.items {
        match item {
            Item::Text(_) => {}
            Item::Rect(rect) => {
                assert!(paper.inset(6.0).holds(&rect.frame), "{rect:?} leaves the page");
                if rect.outline.is_some() {
                    for (text, frame) in &texts {
                        let apart = !rect.frame.meets(frame) || rect.frame.holds(frame);
                        assert!(apart, "`{}` is over the edge of {rect:?}", text.content);
                    }
                }
            }
            Item::Figure(figure) => {
                assert!(paper.inset(6.0).holds(&figure.frame), "{figure:?} leaves the page");
                clear(&texts, &figure.frame, "a figure");
            }
            Item::Code(code) => {
                assert!(paper.inset(6.0).holds(&code.frame()), "a code leaves the page");
                clear(&texts, &code.frame(), "a code");
            }
            Item::Border(border) => {
                assert!(paper.inset(6.0).holds(&border.frame()), "{border:?} leaves the page");
                clear(&texts, &border.frame(), "a border");
            }
            Item::Line(line) => {
                // Only cut lines may reach the edge of the paper.
                let inside =
                    if line.dashes_mm.is_some() { paper.inset(-0.1) } else { paper.inset(6.0) };
                for pair in line.points.windows(2) {
                    let frame = around(pair);
                    assert!(inside.holds(&frame), "a line leaves the page: {frame:?}");
                    if !aslant(pair) {
                        clear(&texts, &frame, "a line");
                    }
                }
            }
            Item::Polygon(points, _) => {
                assert!(paper.inset(6.0).holds(&around(points)), "a shape leaves the page");
            }
        }
    }
}

/// Whether a line between two points is neither horizontal nor vertical.
pub(crate) fn aslant(pair: &[[f32; 2]]) -> bool {
    (0..2).all(|axis| (pair[0][axis] - pair[1][axis]).abs() > 1e-4)
}

/// The box around some points, with at least a small width and height.
fn around(points: &[[f32; 2]]) -> PageRect {
    let span = |axis: usize| {
        let values = points.iter().map(|point| point[axis]);
        let low = values.clone().fold(f32::INFINITY, f32::min);
        (low, values.fold(f32::NEG_INFINITY, f32::max) - low)
    };
    let ((left, width), (top, height)) = (span(0), span(1));
    PageRect::new(left - 0.03, top - 0.03, width + 0.06, height + 0.06)
}

fn clear(texts: &[(&Text, PageRect)], place: &PageRect, what: &str) {
    for (text, frame) in texts {
        assert!(!frame.meets(place), "`{}` overlaps {what}: {frame:?} {place:?}", text.content);
    }
}

/// Random words, as players might write them, or worse.
pub(crate) fn words(longest: usize) -> impl Strategy<Value = String> {
    let word = prop_oneof![
        "[ΑἈΒΓΔἘΖἩΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨὮ][αάᾶᾳβγδέεζἠῆθιΐκλμνξόπρσςτὐφχψῴ]{0,18}",
        "[A-ZÀ-Ž][a-zà-ž'-]{0,24}",
        "[!-~]{1,12}",
        "(船|→|🚣|\u{301}|\u{0}|\t){1,3}",
    ];
    prop::collection::vec(word, 1..=longest).prop_map(|words| words.join(" "))
}

/// This many random cases; a failure is printed, and leaves no file.
pub(crate) fn random_cases(cases: u32) -> ProptestConfig {
    ProptestConfig { cases, failure_persistence: None, ..ProptestConfig::default() }
}
