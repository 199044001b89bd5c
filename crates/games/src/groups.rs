//! Groups of orders that only move, or set speeds: composed, but not yet given.

use serde_json::{Map, Value};

use message::{Message, message};
use rules::turn_card::{GroupPart, at_speed, keep_speeds, only_move};
use rules::{ComposedGroup, GroupAction, LeftOutUnit, Subject, Tag, Turns as _};

use super::turn_card::{Composition, NotAdded, OrderDraft};
use super::{Battle, PlayerView};

/// A group that a viewer requests.
#[derive(Clone, Debug)]
pub struct GroupWanted {
    pub what: GroupAction,
    pub units: Vec<Tag>,
    /// The speed of [`GroupAction::AtSpeed`].
    pub speed: Option<Value>,
}

/// The most orders that can be given together.
const MOST_ORDERS: usize = 200;

/// A group composed for a viewer who commands these sides; no order is given.
#[must_use]
pub fn composed(known: &PlayerView, wanted: &GroupWanted, commands: [bool; 2]) -> ComposedGroup {
    let mut all = Composition::new(known);
    let mut cannot = Vec::new();
    let mut left: Vec<Tag> = Vec::new();
    for unit in &wanted.units {
        if !left.contains(unit) {
            left.push(*unit);
        }
    }
    left.retain(|unit| {
        let own = known.tags().contains(unit) && commands[known.holder(*unit).index()];
        let why = match (own, known.winner()) {
            (false, _) => message!("you do not command {unit}", unit = *unit),
            (true, Some(_)) => message!("the battle is over"),
            (true, None) => return true,
        };
        cannot.push(LeftOutUnit { unit: *unit, why });
        false
    });
    let mut moved = 0;
    while !left.is_empty() {
        let next = dispatch!(Battle, &*all.battle, |battle| battle.next_in_group(&left));
        let at = next.and_then(|tag| left.iter().position(|unit| *unit == tag)).unwrap_or(0);
        let unit = left.remove(at);
        match all.add_part(unit, wanted) {
            Ok(()) => moved += 1,
            Err(why) => cannot.push(LeftOutUnit { unit, why }),
        }
    }
    cannot.sort_by_key(|left| wanted.units.iter().position(|unit| *unit == left.unit));
    let says = match wanted.what {
        GroupAction::OnlyMove => only_move(moved),
        GroupAction::AsBefore => keep_speeds(moved),
        GroupAction::AtSpeed => at_speed(moved, wanted.speed.as_ref()),
    };
    ComposedGroup { orders: all.orders, throws: all.throws, says, cannot }
}

/// A sentence for orders that were given together; `before` is the battle before the first
/// of them.
#[must_use]
pub fn given_as_one<'o>(
    before: &PlayerView,
    orders: impl Iterator<Item = &'o Map<String, Value>>,
) -> Message {
    let written: Vec<&Map<String, Value>> = orders.collect();
    if let Some(says) = before.group_result(&written) {
        return says;
    }
    let mut givers: Vec<Subject> = Vec::new();
    for order in &written {
        let giver = before.given_by(order);
        if !givers.contains(&giver) {
            givers.push(giver);
        }
    }
    let orders = written.len();
    match givers[..] {
        [Subject::Unit(unit)] => {
            message!(orders => "{unit}: {n} order given as one." | "{unit}: {n} orders given as one.", unit)
        }
        _ => message!(orders => "{n} order given as one." | "{n} orders given as one."),
    }
}

impl Composition {
    /// Adds all orders of a unit to a group, or none of them.
    fn add_part(&mut self, unit: Tag, wanted: &GroupWanted) -> Result<(), Message> {
        let part: Option<Vec<OrderDraft>> = dispatch!(Battle, &*self.battle, |battle| {
            let part = match wanted.what {
                GroupAction::OnlyMove => battle.only_moves(unit),
                GroupAction::AsBefore => battle.sets_speed(unit, None),
                GroupAction::AtSpeed => battle.sets_speed(unit, wanted.speed.as_ref()),
            };
            match part? {
                GroupPart::Turn => None,
                GroupPart::Orders(orders) => Some(orders.into_iter().map(OrderDraft::of).collect()),
            }
        });
        let before = (self.battle.to_static(), self.orders.len(), self.throws.len(), self.shaken);
        let added = match &part {
            None => match self.battle.not_its_turn(unit) {
                Some(why) => Err(NotAdded::Impossible(why)),
                None => self.add_turn(unit),
            },
            Some(drafts) => drafts.iter().try_for_each(|draft| self.add(draft)),
        };
        let added = added.map_err(Message::from).and_then(|()| {
            let fits = self.orders.len() <= MOST_ORDERS;
            if fits { Ok(()) } else { Err(message!("a group has room for 200 orders")) }
        });
        if added.is_err() {
            let (battle, orders, throws, shaken) = before;
            (self.battle, self.shaken) = (battle, shaken);
            self.orders.truncate(orders);
            self.throws.truncate(throws);
            if self.orders.is_empty() {
                self.secret_from = None;
            }
        }
        added
    }
}
