//! Tests of advantages that players roll with their own dice.

use dice::{DiceStop, Entered, EnteredRoll, Roller, Seeded};
use engine::fleet::build::{FleetDraft, Path, RollFor};
use games::greek_fire::tables::Advantage;
use serde_json::json;

use crate::fleet_building::{FILE, draft, path};

/// Rolls with the players' dice. Returns the results in words, and why it stopped.
fn rolled(draft: &mut FleetDraft, what: RollFor, dice: &[i64]) -> (Vec<String>, Option<DiceStop>) {
    let mut dice = Entered::new(dice.iter().map(|die| EnteredRoll::Total(*die)), Seeded::new(0, 0));
    let mut given = Vec::new();
    let stop = draft.roll(what, &mut Roller::new(&mut dice), &mut given).err();
    assert_eq!(dice.left_over(), 0);
    (given.into_iter().map(|given| format!("{}: {}", given.purpose, given.word)).collect(), stop)
}

fn carried(draft: &FleetDraft, ship: usize) -> Vec<Advantage> {
    let words = draft.get(&Path::entry("ship", ship).key("advantages")).unwrap();
    serde_json::from_value(words).unwrap()
}

#[test]
fn players_dice_roll_advantages_by_the_two_tables() {
    let mut draft = draft();
    let (given, stop) = rolled(&mut draft, RollFor::Ship(0), &[5, 9, 8, 7]);
    assert_eq!(stop, None);
    assert_eq!(
        given,
        [
            "advantage 1 of 3, Paralos: hoplites",
            "advantage 2 of 3, Paralos: corvus",
            "advantage 3 of 3, Paralos: archers"
        ]
    );
    let deck = [Advantage::Hoplites, Advantage::Corvus, Advantage::Archers];
    assert_eq!(carried(&draft, 0), deck);
    let slot = RollFor::Word { list: "ship", at: 0, key: "advantages", nth: 1 };
    assert_eq!(rolled(&mut draft, slot, &[10, 10]).1, None);
    assert_eq!(carried(&draft, 0), [deck[0], Advantage::Parablemata, deck[2]]);
    let skill = RollFor::Word { list: "ship", at: 1, key: "crew_skills", nth: 0 };
    assert_eq!(rolled(&mut draft, skill, &[4]).0, ["crew’s skill, Salaminia: rally"]);
    assert_eq!(draft.get(&path("ship[2].crew_skills")), Some(json!(["rally"])));
}

#[test]
fn too_few_dice_leave_the_fleet_unchanged_and_name_the_next_roll() {
    let mut draft = draft();
    let (given, stop) = rolled(&mut draft, RollFor::Fleet, &[1, 2, 3, 4, 8]);
    let needed = "1d10 is needed: advantage 2 of 3, Salaminia, second table";
    assert_eq!(stop.unwrap().to_string(), needed);
    assert_eq!(given.last().unwrap(), "advantage 1 of 3, Salaminia: reinforced ram");
    assert_eq!(draft.text(), FILE);
    let stop = rolled(&mut draft, RollFor::Ship(0), &[11]).1;
    assert!(matches!(stop, Some(DiceStop::Impossible(_))), "{stop:?}");
    assert_eq!(draft.text(), FILE);
    let mut dice = Seeded::new(3, 0);
    draft.roll(RollFor::Fleet, &mut Roller::new(&mut dice), &mut Vec::new()).unwrap();
    assert_ne!(draft.text(), FILE);
    assert!(draft.check().faults.is_empty());
}

#[test]
fn a_missing_ship_or_field_rolls_no_dice() {
    let mut draft = draft();
    let word = |list, at, key| RollFor::Word { list, at, key, nth: 0 };
    for what in [RollFor::Ship(9), word("ship", 0, "name"), word("type", 0, "slug")] {
        assert_eq!(rolled(&mut draft, what, &[]), (Vec::new(), None));
        assert_eq!(draft.text(), FILE);
    }
}

// --- house rules ---
