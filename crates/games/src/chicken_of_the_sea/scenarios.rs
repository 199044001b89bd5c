//! Odds tables of Chicken of the Sea for later situations.

use serde_json::{Value, json};

use message::{Message, message};
use rules::Tag;
use rules::comparison::written;
use rules::opponent_choice::Chosen;
use rules::scenario::{Alike, Reads, RowOf, Scenario, ScenarioOrder, set};

use super::orders::{Order, Outcome};
use super::state::{Battle, Galley};
use super::tables::{Aspect, BEST_CQ, Nation, SLOW};

/// The largest difference with separate odds.
const DIFFERENCES: u8 = 8;

/// Odds of rams and shears by attacker, difference of the ram numbers, and whether the
/// target backs water first.
pub(super) fn scenarios(battle: &Battle, own: &[Alike], targets: &[Alike]) -> Vec<Scenario> {
    let is_punic = |galley: &Galley| galley.is_original(Nation::Carthage);
    let pair = |wanted: &dyn Fn(&Galley) -> bool| {
        let all = || own.iter().flat_map(|alike| &alike.tags);
        let one = all().find(|tag| battle.common.units.find(**tag).is_some_and(wanted))?;
        let met = |target: &&Tag| !battle.progress.escaped.contains(&(*one, **target));
        let other = targets.iter().flat_map(|alike| &alike.tags).find(met)?;
        Some(Pair { ship: *one, target: *other })
    };
    let punic = pair(&is_punic);
    let others = pair(&|galley| !is_punic(galley));
    let by_attacker = [
        (punic, message!("Ram and shear: original Carthaginians")),
        (others, message!("Ram and shear: all others")),
    ];
    let by_attacker = by_attacker.into_iter().filter_map(|(pair, title)| Some((pair?, title)));
    let mut scenarios: Vec<Scenario> =
        by_attacker.map(|(pair, title)| by_difference(pair, title)).collect();
    scenarios.extend(punic.or(others).map(escapes));
    scenarios
}

/// An attacker and her target.
#[derive(Clone, Copy)]
struct Pair {
    ship: Tag,
    target: Tag,
}

/// The crew quality and speed of a galley.
#[derive(Clone, Copy)]
struct Fitness {
    cq: u8,
    speed: u8,
}

/// The attacker in every table.
const ATTACKER: Fitness = Fitness { cq: 4, speed: 5 };

/// Corrections after which a galley can attack another that could back away.
fn before(pair: Pair, of_target: Fitness) -> Vec<Value> {
    let ready = |tag: Tag, Fitness { cq, speed }: Fitness| {
        [
            set(tag, "crippled", &json!(false)),
            set(tag, "fouled_with", &json!([])),
            set(tag, "aground", &json!(false)),
            set(tag, "cq", &json!(cq)),
            set(tag, "speed", &json!(speed)),
            set(tag, "moved", &json!(false)),
            set(tag, "mp_left", &json!(speed)),
        ]
    };
    ready(pair.ship, ATTACKER).into_iter().chain(ready(pair.target, of_target)).collect()
}

fn ram(Pair { ship, target }: Pair, aspect: Aspect, avoids: bool) -> Value {
    written(&Order::Ram { ship, target, aspect, mp_left: 1, avoid: Chosen::Value(avoids) })
}

/// A row for each difference of the ram numbers, from 9 down: the attacker has crew quality
/// 4 at speed 5, and the target makes up the difference.
fn by_difference(pair: Pair, title: Message) -> Scenario {
    let Pair { ship, target } = pair;
    let aspects = [Aspect::Front, Aspect::Flank, Aspect::Stern];
    let rams = aspects.map(|aspect| (ram(pair, aspect, false), Outcome::Sunk));
    let avoid = Chosen::Value(false);
    let shear = written(&Order::Shear { ship, target, aspect: Aspect::Front, avoid });
    let orders: Vec<(Value, Outcome)> =
        rams.into_iter().chain([(shear, Outcome::Sheared)]).collect();
    let row = |difference: u8| {
        let number = ATTACKER.cq + ATTACKER.speed - difference;
        let speed = number.saturating_sub(6);
        let before = before(pair, Fitness { cq: number - speed, speed });
        let scenario_orders = orders.iter().map(|(order, outcome)| ScenarioOrder {
            before: before.clone(),
            order: order.clone(),
            reads: Reads::Outcome(outcome.slug()),
        });
        let label = if difference == DIFFERENCES {
            message!("{n} or more", n = difference)
        } else {
            Message::verbatim(difference.to_string())
        };
        (RowOf::Text(label), scenario_orders.collect())
    };
    Scenario {
        title,
        rows_are: message!("Difference of the ram numbers"),
        columns: vec![
            message!("sinks at the front"),
            message!("sinks at the flank"),
            message!("sinks at the stern"),
            message!("shears from bow or stern"),
        ],
        further: Vec::new(),
        notes: vec![message!("Ram number: crew quality + speed. The target does not avoid.")],
        rows: (0..=DIFFERENCES).map(row).collect(),
    }
}

/// Whether a target backs away, by her crew quality.
fn escapes(pair: Pair) -> Scenario {
    let row = |cq: u8| {
        let order = ScenarioOrder {
            before: before(pair, Fitness { cq, speed: 0 }),
            order: ram(pair, Aspect::Front, true),
            reads: Reads::Outcome(Outcome::BacksWater.slug()),
        };
        (RowOf::Text(Message::verbatim(cq.to_string())), vec![order])
    };
    Scenario {
        title: message!("Avoiding an attack"),
        rows_are: message!("Crew quality of the target"),
        columns: vec![Outcome::BacksWater.message()],
        further: Vec::new(),
        notes: vec![message!(
            "The target is at speed 0 to {slow} or backing water, and is neither crippled nor fouled.",
            slow = SLOW
        )],
        rows: (1..=BEST_CQ).map(row).collect(),
    }
}
