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

use dice::Roller;
use message::{Message, message};
use rules::Keyword as _;
use rules::common::{OpenError, Resolution, Side, Stop, Tag, Units, Winner};
use rules::roster::Common;
use rules::round::Cycle;
use rules::system::Rules;

pub use effects::Effect;
pub use orders::{Field, Order, OrderKind, Outcome};
pub use rules::common::NoOptionalRules as Switch;
pub use state::{
    Battle, CardEntry, Commander, Flanking, Fleet, Lieutenant, OfficerEntry, Rout, SideRecord,
    Status, Unit, UnitEntry,
};

use state::CardCount;
use tables::{MOST_CARDS, Phase};

/// The text that the other side sees for a card behind a unit.
pub(super) const FACE_DOWN: &str = "face down";

impl Rules for Battle {
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
    const UNITS: Units = Units::Units;

    type Switch = Switch;
    type Fleet = Fleet;
    type Unit = Unit;
    type Order = Order;
    type Outcome = Outcome;
    type Effect = Effect;

    fn open(fleets: [Fleet; 2], options: BTreeSet<Switch>) -> Result<Battle, OpenError> {
        for fleet in &fleets {
            let cards: usize = fleet.cards.iter().map(|card| usize::from(card.count)).sum();
            if cards > MOST_CARDS {
                return Err(OpenError(message!(
                    "{army} has {cards} cards; a deck has {most} at most",
                    army = &fleet.about.name,
                    cards,
                    most = MOST_CARDS
                )));
            }
        }
        let sides = Box::new(fleets.each_ref().map(state::SideRecord::enter));
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
            redacted: Vec::new(),
        })
    }

    fn common(&self) -> &Common<Unit, Switch> {
        &self.common
    }

    fn common_mut(&mut self) -> &mut Common<Unit, Switch> {
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
        keys.insert(CardCount::Hand.word().into(), json!(log.hand.len()));
        keys.insert(CardCount::Deck.word().into(), json!(log.deck.len()));
        keys
    }

    fn out_of_play(&self, tag: Tag, unit: &Unit) -> Message {
        message!("{tag} {name} has routed", tag, name = &unit.name)
    }

    /// A side wins when more than half of the other's unit cards are gone; this is final.
    fn won_by_rules(&self) -> Option<Winner> {
        Winner::of_fighting([Side::A, Side::B].map(|side| !self.broken.contains(&side)))
    }
}

/// The units of an army. Light infantry that goes with cavalry names it in the file; here
/// it gets the tag of that cavalry.
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
