//! Odds tables of Command & Chaos for later situations.

use serde_json::{Value, json};

use message::{Message, message};
use rules::common::Tag;
use rules::comparison::written;
use rules::opponent_choice::Chosen;
use rules::scenario::{Alike, Reads, RowOf, Scenario, ScenarioOrder, set};

use super::orders::{Order, OrderKind};
use super::state::{Battle, Status};
use super::tables::{Answer, Kind};

/// Whether a unit is a veteran, with the words for it.
fn grades() -> [(bool, Message); 2] {
    [(false, message!("average")), (true, message!("veteran"))]
}

pub(super) fn scenarios(battle: &Battle, own: &[Alike], targets: &[Alike]) -> Vec<Scenario> {
    // Cavalry cannot be flanked; otherwise both kinds have the same dice. A unit represents
    // its kind even after it has routed.
    let heavy = |side: &[Alike]| {
        let side = side.iter().find_map(Alike::first)?.side;
        let mut units = battle.common.units.of(side);
        units.find(|(_, unit)| unit.kind == Kind::HeavyInfantry).map(|(tag, _)| tag)
    };
    let (Some(one), Some(other)) = (heavy(own), heavy(targets)) else { return Vec::new() };
    let before = |own: bool, target: bool| rested([(one, own), (other, target)]);
    let charge = |own: bool, target: bool, answer: Answer, of: Tag| ScenarioOrder {
        before: before(own, target),
        order: written(&Order::Charge { unit: one, target: other, answer: Chosen::Value(answer) }),
        reads: Reads::Counts(format!("{of}.hits"), 0, 2),
    };
    let pairs = || {
        grades().into_iter().flat_map(|(own, who)| {
            grades()
                .map(|(target, at)| (message!("{who} charges {at}", who = &who, at), own, target))
        })
    };
    let stands = pairs().map(|(label, own, target)| {
        (RowOf::Text(label), vec![charge(own, target, Answer::Stand, other)])
    });
    let counters = pairs().map(|(label, own, target)| {
        let of = |tag| charge(own, target, Answer::CounterCharge, tag);
        (RowOf::Text(label), vec![of(other), of(one)])
    });
    let melee = |target: bool, attack: &str| ScenarioOrder {
        before: before(false, target),
        order: json!({"kind": OrderKind::Melee, "unit": one, "target": other, "attack": attack}),
        reads: Reads::Counts(format!("{other}.hits"), 0, 1),
    };
    let melees = grades().map(|(target, at)| {
        (
            RowOf::Text(message!("at {grade}", grade = at)),
            ["front", "flank"].map(|attack| melee(target, attack)).to_vec(),
        )
    });
    let hits = || ["0", "1", "2"].map(Message::verbatim);
    let three = |of: &dyn Fn(Message) -> Message| hits().map(of);
    let on_target = three(&|count| message!("target: {count}", count));
    let on_charger = three(&|count| message!("charger: {count}", count));
    vec![
        of_hits(
            message!("Charge, the target stands"),
            on_target.to_vec(),
            message!("By grade, whatever the units are; hidden grades are not revealed."),
            stands.collect(),
        ),
        of_hits(
            message!("Charge, the target counter-charges"),
            on_target.iter().chain(&on_charger).cloned().collect(),
            message!("By grade; neither unit has hits yet."),
            counters.collect(),
        ),
        of_melee(melees.to_vec()),
    ]
}

/// The table of melees: by the grade of the target, from the front and at a flank.
fn of_melee(rows: Vec<(RowOf, Vec<ScenarioOrder>)>) -> Scenario {
    let heads =
        [message!("front: 0"), message!("front: 1"), message!("flank: 0"), message!("flank: 1")];
    let note = message!(
        "By grade, one attack die. An officer, or light infantry mixed in, adds as much as a flank."
    );
    of_hits(message!("Melee"), heads.to_vec(), note, rows)
}

/// Corrections that give two units these grades and no previous fights.
fn rested(units: [(Tag, bool); 2]) -> Vec<Value> {
    let fit = |(tag, veteran): (Tag, bool)| {
        [
            ("status", json!(Status::InAction)),
            ("officer", Value::Null),
            ("mixed", json!(false)),
            ("engaged_with", json!([])),
            ("fought", json!([])),
            ("flanking", Value::Null),
            ("hits", json!(0)),
            ("max_morale", json!(5)),
            ("stamina", json!(3)),
            ("charged", json!(false)),
            ("fallback_owed", json!(0)),
            ("veteran", json!(veteran)),
        ]
        .map(|(field, value)| set(tag, field, &value))
    };
    units.into_iter().flat_map(fit).collect()
}

fn of_hits(
    title: Message,
    columns: Vec<Message>,
    note: Message,
    rows: Vec<(RowOf, Vec<ScenarioOrder>)>,
) -> Scenario {
    Scenario {
        title,
        rows_are: Message::default(),
        columns,
        further: Vec::new(),
        notes: vec![message!("The chance of each number of hits."), note],
        rows,
    }
}
