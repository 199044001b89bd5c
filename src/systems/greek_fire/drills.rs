//! Tables of odds for situations that may come up later.

use serde_json::json;

use crate::rules::common::Tag;
use crate::rules::drill::{Alike, Drill, Drilled, Reads, pairs, set};
use crate::say::{Say, say};

use super::state::{Battle, Ship};

pub(super) fn losses(battle: &Battle, own: &[Alike], targets: &[Alike]) -> Drill {
    let crew = |tag: Tag| battle.ships.find(tag).map_or(0, |ship: &Ship| ship.crew);
    let row = |(label, one, other): (Say, Tag, Tag)| {
        let question = |of: Tag| Drilled {
            before: vec![
                set(one, "grappled", &json!([other])),
                set(other, "grappled", &json!([one])),
                set(one, "boarded_this_turn", &json!(false)),
            ],
            order: json!({"kind": "board", "ship": one, "target": other}),
            reads: Reads::Losses(format!("{of}.crew"), crew(of)),
        };
        (label, vec![question(one), question(other)])
    };
    Drill {
        title: say!("Losses in a fight aboard"),
        rows_are: Say::default(),
        columns: Vec::new(),
        further: vec![
            say!("Boarder loses, average"),
            say!("in 8 of 10 fights"),
            say!("Target loses, average"),
            say!("in 8 of 10 fights"),
        ],
        notes: vec![say!("Crew. One boarding attack of two ships grappled already.")],
        rows: pairs(own, targets).into_iter().map(row).collect(),
    }
}
