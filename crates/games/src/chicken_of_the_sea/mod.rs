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

use message::{Message, message};
use rules::by_its_files::by_its_files;
use rules::common::{NoBattle, OrderVisibility, RecordFault, Side, Subject, Tag, Viewer, Winner};
use rules::common_orders::Corrected;
use rules::comparison::Ground;
use rules::correction;
use rules::effects::Happens as _;
use rules::roster::Common;
use rules::round::Cycle;
use rules::source::About;
use rules::statement::Stated as _;
use rules::system::System;
use rules::view::FieldDefaults;

use orders::fields::{Ram, Shear};

pub use effects::Effect;
pub use orders::{Due, Field, Order, OrderKind, Outcome, Switch};
pub use state::{
    Admiral, AdmiralEntry, AdmiralStatus, Battle, Command, Fleet, Formation, Galley, GalleyEntry,
    Status,
};

use state::{Flag, Setup};
use tables::{ENHANCED_RANGE, Nation, Phase, RANGE};

/// The nation of each side. A fleet that names none has the one that the other
/// does not have; if neither names one, A is Carthage, who moves first.
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

/// A side's command. A flagship for which the file gives no admiral has one
/// without a name, with the usual range (C-9).
fn flag(fleet: &Fleet, side: Side) -> Flag {
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
    Flag { admiral, ..Flag::default() }
}

impl System for Battle {
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

    fn phase_of_both(&self) -> Option<(u32, u8)> {
        (self.phase == Phase::Speed).then_some((self.common.round, 0))
    }

    /// Getting out of the way, and boarding in return.
    fn is_right(&self, order: &Order) -> bool {
        matches!(order, Order::Avoid { .. } | Order::Counterboard { .. })
    }

    /// Whether a target tries to back water is asked only of one that may.
    fn unseen(&self, _subject: Subject, field: Field, target: Option<Tag>) -> bool {
        let avoids = matches!(field, Field::Ram(Ram::avoid) | Field::Shear(Shear::avoid));
        !avoids || target.is_none_or(|target| attack::may_avoid(self, target))
    }

    by_its_files!(Galley, charts in charts, besides [
        drills secrets check_unit replace_unit asks concerns roster_charts
    ]);

    fn open(fleets: [Fleet; 2], options: BTreeSet<Switch>) -> Result<Battle, NoBattle> {
        let nations = nations(&fleets).map_err(NoBattle)?;
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

    fn about() -> About {
        About {
            like: message!(
                "Rome against Carthage in the First Punic War. Each side sets its speeds in \
                   secret; then who dares to hold her course?"
            ),
            size: message!("5 to 20 counters a side, one to five hours"),
            table: message!("a hex map with a coast, a counter for every six ships"),
            dice: message!("one six-sided die a player"),
        }
    }

    fn duellist_says(&self, own: Tag, field: Field, _ground: Ground) -> Option<Value> {
        compare::duellist_says(self, own, field)
    }

    fn battle_state(&self) -> Map<String, Value> {
        let mut keys = Map::new();
        keys.insert("round".into(), json!(self.common.round));
        keys.insert("phase".into(), json!(self.phase));
        keys
    }

    fn side_state(&self, side: Side) -> Map<String, Value> {
        let mut keys = self.common.sides[side.index()].keys();
        let Flag { formations, checks_owed, .. } = &self.flags[side.index()];
        keys.insert("admiral".into(), json!(self.admiral(side)));
        // Their speed and command are left to the cards.
        keys.insert("formations".into(), json!(formations));
        keys.insert("checks_owed".into(), json!(checks_owed));
        keys
    }

    fn shows(&self, order: &Order, viewer: Viewer) -> OrderVisibility {
        self.shown_of(order, viewer)
    }

    fn given_by(&self, order: &Order) -> Option<Subject> {
        if let Order::SetSpeed { ship: None, formation, .. } = order {
            return self.leader_of(formation.as_deref()?).map(Subject::Unit);
        }
        order.giver()
    }

    /// Every order is public, whatever secret it changes, except setting a
    /// speed.
    fn hides_by_changes() -> bool {
        false
    }

    fn apply(&mut self, effect: &Effect) {
        effect.happen(self);
        self.decide();
    }

    fn won_by_rules(&self) -> Option<Winner> {
        self.decided
    }

    fn corrected(&mut self, corrected: &Corrected) {
        self.correct_muster(corrected.subject, &corrected.field);
        self.decided = None;
        self.decide();
    }

    fn correctable(&self, subject: Subject) -> FieldDefaults {
        match subject {
            Subject::Unit(_) => {
                FieldDefaults { value: Some(json!("speed")), ..correction::entries(self, subject) }
            }
            Subject::Side(side) => defaults::keys_of_a_side(self, side),
            Subject::Battle => FieldDefaults::default(),
        }
    }

    fn adjust_side(&mut self, side: Side, field: &str, value: &Value) -> Result<(), RecordFault> {
        Ok(self.correct_side(side, field, value)?)
    }

    const IN_DRILLS: &'static [OrderKind] = &[OrderKind::Ram, OrderKind::Shear];
}
