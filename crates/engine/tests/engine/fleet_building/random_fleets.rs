//! Tests of random fleets: their files have readable lines, and a seed always gives the
//! same fleet.

use engine::fleet::build::{FleetDraft, form, random};
use games::SystemTag;
use serde_json::{Value, json};

use crate::fleet_building::path;

#[test]
fn lists_are_broken_only_if_a_line_would_exceed_a_hundred_characters() {
    for (sails, archers) in (0..12).flat_map(|a| (0..12).map(move |b| (a, b))) {
        let mut words = vec!["sails"; sails];
        words.extend(vec!["archers"; archers]);
        let mut draft = FleetDraft::new(SystemTag::GreekFire, "One ship");
        draft.add("ship").expect("a list of ships");
        draft.set(&path("ship[1].advantages"), &json!(words)).expect("the ship is there");
        let quoted: Vec<String> = words.iter().map(|word| format!("\"{word}\"")).collect();
        let whole = format!("advantages = [{}]", quoted.join(", "));
        let text = draft.text();
        assert_eq!(text.lines().any(|line| line == whole), whole.len() < 100, "{whole}");
        assert!(text.lines().all(|line| line.chars().count() <= 100), "{text}");
    }
}

/// Every entry of a list without its name, one per line.
fn entries(draft: &FleetDraft, list: &str) -> Vec<String> {
    let all = draft.entries(list).into_iter().map(|mut keys| {
        keys.remove("name");
        if let Some(Value::Object(captain)) = keys.get_mut("captain") {
            captain.remove("name");
        }
        json!(keys).to_string()
    });
    all.collect()
}

#[test]
fn rolls_of_a_fleet_are_the_same_in_every_version() {
    for system in SystemTag::ALL {
        let mut shown = String::new();
        for seed in 1..=3 {
            let draft = random(*system, 12, seed);
            shown = shown + system.slug() + ", " + &seed.to_string() + "\n";
            for line in entries(&draft, form(*system).lists[0].key) {
                shown = shown + &line + "\n";
            }
        }
        insta::assert_snapshot!(
            format!("rolls_of_a_fleet_are_the_same_in_every_version_{system}"),
            shown
        );
    }
}
