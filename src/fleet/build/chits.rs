//! The morale chits of an army of Command & Chaos, moved from unit to unit so
//! that their sum stays what the army is allowed.

use serde_json::json;
use thiserror::Error;

use crate::rules::SystemTag;
use crate::rules::command_and_chaos::tables::{
    Kind, MORALE, MORALE_CHITS, VETERAN_MORALE, VETERANS, morale_sum,
};

use crate::say::{Say, say};

use super::{Draft, Path};

/// The chit of a unit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chit {
    /// The unit's entry, counted from 0.
    pub unit: usize,
    /// What the unit is called.
    pub name: String,
    /// The morale on it.
    pub morale: i64,
    /// Whether it is marked as a veteran's.
    pub veteran: bool,
    /// How many units have such a chit, because their entry is repeated.
    pub alike: u32,
}

/// The chits of an army.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Chits {
    /// One for each entry of a heavy unit, in the order of the file.
    pub list: Vec<Chit>,
    /// The sum of their morale.
    pub sum: i64,
    /// What the sum must be.
    pub wanted: i64,
    /// How many veterans there are.
    pub veterans: u32,
    /// How many there must be.
    pub wanted_veterans: u32,
}

/// How morale moves from one unit to another.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ChitMove {
    /// The two exchange their chits, and whether they are veterans.
    #[default]
    Exchange,
    /// One point moves from the first to the second.
    Point,
}

/// Why a chit cannot be moved.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{}", self.say())]
#[non_exhaustive]
pub enum ChitFault {
    /// The entry is not a heavy unit.
    NoChit,
    /// The entry stands for several units.
    Several {
        /// What they are called.
        unit: String,
    },
    /// The unit's morale would be too low.
    TooLow {
        /// What it is called.
        unit: String,
        /// The lowest that it may have.
        least: i64,
    },
    /// The unit's morale would be too high.
    TooHigh {
        /// What it is called.
        unit: String,
        /// The highest that it may have.
        most: u32,
    },
}

impl From<ChitFault> for Say {
    fn from(fault: ChitFault) -> Say {
        fault.say()
    }
}

impl ChitFault {
    /// The reason, in words.
    #[must_use]
    pub fn say(&self) -> Say {
        match self {
            ChitFault::NoChit => say!("only heavy units have morale chits"),
            ChitFault::Several { unit } => {
                say!("{unit} stands for several units: make each an entry of its own first", unit)
            }
            ChitFault::TooLow { unit, least } => {
                say!("{unit} has morale {least} at the least", unit, least = *least)
            }
            ChitFault::TooHigh { unit, most } => {
                say!("{unit} has morale {most} at the most", unit, most = *most)
            }
        }
    }
}

impl Draft {
    /// The chits of the army; `None` if the system has none.
    #[must_use]
    pub fn chits(&self) -> Option<Chits> {
        if self.system() != Some(SystemTag::CommandAndChaos) {
            return None;
        }
        let mut chits = Chits { wanted_veterans: VETERANS, ..Chits::default() };
        let mut units = 0;
        for (unit, keys) in self.entries("unit").iter().enumerate() {
            let text = |key| keys.get(key).and_then(|value| value.as_str());
            if !text("kind").and_then(Kind::from_slug).is_some_and(Kind::is_heavy) {
                continue;
            }
            let alike = keys.get("count").and_then(serde_json::Value::as_u64).unwrap_or(1);
            let alike = u32::try_from(alike)
                .unwrap_or(u32::MAX)
                .min(crate::rules::file::reader::MOST_SHIPS);
            let morale = keys.get("max_morale").and_then(serde_json::Value::as_i64).unwrap_or(3);
            let veteran = keys.get("veteran") == Some(&json!(true));
            let name = text("name").unwrap_or_default().to_owned();
            units += alike;
            chits.sum = chits.sum.saturating_add(morale.saturating_mul(i64::from(alike)));
            chits.veterans += if veteran { alike } else { 0 };
            chits.list.push(Chit { unit, name, morale, veteran, alike });
        }
        chits.wanted = i64::from(morale_sum(units));
        Some(chits)
    }

    /// Moves morale from one unit (its entry, from 0) to another. The army's
    /// sum stays, and in an exchange the number of veterans too.
    ///
    /// # Errors
    /// Where a chit would leave its limits, or an entry is not one heavy unit;
    /// nothing has changed then.
    pub fn move_chit(&mut self, how: ChitMove, from: usize, to: usize) -> Result<(), ChitFault> {
        let chits = self.chits().unwrap_or_default();
        let find = |unit| {
            let chit = chits.list.iter().find(|chit| chit.unit == unit);
            chit.ok_or(ChitFault::NoChit)
        };
        let (giver, taker) = (find(from)?, find(to)?);
        if from == to {
            return Ok(());
        }
        if let Some(several) = [giver, taker].into_iter().find(|chit| chit.alike > 1) {
            return Err(ChitFault::Several { unit: several.name.clone() });
        }
        let (mut less, mut more) = (giver.clone(), taker.clone());
        match how {
            ChitMove::Exchange => {
                (less.morale, more.morale) = (taker.morale, giver.morale);
                (less.veteran, more.veteran) = (taker.veteran, giver.veteran);
            }
            ChitMove::Point => {
                (less.morale, more.morale) = (giver.morale - 1, taker.morale + 1);
                let (lowest, highest) = MORALE;
                let floor = i64::from(if less.veteran { VETERAN_MORALE } else { lowest });
                if less.morale < floor {
                    return Err(ChitFault::TooLow { unit: less.name, least: floor });
                }
                if more.morale > i64::from(highest) {
                    return Err(ChitFault::TooHigh { unit: more.name, most: highest });
                }
            }
        }
        for chit in [less, more] {
            self.put_chit(chit.unit, chit.morale, chit.veteran);
        }
        self.mark_house_rules();
        Ok(())
    }

    fn put_chit(&mut self, unit: usize, morale: i64, veteran: bool) {
        let path = Path::entry("unit", unit);
        self.put(&path.clone().key("max_morale"), &json!(morale));
        let flag = path.key("veteran");
        if veteran || self.get(&flag).is_some() {
            // A flag that is already written stays where it is.
            self.put(&flag, &json!(veteran));
        }
    }
}

/// The sets of chits that the rules call balanced, each in words: `3 × 4V, 1 ×
/// 4`.
#[must_use]
pub fn balanced_chits() -> Vec<String> {
    let chit = |(count, morale, veteran): &(u32, u32, bool)| {
        format!("{count} × {morale}{}", if *veteran { "V" } else { "" })
    };
    let set = |set: &&[(u32, u32, bool)]| set.iter().map(chit).collect::<Vec<_>>().join(", ");
    MORALE_CHITS.iter().map(set).collect()
}
