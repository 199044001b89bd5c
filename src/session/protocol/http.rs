//! What the server answers over HTTP, and the first line of `trierarch host`.

use indexmap::IndexMap;
use serde::Serialize;

use crate::games::SystemTag;

use super::answer::WrittenError;
use super::frame::WrittenCodes;
use super::seat::Seat;

/// Why nothing was done.
#[derive(Serialize)]
pub(crate) struct HttpFault<'f> {
    pub(crate) error: WrittenError,
    /// The address of the page, for a client of another version.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) page: Option<&'f str>,
}

/// A seat that was given or asked for.
#[derive(Serialize)]
pub(crate) struct SeatGiven<'f> {
    pub(crate) token: &'f str,
    pub(crate) seat: Seat,
    pub(crate) table: &'f str,
    /// Whether the owner is asked first; left out if not.
    #[serde(skip_serializing_if = "is_false")]
    pub(crate) waiting: bool,
}

/// A table that was opened.
#[derive(Serialize)]
pub(crate) struct TableOpened<'f> {
    #[serde(flatten)]
    pub(crate) codes: WrittenCodes,
    pub(crate) table: &'f str,
    /// The owner's token.
    pub(crate) owner: String,
}

/// Whether the server works.
#[derive(Serialize)]
pub(crate) struct Health {
    pub(crate) ok: bool,
    pub(crate) version: &'static str,
    pub(crate) protocol: u32,
    /// Whether it has many tables.
    pub(crate) hall: bool,
    pub(crate) tables: usize,
    /// Whether what is answered is durable.
    pub(crate) durable: bool,
}

/// How a table stands.
#[derive(Serialize)]
pub(crate) struct LobbyRow<'f> {
    pub(crate) system: SystemTag,
    pub(crate) round: u32,
    /// The sides without a player.
    pub(crate) free: Vec<Seat>,
    pub(crate) over: bool,
    /// The players, by their seats.
    pub(crate) names: IndexMap<String, String>,
    pub(crate) sides: [&'f str; 2],
    pub(crate) name: &'f str,
    /// When it was made, in seconds since 1970.
    pub(crate) since: u64,
    pub(crate) table: &'f str,
}

/// A ready battle, and what is posted to open it.
#[derive(Serialize)]
pub(crate) struct ReadyBattleRow<'f> {
    pub(crate) name: &'f str,
    pub(crate) rules: &'static str,
    pub(crate) summary: &'f str,
    pub(crate) minutes: &'f str,
    pub(crate) open: OpenRequest<'f>,
}

/// What is posted to open a ready battle.
#[derive(Serialize)]
pub(crate) struct OpenRequest<'f> {
    pub(crate) system: SystemTag,
    pub(crate) sides: [&'f str; 2],
    pub(crate) options: IndexMap<&'static str, bool>,
}

/// A text as a QR code: row by row, `1` for a dark square.
#[derive(Serialize)]
pub(crate) struct QrRows {
    pub(crate) rows: Vec<String>,
}

/// The first line on standard output.
#[derive(Serialize)]
pub(crate) struct FirstLine {
    pub(crate) listening: String,
    /// The one table of a host.
    #[serde(flatten)]
    pub(crate) table: Option<FirstTable>,
}

/// The table in the first line.
#[derive(Serialize)]
pub(crate) struct FirstTable {
    pub(crate) code: String,
    pub(crate) owner: String,
    pub(crate) table: String,
    pub(crate) page: String,
    /// The address that gives one device the owner's role.
    pub(crate) owner_link: Option<String>,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands over a reference")]
const fn is_false(is: &bool) -> bool {
    !*is
}
