//! Ancient Naval Games: one model is one ship; a broken matchstick shows her
//! damage.

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

use message::{Message, clipped, message};
use rules::by_its_files::by_its_files;
use rules::common::{NoBattle, RecordFault, Side, Subject, Tag, Winner};
use rules::correction;
use rules::effects::Happens as _;
use rules::ending::Ending;
use rules::roster::Common;
use rules::round::Cycle;
use rules::source::About;
use rules::system::System;
use rules::view::FieldDefaults;

pub use effects::Effect;
pub use orders::{Field, Order, OrderKind};
pub use rules::common::NoSwitch as Switch;
pub use state::{Battle, Fleet, Phase, Ship, Status};

pub use tables::Outcome;

use orders::fields::{Activate, LeaveTable, Move, OarStrike, Ram};

impl System for Battle {
    const NAME: &'static str = "Ancient Naval Games";
    const CYCLE: Cycle = Cycle::Round;
    const NEVER_ROLLS: &'static [OrderKind] =
        &[OrderKind::Morale, OrderKind::Move, OrderKind::LeaveTable];
    const ROLLS_FOR_BOTH: &'static [OrderKind] =
        &[OrderKind::FirstSide, OrderKind::OarStrike, OrderKind::Ram];

    const BY_NET: &'static [OrderKind] = &[OrderKind::OarStrike, OrderKind::Ram];

    by_its_files!(Ship, charts in sheet, besides [in_duel duellist_says check_unit tallies]);

    fn open(fleets: [Fleet; 2], options: BTreeSet<Switch>) -> Result<Battle, NoBattle> {
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

    fn about() -> About {
        About {
            like: message!(
                "The quickest: three moves a ship, oars broken like matchsticks, and lone \
                   ships that run. Learnt in ten minutes."
            ),
            size: message!("about 12 ships a side, under an hour"),
            table: message!("a hex mat and small models or counters"),
            dice: message!("one six-sided die a player"),
        }
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
        keys.insert("ceded".into(), json!(self.ceded[side.index()]));
        keys.insert("morale_asked".into(), json!(self.morale_asked[side.index()]));
        keys
    }

    fn apply(&mut self, effect: &Effect) {
        self.begun |= !matches!(effect, Effect::FirstSideChosen(_));
        effect.happen(self);
    }

    fn out_of_play(&self, tag: Tag, ship: &Ship) -> Message {
        let status = ship.status;
        message!("{ship} is out of the game: {status}", ship = self.called(tag), status)
    }

    /// Nothing but a concession ends a battle by the rules.
    fn ended(&self) -> Option<Winner> {
        self.common.ending.map(Ending::winner).or_else(|| self.victor())
    }

    fn won_by_rules(&self) -> Option<Winner> {
        self.victor()
    }

    fn adjust_side(&mut self, side: Side, field: &str, value: &Value) -> Result<(), RecordFault> {
        let entry = match field {
            "ceded" => &mut self.ceded[side.index()],
            "morale_asked" => &mut self.morale_asked[side.index()],
            _ => {
                let field = clipped(field);
                return Err(message!(
                    "side {side} has no entry `{field}`, only ceded and morale_asked",
                    side,
                    field
                )
                .into());
            }
        };
        *entry = value.as_bool().ok_or_else(|| message!("`{field}` takes true or false", field))?;
        Ok(())
    }

    fn asks(&self, subject: Subject, field: Field) -> bool {
        let Subject::Unit(tag) = subject else { return true };
        match field {
            // The last ship of a side is isolated, whatever is entered,
            // and of the others it is known from their first order on.
            Field::Activate(Activate::isolated)
            | Field::Move(Move::isolated)
            | Field::OarStrike(OarStrike::isolated)
            | Field::Ram(Ram::isolated) => {
                let begins = self.common.units.find(tag).is_some_and(|ship| !ship.activated);
                begins && self.last_ship(tag.side) != Some(tag)
            }
            Field::LeaveTable(LeaveTable::elsewhere) => self.common.aims.may_leave(tag.side),
            Field::Activate(Activate::ship)
            | Field::Move(Move::ship | Move::ahead | Move::astern | Move::turns)
            | Field::OarStrike(OarStrike::ship | OarStrike::target | OarStrike::aspect)
            | Field::Ram(Ram::ship | Ram::target | Ram::aspect)
            | Field::LeaveTable(LeaveTable::ship)
            | Field::FirstSide(_)
            | Field::Morale(_)
            | Field::EndTurn(_)
            | Field::Cede(_) => true,
        }
    }

    fn correctable(&self, subject: Subject) -> FieldDefaults {
        match subject {
            Subject::Side(_) => defaults::side_keys(),
            Subject::Unit(_) | Subject::Battle => correction::entries(self, subject),
        }
    }

    /// Who goes first is settled once the battle has begun.
    fn concerns(&self, subject: Subject, order: OrderKind) -> bool {
        match subject {
            Subject::Unit(tag) => self.in_play(tag),
            Subject::Side(_) | Subject::Battle => order != OrderKind::FirstSide || !self.begun,
        }
    }
}
