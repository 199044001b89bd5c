//! The bar that leads to the other screens.

use egui::{
    Button, Context, Frame, Margin, Painter, Panel, Rect, RichText, Role, Sense, Stroke, Ui,
};
use egui::{Vec2, WidgetInfo, pos2, vec2};

use crate::message::{Message, message};
use crate::rules::drawing::Drawing;

use super::command::{Command, Place};
use super::language::{ShownText, fixed, tell};
use super::paint::{self, Facing};
use super::theme::{self, palette, touch};
use super::widgets::{choice, focus_ring, landmark, named};

/// From this width on, in points, a screen in the bottom bar has its name below its symbol.
const NAMED: f32 = 56.0;

/// The screens in the top bar of a wide window, and the button back to the battle with this
/// title.
pub(super) fn top_bar_ui(
    ui: &mut Ui,
    here: Place,
    battle: Option<&Message>,
    commands: &mut Vec<Command>,
) {
    let colours = palette(ui.ctx());
    let frame = Frame::new().fill(colours.panel).inner_margin(Margin::symmetric(10, 6));
    Panel::top("places").frame(frame).show_separator_line(false).show(ui, |ui| {
        landmark(ui, Role::Navigation, message!("Places"));
        let band = Rect::from_min_size(
            pos2(ui.max_rect().left() - 10.0, ui.max_rect().top() - 6.0),
            vec2(ui.max_rect().width() + 20.0, 9.0),
        );
        paint::meander(ui.painter(), band, colours.clay);
        ui.add_space(7.0);
        ui.horizontal(|ui| {
            if ui.available_width() > 760.0 {
                let title = RichText::new("Trierarch").family(theme::didot()).size(28.0);
                ui.label(title.color(colours.clay));
                ui.add_space(10.0);
            }
            ui.spacing_mut().item_spacing.x = 6.0;
            for place in Place::BAR {
                let name = fixed(place.name());
                if choice(ui, here == place, &name, &name).clicked() {
                    commands.push(Command::Go(place));
                }
            }
            if battle.is_some() {
                ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                    back_ui(ui, &message!("Back to the battle"), commands);
                });
            }
        });
    });
}

fn back_ui(ui: &mut Ui, text: &Message, commands: &mut Vec<Command>) {
    let text = text.text_for(ui.ctx()).into_owned();
    // A long title is cut off at the edge of the window.
    let button = Button::new(text).truncate().min_size(Vec2::splat(touch(ui.ctx())));
    if named(ui.add(button), message!("Back to the battle")).clicked() {
        commands.push(Command::Go(Place::Table));
    }
}

/// The screens in the bottom bar.
pub(super) fn bottom_bar_ui(
    ui: &mut Ui,
    here: Place,
    battle: Option<&Message>,
    commands: &mut Vec<Command>,
) {
    let colours = palette(ui.ctx());
    let frame = Frame::new().fill(colours.panel).inner_margin(Margin::symmetric(4, 4));
    Panel::bottom("places").frame(frame).show(ui, |ui| {
        landmark(ui, Role::Navigation, message!("Places"));
        ui.spacing_mut().item_spacing = vec2(2.0, 4.0);
        if let Some(title) = battle {
            ui.horizontal(|ui| {
                ui.set_min_width(ui.available_width());
                back_ui(ui, &message!("‹ {title}", title), commands);
            });
        }
        ui.horizontal(|ui| {
            let places = Place::BAR.len() as f32;
            let width = (ui.available_width() - 2.0 * (places - 1.0)) / places;
            for place in Place::BAR {
                if place_ui(ui, place, here == place, width).clicked() {
                    commands.push(Command::Go(place));
                }
            }
        });
    });
}

/// A screen in the bottom bar: its symbol, and its name if it fits.
fn place_ui(ui: &mut Ui, place: Place, here: bool, width: f32) -> egui::Response {
    let colours = palette(ui.ctx());
    let name = fixed(place.name()).text_for(ui.ctx()).into_owned();
    let is_named = width >= NAMED;
    let height = if is_named { 52.0 } else { touch(ui.ctx()) + 6.0 };
    let (rect, response) = ui.allocate_exact_size(vec2(width, height), Sense::click());
    let ink = if here { colours.on_sea } else { colours.ink };
    if here {
        ui.painter().rect_filled(rect, 8.0, colours.sea);
    }
    let middle = rect.center() - vec2(0.0, if is_named { 9.0 } else { 0.0 });
    let sign = Rect::from_center_size(middle, vec2((width - 8.0).min(40.0), 24.0));
    let ground = if here { colours.sea } else { colours.panel };
    sign_ui(ui, place, sign, [ink, ground]);
    if is_named {
        let font = egui::FontId::new(14.0, theme::bold());
        let words = ui.painter().layout_no_wrap(name.clone(), font, ink);
        let at = pos2(rect.center().x - words.size().x / 2.0, rect.bottom() - 20.0);
        ui.painter().galley(at, words, ink);
    }
    focus_ring(ui, &response);
    response.widget_info(|| WidgetInfo::selected(Role::RadioButton, true, here, &name));
    response
}

/// The symbol of a screen, drawn like figures on a Greek vase.
fn sign_ui(ui: &Ui, place: Place, rect: Rect, [ink, ground]: [egui::Color32; 2]) {
    let painter = ui.painter();
    match place {
        Place::Home | Place::Learn => temple_sign(painter, rect, ink),
        Place::Battles | Place::Table => {
            paint::silhouette(ui, rect, Drawing::Trireme, Facing::Right, [ink, ground]);
        }
        Place::Fleets => {
            let each = vec2(rect.width() * 0.62, rect.height() * 0.62);
            for at in [rect.left_top(), rect.right_bottom() - each] {
                let small = Rect::from_min_size(at, each);
                paint::silhouette(ui, small, Drawing::Penteconter, Facing::Right, [ink, ground]);
            }
        }
        Place::Print => page_sign(painter, rect, [ink, ground]),
        Place::Charts => {
            let stroke = Stroke::new(2.0, ink);
            let table = Rect::from_center_size(rect.center(), vec2(26.0, 20.0));
            painter.rect_stroke(table, 1.0, stroke, egui::StrokeKind::Inside);
            painter.rect_filled(table.with_max_y(table.top() + 7.0), 1.0, ink);
            painter.hline(table.x_range(), table.top() + 13.0, stroke);
            painter.vline(table.center().x, table.y_range(), stroke);
        }
        Place::Settings => {
            for (row, knob) in [(-7.0, 0.3), (0.0, 0.72), (7.0, 0.45)] {
                let y = rect.center().y + row;
                let line = Rect::from_center_size(rect.center(), vec2(26.0, 0.0));
                painter.hline(line.x_range(), y, Stroke::new(2.0, ink));
                painter.circle_filled(pos2(line.left() + 26.0 * knob, y), 3.5, ink);
            }
        }
    }
}

/// The front of a temple.
fn temple_sign(painter: &Painter, rect: Rect, ink: egui::Color32) {
    let front = Rect::from_center_size(rect.center(), vec2(26.0, 22.0));
    let eaves = front.top() + 8.0;
    let gable = vec![front.center_top(), pos2(front.right(), eaves), pos2(front.left(), eaves)];
    painter.add(egui::Shape::convex_polygon(gable, ink, Stroke::NONE));
    for column in [-8.5, 0.0, 8.5] {
        let across = egui::Rangef::new(eaves + 1.5, front.bottom() - 3.5);
        painter.vline(front.center().x + column, across, Stroke::new(3.5, ink));
    }
    painter.rect_filled(front.with_min_y(front.bottom() - 2.5), 0.0, ink);
}

/// A sheet of papyrus with lines on it.
fn page_sign(painter: &Painter, rect: Rect, [ink, ground]: [egui::Color32; 2]) {
    let page = Rect::from_center_size(rect.center(), vec2(18.0, 23.0));
    painter.rect_filled(page, 2.0, ink);
    for line in 1_u8..=4 {
        let y = page.top() + 4.6 * f32::from(line) - 0.3;
        let end = if line == 4 { 8.0 } else { 4.0 };
        let across = egui::Rangef::new(page.left() + 4.0, page.right() - end);
        painter.hline(across, y, Stroke::new(1.5, ground));
    }
}

/// A hint about the effect of dropping the file that is over the window.
pub(super) fn drop_hint_ui(ctx: &Context) {
    if ctx.input(|input| input.raw.hovered_files.is_empty()) {
        return;
    }
    let (colours, room) = (palette(ctx), ctx.content_rect());
    let layer = egui::LayerId::new(egui::Order::Foreground, egui::Id::unique("drop"));
    let painter = ctx.layer_painter(layer);
    painter.rect_filled(room, 0.0, colours.card.gamma_multiply(0.92));
    let edge = Stroke::new(4.0, colours.sea);
    painter.rect_stroke(room.shrink(12.0), 12.0, edge, egui::StrokeKind::Inside);
    let words = message!("Drop here: a fleet opens in the builder, a battle continues.");
    let words = tell(ctx, &words);
    let font = egui::FontId::new(26.0, theme::bold());
    let galley = painter.layout(words, font, colours.ink, room.width() - 80.0);
    painter.galley(room.center() - galley.size() / 2.0, galley, colours.ink);
}
