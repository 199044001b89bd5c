//! The order in hand: who gives it, how it is filled in, and what the rules say
//! about it. No drawing here.

use std::rc::Rc;

use serde_json::{Map, Value, json};

use crate::analysis::Forecast;
use crate::dice::Ask;
use crate::rules::schema::ADJUST;
use crate::rules::{
    Battle, Offer, OfferField, Order, OrderFault, Refusal, Stop, Subject, Tag, Takes,
    judge_as_filled, offer_of, stand_as_now,
};

use crate::ui::dice_pad::DicePad;

/// An order that is being filled in.
#[derive(Debug)]
pub(super) struct Form {
    /// The ship, side or battle that gives it.
    pub(super) subject: Subject,
    /// Its fields with their present values, and what can be chosen in each.
    pub(super) offer: Offer,
    /// What the rules say about it.
    pub(super) verdict: Verdict,
    /// The odds, where it needs dice; worked out again only after a change.
    pub(super) forecast: Option<Rc<Forecast>>,
    /// Why odds and dice are not shown: they would tell what is hidden.
    pub(super) hidden: Option<String>,
    /// The players' own dice, while they are entered.
    pub(super) pad: Option<DicePad>,
}

/// What the rules say about an order as it is filled in.
#[derive(Debug)]
pub(super) enum Verdict {
    /// A field is still empty: its question.
    Unfinished(String),
    /// It is forbidden.
    Refused(Refusal),
    /// It needs dice, this roll first.
    NeedsDice(Order, Box<Ask>),
    /// It needs no dice.
    Certain(Order),
}

impl Form {
    /// The form of an order, with the defaults that the rules propose.
    #[must_use]
    pub(super) fn open(battle: &Battle, subject: Subject, kind: &str) -> Option<Form> {
        let offer = offer_of(battle, subject, kind)?;
        let verdict = Verdict::Unfinished(String::new());
        let mut form = Form { subject, offer, verdict, forecast: None, hidden: None, pad: None };
        form.judge(battle);
        Some(form)
    }

    /// Asks the rules anew, after a change.
    pub(super) fn judge(&mut self, battle: &Battle) {
        judge_as_filled(battle, &mut self.offer);
        self.pad = None;
        self.verdict = self.verdict_now(battle);
        self.hidden = self.order().and_then(|order| battle.hides_odds(order));
        self.forecast = match &self.verdict {
            Verdict::NeedsDice(order, _) if self.hidden.is_none() => {
                Forecast::of(battle, order).map(Rc::new)
            }
            _ => None,
        };
    }

    fn verdict_now(&self, battle: &Battle) -> Verdict {
        let required = |field: &&OfferField| {
            field.value.is_none() && field.spec.default == crate::rules::schema::Default::Required
        };
        if let Some(field) = self.offer.fields.iter().find(required) {
            return match (&self.offer.refused, field.choices.is_empty()) {
                (Some(refusal), false) if field.choices.iter().all(|c| c.refused.is_some()) => {
                    Verdict::Refused(refusal.clone())
                }
                _ => Verdict::Unfinished(field.spec.question.to_owned()),
            };
        }
        let order = match battle.read_order(&self.offer.written()) {
            Ok(order) => order,
            Err(OrderFault { why, .. }) => return Verdict::Unfinished(why.to_string()),
        };
        let mut nothing = crate::dice::Entered::new([], crate::dice::Seeded::new(0, 0));
        match battle.resolve(&order, &mut nothing) {
            Ok(_) => Verdict::Certain(order),
            Err(Stop::Needs { ask, .. }) => Verdict::NeedsDice(order, ask),
            Err(Stop::Refused(refusal)) => Verdict::Refused(refusal),
            Err(Stop::Nonsense(why)) => Verdict::Unfinished(why.to_string()),
        }
    }

    /// The order, if it can be given.
    #[must_use]
    pub(super) fn order(&self) -> Option<&Order> {
        match &self.verdict {
            Verdict::NeedsDice(order, _) | Verdict::Certain(order) => Some(order),
            Verdict::Unfinished(_) | Verdict::Refused(_) => None,
        }
    }

    /// Whether there is nothing to fill in, to roll or to warn about.
    #[must_use]
    pub(super) fn asks_nothing(&self) -> bool {
        let own = self.own_field();
        let questions = (0..self.offer.fields.len()).filter(|at| Some(*at) != own).count();
        let certain = matches!(self.verdict, Verdict::Certain(_));
        questions == 0 && certain && self.offer.warnings.is_empty()
    }

    /// The index of the field that holds the subject itself.
    #[must_use]
    pub(super) fn own_field(&self) -> Option<usize> {
        let own = match self.subject {
            Subject::Unit(tag) => json!(tag),
            Subject::Side(side) => json!(side),
            Subject::Battle => return None,
        };
        self.offer.fields.iter().position(|field| {
            matches!(field.spec.takes, Takes::Unit | Takes::UnitOrSide | Takes::Side)
                && field.value.as_ref() == Some(&own)
        })
    }

    /// The field that a tap on this unit's card fills: the first that asks for
    /// a unit and offers this one.
    #[must_use]
    pub(super) fn aims_at(&self, tag: Tag) -> Option<&OfferField> {
        let own = self.own_field();
        self.offer.fields.iter().enumerate().find_map(|(at, field)| {
            let asks = matches!(field.spec.takes, Takes::Unit | Takes::UnitOrSide | Takes::Units);
            let offered = field.choices.iter().any(|choice| choice.value == json!(tag));
            (Some(at) != own && asks && offered).then_some(field)
        })
    }

    /// Whether this unit stands in a field other than the subject's own.
    #[must_use]
    pub(super) fn is_target(&self, tag: Tag) -> bool {
        let own = self.own_field();
        let tag = json!(tag);
        self.offer.fields.iter().enumerate().any(|(at, field)| {
            Some(at) != own
                && match &field.value {
                    Some(Value::Array(list)) => list.contains(&tag),
                    Some(value) => *value == tag,
                    None => false,
                }
        })
    }

    /// Puts a value into a field, or takes it out, and asks the rules anew.
    pub(super) fn set(&mut self, battle: &Battle, name: &str, value: Option<Value>) {
        if let Some(field) = self.offer.fields.iter_mut().find(|field| field.spec.name == name) {
            field.value = value;
        }
        if self.offer.spec.kind == ADJUST.kind && name == "field" {
            stand_as_now(battle, self.subject, &mut self.offer.fields);
        }
        self.judge(battle);
    }

    /// Fills it in as an order of the same kind was, but for who gives it.
    pub(super) fn fill_in(&mut self, battle: &Battle, order: &Map<String, Value>) {
        if order.get("kind") != Some(&json!(self.offer.spec.kind)) {
            return;
        }
        let own = self.own_field();
        for (at, field) in self.offer.fields.iter_mut().enumerate() {
            if Some(at) != own {
                field.value = order.get(field.spec.name).cloned();
            }
        }
        self.judge(battle);
    }

    /// What the field holds once this unit's card has been tapped.
    #[must_use]
    pub(super) fn tapped(field: &OfferField, tag: Tag) -> Value {
        if field.spec.takes != Takes::Units {
            return json!(tag);
        }
        let mut list = match &field.value {
            Some(Value::Array(list)) => list.clone(),
            _ => Vec::new(),
        };
        toggle(&mut list, &json!(tag));
        Value::Array(list)
    }
}

/// Takes a value out of a list, or puts it in.
pub(super) fn toggle(list: &mut Vec<Value>, value: &Value) {
    match list.iter().position(|known| known == value) {
        Some(at) => {
            list.remove(at);
        }
        None => list.push(value.clone()),
    }
}
