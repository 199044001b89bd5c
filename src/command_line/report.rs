//! `trierarch report`: what happened, to read and to post.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::bail;
use clap::{Args, ValueEnum};
use trierarch::analysis::Reporting;
use trierarch::print::{Job, Part, pdf};
use trierarch::rules::{Side, Viewer};
use trierarch::say;
use trierarch::store::{self, Clock, SystemClock};

use super::print::PaperSize;
use super::wait::wait;

/// What is said after `report`.
#[derive(Args)]
pub(super) struct ReportLine {
    /// The saved battle
    #[arg(value_name = "BATTLE")]
    battle: PathBuf,
    /// The report to write: .md for Markdown, .pdf for PDF, .json for JSON
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
    /// Leave out what this side may not know
    #[arg(long, value_enum)]
    side: Option<OneSide>,
    /// The paper of a PDF
    #[arg(long, value_enum, default_value_t = PaperSize::A4)]
    paper: PaperSize,
}

#[derive(Clone, Copy, ValueEnum)]
pub(super) enum OneSide {
    /// The first side
    A,
    /// The second side
    B,
}

impl OneSide {
    /// Who may know what: all of it, where no side is named.
    pub(super) fn viewer(side: Option<OneSide>) -> Viewer {
        match side {
            None => Viewer::Everyone,
            Some(OneSide::A) => Viewer::Side(Side::A),
            Some(OneSide::B) => Viewer::Side(Side::B),
        }
    }
}

/// What a report is written as.
enum Form {
    Markdown,
    Pdf,
    Json,
}

impl Form {
    /// As the end of a file's name has it.
    fn of(file: &Path) -> Option<Form> {
        let end = file.extension()?.to_str()?.to_lowercase();
        match end.as_str() {
            "md" => Some(Form::Markdown),
            "pdf" => Some(Form::Pdf),
            "json" => Some(Form::Json),
            _ => None,
        }
    }
}

/// Writes the report, and says what was written.
pub(super) fn report(line: &ReportLine) -> anyhow::Result<String> {
    let name = line.output.display();
    let Some(form) = Form::of(&line.output) else {
        bail!("{name}: the name of a report ends in .md (Markdown), .pdf (PDF) or .json (JSON)")
    };
    let journal = store::read_battle_file(&line.battle)?;
    let (orders, viewer) = (journal.cursor(), OneSide::viewer(line.side));
    let report = wait(Reporting::new(Arc::new(journal), viewer), "Battle report").found();
    let content = match form {
        Form::Markdown => report.to_markdown().into_bytes(),
        Form::Json => format!("{:#}\n", report.to_json()).into_bytes(),
        Form::Pdf => {
            let title = report.title.clone();
            let job = Job {
                title: title.clone(),
                paper: line.paper.paper(),
                parts: vec![Part::Report(Box::new(report.clone()))],
                ..Job::default()
            };
            pdf::write(&job.pages(), &pdf::Meta { title, created: Some(SystemClock.now()) })?
        }
    };
    store::save_file(&line.output, say!("the report"), &content)?;
    Ok(format!("{name}: {}, {} orders\n", report.title, orders))
}
