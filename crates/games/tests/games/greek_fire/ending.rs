//! Tests of the end of a ship's turn, conceding, and what an order leaves to the rules in
//! Greek Fire: all points, a roll that cannot matter.

use games::greek_fire::tables::Skill;
use games::{Battle, offers};
use rules::Subject;
use serde_json::{Value, json};

use crate::{chances, give, outcome, refusal, set, value, warnings};

use super::{activate, battle, duel, end_round, grapple, points, ram, row, ship, skilled};

fn end_turn(ship: &str) -> Value {
    json!({"kind": "end-turn", "ship": ship})
}

fn concede(side: &str) -> Value {
    json!({"kind": "concede", "side": side})
}

fn unrolled() -> Value {
    json!({"kind": "morale", "ship": "A1", "adjacent_enemies": [], "unrolled": true})
}

fn three_against_two() -> Battle {
    battle(vec![ship("trireme"); 3], vec![ship("trireme"); 2])
}

fn state(battle: &Battle, key: &str) -> Value {
    battle.full_view().state()[key].clone()
}

#[test]
fn the_end_of_a_turn_leaves_no_ship_active_and_the_other_side_to_move() {
    let mut b = three_against_two();
    give(&mut b, &activate("A1"), &json!([])).expect("her turn");
    give(&mut b, &end_turn("A1"), &json!([])).expect("the end of her turn");
    assert_eq!([state(&b, "active"), state(&b, "phase")], [Value::Null, json!("start")]);
    assert_eq!(state(&b, "to_move"), json!("B"));
    assert!(refusal(&b, &activate("A1")).contains("has moved this round"));
    assert!(give(&mut b, &activate("B2"), &json!([])).expect("B moves").warnings.is_empty());
}

#[test]
fn only_the_acting_ship_ends_her_turn() {
    let mut b = three_against_two();
    assert!(refusal(&b, &end_turn("A1")).ends_with("it is not the turn of A1 the trireme"));
    give(&mut b, &activate("A1"), &json!([])).expect("her turn");
    let why = refusal(&b, &end_turn("A2"));
    assert!(why.ends_with("it is the turn of A1, not of A2 the trireme"), "{why}");
    give(&mut b, &activate("B1"), &json!([])).expect("the turn of the next ends hers");
    assert!(refusal(&b, &end_turn("A1")).contains("it is the turn of B1"));
}

#[test]
fn the_end_of_a_turn_names_only_required_steps() {
    let mut b = three_against_two();
    give(&mut b, &activate("A1"), &json!([])).expect("her turn");
    let hasty = json!({"kind": "row", "ship": "A1", "spent": 8, "ramming_speed": true});
    assert_eq!(
        warnings(&b, &end_turn("A1")),
        ["A1 the trireme made no sail roll", "the morale of A1 the trireme was not tested"]
    );
    give(&mut b, &hasty, &json!([])).expect("a row");
    assert_eq!(
        warnings(&b, &end_turn("A1"))[0],
        "A1 the trireme went at ramming speed and must still ram"
    );
    give(&mut b, &ram(3), &json!([1])).expect("a ram");
    give(&mut b, &unrolled(), &json!([])).expect("morale");
    set(&mut b, "A1.sail", json!(0));
    assert!(warnings(&b, &end_turn("A1")).is_empty());
}

/// No warning names her turn once she is gone.
#[test]
fn the_turn_of_a_ship_ends_when_she_is_sunk_surrenders_or_has_no_crew() {
    let lost = [("status", json!("sunk")), ("status", json!("surrendered")), ("crew", json!(0))];
    for (entry, now) in lost {
        let mut b = three_against_two();
        give(&mut b, &activate("A1"), &json!([])).expect("her turn");
        set(&mut b, &format!("A1.{entry}"), now);
        assert_eq!(state(&b, "active"), Value::Null);
        let board = json!({"kind": "board", "ship": "A2", "target": "B1"});
        assert_eq!(warnings(&b, &board), ["next to move: Corinth (B)"]);
    }
}

#[test]
fn a_concession_stays_decided_despite_later_corrections() {
    let mut b = three_against_two();
    assert_eq!(give(&mut b, &concede("A"), &json!([])).expect("may").outcome.slug(), "done");
    assert_eq!(state(&b, "winner"), json!("B"));
    set(&mut b, "B1.crew", json!(10));
    assert_eq!(state(&b, "winner"), json!("B"));
    assert!(refusal(&b, &concede("B")).ends_with("the battle is over"));
    assert!(warnings(&b, &activate("A1")).contains(&"the battle is over".to_owned()));
}

#[test]
fn a_side_is_offered_only_concession_and_corrections() {
    let b = three_against_two();
    let side = Subject::Side(rules::Side::A);
    let kinds: Vec<_> = offers(&b.full_view(), side).iter().map(|one| one.spec.kind).collect();
    assert_eq!(kinds, ["concede"]);
}

/// GF-36.
#[test]
fn all_is_every_point_that_a_ship_has_left_when_it_is_carried_out() {
    let all = json!({"kind": "row", "ship": "A1", "spent": "all"});
    let mut b = duel(ship("trireme"), ship("trireme"));
    set(&mut b, "A1.sail", json!(-1));
    give(&mut b, &row(2), &json!([])).expect("a row");
    assert_eq!(outcome(&mut b, &all, &json!([])).1["A1.spent"], json!([2, 5]));
    assert_eq!(points(&b, false), 0);
    assert!(!outcome(&mut b, &all, &json!([])).1.contains_key("A1.spent"));
    let mut hasty = duel(ship("trireme"), ship("trireme"));
    let fast = json!({"kind": "row", "ship": "A1", "spent": "all", "ramming_speed": true});
    assert_eq!(outcome(&mut hasty, &fast, &json!([])).1["A1.spent"], json!([0, 8]));
    let mut rammed = duel(ship("trireme"), ship("trireme"));
    outcome(&mut rammed, &ram(3), &json!([1]));
    assert!(refusal(&rammed, &all).contains("cannot move again this turn"));
    let other = json!({"kind": "row", "ship": "A1", "spent": "most"});
    let fault = b.read_order(other.as_object().expect("an order")).expect_err("no such word");
    assert!(fault.why.to_string().contains("a whole number from 0 to 99 or `all`"));
}

/// GF-37.
#[test]
fn morale_needs_no_roll_only_if_every_result_is_the_same() {
    let mut whole = duel(ship("trireme"), ship("trireme"));
    let report = give(&mut whole, &unrolled(), &json!([])).expect("none of her crew is dead");
    assert_eq!((report.outcome.slug(), report.rolls.len()), ("fights-on", 0));
    assert_eq!(value(&whole, "A1.morale_tested"), json!(true));
    assert!(refusal(&whole, &unrolled()).contains("was tested this turn"));
    let mut hurt = duel(ship("trireme"), ship("trireme"));
    set(&mut hurt, "A1.crew", json!(160));
    assert!(refusal(&hurt, &unrolled()).contains("the results for A1 the trireme differ"));
    // Her captain rallies her: no face of the die makes her rout.
    let mut rallied = duel(skilled("trireme", &[Skill::Rally]), ship("trireme"));
    set(&mut rallied, "A1.crew", json!(160));
    assert_eq!(
        give(&mut rallied, &unrolled(), &json!([])).expect("rallied").outcome.slug(),
        "fights-on"
    );
    // No face of the die saves her.
    let mut lost = duel(ship("trireme"), ship("huge-quinquereme"));
    for (entry, now) in [("crew", json!(10)), ("sinking_in", json!(3))] {
        set(&mut lost, &format!("A1.{entry}"), now);
    }
    let rolled = json!({"kind": "morale", "ship": "A1", "adjacent_enemies": []});
    let possible = chances(&lost, &rolled, &[]).outcomes.len();
    assert_eq!(give(&mut lost, &unrolled(), &json!([])).is_ok(), possible == 1);
}

/// GF-34: entering terrain is a move.
#[test]
fn a_ship_that_may_not_move_enters_no_terrain() {
    let free = duel(ship("trireme"), ship("trireme"));
    let [mut held, mut aground, mut rammed, mut slow] = [&free; 4].map(Clone::clone);
    grapple(&mut held, "A1", "B1");
    set(&mut aground, "A1.aground", json!(true));
    outcome(&mut rammed, &ram(3), &json!([1]));
    set(&mut slow, "A1.move_lost", json!(6));
    for hex in ["shallows", "rocky-shallows", "sargasso"] {
        let enter = json!({"kind": "terrain", "ship": "A1", "hex": hex});
        for (stays, why) in [
            (&held, "grappled with B1 and must break free first"),
            (&aground, "is aground"),
            (&rammed, "has rammed B1 and cannot move again this turn"),
            (&slow, "has no move point this turn"),
        ] {
            assert!(refusal(stays, &enter).ends_with(why), "{hex}: {why}");
        }
        let dice = if hex == "rocky-shallows" { json!([1]) } else { json!([]) };
        give(&mut free.clone(), &enter, &dice).expect("a free ship enters");
    }
}

/// GF-34: leaving is a move, and not a ram.
#[test]
fn a_ship_that_leaves_at_ramming_speed_is_warned_that_a_ram_was_due() {
    let mut b = three_against_two();
    give(&mut b, &activate("A1"), &json!([])).expect("her turn");
    let fast = json!({"kind": "row", "ship": "A1", "spent": 8, "ramming_speed": true});
    give(&mut b, &fast, &json!([])).expect("a row");
    let due = "A1 the trireme went at ramming speed and must still ram".to_owned();
    assert!(warnings(&b, &json!({"kind": "leave-table", "ship": "A1"})).contains(&due));
    set(&mut b, "A1.routing", json!(true));
    assert_eq!(warnings(&b, &json!({"kind": "escape", "ship": "A1"})), [due]);
    let mut none_left = three_against_two();
    set(&mut none_left, "A1.move_lost", json!(6));
    let leave = json!({"kind": "leave-table", "ship": "A1"});
    assert!(refusal(&none_left, &leave).ends_with("has no move point this turn"));
}

/// GF-30.
#[test]
fn an_empty_hull_adds_no_deck_points_to_its_side() {
    let deck = |crew: u32| {
        let mut b = battle(vec![ship("trireme")], vec![ship("triaconter"), ship("quinquereme")]);
        set(&mut b, "B2.crew", json!(crew));
        let morale = json!({"kind": "morale", "ship": "A1", "adjacent_enemies": []});
        let report = give(&mut b, &morale, &json!([5])).expect("a roll");
        report.rolls[0].modifiers.iter().map(|one| one.amount).collect::<Vec<_>>()
    };
    assert_eq!([deck(1), deck(0)], [vec![2, -1], vec![2]]);
}

/// GF-31.
#[test]
fn a_routing_ship_without_crew_frightens_no_friend() {
    let mut b = battle(vec![ship("trireme")], vec![ship("trireme"); 3]);
    set(&mut b, "B2.routing", json!(true));
    let morale = json!({
        "kind": "morale", "ship": "B1", "adjacent_enemies": [], "routing_friends_within_20": true,
    });
    give(&mut b.clone(), &morale, &json!([5])).expect("a friend routs");
    set(&mut b, "B2.crew", json!(0));
    assert!(refusal(&b, &morale).ends_with("no friend of B1 the trireme is routing"));
}

#[test]
fn the_next_round_asks_for_a_ship_that_had_ended_her_last_turn() {
    let mut b = three_against_two();
    give(&mut b, &activate("A1"), &json!([])).expect("her turn");
    give(&mut b, &end_turn("A1"), &json!([])).expect("the end of her turn");
    end_round(&mut b);
    give(&mut b, &activate("A1"), &json!([])).expect("her next turn");
}
