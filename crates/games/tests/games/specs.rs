//! Tests of the specifications of orders: issuers, targets, and the defaults of fields.

use games::SystemTag;
use rules::{OrderSpec, Party};
use serde_json::{Map, Value, json};

fn spec(system: SystemTag, order: &Value) -> (&'static OrderSpec, Map<String, Value>) {
    let order = order.as_object().expect("an object").clone();
    let kind = order["kind"].as_str().expect("a kind");
    (system.order(kind).expect("an order"), order)
}

#[test]
fn the_issuer_of_an_order_is_its_first_unit_a_side_or_the_battle() {
    use SystemTag::{AncientNavalGames, ChickenOfTheSea, CommandAndChaos, GreekFire};
    for (system, order, giver) in [
        (GreekFire, json!({"kind": "ram", "ship": "A1", "target": "B2"}), "A1"),
        (GreekFire, json!({"kind": "end-round", "credit": "B1"}), "the battle"),
        (GreekFire, json!({"kind": "first-side"}), "the battle"),
        (GreekFire, json!({"kind": "adjust", "ship": "B", "field": "name"}), "B"),
        (ChickenOfTheSea, json!({"kind": "resign", "side": "B"}), "B"),
        (ChickenOfTheSea, json!({"kind": "board", "ships": ["A2", "A3"], "target": "B1"}), "A2"),
        (AncientNavalGames, json!({"kind": "morale", "isolated": ["A1"]}), "the battle"),
        (CommandAndChaos, json!({"kind": "melee", "units": ["A4"], "target": "B1"}), "A4"),
    ] {
        let (spec, order) = spec(system, &order);
        assert_eq!(spec.given_by(&order).to_string(), giver, "{order:?}");
        assert!(spec.can_be_given_by(spec.given_by(&order)), "{order:?}");
    }
}

#[test]
fn the_target_of_an_order_is_named_after_its_issuer() {
    let order = json!({"kind": "board", "ships": ["A2", "A3"], "target": "B1"});
    let (spec, order) = spec(SystemTag::ChickenOfTheSea, &order);
    let target = "B1".parse().expect("a tag");
    assert_eq!(spec.aimed_at(&order), Some(Party::Units(vec![target])));
}

#[test]
fn every_default_is_a_value_that_its_field_takes() {
    for system in SystemTag::ALL {
        for order in system.orders() {
            for field in order.fields {
                let default = field.default.value();
                let fits = default.is_none_or(|value| field.takes.fits(&value));
                assert!(fits, "{system} {}: {}", order.kind, field.name);
            }
        }
    }
}
