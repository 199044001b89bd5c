//! Rules that check the guide and the warnings of Fast Play Salamis against the battle.

use rules::Side;
use serde_json::json;

use super::{Position, Rule, hold, judged, tags};
use crate::ready;

/// The name of the present phase in a sentence.
fn phase(now: &Position) -> &'static str {
    match now.state["phase"].as_str().expect("a word") {
        "movement" => "movement",
        "ram" => "ramming and boarding",
        "hand-to-hand" => "hand to hand",
        unknown => panic!("no phase {unknown}"),
    }
}

/// Whether a sentence is true; `None` if the state cannot tell.
fn hull_to_hull(now: &Position, text: &str) -> Option<bool> {
    let named = tags(text);
    let first = named.first().copied().unwrap_or_default();
    let second = named.get(1).copied().unwrap_or_default();
    let rammed = |by: &str, on: &str| {
        now.lists(on, "rammed_by_this_phase", by) || now.lists(by, "rammed_by_this_phase", on)
    };
    let touch = |by: &str, on: &str| now.lists(by, "in_contact_with", on);
    let rules: [Rule; 10] = [
        ("the battle is over", &|| now.known.winner().is_some()),
        (" must still fight on the deck of ", &|| {
            now.lists(second, "boarded_by", first) && now.in_action(first) && now.in_action(second)
        }),
        (" may still board ", &|| {
            rammed(first, second) && touch(first, second) && now.proposes_of(first, "board")
        }),
        (" this turn", &|| now.lists(second, "rammed_by_this_phase", first)),
        (" was rammed and may try to board first", &|| {
            now.in_action(first) && now.proposes_of(first, "board")
        }),
        (" should have tried to board before ", &|| rammed(first, second) && touch(first, second)),
        (" moves; side ", &|| moves_first(now, text)),
        ("ships shoot in the other side’s movement", &|| !now.is("phase", json!("movement"))),
        (" comes before ", &|| text.ends_with(phase(now))),
        ("it is the turn of ", &|| now.is("to_move", json!(now.side_in(text)))),
    ];
    judged(&rules, text)
}

/// Whether the side that a text names first is the one to move.
fn moves_first(now: &Position, text: &str) -> bool {
    let [a, b] = ["ide A", "ide B"].map(|side| text.find(side).unwrap_or(usize::MAX));
    now.is("to_move", json!(if a < b { Side::A } else { Side::B }))
}

#[test]
fn every_sentence_of_the_guide_is_true_in_random_play() {
    let starter =
        ["fast-play-salamis/starter-greeks.toml", "fast-play-salamis/starter-persians.toml"];
    let lade = ["fast-play-salamis/lade-ionians.toml", "fast-play-salamis/lade-persians.toml"];
    for seed in 1..=4 {
        hold(&mut ready(starter, &[]), seed, 400, hull_to_hull);
        hold(&mut ready(lade, &[]), seed, 200, hull_to_hull);
    }
}
