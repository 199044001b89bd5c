//! Orders that roll dice, collected in random play.

use std::collections::BTreeMap;

use dice::{Entered, Seeded};
use engine::fleet::library;
use engine::journal::Journal;
use games::{Battle, Options, Order, SystemTag, offers};
use rules::{Offer, Stop};
use serde_json::{Map, Value, json};

use crate::player::{Picks, any_open_order, filled_in, ready_battle};

/// The number of orders of random play in all, and in one battle.
const ORDERS: u64 = 2_400;
const ORDERS_OF_A_BATTLE: u64 = 400;

/// An order, and the position in which random play found it.
pub struct FoundOrder {
    /// The position.
    pub battle: Battle,
    /// An order that rolls dice in this position.
    pub order: Order,
}

/// Mostly an order that the guide suggests, so that the consequences of earlier orders
/// occur; otherwise any open order.
fn next_order(battle: &Battle, picks: &mut Picks) -> Option<Map<String, Value>> {
    let mut next = battle.full_view().guide().next;
    if !next.is_empty() && picks.below(4) > 0 {
        let step = next.swap_remove(picks.below(next.len()));
        let offers = offers(&battle.full_view(), step.subject);
        let open = |offer: &&Offer| offer.spec.kind == step.kind && offer.refused.is_none();
        if let Some(offer) = offers.iter().find(open) {
            return Some(filled_in(offer, picks));
        }
    }
    any_open_order(battle, picks)
}

/// Orders that roll dice, by kind: at most `most` of each, from different battles if random
/// play finds the kind early enough.
pub fn orders_that_throw(system: SystemTag, most: usize) -> BTreeMap<String, Vec<FoundOrder>> {
    let mut found: BTreeMap<String, Vec<FoundOrder>> = BTreeMap::new();
    let ready = library::battles().iter().filter(|battle| battle.system == system);
    let mut given = 0;
    for (seed, ready) in (0..).zip(ready.cycle().take(200)) {
        if given >= ORDERS {
            break;
        }
        let mut opening = ready_battle(&ready.slug, seed);
        if seed % 2 == 1 {
            opening.options = system.switches().into_iter().collect::<Options>();
        }
        let mut battle = Journal::open(opening).expect("a ready battle").battle().clone();
        let mut picks = Picks::new(seed);
        for number in 0..ORDERS_OF_A_BATTLE {
            if battle.winner().is_some() {
                break;
            }
            let Some(written) = next_order(&battle, &mut picks) else { break };
            given += 1;
            let Ok(order) = battle.read_order(&written) else { continue };
            let no_dice = &mut Entered::new([], Seeded::new(seed, number));
            if let Err(Stop::Needs { .. }) = battle.resolve(&order, no_dice) {
                let kind = found.entry(order.kind().to_owned()).or_default();
                let battles_before = usize::try_from(seed).expect("a small seed");
                if kind.len() <= battles_before.min(most - 1) {
                    kind.push(FoundOrder { battle: battle.clone(), order: order.clone() });
                }
            }
            if let Ok(report) = battle.resolve(&order, &mut Seeded::new(seed, number)) {
                battle.apply(&report.effects);
            }
        }
    }
    found
}

/// An order in a position that random play seldom reaches: a ready battle after some corrections,
/// each with a key such as `A1.speed` and its value.
pub fn made(system: SystemTag, corrections: &[(&str, Value)], order: &Value) -> FoundOrder {
    let first = library::battles().iter().find(|battle| battle.system == system);
    let opening = ready_battle(&first.expect("a ready battle").slug, 0);
    let mut battle = Journal::open(opening).expect("a ready battle").battle().clone();
    let read = |battle: &Battle, order: &Value| {
        battle.read_order(order.as_object().expect("an order")).expect("a good order")
    };
    for (key, value) in corrections {
        let (ship, field) = key.split_once('.').expect("a key");
        let order = json!({"kind": "adjust", "ship": ship, "field": field, "value": value});
        let no_dice = &mut Entered::new([], Seeded::new(0, 0));
        let report = battle.resolve(&read(&battle, &order), no_dice).expect("a correction");
        battle.apply(&report.effects);
    }
    let order = read(&battle, order);
    FoundOrder { battle, order }
}
