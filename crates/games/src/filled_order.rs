//! Orders of the turn card, filled in as far as the app can. Fields that only the players
//! can choose stay empty.

use serde_json::{Value, json};

use rules::schema::{Chooser, LeftOut};
use rules::{Offer, OfferField, OrderSpec, Refusal, Subject};

use super::PlayerView;
use super::filling::FilledForm;
use super::offer::{concerning, form_fields, nothing_to_choose, try_choices};

/// An order that is filled in for a card.
pub(super) struct FilledIn {
    /// The order, as its issuer declares it.
    pub(super) offer: Offer,
    /// The fields that the other side chooses.
    pub(super) answers: Vec<OfferField>,
    /// Whether it can be given with these values.
    pub(super) is_ready: bool,
}

/// An order of a subject with these values, and the defaults of the form for the other
/// fields; `None` if the subject never gives it.
pub(super) fn filled_in(
    battle: &PlayerView,
    subject: Subject,
    kind: &str,
    given: &[(&'static str, Value)],
) -> Option<FilledIn> {
    let spec = concerning(battle, subject).find(|spec| spec.kind == kind)?;
    let mut fields = form_fields(battle, subject, spec);
    let beside = |value: &Value| match subject {
        Subject::Unit(tag) => battle.beside(tag).iter().any(|other| *value == json!(other)),
        Subject::Side(_) | Subject::Battle => false,
    };
    // Only the players know which other units are near.
    for field in fields.iter_mut().filter(|field| spec.target == Some(field.spec.name)) {
        field.value = field.value.take().filter(beside);
    }
    for (name, value) in given {
        fill_field(spec, &mut fields, name, value);
    }
    let (own, answers) =
        fields.into_iter().partition(|field| field.spec.chosen_by == Chooser::Giver);
    let mut fields: Vec<OfferField> = own;
    for field in &mut fields {
        if is_empty(field) && field.required && field.choices.is_empty() {
            field.value = field.range.map(|(lowest, _)| json!(lowest));
        }
        field.value = field.value.take().filter(|value| !value.is_null());
    }
    let form = FilledForm { battle, spec, fields: &fields };
    let missing = fields.iter().any(|field| field.required && is_empty(field));
    let is_ready = !missing && form.refusal(&form.written()).is_none();
    let refused = if is_ready { None } else { never(battle, spec, &fields) };
    let offer =
        Offer { system: battle.system().slug(), spec, fields, refused, warnings: Vec::new() };
    Some(FilledIn { offer, answers, is_ready })
}

/// Sets a field to a value from the game.
fn fill_field(spec: &OrderSpec, fields: &mut Vec<OfferField>, name: &str, value: &Value) {
    if let Some(field) = fields.iter_mut().find(|field| field.spec.name == name) {
        field.value = Some(value.clone());
        return;
    }
    let known = spec.fields.iter().find(|field| field.name == name);
    fields.extend(known.map(|spec| OfferField {
        spec,
        value: Some(value.clone()),
        range: None,
        choices: Vec::new(),
        required: spec.default == LeftOut::Required,
        unseen: false,
    }));
}

fn is_empty(field: &OfferField) -> bool {
    field.value.as_ref().is_none_or(Value::is_null)
}

/// Why the rules refuse an order for every choice in its empty fields.
fn never(battle: &PlayerView, spec: &'static OrderSpec, fields: &[OfferField]) -> Option<Refusal> {
    if let Some(refused) = nothing_to_choose(battle, spec, fields) {
        return Some(refused);
    }
    let decides = |field: &OfferField| field.required || spec.target == Some(field.spec.name);
    let empty = |at: &usize| {
        let field = &fields[*at];
        is_empty(field) && decides(field) && !field.choices.is_empty()
    };
    let open: Vec<usize> = (0..fields.len()).filter(empty).collect();
    let form = FilledForm { battle, spec, fields };
    let refused = try_choices(form, &open).err()?;
    // A guessed value must not cause a refusal.
    let guessed = |at: usize| open.contains(&at) || fields[at].unseen;
    if form.legal_filling(guessed).is_some() { None } else { Some(refused) }
}
