//! The roller: the dice as a resolver sees them. A resolver asks for the kind of result that
//! its rule needs, and gets only that result. It cannot read more of a die than the rule does,
//! so the odds can count rows and totals instead of faces.

use std::ops::Deref;

use smallvec::SmallVec;
use thiserror::Error;

use message::{Message, message};

use super::modifier_change::ModifierChange;
use super::throw::{AskedRoll, Hand, Modifier, NeededNumber, Reason, Roll, Throw, Thrown};

/// The part of a result that the rule reads. Results that read alike are one branch of the odds.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Reading {
    /// Every result differs.
    Value,
    /// All results from this natural one up are alike (more killed than she has
    /// crew).
    UpTo(i64),
    /// A table: the lowest natural result of each row, ascending. Results under
    /// the second row belong to the first.
    Rows(SmallVec<[i64; 4]>),
}

impl Reading {
    /// The class that a result belongs to: equal for results that read alike.
    pub(super) fn class_of(&self, result: i64) -> i64 {
        match self {
            Reading::Value => result,
            Reading::UpTo(cap) => result.min(*cap),
            Reading::Rows(rows) => {
                let row = rows.partition_point(|from| *from <= result).max(1);
                i64::try_from(row).unwrap_or(i64::MAX)
            }
        }
    }

    /// The most classes to which this number of results can belong.
    pub(super) fn most_classes(&self, results: usize) -> usize {
        match self {
            Reading::Value | Reading::UpTo(_) => results,
            Reading::Rows(rows) => results.min(rows.len()),
        }
    }

    /// The highest result, up to `highest`, that reads like this one.
    pub(super) fn last_like(&self, result: i64, highest: i64) -> i64 {
        match self {
            Reading::Value => result,
            Reading::UpTo(cap) => {
                if result < *cap {
                    result
                } else {
                    highest
                }
            }
            Reading::Rows(rows) => {
                let next = rows.iter().skip(1).find(|from| **from > result);
                next.map_or(highest, |from| (from - 1).min(highest))
            }
        }
    }
}

/// The reason why a roll did not take place.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{}", Message::from(self.clone()))]
pub enum DiceStop {
    /// The entered dice have run out: this roll is needed next.
    Needs(Box<AskedRoll>),
    /// The entered dice are impossible: a face that the die does not have.
    Impossible(Message),
}

impl From<DiceStop> for Message {
    fn from(stop: DiceStop) -> Message {
        match stop {
            DiceStop::Needs(ask) => message!(
                "{roll} is needed: {purpose}",
                roll = ask.throw.to_string(),
                purpose = &ask.purpose
            ),
            DiceStop::Impossible(why) => why,
        }
    }
}

/// A roll, and another one several times beside it. What follows may depend on the others
/// together with whether the first roll reaches `cap`, but not on how far below it the
/// first roll stays.
#[derive(Clone, Copy, Debug)]
pub struct RollsBeside<'a> {
    pub first: &'a AskedRoll,
    /// The most that counts of the first roll (natural).
    pub cap: i64,
    pub other: &'a AskedRoll,
    /// How often the other is rolled.
    pub times: u32,
    /// How much of each of the others is read.
    pub reading: &'a Reading,
}

/// A roll, and how much of its result is read.
#[derive(Clone, Copy, Debug)]
pub struct ReadRoll<'a> {
    pub ask: &'a AskedRoll,
    pub reading: &'a Reading,
}

/// A roll, and the most that counts of its result (modified).
#[derive(Clone, Copy, Debug)]
pub struct CappedRoll<'a> {
    pub ask: &'a AskedRoll,
    pub cap: i64,
}

/// A source of rolls; see [`super`] for the kinds. Nothing else is random. A source that
/// wraps another one must forward every method: the default methods walk roll by roll,
/// and then the odds cannot merge branches.
pub trait Dice {
    /// Answers one roll.
    ///
    /// # Errors
    /// If the dice have run out, or a number that was entered is impossible.
    fn throw(&mut self, ask: &AskedRoll, reading: &Reading) -> Result<Thrown, DiceStop>;

    /// The same roll several times, if only the number of results in each row matters.
    ///
    /// # Errors
    /// As [`Dice::throw`].
    fn each(
        &mut self,
        ask: &AskedRoll,
        times: u32,
        reading: &Reading,
    ) -> Result<Vec<Thrown>, DiceStop> {
        (0..times).map(|_| self.throw(ask, reading)).collect()
    }

    /// Two rolls against each other, rolled again while they are level: the
    /// pair that decides. Only who was higher matters.
    ///
    /// # Errors
    /// As [`Dice::throw`].
    fn contest(&mut self, first: &AskedRoll, second: &AskedRoll) -> Result<[Thrown; 2], DiceStop> {
        contest_in_turn(self, first, second)
    }

    /// Two rolls at once, each read by itself: nothing that follows depends on
    /// both together. They are made in the order of the rules.
    ///
    /// # Errors
    /// As [`Dice::throw`].
    fn at_once(&mut self, first: ReadRoll, second: ReadRoll) -> Result<[Thrown; 2], DiceStop> {
        Ok([self.throw(first.ask, first.reading)?, self.throw(second.ask, second.reading)?])
    }

    /// A roll, and another one several times beside it.
    ///
    /// # Errors
    /// As [`Dice::throw`].
    fn beside(&mut self, rolls: &RollsBeside) -> Result<(Thrown, Vec<Thrown>), DiceStop> {
        let first = self.throw(rolls.first, &Reading::UpTo(rolls.cap))?;
        Ok((first, self.each(rolls.other, rolls.times, rolls.reading)?))
    }

    /// Cards dealt one by one, none put back: `deck` gives the kind of each
    /// card, and each of `asks` is one die with a face for each card that is
    /// left then. Returns the place of each card among those. Only how many of
    /// each kind are dealt matters, not in which order.
    ///
    /// # Errors
    /// As [`Dice::throw`].
    fn deal(&mut self, _deck: &[usize], asks: &[AskedRoll]) -> Result<Vec<usize>, DiceStop> {
        deal_in_turn(self, asks)
    }

    /// Takes note of a roll that it does not make: one that these dice made before, or the players'
    /// own.
    fn pass_over(&mut self, _ask: &AskedRoll, _thrown: &Thrown) {}

    /// Whether the rolls are reported; those of a calculation of odds are not.
    fn reports(&self) -> bool {
        true
    }
}

impl<D: Dice + ?Sized> Dice for &mut D {
    fn throw(&mut self, ask: &AskedRoll, reading: &Reading) -> Result<Thrown, DiceStop> {
        (**self).throw(ask, reading)
    }

    fn each(
        &mut self,
        ask: &AskedRoll,
        times: u32,
        reading: &Reading,
    ) -> Result<Vec<Thrown>, DiceStop> {
        (**self).each(ask, times, reading)
    }

    fn contest(&mut self, first: &AskedRoll, second: &AskedRoll) -> Result<[Thrown; 2], DiceStop> {
        (**self).contest(first, second)
    }

    fn at_once(&mut self, first: ReadRoll, second: ReadRoll) -> Result<[Thrown; 2], DiceStop> {
        (**self).at_once(first, second)
    }

    fn beside(&mut self, rolls: &RollsBeside) -> Result<(Thrown, Vec<Thrown>), DiceStop> {
        (**self).beside(rolls)
    }

    fn deal(&mut self, deck: &[usize], asks: &[AskedRoll]) -> Result<Vec<usize>, DiceStop> {
        (**self).deal(deck, asks)
    }

    fn pass_over(&mut self, ask: &AskedRoll, thrown: &Thrown) {
        (**self).pass_over(ask, thrown);
    }

    fn reports(&self) -> bool {
        (**self).reports()
    }
}

/// The rolls of [`Dice::contest`], one after the other.
fn contest_in_turn<D: Dice + ?Sized>(
    dice: &mut D,
    first: &AskedRoll,
    second: &AskedRoll,
) -> Result<[Thrown; 2], DiceStop> {
    loop {
        if let Some(decided) = contest_once(dice, first, second)? {
            return Ok(decided);
        }
    }
}

/// The cards of [`Dice::deal`], one after the other.
pub(super) fn deal_in_turn<D: Dice + ?Sized>(
    dice: &mut D,
    asks: &[AskedRoll],
) -> Result<Vec<usize>, DiceStop> {
    asks.iter().map(|ask| dice.throw(ask, &Reading::Value).map(|card| place(&card))).collect()
}

/// Both rolls of a contest once; `None` if they are level.
pub(super) fn contest_once<D: Dice + ?Sized>(
    dice: &mut D,
    first: &AskedRoll,
    second: &AskedRoll,
) -> Result<Option<[Thrown; 2]>, DiceStop> {
    let a = dice.throw(first, &Reading::Value)?;
    let b = dice.throw(second, &Reading::Value)?;
    let level = a.natural + first.modifier() == b.natural + second.modifier();
    Ok((!level).then_some([a, b]))
}

/// The higher of the two rolls of a contest, modifiers included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Higher {
    /// The first roll was higher.
    First,
    /// The second roll was higher.
    Second,
}

/// A roll as the resolver asks for it, or a changed copy in a box. A `Cow` would be larger, and
/// every branch of the odds passes rolls on, of which hardly any are changed.
enum AskedOrOwn<'a> {
    AsItIs(&'a AskedRoll),
    Otherwise(Box<AskedRoll>),
}

impl Deref for AskedOrOwn<'_> {
    type Target = AskedRoll;

    fn deref(&self) -> &AskedRoll {
        match self {
            AskedOrOwn::AsItIs(ask) => ask,
            AskedOrOwn::Otherwise(ask) => ask,
        }
    }
}

/// Gives a resolver access to the dice, and records every roll.
pub struct Roller<'d> {
    dice: &'d mut dyn Dice,
    rolls: Vec<Roll>,
    /// The side that rolled the last check.
    checked: Option<Hand>,
    waived: Option<&'d NamedModifier>,
    changes: &'d [ModifierChange],
    /// Whether a roll was asked for.
    has_asked: bool,
}

/// A modifier of a roll, identified by the roll's purpose and the modifier's reason.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct NamedModifier {
    /// The purpose of the roll: `ram`.
    pub purpose: Message,
    pub modifier: Modifier,
}

impl<'d> Roller<'d> {
    /// A roller on these dice.
    pub fn new(dice: &'d mut dyn Dice) -> Roller<'d> {
        Roller {
            dice,
            rolls: Vec::new(),
            checked: None,
            waived: None,
            changes: &[],
            has_asked: false,
        }
    }

    /// Whether these dice walk every result for the odds instead of rolling.
    #[must_use]
    pub fn walks_odds(&self) -> bool {
        !self.dice.reports()
    }

    /// The same, but one modifier is left out of its roll, to find its effect.
    #[must_use]
    pub fn waiving(self, waived: Option<&'d NamedModifier>) -> Roller<'d> {
        Roller { waived, ..self }
    }

    /// The same, with the modifiers as the players have changed them.
    #[must_use]
    pub fn changed_by(self, changes: &'d [ModifierChange]) -> Roller<'d> {
        Roller { changes, ..self }
    }

    /// The roll with its modifiers as the players have changed them, and without the one
    /// that is left out.
    fn modified<'a>(&self, ask: &'a AskedRoll) -> AskedOrOwn<'a> {
        let waived = self.waived.filter(|waived| waived.purpose == ask.purpose);
        if waived.is_none() && self.changes.is_empty() {
            return AskedOrOwn::AsItIs(ask);
        }
        let mut ask = ask.clone();
        for change in self.changes {
            change.change(&mut ask, !self.has_asked);
        }
        if let Some(waived) = waived {
            ask.modifiers.retain(|modifier| *modifier != waived.modifier);
        }
        AskedOrOwn::Otherwise(Box::new(ask))
    }

    /// The next roll with its modifiers.
    fn next<'a>(&mut self, ask: &'a AskedRoll) -> AskedOrOwn<'a> {
        let ask = self.modified(ask);
        self.has_asked = true;
        ask
    }

    /// Everything rolled, once the resolver is done.
    #[must_use]
    pub fn into_rolls(self) -> Vec<Roll> {
        self.rolls
    }

    fn note(&mut self, ask: &AskedRoll, thrown: &Thrown) {
        if self.dice.reports() {
            self.rolls.push(Roll::of(ask, thrown));
        }
    }

    fn take(&mut self, ask: &AskedRoll, reading: &Reading) -> Result<Thrown, DiceStop> {
        let thrown = self.dice.throw(ask, reading)?;
        self.note(ask, &thrown);
        Ok(thrown)
    }

    /// The modified result of a roll whose every result matters.
    ///
    /// # Errors
    /// If the dice have run out, or a number that was entered is impossible.
    pub fn value(&mut self, ask: &AskedRoll) -> Result<i64, DiceStop> {
        let ask = &*self.next(ask);
        Ok(self.take(ask, &Reading::Value)?.natural + ask.modifier())
    }

    /// The modified result of a roll of which no more than `cap` can count; at
    /// most `cap`.
    ///
    /// # Errors
    /// As [`Roller::value`].
    pub fn value_up_to(&mut self, ask: &AskedRoll, cap: i64) -> Result<i64, DiceStop> {
        let ask = &*self.next(ask);
        self.take_up_to(ask, cap)
    }

    fn take_up_to(&mut self, ask: &AskedRoll, cap: i64) -> Result<i64, DiceStop> {
        let thrown = self.take(ask, &Reading::UpTo(cap - ask.modifier()))?;
        Ok((thrown.natural + ask.modifier()).min(cap))
    }

    /// A check that needs a modified `target` or more.
    ///
    /// # Errors
    /// As [`Roller::value`].
    pub fn at_least(&mut self, ask: &AskedRoll, target: i64) -> Result<bool, DiceStop> {
        self.check(ask, &[(i64::MIN, false), (target, true)])
    }

    /// A check that needs a modified `target` or less.
    ///
    /// # Errors
    /// As [`Roller::value`].
    pub fn at_most(&mut self, ask: &AskedRoll, target: i64) -> Result<bool, DiceStop> {
        self.check(ask, &[(i64::MIN, true), (target.saturating_add(1), false)])
    }

    /// A roll on a table that aims at its best row. The report names the number
    /// that it needed, unless another roll decides the order: a later check, or a
    /// contest. Of several checks by one side, none decides alone. A roll whose number
    /// would reveal a secret, or that only adds to another roll, is read with
    /// [`Roller::row`].
    ///
    /// # Errors
    /// As [`Roller::value`].
    pub fn check<T: Copy>(&mut self, ask: &AskedRoll, rows: &[(i64, T)]) -> Result<T, DiceStop> {
        let ask = &*self.next(ask);
        let row = self.take_row(ask, rows)?;
        let is_alone = self.checked.replace(ask.hand) != Some(ask.hand);
        self.decide_by_another();
        if let Some(roll) = self.rolls.last_mut().filter(|_| is_alone) {
            roll.needed = NeededNumber::for_best_row(ask, rows);
        }
        Ok(row)
    }

    /// Removes the needed numbers of all rolls so far, since a later roll decides the order.
    fn decide_by_another(&mut self) {
        for roll in &mut self.rolls {
            roll.needed = None;
        }
    }

    /// A roll read on a table: `rows` has the lowest modified result of each
    /// row, ascending. Results under the second row belong to the first.
    ///
    /// # Errors
    /// As [`Roller::value`].
    pub fn row<T: Copy>(&mut self, ask: &AskedRoll, rows: &[(i64, T)]) -> Result<T, DiceStop> {
        let ask = &*self.next(ask);
        self.take_row(ask, rows)
    }

    fn take_row<T: Copy>(&mut self, ask: &AskedRoll, rows: &[(i64, T)]) -> Result<T, DiceStop> {
        let thrown = self.take(ask, &natural_rows(ask, rows))?;
        Ok(read_row(rows, thrown.natural + ask.modifier()))
    }

    /// The row on which every result of a roll is read; `None` if results differ.
    #[must_use]
    pub fn only_row<T: Copy + PartialEq>(&self, ask: &AskedRoll, rows: &[(i64, T)]) -> Option<T> {
        let ask = &*self.modified(ask);
        let (least, most) = ask.throw.span();
        let row = |natural: i64| read_row(rows, natural + ask.modifier());
        let first = row(least);
        (least..=most).all(|natural| row(natural) == first).then_some(first)
    }

    /// A roll read on a table, except that a natural result of `natural` or more
    /// always gives `row`, whatever the modifiers.
    ///
    /// # Errors
    /// As [`Roller::value`].
    pub fn row_or_natural<T: Copy>(
        &mut self,
        ask: &AskedRoll,
        rows: &[(i64, T)],
        natural: i64,
        row: T,
    ) -> Result<T, DiceStop> {
        let ask = &*self.next(ask);
        let from = natural + ask.modifier();
        let mut all: Vec<(i64, T)> = rows.iter().filter(|row| row.0 < from).copied().collect();
        all.push((from, row));
        self.take_row(ask, &all)
    }

    /// The same roll `times` times, read on a table. Returns the row of each, in no
    /// particular order.
    ///
    /// # Errors
    /// As [`Roller::value`].
    pub fn each<T: Copy>(
        &mut self,
        ask: &AskedRoll,
        times: u32,
        rows: &[(i64, T)],
    ) -> Result<Vec<T>, DiceStop> {
        let ask = &*self.next(ask);
        self.take_each(ask, times, rows)
    }

    fn take_each<T: Copy>(
        &mut self,
        ask: &AskedRoll,
        times: u32,
        rows: &[(i64, T)],
    ) -> Result<Vec<T>, DiceStop> {
        let mut drawn = Vec::new();
        // One roll at a time if they are reported, so that those already on the table are
        // known when the dice run out in the middle.
        if self.dice.reports() {
            for _ in 0..times {
                drawn.push(self.take_row(ask, rows)?);
            }
            return Ok(drawn);
        }
        let thrown = self.dice.each(ask, times, &natural_rows(ask, rows))?;
        Ok(thrown.iter().map(|t| read_row(rows, t.natural + ask.modifier())).collect())
    }

    /// A roll with the most that can count, and beside it another one `times` times, read on a
    /// table. What follows may depend on the others together with
    /// whether the first reached its most, but not on how far below that it stayed: the
    /// crew killed by fire, and the results for the fires.
    ///
    /// # Errors
    /// As [`Roller::value`].
    pub fn beside<T: Copy>(
        &mut self,
        first: CappedRoll,
        other: &AskedRoll,
        times: u32,
        rows: &[(i64, T)],
    ) -> Result<(i64, Vec<T>), DiceStop> {
        let cap = first.cap;
        let (first, other) = (&*self.next(first.ask), &*self.next(other));
        if self.dice.reports() {
            return Ok((self.take_up_to(first, cap)?, self.take_each(other, times, rows)?));
        }
        let reading = &natural_rows(other, rows);
        let natural_cap = cap - first.modifier();
        let (one, more) =
            self.dice.beside(&RollsBeside { first, cap: natural_cap, other, times, reading })?;
        let drawn = more.iter().map(|t| read_row(rows, t.natural + other.modifier())).collect();
        Ok(((one.natural + first.modifier()).min(cap), drawn))
    }

    /// Cards dealt one by one, none put back: `deck` gives the kind of each
    /// card, and each of `asks` is one die with a face for each card that is
    /// left then. Returns the place of each card among those, from 0. Cards of
    /// a kind are alike, and the order in which they come does not matter.
    ///
    /// # Errors
    /// As [`Roller::value`].
    pub fn deal(&mut self, deck: &[usize], asks: &[AskedRoll]) -> Result<Vec<usize>, DiceStop> {
        if self.dice.reports() {
            let card = |ask| self.take(ask, &Reading::Value).map(|card| place(&card));
            return asks.iter().map(card).collect();
        }
        self.dice.deal(deck, asks)
    }

    /// Two rolls against each other, rolled again while they are level.
    ///
    /// # Errors
    /// As [`Roller::value`].
    pub fn contest(&mut self, first: &AskedRoll, second: &AskedRoll) -> Result<Higher, DiceStop> {
        self.decide_by_another();
        let (first, second) = (&*self.next(first), &*self.next(second));
        loop {
            let [a, b] = if self.dice.reports() {
                [self.take(first, &Reading::Value)?, self.take(second, &Reading::Value)?]
            } else {
                self.dice.contest(first, second)?
            };
            match (a.natural + first.modifier()).cmp(&(b.natural + second.modifier())) {
                std::cmp::Ordering::Greater => return Ok(Higher::First),
                std::cmp::Ordering::Less => return Ok(Higher::Second),
                std::cmp::Ordering::Equal => {}
            }
        }
    }

    /// Two rolls at once, each with the most that can count, each
    /// read by itself: nothing that follows may depend on both.
    ///
    /// # Errors
    /// As [`Roller::value`].
    pub fn at_once(
        &mut self,
        first: CappedRoll,
        second: CappedRoll,
    ) -> Result<(i64, i64), DiceStop> {
        let caps = [first.cap, second.cap];
        let (first, second) = (&*self.next(first.ask), &*self.next(second.ask));
        if self.dice.reports() {
            return Ok((self.take_up_to(first, caps[0])?, self.take_up_to(second, caps[1])?));
        }
        let one = Reading::UpTo(caps[0] - first.modifier());
        let two = Reading::UpTo(caps[1] - second.modifier());
        let [a, b] = self.dice.at_once(
            ReadRoll { ask: first, reading: &one },
            ReadRoll { ask: second, reading: &two },
        )?;
        Ok((
            (a.natural + first.modifier()).min(caps[0]),
            (b.natural + second.modifier()).min(caps[1]),
        ))
    }
}

/// The place from 0 of the card that the die points to.
fn place(card: &Thrown) -> usize {
    usize::try_from(card.natural - 1).unwrap_or_default()
}

fn natural_rows<T>(ask: &AskedRoll, rows: &[(i64, T)]) -> Reading {
    let modifier = ask.modifier();
    Reading::Rows(rows.iter().map(|(from, _)| from.saturating_sub(modifier)).collect())
}

fn read_row<T: Copy>(rows: &[(i64, T)], modified: i64) -> T {
    let at = rows.partition_point(|(from, _)| *from <= modified);
    rows[at.saturating_sub(1)].1
}

/// A modifier for each die, as part of a sum: `amount` for each of `count`.
#[must_use]
pub fn per_die(throw: Throw, amount: i64, reason: impl Into<Reason>) -> Modifier {
    Modifier::new(amount * i64::from(throw.count()), reason)
}

#[cfg(test)]
mod tests {
    use super::super::sources::{Entered, EnteredRoll};
    use super::super::throw::Preferred;
    use super::*;

    /// The numbers that the rolls needed, after these faces of a d6 were entered.
    fn needed(
        faces: &[i64],
        resolve: impl Fn(&mut Roller) -> Result<(), DiceStop>,
    ) -> Vec<Option<NeededNumber>> {
        let mut dice = Entered::without_app(faces.iter().map(|face| EnteredRoll::Total(*face)));
        let mut roller = Roller::new(&mut dice);
        resolve(&mut roller).expect("enough dice");
        roller.into_rolls().iter().map(|roll| roll.needed).collect()
    }

    fn ask(preferred: Preferred, modifier: i64) -> AskedRoll {
        let modifiers = vec![Modifier::new(modifier, Reason::new("test", message!("a test")))];
        AskedRoll::new(Throw::D6, message!("a test")).preferring(preferred).with(modifiers)
    }

    #[test]
    fn the_needed_number_of_a_check_is_before_modifiers() {
        let of = |preferred, modifier, target| {
            needed(&[3], |roller| roller.at_least(&ask(preferred, modifier), target).map(|_| ()))
        };
        assert_eq!(of(Preferred::High, 1, 5), [Some(NeededNumber::AtLeast(4))]);
        assert_eq!(of(Preferred::Low, 1, 5), [Some(NeededNumber::AtMost(3))]);
        assert_eq!(of(Preferred::High, 6, 5), [Some(NeededNumber::AtLeast(1))]);
        assert_eq!(of(Preferred::High, -2, 5), [Some(NeededNumber::AtLeast(7))]);
    }

    #[test]
    fn the_later_check_of_the_other_side_decides_and_two_of_one_side_do_not() {
        let both = |hand| {
            needed(&[3, 3], |roller| {
                roller.at_least(&ask(Preferred::High, 0).thrown_by(hand), 4)?;
                roller.at_most(&ask(Preferred::Low, 0), 2).map(|_| ())
            })
        };
        assert_eq!(both(Hand::Opponent), [None, Some(NeededNumber::AtMost(2))]);
        assert_eq!(both(Hand::Giver), [None, None]);
    }

    #[test]
    fn a_contest_after_a_check_decides() {
        let boards = needed(&[3, 5, 2], |roller| {
            roller.at_least(&ask(Preferred::High, 0), 2)?;
            roller.contest(&ask(Preferred::High, 0), &ask(Preferred::High, 0)).map(|_| ())
        });
        assert_eq!(boards, [None, None, None]);
    }
}
