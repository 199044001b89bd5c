//! Starts the window, or a subcommand.

#[cfg(not(target_arch = "wasm32"))]
mod command_line;

#[cfg(not(target_arch = "wasm32"))]
fn main() -> std::process::ExitCode {
    command_line::run()
}

// A page calls what the library exports; unnamed, it would not be linked.
#[cfg(target_arch = "wasm32")]
use trierarch as _;

/// Nothing: the page calls `start` once it is ready.
#[cfg(target_arch = "wasm32")]
fn main() {}
