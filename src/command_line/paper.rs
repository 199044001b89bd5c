//! The options that all prints share.

use clap::ValueEnum;
use trierarch::print::Paper;
use trierarch::storage::{Clock as _, SystemClock};

#[derive(Clone, Copy, ValueEnum)]
pub(super) enum PaperSize {
    /// 210 by 297 millimetres
    A4,
    /// 8.5 by 11 inches
    Letter,
}

impl PaperSize {
    pub(super) fn paper(self) -> Paper {
        match self {
            PaperSize::A4 => Paper::A4,
            PaperSize::Letter => Paper::Letter,
        }
    }
}

/// The time of the pages: now, or the time that the environment sets, so that equal
/// prints are equal files.
pub(super) fn made_at() -> u64 {
    let shown = std::env::var("SOURCE_DATE_EPOCH").ok().and_then(|seconds| seconds.parse().ok());
    shown.unwrap_or_else(|| SystemClock.now())
}
