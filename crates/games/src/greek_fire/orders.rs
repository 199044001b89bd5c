//! The orders of Greek Fire.

use message::{Message, message};
use rules::common::{OutcomeWord, Side, SwitchWord, Tag};
use rules::{Keyword, Order};

use super::points_used::Spent;
use super::state::Phase;
use super::tables::{
    FIRST_MOUNT, MOST_POINTS, MOST_SENT, MOST_SHIPS, MoraleResult, RamResult, SailResult, Weapon,
};

/// The water that a ship sails in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Keyword)]
pub enum Current {
    /// Open water: neither helps nor hinders her sails.
    None,
    /// A current that runs with her: it helps her sail roll.
    GulfStream,
    /// High, broken seas that slow her: they hinder her sail roll.
    RoughWaters,
}

/// A hex that is not open water.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Keyword)]
pub enum Hex {
    /// Water too shallow for her keel. A ship that enters it is aground and cannot move again.
    Shallows,
    /// Shallows with rocks. They hit her hull like a ram: roll on the ram table. A reinforced
    /// hull helps.
    // GF-12.
    RockyShallows,
    /// Weed that clings to hull and oars. Each space in it costs more move points than open
    /// water.
    Sargasso,
    /// No ship may enter it.
    Land,
}

/// The optional rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Keyword)]
pub enum Switch {
    /// Any ship may shoot during another ship’s move, each mount once a round.
    FreeForAll,
}

impl SwitchWord for Switch {
    fn what(self) -> Message {
        match self {
            Switch::FreeForAll => message!(
                "Any ship may shoot during another ship’s move. Each mount still shoots once a round."
            ),
        }
    }
}

/// The outcomes of orders.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Keyword)]
pub enum Outcome {
    /// The order was carried out; the rules name no special result for it.
    Done,
    /// The fire phase is over and she is still afloat. Some fires may have gone out or
    /// spread; the counters show what still burns.
    Fires,
    /// She has enough fire counters to destroy a ship and burns down to the water. She is lost,
    /// whatever lit the fires.
    // GF-15.
    Destroyed,
    /// The fire has killed all her crew. She drifts, burns on, and may be taken as a prize.
    CrewLost,
    /// The worst result: the wind is against her and her sails are set wrong. A die gives the
    /// move points that she loses this turn.
    Floundering,
    /// The wind blows in her face: she has fewer move points this turn.
    AgainstTheWind,
    /// Nothing changes. The wind neither helps nor hinders, or the ram glances off.
    NoEffect,
    /// Her sails fill a little: she has more move points this turn.
    CatchesTheWind,
    /// A good wind from astern: it adds more move points than a light one.
    FairWind,
    /// The best result: the largest move bonus on the sail table.
    FullSail,
    /// She has cut the grapples of every ship that held her, and may row in this phase.
    Free,
    /// The grapples hold. She cannot move this turn, and fights where she is.
    Held,
    /// The missiles fall into the sea. The shot is spent all the same.
    Miss,
    /// The missiles strike among her crew and kill some of them; she does not catch fire.
    Hit,
    /// The missiles kill some of her crew and set her alight. Her fire counters burn in her
    /// next fire phase.
    HitAndFire,
    /// The ram breaks the oars along her side. She loses move points for the rest of the
    /// battle.
    OarsSheared,
    /// She is holed below the waterline and fills slowly. She can still fight, but sinks after
    /// several rounds.
    SinkingSlowly,
    /// She has a wide hole, fills quickly and has only a few rounds left.
    SinkingFast,
    /// She goes down at once. The ship that rammed her scores a victory.
    Sunk,
    /// The boarders find no hold: the ships are not grappled and do not fight this turn.
    Repelled,
    /// Both crews fight on deck at the same time. Each side loses as many crew as the other
    /// rolls.
    Melee,
    /// Her crew surrenders with an enemy beside her. She lies still and may be taken as a
    /// prize.
    Surrenders,
    /// Her crew leaves her rather than surrender. She floats empty, and any ship beside her may
    /// take her.
    Abandons,
    /// Her crew has lost heart. She turns away to leave the table, unless a later morale
    /// roll rallies her.
    Routs,
    /// Her crew fights on. If she was routing, she has rallied.
    FightsOn,
}

impl OutcomeWord for Outcome {
    type Order = OrderKind;
    const DONE: Outcome = Outcome::Done;

    fn gain(self, order: OrderKind) -> i8 {
        match self {
            Outcome::Destroyed if order == OrderKind::Fire => -3,
            Outcome::NoEffect if order == OrderKind::Sail => 0,
            Outcome::Sunk => 4,
            Outcome::Destroyed | Outcome::FullSail | Outcome::SinkingFast => 3,
            Outcome::FairWind | Outcome::HitAndFire | Outcome::SinkingSlowly => 2,
            Outcome::CatchesTheWind
            | Outcome::Free
            | Outcome::Hit
            | Outcome::OarsSheared
            | Outcome::Melee
            | Outcome::FightsOn => 1,
            Outcome::Done | Outcome::Fires => 0,
            Outcome::NoEffect
            | Outcome::Held
            | Outcome::Miss
            | Outcome::Repelled
            | Outcome::Routs => -1,
            Outcome::CrewLost | Outcome::AgainstTheWind | Outcome::Abandons => -2,
            Outcome::Floundering | Outcome::Surrenders => -3,
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

/// The rules, as refusals name them.
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

/// An order of Greek Fire, complete. A field that is `None` follows from
/// the battle.
#[derive(Clone, Debug, PartialEq, Order)]
#[order(phases = Phase)]
pub enum Order {
    /// If both sides have the same number of ships, each side rolls. The higher roll goes first
    /// this round.
    // GF-1.
    #[order(name = "Roll for first side", sign = Die, rule = rule::TURN_ORDER,
            what = "If the fleets are equal, each side rolls a die; the higher goes first.")]
    FirstSide,

    /// A ship’s turn begins, and the previous ship’s turn ends. She then goes through her own
    /// phases, from fire to morale; the sides take turns, a ship at a time.
    #[order(name = "Begin her turn", by(ship), part = Begins, sign = Eye, rule = rule::TURN_ORDER,
            what = "Her turn begins, and the previous ship’s turn ends.")]
    Activate {
        /// The ship whose turn begins.
        ship: Tag,
    },

    /// Every fire counter aboard kills some of the crew, and may go out, burn on or light
    /// another. A burning ship beside her can also set her alight. Too many counters destroy
    /// her.
    #[order(name = "Fire", by(ship), phase = Fire, once, sign = Flame, rule = rule::FIRE,
            what = "Fires aboard kill crew, go out or spread; a burning ship beside her can set her on fire.")]
    Fire {
        /// The ship that burns or is beside a burning one.
        ship: Tag,
        /// How many burning ships lie beside her. Each of them may spread its fire to her.
        /// Ships that the app knows to be touching are counted already.
        // GF-28.
        #[field(ask = "Burning ships beside her", range = 0..=MOST_SHIPS, measures = Seen)]
        burning_neighbours: Option<u32>,
        /// The enemy ship that scores the victory if this one is lost. If you leave it open,
        /// the only enemy beside her scores it.
        // GF-10.
        #[field(ask = "Ship that scores the victory if she is lost")]
        credit: Option<Tag>,
    },

    /// A roll for the wind, before she rows. Sails, a good crew and the sailing skill help it;
    /// fire aboard and a recent ram hinder it. The result adds or removes move points for this
    /// turn.
    #[order(name = "Sail", by(ship), phase = Sail, once, sign = Sail, rule = rule::SAIL,
            what = "The wind adds or removes move points for this turn.")]
    Sail {
        /// The ship that sails.
        ship: Tag,
        /// Whether she sails in open water, with a current, or in rough seas. It changes
        /// the sail roll.
        #[field(ask = "Waters", default = Current::None)]
        terrain: Current,
    },

    /// Her crew tries to cut the grapples that hold her. If it succeeds, she is free of all
    /// ships and may row at once. She may try once a turn.
    #[order(name = "Break free", by(ship), phase = Row, sign = Bridge, rule = rule::ROWING,
            what = "Her crew tries to cut the grapples; if she breaks free, she may move in the same phase.")]
    Ungrapple {
        /// The ship that tries.
        ship: Tag,
    },

    /// She spends her move points on the table: one point for each face turned and each space
    /// ahead or astern. Move the model yourself, and enter what you used.
    #[order(name = "Row", by(ship), phase = Row, sign = Oar, rule = rule::ROWING,
            what = "Records the move points used; 0 is a complete stop.")]
    Row {
        /// The ship that rows.
        ship: Tag,
        /// The move points that she used now, or all that she has. They add up over her turn.
        /// If she uses none, she stops completely and starts slowly next turn.
        #[field(ask = "Move points used", range = 0..=MOST_POINTS)]
        spent: Spent,
        /// Her rowers give all they have: she has more move points, but must ram a ship this
        /// turn.
        #[field(ask = "Ramming speed (she must then ram)", default = false)]
        ramming_speed: bool,
    },

    /// She enters a hex that is not open water. Shallows hold her fast, rocks may hole her,
    /// weed slows her.
    #[order(name = "Enter terrain", by(ship), sign = Oar, rule = rule::TERRAIN,
            what = "She enters a hex that is not open water; entering Sargasso spends move points.")]
    Terrain {
        /// The ship that enters it.
        ship: Tag,
        /// What is in the hex that she enters: shallows, rocks, weed or land.
        #[field(ask = "The hex")]
        hex: Hex,
    },

    /// One of her weapons shoots at a ship within its range. Roll to hit. A hit kills crew, and
    /// some weapons also set the target alight.
    #[order(name = "Shoot", by(ship), at = target, sign = Bow, rule = rule::MISSILES,
            what = "One mount shoots, at any point of her move.")]
    Shoot {
        /// The ship that shoots.
        ship: Tag,
        /// What she shoots with. Range, chance to hit, kills and fire differ from weapon to
        /// weapon: see the chart of missiles.
        weapon: Weapon,
        /// Which of several weapons of a kind shoots. Each has its own ammunition and shoots
        /// once a turn.
        #[field(default = FIRST_MOUNT)]
        mount: String,
        /// The ship that is shot at. She must be within range, and not nearer than the
        /// weapon can shoot.
        target: Tag,
        /// The distance on the table, counted in hexes. Ships that touch are next to each
        /// other.
        // GF-28.
        #[field(ask = "Range in hexes", range = 0..=MOST_POINTS, measures = Reach)]
        range: Option<u32>,
    },

    /// She drives the bronze beak at her bow into the target’s hull. A long run straight
    /// ahead and a strong ram make the blow worse; bow against bow it is weaker.
    #[order(name = "Ram", by(ship), at = target, phase = Ram, sign = Ram, rule = rule::RAMMING,
            what = "Drives her bow into the target after at least one space straight ahead.")]
    Ram {
        /// The ship that rams.
        ship: Tag,
        /// The ship that is rammed. Your bow must point at her when the move ends.
        target: Tag,
        /// How many spaces she moved straight ahead before the blow, without a turn. A
        /// short run makes a weak ram.
        #[field(ask = "Spaces straight ahead", range = 0..=MOST_POINTS, measures = Seen)]
        spaces_straight: Option<u32>,
        /// Whether the beaks meet head on, because the target’s bow points at yours. The blow
        /// is weaker than into her side.
        #[field(default = false, measures = Seen)]
        bow_to_bow: bool,
    },

    /// Her crew throws grapples over to a ship beside her and fights on deck. Once two ships
    /// are grappled, they fight on without another boarding roll.
    #[order(name = "Board", by(ship), at = target, phase = Board, sign = Bridge,
            rule = rule::BOARDING,
            what = "Grapples an adjacent ship and fights her crew; grappled ships fight on.")]
    Board {
        /// The ship that boards.
        ship: Tag,
        /// The ship whose deck is attacked: beside yours, rammed this turn or grappled
        /// already.
        target: Option<Tag>,
        /// Whether the two are still locked by a ram in an earlier turn: neither has rowed
        /// since. It makes boarding easier.
        // GF-19.
        #[field(ask = "Still locked by an earlier ram")]
        rammed_together: Option<bool>,
    },

    /// She sends men aboard a ship that has no crew left or has surrendered. From then on the
    /// prize sails and fights for her side.
    #[order(name = "Take as a prize", by(ship), at = target, phase = Board, sign = Bridge,
            rule = rule::PRIZES,
            what = "Sends a prize crew to an adjacent ship that has no crew left or has surrendered.")]
    TakePrize {
        /// The ship that takes.
        ship: Tag,
        /// The ship beside yours that has no crew left, has surrendered or was abandoned.
        target: Tag,
        /// How many of your crew go over to sail and fight the prize. They leave your ship.
        #[field(ask = "Crew sent over", range = 0..=MOST_SENT)]
        crew: u32,
    },

    /// A roll at the end of her turn decides whether her crew still has the heart to fight.
    /// Losses, a sinking ship and strong enemies near her count against it.
    #[order(name = "Morale", by(ship), phase = Morale, once, sign = Heart, rule = rule::MORALE,
            what = "Tests whether her crew fights on.")]
    Morale {
        /// The ship whose morale is tested.
        ship: Tag,
        /// The enemy ships beside her on the table. With an enemy beside her, the worst result
        /// is surrender instead of flight; a larger enemy crew makes the roll worse.
        // GF-28.
        adjacent_enemies: Option<Vec<Tag>>,
        /// Whether a ship of her own side near her is routing. Fear spreads.
        #[field(ask = "A friend within 20 hexes is routing", default = false, measures = Seen)]
        routing_friends_within_20: bool,
        /// Whether her crew leaves the ship instead of surrendering, if it comes to that.
        #[field(ask = "Abandon rather than surrender", default = false)]
        abandon: bool,
        /// The enemy ship that scores the victory if this one is lost. If you leave it open,
        /// the only enemy beside her scores it.
        // GF-10.
        #[field(ask = "Ship that scores the victory if she is lost")]
        credit: Option<Tag>,
        /// Whether the roll is left out because every result would be the same.
        // GF-37.
        #[field(ask = "Without a roll", default = false)]
        unrolled: bool,
    },

    /// A ship that routs rows off the table. She is out of the battle, but not lost to an
    /// enemy.
    #[order(name = "Leave the table", by(ship), part = Leaves, sign = Oar, rule = rule::MORALE,
            what = "A routing ship leaves the table; this counts as a move.")]
    Escape {
        /// The ship that leaves.
        ship: Tag,
    },

    /// A ship that does not rout leaves the table by her own choice. If the victory
    /// conditions let her side leave, she is safe.
    #[order(name = "Leave in good order", by(ship), part = Leaves, sign = Oar, rule = rule::ROWING,
            what = "She leaves in good order: safe if the victory conditions let her side leave, otherwise lost.")]
    LeaveTable {
        /// The ship that leaves.
        ship: Tag,
        /// Whether she leaves by an edge that the victory conditions do not allow. Then she
        /// counts as lost.
        #[field(ask = "By another edge", default = false)]
        elsewhere: bool,
    },

    /// Her turn is over, and the other side moves a ship if it has one left to move.
    #[order(name = "End her turn", by(ship), part = Ends, sign = Jar, rule = rule::TURN_ORDER,
            what = "Her turn ends; the app names any steps that are still to do.")]
    EndTurn {
        /// The ship whose turn ends.
        ship: Tag,
    },

    /// A side gives up the battle. The other side wins.
    #[order(name = "Concede", by(side), part = Concedes, rule = rule::VICTORY,
            what = "This side concedes, and the other wins.")]
    Concede {
        /// The side that concedes.
        side: Side,
    },

    /// Every ship has moved. Sinking counts go down, the marks of the round are cleared, and
    /// every ship may move again.
    #[order(name = "End the round", part = Ends, sign = Jar, rule = rule::ROUND,
            what = "The counts of sinking ships go down, and every ship may move again.")]
    EndRound,
}
