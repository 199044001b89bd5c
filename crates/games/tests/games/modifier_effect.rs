//! Tests of the effect of modifiers on the odds: each is compared with the same order
//! without it.

use dice::Thoroughness;
use engine::analysis::{Affected, ModifierEffect, Unfound, odds, worth};
use games::Battle;
use games::greek_fire::Outcome;
use serde_json::{Value, json};

use super::{chance_of, chances, read, ready, set};

/// The effect of the modifier with this name on an order, with these keys watched.
pub(crate) fn worth_of(
    battle: &Battle,
    order: &Value,
    why: &str,
    watch: &[&str],
) -> ModifierEffect {
    let watch: Vec<String> = watch.iter().map(ToString::to_string).collect();
    let all = worth(&battle.full_view(), &read(battle, order), &watch).expect("an open order");
    let names: Vec<String> = all.iter().map(|w| w.named.modifier.reason.why.to_string()).collect();
    let found = all.into_iter().find(|worth| worth.named.modifier.reason.why == why);
    found.unwrap_or_else(|| panic!("{order}: no modifier `{why}` among {names:?}"))
}

pub(crate) fn assert_near(found: f64, expected: f64, what: &str) {
    assert!((found - expected).abs() < 1e-9, "{what}: {found}, not {expected}");
}

/// Compares an order that has a modifier with one that is the same without it.
fn assert_worth_the_difference(battle: &Battle, [with, without]: [&Value; 2], why: &str) {
    let worth = worth_of(battle, with, why, &[]);
    let (with, without) = (chances(battle, with, &[]), chances(battle, without, &[]));
    let mut moved = 0.0;
    for (what, by) in &worth.moves {
        let Affected::Outcome(outcome) = what else { panic!("{why} moves {what:?}") };
        let difference = with.of(*outcome).to_f64() - without.of(*outcome).to_f64();
        assert_near(*by, difference, outcome.slug());
        moved += by.abs();
    }
    assert!(moved > 0.1, "{why} changes nothing");
}

fn greek_fire() -> Battle {
    ready(["greek-fire/syracuse-athens.toml", "greek-fire/syracuse-syracuse.toml"], &[])
}

#[test]
fn the_effect_of_too_short_a_run_is_the_loss_against_a_longer_one() {
    let ram = |spaces: u32| json!({"kind": "ram", "ship": "A1", "target": "B1", "spaces_straight": spaces});
    let why = "fewer than 3 spaces straight";
    assert_worth_the_difference(&greek_fire(), [&ram(2), &ram(3)], why);
}

#[test]
fn spartans_board_more_easily_and_kill_one_more_with_each_die() {
    let mut battle = greek_fire();
    set(&mut battle, "A1.crew", json!(95));
    set(&mut battle, "A1.captain.skills", json!([]));
    set(&mut battle, "A1.crew_skills", json!(["melee"]));
    let board = json!({"kind": "board", "ship": "A1", "target": "B1"});
    let boards = worth_of(&battle, &board, "melee", &["B1.crew"]);
    for (what, by) in &boards.moves {
        let sign = if *what == Affected::Outcome(Outcome::Melee.into()) { 1.0 } else { -1.0 };
        assert_near(*by, sign * 0.1, "one face of ten");
    }
    // Ten dice for 95 crew; no outcome and no question depends on them.
    let dice = worth_of(&battle, &board, "melee, all dice together", &["A1.crew", "B1.crew"]);
    let melee = chance_of(&chances(&battle, &board, &[]), "melee").to_f64();
    let [(own, by_own), (other, by_other)] = &dice.moves[..] else { panic!("{dice:?}") };
    assert_eq!(
        (own, other),
        (&Affected::Mean("A1.crew".into()), &Affected::Mean("B1.crew".into()))
    );
    assert_near(*by_own, 0.0, "her own crew");
    assert_near(*by_other, -10.0 * melee, "the other's crew");
}

#[test]
fn a_stern_ram_adds_to_the_chance_over_a_flank_ram() {
    let mut battle = ready(
        [
            "chicken-of-the-sea/five-against-five-carthage.toml",
            "chicken-of-the-sea/five-against-five-rome.toml",
        ],
        &[],
    );
    set(&mut battle, "A1.cq", json!(5));
    set(&mut battle, "B1.cq", json!(3));
    set(&mut battle, "A1.speed", json!(5));
    let ram = |aspect: &str| json!({"kind": "ram", "ship": "A1", "target": "B1", "aspect": aspect, "mp_left": 0});
    for aspect in ["front", "stern"] {
        let why = format!("target’s {aspect}");
        assert_worth_the_difference(&battle, [&ram(aspect), &ram("flank")], &why);
    }
}

#[test]
fn a_matchstick_ram_from_aft_is_worth_a_point_on_one_of_two_dice() {
    let battle = ready(
        ["ancient-naval-games/aegates-carthage.toml", "ancient-naval-games/aegates-rome.toml"],
        &[],
    );
    let ram = |aspect: &str| json!({"kind": "ram", "ship": "A1", "target": "B1", "aspect": aspect});
    assert_worth_the_difference(&battle, [&ram("aft"), &ram("side")], "from aft");
}

#[test]
fn odds_with_more_than_twenty_thousand_numbers_are_unknown() {
    let battle = greek_fire();
    let shoot = json!({
        "kind": "shoot", "ship": "A1", "weapon": "archers", "target": "B1", "range": 1,
    });
    let shoot = read(&battle, &shoot);
    let watching = |times: usize| {
        let watch = vec!["B1.crew".to_owned(); times];
        odds(&battle.full_view(), &shoot, &watch, Thoroughness::Merged).err()
    };
    assert_eq!(watching(2), None);
    assert_eq!(watching(12_001), Some(Unfound::RanOut));
}
