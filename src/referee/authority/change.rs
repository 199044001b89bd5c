//! What a change will do: it is worked out at once, and done once it is kept.

use serde_json::{Map, Value};

use crate::dice;
use crate::journal::{Lying, Prepared};
use crate::referee::door::{Answer, Ask, DiceOf, Needs, OwnerAsk, Seat, TableSettings};
use crate::rules::{Need, OrderFault, Refusal, Shown, Side, Stop, Viewer};
use crate::say::{Say, say};
use crate::systems::{Battle, Known, Order};

use super::row::{Did, Holder, Proposal};
use super::table::{DeclaredOrder, Effect, Table};
use super::view::may_command;
use super::whose::{self, GivenDice};
use super::{back, declared, error, refused, told};

/// A change that can be made.
#[derive(Debug)]
pub(super) struct Planned {
    pub(super) did: Did,
    pub(super) effect: Effect,
    /// How many orders of the line count after it.
    pub(super) cursor: usize,
    /// The side that it then waits for.
    pub(super) waits_for: Option<Side>,
}

/// The change that an ask leads to, or the answer that says why there is none.
pub(super) type Plan = Result<Planned, Box<Answer>>;

/// Who asks for a change, at which table, and when.
#[derive(Clone, Copy)]
pub(super) struct By<'t> {
    pub(super) table: &'t Table,
    pub(super) seat: Seat,
    /// Which sides' seats are taken.
    pub(super) taken: [bool; 2],
    /// Whether the table has an owner, who answers for an empty seat.
    pub(super) owned: bool,
    /// Whether the other side has agreed to it.
    pub(super) agreed: bool,
    pub(super) now: u64,
}

impl By<'_> {
    /// Whether the seat may answer for a side.
    pub(super) fn answers_for(&self, side: Side) -> bool {
        self.speaks_for(self.seat, side)
    }

    /// Whether a seat may answer for a side: it plays that side, or is the
    /// owner's and that side's seat is free.
    pub(super) fn speaks_for(&self, seat: Seat, side: Side) -> bool {
        seat.plays(side) || (seat == Seat::Owner && !self.taken[side.index()])
    }

    /// Whether the seat has only its own side's dice and turn: there is
    /// somebody else to ask, and the table is not set to let anybody act for
    /// both.
    pub(super) fn is_bound(&self) -> bool {
        let has_another = match self.seat {
            Seat::A => self.owned || self.taken[Side::B.index()],
            Seat::B => self.owned || self.taken[Side::A.index()],
            Seat::Owner => true,
            Seat::Both | Seat::Onlooker | Seat::Umpire => false,
        };
        has_another && !self.table.rest.settings.orders_for_both
    }

    /// Whether both sides' seats are taken, so that neither may decide alone
    /// what concerns both.
    pub(super) fn opposed(&self) -> bool {
        let taken = |side: Side| self.taken[side.index()] || self.seat.side() == Some(side);
        taken(Side::A) && taken(Side::B)
    }
}

/// What a change will do, or why it is not made.
pub(super) fn plan(by: By, ask: &Ask) -> Plan {
    if by.seat == Seat::Onlooker {
        return Err(Box::new(refused(say!("this seat only watches"), "The table")));
    }
    let table = by.table;
    match ask {
        Ask::Order { order, dice } => give(by, (order, dice.as_deref())),
        Ask::Answer { of, field, value } => match back::proposed(table, *of) {
            Some(proposed) => back::agree(by, proposed, (field, value)),
            None => declared::answer(by, waiting(table, *of)?, (field, value)),
        },
        Ask::Throw { of, dice } => declared::throw(by, waiting(table, *of)?, Some(dice)),
        Ask::Withdraw { of } => match back::proposed(table, *of) {
            Some(proposed) => back::withdraw(by, proposed),
            None => declared::withdraw(by, waiting(table, *of)?),
        },
        Ask::Undo {} => {
            let cursor = table.journal.cursor().checked_sub(1);
            let cursor = cursor.ok_or_else(|| none(say!("nothing to undo")))?;
            back::go_to(by, cursor)
        }
        Ask::Redo {} => {
            let cursor = table.journal.cursor() + 1;
            if cursor > table.journal.len() {
                return Err(none(say!("nothing to redo")));
            }
            back::go_to(by, cursor)
        }
        Ask::GoTo { cursor } => back::go_to(by, (*cursor).min(table.journal.len())),
        Ask::TakeUp { tip } => back::take_up(by, *tip),
        Ask::Amend(trial) => back::amend(by, trial),
        Ask::TakeOut {} => take_out(by),
        Ask::HandOver { to } => hand_over(by, *to),
        Ask::OwnDice { own } => own_dice(by, *own),
        Ask::Owner(ask) => owner(by, ask),
        Ask::View { .. }
        | Ask::Offers { .. }
        | Ask::Judge(_)
        | Ask::Odds { .. }
        | Ask::State {}
        | Ask::Log { .. }
        | Ask::Trial(_)
        | Ask::Tell(_) => Err(Box::new(error(say!("this changes nothing")))),
    }
}

pub(super) fn none(why: Say) -> Box<Answer> {
    Box::new(refused(why, "The journal"))
}

pub(super) fn table_rule(why: Say) -> Box<Answer> {
    Box::new(refused(why, "The table"))
}

/// Refuses everything else while an order or a proposal waits.
pub(super) fn nothing_waits(table: &Table) -> Result<(), Box<Answer>> {
    if table.rest.declared.is_some() {
        return Err(table_rule(say!("a declared order is waiting: finish it first")));
    }
    if table.rest.proposed.is_some() {
        return Err(table_rule(say!("the other side has to say yes or no first")));
    }
    Ok(())
}

fn waiting(table: &Table, of: u64) -> Result<&DeclaredOrder, Box<Answer>> {
    let found = table.rest.declared.as_ref().filter(|declared| declared.of == of);
    found.ok_or_else(|| Box::new(error(say!("no order waits under the number {of}", of))))
}

pub(super) fn plain(table: &Table, did: Did) -> Planned {
    let cursor = table.journal.cursor();
    Planned { did, effect: Effect::Nothing, cursor, waits_for: None }
}

pub(super) fn entered(prepared: Prepared) -> Planned {
    let cursor = prepared.kept() + prepared.entries().len();
    let entry = prepared.entries().first().cloned();
    let did = entry.map_or(Did::Withdrawn {}, Did::Entry);
    Planned { did, cursor, effect: Effect::Enter(Box::new(prepared)), waits_for: None }
}

/// The answer to an order that is not written correctly.
pub(super) fn fault(OrderFault { why, key }: OrderFault) -> Box<Answer> {
    Box::new(Answer::Error { why, key, more: Map::new() })
}

pub(super) fn give(
    by: By,
    (written, dice): (&Map<String, Value>, Option<&[dice::EnteredRoll]>),
) -> Plan {
    let table = by.table;
    if let Some(waits) = &table.rest.declared
        && let Some(planned) = declared::as_sent_again(by, waits, (written, dice))
    {
        return planned;
    }
    // What was agreed to is the proposal that waits.
    if !by.agreed {
        nothing_waits(table)?;
    }
    if let Some(own) = by.seat.side() {
        declared::leaves_it_to_the_other(by, written)?;
        let battle = table.journal.battle();
        let order = battle.read_declared(written).map_err(fault)?;
        if by.is_bound() && !by.agreed && battle.needs_consent(&order, own) {
            return propose(by, own, (&order, dice));
        }
        if let Some(waits) = declared::asks_first(by, &order, dice)? {
            return Ok(waits);
        }
        // Nothing in it is open, so it is complete.
        return carry_out(by, &order.to_map(), dice);
    }
    carry_out(by, written, dice)
}

/// Asks the other side whether an order may be given that takes more than what
/// is this side's own, unless the rules forbid it. No die is rolled before.
fn propose(by: By, own: Side, (order, dice): (&Order, Option<&[dice::EnteredRoll]>)) -> Plan {
    match by.table.journal.lacks(order, &[]) {
        Some(stop @ (Stop::Refused(_) | Stop::Nonsense(_))) => {
            Err(Box::new(stopped(by, order, (dice, stop))))
        }
        Some(Stop::Needs { .. }) | None => {
            let (order, dice) = (order.to_map(), dice.map(<[_]>::to_vec));
            Ok(back::propose(by.table, own, Proposal::Order { order, dice }))
        }
    }
}

/// Carries out an order that needs nothing from the other side but dice.
fn carry_out(by: By, written: &Map<String, Value>, dice: Option<&[dice::EnteredRoll]>) -> Plan {
    let table = by.table;
    let battle = table.journal.battle();
    let order = battle.read_order(written).map_err(fault)?;
    let whole = order.to_map();
    let subject = battle.given_by(&whole);
    if !may_command(table, by.seat, battle, subject) {
        return Err(table_rule(say!("this seat cannot give these orders")));
    }
    let apps = dice.is_some_and(|dice| dice.contains(&dice::EnteredRoll::Program));
    let mut given = GivenDice::with(by, dice);
    // Declared, it would tell that dice are rolled for it: the app rolls the rest
    // as well.
    given.to_the_end = apps && is_kept_from_the_other(battle, &order);
    let mut lying = Lying::default();
    match whose::prepare(by, &order, given, &mut lying) {
        Ok(prepared) => Ok(entered(prepared)),
        Err(Stop::Needs { need: Need::Throw { ask, by: roller }, after }) => {
            let shown = declared::tells_a_secret(by, &order, dice.unwrap_or_default());
            let apps = lying.has_the_apps();
            // A script for both sides sends the order again with more dice.
            let stays = apps || shown || by.agreed || waits_for_another(by.seat, roller);
            if !stays || (by.seat == Seat::Umpire && !apps) {
                let needs = Needs::of(*ask, roller, after);
                return Err(Box::new(Answer::Needs(needs)));
            }
            let Lying { rolls: lying, number } = lying;
            let dice = dice.map(|_| Vec::new());
            let did = Did::Declared { order: whole, lying, number, dice, shown };
            Ok(Planned { waits_for: roller, ..plain(table, did) })
        }
        Err(stop) => Err(Box::new(stopped(by, &order, (dice, stop)))),
    }
}

/// Whether the other side is told no more of an order than whose it is.
fn is_kept_from_the_other(battle: &Battle, order: &Order) -> bool {
    Side::ALL.iter().any(|side| battle.shows(order, Viewer::Side(*side)) == Shown::SideAlone)
}

/// Whether the next roll belongs to somebody else than this seat.
fn waits_for_another(seat: Seat, by: Option<Side>) -> bool {
    match (seat.side(), by) {
        (Some(own), Some(by)) => own != by,
        _ => false,
    }
}

/// Why an order is not carried out, as far as its seat may know, with the place of the
/// wrong die.
pub(super) fn stopped(
    by: By,
    order: &Order,
    (dice, stop): (Option<&[dice::EnteredRoll]>, Stop),
) -> Answer {
    let table = by.table;
    match stop {
        Stop::Refused(refusal) => {
            let known = table.known(by.seat);
            let told = known.is_whole() || refuse_alike(&known, order, (dice, &refusal));
            if told {
                return Answer::Refused(refusal);
            }
            refused(say!("what forbids this is secret, and this seat may not know it"), "The table")
        }
        Stop::Needs { need: Need::Throw { ask, by }, after } => {
            Answer::Needs(Needs::of(*ask, by, after))
        }
        Stop::Needs { need: Need::Answer { .. }, .. } => {
            refused(say!("the other side has to answer first"), "The table")
        }
        Stop::Nonsense(why) => {
            let mut more = Map::new();
            if let Some(at) = dice.and_then(|dice| die_at_fault(table, order, dice)) {
                more.insert("die".into(), at.into());
            }
            Answer::Error { why, key: None, more }
        }
    }
}

/// Whether battles that look alike all refuse an order for this reason.
fn refuse_alike(
    known: &Known,
    order: &Order,
    (dice, refusal): (Option<&[dice::EnteredRoll]>, &Refusal),
) -> bool {
    known.guises().iter().all(|guise| {
        let mut dice = dice::Entered::alone(dice.unwrap_or_default().iter().cloned());
        matches!(guise.resolve(order, &mut dice), Err(Stop::Refused(why)) if why == *refusal)
    })
}

/// At most this many answers to rolls are tried one by one.
const MOST_TRIED: usize = 64;

/// The place of the first answer that does not fit its roll, or that no roll
/// asks for.
fn die_at_fault(table: &Table, order: &Order, dice: &[dice::EnteredRoll]) -> Option<usize> {
    if let Some(Stop::Refused(_) | Stop::Nonsense(_)) = table.journal.lacks(order, &[]) {
        return None;
    }
    for count in 0..=dice.len().min(MOST_TRIED) {
        match table.journal.attempt(order, dice[..count].to_vec()) {
            Err(Stop::Needs { .. }) => {}
            Ok(_) => return (count < dice.len()).then_some(count),
            Err(_) => return count.checked_sub(1),
        }
    }
    None
}

/// Taking out a file is announced, since it holds the seed and all secrets.
fn take_out(by: By) -> Plan {
    match by.seat {
        Seat::Both | Seat::Owner | Seat::Umpire => {
            let declared = by.table.rest.declared.as_ref();
            if declared.is_some_and(|order| order.lying.has_the_apps()) {
                // It goes on with the dice with which it began.
                nothing_waits(by.table)?;
            }
            Ok(plain(by.table, Did::TakenOut {}))
        }
        Seat::A | Seat::B | Seat::Onlooker => Err(table_rule(told::no_file())),
    }
}

fn hand_over(by: By, to: Seat) -> Plan {
    if !matches!(by.seat, Seat::Both | Seat::Umpire) {
        return Err(table_rule(say!("only a shared device is handed over")));
    }
    if !matches!(to, Seat::A | Seat::B | Seat::Both) {
        return Err(Box::new(error(say!("the device cannot be handed to {to}", to = to.slug()))));
    }
    Ok(plain(by.table, Did::HandedOver { to }))
}

/// A side's seat says whether it rolls its own dice for what others begin.
fn own_dice(by: By, own: bool) -> Plan {
    let settings = &by.table.rest.settings;
    let Some(side) = by.seat.side() else {
        return Err(table_rule(say!("a side’s own seat says whether it rolls its own dice")));
    };
    if own && settings.own_dice[side.index()] == DiceOf::App {
        return Err(table_rule(say!(
            "the app rolls for side {side} at this table: its owner can change that",
            side
        )));
    }
    let mut settings = settings.clone();
    settings.rolls_itself[side.index()] = own;
    Ok(plain(by.table, Did::Settings(settings)))
}

fn owner(by: By, ask: &OwnerAsk) -> Plan {
    // At one screen, whoever sits there owns the table.
    if !matches!(by.seat, Seat::Owner | Seat::Both | Seat::Umpire) {
        return Err(table_rule(say!("only the table’s owner asks for that")));
    }
    let did = match ask {
        OwnerAsk::Settings(settings) => {
            // What a side's own seat has said stays.
            let rolls_itself = by.table.rest.settings.rolls_itself;
            Did::Settings(TableSettings { rolls_itself, ..settings.clone() })
        }
        OwnerAsk::Seat { seat, token, name } => {
            let holder = Holder { seat: *seat, token: token.clone(), name: name.clone() };
            can_be_seated(by, &holder)?;
            Did::Seated(holder)
        }
        OwnerAsk::Unseat { seat: seat @ (Seat::A | Seat::B | Seat::Both | Seat::Onlooker) } => {
            Did::Unseated { seat: *seat, tokens: Vec::new() }
        }
        OwnerAsk::Leave { tokens } => {
            Did::Unseated { seat: Seat::Onlooker, tokens: tokens.clone() }
        }
        OwnerAsk::Unseat { seat: Seat::Owner | Seat::Umpire } => {
            return Err(table_rule(say!("the owner’s seat is not freed")));
        }
    };
    Ok(plain(by.table, did))
}

/// Checks that a seat can be taken: a side's seat is held by one token, and
/// both sides at one screen need the seats of both.
fn can_be_seated(by: By, holder: &Holder) -> Result<(), Box<Answer>> {
    let held = |seat: Seat| by.table.rest.held.iter().any(|holder| holder.seat == seat);
    let free = match holder.seat {
        Seat::A | Seat::B => !held(holder.seat) && !held(Seat::Both),
        Seat::Both => !held(Seat::A) && !held(Seat::B) && !held(Seat::Both),
        Seat::Onlooker => true,
        // A table continued on another machine gets a further owner.
        Seat::Owner => by.seat == Seat::Umpire || !held(Seat::Owner),
        Seat::Umpire => return Err(table_rule(say!("nobody sits down as an umpire"))),
    };
    if !free {
        return Err(table_rule(say!("this seat is taken")));
    }
    if holder.token.is_empty() {
        return Err(Box::new(error(say!("a seat is held under a token"))));
    }
    Ok(())
}
