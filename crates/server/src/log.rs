//! Log lines for the operator, on standard error.

use std::io::{self, Write as _};

/// Writes a line for the operator; never with a token.
pub(super) fn log(line: &str) {
    // Standard error may be closed.
    let _ = writeln!(io::stderr(), "trierarch: {line}");
}
