//! Printing: record sheets, rosters and charts as pages in millimetres, and as PDF. The
//! screen previews exactly the pages that are printed.

// The lint names every place that has to change when an order, an effect, an outcome
// or a game is added.
#![cfg_attr(not(test), warn(clippy::wildcard_enum_match_arm))]

mod block;
mod chart;
mod chits;
mod condition;
mod flow;
mod font_file;
mod fonts;
mod input;
mod job;
mod kind;
mod layout;
mod fleet_table;
mod measures;
mod odds;
mod battle_log;
mod ornament;
pub mod page;
mod panel_fit;
pub mod pdf;
mod plot;
mod position;
mod prose;
mod roster;
mod rule_text;
mod sheet;
mod sheet_layout;
mod table;
mod tracks;
mod turn;

pub use battle_log::Logged;
pub use chart::used_charts;
pub use fonts::{Face, MM_PER_PT};
pub use input::{PrintFault, PrintInput, footer, left_out, parts, title};
pub use job::{PrintJob, PrintPart, Sheets};
pub use kind::PrintKind;
pub use layout::{Paper, PerPage};
pub use page::Page;
pub use position::{PrintedPosition, PrintedSide, PrintedUnit};
pub use roster::FleetRoster;
pub use turn::TurnTrack;
