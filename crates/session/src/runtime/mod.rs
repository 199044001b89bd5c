//! Runtimes drive a table server: they take its rows to a store and its responses to the seats.
//! [`InlineTable`] does so in the calling thread, [`ThreadTable`] in its own thread. Both offer a
//! [`TableConnection`].

mod running_table;
mod inline;
#[cfg(not(target_arch = "wasm32"))]
mod thread;

use std::time::Duration;

use super::protocol::{Frame, Request};

pub use inline::InlineTable;
#[cfg(not(target_arch = "wasm32"))]
pub use thread::{ThreadConnection, ThreadTable};

/// A seat's connection to a table: it sends requests and receives frames.
pub trait TableConnection {
    /// Sends a request; `now` is in seconds since 1970.
    fn ask(&mut self, request: Request, now: u64);

    /// The next frame that has come; waits for one at most this long.
    fn next_frame(&mut self, wait: Duration) -> Option<Frame>;
}
