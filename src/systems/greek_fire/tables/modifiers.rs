//! Everything that is added to a roll or to the move points, with its amount.

use crate::dice::{Modifier, Reason};
use crate::rules::slug::slugs;
use crate::say::{Say, say};

use super::rolls::{FULL_RUN, ROUT_HEXES};

slugs! {
    /// Why something is added to a roll or to the move points. Code knows it by
    /// this, never by the words that players read.
    pub enum Cause {
        /// Sail: the advantage `sails`.
        Sails = "sails",
        /// Sail: an elite crew.
        EliteCrew = "elite-crew",
        /// Sail: a poor crew.
        PoorCrew = "poor-crew",
        /// Sail: fire aboard.
        OnFire = "on-fire",
        /// Sail: she rammed or was rammed last turn.
        RammedBeforeSailing = "rammed-before-sailing",
        /// Sail: the skill `sailing`.
        Sailing = "sailing",
        /// Sail: in the Gulf Stream.
        GulfStream = "gulf-stream",
        /// Sail: in rough waters.
        RoughWaters = "rough-waters",
        /// Move points: the skill `rowing`.
        Rowing = "rowing",
        /// Move points: the advantage `rowers` (GF-2).
        Rowers = "rowers",
        /// Move points: she rammed or was rammed last turn.
        RammedBeforeRowing = "rammed-before-rowing",
        /// Move points: the result of the sail roll.
        Wind = "wind",
        /// Move points: sheared oars (GF-4).
        ShearedOars = "sheared-oars",
        /// Move points: the share of the crew that she has lost (GF-3).
        CrewLost = "crew-lost",
        /// Move points: at ramming speed.
        RammingSpeed = "ramming-speed",
        /// Missiles: the weapon's own figure.
        ToHit = "to-hit",
        /// Missiles: the skill `missiles`.
        Missiles = "missiles",
        /// Missiles: the target's screens.
        Parablemata = "parablemata",
        /// Ram bonus: the advantage `prongs`.
        Prongs = "prongs",
        /// Ram bonus: the advantage `reinforced-ram`.
        ReinforcedRam = "reinforced-ram",
        /// Ram bonus: the skill `ramming`.
        Ramming = "ramming",
        /// Ram: each point of the rammer's ram bonus.
        RamBonus = "ram-bonus",
        /// Ram: each point of the target's ram bonus.
        TargetRamBonus = "target-ram-bonus",
        /// Ram: the target's reinforced hulls.
        TargetHull = "target-hull",
        /// Ram: a run shorter than [`FULL_RUN`].
        ShortRun = "short-run",
        /// Ram: the two meet bow to bow.
        BowToBow = "bow-to-bow",
        /// Rocky shallows: her own reinforced hulls (GF-12).
        OwnHull = "own-hull",
        /// Boarding: the advantage `harpax`.
        Harpax = "harpax",
        /// Boarding: the advantage `corvus`.
        Corvus = "corvus",
        /// Boarding: she has the larger deck.
        LargerShip = "larger-ship",
        /// Boarding: she rammed the target this turn.
        RammedThisTurn = "rammed-this-turn",
        /// Boarding: the two are still locked by an earlier ram (GF-19).
        RammedTogether = "rammed-together",
        /// Boarding: the skill `melee`.
        Melee = "melee",
        /// Melee aboard: the skill `melee`, on each die.
        MeleeEachDie = "melee-each-die",
        /// Morale: no crew killed yet this battle.
        NoneKilled = "none-killed",
        /// Morale: she is sinking.
        Sinking = "sinking",
        /// Morale: at least half her crew is dead.
        HalfDead = "half-dead",
        /// Morale: an adjacent enemy has the larger crew.
        LargerEnemy = "larger-enemy",
        /// Morale: the enemy has more deck points in action.
        MoreDeckPoints = "more-deck-points",
        /// Morale: a friend nearby is routing.
        RoutingFriend = "routing-friend",
        /// Morale: the skill `rally`.
        Rally = "rally",
    }
}

/// How often a modifier counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Counted {
    /// Once, however many there are.
    Once,
    /// Once for each.
    Each,
    /// By a figure that is already a number: the ram bonus, the wind.
    Figure,
}

impl Cause {
    /// The modifiers of the sail roll.
    pub const OF_SAIL: [Cause; 8] = [
        Cause::Sails,
        Cause::EliteCrew,
        Cause::PoorCrew,
        Cause::OnFire,
        Cause::RammedBeforeSailing,
        Cause::Sailing,
        Cause::GulfStream,
        Cause::RoughWaters,
    ];
    /// The modifiers of a type's move.
    pub const OF_MOVE: [Cause; 7] = [
        Cause::Rowing,
        Cause::Rowers,
        Cause::RammedBeforeRowing,
        Cause::Wind,
        Cause::ShearedOars,
        Cause::CrewLost,
        Cause::RammingSpeed,
    ];
    /// The modifiers of the roll to hit.
    pub const OF_MISSILES: [Cause; 3] = [Cause::ToHit, Cause::Missiles, Cause::Parablemata];
    /// The modifiers of a type's ram.
    pub const OF_RAM_BONUS: [Cause; 3] = [Cause::Prongs, Cause::ReinforcedRam, Cause::Ramming];
    /// The modifiers of the ram roll.
    pub const OF_RAM: [Cause; 5] = [
        Cause::RamBonus,
        Cause::TargetRamBonus,
        Cause::TargetHull,
        Cause::ShortRun,
        Cause::BowToBow,
    ];
    /// The modifiers of the roll in rocky shallows.
    pub const OF_ROCKS: [Cause; 1] = [Cause::OwnHull];
    /// The modifiers of the boarding roll.
    pub const OF_BOARDING: [Cause; 6] = [
        Cause::Harpax,
        Cause::Corvus,
        Cause::LargerShip,
        Cause::RammedThisTurn,
        Cause::RammedTogether,
        Cause::Melee,
    ];
    /// The modifiers of the melee dice.
    pub const OF_MELEE: [Cause; 1] = [Cause::MeleeEachDie];
    /// The modifiers of the morale roll.
    pub const OF_MORALE: [Cause; 7] = [
        Cause::NoneKilled,
        Cause::Sinking,
        Cause::HalfDead,
        Cause::LargerEnemy,
        Cause::MoreDeckPoints,
        Cause::RoutingFriend,
        Cause::Rally,
    ];

    /// What it adds: once, for each, or for each point of a figure.
    #[must_use]
    pub const fn amount(self) -> i64 {
        match self {
            Cause::Sails
            | Cause::EliteCrew
            | Cause::Sailing
            | Cause::GulfStream
            | Cause::Rowing
            | Cause::Rowers
            | Cause::Wind
            | Cause::ToHit
            | Cause::Missiles
            | Cause::Prongs
            | Cause::ReinforcedRam
            | Cause::Ramming
            | Cause::RamBonus
            | Cause::Harpax
            | Cause::Corvus
            | Cause::LargerShip
            | Cause::RammedThisTurn
            | Cause::RammedTogether
            | Cause::Melee
            | Cause::MeleeEachDie => 1,
            Cause::RammingSpeed | Cause::NoneKilled | Cause::Rally => 2,
            Cause::RoughWaters
            | Cause::ShearedOars
            | Cause::CrewLost
            | Cause::Parablemata
            | Cause::TargetRamBonus
            | Cause::TargetHull
            | Cause::OwnHull
            | Cause::LargerEnemy
            | Cause::MoreDeckPoints => -1,
            Cause::PoorCrew
            | Cause::OnFire
            | Cause::BowToBow
            | Cause::HalfDead
            | Cause::RoutingFriend => -2,
            Cause::RammedBeforeRowing | Cause::Sinking => -3,
            Cause::RammedBeforeSailing => -4,
            Cause::ShortRun => -5,
        }
    }

    /// How often it counts.
    #[must_use]
    pub const fn counted(self) -> Counted {
        match self {
            Cause::Wind
            | Cause::ShearedOars
            | Cause::CrewLost
            | Cause::ToHit
            | Cause::RamBonus
            | Cause::TargetRamBonus => Counted::Figure,
            Cause::Sails
            | Cause::Sailing
            | Cause::Rowing
            | Cause::Rowers
            | Cause::Missiles
            | Cause::Prongs
            | Cause::ReinforcedRam
            | Cause::Ramming
            | Cause::TargetHull
            | Cause::OwnHull
            | Cause::Melee
            | Cause::MeleeEachDie
            | Cause::Rally => Counted::Each,
            Cause::EliteCrew
            | Cause::PoorCrew
            | Cause::OnFire
            | Cause::RammedBeforeSailing
            | Cause::GulfStream
            | Cause::RoughWaters
            | Cause::RammedBeforeRowing
            | Cause::RammingSpeed
            | Cause::Parablemata
            | Cause::ShortRun
            | Cause::BowToBow
            | Cause::Harpax
            | Cause::Corvus
            | Cause::LargerShip
            | Cause::RammedThisTurn
            | Cause::RammedTogether
            | Cause::NoneKilled
            | Cause::Sinking
            | Cause::HalfDead
            | Cause::LargerEnemy
            | Cause::MoreDeckPoints
            | Cause::RoutingFriend => Counted::Once,
        }
    }

    /// Its words for players.
    #[must_use]
    pub fn words(self) -> Say {
        match self {
            Cause::Sails => say!("sails"),
            Cause::EliteCrew => say!("elite crew"),
            Cause::PoorCrew => say!("poor crew"),
            Cause::OnFire => say!("on fire"),
            Cause::RammedBeforeSailing | Cause::RammedBeforeRowing => {
                say!("rammed or was rammed last turn")
            }
            Cause::Sailing => say!("sailing"),
            Cause::GulfStream => say!("gulf stream"),
            Cause::RoughWaters => say!("rough waters"),
            Cause::Rowing => say!("rowing"),
            Cause::Rowers => say!("rowers"),
            Cause::Wind => say!("wind"),
            Cause::ShearedOars => say!("sheared oars"),
            Cause::CrewLost => say!("crew lost"),
            Cause::RammingSpeed => say!("ramming speed"),
            Cause::ToHit => say!("to hit"),
            Cause::Missiles => say!("missiles"),
            Cause::Parablemata => say!("target's parablemata"),
            Cause::Prongs => say!("prongs"),
            Cause::ReinforcedRam => say!("reinforced ram"),
            Cause::Ramming => say!("ramming"),
            Cause::RamBonus => say!("ram bonus"),
            Cause::TargetRamBonus => say!("target's ram bonus"),
            Cause::TargetHull => say!("target's reinforced hull"),
            Cause::ShortRun => {
                say!("fewer than {n} spaces straight", n = FULL_RUN)
            }
            Cause::BowToBow => say!("bow to bow"),
            Cause::OwnHull => say!("reinforced hull"),
            Cause::Harpax => say!("harpax"),
            Cause::Corvus => say!("corvus"),
            Cause::LargerShip => say!("the larger ship"),
            Cause::RammedThisTurn => say!("rammed her this turn"),
            Cause::RammedTogether => say!("rammed together"),
            Cause::Melee => say!("melee"),
            Cause::MeleeEachDie => say!("melee, all dice together"),
            Cause::NoneKilled => say!("no crew killed yet"),
            Cause::Sinking => say!("sinking"),
            Cause::HalfDead => say!("half the crew or more dead"),
            Cause::LargerEnemy => say!("an adjacent enemy has the larger crew"),
            Cause::MoreDeckPoints => say!("the enemy has more deck points in action"),
            Cause::RoutingFriend => {
                say!("a friend within {n} hexes is routing", n = ROUT_HEXES)
            }
            Cause::Rally => say!("rally"),
        }
    }

    /// The modifier, counted this many times; `None` if that is 0.
    #[must_use]
    pub fn times(self, times: i64) -> Option<Modifier> {
        let amount = self.amount() * times;
        (amount != 0).then(|| Modifier::new(amount, self))
    }

    /// The modifier; `None` if it does not apply.
    #[must_use]
    pub fn applies(self, applies: bool) -> Option<Modifier> {
        self.times(i64::from(applies))
    }
}

impl From<Cause> for Reason {
    fn from(cause: Cause) -> Reason {
        Reason::new(cause.slug(), cause.words())
    }
}
