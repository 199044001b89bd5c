//! Tests of orders that wait for the other side's answer.

use dice::EnteredRoll;
use rules::{Side, Subject};
use serde_json::{Value, json};
use session::{
    Asked, Declared, Draft, EventKind, Mutation, Query, RequestBody, Response, Seat, Verdict, View,
};

use testing::table::{Player, Set, give, order};

fn view(player: &mut Player) -> View {
    match player.answer(RequestBody::Read(Query::View { cursor: None })) {
        Response::View(view) => *view,
        other => panic!("{other:?}"),
    }
}

fn asked(player: &mut Player) -> (Declared, Asked) {
    let declared = view(player).declared.expect("it waits");
    let asks = declared.asks.clone().expect("a question");
    (declared, asks)
}

fn ram() -> RequestBody {
    give(json!({"kind": "ram", "ship": "A1", "target": "B1", "aspect": "flank", "mp_left": 0}))
}

/// Two galleys, side A's about to ram.
fn galleys(speed: u8) -> Set {
    let ship = |name: &str, speed: u8| json!([{"name": name, "cq": 3, "speed": speed}]);
    let fleet = |nation: &str, ships: Value| json!({"system": "chicken-of-the-sea", "name": nation, "nation": nation, "ship": ships});
    Set::on(&[fleet("carthage", ship("I", 5)), fleet("rome", ship("II", speed))])
}

#[test]
fn a_ram_waits_for_the_owner_of_the_target_at_any_speed() {
    for (speed, may) in [(2, true), (4, false)] {
        let set = galleys(speed);
        let (mut a, mut b) = (set.sit(Seat::A), set.sit(Seat::B));
        assert!(matches!(a.answer(ram()), Response::Waits { at: 1, of: Side::B }));
        assert!(matches!(&b.news()[..], [news] if matches!(news.what, EventKind::Declared(_))));
        let (declared, asks) = asked(&mut b);
        assert_eq!((asks.of, asks.field.as_str()), (Side::B, "avoid"));
        assert!(declared.can_be_withdrawn && declared.needs.is_none());
        let open = |asks: &Asked| {
            asks.choices.iter().map(|choice| choice.refused.is_none()).collect::<Vec<_>>()
        };
        // Only her owner learns what her speed allows.
        assert_eq!(open(&asks), [true, may]);
        assert_eq!(open(&asked(&mut a).1), [true, true]);
        let tries = RequestBody::Change(Mutation::Answer {
            of: 1,
            field: "avoid".into(),
            value: json!(true),
        });
        assert!(
            matches!(a.answer(tries.clone()), Response::Refused(_)),
            "only the other side may answer"
        );
        let answer = b.answer(tries);
        assert_eq!(matches!(answer, Response::Given { at: 2, .. }), may, "{answer:?}");
        if !may {
            assert!(matches!(answer, Response::Refused(_)));
            let stays = RequestBody::Change(Mutation::Answer {
                of: 1,
                field: "avoid".into(),
                value: json!(false),
            });
            assert!(matches!(b.answer(stays), Response::Given { at: 2, .. }));
        }
        assert!(view(&mut a).declared.is_none());
        let rows = set.rows().len();
        assert_eq!(rows, 3, "the declaration and its result are a row each");
    }
}

#[test]
fn a_declared_order_can_be_withdrawn_until_it_is_answered() {
    let set = galleys(2);
    let (mut a, mut b) = (set.sit(Seat::A), set.sit(Seat::B));
    a.answer(ram());
    assert!(matches!(
        b.answer(RequestBody::Change(Mutation::Withdraw { of: 1 })),
        Response::Refused(_)
    ));
    assert!(matches!(
        a.answer(RequestBody::Change(Mutation::Withdraw { of: 1 })),
        Response::Done { at: 2, .. }
    ));
    assert!(view(&mut b).declared.is_none());
    // With its own dice, the table then waits for one side after the other.
    assert!(matches!(
        b.answer(RequestBody::Change(Mutation::OwnDice { own: true })),
        Response::Done { at: 3, .. }
    ));
    let RequestBody::Change(Mutation::Order { order, .. }) = ram() else { panic!("an order") };
    assert!(matches!(
        a.answer(RequestBody::Change(Mutation::Order { order, dice: Some(vec![]) })),
        Response::Waits { .. }
    ));
    let tries =
        RequestBody::Change(Mutation::Answer { of: 4, field: "avoid".into(), value: json!(true) });
    assert!(matches!(b.answer(tries), Response::Waits { at: 5, of: Side::B }));
    let needs = view(&mut a).declared.expect("it waits").needs.expect("a roll");
    assert_eq!(needs.by, Some(Side::B), "he rolls");
    assert!(matches!(
        a.answer(RequestBody::Change(Mutation::Withdraw { of: 4 })),
        Response::Refused(_)
    ));
    let throw =
        |face| RequestBody::Change(Mutation::Throw { of: 4, dice: vec![EnteredRoll::Total(face)] });
    assert!(matches!(a.answer(throw(6)), Response::Refused(_)));
    assert!(matches!(b.answer(throw(6)), Response::Waits { of: Side::A, .. }), "caught");
    assert!(matches!(a.answer(throw(1)), Response::Given { row, .. } if row.rolls.len() == 2));
}

#[test]
fn a_form_leaves_choices_of_the_other_side_open() {
    let set = galleys(2);
    let draft = |seat: Seat| {
        let mut player = set.sit(seat);
        let subject = Subject::Unit("A1".parse().expect("a tag"));
        let draft = Draft::opened(subject, "ram");
        match player.answer(RequestBody::Read(Query::Judge(draft))) {
            Response::Judged(judged) => *judged,
            other => panic!("{other:?}"),
        }
    };
    let has_it = |seat| draft(seat).offer.fields.iter().any(|field| field.spec.name == "avoid");
    assert!(!has_it(Seat::A) && has_it(Seat::Both));
    assert!(
        matches!(draft(Seat::A).verdict, Verdict::Asks { field, of: Side::B } if field == "avoid")
    );
}

/// The owner of the target decides how to meet a charge; a counter-charge needs stamina.
#[test]
fn the_target_of_a_charge_chooses_its_reaction() {
    let set = Set::new("learning");
    let (mut a, mut b) = (set.sit(Seat::A), set.sit(Seat::B));
    let charge = order(json!({"kind": "charge", "unit": "A1", "target": "B1"}));
    let with_it = order(json!({"kind": "charge", "unit": "A1", "target": "B1", "answer": "stand"}));
    assert!(matches!(
        a.answer(RequestBody::Change(Mutation::Order { order: with_it, dice: None })),
        Response::Refused(_)
    ));
    let answer = a.answer(RequestBody::Change(Mutation::Order { order: charge, dice: None }));
    assert!(matches!(answer, Response::Waits { of: Side::B, .. }), "{answer:?}");
    // It advances to the movement phase, which belongs to both sides.
    let agrees =
        RequestBody::Change(Mutation::Answer { of: 1, field: "agree".into(), value: json!(true) });
    assert!(matches!(b.answer(agrees), Response::Waits { of: Side::B, .. }));
    assert!(
        matches!(a.answer(RequestBody::Change(Mutation::Withdraw { of: 2 })), Response::Refused(_)),
        "B has agreed"
    );
    let (_, asks) = asked(&mut b);
    let choices: Vec<&Value> = asks.choices.iter().map(|choice| &choice.value).collect();
    assert_eq!(choices, [&json!("counter-charge"), &json!("stand")]);
    let stands = RequestBody::Change(Mutation::Answer {
        of: 2,
        field: "answer".into(),
        value: json!("stand"),
    });
    match b.answer(stands) {
        Response::Given { row, .. } => assert_eq!(row.order["answer"], json!("stand")),
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_table_that_is_read_from_its_rows_waits_for_the_same_answer() {
    let set = galleys(2);
    set.sit(Seat::A).answer(ram());
    let again = set.read_again();
    let (declared, asks) = asked(&mut again.sit(Seat::B));
    assert_eq!((declared.of, declared.by, asks.of), (1, Some(Side::A), Side::B));
    let stays =
        RequestBody::Change(Mutation::Answer { of: 1, field: "avoid".into(), value: json!(false) });
    assert!(matches!(again.sit(Seat::B).answer(stays), Response::Given { at: 2, .. }));
}
