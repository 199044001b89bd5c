//! Tests of rows: a change is one row, and rows rebuild the table.

use engine::journal::{Change, Journal};
use serde_json::{Value, json};
use session::{
    AmendPreview, Frame, InlineTable, Mutation, Out, Request, RequestBody, Requester, Response,
    Seat, Size, TableServer,
};
use storage::WriteOutcome;

use testing::table::{SLUG, Set, give, ready};

fn sail(ship: &str) -> RequestBody {
    give(json!({"kind": "sail", "ship": ship}))
}

/// Makes a change of every kind, each of which is a row.
fn fight(set: &Set) {
    let mut both = set.sit(Seat::Both);
    let mut done = |ask: RequestBody| {
        let answer = both.answer(ask);
        assert!(matches!(answer, Response::Given { .. } | Response::Done { .. }), "{answer:?}");
    };
    for ship in ["A1", "A2", "B1", "B2"] {
        done(sail(ship));
    }
    done(RequestBody::Change(Mutation::Undo {}));
    done(RequestBody::Change(Mutation::Undo {}));
    done(sail("A3"));
    let tip = set.table.with(|table_server| table_server.journal().struck()[0].tip);
    done(RequestBody::Change(Mutation::TakeUp { tip }));
    done(RequestBody::Change(Mutation::Amend(AmendPreview {
        index: 1,
        change: Change::Drop,
        decisions: Vec::new(),
        note: "she was aground".into(),
    })));
    done(RequestBody::Change(Mutation::GoTo { cursor: 1 }));
    done(RequestBody::Change(Mutation::Redo {}));
    done(RequestBody::Change(Mutation::HandOver { to: Seat::A }));
}

#[test]
fn a_table_read_from_its_rows_equals_the_original() {
    let set = Set::new("sybota");
    fight(&set);
    let rows = set.rows();
    let read = TableServer::read(&rows).expect("sound rows");
    set.table.with(|live| {
        assert_eq!(read.journal(), live.journal());
        assert_eq!((read.at(), read.rows()), (live.at(), live.rows()));
    });
    assert_eq!(read.at(), 12);
    // It continues as if it had never been closed.
    let table = InlineTable::new(read, set.delayed.row_writer(SLUG));
    let again = Set { table, ..set };
    assert!(matches!(again.sit(Seat::A).answer(sail("A4")), Response::Given { at: 13, .. }));
}

#[test]
fn every_row_names_its_number_and_the_row_before_it() {
    let set = Set::new("sybota");
    fight(&set);
    let rows = set.rows();
    for (number, row) in rows.iter().enumerate().skip(1) {
        let row: Value = serde_json::from_str(row).expect("an object");
        assert_eq!(row["number"], json!(number));
        assert_eq!(row["before"].as_str().map(str::len), Some(64));
        assert!(row["id"].as_str().is_some_and(|id| !id.is_empty()));
    }
    for number in 1..rows.len() {
        let mut altered = rows.clone();
        altered[number - 1].push(' ');
        assert!(TableServer::read(&altered).is_err(), "row {number}");
        let mut missing = rows.clone();
        missing.remove(number);
        assert_eq!(TableServer::read(&missing).is_err(), number + 1 < rows.len(), "row {number}");
    }
}

#[test]
fn an_amendment_writes_only_changed_orders() {
    let set = Set::new("sybota");
    let mut both = set.sit(Seat::Both);
    for ship in ["A1", "A2", "A3", "A4", "B1", "B2"] {
        both.answer(sail(ship));
    }
    both.answer(RequestBody::Change(Mutation::Amend(AmendPreview {
        index: 2,
        change: Change::Drop,
        decisions: Vec::new(),
        note: String::new(),
    })));
    let rows = set.rows();
    let row: Value = serde_json::from_str(&rows[7]).expect("an object");
    assert_eq!(
        row["did"],
        json!({"amended": {"kept": 2, "steps": [
            {"same": 4}, {"same": 5}, {"same": 6}
        ]}})
    );
}

#[test]
fn rows_of_another_version_are_refused_with_the_version() {
    let journal = Journal::open(ready("sybota")).expect("it begins");
    for (version, age) in [(1, "an older"), (4, "a newer")] {
        let first = json!({"version": version, "at": 9, "salt": "", "opening": journal.opening().to_json()});
        let fault = TableServer::read(&[first.to_string()]).expect_err("another version");
        let expected =
            format!("it was written by {age} Trierarch (version {version}; this one reads 3)");
        assert_eq!(fault.why.to_string(), expected);
    }
}

#[test]
fn a_battle_file_is_imported_with_all_its_versions() {
    let set = Set::new("sybota");
    fight(&set);
    let journal = set.table.with(|table_server| table_server.journal().clone());
    let (taken, rows) = TableServer::from_journal(journal.clone(), 5, [1; 16]);
    let read = TableServer::read(&rows).expect("sound rows");
    assert_eq!(read.journal(), &journal);
    assert_eq!((read.at(), read.rows()), (taken.at(), rows.len() as u64));
}

#[test]
fn a_full_table_refuses_orders_but_can_be_exported() {
    let (mut table_server, rows) =
        TableServer::begin(ready("sybota"), 1, [0; 16]).expect("it begins");
    let both = Requester::at(Seat::Both);
    let asks = |table_server: &mut TableServer, ask: RequestBody| -> Option<Response> {
        let id = table_server.at().to_string() + &json!(ask).to_string();
        let out = table_server.asked(&both, &Request { id, seen: None, ask }, 1);
        let ticket = out.iter().find_map(|out| match out {
            Out::Keep { ticket, .. } => Some(*ticket),
            Out::To(..) | Out::All(..) | Out::ReadBack => None,
        });
        let out =
            ticket.map_or(out, |ticket| table_server.row_written(ticket, &WriteOutcome::Stored));
        out.into_iter().find_map(|out| match out {
            Out::To(_, Frame::Answer { answer, .. }) => Some(*answer),
            Out::To(..) | Out::All(..) | Out::Keep { .. } | Out::ReadBack => None,
        })
    };
    let size = table_server.size();
    assert_eq!(size, Size { rows: 1, bytes: rows[0].len() as u64 });
    for most in [Size { rows: 1, bytes: 1 << 20 }, Size { rows: 9, bytes: size.bytes }] {
        table_server.set_limit(most);
        match asks(&mut table_server, sail("A1")) {
            Some(Response::Refused(refusal)) => {
                assert!(refusal.why.to_string().contains("full"), "{refusal:?}");
            }
            other => panic!("{other:?}"),
        }
    }
    table_server.set_limit(Size { rows: 20, bytes: size.bytes + 1_000 });
    assert!(matches!(asks(&mut table_server, sail("A1")), Some(Response::Given { .. })));
    table_server.set_limit(Size { rows: 20, bytes: table_server.size().bytes });
    assert!(matches!(asks(&mut table_server, sail("A2")), Some(Response::Refused(_))));
    assert!(matches!(
        asks(&mut table_server, RequestBody::Change(Mutation::TakeOut {})),
        Some(Response::Done { .. })
    ));
    assert_eq!(table_server.size().rows, 3);
}
