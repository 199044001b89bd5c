//! Drawings of galleys: a hull made from a few measures, and what is on it.

use super::Point;
use super::pen::{Pen, curve, oval};

/// The height of the flat keel, as y.
const KEEL: f32 = 40.0;
/// The depth to which the oar blades reach, as y.
const BLADES: f32 = 47.0;

/// The horizontal distance that an oar covers towards the stern for each unit downwards.
const SLANT: f32 = 0.72;

/// The ornament of the stem.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Prow {
    /// A boar's snout, as on the oldest galleys.
    Boar,
    /// A bronze ram of three fins under a rising stem.
    Ram,
    /// The same ram under a horse's head.
    Horse,
}

/// The measures of a galley.
pub(super) struct Galley {
    /// Where the sternpost leaves the hull, as x.
    pub(super) stern: f32,
    /// Where the rail ends and the stem rises, as x.
    pub(super) bow: f32,
    /// The height of the rail amidships, as y.
    pub(super) rail: f32,
    pub(super) banks: u8,
    pub(super) oars: u8,
    pub(super) prow: Prow,
}

impl Galley {
    /// The depth of the hull amidships, from rail to keel.
    fn depth(&self) -> f32 {
        KEEL - self.rail
    }

    /// A point of the hull: `along` it from 0 at the stern to 1 at the bow, and
    /// `above` the rail, following the sheer.
    pub(super) fn on(&self, along: f32, above: f32) -> Point {
        let sheer = (2.0 * along - 1.0).powi(2) * (1.0 + 1.2 * (1.0 - along));
        [self.stern + along * (self.bow - self.stern), self.rail - 1.8 * sheer - above]
    }

    /// Several points along the hull, all at the same height above the rail.
    fn line(&self, from: f32, to: f32, above: f32) -> Vec<Point> {
        let at = |i: u8| self.on(from + (to - from) * f32::from(i) / 12.0, above);
        (0..=12).map(at).collect()
    }

    /// Draws what every galley has, including the helmsman.
    pub(super) fn draw(&self, pen: &mut Pen) {
        self.hulk(pen);
        self.helm(pen);
    }

    /// Draws oars, hull, posts, ram and eye, without people on board.
    pub(super) fn hulk(&self, pen: &mut Pen) {
        self.oars(pen);
        self.body(pen);
        self.sternpost(pen);
        match self.prow {
            Prow::Boar => self.boar(pen),
            Prow::Ram => self.stem(pen),
            Prow::Horse => self.horse(pen),
        }
        self.ports(pen);
    }

    fn body(&self, pen: &mut Pen) {
        let (s, b, r, h) = (self.stern, self.bow, self.rail, self.depth());
        let mut bottom = curve(&[
            [s, r - 1.5],
            [s + 2.5, r + h * 0.42],
            [s + 8.0, r + h * 0.85],
            [s + 17.0, KEEL],
            [s + (b - s) * 0.5, KEEL + 0.3],
            [b - 12.0, KEEL],
            [b, KEEL - 0.4],
        ]);
        // There are as many points above as below, each straight above its partner.
        let top: Vec<Point> = (0..bottom.len()).map(|i| self.over(bottom[i])).collect();
        bottom[0] = [s, top[0][1] + 0.8];
        pen.strip(&top, &bottom);
        if self.prow != Prow::Boar {
            let snout = curve(&[
                [b - 1.0, top[top.len() - 1][1]],
                [b + 1.2, r + h * 0.28],
                [b + 3.6, KEEL - 4.6],
                [b + 7.5, KEEL - 3.9],
                [b + 12.0, KEEL - 3.6],
            ]);
            let under = curve(&[
                [b - 1.0, KEEL - 0.3],
                [b + 1.2, KEEL - 0.5],
                [b + 4.0, KEEL - 0.8],
                [b + 8.0, KEEL - 1.3],
                [b + 12.0, KEEL - 1.6],
            ]);
            pen.strip(&snout, &under);
        }
        // The wale, and the sheer strake under the rail.
        pen.incise(&self.line(0.04, 0.99, -0.16 * h.min(8.0)));
        let wale: Vec<Point> = bottom.iter().map(|p| [p[0], p[1] - h * 0.13]).collect();
        pen.incise(&wale[wale.len() / 3..]);
    }

    fn over(&self, below: Point) -> Point {
        self.on((below[0] - self.stern) / (self.bow - self.stern), 0.0)
    }

    /// The sternpost curves up and forward over the helmsman, and opens into
    /// the feathers of the aphlaston.
    fn sternpost(&self, pen: &mut Pen) {
        let (s, r, h) = (self.stern, self.rail, self.depth());
        let root = [s + 6.0, r + h * 0.35];
        pen.ribbon(&[
            [root[0], root[1], h * 0.55],
            [s + 0.6, r - 1.5, 4.2],
            [s - 2.2, r - 7.5, 2.5],
            [s - 0.8, r - 12.5, 1.8],
            [s + 3.6, r - 15.6, 0.9],
            [s + 7.2, r - 15.4, 0.4],
        ]);
        for (rise, reach) in [(2.2, 5.6), (-2.6, 6.4), (-4.6, 4.6)] {
            pen.ribbon(&[
                [s - 2.2, r - 8.5, 1.4],
                [s - 0.9 - rise * 0.35, r - 11.6 - rise * 0.3, 1.4],
                [s - 1.2 + reach * 0.5, r - 13.4 - rise * 0.9, 1.0],
                [s - 0.4 + reach, r - 14.4 - rise, 0.35],
            ]);
        }
        pen.incise(&curve(&[[s + 3.5, r - 0.5], [s - 0.3, r - 5.0], [s - 1.2, r - 9.0]]));
    }

    /// The fins of the ram, the small ram above it, the stem post and the eye.
    fn stem(&self, pen: &mut Pen) {
        let (b, r, h) = (self.bow, self.rail, self.depth());
        pen.ribbon(&[
            [b - 2.5, r + 2.0, 4.2],
            [b + 1.2, r - 2.6, 3.4],
            [b + 3.6, r - 6.8, 2.2],
            [b + 3.4, r - 10.2, 1.5],
            [b + 0.8, r - 11.4, 0.9],
            [b - 0.4, r - 9.9, 0.5],
        ]);
        self.ram(pen);
        pen.eye([b - 3.6, r + h * 0.42], (h * 0.3).clamp(2.3, 3.6));
    }

    fn ram(&self, pen: &mut Pen) {
        let (b, r, h) = (self.bow, self.rail, self.depth());
        for fin in [-4.5, -2.7, -0.9] {
            pen.taper(
                [b + 7.0, KEEL - 2.7 + (fin + 2.7) * 0.6],
                [b + 13.8, KEEL + fin],
                [1.8, 1.1],
            );
        }
        // The small ram, which keeps the main ram from going in too deep.
        pen.taper([b - 1.0, r + h * 0.2], [b + 4.2, r + h * 0.1], [1.9, 1.3]);
        pen.disc([b + 4.4, r + h * 0.1], 1.0);
        pen.incise(&curve(&[[b + 3.0, KEEL - 0.6], [b + 4.4, KEEL - 2.4], [b + 4.0, KEEL - 4.6]]));
        pen.incise(&[[b + 5.5, KEEL - 3.2], [b + 11.0, KEEL - 3.3]]);
        pen.incise(&[[b + 5.5, KEEL - 2.0], [b + 11.0, KEEL - 2.1]]);
    }

    /// The boar's snout of the old galleys, with the bow screen above.
    fn boar(&self, pen: &mut Pen) {
        let (b, r, h) = (self.bow, self.rail, self.depth());
        let top = curve(&[
            [b - 3.0, r - 1.5],
            [b + 1.0, r - 0.4],
            [b + 4.0, r + h * 0.2],
            [b + 8.0, r + h * 0.5],
            [b + 11.5, r + h * 0.28],
            [b + 13.0, r + h * 0.36],
        ]);
        let under = curve(&[
            [b - 3.0, KEEL - 0.1],
            [b + 1.0, KEEL],
            [b + 4.0, KEEL - 0.1],
            [b + 8.0, KEEL - 0.5],
            [b + 11.5, KEEL - 1.1],
            [b + 13.2, KEEL - 2.2],
        ]);
        pen.strip(&top, &under);
        pen.taper([b + 0.4, r + 0.6], [b + 1.2, r - 3.4], [2.6, 0.4]);
        let floor = self.on(0.88, 0.0);
        pen.block([floor[0], floor[1] - 5.0], [b + 0.6, r + 1.0]);
        pen.taper([b - 0.8, r - 5.5], [b + 1.8, r - 11.5], [2.4, 0.5]);
        for rung in [1.2, 2.6] {
            let y = floor[1] - 5.0 + rung;
            pen.incise(&[[floor[0] + 0.8, y], [b - 0.2, y]]);
        }
        pen.eye([b + 1.8, r + h * 0.36], 2.2);
        pen.incise(&curve(&[
            [b + 13.0, KEEL - 2.6],
            [b + 10.5, KEEL - 2.0],
            [b + 8.0, KEEL - 2.6],
            [b + 6.5, KEEL - 2.2],
        ]));
        pen.incise(&curve(&[[b + 5.2, KEEL - 0.4], [b + 6.0, KEEL - 2.4], [b + 5.2, r + h * 0.4]]));
        pen.disc([b + 12.4, r + h * 0.3], 0.8);
    }

    /// A horse's head in place of the stem post.
    fn horse(&self, pen: &mut Pen) {
        let (b, r, h) = (self.bow, self.rail, self.depth());
        pen.ribbon(&[
            [b - 4.0, r + 3.0, 7.0],
            [b - 0.6, r - 3.0, 5.4],
            [b + 2.2, r - 8.4, 4.0],
            [b + 5.4, r - 11.6, 3.6],
        ]);
        pen.ribbon(&[
            [b + 3.6, r - 11.4, 3.2],
            [b + 6.6, r - 10.4, 3.3],
            [b + 9.4, r - 7.6, 2.2],
            [b + 10.4, r - 6.2, 1.9],
        ]);
        pen.taper([b + 4.2, r - 12.0], [b + 3.6, r - 15.4], [1.7, 0.3]);
        for i in 0..5_u8 {
            let t = f32::from(i);
            let root = [b - 1.4 + t * 1.1, r - 4.6 - t * 1.9];
            pen.taper(root, [root[0] - 2.6, root[1] - 1.0], [1.8, 0.5]);
            pen.incise(&[[root[0] + 0.4, root[1]], [root[0] - 1.4, root[1] - 0.8]]);
        }
        pen.ring([b + 6.2, r - 11.0], 0.55);
        pen.incise(&[[b + 10.2, r - 6.0], [b + 8.6, r - 7.0]]);
        pen.incise(&curve(&[[b + 5.0, r - 8.2], [b + 6.2, r - 9.4], [b + 5.6, r - 10.8]]));
        self.ram(pen);
        pen.eye([b - 3.2, r + h * 0.45], 3.0);
    }

    /// The port of an oar in the hull, and the tip of its blade. All oars have the same
    /// slant. Oars at the same place in each bank are drawn close together.
    fn oar(&self, bank: u8, place: u8) -> (Point, Point) {
        let height = |bank: f32| {
            KEEL - 2.2 - bank * (self.depth() - 3.6) / f32::from(self.banks.max(2)) * 0.92
        };
        let (top, bank) = (f32::from(self.banks - 1), f32::from(bank));
        // The foremost oar of the highest bank must not touch the eye.
        let room = self.bow - self.stern - 16.8 - (BLADES - height(top)) * SLANT;
        let apart = if self.banks > 2 { 0.27 } else { 0.38 };
        let step = room / (f32::from(self.oars - 1) + top * apart);
        let tip_x = self.stern + 8.0 + (f32::from(place) + bank * apart) * step;
        let tip = [tip_x, BLADES - 0.6 + bank * 0.3];
        ([tip_x + (tip[1] - height(bank)) * SLANT, height(bank)], tip)
    }

    fn oars(&self, pen: &mut Pen) {
        for place in 0..self.oars {
            for bank in 0..self.banks {
                let (port, tip) = self.oar(bank, place);
                let neck = [tip[0] + (port[0] - tip[0]) * 0.28, tip[1] + (port[1] - tip[1]) * 0.28];
                pen.bar(port, neck, 0.55);
                pen.taper(neck, tip, [0.6, 1.05]);
            }
        }
    }

    /// Scratches the oars into the black hull, from their ports.
    fn ports(&self, pen: &mut Pen) {
        for place in 0..self.oars {
            for bank in 0..self.banks {
                let (root, tip) = self.oar(bank, place);
                let part = (KEEL - 0.2 - root[1]) / (tip[1] - root[1]);
                let edge = [root[0] + (tip[0] - root[0]) * part, KEEL - 0.2];
                pen.incise(&[root, edge]);
                if self.banks > 1 {
                    pen.reserve(&oval(root, [0.55, 0.55]));
                }
            }
        }
    }

    /// The helmsman under the aphlaston, and his two steering oars.
    fn helm(&self, pen: &mut Pen) {
        let (s, r) = (self.stern, self.rail);
        for (x, y) in [(4.2, 0.0), (6.6, 0.6)] {
            let blade = [s + x - 4.4, KEEL + 1.2 + y];
            pen.bar([s + x + 0.6, r - 3.0], blade, 0.7);
            pen.taper(blade, [blade[0] - 2.2, BLADES - 0.6], [1.2, 2.4]);
        }
        let [x, y] = self.on(0.1, 0.0);
        pen.ribbon(&[[x + 1.2, y + 0.8, 3.2], [x + 0.6, y - 2.2, 2.6], [x + 0.8, y - 4.4, 1.6]]);
        pen.bar([x + 0.6, y - 3.4], [x - 2.6, y - 1.6], 0.8);
        pen.disc([x + 1.1, y - 5.6], 1.25);
        pen.taper([x + 1.5, y - 5.4], [x + 1.9, y - 3.7], [1.5, 0.5]);
    }

    /// Rowers above an open rail.
    pub(super) fn rowers(&self, pen: &mut Pen) {
        for place in 0..self.oars {
            let (port, _) = self.oar(0, place);
            let along = (port[0] - self.stern) / (self.bow - self.stern);
            let [x, y] = self.on(along, 0.0);
            pen.ribbon(&[[x, y + 0.6, 2.4], [x - 0.5, y - 1.2, 2.1], [x - 0.4, y - 2.4, 1.0]]);
            pen.bar([x - 0.3, y - 1.4], [x + 2.4, y - 0.4], 0.6);
            pen.disc([x - 0.2, y - 3.2], 1.0);
        }
    }

    /// A deck of some thickness, at a height above the rail.
    pub(super) fn deck(&self, pen: &mut Pen, [from, to]: Point, above: f32, thick: f32) {
        pen.strip(&self.line(from, to, above + thick), &self.line(from, to, above));
    }

    /// Posts from the rail up to a deck.
    pub(super) fn posts(&self, pen: &mut Pen, [from, to]: Point, above: f32, count: u8) {
        for i in 0..count {
            let along = from + (to - from) * f32::from(i) / f32::from(count - 1);
            let [x, y] = self.on(along, 0.0);
            pen.bar([x, y + 0.5], [x, y - above], 0.7);
        }
    }

    /// A bulwark hung with shields.
    pub(super) fn bulwark(&self, pen: &mut Pen, [from, to]: Point, shields: u8, tall: bool) {
        self.deck(pen, [from, to], -0.3, 4.4);
        for i in 0..shields {
            let t = (f32::from(i) + 0.5) / f32::from(shields);
            let [x, y] = self.on(from + (to - from) * t, 2.2);
            let radii = if tall { [1.05, 2.2] } else { [1.75, 1.75] };
            pen.fill(&oval([x, y - 0.9], [radii[0] + 0.5, radii[1] + 0.5]));
            let mut rim = oval([x, y - 0.7], radii);
            rim.push(rim[0]);
            pen.incise(&rim);
            if tall {
                pen.incise(&[[x, y - 2.4], [x, y + 1.0]]);
            } else {
                pen.reserve(&oval([x, y - 0.7], [0.7, 0.7]));
            }
        }
    }

    /// Men in armour along a deck.
    pub(super) fn marines(&self, pen: &mut Pen, [from, to]: Point, above: f32, count: u8) {
        for i in 0..count {
            let along = from + (to - from) * f32::from(i) / f32::from(count.max(2) - 1);
            marine(pen, self.on(along, above));
        }
    }

    /// A tower with battlements.
    pub(super) fn tower(&self, pen: &mut Pen, along: f32, above: f32, [width, height]: Point) {
        let [x, foot] = self.on(along, above);
        let (left, right, top) = (x - width / 2.0, x + width / 2.0, foot - height);
        pen.fill(&[[left + 0.5, top], [right - 0.5, top], [right, foot + 1.0], [left, foot + 1.0]]);
        pen.block([left - 0.5, top - 0.9], [right + 0.5, top + 0.4]);
        for i in 0..3_u8 {
            let merlon = left - 0.5 + f32::from(i) * (width - 0.6) / 2.0;
            pen.block([merlon, top - 2.4], [merlon + 1.6, top]);
        }
        pen.reserve(&[
            [x - 0.8, foot - height * 0.42],
            [x - 0.8, foot - height * 0.66],
            [x, foot - height * 0.78],
            [x + 0.8, foot - height * 0.66],
            [x + 0.8, foot - height * 0.42],
        ]);
        for course in [0.02, 0.3, 0.9] {
            let y = foot - height * course;
            pen.incise(&[[left + 0.7, y], [right - 0.7, y]]);
        }
    }

    /// A mast with its stays, from the rail up. Returns its top.
    pub(super) fn mast(&self, pen: &mut Pen, along: f32, head: f32) -> Point {
        let [x, y] = self.on(along, 0.0);
        let top = [x, head];
        pen.taper([x, y + 0.5], top, [1.3, 0.8]);
        pen.disc([x, head + 0.2], 0.8);
        pen.bar([x, head + 0.8], self.on(0.97, 0.5), 0.35);
        pen.bar([x, head + 0.8], self.on(0.12, 0.5), 0.35);
        top
    }

    /// A sail brailed up to its yard.
    pub(super) fn furled(&self, pen: &mut Pen, along: f32, head: f32, half: f32) {
        let [x, top] = self.mast(pen, along, head);
        let yard = top + 3.0;
        pen.ribbon(&[
            [x - half, yard - 0.9, 0.5],
            [x - half * 0.4, yard - 0.1, 1.0],
            [x + half * 0.4, yard - 0.1, 1.0],
            [x + half, yard - 0.9, 0.5],
        ]);
        for i in 0..7_u8 {
            let t = f32::from(i) - 3.0;
            let depth = 2.1 - t.abs() * 0.22;
            let at = [x + t * half * 0.27, yard + 0.9 - t.abs() * 0.12];
            pen.fill(&oval(at, [half * 0.16, depth]));
        }
        for i in 0..6_u8 {
            let tie = x + (f32::from(i) - 2.5) * half * 0.27;
            pen.incise(&[[tie - 0.2, yard - 0.6], [tie + 0.2, yard + 2.2]]);
        }
    }

    /// A set sail, bellying forward, with its brails.
    pub(super) fn sail(&self, pen: &mut Pen, along: f32, head: f32) {
        let [x, top] = self.mast(pen, along, head);
        let (yard, foot) = (top + 1.6, self.rail - 8.0);
        let edge = |side: f32, belly: f32| {
            curve(&[
                [x + side, yard],
                [x + side + belly, yard + (foot - yard) * 0.5],
                [x + side + belly * 0.55, foot],
            ])
        };
        let (back, front) = (edge(-15.0, 2.2), edge(15.0, 6.4));
        pen.strip(&back, &front);
        pen.ribbon(&[[x - 17.0, yard - 0.8, 0.5], [x, yard, 1.3], [x + 17.0, yard - 0.8, 0.5]]);
        for i in 1..7_u8 {
            let t = f32::from(i) / 7.0;
            pen.incise(&edge(-15.0 + 30.0 * t, 2.2 + 4.2 * t));
        }
        for step in [3, 6] {
            pen.incise(&[back[step], front[step]]);
        }
        pen.bar(back[back.len() - 1], self.on(0.14, 1.0), 0.35);
        pen.bar(front[front.len() - 1], self.on(0.8, 0.5), 0.35);
    }
}

/// A man in armour behind his round shield, standing at a point.
fn marine(pen: &mut Pen, [x, y]: Point) {
    pen.bar([x - 0.7, y + 0.4], [x - 0.3, y - 3.4], 0.9);
    pen.bar([x + 1.1, y + 0.4], [x + 0.3, y - 3.4], 0.9);
    pen.bar([x + 2.0, y - 0.6], [x + 2.9, y - 11.6], 0.45);
    pen.disc([x + 0.2, y - 4.6], 2.1);
    pen.disc([x + 0.5, y - 7.6], 1.05);
    pen.ribbon(&[[x + 1.6, y - 8.9, 0.7], [x - 0.2, y - 9.4, 1.0], [x - 1.4, y - 7.6, 0.5]]);
    pen.ring([x + 0.2, y - 4.6], 1.4);
    pen.reserve(&oval([x + 0.2, y - 4.6], [0.5, 0.5]));
}
