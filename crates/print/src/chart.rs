//! Quick reference charts, as blocks.

use message::Message;
use message::i18n::{Words, capital};
use rules::Chart;

use super::block::{Block, Style, paragraph};
use super::flow::{BETWEEN, Piece};
use super::fonts::Face;
use super::ornament::double_rule;
use super::page::{Anchor, Role};
use super::table::{PageTable, SetTable};

/// The charts with only the rows about these words. A chart without any such row is left
/// out.
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

pub(super) fn body() -> Style {
    Style::new(Face::Regular, 9.0)
}

pub(super) fn head() -> Style {
    Style::new(Face::Italic, 8.0).soft()
}

/// A chart as a table of texts.
fn laid_out(chart: &Chart, words: &Words) -> PageTable {
    // A row begins with a capital letter, as a line does.
    let shown = |row: &Vec<Message>| {
        let mut cells = words.tell_all(row);
        if let Some(first) = cells.first_mut() {
            *first = capital(first);
        }
        cells
    };
    let rows = chart.rows.iter().map(shown).collect();
    let heads = words.tell_all(&chart.columns);
    PageTable { heads, rows, shortest: true, ..PageTable::default() }
}

/// Whether each row fits on a line of this width.
pub(super) fn is_narrow(chart: &Chart, width: f32, words: &Words) -> bool {
    laid_out(chart, words).is_easy(width, body(), head(), 1)
}

/// A chart that can flow through columns of this width, with its letters scaled.
pub(super) fn chart_piece_at(chart: &Chart, width: f32, scale: f32, words: &Words) -> Piece {
    let at = |style: Style| style.scaled(scale);
    let set = |table: &PageTable| table.set(width, at(body()), at(head()));
    let table = laid_out(chart, words);
    piece(
        &words.tell(&chart.title),
        table.split(width, at(body()), at(head())).iter().map(set).collect(),
        &words.tell_all(&chart.notes),
        width,
        scale,
    )
}

/// Tables below a title and above their notes.
pub(super) fn piece(
    title: &str,
    mut sets: Vec<SetTable>,
    notes: &[String],
    width: f32,
    scale: f32,
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
    // Small letters save a page, so the tables also move closer together.
    Piece { above: BETWEEN * scale.powi(4), head: top, rows, tail, ..Piece::default() }
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
    use message::message;

    #[test]
    fn a_chart_keeps_the_rows_that_the_fleet_uses() {
        let chart = |about: &[&str]| Chart {
            slug: "missiles",
            title: message!("Missiles"),
            columns: vec![message!("Weapon")],
            rows: vec![vec![message!("Archers")], vec![message!("Catapult")]],
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
