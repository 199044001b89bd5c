//! The figures of Fast Play Salamis: the classes of ship, the dice, and the target numbers.

use std::borrow::Cow;

use serde::Serialize;

use dice::{Die, Throw};
use message::Message;
use rules::drawing::Drawing;

/// The roll for ramming speed and boarding skill (F-1).
pub const CHECK: Throw = Throw::Sum { count: 2, die: Die::D6 };
/// That roll with the optional rule `d10` on.
pub const CHECK_WITH_D10: Throw = Throw::D10;
/// The die of bows, rams and fights, and of the roll for who goes first.
pub const DIE: Die = Die::D6;
/// Dice that ramming speed adds to a ram.
pub const RAMMING_SPEED_DICE: u32 = 2;
/// The lowest face that hits with the bow.
pub const BOW_HITS_ON: u8 = 6;
/// Bows stop this many hits short of a ship's viability (F-2).
pub const BOWS_STOP_SHORT: u32 = 1;
/// The lowest face that hits in a ram.
pub const RAM_HITS_ON: u8 = 5;
/// The lowest face that hits for the attacker in a fight.
pub const ATTACKER_HITS_ON: u8 = 4;
/// The lowest face with which the defender cancels a hit in a fight.
pub const DEFENDER_HITS_ON: u8 = 5;
/// The longest range that an order accepts, in inches: longer than any table, so that the
/// refusal can give the range of the bows.
pub const MOST_RANGE_INCHES: u32 = 999;

/// The losses at which a fleet panics if its file sets no number: half of its ships,
/// rounded up (F-3).
#[must_use]
pub const fn usual_panic_number(ships: u32) -> u32 {
    ships.div_ceil(2)
}

/// A class of ship, from the rules or custom.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Class {
    /// Its word in files and orders.
    pub slug: Cow<'static, str>,
    /// Its name for one ship: `Athenian`.
    pub name: Cow<'static, str>,
    /// The word of the fleet with which it panics: its own, unless a custom class names a
    /// fleet of the rules (F-6).
    pub fleet: Cow<'static, str>,
    /// Her move, in inches.
    #[serde(rename = "move")]
    pub move_inches: u32,
    /// The turn that she may make in a move, in one direction only, in degrees.
    #[serde(rename = "turn")]
    pub turn_degrees: u32,
    /// The dice of a ram without ramming speed.
    pub ram_dice: u32,
    /// Ramming speed probability: she reaches it on this or less.
    pub rsp: u32,
    pub bow_dice: u32,
    /// The range of her bows, in inches.
    #[serde(rename = "bow_range")]
    pub bow_range_inches: u32,
    /// The dice of a fight, attacking or defending.
    pub hand_to_hand: u32,
    /// Marine boarding skill: they board on this or less.
    pub mbs: u32,
    /// The hits at which she is sunk or captured.
    pub viability: u32,
}

const fn class(
    slug: &'static str,
    name: &'static str,
    [move_inches, turn_degrees, ram_dice, rsp]: [u32; 4],
    [bow_dice, bow_range_inches, hand_to_hand, mbs, viability]: [u32; 5],
) -> Class {
    Class {
        slug: Cow::Borrowed(slug),
        name: Cow::Borrowed(name),
        fleet: Cow::Borrowed(slug),
        move_inches,
        turn_degrees,
        ram_dice,
        rsp,
        bow_dice,
        bow_range_inches,
        hand_to_hand,
        mbs,
        viability,
    }
}

/// The six classes of the rules.
pub static CLASSES: [Class; 6] = [
    class("athenian", "Athenian", [5, 45, 5, 9], [1, 6, 4, 7, 4]),
    class("spartan", "Spartan", [6, 45, 5, 8], [1, 6, 5, 8, 4]),
    class("corinthian", "Corinthian", [6, 45, 5, 8], [1, 6, 3, 6, 4]),
    class("phoenician", "Phoenician", [8, 30, 4, 6], [2, 6, 3, 7, 3]),
    class("cyprian-egyptian", "Cyprian or Egyptian", [7, 30, 4, 5], [2, 6, 3, 6, 4]),
    class("greek-traitor", "Greek traitor", [6, 45, 5, 7], [1, 6, 3, 6, 4]),
];

impl Class {
    /// The name for players; that of a custom class is the players' own.
    #[must_use]
    pub fn name(&self) -> Message {
        // A class of the rules is still recognised after it has been read from a file.
        let known = CLASSES.iter().find(|class| class.name == self.name);
        match known.map(|class| &class.name) {
            Some(Cow::Borrowed(name)) => Message::word(name),
            Some(Cow::Owned(_)) | None => Message::verbatim(self.name.as_ref()),
        }
    }

    /// The silhouette: light triremes for Greeks, decked ones with archers for Persians,
    /// and a horse at the prow for Phoenicians.
    #[must_use]
    pub fn drawing(&self) -> Drawing {
        match self.slug.as_ref() {
            "phoenician" => Drawing::GalleyPunic,
            _ if self.bow_dice > 1 => Drawing::TriremeFullDeck,
            _ => Drawing::Trireme,
        }
    }
}
