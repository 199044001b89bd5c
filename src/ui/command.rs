//! What a screen can ask for. Screens only send these; [`super::app`] carries
//! them out, in one place.

use serde_json::Value;

use crate::print::Paper;
use crate::rules::{Side, Subject, Switch, SystemTag, Tag};
use crate::say::Say;

use super::theme::Theme;

mod harbour;

pub use harbour::{
    BuilderCommand, BuilderTab, CompareCommand, EditCommand, OpenCommand, PrintCommand, PrintSource,
};

/// The places of the window.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Place {
    /// Battles to start or to continue.
    #[default]
    Battles,
    /// The shelf of fleets, and where they are built.
    Fleets,
    /// Where sheets are printed.
    Print,
    /// The tables of the rules.
    Charts,
    /// How the window is set.
    Settings,
    /// The battle.
    Table,
}

impl Place {
    /// Those that the bar leads to, in its order.
    pub const BAR: [Place; 5] =
        [Place::Battles, Place::Fleets, Place::Print, Place::Charts, Place::Settings];

    /// What the bar calls it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Place::Battles => "Battles",
            Place::Fleets => "Fleets",
            Place::Print => "Print",
            Place::Charts => "Charts",
            Place::Settings => "Settings",
            Place::Table => "Battle",
        }
    }
}

/// The part of the table that is shown where not everything fits.
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
    /// Use these colours.
    SetTheme(Theme),
    /// Set the size of the text, as a multiple of the system's.
    SetTextSize(f32),
    /// Whether nothing moves on the screen.
    SetStill(bool),
    /// Show names in Greek letters in Latin ones, or as they are.
    LatinNames(bool),
    /// Show what can be done with the keyboard.
    ShowShortcuts(bool),
    /// Close the notice.
    DismissNotice,
    /// Tell the players something.
    Tell(Say),
    /// Tell again why nothing is kept.
    WhyUnkept,
    /// Save the battle on the table where files are usually saved.
    SaveNow,
    /// The same, and close the window where it is saved.
    SaveThenClose,
    /// Close the window though something is lost, or keep it open.
    Close(bool),
    /// Start a ready battle, by its slug.
    StartReady(String),
    /// A fleet file was dropped on the window: its name, its path where it has
    /// one, and its content.
    FleetDropped(String, Option<String>, Vec<u8>),
    /// A battle file was chosen: its name and its content.
    BattleArrived(String, Vec<u8>),
    /// What happens in the Harbour.
    Harbour(HarbourCommand),
    /// What happens among the charts.
    Charts(ChartsCommand),
    /// What happens at the table.
    Table(TableCommand),
}

/// Something that a player wants in the Harbour.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum HarbourCommand {
    /// What happens where fleets are built.
    Build(BuilderCommand),
    /// What happens in the print shop.
    Print(PrintCommand),
    /// What is chosen under Battles.
    Choose(ChooseCommand),
    /// Choose a fleet file for a side in a dialog.
    AskForFleet(Side),
    /// Fight with the fleet that is built, on this side.
    Fight(Side),
    /// Start the battle that was prepared.
    StartOwn,
    /// Continue a battle that is kept, by its slug.
    Continue(String),
    /// Delete a battle, by its slug.
    Delete(String),
    /// Choose a battle file in a dialog.
    AskForBattle,
    /// Open the battle file whose path is typed.
    OpenBattle,
}

/// Something that a player chooses under Battles, before any battle starts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ChooseCommand {
    /// Show the battles and fleets of a system.
    System(SystemTag),
    /// Take a ready fleet for a side, by its path in the library.
    TakeReady(Side, &'static str),
    /// A fleet file was chosen for a side: its name and its content.
    FleetArrived(Side, String, Vec<u8>),
    /// Take a fleet from the shelf for a side, by its number.
    TakeKept(Side, u64),
    /// The path of a side's fleet file, as it is typed.
    TypePath(Side, String),
    /// Read the fleet file at that path.
    ReadPath(Side),
    /// Choose other fleets.
    ClearFleets,
    /// Turn an optional rule on or off.
    Switch(Switch),
    /// The seed, as it is typed.
    TypeSeed(String),
    /// Ask whether a battle is to be deleted; `None` keeps it.
    AskDelete(Option<String>),
    /// The path of a battle file, as it is typed.
    TypeBattlePath(String),
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
    /// Open the table that a rule is told in, at its row: `Greek Fire: ramming`.
    Find(String),
}

/// Something that a player wants at the table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TableCommand {
    /// Show this part of the table.
    Show(Tab),
    /// Tap a card: it becomes the target where an order asks for one, else its
    /// ship is chosen to give orders.
    Tap(Tag),
    /// Choose who gives orders; `None` goes back to what comes next.
    Choose(Option<Subject>),
    /// Fill in an order of this kind.
    Open(Subject, &'static str),
    /// Close the order in hand without giving it, or put a result aside.
    Close,
    /// Show everything that can be done, or the next step alone.
    More(bool),
    /// Show the lost units of a side, or fold them away.
    ShowLost(Side, bool),
    /// Leave the table for the other places; the battle stays on it.
    Leave,
    /// Show the table that this rule is told in.
    ShowRule(String),
    /// Pass over a step that is proposed.
    Skip(Subject, &'static str),
    /// Give every order of this kind that is proposed as it is proposed: what was
    /// before stays.
    AsBefore(&'static str),
    /// What was done in secret has been looked at: the device goes on.
    HandOn,
    /// End the turn of the active unit.
    EndTurn,
    /// Go on after a question.
    Mean,
    /// Fill in an order of this kind with a value in one of its fields.
    Aim(Subject, &'static str, &'static str, Value),
    /// Fill in a field of the order, or empty it.
    Set(&'static str, Option<Value>),
    /// Give the order; the app rolls what it needs.
    Give,
    /// Enter the dice that were rolled at the table.
    EnterDice,
    /// What the players do on the dice pad.
    Dice(DiceCommand),
    /// Undo the last order.
    Undo,
    /// Redo the next order.
    Redo,
    /// Undo or redo until this many orders count.
    Jump(usize),
    /// Show the battle as it was after so many orders; `None` shows the present.
    LookBack(Option<usize>),
    /// Show how lucky the dice were, or the log again.
    ShowLuck(bool),
    /// Restore an earlier version of the log, by the number of its last record.
    Restore(usize),
    /// What happens to an earlier order.
    Amend(AmendCommand),
    /// Whether a side rolls its own dice.
    OwnDice(Side, bool),
    /// Answer what a declared order asks.
    Answer(Value),
    /// Take a declared order back.
    Withdraw,
    /// Show only what concerns this ship in the log; `None` shows all.
    LogOf(Option<Tag>),
    /// Show only what contains these words in the log.
    SearchLog(String),
    /// What happens where the battle and its report are saved.
    Save(SaveCommand),
    /// The device is in the hands of this side.
    HandOver(Side),
    /// Show what this side may see; `None` shows what both may.
    LookAs(Option<Side>),
}

/// What the players do on the dice pad.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DiceCommand {
    /// One more die shows this face.
    Face(i64),
    /// Enter the result of all dice at once, or die by die.
    Whole(bool),
    /// Step the result of all dice by so many.
    StepTotal(i64),
    /// A digit of the result, as it is typed.
    Digit(i64),
    /// The stepper shows the result.
    Total,
    /// The app makes this roll.
    AppRolls,
    /// Remove the last die, or the last answer.
    Back,
    /// Enter no dice after all.
    Cancel,
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

/// Something that a player wants where the battle and its report are saved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SaveCommand {
    /// Go there, or back to the log.
    Open(bool),
    /// What is done there.
    Change(SaveChange),
}

/// What a player does where the battle and its report are saved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SaveChange {
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
    /// Whether the file that exists may be replaced.
    Answer(bool),
    /// It was saved there.
    Saved(String),
    /// Copy the report as Markdown.
    Copy,
}

/// Something that a player wants of an earlier order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AmendCommand {
    /// Amend the order at this index of the log, from 0.
    Begin(usize),
    /// Choose a forgotten order, to insert it before that one.
    Insert(usize),
    /// Choose another order instead of the one that is amended.
    Instead,
    /// Leave the log as it is.
    Cancel,
    /// Which dice the amended order has.
    Dice(NewDice),
    /// This roll stays as it was.
    KeepRoll,
    /// Remove the order, or keep it after all.
    Remove(bool),
    /// Why it is amended.
    Note(String),
    /// What is done about a later order that is affected, by its step.
    Decide(usize, Remedy),
    /// Decide about that order again.
    Reopen(usize),
    /// Write the amendment into the log.
    Commit,
}

/// The dice of an order that is amended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NewDice {
    /// Those that were rolled then.
    Keep,
    /// The players enter others.
    Enter,
    /// The app rolls.
    AppRolls,
}

/// What is done about a later order that an amendment affects.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Remedy {
    /// The new result is accepted.
    Accept,
    /// The app rolls: all dice again, or only those that are missing.
    AppRolls {
        /// Only those that are missing.
        rest: bool,
    },
    /// The players roll: all dice again, or only those that are missing.
    WeRolled {
        /// Only those that are missing.
        rest: bool,
    },
    /// The order is removed.
    Remove,
    /// The order and all later ones are removed.
    RemoveRest,
}
