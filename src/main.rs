//! Starts the window, or a subcommand.

#[cfg(not(target_arch = "wasm32"))]
mod command_line;

#[cfg(not(target_arch = "wasm32"))]
fn main() -> std::process::ExitCode {
    command_line::run()
}

// The web page calls what the library exports; without this line nothing of the
// library would be linked.
#[cfg(target_arch = "wasm32")]
use trierarch as _;

/// Does nothing: the web page calls `start` once it is ready.
#[cfg(target_arch = "wasm32")]
fn main() {}
