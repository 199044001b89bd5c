//! Animations, each shorter than 0.4 seconds: counts that change, and a flash on a card that
//! was hit. One setting turns all of them off.

use std::hash::Hash;

use egui::{Context, Id, Ui};

use super::platform;

/// The time for a count to reach its new value, in seconds.
const COUNT: f64 = 0.32;

/// The duration of a flash, in seconds.
const FLASH: f64 = 0.38;

fn switch() -> Id {
    Id::unique("motion")
}

/// Sets whether animations run from now on.
pub(super) fn set_motion(ctx: &Context, on: bool) {
    ctx.data_mut(|data| data.insert_temp(switch(), on));
}

fn moves(ctx: &Context) -> bool {
    ctx.data(|data| data.get_temp(switch())).unwrap_or(true)
}

/// The progress of an animation that began at `since` and takes `seconds`, from 0 to 1; the
/// window is redrawn until it ends.
fn share(ui: &Ui, since: f64, seconds: f64) -> f32 {
    let passed = (ui.input(|input| input.time) - since) / seconds;
    if (0.0..1.0).contains(&passed) {
        platform::wake(ui.ctx());
        return length(passed);
    }
    1.0
}

/// A share of a time as a length on the screen.
#[expect(clippy::cast_possible_truncation, reason = "a length on the screen")]
fn length(share: f64) -> f32 {
    share as f32
}

/// A count on its way from one value to another.
#[derive(Clone, Copy)]
struct Count {
    from: f32,
    to: u32,
    since: f64,
}

/// The value of a count that is drawn now: after a change it runs to the new
/// one.
pub(super) fn count(ui: &Ui, name: impl Hash + std::fmt::Debug, value: u32) -> f32 {
    let to = value as f32;
    if !moves(ui.ctx()) {
        return to;
    }
    let id = Id::unique(("count", name));
    let now = ui.input(|input| input.time);
    let known = ui.data(|data| data.get_temp::<Count>(id));
    let (count, shown) = match known {
        None => (Count { from: to, to: value, since: f64::MIN }, to),
        Some(count) => {
            let part = share(ui, count.since, COUNT);
            let shown = count.from + (count.to as f32 - count.from) * part;
            if count.to == value {
                return shown;
            }
            platform::wake(ui.ctx());
            (Count { from: shown, to: value, since: now }, shown)
        }
    };
    ui.data_mut(|data| data.insert_temp(id, count));
    shown
}

/// The brightness, from 1 down to 0, of the flash that began when `key` was
/// first seen.
pub(super) fn flash(ui: &Ui, key: u64) -> f32 {
    if !moves(ui.ctx()) {
        return 0.0;
    }
    let id = Id::unique("flash");
    let now = ui.input(|input| input.time);
    let since = match ui.data(|data| data.get_temp::<(u64, f64)>(id)) {
        Some((known, since)) if known == key => since,
        _ => {
            ui.data_mut(|data| data.insert_temp(id, (key, now)));
            now
        }
    };
    1.0 - share(ui, since, FLASH)
}
