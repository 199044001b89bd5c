//! Benchmark of the odds of orders, in one table: many positions of every order that rolls
//! dice in every game, and the worst case of Greek Fire. Each figure is the median of
//! several runs.

#![allow(clippy::expect_used, clippy::panic, reason = "a benchmark fails with its message")]

mod positions;
mod worst_case;

use std::collections::BTreeMap;
use std::hint::black_box;
use std::time::{Duration, Instant};

use positions::{Position, positions};
use serde_json::json;
use trierarch::analysis::{Forecast, odds};
use trierarch::dice::Thoroughness;
use trierarch::games::offers;
use trierarch::rules::Subject;
use worst_case::{largest_ships, read, set};

/// The most positions of a kind of order that are measured.
const MOST: usize = 40;

/// The number of times each is measured.
const RUNS: usize = 11;

/// The times for the odds of an order, and for the whole form.
#[derive(Clone, Copy)]
struct Times {
    odds: Duration,
    form: Duration,
}

fn main() {
    // `cargo bench` passes its own arguments to every benchmark.
    let mut by_system: BTreeMap<String, Vec<Times>> = BTreeMap::new();
    println!("{:44}{:>6}{:>12}{:>12}{:>12}{:>12}", "", "", "odds", "", "whole form", "");
    println!(
        "{:44}{:>6}{:>12}{:>12}{:>12}{:>12}",
        "order", "seen", "median", "worst", "median", "worst"
    );
    for (name, positions) in positions(MOST) {
        let times: Vec<Times> = positions.iter().map(times).collect();
        line(&name, &times);
        let system = name.split(',').next().unwrap_or_default().to_owned();
        by_system.entry(system).or_default().extend(times);
    }
    println!();
    for (system, times) in &by_system {
        line(system, times);
    }
    line("all systems", &by_system.into_values().flatten().collect::<Vec<_>>());
    println!();
    let mut battle = largest_ships();
    set(&mut battle, "A1", "fires", &json!(5));
    set(&mut battle, "B1", "fires", &json!(1));
    let orders = [
        json!({"kind": "board", "ship": "A1", "target": "B1"}),
        json!({"kind": "fire", "ship": "A1", "burning_neighbours": 1}),
        json!({"kind": "shoot", "ship": "A1", "weapon": "greek-fire", "target": "B1", "range": 1}),
    ];
    for written in orders {
        let position = Position::of(battle.clone(), read(&battle, &written));
        let name = format!("900 crew against 900, {}", position.order.kind());
        line(&name, &[times(&position)]);
    }
    let everything = || {
        battle
            .tags()
            .into_iter()
            .map(|tag| offers(&battle.full_view(), Subject::Unit(tag)).len())
            .sum::<usize>()
    };
    println!("\nthe offers of both: {:?}", median(everything));
}

fn times(position: &Position) -> Times {
    let Position { battle, order, watch } = position;
    Times {
        odds: median(|| odds(&battle.full_view(), order, watch, Thoroughness::Merged)),
        form: median(|| Forecast::of(&battle.full_view(), order)),
    }
}

fn median<T>(mut run: impl FnMut() -> T) -> Duration {
    black_box(run());
    let mut times: Vec<Duration> = (0..RUNS)
        .map(|_| {
            let start = Instant::now();
            black_box(run());
            start.elapsed()
        })
        .collect();
    times.sort();
    times[RUNS / 2]
}

/// A line of the table: the median and the maximum.
fn line(name: &str, times: &[Times]) {
    let of = |part: fn(&Times) -> Duration| {
        let mut all: Vec<Duration> = times.iter().map(part).collect();
        all.sort();
        [all[all.len() / 2], all[all.len() - 1]]
            .map(|time| format!("{:.3} ms", time.as_secs_f64() * 1e3))
    };
    let ([odds, worst_odds], [form, worst_form]) = (of(|t| t.odds), of(|t| t.form));
    println!("{name:44}{:>6}{odds:>12}{worst_odds:>12}{form:>12}{worst_form:>12}", times.len());
}
