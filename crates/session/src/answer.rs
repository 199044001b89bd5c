//! Responses as answers of the protocol.

use std::fmt;

use serde_json::{Value, json};

use rules::Side;

use super::protocol::answer::{Answer, OkAnswer, OkBody, ScriptAnswer, WrittenError, WrittenNeeds};
use super::protocol::{LogRow, Response};
use super::verb::{Protocol, SharedVerb};

/// Why a request was not carried out.
pub enum Trouble {
    /// It is well-formed, but forbidden.
    Refused {
        /// The reason.
        why: String,
        rule: String,
    },
    /// The dice have run out.
    Needs(Box<WrittenNeeds>),
    /// The answer would reveal a secret.
    Hidden(String),
    /// It would take too much work.
    Unknown(String),
    /// The order is declared, and waits for this side.
    Asked(Side, Value),
    /// One of several orders failed: its place in the list, from 0.
    AtOrder(usize, Box<Trouble>),
    /// The request is invalid.
    Error {
        /// The fault, and the expected form.
        why: String,
        /// The column in characters, from 1.
        column: usize,
    },
}

impl Trouble {
    pub(super) fn error(why: impl fmt::Display, column: usize) -> Trouble {
        Trouble::Error { why: why.to_string(), column }
    }

    /// Both errors as one, at the column of the first.
    pub(super) fn and(self, other: Trouble) -> Trouble {
        match (self, other) {
            (Trouble::Error { why, column }, Trouble::Error { why: more, .. }) => {
                Trouble::error(format!("{why}\n{more}"), column)
            }
            (first, _) => first,
        }
    }

    /// The reason why a request failed; `column` is its place.
    #[must_use]
    pub fn of_answer(answer: Response, column: usize) -> Trouble {
        match answer {
            Response::Refused(refusal) => {
                Trouble::Refused { why: refusal.why.to_string(), rule: refusal.rule.into_owned() }
            }
            Response::Needs(needs) => match WrittenNeeds::of(&needs) {
                Some(written) => Trouble::Needs(Box::new(written)),
                None => Trouble::in_words(&Response::Needs(needs), column),
            },
            Response::AtOrder { order, answer } => {
                Trouble::AtOrder(order, Box::new(Trouble::of_answer(*answer, column)))
            }
            Response::Asks { of, order } => Trouble::Asked(of, Value::Object(order)),
            Response::Hidden { why } => Trouble::Hidden(why.to_string()),
            Response::Unknown { why } => Trouble::Unknown(why.to_string()),
            other => Trouble::in_words(&other, column),
        }
    }

    fn in_words(answer: &Response, column: usize) -> Trouble {
        let why = answer.in_words().map(|why| why.to_string());
        Trouble::error(why.unwrap_or_else(|| "it was not carried out".into()), column)
    }

    /// The answer to the line with this number of a script.
    pub(super) fn into_json(self, line: usize) -> Value {
        let at = match &self {
            Trouble::AtOrder(order, _) => Some(*order),
            Trouble::Refused { .. }
            | Trouble::Needs(_)
            | Trouble::Hidden(_)
            | Trouble::Unknown(_)
            | Trouble::Asked(..)
            | Trouble::Error { .. } => None,
        };
        json!(ScriptAnswer { answer: self.answer(line), at })
    }

    /// The answer to a request in this line.
    #[must_use]
    pub fn answer(self, line: usize) -> Answer {
        match self {
            Trouble::Refused { why, rule } => Answer::Refused { why, rule },
            Trouble::Needs(needs) => Answer::Needs(*needs),
            Trouble::Hidden(why) => Answer::Hidden { why },
            Trouble::Unknown(why) => Answer::Unknown { why },
            Trouble::AtOrder(_, trouble) => trouble.answer(line),
            Trouble::Asked(of, order) => Answer::Asked { of, order },
            Trouble::Error { why, column } => Answer::Error(WrittenError {
                line: Some(line),
                column: Some(column),
                ..WrittenError::new(why)
            }),
        }
    }
}

/// The result of a request; the response itself if it is a failure.
pub fn done(
    verb: Option<SharedVerb>,
    response: Response,
    to: Protocol,
) -> Result<OkAnswer, Box<Response>> {
    let is_script = to == Protocol::Script;
    let at = response.at().filter(|_| !is_script);
    let body = match (verb, response) {
        (_, Response::Given { row, .. }) if is_script => OkBody::order(&row.with_cards()),
        (_, Response::Given { row, .. }) => OkBody::order(&row),
        (_, Response::GivenAsOne { rows, left, .. }) if is_script => {
            let rows: Vec<_> = rows.into_iter().map(LogRow::with_cards).collect();
            OkBody::orders(&rows, left)
        }
        (_, Response::GivenAsOne { rows, left, .. }) => OkBody::orders(&rows, left),
        (_, Response::Offers { offers, .. }) => OkBody::offers(offers),
        (_, Response::Odds(odds)) => OkBody::Odds(odds),
        (_, Response::State(state)) => OkBody::State { state },
        (_, Response::Turn { card, .. }) => OkBody::turn(*card),
        (_, Response::Next { next, .. }) => OkBody::next(next),
        (_, Response::Group { group, .. }) => OkBody::group(*group),
        (Some(SharedVerb::Undo), Response::Done { brief, .. }) => OkBody::Undo { undone: brief },
        (Some(SharedVerb::Redo), Response::Done { brief, .. }) => OkBody::Redo { redone: brief },
        (Some(SharedVerb::Journal), Response::Log(log)) if is_script => {
            OkBody::journal_of_script(&log)
        }
        (Some(SharedVerb::Journal), Response::Log(log)) => OkBody::journal(&log),
        (_, Response::Done { .. }) if !is_script => OkBody::Nothing {},
        (_, response) if !is_script => return OkBody::of_table(response).map(OkAnswer::from),
        (_, other) => return Err(Box::new(other)),
    };
    Ok(OkAnswer { body, at })
}
