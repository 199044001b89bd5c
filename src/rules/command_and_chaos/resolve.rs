//! What the orders of Command & Chaos do, as the dice fall: initiative,
//! movement, officers and reserves.

use crate::dice::{Ask, Hand, Roller, Winner};
use crate::rules::common::{Resolution, Side, Subject, Tag, refuse};
use crate::rules::roster::Rostered;
use crate::rules::slug::title;
use crate::rules::system;

use super::cards;
use super::combat;
use super::guards::{
    Resolved, free_to_move, may_be_flanked, only_cavalry_behind, opponents, present,
};
use super::orders::{Effect, Order, rule};
use super::routs::{going_forward, rout_effects};
use super::state::Battle;
use super::tables::{Attack, DIE, Officer, Phase, Zone};

/// Resolves an order; where the sequence is not kept is `turn`'s.
pub(super) fn resolve(battle: &Battle, order: &Order, roller: &mut Roller) -> Resolved {
    let mut resolution = match order {
        Order::Initiative {} => initiative(roller),
        Order::Discard { side, cards } => cards::discard(battle, *side, cards),
        Order::Draw { side } => cards::draw(battle, *side, roller),
        Order::MoveZone { side, zone } => move_zone(battle, *side, *zone),
        Order::Flank { unit, target, attack } => flank(battle, [*unit, *target], *attack),
        Order::MoveOfficer { side, officer, zone } => move_officer(battle, *side, *officer, *zone),
        Order::Charge { unit, target, answer } => {
            combat::charge(battle, [*unit, *target], *answer, roller)
        }
        Order::Javelins { unit, target, phase } => {
            combat::javelins(battle, [*unit, *target], *phase, roller)
        }
        Order::Skirmish { unit, target } => combat::skirmish(battle, [*unit, *target], roller),
        Order::PlayCard { unit, card } => cards::play(battle, *unit, card),
        Order::Melee { .. } => combat::melee(battle, order, roller),
        Order::AlliedMorale { unit } => combat::allied_morale(battle, *unit, roller),
        Order::Rally { unit } => rally(battle, *unit),
        Order::Attach { officer, unit } => attach(battle, *officer, *unit),
        Order::Detach { officer, unit } => detach(battle, *officer, *unit),
        Order::Reserve { unit, zone, column } => reserve(battle, *unit, *zone, *column),
        Order::ReplaceLieutenant { side, zone } => replace_lieutenant(battle, *side, *zone),
        Order::EndPhase {} => Ok(end_phase(battle)),
        Order::Adjust { ship, field, value, .. } => adjust(battle, (*ship).into(), field, value),
    }?;
    if let Some(phase) = order.phase().filter(|phase| *phase > battle.phase) {
        let mut effects = cards_left_behind(battle, phase);
        effects.push(Effect::PhaseReached(phase));
        resolution.effects.splice(0..0, effects);
    }
    Ok(resolution)
}

/// When the melee phase is left behind, its cards go to the discards.
fn cards_left_behind(battle: &Battle, until: Phase) -> Vec<Effect> {
    if battle.phase > Phase::Melee || until <= Phase::Melee {
        return Vec::new();
    }
    Side::ALL
        .iter()
        .map(|side| (*side, u32::try_from(battle.cards_played(*side)).unwrap_or(u32::MAX)))
        .filter(|(_, played)| *played > 0)
        .map(|(side, played)| Effect::CardsDiscarded(side, played))
        .collect()
}

fn end_phase(battle: &Battle) -> Resolution<Effect> {
    let mut effects = if battle.phase == Phase::Melee {
        cards_left_behind(battle, Phase::Rally)
    } else {
        Vec::new()
    };
    effects.push(Effect::PhaseEnded);
    Resolution::done(effects)
}

fn initiative(roller: &mut Roller) -> Resolved {
    let throw = |side, hand| Ask::new(DIE, format!("side {side}: initiative")).thrown_by(hand);
    let side =
        match roller.contest(&throw(Side::A, Hand::Giver), &throw(Side::B, Hand::Opponent))? {
            Winner::First => Side::A,
            Winner::Second => Side::B,
        };
    Ok(Resolution::done(vec![Effect::FirstPlayer(side)]))
}

fn move_zone(battle: &Battle, side: Side, zone: Zone) -> Resolved {
    if battle.side(side).zones_done.contains(&zone) {
        let zone = title(zone.slug()).to_lowercase();
        return refuse(rule::MOVEMENT, format!("the {zone} of side {side} is finished this turn"));
    }
    Ok(Resolution::done(vec![Effect::ZoneDone(side, zone)]))
}

fn flank(battle: &Battle, [tag, target]: [Tag; 2], attack: Attack) -> Resolved {
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

fn move_officer(battle: &Battle, side: Side, officer: Officer, zone: Zone) -> Resolved {
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

fn rally(battle: &Battle, tag: Tag) -> Resolved {
    let unit = present(battle, tag, rule::RALLY)?;
    let no = |why: String| refuse(rule::RALLY, format!("{tag} {} {why}", unit.name));
    if !unit.officer_at_phase_start {
        return no("had no officer attached when the phase began".into());
    }
    if unit.rallied {
        return no("has been rallied in this phase".into());
    }
    if unit.hits == 0 {
        return no("has no hit to take off".into());
    }
    if !unit.can_rally() {
        return no("has half of its starting morale already, and rallies no further".into());
    }
    Ok(Resolution::done(vec![Effect::Rallied(tag)]))
}

fn attach(battle: &Battle, officer: Officer, tag: Tag) -> Resolved {
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
                return refuse(
                    rule,
                    format!("the commander is in the {his}, and {tag} in the {zone}"),
                );
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

fn detach(battle: &Battle, officer: Officer, tag: Tag) -> Resolved {
    let unit = present(battle, tag, rule::OFFICERS)?;
    if unit.officer != Some(officer) {
        return refuse(rule::OFFICERS, format!("{tag} {} has no {officer} attached", unit.name));
    }
    Ok(Resolution::done(vec![Effect::Detached(officer, tag)]))
}

fn reserve(battle: &Battle, tag: Tag, zone: Zone, column: u8) -> Resolved {
    let unit = present(battle, tag, rule::RESERVES)?;
    let no = |why: &str| refuse(rule::RESERVES, format!("{tag} {} {why}", unit.name));
    if !unit.reserve {
        return no("is not in reserve");
    }
    if unit.reserve_advanced {
        return no("has gone forward, and changes columns no more");
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

fn replace_lieutenant(battle: &Battle, side: Side, zone: Zone) -> Resolved {
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

/// A correction that takes the last of a unit's morale routs it, for that is
/// how the players carry out what a battle card says.
fn adjust(battle: &Battle, subject: Subject, field: &str, value: &serde_json::Value) -> Resolved {
    let mut resolution = system::adjust(battle, subject, field, value)?;
    if let Subject::Unit(tag) = subject
        && matches!(field, "hits" | "max_morale")
    {
        let mut after = battle.clone();
        system::apply_adjustment(&mut after, subject, field, value);
        let gone = after.units.find(tag).is_some_and(|unit| unit.in_play() && unit.routs_with(0));
        if gone {
            resolution.effects.extend(rout_effects(battle, &[tag], &[]));
        }
    }
    Ok(resolution)
}
