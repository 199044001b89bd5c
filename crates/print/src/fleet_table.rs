//! The sheets of a whole fleet in one table: a row for each ship, for games with small
//! ships. All lengths are in millimetres.

use message::i18n::Words;
use message::message;

use super::block::{Block, LEAST_PT, Style, height_of, paragraph};
use super::flow::Piece;
use super::fonts::Face;
use super::page::{Anchor, Ink, PageRect, Role};
use super::rule_text::{Fact, Sheet, Track, latin_of};
use super::table::{self, PageTable};
use super::tracks::{cross, label, stroke};

/// The width of a box.
const BOX: f32 = 5.2;

/// The space between two boxes.
const APART: f32 = 0.5;

/// The space between two columns.
const GUTTER: f32 = 2.6;

/// The most boxes in the row of a ship.
const MOST_BOXES: u32 = 12;

/// The greatest width of a text or a name.
const TEXT: f32 = 34.0;

/// The distance between two lines to write on, in millimetres.
const LINE: f32 = 7.0;

/// The width of a column for a few tags, and the least width for notes.
const WRITTEN: f32 = 23.0;
const LEAST_NOTES: f32 = 18.0;

/// The smallest width of a ledger cell, and the smallest number of cells in a ledger.
const CELL: (f32, u8) = (6.0, 8);

fn name_style() -> Style {
    Style::new(Face::Bold, 9.5)
}

fn kind_style() -> Style {
    Style::new(Face::Italic, 8.0).soft()
}

fn body() -> Style {
    Style::new(Face::Regular, 8.5)
}

fn head() -> Style {
    Style::new(Face::Italic, 8.0).soft()
}

/// The content of a column.
enum Column<'a> {
    Tag,
    Name,
    Fact(&'a str),
    Track(&'a str),
    Tick(&'a str),
    Line(&'a str),
    Ledger(u8),
    Notes,
}

/// A column with its heading, its left edge and its width.
struct Placed<'a> {
    what: Column<'a>,
    heading: String,
    left: f32,
    wide: f32,
}

/// Whether ships are small enough for one row each.
pub(super) fn is_small(sheets: &[Sheet]) -> bool {
    let boxes = |sheet: &Sheet| sheet.tracks.iter().map(|track| track.boxes).sum::<u32>();
    !sheets.is_empty() && sheets.iter().all(|sheet| boxes(sheet) <= MOST_BOXES)
}

/// Whether only a few ships have a fact, so that it goes below their names.
fn is_rare(sheets: &[&Sheet], caption: &str) -> bool {
    3 * sheets.iter().filter(|sheet| text_of(sheet, caption).is_some()).count() <= sheets.len()
}

/// The facts that all ships of a kind share, with a row for each kind, and the notes on boxes.
/// During a battle the facts are those at its start, and the heading says so.
pub(super) fn legend(sheets: &[Sheet], all: &[&Sheet], width: f32, words: &Words) -> Block {
    let mut block = Block::default();
    let facts = all.iter().flat_map(|sheet| &sheet.facts).map(|fact| fact.caption.as_str());
    let held: Vec<&str> = once(facts.filter(|caption| !varies(all, caption)));
    if !held.is_empty() && !sheets.is_empty() {
        let row = |kind: &str| {
            let first = all.iter().find(|sheet| sheet.kind == kind);
            let text = |caption: &&str| first.and_then(|first| text_of(first, caption));
            let facts = held.iter().map(|caption| text(caption).unwrap_or_default().to_owned());
            std::iter::once(kind.to_owned()).chain(facts).collect()
        };
        let own: Vec<&Sheet> = sheets.iter().collect();
        let heads = held.iter().map(|caption| (*caption).to_owned());
        let in_battle = sheets.iter().any(|sheet| sheet.state.is_some());
        let kind = if in_battle { message!("At the start") } else { message!("Type") };
        let table = PageTable {
            heads: std::iter::once(words.tell(&kind)).chain(heads).collect(),
            rows: kinds(&own).into_iter().map(row).collect(),
            ..PageTable::default()
        };
        let Piece { head, rows, .. } = Piece::of(table.set(width, body(), head()), width);
        block.stack(head);
        for row in rows {
            block.stack(row);
        }
        block.stack(Block::space(1.5));
    }
    let mut notes: Vec<String> = Vec::new();
    for track in sheets.iter().flat_map(|sheet| &sheet.tracks).filter(|t| !t.note.is_empty()) {
        let note = format!("{}: {}", track.caption, track.note);
        if !notes.contains(&note) {
            block.stack(paragraph(&note, width, Style::new(Face::Italic, 8.5)));
            notes.push(note);
        }
    }
    block.stack(Block::space(1.5));
    block
}

/// The totals of a side and its lines to write on, with the entries that are already known and
/// room for more.
pub(super) fn of_side(tracks: &[Track], lines: &[Fact], width: f32) -> Block {
    let mut block = tallies(tracks, width);
    for line in lines {
        block.stack(paragraph(&format!("{}: {}", line.caption, line.text), width, body()));
        block.height += LINE - body().leading();
        block.rule([0.0, block.height], width, 0.12, Ink::Soft);
        block.height += 1.5;
    }
    block
}

/// The totals of a side: boxes after their captions.
fn tallies(tracks: &[Track], width: f32) -> Block {
    let (bold, soft) = (Style::new(Face::Bold, 9.0), head());
    let widest = tracks.iter().map(|track| bold.width(&track.caption)).fold(0.0, f32::max);
    let left = widest.min(width / 3.0) + GUTTER;
    let fits = |n: &u32| left + boxes_wide(*n) <= width;
    let across = (1..=60).take_while(fits).last().unwrap_or(1);
    let mut block = Block::default();
    for track in tracks {
        let top = block.height;
        let caption = paragraph(&track.caption, left - GUTTER, bold);
        let lines = track.boxes.div_ceil(across);
        boxes(&mut block, [left, top], track, across);
        let high = (lines as f32 * (BOX + APART)).max(caption.height);
        block.place(caption, [0.0, top + (BOX - height_of(1, bold)) / 2.0]);
        let behind = left + boxes_wide(track.boxes.min(across)) + GUTTER;
        if lines == 1 && behind + soft.width(&track.note) <= width {
            let baseline = top + f32::midpoint(BOX, soft.cap_height());
            block.text([behind, baseline], Anchor::Start, soft, &track.note);
        } else {
            block.height = top + high;
            block.stack(paragraph(&track.note, width, soft));
        }
        block.height = block.height.max(top + high) + 0.6;
    }
    if !tracks.is_empty() {
        block.height += 2.0;
    }
    block
}

/// The rows of a fleet, each at least `least` millimetres high; `None` if they are too wide
/// for the page. The columns are those that the ships of both sides need.
pub(super) fn piece(
    sheets: &[Sheet],
    all: &[&Sheet],
    words: &Words,
    [width, least, air]: [f32; 3],
) -> Option<Piece> {
    let facts = all.iter().flat_map(|sheet| &sheet.facts).map(|fact| fact.caption.as_str());
    let differing = once(facts.filter(|caption| varies(all, caption)));
    let (mut beneath, mut beside): (Vec<&str>, Vec<&str>) =
        differing.into_iter().partition(|caption| is_rare(all, caption));
    // If the row is too wide, its widest facts go below the names.
    let columns = loop {
        if let Some(columns) = columns(all, [&beside, &beneath], words, width) {
            break columns;
        }
        let wide = |caption: &str| {
            let texts = all.iter().filter_map(|sheet| text_of(sheet, caption));
            texts.map(|text| body().width(text)).fold(0.0, f32::max)
        };
        let widths = beside.iter().map(|caption| wide(caption)).enumerate();
        let (widest, _) = widths.max_by(|(_, one), (_, other)| one.total_cmp(other))?;
        beneath.push(beside.remove(widest));
    };
    let common = common_kind(sheets, all);
    let rows = sheets.iter().map(|sheet| {
        let kind = (common != Some(sheet.kind.as_str())).then(|| sheet.kind.clone());
        let began = all.iter().find(|known| known.tag == sheet.tag);
        // Below her name, or different from the table of types.
        let is_under = |fact: &&Fact| {
            let caption = fact.caption.as_str();
            let as_began =
                began.and_then(|began| text_of(began, caption)) == Some(fact.text.as_str());
            beneath.contains(&caption) || !(beside.contains(&caption) || as_began)
        };
        let facts = sheet.facts.iter().filter(is_under);
        let state = sheet.state.iter().filter(|state| !state.text.is_empty());
        let shown: Vec<String> = facts.chain(state).map(Fact::line).collect();
        let shown = Some(shown.join(" · ")).filter(|shown| !shown.is_empty());
        let kind = [latin_of(&sheet.name), kind].into_iter().flatten().collect::<Vec<_>>();
        let kind = Some(kind.join(" · ")).filter(|kind| !kind.is_empty());
        let under: Vec<String> = kind.into_iter().chain(shown).collect();
        row(sheet, &columns, [width, least, air], &under)
    });
    Some(Piece { head: heads(&columns, width), rows: rows.collect(), ..Piece::default() })
}

/// Ships that are out of the battle, struck out in small rows, each with its fate; `None`
/// if there are none.
pub(super) fn out_piece(sheets: &[Sheet], width: f32, words: &Words) -> Option<Piece> {
    if sheets.is_empty() {
        return None;
    }
    let text = |sheet: &Sheet| sheet.state.as_ref().map(|state| state.text.clone());
    let rows = sheets.iter().map(|sheet| {
        let tag = sheet.tag.map(|tag| tag.to_string()).unwrap_or_default();
        vec![tag, sheet.name.clone(), sheet.kind.clone(), text(sheet).unwrap_or_default()]
    });
    let heads = [message!("Tag"), message!("Name"), message!("Type"), message!("Fate")];
    let table =
        PageTable { heads: words.tell_all(&heads), rows: rows.collect(), ..PageTable::default() };
    let mut set = table.set(width, body(), head());
    for (row, sheet) in set.rows.iter_mut().zip(sheets) {
        set.columns.get(1).into_iter().for_each(|column| strike(row, column, &sheet.name));
    }
    let title = words.tell(&message!("Out of the battle"));
    let lead = paragraph(&title, width, Style::new(Face::Title, 13.0)).being(Role::Heading(2));
    Some(Piece { lead, head: set.head, rows: set.rows, ..Piece::default() })
}

/// Strikes out a name in a row with a slanting line, like a pencil stroke.
pub(super) fn strike(row: &mut Block, column: &table::Column, name: &str) {
    let wide = body().width(name).min(column.width);
    let middle = height_of(1, body()) / 2.0 + 0.65;
    let ends = vec![[column.left - 0.6, middle + 0.4], [column.left + wide + 0.6, middle - 0.4]];
    row.line(ends, 0.3, Ink::Black);
}

/// The kinds of some ships, each once.
fn kinds<'s>(sheets: &[&'s Sheet]) -> Vec<&'s str> {
    once(sheets.iter().map(|sheet| sheet.kind.as_str()))
}

fn once<'a>(texts: impl Iterator<Item = &'a str>) -> Vec<&'a str> {
    let mut known: Vec<&str> = Vec::new();
    for text in texts {
        if !known.contains(&text) {
            known.push(text);
        }
    }
    known
}

/// Whether a fact differs between ships of a kind.
fn varies(sheets: &[&Sheet], caption: &str) -> bool {
    let of = |sheet: &&Sheet| text_of(sheet, caption).map(str::to_owned);
    kinds(sheets).into_iter().any(|kind| {
        let mut same = sheets.iter().filter(|sheet| sheet.kind == kind).map(of);
        let first = same.next();
        same.any(|text| Some(text) != first)
    })
}

fn text_of<'a>(sheet: &'a Sheet, caption: &str) -> Option<&'a str> {
    let fact = sheet.facts.iter().find(|fact: &&Fact| fact.caption == caption);
    fact.map(|fact| fact.text.as_str())
}

fn track_of<'a>(sheet: &'a Sheet, caption: &str) -> Option<&'a Track> {
    sheet.tracks.iter().find(|track| track.caption == caption && track.boxes > 0)
}

/// The width of this many boxes.
fn boxes_wide(boxes: u32) -> f32 {
    boxes as f32 * (BOX + APART) - APART
}

/// The columns from left to right, with some facts next to the names and some below them.
/// The remaining width goes to notes or a ledger.
fn columns<'a>(
    sheets: &[&'a Sheet],
    [beside, beneath]: [&[&'a str]; 2],
    words: &Words,
    width: f32,
) -> Option<Vec<Placed<'a>>> {
    let widest = |style: Style, texts: &mut dyn Iterator<Item = &str>| {
        texts.map(|text| style.width(text)).fold(0.0, f32::max)
    };
    // A heading wraps between its words.
    let headed = |heading: &str, wide: f32| wide.max(widest(head(), &mut heading.split(' '))) + 0.1;
    let mut wanted: Vec<(Column, String, f32)> = Vec::new();
    let tags: Vec<String> =
        sheets.iter().filter_map(|sheet| sheet.tag.map(|tag| tag.to_string())).collect();
    let tag = widest(name_style(), &mut tags.iter().map(String::as_str));
    let head = words.tell(&message!("Tag"));
    let wide = headed(&head, tag);
    wanted.push((Column::Tag, head, wide));
    let names = name_width(sheets, beneath);
    wanted.push((Column::Name, words.tell(&message!("Name")), names));
    for &caption in beside {
        let texts = widest(body(), &mut sheets.iter().filter_map(|s| text_of(s, caption)));
        wanted.push((Column::Fact(caption), caption.to_owned(), headed(caption, texts.min(TEXT))));
    }
    let tracks = sheets.iter().flat_map(|sheet| &sheet.tracks).map(|track| track.caption.as_str());
    for caption in once(tracks) {
        let most =
            sheets.iter().filter_map(|sheet| track_of(sheet, caption)).map(|t| t.boxes).max();
        let wide = boxes_wide(most.unwrap_or(1));
        wanted.push((Column::Track(caption), caption.to_owned(), headed(caption, wide)));
    }
    let ticks = sheets.iter().flat_map(|sheet| &sheet.ticks).map(|tick| tick.caption.as_str());
    for caption in once(ticks) {
        wanted.push((Column::Tick(caption), caption.to_owned(), headed(caption, BOX)));
    }
    let taken: f32 = wanted.iter().map(|(_, _, wide)| wide + GUTTER).sum();
    let mut rest = width - taken;
    if rest < -GUTTER {
        return None;
    }
    let ledger = sheets.first().and_then(|sheet| sheet.ledger.as_ref());
    let (narrowest, fewest) = CELL;
    let reserved = if ledger.is_some() { narrowest * f32::from(fewest) } else { LEAST_NOTES };
    // The condition below a name takes fewer lines there, and a ledger leaves no place for
    // notes.
    let spare = if ledger.is_some() { (rest - reserved).clamp(0.0, TEXT * 0.4) } else { 0.0 };
    wanted[1].2 += spare;
    rest -= spare;
    for caption in written(sheets, rest - reserved) {
        wanted.push((Column::Line(caption), caption.to_owned(), WRITTEN));
        rest -= WRITTEN + GUTTER;
    }
    if let Some(ledger) = ledger {
        let fits = |n: &u8| f32::from(*n) * narrowest <= rest;
        let cells = (fewest..=ledger.cells).take_while(fits).last()?;
        wanted.push((Column::Ledger(cells), ledger.caption.clone(), rest));
    } else if rest > LEAST_NOTES {
        wanted.push((Column::Notes, words.tell(&message!("Notes")), rest));
    }
    let mut left = 0.0;
    let placed = wanted.into_iter().map(|(what, heading, wide)| {
        let column = Placed { what, heading, left, wide };
        left += wide + GUTTER;
        column
    });
    Some(placed.collect())
}

/// The kind of all ships that began on the side of most of these, if there is only one:
/// their rows need not say it.
fn common_kind<'s>(sheets: &[Sheet], all: &[&'s Sheet]) -> Option<&'s str> {
    let side = |sheet: &Sheet| sheet.tag.map(|tag| tag.side);
    let of = |wanted| sheets.iter().filter(|sheet| side(sheet) == wanted).count();
    let most = sheets.iter().map(side).max_by_key(|wanted| of(*wanted)).flatten();
    let began: Vec<&Sheet> = all.iter().copied().filter(|sheet| side(sheet) == most).collect();
    match kinds(&began)[..] {
        [kind] => Some(kind),
        _ => None,
    }
}

/// The width of the column of names, with their kinds and some facts below them.
fn name_width(sheets: &[&Sheet], beneath: &[&str]) -> f32 {
    let names = sheets.iter().map(|sheet| name_style().width(&sheet.name));
    let kinds = kinds(sheets).into_iter().map(|kind| kind_style().width(kind));
    let facts = sheets.iter().flat_map(|sheet| &sheet.facts);
    let facts = facts.filter(|fact| beneath.contains(&fact.caption.as_str()));
    let facts = facts.map(|fact| kind_style().width(&fact.line()));
    names.chain(kinds).chain(facts).fold(0.0, f32::max).clamp(TEXT * 0.7, TEXT * 1.2)
}

/// The entries that players write into separate columns, as far as there is room.
fn written<'a>(sheets: &[&'a Sheet], room: f32) -> Vec<&'a str> {
    let lines = sheets.iter().flat_map(|sheet| &sheet.blanks).filter(|line| line.is_entry);
    let mut captions = once(lines.map(|line| line.caption.as_str()));
    let fits = |n: &usize| *n as f32 * (WRITTEN + GUTTER) < room;
    captions.truncate((0..=captions.len()).take_while(fits).last().unwrap_or(0));
    captions
}

/// The headings of the columns above a line.
fn heads(columns: &[Placed], width: f32) -> Block {
    let style = head();
    let lines: Vec<Vec<String>> =
        columns.iter().map(|column| style.wrapped(&column.heading, column.wide)).collect();
    let deepest = lines.iter().map(Vec::len).max().unwrap_or(0);
    let numbered = columns.iter().any(|column| matches!(column.what, Column::Ledger(_)));
    let below = if numbered { style.leading() } else { 0.0 };
    let mut block = Block::default();
    for ((column, lines), number) in columns.iter().zip(&lines).zip(0..) {
        let from = block.items.len();
        let first = deepest - lines.len();
        for (line, at) in lines.iter().zip(first..) {
            let y = at as f32 * style.leading() + style.rise();
            block.text([column.left, y], Anchor::Start, style, line);
        }
        if let Column::Ledger(cells) = column.what {
            let cell = column.wide / f32::from(cells);
            for n in 0..cells {
                let x = column.left + (f32::from(n) + 0.5) * cell;
                let y = deepest as f32 * style.leading() + style.rise();
                block.text([x, y], Anchor::Middle, style, &(n + 1).to_string());
            }
        }
        block.span(Role::Cell { column: number, across: 1 }, from);
    }
    block.span(Role::Row { heads: true }, 0);
    block.height = height_of(deepest, style) + below + 0.8;
    block.rule([0.0, block.height], width, 0.2, Ink::Black);
    block.height += 0.3;
    block
}

/// The row of a ship.
fn row(
    sheet: &Sheet,
    columns: &[Placed],
    [width, least, air]: [f32; 3],
    under: &[String],
) -> Block {
    let name = columns.iter().find(|column| matches!(column.what, Column::Name));
    let room = name.map_or(TEXT, |column| column.wide);
    let mut names = paragraph(&sheet.name, room, name_style());
    for text in under {
        names.stack(paragraph(text, room, kind_style()));
    }
    let texts: Vec<Option<Block>> = columns.iter().map(|column| text_in(sheet, column)).collect();
    let deepest = texts.iter().flatten().map(|block| block.height).fold(names.height, f32::max);
    let high = (deepest.max(BOX) + air).max(least);
    let middle = |wide: f32| (high - wide) / 2.0;
    let mut block = Block::space(high);
    for ((column, text), number) in columns.iter().zip(texts).zip(0..) {
        let from = block.items.len();
        match column.what {
            Column::Tag => {
                let tag = sheet.tag.map(|tag| tag.to_string()).unwrap_or_default();
                let tag = paragraph(&tag, column.wide, name_style());
                let y = middle(tag.height);
                block.place(tag, [column.left, y]);
            }
            Column::Name => {
                let y = middle(names.height);
                block.place(std::mem::take(&mut names), [column.left, y]);
            }
            Column::Fact(_) | Column::Line(_) => {
                if let Some(text) = text {
                    let y = middle(text.height);
                    block.place(text, [column.left, y]);
                }
            }
            Column::Track(caption) => {
                if let Some(track) = track_of(sheet, caption) {
                    boxes(&mut block, [column.left, middle(BOX)], track, MOST_BOXES);
                }
            }
            Column::Tick(caption) => {
                let x = column.left + (column.wide - BOX) / 2.0;
                let frame = PageRect::new(x, middle(BOX), BOX, BOX);
                tick(&mut block, &frame, sheet, caption);
            }
            Column::Ledger(count) => cells(&mut block, sheet, column, count, high),
            Column::Notes => lines(&mut block, column, high),
        }
        block.span(Role::Cell { column: number, across: 1 }, from);
    }
    block.span(Role::Row { heads: false }, 0);
    block.rule([0.0, high], width, 0.1, Ink::Faint);
    block
}

/// The text in a column that has no boxes.
fn text_in(sheet: &Sheet, column: &Placed) -> Option<Block> {
    match column.what {
        Column::Fact(caption) => {
            text_of(sheet, caption).map(|text| paragraph(text, column.wide, body()))
        }
        Column::Line(caption) => {
            let line = sheet.blanks.iter().find(|line| line.caption == caption);
            line.map(|line| paragraph(&line.text, column.wide, body()))
        }
        Column::Tag
        | Column::Name
        | Column::Track(_)
        | Column::Tick(_)
        | Column::Ledger(_)
        | Column::Notes => None,
    }
}

/// Lines to write on, from the bottom of the row up. The lowest is the rule under the row.
fn lines(block: &mut Block, column: &Placed, high: f32) {
    for line in (1..=9_u8).map(|n| high - f32::from(n) * LINE) {
        if line > 5.0 {
            block.rule([column.left, line], column.wide, 0.12, Ink::Soft);
        }
    }
}

/// A box to tick, if the ship has it.
fn tick(block: &mut Block, frame: &PageRect, sheet: &Sheet, caption: &str) {
    if let Some(tick) = sheet.ticks.iter().find(|tick| tick.caption == caption) {
        let from = block.items.len();
        block.outline(*frame, 0.2, Ink::Black);
        if tick.ticked {
            cross(block, frame);
        }
        block.span(Role::Drawing(tick.in_words.clone()), from);
    }
}

/// The cells of a ledger in a row.
fn cells(block: &mut Block, sheet: &Sheet, column: &Placed, count: u8, high: f32) {
    let wide = column.wide / f32::from(count);
    let tall = (high - 1.2).min(LINE + 2.0);
    let top = (high - tall) / 2.0;
    for n in 0..count {
        let x = column.left + f32::from(n) * wide;
        block.outline(PageRect::new(x, top, wide, tall), 0.15, Ink::Black);
        let filled = sheet.ledger.as_ref().and_then(|ledger| ledger.filled.get(usize::from(n)));
        if let Some(filled) = filled {
            let style = body().fitting(filled, wide - 0.6, LEAST_PT);
            let middle = [x + wide / 2.0, top + f32::midpoint(tall, style.cap_height())];
            block.text(middle, Anchor::Middle, style, filled);
        }
    }
}

/// The boxes of a track, with this many in a line.
fn boxes(block: &mut Block, [left, top]: [f32; 2], track: &Track, across: u32) {
    let from = block.items.len();
    for n in 0..track.boxes {
        let step = |count: u32| count as f32 * (BOX + APART);
        let frame = PageRect::new(left + step(n % across), top + step(n / across), BOX, BOX);
        block.outline(frame, 0.2, Ink::Black);
        if let Some((_, text)) = track.notches.iter().find(|(at, _)| *at == n) {
            label(block, &frame, text);
        }
        if n < track.crossed {
            cross(block, &frame);
        } else if n < track.crossed + track.away {
            stroke(block, &frame);
        }
    }
    block.span(Role::Drawing(track.in_words.clone()), from);
}
