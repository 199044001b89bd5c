//! Faults of the store's file, in words, with their remedies.

use std::io::{self, ErrorKind};

use redb::Error;

use super::super::{StoreFault, StoreTrouble};
use message::{Message, clipped, message};

fn move_aside() -> Message {
    message!(
        "Move the file to a safe place and restart: a new one is created. Saved battle files can then be opened."
    )
}

/// The fault that an error of the storage library means for a player.
pub(super) fn fault(doing: Message, place: &str, error: Error) -> StoreFault {
    let (trouble, why, remedy) = match error {
        Error::DatabaseAlreadyOpen => (
            StoreTrouble::Locked,
            message!("another Trierarch has it open"),
            message!(
                "Close the other one, or start this one with TRIERARCH_DATA set to another folder."
            ),
        ),
        Error::Io(error) => of_disk(&error),
        Error::Corrupted(why) => (StoreTrouble::Damaged, Message::verbatim(why), move_aside()),
        Error::UpgradeRequired(version) => (
            StoreTrouble::Damaged,
            message!("it has the old file format {version}", version),
            move_aside(),
        ),
        other => (
            StoreTrouble::Other,
            Message::verbatim(other.to_string()),
            message!("Try again; if that does not help, restart."),
        ),
    };
    fault_with(doing, place, trouble, why, remedy)
}

fn of_disk(error: &io::Error) -> (StoreTrouble, Message, Message) {
    let text = || Message::verbatim(error.to_string());
    match error.kind() {
        ErrorKind::StorageFull | ErrorKind::QuotaExceeded => (
            StoreTrouble::Full,
            message!("the disk is full"),
            message!("Free some space and try again: nothing has changed."),
        ),
        ErrorKind::PermissionDenied | ErrorKind::ReadOnlyFilesystem => (
            StoreTrouble::Forbidden,
            text(),
            message!(
                "Allow writing there, or set TRIERARCH_DATA to a folder that can be written to."
            ),
        ),
        // It ends before its last page.
        ErrorKind::InvalidData | ErrorKind::UnexpectedEof => {
            (StoreTrouble::Damaged, text(), move_aside())
        }
        _ => (StoreTrouble::Other, text(), message!("Check the disk and try again.")),
    }
}

/// The fault that the storage library panicked while reading.
pub(super) fn unreadable(doing: Message, place: &str) -> StoreFault {
    let why = message!("the file is too damaged to be read");
    fault_with(doing, place, StoreTrouble::Damaged, why, move_aside())
}

/// The fault that the file exists, but is empty.
pub(super) fn emptied(doing: Message, place: &str) -> StoreFault {
    let why = message!("the file is empty: everything that was saved in it is lost");
    let remedy = message!(
        "Put a copy in its place. If you have none, move the file to another folder and restart: a new one is created."
    );
    fault_with(doing, place, StoreTrouble::Damaged, why, remedy)
}

/// The file is no longer where it was, or is another one.
pub(super) fn missing_file(doing: Message, place: &str) -> StoreFault {
    let why = message!("the file was moved or deleted while Trierarch was running");
    let remedy = message!("Put it back, or save the battle as a file and restart.");
    fault_with(doing, place, StoreTrouble::Missing, why, remedy)
}

/// The file has a version that this program does not read.
pub(super) fn other_version(
    doing: Message,
    place: &str,
    [found, read]: [u64; 2],
    program: Option<&str>,
) -> StoreFault {
    let (why, remedy) = if found > read {
        let why = match program {
            Some(program) => message!(
                "a newer Trierarch ({program}) wrote it (version {found}; this one reads {read})",
                program = clipped(program),
                found,
                read
            ),
            None => message!(
                "a newer Trierarch wrote it (version {found}; this one reads {read})",
                found,
                read
            ),
        };
        (why, message!("Update Trierarch to open it."))
    } else {
        let why = message!(
            "a Trierarch older than the first release wrote it (version {found}; this one reads {read})",
            found,
            read
        );
        (why, move_aside())
    };
    fault_with(doing, place, StoreTrouble::Version, why, remedy)
}

fn fault_with(
    doing: Message,
    place: &str,
    trouble: StoreTrouble,
    why: Message,
    remedy: Message,
) -> StoreFault {
    StoreFault::new(trouble, place, doing, why, remedy)
}
