//! Commands of the fleet builder and the print screen.

use serde_json::Value;

use crate::fleet::build::{ChitMove, Path, RollFor};
use crate::games::SystemTag;
use crate::message::Message;
use crate::print::{Paper, PerPage, PrintKind};
use crate::rules::{Side, Viewer};

use super::DiceCommand;

/// The tabs of the fleet builder.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum BuilderTab {
    /// The sources of fleets.
    #[default]
    Open,
    /// The fleet with its ships.
    Fleet,
    /// Saving and sharing.
    Share,
    /// The fleet compared with another.
    Compare,
    /// The fleets that it could fight.
    Opponent,
}

impl BuilderTab {
    /// All of them, in the order of the tabs.
    pub const ALL: [BuilderTab; 5] = [
        BuilderTab::Fleet,
        BuilderTab::Share,
        BuilderTab::Compare,
        BuilderTab::Open,
        BuilderTab::Opponent,
    ];

    /// Its short name, for narrow windows.
    #[must_use]
    pub fn short_name(self) -> &'static str {
        match self {
            BuilderTab::Open => "All",
            BuilderTab::Fleet => "Fleet",
            BuilderTab::Share => "Save",
            BuilderTab::Compare => "Compare",
            BuilderTab::Opponent => "Fight",
        }
    }

    /// Its name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            BuilderTab::Open => "All fleets",
            BuilderTab::Fleet => "The fleet",
            BuilderTab::Share => "Save and share",
            BuilderTab::Compare => "Compare",
            BuilderTab::Opponent => "Fight with this fleet",
        }
    }
}

/// Commands of the fleet builder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BuilderCommand {
    /// Show this tab.
    Show(BuilderTab),
    /// Commands that open a fleet.
    Open(OpenCommand),
    /// A command that changes the fleet, or the part of it that is shown.
    Edit(EditCommand),
    /// A command of the comparison of two fleets.
    Compare(CompareCommand),
    /// The path of a fleet file to open or to save, as it is being typed.
    TypePath(String),
    /// The answer to the open question.
    Answer(FileAnswer),
    /// Save where the fleet was opened or saved before.
    Save,
    /// Choose in a dialog where to save it.
    SaveAs,
    /// A fleet was saved, or not.
    Saved(Box<SavedFleet>),
    /// Save it at the path that was typed.
    SaveToPath,
}

/// A file that was saved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SavedFile {
    /// Where; in a browser, its name.
    pub place: String,
    /// The checksum of its content: see [`crate::session::mark_of`].
    pub mark: String,
}

/// The result of saving a fleet. It names the fleet and the saved text, since another
/// fleet may be open by then.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SavedFleet {
    /// Its number among the player's fleets.
    pub id: u64,
    /// The text that was to be saved.
    pub text: String,
    /// Whether it was saved.
    pub outcome: SaveOutcome,
}

/// The result of saving a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SaveOutcome {
    /// It was saved.
    Saved(SavedFile),
    /// The file at this path has changed since it was read: the checksum of its present content.
    Changed(String, String),
    /// It could not be saved.
    Failed(Message),
}

/// The decision about a file that would be replaced.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileAnswer {
    /// Replace it.
    Replace,
    /// Take over its content.
    Reload,
    /// Save under another name.
    SaveAs,
    /// Leave everything as it is.
    Cancel,
}

/// Commands that open a fleet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OpenCommand {
    /// Show the fleets of another system.
    System(SystemTag),
    /// Start an empty fleet.
    Empty,
    /// Start with a ready fleet, by its path in the library.
    Ready(&'static str),
    /// Set how many ships a random fleet has.
    RandomShips(u32),
    /// Make a random fleet with this many ships.
    Random(u32),
    /// Start with a balanced army, by the number of its set of chits, from 0.
    Balanced(usize),
    /// Choose a fleet file in a dialog.
    AskForFile,
    /// A file was chosen or dropped: its name, its path if it has one, and its
    /// content.
    Arrived(String, Option<String>, Vec<u8>),
    /// Open one of the player's fleets, by its number.
    Stored(u64),
    /// The same with the present content of its file, if it has one that can be
    /// read.
    StoredRead(u64, Option<Vec<u8>>),
    /// The present content of the file of the fleet with this number, to continue with.
    Reloaded(u64, Vec<u8>),
    /// Ask whether one of the player's fleets is to be deleted; `None` keeps
    /// it.
    AskDelete(Option<u64>),
    /// Delete one of the player's fleets, by its number.
    Delete(u64),
    /// Open the file at the path that was typed.
    Path,
    /// A shared fleet, as pasted.
    TypePaste(String),
    /// Read the fleet in that text.
    Paste,
}

/// Commands that change the fleet, or the part of it that is shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EditCommand {
    /// Undo the last change.
    Undo,
    /// Redo it.
    Redo,
    /// Open an entry, by its list and its index from 0; `None` closes it.
    OpenEntry(Option<(&'static str, usize)>),
    /// Add an entry to a list.
    Add(&'static str),
    /// Insert a copy after an entry.
    Copy(&'static str, usize),
    /// Remove an entry.
    Remove(&'static str, usize),
    /// Move an entry to another index of its list.
    Move(&'static str, usize, usize),
    /// Split an entry for several ships into as many entries.
    Separate(&'static str, usize),
    /// Write a value at a path; `null` removes it.
    Set(Path, Value),
    /// Put a word into a list of words, at this index from 0.
    PutWord(Path, usize, String),
    /// Open the choice of a word for this slot of a list; `None` closes it.
    Pick(Option<Path>),
    /// Roll: the app does, or the players if they roll their own dice.
    Roll(RollFor),
    /// How morale chits are moved from now on.
    ChitMove(ChitMove),
    /// Pick up the chit of a unit, or give that unit the one picked up.
    TapChit(usize),
    /// Whether the players roll their own dice.
    OwnDice(bool),
    /// The app makes the rest of the rolls.
    AppRollsRest,
    /// A command of the dice pad.
    Dice(DiceCommand),
    /// Allow house rules, or forbid them.
    HouseRules(bool),
}

/// Commands of the comparison of two fleets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CompareCommand {
    /// Compare with a ready fleet, by its path in the library.
    With(&'static str),
    /// Choose another fleet to compare with.
    Another,
    /// Keep the present fleet, to compare the next one with it.
    Keep,
    /// Set the number of rounds of duels.
    Rounds(u32),
    /// Estimate odds and duels.
    Estimate,
    /// Stop the estimate.
    Stop,
}

/// A fleet to print.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PrintSource {
    /// A ready fleet, by its path.
    Ready(&'static str),
    /// The fleet that is built.
    Built,
    /// The open battle.
    Battle,
}

/// Commands of the print screen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PrintCommand {
    /// The ready fleets of another system.
    System(SystemTag),
    /// Tick this source, or untick it.
    Source(PrintSource),
    /// Tick this kind of print, or untick it.
    Part(PrintKind),
    /// Record sheets of a battle as at its start, or with its present state.
    Fresh(bool),
    /// The reader of a printed battle with secrets.
    Reader(Viewer),
    /// The side whose tags a single printed fleet gets.
    Side(Side),
    /// Use this paper.
    Paper(Paper),
    /// Put this many record sheets on a page.
    PerPage(PerPage),
    /// Outlines instead of fills.
    InkSaver(bool),
    /// Show this page, from 0.
    Page(usize),
    /// Show the pages or the choices, if both do not fit.
    Look(bool),
    /// Show a page twice as large, or as large as fits.
    Zoom(bool),
    /// Choose in a dialog where to save the PDF.
    Save,
    /// The PDF was saved, with a message; or the reason for the failure.
    Saved(Result<Message, Message>),
    /// Lay out the pages.
    Make,
    /// Stop laying them out.
    Stop,
    /// The path of a PDF, as it is being typed.
    TypePath(String),
    /// Save the PDF there.
    SaveToPath,
    /// Whether the existing file may be replaced.
    WriteOver(bool),
}
