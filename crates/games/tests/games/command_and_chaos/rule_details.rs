//! Tests of details of Command & Chaos: columns, units that turn, join and advance,
//! javelins that are withheld, cards that change a melee, rolls that are due for a rout,
//! and what is still to do when a phase ends.

use games::{Battle, offers};
use rules::{Stop, Subject};
use serde_json::{Value, json};

use crate::{
    assert_walks_agree, chance_of, chances, give, outcome, refusal, set, still_to_do, value,
    warnings,
};

use super::{battle, charge, end_phase, flank, melee, of_unit, share, two_on_one, until, zone};

fn offered(b: &Battle, tag: &str, kind: &str) -> Option<Vec<Value>> {
    choices(b, [tag, kind, "target"])
}

fn choices(b: &Battle, [tag, kind, field]: [&str; 3]) -> Option<Vec<Value>> {
    let all = offers(&b.full_view(), Subject::Unit(tag.parse().unwrap()));
    let offer = all.into_iter().find(|offer| offer.spec.kind == kind)?;
    let field = offer.fields.iter().find(|given| given.spec.name == field)?;
    Some(field.choices.iter().map(|choice| choice.value.clone()).collect())
}

// ---- Columns ----

/// A's columns 1 to 10, from its left, face B's 10 to 1.
#[test]
fn a_charge_is_at_the_enemy_in_its_own_column_and_another_warns_with_both() {
    let b = battle();
    assert_eq!(warnings(&b, &charge("A1", "B2", "stand")), Vec::<String>::new());
    assert_eq!(
        warnings(&b, &charge("A1", "B1", "stand")),
        [
            "A1 is in column 2 and B1 in column 2, which faces column 9: a charge goes straight ahead"
        ]
    );
    // A charge is suggested only if a heavy enemy is in front.
    let mut b = b;
    until(&mut b, "movement");
    let proposed = |b: &Battle| -> Vec<String> {
        let next = b.full_view().guide().next;
        let charges = next.into_iter().filter(|step| step.kind == "charge");
        charges.map(|step| step.subject.to_string()).collect()
    };
    assert!(proposed(&b).contains(&"A1".to_owned()));
    set(&mut b, "B2.status", json!("routed"));
    assert!(!proposed(&b).contains(&"A1".to_owned()));
}

#[test]
fn a_flank_is_in_the_next_column_with_no_enemy_in_its_own() {
    let mut b = battle();
    assert_eq!(
        warnings(&b, &flank("A3", "B4", "flank")),
        [
            "A3 is in column 4 and B4 in column 5, which faces column 6: a flank is in the next column",
            "B5 is in the column of A3",
        ]
    );
    set(&mut b, "B5.status", json!("routed"));
    assert_eq!(warnings(&b, &flank("A3", "B6", "flank")), Vec::<String>::new());
    // A target elsewhere is not suggested.
    assert_eq!(offered(&b, "A3", "flank"), Some(vec![json!("B6")]));
    set(&mut b, "B6.status", json!("routed"));
    assert_eq!(offered(&b, "A3", "flank"), None);
}

#[test]
fn a_lone_cavalry_must_be_routed_before_its_opponents_flank_infantry() {
    let mut b = battle();
    // B2 is alone in the wing that A1 faces, in its other column.
    set(&mut b, "B2.column", json!(2));
    set(&mut b, "B7.column", json!(2));
    set(&mut b, "B5.column", json!(2));
    assert_eq!(
        warnings(&b, &flank("A1", "B5", "flank")),
        ["B2 is cavalry in the same zone, and must be routed first"]
    );
    set(&mut b, "B2.status", json!("routed"));
    assert_eq!(warnings(&b, &flank("A1", "B5", "flank")), Vec::<String>::new());
}

#[test]
fn a_reserve_may_flank_the_flanker_of_a_friend_in_its_column() {
    let mut b = battle();
    set(&mut b, "A6.column", json!(1));
    let order = flank("A6", "B5", "flank");
    assert!(!warnings(&b, &order).is_empty());
    // A4 is in the same column.
    set(&mut b, "B5.flanking", json!({"target": "A4", "attack": "flank"}));
    assert_eq!(warnings(&b, &order), Vec::<String>::new());
    assert!(offered(&b, "A6", "flank").is_some_and(|targets| targets.contains(&json!("B5"))));
}

#[test]
fn a_reserve_goes_across_by_the_movement_of_its_kind_within_one_phase() {
    let order = |column: u8| json!({"kind": "reserve", "unit": "A6", "zone": "center-battle-line", "column": column});
    let mut b = battle();
    until(&mut b, "rally");
    assert_eq!(warnings(&b, &order(1)), Vec::<String>::new());
    give(&mut b, &order(1), &json!([])).expect("one column");
    // Moving back is a second space in the same phase.
    assert_eq!(warnings(&b, &order(2)), ["A6 Triarii may cross 1 column a phase, not 2"]);
    for _ in 0..4 {
        end_phase(&mut b);
    }
    assert_eq!(warnings(&b, &order(2)), Vec::<String>::new());
}

#[test]
fn a_wing_takes_only_the_reserves_that_an_army_may_place_there() {
    let mut b = battle();
    let order = |unit: &str| json!({"kind": "reserve", "unit": unit, "zone": "right-battle-line", "column": 2});
    assert!(warnings(&b, &order("A6")).iter().all(|warning| !warning.contains("wing")));
    let wing = json!({"kind": "reserve", "unit": "A6", "zone": "right-wing", "column": 2});
    let why = "a wing takes only reserve cavalry, and only behind two cavalry units";
    assert!(warnings(&b, &wing).contains(&why.to_owned()));
    // Cavalry behind two of cavalry.
    set(&mut b, "A1.reserve", json!(true));
    let wing = json!({"kind": "reserve", "unit": "A1", "zone": "right-wing", "column": 2});
    assert!(warnings(&b, &wing).contains(&why.to_owned()));
    let mut army = super::army();
    army["unit"][5]["kind"] = json!("heavy-cavalry");
    army["unit"][5]["zone"] = json!("right-wing");
    army["unit"][5]["reserve"] = json!(false);
    let mut b = super::open(&army, &super::army());
    set(&mut b, "A1.reserve", json!(true));
    assert!(!warnings(&b, &wing).contains(&why.to_owned()));
    // A unit of the other wing is not in front of it.
    army["unit"][5]["zone"] = json!("left-wing");
    let mut b = super::open(&army, &super::army());
    set(&mut b, "A1.reserve", json!(true));
    assert!(warnings(&b, &wing).contains(&why.to_owned()));
}

// ---- Turn, join, leave, advance ----

#[test]
fn a_flanked_unit_that_has_routed_its_front_enemy_turns_and_is_attacked_in_front() {
    let mut b = battle();
    give(&mut b, &flank("A3", "B4", "flank"), &json!([])).expect("a flanking movement");
    give(&mut b, &melee("A3", "B4", "flank"), &json!([1, 1])).expect("a melee");
    let turn = json!({"kind": "turn", "unit": "B4", "to": "A3"});
    // No enemy has been routed in front of it.
    assert_eq!(warnings(&b, &turn), ["B4 has not routed an enemy in front of it"]);
    give(&mut b, &melee("A4", "B4", "front"), &json!([1, 1])).expect("a melee");
    assert_eq!(refusal(&b, &turn), "B4 Second is engaged with A4 in front of it");
    set(&mut b, "A4.hits", json!(4));
    end_phase(&mut b);
    give(&mut b, &melee("A4", "B4", "front"), &json!([1, 5])).expect("A4 routs");
    assert_eq!((value(&b, "A4.status"), value(&b, "B4.may_turn")), (json!("routed"), json!(true)));
    assert!(b.full_view().guide().next.iter().any(|step| step.kind == "turn"));
    assert_eq!(warnings(&b, &turn), Vec::<String>::new());
    let (got, changes) = outcome(&mut b, &turn, &json!([]));
    assert_eq!(got, "done");
    assert_eq!(changes["A3.flanking"][1], json!(null));
    assert!(refusal(&b, &turn).contains("is not at the flank"));
    // Its attacker now attacks its front.
    let report =
        give(&mut b, &json!({"kind": "melee", "unit": "A3", "target": "B4"}), &json!([6, 1]))
            .expect("a melee");
    assert!(report.rolls[0].modifiers.is_empty());
}

/// CC-8: one light infantry for each cavalry.
#[test]
fn light_infantry_that_ends_its_move_on_cavalry_is_one_mixed_unit_until_one_moves_off() {
    let mut b = battle();
    let join = |unit: &str, with: &str| json!({"kind": "join", "unit": unit, "with": with});
    for (order, why) in [
        (join("A3", "A1"), "A3 First is not light infantry"),
        (join("A8", "A3"), "A3 First is not heavy cavalry"),
        (join("A8", "B1"), "B1 Horse is an enemy of A8"),
        (join("A8", "A2"), "A2 Numidians has light infantry with it; one is the limit"),
        (join("A7", "A1"), "A7 Javelins is with A2 already"),
        (of_unit("leave", "A1"), "A1 Horse is not part of a mixed unit"),
    ] {
        assert_eq!(refusal(&b, &order), why);
    }
    // In its own column only.
    assert_eq!(warnings(&b, &join("A8", "A1")), ["A8 is in column 5 and A1 in column 2"]);
    let (_, changes) = outcome(&mut b, &join("A8", "A1"), &json!([]));
    assert_eq!(changes["A1.mixed"], json!([false, true]));
    assert_eq!(changes["A8.mixed_with"], json!([null, "A1"]));
    let report = give(&mut b, &melee("A1", "B1", "front"), &json!([1, 1])).expect("a melee");
    assert_eq!(report.rolls[0].modifiers.len(), 1);
    // Either of the two may be named.
    for unit in ["A1", "A8"] {
        let mut b = b.clone();
        let (_, changes) = outcome(&mut b, &of_unit("leave", unit), &json!([]));
        assert_eq!(changes["A1.mixed"], json!([true, false]));
        assert_eq!(changes["A8.mixed_with"], json!(["A1", null]));
    }
}

#[test]
fn a_reserve_that_advances_no_longer_changes_columns() {
    let mut b = battle();
    let (_, changes) = outcome(&mut b, &of_unit("advance", "A6"), &json!([]));
    assert_eq!(changes["A6.reserve_advanced"], json!([false, true]));
    assert!(refusal(&b, &of_unit("advance", "A6")).contains("gone forward already"));
    assert!(refusal(&b, &of_unit("advance", "A3")).contains("is not in reserve"));
    let across =
        json!({"kind": "reserve", "unit": "A6", "zone": "center-battle-line", "column": 1});
    assert!(refusal(&b, &across).contains("no longer changes columns"));
}

// ---- Light infantry ----

#[test]
fn javelins_may_be_withheld_and_the_light_infantry_falls_back_all_the_same() {
    for (phase, spaces) in [("initiative", 3), ("movement", 2), ("melee", 3)] {
        let mut b = battle();
        until(&mut b, phase);
        // CC-7: met by heavy infantry or by cavalry.
        for target in ["B3", "B1"] {
            let mut b = b.clone();
            let order = json!({"kind": "javelins", "unit": "A8", "target": target, "throw": false});
            let (got, changes) = outcome(&mut b, &order, &json!([]));
            assert_eq!(got, "withheld");
            assert_eq!(changes["A8.fallback_owed"], json!([0, spaces]), "{phase}");
            assert!(!changes.contains_key(&format!("{target}.hits")));
        }
    }
    let order = json!({"kind": "javelins", "unit": "A8", "target": "B3", "throw": false});
    assert_eq!(chance_of(&chances(&battle(), &order, &[]), "withheld"), share(1, 1));
}

#[test]
fn a_unit_must_fall_back_until_the_players_have_moved_it() {
    let mut b = battle();
    assert!(refusal(&b, &of_unit("fall-back", "A8")).contains("does not have to fall back"));
    give(&mut b, &json!({"kind": "skirmish", "unit": "A8", "target": "B8"}), &json!([1, 6]))
        .expect("A8 is beaten");
    assert_eq!(value(&b, "A8.fallback_owed"), json!(2));
    let owed = "A8 Velites has still to fall back 2 spaces";
    assert!(warnings(&b, &json!({"kind": "end-phase"})).contains(&owed.to_owned()));
    assert!(b.full_view().guide().next.iter().any(|step| step.kind == "fall-back"));
    let (_, changes) = outcome(&mut b, &of_unit("fall-back", "A8"), &json!([]));
    assert_eq!(changes["A8.fallback_owed"], json!([2, 0]));
}

// ---- Melee ----

#[test]
fn a_melee_attacks_from_present_positions_unless_the_order_states_others() {
    let mut b = battle();
    give(&mut b, &flank("A3", "B4", "flank"), &json!([])).expect("a flanking movement");
    let modifiers = |order: &Value| {
        let report = give(&mut b.clone(), order, &json!([1, 1])).expect("a melee");
        let count = |at: usize| report.rolls[at].modifiers.len();
        [count(0), count(1)]
    };
    assert_eq!(modifiers(&json!({"kind": "melee", "unit": "A3", "target": "B4"})), [1, 0]);
    assert_eq!(modifiers(&json!({"kind": "melee", "unit": "B4", "target": "A3"})), [0, 1]);
    assert_eq!(modifiers(&json!({"kind": "melee", "unit": "A4", "target": "B4"})), [0, 0]);
}

#[test]
fn attacks_on_flank_and_rear_without_their_movement_warn() {
    let mut b = battle();
    assert_eq!(warnings(&b, &melee("A3", "B4", "flank")), ["A3 has not moved to the flank of B4"]);
    give(&mut b, &flank("A3", "B4", "flank"), &json!([])).expect("a flanking movement");
    assert_eq!(warnings(&b, &melee("A3", "B4", "flank")), Vec::<String>::new());
    give(&mut b, &flank("A1", "B4", "rear"), &json!([])).expect("behind it");
    assert_eq!(warnings(&b, &melee("A1", "B4", "rear")), Vec::<String>::new());
    for elsewhere in [json!({"target": "B4", "attack": "rear"}), json!(null)] {
        set(&mut b, "A3.flanking", elsewhere);
        let why = "no friend of A1 is at the flank of B4";
        assert_eq!(warnings(&b, &melee("A1", "B4", "rear")), [why]);
    }
    let mut both = melee("A3", "B4", "flank");
    both["target_attack"] = json!("flank");
    let mut b = battle();
    set(&mut b, "A3.flanking", json!({"target": "B4", "attack": "flank"}));
    set(&mut b, "B4.flanking", json!({"target": "A3", "attack": "flank"}));
    assert_eq!(warnings(&b, &both), ["A3 and B4 cannot both be at the other’s flank"]);
}

#[test]
fn only_another_friend_at_the_flank_opens_the_rear() {
    let closed = |place: &str, attack: &str| {
        let mut b = battle();
        set(&mut b, place, json!({"target": "B4", "attack": attack}));
        matches!(give(&mut b, &flank("A1", "B4", "rear"), &json!([])), Err(Stop::Refused(_)))
    };
    assert!(closed("A1.flanking", "flank"), "a unit does not open the rear for itself");
    assert!(closed("A3.flanking", "rear"), "a unit at the rear opens nothing");
    assert!(!closed("A3.flanking", "flank"));
}

#[test]
fn dice_that_a_card_adds_follow_the_units_own_with_its_modifiers_and_a_hit_each() {
    let mut b = battle();
    let mut order = melee("A2", "B1", "front");
    order["dice_more"] = json!({"A2": 2, "B1": 1});
    let odds = chances(&b, &order, &["B1.hits", "A2.hits"]);
    // A2 is mixed: it hits on 3 or more. Three dice.
    assert_eq!(
        odds.watched["B1.hits"],
        [
            (json!(0), share(1, 27)),
            (json!(1), share(6, 27)),
            (json!(2), share(12, 27)),
            (json!(3), share(8, 27))
        ]
    );
    assert_walks_agree(&b, &order, &["B1.hits", "A2.hits"]);
    let report = give(&mut b, &order, &json!([3, 2, 6, 1, 4])).expect("a melee");
    let shown: Vec<(i64, usize)> =
        report.rolls.iter().map(|roll| (roll.natural, roll.modifiers.len())).collect();
    assert_eq!(shown, [(3, 1), (2, 1), (6, 1), (1, 0), (4, 0)]);
    assert_eq!((value(&b, "B1.hits"), value(&b, "A2.hits")), (json!(2), json!(1)));
    order["dice_more"] = json!({"A3": 1});
    assert_eq!(refusal(&b, &order), "A3 does not take part in this melee");
    order["dice_more"] = json!({"A2": 21});
    assert_eq!(refusal(&b, &order), "21 more dice for A2; 20 is the limit");
}

#[test]
fn dice_of_cards_are_for_the_unit_those_it_is_engaged_with_and_those_with_a_card_turned_up() {
    let mut b = battle();
    set(&mut b, "A1.engaged_with", json!(["B1"]));
    set(&mut b, "B1.engaged_with", json!(["A1"]));
    set(&mut b, "A3.card", json!("Shout"));
    set(&mut b, "A3.card_revealed", json!(true));
    until(&mut b, "melee");
    let units = choices(&b, ["A1", "melee", "dice_more"]);
    assert_eq!(units, Some(["A1", "A3", "B1"].map(Value::from).to_vec()));
}

#[test]
fn a_card_may_replace_an_attack() {
    let mut b = battle();
    let mut order = melee("A3", "B3", "front");
    order["no_attack"] = json!(["A3"]);
    let report = give(&mut b, &order, &json!([6])).expect("a melee");
    assert_eq!(report.rolls.len(), 1);
    assert_eq!((value(&b, "B3.hits"), value(&b, "A3.hits")), (json!(0), json!(1)));
    order["no_attack"] = json!(["A3", "B3"]);
    let odds = chances(&battle(), &order, &["A3.hits"]);
    assert_eq!(odds.watched["A3.hits"], [(json!(0), share(1, 1))]);
    let mut pair = two_on_one(["A1", "A2"], "B1", "A1");
    pair["no_attack"] = json!(["A2"]);
    let report = give(&mut battle(), &pair, &json!([4, 1])).expect("a melee");
    assert_eq!(report.rolls.len(), 2);
}

#[test]
fn cards_are_turned_up_together_in_the_melee_phase_and_with_them_that_of_a_third() {
    let mut b = battle();
    for (unit, card) in [("A1", "Shout"), ("A2", "Press on"), ("B1", "Shout"), ("B3", "Press on")] {
        set(&mut b, &format!("{unit}.card"), json!(card));
    }
    let order = json!({"kind": "reveal", "unit": "A1", "target": "B1"});
    set(&mut b, "A1.engaged_with", json!(["B1"]));
    set(&mut b, "A2.engaged_with", json!(["B1"]));
    assert!(refusal(&b, &order).contains("in the melee phase; it is now the initiative phase"));
    until(&mut b, "melee");
    outcome(&mut b, &order, &json!([]));
    let shown = ["A1", "A2", "B1", "B3"].map(|tag| value(&b, &format!("{tag}.card_revealed")));
    assert_eq!(shown, [json!(true), json!(true), json!(true), json!(false)]);
    // One at the flank of the other is enough.
    let order = json!({"kind": "reveal", "unit": "A4", "target": "B3"});
    assert_eq!(
        refusal(&b, &order),
        "A4 and B3 are not engaged, do not face each other, and neither flanks the other"
    );
    set(&mut b, "A4.flanking", json!({"target": "B3", "attack": "flank"}));
    give(&mut b, &order, &json!([])).expect("the card of B3");
}

// ---- Allied morale ----

#[test]
fn each_friend_rolls_once_for_a_rout_until_it_is_closed() {
    let mut b = battle();
    set(&mut b, "B3.status", json!("routed"));
    set(&mut b, "B5.status", json!("routed"));
    let order = of_unit("allied-morale", "B4");
    let open = |b: &Battle| b.full_view().state()["routs_open"].clone();
    assert_eq!(open(&b), json!([{"rout": "B3", "rolled": []}, {"rout": "B5", "rolled": []}]));
    // The oldest open rout first, then the next.
    give(&mut b, &order, &json!([1])).expect("a roll");
    assert_eq!(open(&b)[0]["rolled"], json!(["B4"]));
    let mut again = order.clone();
    again["rout"] = json!("B3");
    assert_eq!(refusal(&b, &again), "B4 Second has rolled for the rout of B3");
    give(&mut b, &order, &json!([1])).expect("a roll for B5");
    assert_eq!(open(&b)[1]["rolled"], json!(["B4"]));
    assert_eq!(refusal(&b, &order), "B4 Second has rolled for the rout of B3");
    let close = json!({"kind": "close-rout", "rout": "B3"});
    give(&mut b, &close, &json!([])).expect("closed");
    assert_eq!(open(&b), json!([{"rout": "B5", "rolled": ["B4"]}]));
    assert_eq!(refusal(&b, &close), "no roll is needed for B3 First");
    assert_eq!(warnings(&b, &again), ["every roll for the rout of B3 has been made"]);
    for (rout, why) in
        [("A3", "A3 First is not a friend of B4"), ("B2", "B2 Numidians has not routed")]
    {
        let order = json!({"kind": "allied-morale", "unit": "B4", "rout": rout});
        assert_eq!(refusal(&b, &order), why);
    }
    assert_eq!(
        refusal(&b, &json!({"kind": "close-rout", "rout": "B1"})),
        "no roll is needed for B1 Horse"
    );
}

#[test]
fn only_heavy_units_in_the_routs_column_or_the_next_are_proposed() {
    let mut b = battle();
    set(&mut b, "B4.status", json!("routed"));
    let proposed: Vec<String> = b
        .full_view()
        .guide()
        .next
        .into_iter()
        .filter(|step| step.kind == "allied-morale")
        .map(|step| step.subject.to_string())
        .collect();
    // B4 is at the centre, in the first column; B3 is to its left, the reserve B6 to its
    // right, and the light infantry B8 behind it.
    assert_eq!(proposed, ["B3", "B6"]);
    assert!(b.full_view().guide().next.iter().any(|step| step.kind == "close-rout"));
}

// ---- Officers, rally, the end of a phase ----

/// CC-10: an officer survives the rout of his unit.
#[test]
fn an_officer_lives_through_the_rout_of_his_unit() {
    let mut b = battle();
    set(&mut b, "A1.officer", json!("lieutenant"));
    set(&mut b, "A1.status", json!("routed"));
    assert_eq!(value(&b, "A.lieutenants.0.lost"), json!(false));
    assert_eq!(value(&b, "A.lieutenants.0.unit"), json!(null));
}

#[test]
fn the_end_of_a_phase_warns_of_everything_undone() {
    let end = json!({"kind": "end-phase"});
    let mut b = battle();
    assert_eq!(warnings(&b, &end), ["initiative has not been rolled this turn"]);
    give(&mut b, &json!({"kind": "initiative"}), &json!([4, 2])).expect("A goes first");
    assert_eq!(warnings(&b, &end), Vec::<String>::new());
    end_phase(&mut b);
    for which in ["left-wing", "left-battle-line", "center-battle-line", "right-battle-line"] {
        give(&mut b, &zone("move-zone", "A", which), &json!([])).expect("a zone");
    }
    assert_eq!(
        warnings(&b, &end),
        [
            "side A has not moved or passed: right wing",
            "side B has not moved or passed: left wing, left battle line, centre battle line, right battle line, right wing",
        ]
    );
    give(&mut b, &charge("A3", "B5", "stand"), &json!([0, 0])).expect("a charge");
    end_phase(&mut b);
    assert_eq!(warnings(&b, &end), ["A3 and B5 are engaged and have not fought"]);
    set(&mut b, "B5.hits", json!(3));
    give(&mut b, &melee("A3", "B5", "front"), &json!([6, 1])).expect("B5 routs");
    assert_eq!(warnings(&b, &end), ["allied morale for the rout of B5 may still be needed for B6"]);
    give(&mut b, &json!({"kind": "close-rout", "rout": "B5"}), &json!([])).expect("closed");
    assert_eq!(warnings(&b, &end), Vec::<String>::new());
}

#[test]
fn the_guide_requires_steps_that_the_end_of_the_phase_warns_of_or_that_cannot_be_made_later() {
    let mut b = battle();
    let end = json!({"kind": "end-phase"});
    for phase in ["initiative", "movement", "melee"] {
        if phase != "initiative" {
            until(&mut b, phase);
        }
        let owes = still_to_do(&b);
        let warned = warnings(&b, &end);
        assert!(warned.iter().all(|line| owes.contains(line)), "{phase}: {owes:?}");
    }
    // An officer who is with a unit at the start of the phase may rally it.
    set(&mut b, "A4.officer", json!("lieutenant"));
    set(&mut b, "A4.hits", json!(4));
    until(&mut b, "rally");
    assert!(
        still_to_do(&b).contains(&"these may still rally: A4".to_owned()),
        "{:?}",
        still_to_do(&b)
    );
    give(&mut b, &of_unit("rally", "A4"), &json!([])).expect("rallied");
    assert!(!still_to_do(&b).iter().any(|line| line.starts_with("these may still rally")));
}

// ---- The hand ----

#[test]
fn the_odds_of_a_draw_are_one_branch_if_the_hand_is_not_watched() {
    let mut army = super::army();
    let card = |number: u32| json!({"name": format!("Card {number}"), "count": 1});
    army["card"] = (1..=54).map(card).collect();
    let b = super::open(&army, &super::army());
    let order = super::of_side("draw", "A");
    // 3,162,510 hands have the same result.
    let odds = chances(&b, &order, &["A.hand_size", "A.deck_size"]);
    assert_eq!(chance_of(&odds, "done"), share(1, 1));
    assert_eq!(odds.watched["A.hand_size"], [(json!(5), share(1, 1))]);
    assert_eq!(odds.watched["A.deck_size"], [(json!(49), share(1, 1))]);
}
