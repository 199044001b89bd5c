//! Saving a fleet, and sending it to the other side of the table.

use egui::{Rect, Sense, Ui, WidgetInfo, pos2, vec2};

use crate::fleet::{export, share};
use crate::ui::command::BuilderCommand;
use crate::ui::theme::{self, palette};
use crate::ui::widgets::{
    aside, caption, coloured, heading, named, quiet_button, sheet, text_field,
};

use super::fields::lines_field;
use super::{Builder, Work};

/// Everything that takes a fleet elsewhere.
pub(super) fn share_ui(
    ui: &mut Ui,
    builder: &Builder,
    work: &Work,
    wanted: &mut Vec<BuilderCommand>,
) {
    heading(ui, "Save it");
    sheet(ui, |ui| save_ui(ui, builder, work, wanted));
    heading(ui, "Share it");
    sheet(ui, |ui| {
        let file = work.draft.text();
        match share::to_link(&file) {
            Ok(link) => send_ui(ui, work, &file, &link),
            Err(fault) => {
                coloured(ui, &format!("It cannot be shared: {fault}."), palette(ui.ctx()).bad);
            }
        }
    });
}

fn save_ui(ui: &mut Ui, builder: &Builder, work: &Work, wanted: &mut Vec<BuilderCommand>) {
    match &work.file {
        Some(file) if work.is_changed() => aside(ui, &format!("Not saved since it was {file}.")),
        Some(file) => aside(ui, &format!("Saved as {file}.")),
        None => aside(ui, "Not saved as a file yet."),
    };
    ui.horizontal_wrapped(|ui| {
        if named(quiet_button(ui, work.file.is_some(), "Save"), "Save the fleet").clicked() {
            wanted.push(BuilderCommand::Save);
        }
        if named(quiet_button(ui, true, "Save as…"), "Save the fleet as").clicked() {
            wanted.push(BuilderCommand::SaveAs);
        }
        if cfg!(target_arch = "wasm32") {
            return;
        }
        let hint = "or the path of a file";
        let name = "Path to save the fleet at";
        if let Some(path) = text_field(ui, &builder.path, name, hint, 300.0) {
            wanted.push(BuilderCommand::TypePath(path));
        }
        let typed = !builder.path.trim().is_empty();
        if named(quiet_button(ui, typed, "Save there"), "Save the fleet there").clicked() {
            wanted.push(BuilderCommand::SaveToPath);
        }
    });
    if !cfg!(target_arch = "wasm32") {
        aside(ui, "If no window opens to choose in, the desktop has none to offer: type the path.");
    }
}

fn send_ui(ui: &mut Ui, work: &Work, file: &str, link: &str) {
    caption(ui, "As a code to scan");
    match share::qr(link) {
        Ok(squares) => qr_ui(ui, &squares, &work.name()),
        Err(fault) => {
            aside(ui, &format!("For this one, {fault}."));
        }
    }
    caption(ui, "As a link");
    copy_ui(ui, link, "Copy the link");
    caption(ui, "As text for a message");
    if let Ok(block) = share::to_block(&work.name(), file) {
        // What is shown may be selected and copied; it cannot be changed.
        let _ = lines_field(ui, &block, "The fleet as text", "", 4);
        copy_ui(ui, &block, "Copy the text");
    }
    if let Some(fleet) = &work.check.fleet {
        caption(ui, "For other programs");
        ui.horizontal_wrapped(|ui| {
            copy_ui(ui, &export::csv(fleet), "Copy the table (CSV)");
            copy_ui(ui, &export::json(fleet), "Copy the roster (JSON)");
        });
    }
}

fn copy_ui(ui: &mut Ui, text: &str, name: &str) {
    if named(quiet_button(ui, true, name), name).clicked() {
        ui.ctx().copy_text(text.to_owned());
    }
}

/// The squares of a code, black on white in every theme: that is what phones
/// read.
fn qr_ui(ui: &mut Ui, squares: &share::QrSquares, name: &str) {
    const MARGIN: f32 = 4.0;
    let across = squares.size as f32 + 2.0 * MARGIN;
    let points = ui.pixels_per_point();
    // Whole pixels a square, so that none is wider than the next.
    let room = ui.available_width().min(420.0) * points;
    let side = (room / across).floor().max(1.0) / points;
    let (rect, response) = ui.allocate_exact_size(vec2(side, side) * across, Sense::hover());
    let says = format!("Code of {name}");
    response.widget_info(|| WidgetInfo::labeled(egui::Role::Image, true, &says));
    let corner = (rect.min * points).round() / points;
    let painter = ui.painter();
    painter.rect_filled(Rect::from_min_size(corner, rect.size()), 0.0, theme::grey(1.0));
    for row in 0..squares.size {
        for column in (0..squares.size).filter(|column| squares.is_dark(*column, row)) {
            let at = vec2(column as f32 + MARGIN, row as f32 + MARGIN) * side;
            let square = Rect::from_min_size(pos2(corner.x, corner.y) + at, vec2(side, side));
            painter.rect_filled(square, 0.0, theme::grey(0.0));
        }
    }
}
