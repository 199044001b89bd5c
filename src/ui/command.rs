//! The commands that screens can send; [`super::app`] carries them out, in one place.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::dice::Reason;
use crate::games::{Switch, SystemTag};
use crate::message::Message;
use crate::print::Paper;
use crate::rules::{GroupAction, Side, Subject, Tag};
#[cfg(all(feature = "host", not(target_arch = "wasm32")))]
use crate::session::Seat;

use super::rule_words::Word;
use super::theme::Theme;

mod home;

pub use home::{
    BuilderCommand, BuilderTab, CompareCommand, EditCommand, FileAnswer, OpenCommand, PrintCommand,
    PrintSource, SaveOutcome, SavedFile, SavedFleet,
};

/// The places in the window.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Place {
    /// The first screen, to continue or to begin.
    #[default]
    Home,
    /// The lessons.
    Learn,
    /// Battles to start or to continue.
    Battles,
    /// The player's fleets, and where they are built.
    Fleets,
    /// The print screen.
    Print,
    /// The tables of the rules.
    Charts,
    /// The settings.
    Settings,
    /// The battle.
    Table,
}

impl Place {
    /// Those in the bar, in its order.
    pub const BAR: [Place; 6] =
        [Place::Home, Place::Battles, Place::Fleets, Place::Print, Place::Charts, Place::Settings];

    /// Its name in the bar.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Place::Home => "Home",
            Place::Learn => "Learn",
            Place::Battles => "Battles",
            Place::Fleets => "Fleets",
            Place::Print => "Print",
            Place::Charts => "Charts",
            Place::Settings => "Settings",
            Place::Table => "Battle",
        }
    }

    /// Where it is, at the end of a page's address; empty for the first screen, and for the
    /// table, which adds the name of its battle.
    #[must_use]
    pub fn path(self) -> &'static str {
        match self {
            Place::Home | Place::Table => "",
            Place::Learn => "learn",
            Place::Battles => "battles",
            Place::Fleets => "fleets",
            Place::Print => "print",
            Place::Charts => "charts",
            Place::Settings => "settings",
        }
    }
}

/// The part of the table that is shown if not everything fits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Tab {
    /// The open order.
    #[default]
    Order,
    /// The ships of a side.
    Ships(Side),
    /// The log.
    Log,
    /// Commands of the menu.
    Menu,
}

/// The signals of a result, apart from the screen, as far as the machine has them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Signals {
    /// It vibrates.
    pub buzz: bool,
    /// It sounds like a die that falls.
    pub sound: bool,
}

/// A change of the settings.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Setting {
    /// Use these colours.
    Theme(Theme),
    /// The size of the text, as a multiple of the system's.
    TextSize(f32),
    /// Whether nothing moves on the screen.
    Still(bool),
    /// The signals of a result.
    Signals(Signals),
    /// Show Greek names in Latin letters, or as they are.
    LatinNames(bool),
    /// Whether the lesson of a system is ended.
    LessonOver(SystemTag, bool),
    /// Offer the lessons that were ended again.
    OfferLessons,
}

/// Commands about a lesson.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LessonCommand {
    /// Pause it.
    Pause,
    /// Continue the lesson.
    Continue,
    /// End it, so that it is no longer offered.
    End,
}

/// The commands of the player, and results that arrive later.
#[derive(Clone, Debug, PartialEq)]
pub enum Command {
    /// Open a screen.
    Go(Place),
    /// Change a setting.
    Set(Setting),
    /// Show the keyboard shortcuts.
    ShowShortcuts(bool),
    /// Close the topmost open part, or ask whether to leave the battle.
    Back,
    /// Stay in the battle after all.
    Stay,
    /// Close the notice.
    DismissNotice,
    /// Show a message.
    Notify(Message),
    /// Show again why nothing is stored.
    ShowUnsavedReason,
    /// Decline the offer to save a finished battle as a file.
    DeclineFile,
    /// Save the open battle where files are usually saved.
    SaveNow,
    /// The battle was saved with one tap, or not; the window then closes if that is wanted.
    SavedNow(Result<String, Message>, bool),
    /// Save the open battle, and close the window if that succeeds.
    SaveThenClose,
    /// The battle with this slug was saved, or its report, or not.
    SavedBattle(String, Result<String, Message>),
    /// Close the window in spite of lost data, or keep it open.
    Close(bool),
    /// Start a ready battle or a lesson, by its slug.
    StartReady(String),
    /// A fleet file was dropped on the window: its name, its path if it has
    /// one, and its content.
    FleetDropped(String, Option<String>, Vec<u8>),
    /// A battle file was chosen: its name and its content.
    BattleArrived(String, Vec<u8>),
    /// Stop reading the battle file.
    StopReading,
    /// A command of the screens around the battle.
    Home(HomeCommand),
    /// A command of the charts.
    Charts(ChartsCommand),
    /// A command of a glossary card.
    Meaning(MeaningCommand),
    /// A command at the table.
    Table(TableCommand),
}

/// Commands of the screens around the battle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum HomeCommand {
    /// A command of the fleet builder.
    Build(BuilderCommand),
    /// A command of the print screen.
    Print(PrintCommand),
    /// A choice under Battles.
    Choose(ChooseCommand),
    /// Choose a fleet file for a side in a dialog.
    AskForFleet(Side),
    /// Choose an opponent for the fleet that is built.
    Fight,
    /// Start the battle of that fleet against this one.
    FightAgainst(Opponent),
    /// Start the battle that was prepared.
    StartOwn,
    /// Continue a stored battle, by its slug.
    Continue(String),
    /// Delete a battle, by its slug.
    Delete(String),
    /// Choose a battle file in a dialog.
    AskForBattle,
    /// Open the battle file at the path that was typed.
    OpenBattle,
}

/// Choices under Battles, before any battle starts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ChooseCommand {
    /// Show the battles and fleets of a system.
    System(SystemTag),
    /// Take a ready fleet for a side, by its path in the library.
    TakeReady(Side, &'static str),
    /// A fleet file was chosen for a side: its name and its content.
    FleetArrived(Side, String, Vec<u8>),
    /// The fleet file of a side cannot be read, for this reason.
    FleetUnread(Side, Message),
    /// Take one of the player's fleets for a side, by its number.
    TakeStored(Side, u64),
    /// The path of a side's fleet file, as it is being typed.
    TypePath(Side, String),
    /// Read the fleet file at that path.
    ReadPath(Side),
    /// Choose other fleets.
    ClearFleets,
    /// Swap the sides of the two fleets.
    SwapSides,
    /// Turn an optional rule on or off.
    Switch(Switch),
    /// The seed, as it is being typed.
    TypeSeed(String),
    /// Ask whether to delete a battle; `None` cancels.
    AskDelete(Option<String>),
    /// The path of a battle file, as it is being typed.
    TypeBattlePath(String),
}

/// A fleet to fight against.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Opponent {
    /// A ready fleet, by its path in the library.
    Ready(&'static str),
    /// One of the player's fleets, by its number.
    Stored(u64),
    /// A random fleet of the same size.
    Random,
}

/// Commands about glossary cards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MeaningCommand {
    /// Open the card of this word.
    Open(Word),
    /// Go back to the card before it.
    Back,
    /// Close it.
    Close,
}

/// Commands of the charts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ChartsCommand {
    /// Show the tables of another system.
    System(SystemTag),
    /// Show only entries that contain this text.
    Search(String),
    /// Show only charts that the fleets in play use.
    OnlyUsed(bool),
    /// Open the table for a rule, at its row: `Greek Fire: ramming`.
    Find(String),
    /// Open this table.
    Show(SystemTag, &'static str),
}

/// A player's command about sharing the table.
#[cfg(all(feature = "host", not(target_arch = "wasm32")))]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ShareCommand {
    /// Show its page, or the menu again.
    Show(bool),
    /// Share the table.
    Open,
    /// Stop sharing: all devices are disconnected, and keep their seats.
    Stop,
    /// Free a seat.
    Free(Seat),
}

/// A change to a modifier of an order, while its reason is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ModifierDraft {
    /// The modifier that does not count; `None` if one is added.
    pub aside: Option<Reason>,
    /// The amount that is added.
    pub add: i64,
    /// The reason.
    pub reason: String,
}

/// Commands at the table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TableCommand {
    /// Show this part of the table.
    Show(Tab),
    /// Tap a card: it becomes the target if an order asks for one; otherwise
    /// its ship is chosen to give orders.
    Tap(Tag),
    /// Choose the unit or side that gives orders; `None` returns to the next step.
    Choose(Option<Subject>),
    /// Fill in an order of this kind.
    Open(Subject, &'static str),
    /// Close the open order without giving it, or acknowledge a result.
    Close,
    /// Show everything that can be done, or only the next step.
    More(bool),
    /// Show or hide the lost units of a side.
    ShowLost(Side, bool),
    /// Leave the table for another screen; the battle stays open.
    Go(Place),
    /// Show the table for this rule.
    ShowRule(String),
    /// Open the step at this place of the turn card.
    Step(usize),
    /// Open the order at this place at this target of the turn card.
    Attack(Tag, usize),
    /// Give the rest of the turn as one.
    Done,
    /// Give the next step.
    Next,
    /// A command about several units that act as one.
    Group(GroupCommand),
    /// The player has seen the results of their secret orders: the device can be
    /// passed.
    PassDevice,
    /// Confirm the question.
    Confirm,
    /// A command about the lesson.
    Lesson(LessonCommand),
    /// Begin the ready battle with this word after a lesson.
    PlayReady(String),
    /// A command about the note on the models.
    Note(NoteCommand),
    /// Open an order of this kind with a value in one of its fields.
    Aim(Subject, &'static str, &'static str, Value),
    /// Open the order in which a battle card of the hand can be used now.
    UseCard(String),
    /// Fill in a field of the order, or empty it.
    Set(&'static str, Option<Value>),
    /// Write a change to a modifier of the order; `None` stops it.
    ChangeModifier(Option<ModifierDraft>),
    /// Give the order; the app rolls what it needs.
    Give,
    /// Enter the dice that were rolled at the table.
    EnterDice,
    /// A command of the dice pad.
    Dice(DiceCommand),
    /// Undo the last order.
    Undo,
    /// Redo the next order.
    Redo,
    /// Undo or redo until this many orders count.
    Jump(usize),
    /// Show the battle as it was after this many orders; `None` shows the
    /// present.
    LookBack(Option<usize>),
    /// Show how lucky the dice were, or the log again.
    ShowLuck(bool),
    /// Restore an earlier version of the log, by the number of its last record.
    Restore(usize),
    /// A command about an earlier order.
    Amend(AmendCommand),
    /// Whether a side rolls its own dice.
    OwnDice(Side, bool),
    /// Answer the question of a declared order.
    Answer(Value),
    /// Withdraw a declared order.
    Withdraw,
    /// Show only this ship's entries in the log; `None` shows all.
    LogOf(Option<Tag>),
    /// Show only entries with these words in the log.
    SearchLog(String),
    /// A command of the page for saving.
    Save(SaveCommand),
    /// A command about sharing the table.
    #[cfg(all(feature = "host", not(target_arch = "wasm32")))]
    Share(ShareCommand),
    /// This side has the device.
    HandOver(Side),
    /// Show the view of this side; `None` shows the view of both.
    LookAs(Option<Side>),
}

impl TableCommand {
    /// The setting that later battles of this game begin with, if the command changes it.
    pub(super) fn remembered(&self, system: SystemTag) -> Option<Setting> {
        if let TableCommand::Lesson(command) = self {
            return Some(Setting::LessonOver(system, *command == LessonCommand::End));
        }
        None
    }
}

/// Commands about the note on the models.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoteCommand {
    /// Show the page where it is written, or the menu again.
    Open(bool),
    /// The note, as it is being typed.
    Write(String),
    /// Store it, and stop playing.
    Stop,
    /// Delete it.
    Delete,
}

/// Commands about a group.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GroupCommand {
    /// Choose the units that do this.
    Begin(GroupAction),
    /// Choose all of them, or none.
    All(bool),
    /// Choose their speed.
    Speed(Value),
    /// Give the group; the app rolls what it needs.
    Give,
}

/// A command of the dice pad.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DiceCommand {
    /// One more die shows this face.
    Face(i64),
    /// Enter the result of all dice at once, or die by die.
    Whole(bool),
    /// A digit of the result, as it is being typed.
    Digit(i64),
    /// The result of all dice.
    Total(i64),
    /// Remove this die.
    Remove(usize),
    /// Back to this roll of the order, whose dice are entered again.
    BackTo(usize),
    /// The app rolls this one.
    AppRolls,
    /// Remove the last die, or the last answer.
    Back,
    /// Enter no dice, and go back.
    Cancel,
}

/// The forms in which a battle is saved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SaveForm {
    /// Everything, to continue from.
    Battle,
    /// The report, as pages.
    Pdf,
    /// The report, to post.
    Markdown,
}

impl SaveForm {
    /// All of them, in the order in which they are offered.
    pub const ALL: [SaveForm; 3] = [SaveForm::Battle, SaveForm::Pdf, SaveForm::Markdown];
}

/// Commands of the page where the battle and its report are saved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SaveCommand {
    /// Open the page, or go back to the log.
    Open(bool),
    /// A change on the page.
    Change(SaveChange),
}

/// Changes on the page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SaveChange {
    /// Save in this form.
    Form(SaveForm),
    /// The paper of a PDF.
    Paper(Paper),
    /// The path, as it is being typed.
    TypePath(String),
    /// Choose in a dialog where to save it.
    Choose,
    /// Save at the path that was typed.
    ToPath,
    /// Whether the file that exists may be replaced.
    Answer(bool),
    /// It was saved there, or why it was not.
    Saved(Result<String, Message>),
    /// Copy the report as Markdown.
    Copy,
}

/// Commands about earlier orders.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AmendCommand {
    /// Amend the order at this index of the log, from 0.
    Begin(usize),
    /// Choose a forgotten order, to insert it before that one.
    Insert(usize),
    /// Choose another order instead of the amended one.
    Instead,
    /// Close and leave the log unchanged.
    Cancel,
    /// The dice of the amended order.
    Dice(NewDice),
    /// Keep this roll as it was.
    KeepRoll,
    /// Remove the order, or keep it.
    Remove(bool),
    /// The reason for the amendment.
    Note(String),
    /// The decision about an affected later order, by its step.
    Decide(usize, Remedy),
    /// Change the decision about that order.
    Reopen(usize),
    /// Write the amendment into the log.
    Commit,
}

/// The dice of an amended order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NewDice {
    /// The dice that were rolled at the time.
    Keep,
    /// The players enter others.
    Enter,
    /// The app rolls.
    AppRolls,
}

/// A decision about a later order that an amendment affects.
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
