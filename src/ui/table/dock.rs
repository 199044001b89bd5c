//! The dock: the next step, the roll and its dice, in one place. It is as high as the largest
//! pad, so that its size depends only on the window and the text size.

use std::borrow::Cow;

use egui::scroll_area::ScrollBarVisibility::AlwaysHidden;
use egui::{Align, Frame, Layout, Margin, Panel, Rect, Role, ScrollArea, Sense, Ui, UiBuilder};
use egui::{WidgetInfo, pos2, vec2};

use crate::message::{Joint, Message, message};
use crate::rules::{GroupAction, Part, Side, Subject};
use crate::ui::announcer::{Topic, announce};
use crate::ui::command::{DiceCommand, GroupCommand, SaveCommand, TableCommand};
use crate::ui::dice;
use crate::ui::dice_pad::DicePad;
use crate::ui::paint;
use crate::ui::rule_words;
use crate::ui::theme::{self, palette, touch};
use crate::ui::widgets::{
    MAIN_LINE, announced_ui, aside, button_width, focus_ring, follow_focus, landmark, main_pressed,
    named, off_if, quiet_button, quiet_row, quiet_row_height, second_button, signed_button,
};

use super::bottom;
use super::group;
use super::order_form::Form;
use super::state::{Hand, Ordering, Table};
use super::turn::{Main, ending};

/// The margin around the dock, so that a focus ring is not cut off.
const MARGIN: Margin = Margin { left: 4, right: 4, top: 5, bottom: 5 };

/// The gap between its rows, in points.
const GAP: f32 = 5.0;

/// The least height that is left above it, in points.
const LEAST_ABOVE: f32 = 60.0;

/// The least width of a button beside others, in points.
const LEAST_BUTTON: f32 = 150.0;

/// The width of a switch for own dice, in heights of a button.
const SWITCH_WIDTH: f32 = 1.3;

/// In more width than this, in points, the switches for own dice have a caption.
const WITH_CAPTION: f32 = 200.0;

/// The gap between the buttons above the dice, in points.
const TOP_GAP: f32 = 5.0;

/// In less width than this, in points, its buttons have more lines.
const NARROW: f32 = 240.0;

/// The heights of its rows in this width: the dice entered, the faces, the main button.
fn rows(ctx: &egui::Context, width: f32) -> [f32; 3] {
    let lines = if width < NARROW { 3.0 } else { 2.0 };
    [touch(ctx), dice::height_of_cells(ctx, width), lines * MAIN_LINE + 8.0]
}

/// The height of the dock in this column.
pub(super) fn height(ui: &Ui) -> f32 {
    let rows = rows(ui.ctx(), ui.available_width() - MARGIN.sum().x);
    rows.iter().sum::<f32>() + 2.0 * GAP + MARGIN.sum().y
}

/// Draws the dock at the bottom of the remaining space.
pub(super) fn dock_ui(
    ui: &mut Ui,
    table: &Table,
    ordering: &Ordering,
    commands: &mut Vec<TableCommand>,
) {
    let heights = rows(ui.ctx(), ui.available_width() - MARGIN.sum().x);
    // If other parts leave too little height, it scrolls.
    let height = height(ui).min(ui.available_height() - LEAST_ABOVE);
    let panel = Panel::bottom("dock").exact_size(height).resizable(false);
    let panel = panel.frame(Frame::new().inner_margin(MARGIN)).show_separator_line(false);
    let dock = |ui: &mut Ui| {
        landmark(ui, Role::Region, message!("What comes next"));
        let all = Rect::from_min_size(
            ui.cursor().min,
            vec2(ui.available_width(), heights.iter().sum::<f32>() + 2.0 * GAP),
        );
        ui.ctx().accesskit_node_builder(ui.unique_id(), |node| {
            let [x0, y0, x1, y1] =
                [all.left(), all.top(), all.right(), all.bottom()].map(f64::from);
            node.set_bounds(egui::accesskit::Rect { x0, y0, x1, y1 });
        });
        let mut top = all.top();
        let [taken, middle, bottom] = heights.map(|height| {
            let at = Rect::from_min_size(pos2(all.left(), top), vec2(all.width(), height));
            top += height + GAP;
            at
        });
        let row = |ui: &mut Ui, at: Rect, add: &mut dyn FnMut(&mut Ui)| {
            ui.scope_builder(UiBuilder::new().max_rect(at), |ui| add(ui));
        };
        let dice = dice_of(ordering);
        let why = why_not(table, ordering);
        row(ui, taken, &mut |ui| top_ui(ui, table, ordering, dice.as_deref(), commands));
        row(ui, middle, &mut |ui| match &dice {
            Some(pad) => {
                let mut entered = Vec::new();
                off_if(ui, why.as_ref(), |ui| dice::cells_ui(ui, pad, &mut entered));
                commands.extend(entered.into_iter().map(TableCommand::Dice));
            }
            None => match &ordering.hand {
                Hand::Order(form) => {
                    row_scrolls("about the order").show(ui, |ui| bottom::odds_ui(ui, table, form));
                }
                Hand::Nothing | Hand::Result(_) => others_ui(ui, table, ordering, commands),
                Hand::Declared(_) | Hand::Asking(_) | Hand::Group(_) => {}
            },
        });
        row(ui, bottom, &mut |ui| bottom_ui(ui, table, ordering, dice.as_deref(), commands));
    };
    panel.show(ui, |ui| {
        let area = ScrollArea::vertical().id_salt("the dock").min_scrolled_height(0.0);
        area.scroll_bar_visibility(AlwaysHidden).auto_shrink([false, false]).show(ui, dock);
    });
}

/// A row whose content scrolls; it is never higher than the row.
fn row_scrolls(id: &str) -> ScrollArea {
    ScrollArea::vertical().id_salt(id).min_scrolled_height(0.0).auto_shrink([false, false])
}

/// The dice that can be entered for the open order.
pub(super) fn dice_of(ordering: &Ordering) -> Option<Cow<'_, DicePad>> {
    match &ordering.hand {
        Hand::Order(form) => form.dice(),
        Hand::Declared(pad) => pad.as_deref().map(Cow::Borrowed),
        Hand::Group(group) => group.dice(),
        Hand::Nothing | Hand::Result(_) | Hand::Asking(_) => None,
    }
}

/// The side that rolls for the open order, if it is one side.
fn issuing_side(table: &Table, ordering: &Ordering) -> Option<Side> {
    match &ordering.hand {
        Hand::Order(form) => form.issuing_side(),
        Hand::Declared(_) => table.declared().and_then(|declared| declared.needs.as_ref()?.by),
        Hand::Group(group) => {
            let mut sides = group.sides();
            sides.next().filter(|_| sides.next().is_none())
        }
        Hand::Nothing | Hand::Result(_) | Hand::Asking(_) => None,
    }
}

/// Whether the players roll for the open order: by the setting, or because they have begun to.
pub(super) fn players_roll(table: &Table, ordering: &Ordering, pad: &DicePad) -> bool {
    let rolls_own = match &ordering.hand {
        Hand::Declared(_) => true,
        Hand::Group(group) => group.sides().any(|side| table.rolls_own_dice(Some(side))),
        Hand::Nothing | Hand::Result(_) | Hand::Order(_) | Hand::Asking(_) => {
            table.rolls_own_dice(issuing_side(table, ordering))
        }
    };
    rolls_own || pad.has_begun()
}

/// The reason why the open order cannot be given as shown; `None` if it can.
fn why_not(table: &Table, ordering: &Ordering) -> Option<Message> {
    if table.is_storing() {
        return Some(message!("The last order is being saved."));
    }
    match &ordering.hand {
        Hand::Order(form) => form.why_not(),
        Hand::Group(group) => {
            let any = group.composed.as_ref().is_some_and(|one| !one.orders.is_empty());
            (!any).then(|| message!("Choose a unit that can act."))
        }
        Hand::Nothing | Hand::Result(_) | Hand::Declared(_) | Hand::Asking(_) => None,
    }
}

/// The dice entered so far, and at the right the switches for own dice.
fn top_ui(
    ui: &mut Ui,
    table: &Table,
    ordering: &Ordering,
    pad: Option<&DicePad>,
    commands: &mut Vec<TableCommand>,
) {
    let has_more = gives_orders(table, ordering) && fits_more_beside_switches(ui);
    ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
        ui.spacing_mut().item_spacing.x = TOP_GAP;
        own_dice_ui(ui, table, issuing_side(table, ordering), commands);
        ui.with_layout(Layout::left_to_right(Align::Center), |ui| match pad {
            Some(pad) => {
                let mut entered = Vec::new();
                dice::taken_ui(ui, pad, &mut entered);
                commands.extend(entered.into_iter().map(TableCommand::Dice));
            }
            None if has_more => {
                let (words, command) = more(ordering);
                if named(quiet_button(ui, true, &words), &words).clicked() {
                    commands.push(command);
                }
            }
            None => {}
        });
    });
}

/// The button that shows all orders, or only the next step.
fn more(ordering: &Ordering) -> (Message, TableCommand) {
    let words = if ordering.more { message!("Less") } else { message!("More") };
    (words, TableCommand::More(!ordering.more))
}

/// Whether the button that shows all orders fits beside the switches for own dice.
fn fits_more_beside_switches(ui: &Ui) -> bool {
    let switches = Side::ALL.len() as f32 * (SWITCH_WIDTH * touch(ui.ctx()) + TOP_GAP);
    button_width(ui, message!("More")) + switches <= ui.max_rect().width()
}

/// Whether the next order is still to be chosen.
fn gives_orders(table: &Table, ordering: &Ordering) -> bool {
    match ordering.hand {
        Hand::Nothing | Hand::Result(_) => !table.is_done_in_secret(),
        Hand::Order(_) | Hand::Declared(_) | Hand::Asking(_) | Hand::Group(_) => false,
    }
}

/// The switches for own dice, for the sides that roll now and that this seat may set.
fn own_dice_ui(ui: &mut Ui, table: &Table, giver: Option<Side>, commands: &mut Vec<TableCommand>) {
    let mut any = false;
    // After the end there are no more rolls.
    let sides = table.sides_of_own_dice().rev().filter(|_| !table.view.over);
    for side in sides.filter(|side| giver.is_none_or(|giver| giver == *side)) {
        any = true;
        let own = table.rolls_own_dice(Some(side));
        if die_switch(ui, own, side) {
            commands.push(TableCommand::OwnDice(side, !own));
        }
    }
    // The dice and the button at the left still have room beside it.
    if any && ui.available_width() > WITH_CAPTION {
        aside(ui, message!("Own dice"));
    }
}

/// A switch for a side's own dice: a die and its letter. Returns whether it was pressed.
fn die_switch(ui: &mut Ui, own: bool, side: Side) -> bool {
    let (colours, high) = (palette(ui.ctx()), touch(ui.ctx()));
    let (rect, response) = ui.allocate_exact_size(vec2(SWITCH_WIDTH * high, high), Sense::click());
    let [fill, ink] = if own { [colours.sea, colours.on_sea] } else { [colours.card, colours.ink] };
    let edge = egui::Stroke::new(colours.stroke, colours.sea);
    ui.painter().rect(rect, 6.0, fill, edge, egui::StrokeKind::Inside);
    let half = vec2(rect.width() * 0.24, 0.0);
    let die = Rect::from_center_size(rect.center() - half, vec2(0.5 * high, 0.5 * high));
    paint::die(ui.painter(), die, 6, 5, [fill, ink]);
    let font = egui::FontId::new(18.0, theme::bold());
    let middle = egui::Align2::CENTER_CENTER;
    ui.painter().text(rect.center() + half, middle, side.to_string(), font, ink);
    focus_ring(ui, &response);
    let name = message!("Our own dice: side {side}", side).to_string();
    response.widget_info(|| WidgetInfo::selected(Role::CheckBox, true, own, &name));
    follow_focus(&response);
    response.clicked()
}

/// The other buttons if no order is open, directly above the main button.
fn others_ui(ui: &mut Ui, table: &Table, ordering: &Ordering, commands: &mut Vec<TableCommand>) {
    if table.is_done_in_secret() {
        return;
    }
    let main = table.main_action();
    let mut others = Vec::new();
    for what in &table.turn.groups {
        let words = match what {
            GroupAction::OnlyMove | GroupAction::AtSpeed => {
                message!("{name}…", name = group::name_of(*what))
            }
            GroupAction::AsBefore => group::name_of(*what),
        };
        others.push((words, TableCommand::Group(GroupCommand::Begin(*what))));
    }
    let ends = ending(&table.view);
    if let Some(step) = ends.filter(|step| !main.is_some_and(|main| main.gives(step.kind))) {
        // If the players look at another unit, it names the one that it ends.
        let words = match step.subject {
            Subject::Unit(unit) if table.actor() != Some(unit) => {
                message!("{unit}: {what}", unit, what = step.label.clone().within())
            }
            Subject::Unit(_) | Subject::Side(_) | Subject::Battle => step.label.clone(),
        };
        others.push((words, TableCommand::Open(step.subject, step.kind)));
    }
    if !fits_more_beside_switches(ui) {
        others.push(more(ordering));
    }
    if others.is_empty() {
        return;
    }
    let (high, room) = (touch(ui.ctx()) + dice::GAP, ui.available_size());
    // Those that do not fit are scrolled to.
    row_scrolls("what else").show(ui, |ui| {
        ui.spacing_mut().item_spacing.y = dice::GAP;
        let fits = |count: &usize| *count as f32 * LEAST_BUTTON <= room.x;
        let most = (1..=others.len()).rev().find(fits).unwrap_or(1);
        let fits = |rows: &usize| *rows as f32 * high <= room.y + dice::GAP;
        let rows = (1..=others.len()).rev().find(fits).unwrap_or(1);
        let count = others.len().div_ceil(rows).clamp(1, most);
        let words: Vec<(&Message, &Message)> =
            others.iter().map(|(text, _)| (text, text)).collect();
        let heights = words.chunks(count).map(|row| quiet_row_height(ui, row) + dice::GAP);
        let height = heights.sum::<f32>();
        ui.add_space((room.y + dice::GAP - height).max(0.0));
        for (row, words) in others.chunks(count).zip(words.chunks(count)) {
            if let Some((_, command)) = quiet_row(ui, words).and_then(|at| row.get(at)) {
                commands.push(command.clone());
            }
        }
    });
}

/// The row of the main button.
fn bottom_ui(
    ui: &mut Ui,
    table: &Table,
    ordering: &Ordering,
    pad: Option<&DicePad>,
    commands: &mut Vec<TableCommand>,
) {
    let why = why_not(table, ordering);
    let why = why.as_ref();
    match (&ordering.hand, pad) {
        (Hand::Nothing | Hand::Result(_), _) if table.is_done_in_secret() => {
            if button(ui, None, message!("Pass the device")) {
                commands.push(TableCommand::PassDevice);
            }
        }
        (Hand::Nothing | Hand::Result(_), _) => next_ui(ui, table, ordering, commands),
        (Hand::Order(form), None) => give_ui(ui, form, why, commands),
        (Hand::Order(_), Some(pad)) => {
            let app_rolls = !players_roll(table, ordering, pad);
            let give = app_rolls.then(|| (message!("Roll"), TableCommand::Give));
            roll_ui(ui, pad, why, give, commands);
        }
        (Hand::Group(group), pad) => {
            let give = TableCommand::Group(GroupCommand::Give);
            let composed = group.composed.as_ref().filter(|group| !group.orders.is_empty());
            let words = composed.map_or_else(|| group::name_of(group.what), |one| one.says.clone());
            match pad {
                Some(pad) => {
                    let app_rolls = !players_roll(table, ordering, pad);
                    roll_ui(ui, pad, why, app_rolls.then_some((words, give)), commands);
                }
                None if button(ui, why, words) => commands.push(give),
                None => {}
            }
        }
        (Hand::Declared(_), Some(pad)) => roll_ui(ui, pad, why, None, commands),
        (Hand::Declared(_), None) => {}
        (Hand::Asking(_), _) => {
            let (text, name) = (message!("Continue"), message!("Continue anyway"));
            match pair(ui, None, message!("Back"), text, name) {
                [true, _] => commands.push(TableCommand::Close),
                [_, true] => commands.push(TableCommand::Confirm),
                [false, false] => {}
            }
        }
    }
}

/// A main button as large as the row; Enter presses it. Returns whether it was pressed.
fn button(ui: &mut Ui, why: Option<&Message>, words: Message) -> bool {
    let size = ui.available_size();
    off_if(ui, why, |ui| main_pressed(&signed_button(ui, None, words, size)))
}

/// A main button with a smaller one beside it; Enter presses the main one. Returns which was
/// pressed.
fn pair(
    ui: &mut Ui,
    why: Option<&Message>,
    large: Message,
    text: Message,
    name: Message,
) -> [bool; 2] {
    let [size, small] = sizes(ui);
    let row = ui.horizontal(|ui| {
        let large = |ui: &mut Ui| main_pressed(&signed_button(ui, None, large, size));
        let large = off_if(ui, why, large);
        [large, named(second_button(ui, text, small), name).clicked()]
    });
    row.inner
}

/// The sizes of a button and of a smaller one beside it.
fn sizes(ui: &Ui) -> [egui::Vec2; 2] {
    let (all, gap) = (ui.available_size(), ui.spacing().item_spacing.x);
    let large = (all.x - gap) * 0.64;
    [vec2(large, all.y), vec2(all.x - gap - large, all.y)]
}

/// The button for the app's dice or the number that is typed, and the other way to enter dice.
/// If the app rolls, `give` has the words and the command of the order.
fn roll_ui(
    ui: &mut Ui,
    pad: &DicePad,
    why: Option<&Message>,
    give: Option<(Message, TableCommand)>,
    commands: &mut Vec<TableCommand>,
) {
    let other = dice::other_way(pad);
    let [beside, small] = sizes(ui);
    let large = if other.is_some() { beside } else { ui.available_size() };
    let entered = |command| Some(TableCommand::Dice(command));
    let pressed = ui.horizontal(|ui| {
        let large = off_if(ui, why, |ui| match (pad.typed, give) {
            (Some(typed), _) => {
                let (words, total) = (message!("Enter {total}", total = typed), pad.total());
                let button = |ui: &mut Ui| signed_button(ui, None, words, large).clicked();
                let none =
                    total.is_none().then(|| message!("The dice cannot total {typed}.", typed));
                let pressed = off_if(ui, why.or(none.as_ref()), button);
                total.filter(|_| pressed).and_then(|total| entered(DiceCommand::Total(total)))
            }
            (None, Some((words, command))) => {
                let button = signed_button(ui, None, words, large);
                dice::mark(ui, button.rect);
                main_pressed(&button).then_some(command)
            }
            (None, None) => {
                let button = second_button(ui, dice::app_rolls(), large);
                button.clicked().then_some(TableCommand::Dice(DiceCommand::AppRolls))
            }
        });
        let other = other.filter(|(text, _)| second_button(ui, text, small).clicked());
        large.or(other.map(|(_, command)| TableCommand::Dice(command)))
    });
    commands.extend(pressed.inner);
}

/// The buttons for an order that needs no dice, or none that may be shown yet.
fn give_ui(ui: &mut Ui, form: &Form, why: Option<&Message>, commands: &mut Vec<TableCommand>) {
    if form.first_roll().is_none() {
        if button(ui, why, message!("Give the order")) {
            commands.push(TableCommand::Give);
        }
        return;
    }
    let (app, own) = if form.draws_cards() {
        (message!("Draw"), message!("I drew…"))
    } else {
        (message!("Roll"), message!("I rolled…"))
    };
    match pair(ui, why, app, own.clone(), own) {
        [true, _] => commands.push(TableCommand::Give),
        [_, true] if why.is_none() => commands.push(TableCommand::EnterDice),
        [_, _] => {}
    }
}

/// What comes next.
fn next_ui(ui: &mut Ui, table: &Table, ordering: &Ordering, commands: &mut Vec<TableCommand>) {
    match table.main_action() {
        Some(main) => main_ui(ui, table, main, commands),
        // Beside a unit the headline has no space for it.
        None if ordering.actor.is_some() => {
            announced_ui(ui, Topic::Next, &table.turn.next.text, palette(ui.ctx()).ink);
        }
        None => announce(ui.ctx(), Topic::Next, &table.turn.next.text),
    }
}

/// The main button: the next step in one tap.
fn main_ui(ui: &mut Ui, table: &Table, main: Main, commands: &mut Vec<TableCommand>) {
    let (words, kind, command) = match main {
        Main::Open(step) => {
            let open = TableCommand::Open(step.subject, step.kind);
            (step.label.clone(), Some(step.kind), open)
        }
        Main::Battle(battle) => {
            let (name, slug) = (&battle.name, battle.slug.clone());
            (message!("Play {name}", name), None, TableCommand::PlayReady(slug))
        }
        Main::Done(unit, done) => {
            let says = done.says.clone().within();
            (message!("Done with {unit}: {says}", unit, says), None, TableCommand::Done)
        }
        Main::Step(at, step) => {
            let words = message!("Next: {what}", what = &step.text);
            (words, Some(step.spec.kind), TableCommand::Step(at))
        }
        Main::Next(next) => {
            let kind = next.order.as_ref().and_then(|order| order.get("kind")?.as_str());
            // The button names its order; the headline has the alternatives.
            let mut steps = table.view.guide.next.iter();
            let of_no_unit = steps.find(|step| {
                let of_a_unit = matches!(step.subject, Subject::Unit(_));
                main.gives(step.kind)
                    && (!of_a_unit || table.view.system.part_of(step.kind) == Part::Ends)
            });
            let words = of_no_unit.map_or(&next.text, |step| &step.label);
            (words.clone(), kind, TableCommand::Next)
        }
        Main::Secrets(side) => {
            let words = message!("Show the secrets of {side}", side = table.side_name(side));
            (words, None, TableCommand::LookAs(Some(side)))
        }
        Main::Report => {
            let open = TableCommand::Save(SaveCommand::Open(true));
            (message!("Save the battle report…"), None, open)
        }
    };
    let is_step = matches!(main, Main::Step(..));
    let step = if is_step { words.clone() } else { message!("Next: {what}", what = &words) };
    // If the players choose, the button only proposes.
    let choice = Some(&table.turn.next).filter(|next| table.proposes() && next.order.is_none());
    let texts = choice.map(|next| next.text.clone()).into_iter().chain([step]);
    announce(ui.ctx(), Topic::Next, Message::joined(texts.collect::<Vec<_>>(), Joint::Space));
    let sign = kind.and_then(|kind| table.sign_of(kind));
    let live = !table.is_storing();
    let button = signed_button(ui, sign, &words, ui.available_size());
    if let Some(kind) = kind {
        rule_words::asks_what_it_is(&button, kind);
    }
    if main_pressed(&button) && live {
        commands.push(command);
    }
}
