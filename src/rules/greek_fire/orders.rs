//! The orders of Greek Fire.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::rules::common::{Side, Subject, Tag, Whose};
use crate::rules::schema::{ADJUST, Default, FieldSpec, OrderSpec, Takes};
use crate::rules::slug::slugs;

use super::tables::Weapon;

slugs! {
    /// What the sail roll has to do with.
    pub enum Current {
        /// Open water.
        None = "none",
        /// +1.
        GulfStream = "gulf-stream",
        /// -1.
        RoughWaters = "rough-waters",
    }
}

slugs! {
    /// The crew of the largest adjacent enemy against her own.
    pub enum AdjacentCrew {
        /// No enemy is adjacent.
        None = "none",
        /// No adjacent enemy has the larger crew.
        Smaller = "smaller",
        /// An adjacent enemy has the larger crew.
        Larger = "larger",
    }
}

slugs! {
    /// A hex that is not open water.
    pub enum Hex {
        /// The ship runs aground.
        Shallows = "shallows",
        /// The ram table decides (GF-12).
        RockyShallows = "rocky-shallows",
        /// 2 points a space.
        Sargasso = "sargasso",
        /// Never entered.
        Land = "land",
    }
}

/// An order, complete.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Order {
    /// Throws for the first side of an even battle (GF-1).
    FirstSide {},
    /// Begins a ship's turn.
    Activate {
        /// Which.
        ship: Tag,
    },
    /// The fire phase.
    Fire {
        /// Which.
        ship: Tag,
        /// Adjacent ships that burn.
        burning_neighbours: u32,
        /// The ship whose victory it is if she is lost (GF-10).
        credit: Option<Tag>,
    },
    /// The sail phase.
    Sail {
        /// Which.
        ship: Tag,
        /// Where she sails.
        terrain: Current,
    },
    /// Breaks free of a grapple.
    Ungrapple {
        /// Which.
        ship: Tag,
    },
    /// The row phase.
    Row {
        /// Which.
        ship: Tag,
        /// Points used; 0 is a complete stop.
        spent: u32,
        /// +2, only for a ship that then rams.
        ramming_speed: bool,
    },
    /// Enters a hex that is not open water.
    Terrain {
        /// Which.
        ship: Tag,
        /// What it is.
        hex: Hex,
    },
    /// One mount shoots.
    Shoot {
        /// Which.
        ship: Tag,
        /// With what.
        weapon: Weapon,
        /// Which mount; `first` is the first still able to.
        mount: String,
        /// At whom.
        target: Tag,
        /// In hexes.
        range: u32,
    },
    /// Rams.
    Ram {
        /// Which.
        ship: Tag,
        /// Whom.
        target: Tag,
        /// Spaces moved straight ahead before it.
        spaces_straight: u32,
        /// The two meet bow to bow.
        bow_to_bow: bool,
    },
    /// Boards, or fights on where the two are grappled.
    Board {
        /// Which.
        ship: Tag,
        /// Whom.
        target: Tag,
        /// Another ship rammed her with this one.
        rammed_together: bool,
    },
    /// Takes a ship that has no crew left or has surrendered.
    TakePrize {
        /// Which.
        ship: Tag,
        /// Whom.
        target: Tag,
        /// How many go over.
        crew: u32,
    },
    /// The morale phase.
    Morale {
        /// Which.
        ship: Tag,
        /// The crew of an adjacent enemy.
        adjacent_enemy_crew: AdjacentCrew,
        /// A friend within 20 hexes is routing.
        routing_friends_within_20: bool,
        /// Left instead of surrendered.
        abandon: bool,
        /// The ship whose victory it is if she surrenders (GF-10).
        credit: Option<Tag>,
    },
    /// A routing ship leaves the table.
    Escape {
        /// Which.
        ship: Tag,
    },
    /// The end of the round.
    EndRound {
        /// The ship whose victory it is if a ship goes down (GF-10).
        credit: Option<Tag>,
    },
    /// The players' own correction.
    Adjust {
        /// Whose log.
        ship: Whose,
        /// Which key, dotted.
        field: String,
        /// The new value.
        #[serde(default)]
        value: Value,
        /// The reason.
        note: String,
    },
}

const SHIP: FieldSpec = FieldSpec::SHIP;
const TARGET: FieldSpec = FieldSpec::TARGET;
const CREDIT: FieldSpec =
    FieldSpec::new("credit", "Whose victory if she is lost", Takes::Unit).or(Default::Absent);

/// The kinds of order, in the order of a turn.
pub(super) const ORDERS: &[OrderSpec] = &[
    OrderSpec {
        kind: "first-side",
        name: "Who begins?",
        what: "Even fleets throw a die each; high goes first.",
        rule: "Greek Fire: turn order (GF-1)",
        fields: &[],
    },
    OrderSpec {
        kind: "activate",
        name: "Begin her turn",
        what: "Her turn begins, and that of the ship before her ends.",
        rule: "Greek Fire: turn order",
        fields: &[SHIP],
    },
    OrderSpec {
        kind: "fire",
        name: "Fire",
        what: "The fires aboard kill, go out or spread.",
        rule: "Greek Fire: fire phase",
        fields: &[
            SHIP,
            FieldSpec::number("burning_neighbours", "Adjacent ships that burn", 0, 6)
                .or(Default::Number(0)),
            CREDIT,
        ],
    },
    OrderSpec {
        kind: "sail",
        name: "Sail",
        what: "What the wind gives or takes this turn.",
        rule: "Greek Fire: sail phase",
        fields: &[
            SHIP,
            FieldSpec::choice("terrain", "Waters", Current::SLUGS).or(Default::Word("none")),
        ],
    },
    OrderSpec {
        kind: "ungrapple",
        name: "Break free",
        what: "Cuts the grapples; a ship that breaks free moves in the same phase.",
        rule: "Greek Fire: rowing",
        fields: &[SHIP],
    },
    OrderSpec {
        kind: "row",
        name: "Row",
        what: "Records the points she used; none is a complete stop.",
        rule: "Greek Fire: rowing",
        fields: &[
            SHIP,
            FieldSpec::number("spent", "Points used", 0, 99),
            FieldSpec::flag("ramming_speed", "Ramming speed (+2, she must then ram)"),
        ],
    },
    OrderSpec {
        kind: "terrain",
        name: "Enter terrain",
        what: "She enters a hex that is not open water.",
        rule: "Greek Fire: terrain",
        fields: &[SHIP, FieldSpec::choice("hex", "The hex", Hex::SLUGS)],
    },
    OrderSpec {
        kind: "shoot",
        name: "Shoot",
        what: "One mount shoots, at any point of her move.",
        rule: "Greek Fire: missiles",
        fields: &[
            SHIP,
            FieldSpec::choice("weapon", "Weapon", Weapon::SLUGS),
            FieldSpec::new("mount", "Mount", Takes::Text).or(Default::Word("first")),
            TARGET,
            FieldSpec::number("range", "Range in hexes", 0, 99),
        ],
    },
    OrderSpec {
        kind: "ram",
        name: "Ram",
        what: "Bow on into the target, after at least one space straight ahead.",
        rule: "Greek Fire: ramming",
        fields: &[
            SHIP,
            TARGET,
            FieldSpec::number("spaces_straight", "Spaces straight ahead", 0, 99),
            FieldSpec::flag("bow_to_bow", "Bow to bow"),
        ],
    },
    OrderSpec {
        kind: "board",
        name: "Board",
        what: "Grapples an adjacent ship and fights on her deck, or fights on.",
        rule: "Greek Fire: boarding",
        fields: &[
            SHIP,
            TARGET,
            FieldSpec::flag("rammed_together", "Another ship rammed her with this one"),
        ],
    },
    OrderSpec {
        kind: "take-prize",
        name: "Take as a prize",
        what: "Sends a prize crew to an adjacent ship that has no crew left or has surrendered.",
        rule: "Greek Fire: prizes",
        fields: &[SHIP, TARGET, FieldSpec::number("crew", "Crew sent over", 1, 9_999)],
    },
    OrderSpec {
        kind: "morale",
        name: "Morale",
        what: "Whether she fights on.",
        rule: "Greek Fire: morale",
        fields: &[
            SHIP,
            FieldSpec::choice(
                "adjacent_enemy_crew",
                "Crew of an adjacent enemy",
                AdjacentCrew::SLUGS,
            )
            .or(Default::Word("none")),
            FieldSpec::flag("routing_friends_within_20", "A friend within 20 hexes routs"),
            FieldSpec::flag("abandon", "Abandon rather than surrender"),
            CREDIT,
        ],
    },
    OrderSpec {
        kind: "escape",
        name: "Leave the table",
        what: "A routing ship is off the table.",
        rule: "Greek Fire: morale",
        fields: &[SHIP],
    },
    OrderSpec {
        kind: "end-round",
        name: "End the round",
        what: "Sinking ships settle, and every ship may move again.",
        rule: "Greek Fire: end of round",
        fields: &[CREDIT],
    },
    ADJUST,
];

impl Order {
    /// The ship that it is given to.
    #[must_use]
    pub fn ship(&self) -> Option<Tag> {
        match self {
            Order::Activate { ship }
            | Order::Fire { ship, .. }
            | Order::Sail { ship, .. }
            | Order::Ungrapple { ship }
            | Order::Row { ship, .. }
            | Order::Terrain { ship, .. }
            | Order::Shoot { ship, .. }
            | Order::Ram { ship, .. }
            | Order::Board { ship, .. }
            | Order::TakePrize { ship, .. }
            | Order::Morale { ship, .. }
            | Order::Escape { ship } => Some(*ship),
            Order::FirstSide {} | Order::EndRound { .. } | Order::Adjust { .. } => None,
        }
    }
}

/// What an order does to the battle.
#[derive(Clone, Debug, PartialEq)]
pub enum Effect {
    /// This side begins while the fleets are even.
    FirstSideChosen(Side),
    /// Her turn begins.
    Activated(Tag),
    /// She has come to this phase of her turn.
    PhaseReached(super::state::Phase),
    /// Crew killed.
    CrewKilled(Tag, u32),
    /// Fire counters put out.
    FiresOut(Tag, u32),
    /// Fire counters lit.
    FiresLit(Tag, u32),
    /// Burnt down.
    BurntDown(Tag),
    /// What the wind gives or takes this turn.
    Wind(Tag, i64),
    /// Points rowed; 0 is a complete stop.
    Rowed(Tag, u32),
    /// Two ships no longer grappled.
    CutFree(Tag, Tag),
    /// Two ships grappled.
    Grappled(Tag, Tag),
    /// On the ground.
    RunAground(Tag),
    /// One shot of a mount used; unlimited mounts only count as having shot.
    Shot(Tag, String),
    /// Whom she rammed.
    Rammed(Tag, Tag),
    /// Move points lost to sheared oars.
    OarsSheared(Tag, u32),
    /// She sinks in so many rounds.
    Sinking(Tag, u32),
    /// She went down.
    Sunk(Tag),
    /// She struck.
    Surrendered {
        /// Which.
        ship: Tag,
        /// Whether a victory was told for it (GF-10); taking her is none then.
        credited: bool,
    },
    /// Her crew left her.
    Abandoned(Tag),
    /// She turned to flight, or came back from it.
    Routing(Tag, bool),
    /// What her morale roll came to.
    MoraleTold(Tag, super::tables::MoraleResult),
    /// She left the table.
    Escaped(Tag),
    /// A prize crew went from the first ship to the second.
    PrizeTaken {
        /// Who took her.
        by: Tag,
        /// Whom.
        ship: Tag,
        /// How many went over.
        crew: u32,
        /// The side that sails her now.
        holder: Side,
    },
    /// A ship sunk or taken (GF-10).
    Victory(Tag),
    /// A round went by for a sinking ship.
    Settled(Tag),
    /// The next round begins.
    RoundEnded,
    /// The players' correction.
    Adjusted(Subject, String, Value),
}
