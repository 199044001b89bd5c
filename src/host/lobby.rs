//! The lobby of a hall: how each table stands. Halls that share their tables
//! store it for each other, so that none opens a table only to say so.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, Weak};
use std::time::Duration;

use serde_json::{Value, json};
use tokio::task::spawn_blocking;
use tokio::time::{MissedTickBehavior, interval};

use crate::referee::Seat;
use crate::rules::Viewer;

use super::House;
use super::kept::{Records, Stands};
use super::room::{Room, lock};

/// How a table stands now; `None` if it is gone.
pub(super) async fn stands(room: &Room) -> Option<Stands> {
    let stands = room.look(|authority, _| {
        let battle = authority.battle();
        let holders = authority.holders();
        let held = |seat: Seat| holders.iter().find(|holds| holds.by.seat == seat);
        let free: Vec<Seat> = [Seat::A, Seat::B]
            .into_iter()
            .filter(|seat| held(*seat).is_none() && held(Seat::Both).is_none())
            .collect();
        let names = [Seat::A, Seat::B, Seat::Both]
            .into_iter()
            .filter_map(|seat| Some((seat.to_string(), Value::from(held(seat)?.name.clone()))));
        let row = json!({
            "system": battle.system(),
            "round": battle.state(Viewer::Both).get("round"),
            "free": free,
            "over": battle.winner().is_some(),
            "names": Value::Object(names.collect()),
        });
        Stands { at: authority.at(), row }
    });
    let mut stands = stands.await?;
    stands.row["table"] = room.name().into();
    Some(stands)
}

/// Stores how a table stands whenever that changes, until the table is gone.
pub(super) async fn tells(room: Weak<Room>, records: Records) {
    let Some(mut moves) = room.upgrade().map(|room| room.moves()) else { return };
    loop {
        let Some(held) = room.upgrade() else { return };
        let Some(now) = stands(&held).await else { return };
        let name = held.name().to_owned();
        drop(held);
        if records.in_the_lobby(&name).is_none_or(|known| known != now.row) {
            let records = records.clone();
            // Where it cannot be stored, the next change tries again.
            let _ = spawn_blocking(move || records.stands(&name, &now)).await;
        }
        if moves.changed().await.is_err() {
            return;
        }
    }
}

/// How often a hall tells the others who is connected to it: well within the time
/// after which somebody counts as absent.
const TELLS_EVERY: Duration = Duration::from_secs(5);
/// How many tables it tells of at once.
const AT_ONCE: usize = 100;

/// Tells the other halls who is connected to this one, until it ends.
pub(super) async fn tells_who_is_here(house: Weak<House>) {
    let mut beat = interval(TELLS_EVERY);
    beat.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        beat.tick().await;
        let Some(house) = house.upgrade() else { return };
        let rooms: Vec<Arc<Room>> = lock(&house.rooms).values().cloned().collect();
        let here: Vec<(String, Vec<String>)> =
            rooms.iter().map(|room| (room.name().to_owned(), room.here())).collect();
        let here: Vec<_> = here.into_iter().filter(|(_, here)| !here.is_empty()).collect();
        for some in here.chunks(AT_ONCE) {
            let Ok(text) = serde_json::to_string(some) else { continue };
            let shelf = Arc::clone(&house.shelf);
            // What cannot be told now is told the next time.
            let _ = spawn_blocking(move || shelf.tells(&text)).await;
        }
    }
}

/// Another hall tells who is connected to it.
pub(super) fn hears(house: &House, text: &str) {
    let here: Vec<(String, Vec<String>)> = serde_json::from_str(text).unwrap_or_default();
    for (table, tokens) in here {
        if let Some(room) = house.held(&table) {
            room.are_elsewhere(&tokens);
        }
    }
}

/// Turns by name: whoever has one is alone with what has that name.
#[derive(Default)]
pub(super) struct Turns(Mutex<HashMap<String, Weak<tokio::sync::Mutex<()>>>>);

impl Turns {
    /// Waits for a turn, which lasts until it is dropped.
    pub(super) async fn of(&self, name: &str) -> tokio::sync::OwnedMutexGuard<()> {
        let turn = {
            let mut turns = lock(&self.0);
            turns.retain(|_, turn| turn.strong_count() > 0);
            let known = turns.get(name).and_then(Weak::upgrade);
            let turn = known.unwrap_or_default();
            turns.insert(name.to_owned(), Arc::downgrade(&turn));
            turn
        };
        turn.lock_owned().await
    }
}
