//! Frames that the server sends to a client.

use serde::Serialize;

use super::answer::{Answer, WrittenError};
use super::event::TableEvent;
use super::seat::Seat;
use super::view::SeatPresence;

/// A frame that answers no request.
#[derive(Serialize)]
#[serde(rename_all = "snake_case")]
pub enum ServerFrame<'f> {
    /// The owner has not yet admitted the client.
    Waiting(bool),
    /// The client is at the table; the events that it missed follow.
    Hello(HelloBack<'f>),
    /// The client is at the table, and its knowledge is out of date.
    Reset(ResetBack<'f>),
    /// The heartbeat, with the number of the last change that was sent.
    Beat { at: u64 },
    /// A change.
    News(&'f TableEvent),
    /// The connected players.
    Presence(&'f [SeatPresence]),
    /// To the owner: a person waits for a seat, under this number.
    Asks { who: u64, name: &'f str, seat: Seat },
    /// The table waits for its storage.
    Stalled { why: String },
    /// The client sends requests too fast.
    Warning { why: String },
}

/// The frame for a client that connects.
#[derive(Serialize)]
pub struct HelloBack<'f> {
    pub at: u64,
    pub epoch: &'f str,
    pub seat: Seat,
    pub seed_hash: String,
    #[serde(flatten)]
    pub codes: Option<WrittenCodes>,
}

/// The same if it has to read the table again.
#[derive(Serialize)]
pub struct ResetBack<'f> {
    pub at: u64,
    pub epoch: &'f str,
    /// The reason why the epoch is different.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub why: Option<String>,
    #[serde(flatten)]
    pub codes: Option<WrittenCodes>,
}

/// The code and link for other players, for the owner.
#[derive(Serialize)]
pub struct WrittenCodes {
    pub code: String,
    /// The address of the table's page.
    pub page: String,
}

/// The answer to a request.
#[derive(Serialize)]
pub struct AnswerFrame<'f> {
    pub id: &'f str,
    #[serde(flatten)]
    pub answer: Answer,
}

/// The same without the id, which comes before it.
#[derive(Serialize)]
pub struct AnswerBody {
    /// The place of the order that failed, from 0, if it is one of several.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at: Option<usize>,
    #[serde(flatten)]
    pub answer: Answer,
}

/// The answer to an invalid frame.
#[derive(Serialize)]
pub struct FaultFrame<'f> {
    /// The id of the request, if it could be read.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<&'f str>,
    pub error: WrittenError,
}

/// A part of a frame that is too long to be sent at once.
#[derive(Serialize)]
pub struct PartFrame<'f> {
    pub part: WrittenPart,
    pub id: &'f str,
}

/// Its text.
#[derive(Serialize)]
pub struct WrittenPart {
    /// From 1.
    pub number: usize,
    pub of: usize,
    pub text: String,
}

/// A frame as it is sent. Every type of the protocol can be written as JSON.
pub fn text_of(frame: &impl Serialize) -> String {
    serde_json::to_string(frame).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, BTreeSet};

    use super::*;
    use crate::protocol::EventKind;

    /// Each frame with all its keys; a new one does not compile before it is named here.
    fn frames(event: &TableEvent) -> Vec<ServerFrame<'_>> {
        let codes = || Some(WrittenCodes { code: "KYKLOS-417".into(), page: "/#x".into() });
        let (at, epoch, seat) = (1, "x", Seat::A);
        let all = vec![
            ServerFrame::Waiting(true),
            ServerFrame::Hello(HelloBack {
                at,
                epoch,
                seat,
                seed_hash: "x".into(),
                codes: codes(),
            }),
            ServerFrame::Reset(ResetBack { at, epoch, why: Some("x".into()), codes: codes() }),
            ServerFrame::Beat { at },
            ServerFrame::News(event),
            ServerFrame::Presence(&[]),
            ServerFrame::Asks { who: 1, name: "x", seat },
            ServerFrame::Stalled { why: "x".into() },
            ServerFrame::Warning { why: "x".into() },
        ];
        for frame in &all {
            match frame {
                ServerFrame::Waiting(_)
                | ServerFrame::Hello(_)
                | ServerFrame::Reset(_)
                | ServerFrame::Beat { .. }
                | ServerFrame::News(_)
                | ServerFrame::Presence(_)
                | ServerFrame::Asks { .. }
                | ServerFrame::Stalled { .. }
                | ServerFrame::Warning { .. } => {}
            }
        }
        all
    }

    #[test]
    fn the_page_of_the_protocol_names_every_frame_and_its_keys() {
        let page = include_str!("../../../../docs/handbook/protocol.md");
        let table = page.split_once("\n## Frames of the server\n").expect("the section").1;
        let rows = table.split_once("\n## ").expect("the next section").0.lines();
        let quoted = |text: &str| -> BTreeSet<String> {
            text.split('`').skip(1).step_by(2).map(str::to_owned).collect()
        };
        let rows: BTreeMap<String, BTreeSet<String>> = rows
            .filter_map(|line| line.strip_prefix("| `")?.split_once("` | "))
            .map(|(frame, keys)| (frame.to_owned(), quoted(keys)))
            .collect();
        let what = EventKind::Withdrawn;
        let event = TableEvent { at: 1, when: 1, by: Seat::A, what, over: None, seed_hash: None };
        let mut seen = BTreeSet::new();
        for frame in frames(&event) {
            let written = serde_json::to_value(&frame).expect("it can be written");
            let (name, body) =
                written.as_object().and_then(|map| map.iter().next()).expect("a key");
            let keys = body.as_object().into_iter().flat_map(|map| map.keys());
            let row = rows.get(name).unwrap_or_else(|| panic!("no row: {name}"));
            // The kinds of change are in the section about events.
            let missing: Vec<&String> =
                keys.filter(|key| *key != "withdrawn" && !row.contains(*key)).collect();
            assert_eq!(missing, [""; 0], "{name}");
            seen.insert(name.clone());
        }
        assert_eq!(seen, rows.into_keys().collect());
    }
}
