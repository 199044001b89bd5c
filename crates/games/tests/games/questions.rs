//! Tests of questions about several rolls, against sums done by hand.

use engine::analysis::answer;
use games::{Battle, BattleQuestion};
use serde_json::{Value, json};

use super::{chance_of, chances, read, ready, set, value};

/// The questions of an order.
fn asked(battle: &Battle, order: &Value) -> Vec<BattleQuestion> {
    battle.full_view().questions(&read(battle, order))
}

fn question(battle: &Battle, order: &Value, words: &str) -> BattleQuestion {
    let questions = asked(battle, order);
    let all: Vec<_> = questions.iter().map(|question| &question.asks).collect();
    let found = questions.iter().find(|question| question.asks.to_string().contains(words));
    found.unwrap_or_else(|| panic!("{order}: no question with {words}: {all:?}")).clone()
}

/// The answer, which must be the same without merging battles.
fn answered(battle: &Battle, order: &Value, words: &str) -> f64 {
    let question = question(battle, order, words);
    let answered = answer(&battle.full_view(), &question).expect("an answer");
    let in_full =
        answer(&battle.full_view(), &BattleQuestion { depends_on: Vec::new(), ..question });
    assert_eq!(Some(&answered), in_full.as_ref());
    answered.to_f64()
}

fn assert_near(found: f64, expected: f64) {
    assert!((found - expected).abs() < 1e-12, "{found}, not {expected}");
}

/// The probability of exactly `k` hits with `n` dice.
fn hits(n: i32, k: i32, one: f64) -> f64 {
    let ways = (0..k).fold(1.0, |ways, i| ways * f64::from(n - i) / f64::from(i + 1));
    ways * one.powi(k) * (1.0 - one).powi(n - k)
}

/// Fast Play Salamis: the probability that a fight ends with at least this many hits.
fn fight(attacker: i32, defender: i32, least: i32) -> f64 {
    let mut sum = 0.0;
    for struck in 0..=attacker {
        for cancelled in 0..=defender {
            if (struck - cancelled).max(0) >= least {
                sum += hits(attacker, struck, 0.5) * hits(defender, cancelled, 1.0 / 3.0);
            }
        }
    }
    sum
}

/// An Athenian (ram 5, ramming speed on 9, boards on 7, hand to hand 4) against a
/// Phoenician (boards on 7, hand to hand 3, lost with 3 hits).
#[test]
fn a_ram_in_salamis_is_followed_through_boarding_to_the_end_of_the_fight() {
    let mut battle = ready(
        ["fast-play-salamis/starter-greeks.toml", "fast-play-salamis/starter-persians.toml"],
        &[],
    );
    set(&mut battle, "A1.hits", json!(2));
    let ram = json!({"kind": "ram", "ship": "A1", "target": "B1"});
    let boards = 21.0 / 36.0;
    let (mut sunk, mut taken) = (0.0, 0.0);
    for (dice, chance) in [(7, 30.0 / 36.0), (5, 6.0 / 36.0)] {
        for k in 0..=dice {
            let chance = chance * hits(dice, k, 1.0 / 3.0);
            if k >= 3 {
                sunk += chance;
            } else {
                taken += chance * boards * fight(4, 3, 3 - k);
            }
        }
    }
    assert_near(answered(&battle, &ram, "only A1 may board"), sunk + taken);
    let both =
        answered(&battle, &ram, "B1 Tetramnestos of Sidon is sunk or captured, if both ships");
    assert_near(both, sunk + (1.0 - boards) * taken);
    let herself = answered(&battle, &ram, "A1 Themistokles is sunk or captured, if both ships");
    assert_near(herself, (1.0 - sunk) * boards * fight(3, 4, 2));

    set(&mut battle, "B1.rammed_by_this_phase", json!(["A1"]));
    set(&mut battle, "B1.in_contact_with", json!(["A1"]));
    let board = json!({"kind": "board", "ship": "A1", "target": "B1"});
    assert_near(answered(&battle, &board, "is captured"), boards * fight(4, 3, 3));
}

#[test]
fn a_boarding_that_fails_on_a_six_may_cost_the_boarder_her_galley() {
    let mut battle = ready(
        [
            "chicken-of-the-sea/five-against-five-carthage.toml",
            "chicken-of-the-sea/five-against-five-rome.toml",
        ],
        &[],
    );
    set(&mut battle, "B1.cq", json!(3));
    let board = json!({"kind": "board", "ships": ["A1", "A2"], "target": "B1"});
    assert_eq!(asked(&battle, &board).len(), 2);
    // A 6; then Rome boards on 1 to 4, and her die +1 beats the other's in 21 of the 31
    // cases without a tie.
    let lost = 1.0 / 6.0 * 4.0 / 6.0 * 21.0 / 31.0;
    assert_near(answered(&battle, &board, "A2"), lost);
    set(&mut battle, "B1.fouled_with", json!(["B2"]));
    assert!(asked(&battle, &board).is_empty());
}

#[test]
fn a_slow_galley_is_rammed_if_she_does_not_get_out_of_the_way() {
    let mut battle = ready(
        [
            "chicken-of-the-sea/five-against-five-carthage.toml",
            "chicken-of-the-sea/five-against-five-rome.toml",
        ],
        &[],
    );
    for (key, value) in [("A1.cq", 5), ("A1.speed", 5), ("B1.cq", 2), ("B1.speed", 1)] {
        set(&mut battle, key, json!(value));
    }
    let ram = json!({
        "kind": "ram", "ship": "A1", "target": "B1", "aspect": "flank", "mp_left": 0,
    });
    let sunk = chance_of(&chances(&battle, &ram, &[]), "sunk").to_f64();
    assert!(sunk > 0.0);
    // She backs water on a 1 or a 2.
    assert_near(answered(&battle, &ram, "if she first tries to avoid"), 4.0 / 6.0 * sunk);
    set(&mut battle, "B1.speed", json!(3));
    assert!(asked(&battle, &ram).is_empty(), "too fast to avoid");
}

#[test]
fn a_ram_that_is_avoided_is_tried_again_while_there_are_points() {
    let battle = ready(
        ["ancient-naval-games/aegates-carthage.toml", "ancient-naval-games/aegates-rome.toml"],
        &[],
    );
    let ram = json!({"kind": "ram", "ship": "A1", "target": "B1", "aspect": "side"});
    assert_eq!(value(&battle, "A1.size"), value(&battle, "B1.size"));
    // Equal ships: avoided in 15 of 36, three times in a row.
    let avoided: f64 = 15.0 / 36.0;
    assert_near(answered(&battle, &ram, "3 attempts"), 1.0 - avoided.powi(3));
    let mut fewer = battle;
    set(&mut fewer, "A1.mp_left", json!(2));
    assert_near(answered(&fewer, &ram, "2 attempts"), 1.0 - avoided.powi(2));
    set(&mut fewer, "A1.mp_left", json!(1));
    assert!(asked(&fewer, &ram).is_empty(), "the odds already cover one attempt");
}

fn greek_fire() -> Battle {
    ready(["greek-fire/syracuse-athens.toml", "greek-fire/syracuse-syracuse.toml"], &[])
}

/// Three mounts of archers at a ship with parablemata: each hits with 60%, and sets fire on
/// a 1.
#[test]
fn a_volley_counts_every_mount_that_reaches() {
    let mut battle = greek_fire();
    let shoot = json!({
        "kind": "shoot", "ship": "A1", "weapon": "archers", "target": "B1", "range": 2,
    });
    let spared: f64 = 1.0 - 0.6 / 6.0;
    let fire = answered(&battle, &shoot, "catches fire, if all 3 mounts shoot");
    assert_near(fire, 1.0 - spared.powi(3));
    set(&mut battle, "B1.fires", json!(2));
    assert_near(answered(&battle, &shoot, "gets another fire counter"), 1.0 - spared.powi(3));

    // One mount has shot, and the rowers only reach one hex.
    set(&mut battle, "A1.ammo.archers-2", json!(0));
    let near = json!({
        "kind": "shoot", "ship": "A1", "weapon": "archers", "target": "B1", "range": 1,
    });
    assert_near(answered(&battle, &near, "all 3 mounts"), 1.0 - spared.powi(2));
    set(&mut battle, "A1.ammo.archers-1", json!(0));
    assert!(asked(&battle, &shoot).is_empty(), "one mount alone is no volley");
}

#[test]
fn a_volley_may_leave_half_of_the_crew_or_none() {
    let mut battle = greek_fire();
    let shoot = json!({
        "kind": "shoot", "ship": "A1", "weapon": "archers", "target": "B1", "range": 2,
    });
    // Fewer than five dead, from three shots with 0 (40%) or 1 to 10 (6% each).
    let mut dead = vec![1.0];
    for _ in 0..3 {
        let mut more = vec![0.0; dead.len() + 10];
        for (before, chance) in dead.iter().enumerate() {
            more[before] += chance * 0.4;
            for kills in 1..=10 {
                more[before + kills] += chance * 0.06;
            }
        }
        dead = more;
    }
    let five_or_more = 1.0 - dead[..5].iter().sum::<f64>();
    let full = value(&battle, "B1.full_crew").as_i64().expect("a number");
    set(&mut battle, "B1.crew", json!(full / 2 + 5));
    assert_near(answered(&battle, &shoot, "half her crew or more dead"), five_or_more);
    set(&mut battle, "B1.crew", json!(5));
    assert_near(answered(&battle, &shoot, "no crew left"), five_or_more);
    set(&mut battle, "B1.crew", json!(full));
    assert_eq!(asked(&battle, &shoot).len(), 1, "too many crew to matter");
}

#[test]
fn a_ram_is_followed_until_she_goes_down() {
    let battle = greek_fire();
    let ram = json!({"kind": "ram", "ship": "A1", "target": "B1", "spaces_straight": 3});
    let odds = chances(&battle, &ram, &[]);
    let of = |outcome| chance_of(&odds, outcome).to_f64();
    let within_three = of("sunk") + of("sinking-fast") / 2.0 + of("sinking-slowly") * 3.0 / 36.0;
    assert_near(answered(&battle, &ram, "within 3 rounds"), within_three);
}

#[test]
fn fires_left_alone_burn_a_ship_down() {
    let mut battle = greek_fire();
    set(&mut battle, "A1.fires", json!(1));
    let fire = json!({"kind": "fire", "ship": "A1"});
    // 1 becomes 2 on a six. 2 become 4 on two sixes, or 3 on one while the other keeps
    // burning. 3 need three sixes; 4 need two more lit than out: 4 lit, or 3 lit, or 2 lit
    // and none out.
    let four: f64 = (1.0 + 4.0 * 5.0 + 6.0 * 4.0 * 4.0) / 1296.0;
    let two = 1.0 / 36.0 * four + 8.0 / 36.0 / 216.0;
    assert_near(answered(&battle, &fire, "burns down"), two / 6.0);
}
