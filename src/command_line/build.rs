//! `trierarch build`: a random fleet.

use std::path::PathBuf;

use anyhow::{Context, bail};
use clap::Args;
use trierarch::fleet::{self, build};
use trierarch::rules::SystemTag;
use trierarch::say;
use trierarch::store;

/// What a fleet is made of.
#[derive(Args)]
pub(super) struct BuildLine {
    /// Choose ships, crews and names at random
    #[arg(long, required = true)]
    random: bool,
    /// The rules system that it is for
    #[arg(long, value_name = "SYSTEM", value_parser = system)]
    system: SystemTag,
    /// How many ships or units
    #[arg(long, value_name = "COUNT", default_value_t = 8)]
    ships: u32,
    /// The seed: the same seed gives the same fleet; if left out, it is another each time
    #[arg(long, value_name = "NUMBER")]
    seed: Option<u64>,
    /// The file to write; if left out, the fleet goes to standard output
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

/// The system of a word.
pub(super) fn system(word: &str) -> Result<SystemTag, String> {
    SystemTag::from_slug(word)
        .ok_or_else(|| format!("expected one of {}", SystemTag::SLUGS.join(", ")))
}

/// The fleet file, or a word on where it was written.
pub(super) fn build(line: &BuildLine) -> anyhow::Result<String> {
    let most = fleet::MOST_SHIPS;
    if line.ships == 0 || line.ships > most {
        bail!("a fleet has 1 to {most} ships; {} were asked for", line.ships);
    }
    let seed = match line.seed {
        Some(seed) => seed,
        None => getrandom::u64().context("no random numbers available: give a --seed")? >> 12,
    };
    let text = build::random(line.system, line.ships, seed).text();
    let Some(output) = &line.output else { return Ok(text) };
    store::save_file(output, say!("the fleet"), text.as_bytes())?;
    Ok(format!("{}: a fleet for {}, seed {seed}\n", output.display(), line.system.name()))
}
