//! Phase 4: rally, officers and reserves.

use crate::rules::common::{Resolution, Side, Tag, refuse};
use crate::rules::slug::title;

use super::guards::{Resolved, free_to_move, present};
use super::orders::{Effect, rule};
use super::state::Battle;
use super::tables::{Officer, Phase, Zone};

/// Command & Chaos: rally. Given in an earlier phase it goes on to the fourth,
/// so that the officer who is with the unit now is there when that begins.
pub(super) fn rally(battle: &Battle, tag: Tag) -> Resolved {
    let unit = present(battle, tag, rule::RALLY)?;
    let no = |why: String| refuse(rule::RALLY, format!("{tag} {} {why}", unit.name));
    let led =
        unit.officer_at_phase_start || (battle.phase < Phase::Rally && unit.officer.is_some());
    if !led {
        return no("had no officer attached when the phase began".into());
    }
    if unit.rallied {
        return no("has been rallied in this phase".into());
    }
    if unit.hits == 0 {
        return no("has no hit to take off".into());
    }
    // Whether a hit may be taken off turns on a morale that a viewer may not know.
    if !unit.can_rally() && !battle.is_veiled(tag.side) {
        return no("has half of its starting morale already, and rallies no further".into());
    }
    Ok(Resolution::done(vec![Effect::Rallied(tag)]))
}

/// An officer joins a unit, one officer a unit (CC-10).
pub(super) fn attach(battle: &Battle, officer: Officer, tag: Tag) -> Resolved {
    let rule = rule::OFFICERS;
    let unit = present(battle, tag, rule)?;
    if let Some(attached) = unit.officer {
        return refuse(rule, format!("{tag} {} has a {attached} attached already", unit.name));
    }
    let side = battle.side(tag.side);
    let zone = title(unit.zone.slug()).to_lowercase();
    let before = match officer {
        Officer::Commander => {
            let Some(commander) = &side.commander else {
                return refuse(rule, format!("side {} has no commander", tag.side));
            };
            if commander.zone != unit.zone {
                let his = title(commander.zone.slug()).to_lowercase();
                let why = format!(
                    "the commander is in the {his}; {tag} is in the {zone}. Move the commander first"
                );
                return refuse(rule, why);
            }
            commander.unit
        }
        Officer::Lieutenant => {
            let Some(lieutenant) = side.lieutenants.iter().find(|l| l.zone == unit.zone && !l.lost)
            else {
                return refuse(rule, format!("the {zone} has no lieutenant"));
            };
            lieutenant.unit
        }
    };
    let mut effects: Vec<Effect> =
        before.into_iter().map(|from| Effect::Detached(officer, from)).collect();
    effects.push(Effect::Attached(officer, tag));
    Ok(Resolution::done(effects))
}

pub(super) fn detach(battle: &Battle, officer: Officer, tag: Tag) -> Resolved {
    let unit = present(battle, tag, rule::OFFICERS)?;
    if unit.officer != Some(officer) {
        return refuse(rule::OFFICERS, format!("{tag} {} has no {officer} attached", unit.name));
    }
    Ok(Resolution::done(vec![Effect::Detached(officer, tag)]))
}

pub(super) fn reserve(battle: &Battle, tag: Tag, zone: Zone, column: u8) -> Resolved {
    let unit = present(battle, tag, rule::RESERVES)?;
    let no = |why: &str| refuse(rule::RESERVES, format!("{tag} {} {why}", unit.name));
    if !unit.reserve {
        return no("is not in reserve");
    }
    if unit.reserve_advanced {
        return no("has gone forward and no longer changes columns");
    }
    if (unit.zone, unit.column) == (zone, column) {
        return no("stands in that column");
    }
    free_to_move(tag, unit, rule::RESERVES)?;
    if let Some(officer) = unit.officer.filter(|_| unit.zone != zone) {
        return no(&format!(
            "has a {officer} attached, who must be detached before it changes zones"
        ));
    }
    Ok(Resolution::done(vec![Effect::ReserveMoved { unit: tag, zone, column }]))
}

pub(super) fn replace_lieutenant(battle: &Battle, side: Side, zone: Zone) -> Resolved {
    let rule = rule::OFFICERS;
    let name = title(zone.slug()).to_lowercase();
    let lost = battle.side(side).lieutenants.iter().find(|l| l.zone == zone && l.lost);
    let Some(lost) = lost else {
        return refuse(rule, format!("no lieutenant has been lost in the {name} of side {side}"));
    };
    if lost.lost_in.is_some_and(|round| round >= battle.round) {
        return refuse(
            rule,
            format!("the lieutenant of the {name} fell this turn; another steps up in the next"),
        );
    }
    Ok(Resolution::done(vec![Effect::LieutenantReplaced(side, zone)]))
}
