//! What can be asked for in the rooms of the harbour.

use serde_json::Value;

use crate::fleet::build::{ChitMove, Path, RollFor};
use crate::print::{Kind, Paper, PerPage};
use crate::rules::{Side, SystemTag};

use super::TableCommand;

/// The rooms of the harbour.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Room {
    /// Battles to begin or to go on with.
    #[default]
    Battles,
    /// Where fleets are built.
    Slipway,
    /// Where sheets are printed.
    PrintShop,
}

impl Room {
    /// All of them, in the order of the doors.
    pub const ALL: [Room; 3] = [Room::Battles, Room::Slipway, Room::PrintShop];

    /// What its door says.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Room::Battles => "Battles",
            Room::Slipway => "Build fleets",
            Room::PrintShop => "Print",
        }
    }
}

/// What is shown of the fleet that is built.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Look {
    /// Where fleets come from.
    #[default]
    Begin,
    /// The fleet with its ships.
    Fleet,
    /// Saving and sharing.
    Share,
    /// The fleet beside another.
    Compare,
}

impl Look {
    /// All of them, in the order of the tabs.
    pub const ALL: [Look; 4] = [Look::Fleet, Look::Share, Look::Compare, Look::Begin];

    /// What its tab says where there is little room.
    #[must_use]
    pub fn short_name(self) -> &'static str {
        match self {
            Look::Begin => "New, open",
            Look::Fleet => "Fleet",
            Look::Share => "Save",
            Look::Compare => "Compare",
        }
    }

    /// What its tab says.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Look::Begin => "New or open",
            Look::Fleet => "The fleet",
            Look::Share => "Save and share",
            Look::Compare => "Compare",
        }
    }
}

/// Something that a builder of fleets wants.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BuilderCommand {
    /// Show this.
    Look(Look),
    /// The fleets of another system.
    System(SystemTag),
    /// Begin a fleet from nothing.
    Empty,
    /// Begin with a ready fleet.
    Ready(&'static str),
    /// So many ships in a fleet by chance.
    RandomShips(u32),
    /// Let the dice put a fleet of so many ships together.
    Random(u32),
    /// Begin with a balanced army, by the number of its set of chits from 0.
    Balanced(usize),
    /// Choose a fleet file in a dialog.
    AskForFile,
    /// The file that was chosen or dropped: its name, its path where it has one,
    /// and its content.
    Arrived(String, Option<String>, Vec<u8>),
    /// Open a fleet of lately again, by its place in the list.
    OpenRecent(usize),
    /// The path of a fleet file, as it is typed.
    TypePath(String),
    /// Read the file of that path.
    OpenPath,
    /// A shared fleet, as it is pasted.
    TypePaste(String),
    /// Read the fleet in that text.
    ReadPaste,
    /// The answer to the question that stands open.
    Answer(bool),
    /// Take the last change back.
    Undo,
    /// Make it again.
    Redo,
    /// Open an entry: its list, and its number from 0; or close it.
    OpenEntry(Option<(&'static str, usize)>),
    /// Add an entry to a list.
    Add(&'static str),
    /// Put a copy after an entry.
    Copy(&'static str, usize),
    /// Take an entry out.
    Remove(&'static str, usize),
    /// Move an entry to another place in its list.
    Move(&'static str, usize, usize),
    /// Make of an entry of several ships as many entries.
    Separate(&'static str, usize),
    /// Write a value at a place; `null` leaves it out.
    Set(Path, Value),
    /// Put a word into a list of words, at this place from 0.
    PutWord(Path, usize, String),
    /// Choose a word for this place of a list; `None` chooses none.
    Pick(Option<Path>),
    /// Roll: the app, or the players where they throw their own dice.
    Roll(RollFor),
    /// Morale chits are moved so.
    ChitMove(ChitMove),
    /// Take the chit of a unit in hand, or give it the one that is.
    TapChit(usize),
    /// Whether the players throw their own dice.
    OwnDice(bool),
    /// What is still to be thrown is left to the app.
    AppThrowsRest,
    /// What they do with those dice.
    Dice(TableCommand),
    /// Allow house rules, or forbid them.
    HouseRules(bool),
    /// Save where it was opened or saved before.
    Save,
    /// Choose in a dialog where to save it.
    SaveAs,
    /// It was saved there.
    Saved(String),
    /// Save it at the path that is typed.
    SaveToPath,
    /// Fight with it on this side.
    Fight(Side),
    /// Put it beside a ready fleet.
    Beside(&'static str),
    /// Put the fleet beside it away.
    PutOtherAway,
    /// Keep it to put the next one beside it.
    KeepBeside,
    /// So many rounds of duels.
    Rounds(u32),
    /// Work the odds and duels out.
    Estimate,
    /// Stop that.
    Stop,
}

/// A fleet to print.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PrintSource {
    /// A ready fleet, by its path.
    Ready(&'static str),
    /// The fleet that is built.
    Built,
    /// The battle on the table.
    Battle,
}

/// Something that a printer wants.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PrintCommand {
    /// The ready fleets of another system.
    System(SystemTag),
    /// Print this, or print it no more.
    Source(PrintSource),
    /// Print this kind of thing, or print it no more.
    Part(Kind),
    /// Fresh record sheets of a battle, or as it stands.
    Fresh(bool),
    /// On this paper.
    Paper(Paper),
    /// So many record sheets a page.
    PerPage(PerPage),
    /// Outlines instead of fills.
    InkSaver(bool),
    /// Look at this page, from 0.
    Page(usize),
    /// Choose in a dialog where to save the PDF.
    Save,
    /// The PDF was saved there.
    Saved(String),
    /// The path of a PDF, as it is typed.
    TypePath(String),
    /// Save the PDF there.
    SaveToPath,
    /// Whether the file that is there already is written over.
    WriteOver(bool),
}
