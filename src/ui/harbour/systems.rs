//! What a person who knows none of the systems needs to choose one.

use crate::rules::SystemTag;

/// A system in a few lines.
pub(super) struct About {
    /// What it is like.
    pub(super) like: &'static str,
    /// How long it takes, and with how much on the table.
    pub(super) size: &'static str,
    /// What lies on the table.
    pub(super) table: &'static str,
    /// Which dice.
    pub(super) dice: &'static str,
}

/// What is said of a system.
pub(super) fn about(system: SystemTag) -> About {
    match system {
        SystemTag::GreekFire => About {
            like: "A full log for every ship: crew, shots, fires, oars, and how long she still \
                   floats. Rams, boarding and everything that can be thrown at a galley.",
            size: "5 to 14 ships a side, one to five hours",
            table: "a hex mat, a model for each ship, fire markers",
            dice: "six-sided and ten-sided dice",
        },
        SystemTag::ChickenOfTheSea => About {
            like: "Rome against Carthage in the First Punic War. Each side sets its speeds in \
                   secret; then who dares to hold her course?",
            size: "5 to 20 counters a side, two hours or more",
            table: "a hex map with a coast, a counter for every six ships",
            dice: "one six-sided die a player",
        },
        SystemTag::AncientNavalGames => About {
            like: "The quickest: three moves a ship, oars broken like matchsticks, and lone \
                   ships that run. Learnt in ten minutes.",
            size: "about 12 ships a side, under an hour",
            table: "a hex mat and small models or counters",
            dice: "one six-sided die a player",
        },
        SystemTag::FastPlaySalamis => About {
            like: "Greeks against the Great King, with handfuls of dice: will the rowers reach \
                   ramming speed, will the marines go over, will the fleet panic?",
            size: "6 to 30 ships a side, one to two hours",
            table: "a plain table, a ruler in inches, models of any scale",
            dice: "a handful of six-sided dice",
        },
        SystemTag::CommandAndChaos => About {
            like: "The legions ashore. Units on cards with morale that the enemy does not know, \
                   charges, officers, and battle cards.",
            size: "6 to 14 units a side, one to two hours",
            table: "a table in five zones of two columns, a card or base for each unit",
            dice: "a few six-sided dice",
        },
    }
}
