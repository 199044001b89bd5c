//! How the table is laid out: three columns where there is room, tabs where
//! there is not.

use egui::{Margin, Panel, RichText, Ui};

use crate::rules::Side;
use crate::ui::command::{Tab, TableCommand};
use crate::ui::paint;
use crate::ui::theme::{self, palette};
use crate::ui::widgets::{aside, choice, heading, main_button, named, quiet_button, sheet};

use super::state::Table;
use super::{cards, log, order, result};

/// From this width on, both sides' cards stand beside the order in hand.
const WIDE: f32 = 900.0;

/// Draws the battle; what the player wants is added to `commands`.
pub fn table_ui(ui: &mut Ui, table: &Table, commands: &mut Vec<TableCommand>) {
    if let Some(side) = table.hand_over_to() {
        cover_ui(ui, table, side, commands);
        return;
    }
    let width = ui.available_width();
    if width >= WIDE {
        let column = (width * 0.27).clamp(250.0, 360.0);
        let frame = egui::Frame::new().fill(palette(ui.ctx()).panel).inner_margin(Margin {
            left: 10,
            right: 6,
            top: 8,
            bottom: 0,
        });
        Panel::left("side A").resizable(false).exact_size(column).frame(frame).show(ui, |ui| {
            side_heading(ui, table, Side::A, commands);
            cards::side_ui(ui, table, Side::A, commands);
        });
        Panel::right("side B").resizable(false).exact_size(column).frame(frame).show(ui, |ui| {
            side_heading(ui, table, Side::B, commands);
            cards::side_ui(ui, table, Side::B, commands);
        });
    }
    let ground = palette(ui.ctx()).ground;
    let frame = egui::Frame::new().fill(ground).inner_margin(Margin::symmetric(12, 8));
    egui::CentralPanel::default_margins().frame(frame).show(ui, |ui| {
        tabs_ui(ui, table, width >= WIDE, commands);
        match table.tab {
            Tab::Log => log::log_ui(ui, table, commands),
            Tab::Ships(side) if width < WIDE => {
                side_heading(ui, table, side, commands);
                cards::side_ui(ui, table, side, commands);
            }
            Tab::Order | Tab::Ships(_) => order::order_ui(ui, table, commands),
        }
    });
}

fn side_heading(ui: &mut Ui, table: &Table, side: Side, commands: &mut Vec<TableCommand>) {
    let colours = palette(ui.ctx());
    let battle = table.battle();
    let mine = |tag: &crate::rules::Tag| battle.holder(*tag) == side && battle.in_play(*tag);
    let count = battle.tags().iter().filter(|tag| mine(tag)).count();
    let (name, wide) = (battle.side_name(side), ui.available_width() > 420.0);
    // A long name takes a smaller type before it takes a second line.
    let points = if wide || name.chars().count() <= 20 { 21.0 } else { 18.0 };
    ui.spacing_mut().item_spacing.y = 2.0;
    ui.label(RichText::new(name).family(theme::didot()).size(points).color(colours.clay));
    aside(ui, &format!("Side {side}, {count} left"));
    eyes_ui(ui, table, side, commands);
    ui.add_space(4.0);
}

/// Where a side keeps something secret: its own eyes, and shut again.
fn eyes_ui(ui: &mut Ui, table: &Table, side: Side, commands: &mut Vec<TableCommand>) {
    let over = table.session.battle().winner().is_some();
    if table.secret_of.is_some() || !table.view.secrets || over {
        return;
    }
    let open = table.in_hands_of == Some(side);
    let text = if open { "Hide again" } else { "Show what is secret" };
    let name = format!("{text}: {}", table.battle().side_name(side));
    if named(quiet_button(ui, true, text), &name).clicked() {
        commands.push(TableCommand::LookAs((!open).then_some(side)));
    }
}

/// The tabs, and undo and redo beside them: one row, also on a phone.
fn tabs_ui(ui: &mut Ui, table: &Table, wide: bool, commands: &mut Vec<TableCommand>) {
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 5.0;
        let mut tab = |ui: &mut Ui, tab: Tab, text: &str, name: &str| {
            let shown = table.tab == tab || (wide && tab == Tab::Order && table.tab != Tab::Log);
            if choice(ui, shown, true, text, name).clicked() {
                commands.push(TableCommand::Show(tab));
            }
        };
        tab(ui, Tab::Order, "Order", "Order in hand");
        if !wide {
            for side in [Side::A, Side::B] {
                let name = format!("Ships of {}", table.battle().side_name(side));
                tab(ui, Tab::Ships(side), side.slug(), &name);
            }
        }
        tab(ui, Tab::Log, "Log", "Log of the battle");
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            undo_redo_ui(ui, table, wide, commands);
        });
    });
}

/// Undo and redo: in words where there is room, else as bent arrows.
fn undo_redo_ui(ui: &mut Ui, table: &Table, wide: bool, commands: &mut Vec<TableCommand>) {
    let (cursor, all) = (table.session.cursor(), table.session.log().len());
    let mut button = |ui: &mut Ui, enabled: bool, word: &str, name: &str, command| {
        let text = if wide { word } else { "" };
        let response = quiet_button(ui, enabled, text);
        if !wide {
            let colours = palette(ui.ctx());
            let ink = if enabled { colours.ink } else { colours.quiet };
            paint::bent_arrow(ui.painter(), response.rect.shrink(12.0), word == "Undo", ink);
        }
        if named(response, name).clicked() {
            commands.push(command);
        }
    };
    button(ui, cursor < all, "Redo", "Redo the next order", TableCommand::Redo);
    button(ui, cursor > 0, "Undo", "Undo the last order", TableCommand::Undo);
}

/// Nothing that is secret is shown until the device is in the right hands; what
/// both sides have just thrown for stays in their sight.
fn cover_ui(ui: &mut Ui, table: &Table, side: Side, commands: &mut Vec<TableCommand>) {
    let colours = palette(ui.ctx());
    let name = table.battle().side_name(side).to_owned();
    let frame = egui::Frame::new().fill(colours.ground).inner_margin(Margin::same(24));
    egui::CentralPanel::default_margins().frame(frame).show(ui, |ui| {
        ui.vertical_centered(|ui| {
            ui.add_space(ui.available_height() * 0.2);
            heading(ui, &table.view.guide.headline.to_string());
            let words = format!("Hand the device to {name}");
            let words = RichText::new(words).family(theme::didot()).size(30.0).color(colours.ink);
            ui.label(words);
            let why = format!(
                "What comes next is secret. The other side looks away until {name} is done."
            );
            ui.label(RichText::new(why).color(colours.quiet));
            ui.add_space(16.0);
            if main_button(ui, &format!("I am {name}"), 260.0).clicked() {
                commands.push(TableCommand::HandOver(side));
            }
            ui.add_space(24.0);
        });
        if let Some(seen) = table.last_result().filter(|seen| !seen.secret) {
            egui::ScrollArea::vertical().id_salt("last result").show(ui, |ui| {
                narrowed(ui, |ui| sheet(ui, |ui| result::result_ui(ui, table, seen, commands)));
            });
        }
    });
}

/// In the middle, no wider than a sheet reads well.
fn narrowed(ui: &mut Ui, contents: impl FnOnce(&mut Ui)) {
    let width = ui.available_width().min(560.0);
    let margin = (ui.available_width() - width) / 2.0;
    ui.horizontal_top(|ui| {
        ui.add_space(margin);
        ui.vertical(|ui| {
            ui.set_width(width);
            contents(ui);
        });
    });
}
