//! Who carries an authority: its rows to a store, its answers to the seats. In
//! one thread ([`InlineTable`]), or in one of its own ([`ThreadTable`]); whoever
//! sits at either holds a [`Door`].

mod host;
mod inline;
#[cfg(not(target_arch = "wasm32"))]
mod thread;

use std::time::Duration;

use super::door::{Frame, Request};

pub use inline::InlineTable;
#[cfg(not(target_arch = "wasm32"))]
pub use thread::{Chair, ThreadTable};

/// A table, as somebody at a seat has it: asks go in, frames come out.
pub trait Door {
    /// Asks, at this time in seconds since 1970.
    fn ask(&mut self, request: Request, now: u64);

    /// The next frame that has come; waits for one so long where it must.
    fn hear(&mut self, wait: Duration) -> Option<Frame>;
}
