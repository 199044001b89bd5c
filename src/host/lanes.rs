//! The connections of a table, by token. However many windows somebody has
//! open, only one of their asks that change nothing is worked on at a time, and
//! the newest windows stay.

use std::collections::{HashMap, VecDeque};

use tokio::sync::mpsc::UnboundedSender;

use super::frames::Asks;

/// The most asks without a change that may wait for the one before.
const MOST_WAITING: usize = 8;
/// The most connections of a token; one more closes the oldest. A phone that
/// reconnects leaves dead ones behind.
const MOST_OF_ONE: usize = 8;

/// What a connection is told about its token.
#[derive(Debug)]
pub(super) enum Turn {
    /// This ask may be answered now.
    Ask(Box<Asks>),
    /// The token has enough newer connections.
    Leave,
}

/// What happens to an ask that changes nothing.
#[derive(Debug)]
pub(super) enum Queued {
    /// It is worked on now.
    Now(Box<Asks>),
    /// It waits for the ones before it.
    Waits,
    /// Too many wait; the id of the ask.
    TooMany(String),
}

/// The connections of all tokens.
#[derive(Debug, Default)]
pub(super) struct Lanes(HashMap<String, Lane>);

/// The connections of one token.
#[derive(Debug, Default)]
struct Lane {
    here: VecDeque<(u64, UnboundedSender<Turn>)>,
    /// The connection whose ask is worked on.
    running: Option<u64>,
    waiting: VecDeque<(u64, Box<Asks>)>,
}

impl Lanes {
    /// How many connections there are.
    pub(super) fn connections(&self) -> usize {
        self.0.values().map(|lane| lane.here.len()).sum()
    }

    /// Adds a connection of a token; `turns` is how it hears that its turn has
    /// come.
    pub(super) fn comes(&mut self, token: &str, (number, turns): (u64, UnboundedSender<Turn>)) {
        let lane = self.0.entry(token.to_owned()).or_default();
        lane.here.push_back((number, turns));
        if lane.here.len() > MOST_OF_ONE
            && let Some((_, oldest)) = lane.here.pop_front()
        {
            // It may be gone already.
            let _ = oldest.send(Turn::Leave);
        }
    }

    /// Removes a connection. If an ask of it is worked on, [`Lanes::done`]
    /// follows.
    pub(super) fn goes(&mut self, token: &str, number: u64) {
        let Some(lane) = self.0.get_mut(token) else { return };
        lane.here.retain(|(one, _)| *one != number);
        lane.waiting.retain(|(one, _)| *one != number);
        self.forget(token);
    }

    /// Adds an ask that changes nothing.
    pub(super) fn asks(&mut self, token: &str, (number, asks): (u64, Box<Asks>)) -> Queued {
        let lane = self.0.entry(token.to_owned()).or_default();
        if lane.running.is_none() {
            lane.running = Some(number);
            return Queued::Now(asks);
        }
        if lane.waiting.len() >= MOST_WAITING {
            return Queued::TooMany(asks.id);
        }
        lane.waiting.push_back((number, asks));
        Queued::Waits
    }

    /// A connection's ask was answered, so the next one gets its turn.
    pub(super) fn done(&mut self, token: &str, number: u64) {
        let Some(lane) = self.0.get_mut(token) else { return };
        if lane.running != Some(number) {
            return;
        }
        lane.running = None;
        while let Some((next, asks)) = lane.waiting.pop_front() {
            let here = lane.here.iter().find(|(one, _)| *one == next);
            if here.is_some_and(|(_, turns)| turns.send(Turn::Ask(asks)).is_ok()) {
                lane.running = Some(next);
                return;
            }
        }
        self.forget(token);
    }

    fn forget(&mut self, token: &str) {
        let idle = |lane: &Lane| lane.here.is_empty() && lane.running.is_none();
        if self.0.get(token).is_some_and(idle) {
            self.0.remove(token);
        }
    }
}

#[cfg(test)]
mod tests {
    use tokio::sync::mpsc::{UnboundedReceiver, unbounded_channel};

    use super::*;
    use crate::host::frames::What;
    use crate::referee::Ask;

    fn state(id: &str) -> Box<Asks> {
        let what = What::Door(Ask::State {});
        Box::new(Asks { id: id.to_owned(), seen: None, verb: "state", what })
    }

    fn comes(lanes: &mut Lanes, number: u64) -> UnboundedReceiver<Turn> {
        let (turns, told) = unbounded_channel();
        lanes.comes("token", (number, turns));
        told
    }

    fn is_told(told: &mut UnboundedReceiver<Turn>) -> Option<String> {
        match told.try_recv() {
            Ok(Turn::Ask(asks)) => Some(asks.id),
            Ok(Turn::Leave) => Some("leave".to_owned()),
            Err(_) => None,
        }
    }

    #[test]
    fn one_ask_of_a_token_is_worked_on_and_eight_wait_from_whatever_window() {
        let mut lanes = Lanes::default();
        let (mut one, mut two) = (comes(&mut lanes, 1), comes(&mut lanes, 2));
        assert!(matches!(lanes.asks("token", (1, state("first"))), Queued::Now(_)));
        for number in 0..8 {
            let asks = (1 + number % 2, state(&format!("{number}")));
            assert!(matches!(lanes.asks("token", asks), Queued::Waits));
        }
        let more = lanes.asks("token", (2, state("more")));
        assert!(matches!(more, Queued::TooMany(id) if id == "more"));
        assert!(matches!(lanes.asks("other", (3, state("x"))), Queued::Now(_)));
        lanes.done("token", 2);
        assert_eq!((is_told(&mut one), is_told(&mut two)), (None, None), "the first still runs");
        lanes.done("token", 1);
        assert_eq!(is_told(&mut one).as_deref(), Some("0"));
        lanes.done("token", 1);
        assert_eq!(is_told(&mut two).as_deref(), Some("1"));
    }

    #[test]
    fn a_window_that_is_closed_keeps_nobody_waiting() {
        let mut lanes = Lanes::default();
        let (one, mut two) = (comes(&mut lanes, 1), comes(&mut lanes, 2));
        assert!(matches!(lanes.asks("token", (1, state("first"))), Queued::Now(_)));
        assert!(matches!(lanes.asks("token", (1, state("never"))), Queued::Waits));
        assert!(matches!(lanes.asks("token", (2, state("second"))), Queued::Waits));
        drop(one);
        lanes.goes("token", 1);
        assert_eq!(is_told(&mut two), None, "what it asked is still worked on");
        lanes.done("token", 1);
        assert_eq!(is_told(&mut two).as_deref(), Some("second"));
        drop(two);
        lanes.goes("token", 2);
        lanes.done("token", 2);
        assert_eq!((lanes.connections(), lanes.0.len()), (0, 0));
    }

    #[test]
    fn of_nine_connections_of_a_token_the_oldest_leaves() {
        let mut lanes = Lanes::default();
        let mut told: Vec<_> = (1..=9).map(|number| comes(&mut lanes, number)).collect();
        assert_eq!(is_told(&mut told[0]).as_deref(), Some("leave"));
        assert!(told[1..].iter_mut().all(|told| is_told(told).is_none()));
        assert_eq!(lanes.connections(), 8);
    }
}
