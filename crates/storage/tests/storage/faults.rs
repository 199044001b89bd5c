//! Tests of a disk that fails at the n-th operation, for every n, and that loses unsynced
//! data at a power cut, in whole, in part and in any order. Data reported as stored must
//! remain stored.
//!
//! `STORE_CUTS=100000 cargo test --test storage power_cut` cuts the power that many times.

use std::collections::BTreeSet;
use std::io::{self, ErrorKind};
use std::sync::{Arc, Mutex};

use dice::{Die, Seeded};
use redb::StorageBackend;
use session::{Frame, Mutation, RequestBody, Response};
use storage::{BattleLibrary, Clock, OnDisk, Store, StoreFault};

use crate::{TestTable, activate, begin, clock, give, reopen, sail, sybota};

/// A disk that distinguishes synced from merely written data.
#[derive(Clone, Debug, Default)]
struct Disk(Arc<Mutex<Plate>>);

#[derive(Debug, Default)]
struct Plate {
    /// The content as programs see it.
    seen: Vec<u8>,
    /// The content at the last sync.
    synced: Vec<u8>,
    /// The writes since then, and changes of length.
    since: Vec<Change>,
    /// The number of operations before it fails; `None` if it never fails.
    until: Option<u64>,
    /// Whether it fails only once, or permanently.
    once: bool,
    /// The number of operations so far.
    done: u64,
}

#[derive(Clone, Debug)]
enum Change {
    Length(usize),
    Bytes(usize, Vec<u8>),
}

impl Change {
    fn make(&self, bytes: &mut Vec<u8>) {
        match self {
            Change::Length(length) => bytes.resize(*length, 0),
            Change::Bytes(at, data) => {
                if bytes.len() < at + data.len() {
                    bytes.resize(at + data.len(), 0);
                }
                bytes[*at..at + data.len()].copy_from_slice(data);
            }
        }
    }
}

impl Plate {
    fn work(&mut self) -> io::Result<()> {
        self.done += 1;
        match &mut self.until {
            Some(0) if self.once => {
                self.until = None;
                Err(io::Error::from(ErrorKind::StorageFull))
            }
            Some(0) => Err(io::Error::from(ErrorKind::StorageFull)),
            Some(left) => {
                *left -= 1;
                Ok(())
            }
            None => Ok(()),
        }
    }

    fn change(&mut self, change: Change) -> io::Result<()> {
        self.work()?;
        change.make(&mut self.seen);
        self.since.push(change);
        Ok(())
    }
}

impl Disk {
    fn with<T>(&self, look: impl FnOnce(&mut Plate) -> T) -> T {
        look(&mut self.0.lock().expect("no thread panics with it"))
    }

    fn store(&self) -> Result<OnDisk, StoreFault> {
        let disk = self.clone();
        OnDisk::on_backend(move || disk.clone())
    }

    fn fails_after(&self, things: u64, once: bool) {
        self.with(|plate| (plate.until, plate.once) = (Some(things), once));
    }

    fn heals(&self) {
        self.with(|plate| plate.until = None);
    }

    /// A disk as it could be after a power cut now: with everything that was synced and a
    /// random part of the rest, in any order, the last write possibly torn.
    fn after_power_cut(&self, luck: &mut Chance) -> Disk {
        self.with(|plate| {
            let mut bytes = plate.synced.clone();
            let mut left = plate.since.clone();
            while !left.is_empty() && luck.below(8) > 0 {
                let change = left.swap_remove(luck.below(left.len()));
                match change {
                    Change::Bytes(at, mut data) if luck.below(4) == 0 => {
                        // Disks write whole sectors.
                        data.truncate(luck.below(data.len() / 512 + 1) * 512);
                        Change::Bytes(at, data).make(&mut bytes);
                    }
                    change => change.make(&mut bytes),
                }
            }
            let plate = Plate { seen: bytes.clone(), synced: bytes, ..Plate::default() };
            Disk(Arc::new(Mutex::new(plate)))
        })
    }
}

impl StorageBackend for Disk {
    fn len(&self) -> io::Result<u64> {
        Ok(self.with(|plate| plate.seen.len() as u64))
    }

    fn read(&self, offset: u64, out: &mut [u8]) -> io::Result<()> {
        let at = usize::try_from(offset).expect("a small file");
        self.with(|plate| {
            let bytes = plate.seen.get(at..at + out.len());
            out.copy_from_slice(bytes.ok_or_else(|| io::Error::from(ErrorKind::UnexpectedEof))?);
            Ok(())
        })
    }

    fn set_len(&self, len: u64) -> io::Result<()> {
        let length = usize::try_from(len).expect("a small file");
        self.with(|plate| plate.change(Change::Length(length)))
    }

    fn sync_data(&self) -> io::Result<()> {
        self.with(|plate| {
            plate.work()?;
            plate.synced.clone_from(&plate.seen);
            plate.since.clear();
            Ok(())
        })
    }

    fn write(&self, offset: u64, data: &[u8]) -> io::Result<()> {
        let at = usize::try_from(offset).expect("a small file");
        self.with(|plate| plate.change(Change::Bytes(at, data.to_vec())))
    }
}

/// Random numbers; the same seed gives the same ones.
struct Chance(Seeded);

impl Chance {
    fn new(seed: u64) -> Chance {
        Chance(Seeded::new(seed, 13))
    }

    fn below(&mut self, count: usize) -> usize {
        let die = Die::of(250).expect("a die");
        let (high, low) = (usize::from(self.0.face(die) - 1), usize::from(self.0.face(die) - 1));
        (high * 250 + low) % count.max(1)
    }
}

/// The number of times, unless the environment sets it.
fn times(variable: &str, otherwise: u64) -> u64 {
    std::env::var(variable).ok().and_then(|times| times.parse().ok()).unwrap_or(otherwise)
}

/// Gives an order to a table whose disk may fail. Returns the number of orders reported as
/// carried out: none while the content of the disk is unknown; later possibly an earlier
/// one too.
fn carried_out(battle: &mut TestTable, order: &serde_json::Value) -> usize {
    let order = order.as_object().expect("an order").clone();
    let frames = battle.frames(RequestBody::Change(Mutation::Order { order, dice: None }));
    let given = |frame: &&Frame| matches!(frame, Frame::Answer { answer, .. } if matches!(**answer, Response::Given { .. }));
    frames.iter().filter(given).count()
}

/// The rows of the battle, which must begin with those reported as stored, and have no two
/// from one request.
fn rows_after(disk: &Disk, stored: usize, when: &str) -> Vec<String> {
    let store = disk.store().unwrap_or_else(|fault| panic!("{when}: {fault}"));
    let rows = store.read("sybota").unwrap_or_else(|fault| panic!("{when}: {fault}"));
    assert!(rows.len() >= stored, "{when}: {stored} rows were stored, {} exist", rows.len());
    let ids: BTreeSet<String> = rows
        .iter()
        .skip(1)
        .map(|row| {
            let row: serde_json::Value = serde_json::from_str(row).expect("a row");
            row["id"].as_str().expect("an id").to_owned()
        })
        .collect();
    assert_eq!(ids.len(), rows.len() - 1, "{when}: an order exists twice");
    session::TableServer::read(&rows).unwrap_or_else(|fault| panic!("{when}: {fault}"));
    rows
}

#[test]
fn any_failed_write_leaves_stored_orders_intact_and_the_battle_playable() {
    // A first disk counts the operations of four orders.
    let sound = Disk::default();
    let begun = |disk: &Disk| {
        let library = BattleLibrary::new(disk.store().expect("a sound disk"), clock());
        let battle = begin(&library, "sybota", sybota()).expect("stored");
        (library, battle)
    };
    let (_shelf, mut battle) = begun(&sound);
    let before = sound.with(|plate| plate.done);
    let orders = ["A1", "A2", "B1", "B2"].map(activate);
    for order in &orders {
        give(&mut battle, order).expect("stored");
    }
    let things = sound.with(|plate| plate.done) - before;
    assert!(things > 8, "{things}");
    for once in [true, false] {
        for fails_at in 0..things {
            let when = format!("fails at {fails_at} of {things}, once: {once}");
            let disk = Disk::default();
            let (library, mut battle) = begun(&disk);
            let mut stored = battle.rows();
            disk.fails_after(fails_at, once);
            for order in &orders {
                stored += carried_out(&mut battle, order);
            }
            // The power fails during the fault: stored data is synced.
            rows_after(&disk.after_power_cut(&mut Chance::new(fails_at)), stored, &when);
            disk.heals();
            // If the result was unknown, the next request reads the rows back.
            let last = carried_out(&mut battle, &sail("A3"));
            assert!(last > 0, "{when}: no order is accepted");
            let journal = battle.journal();
            drop((battle, library));
            let rows = rows_after(&disk, stored + last, &when);
            assert!(rows.len() <= 6, "{when}");
            let library = BattleLibrary::new(disk.store().expect("sound again"), clock());
            assert_eq!(reopen(&library, "sybota").expect("there").journal(), journal, "{when}");
        }
    }
}

#[test]
fn a_power_cut_with_torn_and_reordered_writes_loses_no_stored_order() {
    let disk = Disk::default();
    let library = BattleLibrary::new(disk.store().expect("a sound disk"), clock());
    let mut battle = begin(&library, "sybota", sybota()).expect("stored");
    let cuts = times("STORE_CUTS", 600);
    let (mut cut, mut more) = (0, 0);
    while cut < cuts {
        let stored = battle.rows();
        // The order is cut off in the middle: the disk stops after some operations.
        for things in 0..16 {
            disk.fails_after(things, false);
            let given = carried_out(&mut battle, &activate("A1"));
            for _ in 0..4 {
                cut += 1;
                let after = disk.after_power_cut(&mut Chance::new(cut));
                let rows = rows_after(&after, stored + given, &format!("cut {cut}"));
                assert!(rows.len() <= stored + 1, "cut {cut}");
                more += rows.len() - stored;
            }
            disk.heals();
            // Nothing is known until the rows have been read back.
            battle.frames(RequestBody::Change(Mutation::Undo {}));
            if battle.rows() > stored {
                break;
            }
            assert_eq!(given, 0, "the order reported as stored exists");
        }
    }
    assert!(more > 0, "no interrupted order was ever stored");
}

#[test]
fn a_clock_that_goes_backwards_does_no_harm() {
    struct Backwards(std::cell::Cell<u64>);
    impl Clock for Backwards {
        fn now(&self) -> u64 {
            let now = self.0.get();
            self.0.set(now.saturating_sub(100_000));
            now
        }
    }
    let disk = Disk::default();
    let clock = Backwards(std::cell::Cell::new(250_000));
    let library = BattleLibrary::new(disk.store().expect("a disk"), clock);
    let mut battle = begin(&library, "sybota", sybota()).expect("stored");
    for ship in ["A1", "B1", "A2", "B2"] {
        give(&mut battle, &activate(ship)).expect("stored");
    }
    let journal = battle.journal();
    drop(battle);
    let read = reopen(&library, "sybota").expect("there");
    assert_eq!(read.journal(), journal);
    let listed = library.battles().expect("a list");
    assert_eq!(listed.len(), 1);
    assert!(listed[0].about.is_ok());
}
