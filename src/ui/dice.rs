//! Dice: those that were rolled, and those that the players enter.

use egui::scroll_area::ScrollBarVisibility::AlwaysHidden;
use egui::{Key, Rect, RichText, Sense, Ui, Vec2, pos2, vec2};

use crate::i18n::capital;

use super::announcer::{Topic, announce};
use super::command::DiceCommand;
use super::keys::digits_typed;
use super::language::{rich, tell};
use super::link;
use super::paint;
use super::rule_words;
use super::theme::{self, palette, touch};
use super::widgets::{
    aside, caption, enter_pressed, focus_ring, heading, is_low, main_button, named, quiet_button,
    tight_row,
};
use crate::dice::{AskedRoll, EnteredRoll, Modifier, Origin, Roll, Throw};
use crate::message::{Message, message};

use super::dice_pad::{CELLS, DicePad, Tapped};

/// A roll as it was made: the dice, the modifiers with their reasons, the sum.
pub(super) fn roll_ui(ui: &mut Ui, roll: &Roll) {
    let colours = palette(ui.ctx());
    tight_row(ui, |ui| {
        let purpose = RichText::new(capital(&tell(ui.ctx(), &roll.purpose))).family(theme::bold());
        ui.label(purpose.color(colours.ink));
        let by = match roll.by {
            Origin::Entered => message!("your dice"),
            Origin::Rolled => message!("the app’s dice"),
        };
        aside(ui, message!("{throw}, {by}", throw = roll.throw.message(), by));
    });
    let row = |ui: &mut Ui| {
        let sides = roll.throw.die().faces();
        for face in roll.faces.iter().take(MOST_DICE_DRAWN) {
            die_ui(ui, sides, *face);
        }
        let total = roll.faces.len() != 1 || !roll.modifiers.is_empty();
        if roll.faces.len() != 1 {
            big_number(ui, &format!("= {}", roll.natural));
        }
        for modifier in &roll.modifiers {
            modifier_ui(ui, modifier);
        }
        if total && !roll.modifiers.is_empty() {
            big_number(ui, &format!("= {}", roll.modified).replace('-', "−"));
        }
    };
    if roll.modifiers.is_empty() {
        tight_row(ui, row);
    } else {
        link::chips_ui(ui, row);
    }
}

/// For more dice than this only the sum is shown.
const MOST_DICE_DRAWN: usize = 30;

fn big_number(ui: &mut Ui, text: &str) {
    let colours = palette(ui.ctx());
    ui.label(rich(ui, text).family(theme::bold()).size(22.0).color(colours.ink));
}

/// The size of a die that has been rolled, in points.
const DIE: f32 = 36.0;

fn die_ui(ui: &mut Ui, sides: u8, face: u8) {
    let colours = palette(ui.ctx());
    let (rect, response) = ui.allocate_exact_size(Vec2::splat(DIE), Sense::hover());
    response.widget_info(|| {
        egui::WidgetInfo::labeled(egui::Role::Image, true, format!("d{sides} showing {face}"))
    });
    paint::die(ui.painter(), rect, sides, face, [colours.ground, colours.ink]);
}

/// A modifier with its reason.
pub(super) fn modifier_ui(ui: &mut Ui, modifier: &Modifier) {
    let word = rule_words::of_modifier(ui.ctx(), &modifier.reason);
    link::chip_ui(ui, &modifier.message(), 16.0, palette(ui.ctx()).plain_chip(), word);
}

/// With a real minus sign.
fn signed(amount: i64) -> String {
    if amount < 0 { format!("−{}", -amount) } else { format!("+{amount}") }
}

/// The coming roll: its dice, the modifiers, and their sum.
pub(super) fn ask_ui(ui: &mut Ui, ask: &AskedRoll) {
    coming_ui(ui, ask);
    if !ask.modifiers.is_empty() {
        link::chips_ui(ui, |ui| {
            for modifier in &ask.modifiers {
                modifier_ui(ui, modifier);
            }
            sum_ui(ui, ask);
        });
    }
}

/// The dice of the next roll, and its purpose.
pub(super) fn coming_ui(ui: &mut Ui, ask: &AskedRoll) {
    tight_row(ui, |ui| {
        caption(ui, message!("Roll"));
        ui.label(rich(ui, in_words(ask)).color(palette(ui.ctx()).ink));
    });
}

/// The sum of several modifiers.
pub(super) fn sum_ui(ui: &mut Ui, ask: &AskedRoll) {
    if ask.modifiers.len() > 1 {
        big_number(ui, &format!("= {}", signed(ask.modifier())));
    }
}

/// `1d6: rounds until she sinks`.
fn in_words(ask: &AskedRoll) -> Message {
    message!("{throw}: {purpose}", throw = ask.throw.message(), purpose = &ask.purpose)
}

/// The pad on which the players enter their dice, within a page that scrolls.
pub(super) fn pad_ui(ui: &mut Ui, pad: &DicePad, commands: &mut Vec<DiceCommand>) {
    let colours = palette(ui.ctx());
    pad_keys(ui, pad, commands);
    for roll in &pad.rolls {
        roll_ui(ui, roll);
        ui.add_space(4.0);
    }
    heading(ui, in_words(&pad.ask));
    announce(ui.ctx(), Topic::Asked, asked_for(pad));
    if !pad.ask.modifiers.is_empty() {
        link::chips_ui(ui, |ui| {
            for modifier in &pad.ask.modifiers {
                modifier_ui(ui, modifier);
            }
        });
    }
    ui.label(rich(ui, prompt(pad)).color(colours.ink));
    taken_ui(ui, pad, commands);
    cells_ui(ui, pad, commands);
    ui.horizontal_wrapped(|ui| {
        if let Some(total) = pad.total()
            && main_button(ui, message!("Enter {total}", total), ui.available_width()).clicked()
        {
            commands.push(DiceCommand::Total(total));
        }
        if quiet_button(ui, true, app_rolls()).clicked() {
            commands.push(DiceCommand::AppRolls);
        }
        if let Some((text, command)) = other_way(pad)
            && quiet_button(ui, true, text).clicked()
        {
            commands.push(command);
        }
        if pad.can_cancel && quiet_button(ui, true, message!("Cancel")).clicked() {
            commands.push(DiceCommand::Cancel);
        }
    });
}

/// The button that leaves a roll to the app.
pub(super) fn app_rolls() -> Message {
    message!("Let the app roll")
}

/// The button for the other way to enter several dice.
pub(super) fn other_way(pad: &DicePad) -> Option<(Message, DiceCommand)> {
    let text = if pad.whole { message!("Die by die") } else { message!("All at once") };
    pad.can_choose().then_some((text, DiceCommand::Whole(!pad.whole)))
}

/// The roll to enter: the number of the die, and the purpose.
pub(super) fn asked_for(pad: &DicePad) -> Message {
    let purpose = &pad.ask.purpose;
    match pad.ask.throw {
        Throw::Sum { count, .. } | Throw::Hits { count, .. } if count > 1 && !pad.whole => {
            message!("{number} of {count}: {purpose}", number = pad.faces.len() + 1, count, purpose)
        }
        Throw::Sum { .. } | Throw::Hits { .. } | Throw::One { .. } | Throw::Highest { .. } => {
            in_words(&pad.ask)
        }
    }
}

/// The keys for the pad.
pub(super) fn pad_keys(ui: &Ui, pad: &DicePad, commands: &mut Vec<DiceCommand>) {
    if pad.whole {
        total_keys(ui, pad, commands);
    } else {
        keys(ui, pad, commands);
    }
}

/// The prompt of the pad.
pub(super) fn prompt(pad: &DicePad) -> Message {
    let (count, (lowest, highest)) = (pad.ask.throw.count(), pad.ask.throw.span());
    let asks = match pad.ask.throw {
        Throw::One { .. } if pad.whole => message!("What does it show?"),
        Throw::Hits { on, .. } if pad.whole => {
            message!("How many of the {count} dice show {on} or more?", count, on)
        }
        Throw::Sum { .. } | Throw::Highest { .. } if pad.whole => {
            message!("What is the sum of the {count} dice?", count)
        }
        Throw::One { .. } => message!("Tap the face that the die shows, or type it."),
        Throw::Highest { .. } => {
            message!("Tap the highest of the {count} dice, or type it.", count)
        }
        Throw::Sum { .. } | Throw::Hits { .. } => message!(
            "Die {number} of {count}: tap its face, or type it.",
            number = pad.faces.len() + 1,
            count
        ),
    };
    if pad.tapped() == Tapped::Digits {
        message!("{asks} ({lowest}–{highest})", asks, lowest, highest)
    } else {
        asks
    }
}

/// What is entered so far, in a row as high as a finger: a tap removes a die, or goes back to
/// an earlier roll.
pub(super) fn taken_ui(ui: &mut Ui, pad: &DicePad, commands: &mut Vec<DiceCommand>) {
    let (high, wide) = (touch(ui.ctx()), ui.available_width());
    let area = egui::ScrollArea::horizontal().id_salt("dice that are taken");
    let area = area.scroll_bar_visibility(AlwaysHidden).stick_to_right(true).max_width(wide);
    let add = |ui: &mut Ui| {
        ui.set_min_height(high);
        ui.spacing_mut().item_spacing.x = 5.0;
        for (at, entry) in pad.answered.iter().enumerate() {
            let shown = match entry {
                EnteredRoll::Total(total) => total.to_string(),
                EnteredRoll::Faces(faces) => faces.iter().sum::<i64>().to_string(),
                EnteredRoll::Program => tell(ui.ctx(), &message!("app")),
            };
            let name = message!("Back to roll {number}", number = at + 1);
            if named(quiet_button(ui, true, shown), name).clicked() {
                commands.push(DiceCommand::BackTo(at));
            }
        }
        let sides = pad.ask.throw.die().faces();
        for (at, face) in pad.faces.iter().enumerate() {
            let (rect, response) = ui.allocate_exact_size(Vec2::splat(high), Sense::click());
            let shown = u8::try_from(*face).unwrap_or_default();
            let colours = palette(ui.ctx());
            paint::die(ui.painter(), rect.shrink(3.0), sides, shown, [colours.card, colours.ink]);
            focus_ring(ui, &response);
            let name = message!("Remove die {number}: {face}", number = at + 1, face);
            if named(response, name).clicked() {
                commands.push(DiceCommand::Remove(at));
            }
        }
        if !pad.faces.is_empty() {
            let faces: Vec<u8> = pad.faces.iter().filter_map(|f| u8::try_from(*f).ok()).collect();
            big_number(ui, &format!("= {}", pad.ask.throw.read(&faces)));
        }
        if let Some(typed) = pad.typed {
            big_number(ui, &format!("= {typed}"));
        }
    };
    area.show(ui, |ui| ui.horizontal(add));
}

/// The gap between the cells of a pad, in points.
pub(super) const GAP: f32 = 4.0;

/// The number of rows of these cells, and the size of each.
fn cells_in(ctx: &egui::Context, width: f32, cells: usize) -> (usize, Vec2) {
    let least = touch(ctx);
    let fit = ((1..=cells).rev()).find(|fit| (least + GAP) * *fit as f32 - GAP <= width);
    let rows = cells.div_ceil(fit.unwrap_or(1));
    let wide = (width + GAP) / cells.div_ceil(rows) as f32 - GAP;
    let high = if is_low(ctx) || rows > 1 { least } else { least + 6.0 };
    (rows, vec2(wide.min(1.4 * high), high))
}

/// The height of the largest pad in this width.
pub(super) fn height_of_cells(ctx: &egui::Context, width: f32) -> f32 {
    let (rows, size) = cells_in(ctx, width, CELLS);
    rows as f32 * (size.y + GAP) - GAP
}

/// The faces or numbers to tap, each in its own place.
pub(super) fn cells_ui(ui: &mut Ui, pad: &DicePad, commands: &mut Vec<DiceCommand>) {
    let sides = pad.ask.throw.die().faces();
    let all: Vec<i64> = match pad.tapped() {
        Tapped::Faces => (1..=i64::from(sides)).collect(),
        Tapped::Counts(most) => (0..=most).collect(),
        Tapped::Digits => (1..=9).chain([0]).collect(),
    };
    let (rows, size) = cells_in(ui.ctx(), ui.available_width(), all.len());
    ui.spacing_mut().item_spacing = Vec2::splat(GAP);
    for row in all.chunks(all.len().div_ceil(rows)) {
        ui.horizontal(|ui| {
            for number in row {
                commands.extend(cell_ui(ui, pad, *number, size));
            }
        });
    }
}

/// A face, count or digit. Returns the command of a tap on it.
fn cell_ui(ui: &mut Ui, pad: &DicePad, number: i64, size: Vec2) -> Option<DiceCommand> {
    let colours = palette(ui.ctx());
    let (name, command) = match pad.tapped() {
        Tapped::Faces => (message!("It shows {face}", face = number), DiceCommand::Face(number)),
        Tapped::Digits => (message!("Digit {digit}", digit = number), DiceCommand::Digit(number)),
        Tapped::Counts(_) => {
            let name = match pad.ask.throw {
                Throw::Hits { .. } => message!("Hits: {number}", number),
                Throw::One { .. } | Throw::Sum { .. } | Throw::Highest { .. } => {
                    message!("Total: {number}", number)
                }
            };
            (name, DiceCommand::Total(number))
        }
    };
    let (rect, response) = ui.allocate_exact_size(size, Sense::click());
    let face = u8::try_from(number).unwrap_or_default();
    if pad.tapped() == Tapped::Faces {
        let die = Rect::from_center_size(rect.center(), Vec2::splat(size.min_elem() - 4.0));
        let body = [colours.sea_wash, colours.ink];
        paint::die(ui.painter(), die, pad.ask.throw.die().faces(), face, body);
        if let Some(says) = does(pad, face) {
            face_label_ui(ui, rect, &says);
        }
    } else {
        ui.painter().rect_filled(rect, 6.0, colours.sea_wash);
        let font = egui::FontId::new(24.0, theme::bold());
        let middle = egui::Align2::CENTER_CENTER;
        ui.painter().text(rect.center(), middle, number, font, colours.ink);
    }
    // A ring under a finger would look like an answer.
    if response.has_focus() {
        focus_ring(ui, &response);
    }
    named(response, name).clicked().then_some(command)
}

/// The result of a face, if the die alone decides.
fn does(pad: &DicePad, face: u8) -> Option<Message> {
    match pad.ask.throw {
        Throw::Hits { on, .. } if face >= on => Some(message!("hit")),
        Throw::Hits { .. } => Some(message!("miss")),
        Throw::One { .. } | Throw::Sum { .. } | Throw::Highest { .. } => None,
    }
}

/// A word below a face.
fn face_label_ui(ui: &Ui, rect: Rect, says: &Message) {
    let colours = palette(ui.ctx());
    let font = egui::FontId::new(12.0, theme::bold());
    let galley = ui.painter().layout_no_wrap(tell(ui.ctx(), says), font, colours.ink);
    let size = galley.size() + vec2(6.0, 0.0);
    let at = Rect::from_center_size(pos2(rect.center().x, rect.bottom() - 7.0), size);
    ui.painter().rect_filled(at, 4.0, colours.card);
    ui.painter().galley(at.min + vec2(3.0, 0.0), galley, colours.ink);
}

/// Digits enter faces (0 is ten), and backspace removes the last one.
fn keys(ui: &Ui, pad: &DicePad, commands: &mut Vec<DiceCommand>) {
    commands.extend(faces_typed(ui, &pad.ask).map(DiceCommand::Face));
    take_back_key(ui, commands);
}

/// The faces of this roll’s dice that were just typed.
fn faces_typed(ui: &Ui, ask: &AskedRoll) -> impl Iterator<Item = i64> + use<> {
    let sides = i64::from(ask.throw.die().faces());
    let faces = digits_typed(ui).into_iter().map(|digit| if digit == 0 { 10 } else { digit });
    faces.filter(move |face| *face <= sides)
}

fn take_back_key(ui: &Ui, commands: &mut Vec<DiceCommand>) {
    if !ui.ctx().text_edit_focused() && ui.input(|input| input.key_pressed(Key::Backspace)) {
        commands.push(DiceCommand::Back);
    }
}

/// Digits type the result of all dice, and Enter enters it.
fn total_keys(ui: &Ui, pad: &DicePad, commands: &mut Vec<DiceCommand>) {
    if let Some(total) = pad.total()
        && enter_pressed(ui.ctx())
    {
        commands.push(DiceCommand::Total(total));
    }
    let digits = digits_typed(ui).into_iter();
    commands.extend(digits.map(|digit| match pad.tapped() {
        Tapped::Counts(_) => DiceCommand::Total(digit),
        Tapped::Faces | Tapped::Digits => DiceCommand::Digit(digit),
    }));
    take_back_key(ui, commands);
}

/// A die for the left side of a button.
pub(super) fn mark(ui: &Ui, rect: Rect) {
    let colours = palette(ui.ctx());
    let at = Rect::from_center_size(pos2(rect.left() + 26.0, rect.center().y), Vec2::splat(30.0));
    paint::die(ui.painter(), at, 6, 5, [colours.on_sea, colours.sea]);
}
