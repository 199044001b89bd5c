//! Ship types, crews, advantages and skills of Greek Fire.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

use message::{Message, message};
use rules::Keyword;
use rules::drawing::Drawing;
use rules::modifiers::ModifierWord as _;

use super::modifiers::Cause;

/// A type of ship, from the rules or custom (Greek Fire: ship types).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ShipType {
    /// Its word in files and orders.
    pub slug: Cow<'static, str>,
    pub name: Cow<'static, str>,
    /// Deck: her size, and the number of advantages she carries.
    pub deck: u32,
    pub ram: u32,
    /// Full crew before hoplites.
    pub crew: u32,
    /// Base move in points.
    #[serde(rename = "move")]
    pub move_points: u32,
}

const fn ship_type(
    slug: &'static str,
    name: &'static str,
    [deck, ram, crew, move_points]: [u32; 4],
) -> ShipType {
    ShipType { slug: Cow::Borrowed(slug), name: Cow::Borrowed(name), deck, ram, crew, move_points }
}

/// The ten types of the rules.
pub static SHIP_TYPES: [ShipType; 10] = [
    ship_type("triaconter", "Triaconter", [3, 1, 30, 4]),
    ship_type("penteconter", "Penteconter", [5, 2, 50, 4]),
    ship_type("bireme", "Bireme", [5, 3, 100, 5]),
    ship_type("bireme-modified-trireme", "Bireme (modified trireme)", [4, 4, 100, 5]),
    ship_type("trireme", "Trireme", [6, 5, 170, 6]),
    ship_type("trireme-full-deck", "Trireme (full deck)", [8, 5, 170, 6]),
    ship_type("quadrireme", "Quadrireme", [10, 6, 220, 5]),
    ship_type("quinquereme", "Quinquereme", [12, 7, 300, 4]),
    ship_type("large-quinquereme", "Large quinquereme", [16, 8, 400, 3]),
    ship_type("huge-quinquereme", "Huge quinquereme", [20, 9, 500, 2]),
];

impl ShipType {
    /// The name for a reader; those of the rules are translated.
    #[must_use]
    pub fn message(&self) -> Message {
        match &self.name {
            Cow::Borrowed(name) => Message::word(name),
            Cow::Owned(name) => Message::verbatim(name),
        }
    }

    /// The silhouette most similar to her.
    #[must_use]
    pub fn drawing(&self) -> Drawing {
        match self.slug.as_ref() {
            "triaconter" => Drawing::Triaconter,
            "penteconter" => Drawing::Penteconter,
            "bireme" | "bireme-modified-trireme" => Drawing::Bireme,
            "trireme" => Drawing::Trireme,
            "trireme-full-deck" => Drawing::TriremeFullDeck,
            "quadrireme" => Drawing::Quadrireme,
            "quinquereme" => Drawing::Quinquereme,
            "large-quinquereme" | "huge-quinquereme" => Drawing::LargePolyreme,
            _ => match self.crew {
                0..=40 => Drawing::Triaconter,
                41..=70 => Drawing::Penteconter,
                71..=130 => Drawing::Bireme,
                131..=200 => Drawing::Trireme,
                201..=260 => Drawing::Quadrireme,
                261..=350 => Drawing::Quinquereme,
                _ => Drawing::LargePolyreme,
            },
        }
    }
}

/// The training of a crew.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Keyword)]
pub enum CrewQuality {
    /// Badly trained men: they handle the sails worse.
    Poor,
    /// Ordinary, trained men: no bonus and no penalty.
    Good,
    /// The best: they handle the sails better, and have a skill of their own.
    Elite,
}

/// An advantage of a ship; she has one for each point of her deck.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Keyword)]
pub enum Advantage {
    /// Spikes beside the beak, which tear the hull: they strengthen her ram.
    Prongs,
    /// More canvas than others carry: the wind helps her more.
    Sails,
    /// Extra timbers below the water: rams and rocks do less to her. Several add up.
    ReinforcedHull,
    /// A heavier beak: it strengthens her ram. Several add up.
    ReinforcedRam,
    /// Armoured soldiers aboard: they make her crew larger, and so count in every fight.
    Hoplites,
    /// Bowmen on deck, a weapon for short range.
    Archers,
    /// A pump for burning liquid, a weapon for ships that touch.
    GreekFire,
    /// Bolt throwers, a weapon for middle range.
    Ballistae,
    /// A stone thrower, a weapon for long range.
    Catapult,
    /// Small stone throwers, a weapon for middle range.
    Onagers,
    /// The largest stone thrower, a weapon for the longest range.
    Trebuchet,
    /// A claw that is shot across and winched in: it makes boarding easier.
    Harpax,
    /// A bridge with a spike, which falls onto the other deck and holds: it makes boarding
    /// easier.
    Corvus,
    /// Bowmen in a tower, a better weapon than archers on deck.
    TowerArchers,
    /// Screens of hide or cloth along her sides: missiles hit her less often.
    Parablemata,
    /// More men at the oars: she moves farther. Choose it when you build a fleet; it is never
    /// rolled.
    // GF-2.
    Rowers,
}

/// The advantages table, 1d10; the last row leads to a second 1d10, on
/// [`ADVANTAGES_SECOND`].
pub const ADVANTAGES_FIRST: [(i64, Option<Advantage>); 7] = [
    (1, Some(Advantage::Prongs)),
    (2, Some(Advantage::Sails)),
    (3, Some(Advantage::ReinforcedHull)),
    (4, Some(Advantage::ReinforcedRam)),
    (5, Some(Advantage::Hoplites)),
    (7, Some(Advantage::Archers)),
    (8, None),
];

/// The second table, 1d10.
pub const ADVANTAGES_SECOND: [(i64, Advantage); 10] = [
    (1, Advantage::Archers),
    (2, Advantage::GreekFire),
    (3, Advantage::Ballistae),
    (4, Advantage::Catapult),
    (5, Advantage::Onagers),
    (6, Advantage::Trebuchet),
    (7, Advantage::Harpax),
    (8, Advantage::Corvus),
    (9, Advantage::TowerArchers),
    (10, Advantage::Parablemata),
];

/// Crew that one set of hoplites adds.
pub const HOPLITES_CREW: u32 = 20;

impl Advantage {
    /// The effect, in the words of the chart.
    #[must_use]
    pub fn gives(self) -> Message {
        match self {
            Advantage::Prongs => {
                message!("{n} ram bonus", n = Message::signed(Cause::Prongs.amount()))
            }
            Advantage::ReinforcedRam => {
                message!("{n} ram bonus", n = Message::signed(Cause::ReinforcedRam.amount()))
            }
            Advantage::Sails => {
                message!("{n} sail roll", n = Message::signed(Cause::Sails.amount()))
            }
            Advantage::ReinforcedHull => {
                message!(
                    "{n} on a ram against her",
                    n = Message::signed(Cause::TargetHull.amount())
                )
            }
            Advantage::Hoplites => message!("crew +{n}", n = HOPLITES_CREW),
            Advantage::Harpax => {
                message!("{n} to board (once)", n = Message::signed(Cause::Harpax.amount()))
            }
            Advantage::Corvus => {
                message!("{n} to board (once)", n = Message::signed(Cause::Corvus.amount()))
            }
            Advantage::Parablemata => {
                message!(
                    "{n} to hit her with missiles",
                    n = Message::signed(Cause::Parablemata.amount())
                )
            }
            Advantage::Rowers => message!(
                "{n} move point; chosen, never rolled",
                n = Message::signed(Cause::Rowers.amount())
            ),
            Advantage::Archers
            | Advantage::GreekFire
            | Advantage::Ballistae
            | Advantage::Catapult
            | Advantage::Onagers
            | Advantage::Trebuchet
            | Advantage::TowerArchers => message!("a weapon: see Missiles"),
        }
    }
}

/// A skill of a captain or a crew, 1d6.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Keyword)]
pub enum Skill {
    /// Good with the sword: it helps to board, and every die of the fight on deck. The
    /// Spartans are known for it.
    Melee,
    /// Good with the wind: it helps the sail roll. The Phoenicians are known for it.
    Sailing,
    /// Good at the oars: she moves farther. The Egyptians are known for it.
    Rowing,
    /// Steady in danger: it helps the morale roll. The Romans are known for it.
    Rally,
    /// Good at the blow itself: it strengthens her ram. The Athenians are known for it.
    Ramming,
    /// Good shots: every weapon hits more often. The Persians are known for it.
    Missiles,
}

impl Skill {
    /// The effect, in the words of the chart.
    #[must_use]
    pub fn gives(self) -> Message {
        match self {
            Skill::Melee => message!(
                "{n} to every roll of the boarding phase",
                n = Message::signed(Cause::Melee.amount())
            ),
            Skill::Sailing => {
                message!("{n} sail roll", n = Message::signed(Cause::Sailing.amount()))
            }
            Skill::Rowing => {
                message!("{n} move point", n = Message::signed(Cause::Rowing.amount()))
            }
            Skill::Rally => message!("{n} morale", n = Message::signed(Cause::Rally.amount())),
            Skill::Ramming => {
                message!("{n} ram bonus", n = Message::signed(Cause::Ramming.amount()))
            }
            Skill::Missiles => {
                message!(
                    "{n} to hit with every missile",
                    n = Message::signed(Cause::Missiles.amount())
                )
            }
        }
    }

    /// The people known for it, in the words of the chart.
    #[must_use]
    pub fn people(self) -> Message {
        match self {
            Skill::Melee => message!("Spartan"),
            Skill::Sailing => message!("Phoenician"),
            Skill::Rowing => message!("Egyptian"),
            Skill::Rally => message!("Roman"),
            Skill::Ramming => message!("Athenian"),
            Skill::Missiles => message!("Persian"),
        }
    }
}
