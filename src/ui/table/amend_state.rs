//! The state of an amendment in progress: its form at that position, the preview of everything
//! after it, and the decisions about later orders. No drawing here.

use serde_json::{Map, Value};

use crate::dice::{EnteredRoll, Roll};
use crate::message::{Message, message};
use crate::rules::Subject;
use crate::session::{
    AmendPreview, AmendPreviewResult, Change, Client, Decided, Decision, DiceChoice, LogRow,
    Mutation, Needs, Verdict,
};
use crate::ui::command::{DiceCommand, NewDice, Remedy};
use crate::ui::dice_pad::{DicePad, Entering};

use super::order_form::Form;

/// An earlier order that is being amended, or inserted.
pub(super) struct Amending {
    /// Its index in the log, from 0.
    pub(super) index: usize,
    pub(super) task: Task,
    /// The purpose of the order, if it was chosen at an earlier position of the battle;
    /// `None` if the order in the log was opened.
    pub(super) purpose: Option<Purpose>,
    /// The order as it should have been.
    pub(super) form: Form,
    pub(super) dice: Dice,
    pub(super) removed: bool,
    pub(super) note: String,
    /// The decisions about later orders, in the order in which they were made.
    decisions: Vec<Decided>,
    /// The last answer of the rules about the result; `None` while nothing is
    /// changed, or dice are missing.
    pub(super) preview: Option<Result<Box<AmendPreviewResult>, Message>>,
    /// Whether the answer to the last change has still to come.
    pub(super) waits: bool,
    /// The players' dice for a later order, while they are being entered.
    pub(super) later_dice: Option<LaterDice>,
    /// A later order whose decision is being changed.
    pub(super) reopened: Option<usize>,
}

/// The kind of change at an index of the log.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Task {
    /// The order that was given there is being amended.
    Amend {
        /// The order as it was.
        given: Map<String, Value>,
        rolls: Vec<Roll>,
    },
    /// A forgotten order is being inserted before it.
    Insert,
}

/// The purpose of an order that is chosen at an earlier position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Purpose {
    /// It is inserted: it was forgotten.
    Insert,
    /// It replaces the order that was given there.
    Instead,
}

/// The dice of the amended order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Dice {
    /// The dice that were rolled at the time.
    Kept,
    /// They have not been rolled yet.
    NotYet,
    /// Others, which the players entered.
    Entered(Vec<EnteredRoll>),
    /// The app's.
    Program,
}

/// The players' own dice for an affected later order.
pub(super) struct LaterDice {
    pub(super) step: usize,
    /// Whether its rolls stay, and only the remaining ones are entered.
    rest: bool,
    /// The dice pad; `None` until the rules state which roll is needed.
    pub(super) pad: Option<DicePad>,
    /// The answers so far.
    answered: Vec<EnteredRoll>,
}

impl LaterDice {
    fn decision(&self) -> Decided {
        let dice = DiceChoice::Entered(self.answered.clone());
        let decision =
            if self.rest { Decision::ThrowTheRest(dice) } else { Decision::ThrowAgain(dice) };
        Decided { step: self.step, decision }
    }
}

/// The reason why there is no dice pad.
pub(super) fn no_pad() -> Message {
    message!("No dice are being entered.")
}

impl Amending {
    /// Opens an earlier order.
    ///
    /// # Errors
    /// In words, if it is secret, or this version of the rules does not know
    /// it.
    pub(super) fn open(client: &Client, row: &LogRow) -> Result<Amending, Message> {
        if !can_be_amended(row) {
            return Err(message!("Order {number} is secret.", number = row.index + 1));
        }
        let form = Form::filled(client, row.given_by, &row.order, row.index)?;
        let task = Task::Amend { given: row.order.clone(), rolls: row.rolls.clone() };
        Ok(Amending::new(row.index, task, form))
    }

    /// Inserts an order before an earlier one, or replaces that.
    ///
    /// # Errors
    /// As [`Amending::open`], or if there is no giver for such an order.
    pub(super) fn choose(
        client: &Client,
        row: &LogRow,
        purpose: Purpose,
        subject: Subject,
        kind: &str,
    ) -> Result<Amending, Message> {
        let mut form = Form::open(client, subject, kind, Some(row.index))?;
        let mut amending = match purpose {
            Purpose::Insert => Amending::new(row.index, Task::Insert, form),
            Purpose::Instead => {
                let mut amending = Amending::open(client, row)?;
                form.fill_in(client, &row.order);
                amending.form = form;
                amending
            }
        };
        amending.purpose = Some(purpose);
        amending.run(client);
        Ok(amending)
    }

    fn new(index: usize, task: Task, form: Form) -> Amending {
        let mut amending = Amending {
            index,
            task,
            purpose: None,
            form,
            dice: Dice::NotYet,
            removed: false,
            note: String::new(),
            decisions: Vec::new(),
            preview: None,
            waits: false,
            later_dice: None,
            reopened: None,
        };
        amending.dice = amending.first_dice();
        amending
    }

    /// The dice before any others are chosen.
    fn first_dice(&self) -> Dice {
        match self.task {
            Task::Amend { .. } => Dice::Kept,
            Task::Insert => Dice::NotYet,
        }
    }

    /// Its rolls as they were.
    #[must_use]
    pub(super) fn rolls(&self) -> &[Roll] {
        match &self.task {
            Task::Amend { rolls, .. } => rolls,
            Task::Insert => &[],
        }
    }

    /// Whether an order is being inserted.
    #[must_use]
    pub(super) fn inserts(&self) -> bool {
        self.task == Task::Insert
    }

    /// The dice pad, for this order or for a later one.
    #[must_use]
    pub(super) fn pad(&self) -> Option<&DicePad> {
        let later = self.later_dice.as_ref().and_then(|later| later.pad.as_ref());
        later.or(self.form.pad.as_ref())
    }

    /// The roll as it was, if the one that is needed now has the same dice.
    #[must_use]
    pub(super) fn same_roll(&self) -> Option<&Roll> {
        let pad = self.form.pad.as_ref().filter(|_| self.later_dice.is_none())?;
        let roll = self.rolls().get(pad.answered.len())?;
        (roll.throw == pad.ask.throw).then_some(roll)
    }

    /// The result of the change, if it can be made.
    #[must_use]
    pub(super) fn outcome(&self) -> Option<&AmendPreviewResult> {
        self.preview.as_ref()?.as_ref().ok().map(|tried| &**tried)
    }

    /// The step to decide about now: the one being changed, or else the first
    /// undecided one.
    #[must_use]
    pub(super) fn open_step(&self) -> Option<usize> {
        let open = self.outcome()?.broken.iter().find(|broken| broken.decision.is_none());
        self.reopened.or(open.map(|broken| broken.step))
    }

    /// The change for the log.
    ///
    /// # Errors
    /// In words, if there is none.
    pub(super) fn commit(&self) -> Result<Mutation, Message> {
        let decided = self.outcome().is_some_and(|tried| tried.open == 0) && !self.waits;
        match self.trial() {
            Some(trial) if decided => Ok(Mutation::Amend(trial)),
            Some(_) | None => Err(message!("No change yet.")),
        }
    }

    /// Fills in a field.
    pub(super) fn set(&mut self, client: &Client, name: &str, value: Option<Value>) {
        self.form.set(client, name, value);
        self.run(client);
    }

    /// Chooses which dice the order gets.
    pub(super) fn choose_dice(&mut self, client: &Client, dice: NewDice) {
        self.dice = match dice {
            NewDice::Keep => Dice::Kept,
            NewDice::AppRolls => Dice::Program,
            NewDice::Enter => Dice::Entered(Vec::new()),
        };
        self.run(client);
    }

    /// Removes the order, or keeps it.
    pub(super) fn remove(&mut self, client: &Client, removed: bool) {
        self.removed = removed;
        self.run(client);
    }

    /// Carries out a command of the dice pad.
    ///
    /// # Errors
    /// In words, if there is no pad.
    pub(super) fn handle_dice(
        &mut self,
        client: &Client,
        command: DiceCommand,
    ) -> Result<(), Message> {
        let pad = match &mut self.later_dice {
            Some(later) => later.pad.as_mut(),
            None => self.form.begin_dice(),
        };
        let pad = pad.ok_or_else(no_pad)?;
        match pad.handle(command) {
            Entering::Continues => {}
            Entering::Cancelled => {
                // The pad was for a later order, or else for the amended one.
                if self.later_dice.take().is_none() {
                    self.dice = self.first_dice();
                    self.form.pad = None;
                }
                self.try_again(client);
            }
            Entering::Answered => {
                let answered = std::mem::take(&mut pad.answered);
                self.answered(client, answered);
            }
        }
        Ok(())
    }

    /// Answers the needed roll as it was answered at the time.
    ///
    /// # Errors
    /// In words, if there is no such roll.
    pub(super) fn keep_roll(&mut self, client: &Client) -> Result<(), Message> {
        let roll = self.same_roll().ok_or_else(|| message!("There was no such roll."))?;
        let stored = if roll.faces.is_empty() {
            EnteredRoll::Total(roll.natural)
        } else {
            EnteredRoll::Faces(roll.faces.iter().map(|face| i64::from(*face)).collect())
        };
        let pad = self.form.pad.as_mut().ok_or_else(no_pad)?;
        let mut answered = std::mem::take(&mut pad.answered);
        answered.push(stored);
        self.answered(client, answered);
        Ok(())
    }

    fn answered(&mut self, client: &Client, answered: Vec<EnteredRoll>) {
        if let Some(later) = &mut self.later_dice {
            (later.answered, later.pad) = (answered, None);
            self.try_again(client);
        } else {
            self.dice = Dice::Entered(answered);
            self.run(client);
        }
    }

    /// Decides about an affected later order.
    pub(super) fn decide(&mut self, client: &Client, step: usize, remedy: Remedy) {
        let app = DiceChoice::Program;
        let decision = match remedy {
            Remedy::Accept => Decision::Keep,
            Remedy::Remove => Decision::Drop,
            Remedy::RemoveRest => Decision::Stop,
            Remedy::AppRolls { rest: false } => Decision::ThrowAgain(app),
            Remedy::AppRolls { rest: true } => Decision::ThrowTheRest(app),
            Remedy::WeRolled { rest } => {
                self.later_dice = Some(LaterDice { step, rest, pad: None, answered: Vec::new() });
                self.try_again(client);
                return;
            }
        };
        self.decided(Decided { step, decision });
        self.try_again(client);
    }

    /// Adds a decision, and drops those about later orders.
    fn decided(&mut self, decided: Decided) {
        self.decisions.retain(|known| known.step < decided.step);
        self.decisions.push(decided);
        self.reopened = None;
    }

    /// After a change of the order or its dice: starts again without decisions.
    fn run(&mut self, client: &Client) {
        self.decisions.clear();
        (self.later_dice, self.reopened) = (None, None);
        self.form.pad = None;
        self.try_again(client);
    }

    /// After the battle has changed: judges everything again.
    pub(super) fn refresh(&mut self, client: &Client) {
        self.form.judge(client);
        self.try_again(client);
    }

    /// Tries the change as it is, with the decisions.
    pub(super) fn try_again(&mut self, client: &Client) {
        let Some(trial) = self.trial() else {
            (self.preview, self.waits) = (None, false);
            return;
        };
        let known = client.trial(trial);
        self.waits = !known.fresh;
        if let Some(tried) = known.amend_preview() {
            self.take(tried.clone());
        } else if let Some(why) = known.why_not() {
            self.preview = Some(Err(why));
        }
    }

    fn take(&mut self, mut tried: AmendPreviewResult) {
        match tried.needs.take() {
            Some((None, needs)) => {
                // If the order has changed, the entered dice may not fit any
                // more.
                if let (Dice::Entered(answered), Some(ask)) = (&self.dice, needs.ask) {
                    let pad = DicePad::new(answered.clone(), needs.after, ask);
                    self.form.pad = Some(pad.with_rest(needs.rest));
                }
                self.preview = None;
            }
            Some((Some(step), needs)) => {
                self.put_later_pad(step, needs);
                self.preview = Some(Ok(Box::new(tried)));
            }
            None => {
                if let Some(why) = tried.fault.take() {
                    self.preview = Some(Err(why));
                    return;
                }
                if let Some(later) = self.later_dice.take() {
                    self.decided(later.decision());
                }
                self.preview = Some(Ok(Box::new(tried)));
            }
        }
    }

    fn put_later_pad(&mut self, step: usize, needs: Needs) {
        if let (Some(later), Some(ask)) = (&mut self.later_dice, needs.ask)
            && later.step == step
        {
            let pad = DicePad::new(later.answered.clone(), needs.after, ask);
            later.pad = Some(pad.with_rest(needs.rest));
        }
    }

    /// The change as it is, with every decision; `None` if there is none, or it
    /// is incomplete.
    fn trial(&self) -> Option<AmendPreview> {
        let change = self.change()?;
        let mut decisions = self.decisions.clone();
        if let Some(later) = &self.later_dice {
            decisions.retain(|known| known.step < later.step);
            decisions.push(later.decision());
        }
        Some(AmendPreview { index: self.index, change, decisions, note: self.note.clone() })
    }

    fn change(&self) -> Option<Change> {
        if self.removed {
            return Some(Change::Drop);
        }
        let order = self.form.order()?.clone();
        let certain = *self.form.verdict() == Verdict::Certain;
        let dice = match &self.dice {
            Dice::Kept => None,
            Dice::NotYet if !certain => return None,
            // Without a roll there are no dice to enter.
            Dice::Entered(entries) if !certain => Some(DiceChoice::Entered(entries.clone())),
            Dice::NotYet | Dice::Entered(_) | Dice::Program => Some(DiceChoice::Program),
        };
        match &self.task {
            Task::Amend { given, .. } if *given == order && dice.is_none() => None,
            Task::Amend { .. } => Some(Change::Replace { order: Some(order), dice }),
            Task::Insert => Some(Change::Insert { order, dice: dice? }),
        }
    }
}

/// Whether an order in the log can be amended.
#[must_use]
pub(super) fn can_be_amended(row: &LogRow) -> bool {
    !row.secret
}
