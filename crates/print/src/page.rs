//! A page: items with positions in millimetres from the upper left corner, y down. The
//! screen previews it, and the PDF is made from it; this module depends on neither.

use std::ops::Range;

use engine::fleet::share::QrSquares;
use rules::drawing::{self, Drawing};

use super::fonts::{FALL, Face, MM_PER_PT, RISE};

/// A point on the page in millimetres: to the right, and down.
pub type PagePoint = [f32; 2];

/// A page with its items, in the order in which to paint them.
#[derive(Clone, Debug, PartialEq)]
pub struct Page {
    pub width_mm: f32,
    pub height_mm: f32,
    /// The items, in painting order.
    pub items: Vec<Item>,
    /// The bookmarks: places that a reader may look for.
    pub bookmarks: Vec<Bookmark>,
    /// The roles of its items for assistive software. Texts in no span belong to the
    /// paragraph before them, and other items are ornaments.
    pub spans: Vec<Span>,
}

/// Successive items of a page with one role.
#[derive(Clone, Debug, PartialEq)]
pub struct Span {
    /// The role.
    pub role: Role,
    /// The index of the first item, and the index after the last.
    pub items: Range<usize>,
}

/// The role of items for assistive software.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Role {
    /// The beginning of a paragraph, which continues with the texts after it that are in no
    /// span.
    Paragraph,
    /// A heading: level 1 for a part, 2 or 3 for what is in it.
    Heading(u8),
    /// A row of a table: its headings, or cells under them.
    Row {
        /// Whether it contains the headings.
        heads: bool,
    },
    /// A cell of a row, under the heading of one or more columns.
    Cell {
        /// The column, from 0.
        column: usize,
        /// The number of columns that it spans.
        across: usize,
    },
    /// A drawing, with a description.
    Drawing(String),
    /// Decoration, or a repeated text.
    Ornament,
}

/// A bookmark for the start of a part, a chart or a sheet.
#[derive(Clone, Debug, PartialEq)]
pub struct Bookmark {
    /// The title of what starts there.
    pub title: String,
    /// The level: 1 for a part, 2 for something in it.
    pub level: u8,
    /// The distance from the top of the page, in millimetres.
    pub top_mm: f32,
}

/// An item on a page.
#[derive(Clone, Debug, PartialEq)]
pub enum Item {
    /// A text on one line.
    Text(Text),
    /// A line through two or more points.
    Line(Polyline),
    /// A box.
    Rect(Rect),
    /// A filled convex shape.
    Polygon(Vec<PagePoint>, Ink),
    /// A ship or figure; [`Silhouette::strokes`] says how to paint it.
    Figure(Silhouette),
    /// A border of meanders; [`Border::lines`] says how to draw it.
    Border(Border),
    /// A QR code; [`Code::runs`] says how to paint it.
    Code(Code),
}

/// A shade of the ink. Paper has one ink.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Ink {
    /// Black.
    Black,
    /// A dark grey, for captions.
    Soft,
    /// A light grey, for lines to write on.
    Faint,
    /// A very light grey, behind texts.
    Tint,
    /// The paper's own colour.
    Paper,
}

impl Ink {
    /// How light it is, from 0 (black) to 1 (the paper).
    #[must_use]
    pub fn lightness(self) -> f32 {
        match self {
            Ink::Black => 0.0,
            Ink::Soft => 0.36,
            Ink::Faint => 0.66,
            Ink::Tint => 0.92,
            Ink::Paper => 1.0,
        }
    }
}

/// The alignment of a text with its point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Anchor {
    /// The text begins there.
    Start,
    /// The text is centred on it.
    Middle,
    /// The text ends there.
    End,
}

/// A text on one line, in one face.
#[derive(Clone, Debug, PartialEq)]
pub struct Text {
    /// The text.
    pub content: String,
    pub face: Face,
    pub size_pt: f32,
    /// The point of its baseline at which it is anchored.
    pub at: PagePoint,
    /// How it is aligned with that point.
    pub anchor: Anchor,
    /// The width in its font, in millimetres.
    pub width_mm: f32,
    /// How dark it is.
    pub ink: Ink,
}

impl Text {
    /// The beginning of its baseline.
    #[must_use]
    pub fn start(&self) -> PagePoint {
        let [x, y] = self.at;
        match self.anchor {
            Anchor::Start => [x, y],
            Anchor::Middle => [x - self.width_mm / 2.0, y],
            Anchor::End => [x - self.width_mm, y],
        }
    }

    /// The box around it, including accents and descenders.
    #[must_use]
    pub fn frame(&self) -> PageRect {
        let [x, y] = self.start();
        let em = self.size_pt * MM_PER_PT;
        PageRect::new(x, y - RISE * em, self.width_mm, (RISE + FALL) * em)
    }
}

/// A line through two or more points.
#[derive(Clone, Debug, PartialEq)]
pub struct Polyline {
    pub points: Vec<PagePoint>,
    pub width_mm: f32,
    /// How dark it is.
    pub ink: Ink,
    /// The length of its dashes, and of the gaps between them, in millimetres;
    /// `None` for a solid line.
    pub dashes_mm: Option<f32>,
}

/// A box, outlined or filled or both.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rect {
    /// Its position and size.
    pub frame: PageRect,
    /// The width (in millimetres) and ink of its outline; `None` if it has
    /// none.
    pub outline: Option<(f32, Ink)>,
    /// The ink of its inside; `None` if it is not filled.
    pub fill: Option<Ink>,
}

/// A ship or figure from [`drawing`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Silhouette {
    /// What is drawn.
    pub drawing: Drawing,
    /// The box that it is drawn in, twice as wide as high.
    pub frame: PageRect,
    /// Whether it is drawn as an outline, to save ink.
    pub outlined: bool,
}

/// One stroke of a figure.
#[derive(Clone, Debug, PartialEq)]
pub enum Stroke {
    /// Fill a convex shape.
    Fill(Vec<PagePoint>, Ink),
    /// Draw a line around a convex shape, with this width in millimetres.
    Outline(Vec<PagePoint>, f32, Ink),
    /// Draw an open line, with this width in millimetres.
    Line(Vec<PagePoint>, f32, Ink),
}

impl Silhouette {
    /// The strokes that paint it on the page, in order.
    #[must_use]
    pub fn strokes(&self) -> Vec<Stroke> {
        let scale = self.frame.width / drawing::WIDTH;
        let place = |points: &mut Vec<PagePoint>| {
            for [x, y] in points {
                *x = self.frame.left + *x * scale;
                *y = self.frame.top + *y * scale;
            }
        };
        let mut strokes = strokes(self.drawing, self.outlined);
        for stroke in &mut strokes {
            match stroke {
                Stroke::Fill(points, _) => place(points),
                Stroke::Outline(points, width, _) | Stroke::Line(points, width, _) => {
                    place(points);
                    *width *= scale;
                }
            }
        }
        strokes
    }
}

/// The width of an outline that saves ink, in units of the figure's box.
const OUTLINE_WIDTH: f32 = 0.42;

/// The strokes of a drawing in the units of its own box, like [`drawing::shapes`].
///
/// If `outlined`, it saves ink. The pieces of a figure overlap, so outlines of each piece
/// would look like splinters. Therefore all pieces of a body are outlined first and then
/// filled with the colour of the paper, which leaves only the outline of the whole body.
pub(super) fn strokes(drawing: Drawing, outlined: bool) -> Vec<Stroke> {
    let shapes = drawing::shapes(drawing);
    if !outlined {
        return shapes
            .into_iter()
            .map(|shape| match shape {
                drawing::Shape::Polygon(points) => Stroke::Fill(points, Ink::Black),
                drawing::Shape::Reserved(points) => Stroke::Fill(points, Ink::Paper),
                drawing::Shape::Incision(points) => {
                    Stroke::Line(points, drawing::INCISION_WIDTH, Ink::Paper)
                }
            })
            .collect();
    }
    let mut strokes = Vec::new();
    let mut body = Vec::new();
    for shape in shapes {
        match shape {
            drawing::Shape::Polygon(points) => {
                strokes.push(Stroke::Outline(points.clone(), OUTLINE_WIDTH * 2.0, Ink::Black));
                body.push(Stroke::Fill(points, Ink::Paper));
            }
            drawing::Shape::Reserved(points) => {
                strokes.append(&mut body);
                strokes.push(Stroke::Outline(points.clone(), OUTLINE_WIDTH, Ink::Black));
                strokes.push(Stroke::Fill(points, Ink::Paper));
            }
            drawing::Shape::Incision(points) => {
                strokes.append(&mut body);
                strokes.push(Stroke::Line(points, OUTLINE_WIDTH * 0.7, Ink::Black));
            }
        }
    }
    strokes.append(&mut body);
    strokes
}

/// A QR code: black squares on paper.
#[derive(Clone, Debug, PartialEq)]
pub struct Code {
    /// The upper left corner.
    pub at: PagePoint,
    pub side_mm: f32,
    pub squares: QrSquares,
    /// The encoded address.
    pub link: String,
}

impl Code {
    /// The smallest frame around it.
    #[must_use]
    pub fn frame(&self) -> PageRect {
        let wide = self.side_mm * self.squares.size as f32;
        PageRect::new(self.at[0], self.at[1], wide, wide)
    }

    /// Its black squares; adjacent ones in a row form one frame.
    #[must_use]
    pub fn runs(&self) -> Vec<PageRect> {
        let side = self.side_mm;
        let mut runs = Vec::new();
        for row in 0..self.squares.size {
            let mut column = 0;
            while column < self.squares.size {
                let dark = |at: &usize| self.squares.is_dark(*at, row);
                let run = (column..self.squares.size).take_while(dark).count();
                if run > 0 {
                    let left = self.at[0] + column as f32 * side;
                    let top = self.at[1] + row as f32 * side;
                    // Slightly deeper than high, so that there are no gaps between rows.
                    runs.push(PageRect::new(left, top, run as f32 * side, side + 0.02));
                }
                column += run.max(1);
            }
        }
        runs
    }
}

/// A border of meanders between two lines, as on Greek pots.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Border {
    /// Its upper left corner.
    pub at: PagePoint,
    /// Its width, in millimetres.
    pub width: f32,
}

impl Border {
    /// Its height, in millimetres.
    pub const HEIGHT: f32 = UNIT * 7.6;

    /// The box around it.
    #[must_use]
    pub fn frame(&self) -> PageRect {
        PageRect::new(self.at[0], self.at[1], self.width, Border::HEIGHT)
    }

    /// The lines that make it up.
    #[must_use]
    pub fn lines(&self) -> [Polyline; 3] {
        let rule = |y: f32| (vec![[0.0, y], [self.width, y]], 0.3);
        let lines = [rule(UNIT * 0.3), (self.meander(), 0.34), rule(UNIT * 7.3)];
        lines.map(|(mut points, width_mm)| {
            for [x, y] in &mut points {
                *x += self.at[0];
                *y += self.at[1];
            }
            Polyline { points, width_mm, ink: Ink::Black, dashes_mm: None }
        })
    }

    fn meander(&self) -> Vec<PagePoint> {
        let fits = |n: &u8| f32::from(*n) * UNIT * 4.0 <= self.width;
        let turns = (1..=u8::MAX).take_while(fits).last().unwrap_or(1);
        // The turns fill the whole width, each slightly wider or narrower.
        let unit = self.width / (f32::from(turns - 1) * 4.0 + 3.0);
        let mut points = Vec::new();
        for turn in 0..turns {
            let left = f32::from(turn) * 4.0;
            points.extend(KEY.iter().map(|[x, y]| [(left + x) * unit, UNIT * (1.8 + y)]));
        }
        // The last turn ends on a foot as wide as the distance between the others.
        points.push([self.width, UNIT * 5.8]);
        points
    }
}

/// One turn of the meander, in units: four wide and four high.
const KEY: [PagePoint; 8] = [
    [0.0, 4.0],
    [0.0, 0.0],
    [3.0, 0.0],
    [3.0, 3.0],
    [2.0, 3.0],
    [2.0, 1.0],
    [1.0, 1.0],
    [1.0, 4.0],
];

/// The height of a unit of the meander, in millimetres.
const UNIT: f32 = 0.62;

/// A rectangle on the page, in millimetres.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PageRect {
    /// Its left edge.
    pub left: f32,
    /// Its upper edge.
    pub top: f32,
    /// How wide it is.
    pub width: f32,
    /// How high it is.
    pub height: f32,
}

impl PageRect {
    /// A rectangle.
    #[must_use]
    pub fn new(left: f32, top: f32, width: f32, height: f32) -> PageRect {
        PageRect { left, top, width, height }
    }

    /// Its right edge.
    #[must_use]
    pub fn right(&self) -> f32 {
        self.left + self.width
    }

    /// Its lower edge.
    #[must_use]
    pub fn bottom(&self) -> f32 {
        self.top + self.height
    }

    /// The rectangle reduced by this much on every side.
    #[must_use]
    pub fn inset(&self, by: f32) -> PageRect {
        PageRect::new(self.left + by, self.top + by, self.width - 2.0 * by, self.height - 2.0 * by)
    }

    /// Whether the other rectangle is inside, with a tolerance of a hundredth of a
    /// millimetre.
    #[must_use]
    pub fn holds(&self, other: &PageRect) -> bool {
        let slack = 0.01;
        other.left >= self.left - slack
            && other.top >= self.top - slack
            && other.right() <= self.right() + slack
            && other.bottom() <= self.bottom() + slack
    }

    /// Whether the two overlap in more than an edge.
    #[must_use]
    pub fn meets(&self, other: &PageRect) -> bool {
        let slack = 0.01;
        self.left + slack < other.right()
            && other.left + slack < self.right()
            && self.top + slack < other.bottom()
            && other.top + slack < self.bottom()
    }
}
