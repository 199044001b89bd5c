//! The order in hand: who gives it, how it is filled in, and what the rules say
//! about it. The rules are asked at the table's door. No drawing here.

use serde_json::{Map, Value, json};
use web_time::{Duration, Instant};

use crate::analysis::Forecast;
use crate::dice::{Ask, EnteredRoll};
use crate::referee::{Client, Draft, Judged, Verdict};
use crate::rules::schema::ADJUST;
use crate::rules::{Offer, OfferField, Side, Subject, Tag, Takes};
use crate::say::{Say, say};
use crate::ui::dice_pad::DicePad;

/// An order that is being filled in. Its fields hold what the player chose;
/// verdict and odds are those of the last answer.
#[derive(Debug)]
pub(super) struct Form {
    /// The ship, side or battle that gives it.
    pub(super) subject: Subject,
    /// After how many orders it would be given; none at present.
    cursor: Option<usize>,
    /// What the rules said last, the fields as the player has them now.
    judged: Judged,
    /// Since when an answer is waited for; none where the last one is of these
    /// fields and of the present number.
    waits_since: Option<Instant>,
    /// Why the order fits no more, after somebody else has changed the battle.
    pub(super) unfit: Option<Say>,
    /// The players' own dice, while they are entered.
    pub(super) pad: Option<DicePad>,
    /// Answers whose next roll is not known yet.
    unanswered: Option<Vec<EnteredRoll>>,
}

/// What the players' dice came to.
pub(super) enum Rolled {
    /// The next roll is on the pad, or will be.
    GoesOn,
    /// These answers decide the order, or its next roll is the app's.
    Complete(Vec<EnteredRoll>),
}

/// After this long a verdict that waits for a better one is drawn grey.
const GREY_AFTER: Duration = Duration::from_millis(100);

impl Form {
    /// The form of an order, with the defaults that the rules propose.
    ///
    /// # Errors
    /// In words, where nobody can give such an order.
    pub(super) fn open(
        client: &Client,
        (subject, kind): (Subject, &str),
        cursor: Option<usize>,
    ) -> Result<Form, Say> {
        let draft = Draft { subject, kind: kind.to_owned(), fields: None, dice: None, cursor };
        Form::read(client, draft)
    }

    /// The form of an order as it was given.
    ///
    /// # Errors
    /// As [`Form::open`].
    pub(super) fn filled(
        client: &Client,
        subject: Subject,
        order: &Map<String, Value>,
        cursor: usize,
    ) -> Result<Form, Say> {
        let kind = order.get("kind").and_then(Value::as_str).unwrap_or_default().to_owned();
        let fields = Some(order.clone());
        let draft = Draft { subject, kind, fields, dice: None, cursor: Some(cursor) };
        Form::read(client, draft)
    }

    /// The order as far as it is filled in, to be kept; none where it is for an
    /// earlier place in the log.
    pub(super) fn half_filled(&self) -> Option<Draft> {
        self.cursor.is_none().then(|| self.draft(None))
    }

    /// The form of such a draft.
    ///
    /// # Errors
    /// As [`Form::open`].
    pub(super) fn read(client: &Client, draft: Draft) -> Result<Form, Say> {
        let (subject, cursor) = (draft.subject, draft.cursor);
        let known = client.judge(draft);
        let judged = known.judged().cloned().ok_or_else(|| {
            let late = || say!("The table has not answered yet. Try again.");
            known.why_not().unwrap_or_else(late)
        })?;
        Ok(Form {
            subject,
            cursor,
            judged,
            waits_since: None,
            unfit: None,
            pad: None,
            unanswered: None,
        })
    }

    /// The order with its fields, and what can be chosen in each.
    pub(super) fn offer(&self) -> &Offer {
        &self.judged.offer
    }

    /// What the rules say about it.
    pub(super) fn verdict(&self) -> &Verdict {
        &self.judged.verdict
    }

    /// The odds, where it needs dice.
    pub(super) fn forecast(&self) -> Option<&Forecast> {
        self.judged.forecast.as_ref()
    }

    /// Why odds and dice are not shown: they would tell what is hidden.
    pub(super) fn hidden(&self) -> Option<&Say> {
        self.judged.hidden.as_ref()
    }

    /// The side whose dice decide it, where they are one side's.
    pub(super) fn giver(&self) -> Option<Side> {
        self.judged.giver
    }

    /// Whether the verdict is of the fields shown and of the present battle.
    pub(super) fn is_fresh(&self) -> bool {
        self.waits_since.is_none()
    }

    /// Whether the verdict has been waiting so long that it is drawn grey; or
    /// else how long it is until then.
    pub(super) fn is_grey(&self) -> Result<bool, Duration> {
        match self.waits_since.map(|since| GREY_AFTER.checked_sub(since.elapsed())) {
            None => Ok(false),
            Some(None) => Ok(true),
            Some(Some(left)) => Err(left),
        }
    }

    /// The order, if it can be given as it is shown.
    pub(super) fn order(&self) -> Option<&Map<String, Value>> {
        self.judged.order.as_ref().filter(|_| self.is_fresh() && self.unfit.is_none())
    }

    /// The first roll of the order, where it needs dice.
    pub(super) fn first_roll(&self) -> Option<&Ask> {
        match self.verdict() {
            Verdict::Throws(ask) => Some(ask),
            Verdict::Unfinished(_)
            | Verdict::Refused(_)
            | Verdict::Asks { .. }
            | Verdict::Certain => None,
        }
    }

    fn draft(&self, dice: Option<Vec<EnteredRoll>>) -> Draft {
        let offer = &self.judged.offer;
        let mut fields = Map::new();
        for field in &offer.fields {
            if let Some(value) = &field.value {
                fields.insert(field.spec.name.to_owned(), value.clone());
            }
        }
        let kind = offer.spec.kind.to_owned();
        Draft { subject: self.subject, kind, fields: Some(fields), dice, cursor: self.cursor }
    }

    /// Asks the rules anew: a field has changed, or the battle has.
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

    /// After the battle has changed: judges everything anew, the dice too.
    pub(super) fn refresh(&mut self, client: &Client) {
        self.judge(client);
        if let Some(pad) = &self.pad {
            // Answers that are complete would have been given; the last of them
            // is rolled for once more.
            let mut answered = pad.answered.clone();
            if let Rolled::Complete(_) = self.roll(client, answered.clone()) {
                answered.pop();
                self.roll(client, answered);
            }
        }
    }

    /// Looks whether what was asked is answered by now.
    pub(super) fn catch_up(&mut self, client: &Client) -> Rolled {
        if self.waits_since.is_some() {
            self.judge(client);
        }
        match self.unanswered.take() {
            Some(answered) => self.roll(client, answered),
            None => Rolled::GoesOn,
        }
    }

    /// Asks for the roll that these answers leave open.
    pub(super) fn roll(&mut self, client: &Client, answered: Vec<EnteredRoll>) -> Rolled {
        // What the app rolls is not told before the order is given; nor is a
        // roll that tells a secret.
        if answered.contains(&EnteredRoll::Program) || self.hidden().is_some() {
            return Rolled::Complete(answered);
        }
        let known = client.judge(self.draft(Some(answered.clone())));
        let Some(needs) = known.judged().and_then(|judged| judged.needs.clone()) else {
            match known.why_not() {
                Some(why) => self.unfit = Some(why),
                None if known.judged().is_none() => self.unanswered = Some(answered),
                // With its fields as they are now the order cannot be given.
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
                self.put_pad(answered, needs.after, ask);
                Rolled::GoesOn
            }
            (None, None) => Rolled::Complete(answered),
        }
    }

    /// Puts the pad down for this roll; one that is there already keeps the
    /// dice that lie on it.
    fn put_pad(&mut self, answered: Vec<EnteredRoll>, after: Vec<crate::dice::Roll>, ask: Ask) {
        match &mut self.pad {
            Some(pad) if pad.answered == answered && pad.ask == ask => pad.rolls = after,
            pad => *pad = Some(DicePad::new(answered, after, ask)),
        }
    }

    /// Whether there is nothing to fill in, to roll or to warn about, where the
    /// players have not been warned yet.
    #[must_use]
    pub(super) fn asks_nothing(&self, warned: bool) -> bool {
        let own = self.own_field();
        let offer = self.offer();
        let questions = (0..offer.fields.len()).filter(|at| Some(*at) != own).count();
        let certain = *self.verdict() == Verdict::Certain;
        questions == 0 && certain && (warned || offer.warnings.is_empty())
    }

    /// The index of the field that holds the subject itself.
    #[must_use]
    pub(super) fn own_field(&self) -> Option<usize> {
        let own = match self.subject {
            Subject::Unit(tag) => json!(tag),
            Subject::Side(side) => json!(side),
            Subject::Battle => return None,
        };
        self.offer().fields.iter().position(|field| {
            matches!(field.spec.takes, Takes::Unit | Takes::UnitOrSide | Takes::Side)
                && field.value.as_ref() == Some(&own)
        })
    }

    /// The field that a tap on this unit's card fills: the first that asks for
    /// a unit and offers this one.
    #[must_use]
    pub(super) fn aims_at(&self, tag: Tag) -> Option<&OfferField> {
        let own = self.own_field();
        self.offer().fields.iter().enumerate().find_map(|(at, field)| {
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
        self.offer().fields.iter().enumerate().any(|(at, field)| {
            Some(at) != own
                && match &field.value {
                    Some(Value::Array(list)) => list.contains(&tag),
                    Some(value) => *value == tag,
                    None => false,
                }
        })
    }

    /// Puts a value into a field, or empties it, and asks the rules anew.
    pub(super) fn set(&mut self, client: &Client, name: &str, value: Option<Value>) {
        let fields = &mut self.judged.offer.fields;
        if let Some(field) = fields.iter_mut().find(|field| field.spec.name == name) {
            field.value = value;
        }
        // The rules put the present value of another entry in.
        if self.judged.offer.spec.kind == ADJUST.kind && name == "field" {
            let fields = &mut self.judged.offer.fields;
            for field in fields.iter_mut().filter(|field| field.spec.name == "value") {
                field.value = None;
            }
        }
        (self.pad, self.unanswered) = (None, None);
        self.judge(client);
    }

    /// Fills it in as an order of the same kind was, but for who gives it.
    pub(super) fn fill_in(&mut self, client: &Client, order: &Map<String, Value>) {
        if order.get("kind") != Some(&json!(self.offer().spec.kind)) {
            return;
        }
        let own = self.own_field();
        for (at, field) in self.judged.offer.fields.iter_mut().enumerate() {
            if Some(at) != own {
                field.value = order.get(field.spec.name).cloned();
            }
        }
        self.judge(client);
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
