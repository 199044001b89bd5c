//! The fourth phase of Command & Chaos: rally, officers and reserves.

use message::{Message, message};
use rules::common::{Resolution, Side, Tag, refuse};

use super::effects::Effect;
use super::guards::{Resolved, free_to_move, unit_in_play};
use super::orders::rule;
use super::state::Battle;
use super::tables::{Officer, Phase, Zone};

/// Resolves a rally, in the fourth phase (CC-15). Only then is it known which officers
/// were with their units at its start.
pub(super) fn rally(battle: &Battle, tag: Tag) -> Resolved {
    let unit = unit_in_play(battle, tag, rule::RALLY)?;
    let name = &unit.name;
    let why = if battle.phase != Phase::Rally {
        message!(
            "units rally in the {rally} phase; it is now the {phase} phase",
            rally = Phase::Rally.says(),
            phase = battle.phase.says()
        )
    } else if !unit.officer_at_phase_start {
        message!("{tag} {name} had no officer attached when the phase began", tag, name)
    } else if unit.rallied {
        message!("{tag} {name} has been rallied in this phase", tag, name)
    } else if unit.hits == 0 {
        message!("{tag} {name} has no hit to remove", tag, name)
    } else if !unit.can_rally() && !battle.is_redacted(tag.side) {
        // Whether a hit may be removed depends on a morale that the viewer may not know.
        message!("{tag} {name} has half of its starting morale and rallies no further", tag, name)
    } else {
        return Ok(Resolution::done(vec![Effect::Rallied(tag)]));
    };
    refuse(rule::RALLY, why)
}

/// An officer joins a unit, which can have one officer (CC-10).
pub(super) fn attach(battle: &Battle, officer: Officer, tag: Tag) -> Resolved {
    let rule = rule::OFFICERS;
    let unit = unit_in_play(battle, tag, rule)?;
    if let Some(attached) = unit.officer {
        return refuse(
            rule,
            message!(
                "{tag} {name} has a {attached} attached already",
                tag,
                name = &unit.name,
                attached = attached.message()
            ),
        );
    }
    let side = battle.side(tag.side);
    let zone = unit.zone.says();
    let before = match officer {
        Officer::Commander => {
            let Some(commander) = &side.commander else {
                return refuse(rule, message!("side {side} has no commander", side = tag.side));
            };
            if commander.zone != unit.zone {
                let his = commander.zone.says();
                let why = message!(
                    "the commander is in the {his}; {tag} is in the {zone}. Move the commander first",
                    his,
                    tag,
                    zone
                );
                return refuse(rule, why);
            }
            commander.unit
        }
        Officer::Lieutenant => {
            let Some(lieutenant) = side.lieutenants.iter().find(|l| l.zone == unit.zone && !l.lost)
            else {
                return refuse(rule, message!("the {zone} has no lieutenant", zone));
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
    let unit = unit_in_play(battle, tag, rule::OFFICERS)?;
    if unit.officer != Some(officer) {
        return refuse(
            rule::OFFICERS,
            message!(
                "{tag} {name} has no {officer} attached",
                tag,
                name = &unit.name,
                officer = officer.message()
            ),
        );
    }
    Ok(Resolution::done(vec![Effect::Detached(officer, tag)]))
}

pub(super) fn reserve(battle: &Battle, tag: Tag, zone: Zone, column: u8) -> Resolved {
    let unit = unit_in_play(battle, tag, rule::RESERVES)?;
    let name = &unit.name;
    let no = |why: Message| refuse(rule::RESERVES, why);
    if !unit.reserve {
        return no(message!("{tag} {name} is not in reserve", tag, name));
    }
    if unit.reserve_advanced {
        let why =
            message!("{tag} {name} has gone forward and no longer changes columns", tag, name);
        return no(why);
    }
    if (unit.zone, unit.column) == (zone, column) {
        return no(message!("{tag} {name} is in that column", tag, name));
    }
    free_to_move(tag, unit, rule::RESERVES)?;
    if let Some(officer) = unit.officer.filter(|_| unit.zone != zone) {
        return no(message!(
            "{tag} {name} has a {officer} attached, who must be detached before it changes zones",
            tag,
            name,
            officer = officer.message()
        ));
    }
    Ok(Resolution::done(vec![Effect::ReserveMoved { unit: tag, zone, column }]))
}

pub(super) fn replace_lieutenant(battle: &Battle, side: Side, zone: Zone) -> Resolved {
    let rule = rule::OFFICERS;
    let zone_says = zone.says();
    let lost = battle.side(side).lieutenants.iter().find(|l| l.zone == zone && l.lost);
    let Some(lost) = lost else {
        return refuse(
            rule,
            message!(
                "no lieutenant has been lost in the {zone} of side {side}",
                zone = zone_says,
                side
            ),
        );
    };
    if lost.lost_in.is_some_and(|round| round >= battle.common.round) {
        return refuse(
            rule,
            message!(
                "the lieutenant of the {zone} fell this turn; another replaces him next turn",
                zone = zone_says
            ),
        );
    }
    Ok(Resolution::done(vec![Effect::LieutenantReplaced(side, zone)]))
}
