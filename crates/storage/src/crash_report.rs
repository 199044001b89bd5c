//! The crash report: after a panic it is written into the store's folder, and the next start
//! mentions it.

use std::backtrace::Backtrace;
use std::cell::Cell;
use std::fs::{self, File};
use std::io::{self, Write};
use std::panic;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

use message::message;

use super::clock::{Clock, SystemClock};

/// The beginning of a report's name.
const NAME: &str = "went-wrong-";
/// The end of its name until a start has mentioned it.
const NEW_END: &str = ".new.txt";
/// The end of its name after that.
const OLD_END: &str = ".txt";
/// The most reports of one run: a panic in every frame is described well enough
/// by the first.
const MOST_REPORTS: u32 = 5;

thread_local! {
    /// Whether a panic in this thread is expected now, and will be turned into
    /// an error.
    static EXPECTED: Cell<bool> = const { Cell::new(false) };
}

/// Runs something that may panic, without a report; the panic becomes an error.
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

/// From now on, a panic anywhere in the program is written to standard error and to a report in
/// this folder. Nothing else changes: stored data stay stored, and code that catches panics
/// still does.
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
            folder.as_deref().and_then(|folder| write(folder, &report, SystemClock.now()).ok())
        } else {
            None
        };
        let mistake = mistake.to_string();
        let shown = match report {
            Some(path) => message!(
                "trierarch: internal error: {mistake}. Every order that was shown is saved. A report for the person who gave you the program: {path}",
                mistake,
                path = path.display().to_string()
            ),
            None => message!(
                "trierarch: internal error: {mistake}. Every order that was shown is saved.",
                mistake
            ),
        };
        // Standard error may be closed.
        let _ = writeln!(io::stderr(), "{shown}");
    }));
}

/// Writes a report; two within one second share a file.
fn write(folder: &Path, report: &str, now: u64) -> io::Result<PathBuf> {
    fs::create_dir_all(folder)?;
    let path = folder.join(format!("{NAME}{now}{NEW_END}"));
    let mut file = File::options().create(true).append(true).open(&path)?;
    file.write_all(report.as_bytes())?;
    file.sync_all()?;
    Ok(path)
}

/// The newest report that no start has mentioned, marked as mentioned from now
/// on.
#[must_use]
pub fn take_report(folder: &Path) -> Option<PathBuf> {
    let mut unreported: Vec<String> = fs::read_dir(folder)
        .ok()?
        .flatten()
        .filter_map(|found| found.file_name().into_string().ok())
        .filter(|name| name.starts_with(NAME) && name.ends_with(NEW_END))
        .collect();
    // A longer number is a later second.
    unreported.sort_by_key(|name| (name.len(), name.clone()));
    let shown = |name: &String| {
        let (new, old) = (folder.join(name), folder.join(name.replace(NEW_END, OLD_END)));
        // A report that cannot be renamed is mentioned again.
        if fs::rename(&new, &old).is_ok() { old } else { new }
    };
    let mut latest = None;
    for name in &unreported {
        latest = Some(shown(name));
    }
    latest
}
