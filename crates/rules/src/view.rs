//! What the rules give screens and paper to draw: cards, the guide through a
//! turn, record sheets and charts. What draws them computes no rule.

use std::borrow::Cow;
use std::cmp::Ordering;

use serde::Serialize;
use serde_json::{Map, Value, json};

use crate::drawing::Drawing;

use message::{Message, message};

use super::common::{Refusal, Side, Subject, Tag, Winner};
use super::schema::{Chooser, FieldSpec, OrderSpec, Takes};
use super::system::Rules;

/// A ship or unit in brief.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Card {
    pub tag: Tag,
    pub name: String,
    /// Type, size or class, as a reader is told it: `Trireme (full deck)`.
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

/// A count of a record.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Gauge {
    /// What is counted: `Crew`.
    pub label: Message,
    /// The same in a letter or two, for where there is little room: `RN`; else empty. No
    /// client on another device is sent it.
    #[serde(skip)]
    pub brief: Message,
    /// How many there are now.
    pub value: u32,
    /// How many there can be.
    pub full: u32,
    /// How to draw it.
    pub look: Look,
}

impl Gauge {
    /// A count that is called the same wherever it is shown.
    #[must_use]
    pub fn new(label: Message, (value, full): (u32, u32), look: Look) -> Gauge {
        Gauge { label, brief: Message::default(), value, full, look }
    }

    /// What is counted, as short as it can be.
    #[must_use]
    pub fn in_short(&self) -> &Message {
        if self.brief.is_empty() { &self.label } else { &self.brief }
    }
}

/// How to draw a count.
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
    /// The zone's name, as short as it can be.
    pub zone: Message,
    /// Which zone it is: 0 in the centre, less to the army's own left, more to its right. The
    /// zone that faces it has the same number with the other sign.
    pub rank: i8,
    /// The column in the zone, from 1; 0 for an officer, who is in no column.
    pub column: u8,
    /// The officer's name, with the office of a commander; empty for a unit.
    #[serde(default, skip_serializing_if = "Message::is_empty")]
    pub officer: Message,
}

/// Whether something is good for the unit that it is about.
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

    /// A mark of this tone, of no entry yet.
    #[must_use]
    pub fn new(label: Message, tone: Tone) -> Mark {
        Mark { label, tone, of: None, station: None, hand: Vec::new() }
    }

    /// The same, of this entry.
    #[must_use]
    pub fn of(self, entry: &'static str) -> Mark {
        Mark { of: Some(Cow::Borrowed(entry)), ..self }
    }

    /// The same, with these cards.
    #[must_use]
    pub fn holding(self, hand: Vec<HeldCard>) -> Mark {
        Mark { hand, ..self }
    }

    /// The same, of this place.
    #[must_use]
    pub fn at(self, station: Station) -> Mark {
        Mark { station: Some(station), ..self }
    }
}

/// Where the battle is in its sequence of play, and which orders are open there. What to do
/// next is the next step’s to say ([`Next`](super::turn_card::Next)).
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Guide {
    /// Where we are: `Round 2`.
    pub headline: Message,
    /// The side whose turn it is; `None` if it is not one side's.
    pub side: Option<Side>,
    /// The unit whose turn it is; `None` if it is not one unit's.
    pub active: Option<Tag>,
    /// The phases of the turn, in order.
    pub steps: Vec<TurnPhase>,
    /// What can be done next, the most expected first; each is one tap away.
    pub next: Vec<NextStep>,
    /// What the rules still demand before the present turn ends, each in a few
    /// words: `morale not tested`.
    pub owed: Vec<Message>,
    /// The side whose secrets come next: the screen must be handed over to it.
    pub secret_of: Option<Side>,
}

/// Who has won, or in these words that nobody has.
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
    /// The order that is given in it, if it is a single kind.
    pub kind: Option<&'static str>,
}

/// Whether a phase is over, now, or still to come.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum PhaseState {
    /// It is over, and something was done in it.
    Done,
    /// It is over, and nothing was done in it.
    Skipped,
    /// It is now.
    Now,
    /// It has to come before the turn ends.
    Owed,
    /// It may still come.
    ToCome,
}

impl PhaseState {
    /// The state of a phase of a strict sequence, compared with the present.
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
    /// What the button says: `Fire: 2 counters burn`.
    pub label: Message,
}

/// An order for a subject to fill in, whether the rules allow it now or not. It is written
/// out with its order and fields by their words.
#[derive(Clone, Debug, Serialize)]
pub struct Offer {
    /// The word of its game.
    pub system: &'static str,
    /// The kind of order.
    #[serde(rename = "kind")]
    pub spec: &'static OrderSpec,
    /// Its fields, filled in for this subject as far as is known.
    pub fields: Vec<OfferField>,
    /// Why it is refused, if it is refused whatever is filled in.
    pub refused: Option<Refusal>,
    /// Where giving it now would depart from the sequence of play.
    pub warnings: Vec<Message>,
}

/// A field of an offer.
#[derive(Clone, Debug, Serialize)]
pub struct OfferField {
    /// What the order states about it.
    #[serde(rename = "name")]
    pub spec: &'static FieldSpec,
    /// Its value at first; `None` if the player must choose.
    pub value: Option<Value>,
    /// The lowest and highest number that the rules accept now.
    pub range: Option<(i64, i64)>,
    /// What can be chosen now, each with a label; a refused choice says why.
    pub choices: Vec<Choice>,
    /// Whether the order needs it: it has no default, or the rules refuse the default now.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub required: bool,
    /// Whether only the players see it on the table: until they say it, its
    /// value is a guess.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub unseen: bool,
}

impl Offer {
    /// The order that the fields make up.
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

    /// The form for one side alone, which only declares the order: without the
    /// fields that the other side chooses.
    #[must_use]
    pub fn of_one_side(mut self) -> Offer {
        self.fields.retain(|field| field.spec.chosen_by == Chooser::Giver);
        self
    }
}

impl OfferField {
    /// Whether this unit is its value, or among them.
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
        // Where any value will do, null is one.
        let empty = |value: &Value| value.is_null() && self.spec.takes != Takes::Any;
        let filled = self.value.as_ref().is_some_and(|value| !empty(value));
        self.required && !filled
    }
}

/// A choice in a field.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Choice {
    /// The value that the order gets.
    pub value: Value,
    /// What players read.
    pub label: Message,
    /// Why it cannot be chosen with the rest of the form as it is, whatever the players see
    /// on the table and have not said.
    pub refused: Option<Refusal>,
}

/// What a game knows about a field for a subject: better defaults and limits
/// than the schema's.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct FieldDefaults {
    /// Its value at first.
    pub value: Option<Value>,
    pub range: Option<(i64, i64)>,
    /// What can be chosen, with labels.
    pub choices: Option<Vec<(Value, Message)>>,
}

impl FieldDefaults {
    /// These choices, the first one chosen.
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
    /// The heads of its columns.
    pub columns: Vec<Message>,
    /// Its rows, with one text for each column.
    pub rows: Vec<Vec<Message>>,
    /// What else a reader must know.
    pub notes: Vec<Message>,
    /// The words (types, weapons, advantages) that its rows are about, one for
    /// each row, so that a print can leave out what a fleet does not use; empty
    /// where every row is always needed.
    pub about: Vec<String>,
}

/// A counter to cut out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Chit {
    /// What its face says: a number, a letter or two.
    pub face: String,
    /// What it stands for, printed below: `Morale`.
    pub caption: Message,
    /// Whether it lies face down: then its back shows only the side.
    pub hidden: bool,
    /// How many of them there are.
    pub count: u32,
    /// The entry of a record that it tells on the table, so that no card need: `fires`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub entry: Option<String>,
}

impl Chit {
    /// A marker with the same face on both sides.
    #[must_use]
    pub fn marker(face: &str, caption: Message, count: u32) -> Chit {
        Chit { face: face.to_owned(), caption, hidden: false, count, entry: None }
    }

    /// The same, telling this entry of a record.
    #[must_use]
    pub fn entry(self, entry: &str) -> Chit {
        Chit { entry: Some(entry.to_owned()), ..self }
    }
}

/// A battle card to cut out, with the text that its players wrote.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct BattleCard {
    pub name: String,
    pub text: String,
    /// How many of them there are.
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
    /// In a word or two: `Sail`.
    pub name: Message,
    pub who: Message,
    /// How it is done.
    pub what: Message,
}

impl TurnPart {
    /// A part with its steps: name, who, and how.
    #[must_use]
    pub fn new<const N: usize>(title: Message, about: Message, steps: [TurnStep; N]) -> TurnPart {
        TurnPart { title, about, steps: steps.into() }
    }
}

impl TurnStep {
    /// A step: its name, who does it, and how.
    #[must_use]
    pub fn new(name: Message, who: Message, what: Message) -> TurnStep {
        TurnStep { name, who, what }
    }
}

impl Chart {
    /// A table of which every row is always needed, without notes.
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

    /// The same with notes: what else a reader must know.
    #[must_use]
    pub fn noted(self, notes: impl IntoIterator<Item = Message>) -> Chart {
        Chart { notes: notes.into_iter().collect(), ..self }
    }
}
