//! The people who wait for the owner to admit them, and the owner's decisions. Stored with the
//! table, so that they survive a restart and are the same on every server.

use serde::{Deserialize, Serialize};

use session::Seat;
use session::frame::ServerFrame;

/// The most people that wait to be let in.
pub(super) const MOST_WAITING: usize = 100;
/// How many who asked for a seat are remembered, with the owner's answer.
const MOST_REMEMBERED: usize = 500;

/// Somebody who waits to be let in.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Waiting {
    pub(super) who: u64,
    pub(super) name: String,
    pub(super) seat: Seat,
    pub(super) token: String,
    pub(super) said: Option<bool>,
}

/// Everybody who asked for a seat.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct WaitingList(Vec<Waiting>);

/// What changed between two lists.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum ListChange {
    /// Somebody asks for a seat.
    Asks(Waiting),
    /// Whoever has the token of this hash may sit down, or is refused.
    Said(String, bool),
}

impl Waiting {
    /// What the owner hears of it.
    pub(super) fn asks(&self) -> ServerFrame<'_> {
        ServerFrame::Asks { who: self.who, name: &self.name, seat: self.seat }
    }
}

impl WaitingList {
    /// Whoever waits with this token, if they do.
    pub(super) fn waits(&self, token: &str) -> Option<&Waiting> {
        self.open().find(|one| one.token == token)
    }

    /// Those who wait for an answer.
    pub(super) fn open(&self) -> impl Iterator<Item = &Waiting> {
        self.0.iter().filter(|one| one.said.is_none())
    }

    /// Who waits, or has waited, under this number.
    pub(super) fn who(&self, who: u64) -> Option<&Waiting> {
        self.0.iter().find(|one| one.who == who)
    }

    /// The last that is known of a token: whoever was refused may have asked
    /// again.
    pub(super) fn last(&self, token: &str) -> Option<&Waiting> {
        self.0.iter().rev().find(|one| one.token == token)
    }

    /// The list with a place for somebody more: where it is full, those are forgotten
    /// who wait and are away. `None` if nobody is.
    pub(super) fn with_room(&self, is_away: impl Fn(&Waiting) -> bool) -> Option<WaitingList> {
        if self.open().count() < MOST_WAITING {
            return Some(self.clone());
        }
        let stays = |one: &&Waiting| one.said.is_some() || !is_away(one);
        let list = WaitingList(self.0.iter().filter(stays).cloned().collect());
        (list.0.len() < self.0.len()).then_some(list)
    }

    /// The list with somebody more; their number is at least this one.
    pub(super) fn with(&self, mut waiting: Waiting) -> WaitingList {
        let mut all = self.0.clone();
        if let Some(last) = all.iter().map(|one| one.who).max() {
            waiting.who = waiting.who.max(last + 1);
        }
        if all.len() >= MOST_REMEMBERED
            && let Some(first) = all.iter().position(|one| one.said.is_some())
        {
            // Somebody who was answered long ago is forgotten.
            all.remove(first);
        }
        all.push(waiting);
        WaitingList(all)
    }

    /// The list with the owner's answer to somebody; `None` if they do not wait.
    pub(super) fn answered(&self, who: u64, yes: bool) -> Option<WaitingList> {
        let mut all = self.0.clone();
        all.iter_mut().find(|one| one.who == who && one.said.is_none())?.said = Some(yes);
        Some(WaitingList(all))
    }

    /// What is to be told when this list takes the place of another.
    pub(super) fn since(&self, before: &WaitingList) -> Vec<ListChange> {
        let change = |one: &Waiting| match (one.said, before.who(one.who)) {
            (None, None) => Some(ListChange::Asks(one.clone())),
            (Some(yes), known) if known.is_none_or(|known| known.said.is_none()) => {
                Some(ListChange::Said(one.token.clone(), yes))
            }
            (None | Some(_), _) => None,
        };
        self.0.iter().filter_map(change).collect()
    }

    /// Whether the other list says more: lists only grow by people and answers.
    pub(super) fn is_before(&self, other: &WaitingList) -> bool {
        let newest = |all: &WaitingList| all.0.last().map(|one| one.who);
        let answers = |all: &WaitingList| all.0.iter().filter(|one| one.said.is_some()).count();
        (newest(self), answers(self)) < (newest(other), answers(other))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn waiting(who: u64, token: &str) -> Waiting {
        let (name, token) = ("Kleon".to_owned(), token.to_owned());
        Waiting { who, name, seat: Seat::A, token, said: None }
    }

    #[test]
    fn a_later_list_tells_who_asks_and_who_was_answered_since() {
        let before = WaitingList::default().with(waiting(7, "a")).with(waiting(7, "b"));
        assert_eq!(before.open().map(|one| one.who).collect::<Vec<_>>(), [7, 8]);
        let after = before.answered(7, false).expect("waits").with(waiting(1, "a"));
        assert!(before.is_before(&after) && !after.is_before(&before));
        assert_eq!(after.answered(7, true), None, "an answer stands");
        let told = after.since(&before);
        assert_eq!(told, [ListChange::Said("a".into(), false), ListChange::Asks(waiting(9, "a"))]);
        assert_eq!(after.since(&after), []);
        assert_eq!(after.last("a").map(|one| one.said), Some(None), "asked again");
    }

    #[test]
    fn so_many_wait_and_those_who_were_answered_are_forgotten_first() {
        let mut list = WaitingList::default();
        for number in 0..MOST_REMEMBERED as u64 + 50 {
            let full = list.with_room(|_| false).is_none();
            assert_eq!(full, list.open().count() == MOST_WAITING);
            if full {
                let first = list.open().next().expect("somebody").who;
                list = list.answered(first, true).expect("waits");
            }
            list = list.with(waiting(number, &format!("token {number}")));
        }
        assert_eq!((list.0.len(), list.open().count()), (MOST_REMEMBERED, MOST_WAITING));
        let away = list.open().next().expect("somebody").who;
        let list = list.with_room(|one| one.who == away).expect("a place");
        assert_eq!((list.open().count(), list.who(away)), (MOST_WAITING - 1, None));
    }
}
