//! The referee protocol: the whole rules engine without a window. One JSON
//! object a line comes in, one goes out; only the end of the input ends it.

mod answer;
mod authority;
mod client;
mod door;
mod drive;
mod files;
mod lines;
mod place;
mod request;
mod script;
mod tables;

use std::io::{self, BufRead, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};

pub use crate::journal::{Change, Decision, DiceChoice, Opening};
#[cfg(not(target_arch = "wasm32"))]
pub use crate::store::save_file;
pub use crate::store::{About, Kept, Listed};
pub use authority::{Asker, Authority, LONGEST_ROW, Out, ROWS_VERSION, RowFault};
pub use client::{Client, Heard, Known, PATIENCE};
pub use door::{
    Answer, Ask, Asked, BrokenStep, Decided, Declared, Draft, Frame, Happened, Held, Judged, Log,
    LuckTold, Needs, News, OwnerAsk, Remedies, Request as Asking, Row, Seat, Settings, SideSheets,
    SideView, StruckLine, StruckRow, Tell, Told, Trial, Tried, TriedEntry, Verdict, View,
};
#[cfg(not(target_arch = "wasm32"))]
pub use drive::ThreadTable;
pub use drive::{Door, InlineTable};

pub use script::Referee;
pub use tables::{TableFault, Tables, Wake, now};

use answer::Trouble;

/// Answers every line of `input` on `output`, till the input ends.
///
/// # Errors
/// Where the input cannot be read or the output cannot be written; an output
/// that nobody reads any more is a quiet end.
pub fn run(mut input: impl BufRead, mut output: impl Write) -> io::Result<()> {
    let mut referee = Referee::default();
    let mut number = 0;
    while let Some(line) = lines::next(&mut input)? {
        number += 1;
        // A mistake of our own costs its author one answer, not the players
        // their battle: it changes only when an order is done.
        let answered = catch_unwind(AssertUnwindSafe(|| referee.answer_line(&line, number)));
        let answer =
            answered.unwrap_or_else(|_| Some(Trouble::error(OWN_MISTAKE, 1).to_json(number)));
        let Some(answer) = answer else { continue };
        let written = writeln!(output, "{answer}").and_then(|()| output.flush());
        match written {
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => return Ok(()),
            other => other?,
        }
    }
    Ok(())
}

const OWN_MISTAKE: &str = "Trierarch made a mistake over this request; the battle is as it was. \
     Please report it with the line";
