//! Greek Fire: one model is one ship, with a full record.

mod boarding;
mod building;
mod compare;
mod charts;
mod effects;
mod fire;
mod drills;
mod fleet;
mod guards;
mod guide;
mod hint;
mod holing;
mod missiles;
mod morale;
mod mounts;
mod moving;
mod orders;
mod prizes;
mod questions;
mod ramming;
mod resolve;
mod sequence;
mod sheet;
mod source;
mod state;
pub mod tables;
mod turn;
mod words;

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, Value, json};

use crate::dice::Roller;
use crate::rules::aim::Aims;
use crate::rules::common::{
    NoBattle, RecordFault, Resolution, Side, SideInfo, Stop, Subject, Tag, Viewer, Winner,
};
use crate::rules::comparison::{Figures, Ground, Plan};
use crate::rules::drill::{Alike, Drill};
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

pub use orders::{Current, Effect, Hex, Order, Outcome, Switch};
pub use prizes::PrizeCrew;
pub use state::{Battle, Captain, Fleet, Phase, Ship, ShipEntry, Status};

use state::Setup;

impl System for Battle {
    const NAME: &'static str = "Greek Fire";
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
        charts::charts()
    }

    fn sequence() -> Vec<TurnPart> {
        sequence::sequence()
    }

    fn choosing_sides() -> Option<Say> {
        Some(sequence::choosing_sides())
    }

    fn open(fleets: [Fleet; 2], options: BTreeSet<Switch>) -> Result<Battle, NoBattle> {
        let ships = |fleet: &Fleet, side| {
            fleet.ships.iter().map(|entry| Ship::enter(entry, side)).collect::<Vec<_>>()
        };
        let [a, b] = fleets;
        let ships = Roster::new([ships(&a, Side::A), ships(&b, Side::B)]);
        let mut battle = Battle {
            setup: Setup { sides: [a.about, b.about], options }.into(),
            aims: Aims::default(),
            ships,
            round: 1,
            active: None,
            phase: Phase::Start,
            first_side: None,
            last_side: None,
            sizes: [0, 0],
            rowed: BTreeSet::new(),
            could_sail: BTreeSet::new(),
            aimed_at: BTreeMap::new(),
            begun: false,
            won: None,
        };
        battle.sizes = battle.count_sizes();
        Ok(battle)
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
                "A full log for every ship: crew, shots, fires, oars, and how long she still \
                   floats. Rams, boarding and everything that can be thrown at a galley."
            ),
            size: say!("5 to 14 ships a side, one to five hours"),
            table: say!("a hex mat, a model for each ship, fire markers"),
            dice: say!("six-sided and ten-sided dice"),
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

    fn attacks_as(fleet: &Fleet) -> Option<(Say, Value)> {
        compare::rams_as(fleet)
    }

    fn duellist_says(&self, own: Tag, of: (&str, &str), ground: Ground) -> Option<Value> {
        Battle::duellist_says(self, own, of, ground)
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
        keys.insert("phase".into(), json!(self.phase.slug()));
        keys.insert("active".into(), json!(self.active));
        keys.insert("to_move".into(), json!(self.side_to_move()));
        keys
    }

    fn side_state(&self, side: Side, _viewer: Viewer) -> Map<String, Value> {
        self.setup.sides[side.index()].keys()
    }

    /// Fixed when it happens, and not changed by what follows (GF-11).
    fn winner(&self) -> Option<Winner> {
        self.won
    }

    fn settle(&mut self) {
        self.fix_winner();
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

    fn adjust_side(&mut self, side: Side, field: &str, _value: &Value) -> Result<(), RecordFault> {
        let shown = clipped(field);
        let why = say!("side {side} has no `{shown}` to correct in Greek Fire", side, shown);
        Err(RecordFault(why))
    }

    fn check_unit(&self, tag: Tag, unit: &Ship) -> Result<(), RecordFault> {
        if self.ships.find(tag).is_some_and(|ship| ship.type_slug != unit.type_slug) {
            return Err(say!("{tag} keeps her type for the battle", tag).into());
        }
        if unit.crew > unit.full_crew {
            let (most, crew) = (unit.full_crew, unit.crew);
            let why = say!("{tag} holds at most {most} crew; {crew} were entered", tag, most, crew);
            return Err(why.into());
        }
        if unit.fires > tables::FIRES_DESTROY {
            let (most, fires) = (tables::FIRES_DESTROY, unit.fires);
            let why =
                say!("a record has boxes for {most} fires; {fires} were entered", most, fires);
            return Err(why.into());
        }
        if let Some(ship) = self.ships.find(tag) {
            let mounts = ship.every_mount();
            let known = |mount: &&String| mounts.contains(mount);
            let named = unit.ammo.keys().chain(unit.shot.keys()).find(|mount| !known(mount));
            if let Some(mount) = named {
                let mount = clipped(mount);
                return Err(say!("{tag} has no mount `{mount}`", tag, mount).into());
            }
            if let Some(mount) = ship.ammo.keys().find(|mount| !unit.ammo.contains_key(*mount)) {
                return Err(say!("the ammo of {tag} leaves out `{mount}`", tag, mount).into());
            }
        }
        let lists = [&unit.grappled, &unit.rammed_this_turn, &unit.rammed_together, &unit.touching];
        let senders = unit.prize_crew.iter().flat_map(|men| men.from.keys());
        let mut named = lists
            .into_iter()
            .flatten()
            .chain(&unit.sinking_by)
            .chain(&unit.credited_to)
            .chain(senders);
        match named.find(|other| self.ships.find(**other).is_none()) {
            Some(unknown) => Err(say!("there is no {unknown}", unknown).into()),
            None => Ok(()),
        }
    }

    fn card(&self, tag: Tag, _viewer: Viewer) -> Option<Card> {
        sheet::card(self, tag)
    }

    fn guide(&self) -> Guide {
        self.draw_guide()
    }

    fn more_keys_of(&self, tag: Tag, entry: &str) -> Vec<String> {
        match self.ships.find(tag) {
            Some(ship) if entry == "shot" => ship.every_mount(),
            Some(_) | None => Vec::new(),
        }
    }

    fn nothing_for(&self, order: &OrderSpec, field: &FieldSpec) -> Option<Say> {
        hint::nothing_for(order, field)
    }

    fn hint(&self, subject: Subject, order: &OrderSpec, field: &FieldSpec) -> Hint {
        self.hint_for(subject, order, field)
    }

    fn asks(&self, subject: Subject, order: &OrderSpec, field: &FieldSpec) -> bool {
        self.asks_for(subject, order, field)
    }

    fn concerns(&self, subject: Subject, order: &OrderSpec) -> bool {
        match subject {
            Subject::Unit(tag) => self.ships.find(tag).is_some_and(|ship| gives(ship, order.kind)),
            // A side has no entries to correct and no orders of its own.
            Subject::Side(_) => false,
            Subject::Battle => !matches!(order.kind, "adjust"),
        }
    }

    fn warnings(&self, order: &Order) -> Vec<Say> {
        self.departures(order)
    }

    fn needs_consent(&self, order: &Order, side: Side) -> bool {
        self.takes_more_than_its_own(order, side)
    }

    fn drills(&self, own: &[Alike], targets: &[Alike]) -> Vec<Drill> {
        vec![drills::losses(self, own, targets)]
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

    fn house_charts(&self, side: Side) -> Vec<Chart> {
        charts::house_types(self, side)
    }
}

/// Whether a ship ever gives an order of this kind: one without crew, or that
/// nobody commands any more, only burns on.
fn gives(ship: &Ship, kind: &str) -> bool {
    match kind {
        "adjust" => true,
        "fire" => ship.on_table(),
        _ => ship.is_manned(),
    }
}
