//! Tests of orders that wait for a roll.

use dice::{EnteredRoll, Thoroughness};
use engine::analysis::{Forecast, odds};
use message::Message;
use rules::{Choice, Side};
use serde_json::{Map, Value, json};
use session::{Asked, EventKind, Mutation, Query, RequestBody, Response, Seat};

use testing::table::{Set, galleys, give, order};

/// Finds an order of A's with more than one roll: a ram of Greek Fire.
fn ram() -> serde_json::Map<String, serde_json::Value> {
    order(json!({"kind": "ram", "ship": "A1", "target": "B1", "spaces_straight": 6}))
}

#[test]
fn an_order_that_lacks_only_the_givers_dice_changes_nothing() {
    let set = Set::new("sybota");
    let mut both = set.sit(Seat::Both);
    let ask = RequestBody::Change(Mutation::Order { order: ram(), dice: Some(Vec::new()) });
    assert!(matches!(both.answer(ask), Response::Needs(needs) if needs.ask.is_some()));
    assert_eq!(set.at(), 0);
}

#[test]
fn an_order_with_a_die_of_the_app_cannot_be_withdrawn() {
    let set = Set::new("sybota");
    let (mut both, mut b) = (set.sit(Seat::Both), set.sit(Seat::B));
    // The app rolls the first die, and the players the others.
    let mut dice = vec![EnteredRoll::Program];
    let ask = RequestBody::Change(Mutation::Order { order: ram(), dice: Some(dice.clone()) });
    match both.answer(ask) {
        // The first roll was a miss, and nothing else is rolled.
        Response::Given { .. } => return,
        Response::Waits { at, .. } => assert_eq!(at, 1),
        other => panic!("{other:?}"),
    }
    assert!(matches!(&b.news()[..], [news] if matches!(news.what, EventKind::Declared(_))));
    let Response::View(view) = both.answer(RequestBody::Read(Query::View { cursor: None })) else {
        panic!("a view")
    };
    let declared = view.declared.expect("it waits");
    assert_eq!(declared.of, 1);
    assert!(!declared.can_be_withdrawn);
    let needs = declared.needs.expect("a roll");
    assert_eq!(needs.after.len(), 1);
    assert!(matches!(
        both.answer(RequestBody::Change(Mutation::Withdraw { of: 1 })),
        Response::Refused(_)
    ));
    assert!(matches!(
        both.answer(give(json!({"kind": "sail", "ship": "A2"}))),
        Response::Refused(_)
    ));
    // Rolled to its end, it has the same result as with only the app's dice.
    for _ in 0..9 {
        dice.push(EnteredRoll::Program);
        match both.answer(RequestBody::Change(Mutation::Throw {
            of: 1,
            dice: vec![EnteredRoll::Program],
        })) {
            Response::Waits { .. } => {}
            Response::Given { row, .. } => {
                let other = Set::new("sybota");
                let mut alone = other.sit(Seat::Both);
                let Response::Given { row: whole, .. } =
                    alone.answer(RequestBody::Change(Mutation::Order { order: ram(), dice: None }))
                else {
                    panic!("given")
                };
                assert_eq!(row.rolls, whole.rolls);
                return;
            }
            other => panic!("{other:?}"),
        }
    }
    panic!("it never ends");
}

/// Two galleys have set their speeds, and Carthage's rams Rome's, which may try to back
/// water first.
fn a_ram_asks(set: &Set, carthage: Side, speeds: [u8; 2]) {
    let (rams, target) = (format!("{carthage}1"), format!("{}1", carthage.other()));
    let gives = |seat: Seat, order: Value| set.sit(seat).answer(give(order));
    let ships = [(carthage, &rams), (carthage.other(), &target)];
    for ((side, ship), speed) in ships.into_iter().zip(speeds) {
        let set_speed = json!({"kind": "set-speed", "ship": ship, "speed": speed});
        let answer = gives(Seat::of(side), set_speed);
        assert!(matches!(answer, Response::Given { .. }), "{answer:?}");
    }
    let ends = gives(Seat::Umpire, json!({"kind": "end-phase"}));
    assert!(matches!(ends, Response::Given { .. }), "{ends:?}");
    let ram =
        json!({"kind": "ram", "ship": rams, "target": target, "aspect": "flank", "mp_left": 1});
    let waits = gives(Seat::of(carthage), ram);
    assert!(matches!(waits, Response::Waits { .. }), "{waits:?}");
}

/// The question to a seat, and the order with each answer.
fn answers(table: &Set, seat: Seat) -> (Asked, Vec<Map<String, Value>>) {
    let Response::View(view) =
        table.sit(seat).answer(RequestBody::Read(Query::View { cursor: None }))
    else {
        panic!("a view")
    };
    let declared = view.declared.expect("it waits");
    let asked = declared.asks.expect("it asks");
    let with = |choice: &Choice| {
        let mut order = declared.order.clone();
        order.insert(asked.field.clone(), choice.value.clone());
        order
    };
    let orders = asked.choices.iter().map(with).collect();
    (asked, orders)
}

#[test]
fn a_question_shows_the_odds_of_each_answer() {
    let set = Set::new("five-against-five");
    a_ram_asks(&set, Side::A, [3, 2]);
    for seat in [Seat::B, Seat::A, Seat::Both, Seat::Onlooker] {
        let (asked, orders) = answers(&set, seat);
        assert_eq!((asked.choices.len(), asked.each.len()), (2, 2));
        for (text, order) in asked.each.iter().zip(orders) {
            let text = text.as_ref().expect("nothing is secret");
            let odds = set.table.with(|table_server| {
                let battle = table_server.battle();
                let order = battle.read_order(&order).expect("an order");
                odds(&battle.full_view(), &order, &[], Thoroughness::Merged).expect("odds")
            });
            let shown: Vec<f64> = text.outcomes.iter().map(|share| share.chance).collect();
            let exact: Vec<f64> = odds.outcomes.iter().map(|(_, p)| p.to_f64()).collect();
            assert_eq!(shown, exact, "{seat}: {order:?}");
        }
        let [one, two] = &asked.each[..] else { panic!("two answers") };
        assert_ne!(one, two, "backing water changes the possible results");
        // A page on another device shows the same line as the window.
        let wire = serde_json::to_value(&asked).expect("it can be written");
        let line: Message =
            serde_json::from_value(wire["each"][0]["in_short"].clone()).expect("a line");
        assert_eq!(Some(line), one.as_ref().map(Forecast::in_short));
    }
}

#[test]
fn the_odds_of_an_answer_are_hidden_from_seats_that_may_not_know_the_speeds() {
    let set = galleys();
    a_ram_asks(&set, Side::B, [3, 3]);
    let hidden = |asked: &Asked| asked.each.iter().all(Option::is_none);
    let (asked, orders) = answers(&set, Seat::Umpire);
    assert!(!hidden(&asked), "a script knows everything: {orders:?}");
    let (asked, _) = answers(&set, Seat::A);
    assert!(hidden(&asked), "{asked:?}");
}

/// B1 has stopped. Her own side sees why she cannot ram; a screen shared by both sides only
/// sees that she cannot.
#[test]
fn a_refusal_that_depends_on_a_secret_gives_no_reason_to_the_other_side() {
    let set = galleys();
    for (seat, order) in [
        (Seat::A, json!({"kind": "set-speed", "ship": "A1", "speed": 3})),
        (Seat::B, json!({"kind": "set-speed", "ship": "B1", "speed": 3})),
        (Seat::Umpire, json!({"kind": "end-phase"})),
        (Seat::B, json!({"kind": "adjust", "ship": "B1", "field": "speed", "value": 0})),
    ] {
        let answer = set.sit(seat).answer(give(order));
        assert!(matches!(answer, Response::Given { .. }), "{answer:?}");
    }
    let why = |seat: Seat| {
        let ram =
            json!({"kind": "ram", "ship": "B1", "target": "A1", "aspect": "flank", "mp_left": 1});
        match set.sit(seat).answer(give(ram)) {
            Response::Refused(refusal) => refusal.why.to_string(),
            other => panic!("{seat}: {other:?}"),
        }
    };
    assert_eq!(why(Seat::B), why(Seat::Umpire));
    assert!(why(Seat::B).contains("B1"), "{}", why(Seat::B));
    assert_eq!(why(Seat::Both), "a secret that this seat may not know forbids this");
}
