//! The schema of orders: kinds, fields, types and defaults. Offers, forms, protocol errors
//! and help all use this schema, so that they cannot disagree.

use serde::{Deserialize, Serialize, Serializer};
use serde_json::{Map, Value, json};
use thiserror::Error;

use crate::drawing::Icon;
use message::{Message, clipped, message};

use super::modifier_changes::MODIFIERS;
use super::value_type::{ValueType, listed};

/// A kind of order.
#[derive(Clone, Copy, Debug)]
pub struct OrderSpec {
    /// Its word in the rules: `take-prize`.
    pub kind: &'static str,
    /// The label of its button: `Take as a prize`.
    pub name: &'static str,
    /// What it does, in a sentence.
    pub what: &'static str,
    /// A further explanation for players.
    pub explained: Option<&'static str>,
    /// The rule that it comes from: `Greek Fire: boarding`.
    pub rule: &'static str,
    /// Its role in a turn.
    pub part: Part,
    /// The icon for it.
    pub sign: Option<Icon>,
    /// The fields that name the issuer: the first that is filled in. Without any, the
    /// battle as a whole is the issuer.
    pub givers: &'static [&'static str],
    /// The field that names the target.
    pub target: Option<&'static str>,
    /// Its fields, in the order in which a player decides them.
    pub fields: &'static [FieldSpec],
}

/// Serializes an order kind as its word.
impl Serialize for OrderSpec {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.kind)
    }
}

/// The role of an order in a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// An action of a unit or a side.
    Act,
    /// A choice that may stay unchanged, such as a speed; a whole side can keep its choices.
    Standing,
    /// The movement of a unit; the remaining units may all just move.
    Moves,
    /// An action of a side through one of its units; a pass by one unit is a pass for all.
    SideAction,
    /// It begins a unit's turn, and so ends the turn of another.
    Begins,
    /// It ends a phase, a turn or a round.
    Ends,
    /// A unit leaves the table.
    Leaves,
    /// A side concedes the battle.
    Concedes,
    /// Both sides agree on a result.
    Agrees,
    /// The players correct a record.
    Corrects,
}

impl Part {
    /// Whether the order is rare: it gives something up, ends the battle, or corrects a
    /// record.
    #[must_use]
    pub fn is_seldom(self) -> bool {
        match self {
            Part::Leaves | Part::Concedes | Part::Agrees | Part::Corrects => true,
            Part::Act
            | Part::Standing
            | Part::Moves
            | Part::SideAction
            | Part::Begins
            | Part::Ends => false,
        }
    }
}

/// A field of an order.
#[derive(Clone, Copy, Debug)]
pub struct FieldSpec {
    /// Its word in the rules: `spaces_straight`.
    pub name: &'static str,
    /// The label in the form: `Spaces straight ahead`.
    pub question: &'static str,
    /// A further explanation for players.
    pub explained: Option<&'static str>,
    /// What it means, for a player.
    pub meaning: &'static str,
    pub takes: ValueType,
    /// Its value when it is left out.
    pub default: LeftOut,
    /// The side that chooses its value.
    pub chosen_by: Chooser,
    pub measures: Measure,
}

/// Serializes a field as its name.
impl Serialize for FieldSpec {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name)
    }
}

/// The kind of quantity in a field. This decides the meaning of values above the limit of the
/// rules, and whether the battle or the players know the value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Measure {
    /// An amount: values above the limit change nothing further.
    Amount,
    /// The distance of a target, in the unit that the label names. Above the limit, the
    /// weapon does not reach.
    Reach,
    /// Something that only the players can see on the table, so that its first value is a
    /// guess. A number is an amount.
    Seen,
}

/// The side that chooses a field's value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Chooser {
    /// The side that gives the order.
    Giver,
    /// The other side, which chooses once the rest of the order is known.
    OtherSide,
}

/// The value of a field that is left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LeftOut {
    /// It cannot be left out.
    Required,
    /// No value: the rules do not need one.
    Absent,
    /// A number.
    Number(i64),
    /// Yes or no.
    Flag(bool),
    /// A word.
    Word(&'static str),
    /// An empty list.
    Empty,
}

impl LeftOut {
    /// The value in a written order; `None` if there is none.
    #[must_use]
    pub fn value(self) -> Option<Value> {
        match self {
            LeftOut::Required | LeftOut::Absent => None,
            LeftOut::Number(n) => Some(json!(n)),
            LeftOut::Flag(f) => Some(json!(f)),
            LeftOut::Word(w) => Some(json!(w)),
            LeftOut::Empty => Some(json!([])),
        }
    }
}

/// A required field of a correction.
const fn of_a_correction(
    name: &'static str,
    question: &'static str,
    takes: ValueType,
    meaning: &'static str,
) -> FieldSpec {
    FieldSpec {
        name,
        question,
        explained: None,
        meaning,
        takes,
        default: LeftOut::Required,
        chosen_by: Chooser::Giver,
        measures: Measure::Amount,
    }
}

/// The field of a correction that names the entry.
pub const ENTRY: &str = "field";
/// The field of a correction with the new value.
pub const NEW_VALUE: &str = "value";

const RECORD_OWNER: &str = "The unit or side whose record is corrected.";
const ENTRY_MEANS: &str =
    "The wrong entry of the record, such as the crew, the fires or the status.";
const NEW_VALUE_MEANS: &str =
    "The value on the table, or one that both players agree on. The rules then continue from it.";
const REASON_MEANS: &str = "Why it was corrected. The log keeps the reason.";

/// The correction of a record; the same in every game.
pub const ADJUST: OrderSpec = OrderSpec {
    kind: "adjust",
    name: "Players’ correction",
    what: "Sets any entry of a ship’s record to a value that the players agree on, with a reason for the log.",
    explained: None,
    rule: "All systems: players’ correction",
    part: Part::Corrects,
    sign: None,
    givers: &["ship"],
    target: None,
    fields: &[
        of_a_correction("ship", "Whose record", ValueType::UnitOrSide, RECORD_OWNER),
        of_a_correction(ENTRY, "Entry", ValueType::Text, ENTRY_MEANS),
        of_a_correction(NEW_VALUE, "New value", ValueType::Any, NEW_VALUE_MEANS),
        FieldSpec {
            default: LeftOut::Word(""),
            ..of_a_correction("note", "Reason", ValueType::Text, REASON_MEANS)
        },
    ],
};

/// The key of a written order that has a fault.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum KeyAtFault {
    /// The key does not exist: its name is the fault.
    Unknown(String),
    /// The key exists, but does not take this value.
    Value(String),
}

/// A fault in a written order, and its key.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{why}")]
pub struct OrderFault {
    /// What is wrong, and what would be right.
    pub why: Message,
    /// The key; `None` if one is missing or the order as a whole is wrong.
    pub key: Option<KeyAtFault>,
}

/// A fault in the value of a key.
fn at_value<T>(key: &str, why: Message) -> Result<T, OrderFault> {
    Err(OrderFault { why, key: Some(KeyAtFault::Value(key.to_owned())) })
}

/// A missing key.
fn missing<T>(why: Message) -> Result<T, OrderFault> {
    Err(OrderFault { why, key: None })
}

/// Reports that a required field was left out, by its label in the form.
fn missing_field(field: &FieldSpec) -> Message {
    let question = Message::word(field.question);
    message!("`{field}` is missing ({question})", field = field.name, question)
}

/// Checks a written order against the schema: a known kind, no unknown keys,
/// nothing missing, every value of its type. Returns it with the defaults
/// filled in.
///
/// # Errors
/// The first fault, with its key.
pub fn complete(
    orders: &'static [OrderSpec],
    written: &Map<String, Value>,
) -> Result<(&'static OrderSpec, Map<String, Value>), OrderFault> {
    check_value(orders, written, |_| None)
}

/// The value of a field that the other side has not chosen yet. No such field takes it as a
/// real value.
pub const OPEN: &str = "?";

/// Checks an order that a side declares. Fields that the other side chooses may still be
/// open.
///
/// # Errors
/// As [`complete`].
pub fn complete_declared(
    orders: &'static [OrderSpec],
    written: &Map<String, Value>,
) -> Result<(&'static OrderSpec, Map<String, Value>), OrderFault> {
    check_value(orders, written, |field| {
        (field.chosen_by == Chooser::OtherSide).then(|| OPEN.into())
    })
}

/// Checks that an order has no unknown key.
fn check_keys(spec: &'static OrderSpec, written: &Map<String, Value>) -> Result<(), OrderFault> {
    let rolls = !matches!(spec.part, Part::Agrees | Part::Corrects);
    let is_known = |key: &str| {
        let is_common = key == "kind" || (key == MODIFIERS && rolls);
        is_common || spec.fields.iter().any(|field| field.name == key)
    };
    let Some(key) = written.keys().find(|key| !is_known(key)) else { return Ok(()) };
    let shown = clipped(key);
    let why = if spec.fields.is_empty() {
        message!("unknown field `{shown}`: `{kind}` has no fields", shown, kind = spec.kind)
    } else {
        let known = listed(spec.fields.iter().map(|field| field.name));
        message!("unknown field `{shown}`, expected one of {known}", shown, known)
    };
    Err(OrderFault { why, key: Some(KeyAtFault::Unknown(key.clone())) })
}

/// Checks an order. A field that is left out gets the value of `otherwise`, or its default.
fn check_value(
    orders: &'static [OrderSpec],
    written: &Map<String, Value>,
    otherwise: fn(&FieldSpec) -> Option<Value>,
) -> Result<(&'static OrderSpec, Map<String, Value>), OrderFault> {
    let kinds = || listed(orders.iter().map(|order| order.kind));
    let kind = match written.get("kind") {
        Some(Value::String(kind)) => kind,
        Some(_) => return at_value("kind", message!("`kind` takes a word")),
        None => return missing(message!("`kind` is missing: one of {kinds}", kinds = kinds())),
    };
    let Some(spec) = orders.iter().find(|o| o.kind == kind) else {
        let shown = clipped(kind);
        let why =
            message!("unknown order `{shown}`, expected one of {kinds}", shown, kinds = kinds());
        return at_value("kind", why);
    };
    check_keys(spec, written)?;
    let mut whole = Map::new();
    whole.insert("kind".into(), json!(spec.kind));
    for field in spec.fields {
        match written.get(field.name) {
            Some(value) if !(value.is_null() && field.takes != ValueType::Any) => {
                if !field.takes.fits(value) {
                    let (takes, found) = (field.takes.description(), clipped(&value.to_string()));
                    return at_value(
                        field.name,
                        message!(
                            "`{field}` takes {takes}, not {found}",
                            field = field.name,
                            takes,
                            found
                        ),
                    );
                }
                whole.insert(field.name.into(), field.takes.as_a_set(value));
            }
            given => match (field.default, otherwise(field).or_else(|| field.default.value())) {
                (_, Some(value)) => {
                    whole.insert(field.name.into(), value);
                }
                (LeftOut::Required, _) if given.is_some() => {
                    let takes = field.takes.description();
                    let why =
                        message!("`{field}` takes {takes}, not null", field = field.name, takes);
                    return at_value(field.name, why);
                }
                (LeftOut::Required, _) => return missing(missing_field(field)),
                (_, None) => {}
            },
        }
    }
    Ok((spec, whole))
}
