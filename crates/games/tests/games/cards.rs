//! Tests of the cards of ships and units: after the correction of a record, the card must
//! show what has changed, and nothing else.

use games::Battle;
use rules::UnitCondition;
use serde_json::{Value, json};

use crate::{ready, set};

const GREEK_FIRE: [&str; 2] =
    ["greek-fire/syracuse-athens.toml", "greek-fire/syracuse-syracuse.toml"];
const AEGATES: [&str; 2] =
    ["ancient-naval-games/aegates-rome.toml", "ancient-naval-games/aegates-carthage.toml"];
const SALAMIS: [&str; 2] =
    ["fast-play-salamis/starter-greeks.toml", "fast-play-salamis/starter-persians.toml"];
const FIVE: [&str; 2] = [
    "chicken-of-the-sea/five-against-five-carthage.toml",
    "chicken-of-the-sea/five-against-five-rome.toml",
];

fn marks(battle: &Battle, tag: &str) -> Vec<String> {
    let card = battle.full_view().card(tag.parse().expect("a tag")).expect("a card");
    card.marks.iter().map(|mark| mark.label.to_string()).collect()
}

fn standing(battle: &Battle, tag: &str) -> UnitCondition {
    battle.full_view().card(tag.parse().expect("a tag")).expect("a card").standing
}

/// The marks that a correction adds to a card, and those that it removes.
fn gained_and_lost(battle: &Battle, key: &str, value: &Value) -> (Vec<String>, Vec<String>) {
    let (tag, _) = key.split_once('.').expect("a key");
    let mut corrected = battle.clone();
    set(&mut corrected, key, value.clone());
    let (before, after) = (marks(battle, tag), marks(&corrected, tag));
    let missing = |these: &[String], those: &[String]| -> Vec<String> {
        these.iter().filter(|mark| !those.contains(mark)).cloned().collect()
    };
    (missing(&after, &before), missing(&before, &after))
}

/// Checks that each correction adds its mark, and removes none.
fn assert_marks(battle: &Battle, table: &[(&str, Value, &str)]) {
    for (key, value, mark) in table {
        let (gained, lost) = gained_and_lost(battle, key, value);
        assert_eq!((gained, lost), (vec![(*mark).to_owned()], Vec::new()), "{key} {value}");
        let (tag, entry) = key.split_once('.').expect("a key");
        let mut corrected = battle.clone();
        set(&mut corrected, key, value.clone());
        let card = corrected.full_view().card(tag.parse().expect("a tag")).expect("a card");
        let gained = card.marks.iter().find(|one| message::i18n::english(&one.label) == *mark);
        let of = gained.and_then(|mark| mark.of.as_deref());
        assert_eq!(of, Some(entry), "{mark} belongs to its entry");
    }
}

#[test]
fn a_card_of_greek_fire_shows_the_damage_of_a_ship() {
    let battle = ready(GREEK_FIRE, &[]);
    assert_marks(
        &battle,
        &[
            ("A1.sinking_in", json!(3), "sinking in 3"),
            ("A1.routing", json!(true), "routing"),
            ("A1.aground", json!(true), "aground"),
            ("A1.crew", json!(0), "no crew"),
            ("A1.grappled", json!(["B1"]), "grappled with B1"),
            ("A1.rammed_last_turn", json!(true), "rammed or was rammed last turn"),
            ("A1.stopped", json!(true), "stopped: half move"),
            ("A1.sail", json!(2), "wind +2"),
            ("A1.sail", json!(-1), "wind −1"),
            ("A1.victories", json!(1), "1 victory"),
            ("A1.victories", json!(2), "2 victories"),
        ],
    );
    let (gained, _) = gained_and_lost(&battle, "A1.sail", &json!(0));
    assert_eq!(gained, [""; 0], "a wind of 0 changes nothing");
}

#[test]
fn a_card_of_greek_fire_has_gauges_only_for_existing_tracks() {
    let gauges = |battle: &Battle| -> Vec<(String, u32, u32)> {
        let card = battle.full_view().card("A1".parse().expect("a tag")).expect("a card");
        let all = card.gauges.iter().map(|g| (g.label.to_string(), g.value, g.full));
        all.filter(|(label, ..)| label.starts_with("Fires") || label.starts_with("Move")).collect()
    };
    let mut battle = ready(GREEK_FIRE, &[]);
    assert_eq!(gauges(&battle), []);
    set(&mut battle, "A1.fires", json!(2));
    // GF-15: six counters destroy a ship.
    assert_eq!(gauges(&battle), [("Fires".to_owned(), 2, 6)]);
    set(&mut battle, "A1.move_lost", json!(1));
    assert_eq!(gauges(&battle)[1].1, 1);
}

#[test]
fn a_card_of_ancient_naval_games_shows_the_damage_of_a_ship() {
    assert_marks(
        &ready(AEGATES, &[]),
        &[
            ("A1.oar_damage", json!(3), "dead in the water"),
            ("A1.isolated", json!(true), "isolated: no attack"),
        ],
    );
}

#[test]
fn a_card_of_fast_play_salamis_shows_the_damage_of_a_galley() {
    assert_marks(
        &ready(SALAMIS, &[]),
        &[
            ("A1.hits", json!(3), "one hit from defeat"),
            ("A1.boarded_by", json!(["B1"]), "boarded by B1"),
            ("A1.rammed_by_this_phase", json!(["B1"]), "rammed by B1"),
            ("A1.in_contact_with", json!(["B1"]), "in contact with B1"),
            ("A1.shot_this_phase", json!(true), "has shot"),
            ("A1.moved", json!(true), "has moved"),
        ],
    );
}

/// A ship that has moved or shot is done with the movement phase. In later phases she may
/// ram and fight.
#[test]
fn a_galley_of_salamis_is_done_from_her_move_until_the_phase_ends() {
    let mut battle = ready(SALAMIS, &[]);
    for key in ["A1.moved", "A2.shot_this_phase"] {
        set(&mut battle, key, json!(true));
    }
    let all = |battle: &Battle| ["A1", "A2", "A3"].map(|tag| standing(battle, tag));
    assert_eq!(all(&battle), [UnitCondition::Done, UnitCondition::Done, UnitCondition::Ready]);
    crate::give(&mut battle, &json!({"kind": "end-phase"}), &json!([])).expect("the ram phase");
    assert_eq!(all(&battle), [UnitCondition::Ready, UnitCondition::Ready, UnitCondition::Ready]);
    set(&mut battle, "A3.status", json!("sunk"));
    assert!(matches!(standing(&battle, "A3"), UnitCondition::Out(_)));
}

#[test]
fn a_card_of_chicken_of_the_sea_shows_the_damage_of_a_galley() {
    let battle = ready(FIVE, &[]);
    assert_marks(
        &battle,
        &[
            ("A3.speed", json!("bw"), "backs water"),
            ("A3.aground", json!(true), "aground"),
            ("A3.crippled", json!(true), "crippled"),
            ("A3.fouled_with", json!(["A4"]), "fouled with A4"),
            ("A3.status", json!("captured"), "captured by Rome"),
            ("A3.line_commander", json!(true), "line commander"),
        ],
    );
    let (gained, _) = gained_and_lost(&battle, "A3.speed", &json!(2));
    assert_eq!(gained, [""; 0], "a speed ahead needs no mark");
}
