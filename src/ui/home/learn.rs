//! The lessons: one for each game.

use egui::{ScrollArea, Ui, vec2};

use crate::message::message;
use crate::session::Lesson;
use crate::ui::command::Command;
use crate::ui::language::rich;
use crate::ui::theme::{self, palette};
use crate::ui::widgets::{WIDE, aside, heading, main_button, named, sheet};

use super::frieze::{fleets_of, frieze_ui};
use super::ground_ui;

/// Draws the lessons, each with the game that it teaches.
pub(in super::super) fn learn_ui(ui: &mut Ui, commands: &mut Vec<Command>) {
    ground_ui(ui, message!("Choose a lesson"), |ui| {
        ScrollArea::vertical().auto_shrink([false, false]).show(ui, |ui| {
            ui.spacing_mut().item_spacing.y = 8.0;
            heading(ui, message!("Learn a game"));
            aside(ui, message!("A lesson is a small battle with a hint for every step."));
            let columns = if ui.available_width() >= WIDE { 2 } else { 1 };
            for row in Lesson::all().chunks(columns) {
                ui.columns(columns, |cells| {
                    for (cell, lesson) in cells.iter_mut().zip(row) {
                        sheet(cell, |ui| {
                            ui.set_min_height(if columns > 1 { 190.0 } else { 0.0 });
                            lesson_ui(ui, lesson, commands);
                        });
                    }
                });
            }
            ui.add_space(12.0);
        });
    });
}

fn lesson_ui(ui: &mut Ui, lesson: &Lesson, commands: &mut Vec<Command>) {
    let colours = palette(ui.ctx());
    let (game, about) = (lesson.system().name(), lesson.system().about());
    ui.horizontal_top(|ui| {
        if let Some(fleets) = fleets_of(&lesson.slug()) {
            let width = (ui.available_width() * 0.32).min(168.0);
            frieze_ui(ui, vec2(width, width * 0.5), fleets, message!("Ships of the lesson"));
        }
        ui.vertical(|ui| {
            ui.spacing_mut().item_spacing.y = 2.0;
            ui.label(rich(ui, game).family(theme::bold()).size(19.0).color(colours.ink));
            ui.label(rich(ui, about.like).size(16.0).color(colours.ink));
        });
    });
    aside(ui, &lesson.summary);
    let start = main_button(ui, message!("Start the lesson"), 190.0);
    if named(start, message!("Start the lesson of {game}", game)).clicked() {
        commands.push(Command::StartReady(lesson.slug()));
    }
}
