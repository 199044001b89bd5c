//! Rules that check the guide and the warnings of Command & Chaos against the battle.

use rules::Side;
use serde_json::{Value, json};

use super::{Position, Rule, all_are, hold, judged, letter_in, number, tags};
use crate::ready;

/// Whether a sentence is true; `None` if the state cannot tell.
fn ashore(now: &Position, text: &str) -> Option<bool> {
    let named = tags(text);
    let first = named.first().copied().unwrap_or_default();
    let second = named.get(1).copied().unwrap_or_default();
    let first_player =
        Side::ALL.iter().copied().find(|side| now.has(side.slug(), "first_player", json!(true)));
    let done = |side: Side, zone: &str| {
        now.entry(side.slug(), "zones_done")
            .as_array()
            .is_some_and(|all| all.contains(&json!(zone)))
    };
    let of_side = || letter_in(text);
    let rules: [Rule; 23] = [
        ("the battle is over", &|| now.known.winner().is_some()),
        ("initiative has not been rolled this turn", &|| first_player.is_none()),
        ("cards to draw: ", &|| now.count(now.side_in(text), "hand") < 5),
        (" has not moved or passed: ", &|| {
            let zones = text.rsplit(": ").next().unwrap_or_default().split(", ");
            zones.into_iter().all(|zone| !done(of_side(), &zone.replace(' ', "-")))
        }),
        (" are engaged and have not fought", &|| {
            now.lists(first, "engaged_with", second) && !now.lists(first, "fought", second)
        }),
        ("allied morale for the rout of ", &|| now.has(first, "status", json!("routed"))),
        (" has still to fall back ", &|| {
            let spaces = text.split(" fall back ").nth(1).map(number);
            now.entry(first, "fallback_owed").as_i64() == spaces
        }),
        ("these may still rally: ", &|| {
            all_are(&named, |tag| {
                now.entry(tag, "hits").as_u64() > Some(0)
                    && now.has(tag, "rallied", json!(false))
                    && now.has(tag, "officer_at_phase_start", json!(true))
            })
        }),
        (" has moved this turn", &|| {
            let zone = now.entry(first, "zone");
            first.is_empty() || zone.as_str().is_some_and(|zone| done(of_side(), zone))
        }),
        ("it is the turn of side ", &|| now.is("to_move", json!(of_side()))),
        (" phase is over; it is now the ", &|| phase_is(now, text)),
        ("this belongs to the ", &|| phase_is(now, text)),
        (" and must be routed first", &|| now.has(first, "kind", json!("heavy-cavalry"))),
        (" lies face down; cards are turned up before the dice", &|| {
            !now.has(first, "card", Value::Null) && now.has(first, "card_revealed", json!(false))
        }),
        (" have met in this phase", &|| now.lists(first, "fought", second)),
        ("two cavalry against one fight one melee", &|| now.lists(first, "fought", second)),
        (" before ", &|| !now.has(first, "status", json!("routed"))),
        (" has not routed an enemy in front of it", &|| now.has(first, "may_turn", json!(false))),
        (" plays a card next", &|| now.count(of_side(), "hand") > 0),
        ("no more cards are played", &|| !now.proposes("play-card")),
        (" has fought; cards are played before", &|| !now.has(first, "fought", json!([]))),
        (" is at the ", &|| !now.has(first, "flanking", Value::Null)),
        (" has zones still to move", &|| now.count(of_side(), "zones_done") < 5),
    ];
    judged(&rules, text)
}

/// Whether a warning names the present phase at its end.
fn phase_is(now: &Position, text: &str) -> bool {
    let phase = now.state["phase"].as_str().expect("a word").replace('-', " ");
    text.rsplit("it is now the ").next().is_some_and(|rest| rest.starts_with(&phase))
}

#[test]
fn every_sentence_of_the_guide_is_true_in_random_play() {
    let learning =
        ["command-and-chaos/learning-carthage.toml", "command-and-chaos/learning-rome.toml"];
    let zama = ["command-and-chaos/zama-carthage.toml", "command-and-chaos/zama-rome.toml"];
    for seed in 1..=4 {
        hold(&mut ready(learning, &[]), seed, 250, ashore);
        hold(&mut ready(zama, &[]), seed, 120, ashore);
    }
}
