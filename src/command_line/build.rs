//! `trierarch build`: a random fleet.

use std::path::PathBuf;

use anyhow::{Context, bail};
use clap::Args;
use trierarch::fleet::{self, build};
use trierarch::games::SystemTag;
use trierarch::message::{Message, message};
use trierarch::session::random_seed;

use super::Failed;
use super::output::{FileKind, Output, ReplaceLine};

/// The arguments of `trierarch build`.
#[derive(Args)]
pub(super) struct BuildLine {
    /// Accepted for older scripts, without effect: every fleet is random
    #[arg(long = "random", hide = true)]
    _random: bool,
    /// The game
    #[arg(long, value_name = "SYSTEM", value_parser = system)]
    system: SystemTag,
    /// Number of ships or units
    #[arg(long, value_name = "COUNT", default_value_t = 8)]
    ships: u32,
    /// The same seed gives the same fleet; random if left out
    #[arg(long, value_name = "NUMBER")]
    seed: Option<u64>,
    /// File to write, which ends in .toml; standard output if left out, or -
    #[arg(short, long, value_name = "FILE", default_value = "-", hide_default_value = true)]
    output: PathBuf,
    #[command(flatten)]
    replace: ReplaceLine,
}

/// The system with this word.
pub(super) fn system(word: &str) -> Result<SystemTag, Failed> {
    SystemTag::from_slug(word).ok_or_else(|| {
        Failed(message!("expected one of {systems}", systems = SystemTag::SLUGS.join(", ")))
    })
}

/// The fleet file, or a message about where it was written.
pub(super) fn build(line: &BuildLine) -> anyhow::Result<Message> {
    let most = fleet::MOST_SHIPS;
    if line.ships == 0 || line.ships > most {
        let asked = line.ships;
        bail!(Failed(message!("a fleet has 1 to {most} ships, not {asked}", most, asked)));
    }
    let output = Output::at(&line.output, &[FileKind::Fleet], &[], line.replace.force)?;
    let seed = if let Some(seed) = line.seed {
        seed
    } else {
        let none = || Failed(message!("no random numbers available: give a --seed"));
        random_seed().with_context(none)?
    };
    let text = build::random(line.system, line.ships, seed).text();
    let shown = message!(
        "{file}: a fleet for {system}, seed {seed}\n",
        file = output.name(),
        system = line.system.name(),
        seed = seed.to_string()
    );
    output.write(message!("the fleet"), text.as_bytes(), shown)
}
