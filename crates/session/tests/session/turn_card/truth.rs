//! Checks that a next step agrees with the state: its order belongs to the unit and the
//! present phase, and an order that ends something leaves no required step.

use serde_json::{Value, json};

/// All units of a state.
pub(crate) fn units(state: &Value) -> impl Iterator<Item = &Value> {
    let sides = state["sides"].as_array().into_iter().flatten();
    sides.flat_map(|side| {
        let all = side.get("ships").or_else(|| side.get("units"));
        all.and_then(Value::as_array).into_iter().flatten()
    })
}

fn unit<'s>(state: &'s Value, tag: &Value) -> &'s Value {
    let found = units(state).find(|unit| unit["tag"] == *tag);
    found.unwrap_or_else(|| panic!("no {tag} in {state}"))
}

pub(crate) fn in_action(unit: &Value) -> bool {
    matches!(unit["status"].as_str(), Some("in-action" | "engaged" | "captured"))
}

fn is_empty(list: &Value) -> bool {
    list.as_array().is_none_or(Vec::is_empty)
}

/// A fault of a card; `None` if it has none.
pub(crate) fn fault_of_card(card: &Value) -> Option<String> {
    let states = ["open", "owed", "done", "skipped", "not-now"];
    let step = |step: &Value| {
        let state = step["state"].as_str().unwrap_or_default();
        let assumes = step["assumes"].as_array().into_iter().flatten();
        let unknown = assumes.filter_map(Value::as_str).find(|key| step["order"][key].is_null());
        let fault = match state {
            "not-now" if step["why"] == "" => "it does not say why it is not open",
            _ if !states.contains(&state) => "it is in no state",
            _ if step["text"] == "" => "it does not say what it does",
            _ if unknown.is_some() => "it assumes what is not in its order",
            _ => return None,
        };
        Some(format!("{fault}: {step}"))
    };
    let order = |order: &Value| {
        let Some([least, most]) = order["p"].as_array().map(Vec::as_slice) else { return None };
        let (least, most) = (least.as_f64()?, most.as_f64()?);
        let sound = (0.0..=most).contains(&least) && most <= 1.0 && order["text"] != "";
        (!sound).then(|| format!("no chance is so: {order}"))
    };
    let orders = card["targets"].as_array()?.iter().filter_map(|of| of["orders"].as_array());
    let mut steps = card["steps"].as_array()?.iter();
    steps.find_map(step).or_else(|| orders.flatten().find_map(order))
}

/// How the state contradicts the next step of a seat or script; `None` if it does not.
pub(crate) fn contradiction(next: &Value, seat: Option<&str>, state: &Value) -> Option<String> {
    if !next["unit"].is_null() {
        let _ = unit(state, &next["unit"]);
    }
    let order = next["order"].as_object()?;
    let kind = order["kind"].as_str().expect("a kind");
    let fault = match state["system"].as_str().expect("a system") {
        "greek-fire" => greek_fire(kind, next, state),
        "ancient-naval-games" => ancient_naval_games(kind, state),
        "fast-play-salamis" => fast_play_salamis(kind, &next["order"], state),
        "chicken-of-the-sea" => chicken_of_the_sea(kind, &next["order"], seat, state),
        "command-and-chaos" => command_and_chaos(kind, &next["order"], state),
        other => panic!("{other}"),
    };
    fault.map(str::to_owned)
}

fn greek_fire(kind: &str, next: &Value, state: &Value) -> Option<&'static str> {
    let order = &next["order"];
    let ship = || unit(state, &order["ship"]);
    match kind {
        "sail" if !ship()["sail"].is_null() => Some("she has sailed"),
        "morale" if ship()["morale_tested"] == true => Some("her morale was tested"),
        "fire" if ship()["fire_done"] == true => Some("her fire was seen to"),
        "end-round" => {
            let waits = |ship: &&Value| {
                ship["status"] == "in-action"
                    && ship["crew"].as_i64() > Some(0)
                    && ship["moved_this_round"] == false
                    && state["active"] != ship["tag"]
            };
            // A special order may hold a ship back; then some ships have not moved.
            let says_so = next["text"].as_str().is_some_and(|text| text.starts_with("No other"));
            let fault = if says_so { "every ship has moved" } else { "a ship has not moved" };
            (units(state).any(|ship| waits(&ship)) != says_so).then_some(fault)
        }
        "fire" | "sail" | "row" | "morale" | "end-turn" if state["active"] != order["ship"] => {
            // A drifting ship burns without a turn.
            let adrift = ship()["crew"] == 0 || ship()["status"] != "in-action";
            (!(kind == "fire" && adrift)).then_some("it is not her turn")
        }
        _ => None,
    }
}

fn ancient_naval_games(kind: &str, state: &Value) -> Option<&'static str> {
    let to_move = state["to_move"].as_str().expect("a side");
    match kind {
        "end-turn" => {
            let waits = |ship: &&Value| {
                let own = ship["tag"].as_str().is_some_and(|tag| tag.starts_with(to_move));
                let moves = ship["oar_damage"].as_i64() < Some(3) || ship["free_turn_left"] == true;
                own && ship["status"] == "in-action" && ship["activated"] == false && moves
            };
            units(state).find(waits).map(|_| "a ship of the side has not been activated")
        }
        "morale" => {
            let side = usize::from(to_move == "B");
            let asked = state["sides"][side]["morale_asked"] == true;
            asked.then_some("morale was checked")
        }
        _ => None,
    }
}

fn fast_play_salamis(kind: &str, order: &Value, state: &Value) -> Option<&'static str> {
    match kind {
        "hand-to-hand" => {
            let boarded = &unit(state, &order["defender"])["boarded_by"];
            let by = boarded.as_array().into_iter().flatten().any(|by| *by == order["attacker"]);
            // A fight from an earlier turn is due in every phase.
            (!by).then_some("no such fight is owed")
        }
        "end-phase" if state["phase"] == "hand-to-hand" => {
            // A fight stays due until it is fought.
            let owes = |ship: &&Value| in_action(ship) && !is_empty(&ship["boarded_by"]);
            units(state).find(owes).map(|_| "a fight is owed")
        }
        _ => None,
    }
}

fn chicken_of_the_sea(
    kind: &str,
    order: &Value,
    seat: Option<&str>,
    state: &Value,
) -> Option<&'static str> {
    let ship = || unit(state, &order["ship"]);
    let phase = state["phase"].as_str().expect("a phase");
    match kind {
        "drift" if ship()["drift_owed"] != true => Some("she has no drift to roll"),
        "set-speed" if phase != "speed" => Some("speeds are not set now"),
        "end-move" if ship()["moved"] == true => Some("she has moved"),
        "end-phase" => {
            // In a phase of both sides, a seat is ready when its own galleys are.
            let own = |ship: &Value| {
                let tag = ship["tag"].as_str().unwrap_or_default();
                phase != "speed" || seat.is_none_or(|seat| tag.starts_with(seat))
            };
            let owes = |ship: &&Value| in_action(ship) && own(ship) && ship["drift_owed"] == true;
            if units(state).any(|ship| owes(&ship)) {
                return Some("a drift is owed");
            }
            // The side may end the free move of `no-surprise` at any time.
            let free = state["options"]["no-surprise"] == true && state["round"] == 1;
            let moves = |ship: &&Value| {
                in_action(ship)
                    && !ship["mp_left"].is_null()
                    && ship["moved"] == false
                    && ship["aground"] == false
                    && ship["speed"] != 0
            };
            let waits = !free && units(state).any(|ship| moves(&ship));
            waits.then_some("a galley has not moved")
        }
        _ => None,
    }
}

fn command_and_chaos(kind: &str, order: &Value, state: &Value) -> Option<&'static str> {
    let one = || unit(state, &order["unit"]);
    let phase = state["phase"].as_str().expect("a phase");
    match kind {
        "fall-back" if one()["fallback_owed"] == 0 => Some("it owes no falling back"),
        "melee" => {
            let lists = |key: &str| {
                one()[key].as_array().into_iter().flatten().any(|enemy| *enemy == order["target"])
            };
            (!lists("engaged_with") || lists("fought")).then_some("they have no fight to fight")
        }
        "rally" if one()["hits"] == json!(0) => Some("it has no hit to lose"),
        "end-phase" if phase == "melee" => {
            let unmet = |unit: &&Value| {
                let engaged = unit["engaged_with"].as_array().into_iter().flatten();
                let fought: Vec<&Value> = unit["fought"].as_array().into_iter().flatten().collect();
                let enemies: Vec<&Value> = engaged.collect();
                unit["status"] != "routed" && enemies.iter().any(|enemy| !fought.contains(enemy))
            };
            units(state).find(unmet).map(|_| "an engaged pair has not fought")
        }
        _ => None,
    }
}
