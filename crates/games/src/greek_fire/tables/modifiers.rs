//! The modifiers of rolls and move points in Greek Fire.

use message::message;
use rules::Keyword;
use rules::modifiers::{ModifierSpec, ModifierWord, each, figure, once};

use super::rolls::{FULL_RUN, ROUT_HEXES};

/// The modifiers of rolls and of move points.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Keyword)]
pub enum Cause {
    /// The advantage sails: more canvas for the wind. It helps the sail roll.
    Sails,
    /// An elite crew trims the sails better.
    EliteCrew,
    /// A poor crew gets less out of the wind.
    PoorCrew,
    /// Fire aboard hinders the sail roll.
    OnFire,
    /// A ram last turn, given or taken, has thrown her out of trim for the sail roll.
    RammedBeforeSailing,
    /// The skill sailing, of captain or crew: both count.
    Sailing,
    /// The current carries her along.
    GulfStream,
    /// High seas take the wind out of her sails.
    RoughWaters,
    /// The skill rowing, of captain or crew, adds to her move.
    Rowing,
    /// The advantage rowers adds to her move.
    // GF-2.
    Rowers,
    /// A ram last turn, given or taken, has slowed her.
    RammedBeforeRowing,
    /// The move points that the sail roll has added or removed this turn.
    Wind,
    /// Oars that rams have broken. They are lost for the battle and add up.
    // GF-4.
    ShearedOars,
    /// Fewer men pull the oars: the more of her crew is lost, the slower she is.
    // GF-3.
    CrewLost,
    /// Rowers at full stretch: more move points, and she must ram.
    RammingSpeed,
    /// What the weapon itself adds or removes, from the chart of missiles.
    ToHit,
    /// The skill missiles, of captain or crew: every weapon hits more often.
    Missiles,
    /// The target’s screens catch part of what is shot at her.
    Parablemata,
    /// Spikes beside her beak strengthen her ram.
    Prongs,
    /// A heavier beak strengthens her ram.
    ReinforcedRam,
    /// The skill ramming, of captain or crew, strengthens her ram.
    Ramming,
    /// How hard she rams: the ram of her type, and what prongs, a reinforced ram and the
    /// skill add.
    RamBonus,
    /// The target’s own ram bonus is subtracted: a strong ship is harder to hurt.
    TargetRamBonus,
    /// Each reinforced hull of the target weakens the blow.
    TargetHull,
    /// She has not moved far enough straight ahead to gather speed: the blow is much
    /// weaker.
    ShortRun,
    /// The beaks meet head on, where both hulls are strongest.
    BowToBow,
    /// Her own reinforced hulls protect her from the rocks.
    // GF-12.
    OwnHull,
    /// The claw pulls the other ship close. It counts once, however many she has.
    Harpax,
    /// The boarding bridge holds the other ship. It counts once, however many she has.
    Corvus,
    /// Her deck is larger than the target’s: her men attack from above.
    LargerShip,
    /// Her ram this turn still holds the target.
    RammedThisTurn,
    /// An earlier ram still locks them together: neither has rowed since.
    // GF-19.
    RammedTogether,
    /// The skill melee, of captain or crew, helps to get aboard.
    Melee,
    /// The skill melee adds to every die that its side rolls in the fight.
    MeleeEachDie,
    /// None of her men has died in this battle, so they are in good heart.
    NoneKilled,
    /// The ship is going down under their feet.
    Sinking,
    /// A great part of her crew is dead.
    HalfDead,
    /// An enemy beside her has more men.
    LargerEnemy,
    /// The enemy has more and larger ships left: their decks are added up.
    MoreDeckPoints,
    /// A ship of her own side near her is routing.
    RoutingFriend,
    /// The skill rally, of captain or crew, steadies the men.
    Rally,
}

impl ModifierWord for Cause {
    fn spec(self) -> ModifierSpec {
        match self {
            Cause::Sails => each(1, message!("sails")),
            Cause::EliteCrew => once(1, message!("elite crew")),
            Cause::PoorCrew => once(-2, message!("poor crew")),
            Cause::OnFire => once(-2, message!("on fire")),
            Cause::RammedBeforeSailing => once(-4, message!("rammed or was rammed last turn")),
            Cause::Sailing => each(1, message!("sailing")),
            Cause::GulfStream => once(1, message!("gulf stream")),
            Cause::RoughWaters => once(-1, message!("rough waters")),
            Cause::Rowing => each(1, message!("rowing")),
            Cause::Rowers => each(1, message!("rowers")),
            Cause::RammedBeforeRowing => once(-3, message!("rammed or was rammed last turn")),
            Cause::Wind => figure(1, message!("wind")),
            Cause::ShearedOars => figure(-1, message!("sheared oars")),
            Cause::CrewLost => figure(-1, message!("crew lost")),
            Cause::RammingSpeed => once(2, message!("ramming speed")),
            Cause::ToHit => figure(1, message!("to hit")),
            Cause::Missiles => each(1, message!("missiles")),
            Cause::Parablemata => once(-1, message!("target’s parablemata")),
            Cause::Prongs => each(1, message!("prongs")),
            Cause::ReinforcedRam => each(1, message!("reinforced ram")),
            Cause::Ramming => each(1, message!("ramming")),
            Cause::RamBonus => figure(1, message!("ram bonus")),
            Cause::TargetRamBonus => figure(-1, message!("target’s ram bonus")),
            Cause::TargetHull => each(-1, message!("target’s reinforced hull")),
            Cause::ShortRun => once(-5, message!("fewer than {n} spaces straight", n = FULL_RUN)),
            Cause::BowToBow => once(-2, message!("bow to bow")),
            Cause::OwnHull => each(-1, message!("reinforced hull")),
            Cause::Harpax => once(1, message!("harpax")),
            Cause::Corvus => once(1, message!("corvus")),
            Cause::LargerShip => once(1, message!("the larger ship")),
            Cause::RammedThisTurn => once(1, message!("rammed her this turn")),
            Cause::RammedTogether => once(1, message!("rammed together")),
            Cause::Melee => each(1, message!("melee")),
            Cause::MeleeEachDie => each(1, message!("melee, all dice together")),
            Cause::NoneKilled => once(2, message!("no crew killed yet")),
            Cause::Sinking => once(-3, message!("sinking")),
            Cause::HalfDead => once(-2, message!("half the crew or more dead")),
            Cause::LargerEnemy => once(-1, message!("an adjacent enemy has the larger crew")),
            Cause::MoreDeckPoints => once(-1, message!("the enemy has more deck points in action")),
            Cause::RoutingFriend => {
                once(-2, message!("a friend within {n} hexes is routing", n = ROUT_HEXES))
            }
            Cause::Rally => each(2, message!("rally")),
        }
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
