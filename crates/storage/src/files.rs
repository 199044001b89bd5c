//! Battle files on the disk: written whole or not at all.

use std::fs;
use std::io::{self, ErrorKind, Read, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use atomic_write_file::AtomicWriteFile;
use serde_json::Value;

use engine::fleet::{self, NotText};
use engine::journal::{Journal, begins_as_a_battle_file};
use message::{Arg, Message, message};

use super::{LONGEST_BATTLE_FILE, StoreFault, StoreTrouble, read_table_bytes};

/// Saves a battle as a file. An earlier file stays until all of the new one is
/// on the disk.
///
/// # Errors
/// If the file cannot be written.
pub fn write_battle_file(path: &Path, journal: &Journal) -> Result<(), StoreFault> {
    save_file(path, message!("the battle"), journal.to_file().as_bytes())
}

/// Refuses a path with a file that is not a battle file, because saving would replace it. If
/// the file cannot be read, writing reports the reason.
///
/// # Errors
/// If there is such a file.
pub fn check_loses_no_other_file(path: &Path) -> Result<(), StoreFault> {
    /// A battle file names its format within this number of bytes.
    const BEGIN: u64 = 256;
    let mut begin = Vec::new();
    let file = fs::File::open(path).ok().filter(|_| path.is_file());
    if file.is_none_or(|file| file.take(BEGIN).read_to_end(&mut begin).is_err())
        || begin.is_empty()
        || begins_as_a_battle_file(&String::from_utf8_lossy(&begin))
    {
        return Ok(());
    }
    let (doing, place) = (message!("save the battle"), path.display().to_string());
    let why = message!("this file exists, and is not a battle file");
    let remedy = message!("Choose another name, or move the file away first.");
    Err(StoreFault::new(StoreTrouble::Conflict, place, doing, why, remedy))
}

/// Saves a player's content, completely or not at all. `what` names it in errors: `the report`.
/// A link is followed to its file; anything but a file (a folder, a device, a pipe) is left
/// alone.
///
/// # Errors
/// If the file cannot be written.
pub fn save_file(path: &Path, what: impl Into<Arg>, content: &[u8]) -> Result<(), StoreFault> {
    let doing = message!("save {what}", what = what.into());
    let io = |error: io::Error| io_fault(&doing, path, &error);
    let file = behind_links(path).map_err(io)?;
    match fs::metadata(&file) {
        Ok(about) if about.is_dir() => {
            let (why, remedy) =
                (message!("this is a folder"), message!("Add a file name to the path."));
            let place = path.display().to_string();
            return Err(StoreFault::new(StoreTrouble::Other, place, doing, why, remedy));
        }
        Ok(about) if !about.is_file() => return Err(no_file(path, &doing)),
        Err(error) if error.kind() != ErrorKind::NotFound => return Err(io(error)),
        Ok(_) | Err(_) => {}
    }
    clear_up(&file);
    let mut writing = AtomicWriteFile::open(&file).map_err(io)?;
    writing.write_all(content).map_err(io)?;
    writing.commit().map_err(io)
}

/// Longer chains of links are not followed.
const MOST_LINKS: usize = 40;

/// The file that a path leads to, which need not exist yet.
fn behind_links(path: &Path) -> io::Result<PathBuf> {
    let mut file = path.to_owned();
    for _ in 0..MOST_LINKS {
        match fs::read_link(&file) {
            // A relative link starts at its own folder.
            Ok(target) => file = file.parent().unwrap_or(Path::new("")).join(target),
            Err(_) => return Ok(file),
        }
    }
    Err(io::Error::other("the links lead in a circle"))
}

/// A program killed during a save leaves a file named `.NAME.` and six letters,
/// which the next save under that name removes. A younger one may belong to
/// another program that is saving now.
fn clear_up(file: &Path) {
    let (Some(folder), Some(name)) = (file.parent(), file.file_name().and_then(|n| n.to_str()))
    else {
        return;
    };
    let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    let is_left_over = |found: &fs::DirEntry| {
        let found_name = found.file_name();
        let letters = found_name
            .to_str()
            .and_then(|found| found.strip_prefix('.')?.strip_prefix(name)?.strip_prefix('.'));
        letters.is_some_and(|letters| {
            letters.len() == 6 && letters.chars().all(|letter| letter.is_ascii_alphanumeric())
        })
    };
    let is_old = |found: &fs::DirEntry| {
        let age = found.metadata().and_then(|about| about.modified()).map(|at| at.elapsed());
        age.is_ok_and(|age| age.is_ok_and(|age| age > A_SAVE_TAKES))
    };
    let Ok(entries) = fs::read_dir(folder) else { return };
    for found in entries.flatten().filter(|found| is_left_over(found) && is_old(found)) {
        // A file that cannot be removed does no harm.
        let _ = fs::remove_file(found.path());
    }
}

/// No save takes longer than this.
const A_SAVE_TAKES: Duration = Duration::from_mins(10);

/// Loads a battle that was saved as a file.
///
/// # Errors
/// If the file cannot be read, or is not a valid battle file.
pub fn read_battle_file(path: &Path) -> Result<Journal, StoreFault> {
    read_table_file(path).map(|(journal, _)| journal)
}

/// Loads a battle that was saved as a file, with what it contains about its
/// table.
///
/// # Errors
/// As [`read_battle_file`].
pub fn read_table_file(path: &Path) -> Result<(Journal, Option<Value>), StoreFault> {
    read_table_bytes(&path.display().to_string(), &table_file_bytes(path)?)
}

/// The content of a battle file, not parsed yet.
///
/// # Errors
/// If the file cannot be read, or is too long to be a battle file.
pub fn table_file_bytes(path: &Path) -> Result<Vec<u8>, StoreFault> {
    let doing = super::loading();
    read_at_most(path, &doing, LONGEST_BATTLE_FILE as u64)?.ok_or_else(|| {
        let why = message!("this is not a battle file");
        let remedy = message!("Choose a battle that Trierarch saved as a file.");
        StoreFault::new(StoreTrouble::Damaged, path.display().to_string(), doing, why, remedy)
    })
}

/// The content of a file that a player has chosen, whatever size it claims.
///
/// # Errors
/// If it cannot be read, is not a regular file, or has more than `longest` bytes.
pub fn read_file(path: &Path, longest: usize) -> Result<Vec<u8>, StoreFault> {
    let doing = message!("read the file");
    if let Some(bytes) = read_at_most(path, &doing, longest as u64)? {
        return Ok(bytes);
    }
    let (why, remedy) = if path.is_dir() {
        (message!("this is a folder"), message!("Add a file name to the path."))
    } else {
        let most = longest >> 10;
        (message!("it is larger than {most} KiB", most), message!("Choose a fleet or a battle."))
    };
    let place = path.display().to_string();
    Err(StoreFault::new(StoreTrouble::Other, place, doing, why, remedy))
}

/// The content of a file, whatever size it claims; `None` for a folder, and for
/// anything longer than `longest`. A pipe or a device may never end, and is refused.
fn read_at_most(path: &Path, doing: &Message, longest: u64) -> Result<Option<Vec<u8>>, StoreFault> {
    let io = |error: io::Error| io_fault(doing, path, &error);
    let about = fs::metadata(path).map_err(io)?;
    if about.is_dir() {
        return Ok(None);
    }
    if !about.is_file() {
        return Err(no_file(path, doing));
    }
    let mut bytes = Vec::new();
    let file = fs::File::open(path).map_err(io)?;
    file.take(longest + 1).read_to_end(&mut bytes).map_err(io)?;
    Ok((bytes.len() as u64 <= longest).then_some(bytes))
}

/// The fault that a path leads to a device or a pipe.
fn no_file(path: &Path, doing: &Message) -> StoreFault {
    StoreFault::new(
        StoreTrouble::Other,
        path.display().to_string(),
        doing.clone(),
        message!("this is a device or a pipe; it is not a regular file"),
        message!("Choose a file."),
    )
}

/// Reads the text of a fleet file without parsing it.
///
/// # Errors
/// If the file cannot be read, or cannot be a fleet file.
pub fn read_fleet_file(path: &Path) -> Result<String, StoreFault> {
    let doing = message!("read the fleet");
    let unfit = |why: Message, remedy: Message| {
        StoreFault::new(
            StoreTrouble::Damaged,
            path.display().to_string(),
            doing.clone(),
            why,
            remedy,
        )
    };
    let longest = fleet::LONGEST_FILE as u64;
    let Some(bytes) = read_at_most(path, &doing, longest)? else {
        return Err(if path.is_dir() {
            unfit(message!("this is a folder"), message!("Name the files in it."))
        } else {
            unfit(
                message!("it is longer than {longest} bytes, so it is not a fleet file", longest),
                choose_fleet(),
            )
        });
    };
    fleet::text_of(&bytes).map_err(|NotText(why)| unfit(why, NotText::remedy()))
}

fn choose_fleet() -> Message {
    message!("Choose a TOML file such as those in the folder fleets.")
}

fn io_fault(doing: &Message, path: &Path, error: &io::Error) -> StoreFault {
    let (trouble, why, remedy) = match error.kind() {
        ErrorKind::NotFound => (
            StoreTrouble::Missing,
            message!("there is no such file or folder"),
            message!(
                "Check the spelling; relative paths start at the folder where Trierarch was started."
            ),
        ),
        ErrorKind::StorageFull | ErrorKind::QuotaExceeded => (
            StoreTrouble::Full,
            message!("the disk is full"),
            message!("Free some space and try again; the file is unchanged."),
        ),
        ErrorKind::PermissionDenied | ErrorKind::ReadOnlyFilesystem => (
            StoreTrouble::Forbidden,
            Message::verbatim(error.to_string()),
            message!("Choose another folder."),
        ),
        _ => (
            StoreTrouble::Other,
            Message::verbatim(error.to_string()),
            message!("Choose another place, or check the disk."),
        ),
    };
    StoreFault::new(trouble, path.display().to_string(), doing.clone(), why, remedy)
}
