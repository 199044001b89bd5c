//! Fixtures: states of all games as three viewers see them, for clients to draw. There are
//! 12 for each game in `tests/fixtures/table`; `played` has the battle and how a client
//! reaches each state. `UPDATE_FIXTURES=1` writes them.

use std::fs;

use message::Message;
use rules::{Card, Gauge};
use serde_json::{Map, Value, json};
use session::{DocumentKind, DocumentText, LogRow, Mutation, Query, RequestBody, Response, Seat};

use testing::states::{Play, STATES, card, next_of, units, view};
use testing::table::Player;

/// Everything that each viewer sees.
fn seen(play: &mut Play, onlooker: &mut Player, name: &str, at: usize) -> Value {
    let [a, b] = &mut play.players;
    let game = view(a).system.slug().to_owned();
    let seats = [("A", a), ("B", b), ("onlooker", onlooker)];
    let seen = seats.map(|(seat, player)| (seat.to_owned(), fixture(player, at)));
    let mut all =
        Map::from_iter([("game".to_owned(), json!(game)), ("state".to_owned(), json!(name))]);
    all.extend(seen);
    Value::Object(all)
}

/// What a viewer sees: the essentials of the view, the next step, and a turn card.
fn fixture(player: &mut Player, at: usize) -> Value {
    let view = view(player);
    let next = next_of(player);
    let own = units(&view, true, at).first().copied();
    let unit = next.unit.or(own).unwrap_or(view.cards[0].tag);
    let mut all = units(&view, true, at);
    all.extend(units(&view, false, at));
    let target = all.into_iter().find(|tag| tag.side != unit.side);
    let unit_seen = |seen: &Card| {
        let gauge = |one: &Gauge| format!("{} {}/{}", one.label, one.value, one.full);
        json!({"tag": seen.tag, "holder": seen.holder, "standing": seen.standing,
            "gauges": seen.gauges.iter().map(gauge).collect::<Vec<_>>(),
            "marks": seen.marks.iter().map(|mark| &mark.label).collect::<Vec<_>>(),
            "todo": seen.todo})
    };
    let row = |row: &LogRow| {
        json!({"headline": row.headline, "result": row.result, "group_result": row.group_result,
            "rolls": row.rolls.len(), "sentences": row.sentences})
    };
    in_words(json!({
        "headline": view.guide.headline,
        "next": next,
        "turn": card(player, unit, target),
        "declared": view.declared,
        "ready": view.ready,
        "last": view.last.iter().map(row).collect::<Vec<_>>(),
        "score": view.score,
        "aims": view.aims.iter().map(|aim| (aim.side, &aim.takes)).collect::<Vec<_>>(),
        "special_orders": view.special_orders,
        "winner": view.winner,
        "victor": view.victor,
        "units": view.cards.iter().map(unit_seen).collect::<Vec<_>>(),
    }))
}

/// The value with every message in English.
fn in_words(value: Value) -> Value {
    let is_message = value.as_object().is_some_and(|map| {
        let keys: Vec<&str> = map.keys().map(String::as_str).collect();
        map.contains_key("say")
            || map.contains_key("many")
            || map.contains_key("joint")
            || matches!(keys[..], ["word" | "name"])
    });
    if is_message && let Ok(say) = serde_json::from_value::<Message>(value.clone()) {
        return say.to_string().into();
    }
    match value {
        Value::Array(list) => list.into_iter().map(in_words).collect(),
        Value::Object(map) => map.into_iter().map(|(key, value)| (key, in_words(value))).collect(),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => value,
    }
}

/// A value with a line for each entry, down to this depth.
fn lines(value: &Value, depth: usize, indent: usize) -> String {
    let margin = " ".repeat(indent + 1);
    let joined = |entries: Vec<String>, [open, close]: [&str; 2]| {
        let entries: Vec<String> = entries.iter().map(|one| format!("{margin}{one}")).collect();
        format!("{open}\n{}\n{}{close}", entries.join(",\n"), " ".repeat(indent))
    };
    match value {
        Value::Object(map) if depth > 0 && !map.is_empty() => {
            let entry = |(key, value): (&String, &Value)| {
                format!("{}: {}", json!(key), lines(value, depth - 1, indent + 1))
            };
            joined(map.iter().map(entry).collect(), ["{", "}"])
        }
        Value::Array(list) if depth > 0 && list.len() > 1 => {
            let entries = list.iter().map(|one| lines(one, depth - 1, indent + 1));
            joined(entries.collect(), ["[", "]"])
        }
        other => other.to_string(),
    }
}

/// Compares a text with a file in the folder of fixtures, or writes it.
fn same_as_stored(name: &str, text: &str) {
    let path = testing::repository().join("tests/fixtures/table").join(name);
    if std::env::var_os("UPDATE_FIXTURES").is_some() {
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        fs::write(&path, text).expect("it is written");
    }
    let stored = fs::read_to_string(&path).unwrap_or_default();
    let differs = stored != text && without_random(&stored) != without_random(text);
    assert!(!differs, "{name} differs: UPDATE_FIXTURES=1 writes it\n{text}");
}

/// A fixture without the random seeds of a battle in progress and the checksums over them;
/// text that is not JSON becomes null.
fn without_random(text: &str) -> Value {
    let mut fixture: Value = serde_json::from_str(text).unwrap_or_default();
    if let Some(battle) = fixture.get_mut("battle").and_then(Value::as_object_mut) {
        battle.retain(|key, _| key != "seeds" && key != "checks");
    }
    fixture
}

/// The battle as a file.
fn battle_file(play: &Play) -> Value {
    let mut both = play.set.sit(Seat::Both);
    both.answer(RequestBody::Change(Mutation::TakeOut {}));
    let shown = both.answer(RequestBody::Read(Query::Tell(DocumentKind::File {})));
    let Response::Told(DocumentText::File(text)) = shown else { panic!("{shown:?}") };
    serde_json::from_str(&text).expect("a battle file")
}

/// Compares the states of a battle with its fixtures, or writes them.
fn fixtures_of(slug: &str) {
    let mut play = Play::of(slug);
    let mut onlooker = play.set.sit(Seat::Onlooker);
    let (mut shown, mut states) = (Vec::new(), Vec::new());
    for at in 1..=STATES {
        let name = format!("{slug}-{at:02}");
        let text = lines(&seen(&mut play, &mut onlooker, &name, at), 3, 0) + "\n";
        same_as_stored(&format!("{name}.json"), &text);
        shown.push(text);
        states.push(play.reached());
        play.follow(at);
    }
    let played = json!({"states": states, "battle": battle_file(&play)});
    same_as_stored(&format!("played/{slug}.json"), &(lines(&played, 3, 0) + "\n"));
    shown.dedup_by_key(|text| text.replace(char::is_numeric, ""));
    assert!(shown.len() > STATES - 3, "{slug}: the states are alike");
}

#[test]
fn states_of_greek_fire_are_those_of_the_fixtures() {
    fixtures_of("sybota");
}

#[test]
fn states_of_chicken_of_the_sea_are_those_of_the_fixtures() {
    fixtures_of("five-against-five");
}

#[test]
fn states_of_ancient_naval_games_are_those_of_the_fixtures() {
    fixtures_of("actium");
}

#[test]
fn states_of_fast_play_salamis_are_those_of_the_fixtures() {
    fixtures_of("six-and-six");
}

#[test]
fn states_of_command_and_chaos_are_those_of_the_fixtures() {
    fixtures_of("zama");
}
