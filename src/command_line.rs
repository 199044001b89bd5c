//! The command line.

mod battles;
mod build;
#[cfg(feature = "host")]
mod host;
#[cfg(feature = "manual")]
mod manual;
mod output;
mod paper;
mod place;
mod print;
mod report;
mod salvage;
mod wait;

use std::io::{self, ErrorKind, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::Context;
#[cfg(feature = "manual")]
use clap::CommandFactory;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Parser, Subcommand};
use trierarch::fleet::{self, Severity, library, share};
use trierarch::message::{Message, harmless, message};
use trierarch::rules::Keyword;
use trierarch::{i18n, storage};

/// Companion app for ancient battles with model ships
#[derive(Parser)]
#[command(
    version,
    subcommand_negates_reqs = true,
    args_conflicts_with_subcommands = true,
    after_help = "Examples:
  trierarch                                  the window, at the first screen
  trierarch --battle sybota                  the window, with a battle open
  trierarch battles                          the ready battles
  trierarch battles sybota                   its setup, victory conditions, history and balance
  trierarch sybota.battle                    the window, with a saved battle open
  trierarch check fleets/greek-fire/*.toml   what is wrong with fleet files
  trierarch print athens.toml -o sheets.pdf  a fleet on paper
  trierarch build --system greek-fire --ships 8 --seed 7 -o fleet.toml
  trierarch report sybota.battle -o it.md    what happened, to post (or .pdf)
  trierarch referee < requests.jsonl         the rules, without a window

Battles are stored in your data folder, or in the one that TRIERARCH_DATA names.
Each subcommand has its own --help."
)]
struct CommandLine {
    #[arg(long, value_name = "NAME", help = battles_to_open(), conflicts_with_all = ["open", "file"])]
    battle: Option<String>,
    /// Open a battle that was saved as a file, with any file name extension
    #[arg(long, value_name = "FILE", conflicts_with = "file")]
    open: Option<PathBuf>,
    /// Open a battle that was saved as a file (x.battle), or the fleet of a link
    #[arg(value_name = "BATTLE", value_parser = place::place)]
    file: Option<PathBuf>,
    #[command(subcommand)]
    subcommand: Option<SubcommandLine>,
}

#[derive(Subcommand)]
enum SubcommandLine {
    /// Referee battles over standard input and output, one JSON object per line
    ///
    /// Every request gets an answer; bad input gets an error. Ends when the input ends.
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
    /// List the ready battles, or describe one
    ///
    /// The list shows each battle's name, length and balance. With a name, shows
    /// its setup, terrain, victory conditions, length, balance and history.
    #[command(after_help = "Examples:
  trierarch battles
  trierarch battles --system greek-fire
  trierarch battles sybota")]
    Battles(battles::BattlesLine),
    /// Check fleet files
    ///
    /// Shows every error and warning with its file, line and column. Exits with 1
    /// if a fleet cannot be used, with 0 otherwise.
    #[command(after_help = "Examples:
  trierarch check athens.toml
  trierarch check fleets/greek-fire/*.toml")]
    Check {
        /// The fleet files, or links that begin with trierarch:fleet/
        #[arg(required = true, value_name = "FLEET")]
        fleets: Vec<PathBuf>,
    },
    /// Print fleets or a battle as a PDF
    ///
    /// Writes rosters, record sheets with boxes to cross off, quick reference
    /// charts and more into one file. An earlier PDF of that name is replaced;
    /// any other file only with --force.
    #[command(after_help = "Examples:
  trierarch print athens.toml -o sheets.pdf
  trierarch print athens.toml corinth.toml -o sybota.pdf --paper letter --per-page 4
  trierarch print athens.toml -o cards.pdf --parts cards --ink-saver
  trierarch print athens.toml corinth.toml -o odds.pdf --parts charts,odds,turn
  trierarch print --state sybota.battle -o round-3.pdf --parts sheets
  trierarch print --state sybota.battle -o all-of-it.pdf --parts report,rosters
  trierarch print --state zama.battle -o for-rome.pdf --side b
  trierarch print corinth.toml -o corinth.pdf --side b")]
    Print(print::PrintLine),
    /// Make a random fleet
    ///
    /// Writes a fleet file that follows every rule of its system, without errors
    /// or warnings. An earlier file of that name is replaced only with --force.
    #[command(after_help = "Examples:
  trierarch build --system greek-fire --ships 8 --seed 7
  trierarch build --system fast-play-salamis --ships 12 -o persians.toml")]
    Build(build::BuildLine),
    /// Write a battle report
    ///
    /// Writes what happened round by round, the losses, the turning points and
    /// the luck of the dice. An earlier report of that name is replaced; any other
    /// file only with --force.
    #[command(after_help = "Examples:
  trierarch report sybota.battle -o sybota.md
  trierarch report sybota.battle -o sybota.pdf --paper letter
  trierarch report drepanum.battle -o for-rome.md --side b
  trierarch report drepanum.battle -o umpire.md --side all")]
    Report(report::ReportLine),
    /// Recover damaged battles
    ///
    /// Lists the saved battles that cannot be read. With a name, drops everything
    /// after its last good row, so that it opens again.
    #[command(after_help = "Examples:
  trierarch salvage
  trierarch salvage sybota
  trierarch salvage --data /var/lib/trierarch table-6b6f")]
    Salvage(salvage::SalvageLine),
    /// Let others on your network join a battle
    ///
    /// Prints a code and an address; each player who joins takes a seat. Runs until
    /// it is stopped.
    #[cfg(feature = "host")]
    #[command(after_help = "Examples:
  trierarch host --battle sybota
  trierarch host --battle sybota --listen 0.0.0.0:4120 --data ~/table
  trierarch host --battle evening.battle --seats ask")]
    Host(host::HostLine),
    /// Serve many tables, with a lobby
    ///
    /// Players open tables and find them in the lobby. Runs until it is stopped.
    #[cfg(feature = "host")]
    #[command(after_help = "Examples:
  trierarch hall --listen 127.0.0.1:4120 --data /var/lib/trierarch")]
    Hall(host::HallOptions),
    /// Let others on your network join a battle (not in this build)
    #[cfg(not(feature = "host"))]
    #[command(hide = true, disable_help_flag = true)]
    Host(NotBuiltLine),
    /// Serve many tables, with a lobby (not in this build)
    #[cfg(not(feature = "host"))]
    #[command(hide = true, disable_help_flag = true)]
    Hall(NotBuiltLine),
    /// Write manual pages and shell completions, for a package
    #[cfg(feature = "manual")]
    #[command(hide = true)]
    Manual(manual::ManualLine),
}

/// The arguments of a subcommand that this build lacks: any, so that they are accepted and the
/// error about the build is shown.
#[cfg(not(feature = "host"))]
#[derive(clap::Args)]
struct NotBuiltLine {
    #[arg(trailing_var_arg = true, allow_hyphen_values = true, hide = true)]
    _words: Vec<std::ffi::OsString>,
}

/// The help of `--battle`, with the names of the ready battles.
fn battles_to_open() -> String {
    let ready: Vec<&str> = library::battles().iter().map(|battle| battle.slug.as_str()).collect();
    format!(
        "Open this battle: one of yours, or a ready one ({}); see `trierarch battles`",
        ready.join(", ")
    )
}

/// Runs the command line: opens the window or runs a subcommand.
pub(crate) fn run() -> ExitCode {
    storage::report_panics(storage::home());
    // Before the arguments are parsed, so that a stop signal always shuts a host down properly.
    #[cfg(feature = "host")]
    let stage = host::stage();
    let line = CommandLine::parse();
    let done = match line.subcommand {
        None => open_window(line.battle, line.open.or(line.file)).map(|()| ExitCode::SUCCESS),
        Some(SubcommandLine::Referee) => referee().map(|()| ExitCode::SUCCESS),
        Some(SubcommandLine::Battles(line)) => {
            battles::battles(&line).and_then(|text| out(&text)).map(|()| ExitCode::SUCCESS)
        }
        Some(SubcommandLine::Check { fleets }) => check(&fleets),
        Some(SubcommandLine::Print(line)) => {
            print::print(&line).and_then(|text| out(&tell(&text))).map(|()| ExitCode::SUCCESS)
        }
        Some(SubcommandLine::Build(line)) => {
            build::build(&line).and_then(|text| out(&tell(&text))).map(|()| ExitCode::SUCCESS)
        }
        Some(SubcommandLine::Report(line)) => {
            report::report(&line).and_then(|text| out(&tell(&text))).map(|()| ExitCode::SUCCESS)
        }
        Some(SubcommandLine::Salvage(line)) => {
            salvage::salvage(&line).and_then(|text| out(&text)).map(|()| ExitCode::SUCCESS)
        }
        #[cfg(feature = "host")]
        Some(SubcommandLine::Host(line)) => host::host(line, stage).map(|()| ExitCode::SUCCESS),
        #[cfg(feature = "host")]
        Some(SubcommandLine::Hall(line)) => host::hall(line, stage).map(|()| ExitCode::SUCCESS),
        #[cfg(not(feature = "host"))]
        Some(SubcommandLine::Host(_) | SubcommandLine::Hall(_)) => Err(Failed(message!(
            "this Trierarch was built without its server, so other devices cannot join. To build \
             it with the server, add --features host to the command that built it"
        ))
        .into()),
        #[cfg(feature = "manual")]
        Some(SubcommandLine::Manual(line)) => {
            manual::manual(&line, &CommandLine::command()).map(|()| ExitCode::SUCCESS)
        }
    };
    match done {
        Ok(code) => code,
        Err(error) => {
            // Standard error may be closed.
            let _ = writeln!(io::stderr(), "trierarch: {}", harmless(&format!("{error:#}")));
            ExitCode::FAILURE
        }
    }
}

#[cfg(feature = "window")]
fn open_window(battle: Option<String>, file: Option<PathBuf>) -> anyhow::Result<()> {
    use trierarch::ui::Start;
    let start = match (battle, file) {
        (Some(slug), _) => Start::Ready(slug),
        (None, Some(file)) => match file.to_str().filter(|word| word.starts_with(share::LINK)) {
            Some(link) => Start::Shared(link.to_owned()),
            None => Start::File(file),
        },
        (None, None) => Start::Home,
    };
    trierarch::ui::run(start).map_err(Into::into)
}

#[cfg(not(feature = "window"))]
fn open_window(_: Option<String>, _: Option<PathBuf>) -> anyhow::Result<()> {
    anyhow::bail!(Failed(message!(
        "this Trierarch was built without its window. See trierarch --help for what it can do; \
         to build the window, leave out --no-default-features"
    )))
}

fn referee() -> anyhow::Result<()> {
    trierarch::session::run(io::stdin().lock(), io::stdout().lock()).with_context(|| {
        Failed(message!("the referee could not read its input or write its output"))
    })
}

fn check(files: &[PathBuf]) -> anyhow::Result<ExitCode> {
    let mut sound = true;
    let mut report = String::new();
    for file in files {
        let (text, found) = check_one(file);
        sound &= text;
        report.push_str(&found);
    }
    out(&report)?;
    Ok(if sound { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// The text of a fleet file or of a shared link.
fn fleet_text(file: &Path) -> anyhow::Result<String> {
    match file.to_str().filter(|word| word.starts_with(share::LINK)) {
        Some(link) => share::from_text(link).map_err(|fault| {
            Failed(message!("the link cannot be read: {fault}", fault = fault.to_string())).into()
        }),
        None => Ok(storage::read_fleet_file(file)?),
    }
}

/// The name of a fleet in a message: its file, or a note that it came as a link.
fn fleet_name(file: &Path) -> String {
    match file.to_str().filter(|word| word.starts_with(share::LINK)) {
        Some(_) => tell(&message!("the fleet in the link")),
        None => file.display().to_string(),
    }
}

/// Whether a fleet can be used, and all its errors and warnings in words.
fn check_one(file: &Path) -> (bool, String) {
    let name = fleet_name(file);
    let text = match fleet_text(file) {
        Ok(text) => text,
        Err(error) => {
            let error_text = message!("error: {error}\n\n", error = error.to_string());
            return (false, tell(&error_text));
        }
    };
    let (usable, faults) = match fleet::read_toml(&text) {
        Ok(checked) => (true, checked.warnings),
        Err(faults) => (false, faults),
    };
    let errors = faults.iter().filter(|fault| fault.severity == Severity::Error).count();
    let shown = if faults.is_empty() {
        String::new()
    } else if io::stdout().is_terminal() {
        fleet::render_in_colour(&name, &text, &faults) + "\n\n"
    } else {
        fleet::render(&name, &text, &faults) + "\n\n"
    };
    let summary = verdict(&name, errors, faults.len() - errors, usable);
    (usable, format!("{shown}{}\n", tell(&summary)))
}

/// The verdict on a file: its numbers of errors and warnings, and whether it can be used.
fn verdict(file: &str, errors: usize, warnings: usize, usable: bool) -> Message {
    let errors = match errors {
        0 => message!("no errors"),
        errors => message!(errors => "{n} error" | "{n} errors"),
    };
    let found = match warnings {
        0 => errors,
        warnings => Message::list([errors, message!(warnings => "{n} warning" | "{n} warnings")]),
    };
    if usable {
        message!("{file}: {found}", file, found)
    } else {
        message!("{file}: {found}; this fleet cannot be used", file, found)
    }
}

/// A message of a subcommand that could not do its work.
#[derive(Clone, Debug, thiserror::Error)]
#[error("{0}")]
struct Failed(Message);

/// A message as text for a terminal.
fn tell(message: &Message) -> String {
    i18n::english(message)
}

/// A message about what was done, with a warning below it.
fn with_warning(done: Message, warning: Option<Message>) -> Message {
    match warning {
        Some(warning) => message!("{done}{warning}\n", done, warning),
        None => done,
    }
}

/// Parses a word of a list. The help lists the words with their meanings.
fn word_parser<T: Keyword + Send + Sync>() -> impl TypedValueParser<Value = T> {
    let words = T::LIST
        .iter()
        .map(|one| PossibleValue::new(one.word()).help(one.meaning().trim_end_matches('.')));
    PossibleValuesParser::new(words)
        .try_map(|word| T::of_word(&word).ok_or_else(|| format!("unknown word {word:?}")))
}

/// A path as text.
fn shown(path: &Path) -> String {
    path.display().to_string()
}

/// Writes to standard output, which may be a terminal. A pipe that its reader has closed is not an
/// error.
fn out(text: &str) -> anyhow::Result<()> {
    let mut out = io::stdout().lock();
    match out.write_all(harmless(text).as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
        other => other.with_context(|| Failed(message!("cannot write to standard output"))),
    }
}
