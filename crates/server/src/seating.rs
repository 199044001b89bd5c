//! Letting somebody in for a seat that is taken: the owner is asked first, and whoever
//! sits there is not sent away without a word.

use session::answers::{Answer, WrittenError};
use session::{Mutation, OwnerRequest, Seat, TokenHolder};

use super::hosted_table::HostedTable;
use super::presence::conflict;
use super::table_thread::NotCarriedOut;
use super::waiting_room::Waiting;

/// Why the owner cannot let somebody in.
pub(super) enum NoRoom {
    /// These people sit there; the owner has not said that they go.
    Held(Vec<String>),
    /// Their seat could not be freed.
    Stuck,
}

impl NoRoom {
    /// What the owner is answered.
    pub(super) fn answer(&self) -> Answer {
        match self {
            NoRoom::Held(names) => {
                let who = names.join(" and ");
                let why = format!("{who} sits there: say with `instead` that the seat is given on");
                Answer::Refused { why, rule: "The table".to_owned() }
            }
            NoRoom::Stuck => Answer::Error(WrittenError::new("their seat could not be freed")),
        }
    }
}

/// Whether a holder has both sides at the owner's own device, which gives one of them up.
pub(super) fn gives_way(holder: &TokenHolder, holders: &[TokenHolder]) -> bool {
    let is_owners =
        |one: &TokenHolder| one.by.seat == Seat::Owner && one.by.token == holder.by.token;
    holder.by.seat == Seat::Both && holders.iter().any(is_owners)
}

impl HostedTable {
    /// Who holds a seat that must be free for somebody.
    async fn in_the_way(&self, waiting: &Waiting) -> Vec<TokenHolder> {
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
    /// Where that could not be stored.
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

    /// Frees the seats that must be free for somebody whom the owner lets in. Where people
    /// sit there and are present, only if the owner says that they go.
    pub(super) async fn make_room(&self, waiting: &Waiting, instead: bool) -> Result<(), NoRoom> {
        self.give_way(waiting.seat).await.map_err(|_| NoRoom::Stuck)?;
        let in_the_way = self.in_the_way(waiting).await;
        let now = std::time::Instant::now();
        let present =
            in_the_way.iter().filter(|holds| !self.reception.is_absent(&holds.by.token, now));
        let called = |name: &str| if name.is_empty() { "somebody" } else { name }.to_owned();
        let sitting: Vec<String> = present.map(|holds| called(&holds.name)).collect();
        if !instead && !sitting.is_empty() {
            return Err(NoRoom::Held(sitting));
        }
        for holds in in_the_way {
            let unseat = Mutation::Owner(OwnerRequest::Unseat { seat: holds.by.seat });
            self.table.asks(unseat).await.map_err(|_| NoRoom::Stuck)?;
        }
        Ok(())
    }
}
