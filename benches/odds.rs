//! Criterion benchmarks of odds: the distribution of every kind of roll; one order of every
//! kind that rolls dice, for every game; and the slowest of them.
//! `cargo bench --bench orders` measures many more positions, in one table.

#![allow(clippy::expect_used, clippy::panic, reason = "a benchmark fails with its message")]

mod positions;
mod worst_case;

use std::hint::black_box;
use std::time::Duration;

use criterion::{Criterion, criterion_group, criterion_main};
use positions::{Position, positions};
use serde_json::json;
use trierarch::analysis::{Forecast, answer, odds, worth};
use trierarch::dice::{Die, Distribution, Thoroughness, Throw};
use worst_case::{largest_ships, read, set};

/// The exact distribution of a roll.
fn throws(c: &mut Criterion) {
    let mut group = c.benchmark_group("throw");
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

/// An order's odds with the numbers that its form plots, and everything that the form
/// requests when a field changes.
fn order(c: &mut Criterion, name: &str, position: &Position) {
    let Position { battle, order, watch } = position;
    let mut group = c.benchmark_group(name);
    group.bench_function("odds", |b| {
        b.iter(|| odds(black_box(&battle.full_view()), order, watch, Thoroughness::Merged));
    });
    group.bench_function("whole form", |b| {
        b.iter(|| Forecast::of(black_box(&battle.full_view()), order));
    });
    group.finish();
}

fn orders(c: &mut Criterion) {
    for (name, positions) in positions(2) {
        order(c, &name, positions.last().expect("a position"));
    }
}

/// Two ships of 900 crew, with five fires, next to a burning one.
fn worst(c: &mut Criterion) {
    let mut battle = largest_ships();
    set(&mut battle, "A1", "fires", &json!(5));
    set(&mut battle, "B1", "fires", &json!(1));
    let orders = [
        ("board", json!({"kind": "board", "ship": "A1", "target": "B1"})),
        ("fire", json!({"kind": "fire", "ship": "A1", "burning_neighbours": 1})),
        (
            "shoot",
            json!({"kind": "shoot", "ship": "A1", "weapon": "greek-fire", "target": "B1", "range": 1}),
        ),
    ];
    for (kind, written) in orders {
        let name = format!("900 crew against 900, {kind}");
        let position = Position::of(battle.clone(), read(&battle, &written));
        order(c, &name, &position);
        let Position { battle, order, watch } = &position;
        let mut group = c.benchmark_group(&name);
        group.bench_function("modifiers", |b| {
            b.iter(|| worth(black_box(&battle.full_view()), order, watch));
        });
        for (number, question) in (1..).zip(battle.full_view().questions(order)) {
            group.bench_function(format!("question {number}"), |b| {
                b.iter(|| answer(black_box(&battle.full_view()), &question));
            });
        }
        group.finish();
    }
}

criterion_group! {
    name = benches;
    config = Criterion::default()
        .warm_up_time(Duration::from_millis(200))
        .measurement_time(Duration::from_millis(800))
        .sample_size(30)
        .without_plots();
    targets = throws, worst, orders
}
criterion_main!(benches);
