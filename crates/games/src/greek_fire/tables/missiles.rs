//! The missiles table of Greek Fire.

use dice::{Die, Throw};
use rules::Keyword;

use super::ships::Advantage;

/// The range between ships that touch, in hexes.
pub const ADJACENT: u32 = 1;

/// The weapons.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Keyword)]
pub enum Weapon {
    /// Stones, spears and anything else that the rowers can throw at a ship beside them. Every
    /// ship has it, and it never runs out.
    Rowers,
    /// Bowmen on deck: the usual weapon at short range, and they hit well.
    Archers,
    /// A pump that spits burning liquid at a ship beside yours. It kills, and lights
    /// several fires at once.
    GreekFire,
    /// Machines that shoot heavy bolts far and straight, but kill few.
    Ballistae,
    /// An arm that hurls stones or fire a long way. It kills many, hits badly, and cannot
    /// shoot at ships close by.
    Catapult,
    /// Small stone throwers, as far as ballistae but less sure of their mark.
    Onagers,
    /// The largest thrower: the longest range and the heaviest blow, the least chance to
    /// hit, and useless at close range.
    Trebuchet,
    /// Bowmen in a tower above the deck: they see farther and hit better than those on
    /// deck.
    TowerArchers,
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
    /// A fire lights [`SPREADS`] counters, not one.
    pub spreads: bool,
    /// Shots for each mount; `None` is unlimited.
    pub ammo: Option<u32>,
}

/// The name in an order for the first ready mount of a weapon.
pub const FIRST_MOUNT: &str = "first";
/// Shots of every mount except the rowers.
pub const AMMO: u32 = 10;
/// A modified roll of this or more hits.
pub const TO_HIT: i64 = 6;
/// The roll to hit.
pub const HIT_DIE: Throw = Throw::D10;
/// The roll that decides whether a target that is hit catches fire.
pub const CATCH_DIE: Throw = Throw::D6;
/// Fire counters lit by Greek fire; any other missile lights one.
pub const SPREADS: Throw = Throw::D3;

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

    /// Whether its word is plural: "archers reach", but "a catapult reaches".
    #[must_use]
    pub fn is_plural(self) -> bool {
        match self {
            Weapon::Rowers
            | Weapon::Archers
            | Weapon::Ballistae
            | Weapon::Onagers
            | Weapon::TowerArchers => true,
            Weapon::GreekFire | Weapon::Catapult | Weapon::Trebuchet => false,
        }
    }

    /// The weapon of a mount: that of `archers-2` is archers.
    #[must_use]
    pub fn of_mount(mount: &str) -> Option<Weapon> {
        let weapon = mount.rsplit_once('-').filter(|(_, number)| number.parse::<u32>().is_ok());
        Weapon::from_slug(weapon.map_or(mount, |(weapon, _)| weapon))
    }

    /// The weapon that comes with an advantage.
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
            Advantage::Prongs
            | Advantage::Sails
            | Advantage::ReinforcedHull
            | Advantage::ReinforcedRam
            | Advantage::Hoplites
            | Advantage::Harpax
            | Advantage::Corvus
            | Advantage::Parablemata
            | Advantage::Rowers => None,
        }
    }
}
