//! `trierarch print`: fleets and battles on paper.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context, bail};
use clap::{Args, ValueEnum};
use trierarch::analysis::Reporting;
use trierarch::fleet::{self, Checked};
use trierarch::print::{Job, Kind, Muster, Paper, PerPage, parts, pdf};
use trierarch::say;
use trierarch::store::{self, Clock, SystemClock};

use super::report::OneSide;
use super::wait::wait;

/// What is said after `print`.
#[derive(Args)]
pub(super) struct PrintLine {
    /// The fleet files; two of one system are printed as sides A and B
    #[arg(required_unless_present = "state", value_name = "FLEET")]
    fleets: Vec<PathBuf>,
    /// The PDF to write
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
    /// The paper
    #[arg(long, value_enum, default_value_t = PaperSize::A4)]
    paper: PaperSize,
    /// Record sheets per page: 1, 2, 4 or 8
    #[arg(long, value_enum, default_value_t = Sheets::Two)]
    per_page: Sheets,
    /// Draw the ships in outlines
    #[arg(long)]
    ink_saver: bool,
    /// What to print, in this order
    #[arg(
        long,
        value_enum,
        value_delimiter = ',',
        value_name = "PARTS",
        default_value = "rosters,sheets,charts,turn"
    )]
    parts: Vec<PartKind>,
    /// Print this saved battle as it stands
    #[arg(long, value_name = "BATTLE", conflicts_with = "fleets")]
    state: Option<PathBuf>,
    /// Leave out of the battle report what this side may not know
    #[arg(long, value_enum, requires = "state")]
    side: Option<OneSide>,
}

#[derive(Clone, Copy, ValueEnum)]
pub(super) enum PaperSize {
    /// 210 by 297 millimetres
    A4,
    /// 8.5 by 11 inches
    Letter,
}

impl PaperSize {
    pub(super) fn paper(self) -> Paper {
        match self {
            PaperSize::A4 => Paper::A4,
            PaperSize::Letter => Paper::Letter,
        }
    }
}

#[derive(Clone, Copy, ValueEnum)]
enum Sheets {
    #[value(name = "1")]
    One,
    #[value(name = "2")]
    Two,
    #[value(name = "4")]
    Four,
    #[value(name = "8")]
    Eight,
}

#[derive(Clone, Copy, ValueEnum)]
enum PartKind {
    /// Each fleet in a table, with its notes and warnings
    Rosters,
    /// A record sheet for each ship
    Sheets,
    /// The tables of the rules, with what these fleets use
    Charts,
    /// The odds of each type against each type of the other side
    Odds,
    /// A turn track, and what is done in a turn
    Turn,
    /// Each ship as a card to cut out, and the chits of an army
    Cards,
    /// What happened in the battle of --state
    Report,
}

impl PartKind {
    fn kind(self) -> Kind {
        match self {
            PartKind::Rosters => Kind::Rosters,
            PartKind::Sheets => Kind::Sheets,
            PartKind::Charts => Kind::Charts,
            PartKind::Odds => Kind::Odds,
            PartKind::Turn => Kind::Turn,
            PartKind::Cards => Kind::Cards,
            PartKind::Report => Kind::Report,
        }
    }
}

/// Writes the PDF; what was written, in a line.
pub(super) fn print(line: &PrintLine) -> anyhow::Result<String> {
    let kinds: Vec<Kind> = line.parts.iter().map(|part| part.kind()).collect();
    let wants_report = kinds.contains(&Kind::Report);
    let (mut musters, report) = match &line.state {
        Some(file) => {
            let journal = store::read_battle_file(file)?;
            let musters = Muster::of_battle(journal.battle(), &journal.opening().fleets).to_vec();
            let viewer = OneSide::viewer(line.side);
            let told = |journal| wait(Reporting::new(journal, viewer), "Battle report").found();
            (musters, wants_report.then(|| told(Arc::new(journal))))
        }
        None if wants_report => bail!(
            "nothing was printed: a report needs a battle. Give its file with --state x.battle"
        ),
        None => (muster(&line.fleets)?, None),
    };
    if kinds.contains(&Kind::Odds) {
        for muster in &mut musters {
            let what = format!("Odds of {}", muster.name());
            muster.odds = Some(wait(muster.odds_to_work_out(), &what).found());
        }
    }
    let mut names: Vec<&str> = musters.iter().map(Muster::name).collect();
    names.dedup();
    let title = match names.as_slice() {
        [a, b] => format!("{a} against {b}"),
        names => names.join(", "),
    };
    let job = Job {
        title: title.clone(),
        paper: line.paper.paper(),
        per_page: match line.per_page {
            Sheets::One => PerPage::One,
            Sheets::Two => PerPage::Two,
            Sheets::Four => PerPage::Four,
            Sheets::Eight => PerPage::Eight,
        },
        ink_saver: line.ink_saver,
        parts: parts(&musters, report.as_ref(), &kinds),
    };
    let pages = job.pages();
    let meta = pdf::Meta { title, created: Some(SystemClock.now()) };
    let bytes = pdf::write(&pages, &meta)?;
    let output = &line.output;
    store::save_file(output, say!("the pages"), &bytes)?;
    let count = match pages.len() {
        1 => "1 page".to_owned(),
        n => format!("{n} pages"),
    };
    Ok(format!("{}: {count}\n", output.display()))
}

/// The fleets of some files: two that may fight each other as its two sides,
/// others each on its own.
fn muster(files: &[PathBuf]) -> anyhow::Result<Vec<Muster>> {
    let mut read = Vec::new();
    let mut unusable = String::new();
    for file in files {
        let text = store::read_fleet_file(file)?;
        match fleet::read_toml(&text) {
            Ok(checked) => read.push((checked, text)),
            Err(faults) => {
                let name = file.display().to_string();
                let _ = write!(unusable, "\n{}", fleet::render(&name, &text, &faults));
            }
        }
    }
    if !unusable.is_empty() {
        bail!("nothing was printed: a fleet has errors\n{unusable}");
    }
    if let [(a, a_text), (b, b_text)] = read.as_slice()
        && a.fleet.system() == b.fleet.system()
        && let Ok(both) = Muster::both([(a, a_text), (b, b_text)])
    {
        return Ok(both.to_vec());
    }
    let alone =
        |(file, (checked, text)): (&PathBuf, &(Checked, String))| on_its_own(file, checked, text);
    files.iter().zip(&read).map(alone).collect()
}

fn on_its_own(file: &Path, checked: &Checked, text: &str) -> anyhow::Result<Muster> {
    Muster::alone(checked, text)
        .map_err(anyhow::Error::msg)
        .with_context(|| format!("cannot print {}", file.display()))
}
