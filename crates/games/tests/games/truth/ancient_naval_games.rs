//! Rules that check the guide and the warnings of Ancient Naval Games against the battle.

use rules::Side;
use serde_json::json;

use super::{Position, Rule, all_are, hold, judged, tags};
use crate::ready;

/// Whether more than half of a side's ships are gone.
fn is_shaken(now: &Position, side: Side) -> bool {
    let [all, left] = [now.ships(side, |_| true), now.ships(side, |ship| now.in_action(ship))];
    2 * left.len() < all.len()
}

/// Whether a ship has not begun and can still act.
fn waits(now: &Position, ship: &str) -> bool {
    let able =
        now.entry(ship, "mp_left") != json!(0) || now.has(ship, "free_turn_left", json!(true));
    now.in_action(ship) && now.has(ship, "activated", json!(false)) && able
}

/// Whether a sentence is true; `None` if the state cannot tell.
fn at_the_table(now: &Position, text: &str) -> Option<bool> {
    let named = tags(text);
    let first = named.first().copied().unwrap_or_default();
    let to_move = |side: Side| now.is("to_move", json!(side));
    let rules: [Rule; 6] = [
        ("the battle is over", &|| now.known.winner().is_some()),
        (" is not checked yet: more than half", &|| {
            is_shaken(now, now.side_in(text)) && now.proposes("morale")
        }),
        ("morale is checked once, at the start", &|| now.is("phase", json!("activation"))),
        ("not activated: ", &|| all_are(&named, |ship| waits(now, ship))),
        (", not of ", &|| now.is("active", json!(first)) && now.in_action(first)),
        ("it is the turn of ", &|| to_move(now.side_in(text))),
    ];
    judged(&rules, text)
}

#[test]
fn every_sentence_of_the_guide_is_true_in_random_play() {
    let aegates =
        ["ancient-naval-games/aegates-rome.toml", "ancient-naval-games/aegates-carthage.toml"];
    let actium =
        ["ancient-naval-games/actium-octavian.toml", "ancient-naval-games/actium-antony.toml"];
    for seed in 1..=4 {
        hold(&mut ready(aegates, &[]), seed, 700, at_the_table);
        hold(&mut ready(actium, &[]), seed, 300, at_the_table);
    }
}
