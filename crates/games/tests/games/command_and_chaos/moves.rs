//! Tests of initiative, the hand of cards, the zones in turn, charges and flanking in
//! Command & Chaos.

use dice::Chance;
use engine::text;
use games::{Battle, offers};
use rules::{Stop, Subject};
use serde_json::json;

use crate::{assert_walks_agree, chances, give, outcome, refusal, set, value, warnings};

use super::{
    battle, charge, end_phase, flank, melee, of_side, of_unit, officer, share, until, zone,
};

// ---- Phase 1 ----

#[test]
fn the_higher_die_is_first_player_and_ties_are_rerolled() {
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
fn initiative_is_rolled_once_a_turn_and_twice_in_the_first() {
    let order = json!({"kind": "initiative"});
    let mut b = battle();
    give(&mut b, &order, &json!([4, 3])).expect("who sets up");
    assert_eq!(warnings(&b, &order), Vec::<String>::new());
    give(&mut b, &order, &json!([2, 3])).expect("who goes first");
    for _ in 0..4 {
        end_phase(&mut b);
    }
    assert_eq!(b.full_view().state()["round"], 2);
    assert_eq!(
        [value(&b, "A.first_player"), value(&b, "B.first_player")],
        [json!(false), json!(false)]
    );
    give(&mut b, &order, &json!([2, 3])).expect("who goes first");
    assert_eq!(warnings(&b, &order), ["initiative has been rolled this turn: side B goes first"]);
}

#[test]
fn a_hand_is_filled_to_five_each_card_by_one_die_over_the_cards_left() {
    let mut b = battle();
    let report = give(&mut b, &of_side("draw", "A"), &json!([7, 6, 1, 4, 1])).expect("a draw");
    let dice: Vec<String> = report.rolls.iter().map(|roll| roll.throw.to_string()).collect();
    assert_eq!(dice, ["1d7", "1d6", "1d5", "1d4", "1d3"]);
    assert_eq!(
        value(&b, "A.hand"),
        json!(["Shout", "Press on", "Stand fast", "Press on", "Stand fast"])
    );
    assert_eq!(value(&b, "A.deck"), json!(["Stand fast", "Stand fast"]));
    assert!(refusal(&b, &of_side("draw", "A")).contains("5 cards in hand"));
    let bad = give(&mut b, &of_side("draw", "B"), &json!([8]));
    assert!(matches!(bad, Err(Stop::Invalid(_))), "a die over seven cards has no 8");
}

#[test]
fn an_empty_deck_is_replaced_by_the_discards() {
    let mut b = battle();
    set(&mut b, "A.deck", json!(["Shout"]));
    set(&mut b, "A.hand", json!(["Stand fast", "Stand fast"]));
    set(&mut b, "A.discards", json!(["Press on", "Stand fast", "Press on"]));
    let report = give(&mut b, &of_side("draw", "A"), &json!([1, 2, 2])).expect("a draw");
    let dice: Vec<String> = report.rolls.iter().map(|roll| roll.throw.to_string()).collect();
    assert_eq!(dice, ["1d1", "1d3", "1d2"]);
    assert_eq!(
        value(&b, "A.hand"),
        json!(["Stand fast", "Stand fast", "Shout", "Stand fast", "Press on"])
    );
    assert_eq!((value(&b, "A.deck"), value(&b, "A.discards")), (json!(["Press on"]), json!([])));
    // With fewer cards than a hand, all of them are drawn; with none, drawing is refused.
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
    assert_walks_agree(&b, &order, &["A.hand_size"]);
    // One of five is left: three times in five it is `Stand fast`.
    let odds = chances(&b, &order, &["A.deck"]);
    assert_eq!(
        odds.watched["A.deck"],
        [(json!(["Press on"]), share(2, 5)), (json!(["Stand fast"]), share(3, 5))]
    );
}

#[test]
fn up_to_two_cards_of_the_hand_are_discarded_a_turn() {
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
    // The first player moves one or makes the other side move first.
    assert_eq!(warnings(&b, &order("A", "left-wing")), Vec::<String>::new());
    assert_eq!(warnings(&b, &order("B", "left-wing")), Vec::<String>::new());
    let (got, changes) = outcome(&mut b, &order("B", "left-wing"), &json!([]));
    assert_eq!((got, &changes["B.zones_done"]), ("done", &json!([[], ["left-wing"]])));
    assert_eq!(b.full_view().state()["to_move"], "A");
    assert!(warnings(&b, &order("B", "right-wing"))[0].contains("side A"));
    assert!(refusal(&b, &order("B", "left-wing")).contains("has moved this turn"));
    for which in
        ["left-wing", "left-battle-line", "center-battle-line", "right-battle-line", "right-wing"]
    {
        give(&mut b, &order("A", which), &json!([])).expect("a zone");
    }
    // Once one side has none left, the other moves the rest.
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
    assert_eq!(warnings(&b, &charge("A3", "B5", "stand")), Vec::<String>::new());
    give(&mut b, &zone("move-zone", "A", "left-battle-line"), &json!([])).expect("a zone");
    assert!(warnings(&b, &charge("A3", "B3", "stand"))[0].contains("has moved this turn"));
    assert!(warnings(&b, &charge("A4", "B4", "stand"))[0].contains("turn of side B"));
    assert_eq!(warnings(&b, &charge("B4", "A6", "stand")), Vec::<String>::new());
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
        json!({"kind": "javelins", "unit": "A8", "target": "B1"}),
        json!({"kind": "skirmish", "unit": "A8", "target": "B8"}),
        melee("A1", "B1", "front"),
        of_unit("rally", "A1"),
        officer("attach", "lieutenant", "A1"),
        json!({"kind": "reserve", "unit": "A6", "zone": "center-battle-line", "column": 1}),
    ];
    let belongs = [0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3];
    for (order, own) in orders.iter().zip(belongs) {
        for (at, phase) in phases.iter().enumerate() {
            let mut b = b.clone();
            until(&mut b, phase);
            let expected = if at > own {
                vec![format!("the {} phase is over; it is now the {phase} phase", phases[own])]
            } else {
                Vec::new()
            };
            let mut shown = warnings(&b, order);
            shown.retain(|warning| warning.contains("phase is over"));
            assert_eq!(shown, expected, "{order} in {phase}");
        }
    }
    // An order of a later phase begins that phase.
    let mut b = b.clone();
    give(&mut b, &melee("A1", "B1", "front"), &json!([1, 1])).expect("a melee");
    assert_eq!(b.full_view().state()["phase"], "melee");
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
        assert_walks_agree(&b, &order, &watch);
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
    assert!(refusal(&b, &charge("A3", "B4", "stand")).contains("once a battle"));
    let (_, changes) = outcome(&mut b, &charge("A1", "B1", "stand"), &json!([[4, 4], [4, 3]]));
    assert_eq!(changes["B1.hits"], json!([0, 1]));
    assert!(!changes.contains_key("B1.stamina"), "standing costs nothing");
}

#[test]
fn forbidden_charges_are_refused() {
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
    // Engaged units stay until their opponent is beaten.
    set(&mut b, "B4.stamina", json!(1));
    give(&mut b, &melee("A3", "B4", "front"), &json!([1, 1])).expect("a melee");
    assert!(refusal(&b, &charge("B4", "A4", "stand")).contains("engaged with A3"));
    set(&mut b, "A3.status", json!("routed"));
    assert_eq!(value(&b, "B4.status"), json!("in-action"));
    give(&mut b, &charge("B4", "A4", "stand"), &json!([0, 0])).expect("it is free");
}

/// CC-6.
#[test]
fn the_bonuses_of_melee_do_not_count_in_a_charge() {
    let mut b = battle();
    set(&mut b, "A2.officer", json!("lieutenant"));
    let report =
        give(&mut b, &charge("A2", "B2", "stand"), &json!([[3, 3], [3, 3]])).expect("a charge");
    assert!(report.rolls.iter().all(|roll| roll.modifiers.is_empty() && roll.natural == 0));
    assert_eq!(report.rolls[0].throw.to_string(), "2d6 hits on 4+");
}

#[test]
fn only_heavy_units_flank_heavy_infantry_and_only_cavalry_attacks_the_rear() {
    let mut b = battle();
    for (order, why) in [
        (flank("A3", "B1", "flank"), "B1 Horse is cavalry, which cannot be flanked"),
        (flank("A3", "B8", "flank"), "B8 Velites is light infantry"),
        (flank("A8", "B3", "flank"), "A8 Velites is light infantry"),
        (flank("A3", "B4", "rear"), "A3 First is not cavalry; only cavalry attacks the rear"),
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
        let offers = offers(&b.full_view(), Subject::Unit(tag.parse().unwrap()));
        let melee = offers.into_iter().find(|offer| offer.spec.kind == "melee").expect("a melee");
        let value = |name| melee.fields.iter().find(|f| f.spec.name == name).unwrap().value.clone();
        (value("target"), value("attack"))
    };
    assert_eq!(offered(&b, "A3"), (Some(json!("B4")), Some(json!("flank"))));
    assert_eq!(offered(&b, "A1"), (Some(json!("B4")), Some(json!("rear"))));
    // Engaged units stay; a lone cavalry unit must be routed first.
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
    let words = text::sentences(&before.full_view(), &report);
    // It was not engaged with A4 before, but its front is free now.
    assert_eq!(value(&b, "A4.status"), json!("routed"));
    let turns = "B4 Second: no enemy in front; may turn to face its flanker.";
    assert!(words.iter().any(|sentence| sentence == turns), "{words:?}");
    assert_eq!(value(&b, "B4.engaged_with"), json!(["A3"]));
}

/// CC-5.
#[test]
fn only_an_unattached_commander_changes_zones() {
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
}

/// CC-12
#[test]
fn the_commander_changes_zones_after_all_zones_have_moved_and_earlier_it_warns() {
    let order =
        json!({"kind": "move-officer", "side": "A", "officer": "commander", "zone": "left-wing"});
    let mut b = battle();
    for (side, at) in [("A", "initiative"), ("A", "movement")] {
        until(&mut b, at);
        assert_eq!(warnings(&b, &order), [format!("side {side} has zones still to move")]);
    }
    for which in
        ["left-wing", "left-battle-line", "center-battle-line", "right-battle-line", "right-wing"]
    {
        for side in ["A", "B"] {
            assert!(!warnings(&b, &order).is_empty(), "{side} {which}");
            give(&mut b, &zone("move-zone", side, which), &json!([])).expect("a zone");
        }
    }
    assert_eq!(warnings(&b, &order), Vec::<String>::new());
    // Zones that were not moved before the phase ended have passed.
    let mut b = battle();
    until(&mut b, "melee");
    assert_eq!(warnings(&b, &order), ["the movement phase is over; it is now the melee phase"]);
}

#[test]
fn an_officer_who_joins_a_unit_is_named() {
    let b = battle();
    let mut nameless = b.clone();
    set(&mut nameless, "A.commander.name", json!(""));
    for (b, who, shown) in [
        (&b, "commander", "Scipio joins A4 Second."),
        (&b, "lieutenant", "Tribune of the center-battle-line joins A4 Second."),
        (&nameless, "commander", "The commander joins A4 Second."),
    ] {
        let order = officer("attach", who, "A4");
        let report = give(&mut b.clone(), &order, &json!([])).expect("attached");
        assert_eq!(text::sentences(&b.full_view(), &report), [shown]);
    }
}
