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
mod tables;

use std::io::{self, BufRead, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;

use serde_json::{Value, json};

use crate::analysis::odds;
use crate::dice::Thoroughness;
use crate::journal::{Journal, Moved, Opening};
use crate::rules::{OrderFault, Side, Subject, Viewer, offers};
use crate::store::{self, Clock, SystemClock};
use crate::wording::roll_to_json;

pub use crate::journal::{Change, Decision, DiceChoice};
pub use crate::store::Kept;
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

pub use tables::{TableFault, Tables, Wake};

use answer::Trouble;
use lines::Line;
use request::{Object, Request};

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

/// A referee with the battle that it keeps, if any.
#[derive(Default)]
pub struct Referee {
    journal: Option<Journal>,
}

impl Referee {
    /// The answer to a line; none where the line is blank.
    pub fn answer(&mut self, line: &str, number: usize) -> Option<Value> {
        self.answer_line(&Line::Whole(line.to_owned()), number)
    }

    fn answer_line(&mut self, line: &Line, number: usize) -> Option<Value> {
        let text = match line {
            Line::Whole(text) if text.trim().is_empty() => return None,
            Line::Whole(text) => text,
            Line::Broken { why, column } => {
                return Some(Trouble::error(why.clone(), *column).to_json(number));
            }
        };
        let done = Request::read(text).and_then(|request| self.carry_out(&request));
        Some(match done {
            Ok(ok) => json!({ "ok": ok }),
            Err(trouble) => trouble.to_json(number),
        })
    }

    fn carry_out(&mut self, request: &Request) -> Result<Value, Trouble> {
        match request.verb {
            "open" => self.open(request),
            "load" => self.load(request),
            "order" => self.order(request),
            "odds" => self.odds(request),
            "offers" => self.offers(request),
            "state" => {
                let viewer = request.body.viewer()?;
                Ok(json!({ "state": self.journal(request)?.battle().state(viewer) }))
            }
            "journal" => {
                let viewer = request.body.viewer()?;
                Ok(answer::journal(self.journal(request)?, viewer))
            }
            "undo" => {
                request.body.only(&[])?;
                let moved = self.journal_mut(request)?.undo();
                moved_to_json("undone", moved, "there is no order to take back")
            }
            "redo" => {
                request.body.only(&[])?;
                let moved = self.journal_mut(request)?.redo();
                moved_to_json("redone", moved, "there is no order to give again")
            }
            "save" => {
                request.body.only(&["path"])?;
                let path = request.body.text("path")?;
                store::write_battle_file(Path::new(&path), self.journal(request)?)
                    .map_err(|fault| request.body.error_at("path", fault.to_string()))?;
                Ok(json!({ "saved": path }))
            }
            other => Err(Trouble::error(format!("unknown request `{other}`"), 1)),
        }
    }

    fn journal(&self, request: &Request) -> Result<&Journal, Trouble> {
        self.journal.as_ref().ok_or_else(|| no_battle(request))
    }

    fn journal_mut(&mut self, request: &Request) -> Result<&mut Journal, Trouble> {
        self.journal.as_mut().ok_or_else(|| no_battle(request))
    }

    fn open(&mut self, request: &Request) -> Result<Value, Trouble> {
        let (opening, warnings) = files::opening(&request.body)?;
        let seed = opening.seed;
        let journal = Journal::open(opening)
            .map_err(|fault| Trouble::error(fault.why, request.body.column()))?;
        let state = journal.battle().state(Viewer::Everyone);
        self.journal = Some(journal);
        Ok(json!({ "state": state, "seed": seed, "warnings": warnings }))
    }

    fn load(&mut self, request: &Request) -> Result<Value, Trouble> {
        request.body.only(&["path"])?;
        let path = request.body.text("path")?;
        let journal = store::read_battle_file(Path::new(&path))
            .map_err(|fault| request.body.error_at("path", fault.to_string()))?;
        let warnings: Vec<String> = journal
            .differences()
            .iter()
            .map(|difference| format!("entry {}: {}", difference.index + 1, difference.reason))
            .collect();
        let state = journal.battle().state(Viewer::Everyone);
        self.journal = Some(journal);
        Ok(json!({ "state": state, "warnings": warnings }))
    }

    fn order(&mut self, request: &Request) -> Result<Value, Trouble> {
        let dice = match &request.dice {
            None => DiceChoice::Program,
            Some(dice) => DiceChoice::Entered(dice.entries()?),
        };
        let now = SystemClock.now();
        let journal = self.journal_mut(request)?;
        let order = read_order(journal, &request.body)?;
        let note = order.to_map().get("note").and_then(Value::as_str).unwrap_or("").to_owned();
        let given = journal.give(&order, &dice, now, &note).map_err(|stop| {
            let column = place::of_fault(journal, &order, request, &dice);
            Trouble::of_stop(stop, column)
        })?;
        Ok(json!({
            "outcome": given.report.outcome,
            "rolls": given.report.rolls.iter().map(roll_to_json).collect::<Vec<_>>(),
            "changes": given.changes,
            "text": given.sentences,
            "warnings": given.report.warnings,
        }))
    }

    fn odds(&self, request: &Request) -> Result<Value, Trouble> {
        let watch = match &request.watch {
            None => Vec::new(),
            Some(watch) => watch.texts()?,
        };
        let journal = self.journal(request)?;
        let order = read_order(journal, &request.body)?;
        let odds =
            odds(journal.battle(), &order, &watch, Thoroughness::Merged).map_err(|stop| {
                let column = place::of_unknown_tag(journal, &order, &request.body)
                    .or_else(|| place::of_unknown_key(journal, request))
                    .unwrap_or_else(|| request.body.column());
                Trouble::of_stop(stop, column)
            })?;
        Ok(answer::odds(&odds, request.watch.is_some()))
    }

    fn offers(&self, request: &Request) -> Result<Value, Trouble> {
        let body = &request.body;
        body.only(&["ship", "unit", "side"])?;
        let subject = match (body.has("ship"), body.has("unit"), body.has("side")) {
            (true, false, false) => Subject::Unit(body.tag("ship")?),
            (false, true, false) => Subject::Unit(body.tag("unit")?),
            (false, false, true) => Subject::Side(body.side("side")?),
            (false, false, false) => Subject::Battle,
            _ => {
                let why = "`offers` takes one of `ship`, `unit` and `side`, or none of them";
                return Err(Trouble::error(why, body.column()));
            }
        };
        let battle = self.journal(request)?.battle();
        if let Subject::Unit(tag) = subject
            && !battle.tags().contains(&tag)
        {
            let key = if body.has("ship") { "ship" } else { "unit" };
            return Err(body.error_at(key, format!("there is no {tag} in this battle")));
        }
        Ok(json!({ "offers": answer::offers(&offers(battle, subject)) }))
    }
}

fn read_order(journal: &Journal, body: &Object) -> Result<crate::rules::Order, Trouble> {
    let written = body.map()?;
    journal.battle().read_order(&written).map_err(|OrderFault { why, key }| match key {
        Some(key) if why.to_string().starts_with("unknown field") => {
            body.error_at_key(&key, why.to_string())
        }
        Some(key) => body.error_at(&key, why.to_string()),
        None => Trouble::error(why, body.column()),
    })
}

fn no_battle(request: &Request) -> Trouble {
    let why = format!("no battle is open: send an `open` or a `load` before `{}`", request.verb);
    Trouble::error(why, 1)
}

fn moved_to_json(word: &str, moved: Option<Moved>, none: &str) -> Result<Value, Trouble> {
    match moved {
        Some(moved) => Ok(json!({ word: moved.brief })),
        None => Err(Trouble::Refused { why: none.into(), rule: "The journal".into() }),
    }
}

/// Whose eyes a request asks for.
fn viewer_of(side: Option<Side>) -> Viewer {
    side.map_or(Viewer::Everyone, Viewer::Side)
}

/// What `open` begins, for [`files`] to read.
type Opened = (Opening, Vec<String>);
