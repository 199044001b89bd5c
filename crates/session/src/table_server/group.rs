//! Groups: several orders as one change. If an order fails before the app has rolled a die, the
//! whole group is refused; later, only the order is left out, with the orders that depend on
//! it.

use serde_json::{Map, Value};

use crate::protocol::{DiceOf, LeftOrder, Needs, Response};
use dice::{Entered, EnteredRoll, Hand, Origin};
use engine::journal::{Group, PendingRolls, Prepared};
use games::{Battle, Order};
use message::{Message, message};
use rules::{Need, Side, Stop, Subject, Viewer, Visibility};

use super::dice_policy::{self, GivenDice};
use super::error;
use super::orders;
use super::orders::waits_for_another;
use super::plan::{Plan, Planned, RequestContext, fault, nothing_waits, stopped, table_rule};
use super::row::StoredEvent;
use super::table::{PlainTable, RowEffect};

/// The most orders that are given as one.
const MOST_ORDERS: usize = 200;
/// The largest size of their row in bytes, by a high estimate.
const LONGEST_GROUP: usize = 448 * 1024;
/// A high estimate of the size of an order's outcome, time and dice, without the players' dice;
/// or of the reason why it is left out. In bytes.
const BESIDE_AN_ORDER: usize = 1024;
/// A high estimate of the size of a players' roll, and of one of its faces, in bytes.
const ROLL: usize = 64;
const FACE: usize = 4;

/// An order of a group as it is written, with its dice; `None` if the app rolls.
#[derive(Clone, Copy)]
struct GroupedOrder<'w> {
    order: &'w Map<String, Value>,
    dice: Option<&'w [EnteredRoll]>,
}

impl GroupedOrder<'_> {
    /// A high estimate of the order's size in a row, in bytes.
    fn most_bytes(&self, order: &Order) -> usize {
        let faces = |die: &EnteredRoll| match die {
            EnteredRoll::Faces(faces) => faces.len() * FACE,
            EnteredRoll::Total(_) | EnteredRoll::Program => 0,
        };
        let rolls = self.dice.unwrap_or_default().iter().map(|die| ROLL + faces(die));
        let order = Value::Object(order.to_map()).to_string();
        order.len() + BESIDE_AN_ORDER + rolls.sum::<usize>()
    }

    /// Whether the app makes its rolls, if there are any.
    fn leaves_dice_to_the_app(&self) -> bool {
        self.dice.is_none_or(|dice| dice.contains(&EnteredRoll::Program))
    }
}

/// The dice of each order of a group; `None` if the app rolls.
type GroupDice = [Option<Vec<EnteredRoll>>];

/// Carries out orders as one change.
pub(super) fn give_all(
    by: RequestContext,
    orders: &[Map<String, Value>],
    dice: Option<&GroupDice>,
) -> Plan {
    nothing_waits(by.table)?;
    if orders.is_empty() || orders.len() > MOST_ORDERS {
        return Err(wrong(message!("`orders` takes 1 to {most} orders", most = MOST_ORDERS)));
    }
    if dice.is_some_and(|dice| dice.len() != orders.len()) {
        return Err(wrong(message!("`dice` has one element for each order: a list, or null")));
    }
    let dice_of = |at: usize| dice.and_then(|dice| dice[at].as_deref());
    let written =
        orders.iter().enumerate().map(|(at, order)| GroupedOrder { order, dice: dice_of(at) });
    let written: Vec<GroupedOrder> = written.collect();
    beforehand(by, &written)?;
    let mut run = GroupRun::new(by);
    for (at, one) in written.iter().enumerate() {
        run.give(at, *one)?;
    }
    Ok(run.planned())
}

fn wrong(why: Message) -> Box<Response> {
    Box::new(error(why))
}

/// The answer to a group in which an order fails.
fn at_order(order: usize, answer: Box<Response>) -> Box<Response> {
    Box::new(Response::AtOrder { order, answer })
}

/// Checks all orders as far as this does not depend on earlier ones: their form, their seat,
/// their dice, and whether they are secret.
fn beforehand(by: RequestContext, written: &[GroupedOrder]) -> Result<(), Box<Response>> {
    let battle = by.table.journal.battle();
    let (mut secret, mut bytes) = (None, 0);
    for (at, one) in written.iter().enumerate() {
        let order = read(by, one.order).map_err(|answer| at_order(at, answer))?;
        if let Some(unknown) = battle.unknown_unit(one.order) {
            let answer = stopped(by, &order, one.dice, unknown);
            return Err(at_order(at, Box::new(answer)));
        }
        bytes += one.most_bytes(&order);
        rolls_may_be_made(by, one, &order).map_err(|answer| at_order(at, answer))?;
        let is_secret = Side::ALL
            .iter()
            .any(|side| battle.order_visibility(&order, Viewer::Side(*side)) != Visibility::Whole);
        if *secret.get_or_insert(is_secret) != is_secret {
            return Err(at_order(at, wrong(do_not_mix())));
        }
    }
    if bytes > LONGEST_GROUP {
        return Err(table_rule(message!(
            "these orders would be too large to save as one: give them in several groups"
        )));
    }
    Ok(())
}

fn do_not_mix() -> Message {
    message!("secret and open orders cannot be given as one: give them separately")
}

/// An order of a group, complete except for the other side's choices.
fn read(by: RequestContext, written: &Map<String, Value>) -> Result<Order, Box<Response>> {
    let battle = by.table.journal.battle();
    if by.seat.side().is_some() {
        orders::check_side_choices(by, written)?;
        return battle.read_declared(written).map_err(fault);
    }
    let order = battle.read_order(written).map_err(fault)?;
    if !by.table.may_command(by.seat, battle, battle.issuer_of(&order)) {
        return Err(table_rule(message!("this seat cannot give these orders")));
    }
    Ok(order)
}

/// Refuses an order that would need dice of a side that rolls its own.
fn rolls_may_be_made(
    by: RequestContext,
    one: &GroupedOrder,
    order: &Order,
) -> Result<(), Box<Response>> {
    let settings = &by.table.rest.settings;
    if !by.is_bound() {
        return Ok(());
    }
    let entered = one.dice.is_some_and(|dice| dice.iter().any(|die| *die != EnteredRoll::Program));
    for (side, own) in sides_that_roll(by, order) {
        if own && entered && settings.own_dice[side.index()] == DiceOf::App {
            return Err(table_rule(message!(
                "the app rolls for side {side} at this table: leave the roll to it",
                side
            )));
        }
        let rolls_own = if own {
            settings.own_dice[side.index()] == DiceOf::Own && one.leaves_dice_to_the_app()
        } else {
            settings.rolls_own(side)
        };
        if rolls_own {
            return Err(table_rule(message!(
                "side {side} rolls its own dice: give this order by itself",
                side
            )));
        }
    }
    Ok(())
}

/// The sides whose dice an order of this kind may roll, each with whether they are this
/// seat's.
fn sides_that_roll(by: RequestContext, order: &Order) -> impl Iterator<Item = (Side, bool)> {
    let battle = by.table.journal.battle();
    let giver = match battle.issuer_of(order) {
        Subject::Unit(tag) => battle.holder(tag),
        Subject::Side(side) => side,
        Subject::Battle => Side::A,
    };
    let hands = [(Hand::Giver, giver), (Hand::Opponent, giver.other())];
    let kind = order.kind();
    hands
        .into_iter()
        .filter(move |(hand, _)| battle.may_roll(kind, order.part(), *hand))
        .map(move |(_, side)| (side, by.answers_for(side)))
}

/// The viewers of a group: secret and open orders do not mix.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Secrecy {
    Open,
    /// This side alone.
    Of(Side),
}

/// A group as far as it has been carried out.
struct GroupRun<'t> {
    by: RequestContext<'t>,
    /// The table after the orders so far.
    then: PlainTable,
    left: Vec<LeftOrder>,
    /// The units and sides whose orders were left out.
    waits: Vec<Subject>,
    /// The viewers of the orders; `None` before the first.
    secrecy: Option<Secrecy>,
    /// Whether they contain a die of the app, or have revealed a secret: then the group is stored,
    /// whatever follows.
    is_bound_to_be_kept: bool,
}

/// An order that can be carried out, and whether it binds the group.
struct ReadyOrder {
    prepared: Prepared,
    binds: bool,
}

/// The reason why an order cannot be carried out, and whether the app has rolled for it.
struct GroupFault {
    answer: Box<Response>,
    binds: bool,
}

impl From<Box<Response>> for GroupFault {
    fn from(answer: Box<Response>) -> GroupFault {
        GroupFault { answer, binds: false }
    }
}

impl<'t> GroupRun<'t> {
    fn new(by: RequestContext<'t>) -> GroupRun<'t> {
        GroupRun {
            by,
            then: by.table.clone(),
            left: Vec::new(),
            waits: Vec::new(),
            secrecy: None,
            is_bound_to_be_kept: false,
        }
    }

    /// Carries out the next order, or leaves it out.
    fn give(&mut self, at: usize, one: GroupedOrder) -> Result<(), Box<Response>> {
        let battle = self.then.journal.battle();
        let is_decided = |battle: &Battle| battle.winner().or(battle.victor()).is_some();
        if !is_decided(self.by.table.journal.battle()) && is_decided(battle) {
            self.left.push(LeftOrder { at, why: message!("the battle is over") });
            return Ok(());
        }
        let subject = battle.given_by(one.order);
        if let Some(before) = self.waits_for(subject) {
            let why = match before {
                Subject::Battle => message!("an earlier order was left out"),
                who => message!("an earlier order of {who} was left out", who = who.to_string()),
            };
            self.left.push(LeftOrder { at, why });
            return Ok(());
        }
        let here = RequestContext { table: &self.then, ..self.by };
        let ready = match ready(here, one) {
            Ok(ready) => ready,
            Err(GroupFault { answer, binds }) => {
                return self.leave_out(at, subject, answer, binds);
            }
        };
        let secrecy = match self.then.journal.hides_from(&ready.prepared) {
            [false, false] => Secrecy::Open,
            [true, _] => Secrecy::Of(Side::B),
            [false, true] => Secrecy::Of(Side::A),
        };
        if *self.secrecy.get_or_insert(secrecy) != secrecy {
            return self.leave_out(at, subject, wrong(do_not_mix()), ready.binds);
        }
        self.is_bound_to_be_kept |= ready.binds;
        self.then.journal.enter(ready.prepared);
        if secrecy != Secrecy::Open {
            self.then.journal.count_apart();
        }
        Ok(())
    }

    /// The issuer whose order was left out, if this issuer's orders are left out with it.
    fn waits_for(&self, subject: Subject) -> Option<Subject> {
        let takes_turns = self.by.table.journal.battle().leaves_out_the_rest();
        let first = self.waits.first().copied().filter(|_| takes_turns);
        first.map_or_else(|| self.waits.contains(&subject).then_some(subject), Some)
    }

    fn leave_out(
        &mut self,
        at: usize,
        subject: Subject,
        answer: Box<Response>,
        binds: bool,
    ) -> Result<(), Box<Response>> {
        self.is_bound_to_be_kept |= binds;
        if !self.is_bound_to_be_kept {
            return Err(at_order(at, answer));
        }
        let why = answer.in_words().unwrap_or_else(|| message!("it was not carried out"));
        self.left.push(LeftOrder { at, why });
        self.waits.push(subject);
        Ok(())
    }

    /// The change with everything that was carried out.
    fn planned(self) -> Planned {
        let journal = &self.by.table.journal;
        let id = journal.group_id(self.by.table.rest.number + 1);
        let secret_of = match self.secrecy {
            Some(Secrecy::Of(side)) => Some(side),
            Some(Secrecy::Open) | None => None,
        };
        let group = Group { id, secret_of };
        let prepared = journal.prepare_group(&self.then.journal, group);
        let cursor = prepared.unchanged() + prepared.entries().len();
        let did = StoredEvent::Group { entries: prepared.entries().to_vec(), left: self.left };
        Planned { did, cursor, effect: RowEffect::Enter(Box::new(prepared)), waits_for: None }
    }
}

/// Computes an order after the earlier ones.
fn ready(by: RequestContext, one: GroupedOrder) -> Result<ReadyOrder, GroupFault> {
    let table = by.table;
    let battle = table.journal.battle();
    let order = read(by, one.order)?;
    if let Some(own) = by.seat.side() {
        if by.is_bound() && battle.ends_phase_of_both(&order) {
            let ready = by.table.rest.ready.contains(&own.other());
            if !ready && by.taken[own.other().index()] {
                let why = message!("give the order that ends a shared phase by itself");
                return Err(table_rule(why).into());
            }
        } else if by.is_bound() && battle.needs_consent(&order, own) {
            let of = own.other();
            return Err(Box::new(Response::Asks { of, order: order.to_map() }).into());
        }
    }
    let mut given = GivenDice::with(by, one.dice);
    // Once the app has rolled for an order, it does not wait for more.
    given.to_the_end = one.dice.is_some() && one.leaves_dice_to_the_app();
    let mut earlier_rolls = PendingRolls::default();
    match dice_policy::prepare(by, &order, given, &mut earlier_rolls) {
        Ok(prepared) => {
            let thrown = prepared.entries().iter().flat_map(|entry| &entry.thrown);
            let rolled = thrown.into_iter().any(|thrown| thrown.by == Origin::Rolled);
            let binds = rolled || shows_a_secret(by, &order, one.dice);
            Ok(ReadyOrder { prepared, binds })
        }
        Err(stop) => {
            let binds = earlier_rolls.has_app_rolls();
            Err(GroupFault { answer: not_ready(by, &order, one, stop), binds })
        }
    }
}

/// The answer to an order that lacks dice or cannot be carried out.
fn not_ready(by: RequestContext, order: &Order, one: GroupedOrder, stop: Stop) -> Box<Response> {
    match stop {
        Stop::Needs { need: Need::Throw { ask, by: roller }, after } => {
            if let Some(of) = roller.filter(|_| waits_for_another(by.seat, roller)) {
                return Box::new(Response::Asks { of, order: order.to_map() });
            }
            if orders::reveals_secret(by, order, one.dice.unwrap_or_default()) {
                return table_rule(message!(
                    "the rolls of this order would reveal a secret: give it by itself"
                ));
            }
            Box::new(Response::Needs(Needs::of(*ask, roller, after)))
        }
        Stop::Needs { need: Need::Answer { field, of, .. }, .. } => {
            let order = answering(by.table.journal.battle(), order, field);
            Box::new(Response::Asks { of, order })
        }
        stop @ (Stop::Refused(_) | Stop::Invalid(_)) => {
            Box::new(stopped(by, order, one.dice, stop))
        }
    }
}

/// The order with which the other side answers a question, or the one that asks it.
fn answering(battle: &Battle, order: &Order, field: &str) -> Map<String, Value> {
    let asked = order.to_map();
    let (Some(_), Some(target)) = (battle.system().order(field), asked.get("target")) else {
        return asked;
    };
    [("kind", Value::from(field)), ("ship", target.clone())]
        .map(|(key, value)| (key.to_owned(), value))
        .into_iter()
        .collect()
}

/// Whether the result of an order reveals a secret to its seat: battles that the seat cannot
/// distinguish give different results.
fn shows_a_secret(by: RequestContext, order: &Order, dice: Option<&[EnteredRoll]>) -> bool {
    let known = by.table.known(by.seat);
    if known.is_whole() {
        return false;
    }
    let dice = || Entered::without_app(dice.unwrap_or_default().iter().cloned());
    let indistinguishable = known.indistinguishable();
    let mut each = indistinguishable.iter().map(|candidate| candidate.resolve(order, &mut dice()));
    let Some(first) = each.next() else { return false };
    each.any(|other| other != first)
}
