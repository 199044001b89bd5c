//! Rolls: the dice that a rule asks for, their result, and the modifiers.

use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use thiserror::Error;

use message::{Message, clipped, message};

/// A kind of die, by its number of faces (numbered from 1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Die(u8);

impl Die {
    /// The three-sided die (a six-sided one, halved).
    pub const D3: Die = Die(3);
    /// The six-sided die.
    pub const D6: Die = Die(6);
    /// The ten-sided die; its 0 is read as 10.
    pub const D10: Die = Die(10);

    /// A die of any number of faces, for cards drawn from a deck; `None` for 0.
    #[must_use]
    pub fn of(faces: u8) -> Option<Die> {
        (faces > 0).then_some(Die(faces))
    }

    /// The number of faces.
    #[must_use]
    pub fn faces(self) -> u8 {
        self.0
    }
}

impl fmt::Display for Die {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "d{}", self.0)
    }
}

/// A way of rolling dice. The rules of all systems need only these four.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Throw {
    /// One die, read by its face: `1d10`.
    One { die: Die },
    /// Several dice, read as their total: `17d6`.
    Sum {
        /// The number of dice, at least 1.
        count: u32,
        die: Die,
    },
    /// Several dice, read as the number that reach a face: `5d6 hits on 5+`.
    Hits {
        /// The number of dice, at least 1.
        count: u32,
        die: Die,
        /// The lowest face that counts.
        on: u8,
    },
    /// Several dice, read as the highest face: `highest of 3d6`.
    Highest {
        /// The number of dice, at least 1.
        count: u32,
        die: Die,
    },
}

impl Throw {
    /// One six-sided die.
    pub const D6: Throw = Throw::One { die: Die::D6 };
    /// One ten-sided die.
    pub const D10: Throw = Throw::One { die: Die::D10 };
    /// One three-sided die.
    pub const D3: Throw = Throw::One { die: Die::D3 };

    /// The total of `count` dice; a single die is a plain [`Throw::One`].
    #[must_use]
    pub fn sum(count: u32, die: Die) -> Throw {
        if count == 1 { Throw::One { die } } else { Throw::Sum { count, die } }
    }

    /// The highest of `count` dice; a single die is a plain [`Throw::One`].
    #[must_use]
    pub fn highest(count: u32, die: Die) -> Throw {
        if count == 1 { Throw::One { die } } else { Throw::Highest { count, die } }
    }

    /// The die it is rolled with.
    #[must_use]
    pub fn die(self) -> Die {
        match self {
            Throw::One { die }
            | Throw::Sum { die, .. }
            | Throw::Hits { die, .. }
            | Throw::Highest { die, .. } => die,
        }
    }

    /// The number of dice.
    #[must_use]
    pub fn count(self) -> u32 {
        match self {
            Throw::One { .. } => 1,
            Throw::Sum { count, .. } | Throw::Hits { count, .. } | Throw::Highest { count, .. } => {
                count
            }
        }
    }

    /// The lowest and the highest result that the roll can have.
    #[must_use]
    pub fn span(self) -> (i64, i64) {
        let faces = i64::from(self.die().faces());
        let count = i64::from(self.count());
        match self {
            Throw::One { .. } | Throw::Highest { .. } => (1, faces),
            Throw::Sum { .. } => (count, count * faces),
            Throw::Hits { .. } => (0, count),
        }
    }

    /// The result of the faces on the table.
    #[must_use]
    pub fn read(self, faces: &[u8]) -> i64 {
        match self {
            Throw::One { .. } | Throw::Sum { .. } => faces.iter().map(|&f| i64::from(f)).sum(),
            Throw::Hits { on, .. } => {
                i64::try_from(faces.iter().filter(|&&f| f >= on).count()).unwrap_or(i64::MAX)
            }
            Throw::Highest { .. } => faces.iter().copied().max().map_or(0, i64::from),
        }
    }
}

impl Throw {
    /// The dice in words for a reader. Files and the protocol use the
    /// notation of `Display`, which no language changes.
    #[must_use]
    pub fn message(self) -> Message {
        let faces = self.die().faces();
        match self {
            Throw::One { .. } => message!("{count}d{faces}", count = 1, faces),
            Throw::Sum { count, .. } => message!("{count}d{faces}", count, faces),
            Throw::Hits { count, on, .. } => {
                message!("{count}d{faces} hits on {on}+", count, faces, on)
            }
            Throw::Highest { count, .. } => message!("highest of {count}d{faces}", count, faces),
        }
    }
}

/// The notation of files and the protocol.
impl fmt::Display for Throw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Throw::One { die } => write!(f, "1{die}"),
            Throw::Sum { count, die } => write!(f, "{count}{die}"),
            Throw::Hits { count, die, on } => write!(f, "{count}{die} hits on {on}+"),
            Throw::Highest { count, die } => write!(f, "highest of {count}{die}"),
        }
    }
}

/// A text that is not in the notation of [`Throw`]'s `Display`.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("`{0}` is not a roll: write 1d10, 3d6, 5d6 hits on 5+, or highest of 2d6")]
pub struct ThrowFault(String);

impl FromStr for Throw {
    type Err = ThrowFault;

    /// Reads the notation of files and the protocol, and accepts no other.
    fn from_str(text: &str) -> Result<Throw, ThrowFault> {
        let read_dice = |text: &str| {
            let (count, faces) = text.split_once('d')?;
            let count: u32 = count.parse().ok().filter(|count| *count > 0)?;
            Some((count, Die::of(faces.parse().ok()?)?))
        };
        let read = || {
            if let Some(rest) = text.strip_prefix("highest of ") {
                return read_dice(rest).map(|(count, die)| Throw::Highest { count, die });
            }
            if let Some((rest, on)) = text.split_once(" hits on ") {
                let (count, die) = read_dice(rest)?;
                let on = on.strip_suffix('+')?.parse().ok()?;
                return Some(Throw::Hits { count, die, on });
            }
            read_dice(text).map(|(count, die)| Throw::sum(count, die))
        };
        // Only what `Display` would write: no sign, no leading zero.
        let throw = read().filter(|throw| throw.to_string() == text);
        throw.ok_or_else(|| ThrowFault(clipped(text)))
    }
}

impl Serialize for Throw {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Throw {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Throw, D::Error> {
        let text = Cow::<str>::deserialize(deserializer)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}

/// The reason for a modifier.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Reason {
    /// Its id, a word of the rules: `target-ram-bonus`.
    pub id: Cow<'static, str>,
    /// The modifier in words for players: `target’s ram bonus`.
    pub why: Message,
}

impl Reason {
    /// A reason whose words name a part of the battle.
    #[must_use]
    pub fn new(id: &'static str, why: Message) -> Reason {
        Reason { id: id.into(), why }
    }
}

/// An amount added to a roll, with the reason.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Modifier {
    /// The amount; negative if it is subtracted.
    pub amount: i64,
    /// The reason, in words for players and as an id for programs.
    pub reason: Reason,
}

impl Modifier {
    /// An amount with its reason.
    pub fn new(amount: i64, reason: impl Into<Reason>) -> Modifier {
        Modifier { amount, reason: reason.into() }
    }

    /// The amount with its reason: `+5 ram bonus`; for a modifier that was set aside only the
    /// reason.
    #[must_use]
    pub fn message(&self) -> Message {
        let why = &self.reason.why;
        match self.amount {
            0 => why.clone(),
            amount => message!("{amount} {why}", amount = Message::signed(amount), why),
        }
    }
}

/// The numbers that the side that rolls prefers, for the computation of luck.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Preferred {
    /// The more, the better.
    High,
    /// The less, the better: a check against a maximum, or own losses.
    Low,
    /// Neither is better: drift.
    Neither,
    /// Neither is better, and no die lies on the table: a card from a deck.
    Drawn,
}

/// The side that rolls, so that luck is counted for the right side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Hand {
    /// The side that gives the order; side A if the order has no issuer.
    Giver,
    /// The side of the target; side B if the order has no issuer.
    Opponent,
}

/// A roll that a rule asks for: its dice, its purpose and its modifiers.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct AskedRoll {
    pub throw: Throw,
    /// The purpose: `rounds until she sinks`.
    pub purpose: Message,
    /// Every modifier that applies, also those that cancel out.
    pub modifiers: Vec<Modifier>,
    /// The results that are good for the side that rolls.
    #[serde(rename = "hopes")]
    pub preferred: Preferred,
    pub hand: Hand,
}

impl AskedRoll {
    /// An unmodified roll for a purpose: the issuer rolls it, and the more, the better.
    #[must_use]
    pub const fn new(throw: Throw, purpose: Message) -> AskedRoll {
        AskedRoll {
            throw,
            purpose,
            modifiers: Vec::new(),
            preferred: Preferred::High,
            hand: Hand::Giver,
        }
    }

    /// The same roll, if the side that rolls prefers other numbers.
    #[must_use]
    pub const fn preferring(mut self, preferred: Preferred) -> AskedRoll {
        self.preferred = preferred;
        self
    }

    /// The same, rolled by a side other than the issuer's.
    #[must_use]
    pub fn thrown_by(self, hand: Hand) -> AskedRoll {
        AskedRoll { hand, ..self }
    }

    /// The same with its modifiers.
    #[must_use]
    pub fn with(mut self, modifiers: Vec<Modifier>) -> AskedRoll {
        self.modifiers = modifiers;
        self
    }

    /// The sum of the modifiers.
    #[must_use]
    pub fn modifier(&self) -> i64 {
        self.modifiers.iter().map(|m| m.amount).sum()
    }
}

/// The origin of a roll: the table or the app.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Origin {
    /// The players rolled their own dice, and entered the result.
    Entered,
    /// The app rolled.
    Rolled,
}

/// The result of a roll: the answer to an [`AskedRoll`].
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Thrown {
    /// The faces on the table; empty if only a total or a count was entered.
    pub faces: Vec<u8>,
    /// The total, count, or face that is read from them.
    pub natural: i64,
    /// Whether the players or the app rolled.
    pub by: Origin,
}

/// A roll in a report: the request, the dice, and the result.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Roll {
    pub throw: Throw,
    /// The faces on the table; empty if only a total or a count was entered.
    pub faces: Vec<u8>,
    /// The total, count, or face that is read from them, before any modifier.
    pub natural: i64,
    /// Every modifier, with its reason.
    pub modifiers: Vec<Modifier>,
    /// The same with the modifiers added.
    pub modified: i64,
    /// The purpose of the roll.
    #[serde(rename = "for")]
    pub purpose: Message,
    /// Whether the players or the app rolled.
    pub by: Origin,
    /// The number that it needed, if it decided the order.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub needed: Option<NeededNumber>,
    /// Whether it is a card from a deck, for which no die lies on the table.
    #[serde(skip)]
    pub is_card: bool,
}

/// The number that a roll needs, before any modifier.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum NeededNumber {
    /// This number or more.
    AtLeast(i64),
    /// This number or less.
    AtMost(i64),
}

impl NeededNumber {
    /// The number for the row of a table that is best for the side that rolls: the last
    /// one, or the first one if it prefers low numbers.
    pub(super) fn for_best_row<T>(ask: &AskedRoll, rows: &[(i64, T)]) -> Option<NeededNumber> {
        let (least, most) = ask.throw.span();
        let natural = |modified: i64| modified.saturating_sub(ask.modifier());
        match ask.preferred {
            Preferred::Low => {
                let next = rows.get(1)?.0;
                Some(NeededNumber::AtMost(natural(next.saturating_sub(1)).min(most)))
            }
            Preferred::High | Preferred::Neither | Preferred::Drawn => {
                let highest = rows.last()?.0;
                Some(NeededNumber::AtLeast(natural(highest).max(least)))
            }
        }
    }
}

impl Roll {
    /// A requested roll, with the dice that were rolled.
    #[must_use]
    pub fn of(ask: &AskedRoll, thrown: &Thrown) -> Roll {
        Roll {
            throw: ask.throw,
            faces: thrown.faces.clone(),
            natural: thrown.natural,
            modifiers: ask.modifiers.clone(),
            modified: thrown.natural + ask.modifier(),
            purpose: ask.purpose.clone(),
            by: thrown.by,
            needed: None,
            is_card: ask.preferred == Preferred::Drawn,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_throw_is_written_and_read_back() {
        for (throw, text) in [
            (Throw::D10, "1d10"),
            (Throw::sum(17, Die::D6), "17d6"),
            (Throw::Hits { count: 5, die: Die::D6, on: 5 }, "5d6 hits on 5+"),
            (Throw::highest(3, Die::D6), "highest of 3d6"),
        ] {
            assert_eq!(throw.to_string(), text);
            assert_eq!(text.parse(), Ok(throw));
            let json = serde_json::to_value(throw).expect("a text");
            assert_eq!(json, text);
            assert_eq!(serde_json::from_value::<Throw>(json).ok(), Some(throw));
        }
        for wrong in
            ["", "d6", "0d6", "1d0", "01d6", "+1d6", "1d6 ", "2d6 hits on 5", "highest of d6"]
        {
            assert!(wrong.parse::<Throw>().is_err(), "{wrong}");
        }
    }
}
