//! The documents about a battle: report, luck, record sheets, the battle as a file.

use serde::{Deserialize, Serialize};

use engine::analysis::{BattleReport, Luck, Proved};
use games::SystemTag;
use rules::{Chit, Sheet, Side};

/// The requested document.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DocumentKind {
    /// The report of the battle.
    Report {},
    /// The luck of the dice.
    Luck {},
    /// The record sheets of both sides.
    Sheets {
        /// Whether they are new, or show the present state.
        fresh: bool,
    },
    /// The battle as a file, with every secret; only for those who may know
    /// them.
    File {},
}

/// The text.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum DocumentText {
    /// The report of the battle.
    Report(Box<BattleReport>),
    /// The luck of the dice.
    Luck(Box<LuckView>),
    /// The record sheets.
    Sheets(Box<[SideSheets; 2]>),
    /// The battle as a file.
    File(String),
}

/// The luck of the dice.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct LuckView {
    /// The rolls, with their luck.
    pub luck: Luck,
    /// The seed, once the battle is over.
    pub seed: Option<u64>,
    /// Whether the app's rolls are those of the seed, once the battle is over.
    pub proved: Option<Proved>,
}

/// The record sheets of a side.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SideSheets {
    /// The side on which the units began.
    pub side: Side,
    pub system: SystemTag,
    pub name: String,
    /// The fleet's nation.
    pub people: String,
    /// The notes in the fleet file.
    pub notes: String,
    pub sheets: Vec<Sheet>,
    /// The same as cards that are open on the table.
    pub cards: Vec<Sheet>,
    /// The counters for them.
    pub chits: Vec<Chit>,
    /// The words of the charts that the fleet uses, such as weapons.
    pub uses: Vec<String>,
}
