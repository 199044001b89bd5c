//! The harbour: battles to begin.

use egui::{CentralPanel, Frame, Margin, RichText, ScrollArea, Ui};

use crate::fleet::library;
use crate::rules::SystemTag;

use super::command::{Command, Place};
use super::theme::palette;
use super::widgets::{aside, heading, main_button, named, quiet_button, sheet};

/// What is being chosen in the harbour.
#[derive(Debug, Default)]
pub(super) struct Harbour {}

/// Draws the harbour.
pub(super) fn harbour_ui(ui: &mut Ui, _harbour: &Harbour, commands: &mut Vec<Command>) {
    let colours = palette(ui.ctx());
    let frame = Frame::new().fill(colours.ground).inner_margin(Margin::symmetric(14, 8));
    CentralPanel::default_margins().frame(frame).show(ui, |ui| {
        ScrollArea::vertical().auto_shrink([false, false]).show(ui, |ui| {
            for system in SystemTag::ALL {
                heading(ui, system.name());
                for battle in library::battles().iter().filter(|b| b.system == *system) {
                    sheet(ui, |ui| {
                        heading(ui, &battle.name);
                        ui.label(RichText::new(&battle.summary).color(colours.ink));
                        aside(ui, &format!("{} minutes", battle.minutes));
                        let name = format!("Begin {}", battle.name);
                        if named(quiet_button(ui, true, "Begin"), &name).clicked() {
                            commands.push(Command::StartReady(battle.slug.clone()));
                        }
                    });
                }
            }
        });
    });
}

/// The table before there is a battle.
pub(super) fn empty_table_ui(ui: &mut Ui, commands: &mut Vec<Command>) {
    let colours = palette(ui.ctx());
    let frame = Frame::new().fill(colours.ground).inner_margin(Margin::same(24));
    CentralPanel::default_margins().frame(frame).show(ui, |ui| {
        ui.vertical_centered(|ui| {
            ui.add_space(ui.available_height() * 0.25);
            heading(ui, "No battle is on the table");
            aside(ui, "Choose one in the harbour: a ready battle begins with one tap.");
            ui.add_space(12.0);
            if main_button(ui, "To the harbour", 240.0).clicked() {
                commands.push(Command::Go(Place::Harbour));
            }
        });
    });
}
