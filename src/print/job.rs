//! One print job: what to print, on which paper, as pages.

use crate::rules::Sheet;

use super::block::Block;
use super::page::{Frame, Ink, Item, Line, Page, Point};
use super::sheet::{Measures, panels};
use super::tracks::Grid;

/// The size of the paper, upright.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Paper {
    /// 210 by 297 millimetres.
    #[default]
    A4,
    /// 8.5 by 11 inches.
    Letter,
}

impl Paper {
    /// Width and height in millimetres.
    #[must_use]
    pub fn size_mm(self) -> [f32; 2] {
        match self {
            Paper::A4 => [210.0, 297.0],
            Paper::Letter => [215.9, 279.4],
        }
    }
}

/// The white around a page: most printers leave five or six millimetres.
const MARGIN: f32 = 10.0;

/// What the foot of a page takes.
const FOOT: f32 = 5.0;

/// The white between two panels of a page.
const GUTTER: f32 = 9.0;

impl Paper {
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
pub enum Part {
    /// Record sheets.
    Sheets(Vec<Sheet>),
}

/// A print job.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Job {
    /// The paper.
    pub paper: Paper,
    /// How many record sheets a page holds.
    pub per_page: PerPage,
    /// Outlines instead of fills.
    pub ink_saver: bool,
    /// What to print, in order.
    pub parts: Vec<Part>,
}

impl PerPage {
    /// Panels beside each other, and under each other.
    fn grid(self) -> [u8; 2] {
        match self {
            PerPage::One => [1, 1],
            PerPage::Two => [1, 2],
            PerPage::Four => [2, 2],
            PerPage::Eight => [2, 4],
        }
    }

    fn measures(self, width: f32, height: f32) -> Measures {
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
        let (name_pt, body_pt, figure, gap, grids) = match self {
            PerPage::One => (40.0, 12.5, 76.0, 6.0, ONE),
            PerPage::Two => (29.0, 10.5, 54.0, 4.0, TWO),
            PerPage::Four => (17.0, 8.5, 26.0, 2.8, SMALL),
            PerPage::Eight => (13.0, 7.2, 18.0, 1.8, SMALL),
        };
        let meander = matches!(self, PerPage::One | PerPage::Two);
        Measures { width, height, name_pt, body_pt, figure, gap, grids, meander }
    }
}

impl Job {
    /// The pages, in order.
    #[must_use]
    pub fn pages(&self) -> Vec<Page> {
        self.parts
            .iter()
            .flat_map(|part| match part {
                Part::Sheets(sheets) => self.sheets(sheets),
            })
            .collect()
    }

    fn sheets(&self, sheets: &[Sheet]) -> Vec<Page> {
        let [across, down] = self.per_page.grid();
        let area = self.paper.area();
        let step_x = (area.width + GUTTER) / f32::from(across);
        let step_y = (area.height + GUTTER) / f32::from(down);
        let (width, height) = (step_x - GUTTER, step_y - GUTTER);
        let measures = self.per_page.measures(width, height);
        let panels: Vec<Block> =
            sheets.iter().flat_map(|sheet| panels(sheet, &measures, self.ink_saver)).collect();
        panels
            .chunks(usize::from(across * down))
            .map(|chunk| {
                let mut page = self.cut_lines([across, down], [step_x, step_y]);
                let mut places = (0..down).flat_map(|row| (0..across).map(move |col| [col, row]));
                for panel in chunk {
                    if let Some([column, row]) = places.next() {
                        let x = area.left + f32::from(column) * step_x;
                        let y = area.top + f32::from(row) * step_y;
                        page.place(panel.clone(), [x, y]);
                    }
                }
                self.page(page)
            })
            .collect()
    }

    /// Where to cut the page, in the middle between the panels.
    fn cut_lines(&self, [across, down]: [u8; 2], [step_x, step_y]: Point) -> Block {
        let mut block = Block::default();
        let [width, height] = self.paper.size_mm();
        let area = self.paper.area();
        let mut cut = |from: Point, to: Point| {
            block.items.push(Item::Line(Line {
                points: vec![from, to],
                width_mm: 0.15,
                ink: Ink::Faint,
                dashes_mm: Some(1.6),
            }));
        };
        for column in 1..across {
            let x = area.left + f32::from(column) * step_x - GUTTER / 2.0;
            cut([x, 0.0], [x, height]);
        }
        for row in 1..down {
            let y = area.top + f32::from(row) * step_y - GUTTER / 2.0;
            cut([0.0, y], [width, y]);
        }
        block
    }

    fn page(&self, block: Block) -> Page {
        let [width_mm, height_mm] = self.paper.size_mm();
        Page { width_mm, height_mm, items: block.items }
    }
}
