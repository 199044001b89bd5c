//! Offers: the orders that are open to a subject now, with their fields, and the reasons
//! why others are not. The resolver decides, stopped before its first roll.

use std::ops::RangeInclusive;

use serde_json::{Map, Value, json};

use message::{Message, message};
use rules::modifier_changes::MODIFIERS;
use rules::schema::{ADJUST, ENTRY, LeftOut, Measure, NEW_VALUE};
use rules::{
    Choice, FieldDefaults, Offer, OfferField, OrderFault, OrderSpec, Refusal, Side, Subject,
    ValueType,
};

use super::filling::{FilledForm, MOST_FILLINGS};
use super::{Order, PlayerView};

/// Every order that concerns a subject, in the order of a turn.
#[must_use]
pub fn offers(battle: &PlayerView, subject: Subject) -> Vec<Offer> {
    concerning(battle, subject).map(|spec| offer(battle, subject, spec)).collect()
}

/// The offer of one kind.
#[must_use]
pub fn offer_of(battle: &PlayerView, subject: Subject, kind: &str) -> Option<Offer> {
    let spec = concerning(battle, subject).find(|spec| spec.kind == kind)?;
    Some(offer(battle, subject, spec))
}

pub(super) fn concerning(
    battle: &PlayerView,
    subject: Subject,
) -> impl Iterator<Item = &'static OrderSpec> {
    battle
        .system()
        .orders()
        .iter()
        .filter(move |spec| spec.can_be_given_by(subject) && battle.concerns(subject, spec))
}

/// An offer with the values that a player has entered; fields that are left out are empty.
/// It is not judged: see [`judge_as_filled`].
#[must_use]
pub fn offer_filled(
    battle: &PlayerView,
    subject: Subject,
    kind: &str,
    filled: &Map<String, Value>,
) -> Option<Offer> {
    let spec = concerning(battle, subject).find(|spec| spec.kind == kind)?;
    let mut fields = form_fields(battle, subject, spec);
    for field in &mut fields {
        // Null is a value in a correction: it empties an entry.
        let says = |value: &&Value| !value.is_null() || field.spec.takes == ValueType::Any;
        field.value = filled.get(field.spec.name).filter(says).cloned();
    }
    update_unseen(battle, subject, spec, &mut fields);
    if spec.kind == ADJUST.kind {
        if !filled.contains_key(NEW_VALUE) {
            fill_present_values(battle, subject, &mut fields);
        }
        add_current_choices(battle, subject, &mut fields);
    }
    Some(Offer {
        system: battle.system().slug(),
        spec,
        fields,
        refused: None,
        warnings: Vec::new(),
    })
}

fn offer(battle: &PlayerView, subject: Subject, spec: &'static OrderSpec) -> Offer {
    let mut fields = form_fields(battle, subject, spec);
    if spec.kind == ADJUST.kind {
        fill_present_values(battle, subject, &mut fields);
        add_current_choices(battle, subject, &mut fields);
    }
    judge(battle, subject, spec, fields)
}

/// The fields of an order, with the values that the game knows for them.
pub(super) fn form_fields(
    battle: &PlayerView,
    subject: Subject,
    spec: &'static OrderSpec,
) -> Vec<OfferField> {
    let mut fields: Vec<OfferField> = Vec::new();
    let mut subject_stands = false;
    for field in spec.fields {
        let hint = battle.defaults(subject, spec, field);
        let own = if subject_stands { None } else { as_subject(subject, field.takes, &hint) };
        subject_stands |= own.is_some();
        if own.is_none() && !battle.asks(subject, spec, field) {
            continue;
        }
        // The issuer is fixed, but a list may contain other units.
        let choices = if own.is_some() && field.takes != ValueType::UNITS {
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
            required: field.default == LeftOut::Required,
            unseen: false,
        });
    }
    update_unseen(battle, subject, spec, &mut fields);
    fields
}

/// The issuer as the value of a field that takes one; `None` if the field takes something
/// else.
fn as_subject(subject: Subject, takes: ValueType, hint: &FieldDefaults) -> Option<Value> {
    match subject {
        // The game may know which other units belong in a list.
        Subject::Unit(tag) if takes == ValueType::UNITS => {
            hint.value.clone().or_else(|| Some(json!([tag])))
        }
        Subject::Unit(tag) => takes.names_units().then(|| json!(tag)),
        Subject::Side(side) => takes.names_side().then(|| json!(side)),
        Subject::Battle => None,
    }
}

/// Fills the correction form with the entry's present value.
pub fn fill_present_values(battle: &PlayerView, subject: Subject, fields: &mut [OfferField]) {
    let now = entry_in(fields).and_then(|key| battle.value(&format!("{subject}.{key}")));
    if let Some(field) = new_value(fields) {
        field.value = now;
    }
}

/// The entry named in the correction form.
fn entry_in(fields: &[OfferField]) -> Option<&str> {
    let named = fields.iter().find(|field| field.spec.name == ENTRY)?;
    named.value.as_ref()?.as_str()
}

/// The field of a correction with the new value.
fn new_value(fields: &mut [OfferField]) -> Option<&mut OfferField> {
    fields.iter_mut().find(|field| field.spec.name == NEW_VALUE)
}

/// Adds choices to the correction form: the values that the entry can have, if it holds a
/// word, a number or other units.
fn add_current_choices(battle: &PlayerView, subject: Subject, fields: &mut [OfferField]) {
    let Some(key) = entry_in(fields).map(str::to_owned) else { return };
    let now = battle.value(&format!("{subject}.{key}"));
    let holds = match subject {
        Subject::Unit(_) => battle.holds(&key),
        Subject::Side(_) | Subject::Battle => None,
    };
    let choices: Vec<(Value, Message)> = match (now, holds) {
        (Some(Value::Array(_)), Some(ValueType::UNITS)) => {
            choices(battle, subject, ValueType::Unit)
        }
        (Some(_), Some(holds)) => {
            if let Some((lowest, highest)) = holds.range() {
                count_within(fields, &(lowest..=highest));
            }
            let words = holds.words();
            let empties = !words.is_empty() || holds.range().is_some();
            let none = (empties && holds.may_be_empty() && may_be_empty(battle, subject, &key))
                .then(|| (Value::Null, message!("none")));
            let words = words.iter().map(|word| (json!(word), Message::slug(*word)));
            none.into_iter().chain(words).collect()
        }
        (Some(Value::Number(_)), None) => {
            count_within(fields, &(0..=MOST_CORRECTED));
            Vec::new()
        }
        (Some(_) | None, _) => Vec::new(),
    };
    if let Some(field) = new_value(fields) {
        let open = |(value, label)| Choice { value, label, refused: None };
        field.choices = choices.into_iter().map(open).collect();
    }
}

/// The highest number that the correction form can reach by steps; higher numbers can be
/// typed.
const MOST_CORRECTED: i64 = 9_999;

/// Gives the value field the range of a number.
fn count_within(fields: &mut [OfferField], range: &RangeInclusive<i64>) {
    if let Some(field) = new_value(fields) {
        let (lowest, highest) = (*range.start(), *range.end());
        field.range = Some((lowest.max(-MOST_CORRECTED), highest.min(MOST_CORRECTED)));
    }
}

/// Whether the rules allow a record entry to be empty.
fn may_be_empty(battle: &PlayerView, subject: Subject, key: &str) -> bool {
    let correction = json!({
        "kind": ADJUST.kind, "ship": subject.to_string(), ENTRY: key, NEW_VALUE: null,
    });
    let form = FilledForm { battle, spec: &ADJUST, fields: &[] };
    correction.as_object().is_some_and(|order| form.refusal(order).is_none())
}

/// The choices of a field for which the game gave none: every other unit in play, the
/// enemy's first.
fn choices(battle: &PlayerView, subject: Subject, takes: ValueType) -> Vec<(Value, Message)> {
    let own_side = battle.side_of(subject);
    if takes.names_units() {
        let mut tags: Vec<_> =
            battle.tags().into_iter().filter(|tag| battle.in_play(*tag)).collect();
        tags.retain(|tag| Subject::Unit(*tag) != subject || takes == ValueType::UNITS);
        tags.sort_by_key(|tag| Some(battle.holder(*tag)) == own_side);
        let named = |tag| (json!(tag), message!("{tag} {name}", tag, name = battle.unit_name(tag)));
        return tags.into_iter().map(named).collect();
    }
    if takes.names_side() {
        let named = |side: &Side| (json!(side), Message::verbatim(battle.side_name(*side)));
        return Side::ALL.iter().map(named).collect();
    }
    takes.words().iter().map(|word| (json!(word), Message::slug(*word))).collect()
}

/// Fills in open fields so that the rules accept the order: first those without a value,
/// then those that the game leaves to the players (null, which stays empty in the form),
/// then any. The order is refused if no combination is legal. Then marks each choice that
/// the rules refuse.
fn judge(
    battle: &PlayerView,
    subject: Subject,
    spec: &'static OrderSpec,
    mut fields: Vec<OfferField>,
) -> Offer {
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
    let refused = match nothing_to_choose(battle, spec, &fields) {
        Some(refused) => Some(refused),
        None => fill_in(battle, spec, &mut fields, &open, &left_open),
    };
    update_unseen(battle, subject, spec, &mut fields);
    if refused.is_none() {
        mark_refused(battle, spec, &mut fields, &|field| field.unseen);
        mark_required(battle, spec, &mut fields);
        // The order needs a value for these, so the players must choose.
        for at in left_open {
            fields[at].value = fields[at].value.take().filter(Value::is_null);
        }
    }
    let form = FilledForm { battle, spec, fields: &fields };
    let warnings =
        form.read(&form.written()).map(|order| battle.warnings(&order)).unwrap_or_default();
    Offer { system: battle.system().slug(), spec, fields, refused, warnings }
}

/// Fills in a form so that the rules accept it. If that is impossible, returns why they
/// refuse the first combination.
fn fill_in(
    battle: &PlayerView,
    spec: &'static OrderSpec,
    fields: &mut [OfferField],
    open: &[usize],
    left_open: &[usize],
) -> Option<Refusal> {
    let form = FilledForm { battle, spec, fields };
    let mut filled = open.to_vec();
    let mut tried = try_choices(form, &filled);
    if tried.is_err() && !left_open.is_empty() {
        filled.extend(left_open);
        tried = try_choices(form, &filled);
    }
    match tried {
        Ok(picks) => {
            for (at, pick) in filled.into_iter().zip(picks) {
                fields[at].value = Some(fields[at].choices[pick].value.clone());
            }
            None
        }
        Err(refused) => {
            let stays = spec.kind == ADJUST.kind;
            let legal = (!stays).then(|| form.legal_filling(|_| true)).flatten();
            let Some(legal) = legal else { return Some(refused) };
            for (field, value) in fields.iter_mut().zip(legal) {
                field.value = value;
            }
            None
        }
    }
}

/// Tries every combination of choices of some fields. Returns the first that the rules
/// accept, as the index of each choice, or why they refuse the first combination.
pub(super) fn try_choices(form: FilledForm, open: &[usize]) -> Result<Vec<usize>, Refusal> {
    let mut order = form.written();
    let mut first_refusal = None;
    for combination in combinations(form.fields, open) {
        for (&at, &pick) in open.iter().zip(&combination) {
            let field = &form.fields[at];
            order.insert(field.spec.name.into(), field.choices[pick].value.clone());
        }
        match form.refusal(&order) {
            None => return Ok(combination),
            Some(refused) => {
                first_refusal.get_or_insert(refused);
            }
        }
    }
    Err(first_refusal.unwrap_or_else(|| not_chosen(form.spec, message!("nothing can be chosen"))))
}

/// Updates whether only the players can see a field's value, once the target is known.
fn update_unseen(
    battle: &PlayerView,
    subject: Subject,
    spec: &OrderSpec,
    fields: &mut [OfferField],
) {
    let target = spec.target.and_then(|target| {
        let field = fields.iter().find(|field| field.spec.name == target)?;
        field.value.as_ref()?.as_str()?.parse().ok()
    });
    for field in fields.iter_mut() {
        field.unseen = battle.unseen(subject, target, spec, field.spec);
    }
}

/// Marks each field as required if the rules refuse the order without it.
fn mark_required(battle: &PlayerView, spec: &'static OrderSpec, fields: &mut [OfferField]) {
    let form = FilledForm { battle, spec, fields };
    let is_needed = |field: &OfferField| {
        let value = field.value.as_ref().filter(|value| !value.is_null());
        let differs = value != field.spec.default.value().as_ref();
        differs && {
            let mut order = form.written();
            order.remove(field.spec.name);
            form.refusal(&order).is_some()
        }
    };
    let required: Vec<bool> = form.fields.iter().map(|f| f.required || is_needed(f)).collect();
    for (field, required) in fields.iter_mut().zip(required) {
        field.required = required;
    }
}

/// The refusal of an order for want of a choice.
fn not_chosen(spec: &OrderSpec, why: Message) -> Refusal {
    Refusal { why, rule: spec.rule.into() }
}

/// A required field without any choices.
pub(super) fn nothing_to_choose(
    battle: &PlayerView,
    spec: &OrderSpec,
    fields: &[OfferField],
) -> Option<Refusal> {
    let empty = fields.iter().find(|field| field.is_missing() && field.choices.is_empty())?;
    if let Some(why) = battle.nothing_for(spec, empty.spec) {
        return Some(not_chosen(spec, why));
    }
    let field = Message::word(empty.spec.question);
    let takes = empty.spec.takes;
    let why = if takes.names_units() {
        message!("there is no possible target")
    } else if takes.names_side()
        || matches!(takes, ValueType::Choice { .. } | ValueType::Text | ValueType::List(_))
    {
        message!("nothing can be chosen: {field}", field)
    } else {
        message!("choose: {field}", field)
    };
    Some(not_chosen(spec, why))
}

/// Judges an offer with the values that a player has entered: why it is refused, which choices are,
/// and how it departs from the sequence of play. A guessed value must not cause a refusal: if
/// another value is legal, that becomes the guess.
pub fn judge_as_filled(
    battle: &PlayerView,
    offer: &mut Offer,
    is_guess: &dyn Fn(&OfferField) -> bool,
) {
    let spec = offer.spec;
    let choose = |field: &OfferField| {
        not_chosen(spec, message!("choose: {field}", field = Message::word(field.spec.question)))
    };
    offer.refused = match offer.fields.iter().find(|field| field.is_missing()) {
        Some(field) => Some(choose(field)),
        None => refused_as_filled(battle, spec, &mut offer.fields, is_guess).map(|refused| {
            let missing = offer.fields.iter().find(|field| field.is_missing());
            missing.map_or(refused, choose)
        }),
    };
    offer.warnings =
        battle.read_offer(offer).map(|order| battle.warnings(&order)).unwrap_or_default();
    mark_refused(battle, spec, &mut offer.fields, is_guess);
}

/// Why a form is refused with its present values. Guesses change if that makes it legal; a
/// field that was left out becomes required if one of its choices does.
fn refused_as_filled(
    battle: &PlayerView,
    spec: &'static OrderSpec,
    fields: &mut [OfferField],
    is_guess: &dyn Fn(&OfferField) -> bool,
) -> Option<Refusal> {
    let form = FilledForm { battle, spec, fields };
    let refused = form.refusal(&form.written())?;
    if spec.kind == ADJUST.kind {
        return Some(refused);
    }
    if let Some(legal) = form.legal_filling(|at| is_guess(&form.fields[at])) {
        for (field, value) in fields.iter_mut().zip(legal) {
            field.value = value;
        }
        return None;
    }
    let is_open = |field: &OfferField| field.value.is_none() && !field.choices.is_empty();
    let mut open = (0..fields.len()).filter(|at| is_open(&form.fields[*at]));
    let needed = open.find(|open| {
        let free = |at: usize| at == *open || is_guess(&form.fields[at]);
        form.legal_filling(free).is_some()
    });
    if let Some(at) = needed {
        fields[at].required = true;
    }
    Some(refused)
}

impl PlayerView<'_> {
    /// The typed order with the values of an offer's fields.
    ///
    /// # Errors
    /// The first fault.
    pub fn read_offer(&self, offer: &Offer) -> Result<Order, OrderFault> {
        self.read_changed(offer, None)
    }

    /// The typed order with the players' changes to its modifiers.
    ///
    /// # Errors
    /// The first fault.
    pub fn read_changed(
        &self,
        offer: &Offer,
        modifiers: Option<&Value>,
    ) -> Result<Order, OrderFault> {
        let mut written = offer.written();
        written.extend(modifiers.map(|changes| (MODIFIERS.to_owned(), changes.clone())));
        FilledForm { battle: self, spec: offer.spec, fields: &offer.fields }.read(&written)
    }
}

/// Marks each choice that is refused with the other values of the form. Guessed values may
/// be different, and so may values that players see on the table for another target.
fn mark_refused(
    battle: &PlayerView,
    spec: &'static OrderSpec,
    fields: &mut [OfferField],
    is_guess: &dyn Fn(&OfferField) -> bool,
) {
    if spec.kind == ADJUST.kind {
        // The choices belong to one entry; for another entry they have no meaning.
        return;
    }
    let missing: Vec<&str> =
        fields.iter().filter(|field| field.is_missing()).map(|field| field.spec.name).collect();
    let target = FilledForm { battle, spec, fields }.target();
    let mut judged_by_field: Vec<Vec<Option<Refusal>>> = Vec::new();
    for at in 0..fields.len() {
        let field = &fields[at];
        let judged = matches!(
            field.spec.takes,
            ValueType::Unit | ValueType::Choice { .. } | ValueType::Text
        );
        // The rules cannot judge it while another field is still to be chosen.
        let unclear = missing.iter().any(|name| *name != field.spec.name);
        if !judged || unclear {
            judged_by_field.push(vec![None; field.choices.len()]);
            continue;
        }
        let own = field.value.clone();
        let choices: Vec<Value> = field.choices.iter().map(|c| c.value.clone()).collect();
        let refused = choices.into_iter().map(|choice| {
            let aims_elsewhere = target == Some(at) && own.as_ref() != Some(&choice);
            fields[at].value = Some(choice);
            let form = FilledForm { battle, spec, fields };
            let refused = form.refusal(&form.written())?;
            let free = |of: usize| {
                let field = &form.fields[of];
                let seen = field.spec.measures != Measure::Amount;
                of != at && (is_guess(field) || (aims_elsewhere && seen))
            };
            let may_be_legal = (0..form.fields.len()).any(free);
            let legal = may_be_legal && form.legal_filling(free).is_some();
            (!legal).then_some(refused)
        });
        let refused = refused.collect();
        judged_by_field.push(refused);
        fields[at].value = own;
    }
    for (field, refused) in fields.iter_mut().zip(judged_by_field) {
        for (choice, refused) in field.choices.iter_mut().zip(refused) {
            choice.refused = refused;
        }
    }
}

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
            .take(MOST_FILLINGS)
            .collect();
    }
    all
}
