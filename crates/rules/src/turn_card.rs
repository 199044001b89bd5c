//! The turn card and the next step: what a unit does in its turn as one card, and what
//! comes next, as every client shows it. A game states its part in [`Turns`]; what is
//! shown is worked out of that in `systems`, from what the viewer may know.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use dice::{Modifier, Throw};
use message::{Message, message};

use super::common::{OutcomeWord as _, Side, Subject, Tag, Units, Winner};
use super::default_impls;
use super::forms::Forms;
use super::keyword::{Keyword as _, keywords};
use super::roster::Rostered as _;
use super::statement::Stated as _;
use super::system::{FieldOf, KindOf, Rules};
use super::view::victory;

/// A unit's turn, or its part in the present phase.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TurnCard {
    pub unit: Tag,
    /// Its steps in sequence; none if another side commands it.
    pub steps: Vec<CardStep>,
    /// The enemies that it touches, and the one that was named.
    pub targets: Vec<CardTarget>,
    /// What finishes the turn; `None` if an owed step waits for the players' choice, or it
    /// is not the unit's turn.
    pub done: Option<CardDone>,
}

/// A step of a turn card: an order, filled in as far as the app can.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CardStep {
    /// The word of its order.
    pub kind: String,
    pub state: StepState,
    /// What it does, in a few words: `Row: up to 8 move points`.
    pub text: Message,
    /// Why it is owed or is not open; empty if there is nothing to say.
    pub why: Message,
    /// The order as far as the app can fill it in.
    pub order: Map<String, Value>,
    /// The fields that are filled in, but that only the players know.
    pub assumes: Vec<String>,
    /// Whether every result has the same effects, with the fields as filled in.
    pub certain: bool,
    /// Whether the order can be given as it is filled in.
    pub ready: bool,
}

keywords! {
    /// How far a step of a turn card has come.
    pub enum StepState {
        /// It may be given.
        Open = "open",
        /// It has to be given before the turn ends.
        Owed = "owed",
        /// It was given.
        Done = "done",
        /// It was not given, and a later step was.
        Skipped = "skipped",
        /// The rules do not allow it now, however it is filled in.
        NotNow = "not-now",
    }
}

/// A target of a turn card, with the orders that can be given at it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CardTarget {
    pub unit: Tag,
    pub orders: Vec<TargetOrder>,
}

/// An order that can be given at a target, with the chance of a good outcome.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TargetOrder {
    /// The word of the order.
    pub kind: String,
    /// What it does, in a few words: `Ram B2`.
    pub text: Message,
    /// The order as far as the app can fill it in.
    pub order: Map<String, Value>,
    /// The least and the greatest chance over the values of the fields that change it, and
    /// over all that the viewer may not know; `None` if these are too many.
    pub p: Option<[f64; 2]>,
    /// The fields on which the chance turns.
    pub turns_on: Vec<String>,
}

/// Several orders that are given as one: the rest of a turn.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CardDone {
    pub orders: Vec<Map<String, Value>>,
    /// The rolls that they need whatever falls.
    pub throws: Vec<NeededRoll>,
    /// What they do, in a sentence.
    pub says: Message,
}

/// A roll that an order needs.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct NeededRoll {
    /// The number of its order in the list, from 0.
    pub order: usize,
    /// The dice.
    pub throw: Throw,
    /// What it decides.
    pub purpose: Message,
    pub modifiers: Vec<Modifier>,
}

/// The next step, as headline, list and button of every client show it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Next {
    /// What to do, or for whom or what the viewer waits.
    pub text: Message,
    /// An owed step, a forced fight, or the end of a turn or phase; it is not refused.
    pub order: Option<Map<String, Value>>,
    /// The unit that it is about.
    pub unit: Option<Tag>,
}

keywords! {
    /// What a group does.
    pub enum GroupDo {
        /// Each unit only moves, as far as it can.
        OnlyMove = "only-move",
        /// Each galley keeps the speed that it has.
        AsBefore = "as-before",
        /// Each galley goes at one speed.
        AtSpeed = "at-speed",
    }
}

/// A group that was composed, and is not given yet.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ComposedGroup {
    pub orders: Vec<Map<String, Value>>,
    /// The rolls that they need whatever falls.
    pub throws: Vec<NeededRoll>,
    /// What they do, in a sentence.
    pub says: Message,
    /// Who is left out, and why.
    pub cannot: Vec<LeftOutUnit>,
}

/// A unit that is left out of a group.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct LeftOutUnit {
    pub unit: Tag,
    pub why: Message,
}

/// An order of a game as far as the game fills it in; the forms' own defaults fill the rest.
pub struct PartialOrder<S: Rules> {
    /// Who gives it.
    pub subject: Subject,
    pub kind: KindOf<S>,
    /// Fields with values that the forms do not know.
    pub fields: Vec<(FieldOf<S>, Value)>,
    /// The same where several orders are given as one, and dice may come before it.
    pub later: Vec<(FieldOf<S>, Value)>,
    /// What it does, within a sentence: `row 8`.
    pub brief: Message,
    /// The field that says that nothing is rolled, where every result would be the same.
    pub unrolled: Option<FieldOf<S>>,
    /// Whether its dice change nothing of what later orders turn on.
    pub is_harmless: bool,
}

impl<S: Rules> PartialOrder<S> {
    /// An order of a unit.
    pub fn of(unit: Tag, kind: KindOf<S>, brief: Message) -> PartialOrder<S> {
        PartialOrder::by(Subject::Unit(unit), kind, brief)
    }

    /// An order of a side or of the battle.
    pub fn by(subject: Subject, kind: KindOf<S>, brief: Message) -> PartialOrder<S> {
        let (said, later) = (Vec::new(), Vec::new());
        PartialOrder {
            subject,
            kind,
            fields: said,
            later,
            brief,
            unrolled: None,
            is_harmless: false,
        }
    }

    /// The same with a field filled in.
    #[must_use]
    pub fn with(mut self, field: FieldOf<S>, value: impl Into<Value>) -> PartialOrder<S> {
        self.fields.push((field, value.into()));
        self
    }

    /// The same with a field that is filled in so where dice may come before it.
    #[must_use]
    pub fn later(mut self, field: FieldOf<S>, value: impl Into<Value>) -> PartialOrder<S> {
        self.later.push((field, value.into()));
        self
    }

    /// The same, which this field leaves unrolled where every result would be the same.
    #[must_use]
    pub fn unrolled_by(self, field: FieldOf<S>) -> PartialOrder<S> {
        PartialOrder { unrolled: Some(field), ..self }
    }

    /// The same, whose dice change nothing of what later orders turn on.
    #[must_use]
    pub fn harmless(self) -> PartialOrder<S> {
        PartialOrder { is_harmless: true, ..self }
    }
}

/// A step of a turn as a game states it.
pub struct StepPlan<S: Rules> {
    pub order: PartialOrder<S>,
    pub state: StepState,
    /// What it does, in a few words.
    pub text: Message,
    /// Why it is owed, skipped or not open.
    pub why: Message,
    /// Whether it may be given in the turn of another.
    pub any_time: bool,
}

impl<S: Rules> StepPlan<S> {
    /// A step in a state for which there is no reason to give.
    pub fn new(order: PartialOrder<S>, state: StepState, text: Message) -> StepPlan<S> {
        StepPlan { order, state, text, why: Message::default(), any_time: false }
    }

    /// The same with the reason for its state.
    #[must_use]
    pub fn because(self, why: Message) -> StepPlan<S> {
        StepPlan { why, ..self }
    }

    /// The same, which may be given in the turn of another.
    #[must_use]
    pub fn at_any_time(self) -> StepPlan<S> {
        StepPlan { any_time: true, ..self }
    }
}

/// What a unit does in a group.
pub enum GroupPart<S: Rules> {
    /// Its turn, as *Done* of its card gives it.
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
    /// Something that the players choose, or wait for.
    #[must_use]
    pub fn message(text: Message) -> NextPlan<S> {
        NextPlan { text, unit: None, order: None }
    }

    /// An order that is owed, or ends something.
    pub fn give(text: Message, order: PartialOrder<S>) -> NextPlan<S> {
        let unit = match order.subject {
            Subject::Unit(tag) => Some(tag),
            Subject::Side(_) | Subject::Battle => None,
        };
        NextPlan { text, unit, order: Some(order) }
    }

    /// The same, about this unit.
    #[must_use]
    pub fn about(self, unit: Tag) -> NextPlan<S> {
        NextPlan { unit: Some(unit), ..self }
    }
}

/// A game's part of the turn card, the next step and groups. It is asked of the battle as
/// the viewer knows it, so it can tell no secret.
pub trait Turns: Forms {
    /// The order that begins a unit's turn, if it has not begun; its steps are those after
    /// that order.
    fn begins(&self, _unit: Tag) -> Option<PartialOrder<Self>> {
        None
    }

    /// Whether a unit in this condition has steps at all.
    fn has_steps(&self, one: &Self::Unit) -> bool {
        one.in_play()
    }

    /// The steps of a unit's turn, or of its part in the present phase, in sequence.
    fn steps(&self, unit: Tag, _one: &Self::Unit) -> Vec<StepPlan<Self>> {
        default_impls::steps(self, unit)
    }

    /// The orders that end a unit's turn after its owed steps; none if nothing ends it.
    fn ends(&self, _unit: Tag) -> Vec<PartialOrder<Self>> {
        Vec::new()
    }

    /// Why *Done* is not open now, though nothing is owed: it is not the unit's turn.
    fn not_its_turn(&self, _unit: Tag) -> Option<Message> {
        None
    }

    /// The enemies that are known to be beside a unit.
    fn beside(&self, _unit: Tag) -> Vec<Tag> {
        Vec::new()
    }

    /// The orders that a unit can give at a target, each with what it does in a few words.
    fn attacks(&self, _unit: Tag, _target: Tag) -> Vec<(PartialOrder<Self>, Message)> {
        Vec::new()
    }

    /// Whether an outcome is good: hit, sinking or better, struck, sheared, boards, at least
    /// one hit.
    fn is_good(
        &self,
        order: &Self::Order,
        outcome: Self::Outcome,
        _effects: &[&Self::Effect],
    ) -> bool {
        outcome.gain(order.kind()) > 0
    }

    /// What the dice came to, as the headline of a result says it; `None` if the first
    /// sentence of the report is a better headline.
    fn result(
        &self,
        _kind: KindOf<Self>,
        outcome: Self::Outcome,
        _effects: &[&Self::Effect],
    ) -> Option<Message> {
        (outcome != Self::Outcome::DONE).then(|| Message::slug(outcome.word()))
    }

    /// What orders that several units were given as one do, in a sentence; `None` if the
    /// game has no sentence for them. The battle is that before them.
    fn group_result(&self, _orders: &[&Self::Order]) -> Option<Message> {
        None
    }

    /// Whether a number in an attack has no part in its chance.
    fn changes_no_chance(&self, _field: FieldOf<Self>) -> bool {
        false
    }

    /// Whether only the players know a field, though its order does not state it as seen.
    fn is_on_the_table(&self, _field: FieldOf<Self>) -> bool {
        false
    }

    /// What comes next for a viewer who commands these sides: the first that the rules
    /// accept is shown. A choice, or whom he waits for, is a candidate without an order.
    fn next(&self, commands: [bool; 2]) -> Vec<NextPlan<Self>> {
        default_impls::next::<Self>(commands)
    }

    /// That the battle is won by the rules, and how.
    fn victory(&self, winner: Winner) -> Message {
        victory(self, winner, message!("Draw."))
    }

    /// What a unit does in a group whose units only move.
    ///
    /// # Errors
    /// Why it cannot.
    fn only_moves(&self, _unit: Tag) -> Result<GroupPart<Self>, Message> {
        Err(message!("the units of this game do this one by one"))
    }

    /// What a unit does in a group that sets this speed; `None` is the one that it has.
    ///
    /// # Errors
    /// Why it cannot.
    fn sets_speed(&self, _unit: Tag, _speed: Option<&Value>) -> Result<GroupPart<Self>, Message> {
        Err(match Self::UNITS {
            Units::Ships => message!("ships of this game set no speeds"),
            Units::Units => message!("units of this game set no speeds"),
        })
    }

    /// The unit that is next in a group of these, where sides alternate; `None` if they
    /// are taken as they are listed.
    fn next_in_group(&self, _units: &[Tag]) -> Option<Tag> {
        None
    }
}

/// The sentence for a group in which each unit gives one order of the first kind, and no
/// other orders than of these kinds are given.
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

/// What units do that only move.
#[must_use]
pub fn only_move(units: usize) -> Message {
    message!(units => "{n} unit only moves." | "{n} units only move.")
}

/// What galleys do that keep the speed that they had.
#[must_use]
pub fn keep_speeds(galleys: usize) -> Message {
    message!(galleys => "{n} galley keeps its speed." | "{n} galleys keep their speeds.")
}

/// What galleys do that go at one speed.
#[must_use]
pub fn at_speed(galleys: usize, speed: Option<&Value>) -> Message {
    let speed = match speed {
        Some(Value::String(word)) => Message::slug(word.clone()),
        Some(value) => Message::verbatim(value.to_string()),
        None => Message::default(),
    };
    message!(galleys => "{n} galley at speed {speed}." | "{n} galleys at speed {speed}.", speed)
}

/// Which sides a viewer commands, as a prompt calls him: without a name if it is one side
/// alone.
pub fn prompt_for<S: Rules>(battle: &S, side: Side, commands: [bool; 2], what: Message) -> Message {
    if commands == [true, true] {
        message!("{side}: {what}", side = battle.side_called(side), what = what.within())
    } else {
        what.sentence()
    }
}
