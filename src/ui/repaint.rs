//! The times at which a web page is drawn. The library requests two more frames after each
//! event. After a touch they are drawn only if something else requests them, because frames
//! cost a phone power.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use egui::{Context, Event, FullOutput, Plugin, RawInput, Ui};

use super::platform;

/// The time until the next frame; [`Duration::MAX`] if none is.
#[derive(Clone)]
struct Wanted(Arc<Mutex<Duration>>);

/// The reason for the present frame.
enum Frame {
    /// A touch, before the first pass.
    OfTouch,
    /// The same, after the library has requested its usual frames.
    Asked,
    /// Anything else.
    Other,
}

/// Lets the page rest until the next requested frame.
pub(super) struct Repaint {
    wanted: Wanted,
    frame: Frame,
}

impl Wanted {
    fn set(&self, time: Duration) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = time;
    }

    fn get(&self) -> Duration {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Repaint {
    /// Receives all requests for a frame of this window.
    pub(super) fn of(ctx: &Context) -> Repaint {
        let wanted = Wanted(Arc::new(Mutex::new(Duration::MAX)));
        let observed = wanted.clone();
        ctx.set_repaint_observer(move |info| observed.set(observed.get().min(info.delay)));
        Repaint { wanted, frame: Frame::Other }
    }
}

impl Plugin for Repaint {
    fn debug_name(&self) -> &'static str {
        "rest"
    }

    fn input_hook(&mut self, _: &Context, input: &mut RawInput) {
        self.frame = if are_touches(&input.events) { Frame::OfTouch } else { Frame::Other };
    }

    fn on_begin_pass(&mut self, ui: &mut Ui) {
        if let Frame::OfTouch = self.frame {
            // A finger that stays where it is becomes a long press.
            let is_down = ui.input(egui::InputState::any_touches);
            let after = ui.ctx().options(|options| options.input_options.max_click_duration);
            let long_press = Duration::try_from_secs_f64(after).unwrap_or(Duration::MAX);
            self.wanted.set(if is_down { long_press } else { Duration::MAX });
            self.frame = Frame::Asked;
        }
    }

    fn output_hook(&mut self, ctx: &Context, output: &mut FullOutput) {
        let Some(window) = output.viewport_output.get(&ctx.viewport_id()) else { return };
        platform::draw_again_after(match self.frame {
            Frame::Asked => self.wanted.get(),
            Frame::OfTouch | Frame::Other => window.repaint_delay,
        });
    }
}

/// Whether all of these events come from a touch.
fn are_touches(events: &[Event]) -> bool {
    let is_touch = |event: &Event| matches!(event, Event::Touch { .. });
    let is_pointer = |event: &Event| {
        matches!(event, Event::PointerButton { .. } | Event::PointerMoved(_) | Event::PointerGone)
    };
    events.iter().any(is_touch) && events.iter().all(|event| is_touch(event) || is_pointer(event))
}
