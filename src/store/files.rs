//! Battle files on the disk: written whole or not at all.

use std::fs;
use std::io::{self, ErrorKind, Read, Write};
use std::path::Path;

use atomic_write_file::AtomicWriteFile;

use crate::fleet;
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
            remedy: "Add a file name to the path.".into(),
            undecided: false,
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
/// Where the file cannot be read, or is not a valid battle file.
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
            why: "this is not a battle file".into(),
            remedy: "Choose a battle that Trierarch saved as a file.".into(),
            undecided: false,
        });
    }
    read_battle_bytes(&place, &bytes)
}

/// Reads the text of a fleet file; what it says is not looked at.
///
/// # Errors
/// Where the file cannot be read, or cannot be a fleet file.
pub fn read_fleet_file(path: &Path) -> Result<String, StoreFault> {
    let doing = "read the fleet";
    let io = |error: io::Error| io_fault(doing, path, &error);
    let unfit = |why: String, remedy: &str| StoreFault {
        trouble: Trouble::Damaged,
        doing: doing.into(),
        place: path.display().to_string(),
        why,
        remedy: remedy.into(),
        undecided: false,
    };
    if fs::metadata(path).map_err(io)?.is_dir() {
        return Err(unfit("this is a folder".into(), "Name the files in it."));
    }
    let longest = fleet::LONGEST_FILE as u64;
    let mut bytes = Vec::new();
    let file = fs::File::open(path).map_err(io)?;
    file.take(longest + 1).read_to_end(&mut bytes).map_err(io)?;
    if bytes.len() as u64 > longest {
        let why = format!("it is longer than {longest} bytes, so not a fleet file");
        return Err(unfit(why, CHOOSE_FLEET));
    }
    String::from_utf8(bytes)
        .map_err(|_| unfit("it is not a text file, so not a fleet file".into(), CHOOSE_FLEET))
}

const CHOOSE_FLEET: &str = "Choose a TOML file such as those in the folder fleets.";

fn io_fault(doing: &str, path: &Path, error: &io::Error) -> StoreFault {
    let (trouble, why, remedy) = match error.kind() {
        ErrorKind::NotFound => (
            Trouble::Missing,
            "there is no such file or folder".to_owned(),
            "Check the spelling; relative paths start at the folder where Trierarch was started.",
        ),
        ErrorKind::StorageFull | ErrorKind::QuotaExceeded => (
            Trouble::Full,
            "the disk is full".to_owned(),
            "Free some space and try again; the file is unchanged.",
        ),
        ErrorKind::PermissionDenied | ErrorKind::ReadOnlyFilesystem => {
            (Trouble::Forbidden, error.to_string(), "Choose another folder.")
        }
        _ => (Trouble::Other, error.to_string(), "Choose another place, or check the disk."),
    };
    StoreFault {
        trouble,
        doing: doing.to_owned(),
        place: path.display().to_string(),
        why,
        remedy: remedy.to_owned(),
        undecided: false,
    }
}
