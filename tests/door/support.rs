//! A table with somebody at it.

use std::time::Duration;

use serde_json::{Map, Value};
use trierarch::fleet;
use trierarch::journal::Opening;
use trierarch::referee::{
    Answer, Ask, Asker, Asking, Authority, Door, Frame, InlineTable, News, Seat,
};
use trierarch::store::{Late, Store};

pub(crate) fn ready(slug: &str) -> Opening {
    let ready = fleet::library::battles().iter().find(|b| b.slug == slug).expect("a ready battle");
    let fleets = ready.sides.map(|path| {
        fleet::read_toml(fleet::library::file(path).expect("a fleet")).expect("sound").fleet
    });
    Opening { fleets, options: ready.options.clone(), seed: 433 }
}

pub(crate) fn order(value: Value) -> Map<String, Value> {
    match value {
        Value::Object(order) => order,
        other => panic!("{other} is no order"),
    }
}

pub(crate) fn give(value: Value) -> Ask {
    Ask::Order { order: order(value), dice: None }
}

/// A table on a store that can be told how to answer.
pub(crate) struct Set {
    pub(crate) late: Late,
    pub(crate) table: InlineTable,
}

pub(crate) const SLUG: &str = "table";

impl Set {
    pub(crate) fn new(slug: &str) -> Set {
        let (authority, rows) = Authority::begin(ready(slug), 1_000, [7; 16]).expect("it begins");
        let late = Late::default();
        late.store().create(SLUG, &rows).expect("kept");
        let table = InlineTable::new(authority, late.keeper(SLUG));
        Set { late, table }
    }

    pub(crate) fn sit(&self, seat: Seat) -> Player {
        Player { door: self.table.sit(Asker::at(seat)), next: 0, seat }
    }

    pub(crate) fn rows(&self) -> Vec<String> {
        self.late.store().read(SLUG).expect("it is there")
    }

    pub(crate) fn at(&self) -> u64 {
        self.table.with(Authority::at)
    }
}

/// Somebody at a seat.
pub(crate) struct Player {
    door: Box<dyn Door>,
    next: usize,
    seat: Seat,
}

impl Player {
    /// Asks, and says under which id.
    pub(crate) fn ask(&mut self, ask: Ask) -> String {
        self.next += 1;
        let id = format!("{}-{}", self.seat, self.next);
        self.ask_as(&id, ask);
        id
    }

    pub(crate) fn ask_as(&mut self, id: &str, ask: Ask) {
        self.door.ask(Asking { id: id.to_owned(), seen: None, ask }, 2_000);
    }

    pub(crate) fn ask_seen(&mut self, id: &str, seen: u64, ask: Ask) {
        self.door.ask(Asking { id: id.to_owned(), seen: Some(seen), ask }, 2_000);
    }

    pub(crate) fn frames(&mut self) -> Vec<Frame> {
        std::iter::from_fn(|| self.door.hear(Duration::ZERO)).collect()
    }

    pub(crate) fn answers(&mut self) -> Vec<(String, Answer)> {
        let answer = |frame| match frame {
            Frame::Answer { id, answer } => Some((id, *answer)),
            Frame::News(_) | Frame::Reset { .. } | Frame::Waits { .. } => None,
        };
        self.frames().into_iter().filter_map(answer).collect()
    }

    pub(crate) fn news(&mut self) -> Vec<News> {
        let news = |frame| match frame {
            Frame::News(news) => Some(*news),
            Frame::Answer { .. } | Frame::Reset { .. } | Frame::Waits { .. } => None,
        };
        self.frames().into_iter().filter_map(news).collect()
    }

    /// The one answer to an ask that is answered at once.
    pub(crate) fn answer(&mut self, ask: Ask) -> Answer {
        let id = self.ask(ask);
        let mut answers = self.answers();
        assert_eq!(answers.len(), 1, "{answers:?}");
        let (of, answer) = answers.remove(0);
        assert_eq!(of, id);
        answer
    }
}
