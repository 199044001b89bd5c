//! The tables of Greek Fire: types, advantages, weapons, skills.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

use crate::dice::{Die, Throw};
use crate::drawing::Drawing;
use crate::rules::slug::slugs;

/// A type of ship, of the rules or of the house (Greek Fire: ship types).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ShipType {
    /// Its word in files and orders.
    pub slug: Cow<'static, str>,
    /// Its name.
    pub name: Cow<'static, str>,
    /// Deck: her size, and the number of advantages she carries.
    pub deck: u32,
    /// Ram value.
    pub ram: u32,
    /// Full crew before hoplites.
    pub crew: u32,
    /// Base move in points.
    #[serde(rename = "move")]
    pub move_points: u32,
}

const fn ship_type(
    slug: &'static str,
    name: &'static str,
    [deck, ram, crew, move_points]: [u32; 4],
) -> ShipType {
    ShipType { slug: Cow::Borrowed(slug), name: Cow::Borrowed(name), deck, ram, crew, move_points }
}

/// The ten types of the rules.
pub static SHIP_TYPES: [ShipType; 10] = [
    ship_type("triaconter", "Triaconter", [3, 1, 30, 4]),
    ship_type("penteconter", "Penteconter", [5, 2, 50, 4]),
    ship_type("bireme", "Bireme", [5, 3, 100, 5]),
    ship_type("bireme-modified-trireme", "Bireme (modified trireme)", [4, 4, 100, 5]),
    ship_type("trireme", "Trireme", [6, 5, 170, 6]),
    ship_type("trireme-full-deck", "Trireme (full deck)", [8, 5, 170, 6]),
    ship_type("quadrireme", "Quadrireme", [10, 6, 220, 5]),
    ship_type("quinquereme", "Quinquereme", [12, 7, 300, 4]),
    ship_type("large-quinquereme", "Large quinquereme", [16, 8, 400, 3]),
    ship_type("huge-quinquereme", "Huge quinquereme", [20, 9, 500, 2]),
];

impl ShipType {
    /// The silhouette that looks most like her.
    #[must_use]
    pub fn drawing(&self) -> Drawing {
        match self.slug.as_ref() {
            "triaconter" => Drawing::Triaconter,
            "penteconter" => Drawing::Penteconter,
            "bireme" | "bireme-modified-trireme" => Drawing::Bireme,
            "trireme" => Drawing::Trireme,
            "trireme-full-deck" => Drawing::TriremeFullDeck,
            "quadrireme" => Drawing::Quadrireme,
            "quinquereme" => Drawing::Quinquereme,
            "large-quinquereme" | "huge-quinquereme" => Drawing::LargePolyreme,
            _ => match self.crew {
                0..=40 => Drawing::Triaconter,
                41..=70 => Drawing::Penteconter,
                71..=130 => Drawing::Bireme,
                131..=200 => Drawing::Trireme,
                201..=260 => Drawing::Quadrireme,
                261..=350 => Drawing::Quinquereme,
                _ => Drawing::LargePolyreme,
            },
        }
    }
}

slugs! {
    /// How well a crew is drilled.
    pub enum CrewQuality {
        /// -2 on the sail roll.
        Poor = "poor",
        /// No modifier.
        Good = "good",
        /// +1 on the sail roll, and at least one skill.
        Elite = "elite",
    }
}

slugs! {
    /// What a ship carries besides her crew, one a deck slot.
    pub enum Advantage {
        /// +1 ram bonus.
        Prongs = "prongs",
        /// +1 on the sail roll.
        Sails = "sails",
        /// +1 defending against a ram.
        ReinforcedHull = "reinforced-hull",
        /// +1 ram bonus.
        ReinforcedRam = "reinforced-ram",
        /// Crew +20.
        Hoplites = "hoplites",
        /// Archers.
        Archers = "archers",
        /// The siphon.
        GreekFire = "greek-fire",
        /// Bolt throwers.
        Ballistae = "ballistae",
        /// A catapult.
        Catapult = "catapult",
        /// Onagers.
        Onagers = "onagers",
        /// A trebuchet.
        Trebuchet = "trebuchet",
        /// The grappling claw: +1 to board.
        Harpax = "harpax",
        /// The boarding bridge: +1 to board.
        Corvus = "corvus",
        /// Archers in a tower.
        TowerArchers = "tower-archers",
        /// Side screens: -1 to be hit by missiles.
        Parablemata = "parablemata",
        /// +1 move point; chosen, never rolled (GF-2).
        Rowers = "rowers",
    }
}

/// The advantages table, 1d10; the last row is a second 1d10 on [`ADVANTAGES_SECOND`].
pub const ADVANTAGES_FIRST: [(i64, Option<Advantage>); 7] = [
    (1, Some(Advantage::Prongs)),
    (2, Some(Advantage::Sails)),
    (3, Some(Advantage::ReinforcedHull)),
    (4, Some(Advantage::ReinforcedRam)),
    (5, Some(Advantage::Hoplites)),
    (7, Some(Advantage::Archers)),
    (8, None),
];

/// The second table, 1d10.
pub const ADVANTAGES_SECOND: [(i64, Advantage); 10] = [
    (1, Advantage::Archers),
    (2, Advantage::GreekFire),
    (3, Advantage::Ballistae),
    (4, Advantage::Catapult),
    (5, Advantage::Onagers),
    (6, Advantage::Trebuchet),
    (7, Advantage::Harpax),
    (8, Advantage::Corvus),
    (9, Advantage::TowerArchers),
    (10, Advantage::Parablemata),
];

/// Crew that one set of hoplites adds.
pub const HOPLITES_CREW: u32 = 20;

impl Advantage {
    /// What it gives, as a chart says it.
    #[must_use]
    pub fn gives(self) -> &'static str {
        match self {
            Advantage::Prongs | Advantage::ReinforcedRam => "+1 ram bonus",
            Advantage::Sails => "+1 sail roll",
            Advantage::ReinforcedHull => "+1 defending against a ram",
            Advantage::Hoplites => "crew +20",
            Advantage::Harpax | Advantage::Corvus => "+1 to board (once)",
            Advantage::Parablemata => "-1 to be hit by missiles",
            Advantage::Rowers => "+1 move point; chosen, never rolled",
            Advantage::Archers
            | Advantage::GreekFire
            | Advantage::Ballistae
            | Advantage::Catapult
            | Advantage::Onagers
            | Advantage::Trebuchet
            | Advantage::TowerArchers => "a mount: see missiles",
        }
    }
}

slugs! {
    /// What can shoot.
    pub enum Weapon {
        /// Whatever the rowers find to throw; every ship has them.
        Rowers = "rowers",
        /// Archers.
        Archers = "archers",
        /// The siphon.
        GreekFire = "greek-fire",
        /// Bolt throwers.
        Ballistae = "ballistae",
        /// A catapult.
        Catapult = "catapult",
        /// Onagers.
        Onagers = "onagers",
        /// A trebuchet.
        Trebuchet = "trebuchet",
        /// Archers in a tower.
        TowerArchers = "tower-archers",
    }
}

/// A row of the missiles table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Missile {
    /// Longest range in hexes.
    pub range_hexes: u32,
    /// Shortest range in hexes.
    pub minimum_hexes: u32,
    /// Added to the roll to hit.
    pub to_hit: i64,
    /// Crew killed by a hit.
    pub kills: Throw,
    /// The target catches fire on this or less on 1d6.
    pub fire: Option<i64>,
    /// A fire lights 1d3 counters, not one.
    pub spreads: bool,
    /// Shots a mount; `None` is unlimited.
    pub ammo: Option<u32>,
}

/// Shots of every mount but the rowers.
pub const AMMO: u32 = 10;
/// A modified roll of this or more hits.
pub const TO_HIT: i64 = 6;
/// A modified roll of this or more boards.
pub const TO_BOARD: i64 = 6;
/// A ship burns down at this many fire counters.
pub const FIRES_DESTROY: u32 = 6;

impl Weapon {
    /// Its row of the missiles table.
    #[must_use]
    pub fn missile(self) -> Missile {
        let row = |[range, minimum]: [u32; 2], to_hit, (count, die), fire| Missile {
            range_hexes: range,
            minimum_hexes: minimum,
            to_hit,
            kills: Throw::sum(count, die),
            fire,
            spreads: self == Weapon::GreekFire,
            ammo: (self != Weapon::Rowers).then_some(AMMO),
        };
        match self {
            Weapon::Rowers => row([1, 1], -1, (1, Die::D10), None),
            Weapon::Archers => row([2, 1], 2, (1, Die::D10), Some(1)),
            Weapon::GreekFire => row([1, 1], 0, (2, Die::D10), Some(4)),
            Weapon::Ballistae => row([4, 1], 1, (1, Die::D6), Some(1)),
            Weapon::Catapult => row([6, 2], -1, (2, Die::D10), Some(2)),
            Weapon::Onagers => row([4, 1], 0, (1, Die::D10), Some(1)),
            Weapon::Trebuchet => row([10, 3], -2, (3, Die::D10), Some(3)),
            Weapon::TowerArchers => row([3, 1], 3, (1, Die::D10), Some(1)),
        }
    }

    /// The weapon that an advantage mounts.
    #[must_use]
    pub fn of(advantage: Advantage) -> Option<Weapon> {
        match advantage {
            Advantage::Archers => Some(Weapon::Archers),
            Advantage::GreekFire => Some(Weapon::GreekFire),
            Advantage::Ballistae => Some(Weapon::Ballistae),
            Advantage::Catapult => Some(Weapon::Catapult),
            Advantage::Onagers => Some(Weapon::Onagers),
            Advantage::Trebuchet => Some(Weapon::Trebuchet),
            Advantage::TowerArchers => Some(Weapon::TowerArchers),
            _ => None,
        }
    }
}

slugs! {
    /// What a captain or a crew is good at, 1d6.
    pub enum Skill {
        /// +1 to every roll of the boarding phase (Spartan).
        Melee = "melee",
        /// +1 on the sail roll (Phoenician).
        Sailing = "sailing",
        /// +1 move (Egyptian).
        Rowing = "rowing",
        /// +2 morale (Roman).
        Rally = "rally",
        /// +1 ram bonus (Athenian).
        Ramming = "ramming",
        /// +1 to hit with every missile (Persian).
        Missiles = "missiles",
    }
}

impl Skill {
    /// What it gives, as a chart says it.
    #[must_use]
    pub fn gives(self) -> &'static str {
        match self {
            Skill::Melee => "+1 to every roll of the boarding phase",
            Skill::Sailing => "+1 sail roll",
            Skill::Rowing => "+1 move point",
            Skill::Rally => "+2 morale",
            Skill::Ramming => "+1 ram bonus",
            Skill::Missiles => "+1 to hit with every missile",
        }
    }

    /// The people known for it.
    #[must_use]
    pub fn people(self) -> &'static str {
        match self {
            Skill::Melee => "Spartan",
            Skill::Sailing => "Phoenician",
            Skill::Rowing => "Egyptian",
            Skill::Rally => "Roman",
            Skill::Ramming => "Athenian",
            Skill::Missiles => "Persian",
        }
    }
}

slugs! {
    /// The rows of the ram table; rocky shallows are read on it too.
    pub enum RamResult {
        /// 2 or less.
        NoEffect = "no-effect",
        /// 3-6: the target loses 1d6 move for the battle.
        OarsSheared = "oars-sheared",
        /// 7-8: sinks in 2d6 turns, and loses 1d6 move.
        SinkingSlowly = "sinking-slowly",
        /// 9: sinks in 1d6 turns, and loses 1d6 move.
        SinkingFast = "sinking-fast",
        /// 10 or more.
        Sunk = "sunk",
    }
}

/// The ram table, by the lowest modified 1d10 of each row.
pub const RAM_TABLE: [(i64, RamResult); 5] = [
    (2, RamResult::NoEffect),
    (3, RamResult::OarsSheared),
    (7, RamResult::SinkingSlowly),
    (9, RamResult::SinkingFast),
    (10, RamResult::Sunk),
];

slugs! {
    /// The rows of the sail table.
    pub enum SailResult {
        /// 1 or less: -1d6 move, this turn only.
        Floundering = "floundering",
        /// 2-3: -1.
        AgainstTheWind = "against-the-wind",
        /// 4-7.
        NoEffect = "no-effect",
        /// 8-9: +1.
        CatchesTheWind = "catches-the-wind",
        /// 10: +2.
        FairWind = "fair-wind",
        /// 11 or more: +3.
        FullSail = "full-sail",
    }
}

/// The sail table, by the lowest modified 1d6 of each row.
pub const SAIL_TABLE: [(i64, SailResult); 6] = [
    (1, SailResult::Floundering),
    (2, SailResult::AgainstTheWind),
    (4, SailResult::NoEffect),
    (8, SailResult::CatchesTheWind),
    (10, SailResult::FairWind),
    (11, SailResult::FullSail),
];

slugs! {
    /// The rows of the morale table.
    pub enum MoraleResult {
        /// 0 or less, with an enemy adjacent.
        Surrenders = "surrenders",
        /// 0 or less with an enemy adjacent, where the ship is left instead.
        Abandons = "abandons",
        /// 0 or less with no enemy adjacent, or 1-2.
        Routs = "routs",
        /// 3 or more; ends a rout.
        FightsOn = "fights-on",
    }
}
