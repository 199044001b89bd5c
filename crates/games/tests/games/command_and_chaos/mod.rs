//! Tests of Command & Chaos, from the rules text: tables, phases, rulings, worked cases.

mod charts;
mod known_positions;
mod rule_details;
mod melee;
mod moves;
mod army;
mod rally;
mod reserves;
mod rulings;
mod secrets;
mod skirmish;
mod table;

use dice::Chance;
use engine::fleet::read_json;
use games::{Battle, Options};
use rules::Stop;
use serde_json::{Value, json};

use crate::give;

/// A unit of an army, as in a file.
fn unit(name: &str, kind: &str, zone: &str, column: u8, chit: (u32, bool)) -> Value {
    let (morale, veteran) = chit;
    json!({
        "name": name, "kind": kind, "zone": zone, "column": column,
        "max_morale": morale, "veteran": veteran,
    })
}

fn light(name: &str, column: u8) -> Value {
    json!({"name": name, "kind": "light-infantry", "zone": "center-battle-line", "column": column})
}

/// Six heavy units with a total morale of 22: 1 cavalry 3, 2 cavalry 3 (with 7), 3 foot 4V,
/// 4 foot 5V, 5 foot 4V, 6 foot 3 in reserve; 7 and 8 are light infantry, 7 on cavalry 2.
fn army() -> Value {
    let mut reserve = unit("Triarii", "heavy-infantry", "center-battle-line", 2, (3, false));
    reserve["reserve"] = json!(true);
    let mut rider = light("Javelins", 1);
    rider["zone"] = json!("right-wing");
    rider["mixed_with"] = json!("Numidians");
    let zones =
        ["left-wing", "left-battle-line", "center-battle-line", "right-battle-line", "right-wing"];
    let lieutenant = |zone: &str| json!({"name": format!("Tribune of the {zone}"), "zone": zone});
    json!({
        "system": "command-and-chaos",
        "name": "Legion",
        "commander": {"name": "Scipio", "zone": "center-battle-line"},
        "unit": [
            unit("Horse", "heavy-cavalry", "left-wing", 2, (3, false)),
            unit("Numidians", "heavy-cavalry", "right-wing", 1, (3, false)),
            unit("First", "heavy-infantry", "left-battle-line", 2, (4, true)),
            unit("Second", "heavy-infantry", "center-battle-line", 1, (5, true)),
            unit("Third", "heavy-infantry", "right-battle-line", 1, (4, true)),
            reserve,
            rider,
            light("Velites", 1),
        ],
        "lieutenant": zones.map(lieutenant),
        "card": [
            {"name": "Stand fast", "text": "The first hit does not count.", "count": 4},
            {"name": "Press on", "text": "Two dice, the higher.", "count": 2},
            {"name": "Shout", "text": "One hit less.", "count": 1},
        ],
    })
}

fn open(a: &Value, b: &Value) -> Battle {
    let fleet = |keys| read_json(keys).unwrap_or_else(|f| panic!("{f:#?}")).fleet;
    Battle::open([fleet(a), fleet(b)], Options::new()).expect("a battle")
}

fn battle() -> Battle {
    open(&army(), &army())
}

fn share(weight: u32, total: u32) -> Chance {
    Chance::of(weight, total)
}

fn end_phase(battle: &mut Battle) {
    give(battle, &json!({"kind": "end-phase"}), &json!([])).expect("the end of a phase");
}

/// Ends phases until this phase is reached.
fn until(battle: &mut Battle, phase: &str) {
    for _ in 0..4 {
        if battle.full_view().state()["phase"] == phase {
            return;
        }
        end_phase(battle);
    }
    panic!("no phase {phase}");
}

fn charge(unit: &str, target: &str, answer: &str) -> Value {
    json!({"kind": "charge", "unit": unit, "target": target, "answer": answer})
}

fn melee(unit: &str, target: &str, attack: &str) -> Value {
    json!({"kind": "melee", "unit": unit, "target": target, "attack": attack})
}

fn two_on_one(units: [&str; 2], target: &str, answers: &str) -> Value {
    json!({"kind": "melee", "units": units, "target": target, "answers": answers})
}

fn flank(unit: &str, target: &str, attack: &str) -> Value {
    json!({"kind": "flank", "unit": unit, "target": target, "attack": attack})
}

fn of_unit(kind: &str, unit: &str) -> Value {
    json!({"kind": kind, "unit": unit})
}

fn of_side(kind: &str, side: &str) -> Value {
    json!({"kind": kind, "side": side})
}

fn zone(kind: &str, side: &str, zone: &str) -> Value {
    json!({"kind": kind, "side": side, "zone": zone})
}

fn officer(kind: &str, officer: &str, unit: &str) -> Value {
    json!({"kind": kind, "officer": officer, "unit": unit})
}

/// Why an order makes no sense.
fn invalid_reason(battle: &Battle, order: &Value) -> String {
    match give(&mut battle.clone(), order, &json!([])) {
        Err(Stop::Invalid(why)) => why.to_string(),
        other => panic!("{order} makes sense: {other:?}"),
    }
}
