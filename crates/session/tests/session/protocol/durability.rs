//! Tests that nothing is shown before it is durable, whatever the store does.

use message::message;
use serde_json::json;
use session::{
    EventKind, Frame, Out, Query, Request, RequestBody, Requester, Response, Seat, TableServer,
};
use storage::Store;

use testing::delayed_store::RowFate;
use testing::table::{Set, give};

fn sail(ship: &str) -> RequestBody {
    give(json!({"kind": "sail", "ship": ship}))
}

fn orders(answer: &Response) -> usize {
    match answer {
        Response::Log(log) => log.rows.len(),
        other => panic!("{other:?}"),
    }
}

const LOG: RequestBody = RequestBody::Read(Query::Log { from: 0, count: 100 });

#[test]
fn an_order_is_answered_and_announced_only_when_it_is_durable() {
    let set = Set::new("sybota");
    let (mut a, mut b) = (set.sit(Seat::A), set.sit(Seat::B));
    set.delayed.slow(true);
    let id = a.ask(sail("A1"));
    assert!(a.frames().is_empty() && b.frames().is_empty());
    // A read is answered from durable data.
    assert_eq!(orders(&b.answer(LOG)), 0);
    assert!(set.delayed.release());
    let answers = a.answers();
    assert!(matches!(&answers[..], [(of, Response::Given { at: 1, .. })] if *of == id));
    let news = b.news();
    assert!(
        matches!(&news[..], [news] if news.at == 1 && matches!(news.what, EventKind::Entry(_)))
    );
    assert_eq!(orders(&b.answer(LOG)), 1);
}

#[test]
fn a_change_waits_while_the_one_before_is_stored() {
    let set = Set::new("sybota");
    let (mut a, mut b) = (set.sit(Seat::A), set.sit(Seat::B));
    set.delayed.slow(true);
    a.ask(sail("A1"));
    b.ask(sail("B1"));
    assert_eq!(set.delayed.waiting(), 1);
    assert!(set.delayed.release());
    assert_eq!(a.answers().len(), 1);
    assert!(b.answers().is_empty());
    assert_eq!(set.delayed.waiting(), 1);
    assert!(set.delayed.release());
    assert!(matches!(&b.answers()[..], [(_, Response::Given { at: 2, .. })]));
    assert_eq!(set.rows().len(), 3);
}

#[test]
fn an_order_that_was_not_stored_has_no_effect_and_can_be_sent_again() {
    let set = Set::new("sybota");
    let mut a = set.sit(Seat::A);
    set.delayed.next(RowFate::Fail(message!("the disk is full")));
    match a.answer(sail("A1")) {
        Response::NotKept { why } => assert_eq!(why.to_string(), "the disk is full"),
        other => panic!("{other:?}"),
    }
    assert_eq!((set.at(), set.rows().len()), (0, 1));
    assert!(matches!(a.answer(sail("A1")), Response::Given { at: 1, .. }));
}

#[test]
fn a_lost_answer_of_the_store_delays_requests_until_it_is_read() {
    for (fate, stored) in [(RowFate::LoseTheAnswer, true), (RowFate::LoseTheRow, false)] {
        let set = Set::new("sybota");
        let (mut a, mut b) = (set.sit(Seat::A), set.sit(Seat::B));
        set.delayed.slow(true);
        set.delayed.next(fate);
        a.ask(sail("A1"));
        assert!(set.delayed.release());
        assert!(a.frames().is_empty());
        // Now even a read must wait.
        b.ask(LOG);
        assert!(b.frames().is_empty() && a.frames().is_empty());
        assert!(set.delayed.release(), "the store is read back");
        let answers = a.answers();
        if stored {
            assert!(matches!(&answers[..], [(_, Response::Given { at: 1, .. })]), "{answers:?}");
        } else {
            assert!(matches!(&answers[..], [(_, Response::NotKept { .. })]), "{answers:?}");
        }
        let frames = b.frames();
        let reset = frames.iter().any(|frame| matches!(frame, Frame::Reset { at: 1 }));
        assert_eq!(reset, stored);
        let last = frames.last().expect("the answer");
        let Frame::Answer { answer, .. } = last else { panic!("{last:?}") };
        assert_eq!(orders(answer), usize::from(stored));
        assert_eq!(set.rows().len(), 1 + usize::from(stored));
    }
}

#[test]
fn an_unreadable_store_stalls_the_table_with_a_reason() {
    let set = Set::new("sybota");
    let mut a = set.sit(Seat::A);
    let rows = set.rows();
    set.delayed.next(RowFate::LoseTheRow);
    set.delayed.slow(true);
    a.ask(sail("A1"));
    assert!(set.delayed.release());
    assert!(a.frames().is_empty());
    set.delayed.store().delete(crate::protocol::support::SLUG).expect("it is there");
    assert!(set.delayed.release());
    assert!(matches!(&a.frames()[..], [Frame::Waits { .. }]));
    set.delayed.store().create(crate::protocol::support::SLUG, &rows).expect("stored");
    set.delayed.slow(false);
    // The next request tries it again.
    a.ask(LOG);
    let answers = a.answers();
    assert!(matches!(&answers[..], [(_, Response::NotKept { .. }), (_, Response::Log(_))]));
}

/// Of fourteen different cards, five are drawn in 2,002 ways, which is more than one slice
/// of work.
#[test]
fn other_requests_are_answered_while_long_odds_are_worked_out() {
    let unit = |(at, morale): (usize, u8)| {
        json!({"name": format!("Unit {at}"), "kind": "heavy-infantry", "max_morale": morale,
            "veteran": at < 3})
    };
    let units: Vec<_> = [4, 4, 4, 4, 3, 3].into_iter().enumerate().map(unit).collect();
    let card = |number| json!({"name": format!("Card {number}"), "text": "Now.", "count": 1});
    let cards: Vec<_> = (0..14).map(card).collect();
    let army = json!({"system": "command-and-chaos", "name": "Army", "unit": units, "card": cards});
    let fleets =
        [army.clone(), army].map(|army| engine::fleet::read_json(&army).expect("sound").fleet);
    let opening = engine::journal::Opening::new(fleets, games::Options::new(), 1);
    let (mut table_server, _) = TableServer::begin(opening, 1, [0; 16]).expect("it begins");
    let mut asks = |id: &str, seat, ask| {
        let request = Request { id: id.into(), seen: None, ask };
        let out = table_server.asked(&Requester::at(seat), &request, 2);
        (out.len(), table_server.is_thinking())
    };
    let order = crate::protocol::support::order(json!({"kind": "draw", "side": "A"}));
    let odds = RequestBody::Read(Query::Odds { order, watch: vec!["A.hand".into()] });
    assert_eq!(asks("odds", Seat::Umpire, odds), (0, true));
    assert_eq!(asks("view", Seat::B, RequestBody::Read(Query::View { cursor: None })), (1, true));
    let mut slices = 0;
    let mut out = Vec::new();
    while table_server.is_thinking() {
        assert!(out.is_empty());
        out = table_server.think();
        slices += 1;
    }
    assert!(slices > 1, "{slices}");
    let [Out::To(_, Frame::Answer { id, answer })] = &out[..] else { panic!("{out:?}") };
    let Response::Odds(odds) = &**answer else { panic!("{answer:?}") };
    assert_eq!(id, "odds");
    assert_eq!(json!(odds)["watched"]["A.hand"].as_array().map(Vec::len), Some(2002));
}
