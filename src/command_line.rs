//! What can be said on the command line.

mod build;
mod print;
mod report;

use std::fs;
use std::io::{self, ErrorKind, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, bail};
use clap::{Parser, Subcommand};
use trierarch::fleet::{self, Severity};

/// Stands beside the table while people fight ancient battles with model ships.
#[derive(Parser)]
#[command(
    version,
    subcommand_negates_reqs = true,
    args_conflicts_with_subcommands = true,
    after_help = "Examples:
  trierarch                                  the window, at the Harbour
  trierarch --battle sybota                  the window, on a battle
  trierarch sybota.battle                    the window, on a battle that was saved
  trierarch check fleets/greek-fire/*.toml   what is wrong with fleet files
  trierarch print athens.toml -o sheets.pdf  a fleet on paper
  trierarch build --random --system greek-fire --ships 8 --seed 7 -o fleet.toml
  trierarch report sybota.battle -o it.md    what happened, to post (or .pdf, .json)
  trierarch referee < requests.jsonl         the rules, without a window

Battles are kept in the user's data folder, or in the one that TRIERARCH_DATA names.
Each subcommand has a --help of its own."
)]
struct CommandLine {
    /// Open on this battle: one that is kept, or a ready one
    #[arg(long, value_name = "SLUG", conflicts_with_all = ["open", "file"])]
    battle: Option<String>,
    /// Open on a battle that was saved as a file, whatever it is called
    #[arg(long, value_name = "FILE", conflicts_with = "file")]
    open: Option<PathBuf>,
    /// Open on a battle that was saved as a file: x.battle
    #[arg(value_name = "BATTLE", value_parser = battle_file)]
    file: Option<PathBuf>,
    #[command(subcommand)]
    subcommand: Option<Command>,
}

#[derive(Subcommand)]
enum Command {
    /// Judge battles from requests on standard input: one JSON object a line
    ///
    /// Answers each on standard output. What is not understood is answered with
    /// an error; only the end of the input ends it.
    #[command(after_help = "Examples:
  echo '{\"open\": {\"system\": \"greek-fire\", \"sides\": [
    \"fleets/greek-fire/sybota-athens.toml\",
    \"fleets/greek-fire/sybota-corinth.toml\"], \"seed\": 7}}' | tr -d '\\n' | trierarch referee

Requests (a line each):
  {\"open\": {\"system\": \"greek-fire\", \"sides\": [FLEET, FLEET]}}
  {\"offers\": {\"ship\": \"A1\"}}
  {\"odds\": {\"kind\": \"ram\", \"ship\": \"A1\", \"target\": \"B1\", \"spaces_straight\": 4}}
  {\"order\": {\"kind\": \"ram\", \"ship\": \"A1\", \"target\": \"B1\", \"spaces_straight\": 4}, \"dice\": [8]}
  {\"state\": {}}   {\"journal\": {}}   {\"undo\": {}}   {\"redo\": {}}
  {\"save\": {\"path\": \"x.battle\"}}   {\"load\": {\"path\": \"x.battle\"}}")]
    Referee,
    /// Say what is wrong with fleet files
    ///
    /// Shows every fault with its file, line and column. The status is 1 where a
    /// fleet cannot be used, and 0 where there are only warnings.
    #[command(after_help = "Examples:
  trierarch check athens.toml
  trierarch check fleets/greek-fire/*.toml")]
    Check {
        /// The fleet files
        #[arg(required = true, value_name = "FLEET")]
        fleets: Vec<PathBuf>,
    },
    /// Print fleets or a battle as a PDF
    ///
    /// Writes rosters, record sheets with boxes to cross off, quick reference
    /// charts with what the fleets use, and more, in one print job.
    #[command(after_help = "Examples:
  trierarch print athens.toml -o sheets.pdf
  trierarch print athens.toml corinth.toml -o sybota.pdf --paper letter --per-page 4
  trierarch print athens.toml -o cards.pdf --parts cards --ink-saver
  trierarch print athens.toml corinth.toml -o odds.pdf --parts charts,odds,turn
  trierarch print --state sybota.battle -o round-3.pdf --parts sheets
  trierarch print --state sybota.battle -o all-of-it.pdf --parts report,rosters")]
    Print(print::PrintLine),
    /// Put a fleet together
    ///
    /// Writes a fleet file that follows every rule of its system, with no fault
    /// and no warning.
    #[command(after_help = "Examples:
  trierarch build --random --system greek-fire --ships 8 --seed 7
  trierarch build --random --system fast-play-salamis --ships 12 -o persians.toml")]
    Build(build::BuildLine),
    /// Tell a battle as a report
    ///
    /// Writes what happened round by round, the losses, the turning points and
    /// how the dice fell.
    #[command(after_help = "Examples:
  trierarch report sybota.battle -o sybota.md
  trierarch report sybota.battle -o sybota.pdf --paper letter
  trierarch report sybota.battle -o sybota.json
  trierarch report drepanum.battle -o for-rome.md --side b")]
    Report(report::ReportLine),
}

/// A battle file by its name, so that a subcommand with a slip in it is not
/// taken for one.
fn battle_file(word: &str) -> Result<PathBuf, String> {
    let file = PathBuf::from(word);
    if file.extension().is_some_and(|end| end.eq_ignore_ascii_case("battle")) {
        return Ok(file);
    }
    Err("this is no subcommand, and no battle file: those end in .battle (or say --open FILE)"
        .into())
}

/// Does what the command line says.
pub(crate) fn run() -> ExitCode {
    std::panic::set_hook(Box::new(|mistake| {
        // Nobody may be there to read it.
        let _ = writeln!(
            io::stderr(),
            "trierarch: a mistake of its own: {mistake}. Please report it; every order that was \
             shown is kept"
        );
    }));
    let line = CommandLine::parse();
    let done = match line.subcommand {
        None => open_window(line.battle, line.open.or(line.file)).map(|()| ExitCode::SUCCESS),
        Some(Command::Referee) => referee().map(|()| ExitCode::SUCCESS),
        Some(Command::Check { fleets }) => check(&fleets),
        Some(Command::Print(line)) => {
            print::print(&line).and_then(|told| say(&told)).map(|()| ExitCode::SUCCESS)
        }
        Some(Command::Build(line)) => {
            build::build(&line).and_then(|told| say(&told)).map(|()| ExitCode::SUCCESS)
        }
        Some(Command::Report(line)) => {
            report::report(&line).and_then(|told| say(&told)).map(|()| ExitCode::SUCCESS)
        }
    };
    match done {
        Ok(code) => code,
        Err(error) => {
            // Nobody may be there to read it.
            let _ = writeln!(io::stderr(), "trierarch: {error:#}");
            ExitCode::FAILURE
        }
    }
}

#[cfg(feature = "window")]
fn open_window(battle: Option<String>, file: Option<PathBuf>) -> anyhow::Result<()> {
    use trierarch::ui::Start;
    let start = match (battle, file) {
        (Some(slug), _) => Start::Ready(slug),
        (None, Some(file)) => Start::File(file),
        (None, None) => Start::Harbour,
    };
    trierarch::ui::run(start).map_err(Into::into)
}

#[cfg(not(feature = "window"))]
fn open_window(_: Option<String>, _: Option<PathBuf>) -> anyhow::Result<()> {
    anyhow::bail!(
        "this Trierarch was built without its window; `trierarch --help` lists what it can do, \
         and `cargo build` without --no-default-features builds the window"
    )
}

fn referee() -> anyhow::Result<()> {
    trierarch::referee::run(io::stdin().lock(), io::stdout().lock())
        .context("the referee's input or output broke off")
}

fn check(files: &[PathBuf]) -> anyhow::Result<ExitCode> {
    let mut sound = true;
    let mut report = String::new();
    for file in files {
        let (text, found) = check_one(file);
        sound &= text;
        report.push_str(&found);
    }
    say(&report)?;
    Ok(if sound { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Whether a fleet can be used, and everything there is to say of it.
fn check_one(file: &Path) -> (bool, String) {
    let name = file.display().to_string();
    let text = match read_fleet_file(file) {
        Ok(text) => text,
        Err(error) => return (false, format!("error: {error:#}\n\n")),
    };
    let (verdict, faults) = match fleet::read_toml(&text) {
        Ok(checked) => (format!("{name}: a sound fleet"), checked.warnings),
        Err(faults) => (format!("{name}: not a fleet that can be used"), faults),
    };
    let errors = faults.iter().filter(|fault| fault.severity == Severity::Error).count();
    let shown = if faults.is_empty() {
        String::new()
    } else if io::stdout().is_terminal() {
        fleet::render_in_colour(&name, &text, &faults) + "\n\n"
    } else {
        fleet::render(&name, &text, &faults) + "\n\n"
    };
    let count = |n: usize, what: &str| match n {
        0 => String::new(),
        1 => format!(", 1 {what}"),
        n => format!(", {n} {what}s"),
    };
    let told = count(errors, "error") + &count(faults.len() - errors, "warning");
    (errors == 0, format!("{shown}{verdict}{told}\n"))
}

fn read_fleet_file(file: &Path) -> anyhow::Result<String> {
    let name = file.display();
    let about = fs::metadata(file).with_context(|| format!("cannot read {name}"))?;
    if about.is_dir() {
        bail!("cannot read {name}: it is a folder; name the files in it");
    }
    if about.len() > fleet::LONGEST_FILE as u64 {
        bail!("{name} is longer than {} bytes: it is no fleet file", fleet::LONGEST_FILE);
    }
    let bytes = fs::read(file).with_context(|| format!("cannot read {name}"))?;
    String::from_utf8(bytes).with_context(|| format!("{name} is no UTF-8 text"))
}

/// Writes to standard output; a reader that has gone away is no fault.
fn say(text: &str) -> anyhow::Result<()> {
    let mut out = io::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
        other => other.context("cannot write to standard output"),
    }
}
