//! Tests, in random play, that the guide and the warnings of Greek Fire are true.

use dice::Entered;
use engine::journal::{DiceChoice, Journal};
use games::{Battle, SystemTag, next_step, offer_of};
use rules::{PhaseState, Stop, Subject, Tag};
use serde_json::{Value, json};

use crate::{read, value};
use testing::player::{Picks, any_open_order, filled_in, nth_battle};

#[test]
fn every_sentence_and_step_of_the_guide_is_true_in_random_play() {
    for seed in 0..16 {
        let mut picks = Picks::new(seed);
        let mut journal = Journal::open(nth_battle(SystemTag::GreekFire, seed)).expect("a battle");
        for _ in 0..90 {
            let battle = journal.battle();
            check_guide(battle);
            let Some(order) = next_order(battle, &mut picks) else { break };
            let Ok(typed) = battle.read_order(&order) else { continue };
            check_warnings(battle, &order.into());
            let _ = journal.give(&typed, &DiceChoice::Program, 1, "");
        }
    }
}

/// An order that the guide suggests, or any that is open.
fn next_order(battle: &Battle, picks: &mut Picks) -> Option<serde_json::Map<String, Value>> {
    let known = battle.full_view();
    let next = known.guide().next;
    if next.is_empty() || picks.below(4) == 0 {
        return any_open_order(battle, picks);
    }
    // The ship whose turn it is usually continues it.
    let step = &next[picks.below(next.len()).min(picks.below(next.len()))];
    let offer = offer_of(&known, step.subject, step.kind)?;
    Some(filled_in(&offer, picks))
}

/// A ship's record, as another program reads it.
struct Seen<'b> {
    battle: &'b Battle,
    tag: Tag,
}

impl Seen<'_> {
    fn is(&self, entry: &str) -> bool {
        value(self.battle, &format!("{}.{entry}", self.tag)) == json!(true)
    }

    fn number(&self, entry: &str) -> i64 {
        value(self.battle, &format!("{}.{entry}", self.tag)).as_i64().unwrap_or(0)
    }

    fn lists(&self, entry: &str) -> bool {
        let list = value(self.battle, &format!("{}.{entry}", self.tag));
        list.as_array().is_some_and(|list| !list.is_empty())
    }

    fn wind_is_known(&self) -> bool {
        !value(self.battle, &format!("{}.sail", self.tag)).is_null()
    }

    fn has_shot(&self) -> bool {
        let shot = value(self.battle, &format!("{}.shot", self.tag));
        shot.as_object().is_some_and(|shot| shot.values().any(|shot| *shot == json!(true)))
    }

    fn sails(&self) -> bool {
        self.battle.in_play(self.tag) && self.number("crew") > 0
    }
}

fn can(battle: &Battle, subject: Subject, kind: &str) -> bool {
    offer_of(&battle.full_view(), subject, kind).is_some_and(|offer| offer.refused.is_none())
}

fn check_guide(battle: &Battle) {
    let guide = battle.full_view().guide();
    let state = battle.full_view().state();
    let headline = guide.headline.to_string();
    let round = headline.split(" of ").next();
    assert_eq!(round, Some(format!("Round {}", state["round"]).as_str()));
    if battle.winner().is_some() {
        assert!(guide.next.is_empty() && guide.still_to_do.is_empty(), "{state:#}");
        return;
    }
    for step in &guide.next {
        assert!(can(battle, step.subject, step.kind), "{}: {state:#}", step.label);
    }
    assert_eq!(json!(guide.active), state["active"]);
    check_next_step(battle);
    let active = guide.active.map(|tag| Seen { battle, tag });
    for owed in &guide.still_to_do {
        let owed = owed.to_string();
        assert!(is_owed(battle, active.as_ref(), &owed), "{owed}: {state:#}");
    }
    let Some(her) = active else { return };
    for step in &guide.steps {
        if step.stands == PhaseState::Done {
            assert!(was_had(&her, step.kind.expect("an order")), "{}: {state:#}", step.name);
        }
    }
}

/// Checks that the next step is true, and that the rules accept its order.
fn check_next_step(battle: &Battle) {
    let known = battle.full_view();
    let next = next_step(&known, [true; 2]);
    let (text, state) = (next.text.to_string(), known.state());
    let ships = || battle.tags().into_iter().map(|tag| Seen { battle, tag });
    let all_moved = || ships().all(|one| !one.sails() || one.is("moved_this_round"));
    assert!(!text.starts_with("Every ship has moved.") || all_moved(), "{text}: {state:#}");
    assert!(!text.contains("choose the ship that moves") || !all_moved(), "{text}: {state:#}");
    let Some(order) = next.order else { return };
    let order = known.read_order(&order).expect("an order");
    let stop = known.resolve(&order, &mut Entered::without_app([])).err();
    assert!(stop.is_none_or(|stop| matches!(stop, Stop::Needs { .. })), "{text}: {state:#}");
}

/// Whether the rules really require this step.
fn is_owed(battle: &Battle, her: Option<&Seen>, owed: &str) -> bool {
    if let Some(ship) = owed.strip_suffix(" is burning and had no fire phase") {
        let tag = ship.split(' ').next().and_then(|tag| tag.parse().ok()).expect("a tag");
        let hulk = Seen { battle, tag };
        return hulk.number("fires") > 0 && !hulk.is("fire_done") && !hulk.sails();
    }
    let her = her.expect("a ship owes it");
    match owed {
        "she burns and had no fire phase" => her.number("fires") > 0 && !her.is("fire_done"),
        "not rowed: she counts as stopped" => {
            her.number("spent") == 0 && !her.lists("grappled") && !her.is("aground")
        }
        "a ram, after ramming speed" => her.is("ramming_speed") && !her.lists("rammed_this_turn"),
        "no sail roll" => !her.wind_is_known(),
        "morale not tested" => !her.is("morale_tested"),
        unknown => panic!("what is {unknown}?"),
    }
}

/// Whether something was done in the phase of this order.
fn was_had(her: &Seen, kind: &str) -> bool {
    match kind {
        "fire" => her.is("fire_done"),
        "sail" => her.wind_is_known(),
        "row" => true,
        "shoot" => her.has_shot(),
        "ram" => her.lists("rammed_this_turn"),
        "board" => her.is("boarded_this_turn"),
        "morale" => her.is("morale_tested"),
        unknown => panic!("what is {unknown}?"),
    }
}

/// Checks that every warning is true in the battle.
fn check_warnings(battle: &Battle, order: &Value) {
    for warning in battle.full_view().warnings(&read(battle, order)) {
        let warning = warning.to_string();
        let state = battle.full_view().state();
        assert!(warning_is_true(battle, &warning), "{order}: {warning}: {state:#}");
    }
}

fn warning_is_true(battle: &Battle, warning: &str) -> bool {
    let state = battle.full_view().state();
    let seen = |text: &str| Seen { battle, tag: text.trim().parse().expect("a tag") };
    let named = |text: &str| seen(text.split(' ').next().expect("a tag"));
    let all = |list: &str, is: &dyn Fn(&Seen) -> bool| list.split(", ").all(|tag| is(&seen(tag)));
    if let Some(rest) = warning.strip_prefix("it is the turn of ") {
        let active = rest.split(',').next().expect("a tag");
        return state["active"] == json!(active) && seen(active).sails();
    }
    if warning.starts_with("next to move: ") {
        return warning.ends_with(&format!("({})", state["to_move"].as_str().unwrap_or("no side")));
    }
    if let Some(list) = warning.strip_prefix("not every ship has moved: ") {
        return all(list, &|one| one.sails() && !one.is("moved_this_round"));
    }
    if let Some(list) = warning.strip_prefix("these ships burn and had no fire phase: ") {
        return all(list, &|one| one.number("fires") > 0 && !one.is("fire_done"));
    }
    if let Some(list) = warning.strip_prefix("these ships made no sail roll: ") {
        return all(list, &|one| one.sails() && !one.wind_is_known());
    }
    if let Some(list) = warning.strip_prefix("the morale of these ships was not tested: ") {
        return all(list, &|one| one.sails() && !one.is("morale_tested"));
    }
    if let Some(rest) = warning.strip_prefix("the morale of ") {
        return !named(rest).is("morale_tested");
    }
    if warning.ends_with(" made no sail roll") {
        return !named(warning).wind_is_known();
    }
    if warning.ends_with(" went at ramming speed and must still ram") {
        return named(warning).is("ramming_speed") && !named(warning).lists("rammed_this_turn");
    }
    if warning.ends_with(" is routing and should try to escape") {
        return named(warning).is("routing");
    }
    let of_the_turn =
        warning.contains(" phase comes before the ") || warning.ends_with(" this turn");
    (of_the_turn && !state["active"].is_null())
        || warning.contains("counts as lost")
        // Other tests cover the limits and demands of special orders.
        || warning.contains(" special order of ")
        || (warning == "the battle is over" && battle.winner().is_some())
}
