//! What effects are in words.

use std::cmp::Ordering;

use super::tables::{MoraleResult, Weapon};
use super::{Battle, Effect};
use crate::rules::tale::Tale;
use crate::rules::{System, Tag};
use crate::say::{Say, say};

/// An effect in words.
#[expect(clippy::too_many_lines, reason = "an arm an effect")]
pub(super) fn tale(battle: &Battle, effect: &Effect) -> Tale {
    let name = |tag: &Tag| battle.called(*tag);
    match effect {
        Effect::PhaseReached(..)
        | Effect::FireSeen(_)
        | Effect::TriedFree(_)
        | Effect::Boarded(_)
        | Effect::Touched(..) => Tale::UNSAID,
        Effect::FirstSideChosen(side) => {
            Tale::routine(say!("First to move: {side}.", side = battle.side_called(*side)))
        }
        Effect::Activated(tag) => Tale::routine(say!("{ship} begins her turn.", ship = name(tag))),
        Effect::CrewKilled(tag, 0) => Tale::routine(say!("{ship} loses nobody.", ship = name(tag))),
        Effect::CrewKilled(tag, killed) => crew_killed(battle, *tag, *killed),
        Effect::FiresOut(tag, fires) => Tale::setting(say!(*fires =>
            "{n} fire goes out on {ship}." | "{n} fires go out on {ship}.", ship = name(tag)
        )),
        Effect::FiresLit(tag, fires) => Tale::news(say!(*fires =>
            "{n} fire is lit on {ship}." | "{n} fires are lit on {ship}.", ship = name(tag)
        )),
        Effect::BurntDown(tag) => {
            Tale::news(say!("{ship} burns down to the water.", ship = name(tag)))
        }
        Effect::Wind(tag, wind) => Tale::routine(winds(name(tag), *wind)),
        Effect::Rowed { ship, spent: 0, .. } => {
            Tale::routine(say!("{ship} does not move.", ship = name(ship)))
        }
        Effect::Rowed { ship, spent, ramming_speed: false } => Tale::routine(say!(*spent =>
            "{ship} spends {n} move point." | "{ship} spends {n} move points.", ship = name(ship)
        )),
        Effect::Rowed { ship, spent, ramming_speed: true } => Tale::routine(say!(*spent =>
            "{ship} spends {n} move point at ramming speed."
            | "{ship} spends {n} move points at ramming speed.",
            ship = name(ship)
        )),
        Effect::CutFree(one, two) => Tale::setting(say!(
            "{ship} breaks free of {other}.",
            ship = name(one),
            other = name(two)
        )),
        Effect::Grappled(one, two) => {
            Tale::setting(say!("{ship} grapples {target}.", ship = name(one), target = name(two)))
        }
        Effect::RunAground(tag) => Tale::news(say!("{ship} runs aground.", ship = name(tag))),
        Effect::Shot { ship, mount, target } => {
            // Only whoever keeps her record needs the mount's number.
            let weapon = Weapon::of_mount(mount).map_or_else(|| Say::path(mount), Weapon::say);
            Tale::setting(shot(battle, *ship, mount, *target)).later(say!(
                "{ship} shoots at {target} with {weapon}.",
                ship = name(ship),
                target = name(target),
                weapon
            ))
        }
        Effect::Rammed(one, two) => {
            Tale::setting(say!("{ship} rams {target}.", ship = name(one), target = name(two)))
        }
        Effect::Unharmed(tag) => Tale::setting(say!("{ship} takes no harm.", ship = name(tag))),
        Effect::OarsSheared(tag, lost) => Tale::news(say!(*lost =>
            "{ship} loses {n} move point for the rest of the battle."
            | "{ship} loses {n} move points for the rest of the battle.",
            ship = name(tag)
        )),
        Effect::Sinking { ship, rounds, .. } => Tale::news(say!(*rounds =>
            "{ship} will sink in {n} turn." | "{ship} will sink in {n} turns.", ship = name(ship)
        )),
        Effect::Sunk(tag) => Tale::news(say!("{ship} goes down.", ship = name(tag))),
        Effect::Surrendered(tag) => Tale::news(say!("{ship} surrenders.", ship = name(tag))),
        Effect::Abandoned(tag) => {
            Tale::news(say!("The crew of {ship} abandons her.", ship = name(tag)))
        }
        Effect::Routing(tag, true) => Tale::news(say!("{ship} routs.", ship = name(tag))),
        Effect::Routing(tag, false) => Tale::news(say!("{ship} rallies.", ship = name(tag))),
        Effect::MoraleTold(tag, MoraleResult::FightsOn) => {
            Tale::routine(say!("{ship} fights on.", ship = name(tag)))
        }
        Effect::MoraleTold(
            _,
            MoraleResult::Surrenders | MoraleResult::Abandons | MoraleResult::Routs,
        ) => Tale::UNSAID,
        Effect::Escaped(tag) => Tale::news(say!("{ship} leaves the table.", ship = name(tag))),
        Effect::LeftTable(tag) => {
            Tale::news(say!("{ship} leaves the table in good order.", ship = name(tag)))
        }
        Effect::PrizeTaken { by, ship, crew, holder } => Tale::news(say!(
            "{ship} puts {crew} crew aboard {prize}, which now fights for {side}.",
            ship = name(by),
            crew,
            prize = name(ship),
            side = battle.side_called(*holder)
        )),
        Effect::Victory { to, .. } => {
            Tale::routine(say!("{ship} scores a victory.", ship = name(to)))
        }
        Effect::CountedDown(tag) => Tale::routine(settles(battle, *tag)),
        Effect::RoundEnded => Tale::routine(say!("The round is over.")),
    }
}

fn crew_killed(battle: &Battle, tag: Tag, killed: u32) -> Tale {
    let left = battle.roster().find(tag).map_or(0, |ship| ship.crew.saturating_sub(killed));
    let ship = battle.called(tag);
    if left == 0 {
        let now = say!("{ship} loses {killed} crew; none are left.", ship = ship.clone(), killed);
        return Tale::news(now).later(say!(
            "{ship} loses {killed} crew (the last of them).",
            ship,
            killed
        ));
    }
    let now = say!(left =>
        "{ship} loses {killed} crew; {n} is left."
        | "{ship} loses {killed} crew; {n} are left.",
        ship = ship.clone(), killed
    );
    Tale::news(now).later(say!("{ship} loses {killed} crew ({left} left).", ship, killed, left))
}

fn settles(battle: &Battle, tag: Tag) -> Option<Say> {
    let rounds = battle.roster().find(tag)?.sinking_in?.saturating_sub(1);
    (rounds > 0).then(|| {
        say!(rounds =>
            "{ship} settles: {n} turn to go." | "{ship} settles: {n} turns to go.",
            ship = battle.called(tag)
        )
    })
}

fn winds(ship: Say, points: i64) -> Say {
    match points.cmp(&0) {
        Ordering::Equal => say!("The wind changes nothing for {ship}.", ship),
        Ordering::Greater => say!(points =>
            "{ship}: +{n} move point from the wind this turn."
            | "{ship}: +{n} move points from the wind this turn.",
            ship
        ),
        Ordering::Less => say!(points.saturating_abs() =>
            "{ship}: −{n} move point from the wind this turn."
            | "{ship}: −{n} move points from the wind this turn.",
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
