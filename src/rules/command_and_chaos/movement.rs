//! Movement: zones, flanking and turning, light infantry on cavalry, reserves
//! that go forward, the commander who changes zones.

use crate::rules::common::{Resolution, Side, Tag, refuse};
use crate::rules::slug::title;

use super::guards::{
    Resolved, free_to_move, light, may_be_flanked, only_cavalry_behind, opponents, present,
};
use super::orders::{Effect, rule};
use super::routs::going_forward;
use super::state::Battle;
use super::tables::{Attack, Kind, Officer, Zone};

pub(super) fn move_zone(battle: &Battle, side: Side, zone: Zone) -> Resolved {
    if battle.side(side).zones_done.contains(&zone) {
        let zone = title(zone.slug()).to_lowercase();
        return refuse(rule::MOVEMENT, format!("the {zone} of side {side} has moved this turn"));
    }
    Ok(Resolution::done(vec![Effect::ZoneDone(side, zone)]))
}

pub(super) fn flank(battle: &Battle, [tag, target]: [Tag; 2], attack: Attack) -> Resolved {
    let [unit, other] = opponents(battle, [tag, target], rule::FLANKING)?;
    if !unit.kind.is_heavy() {
        return refuse(rule::FLANKING, format!("{tag} {} is light infantry", unit.name));
    }
    may_be_flanked(target, other)?;
    free_to_move(tag, unit, rule::FLANKING)?;
    if attack == Attack::Rear {
        only_cavalry_behind(tag, unit)?;
        let flanked = battle
            .flankers(target)
            .any(|(friend, flanking)| friend != tag && flanking.attack == Attack::Flank);
        if !flanked {
            return refuse(
                rule::FLANKING,
                format!("no friend flanks {target} {}, so its rear is out of reach", other.name),
            );
        }
    }
    let mut effects: Vec<Effect> = going_forward(tag, unit).into_iter().collect();
    effects.push(Effect::Flanked { unit: tag, target, attack });
    Ok(Resolution::done(effects))
}

/// A flanked unit whose front is free turns: the flank is its front then, and
/// its attacker attacks the front.
pub(super) fn turn(battle: &Battle, [tag, to]: [Tag; 2]) -> Resolved {
    let [unit, other] = opponents(battle, [tag, to], rule::FLANKING)?;
    let flanks = other.flanking.is_some_and(|flanking| flanking.target == tag);
    if !flanks {
        let why = format!("{to} {} is not at the flank of {tag} {}", other.name, unit.name);
        return refuse(rule::FLANKING, why);
    }
    let in_front = unit.engaged_with.iter().find(|enemy| {
        let beside = battle.flankers(tag).any(|(flanker, _)| flanker == **enemy);
        !beside
    });
    if let Some(enemy) = in_front {
        let why = format!("{tag} {} is engaged with {enemy} in front of it", unit.name);
        return refuse(rule::FLANKING, why);
    }
    Ok(Resolution::done(vec![Effect::Turned { unit: tag, to }]))
}

/// Light infantry that ends its move on friendly cavalry is one unit with it,
/// one light infantry a cavalry (CC-8).
pub(super) fn join(battle: &Battle, [tag, with]: [Tag; 2]) -> Resolved {
    let rule = rule::MIXED;
    battle.units.get(with)?;
    let unit = present(battle, tag, rule)?;
    let cavalry = present(battle, with, rule)?;
    light(tag, unit, rule)?;
    if tag.side != with.side {
        return refuse(rule, format!("{with} {} is an enemy of {tag}", cavalry.name));
    }
    if cavalry.kind != Kind::HeavyCavalry {
        return refuse(rule, format!("{with} {} is not heavy cavalry", cavalry.name));
    }
    if let Some(known) = unit.mixed_with {
        return refuse(rule, format!("{tag} {} is with {known} already", unit.name));
    }
    if cavalry.mixed {
        let why = format!("{with} {} has light infantry with it; one is the limit", cavalry.name);
        return refuse(rule, why);
    }
    Ok(Resolution::done(vec![Effect::Joined(tag, with)]))
}

/// Either of the two may be named.
pub(super) fn leave(battle: &Battle, tag: Tag) -> Resolved {
    let unit = present(battle, tag, rule::MIXED)?;
    if unit.mixed_with.is_some() || unit.mixed {
        return Ok(Resolution::done(vec![Effect::Parted(tag)]));
    }
    refuse(rule::MIXED, format!("{tag} {} is not part of a mixed unit", unit.name))
}

/// A reserve goes into the battle line where it stands.
pub(super) fn advance(battle: &Battle, tag: Tag) -> Resolved {
    let unit = present(battle, tag, rule::RESERVES)?;
    if !unit.reserve {
        return refuse(rule::RESERVES, format!("{tag} {} is not in reserve", unit.name));
    }
    match going_forward(tag, unit) {
        Some(effect) => Ok(Resolution::done(vec![effect])),
        None => refuse(rule::RESERVES, format!("{tag} {} has gone forward already", unit.name)),
    }
}

/// Light infantry has been moved back on the table.
pub(super) fn fall_back(battle: &Battle, tag: Tag) -> Resolved {
    let unit = present(battle, tag, rule::LIGHT)?;
    light(tag, unit, rule::LIGHT)?;
    if unit.fallback_owed == 0 {
        return refuse(rule::LIGHT, format!("{tag} {} does not have to fall back", unit.name));
    }
    Ok(Resolution::done(vec![Effect::FallbackDone(tag)]))
}

pub(super) fn move_officer(battle: &Battle, side: Side, officer: Officer, zone: Zone) -> Resolved {
    let rule = rule::CHANGES_ZONES;
    if officer == Officer::Lieutenant {
        return refuse(rule, "a lieutenant stays in his zone; only the commander changes zones");
    }
    let Some(commander) = &battle.side(side).commander else {
        return refuse(rule, format!("side {side} has no commander"));
    };
    if let Some(unit) = commander.unit {
        let why = format!("the commander is attached to {unit} and must be detached first");
        return refuse(rule, why);
    }
    if commander.zone == zone {
        let zone = title(zone.slug()).to_lowercase();
        return refuse(rule, format!("the commander is in the {zone} already"));
    }
    Ok(Resolution::done(vec![Effect::CommanderMoved(side, zone)]))
}
