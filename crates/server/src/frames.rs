//! Frames of the protocol as requests and responses. A verb that scripts also have is
//! answered in the form for scripts; all others use the types of the protocol.

use serde::Deserialize;
use serde_json::{Map, Value, json};
use thiserror::Error;

use engine::fleet::size_limits::check_json;
use engine::journal::not_json;
use message::{Message, message};
use session::answers::{Answer, WrittenError};
use session::frame::{AnswerBody, FaultFrame};
use session::{
    BodyFault, Draft, Mutation, OwnerRequest, Protocol, Query, RequestBody, Response, Seat,
    TableVerb, Trouble, Verb, done, shared_ask, with_whole_numbers,
};

/// The most parts of a frame: a few hundred orders with their dice, or an amendment with all
/// its decisions.
const MOST_PARTS_OF_A_FRAME: usize = 20_000;

/// The longest id, in characters.
const LONGEST_ID: usize = 40;

/// A frame of a client.
#[derive(Debug)]
pub(super) enum ClientFrame {
    /// It connects or reconnects.
    Hello(Hello),
    /// A request.
    Asks(Asks),
}

/// A client's knowledge of a table when it connects.
#[derive(Clone, Debug, Default, Deserialize)]
pub(super) struct Hello {
    /// The last epoch that it got; `None` the first time.
    pub(super) epoch: Option<String>,
    /// The number of the last change that it has received.
    pub(super) seen: Option<u64>,
}

/// A request of a client.
#[derive(Debug)]
pub(super) struct Asks {
    pub(super) id: String,
    pub(super) seen: Option<u64>,
    pub(super) verb: Verb,
    pub(super) what: What,
}

/// The part of the server that answers a request.
#[derive(Debug)]
pub(super) enum What {
    /// The table.
    Session(RequestBody),
    /// The hosted table: requests about codes and tokens.
    Table(TableRequest),
}

/// A request of the owner to the hosted table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TableRequest {
    /// Admits a person from the waiting list, with `instead` in place of the seat's player, or
    /// refuses the person.
    Admit { who: u64, yes: bool, instead: bool },
    /// Replaces the code by a new one.
    NewCode,
    /// Closes the table.
    Close,
}

/// An invalid frame.
#[derive(Debug)]
pub(super) struct InvalidFrame {
    /// The id of the request, if it could be read.
    id: Option<String>,
    why: FrameFault,
}

/// The reason why a frame is invalid.
#[derive(Debug, Error)]
enum FrameFault {
    #[error("{0}")]
    TooMuch(Message),
    #[error("a frame is a JSON object")]
    NotAnObject(serde_json::Error),
    #[error("this is not JSON: {}", not_json(.0))]
    NotJson(serde_json::Error),
    #[error("`hello` takes `epoch` and `seen`")]
    Hello,
    #[error("unknown field `{0}`, expected `id`, `seen` and `ask`")]
    Unknown(String),
    #[error("`id` takes a text of 1 to {LONGEST_ID} characters")]
    Id,
    #[error("`seen` takes a number")]
    Seen,
    #[error("`ask` takes a request, an object")]
    NoRequest,
    #[error("a frame holds one request: `{}`", .0.word())]
    Second(Verb),
    #[error("no request, expected one of {}", Verb::all().map(Verb::word).collect::<Vec<_>>().join(", "))]
    NoVerb,
    #[error("the token decides the seat: leave out `for`")]
    For,
    #[error("unknown field `{field}` beside `{}`", .verb.word())]
    Beside { verb: Verb, field: String },
    #[error("`{}` takes an object", .0.word())]
    Object(Verb),
    #[error("`{}` takes {}", .0.word(), .0.takes())]
    Takes(Verb),
    #[error("{0}")]
    Body(String),
    #[error("`admit` takes `who`, a number, and `yes`, true or false")]
    Admit,
    #[error("`unseat` takes a `seat`: A, B, both or onlooker")]
    Unseat,
    #[error(
        "`settings` takes `undo_asks` and `orders_for_both`, and `own_dice`: two of own, app and either"
    )]
    Settings,
    #[error("the owner has no request `{0}`")]
    NoneOfTheOwners(String),
}

impl From<BodyFault> for FrameFault {
    fn from(fault: BodyFault) -> FrameFault {
        FrameFault::Body(fault.why)
    }
}

impl FrameFault {
    /// The reason why a text is not a JSON object.
    fn of_json(error: serde_json::Error) -> FrameFault {
        if error.is_data() { FrameFault::NotAnObject(error) } else { FrameFault::NotJson(error) }
    }

    /// Line and column, from 1, if the text is not JSON.
    fn place(&self) -> Option<(usize, usize)> {
        let (FrameFault::NotAnObject(error) | FrameFault::NotJson(error)) = self else {
            return None;
        };
        Some((error.line(), error.column().max(1)))
    }
}

impl InvalidFrame {
    /// The answer to it.
    pub(super) fn answer(&self) -> FaultFrame<'_> {
        let (line, column) = self.why.place().unzip();
        let error = WrittenError { line, column, ..WrittenError::new(self.why.to_string()) };
        FaultFrame { id: self.id.as_deref(), error }
    }
}

/// Parses a frame of a client.
pub(super) fn read(text: &str) -> Result<ClientFrame, InvalidFrame> {
    check_json(text.as_bytes(), MOST_PARTS_OF_A_FRAME).map_err(|why| InvalidFrame {
        id: readable_id(text),
        why: FrameFault::TooMuch(why.message()),
    })?;
    let whole: Map<String, Value> = serde_json::from_str(text)
        .map_err(|error| InvalidFrame { id: None, why: FrameFault::of_json(error) })?;
    let whole: Map<String, Value> =
        whole.into_iter().map(|(key, value)| (key, with_whole_numbers(value))).collect();
    let id = whole.get("id").and_then(Value::as_str).filter(|id| is_id(id)).map(str::to_owned);
    client_frame(&whole, id.as_deref()).map_err(|why| InvalidFrame { id, why })
}

/// The id of a frame, read without the rest.
fn readable_id(text: &str) -> Option<String> {
    #[derive(Deserialize)]
    struct WithId {
        id: String,
    }
    serde_json::from_str(text).ok().map(|WithId { id }| id).filter(|id| is_id(id))
}

fn is_id(id: &str) -> bool {
    !id.is_empty() && id.chars().count() <= LONGEST_ID
}

fn client_frame(whole: &Map<String, Value>, id: Option<&str>) -> Result<ClientFrame, FrameFault> {
    if let Some(hello) = whole.get("hello") {
        return Hello::deserialize(hello).map(ClientFrame::Hello).map_err(|_| FrameFault::Hello);
    }
    let known = ["id", "seen", "ask"];
    if let Some(key) = whole.keys().find(|key| !known.contains(&key.as_str())) {
        return Err(FrameFault::Unknown(key.clone()));
    }
    let id = id.ok_or(FrameFault::Id)?.to_owned();
    let seen = match whole.get("seen") {
        None | Some(Value::Null) => None,
        Some(seen) => Some(seen.as_u64().ok_or(FrameFault::Seen)?),
    };
    let request = whole.get("ask").and_then(Value::as_object).ok_or(FrameFault::NoRequest)?;
    let (verb, what) = asked(request)?;
    Ok(ClientFrame::Asks(Asks { id, seen, verb, what }))
}

/// A request: exactly one verb, and the keys that it may have.
fn asked(request: &Map<String, Value>) -> Result<(Verb, What), FrameFault> {
    let mut verbs = Verb::all().filter(|verb| request.contains_key(verb.word()));
    let verb = match (verbs.next(), verbs.next()) {
        (Some(verb), None) => verb,
        (Some(_), Some(second)) => return Err(FrameFault::Second(second)),
        (None, _) => return Err(FrameFault::NoVerb),
    };
    let stands = |key: &str| key == verb.word() || verb.beside() == Some(key);
    if let Some(key) = request.keys().find(|key| !stands(key)) {
        return Err(match key.as_str() {
            "for" => FrameFault::For,
            other => FrameFault::Beside { verb, field: other.to_owned() },
        });
    }
    let body = &request[verb.word()];
    let what = match verb {
        Verb::Shared(shared) => {
            let beside = verb.beside().and_then(|key| request.get(key));
            What::Session(shared_ask(shared, body.clone(), beside, Protocol::Table)?)
        }
        Verb::Table(TableVerb::Owner) => owner(verb, body)?,
        Verb::Table(hosted) => What::Session(table_ask(hosted, verb, body)?),
    };
    Ok((verb, what))
}

/// A verb whose body is a type of the protocol, or a short form of it.
fn table_ask(hosted: TableVerb, verb: Verb, body: &Value) -> Result<RequestBody, FrameFault> {
    let body = match (hosted, body) {
        (TableVerb::Judge, body) => return judge(verb, body),
        (TableVerb::HandOver, Value::String(to)) => json!({ "to": to }),
        (TableVerb::Tell, Value::String(what)) if what == "sheets" => {
            json!({ "sheets": {"fresh": false} })
        }
        (TableVerb::Tell, Value::String(what)) => json!({ what.as_str(): {} }),
        (_, body) => body.clone(),
    };
    object(verb, &body)?;
    RequestBody::deserialize(json!({ verb.word(): body })).map_err(|_| FrameFault::Takes(verb))
}

/// A draft, or a draft with its position beside it.
fn judge(verb: Verb, body: &Value) -> Result<RequestBody, FrameFault> {
    let mut draft = object(verb, body)?.clone();
    let cursor = draft.get("cursor").cloned();
    if let Some(Value::Object(inner)) = draft.remove("draft") {
        draft = inner;
        draft.extend(cursor.map(|cursor| ("cursor".to_owned(), cursor)));
    }
    let draft = Draft::deserialize(Value::Object(draft)).map_err(|_| FrameFault::Takes(verb))?;
    Ok(Query::Judge(draft).into())
}

fn owner(verb: Verb, body: &Value) -> Result<What, FrameFault> {
    #[derive(Deserialize)]
    struct Admit {
        who: u64,
        yes: bool,
        #[serde(default)]
        instead: bool,
    }
    let mut asks = object(verb, body)?.iter();
    let (Some((asked, what)), None) = (asks.next(), asks.next()) else {
        return Err(FrameFault::Takes(verb));
    };
    Ok(match asked.as_str() {
        "admit" => {
            let Admit { who, yes, instead } =
                Admit::deserialize(what).map_err(|_| FrameFault::Admit)?;
            What::Table(TableRequest::Admit { who, yes, instead })
        }
        "new_code" => What::Table(TableRequest::NewCode),
        "close" => What::Table(TableRequest::Close),
        "unseat" => {
            let seat = match what {
                Value::Object(keys) => keys.get("seat").or_else(|| keys.get("side")),
                other => Some(other),
            };
            let seat = seat.and_then(Value::as_str).and_then(Seat::from_slug);
            let seat = seat.ok_or(FrameFault::Unseat)?;
            What::Session(Mutation::Owner(OwnerRequest::Unseat { seat }).into())
        }
        "settings" => {
            let settings = Deserialize::deserialize(what).map_err(|_| FrameFault::Settings)?;
            What::Session(Mutation::Owner(OwnerRequest::Settings(settings)).into())
        }
        other => return Err(FrameFault::NoneOfTheOwners(other.to_owned())),
    })
}

fn object(verb: Verb, body: &Value) -> Result<&Map<String, Value>, FrameFault> {
    body.as_object().ok_or(FrameFault::Object(verb))
}

/// A response of the table as the answer to a verb.
pub(super) fn answered(verb: Verb, response: Response) -> AnswerBody {
    if let Response::AtOrder { order, answer } = response {
        return AnswerBody { at: Some(order), ..answered(verb, *answer) };
    }
    let shared = match verb {
        Verb::Shared(shared) => Some(shared),
        Verb::Table(_) => None,
    };
    let answer = match done(shared, response, Protocol::Table) {
        Ok(ok) => Answer::Ok(ok),
        Err(response) => not_done(*response),
    };
    AnswerBody { at: None, answer }
}

/// The reason why a request was not carried out, or the side for which it waits.
fn not_done(response: Response) -> Answer {
    match response {
        Response::Waits { at, of } => Answer::Waits { of, at },
        Response::GoneOn { at } => Answer::GoneOn { at },
        Response::NotKept { .. } => Answer::Unknown { why: storage_away().to_string() },
        Response::Error { why, key, die } => {
            Answer::Error(WrittenError { die, key, ..WrittenError::new(why.to_string()) })
        }
        other => Trouble::of_answer(other, 1).answer(1),
    }
}

/// The answer to a player while the table's storage does not answer. The reason is only for the
/// operator of the server.
pub(super) fn storage_away() -> Message {
    message!("The table’s storage does not answer. Your order will be sent again.")
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use dice::EnteredRoll;
    use engine::journal::{Change, Decision};
    use rules::Subject;
    use session::{AmendPreview, Decided, Foresight};

    fn ask(request: &Value) -> Result<What, String> {
        let text = json!({ "id": "x", "ask": request }).to_string();
        match read(&text) {
            Ok(ClientFrame::Asks(asks)) => Ok(asks.what),
            Ok(ClientFrame::Hello(hello)) => Err(format!("{hello:?}")),
            Err(invalid) => Err(invalid.why.to_string()),
        }
    }

    #[test]
    fn columns_of_frames_that_are_no_objects_count_from_1() {
        for text in ["[1]", "\"x\"", "5", "null", "x", ""] {
            let invalid = read(text).err().map(|invalid| json!(invalid.answer()));
            let column = invalid.as_ref().and_then(|answer| answer["error"]["column"].as_u64());
            assert!(column.is_some_and(|column| column >= 1), "{text}: {invalid:?}");
        }
    }

    /// The words between backticks.
    fn quoted(text: &str) -> BTreeSet<&str> {
        text.split('`').skip(1).step_by(2).collect()
    }

    #[test]
    fn protocol_pages_name_every_request_with_its_keys_and_no_other() {
        let documents = [
            include_str!("../../../docs/handbook/protocol.md"),
            include_str!("../../../docs/handbook/referee.md"),
        ];
        let section = |page: &'static str, heading: &str| {
            let after = page.split_once(heading).expect(heading).1;
            after.split_once("\n## ").expect("another heading").0
        };
        let asks = section(documents[0], "\n## Requests\n");
        let requests = section(documents[1], "\n## Requests\n");
        let rows = |text: &'static str| {
            text.lines().filter_map(|line| line.strip_prefix("| `")?.split_once(" | "))
        };
        let named = |text| rows(text).flat_map(|(words, _)| words.split(['`', ',', ' ']));
        let beside = ["", "with", "dice", "watch", "beside", "it"];
        let named: BTreeSet<&str> =
            named(asks).chain(named(requests)).filter(|word| !beside.contains(word)).collect();
        let scripts_own = ["load", "open", "save"];
        let known = Verb::all().map(Verb::word).chain(scripts_own).collect();
        assert_eq!(named, known);
        for hosted in TableVerb::ALL {
            let word = hosted.slug();
            let row = rows(asks).find(|(words, _)| *words == format!("{word}`"));
            let (_, text) = row.unwrap_or_else(|| panic!("no row of its own: {word}"));
            // An amendment has the keys of its preview.
            if *hosted != TableVerb::Amend {
                let missing: Vec<&str> =
                    quoted(hosted.takes()).difference(&quoted(text)).copied().collect();
                assert!(missing.is_empty(), "`{word}` takes {missing:?}, which its row lacks");
            }
        }
    }

    #[test]
    fn requests_of_the_referee_and_of_the_protocol_are_read() {
        let order = json!({"kind": "ram", "ship": "A1"});
        let given = ask(&json!({"order": order, "dice": [3, [4, 5], null]})).expect("an order");
        let What::Session(RequestBody::Change(Mutation::Order { dice: Some(dice), .. })) = given
        else {
            panic!("{given:?}")
        };
        assert_eq!(
            dice,
            [EnteredRoll::Total(3), EnteredRoll::Faces(vec![4, 5]), EnteredRoll::Program]
        );
        for fine in [
            json!({"orders": [order, order], "dice": [[3.0, null], null]}),
            json!({"odds": {"kind": "ram"}, "watch": ["B1.crew"]}),
            json!({"offers": {"ship": "A1"}}),
            json!({"offers": {"side": "B"}}),
            json!({"offers": {}}),
            json!({"state": {}}),
            json!({"journal": {"from": 3, "count": 5}}),
            json!({"journal": {}}),
            json!({"undo": {}}),
            json!({"view": {}}),
            json!({"view": {"cursor": 3}}),
            json!({"judge": {"subject": {"unit": "A1"}, "kind": "ram"}}),
            json!({"judge": {"draft": {"subject": {"unit": "A1"}, "kind": "ram"}, "cursor": 2}}),
            json!({"log": {"from": 0, "count": 3}}),
            json!({"tell": "report"}),
            json!({"tell": {"sheets": {"fresh": true}}}),
            json!({"answer": {"of": 13, "field": "avoid", "value": true}}),
            json!({"throw": {"of": 13, "dice": [5, null]}}),
            json!({"withdraw": {"of": 13}}),
            json!({"hand_over": {"to": "A"}}),
            json!({"hand_over": "both"}),
            json!({"owner": {"admit": {"who": 3, "yes": true}}}),
            json!({"owner": {"unseat": {"seat": "B"}}}),
            json!({"owner": {"settings": {"undo_asks": false}}}),
            json!({"owner": {"settings": {"own_dice": ["own", "app"]}}}),
            json!({"own_dice": {"own": true}}),
            json!({"owner": {"new_code": {}}}),
            json!({"owner": {"close": {}}}),
            json!({"take_out": {}}),
        ] {
            if let Err(why) = ask(&fine) {
                panic!("{fine}: {why}");
            }
        }
    }

    #[test]
    fn invalid_frames_are_answered_with_an_error() {
        for (wrong, why) in [
            (json!({"state": {}, "for": "B"}), "the token decides"),
            (json!({"state": {}, "undo": {}}), "one request"),
            (json!({"open": {}}), "no request"),
            (json!({"order": {"kind": "ram"}, "dice": ["six"]}), "an entry of `dice`"),
            (json!({"orders": {"kind": "ram"}}), "takes a list of orders"),
            (json!({"orders": [{"kind": "ram"}], "dice": [3]}), "for each order"),
            (json!({"offers": {"ship": "Z1"}}), "`ship`"),
            (json!({"owner": {"seat": {"seat": "A", "token": "x", "name": "y"}}}), "no request"),
            (json!({"undo": 3}), "takes an object"),
            (json!({"answer": {"of": 3}}), "`field`"),
            (json!({"owner": {"admit": {"who": "Kleon"}}}), "`yes`"),
        ] {
            let error = ask(&wrong).expect_err("it makes no sense");
            assert!(error.contains(why), "{wrong}: {error}");
        }
        let long = json!({"id": "x".repeat(41), "ask": {"state": {}}}).to_string();
        let error = json!(read(&long).expect_err("the id is too long").answer());
        assert!(error.get("id").is_none() && error["error"]["why"].is_string());
        let error = json!(read("{\"id\": ").expect_err("not JSON").answer());
        assert_eq!(error["error"]["line"], 1);
    }

    /// Every body that a type of the protocol reads, with all its keys. A field that is added
    /// to one must be added here.
    fn whole_bodies() -> Vec<(TableVerb, RequestBody)> {
        let subject = Subject::Battle;
        let change = Change::Drop;
        let decided = Decided { step: 0, decision: Decision::Drop };
        let trial = || AmendPreview {
            index: 1,
            change: change.clone(),
            decisions: vec![decided.clone()],
            note: "x".into(),
        };
        let draft = Draft {
            subject,
            kind: "sail".into(),
            fields: Some(Map::new()),
            guesses: vec!["range".into()],
            dice: Some(Vec::new()),
            cursor: Some(1),
            foresight: Foresight::Odds,
        };
        let (field, value, dice) = ("avoid".into(), Value::Null, Vec::new());
        vec![
            (TableVerb::View, Query::View { cursor: Some(1) }.into()),
            (TableVerb::Judge, Query::Judge(draft).into()),
            (TableVerb::Log, Query::Log { from: 1, count: 1 }.into()),
            (TableVerb::Trial, Query::Trial(trial()).into()),
            (TableVerb::Amend, Mutation::Amend(trial()).into()),
            (TableVerb::Answer, Mutation::Answer { of: 1, field, value }.into()),
            (TableVerb::Throw, Mutation::Throw { of: 1, dice }.into()),
            (TableVerb::Withdraw, Mutation::Withdraw { of: 1 }.into()),
            (TableVerb::HandOver, Mutation::HandOver { to: Seat::A }.into()),
            (TableVerb::OwnDice, Mutation::OwnDice { own: true }.into()),
            (TableVerb::GoTo, Mutation::GoTo { cursor: 1 }.into()),
            (TableVerb::TakeUp, Mutation::TakeUp { tip: 1 }.into()),
        ]
    }

    #[test]
    fn an_error_names_every_key_that_a_verb_takes_and_no_other() {
        for (hosted, whole) in whole_bodies() {
            let verb = Verb::Table(hosted);
            let whole = serde_json::to_value(whole).expect("it is written");
            let keys: BTreeSet<&str> = whole[verb.word()]
                .as_object()
                .expect("a body")
                .keys()
                .map(String::as_str)
                .collect();
            let named: BTreeSet<&str> = verb.takes().split('`').skip(1).step_by(2).collect();
            assert_eq!(named, keys, "{}", verb.word());
            let error = ask(&json!({ verb.word(): { "cursor": {}, "of": {} } })).expect_err("no");
            assert!(error.ends_with(verb.takes()), "{error}");
        }
    }

    /// Pseudo-random numbers, the same in every run.
    fn chance(state: &mut u64, end: usize) -> usize {
        *state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963);
        usize::try_from(*state >> 33).expect("it fits") % end
    }

    #[test]
    fn every_frame_is_read_or_answered_with_an_error() {
        let seeds = [
            r#"{"id": "x", "seen": 3, "ask": {"order": {"kind": "ram", "ship": "A1"}, "dice": [3, [4, 5], null]}}"#,
            r#"{"id": "x", "ask": {"judge": {"draft": {"subject": {"unit": "A1"}, "kind": "ram"}, "cursor": 2}}}"#,
            r#"{"id": "x", "ask": {"owner": {"settings": {"undo_asks": false, "own_dice": [true, false]}}}}"#,
            r#"{"id": "x", "ask": {"answer": {"of": 13, "field": "avoid", "value": true}}}"#,
            r#"{"id": "x", "ask": {"trial": {"index": 3, "change": "drop", "decisions": []}}}"#,
            r#"{"hello": {"epoch": "a", "seen": 18446744073709551615}}"#,
        ];
        let pieces = [
            "{",
            "}",
            "[",
            "]",
            "null",
            "-1",
            "1e999",
            "\"\\u0000\"",
            "\"for\": \"B\",",
            "99999999999999999999",
        ];
        let (mut state, mut read_well) = (7, 0);
        for run in 0..20_000 {
            let mut text: Vec<char> = seeds[run % seeds.len()].chars().collect();
            for _ in 0..=chance(&mut state, 3) {
                let at = chance(&mut state, text.len().max(1)).min(text.len());
                let end = (at + chance(&mut state, 12)).min(text.len());
                match chance(&mut state, 3) {
                    0 => drop(text.drain(at..end)),
                    1 => {
                        drop(text.splice(at..at, pieces[chance(&mut state, pieces.len())].chars()));
                    }
                    _ => text[at..end].reverse(),
                }
            }
            let text: String = text.into_iter().collect();
            match crate::check_frame(&text) {
                Ok(()) => read_well += 1,
                Err(answer) => assert!(answer.contains("\"why\":"), "{text}: {answer}"),
            }
        }
        assert!(read_well > 100, "some frames still make sense: {read_well}");
    }
}
