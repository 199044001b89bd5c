//! Filling in a form: the values that its fields can take, and the first combination that
//! the rules accept. The resolver decides, stopped before its first roll.

use std::collections::{HashSet, VecDeque};
use std::ops::RangeInclusive;

use serde_json::{Map, Value, json};

use dice::Entered;
use message::Message;
use rules::schema::{Chooser, LeftOut, Measure};
use rules::{FieldSpec, OfferField, OrderFault, OrderSpec, Refusal, Stop, ValueType};

use super::{Order, PlayerView};

/// The most combinations that are tried for a form.
pub(super) const MOST_FILLINGS: usize = 2_000;
/// The most numbers that are tried of a longer range, including the highest.
const MOST_NUMBERS: i64 = 64;

/// A form to check.
#[derive(Clone, Copy)]
pub(super) struct FilledForm<'f> {
    pub(super) battle: &'f PlayerView<'f>,
    pub(super) spec: &'static OrderSpec,
    pub(super) fields: &'f [OfferField],
}

/// A value for every field of a form; `None` leaves the field out.
pub(super) type Filling = Vec<Option<Value>>;

impl FilledForm<'_> {
    /// The order with the values of the fields.
    pub(super) fn written(self) -> Map<String, Value> {
        let values = self.fields.iter().map(|field| field.value.clone());
        self.filled_with(values)
    }

    fn filled_with(self, filling: impl IntoIterator<Item = Option<Value>>) -> Map<String, Value> {
        let mut order = Map::new();
        order.insert("kind".into(), json!(self.spec.kind));
        for (field, value) in self.fields.iter().zip(filling) {
            if let Some(value) = value {
                order.insert(field.spec.name.into(), value);
            }
        }
        order
    }

    /// Reads a written order: as a complete one if the form has the fields of both sides,
    /// as a declared one if it lacks those of the other side.
    ///
    /// # Errors
    /// The first fault.
    pub(super) fn read(self, written: &Map<String, Value>) -> Result<Order, OrderFault> {
        let is_the_others = |spec: &FieldSpec| spec.chosen_by == Chooser::OtherSide;
        let speaks_for_both = self.fields.iter().any(|field| is_the_others(field.spec));
        if self.spec.fields.iter().any(is_the_others) && !speaks_for_both {
            self.battle.read_declared(written)
        } else {
            self.battle.read_order(written)
        }
    }

    /// Why the rules refuse a written order, if they do.
    pub(super) fn refusal(self, written: &Map<String, Value>) -> Option<Refusal> {
        let unclear = |why: Message| Some(Refusal { why, rule: self.spec.rule.into() });
        let order = match self.read(written) {
            Ok(order) => order,
            Err(fault) => return unclear(fault.why),
        };
        match self.battle.resolve(&order, &mut Entered::without_app([])) {
            Ok(_) | Err(Stop::Needs { .. }) => None,
            Err(Stop::Refused(refusal)) => Some(refusal),
            Err(Stop::Invalid(why)) => unclear(why),
        }
    }

    /// The first combination that the rules accept, starting with the present values and
    /// changing as few of these fields as possible; `None` if there is none.
    ///
    /// A field is only varied further if a change of that field alone changes the refusal;
    /// otherwise the refusal does not depend on it. Values that the battle knows, though
    /// players would normally see them on the table, stay as long as the target is the
    /// suggested one.
    pub(super) fn legal_filling(self, free: impl Fn(usize) -> bool) -> Option<Filling> {
        let values: Vec<Filling> = (0..self.fields.len())
            .map(|at| if free(at) { self.values(at) } else { vec![self.fields[at].value.clone()] })
            .collect();
        let target = self.target().filter(|target| free(*target));
        let is_known = |at: usize, picks: &[usize]| {
            let field = &self.fields[at];
            let seen = field.spec.measures != Measure::Amount;
            seen && !field.unseen && target.is_some_and(|target| picks[target] == 0)
        };
        let filling = |picks: &[usize]| -> Filling {
            picks.iter().zip(&values).map(|(pick, values)| values[*pick].clone()).collect()
        };
        let judged = |picks: &[usize]| self.refusal(&self.filled_with(filling(picks)));
        let start = vec![0; values.len()];
        let Some(first) = judged(&start) else { return Some(filling(&start)) };
        let mut tried = HashSet::from([start.clone()]);
        let mut queue = VecDeque::from([(start, first)]);
        while let Some((picks, refused)) = queue.pop_front() {
            for at in (0..values.len()).filter(|at| !is_known(*at, &picks)) {
                for pick in 0..values[at].len() {
                    let mut next = picks.clone();
                    next[at] = pick;
                    if tried.len() >= MOST_FILLINGS || !tried.insert(next.clone()) {
                        continue;
                    }
                    match judged(&next) {
                        None => return Some(filling(&next)),
                        Some(other) if other != refused => queue.push_back((next, other)),
                        Some(_) => {}
                    }
                }
            }
        }
        None
    }

    /// The field that names the target.
    pub(super) fn target(self) -> Option<usize> {
        let target = self.spec.target?;
        self.fields.iter().position(|field| field.spec.name == target)
    }

    /// The values that a field can take, beginning with its present one.
    fn values(self, at: usize) -> Filling {
        let field = &self.fields[at];
        let present = field.value.clone().filter(|value| !value.is_null());
        let mut values = vec![present.clone()];
        let may_be_left_out = field.spec.default != LeftOut::Required;
        let gives = self.spec.givers.contains(&field.spec.name);
        let choices = field.choices.iter().map(|choice| choice.value.clone());
        let others: Vec<Value> = match (field.spec.takes, field.range) {
            (ValueType::List(_), _) => {
                let held = present.and_then(|value| value.as_array().cloned()).unwrap_or_default();
                lists(&held, &choices.collect::<Vec<_>>(), gives)
            }
            (ValueType::NumberEach { .. }, _) => {
                choices.filter_map(|choice| choice.as_str().map(|tag| json!({ tag: 1 }))).collect()
            }
            (ValueType::Flag, _) => vec![json!(false), json!(true)],
            (ValueType::Number { .. } | ValueType::NumberOr { .. }, Some((lowest, highest))) => {
                choices.chain(numbers(&(lowest..=highest)).map(Value::from)).collect()
            }
            _ => choices.collect(),
        };
        let own = others.is_empty() && gives;
        let left_out = may_be_left_out && !own;
        for value in others.into_iter().map(Some).chain(left_out.then_some(None)) {
            if !values.contains(&value) {
                values.push(value);
            }
        }
        values
    }
}

/// The lists of units or texts to try: each choice alone, the present list with one more
/// choice, all choices, and none. The issuer stays in its list.
fn lists(held: &[Value], choices: &[Value], gives: bool) -> Vec<Value> {
    let one = |choice: &Value| choice.as_array().cloned().unwrap_or_else(|| vec![choice.clone()]);
    let single = choices.iter().map(one);
    let longer = choices.iter().filter(|choice| !held.contains(choice)).map(|choice| {
        let mut longer = held.to_vec();
        longer.extend(one(choice));
        longer
    });
    let all: Vec<Value> = choices.iter().flat_map(one).collect();
    let lists = single.chain(longer).chain([all, Vec::new()]);
    let keeps = |list: &Vec<Value>| !gives || held.iter().all(|giver| list.contains(giver));
    lists.filter(keeps).map(Value::from).collect()
}

/// The numbers of a range to try.
fn numbers(range: &RangeInclusive<i64>) -> impl Iterator<Item = i64> + use<> {
    let (lowest, highest) = (*range.start(), *range.end());
    let most = highest.min(lowest.saturating_add(MOST_NUMBERS));
    (lowest..=most).chain((most < highest).then_some(highest))
}
