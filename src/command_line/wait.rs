//! Long work at the command line: it says on the terminal how far it is, once
//! it takes longer than a moment. Whoever does not want to wait interrupts it;
//! nothing has been written by then.

use std::io::{IsTerminal, Write as _};

use trierarch::analysis::Job;
use trierarch::say::{Say, say};
use web_time::{Duration, Instant};

use super::tell;

/// What takes no longer says nothing.
const A_MOMENT: Duration = Duration::from_millis(700);

/// Does a job to its end.
pub(super) fn wait<J: Job>(mut job: J, what: &Say) -> J {
    let begun = Instant::now();
    let mut told = std::io::stderr();
    let mut shown = None;
    let looked_at = told.is_terminal();
    job.go_on(|progress| {
        let percent = 100 * progress.done / progress.all.max(1);
        if looked_at && shown != Some(percent) && begun.elapsed() >= A_MOMENT {
            // A terminal that takes no text is no reason to stop.
            let _ = write!(told, "\r{}", tell(&say!("{what}: {percent}%", what, percent)));
            let _ = told.flush();
            shown = Some(percent);
        }
        true
    });
    if shown.is_some() {
        let _ = writeln!(told, "\r{}", tell(&say!("{what}: done", what)));
    }
    job
}
