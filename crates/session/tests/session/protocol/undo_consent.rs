//! Tests of undo with both seats taken: undoing a roll needs the other side's consent.

use engine::fleet::library;
use engine::journal::Change;
use games::SystemTag;
use rules::{Side, Winner};
use serde_json::{Value, json};
use session::{
    AmendPreview, EventKind, Mutation, OwnerRequest, Query, RequestBody, Response, Seat,
    TableSettings, View,
};

use testing::table::{Player, Set, give};

fn view(player: &mut Player) -> View {
    match player.answer(RequestBody::Read(Query::View { cursor: None })) {
        Response::View(view) => *view,
        other => panic!("{other:?}"),
    }
}

/// An order of A's without dice, and one with dice.
fn fought() -> Set {
    let set = Set::new("sybota");
    let mut a = set.sit(Seat::A);
    for order in [
        json!({"kind": "activate", "ship": "A1"}),
        json!({"kind": "ram", "ship": "A1", "target": "B1", "spaces_straight": 6}),
    ] {
        let answer = a.answer(give(order));
        assert!(matches!(answer, Response::Given { .. }), "{answer:?}");
    }
    // The player who gave them has left since.
    set.read_again()
}

fn says(of: u64, value: Value) -> RequestBody {
    RequestBody::Change(Mutation::Answer { of, field: "undo".into(), value })
}

#[test]
fn an_undo_past_a_roll_is_made_when_the_other_side_agrees() {
    let set = fought();
    let (mut a, mut b) = (set.sit(Seat::A), set.sit(Seat::B));
    assert!(matches!(
        a.answer(RequestBody::Change(Mutation::Undo {})),
        Response::Waits { at: 3, of: Side::B }
    ));
    assert!(matches!(&b.news()[..], [news] if matches!(news.what, EventKind::Declared(_))));
    let declared = view(&mut b).declared.expect("it waits");
    let asks = declared.asks.expect("a question");
    assert_eq!((asks.of, asks.field.as_str(), asks.choices.len()), (Side::B, "undo", 2));
    assert!(declared.headline.to_string().starts_with("2. Ram"), "{}", declared.headline);
    // Nothing else may happen before that, and A cannot answer itself.
    assert!(matches!(b.answer(give(json!({"kind": "sail", "ship": "B1"}))), Response::Refused(_)));
    assert!(matches!(a.answer(says(3, json!(true))), Response::Refused(_)));
    assert!(matches!(b.answer(says(3, json!(true))), Response::Done { at: 4, .. }));
    assert!(a.news().iter().any(|news| matches!(news.what, EventKind::Undone { cursor: 1 })));
    let after = view(&mut a);
    assert_eq!((after.cursor, after.declared), (1, None));
    // An order without dice is undone at once.
    assert!(matches!(
        a.answer(RequestBody::Change(Mutation::Undo {})),
        Response::Done { at: 5, .. }
    ));
    assert_eq!(view(&mut b).cursor, 0);
    assert_eq!(set.rows().len(), 6);
}

#[test]
fn a_request_can_be_declined_or_withdrawn() {
    let set = fought();
    let (mut a, mut b) = (set.sit(Seat::A), set.sit(Seat::B));
    a.answer(RequestBody::Change(Mutation::Undo {}));
    assert!(matches!(b.answer(says(3, json!(false))), Response::Done { at: 4, .. }));
    assert!(a.news().iter().any(|news| news.what == EventKind::Declined));
    a.answer(RequestBody::Change(Mutation::Undo {}));
    assert!(matches!(
        b.answer(RequestBody::Change(Mutation::Withdraw { of: 5 })),
        Response::Refused(_)
    ));
    assert!(matches!(
        a.answer(RequestBody::Change(Mutation::Withdraw { of: 5 })),
        Response::Done { at: 6, .. }
    ));
    let after = view(&mut b);
    assert_eq!((after.cursor, after.declared), (2, None));
    assert!(matches!(b.answer(says(5, json!(true))), Response::Error { .. }), "it is gone");
}

#[test]
fn a_shared_device_withdraws_the_question_of_the_seat_it_replaces() {
    let set = fought();
    let (mut a, _b) = (set.sit(Seat::A), set.sit(Seat::B));
    a.answer(RequestBody::Change(Mutation::Undo {}));
    let mut both = set.read_again().sit(Seat::Both);
    assert!(view(&mut both).declared.expect("it waits").can_be_withdrawn);
    assert!(matches!(
        both.answer(RequestBody::Change(Mutation::Withdraw { of: 3 })),
        Response::Done { at: 4, .. }
    ));
    assert_eq!(view(&mut both).declared, None);
}

#[test]
fn the_other_sides_orders_are_undone_with_its_consent() {
    let set = fought();
    let (mut a, mut b) = (set.sit(Seat::A), set.sit(Seat::B));
    b.answer(give(json!({"kind": "adjust", "ship": "B2", "field": "crew", "value": 9})));
    assert!(matches!(
        a.answer(RequestBody::Change(Mutation::GoTo { cursor: 0 })),
        Response::Waits { at: 4, of: Side::B }
    ));
    assert!(matches!(b.answer(says(4, json!(true))), Response::Done { at: 5, .. }));
    assert_eq!(view(&mut a).cursor, 0);
}

#[test]
fn no_consent_is_needed_if_one_seat_has_both_sides_or_the_other_is_empty() {
    let set = fought();
    assert!(matches!(
        set.sit(Seat::Both).answer(RequestBody::Change(Mutation::Undo {})),
        Response::Done { .. }
    ));
    let set = Set::new("sybota");
    let mut a = set.sit(Seat::A);
    a.answer(give(json!({"kind": "activate", "ship": "A1"})));
    a.answer(give(json!({"kind": "sail", "ship": "A1"})));
    assert!(matches!(a.answer(RequestBody::Change(Mutation::Undo {})), Response::Done { .. }));
}

#[test]
fn the_owner_may_turn_off_consent() {
    let set = fought();
    let (mut owner, mut a, _b) = (set.sit(Seat::Owner), set.sit(Seat::A), set.sit(Seat::B));
    // The owner cannot undo anything while both sides are present.
    assert!(matches!(owner.answer(RequestBody::Change(Mutation::Undo {})), Response::Refused(_)));
    let settings = TableSettings { undo_asks: false, ..TableSettings::default() };
    let ask = RequestBody::Change(Mutation::Owner(OwnerRequest::Settings(settings)));
    assert!(matches!(a.answer(ask.clone()), Response::Refused(_)));
    assert!(matches!(owner.answer(ask), Response::Done { .. }));
    // The ram changed a ship of B's, so A may never undo or redo it alone.
    assert!(matches!(a.answer(RequestBody::Change(Mutation::Undo {})), Response::Refused(_)));
}

#[test]
fn a_refused_redo_does_not_speak_of_an_undo() {
    let set = fought();
    let (mut owner, mut a, mut b) = (set.sit(Seat::Owner), set.sit(Seat::A), set.sit(Seat::B));
    a.answer(RequestBody::Change(Mutation::Undo {}));
    assert!(matches!(b.answer(says(3, json!(true))), Response::Done { .. }));
    for (seat, why) in [
        (&mut owner, "only a side can redo its orders"),
        (&mut b, "a side can redo only its own orders"),
    ] {
        match seat.answer(RequestBody::Change(Mutation::Redo {})) {
            Response::Refused(refusal) => assert_eq!(refusal.why, why),
            other => panic!("{other:?}"),
        }
    }
}

#[test]
fn an_amendment_between_two_seats_needs_consent() {
    let set = fought();
    let (mut a, mut b) = (set.sit(Seat::A), set.sit(Seat::B));
    let trial = AmendPreview {
        index: 1,
        change: Change::Drop,
        decisions: Vec::new(),
        note: "she was never there".into(),
    };
    assert!(matches!(
        a.answer(RequestBody::Change(Mutation::Amend(trial))),
        Response::Waits { at: 3, of: Side::B }
    ));
    let again = set.read_again();
    let mut b_again = again.sit(Seat::B);
    let declared = view(&mut b_again).declared.expect("it waits");
    assert_eq!(declared.order["kind"], json!("amend"));
    let yes =
        RequestBody::Change(Mutation::Answer { of: 3, field: "amend".into(), value: json!(true) });
    assert!(matches!(b.answer(yes), Response::Done { at: 4, .. }));
    assert_eq!(view(&mut a).len, 1);
}

#[test]
fn a_result_needs_the_other_sides_consent_in_every_system() {
    let ready = |system| library::battles().iter().find(|battle| battle.system == system);
    for system in SystemTag::ALL {
        let set = Set::new(&ready(*system).expect("a ready battle").slug);
        let (mut a, mut b) = (set.sit(Seat::A), set.sit(Seat::B));
        let answer = a.answer(give(json!({"kind": "agree-result", "winner": "draw"})));
        let Response::Waits { at, of: Side::B } = answer else { panic!("{system}: {answer:?}") };
        let declared = view(&mut b).declared.expect("it waits");
        let asks = declared.asks.expect("a question");
        assert_eq!(declared.headline.to_string(), "Agree a result, draw");
        let asked = asks.question.to_string();
        assert_eq!(asked, "Side A proposes this result. Agree, and end the battle?");
        let yes =
            RequestBody::Change(Mutation::Answer { of: at, field: asks.field, value: json!(true) });
        b.answer(yes);
        assert_eq!(view(&mut a).winner, Some(Winner::Draw), "{system}");
        assert_eq!(view(&mut b).victor, Some(Winner::Draw), "{system}");
    }
}

#[test]
fn an_agreed_result_that_is_declined_changes_nothing() {
    let set = Set::new("sybota");
    let (mut a, mut b) = (set.sit(Seat::A), set.sit(Seat::B));
    let answer = b.answer(give(json!({"kind": "agree-result", "winner": "B"})));
    let Response::Waits { at, of: Side::A } = answer else { panic!("{answer:?}") };
    let field = view(&mut a).declared.and_then(|order| order.asks).expect("a question").field;
    a.answer(RequestBody::Change(Mutation::Answer { of: at, field, value: json!(false) }));
    let after = view(&mut b);
    assert_eq!((after.winner, after.cursor, after.declared), (None, 0, None));
}
