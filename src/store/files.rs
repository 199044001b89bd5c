//! Battle files on the disk: written whole or not at all.

use std::fs;
use std::io::{self, ErrorKind, Read, Write};
use std::path::Path;

use atomic_write_file::AtomicWriteFile;

use crate::journal::Journal;

use super::{StoreFault, Trouble, read_battle_bytes};

/// No battle file is as long as this, in bytes.
const LONGEST_FILE: u64 = 256 << 20;

/// Saves a battle as a file. What stood in the file before stays until all of
/// the new one is on the disk.
///
/// # Errors
/// Where the file cannot be written.
pub fn write_battle_file(path: &Path, journal: &Journal) -> Result<(), StoreFault> {
    save_file(path, "the battle", journal.to_file().as_bytes())
}

/// Saves something that a player has made, whole or not at all. What it is, is
/// said where it fails: `the report`.
///
/// # Errors
/// Where the file cannot be written.
pub fn save_file(path: &Path, what: &str, content: &[u8]) -> Result<(), StoreFault> {
    let doing = format!("save {what}");
    if path.is_dir() {
        return Err(StoreFault {
            trouble: Trouble::Other,
            doing,
            place: path.display().to_string(),
            why: "this is a folder".into(),
            remedy: "Put a name for the file behind it.".into(),
        });
    }
    write_file(path, content).map_err(|error| io_fault(&doing, path, &error))
}

/// Writes a file, whole or not at all.
///
/// # Errors
/// Where the file cannot be written.
pub fn write_file(path: &Path, content: &[u8]) -> io::Result<()> {
    let mut file = AtomicWriteFile::open(path)?;
    file.write_all(content)?;
    file.commit()
}

/// Loads a battle that was saved as a file.
///
/// # Errors
/// Where the file cannot be read, or is no sound battle file.
pub fn read_battle_file(path: &Path) -> Result<Journal, StoreFault> {
    let doing = super::LOADING;
    let io = |error: io::Error| io_fault(doing, path, &error);
    let about = fs::metadata(path).map_err(io)?;
    let place = path.display().to_string();
    let bytes = if about.is_file() {
        let mut bytes = Vec::new();
        let file = fs::File::open(path).map_err(io)?;
        file.take(LONGEST_FILE + 1).read_to_end(&mut bytes).map_err(io)?;
        bytes
    } else {
        Vec::new()
    };
    if !about.is_file() || bytes.len() as u64 > LONGEST_FILE {
        return Err(StoreFault {
            trouble: Trouble::Damaged,
            doing: doing.into(),
            place,
            why: "this is no battle file".into(),
            remedy: "Choose a file that Trierarch has saved as a battle.".into(),
        });
    }
    read_battle_bytes(&place, &bytes)
}

fn io_fault(doing: &str, path: &Path, error: &io::Error) -> StoreFault {
    let (trouble, why, remedy) = match error.kind() {
        ErrorKind::NotFound => (
            Trouble::Missing,
            "there is no such file or folder".to_owned(),
            "See to the spelling; a path is read from the folder where Trierarch was started.",
        ),
        ErrorKind::StorageFull | ErrorKind::QuotaExceeded => (
            Trouble::Full,
            "the disk is full".to_owned(),
            "Make room on it and try again; the file is as it was.",
        ),
        ErrorKind::PermissionDenied | ErrorKind::ReadOnlyFilesystem => {
            (Trouble::Forbidden, error.to_string(), "Choose another folder.")
        }
        _ => (Trouble::Other, error.to_string(), "Choose another place, or see to the disk."),
    };
    StoreFault {
        trouble,
        doing: doing.to_owned(),
        place: path.display().to_string(),
        why,
        remedy: remedy.to_owned(),
    }
}
