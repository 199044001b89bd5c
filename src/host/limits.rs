//! Limits on those who are not at a table yet: how many connect from one
//! address, how long they may take to send a complete request, and how many
//! tables they open.

use std::collections::{HashMap, VecDeque};
use std::io;
use std::net::{IpAddr, Ipv6Addr, SocketAddr};
use std::pin::Pin;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::task::{Context, Poll, ready};
use std::time::{Duration, Instant};

use axum::extract::connect_info::Connected;
use axum::serve::{IncomingStream, Listener};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpListener, TcpSocket, TcpStream};
use tokio::time::{Sleep, sleep};

use super::room::lock;

/// The most open connections, from one address and from all.
const MOST_FROM_ONE: usize = 100;
const MOST_FROM_ALL: usize = 16_000;
/// The most tables opened from one address in a minute.
const MOST_OPENED: usize = 30;
const A_MINUTE: Duration = Duration::from_mins(1);
/// How long somebody who is not at a table may take to send a complete request.
const PATIENCE: Duration = Duration::from_secs(20);

/// Counts by address. This machine itself is not counted: its programs belong
/// to its owner, and a proxy on it speaks for everybody.
#[derive(Clone, Default)]
pub(super) struct Limits(Arc<Mutex<Counts>>);

#[derive(Default)]
struct Counts {
    all: usize,
    by_address: HashMap<IpAddr, usize>,
    opened: HashMap<IpAddr, VecDeque<Instant>>,
}

/// A counted connection, until it is dropped.
pub(super) struct Permit {
    limits: Limits,
    address: Option<IpAddr>,
    is_connection: bool,
}

impl Limits {
    /// Counts a connection from this address, if that is known; `None` if there
    /// are too many.
    pub(super) fn enters(&self, address: Option<IpAddr>) -> Option<Permit> {
        if lock(&self.0).all >= MOST_FROM_ALL {
            return None;
        }
        let mut permit = self.named(address)?;
        permit.is_connection = true;
        lock(&self.0).all += 1;
        Some(permit)
    }

    /// Counts a connection by the address that a proxy names for it.
    pub(super) fn named(&self, address: Option<IpAddr>) -> Option<Permit> {
        let address = address.map(net).filter(|ip| !ip.is_loopback());
        if let Some(address) = address {
            let mut counts = lock(&self.0);
            let there = counts.by_address.entry(address).or_default();
            if *there >= MOST_FROM_ONE {
                return None;
            }
            *there += 1;
        }
        Some(Permit { limits: self.clone(), address, is_connection: false })
    }

    /// Whether another table may be opened from this address at this time.
    pub(super) fn may_open(&self, address: Option<IpAddr>, now: Instant) -> bool {
        let Some(address) = address.map(net).filter(|ip| !ip.is_loopback()) else { return true };
        let mut counts = lock(&self.0);
        let fresh = |then: &Instant| now.duration_since(*then) < A_MINUTE;
        // Addresses with nothing left to remember are forgotten.
        counts.opened.retain(|_, opened| opened.back().is_some_and(fresh));
        let opened = counts.opened.entry(address).or_default();
        opened.retain(fresh);
        if opened.len() >= MOST_OPENED {
            return false;
        }
        opened.push_back(now);
        true
    }
}

impl Drop for Permit {
    fn drop(&mut self) {
        let mut counts = lock(&self.limits.0);
        if self.is_connection {
            counts.all -= 1;
        }
        let Some(address) = self.address else { return };
        if let Some(there) = counts.by_address.get_mut(&address) {
            *there -= 1;
            if *there == 0 {
                counts.by_address.remove(&address);
            }
        }
    }
}

/// The network of an address: a household has as many IPv6 addresses as it
/// likes, which all begin alike.
fn net(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(ip) if !ip.is_loopback() => {
            IpAddr::V6(Ipv6Addr::from_bits(ip.to_bits() & !u128::from(u64::MAX)))
        }
        other => other,
    }
}

/// How many bytes the system holds back for a client that does not read, so that
/// this is noticed.
const SENT_AHEAD: u32 = 128 * 1024;
/// How many connections may wait to be let in.
const BACKLOG: u32 = 1024;

/// Listens on an address.
pub(super) fn listen(address: SocketAddr) -> io::Result<TcpListener> {
    let socket = if address.is_ipv4() { TcpSocket::new_v4() } else { TcpSocket::new_v6() }?;
    // As for every listener: the address is free again at once.
    #[cfg(unix)]
    socket.set_reuseaddr(true)?;
    // A system that does not do this only notices later.
    let _ = socket.set_send_buffer_size(SENT_AHEAD);
    socket.bind(address)?;
    socket.listen(BACKLOG)
}

/// A listener that lets in as many as there is room for.
pub(super) struct LimitedListener {
    listener: TcpListener,
    limits: Limits,
    /// Whether a connection's address is that of the person who asks: not
    /// behind a proxy.
    counts: bool,
}

impl LimitedListener {
    pub(super) fn new(listener: TcpListener, limits: Limits, counts: bool) -> LimitedListener {
        LimitedListener { listener, limits, counts }
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
            let (stays, patience) = (Arc::default(), Box::pin(sleep(PATIENCE)));
            return (LimitedStream { stream, stays, patience, _permit: permit }, from);
        }
    }

    fn local_addr(&self) -> io::Result<SocketAddr> {
        self.listener.local_addr()
    }
}

/// A connection that ends if nothing is answered to it for too long.
pub(super) struct LimitedStream {
    stream: TcpStream,
    stays: Arc<AtomicBool>,
    patience: Pin<Box<Sleep>>,
    _permit: Permit,
}

/// Who makes a request.
#[derive(Clone)]
pub(super) struct Caller {
    /// Where the connection comes from.
    pub(super) from: SocketAddr,
    stays: Arc<AtomicBool>,
}

impl Caller {
    /// They are at a table now, and may be silent.
    pub(super) fn stays(&self) {
        self.stays.store(true, Ordering::Relaxed);
    }
}

impl Connected<IncomingStream<'_, LimitedListener>> for Caller {
    fn connect_info(stream: IncomingStream<'_, LimitedListener>) -> Caller {
        Caller { from: *stream.remote_addr(), stays: Arc::clone(&stream.io().stays) }
    }
}

impl AsyncRead for LimitedStream {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let stays = self.stays.load(Ordering::Relaxed);
        if !stays && self.patience.as_mut().poll(context).is_ready() {
            return Poll::Ready(Err(io::ErrorKind::TimedOut.into()));
        }
        Pin::new(&mut self.stream).poll_read(context, bytes)
    }
}

impl AsyncWrite for LimitedStream {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let written = ready!(Pin::new(&mut self.stream).poll_write(context, bytes))?;
        let later = tokio::time::Instant::now() + PATIENCE;
        self.patience.as_mut().reset(later);
        Poll::Ready(Ok(written))
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_has_so_many_connections_and_this_machine_as_many_as_it_likes() {
        let limits = Limits::default();
        let far: IpAddr = "203.0.113.7".parse().expect("an address");
        let permits: Vec<Permit> =
            (0..MOST_FROM_ONE).map(|_| limits.enters(Some(far)).expect("a permit")).collect();
        assert!(limits.enters(Some(far)).is_none());
        let mapped: IpAddr = "::ffff:203.0.113.7".parse().expect("an address");
        assert!(limits.enters(Some(mapped)).is_none(), "the same, written otherwise");
        let other: IpAddr = "203.0.113.8".parse().expect("an address");
        assert!(limits.enters(Some(other)).is_some());
        let own: IpAddr = "127.0.0.1".parse().expect("an address");
        let many: Vec<_> = (0..500).map(|_| limits.enters(Some(own))).collect();
        assert!(many.iter().all(Option::is_some));
        drop(permits);
        assert!(limits.enters(Some(far)).is_some(), "whoever goes makes room");
    }

    #[test]
    fn a_household_counts_as_one_address() {
        let ip = |text: &str| net(text.parse().expect("an address"));
        assert_eq!(ip("2001:db8:1:2:3:4:5:6"), ip("2001:db8:1:2::9"));
        assert_ne!(ip("2001:db8:1:2::9"), ip("2001:db8:1:3::9"));
        assert!(ip("::1").is_loopback());
    }

    #[test]
    fn all_together_have_no_more_than_fit() {
        let limits = Limits::default();
        let permits: Vec<_> = (0..MOST_FROM_ALL).map(|_| limits.enters(None)).collect();
        assert!(permits.iter().all(Option::is_some) && limits.enters(None).is_none());
    }

    #[test]
    fn so_many_tables_are_opened_from_an_address_within_a_minute() {
        let limits = Limits::default();
        let (far, now) = (Some("203.0.113.7".parse().expect("an address")), Instant::now());
        assert!((0..MOST_OPENED).all(|_| limits.may_open(far, now)));
        assert!(!limits.may_open(far, now + Duration::from_secs(59)));
        assert!(limits.may_open(far, now + A_MINUTE));
        assert!((0..1_000).all(|_| limits.may_open(None, now)));
    }
}
