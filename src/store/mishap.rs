//! What is left behind where the program goes wrong: a report beside the store,
//! and the next start tells where it lies.

use std::backtrace::Backtrace;
use std::cell::Cell;
use std::fs::{self, File};
use std::io::{self, Write};
use std::panic;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

use crate::say::say;

use super::clock::{Clock, SystemClock};

/// How the name of a report begins.
const NAME: &str = "went-wrong-";
/// How it ends, until a start has told of it.
const UNTOLD: &str = ".new.txt";
/// How it ends from then on.
const TOLD: &str = ".txt";
/// One run of the program writes no more reports: what goes wrong with every frame
/// is told by the first.
const MOST_REPORTS: u32 = 5;

thread_local! {
    /// Whether what panics now is expected to, and made an error of.
    static EXPECTED: Cell<bool> = const { Cell::new(false) };
}

/// Lets something run that may give up with a panic, which is made an error of:
/// nothing is reported.
pub(super) fn expecting<T>(run: impl FnOnce() -> T) -> T {
    struct Before(bool);
    impl Drop for Before {
        fn drop(&mut self) {
            EXPECTED.set(self.0);
        }
    }
    let _before = Before(EXPECTED.replace(true));
    run()
}

/// From now on a panic anywhere in the program is told on its standard error, and
/// written to a report in this folder. It changes nothing else: what was kept is
/// kept, and whoever catches panics goes on.
pub fn report_panics(folder: Option<PathBuf>) {
    static WRITTEN: AtomicU32 = AtomicU32::new(0);
    panic::set_hook(Box::new(move |mistake| {
        if EXPECTED.get() {
            return;
        }
        let report = if WRITTEN.fetch_add(1, Ordering::Relaxed) < MOST_REPORTS {
            let trace = Backtrace::force_capture();
            let program = env!("CARGO_PKG_VERSION");
            let report = format!("Trierarch {program}\n{mistake}\n\n{trace}\n");
            folder.as_deref().and_then(|folder| keep(folder, &report, SystemClock.now()).ok())
        } else {
            None
        };
        let mistake = mistake.to_string();
        let told = match report {
            Some(path) => say!(
                "trierarch: internal error: {mistake}. Every order that was shown is saved. Please send us the report: {path}",
                mistake,
                path = path.display().to_string()
            ),
            None => say!(
                "trierarch: internal error: {mistake}. Please report it. Every order that was shown is saved.",
                mistake
            ),
        };
        // Nobody may be there to read it.
        let _ = writeln!(io::stderr(), "{told}");
    }));
}

/// Writes a report; two of one second share a file.
fn keep(folder: &Path, report: &str, now: u64) -> io::Result<PathBuf> {
    fs::create_dir_all(folder)?;
    let path = folder.join(format!("{NAME}{now}{UNTOLD}"));
    let mut file = File::options().create(true).append(true).open(&path)?;
    file.write_all(report.as_bytes())?;
    file.sync_all()?;
    Ok(path)
}

/// The newest report that no start has told of, if there is one; told from now on.
#[must_use]
pub fn take_report(folder: &Path) -> Option<PathBuf> {
    let mut untold: Vec<String> = fs::read_dir(folder)
        .ok()?
        .flatten()
        .filter_map(|found| found.file_name().into_string().ok())
        .filter(|name| name.starts_with(NAME) && name.ends_with(UNTOLD))
        .collect();
    // The longer number is the later second.
    untold.sort_by_key(|name| (name.len(), name.clone()));
    let told = |name: &String| {
        let (new, old) = (folder.join(name), folder.join(name.replace(UNTOLD, TOLD)));
        // What cannot be renamed is told of again.
        if fs::rename(&new, &old).is_ok() { old } else { new }
    };
    untold.iter().fold(None, |_, name| Some(told(name)))
}
