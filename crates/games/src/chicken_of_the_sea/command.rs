//! Command in Chicken of the Sea: the flagship, forming up, and command checks.

use dice::{AskedRoll, Preferred, Roller};
use message::{Joint, Message, message};
use rules::common::{Resolution, Side, Stop, Tag, refuse};
use rules::system::Rules;

use super::consequences::falls_out;
use super::effects::Effect;
use super::formations::beyond;
use super::guards::{Resolved, afloat, unit_in_play};
use super::orders::{ADMIRAL_RULE, COMMAND_RULE, FORMATION_RULE, Outcome, Switch};
use super::speed::may_take;
use super::state::Battle;
use super::tables::{Commanded, DIE, Phase, Shape, VEERS, VEERS_ON};

/// Refuses if the command rules, which are optional, are off.
fn is_on(battle: &Battle, rule: &'static str) -> Result<(), Stop> {
    if battle.switch(Switch::Command) {
        return Ok(());
    }
    refuse(
        rule,
        message!("this battle does not use the command game: turn it on when you start a battle"),
    )
}

pub(super) fn transfer_admiral(battle: &Battle, from: Tag, to: Tag) -> Resolved {
    battle.common.units.get(to)?;
    let flagship = unit_in_play(battle, from, ADMIRAL_RULE)?;
    is_on(battle, ADMIRAL_RULE)?;
    let goal = unit_in_play(battle, to, ADMIRAL_RULE)?;
    if !battle.is_flagship(from, flagship.side) {
        return refuse(
            ADMIRAL_RULE,
            message!("no admiral is aboard {ship}", ship = battle.called(from)),
        );
    }
    if from == to {
        return refuse(ADMIRAL_RULE, message!("the admiral is already aboard {ship}", ship = from));
    }
    if goal.side != flagship.side {
        return refuse(ADMIRAL_RULE, message!("{ship} is an enemy", ship = battle.called(to)));
    }
    let side = flagship.side;
    let mut effects = vec![Effect::AdmiralAboard(side, to)];
    if battle.admiral(side).is_some_and(|admiral| admiral.enhanced) {
        effects.push(Effect::AdmiralEnhanced(side, false));
    }
    Ok(Resolution::done(effects))
}

pub(super) fn form(battle: &Battle, shape: Shape, ships: &[Tag], leader: Tag) -> Resolved {
    battle.common.units.get(leader)?;
    for tag in ships {
        battle.common.units.get(*tag)?;
    }
    is_on(battle, FORMATION_RULE)?;
    let Some(&first) = ships.first().filter(|_| ships.len() > 1) else {
        return refuse(FORMATION_RULE, message!("a formation takes two galleys or more"));
    };
    let side = battle.common.units.get(first)?.side;
    for tag in ships {
        if afloat(battle, *tag, FORMATION_RULE)?.side != side {
            return refuse(
                FORMATION_RULE,
                message!("{one} and {two} are on different sides", one = first, two = tag),
            );
        }
        keeps_station(battle, *tag, leader)?;
        takes_the_marker(battle, *tag, leader)?;
    }
    if !ships.contains(&leader) {
        return refuse(
            FORMATION_RULE,
            message!("the leader {leader} is not in the formation", leader),
        );
    }
    may_lead(battle, shape, ships, leader)?;
    // Galleys that join a line abreast do not break it.
    let line = battle.growing(shape, ships, leader);
    if shape == Shape::LineAbreast {
        check_reach(battle, ships, leader, line.is_some())?;
    }
    let is_new = |tag: &&Tag| line.is_none_or(|line| !line.ships.contains(tag));
    let newcomers = ships.iter().filter(is_new);
    let mut effects: Vec<Effect> = newcomers.filter_map(|tag| falls_out(battle, *tag)).collect();
    effects.push(Effect::Formed(shape, ships.to_vec(), leader));
    Ok(Resolution::done(effects))
}

/// A column is led by its first galley; a line abreast by the admiral or a line commander
/// in it.
fn may_lead(battle: &Battle, shape: Shape, ships: &[Tag], leader: Tag) -> Result<(), Stop> {
    let commanders: Vec<&Tag> = ships.iter().filter(|tag| battle.has_commander(**tag)).collect();
    let first = ships.first().copied().unwrap_or(leader);
    let why = match shape {
        Shape::Column if leader != first => {
            message!("a column is led by its first galley, {first}, not by {leader}", first, leader)
        }
        Shape::LineAbreast if commanders.is_empty() => {
            message!(
                "a line abreast is led by the admiral or a line commander, and neither is in it"
            )
        }
        Shape::LineAbreast if !commanders.contains(&&leader) => {
            let names = commanders.iter().map(|tag| Message::verbatim(tag.to_string()));
            message!(
                "a line abreast is led by the admiral or a line commander: {commanders}, not {leader}",
                commanders = Message::joined(names, Joint::Or),
                leader
            )
        }
        Shape::Column | Shape::LineAbreast => return Ok(()),
    };
    refuse(FORMATION_RULE, why)
}

/// Refuses a fouled or crippled galley, since either breaks a formation. A crew that tired
/// in this phase cannot take a faster marker.
fn keeps_station(battle: &Battle, tag: Tag, leader: Tag) -> Result<(), Stop> {
    let galley = battle.common.units.get(tag)?;
    let speed = battle.common.units.get(leader)?.speed;
    let why = if galley.crippled {
        message!("{ship} is crippled and cannot join a formation", ship = battle.called(tag))
    } else if let Some(other) = galley.fouled_with.first() {
        let ship = battle.called(tag);
        message!("{ship} is fouled with {other} and cannot join a formation", ship, other)
    } else if battle.progress.held_out.get(&tag) == Some(&false) && galley.speed != speed {
        let (ship, speed) = (battle.called(tag), galley.speed);
        message!("{ship} is tired and stays at speed {speed} for this turn", ship, speed)
    } else {
        return Ok(());
    };
    refuse(FORMATION_RULE, why)
}

/// In a line abreast, galleys beyond the commander's range do not belong to the line
/// (C-27).
fn check_reach(battle: &Battle, ships: &[Tag], leader: Tag, grows: bool) -> Result<(), Stop> {
    let reach = if grows { battle.reach_of(leader) } else { battle.usual_reach_of(leader) };
    match beyond(ships, leader, reach).next() {
        None => Ok(()),
        Some(tag) => refuse(
            FORMATION_RULE,
            message!(reach =>
                "{ship} would be out of the range of {leader}: {n} hex"
                | "{ship} would be out of the range of {leader}: {n} hexes",
                ship = battle.called(tag), leader = battle.called(leader)
            ),
        ),
    }
}

/// Refuses a galley that cannot reach the speed of her leader's marker (C-26).
pub(super) fn takes_the_marker(battle: &Battle, tag: Tag, leader: Tag) -> Result<(), Stop> {
    let (own, speed) =
        (battle.common.units.get(tag)?.speed, battle.common.units.get(leader)?.speed);
    if tag == leader {
        return Ok(());
    }
    if battle.phase == Phase::Speed {
        return may_take(battle, tag, speed);
    }
    if own == speed {
        return Ok(());
    }
    refuse(
        FORMATION_RULE,
        message!(
            "{ship} is at speed {own} and {leader} at {speed}: a formation has one speed",
            ship = battle.called(tag),
            own,
            leader,
            speed
        ),
    )
}

pub(super) fn break_formation(battle: &Battle, tag: Tag) -> Resolved {
    let side = unit_in_play(battle, tag, FORMATION_RULE)?.side;
    is_on(battle, FORMATION_RULE)?;
    match battle.formation_of(tag) {
        Some(_) => {
            let owes = !battle.progress.checked.contains(&tag) && !battle.sets_up(side);
            let passed = battle.passes_on(tag).filter(|_| owes);
            Ok(Resolution::done(passed.into_iter().chain([Effect::LeftFormation(tag)]).collect()))
        }
        None => {
            refuse(FORMATION_RULE, message!("{ship} is in no formation", ship = battle.called(tag)))
        }
    }
}

pub(super) fn out_of_range(battle: &Battle, side: Side, ships: &[Tag]) -> Resolved {
    is_on(battle, COMMAND_RULE)?;
    for tag in ships {
        if unit_in_play(battle, *tag, COMMAND_RULE)?.side != side {
            return refuse(
                COMMAND_RULE,
                message!("{ship} is an enemy", ship = battle.called(*tag)),
            );
        }
    }
    if battle.free_admiral(side).is_none() {
        return refuse(
            COMMAND_RULE,
            message!(
                "no admiral of this side is free to signal: every galley outside a formation checks"
            ),
        );
    }
    Ok(Resolution::done(vec![Effect::OutOfRange(side, ships.to_vec())]))
}

pub(super) fn check(
    battle: &Battle,
    tag: Tag,
    in_admirals_range: Option<bool>,
    roller: &mut Roller,
) -> Resolved {
    let galley = unit_in_play(battle, tag, COMMAND_RULE)?;
    is_on(battle, COMMAND_RULE)?;
    if let Some(why) = battle.exemption(tag, in_admirals_range) {
        return refuse(
            COMMAND_RULE,
            message!("{ship} does not check: {why}", ship = battle.called(tag), why),
        );
    }
    let cq = i64::from(galley.cq);
    let purpose = message!("command: in command on {most} or less", most = cq);
    let ask = AskedRoll::new(DIE, purpose).preferring(Preferred::Low);
    // Only a 6 veers, and the best crew is in command even on a 6 (C-18).
    let veers_on = VEERS_ON.max(cq + 1);
    let rows = [
        (i64::MIN, CheckResult::Heeds),
        (cq + 1, CheckResult::Holds),
        (veers_on, CheckResult::Veers),
    ];
    let mut effects = Vec::new();
    let outcome = match roller.check(&ask, &rows)? {
        CheckResult::Heeds => {
            effects.push(Effect::CommandChecked(tag, Commanded::Yes));
            // A galley out of her line commander's range leaves the line when she checks.
            effects.extend(falls_out(battle, tag).filter(|_| battle.is_in_line(tag)));
            return Ok(Resolution::new(Outcome::InCommand, effects));
        }
        CheckResult::Holds => {
            effects.push(Effect::CommandChecked(tag, Commanded::HoldsCourse));
            Outcome::HoldsCourse
        }
        CheckResult::Veers => {
            let purpose = message!("veers: odd to the left, even to the right");
            let ask = AskedRoll::new(DIE, purpose).preferring(Preferred::Neither);
            let by: i8 = roller.row(&ask, &VEERS)?;
            effects.push(Effect::CommandChecked(tag, Commanded::Veered));
            effects.push(Effect::Veered(tag, by));
            if by < 0 { Outcome::VeersLeft } else { Outcome::VeersRight }
        }
    };
    effects.extend(battle.passes_on(tag));
    effects.extend(falls_out(battle, tag));
    Ok(Resolution::new(outcome, effects))
}

/// The result of a command check.
#[derive(Clone, Copy)]
enum CheckResult {
    Heeds,
    Holds,
    Veers,
}

impl Battle {
    fn is_in_line(&self, tag: Tag) -> bool {
        self.formation_of(tag).is_some_and(|formation| formation.shape == Shape::LineAbreast)
    }
}
