//! Ancient Naval Games: one model is one ship, and a broken matchstick marks her damage.

mod compare;
mod defaults;
mod effects;
mod glossary;
mod orders;
mod paper;
mod questions;
mod resolve;
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
use rules::Keyword as _;
use rules::common::{OpenError, Resolution, Side, Stop, Subject, Tag, Winner};
use rules::correction;
use rules::correction::Corrections;
use rules::ending::Ending;
use rules::roster::Common;
use rules::round::Cycle;
use rules::secrets::Secrets;
use rules::system::Rules;
use rules::view::FieldDefaults;

pub use effects::Effect;
pub use orders::{Field, Order, OrderKind};
pub use rules::common::NoOptionalRules as Switch;
pub use state::{Battle, Fleet, Phase, Ship, Status};

pub use tables::Outcome;

use state::SideKey;

impl Rules for Battle {
    const NAME: &'static str = "Ancient Naval Games";
    const CYCLE: Cycle = Cycle::Round;
    const NEVER_ROLLS: &'static [OrderKind] =
        &[OrderKind::Morale, OrderKind::Move, OrderKind::LeaveTable, OrderKind::Finish];
    const ROLLS_FOR_BOTH: &'static [OrderKind] =
        &[OrderKind::FirstSide, OrderKind::OarStrike, OrderKind::Ram];

    type Switch = Switch;
    type Fleet = Fleet;
    type Unit = Ship;
    type Order = Order;
    type Outcome = Outcome;
    type Effect = Effect;

    fn open(fleets: [Fleet; 2], options: BTreeSet<Switch>) -> Result<Battle, OpenError> {
        let [a, b] = fleets;
        Ok(Battle {
            common: Common::new([a.about, b.about], options, [a.units, b.units]),
            to_move: Side::A,
            phase: Phase::Morale,
            active: None,
            morale_asked: [false, false],
            ceded: [false, false],
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
        keys.insert("active".into(), json!(self.active));
        keys
    }

    fn side_state(&self, side: Side) -> Map<String, Value> {
        let mut keys = self.common.sides[side.index()].keys();
        keys.insert(SideKey::Ceded.word().into(), json!(self.ceded[side.index()]));
        keys.insert(SideKey::MoraleAsked.word().into(), json!(self.morale_asked[side.index()]));
        keys
    }

    fn out_of_play(&self, tag: Tag, ship: &Ship) -> Message {
        let status = ship.status;
        message!("{ship} is out of the battle: {status}", ship = self.called(tag), status)
    }

    /// By the rules, only a concession ends a battle.
    fn ended(&self) -> Option<Winner> {
        self.common.ending.map(Ending::winner).or_else(|| self.victor())
    }

    fn won_by_rules(&self) -> Option<Winner> {
        self.victor()
    }
}

impl Corrections for Battle {
    fn adjust_side(&mut self, side: Side, field: &str, value: &Value) -> Result<(), Message> {
        let entry = match SideKey::of_word(field) {
            Some(SideKey::Ceded) => &mut self.ceded[side.index()],
            Some(SideKey::MoraleAsked) => &mut self.morale_asked[side.index()],
            None => {
                let field = clipped(field);
                return Err(message!(
                    "side {side} has no entry `{field}`, only ceded and morale_asked",
                    side,
                    field
                ));
            }
        };
        *entry = value.as_bool().ok_or_else(|| message!("`{field}` takes true or false", field))?;
        Ok(())
    }

    fn correctable(&self, subject: Subject) -> FieldDefaults {
        match subject {
            Subject::Side(_) => defaults::side_keys(),
            Subject::Unit(_) | Subject::Battle => correction::entries(self, subject),
        }
    }

    /// Refuses an impossible corrected record.
    fn check_unit(&self, tag: Tag, ship: &Ship) -> Result<(), Message> {
        if self.common.units.find(tag).is_some_and(|before| before.size != ship.size) {
            return Err(message!(
                "the size of {ship} cannot change during the battle",
                ship = self.called(tag)
            ));
        }
        if ship.free_turn_left && ship.size.free_turns() == 0 {
            return Err(message!("only a small ship has a free turn"));
        }
        Ok(())
    }
}

impl Secrets for Battle {}
