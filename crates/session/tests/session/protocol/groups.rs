//! Tests of orders that are given together: one change and one row, with one undo and redo.

use dice::EnteredRoll;
use engine::journal::Change;
use rules::Side;
use serde_json::{Value, json};
use session::{
    AmendPreview, DiceOf, EventKind, LeftOrder, LogRow, Mutation, OwnerRequest, Query, RequestBody,
    Response, Seat, TableServer, TableSettings, View,
};

use testing::delayed_store::RowFate;
use testing::table::{Player, Set, galleys, order};

/// A request for orders together, with dice if there are any.
fn together(orders: &[Value], dice: Option<Vec<Option<Vec<EnteredRoll>>>>) -> RequestBody {
    let orders = orders.iter().cloned().map(order).collect();
    RequestBody::Change(Mutation::Orders { orders, dice })
}

fn group(orders: &[Value]) -> RequestBody {
    together(orders, None)
}

fn given(answer: Response) -> (Vec<LogRow>, Vec<LeftOrder>) {
    match answer {
        Response::GivenAsOne { rows, left, .. } => (rows, left),
        other => panic!("{other:?}"),
    }
}

/// The index of the order that blocks the group, and the response to it.
fn at(answer: Response) -> (usize, Response) {
    match answer {
        Response::AtOrder { order, answer } => (order, *answer),
        other => panic!("{other:?}"),
    }
}

fn view(player: &mut Player) -> View {
    match player.answer(RequestBody::Read(Query::View { cursor: None })) {
        Response::View(view) => *view,
        other => panic!("{other:?}"),
    }
}

fn sail(ship: &str) -> Value {
    json!({"kind": "sail", "ship": ship})
}

fn corrects(ship: &str, crew: i64) -> Value {
    json!({"kind": "adjust", "ship": ship, "field": "crew", "value": crew})
}

#[test]
fn a_group_is_one_change_with_an_entry_for_each_order() {
    let set = Set::new("sybota");
    let (mut a, mut b) = (set.sit(Seat::A), set.sit(Seat::B));
    let activate = json!({"kind": "activate", "ship": "A1"});
    let row = json!({"kind": "row", "ship": "A1", "spent": 2});
    let (rows, left) = given(a.answer(group(&[activate, sail("A1"), row])));
    assert_eq!((rows.len(), left.len(), set.rows().len()), (3, 0, 2));
    let groups: Vec<_> = rows.iter().map(|row| row.group.expect("a group")).collect();
    assert!(groups.iter().all(|group| (group.id, group.of) == (1, 3)), "{groups:?}");
    assert_eq!(groups.iter().map(|group| group.nth).collect::<Vec<_>>(), [1, 2, 3]);
    match &b.news()[..] {
        [news] => match &news.what {
            EventKind::Entries(entries) => assert_eq!(entries, &rows),
            other => panic!("{other:?}"),
        },
        other => panic!("{other:?}"),
    }
    // The same dice as one by one.
    let single = Set::new("sybota");
    let mut both = single.sit(Seat::Both);
    both.answer(crate::protocol::support::give(json!({"kind": "activate", "ship": "A1"})));
    match both.answer(crate::protocol::support::give(sail("A1"))) {
        Response::Given { row, .. } => assert_eq!(row.rolls, rows[1].rolls),
        other => panic!("{other:?}"),
    }
    let read = set.read_again();
    let journals = [&set, &read].map(|set| set.table.with(|one| one.journal().clone()));
    assert_eq!(journals[0], journals[1]);
}

#[test]
fn a_fault_before_the_first_die_of_the_app_refuses_the_whole_group() {
    let set = Set::new("sybota");
    let mut both = set.sit(Seat::Both);
    let refused = json!({"kind": "ram", "ship": "A1", "target": "B1", "spaces_straight": 0});
    for (orders, dice, place) in [
        (vec![corrects("A1", 9), json!({"kind": "sails", "ship": "A1"})], None, 1),
        (vec![corrects("A1", 9), corrects("A2", 9), refused.clone()], None, 2),
        (vec![corrects("A1", 9), sail("A2")], Some(vec![None, Some(Vec::new())]), 1),
    ] {
        let (order, answer) = at(both.answer(together(&orders, dice)));
        assert_eq!(order, place, "{answer:?}");
    }
    assert!(matches!(both.answer(group(&[])), Response::Error { .. }));
    assert!(matches!(both.answer(group(&vec![sail("A1"); 201])), Response::Error { .. }));
    let unequal = together(&[sail("A1")], Some(vec![None, None]));
    assert!(matches!(both.answer(unequal), Response::Error { .. }));
    assert_eq!(set.rows().len(), 1);
}

#[test]
fn impossible_orders_after_the_apps_first_die_are_left_out_with_the_rest() {
    let set = Set::new("sybota");
    let mut both = set.sit(Seat::Both);
    let refused = json!({"kind": "ram", "ship": "A1", "target": "B1", "spaces_straight": 0});
    let orders = [sail("A1"), refused, corrects("A2", 9)];
    let (rows, left) = given(both.answer(group(&orders)));
    assert_eq!(rows.len(), 1);
    // The sides of Greek Fire alternate, so the rest of the group is left out too.
    assert_eq!(left.iter().map(|left| left.at).collect::<Vec<_>>(), [1, 2]);
    assert_eq!(left[1].why.to_string(), "an earlier order of A1 was left out");
    assert_eq!(set.rows().len(), 2);
}

#[test]
fn outside_greek_fire_only_orders_of_the_unit_are_left_out() {
    let set = Set::new("aegates");
    let mut both = set.sit(Seat::Both);
    let moves = |ship: &str, ahead: u32| json!({"kind": "move", "ship": ship, "ahead": ahead});
    let first = json!({"kind": "first-side"});
    let orders = [first, moves("A1", 40), moves("A1", 1), moves("A2", 1)];
    let (rows, left) = given(both.answer(group(&orders)));
    assert_eq!(left.iter().map(|left| left.at).collect::<Vec<_>>(), [1, 2], "{left:?}");
    assert_eq!(rows.len(), 2);
}

#[test]
fn a_group_is_undone_and_redone_whole() {
    let set = Set::new("sybota");
    let mut a = set.sit(Seat::A);
    a.answer(group(&[corrects("A1", 90), corrects("A2", 80), sail("A3")]));
    let before = set.table.with(|one| one.battle().clone());
    for (ask, word) in [(Mutation::Undo {}, 0), (Mutation::Redo {}, 3)] {
        match a.answer(RequestBody::Change(ask)) {
            Response::Done { brief, .. } => assert_eq!(brief, "3 orders"),
            other => panic!("{other:?}"),
        }
        assert_eq!(view(&mut a).cursor, word);
    }
    assert_eq!(set.table.with(|one| one.battle().clone()), before);
    // No client can stop in the middle of it.
    a.answer(RequestBody::Change(Mutation::GoTo { cursor: 2 }));
    assert_eq!(view(&mut a).cursor, 0);
    a.answer(RequestBody::Change(Mutation::GoTo { cursor: 1 }));
    assert_eq!(view(&mut a).cursor, 3);
}

#[test]
fn a_seat_undoes_a_group_only_if_it_might_undo_each_of_its_orders() {
    let set = Set::new("sybota");
    let (mut a, mut b) = (set.sit(Seat::A), set.sit(Seat::B));
    given(a.answer(group(&[corrects("A1", 90), corrects("A2", 80)])));
    assert!(matches!(a.answer(RequestBody::Change(Mutation::Undo {})), Response::Done { .. }));
    // There is one roll among them, so the other side is asked about all.
    given(a.answer(group(&[corrects("A1", 90), sail("A3")])));
    match a.answer(RequestBody::Change(Mutation::Undo {})) {
        Response::Waits { at, of: Side::B } => {
            let asked = view(&mut b).declared.expect("it waits");
            assert_eq!(asked.headline.to_string(), "Orders 1 to 2");
            let (field, value) = ("undo".into(), true.into());
            b.answer(RequestBody::Change(Mutation::Answer { of: at, field, value }));
        }
        other => panic!("{other:?}"),
    }
    assert_eq!(view(&mut a).cursor, 0);
    // Another player's order is not undone with one's own.
    given(set.sit(Seat::Both).answer(group(&[corrects("A1", 90), corrects("B1", 80)])));
    let settings = TableSettings { undo_asks: false, ..TableSettings::default() };
    let owner = RequestBody::Change(Mutation::Owner(OwnerRequest::Settings(settings)));
    set.sit(Seat::Owner).answer(owner);
    assert!(matches!(a.answer(RequestBody::Change(Mutation::Undo {})), Response::Refused(_)));
}

#[test]
fn a_repeated_group_is_answered_from_its_row() {
    let set = Set::new("sybota");
    let refused = json!({"kind": "ram", "ship": "A1", "target": "B1", "spaces_straight": 0});
    let orders = [sail("A1"), corrects("A2", 9), refused];
    let asks = |set: &Set, orders: &[Value]| {
        let mut both = set.sit(Seat::Both);
        both.ask_as("one", group(orders));
        format!("{:?}", both.answers())
    };
    set.delayed.next(RowFate::LoseTheAnswer);
    let first = asks(&set, &orders);
    assert!(first.contains("left: [LeftOrder { at: 2"), "{first}");
    assert_eq!(asks(&set, &orders), first);
    let mut both = set.sit(Seat::Both);
    both.answer(RequestBody::Change(Mutation::Undo {}));
    both.answer(crate::protocol::support::give(sail("A4")));
    drop(both);
    let again = set.read_again();
    assert_eq!(asks(&again, &orders).replace("undone: true", "undone: false"), first);
    assert!(asks(&set, &orders[..2]).contains("Error"), "another list");
    assert_eq!(set.rows().len(), 4);
}

#[test]
fn a_lost_row_loses_its_whole_group() {
    for (fate, rows) in [(RowFate::LoseTheRow, 1), (RowFate::LoseTheAnswer, 2)] {
        let set = Set::new("sybota");
        set.delayed.next(fate);
        set.sit(Seat::Both).answer(group(&[sail("A1"), sail("B1"), corrects("A2", 9)]));
        let read = TableServer::read(&set.rows()).expect("sound rows");
        assert_eq!((set.rows().len(), read.journal().len()), (rows, 3 * (rows - 1)));
    }
}

#[test]
fn an_amendment_within_a_group_leaves_the_rest_in_it() {
    let set = Set::new("sybota");
    let mut both = set.sit(Seat::Both);
    given(both.answer(group(&[sail("A1"), corrects("A2", 9), corrects("A3", 8)])));
    let amends = |change| {
        let (decisions, note) = (Vec::new(), String::new());
        RequestBody::Change(Mutation::Amend(AmendPreview { index: 1, change, decisions, note }))
    };
    let order = Some(order(corrects("A2", 7)));
    both.answer(amends(Change::Replace { order, dice: None }));
    both.answer(amends(Change::Drop));
    let set = set.read_again();
    let mut both = set.sit(Seat::Both);
    let rows = match both.answer(RequestBody::Read(Query::Log { from: 0, count: 9 })) {
        Response::Log(log) => log.rows.clone(),
        other => panic!("{other:?}"),
    };
    let groups = rows.iter().map(|row| row.group.map(|group| (group.id, group.nth, group.of)));
    assert_eq!(groups.collect::<Vec<_>>(), [Some((1, 1, 2)), Some((1, 2, 2))]);
    match both.answer(RequestBody::Change(Mutation::Undo {})) {
        Response::Done { brief, .. } => assert_eq!(brief, "2 orders"),
        other => panic!("{other:?}"),
    }
}

#[test]
fn an_order_that_would_ask_a_side_for_its_own_dice_is_refused_beforehand() {
    let set = Set::new("sybota");
    let (mut a, _b, mut owner) = (set.sit(Seat::A), set.sit(Seat::B), set.sit(Seat::Owner));
    let settings = TableSettings { own_dice: [DiceOf::Own; 2], ..TableSettings::default() };
    owner.answer(RequestBody::Change(Mutation::Owner(OwnerRequest::Settings(settings))));
    let board = json!({"kind": "board", "ship": "A1", "target": "B1"});
    let activate = json!({"kind": "activate", "ship": "A1"});
    let own = || Some(vec![EnteredRoll::Total(6)]);
    for (orders, dice) in [
        (vec![activate.clone(), board], vec![None, own()]),
        (vec![activate.clone(), sail("A1")], vec![None, None]),
    ] {
        let (order, answer) = at(a.answer(together(&orders, Some(dice))));
        assert!(matches!(answer, Response::Refused(_)), "{answer:?}");
        assert_eq!(order, 1);
    }
    assert_eq!(set.at(), 1);
    // The seat may send its own dice with the order.
    let orders = [activate, sail("A1")];
    let (rows, left) = given(a.answer(together(&orders, Some(vec![None, own()]))));
    assert_eq!((rows.len(), left.len()), (2, 0));
}

#[test]
fn secret_and_open_orders_are_not_given_as_one() {
    let set = galleys();
    let (mut a, _b) = (set.sit(Seat::A), set.sit(Seat::B));
    let speed = json!({"kind": "set-speed", "ship": "A1", "speed": 4});
    let open = json!({"kind": "end-move", "ship": "A1"});
    let (order, answer) = at(a.answer(group(&[speed, open])));
    assert!(matches!(answer, Response::Error { .. }), "{answer:?}");
    assert_eq!(order, 1);
}

#[test]
fn a_group_too_large_for_a_row_is_refused_before_any_die() {
    let set = Set::new("sybota");
    let mut both = set.sit(Seat::Both);
    let long = json!({"kind": "adjust", "ship": "A1", "field": "name", "value": "x".repeat(3_000)});
    assert!(matches!(both.answer(group(&vec![long; 150])), Response::Refused(_)));
    // Two hundred orders are one row.
    let orders: Vec<Value> = (0..200).map(|at| corrects("A1", 1 + at % 9)).collect();
    let (rows, left) = given(both.answer(group(&orders)));
    assert_eq!((rows.len(), left.len(), set.rows().len()), (200, 0, 2));
    assert!(set.rows()[1].len() < 448 * 1024);
}

#[test]
fn a_battle_file_and_its_next_table_keep_groups() {
    let set = Set::new("sybota");
    let mut both = set.sit(Seat::Both);
    given(both.answer(group(&[sail("A1"), corrects("A2", 9)])));
    both.answer(crate::protocol::support::give(sail("B1")));
    let journal = set.table.with(|one| one.journal().clone());
    let file = journal.to_file();
    assert!(file.contains("\"version\": 3"), "earlier versions report that it is newer");
    let read = engine::journal::Journal::read_file(&file).expect("a battle");
    assert_eq!(read, journal);
    let taken = Set::of_journal(read);
    assert_eq!(taken.rows().len(), 3);
    let mut both = taken.sit(Seat::Both);
    both.answer(RequestBody::Change(Mutation::Undo {}));
    match both.answer(RequestBody::Change(Mutation::Undo {})) {
        Response::Done { brief, .. } => assert_eq!(brief, "2 orders"),
        other => panic!("{other:?}"),
    }
}

/// A table of galleys at which A sets this many speeds together in secret, and everything
/// that B then receives.
fn frames_of_the_other(speeds: usize) -> Vec<String> {
    let ships: Vec<Value> =
        (1..=4).map(|n| json!({"name": format!("N{n}"), "cq": 3, "speed": 2})).collect();
    let fleet = |nation: &str| json!({"system": "chicken-of-the-sea", "name": nation, "nation": nation, "ship": ships});
    let set = Set::on(&[fleet("rome"), fleet("carthage")]);
    let (mut a, mut b) = (set.sit(Seat::A), set.sit(Seat::B));
    let mut frames: Vec<String> = Vec::new();
    let orders: Vec<Value> = (1..=speeds)
        .map(|n| json!({"kind": "set-speed", "ship": format!("A{n}"), "speed": 3}))
        .collect();
    let (rows, _) = given(a.answer(group(&orders)));
    assert_eq!(rows.len(), speeds);
    let asks = |b: &mut Player, frames: &mut Vec<String>, ask: RequestBody| {
        let id = format!("id {}", frames.len());
        b.ask_as(&id, ask);
        frames.extend(b.frames().iter().map(|frame| json!(frame).to_string()));
    };
    // The number of A's secret orders does not change the app's dice for B.
    asks(
        &mut b,
        &mut frames,
        crate::protocol::support::give(json!({"kind": "drift", "ship": "B1"})),
    );
    match a.answer(RequestBody::Change(Mutation::Undo {})) {
        Response::Waits { at, .. } => {
            let (field, value) = ("undo".to_owned(), true.into());
            asks(
                &mut b,
                &mut frames,
                RequestBody::Change(Mutation::Answer { of: at, field, value }),
            );
        }
        other => panic!("{other:?}"),
    }
    match a.answer(RequestBody::Change(Mutation::Undo {})) {
        Response::Waits { at, .. } => {
            asks(&mut b, &mut frames, RequestBody::Read(Query::View { cursor: None }));
            let (field, value) = ("undo".to_owned(), true.into());
            asks(
                &mut b,
                &mut frames,
                RequestBody::Change(Mutation::Answer { of: at, field, value }),
            );
        }
        other => panic!("{other:?}"),
    }
    a.answer(RequestBody::Change(Mutation::Redo {}));
    asks(
        &mut b,
        &mut frames,
        crate::protocol::support::give(json!({"kind": "drift", "ship": "B2"})),
    );
    for cursor in [None, Some(0), Some(1), Some(2), Some(9)] {
        asks(&mut b, &mut frames, RequestBody::Read(Query::View { cursor }));
    }
    asks(&mut b, &mut frames, RequestBody::Read(Query::Log { from: 0, count: 99 }));
    asks(&mut b, &mut frames, RequestBody::Read(Query::Tell(session::DocumentKind::Report {})));
    frames
}

#[test]
fn the_size_of_a_secret_group_is_hidden_from_other_seats() {
    let one = frames_of_the_other(1);
    assert!(one.iter().all(|frame| !frame.contains("\"group\"")), "nor that it is a group");
    for many in [2, 4] {
        assert_eq!(frames_of_the_other(many), one, "{many} orders");
    }
}
