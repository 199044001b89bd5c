//! Tests of saving files: completely or not at all, wherever a path leads.

use std::fs;
use std::path::Path;
use std::time::{Duration, SystemTime};

use message::{Message, message};
use storage::{StoreTrouble, read_battle_file, read_fleet_file, save_file};

/// The name of the saved content, for errors.
fn pages() -> Message {
    message!("the pages")
}

fn names(folder: &Path) -> Vec<String> {
    let mut names: Vec<String> = fs::read_dir(folder)
        .expect("a folder")
        .map(|found| found.expect("readable").file_name().to_string_lossy().into_owned())
        .collect();
    names.sort();
    names
}

#[cfg(unix)]
#[test]
fn a_save_follows_a_link_to_its_file() {
    use std::os::unix::fs::symlink;
    let folder = tempfile::tempdir().expect("a folder");
    let at = |name: &str| folder.path().join(name);
    fs::create_dir(at("cloud")).expect("a folder");
    fs::write(at("cloud/real.pdf"), "old").expect("written");
    symlink("cloud/real.pdf", at("link.pdf")).expect("a link");
    symlink("link.pdf", at("link-of-a-link.pdf")).expect("a link");
    symlink("cloud/not-yet.pdf", at("dangling.pdf")).expect("a link");
    save_file(&at("link-of-a-link.pdf"), pages(), b"new").expect("saved");
    save_file(&at("dangling.pdf"), pages(), b"new, too").expect("saved");
    assert_eq!(fs::read(at("cloud/real.pdf")).expect("there"), b"new");
    assert_eq!(fs::read(at("cloud/not-yet.pdf")).expect("there"), b"new, too");
    for link in ["link.pdf", "link-of-a-link.pdf", "dangling.pdf"] {
        assert!(
            fs::symlink_metadata(at(link)).expect("there").is_symlink(),
            "{link} is still a link"
        );
    }
    symlink("round", at("round")).expect("a link");
    let fault = save_file(&at("round"), pages(), b"new").expect_err("a circle");
    assert!(fault.why().to_string().contains("circle"), "{fault}");
}

#[cfg(unix)]
#[test]
fn a_save_leaves_devices_and_folders_alone() {
    let fault = save_file(Path::new("/dev/null"), pages(), b"new").expect_err("a device");
    assert!(fault.why().to_string().contains("device"), "{fault}");
    let folder = tempfile::tempdir().expect("a folder");
    let fault = save_file(folder.path(), pages(), b"new").expect_err("a folder");
    assert!(fault.why().to_string().contains("folder"), "{fault}");
}

#[cfg(target_os = "linux")]
#[test]
fn reading_stops_at_a_size_and_a_device_is_not_read() {
    let folder = tempfile::tempdir().expect("a folder");
    let long = folder.path().join("long");
    fs::File::create(&long).and_then(|file| file.set_len(1 << 40)).expect("a file with holes");
    let fault = read_fleet_file(&long).expect_err("it is too long");
    assert!(fault.why().to_string().contains("longer than"), "{fault}");
    assert_eq!(read_battle_file(&long).expect_err("it is too long").trouble, StoreTrouble::Damaged);
    let endless = Path::new("/dev/zero");
    for fault in [read_fleet_file(endless).err(), read_battle_file(endless).err()] {
        let fault = fault.expect("it has no end");
        assert!(fault.why().to_string().contains("not a regular file"), "{fault}");
    }
}

#[test]
fn the_remains_of_a_killed_save_are_removed_by_the_next() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = |name: &str| folder.path().join(name);
    let old = SystemTime::now() - Duration::from_hours(1);
    for name in [".sybota.battle.x7Kq2Z", ".sybota.battle.notes", ".other.battle.x7Kq2Z"] {
        let file = fs::File::create(at(name)).expect("a file");
        file.set_modified(old).expect("an hour ago");
    }
    fs::write(at(".sybota.battle.young0"), "another program is at it").expect("a file");
    save_file(&at("sybota.battle"), pages(), b"new").expect("saved");
    assert_eq!(
        names(folder.path()),
        [".other.battle.x7Kq2Z", ".sybota.battle.notes", ".sybota.battle.young0", "sybota.battle"]
    );
}
