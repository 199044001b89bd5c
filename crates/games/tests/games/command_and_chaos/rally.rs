//! Tests of the rally phase, the end of a turn and of a battle, and corrections in Command
//! & Chaos.

use games::Battle;
use games::command_and_chaos::tables::rally_limit;
use serde_json::json;

use crate::{give, next_text, outcome, refusal, set, value, warnings};

use super::{
    battle, charge, end_phase, flank, invalid_reason, melee, of_unit, officer, until, zone,
};

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
    until(&mut b, "rally");
    // The players' corrections are unchanged.
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
    // A6 is in the same zone, and he moves to it.
    let (_, changes) = outcome(&mut b, &officer("attach", "lieutenant", "A6"), &json!([]));
    assert_eq!(changes["A4.officer"], json!(["lieutenant", null]));
    assert_eq!(changes["A6.officer"], json!([null, "lieutenant"]));
    assert!(refusal(&b, &officer("detach", "commander", "A6")).contains("no commander attached"));
    give(&mut b, &officer("detach", "lieutenant", "A6"), &json!([])).expect("detached");
    assert_eq!(value(&b, "A.lieutenants.2.unit"), json!(null));
    assert!(
        refusal(&b, &officer("attach", "commander", "A3")).contains("centre battle line; A3 is in")
    );
    set(&mut b, "A.lieutenants.left-battle-line.lost", json!(true));
    assert!(refusal(&b, &officer("attach", "lieutenant", "A3")).contains("has no lieutenant"));
}

#[test]
fn a_reserve_changes_columns_until_it_has_gone_forward() {
    let mut b = battle();
    let order = |unit: &str, which: &str, column: u8| json!({"kind": "reserve", "unit": unit, "zone": which, "column": column});
    assert!(refusal(&b, &order("A3", "left-battle-line", 1)).contains("is not in reserve"));
    assert!(refusal(&b, &order("A6", "center-battle-line", 2)).contains("is in that column"));
    let (got, changes) = outcome(&mut b, &order("A6", "right-battle-line", 1), &json!([]));
    assert_eq!(got, "done");
    assert_eq!(changes["A6.zone"], json!(["center-battle-line", "right-battle-line"]));
    assert_eq!(changes["A6.column"], json!([2, 1]));
    // Infantry moves one space.
    until(&mut b, "rally");
    set(&mut b, "A6.columns_moved", json!(1));
    assert_eq!(
        warnings(&b, &order("A6", "left-wing", 1)),
        [
            "A6 Triarii may cross 1 column a phase, not 7",
            "a wing takes only reserve cavalry, and only behind two cavalry units"
        ]
    );
    // An officer stays in his zone.
    give(&mut b, &officer("attach", "lieutenant", "A6"), &json!([])).expect("attached");
    assert!(refusal(&b, &order("A6", "center-battle-line", 2)).contains("must be detached"));
    give(&mut b, &order("A6", "right-battle-line", 2), &json!([])).expect("the same zone");
    give(&mut b, &officer("detach", "lieutenant", "A6"), &json!([])).expect("detached");
    // Whatever brings it into the line counts as advancing.
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
        assert!(refusal(&b, &order("A6", "center-battle-line", 2)).contains("has gone forward"));
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
    // CC-4: the players remove him.
    let lost = json!({"kind": "adjust", "ship": "A", "field": "lieutenants.left-wing.lost", "value": true});
    let (_, changes) = outcome(&mut b, &lost, &json!([]));
    assert_eq!(changes["A1.officer"], json!(["lieutenant", null]));
    assert!(refusal(&b, &order).contains("fell this turn"));
    let offers = |b: &Battle| {
        b.full_view().guide().next.iter().any(|step| step.kind == "replace-lieutenant")
    };
    end_phase(&mut b);
    assert!(!offers(&b), "not in the turn in which he fell");
    end_phase(&mut b);
    let mut later = b.clone();
    until(&mut later, "rally");
    assert!(offers(&later));
    let (got, _) = outcome(&mut b, &order, &json!([]));
    assert_eq!((got, value(&b, "A.lieutenants.0.lost")), ("done", json!(false)));
    give(&mut b, &officer("attach", "lieutenant", "A1"), &json!([])).expect("attached");
}

#[test]
fn four_phases_make_a_turn() {
    let mut b = battle();
    let mut seen = Vec::new();
    for _ in 0..5 {
        let state = b.full_view().state();
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
    assert_eq!(light.winner().map(rules::Winner::slug), Some("B"));
    let text = next_text(&light);
    assert!(text.starts_with("Victory: Legion (B)."), "{text}");
    for number in 1..=5 {
        set(&mut b, &format!("B{number}.status"), json!("routed"));
    }
    assert_eq!(b.winner().map(rules::Winner::slug), Some("A"));
}

/// An army whose fifth unit of eight is about to rout.
fn on_the_brink(sides: &[&str]) -> games::Battle {
    let mut b = battle();
    for side in sides {
        for number in [3, 4, 5, 6] {
            set(&mut b, &format!("{side}{number}.status"), json!("routed"));
        }
        set(&mut b, &format!("{side}1.hits"), json!(2));
    }
    b
}

#[test]
fn the_battle_is_won_at_once_and_later_orders_warn() {
    let mut b = on_the_brink(&["A", "B"]);
    give(&mut b, &melee("A1", "B1", "front"), &json!([4, 1])).expect("a melee");
    assert_eq!(b.winner().map(rules::Winner::slug), Some("A"));
    assert!(next_text(&b).starts_with("Victory: Legion (A)."));
    // Later rolls do not change that.
    set(&mut b, "A2.hits", json!(2));
    let order = melee("A2", "B2", "front");
    set(&mut b, "B2.zone", json!("left-wing"));
    set(&mut b, "B2.column", json!(2));
    assert_eq!(warnings(&b, &order), ["the battle is over"]);
    give(&mut b, &order, &json!([1, 6])).expect("a melee");
    assert_eq!(
        (value(&b, "A2.status"), b.winner().map(rules::Winner::slug)),
        (json!("routed"), Some("A"))
    );
    // A correction may show that the battle was not over.
    set(&mut b, "B1.status", json!("in-action"));
    assert_eq!(b.winner().map(rules::Winner::slug), Some("B"));
    set(&mut b, "A2.status", json!("in-action"));
    assert_eq!(b.winner(), None);
}

#[test]
fn more_than_half_gone_on_both_sides_in_one_melee_is_a_draw() {
    let mut b = on_the_brink(&["A", "B"]);
    let order = melee("A1", "B1", "front");
    give(&mut b, &order, &json!([4, 4])).expect("a melee");
    assert_eq!(b.winner().map(rules::Winner::slug), Some("draw"));
    assert!(next_text(&b).starts_with("Draw:"));
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
    // And back, if the players have made a mistake.
    set(&mut b, "B1.hits", json!(1));
    set(&mut b, "B1.status", json!("in-action"));
    assert_eq!(b.winner(), None);
}

#[test]
fn an_undone_rout_needs_no_rolls_and_other_routs_need_them() {
    let mut b = battle();
    let open = |b: &Battle| {
        let routs = b.full_view().state()["routs_open"].clone();
        routs
            .as_array()
            .expect("a list")
            .iter()
            .map(|open| open["rout"].clone())
            .collect::<Vec<_>>()
    };
    for unit in ["B1", "B2"] {
        set(&mut b, &format!("{unit}.status"), json!("routed"));
    }
    assert_eq!(open(&b), [json!("B1"), json!("B2")]);
    set(&mut b, "B1.status", json!("in-action"));
    assert_eq!(open(&b), [json!("B2")]);
}

#[test]
fn impossible_corrections_are_refused() {
    let b = battle();
    for (ship, field, to, why) in [
        ("A1", "kind", json!("light-infantry"), "the kind of {unit} cannot change"),
        ("A1", "column", json!(3), "`column` of A1 takes a whole number from 1 to 2, not 3"),
        ("A1", "row", json!(10), "a table has rows 1 to 9 at most"),
        ("A1", "max_morale", json!(0), "{unit} is a heavy unit"),
        ("A1", "stamina", json!(null), "{unit} is a heavy unit"),
        ("A8", "max_morale", json!(3), "{unit} is light infantry"),
        ("A1", "card", json!("Elephants"), "side A has no card `Elephants`"),
    ] {
        let order = json!({"kind": "adjust", "ship": ship, "field": field, "value": to});
        let name = value(&b, &format!("{ship}.name"));
        let why = why.replace("{unit}", &format!("{ship} {}", name.as_str().unwrap()));
        assert!(refusal(&b, &order).starts_with(&why), "{order}");
    }
    let unknown =
        json!({"kind": "adjust", "ship": "A1", "field": "engaged_with", "value": ["B99"]});
    assert!(invalid_reason(&b, &unknown).starts_with("there is no B99"));
    for (field, to, why) in [
        ("speed", json!(1), "side A has no entry `speed`, only deck, hand"),
        ("lieutenants.9.lost", json!(true), "side A has no entry `lieutenants.9.lost`"),
        (
            "lieutenants.left-wing.lost",
            json!("yes"),
            "`lieutenants.left-wing.lost` of side A takes true or false",
        ),
        ("commander.zone", json!("middle"), "`commander.zone` of side A takes "),
        ("commander.unit", json!("B1"), "B1 is not a unit of side A on the table"),
        ("lieutenants.left-wing.unit", json!("A3"), "the lieutenant of the left wing stays"),
        ("hand", json!(["Elephants"]), "side A has no card `Elephants`"),
    ] {
        let order = json!({"kind": "adjust", "ship": "A", "field": field, "value": to});
        let why_not = invalid_reason(&b, &order);
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
