//! The advantages of a Greek Fire ship, slot by slot, chosen or rolled.

use serde_json::json;

use crate::dice::{Ask, DiceStop, Roller, Throw};
use crate::rules::greek_fire::tables::{
    ADVANTAGES_FIRST, ADVANTAGES_SECOND, Advantage, SHIP_TYPES, Skill,
};

use crate::fleet::MOST_WORDS;

use super::{Draft, NoSuchPlace, Path};

/// A slot of a ship's deck.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Slot {
    /// What is in it; none where it is free, or holds no word of the rules.
    pub advantage: Option<Advantage>,
    /// What that gives, as the chart says it.
    pub gives: &'static str,
    /// Whether the deck has no such slot.
    pub beyond_the_deck: bool,
}

impl Draft {
    /// The deck of a ship (from 0): the figure of her type, of the rules or of
    /// the house; none where she has no known type.
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
        // A figure that is too high is the check's to report.
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
            let gives = advantage.map_or("", Advantage::gives);
            Slot { advantage, gives, beyond_the_deck: at >= deck }
        });
        let mut slots: Vec<Slot> = filled.collect();
        while slots.len() < deck {
            slots.push(Slot { advantage: None, gives: "", beyond_the_deck: false });
        }
        slots
    }

    /// Fills a slot of a ship (both from 0), or empties it; the advantages after
    /// an emptied slot move up.
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

    /// Rolls for one slot of a ship (both from 0), and fills it.
    ///
    /// # Errors
    /// When the dice have run out, or what was entered cannot be; nothing has
    /// changed then.
    pub fn roll_slot(
        &mut self,
        ship: usize,
        slot: usize,
        roller: &mut Roller,
    ) -> Result<Advantage, DiceStop> {
        let advantage = roll_advantage(roller)?;
        // A ship that does not exist has no slot to fill.
        let _ = self.set_slot(ship, slot, Some(advantage));
        Ok(advantage)
    }

    /// Rolls for every slot of a ship (from 0) anew.
    ///
    /// # Errors
    /// As [`Draft::roll_slot`].
    pub fn roll_ship(&mut self, ship: usize, roller: &mut Roller) -> Result<(), DiceStop> {
        let advantages = self.roll_deck(ship, roller)?;
        self.put(&Path::entry("ship", ship).key("advantages"), &json!(advantages));
        self.mark_house_rules();
        Ok(())
    }

    /// Rolls for every slot of every ship anew, in the order of the fleet. The
    /// ships of an entry that is repeated carry the same.
    ///
    /// # Errors
    /// As [`Draft::roll_slot`].
    pub fn roll_fleet(&mut self, roller: &mut Roller) -> Result<(), DiceStop> {
        let decks = (0..self.count("ship"))
            .map(|ship| self.roll_deck(ship, roller))
            .collect::<Result<Vec<_>, _>>()?;
        for (ship, advantages) in decks.iter().enumerate() {
            self.put(&Path::entry("ship", ship).key("advantages"), &json!(advantages));
        }
        self.mark_house_rules();
        Ok(())
    }

    fn roll_deck(&self, ship: usize, roller: &mut Roller) -> Result<Vec<Advantage>, DiceStop> {
        (0..self.deck(ship).unwrap_or(0)).map(|_| roll_advantage(roller)).collect()
    }
}

/// An advantage by the tables: 1d10, and 1d10 again on 8 or more (Greek Fire:
/// advantages).
///
/// # Errors
/// When the dice have run out, or what was entered cannot be.
pub fn roll_advantage(roller: &mut Roller) -> Result<Advantage, DiceStop> {
    match roller.row(&Ask::new(Throw::D10, "advantage"), &ADVANTAGES_FIRST)? {
        Some(advantage) => Ok(advantage),
        None => roller.row(&Ask::new(Throw::D10, "advantage, second table"), &ADVANTAGES_SECOND),
    }
}

/// A skill by the table, 1d6 (Greek Fire: skills).
///
/// # Errors
/// As [`roll_advantage`].
pub fn roll_skill(roller: &mut Roller) -> Result<Skill, DiceStop> {
    let rows: Vec<(i64, Skill)> = (1..).zip(Skill::ALL.iter().copied()).collect();
    roller.row(&Ask::new(Throw::D6, "skill"), &rows)
}
