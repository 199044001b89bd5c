//! Odds tables of Greek Fire for later situations.

use serde_json::json;

use message::message;
use rules::common::Tag;
use rules::comparison::written;
use rules::scenario::{Alike, Reads, RowOf, Scenario, ScenarioOrder, counts, set};

use super::orders::Order;
use super::state::{Battle, Ship};
use super::tables::{CREW_A_DIE, FIRES_DESTROY};

pub(super) fn scenarios(battle: &Battle, own: &[Alike], targets: &[Alike]) -> Vec<Scenario> {
    vec![losses(battle, own, targets), fires(own)]
}

/// The losses that a crew causes in a fight aboard, by its number of dice; they depend on
/// nothing else.
fn losses(battle: &Battle, own: &[Alike], targets: &[Alike]) -> Scenario {
    let full = |tag: &Tag| battle.common.units.find(*tag).map_or(0, |ship: &Ship| ship.full_crew);
    let fights = |tag: &Tag| battle.common.units.find(*tag).is_some_and(Ship::is_manned);
    let largest =
        |side: &[Alike]| side.iter().filter_map(Alike::first).filter(fights).max_by_key(full);
    let both = largest(own).zip(largest(targets));
    let rows = both.into_iter().flat_map(|(one, other)| {
        (1..=full(&one).div_ceil(CREW_A_DIE)).map(move |dice| {
            let crew = (dice * CREW_A_DIE).min(full(&one));
            let many = 20 * CREW_A_DIE * dice;
            let before = vec![
                set(one, "grappled", &json!([other])),
                set(other, "grappled", &json!([one])),
                set(one, "boarded_this_turn", &json!(false)),
                set(one, "crew", &json!(crew)),
                set(one, "captain.skills", &json!([])),
                set(one, "crew_skills", &json!([])),
                // No ship loses more crew than she has.
                set(other, "crew", &json!(0)),
                set(other, "full_crew", &json!(many)),
                set(other, "crew", &json!(many)),
            ];
            let target = Some(other);
            let order = written(&Order::Board { ship: one, target, rammed_together: None });
            let reads = Reads::Losses(format!("{other}.crew"), many);
            let from = (dice - 1) * CREW_A_DIE + 1;
            let label = message!("{from}–{to}", from, to = dice * CREW_A_DIE);
            (RowOf::Text(label), vec![ScenarioOrder { before, order, reads }])
        })
    });
    Scenario {
        title: message!("A fight aboard"),
        rows_are: message!("Crew"),
        columns: Vec::new(),
        further: vec![message!("Kills, on average"), message!("in 8 of 10 fights")],
        notes: vec![message!(
            "A crew of this size kills this many of the enemy, never more than there are. Both sides fight at once. Melee adds 1 for each die, that is, 1 for every ten crew."
        )],
        rows: rows.collect(),
    }
}

/// The results for the fire counters of a ship in her fire phase.
fn fires(own: &[Alike]) -> Scenario {
    let one = own.iter().find_map(Alike::first);
    let rows = one.into_iter().flat_map(|one| {
        (1..FIRES_DESTROY).map(move |fires| {
            let before = vec![
                set(one, "fires", &json!(fires)),
                set(one, "fire_done", &json!(false)),
                set(one, "touching", &json!([])),
                set(one, "grappled", &json!([])),
            ];
            let burning_neighbours = Some(0);
            let order = written(&Order::Fire { ship: one, burning_neighbours, credit: None });
            let reads = Reads::Counts(format!("{one}.fires"), 0, FIRES_DESTROY);
            let label = message!(fires => "{n} counter" | "{n} counters");
            (RowOf::Text(label), vec![ScenarioOrder { before, order, reads }])
        })
    });
    Scenario {
        title: message!("Fire, no burning ship beside her"),
        rows_are: message!("Counters before"),
        columns: counts(FIRES_DESTROY).collect(),
        further: Vec::new(),
        notes: vec![message!(
            "The chance of each number of counters after her fire phase; {n} destroy her.",
            n = FIRES_DESTROY
        )],
        rows: rows.collect(),
    }
}
