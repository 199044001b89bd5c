//! The advantages of a Greek Fire ship, slot by slot, and the tables they are
//! rolled on.

use serde_json::json;

use crate::dice::{Ask, DiceStop, Roller, Throw};
use crate::rules::greek_fire::tables::{
    ADVANTAGES_FIRST, ADVANTAGES_SECOND, Advantage, SHIP_TYPES, Skill,
};

use crate::rules::file::reader::MOST_WORDS;
use crate::say::{Say, say};

use super::{Draft, NoSuchPlace, Path};

/// A slot of a ship's deck.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Slot {
    /// What is in it; `None` if it is free, or holds no word of the rules.
    pub advantage: Option<Advantage>,
    /// What that gives, in the words of the chart.
    pub gives: Say,
    /// Whether the deck has no such slot.
    pub beyond_the_deck: bool,
}

impl Draft {
    /// How many slots a ship (from 0) has, by her type from the rules or the
    /// house; `None` if her type is unknown.
    #[must_use]
    pub fn deck(&self, ship: usize) -> Option<usize> {
        let slug = self.get(&Path::entry("ship", ship).key("type"))?;
        let slug = slug.as_str()?;
        if let Some(known) = SHIP_TYPES.iter().find(|known| known.slug == slug) {
            return Some(known.deck as usize);
        }
        let house = (0..self.count("type"))
            .map(|at| Path::entry("type", at))
            .find(|path| self.get(&path.clone().key("slug")).is_some_and(|found| found == slug))?;
        // The check reports a number that is too high.
        let deck = self.get(&house.key("deck"))?.as_u64()?;
        usize::try_from(deck).ok().filter(|deck| *deck <= MOST_WORDS)
    }

    /// The slots of a ship (from 0), the filled ones first, then the free ones.
    #[must_use]
    pub fn slots(&self, ship: usize) -> Vec<Slot> {
        let deck = self.deck(ship).unwrap_or(0);
        let words = self.get(&Path::entry("ship", ship).key("advantages"));
        let words = words.as_ref().and_then(|words| words.as_array());
        let filled = words.into_iter().flatten().enumerate().map(|(at, word)| {
            let advantage = word.as_str().and_then(Advantage::from_slug);
            let gives = advantage.map(Advantage::gives).unwrap_or_default();
            Slot { advantage, gives, beyond_the_deck: at >= deck }
        });
        let mut slots: Vec<Slot> = filled.collect();
        while slots.len() < deck {
            slots.push(Slot { advantage: None, gives: Say::default(), beyond_the_deck: false });
        }
        slots
    }

    /// Fills a slot of a ship (both from 0), or empties it: the advantages
    /// after it then move up.
    ///
    /// # Errors
    /// Where there is no such ship.
    pub fn set_slot(
        &mut self,
        ship: usize,
        slot: usize,
        advantage: Option<Advantage>,
    ) -> Result<(), NoSuchPlace> {
        let list = Path::entry("ship", ship).key("advantages");
        let filled = self.get(&list).and_then(|list| list.as_array().map(Vec::len));
        match filled {
            Some(filled) => self.set(&list.at(slot.min(filled)), &json!(advantage)),
            None if advantage.is_none() => Ok(()),
            None => self.set(&list, &json!([advantage])),
        }
    }
}

/// An advantage by the tables: 1d10, and another 1d10 on 8 or more (Greek Fire:
/// advantages). The roll's purpose says which: `advantage 2 of 6`.
///
/// # Errors
/// When the dice have run out, or what was entered is impossible.
pub(super) fn roll_advantage(roller: &mut Roller, purpose: &Say) -> Result<Advantage, DiceStop> {
    let ask = |purpose: Say| Ask::new(Throw::D10, purpose);
    match roller.row(&ask(purpose.clone()), &ADVANTAGES_FIRST)? {
        Some(advantage) => Ok(advantage),
        None => roller.row(&ask(say!("{purpose}, second table", purpose)), &ADVANTAGES_SECOND),
    }
}

/// A skill by the table, 1d6 (Greek Fire: skills).
///
/// # Errors
/// As [`roll_advantage`].
pub(super) fn roll_skill(roller: &mut Roller, purpose: &Say) -> Result<Skill, DiceStop> {
    let rows: Vec<(i64, Skill)> = (1..).zip(Skill::ALL.iter().copied()).collect();
    roller.row(&Ask::new(Throw::D6, purpose.clone()), &rows)
}
