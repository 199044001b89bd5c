//! Properties of every battle that players can reach: no order crashes the program,
//! whatever its content; a refused order changes nothing; numbers stay in their range; an
//! undo can be redone, and a saved battle can be loaded.
//!
//! `RANDOM_ORDERS=100000 cargo test --release --test engine properties` plays that many
//! orders of each game; the seeds are the same in every run.

use dice::{Seeded, Thoroughness};
use engine::analysis::odds;
use engine::journal::{DiceChoice, Journal};
use games::{Battle, SystemTag, offers};
use rules::{Side, Subject, Viewer};
use serde_json::{Map, Value, json};

use testing::player::{Picks, nth_battle, play, subjects};

/// The number of orders of each game that are played.
fn orders() -> usize {
    let asked = std::env::var("RANDOM_ORDERS").ok().and_then(|orders| orders.parse().ok());
    asked.unwrap_or(400)
}

/// The number of orders of a battle, and of those between two checks.
const OF_A_BATTLE: usize = 300;
const BETWEEN: usize = 30;

/// Values that players would rarely or never enter.
fn odd_values(battle: &Battle, picks: &mut Picks) -> Vec<Value> {
    let tags = battle.tags();
    let tag = tags[picks.below(tags.len())];
    vec![
        json!(tag),
        json!("A0"),
        json!("B4000000000"),
        json!("Ω"),
        json!(""),
        json!("x".repeat(2_000)),
        json!(0),
        json!(-1),
        json!(picks.below(120)),
        json!(u64::MAX),
        json!(i64::MIN),
        json!(1e308),
        json!(0.5),
        json!(true),
        Value::Null,
        json!([]),
        json!([tag, tag]),
        json!([tag, 7, null]),
        json!({"A1": {"deep": [1]}}),
    ]
}

/// An order of any kind with random values in its fields; most make no sense.
fn odd_order(battle: &Battle, subject: Subject, picks: &mut Picks) -> Option<Map<String, Value>> {
    let all = offers(&battle.full_view(), subject);
    let offer = all.get(picks.below(all.len()))?;
    let odd = odd_values(battle, picks);
    let mut order = Map::from_iter([("kind".to_owned(), json!(offer.spec.kind))]);
    for field in &offer.fields {
        let value = match picks.below(4) {
            0 => Some(odd[picks.below(odd.len())].clone()),
            1 => {
                let choice = field.choices.get(picks.below(field.choices.len()));
                choice.map(|choice| choice.value.clone()).or_else(|| field.value.clone())
            }
            2 => field.range.map(|(low, high)| json!(if picks.below(2) == 0 { low } else { high })),
            _ => field.value.clone(),
        };
        if let Some(value) = value {
            order.insert(field.spec.name.into(), value);
        }
    }
    Some(order)
}

/// Gives random orders to a battle: each is carried out or refused, and a refused order
/// changes nothing. Returns the numbers carried out and refused.
fn give_odd_orders(journal: &Journal, picks: &mut Picks) -> [usize; 2] {
    let mut came = [0, 0];
    let mut all = subjects(journal.battle());
    picks.shuffle(&mut all);
    for subject in all.into_iter().take(4) {
        for _ in 0..4 {
            let battle = journal.battle();
            let Some(written) = odd_order(battle, subject, picks) else { continue };
            let Ok(order) = battle.read_order(&written) else {
                came[1] += 1;
                continue;
            };
            let mut tried = journal.clone();
            match tried.give(&order, &DiceChoice::Program, 7, "") {
                Ok(_) => {
                    in_range(tried.battle(), &written);
                    came[0] += 1;
                }
                Err(stop) => {
                    assert!(!stop.to_string().is_empty(), "{written:?}");
                    assert_eq!(&tried, journal, "a refused order changed the battle: {written:?}");
                    came[1] += 1;
                }
            }
            // Requesting its odds does not crash the program either.
            if picks.below(12) == 0 {
                let _ = odds(&battle.full_view(), &order, &[], Thoroughness::Merged);
            }
        }
    }
    came
}

/// Checks that no number of a record is beyond the limits of records, and no counter of a
/// card is above its maximum.
fn in_range(battle: &Battle, after: &Map<String, Value>) {
    fn check(value: &Value, after: &Map<String, Value>) {
        match value {
            Value::Number(number) => {
                let number = number.as_i64().expect("whole numbers");
                assert!((-20_000..=20_000).contains(&number), "{number} after {after:?}");
            }
            Value::Array(list) => list.iter().for_each(|value| check(value, after)),
            Value::Object(keys) => keys.values().for_each(|value| check(value, after)),
            Value::Null | Value::Bool(_) | Value::String(_) => {}
        }
    }
    check(&battle.full_view().state(), after);
    for tag in battle.tags() {
        for viewer in [Viewer::Everyone, Viewer::Side(Side::A), Viewer::Both] {
            for gauge in battle.known_to(viewer).card(tag).expect("a card").gauges {
                assert!(gauge.value <= 20_000 && gauge.full <= 20_000, "{tag} {gauge:?} {after:?}");
            }
        }
    }
}

fn undone_and_redone(journal: &mut Journal, picks: &mut Picks) {
    let (before, count) = (journal.clone(), 1 + picks.below(40));
    let mut undone = 0;
    while undone < count && journal.undo().is_some() {
        undone += 1;
    }
    assert_eq!(journal.at(journal.cursor()), Some(journal.battle()));
    for _ in 0..undone {
        journal.redo().expect("it was undone");
    }
    assert_eq!(*journal, before);
}

#[test]
fn a_battle_stays_sound_under_random_edits() {
    std::thread::scope(|scope| {
        for system in SystemTag::ALL {
            scope.spawn(move || {
                let (mut given, mut came, mut seed) = (0, [0, 0], 1_000);
                while given < orders() {
                    let mut picks = Picks::new(seed);
                    let opening = nth_battle(*system, seed % 24);
                    let mut journal = Journal::open(opening).expect("a ready battle");
                    while journal.cursor() < OF_A_BATTLE {
                        // `play` checks that there is no dead end, and that no refusal
                        // changes anything.
                        let played = play(&mut journal, BETWEEN, &mut picks);
                        in_range(journal.battle(), &Map::new());
                        let [done, refused] = give_odd_orders(&journal, &mut picks);
                        came = [came[0] + done, came[1] + refused];
                        undone_and_redone(&mut journal, &mut picks);
                        if played.given < BETWEEN {
                            break;
                        }
                    }
                    given += journal.cursor();
                    let loaded = Journal::read_file(&journal.to_file()).expect("its own file");
                    assert_eq!(loaded, journal, "{system}, seed {seed}");
                    seed += 1;
                }
                let [done, refused] = came;
                assert!(
                    done >= 5 && refused >= 50,
                    "{system}: {done} odd orders, {refused} refused"
                );
            });
        }
    });
}

#[test]
fn the_dice_of_an_order_are_the_same_however_often_it_is_resolved() {
    for system in SystemTag::ALL {
        let mut journal = Journal::open(nth_battle(*system, 3)).expect("a ready battle");
        play(&mut journal, 60, &mut Picks::new(4));
        for (index, entry) in journal.entries().enumerate() {
            let battle = journal.at(index).expect("before it");
            let order = battle.read_order(&entry.order).expect("it was given");
            let once = battle.resolve(&order, &mut Seeded::new(1, 2));
            assert_eq!(once, battle.resolve(&order, &mut Seeded::new(1, 2)), "{system} {index}");
        }
    }
}
