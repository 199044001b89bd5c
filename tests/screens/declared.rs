//! Tests of the other side's choices in an order, on one screen.

use serde_json::{Value, json};
use trierarch::journal::Opening;
use trierarch::session::{Client, Mutation, Seat, Tables};
use trierarch::ui::Start;

use crate::{DESK, PHONE, Screen, battle, controls, open_with, press_here, says, standing_orders};

fn give(client: &Client, order: &Value) {
    let order = order.as_object().unwrap().clone();
    client.change(Mutation::Order { order, dice: None });
    assert!(!client.take_news().is_empty());
}

/// A screen for both sides. Before, Carthage's A1, at speed 5, declared a ram of Rome's B1, at
/// speed 2, from a seat of its own side.
fn open_with_declared_ram(size: [f32; 2]) -> Screen {
    let tables = Tables::in_memory();
    let opening = Opening::ready("five-against-five", 433).unwrap();
    let both = tables.begin("ram", opening, Seat::Both).unwrap();
    for (ship, speed) in [("A1", 5), ("B1", 2)] {
        give(&both, &json!({"kind": "adjust", "ship": ship, "field": "speed", "value": speed}));
    }
    give(&both, &json!({"kind": "end-phase"}));
    let slug = both.slug().to_owned();
    drop(both);
    let carthage = tables.reopen(&slug, Seat::A).unwrap();
    let ram = json!({"kind": "ram", "ship": "A1", "target": "B1", "aspect": "flank", "mp_left": 1});
    give(&carthage, &ram);
    drop(carthage);
    open_with(size, &Start::Ready(slug), tables)
}

#[test]
fn the_other_sides_choice_is_asked_and_answered_on_one_screen() {
    for size in [DESK, PHONE] {
        let mut screen = open_with_declared_ram(size);
        assert!(says(&screen, "answers: The target tries to back water first"));
        assert!(!controls(&screen).contains_key("Next phase: Carthage boards"));
        let before = standing_orders(&screen);
        // Each answer shows its possible results.
        let named = |answer: &str| {
            let begins = format!("Answer: {answer}: ");
            controls(&screen).into_keys().find(|name| name.starts_with(&begins)).unwrap()
        };
        let [stays, backs] = ["She stays on her course", "She tries to back water"].map(named);
        assert!(stays.contains("sunk ") && !stays.contains("backs water "), "{stays}");
        assert!(backs.contains("sunk ") && backs.contains("backs water "), "{backs}");
        press_here(&mut screen, &stays);
        assert!(battle(&screen).view().declared.is_none());
        assert_eq!(standing_orders(&screen), before + 1);
        let row = battle(&screen).log().rows.last().unwrap();
        assert_eq!((&row.order["kind"], &row.order["avoid"]), (&json!("ram"), &json!(false)));
        assert!(controls(&screen).contains_key("Next phase: Carthage boards"));
    }
}

#[test]
fn a_waiting_order_can_be_withdrawn_before_it_is_answered() {
    let mut screen = open_with_declared_ram(DESK);
    let before = standing_orders(&screen);
    press_here(&mut screen, "Withdraw the order");
    assert!(battle(&screen).view().declared.is_none());
    assert_eq!(standing_orders(&screen), before);
}
