//! The order in hand: who gives it, what it is, how it is filled in, and what
//! the rules say of it as it stands. No drawing here.

use std::rc::Rc;

use serde_json::{Map, Value, json};

use crate::dice::{Ask, Entry, Roll, Throw};
use crate::rules::schema::ADJUST;
use crate::rules::{
    Battle, Offer, OfferField, Order, OrderFault, Refusal, Stop, Subject, Tag, Takes,
    judge_as_filled, offer_of, stand_as_now,
};

use crate::ui::command::TableCommand;
use crate::wording::Forecast;

/// An order that is being filled in.
#[derive(Debug)]
pub(super) struct Form {
    /// Who gives it.
    pub(super) subject: Subject,
    /// Its fields as they stand, with what can be chosen in each.
    pub(super) offer: Offer,
    /// What the rules say of it.
    pub(super) verdict: Verdict,
    /// The odds, where it throws dice; the same till something changes.
    pub(super) forecast: Option<Rc<Forecast>>,
    /// Why odds and dice are not shown yet: they would tell what is hidden.
    pub(super) hidden: Option<String>,
    /// The players' own dice, while they are entered.
    pub(super) entry: Option<DiceEntry>,
}

/// What the rules say of an order as it stands in the form.
#[derive(Debug)]
pub(super) enum Verdict {
    /// Something has still to be chosen: the question.
    Unfinished(String),
    /// It is forbidden.
    Refused(Refusal),
    /// It throws dice, these first.
    Throws(Order, Box<Ask>),
    /// It needs no dice.
    Certain(Order),
}

impl Form {
    /// The form of an order, with the defaults that the rules propose.
    #[must_use]
    pub(super) fn open(battle: &Battle, subject: Subject, kind: &str) -> Option<Form> {
        let offer = offer_of(battle, subject, kind)?;
        let verdict = Verdict::Unfinished(String::new());
        let mut form = Form { subject, offer, verdict, forecast: None, hidden: None, entry: None };
        form.judge(battle);
        Some(form)
    }

    /// Asks the rules anew, after a change.
    pub(super) fn judge(&mut self, battle: &Battle) {
        judge_as_filled(battle, &mut self.offer);
        self.entry = None;
        self.verdict = self.verdict_now(battle);
        self.hidden = self.order().and_then(|order| battle.hides_odds(order));
        self.forecast = match &self.verdict {
            Verdict::Throws(order, _) if self.hidden.is_none() => {
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
            Err(Stop::Needs { ask, .. }) => Verdict::Throws(order, ask),
            Err(Stop::Refused(refusal)) => Verdict::Refused(refusal),
            Err(Stop::Nonsense(why)) => Verdict::Unfinished(why.to_string()),
        }
    }

    /// The order, where it can be given.
    #[must_use]
    pub(super) fn order(&self) -> Option<&Order> {
        match &self.verdict {
            Verdict::Throws(order, _) | Verdict::Certain(order) => Some(order),
            _ => None,
        }
    }

    /// Whether there is nothing to fill in, to throw or to warn of.
    #[must_use]
    pub(super) fn asks_nothing(&self) -> bool {
        let own = self.own_field();
        let questions = (0..self.offer.fields.len()).filter(|at| Some(*at) != own).count();
        let certain = matches!(self.verdict, Verdict::Certain(_));
        questions == 0 && certain && self.offer.warnings.is_empty()
    }

    /// The place of the field in which the subject itself stands.
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

/// The players' own dice for one order: throw after throw until it is complete.
#[derive(Clone, Debug)]
pub(in crate::ui) struct DiceEntry {
    /// What they have answered.
    pub(in crate::ui) answered: Vec<Entry>,
    /// What came of those answers.
    pub(super) rolls: Vec<Roll>,
    /// The throw that is asked for now.
    pub(super) ask: Ask,
    /// Its dice that have been entered one by one.
    pub(super) faces: Vec<i64>,
    /// Whether the result of many dice is entered at once.
    pub(super) whole: bool,
    /// That result, as the stepper stands.
    pub(super) total: i64,
    /// Its digits, as far as they were typed.
    typed: i64,
}

impl DiceEntry {
    /// Asks for a throw.
    #[must_use]
    pub(in crate::ui) fn new(answered: Vec<Entry>, rolls: Vec<Roll>, ask: Ask) -> DiceEntry {
        // One number says it all where a die is read alone or the highest
        // counts; with more than a handful nobody taps every die.
        let whole = match ask.throw {
            Throw::One { die } => die.faces() > 20,
            Throw::Highest { .. } => false,
            Throw::Sum { count, .. } | Throw::Hits { count, .. } => count > 6,
        };
        let (lowest, highest) = ask.throw.span();
        let total = match ask.throw {
            Throw::Hits { .. } => 0,
            _ => i64::midpoint(lowest, highest),
        };
        DiceEntry { answered, rolls, ask, faces: Vec::new(), whole, total, typed: 0 }
    }

    /// How many taps the present throw takes, die by die.
    #[must_use]
    pub(super) fn taps(&self) -> usize {
        match self.ask.throw {
            Throw::One { .. } | Throw::Highest { .. } => 1,
            Throw::Sum { count, .. } | Throw::Hits { count, .. } => count as usize,
        }
    }

    /// One more die lies on the table; the answer, once it is the last. A face
    /// that the die does not have changes nothing.
    pub(super) fn tap(&mut self, face: i64) -> Option<Entry> {
        if !(1..=i64::from(self.ask.throw.die().faces())).contains(&face) {
            return None;
        }
        self.faces.push(face);
        if self.faces.len() < self.taps() {
            return None;
        }
        Some(match self.ask.throw {
            Throw::One { .. } | Throw::Highest { .. } => Entry::Total(face),
            _ => Entry::Faces(self.faces.clone()),
        })
    }

    /// Moves the stepper, within what the throw can give.
    pub(super) fn step(&mut self, by: i64) {
        let (lowest, highest) = self.ask.throw.span();
        self.total = (self.total + by).clamp(lowest, highest);
        self.typed = 0;
    }

    /// One more digit of the result is typed; one too many begins it anew.
    fn digit(&mut self, digit: i64) {
        let longer = self.typed * 10 + digit;
        self.type_total(if longer > self.ask.throw.span().1 { digit } else { longer });
    }

    fn type_total(&mut self, typed: i64) {
        let (lowest, highest) = self.ask.throw.span();
        self.typed = typed;
        self.total = typed.clamp(lowest, highest);
    }

    /// What is typed so far, where it is less than the dice can come to: more
    /// digits are to follow.
    #[must_use]
    pub(in crate::ui) fn half_typed(&self) -> Option<i64> {
        let (lowest, _) = self.ask.throw.span();
        (self.typed > 0 && self.typed < lowest).then_some(self.typed)
    }

    /// Does what a player does with the dice.
    pub(in crate::ui) fn handle(&mut self, command: &TableCommand) -> Entering {
        let answer = match command {
            TableCommand::Face(face) => self.tap(*face),
            TableCommand::Total if self.half_typed().is_some() => None,
            TableCommand::Total => Some(Entry::Total(self.total)),
            TableCommand::AppThrows => Some(Entry::Program),
            TableCommand::TakeBack => return self.take_back(),
            TableCommand::PutDiceAway => return Entering::Away,
            TableCommand::StepTotal(by) => {
                self.step(*by);
                None
            }
            TableCommand::Digit(digit) => {
                self.digit(*digit);
                None
            }
            TableCommand::Whole(whole) => {
                self.whole = *whole;
                self.faces.clear();
                None
            }
            _ => None,
        };
        match answer {
            Some(answer) => {
                self.answered.push(answer);
                Entering::Answered
            }
            None => Entering::Goes,
        }
    }

    /// Takes back the last die of this throw, or else the answer before it.
    fn take_back(&mut self) -> Entering {
        if self.faces.pop().is_some() {
            return Entering::Goes;
        }
        if self.typed > 0 {
            self.type_total(self.typed / 10);
            return Entering::Goes;
        }
        if self.answered.pop().is_some() { Entering::Answered } else { Entering::Away }
    }
}

/// How the players' dice stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::ui) enum Entering {
    /// The present throw goes on.
    Goes,
    /// The answers have changed: the rules say which throw is next.
    Answered,
    /// The dice are put away.
    Away,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dice::Die;

    fn entry(throw: Throw) -> DiceEntry {
        DiceEntry::new(Vec::new(), Vec::new(), Ask::new(throw, "test"))
    }

    #[test]
    fn a_face_that_the_die_does_not_have_cannot_be_entered() {
        let mut d6 = entry(Throw::D6);
        assert_eq!(d6.tap(7), None);
        assert_eq!(d6.tap(0), None);
        assert!(d6.faces.is_empty());
        assert_eq!(d6.tap(6), Some(Entry::Total(6)));
    }

    #[test]
    fn several_dice_are_an_answer_when_the_last_is_entered() {
        let mut dice = entry(Throw::sum(3, Die::D6));
        assert_eq!(dice.tap(2), None);
        assert_eq!(dice.tap(5), None);
        assert_eq!(dice.take_back(), Entering::Goes);
        assert_eq!(dice.faces, [2]);
        assert_eq!(dice.tap(1), None);
        assert_eq!(dice.tap(6), Some(Entry::Faces(vec![2, 1, 6])));
        assert_eq!(entry(Throw::highest(4, Die::D6)).tap(5), Some(Entry::Total(5)));
    }

    #[test]
    fn a_total_stays_within_what_the_dice_can_give() {
        let mut dice = entry(Throw::sum(17, Die::D6));
        assert!(dice.whole);
        dice.step(1000);
        assert_eq!(dice.total, 102);
        dice.step(-1000);
        assert_eq!(dice.total, 17);
        for digit in [4, 5] {
            dice.digit(digit);
        }
        assert_eq!((dice.total, dice.half_typed()), (45, None));
        assert_eq!((dice.take_back(), dice.typed, dice.total), (Entering::Goes, 4, 17));
        // The 4 of 45 is no total of 17 dice, and is not taken for one.
        assert_eq!(dice.half_typed(), Some(4));
        assert_eq!(dice.handle(&TableCommand::Total), Entering::Goes);
        assert!(dice.answered.is_empty());
        assert_eq!(entry(Throw::Hits { count: 9, die: Die::D6, on: 5 }).total, 0);
    }
}
