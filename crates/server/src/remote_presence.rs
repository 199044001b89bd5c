//! What servers of one store send each other about who is connected.

use std::sync::{Arc, Weak};
use std::time::Duration;

use tokio::task::spawn_blocking;
use tokio::time::{MissedTickBehavior, interval};

use super::ServerState;
use super::hosted_table::HostedTable;
use super::lock::lock;

/// How often a hall tells the others who is connected to it: well within the time
/// after which somebody counts as absent.
const TELLS_EVERY: Duration = Duration::from_secs(5);
/// How many tables it tells of at once.
const AT_ONCE: usize = 100;

/// Tells the other halls who is connected to this one, until it ends.
pub(super) async fn tells(house: Weak<ServerState>) {
    let mut beat = interval(TELLS_EVERY);
    beat.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        beat.tick().await;
        let Some(house) = house.upgrade() else { return };
        let rooms: Vec<Arc<HostedTable>> = lock(&house.rooms).values().cloned().collect();
        let here: Vec<(String, Vec<String>)> =
            rooms.iter().map(|room| (room.name().to_owned(), room.reception.here())).collect();
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
pub(super) fn hears(house: &ServerState, text: &str) {
    let here: Vec<(String, Vec<String>)> = serde_json::from_str(text).unwrap_or_default();
    for (table, tokens) in here {
        if let Some(room) = house.held(&table) {
            room.reception.note_elsewhere(&tokens);
        }
    }
}
