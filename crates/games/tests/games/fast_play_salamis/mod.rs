//! Tests of Fast Play Salamis, from the rules text: classes, phases, attacks, rulings,
//! worked cases.

mod attacks;
mod boarding;
mod charts;
mod rulings;
mod table;
mod tables;

use dice::Chance;
use games::fast_play_salamis::tables::{CLASSES, Class};
use games::fast_play_salamis::{Fleet, ShipEntry};
use games::{Battle, Fleet as AnyFleet};
use rules::common::SideInfo;
use serde_json::{Value, json};

use crate::{outcome, switches};

fn class(slug: &str) -> Class {
    CLASSES.iter().find(|class| class.slug == slug).expect("a class of the rules").clone()
}

fn fleet(name: &str, classes: &[Class], panic: &[(&str, u32)]) -> AnyFleet {
    let ship = |(at, class): (usize, &Class)| ShipEntry {
        name: format!("{name} {}", at + 1),
        class: class.clone(),
    };
    AnyFleet::FastPlaySalamis(Fleet {
        about: SideInfo { name: name.into(), ..SideInfo::default() },
        panic: panic.iter().map(|(fleet, number)| ((*fleet).to_owned(), *number)).collect(),
        house_classes: Vec::new(),
        ships: classes.iter().enumerate().map(ship).collect(),
    })
}

fn battle_of(a: &[Class], b: &[Class], options: &[&'static str]) -> Battle {
    let fleets = [fleet("Greeks", a, &[]), fleet("Persians", b, &[])];
    let options = switches(fleets[0].system(), options);
    Battle::open(fleets, options).expect("a battle")
}

fn battle(a: &[&str], b: &[&str]) -> Battle {
    let classes = |slugs: &[&str]| slugs.iter().map(|slug| class(slug)).collect::<Vec<_>>();
    battle_of(&classes(a), &classes(b), &[])
}

/// Four of one class against four of another, so that one loss causes no panic.
fn duel(a: &str, b: &str) -> Battle {
    battle(&[a; 4], &[b; 4])
}

fn bows(ship: &str, target: &str, range_in: u32) -> Value {
    json!({"kind": "bows", "ship": ship, "target": target, "range_in": range_in})
}

fn ram(ship: &str, target: &str) -> Value {
    json!({"kind": "ram", "ship": ship, "target": target})
}

fn board(ship: &str, target: &str) -> Value {
    json!({"kind": "board", "ship": ship, "target": target})
}

fn fight(attacker: &str, defender: &str) -> Value {
    json!({"kind": "hand-to-hand", "attacker": attacker, "defender": defender})
}

fn breakaway(ship: &str) -> Value {
    json!({"kind": "breakaway", "ship": ship})
}

fn end_phase() -> Value {
    json!({"kind": "end-phase"})
}

fn none() -> Value {
    json!([])
}

/// Ends this many phases.
fn pass(battle: &mut Battle, phases: usize) {
    for _ in 0..phases {
        assert_eq!(outcome(battle, &end_phase(), &none()).0, "done");
    }
}

/// A1 has rammed B1 in the ram phase, without damage.
fn after_a_ram(a: &str, b: &str) -> Battle {
    let mut battle = duel(a, b);
    pass(&mut battle, 1);
    assert_eq!(outcome(&mut battle, &ram("A1", "B1"), &json!([12, 0])).0, "no-damage");
    battle
}

/// The probability of exactly this many hits of `dice`, each with `good` faces out of 6.
fn exactly(hits: u32, dice: u32, good: u32) -> Chance {
    let choose = (0..hits).fold(1u64, |c, i| c * u64::from(dice - i) / u64::from(i + 1));
    let ways = choose * u64::from(good).pow(hits) * u64::from(6 - good).pow(dice - hits);
    Chance::of(ways, 6u64.pow(dice))
}

/// The probability of at least this many hits.
fn at_least(least: u32, dice: u32, good: u32) -> Chance {
    let mut chance = Chance::never();
    for hits in least..=dice {
        chance.add(&exactly(hits, dice, good));
    }
    chance
}

/// The number of ways in 36 to roll this or less with two dice.
fn ways_at_most(figure: u32) -> u32 {
    let pairs = (1..=6).flat_map(|a| (1..=6).map(move |b| a + b));
    u32::try_from(pairs.filter(|sum| *sum <= figure).count()).expect("36 at most")
}

/// The probability of rolling this or less with two dice.
fn two_dice_at_most(figure: u32) -> Chance {
    Chance::of(ways_at_most(figure), 36u32)
}

/// The probability that a ram, with ramming speed on `rsp`, has at least this many hits.
fn ram_hits(least: u32, dice: u32, rsp: u32) -> Chance {
    let mut chance = two_dice_at_most(rsp).times(&at_least(least, dice + 2, 2));
    let slow = Chance::of(36 - ways_at_most(rsp), 36u32);
    chance.add(&slow.times(&at_least(least, dice, 2)));
    chance
}

#[test]
fn a_ship_leaves_the_table_in_her_movement_free_of_any_contact() {
    let leave = json!({"kind": "leave-table", "ship": "A1"});
    let mut b = duel("athenian", "phoenician");
    let mut held = b.clone();
    crate::set(&mut held, "A1.in_contact_with", json!(["B1"]));
    assert!(crate::refusal(&held, &leave).contains("must break away first"));
    for done in ["A1.moved", "A1.breakaway_tried"] {
        let mut late = b.clone();
        crate::set(&mut late, done, json!(true));
        assert!(crate::refusal(&late, &leave).contains("has used up her move"), "{done}");
    }
    assert!(crate::warnings(&b, &leave)[0].contains("counts as lost"));
    outcome(&mut b, &leave, &json!([]));
    assert_eq!(crate::value(&b, "A1.status"), json!("off-table"));
    let mut elsewhere = duel("athenian", "phoenician");
    let by_another = json!({"kind": "leave-table", "ship": "A1", "elsewhere": true});
    outcome(&mut elsewhere, &by_another, &json!([]));
    assert_eq!(crate::value(&elsewhere, "A1.status"), json!("fled"));
}
