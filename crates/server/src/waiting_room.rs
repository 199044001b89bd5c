//! The waiting list of a table: people who request a seat, free or taken, and the owner's
//! decisions.

use serde::{Deserialize, Serialize};

use session::answers::{Answer, WrittenError};
use session::frame::ServerFrame;
use session::{Mutation, OwnerRequest, Seat, TokenHolder};

use super::hosted_table::HostedTable;
use super::hosted_table::NotCarriedOut;
use super::presence::conflict;

/// The largest number of people that wait to be admitted.
pub(super) const MOST_WAITING: usize = 100;
/// The number of stored requests for a seat, with the owner's answers.
const MOST_REMEMBERED: usize = 500;

/// A person who has asked for a seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Waiting {
    pub(super) who: u64,
    pub(super) name: String,
    pub(super) seat: Seat,
    pub(super) token: String,
    pub(super) answer: Option<bool>,
}

/// The people who have asked for a seat, with the owner's answers.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct WaitingList(Vec<Waiting>);

/// A change between two lists.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum ListChange {
    /// A person asks for a seat.
    Asks(Waiting),
    /// The person with the token of this hash is admitted (`true`) or refused.
    Answered(String, bool),
}

impl Waiting {
    /// The frame for the owner.
    pub(super) fn asks(&self) -> ServerFrame<'_> {
        ServerFrame::Asks { who: self.who, name: &self.name, seat: self.seat }
    }
}

impl WaitingList {
    /// The open request of this token, if there is one.
    pub(super) fn waits(&self, token: &str) -> Option<&Waiting> {
        self.open().find(|one| one.token == token)
    }

    /// The requests without an answer.
    pub(super) fn open(&self) -> impl Iterator<Item = &Waiting> {
        self.0.iter().filter(|one| one.answer.is_none())
    }

    /// The request with this number, open or answered.
    pub(super) fn who(&self, who: u64) -> Option<&Waiting> {
        self.0.iter().find(|one| one.who == who)
    }

    /// The last request of a token, which may have asked again after a refusal.
    pub(super) fn last(&self, token: &str) -> Option<&Waiting> {
        self.0.iter().rev().find(|one| one.token == token)
    }

    /// The list with room for another request. If it is full, open requests of absent people
    /// are removed; `None` if there are none.
    pub(super) fn with_room(&self, is_away: impl Fn(&Waiting) -> bool) -> Option<WaitingList> {
        if self.open().count() < MOST_WAITING {
            return Some(self.clone());
        }
        let stays = |one: &&Waiting| one.answer.is_some() || !is_away(one);
        let list = WaitingList(self.0.iter().filter(stays).cloned().collect());
        (list.0.len() < self.0.len()).then_some(list)
    }

    /// The list with another request, whose number is at least the given one.
    pub(super) fn with(&self, mut waiting: Waiting) -> WaitingList {
        let mut all = self.0.clone();
        if let Some(last) = all.iter().map(|one| one.who).max() {
            waiting.who = waiting.who.max(last + 1);
        }
        if all.len() >= MOST_REMEMBERED
            && let Some(first) = all.iter().position(|one| one.answer.is_some())
        {
            // The oldest answered request is removed.
            all.remove(first);
        }
        all.push(waiting);
        WaitingList(all)
    }

    /// The list with the owner's answer to a request; `None` if it is not open.
    pub(super) fn answered(&self, who: u64, yes: bool) -> Option<WaitingList> {
        let mut all = self.0.clone();
        all.iter_mut().find(|one| one.who == who && one.answer.is_none())?.answer = Some(yes);
        Some(WaitingList(all))
    }

    /// The changes when this list replaces another.
    pub(super) fn since(&self, before: &WaitingList) -> Vec<ListChange> {
        let change = |one: &Waiting| match (one.answer, before.who(one.who)) {
            (None, None) => Some(ListChange::Asks(one.clone())),
            (Some(yes), known) if known.is_none_or(|known| known.answer.is_none()) => {
                Some(ListChange::Answered(one.token.clone(), yes))
            }
            (None | Some(_), _) => None,
        };
        self.0.iter().filter_map(change).collect()
    }

    /// Whether the other list is later: lists only gain people and answers.
    pub(super) fn is_before(&self, other: &WaitingList) -> bool {
        let newest = |all: &WaitingList| all.0.last().map(|one| one.who);
        let answers = |all: &WaitingList| all.0.iter().filter(|one| one.answer.is_some()).count();
        (newest(self), answers(self)) < (newest(other), answers(other))
    }
}

/// The reason why the owner cannot admit a newcomer.
pub(super) enum NotFreed {
    /// These people hold the seat; the owner has not confirmed that they lose it.
    Held(Vec<String>),
    /// The seat could not be freed.
    Stuck,
}

impl NotFreed {
    /// The answer to the owner.
    pub(super) fn answer(&self) -> Answer {
        match self {
            NotFreed::Held(names) => {
                let who = names.join(" and ");
                let why = format!("the seat is taken by {who}: set `instead` to replace them");
                Answer::Refused { why, rule: "The table".to_owned() }
            }
            NotFreed::Stuck => Answer::Error(WrittenError::new("their seat could not be freed")),
        }
    }
}

/// Whether a player has both sides at the owner's own device, which gives one of them up.
pub(super) fn gives_way(holder: &TokenHolder, holders: &[TokenHolder]) -> bool {
    let is_owners =
        |one: &TokenHolder| one.by.seat == Seat::Owner && one.by.token == holder.by.token;
    holder.by.seat == Seat::Both && holders.iter().any(is_owners)
}

impl HostedTable {
    /// The holders of seats that must be free for a newcomer.
    async fn blocking_holders(&self, waiting: &Waiting) -> Vec<TokenHolder> {
        let holders = self.table.holders().await;
        if holders.iter().any(|holds| holds.by.token == waiting.token) {
            return Vec::new();
        }
        let is_in_the_way = |holds: &TokenHolder| conflict(holds.by.seat, waiting.seat);
        holders.into_iter().filter(is_in_the_way).collect()
    }

    /// Moves an owner's device that holds both sides to the side that a newcomer does not
    /// want.
    ///
    /// # Errors
    /// If that could not be stored.
    pub(super) async fn give_way(&self, wanted: Seat) -> Result<(), NotCarriedOut> {
        let Some(wanted) = wanted.side() else { return Ok(()) };
        let holders = self.table.holders().await;
        let Some(both) = holders.iter().find(|holds| gives_way(holds, &holders)) else {
            return Ok(());
        };
        let seat = Seat::of(wanted.other());
        let (token, name) = (both.by.token.clone(), both.name.clone());
        self.table.asks(Mutation::Owner(OwnerRequest::Seat { seat, token, name })).await
    }

    /// Frees the seats that must be free for a newcomer whom the owner admits. A seat whose
    /// holder is present is freed only if the owner confirms it (`instead`).
    pub(super) async fn make_room(&self, waiting: &Waiting, instead: bool) -> Result<(), NotFreed> {
        self.give_way(waiting.seat).await.map_err(|_| NotFreed::Stuck)?;
        let blocking_holders = self.blocking_holders(waiting).await;
        let now = std::time::Instant::now();
        let present =
            blocking_holders.iter().filter(|holds| !self.admission.is_absent(&holds.by.token, now));
        let called = |name: &str| if name.is_empty() { "another player" } else { name }.to_owned();
        let sitting: Vec<String> = present.map(|holds| called(&holds.name)).collect();
        if !instead && !sitting.is_empty() {
            return Err(NotFreed::Held(sitting));
        }
        for holds in blocking_holders {
            let unseat = Mutation::Owner(OwnerRequest::Unseat { seat: holds.by.seat });
            self.table.asks(unseat).await.map_err(|_| NotFreed::Stuck)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn waiting(who: u64, token: &str) -> Waiting {
        let (name, token) = ("Kleon".to_owned(), token.to_owned());
        Waiting { who, name, seat: Seat::A, token, answer: None }
    }

    #[test]
    fn a_later_waiting_list_has_new_and_newly_answered_requests() {
        let before = WaitingList::default().with(waiting(7, "a")).with(waiting(7, "b"));
        assert_eq!(before.open().map(|one| one.who).collect::<Vec<_>>(), [7, 8]);
        let after = before.answered(7, false).expect("waits").with(waiting(1, "a"));
        assert!(before.is_before(&after) && !after.is_before(&before));
        assert_eq!(after.answered(7, true), None, "an answer is final");
        let shown = after.since(&before);
        assert_eq!(
            shown,
            [ListChange::Answered("a".into(), false), ListChange::Asks(waiting(9, "a"))]
        );
        assert_eq!(after.since(&after), []);
        assert_eq!(after.last("a").map(|one| one.answer), Some(None), "asked again");
    }

    #[test]
    fn a_full_list_of_requests_drops_answered_ones_first() {
        let mut list = WaitingList::default();
        for number in 0..MOST_REMEMBERED as u64 + 50 {
            let full = list.with_room(|_| false).is_none();
            assert_eq!(full, list.open().count() == MOST_WAITING);
            if full {
                let first = list.open().next().expect("a person").who;
                list = list.answered(first, true).expect("waits");
            }
            list = list.with(waiting(number, &format!("token {number}")));
        }
        assert_eq!((list.0.len(), list.open().count()), (MOST_REMEMBERED, MOST_WAITING));
        let away = list.open().next().expect("a person").who;
        let list = list.with_room(|one| one.who == away).expect("a place");
        assert_eq!((list.open().count(), list.who(away)), (MOST_WAITING - 1, None));
    }
}
