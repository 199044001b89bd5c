//! States of all games as three viewers see them, for clients to draw: 12 of each game in
//! `tests/fixtures/table`. `UPDATE_FIXTURES=1` writes them.

use std::fs;
use std::path::Path;

use serde_json::{Map, Value, json};
use trierarch::dice::EnteredRoll;
use trierarch::referee::{Answer, Ask, ChangeAsk, LogRow, ReadAsk, Seat, View};
use trierarch::rules::{Card, Gauge, Next, Tag, TurnCard};
use trierarch::say::Say;

use crate::support::{Player, Set};

/// How many states a battle has, and how many changes are tried between two.
const STATES: usize = 12;
const APART: usize = 5;

/// A battle that both sides play at their seats.
struct Play {
    players: [Player; 2],
    onlooker: Player,
    turns: usize,
}

impl Play {
    fn of(slug: &str) -> Play {
        let set = Set::new(slug);
        let players = [Seat::A, Seat::B].map(|seat| set.sit(seat));
        Play { players, onlooker: set.sit(Seat::Onlooker), turns: 0 }
    }

    /// One change, if the side has any to make: an answer, an attack, a turn or the next step.
    fn step(&mut self) {
        let turn = self.turns;
        self.turns += 1;
        for side in [turn % 2, (turn + 1) % 2] {
            let player = &mut self.players[side];
            let view = view(player);
            let asks = if view.declared.is_some() {
                answered(&view)
            } else {
                attack(player, &view, turn).or_else(|| next(player, &view, turn))
            };
            if let Some(ask) = asks {
                player.answer(Ask::Change(ask));
                return;
            }
        }
    }

    fn concede(&mut self) {
        let order = order(&json!({"kind": "concede", "side": "A"}));
        self.players[0].answer(Ask::Change(ChangeAsk::Order { order, dice: None }));
    }

    /// What each viewer sees and is told.
    fn seen(&mut self, name: &str, at: usize) -> Value {
        let [a, b] = &mut self.players;
        let game = view(a).system.slug().to_owned();
        let seats = [("A", a), ("B", b), ("onlooker", &mut self.onlooker)];
        let seen = seats.map(|(seat, player)| (seat.to_owned(), fixture(player, at)));
        let mut all =
            Map::from_iter([("game".to_owned(), json!(game)), ("state".to_owned(), json!(name))]);
        all.extend(seen);
        Value::Object(all)
    }
}

fn order(value: &Value) -> Map<String, Value> {
    value.as_object().cloned().expect("an order")
}

fn view(player: &mut Player) -> View {
    match player.answer(Ask::Read(ReadAsk::View { cursor: None })) {
        Answer::View(view) => *view,
        other => panic!("{other:?}"),
    }
}

fn next_of(player: &mut Player) -> Next {
    match player.answer(Ask::Read(ReadAsk::Next {})) {
        Answer::Next { next, .. } => next,
        other => panic!("{other:?}"),
    }
}

fn card(player: &mut Player, unit: Tag, target: Option<Tag>) -> TurnCard {
    match player.answer(Ask::Read(ReadAsk::Turn { unit, target })) {
        Answer::Turn { card, .. } => *card,
        other => panic!("{other:?}"),
    }
}

/// The answer to what waits for a seat: the first choice, or the app's dice.
fn answered(view: &View) -> Option<ChangeAsk> {
    let (waits, own) = (view.declared.as_ref()?, view.seat.side());
    match (&waits.asks, &waits.needs) {
        (Some(asks), _) if Some(asks.of) == own => {
            let choice = asks.choices.iter().find(|choice| choice.refused.is_none())?;
            let (field, value) = (asks.field.clone(), choice.value.clone());
            Some(ChangeAsk::Answer { of: waits.of, field, value })
        }
        (None, Some(needs)) if needs.by.or(waits.by) == own => {
            Some(ChangeAsk::Throw { of: waits.of, dice: vec![EnteredRoll::Program] })
        }
        (Some(_), _) | (None, Some(_) | None) => None,
    }
}

/// The units of a viewer's side, or of the other, from one on.
fn units(view: &View, own: bool, from: usize) -> Vec<Tag> {
    let mut units: Vec<Tag> = view.cards.iter().map(|card| card.tag).collect();
    units.retain(|tag| (view.seat.side() == Some(tag.side)) == own);
    let from = from % units.len().max(1);
    units.rotate_left(from);
    units
}

/// Every third time, an order at a target that can be given as it is filled in.
fn attack(player: &mut Player, view: &View, turn: usize) -> Option<ChangeAsk> {
    let target = *units(view, false, turn / 2).first()?;
    if turn % 3 != 2 {
        return None;
    }
    units(view, true, turn / 3).into_iter().take(4).find_map(|unit| {
        let targets = card(player, unit, Some(target)).targets;
        let order = targets.first()?.orders.first()?.order.clone();
        Some(ChangeAsk::Order { order, dice: None })
    })
}

/// The next step; if that is a choice, *Done* of the first unit that has it, or at times the
/// end of the phase.
fn next(player: &mut Player, view: &View, turn: usize) -> Option<ChangeAsk> {
    if let Some(order) = next_of(player).order {
        return Some(ChangeAsk::Order { order, dice: None });
    }
    let done = units(view, true, turn).into_iter().take(8).find_map(|unit| {
        let done = card(player, unit, None).done?;
        Some(ChangeAsk::Orders { orders: done.orders, dice: None })
    });
    let ends = || ChangeAsk::Order { order: order(&json!({"kind": "end-phase"})), dice: None };
    done.or_else(|| (turn % 4 >= 2).then(ends))
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

/// The same with every message as a reader of English reads it.
fn in_words(value: Value) -> Value {
    let is_message = value.as_object().is_some_and(|map| {
        let keys: Vec<&str> = map.keys().map(String::as_str).collect();
        map.contains_key("say")
            || map.contains_key("many")
            || map.contains_key("joint")
            || matches!(keys[..], ["word" | "name"])
    });
    if is_message && let Ok(say) = serde_json::from_value::<Say>(value.clone()) {
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

/// Compares the states of a battle with its fixtures, or writes them.
fn fixtures_of(slug: &str) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/table");
    let writes = std::env::var_os("UPDATE_FIXTURES").is_some();
    let mut play = Play::of(slug);
    let mut told = Vec::new();
    for at in 1..=STATES {
        if at == STATES {
            play.concede();
        }
        let name = format!("{slug}-{at:02}");
        let text = lines(&play.seen(&name, at), 3, 0) + "\n";
        let path = folder.join(format!("{name}.json"));
        if writes {
            fs::create_dir_all(&folder).expect("a folder");
            fs::write(&path, &text).expect("it is written");
        }
        let stored = fs::read_to_string(&path).unwrap_or_default();
        assert!(stored == text, "{name} differs: UPDATE_FIXTURES=1 writes it\n{text}");
        told.push(text);
        (0..APART).for_each(|_| play.step());
    }
    told.dedup_by_key(|text| text.replace(char::is_numeric, ""));
    assert!(told.len() > STATES - 3, "{slug}: the states are alike");
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
