//! The luck of the dice: the rolls of a battle compared with the average.

use std::collections::{BTreeMap, HashMap};

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::journal::{Entry, Journal, Places};
use dice::{
    AskedRoll, Chance, Dice, DiceStop, Distribution, Hand, Natural, Origin, Preferred, Reading,
    Recorded, Throw, Thrown,
};
use games::{Battle, Order};
use message::Message;
use rules::{Side, Tag, Viewer};

use super::sums::{Deviation, Sums, gathered};

/// The luck of a battle so far.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Luck {
    /// Every roll, in order.
    pub throws: Vec<Cast>,
    /// The luck of side A and of side B.
    pub sides: [Fortune; 2],
    /// The luck of each unit that has made rolls, by tag.
    pub units: BTreeMap<Tag, Fortune>,
}

/// A roll, compared with the expected result.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Cast {
    /// The place of its entry in the line, from 0.
    pub index: usize,
    /// Its purpose, in words.
    pub purpose: Message,
    /// The dice.
    pub throw: Throw,
    /// Their result.
    pub thrown: Thrown,
    /// Whose dice they were; `None` if they belong to neither side.
    pub side: Option<Side>,
    /// The unit that rolled, if it was a single one.
    pub unit: Option<Tag>,
    /// The expected natural result.
    pub mean: f64,
    /// How good it was; `None` if no result is better than another.
    pub measure: Option<RollLuck>,
}

/// The luck of a roll, for the side that made it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RollLuck {
    /// The chance of a result this good or better, before the modifiers.
    pub this_good: Chance,
    /// The chance of a result this bad or worse.
    pub this_bad: Chance,
    /// Its distance above the expected result, in standard deviations.
    pub above: f64,
}

/// The luck of a number of rolls together.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Fortune {
    /// The number of rolls that could have been better or worse.
    pub throws: u32,
    /// The sum of how far each was above the expected result, in its own
    /// standard deviations.
    pub above: f64,
    /// The chance that such rolls are together this good or better; `None` if
    /// none could have been better or worse.
    pub this_good: Option<f64>,
    /// The chance that they are together this bad or worse.
    pub this_bad: Option<f64>,
    /// How often each face of a die fell, by its number of faces; the first
    /// count is that of face 1. Totals entered without faces are not counted,
    /// and neither are cards and other draws.
    pub faces: BTreeMap<u8, Vec<u32>>,
}

impl Fortune {
    /// All rolls together, in standard deviations of that many rolls: beyond 2
    /// either way is remarkable.
    #[must_use]
    pub fn luck(&self) -> f64 {
        if self.throws == 0 { 0.0 } else { self.above / f64::from(self.throws).sqrt() }
    }

    /// The mean face of a kind of die; `None` if none was rolled.
    #[must_use]
    pub fn mean_face(&self, faces: u8) -> Option<f64> {
        let counts = self.faces.get(&faces)?;
        let fallen: u32 = counts.iter().sum();
        let sum: f64 = (1u32..).zip(counts).map(|(face, n)| f64::from(face) * f64::from(*n)).sum();
        (fallen > 0).then(|| sum / f64::from(fallen))
    }

    /// Compares them with all possible results of such rolls.
    fn judge(&mut self, sums: &Sums) {
        if self.throws > 0 {
            self.this_good = Some(sums.at_least(self.above));
            self.this_bad = Some(sums.at_most(self.above));
        }
    }

    fn count(&mut self, cast: &Cast, preferred: Preferred) {
        if let Some(measure) = &cast.measure {
            self.throws += 1;
            self.above += measure.above;
        }
        if preferred == Preferred::Drawn {
            return;
        }
        let die = cast.throw.die().faces();
        for &face in &cast.thrown.faces {
            let counts = self.faces.entry(die).or_insert_with(|| vec![0; usize::from(die)]);
            if let Some(count) = counts.get_mut(usize::from(face).wrapping_sub(1)) {
                *count += 1;
            }
        }
    }
}

impl Luck {
    /// The course of both sides' luck: after each entry with rolls, the sums for A and for B of
    /// how far each roll so far was above the expected result, in its own standard deviations.
    #[must_use]
    pub fn course(&self) -> Vec<(usize, [f64; 2])> {
        let mut course: Vec<(usize, [f64; 2])> = Vec::new();
        let mut sums = [0.0; 2];
        for cast in &self.throws {
            let (Some(side), Some(measure)) = (cast.side, &cast.measure) else { continue };
            sums[side.index()] += measure.above;
            match course.last_mut() {
                Some(last) if last.0 == cast.index => last.1 = sums,
                _ => course.push((cast.index, sums)),
            }
        }
        course
    }
}

/// Whether the app's rolls of an entry are those of the battle's seed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Proof {
    /// The app rolled nothing for it.
    NothingToProve,
    /// They are what the seed gives under this number, from 0. It is the
    /// entry's place in the line unless orders before it were inserted or
    /// removed later, or it was itself inserted or rolled again.
    OfTheSeed(u64),
    /// They are not: the order was changed and kept its dice, or they were
    /// altered.
    NotOfTheSeed,
}

/// The comparison of the app's rolls with those of the battle's seed.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Proved {
    /// The number of entries with rolls of the app.
    pub thrown: usize,
    /// The places in the line of those whose rolls are not the seed's.
    pub others: Vec<usize>,
}

impl Luck {
    /// The same with the places of the entries as a viewer counts them.
    #[must_use]
    pub fn at(mut self, places: &Places) -> Luck {
        self.throws.iter_mut().for_each(|cast| cast.index = places.seen(cast.index));
        self
    }

    /// How the dice have fallen so far, as far as a viewer may know: rolls of
    /// secret orders are left out.
    #[must_use]
    pub fn of(journal: &Journal, viewer: Viewer) -> Luck {
        let mut luck = Luck::default();
        let mut known = HashMap::new();
        let (mut sides, mut units) = (<[Sums; 2]>::default(), BTreeMap::<Tag, Sums>::new());
        for (index, entry) in journal.entries().take(journal.cursor()).enumerate() {
            let secret = viewer != Viewer::Everyone
                && journal.seen(index, viewer).is_none_or(|seen| seen.secret);
            let Some(battle) = journal.at(index).filter(|_| !secret) else { continue };
            for (ask, thrown) in throws(battle, entry) {
                let roll = known.entry(ask.throw).or_insert_with(|| KnownRoll::of(ask.throw));
                let (unit, side) = dice_of(battle, &entry.order, ask.hand);
                let cast = Cast {
                    index,
                    purpose: ask.purpose.clone(),
                    throw: ask.throw,
                    side,
                    unit,
                    mean: roll.mean,
                    measure: roll.measure(ask.preferred, thrown.natural),
                    thrown,
                };
                let outcomes = known.get(&cast.throw).filter(|_| cast.measure.is_some());
                let outcomes = outcomes.map(|known| known.outcomes(ask.preferred));
                if let Some(side) = cast.side {
                    luck.sides[side.index()].count(&cast, ask.preferred);
                    if let Some(throw) = &outcomes {
                        sides[side.index()].and(throw);
                    }
                }
                if let Some(unit) = cast.unit {
                    luck.units.entry(unit).or_default().count(&cast, ask.preferred);
                    let sums = units.entry(unit).or_default();
                    if let Some(throw) = &outcomes {
                        sums.and(throw);
                    }
                }
                luck.throws.push(cast);
            }
        }
        for (fortune, sums) in luck.sides.iter_mut().zip(&sides) {
            fortune.judge(sums);
        }
        for (unit, fortune) in &mut luck.units {
            if let Some(sums) = units.get(unit) {
                fortune.judge(sums);
            }
        }
        luck
    }
}

impl Proved {
    /// Whether the app's rolls so far are those of the battle's seed.
    #[must_use]
    pub fn of(journal: &Journal) -> Proved {
        let mut proved = Proved::default();
        for index in 0..journal.cursor() {
            match Proof::of(journal, index) {
                None | Some(Proof::NothingToProve) => continue,
                Some(Proof::OfTheSeed(_)) => {}
                Some(Proof::NotOfTheSeed) => proved.others.push(index),
            }
            proved.thrown += 1;
        }
        proved
    }
}

impl Proof {
    /// Whether the app's rolls of an entry are those of the battle's seed, so
    /// that no roll was repeated for a better result. `None` if there is no such
    /// entry.
    #[must_use]
    pub fn of(journal: &Journal, index: usize) -> Option<Proof> {
        let all = throws(journal.at(index)?, journal.entry(index)?);
        let program: Vec<_> = all.iter().filter(|(_, t)| t.by == Origin::Rolled).collect();
        let entry = journal.entry(index)?;
        // Rolls that the rules no longer ask for cannot be compared with the
        // seed.
        if program.len() != entry.thrown.iter().filter(|thrown| thrown.by == Origin::Rolled).count()
        {
            return Some(Proof::NotOfTheSeed);
        }
        if program.is_empty() {
            return Some(Proof::NothingToProve);
        }
        let number = entry.number_at(index);
        let mut dice = journal.dice_of(index)?;
        let as_given = program.iter().all(|(ask, thrown)| {
            dice.throw(ask, &Reading::Value).is_ok_and(|again| again.faces == thrown.faces)
        });
        Some(if as_given { Proof::OfTheSeed(number) } else { Proof::NotOfTheSeed })
    }
}

/// The rolls that an entry asked for, with their results.
fn throws(battle: &Battle, entry: &Entry) -> Vec<(AskedRoll, Thrown)> {
    let Ok(order) = battle.read_order(&entry.order) else { return Vec::new() };
    listen(battle, &order, Recorded::new(entry.thrown.iter().cloned()))
}

fn listen(battle: &Battle, order: &Order, recorded: Recorded) -> Vec<(AskedRoll, Thrown)> {
    let mut dice = Listener { recorded, rolls: Vec::new() };
    match battle.resolve(order, &mut dice) {
        Ok(_) => dice.rolls,
        Err(_) => Vec::new(),
    }
}

/// Passes recorded rolls on, and notes their requests.
struct Listener {
    recorded: Recorded,
    rolls: Vec<(AskedRoll, Thrown)>,
}

impl Dice for Listener {
    fn throw(&mut self, ask: &AskedRoll, reading: &Reading) -> Result<Thrown, DiceStop> {
        let thrown = self.recorded.throw(ask, reading)?;
        self.rolls.push((ask.clone(), thrown.clone()));
        Ok(thrown)
    }
}

/// A roll that has been looked at before.
struct KnownRoll {
    distribution: Distribution,
    mean: f64,
    spread: f64,
    /// Its results in standard deviations, with their chances.
    high: Vec<Deviation>,
}

impl KnownRoll {
    fn of(throw: Throw) -> KnownRoll {
        let distribution = Distribution::of(throw);
        let (mean, spread) = (distribution.mean(), distribution.spread());
        let chance = |ways: &Natural| ways.ratio(distribution.total());
        let results = distribution.iter();
        let high = results.map(|(r, ways)| ((r as f64 - mean) / spread, chance(ways)));
        // A large number of dice has too many results to list.
        let high = if distribution.iter().count() > MOST_RESULTS {
            gathered(high, 8.0, MOST_RESULTS)
        } else {
            high.collect()
        };
        KnownRoll { distribution, mean, spread, high }
    }

    /// Its results, ordered by what is good for the side that rolls.
    fn outcomes(&self, preferred: Preferred) -> Vec<Deviation> {
        match preferred {
            Preferred::Low => self.high.iter().rev().map(|(above, p)| (-above, *p)).collect(),
            Preferred::High | Preferred::Neither | Preferred::Drawn => self.high.clone(),
        }
    }

    /// How good a natural result is; `None` if none is better than another.
    fn measure(&self, preferred: Preferred, natural: i64) -> Option<RollLuck> {
        let above = (natural as f64 - self.mean) / self.spread;
        let this_high = self.distribution.at_least(natural);
        let this_low = self.distribution.at_most(natural);
        // A die with one face has no luck and no deviation.
        if !above.is_finite() {
            return None;
        }
        match preferred {
            Preferred::High => Some(RollLuck { this_good: this_high, this_bad: this_low, above }),
            Preferred::Low => {
                Some(RollLuck { this_good: this_low, this_bad: this_high, above: -above })
            }
            Preferred::Neither | Preferred::Drawn => None,
        }
    }
}

/// At most this many results of a roll are distinguished.
const MOST_RESULTS: usize = 600;

/// The unit whose dice decide an order, if it is a single one, and its side:
/// the issuer of the order, or its target.
#[must_use]
pub fn dice_of(
    battle: &Battle,
    order: &Map<String, Value>,
    hand: Hand,
) -> (Option<Tag>, Option<Side>) {
    let kind = order.get("kind").and_then(Value::as_str).unwrap_or_default();
    let Some(spec) = battle.system().order(kind) else { return (None, None) };
    spec.dice_of(order, hand, |tag| battle.holder(tag))
}
