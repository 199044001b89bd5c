//! Greek Fire in words.

use std::cmp::Ordering;

use crate::rules::greek_fire::tables::{MoraleResult, Weapon};
use crate::rules::greek_fire::{Battle, Effect};
use crate::rules::{System, Tag};
use crate::say::{Say, say};

use super::{Tale, correction};

/// An effect as a sentence; `None` for what goes without saying.
#[expect(clippy::too_many_lines, reason = "an arm an effect")]
pub(super) fn sentence(battle: &Battle, effect: &Effect) -> Option<Say> {
    let name = |tag: &Tag| battle.called(*tag);
    Some(match effect {
        Effect::PhaseReached(..)
        | Effect::FireSeen(_)
        | Effect::TriedFree(_)
        | Effect::Boarded(_)
        | Effect::Touched(..) => return None,
        Effect::FirstSideChosen(side) => {
            say!("First to move: {side}.", side = battle.side_called(*side))
        }
        Effect::Activated(tag) => say!("{ship} begins her turn.", ship = name(tag)),
        Effect::CrewKilled(tag, 0) => say!("{ship} loses nobody.", ship = name(tag)),
        Effect::CrewKilled(tag, killed) => match crew_after(battle, *tag, *killed) {
            0 => say!("{ship} loses {killed} crew; none are left.", ship = name(tag), killed),
            left => say!(left =>
                "{ship} loses {killed} crew; {n} is left."
                | "{ship} loses {killed} crew; {n} are left.",
                ship = name(tag), killed
            ),
        },
        Effect::FiresOut(tag, fires) => say!(*fires =>
            "{n} fire goes out on {ship}." | "{n} fires go out on {ship}.", ship = name(tag)
        ),
        Effect::FiresLit(tag, fires) => say!(*fires =>
            "{n} fire is lit on {ship}." | "{n} fires are lit on {ship}.", ship = name(tag)
        ),
        Effect::BurntDown(tag) => say!("{ship} burns down to the water.", ship = name(tag)),
        Effect::Wind(tag, wind) => winds(name(tag), *wind),
        Effect::Rowed { ship, spent: 0, .. } => say!("{ship} does not move.", ship = name(ship)),
        Effect::Rowed { ship, spent, ramming_speed: false } => say!(*spent =>
            "{ship} spends {n} move point." | "{ship} spends {n} move points.", ship = name(ship)
        ),
        Effect::Rowed { ship, spent, ramming_speed: true } => say!(*spent =>
            "{ship} spends {n} move point at ramming speed."
            | "{ship} spends {n} move points at ramming speed.",
            ship = name(ship)
        ),
        Effect::CutFree(one, two) => {
            say!("{ship} breaks free of {other}.", ship = name(one), other = name(two))
        }
        Effect::Grappled(one, two) => {
            say!("{ship} grapples {target}.", ship = name(one), target = name(two))
        }
        Effect::RunAground(tag) => say!("{ship} runs aground.", ship = name(tag)),
        Effect::Shot { ship, mount, target } => shot(battle, *ship, mount, *target)?,
        Effect::Rammed(one, two) => {
            say!("{ship} rams {target}.", ship = name(one), target = name(two))
        }
        Effect::OarsSheared(tag, lost) => say!(*lost =>
            "{ship} loses {n} move point for the rest of the battle."
            | "{ship} loses {n} move points for the rest of the battle.",
            ship = name(tag)
        ),
        Effect::Sinking { ship, rounds, .. } => say!(*rounds =>
            "{ship} will sink in {n} turn." | "{ship} will sink in {n} turns.", ship = name(ship)
        ),
        Effect::Sunk(tag) => say!("{ship} goes down.", ship = name(tag)),
        Effect::Surrendered(tag) => say!("{ship} surrenders.", ship = name(tag)),
        Effect::Abandoned(tag) => say!("The crew of {ship} abandons her.", ship = name(tag)),
        Effect::Routing(tag, true) => say!("{ship} routs.", ship = name(tag)),
        Effect::Routing(tag, false) => say!("{ship} rallies.", ship = name(tag)),
        Effect::MoraleTold(tag, result) => match result {
            MoraleResult::FightsOn => say!("{ship} fights on.", ship = name(tag)),
            MoraleResult::Surrenders | MoraleResult::Abandons | MoraleResult::Routs => return None,
        },
        Effect::Escaped(tag) => say!("{ship} leaves the table.", ship = name(tag)),
        Effect::PrizeTaken { by, ship, crew, holder } => say!(
            "{ship} puts {crew} crew aboard {prize}, which now fights for {side}.",
            ship = name(by),
            crew,
            prize = name(ship),
            side = battle.side_called(*holder)
        ),
        Effect::Victory { to, .. } => say!("{ship} scores a victory.", ship = name(to)),
        Effect::CountedDown(tag) => match battle.roster().find(*tag)?.sinking_in {
            Some(rounds) if rounds > 1 => say!(rounds - 1 =>
                "{ship} settles: {n} turn to go." | "{ship} settles: {n} turns to go.",
                ship = name(tag)
            ),
            Some(_) | None => return None,
        },
        Effect::RoundEnded => say!("The round is over."),
        Effect::Adjusted(subject, field, value) => correction(battle, *subject, field, value),
    })
}

/// An effect for the story of the battle.
pub(super) fn tale(battle: &Battle, effect: &Effect) -> Tale {
    let name = |tag: &Tag| battle.called(*tag);
    match effect {
        Effect::PhaseReached(..)
        | Effect::FireSeen(_)
        | Effect::TriedFree(_)
        | Effect::Boarded(_)
        | Effect::Touched(..)
        | Effect::FirstSideChosen(_)
        | Effect::Activated(_)
        | Effect::CrewKilled(_, 0)
        | Effect::Wind(..)
        | Effect::Rowed { .. }
        | Effect::MoraleTold(..)
        | Effect::Victory { .. }
        | Effect::CountedDown(_)
        | Effect::RoundEnded => Tale::Routine,
        Effect::Shot { ship, mount, target } => {
            // Only whoever keeps her record needs the mount's number.
            let weapon = Weapon::of_mount(mount);
            Tale::Setting(say!(
                "{ship} shoots at {target} with {weapon}.",
                ship = name(ship),
                target = name(target),
                weapon = weapon.map_or_else(|| Say::path(mount), Weapon::say)
            ))
        }
        Effect::Rammed(..) | Effect::Grappled(..) | Effect::CutFree(..) | Effect::FiresOut(..) => {
            Tale::setting(sentence(battle, effect))
        }
        Effect::CrewKilled(tag, killed) => {
            let (ship, left) = (name(tag), crew_after(battle, *tag, *killed));
            Tale::News(match left {
                0 => say!("{ship} loses {killed} crew (the last of them).", ship, killed),
                left => say!("{ship} loses {killed} crew ({left} left).", ship, killed, left),
            })
        }
        Effect::FiresLit(..)
        | Effect::BurntDown(_)
        | Effect::RunAground(_)
        | Effect::OarsSheared(..)
        | Effect::Sinking { .. }
        | Effect::Sunk(_)
        | Effect::Surrendered(_)
        | Effect::Abandoned(_)
        | Effect::Routing(..)
        | Effect::Escaped(_)
        | Effect::PrizeTaken { .. }
        | Effect::Adjusted(..) => Tale::news(sentence(battle, effect)),
    }
}

/// The crew that she has left once these are killed.
fn crew_after(battle: &Battle, tag: Tag, killed: u32) -> u32 {
    battle.roster().find(tag).map_or(0, |ship| ship.crew.saturating_sub(killed))
}

fn winds(ship: Say, points: i64) -> Say {
    match points.cmp(&0) {
        Ordering::Equal => say!("The wind changes nothing for {ship}.", ship),
        Ordering::Greater => say!(points =>
            "The wind gives {ship} {n} move point this turn."
            | "The wind gives {ship} {n} move points this turn.",
            ship
        ),
        Ordering::Less => say!(points.saturating_abs() =>
            "The wind costs {ship} {n} move point this turn."
            | "The wind costs {ship} {n} move points this turn.",
            ship
        ),
    }
}

fn shot(battle: &Battle, ship: Tag, mount: &str, target: Tag) -> Option<Say> {
    let with = Say::path(mount);
    let left = battle.roster().find(ship)?.ammo.get(mount).map(|left| left.saturating_sub(1));
    let (ship, target) = (battle.called(ship), battle.called(target));
    Some(match left {
        Some(left) => say!(left =>
            "{ship} shoots at {target} with {with}; {n} shot left."
            | "{ship} shoots at {target} with {with}; {n} shots left.",
            ship, target, with
        ),
        None => say!("The {with} of {ship} throw javelins at {target}.", with, ship, target),
    })
}
