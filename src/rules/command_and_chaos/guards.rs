//! What an order must not do, whichever it is: the guards that the resolvers of
//! Command & Chaos share.

use crate::rules::common::{Resolution, Stop, Tag, refuse};
use crate::rules::roster::Rostered;

use super::orders::{Effect, rule};
use super::state::{Battle, Status, Unit};
use super::tables::{CHARGE_STAMINA, Kind};

/// What a resolver comes to.
pub(super) type Resolved = Result<Resolution<Effect>, Stop>;

/// A unit that is still on the table.
pub(super) fn present<'b>(
    battle: &'b Battle,
    tag: Tag,
    rule: &'static str,
) -> Result<&'b Unit, Stop> {
    let unit = battle.units.get(tag)?;
    if unit.in_play() { Ok(unit) } else { refuse(rule, format!("{tag} {} has routed", unit.name)) }
}

/// Two units of different sides that are still on the table.
pub(super) fn opponents<'b>(
    battle: &'b Battle,
    [unit, target]: [Tag; 2],
    rule: &'static str,
) -> Result<[&'b Unit; 2], Stop> {
    battle.units.get(target)?;
    let own = present(battle, unit, rule)?;
    let other = present(battle, target, rule)?;
    if unit == target {
        return refuse(rule, format!("{unit} cannot fight itself"));
    }
    if unit.side == target.side {
        return refuse(rule, format!("{target} {} is a friend of {unit}", other.name));
    }
    Ok([own, other])
}

/// Refuses what a unit that is engaged cannot do: leave its place.
pub(super) fn free_to_move(tag: Tag, unit: &Unit, rule: &'static str) -> Result<(), Stop> {
    if unit.status != Status::Engaged {
        return Ok(());
    }
    let with: Vec<String> = unit.engaged_with.iter().map(ToString::to_string).collect();
    let with = if with.is_empty() { String::new() } else { format!(" with {}", with.join(", ")) };
    refuse(rule, format!("{tag} {} is engaged{with} and stays until it has won", unit.name))
}

/// Cavalry cannot be flanked, and light infantry falls back before it is.
pub(super) fn may_be_flanked(tag: Tag, unit: &Unit) -> Result<(), Stop> {
    match unit.kind {
        Kind::HeavyInfantry => Ok(()),
        Kind::HeavyCavalry => refuse(
            rule::FLANKING,
            format!("{tag} {} is cavalry, which cannot be flanked", unit.name),
        ),
        Kind::LightInfantry => refuse(
            rule::FLANKING,
            format!("{tag} {} is light infantry; only heavy infantry is flanked", unit.name),
        ),
    }
}

/// Only cavalry gets behind a unit.
pub(super) fn only_cavalry_behind(tag: Tag, unit: &Unit) -> Result<(), Stop> {
    if unit.kind == Kind::HeavyCavalry {
        return Ok(());
    }
    refuse(
        rule::FLANKING,
        format!("{tag} {} is not cavalry; only cavalry attacks the rear", unit.name),
    )
}

/// Refuses light infantry where only heavy units fight.
pub(super) fn heavy(tag: Tag, unit: &Unit, rule: &'static str) -> Result<(), Stop> {
    if unit.kind.is_heavy() {
        return Ok(());
    }
    let why =
        format!("{tag} {} is light infantry, which neither charges nor fights in melee", unit.name);
    refuse(rule, why)
}

/// Refuses heavy units where only light infantry fights.
pub(super) fn light(tag: Tag, unit: &Unit, rule: &'static str) -> Result<(), Stop> {
    if unit.kind.is_heavy() {
        return refuse(rule, format!("{tag} {} is not light infantry", unit.name));
    }
    Ok(())
}

/// Refuses a charge or a counter-charge of a unit without the stamina for it.
pub(super) fn rested(tag: Tag, unit: &Unit, does: &str) -> Result<(), Stop> {
    if unit.stamina.unwrap_or(0) >= CHARGE_STAMINA {
        return Ok(());
    }
    refuse(rule::CHARGE, format!("{tag} {} has no stamina left to {does}", unit.name))
}
