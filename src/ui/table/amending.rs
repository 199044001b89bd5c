//! An earlier order that is amended or inserted: its form as of that moment, a
//! trial of everything after it, and what is decided about the later orders that
//! are affected. No drawing here.

use serde_json::{Map, Value};

use crate::dice::{Entry, Roll};
use crate::journal::{AmendFault, Amendment, Change, Decision, DiceChoice, Seen};
use crate::rules::{Battle, Stop, Subject};
use crate::ui::command::{DiceCommand, NewDice, Remedy};
use crate::ui::dice_pad::{DicePad, Entering};
use crate::ui::session::Session;

use super::hand::{Form, Verdict};

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
    /// What follows from it; none while nothing is changed.
    pub(super) trial: Option<Result<Amendment, String>>,
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
    Entered(Vec<Entry>),
    /// The app's.
    Program,
}

/// The players' own dice for a later order that is affected.
pub(super) struct LaterDice {
    /// Its step in the trial.
    pub(super) step: usize,
    /// Whether the rolls that it has are kept, and only the rest is entered.
    rest: bool,
    /// The dice.
    pub(super) pad: DicePad,
}

impl Amending {
    /// Opens a past order. `None` where it cannot be filled in anew: it is
    /// secret, or this version of the rules does not know it.
    #[must_use]
    pub(super) fn open(session: &Session, index: usize) -> Option<Amending> {
        let seen = session.log().get(index).filter(|seen| can_be_amended(seen))?;
        let battle = session.journal().at(index)?;
        let form = filled(battle, &seen.order)?;
        let rolls = seen.report.as_ref().map(|report| report.rolls.clone()).unwrap_or_default();
        let task = Task::Amend { given: seen.order.clone(), rolls };
        Some(Amending::new(index, task, form))
    }

    /// Fills in an order of another in the place of a past one, or one that was
    /// forgotten before it. `None` as of [`Amending::open`], or where nobody can
    /// give such an order.
    #[must_use]
    pub(super) fn choose(
        session: &Session,
        (index, purpose): (usize, Purpose),
        (subject, kind): (Subject, &str),
    ) -> Option<Amending> {
        let battle = session.journal().at(index)?;
        let mut form = Form::open(battle, subject, kind)?;
        let mut amending = match purpose {
            Purpose::Insert => Amending::new(index, Task::Insert, form),
            Purpose::Instead => {
                let mut amending = Amending::open(session, index)?;
                if let Task::Amend { given, .. } = &amending.task {
                    form.fill_in(battle, given);
                }
                amending.form = form;
                amending
            }
        };
        amending.purpose = Some(purpose);
        amending.run(session);
        Some(amending)
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
            trial: None,
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

    /// Its throws as they were.
    #[must_use]
    pub(super) fn rolls(&self) -> &[Roll] {
        match &self.task {
            Task::Amend { rolls, .. } => rolls,
            Task::Insert => &[],
        }
    }

    /// Whether an order is put in that was not there.
    #[must_use]
    pub(super) fn inserts(&self) -> bool {
        self.task == Task::Insert
    }

    /// The dice pad, for this order or for a later one.
    #[must_use]
    pub(super) fn pad(&self) -> Option<&DicePad> {
        self.later_dice.as_ref().map(|later| &later.pad).or(self.form.pad.as_ref())
    }

    /// The roll as it was, where the one that is asked for now is of the same
    /// dice.
    #[must_use]
    pub(super) fn same_roll(&self) -> Option<&Roll> {
        let pad = self.form.pad.as_ref().filter(|_| self.later_dice.is_none())?;
        let roll = self.rolls().get(pad.answered.len())?;
        (roll.throw == pad.ask.throw).then_some(roll)
    }

    /// The step that is to be decided about now: the one that was opened once
    /// more, or else the first that is open.
    #[must_use]
    pub(super) fn open_step(&self) -> Option<usize> {
        let trial = self.trial.as_ref()?.as_ref().ok()?;
        self.reopened.or(trial.undecided().next().map(|broken| broken.step))
    }

    /// Fills in a field.
    pub(super) fn set(&mut self, session: &Session, name: &str, value: Option<Value>) {
        if let Some(battle) = session.journal().at(self.index) {
            self.form.set(battle, name, value);
        }
        self.run(session);
    }

    /// Chooses which dice the order has.
    ///
    /// # Errors
    /// In words, where the rules or the dice do not allow it.
    pub(super) fn choose_dice(&mut self, session: &Session, dice: NewDice) -> Result<(), String> {
        match dice {
            NewDice::Keep => self.dice = Dice::Kept,
            NewDice::AppRolls => self.dice = Dice::Program,
            NewDice::Enter => return self.answered(session, Vec::new()),
        }
        self.run(session);
        Ok(())
    }

    /// Removes the order, or keeps it after all.
    pub(super) fn remove(&mut self, session: &Session, removed: bool) {
        self.removed = removed;
        self.run(session);
    }

    /// Writes down why it is amended.
    pub(super) fn annotate(&mut self, note: String) {
        if let Some(Ok(trial)) = &mut self.trial {
            trial.annotate(&note);
        }
        self.note = note;
    }

    /// Does what a player does with the dice.
    ///
    /// # Errors
    /// As [`Amending::handle`].
    pub(super) fn handle_dice(
        &mut self,
        session: &Session,
        command: DiceCommand,
    ) -> Result<(), String> {
        let pad = match &mut self.later_dice {
            Some(later) => Some(&mut later.pad),
            None => self.form.pad.as_mut(),
        };
        let pad = pad.ok_or("No dice are being entered.")?;
        match pad.handle(command) {
            Entering::Continues => Ok(()),
            Entering::Cancelled => {
                // The pad was for a later order, or else for the amended one.
                if self.later_dice.take().is_none() {
                    self.dice = self.first_dice();
                    self.run(session);
                }
                Ok(())
            }
            Entering::Answered => {
                let answered = std::mem::take(&mut pad.answered);
                self.answered(session, answered)
            }
        }
    }

    /// Answers the roll that is asked for as it was answered then.
    ///
    /// # Errors
    /// As [`Amending::choose_dice`].
    pub(super) fn keep_roll(&mut self, session: &Session) -> Result<(), String> {
        let roll = self.same_roll().ok_or("There was no such roll.")?;
        let kept = if roll.faces.is_empty() {
            Entry::Total(roll.natural)
        } else {
            Entry::Faces(roll.faces.iter().map(|face| i64::from(*face)).collect())
        };
        let pad = self.form.pad.as_mut().ok_or("No dice are being entered.")?;
        let mut answered = std::mem::take(&mut pad.answered);
        answered.push(kept);
        self.answered(session, answered)
    }

    /// Asks for the throw that these answers leave open.
    fn answered(&mut self, session: &Session, answered: Vec<Entry>) -> Result<(), String> {
        if let Some(LaterDice { step, rest, .. }) = self.later_dice {
            return self.roll_later(session, (step, rest), answered);
        }
        self.dice = Dice::Entered(answered);
        self.run(session);
        Ok(())
    }

    /// Tries the change as it stands.
    fn run(&mut self, session: &Session) {
        (self.trial, self.later_dice, self.reopened) = (None, None, None);
        self.form.pad = None;
        let Some(change) = self.change() else { return };
        self.trial = match session.amend(self.index, &change, &self.note) {
            // With another order the dice that were entered no longer do.
            Err(AmendFault::Stopped(Stop::Needs { ask, after })) => {
                if let Dice::Entered(answered) = &self.dice {
                    self.form.pad = Some(DicePad::new(answered.clone(), after, *ask));
                }
                None
            }
            tried => Some(tried.map_err(|fault| fault.to_string())),
        };
    }

    /// The change as it stands; none where there is none, or it is incomplete.
    fn change(&self) -> Option<Change> {
        if self.removed {
            return Some(Change::Drop);
        }
        let order = self.form.order()?.to_map();
        let certain = matches!(self.form.verdict, Verdict::Certain(_));
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

    /// Decides about a later order that is affected.
    ///
    /// # Errors
    /// As [`Amending::choose_dice`].
    pub(super) fn decide(
        &mut self,
        session: &Session,
        step: usize,
        remedy: Remedy,
    ) -> Result<(), String> {
        let decision = match remedy {
            Remedy::Accept => Decision::Keep,
            Remedy::Remove => Decision::Drop,
            Remedy::RemoveRest => Decision::Stop,
            Remedy::AppRolls { rest: false } => Decision::ThrowAgain(DiceChoice::Program),
            Remedy::AppRolls { rest: true } => Decision::ThrowTheRest(DiceChoice::Program),
            Remedy::WeRolled { rest } => return self.roll_later(session, (step, rest), Vec::new()),
        };
        let Some(Ok(trial)) = &mut self.trial else {
            return Err("There is nothing to decide.".into());
        };
        trial.decide(session.journal(), step, decision).map_err(|fault| fault.to_string())?;
        self.reopened = None;
        Ok(())
    }

    /// Gives a later order the players' dice, or asks for the next of them.
    fn roll_later(
        &mut self,
        session: &Session,
        (step, rest): (usize, bool),
        answered: Vec<Entry>,
    ) -> Result<(), String> {
        let Some(Ok(trial)) = &mut self.trial else {
            return Err("There is nothing to decide.".into());
        };
        let dice = DiceChoice::Entered(answered.clone());
        let decision = if rest { Decision::ThrowTheRest(dice) } else { Decision::ThrowAgain(dice) };
        self.later_dice = None;
        match trial.decide(session.journal(), step, decision) {
            Ok(()) => {
                self.reopened = None;
                Ok(())
            }
            Err(AmendFault::Stopped(Stop::Needs { ask, after })) => {
                let pad = DicePad::new(answered, after, *ask);
                self.later_dice = Some(LaterDice { step, rest, pad });
                Ok(())
            }
            Err(fault) => Err(fault.to_string()),
        }
    }
}

/// Whether an entry of the log can be opened to be amended.
#[must_use]
pub(super) fn can_be_amended(seen: &Seen) -> bool {
    !seen.secret
}

/// The form of an order as it was given.
fn filled(battle: &Battle, order: &Map<String, Value>) -> Option<Form> {
    let kind = order.get("kind")?.as_str()?;
    let spec = battle.system().order(kind)?;
    let given_by = spec.fields.iter().filter_map(|field| subject(order.get(field.name)?));
    let mut form =
        given_by.chain([Subject::Battle]).find_map(|subject| Form::open(battle, subject, kind))?;
    for field in &mut form.offer.fields {
        field.value = order.get(field.spec.name).cloned();
    }
    form.judge(battle);
    Some(form)
}

/// Whom a value of an order names.
fn subject(value: &Value) -> Option<Subject> {
    let text = match value {
        Value::Array(list) => list.first()?.as_str()?,
        value => value.as_str()?,
    };
    let side = crate::rules::Side::from_slug(text).map(Subject::Side);
    side.or_else(|| text.parse().ok().map(Subject::Unit))
}
