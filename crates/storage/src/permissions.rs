//! File permissions of the store: it is readable by its user alone, since it has tokens and
//! secrets of both sides.

use std::fs::{self, OpenOptions};
use std::io::{self, ErrorKind};
use std::path::Path;

#[cfg(unix)]
use std::os::unix::fs::{DirBuilderExt as _, OpenOptionsExt as _, PermissionsExt as _};

/// The private modes: owner only, for a folder and for a file.
#[cfg(unix)]
const FOLDER: u32 = 0o700;
#[cfg(unix)]
const FILE: u32 = 0o600;
/// The bits for other users.
#[cfg(unix)]
const OTHERS: u32 = 0o077;

/// The prefixes of the names of our files and folders. A folder with any other file may also be
/// used by another program, and is not changed.
#[cfg(unix)]
const OURS: [&str; 5] = ["trierarch.", "went-wrong-", "window.sock", "hall", "hosted"];

/// Makes a folder, or makes an existing folder of ours private.
pub fn folder(path: &Path) -> io::Result<()> {
    let mut maker = fs::DirBuilder::new();
    maker.recursive(true);
    #[cfg(unix)]
    {
        if path.is_dir() {
            if is_own_folder(path) {
                // If that is not allowed, at least the file in it is private.
                let _ = tighten(path, FOLDER);
            }
            return Ok(());
        }
        maker.mode(FOLDER);
    }
    maker.create(path)
}

#[cfg(unix)]
fn is_own_folder(folder: &Path) -> bool {
    let Ok(mut entries) = fs::read_dir(folder) else { return false };
    entries.all(|entry| {
        let name = entry.map(|entry| entry.file_name());
        name.is_ok_and(|name| OURS.iter().any(|ours| name.to_string_lossy().starts_with(ours)))
    })
}

/// Makes an empty file, or makes an existing one private.
///
/// # Errors
/// If there is something other than a file.
pub fn file(path: &Path) -> io::Result<()> {
    if fs::metadata(path).is_ok_and(|about| !about.is_file()) {
        return Err(io::Error::other("it is not a regular file"));
    }
    let mut opening = OpenOptions::new();
    opening.write(true).create_new(true);
    #[cfg(unix)]
    opening.mode(FILE);
    match opening.open(path) {
        Err(error) if error.kind() == ErrorKind::AlreadyExists => {
            #[cfg(unix)]
            // A user who may not change this may not write the file either, and gets that error.
            let _ = tighten(path, FILE);
            Ok(())
        }
        opened => opened.map(drop),
    }
}

/// Whether other users of the machine may list what is in a folder.
#[must_use]
pub fn others_may_list(folder: &Path) -> bool {
    let about = fs::metadata(folder);
    #[cfg(unix)]
    let open = |about: fs::Metadata| about.permissions().mode() & OTHERS != 0;
    // On other systems a folder of user data is already private.
    #[cfg(not(unix))]
    let open = |_| false;
    about.is_ok_and(open)
}

#[cfg(unix)]
fn tighten(path: &Path, mode: u32) -> io::Result<()> {
    let mut rights = fs::metadata(path)?.permissions();
    if rights.mode() & OTHERS != 0 {
        rights.set_mode(mode);
        fs::set_permissions(path, rights)?;
    }
    Ok(())
}

#[cfg(test)]
#[cfg(unix)]
mod tests {
    use super::*;

    fn mode(path: &Path) -> u32 {
        fs::metadata(path).expect("it is there").permissions().mode() & 0o777
    }

    #[test]
    fn stored_files_are_private_and_shared_ones_are_left_alone() {
        let outer = tempfile::tempdir().expect("a folder");
        let open = |path: &Path, mode| {
            fs::set_permissions(path, fs::Permissions::from_mode(mode)).expect("ours");
        };
        let (new, store) = (outer.path().join("a/b"), outer.path().join("a/b/trierarch.redb"));
        folder(&new).expect("made");
        file(&store).expect("made");
        assert_eq!((mode(&new), mode(&store)), (0o700, 0o600));
        open(&new, 0o755);
        open(&store, 0o644);
        folder(&new).expect("there");
        file(&store).expect("there");
        assert_eq!((mode(&new), mode(&store)), (0o700, 0o600));
        open(&new, 0o755);
        fs::write(new.join("letter.txt"), "another's").expect("written");
        folder(&new).expect("there");
        assert_eq!(mode(&new), 0o755);
    }
}
