//! `trierarch manual`: the manual pages and the completions of shells, as a package
//! brings them. Both are made from the command line itself, so neither can be behind
//! it.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Context;
use clap::{Args, Command};
use clap_complete::Shell;
use trierarch::say::say;

use super::{Said, shown};

/// What `trierarch manual` takes.
#[derive(Args)]
pub(super) struct ManualLine {
    /// The folder to write into
    #[arg(value_name = "FOLDER")]
    folder: PathBuf,
}

/// The shells that are helped, and the folder of a package under which each looks for
/// a file of this name.
const SHELLS: [(Shell, &str, &str); 3] = [
    (Shell::Bash, "bash-completion/completions", "trierarch"),
    (Shell::Fish, "fish/vendor_completions.d", "trierarch.fish"),
    (Shell::Zsh, "zsh/vendor-completions", "_trierarch"),
];

/// Writes the pages (`man/man1`) and completions into a folder that stands for
/// `/usr/share`.
///
/// # Errors
/// In words, where something cannot be written.
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

/// The folder, made where it is not there.
fn folder(path: &Path) -> anyhow::Result<PathBuf> {
    fs::create_dir_all(path).with_context(|| cannot_write(path))?;
    Ok(path.to_owned())
}

fn cannot_write(path: &Path) -> Said {
    Said(say!("cannot write {file}", file = shown(path)))
}
