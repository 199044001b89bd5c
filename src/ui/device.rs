//! Warnings about the device: its screen turns off, or its browser may delete stored data.

use crate::message::{Message, message};
use crate::session::{SettingsStore, Tables};

use super::table::Table;

/// The key of the note that the player was warned of a screen that turns off.
const WARNED_OF_DARK: &str = "told/dark";

/// The window's knowledge of its device.
#[derive(Debug, Default)]
pub(super) struct Device {
    /// Whether its screen goes dark in the middle of a battle.
    pub(super) goes_dark: bool,
    /// The battle for which the player declined the offer of a file.
    declined: Option<String>,
}

impl Device {
    /// The warnings when a battle is opened, once on a device.
    pub(super) fn opening_warning(&self, settings_store: &SettingsStore) -> Option<Message> {
        if !self.goes_dark || settings_store.read(WARNED_OF_DARK).is_some() {
            return None;
        }
        settings_store.put(WARNED_OF_DARK, Some("true".to_owned()));
        Some(message!(
            "This page cannot keep the screen on. Set a longer screen timeout on your device."
        ))
    }

    /// Records that the player declined the offer of a file for this battle.
    pub(super) fn decline(&mut self, table: Option<&Table>) {
        self.declined = table.map(|table| table.client().slug().to_owned());
    }

    /// Whether to offer the battle as a file: it is over, the browser may delete it, and the
    /// player has not declined.
    pub(super) fn offers_file(&self, tables: &Tables, table: &Table) -> bool {
        let declined = self.declined.as_deref() == Some(table.client().slug());
        table.view().over && !declined && tables.may_be_cleared()
    }
}
