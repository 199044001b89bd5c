//! Frames that a client has not read yet.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use axum::extract::ws::{Message, WebSocket};
use futures_util::SinkExt as _;
use futures_util::stream::SplitSink;
use tokio::sync::{Mutex, Notify, mpsc};
use tokio::task::JoinHandle;
use tokio::time::timeout;

/// The frames on their way to one client.
#[derive(Clone)]
pub(super) struct Outbox {
    frames: mpsc::UnboundedSender<Message>,
    unread: Arc<Unread>,
    writer: Arc<Mutex<Option<JoinHandle<()>>>>,
}

#[derive(Default)]
struct Unread {
    frames: AtomicUsize,
    bytes: AtomicUsize,
    fewer: Notify,
}

impl Outbox {
    /// The longest frame of the host, in bytes.
    pub(super) const LONGEST: usize = 1 << 20;
    /// A client that leaves more frames unread must connect again.
    const MOST: usize = 256;

    pub(super) fn new(sink: SplitSink<WebSocket, Message>) -> Outbox {
        let (frames, waiting) = mpsc::unbounded_channel();
        let unread: Arc<Unread> = Arc::default();
        let writer = tokio::spawn(write(sink, waiting, Arc::clone(&unread)));
        Outbox { frames, unread, writer: Arc::new(Mutex::new(Some(writer))) }
    }

    /// Adds a frame. Returns false if too many are waiting.
    pub(super) fn push(&self, frame: Message) -> bool {
        let bytes = length(&frame);
        let frames = self.unread.frames.fetch_add(1, Ordering::Relaxed);
        let before = self.unread.bytes.fetch_add(bytes, Ordering::Relaxed);
        // If the client has gone, its reading side notices.
        let _ = self.frames.send(frame);
        frames < Outbox::MOST && (before == 0 || before + bytes <= Outbox::LONGEST)
    }

    /// Waits until little is unread, but at most this long.
    pub(super) async fn has_room(&self, longest: Duration) {
        let waits = async {
            loop {
                let fewer = self.unread.fewer.notified();
                let frames = self.unread.frames.load(Ordering::Relaxed);
                let bytes = self.unread.bytes.load(Ordering::Relaxed);
                if frames < Outbox::MOST / 2 && bytes < Outbox::LONGEST / 2 {
                    return;
                }
                fewer.await;
            }
        };
        let _ = timeout(longest, waits).await;
    }

    /// Waits until everything is written, but at most this long.
    pub(super) async fn finish(self, longest: Duration) {
        let writer = self.writer.lock().await.take();
        if let Some(mut writer) = writer
            && timeout(longest, &mut writer).await.is_err()
        {
            writer.abort();
        }
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
        if sink.send(frame).await.is_err() || last {
            return;
        }
        unread.frames.fetch_sub(1, Ordering::Relaxed);
        unread.bytes.fetch_sub(bytes, Ordering::Relaxed);
        unread.fewer.notify_one();
    }
}
