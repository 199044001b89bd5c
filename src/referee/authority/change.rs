//! What a change would do: worked out at once, and done when it is kept.

use serde_json::{Map, Value};

use crate::dice::{self, Hand};
use crate::journal::{AmendFault, DiceChoice, Prepared};
use crate::referee::door::{Answer, Ask, Needs, OwnerAsk, Seat, Trial};
use crate::rules::schema::Chooser;
use crate::rules::{OrderFault, Side, Stop, Subject, Viewer};
use crate::say::{Say, say};

use super::asked;
use super::dice::side_of_dice;
use super::row::Did;
use super::table::{DeclaredOrder, Effect, Table};
use super::view::may_command;
use super::{error, refused, tried};

/// A change that can be made.
#[derive(Debug)]
pub(super) struct Planned {
    pub(super) did: Did,
    pub(super) effect: Effect,
    /// How many orders of the line count after it.
    pub(super) cursor: usize,
    /// For whom a declared order waits.
    pub(super) waits_for: Option<Side>,
}

/// What a change would do, or why it is not made.
pub(super) fn plan(table: &Table, seat: Seat, ask: &Ask, now: u64) -> Result<Planned, Box<Answer>> {
    if seat == Seat::Onlooker {
        return Err(Box::new(refused(say!("this seat only looks on"), "The table")));
    }
    match ask {
        Ask::Order { order, dice } => give(table, seat, (order, dice.as_deref()), now),
        Ask::Answer { of, field, value } => {
            answer(table, seat, declared(table, *of)?, (field, value), now)
        }
        Ask::Throw { of, dice } => {
            let declared = declared(table, *of)?;
            let dice = DiceChoice::Entered(dice.clone());
            if asked::question(table.journal.battle(), &declared.order).is_some() {
                return Err(table_rule(say!("it is to be answered first")));
            }
            go_on(table, Some(seat), declared, (declared.order.clone(), &dice), now)
        }
        Ask::Withdraw { of } => withdraw(table, seat, declared(table, *of)?),
        Ask::Undo {} => {
            let cursor = table.journal.cursor().checked_sub(1);
            let cursor = cursor.ok_or_else(|| none(say!("there is no order to take back")))?;
            go_to(table, seat, cursor)
        }
        Ask::Redo {} => {
            let cursor = table.journal.cursor() + 1;
            if cursor > table.journal.len() {
                return Err(none(say!("there is no order to give again")));
            }
            go_to(table, seat, cursor)
        }
        Ask::GoTo { cursor } => go_to(table, seat, (*cursor).min(table.journal.len())),
        Ask::TakeUp { tip } => take_up(table, seat, *tip),
        Ask::Amend(trial) => amend(table, seat, trial, now),
        Ask::HandOver { to } => hand_over(table, seat, *to),
        Ask::Owner(ask) => owner(table, seat, ask),
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

fn none(why: impl Into<Say>) -> Box<Answer> {
    Box::new(refused(why, "The journal"))
}

fn table_rule(why: impl Into<Say>) -> Box<Answer> {
    Box::new(refused(why, "The table"))
}

/// Nothing else happens while an order waits.
fn nothing_waits(table: &Table) -> Result<(), Box<Answer>> {
    match table.rest.declared {
        Some(_) => Err(table_rule(say!("an order is declared, and waits: it goes on first"))),
        None => Ok(()),
    }
}

fn declared(table: &Table, of: u64) -> Result<&DeclaredOrder, Box<Answer>> {
    let found = table.rest.declared.as_ref().filter(|declared| declared.of == of);
    found.ok_or_else(|| Box::new(error(say!("no order waits under the number {of}", of))))
}

fn plain(table: &Table, did: Did) -> Planned {
    let cursor = table.journal.cursor();
    Planned { did, effect: Effect::Nothing, cursor, waits_for: None }
}

fn give(
    table: &Table,
    seat: Seat,
    (written, dice): (&Map<String, Value>, Option<&[dice::Entry]>),
    now: u64,
) -> Result<Planned, Box<Answer>> {
    if let Some(declared) = &table.rest.declared
        && let Some((field, value)) = asked::as_answer(table, declared, written)
    {
        return answer(table, seat, declared, (&field, &value), now);
    }
    nothing_waits(table)?;
    let battle = table.journal.battle();
    if let Some(declared) = asks_first(table, seat, (written, dice))? {
        return Ok(declared);
    }
    let order = battle.read_order(written).map_err(|OrderFault { why, key }| {
        Box::new(Answer::Error { why, key, more: Map::new() })
    })?;
    let whole = order.to_map();
    let giver = crate::journal::given_by(&whole, battle.system());
    if !may_command(table, seat, battle, giver) {
        return Err(table_rule(say!("these are not this seat's orders to give")));
    }
    let choice = dice.map_or(DiceChoice::Program, |dice| DiceChoice::Entered(dice.to_vec()));
    let note = whole.get("note").and_then(Value::as_str).unwrap_or("").to_owned();
    match table.journal.prepare(&order, &choice, now, &note) {
        Ok(prepared) => Ok(entered(prepared)),
        Err(Stop::Needs { ask, after }) => {
            let by = side_of_dice(battle, &whole, ask.hand);
            let apps = dice.is_some_and(|dice| dice.contains(&dice::Entry::Program));
            // A script that speaks for everybody sends the order with more dice.
            if seat == Seat::Umpire || !(apps || waits_for_another(seat, by)) {
                return Err(Box::new(Answer::Needs(Needs {
                    after,
                    ask: Some(*ask),
                    by,
                    fault: None,
                })));
            }
            let lying = crate::journal::thrown(&after);
            let did = Did::Declared { order: whole, lying, dice: Some(Vec::new()) };
            Ok(Planned { waits_for: by, ..plain(table, did) })
        }
        Err(stop) => Err(Box::new(stopped(table, &order, (dice, stop)))),
    }
}

/// An order of a side's seat that the other side has to answer first is
/// declared, before any die is rolled for it.
fn asks_first(
    table: &Table,
    seat: Seat,
    (written, dice): (&Map<String, Value>, Option<&[dice::Entry]>),
) -> Result<Option<Planned>, Box<Answer>> {
    let battle = table.journal.battle();
    if seat.side().is_none() {
        return Ok(None);
    }
    let giver = crate::journal::given_by(written, battle.system());
    if !may_command(table, seat, battle, giver) {
        return Err(table_rule(say!("these are not this seat's orders to give")));
    }
    let kind = written.get("kind").and_then(Value::as_str).unwrap_or_default();
    let fields = battle.system().order(kind).map_or(&[][..], |spec| spec.fields);
    let others = fields.iter().find(|field| {
        field.chosen_by == Chooser::OtherSide
            && written.get(field.name).is_some_and(|value| !value.is_null())
    });
    if let Some(field) = others {
        let asks = field.question.to_string();
        return Err(table_rule(say!("the other side chooses this: {asks}", asks)));
    }
    let Some(question) = asked::question(battle, written) else { return Ok(None) };
    // What the rules forbid as far as the giver knows is refused at once.
    let known = battle.guises(table.eyes(seat));
    if !known.iter().any(|guise| question.fits(guise, written)) {
        return Ok(None);
    }
    let order = written.clone();
    let did = Did::Declared { order, lying: Vec::new(), dice: dice.map(<[_]>::to_vec) };
    Ok(Some(Planned { waits_for: Some(question.of), ..plain(table, did) }))
}

/// A declared order with one more answer.
fn answer(
    table: &Table,
    seat: Seat,
    declared: &DeclaredOrder,
    (field, value): (&str, &Value),
    now: u64,
) -> Result<Planned, Box<Answer>> {
    let battle = table.journal.battle();
    let Some(question) = asked::question(battle, &declared.order) else {
        return Err(table_rule(say!("this order asks nothing")));
    };
    if !(seat.plays(question.of) || seat == Seat::Owner) {
        return Err(table_rule(say!("the other side answers this")));
    }
    if question.field.name != field {
        return Err(Box::new(error(say!("it asks for {name}", name = question.field.name))));
    }
    if question.choices.iter().all(|choice| choice.value != *value) {
        return Err(table_rule(say!("this cannot be chosen now")));
    }
    let mut order = declared.order.clone();
    order.insert(field.to_owned(), value.clone());
    if let Some(next) = asked::question(battle, &order) {
        let did = Did::Answered { order, lying: Vec::new() };
        return Ok(Planned { waits_for: Some(next.of), ..plain(table, did) });
    }
    let dice = match &declared.dice {
        None => DiceChoice::Program,
        Some(dice) => DiceChoice::Entered(dice.clone()),
    };
    go_on(table, None, declared, (order, &dice), now)
}

/// Whether the next roll is somebody else's than this seat's.
fn waits_for_another(seat: Seat, by: Option<Side>) -> bool {
    match (seat.side(), by) {
        (Some(own), Some(by)) => own != by,
        _ => false,
    }
}

fn entered(prepared: Prepared) -> Planned {
    let cursor = prepared.kept() + prepared.entries().len();
    let entry = prepared.entries().first().cloned();
    let did = entry.map_or(Did::Withdrawn {}, Did::Entry);
    Planned { did, cursor, effect: Effect::Enter(Box::new(prepared)), waits_for: None }
}

/// A declared order with one more answer, or with rolls of a seat.
fn go_on(
    table: &Table,
    rolls: Option<Seat>,
    declared: &DeclaredOrder,
    (written, dice): (Map<String, Value>, &DiceChoice),
    now: u64,
) -> Result<Planned, Box<Answer>> {
    let battle = table.journal.battle();
    let order = battle.read_order(&written).map_err(|OrderFault { why, key }| {
        Box::new(Answer::Error { why, key, more: Map::new() })
    })?;
    let whole = order.to_map();
    let next = super::dice::what_it_lacks(&table.journal, &order, &declared.lying);
    if let (Some(Stop::Needs { ask, .. }), Some(seat)) = (&next, rolls) {
        let by = side_of_dice(battle, &whole, ask.hand);
        let may = by.is_none_or(|by| seat.plays(by)) || seat == Seat::Owner;
        if !may {
            return Err(table_rule(say!("this roll is the other side's")));
        }
    }
    let note = whole.get("note").and_then(Value::as_str).unwrap_or("").to_owned();
    match table.journal.prepare_after(&order, (&declared.lying, dice), now, &note) {
        Ok(prepared) => Ok(entered(prepared)),
        Err(Stop::Needs { ask, after }) => {
            let lying = crate::journal::thrown(&after);
            let by = side_of_dice(battle, &whole, ask.hand);
            if lying.len() == declared.lying.len() && whole == declared.order {
                return Err(Box::new(Answer::Needs(Needs {
                    after,
                    ask: Some(*ask),
                    by,
                    fault: None,
                })));
            }
            let did = Did::Answered { order: whole, lying };
            Ok(Planned { waits_for: by, ..plain(table, did) })
        }
        Err(stop) => Err(Box::new(stopped(table, &order, (None, stop)))),
    }
}

fn withdraw(table: &Table, seat: Seat, declared: &DeclaredOrder) -> Result<Planned, Box<Answer>> {
    let giver = side_of_dice(table.journal.battle(), &declared.order, Hand::Giver);
    if !(seat == declared.seat || giver.is_some_and(|side| seat.plays(side))) {
        return Err(table_rule(say!("only who declared an order withdraws it")));
    }
    if !declared.can_be_withdrawn() {
        return Err(table_rule(say!(
            "it was answered, or the app has rolled for it: it cannot be withdrawn any more"
        )));
    }
    Ok(plain(table, Did::Withdrawn {}))
}

/// Why an order comes to nothing, with the place of the die at fault.
fn stopped(
    table: &Table,
    order: &crate::rules::Order,
    (dice, stop): (Option<&[dice::Entry]>, Stop),
) -> Answer {
    match stop {
        Stop::Refused(refusal) => Answer::Refused(refusal),
        Stop::Needs { ask, after } => {
            Answer::Needs(Needs { after, ask: Some(*ask), by: None, fault: None })
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

/// Answers to rolls past this many are not tried one by one.
const MOST_TRIED: usize = 64;

/// The place of the first answer that does not fit its roll, or that no roll
/// asks for.
fn die_at_fault(table: &Table, order: &crate::rules::Order, dice: &[dice::Entry]) -> Option<usize> {
    table.journal.preview(order).ok()?;
    for count in 0..=dice.len().min(MOST_TRIED) {
        let first = DiceChoice::Entered(dice[..count].to_vec());
        match table.journal.prepare(order, &first, 0, "") {
            Err(Stop::Needs { .. }) => {}
            Ok(_) => return (count < dice.len()).then_some(count),
            Err(_) => return count.checked_sub(1),
        }
    }
    None
}

/// Goes over the entries between here and there, where they are this seat's to
/// go over.
fn go_to(table: &Table, seat: Seat, cursor: usize) -> Result<Planned, Box<Answer>> {
    nothing_waits(table)?;
    let from = table.journal.cursor();
    if let Some(own) = seat.side()
        && !(cursor.min(from)..cursor.max(from)).all(|index| is_own(table, own, index))
    {
        return Err(none(say!("a side takes back its own orders alone")));
    }
    let did = if cursor < from { Did::Undone {} } else { Did::Redone {} };
    Ok(Planned { did, effect: Effect::GoTo(cursor), cursor, waits_for: None })
}

/// Whether an order of the line is a side's own, and neither showed nor decided
/// anything of the other's.
fn is_own(table: &Table, own: Side, index: usize) -> bool {
    let journal = &table.journal;
    let (Some(entry), Some(before), Some(after)) =
        (journal.entry(index), journal.at(index), journal.at(index + 1))
    else {
        return false;
    };
    let giver = match entry.given_by(before.system()) {
        Subject::Unit(tag) => Some(before.holder(tag)),
        Subject::Side(side) => Some(side),
        Subject::Battle => None,
    };
    let others = |key: &String| {
        let owner = key.split('.').next().unwrap_or_default();
        let side = Side::from_slug(owner)
            .or_else(|| owner.parse().ok().map(|tag: crate::rules::Tag| before.holder(tag)));
        side != Some(own)
    };
    let changes = [Viewer::Everyone, Viewer::Side(own)]
        .map(|eyes| after.changes_since(before, eyes).keys().any(others));
    giver == Some(own) && changes == [false, false]
}

fn take_up(table: &Table, seat: Seat, tip: usize) -> Result<Planned, Box<Answer>> {
    nothing_waits(table)?;
    if seat.side().is_some() || seat == Seat::Owner {
        return Err(table_rule(say!("a line is taken up where both sides sit round one screen")));
    }
    let there = table.journal.struck().iter().any(|line| line.tip == tip);
    let place = table.journal.place_of(tip).filter(|_| there);
    let place = place.ok_or_else(|| none(say!("there is no such line")))?;
    Ok(Planned {
        did: Did::TakenUp { tip },
        effect: Effect::TakeUp(tip),
        cursor: place.cursor,
        waits_for: None,
    })
}

fn amend(table: &Table, seat: Seat, trial: &Trial, now: u64) -> Result<Planned, Box<Answer>> {
    nothing_waits(table)?;
    if let Some(why) = tried::still_secret(table, seat, trial) {
        return Err(none(why));
    }
    let failed = |fault: AmendFault| {
        Box::new(match fault {
            AmendFault::Stopped(Stop::Refused(refusal)) => Answer::Refused(refusal),
            fault => error(fault.to_string()),
        })
    };
    let amendment = tried::attempt(&table.journal, trial, now).map_err(|s| failed(s.fault))?;
    let prepared = table.journal.prepare_amendment(&amendment).map_err(failed)?;
    let cursor = prepared.kept() + prepared.entries().len();
    let did = Did::Amended { kept: prepared.kept(), steps: table.journal.steps(&prepared) };
    Ok(Planned { did, effect: Effect::Enter(Box::new(prepared)), cursor, waits_for: None })
}

fn hand_over(table: &Table, seat: Seat, to: Seat) -> Result<Planned, Box<Answer>> {
    if !matches!(seat, Seat::Both | Seat::Umpire) {
        return Err(table_rule(say!("only a shared device is handed over")));
    }
    if !matches!(to, Seat::A | Seat::B | Seat::Both) {
        return Err(Box::new(error(say!("nobody hands the device to {to}", to = to.slug()))));
    }
    Ok(plain(table, Did::HandedOver { to }))
}

fn owner(table: &Table, seat: Seat, ask: &OwnerAsk) -> Result<Planned, Box<Answer>> {
    // Round one screen, whoever sits there owns the table.
    if !matches!(seat, Seat::Owner | Seat::Both | Seat::Umpire) {
        return Err(table_rule(say!("only the table's owner asks for that")));
    }
    Ok(plain(
        table,
        match ask {
            OwnerAsk::Settings(settings) => Did::Settings(settings.clone()),
            OwnerAsk::Unseat { side } => Did::Unseated { seat: Seat::of(*side) },
        },
    ))
}
