//! Tests of battles saved by earlier versions: each ends as before, and its seed gives the
//! same rolls.
//!
//! These files are never rewritten. When a misread rule is fixed, battles that contain it
//! differ, and say so; [`READ_DIFFERENTLY`] lists those entries and the ruling of each.
//! `KEEP_BATTLES=1 cargo test --test engine replay::battle_files` writes missing files.

use std::fs;
use std::path::PathBuf;

use engine::journal::{DiceChoice, Entry, Journal, Position};
use games::SystemTag;

use testing::player::{Picks, first_battle, play};

/// The number of orders in the file of each game.
const ORDERS: usize = 60;

fn path(system: SystemTag) -> PathBuf {
    let folder = testing::repository().join("tests/battles");
    folder.join(format!("{system}.battle"))
}

/// The entries that a later ruling reads differently, by their number in the line, with
/// that ruling.
const READ_DIFFERENTLY: [(SystemTag, usize, &str); 8] = [
    (SystemTag::GreekFire, 25, "GF-34"),
    (SystemTag::GreekFire, 42, "GF-34"),
    (SystemTag::GreekFire, 52, "GF-34"),
    (SystemTag::CommandAndChaos, 19, "CC-18"),
    (SystemTag::CommandAndChaos, 24, "CC-18"),
    (SystemTag::CommandAndChaos, 25, "CC-18"),
    (SystemTag::CommandAndChaos, 40, "CC-18"),
    (SystemTag::CommandAndChaos, 41, "CC-15"),
];

fn stored_battle(system: SystemTag) -> Journal {
    if std::env::var_os("KEEP_BATTLES").is_some() && !path(system).exists() {
        let mut journal = Journal::open(first_battle(system, 480, true)).expect("a ready battle");
        play(&mut journal, ORDERS, &mut Picks::new(480));
        fs::write(path(system), journal.to_file()).expect("written");
    }
    let text = fs::read_to_string(path(system)).expect("a stored battle");
    Journal::read_file(&text).unwrap_or_else(|fault| panic!("{system}: {fault}"))
}

#[test]
fn stored_battles_replay_to_the_same_result() {
    for system in SystemTag::ALL {
        let journal = stored_battle(*system);
        assert_eq!(journal.cursor(), ORDERS, "{system}");
        let differ: Vec<(usize, String)> =
            journal.differences().iter().map(|d| (d.index + 1, d.reason.to_string())).collect();
        let differs = READ_DIFFERENTLY.iter().filter(|(of, ..)| of == system);
        let numbers: Vec<usize> = differ.iter().map(|(number, _)| *number).collect();
        let known: Vec<usize> = differs.map(|(_, number, _)| *number).collect();
        assert_eq!(numbers, known, "{system} reads differently now: {differ:#?}");
    }
}

#[test]
fn the_seeds_of_stored_battles_roll_the_same_dice() {
    for system in SystemTag::ALL {
        let journal = stored_battle(*system);
        let up_to = |tip: usize| {
            let records = journal.records()[..tip].to_vec();
            let place = Position { tip, cursor: tip };
            Journal::replay(journal.opening().clone(), records, place).expect("the same fleets")
        };
        let mut again = up_to(0);
        for (number, entry) in (1..).zip(journal.entries()) {
            if journal.difference(number - 1).is_some() {
                again = up_to(number);
                continue;
            }
            let order = again.battle().read_order(&entry.order).expect("the same order");
            again.give(&order, &DiceChoice::Program, entry.at, &entry.note).expect("as then");
            let given = again.entry(number - 1).expect("it is entered").clone();
            // An order may have new fields, which the stored order leaves out.
            let says = |(key, value)| given.order.get(key) == Some(value);
            assert!(entry.order.iter().all(says), "{system}: entry {number}");
            let stored = Entry { order: given.order.clone(), ..entry.clone() };
            assert_eq!(given, stored, "{system}: entry {number}");
        }
        assert_eq!(again.battle(), journal.battle());
    }
}
