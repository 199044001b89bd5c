//! Carrying out an order with chosen dice, and an entry with the dice that were
//! rolled then.

use std::collections::VecDeque;
use std::fmt;

use serde::Serialize;

use crate::dice::{Ask, Dice, DiceStop, Entered, Origin, Reading, Recorded, Roll, Seeded, Thrown};
use crate::rules::{Battle, Need, Order, Outcome, Refusal, Report, Stop, Viewer};
use crate::say::{Say, say};

use super::entry::{DiceChoice, Entry};

/// Why an entry does not hold as it is written.
#[derive(Clone, Debug, PartialEq)]
pub enum Reason {
    /// The rules forbid it now.
    Refused(Refusal),
    /// It makes no sense now: an unknown order, a die of the wrong kind.
    Nonsense(Say),
    /// It asks for more rolls than were made.
    DiceRunOut {
        /// The roll that it asks for.
        ask: Box<Ask>,
        /// The rolls that it has.
        after: Vec<Roll>,
    },
    /// It asks for fewer rolls than were made, by this many.
    DiceLeftOver(usize),
    /// It comes out differently with the same dice.
    Outcome {
        /// Its outcome at the time.
        then: String,
        /// Its outcome now.
        now: Outcome,
    },
}

impl Reason {
    /// Why it does not hold, in a sentence.
    #[must_use]
    pub fn say(&self) -> Say {
        match self {
            Reason::Refused(refusal) => {
                say!("the rules forbid it: {refusal}", refusal = refusal.say())
            }
            Reason::Nonsense(why) => why.clone(),
            Reason::DiceRunOut { ask, .. } => say!(
                "it needs another roll: {dice} for {purpose}",
                dice = ask.throw.say(),
                purpose = &ask.purpose
            ),
            Reason::DiceLeftOver(rolls) => say!(
                *rolls => "{n} of its rolls is not asked for" | "{n} of its rolls are not asked for"
            ),
            Reason::Outcome { then, now } => say!(
                "the same dice now give “{now}” instead of “{then}”",
                then = Say::slug(then.clone()),
                now = now.say()
            ),
        }
    }

    /// Whether the entry still has an effect, even if a different one.
    #[must_use]
    pub fn still_stands(&self) -> bool {
        match self {
            Reason::DiceLeftOver(_) | Reason::Outcome { .. } => true,
            Reason::Refused(_) | Reason::Nonsense(_) | Reason::DiceRunOut { .. } => false,
        }
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.say().fmt(f)
    }
}

impl From<Stop> for Reason {
    fn from(stop: Stop) -> Reason {
        match stop {
            Stop::Refused(refusal) => Reason::Refused(refusal),
            Stop::Needs { need: Need::Throw { ask, .. }, after } => {
                Reason::DiceRunOut { ask, after }
            }
            stop @ Stop::Needs { need: Need::Answer { .. }, .. } => Reason::Nonsense(stop.say()),
            Stop::Nonsense(why) => Reason::Nonsense(why),
        }
    }
}

/// An entry that comes out differently under this version of the rules than
/// under the one that wrote it. The entry is kept as it was written.
#[derive(Clone, Debug, PartialEq)]
pub struct Difference {
    /// The place of the entry in the line, from 0.
    pub index: usize,
    /// What differs. Unless it is only the outcome, or rolls left over, the
    /// entry has no effect.
    pub reason: Reason,
}

impl Difference {
    /// What a reader of the log is told: whether the order still counts, and
    /// why it comes out differently. The reason is left out for a viewer from
    /// whom something is kept, since it could reveal that.
    #[must_use]
    pub fn told(&self, viewer: Viewer) -> Say {
        let why = (viewer == Viewer::Everyone).then(|| self.reason.say());
        match (self.reason.still_stands(), why) {
            (true, Some(why)) => {
                say!("It counts as this version of the rules reads it: {why}.", why)
            }
            (true, None) => say!("It counts as this version of the rules reads it."),
            (false, Some(why)) => {
                say!(
                    "It no longer stands in this version of the rules, and has no effect: {why}.",
                    why
                )
            }
            (false, None) => {
                say!("It no longer stands in this version of the rules, and has no effect.")
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
    pub(super) reason: Option<Reason>,
}

/// Carries out an entry again with its own dice.
pub(super) fn replay(battle: &Battle, entry: &Entry) -> Replayed {
    let order = match battle.read_order(&entry.order) {
        Ok(order) => order,
        Err(fault) => {
            return Replayed { report: None, reason: Some(Reason::Nonsense(fault.why)) };
        }
    };
    let mut dice = Recorded::new(entry.thrown.iter().cloned());
    match battle.resolve(&order, &mut dice) {
        Err(stop) => Replayed { report: None, reason: Some(stop.into()) },
        Ok(report) => {
            let reason = if dice.left_over() > 0 {
                Some(Reason::DiceLeftOver(dice.left_over()))
            } else if report.outcome.slug() != entry.outcome {
                Some(Reason::Outcome { then: entry.outcome.clone(), now: report.outcome })
            } else {
                None
            };
            Replayed { report: Some(report), reason }
        }
    }
}

/// Resolves an order with the dice that the players chose. The app's dice
/// depend only on the battle's seed and the number of the order.
pub(super) fn resolve(
    battle: &Battle,
    order: &Order,
    dice: &DiceChoice,
    seeded: Seeded,
) -> Result<Report, Stop> {
    let mut entered = entered(dice, seeded);
    let report = battle.resolve(order, &mut entered)?;
    none_left_over(entered.left_over(), &report)?;
    Ok(report)
}

/// The same, when the first rolls are already on the table.
pub(super) fn resolve_after(
    battle: &Battle,
    order: &Order,
    lying: &[Thrown],
    dice: &DiceChoice,
    seeded: Seeded,
) -> Result<Report, Stop> {
    let mut all = LyingThenChosen {
        lying: lying.iter().cloned().collect(),
        seeded: Some(seeded),
        dice,
        chosen: None,
    };
    let report = battle.resolve(order, &mut all)?;
    none_left_over(all.chosen.map_or(0, |chosen| chosen.left_over()), &report)?;
    Ok(report)
}

fn entered(dice: &DiceChoice, seeded: Seeded) -> Entered {
    match dice {
        DiceChoice::Program => Entered::new([], seeded).then_program(),
        DiceChoice::Entered(entries) => Entered::new(entries.clone(), seeded),
        DiceChoice::EnteredThenProgram(entries) => {
            Entered::new(entries.clone(), seeded).then_program()
        }
    }
}

fn none_left_over(left_over: usize, report: &Report) -> Result<(), Stop> {
    if left_over == 0 {
        return Ok(());
    }
    let rolls = match report.rolls.len() {
        0 => say!("no roll"),
        many => say!(many => "{n} roll" | "{n} rolls"),
    };
    Err(Stop::Nonsense(say!(
        left_over => "{n} entry of `dice` too many: the order comes to {rolls} (`{outcome}`)"
            | "{n} entries of `dice` too many: the order comes to {rolls} (`{outcome}`)",
        rolls,
        outcome = report.outcome.slug()
    )))
}

/// The rolls already on the table, then the players' choice. The app's dice
/// continue after the rolls that they have made, so that the rest does not
/// repeat them.
struct LyingThenChosen<'c> {
    lying: VecDeque<Thrown>,
    seeded: Option<Seeded>,
    dice: &'c DiceChoice,
    chosen: Option<Entered>,
}

impl Dice for LyingThenChosen<'_> {
    fn throw(&mut self, ask: &Ask, reading: &Reading) -> Result<Thrown, DiceStop> {
        if let Some(thrown) = self.lying.pop_front() {
            if let (Origin::Rolled, Some(seeded)) = (thrown.by, &mut self.seeded) {
                seeded.throw(ask, reading)?;
            }
            return Recorded::new([thrown]).throw(ask, reading);
        }
        if let Some(seeded) = self.seeded.take() {
            self.chosen = Some(entered(self.dice, seeded));
        }
        match &mut self.chosen {
            Some(chosen) => chosen.throw(ask, reading),
            None => Err(DiceStop::Needs(Box::new(ask.clone()))),
        }
    }
}
