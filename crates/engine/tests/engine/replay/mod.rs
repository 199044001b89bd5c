//! Tests of replay: replaying a journal gives the live battle, and no version of a battle is lost.

use testing::player;

mod amend;
mod corrections;
mod differing;
mod hex_lesson;

mod journal;
mod battle_files;
mod lessons;
mod luck;
mod names;
mod properties;
mod sizes;

use std::collections::BTreeSet;

use dice::Seeded;
use engine::journal::{Change, Decision, DiceChoice, Journal};
use games::{Battle, SystemTag};
use player::{Picks, any_open_order, nth_battle, play};
use serde_json::Value;

fn random_play(system: SystemTag, battles: u64, orders: usize) {
    let mut given = 0;
    let mut played = BTreeSet::new();
    for seed in 0..battles {
        let opening = nth_battle(system, seed);
        let mut journal = Journal::open(opening).expect("a ready battle");
        let opened = journal.battle().clone();
        given += play(&mut journal, orders, &mut Picks::new(seed)).given;

        played.extend(journal.entries().filter_map(|entry| {
            entry.order.get("kind").and_then(|kind| kind.as_str()).map(str::to_owned)
        }));
        let read = Journal::read_file(&journal.to_file()).expect("its own file");
        assert_eq!(read.differences(), []);
        assert_eq!(read, journal, "replay differs from the live battle, seed {seed}");

        amend_at_random(&mut journal, &mut Picks::new(seed));
        let live = journal.battle().clone();
        while journal.undo().is_some() {}
        assert_eq!(journal.battle(), &opened, "undoing everything, seed {seed}");
        while journal.redo().is_some() {}
        assert_eq!(journal.battle(), &live, "redoing everything, seed {seed}");
    }
    assert!(given > orders * 3, "{system}: only {given} orders were given");
    let kinds = system.orders();
    let never: Vec<&str> =
        kinds.iter().map(|spec| spec.kind).filter(|kind| !played.contains(*kind)).collect();
    assert!(never.len() * 4 <= kinds.len(), "{system}: random play never gave {never:?}");
}

/// Giving an order again unchanged changes nothing. Removing one leaves a valid journal,
/// whatever happens to later ones.
fn amend_at_random(journal: &mut Journal, picks: &mut Picks) {
    let index = picks.below(journal.cursor());
    let same = Change::Replace { order: None, dice: None };
    let amendment = journal.amend(index, &same, 0, "").expect("it was given");
    assert_eq!(amendment.broken(), []);
    assert_eq!(amendment.battle(), journal.battle());

    let before = journal.clone();
    let mut amendment = journal.amend(index, &Change::Drop, 0, "").expect("it was given");
    loop {
        let next = amendment.undecided().next().map(|broken| broken.step);
        let Some(step) = next else { break };
        let thrown = amendment.decide(step, Decision::ThrowAgain(DiceChoice::Program));
        if thrown.is_err() {
            amendment.decide(step, Decision::Drop).expect("always possible");
        }
    }
    journal.commit(&amendment).expect("all is decided");
    let read = Journal::read_file(&journal.to_file()).expect("its own file");
    assert_eq!(read.differences(), []);
    assert_eq!(&read, journal);
    // The old version is not lost.
    let tip = before.place().tip;
    if tip != journal.place().tip {
        let mut restored = journal.clone();
        assert!(restored.restore(tip));
        assert_eq!(restored.battle(), before.battle());
    }
}

#[test]
fn random_play_of_every_system_equals_the_replay_of_its_journal() {
    std::thread::scope(|scope| {
        for system in SystemTag::ALL {
            scope.spawn(|| random_play(*system, 8, 250));
        }
    });
}

/// The odds make the battle after each branch in the memory of another battle.
#[test]
fn a_battle_copied_from_another_position_equals_it() {
    let mut scratch =
        Journal::open(nth_battle(SystemTag::GreekFire, 0)).expect("one").battle().clone();
    for system in SystemTag::ALL {
        let mut picks = Picks::new(7);
        let mut journal = Journal::open(nth_battle(*system, 1)).expect("a ready battle");
        let moments: Vec<Battle> = (0..12)
            .map(|_| {
                play(&mut journal, 6, &mut picks);
                journal.battle().clone()
            })
            .collect();
        let before: Vec<Value> = moments.iter().map(|at| at.full_view().state()).collect();
        let mut changed = 0;
        for _ in 0..150 {
            let moment = &moments[picks.below(moments.len())];
            scratch.clone_from(moment);
            assert_eq!(&scratch, moment, "{system}");
            // Occasionally another battle shares its data.
            let shares = (picks.below(3) == 0).then(|| scratch.clone());
            let Some(order) = any_open_order(&scratch, &mut picks) else { continue };
            let Ok(order) = scratch.read_order(&order) else { continue };
            let dice = &mut Seeded::new(picks.below(1000) as u64, 0);
            let Ok(report) = scratch.resolve(&order, dice) else { continue };
            scratch.apply(&report.effects);
            changed += usize::from(&scratch != moment);
            assert!(shares.is_none_or(|shares| &shares == moment), "{system}");
        }
        assert!(changed > 50, "{system}: only {changed} orders changed the battle");
        let after: Vec<Value> = moments.iter().map(|at| at.full_view().state()).collect();
        assert_eq!(after, before, "{system}");
    }
}
