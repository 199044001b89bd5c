//! Tests of the number of resolver runs for each kind of message. An order is resolved once: by
//! the message that gives it, or by the one that answers it.

#![allow(
    clippy::expect_used,
    clippy::panic,
    clippy::unwrap_used,
    reason = "a test says what it expects"
)]

use dice::EnteredRoll;
use engine::fleet::read_json;
use engine::journal::Opening;
use games::{Options, WALKS};
use serde_json::{Map, Value, json};
use storage::WriteOutcome;

use super::{Out, Requester, TableServer};
use crate::protocol::{
    DiceOf, Frame, Mutation, OwnerRequest, Query, Request, RequestBody, Response, Seat,
    TableSettings,
};

/// A table with a client at every seat.
struct FullTable {
    server: TableServer,
    asked: usize,
}

impl FullTable {
    fn of(slug: &str) -> FullTable {
        FullTable::begun(Opening::ready(slug, 433).expect("a ready battle"))
    }

    fn begun(opening: Opening) -> FullTable {
        let (mut server, _) = TableServer::begin(opening, 1_000, [7; 16]).expect("it begins");
        server.seated(&[Seat::A, Seat::B, Seat::Onlooker, Seat::Owner]);
        FullTable { server, asked: 0 }
    }

    /// The answer to a request under an id, and the number of resolver runs until its row was
    /// stored and every seat was notified.
    fn asks(&mut self, seat: Seat, id: &str, ask: RequestBody) -> (usize, Response) {
        let request = Request { id: id.to_owned(), seen: None, ask };
        WALKS.with(|walks| walks.set(0));
        let mut out = self.server.asked(&Requester::at(seat), &request, 2_000);
        let mut answer = None;
        while let Some(next) = out.pop() {
            match next {
                Out::To(_, Frame::Answer { answer: found, .. }) => answer = Some(*found),
                Out::Keep { ticket, .. } => {
                    out.extend(self.server.row_written(ticket, &WriteOutcome::Stored));
                }
                Out::To(..) | Out::All(..) | Out::ReadBack => {}
            }
        }
        (WALKS.with(std::cell::Cell::get), answer.expect("it is answered"))
    }

    fn runs(&mut self, seat: Seat, ask: RequestBody) -> (usize, Response) {
        self.asked += 1;
        let id = format!("{}", self.asked);
        self.asks(seat, &id, ask)
    }

    /// The runs of a request that does what it asks for.
    fn done(&mut self, seat: Seat, ask: RequestBody) -> usize {
        let (runs, answer) = self.runs(seat, ask);
        let is_done = matches!(
            answer,
            Response::Given { .. } | Response::GivenAsOne { .. } | Response::Done { .. }
        );
        assert!(is_done, "{answer:?}");
        runs
    }

    /// The runs of a request after which the other side has to answer, and the number of
    /// the change.
    fn waits(&mut self, seat: Seat, ask: RequestBody) -> (usize, u64) {
        match self.runs(seat, ask) {
            (runs, Response::Waits { at, .. }) => (runs, at),
            (_, other) => panic!("{other:?}"),
        }
    }
}

fn keys(order: &Value) -> Map<String, Value> {
    order.as_object().cloned().expect("keys")
}

fn give(order: &Value, dice: Option<&[i64]>) -> RequestBody {
    let dice = dice.map(|dice| dice.iter().map(|die| EnteredRoll::Total(*die)).collect());
    RequestBody::Change(Mutation::Order { order: keys(order), dice })
}

/// A ram of Ancient Naval Games, for which each side rolls a die.
fn ram() -> Value {
    json!({"kind": "ram", "ship": "A1", "target": "B1", "aspect": "side"})
}

fn galleys() -> FullTable {
    let mut table = FullTable::of("aegates");
    table.done(Seat::A, give(&json!({"kind": "activate", "ship": "A1"}), None));
    table
}

fn change(ask: Mutation) -> RequestBody {
    RequestBody::Change(ask)
}

fn says(of: u64, field: &str, value: bool) -> RequestBody {
    change(Mutation::Answer { of, field: field.to_owned(), value: value.into() })
}

#[test]
fn a_given_order_is_resolved_once_for_every_dice_policy() {
    let faces: [Option<&[i64]>; 2] = [None, Some(&[6])];
    for dice in faces {
        assert_eq!(galleys().done(Seat::A, give(&ram(), dice)), 1, "{dice:?}");
    }
    assert_eq!(galleys().done(Seat::Umpire, give(&ram(), Some(&[6, 1]))), 1);
    // Four rolls.
    let mut table = FullTable::of("sybota");
    let ram = json!({"kind": "ram", "ship": "A1", "target": "B1", "spaces_straight": 6});
    assert_eq!(table.done(Seat::A, give(&ram, None)), 1);
}

#[test]
fn an_order_given_again_after_an_undo_is_resolved_once_and_rolls_the_same() {
    let mut table = galleys();
    let (_, first) = table.runs(Seat::A, give(&ram(), None));
    let (undo, answer) = table.runs(Seat::A, change(Mutation::Undo {}));
    let Response::Waits { at, .. } = answer else { panic!("{answer:?}") };
    assert_eq!((undo, table.done(Seat::B, says(at, "undo", true))), (0, 0));
    let (runs, second) = table.runs(Seat::A, give(&ram(), None));
    let (Response::Given { row: first, .. }, Response::Given { row: second, .. }) = (first, second)
    else {
        panic!("both are given")
    };
    assert_eq!((runs, &second.rolls), (1, &first.rolls));
}

#[test]
fn the_log_and_a_repeated_request_are_answered_without_the_resolver() {
    let mut table = galleys();
    assert_eq!(table.asks(Seat::A, "ram", give(&ram(), None)).0, 1);
    let log = RequestBody::Read(Query::Log { from: 0, count: 9 });
    assert_eq!(table.runs(Seat::Onlooker, log).0, 0);
    let (runs, answer) = table.asks(Seat::A, "ram", give(&ram(), None));
    assert!(runs == 0 && matches!(answer, Response::Given { .. }), "{runs} {answer:?}");
}

#[test]
fn dice_that_were_waited_for_are_resolved_once() {
    let mut table = galleys();
    let own_dice = [DiceOf::Own; 2];
    let settings = TableSettings { own_dice, ..TableSettings::default() };
    table.done(Seat::Owner, change(Mutation::Owner(OwnerRequest::Settings(settings))));
    let (runs, of) = table.waits(Seat::A, give(&ram(), Some(&[6])));
    // Every seat gets the odds of the pending roll: six results for each.
    assert_eq!(runs, 1 + 4 * 6);
    let dice = vec![EnteredRoll::Total(1)];
    assert_eq!(table.done(Seat::B, change(Mutation::Throw { of, dice })), 1);
}

#[test]
fn an_order_that_needs_consent_is_resolved_once_by_each_side() {
    let mut table = FullTable::of("sybota");
    let begins = |ship: &str| give(&json!({"kind": "activate", "ship": ship}), None);
    assert_eq!(table.done(Seat::A, begins("A1")), 1);
    let (runs, of) = table.waits(Seat::B, begins("B1"));
    assert_eq!((runs, table.done(Seat::A, says(of, "agree", true))), (1, 1));
}

#[test]
fn an_order_that_the_other_side_answers_is_resolved_once_by_each_side() {
    let fleet = |nation: &str, speed: u8| {
        let ships = json!([{"name": "I", "cq": 3, "speed": speed}]);
        let fleet = json!({"system": "chicken-of-the-sea", "name": nation, "nation": nation, "ship": ships});
        read_json(&fleet).expect("a fleet").fleet
    };
    let fleets = [fleet("carthage", 5), fleet("rome", 2)];
    let mut table = FullTable::begun(Opening::new(fleets, Options::new(), 433));
    let ram = json!({"kind": "ram", "ship": "A1", "target": "B1", "aspect": "flank", "mp_left": 0});
    let (_, of) = table.waits(Seat::A, give(&ram, None));
    assert_eq!(table.done(Seat::B, says(of, "avoid", false)), 1);
}

#[test]
fn a_group_resolves_each_of_its_orders_once() {
    let mut table = FullTable::of("sybota");
    let sails = ["A1", "A2", "A3"].map(|ship| keys(&json!({"kind": "sail", "ship": ship})));
    let ask = Mutation::Orders { orders: sails.to_vec(), dice: None };
    assert_eq!(table.done(Seat::A, change(ask)), 3);
}
