//! Controls that every screen uses: large enough for a finger, each with a name.

use std::sync::Arc;

use egui::{
    Align, Align2, Button, Color32, Event, FontId, Frame, Key, Margin, Response, RichText, Role,
    Sense, Stroke, TextEdit, TextStyle, Ui, Vec2, WidgetInfo, WidgetText, vec2,
};

use egui::collapsing_header::CollapsingState;

use super::announcer::{Topic, announce};
use super::language::{ShownText, written_otherwise};
use super::paint;
use super::theme::{self, palette, touch};
use crate::message::{Message, message};
use crate::rules::drawing::Icon;

/// Below this width, in points, the window is treated as a phone's: a battle
/// fills it.
pub(super) const PHONE: f32 = 620.0;

/// Below this height, in points, it is a phone in landscape.
const LOW: f32 = 480.0;

/// Whether a window is so low that a battle needs all of it, and parts are side by side instead
/// of one below the other.
pub(super) fn is_low(ctx: &egui::Context) -> bool {
    let room = ctx.content_rect();
    room.height() < LOW && room.width() >= PHONE
}

/// Whether a battle takes the whole window.
pub(super) fn is_small(ctx: &egui::Context) -> bool {
    ctx.content_rect().width() < PHONE || is_low(ctx)
}

/// Gives a control the name that a screen reader says and the tests look for.
pub(super) fn named(response: Response, name: impl ShownText) -> Response {
    let name = name.text_for(&response.ctx).into_owned();
    let enabled = response.enabled();
    response.widget_info(|| WidgetInfo::labeled(Role::Button, enabled, &name));
    follow_focus(&response);
    let why = (!enabled).then(|| response.ctx.data(|data| data.get_temp::<String>(why_off())));
    match why.flatten() {
        Some(why) => off_because(response, why),
        None => response,
    }
}

/// The place of the reason why the controls being drawn are off.
fn why_off() -> egui::Id {
    egui::Id::unique("why controls are off")
}

/// Shows why a control is off, beside the pointer and to a screen reader.
pub(super) fn off_because(response: Response, why: impl ShownText) -> Response {
    if response.enabled() {
        return response;
    }
    let why = why.text_for(&response.ctx).into_owned();
    response.ctx.accesskit_node_builder(response.id, |node| node.set_description(why.as_str()));
    response.on_disabled_hover_text(why)
}

/// Draws controls. With a reason against them they are off, and each shows it.
pub(super) fn off_if<R>(ui: &mut Ui, why: Option<&Message>, add: impl FnOnce(&mut Ui) -> R) -> R {
    let before = ui.data(|data| data.get_temp::<String>(why_off()));
    if let Some(why) = why {
        let why = why.text_for(ui.ctx()).into_owned();
        ui.data_mut(|data| data.insert_temp(why_off(), why));
    }
    let added = ui.add_enabled_ui(why.is_none(), add).inner;
    ui.data_mut(|data| match before {
        Some(before) => {
            data.insert_temp(why_off(), before);
        }
        None => data.remove::<String>(why_off()),
    });
    added
}

/// A text that is also announced when it appears or changes.
pub(super) fn announced_ui(ui: &mut Ui, topic: Topic, text: impl ShownText, colour: Color32) {
    let text = text.text_for(ui.ctx()).into_owned();
    announce(ui.ctx(), topic, &text);
    ui.label(RichText::new(text).color(colour));
}

/// Makes words a heading of this level, so that a screen reader can go from one to the next.
pub(super) fn as_heading(response: &Response, text: &str, level: usize) {
    response.ctx.accesskit_node_builder(response.id, |node| {
        node.set_role(Role::Heading);
        node.set_level(level);
        node.set_label(text);
        node.clear_value();
    });
}

/// Names a part of the window, so that a screen reader can find it.
pub(super) fn landmark(ui: &Ui, role: Role, name: impl ShownText) {
    let name = name.text_for(ui.ctx()).into_owned();
    ui.ctx().accesskit_node_builder(ui.unique_id(), |node| {
        node.set_role(role);
        node.set_label(name);
    });
}

/// Scrolls to the control that has just got the keyboard focus.
pub(super) fn follow_focus(response: &Response) {
    if response.gained_focus() && !response.is_pointer_button_down_on() {
        response.scroll_to_me(None);
    }
}

/// The height of a line of a main button, in points.
pub(super) const MAIN_LINE: f32 = 26.0;

/// The main button: sea blue, with cream text, as high as its words.
pub(super) fn main_button(ui: &mut Ui, text: impl ShownText, width: f32) -> Response {
    let text = text.text_for(ui.ctx()).into_owned();
    let words = centred(ui, &text, main_words(ui), vec2(width - 24.0, f32::INFINITY));
    let height = (words.size().y + 16.0).max(touch(ui.ctx()) + 8.0);
    sea_button(ui, None, words, text, vec2(width, height))
}

/// The same with a fixed size and a symbol: words that do not fit are cut short on the screen,
/// but not for a screen reader.
pub(super) fn signed_button(
    ui: &mut Ui,
    sign: Option<Icon>,
    text: impl ShownText,
    size: Vec2,
) -> Response {
    let text = text.text_for(ui.ctx()).into_owned();
    let room = if sign.is_some() && size.x > 240.0 { 2.0 * 44.0 } else { 16.0 };
    let words = centred(ui, &text, main_words(ui), size - vec2(room, 0.0));
    sea_button(ui, sign.filter(|_| room > 16.0), words, text, size)
}

fn main_words(ui: &Ui) -> egui::TextFormat {
    egui::TextFormat::simple(FontId::new(20.0, theme::bold()), palette(ui.ctx()).on_sea)
}

/// Words in as many lines as fit in this space.
fn centred(
    ui: &Ui,
    text: &str,
    format: egui::TextFormat,
    room: Vec2,
) -> std::sync::Arc<egui::Galley> {
    let line = ui.fonts_mut(|fonts| fonts.row_height(&format.font_id));
    let mut words = egui::text::LayoutJob::single_section(text.to_owned(), format);
    words.wrap.max_width = room.x.max(1.0);
    if room.y.is_finite() {
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a few lines")]
        let rows = (room.y / line).max(1.0) as usize;
        words.wrap.max_rows = rows;
    }
    words.halign = Align::Center;
    ui.painter().layout_job(words)
}

fn sea_button(
    ui: &mut Ui,
    sign: Option<Icon>,
    words: std::sync::Arc<egui::Galley>,
    name: String,
    size: Vec2,
) -> Response {
    let colours = palette(ui.ctx());
    let (rect, response) = ui.allocate_exact_size(size, Sense::click());
    if ui.is_rect_visible(rect) {
        let pressed = response.is_pointer_button_down_on();
        let fill = if pressed { colours.ink } else { colours.sea };
        ui.painter().rect_filled(rect, 6.0, fill);
        // Centred lines are placed by their middle.
        let at = rect.center() - vec2(0.0, words.size().y / 2.0);
        ui.painter().galley(at, words, colours.on_sea);
        if let Some(sign) = sign {
            let middle = egui::pos2(rect.left() + 26.0, rect.center().y);
            let place = egui::Rect::from_center_size(middle, Vec2::splat(34.0));
            paint::sign(ui, place, sign, [colours.on_sea, fill]);
        }
        focus_ring(ui, &response);
    }
    named(response, name)
}

/// The alternative, beside a main button and as high as it: words that do not fit are cut short
/// on the screen, but not for a screen reader.
pub(super) fn second_button(ui: &mut Ui, text: impl ShownText, size: Vec2) -> Response {
    let text = text.text_for(ui.ctx()).into_owned();
    let colours = palette(ui.ctx());
    let format = egui::TextFormat::simple(TextStyle::Button.resolve(ui.style()), colours.ink);
    let words = centred(ui, &text, format, size - vec2(12.0, 0.0));
    let (rect, response) = ui.allocate_exact_size(size, Sense::click());
    let fill = if response.is_pointer_button_down_on() { colours.line } else { colours.sea_wash };
    let edge = Stroke::new(colours.stroke, colours.sea);
    ui.painter().rect(rect, 6.0, fill, edge, egui::StrokeKind::Inside);
    let at = rect.center() - vec2(0.0, words.size().y / 2.0);
    ui.painter().galley(at, words, colours.ink);
    focus_ring(ui, &response);
    named(response, text)
}

/// Buttons of one width and height side by side, their words broken if necessary. Returns the
/// index of the one that was pressed.
pub(super) fn quiet_row(ui: &mut Ui, words: &[(impl ShownText, impl ShownText)]) -> Option<usize> {
    let colours = palette(ui.ctx());
    let (galleys, size) = in_quiet_row(ui, words);
    let mut pressed = None;
    ui.horizontal(|ui| {
        for (at, (galley, (_, name))) in galleys.into_iter().zip(words).enumerate() {
            let (rect, response) = ui.allocate_exact_size(size, Sense::click());
            let down = response.is_pointer_button_down_on();
            let fill = if down { colours.line } else { colours.sea_wash };
            let edge = ui.visuals().widgets.inactive.bg_stroke;
            ui.painter().rect(rect, 6.0, fill, edge, egui::StrokeKind::Inside);
            let at_middle = rect.center() - vec2(0.0, galley.size().y / 2.0);
            ui.painter().galley(at_middle, galley, colours.ink);
            focus_ring(ui, &response);
            if named(response, name.text_for(ui.ctx()).into_owned()).clicked() {
                pressed = Some(at);
            }
        }
    });
    pressed
}

/// The height of a row of these buttons.
pub(super) fn quiet_row_height(ui: &Ui, words: &[(impl ShownText, impl ShownText)]) -> f32 {
    in_quiet_row(ui, words).1.y
}

/// The broken words of a row of buttons, and the size of each button.
fn in_quiet_row(
    ui: &Ui,
    words: &[(impl ShownText, impl ShownText)],
) -> (Vec<Arc<egui::Galley>>, Vec2) {
    let colours = palette(ui.ctx());
    let gap = ui.spacing().item_spacing.x;
    let width = (ui.available_width() + gap) / words.len() as f32 - gap;
    let galleys = words.iter().map(|(text, _)| {
        let text = text.text_for(ui.ctx()).into_owned();
        let font = TextStyle::Button.resolve(ui.style());
        let format = egui::TextFormat::simple(font, colours.ink);
        let mut job = egui::text::LayoutJob::single_section(text, format);
        job.wrap.max_width = width - 12.0;
        job.halign = egui::Align::Center;
        ui.painter().layout_job(job)
    });
    let galleys: Vec<_> = galleys.collect();
    let highest = galleys.iter().map(|galley| galley.size().y).fold(0.0, f32::max);
    (galleys, vec2(width, (highest + 12.0).max(touch(ui.ctx()))))
}

/// Whether Enter was pressed while no control has the keyboard: it then presses the main
/// button. Holding it down counts once.
pub(super) fn enter_pressed(ctx: &egui::Context) -> bool {
    let free = ctx.memory(|memory| memory.focused().is_none());
    free && ctx.input(|input| {
        input.events.iter().any(|event| {
            matches!(event, Event::Key { key: Key::Enter, pressed: true, repeat: false, .. })
        })
    })
}

/// Whether the main button was pressed, by a tap or by Enter, the key that a screen reader
/// names for it.
pub(super) fn main_pressed(button: &Response) -> bool {
    button.ctx.accesskit_node_builder(button.id, |node| node.set_keyboard_shortcut("Enter"));
    button.clicked() || button.enabled() && enter_pressed(&button.ctx)
}

/// The width of a button with these words.
pub(super) fn button_width(ui: &Ui, text: impl ShownText) -> f32 {
    let words = WidgetText::from(RichText::new(text.text_for(ui.ctx())));
    let wrap = Some(egui::TextWrapMode::Extend);
    let galley = words.into_galley(ui, wrap, f32::INFINITY, TextStyle::Button);
    galley.size().x + 2.0 * ui.spacing().button_padding.x
}

/// A row of controls smaller than a finger, which is only as high as they are.
pub(super) fn tight_row<R>(ui: &mut Ui, add: impl FnOnce(&mut Ui) -> R) -> R {
    ui.scope(|ui| {
        ui.spacing_mut().interact_size.y = 18.0;
        ui.horizontal_wrapped(add).inner
    })
    .inner
}

/// A button as wide as the column, with its text at the left, and a second line below it if
/// there is one.
pub(super) fn row_button(
    ui: &mut Ui,
    text: impl ShownText,
    more: impl ShownText,
    name: impl ShownText,
) -> Response {
    signed_row(ui, None, text, more, name)
}

/// The gap between the words of a row and the note beside them, in points.
const BESIDE: f32 = 14.0;

/// The same with a symbol.
pub(super) fn signed_row(
    ui: &mut Ui,
    sign: Option<Icon>,
    text: impl ShownText,
    more: impl ShownText,
    name: impl ShownText,
) -> Response {
    let left = if sign.is_some() { 48.0 } else { 14.0 };
    let text = text.text_for(ui.ctx()).into_owned();
    let more = more.text_for(ui.ctx()).into_owned();
    let colours = palette(ui.ctx());
    let width = ui.available_width();
    let lay = |ui: &Ui, words: RichText| {
        WidgetText::from(words).into_galley(
            ui,
            Some(egui::TextWrapMode::Wrap),
            width - left - 30.0,
            TextStyle::Button,
        )
    };
    let words = lay(ui, RichText::new(text).color(colours.ink));
    let under =
        (!more.is_empty()).then(|| lay(ui, RichText::new(more).size(15.0).color(colours.quiet)));
    // The second text is beside it if both fit on a line.
    let room = width - left - 30.0 - words.size().x - BESIDE;
    let beside =
        under.as_ref().is_some_and(|galley| galley.rows.len() == 1 && galley.size().x <= room);
    let below = under.as_ref().filter(|_| !beside).map_or(0.0, |galley| galley.size().y);
    let inner = words.size().y + below;
    let size = vec2(width, (inner + 14.0).max(touch(ui.ctx())));
    let (rect, response) = ui.allocate_exact_size(size, Sense::click());
    if ui.is_rect_visible(rect) {
        let pressed = response.is_pointer_button_down_on();
        let fill = if pressed { colours.line } else { colours.sea_wash };
        let edge = Stroke::new(colours.stroke, colours.sea);
        ui.painter().rect(rect, 6.0, fill, edge, egui::StrokeKind::Inside);
        if let Some(sign) = sign {
            let middle = egui::pos2(rect.left() + 26.0, rect.center().y);
            let place = egui::Rect::from_center_size(middle, Vec2::splat(30.0));
            paint::sign(ui, place, sign, [colours.ink, fill]);
        }
        let mut at = egui::pos2(rect.left() + left, rect.center().y - inner / 2.0);
        let size = words.size();
        ui.painter().galley(at, words, colours.ink);
        if let Some(under) = under {
            if beside {
                at += vec2(size.x + BESIDE, (size.y - under.size().y) / 2.0 + 1.0);
            } else {
                at.y += size.y;
            }
            ui.painter().galley(at, under, colours.quiet);
        }
        let tip = egui::pos2(rect.right() - 14.0, rect.center().y);
        let chevron = vec![tip + vec2(-6.0, -6.0), tip, tip + vec2(-6.0, 6.0)];
        ui.painter().add(egui::Shape::line(chevron, Stroke::new(2.0, colours.sea)));
        focus_ring(ui, &response);
    }
    named(response, name)
}

/// The visible text of [`folding`].
pub(super) struct FoldingLine<T, U> {
    pub(super) title: T,
    /// The colour of the title.
    pub(super) ink: Color32,
    /// More words, below the title while the line is folded; may be empty.
    pub(super) under: U,
}

/// A line that unfolds. Its title wraps at the edge of the column; all of it can be tapped.
pub(super) fn folding(
    ui: &mut Ui,
    id: impl egui::AsIdSalt,
    line: FoldingLine<impl ShownText, impl ShownText>,
    body: impl FnOnce(&mut Ui),
) {
    folding_from(ui, id, line, false, body);
}

/// The same; with `is_open` it begins unfolded.
pub(super) fn folding_from(
    ui: &mut Ui,
    id: impl egui::AsIdSalt,
    line: FoldingLine<impl ShownText, impl ShownText>,
    is_open: bool,
    body: impl FnOnce(&mut Ui),
) {
    let FoldingLine { title, ink, under } = line;
    let title = title.text_for(ui.ctx()).into_owned();
    let under = under.text_for(ui.ctx()).into_owned();
    let id = ui.make_persistent_id(id);
    let mut state = CollapsingState::load_with_default_open(ui.ctx(), id, is_open);
    let colours = palette(ui.ctx());
    let (indent, width) = (18.0, ui.available_width());
    let lay = |ui: &Ui, words: RichText| {
        let wrap = Some(egui::TextWrapMode::Wrap);
        WidgetText::from(words).into_galley(ui, wrap, width - indent - 4.0, TextStyle::Body)
    };
    let words = lay(ui, RichText::new(&title).family(theme::bold()).color(ink));
    let under = (!under.is_empty() && !state.is_open())
        .then(|| lay(ui, RichText::new(under).size(16.0).color(colours.quiet)));
    let inner = words.size().y + under.as_ref().map_or(0.0, |galley| galley.size().y + 2.0);
    let size = vec2(width, (inner + 12.0).max(touch(ui.ctx())));
    let (rect, response) = ui.allocate_exact_size(size, Sense::click());
    if ui.is_rect_visible(rect) {
        let mut at = egui::pos2(rect.left() + indent, rect.center().y - inner / 2.0);
        let middle = egui::pos2(rect.left() + 7.0, at.y + 13.0);
        let corners = if state.is_open() {
            [vec2(-6.0, -4.0), vec2(6.0, -4.0), vec2(0.0, 6.0)]
        } else {
            [vec2(-4.0, -6.0), vec2(6.0, 0.0), vec2(-4.0, 6.0)]
        };
        let corners = corners.map(|corner| middle + corner).to_vec();
        ui.painter().add(egui::Shape::convex_polygon(corners, ink, Stroke::NONE));
        let height = words.size().y + 2.0;
        ui.painter().galley(at, words, ink);
        at.y += height;
        if let Some(under) = under {
            ui.painter().galley(at, under, colours.quiet);
        }
        focus_ring(ui, &response);
    }
    let response = named(response, title);
    if response.clicked() {
        state.toggle(ui);
        state.store(ui.ctx());
    }
    state.show_body_indented(&response, ui, body);
}

/// The width of a text on one line.
pub(super) fn text_width(ui: &Ui, words: RichText) -> f32 {
    let extend = Some(egui::TextWrapMode::Extend);
    WidgetText::from(words).into_galley(ui, extend, f32::INFINITY, TextStyle::Body).size().x
}

/// A quiet button.
pub(super) fn quiet_button(ui: &mut Ui, enabled: bool, text: impl ShownText) -> Response {
    let text = text.text_for(ui.ctx()).into_owned();
    ui.add_enabled(enabled, Button::new(text).min_size(Vec2::splat(touch(ui.ctx()))))
}

/// A quiet button that is named as it reads. Returns whether it was pressed.
pub(super) fn quiet_pressed(ui: &mut Ui, text: Message) -> bool {
    named(quiet_button(ui, true, &text), text).clicked()
}

/// A button for one of several choices that exclude each other.
pub(super) fn choice(
    ui: &mut Ui,
    chosen: bool,
    text: impl ShownText,
    name: impl ShownText,
) -> Response {
    let text = text.text_for(ui.ctx()).into_owned();
    let name = name.text_for(ui.ctx()).into_owned();
    let colours = palette(ui.ctx());
    let ink = if chosen { colours.on_sea } else { colours.ink };
    let words = RichText::new(text).color(ink);
    // If it fits on a line, it goes to the next one rather than being broken.
    let whole = WidgetText::from(words.clone());
    let whole = whole.into_galley(ui, Some(egui::TextWrapMode::Extend), 0.0, TextStyle::Button);
    let room = ui.max_rect().width() - 2.0 * ui.spacing().button_padding.x;
    let button = Button::new(words).min_size(Vec2::splat(touch(ui.ctx())));
    let mut button = if whole.size().x <= room {
        button.wrap_mode(egui::TextWrapMode::Extend)
    } else {
        button.wrap()
    };
    // Both have an edge, so that they are equally large.
    button = button.stroke(Stroke::new(colours.stroke, colours.sea));
    if chosen {
        button = button.fill(colours.sea);
    }
    let response = ui.add(button);
    response.widget_info(|| WidgetInfo::selected(Role::RadioButton, true, chosen, &name));
    follow_focus(&response);
    response
}

/// Several values that exclude each other, each with its text and its name. Returns the value
/// that was pressed.
pub(super) fn choice_row<T: PartialEq>(
    ui: &mut Ui,
    now: Option<&T>,
    choices: impl IntoIterator<Item = (T, String, Message)>,
) -> Option<T> {
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = 5.0;
        let mut pressed = None;
        for (value, text, name) in choices {
            if choice(ui, now == Some(&value), &text, &name).clicked() {
                pressed = Some(value);
            }
        }
        pressed
    })
    .inner
}

/// With less width than this beside a switch, in points, its text is below it if it needs lines.
const BESIDE_SWITCH: f32 = 110.0;

/// A switch with its text beside it, or below it if there is little room. Returns whether it was
/// pressed.
pub(super) fn switch(ui: &mut Ui, on: bool, text: impl ShownText, name: impl ShownText) -> bool {
    let text = text.text_for(ui.ctx()).into_owned();
    let name = name.text_for(ui.ctx()).into_owned();
    let colours = palette(ui.ctx());
    let words: WidgetText = RichText::new(text).color(colours.ink).into();
    let wrapped = |wrap: f32| {
        let mode = Some(egui::TextWrapMode::Wrap);
        words.clone().into_galley(ui, mode, wrap.max(40.0), TextStyle::Body)
    };
    let room = ui.available_width();
    let beside = wrapped(room - 64.0);
    let is_below = room - 64.0 < BESIDE_SWITCH && beside.rows.len() > 1;
    let galley = if is_below { wrapped(room - 12.0) } else { beside };
    let size = if is_below {
        vec2(galley.size().x.max(52.0) + 12.0, galley.size().y + 38.0)
    } else {
        let height = galley.size().y.max(touch(ui.ctx()) - 4.0) + 4.0;
        vec2(galley.size().x + 64.0, height)
    };
    let (rect, response) = ui.allocate_exact_size(size, Sense::click());
    let middle = if is_below { rect.top() + 18.0 } else { rect.center().y };
    let track =
        egui::Rect::from_center_size(egui::pos2(rect.left() + 26.0, middle), vec2(46.0, 26.0));
    let painter = ui.painter();
    let (fill, knob) = if on { (colours.sea, colours.on_sea) } else { (colours.card, colours.sea) };
    let edge = Stroke::new(colours.stroke + 0.5, colours.sea);
    painter.rect(track, 13.0, fill, edge, egui::StrokeKind::Inside);
    let x = if on { track.right() - 13.0 } else { track.left() + 13.0 };
    painter.circle_filled(egui::pos2(x, track.center().y), 8.5, knob);
    let at = if is_below {
        egui::pos2(rect.left() + 6.0, rect.top() + 34.0)
    } else {
        egui::pos2(rect.left() + 60.0, rect.center().y - galley.size().y / 2.0)
    };
    painter.galley(at, galley, colours.ink);
    focus_ring(ui, &response);
    response.widget_info(|| WidgetInfo::selected(Role::CheckBox, true, on, &name));
    follow_focus(&response);
    response.clicked()
}

/// A number with a button on each side, within a range. Returns the new number.
pub(super) fn stepper(
    ui: &mut Ui,
    value: i64,
    lowest: i64,
    highest: i64,
    name: impl ShownText,
) -> Option<i64> {
    let name = name.text_for(ui.ctx()).into_owned();
    let colours = palette(ui.ctx());
    let mut new = None;
    // Steps of ten make no sense in a small range.
    let wide = highest.saturating_sub(lowest) > 20 && (value.abs() >= 20 || highest < 1_000);
    ui.horizontal_wrapped(|ui| {
        let mut step = |ui: &mut Ui, by: i64| {
            let amount = by.abs();
            let (sign, says) = if by < 0 {
                ("−", message!("{name}: {amount} less", name = &name, amount))
            } else {
                ("+", message!("{name}: {amount} more", name = &name, amount))
            };
            let text = if amount == 1 { sign.to_owned() } else { format!("{sign}{amount}") };
            let button = Button::new(RichText::new(text).size(20.0));
            let button = button.min_size(Vec2::splat(touch(ui.ctx())));
            let (enabled, why) = if by < 0 {
                (value > lowest, message!("The minimum is {lowest}.", lowest))
            } else {
                (value < highest, message!("The maximum is {highest}.", highest))
            };
            let response = named(ui.add_enabled(enabled, button), says);
            if off_because(response, why).clicked() {
                let value = (value + by).clamp(lowest, highest);
                announce(ui.ctx(), Topic::Value, message!("{name}: {value}.", name = &name, value));
                new = Some(value);
            }
        };
        if wide {
            step(ui, -10);
        }
        step(ui, -1);
        let size = vec2(48.0, touch(ui.ctx()));
        let (rect, response) = ui.allocate_exact_size(size, Sense::hover());
        response.widget_info(|| WidgetInfo {
            label: Some(name.clone()),
            value: Some(value as f64),
            ..WidgetInfo::new(Role::SpinButton)
        });
        let font = FontId::new(24.0, theme::bold());
        ui.painter().text(rect.center(), Align2::CENTER_CENTER, value, font, colours.ink);
        step(ui, 1);
        if wide {
            step(ui, 10);
        }
    });
    new
}

/// A text field of one line. Returns its text after a change.
pub(super) fn text_field(
    ui: &mut Ui,
    text: &str,
    name: impl ShownText,
    hint: impl ShownText,
    width: f32,
) -> Option<String> {
    let name = name.text_for(ui.ctx()).into_owned();
    let hint = hint.text_for(ui.ctx()).into_owned();
    let width = width.min(ui.available_width());
    written_ui(ui, [text, &name, &hint], |new| {
        let edit = TextEdit::singleline(new).id(text_id(&name));
        edit.desired_width(width).margin(Margin::symmetric(10, 11))
    })
}

/// The id of the text field with this name, so that it keeps the focus when the layout changes.
pub(super) fn text_id(name: &str) -> egui::Id {
    egui::Id::unique(("text", name))
}

/// A text field of several lines. Returns its text after a change.
pub(super) fn lines_field(
    ui: &mut Ui,
    text: &str,
    name: impl ShownText,
    hint: impl ShownText,
    rows: usize,
) -> Option<String> {
    let name = name.text_for(ui.ctx()).into_owned();
    let hint = hint.text_for(ui.ctx()).into_owned();
    let width = (ui.available_width() - 24.0).min(640.0);
    written_ui(ui, [text, &name, &hint], |new| {
        let edit = TextEdit::multiline(new).desired_rows(rows).desired_width(width);
        edit.margin(Margin::symmetric(10, 8))
    })
}

/// A text field with a name and a hint. Returns its text after a change.
pub(super) fn written_ui(
    ui: &mut Ui,
    [text, name, hint]: [&str; 3],
    edit: impl for<'t> FnOnce(&'t mut String) -> TextEdit<'t>,
) -> Option<String> {
    let mut new = text.to_owned();
    // A field has an edge on every background; a quiet button has none.
    let colours = palette(ui.ctx());
    let edge = Stroke::new(colours.stroke, colours.quiet);
    let quiet = std::mem::replace(&mut ui.visuals_mut().widgets.inactive.bg_stroke, edge);
    let response = ui.add(edit(&mut new).hint_text(hint));
    ui.visuals_mut().widgets.inactive.bg_stroke = quiet;
    // The edge that egui draws around the field in use has the colour of the card.
    focus_ring(ui, &response);
    follow_focus(&response);
    let enabled = response.enabled();
    // The role depends on whether the field has several lines.
    let role = ui.ctx().accesskit_node_builder(response.id, |node| node.role());
    response.widget_info(|| {
        let mut info = WidgetInfo::text_edit(enabled, text, text, hint);
        info.label = Some(name.to_owned());
        info
    });
    let seen =
        if cfg!(target_arch = "wasm32") { seen_of(ui, response.rect) } else { response.rect };
    ui.ctx().accesskit_node_builder(response.id, |node| {
        node.set_role(role.unwrap_or(node.role()));
        let [x0, y0, x1, y1] = [seen.min.x, seen.min.y, seen.max.x, seen.max.y].map(f64::from);
        node.set_bounds(egui::accesskit::Rect { x0, y0, x1, y1 });
    });
    (new != text).then_some(new)
}

/// The visible part of a field: a web page lays its own field over that part only.
fn seen_of(ui: &Ui, rect: egui::Rect) -> egui::Rect {
    let seen = rect.intersect(ui.clip_rect());
    let on_top = ui.ctx().layer_id_at(seen.center());
    let covered = on_top.is_some_and(|layer| layer.order > ui.layer_id().order);
    if covered || !seen.is_positive() {
        egui::Rect::from_min_size(rect.min, Vec2::ZERO)
    } else {
        seen
    }
}

/// A heading in Didot.
pub(super) fn heading(ui: &mut Ui, text: impl ShownText) -> Response {
    let text = text.text_for(ui.ctx()).into_owned();
    let colours = palette(ui.ctx());
    let response = ui.label(RichText::new(&text).heading().color(colours.clay));
    as_heading(&response, &text, 2);
    response
}

/// A small heading above a part of a column.
pub(super) fn caption(ui: &mut Ui, text: impl ShownText) -> Response {
    let text = text.text_for(ui.ctx()).into_owned();
    let colours = palette(ui.ctx());
    let words = RichText::new(&text).family(theme::bold()).size(16.0);
    let response = ui.label(words.color(colours.clay));
    as_heading(&response, &text, 3);
    response
}

/// Less important text.
pub(super) fn aside(ui: &mut Ui, text: impl ShownText) -> Response {
    let text = text.text_for(ui.ctx()).into_owned();
    let colours = palette(ui.ctx());
    ui.label(RichText::new(text).size(16.0).color(colours.quiet))
}

/// A link to a rule, which opens the charts. Returns whether it was pressed.
pub(super) fn rule_link(ui: &mut Ui, rule: impl ShownText, name: impl ShownText) -> bool {
    let rule = rule.text_for(ui.ctx()).into_owned();
    let words = RichText::new(rule).size(16.0).underline().color(palette(ui.ctx()).sea);
    let button = Button::new(words).frame(false).wrap().min_size(Vec2::splat(touch(ui.ctx())));
    named(ui.add(button), name).clicked()
}

/// Text in a colour of the theme.
pub(super) fn coloured(ui: &mut Ui, text: impl ShownText, colour: Color32) -> Response {
    let text = text.text_for(ui.ctx()).into_owned();
    ui.label(RichText::new(text).color(colour))
}

/// Asks before a file is replaced. Returns the answer once there is one.
pub(super) fn write_over_ui(ui: &mut Ui, path: &str) -> Option<bool> {
    let words = message!("{path} already exists. Replace it? Its contents will be lost.", path);
    coloured(ui, &words, palette(ui.ctx()).bad);
    let mut answer = None;
    ui.horizontal_wrapped(|ui| {
        if named(quiet_button(ui, true, message!("Replace")), message!("Replace the file"))
            .clicked()
        {
            answer = Some(true);
        }
        if named(quiet_button(ui, true, message!("Cancel")), message!("Keep the file")).clicked() {
            answer = Some(false);
        }
    });
    answer
}

/// Two parts of a page side by side if they fit, otherwise one below the other.
pub(super) fn in_two_columns(
    ui: &mut Ui,
    first: impl FnOnce(&mut Ui),
    second: impl FnOnce(&mut Ui),
) {
    ui.spacing_mut().item_spacing.y = 8.0;
    if ui.available_width() < WIDE {
        first(ui);
        second(ui);
    } else {
        ui.columns_const(|[left, right]| {
            first(left);
            second(right);
        });
    }
}

/// From this width on, in points, a page has two columns.
pub(super) const WIDE: f32 = 880.0;

/// A sheet for each item, in two columns if they fit; sheets side by side are at least this
/// high.
pub(super) fn in_columns<T>(ui: &mut Ui, all: &[T], height: f32, mut add: impl FnMut(&mut Ui, &T)) {
    let columns = if ui.available_width() >= WIDE && all.len() > 1 { 2 } else { 1 };
    for row in all.chunks(columns) {
        ui.columns(columns, |cells| {
            for (cell, one) in cells.iter_mut().zip(row) {
                sheet(cell, |ui| {
                    ui.set_min_height(if columns > 1 { height } else { 0.0 });
                    add(ui, one);
                });
            }
        });
    }
}

/// A name in its original letters, if names are shown in others.
pub(super) fn as_written(ui: &mut Ui, name: &str) {
    if let Some(written) = written_otherwise(ui.ctx(), name) {
        let words = RichText::new(written).size(15.0).color(palette(ui.ctx()).quiet);
        ui.add(egui::Label::new(words).truncate());
    }
}

/// A sheet of papyrus as a background.
pub(super) fn sheet<R>(ui: &mut Ui, add: impl FnOnce(&mut Ui) -> R) -> R {
    let colours = palette(ui.ctx());
    Frame::new()
        .fill(colours.card)
        .stroke(Stroke::new(colours.stroke, colours.line))
        .corner_radius(8)
        .inner_margin(Margin::same(12))
        .show(ui, |ui| {
            ui.set_width(ui.available_width());
            // Columns would stretch every line to their width.
            ui.with_layout(egui::Layout::top_down(egui::Align::Min), add).inner
        })
        .inner
}

/// Asks before something is deleted. Returns whether it is to be deleted or kept.
pub(super) fn deleting_ui(ui: &mut Ui, asked: Message, names: [Message; 2]) -> Option<bool> {
    coloured(ui, asked, palette(ui.ctx()).bad);
    let [delete, keep] = names;
    let row = ui.horizontal_wrapped(|ui| {
        let deletes = named(quiet_button(ui, true, message!("Delete")), delete).clicked();
        let keeps = named(quiet_button(ui, true, message!("Keep")), keep).clicked();
        (deletes || keeps).then_some(deletes)
    });
    row.inner
}

/// Shows which control has the keyboard.
pub(super) fn focus_ring(ui: &Ui, response: &Response) {
    if response.has_focus() || response.hovered() {
        let colours = palette(ui.ctx());
        let edge = Stroke::new(colours.stroke + 0.5, colours.sea);
        ui.painter().rect_stroke(response.rect, 6.0, edge, egui::StrokeKind::Outside);
    }
}
