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
        Effect::Moved(_) | Effect::Declared(_) => return None,
        Effect::SpeedSet(tag, Speed::BackingWater) => format!("{} backs water.", name(tag)),
        Effect::SpeedSet(tag, speed) => format!("{} sets speed {speed}.", name(tag)),
        Effect::FatigueThrown(tag, true) => format!("The rowers of {} hold out.", name(tag)),
        Effect::FatigueThrown(tag, false) => format!("The rowers of {} tire.", name(tag)),
        Effect::SpeedBecame(tag, Speed::STOPPED) => format!("{} comes to a stop.", name(tag)),
        Effect::SpeedBecame(tag, speed) => format!("{} is at speed {speed} now.", name(tag)),
        Effect::OwesDrift(tag) => format!("{} drifts: throw for her bow.", name(tag)),
        Effect::Drifted(tag, facing) => {
            format!("The bow of {} points {}.", name(tag), facing.name())
        }
        Effect::Afloat(tag) => format!("{} keeps water under her.", name(tag)),
        Effect::RanAground(tag) => format!("{} runs aground and stops.", name(tag)),
        Effect::Freed(tag) => format!("{} gets free, at speed 1.", name(tag)),
        Effect::StaysAground(tag) => format!("{} stays aground.", name(tag)),
        Effect::PassedThrough(one, two) => format!("{} passes by {}.", name(one), name(two)),
        Effect::Fouled(tags, Speed::BackingWater) => {
            format!("Fouled in one hex, backing water: {}.", names(tags))
        }
        Effect::Fouled(tags, speed) => {
            format!("Fouled in one hex at speed {speed}: {}.", names(tags))
        }
        Effect::Unfouled(tag) => format!("{} gets clear of those she was fouled with.", name(tag)),
        Effect::RammedUnder(one, two) => {
            format!("{} rams {}, who goes down.", name(one), name(two))
        }
        Effect::RamMissed(one, two) => format!("{} rams {} to no effect.", name(one), name(two)),
        Effect::Crippled(one, two) => {
            format!("{} shears the oars off {}, who is crippled.", name(one), name(two))
        }
        Effect::ShearMissed(one, two) => format!("{} shears nothing off {}.", name(one), name(two)),
        Effect::BackedWater(tag, 1) => format!("{} backs 1 hex out of the way.", name(tag)),
        Effect::BackedWater(tag, hexes) => {
            format!("{} backs {hexes} hexes out of the way.", name(tag))
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
        Effect::Boarded(tag) => format!("They are aboard {}; all in it stop.", name(tag)),
        Effect::Captured(tag, side) => {
            format!("{} is taken; she fights for {} now.", name(tag), side_name(battle, *side))
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
        Effect::Formed(formation) => format!(
            "{} is formed of {}: {}.",
            formation.name,
            names(&formation.ships),
            formation.shape.requires()
        ),
        Effect::LeftFormation(tag) => {
            let formation = battle.roster().find(*tag)?.formation.clone();
            format!("{} is out of {}.", name(tag), formation.unwrap_or_else(|| "formation".into()))
        }
        Effect::CommandTold(tag, told) => match told {
            Commanded::Yes => format!("{} is in command.", name(tag)),
            Commanded::HoldsCourse => {
                format!("{} sees no signal: no change of speed or course.", name(tag))
            }
            Commanded::Veered => {
                format!("{} mistakes the signal: she veers, then changes nothing.", name(tag))
            }
        },
        Effect::PhaseEnded => format!("The next phase: {}.", battle.next_phase().name()),
        Effect::Resigned(side) => format!(
            "{} gives up; {} wins.",
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
        Effect::Moved(_)
        | Effect::Declared(_)
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
        | Effect::Formed(_)
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
        _ => Tale::news(sentence(battle, effect)),
    }
}

fn side_name(battle: &Battle, side: Side) -> String {
    format!("{} ({side})", battle.side_name(side))
}
