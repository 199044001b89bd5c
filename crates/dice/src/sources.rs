//! The dice sources that give one result for each roll: seeded, entered and recorded.

use std::collections::VecDeque;

use rand::rngs::ChaCha8Rng;
use rand::{Rng, SeedableRng};
use serde::{Deserialize, Serialize};

use message::message;

use super::roller::{Dice, DiceStop, ReadRoll, Reading, RollsBeside, contest_once, deal_in_turn};
use super::throw::{AskedRoll, Die, Origin, Thrown};

/// The app's own dice: `ChaCha8` keyed by the battle's seed and the number of
/// the order, so that the same seed and orders give the same battle on every
/// platform, and an order that is undone and given again rolls the same.
pub struct Seeded {
    generator: ChaCha8Rng,
}

impl Seeded {
    /// The dice for one order of a battle.
    #[must_use]
    pub fn new(seed: u64, order: u64) -> Seeded {
        let mut key = *b"................trierarch dice 1";
        key[..8].copy_from_slice(&seed.to_le_bytes());
        key[8..16].copy_from_slice(&order.to_le_bytes());
        Seeded { generator: ChaCha8Rng::from_seed(key) }
    }

    /// One fair face: random words beyond the last whole run of faces are
    /// dropped, since they would favour the low faces.
    pub fn face(&mut self, die: Die) -> u8 {
        let faces = u32::from(die.faces());
        let limit = u32::MAX - u32::MAX % faces;
        loop {
            let word = self.generator.next_u32();
            if word < limit {
                return u8::try_from(word % faces).map_or(1, |f| f + 1);
            }
        }
    }

    /// The next roll.
    pub fn roll(&mut self, ask: &AskedRoll) -> Thrown {
        let faces: Vec<u8> = (0..ask.throw.count()).map(|_| self.face(ask.throw.die())).collect();
        Thrown { natural: ask.throw.read(&faces), faces, by: Origin::Rolled }
    }
}

impl Dice for Seeded {
    fn throw(&mut self, ask: &AskedRoll, _: &Reading) -> Result<Thrown, DiceStop> {
        Ok(self.roll(ask))
    }

    fn pass_over(&mut self, ask: &AskedRoll, thrown: &Thrown) {
        if thrown.by == Origin::Rolled {
            self.roll(ask);
        }
    }
}

/// The players' answer for one roll of their own dice.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(untagged)]
pub enum EnteredRoll {
    /// The face, the total, the count, or the highest, whichever the roll asks
    /// for.
    Total(i64),
    /// The faces as they lie on the table.
    Faces(Vec<i64>),
    /// The app rolls this one (`null`).
    Program,
}

/// The app's dice when no die may be rolled: the first roll stops the resolver, and the error
/// has the roll.
pub struct NotRolled;

impl Dice for NotRolled {
    fn throw(&mut self, ask: &AskedRoll, _: &Reading) -> Result<Thrown, DiceStop> {
        Err(DiceStop::Needs(Box::new(ask.clone())))
    }
}

/// The players' own dice: the rolls already made, and then answers in the order of the rolls.
/// When they run out, the resolver stops and names the next roll, unless the app makes the
/// remaining ones.
pub struct Entered<A = Seeded> {
    earlier_rolls: VecDeque<Thrown>,
    entries: VecDeque<EnteredRoll>,
    app: A,
    program_throws_the_rest: bool,
    /// Whether a roll of the app was requested.
    requested_app_roll: bool,
}

impl Entered<NotRolled> {
    /// The players' answers, without the app's dice.
    pub fn without_app(entries: impl IntoIterator<Item = EnteredRoll>) -> Entered<NotRolled> {
        Entered::new(entries, NotRolled)
    }
}

impl<A: Dice> Entered<A> {
    /// The players' answers. [`EnteredRoll::Program`] rolls with the app's dice.
    pub fn new(entries: impl IntoIterator<Item = EnteredRoll>, app: A) -> Entered<A> {
        let entries = entries.into_iter().collect();
        let (earlier_rolls, program_throws_the_rest) = (VecDeque::new(), false);
        Entered { earlier_rolls, entries, app, program_throws_the_rest, requested_app_roll: false }
    }

    /// The same, but the app makes the rolls that the players did not.
    #[must_use]
    pub fn then_program(mut self) -> Entered<A> {
        self.program_throws_the_rest = true;
        self
    }

    /// The same, after rolls that are already made.
    #[must_use]
    pub fn after(mut self, earlier_rolls: &[Thrown]) -> Entered<A> {
        self.earlier_rolls = earlier_rolls.iter().cloned().collect();
        self
    }

    /// Whether there are still earlier rolls before the first answer.
    #[must_use]
    pub fn has_earlier_rolls(&self) -> bool {
        !self.earlier_rolls.is_empty()
    }

    /// The answer to the roll after those that have one.
    pub fn enter(&mut self, entry: EnteredRoll) {
        self.entries.push_back(entry);
    }

    /// The number of answers that no roll has used, up to the last one of the players: a roll
    /// that is left to the app may turn out not to be needed.
    #[must_use]
    pub fn left_over(&self) -> usize {
        let last = self.entries.iter().rposition(|entry| *entry != EnteredRoll::Program);
        last.map_or(0, |last| last + 1)
    }

    /// Whether the app rolls everything from here on.
    fn is_app_only(&self) -> bool {
        self.program_throws_the_rest && self.earlier_rolls.is_empty() && self.entries.is_empty()
    }

    /// Whether a roll of the app was requested.
    #[must_use]
    pub fn requested_app_roll(&self) -> bool {
        self.requested_app_roll
    }
}

impl<A: Dice> Dice for Entered<A> {
    fn throw(&mut self, ask: &AskedRoll, reading: &Reading) -> Result<Thrown, DiceStop> {
        let thrown = if let Some(thrown) = self.earlier_rolls.pop_front() {
            recorded(ask, thrown)?
        } else {
            match self.entries.pop_front() {
                None if !self.program_throws_the_rest => {
                    return Err(DiceStop::Needs(Box::new(ask.clone())));
                }
                None | Some(EnteredRoll::Program) => {
                    self.requested_app_roll = true;
                    return self.app.throw(ask, reading);
                }
                Some(EnteredRoll::Total(natural)) => {
                    check_total(ask, natural)?;
                    let faces = match (u8::try_from(natural), ask.throw.count()) {
                        (Ok(face), 1) if matches!(ask.throw, super::Throw::One { .. }) => {
                            vec![face]
                        }
                        _ => Vec::new(),
                    };
                    Thrown { faces, natural, by: Origin::Entered }
                }
                Some(EnteredRoll::Faces(faces)) => {
                    let faces = check_faces(ask, &faces)?;
                    Thrown { natural: ask.throw.read(&faces), faces, by: Origin::Entered }
                }
            }
        };
        self.app.pass_over(ask, &thrown);
        Ok(thrown)
    }

    /// A contest of the app's dice only, from its beginning or after a tie, is walked as one,
    /// because ties could repeat without end.
    fn contest(&mut self, first: &AskedRoll, second: &AskedRoll) -> Result<[Thrown; 2], DiceStop> {
        loop {
            if self.is_app_only() {
                self.requested_app_roll = true;
                return self.app.contest(first, second);
            }
            if let Some(decided) = contest_once(self, first, second)? {
                return Ok(decided);
            }
        }
    }

    fn each(
        &mut self,
        ask: &AskedRoll,
        times: u32,
        reading: &Reading,
    ) -> Result<Vec<Thrown>, DiceStop> {
        if self.is_app_only() {
            self.requested_app_roll = true;
            return self.app.each(ask, times, reading);
        }
        (0..times).map(|_| self.throw(ask, reading)).collect()
    }

    fn at_once(&mut self, first: ReadRoll, second: ReadRoll) -> Result<[Thrown; 2], DiceStop> {
        if self.is_app_only() {
            self.requested_app_roll = true;
            return self.app.at_once(first, second);
        }
        Ok([self.throw(first.ask, first.reading)?, self.throw(second.ask, second.reading)?])
    }

    fn beside(&mut self, rolls: &RollsBeside) -> Result<(Thrown, Vec<Thrown>), DiceStop> {
        if self.is_app_only() {
            self.requested_app_roll = true;
            return self.app.beside(rolls);
        }
        let first = self.throw(rolls.first, &Reading::UpTo(rolls.cap))?;
        Ok((first, self.each(rolls.other, rolls.times, rolls.reading)?))
    }

    fn deal(&mut self, deck: &[usize], asks: &[AskedRoll]) -> Result<Vec<usize>, DiceStop> {
        if self.is_app_only() {
            self.requested_app_roll = true;
            return self.app.deal(deck, asks);
        }
        deal_in_turn(self, asks)
    }

    fn reports(&self) -> bool {
        self.app.reports()
    }
}

fn check_total(ask: &AskedRoll, natural: i64) -> Result<(), DiceStop> {
    let (lowest, highest) = ask.throw.span();
    if (lowest..=highest).contains(&natural) {
        return Ok(());
    }
    Err(DiceStop::Impossible(message!(
        "{dice} for {purpose} gives {lowest} to {highest}, not {natural}",
        dice = ask.throw.message(),
        purpose = &ask.purpose,
        lowest,
        highest,
        natural
    )))
}

fn check_faces(ask: &AskedRoll, faces: &[i64]) -> Result<Vec<u8>, DiceStop> {
    let count = ask.throw.count();
    if faces.len() as u64 != u64::from(count) {
        return Err(DiceStop::Impossible(message!(
            count => "{dice} for {purpose} is {n} die, not {given}"
                | "{dice} for {purpose} is {n} dice, not {given}",
            dice = ask.throw.message(),
            purpose = &ask.purpose,
            given = faces.len()
        )));
    }
    let highest = ask.throw.die().faces();
    faces
        .iter()
        .map(|&face| {
            u8::try_from(face).ok().filter(|f| (1..=highest).contains(f)).ok_or_else(|| {
                DiceStop::Impossible(message!(
                    "a {die} for {purpose} has the faces 1 to {highest}, not {face}",
                    die = ask.throw.die().to_string(),
                    purpose = &ask.purpose,
                    highest,
                    face
                ))
            })
        })
        .collect()
}

/// The journal's dice: the recorded rolls of the players or the app.
pub struct Recorded {
    thrown: VecDeque<Thrown>,
}

impl Recorded {
    /// The rolls of an entry, in order.
    pub fn new(thrown: impl IntoIterator<Item = Thrown>) -> Recorded {
        Recorded { thrown: thrown.into_iter().collect() }
    }

    /// The number of rolls that were not used.
    #[must_use]
    pub fn left_over(&self) -> usize {
        self.thrown.len()
    }
}

impl Dice for Recorded {
    fn throw(&mut self, ask: &AskedRoll, _: &Reading) -> Result<Thrown, DiceStop> {
        let Some(thrown) = self.thrown.pop_front() else {
            return Err(DiceStop::Needs(Box::new(ask.clone())));
        };
        recorded(ask, thrown)
    }
}

/// A roll that was made before, as this roll reads it.
fn recorded(ask: &AskedRoll, thrown: Thrown) -> Result<Thrown, DiceStop> {
    if thrown.faces.is_empty() {
        check_total(ask, thrown.natural)?;
        return Ok(thrown);
    }
    let faces: Vec<i64> = thrown.faces.iter().map(|&f| i64::from(f)).collect();
    let faces = check_faces(ask, &faces)?;
    Ok(Thrown { natural: ask.throw.read(&faces), faces, by: thrown.by })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Throw;
    use message::Message;

    fn answer(throw: Throw, entry: EnteredRoll) -> Result<Thrown, DiceStop> {
        Entered::new([entry], Seeded::new(1, 1))
            .throw(&AskedRoll::new(throw, Message::verbatim("test")), &Reading::Value)
    }

    #[test]
    fn an_entry_may_be_the_total_or_the_faces() {
        let throw = Throw::sum(3, Die::D6);
        assert_eq!(
            answer(throw, EnteredRoll::Total(11)).map(|t| (t.natural, t.faces)),
            Ok((11, vec![]))
        );
        let faces = EnteredRoll::Faces(vec![2, 6, 3]);
        assert_eq!(answer(throw, faces).map(|t| t.natural), Ok(11));
        let hits = Throw::Hits { count: 3, die: Die::D6, on: 5 };
        assert_eq!(answer(hits, EnteredRoll::Faces(vec![5, 6, 4])).map(|t| t.natural), Ok(2));
        assert_eq!(answer(Throw::D6, EnteredRoll::Total(4)).map(|t| t.faces), Ok(vec![4]));
    }

    #[test]
    fn impossible_dice_are_named() {
        for (throw, entry, why) in [
            (Throw::D6, EnteredRoll::Total(7), "1d6 for test gives 1 to 6, not 7"),
            (Throw::D6, EnteredRoll::Faces(vec![0]), "a d6 for test has the faces 1 to 6, not 0"),
            (
                Throw::sum(2, Die::D10),
                EnteredRoll::Faces(vec![3]),
                "2d10 for test is 2 dice, not 1",
            ),
            (Throw::sum(2, Die::D10), EnteredRoll::Total(1), "2d10 for test gives 2 to 20, not 1"),
        ] {
            let Err(DiceStop::Impossible(shown)) = answer(throw, entry) else {
                panic!("{why}");
            };
            assert_eq!(shown.to_string(), why);
        }
    }

    #[test]
    fn entered_dice_skip_a_roll_of_the_app() {
        let ask = AskedRoll::new(Throw::D6, Message::verbatim("test"));
        let (mut own, mut lent) = (Seeded::new(7, 0), Seeded::new(7, 0));
        let first = own.throw(&ask, &Reading::Value).expect("a roll");
        let second = own.throw(&ask, &Reading::Value).expect("a roll");
        assert_ne!(first, second);
        let earlier_rolls = [first.clone()];
        let mut dice = Entered::new([], &mut lent).then_program().after(&earlier_rolls);
        assert_eq!([(); 2].map(|()| dice.throw(&ask, &Reading::Value)), [Ok(first), Ok(second)]);
    }

    #[test]
    fn odds_of_remaining_rolls_merge_the_same_branches() {
        fn rolls(dice: &mut dyn Dice) -> Result<(), DiceStop> {
            let ask = AskedRoll::new(Throw::D6, Message::verbatim("test"));
            let rows = Reading::Rows([i64::MIN, 5].into_iter().collect());
            let roll = ReadRoll { ask: &ask, reading: &rows };
            dice.at_once(roll, roll)?;
            let (first, other) = (&ask, &ask);
            dice.beside(&RollsBeside { first, cap: 3, other, times: 4, reading: &rows })?;
            let card = |cards| {
                let of_cards = Die::of(cards).expect("a die with a face for each card");
                AskedRoll::new(Throw::One { die: of_cards }, Message::verbatim("card"))
            };
            dice.deal(&[0, 0, 0, 1], &[card(4), card(3)]).map(drop)
        }
        let branches = |is_rest: bool| {
            let mut branches = 0;
            let run = |dice: &mut dyn Dice| {
                if is_rest {
                    rolls(&mut Entered::new([], dice).then_program())
                } else {
                    rolls(dice)
                }
            };
            crate::walk(crate::Thoroughness::Merged, run, |done, _| {
                assert_eq!(done, Ok(()));
                branches += 1;
            });
            branches
        };
        assert_eq!(branches(true), branches(false));
    }

    #[test]
    fn a_contest_asks_the_players_for_each_die_that_is_not_on_the_table() {
        let ask = AskedRoll::new(Throw::D6, Message::verbatim("test"));
        let lies = Thrown { natural: 4, faces: vec![4], by: Origin::Entered };
        let entered = |totals: &[i64], earlier_rolls: &[Thrown]| {
            let entries: Vec<_> = totals.iter().map(|n| EnteredRoll::Total(*n)).collect();
            Entered::new(entries, Seeded::new(7, 0)).after(earlier_rolls)
        };
        let contest = |totals: &[i64], earlier_rolls: &[Thrown]| {
            entered(totals, earlier_rolls)
                .contest(&ask, &ask)
                .map(|both| both.map(|one| one.natural))
        };
        let needs = Err(DiceStop::Needs(Box::new(ask.clone())));
        for (totals, earlier_rolls) in
            [(&[][..], &[][..]), (&[3], &[]), (&[3, 3], &[]), (&[], &[&lies])]
        {
            let earlier_rolls: Vec<Thrown> =
                earlier_rolls.iter().map(|lies| (*lies).clone()).collect();
            assert_eq!(contest(totals, &earlier_rolls), needs, "{totals:?} {earlier_rolls:?}");
        }
        assert_eq!(contest(&[3, 2], &[]), Ok([3, 2]));
        let earlier_rolls = [lies];
        assert_eq!(contest(&[3], &earlier_rolls), Ok([4, 3]));
        for mut begun in
            [entered(&[], &earlier_rolls), entered(&[4], &[])].map(Entered::then_program)
        {
            let both = begun.contest(&ask, &ask).expect("the app rolls the rest");
            assert_eq!(both.map(|one| one.by), [Origin::Entered, Origin::Rolled]);
            assert!(begun.requested_app_roll());
        }
    }

    #[test]
    fn the_faces_of_a_seed_never_change() {
        let mut dice = Seeded::new(7, 0);
        let sixes: Vec<u8> = (0..16).map(|_| dice.face(Die::D6)).collect();
        let mut dice = Seeded::new(7, 1);
        let tens: Vec<u8> = (0..16).map(|_| dice.face(Die::D10)).collect();
        // Checked against a separate implementation of ChaCha8.
        assert_eq!(sixes, [1, 4, 1, 3, 1, 2, 1, 6, 3, 4, 5, 5, 1, 5, 3, 6]);
        assert_eq!(tens, [1, 5, 6, 6, 10, 5, 6, 2, 8, 6, 9, 6, 3, 10, 1, 7]);
    }

    #[test]
    fn every_face_of_a_die_is_about_as_frequent() {
        for die in [Die::D3, Die::D6, Die::D10] {
            let mut dice = Seeded::new(11, 3);
            let mut seen = vec![0i64; usize::from(die.faces())];
            for _ in 0..60_000 {
                seen[usize::from(dice.face(die)) - 1] += 1;
            }
            let expected = 60_000 / i64::from(die.faces());
            // Five standard deviations, with a fixed seed: the test cannot fail
            // by chance.
            assert!(seen.iter().all(|n| (n - expected).abs() < 5 * 130), "{die}: {seen:?}");
        }
    }
}
