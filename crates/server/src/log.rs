//! What is written for whoever runs the program.

use std::io::{self, Write as _};

/// Writes a line for whoever runs the program; never with a token.
pub(super) fn log(line: &str) {
    // Nobody may be reading it.
    let _ = writeln!(io::stderr(), "trierarch: {line}");
}
