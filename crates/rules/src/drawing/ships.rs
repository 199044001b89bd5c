//! Drawings of the types of galley: their measures, and what makes each different.

use super::hull::{Galley, Prow};
use super::pen::{Pen, oval};

pub(super) fn triaconter(pen: &mut Pen) {
    let ship = Galley { stern: 21.0, bow: 72.0, rail: 32.6, banks: 1, oars: 9, prow: Prow::Boar };
    ship.draw(pen);
    ship.rowers(pen);
}

pub(super) fn penteconter(pen: &mut Pen) {
    let ship = Galley { stern: 7.0, bow: 84.0, rail: 32.6, banks: 1, oars: 15, prow: Prow::Boar };
    ship.sail(pen, 0.52, 3.0);
    ship.draw(pen);
    ship.rowers(pen);
}

pub(super) fn bireme(pen: &mut Pen) {
    let ship = Galley { stern: 9.0, bow: 84.0, rail: 30.4, banks: 2, oars: 11, prow: Prow::Ram };
    ship.furled(pen, 0.54, 4.0, 15.0);
    ship.draw(pen);
    ship.rowers(pen);
}

/// The shared hull of the fast trireme and the decked one.
fn trireme_hull() -> Galley {
    Galley { stern: 7.0, bow: 84.5, rail: 27.6, banks: 3, oars: 10, prow: Prow::Ram }
}

pub(super) fn trireme(pen: &mut Pen) {
    let ship = trireme_hull();
    ship.rowers(pen);
    ship.draw(pen);
    ship.posts(pen, [0.17, 0.93], 5.6, 12);
    ship.deck(pen, [0.15, 0.95], 5.2, 1.1);
}

pub(super) fn trireme_full_deck(pen: &mut Pen) {
    let ship = trireme_hull();
    ship.draw(pen);
    ship.posts(pen, [0.17, 0.95], 2.6, 20);
    ship.deck(pen, [0.15, 0.98], 2.2, 1.3);
    ship.marines(pen, [0.26, 0.88], 3.4, 9);
}

pub(super) fn quadrireme(pen: &mut Pen) {
    let ship = Galley { stern: 7.0, bow: 84.0, rail: 27.0, banks: 2, oars: 11, prow: Prow::Ram };
    ship.draw(pen);
    ship.bulwark(pen, [0.16, 0.97], 14, false);
    // The small mast at the bow leans over the stem.
    let [x, y] = ship.on(0.84, 3.0);
    pen.taper([x, y + 2.0], [x + 6.5, y - 17.0], [1.2, 0.7]);
    pen.ribbon(&[[x - 1.5, y - 15.5, 0.5], [x + 6.0, y - 14.0, 1.1], [x + 13.0, y - 11.0, 0.5]]);
    for i in 0..4_u8 {
        let t = f32::from(i);
        pen.fill(&oval([x + 1.2 + t * 3.0, y - 13.6 + t * 0.8], [1.9, 1.7]));
    }
    for i in 0..3_u8 {
        let t = f32::from(i);
        let at = [x + 2.7 + t * 3.0, y - 14.6 + t * 0.8];
        pen.incise(&[at, [at[0] - 0.3, at[1] + 2.4]]);
    }
    pen.bar([x + 6.2, y - 16.0], ship.on(0.5, 3.5), 0.35);
}

pub(super) fn quinquereme(pen: &mut Pen) {
    let ship = Galley { stern: 6.0, bow: 85.0, rail: 25.0, banks: 3, oars: 10, prow: Prow::Ram };
    ship.draw(pen);
    ship.marines(pen, [0.27, 0.55], 3.4, 4);
    ship.bulwark(pen, [0.15, 0.98], 12, false);
    ship.tower(pen, 0.75, 3.4, [9.0, 10.5]);
}

pub(super) fn large_polyreme(pen: &mut Pen) {
    let ship = Galley { stern: 5.0, bow: 86.0, rail: 21.6, banks: 3, oars: 10, prow: Prow::Ram };
    ship.draw(pen);
    catapult(pen, ship.on(0.52, 3.6));
    ship.bulwark(pen, [0.14, 0.985], 16, false);
    ship.tower(pen, 0.27, 3.6, [10.0, 11.0]);
    ship.tower(pen, 0.8, 3.6, [10.0, 11.0]);
    // A belt along her side above the oars shows her height.
    for above in [-3.4, -5.0] {
        let belt = |i: u8| ship.on(0.1 + 0.77 * f32::from(i) / 12.0, above);
        pen.incise(&(0..=12).map(belt).collect::<Vec<_>>());
    }
}

/// A bolt-thrower on its stand, its bow drawn.
fn catapult(pen: &mut Pen, [x, y]: [f32; 2]) {
    pen.bar([x, y - 4.5], [x - 3.2, y + 0.6], 0.9);
    pen.bar([x, y - 4.5], [x + 2.6, y + 0.6], 0.9);
    pen.taper([x - 8.5, y - 2.6], [x + 6.0, y - 6.6], [1.3, 1.1]);
    pen.taper([x + 6.0, y - 6.6], [x + 11.0, y - 8.0], [1.6, 0.1]);
    pen.ribbon(&[[x + 1.8, y - 11.0, 0.6], [x + 4.6, y - 8.4, 1.2], [x + 5.6, y - 3.4, 0.6]]);
    pen.bar([x + 1.8, y - 11.0], [x - 4.6, y - 3.8], 0.35);
    pen.bar([x + 5.6, y - 3.4], [x - 4.6, y - 3.8], 0.35);
    pen.disc([x - 7.6, y - 2.8], 1.1);
}

pub(super) fn galley_roman(pen: &mut Pen) {
    let ship = Galley { stern: 7.0, bow: 84.0, rail: 26.4, banks: 2, oars: 11, prow: Prow::Ram };
    ship.draw(pen);
    ship.tower(pen, 0.3, 3.4, [9.0, 9.5]);
    ship.bulwark(pen, [0.15, 0.97], 16, true);
    // The corvus: a pole, and a gangway hauled up against it with its spike.
    let [x, y] = ship.on(0.86, 3.0);
    pen.taper([x, y + 3.0], [x, y - 20.4], [1.7, 1.3]);
    pen.disc([x, y - 20.6], 1.2);
    pen.taper([x - 0.5, y - 1.2], [x + 18.5, y - 14.0], [2.2, 1.8]);
    pen.taper([x + 17.4, y - 13.6], [x + 19.6, y - 7.6], [1.9, 0.2]);
    pen.bar([x + 0.4, y - 20.2], [x + 17.0, y - 13.6], 0.4);
    pen.bar([x - 0.4, y - 20.2], ship.on(0.62, 3.0), 0.4);
    for i in 1..7_u8 {
        let t = f32::from(i) / 7.0;
        let at = [x + 18.0 * t, y - 1.4 - 12.2 * t];
        pen.incise(&[[at[0] - 0.6, at[1] - 0.8], [at[0] + 0.6, at[1] + 0.8]]);
    }
}

pub(super) fn galley_punic(pen: &mut Pen) {
    let ship = Galley { stern: 7.0, bow: 83.0, rail: 27.6, banks: 2, oars: 11, prow: Prow::Horse };
    ship.furled(pen, 0.5, 3.0, 17.0);
    ship.draw(pen);
    ship.bulwark(pen, [0.16, 0.93], 13, false);
}

/// The water level around a wreck, as y.
const SEA: f32 = 41.0;

pub(super) fn wreck(pen: &mut Pen) {
    let ship = Galley { stern: 8.0, bow: 84.0, rail: 29.0, banks: 2, oars: 11, prow: Prow::Ram };
    let broken = |from, to, timbers: [[f32; 2]; 5]| {
        let mut half = Pen::default();
        ship.hulk(&mut half);
        half.cut(from, to);
        for [x, y] in timbers {
            half.taper([x * 0.5 + 22.5, y], [x, y - 0.6], [2.4, 0.3]);
        }
        half
    };
    // Her bow sticks out of the water, with the ram pointing up.
    let timbers = [[42.0, 30.6], [44.0, 32.8], [40.6, 34.8], [43.0, 37.0], [41.0, 39.0]];
    let mut bow = broken([47.0, 0.0], [47.0, -50.0], timbers.map(|[x, y]| [x - 1.0, y]));
    bow.turn([72.0, 34.0], -0.42);
    bow.cut([100.0, SEA], [0.0, SEA]);
    // Her stern tilts the other way.
    let mut stern = broken([37.0, 0.0], [37.0, 50.0], timbers.map(|[x, y]| [x - 1.0, y]));
    stern.turn([22.0, 34.0], 0.3);
    stern.shift([5.0, 1.0]);
    stern.cut([100.0, SEA], [0.0, SEA]);
    pen.add(stern);
    pen.add(bow);
    flotsam(pen);
    sea(pen);
}

/// What floats between the two halves: a mast, an oar and a shield.
fn flotsam(pen: &mut Pen) {
    pen.taper([45.0, SEA + 1.0], [58.0, 24.0], [1.5, 0.9]);
    pen.bar([57.6, 24.6], [77.0, 21.0], 0.35);
    pen.taper([52.0, SEA + 0.5], [40.6, 33.6], [0.7, 0.7]);
    pen.taper([42.6, 34.9], [38.4, 32.2], [0.8, 1.8]);
    pen.disc([62.0, SEA - 1.2], 2.4);
    pen.ring([62.0, SEA - 1.2], 1.6);
}

/// The sea: lines of running waves.
fn sea(pen: &mut Pen) {
    for (row, y) in [(0_u8, SEA + 0.3), (1, SEA + 3.6), (0, SEA + 6.9)] {
        let wave = |i: u8| {
            let crest = if (i + row).is_multiple_of(2) { -0.9 } else { 0.8 };
            [2.0 + f32::from(i) * 4.0, y + crest, 0.9]
        };
        let points: Vec<_> = (0..=24).map(wave).collect();
        pen.ribbon(&points);
    }
}
