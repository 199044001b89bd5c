//! What each system states, and what all of them get from that.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::fmt;

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value, json};

use dice::{Dice, NamedModifier, Roller};

use crate::drawing::Drawing;
use message::{Message, clipped, message};

use super::aim::Aims;
use super::common::{
    FieldVisibility, Need, NoBattle, OrderVisibility, OutcomeWord, RecordFault, Resolution, Side,
    Stop, Subject, SwitchWord, Tag, Units, Viewer, Winner,
};
use super::common_orders::{self, AnyEffect, Corrected, Given};
use super::comparison::{ComparisonPlan, Figures, Ground, InDuel};
use super::correction::entries;
use super::default_impls;
use super::effects::Happens;
use super::ending::{self, AGREE, Ending, RESULT};
use super::file::FleetBuilding;
use super::glossary::Meaning;
use super::guards;
use super::keyword::Keyword;
use super::modifier_changes;
use super::question::Question;
use super::roster::{Common, Rostered};
use super::round::Cycle;
use super::scenario::{Alike, Scenario};
use super::schema::{ENTRY, FieldSpec, OrderFault, OrderSpec, Part, complete, declared};
use super::sheet::{Fact, Sheet, Track};
use super::source::{About, Ruling, Source};
use super::statement::Stated;
use super::unit::Record;
use super::view::{BattleCard, Card, Chart, Chit, FieldDefaults, Guide, Mark, TurnPart};

/// A rules system. It is implemented by the system's battle: everything that an
/// order may depend on.
pub trait System: Clone + PartialEq + fmt::Debug + Sized {
    /// Its name in full.
    const NAME: &'static str;
    /// What it calls the period in which every unit acts once.
    const CYCLE: Cycle;
    /// What its units are.
    const UNITS: Units = Units::Ships;
    /// Its switches; [`NoSwitch`](super::common::NoSwitch) where it has none.
    type Switch: SwitchWord;
    /// A checked fleet.
    type Fleet: FleetBuilding;
    /// The record of a ship or unit; its serde keys are the words of the rules.
    type Unit: Rostered + Record + Clone + PartialEq + DeserializeOwned;
    /// An order, typed.
    type Order: Stated + Clone + PartialEq + fmt::Debug + Serialize + DeserializeOwned;
    /// The outcomes that an order can have, each a word of the rules.
    type Outcome: OutcomeWord<Order = KindOf<Self>>;
    /// What an order may do.
    type Effect: Happens<Self> + Clone + PartialEq + fmt::Debug;

    /// Whose game it is.
    fn source() -> &'static Source;
    /// Where its source leaves something open, and what is played, by number.
    #[must_use]
    fn rulings() -> &'static [Ruling] {
        &[]
    }
    /// The tables, under these switches.
    #[must_use]
    fn charts(_options: &BTreeSet<Self::Switch>) -> Vec<Chart> {
        Vec::new()
    }
    /// What its own words mean: weapons, skills, modifiers, what else a player asks.
    /// Orders, phases, outcomes, switches and records are told by their statements.
    #[must_use]
    fn words() -> Vec<Meaning> {
        Vec::new()
    }
    /// How a round or turn is played, and won, under these switches, for a reader
    /// who does not know the game.
    #[must_use]
    fn sequence(_options: &BTreeSet<Self::Switch>) -> Vec<TurnPart> {
        default_impls::sequence::<Self>()
    }
    /// How the players come by their sides, a line of the set-up; `None` where
    /// the rules do not say.
    #[must_use]
    fn choosing_sides() -> Option<Message> {
        None
    }

    /// What it is like, for somebody who must choose a system.
    fn about() -> About;
    /// How two of its units are compared.
    #[must_use]
    fn plan() -> ComparisonPlan {
        default_impls::plan::<Self>()
    }
    /// What can be added up of a fleet, most important first.
    fn figures(_fleet: &Self::Fleet) -> Figures {
        Vec::new()
    }
    /// The type, size or class of a fleet's one unit, in words.
    fn kind_name(_fleet: &Self::Fleet) -> Option<Message> {
        None
    }
    /// The name of a fleet's one unit in the attack of [`System::plan`], and what
    /// counts there; `None` where all of it counts.
    fn attacks_as(_fleet: &Self::Fleet) -> Option<(Message, Value)> {
        None
    }
    /// How often a duellist gives an order of this kind, as the table is.
    fn in_duel(_order: KindOf<Self>, _ground: Ground) -> InDuel {
        InDuel::Once
    }
    /// What a duellist enters in a field of an order instead of the suggestion.
    fn duellist_says(&self, _own: Tag, _field: FieldOf<Self>, _ground: Ground) -> Option<Value> {
        None
    }
    /// What an order changes on the table of a duel, and the order that the duellist
    /// tries at once after it.
    fn after_in_duel(_order: &Self::Order, _ground: &mut Ground) -> Option<Self::Order> {
        None
    }

    /// A battle about to begin, with these switches on.
    ///
    /// # Errors
    /// If these fleets cannot fight each other.
    fn open(fleets: [Self::Fleet; 2], options: BTreeSet<Self::Switch>) -> Result<Self, NoBattle>;
    /// What it has in common with every other battle.
    fn common(&self) -> &Common<Self::Unit, Self::Switch>;
    /// The same, to be changed.
    fn common_mut(&mut self) -> &mut Common<Self::Unit, Self::Switch>;
    /// What the order does with these dice; the battle does not change. Its
    /// warnings are added to those of [`System::warnings`].
    ///
    /// # Errors
    /// Where the rules forbid it, the dice run out, or it makes no sense.
    fn resolve(
        &self,
        order: &Self::Order,
        roller: &mut Roller,
    ) -> Result<Resolution<Self::Outcome, Self::Effect>, Stop>;
    /// Does one effect; a system adds what follows from every effect.
    fn apply(&mut self, effect: &Self::Effect) {
        effect.happen(self);
    }
    /// Does what follows from an order as a whole, once all its effects are
    /// done: this is the moment at which the winner is fixed.
    fn settle(&mut self) {}

    /// What the sides fight for besides the victory of the rules.
    fn aims(&self) -> &Aims {
        &self.common().aims
    }
    /// A unit as it was entered, where the battle keeps that.
    fn entered(&self, _tag: Tag) -> Option<&Self::Unit> {
        None
    }
    /// The silhouette of a unit.
    fn drawing(&self, _tag: Tag) -> Drawing {
        default_impls::DRAWING
    }
    /// The battle's own keys, `round` and `phase` first; not `system`,
    /// `options`, `sides`, `winner` and `aim`, which all systems have.
    fn battle_state(&self) -> Map<String, Value> {
        Map::from_iter([("round".to_owned(), json!(self.common().round))])
    }
    /// A side's own keys, `name` first.
    fn side_state(&self, side: Side) -> Map<String, Value> {
        self.common().sides[side.index()].keys()
    }
    /// How much of an entry of a record a viewer may see. It depends on nothing that is
    /// itself secret, so it is the same in the battle as he knows it.
    fn sight(&self, _subject: Subject, _entry: &str, _viewer: Viewer) -> FieldVisibility {
        FieldVisibility::Whole
    }
    /// The battle as a viewer knows it: every secret of the other side is
    /// replaced by something that does not depend on it (a speed by the last
    /// one shown). Whatever a seat is told, asked or refused is worked out from
    /// this, so that nothing can reveal a secret.
    #[must_use]
    fn known_to(&self, _viewer: Viewer) -> Cow<'_, Self> {
        Cow::Borrowed(self)
    }
    /// The others that nobody can tell apart from a battle that [`System::known_to`]
    /// has made: the same with the unknown at its other extremes. Odds are shown where
    /// all of them agree.
    #[must_use]
    fn indistinguishable(&self) -> Vec<Self> {
        Vec::new()
    }
    /// How much of an order a viewer may know, even if it changes nothing (a
    /// secret speed that stays the same).
    fn shows(&self, _order: &Self::Order, _viewer: Viewer) -> OrderVisibility {
        OrderVisibility::Whole
    }
    /// Who gives an order; a system overrides it where the fields alone do not
    /// say it (a formation's orders are its leader's).
    fn given_by(&self, order: &Self::Order) -> Option<Subject> {
        order.giver()
    }
    /// Whether an order is also secret from a viewer whenever it changes a key
    /// that he may not see. Otherwise only [`System::shows`] decides.
    #[must_use]
    fn hides_by_changes() -> bool {
        true
    }
    /// Who has won by the rules, or a draw; `None` while the battle is being fought.
    fn won_by_rules(&self) -> Option<Winner> {
        default_impls::winner(self)
    }
    /// The result where the players ended the battle: they agreed on it, or a side conceded.
    fn ended(&self) -> Option<Winner> {
        self.common().ending.map(Ending::winner)
    }
    /// Who has won, or a draw: as the players ended the battle, else by the rules. No system
    /// overrides it.
    fn winner(&self) -> Option<Winner> {
        self.ended().or_else(|| self.won_by_rules())
    }

    /// What follows from a correction besides: cards that take the last of a unit's
    /// morale rout it.
    fn follows_from(&self, _corrected: &Corrected) -> Vec<Self::Effect> {
        Vec::new()
    }
    /// Makes the rest of the battle agree with a record that was corrected.
    fn corrected(&mut self, _corrected: &Corrected) {}
    /// The entries of a record that can be corrected, the likeliest as the value.
    fn correctable(&self, subject: Subject) -> FieldDefaults {
        entries(self, subject)
    }
    /// Puts a corrected unit in the place of the old one.
    fn replace_unit(&mut self, tag: Tag, unit: Self::Unit) {
        self.common_mut().units.change(tag, |old| old.correct(unit));
    }
    /// Sets a key of a side.
    ///
    /// # Errors
    /// Where the side has no such key or it takes something else.
    fn adjust_side(&mut self, side: Side, field: &str, _value: &Value) -> Result<(), RecordFault> {
        let field = clipped(field);
        Err(message!("side {side} has no entry `{field}` to correct", side, field).into())
    }
    /// Whether a corrected unit is possible under the rules.
    ///
    /// # Errors
    /// What is impossible about it.
    fn check_unit(&self, _tag: Tag, _unit: &Self::Unit) -> Result<(), RecordFault> {
        Ok(())
    }

    /// The name of a side.
    fn side_name(&self, side: Side) -> &str {
        &self.common().sides[side.index()].name
    }
    /// The name of a unit.
    fn unit_name(&self, tag: Tag) -> String {
        self.common().units.find(tag).map(|unit| unit.name().to_owned()).unwrap_or_default()
    }
    /// A unit by its tag and name: `B2 Χίμαιρα`.
    fn called(&self, tag: Tag) -> Message {
        message!("{tag} {name}", tag, name = self.unit_name(tag))
    }
    /// A side by its name and letter: `Hanno at the Aegates (B)`.
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
    /// What is said to whoever would give orders to a unit that is out of play.
    fn out_of_play(&self, tag: Tag, unit: &Self::Unit) -> Message {
        guards::out_of_play(self, tag, unit)
    }
    /// A unit in brief.
    fn card(&self, tag: Tag) -> Option<Card> {
        default_impls::card(self, tag)
    }
    /// What holds for a whole side, besides its units.
    fn side_marks(&self, _side: Side) -> Vec<Mark> {
        Vec::new()
    }
    /// Where the battle stands, and what comes next.
    fn guide(&self) -> Guide {
        default_impls::guide(self)
    }
    /// Better defaults, ranges and choices for a field of an order than the
    /// schema has.
    fn hint(&self, _subject: Subject, _field: FieldOf<Self>) -> FieldDefaults {
        FieldDefaults::default()
    }
    /// Why a field has no choices now, if there is more to say than that: `no
    /// ship has surrendered`.
    fn nothing_for(&self, _field: FieldOf<Self>) -> Option<Message> {
        None
    }
    /// The keys that an entry of a unit's record could have but has not yet: a
    /// mount that has not shot.
    fn more_keys_of(&self, _tag: Tag, _entry: &str) -> Vec<String> {
        Vec::new()
    }
    /// Whether the form asks for an optional field: it could change the order
    /// now.
    fn asks(&self, _subject: Subject, _field: FieldOf<Self>) -> bool {
        true
    }
    /// Whether no record tells what only the players see on the table: distances, and
    /// what the orders state as seen, where the order is aimed at this unit.
    fn unseen(&self, _subject: Subject, _field: FieldOf<Self>, _target: Option<Tag>) -> bool {
        true
    }
    /// Whether this subject ever gives the order (light infantry does not
    /// charge); it keeps the list of offers short.
    fn concerns(&self, subject: Subject, _order: KindOf<Self>) -> bool {
        match subject {
            Subject::Unit(tag) => self.in_play(tag),
            Subject::Side(_) | Subject::Battle => true,
        }
    }
    /// Where the order departs from the sequence of play. That a battle is over is said
    /// of every system's orders.
    fn warnings(&self, _order: &Self::Order) -> Vec<Message> {
        Vec::new()
    }
    /// Whether an order of this side takes more than what is its own: it ends a
    /// phase or turn that belongs to both or to the other side, or is given in
    /// the other side's turn, where the rules do not let it. At seats, the
    /// other side is asked first. It must not turn on a secret.
    fn needs_consent(&self, order: &Self::Order, _side: Side) -> bool {
        common_orders::ends_for_both::<Self>(order)
    }
    /// The round and the place in it of the present phase, if both sides act in it: then each
    /// says when it is ready to end it. No two phases that follow each other are alike.
    fn phase_of_both(&self) -> Option<(u32, u8)> {
        None
    }
    /// Whether the rules let a side give the order in the other's turn: it is not asked for,
    /// and waits for nothing.
    fn is_right(&self, _order: &Self::Order) -> bool {
        false
    }
    /// What an order that the other side agrees to ends besides: `ends the movement phase for
    /// both`.
    fn ends_besides(&self, _order: &Self::Order) -> Option<Message> {
        None
    }
    /// What players would like to know about an order besides its outcome, over
    /// this roll and those that may follow.
    fn questions(&self, _order: &Self::Order) -> Vec<Question<Given<Self::Order>, Self::Outcome>> {
        Vec::new()
    }
    /// Whether the dice of an order can change neither its outcome nor any
    /// number of a record nor any of these keys, so that the odds need only one
    /// branch: which cards are drawn, where nobody watches the hand.
    fn is_certain(&self, _order: &Self::Order, _watched: &[(Subject, &str)]) -> bool {
        false
    }
    /// The orders, besides those that begin or end something, correct or give up, for which
    /// no die is ever rolled.
    const NEVER_ROLLS: &'static [KindOf<Self>] = &[];
    /// The orders for which dice of the side that does not give them may be rolled.
    const ROLLS_FOR_BOTH: &'static [KindOf<Self>] = &[];
    /// Whether the sides move units in alternation, so that where an order of a group is left
    /// out, the rest of the group is too.
    const ALTERNATES: bool = false;
    /// The orders whose odds turn on the sum of the modifiers of their first roll
    /// alone (the other side's taken off), so that a print tells them by that.
    const BY_NET: &'static [KindOf<Self>] = &[];
    /// The orders whose odds the drills tell in full, so that a print has no other table
    /// of them.
    const IN_DRILLS: &'static [KindOf<Self>] = &[];
    /// The odds that a side may want to know about later situations, for its units
    /// and those of the other side.
    fn drills(&self, _own: &[Alike], _targets: &[Alike]) -> Vec<Scenario> {
        Vec::new()
    }
    /// Why the odds and the dice of an order are not shown before it is given,
    /// where they would reveal a secret; a sentence.
    fn hides_odds(&self, _order: &Self::Order) -> Option<Message> {
        None
    }
    /// What an entry of a record that is set says of the present, if it says more than its
    /// box, fact or mark; empty where it says nothing now.
    fn in_words(&self, _subject: Subject, _entry: &str) -> Option<Message> {
        None
    }
    /// What the battle remembers that stands in no record.
    fn remembered(&self) -> Vec<Fact> {
        Vec::new()
    }
    /// A unit's record sheet: as it is now, or `fresh` as before the battle.
    fn sheet(&self, tag: Tag, fresh: bool) -> Option<Sheet> {
        default_impls::sheet(self, tag, fresh)
    }
    /// The counters that a side's fleet needs besides its cards.
    fn chits(&self, _side: Side) -> Vec<Chit> {
        Vec::new()
    }
    /// The battle cards of a side, which the other side may not see.
    fn battle_cards(&self, _side: Side) -> Vec<BattleCard> {
        Vec::new()
    }
    /// The tables of a side's own (house) types or classes.
    fn house_charts(&self, _side: Side) -> Vec<Chart> {
        Vec::new()
    }
    /// What a side counts of all its units, as boxes: the ships that a fleet has lost.
    fn tallies(&self, _side: Side) -> Vec<Track> {
        Vec::new()
    }
    /// What a side's roster shows besides its units: panic numbers, officers.
    fn roster_charts(&self, _side: Side) -> Vec<Chart> {
        Vec::new()
    }
    /// The words of the charts (types, weapons, skills) that a side's fleet
    /// uses, so that a print can leave out the rest.
    fn uses(&self, _side: Side) -> Vec<String> {
        Vec::new()
    }
}

/// The word of an order of a system.
pub type KindOf<S> = <<S as System>::Order as Stated>::Kind;
/// A field of an order of a system.
pub type FieldOf<S> = <<S as System>::Order as Stated>::Field;

/// Reads a written order.
///
/// # Errors
/// The first fault, with its key.
pub fn read_order<S: System>(written: &Map<String, Value>) -> Result<Given<S::Order>, OrderFault> {
    typed::<S>(complete(S::Order::specs(), written)?, written)
}

/// The same for an order that a side declares: what the other side chooses may
/// be open.
///
/// # Errors
/// As [`read_order`].
pub fn read_declared<S: System>(
    written: &Map<String, Value>,
) -> Result<Given<S::Order>, OrderFault> {
    typed::<S>(declared(S::Order::specs(), written)?, written)
}

fn typed<S: System>(
    (spec, whole): (&OrderSpec, Map<String, Value>),
    written: &Map<String, Value>,
) -> Result<Given<S::Order>, OrderFault> {
    let whole = Value::Object(whole);
    let modifiers = modifier_changes::read::<S>(written)?;
    let typed = match spec.part {
        Part::Agrees => serde_json::from_value(whole).map(Given::Agreement),
        Part::Corrects => serde_json::from_value(whole).map(Given::Correction),
        Part::Act
        | Part::Stays
        | Part::Moves
        | Part::OfTheSide
        | Part::Begins
        | Part::Ends
        | Part::Leaves
        | Part::GivesUp => {
            serde_json::from_value(whole).map(|order| Given::Own { order, modifiers })
        }
    };
    typed.map_err(|_| OrderFault {
        why: message!("this is not a valid order of its kind"),
        key: None,
    })
}

/// A resolved order: its resolution and its rolls.
pub type Carried<S> =
    (Resolution<<S as System>::Outcome, AnyEffect<<S as System>::Effect>>, Vec<dice::Roll>);

/// Resolves an order, with the warnings added; the battle does not change.
///
/// # Errors
/// As [`System::resolve`].
pub fn resolve<S: System>(
    battle: &S,
    order: &Given<S::Order>,
    dice: &mut dyn Dice,
    waived: Option<&NamedModifier>,
) -> Result<Carried<S>, Stop> {
    let (own, modifiers) = match order {
        Given::Own { order, modifiers } => (order, modifiers),
        Given::Agreement(agreement) => {
            return ending::agree(battle, *agreement).map(|done| (done, Vec::new()));
        }
        Given::Correction(correction) => {
            let mut done = common_orders::adjust(battle, correction)?;
            common_orders::follow(battle, order, &mut done);
            return Ok((done, Vec::new()));
        }
    };
    let mut roller = Roller::new(dice).changed_by(modifiers).waiving(waived);
    match battle.resolve(own, &mut roller) {
        Ok(Resolution { outcome, effects, .. }) => {
            let effects = effects.into_iter().map(AnyEffect::Own).collect();
            let mut done = Resolution { outcome, effects, warnings: Vec::new() };
            // A branch of the odds shows no warnings, and no order comes after it.
            if !roller.walks_odds() {
                common_orders::follow(battle, order, &mut done);
            }
            Ok((done, roller.into_rolls()))
        }
        Err(Stop::Needs { need, .. }) => {
            let need = match need {
                Need::Throw { ask, .. } => {
                    let by = common_orders::whose_dice(battle, own, ask.hand);
                    Need::Throw { ask, by }
                }
                answer @ Need::Answer { .. } => answer,
            };
            Err(Stop::Needs { need, after: roller.into_rolls() })
        }
        Err(other) => Err(other),
    }
}

/// Better defaults, ranges and choices for a field than the schema has.
pub fn hint<S: System>(
    battle: &S,
    subject: Subject,
    (order, field): (&OrderSpec, &FieldSpec),
) -> FieldDefaults {
    match S::Order::field(order.kind, field.name) {
        Some(field) => battle.hint(subject, field),
        None if order.kind == AGREE.kind && field.name == RESULT => ending::results(battle),
        None if field.name == ENTRY => battle.correctable(subject),
        None => FieldDefaults::default(),
    }
}

/// Whether a subject ever gives the order; a record with entries can be corrected, and a
/// result be agreed on until there is one.
pub fn concerns<S: System>(battle: &S, subject: Subject, order: &OrderSpec) -> bool {
    match KindOf::<S>::of_word(order.kind) {
        Some(order) => battle.concerns(subject, order),
        None if order.kind == AGREE.kind => battle.winner().is_none(),
        None => battle.correctable(subject).choices.is_some_and(|entries| !entries.is_empty()),
    }
}
