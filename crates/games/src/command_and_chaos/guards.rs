//! Checks shared by several resolvers of Command & Chaos.

use message::{Joint, Message, message};
use rules::common::{Refusal, Resolution, Stop, Tag, refuse};
pub(super) use rules::guards::unit_in_play;

use super::effects::Effect;
use super::orders::{Outcome, rule};
use super::state::{Battle, Status, Unit};
use super::tables::{CHARGE_STAMINA, Kind};

/// The result of a resolver.
pub(super) type Resolved = Result<Resolution<Outcome, Effect>, Stop>;

/// Two units of different sides that are still on the table.
pub(super) fn opponents<'b>(
    battle: &'b Battle,
    unit: Tag,
    target: Tag,
    rule: &'static str,
) -> Result<[&'b Unit; 2], Stop> {
    battle.common.units.get(target)?;
    let own = unit_in_play(battle, unit, rule)?;
    let other = unit_in_play(battle, target, rule)?;
    if unit == target {
        return refuse(rule, message!("{unit} cannot fight itself", unit));
    }
    if unit.side == target.side {
        return refuse(
            rule,
            message!("{target} {name} is a friend of {unit}", target, name = &other.name, unit),
        );
    }
    Ok([own, other])
}

/// Refuses to let an engaged unit leave its place.
pub(super) fn free_to_move(tag: Tag, unit: &Unit, rule: &'static str) -> Result<(), Stop> {
    if unit.status != Status::Engaged {
        return Ok(());
    }
    let name = &unit.name;
    let with = Message::joined(
        unit.engaged_with.iter().map(|enemy| message!("{enemy}", enemy)),
        Joint::And,
    );
    let why = if with.is_empty() {
        message!("{tag} {name} is engaged and stays until it has won", tag, name)
    } else {
        message!("{tag} {name} is engaged with {with} and stays until it has won", tag, name, with)
    };
    refuse(rule, why)
}

/// Refuses a target that cannot be flanked: cavalry, and light infantry, which falls back
/// first.
pub(super) fn may_be_flanked(tag: Tag, unit: &Unit) -> Result<(), Stop> {
    match unit.kind {
        Kind::HeavyInfantry => Ok(()),
        Kind::HeavyCavalry => refuse(
            rule::FLANKING,
            message!("{tag} {name} is cavalry, which cannot be flanked", tag, name = &unit.name),
        ),
        Kind::LightInfantry => refuse(
            rule::FLANKING,
            message!(
                "{tag} {name} is light infantry; only heavy infantry is flanked",
                tag,
                name = &unit.name
            ),
        ),
    }
}

/// Refuses units other than cavalry that would attack the rear.
pub(super) fn only_cavalry_behind(tag: Tag, unit: &Unit) -> Result<(), Stop> {
    if unit.kind == Kind::HeavyCavalry {
        return Ok(());
    }
    refuse(
        rule::FLANKING,
        message!(
            "{tag} {name} is not cavalry; only cavalry attacks the rear",
            tag,
            name = &unit.name
        ),
    )
}

/// Refuses light infantry in an order for heavy units.
pub(super) fn heavy(tag: Tag, unit: &Unit, rule: &'static str) -> Result<(), Stop> {
    if unit.kind.is_heavy() {
        return Ok(());
    }
    let why = message!(
        "{tag} {name} is light infantry, which neither charges nor fights in melee",
        tag,
        name = &unit.name
    );
    refuse(rule, why)
}

/// Refuses heavy units in an order for light infantry.
pub(super) fn light(tag: Tag, unit: &Unit, rule: &'static str) -> Result<(), Stop> {
    if unit.kind.is_heavy() {
        return refuse(
            rule,
            message!("{tag} {name} is not light infantry", tag, name = &unit.name),
        );
    }
    Ok(())
}

/// Refuses a unit without the stamina to charge.
pub(super) fn rested_to_charge(tag: Tag, unit: &Unit) -> Result<(), Refusal> {
    let name = &unit.name;
    rested(unit, || message!("{tag} {name} has no stamina left to charge", tag, name))
}

/// Refuses a unit without the stamina to counter-charge.
pub(super) fn rested_to_counter_charge(tag: Tag, unit: &Unit) -> Result<(), Refusal> {
    let name = &unit.name;
    rested(unit, || message!("{tag} {name} has no stamina left to counter-charge", tag, name))
}

fn rested(unit: &Unit, why: impl FnOnce() -> Message) -> Result<(), Refusal> {
    if unit.stamina.unwrap_or(0) >= CHARGE_STAMINA {
        return Ok(());
    }
    Err(Refusal { why: why(), rule: rule::CHARGE.into() })
}
