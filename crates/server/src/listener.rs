//! Accepts connections, up to the limits.

use std::collections::VecDeque;
use std::future::Future;
use std::io;
use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Weak};
use std::task::{Context, Poll};
use std::time::{Duration, Instant};

use axum::extract::connect_info::Connected;
use axum::serve::{IncomingStream, Listener};
use futures_util::task::AtomicWaker;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpListener, TcpSocket, TcpStream};
use tokio::time::{Sleep, sleep};

use super::frame_count::FrameCount;
use super::limits::{Limits, Permit};

/// The time for a client without a table to send a complete request, or to read an answer.
const PATIENCE: Duration = Duration::from_secs(20);
/// The size of the system's send buffer, in bytes; a small one shows early that a client does
/// not read.
const SENT_AHEAD: u32 = 128 * 1024;
/// The number of connections that may wait to be accepted.
const BACKLOG: u32 = 1024;

/// Listens on an address.
pub(super) fn listen(address: SocketAddr) -> io::Result<TcpListener> {
    let socket = if address.is_ipv4() { TcpSocket::new_v4() } else { TcpSocket::new_v6() }?;
    // After a restart the address can be used again at once.
    #[cfg(unix)]
    socket.set_reuseaddr(true)?;
    // Without it, a client that does not read is only noticed later.
    let _ = socket.set_send_buffer_size(SENT_AHEAD);
    socket.bind(address)?;
    socket.listen(BACKLOG)
}

/// A listener that accepts connections up to the limits.
pub(super) struct LimitedListener {
    listener: TcpListener,
    limits: Limits,
    newcomers: Newcomers,
    /// Whether a connection's address is the client's: not behind a proxy.
    counts: bool,
}

impl LimitedListener {
    pub(super) fn new(listener: TcpListener, limits: Limits, counts: bool) -> LimitedListener {
        let newcomers = Newcomers::up_to(limits.most_without_a_table());
        LimitedListener { listener, limits, newcomers, counts }
    }
}

impl Listener for LimitedListener {
    type Io = LimitedStream;
    type Addr = SocketAddr;

    async fn accept(&mut self) -> (LimitedStream, SocketAddr) {
        loop {
            let (stream, from) = Listener::accept(&mut self.listener).await;
            let Some(permit) = self.limits.enters(self.counts.then_some(from.ip())) else {
                continue;
            };
            // Frames are small, and should not wait for more.
            let _ = stream.set_nodelay(true);
            let place = Arc::<ConnectionPlace>::default();
            self.newcomers.add(&place);
            return (LimitedStream::over(stream, place, permit), from);
        }
    }

    fn local_addr(&self) -> io::Result<SocketAddr> {
        self.listener.local_addr()
    }
}

/// The facts about a connection for the handlers of its requests.
#[derive(Default)]
struct ConnectionPlace {
    /// Whether it is at a table.
    keeps_alive: AtomicBool,
    /// Whether it should close to make room.
    leaves: AtomicBool,
    reader: AtomicWaker,
}

impl ConnectionPlace {
    fn stays(&self) -> bool {
        self.keeps_alive.load(Ordering::Relaxed)
    }

    fn leaves(&self) -> bool {
        self.leaves.load(Ordering::Relaxed) && !self.stays()
    }
}

/// Connections that may be at no table, the oldest first.
struct Newcomers {
    most: usize,
    all: VecDeque<Weak<ConnectionPlace>>,
}

impl Newcomers {
    fn up_to(most: usize) -> Newcomers {
        Newcomers { most, all: VecDeque::new() }
    }

    /// Adds one, and ends the oldest that is at no table if there are too many.
    fn add(&mut self, place: &Arc<ConnectionPlace>) {
        if self.all.len() >= self.most {
            self.all.retain(|one| one.upgrade().is_some_and(|one| !one.stays()));
        }
        if self.all.len() >= self.most
            && let Some(oldest) = self.all.pop_front().and_then(|one| one.upgrade())
        {
            oldest.leaves.store(true, Ordering::Relaxed);
            oldest.reader.wake();
        }
        self.all.push_back(Arc::downgrade(place));
    }
}

/// A connection that ends if no request is sent, or no part of an answer is read, for too long.
pub(super) struct LimitedStream<S = TcpStream> {
    stream: S,
    place: Arc<ConnectionPlace>,
    patience: Pin<Box<Sleep>>,
    frames: FrameCount,
    _permit: Permit,
}

impl<S> LimitedStream<S> {
    fn over(stream: S, place: Arc<ConnectionPlace>, permit: Permit) -> LimitedStream<S> {
        let (patience, frames) = (Box::pin(sleep(PATIENCE)), FrameCount::default());
        LimitedStream { stream, place, patience, frames, _permit: permit }
    }

    /// Whether its time is over, or it should make room.
    fn is_over(&mut self, context: &mut Context<'_>) -> bool {
        if self.place.stays() {
            return false;
        }
        self.place.leaves() || self.patience.as_mut().poll(context).is_ready()
    }
}

/// The client of a request.
#[derive(Clone)]
pub(super) struct Caller {
    pub(super) from: SocketAddr,
    place: Arc<ConnectionPlace>,
}

impl Caller {
    /// Notes that the client is at a table, which checks the connection from now on.
    pub(super) fn stays(&self) {
        self.place.keeps_alive.store(true, Ordering::Relaxed);
    }
}

impl Connected<IncomingStream<'_, LimitedListener>> for Caller {
    fn connect_info(stream: IncomingStream<'_, LimitedListener>) -> Caller {
        Caller { from: *stream.remote_addr(), place: Arc::clone(&stream.io().place) }
    }
}

fn timed_out<T>() -> Poll<io::Result<T>> {
    Poll::Ready(Err(io::ErrorKind::TimedOut.into()))
}

impl<S: AsyncRead + Unpin> AsyncRead for LimitedStream<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        self.place.reader.register(context.waker());
        if self.is_over(context) {
            return timed_out();
        }
        let before = bytes.filled().len();
        let read = Pin::new(&mut self.stream).poll_read(context, bytes);
        if matches!(read, Poll::Ready(Ok(()))) {
            let (received, frames) = (&bytes.filled()[before..], self.place.stays());
            if self.frames.count(received, frames, Instant::now()).is_err() {
                return Poll::Ready(Err(io::ErrorKind::ConnectionAborted.into()));
            }
        }
        read
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for LimitedStream<S> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        match Pin::new(&mut self.stream).poll_write(context, bytes) {
            Poll::Ready(Ok(written)) => {
                let later = tokio::time::Instant::now() + PATIENCE;
                self.patience.as_mut().reset(later);
                if !self.place.stays() {
                    self.frames.answered();
                }
                Poll::Ready(Ok(written))
            }
            Poll::Pending if self.is_over(context) => timed_out(),
            other => other,
        }
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        match Pin::new(&mut self.stream).poll_flush(context) {
            Poll::Pending if self.is_over(context) => timed_out(),
            other => other,
        }
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        match Pin::new(&mut self.stream).poll_shutdown(context) {
            Poll::Pending if self.is_over(context) => timed_out(),
            other => other,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::task::Waker;

    use super::*;

    /// A client that neither sends nor reads.
    struct StalledClient;

    impl AsyncRead for StalledClient {
        fn poll_read(
            self: Pin<&mut Self>,
            _: &mut Context<'_>,
            _: &mut ReadBuf<'_>,
        ) -> Poll<io::Result<()>> {
            Poll::Pending
        }
    }

    impl AsyncWrite for StalledClient {
        fn poll_write(
            self: Pin<&mut Self>,
            _: &mut Context<'_>,
            _: &[u8],
        ) -> Poll<io::Result<usize>> {
            Poll::Pending
        }

        fn poll_flush(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
            Poll::Pending
        }

        fn poll_shutdown(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
            Poll::Pending
        }
    }

    fn with_time(run: impl Future<Output = ()>) {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build();
        runtime.expect("a runtime").block_on(run);
    }

    fn stalled(place: &Arc<ConnectionPlace>) -> LimitedStream<StalledClient> {
        let permit = Limits::default().enters(None).expect("there is room");
        LimitedStream::over(StalledClient, Arc::clone(place), permit)
    }

    /// Whether reading, writing and closing still wait.
    fn waits(stream: &mut LimitedStream<StalledClient>) -> [bool; 4] {
        let context = &mut Context::from_waker(Waker::noop());
        let mut stream = Pin::new(stream);
        let mut bytes = [0; 8];
        let read = stream.as_mut().poll_read(context, &mut ReadBuf::new(&mut bytes));
        let written = stream.as_mut().poll_write(context, b"answer");
        let flushed = stream.as_mut().poll_flush(context);
        let shut = stream.as_mut().poll_shutdown(context);
        [read.is_pending(), written.is_pending(), flushed.is_pending(), shut.is_pending()]
    }

    #[test]
    fn a_client_that_does_not_read_its_answer_times_out_like_a_silent_one() {
        with_time(async {
            let place = Arc::default();
            let mut stream = stalled(&place);
            assert_eq!(waits(&mut stream), [true; 4]);
            stream.patience.as_mut().reset(tokio::time::Instant::now());
            stream.patience.as_mut().await;
            assert_eq!(waits(&mut stream), [false; 4]);
            // Its table checks it.
            place.keeps_alive.store(true, Ordering::Relaxed);
            assert_eq!(waits(&mut stream), [true; 4]);
        });
    }

    #[test]
    fn a_newcomer_gets_the_place_of_the_oldest_that_is_at_no_table() {
        with_time(async {
            let mut newcomers = Newcomers::up_to(500);
            let places: Vec<Arc<ConnectionPlace>> = (0..500).map(|_| Arc::default()).collect();
            for place in &places {
                newcomers.add(place);
            }
            assert!(places.iter().all(|place| !place.leaves()));
            let new = Arc::default();
            newcomers.add(&new);
            assert!(places[0].leaves() && !places[1].leaves() && !new.leaves());
            assert_eq!(waits(&mut stalled(&places[0])), [false; 4]);
            // Those at a table do not count.
            places[1].keeps_alive.store(true, Ordering::Relaxed);
            newcomers.add(&Arc::default());
            assert!(!places[1].leaves() && !places[2].leaves());
        });
    }
}
