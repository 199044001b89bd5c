//! Movement in Command & Chaos: zones, flanking and turning, light infantry on cavalry,
//! advancing reserves, the commander changing zones.

use message::message;
use rules::common::{Resolution, Side, Tag, refuse};

use super::effects::Effect;
use super::guards::{
    Resolved, free_to_move, light, may_be_flanked, only_cavalry_behind, opponents, unit_in_play,
};
use super::orders::rule;
use super::routs::going_forward;
use super::state::Battle;
use super::tables::{Attack, Kind, Officer, Zone};

pub(super) fn move_zone(battle: &Battle, side: Side, zone: Zone) -> Resolved {
    if battle.side(side).zones_done.contains(&zone) {
        let zone = zone.says();
        return refuse(
            rule::MOVEMENT,
            message!("the {zone} of side {side} has moved this turn", zone, side),
        );
    }
    Ok(Resolution::done(vec![Effect::ZoneDone(side, zone)]))
}

pub(super) fn flank(battle: &Battle, tag: Tag, target: Tag, attack: Attack) -> Resolved {
    let [unit, other] = opponents(battle, tag, target, rule::FLANKING)?;
    if !unit.kind.is_heavy() {
        return refuse(
            rule::FLANKING,
            message!("{tag} {name} is light infantry, which cannot flank", tag, name = &unit.name),
        );
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
                message!(
                    "no friend flanks {target} {name}, so its rear is out of reach",
                    target,
                    name = &other.name
                ),
            );
        }
    }
    let mut effects: Vec<Effect> = going_forward(tag, unit).into_iter().collect();
    effects.push(Effect::Flanked { unit: tag, target, attack });
    Ok(Resolution::done(effects))
}

/// A flanked unit with a free front turns: the flank becomes its front, and its flanker
/// attacks it from there.
pub(super) fn turn(battle: &Battle, tag: Tag, to: Tag) -> Resolved {
    let [unit, other] = opponents(battle, tag, to, rule::FLANKING)?;
    let flanks = other.flanking.is_some_and(|flanking| flanking.target == tag);
    if !flanks {
        let why = message!(
            "{to} {name} is not at the flank of {tag} {name2}",
            to,
            name = &other.name,
            tag,
            name2 = &unit.name
        );
        return refuse(rule::FLANKING, why);
    }
    if let Some(enemy) = battle.enemy_in_front(tag, unit) {
        let why = message!(
            "{tag} {name} is engaged with {enemy} in front of it",
            tag,
            name = &unit.name,
            enemy
        );
        return refuse(rule::FLANKING, why);
    }
    Ok(Resolution::done(vec![Effect::Turned { unit: tag, to }]))
}

/// Light infantry that ends its move on friendly cavalry becomes one unit with it; each
/// cavalry unit takes one (CC-8).
pub(super) fn join(battle: &Battle, tag: Tag, with: Tag) -> Resolved {
    let rule = rule::MIXED;
    battle.common.units.get(with)?;
    let unit = unit_in_play(battle, tag, rule)?;
    let cavalry = unit_in_play(battle, with, rule)?;
    light(tag, unit, rule)?;
    free_to_move(tag, unit, rule)?;
    if tag.side != with.side {
        return refuse(
            rule,
            message!("{with} {name} is an enemy of {tag}", with, name = &cavalry.name, tag),
        );
    }
    if cavalry.kind != Kind::HeavyCavalry {
        return refuse(
            rule,
            message!("{with} {name} is not heavy cavalry", with, name = &cavalry.name),
        );
    }
    if let Some(known) = unit.mixed_with {
        return refuse(
            rule,
            message!("{tag} {name} is with {known} already", tag, name = &unit.name, known),
        );
    }
    if cavalry.mixed {
        let why = message!(
            "{with} {name} has light infantry with it; one is the limit",
            with,
            name = &cavalry.name
        );
        return refuse(rule, why);
    }
    Ok(Resolution::done(vec![Effect::Joined(tag, with)]))
}

/// Either of the two may be named.
pub(super) fn leave(battle: &Battle, tag: Tag) -> Resolved {
    let unit = unit_in_play(battle, tag, rule::MIXED)?;
    if unit.mixed_with.is_some() || unit.mixed {
        return Ok(Resolution::done(vec![Effect::Parted(tag)]));
    }
    refuse(
        rule::MIXED,
        message!("{tag} {name} is not part of a mixed unit", tag, name = &unit.name),
    )
}

/// A reserve advances into the battle line in its own column.
pub(super) fn advance(battle: &Battle, tag: Tag) -> Resolved {
    let unit = unit_in_play(battle, tag, rule::RESERVES)?;
    if !unit.reserve {
        return refuse(
            rule::RESERVES,
            message!("{tag} {name} is not in reserve", tag, name = &unit.name),
        );
    }
    match going_forward(tag, unit) {
        Some(effect) => Ok(Resolution::done(vec![effect])),
        None => refuse(
            rule::RESERVES,
            message!("{tag} {name} has gone forward already", tag, name = &unit.name),
        ),
    }
}

/// The players have moved light infantry that had to fall back.
pub(super) fn fall_back(battle: &Battle, tag: Tag) -> Resolved {
    let unit = unit_in_play(battle, tag, rule::LIGHT)?;
    light(tag, unit, rule::LIGHT)?;
    if unit.fallback_owed == 0 {
        return refuse(
            rule::LIGHT,
            message!("{tag} {name} does not have to fall back", tag, name = &unit.name),
        );
    }
    Ok(Resolution::done(vec![Effect::FallbackDone(tag)]))
}

pub(super) fn move_officer(battle: &Battle, side: Side, officer: Officer, zone: Zone) -> Resolved {
    let rule = rule::CHANGES_ZONES;
    if officer == Officer::Lieutenant {
        return refuse(
            rule,
            message!("a lieutenant stays in his zone; only the commander changes zones"),
        );
    }
    let Some(commander) = &battle.side(side).commander else {
        return refuse(rule, message!("side {side} has no commander", side));
    };
    if let Some(unit) = commander.unit {
        let why = message!("the commander is attached to {unit} and must be detached first", unit);
        return refuse(rule, why);
    }
    if commander.zone == zone {
        let zone = zone.says();
        return refuse(rule, message!("the commander is in the {zone} already", zone));
    }
    Ok(Resolution::done(vec![Effect::CommanderMoved(side, zone)]))
}
