//! Benchmark of the cost of durable storage and long battles. Each figure is measured next
//! to a comparison in the same run, so that the machine matters less.
//!
//! `cargo bench --bench trust` takes a few minutes; the number of orders can be given as an
//! argument.

#![allow(clippy::expect_used, clippy::panic, reason = "a benchmark fails with its message")]

use std::fs::File;
use std::hint::black_box;
use std::io::{Seek, SeekFrom, Write};
use std::time::{Duration, Instant};

use serde_json::{Map, Value, json};
use trierarch::journal::{DiceChoice, Journal, Opening};
use trierarch::session::{
    Frame, Mutation, Out, Query, Request, RequestBody, Requester, Response, Seat, TableServer,
    WriteOutcome,
};
use trierarch::storage::{OnDisk, Store};

/// The default number of orders in the long battle.
const LONG: usize = 50_000;

/// The number of orders in the battle that is opened.
const OPENED: usize = 10_000;

/// The number of measurements of each figure.
const RUNS: usize = 201;

fn main() {
    let asked = std::env::args().find_map(|word| word.parse().ok());
    let long = asked.unwrap_or(LONG);
    at_the_end(long);
    opening(OPENED.min(long));
    storing();
}

fn order(turn: usize) -> Map<String, Value> {
    let ship = format!("{}{}", if turn.is_multiple_of(2) { "A" } else { "B" }, turn / 4 % 3 + 1);
    let kind = if turn % 4 < 2 { "activate" } else { "sail" };
    json!({"kind": kind, "ship": ship}).as_object().expect("an object").clone()
}

/// A battle with this many orders, most of them with dice.
fn battle(orders: usize) -> Journal {
    let opening = Opening::ready("sybota", 7).expect("a ready battle");
    let mut journal = Journal::open(opening).expect("sound fleets");
    let mut turn = 0;
    while journal.cursor() < orders {
        let order = journal.battle().read_order(&order(turn)).expect("well written");
        // An order that is refused in the present position is skipped.
        let _ = journal.give(&order, &DiceChoice::Program, 1_000_000, "");
        turn += 1;
    }
    journal
}

/// Sends a request, and stores at once what must be stored.
fn ask(table_server: &mut TableServer, ask: RequestBody) -> Response {
    let asking = Request { id: String::new(), seen: None, ask };
    let mut out = table_server.asked(&Requester::at(Seat::Umpire), &asking, 1_000_000);
    let mut answer = None;
    while let Some(next) = out.pop() {
        match next {
            Out::Keep { ticket, .. } => {
                out.extend(table_server.row_written(ticket, &WriteOutcome::Stored));
            }
            Out::To(_, Frame::Answer { answer: found, .. }) => answer = Some(*found),
            Out::To(..) | Out::All(..) | Out::ReadBack => {}
        }
    }
    answer.expect("an answer")
}

struct Times(Vec<Duration>);

impl Times {
    fn of(mut run: impl FnMut(usize)) -> Times {
        let time = |turn| {
            let start = Instant::now();
            run(turn);
            start.elapsed()
        };
        let mut times: Vec<Duration> = (0..RUNS).map(time).collect();
        times.sort();
        Times(times)
    }

    fn median(&self) -> Duration {
        self.0[self.0.len() / 2]
    }

    fn worst(&self) -> Duration {
        self.0[self.0.len() - 1]
    }
}

fn orders_of(table_server: &mut TableServer) -> Times {
    Times::of(|turn| {
        let order = order(turn * 4 + 2);
        let answer = ask(table_server, RequestBody::Change(Mutation::Order { order, dice: None }));
        assert!(matches!(answer, Response::Given { .. } | Response::Refused(_)), "{answer:?}");
    })
}

/// An order at the end of a long battle, compared with one at its start; and a jump to any
/// place in it.
fn at_the_end(long: usize) {
    let (mut short, _) = TableServer::from_journal(battle(4), 0, [3; 16]);
    let first = orders_of(&mut short).median();
    let (mut table_server, rows) = TableServer::from_journal(battle(long), 0, [3; 16]);
    drop(rows);
    let last = orders_of(&mut table_server).median();
    println!(
        "an order in a battle of 4 orders: {first:?}; of {long}: {last:?}; {:.2} times",
        ratio(last, first)
    );
    let jump = Times::of(|turn| {
        let cursor = turn * 7_919 % long;
        black_box(ask(&mut table_server, RequestBody::Change(Mutation::GoTo { cursor })));
        black_box(ask(&mut table_server, RequestBody::Read(Query::View { cursor: None })));
    });
    println!(
        "a jump in the long battle, and its view: {:?}, at worst {:?}",
        jump.median(),
        jump.worst()
    );
}

/// Opening a long battle, compared with one a tenth as long.
fn opening(orders: usize) {
    let time = |orders: usize| {
        let (_, rows) = TableServer::from_journal(battle(orders), 0, [3; 16]);
        let bytes: usize = rows.iter().map(String::len).sum();
        let mut times: Vec<Duration> = (0..5)
            .map(|_| {
                let start = Instant::now();
                black_box(TableServer::read(&rows).expect("sound rows"));
                start.elapsed()
            })
            .collect();
        times.sort();
        (times[2], bytes)
    };
    let (tenth, _) = time(orders / 10);
    let (whole, bytes) = time(orders);
    println!(
        "opening {orders} orders ({bytes} bytes): {whole:?}; a tenth of them: {tenth:?}; {:.1} times",
        ratio(whole, tenth)
    );
}

/// Storing a row, compared with writing the same bytes to a file and syncing it,
/// alternately.
fn storing() {
    let folder = tempfile::tempdir().expect("a folder");
    let store = OnDisk::open(folder.path()).expect("a store");
    let (_, rows) = TableServer::from_journal(battle(RUNS), 0, [3; 16]);
    store.create("sybota", &rows[..1]).expect("stored");
    let mut bare = File::create(folder.path().join("bare")).expect("a file");
    let (mut stored, mut synced) = (Vec::new(), Vec::new());
    for (number, row) in (1_u64..).zip(&rows[1..]) {
        let start = Instant::now();
        store.append("sybota", number, std::slice::from_ref(row)).expect("stored");
        stored.push(start.elapsed());
        let start = Instant::now();
        bare.seek(SeekFrom::End(0)).expect("a file");
        bare.write_all(row.as_bytes()).expect("written");
        bare.sync_data().expect("synced");
        synced.push(start.elapsed());
    }
    stored.sort();
    synced.sort();
    let (stored, synced) = (stored[stored.len() / 2], synced[synced.len() / 2]);
    println!(
        "storing a row: {stored:?}; the same bytes written and synced: {synced:?}; {:.2} times",
        ratio(stored, synced)
    );
}

fn ratio(one: Duration, other: Duration) -> f64 {
    one.as_secs_f64() / other.as_secs_f64()
}
