//! The page of the current position, from which a table can continue a battle: whose turn and
//! phase it is, what is still to do, and the condition of every unit.

use message::i18n::Words;
use message::{Joint, Message, message};
use rules::{Fact, Guide, PhaseState, Sheet, Tag};

use super::block::{Block, Style, paragraph};
use super::fleet_table::strike;
use super::flow::{BETWEEN, Piece};
use super::fonts::Face;
use super::ornament::double_rule;
use super::page::{Anchor, Ink, PageRect, Role};
use super::rule_text::with_latin;
use super::table::PageTable;
use super::tracks::cross;

/// The current position of a battle, as far as a reader may know it.
#[derive(Clone, Debug, PartialEq)]
pub struct PrintedPosition {
    /// The name of the game.
    pub system: String,
    /// The reader for whom it is printed.
    pub reader: Message,
    /// The current place in the sequence of play.
    pub guide: Guide,
    /// What comes next for the reader.
    pub prompt: Message,
    /// The winner, once there is one.
    pub won: Option<Message>,
    /// What is true of both sides: the optional rules, and state that is in no record.
    pub facts: Vec<Fact>,
    pub sides: Vec<PrintedSide>,
}

/// The condition of a side.
#[derive(Clone, Debug, PartialEq)]
pub struct PrintedSide {
    pub name: Message,
    /// What it has, and has done.
    pub sentences: Vec<Message>,
    /// Its units, with those that it controls first.
    pub units: Vec<PrintedUnit>,
    /// The positions in a line of battle: the zones, and the units in each of their
    /// columns.
    pub zones: Vec<(Message, Vec<Vec<Tag>>)>,
}

/// The condition of a unit.
#[derive(Clone, Debug, PartialEq)]
pub struct PrintedUnit {
    pub tag: Tag,
    pub name: String,
    /// Its type.
    pub kind: Message,
    pub counts: Vec<Fact>,
    /// What is true of it now, and what it still has to do.
    pub sentences: Vec<Message>,
    pub is_out: bool,
}

fn body() -> Style {
    Style::new(Face::Regular, 9.0)
}

fn bold() -> Style {
    Style::new(Face::Bold, 9.5)
}

impl PrintedPosition {
    /// The text above the sides: the current place in the sequence, and the facts about both
    /// sides.
    pub(super) fn opening(&self, width: f32, words: &Words) -> Block {
        let mut block = Block::default();
        let large = Style::new(Face::Title, 17.0);
        let headline = words.tell(&self.guide.headline);
        block.stack(paragraph(&headline, width, large).being(Role::Heading(2)));
        if let Some(won) = &self.won {
            block.stack(paragraph(&words.capital(won), width, bold()));
        } else {
            block.stack(paragraph(&words.tell(&self.prompt), width, body().sized(11.0)));
        }
        block.stack(Block::space(2.0));
        block.stack(self.steps(width, words));
        if !self.guide.still_to_do.is_empty() {
            let what = Message::joined(self.guide.still_to_do.iter().cloned(), Joint::Semicolon);
            let still_to_do = words.tell(&message!("Still to do: {what}", what));
            block.stack(paragraph(&still_to_do, width, bold()));
        }
        for fact in &self.facts {
            let text = message!("{caption}: {value}", caption = &fact.caption, value = &fact.text);
            block.stack(paragraph(&words.capital(&text), width, body()));
        }
        block.stack(Block::space(4.0));
        block
    }

    /// The phases in order, each with a box: crossed out when it is over, bold while it is
    /// in progress.
    fn steps(&self, width: f32, words: &Words) -> Block {
        const BOX: f32 = 4.0;
        let mut block = Block::default();
        let (mut left, mut top) = (0.0, 0.0);
        for step in &self.guide.steps {
            let is_now = step.stands == PhaseState::Now;
            let style = if is_now { bold() } else { body() };
            let name = words.tell(&step.name);
            let wide = BOX + 1.2 + style.width(&name) + 5.0;
            if left > 0.0 && left + wide > width {
                (left, top) = (0.0, top + BOX + 1.6);
            }
            let frame = PageRect::new(left, top, BOX, BOX);
            let from = block.items.len();
            block.outline(frame, if is_now { 0.7 } else { 0.2 }, Ink::Black);
            if matches!(step.stands, PhaseState::Done | PhaseState::Skipped) {
                cross(&mut block, &frame);
            }
            let stands = match step.stands {
                PhaseState::Done => message!("done"),
                PhaseState::Skipped => message!("skipped"),
                PhaseState::Now => message!("now"),
                PhaseState::Owed => message!("owed"),
                PhaseState::ToCome => message!("to come"),
            };
            block.span(Role::Drawing(words.tell(&stands)), from);
            let baseline = top + f32::midpoint(BOX, style.cap_height());
            block.text([left + BOX + 1.2, baseline], Anchor::Start, style, &name);
            left += wide;
        }
        block.height = if self.guide.steps.is_empty() { 0.0 } else { top + BOX + 2.0 };
        block
    }

    /// A table for each side, with its letters scaled.
    pub(super) fn pieces(&self, width: f32, scale: f32, words: &Words) -> Vec<Piece> {
        self.sides.iter().map(|side| side.piece(width, scale, words)).collect()
    }
}

impl PrintedSide {
    fn piece(&self, width: f32, scale: f32, words: &Words) -> Piece {
        let title = Style::new(Face::Title, 13.0);
        let body = body().scaled(scale);
        let mut lead = paragraph(&words.tell(&self.name), width, title).being(Role::Heading(2));
        lead.height += 0.6;
        lead.stack(double_rule(width));
        lead.stack(Block::space(0.8));
        if !self.sentences.is_empty() {
            let text = Message::joined(self.sentences.iter().cloned(), Joint::Semicolon);
            lead.stack(paragraph(&words.capital(&text), width, body));
            lead.stack(Block::space(0.8));
        }
        if !self.zones.is_empty() {
            lead.stack(self.plan(width, body, words));
        }
        let rows = self.units.iter().map(|unit| unit.row(words)).collect();
        let heads = [
            message!("Tag"),
            message!("Name"),
            message!("Type"),
            message!("Counts"),
            message!("State"),
        ];
        let mut table = PageTable { heads: words.tell_all(&heads), rows, ..PageTable::default() };
        table.remove_empty_columns();
        let mut set = table.set(width, body, Style::new(Face::Italic, 8.0).soft());
        if set.rows.len() == self.units.len() {
            for (row, unit) in set.rows.iter_mut().zip(&self.units) {
                if let Some(column) = set.columns.get(1).filter(|_| unit.is_out) {
                    strike(row, column, &unit.name);
                }
            }
        }
        Piece { above: BETWEEN * scale.powi(4), lead, ..Piece::of(set, width) }
    }
}

impl PrintedSide {
    /// The plan of its line of battle, from its own left.
    fn plan(&self, width: f32, body: Style, words: &Words) -> Block {
        let columns = self.zones.iter().map(|(_, columns)| columns.len()).max().unwrap_or(0);
        let list =
            |tags: &Vec<Tag>| tags.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
        let row = |column: usize| {
            let number = (column + 1).to_string();
            let cells = self.zones.iter().map(|(_, columns)| columns.get(column).map(list));
            std::iter::once(number).chain(cells.map(Option::unwrap_or_default)).collect()
        };
        let zones = self.zones.iter().map(|(zone, _)| words.capital(zone));
        let column = words.tell(&message!("Column, from its own left"));
        let heads = std::iter::once(column).chain(zones).collect();
        let table =
            PageTable { heads, rows: (0..columns).map(row).collect(), ..PageTable::default() };
        let Piece { head, rows, .. } =
            Piece::of(table.set(width, body, Style::new(Face::Italic, 8.0).soft()), width);
        let mut plan = head;
        for row in rows {
            plan.stack(row);
        }
        plan.stack(Block::space(2.5));
        plan
    }
}

impl PrintedUnit {
    fn row(&self, words: &Words) -> Vec<String> {
        let count = |fact: &Fact| {
            let Fact { caption, text, .. } = fact;
            words.tell(&message!("{caption}: {count}", caption, count = text))
        };
        let counts: Vec<String> = self.counts.iter().map(count).collect();
        let sentences = Message::joined(self.sentences.iter().cloned(), Joint::Semicolon);
        vec![
            self.tag.to_string(),
            with_latin(&self.name).unwrap_or_else(|| self.name.clone()),
            words.tell(&self.kind),
            counts.join(", "),
            words.tell(&sentences),
        ]
    }
}

/// Whether a sheet has a fact with this caption.
pub(super) fn has_caption(sheet: &Sheet, caption: &Message) -> bool {
    sheet.facts.iter().any(|fact| fact.caption == *caption)
}
