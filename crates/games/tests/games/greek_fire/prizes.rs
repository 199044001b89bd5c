//! Tests of prizes, victories and the winner in Greek Fire.

use games::greek_fire::ShipEntry;
use games::greek_fire::tables::{CrewQuality, Skill};
use games::{Battle, offer_of};
use rules::Subject;
use serde_json::{Value, json};

use crate::{give, outcome, refusal, set, value, warnings};

use super::{activate, battle, board, duel, end_round, grapple, points, ram, ship, skilled, take};

fn morale(ship: &str) -> Value {
    json!({"kind": "morale", "ship": ship})
}

/// B1 is without crew next to A1, and each side has another ship.
fn with_an_empty_ship() -> Battle {
    let veteran = ShipEntry {
        crew_quality: CrewQuality::Elite,
        crew_skills: vec![Skill::Rowing],
        ..skilled("trireme", &[Skill::Ramming])
    };
    let mut b = battle(
        vec![veteran, ship("trireme")],
        vec![skilled("bireme", &[Skill::Sailing]), ship("trireme")],
    );
    set(&mut b, "B1.crew", json!(0));
    b
}

// ---- Prizes ----

/// GF-20.
#[test]
fn a_captor_sends_up_to_all_but_one_and_no_more_than_the_prize_has_room_for() {
    let b = with_an_empty_ship();
    assert!(refusal(&b, &take("A1", "B1", 101)).contains("at most 100"));
    let mut few = b.clone();
    set(&mut few, "A1.crew", json!(5));
    assert!(refusal(&few, &take("A1", "B1", 5)).contains("at most 4"));
    let (_, changes) = outcome(&mut few, &take("A1", "B1", 4), &json!([]));
    assert_eq!(changes["A1.crew"], json!([5, 1]));
    let mut hulk = b.clone();
    outcome(&mut hulk, &take("A1", "B1", 0), &json!([]));
    assert_eq!(value(&hulk, "B1.holder"), json!("A"));
    let moves = json!({"kind": "row", "ship": "B1", "spent": 1});
    assert!(refusal(&hulk, &moves).contains("she has no crew left to row"));
    // Without crew she may be taken again, even by a friend of the captor.
    outcome(&mut hulk, &take("A2", "B1", 20), &json!([]));
    assert_eq!(value(&hulk, "A2.victories"), json!(0));
}

#[test]
fn only_a_ship_with_men_to_send_is_led_to_an_empty_ship() {
    let mut b = with_an_empty_ship();
    outcome(&mut b, &activate("A1"), &json!([]));
    let led = |b: &Battle| b.full_view().guide().next.iter().any(|step| step.kind == "take-prize");
    assert!(led(&b));
    set(&mut b, "A1.crew", json!(0));
    assert!(!led(&b));
}

/// GF-20.
#[test]
fn a_prize_has_the_quality_and_skills_of_the_men_who_came_aboard_and_no_captain() {
    let mut b = with_an_empty_ship();
    outcome(&mut b, &take("A1", "B1", 40), &json!([]));
    assert_eq!(value(&b, "B1.crew_quality"), json!("elite"));
    assert_eq!(value(&b, "B1.crew_skills"), json!(["rowing"]));
    assert_eq!(value(&b, "B1.captain.skills"), json!([]));
    // Retaken by her first side she is in action, but still without a captain's skill.
    set(&mut b, "B1.crew", json!(0));
    outcome(&mut b, &take("B2", "B1", 30), &json!([]));
    assert_eq!(value(&b, "B1.status"), json!("in-action"));
    assert_eq!(value(&b, "B1.crew_quality"), json!("good"));
    assert_eq!(value(&b, "B1.captain.skills"), json!([]));
}

fn modifiers(b: &Battle, order: &Value) -> Vec<i64> {
    let report = give(&mut b.clone(), order, &json!([5])).expect("a roll");
    report.rolls[0].modifiers.iter().map(|modifier| modifier.amount).collect()
}

/// GF-23: morale counts the dead among the men who came; rowing counts everyone who is not
/// aboard.
#[test]
fn a_prize_counts_the_dead_of_her_prize_crew_and_rows_with_all_aboard() {
    let mut b = with_an_empty_ship();
    outcome(&mut b, &take("A1", "B1", 40), &json!([]));
    assert_eq!(value(&b, "B1.prize_crew.came"), json!(40));
    for (alive, shown) in [(40, vec![]), (21, vec![]), (20, vec![-2])] {
        let mut b = b.clone();
        set(&mut b, "B1.crew", json!(alive));
        assert_eq!(modifiers(&b, &morale("B1")), shown, "{alive} of 40 alive");
    }
    // 5 move, +1 rowing of the men aboard, − floor(5 × 60 / 100).
    assert!(refusal(&b, &json!({"kind": "row", "ship": "B1", "spent": 4})).contains("only 3 move"));
    // The surrendered crew of a ship leaves her, and does not count as dead.
    let mut whole = with_an_empty_ship();
    set(&mut whole, "B1.crew", json!(30));
    set(&mut whole, "B1.status", json!("surrendered"));
    outcome(&mut whole, &take("A1", "B1", 40), &json!([]));
    assert_eq!(modifiers(&whole, &morale("B1")), [] as [i64; 0], "never +2");
}

/// GF-23.
#[test]
fn no_ship_is_grappled_with_one_of_her_own_side() {
    let mut b = with_an_empty_ship();
    set(&mut b, "B1.grappled", json!(["A1", "A2", "B2"]));
    for ship in ["A1", "A2", "B2"] {
        set(&mut b, &format!("{ship}.grappled"), json!(["B1"]));
    }
    outcome(&mut b, &take("A1", "B1", 40), &json!([]));
    for free in ["A1", "A2"] {
        assert_eq!(value(&b, &format!("{free}.grappled")), json!([]), "{free}");
    }
    assert_eq!(value(&b, "B1.grappled"), json!(["B2"]));
    assert_eq!(value(&b, "B2.grappled"), json!(["B1"]));
}

/// GF-23.
#[test]
fn men_aboard_a_lost_prize_are_losses_of_the_ship_that_sent_them() {
    let mut b = with_an_empty_ship();
    outcome(&mut b, &take("A1", "B1", 90), &json!([]));
    assert_eq!(modifiers(&b, &morale("A1")), [2], "those sent are alive");
    let burns = {
        let mut b = b.clone();
        set(&mut b, "B1.fires", json!(5));
        outcome(&mut b, &json!({"kind": "fire", "ship": "B1"}), &json!([5, 6, 6, 2, 2, 2]));
        b
    };
    let sinks = {
        let mut b = b.clone();
        set(&mut b, "B1.sinking_in", json!(1));
        end_round(&mut b);
        b
    };
    let abandoned = {
        let mut b = b.clone();
        set(&mut b, "B1.sinking_in", json!(5));
        let order = json!({"kind": "morale", "ship": "B1", "adjacent_enemies": ["B2"],
            "abandon": true});
        assert_eq!(outcome(&mut b, &order, &json!([1])).0, "abandons");
        b
    };
    let retaken = {
        let mut b = b.clone();
        set(&mut b, "B1.status", json!("surrendered"));
        outcome(&mut b, &take("B2", "B1", 10), &json!([]));
        assert_eq!(value(&b, "B1.status"), json!("in-action"));
        b
    };
    for lost in [burns, sinks, abandoned, retaken] {
        assert_eq!(value(&lost, "A1.sent_to_prizes"), json!(0));
        assert_eq!(modifiers(&lost, &morale("A1"))[0], -2, "90 of 170 are dead");
    }
    // Men who leave the table aboard her are alive.
    let mut away = b;
    set(&mut away, "B1.routing", json!(true));
    outcome(&mut away, &json!({"kind": "escape", "ship": "B1"}), &json!([]));
    assert_eq!(modifiers(&away, &morale("A1"))[0], 2);
}

/// GF-26.
#[test]
fn a_friend_retakes_a_surrendered_ship_and_those_aboard_stay() {
    let mut b = battle(
        vec![ship("trireme")],
        vec![skilled("trireme", &[Skill::Sailing]), skilled("trireme", &[Skill::Melee])],
    );
    set(&mut b, "B1.crew", json!(100));
    set(&mut b, "B1.status", json!("surrendered"));
    assert!(refusal(&b, &take("B2", "B1", 71)).contains("at most 70"));
    let (_, changes) = outcome(&mut b, &take("B2", "B1", 30), &json!([]));
    assert_eq!(changes["B1.crew"], json!([100, 130]));
    assert_eq!(changes["B1.status"], json!(["surrendered", "in-action"]));
    assert_eq!(value(&b, "B1.captain.skills"), json!(["sailing"]), "her captain stayed, too");
    assert_eq!(value(&b, "B2.victories"), json!(0));
    // Her 70 dead still count, and the 30 who joined them row.
    assert_eq!(modifiers(&b, &morale("B1")), [] as [i64; 0]);
    let rows = |spent: u32| json!({"kind": "row", "ship": "B1", "spent": spent});
    assert!(refusal(&b, &rows(6)).contains("only 5 move"), "6 - floor(6 x 40 / 170)");
    set(&mut b, "B1.crew", json!(100));
    assert_eq!(modifiers(&b, &morale("B1")), [-2], "100 of the 200 who fought aboard are dead");
    // If no one is left aboard, the men who came sail her.
    set(&mut b, "B1.crew", json!(0));
    outcome(&mut b, &take("B2", "B1", 30), &json!([]));
    assert_eq!(value(&b, "B1.prize_crew.came"), json!(30));
    assert_eq!(value(&b, "B1.captain.skills"), json!([]));
}

/// GF-26.
#[test]
fn hulks_are_rammed_and_shot_and_burn() {
    let mut b = battle(vec![ship("trireme"); 2], vec![ship("trireme"); 2]);
    set(&mut b, "B2.crew", json!(0));
    for (status, crew) in [("surrendered", 90), ("abandoned", 0), ("in-action", 0)] {
        set(&mut b, "B1.status", json!(status));
        set(&mut b, "B1.crew", json!(crew));
        let (got, changes) = outcome(&mut b.clone(), &ram(3), &json!([10]));
        assert_eq!((got, &changes["B1.status"]), ("sunk", &json!([status, "sunk"])));
        assert_eq!(outcome(&mut b.clone(), &super::shoot("rowers", 1), &json!([1])).0, "miss");
    }
    set(&mut b, "B1.status", json!("sunk"));
    assert!(refusal(&b, &ram(3)).contains("off the table: sunk"));
}

/// The refusal names the ship that holds her, and the open orders.
#[test]
fn a_ship_held_by_one_that_surrendered_takes_her_or_breaks_free() {
    let mut b = battle(vec![ship("trireme")], vec![ship("trireme"); 2]);
    grapple(&mut b, "A1", "B1");
    set(&mut b, "B1.status", json!("surrendered"));
    for order in [board("A1", "B1"), json!({"kind": "board", "ship": "A1"})] {
        let why = refusal(&b, &order);
        assert!(why.contains("B1 the trireme has surrendered: take her as a prize"), "{why}");
    }
    let open = |kind: &str| {
        let subject = Subject::Unit("A1".parse().expect("a tag"));
        offer_of(&b.full_view(), subject, kind).expect("an offer")
    };
    let targets: Vec<Value> =
        open("board").fields[1].choices.iter().map(|choice| choice.value.clone()).collect();
    assert_eq!(targets, ["B2"]);
    for kind in ["ungrapple", "take-prize"] {
        assert!(open(kind).refused.is_none(), "{kind}");
    }
    let free = json!({"kind": "ungrapple", "ship": "A1"});
    assert_eq!(outcome(&mut b, &free, &json!([4])).0, "free");
}

#[test]
fn a_prize_counts_as_in_action_for_her_holder() {
    let mut b = with_an_empty_ship();
    outcome(&mut b, &take("A1", "B1", 40), &json!([]));
    // In deck points: 6 + 6 + 5 against 6.
    let report = give(&mut b, &morale("B2"), &json!([5])).expect("morale");
    let shown: Vec<String> =
        report.rolls[0].modifiers.iter().map(|m| m.reason.why.to_string()).collect();
    assert_eq!(shown, ["no crew killed yet", "the enemy has more deck points in action"]);
    // In fleet size: three against one.
    end_round(&mut b);
    assert_eq!(b.full_view().state()["to_move"], json!("A"));
    // In victory: she is the only ship that still fights for A.
    set(&mut b, "A1.status", json!("sunk"));
    set(&mut b, "A2.routing", json!(true));
    assert_eq!(b.winner(), None);
}

// ---- Boarding ----

/// GF-17.
#[test]
fn a_ship_makes_one_boarding_attack_a_turn() {
    let mut b = battle(vec![ship("trireme")], vec![ship("trireme"); 2]);
    assert_eq!(outcome(&mut b, &board("A1", "B1"), &json!([5])).0, "repelled");
    assert!(refusal(&b, &board("A1", "B2")).contains("already made her boarding attack"));
    end_round(&mut b);
    outcome(&mut b, &board("A1", "B2"), &json!([5]));
}

/// GF-8.
#[test]
fn two_ships_that_board_each_other_in_one_round_both_fight_twice() {
    let mut b = duel(ship("trireme"), ship("trireme"));
    outcome(&mut b, &board("A1", "B1"), &json!([6, 17, 17]));
    outcome(&mut b, &board("B1", "A1"), &json!([16, 16]));
    assert_eq!(value(&b, "A1.crew"), json!(137));
}

#[test]
fn the_default_target_of_boarding_is_the_rammed_or_grappled_ship() {
    let fresh = battle(vec![ship("trireme")], vec![ship("trireme"); 2]);
    let order = json!({"kind": "board", "ship": "A1"});
    assert!(refusal(&fresh, &order).contains("choose a target"));
    let mut grappled = fresh.clone();
    grapple(&mut grappled, "A1", "B2");
    assert_eq!(outcome(&mut grappled, &order, &json!([17, 17])).1["B2.crew"], json!([170, 153]));
    let mut rammed = fresh;
    outcome(&mut rammed, &ram(3), &json!([1]));
    grapple(&mut rammed, "A1", "B2");
    // 4 + 1 for the ram of this turn: repelled by B1.
    assert_eq!(outcome(&mut rammed, &order, &json!([4])).0, "repelled");
    assert_eq!(value(&rammed, "A1.boarded_this_turn"), json!(true));
}

/// GF-19.
#[test]
fn two_ships_are_rammed_together_after_an_earlier_ram_until_either_rows() {
    let why = |b: &Battle, order: &Value| {
        let report = give(&mut b.clone(), order, &json!([1])).expect("a boarding roll");
        let shown = report.rolls[0].modifiers.iter().map(|m| m.reason.why.to_string());
        shown.collect::<Vec<_>>().join(", ")
    };
    let mut b = duel(ship("trireme"), ship("trireme"));
    outcome(&mut b, &ram(3), &json!([1]));
    assert_eq!(value(&b, "B1.rammed_together"), json!(["A1"]));
    assert_eq!(why(&b, &board("A1", "B1")), "rammed her this turn");
    // For the other ship it was in an earlier turn, even if in this round.
    assert_eq!(why(&b, &board("B1", "A1")), "rammed together");
    end_round(&mut b);
    assert_eq!(why(&b, &board("A1", "B1")), "rammed together");
    // The field overrides what the battle knows.
    let overruled =
        json!({"kind": "board", "ship": "A1", "target": "B1", "rammed_together": false});
    assert_eq!(why(&b, &overruled), "");
    let stop = json!({"kind": "row", "ship": "B1", "spent": 0});
    give(&mut b, &stop, &json!([])).expect("a stop");
    assert_eq!(why(&b, &board("A1", "B1")), "rammed together");
    let away = json!({"kind": "row", "ship": "A1", "spent": 1});
    give(&mut b, &away, &json!([])).expect("a row");
    assert_eq!(why(&b, &board("A1", "B1")), "");
    let explicit = json!({"kind": "board", "ship": "A1", "target": "B1", "rammed_together": true});
    assert_eq!(why(&b, &explicit), "rammed together");
}

// ---- Victories ----

/// GF-10, GF-22.
#[test]
fn a_sinking_counts_as_a_victory_of_the_ship_that_rammed_her() {
    let mut b = battle(vec![ship("trireme"); 2], vec![ship("trireme"); 2]);
    outcome(&mut b, &ram(3), &json!([7, 5, 1]));
    assert_eq!(value(&b, "B1.sinking_by"), json!("A1"));
    let second = json!({"kind": "ram", "ship": "A2", "target": "B1", "spaces_straight": 3});
    // A larger number is ignored, and a smaller one counts for the second ship.
    outcome(&mut b.clone(), &second, &json!([7, 6, 1]));
    let mut after = b.clone();
    outcome(&mut after, &second, &json!([7, 6, 1]));
    assert_eq!(value(&after, "B1.sinking_by"), json!("A1"));
    outcome(&mut b, &second, &json!([7, 2, 1]));
    assert_eq!(value(&b, "B1.sinking_by"), json!("A2"));
    end_round(&mut b);
    assert_eq!(value(&b, "B1.sinking_in"), json!(1));
    let (_, changes) = outcome(&mut b, &json!({"kind": "end-round"}), &json!([]));
    assert_eq!(changes["B1.status"], json!(["in-action", "sunk"]));
    assert_eq!(changes["A2.victories"], json!([0, 1]));
}

/// GF-10.
#[test]
fn a_sinking_count_from_rocks_credits_no_ship() {
    let mut b = battle(vec![ship("trireme"); 2], vec![ship("trireme"); 2]);
    let rocks = json!({"kind": "terrain", "ship": "B1", "hex": "rocky-shallows"});
    outcome(&mut b, &ram(3), &json!([7, 5, 1]));
    outcome(&mut b, &rocks, &json!([9, 1, 1]));
    assert_eq!(value(&b, "B1.sinking_by"), Value::Null);
    end_round(&mut b);
    assert_eq!(value(&b, "B1.status"), json!("sunk"));
    assert_eq!(value(&b, "A1.victories"), json!(0));
}

/// GF-10: even if she is retaken, and never for a friend.
#[test]
fn a_ship_lost_is_one_victory_for_the_first_enemy() {
    let mut b = with_an_empty_ship();
    set(&mut b, "B1.sinking_in", json!(1));
    set(&mut b, "B1.sinking_by", json!("A2"));
    outcome(&mut b, &take("A1", "B1", 0), &json!([]));
    assert_eq!(value(&b, "B1.credited_to"), json!("A1"));
    outcome(&mut b, &take("B2", "B1", 10), &json!([]));
    assert_eq!(value(&b, "B2.victories"), json!(0), "credited already");
    end_round(&mut b);
    assert_eq!(value(&b, "B1.status"), json!("sunk"));
    assert_eq!(value(&b, "A2.victories"), json!(0), "credited already");
    // A friend who takes over an empty ship gets no victory.
    let mut own = with_an_empty_ship();
    outcome(&mut own, &take("B2", "B1", 10), &json!([]));
    assert_eq!(value(&own, "B2.victories"), json!(0));
    assert_eq!(value(&own, "B1.credited_to"), Value::Null);
}

/// GF-10.
#[test]
fn an_abandoned_ship_is_empty_may_be_taken_and_is_a_victory_once() {
    let mut b = with_an_empty_ship();
    set(&mut b, "B2.sinking_in", json!(4));
    let order = json!({"kind": "morale", "ship": "B2", "adjacent_enemies": ["A1"],
        "abandon": true, "credit": "A2"});
    // 1 + 2 − 3, and the enemy has more deck points.
    let (got, changes) = outcome(&mut b, &order, &json!([1]));
    assert_eq!(got, "abandons");
    assert_eq!(changes["B2.crew"], json!([170, 0]));
    assert_eq!(changes["A2.victories"], json!([0, 1]));
    let (_, changes) = outcome(&mut b, &take("A1", "B2", 10), &json!([]));
    assert_eq!(changes.get("A1.victories"), None);
}

/// GF-11.
#[test]
fn a_side_wins_when_no_enemy_is_in_action_has_crew_and_does_not_rout() {
    let mut b = with_an_empty_ship();
    assert_eq!(b.winner(), None);
    set(&mut b, "B2.routing", json!(true));
    assert_eq!(b.winner().map(rules::Winner::slug), Some("A"), "B1 has no crew and B2 routs");
    set(&mut b, "B2.routing", json!(false));
    assert_eq!(b.winner(), None, "a correction may change it");
    set(&mut b, "B2.status", json!("surrendered"));
    assert_eq!(b.winner().map(rules::Winner::slug), Some("A"));
}

#[test]
fn the_battle_is_a_draw_if_neither_side_has_a_ship_that_fights() {
    let mut b = duel(ship("trireme"), ship("trireme"));
    for ship in ["A1", "B1"] {
        set(&mut b, &format!("{ship}.sinking_in"), json!(1));
    }
    end_round(&mut b);
    assert_eq!(
        b.winner().map(rules::Winner::slug),
        Some("draw"),
        "both went down in the same order"
    );
    let mut crews = duel(ship("trireme"), ship("trireme"));
    for ship in ["A1", "B1"] {
        set(&mut crews, &format!("{ship}.crew"), json!(10));
    }
    outcome(&mut crews, &board("A1", "B1"), &json!([6, 6, 6]));
    assert_eq!(crews.winner(), None);
    for ship in ["A1", "B1"] {
        set(&mut crews, &format!("{ship}.crew"), json!(3));
    }
    end_round(&mut crews);
    outcome(&mut crews, &board("A1", "B1"), &json!([3, 4]));
    assert_eq!(crews.winner().map(rules::Winner::slug), Some("draw"));
}

#[test]
fn the_winner_is_fixed_and_later_orders_warn() {
    let mut b = battle(vec![ship("trireme"); 2], vec![ship("trireme")]);
    set(&mut b, "B1.sinking_in", json!(4));
    set(&mut b, "A1.sinking_in", json!(1));
    set(&mut b, "A2.sinking_in", json!(1));
    // 2 + 2 − 3 − 1: routs.
    outcome(&mut b, &morale("B1"), &json!([3]));
    assert_eq!(b.winner().map(rules::Winner::slug), Some("A"));
    let end = json!({"kind": "end-round"});
    assert!(warnings(&b, &end).iter().any(|w| w.contains("the battle is over")));
    outcome(&mut b, &end, &json!([]));
    assert_eq!(
        b.winner().map(rules::Winner::slug),
        Some("A"),
        "A had won before her ships went down"
    );
}

// ---- Crew ----

#[test]
fn a_ship_without_crew_neither_moves_nor_attacks() {
    let b = with_an_empty_ship();
    for order in [
        activate("B1"),
        json!({"kind": "sail", "ship": "B1"}),
        json!({"kind": "ungrapple", "ship": "B1"}),
        json!({"kind": "terrain", "ship": "B1", "hex": "shallows"}),
        json!({"kind": "shoot", "ship": "B1", "weapon": "rowers", "target": "A1", "range": 1}),
        json!({"kind": "ram", "ship": "B1", "target": "A1"}),
        board("B1", "A1"),
        take("B1", "A1", 1),
        morale("B1"),
        json!({"kind": "escape", "ship": "B1"}),
    ] {
        assert!(refusal(&b, &order).contains("has no crew left"), "{order}");
    }
    let row = json!({"kind": "row", "ship": "B1", "spent": 1});
    assert!(refusal(&b, &row).contains("she has no crew left to row"));
}

/// Men whom a captor has sent do not count as lost.
#[test]
fn men_sent_to_a_prize_do_not_count_as_losses_of_the_captor() {
    let mut b = with_an_empty_ship();
    outcome(&mut b, &take("A1", "B1", 90), &json!([]));
    assert_eq!(points(&b, false), 7);
    assert_eq!(value(&b, "A1.sent_to_prizes"), json!(90));
    let report = give(&mut b, &morale("A1"), &json!([5])).expect("morale");
    assert_eq!(report.rolls[0].modified, 7);
}
