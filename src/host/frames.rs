//! Frames of the protocol, and what they mean as asks and answers. A request in
//! the words of the referee's protocol is answered in its words; everything
//! else uses the types of the door.

use serde::Deserialize;
use serde_json::{Map, Value, json};

use crate::dice::EnteredRoll;
use crate::journal::not_json;
use crate::referee::{
    Answer, Ask, Declared, Draft, Frame, Happened, News, OwnerAsk, Seat, Trouble, entry, given,
    offers,
};
use crate::rules::Subject;

/// The longest id, in characters.
const LONGEST_ID: usize = 40;

/// Every verb that a client can use.
const VERBS: [&str; 23] = [
    "order",
    "odds",
    "offers",
    "state",
    "journal",
    "undo",
    "redo",
    "view",
    "judge",
    "log",
    "trial",
    "amend",
    "tell",
    "answer",
    "throw",
    "withdraw",
    "hand_over",
    "own_dice",
    "owner",
    "go_to",
    "take_up",
    "take_out",
    "door",
];

/// A frame of a client.
#[derive(Debug)]
pub(super) enum Said {
    /// It connects, or connects again.
    Hello(Hello),
    /// An ask.
    Asks(Asks),
}

/// What a client knows of a table when it connects.
#[derive(Clone, Debug, Default, Deserialize)]
pub(super) struct Hello {
    /// The epoch that it was told; `None` the first time.
    pub(super) epoch: Option<String>,
    /// The number of the last change that it knows of.
    pub(super) seen: Option<u64>,
    /// Whether it wants answers and news in the types of the door, as the
    /// program's own window does.
    #[serde(default)]
    pub(super) typed: bool,
}

/// An ask of a client.
#[derive(Debug)]
pub(super) struct Asks {
    pub(super) id: String,
    pub(super) seen: Option<u64>,
    pub(super) verb: &'static str,
    pub(super) what: What,
}

/// Who answers an ask.
#[derive(Debug)]
pub(super) enum What {
    /// The table.
    Door(Ask),
    /// The room: asks about codes and tokens.
    Room(RoomAsk),
}

/// What the owner asks the room.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum RoomAsk {
    /// Lets somebody who waits sit down, also `instead` of whoever sits there, or refuses.
    Admit { who: u64, yes: bool, instead: bool },
    /// A new code, in place of one that too many people know.
    NewCode,
    /// Closes the table.
    Close,
}

/// A frame that makes no sense.
#[derive(Debug)]
pub(super) struct Nonsense {
    /// The id of the ask, if it could be read.
    id: Option<String>,
    why: String,
    /// Line and column, from 1, if the text is not JSON.
    place: Option<(usize, usize)>,
}

impl Nonsense {
    pub(super) fn to_json(&self) -> Value {
        let mut error = json!({ "why": self.why });
        if let Some((line, column)) = self.place {
            error["line"] = line.into();
            error["column"] = column.into();
        }
        match &self.id {
            Some(id) => json!({ "id": id, "error": error }),
            None => json!({ "error": error }),
        }
    }
}

/// Parses a frame of a client.
pub(super) fn read(text: &str) -> Result<Said, Nonsense> {
    let whole: Map<String, Value> = serde_json::from_str(text).map_err(|error| Nonsense {
        id: None,
        why: not_an_object(&error),
        place: Some((error.line(), error.column())),
    })?;
    let id = whole.get("id").and_then(Value::as_str).filter(|id| is_id(id)).map(str::to_owned);
    let wrong = |why: String| Nonsense { id: id.clone(), why, place: None };
    if let Some(hello) = whole.get("hello") {
        let hello = Hello::deserialize(hello);
        return hello
            .map(Said::Hello)
            .map_err(|_| wrong("`hello` takes `epoch` and `seen`".into()));
    }
    let known = ["id", "seen", "ask"];
    if let Some(key) = whole.keys().find(|key| !known.contains(&key.as_str())) {
        return Err(wrong(format!("unknown field `{key}`, expected `id`, `seen` and `ask`")));
    }
    let Some(id) = id.clone() else {
        return Err(wrong(format!("`id` takes a text of 1 to {LONGEST_ID} characters")));
    };
    let seen = match whole.get("seen") {
        None | Some(Value::Null) => None,
        Some(seen) => Some(seen.as_u64().ok_or_else(|| wrong("`seen` takes a number".to_owned()))?),
    };
    let request = whole.get("ask").and_then(Value::as_object);
    let request = request.ok_or_else(|| wrong("`ask` takes a request, an object".to_owned()))?;
    let (verb, what) = asked(request).map_err(wrong)?;
    Ok(Said::Asks(Asks { id, seen, verb, what }))
}

fn is_id(id: &str) -> bool {
    !id.is_empty() && id.chars().count() <= LONGEST_ID
}

/// A request: exactly one verb, and the keys that it may have.
fn asked(request: &Map<String, Value>) -> Result<(&'static str, What), String> {
    let mut verbs = VERBS.into_iter().filter(|verb| request.contains_key(*verb));
    let (verb, body) = match (verbs.next(), verbs.next()) {
        (Some(verb), None) => (verb, &request[verb]),
        (Some(_), Some(second)) => return Err(format!("a frame holds one request: `{second}`")),
        (None, _) => return Err(format!("no request, expected one of {}", VERBS.join(", "))),
    };
    let beside = match verb {
        "order" => "dice",
        "odds" => "watch",
        _ => "",
    };
    if let Some(key) = request.keys().find(|key| *key != verb && *key != beside) {
        return Err(match key.as_str() {
            "for" => "the token is the seat: nothing is asked `for` another".to_owned(),
            other => format!("unknown field `{other}` beside `{verb}`"),
        });
    }
    if verb == "owner" {
        return owner(body).map(|what| (verb, what));
    }
    let ask = match verb {
        "order" => Ask::Order { order: object(verb, body)?, dice: dice(request.get("dice"))? },
        "odds" => Ask::Odds { order: object(verb, body)?, watch: texts(request.get("watch"))? },
        "offers" => Ask::Offers { subject: subject(body)?, cursor: None },
        "journal" => journal(&object(verb, body)?)?,
        "door" => own_words(body)?,
        _ => door(verb, body)?,
    };
    Ok((verb, What::Door(ask)))
}

/// An ask in the types of the door. Seats are given by the room.
fn own_words(body: &Value) -> Result<Ask, String> {
    match Ask::deserialize(body) {
        Ok(Ask::Owner(_)) => Err("the owner's asks are the verb `owner`".to_owned()),
        Ok(ask) => Ok(ask),
        Err(_) => Err(format!("`door` takes {}", keys_of("door"))),
    }
}

/// A verb whose body is a type of the door, or a short form of it.
fn door(verb: &str, body: &Value) -> Result<Ask, String> {
    let body = match (verb, body) {
        ("hand_over", Value::String(to)) => json!({ "to": to }),
        ("tell", Value::String(what)) if what == "sheets" => json!({ "sheets": {"fresh": false} }),
        ("tell", Value::String(what)) => json!({ what.as_str(): {} }),
        ("judge", Value::Object(keys)) if keys.contains_key("draft") => {
            let mut draft = keys["draft"].clone();
            if let (Some(draft), Some(cursor)) = (draft.as_object_mut(), keys.get("cursor")) {
                draft.insert("cursor".to_owned(), cursor.clone());
            }
            draft
        }
        _ => body.clone(),
    };
    object(verb, &body)?;
    let ask = if verb == "judge" {
        Draft::deserialize(body).map(Ask::Judge)
    } else {
        Ask::deserialize(json!({ verb: body }))
    };
    ask.map_err(|_| format!("`{verb}` takes {}", keys_of(verb)))
}

/// Why a text is not a JSON object.
fn not_an_object(error: &serde_json::Error) -> String {
    if error.is_data() {
        return "a frame is a JSON object".to_owned();
    }
    format!("this is not JSON: {}", not_json(error))
}

/// The keys in the body of a verb.
fn keys_of(verb: &str) -> &'static str {
    match verb {
        "judge" => "a draft: `subject`, `kind`, `fields`, `dice` and `cursor`",
        "view" | "go_to" => "`cursor`, a number",
        "log" => "`from` and `count`, numbers",
        "trial" | "amend" => "`index`, `change`, `decisions` and `note`",
        "tell" => "one of `report`, `luck`, `sheets` and `file`",
        "answer" => "`of`, `field` and `value`",
        "throw" => "`of`, and `dice`: whole numbers, lists of faces, or null",
        "withdraw" => "`of`, the number of the change that waits",
        "hand_over" => "`to`: A, B or both",
        "own_dice" => "`own`, true or false",
        "take_up" => "`tip`, the number of a line",
        "door" => "an ask as this program's own window writes it",
        _ => "an empty object",
    }
}

fn owner(body: &Value) -> Result<What, String> {
    #[derive(Deserialize)]
    struct Admit {
        who: u64,
        yes: bool,
        #[serde(default)]
        instead: bool,
    }
    let body = object("owner", body)?;
    let mut verbs = body.iter();
    let (Some((verb, what)), None) = (verbs.next(), verbs.next()) else {
        return Err("`owner` takes one of admit, unseat, settings, new_code, close".to_owned());
    };
    Ok(match verb.as_str() {
        "admit" => {
            let Admit { who, yes, instead } = Admit::deserialize(what)
                .map_err(|_| "`admit` takes `who`, a number, and `yes`, true or false")?;
            What::Room(RoomAsk::Admit { who, yes, instead })
        }
        "new_code" => What::Room(RoomAsk::NewCode),
        "close" => What::Room(RoomAsk::Close),
        "unseat" => {
            let seat = match what {
                Value::Object(keys) => keys.get("seat").or_else(|| keys.get("side")),
                other => Some(other),
            };
            let seat = seat.and_then(Value::as_str).and_then(Seat::from_slug);
            let seat = seat.ok_or("`unseat` takes a `seat`: A, B, both or onlooker")?;
            What::Door(Ask::Owner(OwnerAsk::Unseat { seat }))
        }
        "settings" => {
            let settings = Deserialize::deserialize(what).map_err(
                |_| "`settings` takes `undo_asks` and `orders_for_both`, and `own_dice`: two of own, app and either",
            )?;
            What::Door(Ask::Owner(OwnerAsk::Settings(settings)))
        }
        other => return Err(format!("the owner asks nothing like `{other}`")),
    })
}

fn object(verb: &str, body: &Value) -> Result<Map<String, Value>, String> {
    body.as_object().cloned().ok_or_else(|| format!("`{verb}` takes an object"))
}

fn dice(value: Option<&Value>) -> Result<Option<Vec<EnteredRoll>>, String> {
    let read = value.map(Vec::<EnteredRoll>::deserialize).transpose();
    read.map_err(|_| "an entry of `dice` takes a whole number, a list of faces, or null".to_owned())
}

fn texts(value: Option<&Value>) -> Result<Vec<String>, String> {
    let read = value.map(Vec::<String>::deserialize).transpose();
    read.map(Option::unwrap_or_default).map_err(|_| "`watch` takes a list of keys".to_owned())
}

/// The unit or side whose offers are asked for.
fn subject(body: &Value) -> Result<Subject, String> {
    let body = object("offers", body)?;
    let mut keys = body.iter();
    match (keys.next(), keys.next()) {
        (None, _) => Ok(Subject::Battle),
        (Some((key, value)), None) => {
            let text = value.as_str().unwrap_or_default();
            match key.as_str() {
                "ship" | "unit" => {
                    text.parse().map(Subject::Unit).map_err(|fault| format!("`{key}`: {fault}"))
                }
                "side" => crate::rules::Side::from_slug(text)
                    .map(Subject::Side)
                    .ok_or_else(|| "`side` takes a side, \"A\" or \"B\"".to_owned()),
                other => Err(format!("unknown field `{other}`, expected `ship`, `unit` or `side`")),
            }
        }
        (Some(_), Some(_)) => Err("`offers` takes one of `ship`, `unit` and `side`".to_owned()),
    }
}

fn journal(body: &Map<String, Value>) -> Result<Ask, String> {
    let number = |key: &str, left_out: usize| match body.get(key) {
        None => Ok(left_out),
        Some(value) => value
            .as_u64()
            .and_then(|number| usize::try_from(number).ok())
            .ok_or_else(|| format!("`{key}` takes a number")),
    };
    if let Some(key) = body.keys().find(|key| !matches!(key.as_str(), "from" | "count")) {
        return Err(format!("unknown field `{key}`, expected `from` and `count`"));
    }
    Ok(Ask::Log { from: number("from", 0)?, count: number("count", usize::MAX)? })
}

/// An answer of the table, in the form that belongs to the verb.
pub(super) fn answered(id: &str, verb: &str, answer: Answer) -> Value {
    let ok = |what: Value| json!({ "id": id, "ok": what });
    let whole = |answer: &Answer| match serde_json::to_value(answer) {
        Ok(what) => ok(what),
        Err(_) => json!({ "id": id, "error": { "why": "the answer cannot be written down" } }),
    };
    match answer {
        Answer::Given { at, row } => {
            let mut what = given(&row);
            what["at"] = at.into();
            ok(what)
        }
        Answer::Done { at, brief } => ok(match verb {
            "undo" => json!({ "undone": brief, "at": at }),
            "redo" => json!({ "redone": brief, "at": at }),
            _ => json!({ "at": at }),
        }),
        Answer::Offers { at, offers: found } => ok(json!({ "offers": offers(&found), "at": at })),
        Answer::Odds(odds) => ok(odds),
        Answer::State(state) => ok(json!({ "state": state })),
        Answer::Log(log) if verb == "journal" => {
            let entries: Vec<Value> = log.rows.iter().map(|row| entry(row, "when")).collect();
            ok(json!({ "journal": entries, "cursor": log.cursor, "at": log.at }))
        }
        Answer::View(_)
        | Answer::Judged(_)
        | Answer::Log(_)
        | Answer::Tried(_)
        | Answer::Told(_) => whole(&answer),
        Answer::Waits { at, of } => json!({ "id": id, "waits": { "of": of, "at": at } }),
        Answer::GoneOn { at } => json!({ "id": id, "gone_on": { "at": at } }),
        Answer::Needs(_) | Answer::Refused(_) | Answer::Hidden { .. } | Answer::Unknown { .. } => {
            let mut told = Trouble::of_answer(answer, 1).to_json(1);
            told["id"] = id.into();
            told
        }
        Answer::NotKept { why } => json!({ "id": id, "error": { "why": why.to_string() } }),
        Answer::Error { why, key, more } => {
            let mut error = more;
            error.insert("why".to_owned(), why.to_string().into());
            if let Some(key) = key.and_then(|key| serde_json::to_value(key).ok()) {
                error.insert("key".to_owned(), key);
            }
            json!({ "id": id, "error": error })
        }
    }
}

/// A frame in the types of the door, as it is.
pub(super) fn typed(frame: &Frame) -> Value {
    json!({ "frame": frame })
}

/// News in the form of the protocol.
pub(super) fn news(news: &News) -> Value {
    let (key, what) = match &news.what {
        Happened::Entry(row) => ("entry", entry(row, "when")),
        Happened::Declared(waits) => ("declared", declared(waits)),
        Happened::Answered(waits) => ("answered", declared(waits)),
        Happened::Withdrawn => ("withdrawn", json!({})),
        Happened::Declined => ("declined", json!({})),
        Happened::Undone { cursor } => ("undone", json!({ "cursor": cursor })),
        Happened::Redone { cursor } => ("redone", json!({ "cursor": cursor })),
        Happened::Amended { from } => ("amended", json!({ "from": from })),
        Happened::TakenOut => ("taken_out", json!({})),
        Happened::FromFile => ("from_file", json!({})),
        Happened::Seats(held) => ("seats", json!(held)),
        Happened::Settings(settings) => ("settings", json!(settings)),
    };
    let mut told = json!({ "at": news.at, "when": news.when, "by": news.by, key: what });
    if let Some(over) = &news.over {
        told["over"] = json!(over);
    }
    if let Some(hash) = &news.seed_hash {
        told["seed_hash"] = json!(hash);
    }
    json!({ "news": told })
}

fn declared(waits: &Declared) -> Value {
    json!(waits)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ask(request: &Value) -> Result<What, String> {
        let text = json!({ "id": "x", "ask": request }).to_string();
        match read(&text) {
            Ok(Said::Asks(asks)) => Ok(asks.what),
            Ok(Said::Hello(hello)) => Err(format!("{hello:?}")),
            Err(nonsense) => Err(nonsense.why),
        }
    }

    #[test]
    fn requests_are_read_in_the_referees_words_and_in_the_doors() {
        let order = json!({"kind": "ram", "ship": "A1"});
        let given = ask(&json!({"order": order, "dice": [3, [4, 5], null]})).expect("an order");
        let What::Door(Ask::Order { dice: Some(dice), .. }) = given else { panic!("{given:?}") };
        assert_eq!(
            dice,
            [EnteredRoll::Total(3), EnteredRoll::Faces(vec![4, 5]), EnteredRoll::Program]
        );
        for fine in [
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
    fn what_makes_no_sense_is_said_so() {
        for (wrong, why) in [
            (json!({"state": {}, "for": "B"}), "the token is the seat"),
            (json!({"state": {}, "undo": {}}), "one request"),
            (json!({"open": {}}), "no request"),
            (json!({"order": {"kind": "ram"}, "dice": ["six"]}), "an entry of `dice`"),
            (json!({"offers": {"ship": "Z1"}}), "`ship`"),
            (json!({"owner": {"seat": {"seat": "A", "token": "x", "name": "y"}}}), "nothing like"),
            (json!({"undo": 3}), "takes an object"),
            (json!({"answer": {"of": 3}}), "`field`"),
            (json!({"owner": {"admit": {"who": "Kleon"}}}), "`yes`"),
        ] {
            let said = ask(&wrong).expect_err("it makes no sense");
            assert!(said.contains(why), "{wrong}: {said}");
        }
        let long = json!({"id": "x".repeat(41), "ask": {"state": {}}}).to_string();
        let said = read(&long).expect_err("the id is too long").to_json();
        assert!(said.get("id").is_none() && said["error"]["why"].is_string());
        let said = read("{\"id\": ").expect_err("not JSON").to_json();
        assert_eq!(said["error"]["line"], 1);
    }

    /// Pseudo-random numbers, the same in every run.
    fn chance(state: &mut u64, end: usize) -> usize {
        *state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963);
        usize::try_from(*state >> 33).expect("it fits") % end
    }

    #[test]
    fn whatever_a_frame_holds_it_is_read_or_said_to_make_no_sense() {
        let seeds = [
            r#"{"id": "x", "seen": 3, "ask": {"order": {"kind": "ram", "ship": "A1"}, "dice": [3, [4, 5], null]}}"#,
            r#"{"id": "x", "ask": {"judge": {"draft": {"subject": {"unit": "A1"}, "kind": "ram"}, "cursor": 2}}}"#,
            r#"{"id": "x", "ask": {"owner": {"settings": {"undo_asks": false, "own_dice": [true, false]}}}}"#,
            r#"{"id": "x", "ask": {"answer": {"of": 13, "field": "avoid", "value": true}}}"#,
            r#"{"id": "x", "ask": {"trial": {"index": 3, "change": {"remove": {}}, "decisions": []}}}"#,
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
            match crate::host::check_frame(&text) {
                Ok(()) => read_well += 1,
                Err(answer) => assert!(answer.contains("\"why\":"), "{text}: {answer}"),
            }
        }
        assert!(read_well > 100, "some frames still make sense: {read_well}");
    }
}
