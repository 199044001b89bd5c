//! The record sheet of one ship or unit in a panel of a page. All lengths are in
//! millimetres.

use rules::drawing;

use super::block::{Block, LEAST_PT, Style, height_of};
use super::fonts::Face;
use super::measures::{Head, Measures};
use super::ornament::{double_rule, meander};
use super::page::{Anchor, Ink, Item, PageRect, Role, Silhouette};
use super::rule_text::{Fact, Sheet};

/// Silhouette, name, type and fleet, the tag, and a border below them.
pub(super) fn header(sheet: &Sheet, m: &Measures, outlined: bool, continued: bool) -> Block {
    if matches!(m.head, Head::Card | Head::Poster) && !continued {
        return upright_header(sheet, m, outlined);
    }
    let mut block = Block::default();
    let figure = if continued { m.figure * 0.5 } else { m.figure };
    let figure_height = figure * drawing::HEIGHT / drawing::WIDTH;
    let tag = sheet.tag.map(|tag| tag.to_string()).unwrap_or_default();
    let tag_style = Style::new(Face::Title, m.name_pt).scaled(0.72);
    let tag_width = if tag.is_empty() { 0.0 } else { tag_style.width(&tag) + m.gap * 1.6 };
    let left = figure + m.gap * 1.4;
    let width = m.width - left - tag_width - if tag.is_empty() { 0.0 } else { m.gap };

    let name_pt = if continued { m.name_pt * 0.6 } else { m.name_pt };
    let (name, lines) = name_lines(&sheet.name, name_pt, width, m);
    let under = sheet.subtitle(continued);
    let least = (m.body_pt * 0.8).max(LEAST_PT);
    let under_style = Style::new(Face::Italic, m.body_pt).fitting(under, width, least);
    let under_lines = under_style.wrapped(under, width);
    let between = m.gap * 0.15;
    let words = height_of(lines.len(), name) + between + height_of(under_lines.len(), under_style);
    let height = words.max(figure_height);

    let frame = PageRect::new(0.0, height - figure_height, figure, figure_height);
    let drawn = block.items.len();
    block.items.push(Item::Figure(Silhouette { drawing: sheet.drawing, frame, outlined }));
    block.span(Role::Drawing(sheet.kind.clone()), drawn);
    let top = height - words;
    let named = block.items.len();
    let name_height = block.lines([left, top], width, name, &lines.join(" "));
    if !continued {
        block.span(Role::Heading(1), named);
    }
    let from = block.items.len();
    block.lines([left, top + name_height + between], width, under_style, under);
    block.span(Role::Paragraph, from);
    if !tag.is_empty() {
        let high = tag_style.rise() + tag_style.fall() + m.gap * 0.6;
        let frame = PageRect::new(m.width - tag_width, height - high, tag_width, high);
        block.outline(frame, 0.35, Ink::Black);
        let middle = frame.left + tag_width / 2.0;
        let baseline = frame.top + f32::midpoint(high, tag_style.cap_height());
        let from = block.items.len();
        block.text([middle, baseline], Anchor::Middle, tag_style, &tag);
        block.span(Role::Paragraph, from);
    }
    if !continued {
        block.bookmark(2, &called(sheet));
    }
    block.height = height + m.gap * 0.5;
    let meanders = m.head == Head::Meander && !continued;
    block.stack(if meanders { meander(m.width) } else { double_rule(m.width) });
    block.stack(Block::space(m.gap * 0.7));
    block
}

/// A ship by tag and name, for the outline of the PDF.
fn called(sheet: &Sheet) -> String {
    let tag = sheet.tag.map(|tag| format!("{tag} ")).unwrap_or_default();
    format!("{tag}{}", sheet.name)
}

/// Silhouette, name and type one below the other in the middle, with the tag in the corner.
fn upright_header(sheet: &Sheet, m: &Measures, outlined: bool) -> Block {
    let middle = m.width / 2.0;
    let figure_height = m.figure * drawing::HEIGHT / drawing::WIDTH;
    let mut block = Block::space(figure_height + m.gap * 0.4);
    block.bookmark(2, &called(sheet));
    let frame = PageRect::new(middle - m.figure / 2.0, 0.0, m.figure, figure_height);
    block.items.push(Item::Figure(Silhouette { drawing: sheet.drawing, frame, outlined }));
    block.span(Role::Drawing(sheet.kind.clone()), 0);
    if let Some(tag) = sheet.tag {
        let corner = (m.width - m.figure) / 2.0 - m.gap * 0.3;
        let tag = tag.to_string();
        let style = Style::new(Face::Title, m.name_pt * 0.8).fitting(&tag, corner, LEAST_PT);
        block.text([m.width, style.rise()], Anchor::End, style, &tag);
    }
    let (name, names) = name_lines(&sheet.name, m.name_pt, m.width, m);
    let under = sheet.subtitle(false);
    let kind = Style::new(Face::Italic, m.body_pt);
    let kinds = kind.wrapped(under, m.width);
    for (style, lines) in [(name, names), (kind, kinds)] {
        let from = block.items.len();
        for (line, i) in lines.iter().zip(0_u8..) {
            let y = block.height + style.rise() + f32::from(i) * style.leading();
            block.text([middle, y], Anchor::Middle, style, line);
        }
        block.height += height_of(lines.len(), style);
        let is_title = style.face == Face::Title;
        block.span(if is_title { Role::Heading(1) } else { Role::Paragraph }, from);
    }
    block.height += m.gap * 0.4;
    block.stack(if m.head == Head::Poster { meander(m.width) } else { double_rule(m.width) });
    block.stack(Block::space(m.gap * 0.5));
    block
}

/// The name, shrunk to its width. A very long name takes up to three lines, which fit in
/// the head.
fn name_lines(name: &str, size_pt: f32, width: f32, m: &Measures) -> (Style, Vec<String>) {
    let mut style =
        Style::new(Face::Title, size_pt).fitting(name, width, (size_pt * 0.55).max(LEAST_PT));
    let mut lines = style.wrapped(name, width);
    while height_of(lines.len(), style) > m.height * 0.3 && style.size_pt > LEAST_PT {
        style = style.sized((style.size_pt * 0.9).max(LEAST_PT));
        lines = style.wrapped(name, width);
    }
    (style, lines)
}

/// The facts in rows: as many side by side as fit. Facts wider than the panel get separate
/// lines. The unit's modifiers stay together.
pub(super) fn fact_rows(sheet: &Sheet, m: &Measures) -> Vec<Vec<Block>> {
    let gutter = m.gap * 1.6;
    let natural = |fact: &Fact| m.caption().width(&fact.caption).max(m.body().width(&fact.text));
    let mut rows: Vec<Vec<(&Fact, f32)>> = Vec::new();
    let mut used = f32::INFINITY;
    let first_add = sheet.facts.len() - sheet.adds;
    let adds: f32 = sheet.facts[first_add..].iter().map(|fact| gutter + natural(fact)).sum();
    for (fact, at) in sheet.facts.iter().zip(0..) {
        let wide = natural(fact);
        let group = if at == first_add && adds <= m.width { adds } else { gutter + wide };
        if used + group > m.width {
            rows.push(Vec::new());
            used = -gutter;
        }
        used += gutter + wide;
        if let Some(row) = rows.last_mut() {
            row.push((fact, wide.min(m.width)));
        }
    }
    rows.iter().map(|row| fact_row(row, m)).collect()
}

/// One row of facts. A row that wraps is a block for each line, so that it can continue in
/// another panel.
fn fact_row(row: &[(&Fact, f32)], m: &Measures) -> Vec<Block> {
    let (caption, body) = (m.caption(), m.body());
    let caption_height = caption.leading();
    let taken: f32 = row.iter().map(|(_, wide)| wide).sum();
    let spare = (m.width - taken) / row.len().max(1) as f32;
    let mut head = Block::default();
    let mut rest = Vec::new();
    let mut left = 0.0;
    for (fact, wide) in row {
        let from = head.items.len();
        head.text([left, caption.rise()], Anchor::Start, caption, &fact.caption);
        let lines = body.wrapped(&fact.text, m.width);
        let mut lines = lines.iter();
        if let Some(line) = lines.next() {
            head.text([left, caption_height + body.rise()], Anchor::Start, body, line);
        }
        head.span(Role::Paragraph, from);
        rest.extend(lines.map(|line| {
            let mut block = Block::default();
            block.height = block.lines([0.0, 0.0], m.width, body, line);
            block
        }));
        left += wide + spare;
    }
    head.height = caption_height + body.rise() + body.fall();
    let mut blocks = vec![head];
    blocks.extend(rest);
    if let Some(last) = blocks.last_mut() {
        last.height += m.gap * 0.25;
        last.rule([0.0, last.height], m.width, 0.12, Ink::Faint);
        last.height += m.gap * 0.45;
    }
    blocks
}

/// The smallest height for the lines for writing.
pub(super) fn blanks_height(sheet: &Sheet, m: &Measures) -> f32 {
    let count =
        if shares_a_line(sheet, m) { sheet.blanks.len().min(1) } else { captions(sheet, m) };
    (count + state_lines(sheet, m).len()) as f32 * line_height(m)
}

/// The fate of a ship, below her boxes, so that the boxes do not move.
fn state_lines(sheet: &Sheet, m: &Measures) -> Vec<String> {
    let state = sheet.state.as_ref().map(Fact::line);
    state.map(|state| m.caption().wrapped(&state, m.width)).unwrap_or_default()
}

pub(super) fn line_height(m: &Measures) -> f32 {
    (m.body().leading() * 1.35).max(4.6)
}

/// Whether all captions fit on one line with room for writing.
fn shares_a_line(sheet: &Sheet, m: &Measures) -> bool {
    let share = m.width / sheet.blanks.len().max(1) as f32;
    let written = |blank: &Fact| m.body().width(&blank.text);
    sheet.blanks.iter().all(|blank| {
        let caption = m.caption().width(&blank.caption);
        caption <= share * 0.6 && caption + written(blank) <= share - m.gap * 2.0
    })
}

/// The lines of an entry: its caption, followed by what is already known.
fn written(blank: &Fact, m: &Measures) -> Vec<String> {
    let width = if blank.text.is_empty() { m.width * 0.8 } else { m.width };
    m.caption().wrapped(&blank.line(), width)
}

/// The number of lines of the captions, one below the other.
fn captions(sheet: &Sheet, m: &Measures) -> usize {
    sheet.blanks.iter().map(|blank| written(blank, m).len()).sum()
}

/// The shortest line after a text that is worth drawing, in millimetres.
const LEAST_LINE: f32 = 5.0;

/// Lines for writing, down to the bottom of the panel: short entries side by side on the
/// first line, others one below the other. The last entry gets the rest.
pub(super) fn blanks(panel: &mut Block, sheet: &Sheet, m: &Measures) {
    let count = sheet.blanks.len();
    let height = line_height(m);
    let style = m.caption();
    let free = (m.height - panel.height) / height;
    let lines = (1..=30_u8).take_while(|n| f32::from(*n) <= free).last().unwrap_or(1);
    // The baselines of the lines; the last one is at the bottom.
    let baseline = |line: u8| {
        m.height - f32::from(lines - 1 - line.min(lines - 1)) * height - style.fall() - 0.2
    };
    let mut entry = |left: f32, to: f32, line: u8, caption: &str| {
        let y = baseline(line);
        let begin = panel.items.len();
        let from = left + panel.text([left, y], Anchor::Start, style, caption) + m.gap * 0.3;
        panel.span(Role::Paragraph, begin);
        if to - from >= LEAST_LINE {
            panel.rule([from, y + 0.4], to - from, 0.12, Ink::Soft);
        }
    };
    let mut next = 0;
    for text in state_lines(sheet, m) {
        entry(0.0, m.width, next, &text);
        next += 1;
    }
    if shares_a_line(sheet, m) {
        let share = m.width / count.max(1) as f32;
        for (blank, at) in sheet.blanks.iter().zip(0_u8..) {
            let left = f32::from(at) * share;
            let last = usize::from(at) + 1 == count;
            entry(left, if last { m.width } else { left + share - m.gap }, next, &blank.line());
        }
        next += 1;
    } else {
        for text in sheet.blanks.iter().flat_map(|blank| written(blank, m)) {
            entry(0.0, m.width, next, &text);
            next += 1;
        }
    }
    if count > 0 || next > 0 {
        for line in next..lines {
            panel.rule([0.0, baseline(line) + 0.4], m.width, 0.12, Ink::Soft);
        }
    }
    panel.height = m.height;
}
