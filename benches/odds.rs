//! How long the odds take: every kind of throw alone, and whole orders with what
//! the form watches.

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use serde_json::{Value, json};
use trierarch::dice::{Die, Distribution, Thoroughness, Throw};
use trierarch::rules::greek_fire::tables::{Advantage, CrewQuality, SHIP_TYPES};
use trierarch::rules::greek_fire::{Captain, Fleet, ShipEntry};
use trierarch::rules::{Battle, Fleet as AnyFleet, Options, odds};

/// Two of the largest ships with hoplites in every slot: 900 crew each.
fn giants() -> Option<Battle> {
    let largest = SHIP_TYPES.last()?.clone();
    let mut advantages = vec![Advantage::Hoplites; 16];
    advantages.extend([Advantage::GreekFire; 4]);
    let ship = ShipEntry {
        name: "Leontophoros".into(),
        ship_type: trierarch::rules::greek_fire::tables::ShipType { crew: 580, ..largest },
        crew_quality: CrewQuality::Good,
        captain: Captain::default(),
        crew_skills: Vec::new(),
        advantages,
    };
    let fleet = || {
        AnyFleet::GreekFire(Fleet {
            name: "Giants".into(),
            people: String::new(),
            notes: String::new(),
            house_types: Vec::new(),
            ships: vec![ship.clone()],
        })
    };
    Battle::open([fleet(), fleet()], Options::new()).ok()
}

fn orders(c: &mut Criterion) {
    let Some(mut battle) = giants() else { return };
    let give = |battle: &mut Battle, order: Value| {
        let mut dice = trierarch::dice::Seeded::new(0, 0);
        let order = order.as_object().and_then(|o| battle.read_order(o).ok());
        if let Some(Ok(report)) = order.map(|order| battle.resolve(&order, &mut dice)) {
            battle.apply(&report.effects);
        }
    };
    give(&mut battle, json!({"kind": "adjust", "ship": "A1", "field": "fires", "value": 5}));
    let cases: [(&str, Value, &[&str]); 5] = [
        (
            "ram",
            json!({"kind": "ram", "ship": "A1", "target": "B1", "spaces_straight": 3}),
            &["B1.move_lost", "B1.sinking_in"],
        ),
        (
            "shoot greek fire",
            json!({"kind": "shoot", "ship": "A1", "weapon": "greek-fire", "target": "B1", "range": 1}),
            &["B1.crew", "B1.fires"],
        ),
        (
            "fire, five counters, two neighbours",
            json!({"kind": "fire", "ship": "A1", "burning_neighbours": 2}),
            &["A1.crew", "A1.fires"],
        ),
        (
            "board, 900 against 900",
            json!({"kind": "board", "ship": "A1", "target": "B1"}),
            &["A1.crew", "B1.crew"],
        ),
        ("morale", json!({"kind": "morale", "ship": "A1"}), &["A1.status"]),
    ];
    let mut group = c.benchmark_group("odds of an order");
    for (name, order, watch) in cases {
        let Some(order) = order.as_object().and_then(|o| battle.read_order(o).ok()) else {
            continue;
        };
        let watch: Vec<String> = watch.iter().map(ToString::to_string).collect();
        group.bench_function(name, |b| {
            b.iter(|| odds(black_box(&battle), &order, &watch, Thoroughness::Merged));
        });
    }
    group.finish();
}

fn throws(c: &mut Criterion) {
    let mut group = c.benchmark_group("distribution of a throw");
    for throw in [
        Throw::sum(12, Die::D6),
        Throw::sum(90, Die::D10),
        Throw::Hits { count: 40, die: Die::D6, on: 4 },
        Throw::highest(3, Die::D6),
    ] {
        group.bench_function(throw.to_string(), |b| {
            b.iter(|| Distribution::of(black_box(throw)));
        });
    }
    group.finish();
}

criterion_group!(benches, throws, orders);
criterion_main!(benches);
