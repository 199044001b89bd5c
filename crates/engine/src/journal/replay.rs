//! Carrying out an order with chosen dice, and replaying an entry with its recorded dice.

use std::fmt;

use serde::Serialize;

use dice::{
    AskedRoll, Dice, DiceStop, Entered, EnteredRoll, NotRolled, Reading, Recorded, Roll,
    Thoroughness, Thrown, Walk,
};
use games::{Battle, Order, Outcome, Report};
use message::{Message, message};
use rules::{Need, Refusal, Stop, Viewer};

use super::entry::{DiceChoice, Entry};

/// The reason why an entry has a different result.
#[derive(Clone, Debug, PartialEq)]
pub enum DifferenceReason {
    /// The rules forbid it now.
    Refused(Refusal),
    /// It makes no sense now: an unknown order, a die of the wrong kind.
    Invalid(Message),
    /// It asks for more rolls than were made.
    DiceRunOut { ask: Box<AskedRoll>, after: Vec<Roll> },
    /// It asks for fewer rolls than were made, by this many.
    DiceLeftOver(usize),
    /// It has a different outcome with the same dice.
    Outcome {
        /// Its outcome at the time.
        then: String,
        now: Outcome,
    },
}

impl DifferenceReason {
    /// The reason, in a sentence.
    #[must_use]
    pub fn message(&self) -> Message {
        match self {
            DifferenceReason::Refused(refusal) => {
                message!("the rules forbid it: {refusal}", refusal = refusal.message())
            }
            DifferenceReason::Invalid(why) => why.clone(),
            DifferenceReason::DiceRunOut { ask, .. } => message!(
                "it needs another roll: {dice} for {purpose}",
                dice = ask.throw.message(),
                purpose = &ask.purpose
            ),
            DifferenceReason::DiceLeftOver(rolls) => message!(
                *rolls => "{n} of its rolls is not asked for" | "{n} of its rolls are not asked for"
            ),
            DifferenceReason::Outcome { then, now } => message!(
                "the same dice now give “{now}” instead of “{then}”",
                then = Message::slug(then.clone()),
                now = now.message()
            ),
        }
    }

    /// Whether the entry still has an effect, even if a different one.
    #[must_use]
    pub fn has_effect(&self) -> bool {
        match self {
            DifferenceReason::DiceLeftOver(_) | DifferenceReason::Outcome { .. } => true,
            DifferenceReason::Refused(_)
            | DifferenceReason::Invalid(_)
            | DifferenceReason::DiceRunOut { .. } => false,
        }
    }
}

impl fmt::Display for DifferenceReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.message().fmt(f)
    }
}

impl From<Stop> for DifferenceReason {
    fn from(stop: Stop) -> DifferenceReason {
        match stop {
            Stop::Refused(refusal) => DifferenceReason::Refused(refusal),
            Stop::Needs { need: Need::Throw { ask, .. }, after } => {
                DifferenceReason::DiceRunOut { ask, after }
            }
            stop @ Stop::Needs { need: Need::Answer { .. }, .. } => {
                DifferenceReason::Invalid(stop.message())
            }
            Stop::Invalid(why) => DifferenceReason::Invalid(why),
        }
    }
}

/// An entry whose result differs between this version of the rules and the one that wrote it.
/// The entry stays as it was written.
#[derive(Clone, Debug, PartialEq)]
pub struct Difference {
    /// The place of the entry in the line, from 0.
    pub index: usize,
    /// The difference. Unless only the outcome differs or rolls are left over, the entry has no
    /// effect.
    pub reason: DifferenceReason,
}

impl Difference {
    /// The text for readers of the log: whether the order still counts, and the reason for the
    /// difference. A viewer who does not know everything gets no reason, because it could reveal a
    /// secret.
    #[must_use]
    pub fn text(&self, viewer: Viewer) -> Message {
        let why = (viewer == Viewer::Everyone).then(|| match &self.reason {
            DifferenceReason::Refused(refusal) => refusal.message(),
            reason @ (DifferenceReason::Invalid(_)
            | DifferenceReason::DiceRunOut { .. }
            | DifferenceReason::DiceLeftOver(_)
            | DifferenceReason::Outcome { .. }) => reason.message(),
        });
        match (self.reason.has_effect(), why) {
            (true, Some(why)) => {
                message!("The rules have changed since this order was given: {why}.", why)
            }
            (true, None) => {
                message!("The rules have changed since this order was given; the new rules apply.")
            }
            (false, Some(why)) => {
                message!(
                    "The rules have changed since this order was given; it has no effect: {why}.",
                    why
                )
            }
            (false, None) => {
                message!("The rules have changed since this order was given; it has no effect.")
            }
        }
    }
}

impl Serialize for Difference {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        use serde::ser::SerializeStruct;
        let mut keys = serializer.serialize_struct("Difference", 2)?;
        keys.serialize_field("entry", &(self.index + 1))?;
        keys.serialize_field("why", &self.reason.to_string())?;
        keys.end()
    }
}

/// The result of an entry with its recorded dice.
pub(super) struct Replayed {
    pub(super) report: Option<Report>,
    pub(super) reason: Option<DifferenceReason>,
}

/// Carries out an entry again with its own dice.
pub(super) fn replay(battle: &Battle, entry: &Entry) -> Replayed {
    let order = match battle.read_order(&entry.order) {
        Ok(order) => order,
        Err(fault) => {
            return Replayed { report: None, reason: Some(DifferenceReason::Invalid(fault.why)) };
        }
    };
    let mut dice = Recorded::new(entry.thrown.iter().cloned());
    match battle.resolve(&order, &mut dice) {
        Err(stop) => Replayed { report: None, reason: Some(stop.into()) },
        Ok(report) => {
            let reason = if dice.left_over() > 0 {
                Some(DifferenceReason::DiceLeftOver(dice.left_over()))
            } else if report.outcome.slug() != entry.outcome {
                Some(DifferenceReason::Outcome { then: entry.outcome.clone(), now: report.outcome })
            } else {
                None
            };
            Replayed { report: Some(report), reason }
        }
    }
}

/// Rolls that are already made, and the source of the dice after them.
#[derive(Clone, Copy)]
pub struct DiceOnTable<'d> {
    pub earlier_rolls: &'d [Thrown],
    pub choice: &'d DiceChoice,
}

impl DiceOnTable<'_> {
    fn with<A: Dice>(self, app: A) -> Entered<A> {
        match self.choice {
            DiceChoice::Program => Entered::new([], app).then_program(),
            DiceChoice::Entered(entries) => Entered::new(entries.clone(), app),
            DiceChoice::EnteredThenProgram(entries) => {
                Entered::new(entries.clone(), app).then_program()
            }
        }
        .after(self.earlier_rolls)
    }
}

/// Resolves an order with the dice that the players chose, and the app's.
///
/// # Errors
/// As [`Battle::resolve`]. If the app has rolled, only that more dice are
/// needed.
pub(super) fn resolve(
    battle: &Battle,
    order: &Order,
    dice: DiceOnTable,
    app: impl Dice,
) -> Result<Report, Stop> {
    fits(battle, order, dice)?;
    let mut entered = dice.with(app);
    let report = battle.resolve(order, &mut entered)?;
    none_left_over(entered.left_over(), &report)?;
    Ok(report)
}

/// The result of an order without the app's dice.
pub(super) enum ByOwnDice {
    /// It needs none.
    Report(Report),
    /// The app would roll next.
    Waits(Stop),
}

/// Resolves an order as far as possible without the app's dice.
///
/// # Errors
/// As [`Battle::resolve`].
pub(super) fn resolve_unrolled(
    battle: &Battle,
    order: &Order,
    dice: DiceOnTable,
) -> Result<ByOwnDice, Stop> {
    fits(battle, order, dice)?;
    let mut entered = dice.with(NotRolled);
    match battle.resolve(order, &mut entered) {
        Err(stop) if entered.requested_app_roll() => Ok(ByOwnDice::Waits(stop)),
        Err(stop) => Err(stop),
        Ok(report) => {
            none_left_over(entered.left_over(), &report)?;
            Ok(ByOwnDice::Report(report))
        }
    }
}

/// At most this many rolls are walked to see whether the players' dice fit.
const MOST_WALKED: usize = 20_000;

/// Whether the players' dice after a die of the app's fit every result of that die. This is
/// checked without rolling, because a later refusal would reveal the roll.
fn fits(battle: &Battle, order: &Order, dice: DiceOnTable) -> Result<(), Stop> {
    let DiceOnTable { earlier_rolls, choice } = dice;
    let (DiceChoice::Entered(entries) | DiceChoice::EnteredThenProgram(entries)) = choice else {
        return Ok(());
    };
    let is_app = |entry: &EnteredRoll| *entry == EnteredRoll::Program;
    if entries.iter().skip_while(|entry| !is_app(entry)).all(is_app) {
        return Ok(());
    }
    let mut walk = Walk::new(Thoroughness::Merged);
    let mut left = MOST_WALKED;
    let mut fits = true;
    while fits
        && let Some((sound, _)) = walk.branch(|app| {
            let mut entered = Entered::new(entries.clone(), CountedDice { app, left: &mut left })
                .after(earlier_rolls);
            let ends = match battle.resolve(order, &mut entered) {
                Ok(_) | Err(Stop::Needs { .. }) => true,
                Err(Stop::Refused(_) | Stop::Invalid(_)) => false,
            };
            !entered.requested_app_roll() || (ends && entered.left_over() == 0)
        })
    {
        fits = sound;
    }
    if fits && !walk.ran_out() {
        return Ok(());
    }
    Err(Stop::Invalid(message!(
        "a die that comes after one of the app’s may not fit what the app rolls: enter it when it is \
         asked for"
    )))
}

/// Dice that are impossible after a number of rolls.
struct CountedDice<'d> {
    app: &'d mut dyn Dice,
    left: &'d mut usize,
}

impl Dice for CountedDice<'_> {
    fn throw(&mut self, ask: &AskedRoll, reading: &Reading) -> Result<Thrown, DiceStop> {
        *self.left = self.left.saturating_sub(1);
        if *self.left == 0 {
            return Err(DiceStop::Impossible(Message::default()));
        }
        self.app.throw(ask, reading)
    }
}

/// Refuses dice that no roll of an order asks for.
///
/// # Errors
/// How many are left over, if any is.
pub fn none_left_over(left_over: usize, report: &Report) -> Result<(), Stop> {
    if left_over == 0 {
        return Ok(());
    }
    let rolls = match report.rolls.len() {
        0 => message!("no roll"),
        many => message!(many => "{n} roll" | "{n} rolls"),
    };
    Err(Stop::Invalid(message!(
        left_over => "{n} entry of `dice` too many: the order needs {rolls} (`{outcome}`)"
            | "{n} entries of `dice` too many: the order needs {rolls} (`{outcome}`)",
        rolls,
        outcome = report.outcome.slug()
    )))
}
