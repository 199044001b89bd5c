//! The order being filled in: its issuer, its fields, and the result of checking it. No drawing
//! here.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use web_time::{Duration, Instant};

use crate::analysis::Forecast;
use crate::dice::{AskedRoll, EnteredRoll, ModifierChange, Preferred};
use crate::message::{Joint, Message, message};
use crate::rules::modifier_changes::MODIFIERS;
use crate::rules::schema::{ADJUST, LeftOut, Measure};
use crate::rules::{Offer, OfferField, Side, Subject, Tag, ValueType};
use crate::session::{Client, Draft, Foresight, Judged, Verdict};
use crate::ui::command::ModifierDraft;
use crate::ui::dice_pad::DicePad;

/// An order that is being filled in. Its fields are the player's; verdict and
/// odds are from the last answer.
#[derive(Debug)]
pub(super) struct Form {
    /// The ship, side or battle that gives it.
    pub(super) subject: Subject,
    /// The number of orders after which it would be given; `None` for the present position.
    cursor: Option<usize>,
    /// How much of the odds to work out.
    foresight: Foresight,
    /// The last result of checking it, with the present fields.
    judged: Judged,
    /// The time since when an answer is awaited; `None` if the last one is for these fields and the
    /// present state of the table.
    waits_since: Option<Instant>,
    /// Why the order is no longer possible, after another player has changed the battle.
    pub(super) unfit: Option<Message>,
    /// The fields about the table that the players have not yet answered.
    guesses: Vec<String>,
    /// The players' changes to the modifiers of its rolls.
    pub(super) modifiers: Vec<ModifierChange>,
    /// Another such change, while it is written.
    pub(super) changing: Option<ModifierDraft>,
    /// The players' own dice, while they are being entered.
    pub(super) pad: Option<DicePad>,
    /// Answers after which the next roll is not known yet.
    unanswered: Option<Vec<EnteredRoll>>,
}

/// An order as it is stored while it is filled in.
#[derive(Serialize, Deserialize)]
pub(super) struct HalfFilled {
    /// The number of the change after which it was filled in.
    at: u64,
    #[serde(flatten)]
    draft: Draft,
}

impl HalfFilled {
    /// The form, unless the battle has changed: the order may have been given since.
    pub(super) fn read(stored: &str, client: &Client, at: u64) -> Option<Form> {
        let half_filled: HalfFilled = serde_json::from_str(stored).ok()?;
        let draft = (half_filled.at == at).then_some(half_filled.draft)?;
        let guesses = draft.guesses.clone();
        let mut form = Form::read(client, draft).ok()?;
        form.guesses = guesses;
        form.judge(client);
        Some(form)
    }
}

/// The result of the players' dice.
pub(super) enum Rolled {
    /// The next roll is on the pad, or will be.
    GoesOn,
    /// With these answers the order is complete, or the next roll is the app's.
    Complete(Vec<EnteredRoll>),
}

/// An outdated verdict is drawn grey after this long.
const GREY_AFTER: Duration = Duration::from_millis(100);

impl Form {
    /// The form of an order, with the defaults.
    ///
    /// # Errors
    /// In words, if no unit or side can give such an order.
    pub(super) fn open(
        client: &Client,
        subject: Subject,
        kind: &str,
        cursor: Option<usize>,
    ) -> Result<Form, Message> {
        Form::read(client, Draft { cursor, ..Draft::opened(subject, kind) })
    }

    /// The form of an order that was given.
    ///
    /// # Errors
    /// As [`Form::open`].
    pub(super) fn filled(
        client: &Client,
        subject: Subject,
        order: &Map<String, Value>,
        cursor: usize,
    ) -> Result<Form, Message> {
        let kind = order.get("kind").and_then(Value::as_str).unwrap_or_default();
        let (fields, cursor) = (Some(order.clone()), Some(cursor));
        Form::read(client, Draft { fields, cursor, ..Draft::opened(subject, kind) })
    }

    /// The order so far, to be stored with the number of the last change; `None` if it is for an
    /// earlier place in the log.
    pub(super) fn half_filled(&self, at: u64) -> Option<HalfFilled> {
        self.cursor.is_none().then(|| HalfFilled { at, draft: self.draft(None) })
    }

    /// The form for such a draft.
    ///
    /// # Errors
    /// As [`Form::open`].
    pub(super) fn read(client: &Client, draft: Draft) -> Result<Form, Message> {
        let (subject, opened) = (draft.subject, draft.fields.is_none());
        let (cursor, foresight) = (draft.cursor, draft.foresight);
        let modifiers = draft.fields.as_ref().and_then(|fields| fields.get(MODIFIERS)).cloned();
        let known = client.judge(draft);
        let judged = known.judged().cloned().ok_or_else(|| {
            let late = || message!("The table has not answered yet. Try again.");
            known.why_not().unwrap_or_else(late)
        })?;
        let unseen = judged.offer.fields.iter().filter(|field| opened && field.unseen);
        let guesses = unseen.map(|field| field.spec.name.to_owned()).collect();
        Ok(Form {
            subject,
            cursor,
            foresight,
            judged,
            waits_since: None,
            unfit: None,
            guesses,
            modifiers: changes(modifiers),
            changing: None,
            pad: None,
            unanswered: None,
        })
    }

    /// Whether a field asks about the table and is not yet answered.
    pub(super) fn is_guess(&self, field: &OfferField) -> bool {
        let asked = self.guesses.iter().any(|name| name == field.spec.name);
        asked && field.unseen && !nothing_to_choose(field)
    }

    /// The fields that the players have still to answer.
    pub(super) fn guessed(&self) -> impl Iterator<Item = &OfferField> {
        self.offer().fields.iter().filter(|field| self.is_guess(field))
    }

    /// The open questions, in words.
    pub(super) fn still_open(&self) -> Message {
        Message::joined(
            self.guessed().map(|field| Message::word(field.spec.question).within()),
            Joint::And,
        )
    }

    /// The order with its fields, and what can be chosen in each.
    pub(super) fn offer(&self) -> &Offer {
        &self.judged.offer
    }

    /// The verdict of the rules on the form.
    pub(super) fn verdict(&self) -> &Verdict {
        &self.judged.verdict
    }

    /// The odds, if it needs dice.
    pub(super) fn forecast(&self) -> Option<&Forecast> {
        self.judged.forecast.as_ref()
    }

    /// Why odds and dice are not shown: they would reveal a secret.
    pub(super) fn hidden(&self) -> Option<&Message> {
        self.judged.hidden.as_ref()
    }

    /// The side whose dice decide it, if it is one side.
    pub(super) fn issuing_side(&self) -> Option<Side> {
        self.judged.giver
    }

    /// Whether the verdict is for the fields shown and the present battle.
    pub(super) fn is_fresh(&self) -> bool {
        self.waits_since.is_none()
    }

    /// Whether the verdict has been outdated for so long that it is drawn grey;
    /// otherwise, how long until then.
    pub(super) fn is_grey(&self) -> Result<bool, Duration> {
        match self.waits_since.map(|since| GREY_AFTER.checked_sub(since.elapsed())) {
            None => Ok(false),
            Some(None) => Ok(true),
            Some(Some(left)) => Err(left),
        }
    }

    /// The order, if it can be given as it is shown.
    pub(super) fn order(&self) -> Option<&Map<String, Value>> {
        let shown = self.is_fresh() && self.unfit.is_none() && self.guessed().next().is_none();
        self.judged.order.as_ref().filter(|_| shown)
    }

    /// Why the order cannot be given as it is shown; `None` if it can.
    pub(super) fn why_not(&self) -> Option<Message> {
        if self.order().is_some() {
            return None;
        }
        if let Some(why) = &self.unfit {
            return Some(message!("No longer possible: {why}", why));
        }
        Some(match self.verdict() {
            Verdict::Unfinished(question) => message!("Choose: {question}.", question),
            Verdict::Refused(refusal) => message!("Not allowed: {why}.", why = &refusal.why),
            Verdict::Throws(_) | Verdict::Asks { .. } | Verdict::Certain if !self.is_fresh() => {
                message!("The order is being checked.")
            }
            Verdict::Throws(_) | Verdict::Asks { .. } | Verdict::Certain => {
                message!("Still to answer: {open}.", open = self.still_open())
            }
        })
    }

    /// The first roll of the order, if it needs dice.
    pub(super) fn first_roll(&self) -> Option<&AskedRoll> {
        match self.verdict() {
            Verdict::Throws(ask) => Some(ask),
            Verdict::Unfinished(_)
            | Verdict::Refused(_)
            | Verdict::Asks { .. }
            | Verdict::Certain => None,
        }
    }

    /// The order with its fields as they are, and with these dice.
    pub(super) fn draft(&self, dice: Option<Vec<EnteredRoll>>) -> Draft {
        let offer = &self.judged.offer;
        let mut fields = Map::new();
        for field in &offer.fields {
            if let Some(value) = &field.value {
                fields.insert(field.spec.name.to_owned(), value.clone());
            }
        }
        if !self.modifiers.is_empty() {
            fields.insert(MODIFIERS.to_owned(), json!(self.modifiers));
        }
        let opened = Draft::opened(self.subject, offer.spec.kind);
        let (cursor, foresight, guesses) = (self.cursor, self.foresight, self.guesses.clone());
        Draft { fields: Some(fields), guesses, dice, cursor, foresight, ..opened }
    }

    /// Checks the order again, because a field or the battle has changed.
    pub(super) fn judge(&mut self, client: &Client) {
        let draft = self.draft(None);
        self.ask(client, draft);
    }

    fn ask(&mut self, client: &Client, draft: Draft) {
        let known = client.judge(draft);
        if let Some(judged) = known.judged() {
            self.judged = judged.clone();
            (self.waits_since, self.unfit) = (None, None);
        } else if let Some(why) = known.why_not() {
            (self.waits_since, self.unfit) = (None, Some(why));
        } else if self.waits_since.is_none() {
            self.waits_since = Some(Instant::now());
        }
    }

    /// After the battle has changed: judges everything again, including the
    /// dice.
    pub(super) fn refresh(&mut self, client: &Client) {
        self.judge(client);
        if let Some(pad) = &self.pad {
            // Complete answers would have been given already, so the last one
            // is entered again.
            let mut answered = pad.answered.clone();
            if let Rolled::Complete(_) = self.roll(client, answered.clone()) {
                answered.pop();
                self.roll(client, answered);
            }
        }
    }

    /// Checks whether an answer has come by now.
    pub(super) fn catch_up(&mut self, client: &Client) -> Rolled {
        if self.waits_since.is_some() {
            self.judge(client);
        }
        match self.unanswered.take() {
            Some(answered) => self.roll(client, answered),
            None => Rolled::GoesOn,
        }
    }

    /// Asks for the roll that is needed after these answers.
    pub(super) fn roll(&mut self, client: &Client, answered: Vec<EnteredRoll>) -> Rolled {
        // What the app rolls is not shown before the order is given, and
        // neither is a roll that would reveal a secret.
        if answered.contains(&EnteredRoll::Program) || self.hidden().is_some() {
            return Rolled::Complete(answered);
        }
        let known = client.judge(self.draft(Some(answered.clone())));
        let Some(needs) = known.judged().and_then(|judged| judged.needs.clone()) else {
            match known.why_not() {
                Some(why) => self.unfit = Some(why),
                None if known.judged().is_none() => self.unanswered = Some(answered),
                // With its present fields the order cannot be given.
                None => self.pad = None,
            }
            return Rolled::GoesOn;
        };
        match (needs.fault, needs.ask) {
            (Some(why), _) => {
                (self.pad, self.unfit) = (None, Some(why));
                Rolled::GoesOn
            }
            (None, Some(ask)) => {
                let pad = DicePad::new(answered, needs.after, ask);
                self.put_pad(pad.with_rest(needs.rest));
                Rolled::GoesOn
            }
            (None, None) => Rolled::Complete(answered),
        }
    }

    /// The dice of the next roll: those that are being entered, or none yet; `None` if there is
    /// no roll that may be seen.
    pub(super) fn dice(&self) -> Option<Cow<'_, DicePad>> {
        let begun = self.pad.as_ref().map(Cow::Borrowed);
        let first = || self.first_pad().filter(|_| !self.draws_cards());
        begun.or_else(|| first().map(Cow::Owned))
    }

    /// Whether it draws cards, so that there are no dice to enter.
    pub(super) fn draws_cards(&self) -> bool {
        self.first_roll().is_some_and(|ask| ask.preferred == Preferred::Drawn)
    }

    /// The pad of the first roll, without dice.
    fn first_pad(&self) -> Option<DicePad> {
        let is_seen = self.hidden().is_none() && self.unfit.is_none();
        let ask = self.first_roll().filter(|_| is_seen)?;
        Some(DicePad::new(Vec::new(), Vec::new(), ask.clone()))
    }

    /// The pad, on which the first of the players' dice is entered now.
    pub(super) fn begin_dice(&mut self) -> Option<&mut DicePad> {
        if self.pad.is_none() && self.order().is_some() {
            let odds = self.forecast().cloned().map(Box::new);
            self.pad = self.first_pad().map(|pad| pad.with_rest(odds));
        }
        self.pad.as_mut()
    }

    /// Shows the pad for this roll; a pad that is already there keeps its dice.
    fn put_pad(&mut self, new: DicePad) {
        match &mut self.pad {
            Some(pad) if pad.answered == new.answered && pad.ask == new.ask => {
                (pad.rolls, pad.rest) = (new.rolls, new.rest);
            }
            pad => *pad = Some(new),
        }
    }

    /// Whether there is nothing to fill in, to roll, or to warn about that has
    /// not been shown already.
    #[must_use]
    pub(super) fn asks_nothing(&self, warned: bool) -> bool {
        let own = self.own_field();
        let offer = self.offer();
        let questions = (0..offer.fields.len()).filter(|at| Some(*at) != own).count();
        let certain = *self.verdict() == Verdict::Certain;
        questions == 0 && certain && (warned || offer.warnings.is_empty())
    }

    /// The index of the field for the issuer.
    #[must_use]
    pub(super) fn own_field(&self) -> Option<usize> {
        let own = match self.subject {
            Subject::Unit(tag) => json!(tag),
            Subject::Side(side) => json!(side),
            Subject::Battle => return None,
        };
        self.offer().fields.iter().position(|field| {
            matches!(field.spec.takes, ValueType::Unit | ValueType::UnitOrSide | ValueType::Side)
                && field.value.as_ref() == Some(&own)
        })
    }

    /// The field that a tap on this unit's card fills: the first one for a unit
    /// that offers this one.
    #[must_use]
    pub(super) fn aims_at(&self, tag: Tag) -> Option<&OfferField> {
        let own = self.own_field();
        self.offer().fields.iter().enumerate().find_map(|(at, field)| {
            let asks = field.spec.takes.names_units();
            let offered = field.choices.iter().any(|choice| choice.value == json!(tag));
            (Some(at) != own && asks && offered).then_some(field)
        })
    }

    /// Whether this unit is in a field other than the issuer's.
    #[must_use]
    pub(super) fn is_target(&self, tag: Tag) -> bool {
        let givers = self.offer().spec.givers;
        let mut fields = self.offer().fields.iter();
        fields.any(|field| !givers.contains(&field.spec.name) && field.holds(tag))
    }

    /// Whether a unit gives the order, alone or with others.
    pub(super) fn gives(&self, tag: Tag) -> bool {
        let givers = self.offer().spec.givers;
        let mut fields = self.offer().fields.iter();
        self.subject == Subject::Unit(tag)
            || fields.any(|field| givers.contains(&field.spec.name) && field.holds(tag))
    }

    /// Fills a field, or empties it, and checks the order again.
    pub(super) fn set(&mut self, client: &Client, name: &str, value: Option<Value>) {
        self.put(name, value);
        self.judge(client);
    }

    /// Fills in the known fields of the order, and checks it again. Questions about the table stay
    /// open.
    pub(super) fn prefill(&mut self, client: &Client, known: &Map<String, Value>) {
        let guesses = self.guesses.clone();
        for (name, value) in known {
            self.put(name, Some(value.clone()));
        }
        self.guesses = guesses;
        self.judge(client);
    }

    fn put(&mut self, name: &str, value: Option<Value>) {
        (self.pad, self.unanswered) = (None, None);
        if name == MODIFIERS {
            (self.modifiers, self.changing) = (changes(value), None);
            return;
        }
        self.guesses.retain(|guess| guess != name);
        let is_target = self.judged.offer.spec.target == Some(name);
        let fields = &mut self.judged.offer.fields;
        if let Some(field) = fields.iter_mut().find(|field| field.spec.name == name) {
            let aims_elsewhere = is_target && field.value.is_some() && field.value != value;
            field.value = value;
            if aims_elsewhere {
                // Answers about one target do not apply to another.
                let seen = fields.iter().filter(|field| field.spec.measures != Measure::Amount);
                let seen = seen.map(|field| field.spec.name.to_owned());
                self.guesses = seen.collect();
            }
        }
        // For another entry, the default is its present value.
        if self.judged.offer.spec.kind == ADJUST.kind && name == "field" {
            let fields = &mut self.judged.offer.fields;
            for field in fields.iter_mut().filter(|field| field.spec.name == "value") {
                field.value = None;
            }
        }
    }

    /// Fills it in like an order of the same kind, except for the issuer.
    pub(super) fn fill_in(&mut self, client: &Client, order: &Map<String, Value>) {
        if order.get("kind") != Some(&json!(self.offer().spec.kind)) {
            return;
        }
        let own = self.own_field();
        self.guesses.clear();
        for (at, field) in self.judged.offer.fields.iter_mut().enumerate() {
            if Some(at) != own {
                field.value = order.get(field.spec.name).cloned();
            }
        }
        self.judge(client);
    }

    /// The value of the field after this unit's card is tapped.
    #[must_use]
    pub(super) fn tapped(field: &OfferField, tag: Tag) -> Value {
        if field.spec.takes != ValueType::UNITS {
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

/// The changes to modifiers, as an order contains them.
fn changes(written: Option<Value>) -> Vec<ModifierChange> {
    written.and_then(|changes| serde_json::from_value(changes).ok()).unwrap_or_default()
}

/// Whether a field need not be shown: it has only one value, or none.
pub(super) fn nothing_to_choose(field: &OfferField) -> bool {
    match field.spec.takes {
        ValueType::Number { .. } => {
            field.range.is_some_and(|(lowest, highest)| lowest == highest)
                && field.value == field.range.map(|(lowest, _)| json!(lowest))
        }
        // It may be left out, and nothing can be chosen now.
        ValueType::Unit | ValueType::UNITS | ValueType::Choice { .. } => {
            field.spec.default == LeftOut::Absent
                && field.value.as_ref().is_none_or(Value::is_null)
                && field.choices.iter().all(|choice| choice.refused.is_some())
        }
        _ => false,
    }
}

/// Adds a value to a list, or removes it.
pub(in crate::ui) fn toggle<T: PartialEq + Clone>(list: &mut Vec<T>, value: &T) {
    match list.iter().position(|known| known == value) {
        Some(at) => {
            list.remove(at);
        }
        None => list.push(value.clone()),
    }
}
