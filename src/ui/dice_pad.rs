//! The dice pad: the players' own dice for one order, roll after roll until
//! the order is complete. No drawing here.

use crate::analysis::Forecast;
use crate::dice::{AskedRoll, EnteredRoll, Roll, Throw};
use crate::ui::command::DiceCommand;

/// The most faces or numbers among which one is tapped; more are typed as digits.
pub(super) const CELLS: usize = 10;

/// The most dice that are entered one by one.
const MOST_DICE: usize = 30;

/// The kind of keys on a pad.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Tapped {
    /// A face for each die.
    Faces,
    /// The result of all dice, up to this number.
    Counts(i64),
    /// The digits of that result.
    Digits,
}

/// The players' own dice for one order: roll after roll until it is complete.
#[derive(Clone, Debug)]
pub(super) struct DicePad {
    /// The answers to the rolls before this one.
    pub(super) answered: Vec<EnteredRoll>,
    pub(super) rolls: Vec<Roll>,
    pub(super) ask: AskedRoll,
    /// The odds of the order after those rolls, if they are known.
    pub(super) rest: Option<Box<Forecast>>,
    /// The faces of its dice that have been entered one by one.
    pub(super) faces: Vec<i64>,
    /// Whether the result of many dice is entered at once.
    pub(super) whole: bool,
    /// That result, as far as it is typed.
    pub(super) typed: Option<i64>,
    /// Whether the players may still go back without entering dice.
    pub(super) can_cancel: bool,
}

impl DicePad {
    /// A pad for the roll that is needed after these answers.
    #[must_use]
    pub(super) fn new(answered: Vec<EnteredRoll>, rolls: Vec<Roll>, ask: AskedRoll) -> DicePad {
        // One number is enough for a single die or the highest die; more than a handful of dice are
        // not tapped one by one.
        let whole = match ask.throw {
            Throw::One { .. } | Throw::Highest { .. } => false,
            Throw::Sum { count, .. } | Throw::Hits { count, .. } => count > 6,
        };
        let whole = whole || usize::from(ask.throw.die().faces()) > CELLS;
        DicePad {
            answered,
            rolls,
            ask,
            rest: None,
            faces: Vec::new(),
            whole,
            typed: None,
            can_cancel: true,
        }
    }

    /// The same, with the odds of the order.
    #[must_use]
    pub(super) fn with_rest(self, rest: Option<Box<Forecast>>) -> DicePad {
        DicePad { rest, ..self }
    }

    /// The same for an order that can no longer be closed.
    #[must_use]
    pub(super) fn without_cancel(self) -> DicePad {
        DicePad { can_cancel: false, ..self }
    }

    /// The number of taps for this roll, die by die.
    #[must_use]
    pub(super) fn taps(&self) -> usize {
        match self.ask.throw {
            Throw::One { .. } | Throw::Highest { .. } => 1,
            Throw::Sum { count, .. } | Throw::Hits { count, .. } => count as usize,
        }
    }

    /// Enters one more die; returns the answer after the last. A face that the
    /// die does not have changes nothing.
    pub(super) fn tap(&mut self, face: i64) -> Option<EnteredRoll> {
        if !(1..=i64::from(self.ask.throw.die().faces())).contains(&face) {
            return None;
        }
        self.faces.push(face);
        if self.faces.len() < self.taps() {
            return None;
        }
        Some(match self.ask.throw {
            Throw::One { .. } | Throw::Highest { .. } => EnteredRoll::Total(face),
            Throw::Sum { .. } | Throw::Hits { .. } => EnteredRoll::Faces(self.faces.clone()),
        })
    }

    /// Whether the dice can be entered one by one as well as all at once.
    #[must_use]
    pub(super) fn can_choose(&self) -> bool {
        let several = matches!(self.ask.throw, Throw::Sum { .. } | Throw::Hits { .. });
        several && self.taps() <= MOST_DICE && usize::from(self.ask.throw.die().faces()) <= CELLS
    }

    /// The kind of its keys.
    #[must_use]
    pub(super) fn tapped(&self) -> Tapped {
        let (_, highest) = self.ask.throw.span();
        match self.whole {
            false => Tapped::Faces,
            true if highest < 10 => Tapped::Counts(highest),
            true => Tapped::Digits,
        }
    }

    /// Adds a digit to the result; one too many starts a new number.
    fn digit(&mut self, digit: i64) {
        let longer = self.typed.unwrap_or_default() * 10 + digit;
        self.typed = Some(if longer > self.ask.throw.span().1 { digit } else { longer });
    }

    /// The number that is typed, if the dice can give it.
    #[must_use]
    pub(super) fn total(&self) -> Option<i64> {
        self.typed.filter(|typed| self.can_be(*typed))
    }

    fn can_be(&self, total: i64) -> bool {
        let (lowest, highest) = self.ask.throw.span();
        (lowest..=highest).contains(&total)
    }

    /// Whether a die, a digit or an earlier roll is entered.
    #[must_use]
    pub(super) fn has_begun(&self) -> bool {
        !self.faces.is_empty() || !self.answered.is_empty() || self.typed.is_some()
    }

    /// Carries out a command of the pad.
    pub(super) fn handle(&mut self, command: DiceCommand) -> Entering {
        match command {
            DiceCommand::Face(face) => match self.tap(face) {
                Some(entry) => self.answer(entry),
                None => Entering::Continues,
            },
            DiceCommand::Total(total) if !self.can_be(total) => Entering::Continues,
            DiceCommand::Total(total) => self.answer(EnteredRoll::Total(total)),
            DiceCommand::Remove(at) => {
                if at < self.faces.len() {
                    self.faces.remove(at);
                }
                Entering::Continues
            }
            DiceCommand::BackTo(roll) => {
                self.answered.truncate(roll);
                Entering::Answered
            }
            DiceCommand::AppRolls => self.answer(EnteredRoll::Program),
            DiceCommand::Back => self.back(),
            DiceCommand::Cancel if self.can_cancel => Entering::Cancelled,
            DiceCommand::Cancel => Entering::Continues,
            DiceCommand::Digit(digit) => {
                self.digit(digit);
                Entering::Continues
            }
            DiceCommand::Whole(whole) => {
                (self.whole, self.typed) = (whole, None);
                self.faces.clear();
                Entering::Continues
            }
        }
    }

    fn answer(&mut self, entry: EnteredRoll) -> Entering {
        self.answered.push(entry);
        Entering::Answered
    }

    /// Removes the last die of this roll; if there is none, the last answer.
    fn back(&mut self) -> Entering {
        if self.faces.pop().is_some() {
            return Entering::Continues;
        }
        if let Some(typed) = self.typed {
            self.typed = (typed >= 10).then_some(typed / 10);
            return Entering::Continues;
        }
        match (self.answered.pop(), self.can_cancel) {
            (Some(_), _) => Entering::Answered,
            (None, true) => Entering::Cancelled,
            (None, false) => Entering::Continues,
        }
    }
}

/// The effect of a command on the dice pad.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Entering {
    /// The roll needs more dice.
    Continues,
    /// The answers have changed: the rules say which roll is next.
    Answered,
    /// The players go back without entering dice.
    Cancelled,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dice::Die;
    use crate::message::Message;

    fn entry(throw: Throw) -> DicePad {
        DicePad::new(Vec::new(), Vec::new(), AskedRoll::new(throw, Message::verbatim("test")))
    }

    #[test]
    fn a_face_that_the_die_does_not_have_cannot_be_entered() {
        let mut d6 = entry(Throw::D6);
        assert_eq!(d6.tap(7), None);
        assert_eq!(d6.tap(0), None);
        assert!(d6.faces.is_empty());
        assert_eq!(d6.tap(6), Some(EnteredRoll::Total(6)));
    }

    #[test]
    fn several_dice_are_an_answer_when_the_last_is_entered() {
        let mut dice = entry(Throw::sum(3, Die::D6));
        assert_eq!(dice.tap(2), None);
        assert_eq!(dice.tap(5), None);
        assert_eq!(dice.back(), Entering::Continues);
        assert_eq!(dice.faces, [2]);
        assert_eq!(dice.tap(1), None);
        assert_eq!(dice.tap(6), Some(EnteredRoll::Faces(vec![2, 1, 6])));
        assert_eq!(entry(Throw::highest(4, Die::D6)).tap(5), Some(EnteredRoll::Total(5)));
    }

    #[test]
    fn a_number_is_accepted_if_the_dice_can_give_it() {
        let mut dice = entry(Throw::sum(17, Die::D6));
        assert_eq!(dice.tapped(), Tapped::Digits);
        dice.digit(4);
        // The 4 of 45 is no possible total of 17 dice.
        assert_eq!((dice.typed, dice.total()), (Some(4), None));
        assert_eq!(dice.handle(DiceCommand::Total(4)), Entering::Continues);
        assert!(dice.answered.is_empty());
        dice.digit(5);
        assert_eq!(dice.total(), Some(45));
        assert_eq!((dice.back(), dice.typed), (Entering::Continues, Some(4)));
        assert_eq!((dice.back(), dice.typed), (Entering::Continues, None));
        let mut hits = entry(Throw::Hits { count: 9, die: Die::D6, on: 5 });
        assert_eq!(hits.tapped(), Tapped::Counts(9));
        assert_eq!(hits.handle(DiceCommand::Total(0)), Entering::Answered);
        assert_eq!(hits.answered, [EnteredRoll::Total(0)]);
    }

    #[test]
    fn each_die_and_each_earlier_roll_can_be_removed() {
        let mut dice = entry(Throw::sum(4, Die::D6));
        for face in [1, 2, 3] {
            dice.tap(face);
        }
        dice.handle(DiceCommand::Remove(1));
        dice.handle(DiceCommand::Remove(7));
        assert_eq!(dice.faces, [1, 3]);
        dice.answered = vec![EnteredRoll::Total(6), EnteredRoll::Program];
        assert_eq!(dice.handle(DiceCommand::BackTo(1)), Entering::Answered);
        assert_eq!(dice.answered, [EnteredRoll::Total(6)]);
    }
}
