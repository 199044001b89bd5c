//! The frames of a client, counted on the wire, and the last events of a table for clients that
//! were disconnected.

use std::collections::VecDeque;
use std::sync::mpsc::channel;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use session::frame::{ServerFrame, text_of};
use session::{Frame, Seat, TableEvent, TableServer, ThreadTable};
use storage::Store;

use super::locks::lock;
use super::replies::HostFault;

/// The most frames in a second, of every kind. What asks for something is limited more
/// closely where it is answered.
const MOST_A_SECOND: usize = 5_000;
/// The longest head of a frame: two bytes, eight of a length, and four of a mask.
const LONGEST_HEAD: usize = 14;
/// What a head of HTTP ends with.
const END_OF_HEAD: &[u8; 4] = b"\r\n\r\n";

/// What a client sends: requests over HTTP, and frames after the one that asked for them.
#[derive(Debug)]
pub(super) enum FrameCount {
    Http(HttpHead),
    Frames { frames: Frames, since: Instant, count: usize },
}

/// How far the head of a request has come since the last answer.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct HttpHead {
    /// How many bytes of its end.
    end: usize,
    /// Whether more came after it.
    more: bool,
}

/// Where in a frame the bytes are.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Frames {
    head: [u8; LONGEST_HEAD],
    have: usize,
    /// How many bytes of its content are still to come.
    left: u64,
}

/// More frames came than a client needs, or frames came before they were asked for.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct TooMany;

impl Default for FrameCount {
    fn default() -> FrameCount {
        FrameCount::Http(HttpHead::default())
    }
}

impl FrameCount {
    /// A request was answered; the next one may come.
    pub(super) fn answered(&mut self) {
        if let FrameCount::Http(head) = self {
            *head = HttpHead::default();
        }
    }

    /// Takes in what a client has sent, which are `frames` once it was let in.
    pub(super) fn hear(&mut self, bytes: &[u8], frames: bool, now: Instant) -> Result<(), TooMany> {
        if let (FrameCount::Http(head), true) = (&self, frames) {
            // Where its first frame begins would be unknown.
            if head.end < END_OF_HEAD.len() || head.more {
                return Err(TooMany);
            }
            *self = FrameCount::Frames { frames: Frames::default(), since: now, count: 0 };
        }
        match self {
            FrameCount::Http(head) => {
                head.hear(bytes);
                Ok(())
            }
            FrameCount::Frames { frames, since, count } => {
                if now.saturating_duration_since(*since) >= Duration::from_secs(1) {
                    (*since, *count) = (now, 0);
                }
                *count += frames.hear(bytes);
                if *count > MOST_A_SECOND { Err(TooMany) } else { Ok(()) }
            }
        }
    }
}

impl HttpHead {
    fn hear(&mut self, bytes: &[u8]) {
        for byte in bytes {
            match END_OF_HEAD.get(self.end) {
                None => self.more = true,
                Some(next) if next == byte => self.end += 1,
                Some(_) => self.end = usize::from(*byte == b'\r'),
            }
        }
    }
}

impl Frames {
    /// How many heads of frames end in these bytes.
    fn hear(&mut self, mut bytes: &[u8]) -> usize {
        let mut heads = 0;
        while let Some((first, rest)) = bytes.split_first() {
            if self.left > 0 {
                let skipped =
                    usize::try_from(self.left).map_or(bytes.len(), |left| left.min(bytes.len()));
                self.left -= skipped as u64;
                bytes = &bytes[skipped..];
                continue;
            }
            self.head[self.have] = *first;
            (self.have, bytes) = (self.have + 1, rest);
            if let Some(length) = self.length() {
                (self.have, self.left) = (0, length);
                heads += 1;
            }
        }
        heads
    }

    /// How long the frame's content is, once its head is whole.
    fn length(&self) -> Option<u64> {
        let head = self.head.get(..self.have)?;
        let [_, second, rest @ ..] = head else { return None };
        let mask = if second & 0x80 == 0 { 0 } else { 4 };
        let (length, bytes) = match second & 0x7f {
            126 => (u64::from(u16::from_be_bytes(*rest.first_chunk()?)), 2),
            127 => (u64::from_be_bytes(*rest.first_chunk()?), 8),
            short => (u64::from(short), 0),
        };
        (rest.len() == bytes + mask).then_some(length)
    }
}

/// The most changes kept; a client that has missed more reads the whole table.
pub(super) const MOST_MISSED: usize = 200;
/// The most bytes of them kept for a seat.
const MOST_BYTES: usize = 256 << 10;

/// News in the words of the protocol, with the number of the change.
type Numbered = VecDeque<(u64, Arc<str>)>;

/// The last news, as far as each seat may know.
pub(super) struct Backlog {
    /// The number of the last change.
    at: u64,
    /// All changes after this one are kept.
    from: u64,
    /// The commitment to the app's dice.
    pub(super) seed_hash: String,
    /// For each kind of seat, and how many bytes they are.
    told: [(Numbered, usize); 3],
}

impl Backlog {
    /// The seats that know different things. A shared device comes back
    /// covered, and the owner sees no secrets, so both know what an onlooker
    /// does.
    pub(super) const SEATS: [Seat; 3] = [Seat::A, Seat::B, Seat::Onlooker];

    /// The last news in a table's rows.
    pub(super) fn new(rows: &[String], at: u64, seed_hash: String) -> Backlog {
        let mut missed = Backlog { at, from: at, seed_hash, told: Default::default() };
        // Without them, those who were away get the whole table.
        let again = TableServer::told_again(rows, MOST_MISSED, &Backlog::SEATS).unwrap_or_default();
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
    pub(super) fn hear(&mut self, seat: Seat, frame: &Frame) {
        match frame {
            Frame::News(news) => self.push(seat, news),
            Frame::Reset { at } => {
                (self.at, self.from) = (*at, *at);
                self.told = Default::default();
            }
            Frame::Answer { .. } | Frame::Waits { .. } => {}
        }
    }

    fn push(&mut self, seat: Seat, news: &TableEvent) {
        self.at = self.at.max(news.at);
        if let Some(hash) = &news.seed_hash {
            self.seed_hash.clone_from(hash);
        }
        let (told, bytes) = &mut self.told[place(seat)];
        let text: Arc<str> = text_of(&ServerFrame::News(news)).into();
        *bytes += text.len();
        told.push_back((news.at, text));
        while (told.len() > MOST_MISSED || *bytes > MOST_BYTES)
            && let Some((gone, text)) = told.pop_front()
        {
            *bytes -= text.len();
            self.from = self.from.max(gone);
        }
    }

    /// The news after a change, for a seat; `None` if too many are missing, or
    /// if there was no such change.
    pub(super) fn since(&self, seat: Seat, seen: u64) -> Option<Vec<(u64, Arc<str>)>> {
        let missing = usize::try_from(self.at.checked_sub(seen)?).ok()?;
        if missing > MOST_MISSED || seen < self.from {
            return None;
        }
        let told = self.told[place(seat)].0.iter();
        Some(told.filter(|(at, _)| *at > seen).cloned().collect())
    }
}

/// Reads from the rows the events before the first client connected, and returns the
/// hash of the seed. This happens in the table's own thread, between two
/// changes.
pub(super) fn look_back(
    table: &ThreadTable,
    missed: &Arc<Mutex<Backlog>>,
    (store, slug): (&Arc<dyn Store>, &str),
) -> Result<(), HostFault> {
    let (sender, looked) = channel();
    let (missed, store, slug) = (Arc::clone(missed), Arc::clone(store), slug.to_owned());
    table.look(move |authority| {
        let seen = store.read(&slug).map(|mut rows| {
            // A row that is stored but not counted yet becomes news later.
            rows.truncate(usize::try_from(authority.rows()).unwrap_or(usize::MAX));
            *lock(&missed) = Backlog::new(&rows, authority.at(), authority.seed_hash());
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

    const ASKS: &[u8] = b"GET /door HTTP/1.1\r\nHost: x\r\n\r\n";
    /// The middle of a message, with nothing in it.
    const EMPTY: &[u8] = &[0x00, 0x80, 0, 0, 0, 0];

    fn let_in(now: Instant) -> FrameCount {
        let mut count = FrameCount::default();
        count.hear(ASKS, false, now).expect("a request");
        count.hear(&[], true, now).expect("nothing yet");
        count
    }

    #[test]
    fn empty_parts_of_a_message_count_as_every_frame_does() {
        let start = Instant::now();
        let mut count = let_in(start);
        assert_eq!(count.hear(&EMPTY.repeat(MOST_A_SECOND), true, start), Ok(()));
        let later = start + Duration::from_secs(1);
        assert_eq!(count.hear(&EMPTY.repeat(MOST_A_SECOND), true, later), Ok(()));
        assert_eq!(count.hear(EMPTY, true, later), Err(TooMany));
    }

    #[test]
    fn a_frame_counts_once_however_long_it_is_and_however_it_comes() {
        let mut frames = Frames::default();
        let long: Vec<u8> = [0x81, 0xfe, 0x01, 0x00].into_iter().chain([7; 4 + 256]).collect();
        let longer: Vec<u8> =
            [0x81, 0xff, 0, 0, 0, 0, 0, 1, 0, 0].into_iter().chain(vec![7; 4 + 65_536]).collect();
        let all = [long.as_slice(), EMPTY, longer.as_slice(), &[0x8a, 0x00], EMPTY].concat();
        assert_eq!(frames.hear(&all), 5);
        assert_eq!(all.iter().map(|byte| frames.hear(&[*byte])).sum::<usize>(), 5);
    }

    #[test]
    fn frames_that_come_before_they_are_asked_for_end_the_connection() {
        let now = Instant::now();
        for begins in [&b""[..], &ASKS[..20], &[ASKS, EMPTY].concat(), &ASKS.repeat(2)] {
            let mut count = FrameCount::default();
            count.hear(begins, false, now).expect("requests are not counted");
            assert_eq!(count.hear(EMPTY, true, now), Err(TooMany), "{begins:?}");
        }
        // Requests before, each after its answer, are fine.
        let mut count = FrameCount::default();
        count.hear(b"POST /seat HTTP/1.1\r\n\r\n{}", false, now).expect("a request");
        count.answered();
        count.hear(ASKS, false, now).expect("a request");
        assert_eq!(count.hear(EMPTY, true, now), Ok(()));
    }
}

#[cfg(test)]
mod backlog_tests {
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
                missed.hear(seat, &news(at));
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
    fn after_a_reset_nothing_before_it_is_told() {
        let mut missed = Backlog::new(&[], 0, String::new());
        missed.hear(Seat::A, &news(1));
        missed.hear(Seat::A, &Frame::Reset { at: 1 });
        assert_eq!(missed.since(Seat::A, 0), None);
        assert_eq!(missed.since(Seat::A, 1).map(|since| since.len()), Some(0));
    }
}
