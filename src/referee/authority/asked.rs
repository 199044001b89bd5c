//! What an order asks of the other side before it is carried out.

use serde_json::{Map, Value};

use crate::dice::{Entered, Seeded};
use crate::rules::schema::{Chooser, Default, FieldSpec};
use crate::rules::{Battle, Choice, Side, Stop, Takes, Viewer};

use super::logged::giver;
use super::table::{DeclaredOrder, Table};

/// A field that the other side chooses.
pub(super) struct Question {
    pub(super) field: &'static FieldSpec,
    /// Who chooses.
    pub(super) of: Side,
    /// What can be chosen.
    pub(super) choices: Vec<Choice>,
}

impl Question {
    /// Whether some answer lets the rules carry the order out.
    pub(super) fn fits(&self, battle: &Battle, written: &Map<String, Value>) -> bool {
        self.choices.iter().any(|choice| {
            let mut order = written.clone();
            order.insert(self.field.name.into(), choice.value.clone());
            can_be(battle, &order)
        })
    }
}

/// The first field that the other side has still to choose. It is asked where
/// what everybody knows of the battle leaves it a choice, whatever is so.
pub(super) fn question(battle: &Battle, written: &Map<String, Value>) -> Option<Question> {
    let of = giver(battle, written)?.other();
    let kind = written.get("kind").and_then(Value::as_str)?;
    let spec = battle.system().order(kind)?;
    let open = |field: &&FieldSpec| {
        field.chosen_by == Chooser::OtherSide && !written.contains_key(field.name)
    };
    let known = battle.guises(Viewer::Both);
    spec.fields.iter().filter(open).find_map(|field| {
        let fits = |value: &Value| {
            let mut order = written.clone();
            order.insert(field.name.into(), value.clone());
            known.iter().any(|guise| can_be(guise, &order))
        };
        let choices: Vec<Choice> = values(battle, of, field)
            .into_iter()
            .filter(|(value, _)| fits(value))
            .map(|(value, label)| Choice { value, label: label.into(), refused: None })
            .collect();
        let left = field.default.value().unwrap_or(Value::Null);
        let is_asked = match field.default {
            Default::Required => !choices.is_empty(),
            Default::Absent
            | Default::Number(_)
            | Default::Flag(_)
            | Default::Word(_)
            | Default::Empty => choices.iter().any(|choice| choice.value != left),
        };
        is_asked.then_some(Question { field, of, choices })
    })
}

/// What may stand in a field, with what it is called.
fn values(battle: &Battle, of: Side, field: &FieldSpec) -> Vec<(Value, String)> {
    let word = |word: &&'static str| (Value::from(*word), crate::rules::title(word));
    let mut values: Vec<(Value, String)> = match field.takes {
        Takes::Flag => {
            vec![(Value::from(false), "No".to_owned()), (Value::from(true), "Yes".to_owned())]
        }
        Takes::Choice { words } => words.iter().map(word).collect(),
        Takes::Unit | Takes::UnitOrSide => {
            let own = battle.tags().into_iter().filter(|tag| battle.holder(*tag) != of);
            own.map(|tag| {
                (Value::from(tag.to_string()), format!("{tag} {}", battle.unit_name(tag)))
            })
            .collect()
        }
        Takes::Units
        | Takes::Side
        | Takes::Number { .. }
        | Takes::NumberOr { .. }
        | Takes::Text
        | Takes::Texts
        | Takes::Any => Vec::new(),
    };
    if field.default == Default::Absent {
        values.insert(0, (Value::Null, "None".to_owned()));
    }
    values
}

/// Whether the rules carry an order out, with whatever dice.
fn can_be(battle: &Battle, written: &Map<String, Value>) -> bool {
    let Ok(order) = battle.read_order(written) else { return false };
    match battle.resolve(&order, &mut Entered::new([], Seeded::new(0, 0))) {
        Ok(_) | Err(Stop::Needs { .. }) => true,
        Err(Stop::Refused(_) | Stop::Nonsense(_)) => false,
    }
}

/// What an order from the other side says to a declared one: the order that the
/// field is called by, or the declared order with the field in it.
pub(super) fn as_answer(
    table: &Table,
    declared: &DeclaredOrder,
    written: &Map<String, Value>,
) -> Option<(String, Value)> {
    let question = question(table.journal.battle(), &declared.order)?;
    let field = question.field.name;
    if written.get("kind").and_then(Value::as_str) == Some(field) {
        let said = written.values().find(|value| value.is_boolean()).cloned();
        return Some((field.to_owned(), said.unwrap_or(Value::from(true))));
    }
    let value = written.get(field)?.clone();
    let mut rest = written.clone();
    rest.shift_remove(field);
    (rest == declared.order).then_some((field.to_owned(), value))
}
