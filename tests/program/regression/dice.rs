//! Regression test of dice: throws, numbers of any size, probabilities, and every way in
//! which a resolver may request a roll, with dice that are rolled, entered and enumerated.

use std::collections::BTreeMap;

use trierarch::dice::{
    AskedRoll, CappedRoll, Chance, Dice, DiceStop, Die, Distribution, Entered, EnteredRoll, Higher,
    Modifier, NamedModifier, Natural, Roller, Seeded, Thoroughness, Throw, Walk, per_die,
};
use trierarch::message::Message;

use crate::regression::Answers;
use crate::regression::descriptions::entered;

const ROWS: [(i64, char); 3] = [(i64::MIN, 'a'), (3, 'b'), (5, 'c')];

pub(crate) fn all(answers: &mut Answers) {
    throws(answers);
    numbers(answers);
    chances(answers);
    rolls(answers);
}

fn add(answers: &mut Answers, verb: &str, answer: &impl std::fmt::Debug) {
    answers.add(&format!("dice/{verb}"), &format!("{answer:?}"));
}

fn all_throws() -> Vec<Throw> {
    let mut throws = Vec::new();
    for die in [2, 4, 6, 10, 20].into_iter().filter_map(Die::of) {
        throws.push(Throw::One { die });
        for count in [1, 2, 3, 5] {
            throws.extend([Throw::sum(count, die), Throw::highest(count, die)]);
            throws.extend([1, 2, die.faces()].map(|on| Throw::Hits { count, die, on }));
        }
    }
    throws
}

fn throws(answers: &mut Answers) {
    for throw in all_throws() {
        let notation = throw.to_string();
        assert_eq!(notation.parse(), Ok(throw));
        let faces: Vec<u8> = (0..3).map(|at| 1 + (at * 7) % throw.die().faces()).collect();
        let read = (throw.read(&faces), throw.read(&[]), throw.span(), throw.count());
        add(answers, "throw", &(notation, throw.message().to_string(), read));
        let distribution = Distribution::of(throw);
        let each: Vec<_> =
            distribution.iter().map(|(result, ways)| (result, ways.to_string())).collect();
        let chances = (distribution.at_least(3), distribution.at_most(3));
        let normal = (distribution.mean(), distribution.spread());
        add(answers, "distribution", &(distribution.total().to_string(), each, chances, normal));
    }
    let written = ["", "d6", "0d6", "1d0", "2d6 hits on 7+", "highest of d6", "3d6+1", "1d300"];
    for text in written {
        add(answers, "throw", &(text, text.parse::<Throw>().map_err(|fault| fault.to_string())));
    }
}

fn numbers(answers: &mut Answers) {
    let large = |base: u64, power| Natural::from(base).pow(power);
    let numbers: Vec<Natural> = [0, 1, 2, 7, 12, u64::MAX]
        .map(Natural::from)
        .into_iter()
        .chain([large(10, 20), large(6, 49), large(6, 50), large(7, 90), large(2, 127)])
        .chain([large(2, 53), large(2, 64), Natural::from(u128::MAX)])
        .collect();
    for one in &numbers {
        let powers = [0, 1, 3].map(|power| one.pow(power).to_string());
        add(answers, "number", &(one.to_string(), one.is_zero(), powers));
        for two in &numbers {
            let (times, rest) = one.div_rem(two);
            let sum = one.clone() + two;
            let shown = [times, rest, one.gcd(two), sum].map(|number| number.to_string());
            add(answers, "number", &(shown, one.ratio(two), one.cmp(two)));
            if one <= two && !two.is_zero() {
                let chance = Chance::of(one.clone(), two.clone());
                let parts = (chance.lowest_terms(), chance.to_f64(), chance.is_never());
                add(answers, "number", &(parts, chance.not().to_f64()));
            }
        }
    }
}

fn chances(answers: &mut Answers) {
    let mut sum = Chance::never();
    for (weight, total) in [(1_u64, 6_u64), (1, 36), (2, 7), (5, 1_000_000), (0, 3), (1, 4)] {
        let one = Chance::of(weight, total);
        sum.add(&one);
        let both = (one.times(&sum), one.not(), sum.otherwise(), one < sum);
        add(answers, "chance", &(&sum, both, serde_json::to_string(&one).unwrap()));
    }
    for text in ["\"1/6\"", "\"1/0\"", "\"7/6\"", "\"x\"", "\"0\"", "\"1\"", "1", "\"2/4\""] {
        let read = serde_json::from_str::<Chance>(text).map_err(|fault| fault.to_string());
        add(answers, "chance", &read);
    }
}

type RollRequest = (&'static str, fn(&mut Roller, &[AskedRoll; 3]) -> Result<String, DiceStop>);

/// Every way to request a roll.
const ROLL_REQUESTS: [RollRequest; 13] = [
    ("value", |r, [a, ..]| Ok(r.value(a)?.to_string())),
    ("up-to", |r, [a, ..]| Ok(r.value_up_to(a, 4)?.to_string())),
    ("at-least", |r, [a, ..]| Ok(r.at_least(a, 4)?.to_string())),
    ("at-most", |r, [a, ..]| Ok(r.at_most(a, 4)?.to_string())),
    ("row", |r, [a, ..]| Ok(r.row(a, &ROWS)?.to_string())),
    ("natural", |r, [a, ..]| Ok(r.row_or_natural(a, &ROWS, 6, 'd')?.to_string())),
    ("each", |r, [a, ..]| Ok(sorted(r.each(a, 3, &ROWS)?))),
    ("beside", |r, [a, b, _]| {
        let (one, more) = r.beside(CappedRoll { ask: a, cap: 3 }, b, 2, &ROWS)?;
        Ok(format!("{} {}", one.min(3) == 3, sorted(more)))
    }),
    ("chain", |r, [a, b, c]| {
        let one = r.value_up_to(a, 3)?;
        let then = if r.at_most(b, 3)? { Some(r.value(c)?) } else { None };
        Ok(format!("{} {then:?}", one.min(3) == 3))
    }),
    ("deal", |r, [a, ..]| {
        let card =
            |left| AskedRoll { throw: Throw::One { die: Die::of(left).unwrap() }, ..a.clone() };
        let mut deck = vec!['x', 'x', 'y', 'z', 'z', 'z'];
        let places = r.deal(&[0, 0, 1, 2, 2, 2], &[card(6), card(5)])?;
        Ok(sorted(places.into_iter().map(|place| deck.remove(place)).collect()))
    }),
    ("contest", |r, [a, b, _]| Ok(format!("{}", r.contest(a, b)? == Higher::First))),
    ("at-once", |r, [a, b, _]| {
        let (first, second) = (CappedRoll { ask: a, cap: 3 }, CappedRoll { ask: b, cap: 4 });
        Ok(format!("{:?}", r.at_once(first, second)?.0))
    }),
    ("two", |r, [a, b, _]| {
        Ok(if r.at_least(a, 3)? { r.value(b)?.to_string() } else { "none".into() })
    }),
];

fn sorted(mut rows: Vec<char>) -> String {
    rows.sort_unstable();
    rows.into_iter().collect()
}

/// Three rolls, with modifiers for and against.
fn asks() -> [[AskedRoll; 3]; 2] {
    let die = Die::of(6).unwrap();
    let modifier = |amount| {
        Modifier::new(amount, trierarch::dice::Reason::new("calm", Message::verbatim("calm")))
    };
    let ask = |purpose: &'static str, throw, amounts: &[i64]| {
        let modifiers = amounts.iter().map(|amount| modifier(*amount)).collect();
        AskedRoll::new(throw, Message::verbatim(purpose)).with(modifiers)
    };
    let one = Throw::One { die };
    [
        [ask("first", one, &[]), ask("second", one, &[1]), ask("third", one, &[-2, 1])],
        [
            ask("first", Throw::sum(2, die), &[-3]),
            ask("second", Throw::highest(2, die), &[0, -1]),
            ask("third", Throw::Hits { count: 3, die, on: 5 }, &[2]),
        ],
    ]
}

/// The probability of each result by enumeration.
fn enumerate_rolls(
    way: RollRequest,
    asks: &[AskedRoll; 3],
    thoroughness: Thoroughness,
    waived: Option<&NamedModifier>,
) -> String {
    let mut found: BTreeMap<String, Chance> = BTreeMap::new();
    let mut walk = Walk::new(thoroughness);
    while let Some((result, chance)) = walk.branch(|dice: &mut dyn Dice| {
        way.1(&mut Roller::new(dice).waiving(waived), asks).map_err(|stop| format!("{stop:?}"))
    }) {
        found.entry(format!("{result:?}")).or_insert_with(Chance::never).add(chance);
    }
    let shown = found.iter().map(|(result, chance)| (result, chance.lowest_terms()));
    format!("{:?}", shown.collect::<Vec<_>>())
}

fn rolls(answers: &mut Answers) {
    for (set, asks) in asks().iter().enumerate() {
        for modifier in asks.iter().flat_map(|ask| &ask.modifiers) {
            add(answers, "roll", &(set, per_die(asks[0].throw, 2, modifier.reason.clone())));
        }
        for way in ROLL_REQUESTS {
            let waived = asks[1].modifiers.first().map(|modifier| NamedModifier {
                purpose: asks[1].purpose.clone(),
                modifier: modifier.clone(),
            });
            for waived in [None, waived.as_ref()] {
                let merged = enumerate_rolls(way, asks, Thoroughness::Merged, waived);
                let every = enumerate_rolls(way, asks, Thoroughness::EveryResult, waived);
                assert_eq!(merged, every, "{} {set}", way.0);
                add(answers, "roll", &(way.0, merged));
            }
            for number in 0..6 {
                let mut dice = Seeded::new(4, number);
                let mut roller = Roller::new(&mut dice);
                let done = way.1(&mut roller, asks);
                add(answers, "roll", &(way.0, done, roller.into_rolls()));
            }
            for dice in entered().into_iter().chain([vec![EnteredRoll::Faces(vec![1, 2])]]) {
                let mut dice = Entered::without_app(dice);
                let mut roller = Roller::new(&mut dice);
                let done = way.1(&mut roller, asks);
                let rolls = roller.into_rolls();
                add(answers, "roll", &(way.0, done, rolls, dice.left_over()));
            }
        }
    }
}
