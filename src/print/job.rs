//! One print job: what to print, on which paper, as pages.

use crate::analysis::{BattleReport, OddsTable};
use crate::rules::{Chart, Chit, Sheet};
use crate::say::{Say, say};
use crate::wording::Words;

use super::block::{Block, Style, paragraph};
use super::chart::{chart_piece, odds_piece};
use super::chits::chits_piece;
use super::flow::{Flow, Piece};
use super::fonts::Face;
use super::ornament::meander;
use super::page::{Anchor, Frame, Ink, Item, Line, Page, Point};
use super::roster::Roster;
use super::sheet::{Head, Measures, Roomy, is_roomy, panels};
use super::story;
use super::told;
use super::tracks::Grid;
use super::turn::TurnTrack;

/// The size of the paper, upright.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Paper {
    /// 210 by 297 millimetres.
    #[default]
    A4,
    /// 8.5 by 11 inches.
    Letter,
}

/// The white around a page: most printers leave five or six millimetres.
const MARGIN: f32 = 10.0;

/// What the foot of a page takes.
const FOOT: f32 = 5.0;

/// The white between two panels of a page.
const GUTTER: f32 = 9.0;

impl Paper {
    /// Width and height in millimetres.
    #[must_use]
    pub fn size_mm(self) -> [f32; 2] {
        match self {
            Paper::A4 => [210.0, 297.0],
            Paper::Letter => [215.9, 279.4],
        }
    }

    /// Where the parts of a job may stand.
    fn area(self) -> Frame {
        let [width, height] = self.size_mm();
        Frame::new(MARGIN, MARGIN, width - 2.0 * MARGIN, height - 2.0 * MARGIN - FOOT)
    }
}

/// How many record sheets a page holds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PerPage {
    /// A ship a page.
    One,
    /// A ship half a page.
    #[default]
    Two,
    /// A ship a quarter of a page.
    Four,
    /// A ship an eighth of a page.
    Eight,
}

/// What a job prints.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Part {
    /// A fleet's roster.
    Roster(Roster),
    /// Record sheets.
    Sheets(Vec<Sheet>),
    /// Cards to cut out.
    Cards(Vec<Sheet>),
    /// Counters to cut out, of the fleet of this name.
    Chits(String, Vec<Chit>),
    /// Quick reference charts of a system.
    Charts(String, Vec<Chart>),
    /// Odds tables, under what they are about.
    Odds(Say, Vec<OddsTable>),
    /// A turn track with what is done in a turn.
    Turns(TurnTrack),
    /// The report of a battle.
    Report(Box<BattleReport>),
}

/// A print job.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Job {
    /// What stands at the foot of every page: the fleet's or the battle's name.
    pub title: String,
    /// The paper.
    pub paper: Paper,
    /// How many record sheets a page holds.
    pub per_page: PerPage,
    /// Outlines instead of fills.
    pub ink_saver: bool,
    /// What to print, in order.
    pub parts: Vec<Part>,
}

/// How panels stand on a page: beside each other, under each other, how large
/// each is, and how far it is from one to the next.
struct Layout {
    across: u8,
    down: u8,
    origin: Point,
    size: Point,
    gutter: f32,
}

impl Layout {
    fn sheets(paper: Paper, per_page: PerPage) -> Layout {
        let [across, down] = match per_page {
            PerPage::One => [1, 1],
            PerPage::Two => [1, 2],
            PerPage::Four => [2, 2],
            PerPage::Eight => [2, 4],
        };
        let area = paper.area();
        let size = [
            (area.width + GUTTER) / f32::from(across) - GUTTER,
            (area.height + GUTTER) / f32::from(down) - GUTTER,
        ];
        Layout { across, down, origin: [area.left, area.top], size, gutter: GUTTER }
    }

    /// Nine cards, in the middle of the page; they fit the usual sleeves.
    fn cards(paper: Paper) -> Layout {
        let (area, size, gutter) = (paper.area(), [56.0, 77.0], 7.0);
        let left = area.left + (area.width - 3.0 * size[0] - 2.0 * gutter) / 2.0;
        let top = area.top + (area.height - 3.0 * size[1] - 2.0 * gutter) / 2.0;
        Layout { across: 3, down: 3, origin: [left, top], size, gutter }
    }

    fn place(&self, [column, row]: [u8; 2]) -> Point {
        [
            self.origin[0] + f32::from(column) * (self.size[0] + self.gutter),
            self.origin[1] + f32::from(row) * (self.size[1] + self.gutter),
        ]
    }

    /// Where to cut the page: in the middle between panels. Sheets reach to
    /// the page's own edges; cards do not, and are cut all around.
    fn cuts(&self, paper: Paper, around: bool) -> Block {
        let mut block = Block::default();
        let mut cut = |from: Point, to: Point| {
            block.items.push(Item::Line(Line {
                points: vec![from, to],
                width_mm: 0.15,
                ink: Ink::Faint,
                dashes_mm: Some(1.6),
            }));
        };
        let half = self.gutter / 2.0;
        let corner = |place: [u8; 2]| self.place(place).map(|at| at - half);
        let [width, _] = paper.size_mm();
        let (first, [right, bottom]) = (corner([0, 0]), corner([self.across, self.down]));
        let over = 4.0;
        let (upright, level) = if around {
            ([first[1] - over, bottom + over], [first[0] - over, right + over])
        } else {
            ([0.0, paper.area().bottom() + 1.0], [0.0, width])
        };
        let inner = |count: u8| if around { 0..=count } else { 1..=count - 1 };
        for column in inner(self.across) {
            let [x, _] = corner([column, 0]);
            cut([x, upright[0]], [x, upright[1]]);
        }
        for row in inner(self.down) {
            let [_, y] = corner([0, row]);
            cut([level[0], y], [level[1], y]);
        }
        block
    }
}

fn measures(per_page: PerPage, [width, height]: Point) -> Measures {
    const ONE: &[Grid] = &[
        Grid { columns: 2, box_mm: 7.4, airiness: 1.0 },
        Grid { columns: 3, box_mm: 5.4, airiness: 0.7 },
        Grid { columns: 3, box_mm: 5.2, airiness: 0.4 },
    ];
    const TWO: &[Grid] = &[
        Grid { columns: 3, box_mm: 5.5, airiness: 0.9 },
        Grid { columns: 3, box_mm: 5.3, airiness: 0.6 },
        Grid { columns: 3, box_mm: 5.1, airiness: 0.3 },
    ];
    const SMALL: &[Grid] = &[
        Grid { columns: 2, box_mm: 4.4, airiness: 0.8 },
        Grid { columns: 2, box_mm: 4.0, airiness: 0.5 },
        Grid { columns: 3, box_mm: 3.0, airiness: 0.5 },
        Grid { columns: 3, box_mm: 2.8, airiness: 0.3 },
    ];
    let (name_pt, body_pt, figure, gap, grids) = match per_page {
        PerPage::One => (40.0, 12.5, 76.0, 6.0, ONE),
        PerPage::Two => (29.0, 10.5, 54.0, 4.0, TWO),
        PerPage::Four => (17.0, 8.5, 26.0, 2.8, SMALL),
        PerPage::Eight => (13.0, 7.2, 18.0, 1.8, SMALL),
    };
    let head = match per_page {
        PerPage::One | PerPage::Two => Head::Meander,
        PerPage::Four | PerPage::Eight => Head::Plain,
    };
    let roomy = match per_page {
        PerPage::One => Some(&ROOMY_PAGE),
        PerPage::Two => Some(&ROOMY_HALF),
        PerPage::Four => Some(&ROOMY_QUARTER),
        PerPage::Eight => None,
    };
    Measures { width, height, name_pt, body_pt, figure, gap, grids, roomy, head }
}

const ROOMY_PAGE: Roomy = Roomy {
    name_pt: 46.0,
    figure: 140.0,
    grids: &[
        Grid { columns: 2, box_mm: 7.8, airiness: 1.0 },
        Grid { columns: 3, box_mm: 5.4, airiness: 0.9 },
    ],
    head: Head::Poster,
};

const ROOMY_HALF: Roomy = Roomy {
    name_pt: 34.0,
    figure: 76.0,
    grids: &[
        Grid { columns: 2, box_mm: 7.0, airiness: 1.1 },
        Grid { columns: 3, box_mm: 5.4, airiness: 1.0 },
    ],
    head: Head::Meander,
};

const ROOMY_QUARTER: Roomy = Roomy {
    name_pt: 23.0,
    figure: 66.0,
    grids: &[Grid { columns: 2, box_mm: 4.4, airiness: 0.8 }],
    head: Head::Card,
};

fn card_measures([width, height]: Point) -> Measures {
    const GRIDS: &[Grid] = &[
        Grid { columns: 1, box_mm: 4.6, airiness: 0.6 },
        Grid { columns: 2, box_mm: 2.5, airiness: 0.6 },
        Grid { columns: 2, box_mm: 2.5, airiness: 0.25 },
    ];
    Measures {
        width,
        height,
        name_pt: 13.0,
        body_pt: 6.8,
        figure: 30.0,
        gap: 1.5,
        grids: GRIDS,
        roomy: None,
        head: Head::Card,
    }
}

impl Job {
    /// The pages, in order, numbered, in English.
    #[must_use]
    pub fn pages(&self) -> Vec<Page> {
        self.pages_in(&Words::ENGLISH)
    }

    /// The pages, in order, numbered, in a language.
    #[must_use]
    pub fn pages_in(&self, words: &Words) -> Vec<Page> {
        let blocks: Vec<Block> =
            self.parts.iter().flat_map(|part| self.part(part, words)).collect();
        let [width_mm, height_mm] = self.paper.size_mm();
        let count = blocks.len();
        let numbered = blocks.into_iter().zip(1..).map(|(mut block, number)| {
            let foot = say!("page {number} of {count}", number, count);
            self.foot(&mut block, &words.tell(&foot));
            Page { width_mm, height_mm, items: block.items }
        });
        numbered.collect()
    }

    fn part(&self, part: &Part, words: &Words) -> Vec<Block> {
        let told = |sheets: &[Sheet]| -> Vec<told::Sheet> {
            sheets.iter().map(|sheet| told::Sheet::new(sheet, words)).collect()
        };
        match part {
            Part::Sheets(sheets) => {
                let layout = Layout::sheets(self.paper, self.per_page);
                let mut measures = measures(self.per_page, layout.size);
                let sheets = told(sheets);
                // Sheets that lie side by side have heads of one kind.
                let alone = self.per_page == PerPage::One;
                if !alone && !sheets.iter().all(|sheet| is_roomy(sheet, &measures)) {
                    measures.roomy = None;
                }
                self.panels(&sheets, &measures, &layout, false)
            }
            Part::Cards(sheets) => {
                let layout = Layout::cards(self.paper);
                self.panels(&told(sheets), &card_measures(layout.size), &layout, true)
            }
            Part::Roster(roster) => {
                let frieze = |width| roster.frieze(width, self.ink_saver, words);
                let head = self.head(&roster.name, &roster.subtitle(words), roster.code(), frieze);
                self.flow(head, 1, |width| roster.pieces(width, words))
            }
            Part::Chits(army, chits) => {
                let about = say!(
                    "{army} · cut out, fold and glue. Chits with the army’s name on the back lie \
                     face down.",
                    army
                );
                let head = self.plain_head(&words.tell(&say!("Chits")), &words.tell(&about));
                self.flow(head, 1, |width| vec![chits_piece(chits, army, width, words)])
            }
            Part::Charts(system, charts) => {
                let head = self.plain_head(&words.tell(&say!("Quick reference")), system);
                self.flow(head, 2, |width| {
                    charts.iter().map(|chart| chart_piece(chart, width, words)).collect()
                })
            }
            Part::Odds(about, tables) => {
                let head = self.plain_head(&words.tell(&say!("Odds")), &words.tell(about));
                self.flow(head, 1, |width| {
                    tables
                        .iter()
                        .map(|table| odds_piece(table, width, self.ink_saver, words))
                        .collect()
                })
            }
            Part::Report(report) => self.report(report, words),
            Part::Turns(track) => self.turns(track, words),
        }
    }

    /// The track of turns, and what is done in one of them.
    fn turns(&self, track: &TurnTrack, words: &Words) -> Vec<Block> {
        let mut head = self.plain_head(&words.tell(&track.title()), &track.system);
        head.stack(track.track(self.paper.area().width));
        head.stack(Block::space(8.0));
        let what = Style::new(Face::Title, 16.0);
        let over = words.tell(&track.steps_title());
        head.stack(paragraph(&over, self.paper.area().width, what));
        head.stack(Block::space(3.0));
        // As large as one page holds it.
        let set =
            |scale| self.flow(head.clone(), 2, |width| vec![track.piece(width, scale, words)]);
        let larger = [1.6, 1.45, 1.3, 1.15].into_iter().map(set);
        larger.into_iter().find(|pages| pages.len() == 1).unwrap_or_else(|| set(1.0))
    }

    fn panels(
        &self,
        sheets: &[told::Sheet],
        measures: &Measures,
        layout: &Layout,
        around: bool,
    ) -> Vec<Block> {
        let panels: Vec<Block> =
            sheets.iter().flat_map(|sheet| panels(sheet, measures, self.ink_saver)).collect();
        panels
            .chunks(usize::from(layout.across * layout.down))
            .map(|chunk| {
                let mut page = layout.cuts(self.paper, around);
                let places =
                    (0..layout.down).flat_map(|row| (0..layout.across).map(move |col| [col, row]));
                for (panel, place) in chunk.iter().zip(places) {
                    page.place(panel.clone(), layout.place(place));
                }
                page
            })
            .collect()
    }

    /// The head of a part: its title in one line or more, what it is about and
    /// what belongs under that, a code at the right, and a border.
    fn head(
        &self,
        title: &str,
        about: &str,
        code: Option<Block>,
        under: impl FnOnce(f32) -> Block,
    ) -> Block {
        let width = self.paper.area().width;
        let aside = code.as_ref().map_or(0.0, |code| code.height + 6.0);
        let mut words = Block::default();
        let fitted = |size: f32, line: &str| {
            Style::new(Face::Title, size).fitting(line, width - aside, 18.0)
        };
        let size = title.lines().fold(28.0, |size, line| fitted(size, line).size_pt);
        for line in title.lines() {
            words.stack(paragraph(line, width - aside, Style::new(Face::Title, size)));
        }
        words.stack(Block::space(0.8));
        words.stack(paragraph(about, width - aside, Style::new(Face::Italic, 11.0)));
        words.stack(under(width - aside));
        let mut block = Block::space(words.height.max(aside - 6.0) + 2.5);
        let down = block.height - 2.5 - words.height;
        block.place(words, [0.0, down]);
        if let Some(code) = code {
            block.place(code, [width - aside + 6.0, 0.0]);
        }
        block.stack(meander(width));
        block.stack(Block::space(5.0));
        block
    }

    fn plain_head(&self, title: &str, about: &str) -> Block {
        self.head(title, about, None, |_| Block::default())
    }

    /// The pages of a battle report.
    fn report(&self, report: &BattleReport, words: &Words) -> Vec<Block> {
        let area = self.paper.area();
        let about = words.tell(&say!("Battle report · {system}", system = report.system.name()));
        // Two long names stand each on a line.
        let large = Style::new(Face::Title, 28.0);
        let name = words.capital(&report.title);
        let title = if large.width(&name) > area.width {
            let [a, b] = report.forces.each_ref().map(|force| force.name.as_str());
            words.tell(&say!("{a}\nagainst {b}", a, b))
        } else {
            name
        };
        let head = self.plain_head(&title, &about);
        let size = [area.width, area.height];
        let pages = story::pages(report, head, (size, self.ink_saver), words);
        let placed = pages.into_iter().map(|columns| {
            let mut page = Block::default();
            page.place(columns, [area.left, area.top]);
            page
        });
        placed.collect()
    }

    /// A head on the first page, and pieces under it in columns.
    fn flow(&self, head: Block, columns: u8, pieces: impl Fn(f32) -> Vec<Piece>) -> Vec<Block> {
        let area = self.paper.area();
        let gutter = 8.0;
        let width = (area.width + gutter) / f32::from(columns) - gutter;
        let first_height = area.height - head.height;
        let flow = Flow { columns, width, gutter, first_height, height: area.height };
        let mut below = head.height;
        let mut head = Some(head);
        flow.pages(&pieces(width))
            .into_iter()
            .map(|columns| {
                let mut page = Block::default();
                if let Some(head) = head.take() {
                    page.place(head, [area.left, area.top]);
                }
                page.place(columns, [area.left, area.top + below]);
                below = 0.0;
                page
            })
            .collect()
    }

    /// The title and the number of the page, at its foot.
    fn foot(&self, block: &mut Block, pages: &str) {
        let [width, height] = self.paper.size_mm();
        let style = Style::new(Face::Italic, 8.0).soft();
        let y = height - MARGIN + 1.0;
        let wide = block.text([width - MARGIN, y], Anchor::End, style, pages);
        let room = width - 2.0 * MARGIN - wide - 8.0;
        let title = style.fitting(&self.title, room, 3.0);
        block.text([MARGIN, y], Anchor::Start, title, &self.title);
    }
}
