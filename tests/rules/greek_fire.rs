//! Greek Fire, from the rules text: tables, phases, rulings, worked cases.

use std::borrow::Cow;

use serde_json::{Value, json};
use trierarch::dice::Chance;
use trierarch::rules::greek_fire::tables::{Advantage, CrewQuality, SHIP_TYPES, ShipType, Skill};
use trierarch::rules::greek_fire::{Captain, Fleet, ShipEntry};
use trierarch::rules::{Battle, Fleet as AnyFleet, Options, Viewer};

use crate::{assert_twins_agree, chances, give, outcome, refusal, set, value};

fn ship_type(slug: &str) -> ShipType {
    SHIP_TYPES.iter().find(|t| t.slug == slug).expect("a type of the rules").clone()
}

fn ship(slug: &str) -> ShipEntry {
    ShipEntry {
        name: format!("the {slug}"),
        ship_type: ship_type(slug),
        crew_quality: CrewQuality::Good,
        captain: Captain::default(),
        crew_skills: Vec::new(),
        advantages: Vec::new(),
    }
}

fn with(slug: &str, advantages: &[Advantage]) -> ShipEntry {
    ShipEntry { advantages: advantages.to_vec(), ..ship(slug) }
}

fn skilled(slug: &str, skills: &[Skill]) -> ShipEntry {
    ShipEntry {
        captain: Captain { name: "Φορμίων".into(), skills: skills.to_vec() }, ..ship(slug)
    }
}

fn battle(a: Vec<ShipEntry>, b: Vec<ShipEntry>) -> Battle {
    battle_with(a, b, &[])
}

fn battle_with(a: Vec<ShipEntry>, b: Vec<ShipEntry>, options: &[&'static str]) -> Battle {
    let fleet = |name: &str, ships| {
        AnyFleet::GreekFire(Fleet {
            name: name.into(),
            people: String::new(),
            notes: String::new(),
            house_types: Vec::new(),
            ships,
        })
    };
    let options: Options = options.iter().copied().collect();
    Battle::open([fleet("Athens", a), fleet("Corinth", b)], options).expect("a battle")
}

fn duel(a: ShipEntry, b: ShipEntry) -> Battle {
    battle(vec![a], vec![b])
}

fn percent(chance: &Chance) -> f64 {
    (chance.to_f64() * 1e6).round() / 1e4
}

fn ram(spaces: u32) -> Value {
    json!({"kind": "ram", "ship": "A1", "target": "B1", "spaces_straight": spaces})
}

fn shoot(weapon: &str, range: u32) -> Value {
    json!({"kind": "shoot", "ship": "A1", "weapon": weapon, "target": "B1", "range": range})
}

// ---- Tables ----

#[test]
fn the_ten_types_have_the_figures_of_the_table() {
    let table = [
        ("triaconter", [3, 1, 30, 4]),
        ("penteconter", [5, 2, 50, 4]),
        ("bireme", [5, 3, 100, 5]),
        ("bireme-modified-trireme", [4, 4, 100, 5]),
        ("trireme", [6, 5, 170, 6]),
        ("trireme-full-deck", [8, 5, 170, 6]),
        ("quadrireme", [10, 6, 220, 5]),
        ("quinquereme", [12, 7, 300, 4]),
        ("large-quinquereme", [16, 8, 400, 3]),
        ("huge-quinquereme", [20, 9, 500, 2]),
    ];
    for (slug, figures) in table {
        let t = ship_type(slug);
        assert_eq!([t.deck, t.ram, t.crew, t.move_points], figures, "{slug}");
    }
    assert_eq!(SHIP_TYPES.len(), table.len());
}

/// Range and minimum, lowest natural roll that hits, kill throw, fire, spreads.
#[test]
fn every_weapon_reaches_hits_kills_and_burns_as_in_the_table() {
    let table = [
        ("archers", Advantage::Archers, [2, 1], 4, "1d10", 1),
        ("greek-fire", Advantage::GreekFire, [1, 1], 6, "2d10", 4),
        ("ballistae", Advantage::Ballistae, [4, 1], 5, "1d6", 1),
        ("catapult", Advantage::Catapult, [6, 2], 7, "2d10", 2),
        ("onagers", Advantage::Onagers, [4, 1], 6, "1d10", 1),
        ("trebuchet", Advantage::Trebuchet, [10, 3], 8, "3d10", 3),
        ("tower-archers", Advantage::TowerArchers, [3, 1], 3, "1d10", 1),
    ];
    for (weapon, advantage, [longest, shortest], needs, kills, fire) in table {
        let fresh = duel(with("trireme", &[advantage]), ship("trireme"));
        assert_eq!(value(&fresh, &format!("A1.ammo.{weapon}-1")), json!(10));
        let why = refusal(&fresh, &shoot(weapon, longest + 1));
        assert!(why.contains(&format!("{weapon} reach {longest}")), "{why}");
        refusal(&fresh, &shoot(weapon, shortest - 1));
        let mut missed = fresh.clone();
        let (miss, changes) = outcome(&mut missed, &shoot(weapon, longest), &json!([needs - 1]));
        assert_eq!(miss, "miss");
        assert_eq!(changes[&format!("A1.ammo.{weapon}-1")], json!([10, 9]));
        let mut hit = fresh.clone();
        let count: i64 = kills[..1].parse().expect("a count");
        let dry = give(&mut hit, &shoot(weapon, shortest), &json!([needs, count, fire + 1]))
            .expect("a shot");
        assert_eq!((dry.outcome, dry.rolls[1].notation.as_str()), ("hit", kills), "{weapon}");
        assert_eq!(value(&hit, "B1.crew"), json!(170 - count));
        let mut lit = fresh.clone();
        let dice = if weapon == "greek-fire" {
            json!([10, count, fire, 3])
        } else {
            json!([10, count, fire])
        };
        assert_eq!(outcome(&mut lit, &shoot(weapon, shortest), &dice).0, "hit-and-fire");
        let counters = if weapon == "greek-fire" { 3 } else { 1 };
        assert_eq!(value(&lit, "B1.fires"), json!(counters), "{weapon}");
    }
}

#[test]
fn rowers_throw_at_one_hex_without_ammo_and_without_fire() {
    let mut b = duel(ship("trireme"), ship("trireme"));
    refusal(&b, &shoot("rowers", 2));
    assert_eq!(outcome(&mut b.clone(), &shoot("rowers", 1), &json!([6])).0, "miss");
    let (hit, changes) = outcome(&mut b, &shoot("rowers", 1), &json!([7, 4]));
    assert_eq!(hit, "hit");
    assert_eq!(changes["B1.crew"], json!([170, 166]));
    assert_eq!(changes["A1.shot.rowers"], json!([null, true]));
    let why = refusal(&b, &shoot("rowers", 1));
    assert!(why.contains("has shot"), "{why}");
}

#[test]
fn the_ram_table_row_by_row() {
    // Equal ships, three straight: the modified roll is the natural one.
    let rows = [
        (1, "no-effect", json!([]), json!([0, null, "in-action"])),
        (2, "no-effect", json!([]), json!([0, null, "in-action"])),
        (3, "oars-sheared", json!([4]), json!([4, null, "in-action"])),
        (6, "oars-sheared", json!([1]), json!([1, null, "in-action"])),
        (7, "sinking-slowly", json!([9, 2]), json!([2, 9, "in-action"])),
        (8, "sinking-slowly", json!([[6, 6], 6]), json!([6, 12, "in-action"])),
        (9, "sinking-fast", json!([3, 5]), json!([5, 3, "in-action"])),
        (10, "sunk", json!([]), json!([0, null, "sunk"])),
    ];
    for (natural, expected, more, after) in rows {
        let mut b = duel(ship("trireme"), ship("trireme"));
        let mut dice = vec![json!(natural)];
        dice.extend(more.as_array().expect("a list").iter().cloned());
        let (got, changes) = outcome(&mut b, &ram(3), &json!(dice));
        assert_eq!(got, expected, "{natural}");
        let now =
            json!([value(&b, "B1.move_lost"), value(&b, "B1.sinking_in"), value(&b, "B1.status")]);
        assert_eq!(now, after, "{natural}");
        let victories = u32::from(expected == "sunk");
        assert_eq!(value(&b, "A1.victories"), json!(victories));
        assert_eq!(changes["A1.rammed_this_turn"], json!([[], ["B1"]]));
    }
}

#[test]
fn the_sail_table_row_by_row() {
    // `sails` lifts the die as far as the row needs.
    let rows = [
        (0, 1, "floundering", json!([4]), -4),
        (0, 2, "against-the-wind", json!([]), -1),
        (0, 3, "against-the-wind", json!([]), -1),
        (0, 4, "no-effect", json!([]), 0),
        (1, 6, "no-effect", json!([]), 0),
        (2, 6, "catches-the-wind", json!([]), 1),
        (3, 6, "catches-the-wind", json!([]), 1),
        (4, 6, "fair-wind", json!([]), 2),
        (5, 6, "full-sail", json!([]), 3),
    ];
    for (sails, natural, expected, more, wind) in rows {
        let mut b = duel(with("quinquereme", &vec![Advantage::Sails; sails]), ship("trireme"));
        let mut dice = vec![json!(natural)];
        dice.extend(more.as_array().expect("a list").iter().cloned());
        let (got, changes) = outcome(&mut b, &json!({"kind": "sail", "ship": "A1"}), &json!(dice));
        assert_eq!(
            (got, &changes["A1.sail"]),
            (expected, &json!([null, wind])),
            "{natural}+{sails}"
        );
    }
}

#[test]
fn every_sail_modifier_is_reported_with_its_reason() {
    let mut entry = skilled("quinquereme", &[Skill::Sailing]);
    entry.advantages = vec![Advantage::Sails, Advantage::Sails];
    entry.crew_skills = vec![Skill::Sailing];
    entry.crew_quality = CrewQuality::Elite;
    let mut b = duel(entry, ship("trireme"));
    set(&mut b, "A1.fires", json!(1));
    set(&mut b, "A1.rammed_last_turn", json!(true));
    let order = json!({"kind": "sail", "ship": "A1", "terrain": "rough-waters"});
    let report = give(&mut b, &order, &json!([3, 2])).expect("a sail roll");
    let told: Vec<(i64, &str)> =
        report.rolls[0].modifiers.iter().map(|m| (m.amount, m.why.as_ref())).collect();
    assert_eq!(
        told,
        [
            (2, "sails"),
            (1, "elite crew"),
            (-2, "on fire"),
            (-4, "rammed last turn"),
            (2, "sailing"),
            (-1, "rough waters")
        ]
    );
    assert_eq!(report.rolls[0].modified, 1);
    let poor = ShipEntry { crew_quality: CrewQuality::Poor, ..ship("trireme") };
    let order = json!({"kind": "sail", "ship": "A1", "terrain": "gulf-stream"});
    let report = give(&mut duel(poor, ship("trireme")), &order, &json!([3])).expect("a sail roll");
    assert_eq!(report.rolls[0].modified, 2);
}

// ---- Rowing ----

fn row(spent: u32) -> Value {
    json!({"kind": "row", "ship": "A1", "spent": spent})
}

/// The most points that the rules let A1 spend.
fn points(battle: &Battle, ramming_speed: bool) -> u32 {
    let order = |spent: u32| json!({"kind": "row", "ship": "A1", "spent": spent, "ramming_speed": ramming_speed});
    (0..=40).take_while(|n| give(&mut battle.clone(), &order(*n), &json!([])).is_ok()).count()
        as u32
        - 1
}

#[test]
fn move_points_are_the_sum_of_the_text() {
    let fresh = duel(ship("trireme"), ship("trireme"));
    assert_eq!(points(&fresh, false), 6);
    assert_eq!(points(&fresh, true), 8);
    let cases: [(&str, Value, u32); 8] = [
        ("A1.rammed_last_turn", json!(true), 3),
        ("A1.sail", json!(3), 9),
        ("A1.sail", json!(-9), 0),
        ("A1.move_lost", json!(2), 4),
        ("A1.crew", json!(110), 4),
        ("A1.crew", json!(0), 0),
        ("A1.aground", json!(true), 0),
        ("A1.stopped", json!(true), 3),
    ];
    for (key, to, expected) in cases {
        let mut b = fresh.clone();
        set(&mut b, key, to);
        assert_eq!(points(&b, false), expected, "{key}");
    }
    let mut rower = skilled("trireme", &[Skill::Rowing]);
    rower.crew_skills = vec![Skill::Rowing];
    rower.advantages = vec![Advantage::Rowers];
    assert_eq!(points(&duel(rower, ship("trireme")), false), 9);
}

/// GF-3: the share lost is of the full crew, hoplites included, rounded down.
#[test]
fn hoplites_count_for_the_share_of_crew_lost() {
    let mut b = duel(with("trireme", &[Advantage::Hoplites, Advantage::Hoplites]), ship("trireme"));
    assert_eq!(value(&b, "A1.full_crew"), json!(210));
    set(&mut b, "A1.crew", json!(175));
    assert_eq!(points(&b, false), 5);
    set(&mut b, "A1.crew", json!(176));
    assert_eq!(points(&b, false), 6);
}

#[test]
fn half_after_a_stop_is_taken_last_and_a_turn_with_no_row_counts_as_a_stop() {
    let mut b = duel(ship("trireme"), ship("trireme"));
    give(&mut b, &row(0), &json!([])).expect("a stop");
    give(&mut b, &json!({"kind": "end-round"}), &json!([])).expect("the end");
    assert_eq!(points(&b, true), 4);
    set(&mut b, "A1.move_lost", json!(1));
    assert_eq!(points(&b, false), 2);
    give(&mut b, &row(2), &json!([])).expect("a row");
    give(&mut b, &json!({"kind": "end-round"}), &json!([])).expect("the end");
    assert_eq!(points(&b, false), 5);
    assert_eq!(value(&b, "B1.stopped"), json!(true));
}

#[test]
fn a_grappled_ship_stays_until_it_breaks_free_and_then_rows_in_the_same_phase() {
    let mut b = duel(ship("trireme"), ship("trireme"));
    let board = json!({"kind": "board", "ship": "A1", "target": "B1"});
    give(&mut b, &board, &json!([6, 17, 17])).expect("boards");
    let why = refusal(&b, &row(1));
    assert!(why.contains("break free"), "{why}");
    let free = json!({"kind": "ungrapple", "ship": "A1"});
    assert_eq!(outcome(&mut b.clone(), &free, &json!([3])).0, "held");
    let (got, changes) = outcome(&mut b, &free, &json!([4]));
    assert_eq!(got, "free");
    assert_eq!(changes["B1.grappled"], json!([["A1"], []]));
    give(&mut b, &row(5), &json!([])).expect("rows");
    refusal(&b, &free);
}

// ---- Fire ----

fn fire(neighbours: u32) -> Value {
    json!({"kind": "fire", "ship": "A1", "burning_neighbours": neighbours})
}

#[test]
fn fires_kill_together_then_go_out_or_spread_one_by_one() {
    let mut b = duel(ship("trireme"), ship("trireme"));
    set(&mut b, "A1.fires", json!(3));
    let (got, changes) = outcome(&mut b, &fire(1), &json!([[4, 5, 6], 1, 6, 3, 5]));
    assert_eq!(got, "fires");
    assert_eq!(changes["A1.crew"], json!([170, 155]));
    assert_eq!(changes["A1.fires"], json!([3, 4]));
}

#[test]
fn six_counters_after_the_last_die_destroy_the_ship_and_outrank_an_empty_deck() {
    let mut b = duel(ship("trireme"), ship("trireme"));
    set(&mut b, "A1.fires", json!(5));
    set(&mut b, "A1.crew", json!(5));
    // One out and two more lit: never six before the neighbour's die.
    let order = json!({"kind": "fire", "ship": "A1", "burning_neighbours": 1, "credit": "B1"});
    assert_eq!(outcome(&mut b.clone(), &order, &json!([5, 1, 6, 2, 3, 4, 4])).0, "crew-lost");
    let (got, changes) = outcome(&mut b, &order, &json!([50, 1, 6, 2, 3, 4, 6]));
    assert_eq!(got, "destroyed");
    assert_eq!(changes["A1.status"], json!(["in-action", "destroyed"]));
    assert_eq!(changes["B1.victories"], json!([0, 1]));
}

#[test]
fn with_no_counters_there_is_no_kill_throw_and_with_nothing_burning_it_is_refused() {
    let mut b = duel(ship("trireme"), ship("trireme"));
    refusal(&b, &fire(0));
    let (got, changes) = outcome(&mut b, &fire(2), &json!([4, 5]));
    assert_eq!((got, &changes["A1.fires"]), ("fires", &json!([0, 1])));
}

// ---- Missiles ----

#[test]
fn a_mount_named_first_is_the_first_still_able_to_shoot() {
    let mut b = duel(with("trireme", &[Advantage::Archers, Advantage::Archers]), ship("trireme"));
    outcome(&mut b, &shoot("archers", 1), &json!([1]));
    let (_, changes) = outcome(&mut b, &shoot("archers", 1), &json!([1]));
    assert_eq!(changes["A1.ammo.archers-2"], json!([10, 9]));
    refusal(&b, &shoot("archers", 1));
    give(&mut b, &json!({"kind": "end-round"}), &json!([])).expect("the end");
    set(&mut b, "A1.ammo.archers-1", json!(0));
    let named = json!({"kind": "shoot", "ship": "A1", "weapon": "archers", "mount": "archers-1", "target": "B1", "range": 1});
    let why = refusal(&b, &named);
    assert!(why.contains("no ammo"), "{why}");
    let (_, changes) = outcome(&mut b, &shoot("archers", 1), &json!([1]));
    assert_eq!(changes["A1.ammo.archers-2"], json!([9, 8]));
    assert!(refusal(&b, &shoot("trebuchet", 3)).contains("has no trebuchet"));
}

#[test]
fn a_ship_without_crew_neither_shoots_nor_rams_nor_boards() {
    let mut b = duel(with("trireme", &[Advantage::Archers]), ship("trireme"));
    set(&mut b, "A1.crew", json!(0));
    let board = json!({"kind": "board", "ship": "A1", "target": "B1"});
    for order in [shoot("archers", 1), ram(3), board, row(1)] {
        assert!(refusal(&b, &order).contains("no crew left") || order["kind"] == "row");
    }
}

#[test]
fn out_of_turn_shots_warn_unless_free_for_all_is_on() {
    for (options, warned) in [(vec![], true), (vec!["free-for-all"], false)] {
        let archers = || with("trireme", &[Advantage::Archers]);
        let mut b = battle_with(vec![archers()], vec![archers()], &options);
        give(&mut b, &json!({"kind": "activate", "ship": "B1"}), &json!([])).expect("B1 begins");
        let report = give(&mut b, &shoot("archers", 1), &json!([1])).expect("a shot");
        assert_eq!(!report.warnings.is_empty(), warned, "{:?}", report.warnings);
        refusal(&b, &shoot("archers", 1));
    }
}

#[test]
fn kills_never_go_under_an_empty_deck() {
    let mut b = duel(with("trireme", &[Advantage::Trebuchet]), ship("triaconter"));
    set(&mut b, "B1.crew", json!(4));
    let (_, changes) = outcome(&mut b, &shoot("trebuchet", 5), &json!([10, 30, 6]));
    assert_eq!(changes["B1.crew"], json!([4, 0]));
}

// ---- Ramming ----

#[test]
fn a_ram_needs_a_space_straight_a_free_ship_and_is_done_once_a_turn() {
    let mut b = duel(ship("trireme"), ship("trireme"));
    assert!(refusal(&b, &ram(0)).contains("1 space"));
    let mut aground = b.clone();
    set(&mut aground, "A1.aground", json!(true));
    assert!(refusal(&aground, &ram(3)).contains("aground"));
    outcome(&mut b, &ram(3), &json!([1]));
    assert!(refusal(&b, &ram(3)).contains("has rammed B1"));
}

#[test]
fn a_ship_already_sinking_keeps_the_smaller_number() {
    for (now, thrown, after) in [(4, 9, 4), (9, 4, 4)] {
        let mut b = duel(ship("trireme"), ship("trireme"));
        set(&mut b, "B1.sinking_in", json!(now));
        outcome(&mut b, &ram(3), &json!([7, thrown, 1]));
        assert_eq!(value(&b, "B1.sinking_in"), json!(after));
    }
}

#[test]
fn both_ships_carry_a_ram_into_the_next_turn_whatever_its_outcome() {
    let mut b = duel(ship("trireme"), ship("trireme"));
    outcome(&mut b, &ram(3), &json!([1]));
    give(&mut b, &json!({"kind": "end-round"}), &json!([])).expect("the end");
    for ship in ["A1", "B1"] {
        assert_eq!(value(&b, &format!("{ship}.rammed_last_turn")), json!(true));
        assert_eq!(value(&b, &format!("{ship}.rammed_this_turn")), json!([]));
    }
    give(&mut b, &json!({"kind": "end-round"}), &json!([])).expect("the end");
    assert_eq!(value(&b, "A1.rammed_last_turn"), json!(false));
}

#[test]
fn oars_lost_add_up_for_the_battle() {
    let mut b = duel(ship("trireme"), ship("trireme"));
    outcome(&mut b, &ram(3), &json!([3, 2]));
    give(&mut b, &json!({"kind": "end-round"}), &json!([])).expect("the end");
    outcome(&mut b, &ram(3), &json!([3, 3]));
    assert_eq!(value(&b, "B1.move_lost"), json!(5));
}

// ---- Boarding and prizes ----

#[test]
fn boarding_modifiers_are_those_of_the_text_and_count_once() {
    let mut big = skilled("quinquereme", &[Skill::Melee]);
    big.advantages =
        vec![Advantage::Harpax, Advantage::Harpax, Advantage::Corvus, Advantage::Corvus];
    let mut b = duel(big, ship("trireme"));
    outcome(&mut b, &ram(3), &json!([1, 4]));
    let order = json!({"kind": "board", "ship": "A1", "target": "B1", "rammed_together": true});
    let report = give(&mut b, &order, &json!([1, 30, 17])).expect("boards");
    assert_eq!((report.outcome, report.rolls[0].modified), ("melee", 7));
    assert_eq!(report.rolls[1].notation, "30d6");
    assert_eq!(report.rolls[1].modified, 60, "melee adds 1 to each die");
    assert_eq!(report.rolls[2].modified, 17);
    assert_eq!(value(&b, "B1.crew"), json!(110));
    assert_eq!(value(&b, "A1.crew"), json!(283));
}

#[test]
fn grappled_ships_fight_on_without_a_new_boarding_roll_and_both_may_attack() {
    let mut b = duel(ship("trireme"), ship("trireme"));
    let order = json!({"kind": "board", "ship": "A1", "target": "B1"});
    assert_eq!(outcome(&mut b.clone(), &order, &json!([5])).0, "repelled");
    outcome(&mut b, &order, &json!([6, 17, 17]));
    let report = give(&mut b, &order, &json!([16, 16])).expect("fights on");
    assert_eq!(report.rolls.len(), 2);
    let back = json!({"kind": "board", "ship": "B1", "target": "A1"});
    assert_eq!(outcome(&mut b, &back, &json!([14, 14])).0, "melee");
}

#[test]
fn one_die_for_every_ten_crew_or_part_of_it() {
    for (crew, notation) in [(1, "1d6"), (10, "1d6"), (11, "2d6"), (170, "17d6")] {
        let mut b = duel(ship("trireme"), ship("trireme"));
        set(&mut b, "A1.crew", json!(crew));
        let dice: i64 = notation.split('d').next().expect("a count").parse().expect("a number");
        let order = json!({"kind": "board", "ship": "A1", "target": "B1"});
        let report = give(&mut b, &order, &json!([10, dice, 17])).expect("boards");
        assert_eq!(report.rolls[1].notation, notation);
    }
}

#[test]
fn a_prize_is_manned_from_her_captor_and_sails_for_her() {
    let mut b = duel(ship("trireme"), ship("trireme"));
    let take =
        |crew: u32| json!({"kind": "take-prize", "ship": "A1", "target": "B1", "crew": crew});
    assert!(refusal(&b, &take(10)).contains("170 crew left"));
    set(&mut b, "B1.crew", json!(0));
    assert!(refusal(&b, &take(170)).contains("1 to 169"));
    let (got, changes) = outcome(&mut b, &take(40), &json!([]));
    assert_eq!(got, "done");
    assert_eq!(changes["A1.crew"], json!([170, 130]));
    assert_eq!(changes["B1.crew"], json!([0, 40]));
    assert_eq!(changes["B1.holder"], json!(["B", "A"]));
    assert_eq!(changes["B1.status"], json!(["in-action", "captured"]));
    assert_eq!(changes["A1.victories"], json!([0, 1]));
    assert_eq!(b.winner(), Some("A"));
    // Those sent over are not dead: A1 rows as before, and her morale still has +2.
    assert_eq!(points(&b, false), 6);
    let report =
        give(&mut b, &json!({"kind": "morale", "ship": "A1"}), &json!([5])).expect("morale");
    assert_eq!(report.rolls[0].modified, 7);
}

#[test]
fn a_surrendered_ship_is_one_victory_whether_it_is_credited_then_or_when_taken() {
    for credit in [Value::Null, json!("A1")] {
        let mut b = battle(vec![ship("trireme")], vec![ship("trireme"), ship("trireme")]);
        set(&mut b, "B1.sinking_in", json!(4));
        let morale = json!({"kind": "morale", "ship": "B1", "adjacent_enemy_crew": "larger", "credit": credit});
        assert_eq!(outcome(&mut b, &morale, &json!([2])).0, "surrenders");
        let take = json!({"kind": "take-prize", "ship": "A1", "target": "B1", "crew": 10});
        outcome(&mut b, &take, &json!([]));
        assert_eq!(value(&b, "A1.victories"), json!(1));
    }
}

// ---- Morale ----

#[test]
fn the_morale_table_row_by_row() {
    // No crew killed: +2.
    let near = |abandon: bool| json!({"kind": "morale", "ship": "A1", "adjacent_enemy_crew": "smaller", "abandon": abandon});
    let far = json!({"kind": "morale", "ship": "A1"});
    let cases = [
        (near(false), -3, 1, "surrenders", "surrendered", false),
        (near(true), -3, 1, "abandons", "abandoned", false),
        (far.clone(), -3, 1, "routs", "in-action", true),
        (near(false), 0, 1, "fights-on", "in-action", false),
        (near(false), -3, 2, "routs", "in-action", true),
        (near(false), -3, 3, "routs", "in-action", true),
        (near(false), -3, 4, "fights-on", "in-action", false),
    ];
    for (order, sinking, natural, expected, status, routing) in cases {
        let mut b = duel(ship("trireme"), ship("trireme"));
        if sinking != 0 {
            set(&mut b, "A1.sinking_in", json!(5));
        }
        let (got, _) = outcome(&mut b, &order, &json!([natural]));
        assert_eq!(got, expected, "{order} {natural}");
        assert_eq!(value(&b, "A1.status"), json!(status));
        assert_eq!(value(&b, "A1.routing"), json!(routing));
    }
}

#[test]
fn every_morale_modifier_is_reported_with_its_reason() {
    let mut entry = skilled("trireme", &[Skill::Rally]);
    entry.crew_skills = vec![Skill::Rally];
    let mut b = duel(entry, ship("quinquereme"));
    set(&mut b, "A1.crew", json!(85));
    set(&mut b, "A1.sinking_in", json!(2));
    let order = json!({"kind": "morale", "ship": "A1", "adjacent_enemy_crew": "larger", "routing_friends_within_20": true});
    let report = give(&mut b, &order, &json!([10])).expect("morale");
    let told: Vec<(i64, &str)> =
        report.rolls[0].modifiers.iter().map(|m| (m.amount, m.why.as_ref())).collect();
    assert_eq!(
        told,
        [
            (-3, "sinking"),
            (-2, "half the crew or more dead"),
            (-1, "an adjacent enemy has the larger crew"),
            (-1, "the enemy has more deck points in action"),
            (-2, "a friend within 20 hexes is routing"),
            (4, "rally")
        ]
    );
    set(&mut b, "A1.crew", json!(86));
    let report = give(&mut b, &order, &json!([10])).expect("morale");
    assert!(!report.rolls[0].modifiers.iter().any(|m| m.why.contains("half")));
}

#[test]
fn a_routing_ship_rolls_again_and_may_come_back_or_leave_the_table() {
    let mut b = duel(ship("trireme"), ship("trireme"));
    let escape = json!({"kind": "escape", "ship": "A1"});
    assert!(refusal(&b, &escape).contains("not routing"));
    set(&mut b, "A1.routing", json!(true));
    assert_eq!(b.winner(), Some("B"));
    let mut back = b.clone();
    outcome(&mut back, &json!({"kind": "morale", "ship": "A1"}), &json!([1]));
    assert_eq!(value(&back, "A1.routing"), json!(false));
    outcome(&mut b, &escape, &json!([]));
    assert_eq!(value(&b, "A1.status"), json!("escaped"));
}

// ---- Terrain ----

#[test]
fn shallows_ground_rocks_are_read_on_the_ram_table_and_land_is_refused() {
    let enter = |hex: &str| json!({"kind": "terrain", "ship": "A1", "hex": hex});
    let hulls = [Advantage::ReinforcedHull, Advantage::ReinforcedHull];
    let mut b = duel(with("trireme", &hulls), ship("trireme"));
    refusal(&b, &enter("land"));
    assert_eq!(outcome(&mut b, &enter("sargasso"), &json!([])).0, "done");
    assert_eq!(
        outcome(&mut b.clone(), &enter("rocky-shallows"), &json!([10, 7, 2])).0,
        "sinking-slowly"
    );
    assert_eq!(outcome(&mut b.clone(), &enter("rocky-shallows"), &json!([4])).0, "no-effect");
    let (got, changes) = outcome(&mut b, &enter("shallows"), &json!([]));
    assert_eq!((got, &changes["A1.aground"]), ("done", &json!([false, true])));
}

// ---- The turn ----

#[test]
fn with_three_ships_against_six_the_larger_side_begins_and_the_rest_follow() {
    let mut b = battle(vec![ship("trireme"); 3], vec![ship("trireme"); 6]);
    let mut order = String::new();
    let mut numbers = [0, 0];
    for _ in 0..9 {
        let side = b.state(Viewer::Everyone)["to_move"].as_str().expect("a side").to_owned();
        let at = usize::from(side == "B");
        numbers[at] += 1;
        let activate = json!({"kind": "activate", "ship": format!("{side}{}", numbers[at])});
        let report = give(&mut b, &activate, &json!([])).expect("its turn");
        assert!(report.warnings.is_empty(), "{:?}", report.warnings);
        order += &side;
    }
    assert_eq!(order, "BABABABBB");
    assert!(refusal(&b, &json!({"kind": "activate", "ship": "A1"})).contains("has moved"));
}

#[test]
fn even_fleets_throw_for_it_and_ties_are_thrown_again() {
    let mut b = duel(ship("trireme"), ship("trireme"));
    let begin_b = json!({"kind": "activate", "ship": "B1"});
    assert!(give(&mut b.clone(), &begin_b, &json!([])).expect("may").warnings.is_empty());
    give(&mut b, &json!({"kind": "first-side"}), &json!([3, 3, 5, 2])).expect("a throw");
    assert_eq!(give(&mut b, &begin_b, &json!([])).expect("may").warnings.len(), 1);
    let uneven = battle(vec![ship("trireme"); 2], vec![ship("trireme")]);
    assert!(refusal(&uneven, &json!({"kind": "first-side"})).contains("more ships"));
}

#[test]
fn the_wrong_ship_or_phase_warns_and_skipped_phases_do_not() {
    let mut b = battle(vec![ship("trireme"); 2], vec![ship("trireme")]);
    let warnings = |b: &mut Battle, order: Value, dice: Value| {
        give(b, &order, &dice).expect("carried out").warnings
    };
    assert!(warnings(&mut b, json!({"kind": "activate", "ship": "A1"}), json!([])).is_empty());
    assert!(warnings(&mut b, ram(3), json!([1])).is_empty());
    assert!(warnings(&mut b, row(3), json!([]))[0].contains("row phase comes before"));
    let other = json!({"kind": "row", "ship": "A2", "spent": 1});
    assert!(warnings(&mut b, other, json!([]))[0].contains("turn of A1"));
    assert!(warnings(&mut b, json!({"kind": "end-round"}), json!([]))[0].contains("A2, B1"));
}

#[test]
fn the_end_of_a_round_settles_sinking_ships_and_clears_what_was_done() {
    let mut b = battle(vec![ship("trireme")], vec![ship("trireme"), ship("trireme")]);
    set(&mut b, "B1.sinking_in", json!(1));
    set(&mut b, "B2.sinking_in", json!(3));
    outcome(&mut b, &json!({"kind": "activate", "ship": "A1"}), &json!([]));
    outcome(&mut b, &json!({"kind": "sail", "ship": "A1"}), &json!([3]));
    outcome(&mut b, &shoot("rowers", 1), &json!([1]));
    let end = json!({"kind": "end-round", "credit": "A1"});
    let (_, changes) = outcome(&mut b, &end, &json!([]));
    assert_eq!(changes["B1.status"], json!(["in-action", "sunk"]));
    assert_eq!(changes["B1.sinking_in"], json!([1, 0]));
    assert_eq!(changes["B2.sinking_in"], json!([3, 2]));
    assert_eq!(changes["A1.victories"], json!([0, 1]));
    assert_eq!(changes["A1.sail"], json!([-1, null]));
    assert_eq!(changes["A1.moved_this_round"], json!([true, false]));
    assert_eq!(changes["A1.shot.rowers"], json!([true, null]));
    assert_eq!(b.state(Viewer::Everyone)["round"], json!(2));
}

#[test]
fn a_ship_that_is_gone_releases_what_it_was_grappled_with() {
    let mut b = duel(ship("trireme"), ship("trireme"));
    set(&mut b, "A1.grappled", json!(["B1"]));
    set(&mut b, "B1.grappled", json!(["A1"]));
    set(&mut b, "B1.sinking_in", json!(1));
    outcome(&mut b, &json!({"kind": "end-round"}), &json!([]));
    assert_eq!(value(&b, "A1.grappled"), json!([]));
    assert!(refusal(&b, &ram(3)).contains("sunk"));
}

#[test]
fn a_house_type_fights_with_its_own_figures() {
    let hemiolia = ShipType {
        slug: Cow::Borrowed("hemiolia"),
        name: Cow::Borrowed("Hemiolia"),
        deck: 4,
        ram: 2,
        crew: 60,
        move_points: 6,
    };
    let entry = ShipEntry { ship_type: hemiolia, ..ship("trireme") };
    let mut b = duel(entry, ship("penteconter"));
    assert_eq!(value(&b, "A1.full_crew"), json!(60));
    assert_eq!(outcome(&mut b, &ram(3), &json!([10])).0, "sunk");
}

#[test]
fn a_correction_sets_any_key_and_impossible_ones_are_refused() {
    let mut b = duel(with("trireme", &[Advantage::Archers]), ship("trireme"));
    let adjust = |field: &str, value: Value| json!({"kind": "adjust", "ship": "A1", "field": field, "value": value});
    set(&mut b, "A1.ammo.archers-1", json!(3));
    assert_eq!(value(&b, "A1.ammo.archers-1"), json!(3));
    assert!(refusal(&b, &adjust("crew", json!(171))).contains("room for 170"));
    for (field, wrong) in
        [("crew", json!("many")), ("crew", json!(-1)), ("crow", json!(1)), ("crew.x", json!(1))]
    {
        let stop = give(&mut b.clone(), &adjust(field, wrong), &json!([])).expect_err("nonsense");
        assert!(matches!(stop, trierarch::rules::Stop::Nonsense(_)), "{stop:?}");
    }
    set(&mut b, "A1.sinking_in", Value::Null);
}

// ---- Worked cases ----

#[test]
fn worked_a_trireme_with_prongs_rams_a_bireme_with_a_reinforced_hull() {
    let b =
        duel(with("trireme", &[Advantage::Prongs]), with("bireme", &[Advantage::ReinforcedHull]));
    let expect = |spaces: u32, table: &[(&str, f64)]| {
        let odds = chances(&b, &ram(spaces), &[]);
        for (slug, p) in table {
            assert!((percent(&odds.of(slug)) - p).abs() < 1e-9, "{slug} after {spaces}");
        }
    };
    expect(
        4,
        &[
            ("sunk", 30.0),
            ("sinking-fast", 10.0),
            ("sinking-slowly", 20.0),
            ("oars-sheared", 40.0),
            ("no-effect", 0.0),
        ],
    );
    expect(2, &[("no-effect", 50.0), ("oars-sheared", 40.0), ("sinking-slowly", 10.0)]);
}

#[test]
fn worked_a_persian_shoots_at_a_ship_with_parablemata() {
    let mut archer = skilled("trireme", &[Skill::Missiles]);
    archer.advantages = vec![Advantage::Archers];
    let b = duel(archer, with("trireme", &[Advantage::Parablemata]));
    let odds = chances(&b, &shoot("archers", 2), &["B1.fires"]);
    assert_eq!(odds.of("miss"), Chance::of(3u32, 10u32));
    assert_eq!(odds.of("hit-and-fire"), Chance::of(7u32, 60u32));
    assert_eq!(odds.watched["B1.fires"][1], (json!(1), Chance::of(7u32, 60u32)));
}

#[test]
fn worked_a_trireme_with_110_of_170_left_has_four_points() {
    let mut b = duel(ship("trireme"), ship("trireme"));
    set(&mut b, "A1.crew", json!(110));
    assert_eq!(points(&b, false), 4);
}

// ---- Odds ----

#[test]
fn the_odds_of_every_throwing_order_equal_their_slow_twin() {
    let mut b = duel(
        with("triaconter", &[Advantage::GreekFire, Advantage::Archers]),
        with("triaconter", &[Advantage::Hoplites]),
    );
    set(&mut b, "A1.fires", json!(2));
    set(&mut b, "A1.crew", json!(15));
    set(&mut b, "B1.crew", json!(20));
    for (order, watch) in [
        (json!({"kind": "first-side"}), vec![]),
        (fire(2), vec!["A1.crew", "A1.fires", "A1.status"]),
        (json!({"kind": "sail", "ship": "A1"}), vec!["A1.sail"]),
        (shoot("greek-fire", 1), vec!["B1.crew", "B1.fires"]),
        (ram(3), vec!["B1.move_lost", "B1.sinking_in"]),
        (
            json!({"kind": "board", "ship": "A1", "target": "B1"}),
            vec!["A1.crew", "B1.crew", "A1.grappled"],
        ),
        (
            json!({"kind": "morale", "ship": "A1", "adjacent_enemy_crew": "larger"}),
            vec!["A1.status"],
        ),
        (json!({"kind": "terrain", "ship": "A1", "hex": "rocky-shallows"}), vec!["A1.sinking_in"]),
    ] {
        if order["kind"] != "first-side" {
            assert_twins_agree(&b, &order, &watch);
        }
        let all = chances(&b, &order, &watch);
        let mut sum = Chance::never();
        for (_, chance) in &all.outcomes {
            sum.add(chance);
        }
        assert_eq!(sum, Chance::always(), "{order}");
    }
}
