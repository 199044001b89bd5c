//! An order in a form, and the result of checking it.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use dice::{self, EnteredRoll, Roll};
use engine::analysis::Forecast;
use message::Message;
use rules::{Offer, Refusal, Side, Subject};

use super::odds;

/// An order as a player fills it in. It need not be complete.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Draft {
    /// The unit or side that gives it.
    pub subject: Subject,
    pub kind: String,
    /// Its filled fields; `None` if the form has just been opened and shows the defaults.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fields: Option<Map<String, Value>>,
    /// Of these fields, those that are not stated yet: their values are guesses about the table.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub guesses: Vec<String>,
    /// The players' dice so far, if they enter them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dice: Option<Vec<EnteredRoll>>,
    /// The number of orders after which it would be given; if missing, the present position.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cursor: Option<usize>,
    /// How much of its odds to work out.
    #[serde(default, skip_serializing_if = "Foresight::is_whole")]
    pub foresight: Foresight,
}

impl Draft {
    /// A form that has just been opened, for the order that would come next.
    #[must_use]
    pub fn opened(subject: Subject, kind: &str) -> Draft {
        Draft {
            subject,
            kind: kind.to_owned(),
            fields: None,
            guesses: Vec::new(),
            dice: None,
            cursor: None,
            foresight: Foresight::Whole,
        }
    }
}

/// The part of the possible results of an order to work out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Foresight {
    /// The odds, the answers to its questions, and the effect of each modifier.
    #[default]
    Whole,
    /// The odds alone, a fifth of the work: for a chance on a button.
    Odds,
}

impl Foresight {
    #[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
    const fn is_whole(&self) -> bool {
        matches!(self, Foresight::Whole)
    }
}

/// The result of checking a [`Draft`].
#[derive(Clone, Debug, Serialize)]
pub struct Judged {
    /// The number of the change after which it was checked.
    pub at: u64,
    /// The draft that was checked. If it was empty, [`Judged::offer`] has the defaults.
    pub draft: Draft,
    /// The form: its fields with their values, ranges and choices.
    pub offer: Offer,
    /// The verdict of the rules on the present form.
    pub verdict: Verdict,
    /// The order, if it can be given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub order: Option<Map<String, Value>>,
    /// The side whose dice decide it, if it is one side.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub giver: Option<Side>,
    /// The odds, if it rolls dice and they reveal no secret.
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "odds::one")]
    pub forecast: Option<Forecast>,
    /// Why its odds and dice are not shown before it is given, if they are not.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hidden: Option<Message>,
    /// The result of the players' dice so far, and the next roll; `None` if no dice are entered.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub needs: Option<Needs>,
}

/// The verdict of the rules on an order in a form.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// Something must still be chosen: the question for it.
    Unfinished(Message),
    /// It is forbidden.
    Refused(Refusal),
    /// It rolls dice, these first.
    Throws(Box<dice::AskedRoll>),
    /// The other side must choose something first.
    Asks {
        field: String,
        /// The side that chooses.
        of: Side,
    },
    /// It needs no dice.
    Certain,
}

/// The result of the players' dice.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Needs {
    /// The rolls so far.
    pub after: Vec<Roll>,
    /// The roll that is needed next; `None` if the dice are complete.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ask: Option<dice::AskedRoll>,
    /// The side that rolls it; `None` if it belongs to neither.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub by: Option<Side>,
    /// The odds of the order after the dice so far, if they are known and reveal no secret.
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "odds::one")]
    pub rest: Option<Box<Forecast>>,
    /// Why the dice are impossible, if they are.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fault: Option<Message>,
}

impl Needs {
    /// A roll that is needed after these.
    #[must_use]
    pub fn of(ask: dice::AskedRoll, by: Option<Side>, after: Vec<Roll>) -> Needs {
        Needs { after, ask: Some(ask), by, rest: None, fault: None }
    }

    /// The same, with the odds of the order.
    #[must_use]
    pub fn with_rest(self, rest: Option<Forecast>) -> Needs {
        Needs { rest: rest.map(Box::new), ..self }
    }
}
