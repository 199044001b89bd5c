//! Tables of odds for situations that may come up later.

use serde_json::json;

use crate::rules::chosen::Chosen;
use crate::rules::comparison::written;
use crate::rules::drill::{Alike, Drill, Drilled, Reads, RowOf, set};
use crate::say::{Say, say};

use super::orders::{Order, Outcome};
use super::tables::Aspect;

/// The largest difference with odds of its own.
const DIFFERENCES: u8 = 8;

pub(super) fn by_difference(own: &[Alike], targets: &[Alike]) -> Vec<Drill> {
    let first = |side: &[Alike]| side.iter().find_map(Alike::first);
    let (Some(one), Some(other)) = (first(own), first(targets)) else { return Vec::new() };
    // The numbers, from 9 down: the attacker has crew quality 4 at speed 5, the
    // target what is left.
    let before = |difference: u8| {
        let number = 9 - difference;
        let speed = number.saturating_sub(6);
        let mut all = vec![set(one, "cq", &json!(4)), set(one, "speed", &json!(5))];
        all.extend([one, other].map(|tag| set(tag, "crippled", &json!(false))));
        all.extend([one, other].map(|tag| set(tag, "fouled_with", &json!([]))));
        all.extend([one, other].map(|tag| set(tag, "aground", &json!(false))));
        all.extend([set(other, "cq", &json!(number - speed)), set(other, "speed", &json!(speed))]);
        all
    };
    let label = |difference: u8| {
        RowOf::Said(if difference == DIFFERENCES {
            say!("{n} or more", n = difference)
        } else {
            Say::verbatim(difference.to_string())
        })
    };
    let avoid = Chosen::Said(false);
    let ram = |difference: u8, aspect| Drilled {
        before: before(difference),
        order: written(&Order::Ram { ship: one, target: other, aspect, mp_left: 1, avoid }),
        reads: Reads::Outcome(Outcome::Sunk.slug()),
    };
    let shear = |difference: u8| Drilled {
        before: before(difference),
        order: written(&Order::Shear { ship: one, target: other, aspect: Aspect::Front, avoid }),
        reads: Reads::Outcome(Outcome::Sheared.slug()),
    };
    let rams = (1..=DIFFERENCES).map(|difference| {
        let aspects =
            [Aspect::Front, Aspect::Flank, Aspect::Stern].map(|aspect| ram(difference, aspect));
        (label(difference), aspects.to_vec())
    });
    let shears = (1..=DIFFERENCES).map(|difference| (label(difference), vec![shear(difference)]));
    vec![
        by_number(
            say!("Ram, by difference and aspect"),
            vec![say!("at the front"), say!("at the flank"), say!("at the stern")],
            say!("Chance to sink."),
            rams.collect(),
        ),
        by_number(
            say!("Shear, by difference"),
            vec![say!("from bow or stern")],
            say!("Chance to cripple."),
            shears.collect(),
        ),
    ]
}

fn by_number(title: Say, columns: Vec<Say>, note: Say, rows: Vec<(RowOf, Vec<Drilled>)>) -> Drill {
    let number = say!(
        "Ram number: crew quality + speed. An attack of this side’s own galleys, not of prizes, that the target does not avoid."
    );
    Drill {
        title,
        rows_are: say!("Difference of the ram numbers"),
        columns,
        further: Vec::new(),
        notes: vec![note, number],
        rows,
    }
}
