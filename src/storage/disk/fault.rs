//! What can go wrong with the file, in words, and how to fix it.

use std::io::{self, ErrorKind};

use redb::Error;

use super::super::{StoreFault, StoreTrouble};
use crate::say::{Say, clipped, say};

fn move_aside() -> Say {
    say!(
        "Move the file to a safe place and restart: a new one is created. Saved battle files can then be opened."
    )
}

/// What an error of the storage library means to a player.
pub(super) fn fault(doing: Say, place: &str, error: Error) -> StoreFault {
    let (trouble, why, remedy) = match error {
        Error::DatabaseAlreadyOpen => (
            StoreTrouble::Locked,
            say!("another Trierarch has it open"),
            say!(
                "Close that one, or start this one with TRIERARCH_DATA set to a folder of its own."
            ),
        ),
        Error::Io(error) => of_disk(&error),
        Error::Corrupted(why) => (StoreTrouble::Damaged, Say::verbatim(why), move_aside()),
        Error::UpgradeRequired(version) => (
            StoreTrouble::Damaged,
            say!("it has the old file format {version}", version),
            move_aside(),
        ),
        other => (
            StoreTrouble::Other,
            Say::verbatim(other.to_string()),
            say!("Try again; if that does not help, restart."),
        ),
    };
    told(doing, place, trouble, why, remedy)
}

fn of_disk(error: &io::Error) -> (StoreTrouble, Say, Say) {
    let said = || Say::verbatim(error.to_string());
    match error.kind() {
        ErrorKind::StorageFull | ErrorKind::QuotaExceeded => (
            StoreTrouble::Full,
            say!("the disk is full"),
            say!("Free some space and try again: nothing has changed."),
        ),
        ErrorKind::PermissionDenied | ErrorKind::ReadOnlyFilesystem => (
            StoreTrouble::Forbidden,
            said(),
            say!("Allow writing there, or set TRIERARCH_DATA to a folder that can be written to."),
        ),
        // It ends before its last page.
        ErrorKind::InvalidData | ErrorKind::UnexpectedEof => {
            (StoreTrouble::Damaged, said(), move_aside())
        }
        _ => (StoreTrouble::Other, said(), say!("Check the disk and try again.")),
    }
}

/// The storage library panicked over what it read.
pub(super) fn gave_up(doing: Say, place: &str) -> StoreFault {
    let why = say!("the file is damaged so that it cannot be read");
    told(doing, place, StoreTrouble::Damaged, why, move_aside())
}

/// The file is there, and holds nothing.
pub(super) fn emptied(doing: Say, place: &str) -> StoreFault {
    let why = say!("the file is empty: everything that was saved in it is lost");
    let remedy = say!(
        "Put a copy in its place. If you have none, move the file to another folder and restart: a new one is created."
    );
    told(doing, place, StoreTrouble::Damaged, why, remedy)
}

/// The file is no longer where it was, or is another one.
pub(super) fn gone(doing: Say, place: &str) -> StoreFault {
    let why = say!("the file was moved or deleted while Trierarch was running");
    let remedy = say!("Put it back, or save the battle as a file and restart.");
    told(doing, place, StoreTrouble::Missing, why, remedy)
}

/// The file has a version that this program does not read.
pub(super) fn other_version(
    doing: Say,
    place: &str,
    [found, read]: [u64; 2],
    program: Option<&str>,
) -> StoreFault {
    let (why, remedy) = if found > read {
        let why = match program {
            Some(program) => say!(
                "a newer Trierarch ({program}) wrote it (version {found}; this one reads {read})",
                program = clipped(program),
                found,
                read
            ),
            None => say!(
                "a newer Trierarch wrote it (version {found}; this one reads {read})",
                found,
                read
            ),
        };
        (why, say!("Update Trierarch to open it."))
    } else {
        let why = say!(
            "a Trierarch older than the first release wrote it (version {found}; this one reads {read})",
            found,
            read
        );
        (why, move_aside())
    };
    told(doing, place, StoreTrouble::Version, why, remedy)
}

fn told(doing: Say, place: &str, trouble: StoreTrouble, why: Say, remedy: Say) -> StoreFault {
    StoreFault::new(trouble, place, doing, why, remedy)
}
