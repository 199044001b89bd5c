//! Command & Chaos, from the rules text: tables, phases, rulings, worked cases.

use serde_json::{Value, json};
use trierarch::dice::Chance;
use trierarch::fleet::read_json;
use trierarch::rules::{Battle, Options};

use crate::{assert_twins_agree, chances, give};

/// A unit of an army, as a file says it.
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

/// Six heavy units, of morale 22 in all:
/// 1 cavalry 3, 2 cavalry 3 (mixed with 7), 3 foot 4V, 4 foot 5V, 5 foot 4V, 6 foot 3 in reserve;
/// 7, 8 light infantry, 7 on the cavalry 2.
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

fn set(battle: &mut Battle, key: &str, value: Value) {
    let (ship, field) = key.split_once('.').expect("a key");
    let order = json!({"kind": "adjust", "ship": ship, "field": field, "value": value});
    give(battle, &order, &json!([])).unwrap_or_else(|stop| panic!("{key}: {stop}"));
}

fn share(weight: u32, total: u32) -> Chance {
    Chance::of(weight, total)
}

fn charge(unit: &str, target: &str, answer: &str) -> Value {
    json!({"kind": "charge", "unit": unit, "target": target, "answer": answer})
}

// ---- Worked cases ----

#[test]
fn a_flank_attack_by_a_mixed_unit_with_an_officer_hits_a_veteran_five_times_in_six() {
    let mut b = battle();
    set(&mut b, "A2.officer", json!("lieutenant"));
    let order = json!({"kind": "melee", "unit": "A2", "target": "B3", "attack": "flank"});
    let odds = chances(&b, &order, &["B3.hits"]);
    assert_eq!(odds.watched["B3.hits"], [(json!(0), share(1, 6)), (json!(1), share(5, 6))]);
    assert_twins_agree(&b, &order, &["B3.hits", "A2.hits"]);
}

#[test]
fn a_charge_of_an_average_on_an_average_that_stands_leaves_eleven_four_and_one_sixteenth() {
    let b = battle();
    let order = charge("A1", "B1", "stand");
    let odds = chances(&b, &order, &["B1.hits"]);
    assert_eq!(
        odds.watched["B1.hits"],
        [(json!(0), share(11, 16)), (json!(1), share(4, 16)), (json!(2), share(1, 16))]
    );
    assert_eq!(odds.of("resolved"), Chance::always());
    assert_twins_agree(&b, &order, &["B1.hits", "B1.status"]);
}
