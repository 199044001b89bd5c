//! What the log is narrowed to.

use serde_json::Value;

use crate::journal::Seen;
use crate::rules::Tag;

/// What the log is narrowed to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct LogFilter {
    /// Only what this ship did, or what was done to it.
    pub(super) ship: Option<Tag>,
    /// Only what contains these words.
    pub(super) search: String,
}

impl LogFilter {
    /// Whether an order passes; `told` is the order in words.
    pub(super) fn passes(&self, seen: &Seen, told: &str) -> bool {
        let tag = self.ship.map(|tag| tag.to_string());
        let concerns = tag.is_none_or(|tag| {
            let named = seen.order.values().any(|value| match value {
                Value::Array(list) => list.iter().any(|v| v == &tag),
                value => *value == tag,
            });
            let key = format!("{tag}.");
            named || seen.changes.keys().any(|changed| changed.starts_with(&key))
        });
        concerns && told.to_lowercase().contains(&self.search.trim().to_lowercase())
    }
}
