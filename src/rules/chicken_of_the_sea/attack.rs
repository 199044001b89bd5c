//! Ramming, shearing, and getting out of the way.

use crate::dice::{Ask, Hopes, Modifier, Roller, Throw};
use crate::rules::common::{Resolution, Stop, Tag, refuse};

use super::orders::{AVOID_RULE, Effect, RAM_RULE, SHEAR_RULE};
use super::resolve::{Resolved, afloat, comes_to, falls_out, foul, goes_ahead, present};
use super::state::{AdmiralStatus, Battle, Galley};
use super::tables::{Aspect, CRIPPLED_SPEED, Nation, Speed};

/// Attacker and target: one that can go ahead, and an enemy on the table.
fn opponents<'b>(
    battle: &'b Battle,
    [tag, target]: [Tag; 2],
    rule: &'static str,
) -> Result<(&'b Galley, &'b Galley), Stop> {
    battle.galleys.get(target)?;
    let own = goes_ahead(battle, tag, rule)?;
    let other = present(battle, target, rule)?;
    if own.side == other.side {
        return refuse(rule, format!("{target} {} is a friend of {tag}", other.name));
    }
    Ok((own, other))
}

/// -1 for an original galley of Carthage.
fn punic(galley: &Galley) -> Option<Modifier> {
    galley.is_original(Nation::Carthage).then(|| Modifier::new(-1, "original Carthaginian"))
}

pub(super) fn ram(
    battle: &Battle,
    [tag, target]: [Tag; 2],
    aspect: Aspect,
    mp_left: u8,
    roller: &mut Roller,
) -> Resolved {
    let (own, other) = opponents(battle, [tag, target], RAM_RULE)?;
    may_be_rammed(battle, target, other)?;
    if mp_left >= own.speed.in_sums() {
        return refuse(
            RAM_RULE,
            format!(
                "{tag} {} has speed {}: at most {} are left in the target's hex, not {mp_left}",
                own.name,
                own.speed,
                own.speed.in_sums() - 1
            ),
        );
    }
    let difference = own.ram_number() - other.ram_number();
    let mut effects = vec![Effect::Moved(tag), Effect::Declared(target)];
    let mut outcome = "no-chance";
    if difference > 0 {
        let mut modifiers = Vec::new();
        match aspect {
            Aspect::Front => modifiers.push(Modifier::new(aspect.to_ram(), "target's front")),
            Aspect::Stern => modifiers.push(Modifier::new(aspect.to_ram(), "target's stern")),
            Aspect::Flank => {}
        }
        modifiers.extend(punic(own));
        let ask = Ask::new(Throw::D6, format!("ram: {difference} or less sinks"))
            .with(modifiers)
            .hoping(Hopes::Low);
        if roller.at_most(&ask, difference)? {
            effects.push(Effect::RammedUnder(tag, target));
            effects.extend(battle.lost_with(target, AdmiralStatus::Killed));
            effects.extend(falls_out(battle, target));
            effects.extend(comes_to(battle, tag, Speed::STOPPED));
            return Ok(Resolution::new("sunk", effects));
        }
        outcome = "missed";
    }
    effects.push(Effect::RamMissed(tag, target));
    if mp_left == 0 {
        effects.extend(foul(battle, tag, target, roller)?);
    } else {
        effects.push(Effect::PassedThrough(tag, target));
    }
    Ok(Resolution::new(outcome, effects))
}

/// Of galleys fouled in one hex only those of one side may be rammed (C-10).
fn may_be_rammed(battle: &Battle, target: Tag, galley: &Galley) -> Result<(), Stop> {
    let foe = |tag: &&Tag| battle.galleys.find(**tag).is_some_and(|g| g.side != galley.side);
    if let Some(foe) = galley.fouled_with.iter().find(foe) {
        return refuse(
            RAM_RULE,
            format!("{target} {} is fouled with {foe}, of the other side", galley.name),
        );
    }
    Ok(())
}

pub(super) fn shear(
    battle: &Battle,
    [tag, target]: [Tag; 2],
    aspect: Aspect,
    roller: &mut Roller,
) -> Resolved {
    let (own, other) = opponents(battle, [tag, target], SHEAR_RULE)?;
    if aspect == Aspect::Flank {
        return refuse(SHEAR_RULE, "oars are sheared from bow to stern or back, not at a flank");
    }
    if own.speed.in_sums() < 2 {
        return refuse(
            SHEAR_RULE,
            format!(
                "{tag} {} has speed {}: through the target's hex takes 2 movement points",
                own.name, own.speed
            ),
        );
    }
    let difference = own.ram_number() - other.ram_number();
    let ask = Ask::new(Throw::D6, format!("shear: {difference} or less cripples"))
        .with(punic(own).into_iter().collect())
        .hoping(Hopes::Low);
    let mut effects = vec![Effect::Moved(tag), Effect::Declared(target)];
    if !roller.at_most(&ask, difference)? {
        effects.push(Effect::ShearMissed(tag, target));
        return Ok(Resolution::new("missed", effects));
    }
    effects.push(Effect::Crippled(tag, target));
    // Over 1 becomes 1 (C-6), and backing water too.
    let slowed = Speed::Ahead(CRIPPLED_SPEED.min(other.speed.in_sums()));
    if slowed == other.speed {
        effects.extend(falls_out(battle, target));
    } else {
        effects.extend(comes_to(battle, target, slowed));
    }
    Ok(Resolution::new("sheared", effects))
}

pub(super) fn avoid(battle: &Battle, tag: Tag, roller: &mut Roller) -> Resolved {
    let galley = afloat(battle, tag, AVOID_RULE)?;
    let refused = |why: String| refuse(AVOID_RULE, format!("{tag} {} {why}", galley.name));
    if let Some(other) = galley.fouled_with.first() {
        return refused(format!("is fouled with {other} (C-7)"));
    }
    if galley.crippled {
        return refused("is crippled and cannot back water (C-7)".into());
    }
    if !galley.is_slow() {
        return refused(format!("is at speed {}; only 0, 1, 2 or bw may avoid", galley.speed));
    }
    let cq = i64::from(galley.cq);
    let ask = Ask::new(Throw::D6, format!("avoid: {cq} or less backs water")).hoping(Hopes::Low);
    let moved = Effect::Declared(tag);
    if !roller.at_most(&ask, cq)? {
        return Ok(Resolution::new("caught", vec![moved, Effect::Caught(tag)]));
    }
    let hexes = if galley.speed == Speed::Ahead(2) { 1 } else { 2 };
    Ok(Resolution::new("backs-water", vec![moved, Effect::BackedWater(tag, hexes)]))
}
