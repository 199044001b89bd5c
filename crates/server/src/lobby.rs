//! The lobby of a hall: how each table stands. It is told from memory, so that no busy
//! table keeps it waiting. Halls that share their tables store it for each other, so that
//! none opens a table only to say so.

use std::sync::{Arc, Weak};
use std::time::Duration;

use futures_util::future::join_all;
use tokio::task::spawn_blocking;
use tokio::time::timeout;

use rules::Side;
use session::http::LobbyRow;
use session::{Seat, TableServer};

use super::hosted_table::HostedTable;
use super::room_store::{Records, TableStands};

/// How long the lobby waits for tables to say how they stand now.
const LONGEST_LOOK: Duration = Duration::from_millis(250);

/// How a table stands.
pub(super) fn of(authority: &TableServer, (table, name, since): (&str, &str, u64)) -> TableStands {
    let battle = authority.battle();
    let holders = authority.holders();
    let held = |seat: Seat| holders.iter().find(|holds| holds.by.seat == seat);
    let free: Vec<Seat> = [Seat::A, Seat::B]
        .into_iter()
        .filter(|seat| held(*seat).is_none() && held(Seat::Both).is_none())
        .collect();
    let names = [Seat::A, Seat::B, Seat::Both]
        .into_iter()
        .filter_map(|seat| Some((seat.to_string(), held(seat)?.name.clone())));
    let sides = [Side::A, Side::B].map(|side| battle.side_name(side).to_owned());
    let row = LobbyRow {
        system: battle.system(),
        round: battle.moment().number,
        free,
        over: battle.winner().is_some(),
        names: Some(names.collect()),
        sides,
        name: name.to_owned(),
        since,
        table: table.to_owned(),
    };
    TableStands { at: authority.at(), row }
}

/// How a table stands now; `None` if it is gone. Nobody holds it meanwhile.
fn stands(
    room: &HostedTable,
    records: &Records,
) -> impl Future<Output = Option<TableStands>> + use<> {
    let (table, known) = (room.name().to_owned(), records.in_the_lobby(room.name()));
    let (name, since) = room.reception.signs();
    room.table.look(move |authority, _| {
        let as_before = known.filter(|known| known.at == authority.at());
        as_before.unwrap_or_else(|| of(authority, (&table, &name, since)))
    })
}

/// Looks how these tables stand now. Those that are busy are told as they stood.
pub(super) async fn look(rooms: Vec<Arc<HostedTable>>, records: &Records) {
    let looks: Vec<_> = rooms
        .into_iter()
        .map(|room| {
            let (name, now) = (room.name().to_owned(), stands(&room, records));
            async move {
                if let Some(now) = now.await {
                    remembers(&name, now, records).await;
                }
            }
        })
        .collect();
    let _ = timeout(LONGEST_LOOK, join_all(looks)).await;
}

async fn remembers(table: &str, now: TableStands, records: &Records) {
    if !records.store().is_shared() {
        records.note_lobby(table, now);
    } else if records.in_the_lobby(table).is_none_or(|known| known.row != now.row) {
        let (table, records) = (table.to_owned(), records.clone());
        // Where it cannot be stored, the next change tries again.
        let _ = spawn_blocking(move || records.stands(&table, &now)).await;
    }
}

/// Stores how a table stands whenever that changes, until the table is gone.
pub(super) async fn tells(room: Weak<HostedTable>, records: Records) {
    let Some(mut moves) = room.upgrade().map(|room| room.table.moves()) else { return };
    loop {
        let Some(held) = room.upgrade() else { return };
        let Some(now) = stands(&held, &records).await else { return };
        let name = held.name().to_owned();
        drop(held);
        remembers(&name, now, &records).await;
        if moves.changed().await.is_err() {
            return;
        }
    }
}
