//! The battle is the fold of its journal: live and replayed are the same, and
//! nothing is ever lost.

#![allow(
    clippy::expect_used,
    clippy::panic,
    clippy::unwrap_used,
    reason = "a test says what it expects"
)]

mod amend;
mod journal;
mod player;

use player::{Picks, first_battle, play};
use trierarch::journal::Journal;
use trierarch::rules::SystemTag;

fn random_play(system: SystemTag, battles: u64, orders: usize) {
    let mut given = 0;
    for seed in 0..battles {
        let opening = first_battle(system, seed, seed % 2 == 1);
        let mut journal = Journal::open(opening).expect("a ready battle");
        let opened = journal.battle().clone();
        given += play(&mut journal, orders, &mut Picks::new(seed)).given;

        let read = Journal::read_file(&journal.to_file()).expect("its own file");
        assert_eq!(read.differences(), []);
        assert_eq!(read, journal, "replayed is not live, seed {seed}");

        let live = journal.battle().clone();
        while journal.undo().is_some() {}
        assert_eq!(journal.battle(), &opened, "undoing everything, seed {seed}");
        while journal.redo().is_some() {}
        assert_eq!(journal.battle(), &live, "redoing everything, seed {seed}");
    }
    assert!(given > orders, "only {given} orders were given");
}

#[test]
fn random_play_of_greek_fire_is_the_fold_of_its_journal() {
    random_play(SystemTag::GreekFire, 12, 400);
}

#[test]
fn random_play_of_ancient_naval_games_is_the_fold_of_its_journal() {
    // Whoever may cede at any time does so early.
    random_play(SystemTag::AncientNavalGames, 24, 200);
}

#[test]
fn random_play_of_fast_play_salamis_is_the_fold_of_its_journal() {
    random_play(SystemTag::FastPlaySalamis, 8, 100);
}
