//! The bodies of the verbs that scripts and tables share, each read only here. Error messages
//! that differ between the two protocols are side by side.

use serde::Deserialize;
use serde_json::{Map, Value};

use dice::EnteredRoll;
use rules::{GroupAction, Side, Subject, Tag};

use super::protocol::{Mutation, Query, RequestBody};
use super::table_server::{MOST_DICE, MOST_WATCHED};
use super::verb::{Protocol, SharedVerb};

/// A fault in a request, with its place.
pub struct BodyFault {
    pub(super) at: FaultPlace,
    pub why: String,
}

/// The part of a request that is wrong.
pub(super) enum FaultPlace {
    Body,
    /// The value of a key of the body.
    Value(String),
    /// The key beside the verb, or an entry of its value.
    Beside(Option<usize>),
}

/// Reads a request; `beside` is the value of the key beside its verb.
pub fn ask(
    verb: SharedVerb,
    body: Value,
    beside: Option<&Value>,
    of: Protocol,
) -> Result<RequestBody, BodyFault> {
    if verb == SharedVerb::Orders {
        return together(body, beside, of);
    }
    let Value::Object(body) = body else {
        return Err(at_body(&format!("`{}` takes an object", verb.slug())));
    };
    Ok(match verb {
        SharedVerb::Order | SharedVerb::Orders => {
            let dice = beside.map(|dice| entries(dice, of)).transpose()?;
            Mutation::Order { order: body, dice }.into()
        }
        SharedVerb::Odds => {
            let watch = beside.map(|watch| keys(watch, of)).transpose()?.unwrap_or_default();
            Query::Odds { order: body, watch }.into()
        }
        SharedVerb::Offers => Query::Offers { subject: subject(&body, of)?, cursor: None }.into(),
        SharedVerb::State => Query::State {}.into(),
        SharedVerb::Journal => journal(&body, of)?.into(),
        SharedVerb::Undo => Mutation::Undo {}.into(),
        SharedVerb::Redo => Mutation::Redo {}.into(),
        SharedVerb::Turn => turn(&body)?.into(),
        SharedVerb::Next => Query::Next {}.into(),
        SharedVerb::Group => group(&body)?.into(),
    })
}

fn at_body(why: &str) -> BodyFault {
    BodyFault { at: FaultPlace::Body, why: why.to_owned() }
}

/// Orders that are given as one, with the dice of each beside them.
fn together(body: Value, beside: Option<&Value>, of: Protocol) -> Result<RequestBody, BodyFault> {
    let wrong = "`orders` takes a list of orders, each an object";
    let Value::Array(orders) = body else { return Err(at_body(wrong)) };
    let order = |order| match order {
        Value::Object(order) => Ok(order),
        _ => Err(at_body(wrong)),
    };
    let orders = orders.into_iter().map(order).collect::<Result<Vec<_>, _>>()?;
    let wrong = "`dice` beside `orders` takes a list of dice, or null, for each order";
    let dice = beside.map(|dice| {
        let all = dice.as_array().ok_or(FaultPlace::Beside(None));
        let all = all.map_err(|at| BodyFault { at, why: wrong.to_owned() })?;
        let each = all.iter().enumerate().map(|(at, one)| match one {
            Value::Null => Ok(None),
            Value::Array(_) => entries(one, of)
                .map(Some)
                .map_err(|fault| BodyFault { at: FaultPlace::Beside(Some(at)), ..fault }),
            _ => Err(BodyFault { at: FaultPlace::Beside(Some(at)), why: wrong.to_owned() }),
        });
        let each = each.collect::<Result<Vec<_>, _>>()?;
        if each.len() == orders.len() {
            return Ok(each);
        }
        let why = "`dice` has one element for each order: a list, or null".to_owned();
        Err(BodyFault { at: FaultPlace::Beside(None), why })
    });
    // There are two ways to write that the app rolls for all.
    let dice = dice.transpose()?.filter(|dice| dice.iter().any(Option::is_some));
    Ok(Mutation::Orders { orders, dice }.into())
}

/// The answers to rolls: each a number, the faces as they lie, or null for the app.
fn entries(dice: &Value, of: Protocol) -> Result<Vec<EnteredRoll>, BodyFault> {
    let wrong = "an entry of `dice` takes a whole number, a list of faces, or null";
    let no_list = of.words("`dice` takes a list", wrong);
    list(dice, no_list, wrong, MOST_DICE, |entry| EnteredRoll::deserialize(entry).ok())
}

/// Keys such as `B1.crew`.
fn keys(watch: &Value, of: Protocol) -> Result<Vec<String>, BodyFault> {
    let wrong = "`watch` takes a list of keys";
    let no_list = of.words("`watch` takes a list", wrong);
    let no_key = of.words("a key to watch is a text such as \"B1.crew\"", wrong);
    list(watch, no_list, no_key, MOST_WATCHED, |key| key.as_str().map(str::to_owned))
}

/// The entries of a list beside the verb; otherwise the reason: it is not a list, has wrong
/// entries, or too many.
fn list<T>(
    value: &Value,
    no_list: &str,
    wrong: &str,
    most: usize,
    read: impl Fn(&Value) -> Option<T>,
) -> Result<Vec<T>, BodyFault> {
    let fault = |at, why: &str| BodyFault { at: FaultPlace::Beside(at), why: why.to_owned() };
    let entries = value.as_array().ok_or_else(|| fault(None, no_list))?;
    if entries.len() > most {
        return Err(fault(
            Some(most),
            &format!("use at most {most} entries: these are {}", entries.len()),
        ));
    }
    let entries = entries.iter().enumerate();
    entries.map(|(at, entry)| read(entry).ok_or_else(|| fault(Some(at), wrong))).collect()
}

/// The unit or side whose offers are requested.
fn subject(body: &Map<String, Value>, of: Protocol) -> Result<Subject, BodyFault> {
    let mut keys = body.iter();
    let (key, value) = match (keys.next(), keys.next()) {
        (None, _) => return Ok(Subject::Battle),
        (Some(only), None) => only,
        (Some(_), Some(_)) => {
            let or_none = of.words(", or none of them", "");
            let why = format!("`offers` takes one of `ship`, `unit` and `side`{or_none}");
            return Err(BodyFault { at: FaultPlace::Body, why });
        }
    };
    let text = value.as_str().or((of != Protocol::Script).then_some(""));
    let read = match (key.as_str(), text) {
        ("ship" | "unit", Some(text)) => text.parse().map(Subject::Unit).map_err(|why| {
            if of == Protocol::Script { format!("{why}") } else { format!("`{key}`: {why}") }
        }),
        ("side", Some(text)) => Side::from_slug(text)
            .map(Subject::Side)
            .ok_or_else(|| "`side` takes a side, \"A\" or \"B\"".to_owned()),
        (_, Some(_)) => Err(format!("unknown field `{key}`, expected `ship`, `unit` or `side`")),
        (_, None) => Err(format!("`{key}` takes a text")),
    };
    read.map_err(|why| BodyFault { at: FaultPlace::Value(key.clone()), why })
}

/// A fault in the value of a key.
fn at_key(key: &str, why: impl Into<String>) -> BodyFault {
    BodyFault { at: FaultPlace::Value(key.to_owned()), why: why.into() }
}

/// A unit's tag.
fn tag(key: &str, value: &Value) -> Result<Tag, BodyFault> {
    let text = value.as_str().ok_or_else(|| at_key(key, format!("`{key}` takes a text")))?;
    text.parse().map_err(|why| at_key(key, format!("`{key}`: {why}")))
}

/// Refuses keys that a body does not have.
fn only(body: &Map<String, Value>, known: &[&str]) -> Result<(), BodyFault> {
    let Some(key) = body.keys().find(|key| !known.contains(&key.as_str())) else {
        return Ok(());
    };
    let listed: Vec<String> = known.iter().map(|key| format!("`{key}`")).collect();
    Err(at_key(key, format!("unknown field `{key}`, expected one of {}", listed.join(", "))))
}

/// The unit whose turn card is requested, and a target.
fn turn(body: &Map<String, Value>) -> Result<Query, BodyFault> {
    only(body, &["ship", "unit", "target"])?;
    let fault = || {
        let why = "`turn` takes one of `ship` and `unit`".to_owned();
        BodyFault { at: FaultPlace::Body, why }
    };
    let unit = match (body.get("ship"), body.get("unit")) {
        (Some(ship), None) => tag("ship", ship)?,
        (None, Some(unit)) => tag("unit", unit)?,
        (None, None) | (Some(_), Some(_)) => return Err(fault()),
    };
    let target = body.get("target").filter(|target| !target.is_null());
    let target = target.map(|target| tag("target", target)).transpose()?;
    Ok(Query::Turn { unit, target })
}

/// The group to compose.
fn group(body: &Map<String, Value>) -> Result<Query, BodyFault> {
    only(body, &["do", "units", "speed"])?;
    let listed = || {
        let words: Vec<String> =
            GroupAction::SLUGS.iter().map(|word| format!("`{word}`")).collect();
        at_key("do", format!("`do` takes one of {}", words.join(", ")))
    };
    let what = body.get("do").and_then(Value::as_str).and_then(GroupAction::from_slug);
    let what = what.ok_or_else(listed)?;
    let units = body.get("units").and_then(Value::as_array);
    let units = units.ok_or_else(|| at_key("units", "`units` takes a list of tags"))?;
    let units = units.iter().map(|unit| tag("units", unit)).collect::<Result<Vec<_>, _>>()?;
    let speed = body.get("speed").filter(|speed| !speed.is_null());
    let fits = |speed: &Value| speed.as_u64().is_some_and(|speed| speed <= 5) || speed == "bw";
    match (what, speed) {
        (GroupAction::AtSpeed, Some(speed)) if fits(speed) => {}
        (GroupAction::AtSpeed, _) => {
            return Err(at_key("speed", "`speed` takes a whole number from 0 to 5, or \"bw\""));
        }
        (GroupAction::OnlyMove | GroupAction::AsBefore, Some(_)) => {
            return Err(at_key("speed", format!("`speed` goes with `{}`", GroupAction::AtSpeed)));
        }
        (GroupAction::OnlyMove | GroupAction::AsBefore, None) => {}
    }
    Ok(Query::Group { what, units, speed: speed.cloned() })
}

/// The requested rows of the log; for a script, all.
fn journal(body: &Map<String, Value>, of: Protocol) -> Result<Query, BodyFault> {
    let fault = |key: &str, why| BodyFault { at: FaultPlace::Value(key.to_owned()), why };
    let number = |key: &str, left_out: usize| {
        let Some(value) = body.get(key) else { return Ok(left_out) };
        let number = value.as_u64().and_then(|number| usize::try_from(number).ok());
        number.ok_or_else(|| fault(key, format!("`{key}` takes a number")))
    };
    let known = |key: &&String| of == Protocol::Script || matches!(key.as_str(), "from" | "count");
    if let Some(key) = body.keys().find(|key| !known(key)) {
        return Err(fault(key, format!("unknown field `{key}`, expected `from` and `count`")));
    }
    Ok(Query::Log { from: number("from", 0)?, count: number("count", usize::MAX)? })
}
