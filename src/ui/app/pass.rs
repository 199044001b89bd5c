//! The result of a layout pass. The library repeats the layout of the window as often as it
//! is requested, and shows only the last one.

use std::num::NonZeroUsize;

use egui::{InputState, Ui};

use crate::ui::announcer::{drop_announcements, live_regions_ui};
use crate::ui::command::Command;
use crate::ui::platform;

use super::AppState;

/// The largest number of layouts of a frame: before a change, after it, and once more if a new
/// part has a different height.
pub(super) const MOST: NonZeroUsize = NonZeroUsize::MIN.saturating_add(2);

/// The result of a pass.
#[derive(Clone, Copy)]
pub(super) enum Pass {
    /// It changed something; the next pass shows the change.
    Changed,
    /// It showed the present state.
    Showed,
}

impl AppState {
    /// Carries out the player's commands, and ends their pass.
    pub(super) fn end_pass(&mut self, ui: &mut Ui, commands: Vec<Command>) {
        let pass = if commands.is_empty() { Pass::Showed } else { Pass::Changed };
        for command in commands {
            self.apply(command, ui.ctx());
        }
        // The layout from before the change must not be shown.
        if let Pass::Changed = pass {
            ui.ctx().request_discard("a player has changed something");
        }
        let is_seen = !ui.ctx().will_discard();
        if is_seen {
            live_regions_ui(ui);
        } else {
            drop_announcements(ui.ctx());
        }
        // One more pass for the change, unless it follows anyway, and one because
        // controls learn only in the first pass where the pointer is. A lifted finger has
        // no position.
        let points = |input: &InputState| input.pointer.has_pointer() && !input.any_touches();
        let due = match (self.last.pass, pass) {
            (_, Pass::Changed) => is_seen,
            (Pass::Changed, Pass::Showed) => ui.input(points),
            (Pass::Showed, Pass::Showed) => false,
        };
        if due {
            platform::wake(ui.ctx());
        }
        self.last.pass = pass;
    }
}
