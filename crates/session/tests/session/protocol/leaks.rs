//! Tests of requests that could reveal a secret at once: a file of the battle, a preview,
//! an undo.

use dice::EnteredRoll;
use engine::journal::{Change, DiceChoice, Journal, Opening};
use serde_json::{Value, json};
use session::{
    AmendPreview, DocumentKind, EventKind, Mutation, Query, RequestBody, Response, Seat, View,
};

use games::Options;

use crate::protocol::pair::Pair;
use testing::player::ready_battle;
use testing::table::{Player, Set, give, order};

fn view(player: &mut Player) -> View {
    match player.answer(RequestBody::Read(Query::View { cursor: None })) {
        Response::View(view) => *view,
        other => panic!("{other:?}"),
    }
}

fn file(player: &mut Player) -> Response {
    player.answer(RequestBody::Read(Query::Tell(DocumentKind::File {})))
}

/// A file contains every speed that was set in secret, and every chit.
#[test]
fn exporting_a_file_with_secrets_is_announced() {
    let set = Set::new("drepanum");
    let mut both = set.sit(Seat::Both);
    let mut a = set.sit(Seat::A);
    assert!(matches!(file(&mut both), Response::Hidden { .. }));
    assert_eq!(view(&mut a).taken_out, None);
    assert!(matches!(
        both.answer(RequestBody::Change(Mutation::TakeOut {})),
        Response::Done { at: 1, .. }
    ));
    let news: Vec<EventKind> = a.news().into_iter().map(|news| news.what).collect();
    assert_eq!(news, [EventKind::TakenOut]);
    assert!(matches!(file(&mut both), Response::Told(_)));
    // It stays available, with the battle at that time.
    let set = set.read_again();
    let [mut both, mut a] = [Seat::Both, Seat::A].map(|seat| set.sit(seat));
    assert_eq!(view(&mut a).taken_out, Some(2_000));
    assert!(matches!(file(&mut both), Response::Told(_)));
    let sets = give(json!({"kind": "set-speed", "ship": "A1", "speed": 1}));
    assert!(matches!(a.answer(sets), Response::Given { .. }));
    assert!(matches!(file(&mut both), Response::Hidden { .. }));
}

#[test]
fn only_an_owner_exports_the_file_of_a_battle_in_progress_and_everyone_is_notified() {
    let set = Set::new("sybota");
    for seat in [Seat::A, Seat::B, Seat::Onlooker] {
        let mut player = set.sit(seat);
        assert!(matches!(file(&mut player), Response::Hidden { .. }), "{seat}");
        assert!(
            matches!(
                player.answer(RequestBody::Change(Mutation::TakeOut {})),
                Response::Refused(_)
            ),
            "{seat}"
        );
    }
    // In Greek Fire there are no secrets at one screen.
    assert!(matches!(file(&mut set.sit(Seat::Both)), Response::Told(_)));
    let mut owner = set.sit(Seat::Owner);
    assert!(matches!(file(&mut owner), Response::Hidden { .. }));
    assert!(matches!(
        owner.answer(RequestBody::Change(Mutation::TakeOut {})),
        Response::Done { .. }
    ));
    assert!(matches!(file(&mut owner), Response::Told(_)));
}

/// Two tables of a ready battle at which these orders were given.
fn tables(slug: &str, switches: &[&str], two: [Vec<Value>; 2]) -> Pair {
    let journals = two.map(|orders| {
        let opening = ready_battle(slug, 433);
        let system = opening.fleets[0].system();
        let options: Option<Options> = switches.iter().map(|word| system.switch(word)).collect();
        let opening = Opening { options: options.expect("switches"), ..opening };
        let mut journal = Journal::open(opening).expect("a battle");
        for written in orders {
            let order = journal.battle().read_order(&order(written)).expect("an order");
            journal.give(&order, &DiceChoice::Program, 5, "").expect("it is open");
        }
        journal
    });
    Pair::of(journals, true)
}

/// Two tables at which A, after the same public orders, set one of these speeds for its
/// first galley in secret.
fn speeds(opened: &[Value], two: [u8; 2]) -> Pair {
    let orders = two.map(|speed| {
        let set = json!({"kind": "set-speed", "ship": "A1", "speed": speed});
        opened.iter().cloned().chain([set]).collect()
    });
    tables("five-against-five", &[], orders)
}

/// Requests of the other seats about the log, the battle and its report.
fn all_is_alike(pair: &mut Pair) {
    for seat in [Seat::B, Seat::Both, Seat::Onlooker] {
        let shown = [DocumentKind::Report {}, DocumentKind::Luck {}]
            .map(|what| RequestBody::Read(Query::Tell(what)));
        let log = RequestBody::Read(Query::Log { from: 0, count: 99 });
        for ask in [
            RequestBody::Read(Query::View { cursor: None }),
            RequestBody::Read(Query::State {}),
            log,
        ]
        .iter()
        .chain(&shown)
        {
            pair.asks(seat, ask).expect("alike");
        }
    }
}

#[test]
fn a_preview_of_a_ram_does_not_reveal_a_secret_speed() {
    let mut pair = speeds(&[], [3, 2]);
    let own = give(json!({"kind": "coast", "ship": "B1"}));
    assert!(matches!(pair.asks(Seat::B, &own).expect("alike"), Response::Given { .. }));
    let ram = json!({"kind": "ram", "ship": "B1", "target": "A1", "aspect": "flank"});
    let dice = DiceChoice::Entered(Vec::new());
    for change in [
        Change::Replace { order: Some(order(ram.clone())), dice: Some(dice.clone()) },
        Change::Insert { order: order(ram), dice },
        Change::Drop,
    ] {
        let trial = AmendPreview { index: 1, change, decisions: Vec::new(), note: String::new() };
        pair.asks(Seat::B, &RequestBody::Read(Query::Trial(trial.clone()))).expect("alike");
        let amended =
            pair.asks(Seat::B, &RequestBody::Change(Mutation::Amend(trial))).expect("alike");
        if let Response::Waits { at, .. } = amended {
            pair.asks(Seat::B, &RequestBody::Change(Mutation::Withdraw { of: at })).expect("alike");
        }
    }
}

#[test]
fn orders_before_a_secret_cannot_be_amended_until_it_is_revealed() {
    let coast = json!({"kind": "coast", "ship": "B1"});
    let mut pair = speeds(&[coast], [3, 2]);
    let (change, decisions) = (Change::Drop, Vec::new());
    let trial = AmendPreview { index: 0, change, decisions, note: String::new() };
    for ask in [
        RequestBody::Read(Query::Trial(trial.clone())),
        RequestBody::Change(Mutation::Amend(trial)),
    ] {
        assert!(matches!(pair.asks(Seat::B, &ask).expect("alike"), Response::Refused(_)));
    }
}

/// Whether a crew rolled for fatigue reveals its speed.
#[test]
fn undoing_a_secret_order_needs_consent_with_or_without_dice() {
    let correct = json!({"kind": "adjust", "ship": "A1", "field": "speed", "value": 5});
    let mut pair = speeds(&[correct], [5, 4]);
    let answers = pair
        .does([&RequestBody::Change(Mutation::Undo {}), &RequestBody::Change(Mutation::Undo {})])
        .expect("alike");
    assert!(answers.iter().all(|answer| matches!(answer, Response::Waits { .. })), "{answers:?}");
}

fn adjust(ship: &str, field: &str, value: &Value) -> Value {
    json!({"kind": "adjust", "ship": ship, "field": field, "value": value})
}

#[test]
fn a_correction_to_the_present_value_does_not_reveal_a_secret() {
    for (slug, ship, field, two) in [
        ("five-against-five", "A1", "speed", [json!(3), json!(2)]),
        ("learning", "A1", "max_morale", [json!(3), json!(4)]),
        ("learning", "A1", "veteran", [json!(false), json!(true)]),
    ] {
        let before = two.each_ref().map(|value| vec![adjust(ship, field, value)]);
        let mut pair = tables(slug, &[], before);
        let same = give(adjust(ship, field, &two[0]));
        let answers = pair.does([&same, &same]).expect("alike");
        assert!(answers.iter().all(|answer| matches!(answer, Response::Given { .. })), "{field}");
        all_is_alike(&mut pair);
    }
}

/// If it were declared, an order with a die of the app’s would show that dice are rolled.
#[test]
fn a_formation_that_stays_at_full_speed_is_not_seen_to_roll_for_fatigue() {
    let ships = ["A1", "A2", "A3"];
    let mut opened: Vec<Value> =
        ships.iter().map(|ship| adjust(ship, "speed", &json!(5))).collect();
    opened.push(json!({"kind": "form", "formation": "column", "ships": ships, "leader": "A1"}));
    let mut pair = tables("five-against-five", &["command"], [opened.clone(), opened]);
    let sets =
        |speed: u8| order(json!({"kind": "set-speed", "formation": "column-1", "speed": speed}));
    let dice = Some(vec![EnteredRoll::Program]);
    let (stays, slows) = (
        RequestBody::Change(Mutation::Order { order: sets(5), dice }),
        RequestBody::Change(Mutation::Order { order: sets(4), dice: None }),
    );
    let answers = pair.does([&stays, &slows]).expect("alike");
    let rolls = answers.each_ref().map(|answer| match answer {
        Response::Given { row, .. } => row.rolls.len(),
        other => panic!("{other:?}"),
    });
    assert_eq!(rolls, [3, 0], "the app rolls the missing dice");
    all_is_alike(&mut pair);
}
