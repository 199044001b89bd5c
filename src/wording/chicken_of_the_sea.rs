//! Chicken of the Sea in words.

use crate::rules::chicken_of_the_sea::tables::{Commanded, FREED_SPEED, Facing, Speed};
use crate::rules::chicken_of_the_sea::{AdmiralStatus, Battle, Effect};
use crate::rules::{Side, System, Tag};
use crate::say::{Joint, Say, say};

use super::{Tale, correction};

/// An effect as a sentence; `None` for what goes without saying.
#[expect(clippy::too_many_lines, reason = "an arm an effect")]
pub(super) fn sentence(battle: &Battle, effect: &Effect) -> Option<Say> {
    let name = |tag: &Tag| battle.called(*tag);
    let names = |tags: &[Tag]| Say::list(tags.iter().map(name));
    Some(match effect {
        Effect::UnderWay(_)
        | Effect::Spent(_)
        | Effect::PointsLeft(..)
        | Effect::MovementEnded(_)
        | Effect::CheckPassed(_)
        | Effect::NumbersShown(..) => return None,
        Effect::SpeedSet(tag, speed) => speed_set(name(tag), *speed),
        Effect::FatigueRolled(tag, true) => {
            say!("The rowers of {ship} hold out.", ship = name(tag))
        }
        Effect::FatigueRolled(tag, false) => say!("The rowers of {ship} tire.", ship = name(tag)),
        Effect::FellBehind(tags) => say!("Out of the formation: {ships}.", ships = names(tags)),
        Effect::SpeedBecame(tag, speed) => speed_became(name(tag), *speed),
        Effect::OwesDrift(tag) => say!("{ship} drifts: roll for her bow.", ship = name(tag)),
        Effect::Drifted(tag, facing) => {
            say!("The bow of {ship} points {facing}.", ship = name(tag), facing = facing.name())
        }
        Effect::Veered(tag, by) => {
            let now = battle.roster().find(*tag).and_then(|galley| galley.facing);
            veered(name(tag), *by < 0, now.map(|facing| facing.turned(*by)))
        }
        Effect::Afloat(tag) => say!("{ship} stays afloat.", ship = name(tag)),
        Effect::RanAground(tag) => say!("{ship} runs aground and stops.", ship = name(tag)),
        Effect::Freed(tag) => {
            say!("{ship} gets free, at speed {speed}.", ship = name(tag), speed = FREED_SPEED)
        }
        Effect::StaysAground(tag) => say!("{ship} stays aground.", ship = name(tag)),
        Effect::PassedThrough(one, two) => {
            say!("{ship} passes by {other}.", ship = name(one), other = name(two))
        }
        Effect::Fouled(tags, speed) => fouled(tags.iter().map(name), *speed),
        Effect::Unfouled(tag) => {
            say!("{ship} gets clear of those she was fouled with.", ship = name(tag))
        }
        Effect::RammedUnder(one, two) => {
            say!("{ship} rams {target}, who goes down.", ship = name(one), target = name(two))
        }
        Effect::RamMissed(one, two) => {
            say!("{ship} rams {target} to no effect.", ship = name(one), target = name(two))
        }
        Effect::Crippled(one, two) => say!(
            "{ship} shears the oars off {target}, who is crippled.",
            ship = name(one),
            target = name(two)
        ),
        Effect::ShearMissed(one, two) => {
            say!(
                "{ship} fails to shear the oars of {target}.",
                ship = name(one),
                target = name(two)
            )
        }
        Effect::BackedWater(one, two) => {
            say!(
                "{ship} backs water, out of the way of {other}.",
                ship = name(one),
                other = name(two)
            )
        }
        Effect::Caught(tag) => say!("{ship} does not get out of the way.", ship = name(tag)),
        Effect::BoardingTried(ships, target) => say!(ships.len() =>
            "{ships} tries to board {target}." | "{ships} try to board {target}.",
            ships = names(ships), target = name(target)
        ),
        Effect::BoardingAnswered(ship, target) => say!(
            "{ship} tries to board {target} in return.",
            ship = name(ship),
            target = name(target)
        ),
        Effect::MayCounter(ship, boarders) => say!(boarders.len() =>
            "{ship} may board {boarders} in return."
            | "{ship} may board one of the boarders in return: {boarders}.",
            ship = name(ship), boarders = names(boarders)
        ),
        Effect::Boarded(tag) => {
            say!("{ship} is boarded; every galley involved stops.", ship = name(tag))
        }
        Effect::Captured(tag, side) => say!(
            "{ship} is captured and now fights for {side}.",
            ship = name(tag),
            side = battle.side_called(*side)
        ),
        Effect::BeatenBack(tag) => {
            say!("The crew of {ship} beats the boarders back.", ship = name(tag))
        }
        Effect::AdmiralLost(side, how) => admiral_lost(battle, *side, *how),
        Effect::LineCommanderLost(tag) => {
            say!("The line commander of {ship} is lost.", ship = name(tag))
        }
        Effect::AdmiralAboard(side, tag) => say!(
            "The admiral of {side} goes aboard {ship}.",
            side = battle.side_called(*side),
            ship = name(tag)
        ),
        Effect::AdmiralEnhanced(side, true) => say!(
            "The signals of {side} reach the enhanced range.",
            side = battle.side_called(*side)
        ),
        Effect::AdmiralEnhanced(side, false) => {
            say!("The signals of {side} reach the normal range.", side = battle.side_called(*side))
        }
        Effect::Formed(shape, ships, leader) => say!(
            "{formation} forms: {ships}.",
            formation = battle.next_formation(*shape, ships, *leader).called(),
            ships = names(ships)
        ),
        Effect::LeftFormation(tag) => {
            let formation = battle.formation_of(*tag)?.called();
            say!("{ship} leaves {formation}.", ship = name(tag), formation)
        }
        Effect::OutOfRange(side, ships) => out_of_range(battle, *side, names(ships)),
        Effect::CommandTold(tag, told) => command_told(name(tag), *told),
        Effect::PhaseEnded => say!("The next phase: {phase}.", phase = battle.next_phase().name()),
        Effect::Resigned(side) => say!(
            "Conceded: {side}. Victory: {victor}.",
            side = battle.side_called(*side),
            victor = battle.side_called(side.other())
        ),
        Effect::Adjusted(subject, field, value) => correction(battle, *subject, field, value),
    })
}

fn speed_set(ship: Say, speed: Speed) -> Say {
    match speed {
        Speed::BackingWater => say!("{ship} backs water.", ship),
        Speed::Ahead(speed) => say!("{ship} sets speed {speed}.", ship, speed),
    }
}

fn speed_became(ship: Say, speed: Speed) -> Say {
    match speed {
        Speed::STOPPED => say!("{ship} comes to a stop.", ship),
        Speed::Ahead(speed) => say!("{ship} is now at speed {speed}.", ship, speed),
        Speed::BackingWater => say!("{ship} is now backing water.", ship),
    }
}

fn veered(ship: Say, left: bool, facing: Option<Facing>) -> Say {
    match (left, facing.map(Facing::name)) {
        (true, None) => say!("{ship} turns one hexside to the left.", ship),
        (false, None) => say!("{ship} turns one hexside to the right.", ship),
        (true, Some(facing)) => {
            say!("{ship} turns one hexside to the left: her bow points {facing}.", ship, facing)
        }
        (false, Some(facing)) => {
            say!("{ship} turns one hexside to the right: her bow points {facing}.", ship, facing)
        }
    }
}

fn fouled(ships: impl Iterator<Item = Say>, speed: Speed) -> Say {
    let ships = Say::joined(ships, Joint::And);
    match speed {
        Speed::BackingWater => say!("{ships} foul each other, backing water.", ships),
        Speed::Ahead(speed) => say!("{ships} foul each other at speed {speed}.", ships, speed),
    }
}

fn admiral_lost(battle: &Battle, side: Side, how: AdmiralStatus) -> Say {
    let side = battle.side_called(side);
    match how {
        AdmiralStatus::Captured => say!("The admiral of {side} is captured.", side),
        AdmiralStatus::Killed | AdmiralStatus::InAction => {
            say!("The admiral of {side} is killed.", side)
        }
    }
}

fn out_of_range(battle: &Battle, side: Side, ships: Say) -> Say {
    let side = battle.side_called(side);
    if ships.is_empty() {
        say!("The admiral of {side} reaches every galley.", side)
    } else {
        say!("Out of the range of the admiral of {side}: {ships}.", side, ships)
    }
}

fn command_told(ship: Say, told: Commanded) -> Say {
    match told {
        Commanded::Yes => say!("{ship} is in command.", ship),
        Commanded::HoldsCourse => {
            say!("{ship} sees no signal: no change of speed or course.", ship)
        }
        Commanded::Veered => say!(
            "{ship} mistakes the signal: she turns one hexside, then keeps speed and course.",
            ship
        ),
    }
}

/// An effect for the story of the battle.
pub(super) fn tale(battle: &Battle, effect: &Effect) -> Tale {
    match effect {
        Effect::UnderWay(_)
        | Effect::Spent(_)
        | Effect::PointsLeft(..)
        | Effect::MovementEnded(_)
        | Effect::CheckPassed(_)
        | Effect::NumbersShown(..)
        | Effect::FellBehind(_)
        | Effect::Veered(..)
        | Effect::OutOfRange(..)
        | Effect::SpeedSet(..)
        | Effect::FatigueRolled(..)
        | Effect::SpeedBecame(..)
        | Effect::OwesDrift(_)
        | Effect::Drifted(..)
        | Effect::Afloat(_)
        | Effect::StaysAground(_)
        | Effect::PassedThrough(..)
        | Effect::Unfouled(_)
        | Effect::BackedWater(..)
        | Effect::Caught(_)
        | Effect::MayCounter(..)
        | Effect::Boarded(_)
        | Effect::AdmiralEnhanced(..)
        | Effect::Formed(..)
        | Effect::LeftFormation(_)
        | Effect::CommandTold(..)
        | Effect::PhaseEnded => Tale::Routine,
        Effect::Freed(_)
        | Effect::RamMissed(..)
        | Effect::ShearMissed(..)
        | Effect::BoardingTried(..)
        | Effect::BoardingAnswered(..)
        | Effect::BeatenBack(_)
        | Effect::AdmiralAboard(..) => Tale::setting(sentence(battle, effect)),
        Effect::RanAground(_)
        | Effect::Fouled(..)
        | Effect::RammedUnder(..)
        | Effect::Crippled(..)
        | Effect::Captured(..)
        | Effect::AdmiralLost(..)
        | Effect::LineCommanderLost(_)
        | Effect::Resigned(_)
        | Effect::Adjusted(..) => Tale::news(sentence(battle, effect)),
    }
}
