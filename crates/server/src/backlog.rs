//! The last events of a table, for clients that were disconnected.

use std::collections::VecDeque;
use std::sync::mpsc::channel;
use std::sync::{Arc, Mutex};

use session::frame::{ServerFrame, text_of};
use session::{Frame, Seat, TableEvent, TableServer, ThreadTable};
use storage::Store;

use super::fault::HostFault;
use super::locks::lock;

/// The largest number of stored events; a client that has missed more reads the whole table.
pub(super) const MOST_MISSED: usize = 200;
/// The largest size of them for a seat, in bytes.
const MOST_BYTES: usize = 256 << 10;

/// Events as frames of the protocol, with the numbers of their changes.
type Numbered = VecDeque<(u64, Arc<str>)>;

/// The last events, as each seat may see them.
pub(super) struct Backlog {
    /// The number of the last change.
    at: u64,
    /// The backlog has all changes after this one.
    from: u64,
    /// The commitment to the app's dice.
    pub(super) seed_hash: String,
    /// The events for each kind of seat, and their size in bytes.
    last_events: [(Numbered, usize); 3],
}

impl Backlog {
    /// The seats that know different things. A shared device comes back
    /// covered, and the owner sees no secrets, so both know what an onlooker
    /// does.
    pub(super) const SEATS: [Seat; 3] = [Seat::A, Seat::B, Seat::Onlooker];

    /// The last events in a table's rows.
    pub(super) fn new(rows: &[String], at: u64, seed_hash: String) -> Backlog {
        let mut missed = Backlog { at, from: at, seed_hash, last_events: Default::default() };
        // Without them, clients that were away get the whole table.
        let again =
            TableServer::past_events(rows, MOST_MISSED, &Backlog::SEATS).unwrap_or_default();
        if let Some((_, first)) = again.first() {
            missed.from = first.at - 1;
        }
        for (seat, news) in &again {
            missed.push(*seat, news);
        }
        missed.at = at;
        missed
    }

    /// Adds a frame that a listener at a seat has received.
    pub(super) fn add(&mut self, seat: Seat, frame: &Frame) {
        match frame {
            Frame::News(news) => self.push(seat, news),
            Frame::Reset { at } => {
                (self.at, self.from) = (*at, *at);
                self.last_events = Default::default();
            }
            Frame::Answer { .. } | Frame::Waits { .. } => {}
        }
    }

    fn push(&mut self, seat: Seat, news: &TableEvent) {
        self.at = self.at.max(news.at);
        if let Some(hash) = &news.seed_hash {
            self.seed_hash.clone_from(hash);
        }
        let (events, bytes) = &mut self.last_events[place(seat)];
        let text: Arc<str> = text_of(&ServerFrame::News(news)).into();
        *bytes += text.len();
        events.push_back((news.at, text));
        while (events.len() > MOST_MISSED || *bytes > MOST_BYTES)
            && let Some((gone, text)) = events.pop_front()
        {
            *bytes -= text.len();
            self.from = self.from.max(gone);
        }
    }

    /// The events after a change, for a seat; `None` if too many are missing, or if there was no
    /// such change.
    pub(super) fn since(&self, seat: Seat, seen: u64) -> Option<Vec<(u64, Arc<str>)>> {
        let missing = usize::try_from(self.at.checked_sub(seen)?).ok()?;
        if missing > MOST_MISSED || seen < self.from {
            return None;
        }
        let events = self.last_events[place(seat)].0.iter();
        Some(events.filter(|(at, _)| *at > seen).cloned().collect())
    }
}

/// Reads from the rows the events before the first client connected, and returns the
/// hash of the seed. This happens in the table's own thread, between two
/// changes.
pub(super) fn read_past_events(
    table: &ThreadTable,
    backlog: &Arc<Mutex<Backlog>>,
    store: &Arc<dyn Store>,
    slug: &str,
) -> Result<(), HostFault> {
    let (sender, looked) = channel();
    let (missed, store, slug) = (Arc::clone(backlog), Arc::clone(store), slug.to_owned());
    table.look(move |table_server| {
        let seen = store.read(&slug).map(|mut rows| {
            // A row that is stored but not yet counted becomes an event later.
            rows.truncate(usize::try_from(table_server.rows()).unwrap_or(usize::MAX));
            *lock(&missed) = Backlog::new(&rows, table_server.at(), table_server.seed_hash());
        });
        // The caller waits for it.
        let _ = sender.send(seen);
    });
    let gone = |_| HostFault::Thread("the table is gone".to_owned());
    Ok(looked.recv().map_err(gone)??)
}

fn place(seat: Seat) -> usize {
    match seat {
        Seat::A => 0,
        Seat::B => 1,
        Seat::Both | Seat::Onlooker | Seat::Owner | Seat::Umpire => 2,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use session::EventKind;

    fn news(at: u64) -> Frame {
        let what = EventKind::Undone { cursor: 0 };
        Frame::News(Box::new(TableEvent {
            at,
            when: 5,
            by: Seat::A,
            what,
            over: None,
            seed_hash: None,
        }))
    }

    #[test]
    fn a_client_that_missed_more_than_two_hundred_changes_is_reset() {
        let mut missed = Backlog::new(&[], 0, String::new());
        for at in 1..=250 {
            for seat in Backlog::SEATS {
                missed.add(seat, &news(at));
            }
        }
        let numbers = |seen| {
            let since = missed.since(Seat::Both, seen)?;
            Some(since.iter().map(|(at, _)| *at).collect::<Vec<_>>())
        };
        assert_eq!(numbers(50), Some((51..=250).collect()));
        assert_eq!(numbers(250), Some(Vec::new()));
        assert_eq!((numbers(49), numbers(251)), (None, None));
    }

    #[test]
    fn a_reset_drops_events_before_it() {
        let mut missed = Backlog::new(&[], 0, String::new());
        missed.add(Seat::A, &news(1));
        missed.add(Seat::A, &Frame::Reset { at: 1 });
        assert_eq!(missed.since(Seat::A, 0), None);
        assert_eq!(missed.since(Seat::A, 1).map(|since| since.len()), Some(0));
    }
}
