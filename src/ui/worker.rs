//! Long work that does not block the screen: in a thread on the desktop, or in slices between
//! the frames of a browser, which has no threads.

use egui::Context;
use web_time::{Duration, Instant};

use crate::analysis::Job;

use super::platform;

/// The time of work between two checks of the result.
const STINT: Duration = Duration::from_millis(if cfg!(target_arch = "wasm32") { 12 } else { 60 });

/// Works for a stint. Returns whether there is more to do.
fn stint(job: &mut impl Job) -> bool {
    let begun = Instant::now();
    job.run_while(|_| begun.elapsed() < STINT)
}

/// Works on a job until it is done, or this is dropped.
#[cfg(not(target_arch = "wasm32"))]
#[derive(Debug)]
pub(super) struct Worker<J> {
    arrived: std::sync::mpsc::Receiver<(J, bool)>,
}

#[cfg(not(target_arch = "wasm32"))]
impl<J: Job + Clone + Send + 'static> Worker<J> {
    /// Continues a job from where it is.
    pub(super) fn start(mut job: J, ctx: &Context) -> Worker<J> {
        // It works at most one stint ahead of the last look.
        let (sender, arrived) = std::sync::mpsc::sync_channel(1);
        let ctx = ctx.clone();
        std::thread::spawn(move || {
            let mut more = true;
            while more {
                more = stint(&mut job);
                if sender.send((job.clone(), more)).is_err() {
                    return;
                }
                platform::wake(&ctx);
            }
        });
        Worker { arrived }
    }

    /// The job as it is since the last look, and whether there is more to do.
    pub(super) fn look(&mut self) -> Option<(J, bool)> {
        self.arrived.try_recv().ok()
    }
}

/// Works on a job, one stint in each frame; the first frame only announces it.
#[cfg(target_arch = "wasm32")]
#[derive(Debug)]
pub(super) struct Worker<J> {
    job: J,
    ctx: Context,
    is_shown: bool,
}

#[cfg(target_arch = "wasm32")]
impl<J: Job + Clone> Worker<J> {
    /// Continues a job from where it is.
    pub(super) fn start(job: J, ctx: &Context) -> Worker<J> {
        platform::wake(ctx);
        Worker { job, ctx: ctx.clone(), is_shown: false }
    }

    /// Works for a stint. Returns the job as it is, and whether there is more
    /// to do.
    pub(super) fn look(&mut self) -> Option<(J, bool)> {
        if !std::mem::replace(&mut self.is_shown, true) {
            platform::wake(&self.ctx);
            return None;
        }
        let more = stint(&mut self.job);
        if more {
            platform::wake(&self.ctx);
        }
        Some((self.job.clone(), more))
    }
}
