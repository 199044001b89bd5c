//! What effects are in words.

use super::tables::{Commanded, FREED_SPEED, Facing, Speed};
use super::{AdmiralStatus, Battle, Effect};
use crate::rules::tale::Tale;
use crate::rules::{Side, System, Tag};
use crate::say::{Joint, Say, say};

/// An effect in words.
#[expect(clippy::too_many_lines, reason = "an arm an effect")]
pub(super) fn tale(battle: &Battle, effect: &Effect) -> Tale {
    let name = |tag: &Tag| battle.called(*tag);
    let names = |tags: &[Tag]| Say::list(tags.iter().map(name));
    match effect {
        Effect::UnderWay(_)
        | Effect::Spent(_)
        | Effect::PointsLeft(..)
        | Effect::MovementEnded(_)
        | Effect::CheckPassed(_)
        | Effect::NumbersShown(..) => Tale::UNSAID,
        Effect::LeftTable(tag) => {
            Tale::news(say!("{ship} leaves the table in good order.", ship = name(tag)))
        }
        Effect::SpeedSet(tag, speed) => Tale::routine(speed_set(name(tag), *speed)),
        Effect::FatigueRolled(tag, true) => {
            Tale::routine(say!("The rowers of {ship} hold out.", ship = name(tag)))
        }
        Effect::FatigueRolled(tag, false) => {
            Tale::routine(say!("The rowers of {ship} tire.", ship = name(tag)))
        }
        Effect::FellBehind(tags) => {
            Tale::routine(say!("Out of the formation: {ships}.", ships = names(tags)))
        }
        Effect::SpeedBecame(tag, speed) => Tale::routine(speed_became(name(tag), *speed)),
        Effect::OwesDrift(tag) => {
            Tale::routine(say!("{ship} drifts: roll for her bow.", ship = name(tag)))
        }
        Effect::Drifted(tag, facing) => Tale::routine(say!(
            "The bow of {ship} points {facing}.",
            ship = name(tag),
            facing = facing.name()
        )),
        Effect::Veered(tag, by) => Tale::routine({
            let now = battle.roster().find(*tag).and_then(|galley| galley.facing);
            veered(name(tag), *by < 0, now.map(|facing| facing.turned(*by)))
        }),
        Effect::Afloat(tag) => Tale::routine(say!("{ship} stays afloat.", ship = name(tag))),
        Effect::RanAground(tag) => {
            Tale::news(say!("{ship} runs aground and stops.", ship = name(tag)))
        }
        Effect::Freed(tag) => Tale::setting(say!(
            "{ship} gets free, at speed {speed}.",
            ship = name(tag),
            speed = FREED_SPEED
        )),
        Effect::StaysAground(tag) => Tale::routine(say!("{ship} stays aground.", ship = name(tag))),
        Effect::PassedThrough(one, two) => {
            Tale::routine(say!("{ship} passes by {other}.", ship = name(one), other = name(two)))
        }
        Effect::Fouled(tags, speed) => Tale::news(fouled(tags.iter().map(name), *speed)),
        Effect::Unfouled(tag) => {
            Tale::routine(say!("{ship} gets clear of those she was fouled with.", ship = name(tag)))
        }
        Effect::RammedUnder(one, two) => Tale::news(say!(
            "{ship} rams {target}, who goes down.",
            ship = name(one),
            target = name(two)
        )),
        Effect::RamMissed(one, two) => Tale::setting(say!(
            "{ship} rams {target} to no effect.",
            ship = name(one),
            target = name(two)
        )),
        Effect::Crippled(one, two) => Tale::news(say!(
            "{ship} shears the oars off {target}, who is crippled.",
            ship = name(one),
            target = name(two)
        )),
        Effect::ShearMissed(one, two) => Tale::setting(say!(
            "{ship} fails to shear the oars of {target}.",
            ship = name(one),
            target = name(two)
        )),
        Effect::BackedWater(one, two) => Tale::routine(say!(
            "{ship} backs water, out of the way of {other}.",
            ship = name(one),
            other = name(two)
        )),
        Effect::Caught(tag) => {
            Tale::routine(say!("{ship} does not get out of the way.", ship = name(tag)))
        }
        Effect::BoardingTried(ships, target) => Tale::setting(say!(ships.len() =>
            "{ships} tries to board {target}." | "{ships} try to board {target}.",
            ships = names(ships), target = name(target)
        )),
        Effect::BoardingAnswered(ship, target) => Tale::setting(say!(
            "{ship} tries to board {target} in return.",
            ship = name(ship),
            target = name(target)
        )),
        Effect::MayCounter(ship, boarders) => Tale::routine(say!(boarders.len() =>
            "{ship} may board {boarders} in return."
            | "{ship} may board one of the boarders in return: {boarders}.",
            ship = name(ship), boarders = names(boarders)
        )),
        Effect::Boarded(tag) => {
            Tale::routine(say!("{ship} is boarded; every galley involved stops.", ship = name(tag)))
        }
        Effect::Captured(tag, side) => Tale::news(say!(
            "{ship} is captured and now fights for {side}.",
            ship = name(tag),
            side = battle.side_called(*side)
        )),
        Effect::BeatenBack(tag) => {
            Tale::setting(say!("The crew of {ship} beats the boarders back.", ship = name(tag)))
        }
        Effect::AdmiralLost(side, how) => Tale::news(admiral_lost(battle, *side, *how)),
        Effect::LineCommanderLost(tag) => {
            Tale::news(say!("The line commander of {ship} is lost.", ship = name(tag)))
        }
        Effect::AdmiralAboard(side, tag) => Tale::setting(say!(
            "The admiral of {side} goes aboard {ship}.",
            side = battle.side_called(*side),
            ship = name(tag)
        )),
        Effect::AdmiralEnhanced(side, true) => Tale::routine(say!(
            "The signals of {side} reach the enhanced range.",
            side = battle.side_called(*side)
        )),
        Effect::AdmiralEnhanced(side, false) => Tale::routine(say!(
            "The signals of {side} reach the normal range.",
            side = battle.side_called(*side)
        )),
        Effect::Formed(shape, ships, leader) => Tale::routine(say!(
            "{formation} forms: {ships}.",
            formation = battle.next_formation(*shape, ships, *leader).called(),
            ships = names(ships)
        )),
        Effect::LeftFormation(tag) => Tale::routine(battle.formation_of(*tag).map(|formation| {
            say!("{ship} leaves {formation}.", ship = name(tag), formation = formation.called())
        })),
        Effect::OutOfRange(side, ships) => Tale::routine(out_of_range(battle, *side, names(ships))),
        Effect::CommandTold(tag, told) => Tale::routine(command_told(name(tag), *told)),
        Effect::PhaseEnded => {
            Tale::routine(say!("The next phase: {phase}.", phase = battle.next_phase().name()))
        }
        Effect::Resigned(side) => Tale::news(say!(
            "Conceded: {side}. Victory: {victor}.",
            side = battle.side_called(*side),
            victor = battle.side_called(side.other())
        )),
    }
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
        AdmiralStatus::OffTable => say!("The admiral of {side} leaves with her.", side),
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
