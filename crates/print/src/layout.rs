//! The placement of sheets and cards on a page, and the sizes of everything on them. All
//! lengths are in millimetres.

use serde::{Deserialize, Serialize};

use super::block::Block;
use super::measures::{Grid, Head, Measures, Roomy};
use super::page::{Ink, Item, PagePoint, PageRect, Polyline};

/// The size of the paper, in portrait format.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Paper {
    /// 210 by 297 millimetres.
    #[default]
    A4,
    /// 8.5 by 11 inches.
    Letter,
    /// A4 in landscape format.
    A4Lying,
    /// Letter in landscape format.
    LetterLying,
}

/// The margin of a page: most printers need five or six millimetres.
pub(super) const MARGIN: f32 = 10.0;

/// The height of the footer.
const FOOT: f32 = 5.0;

/// The space between two panels on a page.
pub(super) const GUTTER: f32 = 9.0;

impl Paper {
    /// Width and height in millimetres.
    #[must_use]
    pub fn size_mm(self) -> [f32; 2] {
        match self {
            Paper::A4 => [210.0, 297.0],
            Paper::Letter => [215.9, 279.4],
            Paper::A4Lying => [297.0, 210.0],
            Paper::LetterLying => [279.4, 215.9],
        }
    }

    /// The same paper in landscape format.
    #[must_use]
    pub fn landscape(self) -> Paper {
        match self {
            Paper::A4 | Paper::A4Lying => Paper::A4Lying,
            Paper::Letter | Paper::LetterLying => Paper::LetterLying,
        }
    }

    /// The area of the page for the parts of a job.
    pub(super) fn area(self) -> PageRect {
        let [width, height] = self.size_mm();
        PageRect::new(MARGIN, MARGIN, width - 2.0 * MARGIN, height - 2.0 * MARGIN - FOOT)
    }
}

/// The number of record sheets on a page. If a ship has more boxes than fit, all sheets
/// become larger.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PerPage {
    /// A number that suits the game and the fleet: a row for each ship if ships are small,
    /// otherwise as many sheets as have room for all their boxes.
    #[default]
    Best,
    /// A row for each ship, in one table for the fleet.
    Log,
    /// A page for each ship.
    One,
    /// Half a page for each ship.
    Two,
    /// A quarter of a page for each ship.
    Four,
    /// An eighth of a page for each ship.
    Eight,
}

impl PerPage {
    /// The number of sheets on a page, if it is fixed.
    pub(super) fn count(self) -> u32 {
        match self {
            PerPage::Best | PerPage::Log | PerPage::One => 1,
            PerPage::Two => 2,
            PerPage::Four => 4,
            PerPage::Eight => 8,
        }
    }
}

/// The placement of panels on a page: the numbers across and down, the size of each, and
/// the distances.
pub(super) struct Layout {
    pub(super) across: u8,
    pub(super) down: u8,
    origin: PagePoint,
    pub(super) size: PagePoint,
    gutter: f32,
}

impl Layout {
    pub(super) fn sheets(paper: Paper, per_page: PerPage) -> Layout {
        let [across, down] = match per_page {
            PerPage::One => [1, 1],
            PerPage::Best | PerPage::Two => [1, 2],
            PerPage::Four => [2, 2],
            PerPage::Eight | PerPage::Log => [2, 4],
        };
        Layout::of_sheets(paper, [across, down])
    }

    /// Three sheets, one below the other.
    pub(super) fn thirds(paper: Paper) -> Layout {
        Layout::of_sheets(paper, [1, 3])
    }

    fn of_sheets(paper: Paper, [across, down]: [u8; 2]) -> Layout {
        let area = paper.area();
        let size = [
            (area.width + GUTTER) / f32::from(across) - GUTTER,
            (area.height + GUTTER) / f32::from(down) - GUTTER,
        ];
        Layout { across, down, origin: [area.left, area.top], size, gutter: GUTTER }
    }

    /// Nine cards in the middle of the page, of a size for common card sleeves.
    pub(super) fn cards(paper: Paper) -> Layout {
        Layout::of_cards(paper, [3, 3], [56.0, 77.0], 7.0)
    }

    /// Six cards.
    pub(super) fn large_cards(paper: Paper) -> Layout {
        Layout::of_cards(paper, [2, 3], [88.0, 80.0], 7.0)
    }

    /// Ten cards in landscape format, 2.5 by 1.75 inches with their margins: the spaces
    /// of the table in Command & Chaos.
    pub(super) fn landscape_cards(paper: Paper) -> Layout {
        Layout::of_cards(paper, [2, 5], [59.5, 40.4], 4.0)
    }

    fn of_cards(paper: Paper, [across, down]: [u8; 2], size: PagePoint, gutter: f32) -> Layout {
        let area = paper.area();
        let whole = |count: u8, side: f32| f32::from(count) * (side + gutter) - gutter;
        let left = area.left + (area.width - whole(across, size[0])) / 2.0;
        let top = area.top + (area.height - whole(down, size[1])) / 2.0;
        Layout { across, down, origin: [left, top], size, gutter }
    }

    pub(super) fn place(&self, [column, row]: [u8; 2]) -> PagePoint {
        [
            self.origin[0] + f32::from(column) * (self.size[0] + self.gutter),
            self.origin[1] + f32::from(row) * (self.size[1] + self.gutter),
        ]
    }

    /// The cut lines of a page of two rows, with one or two sheets each.
    pub(super) fn row_cuts(paper: Paper, rows: [usize; 2]) -> Block {
        let mut block = Layout::sheets(paper, PerPage::Two).cuts(paper, false);
        let four = Layout::sheets(paper, PerPage::Four);
        let [x, y] = four.place([1, 1]).map(|at| at - four.gutter / 2.0);
        let ends = [[0.0, y], [y, paper.area().bottom() + 1.0]];
        let pairs = rows.into_iter().zip(ends).filter(|(row, _)| *row == 2);
        block.items.extend(pairs.map(|(_, [top, bottom])| cut([x, top], [x, bottom])));
        block
    }

    /// The cut lines of the page, halfway between panels. Sheets extend to the edges of the
    /// page; cards do not, and are cut on all sides.
    pub(super) fn cuts(&self, paper: Paper, around: bool) -> Block {
        let mut block = Block::default();
        let mut cut = |from: PagePoint, to: PagePoint| block.items.push(cut(from, to));
        let half = self.gutter / 2.0;
        let corner = |place: [u8; 2]| self.place(place).map(|at| at - half);
        let [width, _] = paper.size_mm();
        let (first, [right, bottom]) = (corner([0, 0]), corner([self.across, self.down]));
        let over = 4.0;
        // Above the footer.
        let lowest = paper.area().bottom() + 2.0;
        let (upright, level) = if around {
            let low = (bottom + over).min(lowest);
            ([first[1] - over, low], [first[0] - over, right + over])
        } else {
            ([0.0, paper.area().bottom() + 1.0], [0.0, width])
        };
        let inner = |count: u8| if around { 0..=count } else { 1..=count - 1 };
        for column in inner(self.across) {
            let [x, _] = corner([column, 0]);
            cut([x, upright[0]], [x, upright[1]]);
        }
        for row in inner(self.down) {
            let y = corner([0, row])[1].min(lowest);
            cut([level[0], y], [level[1], y]);
        }
        block
    }
}

/// A line to cut along.
fn cut(from: PagePoint, to: PagePoint) -> Item {
    let points = vec![from, to];
    Item::Line(Polyline { points, width_mm: 0.15, ink: Ink::Faint, dashes_mm: Some(1.6) })
}

/// The measures of a sheet in a panel of this size.
pub(super) fn measures(per_page: PerPage, [width, height]: PagePoint) -> Measures {
    const ONE: &[Grid] = &[
        Grid { fives: 4, box_mm: 7.4, airiness: 1.0 },
        Grid { fives: 5, box_mm: 6.4, airiness: 1.0 },
        Grid { fives: 6, box_mm: 5.4, airiness: 0.7 },
        Grid { fives: 6, box_mm: 5.2, airiness: 0.4 },
    ];
    const TWO: &[Grid] = &[
        Grid { fives: 6, box_mm: 5.5, airiness: 0.9 },
        Grid { fives: 6, box_mm: 5.3, airiness: 0.6 },
        Grid { fives: 6, box_mm: 5.1, airiness: 0.3 },
    ];
    const SMALL: &[Grid] = &[
        Grid { fives: 3, box_mm: 5.2, airiness: 0.9 },
        Grid { fives: 3, box_mm: 5.1, airiness: 0.5 },
    ];
    let (name_pt, body_pt, figure, gap, grids) = match per_page {
        PerPage::One => (40.0, 12.5, 76.0, 6.0, ONE),
        PerPage::Best | PerPage::Two => (29.0, 10.5, 54.0, 4.0, TWO),
        PerPage::Four => (17.0, 8.5, 26.0, 2.8, SMALL),
        PerPage::Eight | PerPage::Log => (13.0, 8.0, 18.0, 1.8, SMALL),
    };
    let head = match per_page {
        PerPage::One | PerPage::Best | PerPage::Two => Head::Meander,
        PerPage::Four | PerPage::Eight | PerPage::Log => Head::Plain,
    };
    let roomy = match per_page {
        PerPage::One => Some(&ROOMY_PAGE),
        PerPage::Best | PerPage::Two => Some(&ROOMY_HALF),
        PerPage::Four => Some(&ROOMY_QUARTER),
        PerPage::Eight | PerPage::Log => None,
    };
    Measures { width, height, name_pt, body_pt, figure, gap, grids, roomy, head }
}

/// The measures of a sheet in a wide, low panel, the largest first.
pub(super) fn low_measures([width, height]: PagePoint) -> [Measures; 4] {
    const GRIDS: &[Grid] = &[Grid { fives: 6, box_mm: 5.1, airiness: 0.3 }];
    [(24.0, 9.6, 44.0, 3.2), (20.0, 8.8, 36.0, 2.6), (16.0, 8.0, 28.0, 2.0), (14.0, 8.0, 22.0, 1.4)]
        .map(|(name_pt, body_pt, figure, gap)| Measures {
            width,
            height,
            name_pt,
            body_pt,
            figure,
            gap,
            grids: GRIDS,
            roomy: None,
            head: Head::Plain,
        })
}

const ROOMY_PAGE: Roomy = Roomy {
    name_pt: 46.0,
    figure: 140.0,
    grids: &[
        Grid { fives: 4, box_mm: 7.8, airiness: 1.0 },
        Grid { fives: 5, box_mm: 6.4, airiness: 1.0 },
        Grid { fives: 6, box_mm: 5.4, airiness: 0.9 },
    ],
    head: Head::Poster,
};

const ROOMY_HALF: Roomy = Roomy {
    name_pt: 34.0,
    figure: 76.0,
    grids: &[
        Grid { fives: 4, box_mm: 7.0, airiness: 1.1 },
        Grid { fives: 6, box_mm: 5.4, airiness: 1.0 },
    ],
    head: Head::Meander,
};

const ROOMY_QUARTER: Roomy = Roomy {
    name_pt: 23.0,
    figure: 66.0,
    grids: &[Grid { fives: 3, box_mm: 5.2, airiness: 0.9 }],
    head: Head::Card,
};

/// The measures of a card to cut out in landscape format.
pub(super) fn landscape_measures([width, height]: PagePoint) -> Measures {
    const GRIDS: &[Grid] = &[Grid { fives: 2, box_mm: 5.05, airiness: 0.2 }];
    Measures {
        width,
        height,
        name_pt: 11.0,
        body_pt: 8.0,
        figure: 13.0,
        gap: 1.0,
        grids: GRIDS,
        roomy: None,
        head: Head::Plain,
    }
}

/// The measures of a card to cut out.
pub(super) fn card_measures([width, height]: PagePoint) -> Measures {
    const GRIDS: &[Grid] = &[
        Grid { fives: 2, box_mm: 5.1, airiness: 0.9 },
        Grid { fives: 2, box_mm: 5.05, airiness: 0.4 },
    ];
    Measures {
        width,
        height,
        name_pt: 13.0,
        body_pt: 8.0,
        figure: 30.0,
        gap: 1.5,
        grids: GRIDS,
        roomy: None,
        head: Head::Card,
    }
}
