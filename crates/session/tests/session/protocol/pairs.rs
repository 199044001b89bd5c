//! Tests of secrets in play: thousands of orders at pairs of tables that differ only in one
//! side's secrets.

use engine::fleet;
use engine::journal::{DiceChoice, Journal, Opening};
use games::{Battle, Options, SystemTag};
use rules::{Side, Subject, Viewer};
use serde_json::{Map, Value, json};
use session::{Mutation, Query, RequestBody, Response, Seat};
use toml_edit::{DocumentMut, value};

use crate::protocol::pair::{Leak, Pair, SecretRules, play};
use testing::player::{Picks, ready_battle};

/// Chicken of the Sea: a speed is revealed when it is spent, and when two galleys meet.
const SPEEDS: SecretRules = SecretRules {
    reveals: &[
        "end-move",
        "ram",
        "shear",
        "coast",
        "enter-occupied",
        "drift",
        "spend",
        "unfoul",
        "board",
        "counterboard",
        "refloat",
        "command-check",
    ],
    reveals_all: &["end-phase"],
    as_there: |order, _| Some(order.clone()),
};

/// Sets speeds of A in secret: the same orders at both tables, but some with another speed.
fn set_in_secret(journals: &mut [Journal; 2], picks: &mut Picks) -> bool {
    let leaders: Vec<_> = {
        let battle = journals[0].battle();
        let own = battle.tags().into_iter().filter(|tag| battle.holder(*tag) == Side::A);
        own.collect()
    };
    let mut differ = false;
    for tag in leaders {
        let first = picks.below(6);
        let hidden = journals[0].battle().known_to(Viewer::Side(Side::B)).unit_state(tag);
        let hidden = hidden.is_some_and(|keys| !keys.contains_key("speed"));
        let second = if hidden && picks.below(2) == 0 { picks.below(6) } else { first };
        let mut after = journals.clone();
        let given = after.iter_mut().zip([first, second]).all(|(journal, speed)| {
            let order = json!({"kind": "set-speed", "ship": tag, "speed": speed});
            let order = journal.battle().read_order(order.as_object().expect("an object"));
            order.is_ok_and(|order| journal.give(&order, &DiceChoice::Program, 5, "").is_ok())
        });
        if given {
            differ |= first != second;
            *journals = after;
        }
    }
    differ
}

fn next_phase(journal: &mut Journal) -> bool {
    let ends = Map::from_iter([("kind".to_owned(), json!("end-phase"))]);
    let order = journal.battle().read_order(&ends).expect("an order");
    journal.give(&order, &DiceChoice::Program, 5, "").is_ok()
}

fn in_phase(journal: &Journal, phase: &str) -> bool {
    journal.battle().full_view().state()["phase"] == phase
}

#[test]
fn tables_that_differ_in_the_speeds_of_one_side_answer_the_other_alike() {
    let (mut given, mut pairs) = (0, 0);
    let switches = [&[][..], &["command"], &["command", "no-surprise"], &["command"]];
    for (seed, switches) in (0..12).zip(switches.into_iter().cycle()) {
        let mut picks = Picks::new(seed);
        let slug = ["five-against-five", "drepanum"][usize::from(seed % 4 == 3)];
        let named = switches.iter().map(|word| SystemTag::ChickenOfTheSea.switch(word));
        let options: Options = named.collect::<Option<_>>().expect("switches");
        let opening = Opening { options, ..ready_battle(slug, 433) };
        let mut common = Journal::open(opening).expect("a battle");
        for _ in 0..12 {
            while !in_phase(&common, "speed") && next_phase(&mut common) {}
            if common.battle().winner().is_some() || common.len() > 300 {
                break;
            }
            let mut journals = [common.clone(), common.clone()];
            if !set_in_secret(&mut journals, &mut picks) {
                next_phase(&mut common);
                continue;
            }
            let mut pair = Pair::of(journals, pairs % 4 == 0);
            given += play(&mut pair, &SPEEDS, &mut picks, 60);
            pairs += 1;
            common = pair.journal();
        }
    }
    assert!(given > 1_000, "{given} orders in {pairs} pairs");
}

/// Command & Chaos: a grade is revealed in the first fight, a morale in a rout,
/// a card when it is turned up.
const CHITS: SecretRules = SecretRules {
    reveals: &["charge", "melee", "javelins", "skirmish", "allied-morale", "rally", "reveal"],
    reveals_all: &[],
    as_there: |order, battles| in_hand(order, battles),
};

/// The order with the other names of the cards, by their place in the hand.
fn in_hand(order: &Map<String, Value>, battles: &[Battle; 2]) -> Option<Map<String, Value>> {
    let mut order = order.clone();
    let hands =
        battles.each_ref().map(|battle| battle.full_view().value("A.hand").unwrap_or_default());
    let same = |card: &Value| {
        let at = hands[0].as_array()?.iter().position(|held| held == card)?;
        hands[1].as_array()?.get(at).cloned()
    };
    if let Some(card) = order.get("card").cloned() {
        order.insert("card".into(), same(&card)?);
    }
    if let Some(Value::Array(cards)) = order.get("cards").cloned() {
        let first = hands[1].as_array()?.iter().take(cards.len()).cloned();
        order.insert("cards".into(), Value::Array(first.collect()));
    }
    Some(order)
}

/// A's army of a ready battle in which some pairs of units exchange morale and grade, with
/// other cards and notes.
fn with_other_secrets(slug: &str, picks: &mut Picks) -> Opening {
    let opening = ready_battle(slug, 433);
    let battles = fleet::library::battles();
    let ready = battles.iter().find(|ready| ready.slug == slug).expect("a ready battle");
    let text = fleet::library::file(ready.sides[0]).expect("its fleet");
    let mut file: DocumentMut = text.parse().expect("TOML");
    file["notes"] = value("Hold the left.");
    let units = file["unit"].as_array_of_tables_mut().expect("units");
    let heavy: Vec<usize> = (0..units.len())
        .filter(|at| units.get(*at).is_some_and(|unit| unit.contains_key("max_morale")))
        .collect();
    for _ in 0..=picks.below(2) {
        let [one, two] = [0, 0].map(|_| heavy[picks.below(heavy.len())]);
        for key in ["max_morale", "veteran"] {
            let [first, second] =
                [one, two].map(|at| units.get(at).and_then(|u| u.get(key).cloned()));
            for (at, found) in [(one, second), (two, first)] {
                let unit = units.get_mut(at).expect("a unit");
                match found {
                    Some(found) => drop(unit.insert(key, found)),
                    None => drop(unit.remove(key)),
                }
            }
        }
    }
    if let Some(cards) = file.get_mut("card").and_then(|cards| cards.as_array_of_tables_mut()) {
        for (number, card) in cards.iter_mut().enumerate() {
            card["name"] = value(format!("Ruse {number}"));
            card["text"] = value("Something else.");
        }
    }
    let other = fleet::read_toml(&file.to_string()).unwrap_or_else(|faults| panic!("{faults:?}"));
    let [_, b] = opening.fleets.clone();
    Opening { fleets: [other.fleet, b], options: Options::new(), ..opening }
}

#[test]
fn tables_that_differ_in_the_chits_and_cards_of_one_side_answer_the_other_alike() {
    let battles = fleet::library::battles().iter();
    let slugs: Vec<&str> = battles
        .filter(|battle| battle.system == SystemTag::CommandAndChaos)
        .map(|battle| battle.slug.as_str())
        .collect();
    let (mut given, mut pairs) = (0, 0);
    for seed in 0..16 {
        let mut picks = Picks::new(seed);
        let slug = slugs[pairs % slugs.len()];
        let opening = Opening { options: Options::new(), ..ready_battle(slug, 433) };
        let other = with_other_secrets(slug, &mut picks);
        let journals = [opening, other].map(|o| Journal::open(o).expect("a battle"));
        let mut pair = Pair::of(journals, pairs % 4 == 0);
        given += play(&mut pair, &CHITS, &mut picks, 120);
        pairs += 1;
    }
    assert!(given > 1_000, "{given} orders in {pairs} pairs");
}

/// Sends the requests that other seats may always make.
fn looks_around(pair: &mut Pair) {
    let cursor = None;
    let unit = |tag: &str| tag.parse().expect("a tag");
    let mut asks = vec![Query::View { cursor }, Query::State {}, Query::Next {}];
    asks.push(Query::Log { from: 0, count: 50 });
    for tag in ["A1", "A2", "B1"] {
        let subject = Subject::Unit(unit(tag));
        asks.push(Query::Offers { subject, cursor });
        asks.push(Query::Turn { unit: unit(tag), target: None });
    }
    asks.push(Query::Offers { subject: Subject::Side(Side::A), cursor });
    asks.push(Query::Offers { subject: Subject::Battle, cursor });
    for seat in [Seat::B, Seat::Both, Seat::Onlooker] {
        for ask in &asks {
            pair.asks(seat, &RequestBody::Read(ask.clone()))
                .unwrap_or_else(|Leak(leak)| panic!("{leak}"));
        }
    }
}

fn given(order: Value) -> RequestBody {
    let Value::Object(order) = order else { panic!("{order} is no order") };
    RequestBody::Change(Mutation::Order { order, dice: None })
}

/// A gives an order at both tables, and the others send requests.
fn gives(pair: &mut Pair, order: Value) -> Response {
    let ask = given(order);
    let [answer, other] = pair.does([&ask, &ask]).unwrap_or_else(|Leak(leak)| panic!("{leak}"));
    assert_eq!(std::mem::discriminant(&answer), std::mem::discriminant(&other), "{answer:?}");
    looks_around(pair);
    answer
}

/// B gives an order, and the others send requests.
fn b_gives(pair: &mut Pair, order: Value) -> Response {
    let answer = pair.asks(Seat::B, &given(order)).unwrap_or_else(|Leak(leak)| panic!("{leak}"));
    looks_around(pair);
    answer
}

/// A proposes a draw, and B declines; then B proposes, and A declines.
fn agree_on_nothing(pair: &mut Pair) {
    let agree = || json!({"kind": "agree-result", "winner": "draw"});
    let says_no = |pair: &mut Pair| {
        let declared = pair.declared().expect("it waits");
        let field = declared.asks.expect("a question").field;
        RequestBody::Change(Mutation::Answer { of: declared.of, field, value: json!(false) })
    };
    assert!(matches!(gives(pair, agree()), Response::Waits { .. }));
    let no = says_no(pair);
    pair.asks(Seat::B, &no).unwrap_or_else(|Leak(leak)| panic!("{leak}"));
    looks_around(pair);
    assert!(matches!(b_gives(pair, agree()), Response::Waits { .. }));
    let no = says_no(pair);
    pair.does([&no, &no]).unwrap_or_else(|Leak(leak)| panic!("{leak}"));
    looks_around(pair);
}

#[test]
fn being_ready_agreeing_and_conceding_do_not_reveal_speeds() {
    let opening = Opening { options: Options::new(), ..ready_battle("five-against-five", 433) };
    let mut journals = [0, 1].map(|_| Journal::open(opening.clone()).expect("a battle"));
    for (journal, speed) in journals.iter_mut().zip([1, 3]) {
        let order = json!({"kind": "set-speed", "ship": "A1", "speed": speed});
        let order = journal.battle().read_order(order.as_object().unwrap()).expect("an order");
        journal.give(&order, &DiceChoice::Program, 5, "").expect("given");
    }
    let mut pair = Pair::of(journals, true);
    looks_around(&mut pair);
    // Ready, and no longer ready.
    gives(&mut pair, json!({"kind": "end-phase"}));
    gives(&mut pair, json!({"kind": "set-speed", "ship": "A2", "speed": 2}));
    gives(&mut pair, json!({"kind": "end-phase"}));
    agree_on_nothing(&mut pair);
    b_gives(&mut pair, json!({"kind": "set-speed", "ship": "B1", "speed": 2}));
    let resigns = given(json!({"kind": "resign", "side": "A"}));
    let answers = pair.does([&resigns, &resigns]).map_err(|Leak(leak)| leak);
    // Once the battle is over, nothing is secret.
    assert!(answers.is_ok_and(|both| both.iter().all(|one| matches!(one, Response::Given { .. }))));
}

#[test]
fn passing_agreeing_and_being_ready_do_not_reveal_chits_and_cards() {
    let slug = "zama";
    let opening = Opening { options: Options::new(), ..ready_battle(slug, 433) };
    let other = with_other_secrets(slug, &mut Picks::new(3));
    let journals = [opening, other].map(|o| Journal::open(o).expect("a battle"));
    let mut pair = Pair::of(journals, true);
    looks_around(&mut pair);
    gives(&mut pair, json!({"kind": "initiative"}));
    gives(&mut pair, json!({"kind": "end-phase"}));
    b_gives(&mut pair, json!({"kind": "end-phase"}));
    for _ in 0..2 {
        gives(&mut pair, json!({"kind": "pass", "side": "A"}));
        b_gives(&mut pair, json!({"kind": "pass", "side": "B"}));
    }
    agree_on_nothing(&mut pair);
    gives(&mut pair, json!({"kind": "end-phase"}));
    for _ in 0..2 {
        gives(&mut pair, json!({"kind": "pass", "side": "A"}));
        b_gives(&mut pair, json!({"kind": "pass", "side": "B"}));
    }
}
