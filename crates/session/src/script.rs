//! A script at the table: JSON lines in, JSON lines out, as a client of the
//! table server like every screen.

use std::io::{self, BufRead, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;

use serde_json::{Value, json};

use message::message;
use rules::{KeyAtFault, Side};
use storage::{self, Clock, SystemClock};

use super::answer::{self, Trouble};
use super::body::{self, BodyFault, FaultPlace};
use super::lines::{self, InputLine};
use super::protocol::answer::{Answer, OkAnswer, OkBody, ScriptAnswer};
use super::protocol::{Frame, Query, Request, RequestBody, Response, Seat};
use super::request::{LineItem, Object, ParsedLine};
use super::table_server::{Out, Requester, TableServer};
use super::verb::{Protocol, ScriptVerb, SharedVerb};
use super::{WriteOutcome, column, files};

/// Answers every line of `input` on `output`, until the input ends.
///
/// # Errors
/// If the input cannot be read or the output cannot be written; a closed
/// output ends it without an error.
pub fn run(mut input: impl BufRead, mut output: impl Write) -> io::Result<()> {
    let mut referee = Referee::default();
    let mut number = 0;
    while let Some(line) = lines::next(&mut input)? {
        number += 1;
        // A bug costs the script one answer, but not the battle, which changes only when an order
        // is carried out.
        let answered = catch_unwind(AssertUnwindSafe(|| referee.answer_line(&line, number)));
        let answer =
            answered.unwrap_or_else(|_| Some(Trouble::error(OWN_MISTAKE, 1).into_json(number)));
        let Some(answer) = answer else { continue };
        let written = writeln!(output, "{answer}").and_then(|()| output.flush());
        match written {
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => return Ok(()),
            other => other?,
        }
    }
    Ok(())
}

/// The version of the protocol for scripts. Within a version, keys and requests
/// may be added, but none goes away or changes its meaning.
pub const PROTOCOL: u64 = 1;

/// Refuses a script of a later version.
fn check_script_version(body: &Object) -> Result<(), Trouble> {
    let Some(item) = body.get("protocol") else { return Ok(()) };
    match item.value()?.as_u64() {
        Some(1..=PROTOCOL) => Ok(()),
        Some(later) if later > PROTOCOL => {
            let why = message!(
                "this script speaks protocol {later}; this Trierarch speaks {ours}. Update Trierarch to run it",
                later,
                ours = PROTOCOL
            );
            Err(Trouble::error(why, item.column()))
        }
        Some(_) | None => {
            let why = message!("`protocol` takes a whole number from 1 to {ours}", ours = PROTOCOL);
            Err(Trouble::error(why, item.column()))
        }
    }
}

const OWN_MISTAKE: &str = "Trierarch had an internal error; nothing has changed. Send this line \
     to the person who gave you the program";

/// A referee with its battle, if it has one.
#[derive(Default)]
pub struct Referee {
    table_server: Option<TableServer>,
}

impl Referee {
    /// The answer to a line; `None` if the line is blank.
    pub fn answer(&mut self, line: &str, number: usize) -> Option<Value> {
        self.answer_line(&InputLine::Whole(line.to_owned()), number)
    }

    pub(super) fn answer_line(&mut self, line: &InputLine, number: usize) -> Option<Value> {
        let text = match line {
            InputLine::Whole(text) if text.trim().is_empty() => return None,
            InputLine::Whole(text) => text,
            InputLine::Broken { why, column } => {
                return Some(Trouble::error(why.clone(), *column).into_json(number));
            }
        };
        let done = ParsedLine::read(text).and_then(|request| self.carry_out(&request));
        Some(match done {
            Ok(ok) => json!(ScriptAnswer { answer: Answer::Ok(ok), at: None }),
            Err(trouble) => trouble.into_json(number),
        })
    }

    fn carry_out(&mut self, request: &ParsedLine) -> Result<OkAnswer, Trouble> {
        match request.verb {
            ScriptVerb::Open => self.open(request),
            ScriptVerb::Load => self.load(request),
            ScriptVerb::Save => self.save(request),
            ScriptVerb::Shared(verb) => self.shared(verb, request),
        }
    }

    fn at_hand(&mut self, request: &ParsedLine) -> Result<&mut TableServer, Trouble> {
        self.table_server.as_mut().ok_or_else(|| no_battle(request))
    }

    /// Sends a request, and stores its row at once: the battle of a script lasts as long as the
    /// script.
    fn ask(
        &mut self,
        request: &ParsedLine,
        seat: Seat,
        ask: impl Into<RequestBody>,
    ) -> Result<Response, Trouble> {
        let table_server = self.at_hand(request)?;
        // Without an id, no request is answered from an earlier row.
        let asking = Request { id: String::new(), seen: None, ask: ask.into() };
        let mut out = table_server.asked(&Requester::at(seat), &asking, SystemClock.now());
        loop {
            // Waits for a long answer.
            let Some(next) = out.pop() else {
                if !table_server.is_thinking() {
                    break;
                }
                out = table_server.think();
                continue;
            };
            match next {
                Out::To(_, Frame::Answer { answer, .. }) => return Ok(*answer),
                Out::Keep { ticket, .. } => {
                    out.extend(table_server.row_written(ticket, &WriteOutcome::Stored));
                }
                Out::To(..) | Out::All(..) | Out::ReadBack => {}
            }
        }
        Err(Trouble::error("the table did not answer", 1))
    }

    fn open(&mut self, request: &ParsedLine) -> Result<OkAnswer, Trouble> {
        check_script_version(&request.body)?;
        let (opening, warnings) = files::opening(&request.body)?;
        let seed = opening.seed;
        let (table_server, _) = TableServer::begin(opening, SystemClock.now(), [0; 16])
            .map_err(|fault| Trouble::error(fault.why, request.body.column()))?;
        let state = table_server.battle().full_view().state();
        self.table_server = Some(table_server);
        Ok(OkBody::Opened { state, seed, warnings, protocol: PROTOCOL }.into())
    }

    fn load(&mut self, request: &ParsedLine) -> Result<OkAnswer, Trouble> {
        request.body.only(&["path", "protocol"])?;
        check_script_version(&request.body)?;
        let path = path_of(&request.body)?;
        let journal = storage::read_battle_file(Path::new(&path))
            .map_err(|fault| request.body.error_at("path", fault.to_string()))?;
        let warnings: Vec<String> = journal
            .differences()
            .iter()
            .map(|difference| format!("entry {}: {}", difference.index + 1, difference.reason))
            .collect();
        let state = journal.battle().full_view().state();
        let (table_server, _) = TableServer::from_journal(journal, SystemClock.now(), [0; 16]);
        self.table_server = Some(table_server);
        Ok(OkBody::Loaded { state, warnings, protocol: PROTOCOL }.into())
    }

    fn save(&mut self, request: &ParsedLine) -> Result<OkAnswer, Trouble> {
        request.body.only(&["path"])?;
        let path = path_of(&request.body)?;
        let file = Path::new(&path);
        let journal = self.at_hand(request)?.journal();
        storage::check_loses_no_other_file(file)
            .and_then(|()| storage::write_battle_file(file, journal))
            .map_err(|fault| request.body.error_at("path", fault.to_string()))?;
        Ok(OkBody::Saved { saved: path }.into())
    }

    fn shared(&mut self, verb: SharedVerb, request: &ParsedLine) -> Result<OkAnswer, Trouble> {
        let body = &request.body;
        let mut named = None;
        match verb {
            SharedVerb::Order | SharedVerb::Orders | SharedVerb::Odds => {}
            SharedVerb::Offers => body.only(&["ship", "unit", "side"])?,
            SharedVerb::State | SharedVerb::Journal => {
                named = Some(body.seat_or(request.seat()?)?);
            }
            SharedVerb::Undo | SharedVerb::Redo | SharedVerb::Next => body.only(&[])?,
            SharedVerb::Turn => body.only(&["ship", "unit", "target"])?,
            SharedVerb::Group => body.only(&["do", "units", "speed"])?,
        }
        let beside = request.beside.map(LineItem::value).transpose()?;
        let ask = body::ask(verb, request.asked()?, beside.as_ref(), Protocol::Script)
            .map_err(|fault| misread(request, fault))?;
        let seat = named.map_or_else(|| request.seat(), Ok)?;
        let mut done =
            match answer::done(Some(verb), self.ask(request, seat, ask)?, Protocol::Script) {
                Ok(done) => done,
                Err(answer) => {
                    return Err(match *answer {
                        Response::Waits { of, .. } if verb == SharedVerb::Order => {
                            self.waits(request, seat, of)?
                        }
                        answer => self.not_done(verb, answer, request, body),
                    });
                }
            };
        if verb == SharedVerb::Odds
            && beside.is_some()
            && let OkBody::Odds(odds) = &mut done.body
        {
            odds.watched.get_or_insert_default();
        }
        Ok(done)
    }

    /// The reason why a request was not carried out, with its column in `body`.
    fn not_done(
        &self,
        verb: SharedVerb,
        answer: Response,
        request: &ParsedLine,
        body: &Object,
    ) -> Trouble {
        match answer {
            Response::AtOrder { order, answer } => {
                let body = request.orders.get(order).unwrap_or(body);
                Trouble::AtOrder(order, Box::new(self.not_done(verb, *answer, request, body)))
            }
            Response::Error { why, key: Some(key), .. } => at_key(body, &key, why.to_string()),
            Response::Error { why, key: None, die } => {
                Trouble::error(why, self.column_of(verb, request, body, die))
            }
            other => Trouble::of_answer(other, body.column()),
        }
    }

    /// The answer to a declared order: the issuer's dice, or the order with which a script answers.
    fn waits(&mut self, request: &ParsedLine, seat: Seat, of: Side) -> Result<Trouble, Trouble> {
        let ask = Query::View { cursor: None };
        let declared = match self.ask(request, seat, ask)? {
            Response::View(view) => view.declared.map(|declared| (view.system, declared)),
            _ => None,
        };
        let Some((system, declared)) = declared else { return Ok(Trouble::Asked(of, Value::Null)) };
        if let Some(needs) = declared.needs.filter(|_| seat.plays(of)) {
            return Ok(Trouble::of_answer(Response::Needs(needs), request.body.column()));
        }
        let asks = declared.asks.map(|asks| asks.field).unwrap_or_default();
        if system.order(&asks).is_some() {
            let target = declared.order.get("target");
            return Ok(Trouble::Asked(of, json!({ "kind": asks, "ship": target })));
        }
        Ok(Trouble::Asked(of, Value::Object(declared.order)))
    }

    /// The column of the fault in a request: an unknown tag or watched key, or an impossible roll;
    /// otherwise the column where its body begins.
    fn column_of(
        &self,
        verb: SharedVerb,
        request: &ParsedLine,
        body: &Object,
        die: Option<usize>,
    ) -> usize {
        let battle = self.table_server.as_ref().map(TableServer::battle);
        let tag = || battle.and_then(|battle| column::of_unknown_tag(battle, body));
        let column = match verb {
            SharedVerb::Order => tag().or_else(|| column::of_entry(request, die?)),
            SharedVerb::Orders => tag(),
            SharedVerb::Odds => {
                tag().or_else(|| column::of_unknown_key(&battle?.full_view(), request))
            }
            SharedVerb::Offers => {
                body.get("ship").or_else(|| body.get("unit")).map(LineItem::column)
            }
            SharedVerb::Turn => battle.and_then(|battle| {
                let keys = ["ship", "unit", "target"];
                column::of_unknown_in(battle, keys.iter().filter_map(|key| body.get(key)))
            }),
            SharedVerb::Group => battle.and_then(|battle| {
                let units = body.get("units")?.list("units").ok()?;
                column::of_unknown_in(battle, units.into_iter())
            }),
            SharedVerb::State
            | SharedVerb::Journal
            | SharedVerb::Undo
            | SharedVerb::Redo
            | SharedVerb::Next => None,
        };
        column.unwrap_or_else(|| body.column())
    }
}

/// The path of a battle file.
fn path_of(body: &Object) -> Result<String, Trouble> {
    let path = body.text("path")?;
    if path.trim().is_empty() {
        return Err(body.error_at("path", "`path` is empty: name the file".to_owned()));
    }
    Ok(path)
}

/// The fault in a body, at its column, and with the order that it concerns if there are
/// several.
fn misread(request: &ParsedLine, BodyFault { at, why }: BodyFault) -> Trouble {
    let column = match &at {
        FaultPlace::Body => None,
        FaultPlace::Value(key) => request.body.get(key).map(LineItem::column),
        FaultPlace::Beside(None) => request.beside.map(LineItem::column),
        FaultPlace::Beside(Some(entry)) => column::of_entry(request, *entry),
    };
    let trouble = Trouble::error(why, column.unwrap_or_else(|| request.body.column()));
    match at {
        FaultPlace::Beside(Some(entry))
            if request.verb == ScriptVerb::Shared(SharedVerb::Orders) =>
        {
            Trouble::AtOrder(entry, Box::new(trouble))
        }
        FaultPlace::Body | FaultPlace::Value(_) | FaultPlace::Beside(_) => trouble,
    }
}

/// An error at a key's value, or at the key itself if there is no key of that
/// name.
fn at_key(body: &Object, key: &KeyAtFault, why: String) -> Trouble {
    match key {
        KeyAtFault::Unknown(key) => body.error_at_key(key, why),
        KeyAtFault::Value(key) => body.error_at(key, why),
    }
}

fn no_battle(request: &ParsedLine) -> Trouble {
    let why =
        format!("no battle is open: send an `open` or a `load` before `{}`", request.verb.word());
    Trouble::error(why, 1)
}
