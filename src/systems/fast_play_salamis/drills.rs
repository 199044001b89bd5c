//! Tables of odds for situations that may come up later.

use serde_json::{Value, json};

use crate::rules::common::Tag;
use crate::rules::drill::{Alike, Drill, Drilled, Reads, counts, pairs, set};
use crate::say::{Say, say};

fn in_contact(one: Tag, other: Tag) -> Vec<Value> {
    vec![
        set(one, "in_contact_with", &json!([other])),
        set(other, "in_contact_with", &json!([one])),
        set(one, "moved", &json!(false)),
        set(one, "breakaway_tried", &json!(false)),
        set(one, "board_tried", &json!(false)),
        set(one, "boarded_by", &json!([])),
        set(other, "boarded_by", &json!([])),
    ]
}

pub(super) fn checks(own: &[Alike], targets: &[Alike]) -> Drill {
    let other = targets.iter().find_map(Alike::first);
    let row = |alike: &Alike| {
        let (one, other) = (alike.first()?, other?);
        let mut rammed = in_contact(one, other);
        rammed.push(set(other, "rammed_by_this_phase", &json!([one])));
        let boards = Drilled {
            before: rammed,
            order: json!({"kind": "board", "ship": one, "target": other}),
            reads: Reads::Outcome("boards"),
        };
        let leaves = Drilled {
            before: in_contact(one, other),
            order: json!({"kind": "breakaway", "ship": one, "target": other}),
            reads: Reads::Outcome("away"),
        };
        Some((alike.named(), vec![boards, leaves]))
    };
    Drill {
        title: say!("Boarding and breaking away"),
        rows_are: Say::default(),
        columns: vec![say!("boards"), say!("breaks away")],
        further: Vec::new(),
        notes: vec![say!("Chance in percent, one attempt of a ship in contact.")],
        rows: own.iter().filter_map(row).collect(),
    }
}

/// More hits than this share a column.
const MOST_HITS: u32 = 4;

pub(super) fn fights(own: &[Alike], targets: &[Alike]) -> Drill {
    let row = |(label, one, other): (Say, Tag, Tag)| {
        let question = |reads: Reads| {
            let mut before = in_contact(one, other);
            before.extend([set(other, "boarded_by", &json!([one])), set(other, "hits", &json!(0))]);
            let order = json!({"kind": "hand-to-hand", "attacker": one, "defender": other});
            Drilled { before, order, reads }
        };
        let hits = Reads::Counts(format!("{other}.hits"), MOST_HITS);
        (label, vec![question(hits), question(Reads::Outcome("captured"))])
    };
    Drill {
        title: say!("Hand to hand"),
        rows_are: Say::default(),
        columns: counts(MOST_HITS).chain([say!("captured")]).collect(),
        further: Vec::new(),
        notes: vec![say!(
            "Chances in percent of so many hits on a defender without damage, and to capture her."
        )],
        rows: pairs(own, targets).into_iter().map(row).collect(),
    }
}
