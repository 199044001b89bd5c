//! What can go wrong with the file, in words, and how to mend it.

use std::io::{self, ErrorKind};

use redb::Error;

use super::super::{StoreFault, Trouble};

const MOVE_ASIDE: &str = "Move the file to a safe place and restart: a new one is created. Saved battle files can \
     then be opened.";

/// What an error of the storage library means to a player.
pub(super) fn fault(doing: &str, place: &str, error: Error) -> StoreFault {
    let (trouble, why, remedy) = match error {
        Error::DatabaseAlreadyOpen => (
            Trouble::Locked,
            "another Trierarch has it open".to_owned(),
            "Close that one, or start this one with TRIERARCH_DATA set to a folder of its own.",
        ),
        Error::Io(error) => of_disk(&error),
        Error::Corrupted(why) => (Trouble::Damaged, why, MOVE_ASIDE),
        Error::UpgradeRequired(version) => {
            (Trouble::Damaged, format!("it has the old file format {version}"), MOVE_ASIDE)
        }
        other => (Trouble::Other, other.to_string(), "Try again; if that does not help, restart."),
    };
    told(doing, place, trouble, why, remedy)
}

fn of_disk(error: &io::Error) -> (Trouble, String, &'static str) {
    match error.kind() {
        ErrorKind::StorageFull | ErrorKind::QuotaExceeded => (
            Trouble::Full,
            "the disk is full".to_owned(),
            "Free some space and try again: nothing has changed.",
        ),
        ErrorKind::PermissionDenied | ErrorKind::ReadOnlyFilesystem => (
            Trouble::Forbidden,
            error.to_string(),
            "Allow writing there, or set TRIERARCH_DATA to a folder that can be written to.",
        ),
        ErrorKind::InvalidData => (Trouble::Damaged, error.to_string(), MOVE_ASIDE),
        _ => (Trouble::Other, error.to_string(), "Check the disk and try again."),
    }
}

/// The storage library gave up in the middle: what it read cannot be.
pub(super) fn gave_up(doing: &str, place: &str) -> StoreFault {
    let why = "the file is damaged so that it cannot be read".to_owned();
    told(doing, place, Trouble::Damaged, why, MOVE_ASIDE)
}

/// The file is not where it was, or it is another one.
pub(super) fn gone(doing: &str, place: &str) -> StoreFault {
    let why = "the file was moved or deleted while Trierarch was running".to_owned();
    let remedy = "Put it back, or save the battle as a file and restart.";
    told(doing, place, Trouble::Missing, why, remedy)
}

/// The file is of a version that this program does not read.
pub(super) fn other_version(doing: &str, place: &str, found: u64, read: u64) -> StoreFault {
    let (why, remedy) = if found > read {
        ("it was written by a newer Trierarch", "Update Trierarch to open it.")
    } else {
        ("it was written by a Trierarch older than the first release", MOVE_ASIDE)
    };
    let why = format!("{why} (version {found}; this one reads {read})");
    told(doing, place, Trouble::Version, why, remedy)
}

fn told(doing: &str, place: &str, trouble: Trouble, why: String, remedy: &str) -> StoreFault {
    StoreFault {
        trouble,
        doing: doing.to_owned(),
        place: place.to_owned(),
        why,
        remedy: remedy.to_owned(),
        undecided: false,
    }
}
