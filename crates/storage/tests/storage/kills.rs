//! Tests of killing a program at any moment of a battle: every order that it reported as
//! stored is found once, and the battle continues.

use std::collections::BTreeSet;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Command, Stdio};

use serde_json::{Map, Value, json};
use session::{Mutation, RequestBody};
use storage::{BattleLibrary, OnDisk, Store};

use crate::{TestTable, activate, begin, clock, give, reopen, sail, sybota};

/// The environment variable with the folder and the battle for the program under test.
const FOLDER: &str = "TRIERARCH_TEST_KILLS";
const BATTLE: &str = "TRIERARCH_TEST_BATTLE";

/// The number of kills after which a new battle begins, in addition to the old one.
const KILLS_A_BATTLE: u64 = 10;

/// The number of kills; `STORE_KILLS=10000` for the long run.
fn kills() -> u64 {
    std::env::var("STORE_KILLS").ok().and_then(|kills| kills.parse().ok()).unwrap_or(200)
}

fn reopened(folder: &Path, battle: &str) -> TestTable {
    let library = BattleLibrary::new(OnDisk::open(folder).expect("a store"), clock());
    reopen(&library, battle).unwrap_or_else(|_| begin(&library, battle, sybota()).expect("stored"))
}

/// The crew values to which the orders of a group correct a ship.
const GROUP: [u32; 3] = [90, 91, 92];

fn corrects(ship: &str, crew: u32) -> Map<String, Value> {
    let order = json!({"kind": "adjust", "ship": ship, "field": "crew", "value": crew});
    order.as_object().expect("an order").clone()
}

/// Checks that every group of a battle is complete, and counts the groups.
fn whole_groups(battle: &TestTable) -> usize {
    let journal = battle.journal();
    let groups =
        (0..journal.len()).filter(|at| journal.entry(*at).is_some_and(|e| e.group.is_some()));
    let mut starts = BTreeSet::new();
    for at in groups {
        let given = journal.given_with(at);
        assert_eq!(given.len(), GROUP.len(), "a group is incomplete");
        starts.insert(given.start);
    }
    starts.len()
}

/// Plays without end and reports which orders were stored. This is the program under test, started
/// by the other test; it tests nothing itself.
#[test]
fn plays_until_it_is_killed() {
    let (Some(folder), Ok(battle)) = (std::env::var_os(FOLDER), std::env::var(BATTLE)) else {
        return;
    };
    let mut battle = reopened(Path::new(&folder), &battle);
    let mut output = std::io::stdout();
    for turn in 0_u32.. {
        let ship = format!("{}{}", if turn % 2 == 0 { "A" } else { "B" }, turn % 3 + 1);
        let order = if turn % 4 < 2 { activate(&ship) } else { sail(&ship) };
        // Every third change is a group. An order may be refused in the present position;
        // play then continues.
        let given = if turn % 3 == 2 {
            let orders = GROUP.map(|crew| corrects(&ship, crew)).to_vec();
            battle.change(RequestBody::Change(Mutation::Orders { orders, dice: None })).is_ok()
        } else {
            give(&mut battle, &order).is_ok()
        };
        if given {
            let stored = battle.rows();
            writeln!(output, "kept {stored}")
                .and_then(|()| output.flush())
                .expect("standard output is open");
        }
    }
}

/// A row's number and the id of the request that made it.
fn ids(rows: &[String]) -> Vec<String> {
    rows.iter()
        .skip(1)
        .map(|row| {
            let row: Value = serde_json::from_str(row).expect("a row");
            row["id"].as_str().expect("an id").to_owned()
        })
        .collect()
}

#[test]
fn acknowledged_orders_are_stored_once_after_kills() {
    let folder = tempfile::tempdir().expect("a folder");
    let (mut slug, mut before) = (String::new(), 0);
    for kill in 0..kills() {
        if kill % KILLS_A_BATTLE == 0 {
            (slug, before) = (format!("battle-{kill}"), 0);
            drop(reopened(folder.path(), &slug));
        }
        let mut program = Command::new(std::env::current_exe().expect("this test"))
            .args(["--exact", "kills::plays_until_it_is_killed", "--nocapture"])
            .env(FOLDER, folder.path())
            .env(BATTLE, &slug)
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("the program under test");
        let mut lines = BufReader::new(program.stdout.take().expect("piped")).lines();
        let mut last = 0;
        let mut received = |line: &str| {
            if let Some(stored) = line.strip_prefix("kept ") {
                last = stored.parse().expect("a number");
                return 1;
            }
            0
        };
        // At the first order or a few later, in the middle of the next one.
        let mut wait = 1 + kill * 7919 % 5;
        while wait > 0 {
            wait -= received(&lines.next().expect("it plays on").expect("text"));
        }
        program.kill().expect("it ran");
        for line in lines.map_while(Result::ok) {
            received(&line);
        }
        program.wait().expect("it is dead");

        whole_groups(&reopened(folder.path(), &slug));
        let store = OnDisk::open(folder.path()).expect("the store is sound");
        let rows = store.read(&slug).expect("the battle is there");
        assert!(rows.len() >= last, "kill {kill}: {last} were stored, {} exist", rows.len());
        assert!(last > before, "kill {kill}: it continued from the last order");
        before = last;
        let ids = ids(&rows);
        let different: BTreeSet<&String> = ids.iter().collect();
        assert_eq!(different.len(), ids.len(), "kill {kill}: an order exists twice");
    }
    let battle = reopened(folder.path(), &slug);
    assert!(battle.rows() >= before);
    assert!(whole_groups(&battle) > 0 || kills() < KILLS_A_BATTLE, "groups were given");
}
