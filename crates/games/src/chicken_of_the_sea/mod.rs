//! Chicken of the Sea, Drepanum 249 BCE: one counter is six quinqueremes.

mod attack;
mod boarding;
mod building;
mod charts;
mod checks;
mod command;
mod compare;
mod consequences;
mod correct;
mod defaults;
mod effects;
mod fleet;
mod formations;
mod glossary;
mod guards;
mod guide;
mod moving;
mod orders;
mod paper;
mod questions;
mod resolve;
mod scenarios;
mod secrets;
mod sequence;
mod sheet;
mod source;
mod speed;
mod state;
pub mod tables;
mod turn;
mod turn_card;

use std::collections::BTreeSet;

use serde_json::{Map, Value, json};

use dice::Roller;
use message::{Message, message};
use rules::Keyword as _;
use rules::common::{OpenError, Resolution, Side, Stop, Subject, Tag, Winner};
use rules::roster::Common;
use rules::round::Cycle;
use rules::statement::Stated as _;
use rules::system::Rules;

pub use effects::Effect;
pub use orders::{Due, Field, Order, OrderKind, Outcome, Switch};
pub use state::{
    Admiral, AdmiralEntry, AdmiralStatus, Battle, Command, Fleet, Formation, Galley, GalleyEntry,
    Status,
};

use state::{FlagCommand, Setup, SideKey};
use tables::{ENHANCED_RANGE, Nation, Phase, RANGE};

/// The nation of each side. A fleet that names none takes the nation that the other does
/// not have. If neither names one, A is Carthage, which moves first.
fn nations(fleets: &[Fleet; 2]) -> Result<[Nation; 2], Message> {
    match [fleets[0].nation, fleets[1].nation] {
        [Some(a), Some(b)] if a == b => Err(message!(
            "both fleets sail for {nation}: one is Rome’s and the other is Carthage’s",
            nation = a.name()
        )),
        [Some(a), _] => Ok([a, a.other()]),
        [None, Some(b)] => Ok([b.other(), b]),
        [None, None] => Ok([Nation::Carthage, Nation::Rome]),
    }
}

/// A side's command. If the file has a flagship but no admiral, he has no name and the
/// normal range (C-9).
fn flag(fleet: &Fleet, side: Side) -> FlagCommand {
    let numbered = (1u16..).zip(&fleet.ships);
    let aboard =
        numbered.filter(|(_, entry)| entry.flagship).map(|(number, _)| Tag { side, number }).next();
    let entry = fleet.admiral.clone().or_else(|| {
        aboard.map(|_| AdmiralEntry {
            name: "The admiral".into(),
            range: RANGE,
            enhanced_range: ENHANCED_RANGE,
        })
    });
    let admiral = entry.map(|entry| Admiral {
        name: entry.name,
        aboard,
        range: entry.range,
        enhanced_range: entry.enhanced_range,
        enhanced: false,
        status: AdmiralStatus::InAction,
    });
    FlagCommand { admiral, ..FlagCommand::default() }
}

impl Rules for Battle {
    const NAME: &'static str = "Chicken of the Sea";
    const CYCLE: Cycle = Cycle::Turn;
    const NEVER_ROLLS: &'static [OrderKind] = &[
        OrderKind::Spend,
        OrderKind::Unfoul,
        OrderKind::EndMove,
        OrderKind::LeaveTable,
        OrderKind::TransferAdmiral,
        OrderKind::BreakFormation,
        OrderKind::OutOfRange,
    ];
    const ROLLS_FOR_BOTH: &'static [OrderKind] = &[
        OrderKind::Ram,
        OrderKind::Shear,
        OrderKind::Avoid,
        OrderKind::Board,
        OrderKind::Counterboard,
    ];

    type Switch = Switch;
    type Fleet = Fleet;
    type Unit = Galley;
    type Order = Order;
    type Outcome = Outcome;
    type Effect = Effect;

    fn open(fleets: [Fleet; 2], options: BTreeSet<Switch>) -> Result<Battle, OpenError> {
        let nations = nations(&fleets).map_err(OpenError)?;
        let flags = [flag(&fleets[0], Side::A), flag(&fleets[1], Side::B)];
        let galleys = |fleet: &Fleet, side: Side| {
            let nation = nations[side.index()];
            fleet.ships.iter().map(|entry| Galley::enter(entry, nation, side)).collect::<Vec<_>>()
        };
        let galleys = [galleys(&fleets[0], Side::A), galleys(&fleets[1], Side::B)];
        let free_move = options.contains(&Switch::NoSurprise);
        let [a, b] = fleets;
        let entries = [a.ships, b.ships];
        let mut battle = Battle {
            common: Common::new([a.about, b.about], options, galleys),
            setup: Setup { nations, entries }.into(),
            flags,
            phase: if free_move { Phase::CarthageMoves } else { Phase::Speed },
            free_move,
            progress: Box::default(),
            decided: None,
        };
        battle.open_accounts();
        Ok(battle)
    }

    fn common(&self) -> &Common<Galley, Switch> {
        &self.common
    }

    fn common_mut(&mut self) -> &mut Common<Galley, Switch> {
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
        keys
    }

    fn side_state(&self, side: Side) -> Map<String, Value> {
        let mut keys = self.common.sides[side.index()].keys();
        let FlagCommand { formations, checks_owed, .. } = &self.flags[side.index()];
        keys.insert(SideKey::Admiral.word().into(), json!(self.admiral(side)));
        // The cards show their speed and command.
        keys.insert(SideKey::Formations.word().into(), json!(formations));
        keys.insert(SideKey::ChecksOwed.word().into(), json!(checks_owed));
        keys
    }

    fn given_by(&self, order: &Order) -> Option<Subject> {
        if let Order::SetSpeed { ship: None, formation, .. } = order {
            return self.leader_of(formation.as_deref()?).map(Subject::Unit);
        }
        order.issuer()
    }

    fn won_by_rules(&self) -> Option<Winner> {
        self.decided
    }
}
