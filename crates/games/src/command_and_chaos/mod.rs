//! Command & Chaos, prototype C: Roman land battles on unit cards.

mod adjust;
mod building;
mod cards;
mod charts;
mod chits;
mod combat;
mod compare;
mod defaults;
mod effects;
mod facing;
mod fleet;
mod glossary;
mod guards;
mod guide;
mod melee;
mod movement;
mod officers;
mod orders;
mod out_of_sequence;
mod paper;
mod pass;
mod questions;
mod redaction;
mod resolve;
mod routs;
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

use message::{Message, message};
use rules::by_its_files::by_its_files;
use rules::common::{
    NoBattle, OrderVisibility, RecordFault, Side, Subject, Tag, Units, Viewer, Winner,
};
use rules::common_orders::Corrected;
use rules::roster::Common;
use rules::round::Cycle;
use rules::source::About;
use rules::system::System;
use rules::view::{BattleCard, FieldDefaults};

pub use effects::Effect;
pub use orders::{Field, Order, OrderKind, Outcome};
pub use rules::common::NoSwitch as Switch;
pub use state::{
    Battle, CardEntry, Commander, Flanking, Fleet, Lieutenant, OfficerEntry, Rout, SideLog, Status,
    Unit, UnitEntry,
};

use orders::fields::Melee;
use tables::{MOST_CARDS, Phase};

/// What the other side sees of a card behind a unit.
pub(super) const FACE_DOWN: &str = "face down";

impl System for Battle {
    const NAME: &'static str = "Command & Chaos";
    const CYCLE: Cycle = Cycle::Turn;
    const NEVER_ROLLS: &'static [OrderKind] = &[
        OrderKind::Discard,
        OrderKind::MoveZone,
        OrderKind::Flank,
        OrderKind::Turn,
        OrderKind::Join,
        OrderKind::Leave,
        OrderKind::Advance,
        OrderKind::MoveOfficer,
        OrderKind::FallBack,
        OrderKind::PlayCard,
        OrderKind::Reveal,
        OrderKind::CloseRout,
        OrderKind::Rally,
        OrderKind::Attach,
        OrderKind::Detach,
        OrderKind::Reserve,
        OrderKind::ReplaceLieutenant,
    ];
    const ROLLS_FOR_BOTH: &'static [OrderKind] =
        &[OrderKind::Initiative, OrderKind::Charge, OrderKind::Skirmish, OrderKind::Melee];

    fn phase_of_both(&self) -> Option<(u32, u8)> {
        Some((self.common.round, self.phase as u8))
    }

    /// Javelins and cards.
    fn is_right(&self, order: &Order) -> bool {
        matches!(order, Order::Javelins { .. } | Order::PlayCard { .. })
    }
    const UNITS: Units = Units::Units;

    by_its_files!(Unit, charts in charts, besides [
        duellist_says drills secrets check_unit replace_unit concerns nothing_for
        side_marks tallies roster_charts
    ]);

    fn open(fleets: [Fleet; 2], options: BTreeSet<Switch>) -> Result<Battle, NoBattle> {
        for fleet in &fleets {
            let cards: usize = fleet.cards.iter().map(|card| usize::from(card.count)).sum();
            if cards > MOST_CARDS {
                return Err(NoBattle(message!(
                    "{army} has {cards} cards; a deck has {most} at most",
                    army = &fleet.about.name,
                    cards,
                    most = MOST_CARDS
                )));
            }
        }
        let sides = Box::new(fleets.each_ref().map(state::SideLog::enter));
        let [a, b] = &fleets;
        let units = [enter(Side::A, a), enter(Side::B, b)];
        let cards = fleets.each_ref().map(|fleet| fleet.cards.clone());
        let infos = fleets.map(|fleet| fleet.about);
        Ok(Battle {
            common: Common::new(infos, options, units),
            cards: cards.into(),
            sides,
            phase: Phase::Initiative,
            last_mover: None,
            last_card: None,
            initiative_rolls: 0,
            passed: Vec::new(),
            melees_at: None,
            attacked: Vec::new(),
            turned: Vec::new(),
            routs_open: Vec::new(),
            broken: Vec::new(),
            veiled: Vec::new(),
        })
    }

    fn about() -> About {
        About {
            like: message!(
                "The legions ashore. Units on cards with morale that the enemy does not know, \
                   charges, officers, and battle cards."
            ),
            size: message!("6 to 14 units a side, one to two and a half hours"),
            table: message!("a table in five zones of two columns, a card or base for each unit"),
            dice: message!("a few six-sided dice"),
        }
    }

    fn battle_state(&self) -> Map<String, Value> {
        let mut keys = Map::new();
        keys.insert("round".into(), json!(self.common.round));
        keys.insert("phase".into(), json!(self.phase));
        keys.insert("to_move".into(), json!(self.side_to_move()));
        keys.insert("routs_open".into(), json!(self.routs_open));
        keys
    }

    fn side_state(&self, side: Side) -> Map<String, Value> {
        let mut keys = self.common.sides[side.index()].keys();
        let log = self.side(side);
        if let Ok(Value::Object(own)) = serde_json::to_value(log) {
            keys.extend(own);
        }
        keys.insert("hand_size".into(), json!(log.hand.len()));
        keys.insert("deck_size".into(), json!(log.deck.len()));
        keys
    }

    /// Hides which cards were discarded, which one was played face down, and to
    /// what a hidden entry is corrected, even if it does not change.
    fn shows(&self, order: &Order, viewer: Viewer) -> OrderVisibility {
        let hidden =
            |hides| if hides { OrderVisibility::KindAndGiver } else { OrderVisibility::Whole };
        match order {
            Order::Discard { side, .. } | Order::Draw { side } => hidden(!viewer.knows(*side)),
            Order::PlayCard { unit, .. } => hidden(!viewer.knows(unit.side)),
            Order::Initiative {}
            | Order::MoveZone { .. }
            | Order::Pass { .. }
            | Order::Flank { .. }
            | Order::Turn { .. }
            | Order::Join { .. }
            | Order::Leave { .. }
            | Order::Advance { .. }
            | Order::MoveOfficer { .. }
            | Order::Charge { .. }
            | Order::Javelins { .. }
            | Order::FallBack { .. }
            | Order::Skirmish { .. }
            | Order::Reveal { .. }
            | Order::Melee { .. }
            | Order::AlliedMorale { .. }
            | Order::CloseRout { .. }
            | Order::Rally { .. }
            | Order::Attach { .. }
            | Order::Detach { .. }
            | Order::Reserve { .. }
            | Order::ReplaceLieutenant { .. }
            | Order::EndPhase {}
            | Order::Concede { .. } => OrderVisibility::Whole,
        }
    }

    fn out_of_play(&self, tag: Tag, unit: &Unit) -> Message {
        message!("{tag} {name} has routed", tag, name = &unit.name)
    }

    /// A side wins when more than half of the other's unit cards are gone, and
    /// this is final.
    fn won_by_rules(&self) -> Option<Winner> {
        Winner::standing([Side::A, Side::B].map(|side| !self.broken.contains(&side)))
    }

    fn follows_from(&self, corrected: &Corrected) -> Vec<Effect> {
        resolve::follows_from(self, corrected)
    }

    fn corrected(&mut self, _corrected: &Corrected) {
        self.judge_anew();
    }

    fn correctable(&self, subject: Subject) -> FieldDefaults {
        self.entries(subject)
    }

    fn adjust_side(&mut self, side: Side, field: &str, value: &Value) -> Result<(), RecordFault> {
        Ok(self.correct_side(side, field, value)?)
    }

    /// What a card changes about the dice is asked only once a card is turned
    /// up. Where the target strikes back is known (CC-14).
    fn asks(&self, _subject: Subject, field: Field) -> bool {
        let Field::Melee(field) = field else { return true };
        match field {
            Melee::dice_more | Melee::no_attack => {
                self.common.units.iter().any(|(_, unit)| unit.card_revealed)
            }
            Melee::target_attack => false,
            Melee::unit | Melee::units | Melee::target | Melee::attack | Melee::answers => true,
        }
    }

    /// A draw decides only which cards are in the hand and the deck.
    fn is_certain(&self, order: &Order, watched: &[(Subject, &str)]) -> bool {
        let of_cards = |key: &str| matches!(key, "hand" | "deck" | "discards" | "discards_shown");
        matches!(order, Order::Draw { .. }) && !watched.iter().any(|(_, key)| of_cards(key))
    }

    fn battle_cards(&self, side: Side) -> Vec<BattleCard> {
        sheet::battle_cards(self, side)
    }
}

/// The units of an army. Light infantry that goes with cavalry names it, and
/// gets its tag here.
fn enter(side: Side, fleet: &Fleet) -> Vec<Unit> {
    let mut units: Vec<Unit> = fleet.units.iter().map(Unit::enter).collect();
    for (at, entry) in fleet.units.iter().enumerate() {
        let Some(cavalry) = entry.mixed_with.as_ref().and_then(|name| {
            fleet
                .units
                .iter()
                .position(|other| other.name == *name && other.kind == tables::Kind::HeavyCavalry)
        }) else {
            continue;
        };
        units[cavalry].mixed = true;
        units[at].mixed_with = u16::try_from(cavalry + 1).ok().map(|number| Tag { side, number });
    }
    units
}
