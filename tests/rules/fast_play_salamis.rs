//! Fast Play Salamis, from the rules text: classes, phases, attacks, rulings,
//! worked cases.

use std::borrow::Cow;

use serde_json::{Value, json};
use trierarch::dice::Chance;
use trierarch::fleet::{library, read_json, read_toml, to_json};
use trierarch::rules::fast_play_salamis::tables::{CLASSES, Class};
use trierarch::rules::fast_play_salamis::{Fleet, ShipEntry};
use trierarch::rules::{
    Battle, Fleet as AnyFleet, Side, Standing, Stop, Subject, SystemTag, Viewer, offers,
};
use trierarch::wording;

use crate::random_play::play_to_the_end;
use crate::{
    assert_twins_agree, chances, give, outcome, read, ready, refusal, set, value, warnings,
};

fn class(slug: &str) -> Class {
    CLASSES.iter().find(|class| class.slug == slug).expect("a class of the rules").clone()
}

fn fleet(name: &str, classes: &[Class], panic_number: Option<u32>) -> AnyFleet {
    let ship = |(at, class): (usize, &Class)| ShipEntry {
        name: format!("{name} {}", at + 1),
        class: class.clone(),
    };
    AnyFleet::FastPlaySalamis(Fleet {
        name: name.into(),
        people: String::new(),
        notes: String::new(),
        panic_number,
        house_classes: Vec::new(),
        ships: classes.iter().enumerate().map(ship).collect(),
    })
}

fn battle_of(a: &[Class], b: &[Class], options: &[&'static str]) -> Battle {
    let fleets = [fleet("Greeks", a, None), fleet("Persians", b, None)];
    Battle::open(fleets, options.iter().copied().collect()).expect("a battle")
}

fn battle(a: &[&str], b: &[&str]) -> Battle {
    let classes = |slugs: &[&str]| slugs.iter().map(|slug| class(slug)).collect::<Vec<_>>();
    battle_of(&classes(a), &classes(b), &[])
}

/// Four of one class against four of another, so that one loss is no panic.
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

/// Ends as many phases.
fn pass(battle: &mut Battle, phases: usize) {
    for _ in 0..phases {
        assert_eq!(outcome(battle, &end_phase(), &none()).0, "done");
    }
}

/// A1 has rammed B1 in the ram phase, and done no damage.
fn after_a_ram(a: &str, b: &str) -> Battle {
    let mut battle = duel(a, b);
    pass(&mut battle, 1);
    assert_eq!(outcome(&mut battle, &ram("A1", "B1"), &json!([12, 0])).0, "no-damage");
    battle
}

/// The chance of exactly so many hits of `dice`, each with `good` faces of 6.
fn exactly(hits: u32, dice: u32, good: u32) -> Chance {
    let choose = (0..hits).fold(1u64, |c, i| c * u64::from(dice - i) / u64::from(i + 1));
    let ways = choose * u64::from(good).pow(hits) * u64::from(6 - good).pow(dice - hits);
    Chance::of(ways, 6u64.pow(dice))
}

/// The chance of at least so many.
fn at_least(least: u32, dice: u32, good: u32) -> Chance {
    let mut chance = Chance::never();
    for hits in least..=dice {
        chance.add(&exactly(hits, dice, good));
    }
    chance
}

/// Ways in 36 to throw this or less with two dice.
fn ways_at_most(figure: u32) -> u32 {
    let pairs = (1..=6).flat_map(|a| (1..=6).map(move |b| a + b));
    u32::try_from(pairs.filter(|sum| *sum <= figure).count()).expect("36 at most")
}

/// The chance to throw this or less with two dice.
fn two_dice_at_most(figure: u32) -> Chance {
    Chance::of(ways_at_most(figure), 36u32)
}

/// The chance that a ram with ramming speed on `rsp` has at least so many hits.
fn ram_hits(least: u32, dice: u32, rsp: u32) -> Chance {
    let mut chance = two_dice_at_most(rsp).times(&at_least(least, dice + 2, 2));
    let slow = Chance::of(36 - ways_at_most(rsp), 36u32);
    chance.add(&slow.times(&at_least(least, dice, 2)));
    chance
}

// ---- Tables and logs ----

#[test]
fn the_six_classes_have_the_figures_of_the_table() {
    let table = [
        ("athenian", "Athenian", [5, 45, 5, 9, 1, 6, 4, 7, 4]),
        ("spartan", "Spartan", [6, 45, 5, 8, 1, 6, 5, 8, 4]),
        ("corinthian", "Corinthian", [6, 45, 5, 8, 1, 6, 3, 6, 4]),
        ("phoenician", "Phoenician", [8, 30, 4, 6, 2, 6, 3, 7, 3]),
        ("cyprian-egyptian", "Cyprian or Egyptian", [7, 30, 4, 5, 2, 6, 3, 6, 4]),
        ("greek-traitor", "Greek traitors", [6, 45, 5, 7, 1, 6, 3, 6, 4]),
    ];
    for (slug, name, figures) in table {
        let c = class(slug);
        assert_eq!(c.fleet, name);
        let read = [
            c.move_inches,
            c.turn_degrees,
            c.ram_dice,
            c.rsp,
            c.bow_dice,
            c.bow_range_inches,
            c.hand_to_hand,
            c.mbs,
            c.viability,
        ];
        assert_eq!(read, figures, "{slug}");
    }
    assert_eq!(CLASSES.len(), table.len());
}

#[test]
fn the_logs_have_the_keys_of_the_rules() {
    let b = duel("athenian", "phoenician");
    let state = b.state(Viewer::Everyone);
    assert_eq!(
        state["sides"][1]["ships"][0],
        json!({
            "tag": "B1", "name": "Persians 1", "class": "phoenician", "hits": 0, "viability": 3,
            "status": "in-action", "in_contact_with": [], "shot_this_phase": false,
            "moved": false, "rammed_by_this_phase": null, "board_tried": false,
            "boarded_by": null,
        })
    );
    assert_eq!(state["sides"][0]["panic_number"], json!(2));
    assert_eq!(state["sides"][0]["panicked"], json!(false));
    assert_eq!(state["options"], json!({"d10": false}));
}

// ---- Checks ----

#[test]
fn ruling_f1_ramming_speed_is_that_or_less_on_2d6_or_on_1d10_with_the_switch() {
    for class in &CLASSES {
        for (switches, throw) in [(&[][..], "2d6"), (&["d10"][..], "1d10")] {
            let classes = vec![class.clone(); 4];
            let mut b = battle_of(&classes, &classes, switches);
            set(&mut b, "A1.in_contact_with", json!(["B1"]));
            let odds = chances(&b, &breakaway("A1"), &[]);
            let expected = match throw {
                "2d6" => two_dice_at_most(class.rsp),
                _ => Chance::of(class.rsp, 10u32),
            };
            assert_eq!(odds.of("away"), expected, "{} on {throw}", class.slug);
            let report = give(&mut b, &breakaway("A1"), &json!([class.rsp])).expect("a check");
            assert_eq!(report.rolls[0].notation, throw);
            assert_eq!(report.outcome, "away", "the figure itself is enough");
        }
    }
}

#[test]
fn boarding_is_the_skill_or_less() {
    for class in &CLASSES {
        let b = after_a_ram("athenian", &class.slug);
        let odds = chances(&b, &board("B1", "A1"), &["A1.boarded_by"]);
        assert_eq!(odds.of("boards"), two_dice_at_most(class.mbs), "{}", class.slug);
        assert!(odds.watched["A1.boarded_by"].contains(&(json!("B1"), odds.of("boards"))));
        for (dice, slug) in [(class.mbs, "boards"), (class.mbs + 1, "fails")] {
            assert_eq!(outcome(&mut b.clone(), &board("B1", "A1"), &json!([dice])).0, slug);
        }
    }
}

// ---- Bows ----

#[test]
fn bows_hit_on_six_within_their_range_once_a_phase() {
    for (slug, dice) in [("athenian", 1), ("phoenician", 2)] {
        let mut b = duel("athenian", slug);
        let odds = chances(&b, &bows("B1", "A1", 6), &["A1.hits"]);
        assert_eq!(odds.of("hits"), Chance::always());
        let all_miss = Chance::of(5u64.pow(dice), 6u64.pow(dice));
        assert_eq!(odds.watched["A1.hits"][0], (json!(0), all_miss), "{slug}");
        assert!(refusal(&b, &bows("B1", "A1", 7)).contains("reach 6"));
        let faces: Vec<u32> = vec![6; dice as usize];
        let (outcome_slug, changes) = outcome(&mut b, &bows("B1", "A1", 6), &json!([faces]));
        assert_eq!(outcome_slug, "hits");
        assert_eq!(changes["A1.hits"], json!([0, dice]));
        assert_eq!(changes["B1.shot_this_phase"], json!([false, true]));
        assert!(refusal(&b, &bows("B1", "A2", 1)).contains("has shot"));
        pass(&mut b, 6);
        assert_eq!(outcome(&mut b, &bows("B1", "A2", 0), &json!([0])).0, "hits");
    }
}

#[test]
fn ruling_f2_bows_stop_one_hit_short_of_the_viability() {
    for (hits, after) in [(0, 2), (1, 3), (2, 3), (3, 3)] {
        let mut b = duel("athenian", "phoenician");
        set(&mut b, "A1.hits", json!(hits));
        assert_eq!(outcome(&mut b, &bows("B1", "A1", 2), &json!([2])).0, "hits");
        assert_eq!(value(&b, "A1.hits"), json!(after));
        assert_eq!(value(&b, "A1.status"), json!("in-action"));
    }
}

// ---- Breakaway ----

#[test]
fn a_ship_that_breaks_away_leaves_her_contacts_and_one_that_does_not_stays() {
    for (dice, slug, left) in [(9, "away", json!([])), (10, "held", json!(["B1", "B2"]))] {
        let mut b = duel("athenian", "phoenician");
        set(&mut b, "A1.in_contact_with", json!(["B1", "B2"]));
        set(&mut b, "B1.in_contact_with", json!(["A1"]));
        set(&mut b, "B2.in_contact_with", json!(["A1", "A2"]));
        assert_eq!(outcome(&mut b, &breakaway("A1"), &json!([dice])).0, slug);
        assert_eq!(value(&b, "A1.in_contact_with"), left);
        let others = if slug == "away" { json!(["A2"]) } else { json!(["A1", "A2"]) };
        assert_eq!(value(&b, "B2.in_contact_with"), others);
        assert_eq!(value(&b, "A1.moved"), json!(true));
        if slug == "held" {
            assert!(refusal(&b, &breakaway("A1")).contains("has had her move"));
        } else {
            assert!(refusal(&b, &breakaway("A1")).contains("in contact with nobody"));
        }
        assert_eq!(outcome(&mut b, &bows("B1", "A1", 1), &json!([0])).0, "hits");
    }
    assert!(refusal(&duel("athenian", "spartan"), &breakaway("A1")).contains("nobody"));
}

// ---- Rams ----

#[test]
fn a_ram_throws_two_more_dice_at_ramming_speed() {
    for class in &CLASSES {
        let mut b = duel(&class.slug, "athenian");
        let dice = class.ram_dice;
        for (check, thrown) in [(class.rsp, dice + 2), (class.rsp + 1, dice)] {
            let report = give(&mut b.clone(), &ram("A1", "B1"), &json!([check, 0])).expect("a ram");
            assert_eq!(report.rolls[1].notation, format!("{thrown}d6 hits on 5+"));
        }
        let odds = chances(&b, &ram("A1", "B1"), &[]);
        assert_eq!(odds.of("sunk"), ram_hits(4, dice, class.rsp), "{}", class.slug);
        set(&mut b, "B1.hits", json!(3));
        let odds = chances(&b, &ram("A1", "B1"), &[]);
        assert_eq!(odds.of("sunk"), ram_hits(1, dice, class.rsp), "{}", class.slug);
    }
}

#[test]
fn what_becomes_of_the_two_of_a_ram() {
    for (hits, slug) in [(0, "no-damage"), (1, "holed"), (2, "holed"), (3, "sunk"), (5, "sunk")] {
        let mut b = duel("athenian", "phoenician");
        pass(&mut b, 1);
        let (told, changes) = outcome(&mut b, &ram("A1", "B1"), &json!([9, hits]));
        assert_eq!(told, slug);
        assert_eq!(value(&b, "B1.hits"), json!(hits));
        assert_eq!(value(&b, "B1.rammed_by_this_phase"), json!("A1"));
        let touching = if slug == "sunk" { json!([]) } else { json!(["B1"]) };
        assert_eq!(value(&b, "A1.in_contact_with"), touching);
        let sunk = json!(["in-action", "sunk"]);
        assert_eq!(changes.get("B1.status"), (slug == "sunk").then_some(&sunk));
    }
}

#[test]
fn ruling_f4_hits_from_every_cause_add_up() {
    let mut b = duel("athenian", "phoenician");
    assert_eq!(outcome(&mut b, &bows("B1", "A1", 3), &json!([1])).0, "hits");
    pass(&mut b, 4);
    assert_eq!(outcome(&mut b, &ram("B1", "A1"), &json!([6, 2])).0, "holed");
    assert_eq!(outcome(&mut b, &board("B1", "A1"), &json!([2])).0, "boards");
    assert_eq!(outcome(&mut b, &fight("B1", "A1"), &json!([2, 1])).0, "captured");
    assert_eq!(value(&b, "A1.hits"), json!(4));
}

#[test]
fn a_ship_that_leaves_lets_go_of_all_that_touched_her() {
    let mut b = after_a_ram("athenian", "phoenician");
    outcome(&mut b, &board("B1", "A1"), &json!([2]));
    assert_eq!(value(&b, "A1.boarded_by"), json!("B1"));
    outcome(&mut b, &ram("A2", "B1"), &json!([9, 3]));
    assert_eq!(value(&b, "B1.status"), json!("sunk"));
    assert_eq!(value(&b, "A1.in_contact_with"), json!([]));
    assert_eq!(value(&b, "A1.boarded_by"), Value::Null);
    assert!(refusal(&b, &fight("B1", "A1")).contains("sunk"));
}

// ---- Boarding ----

#[test]
fn the_rammed_ships_owner_attempts_first_and_then_the_rammer() {
    let mut b = after_a_ram("athenian", "phoenician");
    assert_eq!(outcome(&mut b, &board("B1", "A1"), &json!([8])).0, "fails");
    assert_eq!(value(&b, "B1.board_tried"), json!(true));
    assert!(refusal(&b, &board("B1", "A1")).contains("has attempted it"));
    assert_eq!(warnings(&b, &board("A1", "B1")), [""; 0]);
    let (slug, changes) = outcome(&mut b, &board("A1", "B1"), &json!([7]));
    assert_eq!(slug, "boards");
    assert_eq!(changes["B1.boarded_by"], json!([null, "A1"]));
}

#[test]
fn the_owner_may_let_it_be_and_the_rammers_attempt_only_warns() {
    let mut b = after_a_ram("athenian", "phoenician");
    let told = ["B1 was rammed and may attempt to board first"];
    assert_eq!(warnings(&b, &board("A1", "B1")), told);
    let report = give(&mut b, &board("A1", "B1"), &json!([8])).expect("carried out");
    assert_eq!((report.outcome, &*report.warnings), ("fails", &[told[0].to_owned()][..]));
    let late = warnings(&b, &board("B1", "A1"));
    assert_eq!(late, ["A1 has attempted to board already; B1 was to be first"]);
}

#[test]
fn only_ships_in_contact_after_a_ram_of_this_turn_board() {
    let mut b = duel("athenian", "phoenician");
    assert!(refusal(&b, &board("A1", "B1")).contains("neither A1 nor B1 has rammed"));
    set(&mut b, "A1.in_contact_with", json!(["B1"]));
    set(&mut b, "B1.in_contact_with", json!(["A1"]));
    assert!(refusal(&b, &board("B1", "A1")).contains("neither B1 nor A1 has rammed"));
    set(&mut b, "B1.rammed_by_this_phase", json!("A1"));
    outcome(&mut b.clone(), &board("B1", "A1"), &json!([2]));
    set(&mut b, "A1.in_contact_with", json!([]));
    set(&mut b, "B1.in_contact_with", json!([]));
    assert!(refusal(&b, &board("B1", "A1")).contains("not in contact"));
    assert!(refusal(&b, &board("B2", "A1")).contains("neither"));
    let mut next_turn = after_a_ram("athenian", "phoenician");
    pass(&mut next_turn, 2);
    assert_eq!(value(&next_turn, "A1.in_contact_with"), json!(["B1"]), "still locked");
    assert!(refusal(&next_turn, &board("B1", "A1")).contains("neither"));
}

#[test]
fn a_contact_has_one_fight_a_phase() {
    let mut b = after_a_ram("athenian", "phoenician");
    outcome(&mut b, &board("B1", "A1"), &json!([2]));
    for again in [board("A1", "B1"), board("B1", "A1")] {
        assert!(refusal(&b, &again).contains("have their fight"));
    }
    assert_eq!(outcome(&mut b, &fight("B1", "A1"), &json!([0, 0])).0, "fought-off");
    for again in [board("A1", "B1"), board("B1", "A1")] {
        assert!(refusal(&b, &again).contains("have their fight"));
    }
    assert!(refusal(&b, &fight("B1", "A1")).contains("has not boarded"));
}

#[test]
fn a_ship_rammed_by_two_has_an_attempt_in_each_contact() {
    let mut b = after_a_ram("athenian", "athenian");
    outcome(&mut b, &ram("A2", "B1"), &json!([12, 0]));
    assert_eq!(value(&b, "B1.rammed_by_this_phase"), json!(["A1", "A2"]));
    assert_eq!(outcome(&mut b, &board("B1", "A1"), &json!([12])).0, "fails");
    assert_eq!(outcome(&mut b, &board("B1", "A2"), &json!([2])).0, "boards");
    assert!(refusal(&b, &board("B1", "A1")).contains("has attempted it"));
    assert_eq!(outcome(&mut b, &board("A1", "B1"), &json!([2])).0, "boards");
    assert_eq!(outcome(&mut b, &fight("A1", "B1"), &json!([1, 0])).0, "fought-off");
    assert_eq!(outcome(&mut b, &fight("B1", "A2"), &json!([1, 0])).0, "fought-off");
}

#[test]
fn an_attempt_that_was_corrected_in_counts() {
    let mut b = after_a_ram("athenian", "phoenician");
    set(&mut b, "B1.board_tried", json!(true));
    assert!(refusal(&b, &board("B1", "A1")).contains("has attempted it"));
    assert_eq!(warnings(&b, &board("A1", "B1")), [""; 0]);
    set(&mut b, "B1.board_tried", json!(false));
    outcome(&mut b, &board("B1", "A1"), &json!([12]));
}

// ---- Hand to hand ----

#[test]
fn hand_to_hand_counts_the_attackers_hits_less_the_defenders_cancels() {
    // Hits before, attacker's and defender's successes: hits after, outcome.
    for (before, struck, cancels, after, slug) in [
        (0, 4, 0, 4, "captured"),
        (0, 4, 1, 3, "fought-off"),
        (1, 4, 1, 4, "captured"),
        (3, 1, 0, 4, "captured"),
        (3, 1, 1, 3, "fought-off"),
        (3, 0, 0, 3, "fought-off"),
        (2, 1, 3, 2, "fought-off"),
        (3, 4, 0, 7, "captured"),
    ] {
        let mut b = duel("athenian", "greek-traitor");
        set(&mut b, "B1.boarded_by", json!("A1"));
        set(&mut b, "B1.hits", json!(before));
        let (told, _) = outcome(&mut b, &fight("A1", "B1"), &json!([struck, cancels]));
        assert_eq!(told, slug, "{before} {struck} {cancels}");
        assert_eq!(value(&b, "B1.hits"), json!(after));
        assert_eq!(value(&b, "A1.hits"), json!(0), "the defender does no damage");
    }
}

#[test]
fn hand_to_hand_hits_on_four_and_cancels_on_five() {
    for attacker in &CLASSES {
        for defender in &CLASSES {
            let mut b = duel(&attacker.slug, &defender.slug);
            set(&mut b, "B1.boarded_by", json!("A1"));
            let odds = chances(&b, &fight("A1", "B1"), &[]);
            let mut captured = Chance::never();
            for cancels in 0..=defender.hand_to_hand {
                let cancelled = exactly(cancels, defender.hand_to_hand, 2);
                let needs = defender.viability + cancels;
                if needs <= attacker.hand_to_hand {
                    captured.add(&cancelled.times(&at_least(needs, attacker.hand_to_hand, 3)));
                }
            }
            assert_eq!(odds.of("captured"), captured, "{} {}", attacker.slug, defender.slug);
        }
    }
}

#[test]
fn both_sides_hand_to_hand_dice_are_those_of_their_class() {
    let mut b = duel("spartan", "phoenician");
    set(&mut b, "B1.boarded_by", json!(["A1"]));
    let report =
        give(&mut b, &fight("A1", "B1"), &json!([[4, 4, 6, 3, 1], [5, 6, 4]])).expect("a fight");
    let told: Vec<_> = report.rolls.iter().map(|r| (&*r.notation, r.natural)).collect();
    assert_eq!(told, [("5d6 hits on 4+", 3), ("3d6 hits on 5+", 2)]);
    assert_eq!(value(&b, "B1.hits"), json!(1));
}

#[test]
fn a_captured_ship_takes_no_further_part_and_her_captor_fights_on() {
    let mut b = after_a_ram("athenian", "phoenician");
    outcome(&mut b, &board("A1", "B1"), &json!([2]));
    pass(&mut b, 1);
    let (slug, changes) = outcome(&mut b, &fight("A1", "B1"), &json!([3, 0]));
    assert_eq!(slug, "captured");
    assert_eq!(changes["B1.status"], json!(["in-action", "captured"]));
    assert_eq!(value(&b, "A1.in_contact_with"), json!([]));
    assert!(refusal(&b, &bows("B1", "A2", 1)).contains("captured"));
    assert!(refusal(&b, &ram("A2", "B1")).contains("captured"));
    pass(&mut b, 4);
    outcome(&mut b, &ram("A1", "B2"), &json!([2, 1]));
}

// ---- Panic ----

#[test]
fn ruling_f3_the_panic_number_is_half_the_fleet_rounded_up_unless_set() {
    for (ships, number) in [(1, 1), (2, 1), (5, 3), (6, 3), (13, 7)] {
        let b = battle_of(&vec![class("athenian"); ships], &[class("spartan")], &[]);
        assert_eq!(value(&b, "A.panic_number"), json!(number), "{ships}");
    }
    let sides = [
        fleet("Greeks", &vec![class("athenian"); 6], Some(5)),
        fleet("Persians", &[class("spartan")], None),
    ];
    let b = Battle::open(sides, [].into()).expect("a battle");
    assert_eq!(value(&b, "A.panic_number"), json!(5));
}

#[test]
fn a_side_panics_when_its_sunk_and_captured_reach_the_number() {
    let mut b = battle(&["athenian"; 5], &["phoenician"; 5]);
    set(&mut b, "B1.status", json!("sunk"));
    set(&mut b, "B2.status", json!("fled"));
    outcome(&mut b, &ram("A1", "B3"), &json!([2, 3]));
    assert_eq!(value(&b, "B.panicked"), json!(false), "two of three; one that fled is not lost");
    assert_eq!(b.winner(), None);
    set(&mut b, "B4.boarded_by", json!("A2"));
    let (slug, changes) = outcome(&mut b, &fight("A2", "B4"), &json!([3, 0]));
    assert_eq!(slug, "captured");
    assert_eq!(changes["B.panicked"], json!([false, true]));
    assert_eq!(value(&b, "B5.status"), json!("fled"));
    assert_eq!(value(&b, "B4.status"), json!("captured"));
    assert_eq!(b.winner(), Some("A"));
    assert_eq!(warnings(&b, &end_phase()), ["the battle is over"]);
    assert_eq!(b.guide().prompt, "Side B flees in panic: the victory is with side A (Greeks).");
}

#[test]
fn the_panic_number_can_be_corrected_and_counts_from_the_next_loss() {
    let mut b = battle(&["athenian"; 2], &["phoenician"; 9]);
    set(&mut b, "B.panic_number", json!(1));
    let odds = chances(&b, &ram("A1", "B1"), &["B.panicked"]);
    assert!(odds.watched["B.panicked"].contains(&(json!(true), odds.of("sunk"))));
    for (field, wrong) in
        [("panic_number", json!(0)), ("panicked", json!("yes")), ("ceded", json!(true))]
    {
        let order = json!({"kind": "adjust", "ship": "B", "field": field, "value": wrong});
        let stop = give(&mut b, &order, &none()).expect_err("nonsense");
        assert!(matches!(stop, Stop::Nonsense(_)), "{stop:?}");
    }
}

// ---- Sequence ----

#[test]
fn each_side_moves_rams_and_fights_in_turn() {
    let mut b = duel("athenian", "phoenician");
    let state = |b: &Battle| {
        let all = b.state(Viewer::Everyone);
        [&all["round"], &all["to_move"], &all["phase"]].map(ToString::to_string).join(" ")
    };
    for expected in [
        "1 \"A\" \"movement\"",
        "1 \"A\" \"ram\"",
        "1 \"A\" \"hand-to-hand\"",
        "1 \"B\" \"movement\"",
        "1 \"B\" \"ram\"",
        "1 \"B\" \"hand-to-hand\"",
        "2 \"A\" \"movement\"",
    ] {
        assert_eq!(state(&b), expected);
        pass(&mut b, 1);
    }
}

#[test]
fn a_turn_ends_with_its_marks() {
    let mut b = after_a_ram("athenian", "phoenician");
    outcome(&mut b, &board("B1", "A1"), &json!([2]));
    set(&mut b, "A2.moved", json!(true));
    pass(&mut b, 1);
    assert_eq!(value(&b, "A1.boarded_by"), json!("B1"), "still to be fought");
    pass(&mut b, 1);
    for key in ["A1.boarded_by", "B1.rammed_by_this_phase"] {
        assert_eq!(value(&b, key), Value::Null, "{key}");
    }
    for key in ["B1.board_tried", "A2.moved"] {
        assert_eq!(value(&b, key), json!(false), "{key}");
    }
}

#[test]
fn attempts_and_fights_of_an_earlier_turn_count_no_more() {
    let mut b = after_a_ram("athenian", "athenian");
    outcome(&mut b, &board("B1", "A1"), &json!([12]));
    outcome(&mut b, &board("A1", "B1"), &json!([2]));
    outcome(&mut b, &fight("A1", "B1"), &json!([0, 0]));
    pass(&mut b, 5);
    for rammer in ["A1", "A2"] {
        outcome(&mut b, &ram(rammer, "B1"), &json!([12, 0]));
    }
    assert_eq!(outcome(&mut b, &board("B1", "A2"), &json!([12])).0, "fails");
    assert_eq!(outcome(&mut b, &board("B1", "A1"), &json!([2])).0, "boards");
    assert_eq!(outcome(&mut b, &fight("B1", "A1"), &json!([1, 0])).0, "fought-off");
}

#[test]
fn out_of_turn_is_a_warning() {
    let mut b = duel("athenian", "phoenician");
    set(&mut b, "B1.in_contact_with", json!(["A1"]));
    let wrong_side = "it is the turn of side A (Greeks)";
    for (order, told) in [
        (bows("A1", "B1", 1), "side A moves; side B shoots"),
        (breakaway("B1"), wrong_side),
        (ram("B1", "A1"), wrong_side),
    ] {
        assert_eq!(warnings(&b, &order), [told], "{order}");
    }
    let report = give(&mut b, &ram("B1", "A1"), &json!([2, 0])).expect("carried out");
    assert_eq!(report.warnings, [wrong_side]);
    assert_eq!(b.state(Viewer::Everyone)["phase"], json!("movement"), "A still moves");
    pass(&mut b, 2);
    set(&mut b, "A1.in_contact_with", json!(["B1"]));
    for (order, told) in [
        (bows("B2", "A1", 1), "bows are shot in the other side's movement phase"),
        (breakaway("A1"), "movement comes before hand to hand"),
        (ram("A2", "B2"), "ramming comes before hand to hand"),
        (board("A1", "B1"), "boarding comes before hand to hand"),
    ] {
        assert_eq!(warnings(&b, &order), [told], "{order}");
    }
}

#[test]
fn phases_that_are_skipped_do_not_warn_and_the_turn_goes_on_from_there() {
    let mut b = duel("athenian", "phoenician");
    let phase = |b: &Battle| b.state(Viewer::Everyone)["phase"].clone();
    for (order, dice, after) in [
        (ram("A1", "B1"), json!([2, 1]), "ram"),
        (board("B1", "A1"), json!([2]), "ram"),
        (fight("B1", "A1"), json!([1, 0]), "hand-to-hand"),
    ] {
        let report = give(&mut b, &order, &dice).expect("carried out");
        assert_eq!(report.warnings, [""; 0], "{order}");
        assert_eq!(phase(&b), json!(after));
    }
}

#[test]
fn a_second_ram_of_a_ship_in_a_turn_warns() {
    let mut b = after_a_ram("athenian", "phoenician");
    assert_eq!(warnings(&b, &ram("A1", "B2")), ["A1 has rammed B1 this turn"]);
    assert_eq!(warnings(&b, &ram("A2", "B1")), [""; 0]);
    outcome(&mut b, &ram("A1", "B2"), &json!([2, 1]));
}

#[test]
fn attacks_that_make_no_sense_are_refused() {
    let b = duel("athenian", "phoenician");
    for order in [bows("A1", "A2", 1), ram("A1", "A2"), board("A1", "A2"), fight("A1", "A2")] {
        assert!(refusal(&b, &order).contains("friend"), "{order}");
    }
    assert!(refusal(&b, &ram("A1", "A1")).contains("herself"));
    assert!(refusal(&b, &fight("A1", "B1")).contains("A1 Greeks 1 has not boarded B1"));
    let stop = give(&mut b.clone(), &ram("A1", "B9"), &none()).expect_err("nobody");
    assert!(matches!(stop, Stop::Nonsense(_)), "{stop:?}");
}

#[test]
fn impossible_corrections_are_refused() {
    let b = duel("athenian", "phoenician");
    for (field, wrong, why) in [
        ("class", json!("spartan"), "keeps her class"),
        ("viability", json!(0), "1 or more"),
        ("in_contact_with", json!(["B9"]), "there is no B9"),
        ("boarded_by", json!("A2"), "friend"),
        ("rammed_by_this_phase", json!(["B1", "B9"]), "there is no B9"),
    ] {
        let order = json!({"kind": "adjust", "ship": "A1", "field": field, "value": wrong});
        assert!(refusal(&b, &order).contains(why), "{field}");
    }
    for (field, wrong) in [("boarded_by", json!(1)), ("status", json!("lost"))] {
        let order = json!({"kind": "adjust", "ship": "A1", "field": field, "value": wrong});
        let stop = give(&mut b.clone(), &order, &none()).expect_err("nonsense");
        assert!(matches!(stop, Stop::Nonsense(_)), "{stop:?}");
    }
}

// ---- House classes ----

#[test]
fn a_house_class_fights_with_its_own_figures() {
    let aeginetan = Class {
        slug: Cow::Borrowed("aeginetan"),
        fleet: Cow::Borrowed("Aeginetan"),
        rsp: 12,
        ram_dice: 1,
        bow_dice: 0,
        hand_to_hand: 0,
        viability: 9,
        ..class("athenian")
    };
    let mut b = battle_of(&vec![aeginetan; 3], &vec![class("spartan"); 3], &[]);
    assert_eq!(value(&b, "A1.viability"), json!(9));
    assert!(refusal(&b, &bows("A1", "B1", 1)).contains("has no bows"));
    let report = give(&mut b, &ram("A1", "B1"), &json!([12, 3])).expect("a ram");
    assert_eq!(report.rolls[1].notation, "3d6 hits on 5+");
    outcome(&mut b, &board("A1", "B1"), &json!([2]));
    assert_eq!(outcome(&mut b, &fight("A1", "B1"), &json!([0])).0, "fought-off", "no dice of hers");
}

#[test]
fn the_fleet_file_takes_house_classes_and_a_panic_number() {
    let path = "fast-play-salamis/prize-of-valour-greeks.toml";
    let text = library::file(path).expect("a ready fleet");
    let checked = read_toml(text).unwrap_or_else(|faults| panic!("{faults:#?}")).fleet;
    let AnyFleet::FastPlaySalamis(read) = &checked else { panic!("another system") };
    assert_eq!(read.house_classes[0].slug, "aeginetan");
    assert_eq!(read.panics_at(), 4);
    assert_eq!(read_json(&to_json(&checked)).map(|c| c.fleet), Ok(checked.clone()));
    for (from, to, why) in [
        ("rsp = 8 ", "rsp = 13 ", "`rsp` takes a whole number from 0 to 12, not 13"),
        ("viability = 4", "viability = 0", "`viability` takes a whole number from 1 to 100, not 0"),
        ("\"aeginetan\"\nfleet", "\"spartan\"\nfleet", "`spartan` is a class of the rules"),
        ("people", "panic_number = 0\npeople", "`panic_number` takes a whole number from 1"),
        ("class = \"athenian\"", "class = \"athenien\"", "did you mean `athenian`?"),
        ("mbs = 7 ", "mbs = 7\nspeed = 1 ", "unknown key `speed`"),
    ] {
        let wrong = text.replacen(from, to, 1);
        assert_ne!(wrong, text, "{from}");
        let faults = read_toml(&wrong).expect_err("a fault");
        assert!(faults.iter().any(|fault| fault.why.contains(why)), "{why}: {faults:#?}");
    }
}

// ---- Worked cases ----

#[test]
fn worked_an_athenian_sinks_a_phoenician_at_ramming_speed() {
    let b = duel("athenian", "phoenician");
    let at_speed = at_least(3, 7, 2);
    assert!((at_speed.to_f64() - 0.4294).abs() < 5e-5);
    let odds = chances(&b, &ram("A1", "B1"), &[]);
    assert_eq!(odds.of("sunk"), ram_hits(3, 5, 9));
    let mut certain = duel("athenian", "phoenician");
    set(&mut certain, "A1.in_contact_with", json!(["B1"]));
    assert_eq!(chances(&certain, &breakaway("A1"), &[]).of("away"), Chance::of(30u32, 36u32));
}

#[test]
fn the_odds_equal_their_slow_twin() {
    let mut b = after_a_ram("athenian", "phoenician");
    set(&mut b, "B1.hits", json!(1));
    set(&mut b, "B2.boarded_by", json!("A2"));
    for (order, watch) in [
        (bows("A1", "B1", 3), vec!["B1.hits"]),
        (breakaway("A1"), vec!["A1.moved", "B1.in_contact_with"]),
        (ram("A2", "B1"), vec!["B1.hits", "B1.status"]),
        (board("B1", "A1"), vec!["A1.boarded_by"]),
        (fight("A2", "B2"), vec!["B2.hits", "B2.status"]),
    ] {
        assert_twins_agree(&b, &order, &watch);
    }
}

// ---- What players see ----

fn subject(tag: &str) -> Subject {
    Subject::Unit(tag.parse().expect("a tag"))
}

#[test]
fn the_offers_of_a_ship_say_what_is_open_and_why_the_rest_is_not() {
    let b = after_a_ram("athenian", "phoenician");
    let all = offers(&b, subject("B1"));
    let told: Vec<_> = all.iter().map(|o| (o.spec.kind, o.refused.is_none())).collect();
    assert_eq!(
        told,
        [
            ("bows", true),
            ("breakaway", true),
            ("ram", true),
            ("board", true),
            ("hand-to-hand", false),
            ("adjust", true)
        ]
    );
    assert_eq!(all[0].fields[2].range, Some((0, 6)));
    let targets: Vec<_> = all[3].fields[1].choices.iter().map(|c| c.value.clone()).collect();
    assert_eq!(targets, [json!("A1")], "only who rammed her");
    assert!(all[4].refused.as_ref().is_some_and(|r| r.why.contains("has not boarded")));
    let kinds =
        |subject| offers(&b, subject).iter().map(|offer| offer.spec.kind).collect::<Vec<_>>();
    assert_eq!(kinds(Subject::Battle), ["end-phase"]);
    assert_eq!(kinds(Subject::Side(Side::B)), ["adjust"]);
}

#[test]
fn a_correction_begins_with_the_entry_as_it_stands() {
    let mut b = duel("athenian", "phoenician");
    set(&mut b, "A1.hits", json!(2));
    let offered = |subject| {
        let all = offers(&b, subject);
        let adjust = all.iter().find(|offer| offer.spec.kind == "adjust").expect("offered");
        assert!(adjust.fields[0].choices.is_empty(), "whose log is no question");
        let open = adjust.fields[1].choices.iter().all(|choice| choice.refused.is_none());
        (adjust.fields[1].value.clone(), adjust.fields[2].value.clone(), open)
    };
    let whole = |field: &str, value: u32| (Some(json!(field)), Some(json!(value)), true);
    assert_eq!(offered(subject("A1")), whole("hits", 2));
    assert_eq!(offered(Subject::Side(Side::A)), whole("panic_number", 2));
}

#[test]
fn the_guide_puts_the_rammed_ships_attempt_before_the_rammers() {
    let mut b = battle(&["athenian"; 3], &["phoenician"; 3]);
    let next = |b: &Battle| {
        let steps = b.guide().next.into_iter();
        steps.map(|step| format!("{} {}", step.subject, step.kind)).collect::<Vec<_>>()
    };
    set(&mut b, "A3.in_contact_with", json!(["B3"]));
    assert_eq!(next(&b), ["A3 breakaway", "the battle end-phase", "B1 bows", "B2 bows", "B3 bows"]);
    pass(&mut b, 1);
    outcome(&mut b, &ram("A1", "B1"), &json!([2, 1]));
    assert_eq!(next(&b), ["B1 board", "A1 board", "A2 ram", "A3 ram", "the battle end-phase"]);
    outcome(&mut b, &board("B1", "A1"), &json!([2]));
    assert_eq!(next(&b), ["A2 ram", "A3 ram", "the battle end-phase"]);
    pass(&mut b, 1);
    assert_eq!(next(&b), ["B1 hand-to-hand", "the battle end-phase"]);
}

#[test]
fn a_card_and_a_sheet_show_viability() {
    let mut b = ready(
        ["fast-play-salamis/starter-greeks.toml", "fast-play-salamis/starter-persians.toml"],
        &["d10"],
    );
    set(&mut b, "A1.hits", json!(3));
    let tag = "A1".parse().expect("a tag");
    let card = b.card(tag, Viewer::Everyone).expect("a card");
    assert_eq!((card.gauges[0].value, card.gauges[0].full), (1, 4), "one hit is left");
    assert_eq!(card.standing, Standing::Ready);
    assert_eq!(card.marks[0].label, "one hit from defeat");
    let sheet = b.sheet(tag, false).expect("a sheet");
    assert_eq!((sheet.tracks[0].boxes, sheet.tracks[0].crossed), (4, 3));
    let fact = |caption: &str| {
        sheet.facts.iter().find(|fact| fact.caption == caption).map(|fact| fact.text.clone())
    };
    assert_eq!(fact("Ramming speed (RSP)").as_deref(), Some("1d10: 9 or less"));
    assert_eq!(fact("Ram at ramming speed").as_deref(), Some("7d6, 5-6"));
    assert_eq!(b.sheet(tag, true).expect("a sheet").tracks[0].crossed, 0);
    assert_eq!(b.uses(Side::A), ["athenian", "corinthian", "spartan"]);
    let slugs: Vec<_> = SystemTag::FastPlaySalamis.charts().iter().map(|c| c.slug).collect();
    assert_eq!(slugs, ["turn", "classes", "attacks", "boarding", "hand-to-hand", "panic"]);
}

#[test]
fn what_happens_is_told_in_sentences() {
    let mut b = battle(&["athenian"; 2], &["phoenician"; 2]);
    pass(&mut b, 1);
    let mut told = |order: Value, dice: Value| {
        let _ = read(&b, &order);
        let before = b.clone();
        let report = give(&mut b, &order, &dice).expect("carried out");
        wording::sentences(&before, &report)
    };
    assert_eq!(
        told(ram("A1", "B1"), json!([9, 2])),
        [
            "A1 Greeks 1 rams B1 Persians 1 at ramming speed.",
            "B1 Persians 1 takes 2 hits: 2 of 3.",
            "A1 Greeks 1 and B1 Persians 1 are in contact."
        ]
    );
    assert_eq!(
        told(board("A1", "B1"), json!([7])),
        ["The marines of A1 Greeks 1 are on the deck of B1 Persians 1."]
    );
    assert_eq!(told(end_phase(), none()), ["Hand to hand."]);
    assert_eq!(
        told(fight("A1", "B1"), json!([2, 1])),
        [
            "They fight on the deck of B1 Persians 1, whose men turn back 1 hit.",
            "B1 Persians 1 takes 1 hit: 3 of 3.",
            "B1 Persians 1 is captured by A1 Greeks 1; move her off next turn.",
            "Side B (Persians) panics and flees."
        ]
    );
}

// ---- Whole battles ----

#[test]
fn random_play_of_the_ready_battles_always_comes_to_an_end() {
    let system = SystemTag::FastPlaySalamis;
    for ready_battle in library::battles().iter().filter(|b| b.system == system) {
        for (seed, switches) in [(1, &[][..]), (2, &["d10"]), (3, &[])] {
            let mut b = ready(ready_battle.sides, switches);
            assert!(play_to_the_end(&mut b, seed, 6_000) > 10, "{}", ready_battle.slug);
        }
    }
}
