//! The modifiers of rolls and move points in Greek Fire.

use message::message;
use rules::modifiers::modifiers;

use super::rolls::{FULL_RUN, ROUT_HEXES};

modifiers! {
    /// The modifiers of rolls and of move points.
    pub enum Cause {
        /// The advantage sails: more canvas for the wind. It helps the sail roll.
        Sails = "sails": 1 each, message!("sails");
        /// An elite crew trims the sails better.
        EliteCrew = "elite-crew": 1, message!("elite crew");
        /// A poor crew gets less out of the wind.
        PoorCrew = "poor-crew": -2, message!("poor crew");
        /// Fire aboard hinders the sail roll.
        OnFire = "on-fire": -2, message!("on fire");
        /// A ram last turn, given or taken, has thrown her out of trim for the sail roll.
        RammedBeforeSailing = "rammed-before-sailing": -4, message!("rammed or was rammed last turn");
        /// The skill sailing, of captain or crew: both count.
        Sailing = "sailing": 1 each, message!("sailing");
        /// The current carries her along.
        GulfStream = "gulf-stream": 1, message!("gulf stream");
        /// High seas take the wind out of her sails.
        RoughWaters = "rough-waters": -1, message!("rough waters");
        /// The skill rowing, of captain or crew, adds to her move.
        Rowing = "rowing": 1 each, message!("rowing");
        /// The advantage rowers adds to her move.
        // GF-2.
        Rowers = "rowers": 1 each, message!("rowers");
        /// A ram last turn, given or taken, has slowed her.
        RammedBeforeRowing = "rammed-before-rowing": -3, message!("rammed or was rammed last turn");
        /// The move points that the sail roll has added or removed this turn.
        Wind = "wind": 1 figure, message!("wind");
        /// Oars that rams have broken. They are lost for the battle and add up.
        // GF-4.
        ShearedOars = "sheared-oars": -1 figure, message!("sheared oars");
        /// Fewer men pull the oars: the more of her crew is lost, the slower she is.
        // GF-3.
        CrewLost = "crew-lost": -1 figure, message!("crew lost");
        /// Rowers at full stretch: more move points, and she must ram.
        RammingSpeed = "ramming-speed": 2, message!("ramming speed");
        /// What the weapon itself adds or removes, from the chart of missiles.
        ToHit = "to-hit": 1 figure, message!("to hit");
        /// The skill missiles, of captain or crew: every weapon hits more often.
        Missiles = "missiles": 1 each, message!("missiles");
        /// The target’s screens catch part of what is shot at her.
        Parablemata = "parablemata": -1, message!("target’s parablemata");
        /// Spikes beside her beak strengthen her ram.
        Prongs = "prongs": 1 each, message!("prongs");
        /// A heavier beak strengthens her ram.
        ReinforcedRam = "reinforced-ram": 1 each, message!("reinforced ram");
        /// The skill ramming, of captain or crew, strengthens her ram.
        Ramming = "ramming": 1 each, message!("ramming");
        /// How hard she rams: the ram of her type, and what prongs, a reinforced ram and the
        /// skill add.
        RamBonus = "ram-bonus": 1 figure, message!("ram bonus");
        /// The target’s own ram bonus is subtracted: a strong ship is harder to hurt.
        TargetRamBonus = "target-ram-bonus": -1 figure, message!("target's ram bonus");
        /// Each reinforced hull of the target weakens the blow.
        TargetHull = "target-hull": -1 each, message!("target's reinforced hull");
        /// She has not moved far enough straight ahead to gather speed: the blow is much
        /// weaker.
        ShortRun = "short-run": -5, message!("fewer than {n} spaces straight", n = FULL_RUN);
        /// The beaks meet head on, where both hulls are strongest.
        BowToBow = "bow-to-bow": -2, message!("bow to bow");
        /// Her own reinforced hulls protect her from the rocks.
        // GF-12.
        OwnHull = "own-hull": -1 each, message!("reinforced hull");
        /// The claw pulls the other ship close. It counts once, however many she has.
        Harpax = "harpax": 1, message!("harpax");
        /// The boarding bridge holds the other ship. It counts once, however many she has.
        Corvus = "corvus": 1, message!("corvus");
        /// Her deck is larger than the target’s: her men attack from above.
        LargerShip = "larger-ship": 1, message!("the larger ship");
        /// Her ram this turn still holds the target.
        RammedThisTurn = "rammed-this-turn": 1, message!("rammed her this turn");
        /// An earlier ram still locks them together: neither has rowed since.
        // GF-19.
        RammedTogether = "rammed-together": 1, message!("rammed together");
        /// The skill melee, of captain or crew, helps to get aboard.
        Melee = "melee": 1 each, message!("melee");
        /// The skill melee adds to every die that its side rolls in the fight.
        MeleeEachDie = "melee-each-die": 1 each, message!("melee, all dice together");
        /// None of her men has died in this battle, so they are in good heart.
        NoneKilled = "none-killed": 2, message!("no crew killed yet");
        /// The ship is going down under their feet.
        Sinking = "sinking": -3, message!("sinking");
        /// A great part of her crew is dead.
        HalfDead = "half-dead": -2, message!("half the crew or more dead");
        /// An enemy beside her has more men.
        LargerEnemy = "larger-enemy": -1, message!("an adjacent enemy has the larger crew");
        /// The enemy has more and larger ships left: their decks are added up.
        MoreDeckPoints = "more-deck-points": -1, message!("the enemy has more deck points in action");
        /// A ship of her own side near her is in flight.
        RoutingFriend = "routing-friend": -2, message!("a friend within {n} hexes is routing", n = ROUT_HEXES);
        /// The skill rally, of captain or crew, steadies the men.
        Rally = "rally": 2 each, message!("rally");
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
