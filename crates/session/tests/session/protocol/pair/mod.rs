//! Two tables that differ only in side A's secrets. Requests of all other seats must have
//! the same responses at both, byte for byte.

mod asks;
mod play;

use std::collections::BTreeSet;

use engine::journal::Journal;
use games::Battle;
use rules::Tag;
use serde_json::{Map, Value};
use session::{
    Declared, Frame, Query, Request, RequestBody, Requester, Response, Seat, TableConnection, View,
};

use testing::table::Set;

pub(crate) use play::{SecretRules, play};

/// All seats that may not know A's secrets.
const OTHERS: [Seat; 3] = [Seat::B, Seat::Both, Seat::Onlooker];

/// A difference between the two tables that a seat could see.
#[derive(Debug)]
pub(crate) struct Leak(pub(crate) String);

pub(crate) struct Pair {
    tables: [Table; 2],
    /// The seats that may not know A's secrets.
    others: Vec<Seat>,
    asked: u64,
}

struct Table {
    connections: Vec<(Seat, Box<dyn TableConnection>)>,
    set: Set,
}

impl Table {
    fn connection(&mut self, seat: Seat) -> &mut dyn TableConnection {
        let connection = self.connections.iter_mut().find(|(own, _)| *own == seat);
        &mut *connection.expect("a connection at this seat").1
    }

    fn ask(&mut self, seat: Seat, id: &str, ask: &RequestBody) -> Vec<Frame> {
        let asking = Request { id: id.to_owned(), seen: None, ask: ask.clone() };
        self.connection(seat).ask(asking, 2_000);
        self.frames(seat)
    }

    fn frames(&mut self, seat: Seat) -> Vec<Frame> {
        let connection = self.connection(seat);
        std::iter::from_fn(|| connection.next_frame(std::time::Duration::ZERO)).collect()
    }
}

fn text(value: &impl serde::Serialize) -> String {
    serde_json::to_string(value).expect("it can be written")
}

/// The place where two texts begin to differ, with context.
fn parting(what: &str, texts: &[String; 2]) -> Leak {
    let at = texts[0].bytes().zip(texts[1].bytes()).position(|(a, b)| a != b);
    let at = at.unwrap_or(texts[0].len().min(texts[1].len()));
    let about = |text: &String| {
        let part = text.bytes().skip(at.saturating_sub(300)).take(500).collect::<Vec<u8>>();
        String::from_utf8_lossy(&part).into_owned()
    };
    Leak(format!("{what}\n  {}\n  {}", about(&texts[0]), about(&texts[1])))
}

fn alike(what: &str, texts: &[String; 2]) -> Result<(), Leak> {
    if texts[0] == texts[1] { Ok(()) } else { Err(parting(what, texts)) }
}

fn answer_in(frames: Vec<Frame>) -> Response {
    let answers = frames.into_iter().find_map(|frame| match frame {
        Frame::Answer { answer, .. } => Some(*answer),
        Frame::News(_) | Frame::Reset { .. } | Frame::Waits { .. } => None,
    });
    answers.expect("an answer")
}

impl Pair {
    /// Two tables with both sides and, if `looked_at`, all other seats that may watch.
    pub(crate) fn of(journals: [Journal; 2], looked_at: bool) -> Pair {
        let others = if looked_at { OTHERS.to_vec() } else { vec![Seat::B] };
        let tables = journals.map(|journal| {
            let set = Set::of_journal(journal);
            let seats = [Seat::A].into_iter().chain(others.iter().copied());
            let connections =
                seats.map(|seat| (seat, set.table.sit(Requester::at(seat)))).collect();
            Table { connections, set }
        });
        Pair { tables, others, asked: 0 }
    }

    /// Evaluates something for both battles.
    fn battles<T>(&self, look: impl Fn(&Battle) -> T) -> [T; 2] {
        self.tables.each_ref().map(|table| table.set.table.with(|a| look(a.battle())))
    }

    /// The journal of the first table.
    pub(crate) fn journal(&self) -> Journal {
        self.tables[0].set.table.with(|table_server| table_server.journal().clone())
    }

    fn id(&mut self) -> String {
        self.asked += 1;
        format!("pair-{}", self.asked)
    }

    /// Sends a request from a seat that may not know A's secrets, and from all similar
    /// seats. Both tables must respond equally.
    pub(crate) fn asks(&mut self, seat: Seat, ask: &RequestBody) -> Result<Response, Leak> {
        let id = self.id();
        let frames = self.tables.each_mut().map(|table| table.ask(seat, &id, ask));
        alike(&format!("{seat}: {}", text(ask)), &frames.each_ref().map(text))?;
        if matches!(ask, RequestBody::Change(_)) {
            self.news()?;
        }
        let [first, _] = frames;
        Ok(answer_in(first))
    }

    /// Makes a change of A's at each table.
    pub(crate) fn does(&mut self, asks: [&RequestBody; 2]) -> Result<[Response; 2], Leak> {
        let id = self.id();
        let [one, two] = &mut self.tables;
        let answers =
            [answer_in(one.ask(Seat::A, &id, asks[0])), answer_in(two.ask(Seat::A, &id, asks[1]))];
        if std::mem::discriminant(&answers[0]) == std::mem::discriminant(&answers[1]) {
            self.news()?;
        }
        Ok(answers)
    }

    /// A's view of each table.
    fn views_of_a(&mut self) -> [View; 2] {
        let id = self.id();
        self.tables.each_mut().map(|table| {
            match answer_in(table.ask(
                Seat::A,
                &id,
                &RequestBody::Read(Query::View { cursor: None }),
            )) {
                Response::View(view) => *view,
                other => panic!("{other:?}"),
            }
        })
    }

    /// The order that waits at the first table, as A sees it.
    pub(crate) fn declared(&mut self) -> Option<Declared> {
        let [here, _] = self.views_of_a();
        here.declared
    }

    /// The events that the other seats receive.
    fn news(&mut self) -> Result<(), Leak> {
        for seat in self.others.clone() {
            let news = self.tables.each_mut().map(|table| text(&table.frames(seat)));
            alike(&format!("news for {seat}"), &news)?;
        }
        Ok(())
    }

    /// The units that differ.
    fn differing(&self) -> BTreeSet<Tag> {
        let [one, two] = self.battles(|battle| {
            let record = |tag: Tag| (tag, battle.full_view().unit_state(tag));
            battle.tags().into_iter().map(record).collect::<Vec<_>>()
        });
        let differ = one.into_iter().zip(two).filter(|(one, two)| one.1 != two.1);
        differ.map(|(one, _)| one.0).collect()
    }
}

/// The units that an order names.
fn named(order: &Map<String, Value>) -> BTreeSet<Tag> {
    let lists = order.values().flat_map(|value| match value {
        Value::Array(list) => list.iter().collect::<Vec<_>>(),
        value => vec![value],
    });
    lists.filter_map(|value| value.as_str()?.parse().ok()).collect()
}
