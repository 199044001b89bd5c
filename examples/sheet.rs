//! A fleet on paper: roster, record sheets and the charts that it needs, as a PDF.
//! `cargo run --example sheet [FLEET.toml] [OUT.pdf]`.

use std::error::Error;
use std::fs;

use trierarch::fleet::{self, library, read_toml};
use trierarch::print::{PerPage, PrintInput, PrintJob, PrintKind, parts, pdf};

fn main() -> Result<(), Box<dyn Error>> {
    let mut words = std::env::args().skip(1);
    let file = match words.next() {
        Some(path) => fs::read_to_string(path)?,
        None => library::file("greek-fire/sybota-athens.toml")
            .ok_or("the ready fleet is missing")?
            .to_owned(),
    };
    let output = words.next().unwrap_or_else(|| "target/sheets.pdf".into());
    // All errors at once, each with its line.
    let checked = read_toml(&file).map_err(|faults| fleet::render("the fleet", &file, &faults))?;
    let input = PrintInput::of_fleet(&checked, &file)?;
    let job = PrintJob {
        title: input.name().to_owned(),
        per_page: PerPage::Two,
        parts: parts(&[input], None, &[PrintKind::Rosters, PrintKind::Sheets, PrintKind::Charts]),
        ..PrintJob::default()
    };
    let pages = job.pages();
    // The same pages give the same bytes, since the clock is not read.
    let meta = pdf::Meta { title: job.title.clone(), created: None };
    fs::write(&output, pdf::write(&pages, &meta)?)?;
    println!("{output}: {} pages", pages.len());
    Ok(())
}
