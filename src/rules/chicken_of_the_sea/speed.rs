//! Setting speeds, and the fatigue of crews that stay at full speed.

use crate::dice::{Ask, Hopes, Roller, Throw};
use crate::rules::common::{Resolution, Stop, Tag, refuse};

use super::guards::{Resolved, afloat};
use super::orders::{COMMAND_RULE, Effect, Outcome, SPEED_RULE};
use super::state::{Battle, Formation};
use super::tables::{Commanded, FATIGUED_SPEED, FULL_SPEED, Speed};

pub(super) fn set_speed(
    battle: &Battle,
    ship: Option<Tag>,
    formation: Option<&str>,
    speed: Speed,
    roller: &mut Roller,
) -> Resolved {
    let (lead, tags) = under_marker(battle, ship, formation)?;
    for tag in &tags {
        may_change(battle, *tag, speed)?;
    }
    is_next(battle, lead, speed)?;
    let mut effects = Vec::new();
    let mut tired = Vec::new();
    for &tag in &tags {
        let held = holds_out(battle, tag, speed, roller, &mut effects)?;
        let speed = if held { speed } else { Speed::Ahead(FATIGUED_SPEED) };
        if !held {
            tired.push(tag);
        }
        let galley = battle.galleys.get(tag)?;
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

/// Who a speed is set for: who has the marker, and everybody under it in the
/// order of the formation.
fn under_marker(
    battle: &Battle,
    ship: Option<Tag>,
    formation: Option<&str>,
) -> Result<(Tag, Vec<Tag>), Stop> {
    let under = |formation: &Formation| (formation.leader, formation.ships.clone());
    match (ship, formation) {
        (Some(tag), None) => {
            battle.galleys.get(tag)?;
            match battle.formation_of(tag) {
                None => Ok((tag, vec![tag])),
                Some(formation) if formation.leader == tag => Ok(under(formation)),
                Some(formation) => refuse(
                    SPEED_RULE,
                    format!(
                        "{tag} keeps the speed of {}, which {} sets",
                        formation.called(),
                        formation.leader
                    ),
                ),
            }
        }
        (None, Some(name)) => {
            let all = battle.flags.iter().flat_map(|flag| &flag.formations);
            let known = all.clone().map(|formation| formation.name.as_str()).collect::<Vec<_>>();
            let mut found = all.filter(|formation| formation.name == name).map(under);
            found.next().ok_or_else(|| {
                let shown: String = name.chars().take(40).collect();
                let known = if known.is_empty() { "none".into() } else { known.join(", ") };
                Stop::Nonsense(format!("there is no formation `{shown}`; formed: {known}").into())
            })
        }
        (None, None) | (Some(_), Some(_)) => {
            Err(Stop::Nonsense("set-speed takes a `ship` or a `formation`, one of them".into()))
        }
    }
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

/// A speed is counted from that at the start of the phase.
fn is_next(battle: &Battle, lead: Tag, speed: Speed) -> Result<(), Stop> {
    let galley = battle.galleys.get(lead)?;
    let began = battle.began_at(lead);
    let choices = began.choices(galley.crippled);
    if choices.contains(&speed) {
        return Ok(());
    }
    let choices: Vec<String> = choices.iter().map(|speed| speed.in_words()).collect();
    let crippled = if galley.crippled { " and crippled" } else { "" };
    let (began, speed) = (began.in_words(), speed.in_words());
    refuse(
        SPEED_RULE,
        format!(
            "{lead} {} was at speed {began}{crippled}: she can now take {}, not {speed}",
            galley.name,
            choices.join(" or "),
        ),
    )
}

/// Whether a crew holds out at this speed: one that was at full speed and stays
/// there rolls, each galley of a formation for herself (C-11), and once: after
/// she tired she stays slow, after she held out she may still be slowed.
fn holds_out(
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
            let galley = battle.galleys.get(tag)?;
            let cq = i64::from(galley.cq);
            let purpose = format!("fatigue of {}: holds out on {cq} or less", battle.called(tag));
            let ask = Ask::new(Throw::D6, purpose).hoping(Hopes::Low);
            let held = roller.at_most(&ask, cq)?;
            effects.push(Effect::FatigueThrown(tag, held));
            Ok(held)
        }
        None => Ok(true),
    }
}
