//! What the server answers over HTTP, and the first line of `trierarch host`.

use indexmap::IndexMap;
use serde::Serialize;

use games::SystemTag;

use super::answer::WrittenError;
use super::frame::WrittenCodes;
use super::seat::Seat;

/// Why nothing was done.
#[derive(Serialize)]
pub struct HttpFault<'f> {
    pub error: WrittenError,
    /// The address of the page, for a client of another version.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub page: Option<&'f str>,
}

/// A seat that was given or asked for.
#[derive(Serialize)]
pub struct SeatGiven<'f> {
    pub token: &'f str,
    pub seat: Seat,
    pub table: &'f str,
    /// Whether the owner is asked first; left out if not.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub waiting: bool,
}

/// A table that was opened.
#[derive(Serialize)]
pub struct TableOpened<'f> {
    #[serde(flatten)]
    pub codes: WrittenCodes,
    pub table: &'f str,
    /// The owner's token.
    pub owner: String,
}

/// Whether the server works.
#[derive(Serialize)]
pub struct Health {
    pub ok: bool,
    pub version: &'static str,
    pub protocol: u32,
    /// Whether it has many tables.
    pub hall: bool,
    pub tables: usize,
    /// Whether what is answered is durable.
    pub durable: bool,
}

/// How a table stands.
#[derive(Serialize)]
pub struct LobbyRow<'f> {
    pub system: SystemTag,
    pub round: u32,
    /// The sides without a player.
    pub free: Vec<Seat>,
    pub over: bool,
    /// The players, by their seats.
    pub names: IndexMap<String, String>,
    pub sides: [&'f str; 2],
    pub name: &'f str,
    /// When it was made, in seconds since 1970.
    pub since: u64,
    pub table: &'f str,
}

/// A ready battle, and what is posted to open it.
#[derive(Serialize)]
pub struct ReadyBattleRow<'f> {
    pub name: &'f str,
    pub rules: &'static str,
    pub summary: &'f str,
    pub minutes: &'f str,
    pub open: OpenRequest<'f>,
}

/// What is posted to open a ready battle.
#[derive(Serialize)]
pub struct OpenRequest<'f> {
    pub system: SystemTag,
    pub sides: [&'f str; 2],
    pub options: IndexMap<&'static str, bool>,
}

/// A text as a QR code: row by row, `1` for a dark square.
#[derive(Serialize)]
pub struct QrRows {
    pub rows: Vec<String>,
}

/// The first line on standard output.
#[derive(Serialize)]
pub struct FirstLine {
    pub listening: String,
    /// The one table of a host.
    #[serde(flatten)]
    pub table: Option<FirstTable>,
}

/// The table in the first line.
#[derive(Serialize)]
pub struct FirstTable {
    pub code: String,
    pub owner: String,
    pub table: String,
    pub page: String,
    /// The address that gives one device the owner's role.
    pub owner_link: Option<String>,
}
