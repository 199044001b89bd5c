//! Drawings of men and horses.

use super::pen::{Pen, curve, oval};

pub(super) fn heavy_infantry(pen: &mut Pen) {
    for x in [19.0, 49.0, 79.0] {
        pen.offset = [x, 0.0];
        legionary(pen);
    }
    pen.offset = [0.0, 0.0];
}

/// A legionary on the march, with his shield in front of him.
fn legionary(pen: &mut Pen) {
    // The pilum: shaft, iron and point.
    pen.bar([-9.4, 45.0], [-6.6, 16.0], 1.1);
    pen.taper([-6.7, 17.0], [-5.4, 4.0], [1.0, 0.6]);
    pen.taper([-5.5, 5.0], [-5.1, 0.8], [1.6, 0.2]);
    legs(pen, [[-1.0, 29.0], [-3.4, 37.0], [-7.6, 44.6]]);
    legs(pen, [[1.5, 29.0], [5.4, 36.6], [5.2, 45.0]]);
    pen.fill(&[[-4.4, 24.0], [4.4, 24.0], [6.4, 33.4], [-6.4, 33.4]]);
    pen.fill(&[[-5.0, 14.0], [4.6, 13.6], [4.4, 26.0], [-4.4, 26.0]]);
    pen.ribbon(&[[-3.6, 15.4, 4.0], [-8.6, 21.6, 2.8], [-7.4, 27.0, 2.0]]);
    pen.disc([-7.3, 27.2], 1.3);
    helmet(pen, [0.6, 9.0]);
    for x in [-4.6, -2.4, -0.2, 2.0] {
        pen.incise(&[[x * 0.9, 27.4], [x * 1.2, 33.0]]);
    }
    pen.incise(&[[-4.4, 26.0], [4.4, 26.0]]);
    pen.incise(&curve(&[[-1.8, 14.4], [-4.2, 18.0], [-6.8, 22.0]]));
    shield(pen, [7.4, 24.8]);
}

/// A tall oval shield with its rim, spine and boss.
fn shield(pen: &mut Pen, [x, y]: [f32; 2]) {
    pen.reserve(&oval([x, y], [6.1, 12.7]));
    pen.fill(&oval([x, y], [5.5, 12.1]));
    let mut rim = oval([x, y], [4.5, 11.0]);
    rim.push(rim[0]);
    pen.incise(&rim);
    pen.incise(&[[x, y - 10.8], [x, y + 10.8]]);
    pen.reserve(&oval([x, y], [1.7, 3.1]));
    pen.fill(&oval([x, y], [0.9, 2.1]));
}

/// A head in a crested helmet, seen from the side.
fn helmet(pen: &mut Pen, [x, y]: [f32; 2]) {
    pen.ribbon(&[[x - 0.6, y + 5.6, 4.0], [x, y + 1.0, 4.4]]);
    pen.disc([x, y], 3.3);
    pen.taper([x + 1.6, y - 0.4], [x + 4.4, y + 1.0], [2.6, 0.6]);
    pen.taper([x + 1.2, y + 1.6], [x + 3.0, y + 3.8], [2.6, 1.2]);
    pen.taper([x - 1.4, y + 1.4], [x - 4.6, y + 3.4], [2.4, 0.5]);
    pen.taper([x + 0.8, y - 1.4], [x + 4.8, y - 1.4], [1.7, 0.5]);
    pen.ribbon(&[
        [x + 3.2, y - 5.4, 1.4],
        [x + 0.6, y - 5.2, 3.0],
        [x - 3.4, y - 3.2, 2.8],
        [x - 6.0, y + 1.6, 2.2],
        [x - 6.6, y + 4.4, 0.5],
    ]);
    pen.incise(&curve(&[
        [x + 3.0, y - 3.6],
        [x + 0.4, y - 3.7],
        [x - 2.4, y - 2.2],
        [x - 4.2, y + 2.0],
    ]));
    pen.incise(&curve(&[[x + 0.7, y - 1.0], [x, y + 1.2], [x + 0.6, y + 3.4]]));
    pen.reserve(&oval([x + 2.0, y + 0.3], [0.55, 0.45]));
}

/// A leg from hip to ankle, with its foot.
fn legs(pen: &mut Pen, [hip, knee, ankle]: [[f32; 2]; 3]) {
    pen.ribbon(&[
        [hip[0], hip[1], 6.0],
        [hip[0] * 0.4 + knee[0] * 0.6, hip[1] * 0.4 + knee[1] * 0.6, 4.8],
        [knee[0], knee[1], 3.3],
        [knee[0] * 0.6 + ankle[0] * 0.4 - 0.5, knee[1] * 0.6 + ankle[1] * 0.4, 3.7],
        [ankle[0], ankle[1], 1.9],
    ]);
    pen.taper([ankle[0] - 1.3, ankle[1] + 0.8], [ankle[0] + 4.2, ankle[1] + 1.7], [2.2, 1.0]);
}

pub(super) fn light_infantry(pen: &mut Pen) {
    for x in [27.0, 73.0] {
        pen.offset = [x, 0.0];
        javelin_man(pen);
    }
    pen.offset = [0.0, 0.0];
}

/// A running man with his javelin drawn back over his head.
fn javelin_man(pen: &mut Pen) {
    legs(pen, [[-1.0, 28.5], [-6.4, 35.0], [-14.6, 40.4]]);
    legs(pen, [[1.6, 28.5], [9.2, 33.6], [9.6, 44.8]]);
    pen.fill(&[[-3.2, 24.0], [4.6, 24.0], [7.0, 33.6], [-6.4, 33.0]]);
    pen.ribbon(&[[0.4, 27.0, 7.0], [1.2, 21.0, 6.4], [2.4, 14.2, 8.0]]);
    // The arm behind, with the javelin in its hand.
    pen.ribbon(&[[-0.6, 15.0, 3.8], [-7.6, 13.4, 2.9], [-9.2, 9.6, 2.2], [-6.6, 5.4, 1.7]]);
    pen.disc([-6.4, 5.0], 1.3);
    pen.bar([-24.0, 6.8], [15.0, 3.1], 0.8);
    pen.taper([14.4, 3.15], [19.0, 2.7], [2.0, 0.2]);
    // The head: hair, beard, and a fillet around it.
    pen.ribbon(&[[2.6, 15.0, 3.6], [3.6, 10.6, 3.4]]);
    pen.disc([3.9, 9.2], 3.1);
    pen.taper([5.4, 8.8], [8.0, 10.0], [2.4, 0.6]);
    pen.taper([5.0, 10.8], [7.6, 13.4], [2.8, 0.8]);
    pen.taper([2.4, 9.4], [0.4, 13.4], [3.4, 1.2]);
    pen.reserve(&oval([5.7, 9.3], [0.55, 0.45]));
    pen.incise(&curve(&[[1.0, 8.6], [3.6, 7.4], [6.6, 7.8]]));
    // The arm in front, with a crescent shield and two more javelins.
    pen.disc([14.0, 21.4], 6.2);
    pen.reserve(&oval([14.0, 13.8], [4.6, 3.4]));
    pen.ribbon(&[[4.6, 15.6, 3.4], [10.0, 18.8, 2.6], [14.2, 17.6, 1.8]]);
    pen.bar([8.4, 32.0], [19.0, 8.6], 0.65);
    pen.bar([10.4, 32.4], [20.4, 9.8], 0.65);
    pen.incise(&curve(&[[8.9, 22.0], [11.0, 25.2], [14.0, 26.4], [17.0, 25.2], [19.1, 22.0]]));
    pen.eye([14.0, 21.6], 2.6);
    pen.incise(&[[-5.6, 31.2], [6.0, 31.8]]);
    pen.incise(&curve(&[[-2.6, 25.2], [0.6, 26.0], [4.2, 25.2]]));
    pen.incise(&curve(&[[3.4, 16.6], [0.6, 20.0], [-0.6, 24.4]]));
}

pub(super) fn heavy_cavalry(pen: &mut Pen) {
    horse(pen);
    rider(pen);
}

/// A horse at a canter.
fn horse(pen: &mut Pen) {
    pen.ribbon(&[[25.0, 25.0, 3.0], [18.6, 25.4, 4.6], [13.4, 33.0, 4.2], [10.0, 42.0, 0.6]]);
    pen.ribbon(&[[29.0, 27.0, 10.0], [32.0, 26.6, 13.6], [44.0, 27.8, 11.4], [58.0, 27.0, 13.6]]);
    pen.disc([30.4, 27.0], 6.2);
    pen.disc([58.6, 27.4], 6.6);
    // Neck and head.
    pen.ribbon(&[[57.0, 25.5, 13.0], [64.6, 19.2, 9.0], [69.6, 13.2, 6.2]]);
    pen.ribbon(&[[68.6, 12.8, 5.4], [73.0, 15.0, 5.2], [77.4, 20.0, 3.1], [79.0, 22.0, 2.6]]);
    pen.taper([69.0, 11.8], [69.8, 7.4], [2.2, 0.3]);
    for i in 0..7_u8 {
        let t = f32::from(i);
        let root = [56.4 + t * 1.9, 19.6 - t * 1.6];
        pen.taper([root[0] + 0.8, root[1] + 0.8], [root[0] - 2.4, root[1] - 0.6], [2.6, 0.7]);
        pen.incise(&[[root[0] + 1.6, root[1] + 1.4], [root[0] - 0.6, root[1] + 0.2]]);
    }
    // Hind legs, then forelegs: one of each in the air.
    leg(pen, [[34.0, 30.0], [36.4, 36.6], [33.0, 40.6], [38.0, 46.4]]);
    leg(pen, [[29.6, 29.0], [29.0, 36.8], [23.0, 40.4], [24.6, 46.8]]);
    leg(pen, [[57.0, 31.0], [59.6, 37.4], [60.2, 41.4], [57.6, 46.8]]);
    leg(pen, [[60.0, 30.0], [68.6, 31.6], [74.0, 34.6], [72.0, 40.4]]);
    pen.incise(&curve(&[[54.6, 21.6], [52.8, 26.0], [54.0, 31.0], [57.6, 33.4]]));
    pen.incise(&curve(&[[36.4, 23.0], [37.6, 27.0], [36.0, 31.4], [32.6, 33.6]]));
    pen.incise(&curve(&[[70.4, 10.8], [71.8, 13.8], [70.6, 17.0]]));
    pen.incise(&[[75.6, 20.6], [79.2, 18.8]]);
    pen.incise(&curve(&[[76.4, 20.4], [66.0, 21.4], [58.2, 16.8]]));
    pen.reserve(&oval([73.2, 14.4], [0.8, 0.6]));
}

/// A horse's leg: shoulder, knee, fetlock and hoof.
fn leg(pen: &mut Pen, [top, knee, shank, hoof]: [[f32; 2]; 4]) {
    pen.ribbon(&[
        [top[0], top[1], 8.6],
        [knee[0], knee[1], 4.0],
        [shank[0], shank[1], 2.5],
        [hoof[0], hoof[1] - 1.4, 1.9],
        [hoof[0] + 0.5, hoof[1], 2.6],
    ]);
}

/// The rider, his cloak behind him and his lance over the horse's head.
fn rider(pen: &mut Pen) {
    pen.ribbon(&[[45.4, 10.6, 4.0], [39.0, 12.6, 6.0], [32.6, 13.0, 6.4], [27.4, 17.6, 3.0]]);
    pen.ribbon(&[[45.0, 22.0, 8.4], [45.6, 16.0, 6.6], [47.0, 10.6, 7.4]]);
    pen.bar([20.0, 2.0], [91.0, 7.2], 0.85);
    pen.taper([90.0, 7.1], [97.0, 7.7], [2.4, 0.2]);
    pen.ribbon(&[[45.4, 11.0, 3.8], [39.6, 9.6, 2.9], [38.2, 6.4, 2.2], [40.4, 3.6, 1.7]]);
    pen.disc([40.6, 3.5], 1.3);
    pen.ribbon(&[[49.0, 11.6, 3.4], [54.0, 15.8, 2.5], [59.0, 16.6, 1.8]]);
    // Gaps in the clay separate his thigh and shin from the horse.
    pen.ribbon(&[[46.0, 21.6, 6.4], [52.4, 25.6, 5.0], [52.2, 31.0, 3.6], [50.4, 36.6, 2.0]]);
    pen.taper([49.4, 37.2], [54.8, 38.8], [2.2, 1.0]);
    pen.incise(&curve(&[[49.4, 19.8], [55.0, 24.2], [54.6, 30.0], [51.8, 36.2]]));
    pen.incise(&curve(&[[43.0, 24.0], [49.0, 27.4], [50.0, 31.0], [49.2, 36.2]]));
    pen.incise(&[[41.4, 20.6], [49.0, 19.2]]);
    pen.incise(&[[42.4, 17.6], [48.6, 16.6]]);
    for fold in [0.0, 1.8, 3.6] {
        pen.incise(&curve(&[
            [43.4, 10.2 + fold * 0.5],
            [37.0, 10.8 + fold],
            [30.0, 13.0 + fold * 0.9],
        ]));
    }
    // A brimmed Boeotian helmet.
    pen.ribbon(&[[47.8, 9.6, 3.2], [48.6, 6.6, 3.2]]);
    pen.disc([49.0, 5.6], 2.7);
    pen.taper([50.2, 5.8], [52.8, 6.8], [2.2, 0.6]);
    pen.taper([49.8, 7.0], [51.8, 9.4], [2.4, 1.0]);
    pen.ribbon(&[[45.0, 6.6, 0.8], [46.6, 4.2, 1.8], [50.0, 3.4, 2.0], [53.4, 4.8, 0.8]]);
    pen.disc([48.8, 3.0], 1.9);
    pen.incise(&curve(&[[46.2, 6.0], [49.2, 4.8], [52.0, 5.2]]));
    pen.reserve(&oval([50.7, 6.2], [0.5, 0.4]));
}
