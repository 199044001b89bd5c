//! Paper: record sheets, rosters and charts as pages in millimetres, and those
//! as a PDF. The screen previews the very pages that are printed.

mod block;
mod fonts;
mod job;
mod ornament;
pub mod page;
pub mod pdf;
mod sheet;
mod tracks;

pub use fonts::{Face, MM_PER_PT};
pub use job::{Job, Paper, Part, PerPage};
pub use page::Page;
