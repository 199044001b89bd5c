//! Tests of turns: orders of a side come from its seat, and an order that ends something
//! for both needs the other side's consent.

use engine::journal::{Journal, Opening, read_options};
use games::SystemTag;
use rules::Side;
use serde_json::{Value, json};
use session::{
    Asked, EventKind, Mutation, OwnerRequest, Query, RequestBody, Response, Seat, TableSettings,
    View,
};

use testing::table::{Player, Set, galleys, give, ready};

fn view(player: &mut Player) -> View {
    match player.answer(RequestBody::Read(Query::View { cursor: None })) {
        Response::View(view) => *view,
        other => panic!("{other:?}"),
    }
}

fn given(player: &mut Player, order: Value) {
    let shown = order.to_string();
    let answer = player.answer(give(order));
    assert!(matches!(answer, Response::Given { .. }), "{shown}: {answer:?}");
}

/// The number under which an order waits for the other side's consent.
fn asked(player: &mut Player, of: Side, order: Value) -> u64 {
    let shown = order.to_string();
    match player.answer(give(order)) {
        Response::Waits { at, of: side } if side == of => at,
        other => panic!("{shown}: {other:?}"),
    }
}

fn says(of: u64, yes: bool) -> RequestBody {
    RequestBody::Change(Mutation::Answer { of, field: "agree".into(), value: yes.into() })
}

/// Says that a side is ready to end the phase of both.
fn is_ready(player: &mut Player, order: Value) {
    let answer = player.answer(give(order));
    assert!(matches!(answer, Response::Done { .. }), "{answer:?}");
}

fn question(player: &mut Player) -> Asked {
    view(player).declared.expect("it waits").asks.expect("a question")
}

fn end_phase() -> Value {
    json!({"kind": "end-phase"})
}

/// A1's speed, as far as B may know it.
fn speed_shown(b: &mut Player) -> Option<Value> {
    match b.answer(RequestBody::Read(Query::State {})) {
        Response::State(state) => state["sides"][0]["ships"][0].get("speed").cloned(),
        other => panic!("{other:?}"),
    }
}

#[test]
fn rome_ends_its_own_movement_without_revealing_a_speed_before() {
    let set = galleys();
    let (mut a, mut b) = (set.sit(Seat::A), set.sit(Seat::B));
    let speed = |ship: &str| json!({"kind": "set-speed", "ship": ship, "speed": 4});
    given(&mut a, speed("A1"));
    given(&mut b, speed("B1"));
    // The phase of both ends when both are ready.
    is_ready(&mut a, end_phase());
    given(&mut b, end_phase());
    // Carthage moves first, then boards: these phases are B's own.
    given(&mut b, end_phase());
    given(&mut b, end_phase());
    let before = speed_shown(&mut b);
    assert_ne!(before, Some(json!(4)), "A has not moved");
    let of = asked(&mut b, Side::A, end_phase());
    assert_eq!(speed_shown(&mut b), before);
    assert_eq!(question(&mut a).question.to_string(), "Continue to the next step?");
    assert!(matches!(b.answer(says(of, true)), Response::Refused(_)), "only A may answer");
    assert!(matches!(a.answer(says(of, false)), Response::Done { .. }));
    assert!(b.news().iter().any(|news| news.what == EventKind::Declined));
    assert_eq!((view(&mut b).declared, speed_shown(&mut b)), (None, before));
    given(&mut a, json!({"kind": "spend", "ship": "A1", "mp": 4}));
    given(&mut a, end_phase());
}

#[test]
fn starting_a_ship_in_anothers_turn_needs_the_other_sides_consent() {
    let set = Set::new("sybota");
    let (mut a, mut b) = (set.sit(Seat::A), set.sit(Seat::B));
    let begins = |ship: &str| json!({"kind": "activate", "ship": ship});
    given(&mut a, begins("A1"));
    let of = asked(&mut b, Side::A, begins("B1"));
    let asks = question(&mut a);
    let expected = "Let side B begin? “Yes” ends the turn of A1.";
    assert_eq!((asks.of, asks.question.to_string().as_str()), (Side::A, expected));
    assert_eq!(view(&mut a).guide.active, Some("A1".parse().unwrap()), "A1 continues");
    assert_eq!(view(&mut a).declared.expect("it waits").order["kind"], "activate");
    // B withdraws, and asks again; after the consent it is too late.
    assert!(matches!(
        a.answer(RequestBody::Change(Mutation::Withdraw { of })),
        Response::Refused(_)
    ));
    assert!(matches!(
        b.answer(RequestBody::Change(Mutation::Withdraw { of })),
        Response::Done { .. }
    ));
    let of = asked(&mut b, Side::A, begins("B1"));
    // A table read from its rows asks the same question.
    assert_eq!(question(&mut set.read_again().sit(Seat::A)).of, Side::A);
    assert!(matches!(a.answer(says(of, true)), Response::Given { .. }));
    assert!(matches!(
        b.answer(RequestBody::Change(Mutation::Withdraw { of })),
        Response::Error { .. }
    ));
    assert_eq!(view(&mut b).guide.active, Some("B1".parse().unwrap()));
    // A does not act out of turn without consent either, or end the round.
    asked(&mut a, Side::B, json!({"kind": "sail", "ship": "A2"}));
}

#[test]
fn a_finished_turn_is_followed_by_the_other_sides_without_consent() {
    let set = Set::new("sybota");
    let (mut a, mut b) = (set.sit(Seat::A), set.sit(Seat::B));
    given(&mut a, json!({"kind": "activate", "ship": "A1"}));
    given(&mut a, json!({"kind": "morale", "ship": "A1"}));
    set.table.with(|table_server| {
        let state = table_server.battle().full_view().state();
        assert_eq!(state["sides"][0]["ships"][0]["morale_tested"], true);
    });
    given(&mut b, json!({"kind": "activate", "ship": "B1"}));
    asked(&mut b, Side::A, json!({"kind": "end-round"}));
}

#[test]
fn a_turn_that_its_ship_ends_is_followed_by_the_other_sides_without_consent() {
    let set = Set::new("sybota");
    let (mut a, mut b) = (set.sit(Seat::A), set.sit(Seat::B));
    given(&mut a, json!({"kind": "activate", "ship": "A1"}));
    let ends = json!({"kind": "end-turn", "ship": "A1"});
    assert!(matches!(b.answer(give(ends.clone())), Response::Refused(_)), "only A may end it");
    given(&mut a, ends);
    given(&mut b, json!({"kind": "activate", "ship": "B1"}));
    given(&mut b, json!({"kind": "concede", "side": "B"}));
}

#[test]
fn free_for_all_missiles_and_fires_of_an_empty_ship_belong_to_no_turn() {
    for free in [true, false] {
        let opening = ready("sybota");
        let options =
            read_options(SystemTag::GreekFire, &json!({"free-for-all": free})).expect("switches");
        let set = Set::of_journal(Journal::open(Opening { options, ..opening }).expect("a battle"));
        let (mut a, mut b) = (set.sit(Seat::A), set.sit(Seat::B));
        given(&mut a, json!({"kind": "activate", "ship": "A1"}));
        let shoots =
            json!({"kind": "shoot", "ship": "B1", "weapon": "archers", "target": "A1", "range": 1});
        if free {
            given(&mut b, shoots);
        } else {
            asked(&mut b, Side::A, shoots);
        }
    }
}

#[test]
fn a_side_of_ancient_naval_games_ends_its_turn_without_consent() {
    let set = Set::new("aegates");
    let (mut a, mut b) = (set.sit(Seat::A), set.sit(Seat::B));
    let end = || json!({"kind": "end-turn"});
    let of = asked(&mut b, Side::A, end());
    assert!(matches!(a.answer(says(of, false)), Response::Done { .. }));
    let of = asked(&mut b, Side::A, json!({"kind": "activate", "ship": "B1"}));
    assert!(matches!(a.answer(says(of, false)), Response::Done { .. }));
    given(&mut a, end());
    given(&mut b, json!({"kind": "activate", "ship": "B1"}));
}

#[test]
fn a_phase_of_salamis_in_which_both_act_ends_with_consent() {
    let set = Set::new("salamis");
    let (mut a, mut b) = (set.sit(Seat::A), set.sit(Seat::B));
    let side = view(&mut a).guide.side.expect("a side moves");
    let (mover, other) = match side {
        Side::A => (&mut a, &mut b),
        Side::B => (&mut b, &mut a),
    };
    is_ready(mover, end_phase());
    assert_eq!(view(other).ready, [side]);
    // A ram advances to the next phase, and ends the shooting.
    let tags = [side, side.other()].map(|side| format!("{side}1"));
    let ram = json!({"kind": "ram", "ship": tags[0], "target": tags[1]});
    let of = asked(mover, side.other(), ram);
    assert_eq!(
        question(other).question.to_string(),
        format!("Let side {side} do this now? “Yes” ends the movement phase for both.")
    );
    assert!(view(other).ready.is_empty(), "its own order ends its readiness");
    assert!(matches!(other.answer(says(of, true)), Response::Given { .. }));
    assert!(view(other).prompt.to_string().contains("ram"));
}

#[test]
fn the_owner_agrees_for_an_empty_seat() {
    let set = Set::new("sybota");
    let (mut owner, mut b) = (set.sit(Seat::Owner), set.sit(Seat::B));
    let of = asked(&mut b, Side::A, json!({"kind": "end-round"}));
    assert!(matches!(owner.answer(says(of, true)), Response::Given { .. }));
    let _a = set.sit(Seat::A);
    let of = asked(&mut b, Side::A, json!({"kind": "end-round"}));
    assert!(matches!(owner.answer(says(of, true)), Response::Refused(_)), "A is present");
}

#[test]
fn a_seat_of_both_sides_needs_no_consent() {
    let end = || json!({"kind": "end-round"});
    given(&mut Set::new("sybota").sit(Seat::Both), end());
    given(&mut Set::new("sybota").sit(Seat::A), end());
    let set = Set::new("sybota");
    let (mut owner, mut a, _b) = (set.sit(Seat::Owner), set.sit(Seat::A), set.sit(Seat::B));
    let for_both = TableSettings { orders_for_both: true, ..TableSettings::default() };
    owner.answer(RequestBody::Change(Mutation::Owner(OwnerRequest::Settings(for_both))));
    given(&mut a, end());
}

#[test]
fn a_forbidden_order_is_refused_before_consent_is_asked() {
    let set = Set::new("sybota");
    let (mut a, mut b) = (set.sit(Seat::A), set.sit(Seat::B));
    given(&mut a, json!({"kind": "activate", "ship": "A1"}));
    let crewless = json!({"kind": "adjust", "ship": "B1", "field": "crew", "value": 0});
    given(&mut b, crewless);
    let begins = b.answer(give(json!({"kind": "activate", "ship": "B1"})));
    assert!(matches!(begins, Response::Refused(_)), "{begins:?}");
}

#[test]
fn a_shared_phase_ends_when_both_are_ready_and_an_order_withdraws_readiness() {
    let set = galleys();
    let (mut a, mut b) = (set.sit(Seat::A), set.sit(Seat::B));
    is_ready(&mut a, end_phase());
    assert!(b.news().iter().any(|news| news.what == EventKind::Ready(vec![Side::A])));
    assert!(matches!(a.answer(give(end_phase())), Response::Refused(_)), "it is already ready");
    // This is stored in a row, so that it survives a restart.
    let set = set.read_again();
    let (mut a, mut b) = (set.sit(Seat::A), set.sit(Seat::B));
    assert_eq!([view(&mut a).ready, view(&mut b).ready], [[Side::A]; 2]);
    given(&mut b, json!({"kind": "set-speed", "ship": "B1", "speed": 3}));
    assert_eq!(view(&mut b).ready, [Side::A], "B's order does not affect A");
    given(&mut a, json!({"kind": "set-speed", "ship": "A1", "speed": 3}));
    assert!(view(&mut b).ready.is_empty());
    is_ready(&mut b, end_phase());
    given(&mut a, end_phase());
    assert!(view(&mut b).ready.is_empty(), "the next phase is another");
    assert!(view(&mut b).guide.headline.to_string().contains('1'));
}

#[test]
fn a_device_of_both_sides_ends_a_phase_of_both_at_once() {
    let set = galleys();
    given(&mut set.sit(Seat::Both), end_phase());
}

#[test]
fn the_end_of_a_turn_is_undone_without_consent_until_the_other_side_changes_something() {
    let set = Set::new("aegates");
    let (mut a, b) = (set.sit(Seat::A), set.sit(Seat::B));
    let undo = || RequestBody::Change(Mutation::Undo {});
    given(&mut a, json!({"kind": "end-turn"}));
    assert!(matches!(a.answer(undo()), Response::Done { .. }));
    assert!(matches!(a.answer(RequestBody::Change(Mutation::Redo {})), Response::Done { .. }));
    drop((a, b));
    let set = set.read_again();
    let (mut a, mut b) = (set.sit(Seat::A), set.sit(Seat::B));
    assert!(matches!(a.answer(undo()), Response::Done { .. }));
    given(&mut a, json!({"kind": "end-turn"}));
    given(&mut b, json!({"kind": "activate", "ship": "B1"}));
    assert!(matches!(b.answer(undo()), Response::Done { .. }));
    assert!(matches!(a.answer(undo()), Response::Waits { .. }), "B has begun");
}

#[test]
fn a_declined_question_can_be_repeated_after_twenty_seconds() {
    let set = Set::new("sybota");
    let (mut a, mut b) = (set.sit(Seat::A), set.sit(Seat::B));
    given(&mut a, json!({"kind": "activate", "ship": "A1"}));
    let begins = |ship: &str| give(json!({"kind": "activate", "ship": ship}));
    let of = asked(&mut b, Side::A, json!({"kind": "activate", "ship": "B1"}));
    assert!(matches!(a.answer(says(of, false)), Response::Done { .. }));
    assert!(matches!(b.answer_at(2_019, begins("B1")), Response::Refused(_)));
    // A question that is withdrawn does not count as declined.
    match b.answer_at(2_019, begins("B2")) {
        Response::Waits { at, .. } => b.answer(RequestBody::Change(Mutation::Withdraw { of: at })),
        other => panic!("{other:?}"),
    };
    let set = set.read_again();
    let (_a, mut b) = (set.sit(Seat::A), set.sit(Seat::B));
    assert!(matches!(b.answer_at(2_019, begins("B1")), Response::Refused(_)));
    assert!(matches!(b.answer_at(2_020, begins("B1")), Response::Waits { .. }));
}

#[test]
fn the_view_has_the_last_order_with_its_rolls() {
    let set = Set::new("sybota");
    let mut a = set.sit(Seat::A);
    assert!(view(&mut a).last.is_empty());
    given(&mut a, json!({"kind": "activate", "ship": "A1"}));
    given(&mut a, json!({"kind": "sail", "ship": "A1"}));
    let last = view(&mut a).last;
    assert_eq!((last.len(), last[0].rolls.len()), (1, 1));
}

#[test]
fn a_ready_side_has_only_required_steps() {
    let set = galleys();
    let (mut a, mut b) = (set.sit(Seat::A), set.sit(Seat::B));
    let next = |player: &mut Player| match player.answer(RequestBody::Read(Query::Next {})) {
        Response::Next { next, .. } => {
            (next.text.to_string(), next.order.map(|order| order["kind"].clone()))
        }
        other => panic!("{other:?}"),
    };
    let owes = |ship: &str| (format!("{ship} I: set speed"), Some(json!("set-speed")));
    let before = next(&mut b);
    assert_eq!((next(&mut a), &before), (owes("A1"), &owes("B1")));
    given(&mut a, json!({"kind": "set-speed", "ship": "A1", "speed": 3}));
    assert_eq!(next(&mut a).1, Some(json!("end-phase")));
    is_ready(&mut a, end_phase());
    assert_eq!(next(&mut a), ("Ready. Waiting for carthage (B).".to_owned(), None));
    assert_eq!(next(&mut b), before);
    // Its own order ends its readiness.
    given(&mut a, json!({"kind": "set-speed", "ship": "A1", "speed": 4}));
    assert_eq!(next(&mut a).1, Some(json!("end-phase")));
}
