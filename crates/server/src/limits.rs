//! Limits on clients without a seat: the number of connections, and of tables opened, from one
//! address.

use std::collections::{HashMap, VecDeque};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use super::locks::lock;
use super::tokens::MOST_WRONG;

/// The most open connections, from one address and from all.
const MOST_FROM_ONE: usize = 100;
const MOST_FROM_ALL: usize = 16_000;
/// The number of open files other than clients' connections: the store, the page, and
/// connections to NATS servers.
const FILES_BESIDE: usize = 124;
/// The smallest limit of open files, if the system does not report it.
const FEWEST_FILES: u64 = 256;
/// The most connections without a table: one more ends the oldest.
const MOST_WITHOUT_A_TABLE: usize = 500;
/// The most tables opened from one address in a minute and in a day.
const MOST_OPENED: [(usize, Duration); 2] = [(30, A_MINUTE), (200, A_DAY)];
/// The most wrong codes from one address.
const MOST_GUESSED: [(usize, Duration); 1] = [(MOST_WRONG, A_MINUTE)];
const A_MINUTE: Duration = Duration::from_mins(1);
const A_DAY: Duration = Duration::from_hours(24);

/// Counts by address. This machine itself is not counted: its programs belong
/// to its owner, and a proxy on it speaks for all clients.
#[derive(Clone)]
pub(super) struct Limits {
    /// The most connections of all addresses.
    most: usize,
    counts: Arc<Mutex<Counts>>,
}

struct Counts {
    all: usize,
    there: HashMap<Net, usize>,
    opened: Recent,
    guessed: Recent,
}

impl Default for Counts {
    fn default() -> Counts {
        Counts {
            all: 0,
            there: HashMap::new(),
            opened: Recent::with_most(&MOST_OPENED),
            guessed: Recent::with_most(&MOST_GUESSED),
        }
    }
}

/// The address for all clients that a trusted proxy does not name.
pub(super) const UNNAMED: IpAddr = IpAddr::V4(Ipv4Addr::UNSPECIFIED);

/// A network: addresses with the same first bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Net(IpAddr, u32);

/// The number of address shares of a site: a provider gives a site at least 256 networks of
/// households, or 65,536.
const SHARES_OF_A_SITE: usize = 8;

/// The networks for which an address counts, with the number of shares of each; none for this
/// machine. A household can have any number of IPv6 addresses, which begin with the same 64
/// bits, and a site any number of such networks, which begin with the same 48 bits.
pub(super) fn nets(address: IpAddr) -> Vec<(Net, usize)> {
    let address = address.to_canonical();
    match address {
        address if address.is_loopback() => Vec::new(),
        IpAddr::V4(_) => vec![(Net(address, 32), 1)],
        IpAddr::V6(ip) => [(64, 1), (48, SHARES_OF_A_SITE)]
            .map(|(bits, shares)| {
                let begins = ip.to_bits() & (u128::MAX << (128 - bits));
                (Net(Ipv6Addr::from_bits(begins).into(), bits), shares)
            })
            .to_vec(),
    }
}

/// Recent actions, by network.
struct Recent {
    /// The limit of each network in a period.
    most: &'static [(usize, Duration)],
    done: HashMap<Net, VecDeque<Instant>>,
}

impl Recent {
    fn with_most(most: &'static [(usize, Duration)]) -> Recent {
        Recent { most, done: HashMap::new() }
    }

    /// Whether an address may do more.
    fn may(&self, address: IpAddr, now: Instant) -> bool {
        nets(address).iter().all(|(net, shares)| {
            let done = self.done.get(net).map(|done| done.iter()).unwrap_or_default();
            self.most.iter().all(|(most, time)| {
                let counts = |then: &&Instant| now.duration_since(**then) < *time;
                done.clone().filter(counts).count() < most * shares
            })
        })
    }

    /// Notes an action of an address, and drops old ones.
    fn note(&mut self, address: IpAddr, now: Instant) {
        let longest = self.most.iter().map(|(_, time)| *time).max().unwrap_or_default();
        self.done.retain(|_, done| {
            done.retain(|then| now.duration_since(*then) < longest);
            !done.is_empty()
        });
        for (net, _) in nets(address) {
            self.done.entry(net).or_default().push_back(now);
        }
    }
}

/// A counted connection, until it is dropped.
pub(super) struct Permit {
    limits: Limits,
    nets: Vec<(Net, usize)>,
    is_connection: bool,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { most: MOST_FROM_ALL, counts: Arc::default() }
    }
}

impl Limits {
    /// The limits for this system, after raising its limit of open files as far as possible.
    pub(super) fn of_this_system() -> Limits {
        let wanted = (MOST_FROM_ALL + FILES_BESIDE) as u64;
        let files = rlimit::increase_nofile_limit(wanted).unwrap_or(FEWEST_FILES);
        Limits::with_files(usize::try_from(files).unwrap_or(usize::MAX))
    }

    fn with_files(files: usize) -> Limits {
        let most = files.saturating_sub(FILES_BESIDE).min(MOST_FROM_ALL);
        Limits { most, counts: Arc::default() }
    }

    /// The most connections without a table: at most half of all.
    pub(super) fn most_without_a_table(&self) -> usize {
        MOST_WITHOUT_A_TABLE.min(self.most / 2).max(1)
    }

    /// Whether this number of connections at tables leaves only places reserved for newcomers and
    /// players.
    pub(super) fn are_crowded(&self, at_tables: usize) -> bool {
        at_tables + self.most_without_a_table() >= self.most
    }

    /// Counts a connection from this address, if that is known; `None` if there
    /// are too many.
    pub(super) fn enters(&self, address: Option<IpAddr>) -> Option<Permit> {
        if lock(&self.counts).all >= self.most {
            return None;
        }
        let mut permit = self.named(address)?;
        permit.is_connection = true;
        lock(&self.counts).all += 1;
        Some(permit)
    }

    /// Counts a connection by the address that a proxy names for it.
    pub(super) fn named(&self, address: Option<IpAddr>) -> Option<Permit> {
        let nets = address.map(nets).unwrap_or_default();
        let mut counts = lock(&self.counts);
        let there = |net| counts.there.get(net).copied().unwrap_or_default();
        if nets.iter().any(|(net, shares)| there(net) >= MOST_FROM_ONE * shares) {
            return None;
        }
        for (net, _) in &nets {
            *counts.there.entry(*net).or_default() += 1;
        }
        Some(Permit { limits: self.clone(), nets, is_connection: false })
    }

    /// Notes that a table is opened from this address, if that is allowed now. Returns whether it
    /// is.
    pub(super) fn open_another(&self, address: IpAddr, now: Instant) -> bool {
        let opened = &mut lock(&self.counts).opened;
        let may = opened.may(address, now);
        if may {
            opened.note(address, now);
        }
        may
    }

    /// Whether a typed code from this address is accepted at this time.
    pub(super) fn may_guess(&self, address: IpAddr, now: Instant) -> bool {
        lock(&self.counts).guessed.may(address, now)
    }

    /// Notes a wrong code or operator's token from this address.
    pub(super) fn note_wrong(&self, address: IpAddr, now: Instant) {
        lock(&self.counts).guessed.note(address, now);
    }
}

impl Drop for Permit {
    fn drop(&mut self) {
        let mut counts = lock(&self.limits.counts);
        if self.is_connection {
            counts.all -= 1;
        }
        for (net, _) in &self.nets {
            let Some(there) = counts.there.get_mut(net) else { continue };
            *there -= 1;
            if *there == 0 {
                counts.there.remove(net);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn connections_are_limited_for_each_address_but_not_for_this_machine() {
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
        assert!(limits.enters(Some(far)).is_some(), "a client that leaves makes room");
    }

    #[test]
    fn a_household_counts_as_one_address_and_a_site_as_a_few() {
        let limits = Limits::default();
        let ip = |text: &str| -> Option<IpAddr> { Some(text.parse().expect("an address")) };
        let mut permits: Vec<Permit> = Vec::new();
        let mut enter = |address: Option<IpAddr>| {
            let there = limits.named(address);
            let entered = there.is_some();
            permits.extend(there);
            entered
        };
        assert!((0..MOST_FROM_ONE).all(|number| enter(ip(&format!("2001:db8:1::{number:x}")))));
        assert!(!enter(ip("2001:db8:1:0:3:4:5:6")), "the same household");
        // However many of a site's 65,536 networks are used.
        let let_in = (1..5_000).filter(|net| enter(ip(&format!("2001:db8:1:{net:x}::9")))).count();
        assert_eq!(let_in, (SHARES_OF_A_SITE - 1) * MOST_FROM_ONE);
        assert!(enter(ip("2001:db8:2::9")), "another site");
        assert!((0..500).all(|_| enter(ip("::1"))));
    }

    #[test]
    fn connections_have_a_total_limit() {
        let limits = Limits::default();
        let permits: Vec<_> = (0..MOST_FROM_ALL).map(|_| limits.enters(None)).collect();
        assert!(permits.iter().all(Option::is_some) && limits.enters(None).is_none());
    }

    #[test]
    fn a_small_limit_of_open_files_is_shared_by_newcomers_and_players() {
        let limits = Limits::with_files(1_024);
        assert_eq!((limits.most, limits.most_without_a_table()), (900, 450));
        let crowded = [449, 450].map(|at_tables| limits.are_crowded(at_tables));
        assert_eq!(crowded, [false, true]);
        let permits: Vec<_> = (0..901).map(|_| limits.enters(None)).collect();
        assert_eq!(permits.iter().filter(|permit| permit.is_some()).count(), 900);
        let many = Limits::with_files(usize::MAX);
        assert_eq!((many.most, many.most_without_a_table()), (MOST_FROM_ALL, 500));
        assert!(Limits::of_this_system().most <= MOST_FROM_ALL);
    }

    #[test]
    fn an_address_opens_a_limited_number_of_tables_a_minute_and_a_day() {
        let limits = Limits::default();
        let (far, now) = ("203.0.113.7".parse().expect("an address"), Instant::now());
        assert!((0..30).all(|_| limits.open_another(far, now)));
        assert!(!limits.open_another(far, now + Duration::from_secs(59)));
        let later = |minute: u64| now + Duration::from_mins(minute);
        assert!((1..=170).all(|minute| limits.open_another(far, later(minute))));
        assert!(!limits.open_another(far, later(600)));
        assert!(limits.open_another(far, now + A_DAY));
        let own = "127.0.0.1".parse().expect("an address");
        assert!((0..1_000).all(|_| limits.open_another(own, now)));
        // All clients without a name count as one.
        assert_eq!((0..99).filter(|_| limits.open_another(UNNAMED, now)).count(), 30);
    }

    #[test]
    fn an_address_with_twenty_wrong_codes_is_blocked_for_a_minute() {
        let limits = Limits::default();
        let [far, other] = ["203.0.113.7", "203.0.113.8"].map(|ip| ip.parse().expect("an address"));
        let now = Instant::now();
        for _ in 0..MOST_WRONG {
            assert!(limits.may_guess(far, now));
            limits.note_wrong(far, now);
        }
        assert!(!limits.may_guess(far, now + Duration::from_secs(59)));
        assert!(limits.may_guess(other, now) && limits.may_guess(far, now + A_MINUTE));
    }
}
