//! Groups: the units that the player chooses, their speed, and the orders that the session
//! composes for them. No drawing here.

use std::borrow::Cow;

use serde_json::{Map, Value, json};

use crate::dice::{AskedRoll, EnteredRoll};
use crate::games::SystemTag;
use crate::message::{Message, message};
use crate::rules::{ComposedGroup, GroupAction, NeededRoll, OfferField, Side, Subject, Tag};
use crate::session::{Client, Mutation, Query, Response};
use crate::ui::command::DiceCommand;
use crate::ui::dice_pad::{DicePad, Entering};

use super::order_form::toggle;

/// A group that is being composed.
#[derive(Debug)]
pub(super) struct GroupForm {
    system: SystemTag,
    pub(super) what: GroupAction,
    /// The units among which the players choose.
    pub(super) units: Vec<Tag>,
    pub(super) chosen: Vec<Tag>,
    /// The speeds among which they choose, and the one that is chosen.
    pub(super) speeds: Vec<Value>,
    pub(super) speed: Option<Value>,
    /// The composed group of the chosen units; `None` before the session's answer.
    pub(super) composed: Option<ComposedGroup>,
    /// Whether it is for the present choice.
    fresh: bool,
    /// Whether the first choice, all units that can act, is still to be made.
    is_first: bool,
    /// Whether each side rolls its own dice.
    own_dice: [bool; 2],
    /// The players' own dice, while they are being entered.
    pub(super) pad: Option<DicePad>,
}

impl GroupForm {
    /// A group of all of these units that can act in it.
    pub(super) fn open(
        client: &Client,
        system: SystemTag,
        what: GroupAction,
        units: Vec<Tag>,
    ) -> GroupForm {
        let mut form = GroupForm {
            system,
            what,
            chosen: units.clone(),
            units,
            speeds: Vec::new(),
            speed: None,
            composed: None,
            fresh: false,
            is_first: true,
            own_dice: [false; 2],
            pad: None,
        };
        form.catch_up(client);
        form
    }

    /// Requests missing answers again, because an answer may be late.
    pub(super) fn catch_up(&mut self, client: &Client) {
        if self.what == GroupAction::AtSpeed && self.speeds.is_empty() {
            let (speeds, before) = speeds_of(client, &self.units);
            let before = before.filter(|before| speeds.contains(before));
            self.speed = before.or_else(|| speeds.first().cloned());
            self.speeds = speeds;
            self.fresh = false;
        }
        if !self.fresh && (self.what != GroupAction::AtSpeed || self.speed.is_some()) {
            self.compose(client);
        }
    }

    /// Chooses the units that can act: none if sides alternate; for speeds those of one side.
    /// Returns whether the group has to be composed again.
    fn choose_first(&mut self, client: &Client) -> bool {
        let Some(group) = self.composed.as_ref().filter(|_| self.fresh && self.is_first) else {
            return false;
        };
        self.is_first = false;
        let can = |unit: &Tag| group.cannot.iter().all(|left| left.unit != *unit);
        self.units.retain(can);
        let first = self.units.first().map(|unit| unit.side);
        let of_both = self.units.iter().any(|unit| Some(unit.side) != first);
        if of_both && self.what == GroupAction::OnlyMove {
            (self.chosen, self.composed) = (Vec::new(), None);
            return false;
        }
        self.chosen.clone_from(&self.units);
        if !of_both || self.what != GroupAction::AtSpeed {
            return false;
        }
        let side = client.view(None).and_then(|view| view.guide.side).or(first);
        self.chosen.retain(|unit| Some(unit.side) == side);
        true
    }

    /// Requests the group of the chosen units from the session.
    pub(super) fn compose(&mut self, client: &Client) {
        let (what, units, speed) = (self.what, self.chosen.clone(), self.speed.clone());
        let known = client.turns(&Query::Group { what, units, speed });
        self.pad = None;
        self.own_dice = client.view(None).map_or([false; 2], |view| {
            [Side::A, Side::B].map(|side| view.settings.rolls_own(side))
        });
        self.fresh = known.fresh;
        self.composed = match known.answer() {
            Some(Response::Group { group, .. }) if known.fresh => Some((**group).clone()),
            _ => None,
        };
        if self.choose_first(client) {
            self.compose(client);
        }
    }

    /// Whether the players have nothing to choose, to roll or to read before it is given.
    pub(super) fn asks_nothing(&self) -> bool {
        let is_plain = |group: &ComposedGroup| group.throws.is_empty() && group.cannot.is_empty();
        self.what == GroupAction::AsBefore && self.composed.as_ref().is_some_and(is_plain)
    }

    /// Adds a unit, or removes it.
    pub(super) fn toggle(&mut self, client: &Client, unit: Tag) {
        if self.units.contains(&unit) {
            self.is_first = false;
            toggle(&mut self.chosen, &unit);
            self.compose(client);
        }
    }

    /// Chooses all units, or none.
    pub(super) fn choose_all(&mut self, client: &Client, all: bool) {
        self.is_first = false;
        self.chosen = if all { self.units.clone() } else { Vec::new() };
        self.compose(client);
    }

    /// The change that gives the group; the app rolls all dice except these.
    pub(super) fn change(&self, dice: &[EnteredRoll]) -> Option<Mutation> {
        let group = self.composed.as_ref().filter(|group| !group.orders.is_empty())?;
        let of = |order: usize| {
            let rolls = group.throws.iter().zip(dice).filter(|(roll, _)| roll.order == order);
            let rolls: Vec<EnteredRoll> = rolls.map(|(_, entry)| entry.clone()).collect();
            (!rolls.is_empty()).then_some(rolls)
        };
        let entered = (0..group.orders.len()).map(of).collect();
        let dice = (!dice.is_empty()).then_some(entered);
        Some(Mutation::Orders { orders: group.orders.clone(), dice })
    }

    /// The dice of the next roll: those that are being entered, or none yet.
    pub(super) fn dice(&self) -> Option<Cow<'_, DicePad>> {
        let begun = self.pad.as_ref().map(Cow::Borrowed);
        begun.or_else(|| self.pad_after(Vec::new()).map(Cow::Owned))
    }

    /// The sides whose units are chosen.
    pub(super) fn sides(&self) -> impl Iterator<Item = Side> {
        let is_chosen = |side: &Side| self.chosen.iter().any(|unit| unit.side == *side);
        Side::ALL.iter().copied().filter(is_chosen)
    }

    /// Whether the players enter each of the rolls: if one side rolls its own dice, only
    /// its rolls.
    fn is_entered(&self, throws: &[NeededRoll]) -> Vec<bool> {
        let own = throws.iter().map(|roll| match self.issuer(roll) {
            Some(Subject::Unit(unit)) => self.own_dice[unit.side.index()],
            Some(Subject::Side(side)) => self.own_dice[side.index()],
            Some(Subject::Battle) | None => false,
        });
        let own: Vec<bool> = own.collect();
        if own.contains(&true) { own } else { vec![true; throws.len()] }
    }

    /// These dice of the players', with those between them that the app rolls.
    fn with_app_rolls(&self, answered: Vec<EnteredRoll>) -> Vec<EnteredRoll> {
        let throws = self.composed.as_ref().map_or(&[][..], |group| &group.throws);
        let mut answered = answered.into_iter();
        let dice = self.is_entered(throws).into_iter();
        dice.map(|own| own.then(|| answered.next()).flatten().unwrap_or(EnteredRoll::Program))
            .collect()
    }

    /// The pad for the roll after these; `None` if they are all.
    fn pad_after(&self, answered: Vec<EnteredRoll>) -> Option<DicePad> {
        let throws = &self.composed.as_ref()?.throws;
        let mut entered = self.is_entered(throws).into_iter().zip(throws).filter(|(own, _)| *own);
        let (_, needed) = entered.nth(answered.len())?;
        let (giver, purpose) = (self.issuer(needed), &needed.purpose);
        let purpose = match giver {
            Some(giver) => message!("{giver}: {purpose}", giver = giver.to_string(), purpose),
            None => purpose.clone(),
        };
        let ask = AskedRoll::new(needed.throw, purpose).with(needed.modifiers.clone());
        Some(DicePad::new(answered, Vec::new(), ask))
    }

    /// The unit or side whose order needs a roll.
    pub(super) fn issuer(&self, roll: &NeededRoll) -> Option<Subject> {
        let order = self.composed.as_ref()?.orders.get(roll.order)?;
        Some(self.system.order(order.get("kind")?.as_str()?)?.given_by(order))
    }

    /// Carries out a command of the dice pad. Returns all dice when they are entered.
    pub(super) fn handle(&mut self, command: DiceCommand) -> Option<Vec<EnteredRoll>> {
        let mut pad = self.pad.take().or_else(|| self.pad_after(Vec::new()))?;
        match pad.handle(command) {
            Entering::Continues => self.pad = Some(pad),
            Entering::Cancelled => {}
            Entering::Answered => {
                self.pad = self.pad_after(pad.answered.clone());
                return self.pad.is_none().then(|| self.with_app_rolls(pad.answered));
            }
        }
        None
    }
}

/// The name of a group on its button.
pub(super) fn name_of(what: GroupAction) -> Message {
    match what {
        GroupAction::OnlyMove => message!("These only move"),
        GroupAction::AsBefore => message!("The rest as before"),
        GroupAction::AtSpeed => message!("These at one speed"),
    }
}

/// The speeds of the first of these units that can set one, and the one that it had.
fn speeds_of(client: &Client, units: &[Tag]) -> (Vec<Value>, Option<Value>) {
    let first = units.iter().find_map(|unit| {
        let ask = Query::Group { what: GroupAction::AsBefore, units: vec![*unit], speed: None };
        let order: Map<String, Value> = match client.turns(&ask).answer() {
            Some(Response::Group { group, .. }) => group.orders.first()?.clone(),
            _ => return None,
        };
        let offers = client.offers(Subject::Unit(*unit), None);
        let offer = offers.iter().find(|offer| order["kind"] == json!(offer.spec.kind))?;
        let chosen = |field: &&OfferField| field.spec.takes.range().is_some();
        let field = offer.fields.iter().find(chosen)?;
        Some((values_of(field), order.get(field.spec.name).cloned()))
    });
    first.unwrap_or_default()
}

/// The numbers and words that a field can have.
fn values_of(field: &OfferField) -> Vec<Value> {
    let numbers = field.range.map(|(least, most)| least..=most);
    let numbers = numbers.into_iter().flatten().map(Value::from);
    let words = field.choices.iter().map(|choice| choice.value.clone());
    let mut values: Vec<Value> = numbers.collect();
    for word in words {
        if !values.contains(&word) {
            values.push(word);
        }
    }
    values
}
