//! A door at the other end of a network: the asks of a client go to a host as
//! frames, in the types of the door, and the host's frames come back. When the
//! network returns, it says what it knows, and what is unanswered goes out again.

use std::collections::{HashMap, VecDeque};
use std::time::Duration;

use serde::Deserialize;
use serde_json::{Value, json};

use crate::say::{Say, say};

use super::door::{Answer, Ask, Frame, Request};
use super::drive::Door;

/// How many asks are sent before one is answered; a host refuses many at once.
const AT_ONCE: usize = 4;

/// How many rows of the log are asked for at once: an answer of a host has at
/// most 1 MiB.
const ROWS: usize = 100;

/// A line to a host, which comes back by itself when it is cut.
pub trait Wire {
    /// Sends a text. It is lost if the line is cut.
    fn send(&mut self, text: &str);

    /// What happens on the line; waits for it at most this long.
    fn hear(&mut self, wait: Duration) -> Option<OnLine>;

    /// Keeps the changes that are not answered yet, each as it was sent, where
    /// they outlive this program.
    fn keep(&mut self, unanswered: &[&str]);
}

/// What happens on a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OnLine {
    /// It is open, or open again.
    Open,
    /// The host has sent a text.
    Text(String),
    /// It is cut, and will be tried again.
    Cut,
    /// The host has ended it, with this code; it will not come back.
    Ended(u16),
}

/// An ask that is not answered yet, with the text to send.
struct Unanswered {
    id: String,
    text: String,
}

/// How the line is.
enum LineState {
    /// It was never open, or is cut.
    Cut,
    /// It is open, and the host has not said yet where the table is.
    Greets,
    /// The host waits for the owner's yes.
    Waits,
    /// The client is at the table.
    Entered,
    /// The host has ended it: why.
    Ended(Say),
}

/// The door of a host.
pub struct RemoteDoor {
    line: Box<dyn Wire>,
    state: LineState,
    epoch: Option<String>,
    /// The number of the last change that it has heard of.
    seen: Option<u64>,
    /// The changes that are under way: what an earlier client kept, and one of
    /// this client's.
    changes: VecDeque<Unanswered>,
    sent: VecDeque<Unanswered>,
    /// Reads that are not sent yet.
    waiting: VecDeque<Unanswered>,
    /// Frames that come in parts, as far as they have come, by id.
    parts: HashMap<String, String>,
    /// Frames that the client has not heard yet.
    frames: VecDeque<Frame>,
}

impl RemoteDoor {
    /// A door over a line that is not open yet; `unanswered` are the changes
    /// that an earlier client kept.
    #[must_use]
    pub fn new(line: Box<dyn Wire>, unanswered: Vec<String>) -> RemoteDoor {
        let change = |text: String| {
            let id = serde_json::from_str::<Value>(&text).ok()?.get("id")?.as_str()?.to_owned();
            Some(Unanswered { id, text })
        };
        RemoteDoor {
            line,
            state: LineState::Cut,
            epoch: None,
            seen: None,
            changes: unanswered.into_iter().filter_map(change).collect(),
            sent: VecDeque::new(),
            waiting: VecDeque::new(),
            parts: HashMap::new(),
            frames: VecDeque::new(),
        }
    }

    fn happens(&mut self, what: OnLine) {
        if matches!(self.state, LineState::Ended(_)) {
            return;
        }
        match what {
            OnLine::Open => {
                self.state = LineState::Greets;
                let hello =
                    json!({ "hello": { "epoch": self.epoch, "seen": self.seen, "typed": true } });
                self.line.send(&hello.to_string());
            }
            OnLine::Text(text) => {
                // What is no JSON is not the host's.
                if let Ok(frame) = serde_json::from_str(&text) {
                    self.told(frame);
                }
            }
            OnLine::Cut => self.cut(LineState::Cut),
            OnLine::Ended(code) => {
                self.line.keep(&[]);
                self.ends(&ended(code));
            }
        }
    }

    /// There is no more to be had of this host: whoever waits is told why.
    fn ends(&mut self, why: &Say) {
        self.cut(LineState::Ended(why.clone()));
        while let Some(open) = self.changes.pop_front().or_else(|| self.waiting.pop_front()) {
            self.answer(open.id, Answer::NotKept { why: why.clone() });
        }
    }

    /// Whatever was sent and not answered is sent again.
    fn cut(&mut self, state: LineState) {
        self.state = state;
        self.parts.clear();
        while let Some(read) = self.sent.pop_back() {
            self.waiting.push_front(read);
        }
    }

    fn told(&mut self, mut told: Value) {
        if let Some(frame) = told.get_mut("frame") {
            match Frame::deserialize(frame.take()) {
                Ok(frame) => self.heard(frame),
                // What is not answered is kept: the page of the host's version sends it.
                Err(_) => self.ends(&say!(
                    "This page and the host are of different versions: reload the page."
                )),
            }
        } else if let Some(part) = told.get("part") {
            let id = told["id"].as_str().unwrap_or_default();
            let so_far = self.parts.entry(id.to_owned()).or_default();
            so_far.push_str(part["text"].as_str().unwrap_or_default());
            if part["number"] == part["of"] {
                let whole = self.parts.remove(id).unwrap_or_default();
                self.happens(OnLine::Text(whole));
            }
        } else if let Some(hello) = told.get("hello") {
            self.enters(hello, false);
        } else if let Some(reset) = told.get("reset") {
            self.enters(reset, true);
        } else if told.get("waiting").is_some() {
            self.state = LineState::Waits;
        } else if let Some(why) = told["stalled"]["why"].as_str() {
            self.frames.push_back(Frame::Waits { why: Say::verbatim(why) });
        } else if let Some(id) = told["id"].as_str() {
            let why = ["error", "refused", "unknown"]
                .into_iter()
                .find_map(|key| told[key]["why"].as_str().map(Say::verbatim));
            let why = why.unwrap_or_else(|| say!("The host did not answer that."));
            self.heard(Frame::Answer {
                id: id.to_owned(),
                answer: Box::new(Answer::Error { why, key: None, more: serde_json::Map::new() }),
            });
        }
    }

    /// The host has said where the table is.
    fn enters(&mut self, hello: &Value, anew: bool) {
        let at = hello["at"].as_u64().unwrap_or_default();
        // A second hello means that this seat sees the table differently now.
        let again = matches!(self.state, LineState::Entered);
        let known = self.seen.is_some_and(|seen| seen == at);
        let first = self.epoch.is_none();
        self.epoch = hello["epoch"].as_str().map(str::to_owned);
        self.seen = Some(at);
        self.state = LineState::Entered;
        if anew || again || !(first || known) {
            self.frames.push_back(Frame::Reset { at });
        }
        for change in &self.changes {
            self.line.send(&change.text);
        }
        self.send_reads();
    }

    fn heard(&mut self, frame: Frame) {
        match &frame {
            Frame::Answer { id, .. } => {
                if self.changes.iter().any(|change| change.id == *id) {
                    self.changes.retain(|change| change.id != *id);
                    self.keep_changes();
                }
                self.sent.retain(|read| read.id != *id);
                self.send_reads();
            }
            Frame::News(news) => self.seen = Some(news.at),
            Frame::Reset { at } => self.seen = Some(*at),
            Frame::Waits { .. } => {}
        }
        self.frames.push_back(frame);
    }

    fn send_reads(&mut self) {
        while matches!(self.state, LineState::Entered) && self.sent.len() < AT_ONCE {
            let Some(read) = self.waiting.pop_front() else { return };
            self.line.send(&read.text);
            self.sent.push_back(read);
        }
    }

    fn keep_changes(&mut self) {
        let texts: Vec<&str> = self.changes.iter().map(|change| change.text.as_str()).collect();
        self.line.keep(&texts);
    }

    fn answer(&mut self, id: String, answer: Answer) {
        self.frames.push_back(Frame::Answer { id, answer: Box::new(answer) });
    }
}

impl Door for RemoteDoor {
    fn ask(&mut self, Request { id, seen, ask }: Request, _now: u64) {
        if let LineState::Ended(why) = &self.state {
            let why = why.clone();
            return self.answer(id, Answer::NotKept { why });
        }
        let is_change = matches!(ask, Ask::Change(_));
        let text = json!({ "id": id, "seen": seen, "ask": { "door": ask } }).to_string();
        let unanswered = Unanswered { id, text };
        if !is_change {
            self.waiting.push_back(unanswered);
            return self.send_reads();
        }
        if matches!(self.state, LineState::Entered) {
            self.line.send(&unanswered.text);
        }
        self.changes.push_back(unanswered);
        self.keep_changes();
    }

    fn hear(&mut self, wait: Duration) -> Option<Frame> {
        let mut wait = wait;
        loop {
            if let Some(frame) = self.frames.pop_front() {
                return Some(frame);
            }
            let happens = self.line.hear(wait)?;
            self.happens(happens);
            // What has just come is nearly always what was waited for.
            if !self.frames.is_empty() {
                wait = Duration::ZERO;
            }
        }
    }

    fn most_rows(&self) -> usize {
        ROWS
    }

    fn silence(&self) -> Option<Say> {
        match &self.state {
            LineState::Entered => None,
            LineState::Cut if self.epoch.is_none() => Some(say!("Going to the table…")),
            LineState::Cut => Some(say!("The connection is cut: trying again…")),
            LineState::Greets => Some(say!("Going to the table…")),
            LineState::Waits => Some(say!("Waiting for the table’s owner to let you in…")),
            LineState::Ended(why) => Some(why.clone()),
        }
    }
}

/// Why a host ends a line for good.
fn ended(code: u16) -> Say {
    match code {
        4403 => say!("The table’s owner said no."),
        4404 => say!("The table is closed."),
        _ => say!("You no longer hold this seat: go to the table’s page, and sit down again."),
    }
}
