//! Tests of the guide's suggestions for reserves, and of the chits of an army, in Command &
//! Chaos.

use games::Battle;
use rules::Side;
use serde_json::json;

use crate::outcome;

use super::{battle, of_unit, until};

fn proposed(b: &Battle, tag: &str) -> Vec<&'static str> {
    let steps =
        b.full_view().guide().next.into_iter().filter(|step| step.subject.to_string() == tag);
    // The suggestion that an officer joins it comes after the end of the phase.
    steps.map(|step| step.kind).filter(|kind| *kind != "attach").collect()
}

#[test]
fn a_reserve_is_proposed_to_change_columns_in_the_rally_phase_until_it_advances() {
    let mut b = battle();
    let mut forward = b.clone();
    outcome(&mut forward, &of_unit("advance", "A6"), &json!([]));
    for (b, wanted) in [(&mut b, vec!["reserve"]), (&mut forward, vec![])] {
        until(b, "rally");
        assert_eq!(proposed(b, "A6"), wanted);
        assert_eq!(proposed(b, "A5"), [""; 0], "it is in the line");
    }
}

/// A morale chit for each heavy unit, three for stamina, two for hits, the veterans' chits,
/// and the officers.
#[test]
fn the_chits_of_an_army_are_counted() {
    let chits = battle().full_view().chits(Side::A).into_iter();
    let shown: Vec<_> =
        chits.map(|chit| format!("{} {} of {}", chit.count, chit.face, chit.caption)).collect();
    assert_eq!(
        shown[..4],
        ["3 3 of Morale", "2 4V of Morale", "1 5V of Morale", "1 C of Commander"]
    );
    assert_eq!(shown[4..9].iter().filter(|chit| chit.starts_with("1 L of ")).count(), 5);
    assert_eq!(shown[9..], ["18 + of Stamina", "12 − of Hit", "3 V of Veteran"]);
}
