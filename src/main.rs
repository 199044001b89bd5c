//! Starts the window, or a subcommand.

#[cfg(not(target_arch = "wasm32"))]
mod command_line;

#[cfg(not(target_arch = "wasm32"))]
fn main() -> std::process::ExitCode {
    command_line::run()
}

#[cfg(target_arch = "wasm32")]
fn main() {}
