//! What is around a place: the way to the others, and what must be said in every one.

use egui::Ui;

use crate::referee::Client;
use crate::ui::command::{Command, Place};
use crate::ui::table::Table;
use crate::ui::widgets::{PHONE, is_small};
use crate::ui::{device, places};

use super::{AppState, Closing};

impl AppState {
    /// What is around the place; on a phone a battle takes the whole screen.
    pub(super) fn bars_ui(&self, ui: &mut Ui, commands: &mut Vec<Command>) {
        let phone = ui.available_width() < PHONE;
        let at_table = self.place == Place::Table && self.table.is_some();
        let title = self.table.as_ref().filter(|_| !at_table).map(Table::title);
        if phone && !at_table {
            places::bottom_bar_ui(ui, self.place, title.as_ref(), commands);
        } else if !at_table || !is_small(ui.ctx()) {
            places::top_bar_ui(ui, self.place, title.as_ref(), commands);
        }
        let has_battle = self.table.is_some();
        if self.closing == Closing::Asks {
            places::closing_ui(ui, has_battle, commands);
        } else if self.unkept.is_some() {
            places::unkept_ui(ui, has_battle, commands);
        }
        if self.over.leaving {
            places::leaving_ui(ui, commands);
        }
        if let Some(reading) = &self.aside.reading {
            places::reading_ui(ui, reading.name(), commands);
        }
        if self.aside.saving.is_some() {
            places::saving_ui(ui);
        }
        let here = self.table.as_ref().filter(|_| at_table).map(Table::client);
        if let Some(silence) = self.aside.joining.as_ref().or(here).and_then(Client::silence) {
            places::silence_ui(ui, &silence, self.aside.joining.is_some(), commands);
        }
        if let Some(table) = self.table.as_ref().filter(|_| at_table)
            && self.device.offers_file(&self.tables, table)
        {
            device::offer_ui(ui, commands);
        }
        if let Some(notice) = &self.notice {
            places::notice_ui(ui, notice, commands);
        }
    }
}
