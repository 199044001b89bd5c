//! The fleet builder: building, saving, sharing and comparing fleets. The form in
//! [`crate::fleet::build`] has the fields; no screen here depends on a game.

mod chits;
mod compare;
mod dice;
mod entry;
mod fields;
mod opponent;
mod own_fleets;
mod saving;
mod screen;
mod share;

use std::cell::OnceCell;

use egui::Context;
use serde_json::Value;

use crate::fleet::build::{self, Check, FleetDraft, Form, NoSuchPlace, Path};
use crate::fleet::{self, Fault, LONGEST_FILE, NotText, library};
use crate::games::SystemTag;
use crate::message::{Message, message};
use crate::rules::Units;
use crate::session::{SettingsStore, StoredFleet, mark_of, random_seed};
use crate::ui::command::{
    BuilderCommand, BuilderTab, Command, CompareCommand, EditCommand, HomeCommand, OpenCommand,
};
use crate::ui::files::{self, Files};
use crate::ui::language::{in_words, tell};

use chits::Dealing;
use compare::Compare;
use dice::OwnDice;
use opponent::Candidate;
use own_fleets::OwnFleets;

pub(super) use screen::builder_ui;

/// The reason why a command needs an open fleet.
fn no_fleet() -> Message {
    message!("No fleet is open. Open or start one under Fleets.")
}

/// The number of changes that can be undone.
const MOST_UNDONE: usize = 200;

/// The fleet builder, with the open fleet and the state of its forms.
#[derive(Debug)]
pub(super) struct Builder {
    tab: BuilderTab,
    /// The game whose fleets are offered at first.
    system: SystemTag,
    random_ships: u32,
    path: String,
    paste: String,
    own_fleets: OwnFleets,
    work: Option<Work>,
    question: Option<Question>,
    /// A message about the last command, if its effect is not visible.
    notice: Option<Message>,
    compare: Compare,
    /// The possible opponents of the open fleet, found when their tab was opened.
    candidates: Vec<Candidate>,
}

/// The open fleet.
#[derive(Debug)]
struct Work {
    /// Its number among the player's fleets; `None` before it is stored.
    id: Option<u64>,
    draft: FleetDraft,
    /// The file as it would be saved now.
    text: String,
    /// The same in the form in which it is sent; made when that is first shown.
    shared: OnceCell<Result<share::SharedFleet, Message>>,
    check: Check,
    form: Option<Form>,
    /// The file as it was last opened or saved.
    stored_text: String,
    /// The path where it was opened or saved.
    file: Option<String>,
    /// The checksum of that file's content when it was last read or saved.
    seen: Option<String>,
    past: Vec<FleetDraft>,
    /// Changes that were undone, the last one last.
    future: Vec<FleetDraft>,
    /// The text field that is being typed in: everything typed there is one
    /// change.
    writing: Option<Path>,
    open: Option<(&'static str, usize)>,
    picking: Option<Path>,
    own_dice: bool,
    dice: Option<OwnDice>,
    dealing: Dealing,
}

/// A question before something is lost.
#[derive(Debug)]
enum Question {
    /// Whether to overwrite the file at this path.
    Overwrite(String),
    /// What to do about the open fleet's file at this path, which another program has
    /// changed; with the checksum of its present content.
    Changed(String, String),
}

impl Work {
    fn new(draft: FleetDraft, file: Option<String>) -> Work {
        let (check, form) = (draft.check(), draft.form());
        let text = draft.text();
        Work {
            id: None,
            stored_text: text.clone(),
            text,
            shared: OnceCell::new(),
            draft,
            check,
            form,
            file,
            seen: None,
            past: Vec::new(),
            future: Vec::new(),
            writing: None,
            open: None,
            picking: None,
            own_dice: false,
            dice: None,
            dealing: Dealing::default(),
        }
    }

    /// The fleet's name in its file.
    fn name(&self) -> String {
        Work::name_of(&self.draft)
    }

    fn name_of(draft: &FleetDraft) -> String {
        match draft.get(&Path::default().key("name")) {
            Some(Value::String(name)) if !name.trim().is_empty() => name,
            _ => "A fleet without a name".into(),
        }
    }

    /// Whether it has changed since it was opened or saved.
    fn is_changed(&self) -> bool {
        self.text != self.stored_text
    }

    /// Changes the draft; this can be undone.
    fn change<T>(&mut self, writing: Option<Path>, edit: impl FnOnce(&mut FleetDraft) -> T) -> T {
        let before = self.draft.clone();
        let done = edit(&mut self.draft);
        let is_same = writing.is_some() && self.writing == writing;
        if !is_same {
            self.past.push(before);
            if self.past.len() > MOST_UNDONE {
                self.past.remove(0);
            }
        }
        self.future.clear();
        // Dice entered for a fleet that has then changed may no longer fit.
        (self.writing, self.dice) = (writing, None);
        self.look_again();
        done
    }

    fn look_again(&mut self) {
        (self.check, self.form) = (self.draft.check(), self.draft.form());
        (self.text, self.shared) = (self.draft.text(), OnceCell::new());
        self.dealing.forget();
        let draft = &self.draft;
        self.open = self.open.filter(|(list, at)| *at < draft.count(list));
    }

    fn undo(&mut self) {
        if let Some(before) = self.past.pop() {
            self.future.push(std::mem::replace(&mut self.draft, before));
            self.step_taken();
        }
    }

    fn redo(&mut self) {
        if let Some(after) = self.future.pop() {
            self.past.push(std::mem::replace(&mut self.draft, after));
            self.step_taken();
        }
    }

    fn step_taken(&mut self) {
        (self.writing, self.picking, self.dice) = (None, None, None);
        self.look_again();
    }

    /// Writes a value; if the last key of a table is left out, so is the table.
    fn set(&mut self, path: &Path, value: &Value) {
        let writing = value.is_string().then(|| path.clone());
        self.change(writing, |draft| {
            // It cannot fail: the screen shows no field of an entry that does
            // not exist.
            let _ = draft.set(path, value);
            let parent = value.is_null().then(|| path.parent()).flatten();
            if let Some(parent) = parent.filter(|parent| parent.in_entry().is_none())
                && let Some(Value::Object(keys)) = draft.get(&parent)
                && keys.is_empty()
            {
                let _ = draft.set(&parent, &Value::Null);
            }
        });
    }

    /// Carries out a command that changes the fleet, or the part of it that is shown.
    fn edit(&mut self, command: EditCommand) -> Result<(), Message> {
        let as_message = |fault: NoSuchPlace| in_words(fault);
        match command {
            EditCommand::Undo => self.undo(),
            EditCommand::Redo => self.redo(),
            EditCommand::OpenEntry(open) => {
                (self.open, self.picking, self.writing, self.dice) = (open, None, None, None);
            }
            EditCommand::Roll(what) => return self.roll(what),
            EditCommand::TapChit(unit) => return self.tap_chit(unit),
            EditCommand::AppRollsRest => return self.app_rolls_the_rest(),
            EditCommand::Dice(command) => return self.take_dice(command),
            EditCommand::OwnDice(own) => self.own_dice = own,
            EditCommand::ChitMove(how) => self.set_chit_move(how),
            EditCommand::Pick(path) => self.picking = path,
            EditCommand::Add(list) => {
                let at = self.change(None, |draft| draft.add(list)).map_err(as_message)?;
                self.open = Some((list, at));
            }
            EditCommand::Copy(list, at) => {
                let at = self.change(None, |draft| draft.copy(list, at)).map_err(as_message)?;
                // A copy that was made from the list leaves the list open.
                self.open = self.open.map(|_| (list, at));
            }
            EditCommand::Remove(list, at) => {
                self.open = None;
                self.change(None, |draft| draft.remove(list, at)).map_err(as_message)?;
            }
            EditCommand::Move(list, from, to) => {
                self.change(None, |draft| draft.move_entry(list, from, to)).map_err(as_message)?;
                self.open = self.open.map(|_| (list, to));
            }
            EditCommand::Separate(list, at) => {
                self.change(None, |draft| draft.separate(list, at)).map_err(as_message)?;
            }
            EditCommand::Set(path, value) => {
                self.picking = None;
                self.set(&path, &value);
            }
            EditCommand::PutWord(list, nth, slug) => {
                self.picking = None;
                self.change(None, |draft| draft.put_word(&list, nth, &Value::String(slug)));
            }
            EditCommand::HouseRules(allowed) => {
                self.change(None, |draft| draft.set_house_rules(allowed));
            }
        }
        Ok(())
    }
}

impl Builder {
    /// A builder with the stored fleets.
    pub(super) fn new(settings_store: SettingsStore) -> Builder {
        Builder {
            tab: BuilderTab::Open,
            system: SystemTag::ALL[0],
            random_ships: 8,
            path: String::new(),
            paste: String::new(),
            own_fleets: OwnFleets::new(settings_store),
            work: None,
            question: None,
            notice: None,
            compare: Compare::default(),
            candidates: Vec::new(),
        }
    }

    /// Reads the player's fleets.
    ///
    /// # Errors
    /// In words, if the store cannot be read.
    pub(super) fn read_own_fleets(&mut self) -> Result<(), Message> {
        self.own_fleets.read()
    }

    /// Whether any fleet is stored.
    pub(super) fn has_stored_fleets(&self) -> bool {
        !self.own_fleets.is_empty()
    }

    /// One of the player's fleets, by its number.
    pub(super) fn own_fleet(&self, id: u64) -> Option<&StoredFleet> {
        self.own_fleets.get(id)
    }

    /// The player's fleets of a system that the rules accept, by number and
    /// title.
    pub(super) fn sound_fleets(&self, system: SystemTag) -> impl Iterator<Item = (u64, &str)> {
        self.own_fleets.sound(system)
    }

    /// Stores the open fleet as it is.
    fn list_own_fleet(&mut self) {
        let Some(work) = &mut self.work else { return };
        let stored = StoredFleet {
            id: 0,
            name: work.name(),
            text: work.text.clone(),
            file: work.file.clone(),
            changed: work.is_changed(),
            seen: work.seen.clone(),
            when: crate::session::now(),
        };
        work.id = Some(self.own_fleets.put(work.id, stored));
    }

    /// The fleet, if the rules accept it; otherwise the missing parts.
    pub(super) fn fleet(&self) -> Result<(fleet::Checked, String), Message> {
        let work = self.work.as_ref().ok_or_else(no_fleet)?;
        let fleet = work.check.fleet.clone().ok_or_else(|| {
            let name = work.name();
            message!("{name} still has errors. Fix them under Fleets first.", name)
        })?;
        let checked = fleet::Checked { fleet, warnings: work.check.faults.clone() };
        Ok((checked, work.draft.text()))
    }

    /// The name of the open fleet.
    pub(super) fn name(&self) -> Option<String> {
        self.work.as_ref().map(Work::name)
    }

    /// Carries out a command that concerns only the fleet and its files.
    ///
    /// # Errors
    /// In words, if something cannot be read, written or done.
    pub(super) fn apply(
        &mut self,
        command: BuilderCommand,
        files: &Files,
        ctx: &Context,
    ) -> Result<(), Message> {
        self.notice = None;
        match command {
            BuilderCommand::Show(tab) => self.tab = tab,
            BuilderCommand::Open(command) => return self.open(command, files, ctx),
            BuilderCommand::Edit(command) => return self.edit(command),
            BuilderCommand::Compare(command) => return self.compare(command, ctx),
            BuilderCommand::TypePath(path) => self.path = path,
            BuilderCommand::Answer(answer) => self.answer(answer, files, ctx),
            BuilderCommand::Save => self.save(files, ctx),
            BuilderCommand::SaveAs => self.save_as(files, ctx),
            BuilderCommand::SaveToPath => self.save_to_path(files, ctx),
            BuilderCommand::Saved(fleet) => return self.saved(*fleet),
        }
        Ok(())
    }

    /// Opens a fleet or starts a new one.
    fn open(&mut self, command: OpenCommand, files: &Files, ctx: &Context) -> Result<(), Message> {
        match command {
            OpenCommand::System(system) => self.system = system,
            OpenCommand::RandomShips(ships) => self.random_ships = ships,
            OpenCommand::TypePaste(text) => self.paste = text,
            OpenCommand::AskForFile => files.ask_for_fleet_to_build(ctx),
            OpenCommand::Empty => {
                let rules = self.system.name();
                let name = match self.system.units() {
                    Units::Ships => message!("New {rules} fleet", rules),
                    Units::Units => message!("New {rules} army", rules),
                };
                self.take(FleetDraft::new(self.system, &tell(ctx, &name)), None);
            }
            OpenCommand::Ready(path) => {
                let draft = FleetDraft::from_ready(path)
                    .ok_or_else(|| message!("There is no such ready fleet."))?;
                self.take(draft, None);
            }
            OpenCommand::Balanced(set) => {
                let draft = build::of_balanced(self.system, set);
                let draft = draft.ok_or_else(|| message!("There is no such set of chits."))?;
                self.take(draft, None);
            }
            OpenCommand::Random(ships) => {
                // Small enough to be read aloud across the table.
                let seed = random_seed()? % 100_000;
                self.take(build::random(self.system, ships, seed), None);
                // The same fleet could not be rolled again.
                self.list_own_fleet();
            }
            OpenCommand::Arrived(name, file, bytes) => self.read(&name, file, &bytes)?,
            OpenCommand::Path => {
                let path = files::typed(&self.path, None);
                files.read_at(ctx, path.clone(), LONGEST_FILE, |read| match read {
                    Ok(bytes) => opened(OpenCommand::Arrived(path.clone(), Some(path), bytes)),
                    Err(why) => Command::Notify(why),
                });
            }
            OpenCommand::Stored(id) => return self.open_own(id, files, ctx),
            OpenCommand::StoredRead(id, bytes) => return self.open_read(id, bytes.as_deref()),
            OpenCommand::Reloaded(id, bytes) => return self.reload(id, &bytes),
            OpenCommand::AskDelete(id) => self.own_fleets.ask_delete(id),
            OpenCommand::Delete(id) => {
                self.own_fleets.delete(id);
                self.work.take_if(|work| work.id == Some(id));
                if self.work.is_none() {
                    self.tab = BuilderTab::Open;
                }
            }
            OpenCommand::Paste => {
                let text = build::pasted(&self.paste).map_err(|fault| {
                    message!("The pasted text cannot be read: {fault}.", fault = fault.message())
                })?;
                self.read("The pasted fleet", None, text.as_bytes())?;
                self.paste.clear();
            }
        }
        Ok(())
    }

    fn read(&mut self, name: &str, file: Option<String>, bytes: &[u8]) -> Result<(), Message> {
        let draft = read_draft(name, bytes)?;
        let id = file.as_deref().and_then(|file| self.own_fleets.of_file(file));
        let seen = file.is_some().then(|| mark_of(bytes));
        self.take(draft, file);
        if let Some(work) = &mut self.work {
            (work.id, work.seen) = (id, seen);
        }
        self.list_own_fleet();
        Ok(())
    }

    /// Opens one of the player’s own fleets, after reading its file if it has one.
    fn open_own(&mut self, id: u64, files: &Files, ctx: &Context) -> Result<(), Message> {
        let Some(stored) = self.own_fleets.get(id) else { return Ok(()) };
        // In a browser a file is only a name.
        let file = stored.file.clone().filter(|_| !cfg!(target_arch = "wasm32"));
        let Some(file) = file.filter(|_| !stored.changed) else { return self.open_read(id, None) };
        files.read_at(ctx, file, LONGEST_FILE, move |read| {
            opened(OpenCommand::StoredRead(id, read.ok()))
        });
        Ok(())
    }

    /// Opens one of the player's fleets. If it has not changed since its file
    /// was saved, but the file has, the file is opened.
    fn open_read(&mut self, id: u64, read: Option<&[u8]>) -> Result<(), Message> {
        let Some(stored) = self.own_fleets.get(id).cloned() else { return Ok(()) };
        if let (Some(file), Some(bytes)) = (&stored.file, read)
            && !stored.changed
            && stored.seen != Some(mark_of(bytes))
            && bytes != stored.text.as_bytes()
        {
            return self.read(file, Some(file.clone()), bytes);
        }
        let draft = FleetDraft::from_text(&stored.text).map_err(|faults| {
            Message::verbatim(fleet::render(&stored.name, &stored.text, &faults))
        })?;
        self.take(draft, stored.file.clone());
        if let Some(work) = &mut self.work {
            work.id = Some(id);
            // An earlier program did not store the checksum.
            let unchanged = stored.file.as_ref().filter(|_| !stored.changed);
            work.seen = stored.seen.or_else(|| unchanged.map(|_| mark_of(stored.text.as_bytes())));
            if stored.changed {
                work.stored_text.clear();
            }
        }
        Ok(())
    }

    /// Starts to build a fleet. The previous one stays stored.
    fn take(&mut self, draft: FleetDraft, file: Option<String>) {
        self.system = draft.system().unwrap_or(self.system);
        self.work = Some(Work::new(draft, file));
        self.tab = BuilderTab::Fleet;
        self.compare.reset();
        // A question is about the fleet before.
        self.question = None;
    }

    fn compare(&mut self, command: CompareCommand, ctx: &Context) -> Result<(), Message> {
        match command {
            CompareCommand::With(path) => {
                let read = library::file(path).and_then(|text| fleet::read_toml(text).ok());
                self.compare.put_beside(read.map(|checked| checked.fleet));
            }
            CompareCommand::Keep => {
                let (checked, _) = self.fleet()?;
                self.notice = Some(message!(
                    "This fleet is ready to compare. Open or build the other one under “All fleets”."
                ));
                self.compare.put_beside(Some(checked.fleet));
            }
            CompareCommand::Another => self.compare.put_beside(None),
            CompareCommand::Rounds(rounds) => self.compare.set_rounds(rounds),
            CompareCommand::Estimate => {
                let (checked, _) = self.fleet()?;
                return self.compare.start(&checked.fleet, ctx);
            }
            CompareCommand::Stop => self.compare.stop(),
        }
        Ok(())
    }

    fn edit(&mut self, command: EditCommand) -> Result<(), Message> {
        let work = self.work.as_mut().ok_or_else(no_fleet)?;
        let before = work.text.clone();
        let done = work.edit(command);
        if work.text != before {
            self.compare.reset();
            self.list_own_fleet();
        }
        done
    }

    /// Takes over the new results.
    pub(super) fn look_again(&mut self) {
        self.compare.look_again();
    }
}

/// Wraps a command for the page where fleets are opened.
fn opened(command: OpenCommand) -> Command {
    Command::Home(HomeCommand::Build(BuilderCommand::Open(command)))
}

/// The fleet in a file, right or wrong.
///
/// # Errors
/// In words, if it is not a fleet file.
fn read_draft(name: &str, bytes: &[u8]) -> Result<FleetDraft, Message> {
    if bytes.len() > LONGEST_FILE {
        return Err(message!("{name} is too long for a fleet file.", name));
    }
    let text = fleet::text_of(bytes).map_err(|NotText(why)| {
        let remedy = NotText::remedy();
        message!("{name} cannot be read: {why}. {remedy}", name, why, remedy)
    })?;
    let faults_text = |faults: &[Fault]| Message::verbatim(fleet::render(name, &text, faults));
    let draft = FleetDraft::from_text(&text).map_err(|faults| faults_text(&faults))?;
    if draft.system().is_none() {
        return Err(faults_text(&draft.check().faults));
    }
    Ok(draft)
}
