//! Data that the rules give screens and paper to draw: cards, the guide through a turn, record
//! sheets and charts. The drawing code computes no rule.

use std::borrow::Cow;
use std::cmp::Ordering;

use serde::Serialize;
use serde_json::{Map, Value, json};

use crate::drawing::Drawing;

use message::{Message, message};

use super::common::{Refusal, Side, Subject, Tag, Winner};
use super::schema::{Chooser, FieldSpec, OrderSpec};
use super::system::Rules;
use super::value_type::ValueType;

/// A ship or unit in brief.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Card {
    pub tag: Tag,
    pub name: String,
    /// The type, size or class for a reader: `Trireme (full deck)`.
    pub kind: Message,
    pub drawing: Drawing,
    /// The side that controls it now.
    pub holder: Side,
    /// Whether it can still act.
    pub standing: UnitCondition,
    /// The counts of its record, most important first.
    pub gauges: Vec<Gauge>,
    /// Everything else that is true of it now: `routing`, `grappled with B2`.
    pub marks: Vec<Mark>,
    /// What it still has to do this turn, in words.
    pub todo: Vec<Message>,
}

/// Whether a unit can still act in this turn and battle.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum UnitCondition {
    /// It waits for its turn.
    Ready,
    /// It is its turn.
    Active,
    /// It has had its turn.
    Done,
    /// It is out of the battle; the word says how (`sunk`).
    Out(Message),
}

/// A counter of a record.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Gauge {
    /// What is counted: `Crew`.
    pub label: Message,
    /// The label in a letter or two, for narrow space: `RN`; may be empty. Clients on other
    /// devices do not receive it.
    #[serde(skip)]
    pub brief: Message,
    /// The current number.
    pub value: u32,
    /// The maximum.
    pub full: u32,
    /// How to draw it.
    pub look: Look,
}

impl Gauge {
    /// A counter with one label for all widths.
    #[must_use]
    pub fn new(label: Message, value: u32, full: u32, look: Look) -> Gauge {
        Gauge { label, brief: Message::default(), value, full, look }
    }

    /// The shortest label.
    #[must_use]
    pub fn in_short(&self) -> &Message {
        if self.brief.is_empty() { &self.label } else { &self.brief }
    }
}

/// The appearance of a counter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Look {
    /// A bar with the number (crew).
    Bar,
    /// A pip for each (ammo).
    Pips,
    /// A flame for each (fires).
    Flames,
    /// A broken oar for each (oars lost, damage).
    Damage,
    /// The number alone (speed).
    Number,
}

/// Something that is true of a unit now.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Mark {
    /// In a word or two.
    pub label: Message,
    pub tone: Tone,
    /// The entry of the unit's record that it shows, whose meaning explains it: `aground`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub of: Option<Cow<'static, str>>,
    /// The place of the unit or officer in a line of battle, if the mark shows one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub station: Option<Station>,
    /// The battle cards of a hand, if the mark shows one.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub hand: Vec<HeldCard>,
}

/// Battle cards of one name in a hand.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct HeldCard {
    /// The name of the card.
    pub name: String,
    /// What it does; empty if the fleet does not say.
    pub text: String,
    /// How many of them the hand holds.
    pub count: usize,
}

/// A place in a line of battle of several zones.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Station {
    /// The shortest name of the zone.
    pub zone: Message,
    /// The index of the zone: 0 in the centre, negative to the army's left, positive to its
    /// right. The zone that faces it has the opposite sign.
    pub rank: i8,
    /// The column in the zone, from 1; 0 for an officer, who has no column.
    pub column: u8,
    /// The officer's name, with the rank of a commander; empty for a unit.
    #[serde(default, skip_serializing_if = "Message::is_empty")]
    pub officer: Message,
}

/// Whether a mark is good for its unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Tone {
    /// An advantage.
    Good,
    /// A danger.
    Bad,
    /// Neither.
    Plain,
}

impl Mark {
    /// An advantage.
    #[must_use]
    pub fn good(label: Message) -> Mark {
        Mark::new(label, Tone::Good)
    }

    /// A danger.
    #[must_use]
    pub fn bad(label: Message) -> Mark {
        Mark::new(label, Tone::Bad)
    }

    /// Neither.
    #[must_use]
    pub fn plain(label: Message) -> Mark {
        Mark::new(label, Tone::Plain)
    }

    /// A mark of this tone, without an entry.
    #[must_use]
    pub fn new(label: Message, tone: Tone) -> Mark {
        Mark { label, tone, of: None, station: None, hand: Vec::new() }
    }

    /// Sets the entry.
    #[must_use]
    pub fn of(self, entry: &'static str) -> Mark {
        Mark { of: Some(Cow::Borrowed(entry)), ..self }
    }

    /// Sets the cards.
    #[must_use]
    pub fn holding(self, hand: Vec<HeldCard>) -> Mark {
        Mark { hand, ..self }
    }

    /// Sets the place.
    #[must_use]
    pub fn at(self, station: Station) -> Mark {
        Mark { station: Some(station), ..self }
    }
}

/// The current place in the sequence of play, and the orders that are open there. The next
/// step is separate ([`Next`](super::turn_card::Next)).
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Guide {
    /// The current round: `Round 2`, or `Round 2 of 8` if the rounds are limited.
    pub headline: Message,
    /// The side whose turn it is; `None` if it is not one side's.
    pub side: Option<Side>,
    /// The unit whose turn it is; `None` if it is not one unit's.
    pub active: Option<Tag>,
    /// The phases of the turn, in order.
    pub steps: Vec<TurnPhase>,
    /// What can be done next, the most likely first; each is one tap away.
    pub next: Vec<NextStep>,
    /// What the rules still demand before the present turn ends, each in a few
    /// words: `morale not tested`.
    #[serde(rename = "owed")]
    pub still_to_do: Vec<Message>,
    /// The side whose secrets come next: the screen must be handed over to it.
    pub secret_of: Option<Side>,
}

/// A sentence that names the winner; `draw` is the sentence for a draw.
pub fn victory<S: Rules>(battle: &S, winner: Winner, draw: Message) -> Message {
    match winner.side() {
        Some(side) => message!("Victory: {side}.", side = battle.side_called(side)),
        None => draw,
    }
}

/// A phase.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct TurnPhase {
    /// Its name: `Missiles`.
    pub name: Message,
    /// Whether it is over, now, or still to come.
    pub stands: PhaseState,
    /// The order that belongs to it, if it is a single kind.
    pub kind: Option<&'static str>,
}

/// Whether a phase is over, now, or still to come.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum PhaseState {
    /// Over, and something was done in it.
    Done,
    /// Over, and nothing was done in it.
    Skipped,
    /// In progress.
    Now,
    /// Required before the turn ends.
    Owed,
    /// Possible later.
    ToCome,
}

impl PhaseState {
    /// The state of a phase in a strict sequence, compared with the present phase.
    #[must_use]
    pub fn compared_with<P: Ord>(phase: &P, now: &P) -> PhaseState {
        match phase.cmp(now) {
            Ordering::Less => PhaseState::Done,
            Ordering::Equal => PhaseState::Now,
            Ordering::Greater => PhaseState::ToCome,
        }
    }
}

/// An order that the guide suggests.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct NextStep {
    /// The unit or side that gives it.
    pub subject: Subject,
    pub kind: &'static str,
    /// The label of the button: `Fire: 2 counters burn`.
    pub label: Message,
}

/// An order for a subject to fill in, even if the rules refuse it now. It is serialized
/// with the words of its order and fields.
#[derive(Clone, Debug, Serialize)]
pub struct Offer {
    /// The word of its game.
    pub system: &'static str,
    /// The kind of order.
    #[serde(rename = "kind")]
    pub spec: &'static OrderSpec,
    /// The fields, filled in for this subject as far as possible.
    pub fields: Vec<OfferField>,
    /// The refusal, if it applies to every way of filling in the fields.
    pub refused: Option<Refusal>,
    /// Departures from the sequence of play, if the order is given now.
    pub warnings: Vec<Message>,
}

/// A field of an offer.
#[derive(Clone, Debug, Serialize)]
pub struct OfferField {
    /// The definition of the field.
    #[serde(rename = "name")]
    pub spec: &'static FieldSpec,
    /// The initial value; `None` if the player must choose.
    pub value: Option<Value>,
    /// The lowest and highest number that the rules accept now.
    pub range: Option<(i64, i64)>,
    /// The current choices, each with a label; a refused choice has its refusal.
    pub choices: Vec<Choice>,
    /// Whether the order needs a value: there is no default, or the rules refuse it now.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub required: bool,
    /// Whether only the players can see the value on the table. Until they enter it, it is
    /// a guess.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub unseen: bool,
}

impl Offer {
    /// The order with the values of the fields.
    #[must_use]
    pub fn written(&self) -> Map<String, Value> {
        let mut order = Map::new();
        order.insert("kind".into(), json!(self.spec.kind));
        let filled = self.fields.iter().filter_map(|field| {
            field.value.as_ref().map(|value| (field.spec.name.to_owned(), value.clone()))
        });
        order.extend(filled);
        order
    }

    /// The form for one side that only declares the order, without the fields that the
    /// other side chooses.
    #[must_use]
    pub fn of_one_side(mut self) -> Offer {
        self.fields.retain(|field| field.spec.chosen_by == Chooser::Giver);
        self
    }
}

impl OfferField {
    /// Whether its value is this unit, or a list that contains it.
    #[must_use]
    pub fn holds(&self, tag: Tag) -> bool {
        let tag = json!(tag);
        match &self.value {
            Some(Value::Array(list)) => list.contains(&tag),
            Some(value) => *value == tag,
            None => false,
        }
    }

    /// Whether it is required and has no value.
    #[must_use]
    pub fn is_missing(&self) -> bool {
        // If any value is allowed, null is one.
        let empty = |value: &Value| value.is_null() && self.spec.takes != ValueType::Any;
        let filled = self.value.as_ref().is_some_and(|value| !empty(value));
        self.required && !filled
    }
}

/// A choice in a field.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Choice {
    /// The value that the order gets.
    pub value: Value,
    /// The label for players.
    pub label: Message,
    /// Why it cannot be chosen with the other values in the form, whatever the players may
    /// still enter about the table.
    pub refused: Option<Refusal>,
}

/// The defaults and limits of a field for one subject, if the game knows better ones than the
/// schema has.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct FieldDefaults {
    /// The initial value.
    pub value: Option<Value>,
    pub range: Option<(i64, i64)>,
    /// The choices, with labels.
    pub choices: Option<Vec<(Value, Message)>>,
}

impl FieldDefaults {
    /// These choices, with the first one selected.
    #[must_use]
    pub fn first_of(choices: Vec<(Value, Message)>) -> FieldDefaults {
        let value = choices.first().map(|(value, _)| value.clone());
        FieldDefaults { value, range: None, choices: Some(choices) }
    }
}

/// A table of the rules.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Chart {
    /// Its word, for links: `missiles`.
    pub slug: &'static str,
    pub title: Message,
    /// The headings of its columns.
    pub columns: Vec<Message>,
    /// Its rows, with one text for each column.
    pub rows: Vec<Vec<Message>>,
    /// Notes for the reader.
    pub notes: Vec<Message>,
    /// The word (type, weapon, advantage) that each row is about, so that a print can omit
    /// what a fleet does not use; empty if every row is always needed.
    pub about: Vec<String>,
}

/// A counter to cut out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Chit {
    /// The text on its face: a number, a letter or two.
    pub face: String,
    /// The caption below: `Morale`.
    pub caption: Message,
    /// Whether it lies face down; its back shows only the side.
    pub hidden: bool,
    /// How many there are.
    pub count: u32,
    /// The record entry that it shows on the table, so that no card needs to: `fires`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub entry: Option<String>,
}

impl Chit {
    /// A marker with the same face on both sides.
    #[must_use]
    pub fn marker(face: &str, caption: Message, count: u32) -> Chit {
        Chit { face: face.to_owned(), caption, hidden: false, count, entry: None }
    }

    /// Sets the record entry that it shows.
    #[must_use]
    pub fn entry(self, entry: &str) -> Chit {
        Chit { entry: Some(entry.to_owned()), ..self }
    }
}

/// A battle card to cut out, with the text that the players wrote.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct BattleCard {
    pub name: String,
    pub text: String,
    /// How many there are.
    pub count: u32,
}

/// A part of a turn: done once, by one side after the other, or at the end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TurnPart {
    /// Its heading: `Each ship in turn`.
    pub title: Message,
    /// Who acts in it, and what alternates, in a sentence or two.
    pub about: Message,
    /// What is done in it, in order.
    pub steps: Vec<TurnStep>,
}

/// One thing that is done in a turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TurnStep {
    /// A word or two: `Sail`.
    pub name: Message,
    pub who: Message,
    /// How it is done.
    pub what: Message,
}

impl TurnPart {
    /// A part with its steps, each with a name, who acts, and how.
    #[must_use]
    pub fn new<const N: usize>(title: Message, about: Message, steps: [TurnStep; N]) -> TurnPart {
        TurnPart { title, about, steps: steps.into() }
    }
}

impl TurnStep {
    /// A step with its name, who acts, and how.
    #[must_use]
    pub fn new(name: Message, who: Message, what: Message) -> TurnStep {
        TurnStep { name, who, what }
    }
}

impl Chart {
    /// A table without notes whose rows are all needed.
    #[must_use]
    pub fn new(
        slug: &'static str,
        title: Message,
        columns: impl IntoIterator<Item = Message>,
        rows: Vec<Vec<Message>>,
    ) -> Chart {
        Chart {
            slug,
            title,
            columns: columns.into_iter().collect(),
            rows,
            notes: Vec::new(),
            about: Vec::new(),
        }
    }

    /// Adds notes for the reader.
    #[must_use]
    pub fn noted(self, notes: impl IntoIterator<Item = Message>) -> Chart {
        Chart { notes: notes.into_iter().collect(), ..self }
    }
}
