//! The filter of the log.

use crate::rules::Tag;
use crate::session::LogRow;

/// The filter of the log's entries.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct LogFilter {
    /// Only orders that this ship gave or that affected her.
    pub(super) ship: Option<Tag>,
    /// Only entries that contain these words.
    pub(super) search: String,
}

impl LogFilter {
    /// Whether an order passes; `text` is the order in words.
    pub(super) fn passes(&self, row: &LogRow, text: &str) -> bool {
        let concerns = self.ship.is_none_or(|tag| row.concerns.contains(&tag));
        concerns && text.to_lowercase().contains(&self.search.trim().to_lowercase())
    }
}
