//! The odds and duels of two fleets, worked out while the screen goes on: by a
//! thread on the desktop, a stint a frame in the browser, which has none.

use egui::Context;
use web_time::{Duration, Instant};

use crate::analysis::strength::{Attacks, Duels};
use crate::rules::Fleet;

/// How long is worked between two looks at it.
const STINT: Duration = Duration::from_millis(if cfg!(target_arch = "wasm32") { 12 } else { 60 });
/// And how many steps at most.
const MOST_STEPS: u32 = 64;

/// What is worked out, as far as it has got.
#[derive(Clone, Debug)]
pub(super) struct Estimate {
    pub(super) attacks: Attacks,
    pub(super) duels: Duels,
}

impl Estimate {
    /// Nothing worked out yet.
    ///
    /// # Errors
    /// In words, where the fleets cannot fight each other.
    pub(super) fn new(fleets: [&Fleet; 2], rounds: u32, seed: u64) -> Result<Estimate, String> {
        let cannot = |why: String| format!("These fleets cannot be compared: {why}.");
        let attacks = Attacks::new(fleets).map_err(cannot)?;
        let duels = Duels::new(fleets, rounds, seed).map_err(cannot)?;
        Ok(Estimate { attacks, duels })
    }

    /// How much is done, from 0 to 1.
    pub(super) fn progress(&self) -> f32 {
        let (cells, all_cells) = self.attacks.progress();
        let (fought, all) = self.duels.progress();
        (cells as f32 + fought as f32) / (all_cells as f32 + all as f32).max(1.0)
    }

    /// Works for a stint; whether there is more to do.
    fn work_on(&mut self) -> bool {
        let begun = Instant::now();
        for _ in 0..MOST_STEPS {
            if !self.attacks.step() && !self.duels.step() {
                return false;
            }
            if begun.elapsed() >= STINT {
                break;
            }
        }
        true
    }
}

/// Works at an estimate until it is done, or this is dropped.
#[cfg(not(target_arch = "wasm32"))]
#[derive(Debug)]
pub(super) struct Worker {
    arrived: std::sync::mpsc::Receiver<(Estimate, bool)>,
}

#[cfg(not(target_arch = "wasm32"))]
impl Worker {
    /// Goes on from an estimate as it stands.
    pub(super) fn start(mut estimate: Estimate, ctx: &Context) -> Worker {
        // It works no more than a stint ahead of what has been looked at.
        let (sender, arrived) = std::sync::mpsc::sync_channel(1);
        let ctx = ctx.clone();
        std::thread::spawn(move || {
            let mut more = true;
            while more {
                more = estimate.work_on();
                if sender.send((estimate.clone(), more)).is_err() {
                    return;
                }
                ctx.request_repaint();
            }
        });
        Worker { arrived }
    }

    /// What was worked out since the last look, and whether there is more to do.
    pub(super) fn look(&mut self) -> Option<(Estimate, bool)> {
        self.arrived.try_recv().ok()
    }
}

/// Works at an estimate, a stint a frame.
#[cfg(target_arch = "wasm32")]
#[derive(Debug)]
pub(super) struct Worker {
    estimate: Estimate,
    ctx: Context,
}

#[cfg(target_arch = "wasm32")]
impl Worker {
    /// Goes on from an estimate as it stands.
    pub(super) fn start(estimate: Estimate, ctx: &Context) -> Worker {
        ctx.request_repaint();
        Worker { estimate, ctx: ctx.clone() }
    }

    /// Works for a stint: what came of it, and whether there is more to do.
    pub(super) fn look(&mut self) -> Option<(Estimate, bool)> {
        let more = self.estimate.work_on();
        if more {
            self.ctx.request_repaint();
        }
        Some((self.estimate.clone(), more))
    }
}
