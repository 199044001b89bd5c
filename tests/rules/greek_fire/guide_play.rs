//! What the guide and the warnings say is true of the battle wherever random play leads.

use serde_json::{Value, json};
use trierarch::journal::{DiceChoice, Journal};
use trierarch::rules::{PhaseState, Subject, Tag};
use trierarch::systems::{Battle, SystemTag, offer_of};

use crate::player::{Picks, any_open_order, filled_in, nth_battle};
use crate::{read, value};

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
    let known = battle.laid_open();
    let next = known.guide().next;
    if next.is_empty() || picks.below(4) == 0 {
        return any_open_order(battle, picks);
    }
    // The ship whose turn it is continues it more often than not.
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

    fn can(&self, kind: &str) -> bool {
        can(self.battle, Subject::Unit(self.tag), kind)
    }
}

fn can(battle: &Battle, subject: Subject, kind: &str) -> bool {
    offer_of(&battle.laid_open(), subject, kind).is_some_and(|offer| offer.refused.is_none())
}

fn check_guide(battle: &Battle) {
    let guide = battle.laid_open().guide();
    let state = battle.laid_open().state();
    assert_eq!(guide.headline.to_string(), format!("Round {}", state["round"]));
    if battle.winner().is_some() {
        assert!(guide.next.is_empty() && guide.owed.is_empty(), "{}", guide.prompt);
        return;
    }
    for step in &guide.next {
        assert!(can(battle, step.subject, step.kind), "{}: {state:#}", step.label);
    }
    assert_eq!(json!(guide.active), state["active"]);
    let said = guide.prompt.to_string();
    let active = guide.active.map(|tag| Seen { battle, tag });
    match &active {
        Some(her) if said.starts_with(&format!("{} ", her.tag)) => {
            assert!(her.sails(), "{said}");
            let said = said.split_once(": ").expect("what she does").1;
            assert!(is_true_of_her(her, said, guide.owed.is_empty()), "{said}: {state:#}");
        }
        Some(_) | None => assert!(is_true_of_all(battle, &said), "{said}: {state:#}"),
    }
    for owed in &guide.owed {
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

/// Whether each sentence of the prompt is true of the ship whose turn it is.
fn is_true_of_her(her: &Seen, said: &str, owes_nothing: bool) -> bool {
    said.split_inclusive('.').map(str::trim).all(|sentence| match sentence {
        "her turn begins." => !her.has_shot() && !her.is("aground"),
        "her turn goes on." => true,
        "missiles shot." => her.has_shot(),
        "she is aground." => her.is("aground"),
        "fire done." => her.is("fire_done"),
        "wind known." => her.wind_is_known(),
        "rowed." => her.number("spent") > 0,
        "she stays where she is." => her.number("spent") == 0,
        "free of the grapple." => her.is("ungrapple_tried") && !her.lists("grappled"),
        "held by the grapple." => her.is("ungrapple_tried") && her.lists("grappled"),
        "rammed." => her.lists("rammed_this_turn"),
        "boarded." => her.is("boarded_this_turn"),
        "prize taken." => holds_a_prize(her),
        "morale tested." => her.is("morale_tested"),
        "her turn is done." => owes_nothing && (her.is("morale_tested") || her.is("aground")),
        "her turn can end." => !owes_nothing && her.can("end-turn"),
        next => can_all(her, next),
    })
}

fn holds_a_prize(her: &Seen) -> bool {
    let from = |tag: Tag| value(her.battle, &format!("{tag}.prize_crew"))["from"].clone();
    her.battle.tags().into_iter().any(|tag| !from(tag)[her.tag.to_string()].is_null())
}

/// Whether everything that a sentence such as `Shoot, ram or board.` names can be done.
fn can_all(her: &Seen, sentence: &str) -> bool {
    let words = [
        ("fire next", "fire"),
        ("sail next", "sail"),
        ("row next", "row"),
        ("break free", "ungrapple"),
        ("shoot", "shoot"),
        ("ram", "ram"),
        ("board", "board"),
        ("roll for morale", "morale"),
        ("leave the table", "escape"),
        ("take a prize", "take-prize"),
        ("end her turn", "end-turn"),
    ];
    let said = sentence.trim_end_matches('.').to_lowercase();
    let named = said.split([',']).flat_map(|part| part.split(" or "));
    named.map(str::trim).filter(|part| !part.is_empty()).all(|part| {
        let known = words.iter().find(|(word, _)| *word == part);
        part == "fight where she is" || known.is_some_and(|(_, kind)| her.can(kind))
    })
}

/// Whether the prompt is true of the battle.
fn is_true_of_all(battle: &Battle, said: &str) -> bool {
    let ships = || battle.tags().into_iter().map(|tag| Seen { battle, tag });
    let all_moved = || ships().all(|one| !one.sails() || one.is("moved_this_round"));
    let burns_on =
        |one: Seen| one.number("crew") == 0 && one.can("fire") && one.number("fires") > 0;
    let to_move = battle.laid_open().state()["to_move"].clone();
    match said {
        "Even fleets: roll for first side, or begin with either." => {
            to_move.is_null() && can(battle, Subject::Battle, "first-side")
        }
        "Next to move: either side. Choose a ship." => to_move.is_null() && !all_moved(),
        "Every ship has moved. End the round." => all_moved() && !ships().any(burns_on),
        "Every ship has moved. Empty ships still burn." => all_moved() && ships().any(burns_on),
        next => {
            let side = to_move.as_str().unwrap_or("no side");
            next.starts_with("Next to move: ")
                && next.ends_with(&format!("({side}). Choose a ship."))
        }
    }
}

/// Whether the rules still demand what is said to be owed.
fn is_owed(battle: &Battle, her: Option<&Seen>, owed: &str) -> bool {
    if let Some(ship) = owed.strip_suffix(" burns on and had no fire phase") {
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

/// Every warning is about the battle as it is.
fn check_warnings(battle: &Battle, order: &Value) {
    for said in battle.laid_open().warnings(&read(battle, order)) {
        let said = said.to_string();
        let state = battle.laid_open().state();
        assert!(warns_truly(battle, &said), "{order}: {said}: {state:#}");
    }
}

fn warns_truly(battle: &Battle, said: &str) -> bool {
    let state = battle.laid_open().state();
    let seen = |text: &str| Seen { battle, tag: text.trim().parse().expect("a tag") };
    let named = |text: &str| seen(text.split(' ').next().expect("a tag"));
    let all = |list: &str, is: &dyn Fn(&Seen) -> bool| list.split(", ").all(|tag| is(&seen(tag)));
    if let Some(rest) = said.strip_prefix("it is the turn of ") {
        let active = rest.split(',').next().expect("a tag");
        return state["active"] == json!(active) && seen(active).sails();
    }
    if said.starts_with("next to move: ") {
        return said.ends_with(&format!("({})", state["to_move"].as_str().unwrap_or("no side")));
    }
    if let Some(list) = said.strip_prefix("not every ship has moved: ") {
        return all(list, &|one| one.sails() && !one.is("moved_this_round"));
    }
    if let Some(list) = said.strip_prefix("these ships burn and had no fire phase: ") {
        return all(list, &|one| one.number("fires") > 0 && !one.is("fire_done"));
    }
    if let Some(list) = said.strip_prefix("these ships made no sail roll: ") {
        return all(list, &|one| one.sails() && !one.wind_is_known());
    }
    if let Some(list) = said.strip_prefix("the morale of these ships was not tested: ") {
        return all(list, &|one| one.sails() && !one.is("morale_tested"));
    }
    if let Some(rest) = said.strip_prefix("the morale of ") {
        return !named(rest).is("morale_tested");
    }
    if said.ends_with(" made no sail roll") {
        return !named(said).wind_is_known();
    }
    if said.ends_with(" went at ramming speed and owes a ram") {
        return named(said).is("ramming_speed") && !named(said).lists("rammed_this_turn");
    }
    if said.ends_with(" is routing: she tries to escape") {
        return named(said).is("routing");
    }
    let of_the_turn = said.contains(" phase comes before the ") || said.ends_with(" this turn");
    (of_the_turn && !state["active"].is_null())
        || said.contains("counts as lost")
        // What a battle forbids or demands is tested with its special orders.
        || said.contains(" special order of ")
        || (said == "the battle is over" && battle.winner().is_some())
}
