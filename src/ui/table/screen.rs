//! The layout of the table: three columns if they fit, otherwise tabs.

use egui::{Context, Id, Margin, Panel, Rect, Role, Ui, UiBuilder, vec2};

use crate::message::{Message, message};
use crate::rules::{Side, Units};
use crate::ui::announcer::{Topic, announce};
use crate::ui::command::{Tab, TableCommand};
use crate::ui::language::{rich, tell};
use crate::ui::paint;
use crate::ui::rule_words;
use crate::ui::theme::{self, palette, touch};
use crate::ui::widgets::{
    WIDE, as_heading, aside, button_width, caption, choice, coloured, heading, is_low, is_small,
    landmark, main_button, named, off_because, quiet_button, sheet,
};

use super::state::Table;
use super::{bottom, cards, formation, live_region, log, marks, menu, order, pane, result, sides};

/// From this width and height on, in points, they are above it if they cannot
/// be beside it.
const TALL: [f32; 2] = [600.0, 1000.0];

/// The greatest width of the stage between the fleets, in points.
const STAGE: f32 = 860.0;

/// The place of the cards of both sides.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Fleets {
    /// To the left and right of the order.
    Beside,
    /// Facing each other in their zones, to the left of it.
    Zones,
    /// Side by side above it.
    Over,
    /// Behind a tab for each side.
    Tabs,
}

/// The parts beside the order.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct SidePanel {
    /// The cards of both sides.
    pub(super) cards: bool,
    /// The log, the chart and the record.
    pub(super) pane: bool,
}

impl SidePanel {
    fn id() -> Id {
        Id::unique("what stands beside the order")
    }

    /// Stores it for everything that is drawn after it.
    fn note(self, ctx: &Context) {
        ctx.data_mut(|data| data.insert_temp(SidePanel::id(), self));
    }

    /// The stored value.
    pub(super) fn of(ctx: &Context) -> SidePanel {
        ctx.data(|data| data.get_temp(SidePanel::id())).unwrap_or_default()
    }
}

impl Fleets {
    fn in_the_room_of(ui: &Ui, table: &Table) -> Fleets {
        let room = ui.available_size();
        if is_low(ui.ctx()) {
            Fleets::Tabs
        } else if formation::is_side_by_side(table, room) {
            Fleets::Zones
        } else if room.x >= WIDE {
            Fleets::Beside
        } else if room.x >= TALL[0] && room.y >= TALL[1] {
            Fleets::Over
        } else {
            Fleets::Tabs
        }
    }
}

/// Draws the battle, and adds the player's commands to `commands`.
pub fn table_ui(ui: &mut Ui, table: &Table, commands: &mut Vec<TableCommand>) {
    if let Some(side) = table.cover() {
        cover_ui(ui, table, side, commands);
        return;
    }
    rule_words::speak_of(ui.ctx(), table.view.system);
    let fleets = Fleets::in_the_room_of(ui, table);
    let is_large = ui.available_width() >= pane::LARGE;
    let has_pane = is_large && matches!(fleets, Fleets::Beside | Fleets::Zones);
    SidePanel { cards: fleets != Fleets::Tabs, pane: has_pane }.note(ui.ctx());
    if has_pane {
        pane::pane_ui(ui, table, commands);
    }
    match fleets {
        Fleets::Beside => fleets_beside_ui(ui, table, commands),
        Fleets::Zones => zones_ui(ui, table, commands),
        Fleets::Over => fleets_over_ui(ui, table, commands),
        Fleets::Tabs => {}
    }
    let ground = palette(ui.ctx()).ground;
    let least = if ui.available_width() < 260.0 { 4.0 } else { 10.0 };
    let frame = egui::Frame::new().fill(ground).inner_margin(Margin::symmetric(0, 6));
    egui::CentralPanel::default_margins().frame(frame).show(ui, |ui| {
        let room = ui.available_rect_before_wrap();
        let size = vec2((room.width() - 2.0 * least).min(STAGE), room.height());
        let stage = UiBuilder::new().max_rect(Rect::from_center_size(room.center(), size));
        ui.scope_builder(stage, |ui| stage_ui(ui, table, fleets, has_pane, commands));
    });
}

/// Draws the part between the fleets.
fn stage_ui(
    ui: &mut Ui,
    table: &Table,
    fleets: Fleets,
    has_pane: bool,
    commands: &mut Vec<TableCommand>,
) {
    landmark(ui, Role::Main, message!("The battle"));
    live_region::happened_ui(ui, table);
    tabs_ui(ui, table, fleets != Fleets::Tabs, commands);
    keys_ui(ui, table, commands);
    stuck_ui(ui, table);
    match table.tab {
        Tab::Log if !has_pane => log::log_ui(ui, table, commands),
        Tab::Menu => menu::menu_ui(ui, table, commands),
        Tab::Ships(side) if fleets == Fleets::Tabs => {
            side_ui(ui, table, side, commands);
        }
        Tab::Order | Tab::Ships(_) | Tab::Log => order::order_ui(ui, table, commands),
    }
}

fn fleets_beside_ui(ui: &mut Ui, table: &Table, commands: &mut Vec<TableCommand>) {
    let share = if SidePanel::of(ui.ctx()).pane { 0.25 } else { 0.2 };
    let column = (ui.available_width() * share).clamp(250.0, 420.0);
    let frame = egui::Frame::new().fill(palette(ui.ctx()).panel);
    let frame = frame.inner_margin(Margin { left: 10, right: 6, top: 8, bottom: 0 });
    Panel::left("side A").resizable(false).exact_size(column).frame(frame).show(ui, |ui| {
        fleet_landmark(ui, Side::A);
        side_ui(ui, table, Side::A, commands);
    });
    Panel::right("side B").resizable(false).exact_size(column).frame(frame).show(ui, |ui| {
        fleet_landmark(ui, Side::B);
        side_ui(ui, table, Side::B, commands);
    });
}

/// The least and the greatest width of the stage beside the zones, in points.
const BESIDE_ZONES: [f32; 2] = [350.0, 480.0];

/// The zones of both sides, between the facts about each; the player's own side is below.
fn zones_ui(ui: &mut Ui, table: &Table, commands: &mut Vec<TableCommand>) {
    let [least, most] = BESIDE_ZONES;
    let width = ui.available_width() - (ui.available_width() * 0.28).clamp(least, most);
    let near = table.view.seat.side().unwrap_or(Side::A);
    let frame = egui::Frame::new().fill(palette(ui.ctx()).panel);
    let frame = frame.inner_margin(Margin { left: 6, right: 4, top: 4, bottom: 4 });
    Panel::left("zones").resizable(false).exact_size(width).frame(frame).show(ui, |ui| {
        let side_ui = |ui: &mut Ui, side: Side, commands: &mut Vec<TableCommand>| {
            fleet_landmark(ui, side);
            ui.horizontal_wrapped(|ui| side_heading(ui, table, side, commands));
            sides::lost_of_ui(ui, table, side, commands);
        };
        let most = ui.available_height() * 0.4;
        bottom::fitted(ui, "near side", 0, most, |ui| side_ui(ui, near, commands));
        ui.scope(|ui| side_ui(ui, near.other(), commands));
        let left = ui.available_height();
        let area = egui::ScrollArea::vertical().id_salt("zones").auto_shrink([false, false]);
        area.show(ui, |ui| formation::side_by_side_ui(ui, table, near, left, commands));
    });
}

fn fleet_landmark(ui: &Ui, side: Side) {
    landmark(ui, Role::Region, message!("The fleet of side {side}", side));
}

fn fleets_over_ui(ui: &mut Ui, table: &Table, commands: &mut Vec<TableCommand>) {
    let height = (ui.available_height() * 0.5).min(sides::height_of_rows(table));
    let frame = egui::Frame::new().fill(palette(ui.ctx()).panel);
    let frame = frame.inner_margin(Margin { left: 10, right: 6, top: 8, bottom: 0 });
    Panel::top("fleets").resizable(false).exact_size(height).frame(frame).show(ui, |ui| {
        ui.columns_const(|[a, b]| {
            fleet_landmark(a, Side::A);
            side_ui(a, table, Side::A, commands);
            fleet_landmark(b, Side::B);
            side_ui(b, table, Side::B, commands);
        });
    });
}

fn side_ui(ui: &mut Ui, table: &Table, side: Side, commands: &mut Vec<TableCommand>) {
    side_heading(ui, table, side, commands);
    sides::side_ui(ui, table, side, commands);
}

/// Ctrl+Z undoes, and Ctrl+Shift+Z or Ctrl+Y redoes.
fn keys_ui(ui: &Ui, table: &Table, commands: &mut Vec<TableCommand>) {
    use egui::{Key, KeyboardShortcut, Modifiers};
    if ui.ctx().text_edit_focused() {
        return;
    }
    let shift = Modifiers::COMMAND | Modifiers::SHIFT;
    let pressed = |modifiers, key| {
        let shortcut = KeyboardShortcut::new(modifiers, key);
        ui.input_mut(|input| input.consume_shortcut(&shortcut))
    };
    let redo = pressed(shift, Key::Z) || pressed(Modifiers::COMMAND, Key::Y);
    if redo && table.log.cursor < table.log.len {
        commands.push(TableCommand::Redo);
    }
    let undo = pressed(Modifiers::COMMAND, Key::Z);
    commands.extend(table.undoes().filter(|_| undo));
}

/// The reason why storing a change takes long.
fn stuck_ui(ui: &mut Ui, table: &Table) {
    if let Some(why) = table.stuck.as_ref().filter(|_| table.is_storing()) {
        coloured(ui, why, palette(ui.ctx()).bad);
    }
}

/// A small sign while a change is being stored, in the corner below the tabs, where it moves no
/// other part.
fn storing_ui(ui: &mut Ui, table: &Table) {
    if table.is_storing() && table.stuck.is_none() {
        let corner = egui::Rect::from_min_max(ui.cursor().min, ui.max_rect().right_bottom());
        let at_the_right = egui::Layout::right_to_left(egui::Align::Min);
        let mut sign = ui.new_child(UiBuilder::new().max_rect(corner).layout(at_the_right));
        aside(&mut sign, message!("Saving…"));
    }
}

fn side_heading(ui: &mut Ui, table: &Table, side: Side, commands: &mut Vec<TableCommand>) {
    let colours = palette(ui.ctx());
    let count = table.view.sides[side.index()].in_play;
    let (name, wide) = (table.side_name(side), ui.available_width() > 420.0);
    // If a name is long, both get a smaller type rather than one a second line.
    let short = |side| table.side_name(side).chars().count() <= 20;
    let points = if wide || Side::ALL.iter().copied().all(short) { 21.0 } else { 18.0 };
    ui.spacing_mut().item_spacing.y = 2.0;
    let title = ui.label(rich(ui, name).family(theme::didot()).size(points).color(colours.clay));
    as_heading(&title, &tell(ui.ctx(), &Message::verbatim(name)), 2);
    let left = match table.view.system.units() {
        Units::Ships => message!(count => "{n} ship left" | "{n} ships left"),
        Units::Units => message!(count => "{n} unit left" | "{n} units left"),
    };
    aside(ui, message!("Side {side}: {left}", side, left));
    marks::side_marks_ui(ui, &formation::other_marks(&table.view.sides[side.index()].marks));
    eyes_ui(ui, table, side, commands);
    ui.add_space(4.0);
}

/// If a side has secrets: buttons to show them, and to hide them again.
fn eyes_ui(ui: &mut Ui, table: &Table, side: Side, commands: &mut Vec<TableCommand>) {
    let view = &table.view;
    if view.guide.secret_of.is_some() || !view.secrets || view.over {
        return;
    }
    let open = view.in_hand == Some(side);
    let text = if open { message!("Hide") } else { message!("Show our secrets") };
    let name = message!("{text}: {side}", text = &text, side = table.side_name(side));
    // In a row, so that a column does not make it as wide as itself.
    let button = ui.horizontal(|ui| named(quiet_button(ui, true, text), &name));
    if button.inner.clicked() {
        commands.push(TableCommand::LookAs((!open).then_some(side)));
    }
}

/// The tabs, with undo and redo beside them: one row, even on a phone, unless words are long.
fn tabs_ui(ui: &mut Ui, table: &Table, wide: bool, commands: &mut Vec<TableCommand>) {
    let row = |ui: &mut Ui| {
        ui.spacing_mut().item_spacing.x = if wide { 5.0 } else { 3.0 };
        if !wide {
            ui.spacing_mut().button_padding.x = 6.0;
        }
        if is_small(ui.ctx()) {
            let menu = quiet_button(ui, true, "");
            let sign = paint::inside_button(menu.rect, 12.0);
            paint::lines(ui.painter(), sign, palette(ui.ctx()).ink);
            if named(menu, menu_name()).clicked() {
                let shown = table.tab == Tab::Menu;
                commands.push(TableCommand::Show(if shown { Tab::Order } else { Tab::Menu }));
            }
        }
        // A page of the menu is shown in the log's place, but belongs to the menu's tab.
        let pages = table.menu_pages();
        let now = match table.tab {
            Tab::Ships(_) if wide => Tab::Order,
            Tab::Log if !pages.is_empty() => Tab::Menu,
            tab => tab,
        };
        let mut tab = |ui: &mut Ui, tab: Tab, text: Message, name: Message| {
            if choice(ui, now == tab, text, name).clicked() {
                if tab == Tab::Log {
                    commands.extend(pages.iter().cloned());
                }
                commands.push(TableCommand::Show(tab));
            }
        };
        let has_pane = SidePanel::of(ui.ctx()).pane;
        if !has_pane {
            tab(ui, Tab::Order, message!("Order"), message!("Open order"));
        }
        if !wide {
            for side in [Side::A, Side::B] {
                let name = message!("Ships of {side_name}", side_name = table.side_name(side));
                tab(ui, Tab::Ships(side), message!("{side}", side), name);
            }
        }
        if !has_pane {
            tab(ui, Tab::Log, message!("Log"), message!("Log of the battle"));
        }
        if !is_small(ui.ctx()) {
            tab(ui, Tab::Menu, message!("Menu"), menu_name());
        }
        // At the right, but undo is first in focus order; below if there is no space.
        let room = ui.available_size_before_wrap().x - 0.5;
        let in_words = wide && undo_redo_width(ui, true) <= room;
        ui.add_space((room - undo_redo_width(ui, in_words)).max(0.0));
        undo_redo_ui(ui, table, in_words, commands);
    };
    ui.horizontal_wrapped(row);
    storing_ui(ui, table);
}

/// The name of the menu's button.
fn menu_name() -> Message {
    message!("Menu of the battle")
}

/// The width of both buttons with the gap between them.
fn undo_redo_width(ui: &Ui, wide: bool) -> f32 {
    let width = |word: Message| {
        let words = if wide { button_width(ui, word) } else { 0.0 };
        words.max(touch(ui.ctx()))
    };
    width(message!("Undo")) + width(message!("Redo")) + ui.spacing().item_spacing.x
}

/// Undo and redo: in words if there is room, otherwise as curved arrows.
fn undo_redo_ui(ui: &mut Ui, table: &Table, wide: bool, commands: &mut Vec<TableCommand>) {
    let mut button =
        |ui: &mut Ui, enabled: bool, back: bool, (word, name): (Message, Message), command| {
            let response = quiet_button(ui, enabled, if wide { word } else { Message::default() });
            if !wide {
                let colours = palette(ui.ctx());
                let ink = if enabled { colours.ink } else { colours.quiet };
                let sign = paint::inside_button(response.rect, 12.0);
                paint::bent_arrow(ui.painter(), sign, back, ink);
            }
            let why = if back {
                message!("There is no order to undo.")
            } else {
                message!("There is no order to redo.")
            };
            if off_because(named(response, name), why).clicked() {
                commands.push(command);
            }
        };
    let undoes = table.undoes();
    let name = match undoes {
        Some(TableCommand::Restore(_)) => message!("Undo the edit"),
        Some(_) | None => message!("Undo the last order"),
    };
    let undo = undoes.clone().unwrap_or(TableCommand::Undo);
    button(ui, undoes.is_some(), true, (message!("Undo"), name), undo);
    let redo = (message!("Redo"), message!("Redo the next order"));
    button(ui, table.log.cursor < table.log.len, false, redo, TableCommand::Redo);
}

/// The screen before a device is passed: no secret is shown, and a result that both sides
/// may see stays visible.
fn cover_ui(ui: &mut Ui, table: &Table, side: Side, commands: &mut Vec<TableCommand>) {
    let colours = palette(ui.ctx());
    let name = table.side_name(side).to_owned();
    let frame = egui::Frame::new().fill(colours.ground).inner_margin(Margin::same(24));
    egui::CentralPanel::default_margins().frame(frame).show(ui, |ui| {
        ui.vertical_centered(|ui| {
            ui.add_space(ui.available_height() * 0.12);
            let card = table.view.cards.iter().find(|card| card.holder == side);
            if let Some(card) = card {
                let width = ui.available_width().min(240.0);
                let room = egui::vec2(width, width / 2.0);
                let (rect, _) = ui.allocate_exact_size(room, egui::Sense::hover());
                cards::figure_ui(ui, rect, card);
                ui.add_space(8.0);
            }
            heading(ui, &table.view.guide.headline);
            let words = message!("Pass the device to {name}", name = &name);
            let title_text = tell(ui.ctx(), &words);
            let words = rich(ui, &words).family(theme::didot()).size(30.0).color(colours.ink);
            let title = ui.label(words);
            as_heading(&title, &title_text, 2);
            announce(ui.ctx(), Topic::Asked, &title_text);
            let why = message!(
                "The next orders are secret. The other player looks away until they have been given."
            );
            ui.label(rich(ui, why).color(colours.quiet));
            ui.add_space(16.0);
            let width = ui.available_width().min(380.0);
            if main_button(ui, message!("I play {name}", name = &name), width).clicked() {
                commands.push(TableCommand::HandOver(side));
            }
            ui.add_space(24.0);
        });
        if let Some(row) = table.last_result().filter(|row| !row.secret) {
            egui::ScrollArea::vertical().id_salt("last result").show(ui, |ui| {
                narrowed(ui, |ui| {
                    sheet(ui, |ui| {
                        aside(ui, message!("Both sides may know this:"));
                        caption(ui, &row.headline);
                        result::details_ui(ui, row);
                    });
                });
            });
        }
    });
}

/// Centred, and no wider than is comfortable to read.
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
