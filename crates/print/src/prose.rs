//! The battle report on paper: the result, the forces with their losses, the rounds as
//! chapters, the turning points, and the dice.

use engine::analysis::{BattleReport, Chapter, Force, Member};
use message::i18n::Words;
use message::{Message, message};
use rules::drawing::Drawing;
use rules::{Side, Units};

use super::block::{Block, LEAST_PT, Style, paragraph, torn};
use super::flow::{GUTTER, Piece};
use super::fonts::Face;
use super::ornament::double_rule;
use super::page::{Anchor, Ink, Item, PageRect, Role, Silhouette};
use super::plot;
use super::rule_text::with_latin;

/// A part of the report: a heading, and columns below it.
pub(super) struct Stage {
    pub(super) heading: Option<Block>,
    pub(super) columns: u8,
    pub(super) pieces: Vec<Piece>,
}

/// A block that stays together, with this much space above it.
fn whole(above: f32, block: Block) -> Piece {
    Piece { above, lead: block, ..Piece::default() }
}

/// The largest side in which each ship has two lines.
const ROOMY: usize = 14;

/// The style of the main text.
fn body() -> Style {
    Style::new(Face::Regular, 9.8)
}

/// The style of asides.
fn aside() -> Style {
    Style::new(Face::Italic, 9.2)
}

/// The parts of a report at this width, with the letters of its rounds scaled.
pub(super) fn stages(
    report: &BattleReport,
    width: f32,
    outlined: bool,
    scale: f32,
    words: &Words,
) -> Vec<Stage> {
    let column = (width - GUTTER) / 2.0;
    let mut opening = vec![whole(0.0, summary(report, width, words))];
    opening.extend(forces(report, width, outlined, words));
    opening.extend(course(report, width, words));
    let heading = |text: Message| title(&words.tell(&text), width);
    let mut over_turns = heading(message!("Turning points"));
    if let Some(about) = report.on_turning_points() {
        over_turns.stack(Block::space(1.6));
        over_turns.stack(paragraph(&words.capital(&about), width, aside()));
    }
    let stage = |heading: Option<Block>, columns, pieces| Stage { heading, columns, pieces };
    vec![
        stage(None, 1, opening),
        stage(None, 2, rounds(&report.rounds, column, scale, words)),
        stage(Some(over_turns), 2, turning_points(report, column, words)),
        stage(Some(heading(message!("The dice"))), 2, dice(report, column, words)),
        stage(
            Some(heading(message!("The scenario"))),
            2,
            rounds(&report.scenario, column, scale, words),
        ),
    ]
}

/// A title above a part of the report.
fn title(text: &str, width: f32) -> Block {
    let style = Style::new(Face::Title, 15.0).fitting(text, width, 10.0);
    let mut block = paragraph(text, width, style).being(Role::Heading(2));
    block.stack(Block::space(0.8));
    block.stack(double_rule(width));
    block
}

/// The result in large letters, and the losses.
fn summary(report: &BattleReport, width: f32, words: &Words) -> Block {
    let mut block = Block::default();
    for (text, at) in report.summary().iter().zip(0..) {
        let text = words.capital(text);
        let style = match at {
            0 => Style::new(Face::Title, 15.0),
            1 => body(),
            _ => aside().soft(),
        };
        let from = block.items.len();
        for line in style.wrapped(&text, width) {
            block.text([width / 2.0, block.height + style.rise()], Anchor::Middle, style, &line);
            block.height += style.leading();
        }
        block.span(Role::Paragraph, from);
        block.height += 1.4;
    }
    block
}

/// Both forces side by side, each as a list of ships.
fn forces(report: &BattleReport, width: f32, outlined: bool, words: &Words) -> Vec<Piece> {
    let column = (width - GUTTER) / 2.0;
    let beside = |[left, right]: [Block; 2]| {
        let mut block = Block::space(left.height.max(right.height));
        block.place(left, [0.0, 0.0]);
        block.place(right, [column + GUTTER, 0.0]);
        block
    };
    let names = Side::ALL.iter().map(|side| {
        let name = &report.forces[side.index()].name;
        title(name, column)
    });
    let mut names: Vec<Block> = names.collect();
    let (right, left) = (names.pop().unwrap_or_default(), names.pop().unwrap_or_default());
    let mut rows = vec![whole(5.0, level([left, right], beside))];
    let most = report.forces.iter().map(|force| force.members.len()).max().unwrap_or(0);
    for at in 0..most {
        let cell = |force: &Force| {
            let set = |unit: &Member| {
                if most > ROOMY {
                    return small_member(picture(unit, &unit.name, outlined, words), column);
                }
                let name = with_latin(&unit.name).unwrap_or_else(|| unit.name.clone());
                member(picture(unit, &name, outlined, words), column)
            };
            force.members.get(at).map(set).unwrap_or_default()
        };
        let [a, b] = &report.forces;
        rows.push(whole(1.4, beside([cell(a), cell(b)])));
    }
    rows
}

/// Two titles with their bottoms aligned, even if one has more lines.
fn level([left, right]: [Block; 2], beside: impl Fn([Block; 2]) -> Block) -> Block {
    let deep = left.height.max(right.height);
    let low = |block: Block| {
        let mut lowered = Block::space(deep);
        let down = deep - block.height;
        lowered.place(block, [0.0, down]);
        lowered
    };
    beside([low(left), low(right)])
}

/// The contents of the report about a ship.
struct UnitPicture {
    drawing: Drawing,
    name: String,
    bold: Style,
    text: String,
    outlined: bool,
}

fn picture(member: &Member, name: &str, outlined: bool, words: &Words) -> UnitPicture {
    let mark = if member.lost { "† " } else { "" };
    let bold = Style::new(Face::Bold, 10.0);
    UnitPicture {
        drawing: member.drawing,
        name: format!("{mark}{} {name}", member.tag),
        bold: if member.lost { bold.soft() } else { bold },
        text: words.capital(&member.text()),
        outlined: outlined || member.lost,
    }
}

/// A ship of a large fleet, on one line if the text fits.
fn small_member(unit: UnitPicture, width: f32) -> Block {
    let (figure, left) = ([11.0, 5.5], 13.0);
    let UnitPicture { drawing, name, bold, text, outlined } = unit;
    let bold = bold.sized(9.2);
    let half = (width - left) * 0.5;
    let first = paragraph(&name, half - 2.0, bold.fitting(&name, half - 2.0, LEAST_PT));
    let italic = Style::new(Face::Italic, 8.4).soft();
    let then = paragraph(&text, half, italic.fitting(&text, half, LEAST_PT));
    let mut block = Block::space(first.height.max(then.height).max(figure[1]));
    let middle = block.height / 2.0;
    let frame = PageRect::new(0.0, middle - figure[1] / 2.0, figure[0], figure[1]);
    block.items.push(Item::Figure(Silhouette { drawing, frame, outlined }));
    let (up, down) = (middle - first.height / 2.0, middle - then.height / 2.0);
    block.place(first, [left, up]);
    block.place(then, [left + half, down]);
    block
}

/// A ship: her silhouette (filled if her side still has her), her name, and her fate.
fn member(unit: UnitPicture, width: f32) -> Block {
    let (figure, left) = ([17.0, 8.5], 19.5);
    let UnitPicture { drawing, name, bold, text, outlined } = unit;
    let mut words = Block::default();
    words.stack(paragraph(&name, width - left, bold.fitting(&name, width - left, LEAST_PT)));
    words.stack(paragraph(&text, width - left, Style::new(Face::Italic, 8.6).soft()));
    let mut block = Block::space(words.height.max(figure[1]));
    let frame = PageRect::new(0.0, (block.height - figure[1]) / 2.0, figure[0], figure[1]);
    block.items.push(Item::Figure(Silhouette { drawing, frame, outlined }));
    let down = (block.height - words.height) / 2.0;
    block.place(words, [left, down]);
    block
}

/// The balance, order by order.
fn course(report: &BattleReport, width: f32, words: &Words) -> Vec<Piece> {
    let Some(drawn) = plot::course(report, width) else { return Vec::new() };
    let about = words.tell(&match report.system.units() {
        Units::Ships => message!(
            "Who was ahead after each order, in ships at full strength: side A above the line, \
             side B below. Numbers mark the turning points."
        ),
        Units::Units => message!(
            "Who was ahead after each order, in units at full strength: side A above the line, \
             side B below. Numbers mark the turning points."
        ),
    });
    let mut block = title(&words.tell(&message!("Course of the battle")), width);
    block.stack(Block::space(1.6));
    block.stack(paragraph(&about, width, aside()));
    block.stack(Block::space(1.5));
    block.stack(drawn.being(Role::Drawing(about)));
    vec![whole(7.0, block)]
}

/// The text about the dice, and a plot of both sides' luck.
fn dice(report: &BattleReport, width: f32, words: &Words) -> Vec<Piece> {
    let texts = report.dice();
    let mut rows: Vec<Piece> = texts
        .iter()
        .map(|text| whole(2.6, paragraph(&words.capital(text), width, body())))
        .collect();
    if let Some(drawn) = plot::luck(report, width) {
        let about = words.tell(&message!(
            "Luck so far: for each roll its standard deviations above or below average, added up. Solid line: side A. Dashed line: side B."
        ));
        let mut block = paragraph(&about, width, aside());
        block.stack(Block::space(1.5));
        block.stack(drawn.being(Role::Drawing(about)));
        rows.push(whole(2.6, block));
    }
    rows
}

/// The rounds as chapters, in rows of a few lines.
fn rounds(chapters: &[Chapter], width: f32, scale: f32, words: &Words) -> Vec<Piece> {
    let body = body().scaled(scale);
    let mut rows = Vec::new();
    for chapter in chapters {
        let title = words.capital(&chapter.title);
        let over = paragraph(&title, width, Style::new(Face::Title, 13.0));
        let mut over = over.being(Role::Heading(3));
        over.height += 0.7;
        over.rule([0.0, over.height], width, 0.2, Ink::Black);
        over.height += 1.3;
        let mut over = Some(over);
        for text in &chapter.paragraphs {
            let first = over.is_some();
            for (mut block, at) in torn(&words.capital(text), width, body).into_iter().zip(0..) {
                let above = match (first, at) {
                    (true, 0) => 5.2,
                    (false, 0) => 1.5,
                    _ => 0.0,
                };
                if let Some(mut over) = over.take() {
                    over.stack(block);
                    block = over;
                }
                rows.push(whole(above, block));
            }
        }
    }
    rows
}

/// The turning points with their numbers.
fn turning_points(report: &BattleReport, width: f32, words: &Words) -> Vec<Piece> {
    let left = 8.0;
    let points = report.turning_points.iter().zip(1..);
    let row = |(point, number): (&engine::analysis::TurningPoint, u32)| {
        let [what, worth] = report.turning_point_text(point).map(|text| words.capital(&text));
        let when = words.capital(&point.when);
        let mut column = paragraph(&when, width - left, Style::new(Face::Bold, 10.0));
        column.stack(paragraph(&what, width - left, body()));
        column.stack(Block::space(0.5));
        column.stack(paragraph(&worth, width - left, aside()));
        let mut block = Block::space(column.height);
        let style = Style::new(Face::Title, 15.0);
        block.text([2.5, style.cap_height() + 0.6], Anchor::Middle, style, &number.to_string());
        block.place(column, [left, 0.0]);
        whole(3.2, block)
    };
    points.map(row).collect()
}
