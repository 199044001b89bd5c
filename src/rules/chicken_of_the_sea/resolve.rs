//! What the orders of Chicken of the Sea do, as the dice fall: speeds, the
//! coast, hexes shared with others, the end.

use crate::dice::{Ask, Hopes, Modifier, Roller, Throw};
use crate::rules::common::{Resolution, Side, Stop, Tag, refuse};
use crate::rules::roster::Rostered;
use crate::rules::system;
use crate::rules::system::System;

use super::orders::{
    COAST_RULE, COMMAND_RULE, DRIFT_RULE, END_RULE, Effect, FOUL_RULE, Order, SPEED_RULE,
};
use super::state::{Battle, Formation, Galley};
use super::tables::{Commanded, DRIFT, FATIGUED_SPEED, FULL_SPEED, Facing, Speed};
use super::{attack, boarding, command};

pub(super) type Resolved = Result<Resolution<Effect>, Stop>;

/// Resolves an order; the sequence of play is `turn`'s.
pub(super) fn resolve(battle: &Battle, order: &Order, roller: &mut Roller) -> Resolved {
    match order {
        Order::SetSpeed { ship, formation, speed } => {
            set_speed(battle, *ship, formation.as_deref(), *speed, roller)
        }
        Order::Drift { ship } => drift(battle, *ship, roller),
        Order::Coast { ship, bow_at_land, backing } => {
            coast(battle, *ship, *bow_at_land, *backing, roller)
        }
        Order::Refloat { ship } => refloat(battle, *ship, roller),
        Order::EnterOccupied { ship, other, through_flank } => {
            enter_occupied(battle, [*ship, *other], *through_flank, roller)
        }
        Order::Unfoul { ship } => unfoul(battle, *ship),
        Order::Ram { ship, target, aspect, mp_left } => {
            attack::ram(battle, [*ship, *target], *aspect, *mp_left, roller)
        }
        Order::Shear { ship, target, aspect } => {
            attack::shear(battle, [*ship, *target], *aspect, roller)
        }
        Order::Avoid { ship } => attack::avoid(battle, *ship, roller),
        Order::Board { ships, target } => boarding::board(battle, ships, *target, roller),
        Order::Counterboard { ship, target } => {
            boarding::counterboard(battle, *ship, *target, roller)
        }
        Order::TransferAdmiral { from, to } => command::transfer_admiral(battle, *from, *to),
        Order::Form { formation, ships, leader } => {
            command::form(battle, *formation, ships, *leader)
        }
        Order::BreakFormation { ship } => command::break_formation(battle, *ship),
        Order::CommandCheck { ship, in_admirals_range } => {
            command::check(battle, *ship, *in_admirals_range, roller)
        }
        Order::EndPhase {} => Ok(end_phase(battle)),
        Order::Resign { side } => resign(battle, *side),
        Order::Adjust { ship, field, value, .. } => {
            system::adjust(battle, (*ship).into(), field, value)
        }
    }
}

/// A galley that is still on the table.
pub(super) fn present<'b>(
    battle: &'b Battle,
    tag: Tag,
    rule: &'static str,
) -> Result<&'b Galley, Stop> {
    let galley = battle.galleys.get(tag)?;
    if galley.in_play() {
        Ok(galley)
    } else {
        refuse(rule, format!("{tag} {} is out of the battle: {}", galley.name, galley.status))
    }
}

/// A galley that is not on the ground.
pub(super) fn afloat<'b>(
    battle: &'b Battle,
    tag: Tag,
    rule: &'static str,
) -> Result<&'b Galley, Stop> {
    let galley = present(battle, tag, rule)?;
    if galley.aground {
        return refuse(rule, format!("{tag} {} is aground", galley.name));
    }
    Ok(galley)
}

/// A galley that can go ahead into a hex where others are.
pub(super) fn goes_ahead<'b>(
    battle: &'b Battle,
    tag: Tag,
    rule: &'static str,
) -> Result<&'b Galley, Stop> {
    let galley = afloat(battle, tag, rule)?;
    if let Some(other) = galley.fouled_with.first() {
        return refuse(
            rule,
            format!("{tag} {} is fouled with {other}: she must unfoul first", galley.name),
        );
    }
    match galley.speed {
        Speed::BackingWater => refuse(
            rule,
            format!("{tag} {} backs water, and enters no hex where another is", galley.name),
        ),
        Speed::STOPPED => refuse(rule, format!("{tag} {} has no movement points", galley.name)),
        Speed::Ahead(_) => Ok(galley),
    }
}

/// Tags as a sentence lists them.
pub(super) fn listed<'t>(tags: impl IntoIterator<Item = &'t Tag>) -> String {
    tags.into_iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
}

/// A galley comes to another speed while she is in a formation or crippled:
/// the others go on without her, and she may owe a drift.
pub(super) fn comes_to(battle: &Battle, tag: Tag, speed: Speed) -> Vec<Effect> {
    let mut effects = vec![Effect::SpeedBecame(tag, speed)];
    let Some(galley) = battle.galleys.find(tag) else { return effects };
    if speed != galley.speed {
        if galley.crippled && speed == Speed::STOPPED {
            effects.push(Effect::OwesDrift(tag));
        }
        effects.extend(falls_out(battle, tag));
    }
    effects
}

/// A galley in a formation leaves it.
pub(super) fn falls_out(battle: &Battle, tag: Tag) -> Option<Effect> {
    battle.formation_of(tag).map(|_| Effect::LeftFormation(tag))
}

/// The drift compass, thrown for one galley (C-3).
fn drifts(battle: &Battle, tag: Tag, roller: &mut Roller) -> Result<Facing, Stop> {
    let name = &battle.galleys.get(tag)?.name;
    let ask = Ask::new(Throw::D6, format!("drift of {tag} {name}")).hoping(Hopes::Neither);
    Ok(roller.row(&ask, &DRIFT)?)
}

/// Who a speed is set for: the galley that has the marker first.
fn under_marker(
    battle: &Battle,
    ship: Option<Tag>,
    formation: Option<&str>,
) -> Result<Vec<Tag>, Stop> {
    let with_leader = |formation: &Formation| {
        let others = formation.ships.iter().filter(|tag| **tag != formation.leader);
        std::iter::once(formation.leader).chain(others.copied()).collect()
    };
    match (ship, formation) {
        (Some(tag), None) => {
            battle.galleys.get(tag)?;
            match battle.formation_of(tag) {
                None => Ok(vec![tag]),
                Some(formation) if formation.leader == tag => Ok(with_leader(formation)),
                Some(formation) => refuse(
                    SPEED_RULE,
                    format!(
                        "{tag} keeps the speed of {}, which {} sets",
                        formation.name, formation.leader
                    ),
                ),
            }
        }
        (None, Some(name)) => {
            let all = battle.flags.iter().flat_map(|flag| &flag.formations);
            let known = all.clone().map(|formation| formation.name.as_str()).collect::<Vec<_>>();
            let mut found = all.filter(|formation| formation.name == name).map(with_leader);
            found.next().ok_or_else(|| {
                let shown: String = name.chars().take(40).collect();
                let known = if known.is_empty() { "none".into() } else { known.join(", ") };
                Stop::Nonsense(format!("there is no formation `{shown}`; formed: {known}").into())
            })
        }
        _ => Err(Stop::Nonsense("set-speed takes a `ship` or a `formation`, one of them".into())),
    }
}

fn set_speed(
    battle: &Battle,
    ship: Option<Tag>,
    formation: Option<&str>,
    speed: Speed,
    roller: &mut Roller,
) -> Resolved {
    let tags = under_marker(battle, ship, formation)?;
    let Some(&lead) = tags.first() else { return Ok(Resolution::new("set", Vec::new())) };
    for tag in &tags {
        may_change(battle, *tag, speed)?;
    }
    let galley = afloat(battle, lead, SPEED_RULE)?;
    let began = battle.began_at(lead);
    let choices = began.choices(galley.crippled);
    if !choices.contains(&speed) {
        let choices: Vec<String> = choices.iter().map(ToString::to_string).collect();
        let crippled = if galley.crippled { ", crippled" } else { "" };
        return refuse(
            SPEED_RULE,
            format!(
                "{lead} {} was at speed {began}{crippled}: from there she takes {}, not {speed}",
                galley.name,
                choices.join(", ")
            ),
        );
    }
    let full = Speed::Ahead(FULL_SPEED);
    let mut effects = Vec::new();
    let held = match battle.progress.held_out.get(&lead) {
        // Of one who has thrown already, the throw stands.
        Some(held) => *held || speed.in_sums() <= FATIGUED_SPEED,
        None if began == full && speed == full => {
            let cq = i64::from(galley.cq);
            let ask =
                Ask::new(Throw::D6, format!("fatigue: {cq} or less holds out")).hoping(Hopes::Low);
            let held = roller.at_most(&ask, cq)?;
            effects.push(Effect::FatigueThrown(lead, held));
            held
        }
        None => true,
    };
    let speed = if held { speed } else { Speed::Ahead(FATIGUED_SPEED) };
    for tag in tags {
        let before = battle.galleys.get(tag)?;
        effects.push(Effect::SpeedSet(tag, speed));
        if before.crippled && before.speed != speed && speed == Speed::STOPPED {
            effects.push(Effect::OwesDrift(tag));
        }
    }
    Ok(Resolution::new(if held { "set" } else { "fatigued" }, effects))
}

/// A galley aground, or out of command, keeps her speed.
fn may_change(battle: &Battle, tag: Tag, speed: Speed) -> Result<(), Stop> {
    let galley = afloat(battle, tag, SPEED_RULE)?;
    if galley.commanded != Commanded::Yes && speed != battle.began_at(tag) {
        return refuse(
            COMMAND_RULE,
            format!("{tag} {} is out of command and keeps her speed", galley.name),
        );
    }
    Ok(())
}

fn drift(battle: &Battle, tag: Tag, roller: &mut Roller) -> Resolved {
    present(battle, tag, DRIFT_RULE)?;
    Ok(Resolution::done(vec![Effect::Drifted(tag, drifts(battle, tag, roller)?)]))
}

fn coast(
    battle: &Battle,
    tag: Tag,
    bow_at_land: bool,
    backing: bool,
    roller: &mut Roller,
) -> Resolved {
    let galley = afloat(battle, tag, COAST_RULE)?;
    let number = galley.aground_number();
    // One die, one minus (C-4).
    let modifiers = if backing || galley.speed == Speed::BackingWater {
        vec![Modifier::new(-1, "backs in")]
    } else if bow_at_land {
        vec![Modifier::new(-1, "bow at land")]
    } else {
        Vec::new()
    };
    let ask = Ask::new(Throw::D6, format!("coast: {number} or less is aground")).with(modifiers);
    let mut effects = vec![Effect::Moved(tag)];
    if !roller.at_most(&ask, number)? {
        effects.push(Effect::Afloat(tag));
        return Ok(Resolution::new("afloat", effects));
    }
    effects.push(Effect::RanAground(tag));
    effects.extend(falls_out(battle, tag));
    Ok(Resolution::new("aground", effects))
}

fn refloat(battle: &Battle, tag: Tag, roller: &mut Roller) -> Resolved {
    let galley = present(battle, tag, COAST_RULE)?;
    let refused = |why: &str| refuse(COAST_RULE, format!("{tag} {} {why}", galley.name));
    if !galley.aground {
        return refused("is not aground");
    }
    if galley.grounded_in_phase.is_some() {
        return refused("may try from her side's next movement phase on");
    }
    if galley.refloat_tried {
        return refused("has tried in this phase");
    }
    let cq = i64::from(galley.cq);
    let ask = Ask::new(Throw::D6, format!("refloat: {cq} or less is free")).hoping(Hopes::Low);
    if roller.at_most(&ask, cq)? {
        return Ok(Resolution::new("freed", vec![Effect::Freed(tag)]));
    }
    Ok(Resolution::new("aground", vec![Effect::StaysAground(tag)]))
}

fn enter_occupied(
    battle: &Battle,
    [tag, other]: [Tag; 2],
    through_flank: bool,
    roller: &mut Roller,
) -> Resolved {
    battle.galleys.get(other)?;
    let galley = goes_ahead(battle, tag, FOUL_RULE)?;
    let there = present(battle, other, FOUL_RULE)?;
    if tag == other {
        return refuse(FOUL_RULE, format!("{tag} cannot enter her own hex"));
    }
    let mut effects = vec![Effect::Moved(tag)];
    if through_flank && galley.side != there.side && galley.ram_number() > there.ram_number() {
        effects.extend(foul(battle, tag, other, roller)?);
        return Ok(Resolution::new("fouled", effects));
    }
    effects.push(Effect::PassedThrough(tag, other));
    Ok(Resolution::new("clear", effects))
}

/// Both in one hex, at the lower speed (C-5), and each bow adrift, the mover's
/// first.
pub(super) fn foul(
    battle: &Battle,
    mover: Tag,
    other: Tag,
    roller: &mut Roller,
) -> Result<Vec<Effect>, Stop> {
    let stack = battle.stack(mover, other);
    let speeds = stack.iter().filter_map(|tag| battle.galleys.find(*tag)).map(|g| g.speed);
    let common = speeds.min_by_key(|speed| speed.in_sums()).unwrap_or(Speed::STOPPED);
    let mut effects = vec![Effect::Fouled(stack.clone(), common)];
    for tag in &stack {
        let stops =
            |galley: &Galley| galley.crippled && galley.speed != common && common == Speed::STOPPED;
        // The mover and the other throw theirs now.
        if ![mover, other].contains(tag) && battle.galleys.find(*tag).is_some_and(stops) {
            effects.push(Effect::OwesDrift(*tag));
        }
        effects.extend(falls_out(battle, *tag));
    }
    for tag in [mover, other] {
        effects.push(Effect::Drifted(tag, drifts(battle, tag, roller)?));
    }
    Ok(effects)
}

fn unfoul(battle: &Battle, tag: Tag) -> Resolved {
    let galley = afloat(battle, tag, FOUL_RULE)?;
    let refused = |why: String| refuse(FOUL_RULE, format!("{tag} {} {why}", galley.name));
    if galley.fouled_with.is_empty() {
        return refused("is not fouled".into());
    }
    if battle.moves_now(galley.side) && battle.progress.fouled.contains(&tag) {
        return refused("fouled in this phase: she must begin it stacked to leave".into());
    }
    if galley.speed == Speed::STOPPED {
        return refused("has no movement points to leave with".into());
    }
    Ok(Resolution::done(vec![Effect::Moved(tag), Effect::Unfouled(tag)]))
}

fn end_phase(battle: &Battle) -> Resolution<Effect> {
    let mut effects = vec![Effect::PhaseEnded];
    let next = battle.next_phase();
    if let Some(nation) = next.mover() {
        let side = battle.side_of(nation);
        let enhanced = battle.switch("command") && battle.would_be_enhanced(side);
        if battle.admiral(side).is_some_and(|admiral| admiral.enhanced != enhanced) {
            effects.push(Effect::AdmiralEnhanced(side, enhanced));
        }
    }
    Resolution::done(effects)
}

fn resign(battle: &Battle, side: Side) -> Resolved {
    if let Some(gone) = battle.resigned {
        return refuse(END_RULE, format!("{} has resigned", battle.side_name(gone)));
    }
    Ok(Resolution::done(vec![Effect::Resigned(side)]))
}
