//! Tests that no order is carried out twice.

use serde_json::json;
use session::{InlineTable, Mutation, RequestBody, Requester, Response, Seat, TableServer};
use testing::delayed_store::RowFate;

use testing::table::{SLUG, Set, give};

fn sail(ship: &str) -> RequestBody {
    give(json!({"kind": "sail", "ship": ship}))
}

fn done(answers: &[(String, Response)]) -> (u64, &str) {
    match answers {
        [(_, Response::Done { at, brief })] => (*at, brief),
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_repeated_order_is_answered_from_its_row() {
    let set = Set::new("sybota");
    let mut a = set.sit(Seat::A);
    a.ask_as("one", sail("A1"));
    let first = a.answers();
    a.ask_as("one", sail("A1"));
    let again = a.answers();
    assert_eq!(format!("{first:?}"), format!("{again:?}"));
    assert_eq!(set.rows().len(), 2);
    // Even after it was undone, and after a restart.
    a.ask_as("two", RequestBody::Change(Mutation::Undo {}));
    assert_eq!(done(&a.answers()), (2, "sail A1 none"));
    let table_server = TableServer::read(&set.rows()).expect("sound rows");
    let table = InlineTable::new(table_server, set.delayed.row_writer(SLUG));
    let set = Set { table, ..set };
    let mut a = set.sit(Seat::A);
    a.ask_as("one", sail("A1"));
    assert!(matches!(&a.answers()[..], [(_, Response::Given { at: 1, .. })]));
    a.ask_as("two", RequestBody::Change(Mutation::Undo {}));
    assert_eq!(done(&a.answers()), (2, "sail A1 none"));
    assert_eq!(set.rows().len(), 3);
}

#[test]
fn an_order_with_a_lost_answer_is_carried_out_once() {
    let set = Set::new("sybota");
    let mut a = set.sit(Seat::A);
    set.delayed.next(RowFate::LoseTheAnswer);
    for _ in 0..3 {
        a.ask_as("one", sail("A1"));
        assert!(matches!(&a.answers()[..], [(_, Response::Given { at: 1, .. })]));
    }
    assert_eq!(set.rows().len(), 2);
}

#[test]
fn an_id_sent_again_with_another_request_is_an_error() {
    let set = Set::new("sybota");
    let mut a = set.sit(Seat::A);
    a.ask_as("one", sail("A1"));
    a.answers();
    a.ask_as("one", sail("A2"));
    assert!(matches!(&a.answers()[..], [(_, Response::Error { .. })]));
    let other = Requester { seat: Seat::A, token: "another".into() };
    let mut connection = set.table.sit(other);
    let request = session::Request { id: "one".into(), seen: None, ask: sail("A2") };
    connection.ask(request, 5);
    assert_eq!(set.at(), 2);
}

#[test]
fn a_request_against_an_older_table_is_refused() {
    let set = Set::new("sybota");
    let (mut a, mut b) = (set.sit(Seat::A), set.sit(Seat::B));
    b.ask(sail("B1"));
    a.ask_seen("one", 0, sail("A1"));
    assert!(matches!(&a.answers()[..], [(_, Response::GoneOn { at: 1 })]));
    assert_eq!(set.rows().len(), 2);
    a.ask_seen("two", 1, sail("A1"));
    assert!(matches!(&a.answers()[..], [(_, Response::Given { at: 2, .. })]));
}
