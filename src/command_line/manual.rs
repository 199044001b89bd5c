//! `trierarch manual`: writes the manual pages and shell completions for a
//! package. Both are made from the command line itself, so neither can be out
//! of date.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Context;
use clap::{Args, Command};
use clap_complete::Shell;
use trierarch::message::message;

use super::{Failed, shown};

/// The arguments of `trierarch manual`.
#[derive(Args)]
pub(super) struct ManualLine {
    /// The folder to write into
    #[arg(value_name = "FOLDER")]
    folder: PathBuf,
}

/// The supported shells, each with the folder and the file name where it looks for its
/// completions.
const SHELLS: [(Shell, &str, &str); 3] = [
    (Shell::Bash, "bash-completion/completions", "trierarch"),
    (Shell::Fish, "fish/vendor_completions.d", "trierarch.fish"),
    (Shell::Zsh, "zsh/vendor-completions", "_trierarch"),
];

/// Writes the pages (`man/man1`) and completions into a folder that is laid
/// out like `/usr/share`.
///
/// # Errors
/// If something cannot be written; the reason, in words.
pub(super) fn manual(line: &ManualLine, command: &Command) -> anyhow::Result<()> {
    let pages = folder(&line.folder.join("man/man1"))?;
    clap_mangen::generate_to(command.clone(), &pages).with_context(|| cannot_write(&pages))?;
    for (shell, under, name) in SHELLS {
        let mut script = Vec::new();
        clap_complete::generate(shell, &mut command.clone(), "trierarch", &mut script);
        let file = folder(&line.folder.join(under))?.join(name);
        fs::write(&file, script).with_context(|| cannot_write(&file))?;
    }
    Ok(())
}

/// The folder, which is made if it does not exist.
fn folder(path: &Path) -> anyhow::Result<PathBuf> {
    fs::create_dir_all(path).with_context(|| cannot_write(path))?;
    Ok(path.to_owned())
}

fn cannot_write(path: &Path) -> Failed {
    Failed(message!("cannot write {file}", file = shown(path)))
}
