//! Benchmark of printing many record sheets.
//!
//! `cargo bench --no-default-features --bench print`. To compare it with other
//! libraries on the same pages: `python3 benches/compare/print.py`.

#![allow(clippy::expect_used, reason = "a benchmark fails with its message")]

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use trierarch::fleet::{library, read_toml};
use trierarch::print::{PrintInput, PrintJob, PrintPart, pdf};
use trierarch::rules::Sheet;

/// The blank sheets of the ready fleets of Greek Fire, repeated.
fn sheets(count: usize) -> Vec<Sheet> {
    let files = library::paths().filter(|path| path.starts_with("greek-fire/"));
    let all: Vec<Sheet> = files
        .filter_map(library::file)
        .flat_map(|file| {
            let checked = read_toml(file).expect("a ready fleet");
            PrintInput::of_fleet(&checked, file).expect("it may fight itself").sheets()
        })
        .collect();
    all.iter().cycle().take(count).cloned().collect()
}

fn print(criterion: &mut Criterion) {
    let job =
        PrintJob { parts: vec![PrintPart::Sheets(sheets(200).into())], ..PrintJob::default() };
    let pages = job.pages();
    let meta = pdf::Meta::default();
    let mut group = criterion.benchmark_group("200 record sheets");
    group.sample_size(20);
    group.bench_function("lay out", |bench| bench.iter(|| black_box(&job).pages()));
    group.bench_function("write the PDF", |bench| {
        bench.iter(|| pdf::write(black_box(&pages), &meta).expect("a PDF"));
    });
    group.bench_function("both", |bench| {
        bench.iter(|| pdf::write(&black_box(&job).pages(), &meta).expect("a PDF"));
    });
    group.finish();
}

criterion_group!(benches, print);
criterion_main!(benches);
