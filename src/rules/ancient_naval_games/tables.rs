//! The figures of Ancient Naval Games: sizes, movement points, aspects.

use crate::dice::Modifier;
use crate::drawing::Drawing;
use crate::rules::slug::slugs;

/// Movement points of an undamaged ship; the first of her oar damages takes one
/// away, as does every other.
pub const MOVE_POINTS: u32 = 3;
/// How many oar damages a ship can take.
pub const MOST_OAR_DAMAGE: u32 = 3;
/// Movement points to go ahead one hex.
pub const AHEAD_COST: u32 = 1;
/// Movement points to go astern one hex.
pub const ASTERN_COST: u32 = 2;
/// Movement points to turn one hexside.
pub const TURN_COST: u32 = 1;
/// Movement points to make an attack.
pub const ATTACK_COST: u32 = 1;

/// The most hexes or hexsides that an order takes: more than any ship has
/// movement points for, so that the rule itself says how many she has.
pub const MOST_STEPS: u32 = 99;

slugs! {
    /// The two classes of ship.
    pub enum Size {
        /// The trireme class: nimble.
        Small = "small",
        /// The quinquereme class: strong in the ram and on deck.
        Large = "large",
    }
}

slugs! {
    /// Where an oar strike comes in.
    pub enum StrikeAspect {
        /// From ahead.
        Bow = "bow",
        /// From behind.
        Stern = "stern",
    }
}

slugs! {
    /// Where a ram comes in.
    pub enum RamAspect {
        /// Through a hexside of the front flank.
        Side = "side",
        /// Through a hexside of the rear flank.
        Aft = "aft",
    }
}

impl Size {
    /// As a reader says it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Size::Small => "Small (trireme class)",
            Size::Large => "Large (quinquereme class)",
        }
    }

    /// Whether she turns one hexside an activation for nothing.
    #[must_use]
    pub fn has_free_turn(self) -> bool {
        self == Size::Small
    }

    /// What a large ship adds in a ram, attacking or defending.
    #[must_use]
    pub fn ram_modifier(self) -> Option<Modifier> {
        (self == Size::Large).then(|| Modifier::new(1, "large"))
    }

    /// The silhouette, by size and by what the fleet file calls its people.
    #[must_use]
    pub fn drawing(self, people: &str) -> Drawing {
        match self {
            Size::Small => Drawing::Trireme,
            Size::Large if people.contains("Roman") => Drawing::GalleyRoman,
            Size::Large if people.contains("Carthag") || people.contains("Punic") => {
                Drawing::GalleyPunic
            }
            Size::Large => Drawing::Quinquereme,
        }
    }
}

impl StrikeAspect {
    /// What the attacker adds.
    #[must_use]
    pub fn modifier(self) -> Option<Modifier> {
        (self == StrikeAspect::Stern).then(|| Modifier::new(1, "at the stern"))
    }
}

impl RamAspect {
    /// What the attacker adds.
    #[must_use]
    pub fn modifier(self) -> Option<Modifier> {
        (self == RamAspect::Aft).then(|| Modifier::new(1, "from aft"))
    }
}
