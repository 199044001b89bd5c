//! Offers: which orders are open to a subject now, with their fields, and why
//! the others are not. The resolver itself decides that, stopped before its
//! first roll.

use serde_json::{Map, Value, json};

use crate::dice::Entered;
use crate::rules::schema::{ADJUST, Chooser, ENTRY, LeftOut, NEW_VALUE};
use crate::rules::{
    Choice, FieldSpec, Hint, Holds, Offer, OfferField, OrderFault, OrderSpec, Refusal, Side, Stop,
    Subject, Tag, Takes,
};
use crate::say::{Say, say};

use super::{Known, Order};

/// Every order that concerns a subject, in the order of a turn.
#[must_use]
pub fn offers(battle: &Known, subject: Subject) -> Vec<Offer> {
    concerning(battle, subject).map(|spec| offer(battle, subject, spec)).collect()
}

/// One of these offers, by its kind.
#[must_use]
pub fn offer_of(battle: &Known, subject: Subject, kind: &str) -> Option<Offer> {
    let spec = concerning(battle, subject).find(|spec| spec.kind == kind)?;
    Some(offer(battle, subject, spec))
}

fn concerning(battle: &Known, subject: Subject) -> impl Iterator<Item = &'static OrderSpec> {
    battle
        .system()
        .orders()
        .iter()
        .filter(move |spec| spec.can_be_given_by(subject) && battle.concerns(subject, spec))
}

/// One of these offers with its fields as a player has filled them in; what is
/// left out is empty. It is not judged yet: see [`judge_as_filled`].
#[must_use]
pub fn offer_filled(
    battle: &Known,
    subject: Subject,
    kind: &str,
    filled: &Map<String, Value>,
) -> Option<Offer> {
    let spec = concerning(battle, subject).find(|spec| spec.kind == kind)?;
    let mut fields = drawn_up(battle, subject, spec);
    for field in &mut fields {
        // Null is a value in a correction: it empties an entry.
        let says = |value: &&Value| !value.is_null() || field.spec.takes == Takes::Any;
        field.value = filled.get(field.spec.name).filter(says).cloned();
    }
    if spec.kind == ADJUST.kind {
        if !filled.contains_key(NEW_VALUE) {
            stand_as_now(battle, subject, &mut fields);
        }
        choose_as_now(battle, subject, &mut fields);
    }
    Some(Offer { spec, fields, refused: None, warnings: Vec::new() })
}

fn offer(battle: &Known, subject: Subject, spec: &'static OrderSpec) -> Offer {
    let mut fields = drawn_up(battle, subject, spec);
    if spec.kind == ADJUST.kind {
        stand_as_now(battle, subject, &mut fields);
        choose_as_now(battle, subject, &mut fields);
    }
    judge(battle, spec, fields)
}

/// The fields of an order, with what the system knows about them.
fn drawn_up(battle: &Known, subject: Subject, spec: &'static OrderSpec) -> Vec<OfferField> {
    let mut fields: Vec<OfferField> = Vec::new();
    let mut subject_stands = false;
    for field in spec.fields {
        let hint = battle.hint(subject, spec, field);
        let own = if subject_stands { None } else { as_subject(subject, field.takes, &hint) };
        subject_stands |= own.is_some();
        if own.is_none() && !battle.asks(subject, spec, field) {
            continue;
        }
        // Who gives the order is settled, but a list may take in others.
        let choices = if own.is_some() && field.takes != Takes::Units {
            Vec::new()
        } else {
            hint.choices.unwrap_or_else(|| choices(battle, subject, field.takes))
        };
        let range = hint.range.or(field.takes.range());
        fields.push(OfferField {
            spec: field,
            value: own.or(hint.value).or_else(|| field.default.value()),
            range,
            choices: choices
                .into_iter()
                .map(|(value, label)| Choice { value, label, refused: None })
                .collect(),
            unseen: battle.unseen(subject, spec, field),
        });
    }
    fields
}

/// The giver as the value of a field that takes one; `None` where the field
/// takes something else.
fn as_subject(subject: Subject, takes: Takes, hint: &Hint) -> Option<Value> {
    match subject {
        // The system may know who else belongs in a list.
        Subject::Unit(tag) if takes == Takes::Units => {
            hint.value.clone().or_else(|| Some(json!([tag])))
        }
        Subject::Unit(tag) => takes.names_units().then(|| json!(tag)),
        Subject::Side(side) => takes.names_side().then(|| json!(side)),
        Subject::Battle => None,
    }
}

/// Fills the form of a correction with the entry's present value.
pub fn stand_as_now(battle: &Known, subject: Subject, fields: &mut [OfferField]) {
    let now = entry_in(fields).and_then(|key| battle.value(&format!("{subject}.{key}")));
    if let Some(field) = new_value(fields) {
        field.value = now;
    }
}

/// The entry that the form of a correction names.
fn entry_in(fields: &[OfferField]) -> Option<&str> {
    let named = fields.iter().find(|field| field.spec.name == ENTRY)?;
    named.value.as_ref()?.as_str()
}

/// The field of a correction with the new value.
fn new_value(fields: &mut [OfferField]) -> Option<&mut OfferField> {
    fields.iter_mut().find(|field| field.spec.name == NEW_VALUE)
}

/// Offers in the form of a correction the values that the chosen entry can
/// hold, where it holds a word, a number or other units.
fn choose_as_now(battle: &Known, subject: Subject, fields: &mut [OfferField]) {
    let Some(key) = entry_in(fields).map(str::to_owned) else { return };
    let now = battle.value(&format!("{subject}.{key}"));
    let holds = match subject {
        Subject::Unit(_) => battle.holds(&key),
        Subject::Side(_) | Subject::Battle => None,
    };
    let choices: Vec<(Value, Say)> = match (now, holds) {
        (Some(Value::Array(_)), Some(Holds::List(Holds::Unit))) => {
            choices(battle, subject, Takes::Unit)
        }
        (Some(_), Some(holds)) => {
            if let Some(range) = holds.range() {
                count_within(fields, range);
            }
            let words = holds.words();
            let empties = !words.is_empty() || holds.range().is_some();
            let none = (empties && holds.may_be_empty() && may_be_empty(battle, subject, &key))
                .then(|| (Value::Null, say!("none")));
            let words = words.iter().map(|word| (json!(word), Say::slug(*word)));
            none.into_iter().chain(words).collect()
        }
        (Some(Value::Number(_)), None) => {
            count_within(fields, (0, MOST_CORRECTED));
            Vec::new()
        }
        (Some(_) | None, _) => Vec::new(),
    };
    if let Some(field) = new_value(fields) {
        let open = |(value, label)| Choice { value, label, refused: None };
        field.choices = choices.into_iter().map(open).collect();
    }
}

/// How far the form lets a corrected number be stepped, up or down; other
/// numbers can be typed.
const MOST_CORRECTED: i64 = 9_999;

/// Gives the value field the range of a number.
fn count_within(fields: &mut [OfferField], (lowest, highest): (i64, i64)) {
    if let Some(field) = new_value(fields) {
        field.range = Some((lowest.max(-MOST_CORRECTED), highest.min(MOST_CORRECTED)));
    }
}

/// Whether the rules let an entry of a record hold nothing.
fn may_be_empty(battle: &Known, subject: Subject, key: &str) -> bool {
    let correction = json!({
        "kind": ADJUST.kind, "ship": subject.to_string(), ENTRY: key, NEW_VALUE: null,
    });
    correction.as_object().is_some_and(|order| refusal(battle, &ADJUST, &[], order).is_none())
}

/// What can be chosen in a field for which the system gave no choices: every
/// other unit in play, the enemy's first.
fn choices(battle: &Known, subject: Subject, takes: Takes) -> Vec<(Value, Say)> {
    let own_side = match subject {
        Subject::Unit(tag) => Some(battle.holder(tag)),
        Subject::Side(side) => Some(side),
        Subject::Battle => None,
    };
    if takes.names_units() {
        let mut tags: Vec<_> =
            battle.tags().into_iter().filter(|tag| battle.in_play(*tag)).collect();
        tags.retain(|tag| Subject::Unit(*tag) != subject || takes == Takes::Units);
        tags.sort_by_key(|tag| Some(battle.holder(*tag)) == own_side);
        let named = |tag| (json!(tag), say!("{tag} {name}", tag, name = battle.unit_name(tag)));
        return tags.into_iter().map(named).collect();
    }
    if takes.names_side() {
        let named = |side: &Side| (json!(side), Say::verbatim(battle.side_name(*side)));
        return Side::ALL.iter().map(named).collect();
    }
    takes.words().iter().map(|word| (json!(word), Say::slug(*word))).collect()
}

/// Tries every combination of the fields that have no value yet, and puts the
/// first that the rules accept into the form. Then marks each choice that the
/// rules refuse. A field that the system leaves to the players (a value of
/// null) is tried as well where nothing is accepted without it, but stays
/// empty.
fn judge(battle: &Known, spec: &'static OrderSpec, mut fields: Vec<OfferField>) -> Offer {
    for field in &mut fields {
        if field.value.is_none()
            && field.spec.default == LeftOut::Required
            && field.choices.is_empty()
            && let Some((lowest, _)) = field.range
        {
            field.value = Some(json!(lowest));
        }
    }
    let with_choices = |wanted: fn(&Option<Value>) -> bool| -> Vec<usize> {
        let open = |at: &usize| wanted(&fields[*at].value) && !fields[*at].choices.is_empty();
        (0..fields.len()).filter(open).collect()
    };
    let open = with_choices(Option::is_none);
    let left_open = with_choices(|value| *value == Some(Value::Null));
    let mut tried = nothing_to_choose(battle, spec, &fields)
        .map_or_else(|| try_choices(battle, spec, &fields, &open), Err);
    let mut filled = open.clone();
    if tried.is_err() && !left_open.is_empty() {
        // Nothing is accepted without these, so the players must choose them.
        filled.extend(&left_open);
        tried = try_choices(battle, spec, &fields, &filled);
    }
    if let Ok(picks) = &tried {
        for (&at, &pick) in filled.iter().zip(picks) {
            fields[at].value = Some(fields[at].choices[pick].value.clone());
        }
        mark_refused(battle, spec, &mut fields);
        for &at in filled.iter().filter(|at| left_open.contains(at)) {
            fields[at].value = None;
        }
    }
    let warnings = read(battle, spec, &fields, &written(spec, &fields))
        .map(|order| battle.warnings(&order))
        .unwrap_or_default();
    Offer { spec, fields, refused: tried.err(), warnings }
}

/// Tries every combination of choices of some fields. Returns the first that
/// the rules accept, as the number of each choice, or why they refuse the first
/// one tried.
fn try_choices(
    battle: &Known,
    spec: &OrderSpec,
    fields: &[OfferField],
    open: &[usize],
) -> Result<Vec<usize>, Refusal> {
    let mut order = written(spec, fields);
    let mut first_refusal = None;
    for combination in combinations(fields, open) {
        for (&at, &pick) in open.iter().zip(&combination) {
            order.insert(fields[at].spec.name.into(), fields[at].choices[pick].value.clone());
        }
        match refusal(battle, spec, fields, &order) {
            None => return Ok(combination),
            Some(refused) => {
                first_refusal.get_or_insert(refused);
            }
        }
    }
    Err(first_refusal.unwrap_or_else(|| not_chosen(say!("nothing can be chosen"))))
}

fn not_chosen(why: Say) -> Refusal {
    Refusal { why, rule: "Orders".into() }
}

/// A field that must be filled in where nothing can be chosen for it.
fn nothing_to_choose(battle: &Known, spec: &OrderSpec, fields: &[OfferField]) -> Option<Refusal> {
    let empty = fields.iter().find(|field| field.is_missing() && field.choices.is_empty())?;
    if let Some(why) = battle.nothing_for(spec, empty.spec) {
        return Some(not_chosen(why));
    }
    let field = Say::word(empty.spec.question);
    Some(not_chosen(match empty.spec.takes {
        Takes::Unit | Takes::Units | Takes::UnitOrSide => say!("there is no possible target"),
        Takes::Side | Takes::Choice { .. } | Takes::Text | Takes::Texts => {
            say!("nothing can be chosen: {field}", field)
        }
        Takes::Number { .. }
        | Takes::NumberOr { .. }
        | Takes::Flag
        | Takes::NumberEach { .. }
        | Takes::Any => say!("choose: {field}", field),
    }))
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
    fn is_missing(&self) -> bool {
        // Where any value will do, null is one.
        let empty = |value: &Value| value.is_null() && self.spec.takes != Takes::Any;
        let filled = self.value.as_ref().is_some_and(|value| !empty(value));
        self.spec.default == LeftOut::Required && !filled
    }
}

/// Judges an offer again as a player has filled it in: why the whole is
/// refused, which choices are, and where it departs from the sequence of play.
pub fn judge_as_filled(battle: &Known, offer: &mut Offer) {
    let order = offer.written();
    let missing = offer.fields.iter().find(|field| field.is_missing());
    offer.refused = match missing {
        Some(field) => {
            Some(not_chosen(say!("choose: {field}", field = Say::word(field.spec.question))))
        }
        None => refusal(battle, offer.spec, &offer.fields, &order),
    };
    offer.warnings = offer.read(battle).map(|order| battle.warnings(&order)).unwrap_or_default();
    mark_refused(battle, offer.spec, &mut offer.fields);
}

impl Offer {
    /// The order that the fields make up.
    #[must_use]
    pub fn written(&self) -> Map<String, Value> {
        written(self.spec, &self.fields)
    }

    /// The typed order that the fields make up.
    ///
    /// # Errors
    /// The first fault.
    pub fn read(&self, battle: &Known) -> Result<Order, OrderFault> {
        read(battle, self.spec, &self.fields, &self.written())
    }

    /// The form for one side alone, which only declares the order: without the
    /// fields that the other side chooses.
    #[must_use]
    pub fn of_one_side(mut self) -> Offer {
        self.fields.retain(|field| field.spec.chosen_by == Chooser::Giver);
        self
    }
}

/// Reads a written order: as complete where the form has the fields of both
/// sides, as declared where it leaves out those of the other side.
fn read(
    battle: &Known,
    spec: &OrderSpec,
    fields: &[OfferField],
    written: &Map<String, Value>,
) -> Result<Order, OrderFault> {
    let is_the_others = |spec: &FieldSpec| spec.chosen_by == Chooser::OtherSide;
    let speaks_for_both = fields.iter().any(|field| is_the_others(field.spec));
    if spec.fields.iter().any(is_the_others) && !speaks_for_both {
        battle.read_declared(written)
    } else {
        battle.read_order(written)
    }
}

/// Says why each choice is refused, with the rest of the form as it is.
fn mark_refused(battle: &Known, spec: &OrderSpec, fields: &mut [OfferField]) {
    if spec.kind == ADJUST.kind {
        // The choices belong to one entry; with another entry they mean
        // nothing.
        return;
    }
    let order = written(spec, fields);
    let missing: Vec<&str> =
        fields.iter().filter(|field| field.is_missing()).map(|field| field.spec.name).collect();
    for at in 0..fields.len() {
        let field = &fields[at];
        if !matches!(field.spec.takes, Takes::Unit | Takes::Choice { .. } | Takes::Text) {
            continue;
        }
        // The rules cannot judge it while another field is still to be chosen.
        let unclear = missing.iter().any(|name| *name != field.spec.name);
        let judged = |choice: &Choice| {
            if unclear {
                return None;
            }
            let mut other = order.clone();
            other.insert(field.spec.name.into(), choice.value.clone());
            refusal(battle, spec, fields, &other)
        };
        let refused: Vec<Option<Refusal>> = field.choices.iter().map(judged).collect();
        for (choice, refused) in fields[at].choices.iter_mut().zip(refused) {
            choice.refused = refused;
        }
    }
}

fn written(spec: &OrderSpec, fields: &[OfferField]) -> Map<String, Value> {
    let mut order = Map::new();
    order.insert("kind".into(), json!(spec.kind));
    for field in fields {
        if let Some(value) = &field.value {
            order.insert(field.spec.name.into(), value.clone());
        }
    }
    order
}

/// At most this many combinations of a form's choices are tried.
const MOST_COMBINATIONS: usize = 2_000;

fn combinations(fields: &[OfferField], open: &[usize]) -> Vec<Vec<usize>> {
    let mut all = vec![Vec::new()];
    for &at in open {
        all = all
            .into_iter()
            .flat_map(|combination| {
                (0..fields[at].choices.len()).map(move |pick| {
                    let mut longer = combination.clone();
                    longer.push(pick);
                    longer
                })
            })
            .take(MOST_COMBINATIONS)
            .collect();
    }
    all
}

/// Why the rules refuse an order as it is written, if they do.
fn refusal(
    battle: &Known,
    spec: &OrderSpec,
    fields: &[OfferField],
    written: &Map<String, Value>,
) -> Option<Refusal> {
    let unclear = |why: Say| Some(Refusal { why, rule: "Orders".into() });
    let order = match read(battle, spec, fields, written) {
        Ok(order) => order,
        Err(fault) => return unclear(fault.why),
    };
    match battle.resolve(&order, &mut Entered::alone([])) {
        Ok(_) | Err(Stop::Needs { .. }) => None,
        Err(Stop::Refused(refusal)) => Some(refusal),
        Err(Stop::Nonsense(why)) => unclear(why),
    }
}
