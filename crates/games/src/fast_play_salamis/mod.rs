//! Fast Play Salamis: one model is one ship, moved in inches; hits against her
//! viability.

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

use message::{Message, clipped, message};
use rules::by_its_files::by_its_files;
use rules::common::{NoBattle, RecordFault, Side, Subject, Winner};
use rules::correction;
use rules::effects::Happens as _;
use rules::roster::Common;
use rules::round::Cycle;
use rules::source::About;
use rules::system::System;
use rules::view::FieldDefaults;

pub use effects::Effect;
pub use orders::{Field, Order, OrderKind, Outcome, Switch};
pub use state::{Battle, Fleet, Phase, Ship, ShipEntry, Status};

use orders::fields::LeaveTable;

impl System for Battle {
    const NAME: &'static str = "Fast Play Salamis";
    const CYCLE: Cycle = Cycle::Round;
    const NEVER_ROLLS: &'static [OrderKind] = &[OrderKind::LeaveTable];
    const ROLLS_FOR_BOTH: &'static [OrderKind] = &[OrderKind::FirstSide, OrderKind::HandToHand];

    fn phase_of_both(&self) -> Option<(u32, u8)> {
        let first = if self.to_move == Side::A { 0 } else { 2 };
        match self.phase {
            Phase::Movement => Some((self.common.round, first)),
            Phase::Ram => Some((self.common.round, first + 1)),
            Phase::HandToHand => None,
        }
    }

    /// Bows, and the board of a ship that was rammed.
    fn is_right(&self, order: &Order) -> bool {
        match order {
            Order::Bows { .. } => true,
            Order::Board { ship, target, .. } => {
                self.rammer(*ship, *target).is_some_and(|rammer| rammer != *ship)
            }
            Order::FirstSide {}
            | Order::Breakaway { .. }
            | Order::Ram { .. }
            | Order::HandToHand { .. }
            | Order::LeaveTable { .. }
            | Order::EndPhase {}
            | Order::Concede { .. } => false,
        }
    }

    fn ends_besides(&self, order: &Order) -> Option<Message> {
        let phase = turn::name_of(self.phase);
        self.goes_on_with(order).then(|| message!("ends the {phase} phase for both", phase))
    }

    by_its_files!(Ship, charts in charts, besides [
        in_duel duellist_says drills check_unit side_marks tallies house_charts roster_charts
    ]);

    fn open(fleets: [Fleet; 2], options: BTreeSet<Switch>) -> Result<Battle, NoBattle> {
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
            let_be: BTreeSet::new(),
            fights: BTreeSet::new(),
            first: Side::A,
            begun: false,
        })
    }

    fn about() -> About {
        About {
            like: message!(
                "Greeks against the Great King, with handfuls of dice: will the rowers reach \
                   ramming speed, will the marines go over, will the fleet panic?"
            ),
            size: message!("6 to 30 ships a side, half an hour to an hour and a half"),
            table: message!("a plain table, a ruler in inches, models of any scale"),
            dice: message!("a handful of six-sided dice"),
        }
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

    fn apply(&mut self, effect: &Effect) {
        self.begun |= !matches!(effect, Effect::FirstSideChosen(_));
        effect.happen(self);
    }

    fn won_by_rules(&self) -> Option<Winner> {
        self.winner_side()
    }

    fn adjust_side(&mut self, side: Side, field: &str, value: &Value) -> Result<(), RecordFault> {
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
            )
            .into());
        }
        Ok(())
    }

    fn asks(&self, subject: Subject, field: Field) -> bool {
        match (field, subject) {
            (Field::LeaveTable(LeaveTable::elsewhere), Subject::Unit(tag)) => {
                self.common.aims.may_leave(tag.side)
            }
            (
                Field::FirstSide(_)
                | Field::Bows(_)
                | Field::Breakaway(_)
                | Field::Ram(_)
                | Field::Board(_)
                | Field::HandToHand(_)
                | Field::LeaveTable(LeaveTable::ship | LeaveTable::elsewhere)
                | Field::EndPhase(_)
                | Field::Concede(_),
                Subject::Unit(_) | Subject::Side(_) | Subject::Battle,
            ) => true,
        }
    }

    fn correctable(&self, subject: Subject) -> FieldDefaults {
        match subject {
            Subject::Side(side) => self.side_keys(side),
            Subject::Unit(_) | Subject::Battle => correction::entries(self, subject),
        }
    }

    /// Who goes first is settled once the battle has begun.
    fn concerns(&self, subject: Subject, order: OrderKind) -> bool {
        match subject {
            Subject::Unit(tag) => self.in_play(tag),
            Subject::Side(_) | Subject::Battle => match order {
                OrderKind::FirstSide => !self.begun,
                OrderKind::Concede => self.winner().is_none(),
                OrderKind::Bows
                | OrderKind::Breakaway
                | OrderKind::Ram
                | OrderKind::Board
                | OrderKind::HandToHand
                | OrderKind::LeaveTable
                | OrderKind::EndPhase => true,
            },
        }
    }
}
