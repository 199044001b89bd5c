//! Responses over HTTP, and the first line of output of `trierarch host`.

use indexmap::IndexMap;
use serde::{Deserialize, Serialize};

use games::SystemTag;

use super::answer::WrittenError;
use super::frame::WrittenCodes;
use super::seat::Seat;

/// The reason why a request failed.
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
    /// Whether answers are durable.
    pub durable: bool,
}

/// The state of a table.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct LobbyRow {
    pub system: SystemTag,
    pub round: u32,
    /// The sides without a player.
    pub free: Vec<Seat>,
    pub over: bool,
    /// The players, by their seats; a host of one table shows visitors none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub names: Option<IndexMap<String, String>>,
    pub sides: [String; 2],
    pub name: String,
    /// When it was made, in seconds since 1970.
    pub since: u64,
    pub table: String,
}

/// The answer to the operator's `list`.
#[derive(Serialize)]
pub struct OperatorList {
    pub tables: Vec<OperatorRow>,
}

/// A table in the operator's list.
#[derive(Serialize)]
#[serde(untagged)]
pub enum OperatorRow {
    /// Its state.
    Stands {
        #[serde(flatten)]
        row: LobbyRow,
        /// The number of its last change.
        at: u64,
        /// The number of connections here.
        connected: usize,
    },
    /// It cannot be read.
    Unread {
        table: String,
        error: WrittenError,
        connected: usize,
        /// When it was made, in seconds since 1970.
        since: u64,
    },
}

/// The explanation of a rules term, as its card shows it.
#[derive(Serialize)]
pub struct MeaningCard {
    pub word: &'static str,
    /// The order that asks a question; empty for other words.
    pub of: &'static str,
    pub sort: String,
    pub name: String,
    pub what: String,
    /// What a modifier adds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub adds: Option<String>,
    #[serde(skip_serializing_if = "str::is_empty")]
    pub rule: &'static str,
    /// The chart rows that contain it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub figures: Vec<ChartRow>,
    /// The positions of related cards.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub see: Vec<usize>,
    /// Whether a text with only the name means this term.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub named: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sketch: Option<SketchShapes>,
}

/// A row of a chart.
#[derive(Serialize)]
pub struct ChartRow {
    /// The title of the chart.
    pub chart: String,
    pub row: String,
}

/// The drawing on a card, in its own units.
#[derive(Serialize)]
pub struct SketchShapes {
    /// Width and height.
    pub size: [f32; 2],
    pub hulls: Vec<HullShape>,
    /// The paths of the ships.
    pub ways: Vec<Vec<[f64; 2]>>,
}

/// A ship on a card.
#[derive(Serialize)]
pub struct HullShape {
    pub outline: Vec<[f64; 2]>,
    /// Whether the card is about this ship.
    pub acts: bool,
}

/// A ready battle, with the request that opens it.
#[derive(Serialize)]
pub struct ReadyBattleRow<'f> {
    pub name: &'f str,
    pub rules: &'static str,
    pub summary: &'f str,
    pub minutes: &'f str,
    pub open: OpenRequest<'f>,
}

/// The request that opens a ready battle.
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
