//! The plan of a change. It is computed at once, and made when its row is stored. A seed that
//! was revealed or exported rolls no further die: the next seed is drawn with that row, and its
//! commitment is sent before it rolls.

use message::message;

use super::group::give_all;
use super::orders::give;
use super::plan::{Plan, Planned, RequestContext, none, nothing_waits, plain, table_rule};
use super::row::{self, ChangeRow, DiceDrawn, Holder, StoredEvent};
use super::table::{DeclaredOrder, PlainTable, RowEffect};
use super::{Requester, TableServer, documents, error, limits, orders, refused, undo};
use crate::protocol::{DiceOf, Mutation, OwnerRequest, Response, Seat, TableSettings};
use crate::randomness::NoRandomness;

/// The plan of a change, or the reason why it is refused.
pub(super) fn plan(by: RequestContext, ask: &Mutation) -> Plan {
    if by.seat == Seat::Onlooker {
        return Err(Box::new(refused(message!("this seat only watches"), "The table")));
    }
    let table = by.table;
    match ask {
        Mutation::Order { order, dice } => give(by, order, dice.as_deref()),
        Mutation::Orders { orders, dice } => give_all(by, orders, dice.as_deref()),
        Mutation::Answer { of, field, value } => match undo::proposed(table, *of) {
            Some(proposed) => undo::agree(by, proposed, field, value),
            None => orders::answer(by, waiting(table, *of)?, field, value),
        },
        Mutation::Throw { of, dice } => orders::throw(by, waiting(table, *of)?, Some(dice)),
        Mutation::Withdraw { of } => match undo::proposed(table, *of) {
            Some(proposed) => undo::withdraw(by, proposed),
            None => orders::withdraw(by, waiting(table, *of)?),
        },
        Mutation::Undo {} => {
            let cursor = table.journal.back_one();
            undo::go_to(by, cursor.ok_or_else(|| none(message!("nothing to undo")))?)
        }
        Mutation::Redo {} => {
            let cursor = table.journal.on_one();
            undo::go_to(by, cursor.ok_or_else(|| none(message!("nothing to redo")))?)
        }
        Mutation::GoTo { cursor } => {
            let moment = table.places(by.seat).on_line(*cursor);
            undo::go_to(by, table.journal.between_groups(moment))
        }
        Mutation::TakeUp { tip } => undo::take_up(by, *tip),
        Mutation::Amend(trial) => undo::amend(by, trial),
        Mutation::TakeOut {} => take_out(by),
        Mutation::HandOver { to } => hand_over(by, *to),
        Mutation::OwnDice { own } => own_dice(by, *own),
        Mutation::Owner(ask) => owner(by, ask),
    }
}

fn waiting(table: &PlainTable, of: u64) -> Result<&DeclaredOrder, Box<Response>> {
    let found = table.rest.declared.as_ref().filter(|declared| declared.of == of);
    found.ok_or_else(|| Box::new(error(message!("no pending order has the number {of}", of))))
}

/// An export of the file is announced, because the file has the seed and all secrets.
fn take_out(by: RequestContext) -> Plan {
    match by.seat {
        Seat::Both | Seat::Owner | Seat::Umpire => {
            let declared = by.table.rest.declared.as_ref();
            if declared.is_some_and(|order| order.earlier_rolls.has_app_rolls()) {
                // The declared order must finish with the dice with which it began.
                nothing_waits(by.table)?;
            }
            Ok(plain(by.table, StoredEvent::TakenOut {}))
        }
        Seat::A | Seat::B | Seat::Onlooker => Err(table_rule(documents::no_file())),
    }
}

fn hand_over(by: RequestContext, to: Seat) -> Plan {
    if !matches!(by.seat, Seat::Both | Seat::Umpire) {
        return Err(table_rule(message!("only a shared device can be passed")));
    }
    if !matches!(to, Seat::A | Seat::B | Seat::Both) {
        return Err(Box::new(error(message!(
            "the device cannot be passed to {to}",
            to = to.slug()
        ))));
    }
    Ok(plain(by.table, StoredEvent::HandedOver { to }))
}

/// Sets whether a side's seat rolls its own dice for orders of other seats.
fn own_dice(by: RequestContext, own: bool) -> Plan {
    let settings = &by.table.rest.settings;
    let Some(side) = by.seat.side() else {
        return Err(table_rule(message!(
            "only a side’s own seat can choose whether it rolls its dice"
        )));
    };
    if own && settings.own_dice[side.index()] == DiceOf::App {
        return Err(table_rule(message!(
            "the app rolls for side {side} at this table; the table’s owner can change that",
            side
        )));
    }
    let mut settings = settings.clone();
    settings.rolls_itself[side.index()] = own;
    Ok(plain(by.table, StoredEvent::Settings(settings)))
}

fn owner(by: RequestContext, ask: &OwnerRequest) -> Plan {
    // With one screen, the seat of both sides owns the table.
    if !by.owns && !matches!(by.seat, Seat::Both | Seat::Umpire) {
        return Err(table_rule(message!("only the table’s owner can do that")));
    }
    let did = match ask {
        OwnerRequest::Settings(settings) => {
            // The choice of a side's own seat is not changed.
            let rolls_itself = by.table.rest.settings.rolls_itself;
            StoredEvent::Settings(TableSettings { rolls_itself, ..settings.clone() })
        }
        OwnerRequest::Seat { seat, token, name } => {
            let holder = Holder { seat: *seat, token: token.clone(), name: name.clone() };
            can_be_seated(by, &holder)?;
            StoredEvent::Seated(holder)
        }
        OwnerRequest::Unseat { seat: seat @ (Seat::A | Seat::B | Seat::Both | Seat::Onlooker) } => {
            StoredEvent::Unseated { seat: *seat, tokens: Vec::new() }
        }
        OwnerRequest::Leave { tokens } => {
            StoredEvent::Unseated { seat: Seat::Onlooker, tokens: tokens.clone() }
        }
        OwnerRequest::Unseat { seat: Seat::Owner | Seat::Umpire } => {
            return Err(table_rule(message!("the owner’s seat cannot be freed")));
        }
    };
    Ok(plain(by.table, did))
}

/// Checks that a seat can be taken: one token holds a side's seat, and a device for both sides
/// needs both seats.
fn can_be_seated(by: RequestContext, holder: &Holder) -> Result<(), Box<Response>> {
    let held = |seat: Seat| by.table.rest.held.iter().any(|holder| holder.seat == seat);
    let both = |one: &Holder| one.seat == Seat::Both && one.token != holder.token;
    let free = match holder.seat {
        Seat::A | Seat::B => !held(holder.seat) && !by.table.rest.held.iter().any(both),
        Seat::Both => !held(Seat::A) && !held(Seat::B) && !held(Seat::Both),
        Seat::Onlooker => true,
        // A table continued on another machine gets a further owner.
        Seat::Owner => by.seat == Seat::Umpire || !held(Seat::Owner),
        Seat::Umpire => return Err(table_rule(message!("the umpire’s seat cannot be taken"))),
    };
    if !free {
        return Err(table_rule(message!("this seat is taken")));
    }
    if holder.token.is_empty() {
        return Err(Box::new(error(message!("a seat needs a token"))));
    }
    Ok(())
}

impl TableServer {
    /// The same table for a battle from a file: its seed is known to readers of the file, so new
    /// dice are drawn from these random bytes before the first seat is taken.
    #[must_use]
    pub fn from_file(
        self,
        mut rows: Vec<String>,
        now: u64,
        pool: [u8; 32],
    ) -> (TableServer, Vec<String>) {
        let mut table_server = self;
        let table = table_server.table_mut();
        let row = ChangeRow {
            version: None,
            number: table.rest.number + 1,
            before: table.rest.hash.clone(),
            seat: Seat::Umpire,
            by: String::new(),
            id: String::new(),
            asked: String::new(),
            when: now,
            cursor: table.journal.cursor(),
            waits_for: None,
            dice: Some(DiceDrawn::of(&pool, &table.rest.hash)),
            ready: table.rest.ready.clone(),
            question: None,
            did: StoredEvent::FromFile {},
        };
        let text = row::written(&row);
        table.apply(&row, &text, RowEffect::Nothing);
        rows.push(text);
        (table_server, rows)
    }

    /// Sets the random bytes for new dice, after the seed is revealed or exported.
    pub fn draws_from(&mut self, pool: Result<[u8; 32], NoRandomness>) {
        self.pool = Some(pool);
    }

    /// The dice from a request on, if the earlier seed was revealed, or is revealed by it.
    fn new_dice(&self, ask: &Mutation) -> Result<Option<DiceDrawn>, NoRandomness> {
        let over = self.battle().winner().is_some();
        let draws = match ask {
            Mutation::TakeOut {} => !over,
            Mutation::Order { .. }
            | Mutation::Orders { .. }
            | Mutation::Answer { .. }
            | Mutation::Throw { .. }
            | Mutation::Undo {}
            | Mutation::Redo {}
            | Mutation::GoTo { .. }
            | Mutation::TakeUp { .. }
            | Mutation::Amend(_) => over,
            Mutation::Withdraw { .. }
            | Mutation::OwnDice { .. }
            | Mutation::HandOver { .. }
            | Mutation::Owner(_) => false,
        };
        let pool = self.pool.filter(|_| draws).transpose()?;
        Ok(pool.map(|pool| DiceDrawn::of(&pool, &self.table.rest.hash)))
    }

    /// The change that a request makes, with its new dice.
    pub(super) fn plan(
        &self,
        asker: &Requester,
        ask: &Mutation,
        now: u64,
    ) -> Result<(Planned, Option<DiceDrawn>), Box<Response>> {
        limits::is_short_enough(ask)?;
        // All rolls from here on use the new dice.
        let dice = self.new_dice(ask).map_err(|none| Box::new(error(none.message())))?;
        let journal = &self.table.journal;
        let by = RequestContext {
            table: &self.table,
            seat: self.seat_of(asker),
            taken: self.taken(),
            owned: self.has(Seat::Owner),
            owns: self.owns(asker),
            agreed: false,
            now,
            seed: dice.as_ref().map_or(journal.seed(), |dice| journal.seed_to_draw(dice.seed)),
        };
        Ok((plan(by, ask)?, dice))
    }
}
