//! Tests of power cuts while people play at a table stored in a folder: answered orders
//! exist afterwards, once. `POWER_CUTS_IN` names a folder for the file systems (`disk.rs`),
//! `POWER_CUTS` the number of cuts.

use std::fs;
use std::thread;
use std::time::Duration;

use trierarch::storage::{FILE_NAME, OnDisk};

use crate::client::Host;
use crate::disk::{Disks, no_power_cuts};
use crate::faulty_network::Chance;
use crate::players::{Acknowledged, Halls, Played, RetryingClient, missing_in};

/// The number of power cuts.
fn cuts() -> usize {
    std::env::var("POWER_CUTS").ok().and_then(|count| count.parse().ok()).unwrap_or(50)
}

/// A program with its tables on a disk whose power is cut.
struct Cluster<'h> {
    disks: &'h Disks,
    words: &'h [&'h str],
    halls: &'h Halls,
    running: Option<Host>,
}

impl Cluster<'_> {
    fn start(&mut self) -> &Host {
        let hall = Host::in_folder(self.words, &self.disks.folder(0).join("data"));
        self.halls.lock().expect("halls").push(hall.address.clone());
        self.running.insert(hall)
    }

    /// Cuts the power of the program and its disk at once.
    fn cut_power(&mut self) {
        let hall = self.running.take().expect("it runs");
        hall.send_signal("-STOP");
        self.disks.cut(&[0]);
        self.halls.lock().expect("halls").clear();
        hall.kill();
        self.disks.restore_power(&[0]);
    }

    /// Compares the stored orders with the acknowledged ones. It reads a copy, so that the
    /// program itself has to open the file after the power cut.
    fn assert_stored(&self, acknowledged: &Acknowledged, when: &str) {
        let copy = tempfile::tempdir().expect("a folder");
        let file = self.disks.folder(0).join("data").join(FILE_NAME);
        fs::copy(&file, copy.path().join(FILE_NAME)).expect("it is there");
        let store = OnDisk::open(copy.path()).expect("it is sound");
        let missing = missing_in(&store, acknowledged.now()).expect("it can be read");
        assert_eq!(missing, None, "{when}");
    }
}

/// Cuts the power this often while two play. With `opened`, tables are opened in between,
/// which must all exist afterwards.
fn cut_power_while_two_play(words: &[&str], cuts: usize, opened: bool) {
    let disks = Disks::make(&["disk"]).expect("a folder is named");
    let halls = Halls::default();
    let mut cluster = Cluster { disks: &disks, words, halls: &halls, running: None };
    let hall = cluster.start();
    let table = if opened { hall.open_table("first") } else { hall.first.clone() };
    let tokens = ["A", "B"].map(|seat| hall.sit_at(&table, seat));
    let sides = tokens.each_ref().map(|token| RetryingClient::new(hall, token));
    let (played, ()) = Played::through(sides, &halls, |acknowledged| {
        let mut chance = Chance::new(16);
        for cut in 0..cuts {
            acknowledged.more(1);
            thread::sleep(Duration::from_millis(chance.below(150) as u64));
            let key = format!("table-{cut}");
            let fresh = (opened && cut % 5 == 0)
                .then(|| cluster.running.as_ref().expect("it runs").open_table(&key));
            cluster.cut_power();
            cluster.assert_stored(acknowledged, &format!("cut {cut}"));
            let hall = cluster.start();
            if let Some(fresh) = fresh {
                assert_eq!(hall.open_table(&key), fresh, "cut {cut}: the table that was opened");
            }
        }
        acknowledged.more(1);
    });
    let total = played.assert_sound(&halls);
    eprintln!("  {cuts} power cuts under `trierarch {}`, {total} orders", words[0]);
}

#[test]
fn answered_orders_of_a_host_are_stored_once_after_power_cuts() {
    if !no_power_cuts() {
        cut_power_while_two_play(&["host", "--battle", "sybota"], cuts().div_ceil(2), false);
    }
}

#[test]
fn answered_orders_of_a_hall_are_stored_once_after_power_cuts() {
    if !no_power_cuts() {
        cut_power_while_two_play(&["hall"], cuts() / 2, true);
    }
}
