//! Tables that compute the widths of their columns.

use super::block::{Block, LEAST_PT, Style, height_of, torn};
use super::fonts::MM_PER_PT;
use super::page::{Anchor, Ink, Role};

/// The space between two columns, in ems.
const GUTTER_EMS: f32 = 0.9;

/// A table without a fixed width.
#[derive(Clone, Debug, Default)]
pub(super) struct PageTable {
    /// The headings of its columns.
    pub(super) heads: Vec<String>,
    /// Its rows, with one text for each column.
    pub(super) rows: Vec<Vec<String>>,
    /// The text under each row, from the second column to the edge; may be empty.
    pub(super) under: Vec<String>,
    /// The rows of another table, which gets the same columns.
    pub(super) beside: Vec<Vec<String>>,
    /// Whether the columns are chosen to make the whole table as short as possible.
    pub(super) shortest: bool,
}

/// A table with a width: its heading, and its rows as blocks, so that a long table can
/// continue in the next column or page.
#[derive(Clone, Debug, Default)]
pub(super) struct SetTable {
    pub(super) head: Block,
    pub(super) rows: Vec<Block>,
    pub(super) columns: Vec<Column>,
}

/// The position of a column, and the alignment of its texts.
#[derive(Clone, Copy, Debug)]
pub(super) struct Column {
    pub(super) left: f32,
    pub(super) width: f32,
    /// Whether texts are centred: figures and short words.
    middle: bool,
}

/// The columns of a table for a given width, and the style of its texts.
struct Fitted {
    columns: Vec<Column>,
    body: Style,
    head: Style,
}

/// The width that a column needs for its longest word, and for its longest text.
#[derive(Clone, Copy, Debug, Default)]
struct Needs {
    least: f32,
    natural: f32,
}

impl Needs {
    /// Its width if no column may be wider than `widest`.
    fn capped(self, widest: f32) -> f32 {
        self.natural.min(widest).max(self.least)
    }
}

/// The highest cap on column widths with which the table fits. The widest columns shrink
/// first, so that short texts stay on one line as long as a long one can wrap.
fn highest_cap(needs: &[Needs], room: f32) -> f32 {
    let (mut low, mut high) = (0.0, needs.iter().map(|column| column.natural).fold(0.0, f32::max));
    // Bisection; after these steps the error is negligible.
    for step in 0..24 {
        let cap = if step == 0 { high } else { f32::midpoint(low, high) };
        if needs.iter().map(|column| column.capped(cap)).sum::<f32>() <= room {
            low = cap;
        } else {
            high = cap;
        }
    }
    low
}

/// The widths if all columns except the widest are capped, and the widest gets the rest.
fn widest_takes_the_rest(needs: &[Needs], room: f32, cap: f32) -> Vec<f32> {
    let natural = |(_, one): &(usize, &Needs), (_, other): &(usize, &Needs)| {
        one.natural.total_cmp(&other.natural)
    };
    let widest = needs.iter().enumerate().max_by(natural).map_or(0, |(at, _)| at);
    let mut widths: Vec<f32> = needs.iter().map(|column| column.capped(cap)).collect();
    let spare = room - widths.iter().sum::<f32>();
    if let Some(width) = widths.get_mut(widest) {
        *width += spare.max(0.0);
    }
    widths
}

/// A margin for rounding errors.
const HAIR: f32 = 0.02;

/// The share of its length for which a heading has room, so that it takes about two lines.
const SHARE_OF_HEAD: f32 = 0.62;

/// The size of the text under a row, as a share of the row's size.
const UNDER: f32 = 0.94;

impl PageTable {
    fn columns(&self) -> usize {
        self.measured().map(Vec::len).chain([self.heads.len()]).max().unwrap_or(0)
    }

    /// The rows that the columns must hold.
    fn measured(&self) -> impl Iterator<Item = &Vec<String>> {
        self.rows.iter().chain(&self.beside)
    }

    /// Removes columns that are empty in every row.
    pub(super) fn remove_empty_columns(&mut self) {
        let is_full =
            |at: usize| self.measured().any(|row| row.get(at).is_some_and(|c| !c.is_empty()));
        let full: Vec<bool> = (0..self.columns()).map(is_full).collect();
        for row in self.rows.iter_mut().chain(&mut self.beside).chain([&mut self.heads]) {
            let mut full = full.iter();
            row.retain(|_| full.next().is_none_or(|is_full| *is_full));
        }
    }

    /// Sets the table at a width. Texts wrap in their cells. If even the longest words do
    /// not fit, the whole table shrinks slightly before words are broken.
    pub(super) fn set(&self, width: f32, body: Style, head: Style) -> SetTable {
        let Fitted { columns, body, head } = self.fitted(width, body, head);
        let mut rows = Vec::new();
        let indent = columns.get(1).map_or(0.0, |column| column.left);
        for (row, at) in self.rows.iter().zip(0..) {
            let mut blocks = row_blocks(row, &columns, body, false);
            if let Some(text) = self.under.get(at).filter(|text| !text.is_empty()) {
                let style = body.scaled(UNDER);
                let across = columns.len().saturating_sub(1).max(1);
                put_under(&mut blocks, torn(text, width - indent, style), indent, across);
            }
            rows.extend(ruled(blocks, width));
        }
        let mut top = Block::default();
        for block in row_blocks(&self.heads, &columns, head, true) {
            top.stack(block);
        }
        SetTable { head: top, rows, columns }
    }

    /// The table as several tables, one below the other, each with the first column, if a
    /// column of the whole would be narrower than its longest word.
    pub(super) fn split(&self, width: f32, body: Style, head: Style) -> Vec<PageTable> {
        let (body, head) = (body.sized(LEAST_PT), head.sized(LEAST_PT));
        let gutter = body.size_pt * MM_PER_PT * GUTTER_EMS;
        let least: Vec<f32> = self.measure(body, head).iter().map(|column| column.least).collect();
        let mut groups: Vec<Vec<usize>> = Vec::new();
        let mut taken = width;
        for (at, wide) in least.iter().enumerate().skip(1) {
            match groups.last_mut().filter(|_| taken + gutter + wide <= width) {
                Some(group) => group.push(at),
                None => groups.push(vec![0, at]),
            }
            let group = groups.last().into_iter().flatten();
            taken = group.map(|at| least[*at] + gutter).sum::<f32>() - gutter;
        }
        if groups.len() < 2 {
            return vec![self.clone()];
        }
        let only = |texts: &Vec<String>, group: &[usize]| {
            group.iter().map(|at| texts.get(*at).cloned().unwrap_or_default()).collect()
        };
        let part = |group: Vec<usize>| PageTable {
            heads: only(&self.heads, &group),
            rows: self.rows.iter().map(|row| only(row, &group)).collect(),
            shortest: self.shortest,
            ..PageTable::default()
        };
        groups.into_iter().map(part).collect()
    }

    /// Whether it fits into a width at full size, with at most this many lines in a row and
    /// three in a heading.
    pub(super) fn is_easy(&self, width: f32, body: Style, head: Style, lines: usize) -> bool {
        let fitted = self.fitted(width, body, head);
        let deepest = |texts: &Vec<String>, style: Style| {
            let cells = texts.iter().zip(&fitted.columns);
            let deep = cells.map(|(text, column)| style.wrapped(text, column.width + HAIR).len());
            deep.max().unwrap_or(0)
        };
        fitted.body == body
            && deepest(&self.heads, head) <= 3
            && self.measured().all(|row| deepest(row, body) <= lines)
    }

    fn fitted(&self, width: f32, body: Style, head: Style) -> Fitted {
        let widths = self.measure(body, head);
        let gutters = body.size_pt * MM_PER_PT * GUTTER_EMS * widths.len().saturating_sub(1) as f32;
        let floor = gutters + widths.iter().map(|column| column.least).sum::<f32>();
        let least = LEAST_PT / body.size_pt;
        let at = |scale: f32| (body.scaled(scale), head.scaled(scale));
        // Headings cannot get smaller, so the texts must.
        let fits = |scale: &f32| {
            let (body, head) = at(*scale);
            let needs = self.measure(body, head).iter().map(|needs| needs.least).sum::<f32>();
            needs + gutters * scale <= width
        };
        let scale = Some((width / floor).clamp(least, 1.0)).filter(fits).unwrap_or(least);
        let (body, head) = at(scale);
        let needs = self.measure(body, head);
        let columns = self.share_out(width, &needs, gutters * scale, body);
        Fitted { columns, body, head }
    }

    /// The widths that every column needs.
    fn measure(&self, body: Style, head: Style) -> Vec<Needs> {
        let widest = |text: &str, style: Style| {
            let words = text.split_whitespace().map(|word| style.width(word));
            words.fold(0.0, f32::max)
        };
        let column = |column: usize| {
            let mut needs = Needs::default();
            for row in self.measured() {
                let text = row.get(column).map_or("", String::as_str);
                needs.least = needs.least.max(widest(text, body));
                needs.natural = needs.natural.max(body.width(text));
            }
            // A heading of several words wraps instead of widening its column, but not into
            // too many lines.
            let heading = self.heads.get(column).map_or("", String::as_str);
            let word = widest(heading, head);
            let wrapped = word.max(head.width(heading) * SHARE_OF_HEAD);
            Needs { least: needs.least.max(word), natural: needs.natural.max(wrapped) }
        };
        (0..self.columns()).map(column).collect()
    }

    /// Distributes a width over the columns.
    fn share_out(&self, width: f32, needs: &[Needs], gutters: f32, body: Style) -> Vec<Column> {
        let room = width - gutters;
        let widths = self.least_deep(needs, room, body);
        // Spare width is distributed, so that the last column ends at the edge.
        let spare = (room - widths.iter().sum::<f32>()).max(0.0);
        let count = needs.len().max(1) as f32;
        let gutter = gutters / (count - 1.0).max(1.0);
        let mut left = 0.0;
        let columns = widths.iter().enumerate().map(|(i, wide)| {
            let middle = i > 0 && self.is_short(i);
            let column = Column { left, width: wide + spare / count, middle };
            left += column.width + gutter;
            column
        });
        columns.collect()
    }

    /// The widths of the columns. The widest shrink first. If one of them then becomes very
    /// deep next to short texts, the short ones shrink too.
    fn least_deep(&self, needs: &[Needs], room: f32, body: Style) -> Vec<f32> {
        let floor = needs.iter().map(|column| column.least).sum::<f32>();
        if floor > room {
            return needs.iter().map(|column| column.least * room / floor).collect();
        }
        let cap = highest_cap(needs, room);
        let mut best: Vec<f32> = needs.iter().map(|column| column.capped(cap)).collect();
        if needs.iter().all(|column| column.natural <= cap) {
            return best;
        }
        let mut depth = self.lines(&best, body);
        for part in [0.8, 0.65, 0.5] {
            let widths = widest_takes_the_rest(needs, room, cap * part);
            let lines = self.lines(&widths, body);
            if 3 * lines <= 2 * depth {
                (best, depth) = (widths, lines);
            }
        }
        if self.shortest { self.evened(best, needs, body) } else { best }
    }

    /// Columns that cannot be improved by exchanging width: one gives a little to another
    /// as long as the whole table becomes shorter.
    fn evened(&self, mut widths: Vec<f32>, needs: &[Needs], body: Style) -> Vec<f32> {
        let count = widths.len();
        let mut deep: Vec<Vec<usize>> =
            widths.iter().enumerate().map(|(at, width)| self.deep(at, *width, body)).collect();
        let mut lines = deepest(&deep);
        for step in [12.0, 4.0] {
            for (from, to) in (0..count).flat_map(|from| (0..count).map(move |to| (from, to))) {
                let wraps = |deep: &[Vec<usize>]| deep[to].iter().any(|lines| *lines > 1);
                while from != to && wraps(&deep) && widths[from] - step >= needs[from].least {
                    let mut given = deep.clone();
                    given[from] = self.deep(from, widths[from] - step, body);
                    given[to] = self.deep(to, widths[to] + step, body);
                    let fewer = deepest(&given);
                    if fewer >= lines {
                        break;
                    }
                    (deep, lines) = (given, fewer);
                    widths[from] -= step;
                    widths[to] += step;
                }
            }
        }
        widths
    }

    /// The number of lines of each row in a column of this width.
    fn deep(&self, column: usize, width: f32, body: Style) -> Vec<usize> {
        let cells = self.measured().map(|row| row.get(column).map_or("", String::as_str));
        cells.map(|text| body.wrapped(text, width + HAIR).len()).collect()
    }

    /// The total number of lines of all rows with columns of these widths.
    fn lines(&self, widths: &[f32], body: Style) -> usize {
        let deepest = |row: &Vec<String>| {
            let cells = row.iter().zip(widths);
            cells.map(|(text, width)| body.wrapped(text, width + HAIR).len()).max().unwrap_or(0)
        };
        self.measured().map(deepest).sum()
    }

    /// Whether a column holds only figures and similar short texts. Short words alone, such
    /// as names, are not figures.
    fn is_short(&self, column: usize) -> bool {
        let texts = || self.measured().filter_map(|row| row.get(column));
        let is_word = |text: &String| text.is_empty() || text.starts_with(char::is_alphabetic);
        texts().all(|text| text.chars().nth(6).is_none()) && !texts().all(is_word)
    }
}

/// The total number of lines of all rows, given the lines of each in every column.
fn deepest(columns: &[Vec<usize>]) -> usize {
    let rows = columns.first().map_or(0, Vec::len);
    (0..rows).map(|row| columns.iter().map(|column| column[row]).max().unwrap_or(0)).sum()
}

/// A row with more lines than this may continue in the next column.
const DEEPEST: usize = 24;

/// One row, each text wrapped in its column; a very deep row is several blocks.
fn row_blocks(texts: &[String], columns: &[Column], style: Style, is_head: bool) -> Vec<Block> {
    let set: Vec<Vec<String>> = texts
        .iter()
        .zip(columns)
        .map(|(text, column)| style.wrapped(text, column.width + HAIR))
        .collect();
    let deepest = set.iter().map(Vec::len).max().unwrap_or(0);
    let mut blocks = vec![Block::default(); deepest.div_ceil(DEEPEST).max(1)];
    for ((lines, column), number) in set.iter().zip(columns).zip(0..) {
        let from: Vec<usize> = blocks.iter().map(|block| block.items.len()).collect();
        // Headings are aligned at the bottom.
        let skip = if is_head { deepest - lines.len() } else { 0 };
        for (line, at) in lines.iter().zip(skip..) {
            let y = style.rise() + (at % DEEPEST) as f32 * style.leading();
            let (x, anchor) = if column.middle {
                (column.left + column.width / 2.0, Anchor::Middle)
            } else {
                (column.left, Anchor::Start)
            };
            if let Some(block) = blocks.get_mut(at / DEEPEST) {
                block.text([x, y], anchor, style, line);
            }
        }
        for (block, from) in blocks.iter_mut().zip(from) {
            block.span(Role::Cell { column: number, across: 1 }, from);
        }
    }
    let mut left = deepest;
    for block in &mut blocks {
        block.span(Role::Row { heads: is_head }, 0);
        block.height = height_of(left.min(DEEPEST), style);
        left = left.saturating_sub(DEEPEST);
    }
    blocks
}

/// Adds lines under a row, in the row's own block unless there are very many.
fn put_under(row: &mut Vec<Block>, lines: Vec<Block>, indent: f32, across: usize) {
    let many = lines.len() > DEEPEST;
    for line in lines {
        if many {
            row.push(Block::default());
        }
        if let Some(last) = row.last_mut() {
            let (top, from) = (last.height, last.items.len());
            last.height += line.height;
            last.place(line, [indent, top]);
            last.span(Role::Cell { column: 1, across }, from);
            last.span(Role::Row { heads: false }, from);
        }
    }
}

/// A row with a thin line below it.
fn ruled(mut blocks: Vec<Block>, width: f32) -> Vec<Block> {
    if let Some(first) = blocks.first_mut() {
        let words = std::mem::replace(first, Block::space(0.65));
        first.stack(words);
    }
    if let Some(last) = blocks.last_mut() {
        last.height += 0.55;
        last.rule([0.0, last.height], width, 0.1, Ink::Faint);
    }
    blocks
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fonts::Face;
    use crate::page::Item;

    const BODY: Style = Style { face: Face::Regular, size_pt: 9.0, ink: Ink::Black };
    const HEAD: Style = Style { face: Face::Bold, size_pt: 8.0, ink: Ink::Black };

    fn table() -> PageTable {
        let text = |t: &[&str]| t.iter().map(ToString::to_string).collect();
        PageTable {
            heads: text(&["Weapon", "Range", "To hit", "What becomes of the target"]),
            rows: vec![
                text(&["tower archers", "3", "+3", "catches fire on a 1, and burns from then on"]),
                text(&["rowers", "1", "-1", ""]),
            ],
            ..PageTable::default()
        }
    }

    fn right_edge(set: &SetTable) -> f32 {
        [&set.head]
            .into_iter()
            .chain(&set.rows)
            .flat_map(|block| &block.items)
            .map(|item| match item {
                Item::Text(text) => text.frame().right(),
                _ => 0.0,
            })
            .fold(0.0, f32::max)
    }

    #[test]
    fn a_table_fills_its_width_and_no_more() {
        for width in [20.0, 45.0, 60.0, 90.0, 190.0] {
            let set = table().set(width, BODY, HEAD);
            assert!(right_edge(&set) <= width + 0.03, "{width}");
            assert_eq!(set.rows.len(), 2);
        }
    }

    #[test]
    fn a_long_text_wraps_before_a_short_one() {
        let text = |t: &[&str]| t.iter().map(ToString::to_string).collect();
        let long = "prongs, sails, reinforced ram, 2 hoplites, archers, tower archers, a corvus";
        let table = PageTable {
            heads: text(&["Name", "Crew", "Advantages"]),
            rows: vec![text(&["Paralos", "good, no skill", long])],
            ..PageTable::default()
        };
        for width in [60.0, 90.0] {
            let set = table.set(width, BODY, HEAD);
            let texts: Vec<&str> = set.rows[0]
                .items
                .iter()
                .filter_map(|item| match item {
                    Item::Text(text) => Some(text.content.as_str()),
                    _ => None,
                })
                .collect();
            assert!(texts.contains(&"good, no skill"), "{width}: {texts:?}");
            assert!(texts.len() > 3, "{width}: the long text is in several lines");
        }
    }

    #[test]
    fn short_texts_shrink_too_if_a_long_one_would_take_too_many_lines() {
        let text = |t: &[&str]| t.iter().map(ToString::to_string).collect();
        let long = "prongs, 2 sails, reinforced hull, 2 reinforced ram, 2 hoplites, 2 archers";
        let table = PageTable {
            heads: text(&["Name", "Type", "Captain", "Advantages"]),
            rows: vec![
                text(&["The seven of Pyrrhus", "Huge quinquereme", "A Punic captain", long]),
                text(&["Punic five", "Quinquereme", "A Punic captain", long]),
            ],
            ..PageTable::default()
        };
        let needs = table.measure(BODY, HEAD);
        let room = needs.iter().take(3).map(|column| column.natural).sum::<f32>() + 16.0;
        let capped: Vec<f32> =
            needs.iter().map(|column| column.capped(highest_cap(&needs, room))).collect();
        let given = table.least_deep(&needs, room, BODY);
        assert!(3 * table.lines(&given, BODY) <= 2 * table.lines(&capped, BODY));
        assert!(given.iter().sum::<f32>() <= room + 0.01);
    }

    #[test]
    fn short_names_are_at_the_left_and_figures_in_the_middle() {
        let text = |t: &[&str]| t.iter().map(ToString::to_string).collect();
        let table = PageTable {
            heads: text(&["", "Name", "Speed"]),
            rows: vec![text(&["A1", "Aleph", "0"]), text(&["B1", "No. 1", "bw"])],
            ..PageTable::default()
        };
        let columns = table.set(90.0, BODY, HEAD).columns;
        let middle: Vec<bool> = columns.iter().map(|column| column.middle).collect();
        assert_eq!(middle, [false, false, true]);
    }

    #[test]
    fn a_narrower_table_has_more_lines() {
        let deep = |width| table().set(width, BODY, HEAD).rows[0].height;
        assert!(deep(50.0) > 1.5 * deep(190.0));
    }
}
