//! An earlier order that is amended or inserted: its form as of that moment, a
//! trial of everything after it, and what is decided about the later orders that
//! are affected. Nothing half done lives at the table: the trial says the change
//! and every decision each time. No drawing here.

use serde_json::{Map, Value};

use crate::dice::{EnteredRoll, Roll};
use crate::referee::{
    Ask, Change, Client, Decided, Decision, DiceChoice, Needs, Row, Trial, Tried, Verdict,
};
use crate::rules::Subject;
use crate::say::{Say, say};
use crate::ui::command::{DiceCommand, NewDice, Remedy};
use crate::ui::dice_pad::{DicePad, Entering};

use super::hand::Form;

/// An earlier order that is being amended, or inserted.
pub(super) struct Amending {
    /// Its index in the log, from 0.
    pub(super) index: usize,
    /// What is done there.
    pub(super) task: Task,
    /// What the order was chosen for on the table of that moment; none where the
    /// order of the log was opened.
    pub(super) purpose: Option<Purpose>,
    /// The order as it should have been.
    pub(super) form: Form,
    /// Its dice as they should have been.
    pub(super) dice: Dice,
    /// Whether the order is removed.
    pub(super) removed: bool,
    /// Why it is amended.
    pub(super) note: String,
    /// What is decided about later orders, in the order in which it was decided.
    decisions: Vec<Decided>,
    /// What follows from it, as the rules said last; none while nothing is
    /// changed, or dice are missing.
    pub(super) tried: Option<Result<Box<Tried>, Say>>,
    /// Whether the answer to the last change is still to come.
    pub(super) waits: bool,
    /// The players' dice for a later order, while they are entered.
    pub(super) later_dice: Option<LaterDice>,
    /// A later order that was decided about, and is decided about again.
    pub(super) reopened: Option<usize>,
}

/// What is done at an index of the log.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Task {
    /// The order that was given there is amended.
    Amend {
        /// The order as it was.
        given: Map<String, Value>,
        /// Its rolls as they were.
        rolls: Vec<Roll>,
    },
    /// A forgotten order is inserted before it.
    Insert,
}

/// What becomes of an order that is chosen on the table of an earlier moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Purpose {
    /// It is inserted: it was forgotten.
    Insert,
    /// It replaces the order that was given there.
    Instead,
}

/// The dice of the order that is amended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Dice {
    /// Those that were rolled then.
    Kept,
    /// Nobody has rolled them yet.
    NotYet,
    /// Others, which the players entered.
    Entered(Vec<EnteredRoll>),
    /// The app's.
    Program,
}

/// The players' own dice for a later order that is affected.
pub(super) struct LaterDice {
    /// Its step in the trial.
    pub(super) step: usize,
    /// Whether the rolls that it has are kept, and only the rest is entered.
    rest: bool,
    /// The dice; none until the rules have said which roll is needed.
    pub(super) pad: Option<DicePad>,
    /// What is answered so far.
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

/// Why there is no dice pad to use.
fn no_pad() -> Say {
    say!("No dice are being entered.")
}

impl Amending {
    /// Opens an earlier order.
    ///
    /// # Errors
    /// In words, where it is secret, or these rules do not know it.
    pub(super) fn open(client: &Client, row: &Row) -> Result<Amending, Say> {
        if !can_be_amended(row) {
            return Err(say!("Order {number} is secret.", number = row.index + 1));
        }
        let form = Form::filled(client, row.given_by, &row.order, row.index)?;
        let task = Task::Amend { given: row.order.clone(), rolls: row.rolls.clone() };
        Ok(Amending::new(row.index, task, form))
    }

    /// Inserts an order before an earlier one, or puts it in its place.
    ///
    /// # Errors
    /// As [`Amending::open`], or where nobody can give such an order.
    pub(super) fn choose(
        client: &Client,
        (row, purpose): (&Row, Purpose),
        (subject, kind): (Subject, &str),
    ) -> Result<Amending, Say> {
        let mut form = Form::open(client, (subject, kind), Some(row.index))?;
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
            tried: None,
            waits: false,
            later_dice: None,
            reopened: None,
        };
        amending.dice = amending.first_dice();
        amending
    }

    /// The dice before anybody has chosen others.
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

    /// Whether an order is inserted that was not there.
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

    /// The roll as it was, where the one that is asked for now is of the same
    /// dice.
    #[must_use]
    pub(super) fn same_roll(&self) -> Option<&Roll> {
        let pad = self.form.pad.as_ref().filter(|_| self.later_dice.is_none())?;
        let roll = self.rolls().get(pad.answered.len())?;
        (roll.throw == pad.ask.throw).then_some(roll)
    }

    /// What follows from the change, where it can be made.
    #[must_use]
    pub(super) fn outcome(&self) -> Option<&Tried> {
        self.tried.as_ref()?.as_ref().ok().map(|tried| &**tried)
    }

    /// The step that is to be decided about now: the one that was opened once
    /// more, or else the first that is open.
    #[must_use]
    pub(super) fn open_step(&self) -> Option<usize> {
        let open = self.outcome()?.broken.iter().find(|broken| broken.decision.is_none());
        self.reopened.or(open.map(|broken| broken.step))
    }

    /// The change that would be written into the log.
    ///
    /// # Errors
    /// In words, where there is none.
    pub(super) fn commit(&self) -> Result<Ask, Say> {
        let decided = self.outcome().is_some_and(|tried| tried.open == 0) && !self.waits;
        match self.trial() {
            Some(trial) if decided => Ok(Ask::Amend(trial)),
            Some(_) | None => Err(say!("No change yet.")),
        }
    }

    /// Fills in a field.
    pub(super) fn set(&mut self, client: &Client, name: &str, value: Option<Value>) {
        self.form.set(client, name, value);
        self.run(client);
    }

    /// Chooses which dice the order has.
    pub(super) fn choose_dice(&mut self, client: &Client, dice: NewDice) {
        self.dice = match dice {
            NewDice::Keep => Dice::Kept,
            NewDice::AppRolls => Dice::Program,
            NewDice::Enter => Dice::Entered(Vec::new()),
        };
        self.run(client);
    }

    /// Removes the order, or keeps it after all.
    pub(super) fn remove(&mut self, client: &Client, removed: bool) {
        self.removed = removed;
        self.run(client);
    }

    /// Does what a player does on the dice pad.
    ///
    /// # Errors
    /// In words, where there is no pad.
    pub(super) fn handle_dice(&mut self, client: &Client, command: DiceCommand) -> Result<(), Say> {
        let pad = match &mut self.later_dice {
            Some(later) => later.pad.as_mut(),
            None => self.form.pad.as_mut(),
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

    /// Answers the roll that is asked for as it was answered then.
    ///
    /// # Errors
    /// In words, where there is no such roll.
    pub(super) fn keep_roll(&mut self, client: &Client) -> Result<(), Say> {
        let roll = self.same_roll().ok_or_else(|| say!("There was no such roll."))?;
        let kept = if roll.faces.is_empty() {
            EnteredRoll::Total(roll.natural)
        } else {
            EnteredRoll::Faces(roll.faces.iter().map(|face| i64::from(*face)).collect())
        };
        let pad = self.form.pad.as_mut().ok_or_else(no_pad)?;
        let mut answered = std::mem::take(&mut pad.answered);
        answered.push(kept);
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

    /// Decides about a later order that is affected.
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

    /// A decision takes back those about later orders.
    fn decided(&mut self, decided: Decided) {
        self.decisions.retain(|known| known.step < decided.step);
        self.decisions.push(decided);
        self.reopened = None;
    }

    /// After a change of the order or of its dice: nothing is decided yet.
    fn run(&mut self, client: &Client) {
        self.decisions.clear();
        (self.later_dice, self.reopened) = (None, None);
        self.form.pad = None;
        self.try_again(client);
    }

    /// After the battle has changed: judges everything anew.
    pub(super) fn refresh(&mut self, client: &Client) {
        self.form.judge(client);
        self.try_again(client);
    }

    /// Tries the change as it is, with what is decided.
    pub(super) fn try_again(&mut self, client: &Client) {
        let Some(trial) = self.trial() else {
            (self.tried, self.waits) = (None, false);
            return;
        };
        let known = client.trial(trial);
        self.waits = !known.fresh;
        if let Some(tried) = known.tried() {
            self.take(tried.clone());
        } else if let Some(why) = known.why_not() {
            self.tried = Some(Err(why));
        }
    }

    fn take(&mut self, mut tried: Tried) {
        match tried.needs.take() {
            Some((None, needs)) => {
                // With another order the dice that were entered fit no longer.
                if let (Dice::Entered(answered), Some(ask)) = (&self.dice, needs.ask) {
                    self.form.pad = Some(DicePad::new(answered.clone(), needs.after, ask));
                }
                self.tried = None;
            }
            Some((Some(step), needs)) => {
                self.put_later_pad(step, needs);
                self.tried = Some(Ok(Box::new(tried)));
            }
            None => {
                if let Some(why) = tried.fault.take() {
                    self.tried = Some(Err(why));
                    return;
                }
                if let Some(later) = self.later_dice.take() {
                    self.decided(later.decision());
                }
                self.tried = Some(Ok(Box::new(tried)));
            }
        }
    }

    fn put_later_pad(&mut self, step: usize, needs: Needs) {
        if let (Some(later), Some(ask)) = (&mut self.later_dice, needs.ask)
            && later.step == step
        {
            later.pad = Some(DicePad::new(later.answered.clone(), needs.after, ask));
        }
    }

    /// The change as it is, with every decision; none where there is none, or it
    /// is incomplete.
    fn trial(&self) -> Option<Trial> {
        let change = self.change()?;
        let mut decisions = self.decisions.clone();
        if let Some(later) = &self.later_dice {
            decisions.retain(|known| known.step < later.step);
            decisions.push(later.decision());
        }
        Some(Trial { index: self.index, change, decisions, note: self.note.clone() })
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

/// Whether an order of the log can be opened to be amended.
#[must_use]
pub(super) fn can_be_amended(row: &Row) -> bool {
    !row.secret
}
