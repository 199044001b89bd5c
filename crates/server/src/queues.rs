//! The connections of a table, by token, and the frames that each client has not read yet.

use std::collections::{HashMap, VecDeque};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use axum::extract::ws::{Message, WebSocket};
use futures_util::SinkExt as _;
use futures_util::stream::SplitSink;
use tokio::sync::mpsc::UnboundedSender;
use tokio::sync::{Notify, mpsc};
use tokio::task::AbortHandle;
use tokio::time::timeout;

use super::frames::Asks;

/// The most queries that may wait for the one before.
const MOST_WAITING: usize = 8;
/// The most connections of a token that holds a seat at the table; one more closes the
/// oldest. A phone that reconnects leaves dead ones behind for a moment.
pub(super) const MOST_OF_A_PLAYER: usize = 8;
/// The same for an onlooker, and for a person who waits to be admitted.
pub(super) const MOST_OF_AN_ONLOOKER: usize = 2;
pub(super) const MOST_OF_A_WAITING_PERSON: usize = 1;

/// A message to a connection about its token.
#[derive(Debug)]
pub(super) enum Turn {
    /// This query may be answered now.
    Ask(Box<Asks>),
    /// The token has enough newer connections.
    Leave,
}

/// The treatment of a query.
#[derive(Debug)]
pub(super) enum Queued {
    /// It is answered now.
    Now(Box<Asks>),
    /// It waits for the ones before it.
    Waits,
    /// Too many wait; the id of the query.
    TooMany(String),
}

/// The connections of all tokens.
#[derive(Debug, Default)]
pub(super) struct Queues {
    by_token: HashMap<String, Queue>,
    /// The number of connections so far.
    numbers: u64,
}

/// The connections of one token.
#[derive(Debug, Default)]
struct Queue {
    here: VecDeque<(u64, UnboundedSender<Turn>)>,
    /// The connection whose query is being answered.
    running: Option<u64>,
    waiting: VecDeque<(u64, Box<Asks>)>,
}

impl Queues {
    /// The number of connections.
    pub(super) fn connections(&self) -> usize {
        self.by_token.values().map(|queue| queue.here.len()).sum()
    }

    /// Adds a connection of a token, which may have at most `most`; `turns` notifies it when its
    /// turn has come. Returns its number.
    pub(super) fn comes(&mut self, token: &str, most: usize, turns: UnboundedSender<Turn>) -> u64 {
        self.numbers += 1;
        let number = self.numbers;
        let queue = self.by_token.entry(token.to_owned()).or_default();
        queue.here.push_back((number, turns));
        if queue.here.len() > most
            && let Some((_, oldest)) = queue.here.pop_front()
        {
            // It may be gone already.
            let _ = oldest.send(Turn::Leave);
        }
        number
    }

    /// Removes a connection. If its query is being answered, [`Queues::done`] follows.
    pub(super) fn goes(&mut self, token: &str, number: u64) {
        let Some(queue) = self.by_token.get_mut(token) else { return };
        queue.here.retain(|(one, _)| *one != number);
        queue.waiting.retain(|(one, _)| *one != number);
        self.forget(token);
    }

    /// Adds a query.
    pub(super) fn asks(&mut self, token: &str, number: u64, asks: Box<Asks>) -> Queued {
        let queue = self.by_token.entry(token.to_owned()).or_default();
        if queue.running.is_none() {
            queue.running = Some(number);
            return Queued::Now(asks);
        }
        if queue.waiting.len() >= MOST_WAITING {
            return Queued::TooMany(asks.id);
        }
        queue.waiting.push_back((number, asks));
        Queued::Waits
    }

    /// Notes that a connection's query was answered, so the next one gets its turn.
    pub(super) fn done(&mut self, token: &str, number: u64) {
        let Some(queue) = self.by_token.get_mut(token) else { return };
        if queue.running != Some(number) {
            return;
        }
        queue.running = None;
        while let Some((next, asks)) = queue.waiting.pop_front() {
            let here = queue.here.iter().find(|(one, _)| *one == next);
            if here.is_some_and(|(_, turns)| turns.send(Turn::Ask(asks)).is_ok()) {
                queue.running = Some(next);
                return;
            }
        }
        self.forget(token);
    }

    fn forget(&mut self, token: &str) {
        let idle = |queue: &Queue| queue.here.is_empty() && queue.running.is_none();
        if self.by_token.get(token).is_some_and(idle) {
            self.by_token.remove(token);
        }
    }
}

/// The time for a client to read a frame before its connection is closed.
const LONGEST_WRITE: Duration = Duration::from_secs(30);

/// The bytes that all clients together have not read yet.
#[derive(Clone, Default)]
pub(super) struct TotalUnread(Arc<AtomicUsize>);

impl TotalUnread {
    /// Above this, each client may leave only [`TotalUnread::SHARE`] unread.
    const MUCH: usize = 64 << 20;
    /// A size that is enough for orders and their answers, in bytes.
    const SHARE: usize = 64 << 10;
}

/// The frames on their way to one client.
#[derive(Clone)]
pub(super) struct SendQueue {
    frames: mpsc::UnboundedSender<Message>,
    unread: Arc<Unread>,
    writer: AbortHandle,
}

struct Unread {
    frames: AtomicUsize,
    bytes: AtomicUsize,
    all: TotalUnread,
    fewer: Notify,
}

impl Unread {
    fn among(all: TotalUnread) -> Unread {
        let (frames, bytes, fewer) = Default::default();
        Unread { frames, bytes, all, fewer }
    }

    fn note_read(&self, bytes: usize) {
        self.frames.fetch_sub(1, Ordering::Relaxed);
        self.bytes.fetch_sub(bytes, Ordering::Relaxed);
        self.all.0.fetch_sub(bytes, Ordering::Relaxed);
        self.fewer.notify_one();
    }
}

impl Drop for Unread {
    fn drop(&mut self) {
        self.all.0.fetch_sub(*self.bytes.get_mut(), Ordering::Relaxed);
    }
}

impl SendQueue {
    /// The longest frame of the host, in bytes.
    pub(super) const LONGEST: usize = 1 << 20;
    /// A client that leaves more frames unread must connect again.
    const MOST: usize = 256;

    pub(super) fn new(sink: SplitSink<WebSocket, Message>, all: TotalUnread) -> SendQueue {
        let (frames, waiting) = mpsc::unbounded_channel();
        let unread = Arc::new(Unread::among(all));
        let writer = tokio::spawn(write(sink, waiting, Arc::clone(&unread)));
        SendQueue { frames, unread, writer: writer.abort_handle() }
    }

    /// Adds a frame. Returns false, and adds nothing, if too much waits; the last frame always
    /// fits.
    pub(super) fn push(&self, frame: Message) -> bool {
        let bytes = length(&frame);
        let before = self.unread.bytes.load(Ordering::Relaxed);
        if !matches!(frame, Message::Close(_)) && !self.has_room_for(bytes, before) {
            return false;
        }
        self.unread.frames.fetch_add(1, Ordering::Relaxed);
        self.unread.bytes.fetch_add(bytes, Ordering::Relaxed);
        self.unread.all.0.fetch_add(bytes, Ordering::Relaxed);
        // If the client has gone, its reading side notices.
        let _ = self.frames.send(frame);
        true
    }

    fn has_room_for(&self, bytes: usize, before: usize) -> bool {
        if self.unread.frames.load(Ordering::Relaxed) >= SendQueue::MOST {
            return false;
        }
        let all = self.unread.all.0.load(Ordering::Relaxed);
        let most = if all < TotalUnread::MUCH { SendQueue::LONGEST } else { TotalUnread::SHARE };
        before + bytes <= most || (before == 0 && all < 2 * TotalUnread::MUCH)
    }

    /// Waits until little is unread. Returns false if that takes longer than this.
    pub(super) async fn has_room(&self, longest: Duration) -> bool {
        let is_little = |bytes| {
            let frames = self.unread.frames.load(Ordering::Relaxed);
            frames < SendQueue::MOST / 2 && bytes < SendQueue::LONGEST / 2
        };
        self.waits_until(is_little, longest).await
    }

    /// Waits until a frame of this many bytes can be added. Returns false if that takes longer
    /// than this.
    pub(super) async fn takes(&self, bytes: usize, longest: Duration) -> bool {
        self.waits_until(|unread| self.has_room_for(bytes, unread), longest).await
    }

    /// Waits until this holds for the number of unread bytes.
    async fn waits_until(&self, is_so: impl Fn(usize) -> bool, longest: Duration) -> bool {
        let waits = async {
            loop {
                let fewer = self.unread.fewer.notified();
                if is_so(self.unread.bytes.load(Ordering::Relaxed)) {
                    return;
                }
                fewer.await;
            }
        };
        timeout(longest, waits).await.is_ok()
    }

    /// Waits until nothing more can be written: the last frame was, or the client
    /// does not read.
    pub(super) async fn ends(&self) {
        self.frames.closed().await;
    }

    /// Stops writing, and drops waiting frames.
    pub(super) fn gives_up(&self) {
        self.writer.abort();
    }
}

fn length(frame: &Message) -> usize {
    match frame {
        Message::Text(text) => text.len(),
        Message::Binary(bytes) | Message::Ping(bytes) | Message::Pong(bytes) => bytes.len(),
        Message::Close(_) => 0,
    }
}

async fn write(
    mut sink: SplitSink<WebSocket, Message>,
    mut frames: mpsc::UnboundedReceiver<Message>,
    unread: Arc<Unread>,
) {
    while let Some(frame) = frames.recv().await {
        let bytes = length(&frame);
        let last = matches!(frame, Message::Close(_));
        match timeout(LONGEST_WRITE, sink.send(frame)).await {
            Ok(Ok(())) if !last => unread.note_read(bytes),
            Ok(Ok(()) | Err(_)) | Err(_) => return,
        }
    }
}

#[cfg(test)]
mod tests {
    use tokio::sync::mpsc::{UnboundedReceiver, unbounded_channel};

    use super::*;
    use crate::frames::What;
    use session::{Query, RequestBody, TableVerb, Verb};

    fn state(id: &str) -> Box<Asks> {
        let what = What::Session(RequestBody::Read(Query::State {}));
        Box::new(Asks { id: id.to_owned(), seen: None, verb: Verb::Table(TableVerb::View), what })
    }

    /// The first is number 1.
    fn comes(queues: &mut Queues) -> UnboundedReceiver<Turn> {
        let (turns, receiver) = unbounded_channel();
        queues.comes("token", MOST_OF_A_PLAYER, turns);
        receiver
    }

    fn next_turn(receiver: &mut UnboundedReceiver<Turn>) -> Option<String> {
        match receiver.try_recv() {
            Ok(Turn::Ask(asks)) => Some(asks.id),
            Ok(Turn::Leave) => Some("leave".to_owned()),
            Err(_) => None,
        }
    }

    #[test]
    fn requests_of_a_token_run_one_at_a_time_and_eight_wait() {
        let mut queues = Queues::default();
        let (mut one, mut two) = (comes(&mut queues), comes(&mut queues));
        assert!(matches!(queues.asks("token", 1, state("first")), Queued::Now(_)));
        for number in 0..8 {
            let asks = state(&format!("{number}"));
            assert!(matches!(queues.asks("token", 1 + number % 2, asks), Queued::Waits));
        }
        let more = queues.asks("token", 2, state("more"));
        assert!(matches!(more, Queued::TooMany(id) if id == "more"));
        assert!(matches!(queues.asks("other", 3, state("x")), Queued::Now(_)));
        queues.done("token", 2);
        assert_eq!(
            (next_turn(&mut one), next_turn(&mut two)),
            (None, None),
            "the first still runs"
        );
        queues.done("token", 1);
        assert_eq!(next_turn(&mut one).as_deref(), Some("0"));
        queues.done("token", 1);
        assert_eq!(next_turn(&mut two).as_deref(), Some("1"));
    }

    #[test]
    fn a_closed_window_does_not_block_the_queue() {
        let mut queues = Queues::default();
        let (one, mut two) = (comes(&mut queues), comes(&mut queues));
        assert!(matches!(queues.asks("token", 1, state("first")), Queued::Now(_)));
        assert!(matches!(queues.asks("token", 1, state("never")), Queued::Waits));
        assert!(matches!(queues.asks("token", 2, state("second")), Queued::Waits));
        drop(one);
        queues.goes("token", 1);
        assert_eq!(next_turn(&mut two), None, "what it asked is still worked on");
        queues.done("token", 1);
        assert_eq!(next_turn(&mut two).as_deref(), Some("second"));
        drop(two);
        queues.goes("token", 2);
        queues.done("token", 2);
        assert_eq!((queues.connections(), queues.by_token.len()), (0, 0));
    }

    #[test]
    fn the_oldest_of_nine_connections_of_a_token_is_closed() {
        let mut queues = Queues::default();
        let mut receivers: Vec<_> = (1..=9).map(|_| comes(&mut queues)).collect();
        assert_eq!(next_turn(&mut receivers[0]).as_deref(), Some("leave"));
        assert!(receivers[1..].iter_mut().all(|receiver| next_turn(receiver).is_none()));
        assert_eq!(queues.connections(), 8);
    }
}
