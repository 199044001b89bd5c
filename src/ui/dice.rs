//! Dice: those that were rolled, and those that the players enter.

use egui::{Key, Rect, RichText, Sense, Ui, Vec2, pos2, vec2};

use crate::wording::capital;

use super::command::DiceCommand;
use super::keys::digits_typed;
use super::language::{rich, tell};
use super::link;
use super::paint;
use super::theme::{self, TOUCH, palette};
use super::voice::{Topic, announce};
use super::widgets::{
    aside, caption, enter_pressed, focus_ring, heading, is_low, main_button, named, quiet_button,
    stepper, tight_row,
};
use super::word;
use crate::dice::{AskedRoll, Modifier, Origin, Roll, Throw};
use crate::say::{Say, say};

use super::dice_pad::{DicePad, MOST_STEPS};

/// A roll as it was made: the dice, the modifiers with their reasons, the sum.
pub(super) fn roll_ui(ui: &mut Ui, roll: &Roll) {
    let colours = palette(ui.ctx());
    tight_row(ui, |ui| {
        let purpose = RichText::new(capital(&tell(ui.ctx(), &roll.purpose))).family(theme::bold());
        ui.label(purpose.color(colours.ink));
        let by = match roll.by {
            Origin::Entered => say!("your dice"),
            Origin::Rolled => say!("the app’s dice"),
        };
        aside(ui, say!("{throw}, {by}", throw = roll.throw.say(), by));
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
    let text = say!("{signed} {why}", signed = signed(modifier.amount), why = &modifier.reason.why);
    let word = word::of_modifier(ui.ctx(), &modifier.reason);
    link::chip_ui(ui, &text, (16.0, palette(ui.ctx()).plain_chip()), word);
}

/// With a real minus sign.
fn signed(amount: i64) -> String {
    if amount < 0 { format!("−{}", -amount) } else { format!("+{amount}") }
}

/// The coming roll: its dice, the modifiers, and their sum.
pub(super) fn ask_ui(ui: &mut Ui, ask: &AskedRoll) {
    let colours = palette(ui.ctx());
    tight_row(ui, |ui| {
        caption(ui, say!("Roll"));
        ui.label(rich(ui, in_words(ask)).color(colours.ink));
    });
    if ask.modifiers.is_empty() {
        return;
    }
    link::chips_ui(ui, |ui| {
        for modifier in &ask.modifiers {
            modifier_ui(ui, modifier);
        }
        if ask.modifiers.len() > 1 {
            big_number(ui, &format!("= {}", signed(ask.modifier())));
        }
    });
}

/// `1d6: turns until she sinks`.
fn in_words(ask: &AskedRoll) -> Say {
    say!("{throw}: {purpose}", throw = ask.throw.say(), purpose = &ask.purpose)
}

/// Where the players enter their dice.
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
    if !pad.whole {
        ui.label(rich(ui, prompt(pad)).color(colours.ink));
    }
    entering_ui(ui, pad, commands);
    ui.horizontal_wrapped(|ui| tools_row_ui(ui, pad, commands));
}

/// The roll to enter: which of how many dice, and what for.
pub(super) fn asked_for(pad: &DicePad) -> Say {
    let purpose = &pad.ask.purpose;
    match pad.ask.throw {
        Throw::Sum { count, .. } | Throw::Hits { count, .. } if count > 1 && !pad.whole => {
            say!("{number} of {count}: {purpose}", number = pad.faces.len() + 1, count, purpose)
        }
        Throw::Sum { .. } | Throw::Hits { .. } | Throw::One { .. } | Throw::Highest { .. } => {
            in_words(&pad.ask)
        }
    }
}

/// The dice themselves: faces to tap or type, or their sum. Nothing moves from
/// one die to the next.
pub(super) fn entering_ui(ui: &mut Ui, pad: &DicePad, commands: &mut Vec<DiceCommand>) {
    if pad.whole {
        total_ui(ui, pad, commands);
    } else {
        entered_ui(ui, pad);
        faces_ui(ui, pad, commands);
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

/// What else can be done: let the app roll, or go back.
pub(super) fn tools_row_ui(ui: &mut Ui, pad: &DicePad, commands: &mut Vec<DiceCommand>) {
    if quiet_button(ui, true, say!("Let the app roll this")).clicked() {
        commands.push(DiceCommand::AppRolls);
    }
    let can_choose = matches!(pad.ask.throw, Throw::Sum { .. } | Throw::Hits { .. });
    if can_choose && pad.taps() <= MOST_DICE_DRAWN {
        let text = if pad.whole { say!("Die by die") } else { say!("All at once") };
        if quiet_button(ui, true, text).clicked() {
            commands.push(DiceCommand::Whole(!pad.whole));
        }
    }
    // It keeps its place while there is nothing to erase.
    let erase = quiet_button(ui, pad.can_erase(), say!("Erase"));
    if named(erase, say!("Erase the last die")).clicked() {
        commands.push(DiceCommand::Back);
    }
    if pad.can_cancel && quiet_button(ui, true, say!("Cancel")).clicked() {
        commands.push(DiceCommand::Cancel);
    }
}

fn prompt(pad: &DicePad) -> Say {
    let count = pad.ask.throw.count();
    match pad.ask.throw {
        Throw::One { .. } => say!("Tap the face that lies on the table, or type it."),
        Throw::Highest { .. } => say!("Tap the highest of the {count} dice, or type it.", count),
        Throw::Sum { .. } | Throw::Hits { .. } => say!(
            "Die {number} of {count}: tap its face, or type it.",
            number = pad.faces.len() + 1,
            count
        ),
    }
}

fn entered_ui(ui: &mut Ui, pad: &DicePad) {
    tight_row(ui, |ui| {
        ui.set_min_height(DIE);
        if pad.faces.is_empty() {
            return;
        }
        let sides = pad.ask.throw.die().faces();
        for face in &pad.faces {
            die_ui(ui, sides, u8::try_from(*face).unwrap_or(0));
        }
        let faces: Vec<u8> = pad.faces.iter().filter_map(|f| u8::try_from(*f).ok()).collect();
        big_number(ui, &format!("= {}", pad.ask.throw.read(&faces)));
    });
}

/// A button for each face, so that only possible faces can be entered.
fn faces_ui(ui: &mut Ui, pad: &DicePad, commands: &mut Vec<DiceCommand>) {
    let colours = palette(ui.ctx());
    let sides = pad.ask.throw.die().faces();
    // Rows of five for ten faces, of six for six.
    let row = if sides == 10 { 5 } else { 6 };
    // Both rows stay in sight in a low window.
    let most = if is_low(ui.ctx()) { TOUCH } else { 52.0 };
    let size = ((ui.available_width() - 40.0) / row as f32).clamp(TOUCH, most);
    let faces: Vec<u8> = (1..=sides).collect();
    for faces in faces.chunks(row) {
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = 8.0;
            for face in faces {
                let (rect, response) = ui.allocate_exact_size(Vec2::splat(size), Sense::click());
                let body = [colours.sea_wash, colours.ink];
                paint::die(ui.painter(), rect.shrink(2.0), sides, *face, body);
                // A ring under a finger would look like an answer.
                if response.has_focus() {
                    focus_ring(ui, &response);
                }
                if let Some(says) = does(pad, *face) {
                    face_label_ui(ui, rect, &says);
                }
                if named(response, say!("It shows {face}", face)).clicked() {
                    commands.push(DiceCommand::Face(i64::from(*face)));
                }
            }
        });
    }
}

/// What a face would lead to, if the die alone decides.
fn does(pad: &DicePad, face: u8) -> Option<Say> {
    match pad.ask.throw {
        Throw::Hits { on, .. } if face >= on => Some(say!("hit")),
        Throw::Hits { .. } => Some(say!("miss")),
        Throw::One { .. } | Throw::Sum { .. } | Throw::Highest { .. } => None,
    }
}

/// A word below a face.
fn face_label_ui(ui: &Ui, rect: Rect, says: &Say) {
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

/// The result of many dice, entered at once.
fn total_ui(ui: &mut Ui, pad: &DicePad, commands: &mut Vec<DiceCommand>) {
    let colours = palette(ui.ctx());
    let count = pad.ask.throw.count();
    let (text, name) = match pad.ask.throw {
        Throw::Hits { on, .. } => {
            (say!("How many of the {count} dice show {on} or more?", count, on), say!("Hits"))
        }
        Throw::One { .. } => (say!("What does it show?"), say!("It shows")),
        Throw::Sum { .. } | Throw::Highest { .. } => {
            (say!("What is the sum of the {count} dice?", count), say!("Total"))
        }
    };
    let (lowest, highest) = pad.ask.throw.span();
    if highest - lowest > MOST_STEPS {
        return digits_ui(ui, pad, text, commands);
    }
    ui.label(rich(ui, text).color(colours.ink));
    if let Some(new) = stepper(ui, pad.total, (lowest, highest), name) {
        commands.push(DiceCommand::StepTotal(new - pad.total));
    }
    let width = ui.available_width();
    if let Some(typed) = pad.half_typed() {
        aside(ui, say!("{typed}: keep typing ({lowest} to {highest}).", typed, lowest, highest));
    } else {
        let button = main_button(ui, say!("Enter {total}", total = pad.total), width);
        if button.clicked() {
            commands.push(DiceCommand::Total);
        }
    }
}

/// The total of many dice, digit by digit.
fn digits_ui(ui: &mut Ui, pad: &DicePad, asks: Say, commands: &mut Vec<DiceCommand>) {
    let colours = palette(ui.ctx());
    let (lowest, highest) = pad.ask.throw.span();
    let hint = say!("{asks} Tap it or type it, {lowest} to {highest}.", asks, lowest, highest);
    ui.label(rich(ui, hint).size(16.0).color(colours.ink));
    let room = (ui.available_width() - 4.0 * 5.0) / 5.0;
    for digits in [[1, 2, 3, 4, 5], [6, 7, 8, 9, 0]] {
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = 5.0;
            for digit in digits {
                let size = vec2(room.clamp(TOUCH, 72.0), TOUCH);
                let button = egui::Button::new(RichText::new(digit.to_string()).size(20.0));
                let button = ui.add(button.min_size(size));
                if named(button, say!("Digit {digit}", digit)).clicked() {
                    commands.push(DiceCommand::Digit(digit));
                }
            }
        });
    }
    let width = ui.available_width();
    if pad.can_enter() {
        let button = main_button(ui, say!("Enter {total}", total = pad.total), width);
        if button.clicked() {
            commands.push(DiceCommand::Total);
        }
    } else if let Some(typed) = pad.half_typed() {
        aside(ui, say!("{typed}: keep typing ({lowest} to {highest}).", typed, lowest, highest));
    }
}

/// Digits type the total, and Enter enters it.
fn total_keys(ui: &Ui, pad: &DicePad, commands: &mut Vec<DiceCommand>) {
    if pad.can_enter() && enter_pressed(ui) {
        commands.push(DiceCommand::Total);
    }
    commands.extend(digits_typed(ui).into_iter().map(DiceCommand::Digit));
    take_back_key(ui, commands);
}

/// A die for the left side of a button.
pub(super) fn mark(ui: &Ui, rect: Rect) {
    let colours = palette(ui.ctx());
    let at = Rect::from_center_size(pos2(rect.left() + 26.0, rect.center().y), Vec2::splat(30.0));
    paint::die(ui.painter(), at, 6, 5, [colours.on_sea, colours.sea]);
}
