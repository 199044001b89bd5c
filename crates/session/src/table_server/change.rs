//! What a change will do: it is worked out at once, and done once it is kept.

use crate::protocol::{DiceOf, Mutation, OwnerRequest, Response, Seat, TableSettings};
use message::message;

use super::group::give_all;
use super::issue::give;
use super::plan::{Plan, RequestContext, none, nothing_waits, plain, table_rule};
use super::row::{Holder, StoredEvent};
use super::table::{DeclaredOrder, PlainTable};
use super::{documents, error, pending, refused, undo};

/// What a change will do, or why it is not made.
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
            None => pending::answer(by, waiting(table, *of)?, field, value),
        },
        Mutation::Throw { of, dice } => pending::throw(by, waiting(table, *of)?, Some(dice)),
        Mutation::Withdraw { of } => match undo::proposed(table, *of) {
            Some(proposed) => undo::withdraw(by, proposed),
            None => pending::withdraw(by, waiting(table, *of)?),
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
    found.ok_or_else(|| Box::new(error(message!("no order waits under the number {of}", of))))
}

/// Taking out a file is announced, since it holds the seed and all secrets.
fn take_out(by: RequestContext) -> Plan {
    match by.seat {
        Seat::Both | Seat::Owner | Seat::Umpire => {
            let declared = by.table.rest.declared.as_ref();
            if declared.is_some_and(|order| order.lying.has_the_apps()) {
                // It goes on with the dice with which it began.
                nothing_waits(by.table)?;
            }
            Ok(plain(by.table, StoredEvent::TakenOut {}))
        }
        Seat::A | Seat::B | Seat::Onlooker => Err(table_rule(documents::no_file())),
    }
}

fn hand_over(by: RequestContext, to: Seat) -> Plan {
    if !matches!(by.seat, Seat::Both | Seat::Umpire) {
        return Err(table_rule(message!("only a shared device is handed over")));
    }
    if !matches!(to, Seat::A | Seat::B | Seat::Both) {
        return Err(Box::new(error(message!(
            "the device cannot be handed to {to}",
            to = to.slug()
        ))));
    }
    Ok(plain(by.table, StoredEvent::HandedOver { to }))
}

/// A side's seat says whether it rolls its own dice for what others begin.
fn own_dice(by: RequestContext, own: bool) -> Plan {
    let settings = &by.table.rest.settings;
    let Some(side) = by.seat.side() else {
        return Err(table_rule(message!("a side’s own seat says whether it rolls its own dice")));
    };
    if own && settings.own_dice[side.index()] == DiceOf::App {
        return Err(table_rule(message!(
            "the app rolls for side {side} at this table: its owner can change that",
            side
        )));
    }
    let mut settings = settings.clone();
    settings.rolls_itself[side.index()] = own;
    Ok(plain(by.table, StoredEvent::Settings(settings)))
}

fn owner(by: RequestContext, ask: &OwnerRequest) -> Plan {
    // At one screen, whoever sits there owns the table.
    if !by.owns && !matches!(by.seat, Seat::Both | Seat::Umpire) {
        return Err(table_rule(message!("only the table’s owner asks for that")));
    }
    let did = match ask {
        OwnerRequest::Settings(settings) => {
            // What a side's own seat has said stays.
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
            return Err(table_rule(message!("the owner’s seat is not freed")));
        }
    };
    Ok(plain(by.table, did))
}

/// Checks that a seat can be taken: a side's seat is held by one token, and
/// both sides at one screen need the seats of both.
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
        return Err(Box::new(error(message!("a seat is held under a token"))));
    }
    Ok(())
}
