//! The pen that cuts bodies into convex pieces.

use super::{Point, Shape};

/// A point on the spine of a body: x, y, and the width of the body there.
pub(super) type SpineJoint = [f32; 3];

/// The number of points that a curve adds between two given points.
const STEPS: u8 = 5;

/// Collects the shapes of a drawing.
#[derive(Default)]
pub(super) struct Pen {
    shapes: Vec<Shape>,
    /// An offset added to every point, so that a figure can be drawn in several places.
    pub(super) offset: Point,
}

impl Pen {
    pub(super) fn finish(self) -> Vec<Shape> {
        self.shapes
    }

    /// Adds the shapes of another pen.
    pub(super) fn add(&mut self, other: Self) {
        self.shapes.extend(other.shapes);
    }

    /// Rotates everything drawn so far around a point, by an angle in radians.
    pub(super) fn turn(&mut self, about: Point, angle: f32) {
        let (sin, cos) = angle.sin_cos();
        for point in self.shapes.iter_mut().flat_map(Shape::points_mut) {
            let (x, y) = (point[0] - about[0], point[1] - about[1]);
            *point = [about[0] + x * cos - y * sin, about[1] + x * sin + y * cos];
        }
    }

    /// Moves everything drawn so far.
    pub(super) fn shift(&mut self, by: Point) {
        for point in self.shapes.iter_mut().flat_map(Shape::points_mut) {
            *point = [point[0] + by[0], point[1] + by[1]];
        }
    }

    /// Cuts away everything to the left of the line from one point to another.
    pub(super) fn cut(&mut self, from: Point, to: Point) {
        let side =
            |p: Point| (to[0] - from[0]) * (p[1] - from[1]) - (to[1] - from[1]) * (p[0] - from[0]);
        self.shapes.retain_mut(|shape| {
            let closed = !matches!(shape, Shape::Incision(_));
            let points = shape.points_mut();
            let mut inside = Vec::with_capacity(points.len() + 2);
            for (i, &a) in points.iter().enumerate() {
                let b = points[(i + 1) % points.len()];
                let (here, there) = (side(a), side(b));
                if here >= 0.0 {
                    inside.push(a);
                }
                if (here < 0.0) != (there < 0.0) && (closed || i + 1 < points.len()) {
                    let t = here / (here - there);
                    inside.push([a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1])]);
                }
            }
            if closed {
                inside = hull_of(inside);
            }
            *points = inside;
            points.len() > if closed { 2 } else { 1 }
        });
    }

    /// Fills a convex piece with black.
    pub(super) fn fill(&mut self, points: &[Point]) {
        let points = self.wound(points);
        self.shapes.push(Shape::Polygon(points));
    }

    /// Leaves a convex piece in the colour of the clay.
    pub(super) fn reserve(&mut self, points: &[Point]) {
        let points = self.wound(points);
        self.shapes.push(Shape::Reserved(points));
    }

    /// Scratches a polyline.
    pub(super) fn incise(&mut self, points: &[Point]) {
        let points = self.moved(points);
        self.shapes.push(Shape::Incision(points));
    }

    /// Draws a body between two lines with the same number of points, in overlapping
    /// pieces.
    pub(super) fn strip(&mut self, top: &[Point], bottom: &[Point]) {
        let last = top.len().min(bottom.len()) - 1;
        for from in 0..last {
            let to = (from + 2).min(last);
            let around = top[from..=to].iter().chain(&bottom[from..=to]);
            self.fill(&hull_of(around.copied().collect()));
        }
    }

    /// Draws a body that bends and tapers along a spine.
    pub(super) fn ribbon(&mut self, joints: &[SpineJoint]) {
        let spine = curve(joints);
        let mut left = Vec::with_capacity(spine.len());
        let mut right = Vec::with_capacity(spine.len());
        for (i, &[x, y, width]) in spine.iter().enumerate() {
            let before = spine[i.saturating_sub(1)];
            let after = spine[(i + 1).min(spine.len() - 1)];
            let (dx, dy) = (after[0] - before[0], after[1] - before[1]);
            let half = width / 2.0 / dx.hypot(dy).max(1e-3);
            left.push([x + dy * half, y - dx * half]);
            right.push([x - dy * half, y + dx * half]);
        }
        self.strip(&left, &right);
    }

    /// A straight bar.
    pub(super) fn bar(&mut self, from: Point, to: Point, width: f32) {
        let points = bar(from, to, width, width);
        self.fill(&points);
    }

    /// A straight bar that tapers from one width to another.
    pub(super) fn taper(&mut self, from: Point, to: Point, widths: Point) {
        let points = bar(from, to, widths[0], widths[1]);
        self.fill(&points);
    }

    /// An upright rectangle between two corners.
    pub(super) fn block(&mut self, from: Point, to: Point) {
        self.fill(&[from, [to[0], from[1]], to, [from[0], to[1]]]);
    }

    /// A round piece in black.
    pub(super) fn disc(&mut self, centre: Point, radius: f32) {
        self.fill(&oval(centre, [radius, radius]));
    }

    /// A scratched circle.
    pub(super) fn ring(&mut self, centre: Point, radius: f32) {
        let mut points = oval(centre, [radius, radius]);
        points.push(points[0]);
        self.incise(&points);
    }

    /// An eye, left in the clay under a scratched brow.
    pub(super) fn eye(&mut self, centre: Point, size: f32) {
        let [x, y] = centre;
        let arc = |height: f32| {
            curve(&[
                [x - size, y + size * 0.1],
                [x - size * 0.35, y + height],
                [x + size * 0.4, y + height * 0.9],
                [x + size, y - size * 0.08],
            ])
        };
        let mut almond = arc(-size * 0.5);
        almond.extend(arc(size * 0.5).into_iter().rev().skip(1));
        almond.pop();
        self.reserve(&hull_of(almond));
        self.disc([x + size * 0.08, y], size * 0.36);
        let brow = [[x - size * 0.9, y - size * 0.5], [x, y - size * 0.95], [x + size, y - size]];
        self.incise(&curve(&brow));
    }

    fn moved(&self, points: &[Point]) -> Vec<Point> {
        points.iter().map(|p| [p[0] + self.offset[0], p[1] + self.offset[1]]).collect()
    }

    /// The points with the offset, without repeats, and always in the same direction of
    /// rotation.
    fn wound(&self, points: &[Point]) -> Vec<Point> {
        let mut points = self.moved(points);
        points.dedup_by(|a, b| (a[0] - b[0]).abs() + (a[1] - b[1]).abs() < 1e-3);
        let next = points.iter().cycle().skip(1);
        let area: f32 = points.iter().zip(next).map(|(a, b)| a[0] * b[1] - b[0] * a[1]).sum();
        if area < 0.0 {
            points.reverse();
        }
        points
    }
}

fn bar(from: Point, to: Point, start: f32, end: f32) -> [Point; 4] {
    let (dx, dy) = (to[0] - from[0], to[1] - from[1]);
    let length = dx.hypot(dy).max(1e-3) * 2.0;
    let (nx, ny) = (-dy / length, dx / length);
    [
        [from[0] + nx * start, from[1] + ny * start],
        [to[0] + nx * end, to[1] + ny * end],
        [to[0] - nx * end, to[1] - ny * end],
        [from[0] - nx * start, from[1] - ny * start],
    ]
}

/// The points of an oval.
pub(super) fn oval(centre: Point, radii: Point) -> Vec<Point> {
    let point = |i: u8| {
        let (sin, cos) = (f32::from(i) * std::f32::consts::TAU / 16.0).sin_cos();
        [centre[0] + radii[0] * cos, centre[1] + radii[1] * sin]
    };
    (0..16).map(point).collect()
}

/// A smooth curve through points (Catmull-Rom), of any dimension.
pub(super) fn curve<const N: usize>(points: &[[f32; N]]) -> Vec<[f32; N]> {
    let last = points.len() - 1;
    let mut line = Vec::with_capacity(last * usize::from(STEPS) + 1);
    for i in 0..last {
        let [before, from, to, after] =
            [points[i.saturating_sub(1)], points[i], points[i + 1], points[(i + 2).min(last)]];
        for step in 0..STEPS {
            let t = f32::from(step) / f32::from(STEPS);
            line.push(std::array::from_fn(|k| {
                let linear = to[k] - before[k];
                let square = 2.0 * before[k] - 5.0 * from[k] + 4.0 * to[k] - after[k];
                let cube = 3.0 * (from[k] - to[k]) + after[k] - before[k];
                0.5 * (2.0 * from[k] + t * (linear + t * (square + t * cube)))
            }));
        }
    }
    line.push(points[last]);
    line
}

/// The convex hull of points (Andrew's monotone chain).
pub(super) fn hull_of(mut points: Vec<Point>) -> Vec<Point> {
    points.sort_by(|a, b| a[0].total_cmp(&b[0]).then(a[1].total_cmp(&b[1])));
    let half = |points: &mut dyn Iterator<Item = Point>| {
        let mut chain: Vec<Point> = Vec::new();
        for c in points {
            while let [.., a, b] = chain[..] {
                if (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]) > 0.0 {
                    break;
                }
                chain.pop();
            }
            chain.push(c);
        }
        chain.pop();
        chain
    };
    let mut around = half(&mut points.iter().copied());
    around.extend(half(&mut points.iter().rev().copied()));
    around
}
