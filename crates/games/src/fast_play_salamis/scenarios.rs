//! Odds tables of Fast Play Salamis for later situations.

use serde_json::{Value, json};

use message::{Message, message};
use rules::common::Tag;
use rules::comparison::written;
use rules::scenario::{Alike, Reads, RowOf, Scenario, ScenarioOrder, counts, pairs, set};

use super::orders::{Order, Outcome};
use super::state::Battle;

pub(super) fn scenarios(battle: &Battle, own: &[Alike], targets: &[Alike]) -> Vec<Scenario> {
    vec![bows(battle, own, targets), checks(own, targets), fights(battle, own, targets)]
}

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

fn checks(own: &[Alike], targets: &[Alike]) -> Scenario {
    let other = targets.iter().find_map(Alike::first);
    let row = |alike: &Alike| {
        let (one, other) = (alike.first()?, other?);
        let mut rammed = in_contact(one, other);
        rammed.push(set(other, "rammed_by_this_phase", &json!([one])));
        let boards = ScenarioOrder {
            before: rammed,
            order: written(&Order::Board { ship: one, target: other, attempt: true }),
            reads: Reads::Outcome(Outcome::Boards.slug()),
        };
        let leaves = ScenarioOrder {
            before: in_contact(one, other),
            order: written(&Order::Breakaway { ship: one, target: Some(other) }),
            reads: Reads::Outcome(Outcome::Away.slug()),
        };
        Some((RowOf::Units(alike.clone()), vec![boards, leaves]))
    };
    Scenario {
        title: message!("Boarding and breaking away"),
        rows_are: Message::default(),
        columns: vec![message!("boards"), message!("breaks away")],
        further: Vec::new(),
        notes: vec![message!("The chance of one attempt by a ship in contact.")],
        rows: own.iter().filter_map(row).collect(),
    }
}

/// The highest number of hits with a separate column.
const MOST_HITS: u32 = 4;

/// The further hits of a ship.
fn hits_on(battle: &Battle, other: Tag) -> Reads {
    let taken = battle.common.units.find(other).map_or(0, |ship| ship.hits);
    Reads::Counts(format!("{other}.hits"), taken, MOST_HITS)
}

fn fights(battle: &Battle, own: &[Alike], targets: &[Alike]) -> Scenario {
    let row = |(label, one, other): (RowOf, Tag, Tag)| {
        let question = |reads: Reads| {
            let mut before = in_contact(one, other);
            before.push(set(other, "boarded_by", &json!([one])));
            let order = written(&Order::HandToHand { attacker: one, defender: other });
            ScenarioOrder { before, order, reads }
        };
        (
            label,
            vec![
                question(hits_on(battle, other)),
                question(Reads::Outcome(Outcome::Captured.slug())),
            ],
        )
    };
    Scenario {
        title: message!("Hand to hand"),
        rows_are: Message::default(),
        columns: counts(MOST_HITS).chain([message!("captured")]).collect(),
        further: Vec::new(),
        notes: vec![message!(
            "The chance of each number of hits on the defender, and of capturing her as she is now."
        )],
        rows: pairs(own, targets).into_iter().map(row).collect(),
    }
}

fn bows(battle: &Battle, own: &[Alike], targets: &[Alike]) -> Scenario {
    let row = |(label, one, other): (RowOf, Tag, Tag)| {
        let before = vec![
            set(one, "shot_this_phase", &json!(false)),
            set(one, "in_contact_with", &json!([])),
        ];
        let order = written(&Order::Bows { ship: one, target: other, range_in: 1 });
        (label, vec![ScenarioOrder { before, order, reads: hits_on(battle, other) }])
    };
    Scenario {
        title: message!("Bows"),
        rows_are: Message::default(),
        columns: counts(MOST_HITS).collect(),
        further: Vec::new(),
        notes: vec![message!(
            "The chance of each number of hits; bows stop one short of viability."
        )],
        rows: pairs(own, targets).into_iter().map(row).collect(),
    }
}
