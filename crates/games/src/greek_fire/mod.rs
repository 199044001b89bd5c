//! Greek Fire: one model is one ship, with a full record.

mod boarding;
mod building;
mod charts;
mod compare;
mod defaults;
mod effects;
mod fire;
mod fleet;
mod glossary;
mod guards;
mod guide;
mod hull_damage;
mod missiles;
mod morale;
mod mounts;
mod moving;
mod orders;
mod paper;
mod points_used;
mod prizes;
mod questions;
mod ramming;
mod resolve;
mod scenarios;
mod sequence;
mod sheet;
mod source;
mod state;
pub mod tables;
mod turn;
mod turn_card;

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, Value, json};

use dice::Roller;
use message::{Message, clipped, message};
use rules::common::{OpenError, Resolution, Side, Stop, Subject, Tag, Winner};
use rules::common_orders::Corrected;
use rules::correction;
use rules::correction::Corrections;
use rules::roster::Common;
use rules::round::Cycle;
use rules::secrets::Secrets;
use rules::system::Rules;
use rules::view::FieldDefaults;

pub use effects::Effect;
pub use orders::{Current, Field, Hex, Order, OrderKind, Outcome, Switch};
pub use points_used::Spent;
pub use prizes::PrizeCrew;
pub use state::{Battle, Captain, Fleet, Phase, Ship, ShipEntry, Status};

impl Rules for Battle {
    const NAME: &'static str = "Greek Fire";
    const CYCLE: Cycle = Cycle::Round;
    const ALTERNATES: bool = true;
    const NEVER_ROLLS: &'static [OrderKind] =
        &[OrderKind::Row, OrderKind::TakePrize, OrderKind::Escape, OrderKind::LeaveTable];
    const ROLLS_FOR_BOTH: &'static [OrderKind] = &[OrderKind::FirstSide, OrderKind::Board];

    type Switch = Switch;
    type Fleet = Fleet;
    type Unit = Ship;
    type Order = Order;
    type Outcome = Outcome;
    type Effect = Effect;

    fn open(fleets: [Fleet; 2], options: BTreeSet<Switch>) -> Result<Battle, OpenError> {
        let ships = |fleet: &Fleet, side| {
            fleet.ships.iter().map(|entry| Ship::enter(entry, side)).collect::<Vec<_>>()
        };
        let [a, b] = fleets;
        let ships = [ships(&a, Side::A), ships(&b, Side::B)];
        let mut battle = Battle {
            common: Common::new([a.about, b.about], options, ships),
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

    fn common(&self) -> &Common<Ship, Switch> {
        &self.common
    }

    fn common_mut(&mut self) -> &mut Common<Ship, Switch> {
        &mut self.common
    }

    fn resolve(
        &self,
        order: &Order,
        roller: &mut Roller,
    ) -> Result<Resolution<Outcome, Effect>, Stop> {
        resolve::resolve(self, order, roller)
    }

    fn battle_state(&self) -> Map<String, Value> {
        let mut keys = Map::new();
        keys.insert("round".into(), json!(self.common.round));
        keys.insert("phase".into(), json!(self.phase.slug()));
        keys.insert("active".into(), json!(self.active));
        keys.insert("to_move".into(), json!(self.side_to_move()));
        keys
    }

    /// The winner is decided at once, and later events do not change it (GF-11).
    fn won_by_rules(&self) -> Option<Winner> {
        self.won
    }

    fn settle(&mut self) {
        self.fix_winner();
        self.end_turn_of_a_lost_ship();
    }
}

impl Corrections for Battle {
    /// A correction may change the winner and, before any ship has moved, the side that
    /// goes first.
    fn corrected(&mut self, _corrected: &Corrected) {
        self.won = None;
        if self.last_side.is_none() {
            self.sizes = self.count_sizes();
        }
    }

    fn correctable(&self, subject: Subject) -> FieldDefaults {
        FieldDefaults { value: Some(json!("crew")), ..correction::entries(self, subject) }
    }

    fn check_unit(&self, tag: Tag, unit: &Ship) -> Result<(), Message> {
        if self.common.units.find(tag).is_some_and(|ship| ship.type_slug != unit.type_slug) {
            return Err(message!("the type of {tag} cannot change during the battle", tag));
        }
        if unit.crew > unit.full_crew {
            let (most, crew) = (unit.full_crew, unit.crew);
            let why = message!("{tag} holds at most {most} crew, not {crew}", tag, most, crew);
            return Err(why);
        }
        if let Some(ship) = self.common.units.find(tag) {
            let mounts = ship.every_mount();
            let known = |mount: &&String| mounts.contains(mount);
            let named = unit.ammo.keys().chain(unit.shot.keys()).find(|mount| !known(mount));
            if let Some(mount) = named {
                let mount = clipped(mount);
                return Err(message!("{tag} has no mount `{mount}`", tag, mount));
            }
            if let Some(mount) = ship.ammo.keys().find(|mount| !unit.ammo.contains_key(*mount)) {
                return Err(message!("the ammo of {tag} lacks `{mount}`", tag, mount));
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
        match named.find(|other| self.common.units.find(**other).is_none()) {
            Some(unknown) => Err(message!("there is no {unknown}", unknown)),
            None => Ok(()),
        }
    }

    fn possible_keys(&self, tag: Tag, entry: &str) -> Vec<String> {
        match self.common.units.find(tag) {
            Some(ship) if entry == "shot" => ship.every_mount(),
            Some(_) | None => Vec::new(),
        }
    }
}

impl Secrets for Battle {}
