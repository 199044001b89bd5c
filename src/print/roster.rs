//! The roster of a fleet on a page: its ships, notes and warnings, and a code
//! that brings the fleet to another device.

use crate::fleet::share;
use crate::rules::{Briefing, Chart, Moment, Sheet, Topic};
use crate::say::{Say, say};
use crate::wording::Words;

use super::block::{Block, Style, height_of, paragraph, torn};
use super::chart::chart_piece;
use super::flow::Piece;
use super::fonts::Face;
use super::page::{Anchor, Figure, Frame, Ink, Item};
use super::table::Table;

/// A fleet's roster.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Roster {
    /// The fleet's name.
    pub name: String,
    /// The people or state that it belongs to.
    pub people: String,
    /// The rules that it is for.
    pub system: String,
    /// The fleet's notes.
    pub notes: String,
    /// What its file says about the battle that it is for.
    pub briefing: Briefing,
    /// Its ships, as their record sheets have them, with the counts of each.
    pub ships: Vec<Sheet>,
    /// What else is in it: panic numbers, officers, battle cards.
    pub charts: Vec<Chart>,
    /// The round or turn, during a battle.
    pub stands_at: Option<Moment>,
    /// What may not be as its owner meant it.
    pub warnings: Vec<Say>,
    /// The text of the code that others scan; `None` for no code.
    pub link: Option<String>,
}

impl Roster {
    /// The people, the rules, and the moment of the battle.
    pub(super) fn subtitle(&self, words: &Words) -> String {
        let moment = self.stands_at.map(|moment| words.tell(&moment.name())).unwrap_or_default();
        let mut parts = vec![self.people.as_str(), self.system.as_str(), &moment];
        parts.retain(|part| !part.is_empty());
        parts.join(" · ")
    }

    /// A silhouette for every type in the fleet, with the number of ships.
    pub(super) fn frieze(&self, width: f32, outlined: bool, words: &Words) -> Block {
        let kinds = self.kinds();
        // In rows of at most five (fewer beside a code), as even as possible.
        let most = if width < 170.0 { 4 } else { 5 };
        let rows = kinds.len().div_ceil(most).max(1);
        let across = kinds.len().div_ceil(rows).max(1);
        let step = width / across as f32;
        let figure = (step - 6.0).min(46.0);
        let style = Style::new(Face::Regular, 9.5);
        let mut block = Block::space(3.0);
        for row in kinds.chunks(across) {
            let top = block.height;
            let mut deepest = 0.0_f32;
            for ((ship, count), column) in row.iter().zip(0_u8..) {
                let middle = (f32::from(column) + 0.5) * step;
                let frame = Frame::new(middle - figure / 2.0, top, figure, figure / 2.0);
                block.items.push(Item::Figure(Figure { drawing: ship.drawing, frame, outlined }));
                let kind = words.tell(&say!("{count} {kind}", count = *count, kind = &ship.kind));
                let lines = style.wrapped(&kind, step - 3.0);
                for (line, i) in lines.iter().zip(0_u8..) {
                    let y = frame.bottom() + 1.0 + style.rise() + f32::from(i) * style.leading();
                    block.text([middle, y], Anchor::Middle, style, line);
                }
                deepest = deepest.max(figure / 2.0 + 1.0 + height_of(lines.len(), style));
            }
            block.height += deepest + 3.0;
        }
        block
    }

    /// The ships in a table, with notes and warnings below it.
    pub(super) fn pieces(&self, width: f32, words: &Words) -> Vec<Piece> {
        let body = Style::new(Face::Regular, 9.0);
        let set = self.table(words).set(width, body, Style::new(Face::Italic, 8.0).soft());
        let mut head = set.head;
        head.height += 0.4;
        head.rule([0.0, head.height], width, 0.2, Ink::Black);
        head.height += 0.2;
        let mut pieces = vec![Piece { head, rows: set.rows, tail: self.common(width, words) }];
        pieces.extend(self.types(words).map(|types| chart_piece(&types, width, words)));
        let lines = |text: &str, style: Style| -> Vec<Block> {
            text.lines().flat_map(|line| torn(line, width, style)).collect()
        };
        let title = |text: Say| {
            let mut block = paragraph(&words.tell(&text), width, Style::new(Face::Title, 13.0));
            block.height += 0.8;
            block
        };
        pieces.extend(self.charts.iter().map(|chart| chart_piece(chart, width, words)));
        if !self.notes.trim().is_empty() {
            let rows = lines(&self.notes, Style::new(Face::Regular, 9.5));
            pieces.push(Piece { head: title(say!("Notes")), rows, tail: Block::default() });
        }
        if !self.briefing.is_empty() {
            let heading = Style::new(Face::Bold, 9.5);
            let about = |(topic, text): (Topic, &str)| {
                // A heading must not be the last thing on a page.
                let mut first = Block::space(1.2);
                first.stack(paragraph(&words.tell(&topic.title()), width, heading));
                let mut rows = lines(text, Style::new(Face::Regular, 9.5));
                match rows.first_mut() {
                    Some(row) => {
                        first.stack(std::mem::take(row));
                        *row = first;
                    }
                    None => rows.push(first),
                }
                rows
            };
            let rows = self.briefing.told().flat_map(about).collect();
            let head = title(say!("The battle"));
            pieces.push(Piece { head, rows, tail: Block::default() });
        }
        if self.is_too_long() {
            let why = say!(
                "No code to scan: this fleet is too long for one that a phone reads from paper. Share it as text from the program."
            );
            let rows = torn(&words.tell(&why), width, Style::new(Face::Italic, 8.5));
            pieces.push(Piece { rows, ..Piece::default() });
        }
        if !self.warnings.is_empty() {
            let style = Style::new(Face::Bold, 9.5);
            let told = words.tell_all(&self.warnings);
            let rows = told.iter().flat_map(|warning| lines(warning, style)).collect();
            let head = title(say!("Warnings"));
            pieces.push(Piece { head, rows, tail: Block::default() });
        }
        pieces
    }

    /// Every caption on a sheet, in order of appearance.
    fn captions(&self) -> Vec<&Say> {
        let mut captions: Vec<&Say> = Vec::new();
        for fact in self.ships.iter().flat_map(|ship| &ship.facts) {
            if !captions.contains(&&fact.caption) {
                captions.push(&fact.caption);
            }
        }
        captions
    }

    /// One ship of every kind, with how many there are.
    fn kinds(&self) -> Vec<(&Sheet, usize)> {
        let mut kinds: Vec<(&Sheet, usize)> = Vec::new();
        for ship in &self.ships {
            match kinds.iter_mut().find(|(first, _)| first.kind == ship.kind) {
                Some((_, count)) => *count += 1,
                None => kinds.push((ship, 1)),
            }
        }
        kinds
    }

    /// Whether a fact is the same for all ships of a kind, so that it is told
    /// for the kind.
    fn is_of_the_kind(&self, caption: &Say) -> bool {
        let kinds = self.kinds();
        // In a small fleet all of a ship's figures are in her row.
        kinds.len() * 3 <= self.ships.len()
            && self.ships.iter().all(|ship| {
                let first = kinds.iter().find(|(first, _)| first.kind == ship.kind);
                first.is_some_and(|(first, _)| told(first, caption) == told(ship, caption))
            })
    }

    /// Whether a fact is the same for all ships, and longer than a figure: it
    /// is then told once, and needs no column.
    fn is_common(&self, caption: &Say, words: &Words) -> bool {
        let mut facts = self.ships.iter().map(|ship| told(ship, caption));
        let first = facts.next().unwrap_or_default();
        self.ships.len() > 1
            && words.tell(&first).chars().count() > LONGEST_COLUMN
            && facts.all(|fact| fact == first)
    }

    /// What holds for all ships, below their table.
    fn common(&self, width: f32, words: &Words) -> Block {
        let mut block = Block::default();
        let Some(ship) = self.ships.first() else { return block };
        for caption in self.captions().into_iter().filter(|caption| self.is_common(caption, words))
        {
            let all = say!("All: {caption}: {value}", caption, value = told(ship, caption));
            block.stack(Block::space(0.9));
            block.stack(paragraph(&words.tell(&all), width, Style::new(Face::Regular, 9.0)));
        }
        block
    }

    /// What holds for all ships of a kind.
    fn types(&self, words: &Words) -> Option<Chart> {
        let mut captions = self.captions();
        captions.retain(|caption| self.is_of_the_kind(caption) && !self.is_common(caption, words));
        if captions.is_empty() {
            return None;
        }
        let row = |(ship, count): (&Sheet, usize)| {
            let facts = captions.iter().map(|caption| told(ship, caption));
            let count = Say::verbatim(count.to_string());
            [ship.kind.clone(), count].into_iter().chain(facts).collect()
        };
        let heads = [say!("Type"), say!("Number")].into_iter();
        let heads =
            heads.chain(captions.iter().map(|caption| Say::verbatim(words.capital(caption))));
        let rows = self.kinds().into_iter().map(row).collect();
        Some(Chart::new("kinds", say!("Types of this fleet"), heads, rows))
    }

    /// A column for every caption that differs between ships of a kind.
    fn table(&self, words: &Words) -> Table {
        let mut captions = self.captions();
        captions.retain(|caption| !self.is_of_the_kind(caption) && !self.is_common(caption, words));
        let row = |ship: &Sheet| {
            let facts = captions.iter().map(|caption| words.tell(&told(ship, caption)));
            let tag = ship.tag.map(|tag| tag.to_string()).unwrap_or_default();
            [tag, ship.name.clone(), words.tell(&ship.kind)].into_iter().chain(facts).collect()
        };
        let heads = [String::new(), words.tell(&say!("Name")), words.tell(&say!("Type"))];
        let captions_told = captions.iter().map(|caption| words.capital(caption));
        Table {
            heads: heads.into_iter().chain(captions_told).collect(),
            rows: self.ships.iter().map(row).collect(),
        }
    }

    /// The code with its explanation, and its width; `None` if the text is too
    /// long for a code that a phone can read.
    pub(super) fn code(&self, words: &Words) -> Option<(Block, f32)> {
        let (mut block, wide) = self.link.as_deref().and_then(code)?;
        let style = Style::new(Face::Italic, 8.0).soft();
        let caption = words.tell(&say!("Scan to open this fleet in Trierarch"));
        block.stack(Block::space(0.8));
        block.stack(paragraph(&caption, wide.max(30.0), style));
        Some((block, wide.max(30.0)))
    }

    /// Whether there is a link that is too long for a code.
    fn is_too_long(&self) -> bool {
        self.link.as_deref().is_some_and(|link| code(link).is_none())
    }
}

/// A ship's facts under a caption, joined.
fn told(ship: &Sheet, caption: &Say) -> Say {
    let facts = ship.facts.iter().filter(|fact| fact.caption == *caption);
    Say::list(facts.map(|fact| fact.text.clone()))
}

/// The longest fact, in characters, that keeps its column even if all ships
/// share it.
const LONGEST_COLUMN: usize = 9;

/// The side of a square of a code, in millimetres: the smallest that a phone
/// can still read from paper.
const MODULE: f32 = 0.55;
const LEAST_MODULE: f32 = 0.4;

/// The largest side of a code, in millimetres.
const LARGEST: f32 = 68.0;

/// A text as a code to scan, and its width in millimetres. `None` if it is too
/// long.
fn code(text: &str) -> Option<(Block, f32)> {
    let code = share::qr(text).ok()?;
    let side = MODULE.min(LARGEST / code.size as f32);
    if side < LEAST_MODULE {
        return None;
    }
    let wide = side * code.size as f32;
    let mut block = Block::space(wide);
    for row in 0..code.size {
        let mut column = 0;
        while column < code.size {
            let dark = |at: &usize| code.is_dark(*at, row);
            let run = (column..code.size).take_while(dark).count();
            if run > 0 {
                // Slightly higher than it should be, so that no seam shows
                // between rows.
                let (left, top) = (column as f32 * side, row as f32 * side);
                block.fill(Frame::new(left, top, run as f32 * side, side + 0.02), Ink::Black);
            }
            column += run.max(1);
        }
    }
    Some((block, wide))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_has_its_three_corners_and_is_square() {
        let (block, _) = code("https://example.org/f#Παράλος").expect("a short text");
        let frames: Vec<Frame> = block
            .items
            .iter()
            .filter_map(|item| match item {
                Item::Rect(rect) => Some(rect.frame),
                _ => None,
            })
            .collect();
        // The upper edges of the two upper corner marks, and of the lower one.
        let seven = |f: &&Frame| (f.width - 7.0 * MODULE).abs() < 1e-3;
        let corners: Vec<&Frame> = frames.iter().filter(seven).collect();
        assert!(corners.iter().any(|f| f.left == 0.0 && f.top == 0.0));
        assert!(corners.iter().any(|f| (f.right() - block.height).abs() < 1e-3 && f.top == 0.0));
        assert!(corners.iter().any(|f| f.left == 0.0 && f.top > block.height / 2.0));
        assert!(frames.iter().all(|f| f.right() <= block.height + 1e-3));
    }

    #[test]
    fn a_text_that_is_too_long_has_no_code() {
        assert!(code(&"Σ".repeat(600)).is_some_and(|(_, wide)| wide <= LARGEST + 0.1));
        assert!(code(&"Σ".repeat(1_400)).is_none());
    }
}
