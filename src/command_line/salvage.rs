//! `trierarch salvage`: lists damaged battles, and saves the readable part of one.

use std::path::PathBuf;

use anyhow::{Context, bail};
use clap::Args;
use trierarch::message::{Message, message};
use trierarch::session::TableServer;
use trierarch::storage::{self, OnDisk, Sound, Store};

use super::{Failed, tell};

/// The arguments of `trierarch salvage`.
#[derive(Args)]
pub(super) struct SalvageLine {
    /// Permanently drop everything after this battle's last readable row
    #[arg(value_name = "BATTLE")]
    battle: Option<String>,
    /// The folder of the battles, such as that of a host or a hall
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
}

/// Lists the damaged battles, or drops everything after the last good change of one.
///
/// # Errors
/// If the store cannot be opened or has no such battle.
pub(super) fn salvage(line: &SalvageLine) -> anyhow::Result<String> {
    let folder = line.data.clone().or_else(storage::home);
    let folder = folder.context("cannot find the folder of your battles: name it with --data")?;
    if !folder.join(storage::FILE_NAME).exists() {
        bail!(Failed(message!(
            "there are no battles in {folder}: name their folder with --data",
            folder = folder.display().to_string()
        )));
    }
    let mut store = OnDisk::open(&folder).map_err(|fault| {
        Failed(if line.data.is_some() { fault.of_named_folder() } else { fault }.in_words())
    })?;
    // The window must still report the damage to the players.
    store.leave_unreported();
    let mut lines: Vec<Message> = store.condition().warning().into_iter().collect();
    if let Some(slug) = &line.battle {
        lines.push(cut(&store, slug)?);
    } else {
        let before = lines.len();
        for ends in store.battles().map_err(|fault| Failed(fault.in_words()))? {
            lines.extend(damaged(&store, &ends.slug)?);
        }
        if lines.len() == before {
            lines.push(message!("Every battle can be read."));
        }
    }
    Ok(lines.iter().map(|line| tell(line) + "\n").collect())
}

/// The number of rows of a battle that can be opened, and its readable part.
fn good(store: &OnDisk, slug: &str) -> anyhow::Result<(usize, Sound)> {
    let sound = store.sound(slug).map_err(|fault| Failed(fault.in_words()))?;
    // An intact row may still be unusable without the rows before it.
    let opens = |count: &usize| TableServer::read(&sound.rows[..*count]).is_ok();
    let good = (1..=sound.rows.len()).rev().find(opens).unwrap_or(0);
    Ok((good, sound))
}

fn damaged(store: &OnDisk, slug: &str) -> anyhow::Result<Option<Message>> {
    let (good, sound) = good(store, slug)?;
    if sound.counted == Some(good as u64) {
        return Ok(None);
    }
    let command = format!("trierarch salvage {slug}");
    Ok(Some(match sound.counted {
        Some(all) => message!(
            "{slug}: {good} of {all} rows can be read. To drop the rest: {command}",
            slug,
            good,
            all,
            command
        ),
        None => {
            message!(
                "{slug}: {good} rows can be read. To drop the rest: {command}",
                slug,
                good,
                command
            )
        }
    }))
}

fn cut(store: &OnDisk, slug: &str) -> anyhow::Result<Message> {
    let (good, sound) = good(store, slug)?;
    if good == 0 {
        bail!(Failed(message!(
            "{slug}: its beginning cannot be read, so it cannot be recovered",
            slug
        )));
    }
    if sound.counted == Some(good as u64) {
        return Ok(message!("{slug}: every row can be read", slug));
    }
    store.cut(slug, good as u64).map_err(|fault| Failed(fault.in_words()))?;
    Ok(message!(good =>
        "{slug}: the first row is kept; the battle opens again"
        | "{slug}: the first {n} rows are kept; the battle opens again", slug))
}
