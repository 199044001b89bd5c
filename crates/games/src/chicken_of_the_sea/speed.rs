//! Setting speeds in Chicken of the Sea, and the fatigue of crews that stay at full speed.

use dice::{AskedRoll, Preferred, Roller};
use message::{Joint, Message, clipped, message};
use rules::common::{Resolution, Stop, Tag, refuse};
use rules::system::Rules;

use super::effects::Effect;
use super::guards::{Resolved, afloat};
use super::orders::{COMMAND_RULE, Outcome, SPEED_RULE};
use super::state::{Battle, Formation};
use super::tables::{Commanded, DIE, FATIGUED_SPEED, FULL_SPEED, Speed};

pub(super) fn set_speed(
    battle: &Battle,
    ship: Option<Tag>,
    formation: Option<&str>,
    speed: Speed,
    roller: &mut Roller,
) -> Resolved {
    let (lead, tags) = under_marker(battle, ship, formation)?;
    // The leader first, since the others take her speed (C-26).
    for tag in [lead].iter().chain(tags.iter().filter(|tag| **tag != lead)) {
        may_take(battle, *tag, speed)?;
    }
    let mut effects = Vec::new();
    let mut tired = Vec::new();
    for &tag in &tags {
        let held = resists_fatigue(battle, tag, speed, roller, &mut effects)?;
        let speed = if held { speed } else { Speed::Ahead(FATIGUED_SPEED) };
        if !held {
            tired.push(tag);
        }
        let galley = battle.common.units.get(tag)?;
        effects.push(Effect::SpeedSet(tag, speed));
        if galley.crippled && galley.speed != speed && speed == Speed::STOPPED {
            effects.push(Effect::OwesDrift(tag));
        }
    }
    let outcome = if tired.is_empty() { Outcome::Set } else { Outcome::Fatigued };
    if tags.len() > 1 && !tired.is_empty() {
        effects.push(Effect::FellBehind(tired));
    }
    Ok(Resolution::new(outcome, effects))
}

/// The galleys for which a speed is set: the one with the marker, and all under it in
/// formation order.
fn under_marker(
    battle: &Battle,
    ship: Option<Tag>,
    formation: Option<&str>,
) -> Result<(Tag, Vec<Tag>), Stop> {
    let under = |formation: &Formation| (formation.leader, formation.ships.clone());
    match (ship, formation) {
        (Some(tag), None) => {
            battle.common.units.get(tag)?;
            match battle.formation_of(tag) {
                None => Ok((tag, vec![tag])),
                Some(formation) if formation.leader == tag => Ok(under(formation)),
                Some(formation) => refuse(
                    SPEED_RULE,
                    message!(
                        "{ship} keeps the speed of {formation}, which {leader} sets",
                        ship = tag,
                        formation = formation.called(),
                        leader = formation.leader
                    ),
                ),
            }
        }
        (None, Some(name)) => {
            let all = battle.flags.iter().flat_map(|flag| &flag.formations);
            let mut found = all.filter(|formation| formation.name == name).map(under);
            // The names of other formations may be secret.
            let unknown = || message!("there is no formation `{name}`", name = clipped(name));
            found.next().ok_or_else(|| Stop::Invalid(unknown()))
        }
        (None, None) | (Some(_), Some(_)) => {
            Err(Stop::Invalid(message!("choose one ship or one formation")))
        }
    }
}

/// Refuses a galley that cannot have a speed in this turn.
pub(super) fn may_take(battle: &Battle, tag: Tag, speed: Speed) -> Result<(), Stop> {
    may_change(battle, tag, speed)?;
    is_next(battle, tag, speed)
}

/// A galley that is aground or out of command keeps her speed.
fn may_change(battle: &Battle, tag: Tag, speed: Speed) -> Result<(), Stop> {
    let galley = afloat(battle, tag, SPEED_RULE)?;
    if galley.commanded != Commanded::Yes && speed != battle.began_at(tag) {
        return refuse(
            COMMAND_RULE,
            message!("{ship} is out of command and keeps her speed", ship = battle.called(tag)),
        );
    }
    Ok(())
}

/// Checks a new speed against the speed at the start of the phase.
fn is_next(battle: &Battle, tag: Tag, speed: Speed) -> Result<(), Stop> {
    let galley = battle.common.units.get(tag)?;
    let began = battle.began_at(tag);
    let choices = began.choices(galley.crippled);
    if choices.contains(&speed) {
        return Ok(());
    }
    let (ship, speed) = (battle.called(tag), speed.to_choose());
    let choices = Message::joined(choices.into_iter().map(Speed::to_choose), Joint::Or);
    let why = match (began, galley.crippled) {
        (Speed::BackingWater, _) => {
            message!(
                "{ship} was backing water: she can now take {choices}, not {speed}",
                ship,
                choices,
                speed
            )
        }
        (Speed::Ahead(began), false) => message!(
            "{ship} was at speed {began}: she can now take {choices}, not {speed}",
            ship,
            began,
            choices,
            speed
        ),
        (Speed::Ahead(began), true) => message!(
            "{ship} was at speed {began} and is crippled: she can now take {choices}, not {speed}",
            ship,
            began,
            choices,
            speed
        ),
    };
    refuse(SPEED_RULE, why)
}

/// Whether a crew holds out at this speed. A crew that was at full speed and stays there
/// rolls, separately for each galley of a formation (C-11). It rolls only once: if it
/// tired, it stays slow, and if it held out, it may still slow down.
fn resists_fatigue(
    battle: &Battle,
    tag: Tag,
    speed: Speed,
    roller: &mut Roller,
    effects: &mut Vec<Effect>,
) -> Result<bool, Stop> {
    let full = Speed::Ahead(FULL_SPEED);
    match battle.progress.held_out.get(&tag) {
        Some(held) => Ok(*held || speed.in_sums() <= FATIGUED_SPEED),
        None if battle.began_at(tag) == full && speed == full => {
            let galley = battle.common.units.get(tag)?;
            let cq = i64::from(galley.cq);
            let ship = battle.called(tag);
            let purpose =
                message!("fatigue of {ship}: holds out on {most} or less", ship, most = cq);
            let ask = AskedRoll::new(DIE, purpose).preferring(Preferred::Low);
            let held = roller.at_most(&ask, cq)?;
            effects.push(Effect::FatigueRolled(tag, held));
            Ok(held)
        }
        None => Ok(true),
    }
}
