//! A faulty connection: a proxy between a client and the host that delays data, closes
//! connections at any byte, and repeats or swaps frames of the client.

use std::io::{BufRead as _, BufReader, ErrorKind, Read as _, Write as _};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

/// Pseudo-random numbers, the same in every run.
pub(crate) struct Chance(u64);

impl Chance {
    pub(crate) fn new(seed: u64) -> Chance {
        Chance(seed)
    }

    /// A number below this.
    pub(crate) fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        usize::try_from((mixed ^ (mixed >> 31)) % end as u64).expect("it is small")
    }
}

/// The number of times that each fault has happened.
#[derive(Default)]
struct FaultCounts {
    cuts: AtomicUsize,
    delays: AtomicUsize,
    repeats: AtomicUsize,
    swaps: AtomicUsize,
}

/// A faulty connection to a host.
pub(crate) struct Wire {
    pub(crate) address: String,
    counts: Arc<FaultCounts>,
}

/// The fault of a connection: the number of bytes in each direction before it closes, and
/// whether they are delayed.
#[derive(Clone, Copy)]
struct Fault {
    passes: [usize; 2],
    is_slow: bool,
    seed: usize,
}

/// One direction of a connection, until it closes.
struct Pipe<'s> {
    to: &'s TcpStream,
    left: usize,
    is_slow: bool,
    counts: &'s FaultCounts,
}

impl Wire {
    pub(crate) fn to(address: &str, seed: u64) -> Wire {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let own = listener.local_addr().expect("an address").to_string();
        let (host, counts) = (address.to_owned(), Arc::<FaultCounts>::default());
        let shared = Arc::clone(&counts);
        // It runs as long as the tests, since new connections may come at any time.
        thread::spawn(move || {
            let mut chance = Chance::new(seed);
            for client in listener.incoming().flatten() {
                let passes = [100 + chance.below(1_500), 100 + chance.below(4_000)];
                let (is_slow, seed) = (chance.below(4) == 0, chance.below(1 << 30));
                carry(client, &host, Fault { passes, is_slow, seed }, &shared);
            }
        });
        Wire { address: own, counts }
    }

    /// The number of faults of each kind so far: cuts, delays, repeated frames, and late frames.
    pub(crate) fn fault_counts(&self) -> [usize; 4] {
        let FaultCounts { cuts, delays, repeats, swaps } = &*self.counts;
        [cuts, delays, repeats, swaps].map(|count| count.load(Ordering::Relaxed))
    }
}

fn carry(client: TcpStream, host: &str, fault: Fault, counts: &Arc<FaultCounts>) {
    let Ok(host) = TcpStream::connect(host) else { return };
    let both = |stream: &TcpStream| stream.try_clone().expect("a copy of the stream");
    let (from_client, to_host) = (both(&client), both(&host));
    let Fault { passes, is_slow, seed } = fault;
    let shared = Arc::clone(counts);
    thread::spawn(move || {
        let pipe = Pipe { to: &to_host, left: passes[0], is_slow, counts: &shared };
        pipe.forward_frames(&from_client, Chance::new(seed as u64));
        let _ = (from_client.shutdown(Shutdown::Both), to_host.shutdown(Shutdown::Both));
    });
    let shared = Arc::clone(counts);
    thread::spawn(move || {
        let pipe = Pipe { to: &client, left: passes[1], is_slow, counts: &shared };
        pipe.forward_bytes(&host);
        let _ = (host.shutdown(Shutdown::Both), client.shutdown(Shutdown::Both));
    });
}

impl Pipe<'_> {
    /// Passes bytes on. Returns whether more may follow.
    fn pass(&mut self, bytes: &[u8]) -> bool {
        if self.is_slow {
            self.counts.delays.fetch_add(1, Ordering::Relaxed);
            // A delay for its own sake: nothing depends on its length.
            thread::sleep(Duration::from_millis(1));
        }
        if self.to.write_all(&bytes[..bytes.len().min(self.left)]).is_err() {
            return false;
        }
        self.left = self.left.saturating_sub(bytes.len());
        if self.left == 0 {
            self.counts.cuts.fetch_add(1, Ordering::Relaxed);
        }
        self.left > 0
    }

    /// Forwards the host's data in order.
    fn forward_bytes(mut self, mut from: &TcpStream) {
        let mut bytes = [0; 512];
        loop {
            match from.read(&mut bytes) {
                Ok(0) => return,
                Ok(read) if self.pass(&bytes[..read]) => {}
                Ok(_) => return,
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(_) => return,
            }
        }
    }

    /// Forwards the client's data: its request, and then frame by frame. A frame may come
    /// twice, or after its successor.
    fn forward_frames(mut self, from: &TcpStream, mut chance: Chance) {
        let mut from = BufReader::new(from);
        let mut head = Vec::new();
        while !head.ends_with(b"\r\n\r\n") {
            match from.read_until(b'\n', &mut head) {
                Ok(0) | Err(_) => return,
                Ok(_) => {}
            }
        }
        let mut is_open = self.pass(&head);
        // The frame with what the client knows stays first.
        let mut is_first = true;
        while is_open {
            let Some(frame) = next_frame(&mut from) else { return };
            let behind = !from.buffer().is_empty() && !is_first;
            if behind && chance.below(2) == 0 {
                let Some(later) = next_frame(&mut from) else { return };
                self.counts.swaps.fetch_add(1, Ordering::Relaxed);
                is_open = self.pass(&later) && self.pass(&frame);
            } else if !is_first && chance.below(3) == 0 {
                self.counts.repeats.fetch_add(1, Ordering::Relaxed);
                is_open = self.pass(&frame) && self.pass(&frame);
            } else {
                is_open = self.pass(&frame);
            }
            is_first = false;
        }
    }
}

/// A complete frame of a client; those of the tests are masked and short.
fn next_frame(from: &mut BufReader<&TcpStream>) -> Option<Vec<u8>> {
    let mut frame = vec![0; 2];
    from.read_exact(&mut frame).ok()?;
    let length = match frame[1] & 0x7F {
        126 => {
            let mut long = [0; 2];
            from.read_exact(&mut long).ok()?;
            frame.extend(long);
            usize::from(u16::from_be_bytes(long))
        }
        short => usize::from(short),
    };
    let start = frame.len();
    frame.resize(start + 4 + length, 0);
    from.read_exact(&mut frame[start..]).ok()?;
    Some(frame)
}
