//! Odds and distributions, drawn.

use egui::{Align2, FontId, Rect, RichText, Sense, Stroke, Ui, pos2, vec2};

use crate::ui::theme::{self, palette};
use crate::ui::widgets::{caption, tight_row};

use super::odds::{Forecast, Plot, Share};

/// One bar cut into outcomes, its legend, and the numbers that may move.
pub(super) fn forecast_ui(ui: &mut Ui, forecast: &Forecast) {
    caption(ui, "The odds");
    bar_ui(ui, &forecast.outcomes);
    legend_ui(ui, &forecast.outcomes);
    for plot in &forecast.plots {
        plot_ui(ui, plot);
    }
}

fn letter(at: usize) -> char {
    char::from(b'a' + u8::try_from(at % 26).unwrap_or(0))
}

/// The bar. Each piece has its percentage where it is wide enough, or else the
/// letter that the legend gives it.
fn bar_ui(ui: &mut Ui, outcomes: &[Share]) {
    let colours = palette(ui.ctx());
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), 36.0), Sense::hover());
    let says: Vec<String> = outcomes.iter().map(|o| format!("{} {}", o.label, o.shown)).collect();
    let says = format!("The odds: {}", says.join(", "));
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Image, true, &says));
    let painter = ui.painter();
    let mut x = rect.left();
    for (at, outcome) in outcomes.iter().enumerate() {
        let width = rect.width() * outcome.chance;
        let piece = Rect::from_min_size(pos2(x, rect.top()), vec2(width, rect.height()));
        x += width;
        let (fill, ink) = (colours.outcomes[at % 6], colours.on_outcomes[at % 6]);
        painter.rect_filled(piece, 0.0, fill);
        let edge = Stroke::new(1.0, colours.card);
        painter.vline(piece.right(), piece.y_range(), edge);
        let font = FontId::new(17.0, theme::bold());
        let text = if width > 48.0 {
            outcome.shown.clone()
        } else if width > 14.0 {
            letter(at).to_string()
        } else {
            continue;
        };
        painter.text(piece.center(), Align2::CENTER_CENTER, text, font, ink);
    }
    let edge = Stroke::new(colours.stroke, colours.ink);
    painter.rect_stroke(rect, 2.0, edge, egui::StrokeKind::Outside);
}

fn legend_ui(ui: &mut Ui, outcomes: &[Share]) {
    let colours = palette(ui.ctx());
    tight_row(ui, |ui| {
        ui.spacing_mut().item_spacing = vec2(6.0, 2.0);
        for (at, outcome) in outcomes.iter().enumerate() {
            let words = format!("{} {}", outcome.label, outcome.shown);
            let galley = egui::WidgetText::from(RichText::new(words).color(colours.ink))
                .into_galley(ui, Some(egui::TextWrapMode::Extend), 0.0, egui::TextStyle::Body);
            let size = vec2(galley.size().x + 34.0, 24.0);
            let (rect, _) = ui.allocate_exact_size(size, Sense::hover());
            let swatch = Rect::from_min_size(rect.left_top() + vec2(0.0, 3.0), vec2(18.0, 18.0));
            let (fill, ink) = (colours.outcomes[at % 6], colours.on_outcomes[at % 6]);
            let edge = Stroke::new(1.0, colours.ink);
            ui.painter().rect(swatch, 2.0, fill, edge, egui::StrokeKind::Inside);
            let font = FontId::new(14.0, theme::bold());
            ui.painter().text(swatch.center(), Align2::CENTER_CENTER, letter(at), font, ink);
            let text = pos2(swatch.right() + 6.0, rect.center().y - galley.size().y / 2.0);
            ui.painter().galley(text, galley, colours.ink);
        }
    });
}

/// A number's distribution: a column a value, the middle eight tenths dark, a
/// mark at what it is now.
fn plot_ui(ui: &mut Ui, plot: &Plot) {
    let colours = palette(ui.ctx());
    let text = format!(
        "{}: now {}, on average {}, mostly {} to {}",
        plot.label,
        plot.now,
        decimal(plot.mean),
        plot.span.0,
        plot.span.1
    );
    ui.add_space(4.0);
    ui.label(RichText::new(text).size(16.0).color(colours.ink));
    let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), 44.0), Sense::hover());
    let (Some((first, _)), Some((last, _))) = (plot.values.first(), plot.values.last()) else {
        return;
    };
    let (lowest, highest) = ((*first).min(plot.now), (*last).max(plot.now));
    let count = (highest - lowest + 1).max(1) as f32;
    let top = plot.values.iter().map(|(_, chance)| *chance).fold(0.0, f32::max);
    let font = FontId::proportional(14.0);
    let columns = Rect::from_min_max(rect.min, rect.max - vec2(0.0, 14.0));
    // A few values stay columns, and do not grow into walls.
    let step = (columns.width() / count).min(34.0);
    let painter = ui.painter();
    let middle = |value: i64| columns.left() + step * ((value - lowest) as f32 + 0.5);
    for (value, chance) in &plot.values {
        let height = columns.height() * (chance / top);
        let column = Rect::from_min_max(
            pos2(middle(*value) - step * 0.42, columns.bottom() - height.max(1.0)),
            pos2(middle(*value) + step * 0.42, columns.bottom()),
        );
        let usual = (plot.span.0..=plot.span.1).contains(value);
        painter.rect_filled(column, 0.0, if usual { colours.clay } else { colours.line });
    }
    let base = Stroke::new(1.0, colours.quiet);
    painter.hline(columns.left()..=columns.left() + step * count, columns.bottom(), base);
    // As many numbers under the columns as there is room for.
    let mut free_from = f32::MIN;
    for value in lowest..=highest {
        if middle(value) < free_from {
            continue;
        }
        free_from = middle(value) + 30.0;
        let (text, colour) = if value == plot.now {
            (format!("{value}"), colours.ink)
        } else {
            (format!("{value}"), colours.quiet)
        };
        let at = pos2(middle(value), rect.bottom());
        painter.text(at, Align2::CENTER_BOTTOM, text, font.clone(), colour);
    }
}

/// One place after the point, where it says something.
fn decimal(number: f32) -> String {
    let text = format!("{number:.1}");
    text.strip_suffix(".0").map(str::to_owned).unwrap_or(text)
}
