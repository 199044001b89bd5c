//! Tests of the odds in a form before the order is given: what is almost certain, what must
//! be rolled, or that the odds are unknown.

use std::collections::{BTreeMap, HashSet};

use dice::{Chance, Seeded, Thoroughness};
use engine::analysis::{
    Forecast, Job, MOST_BRANCHES, Odds, OddsWalk, Progress, Unfound, odds, undecided_numbers,
};
use engine::fleet::read_json;
use games::command_and_chaos::Outcome;
use games::{Battle, Options, Order, SystemTag};
use message::i18n::english;
use serde_json::{Value, json};

use testing::dice_orders::{FoundOrder, made, orders_that_throw};

fn read(battle: &Battle, order: &Value) -> Order {
    battle.read_order(order.as_object().expect("an order")).expect("a good order")
}

fn forecast(FoundOrder { battle, order }: &FoundOrder) -> Forecast {
    Forecast::of(&battle.full_view(), order).expect("an open order")
}

/// Boarders with 17 dice, on a grappled ship with this much crew left.
fn last_stand(crew: u32) -> FoundOrder {
    let corrections = [
        ("A1.grappled", json!(["B1"])),
        ("B1.grappled", json!(["A1"])),
        ("A1.crew", json!(170)),
        ("B1.crew", json!(crew)),
    ];
    let board = json!({"kind": "board", "ship": "A1", "target": "B1"});
    made(SystemTag::GreekFire, &corrections, &board)
}

#[test]
fn results_of_nearly_every_branch_lead_the_forecast() {
    // 17 dice reach 30 or more in almost all rolls.
    let text = forecast(&last_stand(30));
    let lead = text.leads.first().expect("something that is all but certain");
    let says = english(&lead.says);
    assert!(says.starts_with("B1 ") && says.ends_with("loses all 30 of her crew"), "{says}");
    assert_eq!(lead.shown, ">99%");
    assert!(lead.chance > 0.99 && lead.chance < 1.0);
    // All results reach 17 or more.
    let certain = forecast(&last_stand(17));
    assert_eq!(certain.leads[0].shown, "100%");
    // A question with an open answer is not listed as almost certain.
    let open = forecast(&last_stand(60));
    let says: Vec<String> = open.leads.iter().map(|lead| english(&lead.says)).collect();
    assert!(says.iter().all(|says| !says.contains("B1")), "{says:?}");
}

#[test]
fn rowing_that_belongs_to_a_ram_is_not_reported() {
    let ram = json!({"kind": "ram", "ship": "A1", "target": "B1", "spaces_straight": 3});
    let text = forecast(&made(SystemTag::GreekFire, &[], &ram));
    let says: Vec<String> = text.leads.iter().map(|lead| english(&lead.says)).collect();
    assert!(!says.iter().any(|says| says.contains("pent")), "{says:?}");
}

#[test]
fn a_number_that_rarely_changes_is_found() {
    // All 17 dice together must show less than this, which random trials never do.
    let FoundOrder { battle, order } = last_stand(19);
    let keys = undecided_numbers(&battle.full_view(), &order);
    assert!(keys.contains(&"B1.crew".to_owned()), "{keys:?}");
    let all = odds(&battle.full_view(), &order, &keys, Thoroughness::Merged).expect("open");
    let left: f64 = all.watched["B1.crew"]
        .iter()
        .filter(|(value, _)| *value != json!(0))
        .map(|(_, chance)| chance.to_f64())
        .sum();
    assert!(left > 0.0 && left < 1e-9, "{left}");
}

/// Every number that differs after some roll of an order, and its new values.
fn moved_by_throws(FoundOrder { battle, order }: &FoundOrder) -> BTreeMap<String, HashSet<i64>> {
    let mut moved: BTreeMap<String, HashSet<i64>> = BTreeMap::new();
    for seed in 0..200 {
        let report = battle.resolve(order, &mut Seeded::new(seed, 0)).expect("an open order");
        let mut after = battle.clone();
        after.apply(&report.effects);
        for (key, pair) in after.full_view().changes_since(&battle.full_view()) {
            if let [Some(_), Some(now)] = [&pair[0], &pair[1]].map(Value::as_i64) {
                moved.entry(key).or_default().insert(now);
            }
        }
    }
    moved
}

#[test]
fn numbers_found_by_a_walk_match_rolls_and_watched_odds() {
    let mut numbers = 0;
    for &system in SystemTag::ALL {
        for found in orders_that_throw(system, 1).into_values().flatten() {
            let FoundOrder { battle, order } = &found;
            let found_by = |order: &Order| -> Odds {
                let mut walk = OddsWalk::of_numbers(
                    battle.full_view().to_static().into(),
                    order.clone().into(),
                );
                walk.finish();
                walk.found().expect("an open order")
            };
            let walked = found_by(order);
            for (key, values) in moved_by_throws(&found) {
                let known = walked.watched.get(&key);
                let known = known.unwrap_or_else(|| panic!("{key} of {order:?} is not found"));
                let has = |value| known.iter().any(|(known, _)| *known == json!(value));
                assert!(values.into_iter().all(has), "{key} of {order:?}");
                numbers += 1;
            }
            let keys: Vec<String> = walked.watched.keys().cloned().collect();
            let watched =
                odds(&battle.full_view(), order, &keys, Thoroughness::Merged).expect("open");
            assert_eq!(walked.watched, watched.watched, "{order:?}");
        }
    }
    assert!(numbers > 20, "only {numbers} numbers");
}

/// The rolls that are needed, by the label of the outcome.
fn needs(found: &FoundOrder) -> BTreeMap<String, String> {
    let shares = forecast(found).outcomes;
    let with = shares.into_iter().filter_map(|share| Some((share.label.to_string(), share.needs?)));
    with.map(|(label, needs)| (label, english(&needs))).collect()
}

#[test]
fn each_outcome_has_the_roll_that_it_needs() {
    let board = json!({"kind": "board", "ship": "A1", "target": "B1"});
    let text = needs(&made(SystemTag::GreekFire, &[], &board));
    assert_eq!(text["repelled"], "5 or less on 1d10");
    assert_eq!(text["melee"], "6 or more on 1d10");
}

/// An army with this many different cards in its deck.
fn army(cards: usize) -> Value {
    let cards: Vec<Value> = (1..=cards)
        .map(|n| json!({"name": format!("Card {n}"), "text": "It says so.", "count": 1}))
        .collect();
    let spears = |name: &str, zone: &str, morale: u32| {
        json!({
            "name": name, "kind": "heavy-infantry", "zone": zone,
            "column": 1, "max_morale": morale, "veteran": true,
        })
    };
    json!({
        "system": "command-and-chaos",
        "name": "Army",
        "commander": {"name": "Scipio", "zone": "center-battle-line"},
        "unit": [
            spears("First", "left-battle-line", 4),
            spears("Second", "center-battle-line", 4),
            spears("Third", "right-battle-line", 5),
        ],
        "card": cards,
    })
}

fn draw_from(cards: usize) -> FoundOrder {
    let fleet = || read_json(&army(cards)).unwrap_or_else(|f| panic!("{f:#?}")).fleet;
    let battle = Battle::open([fleet(), fleet()], Options::new()).expect("a battle");
    let order = read(&battle, &json!({"kind": "draw", "side": "B"}));
    FoundOrder { battle, order }
}

#[test]
fn equal_results_of_a_draw_are_one_branch() {
    for cards in [12, 54, 250] {
        let FoundOrder { battle, order } = draw_from(cards);
        let mut walk = OddsWalk::of_numbers(battle.full_view().to_static().into(), order.into());
        assert!(!(walk.step() && walk.step()), "{cards} cards");
        let found = walk.found().expect("a draw");
        assert_eq!(found.of(Outcome::Done), Chance::always());
        assert_eq!(found.watched["B.hand_size"], [(json!(5), Chance::always())]);
    }
}

#[test]
fn a_hand_of_too_many_different_cards_is_unknown_and_takes_neither_time_nor_memory() {
    let hand = ["B.hand".to_owned()];
    for cards in [54, 250] {
        let FoundOrder { battle, order } = draw_from(cards);
        let mut walk =
            OddsWalk::watching(battle.full_view().to_static().into(), order.into(), &hand)
                .expect("a key");
        assert!(!walk.step(), "{cards} cards");
        assert_eq!(walk.found(), Err(Unfound::RanOut));
    }
    // Twelve cards make 792 hands, which are enumerated.
    let FoundOrder { battle, order } = draw_from(12);
    let few = odds(&battle.full_view(), &order, &hand, Thoroughness::Merged).expect("few hands");
    assert_eq!(few.watched["B.hand"].len(), 792);
}

#[test]
fn an_unfinished_walk_is_unknown_and_can_be_continued() {
    let FoundOrder { battle, order } = last_stand(60);
    let start =
        || OddsWalk::of_numbers(battle.full_view().to_static().into(), order.clone().into());
    let mut walk = start();
    let ten_steps = |walk: &mut OddsWalk| walk.run_while(|now| !now.done.is_multiple_of(10));
    assert!(ten_steps(&mut walk));
    assert_eq!(walk.progress(), Progress { done: 10, all: MOST_BRANCHES });
    assert_eq!(walk.clone().found(), Err(Unfound::RanOut));
    let mut slices = 1;
    while ten_steps(&mut walk) {
        slices += 1;
        assert!(slices < MOST_BRANCHES, "the enumeration ends");
    }
    assert!(slices > 3);
    let mut at_once = start();
    at_once.finish();
    assert_eq!(walk.found(), at_once.found());
}
