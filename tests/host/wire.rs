//! A wire that goes wrong: a proxy between a client and the host that delays what
//! goes through it and cuts connections anywhere, also within a frame.

use std::io::{ErrorKind, Read as _, Write as _};
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

/// A wire to a host.
pub(crate) struct Wire {
    pub(crate) address: String,
    cuts: Arc<AtomicUsize>,
}

/// What happens to a connection: how many bytes pass in each direction before
/// it is cut, and whether they are delayed.
#[derive(Clone, Copy)]
struct Fault {
    passes: [usize; 2],
    is_slow: bool,
}

impl Wire {
    pub(crate) fn to(address: &str, seed: u64) -> Wire {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let own = listener.local_addr().expect("an address").to_string();
        let (host, cuts) = (address.to_owned(), Arc::<AtomicUsize>::default());
        let counts = Arc::clone(&cuts);
        // Lasts as long as the tests: nobody can tell who still wants to come.
        thread::spawn(move || {
            let mut chance = Chance::new(seed);
            for client in listener.incoming().flatten() {
                let passes = [100 + chance.below(1_500), 100 + chance.below(4_000)];
                let fault = Fault { passes, is_slow: chance.below(4) == 0 };
                carry(client, &host, fault, &counts);
            }
        });
        Wire { address: own, cuts }
    }

    /// How many connections it has cut.
    pub(crate) fn cuts(&self) -> usize {
        self.cuts.load(Ordering::Relaxed)
    }
}

fn carry(client: TcpStream, host: &str, fault: Fault, cuts: &Arc<AtomicUsize>) {
    let Ok(host) = TcpStream::connect(host) else { return };
    let both = |stream: &TcpStream| stream.try_clone().expect("a second hand");
    for (from, to, passes) in
        [(both(&client), both(&host), fault.passes[0]), (host, client, fault.passes[1])]
    {
        let cuts = Arc::clone(cuts);
        thread::spawn(move || {
            if pump(&from, &to, passes, fault.is_slow) {
                cuts.fetch_add(1, Ordering::Relaxed);
            }
            let _ = (from.shutdown(Shutdown::Both), to.shutdown(Shutdown::Both));
        });
    }
}

/// Lets so many bytes pass; whether it was this that ended it.
fn pump(mut from: &TcpStream, mut to: &TcpStream, passes: usize, is_slow: bool) -> bool {
    let mut left = passes;
    let mut bytes = [0; 512];
    loop {
        let read = match from.read(&mut bytes) {
            Ok(0) => return false,
            Ok(read) => read,
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            Err(_) => return false,
        };
        if is_slow {
            // A delay, not a wait for something: nothing depends on how long.
            thread::sleep(Duration::from_millis(1));
        }
        if to.write_all(&bytes[..read.min(left)]).is_err() {
            return false;
        }
        left = left.saturating_sub(read);
        if left == 0 {
            return true;
        }
    }
}
