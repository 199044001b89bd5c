//! The orders of Greek Fire.

use crate::rules::common::{OutcomeWord, SwitchWord, Tag};
use crate::rules::slug::slugs;
use crate::rules::statement::orders;
use crate::say::{Say, say};

use super::state::Phase;
use super::tables::{
    FIRST_MOUNT, MOST_POINTS, MOST_SENT, MOST_SHIPS, MoraleResult, RamResult, SailResult, Weapon,
};

slugs! {
    /// The water that a ship sails in.
    pub enum Current {
        /// Open water.
        None = "none",
        /// Helps the sail roll.
        GulfStream = "gulf-stream",
        /// Hinders the sail roll.
        RoughWaters = "rough-waters",
    }
}

slugs! {
    /// A hex that is not open water.
    pub enum Hex {
        /// The ship runs aground.
        Shallows = "shallows",
        /// The ram table decides (GF-12).
        RockyShallows = "rocky-shallows",
        /// Costs more move points a space.
        Sargasso = "sargasso",
        /// Never entered.
        Land = "land",
    }
}

slugs! {
    /// The optional rules.
    pub enum Switch {
        /// Any ship may shoot at any time.
        FreeForAll = "free-for-all",
    }
}

impl SwitchWord for Switch {
    fn what(self) -> Say {
        match self {
            Switch::FreeForAll => say!(
                "Any ship may shoot during another ship’s move, each mount still once a round."
            ),
        }
    }
}

slugs! {
    /// The outcomes of orders.
    pub enum Outcome {
        /// An order without an outcome of its own was carried out.
        Done = "done",
        /// Fire: she burns on, or nothing burns any longer.
        Fires = "fires",
        /// Fire or missiles: six counters destroy her (GF-15).
        Destroyed = "destroyed",
        /// Fire: nobody is left aboard.
        CrewLost = "crew-lost",
        /// Sail: 1d6 points lost.
        Floundering = "floundering",
        /// Sail: a point lost.
        AgainstTheWind = "against-the-wind",
        /// Sail or ram: nothing changes.
        NoEffect = "no-effect",
        /// Sail: a point gained.
        CatchesTheWind = "catches-the-wind",
        /// Sail: two points gained.
        FairWind = "fair-wind",
        /// Sail: three points gained.
        FullSail = "full-sail",
        /// Breaking free: free of every ship that held her.
        Free = "free",
        /// Breaking free: still grappled.
        Held = "held",
        /// Missiles: nobody is hit.
        Miss = "miss",
        /// Missiles: crew killed.
        Hit = "hit",
        /// Missiles: crew killed, and the target burns.
        HitAndFire = "hit-and-fire",
        /// Ram: move lost for the battle.
        OarsSheared = "oars-sheared",
        /// Ram: sinking in 2d6 turns.
        SinkingSlowly = "sinking-slowly",
        /// Ram: sinking in 1d6 turns.
        SinkingFast = "sinking-fast",
        /// Ram: sunk at once.
        Sunk = "sunk",
        /// Boarding: no grapple.
        Repelled = "repelled",
        /// Boarding: both crews fight.
        Melee = "melee",
        /// Morale: she surrenders.
        Surrenders = "surrenders",
        /// Morale: her crew abandons her.
        Abandons = "abandons",
        /// Morale: she flees.
        Routs = "routs",
        /// Morale: she fights on.
        FightsOn = "fights-on",
    }
}

impl OutcomeWord for Outcome {
    const DONE: Outcome = Outcome::Done;

    fn gain(self, kind: &str) -> i8 {
        match self {
            // A shot that destroys is good for the shooter; her own fire is
            // not.
            Outcome::Destroyed if kind == "fire" => -3,
            Outcome::Floundering | Outcome::Surrenders => -3,
            Outcome::CrewLost | Outcome::AgainstTheWind | Outcome::Abandons => -2,
            // The wind does nothing: that is neither.
            Outcome::NoEffect if kind == "sail" => 0,
            Outcome::NoEffect
            | Outcome::Held
            | Outcome::Miss
            | Outcome::Repelled
            | Outcome::Routs => -1,
            Outcome::Done | Outcome::Fires => 0,
            Outcome::CatchesTheWind
            | Outcome::Free
            | Outcome::Hit
            | Outcome::OarsSheared
            | Outcome::Melee
            | Outcome::FightsOn => 1,
            Outcome::FairWind | Outcome::HitAndFire | Outcome::SinkingSlowly => 2,
            Outcome::FullSail | Outcome::SinkingFast | Outcome::Destroyed => 3,
            Outcome::Sunk => 4,
        }
    }
}

impl From<SailResult> for Outcome {
    fn from(row: SailResult) -> Outcome {
        match row {
            SailResult::Floundering => Outcome::Floundering,
            SailResult::AgainstTheWind => Outcome::AgainstTheWind,
            SailResult::NoEffect => Outcome::NoEffect,
            SailResult::CatchesTheWind => Outcome::CatchesTheWind,
            SailResult::FairWind => Outcome::FairWind,
            SailResult::FullSail => Outcome::FullSail,
        }
    }
}

impl From<RamResult> for Outcome {
    fn from(row: RamResult) -> Outcome {
        match row {
            RamResult::NoEffect => Outcome::NoEffect,
            RamResult::OarsSheared => Outcome::OarsSheared,
            RamResult::SinkingSlowly => Outcome::SinkingSlowly,
            RamResult::SinkingFast => Outcome::SinkingFast,
            RamResult::Sunk => Outcome::Sunk,
        }
    }
}

impl From<MoraleResult> for Outcome {
    fn from(row: MoraleResult) -> Outcome {
        match row {
            MoraleResult::Surrenders => Outcome::Surrenders,
            MoraleResult::Abandons => Outcome::Abandons,
            MoraleResult::Routs => Outcome::Routs,
            MoraleResult::FightsOn => Outcome::FightsOn,
        }
    }
}

/// The rules that refusals name.
pub(super) mod rule {
    pub(in super::super) const TURN_ORDER: &str = "Greek Fire: turn order";
    pub(in super::super) const FIRE: &str = "Greek Fire: fire phase";
    pub(in super::super) const SAIL: &str = "Greek Fire: sail phase";
    pub(in super::super) const ROWING: &str = "Greek Fire: rowing";
    pub(in super::super) const TERRAIN: &str = "Greek Fire: terrain";
    pub(in super::super) const MISSILES: &str = "Greek Fire: missiles";
    pub(in super::super) const RAMMING: &str = "Greek Fire: ramming";
    pub(in super::super) const BOARDING: &str = "Greek Fire: boarding";
    pub(in super::super) const PRIZES: &str = "Greek Fire: prizes";
    pub(in super::super) const MORALE: &str = "Greek Fire: morale";
    pub(in super::super) const SKILLS: &str = "Greek Fire: skills";
    pub(in super::super) const VICTORY: &str = "Greek Fire: victory";
    pub(in super::super) const ROUND: &str = "Greek Fire: end of round";
}

orders! {
    /// An order of Greek Fire, complete. A field that is `None` follows from
    /// the battle.
    pub enum Order in Phase {
        /// Rolls for the side that goes first in an even battle (GF-1).
        FirstSide = "first-side", "Roll for first side" [sign Die] {
            what: "Even fleets: each side rolls a die; high goes first.",
            rule: rule::TURN_ORDER,
        }
        /// Begins a ship's turn.
        Activate = "activate", "Begin her turn" [by ship as Begins sign Eye] {
            what: "Her turn begins, and that of the ship before her ends.",
            rule: rule::TURN_ORDER,
            /// The ship whose turn begins.
            ship: Tag => "Ship",
        }
        /// The fire phase.
        Fire = "fire", "Fire" [by ship once in Fire sign Flame] {
            what: "Fires aboard kill, go out or spread; a burning ship beside her can set her on fire.",
            rule: rule::FIRE,
            /// The ship that burns or is beside a burning one.
            ship: Tag => "Ship",
            /// Burning ships beside her; left out, those that she touches
            /// (GF-28).
            burning_neighbours: Option<u32> => "Burning ships beside her" in 0..=MOST_SHIPS,
            /// The enemy credited with the victory if she is destroyed (GF-10);
            /// left out, the only one that she touches.
            credit: Option<Tag> => "Ship that gets the victory if she is lost",
        }
        /// The sail phase.
        Sail = "sail", "Sail" [by ship once in Sail sign Sail] {
            what: "Move points that the wind gives or takes this turn.",
            rule: rule::SAIL,
            /// The ship that sails.
            ship: Tag => "Ship",
            /// The water that she is in.
            terrain: Current = Current::None => "Waters",
        }
        /// Breaks free of a grapple.
        Ungrapple = "ungrapple", "Break free" [by ship in Row sign Bridge] {
            what: "Cuts the grapples; a ship that breaks free moves in the same phase.",
            rule: rule::ROWING,
            /// The ship that tries.
            ship: Tag => "Ship",
        }
        /// The row phase.
        Row = "row", "Row" [by ship in Row sign Oar] {
            what: "Records the move points used; 0 is a complete stop.",
            rule: rule::ROWING,
            /// The ship that rows.
            ship: Tag => "Ship",
            /// Move points used now, added to those spent before; 0 is a
            /// complete stop.
            spent: u32 => "Move points used" in 0..=MOST_POINTS,
            /// Whether she uses ramming speed: more move points, and she must
            /// then ram.
            ramming_speed: bool = false => "Ramming speed (she must then ram)",
        }
        /// Enters a hex that is not open water.
        Terrain = "terrain", "Enter terrain" [by ship sign Oar] {
            what: "She enters a hex that is not open water; Sargasso costs its move points.",
            rule: rule::TERRAIN,
            /// The ship that enters it.
            ship: Tag => "Ship",
            /// What kind of hex it is.
            hex: Hex => "The hex",
        }
        /// One mount shoots.
        Shoot = "shoot", "Shoot" [by ship at target sign Bow] {
            what: "One mount shoots, at any point of her move.",
            rule: rule::MISSILES,
            /// The ship that shoots.
            ship: Tag => "Ship",
            /// The weapon.
            weapon: Weapon => "Weapon",
            /// The mount; `first` is the first one ready.
            mount: String = FIRST_MOUNT => "Mount",
            /// The ship that is shot at.
            target: Tag => "Target",
            /// The range in hexes; may be left out where the two touch (GF-28).
            range: Option<u32> => "Range in hexes" as Reach in 0..=MOST_POINTS,
        }
        /// Rams.
        Ram = "ram", "Ram" [by ship at target in Ram sign Ram] {
            what: "Bow on into the target, after at least one space straight ahead.",
            rule: rule::RAMMING,
            /// The ship that rams.
            ship: Tag => "Ship",
            /// The ship that is rammed.
            target: Tag => "Target",
            /// Spaces moved straight ahead before the ram; left out, what she
            /// has spent.
            spaces_straight: Option<u32> => "Spaces straight ahead" in 0..=MOST_POINTS,
            /// Whether the two meet bow to bow.
            bow_to_bow: bool = false => "Bow to bow",
        }
        /// Boards a ship, or fights on if the two are grappled.
        Board = "board", "Board" [by ship at target in Board sign Bridge] {
            what: "Grapples an adjacent ship and fights on her deck, or fights on.",
            rule: rule::BOARDING,
            /// The ship that boards.
            ship: Tag => "Ship",
            /// The ship that is boarded; left out, the one that she rammed this turn
            /// or is grappled with.
            target: Option<Tag> => "Target",
            /// Whether the two are still locked by an earlier ram; left out, as
            /// the record says (GF-19).
            rammed_together: Option<bool> => "Still locked by an earlier ram",
        }
        /// Takes a ship that has no crew left or has surrendered.
        TakePrize = "take-prize", "Take as a prize" [by ship at target in Board sign Bridge] {
            what: "Sends a prize crew to an adjacent ship that has no crew left or has surrendered.",
            rule: rule::PRIZES,
            /// The ship that takes.
            ship: Tag => "Ship",
            /// The ship that is taken.
            target: Tag => "Target",
            /// How many of her crew go over.
            crew: u32 => "Crew sent over" in 0..=MOST_SENT,
        }
        /// The morale phase.
        Morale = "morale", "Morale" [by ship once in Morale sign Heart] {
            what: "Whether she fights on.",
            rule: rule::MORALE,
            /// The ship whose morale is tested.
            ship: Tag => "Ship",
            /// The adjacent enemies; left out, those that she touches (GF-28).
            adjacent_enemies: Option<Vec<Tag>> => "Adjacent enemies",
            /// Whether a friend within 20 hexes is routing.
            routing_friends_within_20: bool = false => "A friend within 20 hexes is routing",
            /// Whether the crew abandons her instead of surrendering.
            abandon: bool = false => "Abandon rather than surrender",
            /// The enemy credited with the victory if she is lost (GF-10); left
            /// out, the only adjacent one.
            credit: Option<Tag> => "Ship that gets the victory if she is lost",
        }
        /// A routing ship leaves the table.
        Escape = "escape", "Leave the table" [by ship as Leaves sign Oar] {
            what: "A routing ship leaves the table; it is a move.",
            rule: rule::MORALE,
            /// The ship that leaves.
            ship: Tag => "Ship",
        }
        /// A ship that does not rout leaves the table.
        LeaveTable = "leave-table", "Leave in good order" [by ship as Leaves sign Oar] {
            what: "She leaves in good order: safe where the aims let her side leave, else lost.",
            rule: rule::ROWING,
            /// The ship that leaves.
            ship: Tag => "Ship",
            /// Whether she leaves elsewhere than the aims let her side leave, and
            /// so is lost.
            elsewhere: bool = false => "Elsewhere than the aims say",
        }
        /// The end of the round.
        EndRound = "end-round", "End the round" [as Ends sign Jar] {
            what: "The counts of sinking ships go down, and every ship may move again.",
            rule: rule::ROUND,
        }
    }
}
