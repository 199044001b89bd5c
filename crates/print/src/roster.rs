//! The roster of a fleet on a page: its ships, notes and warnings, and a QR code that
//! transfers the fleet to another device.

use engine::fleet::share;
use message::i18n::Words;
use message::{Message, message};
use rules::{Briefing, Chart, RoundNumber, Sheet};

use super::block::{Block, Style, height_of, paragraph, torn};
use super::flow::Piece;
use super::fonts::Face;
use super::page::{Anchor, Code, Item, PageRect, Role, Silhouette};
use super::rule_text::with_latin;
use super::table::PageTable;

/// A fleet's roster.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct FleetRoster {
    pub name: String,
    /// The people or state to which it belongs.
    pub people: String,
    /// The name of its game.
    pub system: String,
    pub notes: String,
    /// The texts of its file about the battle for which it was made.
    pub briefing: Briefing,
    /// Its ships as on their record sheets, with the counters of each.
    pub ships: Vec<Sheet>,
    /// The ships of the other side: both rosters have the same columns.
    pub beside: Vec<Sheet>,
    /// Other tables: panic numbers, officers, battle cards.
    pub charts: Vec<Chart>,
    /// The round or turn, during a battle.
    pub stands_at: Option<RoundNumber>,
    /// Warnings about what its owner may not have intended.
    pub warnings: Vec<Message>,
    /// The text of its QR code; `None` for no code.
    pub link: Option<String>,
}

impl FleetRoster {
    /// The roster with each Greek name followed by the same in Latin letters; `None` if no
    /// name is Greek.
    pub(super) fn with_latin_names(&self) -> Option<FleetRoster> {
        let mut roster = self.clone();
        let mut has_greek = false;
        for ship in roster.ships.iter_mut().chain(&mut roster.beside) {
            if let Some(name) = with_latin(&ship.name) {
                (ship.name, has_greek) = (name, true);
            }
            for fact in &mut ship.facts {
                let text = fact.text.to_string();
                let is_name = !text.chars().any(|c| c.is_ascii_alphanumeric());
                if let Some(text) = with_latin(&text).filter(|_| is_name) {
                    (fact.text, has_greek) = (Message::verbatim(text), true);
                }
            }
        }
        has_greek.then_some(roster)
    }

    /// The people, the game, and the round of the battle.
    pub(super) fn subtitle(&self, words: &Words) -> String {
        let moment = self.stands_at.map(|moment| words.tell(&moment.name())).unwrap_or_default();
        let mut parts = vec![self.people.as_str(), self.system.as_str(), &moment];
        parts.retain(|part| !part.is_empty());
        parts.join(" · ")
    }

    /// A silhouette for every type in the fleet, with the number of ships.
    pub(super) fn frieze(&self, width: f32, largest: f32, outlined: bool, words: &Words) -> Block {
        let kinds = self.kinds();
        // In rows of at most five (fewer next to a code), as even as possible.
        let most = if width < 170.0 { 4 } else { 5 };
        let rows = kinds.len().div_ceil(most).max(1);
        let across = kinds.len().div_ceil(rows).max(1);
        let step = width / across as f32;
        let figure = (step - 6.0).min(largest);
        let style = Style::new(Face::Regular, 9.5);
        let mut block = Block::space(3.0);
        for row in kinds.chunks(across) {
            let top = block.height;
            let mut deepest = 0.0_f32;
            for ((ship, count), column) in row.iter().zip(0_u8..) {
                let middle = (f32::from(column) + 0.5) * step;
                let frame = PageRect::new(middle - figure / 2.0, top, figure, figure / 2.0);
                let from = block.items.len();
                block.items.push(Item::Figure(Silhouette {
                    drawing: ship.drawing,
                    frame,
                    outlined,
                }));
                block.span(Role::Drawing(words.tell(&ship.kind)), from);
                let kind =
                    words.tell(&message!("{count} {kind}", count = *count, kind = &ship.kind));
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

    /// The ships as a table.
    pub(super) fn ships(&self, width: f32, scale: f32, words: &Words) -> Vec<Piece> {
        let set = self.table(width, words).set(width, body().scaled(scale), captions());
        vec![Piece::of(set, width)]
    }

    /// The width of its figures if they are small and few enough to go next to its name.
    pub(super) fn is_low(&self, figure: f32) -> Option<f32> {
        let few = Some(self.kinds().len()).filter(|kinds| figure < FIGURE && *kinds <= 3)?;
        Some(few as f32 * (figure + 6.0))
    }

    /// What is true of all ships, below their table.
    pub(super) fn for_all(&self, width: f32, words: &Words) -> Vec<Piece> {
        let tail = self.common(width, words);
        if tail.height > 0.0 { vec![Piece { tail, ..Piece::default() }] } else { Vec::new() }
    }

    /// The tables of its types, and its other tables.
    pub(super) fn tables(&self, words: &Words) -> Vec<Chart> {
        self.types(words).into_iter().chain(self.charts.iter().cloned()).collect()
    }

    /// The number of columns, of these widths, in which its ships are set: two if the ships
    /// are many on both sides and take far less room that way.
    pub(super) fn columns(&self, [one, two]: [f32; 2], words: &Words) -> u8 {
        let most = self.ships.len().max(self.beside.len());
        let ships = self.both().cloned().collect();
        let all = FleetRoster { ships, ..FleetRoster::default() };
        let deep = |width: f32| {
            let set = all.table(width, words).set(width, body(), captions());
            set.rows.iter().map(|row| row.height).sum::<f32>()
        };
        if most >= MANY && deep(two) / 2.0 < 0.7 * deep(one) { 2 } else { 1 }
    }

    /// The texts about the fleet and its battle, line by line: warnings, notes and the
    /// scenario; then a code with squares of a given size, or the reason why there is none.
    pub(super) fn notes(
        &self,
        width: f32,
        size_pt: f32,
        side_of_code: Option<f32>,
        words: &Words,
    ) -> Vec<Piece> {
        let text = Style::new(Face::Regular, size_pt);
        let mut column = Lines { width, rows: Vec::new(), heads: Block::default() };
        if !self.warnings.is_empty() {
            column.title(&words.tell(&message!("Warnings")));
            for warning in words.tell_all(&self.warnings) {
                column.text(&warning, Style::new(Face::Bold, size_pt));
            }
        }
        if !self.notes.trim().is_empty() {
            column.title(&words.tell(&message!("Notes")));
            column.text(&self.notes, text);
        }
        if !self.briefing.is_empty() {
            column.title(&words.tell(&message!("The battle")));
            for (topic, briefing) in self.briefing.texts() {
                column.heading(&words.tell(&topic.title()), Style::new(Face::Bold, size_pt));
                column.text(briefing, text);
            }
        }
        let code = side_of_code.and_then(|side| self.code([side, LEAST_MODULE], width, words));
        if side_of_code.is_some() && self.link.is_some() && code.is_none() {
            let why = message!(
                "No code to scan: this fleet is too long for one that a phone reads from paper. Share it as text from the program."
            );
            column.space(3.0);
            column.text(&words.tell(&why), Style::new(Face::Italic, 8.5));
        }
        let code = code.map(|(block, _)| vec![block]);
        let rows = [Some(column.rows), code].into_iter().flatten().filter(|rows| !rows.is_empty());
        rows.map(|rows| Piece { rows, ..Piece::default() }).collect()
    }

    /// Every caption on a sheet, in order of appearance.
    fn captions(&self) -> Vec<&Message> {
        let mut captions: Vec<&Message> = Vec::new();
        for fact in self.both().flat_map(|ship| &ship.facts) {
            if !captions.contains(&&fact.caption) {
                captions.push(&fact.caption);
            }
        }
        captions
    }

    /// The ships of both sides, in the same order for each.
    fn both(&self) -> impl Iterator<Item = &Sheet> {
        let first = |ships: &[Sheet]| ships.first().and_then(|ship| ship.tag);
        let is_second = !self.beside.is_empty() && first(&self.beside) < first(&self.ships);
        let (one, other) =
            if is_second { (&self.beside, &self.ships) } else { (&self.ships, &self.beside) };
        one.iter().chain(other)
    }

    /// One ship of every kind in this fleet, with their number.
    fn kinds(&self) -> Vec<(&Sheet, usize)> {
        FleetRoster::kinds_of(self.ships.iter())
    }

    fn kinds_of<'s>(ships: impl Iterator<Item = &'s Sheet>) -> Vec<(&'s Sheet, usize)> {
        let mut kinds: Vec<(&Sheet, usize)> = Vec::new();
        for ship in ships {
            match kinds.iter_mut().find(|(first, _)| first.kind == ship.kind) {
                Some((_, count)) => *count += 1,
                None => kinds.push((ship, 1)),
            }
        }
        kinds
    }

    /// Whether a fact is the same for all ships of a kind, so that it is printed once for
    /// the kind.
    fn is_of_the_kind(&self, caption: &Message) -> bool {
        let kinds = FleetRoster::kinds_of(self.both());
        // In a small fleet, the row of a ship holds all her figures.
        kinds.len() * 2 <= self.both().count()
            && self.both().all(|ship| {
                let first = kinds.iter().find(|(first, _)| first.kind == ship.kind);
                first.is_some_and(|(first, _)| {
                    facts_under(first, caption) == facts_under(ship, caption)
                })
            })
    }

    /// Whether a fact is the same for all ships, and longer than a figure. It is then
    /// printed once, without a column.
    fn is_common(&self, caption: &Message, words: &Words) -> bool {
        let mut facts = self.both().map(|ship| facts_under(ship, caption));
        let first = facts.next().unwrap_or_default();
        self.ships.len() > 1
            && words.tell(&first).chars().count() > LONGEST_COLUMN
            && facts.all(|fact| fact == first)
    }

    /// What is true of all ships, below their table.
    fn common(&self, width: f32, words: &Words) -> Block {
        let mut block = Block::default();
        let Some(ship) = self.ships.first() else { return block };
        let common = self.captions().into_iter().filter(|caption| self.is_common(caption, words));
        let facts = common.map(|caption| {
            words.tell(&message!("{caption}: {value}", caption, value = facts_under(ship, caption)))
        });
        let facts: Vec<String> = facts.collect();
        if !facts.is_empty() {
            let all = message!("All: {facts}", facts = facts.join(" · "));
            block.stack(Block::space(0.9));
            block.stack(paragraph(&words.tell(&all), width, Style::new(Face::Regular, 9.0)));
        }
        block
    }

    /// What is true of all ships of a kind.
    fn types(&self, words: &Words) -> Option<Chart> {
        let mut captions = self.captions();
        captions.retain(|caption| self.is_of_the_kind(caption) && !self.is_common(caption, words));
        if captions.is_empty() {
            return None;
        }
        let row = |(ship, count): (&Sheet, usize)| {
            let facts = captions.iter().map(|caption| facts_under(ship, caption));
            let count = Message::verbatim(count.to_string());
            [ship.kind.clone(), count].into_iter().chain(facts).collect()
        };
        let heads = [message!("Type"), message!("Number")].into_iter();
        let heads =
            heads.chain(captions.iter().map(|caption| Message::verbatim(words.capital(caption))));
        let mut lines: Vec<Vec<Message>> = vec![heads.collect()];
        lines.extend(self.kinds().into_iter().map(row));
        // A few types with many figures read better one below the other.
        if captions.len() + 2 > MOST_COLUMNS && lines.len() < MOST_COLUMNS {
            lines = turned(&lines);
        }
        let rows = lines.split_off(1);
        Some(Chart::new("kinds", message!("Types"), lines.remove(0), rows))
    }

    /// A table with a column for every caption that differs between ships of a kind. If
    /// rows would be deep, captions with long texts, or with few ships, move to a line
    /// under each ship.
    fn table(&self, width: f32, words: &Words) -> PageTable {
        let mut columns = self.captions();
        columns.retain(|caption| !self.is_of_the_kind(caption) && !self.is_common(caption, words));
        let mut under: Vec<&Message> = Vec::new();
        loop {
            let table = self.table_of(&columns, &under, words);
            let lines = if under.is_empty() { 2 } else { 1 };
            let needs = columns.iter().map(|caption| self.need(caption, words)).enumerate();
            let widest = needs.max_by(|(_, one), (_, other)| one.total_cmp(other));
            match widest.filter(|(_, need)| *need > WORDS) {
                Some((at, _)) if !table.is_easy(width, body(), captions(), lines) => {
                    under.push(columns.remove(at));
                }
                Some(_) | None => return table,
            }
        }
    }

    /// The benefit of moving a caption under the ships: the width of its texts in
    /// millimetres, and more if few ships have one.
    fn need(&self, caption: &Message, words: &Words) -> f32 {
        let texts = self.both().map(|ship| body().width(&words.tell(&facts_under(ship, caption))));
        let widths: Vec<f32> = texts.filter(|width| *width > 0.0).collect();
        let widest = widths.iter().copied().fold(0.0, f32::max);
        if widths.len() * 3 <= self.both().count() {
            widest.max(captions().width(&words.capital(caption))) + RARE
        } else {
            widest
        }
    }

    fn table_of(&self, columns: &[&Message], under: &[&Message], words: &Words) -> PageTable {
        let row = |ship: &Sheet| {
            let facts = columns.iter().map(|caption| words.tell(&facts_under(ship, caption)));
            let tag = ship.tag.map(|tag| tag.to_string()).unwrap_or_default();
            [tag, ship.name.clone(), words.tell(&ship.kind)].into_iter().chain(facts).collect()
        };
        let beneath = |ship: &Sheet| {
            // In the order of the sheet.
            let facts = self.captions().into_iter().filter(|caption| under.contains(caption));
            let facts = facts.filter_map(|caption| {
                let value = words.tell(&facts_under(ship, caption));
                let text =
                    message!("{caption}: {value}", caption, value = Message::verbatim(&value));
                (!value.is_empty()).then(|| words.capital(&text))
            });
            facts.collect::<Vec<_>>().join(" · ")
        };
        let heads = words.tell_all(&[message!("Tag"), message!("Name"), message!("Type")]);
        let captions = columns.iter().map(|caption| words.capital(caption));
        PageTable {
            heads: heads.into_iter().chain(captions).collect(),
            rows: self.ships.iter().map(row).collect(),
            under: self.ships.iter().map(beneath).collect(),
            beside: self.beside.iter().map(row).collect(),
            ..PageTable::default()
        }
    }

    /// The possible layouts, the widest first: with the code in the head or below the texts
    /// (a large code is larger below), with ever smaller letters in tables and texts, and
    /// in the end with smaller figures and code.
    pub(super) fn ways(&self, words: &Words) -> Vec<TextWay> {
        let places = match self.head_code(MODULE, words) {
            Some((_, wide)) if wide <= SMALL => vec![true, false],
            Some(_) => vec![false, true],
            None => vec![false],
        };
        let sizes = [(1.0, 9.5), (1.0, 8.8), (1.0, 8.2), (0.95, 8.2), (0.89, 8.0)];
        let of = |sizes: &[(f32, f32)], figure: f32, modules: [f32; 2]| -> Vec<TextWay> {
            let at = |in_head: &bool| {
                let (in_head, module) = (*in_head, modules[usize::from(*in_head)]);
                let way = move |(table, text_pt): &(f32, f32)| TextWay {
                    table: *table,
                    text_pt: *text_pt,
                    figure,
                    in_head,
                    module,
                };
                sizes.iter().map(way)
            };
            places.iter().flat_map(at).collect()
        };
        let mut ways = of(&sizes, FIGURE, [LARGE_MODULE, MODULE]);
        ways.extend(of(&sizes[3..], SMALL_FIGURE, [LEAST_MODULE; 2]));
        ways
    }

    /// A code for the head, with its explanation and width.
    pub(super) fn head_code(&self, module: f32, words: &Words) -> Option<(Block, f32)> {
        self.code([module; 2], LARGEST_IN_HEAD, words)
    }

    /// The code with its explanation, and its width; `None` if the text is too long for a
    /// code that a phone can read at this width.
    fn code(&self, sides: [f32; 2], most: f32, words: &Words) -> Option<(Block, f32)> {
        let (mut block, wide) = self.link.as_deref().and_then(|link| code(link, sides, most))?;
        let style = Style::new(Face::Italic, 8.0).soft();
        let caption = words.tell(&message!("Scan or tap to open this fleet in Trierarch"));
        block.span(Role::Drawing(caption.clone()), 0);
        block.stack(Block::space(2.0));
        block.stack(paragraph(&caption, wide.max(30.0), style));
        Some((block, wide.max(30.0)))
    }
}

/// The style of the ships' facts, and that of the captions above them.
fn body() -> Style {
    Style::new(Face::Regular, 9.0)
}

fn captions() -> Style {
    Style::new(Face::Italic, 8.0).soft()
}

/// The smallest number of ships that may be set in two columns.
const MANY: usize = 6;

/// The most columns in a table of types.
const MOST_COLUMNS: usize = 12;

/// A table with rows and columns exchanged.
fn turned(lines: &[Vec<Message>]) -> Vec<Vec<Message>> {
    let across = lines.first().map_or(0, Vec::len);
    let column = |at: usize| lines.iter().filter_map(|line| line.get(at).cloned()).collect();
    (0..across).map(column).collect()
}

/// A caption whose texts are no wider than this, in millimetres, has figures and keeps its
/// column.
const WORDS: f32 = 14.0;

/// The extra width, in millimetres, for a caption that few ships have, so that it moves
/// under them first.
const RARE: f32 = 20.0;

/// Texts under titles and headings, as lines that may continue in another column. A title
/// or heading never ends a column.
struct Lines {
    width: f32,
    rows: Vec<Block>,
    /// The titles and headings above the next text.
    heads: Block,
}

impl Lines {
    /// Adds the title of a section.
    fn title(&mut self, title: &str) {
        self.space(4.5);
        let title = paragraph(title, self.width, Style::new(Face::Title, 13.0));
        self.heads.stack(title.being(Role::Heading(2)));
        self.heads.height += 0.8;
    }

    /// Adds a heading for the next text.
    fn heading(&mut self, heading: &str, style: Style) {
        // Directly under a title it needs no more space.
        if self.heads.items.is_empty() {
            self.space(1.2);
        }
        self.heads.stack(paragraph(heading, self.width, style).being(Role::Heading(3)));
    }

    /// Adds space below the last line, except at the top of a column.
    fn space(&mut self, height: f32) {
        if let Some(last) = self.rows.last_mut() {
            last.height += height;
        }
    }

    fn text(&mut self, text: &str, style: Style) {
        for line in text.lines() {
            let mut lines = torn(line, self.width, style);
            if let Some(first) = lines.first_mut() {
                let mut head = std::mem::take(&mut self.heads);
                head.stack(std::mem::take(first));
                *first = head;
            }
            self.rows.extend(lines);
        }
    }
}

/// A ship's facts under a caption, joined.
fn facts_under(ship: &Sheet, caption: &Message) -> Message {
    let facts = ship.facts.iter().filter(|fact| fact.caption == *caption);
    Message::list(facts.map(|fact| fact.text.clone()))
}

/// The longest fact, in characters, that keeps its column even if all ships share it.
const LONGEST_COLUMN: usize = 9;

/// A layout of a roster.
#[derive(Clone, Copy, Debug)]
pub(super) struct TextWay {
    /// The scale of its tables, and the size of its texts in points.
    pub(super) table: f32,
    pub(super) text_pt: f32,
    /// The greatest width of its figures, in millimetres.
    pub(super) figure: f32,
    /// Whether the code is in the head, and the width of one of its squares, in
    /// millimetres.
    pub(super) in_head: bool,
    pub(super) module: f32,
}

/// The greatest width of a figure, and of one if room is scarce, in millimetres.
const FIGURE: f32 = 46.0;
const SMALL_FIGURE: f32 = 28.0;

/// The width of a square of a code, in millimetres: of a small code, of a large one, and
/// the smallest that a phone can read from paper.
const MODULE: f32 = 0.6;
const LARGE_MODULE: f32 = 0.8;
const LEAST_MODULE: f32 = 0.56;

/// The width of a small code, and the largest width in a head, in millimetres.
const SMALL: f32 = 52.0;
const LARGEST_IN_HEAD: f32 = 72.0;

/// A text as a code with squares of the wanted size or slightly smaller, no wider than
/// `most` millimetres, and its width. `None` if the text is too long.
fn code(text: &str, [wanted, least]: [f32; 2], most: f32) -> Option<(Block, f32)> {
    let squares = share::qr(text).ok()?;
    let side_mm = wanted.min(most / squares.size as f32);
    if side_mm < least {
        return None;
    }
    let code = Code { at: [0.0, 0.0], side_mm, squares, link: text.to_owned() };
    let wide = code.frame().width;
    Some((Block { items: vec![Item::Code(code)], ..Block::space(wide) }, wide))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_has_its_three_corners_and_is_square() {
        let (block, _) =
            code("https://example.org/f#Παράλος", [MODULE; 2], 90.0).expect("a short text");
        let code = block.items.iter().find_map(|item| match item {
            Item::Code(code) => Some(code.runs()),
            _ => None,
        });
        let frames: Vec<PageRect> = code.expect("a code");
        // The upper edges of the finder patterns: two upper corners and a lower one.
        let seven = |f: &&PageRect| (f.width - 7.0 * MODULE).abs() < 1e-3;
        let corners: Vec<&PageRect> = frames.iter().filter(seven).collect();
        assert!(corners.iter().any(|f| f.left == 0.0 && f.top == 0.0));
        assert!(corners.iter().any(|f| (f.right() - block.height).abs() < 1e-3 && f.top == 0.0));
        assert!(corners.iter().any(|f| f.left == 0.0 && f.top > block.height / 2.0));
        assert!(frames.iter().all(|f| f.right() <= block.height + 1e-3));
    }

    #[test]
    fn a_text_that_is_too_long_has_no_code() {
        let large = |text: &str| code(text, [LARGE_MODULE, LEAST_MODULE], 91.0);
        assert!(large(&"Σ".repeat(600)).is_some_and(|(_, wide)| wide <= 91.1));
        let in_head = |text: &str| code(text, [MODULE; 2], LARGEST_IN_HEAD);
        assert!(in_head(&"Σ".repeat(600)).is_some() && in_head(&"Σ".repeat(700)).is_none());
        assert!(large(&"Σ".repeat(1_400)).is_none());
    }
}
