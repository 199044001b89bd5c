//! What a screen can ask for. Screens only send these; [`super::app`] carries
//! them out, in one place.

use serde_json::Value;

use crate::print::Paper;
use crate::rules::{Side, Subject, SystemTag, Tag};

use super::theme::Theme;

mod harbour;

pub use harbour::{BuilderCommand, Look, PrintCommand, PrintSource, Room};

/// The three places.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Place {
    /// Battles to begin or to go on with.
    #[default]
    Harbour,
    /// The battle.
    Table,
    /// The tables of the rules.
    Charts,
}

impl Place {
    /// All of them, in the order of the bar.
    pub const ALL: [Place; 3] = [Place::Harbour, Place::Table, Place::Charts];

    /// What the bar calls it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Place::Harbour => "Harbour",
            Place::Table => "Table",
            Place::Charts => "Charts",
        }
    }
}

/// What of the table is shown where not everything fits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Tab {
    /// The order in hand.
    #[default]
    Order,
    /// The ships of a side.
    Ships(Side),
    /// The log.
    Log,
}

/// Something that a player wants.
#[derive(Clone, Debug, PartialEq)]
pub enum Command {
    /// Go to a place.
    Go(Place),
    /// Dress the window otherwise.
    SetTheme(Theme),
    /// Make the text so many times what the system asks for.
    SetTextSize(f32),
    /// Open or close the settings.
    ShowSettings(bool),
    /// Put the notice away.
    DismissNotice,
    /// Say something to the players.
    Tell(String),
    /// Begin a ready battle, by its word.
    StartReady(String),
    /// A fleet file that was dropped on the window: its name, its path where it
    /// has one, and its content.
    FleetDropped(String, Option<String>, Vec<u8>),
    /// A battle file that was chosen: its name and its content.
    BattleArrived(String, Vec<u8>),
    /// What happens in the harbour.
    Harbour(HarbourCommand),
    /// What happens among the charts.
    Charts(ChartsCommand),
    /// What happens at the table.
    Table(TableCommand),
}

/// Something that a player wants in the harbour.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum HarbourCommand {
    /// Go to a room.
    Enter(Room),
    /// What happens on the slipway.
    Build(BuilderCommand),
    /// What happens in the print shop.
    Print(PrintCommand),
    /// Look at the battles and fleets of a system.
    System(SystemTag),
    /// Take a ready fleet for a side.
    TakeReady(Side, &'static str),
    /// Choose a fleet file for a side in a dialog.
    AskForFleet(Side),
    /// The fleet file that was chosen: its name and its content.
    FleetArrived(Side, String, Vec<u8>),
    /// The path of a fleet file, as it is typed.
    TypePath(Side, String),
    /// Read the fleet file of that path.
    ReadPath(Side),
    /// Put both fleets away.
    ClearFleets,
    /// Turn a switch of the rules.
    Switch(&'static str),
    /// The seed, as it is typed.
    TypeSeed(String),
    /// Begin the battle that was prepared.
    BeginOwn,
    /// Go on with a battle that is kept.
    GoOn(String),
    /// Ask whether a battle shall be taken away; `None` keeps it.
    AskDelete(Option<String>),
    /// Take it away.
    Delete(String),
    /// Choose a battle file in a dialog.
    AskForBattle,
    /// The path of a battle file, as it is typed.
    TypeBattlePath(String),
    /// Read the battle file of that path.
    ReadBattle,
}

/// Something that a player wants to read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ChartsCommand {
    /// The tables of another system.
    System(SystemTag),
    /// Only what has this in it.
    Search(String),
    /// Only what the fleets in play use.
    OnlyUsed(bool),
}

/// Something that a player wants at the table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TableCommand {
    /// Show this.
    Show(Tab),
    /// Tap a card: the target where one is asked for, else who gives orders.
    Tap(Tag),
    /// Choose who gives orders; `None` goes back to what comes next.
    Choose(Option<Subject>),
    /// Fill in an order.
    Open(Subject, &'static str),
    /// Put the order down.
    Close,
    /// Fill in a field, or empty it.
    Set(&'static str, Option<Value>),
    /// Let the app throw, and give the order.
    Roll,
    /// Give an order that needs no dice.
    Give,
    /// Enter the dice that lie on the table.
    Enter,
    /// One more die lies so.
    Face(i64),
    /// Enter all dice of the throw at once, or one by one.
    Whole(bool),
    /// Step the result of many dice.
    StepTotal(i64),
    /// The stepper shows the result.
    Total,
    /// Let the app throw this one.
    AppThrows,
    /// Take the last die back.
    TakeBack,
    /// Enter no dice after all.
    PutDiceAway,
    /// Take the last order back.
    Undo,
    /// Give it again.
    Redo,
    /// Go to the moment after so many orders.
    Jump(usize),
    /// Look at the table as it was after so many orders; `None` comes back.
    Look(Option<usize>),
    /// Show how the dice have fallen, or the log again.
    ShowLuck(bool),
    /// Take up a line that was left, by the number of its last record.
    TakeUp(usize),
    /// What happens to a past order.
    Amend(AmendCommand),
    /// Whether a side throws its own dice.
    OwnDice(Side, bool),
    /// A digit of the result of many dice, as it is typed.
    Digit(i64),
    /// Only what concerns this one in the log; `None` shows all.
    LogOf(Option<Tag>),
    /// Only what has these words in it in the log.
    SearchLog(String),
    /// What happens where the battle is saved and told.
    Save(SaveCommand),
    /// The device is in the hands of this side.
    HandOver(Side),
    /// Show what this side may see; `None` is what both may.
    LookAs(Option<Side>),
}

/// What a battle is saved as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SaveForm {
    /// Everything, to go on from.
    Battle,
    /// The report, as pages.
    Pdf,
    /// The report, to post.
    Markdown,
    /// The report, for programs.
    Json,
}

impl SaveForm {
    /// All of them, in the order in which they are offered.
    pub const ALL: [SaveForm; 4] =
        [SaveForm::Battle, SaveForm::Pdf, SaveForm::Markdown, SaveForm::Json];
}

/// Something that a player wants where the battle is saved and told.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SaveCommand {
    /// Go there, or back to the log.
    Open(bool),
    /// Save it as this.
    Form(SaveForm),
    /// The paper of a PDF.
    Paper(Paper),
    /// The path, as it is typed.
    TypePath(String),
    /// Choose in a dialog where to save it.
    Choose,
    /// Save it at the path that is typed.
    ToPath,
    /// Whether the file that is there may be written over.
    Answer(bool),
    /// It was saved there.
    Saved(String),
    /// Copy the report as Markdown.
    Copy,
}

/// Something that a player wants of a past order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AmendCommand {
    /// Amend the entry at this place of the line, from 0.
    Begin(usize),
    /// Choose an order that was forgotten, to put it in before that entry.
    Insert(usize),
    /// Choose another order in the place of the one that is amended.
    Instead,
    /// Leave everything as it was.
    Leave,
    /// The dice that it shall have.
    Dice(NewDice),
    /// This throw lies as it lay then.
    AsItLay,
    /// Take the order out, or leave it in after all.
    TakeOut(bool),
    /// Why it is amended.
    Note(String),
    /// What is done about an entry that no longer holds, by its step.
    Decide(usize, Remedy),
    /// Decide about that entry otherwise.
    Reopen(usize),
    /// Make the amendment.
    Commit,
}

/// The dice of an order that is amended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NewDice {
    /// Those that were thrown then.
    AsThrown,
    /// The players enter others.
    Enter,
    /// The app throws.
    Program,
}

/// What is done about an entry that no longer holds after an amendment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Remedy {
    /// It stands as it now comes out.
    Keep,
    /// The app throws: everything anew, or only what is missing.
    AppThrows {
        /// Only what is missing.
        rest: bool,
    },
    /// The players throw: everything anew, or only what is missing.
    WeRolled {
        /// Only what is missing.
        rest: bool,
    },
    /// It is taken out.
    Drop,
    /// It and everything after it are taken out.
    Stop,
}
