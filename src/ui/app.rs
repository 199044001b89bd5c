//! The state of the window, and the one place where commands are carried out.

use egui::{Context, Frame, Margin, Panel, Rect, RichText, Ui, ViewportCommand, pos2, vec2};
use serde::{Deserialize, Serialize};

use crate::referee::{Client, Opening, Seat, TableFault, Tables};
use crate::say::{Say, say};

use super::Start;
use super::charts::{self, ChartsView};
use super::command::{
    BuilderCommand, Command, HarbourCommand, OpenCommand, Place, Room, TableCommand,
};
use super::files::Files;
use super::harbour::{self, Harbour};
use super::language::{fixed, in_words, rich, tell};
use super::motion;
use super::paint;
use super::table::{self, Table};
use super::theme::{self, Theme, palette};
use super::widgets::{PHONE, caption, choice, named, quiet_button, switch};

pub use super::harbour::RecentFleet;

/// What is kept between two starts, besides battles.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Settings {
    /// The colours.
    pub theme: Theme,
    /// How large the text is, by what the system asks for.
    pub text_size: f32,
    /// Which of the sides A and B roll their own dice.
    #[serde(default)]
    pub own_dice: [bool; 2],
    /// Whether nothing moves on the screen.
    #[serde(default)]
    pub still: bool,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings { theme: Theme::default(), text_size: 1.0, own_dice: [false; 2], still: false }
    }
}

/// The sizes of text that can be chosen.
const TEXT_SIZES: [(f32, &str); 5] =
    [(0.85, "Small"), (1.0, "Normal"), (1.2, "Large"), (1.45, "Larger"), (1.75, "Largest")];

/// All that the window knows.
pub struct AppState {
    settings: Settings,
    settings_shown: bool,
    place: Place,
    tables: Tables,
    files: Files,
    table: Option<Table>,
    harbour: Harbour,
    charts: ChartsView,
    notice: Option<Say>,
    /// The settings that the window is dressed in.
    worn: Option<Settings>,
    /// How often it is still to be drawn after a change.
    passes_due: u8,
}

impl AppState {
    /// The window as it opens at `start`, with the battles of a shelf and the
    /// settings of last time.
    #[must_use]
    pub fn open(settings: Settings, tables: Tables, start: &Start, ctx: &Context) -> AppState {
        theme::install_fonts(ctx);
        let mut state = AppState::new(settings, tables);
        match start {
            Start::Harbour => {}
            Start::Ready(slug) if harbour::is_ready(slug) => {
                state.apply(Command::StartReady(slug.clone()), ctx);
            }
            Start::Ready(slug) => {
                state.apply(Command::Harbour(HarbourCommand::Continue(slug.clone())), ctx);
            }
            Start::File(path) => {
                let read = state.read_battle(&path.display().to_string());
                state.tell(read);
            }
        }
        state
    }

    /// What is done before anything is drawn: files that have arrived, and the
    /// dress of the window.
    pub fn logic(&mut self, ctx: &Context) {
        let dropped = ctx.input_mut(|input| std::mem::take(&mut input.raw.dropped_files));
        if !dropped.is_empty() {
            self.files.take_dropped(ctx, dropped);
        }
        for command in self.files.arrived() {
            self.apply(command, ctx);
        }
        if ctx.input(|input| input.viewport().close_requested()) && self.harbour.is_changed() {
            ctx.send_viewport_cmd(ViewportCommand::CancelClose);
            self.place = Place::Harbour;
            self.harbour.ask_to_close();
            ctx.request_repaint();
        }
        self.harbour.look_again();
        if let Some(table) = &mut self.table {
            let heard = table.hear();
            self.tell(heard);
        }
        if self.worn != Some(self.settings) {
            let Settings { theme, text_size, .. } = self.settings;
            theme::dress(ctx, theme, text_size);
            motion::set_motion(ctx, !self.settings.still);
            self.worn = Some(self.settings);
        }
    }

    /// Draws the window, and does what the player wants.
    pub fn frame(&mut self, ui: &mut Ui) {
        let commands = self.ui(ui);
        if !commands.is_empty() {
            // Once for what has changed, and once more because controls learn
            // in the first pass where the pointer is.
            self.passes_due = 2;
        }
        for command in commands {
            self.apply(command, ui.ctx());
        }
        if self.passes_due > 0 {
            self.passes_due -= 1;
            ui.ctx().request_repaint();
        }
    }

    fn new(settings: Settings, tables: Tables) -> AppState {
        let mut state = AppState {
            settings,
            settings_shown: false,
            place: Place::default(),
            tables,
            files: Files::default(),
            table: None,
            harbour: Harbour::default(),
            charts: ChartsView::default(),
            notice: None,
            worn: None,
            passes_due: 0,
        };
        let read = state.harbour.read_list(&state.tables);
        state.tell(read);
        state
    }

    /// The battle on the table.
    #[must_use]
    pub fn table(&self) -> Option<&Table> {
        self.table.as_ref()
    }

    /// The fleets that were opened or saved lately, to be kept between two starts.
    #[must_use]
    pub fn recent_fleets(&self) -> &[RecentFleet] {
        self.harbour.recent()
    }

    /// Offers the fleets of an earlier time again.
    pub fn set_recent_fleets(&mut self, recent: Vec<RecentFleet>) {
        self.harbour.set_recent(recent);
    }

    /// Carries out what a player wants.
    pub fn apply(&mut self, command: Command, ctx: &Context) {
        let mut done = Ok(());
        match command {
            Command::Go(place) => done = self.go(place),
            Command::SetTheme(theme) => self.settings.theme = theme,
            Command::SetTextSize(size) => self.settings.text_size = size,
            Command::SetStill(still) => self.settings.still = still,
            Command::ShowSettings(shown) => self.settings_shown = shown,
            Command::DismissNotice => self.notice = None,
            Command::Tell(told) => self.notice = Some(told),
            Command::StartReady(slug) => {
                done = harbour::open_ready(&slug)
                    .and_then(|(name, opening)| self.begin(&name, opening));
            }
            Command::FleetDropped(name, file, bytes) => {
                self.place = Place::Harbour;
                self.harbour.enter(Room::Slipway, self.table.as_ref());
                let arrived = BuilderCommand::Open(OpenCommand::Arrived(name, file, bytes));
                done = self.harbour.build(arrived, &self.files, ctx);
            }
            Command::BattleArrived(name, bytes) => done = self.take_in(&name, &bytes),
            Command::Harbour(command) => done = self.in_harbour(command, ctx),
            Command::Charts(change) => self.charts.apply(change),
            Command::Table(TableCommand::Leave) => done = self.go(Place::Harbour),
            Command::Table(command) => {
                if let TableCommand::OwnDice(side, own) = command {
                    self.settings.own_dice[side.index()] = own;
                }
                done = match &mut self.table {
                    Some(table) => table.apply(command, &self.files, ctx),
                    None => Err(say!("There is no battle on the table.")),
                };
            }
        }
        self.tell(done);
    }

    fn tell(&mut self, done: Result<(), Say>) {
        if let Err(why) = done {
            self.notice = Some(why);
        }
    }

    fn go(&mut self, place: Place) -> Result<(), Say> {
        self.place = place;
        self.settings_shown = false;
        match place {
            Place::Harbour => self.harbour.read_list(&self.tables),
            Place::Table | Place::Charts => Ok(()),
        }
    }

    fn sit_down(&mut self, opened: Result<Client, TableFault>) -> Result<(), Say> {
        let client = opened.map_err(in_words)?;
        self.table = Some(Table::new(client, self.settings.own_dice)?);
        self.place = Place::Table;
        Ok(())
    }

    fn begin(&mut self, name: &str, opening: Opening) -> Result<(), Say> {
        self.sit_down(self.tables.begin(name, opening, Seat::Both))
    }

    /// Continues a battle that comes as a file.
    fn take_in(&mut self, name: &str, bytes: &[u8]) -> Result<(), Say> {
        self.sit_down(self.tables.take_in_file(name, bytes, Seat::Both))
    }

    fn in_harbour(&mut self, command: HarbourCommand, ctx: &Context) -> Result<(), Say> {
        match command {
            HarbourCommand::StartOwn => {
                let opening = self.harbour.opening()?;
                self.begin(&format!("{} of our own", opening.system().name()), opening)
            }
            HarbourCommand::AskForFleet(side) => {
                self.files.ask_for_fleet(ctx, side);
                Ok(())
            }
            HarbourCommand::AskForBattle => {
                self.files.ask_for_battle(ctx);
                Ok(())
            }
            HarbourCommand::OpenBattle => {
                let path = self.harbour.battle_path().to_owned();
                self.read_battle(&path)
            }
            HarbourCommand::Continue(slug) => {
                // The same table twice would be two that know nothing of each other.
                if self.table.as_ref().is_some_and(|table| table.client().slug() == slug) {
                    self.place = Place::Table;
                    return Ok(());
                }
                self.sit_down(self.tables.reopen(&slug, Seat::Both))
            }
            HarbourCommand::Delete(slug) => {
                if self.table.as_ref().is_some_and(|table| table.client().slug() == slug) {
                    self.table = None;
                }
                self.tables.delete(&slug).map_err(in_words)?;
                self.harbour.read_list(&self.tables)
            }
            HarbourCommand::Enter(room) => {
                self.harbour.enter(room, self.table.as_ref());
                Ok(())
            }
            HarbourCommand::Build(command) => self.harbour.build(command, &self.files, ctx),
            HarbourCommand::Print(command) => {
                self.harbour.print(command, self.table.as_ref(), &self.files, ctx)
            }
            HarbourCommand::Choose(command) => {
                self.harbour.choose(command);
                Ok(())
            }
            HarbourCommand::Fight(side) => self.harbour.fight(side),
        }
    }

    /// Continues the battle file at a path.
    ///
    /// # Errors
    /// In words, where it cannot be read.
    #[cfg(not(target_arch = "wasm32"))]
    pub fn read_battle(&mut self, path: &str) -> Result<(), Say> {
        self.sit_down(self.tables.open_file(std::path::Path::new(path), Seat::Both))
    }

    /// A browser has no paths.
    ///
    /// # Errors
    /// Always.
    #[cfg(target_arch = "wasm32")]
    pub fn read_battle(&mut self, path: &str) -> Result<(), Say> {
        Err(say!("A browser cannot read from a path. Drop {path} onto the page.", path))
    }

    /// Draws the window; what the player wants comes back.
    fn ui(&self, ui: &mut Ui) -> Vec<Command> {
        let mut commands = Vec::new();
        // On a phone the battle takes the whole screen.
        let phone = ui.available_width() < PHONE;
        if !(phone && self.place == Place::Table && self.table.is_some()) {
            self.bar_ui(ui, &mut commands);
        }
        if let Some(notice) = &self.notice {
            notice_ui(ui, notice, &mut commands);
        }
        if self.settings_shown {
            self.settings_ui(ui, &mut commands);
        }
        drop_hint_ui(ui.ctx());
        match (self.place, &self.table) {
            (Place::Harbour, _) => harbour::harbour_ui(ui, &self.harbour, &mut commands),
            (Place::Table, Some(table)) => {
                let mut wanted = Vec::new();
                table::table_ui(ui, table, &mut wanted);
                commands.extend(wanted.into_iter().map(Command::Table));
            }
            (Place::Table, None) => harbour::empty_table_ui(ui, &mut commands),
            (Place::Charts, table) => {
                let view = table.as_ref().map(Table::view);
                charts::charts_ui(ui, &self.charts, view, &mut commands);
            }
        }
        commands
    }

    fn bar_ui(&self, ui: &mut Ui, commands: &mut Vec<Command>) {
        let colours = palette(ui.ctx());
        let wide = ui.available_width() >= 620.0;
        let frame = Frame::new().fill(colours.panel).inner_margin(Margin::symmetric(10, 6));
        Panel::top("places").frame(frame).show_separator_line(false).show(ui, |ui| {
            let band = Rect::from_min_size(
                pos2(ui.max_rect().left() - 10.0, ui.max_rect().top() - 6.0),
                vec2(ui.max_rect().width() + 20.0, 9.0),
            );
            paint::meander(ui.painter(), band, colours.clay);
            ui.add_space(7.0);
            ui.horizontal(|ui| {
                if wide {
                    let title = RichText::new("Trierarch").family(theme::didot()).size(28.0);
                    ui.label(title.color(colours.clay));
                    ui.add_space(10.0);
                }
                ui.spacing_mut().item_spacing.x = 6.0;
                for place in Place::ALL {
                    let here = self.place == place;
                    if choice(ui, here, true, fixed(place.name()), fixed(place.name())).clicked() {
                        commands.push(Command::Go(place));
                    }
                }
                ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                    let button = named(quiet_button(ui, true, say!("Aa")), say!("Settings"));
                    if button.clicked() {
                        commands.push(Command::ShowSettings(!self.settings_shown));
                    }
                });
            });
        });
    }

    fn settings_ui(&self, ui: &mut Ui, commands: &mut Vec<Command>) {
        let colours = palette(ui.ctx());
        let frame = Frame::new().fill(colours.card).inner_margin(Margin::symmetric(12, 8));
        Panel::top("settings").frame(frame).show(ui, |ui| {
            caption(ui, say!("Colours"));
            ui.horizontal_wrapped(|ui| {
                for theme in Theme::ALL {
                    let here = self.settings.theme == theme;
                    let name = say!("Colours: {name}", name = fixed(theme.name()));
                    if choice(ui, here, true, fixed(theme.name()), &name).clicked() {
                        commands.push(Command::SetTheme(theme));
                    }
                }
            });
            caption(ui, say!("Text size"));
            ui.horizontal_wrapped(|ui| {
                for (size, text) in TEXT_SIZES {
                    let here = (self.settings.text_size - size).abs() < 0.01;
                    let name = say!("Text size: {text}", text = fixed(text));
                    if choice(ui, here, true, fixed(text), &name).clicked() {
                        commands.push(Command::SetTextSize(size));
                    }
                }
            });
            let still = self.settings.still;
            if switch(ui, still, say!("Reduce motion"), say!("Reduce motion")) {
                commands.push(Command::SetStill(!still));
            }
            if named(quiet_button(ui, true, say!("Done")), say!("Close the settings")).clicked() {
                commands.push(Command::ShowSettings(false));
            }
        });
    }
}

fn notice_ui(ui: &mut Ui, notice: &Say, commands: &mut Vec<Command>) {
    let colours = palette(ui.ctx());
    let frame = Frame::new().fill(colours.bad).inner_margin(Margin::symmetric(12, 8));
    Panel::top("notice").frame(frame).show(ui, |ui| {
        ui.label(rich(ui, notice).color(colours.card));
        if named(quiet_button(ui, true, say!("OK")), say!("Close the notice")).clicked() {
            commands.push(Command::DismissNotice);
        }
    });
}

/// What a file that hovers over the window will do there.
fn drop_hint_ui(ctx: &Context) {
    if ctx.input(|input| input.raw.hovered_files.is_empty()) {
        return;
    }
    let (colours, room) = (palette(ctx), ctx.content_rect());
    let layer = egui::LayerId::new(egui::Order::Foreground, egui::Id::unique("drop"));
    let painter = ctx.layer_painter(layer);
    painter.rect_filled(room, 0.0, colours.card.gamma_multiply(0.92));
    let edge = egui::Stroke::new(4.0, colours.sea);
    painter.rect_stroke(room.shrink(12.0), 12.0, edge, egui::StrokeKind::Inside);
    let words = say!("Drop here: a fleet opens in the builder, a battle continues.");
    let words = tell(ctx, &words);
    let font = egui::FontId::new(26.0, theme::bold());
    let galley = painter.layout(words, font, colours.ink, room.width() - 80.0);
    painter.galley(room.center() - galley.size() / 2.0, galley, colours.ink);
}

/// The window itself.
pub struct App {
    state: AppState,
}

/// Under which name the settings are kept.
const SETTINGS: &str = "settings";
/// And the fleets of lately.
const RECENT_FLEETS: &str = "recent-fleets";

/// What was kept under a name; none where nothing that can be read was.
fn read_kept<T: serde::de::DeserializeOwned>(
    storage: Option<&dyn eframe::Storage>,
    key: &str,
) -> Option<T> {
    serde_json::from_str(&storage?.get_string(key)?).ok()
}

impl App {
    /// Opens at `start`, with the settings of last time. What there is to say
    /// about the store is said at once.
    #[must_use]
    pub fn new(
        context: &eframe::CreationContext<'_>,
        start: &Start,
        tables: Tables,
        told: Option<Say>,
    ) -> App {
        let kept = context.storage;
        let ctx = &context.egui_ctx;
        let settings = read_kept(kept, SETTINGS).unwrap_or_default();
        let mut state = AppState::open(settings, tables, start, ctx);
        state.set_recent_fleets(read_kept(kept, RECENT_FLEETS).unwrap_or_default());
        if let Some(told) = told {
            state.apply(Command::Tell(told), ctx);
        }
        App { state }
    }
}

impl eframe::App for App {
    fn logic(&mut self, ctx: &Context, _: &mut eframe::Frame) {
        self.state.logic(ctx);
    }

    fn ui(&mut self, ui: &mut Ui, _: &mut eframe::Frame) {
        self.state.frame(ui);
    }

    fn save(&mut self, storage: &mut dyn eframe::Storage) {
        let settings = serde_json::to_string(&self.state.settings);
        let recent = serde_json::to_string(self.state.recent_fleets());
        for (key, text) in [(SETTINGS, settings), (RECENT_FLEETS, recent)] {
            if let Ok(text) = text {
                storage.set_string(key, text);
            }
        }
    }

    fn persist_egui_memory(&self) -> bool {
        false
    }

    fn clear_color(&self, visuals: &egui::Visuals) -> [f32; 4] {
        visuals.panel_fill.to_normalized_gamma_f32()
    }
}
