//! Starts the window, or a subcommand.

fn main() {}
