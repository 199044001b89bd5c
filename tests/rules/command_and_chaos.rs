//! Command & Chaos, from the rules text: tables, phases, rulings, worked cases.

use serde_json::{Value, json};
use trierarch::dice::Chance;
use trierarch::fleet::{Severity, library, read_json, read_toml};
use trierarch::rules::command_and_chaos::tables::{
    MORALE, MORALE_CHITS, VETERAN_MORALE, VETERANS, morale_sum, rally_limit,
};
use trierarch::rules::{Battle, Options, Side, Stop, Subject, SystemTag, Viewer, answer, offers};
use trierarch::wording;

use crate::random_play::play_to_the_end;
use crate::{assert_twins_agree, chances, give, outcome, read, refusal};

/// A unit of an army, as a file says it.
fn unit(name: &str, kind: &str, zone: &str, column: u8, chit: (u32, bool)) -> Value {
    let (morale, veteran) = chit;
    json!({
        "name": name, "kind": kind, "zone": zone, "column": column,
        "max_morale": morale, "veteran": veteran,
    })
}

fn light(name: &str, column: u8) -> Value {
    json!({"name": name, "kind": "light-infantry", "zone": "center-battle-line", "column": column})
}

/// Six heavy units, of morale 22 in all:
/// 1 cavalry 3, 2 cavalry 3 (mixed with 7), 3 foot 4V, 4 foot 5V, 5 foot 4V, 6 foot 3 in reserve;
/// 7, 8 light infantry, 7 on the cavalry 2.
fn army() -> Value {
    let mut reserve = unit("Triarii", "heavy-infantry", "center-battle-line", 2, (3, false));
    reserve["reserve"] = json!(true);
    let mut rider = light("Javelins", 1);
    rider["zone"] = json!("right-wing");
    rider["mixed_with"] = json!("Numidians");
    let zones =
        ["left-wing", "left-battle-line", "center-battle-line", "right-battle-line", "right-wing"];
    let lieutenant = |zone: &str| json!({"name": format!("Tribune of the {zone}"), "zone": zone});
    json!({
        "system": "command-and-chaos",
        "name": "Legion",
        "commander": {"name": "Scipio", "zone": "center-battle-line"},
        "unit": [
            unit("Horse", "heavy-cavalry", "left-wing", 2, (3, false)),
            unit("Numidians", "heavy-cavalry", "right-wing", 1, (3, false)),
            unit("First", "heavy-infantry", "left-battle-line", 2, (4, true)),
            unit("Second", "heavy-infantry", "center-battle-line", 1, (5, true)),
            unit("Third", "heavy-infantry", "right-battle-line", 1, (4, true)),
            reserve,
            rider,
            light("Velites", 1),
        ],
        "lieutenant": zones.map(lieutenant),
        "card": [
            {"name": "Stand fast", "text": "The first hit does not count.", "count": 4},
            {"name": "Press on", "text": "Two dice, the higher.", "count": 2},
            {"name": "Shout", "text": "One hit less.", "count": 1},
        ],
    })
}

fn open(a: &Value, b: &Value) -> Battle {
    let fleet = |keys| read_json(keys).unwrap_or_else(|f| panic!("{f:#?}")).fleet;
    Battle::open([fleet(a), fleet(b)], Options::new()).expect("a battle")
}

fn battle() -> Battle {
    open(&army(), &army())
}

fn set(battle: &mut Battle, key: &str, value: Value) {
    let (ship, field) = key.split_once('.').expect("a key");
    let order = json!({"kind": "adjust", "ship": ship, "field": field, "value": value});
    give(battle, &order, &json!([])).unwrap_or_else(|stop| panic!("{key}: {stop}"));
}

fn value(battle: &Battle, key: &str) -> Value {
    battle.value(key).unwrap_or_else(|| panic!("no {key}"))
}

fn share(weight: u32, total: u32) -> Chance {
    Chance::of(weight, total)
}

fn end_phase(battle: &mut Battle) {
    give(battle, &json!({"kind": "end-phase"}), &json!([])).expect("the end of a phase");
}

/// Ends phases until this one has come.
fn until(battle: &mut Battle, phase: &str) {
    for _ in 0..4 {
        if battle.state(Viewer::Everyone)["phase"] == phase {
            return;
        }
        end_phase(battle);
    }
    panic!("no phase {phase}");
}

fn charge(unit: &str, target: &str, answer: &str) -> Value {
    json!({"kind": "charge", "unit": unit, "target": target, "answer": answer})
}

fn melee(unit: &str, target: &str, attack: &str) -> Value {
    json!({"kind": "melee", "unit": unit, "target": target, "attack": attack})
}

fn two_on_one(units: [&str; 2], target: &str, answers: &str) -> Value {
    json!({"kind": "melee", "units": units, "target": target, "answers": answers})
}

fn flank(unit: &str, target: &str, attack: &str) -> Value {
    json!({"kind": "flank", "unit": unit, "target": target, "attack": attack})
}

fn of_unit(kind: &str, unit: &str) -> Value {
    json!({"kind": kind, "unit": unit})
}

fn of_side(kind: &str, side: &str) -> Value {
    json!({"kind": kind, "side": side})
}

fn zone(kind: &str, side: &str, zone: &str) -> Value {
    json!({"kind": kind, "side": side, "zone": zone})
}

fn officer(kind: &str, officer: &str, unit: &str) -> Value {
    json!({"kind": kind, "officer": officer, "unit": unit})
}

fn warnings(battle: &Battle, order: &Value) -> Vec<String> {
    battle.warnings(&read(battle, order))
}

/// What makes no sense about an order.
fn nonsense(battle: &Battle, order: &Value) -> String {
    match give(&mut battle.clone(), order, &json!([])) {
        Err(Stop::Nonsense(why)) => why,
        other => panic!("{order} makes sense: {other:?}"),
    }
}

// ---- Worked cases ----

#[test]
fn a_flank_attack_by_a_mixed_unit_with_an_officer_hits_a_veteran_five_times_in_six() {
    let mut b = battle();
    set(&mut b, "A2.officer", json!("lieutenant"));
    let order = melee("A2", "B3", "flank");
    let odds = chances(&b, &order, &["B3.hits"]);
    assert_eq!(odds.watched["B3.hits"], [(json!(0), share(1, 6)), (json!(1), share(5, 6))]);
    assert_twins_agree(&b, &order, &["B3.hits", "A2.hits"]);
    let report = give(&mut b, &order, &json!([2, 3])).expect("a melee");
    let told: Vec<(i64, &str)> =
        report.rolls[0].modifiers.iter().map(|m| (m.amount, m.why.as_ref())).collect();
    let reasons = [(1, "flank attack"), (1, "mixed with light infantry"), (1, "officer attached")];
    assert_eq!(told, reasons);
    assert_eq!((report.rolls[0].modified, report.rolls[1].modified), (5, 3));
    assert_eq!((value(&b, "B3.hits"), value(&b, "A2.hits")), (json!(1), json!(0)));
}

#[test]
fn a_charge_of_an_average_on_an_average_that_stands_leaves_eleven_four_and_one_sixteenth() {
    let b = battle();
    let order = charge("A1", "B1", "stand");
    let odds = chances(&b, &order, &["B1.hits"]);
    assert_eq!(
        odds.watched["B1.hits"],
        [(json!(0), share(11, 16)), (json!(1), share(4, 16)), (json!(2), share(1, 16))]
    );
    assert_eq!(odds.of("resolved"), Chance::always());
    assert_twins_agree(&b, &order, &["B1.hits", "B1.status"]);
}

/// How many chits, of what morale, whether of veterans.
type Chit = (u32, u32, bool);

/// An army of the standard strength with these chits.
fn standard(chits: &[Chit]) -> Value {
    let places = [
        ("heavy-cavalry", "left-wing", 2),
        ("heavy-infantry", "left-battle-line", 1),
        ("heavy-infantry", "left-battle-line", 2),
        ("heavy-infantry", "center-battle-line", 1),
        ("heavy-infantry", "center-battle-line", 2),
        ("heavy-infantry", "right-battle-line", 1),
        ("heavy-infantry", "right-battle-line", 2),
        ("heavy-cavalry", "right-wing", 1),
        ("heavy-infantry", "center-battle-line", 1),
        ("heavy-infantry", "center-battle-line", 2),
    ];
    let chits = chits.iter().flat_map(|(count, morale, veteran)| {
        std::iter::repeat_n((*morale, *veteran), *count as usize)
    });
    let mut units: Vec<Value> = places
        .iter()
        .zip(chits)
        .zip(1..)
        .map(|(((kind, zone, column), chit), n)| {
            unit(&format!("Unit {n}"), kind, zone, *column, chit)
        })
        .collect();
    for reserve in &mut units[8..] {
        reserve["reserve"] = json!(true);
    }
    units.extend((1..=4).map(|n| light(&format!("Velites {n}"), 1 + n % 2)));
    json!({
        "system": "command-and-chaos", "name": "Legion", "unit": units,
        "commander": {"name": "Scipio"}, "lieutenant": army()["lieutenant"],
    })
}

/// What is wrong with an army: errors and warnings, in words.
fn faults(army: &Value) -> [Vec<String>; 2] {
    let found = match read_json(army) {
        Ok(checked) => checked.warnings,
        Err(faults) => faults,
    };
    [Severity::Error, Severity::Warning].map(|severity| {
        found.iter().filter(|f| f.severity == severity).map(ToString::to_string).collect()
    })
}

#[test]
fn five_sets_of_chits_of_the_text_each_make_a_standard_army_without_a_word() {
    let written = [
        "2 x 5V, 1 x 4V, 6 x 3, 1 x 2",
        "3 x 4V, 1 x 4, 6 x 3",
        "3 x 5V, 5 x 3, 2 x 2",
        "3 x 5V, 1 x 5, 1 x 4, 5 x 2",
        "2 x 5V, 2 x 5, 1 x 4V, 5 x 2",
    ];
    let chart = SystemTag::CommandAndChaos.charts().into_iter().find(|c| c.slug == "morale-chits");
    let rows: Vec<String> =
        chart.expect("a chart").rows.into_iter().map(|row| row.join("")).collect();
    assert_eq!(rows, written);
    for chits in MORALE_CHITS {
        assert_eq!(chits.iter().map(|(count, ..)| count).sum::<u32>(), 10);
        assert_eq!(
            chits.iter().map(|(count, morale, _)| count * morale).sum::<u32>(),
            morale_sum(10)
        );
        let veterans = chits.iter().filter(|(.., veteran)| *veteran);
        assert_eq!(veterans.clone().map(|(count, ..)| count).sum::<u32>(), VETERANS);
        assert!(veterans.clone().all(|(_, morale, _)| *morale >= VETERAN_MORALE));
        assert!(chits.iter().all(|(_, morale, _)| (MORALE.0..=MORALE.1).contains(morale)));
        assert_eq!(faults(&standard(chits)), [Vec::<String>::new(), Vec::new()]);
    }
}

#[test]
fn the_sum_the_limits_and_the_three_veterans_are_errors_all_at_once() {
    let good = MORALE_CHITS[0];
    let cases: [(&[Chit], &[&str]); 5] = [
        // One less; one more.
        (
            &[(2, 5, true), (1, 4, true), (5, 3, false), (2, 2, false)],
            &["unit: morale 33 in all; 10 heavy units have 3 each and 4 more: 34"],
        ),
        (
            &[(3, 5, true), (6, 3, false), (1, 2, false)],
            &["unit: morale 35 in all; 10 heavy units have 3 each and 4 more: 34"],
        ),
        // Two veterans, of four.
        (
            &[(2, 5, true), (1, 4, false), (6, 3, false), (1, 2, false)],
            &["unit: 2 veterans; an army has exactly 3"],
        ),
        (
            &[(2, 5, true), (2, 4, true), (4, 3, false), (2, 2, false)],
            &["unit: 4 veterans; an army has exactly 3"],
        ),
        (
            &[(1, 6, true), (1, 5, true), (1, 3, true), (6, 3, false), (1, 1, false)],
            &[
                "unit[1].max_morale: morale 6; a chit has 2 to 5",
                "unit[3].max_morale: a veteran of morale 3; a veteran has 4 or more",
                "unit[10].max_morale: morale 1; a chit has 2 to 5",
                "unit: morale 33 in all; 10 heavy units have 3 each and 4 more: 34",
            ],
        ),
    ];
    for (chits, expected) in cases {
        let [errors, warned] = faults(&standard(chits));
        assert_eq!((errors, warned), (expected.iter().map(ToString::to_string).collect(), vec![]));
    }
    assert_eq!(faults(&standard(good))[0], Vec::<String>::new());
}

#[test]
fn whatever_else_departs_from_the_standard_army_is_a_warning() {
    let good = || standard(MORALE_CHITS[0]);
    let mut cases: Vec<(Value, &str)> = Vec::new();
    let mut case = |warning: &'static str, change: &dyn Fn(&mut Value)| {
        let mut army = good();
        change(&mut army);
        cases.push((army, warning));
    };
    case("14 units", &|army| drop(army["unit"].as_array_mut().and_then(Vec::pop)));
    case("an army has a commander", &|army| {
        drop(army.as_object_mut().map(|a| a.remove("commander")));
    });
    case("0 lieutenants in the right wing", &|army| {
        drop(army["lieutenant"].as_array_mut().and_then(Vec::pop));
    });
    case("stamina 2; heavy units have 3", &|army| army["unit"][0]["stamina"] = json!(2));
    case("both stand in the left battle line, column 1", &|army| {
        army["unit"][2]["column"] = json!(1);
    });
    case("takes only cavalry", &|army| army["unit"][8]["zone"] = json!("left-wing"));
    case("light infantry has no `veteran`", &|army| army["unit"][13]["veteran"] = json!(true));
    case("light infantry has no `max_morale`", &|army| army["unit"][13]["max_morale"] = json!(3));
    case("Unit 1 stands in another place", &|army| {
        army["unit"][13]["mixed_with"] = json!("Unit 1");
    });
    case("light infantry goes with cavalry", &|army| {
        army["unit"][1]["mixed_with"] = json!("Unit 1");
    });
    for (army, warning) in cases {
        let [errors, warned] = faults(&army);
        assert_eq!(errors, Vec::<String>::new(), "{warning}");
        let wanted =
            if warning == "14 units" { "the standard army has 8 in line" } else { warning };
        assert!(warned.len() == 1 && warned[0].contains(wanted), "{warning}: {warned:?}");
    }
}

#[test]
fn a_wing_takes_reserve_cavalry_where_both_its_front_places_hold_cavalry() {
    let mut army = standard(MORALE_CHITS[0]);
    army["unit"][8]["kind"] = json!("heavy-cavalry");
    army["unit"][8]["zone"] = json!("left-wing");
    assert_eq!(faults(&army)[1].len(), 1);
    army["unit"][1]["kind"] = json!("heavy-cavalry");
    army["unit"][1]["zone"] = json!("left-wing");
    assert_eq!(faults(&army), [Vec::<String>::new(), Vec::new()]);
}

#[test]
fn light_infantry_goes_with_cavalry_of_its_own_army() {
    let mut army = standard(MORALE_CHITS[0]);
    army["unit"][13]["mixed_with"] = json!("Numidians");
    let why = "unit[14].mixed_with: no cavalry of this army is called `Numidians`";
    assert_eq!(faults(&army)[0], [why]);
    let b = battle();
    assert_eq!((value(&b, "A2.mixed"), value(&b, "A7.mixed_with")), (json!(true), json!("A2")));
    assert_eq!((value(&b, "A1.mixed"), value(&b, "A8.mixed_with")), (json!(false), json!(null)));
}

#[test]
fn the_ready_armies_are_sound_and_open_as_their_files_say() {
    for (a, b, units, deck) in
        [("learning-rome", "learning-carthage", 8, 12), ("zama-rome", "zama-carthage", 14, 20)]
    {
        let fleet = |name: &str| {
            let text = library::file(&format!("command-and-chaos/{name}.toml")).expect("a file");
            read_toml(text).unwrap_or_else(|f| panic!("{f:#?}"))
        };
        let [a, b] = [fleet(a), fleet(b)];
        assert_eq!((&a.warnings, &b.warnings), (&vec![], &vec![]));
        let b = Battle::open([a.fleet, b.fleet], Options::new()).expect("a battle");
        let state = b.state(Viewer::Everyone);
        for side in 0..2 {
            let side = &state["sides"][side];
            assert_eq!(side["units"].as_array().map(Vec::len), Some(units));
            assert_eq!(side["deck"].as_array().map(Vec::len), Some(deck));
            assert_eq!(side["lieutenants"].as_array().map(Vec::len), Some(5));
        }
        assert_eq!((&state["phase"], &state["round"]), (&json!("initiative"), &json!(1)));
    }
}

// ---- State and what a side may see ----

#[test]
fn a_unit_has_the_keys_of_the_rules() {
    let b = battle();
    let keys = b.unit_state("A1".parse().unwrap(), Viewer::Everyone).expect("a unit");
    for key in [
        "tag",
        "name",
        "kind",
        "zone",
        "column",
        "row",
        "max_morale",
        "hits",
        "veteran",
        "veteran_revealed",
        "stamina",
        "charged",
        "mixed",
        "reserve",
        "officer",
        "officer_at_phase_start",
        "rallied",
        "reserve_advanced",
        "card",
        "status",
    ] {
        assert!(keys.contains_key(key), "{key}");
    }
    let state = b.state(Viewer::Everyone);
    let side = &state["sides"][0];
    for key in [
        "name",
        "deck",
        "hand",
        "discards",
        "commander",
        "lieutenants",
        "first_player",
        "zones_done",
        "units",
    ] {
        assert!(side.get(key).is_some(), "{key}");
    }
    assert_eq!(
        side["commander"],
        json!({"name": "Scipio", "zone": "center-battle-line", "unit": null})
    );
    assert_eq!(side["lieutenants"][0]["zone"], "left-wing");
    assert_eq!(side["lieutenants"][0]["lost"], false);
    assert_eq!((value(&b, "A8.max_morale"), value(&b, "A8.stamina")), (json!(null), json!(null)));
    assert_eq!((value(&b, "A1.status"), value(&b, "A1.stamina")), (json!("in-action"), json!(3)));
    assert_eq!(value(&b, "A.lieutenants.4.zone"), json!("right-wing"));
}

#[test]
fn morale_and_grade_are_hidden_from_the_other_side_until_they_show() {
    let mut b = battle();
    let seen = |b: &Battle, tag: &str, side| {
        let keys = b.unit_state(tag.parse().unwrap(), Viewer::Side(side)).expect("a unit");
        (keys.get("max_morale").cloned(), keys.get("veteran").cloned())
    };
    for (side, tag) in [(Side::A, "B3"), (Side::B, "A3")] {
        assert_eq!(seen(&b, tag, side), (None, None));
        assert_eq!(seen(&b, tag, side.other()), (Some(json!(4)), Some(json!(true))));
    }
    let hidden = b.state(Viewer::Side(Side::A))["sides"][1].to_string();
    assert!(!hidden.contains("max_morale") && !hidden.contains("\"veteran\""));
    // The grade at the first fight.
    give(&mut b, &melee("A3", "B3", "front"), &json!([1, 1])).expect("a melee");
    assert_eq!(seen(&b, "B3", Side::A), (None, Some(json!(true))));
    assert_eq!(seen(&b, "A3", Side::B), (None, Some(json!(true))));
    // The chit when it routs.
    set(&mut b, "B3.hits", json!(3));
    let before = b.clone();
    give(&mut b, &melee("A3", "B3", "front"), &json!([5, 1])).expect("a melee");
    assert_eq!(seen(&b, "B3", Side::A), (Some(json!(4)), Some(json!(true))));
    let told = b.changes_since(&before, Viewer::Side(Side::A));
    assert_eq!(told["B3.max_morale"], json!([null, 4]));
    let card = b.card("A3".parse().unwrap(), Viewer::Side(Side::B)).expect("a card");
    assert!(card.gauges.iter().all(|gauge| gauge.label != "Morale"));
}

#[test]
fn only_the_own_side_sees_its_hand_and_the_name_of_a_card_that_lies_face_down() {
    let mut b = battle();
    give(&mut b, &of_side("draw", "A"), &json!([1, 1, 1, 1, 1])).expect("five cards");
    give(&mut b, &json!({"kind": "play-card", "unit": "A3", "card": "Stand fast"}), &json!([]))
        .expect("a card");
    for viewer in [Viewer::Side(Side::B), Viewer::Both] {
        let state = b.state(viewer);
        let side = &state["sides"][0];
        assert_eq!((side.get("hand"), side.get("deck")), (None, None));
        assert_eq!((&side["hand_size"], &side["deck_size"]), (&json!(4), &json!(2)));
        assert_eq!(side["units"][2]["card"], "face down");
        assert!(!side.to_string().contains("Stand fast"));
        let card = b.card("A3".parse().unwrap(), viewer).expect("a card");
        assert!(card.marks.iter().any(|mark| mark.label == "card: face down"));
    }
    assert_eq!(b.state(Viewer::Side(Side::A))["sides"][0]["units"][2]["card"], "Stand fast");
    give(&mut b, &melee("A3", "B3", "front"), &json!([1, 1])).expect("a melee");
    assert_eq!(b.state(Viewer::Side(Side::B))["sides"][0]["units"][2]["card"], "Stand fast");
}

#[test]
fn what_lies_face_down_is_not_named_in_words() {
    let mut b = battle();
    for (order, dice) in [
        (of_side("draw", "A"), json!([1, 1, 1, 1, 1])),
        (json!({"kind": "discard", "side": "A", "cards": ["Stand fast"]}), json!([])),
        (json!({"kind": "play-card", "unit": "A3", "card": "Stand fast"}), json!([])),
    ] {
        let before = b.clone();
        let report = give(&mut b, &order, &dice).expect("an order");
        let words = wording::sentences(&before, &report).join(" ");
        assert!(!words.is_empty() && !words.contains("Stand fast"), "{words}");
    }
    let before = b.clone();
    let report = give(&mut b, &melee("A3", "B3", "front"), &json!([1, 1])).expect("a melee");
    let words = wording::sentences(&before, &report).join(" ");
    assert!(words.contains("turns up “Stand fast”: The first hit does not count."), "{words}");
}

// ---- Phase 1 ----

#[test]
fn the_higher_die_is_first_player_and_equal_dice_are_thrown_again() {
    let order = json!({"kind": "initiative"});
    for (dice, a_first) in [
        (json!([4, 3]), true),
        (json!([2, 6]), false),
        (json!([5, 5, 1, 1, 2, 1]), true),
        (json!([3, 3, 1, 2]), false),
    ] {
        let mut b = battle();
        let (got, _) = outcome(&mut b, &order, &dice);
        assert_eq!(got, "done");
        let first = [value(&b, "A.first_player"), value(&b, "B.first_player")];
        assert_eq!(first, [json!(a_first), json!(!a_first)], "{dice}");
    }
    let odds = chances(&battle(), &order, &["A.first_player"]);
    let half = |flag| (json!(flag), share(1, 2));
    assert_eq!(odds.watched["A.first_player"], [half(false), half(true)]);
}

#[test]
fn initiative_is_thrown_anew_each_turn_and_twice_only_in_the_first() {
    let order = json!({"kind": "initiative"});
    let mut b = battle();
    give(&mut b, &order, &json!([4, 3])).expect("who sets up");
    assert_eq!(warnings(&b, &order), Vec::<String>::new());
    give(&mut b, &order, &json!([2, 3])).expect("who goes first");
    for _ in 0..4 {
        end_phase(&mut b);
    }
    assert_eq!(b.state(Viewer::Everyone)["round"], 2);
    assert_eq!(
        [value(&b, "A.first_player"), value(&b, "B.first_player")],
        [json!(false), json!(false)]
    );
    give(&mut b, &order, &json!([2, 3])).expect("who goes first");
    assert_eq!(warnings(&b, &order), ["initiative has been thrown this turn: side B goes first"]);
}

#[test]
fn a_hand_is_filled_to_five_each_card_by_one_die_over_the_cards_left() {
    let mut b = battle();
    let report = give(&mut b, &of_side("draw", "A"), &json!([7, 6, 1, 4, 1])).expect("a draw");
    let dice: Vec<&str> = report.rolls.iter().map(|roll| roll.notation.as_str()).collect();
    assert_eq!(dice, ["1d7", "1d6", "1d5", "1d4", "1d3"]);
    assert_eq!(
        value(&b, "A.hand"),
        json!(["Shout", "Press on", "Stand fast", "Press on", "Stand fast"])
    );
    assert_eq!(value(&b, "A.deck"), json!(["Stand fast", "Stand fast"]));
    assert!(refusal(&b, &of_side("draw", "A")).contains("hand of 5"));
    let bad = give(&mut b, &of_side("draw", "B"), &json!([8]));
    assert!(matches!(bad, Err(Stop::Nonsense(_))), "a die over seven cards has no 8");
}

#[test]
fn an_empty_deck_is_the_discards() {
    let mut b = battle();
    set(&mut b, "A.deck", json!(["Shout"]));
    set(&mut b, "A.hand", json!(["Stand fast", "Stand fast"]));
    set(&mut b, "A.discards", json!(["Press on", "Stand fast", "Press on"]));
    let report = give(&mut b, &of_side("draw", "A"), &json!([1, 2, 2])).expect("a draw");
    let dice: Vec<&str> = report.rolls.iter().map(|roll| roll.notation.as_str()).collect();
    assert_eq!(dice, ["1d1", "1d3", "1d2"]);
    assert_eq!(
        value(&b, "A.hand"),
        json!(["Stand fast", "Stand fast", "Shout", "Stand fast", "Press on"])
    );
    assert_eq!((value(&b, "A.deck"), value(&b, "A.discards")), (json!(["Press on"]), json!([])));
    // Fewer cards than a hand: all of them; none: refused.
    set(&mut b, "A.hand", json!([]));
    give(&mut b, &of_side("draw", "A"), &json!([1])).expect("the last card");
    assert_eq!(value(&b, "A.hand"), json!(["Press on"]));
    assert!(refusal(&b, &of_side("draw", "A")).contains("no card left"));
}

#[test]
fn the_odds_of_a_hand_are_those_of_every_order_of_drawing_it() {
    let mut b = battle();
    set(&mut b, "A.hand", json!(["Shout"]));
    set(
        &mut b,
        "A.deck",
        json!(["Stand fast", "Press on", "Stand fast", "Press on", "Stand fast"]),
    );
    let order = of_side("draw", "A");
    assert_twins_agree(&b, &order, &["A.hand_size"]);
    // One of five is left: three times in five it is a `Stand fast`.
    let odds = chances(&b, &order, &["A.deck"]);
    assert_eq!(
        odds.watched["A.deck"],
        [(json!(["Press on"]), share(2, 5)), (json!(["Stand fast"]), share(3, 5))]
    );
}

#[test]
fn up_to_two_cards_of_the_hand_are_put_away_a_turn() {
    let mut b = battle();
    let put = |cards: &[&str]| json!({"kind": "discard", "side": "A", "cards": cards});
    assert!(refusal(&b, &put(&["Shout"])).contains("no card `Shout`"));
    set(&mut b, "A.hand", json!(["Stand fast", "Stand fast", "Press on", "Shout"]));
    assert!(refusal(&b, &put(&["Press on", "Press on"])).contains("no card `Press on`"));
    assert!(refusal(&b, &put(&["Stand fast", "Press on", "Shout"])).contains("up to 2"));
    let (got, changes) = outcome(&mut b, &put(&["Press on", "Stand fast"]), &json!([]));
    assert_eq!(got, "done");
    assert_eq!(
        changes["A.hand"],
        json!([["Stand fast", "Stand fast", "Press on", "Shout"], ["Stand fast", "Shout"]])
    );
    assert_eq!(changes["A.discards"], json!([[], ["Press on", "Stand fast"]]));
    assert!(refusal(&b, &put(&["Shout"])).contains("after 2"));
    for _ in 0..4 {
        end_phase(&mut b);
    }
    give(&mut b, &put(&["Shout"]), &json!([])).expect("a new turn");
    give(&mut b, &put(&[]), &json!([])).expect("none is up to two");
}

// ---- Phase 2 ----

#[test]
fn zones_are_moved_in_turn_each_once() {
    let mut b = battle();
    until(&mut b, "movement");
    let order = |side, which| zone("move-zone", side, which);
    // The first player moves one or makes the other move first.
    assert_eq!(warnings(&b, &order("A", "left-wing")), Vec::<String>::new());
    assert_eq!(warnings(&b, &order("B", "left-wing")), Vec::<String>::new());
    let (got, changes) = outcome(&mut b, &order("B", "left-wing"), &json!([]));
    assert_eq!((got, &changes["B.zones_done"]), ("done", &json!([[], ["left-wing"]])));
    assert_eq!(b.state(Viewer::Everyone)["to_move"], "A");
    assert!(warnings(&b, &order("B", "right-wing"))[0].contains("side A"));
    assert!(refusal(&b, &order("B", "left-wing")).contains("finished this turn"));
    for which in
        ["left-wing", "left-battle-line", "center-battle-line", "right-battle-line", "right-wing"]
    {
        give(&mut b, &order("A", which), &json!([])).expect("a zone");
    }
    // Once one side has none left, the rest follow one another.
    give(&mut b, &order("B", "right-wing"), &json!([])).expect("a zone");
    assert_eq!(warnings(&b, &order("B", "left-battle-line")), Vec::<String>::new());
    for _ in 0..4 {
        end_phase(&mut b);
    }
    assert_eq!(value(&b, "A.zones_done"), json!([]));
}

#[test]
fn a_charge_is_given_while_its_zone_is_active_and_by_the_side_that_moves() {
    let mut b = battle();
    assert_eq!(warnings(&b, &charge("A3", "B3", "stand")), Vec::<String>::new());
    give(&mut b, &zone("move-zone", "A", "left-battle-line"), &json!([])).expect("a zone");
    assert!(warnings(&b, &charge("A3", "B3", "stand"))[0].contains("is finished this turn"));
    assert!(warnings(&b, &charge("A4", "B4", "stand"))[0].contains("turn of side B"));
    assert_eq!(warnings(&b, &charge("B4", "A4", "stand")), Vec::<String>::new());
    give(&mut b, &charge("A3", "B3", "stand"), &json!([0, 0])).expect("a warning is no refusal");
}

#[test]
fn an_order_of_an_earlier_phase_warns_and_skipped_phases_do_not() {
    let b = battle();
    let phases = ["initiative", "movement", "melee", "rally"];
    let orders = [
        json!({"kind": "initiative"}),
        of_side("draw", "A"),
        zone("move-zone", "A", "left-wing"),
        charge("A1", "B1", "stand"),
        flank("A1", "B3", "flank"),
        json!({"kind": "javelins", "unit": "A8", "target": "B1", "phase": "movement"}),
        json!({"kind": "javelins", "unit": "A8", "target": "B1", "phase": "melee"}),
        json!({"kind": "skirmish", "unit": "A8", "target": "B8"}),
        melee("A1", "B1", "front"),
        of_unit("rally", "A1"),
        officer("attach", "lieutenant", "A1"),
        json!({"kind": "reserve", "unit": "A6", "zone": "center-battle-line", "column": 1}),
    ];
    let belongs = [0, 0, 1, 1, 1, 1, 2, 2, 2, 3, 3, 3];
    for (order, own) in orders.iter().zip(belongs) {
        for (at, phase) in phases.iter().enumerate() {
            let mut b = b.clone();
            until(&mut b, phase);
            let expected = if at > own {
                vec![format!(
                    "the {} phase of this turn is over: this is the {phase} phase",
                    phases[own]
                )]
            } else {
                Vec::new()
            };
            assert_eq!(warnings(&b, order), expected, "{order} in {phase}");
        }
    }
    // An order of a later phase begins that phase.
    let mut b = b.clone();
    give(&mut b, &melee("A1", "B1", "front"), &json!([1, 1])).expect("a melee");
    assert_eq!(b.state(Viewer::Everyone)["phase"], "melee");
}

#[test]
fn charges_by_grade_have_exact_odds() {
    // Veterans: 3, 4, 5. Hits on the target, and back on the charger.
    let table = [
        ("A1", "B1", "counter-charge", [(1, 4), (2, 4), (1, 4)], Some([(1, 4), (2, 4), (1, 4)])),
        ("A1", "B3", "counter-charge", [(4, 9), (4, 9), (1, 9)], Some([(1, 4), (2, 4), (1, 4)])),
        ("A3", "B1", "counter-charge", [(1, 4), (2, 4), (1, 4)], Some([(4, 9), (4, 9), (1, 9)])),
        ("A1", "B1", "stand", [(11, 16), (4, 16), (1, 16)], None),
        // Hits 4/9, 4/9, 1/9; cancelled 1/4, 2/4, 1/4 (CC-1: the charger's grade).
        ("A1", "B3", "stand", [(29, 36), (6, 36), (1, 36)], None),
        // Hits 1/4, 2/4, 1/4; cancelled 4/9, 4/9, 1/9.
        ("A3", "B1", "stand", [(20, 36), (12, 36), (4, 36)], None),
        // Hits and cancelled 4/9, 4/9, 1/9.
        ("A3", "B3", "stand", [(57, 81), (20, 81), (4, 81)], None),
    ];
    for (unit, target, answer, hits, back) in table {
        let b = battle();
        let order = charge(unit, target, answer);
        let watch = [format!("{target}.hits"), format!("{unit}.hits")];
        let watch = [watch[0].as_str(), watch[1].as_str()];
        let odds = chances(&b, &order, &watch);
        let row = |shares: [(u32, u32); 3]| {
            shares
                .into_iter()
                .zip(0..)
                .map(|((w, t), n)| (json!(n), share(w, t)))
                .collect::<Vec<_>>()
        };
        assert_eq!(odds.watched[watch[0]], row(hits), "{order}");
        let none = vec![(json!(0), Chance::always())];
        assert_eq!(odds.watched[watch[1]], back.map_or(none, row), "{order}");
        assert_twins_agree(&b, &order, &watch);
    }
}

#[test]
fn a_charge_costs_stamina_once_a_game_and_a_counter_charge_keeps_the_targets_own() {
    let mut b = battle();
    let (got, changes) =
        outcome(&mut b, &charge("A3", "B3", "counter-charge"), &json!([[5, 4], [6, 6]]));
    assert_eq!(got, "resolved");
    assert_eq!(changes["B3.hits"], json!([0, 1]));
    assert_eq!(changes["A3.hits"], json!([0, 2]));
    assert_eq!((&changes["A3.stamina"], &changes["B3.stamina"]), (&json!([3, 2]), &json!([3, 2])));
    assert_eq!(changes["A3.charged"], json!([false, true]));
    assert_eq!(value(&b, "B3.charged"), json!(false));
    assert_eq!(
        (value(&b, "A3.status"), value(&b, "B3.engaged_with")),
        (json!("engaged"), json!(["A3"]))
    );
    assert!(refusal(&b, &charge("A3", "B4", "stand")).contains("once a game"));
    let (_, changes) = outcome(&mut b, &charge("A1", "B1", "stand"), &json!([[4, 4], [4, 3]]));
    assert_eq!(changes["B1.hits"], json!([0, 1]));
    assert!(!changes.contains_key("B1.stamina"), "standing costs nothing");
}

#[test]
fn charges_that_the_rules_forbid() {
    let mut b = battle();
    set(&mut b, "A4.stamina", json!(0));
    set(&mut b, "B5.stamina", json!(0));
    for (order, why) in [
        (charge("A8", "B3", "stand"), "A8 Velites is light infantry"),
        (charge("A3", "B8", "stand"), "B8 Velites is light infantry"),
        (charge("A4", "B4", "stand"), "A4 Second has no stamina left to charge"),
        (charge("A5", "B5", "counter-charge"), "B5 Third has no stamina left to counter-charge"),
        (charge("A3", "A4", "stand"), "A4 Second is a friend of A3"),
        (charge("A3", "A3", "stand"), "A3 cannot fight itself"),
    ] {
        assert!(refusal(&b, &order).starts_with(why), "{order}");
    }
    give(&mut b, &charge("A5", "B5", "stand"), &json!([0, 0])).expect("standing needs no stamina");
    // Engaged units stay until the opponent is beaten.
    set(&mut b, "B4.stamina", json!(1));
    give(&mut b, &melee("A3", "B4", "front"), &json!([1, 1])).expect("a melee");
    assert!(refusal(&b, &charge("B4", "A4", "stand")).contains("engaged with A3"));
    set(&mut b, "A3.status", json!("routed"));
    assert_eq!(value(&b, "B4.status"), json!("in-action"));
    give(&mut b, &charge("B4", "A4", "stand"), &json!([0, 0])).expect("it is free");
}

#[test]
fn the_bonuses_of_melee_do_not_count_in_a_charge() {
    let mut b = battle();
    set(&mut b, "A2.officer", json!("lieutenant"));
    let report =
        give(&mut b, &charge("A2", "B2", "stand"), &json!([[3, 3], [3, 3]])).expect("a charge");
    assert!(report.rolls.iter().all(|roll| roll.modifiers.is_empty() && roll.natural == 0));
    assert_eq!(report.rolls[0].notation, "2d6 hits on 4+");
}

#[test]
fn flanking_movement_and_who_may_make_it() {
    let mut b = battle();
    for (order, why) in [
        (flank("A3", "B1", "flank"), "B1 Horse is cavalry, which cannot be flanked"),
        (flank("A3", "B8", "flank"), "B8 Velites is light infantry"),
        (flank("A8", "B3", "flank"), "A8 Velites is light infantry"),
        (flank("A3", "B4", "rear"), "A3 First is no cavalry; only cavalry attacks the rear"),
        (flank("A1", "B4", "rear"), "no friend flanks B4 Second"),
    ] {
        assert!(refusal(&b, &order).starts_with(why), "{order}");
    }
    let (got, changes) = outcome(&mut b, &flank("A3", "B4", "flank"), &json!([]));
    assert_eq!(got, "done");
    assert_eq!(changes["A3.flanking"], json!([null, {"target": "B4", "attack": "flank"}]));
    give(&mut b, &flank("A1", "B4", "rear"), &json!([])).expect("a friend flanks it");
    // The melee's form begins with it.
    let offered = |b: &Battle, tag: &str| {
        let offers = offers(b, Subject::Unit(tag.parse().unwrap()));
        let melee = offers.into_iter().find(|offer| offer.spec.kind == "melee").expect("a melee");
        let value = |name| melee.fields.iter().find(|f| f.spec.name == name).unwrap().value.clone();
        (value("target"), value("attack"))
    };
    assert_eq!(offered(&b, "A3"), (Some(json!("B4")), Some(json!("flank"))));
    assert_eq!(offered(&b, "A1"), (Some(json!("B4")), Some(json!("rear"))));
    // Engaged units stay; a lone cavalry must be routed first.
    give(&mut b, &melee("A2", "B2", "front"), &json!([1, 1])).expect("a melee");
    assert!(refusal(&b, &flank("A2", "B3", "flank")).contains("engaged with B2"));
}

#[test]
fn a_flanked_unit_that_routs_its_front_enemy_may_turn() {
    let mut b = battle();
    give(&mut b, &flank("A3", "B4", "flank"), &json!([])).expect("a flanking movement");
    give(&mut b, &melee("A3", "B4", "flank"), &json!([1, 1])).expect("a melee");
    set(&mut b, "A4.hits", json!(4));
    let before = b.clone();
    let report = give(&mut b, &melee("A4", "B4", "front"), &json!([1, 5])).expect("a melee");
    let words = wording::sentences(&before, &report);
    // It was not engaged with A4 before, yet its front is free now.
    assert_eq!(value(&b, "A4.status"), json!("routed"));
    let turns = "B4 Second has its front free and may turn to the enemy at its side.";
    assert!(words.iter().any(|sentence| sentence == turns), "{words:?}");
    assert_eq!(value(&b, "B4.engaged_with"), json!(["A3"]));
}

#[test]
fn the_commander_alone_changes_zones_and_not_while_he_is_attached() {
    let mut b = battle();
    let order = |officer: &str, to: &str| json!({"kind": "move-officer", "side": "A", "officer": officer, "zone": to});
    assert!(refusal(&b, &order("lieutenant", "left-wing")).contains("stays in his zone"));
    assert!(refusal(&b, &order("commander", "center-battle-line")).contains("already"));
    give(&mut b, &officer("attach", "commander", "A4"), &json!([])).expect("attached");
    assert_eq!(value(&b, "A.commander.unit"), json!("A4"));
    assert!(refusal(&b, &order("commander", "left-wing")).contains("attached to A4"));
    give(&mut b, &officer("detach", "commander", "A4"), &json!([])).expect("detached");
    let (_, changes) = outcome(&mut b, &order("commander", "left-wing"), &json!([]));
    assert_eq!(changes["A.commander.zone"], json!(["center-battle-line", "left-wing"]));
    assert!(refusal(&b, &officer("attach", "commander", "A4")).contains("in the left wing"));
    // Out of turn while zones are still to be moved.
    let mut b = battle();
    assert_eq!(warnings(&b, &order("commander", "left-wing")), Vec::<String>::new());
    give(&mut b, &zone("move-zone", "A", "left-wing"), &json!([])).expect("a zone");
    assert!(warnings(&b, &order("commander", "left-wing"))[0].contains("zones still to move"));
}

// ---- Light infantry ----

#[test]
fn javelins_hit_on_a_six_and_the_thrower_falls_back() {
    for (phase, spaces) in [("movement", 2), ("melee", 3)] {
        let order = json!({"kind": "javelins", "unit": "A8", "target": "B3", "phase": phase});
        for face in 1..=6 {
            let mut b = battle();
            let before = b.clone();
            let report = give(&mut b, &order, &json!([face])).expect("javelins");
            let hit = face == 6;
            assert_eq!(report.outcome, if hit { "hit" } else { "miss" }, "{face}");
            assert_eq!(value(&b, "B3.hits"), json!(u32::from(hit)), "the grade does not matter");
            let words = wording::sentences(&before, &report).join(" ");
            assert!(words.contains(&format!("A8 Velites falls back {spaces} spaces.")), "{words}");
        }
        assert_eq!(chances(&battle(), &order, &[]).of("hit"), share(1, 6));
    }
    let b = battle();
    for (unit, target, why) in [
        ("A3", "B3", "A3 First is no light infantry"),
        ("A8", "B8", "B8 Velites is light infantry too"),
        ("A8", "A3", "A3 First is a friend"),
    ] {
        let order = json!({"kind": "javelins", "unit": unit, "target": target, "phase": "melee"});
        assert!(refusal(&b, &order).starts_with(why), "{order}");
    }
}

#[test]
fn a_hit_by_javelins_may_rout() {
    let mut b = battle();
    set(&mut b, "B1.hits", json!(2));
    let order = json!({"kind": "javelins", "unit": "A8", "target": "B1", "phase": "movement"});
    let (got, changes) = outcome(&mut b, &order, &json!([6]));
    assert_eq!((got, &changes["B1.status"]), ("hit", &json!(["in-action", "routed"])));
    assert!(refusal(&b, &order).contains("B1 Horse has routed"));
}

/// CC-2: nobody falls back on a tie.
#[test]
fn the_lower_of_two_skirmishers_falls_back_and_level_ones_stay() {
    let order = json!({"kind": "skirmish", "unit": "A8", "target": "B8"});
    for (dice, expected, words) in [
        (json!([4, 3]), "won", "B8 Velites falls back 2 spaces."),
        (json!([1, 6]), "lost", "A8 Velites falls back 2 spaces."),
        (json!([5, 5]), "tied", "A8 Velites and B8 Velites are level; neither falls back."),
    ] {
        let mut b = battle();
        let before = b.clone();
        let report = give(&mut b, &order, &dice).expect("a skirmish");
        assert_eq!(report.outcome, expected);
        assert_eq!(wording::sentences(&before, &report).last().map(String::as_str), Some(words));
        assert!(b.changes_since(&before, Viewer::Everyone).is_empty());
    }
    let odds = chances(&battle(), &order, &[]);
    assert_eq!(
        [odds.of("won"), odds.of("lost"), odds.of("tied")],
        [share(15, 36), share(15, 36), share(1, 6)]
    );
    assert!(
        refusal(&battle(), &json!({"kind": "skirmish", "unit": "A8", "target": "B3"}))
            .contains("no light")
    );
}

#[test]
fn light_infantry_that_falls_back_leaves_its_cavalry() {
    let mut b = battle();
    let order = json!({"kind": "javelins", "unit": "A7", "target": "B2", "phase": "melee"});
    let (_, changes) = outcome(&mut b, &order, &json!([1]));
    assert_eq!(changes["A2.mixed"], json!([true, false]));
    assert_eq!(changes["A7.mixed_with"], json!(["A2", null]));
    // And when the cavalry routs or the players say so.
    for correction in ["B2.status", "B2.mixed"] {
        let mut b = battle();
        set(
            &mut b,
            correction,
            if correction == "B2.mixed" { json!(false) } else { json!("routed") },
        );
        assert_eq!(
            (value(&b, "B7.mixed_with"), value(&b, "B7.status")),
            (json!(null), json!("in-action"))
        );
    }
}

// ---- Cards ----

fn play_card(unit: &str, card: &str) -> Value {
    json!({"kind": "play-card", "unit": unit, "card": card})
}

#[test]
fn up_to_three_cards_a_side_and_phase_one_a_unit_of_the_own_hand() {
    let mut b = battle();
    assert!(refusal(&b, &play_card("A3", "Shout")).contains("no card `Shout` in its hand"));
    set(&mut b, "A.hand", json!(["Stand fast", "Stand fast", "Press on", "Press on"]));
    let (got, changes) = outcome(&mut b, &play_card("A3", "Stand fast"), &json!([]));
    assert_eq!(got, "done");
    assert_eq!(changes["A3.card"], json!([null, "Stand fast"]));
    assert_eq!(value(&b, "A.hand"), json!(["Stand fast", "Press on", "Press on"]));
    assert!(refusal(&b, &play_card("A3", "Press on")).contains("has a card already"));
    give(&mut b, &play_card("A4", "Press on"), &json!([])).expect("the second");
    give(&mut b, &play_card("A5", "Press on"), &json!([])).expect("the third");
    assert!(refusal(&b, &play_card("A1", "Stand fast")).contains("has played 3 cards"));
    // The other side's hand is its own.
    assert!(refusal(&b, &play_card("B1", "Stand fast")).contains("side B has no card"));
}

#[test]
fn cards_alternate_and_come_before_the_melees() {
    let mut b = battle();
    until(&mut b, "melee");
    for side in ["A", "B"] {
        set(&mut b, &format!("{side}.hand"), json!(["Stand fast", "Stand fast", "Press on"]));
    }
    // The first player may pass first.
    for unit in ["A3", "B3"] {
        assert_eq!(warnings(&b, &play_card(unit, "Press on")), Vec::<String>::new());
    }
    give(&mut b, &play_card("B3", "Press on"), &json!([])).expect("a card");
    assert!(warnings(&b, &play_card("B4", "Stand fast"))[0].contains("side A plays a card next"));
    assert_eq!(warnings(&b, &play_card("A4", "Stand fast")), Vec::<String>::new());
    give(&mut b, &melee("A4", "B4", "front"), &json!([1, 1])).expect("a melee");
    assert!(warnings(&b, &play_card("A4", "Stand fast"))[0].contains("before the melees"));
}

#[test]
fn both_cards_are_revealed_together_and_all_are_discarded_when_the_phase_ends() {
    let mut b = battle();
    for side in ["A", "B"] {
        set(&mut b, &format!("{side}.hand"), json!(["Stand fast", "Press on"]));
    }
    for (unit, card) in [("A3", "Press on"), ("B3", "Stand fast"), ("B4", "Press on")] {
        give(&mut b, &play_card(unit, card), &json!([])).expect("a card");
    }
    let (_, changes) = outcome(&mut b, &melee("A3", "B3", "front"), &json!([6, 6]));
    assert_eq!(changes["A3.card_revealed"], json!([false, true]));
    assert_eq!(changes["B3.card_revealed"], json!([false, true]));
    assert_eq!(value(&b, "B4.card_revealed"), json!(false));
    let (_, changes) = outcome(&mut b, &json!({"kind": "end-phase"}), &json!([]));
    assert_eq!(changes["A.discards"], json!([[], ["Press on"]]));
    assert_eq!(changes["B.discards"], json!([[], ["Stand fast", "Press on"]]));
    assert_eq!(changes["B4.card"], json!(["Press on", null]));
    assert_eq!(b.state(Viewer::Everyone)["phase"], "rally");
}

#[test]
fn an_order_of_the_rally_phase_ends_the_melee_phase_with_its_cards() {
    let mut b = battle();
    set(&mut b, "A.hand", json!(["Stand fast"]));
    give(&mut b, &play_card("A3", "Stand fast"), &json!([])).expect("a card");
    give(&mut b, &officer("attach", "lieutenant", "A3"), &json!([])).expect("an officer");
    assert_eq!(
        (value(&b, "A3.card"), value(&b, "A.discards")),
        (json!(null), json!(["Stand fast"]))
    );
}

// ---- Melee ----

#[test]
fn four_hits_an_average_unit_and_five_a_veteran_after_every_modifier() {
    // Unit, target, attack, officer; what is added, and the lowest die that hits.
    let table = [
        ("A1", "B1", "front", None, 0, 4),
        ("A1", "B3", "front", None, 0, 5),
        ("A3", "B6", "flank", None, 1, 3),
        ("A3", "B4", "flank", None, 1, 4),
        ("A1", "B6", "rear", None, 2, 2),
        ("A1", "B4", "rear", None, 2, 3),
        ("A2", "B1", "front", None, 1, 3),
        ("A1", "B1", "front", Some("lieutenant"), 1, 3),
        ("A4", "B4", "front", Some("commander"), 1, 4),
        ("A2", "B6", "rear", Some("commander"), 4, 0),
        ("A2", "B3", "rear", Some("lieutenant"), 4, 1),
    ];
    for (unit, target, attack, attached, modifier, lowest) in table {
        let mut fresh = battle();
        if let Some(officer) = attached {
            set(&mut fresh, &format!("{unit}.officer"), json!(officer));
        }
        for face in 1..=6 {
            let mut b = fresh.clone();
            let order = melee(unit, target, attack);
            let report = give(&mut b, &order, &json!([face, 1])).expect("a melee");
            assert_eq!(report.outcome, "resolved");
            assert_eq!(report.rolls[0].modified, face + modifier, "{order}");
            let hits = u32::from(face >= lowest);
            assert_eq!(value(&b, &format!("{target}.hits")), json!(hits), "{order} {face}");
        }
    }
}

#[test]
fn the_target_strikes_back_with_its_own_modifiers() {
    let mut b = battle();
    set(&mut b, "B2.officer", json!("lieutenant"));
    // B2 is mixed, has an officer, and strikes A3, a veteran, in the flank.
    let mut order = melee("A3", "B2", "front");
    order["target_attack"] = json!("flank");
    let odds = chances(&b, &order, &["A3.hits", "B2.hits"]);
    assert_eq!(odds.watched["A3.hits"], [(json!(0), share(1, 6)), (json!(1), share(5, 6))]);
    assert_eq!(odds.watched["B2.hits"], [(json!(0), share(1, 2)), (json!(1), share(1, 2))]);
    assert_twins_agree(&b, &order, &["A3.hits", "B2.hits"]);
}

#[test]
fn melees_that_the_rules_forbid() {
    let b = battle();
    for (order, why) in [
        (melee("A8", "B3", "front"), "A8 Velites is light infantry"),
        (melee("A3", "B8", "front"), "B8 Velites is light infantry"),
        (melee("A3", "B1", "flank"), "B1 Horse is cavalry, which cannot be flanked"),
        (melee("A1", "B1", "rear"), "B1 Horse is cavalry, which cannot be flanked"),
        (melee("A3", "B4", "rear"), "A3 First is no cavalry"),
        (melee("A3", "A4", "front"), "A4 Second is a friend"),
    ] {
        assert!(refusal(&b, &order).starts_with(why), "{order}");
    }
    for (order, why) in [
        (json!({"kind": "melee", "unit": "A1", "target": "B1"}), "missing field `attack`"),
        (
            json!({"kind": "melee", "target": "B1", "attack": "front"}),
            "missing field `unit`, or `units`",
        ),
        (
            json!({"kind": "melee", "units": ["A1", "A2"], "target": "B1"}),
            "missing field `answers`",
        ),
        (
            json!({"kind": "melee", "unit": "A1", "units": [], "target": "B1"}),
            "missing field `attack`",
        ),
        (
            json!({"kind": "melee", "unit": "A1", "target": "B1", "attack": "front", "answers": "A1"}),
            "`answers` is for two cavalry on one",
        ),
    ] {
        assert!(nonsense(&b, &order).starts_with(why), "{order}");
    }
    let unknown = melee("A1", "B99", "front");
    assert!(nonsense(&b, &unknown).contains("there is no B99"));
}

#[test]
fn two_cavalry_on_one_both_throw_and_it_throws_once_at_the_one_it_names() {
    let mut b = battle();
    let order = two_on_one(["A2", "A1"], "B1", "A1");
    let report = give(&mut b, &order, &json!([3, 4, 4])).expect("a melee");
    assert_eq!(report.outcome, "resolved");
    // A2 is mixed: 3 + 1. No flank, no rear.
    let modified: Vec<i64> = report.rolls.iter().map(|roll| roll.modified).collect();
    assert_eq!(modified, [4, 4, 4]);
    assert_eq!(
        [value(&b, "B1.hits"), value(&b, "A1.hits"), value(&b, "A2.hits")],
        [json!(2), json!(1), json!(0)]
    );
    assert_eq!(value(&b, "B1.engaged_with"), json!(["A2", "A1"]));
    let b = battle();
    let odds = chances(&b, &order, &["B1.hits"]);
    assert_eq!(
        odds.watched["B1.hits"],
        [(json!(0), share(1, 6)), (json!(1), share(1, 2)), (json!(2), share(1, 3))]
    );
    assert_twins_agree(&b, &order, &["B1.hits", "A1.hits"]);
}

#[test]
fn two_on_one_is_for_cavalry_without_flank_or_rear() {
    let b = battle();
    let mut around = two_on_one(["A1", "A2"], "B1", "A1");
    around["attack"] = json!("flank");
    let mut back = two_on_one(["A1", "A2"], "B1", "A1");
    back["target_attack"] = json!("rear");
    for (order, why) in [
        (two_on_one(["A1", "A3"], "B1", "A1"), "A3 First is no cavalry"),
        (two_on_one(["A1", "A2"], "B3", "A1"), "B3 First is no cavalry"),
        (two_on_one(["A1", "A1"], "B1", "A1"), "A1 is one unit, not two"),
        (two_on_one(["A1", "A2"], "B1", "A3"), "B1 answers A1 or A2"),
        (two_on_one(["A1", "B2"], "B1", "A1"), "B1 Horse is a friend of B2"),
        (around, "two on one have neither flank nor rear"),
        (back, "two on one have neither flank nor rear"),
        (
            json!({"kind": "melee", "units": ["A1"], "target": "B1", "answers": "A1"}),
            "two cavalry may fight one, not 1",
        ),
    ] {
        assert!(refusal(&b, &order).starts_with(why), "{order}");
    }
    // A unit may stand apart from the other, or beside both, as in its form.
    for units in [json!(["A2"]), json!(["A1", "A2"])] {
        let whole = json!({
            "kind": "melee", "unit": "A1", "units": units, "target": "B1", "attack": "front",
            "answers": "A2",
        });
        let (_, changes) = outcome(&mut b.clone(), &whole, &json!([1, 6, 6]));
        assert_eq!(changes["A2.hits"], json!([0, 1]));
        assert_eq!(changes["B1.engaged_with"], json!([[], ["A1", "A2"]]));
    }
    // Fought as two melees, it would throw twice.
    let mut b = b;
    give(&mut b, &melee("A1", "B1", "front"), &json!([1, 1])).expect("a melee");
    assert_eq!(
        warnings(&b, &melee("A2", "B1", "front")),
        ["B1 has thrown at A1; two cavalry on one are one melee"]
    );
}

#[test]
fn melees_go_from_the_first_players_left_and_each_pair_meets_once() {
    let mut b = battle();
    give(&mut b, &json!({"kind": "initiative"}), &json!([2, 5])).expect("side B goes first");
    give(&mut b, &melee("A4", "B4", "front"), &json!([1, 1])).expect("a melee");
    assert_eq!(warnings(&b, &melee("A4", "B4", "front")), ["A4 and B4 have met in this phase"]);
    assert_eq!(
        warnings(&b, &melee("A5", "B3", "front")),
        ["melees go from the first player's left to the right"]
    );
    assert_eq!(warnings(&b, &melee("A3", "B5", "front")), Vec::<String>::new());
    until(&mut b, "rally");
    assert_eq!(value(&b, "A4.fought"), json!([]));
}

#[test]
fn hits_that_reach_the_morale_remove_the_unit_and_both_sides_fall_at_once() {
    let mut b = battle();
    set(&mut b, "A1.hits", json!(2));
    set(&mut b, "B1.hits", json!(2));
    set(&mut b, "A1.officer", json!("lieutenant"));
    let order = melee("A1", "B1", "front");
    let odds = chances(&b, &order, &["A1.status", "B1.status"]);
    let chance = |key: &str, word: &str| {
        let found = odds.watched[key].iter().find(|(value, _)| value == word);
        found.map(|(_, chance)| chance.clone())
    };
    assert_eq!(chance("B1.status", "routed"), Some(share(2, 3)));
    assert_eq!(chance("A1.status", "routed"), Some(share(1, 2)));
    let (_, changes) = outcome(&mut b, &order, &json!([4, 4]));
    assert_eq!(changes["A1.status"], json!(["in-action", "routed"]));
    assert_eq!(changes["B1.status"], json!(["in-action", "routed"]));
    assert_eq!(value(&b, "A1.engaged_with"), json!([]));
    // CC-4: no lieutenant is lost by it; he stands behind the line.
    assert_eq!(
        (value(&b, "A1.officer"), value(&b, "A.lieutenants.0.lost")),
        (json!(null), json!(false))
    );
    assert_eq!(b.state(Viewer::Everyone)["routed"], json!(["B1", "A1"]));
    assert!(refusal(&b, &order).contains("has routed"));
}

#[test]
fn a_unit_is_engaged_until_all_its_opponents_are_beaten() {
    let mut b = battle();
    for (unit, target) in [("A3", "B4"), ("A4", "B4")] {
        give(&mut b, &melee(unit, target, "front"), &json!([1, 1])).expect("a melee");
    }
    assert_eq!(value(&b, "B4.engaged_with"), json!(["A3", "A4"]));
    set(&mut b, "A3.status", json!("routed"));
    assert_eq!(
        (value(&b, "B4.status"), value(&b, "B4.engaged_with")),
        (json!("engaged"), json!(["A4"]))
    );
    set(&mut b, "A4.status", json!("routed"));
    assert_eq!(
        (value(&b, "B4.status"), value(&b, "B4.engaged_with")),
        (json!("in-action"), json!([]))
    );
}

#[test]
fn an_attack_from_the_front_again_ends_a_flanking_movement() {
    let mut b = battle();
    give(&mut b, &flank("A3", "B4", "flank"), &json!([])).expect("a flanking movement");
    give(&mut b, &melee("A3", "B4", "front"), &json!([1, 1])).expect("it has turned");
    assert_eq!(value(&b, "A3.flanking"), json!(null));
}

// ---- Allied morale ----

#[test]
fn a_friend_beside_a_rout_takes_a_hit_on_its_grades_number() {
    for (unit, lowest) in [("B1", 4), ("B3", 5)] {
        for face in 1..=6 {
            let mut b = battle();
            let (got, changes) = outcome(&mut b, &of_unit("allied-morale", unit), &json!([face]));
            let hit = face >= lowest;
            assert_eq!(got, if hit { "hit" } else { "miss" }, "{unit} {face}");
            assert_eq!(changes.contains_key(&format!("{unit}.hits")), hit, "{unit} {face}");
        }
    }
    let b = battle();
    assert!(refusal(&b, &of_unit("allied-morale", "B8")).contains("without morale"));
    assert_eq!(
        warnings(&b, &of_unit("allied-morale", "B1")),
        ["no friend of B1 has routed in this phase"]
    );
}

#[test]
fn allied_morale_may_rout_in_turn() {
    let mut b = battle();
    set(&mut b, "B1.hits", json!(2));
    set(&mut b, "B3.status", json!("routed"));
    assert_eq!(warnings(&b, &of_unit("allied-morale", "B1")), Vec::<String>::new());
    let kinds = |b: &Battle| -> Vec<(Subject, &'static str)> {
        b.guide().next.into_iter().map(|step| (step.subject, step.kind)).collect()
    };
    let of = |tag: &str| (Subject::Unit(tag.parse().unwrap()), "allied-morale");
    // B3 stood beside B4; B1 is two columns off, on the wing.
    assert!(kinds(&b).contains(&of("B4")) && !kinds(&b).contains(&of("B5")));
    let (got, changes) = outcome(&mut b, &of_unit("allied-morale", "B1"), &json!([4]));
    assert_eq!((got, &changes["B1.status"]), ("hit", &json!(["in-action", "routed"])));
    assert_eq!(b.state(Viewer::Everyone)["routed"], json!(["B3", "B1"]));
    end_phase(&mut b);
    assert_eq!(b.state(Viewer::Everyone)["routed"], json!([]));
}

// ---- Phase 4 ----

#[test]
fn an_officer_rallies_a_unit_up_to_half_of_its_morale_rounded_up() {
    for (most, half) in [(2, 1), (3, 2), (4, 2), (5, 3)] {
        assert_eq!(rally_limit(most), half);
        for hits in 0..most {
            let mut b = battle();
            set(&mut b, "A4.max_morale", json!(most));
            set(&mut b, "A4.hits", json!(hits));
            set(&mut b, "A4.officer", json!("lieutenant"));
            until(&mut b, "rally");
            let order = of_unit("rally", "A4");
            if hits > 0 && most - hits < half {
                let (got, changes) = outcome(&mut b, &order, &json!([]));
                assert_eq!(got, "done");
                assert_eq!(changes["A4.hits"], json!([hits, hits - 1]), "{most} {hits}");
                assert!(refusal(&b, &order).contains("has been rallied"));
            } else {
                refusal(&b, &order);
            }
        }
    }
}

#[test]
fn only_an_officer_attached_when_the_phase_began_rallies() {
    let mut b = battle();
    set(&mut b, "A4.hits", json!(4));
    until(&mut b, "rally");
    give(&mut b, &officer("attach", "lieutenant", "A4"), &json!([])).expect("attached");
    assert!(refusal(&b, &of_unit("rally", "A4")).contains("when the phase began"));
    end_phase(&mut b);
    until(&mut b, "rally");
    assert_eq!(value(&b, "A4.officer_at_phase_start"), json!(true));
    give(&mut b, &of_unit("rally", "A4"), &json!([])).expect("rallied");
    end_phase(&mut b);
    assert_eq!(
        [value(&b, "A4.officer_at_phase_start"), value(&b, "A4.rallied")],
        [json!(false), json!(false)]
    );
    // What the players set by hand stands.
    set(&mut b, "A3.hits", json!(3));
    set(&mut b, "A3.officer_at_phase_start", json!(true));
    give(&mut b, &of_unit("rally", "A3"), &json!([])).expect("rallied");
}

#[test]
fn officers_join_units_of_their_zone_and_go_from_one_to_another() {
    let mut b = battle();
    let (got, changes) = outcome(&mut b, &officer("attach", "lieutenant", "A4"), &json!([]));
    assert_eq!((got, &changes["A4.officer"]), ("done", &json!([null, "lieutenant"])));
    assert_eq!(value(&b, "A.lieutenants.2.unit"), json!("A4"));
    assert!(
        refusal(&b, &officer("attach", "commander", "A4")).contains("has a lieutenant attached")
    );
    // A6 stands in the same zone: he goes over to it.
    let (_, changes) = outcome(&mut b, &officer("attach", "lieutenant", "A6"), &json!([]));
    assert_eq!(changes["A4.officer"], json!(["lieutenant", null]));
    assert_eq!(changes["A6.officer"], json!([null, "lieutenant"]));
    assert!(refusal(&b, &officer("detach", "commander", "A6")).contains("no commander attached"));
    give(&mut b, &officer("detach", "lieutenant", "A6"), &json!([])).expect("detached");
    assert_eq!(value(&b, "A.lieutenants.2.unit"), json!(null));
    assert!(
        refusal(&b, &officer("attach", "commander", "A3")).contains("center battle line, and A3")
    );
    set(&mut b, "A.lieutenants.left-battle-line.lost", json!(true));
    assert!(refusal(&b, &officer("attach", "lieutenant", "A3")).contains("has no lieutenant"));
}

#[test]
fn a_reserve_changes_columns_until_it_has_gone_forward() {
    let mut b = battle();
    let order = |unit: &str, which: &str, column: u8| json!({"kind": "reserve", "unit": unit, "zone": which, "column": column});
    assert!(refusal(&b, &order("A3", "left-battle-line", 1)).contains("is not in reserve"));
    assert!(refusal(&b, &order("A6", "center-battle-line", 2)).contains("stands in that column"));
    let (got, changes) = outcome(&mut b, &order("A6", "right-battle-line", 1), &json!([]));
    assert_eq!(got, "done");
    assert_eq!(changes["A6.zone"], json!(["center-battle-line", "right-battle-line"]));
    assert_eq!(changes["A6.column"], json!([2, 1]));
    // Infantry moves one space.
    assert_eq!(
        warnings(&b, &order("A6", "left-wing", 1)),
        ["A6 is infantry, and moves one column a turn"]
    );
    // An officer stays in his zone.
    give(&mut b, &officer("attach", "lieutenant", "A6"), &json!([])).expect("attached");
    assert!(refusal(&b, &order("A6", "center-battle-line", 2)).contains("must be detached"));
    give(&mut b, &order("A6", "right-battle-line", 2), &json!([])).expect("the same zone");
    give(&mut b, &officer("detach", "lieutenant", "A6"), &json!([])).expect("detached");
    // Whatever takes it into the line is going forward.
    for act in [charge("A6", "B1", "stand"), melee("A6", "B6", "front"), flank("A6", "B4", "flank")]
    {
        let mut b = b.clone();
        let dice = match act["kind"].as_str() {
            Some("charge") => json!([0, 0]),
            Some("melee") => json!([1, 1]),
            _ => json!([]),
        };
        give(&mut b, &act, &dice).expect("in the line");
        assert_eq!(value(&b, "A6.reserve_advanced"), json!(true), "{act}");
        assert!(refusal(&b, &order("A6", "center-battle-line", 2)).contains("gone forward"));
    }
}

#[test]
fn a_lieutenant_steps_up_the_turn_after_one_was_lost() {
    let mut b = battle();
    let order = zone("replace-lieutenant", "A", "left-wing");
    assert!(refusal(&b, &order).contains("no lieutenant has been lost"));
    set(&mut b, "A1.officer", json!("lieutenant"));
    assert_eq!(value(&b, "A.lieutenants.0.unit"), json!("A1"));
    until(&mut b, "melee");
    // CC-4: the players take him off.
    let lost = json!({"kind": "adjust", "ship": "A", "field": "lieutenants.left-wing.lost", "value": true});
    let (_, changes) = outcome(&mut b, &lost, &json!([]));
    assert_eq!(changes["A1.officer"], json!(["lieutenant", null]));
    assert!(refusal(&b, &order).contains("fell this turn"));
    end_phase(&mut b);
    end_phase(&mut b);
    let (got, _) = outcome(&mut b, &order, &json!([]));
    assert_eq!((got, value(&b, "A.lieutenants.0.lost")), ("done", json!(false)));
    give(&mut b, &officer("attach", "lieutenant", "A1"), &json!([])).expect("attached");
}

#[test]
fn four_phases_make_a_turn() {
    let mut b = battle();
    let mut seen = Vec::new();
    for _ in 0..5 {
        let state = b.state(Viewer::Everyone);
        seen.push((state["round"].as_u64().unwrap(), state["phase"].as_str().unwrap().to_owned()));
        end_phase(&mut b);
    }
    let words = ["initiative", "movement", "melee", "rally", "initiative"];
    let expected: Vec<_> =
        words.iter().zip([1, 1, 1, 1, 2]).map(|(w, n)| (n, (*w).to_owned())).collect();
    assert_eq!(seen, expected);
}

/// CC-3: heavy and light cards both count.
#[test]
fn more_than_half_of_a_sides_unit_cards_gone_gives_the_other_the_battle() {
    let mut b = battle();
    for number in 1..=4 {
        set(&mut b, &format!("A{number}.status"), json!("routed"));
        assert_eq!(b.winner(), None, "{number} of 8");
    }
    let mut light = b.clone();
    set(&mut light, "A8.status", json!("routed"));
    assert_eq!(light.winner(), Some("B"));
    assert!(light.guide().prompt.starts_with("Legion has won"));
    for number in 1..=5 {
        set(&mut b, &format!("B{number}.status"), json!("routed"));
    }
    assert_eq!(b.winner(), Some("A"));
    set(&mut b, "A5.status", json!("routed"));
    assert_eq!(b.winner(), Some("draw"));
}

// ---- Corrections ----

#[test]
fn a_correction_that_takes_the_last_morale_routs_as_a_card_would() {
    let mut b = battle();
    give(&mut b, &melee("A1", "B1", "front"), &json!([1, 1])).expect("a melee");
    let order = json!({"kind": "adjust", "ship": "B1", "field": "hits", "value": 3});
    let (_, changes) = outcome(&mut b, &order, &json!([]));
    assert_eq!(changes["B1.status"], json!(["engaged", "routed"]));
    assert_eq!(value(&b, "A1.status"), json!("in-action"));
    // And back, when the players have made a mistake.
    set(&mut b, "B1.hits", json!(1));
    set(&mut b, "B1.status", json!("in-action"));
    assert_eq!(b.winner(), None);
}

#[test]
fn what_no_correction_can_say() {
    let b = battle();
    for (ship, field, to, why) in [
        ("A1", "kind", json!("light-infantry"), "A1 keeps its kind"),
        ("A1", "column", json!(3), "a zone has 2 columns, not 3"),
        ("A1", "row", json!(10), "a table has at most 9 rows"),
        ("A1", "max_morale", json!(0), "A1 is a heavy unit"),
        ("A1", "stamina", json!(null), "A1 is a heavy unit"),
        ("A8", "max_morale", json!(3), "A8 is light infantry"),
        ("A1", "engaged_with", json!(["B99"]), "there is no B99"),
        ("A1", "card", json!("Elephants"), "side A has no card `Elephants`"),
    ] {
        let order = json!({"kind": "adjust", "ship": ship, "field": field, "value": to});
        assert!(refusal(&b, &order).starts_with(why), "{order}");
    }
    for (field, to, why) in [
        ("speed", json!(1), "side A has no `speed`, only deck, hand"),
        ("lieutenants.9.lost", json!(true), "side A has no `lieutenants.9.lost`"),
        ("lieutenants.left-wing.lost", json!("yes"), "`lieutenants` of side A cannot be"),
        ("commander.zone", json!("middle"), "`commander` of side A cannot be"),
        ("commander.unit", json!("B1"), "B1 is no unit of side A on the table"),
        ("lieutenants.left-wing.unit", json!("A3"), "the lieutenant of the left wing stays"),
        ("hand", json!(["Elephants"]), "side A has no card `Elephants`"),
    ] {
        let order = json!({"kind": "adjust", "ship": "A", "field": field, "value": to});
        let why_not = nonsense(&b, &order);
        assert!(why_not.starts_with(why), "{order}: {why_not}");
    }
}

#[test]
fn corrections_of_a_side_reach_its_units() {
    let mut b = battle();
    set(&mut b, "A.commander.unit", json!("A4"));
    assert_eq!(value(&b, "A4.officer"), json!("commander"));
    set(&mut b, "A.lieutenants.0.unit", json!("A1"));
    assert_eq!(
        (value(&b, "A1.officer"), value(&b, "A4.officer")),
        (json!("lieutenant"), json!("commander"))
    );
    set(&mut b, "A4.officer", json!(null));
    assert_eq!(value(&b, "A.commander.unit"), json!(null));
    let mut all = value(&b, "A.lieutenants");
    all[0]["lost"] = json!(true);
    set(&mut b, "A.lieutenants", all);
    assert_eq!(
        (value(&b, "A1.officer"), value(&b, "A.lieutenants.0.unit")),
        (json!(null), json!(null))
    );
    set(&mut b, "B.first_player", json!(true));
    set(&mut b, "A.first_player", json!(true));
    assert_eq!(
        [value(&b, "A.first_player"), value(&b, "B.first_player")],
        [json!(true), json!(false)]
    );
}

// ---- Screens and paper ----

#[test]
fn a_unit_is_offered_what_its_kind_does() {
    let b = battle();
    let kinds = |subject| -> Vec<&str> {
        offers(&b, subject).into_iter().map(|offer| offer.spec.kind).collect()
    };
    let unit = |tag: &str| Subject::Unit(tag.parse().unwrap());
    assert_eq!(
        kinds(unit("A1")),
        ["flank", "charge", "play-card", "melee", "allied-morale", "rally", "attach", "adjust"]
    );
    assert_eq!(kinds(unit("A8")), ["javelins", "skirmish", "play-card", "adjust"]);
    assert!(kinds(unit("A6")).contains(&"reserve"));
    assert_eq!(kinds(Subject::Battle), ["initiative", "end-phase"]);
    assert_eq!(
        kinds(Subject::Side(Side::A)),
        ["discard", "draw", "move-zone", "move-officer", "adjust"]
    );
}

#[test]
fn a_form_begins_with_the_enemy_opposite() {
    let b = battle();
    for (unit, kind, target) in [
        ("A1", "charge", "B2"),
        ("A2", "melee", "B1"),
        ("A5", "charge", "B3"),
        ("A4", "melee", "B6"),
        ("A8", "skirmish", "B8"),
    ] {
        let all = offers(&b, Subject::Unit(unit.parse().unwrap()));
        let offer = all.into_iter().find(|offer| offer.spec.kind == kind).expect("an offer");
        assert!(offer.refused.is_none(), "{unit} {kind}: {:?}", offer.refused);
        let field = offer.fields.iter().find(|f| f.spec.name == "target").expect("a target");
        assert_eq!(field.value, Some(json!(target)), "{unit} {kind}");
    }
}

#[test]
fn the_guide_hands_the_screen_to_the_side_that_looks_at_its_cards() {
    let mut b = battle();
    assert_eq!(b.guide().secret_of, None);
    give(&mut b, &json!({"kind": "initiative"}), &json!([2, 5])).expect("side B goes first");
    assert_eq!(b.guide().secret_of, Some(Side::B));
    give(&mut b, &of_side("draw", "B"), &json!([1, 1, 1, 1, 1])).expect("a hand");
    assert_eq!(b.guide().secret_of, Some(Side::A));
    give(&mut b, &of_side("draw", "A"), &json!([1, 1, 1, 1, 1])).expect("a hand");
    assert_eq!(b.guide().secret_of, None);
    let order = json!({"kind": "discard", "side": "A", "cards": ["Stand fast"]});
    assert_eq!(warnings(&b, &order), ["side A has drawn; cards are put away before that"]);
    // A full hand in the next turn: cards may be put away, none must be.
    for _ in 0..4 {
        end_phase(&mut b);
    }
    give(&mut b, &json!({"kind": "initiative"}), &json!([5, 2])).expect("side A goes first");
    let kinds = |b: &Battle| -> Vec<(Subject, &'static str)> {
        b.guide().next.into_iter().map(|step| (step.subject, step.kind)).collect()
    };
    assert_eq!(b.guide().secret_of, None);
    let [first, second] = [Side::A, Side::B].map(|side| (Subject::Side(side), "discard"));
    assert_eq!(kinds(&b), [first, second, (Subject::Battle, "end-phase")]);
    give(&mut b, &order, &json!([])).expect("a card put away");
    assert_eq!(b.guide().secret_of, Some(Side::A));
}

#[test]
fn a_unit_card_has_boxes_for_its_morale_and_its_stamina() {
    let mut b = battle();
    set(&mut b, "A4.hits", json!(2));
    give(&mut b, &charge("A4", "B4", "stand"), &json!([0, 0])).expect("a charge");
    let tracks = |fresh| {
        let sheet = b.sheet("A4".parse().unwrap(), fresh).expect("a sheet");
        assert_eq!((sheet.name.as_str(), sheet.kind.as_str()), ("Second", "Heavy infantry"));
        let track = |t: trierarch::rules::Track| (t.caption, t.boxes, t.crossed);
        sheet.tracks.into_iter().map(track).collect::<Vec<_>>()
    };
    let named = |n: [(&str, u32, u32); 3]| n.map(|(c, b, x)| (c.to_owned(), b, x)).to_vec();
    assert_eq!(tracks(false), named([("Morale", 5, 2), ("Stamina", 3, 1), ("Charge", 1, 1)]));
    assert_eq!(tracks(true), named([("Morale", 5, 0), ("Stamina", 3, 0), ("Charge", 1, 0)]));
    let light = b.sheet("A8".parse().unwrap(), true).expect("a sheet");
    assert_eq!(light.tracks.len(), 0);
}

#[test]
fn every_table_has_a_chart_and_an_army_uses_the_rows_of_its_kinds() {
    let charts = SystemTag::CommandAndChaos.charts();
    let slugs: Vec<&str> = charts.iter().map(|chart| chart.slug).collect();
    assert_eq!(
        slugs,
        [
            "army",
            "morale-chits",
            "order-of-play",
            "movement",
            "charge",
            "melee",
            "morale",
            "light-infantry",
            "officers"
        ]
    );
    for chart in &charts {
        assert!(chart.rows.iter().all(|row| row.len() == chart.columns.len()), "{}", chart.slug);
        assert!(chart.about.is_empty() || chart.about.len() == chart.rows.len(), "{}", chart.slug);
    }
    assert_eq!(charts[0].rows[0], ["Standard", "8", "2", "4", "34"]);
    assert_eq!(charts[0].rows[1], ["Learning", "8", "0", "0", "28"]);
    let b = battle();
    assert_eq!(b.uses(Side::A), ["heavy-cavalry", "heavy-infantry", "light-infantry"]);
}

// ---- A whole battle ----

#[test]
fn random_play_comes_to_an_end() {
    for (at, ready) in library::battles().iter().enumerate() {
        if ready.system != SystemTag::CommandAndChaos {
            continue;
        }
        for seed in 0..4 {
            let fleets = ready.sides.map(|path| {
                read_toml(library::file(path).expect("a file")).expect("a fleet").fleet
            });
            let mut b = Battle::open(fleets, Options::new()).expect("a battle");
            let orders = play_to_the_end(&mut b, seed + 100 * at as u64, 6_000);
            assert!(orders > 20, "{}: {orders}", ready.slug);
        }
    }
}

#[test]
fn what_players_ask_of_an_attack_is_how_likely_each_is_hit() {
    let b = battle();
    let asked = |order: &Value| -> Vec<(String, Chance)> {
        let questions = b.questions(&read(&b, order));
        questions.iter().map(|question| (question.asks.clone(), answer(&b, question))).collect()
    };
    let is = |who: &str, weight, total| (who.to_owned(), share(weight, total));
    assert_eq!(
        asked(&charge("A1", "B3", "counter-charge")),
        [
            is("B3 First takes a hit or more", 5, 9),
            is("B3 First takes two hits", 1, 9),
            is("A1 Horse takes a hit or more", 3, 4),
            is("A1 Horse takes two hits", 1, 4),
        ]
    );
    assert_eq!(
        asked(&charge("A1", "B1", "stand")),
        [is("B1 Horse takes a hit or more", 5, 16), is("B1 Horse takes two hits", 1, 16)]
    );
    assert_eq!(
        asked(&melee("A2", "B1", "front")),
        [is("B1 Horse takes a hit or more", 2, 3), is("A2 Numidians takes a hit or more", 1, 2)]
    );
    assert_eq!(
        asked(&two_on_one(["A1", "A2"], "B1", "A2")),
        [
            is("B1 Horse takes a hit or more", 5, 6),
            is("B1 Horse takes two hits", 1, 3),
            is("A2 Numidians takes a hit or more", 1, 2),
        ]
    );
}

#[test]
fn the_odds_are_not_shown_while_they_would_tell_a_hidden_grade() {
    let mut b = battle();
    let hidden = |b: &Battle, order: &Value| b.hides_odds(&read(b, order));
    let order = charge("A3", "B3", "stand");
    let why =
        "A3 and B3 show only with the throw whether they are veteran, so there are no odds yet.";
    assert_eq!(hidden(&b, &order).as_deref(), Some(why));
    give(&mut b, &melee("A3", "B4", "front"), &json!([1, 1])).expect("a melee");
    assert!(hidden(&b, &order).expect("B3 is hidden").starts_with("B3 shows only"));
    assert!(hidden(&b, &of_unit("allied-morale", "B3")).is_some());
    assert_eq!(hidden(&b, &melee("A3", "B4", "front")), None);
    assert_eq!(hidden(&b, &of_unit("allied-morale", "B4")), None);
}
