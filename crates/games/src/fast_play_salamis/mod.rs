//! Fast Play Salamis: one model is one ship and moves in inches; hits are counted against
//! her viability.

mod building;
mod charts;
mod compare;
mod defaults;
mod effects;
mod fleet;
mod glossary;
mod guide;
mod orders;
mod paper;
mod questions;
mod resolve;
mod scenarios;
mod sequence;
mod sheet;
mod source;
mod state;
pub mod tables;
mod turn;
mod turn_card;

use std::collections::BTreeSet;

use serde_json::{Map, Value, json};

use dice::Roller;
use message::{Message, clipped, message};
use rules::common::{OpenError, Resolution, Side, Stop, Subject, Tag, Winner};
use rules::correction;
use rules::correction::Corrections;
use rules::roster::Common;
use rules::round::Cycle;
use rules::secrets::Secrets;
use rules::system::Rules;
use rules::view::FieldDefaults;

pub use effects::Effect;
pub use orders::{Field, Order, OrderKind, Outcome, Switch};
pub use state::{Battle, Fleet, Phase, Ship, ShipEntry, Status};

impl Rules for Battle {
    const NAME: &'static str = "Fast Play Salamis";
    const CYCLE: Cycle = Cycle::Round;
    const NEVER_ROLLS: &'static [OrderKind] = &[OrderKind::LeaveTable];
    const ROLLS_FOR_BOTH: &'static [OrderKind] = &[OrderKind::FirstSide, OrderKind::HandToHand];

    type Switch = Switch;
    type Fleet = Fleet;
    type Unit = Ship;
    type Order = Order;
    type Outcome = Outcome;
    type Effect = Effect;

    fn open(fleets: [Fleet; 2], options: BTreeSet<Switch>) -> Result<Battle, OpenError> {
        let enter = |fleet: &Fleet| {
            fleet.ships.iter().map(|ship| Ship::enter(&ship.name, &ship.class)).collect::<Vec<_>>()
        };
        let ships = fleets.each_ref().map(enter);
        let panic_numbers = fleets.each_ref().map(state::Fleet::panic_numbers);
        let fleets_of = fleets.each_ref().map(Fleet::fleets);
        let sides = fleets.map(|fleet| fleet.about);
        Ok(Battle {
            common: Common::new(sides, options, ships),
            fleets: fleets_of.into(),
            to_move: Side::A,
            phase: Phase::Movement,
            panic_numbers,
            panicked: [Vec::new(), Vec::new()],
            attempts: BTreeSet::new(),
            declined_boardings: BTreeSet::new(),
            fights: BTreeSet::new(),
            first: Side::A,
            begun: false,
        })
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
        keys.insert("phase".into(), json!(self.phase));
        keys.insert("to_move".into(), json!(self.to_move));
        keys
    }

    fn side_state(&self, side: Side) -> Map<String, Value> {
        let mut keys = self.common.sides[side.index()].keys();
        keys.insert("panic_numbers".into(), json!(self.panic_numbers[side.index()]));
        keys.insert("panicked".into(), json!(self.panicked[side.index()]));
        keys
    }

    fn won_by_rules(&self) -> Option<Winner> {
        self.winner_side()
    }
}

impl Corrections for Battle {
    fn adjust_side(&mut self, side: Side, field: &str, value: &Value) -> Result<(), Message> {
        let fleets = &self.fleets[side.index()];
        let known = |fleet: &str| fleets.iter().any(|(slug, _)| slug == fleet);
        if let Some(fleet) = field.strip_prefix("panic_numbers.").filter(|fleet| known(fleet)) {
            let number = value.as_u64().filter(|n| *n > 0).and_then(|n| u32::try_from(n).ok());
            let number =
                number.ok_or_else(|| message!("`{field}` takes a whole number from 1", field))?;
            let numbers = &mut self.panic_numbers[side.index()];
            numbers.insert(fleet.to_owned(), number);
        } else if field == "panicked" {
            let listed: Option<Vec<String>> = serde_json::from_value(value.clone()).ok();
            let listed = listed.filter(|list| list.iter().all(|fleet| known(fleet)));
            self.panicked[side.index()] =
                listed.ok_or_else(|| message!("`panicked` takes a list of the side’s fleets"))?;
        } else {
            let field = clipped(field);
            let keys =
                fleets.iter().map(|(slug, _)| Message::verbatim(format!("panic_numbers.{slug}")));
            return Err(message!(
                "side {side} has no entry `{field}`, only panicked and {keys}",
                side,
                field,
                keys = Message::list(keys)
            ));
        }
        Ok(())
    }

    fn correctable(&self, subject: Subject) -> FieldDefaults {
        match subject {
            Subject::Side(side) => self.side_keys(side),
            Subject::Unit(_) | Subject::Battle => correction::entries(self, subject),
        }
    }

    /// Refuses an impossible corrected record.
    fn check_unit(&self, tag: Tag, ship: &Ship) -> Result<(), Message> {
        if self.common.units.find(tag).is_some_and(|before| before.class_slug != ship.class_slug) {
            return Err(message!(
                "the class of {ship} cannot change during the battle",
                ship = self.called(tag)
            ));
        }
        let others = ship
            .in_contact_with
            .iter()
            .chain(&ship.contact_at_start)
            .chain(&ship.rammed_by_this_phase)
            .chain(&ship.boarded_by);
        for other in others {
            if self.common.units.find(*other).is_none() {
                return Err(message!("there is no {other}", other));
            }
            if other.side == tag.side {
                return Err(message!("{other} is a friend of {ship}", other, ship = tag));
            }
        }
        Ok(())
    }
}

impl Secrets for Battle {}
