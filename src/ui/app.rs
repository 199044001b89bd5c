//! The state of the window, and the one place where commands are carried out.

use egui::{Frame, Margin, Panel, Rect, RichText, Ui, pos2, vec2};
use serde::{Deserialize, Serialize};

use crate::fleet::{self, library};
use crate::journal::Opening;

use super::Start;
use super::charts::{self, ChartsView};
use super::command::{Command, Place};
use super::harbour::{self, Harbour};
use super::paint;
use super::session::Session;
use super::table::{self, Table};
use super::theme::{self, Theme, palette};
use super::widgets::{caption, choice, named, quiet_button};

/// What is kept between two starts, besides battles.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Settings {
    /// The colours.
    pub theme: Theme,
    /// How large the text is, by what the system asks for.
    pub text_size: f32,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings { theme: Theme::default(), text_size: 1.0 }
    }
}

/// The sizes of text that can be chosen.
const TEXT_SIZES: [(f32, &str); 5] =
    [(0.85, "Small"), (1.0, "Normal"), (1.2, "Large"), (1.45, "Larger"), (1.75, "Largest")];

/// All that the window knows.
#[derive(Debug, Default)]
pub struct AppState {
    settings: Settings,
    settings_shown: bool,
    place: Place,
    table: Option<Table>,
    harbour: Harbour,
    charts: ChartsView,
    notice: Option<String>,
}

impl AppState {
    /// The window as it opens.
    #[must_use]
    pub fn new(settings: Settings, start: &Start) -> AppState {
        let mut state = AppState { settings, ..AppState::default() };
        if let Start::Ready(slug) = start {
            state.apply(Command::StartReady(slug.clone()));
        }
        state
    }

    /// The battle on the table.
    #[must_use]
    pub fn table(&self) -> Option<&Table> {
        self.table.as_ref()
    }

    /// Carries out what a player wants.
    pub fn apply(&mut self, command: Command) {
        match command {
            Command::Go(place) => {
                self.place = place;
                self.settings_shown = false;
            }
            Command::SetTheme(theme) => self.settings.theme = theme,
            Command::SetTextSize(size) => self.settings.text_size = size,
            Command::ShowSettings(shown) => self.settings_shown = shown,
            Command::DismissNotice => self.notice = None,
            Command::StartReady(slug) => match open_ready(&slug) {
                Ok(session) => {
                    self.table = Some(Table::new(session));
                    self.place = Place::Table;
                }
                Err(why) => self.notice = Some(why),
            },
            Command::Charts(change) => self.charts.apply(change),
            Command::Table(command) => {
                if let Some(table) = &mut self.table
                    && let Err(why) = table.apply(command)
                {
                    self.notice = Some(why);
                }
            }
        }
    }

    /// Draws the window; what the player wants comes back.
    pub fn ui(&self, ui: &mut Ui) -> Vec<Command> {
        let mut commands = Vec::new();
        self.bar_ui(ui, &mut commands);
        if let Some(notice) = &self.notice {
            notice_ui(ui, notice, &mut commands);
        }
        if self.settings_shown {
            self.settings_ui(ui, &mut commands);
        }
        match (self.place, &self.table) {
            (Place::Harbour, _) => harbour::harbour_ui(ui, &self.harbour, &mut commands),
            (Place::Table, Some(table)) => {
                let mut wanted = Vec::new();
                table::table_ui(ui, table, &mut wanted);
                commands.extend(wanted.into_iter().map(Command::Table));
            }
            (Place::Table, None) => harbour::empty_table_ui(ui, &mut commands),
            (Place::Charts, table) => {
                let battle = table.as_ref().map(Table::battle);
                charts::charts_ui(ui, &self.charts, battle, &mut commands);
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
                    if choice(ui, here, true, place.name(), place.name()).clicked() {
                        commands.push(Command::Go(place));
                    }
                }
                ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                    let button = named(quiet_button(ui, true, "Aa"), "Settings");
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
            caption(ui, "Colours");
            ui.horizontal_wrapped(|ui| {
                for theme in Theme::ALL {
                    let here = self.settings.theme == theme;
                    let name = format!("Colours: {}", theme.name());
                    if choice(ui, here, true, theme.name(), &name).clicked() {
                        commands.push(Command::SetTheme(theme));
                    }
                }
            });
            caption(ui, "Size of the text");
            ui.horizontal_wrapped(|ui| {
                for (size, text) in TEXT_SIZES {
                    let here = (self.settings.text_size - size).abs() < 0.01;
                    let name = format!("Size of the text: {text}");
                    if choice(ui, here, true, text, &name).clicked() {
                        commands.push(Command::SetTextSize(size));
                    }
                }
            });
            if named(quiet_button(ui, true, "Done"), "Close the settings").clicked() {
                commands.push(Command::ShowSettings(false));
            }
        });
    }
}

fn notice_ui(ui: &mut Ui, notice: &str, commands: &mut Vec<Command>) {
    let colours = palette(ui.ctx());
    let frame = Frame::new().fill(colours.bad).inner_margin(Margin::symmetric(12, 8));
    Panel::top("notice").frame(frame).show(ui, |ui| {
        ui.label(RichText::new(notice).color(colours.card));
        if named(quiet_button(ui, true, "Very well"), "Put the notice away").clicked() {
            commands.push(Command::DismissNotice);
        }
    });
}

/// A ready battle, about to begin.
fn open_ready(slug: &str) -> Result<Session, String> {
    let ready = library::battles()
        .iter()
        .find(|battle| battle.slug == slug)
        .ok_or_else(|| format!("There is no ready battle `{slug}`."))?;
    let fleet = |path| {
        let text = library::file(path).unwrap_or_default();
        fleet::read_toml(text)
            .map(|checked| checked.fleet)
            .map_err(|faults| fleet::render(path, text, &faults))
    };
    let fleets = [fleet(ready.sides[0])?, fleet(ready.sides[1])?];
    Session::begin(Opening { fleets, options: ready.options.clone(), seed: 7 })
}

/// The window itself.
pub struct App {
    state: AppState,
    /// The settings that the window is dressed in.
    worn: Option<Settings>,
}

/// Under which name the settings are kept.
const SETTINGS: &str = "settings";

impl App {
    /// Opens at `start`, with the settings of last time.
    #[must_use]
    pub fn new(context: &eframe::CreationContext<'_>, start: &Start) -> App {
        theme::install_fonts(&context.egui_ctx);
        let settings = context
            .storage
            .and_then(|storage| storage.get_string(SETTINGS))
            .and_then(|text| serde_json::from_str(&text).ok())
            .unwrap_or_default();
        App { state: AppState::new(settings, start), worn: None }
    }

    /// All that the window knows.
    #[must_use]
    pub fn state(&self) -> &AppState {
        &self.state
    }
}

impl eframe::App for App {
    fn logic(&mut self, ctx: &egui::Context, _: &mut eframe::Frame) {
        if self.worn != Some(self.state.settings) {
            let Settings { theme, text_size } = self.state.settings;
            theme::dress(ctx, theme, text_size);
            self.worn = Some(self.state.settings);
        }
    }

    fn ui(&mut self, ui: &mut Ui, _: &mut eframe::Frame) {
        let commands = self.state.ui(ui);
        if commands.is_empty() {
            return;
        }
        for command in commands {
            self.state.apply(command);
        }
        // What has changed is drawn now, not when the mouse next moves.
        ui.ctx().request_repaint();
    }

    fn save(&mut self, storage: &mut dyn eframe::Storage) {
        if let Ok(text) = serde_json::to_string(&self.state.settings) {
            storage.set_string(SETTINGS, text);
        }
    }

    fn persist_egui_memory(&self) -> bool {
        false
    }

    fn clear_color(&self, visuals: &egui::Visuals) -> [f32; 4] {
        visuals.panel_fill.to_normalized_gamma_f32()
    }
}
