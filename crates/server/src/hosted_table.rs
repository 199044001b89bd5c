//! A table with its seats, as the server has it.

use std::sync::Mutex;
use std::time::Instant;

use session::{Mutation, OwnerRequest, Requester, Seat, TableServer, ThreadTable, TokenHolder};
use storage::AtOnce;

use super::admission::{Admission, NoSeat, Wish};
use super::fault::HostFault;
use super::lock::lock;
use super::presence::conflict;
use super::queues::Queues;
use super::room_store::{Records, StoredRoom};
use super::seating::gives_way;
use super::table_thread::{NotCarriedOut, TableThread};
use super::tokens::{Secret, hash};
use super::weight::Weighed;

/// The most onlookers that hold a token.
const MOST_ONLOOKERS: usize = 100;
/// The most connections at a table, besides those of the owner and of both sides. All
/// onlookers and all who wait fit into them.
const MOST_CONNECTIONS: usize = 300;

/// A table that is open to a room.
pub(super) struct HostedTable {
    /// Says whether somebody who comes back was at this same table.
    pub(super) epoch: String,
    pub(super) table: TableThread,
    pub(super) reception: Admission,
    /// Who is connected, and whose turn it is.
    pub(super) queues: Mutex<Queues>,
    pub(super) weighed: Weighed,
}

/// A seat, or a place among those who wait for one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct GivenSeat {
    pub(super) token: String,
    pub(super) seat: Seat,
    pub(super) waits: bool,
}

/// What a token stands for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Comes {
    Holder(Requester),
    Waits(String),
    /// The owner has refused them.
    Refused,
    Nobody,
    Closed,
}

impl From<NotCarriedOut> for NoSeat {
    fn from(why: NotCarriedOut) -> NoSeat {
        match why {
            NotCarriedOut::Refused => NoSeat::Taken,
            NotCarriedOut::NotStored(why) => NoSeat::NotKept(why),
        }
    }
}

impl HostedTable {
    /// Opens a table to the room, and keeps it in this store.
    pub(super) fn open(
        (kept, secret): (StoredRoom, Secret),
        records: Records,
        authority: TableServer,
    ) -> Result<HostedTable, HostFault> {
        let keeper = AtOnce::new(records.store().clone(), &kept.slug);
        let weighed = Weighed::of(&authority);
        let table = ThreadTable::new(authority, Box::new(keeper))
            .map_err(|error| HostFault::Thread(error.to_string()))?;
        Ok(HostedTable { weighed, ..HostedTable::over((kept, secret), records, table)? })
    }

    /// Opens to the room a table that has already begun at one screen.
    pub(super) fn over(
        (kept, secret): (StoredRoom, Secret),
        records: Records,
        table: ThreadTable,
    ) -> Result<HostedTable, HostFault> {
        Ok(HostedTable {
            epoch: kept.epoch.clone(),
            table: TableThread::over(table, (records.store().clone(), kept.slug.clone()))?,
            reception: Admission::open((kept, secret), records)?,
            queues: Mutex::default(),
            weighed: Weighed::default(),
        })
    }

    pub(super) fn name(&self) -> &str {
        self.reception.name()
    }

    /// The owner's token; takes the owner's seat if that is free.
    pub(super) async fn owner(&self) -> Result<String, HostFault> {
        let token = self.reception.owners_token();
        let hashed = hash(&token);
        let holders = self.table.holders().await;
        let is_the_owner = |one: &TokenHolder| one.by.seat == Seat::Owner && one.by.token == hashed;
        if !holders.iter().any(is_the_owner) {
            let seated = self.seats(Seat::Owner, (hashed, "")).await;
            seated.map_err(|why| HostFault::Seat(format!("{why:?}")))?;
        }
        Ok(token)
    }

    /// Whether the table has a place for another connection of this token, at a host that
    /// may be crowded. However many look on, there is always one for the owner and for
    /// both sides.
    pub(super) async fn has_a_place(&self, token: &str, is_crowded: bool) -> bool {
        if !is_crowded && lock(&self.queues).connections() < MOST_CONNECTIONS {
            return true;
        }
        let holder = self.table.holder(&hash(token)).await;
        holder.is_some_and(|by| match by.seat {
            Seat::A | Seat::B | Seat::Both | Seat::Owner => true,
            Seat::Onlooker | Seat::Umpire => false,
        })
    }

    /// The battle file for whoever runs the program. All seats are told that it is
    /// taken out.
    pub(super) async fn saved(&self) -> Result<Option<String>, NoSeat> {
        self.table.asks(Mutation::TakeOut {}).await?;
        let snapshot = self.table.look(|authority, _| authority.snapshot()).await.flatten();
        Ok(snapshot.and_then(|snapshot| self.table.file(self.name(), &snapshot)))
    }

    /// Who holds a seat with the token of this hash, after the owner has let
    /// them in, perhaps at another hall.
    pub(super) async fn let_in(&self, token: &str) -> Option<Requester> {
        self.table.catches_up().await?;
        self.table.holder(token).await
    }

    /// What this token stands for.
    pub(super) async fn comes(&self, token: &str) -> Comes {
        // A table that cannot be read is told as it was.
        let _ = self.table.catches_up().await;
        if self.reception.is_closed() {
            return Comes::Closed;
        }
        let hashed = hash(token);
        if let Some(holder) = self.table.holder(&hashed).await {
            return Comes::Holder(holder);
        }
        match self.reception.last(&hashed).map(|one| one.said) {
            Some(None) => Comes::Waits(hashed),
            Some(Some(false)) => Comes::Refused,
            Some(Some(true)) | None => Comes::Nobody,
        }
    }

    /// A newcomer wants a seat; `asks` if the owner decides.
    pub(super) async fn take(&self, wish: Wish, asks: bool) -> Result<GivenSeat, NoSeat> {
        let token = self.reception.token(&wish.key);
        let hashed = hash(&token);
        let as_owner = self.reception.is_ticket(&wish, &hashed)?;
        if !as_owner {
            self.reception.check_code(&wish)?;
        }
        let _ = self.table.catches_up().await;
        let given = |seat, waits| GivenSeat { token: token.clone(), seat, waits };
        let holders = self.table.holders().await;
        if let Some(holder) = holders.iter().find(|holder| holder.by.token == hashed) {
            return Ok(given(holder.by.seat, false));
        }
        if as_owner {
            self.sits_as_owner((&hashed, &wish.name), wish.seat, wish.when).await?;
            self.reception.spend_ticket(hashed);
            return Ok(given(wish.seat, false));
        }
        let is_in_the_way = |holder: &&TokenHolder| {
            let in_the_way = conflict(holder.by.seat, wish.seat);
            in_the_way && !(wish.seat.side().is_some() && gives_way(holder, &holders))
        };
        let in_the_way: Vec<&TokenHolder> = holders.iter().filter(is_in_the_way).collect();
        if in_the_way.iter().any(|holder| !self.reception.is_absent(&holder.by.token, wish.when)) {
            return Err(NoSeat::Taken);
        }
        let onlookers = holders.iter().filter(|holder| holder.by.seat == Seat::Onlooker).count();
        if wish.seat == Seat::Onlooker && onlookers >= MOST_ONLOOKERS {
            self.frees_places(&holders, wish.when).await?;
        }
        if asks || !in_the_way.is_empty() {
            let seat = self.reception.add_to_waiting(&hashed, &wish)?;
            return Ok(given(seat, true));
        }
        self.give_way(wish.seat).await?;
        self.seats(wish.seat, (hashed, &wish.name)).await?;
        Ok(given(wish.seat, false))
    }

    /// Seats the token of this hash, which has the owner's role or gets it, without a yes.
    pub(super) async fn sits_as_owner(
        &self,
        (token, name): (&str, &str),
        seat: Seat,
        now: Instant,
    ) -> Result<(), NoSeat> {
        let holders = self.table.holders().await;
        let in_the_way: Vec<&TokenHolder> =
            holders.iter().filter(|holder| conflict(holder.by.seat, seat)).collect();
        if in_the_way.iter().any(|holder| !self.reception.is_absent(&holder.by.token, now)) {
            return Err(NoSeat::Taken);
        }
        for holder in in_the_way {
            let unseat = OwnerRequest::Unseat { seat: holder.by.seat };
            self.table.asks(Mutation::Owner(unseat)).await?;
        }
        self.seats(seat, (token.to_owned(), name)).await?;
        let has_the_role =
            holders.iter().any(|one| one.by.seat == Seat::Owner && one.by.token == token);
        if !has_the_role {
            self.seats(Seat::Owner, (token.to_owned(), name)).await?;
        }
        Ok(())
    }

    /// Frees the places of onlookers who stay away.
    async fn frees_places(&self, holders: &[TokenHolder], now: Instant) -> Result<(), NoSeat> {
        let onlookers = holders.iter().filter(|holder| holder.by.seat == Seat::Onlooker);
        let tokens: Vec<String> = onlookers
            .filter(|holder| self.reception.is_absent(&holder.by.token, now))
            .map(|holder| holder.by.token.clone())
            .collect();
        if tokens.is_empty() {
            return Err(NoSeat::Full);
        }
        Ok(self.table.asks(Mutation::Owner(OwnerRequest::Leave { tokens })).await?)
    }

    async fn seats(&self, seat: Seat, (token, name): (String, &str)) -> Result<(), NoSeat> {
        self.reception.expect(&token);
        let name = name.to_owned();
        let seats = Mutation::Owner(OwnerRequest::Seat { seat, token, name });
        Ok(self.table.asks(seats).await?)
    }
}

#[cfg(test)]
mod tests {
    use super::super::queues::{MOST_OF_AN_ONLOOKER, MOST_OF_ONE_WHO_WAITS};
    use super::super::waiting_room::MOST_WAITING;
    use super::*;

    #[test]
    fn all_onlookers_and_all_who_wait_leave_no_one_without_a_place() {
        let watched = MOST_ONLOOKERS * MOST_OF_AN_ONLOOKER;
        let waited = MOST_WAITING * MOST_OF_ONE_WHO_WAITS;
        assert!(watched + waited <= MOST_CONNECTIONS, "{watched} and {waited}");
    }
}
