//! Rules that check the guide and the warnings of Chicken of the Sea against the battle.

use rules::PhaseState;
use serde_json::{Value, json};

use super::{Position, Rule, all_are, hold, judged, number, tags};
use crate::ready;

/// Whether a sentence is true; `None` if the state cannot tell.
fn at_sea(now: &Position, text: &str) -> Option<bool> {
    let named = tags(text);
    let first = named.first().copied().unwrap_or_default();
    let rules: [Rule; 22] = [
        ("the battle is over", &|| now.known.winner().is_some()),
        ("these have no speed for this turn: ", &|| {
            now.is("phase", json!("speed"))
                && all_are(&named, |tag| now.has(tag, "aground", json!(false)))
        }),
        (" without a roll for fatigue: ", &|| {
            all_are(&named, |tag| now.has(tag, "speed", json!(5)))
        }),
        ("these have movement points left: ", &|| {
            all_are(&named, |tag| {
                now.entry(tag, "mp_left").as_u64() > Some(0)
                    && now.has(tag, "moved", json!(false))
                    && now.has(tag, "fouled_with", json!([]))
            })
        }),
        ("these must still drift: ", &|| {
            all_are(&named, |tag| now.has(tag, "drift_owed", json!(true)))
        }),
        ("these have not checked for command: ", &|| {
            all_are(&named, |tag| now.proposes_of(tag, "command-check"))
        }),
        ("these may still board in return: ", &|| {
            all_are(&named, |tag| now.has(tag, "boarded_this_phase", json!(true)))
        }),
        ("choose the galleys out of range of ", &|| now.proposes("out-of-range")),
        ("the line enters at the speed of ", &|| {
            let lead = now.entry(first, "speed");
            now.is("round", json!(1))
                && named[1..].iter().all(|tag| !now.has(tag, "speed", lead.clone()))
        }),
        (" has no movement point left to leave an occupied hex", &|| {
            now.has(first, "mp_left", json!(0))
        }),
        (" movement point left", &|| now.has(first, "mp_left", json!(1))),
        (" movement points left", &|| {
            let left = text.split(" has ").nth(1).map(number);
            now.entry(first, "mp_left").as_i64() == left
        }),
        (" is out of command and keeps her course", &|| !now.has(first, "commanded", json!("yes"))),
        (" must check for command before she ", &|| now.proposes_of(first, "command-check")),
        ("; the phase now is “", &|| {
            let quoted = text.rsplit('“').next().and_then(|rest| rest.split('”').next());
            let steps = now.known.guide().steps.into_iter();
            let mut phase = steps.filter(|step| step.stands == PhaseState::Now);
            phase.next().map(|step| step.name.to_string()).as_deref() == quoted
        }),
        (" has no drift to roll", &|| now.has(first, "drift_owed", json!(false))),
        (" is crippled: she moves only", &|| now.has(first, "crippled", json!(true))),
        (" has spent movement points: a ram is announced", &|| !now.proposes_of(first, "ram")),
        (" has different orders from the line that enters", &|| now.is("round", json!(1))),
        (" enters in the line, ", &|| now.is("round", json!(1))),
        (" exceeds her speed to catch up in her line", &|| {
            now.entry(first, "formation").as_str().is_some_and(|name| name.starts_with("line"))
        }),
        // A move makes the facing unknown; only a drift sets a new one.
        (": the flag is shifted before that", &|| {
            now.has(first, "facing", Value::Null) || !now.has(first, "moved", json!(false))
        }),
    ];
    judged(&rules, text)
}

#[test]
fn every_sentence_of_the_guide_is_true_in_random_play() {
    let five = [
        "chicken-of-the-sea/five-against-five-carthage.toml",
        "chicken-of-the-sea/five-against-five-rome.toml",
    ];
    let drepanum =
        ["chicken-of-the-sea/drepanum-carthage.toml", "chicken-of-the-sea/drepanum-rome.toml"];
    for (seed, options) in
        [(1, &[][..]), (2, &["command"]), (3, &["no-surprise"]), (4, &["command", "no-surprise"])]
    {
        hold(&mut ready(five, options), seed, 400, at_sea);
        hold(&mut ready(drepanum, options), seed, 100, at_sea);
    }
}
