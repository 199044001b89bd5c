//! Starts the window, or a subcommand.

#[cfg(not(target_arch = "wasm32"))]
mod command_line;

#[cfg(not(target_arch = "wasm32"))]
fn main() -> std::process::ExitCode {
    command_line::run()
}

// The web page calls functions that the library exports; without this line the library would
// not be linked.
#[cfg(target_arch = "wasm32")]
use trierarch as _;

/// Does nothing: the web page calls `start` once it is ready.
#[cfg(target_arch = "wasm32")]
fn main() {}
