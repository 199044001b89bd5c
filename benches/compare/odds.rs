//! Distributions that `odds.py` compares with other libraries, as JSON: every answer as
//! exact fractions, with its time. Usage: `odds RUNS`.
//!
//! No results are cached between runs: each makes new dice, and resolves an order in every
//! branch, as the order's form does.

#![allow(clippy::expect_used, reason = "a benchmark fails with its message")]

#[path = "../worst_case/mod.rs"]
mod worst_case;

use std::collections::BTreeMap;
use std::env;
use std::hint::black_box;
use std::time::Instant;

use serde_json::{Map, Value, json};
use trierarch::analysis::{Odds, odds};
use trierarch::dice::{
    AskedRoll, CappedRoll, Chance, DiceStop, Die, Distribution, Higher, Natural, Roller,
    Thoroughness, Throw, walk,
};
use trierarch::games::{Battle, Order};
use trierarch::message::Message;
use worst_case::{largest_ships, read, set};

/// Results in words with their probabilities, by question.
type Answers = BTreeMap<String, Vec<(String, Chance)>>;

fn main() {
    let runs = env::args().nth(1).and_then(|runs| runs.parse().ok()).expect("a number of runs");
    assert_eq!(sorted_pairs(3), walked_pairs(3), "the fold matches the enumeration");
    let board = json!({"kind": "board", "ship": "A1", "target": "B1"});
    let shoot = json!({
        "kind": "shoot", "ship": "A1", "weapon": "greek-fire", "target": "B1", "range": 1,
    });
    let mut battle = largest_ships();
    for ship in ["A1", "B1"] {
        set(&mut battle, ship, "crew", &json!(CREW));
    }
    let (board, shoot) = (read(&battle, &board), read(&battle, &shoot));
    let mut all = Map::new();
    let mut add = |name: &str, (seconds, answers): (Vec<f64>, Answers)| {
        all.insert(name.into(), json!({ "seconds": seconds, "answers": as_json(&answers) }));
    };
    add("12d6", timed(runs, || sum(Throw::sum(12, Die::D6))));
    add("board", timed(runs, || order(&battle, &board, &["A1.crew", "B1.crew"])));
    add("pairs", timed(runs, || sorted_pairs(10)));
    add("highest", timed(runs, || best(3, 2)));
    add("missile", timed(runs, || order(&battle, &shoot, &["B1.crew", "B1.fires"])));
    add("board dice", timed(runs, board_dice));
    add("missile dice", timed(runs, missile_dice));
    let walked = Instant::now();
    assert_eq!(walked_pairs(10), sorted_pairs(10));
    all.insert("walked_pairs".into(), json!(walked.elapsed().as_secs_f64()));
    println!("{}", Value::Object(all));
}

/// The times of all runs, each the mean of a batch long enough to measure; and the answers,
/// which are converted to words outside the measurement.
fn timed<T: IntoAnswers>(runs: usize, mut run: impl FnMut() -> T) -> (Vec<f64>, Answers) {
    let start = Instant::now();
    let answers = run().into_answers();
    let once = start.elapsed().as_secs_f64();
    let batch = (50e-6 / once).ceil().max(1.0);
    let mut seconds = Vec::new();
    for _ in 0..runs {
        let start = Instant::now();
        let mut left = batch;
        while left > 0.0 {
            black_box(run());
            left -= 1.0;
        }
        seconds.push(start.elapsed().as_secs_f64() / batch);
    }
    (seconds, answers)
}

/// The answers of a run, in words.
trait IntoAnswers {
    fn into_answers(self) -> Answers;
}

impl IntoAnswers for Distribution {
    fn into_answers(self) -> Answers {
        let total = self.total().clone();
        let chance = |ways: &Natural| Chance::of(ways.clone(), total.clone());
        let values = self.iter().map(|(value, ways)| (value.to_string(), chance(ways))).collect();
        BTreeMap::from([("total".into(), values)])
    }
}

impl IntoAnswers for Odds {
    fn into_answers(self) -> Answers {
        let outcomes = self.outcomes.into_iter().map(|(word, c)| (word.to_string(), c)).collect();
        let watched = self.watched.into_iter().map(|(key, values)| {
            (key, values.into_iter().map(|(value, c)| (value.to_string(), c)).collect())
        });
        watched.chain([("outcome".to_owned(), outcomes)]).collect()
    }
}

impl IntoAnswers for Vec<Chance> {
    fn into_answers(self) -> Answers {
        let values = (0..).zip(self).map(|(won, chance): (u32, _)| (won.to_string(), chance));
        BTreeMap::from([("won".into(), values.collect())])
    }
}

fn sum(throw: Throw) -> Distribution {
    Distribution::of(black_box(throw))
}

fn order(battle: &Battle, order: &Order, watch: &[&str]) -> Odds {
    let watch: Vec<String> = watch.iter().map(ToString::to_string).collect();
    odds(black_box(&battle.full_view()), order, &watch, Thoroughness::Merged)
        .expect("an open order")
}

/// The result of dice without ships and rules: an outcome and two numbers.
#[derive(Default)]
struct Bare {
    outcomes: BTreeMap<&'static str, Chance>,
    numbers: [BTreeMap<i64, Chance>; 2],
    keys: [&'static str; 2],
}

impl Bare {
    fn of(
        keys: [&'static str; 2],
        mut run: impl FnMut(&mut Roller) -> Result<(&'static str, [i64; 2]), DiceStop>,
    ) -> Bare {
        let mut bare = Bare { keys, ..Bare::default() };
        walk(
            Thoroughness::Merged,
            |dice| run(&mut Roller::new(dice)).expect("the odds have dice"),
            |(outcome, numbers), chance| {
                bare.outcomes.entry(outcome).or_insert_with(Chance::never).add(chance);
                for (number, values) in numbers.into_iter().zip(&mut bare.numbers) {
                    values.entry(number).or_insert_with(Chance::never).add(chance);
                }
            },
        );
        bare
    }
}

impl IntoAnswers for Bare {
    fn into_answers(self) -> Answers {
        let outcomes = self.outcomes.into_iter().map(|(word, c)| (word.to_owned(), c)).collect();
        let numbers = self.keys.into_iter().zip(self.numbers).map(|(key, values)| {
            (key.to_owned(), values.into_iter().map(|(n, c)| (n.to_string(), c)).collect())
        });
        numbers.chain([("outcome".to_owned(), outcomes)]).collect()
    }
}

/// The crew of both ships.
const CREW: i64 = 170;

/// The dice of a boarding, without ships and rules.
fn board_dice() -> Bare {
    let boards = AskedRoll::new(Throw::D10, Message::verbatim("boards"));
    let kills = AskedRoll::new(Throw::sum(black_box(17), Die::D6), Message::verbatim("killed"));
    Bare::of(["A1.crew", "B1.crew"], |roller| {
        if !roller.at_least(&boards, 6)? {
            return Ok(("repelled", [CREW, CREW]));
        }
        let kills = CappedRoll { ask: &kills, cap: CREW };
        let (other, own) = roller.at_once(kills, kills)?;
        Ok(("melee", [CREW - own, CREW - other]))
    })
}

/// The dice of a missile, without ships and rules.
fn missile_dice() -> Bare {
    let [hits, fire, counters] = [Throw::D10, Throw::D6, Throw::D3]
        .map(|throw| AskedRoll::new(black_box(throw), Message::verbatim("missile")));
    let kills = AskedRoll::new(Throw::sum(black_box(2), Die::D10), Message::verbatim("killed"));
    let rows = [(i64::MIN, true), (5, false)];
    Bare::of(["B1.crew", "B1.fires"], |roller| {
        if !roller.at_least(&hits, 6)? {
            return Ok(("miss", [CREW, 0]));
        }
        let kills = CappedRoll { ask: &kills, cap: CREW };
        let (killed, burns) = roller.beside(kills, &fire, 1, &rows)?;
        if !burns[0] {
            return Ok(("hit", [CREW - killed, 0]));
        }
        Ok(("hit-and-fire", [CREW - killed, roller.value(&counters)?]))
    })
}

/// The highest of some dice against the highest of others, with ties rerolled: the
/// probabilities of losing and of winning.
fn best(first: u32, second: u32) -> Vec<Chance> {
    let ask = |count| {
        AskedRoll::new(Throw::highest(black_box(count), Die::D6), Message::verbatim("best die"))
    };
    let (first, second) = (ask(first), ask(second));
    let mut chances = vec![Chance::never(); 2];
    walk(
        Thoroughness::Merged,
        |dice| Roller::new(dice).contest(&first, &second).expect("the odds have dice"),
        |winner, chance| chances[usize::from(winner == Higher::First)].add(chance),
    );
    chances
}

/// Two handfuls of dice, sorted and compared pairwise from the highest, with ties for the
/// second side: the number of pairs that the first side wins. No rule of any game uses
/// this, so the dice have no such roll. It is computed face by face from the highest down,
/// since only two things matter: how many dice of each side have been placed, and how many
/// pairs are won.
fn sorted_pairs(count: u32) -> Vec<Chance> {
    let count = black_box(count) as usize;
    // Dice placed of the first and of the second side, and pairs won.
    let at = |first: usize, second: usize, won: usize| {
        (first * (count + 1) + second) * (count + 1) + won
    };
    let places = || vec![Natural::ZERO; at(count, count, count) + 1];
    let choose: Vec<Vec<Natural>> = (0..=count).map(ways_to_choose).collect();
    let mut ways = places();
    ways[0] = Natural::ONE;
    for face in (1..=6).rev() {
        // The second side's dice come first, since tied pairs are not won. At the last face
        // all remaining dice are placed.
        for of_first in [false, true] {
            let mut next = places();
            for (first, second, won) in every(count) {
                let before = &ways[at(first, second, won)];
                if before.is_zero() {
                    continue;
                }
                let left = count - if of_first { first } else { second };
                for more in if face == 1 { left..=left } else { 0..=left } {
                    let now = if of_first {
                        let lie = first + more;
                        at(lie, second, won + lie.saturating_sub(second.max(first)))
                    } else {
                        at(first, second + more, won)
                    };
                    next[now] += &(before * &choose[left][more]);
                }
            }
            ways = next;
        }
    }
    let total = Natural::from(6u32).pow(2 * u32::try_from(count).expect("few dice"));
    (0..=count).map(|won| Chance::of(ways[at(count, count, won)].clone(), total.clone())).collect()
}

fn every(count: usize) -> impl Iterator<Item = (usize, usize, usize)> {
    let up_to = move || 0..=count;
    up_to().flat_map(move |first| {
        up_to().flat_map(move |second| (0..=first).map(move |won| (first, second, won)))
    })
}

/// The number of ways in which each number of dice can show a face, out of `count`: the
/// binomial coefficients.
fn ways_to_choose(count: usize) -> Vec<Natural> {
    match u32::try_from(count).expect("few dice") {
        0 => vec![Natural::ONE],
        count => {
            let coin = Die::of(2).expect("two faces");
            let coins = Distribution::of(Throw::Hits { count, die: coin, on: 2 });
            coins.iter().map(|(_, ways)| ways.clone()).collect()
        }
    }
}

/// The same distribution by enumeration: every hand of one side against every hand of the
/// other.
fn walked_pairs(count: u32) -> Vec<Chance> {
    let rows: Vec<(i64, i64)> = (1..=6).map(|face| (face, face)).collect();
    let mut chances = vec![Chance::never(); count as usize + 1];
    let ask = AskedRoll::new(Throw::D6, Message::verbatim("pairs"));
    walk(
        Thoroughness::Merged,
        |dice| {
            let mut roller = Roller::new(dice);
            let mut hand = || roller.each(&ask, count, &rows).expect("the odds have dice");
            // Both ascending: the same pairs as from the highest down.
            let (first, second) = (hand(), hand());
            first.iter().zip(&second).filter(|(one, two)| one > two).count()
        },
        |won, chance| chances[won].add(chance),
    );
    chances
}

fn as_json(answers: &Answers) -> Value {
    let fraction = |chance: &Chance| {
        let (weight, total) = chance.lowest_terms();
        format!("{weight}/{total}")
    };
    let values = |values: &[(String, Chance)]| {
        values.iter().map(|(value, c)| (value.clone(), json!(fraction(c)))).collect()
    };
    let all = answers.iter().map(|(name, list)| (name.clone(), Value::Object(values(list))));
    Value::Object(all.collect())
}
