//! The tables of Command & Chaos: kinds of unit, zones, and the target numbers of dice.

use std::collections::BTreeMap;
use std::convert::Infallible;

use serde::{Deserialize, Serialize};

use dice::Throw;
use message::{Message, message};
use rules::Keyword;
use rules::common::Tag;
use rules::drawing::Drawing;
use rules::modifiers::{ModifierSpec, ModifierWord, once};
use rules::schema::LeftOut;
use rules::statement::{FieldType, TypedField};
use rules::value_type::ValueType;

/// The kind of unit that a card shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Keyword)]
pub enum Kind {
    /// A block of a legion: slow, steady, and the heart of the line.
    HeavyInfantry,
    /// Horsemen of the wings: fast in their column, and able to get behind an enemy.
    HeavyCavalry,
    /// Men with javelins: quick, hard to catch, and not meant to hold a line.
    LightInfantry,
}

/// How far a unit may move, straight ahead or back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reach {
    /// Up to this many spaces.
    Spaces(u8),
    /// Any number of spaces.
    Any,
}

impl Kind {
    /// Its reach in a turn. Cavalry that stays with light infantry moves as far as the
    /// infantry does.
    #[must_use]
    pub fn reach(self, mixed: bool) -> Reach {
        match self {
            Kind::HeavyInfantry => Reach::Spaces(1),
            Kind::HeavyCavalry if !mixed => Reach::Any,
            Kind::HeavyCavalry | Kind::LightInfantry => Reach::Spaces(2),
        }
    }

    /// The text for a reader, on a separate line.
    #[must_use]
    pub fn says(self) -> Message {
        match self {
            Kind::HeavyInfantry => message!("Heavy infantry"),
            Kind::HeavyCavalry => message!("Heavy cavalry"),
            Kind::LightInfantry => message!("Light infantry"),
        }
    }

    /// Whether it has morale and stamina, charges and fights in melee.
    #[must_use]
    pub fn is_heavy(self) -> bool {
        self != Kind::LightInfantry
    }

    /// Its silhouette.
    #[must_use]
    pub fn drawing(self) -> Drawing {
        match self {
            Kind::HeavyInfantry => Drawing::HeavyInfantry,
            Kind::HeavyCavalry => Drawing::HeavyCavalry,
            Kind::LightInfantry => Drawing::LightInfantry,
        }
    }
}

/// The five zones, from an army's own left; each is two columns wide.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Keyword)]
pub enum Zone {
    /// The far left of the army, where its horsemen are.
    LeftWing,
    /// The left of the line of infantry.
    LeftBattleLine,
    /// The middle of the line of infantry.
    CenterBattleLine,
    /// The right of the line of infantry.
    RightBattleLine,
    /// The far right of the army, where its horsemen are.
    RightWing,
}

/// The columns of a zone.
pub const COLUMNS: u8 = 2;
/// The fewest rows that a table has.
pub const FEWEST_ROWS: u8 = 7;
/// The most rows that a table has.
pub const MOST_ROWS: u8 = 9;

impl Zone {
    /// Whether it is one of the two wings.
    #[must_use]
    pub fn is_wing(self) -> bool {
        matches!(self, Zone::LeftWing | Zone::RightWing)
    }

    /// The name for a reader. Files keep the American spelling of the rule book.
    #[must_use]
    pub fn says(self) -> Message {
        match self {
            Zone::LeftWing => message!("left wing"),
            Zone::LeftBattleLine => message!("left battle line"),
            Zone::CenterBattleLine => message!("centre battle line"),
            Zone::RightBattleLine => message!("right battle line"),
            Zone::RightWing => message!("right wing"),
        }
    }

    /// A short name for a line with all five zones.
    #[must_use]
    pub fn in_short(self) -> Message {
        match self {
            Zone::LeftWing => message!("left wing"),
            Zone::LeftBattleLine => message!("left"),
            Zone::CenterBattleLine => message!("centre"),
            Zone::RightBattleLine => message!("right"),
            Zone::RightWing => message!("right wing"),
        }
    }

    /// The opposite zone in the enemy's line.
    #[must_use]
    pub fn facing(self) -> Zone {
        match self {
            Zone::LeftWing => Zone::RightWing,
            Zone::LeftBattleLine => Zone::RightBattleLine,
            Zone::CenterBattleLine => Zone::CenterBattleLine,
            Zone::RightBattleLine => Zone::LeftBattleLine,
            Zone::RightWing => Zone::LeftWing,
        }
    }

    /// The index of the zone: 0 in the centre, negative to the army's left.
    #[must_use]
    pub fn rank(self) -> i8 {
        match self {
            Zone::LeftWing => -2,
            Zone::LeftBattleLine => -1,
            Zone::CenterBattleLine => 0,
            Zone::RightBattleLine => 1,
            Zone::RightWing => 2,
        }
    }

    /// The index of a column in the line, 0 to 9, from the army's left.
    #[must_use]
    pub fn place(self, column: u8) -> u8 {
        let at = Zone::ALL.iter().position(|zone| *zone == self).unwrap_or_default();
        u8::try_from(at).unwrap_or_default() * COLUMNS + column.clamp(1, COLUMNS) - 1
    }

    /// The last index in the line: place `n` is opposite the enemy's place
    /// `LAST_PLACE - n`.
    pub const LAST_PLACE: u8 = 9;
}

/// An officer who can be attached to a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Keyword)]
pub enum Officer {
    /// The general. He may ride to any part of the line while he is with no unit.
    Commander,
    /// The officer of a zone. He stays in it.
    Lieutenant,
}

/// The side of the enemy that a unit attacks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Keyword)]
pub enum Attack {
    /// The attacker is in front of the enemy.
    Front,
    /// The attacker is at the enemy’s side, where it hits more easily.
    Flank,
    /// The attacker is at the enemy’s back, the worst of all. Only cavalry gets there, and
    /// only while a friend is at the side.
    Rear,
}

impl Attack {
    /// The bonus for the attack die; the front has none.
    #[must_use]
    pub fn bonus(self) -> Option<Bonus> {
        match self {
            Attack::Front => None,
            Attack::Flank => Some(Bonus::FlankAttack),
            Attack::Rear => Some(Bonus::RearAttack),
        }
    }
}

/// A bonus on the attack die of a melee.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Keyword)]
pub enum Bonus {
    /// It attacks from the side.
    FlankAttack,
    /// It attacks from behind.
    RearAttack,
    /// Light infantry goes with the cavalry and helps it.
    Mixed,
    /// The commander or a lieutenant fights with the unit.
    Officer,
}

impl ModifierWord for Bonus {
    fn spec(self) -> ModifierSpec {
        match self {
            Bonus::FlankAttack => once(1, message!("flank attack")),
            Bonus::RearAttack => once(2, message!("rear attack")),
            Bonus::Mixed => once(1, message!("mixed with light infantry")),
            Bonus::Officer => once(1, message!("officer attached")),
        }
    }
}

/// How a unit meets a charge.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Keyword)]
pub enum Answer {
    /// It charges back: that costs stamina and hits the charger.
    CounterCharge,
    /// It stands: its hits cancel hits of the charger.
    Stand,
}

/// The phase in which heavy units meet light infantry.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Keyword)]
pub enum JavelinPhase {
    /// A heavy unit moves up to it.
    Movement,
    /// A heavy unit meets it in melee.
    Melee,
}

impl JavelinPhase {
    /// The phase of javelins ordered now: movement, or otherwise melee.
    #[must_use]
    pub fn of(now: Phase) -> JavelinPhase {
        match now {
            Phase::Movement => JavelinPhase::Movement,
            Phase::Initiative | Phase::Melee | Phase::Rally => JavelinPhase::Melee,
        }
    }

    /// The phase of the turn.
    #[must_use]
    pub fn phase(self) -> Phase {
        match self {
            JavelinPhase::Movement => Phase::Movement,
            JavelinPhase::Melee => Phase::Melee,
        }
    }

    /// The spaces that the light infantry then falls back.
    #[must_use]
    pub fn falls_back(self) -> u32 {
        match self {
            JavelinPhase::Movement => 2,
            JavelinPhase::Melee => 3,
        }
    }
}

/// The spaces that light infantry falls back from light infantry.
pub const SKIRMISH_FALLS_BACK: u32 = 2;

/// All dice are six-sided.
pub const DIE: Throw = Throw::D6;
/// The dice of a charger, and of a unit that counter-charges or stands.
pub const CHARGE_DICE: u32 = 2;
/// The charges of a unit in a battle.
pub const CHARGES: u32 = 1;
/// The stamina cost of a charge or counter-charge.
pub const CHARGE_STAMINA: u32 = 1;
/// The roll with which javelins hit.
pub const JAVELINS_NEED: i64 = 6;
/// The morale that a hit costs, whether by javelins, a melee die or allied morale.
pub const ONE_HIT: u32 = 1;
/// The hits that an officer removes in one rally.
pub const RALLY_TAKES_OFF: u32 = 1;
/// The face that hits an average unit.
pub const AVERAGE_NEEDS: u8 = 4;
/// The face that hits a veteran.
pub const VETERAN_NEEDS: u8 = 5;

/// The lowest face that hits a unit, and the lowest face of its own allied morale die that
/// hurts it.
#[must_use]
pub fn needs(veteran: bool) -> u8 {
    if veteran { VETERAN_NEEDS } else { AVERAGE_NEEDS }
}

/// The highest morale to which an officer can rally a unit: half of its starting morale,
/// rounded up.
#[must_use]
pub fn rally_limit(max_morale: u32) -> u32 {
    max_morale.div_ceil(2)
}

/// The sum of the morale chits of an army with this many heavy units.
#[must_use]
pub fn morale_sum(heavy_units: u32) -> u32 {
    heavy_units * MORALE_PER_UNIT + EXTRA_MORALE
}

/// The morale of an army for each heavy unit.
pub const MORALE_PER_UNIT: u32 = 3;
/// The additional morale of an army.
pub const EXTRA_MORALE: u32 = 4;

/// The lowest and the highest morale chit.
pub const MORALE: (u32, u32) = (2, 5);
/// The number of veterans in an army.
pub const VETERANS: u32 = 3;
/// The lowest morale of a veteran.
pub const VETERAN_MORALE: u32 = 4;
/// The stamina of a heavy unit.
pub const STAMINA: u32 = 3;
/// The cards of a full hand.
pub const HAND: usize = 5;
/// The most initiative rolls in a turn; in the first turn one decides who sets up.
pub const MOST_INITIATIVE_ROLLS: u8 = 2;
/// The most cards that a side may discard in a turn.
pub const MOST_DISCARDS: usize = 2;
/// The most cards that a side may play in a melee phase.
pub const MOST_PLAYED: usize = 3;

/// The dice that battle cards add to attacks, by unit.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct DiceMore(pub BTreeMap<Tag, u8>);

impl FieldType for DiceMore {
    type Written = Infallible;

    fn default_of(written: Infallible) -> LeftOut {
        match written {}
    }
}

impl TypedField for DiceMore {
    const TAKES: ValueType = ValueType::NumberEach { max: MOST_DICE_MORE as i64 };
}

/// The most dice that cards can add to one unit's attack.
pub const MOST_DICE_MORE: u8 = 20;
/// The most cards in a deck: a card is drawn with one die whose size is the number left.
pub const MOST_CARDS: usize = 255;

/// The number of cards of each kind in an army.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Strength {
    /// Heavy units in the battle line.
    pub line: u32,
    /// Heavy units in reserve.
    pub reserve: u32,
    /// Light infantry.
    pub light: u32,
}

/// The standard army.
pub const STANDARD: Strength = Strength { line: 8, reserve: 2, light: 4 };
/// The numbers of heavy infantry and heavy cavalry in the learning army.
pub const LEARNING_UNITS: (u32, u32) = (6, 2);
/// The learning army.
pub const LEARNING: Strength =
    Strength { line: LEARNING_UNITS.0 + LEARNING_UNITS.1, reserve: 0, light: 0 };

/// Balanced sets of morale chits for ten heavy units: number of chits, morale, and whether
/// they are veterans.
pub const MORALE_CHITS: [&[(u32, u32, bool)]; 5] = [
    &[(2, 5, true), (1, 4, true), (6, 3, false), (1, 2, false)],
    &[(3, 4, true), (1, 4, false), (6, 3, false)],
    &[(3, 5, true), (5, 3, false), (2, 2, false)],
    &[(3, 5, true), (1, 5, false), (1, 4, false), (5, 2, false)],
    &[(2, 5, true), (2, 5, false), (1, 4, true), (5, 2, false)],
];

/// The phases of a turn, in order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Keyword)]
pub enum Phase {
    /// The sides roll for who goes first, and fill their hands.
    Initiative,
    /// Sides move their zones in turn; charges and flanking come here.
    Movement,
    /// Cards are played, and units that meet fight.
    Melee,
    /// Officers rally and change units; reserves move.
    Rally,
}

impl Phase {
    /// The next phase; `None` after the last phase of a turn.
    #[must_use]
    pub fn next(self) -> Option<Phase> {
        match self {
            Phase::Initiative => Some(Phase::Movement),
            Phase::Movement => Some(Phase::Melee),
            Phase::Melee => Some(Phase::Rally),
            Phase::Rally => None,
        }
    }

    /// Its number, from 1.
    #[must_use]
    pub fn number(self) -> u8 {
        match self {
            Phase::Initiative => 1,
            Phase::Movement => 2,
            Phase::Melee => 3,
            Phase::Rally => 4,
        }
    }

    /// Its name as a heading.
    #[must_use]
    pub fn name(self) -> Message {
        match self {
            Phase::Initiative => message!("Initiative and cards"),
            Phase::Movement => message!("Movement"),
            Phase::Melee => message!("Melee"),
            Phase::Rally => message!("Rally, officers and reserves"),
        }
    }

    /// Its name within a sentence: `the melee phase`.
    #[must_use]
    pub fn says(self) -> Message {
        match self {
            Phase::Initiative => message!("initiative"),
            Phase::Movement => message!("movement"),
            Phase::Melee => message!("melee"),
            Phase::Rally => message!("rally"),
        }
    }
}
