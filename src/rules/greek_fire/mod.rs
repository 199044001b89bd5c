//! Greek Fire: one model is one ship, with a full log.

mod combat;
mod hint;
mod orders;
mod questions;
mod resolve;
mod sheet;
mod state;
pub mod tables;
mod turn;

use std::collections::BTreeSet;
use std::sync::Arc;

use serde_json::{Map, Value, json};

use crate::dice::Roller;
use crate::rules::common::{
    Options, Resolution, Side, SideInfo, Stop, Subject, Switch, SystemTag, Tag, Viewer,
};
use crate::rules::question::Question;
use crate::rules::roster::Roster;
use crate::rules::schema::{FieldSpec, OrderSpec};
use crate::rules::system::System;
use crate::rules::view::{Card, Chart, Guide, Hint, Sheet};
use crate::say::Say;

pub use orders::{AdjacentCrew, Current, Effect, Hex, Order};
pub use state::{Battle, Captain, Fleet, Phase, Ship, ShipEntry, Status};

use state::Setup;

const SWITCHES: &[Switch] = &[Switch {
    slug: "free-for-all",
    what: "Any ship may shoot during another ship's move, each mount still once a round.",
}];

impl System for Battle {
    const TAG: SystemTag = SystemTag::GreekFire;
    const NAME: &'static str = "Greek Fire";
    type Fleet = Fleet;
    type Unit = Ship;
    type Order = Order;
    type Effect = Effect;

    fn orders() -> &'static [OrderSpec] {
        orders::ORDERS
    }

    fn switches() -> &'static [Switch] {
        SWITCHES
    }

    fn charts() -> Vec<Chart> {
        sheet::charts()
    }

    fn open(fleets: [Fleet; 2], options: Options) -> Result<Battle, String> {
        let ships = |fleet: &Fleet, side| {
            fleet.ships.iter().map(|entry| Ship::enter(entry, side)).collect::<Vec<_>>()
        };
        let [a, b] = fleets;
        let ships = Roster::new([ships(&a, Side::A), ships(&b, Side::B)]);
        let info =
            |fleet: Fleet| SideInfo { name: fleet.name, people: fleet.people, notes: fleet.notes };
        let mut battle = Battle {
            setup: Arc::new(Setup { sides: [info(a), info(b)], options }),
            ships,
            round: 1,
            active: None,
            phase: Phase::Start,
            first_side: None,
            last_side: None,
            sizes: [0, 0],
            rowed: BTreeSet::new(),
            credited: BTreeSet::new(),
        };
        battle.sizes = battle.count_sizes();
        Ok(battle)
    }

    fn sides(&self) -> &[SideInfo; 2] {
        &self.setup.sides
    }

    fn options(&self) -> &Options {
        &self.setup.options
    }

    fn resolve(&self, order: &Order, roller: &mut Roller) -> Result<Resolution<Effect>, Stop> {
        resolve::resolve(self, order, roller)
    }

    fn apply(&mut self, effect: &Effect) {
        self.do_effect(effect);
    }

    fn roster(&self) -> &Roster<Ship> {
        &self.ships
    }

    fn battle_state(&self) -> Map<String, Value> {
        let mut keys = Map::new();
        keys.insert("round".into(), json!(self.round));
        keys.insert("phase".into(), json!(self.phase.slug()));
        keys.insert("active".into(), json!(self.active));
        keys.insert("to_move".into(), json!(self.side_to_move()));
        keys
    }

    fn side_state(&self, side: Side, _viewer: Viewer) -> Map<String, Value> {
        self.setup.sides[side.index()].keys()
    }

    /// GF-11: a side wins when no enemy ship is in action and not routing.
    fn winner(&self) -> Option<&'static str> {
        let fights = |side| {
            self.ships.iter().any(|(_, ship)| {
                ship.holder == side && ship.status == Status::InAction && !ship.routing
            })
        };
        match (fights(Side::A), fights(Side::B)) {
            (true, true) => None,
            (true, false) => Some("A"),
            (false, true) => Some("B"),
            (false, false) => Some("draw"),
        }
    }

    fn adjustment(subject: Subject, field: String, value: Value) -> Effect {
        Effect::Adjusted(subject, field, value)
    }

    fn replace_unit(&mut self, tag: Tag, unit: Ship) {
        self.ships.change(tag, |ship| {
            let ship_type = ship.ship_type.take();
            *ship = Ship { ship_type, ..unit };
        });
    }

    fn adjust_side(&mut self, side: Side, field: &str, _value: &Value) -> Result<(), String> {
        let shown: String = field.chars().take(40).collect();
        Err(format!("side {side} has no `{shown}` to correct in Greek Fire"))
    }

    fn check_unit(&self, tag: Tag, unit: &Ship) -> Result<(), String> {
        if self.ships.find(tag).is_some_and(|ship| ship.type_slug != unit.type_slug) {
            return Err(format!("{tag} keeps her type for the battle"));
        }
        if unit.crew > unit.full_crew {
            return Err(format!("{tag} has room for {} crew, not {}", unit.full_crew, unit.crew));
        }
        let boxes = tables::FIRES_DESTROY;
        if unit.fires > boxes {
            return Err(format!("a log has boxes for {boxes} fires, not for {}", unit.fires));
        }
        if let Some(tag) = unit
            .grappled
            .iter()
            .chain(&unit.rammed_this_turn)
            .find(|t| self.ships.find(**t).is_none())
        {
            return Err(format!("there is no {tag}"));
        }
        Ok(())
    }

    fn card(&self, tag: Tag, _viewer: Viewer) -> Option<Card> {
        sheet::card(self, tag)
    }

    fn guide(&self) -> Guide {
        self.how_it_stands()
    }

    fn hint(&self, subject: Subject, order: &OrderSpec, field: &FieldSpec) -> Hint {
        self.hint_for(subject, order, field)
    }

    fn concerns(&self, subject: Subject, order: &OrderSpec) -> bool {
        match subject {
            Subject::Unit(_) => true,
            // A side has no keys to correct, and no order of its own.
            Subject::Side(_) => false,
            Subject::Battle => !matches!(order.kind, "adjust"),
        }
    }

    fn warnings(&self, order: &Order) -> Vec<Say> {
        self.departures(order).into_iter().map(Into::into).collect()
    }

    fn questions(&self, order: &Order) -> Vec<Question> {
        questions::questions(self, order)
    }

    fn sheet(&self, tag: Tag, fresh: bool) -> Option<Sheet> {
        sheet::sheet(self, tag, fresh)
    }

    fn uses(&self, side: Side) -> Vec<String> {
        sheet::uses(self, side)
    }
}
