//! What is stored of a room besides its table's rows.

use serde::{Deserialize, Serialize};

use crate::store::Store;

use super::results::Outcome;

/// What is stored of a room besides its table's rows.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Kept {
    /// The table's name.
    pub(super) table: String,
    /// The slug of the battle in the store.
    pub(super) slug: String,
    /// What was asked to be opened, so that the same command line finds it
    /// again; if it was a file, with the hash of its content.
    pub(super) opened: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub(super) file: String,
    /// Changes when the numbers of the table's changes get a new meaning.
    pub(super) epoch: String,
    /// The number of the code, which counts new ones.
    pub(super) issue: u64,
    /// Token and id of the ask that made it.
    #[serde(default)]
    pub(super) issued_by: (String, String),
    /// Whether the owner has closed the table.
    pub(super) closed: bool,
    /// The result when it was closed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) result: Option<Outcome>,
}

/// What the keys begin with under which rooms are stored.
pub(super) const KEY: &str = "host/table/";

/// The key under which a room is stored.
pub(super) fn key(table: &str) -> String {
    format!("{KEY}{table}")
}

/// Changes what is stored of a room, unless there is nothing to change. Returns
/// what is stored afterwards.
pub(super) fn change(
    store: &dyn Store,
    table: &str,
    change: impl Fn(Option<&Kept>) -> Option<Kept>,
) -> Result<Kept, String> {
    let read = |bytes: Option<&[u8]>| bytes.and_then(|bytes| serde_json::from_slice(bytes).ok());
    let mut changed = |found: Option<&[u8]>| {
        let kept = change(read(found).as_ref())?;
        serde_json::to_vec(&kept).ok()
    };
    let kept = store.change_blob(&key(table), &mut changed).map_err(|fault| fault.to_string())?;
    read(kept.as_deref()).ok_or_else(|| "it does not describe a table".to_owned())
}
