//! Frames that a client has not read yet.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use axum::extract::ws::{Message, WebSocket};
use futures_util::SinkExt as _;
use futures_util::stream::SplitSink;
use tokio::sync::{Notify, mpsc};
use tokio::task::AbortHandle;
use tokio::time::timeout;

/// How long a client may take to read a frame before its place is given up.
const LONGEST_WRITE: Duration = Duration::from_secs(30);

/// The bytes that all clients together have not read yet.
#[derive(Clone, Default)]
pub(super) struct AllUnread(Arc<AtomicUsize>);

impl AllUnread {
    /// From here on, each client may leave only [`AllUnread::SHARE`] unread.
    const MUCH: usize = 64 << 20;
    /// What is enough for orders and their answers, in bytes.
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
    all: AllUnread,
    fewer: Notify,
}

impl Unread {
    fn among(all: AllUnread) -> Unread {
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

    pub(super) fn new(sink: SplitSink<WebSocket, Message>, all: AllUnread) -> SendQueue {
        let (frames, waiting) = mpsc::unbounded_channel();
        let unread = Arc::new(Unread::among(all));
        let writer = tokio::spawn(write(sink, waiting, Arc::clone(&unread)));
        SendQueue { frames, unread, writer: writer.abort_handle() }
    }

    /// Adds a frame. Returns false, and adds nothing, if too much waits; the last
    /// frame always has room.
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
        let most = if all < AllUnread::MUCH { SendQueue::LONGEST } else { AllUnread::SHARE };
        before + bytes <= most || (before == 0 && all < 2 * AllUnread::MUCH)
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

    /// Writes nothing more, whatever waits.
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
