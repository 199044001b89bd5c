//! Icons for the actions of a ship, drawn like the ships: black, with parts left in the
//! colour of the clay and scratched lines.

use super::Shape;
use super::pen::{Pen, oval};

/// The width and height of the box that every sign fits in.
pub const SIGN_SIZE: f32 = 50.0;

/// The subjects of the icons.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Icon {
    /// A square sail on its yard.
    Sail,
    /// An oar.
    Oar,
    /// A bow with its arrow.
    Bow,
    /// A ram of three fins, under the eye of the prow.
    Ram,
    /// A boarding bridge with its beak.
    Bridge,
    /// A heart.
    Heart,
    /// A flame.
    Flame,
    /// The eye of a prow.
    Eye,
    /// A die.
    Die,
    /// A water clock of two jars.
    Jar,
    /// A writing tablet.
    Tablet,
    /// A standard on its pole.
    Standard,
    /// Two crossed swords.
    Swords,
    /// Two footprints.
    Footprints,
}

impl Icon {
    /// All signs, in the order of the type.
    pub const ALL: &'static [Self] = &[
        Self::Sail,
        Self::Oar,
        Self::Bow,
        Self::Ram,
        Self::Bridge,
        Self::Heart,
        Self::Flame,
        Self::Eye,
        Self::Die,
        Self::Jar,
        Self::Tablet,
        Self::Standard,
        Self::Swords,
        Self::Footprints,
    ];

    /// Its shapes, in the order in which to paint them, in a box of
    /// [`SIGN_SIZE`] by [`SIGN_SIZE`].
    #[must_use]
    pub fn shapes(self) -> Vec<Shape> {
        let mut pen = Pen::default();
        match self {
            Icon::Sail => sail(&mut pen),
            Icon::Oar => oar(&mut pen),
            Icon::Bow => bow(&mut pen),
            Icon::Ram => ram(&mut pen),
            Icon::Bridge => bridge(&mut pen),
            Icon::Heart => heart(&mut pen),
            Icon::Flame => flame(&mut pen),
            Icon::Eye => eye(&mut pen),
            Icon::Die => die(&mut pen),
            Icon::Jar => jar(&mut pen),
            Icon::Tablet => tablet(&mut pen),
            Icon::Standard => standard(&mut pen),
            Icon::Swords => swords(&mut pen),
            Icon::Footprints => footprints(&mut pen),
        }
        pen.finish()
    }
}

fn sail(pen: &mut Pen) {
    pen.bar([25.0, 2.0], [25.0, 42.0], 2.6);
    pen.taper([4.0, 8.4], [25.0, 7.0], [1.4, 3.2]);
    pen.taper([25.0, 7.0], [46.0, 8.4], [3.2, 1.4]);
    pen.fill(&[[9.0, 9.0], [41.0, 9.0], [45.0, 24.0], [38.0, 33.0], [12.0, 33.0], [5.0, 24.0]]);
    for x in [15.0, 25.0, 35.0] {
        pen.incise(&[[x, 10.0], [25.0 + (x - 25.0) * 1.2, 32.0]]);
    }
    pen.incise(&[[7.4, 17.0], [42.6, 17.0]]);
    pen.incise(&[[6.0, 25.0], [44.0, 25.0]]);
    pen.ribbon(&[[3.0, 39.0, 1.6], [12.0, 44.0, 5.0], [38.0, 44.0, 5.0], [47.0, 38.0, 1.6]]);
}

fn oar(pen: &mut Pen) {
    pen.bar([4.0, 46.0], [32.0, 18.0], 3.4);
    pen.taper([30.0, 20.0], [38.0, 12.0], [4.0, 12.0]);
    pen.taper([37.4, 12.6], [45.0, 5.0], [12.0, 7.0]);
    pen.incise(&[[32.0, 18.0], [43.0, 7.0]]);
    pen.bar([14.6, 31.4], [18.6, 35.4], 2.2);
}

fn bow(pen: &mut Pen) {
    pen.ribbon(&[
        [15.0, 2.0, 1.6],
        [25.0, 5.0, 3.4],
        [33.0, 12.0, 4.4],
        [30.0, 25.0, 5.0],
        [33.0, 38.0, 4.4],
        [25.0, 45.0, 3.4],
        [15.0, 48.0, 1.6],
    ]);
    pen.bar([15.0, 2.6], [9.0, 25.0], 1.3);
    pen.bar([9.0, 25.0], [15.0, 47.4], 1.3);
    pen.bar([6.0, 25.0], [43.0, 25.0], 2.2);
    pen.fill(&[[40.0, 20.4], [49.0, 25.0], [40.0, 29.6]]);
    pen.taper([10.0, 25.0], [3.0, 21.0], [3.0, 1.0]);
    pen.taper([10.0, 25.0], [3.0, 29.0], [3.0, 1.0]);
    pen.incise(&[[28.6, 22.0], [28.6, 28.0]]);
}

fn ram(pen: &mut Pen) {
    pen.ribbon(&[[26.0, 30.0, 8.0], [31.0, 17.0, 5.0], [28.0, 6.0, 3.4], [23.0, 3.0, 1.6]]);
    pen.fill(&[[1.0, 21.0], [25.0, 24.0], [32.0, 30.0], [32.0, 43.0], [1.0, 46.0]]);
    for (y, tip) in [(30.5, 46.0), (36.0, 49.0), (41.5, 46.0)] {
        pen.taper([28.0, y], [tip, y], [4.6, 2.0]);
    }
    pen.eye([17.0, 31.0], 6.0);
    pen.incise(&[[2.0, 25.0], [24.0, 27.4]]);
    pen.incise(&[[2.0, 42.0], [31.0, 39.4]]);
}

fn bridge(pen: &mut Pen) {
    pen.bar([9.0, 48.0], [9.0, 4.0], 3.2);
    pen.disc([9.0, 4.6], 3.0);
    pen.bar([9.0, 40.0], [45.0, 19.0], 6.4);
    pen.bar([9.0, 32.0], [43.0, 12.2], 1.6);
    for t in [0.2, 0.5, 0.8_f32] {
        let (x, y) = (9.0 + 36.0 * t, 40.0 - 21.0 * t);
        pen.bar([x, y], [x, y - 9.0], 1.5);
        pen.incise(&[[x - 1.6, y - 2.6], [x + 1.6, y + 2.6]]);
    }
    pen.bar([9.0, 5.0], [44.0, 17.0], 1.2);
    pen.taper([45.0, 18.0], [46.6, 37.0], [5.6, 0.8]);
    pen.ribbon(&[[1.0, 46.0, 3.0], [25.0, 48.0, 3.2], [49.0, 45.0, 3.0]]);
}

fn heart(pen: &mut Pen) {
    pen.disc([16.6, 17.0], 11.2);
    pen.disc([33.4, 17.0], 11.2);
    pen.fill(&[[6.2, 21.2], [43.8, 21.2], [34.0, 36.0], [25.0, 47.0], [16.0, 36.0]]);
    pen.fill(&[[14.0, 14.0], [36.0, 14.0], [43.0, 22.0], [7.0, 22.0]]);
    let mut inner = oval([16.2, 16.6], [6.6, 6.6]);
    inner.truncate(14);
    pen.incise(&inner[7..]);
    pen.incise(&[[25.0, 13.0], [25.0, 20.0]]);
}

fn flame(pen: &mut Pen) {
    pen.ribbon(&[
        [29.0, 2.0, 0.8],
        [27.0, 12.0, 9.0],
        [17.0, 24.0, 15.0],
        [18.0, 36.0, 19.0],
        [25.0, 46.0, 6.0],
    ]);
    pen.ribbon(&[[40.0, 14.0, 0.8], [38.0, 24.0, 9.0], [33.0, 36.0, 17.0], [25.0, 46.0, 6.0]]);
    pen.disc([25.0, 36.0], 11.0);
    pen.reserve(&oval([25.0, 38.0], [4.4, 6.0]));
    pen.incise(&[[24.0, 14.0], [21.0, 24.0], [22.0, 30.0]]);
    pen.incise(&[[36.0, 24.0], [33.0, 31.0]]);
}

fn eye(pen: &mut Pen) {
    pen.fill(&[[2.0, 12.0], [30.0, 6.0], [48.0, 25.0], [30.0, 44.0], [2.0, 38.0]]);
    pen.eye([23.0, 25.0], 13.0);
}

fn die(pen: &mut Pen) {
    pen.block([6.0, 6.0], [44.0, 44.0]);
    for centre in [[15.0, 15.0], [35.0, 15.0], [25.0, 25.0], [15.0, 35.0], [35.0, 35.0]] {
        pen.reserve(&oval(centre, [4.0, 4.0]));
    }
}

fn jar(pen: &mut Pen) {
    for [rim, foot, water] in [[3.0, 21.0, 8.0], [27.0, 45.0, 38.0]] {
        pen.fill(&[[9.0, rim], [41.0, rim], [30.0, foot], [20.0, foot]]);
        pen.bar([6.0, rim], [44.0, rim], 3.0);
        pen.incise(&[[14.0, water], [36.0, water]]);
    }
    pen.bar([25.0, 20.0], [25.0, 27.0], 1.6);
    pen.bar([14.0, 46.0], [36.0, 46.0], 3.0);
}

fn tablet(pen: &mut Pen) {
    pen.block([8.0, 4.0], [42.0, 46.0]);
    pen.reserve(&[[13.0, 9.0], [37.0, 9.0], [37.0, 41.0], [13.0, 41.0]]);
    for (y, end) in [(15.0, 34.0), (22.0, 32.0), (29.0, 34.0), (36.0, 26.0)] {
        pen.bar([16.0, y], [end, y], 2.4);
    }
}

fn standard(pen: &mut Pen) {
    pen.bar([12.0, 48.0], [12.0, 4.0], 3.0);
    pen.disc([12.0, 4.4], 3.2);
    pen.fill(&[[12.0, 9.0], [46.0, 12.0], [37.0, 20.0], [12.0, 21.0]]);
    pen.fill(&[[12.0, 19.0], [37.0, 19.0], [46.0, 27.0], [12.0, 30.0]]);
    pen.incise(&[[16.0, 13.0], [34.0, 14.6]]);
    pen.incise(&[[16.0, 26.0], [34.0, 24.6]]);
}

fn swords(pen: &mut Pen) {
    for mirrored in [false, true] {
        let at = |x: f32, y: f32| [if mirrored { 50.0 - x } else { x }, y];
        pen.taper(at(15.0, 35.0), at(46.0, 4.0), [6.4, 2.0]);
        pen.incise(&[at(18.0, 32.0), at(42.0, 8.0)]);
        pen.bar(at(10.0, 30.0), at(20.0, 40.0), 3.0);
        pen.bar(at(15.0, 35.0), at(8.0, 42.0), 4.0);
        pen.disc(at(6.6, 43.4), 3.4);
    }
}

fn footprints(pen: &mut Pen) {
    for (x, y) in [(15.0, 25.0), (35.0, 3.0)] {
        pen.ribbon(&[
            [x, y, 5.0],
            [x, y + 5.0, 10.0],
            [x, y + 11.0, 6.4],
            [x, y + 16.0, 7.0],
            [x, y + 20.0, 4.0],
        ]);
        pen.incise(&[[x - 5.0, y + 11.0], [x + 5.0, y + 11.0]]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signs_stay_in_their_box_and_differ() {
        let all: Vec<Vec<Shape>> = Icon::ALL.iter().map(|sign| sign.shapes()).collect();
        for (at, (sign, shapes)) in Icon::ALL.iter().zip(&all).enumerate() {
            for &[x, y] in shapes.iter().flat_map(Shape::points) {
                let inside = (0.0..=SIGN_SIZE).contains(&x) && (0.0..=SIGN_SIZE).contains(&y);
                assert!(inside, "{sign:?} leaves the box at {x}, {y}");
            }
            assert!(all[..at].iter().all(|other| other != shapes), "{sign:?}");
        }
    }
}
