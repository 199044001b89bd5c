//! Two tables that differ only in what one side keeps secret answer the other
//! side alike, to the byte: whatever it asks through the door, and the news.

use serde_json::{Map, Value, json};
use trierarch::dice::{Die, Seeded};
use trierarch::journal::Change;
use trierarch::referee::{Answer, Ask, Draft, Seat, Tell, Trial};
use trierarch::rules::{Subject, SystemTag};

use crate::support::{Player, Set, give};

/// A table with both sides at it.
struct Seated {
    a: Player,
    b: Player,
    set: Set,
}

impl Seated {
    fn at(set: Set) -> Seated {
        Seated { a: set.sit(Seat::A), b: set.sit(Seat::B), set }
    }

    fn subjects(&self) -> Vec<Subject> {
        let tags = self.set.table.with(|authority| authority.battle().tags());
        let units = tags.into_iter().map(Subject::Unit);
        units.chain([Subject::Battle]).collect()
    }
}

fn text(value: &impl serde::Serialize) -> String {
    serde_json::to_string(value).expect("it can be written")
}

/// Every order that is open to a seat, as its forms propose it.
fn open_orders(player: &mut Player, subjects: &[Subject]) -> Vec<Map<String, Value>> {
    let mut orders = Vec::new();
    for subject in subjects {
        let Answer::Offers { offers, .. } =
            player.answer(Ask::Offers { subject: *subject, cursor: None })
        else {
            continue;
        };
        let open = offers.iter().filter(|o| o.refused.is_none() && o.spec.kind != "adjust");
        orders.extend(open.map(trierarch::rules::Offer::written));
    }
    orders
}

/// All that B can ask, and what it is answered.
fn told(seated: &mut Seated, whole: bool) -> Vec<(String, String)> {
    let subjects = seated.subjects();
    let b = &mut seated.b;
    let mut asks = vec![
        Ask::View { cursor: None },
        Ask::State {},
        Ask::Log { from: 0, count: 999 },
        Ask::Tell(Tell::Luck {}),
        Ask::Tell(Tell::Sheets { fresh: false }),
        Ask::Tell(Tell::Sheets { fresh: true }),
        Ask::Tell(Tell::File {}),
    ];
    if whole {
        asks.push(Ask::Tell(Tell::Report {}));
        for index in 0..4 {
            let (change, decisions) = (Change::Drop, Vec::new());
            asks.push(Ask::Trial(Trial { index, change, decisions, note: String::new() }));
        }
    }
    for subject in &subjects {
        asks.push(Ask::Offers { subject: *subject, cursor: None });
        asks.push(Ask::Offers { subject: *subject, cursor: Some(0) });
    }
    for order in open_orders(b, &subjects) {
        let kind = order["kind"].as_str().expect("a kind").to_owned();
        let watch = vec!["A1.status".to_owned(), "B1.status".to_owned()];
        asks.push(Ask::Odds { order: order.clone(), watch });
        let subject = seated.set.table.with(|authority| authority.battle().given_by(&order));
        let dice = Some(Vec::new());
        for dice in [None, dice] {
            let fields = Some(order.clone());
            asks.push(Ask::Judge(Draft {
                subject,
                kind: kind.clone(),
                fields,
                dice,
                cursor: None,
            }));
        }
    }
    // Orders that are not B's, and what is not A's to be asked.
    asks.push(give(json!({"kind": "set-speed", "ship": "A1", "speed": 9})));
    asks.push(give(json!({"kind": "set-speed", "formation": "column-9", "speed": 1})));
    asks.push(give(json!({"kind": "rally", "unit": "A1"})));
    let b = &mut seated.b;
    asks.into_iter().map(|ask| (text(&ask), text(&b.answer(ask)))).collect()
}

fn assert_alike(pair: &mut [Seated; 2], whole: bool, when: &str) -> Result<(), String> {
    let [one, two] = pair;
    let news = [&mut *one, &mut *two].map(|seated| {
        let news = seated.b.frames();
        text(&news)
    });
    if news[0] != news[1] {
        return Err(format!("{when}: news {} {}", news[0], news[1]));
    }
    for ((ask, first), (_, second)) in told(one, whole).into_iter().zip(told(two, whole)) {
        if first != second {
            let at = first.bytes().zip(second.bytes()).position(|(a, b)| a != b).unwrap_or(0);
            let about = |text: &str| -> String {
                text.chars().skip(at.saturating_sub(120)).take(240).collect()
            };
            return Err(format!("{when}: {ask}\n{}\n{}", about(&first), about(&second)));
        }
    }
    Ok(())
}

struct Picks(Seeded);

impl Picks {
    fn below(&mut self, count: usize) -> usize {
        let die = Die::of(u8::try_from(count.clamp(1, 250)).expect("small")).expect("a die");
        usize::from(self.0.face(die)) - 1
    }
}

/// Gives one order after the other on both tables as long as both carry it out
/// alike; how many orders it took till a rule of `reveals` showed the difference.
fn play(pair: &mut [Seated; 2], seed: u64, reveals: &[&str], most: usize) -> usize {
    let mut picks = Picks(Seeded::new(seed, 77));
    assert_alike(pair, true, "at the start").unwrap_or_else(|why| panic!("{why}"));
    for number in 0..most {
        let subjects = pair[0].subjects();
        let own = picks.below(2) == 0;
        let [one, two] = &mut *pair;
        let open = open_orders(if own { &mut one.b } else { &mut one.a }, &subjects);
        if open.is_empty() {
            continue;
        }
        let order = open[picks.below(open.len())].clone();
        let kind = order["kind"].as_str().expect("a kind").to_owned();
        let ask = Ask::Order { order, dice: None };
        let answers = [one, two].map(|seated| {
            let player = if own { &mut seated.b } else { &mut seated.a };
            let answer = player.answer(ask.clone());
            (matches!(answer, Answer::Given { .. } | Answer::Waits { .. }), text(&answer))
        });
        let when =
            format!("seed {seed}, order {number}, {kind} of {}", if own { "B" } else { "A" });
        let shows = reveals.contains(&kind.as_str());
        if answers[0].0 != answers[1].0 {
            // What A may do with other secrets is its own to know.
            assert!(!own || shows, "{when}: {} {}", answers[0].1, answers[1].1);
            return number;
        }
        if own && answers[0].1 != answers[1].1 {
            assert!(shows, "{when}: {} {}", answers[0].1, answers[1].1);
            return number;
        }
        if let Err(why) = assert_alike(pair, number % 8 == 0, &when) {
            assert!(shows, "{why}");
            return number;
        }
    }
    most
}

fn galleys(speeds: [u8; 3], command: bool) -> Set {
    let ship = |name: &str, cq: u8, speed: u8| json!({"name": name, "cq": cq, "speed": speed});
    let a = json!([ship("I", 4, 3), ship("II", 3, 3), ship("III", 2, 3)]);
    let b = json!([ship("IV", 4, 3), ship("V", 3, 2), ship("VI", 2, 4)]);
    let fleet = |nation: &str, notes: &str, ships: Value| {
        json!({"system": SystemTag::ChickenOfTheSea, "name": nation, "nation": nation,
            "notes": notes, "ship": ships})
    };
    let notes = format!("speeds {speeds:?}");
    let options: &[&str] = if command { &["command"] } else { &[] };
    let set = Set::with(&[fleet("carthage", &notes, a), fleet("rome", "", b)], options);
    let mut a = set.sit(Seat::A);
    for (ship, speed) in ["A1", "A2", "A3"].iter().zip(speeds) {
        let answer = a.answer(give(json!({"kind": "set-speed", "ship": ship, "speed": speed})));
        assert!(matches!(answer, Answer::Given { .. }), "{answer:?}");
    }
    drop(a);
    set
}

#[test]
fn tables_that_differ_in_the_speeds_of_one_side_answer_the_other_alike() {
    // These bring a speed to light, by the rules.
    let reveals = [
        "end-move",
        "end-phase",
        "ram",
        "shear",
        "coast",
        "enter-occupied",
        "drift",
        "unfoul",
        "board",
        "counterboard",
        "refloat",
        "command-check",
        "spend",
    ];
    let mut played = 0;
    for seed in 0..2 {
        for command in [false, true] {
            let mut pair = [[1, 2, 3], [4, 3, 2]]
                .map(|speeds| Seated::at(galleys(speeds, command).read_again()));
            played += play(&mut pair, seed, &reveals, 24);
        }
    }
    assert!(played > 10, "the difference showed after {played} orders");
}

fn army(other: bool) -> Value {
    let heavy = |name: &str, zone: &str, column: u8, morale: u8, veteran: bool| {
        json!({"name": name, "kind": "heavy-infantry", "zone": zone, "column": column,
            "max_morale": morale, "veteran": veteran})
    };
    let (centre, left) = ("center-battle-line", "left-battle-line");
    let chits = if other {
        [(4, true), (3, false), (5, true), (4, true), (3, false), (3, false)]
    } else {
        [(3, false), (4, true), (3, false), (3, false), (5, true), (4, true)]
    };
    let places = [(centre, 1), (centre, 2), (left, 1), (left, 2), ("right-battle-line", 1)];
    let places = places.into_iter().chain([("right-battle-line", 2)]);
    let units: Vec<Value> = (1..)
        .zip(places)
        .zip(chits)
        .map(|((number, (zone, column)), (morale, veteran))| {
            heavy(&format!("Unit {number}"), zone, column, morale, veteran)
        })
        .collect();
    let card = if other { "Ambush" } else { "Shout" };
    json!({"system": SystemTag::CommandAndChaos, "name": "Army", "unit": units,
        "notes": format!("{card} first"),
        "card": [{"name": card, "text": "Now.", "count": 9}]})
}

#[test]
fn tables_that_differ_in_the_chits_and_cards_of_one_side_answer_the_other_alike() {
    // Here a grade is announced, or a rout tells a morale.
    let reveals = ["charge", "melee", "allied-morale", "rally", "reveal", "play-card", "discard"];
    let mut played = 0;
    for seed in 0..3 {
        let mut pair = [false, true].map(|other| Seated::at(Set::on(&[army(other), army(false)])));
        played += play(&mut pair, seed, &reveals, 40);
    }
    assert!(played > 15, "the difference showed after {played} orders");
}
