//! Ancient Naval Games: one model is one ship; a broken matchstick shows her
//! damage.

mod building;
mod compare;
mod fleet;
mod hint;
mod orders;
mod questions;
mod resolve;
mod sequence;
mod sheet;
mod source;
mod state;
pub mod tables;
mod turn;
mod words;

use std::collections::BTreeSet;

use serde_json::{Map, Value, json};

use crate::dice::Roller;
use crate::rules::aim::Aims;
use crate::rules::common::{
    NoBattle, RecordFault, Resolution, Side, SideInfo, Stop, Subject, Tag, Viewer, Winner,
};
use crate::rules::comparison::{Figures, Plan};
use crate::rules::moment::Cycle;
use crate::rules::question::Question;
use crate::rules::roster::Roster;
use crate::rules::schema::{FieldSpec, OrderSpec};
use crate::rules::sheet::Sheet;
use crate::rules::source::{About, Ruling, Source};
use crate::rules::system::System;
use crate::rules::tale::Tale;
use crate::rules::view::{Card, Chart, Guide, Hint, TurnPart};
use crate::say::{Say, clipped, say};

pub use crate::rules::common::NoSwitch as Switch;
pub use orders::{Effect, Order};
pub use state::{Battle, Fleet, Phase, Ship, ShipEntry, Status};

pub use tables::Outcome;

use state::Setup;

impl System for Battle {
    const NAME: &'static str = "Ancient Naval Games";
    const CYCLE: Cycle = Cycle::Round;
    type Switch = Switch;
    type Fleet = Fleet;
    type Unit = Ship;
    type Order = Order;
    type Outcome = Outcome;
    type Effect = Effect;

    fn source() -> &'static Source {
        &source::SOURCE
    }

    fn rulings() -> &'static [Ruling] {
        source::RULINGS
    }

    fn orders() -> &'static [OrderSpec] {
        Order::specs()
    }

    fn charts() -> Vec<Chart> {
        sheet::charts()
    }

    fn sequence() -> Vec<TurnPart> {
        sequence::sequence()
    }

    fn open(fleets: [Fleet; 2], options: BTreeSet<Switch>) -> Result<Battle, NoBattle> {
        let ships =
            fleets.each_ref().map(|fleet| fleet.ships.iter().map(Ship::enter).collect::<Vec<_>>());
        let sides = fleets.map(|fleet| fleet.about);
        Ok(Battle {
            setup: Setup { sides, options }.into(),
            aims: Aims::default(),
            ships: Roster::new(ships),
            round: 1,
            to_move: Side::A,
            phase: Phase::Morale,
            active: None,
            morale_asked: [false, false],
            ceded: [false, false],
            first: Side::A,
            begun: false,
        })
    }

    fn round(&self) -> u32 {
        self.round
    }

    fn sides(&self) -> &[SideInfo; 2] {
        &self.setup.sides
    }

    fn options(&self) -> &BTreeSet<Switch> {
        &self.setup.options
    }

    fn resolve(
        &self,
        order: &Order,
        roller: &mut Roller,
    ) -> Result<Resolution<Outcome, Effect>, Stop> {
        resolve::resolve(self, order, roller)
    }

    fn about() -> About {
        About {
            like: say!(
                "The quickest: three moves a ship, oars broken like matchsticks, and lone \
                   ships that run. Learnt in ten minutes."
            ),
            size: say!("about 12 ships a side, under an hour"),
            table: say!("a hex mat and small models or counters"),
            dice: say!("one six-sided die a player"),
        }
    }

    fn plan() -> Plan {
        compare::plan()
    }

    fn figures(fleet: &Fleet) -> Figures {
        compare::figures(fleet)
    }

    fn kind_name(fleet: &Fleet) -> Option<Say> {
        compare::kind_name(fleet)
    }

    fn tale(&self, effect: &Effect) -> Tale {
        words::tale(self, effect)
    }

    fn apply(&mut self, effect: &Effect) {
        self.do_effect(effect);
    }

    fn aims(&self) -> &Aims {
        &self.aims
    }

    fn aims_mut(&mut self) -> &mut Aims {
        &mut self.aims
    }

    fn roster(&self) -> &Roster<Ship> {
        &self.ships
    }

    fn battle_state(&self) -> Map<String, Value> {
        let mut keys = Map::new();
        keys.insert("round".into(), json!(self.round));
        keys.insert("phase".into(), json!(self.phase));
        keys.insert("to_move".into(), json!(self.to_move));
        keys.insert("active".into(), json!(self.active));
        keys
    }

    fn side_state(&self, side: Side, _viewer: Viewer) -> Map<String, Value> {
        let mut keys = self.setup.sides[side.index()].keys();
        keys.insert("ceded".into(), json!(self.ceded[side.index()]));
        keys.insert("morale_asked".into(), json!(self.morale_asked[side.index()]));
        keys
    }

    fn winner(&self) -> Option<Winner> {
        self.victor()
    }

    fn adjustment(subject: Subject, field: String, value: Value) -> Effect {
        Effect::Adjusted(subject, field, value)
    }

    fn replace_unit(&mut self, tag: Tag, unit: Ship) {
        self.ships.change(tag, |ship| *ship = unit);
    }

    fn adjust_side(&mut self, side: Side, field: &str, value: &Value) -> Result<(), RecordFault> {
        let entry = match field {
            "ceded" => &mut self.ceded[side.index()],
            "morale_asked" => &mut self.morale_asked[side.index()],
            _ => {
                let field = clipped(field);
                return Err(say!(
                    "side {side} has no entry `{field}`, only ceded and morale_asked",
                    side,
                    field
                )
                .into());
            }
        };
        *entry = value.as_bool().ok_or_else(|| say!("`{field}` takes true or false", field))?;
        Ok(())
    }

    fn check_unit(&self, tag: Tag, unit: &Ship) -> Result<(), RecordFault> {
        Ok(resolve::check(self, tag, unit)?)
    }

    fn card(&self, tag: Tag, _viewer: Viewer) -> Option<Card> {
        sheet::card(self, tag)
    }

    fn guide(&self) -> Guide {
        self.draw_guide()
    }

    fn hint(&self, subject: Subject, order: &OrderSpec, field: &FieldSpec) -> Hint {
        self.hint_for(subject, order, field)
    }

    fn asks(&self, subject: Subject, _order: &OrderSpec, field: &FieldSpec) -> bool {
        match (field.name, subject) {
            // The last ship of a side is isolated, whatever is entered,
            // and of the others it is known from their first order on.
            ("isolated", Subject::Unit(tag)) => {
                let begins = self.ships.find(tag).is_some_and(|ship| !ship.activated);
                begins && self.last_ship(tag.side) != Some(tag)
            }
            ("elsewhere", Subject::Unit(tag)) => self.aims.may_leave(tag.side),
            (_, _) => true,
        }
    }

    fn concerns(&self, subject: Subject, order: &OrderSpec) -> bool {
        match subject {
            // A ship that is out of the battle can only be corrected.
            Subject::Unit(tag) => order.kind == "adjust" || self.in_play(tag),
            // Who goes first is settled once the battle has begun.
            Subject::Side(_) | Subject::Battle => order.kind != "first-side" || !self.begun,
        }
    }

    fn warnings(&self, order: &Order) -> Vec<Say> {
        self.departures(order)
    }

    fn needs_consent(&self, order: &Order, side: Side) -> bool {
        self.takes_more_than_its_own(order, side)
    }

    fn questions(&self, order: &Order) -> Vec<Question<Order, Outcome>> {
        questions::questions(self, order)
    }

    fn sheet(&self, tag: Tag, fresh: bool) -> Option<Sheet> {
        sheet::sheet(self, tag, fresh)
    }

    fn uses(&self, side: Side) -> Vec<String> {
        sheet::uses(self, side)
    }
}
