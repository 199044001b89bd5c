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
mod holing;
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

use message::{Message, clipped, message};
use rules::by_its_files::by_its_files;
use rules::common::{NoBattle, RecordFault, Side, Subject, Tag, Winner};
use rules::common_orders::Corrected;
use rules::comparison::Ground;
use rules::correction;
use rules::effects::Happens as _;
use rules::roster::Common;
use rules::round::Cycle;
use rules::source::About;
use rules::system::System;
use rules::view::FieldDefaults;

pub use effects::Effect;
pub use orders::{Current, Field, Hex, Order, OrderKind, Outcome, Switch};
pub use points_used::Spent;
pub use prizes::PrizeCrew;
pub use state::{Battle, Captain, Fleet, Phase, Ship, ShipEntry, Status};

use orders::fields::Shoot;

impl System for Battle {
    const NAME: &'static str = "Greek Fire";
    const CYCLE: Cycle = Cycle::Round;
    const ALTERNATES: bool = true;
    const NEVER_ROLLS: &'static [OrderKind] =
        &[OrderKind::Row, OrderKind::TakePrize, OrderKind::Escape, OrderKind::LeaveTable];
    const ROLLS_FOR_BOTH: &'static [OrderKind] = &[OrderKind::FirstSide, OrderKind::Board];

    /// Missiles, if they are free for all.
    fn is_right(&self, order: &Order) -> bool {
        matches!(order, Order::Shoot { .. }) && self.common.options.contains(&Switch::FreeForAll)
    }

    fn ends_besides(&self, order: &Order) -> Option<Message> {
        let Order::Activate { ship } = order else { return None };
        let active = self.amid_turn_of().and(self.active).filter(|active| active != ship)?;
        Some(message!("ends the turn of {active}", active))
    }

    by_its_files!(Ship, charts in charts, besides [in_duel drills asks nothing_for house_charts]);

    fn choosing_sides() -> Option<Message> {
        Some(sequence::choosing_sides())
    }

    fn open(fleets: [Fleet; 2], options: BTreeSet<Switch>) -> Result<Battle, NoBattle> {
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

    fn about() -> About {
        About {
            like: message!(
                "A full log for every ship: crew, shots, fires, oars, and how long she still \
                   floats. Rams, boarding and everything that can be thrown at a galley."
            ),
            size: message!("5 to 14 ships a side, one to five hours"),
            table: message!("a hex mat, a model for each ship, fire markers"),
            dice: message!("six-sided and ten-sided dice"),
        }
    }

    fn attacks_as(fleet: &Fleet) -> Option<(Message, Value)> {
        compare::rams_as(fleet)
    }

    fn after_in_duel(order: &Order, ground: &mut Ground) -> Option<Order> {
        compare::after_in_duel(order, ground)
    }

    fn duellist_says(&self, own: Tag, field: Field, ground: Ground) -> Option<Value> {
        self.duellist_enters(own, field, ground)
    }

    fn battle_state(&self) -> Map<String, Value> {
        let mut keys = Map::new();
        keys.insert("round".into(), json!(self.common.round));
        keys.insert("phase".into(), json!(self.phase.slug()));
        keys.insert("active".into(), json!(self.active));
        keys.insert("to_move".into(), json!(self.side_to_move()));
        keys
    }

    fn apply(&mut self, effect: &Effect) {
        self.begun |= !matches!(effect, Effect::FirstSideChosen(_));
        effect.happen(self);
    }

    /// Fixed when it happens, and not changed by what follows (GF-11).
    fn won_by_rules(&self) -> Option<Winner> {
        self.won
    }

    fn settle(&mut self) {
        self.fix_winner();
        self.end_turn_of_a_lost_ship();
    }

    /// A correction may change who has won and, before anybody has moved, who
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

    fn check_unit(&self, tag: Tag, unit: &Ship) -> Result<(), RecordFault> {
        if self.common.units.find(tag).is_some_and(|ship| ship.type_slug != unit.type_slug) {
            return Err(message!("{tag} keeps her type for the battle", tag).into());
        }
        if unit.crew > unit.full_crew {
            let (most, crew) = (unit.full_crew, unit.crew);
            let why =
                message!("{tag} holds at most {most} crew; {crew} were entered", tag, most, crew);
            return Err(why.into());
        }
        if let Some(ship) = self.common.units.find(tag) {
            let mounts = ship.every_mount();
            let known = |mount: &&String| mounts.contains(mount);
            let named = unit.ammo.keys().chain(unit.shot.keys()).find(|mount| !known(mount));
            if let Some(mount) = named {
                let mount = clipped(mount);
                return Err(message!("{tag} has no mount `{mount}`", tag, mount).into());
            }
            if let Some(mount) = ship.ammo.keys().find(|mount| !unit.ammo.contains_key(*mount)) {
                return Err(message!("the ammo of {tag} leaves out `{mount}`", tag, mount).into());
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
            Some(unknown) => Err(message!("there is no {unknown}", unknown).into()),
            None => Ok(()),
        }
    }

    fn more_keys_of(&self, tag: Tag, entry: &str) -> Vec<String> {
        match self.common.units.find(tag) {
            Some(ship) if entry == "shot" => ship.every_mount(),
            Some(_) | None => Vec::new(),
        }
    }

    /// What the records say of ships that touch is known (GF-28).
    fn unseen(&self, subject: Subject, field: Field, target: Option<Tag>) -> bool {
        match (subject, target) {
            (Subject::Unit(tag), Some(target)) if field == Field::Shoot(Shoot::range) => {
                let ship = self.common.units.find(tag);
                !ship.is_some_and(|ship| ship.touches(target))
            }
            (Subject::Unit(_) | Subject::Side(_) | Subject::Battle, _) => true,
        }
    }

    /// A ship without crew, or that nobody commands any more, only burns on.
    fn concerns(&self, subject: Subject, order: OrderKind) -> bool {
        match subject {
            Subject::Unit(tag) => self.common.units.find(tag).is_some_and(|ship| {
                if order == OrderKind::Fire { ship.on_table() } else { ship.is_manned() }
            }),
            Subject::Side(_) => order == OrderKind::Concede && self.winner().is_none(),
            Subject::Battle => true,
        }
    }

    const BY_NET: &'static [OrderKind] =
        &[OrderKind::Sail, OrderKind::Shoot, OrderKind::Ram, OrderKind::Board, OrderKind::Morale];
}
