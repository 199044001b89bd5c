//! Everything that is added to a roll or to the move points.

use crate::rules::modifiers::modifiers;
use crate::say::say;

use super::rolls::{FULL_RUN, ROUT_HEXES};

modifiers! {
    /// Why something is added to a roll or to the move points.
    pub enum Cause {
        /// Sail: the advantage `sails`.
        Sails = "sails": 1 each, say!("sails");
        /// Sail: an elite crew.
        EliteCrew = "elite-crew": 1, say!("elite crew");
        /// Sail: a poor crew.
        PoorCrew = "poor-crew": -2, say!("poor crew");
        /// Sail: fire aboard.
        OnFire = "on-fire": -2, say!("on fire");
        /// Sail: she rammed or was rammed last turn.
        RammedBeforeSailing = "rammed-before-sailing": -4, say!("rammed or was rammed last turn");
        /// Sail: the skill `sailing`.
        Sailing = "sailing": 1 each, say!("sailing");
        /// Sail: in the Gulf Stream.
        GulfStream = "gulf-stream": 1, say!("gulf stream");
        /// Sail: in rough waters.
        RoughWaters = "rough-waters": -1, say!("rough waters");
        /// Move points: the skill `rowing`.
        Rowing = "rowing": 1 each, say!("rowing");
        /// Move points: the advantage `rowers` (GF-2).
        Rowers = "rowers": 1 each, say!("rowers");
        /// Move points: she rammed or was rammed last turn.
        RammedBeforeRowing = "rammed-before-rowing": -3, say!("rammed or was rammed last turn");
        /// Move points: the result of the sail roll.
        Wind = "wind": 1 figure, say!("wind");
        /// Move points: sheared oars (GF-4).
        ShearedOars = "sheared-oars": -1 figure, say!("sheared oars");
        /// Move points: the share of the crew that she has lost (GF-3).
        CrewLost = "crew-lost": -1 figure, say!("crew lost");
        /// Move points: at ramming speed.
        RammingSpeed = "ramming-speed": 2, say!("ramming speed");
        /// Missiles: the weapon's own figure.
        ToHit = "to-hit": 1 figure, say!("to hit");
        /// Missiles: the skill `missiles`.
        Missiles = "missiles": 1 each, say!("missiles");
        /// Missiles: the target's screens.
        Parablemata = "parablemata": -1, say!("target's parablemata");
        /// Ram bonus: the advantage `prongs`.
        Prongs = "prongs": 1 each, say!("prongs");
        /// Ram bonus: the advantage `reinforced-ram`.
        ReinforcedRam = "reinforced-ram": 1 each, say!("reinforced ram");
        /// Ram bonus: the skill `ramming`.
        Ramming = "ramming": 1 each, say!("ramming");
        /// Ram: each point of the rammer's ram bonus.
        RamBonus = "ram-bonus": 1 figure, say!("ram bonus");
        /// Ram: each point of the target's ram bonus.
        TargetRamBonus = "target-ram-bonus": -1 figure, say!("target's ram bonus");
        /// Ram: the target's reinforced hulls.
        TargetHull = "target-hull": -1 each, say!("target's reinforced hull");
        /// Ram: a run shorter than [`FULL_RUN`].
        ShortRun = "short-run": -5, say!("fewer than {n} spaces straight", n = FULL_RUN);
        /// Ram: the two meet bow to bow.
        BowToBow = "bow-to-bow": -2, say!("bow to bow");
        /// Rocky shallows: her own reinforced hulls (GF-12).
        OwnHull = "own-hull": -1 each, say!("reinforced hull");
        /// Boarding: the advantage `harpax`.
        Harpax = "harpax": 1, say!("harpax");
        /// Boarding: the advantage `corvus`.
        Corvus = "corvus": 1, say!("corvus");
        /// Boarding: she has the larger deck.
        LargerShip = "larger-ship": 1, say!("the larger ship");
        /// Boarding: she rammed the target this turn.
        RammedThisTurn = "rammed-this-turn": 1, say!("rammed her this turn");
        /// Boarding: the two are still locked by an earlier ram (GF-19).
        RammedTogether = "rammed-together": 1, say!("rammed together");
        /// Boarding: the skill `melee`.
        Melee = "melee": 1 each, say!("melee");
        /// Melee aboard: the skill `melee`, on each die.
        MeleeEachDie = "melee-each-die": 1 each, say!("melee, all dice together");
        /// Morale: no crew killed yet this battle.
        NoneKilled = "none-killed": 2, say!("no crew killed yet");
        /// Morale: she is sinking.
        Sinking = "sinking": -3, say!("sinking");
        /// Morale: at least half her crew is dead.
        HalfDead = "half-dead": -2, say!("half the crew or more dead");
        /// Morale: an adjacent enemy has the larger crew.
        LargerEnemy = "larger-enemy": -1, say!("an adjacent enemy has the larger crew");
        /// Morale: the enemy has more deck points in action.
        MoreDeckPoints = "more-deck-points": -1, say!("the enemy has more deck points in action");
        /// Morale: a friend nearby is routing.
        RoutingFriend = "routing-friend": -2, say!("a friend within {n} hexes is routing", n = ROUT_HEXES);
        /// Morale: the skill `rally`.
        Rally = "rally": 2 each, say!("rally");
    }
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
}
