//! Draws QR codes.

use egui::{Rect, Sense, Ui, WidgetInfo, pos2, vec2};

use crate::fleet::share::QrSquares;
use crate::message::Message;

use super::language::ShownText as _;
use super::theme;

/// Draws the squares of a code, black on white in every theme, since that is
/// what phones read.
pub(super) fn qr_ui(ui: &mut Ui, squares: &QrSquares, name: &Message) {
    const MARGIN: f32 = 4.0;
    let across = squares.size as f32 + 2.0 * MARGIN;
    let points = ui.pixels_per_point();
    // Whole pixels for each square, so that all have the same width.
    let room = ui.available_width().min(420.0) * points;
    let side = (room / across).floor().max(1.0) / points;
    let (rect, response) = ui.allocate_exact_size(vec2(side, side) * across, Sense::hover());
    let name = name.text_for(&response.ctx).into_owned();
    response.widget_info(|| WidgetInfo::labeled(egui::Role::Image, true, &name));
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
