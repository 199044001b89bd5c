//! Tests of battles and fleets of all sizes: they work, or are refused in a sentence.

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use engine::fleet;
use engine::journal::{Change, DiceChoice, Journal, Struck};
use games::SystemTag;
use serde_json::{Value, json};
use session::{
    Frame, Mutation, Out, Query, Request, RequestBody, Requester, Response, Seat, TableServer,
    WriteOutcome,
};

use testing::player::{Picks, first_battle, play, ready_battle};

fn give(journal: &mut Journal, order: &Value) -> bool {
    let order = journal.battle().read_order(order.as_object().expect("an order")).expect("sound");
    journal.give(&order, &DiceChoice::Program, 0, "").is_ok()
}

/// A few thousand orders, with some abandoned lines.
fn long_battle(orders: usize) -> Journal {
    let mut journal = Journal::open(ready_battle("sybota", 7)).expect("a ready battle");
    let mut turn = 0;
    while journal.cursor() < orders {
        let ship = format!("{}{}", ["A", "B"][turn % 2], turn / 4 % 3 + 1);
        let kind = if turn % 4 < 2 { "activate" } else { "sail" };
        let _ = give(&mut journal, &json!({"kind": kind, "ship": ship}));
        turn += 1;
        if turn % 500 == 0 {
            journal.undo();
            journal.undo();
        }
    }
    journal
}

/// The abandoned lines, found by a slow method.
fn struck_slowly(journal: &Journal) -> Vec<Struck> {
    let records = journal.records();
    let line_to = |mut number: usize| {
        let mut line = Vec::new();
        while number > 0 {
            line.insert(0, number);
            number = records[number - 1].after;
        }
        line
    };
    let line = line_to(journal.place().tip);
    let followed: BTreeSet<usize> = records.iter().map(|record| record.after).collect();
    let tips = (1..=records.len()).filter(|tip| !followed.contains(tip));
    tips.filter_map(|tip| {
        let left = line_to(tip);
        let shared = left.iter().zip(&line).take_while(|(a, b)| a == b).count();
        let entries: Vec<_> =
            left[shared..].iter().map(|number| records[number - 1].entry.clone()).collect();
        (!entries.is_empty()).then_some(Struck { tip, shared, entries })
    })
    .collect()
}

#[test]
fn a_journal_and_its_records_agree_on_versions() {
    for system in SystemTag::ALL {
        let mut picks = Picks::new(11);
        let mut journal = Journal::open(first_battle(*system, 3, false)).expect("a ready battle");
        for _ in 0..12 {
            play(&mut journal, 9, &mut picks);
            for _ in 0..picks.below(6) {
                journal.undo();
            }
            let struck = journal.struck();
            assert_eq!(struck, struck_slowly(&journal), "{system}");
            if let Some(left) = struck.get(picks.below(3)) {
                assert!(journal.restore(left.tip));
                assert_eq!(journal.struck(), struck_slowly(&journal), "{system}");
            }
            for index in 0..journal.len() {
                let record = journal.record_at(index).expect("on the line");
                assert_eq!(journal.index_of(record), Some(index));
            }
            for left in journal.struck() {
                assert_eq!(journal.index_of(left.tip), None);
            }
        }
        let read = Journal::read_file(&journal.to_file()).expect("its own file");
        assert_eq!(read, journal, "{system}");
    }
}

#[test]
fn a_battle_of_thousands_of_orders_is_saved_amended_and_opened_unchanged() {
    let mut journal = long_battle(4_000);
    assert!(journal.struck().len() > 5);
    assert_eq!(Journal::read_file(&journal.to_file()).expect("its own file"), journal);
    let change = Change::Replace { order: None, dice: Some(DiceChoice::Program) };
    let amendment = journal.amend(0, &change, 0, "again").expect("it was given");
    assert_eq!(amendment.broken(), []);
    journal.commit(&amendment).expect("all holds");
    assert_eq!(journal.cursor(), 4_000);
    let (table_server, rows) = TableServer::from_journal(journal.clone(), 0, [3; 16]);
    assert_eq!(TableServer::read(&rows).expect("sound rows").journal(), table_server.journal());
    for place in [0, 1, 2_345, 3_999, 4_000] {
        assert!(journal.jump(place));
        assert_eq!(Some(journal.battle()), journal.at(place));
    }
}

/// Sends a request, and stores at once what must be stored.
fn ask(table_server: &mut TableServer, ask: RequestBody) -> Response {
    let asking = Request { id: String::new(), seen: None, ask };
    let mut out = table_server.asked(&Requester::at(Seat::Umpire), &asking, 0);
    let mut found = None;
    while let Some(next) = out.pop() {
        match next {
            Out::Keep { ticket, .. } => {
                out.extend(table_server.row_written(ticket, &WriteOutcome::Stored));
            }
            Out::To(_, Frame::Answer { answer, .. }) => found = Some(*answer),
            Out::To(..) | Out::All(..) | Out::ReadBack => {}
        }
    }
    found.expect("an answer")
}

/// The times of an order at the end of a battle, and of a jump to any place in it and back.
fn at_the_end(table_server: &mut TableServer, turn: usize) -> [Duration; 2] {
    let value = 20 + turn % 2;
    let order = json!({"kind": "adjust", "ship": "A1", "field": "crew", "value": value});
    let order = order.as_object().expect("an order").clone();
    let start = Instant::now();
    let given = ask(table_server, RequestBody::Change(Mutation::Order { order, dice: None }));
    let took = start.elapsed();
    assert!(matches!(given, Response::Given { .. }), "{given:?}");
    let end = table_server.journal().cursor();
    let start = Instant::now();
    let gone =
        ask(table_server, RequestBody::Change(Mutation::GoTo { cursor: turn * 7_919 % end }));
    let seen = ask(table_server, RequestBody::Read(Query::View { cursor: None }));
    let jumped = start.elapsed();
    assert!(matches!(seen, Response::View(_)), "{gone:?} {seen:?}");
    ask(table_server, RequestBody::Change(Mutation::GoTo { cursor: end }));
    assert_eq!(table_server.journal().cursor(), end);
    [took, jumped]
}

#[test]
fn an_order_and_a_jump_cost_the_same_at_both_ends_of_a_long_battle() {
    let (mut short, _) = TableServer::from_journal(long_battle(8), 0, [3; 16]);
    let (mut long, _) = TableServer::from_journal(long_battle(10_000), 0, [3; 16]);
    // Alternating, with the best time of each: other work of the machine slows both down,
    // but not every time.
    let mut best = [[Duration::MAX; 2]; 2];
    for turn in 0..60 {
        for (best, table_server) in best.iter_mut().zip([&mut short, &mut long]) {
            let took = at_the_end(table_server, turn);
            *best = [best[0].min(took[0]), best[1].min(took[1])];
        }
    }
    let [at_first, at_last] = best;
    for (what, first, last) in
        [("an order", at_first[0], at_last[0]), ("a jump", at_first[1], at_last[1])]
    {
        assert!(last < first * 5, "{what}: {first:?} at the beginning, {last:?} at the end");
    }
}

#[test]
fn opening_a_battle_of_ten_times_the_orders_takes_no_more_than_linearly_longer() {
    let rows =
        [400, 4_000].map(|orders| TableServer::from_journal(long_battle(orders), 0, [3; 16]).1);
    let mut best = [Duration::MAX; 2];
    // A busy machine needs more tries until it is idle for long enough; a hundredfold
    // slowdown never passes.
    for _ in 0..30 {
        for (best, rows) in best.iter_mut().zip(&rows) {
            let start = Instant::now();
            TableServer::read(rows).expect("sound rows");
            *best = start.elapsed().min(*best);
        }
        if best[1] < best[0] * 40 {
            return;
        }
    }
    let [tenth, whole] = best;
    panic!("{tenth:?} for a tenth, {whole:?} for all");
}

#[test]
fn an_order_longer_than_a_row_is_refused_and_not_stored() {
    let (mut table_server, _) =
        TableServer::begin(ready_battle("sybota", 7), 0, [3; 16]).expect("a ready battle");
    let long = "x".repeat(600 * 1024);
    let order = json!({"kind": "adjust", "ship": "A1", "field": "crew", "value": 3, "note": long});
    let order = order.as_object().expect("an order").clone();
    let refused =
        ask(&mut table_server, RequestBody::Change(Mutation::Order { order, dice: None }));
    assert!(!matches!(refused, Response::Given { .. }), "{refused:?}");
    assert_eq!(table_server.at(), 0);
}

#[test]
fn names_of_a_megabyte_and_fleets_of_ten_thousand_ships_are_refused_in_a_sentence() {
    let head = "system = \"greek-fire\"\nname = \"X\"\n";
    let ship = "[[ship]]\nname = \"Nike\"\ntype = \"trireme\"\n";
    for (file, shown) in [
        (
            format!("system = \"greek-fire\"\nname = \"{}\"\n{ship}", "x".repeat(900_000)),
            "at most 60 characters",
        ),
        (
            format!("system = \"greek-fire\"\nname = \"{}\"\n{ship}", "x".repeat(1 << 20)),
            "a fleet file has at most",
        ),
        (format!("{head}{}", ship.repeat(10_000)), "use at most 40000 keys and values"),
        (format!("{head}{}", ship.repeat(1_001)), "at most 1000"),
        (
            format!("{head}[[ship]]\nname = \"Nike\"\ntype = \"trireme\"\ncount = 10000\n"),
            "1 to 1000",
        ),
        (format!("{head}notes = \"{}\"\n{ship}", "x".repeat(5_000)), "at most 4000 characters"),
    ] {
        let faults = fleet::read_toml(&file).expect_err(shown);
        let texts: Vec<String> = faults.iter().map(ToString::to_string).collect();
        assert!(
            texts.iter().any(|text| text.contains(shown)),
            "{shown}: {:.300}",
            texts.join("\n")
        );
        assert!(texts.iter().map(String::len).sum::<usize>() < 60_000, "the texts are too long");
    }
    let thousand = format!("{head}[[ship]]\nname = \"Nike\"\ntype = \"trireme\"\ncount = 1000\n");
    let fleet = fleet::read_toml(&thousand).expect("as many as a side may have").fleet;
    let opening = engine::journal::Opening::new([fleet.clone(), fleet], games::Options::new(), 1);
    let mut journal = Journal::open(opening).expect("two great fleets");
    assert!(give(&mut journal, &json!({"kind": "activate", "ship": "A1000"})));
    assert_eq!(Journal::read_file(&journal.to_file()).expect("its own file"), journal);
}
