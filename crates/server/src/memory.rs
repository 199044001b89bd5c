//! The memory of tables. Each table has a budget; a table without a connected client is
//! unloaded when memory runs short.

use std::cmp::Reverse;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Weak};
use std::time::{Duration, Instant};

use tokio::time::{MissedTickBehavior, interval};

use session::{Size, TableServer};

use super::ServerState;
use super::hosted_table::HostedTable;

/// The time without a connection before a table is unloaded.
const IDLE: Duration = Duration::from_mins(1);
/// The interval of checks for such tables.
const LOOKS_EVERY: Duration = Duration::from_secs(1);

/// The memory of all tables above which each is limited to its share, in bytes; a hall
/// with many tables may use more.
const MUCH: u64 = 256 << 20;
const MUCH_EACH: u64 = 1_280 << 10;
/// The memory beyond that above which no more tables are opened, in bytes.
const MORE: u64 = 64 << 20;
/// The memory that each table may always take, in bytes.
const SHARE: u64 = 3 << 20;

fn much(tables: usize) -> u64 {
    MUCH.max(MUCH_EACH * tables as u64)
}

/// Whether this number of tables with this memory leaves no room for another.
pub(super) fn is_full(tables: usize, all: u64) -> bool {
    all > much(tables) + MORE
}

/// The share of each table if all together take more than `much`: tables that take less than
/// their share leave the rest to the others. `None` if there is room.
fn share(mut weights: Vec<u64>, much: u64) -> Option<u64> {
    weights.sort_unstable();
    let (mut left, count) = (much, weights.len());
    for (place, weight) in weights.into_iter().enumerate() {
        let each = left / (count - place) as u64;
        if weight > each {
            return Some(each.max(SHARE));
        }
        left -= weight;
    }
    None
}

/// Checks the memory until the server is gone.
pub(super) async fn watch(server: Weak<ServerState>) {
    let mut beat = interval(LOOKS_EVERY);
    beat.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        beat.tick().await;
        let Some(server) = server.upgrade() else { return };
        if server.setup.many {
            unload_idle(&server).await;
        }
        let (hosted_tables, now) = (server.hosted_tables(), Instant::now());
        // The others can be unloaded.
        let used = hosted_tables.iter().filter(|hosted| hosted.admission.idle(now).is_none());
        let weights: Vec<u64> = used.map(|hosted| hosted.weighed.bytes()).collect();
        let much = much(weights.len());
        let share = share(weights, much);
        for hosted in &hosted_tables {
            hosted.table.run_at_table(hosted.weighed.again(server.setup.many, share));
        }
    }
}

/// Unloads tables without connections: after [`IDLE`], or at once if all together use much.
async fn unload_idle(server: &ServerState) {
    let (hosted_tables, now) = (server.hosted_tables(), Instant::now());
    let (mut all, mut left): (u64, usize) =
        (hosted_tables.iter().map(|hosted| hosted.weighed.bytes()).sum(), hosted_tables.len());
    let idle = |hosted: &Arc<HostedTable>| {
        Some((hosted.admission.idle(now)?, hosted.weighed.bytes(), hosted.name().to_owned()))
    };
    let mut idle: Vec<(Duration, u64, String)> = hosted_tables.iter().filter_map(idle).collect();
    drop(hosted_tables);
    idle.sort_by_key(|(since, ..)| Reverse(*since));
    for (since, weight, name) in idle {
        if (since >= IDLE || all > much(left)) && server.unload(&name).await {
            (all, left) = (all.saturating_sub(weight), left - 1);
        }
    }
}

/// The most rows of a table, and the most bytes of all of them.
const MOST_ROWS: u64 = 20_000;
const MOST_BYTES: u64 = 8 << 20;
/// The most rows times ships: after each order, the ships of a side are listed again.
const MOST_ROWS_OF_SHIPS: u64 = 20_000_000;

/// The last estimate of a table's memory.
#[derive(Default)]
pub(super) struct Weighed {
    /// Its size when it was opened.
    begun: Size,
    bytes: Arc<AtomicU64>,
}

impl Weighed {
    pub(super) fn of(table_server: &TableServer) -> Weighed {
        Weighed { begun: table_server.size(), bytes: Arc::new(weight(table_server).into()) }
    }

    /// Its approximate memory, in bytes.
    pub(super) fn bytes(&self) -> u64 {
        self.bytes.load(Ordering::Relaxed)
    }

    /// Estimates it again, and returns how much the table may hold: a host's own battle
    /// may already be long when it is opened.
    pub(super) fn again(
        &self,
        is_one_of_many: bool,
        share: Option<u64>,
    ) -> impl FnOnce(&mut TableServer) + Send + 'static {
        let begun = if is_one_of_many { Size::default() } else { self.begun };
        let bytes = Arc::clone(&self.bytes);
        move |table_server| {
            bytes.store(weight(table_server), Ordering::Relaxed);
            table_server.set_limit(most(table_server, begun, share));
        }
    }
}

/// The approximate memory of a table without its threads.
fn weight(table_server: &TableServer) -> u64 {
    let (Size { rows, bytes }, ships) = (table_server.size(), ships(table_server));
    3 * bytes + rows * (2_500 + 4 * ships) + 1_500 * ships
}

fn ships(table_server: &TableServer) -> u64 {
    table_server.battle().tags().len() as u64
}

/// How much a table may hold in addition to what it had when it was opened (`begun`). If
/// memory is short, a table with more than its share may not grow.
fn most(table_server: &TableServer, begun: Size, share: Option<u64>) -> Size {
    if share.is_some_and(|share| weight(table_server) > share) {
        return table_server.size();
    }
    let rows = MOST_ROWS.min(MOST_ROWS_OF_SHIPS / ships(table_server).max(1));
    Size { rows: rows + begun.rows, bytes: MOST_BYTES + begun.bytes }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_largest_tables_stop_growing_when_memory_is_short() {
        let mib = |count: u64| count << 20;
        assert_eq!(share(vec![mib(9), mib(1), mib(5)], mib(15)), None);
        assert_eq!(share(vec![mib(9), mib(1), mib(5)], mib(13)), Some(mib(7)));
        assert_eq!(share(vec![mib(9), mib(1), mib(5)], mib(9)), Some(mib(4)));
        assert_eq!(share(vec![mib(9); 9], mib(9)), Some(SHARE));
        assert_eq!(share(Vec::new(), 0), None);
    }
}
