//! `trierarch print`: fleets and battles on paper.

use std::fmt::Write as _;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Arc;

use anyhow::{Context, bail};
use clap::{Args, ValueEnum};
use trierarch::analysis::{Differs, Reporting};
use trierarch::fleet::{self, Checked};
use trierarch::games::Options;
use trierarch::i18n::Words;
use trierarch::message::{Message, harmless, message};
use trierarch::print::{
    PerPage, PrintInput, PrintJob, PrintKind, footer, left_out, parts, pdf, title,
};
use trierarch::rules::{Side, Viewer};
use trierarch::storage;

use super::output::{FileKind, Output, ReplaceLine};
use super::paper::{PaperSize, made_at};
use super::report::{ReportReader, viewer_of};
use super::wait::wait;
use super::{Failed, fleet_name, fleet_text, shown, tell, with_warning, word_parser};

/// The arguments of `print`.
#[derive(Args)]
pub(super) struct PrintLine {
    /// The fleet files or links; two of one system are printed as sides A and B
    #[arg(required_unless_present = "state", value_name = "FLEET")]
    fleets: Vec<PathBuf>,
    /// The PDF to write; - for standard output
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
    #[command(flatten)]
    replace: ReplaceLine,
    /// The paper
    #[arg(long, value_enum, default_value_t = PaperSize::A4)]
    paper: PaperSize,
    /// Record sheets per page; fewer if their boxes would be too small
    #[arg(long, value_enum, default_value_t = SheetsPerPage::Best)]
    per_page: SheetsPerPage,
    /// Open the PDF when it is written
    #[arg(long)]
    open: bool,
    /// Draw the ships in outlines
    #[arg(long)]
    ink_saver: bool,
    /// What to print, in this order
    #[arg(
        long,
        value_parser = word_parser::<PrintKind>(),
        value_delimiter = ',',
        value_name = "PARTS",
        default_value = "moment,rosters,sheets,charts,turn"
    )]
    parts: Vec<PrintKind>,
    /// The address of Trierarch’s web page, if you have one: the codes on rosters
    /// then lead to it, and a phone without Trierarch opens them too
    #[arg(long, value_name = "ADDRESS")]
    page: Option<String>,
    /// Print the current position of this saved battle
    #[arg(long, value_name = "BATTLE", conflicts_with = "fleets")]
    state: Option<PathBuf>,
    /// The reader of a battle, or of two fleets with secrets: secrets that this reader
    /// may not know are left out of every part. For one fleet: its side
    #[arg(long, value_enum)]
    side: Option<ReportReader>,
    /// Print only the reader’s own side in rosters, sheets, odds and cards
    #[arg(long, requires = "side")]
    own: bool,
    /// Optional rules to apply to the charts and turn cards of fleets
    #[arg(long, value_delimiter = ',', value_name = "RULES", conflicts_with = "state")]
    options: Vec<String>,
}

#[derive(Clone, Copy, ValueEnum)]
enum SheetsPerPage {
    /// The number that suits the game and the fleet
    Best,
    /// One table with a row for each ship
    Log,
    #[value(name = "1")]
    One,
    #[value(name = "2")]
    Two,
    #[value(name = "4")]
    Four,
    #[value(name = "8")]
    Eight,
}

impl SheetsPerPage {
    fn per_page(self) -> PerPage {
        match self {
            SheetsPerPage::Best => PerPage::Best,
            SheetsPerPage::Log => PerPage::Log,
            SheetsPerPage::One => PerPage::One,
            SheetsPerPage::Two => PerPage::Two,
            SheetsPerPage::Four => PerPage::Four,
            SheetsPerPage::Eight => PerPage::Eight,
        }
    }
}

/// Writes the PDF. Returns a line about what was written.
pub(super) fn print(line: &PrintLine) -> anyhow::Result<Message> {
    let inputs: Vec<&Path> = line.fleets.iter().chain(&line.state).map(PathBuf::as_path).collect();
    let output = Output::at(&line.output, &[FileKind::Pdf], &inputs, line.replace.force)?;
    let kinds = &line.parts[..];
    let wants_report = kinds.contains(&PrintKind::Report);
    let of_battles = [PrintKind::Report, PrintKind::Log];
    let mut differ = None;
    let (mut inputs, report) = match &line.state {
        Some(file) => {
            let journal = storage::read_battle_file(file)?;
            let viewer = viewer_of(journal.battle(), line.side)?;
            differ = Differs::in_short(&Differs::all(&journal, viewer));
            let inputs = PrintInput::of_journal(&journal, viewer).to_vec();
            let what = message!("Battle report");
            let report = |journal| wait(Reporting::new(journal, viewer), &what).found();
            (inputs, wants_report.then(|| report(Arc::new(journal))))
        }
        None if kinds.iter().any(|kind| of_battles.contains(kind)) => bail!(Failed(message!(
            "nothing was printed: a report or log needs a battle. Give its file with --state x.battle"
        ))),
        None => (input(line)?, None),
    };
    if line.own {
        keep_own(&mut inputs);
    }
    if let Some(page) = &line.page {
        lead_to(page, &mut inputs)?;
    }
    if kinds.contains(&PrintKind::Odds) {
        for input in &mut inputs {
            let what = message!("Odds of {fleet}", fleet = input.name());
            input.odds = Some(wait(input.odds_to_work_out(), &what).found());
        }
    }
    let title = tell(&title(&inputs));
    let job = PrintJob {
        title: tell(&footer(&inputs)),
        paper: line.paper.paper(),
        per_page: line.per_page.per_page(),
        ink_saver: line.ink_saver,
        parts: parts(&inputs, report.as_ref(), kinds),
    };
    let pages = job.pages();
    let meta = pdf::Meta { title, created: Some(made_at()) };
    let bytes = pdf::write(&pages, &meta)?;
    let remarks = job.remark(&Words::ENGLISH).into_iter().chain(left_out(&inputs, kinds));
    for warning in job.warning().into_iter().chain(remarks) {
        // Standard error may be closed.
        let _ = writeln!(std::io::stderr(), "{}", harmless(&tell(&warning)));
    }
    let (file, n) = (output.name(), pages.len());
    let written =
        with_warning(message!(n => "{file}: {n} page\n" | "{file}: {n} pages\n", file), differ);
    let done = output.write(message!("the pages"), &bytes, written)?;
    match output.file().filter(|_| line.open) {
        Some(file) if !opened(file) => {
            Ok(message!("{done}The PDF could not be opened here.\n", done))
        }
        Some(_) | None => Ok(done),
    }
}

/// Removes the other side's inputs if there is one of the viewer's own side.
fn keep_own(inputs: &mut Vec<PrintInput>) {
    let own = |input: &PrintInput| input.viewer() == Viewer::Side(input.side);
    if inputs.iter().any(own) {
        inputs.retain(own);
    }
}

/// Points the codes on rosters to a web page.
fn lead_to(page: &str, inputs: &mut [PrintInput]) -> anyhow::Result<()> {
    if !["https://", "http://"].iter().any(|scheme| page.starts_with(scheme)) {
        bail!(Failed(message!(
            "nothing was printed: --page is the address of a web page. It begins with https:// or \
             http://"
        )));
    }
    for input in inputs {
        input.lead_to(page);
    }
    Ok(())
}

/// Opens a file with the system's program for it. Returns whether that was
/// started.
fn opened(file: &Path) -> bool {
    let mut opener = if cfg!(target_os = "macos") {
        Command::new("open")
    } else if cfg!(windows) {
        Command::new("explorer")
    } else {
        Command::new("xdg-open")
    };
    let quiet = opener.arg(file).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    quiet.spawn().is_ok()
}

/// The named optional rules, as those of a fleet's system.
fn options(line: &PrintLine, of: &Checked) -> anyhow::Result<Options> {
    let system = of.fleet.system();
    let switch = |word: &String| {
        let name = system.name();
        let word = word.as_str();
        system.switch(word).ok_or_else(|| {
            Failed(message!(
                "nothing was printed: {name} has no optional rule “{word}”",
                name,
                word
            ))
        })
    };
    Ok(line.options.iter().map(switch).collect::<Result<_, _>>()?)
}

/// The fleets in the files: two that may fight each other as its two sides, others on
/// their own. A single fleet can be printed as side B.
fn input(line: &PrintLine) -> anyhow::Result<Vec<PrintInput>> {
    let (files, reader) = (line.fleets.as_slice(), line.side);
    let side = match (reader, files) {
        (None | Some(ReportReader::A), [_]) | (None, _) | (Some(_), [_, _]) => Side::A,
        (Some(ReportReader::B), [_]) => Side::B,
        (Some(ReportReader::Both | ReportReader::All), [_]) => {
            bail!(Failed(message!(
                "nothing was printed: for a single fleet use --side a or --side b"
            )))
        }
        (Some(_), _) => bail!(Failed(message!(
            "nothing was printed: --side is for one fleet, or for a battle with --state"
        ))),
    };
    let mut read = Vec::new();
    let mut unusable = String::new();
    for file in files {
        let text = fleet_text(file)?;
        match fleet::read_toml(&text) {
            Ok(checked) => read.push((checked, text)),
            Err(faults) => {
                let name = fleet_name(file);
                let _ = write!(unusable, "\n{}", fleet::render(&name, &text, &faults));
            }
        }
    }
    if !unusable.is_empty() {
        bail!(Failed(message!("nothing was printed: a fleet has errors\n{unusable}", unusable)));
    }
    if let [(a, a_text), (b, b_text)] = read.as_slice()
        && a.fleet.system() == b.fleet.system()
        && let Ok(both) = PrintInput::both_under([(a, a_text), (b, b_text)], &options(line, a)?)
    {
        let viewer = viewer_of(&both[0].battle, reader)?;
        return Ok(both.map(|input| input.read_by(viewer)).to_vec());
    }
    let alone = |(file, (checked, text)): (&PathBuf, &(Checked, String))| {
        PrintInput::of_fleet_under(side, checked, text, &options(line, checked)?)
            .with_context(|| Failed(message!("cannot print {file}", file = shown(file))))
    };
    files.iter().zip(&read).map(alone).collect()
}
