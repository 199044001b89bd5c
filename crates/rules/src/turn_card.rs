//! The turn card and the next step, as every client shows them: a unit's whole turn as one
//! card, and what comes next. A game defines its part in [`Turns`]; the crate `games`
//! computes the rest from what the viewer may know.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use dice::{Modifier, Throw};
use message::{Message, message};

use super::common::{OutcomeWord as _, Side, Subject, Tag, Units, Winner};
use super::default_impls;
use super::forms::Forms;
use super::keyword::Keyword;
use super::roster::Rostered as _;
use super::schema::OrderSpec;
use super::statement::Stated as _;
use super::system::{FieldOf, KindOf, Rules};
use super::view::victory;

/// A unit's turn, or its part in the present phase.
#[derive(Clone, Debug, Serialize)]
pub struct TurnCard {
    pub unit: Tag,
    /// The steps in sequence; empty if another side commands the unit.
    pub steps: Vec<CardStep>,
    /// The enemies that it touches, and the one that the player named.
    pub targets: Vec<CardTarget>,
    /// What finishes the turn; `None` if a required step waits for a choice by the players,
    /// or it is not the unit's turn.
    pub done: Option<CardDone>,
}

/// A step of a turn card: an order, filled in as far as the app can.
#[derive(Clone, Debug, Serialize)]
pub struct CardStep {
    /// The kind of order.
    #[serde(rename = "kind")]
    pub spec: &'static OrderSpec,
    pub state: StepState,
    /// What it does, in a few words: `Row: up to 8 move points`.
    pub text: Message,
    /// Why it is required or not open; empty if there is nothing to say.
    pub why: Message,
    /// The order, filled in as far as the app can.
    pub order: Map<String, Value>,
    /// The fields whose values are assumptions, because only the players know them.
    pub assumes: Vec<String>,
    /// Whether every result has the same effects with these values.
    pub certain: bool,
    /// Whether the order can be given with these values.
    pub ready: bool,
}

/// The state of a step on a turn card.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Keyword)]
pub enum StepState {
    /// It may be given.
    Open,
    /// It has to be given before the turn ends.
    Owed,
    /// It was given.
    Done,
    /// It was not given, and a later step was.
    Skipped,
    /// The rules do not allow it now, however it is filled in.
    NotNow,
}

/// A target on a turn card, with the orders that can be given against it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CardTarget {
    pub unit: Tag,
    pub orders: Vec<TargetOrder>,
}

/// An order against a target, with the probability of a good outcome.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TargetOrder {
    /// The word of the order.
    pub kind: String,
    /// What it does, in a few words: `Ram B2`.
    pub text: Message,
    /// The order, filled in as far as the app can.
    pub order: Map<String, Value>,
    /// The least and greatest probability over the values of the fields that change it, and
    /// over everything hidden from the viewer; `None` if these are too many.
    pub p: Option<[f64; 2]>,
    /// The fields that change the probability.
    pub turns_on: Vec<String>,
}

/// Several orders that are given together: the rest of a turn.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CardDone {
    pub orders: Vec<Map<String, Value>>,
    /// The rolls that they need, whatever the results.
    pub throws: Vec<NeededRoll>,
    /// A sentence that describes them.
    pub says: Message,
}

/// A roll that an order needs.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct NeededRoll {
    /// The index of its order in the list, from 0.
    pub order: usize,
    /// The dice.
    pub throw: Throw,
    /// What it decides.
    pub purpose: Message,
    pub modifiers: Vec<Modifier>,
}

/// The next step, which headline, list and button of every client show.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Next {
    /// What to do, or what the viewer waits for.
    pub text: Message,
    /// A required step, a forced fight, or the end of a turn or phase; it is never refused.
    pub order: Option<Map<String, Value>>,
    /// The unit concerned.
    pub unit: Option<Tag>,
}

/// The action of a group.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Keyword)]
pub enum GroupAction {
    /// Each unit only moves, as far as it can.
    OnlyMove,
    /// Each galley keeps the speed that it has.
    AsBefore,
    /// Each galley goes at one speed.
    AtSpeed,
}

/// A group of orders that has not been given yet.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ComposedGroup {
    pub orders: Vec<Map<String, Value>>,
    /// The rolls that they need, whatever the results.
    pub throws: Vec<NeededRoll>,
    /// A sentence that describes them.
    pub says: Message,
    /// The units that are left out, and why.
    pub cannot: Vec<LeftOutUnit>,
}

/// A unit that is left out of a group.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct LeftOutUnit {
    pub unit: Tag,
    pub why: Message,
}

/// An order that the game fills in; the form's defaults fill in the rest.
pub struct PartialOrder<S: Rules> {
    /// The issuer.
    pub subject: Subject,
    pub kind: KindOf<S>,
    /// Values of fields that the form does not know.
    pub fields: Vec<(FieldOf<S>, Value)>,
    /// The values when several orders are given together and dice may come before this one.
    pub later: Vec<(FieldOf<S>, Value)>,
    /// A description within a sentence: `row 8`.
    pub brief: Message,
    /// The field that skips the roll if every result would be the same.
    pub unrolled: Option<FieldOf<S>>,
    /// Whether later orders do not depend on its dice.
    pub is_independent: bool,
}

impl<S: Rules> PartialOrder<S> {
    /// An order of a unit.
    pub fn of(unit: Tag, kind: KindOf<S>, brief: Message) -> PartialOrder<S> {
        PartialOrder::by(Subject::Unit(unit), kind, brief)
    }

    /// An order of a side or of the battle.
    pub fn by(subject: Subject, kind: KindOf<S>, brief: Message) -> PartialOrder<S> {
        let (fields, later) = (Vec::new(), Vec::new());
        PartialOrder { subject, kind, fields, later, brief, unrolled: None, is_independent: false }
    }

    /// Adds the value of a field.
    #[must_use]
    pub fn with(mut self, field: FieldOf<S>, value: impl Into<Value>) -> PartialOrder<S> {
        self.fields.push((field, value.into()));
        self
    }

    /// Adds the value of a field for when dice may come before it.
    #[must_use]
    pub fn later(mut self, field: FieldOf<S>, value: impl Into<Value>) -> PartialOrder<S> {
        self.later.push((field, value.into()));
        self
    }

    /// Sets the field that skips the roll if every result would be the same.
    #[must_use]
    pub fn unrolled_by(self, field: FieldOf<S>) -> PartialOrder<S> {
        PartialOrder { unrolled: Some(field), ..self }
    }

    /// Marks the order as one on whose dice later orders do not depend.
    #[must_use]
    pub fn independent(self) -> PartialOrder<S> {
        PartialOrder { is_independent: true, ..self }
    }
}

/// A step of a turn, defined by a game.
pub struct StepPlan<S: Rules> {
    pub order: PartialOrder<S>,
    pub state: StepState,
    /// What it does, in a few words.
    pub text: Message,
    /// Why it is required, skipped or not open.
    pub why: Message,
    /// Whether it may be given in another unit's turn.
    pub any_time: bool,
}

impl<S: Rules> StepPlan<S> {
    /// A step whose state needs no reason.
    pub fn new(order: PartialOrder<S>, state: StepState, text: Message) -> StepPlan<S> {
        StepPlan { order, state, text, why: Message::default(), any_time: false }
    }

    /// Sets the reason for its state.
    #[must_use]
    pub fn because(self, why: Message) -> StepPlan<S> {
        StepPlan { why, ..self }
    }

    /// Marks it as one that may be given in another unit's turn.
    #[must_use]
    pub fn at_any_time(self) -> StepPlan<S> {
        StepPlan { any_time: true, ..self }
    }
}

/// The part of a unit in a group.
pub enum GroupPart<S: Rules> {
    /// The rest of its turn, as the button *Done* gives it.
    Turn,
    /// These orders.
    Orders(Vec<PartialOrder<S>>),
}

/// A candidate for the next step; the first that the rules accept is shown.
pub struct NextPlan<S: Rules> {
    pub text: Message,
    pub unit: Option<Tag>,
    pub order: Option<PartialOrder<S>>,
}

impl<S: Rules> NextPlan<S> {
    /// A choice by the players, or something they wait for.
    #[must_use]
    pub fn message(text: Message) -> NextPlan<S> {
        NextPlan { text, unit: None, order: None }
    }

    /// An order that is required or ends something.
    pub fn give(text: Message, order: PartialOrder<S>) -> NextPlan<S> {
        let unit = match order.subject {
            Subject::Unit(tag) => Some(tag),
            Subject::Side(_) | Subject::Battle => None,
        };
        NextPlan { text, unit, order: Some(order) }
    }

    /// Sets the unit concerned.
    #[must_use]
    pub fn about(self, unit: Tag) -> NextPlan<S> {
        NextPlan { unit: Some(unit), ..self }
    }
}

/// A game's part of the turn card, the next step and groups. It is called on the battle as
/// the viewer knows it, so it cannot reveal secrets.
pub trait Turns: Forms {
    /// The order that begins a unit's turn, if the turn has not begun; the steps follow it.
    fn begins(&self, _unit: Tag) -> Option<PartialOrder<Self>> {
        None
    }

    /// Whether a unit in this condition has any steps.
    fn has_steps(&self, one: &Self::Unit) -> bool {
        one.in_play()
    }

    /// The steps of a unit's turn, or of its part in the present phase, in sequence.
    fn steps(&self, unit: Tag, _one: &Self::Unit) -> Vec<StepPlan<Self>> {
        default_impls::steps(self, unit)
    }

    /// The orders that end a unit's turn after its required steps; empty if none does.
    fn ends(&self, _unit: Tag) -> Vec<PartialOrder<Self>> {
        Vec::new()
    }

    /// Why *Done* is not open now although nothing is required: it is not the unit's turn.
    fn why_not_turn(&self, _unit: Tag) -> Option<Message> {
        None
    }

    /// The enemies known to be adjacent to a unit.
    fn adjacent(&self, _unit: Tag) -> Vec<Tag> {
        Vec::new()
    }

    /// The orders that a unit can give against a target, each with a short description.
    fn attacks(&self, _unit: Tag, _target: Tag) -> Vec<(PartialOrder<Self>, Message)> {
        Vec::new()
    }

    /// Whether an outcome is good: at least a hit, or sunk, struck, sheared or boarded.
    fn is_good(
        &self,
        order: &Self::Order,
        outcome: Self::Outcome,
        _effects: &[&Self::Effect],
    ) -> bool {
        outcome.gain(order.kind()) > 0
    }

    /// The headline for the result of the dice; `None` if the first sentence of the report
    /// is better.
    fn result(
        &self,
        _kind: KindOf<Self>,
        outcome: Self::Outcome,
        _effects: &[&Self::Effect],
    ) -> Option<Message> {
        (outcome != Self::Outcome::DONE).then(|| Message::slug(outcome.word()))
    }

    /// A sentence for orders that several units gave together; `None` if the game has none.
    /// The battle is the one before the orders.
    fn group_result(&self, _orders: &[&Self::Order]) -> Option<Message> {
        None
    }

    /// Whether a number in an attack does not affect its probability.
    fn changes_no_chance(&self, _field: FieldOf<Self>) -> bool {
        false
    }

    /// Whether only the players know a field, although its order does not mark it as seen.
    fn is_on_the_table(&self, _field: FieldOf<Self>) -> bool {
        false
    }

    /// Candidates for the next step of a viewer who commands these sides; the first that
    /// the rules accept is shown. A choice or a wait is a candidate without an order.
    fn next(&self, commands: [bool; 2]) -> Vec<NextPlan<Self>> {
        default_impls::next::<Self>(commands)
    }

    /// A sentence for a victory by the rules.
    fn victory(&self, winner: Winner) -> Message {
        victory(self, winner, message!("Draw."))
    }

    /// The part of a unit in a group whose units only move.
    ///
    /// # Errors
    /// The reason why it cannot.
    fn only_moves(&self, _unit: Tag) -> Result<GroupPart<Self>, Message> {
        Err(message!("the units of this game do this one by one"))
    }

    /// The part of a unit in a group that sets this speed; `None` keeps its present speed.
    ///
    /// # Errors
    /// The reason why it cannot.
    fn sets_speed(&self, _unit: Tag, _speed: Option<&Value>) -> Result<GroupPart<Self>, Message> {
        Err(match Self::UNITS {
            Units::Ships => message!("ships of this game set no speeds"),
            Units::Units => message!("units of this game set no speeds"),
        })
    }

    /// The next unit in a group if the sides alternate; `None` if list order applies.
    fn next_in_group(&self, _units: &[Tag]) -> Option<Tag> {
        None
    }
}

/// A sentence for a group in which each unit gives one order of the first kind, and only
/// orders of these kinds are given.
pub fn group_of_moves<S: Rules>(
    battle: &S,
    orders: &[&S::Order],
    kinds: &[KindOf<S>],
) -> Option<Message> {
    if orders.iter().any(|order| !kinds.contains(&order.kind())) {
        return None;
    }
    let moves = orders.iter().filter(|order| Some(order.kind()) == kinds.first().copied());
    let units: Vec<Option<Subject>> = moves.map(|order| battle.given_by(order)).collect();
    match units[..] {
        [] => None,
        [Some(Subject::Unit(unit))] => {
            Some(message!("{unit} only moves.", unit = battle.called(unit)))
        }
        _ => Some(only_move(units.len())),
    }
}

/// A description of a group that only moves.
#[must_use]
pub fn only_move(units: usize) -> Message {
    message!(units => "{n} unit only moves." | "{n} units only move.")
}

/// A description of a group of galleys that keep their speed.
#[must_use]
pub fn keep_speeds(galleys: usize) -> Message {
    message!(galleys => "{n} galley keeps her speed." | "{n} galleys keep their speeds.")
}

/// A description of a group of galleys at one speed.
#[must_use]
pub fn at_speed(galleys: usize, speed: Option<&Value>) -> Message {
    let speed = match speed {
        Some(Value::String(word)) => Message::slug(word.clone()),
        Some(value) => Message::verbatim(value.to_string()),
        None => Message::default(),
    };
    message!(galleys => "{n} galley sets speed {speed}." | "{n} galleys set speed {speed}.", speed)
}

/// A prompt for the sides that a viewer commands; without a name if it is a single side.
pub fn prompt_for<S: Rules>(battle: &S, side: Side, commands: [bool; 2], what: Message) -> Message {
    if commands == [true, true] {
        message!("{side}: {what}", side = battle.side_called(side), what = what.within())
    } else {
        what.sentence()
    }
}
