//! Chicken of the Sea in words.

use crate::rules::chicken_of_the_sea::tables::{Commanded, Speed};
use crate::rules::chicken_of_the_sea::{AdmiralStatus, Battle, Effect};
use crate::rules::{Side, System, Tag};

use super::{Tale, correction};

/// An effect as a sentence; `None` for what goes without saying.
#[expect(clippy::too_many_lines, reason = "a list of sentences, one an effect")]
pub(super) fn sentence(battle: &Battle, effect: &Effect) -> Option<String> {
    let name = |tag: &Tag| format!("{tag} {}", battle.unit_name(*tag));
    let names = |tags: &[Tag]| tags.iter().map(name).collect::<Vec<_>>().join(", ");
    let text = match effect {
        Effect::UnderWay(_)
        | Effect::PointsLeft(..)
        | Effect::MovementEnded(_)
        | Effect::NumbersShown(..) => return None,
        Effect::SpeedSet(tag, Speed::BackingWater) => format!("{} backs water.", name(tag)),
        Effect::SpeedSet(tag, speed) => format!("{} sets speed {speed}.", name(tag)),
        Effect::FatigueThrown(tag, true) => format!("The rowers of {} hold out.", name(tag)),
        Effect::FatigueThrown(tag, false) => format!("The rowers of {} tire.", name(tag)),
        Effect::FellBehind(tags) => format!("They fall out of the formation: {}.", names(tags)),
        Effect::SpeedBecame(tag, Speed::STOPPED) => format!("{} comes to a stop.", name(tag)),
        Effect::SpeedBecame(tag, speed) => format!("{} is at speed {speed} now.", name(tag)),
        Effect::OwesDrift(tag) => format!("{} drifts: roll for her bow.", name(tag)),
        Effect::Drifted(tag, facing) => {
            format!("The bow of {} points {}.", name(tag), facing.name())
        }
        Effect::Veered(tag, by) => {
            let way = if *by < 0 { "left" } else { "right" };
            match battle.roster().find(*tag).and_then(|galley| galley.facing) {
                Some(facing) => {
                    let facing = facing.turned(*by).name();
                    format!(
                        "{} turns one hexside to the {way}: her bow points {facing}.",
                        name(tag)
                    )
                }
                None => format!("{} turns one hexside to the {way}.", name(tag)),
            }
        }
        Effect::Afloat(tag) => format!("{} stays afloat.", name(tag)),
        Effect::RanAground(tag) => format!("{} runs aground and stops.", name(tag)),
        Effect::Freed(tag) => format!("{} gets free, at speed 1.", name(tag)),
        Effect::StaysAground(tag) => format!("{} stays aground.", name(tag)),
        Effect::PassedThrough(one, two) => format!("{} passes by {}.", name(one), name(two)),
        Effect::Fouled(tags, Speed::BackingWater) => {
            format!("Fouled with each other, backing water: {}.", names(tags))
        }
        Effect::Fouled(tags, speed) => {
            format!("Fouled with each other at speed {speed}: {}.", names(tags))
        }
        Effect::Unfouled(tag) => format!("{} gets clear of those she was fouled with.", name(tag)),
        Effect::RammedUnder(one, two) => {
            format!("{} rams {}, who goes down.", name(one), name(two))
        }
        Effect::RamMissed(one, two) => format!("{} rams {} to no effect.", name(one), name(two)),
        Effect::Crippled(one, two) => {
            format!("{} shears the oars off {}, who is crippled.", name(one), name(two))
        }
        Effect::ShearMissed(one, two) => {
            format!("{} fails to shear the oars of {}.", name(one), name(two))
        }
        Effect::BackedWater(one, two) => {
            format!("{} backs water, out of the way of {}.", name(one), name(two))
        }
        Effect::Caught(tag) => format!("{} does not get out of the way.", name(tag)),
        Effect::BoardingTried(ships, target) => {
            let verb = if ships.len() == 1 { "tries" } else { "try" };
            format!("{} {verb} to board {}.", names(ships), name(target))
        }
        Effect::BoardingAnswered(ship, target) => {
            format!("{} tries to board {} in return.", name(ship), name(target))
        }
        Effect::MayCounter(ship, _) => format!("{} may board one of them in return.", name(ship)),
        Effect::Boarded(tag) => format!("{} is boarded; every galley involved stops.", name(tag)),
        Effect::Captured(tag, side) => {
            format!("{} is captured and now fights for {}.", name(tag), side_name(battle, *side))
        }
        Effect::BeatenBack(tag) => format!("The crew of {} beats them back.", name(tag)),
        Effect::AdmiralLost(side, how) => {
            let how = match how {
                AdmiralStatus::Captured => "is captured",
                AdmiralStatus::Killed | AdmiralStatus::InAction => "is killed",
            };
            format!("The admiral of {} {how}.", side_name(battle, *side))
        }
        Effect::LineCommanderLost(tag) => format!("The line commander of {} is lost.", name(tag)),
        Effect::AdmiralAboard(side, tag) => {
            format!("The admiral of {} goes aboard {}.", side_name(battle, *side), name(tag))
        }
        Effect::AdmiralEnhanced(side, true) => {
            format!("The signals of {} reach the enhanced range.", side_name(battle, *side))
        }
        Effect::AdmiralEnhanced(side, false) => {
            format!("The signals of {} reach the normal range.", side_name(battle, *side))
        }
        Effect::Formed(shape, ships, leader) => {
            let formation = battle.next_formation(*shape, ships, *leader);
            format!("{} forms: {}.", formation.called(), names(ships))
        }
        Effect::LeftFormation(tag) => {
            let formation = battle.formation_of(*tag)?;
            format!("{} leaves {}.", name(tag), formation.called())
        }
        Effect::OutOfRange(side, ships) if ships.is_empty() => {
            format!("The admiral of {} reaches every galley.", side_name(battle, *side))
        }
        Effect::OutOfRange(side, ships) => {
            format!(
                "Out of the range of the admiral of {}: {}.",
                side_name(battle, *side),
                names(ships)
            )
        }
        Effect::CommandTold(tag, told) => match told {
            Commanded::Yes => format!("{} is in command.", name(tag)),
            Commanded::HoldsCourse => {
                format!("{} sees no signal: no change of speed or course.", name(tag))
            }
            Commanded::Veered => {
                format!(
                    "{} mistakes the signal: she turns one hexside, then keeps speed and course.",
                    name(tag)
                )
            }
        },
        Effect::PhaseEnded => format!("The next phase: {}.", battle.next_phase().name()),
        Effect::Resigned(side) => format!(
            "Conceded: {}. Victory: {}.",
            side_name(battle, *side),
            side_name(battle, side.other())
        ),
        Effect::Adjusted(subject, field, value) => correction(battle, *subject, field, value),
    };
    Some(text)
}

/// An effect as it is told afterwards.
pub(super) fn tale(battle: &Battle, effect: &Effect) -> Tale {
    match effect {
        Effect::UnderWay(_)
        | Effect::PointsLeft(..)
        | Effect::MovementEnded(_)
        | Effect::NumbersShown(..)
        | Effect::FellBehind(_)
        | Effect::Veered(..)
        | Effect::OutOfRange(..)
        | Effect::SpeedSet(..)
        | Effect::FatigueThrown(..)
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

fn side_name(battle: &Battle, side: Side) -> String {
    format!("{} ({side})", battle.side_name(side))
}
