//! File systems for power cuts, which lose unsynced data: ext4 in a file, shut down without
//! further writes, and mounted again. They need root, and a folder named by
//! `POWER_CUTS_IN`; without it no power is cut.

use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use tempfile::TempDir;

/// The size of a file system.
const BYTES: u64 = 128 << 20;
/// The operating system writes nothing back for ten minutes, so that only synced data is on
/// the disk.
const OPTIONS: &str = "loop,commit=600";
/// `EXT4_IOC_SHUTDOWN` without a last write of the journal, for all at once. It runs in
/// another program, since an ioctl needs `unsafe`, which ours does not use.
const CUT: &str = "
import fcntl, os, struct, sys
roots = [os.open(path, os.O_RDONLY) for path in sys.argv[1:]]
for root in roots:
    fcntl.ioctl(root, 0x8004587D, struct.pack('I', 2))
";
/// The time for which a file system may be busy after its last user was killed.
const LONGEST: Duration = Duration::from_secs(20);

/// The folder in which the file systems are made; `None` if none is named.
pub(crate) fn folder_for_disks() -> Option<PathBuf> {
    std::env::var_os("POWER_CUTS_IN").map(PathBuf::from)
}

/// Whether no power is cut; this is then printed.
pub(crate) fn no_power_cuts() -> bool {
    let none = folder_for_disks().is_none();
    if none {
        // Written directly, since the test harness hides a test's own output.
        let why = "not tested: power cuts, because POWER_CUTS_IN names no folder";
        let _ = writeln!(std::io::stderr(), "{why}");
    }
    none
}

/// Separate file systems, which are removed on drop.
pub(crate) struct Disks {
    mounted: Vec<PathBuf>,
    place: TempDir,
}

impl Disks {
    /// Makes as many as there are names; `None` if no power is cut.
    pub(crate) fn make(names: &[&str]) -> Option<Disks> {
        let place = tempfile::tempdir_in(folder_for_disks()?).expect("a folder");
        // From here on, drop unmounts what is mounted, whatever fails.
        let mut disks = Disks { mounted: Vec::new(), place };
        for name in names {
            let folder = disks.place.path().join(name);
            let image = image(&folder);
            File::create(&image).and_then(|file| file.set_len(BYTES)).expect("a file");
            system("mkfs.ext4", &[OsStr::new("-q"), image.as_os_str()]);
            fs::create_dir(&folder).expect("a folder");
            mount(&folder);
            disks.mounted.push(folder);
        }
        Some(disks)
    }

    /// The folder of one of them.
    pub(crate) fn folder(&self, number: usize) -> &Path {
        &self.mounted[number]
    }

    /// Cuts the power: from now on nothing more is written. Programs that write there must be
    /// stopped before, as by a power cut: Linux reports success to some programs that wait for a
    /// sync at this moment.
    pub(crate) fn cut(&self, numbers: &[usize]) {
        let folders = numbers.iter().map(|number| self.mounted[*number].as_os_str());
        let words: Vec<&OsStr> =
            [OsStr::new("-c"), OsStr::new(CUT)].into_iter().chain(folders).collect();
        system("python3", &words);
    }

    /// Restores the power; programs that used them must have been killed.
    pub(crate) fn restore_power(&self, numbers: &[usize]) {
        for number in numbers {
            let folder = &self.mounted[*number];
            unmount(folder).expect("no program uses it");
            mount(folder);
        }
    }
}

impl Drop for Disks {
    fn drop(&mut self) {
        for folder in &self.mounted {
            if unmount(folder).is_err() {
                // It disappears with its last user.
                let _ = Command::new("umount").arg("-l").arg(folder).status();
            }
        }
    }
}

/// The file that holds a file system.
fn image(folder: &Path) -> PathBuf {
    folder.with_extension("ext4")
}

fn mount(folder: &Path) {
    let image = image(folder);
    system(
        "mount",
        &[OsStr::new("-o"), OsStr::new(OPTIONS), image.as_os_str(), folder.as_os_str()],
    );
}

/// The operating system may need a moment to close files of a killed program.
fn unmount(folder: &Path) -> Result<(), String> {
    let since = Instant::now();
    loop {
        let done = Command::new("umount").arg(folder).output().map_err(|e| e.to_string())?;
        if done.status.success() {
            return Ok(());
        }
        if since.elapsed() > LONGEST {
            return Err(String::from_utf8_lossy(&done.stderr).into_owned());
        }
        thread::sleep(Duration::from_millis(10));
    }
}

/// Runs a program of the operating system that must not fail.
fn system(program: &str, words: &[&OsStr]) {
    let done = Command::new(program).args(words).stdin(Stdio::null()).output();
    let done = done.unwrap_or_else(|error| panic!("{program}: {error}"));
    let why = String::from_utf8_lossy(&done.stderr);
    assert!(done.status.success(), "{program} (power cuts need root): {why}");
}

#[test]
fn a_power_cut_loses_only_unsynced_writes() {
    if no_power_cuts() {
        return;
    }
    let disks = Disks::make(&["disk"]).expect("a folder is named");
    let path = |name: &str| disks.folder(0).join(name);
    for round in 0..3 {
        let (stored, lost) = (path(&format!("kept-{round}")), path(&format!("lost-{round}")));
        let mut file = File::create(&stored).expect("a file");
        file.write_all(b"before").expect("written");
        file.sync_all().expect("synced");
        file.write_all(b" and after").expect("written");
        fs::write(&lost, b"never synced").expect("written");
        disks.cut(&[0]);
        assert!(file.write_all(b"too late").and_then(|()| file.sync_all()).is_err());
        drop(file);
        disks.restore_power(&[0]);
        assert_eq!(fs::read(&stored).expect("it is there"), b"before");
        assert!(!lost.exists(), "it was never synced");
    }
}
