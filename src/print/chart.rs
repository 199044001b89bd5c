//! Quick reference charts and odds tables, as blocks.

use crate::analysis::OddsTable;
use crate::rules::Chart;
use crate::say::Say;
use crate::wording::{Words, capital};

use super::block::{Block, Style, paragraph};
use super::flow::Piece;
use super::fonts::Face;
use super::ornament::double_rule;
use super::page::{Anchor, Ink, Item, PageRect, Rect, Role};
use super::table::{PageTable, SetTable};

/// The charts with only the rows that are about these words; a chart without
/// any such row is left out.
#[must_use]
pub fn used_charts(charts: Vec<Chart>, uses: &[String]) -> Vec<Chart> {
    let counts = |word: &String| word.is_empty() || uses.contains(word);
    charts
        .into_iter()
        .filter_map(|mut chart| {
            let mut about = chart.about.iter();
            chart.rows.retain(|_| about.next().is_none_or(counts));
            chart.about.retain(counts);
            (!chart.rows.is_empty()).then_some(chart)
        })
        .collect()
}

fn body() -> Style {
    Style::new(Face::Regular, 9.0)
}

fn head() -> Style {
    Style::new(Face::Italic, 8.0).soft()
}

/// A chart that can flow through columns of this width.
pub(super) fn chart_piece(chart: &Chart, width: f32, words: &Words) -> Piece {
    chart_piece_at(chart, width, 1.0, words)
}

/// The same in letters of another size.
pub(super) fn chart_piece_at(chart: &Chart, width: f32, scale: f32, words: &Words) -> Piece {
    let at = |style: Style| style.scaled(scale);
    // A row begins with a capital letter, as a line does.
    let told = |row: &Vec<Say>| {
        let mut cells = words.tell_all(row);
        if let Some(first) = cells.first_mut() {
            *first = capital(first);
        }
        cells
    };
    let rows = chart.rows.iter().map(told).collect();
    let set = |table: &PageTable| table.set(width, at(body()), at(head()));
    let table = PageTable { heads: words.tell_all(&chart.columns), rows, ..PageTable::default() };
    piece(
        &words.tell(&chart.title),
        table.split(width, at(body()), at(head())).iter().map(set).collect(),
        &words.tell_all(&chart.notes),
        (width, scale),
    )
}

/// An odds table that can flow through columns of this width. Behind each
/// chance is a bar of proportional length, unless ink is saved.
#[expect(clippy::cast_possible_truncation, reason = "a bar on paper is for the eye")]
pub(super) fn odds_piece(odds: &OddsTable, width: f32, ink_saver: bool, words: &Words) -> Piece {
    let percent_of = |head: &Say| format!("{} %", words.capital(head));
    let plain = |head: &Say| words.capital(head);
    let heads = [plain(&odds.rows_are)].into_iter();
    let heads = heads.chain(odds.columns.iter().map(percent_of));
    let heads = heads.chain(odds.further.iter().map(plain)).collect();
    let nothing = Vec::new();
    let told = odds.told.iter().chain(std::iter::repeat(&nothing));
    let rows = odds
        .rows
        .iter()
        .zip(told)
        .map(|((name, chances), told)| {
            let chances = chances.iter().map(|chance| chance.map_or_else(|| "·".into(), percent));
            let told = words.tell_all(told);
            [words.tell(name)].into_iter().chain(chances).chain(told).collect()
        })
        .collect();
    let mut set = PageTable { heads, rows, ..PageTable::default() }.set(width, body(), head());
    if !ink_saver && set.rows.len() == odds.rows.len() {
        for (block, (_, chances)) in set.rows.iter_mut().zip(&odds.rows) {
            for (chance, column) in chances.iter().zip(&set.columns[1..]) {
                let long = chance.unwrap_or(0.0).clamp(0.0, 1.0) as f32 * column.width;
                if long > 0.0 {
                    let frame = PageRect::new(column.left, 0.35, long, block.height - 0.7);
                    let fill = Rect { frame, outline: None, fill: Some(Ink::Tint) };
                    block.under(Item::Rect(fill));
                }
            }
        }
    }
    piece(&words.tell(&odds.title), vec![set], &words.tell_all(&odds.notes), (width, 1.0))
}

/// A chance in whole percent; nearly impossible is not shown as 0%, nor nearly
/// certain as 100%.
fn percent(chance: f64) -> String {
    let percent = chance * 100.0;
    if chance > 0.0 && percent < 0.5 {
        "<1".into()
    } else if chance < 1.0 && percent >= 99.5 {
        ">99".into()
    } else {
        format!("{percent:.0}")
    }
}

fn piece(
    title: &str,
    mut sets: Vec<SetTable>,
    notes: &[String],
    (width, scale): (f32, f32),
) -> Piece {
    let title_style = Style::new(Face::Title, 13.0 * scale);
    let mut top = paragraph(title, width, title_style).being(Role::Heading(2));
    top.bookmark(2, title);
    top.height += 0.6;
    top.stack(double_rule(width));
    top.stack(Block::space(0.8));
    let mut rows = Vec::new();
    if sets.len() == 1 {
        let only = Piece::of(sets.remove(0), width);
        top.stack(only.head);
        rows = only.rows;
    }
    // The headings of several tables stay with their first rows.
    for set in sets {
        let mut part = Piece::of(set, width);
        if let Some(first) = part.rows.first_mut() {
            let row = std::mem::replace(first, part.head);
            first.stack(row);
        }
        if let Some(last) = part.rows.last_mut() {
            last.height += 1.6;
        }
        rows.append(&mut part.rows);
    }
    let mut tail = Block::default();
    for note in notes.iter().filter(|note| !note.trim().is_empty()) {
        tail.stack(Block::space(0.9));
        tail.stack(noted(note, width, scale));
    }
    Piece { head: top, rows, tail, ..Piece::default() }
}

/// A note with its mark.
fn noted(note: &str, width: f32, scale: f32) -> Block {
    let style = Style::new(Face::Italic, 8.5).scaled(scale);
    let indent = 2.6;
    let mut block = Block::default();
    block.text([0.0, style.rise()], Anchor::Start, style, "·");
    block.height = block.lines([indent, 0.0], width - indent, style, note);
    block
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::say::say;

    #[test]
    fn a_chance_that_is_not_certain_is_never_called_so() {
        for (chance, written) in [
            (0.0, "0"),
            (1e-9, "<1"),
            (0.004, "<1"),
            (0.006, "1"),
            (0.305, "30"),
            (0.5, "50"),
            (0.994, "99"),
            (0.999, ">99"),
            (1.0, "100"),
        ] {
            assert_eq!(percent(chance), written, "{chance}");
        }
    }

    #[test]
    fn a_chart_keeps_the_rows_that_the_fleet_uses() {
        let chart = |about: &[&str]| Chart {
            slug: "missiles",
            title: say!("Missiles"),
            columns: vec![say!("Weapon")],
            rows: vec![vec![say!("Archers")], vec![say!("Catapult")]],
            notes: Vec::new(),
            about: about.iter().map(ToString::to_string).collect(),
        };
        let uses = ["catapult".to_owned()];
        let rows = |about: &[&str]| {
            let left = used_charts(vec![chart(about)], &uses);
            left.into_iter().flat_map(|chart| chart.rows).flatten().collect::<Vec<_>>()
        };
        assert_eq!(rows(&["archers", "catapult"]), ["Catapult"]);
        assert_eq!(rows(&["", "onagers"]), ["Archers"]);
        assert_eq!(rows(&[]), ["Archers", "Catapult"]);
        assert_eq!(used_charts(vec![chart(&["archers", "onagers"])], &uses), []);
    }
}
