//! `trierarch report`: a battle report, to read and to post.

use std::path::PathBuf;
use std::sync::Arc;

use anyhow::bail;
use clap::{Args, ValueEnum};
use trierarch::analysis::{Differs, Reporting};
use trierarch::games::Battle;
use trierarch::i18n::Words;
use trierarch::message::{Message, message};
use trierarch::print::{PrintJob, PrintPart, pdf};
use trierarch::rules::{Side, Viewer};
use trierarch::storage;

use super::output::{FileKind, Output, ReplaceLine};
use super::paper::{PaperSize, made_at};
use super::wait::wait;
use super::{Failed, tell, with_warning};

/// The arguments of `report`.
#[derive(Args)]
pub(super) struct ReportLine {
    /// The saved battle
    #[arg(value_name = "BATTLE")]
    battle: PathBuf,
    /// The report to write: .md for Markdown, .pdf for PDF; - for Markdown
    /// on standard output
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
    #[command(flatten)]
    replace: ReplaceLine,
    /// The reader: secrets that this reader may not know are left out
    #[arg(long, value_enum)]
    side: Option<ReportReader>,
    /// The paper of a PDF
    #[arg(long, value_enum, default_value_t = PaperSize::A4)]
    paper: PaperSize,
}

/// The reader of a print or report.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum ReportReader {
    /// The first side: without the secrets of the second
    A,
    /// The second side: without the secrets of the first
    B,
    /// Both sides: without the secrets of either
    Both,
    /// An umpire: with all secrets
    All,
}

impl ReportReader {
    pub(super) fn viewer(self) -> Viewer {
        match self {
            ReportReader::A => Viewer::Side(Side::A),
            ReportReader::B => Viewer::Side(Side::B),
            ReportReader::Both => Viewer::Both,
            ReportReader::All => Viewer::Everyone,
        }
    }
}

/// The viewer for whom a battle is printed or reported.
///
/// # Errors
/// If it would reveal secrets and no reader is named.
pub(super) fn viewer_of(battle: &Battle, reader: Option<ReportReader>) -> anyhow::Result<Viewer> {
    match reader {
        Some(reader) => Ok(reader.viewer()),
        None if battle.has_secrets() => bail!(Failed(message!(
            "nothing was written: this battle has secrets. Say who is to read it with --side a, \
             --side b, --side both (no secrets) or --side all (an umpire)"
        ))),
        None => Ok(Viewer::Everyone),
    }
}

/// Writes the report. Returns a line about what was written.
pub(super) fn report(line: &ReportLine) -> anyhow::Result<Message> {
    let kinds = [FileKind::Markdown, FileKind::Pdf];
    let output = Output::at(&line.output, &kinds, &[&line.battle], line.replace.force)?;
    let journal = storage::read_battle_file(&line.battle)?;
    let (orders, viewer) = (journal.cursor(), viewer_of(journal.battle(), line.side)?);
    let report =
        wait(Reporting::new(Arc::new(journal), viewer), &message!("Battle report")).found();
    let content = match output.kind {
        FileKind::Markdown | FileKind::Fleet => report.to_markdown(&Words::ENGLISH).into_bytes(),
        FileKind::Pdf => {
            let title = tell(&report.title);
            let job = PrintJob {
                title: title.clone(),
                paper: line.paper.paper(),
                parts: vec![PrintPart::Report(Box::new(report.clone()))],
                ..PrintJob::default()
            };
            pdf::write(&job.pages(), &pdf::Meta { title, created: Some(made_at()) })?
        }
    };
    let (title, file) = (&report.title, output.name());
    let written = message!(
        orders => "{file}: {title}, {n} order\n" | "{file}: {title}, {n} orders\n",
        file,
        title
    );
    let text = with_warning(written, Differs::in_short(&report.differences));
    output.write(message!("the report"), &content, text)
}
