//! Ramming, shearing, and backing out of the way in Chicken of the Sea.

use dice::{AskedRoll, Hand, Modifier, Preferred, Roller};
use message::message;
use rules::common::{Need, Refusal, Resolution, Stop, Tag, refuse};
use rules::modifiers::ModifierWord as _;
use rules::opponent_choice::{Chosen, question};
use rules::system::Rules;
use rules::view::Choice;

use super::consequences::{comes_to, falls_out, foul};
use super::effects::Effect;
use super::guards::{Resolved, afloat, goes_ahead, unit_in_play};
use super::moving::takes;
use super::orders::{AVOID_RULE, Outcome, RAM_RULE, SHEAR_RULE};
use super::state::{AdmiralStatus, Battle, Galley};
use super::tables::{Aspect, CRIPPLED_SPEED, Cause, DIE, Nation, SHEAR_POINTS, SLOW, Speed};

/// The attacker, which must be able to go ahead, and the target: an enemy on the table that
/// has not backed away from her in this movement (C-19).
fn opponents<'b>(
    battle: &'b Battle,
    tag: Tag,
    target: Tag,
    rule: &'static str,
) -> Result<(&'b Galley, &'b Galley), Stop> {
    battle.common.units.get(target)?;
    let own = goes_ahead(battle, tag, rule)?;
    let other = unit_in_play(battle, target, rule)?;
    if own.side == other.side {
        return refuse(
            rule,
            message!("{target} is a friend of {ship}", target = battle.called(target), ship = tag),
        );
    }
    if battle.progress.escaped.contains(&(tag, target)) {
        return refuse(
            rule,
            message!(
                "{target} backed away from {ship} in this movement",
                target = battle.called(target),
                ship = tag
            ),
        );
    }
    Ok((own, other))
}

/// The question whether a target tries to back water. Her owner is asked unless both sides can see
/// that she cannot; a speed that both know counts.
fn avoidance_question(battle: &Battle, target: Tag) -> Option<Need> {
    let galley = battle.common.units.find(target).filter(|galley| galley.is_asked_to_avoid())?;
    if !battle.is_secret(target) && galley.speed.avoids().is_none() {
        return None;
    }
    let refused = may_back_water(battle, target, galley).err();
    let choice = |attempt: bool, label, refused| Choice { value: attempt.into(), label, refused };
    let choices = vec![
        choice(false, message!("She stays on her course"), None),
        choice(true, message!("She tries to back water"), refused),
    ];
    question("avoid", galley.side, choices)
}

/// Whether a target may try to back water, as far as both sides see.
pub(super) fn may_avoid(battle: &Battle, target: Tag) -> bool {
    let galley = battle.common.units.find(target);
    let may = |galley: &Galley| may_back_water(battle, target, galley).is_ok();
    galley.is_some_and(|galley| {
        battle.is_secret(target) || (galley.is_asked_to_avoid() && may(galley))
    })
}

/// The modifier of an original Carthaginian for a ram or shear.
fn punic(galley: &Galley) -> Option<Modifier> {
    Cause::OriginalCarthaginian.applies(galley.is_original(Nation::Carthage))
}

/// The ships of an attack, and whether the target tries to back away.
#[derive(Clone, Copy)]
pub(super) struct Attack {
    pub(super) ship: Tag,
    pub(super) target: Tag,
    pub(super) avoid: Chosen<bool>,
}

/// The part of an attack before its die: whether the target backs away.
fn resolve_avoidance(
    battle: &Battle,
    Attack { ship, target, avoid }: Attack,
    effects: &mut Vec<Effect>,
    roller: &mut Roller,
) -> Result<bool, Stop> {
    if avoid.or_ask(|| avoidance_question(battle, target))?.unwrap_or(false) {
        if backs_water(battle, target, roller)? {
            effects.push(Effect::BackedWater(target, ship));
            return Ok(true);
        }
        effects.push(Effect::Caught(target));
    }
    effects.extend([Effect::UnderWay(ship), Effect::NumbersShown(ship, target)]);
    Ok(false)
}

pub(super) fn ram(
    battle: &Battle,
    attack: Attack,
    aspect: Aspect,
    mp_left: u8,
    roller: &mut Roller,
) -> Resolved {
    let Attack { ship: tag, target, .. } = attack;
    let (own, other) = opponents(battle, tag, target, RAM_RULE)?;
    may_be_rammed(battle, target, other)?;
    let points = own.points();
    // If she has no point left next to the target, she is still carried into the target's hex
    // (C-23).
    if mp_left >= points.max(1) {
        let ship = battle.called(tag);
        return refuse(
            RAM_RULE,
            match points.checked_sub(1) {
                Some(most) => message!(points =>
                    "{ship} has {n} movement point; at most {most} can be left in the target’s hex, not {left}"
                    | "{ship} has {n} movement points; at most {most} can be left in the target’s hex, not {left}",
                    ship, most, left = mp_left
                ),
                None => message!("{ship} has no movement points left", ship),
            },
        );
    }
    let mut effects = Vec::new();
    if resolve_avoidance(battle, attack, &mut effects, roller)? {
        return Ok(Resolution::new(Outcome::BacksWater, effects));
    }
    let difference = own.ram_number() - other.ram_number();
    let mut outcome = Outcome::NoChance;
    if difference > 0 {
        if sinks(own, aspect, difference, roller)? {
            effects.push(Effect::RammedUnder(tag, target));
            effects.extend(battle.lost_with(target, AdmiralStatus::Killed));
            effects.extend(falls_out(battle, target));
            effects.extend(comes_to(battle, tag, Speed::STOPPED));
            effects.push(Effect::MovementEnded(tag));
            return Ok(Resolution::new(Outcome::Sunk, effects));
        }
        outcome = Outcome::Missed;
    }
    effects.push(Effect::RamMissed(tag, target));
    if mp_left == 0 {
        effects.extend(foul(battle, tag, target, roller)?);
    } else {
        // She enters the target's hex with `mp_left` points, and leaves it for one more.
        effects.extend(takes(own, tag, points - mp_left + 1));
        effects.push(Effect::PassedThrough(tag, target));
    }
    Ok(Resolution::new(outcome, effects))
}

fn sinks(own: &Galley, aspect: Aspect, difference: i64, roller: &mut Roller) -> Result<bool, Stop> {
    let modifiers = aspect.to_ram().map(Cause::modifier).into_iter().chain(punic(own));
    let ask = AskedRoll::new(DIE, message!("ram: sinks on {most} or less", most = difference))
        .with(modifiers.collect())
        .preferring(Preferred::Low);
    Ok(roller.at_most(&ask, difference)?)
}

/// Whether she may be rammed. Galleys fouled in one hex may be rammed only if all belong
/// to one side.
pub(super) fn may_be_rammed(battle: &Battle, target: Tag, galley: &Galley) -> Result<(), Stop> {
    let foe = |tag: &&Tag| battle.common.units.find(**tag).is_some_and(|g| g.side != galley.side);
    if let Some(foe) = galley.fouled_with.iter().find(foe) {
        return refuse(
            RAM_RULE,
            message!(
                "{ship} is fouled with {foe}, of the other side",
                ship = battle.called(target),
                foe
            ),
        );
    }
    Ok(())
}

/// A hex with fouled galleys of both sides may be sheared through (C-16).
pub(super) fn shear(
    battle: &Battle,
    attack: Attack,
    aspect: Aspect,
    roller: &mut Roller,
) -> Resolved {
    let Attack { ship: tag, target, .. } = attack;
    let (own, other) = opponents(battle, tag, target, SHEAR_RULE)?;
    if aspect == Aspect::Flank {
        return refuse(
            SHEAR_RULE,
            message!("shear oars from bow to stern or from stern to bow, not across a flank"),
        );
    }
    if own.points() < SHEAR_POINTS {
        return refuse(
            SHEAR_RULE,
            message!(own.points() =>
                "{ship} has {n} movement point; a shear takes {cost}"
                | "{ship} has {n} movement points; a shear takes {cost}",
                ship = battle.called(tag), cost = SHEAR_POINTS
            ),
        );
    }
    let mut effects = Vec::new();
    if resolve_avoidance(battle, attack, &mut effects, roller)? {
        return Ok(Resolution::new(Outcome::BacksWater, effects));
    }
    effects.extend(takes(own, tag, SHEAR_POINTS));
    let difference = own.ram_number() - other.ram_number();
    let ask = AskedRoll::new(DIE, message!("shear: cripples on {most} or less", most = difference))
        .with(punic(own).into_iter().collect())
        .preferring(Preferred::Low);
    if !roller.at_most(&ask, difference)? {
        effects.push(Effect::ShearMissed(tag, target));
        return Ok(Resolution::new(Outcome::Missed, effects));
    }
    effects.push(Effect::Crippled(tag, target));
    // Any speed over 1 becomes 1 (C-6); backing water does too.
    let slowed = Speed::Ahead(CRIPPLED_SPEED.min(other.speed.in_sums()));
    if slowed == other.speed {
        effects.extend(falls_out(battle, target));
    } else {
        effects.extend(comes_to(battle, target, slowed));
    }
    Ok(Resolution::new(Outcome::Sheared, effects))
}

/// The target's answer as a separate order, whose odds can be requested at any time.
pub(super) fn avoid(battle: &Battle, tag: Tag, tries: bool, roller: &mut Roller) -> Resolved {
    if !roller.walks_odds() {
        battle.common.units.get(tag)?;
        return refuse(
            AVOID_RULE,
            message!("no attack on {ship} is declared", ship = battle.called(tag)),
        );
    }
    if tries && backs_water(battle, tag, roller)? {
        return Ok(Resolution::new(Outcome::BacksWater, Vec::new()));
    }
    Ok(Resolution::new(Outcome::Caught, vec![Effect::Caught(tag)]))
}

/// The target's roll to back out of the way.
fn backs_water(battle: &Battle, tag: Tag, roller: &mut Roller) -> Result<bool, Stop> {
    let galley = afloat(battle, tag, AVOID_RULE)?;
    may_back_water(battle, tag, galley)?;
    let cq = i64::from(galley.cq);
    let ask = AskedRoll::new(DIE, message!("avoid: backs water on {most} or less", most = cq))
        .preferring(Preferred::Low)
        .thrown_by(Hand::Opponent);
    Ok(roller.at_most(&ask, cq)?)
}

/// Refuses if a galley cannot back out of the way.
fn may_back_water(battle: &Battle, tag: Tag, galley: &Galley) -> Result<(), Refusal> {
    let ship = || battle.called(tag);
    let why = if let Some(other) = galley.fouled_with.first() {
        message!(
            "{ship} is fouled with {other} and cannot back water (Trierarch ruling)",
            ship = ship(),
            other
        )
    } else if galley.crippled {
        message!("{ship} is crippled and cannot back water (Trierarch ruling)", ship = ship())
    } else if galley.speed.avoids().is_none() {
        message!(
            "{ship} is at speed {speed}; only galleys at speed 0 to {slow} or backing water can avoid",
            ship = ship(),
            speed = galley.speed,
            slow = SLOW
        )
    } else {
        return Ok(());
    };
    Err(Refusal { why, rule: AVOID_RULE.into() })
}
