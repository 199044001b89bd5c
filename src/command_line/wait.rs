//! Long work on the command line: after a short time it shows its progress on the terminal. It
//! can be interrupted before anything is written.

use std::io::{IsTerminal, Write as _};

use trierarch::analysis::Job;
use trierarch::message::{Message, harmless, message};
use web_time::{Duration, Instant};

use super::tell;

/// Shorter work shows no progress.
const A_MOMENT: Duration = Duration::from_millis(700);

/// Runs a job to its end.
pub(super) fn wait<J: Job>(mut job: J, what: &Message) -> J {
    let begun = Instant::now();
    let mut text = std::io::stderr();
    let mut shown = None;
    let on_terminal = text.is_terminal();
    job.run_while(|progress| {
        let percent = 100 * progress.done / progress.all.max(1);
        if on_terminal && shown != Some(percent) && begun.elapsed() >= A_MOMENT {
            // Standard error may be closed.
            let line = tell(&message!("{what}: {percent}%", what, percent));
            let _ = write!(text, "\r{}", harmless(&line));
            let _ = text.flush();
            shown = Some(percent);
        }
        true
    });
    if shown.is_some() {
        let _ = writeln!(text, "\r{}", harmless(&tell(&message!("{what}: done", what))));
    }
    job
}
