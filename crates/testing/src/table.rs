//! A table server with players and a store whose answers the test controls.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use engine::fleet;
use engine::journal::{Journal, Opening, read_options};
use serde_json::{Map, Value, json};
use session::{
    Frame, InlineTable, Mutation, Request, RequestBody, Requester, Response, Seat, TableConnection,
    TableEvent, TableServer,
};
use storage::Store;

use crate::delayed_store::DelayedStore;

/// A ready battle with a fixed seed.
pub fn ready(slug: &str) -> Opening {
    Opening::ready(slug, 433).expect("a ready battle")
}

/// The fields of an order that is given as JSON.
pub fn order(value: Value) -> Map<String, Value> {
    match value {
        Value::Object(order) => order,
        other => panic!("{other} is not an order"),
    }
}

/// The request that gives an order, all dice by the app.
pub fn give(value: Value) -> RequestBody {
    RequestBody::Change(Mutation::Order { order: order(value), dice: None })
}

/// A table with a store whose answers the test controls.
pub struct Set {
    /// Its store.
    pub delayed: DelayedStore,
    /// The table server.
    pub table: InlineTable,
}

/// The name of the battle in the store.
pub const SLUG: &str = "table";

impl Set {
    /// A table for a ready battle.
    pub fn new(slug: &str) -> Set {
        Set::opened(ready(slug))
    }

    /// A table for two fleets, given as in their files.
    pub fn on(fleets: &[Value; 2]) -> Set {
        Set::with(fleets, &[])
    }

    /// The same with optional rules.
    pub fn with(fleets: &[Value; 2], switches: &[&str]) -> Set {
        let fleets = fleets.each_ref().map(|fleet| {
            fleet::read_json(fleet).unwrap_or_else(|faults| panic!("{faults:?}")).fleet
        });
        let switches: Map<String, Value> =
            switches.iter().map(|switch| ((*switch).to_owned(), true.into())).collect();
        let options = read_options(fleets[0].system(), &switches.into()).expect("switches");
        Set::opened(Opening::new(fleets, options, 433))
    }

    fn opened(opening: Opening) -> Set {
        let (table_server, rows) = TableServer::begin(opening, 1_000, [7; 16]).expect("it begins");
        Set::of_rows(table_server, &rows)
    }

    /// A table for a battle in progress.
    pub fn of_journal(journal: Journal) -> Set {
        let (table_server, rows) = TableServer::from_journal(journal, 1_000, [7; 16]);
        Set::of_rows(table_server, &rows)
    }

    fn of_rows(table_server: TableServer, rows: &[String]) -> Set {
        let delayed = DelayedStore::default();
        delayed.store().create(SLUG, rows).expect("created");
        let table = InlineTable::new(table_server, delayed.row_writer(SLUG));
        Set { delayed, table }
    }

    /// The same table, reopened by another program.
    #[must_use]
    pub fn read_again(&self) -> Set {
        let table_server = TableServer::read(&self.rows()).expect("sound rows");
        let table = InlineTable::new(table_server, self.delayed.row_writer(SLUG));
        Set { delayed: self.delayed.clone(), table }
    }

    /// A player at a seat.
    pub fn sit(&self, seat: Seat) -> Player {
        Player { connection: self.table.sit(Requester::at(seat)), seat }
    }

    /// The stored rows.
    pub fn rows(&self) -> Vec<String> {
        self.delayed.store().read(SLUG).expect("it is there")
    }

    /// The number of the last change.
    pub fn at(&self) -> u64 {
        self.table.with(TableServer::at)
    }
}

/// A battle of two galleys with secret speeds: A is of Rome, B of Carthage.
pub fn galleys() -> Set {
    let ships = json!([{"name": "I", "cq": 3, "speed": 5}]);
    let fleet = |nation: &str| json!({"system": "chicken-of-the-sea", "name": nation, "nation": nation, "ship": ships});
    Set::on(&[fleet("rome"), fleet("carthage")])
}

/// The number of the next request: ids are unique even if a table is reopened.
static ASKED: AtomicU64 = AtomicU64::new(1);

/// A player at a seat.
pub struct Player {
    connection: Box<dyn TableConnection>,
    seat: Seat,
}

impl Player {
    /// Sends a request, and returns its id.
    pub fn ask(&mut self, ask: RequestBody) -> String {
        let id = format!("{}-{}", self.seat, ASKED.fetch_add(1, Ordering::Relaxed));
        self.ask_as(&id, ask);
        id
    }

    /// Sends a request with this id.
    pub fn ask_as(&mut self, id: &str, ask: RequestBody) {
        self.connection.ask(Request { id: id.to_owned(), seen: None, ask }, 2_000);
    }

    /// Sends a request from a player who has seen the table up to this change.
    pub fn ask_seen(&mut self, id: &str, seen: u64, ask: RequestBody) {
        self.connection.ask(Request { id: id.to_owned(), seen: Some(seen), ask }, 2_000);
    }

    /// All frames that have arrived.
    pub fn frames(&mut self) -> Vec<Frame> {
        std::iter::from_fn(|| self.connection.next_frame(Duration::ZERO)).collect()
    }

    /// All answers that have arrived, by id.
    pub fn answers(&mut self) -> Vec<(String, Response)> {
        let answer = |frame| match frame {
            Frame::Answer { id, answer } => Some((id, *answer)),
            Frame::News(_) | Frame::Reset { .. } | Frame::Waits { .. } => None,
        };
        self.frames().into_iter().filter_map(answer).collect()
    }

    /// All events that have arrived.
    pub fn news(&mut self) -> Vec<TableEvent> {
        let news = |frame| match frame {
            Frame::News(news) => Some(*news),
            Frame::Answer { .. } | Frame::Reset { .. } | Frame::Waits { .. } => None,
        };
        self.frames().into_iter().filter_map(news).collect()
    }

    /// The single answer to a request that is answered at once, sent at this time.
    pub fn answer_at(&mut self, now: u64, ask: RequestBody) -> Response {
        let id = format!("{}-{}", self.seat, ASKED.fetch_add(1, Ordering::Relaxed));
        self.connection.ask(Request { id, seen: None, ask }, now);
        let mut answers = self.answers();
        assert_eq!(answers.len(), 1, "{answers:?}");
        answers.remove(0).1
    }

    /// The single answer to a request that is answered at once.
    pub fn answer(&mut self, ask: RequestBody) -> Response {
        let id = self.ask(ask);
        let mut answers = self.answers();
        assert_eq!(answers.len(), 1, "{answers:?}");
        let (of, answer) = answers.remove(0);
        assert_eq!(of, id);
        answer
    }
}
