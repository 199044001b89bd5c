//! Closes tables that get no order within a day of their opening, so that a server does not fill
//! up.

use std::sync::Weak;
use std::time::Duration;

use tokio::time::{MissedTickBehavior, interval};

use session::now;

use super::ServerState;
use super::fault::HostFault;
use super::log::log;
use super::table_store::TableLookup;

/// The time that a table may be without an order, in seconds.
const A_DAY: u64 = 24 * 60 * 60;
/// The interval at which a hall looks for such tables.
const LOOKS_EVERY: Duration = Duration::from_mins(10);

/// Closes such tables until the hall ends.
pub(super) async fn end(server: Weak<ServerState>) {
    let mut looks = interval(LOOKS_EVERY);
    looks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        looks.tick().await;
        let Some(server) = server.upgrade() else { return };
        if let Err(why) = server.ends_unplayed(now()).await {
            log(&format!("unused tables stay open: {why}"));
        }
    }
}

impl ServerState {
    /// Closes the tables that were opened a day or more before this time, in seconds since 1970,
    /// and have had no order.
    async fn ends_unplayed(&self, now: u64) -> Result<(), HostFault> {
        let old = self.table_store.records.all().into_iter().filter(|record| {
            !record.closed && !record.played && now.saturating_sub(record.since) >= A_DAY
        });
        for record in old {
            let name = &record.table;
            // A table that cannot be opened is left to the operator.
            let Ok(TableLookup::Open(hosted)) = self.hosted(Some(name)).await else { continue };
            match hosted.table.is_unplayed().await {
                Some(true) => {
                    hosted.admission.close()?;
                    self.forget(&hosted);
                    self.table_store.removes(&record)?;
                    log(&format!("table {name} is closed: no order within a day"));
                }
                Some(false) => hosted.admission.note_played()?,
                None => {}
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::future::Future;
    use std::sync::Arc;
    use std::time::{Duration, Instant};

    use serde_json::json;
    use tokio::runtime::Builder;
    use tokio::sync::watch;

    use super::*;
    use crate::admission::{NoSeat, SeatRequest};
    use crate::hosted_table::HostedTable;
    use crate::lobby::Opens;
    use crate::table_store::TableStore;
    use crate::tokens::CodeLength;
    use crate::{HostSetup, NotOpened};
    use session::{Mutation, Request, RequestBody, Requester, Seat};
    use storage::{InMemory, Store};

    fn hall(store: &Arc<InMemory>) -> ServerState {
        let table_store = TableStore::over(Arc::clone(store) as Arc<dyn Store>, CodeLength::Long);
        let listen = "127.0.0.1:0".parse().expect("an address");
        let setup = HostSetup { many: true, ..HostSetup::at(listen) };
        ServerState::empty(
            setup,
            Arc::new(table_store.expect("a store of tables")),
            watch::channel(false).1,
        )
    }

    async fn opens(hall: &ServerState, key: &str) -> Result<Arc<HostedTable>, NotOpened> {
        let fleet = "greek-fire/sybota-athens.toml";
        let open = json!({"system": "greek-fire", "sides": [fleet, fleet]});
        let open = open.as_object().expect("an object").clone();
        hall.open(Opens { key: key.to_owned(), name: String::new(), open }, || true).await
    }

    fn runs<T>(does: impl Future<Output = T>) -> T {
        Builder::new_current_thread().enable_all().build().expect("a runtime").block_on(does)
    }

    #[test]
    fn a_table_without_an_order_is_deleted_after_a_day() {
        let store = Arc::new(InMemory::default());
        let hall = hall(&store);
        let begun = now();
        runs(async {
            let [empty, played] = ["empty", "played"].map(|key| opens(&hall, key));
            let (empty, played) = (empty.await.expect("open"), played.await.expect("open"));
            let (sender, shown) = std::sync::mpsc::channel();
            let table = played.table.join(Requester::at(Seat::Umpire), move |frame| {
                // The test may have ended.
                let _ = sender.send(format!("{frame:?}"));
            });
            let order = json!({"kind": "sail", "ship": "A1"}).as_object().expect("one").clone();
            let ask = RequestBody::Change(Mutation::Order { order, dice: None });
            table.ask(Request { id: "sail".into(), seen: None, ask }, begun);
            let answer = shown.recv().expect("an answer");
            assert!(answer.contains("Given"), "{answer}");
            assert_eq!(played.table.is_unplayed().await, Some(false));
            hall.ends_unplayed(begun + A_DAY - 60).await.expect("looked");
            assert_eq!(hall.tables().len(), 2);
            for _ in 0..2 {
                hall.ends_unplayed(begun + A_DAY + 60).await.expect("looked");
                assert_eq!(hall.tables(), [played.name()]);
            }
            assert!(empty.admission.is_closed() && !played.admission.is_closed());
            assert!(matches!(opens(&hall, "empty").await, Err(NotOpened::Closed)));
        });
        assert_eq!(store.battles().expect("a list").len(), 1);
    }

    #[test]
    fn seats_of_onlookers_who_never_connect_are_freed_after_a_minute() {
        let store = Arc::new(InMemory::default());
        let begun = Instant::now();
        let request = |hosted: &HostedTable, key: &str, after: u64| SeatRequest {
            key: key.to_owned(),
            code: hosted.admission.codes().long,
            name: String::new(),
            seat: Seat::Onlooker,
            may_guess: false,
            when: begun + Duration::from_secs(after),
        };
        runs(async {
            let first = hall(&store);
            let hosted = opens(&first, "one").await.expect("open");
            for number in 0..100 {
                let given = hosted.take(request(&hosted, &number.to_string(), 0), false).await;
                assert!(given.is_ok_and(|given| !given.waits));
            }
            let late = hosted.take(request(&hosted, "late", 30), false).await;
            assert_eq!(late, Err(NoSeat::Full));
            let again = hall(&store);
            again.table_store.look_through().expect("looked");
            let Ok(TableLookup::Open(hosted)) = again.hosted(Some(hosted.name())).await else {
                panic!("the table is there")
            };
            assert_eq!(hosted.take(request(&hosted, "late", 30), false).await, Err(NoSeat::Full));
            // One is there, and stays.
            let stays = hosted.take(request(&hosted, "7", 30), false).await.expect("holds a place");
            hosted.admission.connected(&crate::tokens::hash(&stays.token));
            let late = hosted.take(request(&hosted, "late", 90), false).await;
            assert!(late.is_ok(), "{late:?}");
            assert_eq!(hosted.table.holders().await.len(), 2);
        });
    }
}
