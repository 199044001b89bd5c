//! Tests of orders whose modifiers the players change: the odds and the dice still agree.

use std::collections::BTreeSet;

use dice::{Roll, Seeded, Thoroughness};
use engine::analysis::odds;
use games::{Battle, Order, SystemTag};
use serde_json::{Value, json};

use super::walks_agree;
use testing::dice_orders::{FoundOrder, orders_that_throw};

fn changed(battle: &Battle, order: &Order, changes: &Value) -> Order {
    let mut written = order.to_map();
    written.insert("modifiers".into(), changes.clone());
    battle.read_order(&written).expect("known modifiers")
}

/// The rolls of an order, over several seeds.
fn rolls(battle: &Battle, order: &Order) -> Vec<Vec<Roll>> {
    let rolls = |seed| battle.resolve(order, &mut Seeded::new(seed, 0)).expect("open").rolls;
    (0..40).map(rolls).collect()
}

/// Checks the odds of an order against dice that are rolled.
fn odds_have_every_outcome(found: &FoundOrder) {
    let FoundOrder { battle, order } = found;
    let odds = odds(&battle.full_view(), order, &[], Thoroughness::Merged).expect("open");
    for seed in 0..200 {
        let report = battle.resolve(order, &mut Seeded::new(seed, 1)).expect("open");
        assert!(!odds.of(report.outcome).is_never(), "{order:?}: {}", report.outcome);
    }
}

fn odds_of_changed_orders_are_those_of_the_dice(system: SystemTag) {
    let mut compared = 0;
    let mut found = orders_that_throw(system, 2);
    // Cards are not rolled.
    found.remove("draw");
    for (kind, found) in found {
        for FoundOrder { battle, order } in found {
            let plain = rolls(&battle, &order);
            let ids: BTreeSet<&str> = plain
                .iter()
                .flatten()
                .flat_map(|roll| &roll.modifiers)
                .map(|modifier| &*modifier.reason.id)
                .collect();
            let aside = ids.iter().map(|id| json!({"aside": id, "reason": "agreed"}));
            let aside: Value = aside.collect::<Vec<_>>().into();
            let many: Vec<Value> = [3, -20, 20]
                .map(|add| json!([{"add": add, "reason": "the players’ own"}]))
                .into_iter()
                .chain([aside.clone()])
                .collect();
            for changes in many {
                let order = changed(&battle, &order, &changes);
                let found = FoundOrder { battle: battle.clone(), order };
                odds_have_every_outcome(&found);
                compared += usize::from(walks_agree(&kind, &found));
            }
            let without = changed(&battle, &order, &aside);
            for roll in rolls(&battle, &without).iter().flatten() {
                assert_eq!(roll.modified, roll.natural, "{without:?}");
            }
            let add = changed(&battle, &order, &json!([{"add": 3, "reason": "high ground"}]));
            for (plain, added) in plain.iter().zip(rolls(&battle, &add)) {
                let (plain, added) = (&plain[0], &added[0]);
                assert_eq!(added.natural, plain.natural, "{kind}");
                assert_eq!(added.modified, plain.modified + 3, "{kind}");
            }
        }
    }
    assert!(compared > 0, "all had too many branches");
}

#[test]
fn changed_modifiers_count_alike_in_odds_and_dice_of_greek_fire() {
    odds_of_changed_orders_are_those_of_the_dice(SystemTag::GreekFire);
}

#[test]
fn changed_modifiers_count_alike_in_odds_and_dice_of_ancient_naval_games() {
    odds_of_changed_orders_are_those_of_the_dice(SystemTag::AncientNavalGames);
}

#[test]
fn changed_modifiers_count_alike_in_odds_and_dice_of_fast_play_salamis() {
    odds_of_changed_orders_are_those_of_the_dice(SystemTag::FastPlaySalamis);
}

#[test]
fn changed_modifiers_count_alike_in_odds_and_dice_of_chicken_of_the_sea() {
    odds_of_changed_orders_are_those_of_the_dice(SystemTag::ChickenOfTheSea);
}

#[test]
fn changed_modifiers_count_alike_in_odds_and_dice_of_command_and_chaos() {
    odds_of_changed_orders_are_those_of_the_dice(SystemTag::CommandAndChaos);
}
