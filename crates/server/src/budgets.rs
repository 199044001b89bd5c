//! The two work budgets of a server: for building (new tables with their fleets) and for
//! computing (odds, order checks, turn cards, groups, previews, texts). Each has a share for
//! every address and a limit for all. Other requests cost little, or run in their table, one
//! change after the other.

use std::collections::HashMap;
use std::net::IpAddr;
use std::num::NonZero;
use std::sync::{Arc, Mutex, Weak};
use std::thread::available_parallelism;

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use session::{Mutation, OwnerRequest, Query, RequestBody};

use super::frames::{TableRequest, What};
use super::limits::{Net, nets};
use super::locks::lock;

/// The most answers that are computed at once: each may take memory.
const MOST_COMPUTED: usize = 4;
/// The most bodies of openings that are received at once, of all addresses and of one.
const MOST_BODIES: usize = 64;
const BODIES_OF_ONE: usize = 8;
/// The most openings that are built at once, of all addresses and of one. However short a
/// link is, its fleet may have as many parts as any ([`engine::fleet`]): about 50 MB.
const MOST_BUILT: usize = 2;
const BUILT_OF_ONE: usize = 1;
/// The longest body that opens a table, in bytes: it contains the fleets.
const LONGEST_OPEN: usize = 512 * 1024;
/// The longest body of any other post, in bytes.
const LONGEST_POST: usize = 16 * 1024;

/// The budget that a request uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Spends {
    /// The budget for building.
    Builds,
    /// The budget for computing.
    Computes,
    /// Neither.
    Little,
}

/// A post over HTTP.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Post {
    /// Asks for a seat.
    Seat,
    /// Opens a table.
    Tables,
    /// Asks for a QR code.
    Qr,
    /// A request of the operator of a hall.
    Operator,
}

impl Post {
    /// Its longest body, in bytes.
    pub(super) fn longest(self) -> usize {
        match self {
            Post::Tables => LONGEST_OPEN,
            Post::Seat | Post::Qr | Post::Operator => LONGEST_POST,
        }
    }
}

/// The budget of a post.
pub(super) fn of_post(post: Post) -> Spends {
    match post {
        Post::Tables => Spends::Builds,
        Post::Seat | Post::Qr | Post::Operator => Spends::Little,
    }
}

/// The budget of a frame's request.
pub(super) fn of_request(what: &What) -> Spends {
    match what {
        What::Session(RequestBody::Read(ask)) => of_read(ask),
        What::Session(RequestBody::Change(ask)) => of_change(ask),
        What::Table(TableRequest::Admit { .. } | TableRequest::NewCode | TableRequest::Close) => {
            Spends::Little
        }
    }
}

/// The budget of a query.
pub(super) fn of_read(ask: &Query) -> Spends {
    match ask {
        Query::Judge(_)
        | Query::Odds { .. }
        | Query::Trial(_)
        | Query::Tell(_)
        | Query::Turn { .. }
        | Query::Group { .. } => Spends::Computes,
        Query::View { .. }
        | Query::Offers { .. }
        | Query::State {}
        | Query::Log { .. }
        | Query::Next {} => Spends::Little,
    }
}

/// The budget of a change: none, because its table makes one at a time.
fn of_change(ask: &Mutation) -> Spends {
    match ask {
        Mutation::Order { .. }
        | Mutation::Orders { .. }
        | Mutation::Answer { .. }
        | Mutation::Throw { .. }
        | Mutation::Withdraw { .. }
        | Mutation::Undo {}
        | Mutation::Redo {}
        | Mutation::GoTo { .. }
        | Mutation::TakeUp { .. }
        | Mutation::Amend(_)
        | Mutation::TakeOut {}
        | Mutation::HandOver { .. }
        | Mutation::OwnDice { .. }
        | Mutation::Owner(
            OwnerRequest::Settings(_)
            | OwnerRequest::Seat { .. }
            | OwnerRequest::Unseat { .. }
            | OwnerRequest::Leave { .. },
        ) => Spends::Little,
    }
}

/// The budgets of a host.
pub(super) struct Budgets {
    /// Bodies of openings that are being received.
    bodies: Budget,
    /// Openings that are being built.
    builds: Budget,
    /// Answers that are being computed.
    pub(super) computes: Budget,
}

impl Default for Budgets {
    fn default() -> Budgets {
        let cores = available_parallelism().map_or(1, NonZero::get).min(MOST_COMPUTED);
        Budgets {
            bodies: Budget::of(MOST_BODIES, BODIES_OF_ONE),
            builds: Budget::of(MOST_BUILT, BUILT_OF_ONE),
            computes: Budget::of(cores, (cores / 2).max(1)),
        }
    }
}

impl Budgets {
    /// Waits until the body of a post may be received.
    pub(super) async fn receives(&self, post: Post, from: IpAddr) -> Option<Spent> {
        match of_post(post) {
            Spends::Builds => self.bodies.spend(from, None).await,
            Spends::Computes => self.computes.spend(from, None).await,
            Spends::Little => Some(Spent { _permits: Vec::new() }),
        }
    }

    /// Waits until an opening may be built.
    pub(super) async fn builds(&self, from: IpAddr) -> Option<Spent> {
        self.builds.spend(from, None).await
    }
}

/// A limit on simultaneous use, for one address and for all.
pub(super) struct Budget {
    all: Arc<Semaphore>,
    /// The share of an address.
    of_one: usize,
    /// The free part of the share of every network that uses some of it.
    left: Mutex<HashMap<Net, Weak<Semaphore>>>,
}

/// A used part of a budget, until it is dropped.
pub(super) struct Spent {
    _permits: Vec<OwnedSemaphorePermit>,
}

impl Budget {
    fn of(all: usize, of_one: usize) -> Budget {
        Budget { all: Arc::new(Semaphore::new(all)), of_one, left: Mutex::default() }
    }

    /// Waits for the turn of an address: first in its own queue, so that it is only once in the
    /// queue of all. `lane` is a further queue, for clients that play no side.
    pub(super) async fn spend(&self, from: IpAddr, lane: Option<&Arc<Semaphore>>) -> Option<Spent> {
        let mut permits = Vec::new();
        for (net, shares) in nets(from) {
            let share = self.share(net, shares);
            permits.push(share.acquire_owned().await.ok()?);
        }
        if let Some(lane) = lane {
            permits.push(Arc::clone(lane).acquire_owned().await.ok()?);
        }
        permits.push(Arc::clone(&self.all).acquire_owned().await.ok()?);
        Some(Spent { _permits: permits })
    }

    /// The share of a network, as a number of address shares.
    fn share(&self, net: Net, shares: usize) -> Arc<Semaphore> {
        let mut left = lock(&self.left);
        left.retain(|_, one| one.strong_count() > 0);
        if let Some(share) = left.get(&net).and_then(Weak::upgrade) {
            return share;
        }
        let share = Arc::new(Semaphore::new(self.of_one * shares));
        left.insert(net, Arc::downgrade(&share));
        share
    }
}

#[cfg(test)]
mod tests {
    use std::future::Future;
    use std::pin::pin;
    use std::task::{Context, Poll, Waker};

    use serde_json::{Value, json};

    use super::*;
    use crate::frames::{self, ClientFrame};
    use session::{SharedVerb, TableVerb, Verb};

    /// The result of a future that is ready at once.
    fn at_once<T>(work: impl Future<Output = T>) -> Option<T> {
        match pin!(work).poll(&mut Context::from_waker(Waker::noop())) {
            Poll::Ready(done) => Some(done),
            Poll::Pending => None,
        }
    }

    #[test]
    fn an_address_has_its_share_and_all_addresses_have_a_total() {
        let budget = Budget::of(3, 1);
        let spend =
            |from: &str| at_once(budget.spend(from.parse().expect("an address"), None)).flatten();
        let one = spend("203.0.113.7");
        assert!(one.is_some() && spend("203.0.113.7").is_none(), "it has its share");
        let others = [spend("203.0.113.8"), spend("2001:db8:1::1")];
        assert!(others.iter().all(Option::is_some));
        assert!(spend("203.0.113.9").is_none() && spend("::1").is_none(), "nothing is left");
        drop(one);
        let own = spend("::1");
        assert!(own.is_some() && spend("203.0.113.7").is_none());
        drop((own, others));
        // This machine has no share of an address.
        let own: Vec<_> = (0..3).filter_map(|_| spend("127.0.0.1")).collect();
        assert_eq!(own.len(), 3);
        drop(own);
        let last = spend("203.0.113.9");
        assert_eq!(
            (last.is_some(), lock(&budget.left).len()),
            (true, 1),
            "the others are forgotten"
        );
    }

    #[test]
    fn two_openings_are_built_at_once_of_two_addresses() {
        let budgets = Budgets::default();
        let builds =
            |from: &str| at_once(budgets.builds(from.parse().expect("an address"))).flatten();
        let [one, other] = ["203.0.113.7", "203.0.113.8"].map(builds);
        assert!(one.is_some() && other.is_some());
        assert!(builds("203.0.113.7").is_none() && builds("203.0.113.9").is_none());
        drop(one);
        assert!(builds("203.0.113.9").is_some());
    }

    fn spends(request: &Value) -> Spends {
        let text = json!({ "id": "x", "ask": request }).to_string();
        match frames::read(&text) {
            Ok(ClientFrame::Asks(asks)) => of_request(&asks.what),
            other => panic!("{request}: {other:?}"),
        }
    }

    /// A request of every verb, with its budget.
    fn request(verb: Verb) -> (Value, Spends) {
        use Spends::{Computes, Little};
        let trial = || json!({"index": 0, "change": "drop", "decisions": []});
        match verb {
            Verb::Shared(SharedVerb::Order) => (json!({"kind": "sail", "ship": "A1"}), Little),
            Verb::Shared(SharedVerb::Odds) => (json!({"kind": "sail", "ship": "A1"}), Computes),
            Verb::Shared(
                SharedVerb::Offers
                | SharedVerb::State
                | SharedVerb::Journal
                | SharedVerb::Undo
                | SharedVerb::Redo
                | SharedVerb::Next,
            )
            | Verb::Table(TableVerb::View | TableVerb::TakeOut) => (json!({}), Little),
            Verb::Shared(SharedVerb::Orders) => (json!([{"kind": "sail", "ship": "A1"}]), Little),
            Verb::Shared(SharedVerb::Turn) => (json!({"ship": "A1"}), Computes),
            Verb::Shared(SharedVerb::Group) => {
                (json!({"do": "only-move", "units": ["A1"]}), Computes)
            }
            Verb::Table(TableVerb::Judge) => {
                (json!({"subject": {"unit": "A1"}, "kind": "ram"}), Computes)
            }
            Verb::Table(TableVerb::Log) => (json!({"from": 0, "count": 1}), Little),
            Verb::Table(TableVerb::Trial) => (trial(), Computes),
            Verb::Table(TableVerb::Amend) => (trial(), Little),
            Verb::Table(TableVerb::Tell) => (json!("report"), Computes),
            Verb::Table(TableVerb::Answer) => {
                (json!({"of": 1, "field": "avoid", "value": true}), Little)
            }
            Verb::Table(TableVerb::Throw) => (json!({"of": 1, "dice": []}), Little),
            Verb::Table(TableVerb::Withdraw) => (json!({"of": 1}), Little),
            Verb::Table(TableVerb::HandOver) => (json!("both"), Little),
            Verb::Table(TableVerb::OwnDice) => (json!({"own": true}), Little),
            Verb::Table(TableVerb::Owner) => (json!({"close": {}}), Little),
            Verb::Table(TableVerb::GoTo) => (json!({"cursor": 1}), Little),
            Verb::Table(TableVerb::TakeUp) => (json!({"tip": 1}), Little),
        }
    }

    #[test]
    fn every_request_spends_one_budget_or_little() {
        for verb in Verb::all() {
            let (body, expected) = request(verb);
            assert_eq!(spends(&json!({ verb.word(): body })), expected, "{}", verb.word());
        }
        for tell in ["report", "luck", "sheets", "file"] {
            assert_eq!(spends(&json!({ "tell": tell })), Spends::Computes, "{tell}");
        }
        let posts = [Post::Seat, Post::Tables, Post::Qr, Post::Operator];
        let builds = posts.map(|post| of_post(post) == Spends::Builds);
        assert_eq!(builds, [false, true, false, false]);
    }
}
