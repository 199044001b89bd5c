//! The output of a subcommand: a file, or standard output as `-`. A subcommand never
//! overwrites its input, and other files only with `--force`, unless the program can make
//! them again.

use std::fs;
use std::io::{self, ErrorKind, IsTerminal, Read, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use clap::Args;
use trierarch::message::{Joint, Message, harmless, message};
use trierarch::storage;

use super::{Failed, shown, tell};

/// Whether to replace a file that the program has not made.
#[derive(Args)]
pub(super) struct ReplaceLine {
    /// Replace an existing file, whatever it is
    #[arg(long)]
    pub(super) force: bool,
}

/// The kinds of files that subcommands write.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FileKind {
    Pdf,
    Markdown,
    Fleet,
}

impl FileKind {
    /// The ending of its files' names.
    fn ending(self) -> &'static str {
        match self {
            FileKind::Pdf => "pdf",
            FileKind::Markdown => "md",
            FileKind::Fleet => "toml",
        }
    }

    /// Its ending with its name: `.md (Markdown)`.
    fn named(self) -> Message {
        match self {
            FileKind::Pdf => message!(".pdf (PDF)"),
            FileKind::Markdown => message!(".md (Markdown)"),
            FileKind::Fleet => message!(".toml (a fleet)"),
        }
    }

    /// The kind among these for the ending of a file's name.
    fn of(file: &Path, kinds: &[FileKind]) -> Option<FileKind> {
        let end = file.extension()?.to_str()?.to_lowercase();
        kinds.iter().copied().find(|kind| kind.ending() == end)
    }

    /// Whether a file begins like one that the program has made. A fleet never does: it
    /// may be written by hand, and cannot be made again.
    fn made(self, begin: &str) -> bool {
        match self {
            FileKind::Pdf => begin.starts_with("%PDF-"),
            // The title, then the verdict in bold letters.
            FileKind::Markdown => {
                let mut lines = begin.lines();
                lines.next().is_some_and(|title| title.starts_with("# "))
                    && lines.nth(1).is_some_and(|verdict| verdict.starts_with("**"))
            }
            FileKind::Fleet => false,
        }
    }
}

/// The output of a subcommand.
#[derive(Debug)]
pub(super) struct Output {
    /// `None` for standard output.
    file: Option<PathBuf>,
    pub(super) kind: FileKind,
}

impl Output {
    /// The output at a path for one of these kinds; standard output takes the first one.
    ///
    /// # Errors
    /// If the path has another ending, or the file exists and may not be replaced.
    pub(super) fn at(
        path: &Path,
        kinds: &[FileKind],
        inputs: &[&Path],
        force: bool,
    ) -> anyhow::Result<Output> {
        let file = shown(path);
        if path.as_os_str() == "-" {
            let kind = kinds.first().copied().unwrap_or(FileKind::Fleet);
            return Ok(Output { file: None, kind });
        }
        let Some(kind) = FileKind::of(path, kinds) else {
            let endings = Message::joined(kinds.iter().map(|kind| kind.named()), Joint::Or);
            bail!(Failed(message!("{file}: the file name must end in {endings}", file, endings)))
        };
        let same = |input: &&Path| match (fs::canonicalize(input), fs::canonicalize(path)) {
            (Ok(input), Ok(output)) => input == output,
            _ => false,
        };
        if inputs.iter().any(same) {
            bail!(Failed(message!(
                "{file} is an input and is not overwritten: choose another name with -o",
                file
            )))
        }
        if !force && !may_be_replaced(path, kind) {
            bail!(Failed(message!(
                "{file} already exists: choose another name, or replace it with --force",
                file
            )))
        }
        Ok(Output { file: Some(path.to_owned()), kind })
    }

    /// The file; `None` for standard output.
    pub(super) fn file(&self) -> Option<&Path> {
        self.file.as_deref()
    }

    /// Its name in messages.
    pub(super) fn name(&self) -> String {
        self.file.as_deref().map_or_else(|| tell(&message!("standard output")), shown)
    }

    /// Writes the content. Returns the message for standard output. If the content went
    /// there, the message goes to standard error and the result is empty.
    ///
    /// # Errors
    /// If it cannot be written.
    pub(super) fn write(
        &self,
        what: Message,
        content: &[u8],
        message: Message,
    ) -> anyhow::Result<Message> {
        if let Some(file) = &self.file {
            storage::save_file(file, what, content)?;
            return Ok(message);
        }
        let mut out = io::stdout().lock();
        if self.kind == FileKind::Pdf && out.is_terminal() {
            bail!(Failed(message!(
                "a PDF cannot be shown on a terminal: name a file, or redirect it with | or >"
            )))
        }
        match out.write_all(content).and_then(|()| out.flush()) {
            Err(error) if error.kind() != ErrorKind::BrokenPipe => {
                return Err(error)
                    .with_context(|| Failed(message!("cannot write to standard output")));
            }
            Ok(()) | Err(_) => {}
        }
        // Standard error may be closed.
        let _ = write!(io::stderr(), "{}", harmless(&tell(&message)));
        Ok(Message::verbatim(""))
    }
}

/// Whether writing at this path loses nothing: there is no file, an empty one, or one
/// that the program can make again. `false` if it cannot be read.
fn may_be_replaced(path: &Path, kind: FileKind) -> bool {
    /// The number of bytes in which a report's title and verdict are.
    const BEGIN: u64 = 4096;
    if !path.is_file() {
        return true;
    }
    let mut begin = Vec::new();
    match fs::File::open(path).and_then(|file| file.take(BEGIN).read_to_end(&mut begin)) {
        Ok(_) => begin.is_empty() || kind.made(&String::from_utf8_lossy(&begin)),
        Err(_) => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const REPORT: [FileKind; 2] = [FileKind::Markdown, FileKind::Pdf];

    #[test]
    fn a_wrong_ending_is_refused_with_the_right_ones() {
        let why = Output::at(Path::new("x.doc"), &REPORT, &[], true).unwrap_err().to_string();
        assert_eq!(why, "x.doc: the file name must end in .md (Markdown) or .pdf (PDF)");
        let why = Output::at(Path::new("x"), &[FileKind::Pdf], &[], true).unwrap_err().to_string();
        assert_eq!(why, "x: the file name must end in .pdf (PDF)");
        assert_eq!(
            Output::at(Path::new("x.PDF"), &REPORT, &[], false).unwrap().kind,
            FileKind::Pdf
        );
        let out = Output::at(Path::new("-"), &REPORT, &[], false).unwrap();
        assert_eq!((out.kind, out.file()), (FileKind::Markdown, None));
    }

    #[test]
    fn a_file_is_replaced_only_if_the_program_made_it_or_by_force_and_an_input_never() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str, content: &str| {
            let file = folder.path().join(name);
            std::fs::write(&file, content).unwrap();
            file
        };
        for (name, content, replaced) in [
            ("a.pdf", "%PDF-1.7\n", true),
            ("b.pdf", "{\n  \"format\": \"trierarch battle\"", false),
            ("empty.pdf", "", true),
            ("a.md", "# Sybota, 433 BCE\n\n**Draw.**\n\n", true),
            ("b.md", "# Our club\n\nWe meet on Fridays.\n", false),
            ("a.toml", "system = \"greek-fire\"\n", false),
        ] {
            let file = at(name, content);
            let kinds = [REPORT.as_slice(), &[FileKind::Fleet]].concat();
            let output = |force| Output::at(&file, &kinds, &[], force);
            assert_eq!(output(false).is_ok(), replaced, "{name}");
            assert!(output(true).is_ok(), "{name}");
            let input = folder.path().join(".").join(name);
            let why = Output::at(&file, &kinds, &[&input], true).unwrap_err().to_string();
            assert!(why.contains("is not overwritten"), "{why}");
        }
    }
}
