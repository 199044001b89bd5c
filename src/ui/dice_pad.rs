//! The dice pad: the players' own dice for one order, roll after roll until
//! the order is complete. No drawing here.

use crate::analysis::Forecast;
use crate::dice::{AskedRoll, EnteredRoll, Roll, Throw};
use crate::ui::command::DiceCommand;

/// A total that needs more steps than this is typed instead of tapped.
pub(super) const MOST_STEPS: i64 = 20;

/// The players' own dice for one order: roll after roll until it is complete.
#[derive(Clone, Debug)]
pub(super) struct DicePad {
    /// The answers to the rolls before this one.
    pub(super) answered: Vec<EnteredRoll>,
    pub(super) rolls: Vec<Roll>,
    pub(super) ask: AskedRoll,
    /// What the order may still come to, given those rolls, if that is known.
    pub(super) rest: Option<Box<Forecast>>,
    /// The faces of its dice that have been entered one by one.
    pub(super) faces: Vec<i64>,
    /// Whether the result of many dice is entered at once.
    pub(super) whole: bool,
    /// That result, as the stepper shows it.
    pub(super) total: i64,
    /// The number typed so far; 0 where nothing is typed.
    typed: i64,
    /// Whether the players may still go back without entering dice.
    pub(super) can_cancel: bool,
}

impl DicePad {
    /// A pad for the roll that is needed after these answers.
    #[must_use]
    pub(super) fn new(answered: Vec<EnteredRoll>, rolls: Vec<Roll>, ask: AskedRoll) -> DicePad {
        // One number is enough for a single die or the highest die; nobody taps
        // more than a handful of dice.
        let whole = match ask.throw {
            Throw::One { die } => die.faces() > 20,
            Throw::Highest { .. } => false,
            Throw::Sum { count, .. } | Throw::Hits { count, .. } => count > 6,
        };
        let (lowest, highest) = ask.throw.span();
        let total = match ask.throw {
            Throw::Hits { .. } => 0,
            Throw::One { .. } | Throw::Sum { .. } | Throw::Highest { .. } => {
                i64::midpoint(lowest, highest)
            }
        };
        DicePad {
            answered,
            rolls,
            ask,
            rest: None,
            faces: Vec::new(),
            whole,
            total,
            typed: 0,
            can_cancel: true,
        }
    }

    /// The same, with what the order may still come to.
    #[must_use]
    pub(super) fn with_rest(self, rest: Option<Box<Forecast>>) -> DicePad {
        DicePad { rest, ..self }
    }

    /// The same for an order that cannot be closed any more.
    #[must_use]
    pub(super) fn without_cancel(self) -> DicePad {
        DicePad { can_cancel: false, ..self }
    }

    /// How many taps this roll takes, die by die.
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

    /// Moves the stepper, within the possible totals.
    pub(super) fn step(&mut self, by: i64) {
        let (lowest, highest) = self.ask.throw.span();
        self.total = (self.total + by).clamp(lowest, highest);
        self.typed = 0;
    }

    /// Adds a digit to the result; one too many starts a new number.
    fn digit(&mut self, digit: i64) {
        let longer = self.typed * 10 + digit;
        self.type_total(if longer > self.ask.throw.span().1 { digit } else { longer });
    }

    fn type_total(&mut self, typed: i64) {
        let (lowest, highest) = self.ask.throw.span();
        self.typed = typed;
        self.total = typed.clamp(lowest, highest);
    }

    /// The number typed so far, if it is too small for a total, so that more
    /// digits must follow.
    #[must_use]
    pub(super) fn half_typed(&self) -> Option<i64> {
        let (lowest, _) = self.ask.throw.span();
        (self.typed > 0 && self.typed < lowest).then_some(self.typed)
    }

    /// Whether the total can be entered: it was typed, or stepped to if it is
    /// not to be typed.
    #[must_use]
    pub(super) fn can_enter(&self) -> bool {
        let (lowest, highest) = self.ask.throw.span();
        let stepped = self.typed == 0 && (highest - lowest <= MOST_STEPS || lowest == 0);
        self.half_typed().is_none() && (stepped || self.typed > 0)
    }

    /// Whether there is a die, a digit or an answer to take back.
    #[must_use]
    pub(super) fn can_erase(&self) -> bool {
        !self.faces.is_empty() || !self.answered.is_empty() || self.typed > 0
    }

    /// Does what a player does on the pad.
    pub(super) fn handle(&mut self, command: DiceCommand) -> Entering {
        match command {
            DiceCommand::Face(face) => match self.tap(face) {
                Some(entry) => self.answer(entry),
                None => Entering::Continues,
            },
            DiceCommand::Total if !self.can_enter() => Entering::Continues,
            DiceCommand::Total => self.answer(EnteredRoll::Total(self.total)),
            DiceCommand::AppRolls => self.answer(EnteredRoll::Program),
            DiceCommand::Back => self.back(),
            DiceCommand::Cancel if self.can_cancel => Entering::Cancelled,
            DiceCommand::Cancel => Entering::Continues,
            DiceCommand::StepTotal(by) => {
                self.step(by);
                Entering::Continues
            }
            DiceCommand::Digit(digit) => {
                self.digit(digit);
                Entering::Continues
            }
            DiceCommand::Whole(whole) => {
                self.whole = whole;
                self.faces.clear();
                Entering::Continues
            }
        }
    }

    fn answer(&mut self, entry: EnteredRoll) -> Entering {
        self.answered.push(entry);
        Entering::Answered
    }

    /// Removes the last die of this roll, or else the last answer.
    fn back(&mut self) -> Entering {
        if self.faces.pop().is_some() {
            return Entering::Continues;
        }
        if self.typed > 0 {
            self.type_total(self.typed / 10);
            return Entering::Continues;
        }
        match (self.answered.pop(), self.can_cancel) {
            (Some(_), _) => Entering::Answered,
            (None, true) => Entering::Cancelled,
            (None, false) => Entering::Continues,
        }
    }
}

/// What a command did to the dice pad.
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
    use crate::say::Say;

    fn entry(throw: Throw) -> DicePad {
        DicePad::new(Vec::new(), Vec::new(), AskedRoll::new(throw, Say::verbatim("test")))
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
        assert_eq!((dice.back(), dice.typed, dice.total), (Entering::Continues, 4, 17));
        // The 4 of 45 is no possible total of 17 dice, and must not be entered
        // as one.
        assert_eq!(dice.half_typed(), Some(4));
        assert_eq!(dice.handle(DiceCommand::Total), Entering::Continues);
        assert!(dice.answered.is_empty());
        assert_eq!(entry(Throw::Hits { count: 9, die: Die::D6, on: 5 }).total, 0);
    }
}
