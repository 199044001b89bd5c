//! `trierarch report`: what happened, to read and to post.

use std::path::PathBuf;

use anyhow::{Context, bail};
use clap::{Args, ValueEnum};
use trierarch::report::Report;
use trierarch::rules::{Side, Viewer};
use trierarch::store;

/// What is said after `report`.
#[derive(Args)]
pub(super) struct ReportLine {
    /// The battle, from the file that it was saved as
    #[arg(value_name = "BATTLE")]
    battle: PathBuf,
    /// The report to write, whole or not at all: .md for Markdown, .json for JSON
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
    /// Tell no more than this side may know
    #[arg(long, value_enum)]
    side: Option<OneSide>,
}

#[derive(Clone, Copy, ValueEnum)]
enum OneSide {
    /// The first side
    A,
    /// The second side
    B,
}

/// Writes the report, and says what was written.
pub(super) fn report(line: &ReportLine) -> anyhow::Result<String> {
    let name = line.output.display();
    let as_markdown = match line.output.extension().and_then(|end| end.to_str()) {
        Some("md") => true,
        Some("json") => false,
        _ => bail!("{name}: a report ends in .md (Markdown) or .json (JSON)"),
    };
    let journal = store::read_battle_file(&line.battle)?;
    let viewer = match line.side {
        None => Viewer::Everyone,
        Some(OneSide::A) => Viewer::Side(Side::A),
        Some(OneSide::B) => Viewer::Side(Side::B),
    };
    let report = Report::of(&journal, viewer);
    let text = if as_markdown { report.to_markdown() } else { format!("{:#}\n", report.to_json()) };
    store::write_file(&line.output, text.as_bytes())
        .with_context(|| format!("cannot write {name}"))?;
    Ok(format!("{name}: {}, {} orders\n", report.title, journal.cursor()))
}
