//! The frame around a screen: the bar to the other screens, and notices that every screen
//! shows.

use egui::Ui;

use crate::ui::command::{Command, Place};
use crate::ui::table::Table;
use crate::ui::widgets::{PHONE, is_small};
use crate::ui::{banner, navigation};

use super::{AppState, Closing};

impl AppState {
    /// The bars around the screen; on a phone a battle takes the whole screen.
    pub(super) fn bars_ui(&self, ui: &mut Ui, commands: &mut Vec<Command>) {
        let phone = ui.available_width() < PHONE;
        let at_table = self.place == Place::Table && self.table.is_some();
        let title = self.table.as_ref().filter(|_| !at_table).map(Table::title);
        if phone && !at_table {
            navigation::bottom_bar_ui(ui, self.place, title.as_ref(), commands);
        } else if self.place != Place::Home && (!at_table || !is_small(ui.ctx())) {
            navigation::top_bar_ui(ui, self.place, title.as_ref(), commands);
        }
        let has_battle = self.table.is_some();
        if self.closing == Closing::Asks {
            banner::closing(has_battle).show(ui, commands);
        } else if self.unsaved.is_some() {
            banner::unsaved(has_battle).show(ui, commands);
        }
        if self.over.leaving {
            banner::leaving().show(ui, commands);
        }
        if let Some(reading) = &self.background.reading {
            banner::reading(reading.name()).show(ui, commands);
        }
        if self.background.saving.is_some() {
            banner::saving().show(ui, commands);
        }
        if let Some(table) = self.table.as_ref().filter(|_| at_table)
            && self.device.offers_file(&self.tables, table)
        {
            banner::offer().show(ui, commands);
        }
        if let Some(notice) = &self.notice {
            banner::notice(notice.clone()).show(ui, commands);
        }
    }
}
