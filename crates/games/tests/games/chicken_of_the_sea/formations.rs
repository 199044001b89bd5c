//! Tests of changes to formations in Chicken of the Sea: their names, and what players may
//! correct.

use games::Battle;
use rules::{Side, Viewer};
use serde_json::{Value, json};

use crate::{give, outcome, set, value};

use super::{form, go_to, of, squadron};

/// The name and the ships of each of Carthage's formations, as a viewer sees them.
fn formations(fight: &Battle, viewer: Viewer) -> Vec<(String, Vec<String>)> {
    let state = fight.known_to(viewer).state();
    let all = state["sides"][0]["formations"].as_array().expect("formations").clone();
    all.into_iter()
        .map(|formation| {
            let ships = serde_json::from_value(formation["ships"].clone()).expect("ships");
            (formation["name"].as_str().expect("a name").to_owned(), ships)
        })
        .collect()
}

fn named(fight: &Battle, ship: &str) -> Value {
    value(fight, &format!("{ship}.formation"))
}

#[test]
fn a_formation_takes_the_first_number_that_its_side_has_not_given() {
    let mut fight = squadron(3);
    outcome(&mut fight, &form("column", &["A1", "A3", "A4"], "A1"), &json!([]));
    // The last galley leaves a formation, which keeps its name.
    outcome(&mut fight, &of("break-formation", "A4"), &json!([]));
    outcome(&mut fight, &form("column", &["A4", "A5"], "A4"), &json!([]));
    assert_eq!([named(&fight, "A3"), named(&fight, "A5")], ["column-1", "column-2"]);
}

#[test]
fn a_formation_that_divides_uses_up_a_number() {
    let mut fight = squadron(3);
    outcome(&mut fight, &form("column", &["A1", "A3", "A4", "A5", "A6"], "A1"), &json!([]));
    outcome(&mut fight, &of("break-formation", "A4"), &json!([]));
    assert_eq!([named(&fight, "A3"), named(&fight, "A5")], ["column-1", "column-2"]);
    outcome(&mut fight, &form("column", &["A2", "A4"], "A2"), &json!([]));
    assert_eq!(named(&fight, "A4"), "column-3");
}

/// C-20: the other side learns that a crew tired when it sees her leave the formation, and
/// learns nothing about other tired crews.
#[test]
fn a_column_is_seen_to_divide_where_the_first_of_its_tired_crews_falls_behind() {
    let mut fight = squadron(5);
    let column = ["A1", "A5", "A3", "A6", "A2", "A4"];
    outcome(&mut fight, &form("column", &column, "A1"), &json!([]));
    let order = json!({"kind": "set-speed", "formation": "column-1", "speed": 5});
    outcome(&mut fight, &order, &json!([1, 1, 6, 1, 1, 6]));
    let seen = |fight: &Battle| formations(fight, Viewer::Side(Side::B));
    assert_eq!(seen(&fight), [("column-1".to_owned(), column.map(String::from).to_vec())]);
    go_to(&mut fight, "carthage-moves");
    outcome(&mut fight, &of("end-move", "A3"), &json!([]));
    let parts = [("column-1", vec!["A1", "A5"]), ("column-2", vec!["A6", "A2", "A4"])];
    let parts = parts.map(|(name, ships)| {
        (name.to_owned(), ships.into_iter().map(String::from).collect::<Vec<_>>())
    });
    assert_eq!(seen(&fight), parts);
}

#[test]
fn the_players_may_correct_a_formation_to_two_galleys_with_their_leader() {
    let fight = squadron(3);
    let formed = |ships: Value, leader: &str| {
        let column =
            json!([{"name": "column-1", "formation": "column", "ships": ships, "leader": leader}]);
        json!({"kind": "adjust", "ship": "A", "field": "formations", "value": column})
    };
    assert!(give(&mut fight.clone(), &formed(json!(["A1", "A3"]), "A1"), &json!([])).is_ok());
    for (ships, leader) in [(json!(["A1"]), "A1"), (json!(["A1", "A3"]), "A4")] {
        let order = formed(ships, leader);
        let why = "takes two galleys or more, with its leader among them";
        let stop = give(&mut fight.clone(), &order, &json!([])).expect_err("no formation");
        assert!(stop.to_string().contains(why), "{stop}");
    }
}

#[test]
fn formations_that_the_players_correct_have_a_name_each() {
    let fight = squadron(3);
    let two = |second: &str| {
        let column = |name: &str, ships: [&str; 2]| json!({"name": name, "formation": "column", "ships": ships, "leader": ships[0]});
        let both = [column("column-1", ["A1", "A3"]), column(second, ["A4", "A5"])];
        let order = json!({"kind": "adjust", "ship": "A", "field": "formations", "value": both});
        give(&mut fight.clone(), &order, &json!([]))
    };
    assert!(two("column-2").is_ok());
    let stop = two("column-1").expect_err("one name for two");
    assert!(stop.to_string().contains("`column-1` appears twice"), "{stop}");
}

#[test]
fn only_a_commander_leads_a_line_abreast_that_the_players_correct() {
    let fight = squadron(3);
    let abreast = |ships: [&str; 2]| {
        let line = json!([{
            "name": "line-1", "formation": "line-abreast", "ships": ships, "leader": ships[0],
        }]);
        let order = json!({"kind": "adjust", "ship": "A", "field": "formations", "value": line});
        give(&mut fight.clone(), &order, &json!([]))
    };
    assert!(abreast(["A1", "A3"]).is_ok());
    let stop = abreast(["A4", "A3"]).expect_err("A4 has no commander");
    assert!(stop.to_string().contains("no admiral or line commander is aboard A4"), "{stop}");
}

#[test]
fn a_correction_moves_the_admiral_and_leaves_one_flagship() {
    let mut fight = squadron(3);
    let aboard = |fight: &Battle| value(fight, "A.admiral.aboard");
    let flags = |fight: &Battle| ["A1", "A3"].map(|tag| value(fight, &format!("{tag}.flagship")));
    set(&mut fight, "A3.flagship", json!(true));
    assert_eq!((aboard(&fight), flags(&fight)), (json!("A3"), [json!(false), json!(true)]));
    // A correction of another entry does not move him.
    set(&mut fight, "A1.crippled", json!(true));
    assert_eq!(aboard(&fight), "A3");
    set(&mut fight, "A3.flagship", json!(false));
    assert_eq!((aboard(&fight), flags(&fight)), (Value::Null, [json!(false), json!(false)]));
}
