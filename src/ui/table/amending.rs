//! A past order as it is amended or put in: the form of the order on the table
//! as it stood then, a dry run of everything after it, and what is decided about
//! the entries that no longer hold. No drawing here.

use serde_json::{Map, Value};

use crate::dice::{Entry, Roll};
use crate::journal::{AmendFault, Amendment, Change, Decision, DiceChoice, Seen};
use crate::rules::{Battle, Stop, Subject};
use crate::ui::command::{AmendCommand, NewDice, Remedy, TableCommand};
use crate::ui::session::Session;

use super::hand::{DiceEntry, Entering, Form, Verdict};

/// A past order that is being amended, or put in.
pub(super) struct Amending {
    /// Its place in the line, from 0.
    pub(super) index: usize,
    /// What is done there.
    pub(super) task: Task,
    /// The order as it shall have been.
    pub(super) form: Form,
    /// Its dice as they shall have been.
    pub(super) dice: Dice,
    /// Whether it is taken out altogether.
    pub(super) taken_out: bool,
    /// Why it is amended.
    pub(super) note: String,
    /// What comes of it; nothing where nothing is changed yet.
    pub(super) trial: Option<Result<Amendment, String>>,
    /// The players' dice for a later order, while they are entered.
    pub(super) mending: Option<Mending>,
    /// A later order that was decided about, and is to be once more.
    pub(super) reopened: Option<usize>,
}

/// What is done at a place of the line.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Task {
    /// The order that was given there is mended.
    Mend {
        /// The order as it was.
        given: Map<String, Value>,
        /// Its throws as they were.
        rolls: Vec<Roll>,
    },
    /// An order that was forgotten is put in before it.
    PutIn,
}

/// What is still to be chosen: an order of the table as it stood then.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Choosing {
    /// One that was forgotten.
    PutIn,
    /// One in the place of the order that was given there.
    Instead,
}

/// The dice of the order that is amended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Dice {
    /// Those that were thrown then.
    AsThrown,
    /// Nobody has thrown them yet.
    NotYet,
    /// Others, which the players entered.
    Entered(Vec<Entry>),
    /// The app's.
    Program,
}

/// The players' own dice for a later order that no longer holds.
pub(super) struct Mending {
    /// Its place in the dry run.
    pub(super) step: usize,
    /// Whether what was thrown stands, and only the rest is entered.
    rest: bool,
    /// The dice.
    pub(super) entry: DiceEntry,
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
        let task = Task::Mend { given: seen.order.clone(), rolls };
        Some(Amending::new(index, task, form))
    }

    /// Fills in an order of another in the place of a past one, or one that was
    /// forgotten before it. `None` as of [`Amending::open`], or where nobody can
    /// give such an order.
    #[must_use]
    pub(super) fn choose(
        session: &Session,
        (index, choosing): (usize, Choosing),
        (subject, kind): (Subject, &str),
    ) -> Option<Amending> {
        let battle = session.journal().at(index)?;
        let mut form = Form::open(battle, subject, kind)?;
        let mut amending = match choosing {
            Choosing::PutIn => Amending::new(index, Task::PutIn, form),
            Choosing::Instead => {
                let mut amending = Amending::open(session, index)?;
                if let Task::Mend { given, .. } = &amending.task {
                    form.fill_in(battle, given);
                }
                amending.form = form;
                amending
            }
        };
        amending.run(session);
        Some(amending)
    }

    fn new(index: usize, task: Task, form: Form) -> Amending {
        let mut amending = Amending {
            index,
            task,
            form,
            dice: Dice::NotYet,
            taken_out: false,
            note: String::new(),
            trial: None,
            mending: None,
            reopened: None,
        };
        amending.dice = amending.first_dice();
        amending
    }

    /// The dice before anybody has chosen others.
    fn first_dice(&self) -> Dice {
        match self.task {
            Task::Mend { .. } => Dice::AsThrown,
            Task::PutIn => Dice::NotYet,
        }
    }

    /// Its throws as they were.
    #[must_use]
    pub(super) fn rolls(&self) -> &[Roll] {
        match &self.task {
            Task::Mend { rolls, .. } => rolls,
            Task::PutIn => &[],
        }
    }

    /// Whether an order is put in that was not there.
    #[must_use]
    pub(super) fn puts_in(&self) -> bool {
        self.task == Task::PutIn
    }

    /// The dice that are being entered, for this order or for a later one.
    #[must_use]
    pub(super) fn entry(&self) -> Option<&DiceEntry> {
        self.mending.as_ref().map(|mending| &mending.entry).or(self.form.entry.as_ref())
    }

    /// The throw as it lay then, where the one that is asked for now is like it.
    #[must_use]
    pub(super) fn as_it_lay(&self) -> Option<&Roll> {
        let entry = self.form.entry.as_ref().filter(|_| self.mending.is_none())?;
        let roll = self.rolls().get(entry.answered.len())?;
        (roll.throw == entry.ask.throw).then_some(roll)
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

    /// Carries out what a player wants of it, but for leaving and committing.
    ///
    /// # Errors
    /// In words, where the rules or the dice did not allow it after all.
    pub(super) fn handle(
        &mut self,
        session: &Session,
        command: AmendCommand,
    ) -> Result<(), String> {
        match command {
            AmendCommand::Dice(NewDice::AsThrown) => self.dice = Dice::AsThrown,
            AmendCommand::Dice(NewDice::Program) => self.dice = Dice::Program,
            AmendCommand::Dice(NewDice::Enter) => return self.answered(session, Vec::new()),
            AmendCommand::AsItLay => return self.lies_as_it_lay(session),
            AmendCommand::TakeOut(out) => self.taken_out = out,
            AmendCommand::Note(note) => {
                if let Some(Ok(trial)) = &mut self.trial {
                    trial.annotate(&note);
                }
                self.note = note;
                return Ok(());
            }
            AmendCommand::Decide(step, remedy) => return self.decide(session, step, remedy),
            AmendCommand::Reopen(step) => {
                self.reopened = Some(step);
                return Ok(());
            }
            AmendCommand::Begin(_)
            | AmendCommand::Insert(_)
            | AmendCommand::Instead
            | AmendCommand::Leave
            | AmendCommand::Commit => return Ok(()),
        }
        self.run(session);
        Ok(())
    }

    /// Does what a player does with the dice.
    ///
    /// # Errors
    /// As [`Amending::handle`].
    pub(super) fn handle_dice(
        &mut self,
        session: &Session,
        command: &TableCommand,
    ) -> Result<(), String> {
        let entry = match &mut self.mending {
            Some(mending) => Some(&mut mending.entry),
            None => self.form.entry.as_mut(),
        };
        let Some(entry) = entry else { return Ok(()) };
        match entry.handle(command) {
            Entering::Goes => Ok(()),
            Entering::Away => {
                // The dice of the order itself are put away while nobody mends
                // a later one, and the other way round.
                if self.mending.take().is_none() {
                    self.dice = self.first_dice();
                    self.run(session);
                }
                Ok(())
            }
            Entering::Answered => {
                let answered = std::mem::take(&mut entry.answered);
                self.answered(session, answered)
            }
        }
    }

    fn lies_as_it_lay(&mut self, session: &Session) -> Result<(), String> {
        let Some(roll) = self.as_it_lay() else { return Ok(()) };
        let lay = if roll.faces.is_empty() {
            Entry::Total(roll.natural)
        } else {
            Entry::Faces(roll.faces.iter().map(|face| i64::from(*face)).collect())
        };
        let Some(entry) = &mut self.form.entry else { return Ok(()) };
        let mut answered = std::mem::take(&mut entry.answered);
        answered.push(lay);
        self.answered(session, answered)
    }

    /// Asks for the throw that these answers leave open.
    fn answered(&mut self, session: &Session, answered: Vec<Entry>) -> Result<(), String> {
        if let Some(Mending { step, rest, .. }) = self.mending {
            return self.mend(session, (step, rest), answered);
        }
        self.dice = Dice::Entered(answered);
        self.run(session);
        Ok(())
    }

    /// Tries the change as it stands.
    fn run(&mut self, session: &Session) {
        (self.trial, self.mending, self.reopened) = (None, None, None);
        self.form.entry = None;
        let Some(change) = self.change() else { return };
        self.trial = match session.amend(self.index, &change, &self.note) {
            // With another order the dice that were entered no longer do.
            Err(AmendFault::Stopped(Stop::Needs { ask, after })) => {
                if let Dice::Entered(answered) = &self.dice {
                    self.form.entry = Some(DiceEntry::new(answered.clone(), after, *ask));
                }
                None
            }
            tried => Some(tried.map_err(|fault| fault.to_string())),
        };
    }

    /// The change as it stands; none where there is none, or it is incomplete.
    fn change(&self) -> Option<Change> {
        if self.taken_out {
            return Some(Change::Drop);
        }
        let order = self.form.order()?.to_map();
        let certain = matches!(self.form.verdict, Verdict::Certain(_));
        let dice = match &self.dice {
            Dice::AsThrown => None,
            Dice::NotYet if !certain => return None,
            // Without a throw there are no dice to lie.
            Dice::Entered(entries) if !certain => Some(DiceChoice::Entered(entries.clone())),
            _ => Some(DiceChoice::Program),
        };
        match &self.task {
            Task::Mend { given, .. } if *given == order && dice.is_none() => None,
            Task::Mend { .. } => Some(Change::Replace { order: Some(order), dice }),
            Task::PutIn => Some(Change::Insert { order, dice: dice? }),
        }
    }

    fn decide(&mut self, session: &Session, step: usize, remedy: Remedy) -> Result<(), String> {
        let decision = match remedy {
            Remedy::Keep => Decision::Keep,
            Remedy::Drop => Decision::Drop,
            Remedy::Stop => Decision::Stop,
            Remedy::AppThrows { rest: false } => Decision::ThrowAgain(DiceChoice::Program),
            Remedy::AppThrows { rest: true } => Decision::ThrowTheRest(DiceChoice::Program),
            Remedy::WeRolled { rest } => return self.mend(session, (step, rest), Vec::new()),
        };
        let Some(Ok(trial)) = &mut self.trial else { return Ok(()) };
        trial.decide(session.journal(), step, decision).map_err(|fault| fault.to_string())?;
        self.reopened = None;
        Ok(())
    }

    /// Gives a later order the players' dice, or asks for the next of them.
    fn mend(
        &mut self,
        session: &Session,
        (step, rest): (usize, bool),
        answered: Vec<Entry>,
    ) -> Result<(), String> {
        let Some(Ok(trial)) = &mut self.trial else { return Ok(()) };
        let dice = DiceChoice::Entered(answered.clone());
        let decision = if rest { Decision::ThrowTheRest(dice) } else { Decision::ThrowAgain(dice) };
        self.mending = None;
        match trial.decide(session.journal(), step, decision) {
            Ok(()) => {
                self.reopened = None;
                Ok(())
            }
            Err(AmendFault::Stopped(Stop::Needs { ask, after })) => {
                let entry = DiceEntry::new(answered, after, *ask);
                self.mending = Some(Mending { step, rest, entry });
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
