//! Hits in Command & Chaos and their results: routs, and flanked units that may turn.

use rules::common::Tag;
use rules::roster::Rostered;

use super::effects::Effect;
use super::state::{Battle, Unit};

/// A reserve that acts in the line advances.
pub(super) fn going_forward(tag: Tag, unit: &Unit) -> Option<Effect> {
    (unit.reserve && !unit.reserve_advanced).then_some(Effect::GoneForward(tag))
}

/// Units show their grade the first time that dice are rolled against them (CC-9).
pub(super) fn grades_shown(units: &[(Tag, &Unit)]) -> Vec<Effect> {
    units
        .iter()
        .filter(|(_, unit)| unit.kind.is_heavy() && !unit.veteran_revealed)
        .map(|(tag, unit)| Effect::GradeShown { unit: *tag, veteran: unit.veteran })
        .collect()
}

/// Simultaneous hits, and the routs that they cause; `met` are the pairs that rolled
/// against each other.
pub(super) fn struck(battle: &Battle, hits: &[(Tag, u32)], met: &[[Tag; 2]]) -> Vec<Effect> {
    let mut effects: Vec<Effect> =
        hits.iter().map(|(tag, hits)| Effect::Hits(*tag, *hits)).collect();
    let routs: Vec<Tag> = hits
        .iter()
        .filter(|(tag, hits)| battle.common.units.find(*tag).is_some_and(|u| u.routs_with(*hits)))
        .map(|(tag, _)| *tag)
        .collect();
    effects.extend(rout_effects(battle, &routs, met));
    effects
}

/// Removes units. A flanked unit that beat the one in front of it may turn.
pub(super) fn rout_effects(battle: &Battle, routs: &[Tag], met: &[[Tag; 2]]) -> Vec<Effect> {
    let mut effects: Vec<Effect> = routs.iter().map(|tag| Effect::Routed(*tag)).collect();
    // CC-16.
    let riders = battle.common.units.iter().filter(|(tag, _)| !routs.contains(tag));
    effects.extend(riders.filter_map(|(tag, unit)| {
        let cavalry = unit.mixed_with.filter(|with| unit.in_play() && routs.contains(with))?;
        Some(Effect::Separated(tag, cavalry))
    }));
    for (tag, unit) in
        battle.common.units.iter().filter(|(tag, u)| u.in_play() && !routs.contains(tag))
    {
        let front_beaten = routs.iter().any(|enemy| {
            let fought = |pair: &[Tag; 2]| pair.contains(&tag) && pair.contains(enemy);
            let beside = |e: &Unit| e.flanking.is_some_and(|flanking| flanking.target == tag);
            (unit.engaged_with.contains(enemy) || met.iter().any(fought))
                && !battle.common.units.find(*enemy).is_some_and(beside)
        });
        let flanked = battle.flankers(tag).any(|(enemy, _)| !routs.contains(&enemy));
        if front_beaten && flanked {
            effects.push(Effect::MayTurn(tag));
        }
    }
    effects
}
