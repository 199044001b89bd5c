//! Tests that the odds shown are the odds rolled: orders from random play in every game,
//! rolled a hundred thousand times each.

mod modifiers;
mod forms;

use std::collections::HashMap;

use dice::{AskedRoll, Chance, Dice, DiceStop, Reading, Seeded, Thoroughness, Thrown, walk};
use engine::analysis::{Odds, answer, odds};
use games::{Battle, BattleQuestion, Outcome, SystemTag};
use rules::Side;
use serde_json::{Value, json};
use testing::dice_orders::{FoundOrder, made, orders_that_throw};

/// The number of times that each order is rolled.
const THROWS: u32 = 100_000;

/// Every number and word of the records that an order may change.
fn keys(battle: &Battle) -> Vec<String> {
    let units = battle.tags().into_iter().flat_map(|tag| {
        let state = battle.full_view().unit_state(tag).expect("a log");
        state.keys().map(|key| format!("{tag}.{key}")).collect::<Vec<_>>()
    });
    let state = battle.full_view().state();
    let sides = Side::ALL.iter().flat_map(|side| {
        let keys = state["sides"][side.index()].as_object().expect("a side").keys();
        keys.map(|key| format!("{side}.{key}"))
            .filter(|key| battle.full_view().value(key).is_some())
            .collect::<Vec<_>>()
    });
    units.chain(sides).collect()
}

/// The odds of an order with every key that it may change.
fn all_odds(found: &FoundOrder, thoroughness: Thoroughness) -> Odds {
    let FoundOrder { battle, order } = found;
    let of = |watch: &[String]| {
        odds(&battle.full_view(), order, watch, thoroughness).expect("an open order")
    };
    let mut after = Vec::new();
    for seed in 0..50 {
        let report = battle.resolve(order, &mut Seeded::new(seed, 0)).expect("an open order");
        let mut next = battle.clone();
        next.apply(&report.effects);
        after.push(next);
    }
    let changes = |key: &String| {
        after.iter().any(|next| next.full_view().value(key) != battle.full_view().value(key))
    };
    let mut odds = of(&keys(battle).into_iter().filter(changes).collect::<Vec<_>>());
    for values in odds.watched.values_mut() {
        let mut in_any_order: Vec<(Value, Chance)> = Vec::new();
        for (value, chance) in values.drain(..).map(|(value, chance)| (sorted(value), chance)) {
            match in_any_order.iter_mut().find(|(known, _)| *known == value) {
                Some((_, sum)) => sum.add(&chance),
                None => in_any_order.push((value, chance)),
            }
        }
        *values = in_any_order;
    }
    odds
}

/// A sorted list, since cards are dealt in any order.
fn sorted(mut value: Value) -> Value {
    if let Value::Array(list) = &mut value {
        list.sort_by_cached_key(Value::to_string);
    }
    value
}

/// How surprising these counts are, given their probabilities: Pearson's chi-square as a
/// number of standard deviations, by the approximation of Wilson and Hilferty (conservative
/// for few cells). Cells with fewer than ten expected are merged.
fn surprise(cells: &[(f64, u32)]) -> f64 {
    let throws: u32 = cells.iter().map(|(_, seen)| seen).sum();
    let mut counted: Vec<(f64, f64)> =
        cells.iter().map(|(chance, seen)| (chance * f64::from(throws), f64::from(*seen))).collect();
    counted.sort_by(|a, b| a.0.total_cmp(&b.0));
    while counted.len() > 1 && counted[0].0 < 10.0 {
        let (expected, seen) = counted.remove(0);
        counted[0].0 += expected;
        counted[0].1 += seen;
        counted.sort_by(|a, b| a.0.total_cmp(&b.0));
    }
    let freedom = counted.len() as f64 - 1.0;
    if freedom < 1.0 {
        return 0.0;
    }
    let sum: f64 =
        counted.iter().map(|(expected, seen)| (seen - expected).powi(2) / expected).sum();
    let spread = 2.0 / (9.0 * freedom);
    ((sum / freedom).cbrt() - (1.0 - spread)) / spread.sqrt()
}

/// By chance, fewer than one count in a million is more surprising than this. There are a
/// few hundred counts with fixed seeds: a test that passes once always passes, and a
/// failure is a fault of the odds or of the dice.
const MOST_SURPRISE: f64 = 4.75;

/// Why the observed results cannot come from the shown odds.
fn objection<K: std::hash::Hash + Eq + std::fmt::Debug>(
    shown: &[(K, Chance)],
    seen: &HashMap<K, u32>,
) -> Option<String> {
    let foreseen = |value| shown.iter().any(|(known, chance)| known == value && !chance.is_never());
    if let Some(value) = seen.keys().find(|value| !foreseen(*value)) {
        return Some(format!("{value:?} happened, and is not among the odds"));
    }
    let cells: Vec<(f64, u32)> = shown
        .iter()
        .map(|(value, chance)| (chance.to_f64(), seen.get(value).copied().unwrap_or(0)))
        .collect();
    let surprise = surprise(&cells);
    (surprise > MOST_SURPRISE).then(|| format!("{surprise:.1} deviations: {shown:?}, {seen:?}"))
}

/// Rolls an order many times, and compares its outcomes, and the key with the most values,
/// with the odds.
fn odds_equal_the_rolls(kind: &str, number: u64, found: &FoundOrder) {
    let odds = all_odds(found, Thoroughness::Merged);
    let watched = odds.watched.iter().max_by_key(|(_, values)| values.len());
    let mut outcomes: HashMap<Outcome, u32> = HashMap::new();
    let mut values: HashMap<Value, u32> = HashMap::new();
    // The same rolls always have the same effect, so results are cached.
    let mut known: HashMap<Vec<i64>, Value> = HashMap::new();
    let mut dice = Seeded::new(249, number);
    for _ in 0..THROWS {
        let report = found.battle.resolve(&found.order, &mut dice).expect("an open order");
        *outcomes.entry(report.outcome).or_default() += 1;
        if let Some((key, _)) = watched {
            let thrown = report.rolls.iter().map(|roll| roll.natural).collect();
            let value = known.entry(thrown).or_insert_with(|| {
                let mut after = found.battle.clone();
                after.apply(&report.effects);
                sorted(after.full_view().value(key).expect("a key"))
            });
            match values.get_mut(value) {
                Some(count) => *count += 1,
                None => _ = values.insert(value.clone(), 1),
            }
        }
    }
    assert_eq!(objection(&odds.outcomes, &outcomes), None, "{kind} {:?}", found.order);
    if let Some((key, shown)) = watched {
        assert_eq!(objection(shown, &values), None, "{key} after {kind} {:?}", found.order);
    }
}

/// Seeded dice that count the number of possible rolls.
struct Ways {
    seeded: Seeded,
    ways: i64,
}

impl Dice for Ways {
    fn throw(&mut self, ask: &AskedRoll, reading: &Reading) -> Result<Thrown, DiceStop> {
        let (lowest, highest) = ask.throw.span();
        self.ways = self.ways.saturating_mul(highest - lowest + 1);
        self.seeded.throw(ask, reading)
    }

    /// One of the two wins, however many rolls it takes.
    fn contest(&mut self, first: &AskedRoll, second: &AskedRoll) -> Result<[Thrown; 2], DiceStop> {
        self.ways = self.ways.saturating_mul(2);
        self.seeded.contest(first, second)
    }

    fn reports(&self) -> bool {
        false
    }
}

/// The largest number of branches in the exhaustive enumeration of an order.
fn branches(found: &FoundOrder) -> i64 {
    let ways = |seed| {
        let mut dice = Ways { seeded: Seeded::new(seed, 0), ways: 1 };
        found.battle.resolve(&found.order, &mut dice).expect("an open order");
        dice.ways
    };
    (0..100).map(ways).max().unwrap_or(0)
}

/// More branches than this are too many for a test: for an order with every key that it may
/// change, and for a question, which is one probability.
const TOO_MANY_BRANCHES: i64 = 5_000;
const TOO_MANY_WAYS: i64 = 50_000;

/// Compares the merged and the paired enumeration with the exhaustive one; `false` if that
/// has too many branches.
fn walks_agree(kind: &str, found: &FoundOrder) -> bool {
    if branches(found) > TOO_MANY_BRANCHES {
        return false;
    }
    let slow = all_odds(found, Thoroughness::EveryResult);
    for thoroughness in [Thoroughness::Merged, Thoroughness::Paired] {
        let fast = all_odds(found, thoroughness);
        let what = format!("{thoroughness:?} odds of {kind} {:?}", found.order);
        for (outcome, chance) in &slow.outcomes {
            assert_eq!(&fast.of(*outcome), chance, "{what}: {outcome}");
        }
        assert_eq!(fast.outcomes.len(), slow.outcomes.len(), "{what}");
        for (key, values) in &slow.watched {
            let count = fast.watched[key].len();
            assert_eq!(count, values.len(), "{what}: values of {key}");
            for value in values {
                assert!(fast.watched[key].contains(value), "{what}: {key} {value:?}");
            }
        }
    }
    true
}

/// The probability of a question's goal: every result of every roll of every step, in
/// sequence, without merging battles.
fn in_every_way(now: &Battle, question: &BattleQuestion, step: usize, before: &Battle) -> Chance {
    if now.full_view().has_reached(&question.goal, &before.full_view()) {
        return Chance::always();
    }
    let Some(here) = question.steps.get(step) else { return Chance::never() };
    let mut sum = Chance::never();
    walk(
        Thoroughness::EveryResult,
        |dice| now.resolve(&here.order, dice),
        |result, chance| {
            let Ok(report) = result else {
                return sum.add(&chance.times(&in_every_way(now, question, step + 1, before)));
            };
            let mut after = now.clone();
            after.apply(&report.effects);
            let continue_after = &here.continue_after;
            let next = if continue_after.is_empty() || continue_after.contains(&report.outcome) {
                step + 1
            } else {
                question.steps.len()
            };
            sum.add(&chance.times(&in_every_way(&after, question, next, before)));
        },
    );
    sum
}

/// Plays a question through once, and returns whether its goal is reached.
fn reaches_goal(before: &Battle, question: &BattleQuestion, dice: &mut dyn Dice) -> bool {
    let mut battle = before.clone();
    for (at, step) in question.steps.iter().enumerate() {
        let Ok(report) = battle.resolve(&step.order, dice) else {
            assert!(at > 0, "the first step of {} is refused", question.asks);
            continue;
        };
        battle.apply(&report.effects);
        if battle.full_view().has_reached(&question.goal, &before.full_view()) {
            return true;
        }
        let on = &step.continue_after;
        if !on.is_empty() && !on.contains(&report.outcome) {
            return false;
        }
    }
    false
}

/// The number of times that each question is played through.
const TRIES: u32 = 2_000;

/// Plays every question of an order through, and compares its answer with the results and,
/// if there are not too many, with every possible course. Returns the number of questions,
/// and of those that were small enough.
fn answers_equal_the_rolls(found: &FoundOrder) -> [usize; 2] {
    let (mut asked, mut compared) = (0, 0);
    for question in found.battle.full_view().questions(&found.order) {
        asked += 1;
        let mut dice = Ways { seeded: Seeded::new(749, 0), ways: 1 };
        let (mut reached, mut most_ways) = (0, 0);
        for _ in 0..TRIES {
            dice.ways = 1;
            reached += u32::from(reaches_goal(&found.battle, &question, &mut dice));
            most_ways = most_ways.max(dice.ways);
        }
        let chance = answer(&found.battle.full_view(), &question).expect("few branches");
        let shown = [(true, chance.clone()), (false, chance.otherwise())];
        let seen = HashMap::from([(true, reached), (false, TRIES - reached)]);
        let seen = seen.into_iter().filter(|(_, count)| *count > 0).collect();
        let what = format!("{} {:?}", question.asks, found.order);
        assert_eq!(objection(&shown, &seen), None, "{what}");
        if most_ways <= TOO_MANY_WAYS {
            assert_eq!(in_every_way(&found.battle, &question, 0, &found.battle), chance, "{what}");
            compared += 1;
        }
    }
    [asked, compared]
}

/// Checks the odds of every kind of order that rolls dice in a game.
fn check_odds_of(system: SystemTag, throwing: &[&str], made: Vec<FoundOrder>) {
    let mut found = orders_that_throw(system, 2);
    for made in made {
        found.entry(made.order.kind().to_owned()).or_default().push(made);
    }
    let kinds: Vec<&str> = found.keys().map(String::as_str).collect();
    assert_eq!(kinds, throwing, "random play gave other orders that roll dice");
    let (mut compared, mut questions) = (0, [0, 0]);
    for (kind, found) in &found {
        for (number, found) in (0..).zip(found) {
            odds_equal_the_rolls(kind, number, found);
            let more = answers_equal_the_rolls(found);
            questions = [questions[0] + more[0], questions[1] + more[1]];
            compared += usize::from(walks_agree(kind, found));
        }
    }
    let [asked, in_every_way] = questions;
    assert!(asked == 0 || in_every_way > 0, "no question was small enough to enumerate");
    assert!(compared >= throwing.len(), "only {compared} were small enough to compare");
}

#[test]
fn odds_of_greek_fire_match_rolled_frequencies() {
    let throwing =
        ["board", "fire", "first-side", "morale", "ram", "sail", "shoot", "terrain", "ungrapple"];
    let system = SystemTag::GreekFire;
    let first = made(system, &[], &json!({"kind": "first-side"}));
    check_odds_of(system, &throwing, vec![first]);
}

#[test]
fn odds_of_ancient_naval_games_match_rolled_frequencies() {
    check_odds_of(SystemTag::AncientNavalGames, &["oar-strike", "ram"], Vec::new());
}

#[test]
fn odds_of_fast_play_salamis_match_rolled_frequencies() {
    let throwing = ["board", "bows", "breakaway", "first-side", "hand-to-hand", "ram"];
    check_odds_of(SystemTag::FastPlaySalamis, &throwing, Vec::new());
}

#[test]
fn odds_of_chicken_of_the_sea_match_rolled_frequencies() {
    let system = SystemTag::ChickenOfTheSea;
    let throwing = [
        "board",
        "coast",
        "command-check",
        "counterboard",
        "drift",
        "enter-occupied",
        "ram",
        "refloat",
        "set-speed",
        "shear",
    ];
    let tired = [("A1.speed", json!(5))];
    let ground = [("A1.aground", json!(true))];
    let fast = [("A1.speed", json!(4))];
    let adrift = [("A1.crippled", json!(true)), ("A1.speed", json!(0))];
    let made = vec![
        made(system, &adrift, &json!({"kind": "drift", "ship": "A1"})),
        made(system, &tired, &json!({"kind": "set-speed", "ship": "A1", "speed": 5})),
        made(system, &ground, &json!({"kind": "refloat", "ship": "A1"})),
        made(
            system,
            &fast,
            &json!({"kind": "enter-occupied", "ship": "A1", "other": "B1", "through_flank": true}),
        ),
    ];
    check_odds_of(system, &throwing, made);
}

#[test]
fn odds_of_command_and_chaos_match_rolled_frequencies() {
    let throwing =
        ["allied-morale", "charge", "draw", "initiative", "javelins", "melee", "skirmish"];
    check_odds_of(SystemTag::CommandAndChaos, &throwing, Vec::new());
}

#[test]
fn odds_that_are_wrong_by_one_percent_fail_the_comparison() {
    let shown = [("hit", Chance::of(31u32, 100u32)), ("miss", Chance::of(69u32, 100u32))];
    let finds = |hits| {
        let seen = HashMap::from([("hit", hits), ("miss", THROWS - hits)]);
        objection(&shown, &seen).is_some()
    };
    assert!(!finds(31_000) && !finds(31_400));
    assert!(finds(32_000) && finds(30_000) && finds(0));
    let unforeseen = HashMap::from([("hit", 31_000), ("miss", 68_999), ("sunk", 1)]);
    assert!(objection(&shown, &unforeseen).is_some());
}

#[test]
fn rare_cells_are_counted_together() {
    // Of 10,000 rolls 4, 5 and 6 are expected in the first three cells, 15 in all.
    let cells = |a, b, c| [(0.0004, a), (0.0005, b), (0.0006, c), (0.9985, 10_000 - a - b - c)];
    assert!(surprise(&cells(15, 0, 0)) < 1.0);
    assert!(surprise(&cells(0, 0, 60)) > MOST_SURPRISE);
    // Cells with fewer than ten in all are merged with the next.
    assert!(surprise(&[(0.0004, 100), (0.9996, 9_900)]).abs() < 1e-9);
}
