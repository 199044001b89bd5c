//! Tests of morale chits of Command & Chaos in the builder.

use engine::fleet::build::{ChitMove, FleetDraft, balanced, of_balanced};
use games::SystemTag;
use proptest::prelude::*;
use serde_json::json;

use crate::fleet_building::{draft, path};

fn chits(draft: &FleetDraft) -> Vec<(i64, bool)> {
    draft.chits().unwrap().list.iter().map(|chit| (chit.morale, chit.veteran)).collect()
}

fn balanced_army(set: usize) -> Option<FleetDraft> {
    of_balanced(SystemTag::CommandAndChaos, set)
}

#[test]
fn each_balanced_army_is_accepted_by_the_rules() {
    let sets = balanced(SystemTag::CommandAndChaos).unwrap().sets;
    assert_eq!(sets[0].0, "2 × 5V, 1 × 4V, 6 × 3, 1 × 2");
    for (at, (set, _)) in sets.iter().enumerate() {
        let draft = balanced_army(at).unwrap();
        assert_eq!(draft.check().faults, [], "{set}");
        let mut dealt = chits(&draft);
        dealt.sort_by_key(|(morale, veteran)| (!veteran, -morale));
        let mut shown: Vec<(i64, bool)> = Vec::new();
        for part in set.split(", ") {
            let (count, chit) = part.split_once(" × ").unwrap();
            let morale = chit.trim_end_matches('V').parse().unwrap();
            shown.extend(vec![(morale, chit.ends_with('V')); count.parse().unwrap()]);
        }
        shown.sort_by_key(|(morale, veteran)| (!veteran, -morale));
        assert_eq!(dealt, shown);
    }
    assert!(balanced_army(sets.len()).is_none());
    assert!(draft().chits().is_none());
}

#[test]
fn a_chit_keeps_its_limits_when_a_point_of_it_is_moved() {
    let mut draft = FleetDraft::from_ready("command-and-chaos/learning-rome.toml").unwrap();
    // The third unit is a veteran of 4, the second one of 3.
    let why = draft.move_chit(ChitMove::Point, 2, 1).unwrap_err();
    assert_eq!(why, "Second allies of the left needs morale 4 or more");
    assert!(draft.move_chit(ChitMove::Point, 0, 1).is_ok());
    let why = draft.move_chit(ChitMove::Point, 0, 1).unwrap_err();
    assert_eq!(why, "Allied horse needs morale 2 or more");
    assert!(draft.move_chit(ChitMove::Point, 1, 2).is_ok());
    let why = draft.move_chit(ChitMove::Point, 5, 2).unwrap_err();
    assert_eq!(why, "Second allies of the left may have morale 5 at most");
    assert_eq!(draft.check().faults, FleetDraft::from_text(&draft.text()).unwrap().check().faults);
    assert!(draft.check().fleet.is_some());
    assert!(draft.move_chit(ChitMove::Point, 0, 99).is_err());
    draft.set(&path("unit[1].count"), &json!(2)).unwrap();
    let before = draft.text();
    let why = draft.move_chit(ChitMove::Exchange, 0, 2).unwrap_err();
    assert!(why.to_string().contains("several units"), "{why}");
    assert_eq!(draft.text(), before);
}

#[test]
fn units_that_exchange_chits_exchange_veteran_status() {
    let mut draft = FleetDraft::from_ready("command-and-chaos/learning-rome.toml").unwrap();
    draft.move_chit(ChitMove::Exchange, 0, 2).unwrap();
    assert_eq!(chits(&draft)[0], (4, true));
    assert_eq!(chits(&draft)[2], (3, false));
    assert!(draft.check().fleet.is_some());
    assert!(draft.text().contains("# Morale: 3 x 4 veteran"), "the comments stay");
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn moved_chits_leave_an_army_that_the_rules_accept(
        set in 0usize..5,
        moves in prop::collection::vec((any::<bool>(), 0usize..10, 0usize..10), 1..30),
    ) {
        let mut draft = balanced_army(set).unwrap();
        for (exchange, from, to) in moves {
            let how = if exchange { ChitMove::Exchange } else { ChitMove::Point };
            let _ = draft.move_chit(how, from, to);
            let chits = draft.chits().unwrap();
            prop_assert_eq!((chits.sum, chits.veterans), (chits.wanted, chits.wanted_veterans));
        }
        prop_assert_eq!(draft.check().faults, []);
    }
}
