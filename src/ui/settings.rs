//! The settings of the window, and the page where they are chosen.

use egui::{CentralPanel, Frame, Margin, Role, ScrollArea, Ui};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::games::SystemTag;
use crate::message::{Message, message};

use super::command::{Command, Setting, Signals};
use super::credits::about_ui;
use super::language::fixed;
use super::platform;
use super::shortcuts;
use super::theme::{Theme, palette};
use super::widgets::{
    aside, choice, heading, in_two_columns, landmark, quiet_button, sheet, switch,
};

/// The data that are stored between two starts, apart from battles and fleets.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Settings {
    /// The colours.
    pub theme: Theme,
    /// The text size, as a multiple of the system's.
    pub text_size: f32,
    /// Whether names in Greek letters are shown in Latin ones.
    pub latin_names: bool,
    /// Whether nothing moves on the screen.
    pub still: bool,
    /// The signals of a result, apart from the screen.
    pub signals: Signals,
    /// Whether the lesson of each system was ended, in the order of the systems.
    pub lessons_over: [bool; SystemTag::ALL.len()],
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            theme: Theme::default(),
            text_size: 1.0,
            latin_names: true,
            still: false,
            signals: Signals::default(),
            lessons_over: [false; SystemTag::ALL.len()],
        }
    }
}

/// The smallest and the largest text.
const TEXT_SIZES: [f32; 2] = [0.85, 2.0];

/// The sizes of text that can be chosen.
fn text_sizes() -> [(f32, Message); 5] {
    let [smallest, largest] = TEXT_SIZES;
    [
        (smallest, message!("Small")),
        (1.0, message!("Normal")),
        (1.25, message!("Large")),
        (1.5, message!("Larger")),
        (largest, message!("Largest")),
    ]
}

impl Settings {
    /// Reads settings as they were stored. Missing or impossible values become the
    /// defaults, so that bad settings never prevent a start.
    #[must_use]
    pub fn read(text: &str) -> Settings {
        let all: Value = serde_json::from_str(text).unwrap_or_default();
        let usual = Settings::default();
        Settings {
            theme: part(&all, "theme").unwrap_or(usual.theme),
            text_size: part(&all, "text_size").unwrap_or(usual.text_size),
            latin_names: part(&all, "latin_names").unwrap_or(usual.latin_names),
            still: part(&all, "still").unwrap_or(usual.still),
            signals: part(&all, "signals").unwrap_or(usual.signals),
            lessons_over: {
                // A program with a different number of games may have stored them.
                let stored: Vec<bool> = part(&all, "lessons_over").unwrap_or_default();
                std::array::from_fn(|place| stored.get(place).copied().unwrap_or_default())
            },
        }
        .checked()
    }

    /// Whether the lesson of a system was ended.
    pub(super) fn lesson_is_over(&self, system: SystemTag) -> bool {
        let place = SystemTag::ALL.iter().position(|one| *one == system);
        place.and_then(|place| self.lessons_over.get(place)).is_some_and(|over| *over)
    }

    /// Changes one of them.
    pub(super) fn set(&mut self, setting: Setting) {
        match setting {
            Setting::Theme(theme) => self.theme = theme,
            Setting::TextSize(size) => self.text_size = size,
            Setting::Still(still) => self.still = still,
            Setting::Signals(signals) => self.signals = signals,
            Setting::LatinNames(latin) => self.latin_names = latin,
            Setting::LessonOver(system, ends) => {
                let place = SystemTag::ALL.iter().position(|one| *one == system);
                if let Some(over) = place.and_then(|place| self.lessons_over.get_mut(place)) {
                    *over = ends;
                }
            }
            Setting::OfferLessons => self.lessons_over = Settings::default().lessons_over,
        }
    }

    /// The same with a text size that is possible.
    #[must_use]
    pub fn checked(self) -> Settings {
        let [smallest, largest] = TEXT_SIZES;
        let sound = self.text_size.is_finite() && self.text_size > 0.0;
        let text_size = if sound { self.text_size.clamp(smallest, largest) } else { 1.0 };
        Settings { text_size, ..self }
    }
}

fn part<T: DeserializeOwned>(all: &Value, key: &str) -> Option<T> {
    serde_json::from_value(all.get(key)?.clone()).ok()
}

/// Draws the page.
pub(super) fn settings_ui(ui: &mut Ui, settings: &Settings, commands: &mut Vec<Command>) {
    let colours = palette(ui.ctx());
    let frame = Frame::new().fill(colours.ground).inner_margin(Margin::symmetric(14, 8));
    CentralPanel::default_margins().frame(frame).show(ui, |ui| {
        landmark(ui, Role::Main, message!("Your settings"));
        ScrollArea::vertical().auto_shrink([false, false]).show(ui, |ui| {
            in_two_columns(
                ui,
                |ui| {
                    looks_ui(ui, settings, commands);
                    names_ui(ui, settings, commands);
                    lessons_ui(ui, settings, commands);
                    heading(ui, message!("Keyboard"));
                    sheet(ui, shortcuts::list_ui);
                },
                about_ui,
            );
            ui.add_space(12.0);
        });
    });
}

fn looks_ui(ui: &mut Ui, settings: &Settings, commands: &mut Vec<Command>) {
    heading(ui, message!("Colours"));
    sheet(ui, |ui| {
        ui.horizontal_wrapped(|ui| {
            for theme in Theme::ALL {
                let name = message!("Colours: {name}", name = fixed(theme.name()));
                if choice(ui, settings.theme == theme, fixed(theme.name()), &name).clicked() {
                    commands.push(Command::Set(Setting::Theme(theme)));
                }
            }
        });
    });
    heading(ui, message!("Text size"));
    sheet(ui, |ui| {
        ui.horizontal_wrapped(|ui| {
            for (size, text) in text_sizes() {
                let here = (settings.text_size - size).abs() < 0.01;
                let name = message!("Text size: {text}", text = &text);
                if choice(ui, here, &text, &name).clicked() {
                    commands.push(Command::Set(Setting::TextSize(size)));
                }
            }
        });
        let words = message!("Reduce motion");
        if platform::asks_for_less_motion() {
            aside(ui, message!("Your system asks for less motion: nothing moves."));
        } else if switch(ui, settings.still, &words, &words) {
            commands.push(Command::Set(Setting::Still(!settings.still)));
        }
        signals_ui(ui, settings.signals, commands);
    });
}

/// Only signals that the machine has are offered.
fn signals_ui(ui: &mut Ui, signals: Signals, commands: &mut Vec<Command>) {
    let words = message!("Vibrate at each result");
    if platform::can_buzz() && switch(ui, signals.buzz, &words, &words) {
        commands.push(Command::Set(Setting::Signals(Signals { buzz: !signals.buzz, ..signals })));
    }
    let words = message!("Sound at each result");
    if platform::can_sound() && switch(ui, signals.sound, &words, &words) {
        let sound = !signals.sound;
        if sound {
            platform::sound();
        }
        commands.push(Command::Set(Setting::Signals(Signals { sound, ..signals })));
    }
}

fn names_ui(ui: &mut Ui, settings: &Settings, commands: &mut Vec<Command>) {
    heading(ui, message!("Names"));
    sheet(ui, |ui| {
        let words =
            message!("Greek names in Latin letters, such as Parrhesia, with the Greek beneath");
        let name = message!("Greek names in Latin letters");
        if switch(ui, settings.latin_names, words, name) {
            commands.push(Command::Set(Setting::LatinNames(!settings.latin_names)));
        }
    });
}

/// Lessons that were ended are not offered until the player asks for them again.
fn lessons_ui(ui: &mut Ui, settings: &Settings, commands: &mut Vec<Command>) {
    let over = settings.lessons_over.iter().filter(|over| **over).count();
    if over == 0 {
        return;
    }
    heading(ui, message!("Lessons"));
    sheet(ui, |ui| {
        aside(ui, message!(over => "You ended {n} lesson." | "You ended {n} lessons."));
        if quiet_button(ui, true, message!("Offer lessons again")).clicked() {
            commands.push(Command::Set(Setting::OfferLessons));
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_are_checked_like_any_input() {
        for (size, read) in [
            ("1e30", 2.0),
            ("0", 1.0),
            ("-5", 1.0),
            ("1.25", 1.25),
            ("\"huge\"", 1.0),
            ("1e999", 1.0),
        ] {
            let stored = format!("{{\"theme\": \"dark\", \"text_size\": {size}}}");
            let settings = Settings::read(&stored);
            assert!((settings.text_size - read).abs() < f32::EPSILON, "{size}: {settings:?}");
            let theme = if size == "1e999" { Theme::Light } else { Theme::Dark };
            assert_eq!(settings.theme, theme, "{size}");
        }
        for nothing in ["", "[]", "{\"theme\": \"plaid\"}", "\u{feff}"] {
            assert_eq!(Settings::read(nothing), Settings::default(), "{nothing}");
        }
    }

    #[test]
    fn settings_are_written_and_read_back() {
        let settings = Settings {
            theme: Theme::Contrast,
            text_size: 1.5,
            latin_names: false,
            still: true,
            signals: Signals { buzz: true, sound: true },
            lessons_over: std::array::from_fn(|place| place % 2 == 0),
        };
        let stored = serde_json::to_string(&settings).unwrap();
        assert_eq!(Settings::read(&stored), settings);
    }
}
