//! What a change will do: it is worked out at once, and done once it is kept.

use serde_json::{Map, Value};

use crate::dice;
use crate::journal::{DiceChoice, Lying, Prepared};
use crate::referee::door::{Answer, Ask, Needs, OwnerAsk, Seat};
use crate::rules::{Battle, Need, Order, OrderFault, Shown, Side, Stop, Viewer};
use crate::say::{Say, say};

use super::row::{Did, Holder};
use super::table::{DeclaredOrder, Effect, Table};
use super::view::may_command;
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
    pub(super) now: u64,
}

impl By<'_> {
    /// Whether the seat may answer for a side: it plays that side, or is the
    /// owner's and that side's seat is free.
    pub(super) fn answers_for(&self, side: Side) -> bool {
        self.seat.plays(side) || (self.seat == Seat::Owner && !self.taken[side.index()])
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
        Ask::Throw { of, dice } => {
            declared::throw(by, waiting(table, *of)?, &DiceChoice::Entered(dice.clone()))
        }
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

fn give(by: By, (written, dice): (&Map<String, Value>, Option<&[dice::EnteredRoll]>)) -> Plan {
    let table = by.table;
    if let Some(waits) = &table.rest.declared
        && let Some(planned) = declared::as_sent_again(by, waits, (written, dice))
    {
        return planned;
    }
    nothing_waits(table)?;
    if by.seat.side().is_some() {
        declared::leaves_it_to_the_other(by, written)?;
        let order = table.journal.battle().read_declared(written).map_err(fault)?;
        if let Some(waits) = declared::asks_first(by, &order, dice)? {
            return Ok(waits);
        }
        // Nothing in it is open, so it is complete.
        return carry_out(by, &order.to_map(), dice);
    }
    carry_out(by, written, dice)
}

/// Carries out an order that needs nothing from the other side but dice.
fn carry_out(by: By, written: &Map<String, Value>, dice: Option<&[dice::EnteredRoll]>) -> Plan {
    let table = by.table;
    let battle = table.journal.battle();
    let order = battle.read_order(written).map_err(fault)?;
    let whole = order.to_map();
    let giver = battle.given_by(&whole);
    if !may_command(table, by.seat, battle, giver) {
        return Err(table_rule(say!("this seat cannot give these orders")));
    }
    let apps = dice.is_some_and(|dice| dice.contains(&dice::EnteredRoll::Program));
    let choice = match dice.map(<[_]>::to_vec) {
        None => DiceChoice::Program,
        // Declared, it would tell that dice are rolled for it: the app rolls the
        // rest as well.
        Some(dice) if apps && is_kept_from_the_other(battle, &order) => {
            DiceChoice::EnteredThenProgram(dice)
        }
        Some(dice) => DiceChoice::Entered(dice),
    };
    let note = whole.get("note").and_then(Value::as_str).unwrap_or("").to_owned();
    match table.journal.prepare(&order, &choice, by.now, &note) {
        Ok(prepared) => Ok(entered(prepared)),
        Err(Stop::Needs { need: Need::Throw { ask, by: roller }, after }) => {
            let shown = declared::tells_a_secret(by, &order, dice.unwrap_or_default());
            // A script for both sides sends the order again with more dice.
            let stays = apps || shown || waits_for_another(by.seat, roller);
            if !stays || (by.seat == Seat::Umpire && !apps) {
                let needs = Needs { after, ask: Some(*ask), by: roller, fault: None };
                return Err(Box::new(Answer::Needs(needs)));
            }
            let nothing = Lying::default();
            let Lying { rolls: lying, number } =
                table.journal.lying(&order, (&nothing, &choice), &after);
            let dice = Some(Vec::new());
            let did = Did::Declared { order: whole, lying, number, dice, shown };
            Ok(Planned { waits_for: roller, ..plain(table, did) })
        }
        Err(stop) => Err(Box::new(stopped(table, &order, (dice, stop)))),
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

/// Why an order is not carried out, with the place of the wrong die.
pub(super) fn stopped(
    table: &Table,
    order: &Order,
    (dice, stop): (Option<&[dice::EnteredRoll]>, Stop),
) -> Answer {
    match stop {
        Stop::Refused(refusal) => Answer::Refused(refusal),
        Stop::Needs { need: Need::Throw { ask, by }, after } => {
            Answer::Needs(Needs { after, ask: Some(*ask), by, fault: None })
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

/// At most this many answers to rolls are tried one by one.
const MOST_TRIED: usize = 64;

/// The place of the first answer that does not fit its roll, or that no roll
/// asks for.
fn die_at_fault(table: &Table, order: &Order, dice: &[dice::EnteredRoll]) -> Option<usize> {
    table.journal.preview(order).ok()?;
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
        Seat::Both | Seat::Owner | Seat::Umpire => Ok(plain(by.table, Did::TakenOut {})),
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

fn owner(by: By, ask: &OwnerAsk) -> Plan {
    // At one screen, whoever sits there owns the table.
    if !matches!(by.seat, Seat::Owner | Seat::Both | Seat::Umpire) {
        return Err(table_rule(say!("only the table’s owner asks for that")));
    }
    let did = match ask {
        OwnerAsk::Settings(settings) => Did::Settings(settings.clone()),
        OwnerAsk::Seat { seat, token, name } => {
            let holder = Holder { seat: *seat, token: token.clone(), name: name.clone() };
            can_be_seated(by, &holder)?;
            Did::Seated(holder)
        }
        OwnerAsk::Unseat { seat: seat @ (Seat::A | Seat::B | Seat::Both | Seat::Onlooker) } => {
            Did::Unseated { seat: *seat }
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
