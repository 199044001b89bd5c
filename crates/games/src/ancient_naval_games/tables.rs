//! The figures of Ancient Naval Games: sizes, movement points, dice, and the
//! tables of the two attacks.

use std::cmp::Ordering;

use super::orders::OrderKind;
use dice::{Modifier, Throw};
use message::{Message, message};
use rules::Keyword;
use rules::common::OutcomeWord;
use rules::drawing::Drawing;
use rules::modifiers::{ModifierSpec, ModifierWord, each, once};

/// Movement points of an undamaged ship.
pub const MOVE_POINTS: u32 = 3;
/// Movement points lost for each oar damage.
pub const POINTS_PER_OAR_DAMAGE: u32 = 1;
/// The most oar damage that a ship can take.
pub const MOST_OAR_DAMAGE: u32 = 3;
/// Movement points to go ahead one hex.
pub const AHEAD_COST: u32 = 1;
/// Movement points to go astern one hex.
pub const ASTERN_COST: u32 = 2;
/// Movement points to turn one hexside.
pub const TURN_COST: u32 = 1;
/// Movement points to make an attack.
pub const ATTACK_COST: u32 = 1;
/// The most hexes or hexsides that an order accepts: more than any ship has movement points
/// for, so that the refusal can give her points.
pub const MOST_STEPS: u32 = 99;

/// The die for each ship in an attack, and for each side in the roll for who goes first.
pub const DIE: Throw = Throw::D6;

/// The two classes of ship.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Keyword)]
pub enum Size {
    /// A ship like the trireme: nimble, with a free turn each time she is activated.
    #[default]
    Small,
    /// A ship like the quinquereme: stronger in a ram, but without a free turn.
    Large,
}

/// Where an oar strike hits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Keyword)]
pub enum StrikeAspect {
    /// From ahead: the attacker runs along her oars from the front.
    Bow,
    /// From behind: she is surprised, and the attacker’s die is better.
    Stern,
}

/// Where a ram comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Keyword)]
pub enum RamAspect {
    /// Through one of the hexsides at her flank, towards her bow.
    Side,
    /// Through one of the hexsides at her flank, towards her stern: the attacker’s die is
    /// better.
    Aft,
}

/// Why a die is modified.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Keyword)]
pub enum Cause {
    /// Each oar damage of a ship makes her own die worse, in attack and defence.
    #[keyword("own-oar-damage")]
    OarDamage,
    /// A large ship is stronger in a ram, whether she attacks or defends.
    Large,
    /// A strike from behind finds her oars unready.
    #[keyword("at-the-stern")]
    Stern,
    /// A ram from behind her beam is harder to escape.
    #[keyword("from-aft")]
    Aft,
}

impl ModifierWord for Cause {
    fn spec(self) -> ModifierSpec {
        match self {
            Cause::OarDamage => each(-1, message!("own oar damage")),
            Cause::Large => once(1, message!("large")),
            Cause::Stern => once(1, message!("at the stern")),
            Cause::Aft => once(1, message!("from aft")),
        }
    }
}

/// The outcomes of orders.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Keyword)]
pub enum Outcome {
    /// The order was carried out; the rules name no special result for it.
    Done,
    /// The isolated ships have lost heart and left the table.
    Removed,
    /// No ship was isolated: none leaves.
    None,
    /// Oars break. She has less movement from now on, and a worse die in every attack.
    Struck,
    /// The strike hits, but she has no oars left to break.
    //
    Spent,
    /// The target slips away, or fights the boarders off.
    Avoided,
    /// The target is sunk or captured, and the attacker takes her hex.
    Sunk,
    /// Both ships are locked together and out of the battle; the wreck blocks its hex.
    Entangled,
}

impl OutcomeWord for Outcome {
    type Order = OrderKind;
    const DONE: Outcome = Outcome::Done;

    fn gain(self, _order: OrderKind) -> i8 {
        match self {
            Outcome::Sunk => 2,
            Outcome::Struck => 1,
            Outcome::Done | Outcome::None | Outcome::Entangled => 0,
            Outcome::Removed | Outcome::Spent => -1,
            Outcome::Avoided => -2,
        }
    }
}

/// A row of the table of an attack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Row {
    /// The comparisons of the attacker's die with the target's that this row covers.
    pub where_the_attacker_is: &'static [Ordering],
    /// What happens.
    pub outcome: Outcome,
}

/// Oar strikes, at bow or stern.
pub const OAR_STRIKE: [Row; 2] = [
    Row { where_the_attacker_is: &[Ordering::Greater], outcome: Outcome::Struck },
    Row { where_the_attacker_is: &[Ordering::Equal, Ordering::Less], outcome: Outcome::Avoided },
];

/// Ramming and boarding, at the side.
pub const RAM: [Row; 3] = [
    Row { where_the_attacker_is: &[Ordering::Greater], outcome: Outcome::Sunk },
    Row { where_the_attacker_is: &[Ordering::Equal], outcome: Outcome::Entangled },
    Row { where_the_attacker_is: &[Ordering::Less], outcome: Outcome::Avoided },
];

/// Looks up the outcome in a table, whose rows cover every comparison.
#[must_use]
pub fn read(table: &[Row], attacker_is: Ordering) -> Outcome {
    let row = table.iter().find(|row| row.where_the_attacker_is.contains(&attacker_is));
    row.map_or(Outcome::Avoided, |row| row.outcome)
}

/// Whether a fleet must check morale: more than half of its original ships are gone.
#[must_use]
pub const fn is_shaken(gone: usize, began: usize) -> bool {
    gone * 2 > began
}

impl Size {
    /// Its name for a reader.
    #[must_use]
    pub fn name(self) -> Message {
        match self {
            Size::Small => message!("Small (trireme class)"),
            Size::Large => message!("Large (quinquereme class)"),
        }
    }

    /// Hexsides that she may turn without cost in an activation.
    #[must_use]
    pub const fn free_turns(self) -> u32 {
        match self {
            Size::Small => 1,
            Size::Large => 0,
        }
    }

    /// Her modifier in a ram, attacking or defending.
    #[must_use]
    pub fn ram_modifier(self) -> Option<Modifier> {
        Cause::Large.applies(self == Size::Large)
    }

    /// The silhouette, by size and by the people named in the fleet file.
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
    /// The attacker's modifier.
    #[must_use]
    pub fn modifier(self) -> Option<Modifier> {
        Cause::Stern.applies(self == StrikeAspect::Stern)
    }
}

impl RamAspect {
    /// The attacker's modifier.
    #[must_use]
    pub fn modifier(self) -> Option<Modifier> {
        Cause::Aft.applies(self == RamAspect::Aft)
    }
}
