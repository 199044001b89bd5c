//! The lobby of a hall: how each table stands. Halls that share their tables
//! store it for each other, so that none opens a table only to say so.

use std::sync::Weak;

use serde_json::{Value, json};
use tokio::task::spawn_blocking;

use crate::referee::Seat;
use crate::rules::Viewer;

use super::kept::{Records, Stands};
use super::room::Room;

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
