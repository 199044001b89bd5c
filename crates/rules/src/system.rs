//! The traits that define a game. `Rules` is in this file; the others are in the files of
//! their subjects.

use std::collections::BTreeSet;
use std::fmt;

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value, json};

use dice::{Dice, NamedModifier, Roller};
use message::{Message, message};

use super::common::{
    Need, OpenError, OutcomeWord, Resolution, Side, Stop, Subject, SwitchWord, Tag, Units, Winner,
};
use super::common_orders::{self, GameEffect, GameOrder};
use super::comparison::Comparison;
use super::correction::Corrections;
use super::default_impls;
use super::effects::ApplyEffects;
use super::ending::{self, Ending};
use super::file::FleetBuilding;
use super::forms::Forms;
use super::guards;
use super::modifier_changes;
use super::question::Questions;
use super::roster::{Common, Rostered};
use super::round::Cycle;
use super::schema::{OrderFault, OrderSpec, Part, complete, complete_declared};
use super::secrets::Secrets;
use super::sequence::{Guided, Sequence};
use super::sheet::{Cards, Printed};
use super::source::Reference;
use super::statement::Stated;
use super::turn_card::Turns;
use super::unit::Record;

/// A game, represented by the battle type that implements all of its traits.
pub trait System:
    Rules
    + ApplyEffects
    + Sequence
    + Guided
    + Turns
    + Forms
    + Corrections
    + Secrets
    + Cards
    + Printed
    + Reference
    + Comparison
    + Questions
{
}

impl<B> System for B where
    B: Rules
        + ApplyEffects
        + Sequence
        + Guided
        + Turns
        + Forms
        + Corrections
        + Secrets
        + Cards
        + Printed
        + Reference
        + Comparison
        + Questions
{
}

/// The rules of a game. The battle type implements it, since orders depend on the battle.
pub trait Rules: Clone + PartialEq + fmt::Debug + Sized {
    /// The full name of the game.
    const NAME: &'static str;
    /// The period in which every unit acts once.
    const CYCLE: Cycle;
    /// The kind of unit.
    const UNITS: Units = Units::Ships;
    /// The orders that never roll a die, except those that begin or end something, correct
    /// or concede.
    const NEVER_ROLLS: &'static [KindOf<Self>] = &[];
    /// The orders that may roll dice of the side that does not give them.
    const ROLLS_FOR_BOTH: &'static [KindOf<Self>] = &[];
    /// Whether the sides move units in alternation. If an order of a group is left out, the
    /// rest of the group is then left out too.
    const ALTERNATES: bool = false;

    /// The optional rules; [`NoOptionalRules`](super::common::NoOptionalRules) if there are none.
    type Switch: SwitchWord;
    /// A checked fleet.
    type Fleet: FleetBuilding;
    /// The record of a ship or unit; its serde keys are the words of the rules.
    type Unit: Rostered + Record + Clone + PartialEq + DeserializeOwned;
    /// A typed order.
    type Order: Stated + Clone + PartialEq + fmt::Debug + Serialize + DeserializeOwned;
    /// The outcomes that an order can have, each a word of the rules.
    type Outcome: OutcomeWord<Order = KindOf<Self>>;
    /// What an order may do.
    type Effect: Clone + PartialEq + fmt::Debug;

    /// A battle at its start, with these optional rules on.
    ///
    /// # Errors
    /// If these fleets cannot fight each other.
    fn open(fleets: [Self::Fleet; 2], options: BTreeSet<Self::Switch>) -> Result<Self, OpenError>;
    /// The state that every battle has.
    fn common(&self) -> &Common<Self::Unit, Self::Switch>;
    /// The state that every battle has, for changes.
    fn common_mut(&mut self) -> &mut Common<Self::Unit, Self::Switch>;
    /// The result of the order with these dice; the battle does not change. The warnings of
    /// [`Sequence::warnings`] are added.
    ///
    /// # Errors
    /// If the rules forbid the order, the dice run out, or it makes no sense.
    fn resolve(
        &self,
        order: &Self::Order,
        roller: &mut Roller,
    ) -> Result<Resolution<Self::Outcome, Self::Effect>, Stop>;
    /// Applies what follows from an order as a whole, once all of its effects are applied.
    /// The winner is decided here.
    fn settle(&mut self) {}
    /// The issuer of an order. A game overrides it if the fields alone do not name the
    /// issuer (a formation's orders come from its leader).
    fn given_by(&self, order: &Self::Order) -> Option<Subject> {
        order.issuer()
    }

    /// The keys of the battle that the game defines, `round` and `phase` first; not
    /// `system`, `options`, `sides`, `winner` and `aim`, which every game has.
    fn battle_state(&self) -> Map<String, Value> {
        Map::from_iter([("round".to_owned(), json!(self.common().round))])
    }
    /// The keys of a side that the game defines, `name` first.
    fn side_state(&self, side: Side) -> Map<String, Value> {
        self.common().sides[side.index()].keys()
    }

    /// The winner by the rules, or a draw; `None` while the battle continues.
    fn won_by_rules(&self) -> Option<Winner> {
        default_impls::winner(self)
    }
    /// The result, if the players agreed on one or a side conceded.
    fn ended(&self) -> Option<Winner> {
        self.common().ending.map(Ending::winner)
    }
    /// The winner, or a draw: as the players ended the battle, otherwise by the rules. No
    /// game overrides it.
    fn winner(&self) -> Option<Winner> {
        self.ended().or_else(|| self.won_by_rules())
    }

    /// The name of a side.
    fn side_name(&self, side: Side) -> &str {
        &self.common().sides[side.index()].name
    }
    /// The name of a unit.
    fn unit_name(&self, tag: Tag) -> String {
        self.common().units.find(tag).map(|unit| unit.name().to_owned()).unwrap_or_default()
    }
    /// A unit's tag and name: `B2 Χίμαιρα`.
    fn called(&self, tag: Tag) -> Message {
        message!("{tag} {name}", tag, name = self.unit_name(tag))
    }
    /// The tags and names of several units.
    fn all_called(&self, tags: &[Tag]) -> Message {
        Message::list(tags.iter().map(|tag| self.called(*tag)))
    }
    /// A side's name and letter: `Hanno at the Aegates (B)`.
    fn side_called(&self, side: Side) -> Message {
        Message::of_side(self.side_name(side), side)
    }
    /// The side that controls a unit now.
    fn holder(&self, tag: Tag) -> Side {
        self.common().units.find(tag).map_or(tag.side, |unit| unit.holder(tag))
    }
    /// Whether a unit is still on the table.
    fn in_play(&self, tag: Tag) -> bool {
        self.common().units.find(tag).is_some_and(Rostered::in_play)
    }
    /// The refusal of an order for a unit that is out of play.
    fn out_of_play(&self, tag: Tag, unit: &Self::Unit) -> Message {
        guards::out_of_play(self, tag, unit)
    }
}

/// The word of a game's order.
pub type KindOf<S> = <<S as Rules>::Order as Stated>::Kind;
/// A field of a game's order.
pub type FieldOf<S> = <<S as Rules>::Order as Stated>::Field;

/// Reads a written order.
///
/// # Errors
/// The first fault, with its key.
pub fn read_order<S: System>(
    written: &Map<String, Value>,
) -> Result<GameOrder<S::Order>, OrderFault> {
    let (spec, whole) = complete(S::Order::specs(), written)?;
    typed::<S>(spec, whole, written)
}

/// Reads an order that a side declares. Fields that the other side chooses may be open.
///
/// # Errors
/// As [`read_order`].
pub fn read_declared<S: System>(
    written: &Map<String, Value>,
) -> Result<GameOrder<S::Order>, OrderFault> {
    let (spec, whole) = complete_declared(S::Order::specs(), written)?;
    typed::<S>(spec, whole, written)
}

fn typed<S: System>(
    spec: &OrderSpec,
    whole: Map<String, Value>,
    written: &Map<String, Value>,
) -> Result<GameOrder<S::Order>, OrderFault> {
    let whole = Value::Object(whole);
    let modifiers = modifier_changes::read::<S>(written)?;
    let typed = match spec.part {
        Part::Agrees => serde_json::from_value(whole).map(GameOrder::Agreement),
        Part::Corrects => serde_json::from_value(whole).map(GameOrder::Correction),
        Part::Act
        | Part::Standing
        | Part::Moves
        | Part::SideAction
        | Part::Begins
        | Part::Ends
        | Part::Leaves
        | Part::Concedes => {
            serde_json::from_value(whole).map(|order| GameOrder::Specific { order, modifiers })
        }
    };
    typed.map_err(|_| OrderFault {
        why: message!("this is not a valid order of its kind"),
        key: None,
    })
}

/// A resolved order: its resolution and its rolls.
pub type Carried<S> =
    (Resolution<<S as Rules>::Outcome, GameEffect<<S as Rules>::Effect>>, Vec<dice::Roll>);

/// Resolves an order, with the warnings added; the battle does not change.
///
/// # Errors
/// As [`Rules::resolve`].
pub fn resolve<S: System>(
    battle: &S,
    order: &GameOrder<S::Order>,
    dice: &mut dyn Dice,
    waived: Option<&NamedModifier>,
) -> Result<Carried<S>, Stop> {
    let (own, modifiers) = match order {
        GameOrder::Specific { order, modifiers } => (order, modifiers),
        GameOrder::Agreement(agreement) => {
            return ending::agree(battle, *agreement).map(|done| (done, Vec::new()));
        }
        GameOrder::Correction(correction) => {
            let mut done = common_orders::adjust(battle, correction)?;
            common_orders::follow(battle, order, &mut done);
            return Ok((done, Vec::new()));
        }
    };
    let mut roller = Roller::new(dice).changed_by(modifiers).waiving(waived);
    match battle.resolve(own, &mut roller) {
        Ok(Resolution { outcome, effects, .. }) => {
            let effects = effects.into_iter().map(GameEffect::Own).collect();
            let mut done = Resolution { outcome, effects, warnings: Vec::new() };
            // The odds show no warnings, and no order follows in their branches.
            if !roller.walks_odds() {
                common_orders::follow(battle, order, &mut done);
            }
            Ok((done, roller.into_rolls()))
        }
        Err(Stop::Needs { need, .. }) => {
            let need = match need {
                Need::Throw { ask, .. } => {
                    let by = common_orders::side_of_dice(battle, own, ask.hand);
                    Need::Throw { ask, by }
                }
                answer @ Need::Answer { .. } => answer,
            };
            Err(Stop::Needs { need, after: roller.into_rolls() })
        }
        Err(other) => Err(other),
    }
}
