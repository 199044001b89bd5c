//! Helps somebody who knows none of the systems to choose one.

use crate::rules::SystemTag;
use crate::say::{Say, say};

/// A system in a few lines.
pub(super) struct About {
    /// What it is like.
    pub(super) like: Say,
    /// How long it takes, and with how much on the table.
    pub(super) size: Say,
    /// What is needed on the table.
    pub(super) table: Say,
    /// The dice that are needed.
    pub(super) dice: Say,
}

/// The description of a system.
pub(super) fn about(system: SystemTag) -> About {
    match system {
        SystemTag::GreekFire => About {
            like: say!(
                "A full log for every ship: crew, shots, fires, oars, and how long she still \
                   floats. Rams, boarding and everything that can be thrown at a galley."
            ),
            size: say!("5 to 14 ships a side, one to five hours"),
            table: say!("a hex mat, a model for each ship, fire markers"),
            dice: say!("six-sided and ten-sided dice"),
        },
        SystemTag::ChickenOfTheSea => About {
            like: say!(
                "Rome against Carthage in the First Punic War. Each side sets its speeds in \
                   secret; then who dares to hold her course?"
            ),
            size: say!("5 to 20 counters a side, two hours or more"),
            table: say!("a hex map with a coast, a counter for every six ships"),
            dice: say!("one six-sided die a player"),
        },
        SystemTag::AncientNavalGames => About {
            like: say!(
                "The quickest: three moves a ship, oars broken like matchsticks, and lone \
                   ships that run. Learnt in ten minutes."
            ),
            size: say!("about 12 ships a side, under an hour"),
            table: say!("a hex mat and small models or counters"),
            dice: say!("one six-sided die a player"),
        },
        SystemTag::FastPlaySalamis => About {
            like: say!(
                "Greeks against the Great King, with handfuls of dice: will the rowers reach \
                   ramming speed, will the marines go over, will the fleet panic?"
            ),
            size: say!("6 to 30 ships a side, one to two hours"),
            table: say!("a plain table, a ruler in inches, models of any scale"),
            dice: say!("a handful of six-sided dice"),
        },
        SystemTag::CommandAndChaos => About {
            like: say!(
                "The legions ashore. Units on cards with morale that the enemy does not know, \
                   charges, officers, and battle cards."
            ),
            size: say!("6 to 14 units a side, one to two hours"),
            table: say!("a table in five zones of two columns, a card or base for each unit"),
            dice: say!("a few six-sided dice"),
        },
    }
}
