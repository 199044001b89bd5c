//! The state of the window, and the one place where commands are carried out.

use std::sync::mpsc::Receiver;

use egui::{Context, Ui, UiBuilder, ViewportCommand};

use crate::message::{Message, message};
use crate::session::{Client, Opening, Seat, SettingsStore, TableFault, Tables, UnsavedReason};

use super::Start;
use super::charts::{self, ChartsView};
use super::command::{
    BuilderCommand, ChartsCommand, Command, HomeCommand, LessonCommand, MeaningCommand,
    NoteCommand, OpenCommand, Place, TableCommand,
};
use super::device::Device;
use super::files::Files;
use super::glossary_card;
use super::home::{self, Home};
use super::language::{in_words, write_latin};
use super::motion;
use super::navigation;
use super::platform;
use super::rule_words;
use super::settings;
use super::shortcuts;
use super::table::{self, Table, Teaching};
use super::theme;

mod address;
mod back;
mod background;
mod bars;
mod pass;

use back::Over;
use background::BackgroundJobs;
use pass::Pass;

pub use super::command::Signals;
pub use super::settings::Settings;

/// The key under which the settings are stored.
const SETTINGS: &str = "settings";

/// The key under which a battle's partly filled order is stored.
fn order_key(slug: &str) -> String {
    format!("form/order/{slug}")
}

/// The key under which a battle's note on its models is stored.
fn note_key(slug: &str) -> String {
    format!("note/{slug}")
}

/// The whole state of the window.
pub struct AppState {
    settings: Settings,
    place: Place,
    tables: Tables,
    settings_store: SettingsStore,
    files: Files,
    device: Device,
    background: BackgroundJobs,
    table: Option<Table>,
    home: Home,
    charts: ChartsView,
    over: Over,
    notice: Option<Message>,
    fault_at_table: Option<FaultAtTable>,
    /// The reason why nothing is stored; `None` if everything is.
    unsaved: Option<Message>,
    closing: Closing,
    last: Last,
}

/// Whether the window may close.
#[derive(Default, PartialEq, Eq)]
enum Closing {
    /// It asks first if data would be lost.
    #[default]
    Unasked,
    /// It is asking.
    Asks,
    /// The player has confirmed, and must not be asked again.
    Agreed,
}

/// The last stored and applied values, to detect changes.
struct Last {
    /// The partly filled order as it was stored.
    half_filled: Option<String>,
    /// The settings that the window was styled with.
    settings: Option<Settings>,
    felt: Option<u64>,
    pass: Pass,
}

/// A notice about a command at the table.
struct FaultAtTable {
    why: Message,
    /// The number of changes of the table that were made before.
    after: u64,
}

impl AppState {
    /// The window as it opens at `start`, with the player's battles and the
    /// settings of last time.
    #[must_use]
    pub fn open(tables: Tables, start: &Start, ctx: &Context) -> AppState {
        theme::install_fonts(ctx);
        ctx.options_mut(|options| options.max_passes = pass::MOST);
        let mut state = AppState::new(tables);
        state.start(start, ctx);
        state
    }

    /// Opens the place that the program, or a second start of it, was started with.
    pub fn start(&mut self, start: &Start, ctx: &Context) {
        match start {
            Start::Home => {}
            Start::Ready(slug) if home::is_ready(slug) => {
                self.apply(Command::StartReady(slug.clone()), ctx);
            }
            Start::Ready(slug) => {
                self.apply(Command::Home(HomeCommand::Continue(slug.clone())), ctx);
            }
            Start::File(path) => {
                let read = self.read_battle(&path.display().to_string(), ctx);
                self.show_fault(read);
            }
            Start::Shared(link) => {
                let fleet = crate::fleet::share::from_text(link).map_err(in_words);
                match fleet {
                    Ok(text) => {
                        let name =
                            crate::ui::language::tell(ctx, &message!("the fleet in the link"));
                        let bytes = text.into_bytes();
                        self.apply(Command::FleetDropped(name, None, bytes), ctx);
                    }
                    Err(why) => self.notice = Some(why),
                }
            }
            Start::At(address) => self.go_to(address, ctx),
        }
    }

    /// Notes that nothing is stored: a notice stays on the screen, and the window asks before it
    /// closes.
    pub fn warn_unsaved(&mut self, unsaved: &UnsavedReason) {
        let why = &unsaved.why;
        let warning = message!(
            "Battles and fleets will be lost when you close the window: {why} Save them as files.",
            why
        );
        self.notice = Some(warning.clone());
        self.unsaved = Some(warning);
    }

    /// Notes whether the device lets the screen go dark in the middle of a battle.
    pub fn set_goes_dark(&mut self, dark: bool) {
        self.device.goes_dark = dark;
    }

    /// Work before drawing: files that have arrived, and the style of the window.
    pub fn logic(&mut self, ctx: &Context) {
        let dropped = ctx.input_mut(|input| std::mem::take(&mut input.raw.dropped_files));
        if !dropped.is_empty() {
            self.files.take_dropped(ctx, dropped);
        }
        for command in self.files.arrived() {
            self.apply(command, ctx);
        }
        if ctx.input(|input| input.viewport().close_requested()) && self.would_lose_data() {
            ctx.send_viewport_cmd(ViewportCommand::CancelClose);
            self.closing = Closing::Asks;
            platform::wake(ctx);
        }
        if let Some(fault) = self.settings_store.fault() {
            self.notice = Some(in_words(fault));
        }
        self.look_at_reading();
        self.look_at_saving(ctx);
        if let Some(table) = &mut self.table {
            let received = table.take_news();
            self.show_fault_at_table(received);
            self.drop_settled_fault();
            self.store_half_filled();
        }
        self.home.look_again(self.tables.may_be_cleared(), self.table.as_ref(), ctx);
        self.signal_result();
        if self.last.settings != Some(self.settings) {
            let Settings { theme, text_size, latin_names, .. } = self.settings;
            theme::dress(ctx, theme, text_size);
            motion::set_motion(ctx, !self.settings.still && !platform::asks_for_less_motion());
            write_latin(ctx, latin_names);
            self.last.settings = Some(self.settings);
        }
    }

    /// Whether closing the window now would lose an order or a fleet.
    fn would_lose_data(&self) -> bool {
        let fought = self.table.as_ref().is_some_and(|table| table.log().len > 0);
        let anything = fought || self.home.has_stored_items();
        self.unsaved.is_some() && self.closing != Closing::Agreed && anything
    }

    /// Draws the window, and carries out the player's commands.
    pub fn frame(&mut self, ui: &mut Ui) {
        let commands = self.ui(ui);
        self.end_pass(ui, commands);
    }

    fn new(tables: Tables) -> AppState {
        let settings_store = tables.settings_store();
        let settings =
            settings_store.read(SETTINGS).map(|stored| Settings::read(&stored)).unwrap_or_default();
        let mut state = AppState {
            settings,
            place: Place::default(),
            tables,
            home: Home::new(settings_store.clone()),
            settings_store,
            files: Files::default(),
            device: Device::default(),
            background: BackgroundJobs::default(),
            table: None,
            charts: ChartsView::default(),
            over: Over::default(),
            notice: None,
            fault_at_table: None,
            unsaved: None,
            closing: Closing::default(),
            last: Last { half_filled: None, settings: None, felt: None, pass: Pass::Showed },
        };
        let read = state.home.read_list(&state.tables);
        state.show_fault(read);
        let read = state.home.read_own_fleets();
        state.show_fault(read);
        state
    }

    /// The battle that is open.
    #[must_use]
    pub fn table(&self) -> Option<&Table> {
        self.table.as_ref()
    }

    /// The player's settings.
    #[must_use]
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// The settings, fleets and forms that are stored.
    #[must_use]
    pub fn settings_store(&self) -> &SettingsStore {
        &self.settings_store
    }

    /// Carries out a player's command.
    pub fn apply(&mut self, command: Command, ctx: &Context) {
        let before = self.settings;
        let is_at_table = matches!(command, Command::Table(_));
        let done = self.carry_out(command, ctx);
        if is_at_table {
            self.show_fault_at_table(done);
            self.drop_settled_fault();
        } else {
            self.show_fault(done);
        }
        self.settings = self.settings.checked();
        if self.settings != before {
            self.settings_store.put(SETTINGS, serde_json::to_string(&self.settings).ok());
        }
        self.store_half_filled();
    }

    /// Stores the partly filled order, if it has changed.
    fn store_half_filled(&mut self) {
        let Some(table) = &self.table else { return };
        let half_filled = table.half_filled();
        if self.last.half_filled != half_filled {
            self.settings_store.put(&order_key(table.client().slug()), half_filled.clone());
            self.last.half_filled = half_filled;
        }
    }

    fn carry_out(&mut self, command: Command, ctx: &Context) -> Result<(), Message> {
        match command {
            Command::Go(place) => return self.go(place, ctx),
            Command::Set(setting) => self.settings.set(setting),
            Command::ShowShortcuts(shown) => self.over.shortcuts = shown,
            Command::Back => return self.go_back(ctx),
            Command::Stay => self.over.leaving = false,
            Command::DismissNotice => self.notice = None,
            Command::Notify(notice) => self.notice = Some(notice),
            Command::DeclineFile => self.device.decline(self.table.as_ref()),
            Command::ShowUnsavedReason => self.notice = self.unsaved.clone(),
            Command::SaveNow => self.save_now(false, ctx),
            Command::SaveThenClose => self.save_now(true, ctx),
            Command::SavedNow(saved, close) => {
                self.background.saving = None;
                let place = saved?;
                self.notice = Some(message!("Saved as {place}.", place));
                if close {
                    self.close(true, ctx);
                }
            }
            Command::SavedBattle(slug, saved) => return self.saved_battle(&slug, saved, ctx),
            Command::Close(close) => self.close(close, ctx),
            Command::StartReady(slug) => {
                let (name, opening) = home::open_ready(&slug)?;
                return self.begin(&name, opening);
            }
            Command::FleetDropped(name, file, bytes) => {
                self.go(Place::Fleets, ctx)?;
                let arrived = BuilderCommand::Open(OpenCommand::Arrived(name, file, bytes));
                return self.home.build(arrived, &self.files, ctx);
            }
            Command::BattleArrived(name, bytes) => {
                self.start_reading(self.tables.reading_of(name, bytes), ctx);
            }
            Command::StopReading => self.background.reading = None,
            Command::Home(command) => return self.home_command(command, ctx),
            Command::Charts(change) => {
                if let ChartsCommand::Find(_) | ChartsCommand::Show(..) = change {
                    self.go(Place::Charts, ctx)?;
                }
                self.charts.apply(change);
            }
            Command::Meaning(change) => self.over.cards.apply(change),
            Command::Table(command) => return self.at_table(command, ctx),
        }
        Ok(())
    }

    /// Carries out a command at the table, with its effects on other screens.
    fn at_table(&mut self, command: TableCommand, ctx: &Context) -> Result<(), Message> {
        let to = match &command {
            TableCommand::ShowRule(rule) => {
                let find = Command::Charts(ChartsCommand::Find(rule.clone()));
                return self.carry_out(find, ctx);
            }
            TableCommand::PlayReady(slug) => {
                let ready = Command::StartReady(slug.clone());
                self.at_table(TableCommand::Lesson(LessonCommand::End), ctx)?;
                return self.carry_out(ready, ctx);
            }
            TableCommand::Note(note) => return self.note(note.clone(), ctx),
            TableCommand::Go(place) => Some(*place),
            TableCommand::Give | TableCommand::Done => {
                // It would hide ships while the next order is chosen.
                self.over.cards.apply(MeaningCommand::Close);
                None
            }
            _ => None,
        };
        let table = self.table.as_mut();
        let table = table.ok_or_else(|| message!("No battle is open. Open one under Battles."))?;
        let system = table.view().system;
        let remembered = command.remembered(system).into_iter();
        remembered.for_each(|setting| self.settings.set(setting));
        table.apply(command, &self.files, ctx)?;
        to.map_or(Ok(()), |place| self.go(place, ctx))
    }

    /// Carries out a command about the note on the models, and stores the note.
    fn note(&mut self, command: NoteCommand, ctx: &Context) -> Result<(), Message> {
        let table = self.table.as_mut();
        let table = table.ok_or_else(|| message!("No battle is open. Open one under Battles."))?;
        let (stops, stores) = match command {
            NoteCommand::Stop => (true, true),
            NoteCommand::Delete => (false, true),
            NoteCommand::Open(_) | NoteCommand::Write(_) => (false, false),
        };
        table.apply(TableCommand::Note(command), &self.files, ctx)?;
        if stores {
            self.settings_store.put(&note_key(table.client().slug()), table.note());
        }
        if stops { self.go(Place::Home, ctx) } else { Ok(()) }
    }

    /// Shows the fault of a command at the table, until the table's next change is made.
    fn show_fault_at_table(&mut self, done: Result<(), Message>) {
        if let (Err(why), Some(table)) = (&done, &self.table) {
            let after = table.changes_made();
            self.fault_at_table = Some(FaultAtTable { why: why.clone(), after });
        }
        self.show_fault(done);
    }

    /// Closes the notice about a fault at the table, if a change has been made since.
    fn drop_settled_fault(&mut self) {
        let made = self.table.as_ref().map(Table::changes_made);
        let settled = self.fault_at_table.take_if(|fault| made != Some(fault.after));
        if settled.is_some_and(|fault| self.notice.as_ref() == Some(&fault.why)) {
            self.notice = None;
        }
    }

    fn show_fault(&mut self, done: Result<(), Message>) {
        if let Err(why) = done {
            self.notice = Some(why);
        }
    }

    fn go(&mut self, place: Place, ctx: &Context) -> Result<(), Message> {
        self.show(place);
        self.over.leaving = false;
        match place {
            Place::Home | Place::Battles => self.home.read_list(&self.tables),
            Place::Print => {
                self.home.enter_print(self.table.as_ref(), ctx);
                Ok(())
            }
            Place::Learn | Place::Fleets | Place::Table | Place::Charts | Place::Settings => Ok(()),
        }
    }

    /// Shows a screen, and closes the glossary cards of the previous one.
    fn show(&mut self, place: Place) {
        if place != std::mem::replace(&mut self.place, place) {
            self.over.cards.apply(MeaningCommand::Close);
        }
    }

    fn close(&mut self, close: bool, ctx: &Context) {
        self.closing = if close { Closing::Agreed } else { Closing::Unasked };
        if close {
            ctx.send_viewport_cmd(ViewportCommand::Close);
        }
    }

    fn show_battle(&mut self, opened: Result<Client, TableFault>) -> Result<(), Message> {
        let client = opened.map_err(in_words)?;
        let mut table = Table::new(client)?;
        if self.settings.lesson_is_over(table.view().system) {
            table.teaching = Teaching::Ended;
        }
        self.last.half_filled = self.settings_store.read(&order_key(table.client().slug()));
        if let Some(stored) = &self.last.half_filled {
            table.resume_order(stored);
        }
        if let Some(note) = self.settings_store.read(&note_key(table.client().slug())) {
            table.show_note(note);
        }
        self.table = Some(table);
        self.show(Place::Table);
        self.notice = self.device.opening_warning(&self.settings_store).or(self.notice.take());
        Ok(())
    }

    fn begin(&mut self, name: &str, opening: Opening) -> Result<(), Message> {
        self.show_battle(self.tables.begin(name, opening, Seat::Both))
    }

    fn home_command(&mut self, command: HomeCommand, ctx: &Context) -> Result<(), Message> {
        match command {
            HomeCommand::StartOwn => {
                let opening = self.home.opening()?;
                self.begin(&format!("{} of our own", opening.system().name()), opening)
            }
            HomeCommand::AskForFleet(side) => {
                self.files.ask_for_fleet(ctx, side);
                Ok(())
            }
            HomeCommand::AskForBattle => {
                self.files.ask_for_battle(ctx);
                Ok(())
            }
            HomeCommand::OpenBattle => {
                let path = self.home.battle_path();
                self.read_battle(&path, ctx)
            }
            HomeCommand::Continue(slug) => {
                // Two clients of the same table would not know of each other.
                if self.table.as_ref().is_some_and(|table| table.client().slug() == slug) {
                    self.show(Place::Table);
                    return Ok(());
                }
                let name = self.home.title_of(&slug).to_owned();
                self.start_reading(self.tables.reading_again(&slug, name), ctx);
                Ok(())
            }
            HomeCommand::Delete(slug) => {
                if self.table.as_ref().is_some_and(|table| table.client().slug() == slug) {
                    self.table = None;
                }
                self.background.reading.take_if(|reading| reading.is_of(&slug));
                self.tables.delete(&slug).map_err(in_words)?;
                self.settings_store.put(&order_key(&slug), None);
                self.settings_store.put(&note_key(&slug), None);
                self.home.read_list(&self.tables)
            }
            HomeCommand::Build(command) => self.home.build(command, &self.files, ctx),
            HomeCommand::Print(command) => {
                self.home.print(command, self.table.as_ref(), &self.files, ctx)
            }
            HomeCommand::Choose(command) => {
                self.home.choose(command, &self.files, ctx);
                Ok(())
            }
            HomeCommand::Fight => self.home.fight(),
            HomeCommand::FightAgainst(opponent) => {
                let opening = self.home.against(opponent)?;
                self.begin(&format!("{} of our own", opening.system().name()), opening)
            }
        }
    }

    /// Draws the window. Returns the player's commands.
    fn ui(&self, ui: &mut Ui) -> Vec<Command> {
        let mut commands = Vec::new();
        shortcuts::keys_ui(ui, self.over.shortcuts, &mut commands);
        self.bars_ui(ui, &mut commands);
        glossary_card::card_ui(ui, &self.over.cards, &mut commands);
        navigation::drop_hint_ui(ui.ctx());
        match (self.place, &self.table) {
            (Place::Table, Some(table)) => {
                let mut wanted = Vec::new();
                table::table_ui(ui, table, &mut wanted);
                commands.extend(wanted.into_iter().map(Command::Table));
            }
            // Each screen keeps its scroll position.
            (place, _) => {
                ui.push_id(place.name(), |ui| self.place_ui(ui, place, &mut commands));
            }
        }
        if self.over.shortcuts {
            shortcuts::over_ui(ui, &mut commands);
        }
        if let Some(word) = rule_words::asked(ui.ctx()) {
            commands.push(Command::Meaning(MeaningCommand::Open(word)));
        }
        // Parts in front of it get the key first.
        self.back_keys_ui(ui, &mut commands);
        commands
    }

    fn place_ui(&self, ui: &mut Ui, place: Place, commands: &mut Vec<Command>) {
        match place {
            Place::Home => home::home_ui(ui, &self.home, self.table.as_ref(), commands),
            Place::Learn => home::learn_ui(ui, commands),
            Place::Battles | Place::Table => {
                let table = self.table.as_ref();
                home::battles_ui(ui, &self.home, table, &self.settings, commands);
            }
            Place::Fleets => {
                shortcuts::builder_keys_ui(ui, commands);
                home::fleets_ui(ui, &self.home, commands);
            }
            Place::Print => home::print_ui(ui, &self.home, commands),
            Place::Charts => {
                let view = self.table.as_ref().map(Table::view);
                charts::charts_ui(ui, &self.charts, view, commands);
            }
            Place::Settings => settings::settings_ui(ui, &self.settings, commands),
        }
    }
}

/// The window itself.
pub struct App {
    state: AppState,
    /// The places that later starts of the program open.
    later: Receiver<Start>,
    /// A function that is called after each frame, if the window is part of another program.
    after: Option<AfterFrame>,
}

/// Is called with the state of the window after a frame.
type AfterFrame = Box<dyn FnMut(&AppState)>;

impl App {
    /// Opens at `start`, with the settings of last time. Notices about the store are shown at once.
    #[must_use]
    pub fn new(
        context: &eframe::CreationContext<'_>,
        start: &Start,
        tables: Tables,
        unsaved: Option<&UnsavedReason>,
        later: Receiver<Start>,
    ) -> App {
        let mut state = AppState::open(tables, start, &context.egui_ctx);
        if let Some(unsaved) = unsaved {
            state.warn_unsaved(unsaved);
        }
        App { state, later, after: None }
    }

    /// The same, with a notice to show first.
    #[must_use]
    pub fn beginning_with(mut self, notice: Option<Message>) -> App {
        if notice.is_some() {
            self.state.notice = notice;
        }
        self
    }

    /// The same on a device whose screen goes dark in the middle of a battle.
    #[must_use]
    pub fn on_a_screen_that_goes_dark(mut self, dark: bool) -> App {
        self.state.set_goes_dark(dark);
        self
    }

    /// The same with a function that is called after each frame.
    #[must_use]
    pub fn after_each_frame(mut self, hear: impl FnMut(&AppState) + 'static) -> App {
        self.after = Some(Box::new(hear));
        self
    }
}

impl eframe::App for App {
    fn logic(&mut self, ctx: &Context, _: &mut eframe::Frame) {
        for start in self.later.try_iter() {
            ctx.send_viewport_cmd(ViewportCommand::Minimized(false));
            ctx.send_viewport_cmd(ViewportCommand::Focus);
            self.state.start(&start, ctx);
            platform::wake(ctx);
        }
        self.state.logic(ctx);
    }

    fn ui(&mut self, ui: &mut Ui, _: &mut eframe::Frame) {
        // The edges that a device reserves stay empty.
        let within = UiBuilder::new().max_rect(ui.ctx().content_rect());
        ui.scope_builder(within, |ui| self.state.frame(ui));
        if let Some(hear) = &mut self.after {
            hear(&self.state);
        }
    }

    fn persist_egui_memory(&self) -> bool {
        false
    }

    fn clear_color(&self, visuals: &egui::Visuals) -> [f32; 4] {
        visuals.panel_fill.to_normalized_gamma_f32()
    }
}
