//! Offers: which orders are open to a subject now, with their fields as they
//! stand, and why the others are not. The judge is the resolver itself, stopped
//! before its first roll.

use serde_json::{Map, Value, json};

use crate::dice::{Entered, Seeded};
use crate::say::{Say, say};

use super::schema::{ADJUST, Chooser, FieldSpec, OrderFault, Takes};
use super::view::{Choice, Hint, Offer, OfferField};
use super::{Battle, Order, OrderSpec, Refusal, Side, Stop, Subject};

/// Every order that concerns a subject, in the order of a turn.
#[must_use]
pub fn offers(battle: &Battle, subject: Subject) -> Vec<Offer> {
    concerning(battle, subject).map(|spec| offer(battle, subject, spec)).collect()
}

/// One of them, by its word.
#[must_use]
pub fn offer_of(battle: &Battle, subject: Subject, kind: &str) -> Option<Offer> {
    let spec = concerning(battle, subject).find(|spec| spec.kind == kind)?;
    Some(offer(battle, subject, spec))
}

fn concerning(battle: &Battle, subject: Subject) -> impl Iterator<Item = &'static OrderSpec> {
    battle
        .system()
        .orders()
        .iter()
        .filter(move |spec| spec.can_be_given_by(subject) && battle.concerns(subject, spec))
}

/// One of them, its fields as a player has filled them in: what is left out is
/// empty. Not judged yet.
#[must_use]
pub fn offer_filled(
    battle: &Battle,
    subject: Subject,
    kind: &str,
    filled: &Map<String, Value>,
) -> Option<Offer> {
    let spec = concerning(battle, subject).find(|spec| spec.kind == kind)?;
    let mut fields = drawn_up(battle, subject, spec);
    for field in &mut fields {
        // A correction may set an entry to nothing.
        let says = |value: &&Value| !value.is_null() || field.spec.takes == Takes::Any;
        field.value = filled.get(field.spec.name).filter(says).cloned();
    }
    if spec.kind == ADJUST.kind {
        if !filled.contains_key("value") {
            stand_as_now(battle, subject, &mut fields);
        }
        choose_as_now(battle, subject, &mut fields);
    }
    Some(Offer { spec, fields, refused: None, warnings: Vec::new() })
}

fn offer(battle: &Battle, subject: Subject, spec: &'static OrderSpec) -> Offer {
    let mut fields = drawn_up(battle, subject, spec);
    if spec.kind == ADJUST.kind {
        stand_as_now(battle, subject, &mut fields);
        choose_as_now(battle, subject, &mut fields);
    }
    judge(battle, spec, fields)
}

/// The fields of an order with what the system knows of them.
fn drawn_up(battle: &Battle, subject: Subject, spec: &'static OrderSpec) -> Vec<OfferField> {
    let mut fields: Vec<OfferField> = Vec::new();
    let mut subject_stands = false;
    for field in spec.fields {
        let hint = battle.hint(subject, spec, field);
        let own = if subject_stands { None } else { as_subject(subject, field.takes, &hint) };
        subject_stands |= own.is_some();
        if own.is_none() && !battle.asks(subject, spec, field) {
            continue;
        }
        // Who gives the order is settled; a list may still take in others.
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
        });
    }
    fields
}

/// Whoever gives the order, as the value of a field that asks for it; nothing
/// where the field asks for something else.
fn as_subject(subject: Subject, takes: Takes, hint: &Hint) -> Option<Value> {
    match subject {
        Subject::Unit(tag) => match takes {
            Takes::Unit | Takes::UnitOrSide => Some(json!(tag)),
            // A system may know who else belongs in the list.
            Takes::Units => hint.value.clone().or_else(|| Some(json!([tag]))),
            Takes::Side
            | Takes::Number { .. }
            | Takes::NumberOr { .. }
            | Takes::Flag
            | Takes::Choice { .. }
            | Takes::Text
            | Takes::Texts
            | Takes::NumberEach { .. }
            | Takes::Any => None,
        },
        Subject::Side(side) => {
            matches!(takes, Takes::Side | Takes::UnitOrSide).then(|| json!(side))
        }
        Subject::Battle => None,
    }
}

/// In the form of a correction, puts the entry that is named as it is now.
pub fn stand_as_now(battle: &Battle, subject: Subject, fields: &mut [OfferField]) {
    let named = fields.iter().find(|field| field.spec.name == "field");
    let key = named.and_then(|field| field.value.as_ref()).and_then(Value::as_str);
    let now = key.and_then(|key| battle.value(&format!("{subject}.{key}")));
    if let Some(field) = fields.iter_mut().find(|field| field.spec.name == "value") {
        field.value = now;
    }
}

/// In the form of a correction, what the entry that is named can hold, where it
/// holds a word or names other units.
fn choose_as_now(battle: &Battle, subject: Subject, fields: &mut [OfferField]) {
    let named = fields.iter().find(|field| field.spec.name == "field");
    let key = named.and_then(|field| field.value.as_ref()).and_then(Value::as_str);
    let Some(key) = key.map(str::to_owned) else { return };
    let now = battle.value(&format!("{subject}.{key}"));
    let words = battle.words_of(&key);
    let choices: Vec<(Value, Say)> = match now {
        Some(Value::Array(_)) if lists_units(battle, subject, &key) => {
            choices(battle, subject, Takes::Unit)
        }
        Some(now) => {
            let takes = |value: Value| can_be(battle, subject, (&key, value));
            let number = words.is_empty() && (now.is_number() || takes(json!(1)));
            if number {
                let lowest = if takes(json!(-1)) { -MOST_CORRECTED } else { 0 };
                count_from(fields, lowest);
            }
            let empties = !words.is_empty() || number;
            let none = (empties && takes(Value::Null)).then(|| (Value::Null, say!("none")));
            let words = words.iter().map(|word| (json!(word), Say::slug(*word)));
            none.into_iter().chain(words).collect()
        }
        None => Vec::new(),
    };
    if let Some(field) = fields.iter_mut().find(|field| field.spec.name == "value") {
        let open = |(value, label)| Choice { value, label, refused: None };
        field.choices = choices.into_iter().map(open).collect();
    }
}

/// The most that a corrected number is stepped to where the rules say no less.
const MOST_CORRECTED: i64 = 9_999;

/// An entry that holds a number, or could, is counted.
fn count_from(fields: &mut [OfferField], lowest: i64) {
    if let Some(field) = fields.iter_mut().find(|field| field.spec.name == "value") {
        field.range = Some((lowest, MOST_CORRECTED));
    }
}

/// Whether an entry is a list of units: another one could stand in it.
fn lists_units(battle: &Battle, subject: Subject, key: &str) -> bool {
    let other = battle.tags().into_iter().find(|tag| Subject::Unit(*tag) != subject);
    other.is_some_and(|other| can_be(battle, subject, (key, json!([other]))))
}

/// Whether an entry of a record takes a value.
fn can_be(battle: &Battle, subject: Subject, (key, value): (&str, Value)) -> bool {
    let correction = json!({
        "kind": ADJUST.kind, "ship": subject.to_string(), "field": key, "value": value,
    });
    correction.as_object().is_some_and(|order| refusal(battle, &ADJUST, &[], order).is_none())
}

/// What can be chosen in a field where the system has nothing better: every
/// other unit in play, the enemy's first.
fn choices(battle: &Battle, subject: Subject, takes: Takes) -> Vec<(Value, Say)> {
    let own_side = match subject {
        Subject::Unit(tag) => Some(battle.holder(tag)),
        Subject::Side(side) => Some(side),
        Subject::Battle => None,
    };
    let words = |words: &[&'static str]| {
        words.iter().map(|w| (json!(w), Say::slug(*w))).collect::<Vec<_>>()
    };
    match takes {
        Takes::Unit | Takes::Units | Takes::UnitOrSide => {
            let mut tags: Vec<_> =
                battle.tags().into_iter().filter(|tag| battle.in_play(*tag)).collect();
            tags.retain(|tag| Subject::Unit(*tag) != subject || takes == Takes::Units);
            tags.sort_by_key(|tag| Some(battle.holder(*tag)) == own_side);
            tags.into_iter()
                .map(|tag| (json!(tag), say!("{tag} {name}", tag, name = battle.unit_name(tag))))
                .collect()
        }
        Takes::Side => {
            Side::ALL.iter().map(|s| (json!(s), Say::verbatim(battle.side_name(*s)))).collect()
        }
        Takes::Choice { words: list } | Takes::NumberOr { words: list, .. } => words(list),
        Takes::Number { .. }
        | Takes::Flag
        | Takes::Text
        | Takes::Texts
        | Takes::NumberEach { .. }
        | Takes::Any => Vec::new(),
    }
}

/// Tries every choice of the fields that must be chosen, and marks those that
/// the rules refuse with all others. The first combination that they accept is
/// what stands in the form, except where the system leaves the choice to the
/// players (a value of null).
fn judge(battle: &Battle, spec: &'static OrderSpec, mut fields: Vec<OfferField>) -> Offer {
    for field in &mut fields {
        if field.value.is_none()
            && field.spec.default == super::schema::LeftOut::Required
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
    let mut tried =
        nothing_to_choose(&fields).map_or_else(|| try_choices(battle, spec, &fields, &open), Err);
    let mut filled = open.clone();
    if tried.is_err() && !left_open.is_empty() {
        // Whoever has a choice here must make it.
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

/// Tries every combination of choices of some fields: the first that the rules
/// accept, by the number of each choice, or why they refuse the first.
fn try_choices(
    battle: &Battle,
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
fn nothing_to_choose(fields: &[OfferField]) -> Option<Refusal> {
    let empty = fields.iter().find(|field| field.is_missing() && field.choices.is_empty())?;
    let field = Say::word(empty.spec.question);
    Some(not_chosen(match empty.spec.takes {
        Takes::Unit
        | Takes::Units
        | Takes::UnitOrSide
        | Takes::Side
        | Takes::Choice { .. }
        | Takes::Text
        | Takes::Texts => say!("nothing can be chosen: {field}", field),
        Takes::Number { .. }
        | Takes::NumberOr { .. }
        | Takes::Flag
        | Takes::NumberEach { .. }
        | Takes::Any => say!("choose: {field}", field),
    }))
}

impl OfferField {
    /// Whether it must be filled in and is not.
    fn is_missing(&self) -> bool {
        // What can hold anything can hold nothing.
        let empty = |value: &Value| value.is_null() && self.spec.takes != Takes::Any;
        let filled = self.value.as_ref().is_some_and(|value| !empty(value));
        self.spec.default == super::schema::LeftOut::Required && !filled
    }
}

/// Judges an offer anew with its fields as a player has filled them in: why
/// the whole is refused, which choices are, and what departs from the sequence.
pub fn judge_as_filled(battle: &Battle, offer: &mut Offer) {
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
    /// The order as its fields stand.
    #[must_use]
    pub fn written(&self) -> Map<String, Value> {
        written(self.spec, &self.fields)
    }

    /// The order as its fields stand, typed.
    ///
    /// # Errors
    /// The first fault.
    pub fn read(&self, battle: &Battle) -> Result<Order, OrderFault> {
        read(battle, self.spec, &self.fields, &self.written())
    }

    /// The form as one side fills it in: what the other side chooses is left to
    /// it, and the order is only declared.
    #[must_use]
    pub fn of_one_side(mut self) -> Offer {
        self.fields.retain(|field| field.spec.chosen_by == Chooser::Giver);
        self
    }
}

/// A written order: complete where the form speaks for both sides, declared
/// where it leaves to the other what that chooses.
fn read(
    battle: &Battle,
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

/// With the form as it stands, why each other choice is refused.
fn mark_refused(battle: &Battle, spec: &OrderSpec, fields: &mut [OfferField]) {
    if spec.kind == ADJUST.kind {
        // The value that stands in the form is that of one entry alone.
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
        // While something else is still to be chosen, nothing can be said of it.
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
    battle: &Battle,
    spec: &OrderSpec,
    fields: &[OfferField],
    written: &Map<String, Value>,
) -> Option<Refusal> {
    let unclear = |why: Say| Some(Refusal { why, rule: "Orders".into() });
    let order = match read(battle, spec, fields, written) {
        Ok(order) => order,
        Err(fault) => return unclear(fault.why),
    };
    match battle.resolve(&order, &mut Entered::new([], Seeded::new(0, 0))) {
        Ok(_) | Err(Stop::Needs { .. }) => None,
        Err(Stop::Refused(refusal)) => Some(refusal),
        Err(Stop::Nonsense(why)) => unclear(why),
    }
}
