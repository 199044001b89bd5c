//! The first screen: the last battle, and the ways to begin.

use egui::{
    Frame, Margin, Rect, RichText, Role, ScrollArea, Sense, Shape, Stroke, StrokeKind, TextStyle,
    TextWrapMode, Ui, Vec2, WidgetText, pos2, vec2,
};

use crate::fleet::library;
use crate::games::SystemTag;
use crate::message::{Joint, Message, message};
use crate::rules::Side;
use crate::rules::drawing::Drawing;
use crate::ui::command::{Command, Place};
use crate::ui::language::{ShownText, fixed, rich};
use crate::ui::paint::{self, Facing};
use crate::ui::table::Table;
use crate::ui::theme::{self, palette, touch};
use crate::ui::widgets::{
    PHONE, WIDE, as_heading, aside, enter_pressed, focus_ring, landmark, main_button, named,
    second_button, sheet,
};

use super::battles::{ago, continue_command, round_of};
use super::frieze::{frieze, frieze_ui, picture_ui};
use super::{Home, StoredBattle, ground_ui};

/// The greatest width of the first screen, in points.
const MOST_WIDTH: f32 = 1240.0;

/// From this width and height on, the three choices are beside each other.
const BESIDE: Vec2 = vec2(720.0, 620.0);

/// The height of a choice's margins and gaps, in points.
const AROUND: f32 = 50.0;

/// One of the three large choices.
struct Choice {
    title: Message,
    words: Message,
    button: Message,
    to: Place,
    /// Its picture: ships on a vase, or two that meet.
    picture: ChoicePicture,
}

enum ChoicePicture {
    Ship(Drawing),
    Meeting([Drawing; 2]),
    Fleet([Drawing; 4]),
}

fn choices() -> [Choice; 3] {
    let (games, battles) = (SystemTag::ALL.len(), library::battles().len());
    [
        Choice {
            title: message!("Learn"),
            words: message!(
                "A ten-minute battle with a hint for every step. Choose one of {games} games.",
                games
            ),
            button: message!("Choose a lesson"),
            to: Place::Learn,
            picture: ChoicePicture::Ship(Drawing::Trireme),
        },
        Choice {
            title: message!("Play"),
            words: message!(
                "{battles} ready battles from Alalia to Actium, or your own fleets against \
                 each other.",
                battles
            ),
            button: message!("Choose a battle"),
            to: Place::Battles,
            picture: ChoicePicture::Meeting([Drawing::GalleyRoman, Drawing::GalleyPunic]),
        },
        Choice {
            title: message!("My fleets"),
            words: message!("Build, check, compare and print fleets. Share them with a QR code."),
            button: message!("Open my fleets"),
            to: Place::Fleets,
            picture: ChoicePicture::Fleet([
                Drawing::Penteconter,
                Drawing::Bireme,
                Drawing::TriremeFullDeck,
                Drawing::Quinquereme,
            ]),
        },
    ]
}

/// Draws the first screen.
pub(in super::super) fn home_ui(
    ui: &mut Ui,
    home: &Home,
    table: Option<&Table>,
    commands: &mut Vec<Command>,
) {
    ground_ui(ui, message!("Trierarch"), |ui| {
        let (width, height) = (ui.available_width(), ui.available_height());
        ScrollArea::vertical().auto_shrink([false, false]).show(ui, |ui| {
            let beside = ((width - MOST_WIDTH) / 2.0).max(0.0);
            ui.horizontal_top(|ui| {
                ui.spacing_mut().item_spacing.x = 0.0;
                ui.add_space(beside);
                ui.vertical(|ui| {
                    ui.set_width(width - 2.0 * beside);
                    ui.spacing_mut().item_spacing = vec2(8.0, 10.0);
                    all_ui(ui, home, table, height, commands);
                });
            });
        });
    });
}

fn all_ui(
    ui: &mut Ui,
    home: &Home,
    table: Option<&Table>,
    height: f32,
    commands: &mut Vec<Command>,
) {
    let is_wide = ui.available_width() >= BESIDE.x && height >= BESIDE.y;
    let top = ui.cursor().top();
    if is_wide {
        ui.add_space(((height - 740.0) * 0.25).clamp(6.0, 60.0));
    }
    head_ui(ui);
    let latest = home.listed.iter().find(|battle| battle.listed.about.is_ok());
    let to_continue = latest.filter(|battle| !is_over(home, battle));
    let choices = choices();
    // A new player learns first; a player with battles chooses one.
    let first = &choices[usize::from(!home.listed.is_empty())];
    let main = match to_continue {
        Some(battle) => continue_command(battle, table),
        None => Command::Go(first.to),
    };
    if enter_pressed(ui.ctx()) {
        commands.push(main);
    }
    if let Some(battle) = latest {
        continue_ui(ui, home, battle, table, commands);
    }
    if !is_wide {
        for choice in &choices {
            low_choice_ui(ui, choice, commands);
        }
        // A narrower window has a bar at its bottom.
        if ui.ctx().content_rect().width() >= PHONE {
            foot_ui(ui, commands);
        }
        return;
    }
    // The choices take the height that is left, down to the foot.
    let left = height - (ui.cursor().top() - top) - touch(ui.ctx()) - 24.0;
    let room = left.clamp(320.0, 580.0);
    ui.columns(choices.len(), |cells| {
        for (cell, choice) in cells.iter_mut().zip(&choices) {
            let is_main = to_continue.is_none() && choice.to == first.to;
            sheet(cell, |ui| {
                let texts = choices.iter().map(|one| texts_height(ui, one)).fold(0.0, f32::max);
                let layout = ChoiceLayout { height: room, texts, is_main };
                high_choice_ui(ui, choice, &layout, commands);
            });
        }
    });
    foot_ui(ui, commands);
}

/// Whether a battle has a victor, or is a draw.
fn is_over(home: &Home, battle: &StoredBattle) -> bool {
    let score = home.scores.get(&battle.listed.slug);
    score.is_some_and(|(_, score)| score.victor.is_some())
}

/// The name of the app, with a short description.
fn head_ui(ui: &mut Ui) {
    let colours = palette(ui.ctx());
    let is_wide = ui.available_width() >= WIDE;
    let what =
        message!("You move the models; Trierarch keeps the records, the rules and the odds.");
    // A word is not broken, however large the text is.
    let size = (ui.available_width() * 0.21).min(if is_wide { 46.0 } else { 38.0 });
    let title = |ui: &mut Ui| {
        let words = rich(ui, "Trierarch").family(theme::didot()).size(size).color(colours.clay);
        let title = ui.label(words);
        as_heading(&title, "Trierarch", 1);
    };
    let introduction = |ui: &mut Ui| {
        ui.label(rich(ui, what).size(20.0).color(colours.ink));
    };
    if is_wide {
        ui.horizontal(|ui| {
            title(ui);
            ui.add_space(12.0);
            introduction(ui);
        });
    } else {
        title(ui);
        introduction(ui);
    }
}

/// The battle that was played last, with its picture and state.
fn continue_ui(
    ui: &mut Ui,
    home: &Home,
    battle: &StoredBattle,
    table: Option<&Table>,
    commands: &mut Vec<Command>,
) {
    let colours = palette(ui.ctx());
    let frame = Frame::new()
        .fill(colours.card)
        .stroke(Stroke::new(colours.stroke + 1.0, colours.sea))
        .corner_radius(10)
        .inner_margin(Margin::same(14));
    let (title, is_over) = (&battle.title, is_over(home, battle));
    let go = |ui: &mut Ui, width: f32| {
        if is_over {
            let size = vec2(width, touch(ui.ctx()) + 8.0);
            let button = second_button(ui, message!("Open"), size);
            return named(button, message!("Open {title}", title)).clicked();
        }
        let button = main_button(ui, message!("Continue"), width);
        named(button, message!("Continue {title}", title)).clicked()
    };
    let goes = frame.show(ui, |ui| {
        ui.set_width(ui.available_width());
        let is_wide = ui.available_width() >= PHONE;
        let (picture, button) = if is_wide { (150.0, 200.0) } else { (112.0, 0.0) };
        let details = |ui: &mut Ui| {
            ui.spacing_mut().item_spacing.y = 2.0;
            let words = match (is_wide, is_over) {
                (false, _) => Message::verbatim(title),
                (true, false) => message!("Continue: {title}", title),
                (true, true) => message!("Last battle: {title}", title),
            };
            ui.label(rich(ui, words).family(theme::bold()).size(21.0).color(colours.ink));
            condition_ui(ui, home, battle);
        };
        let pressed = ui.horizontal_top(|ui| {
            let score = home.scores.get(&battle.listed.slug);
            if let Some((_, score)) = score.filter(|_| ui.available_width() > 300.0) {
                let size = vec2(picture, picture * 0.5);
                frieze_ui(ui, size, &score.drawings, message!("Ships of {title}", title));
            }
            let text = ui.available_width() - if is_wide { button + 8.0 } else { 0.0 };
            ui.allocate_ui(vec2(text, 0.0), |ui| {
                ui.vertical(|ui| {
                    ui.set_width(text);
                    details(ui);
                });
            });
            is_wide && in_the_middle(ui, picture * 0.5, |ui| go(ui, button))
        });
        pressed.inner || !is_wide && go(ui, ui.available_width())
    });
    if goes.inner {
        commands.push(continue_command(battle, table));
    }
}

/// A button in the middle of a row of this height.
fn in_the_middle(ui: &mut Ui, height: f32, add: impl FnOnce(&mut Ui) -> bool) -> bool {
    let above = (height - touch(ui.ctx()) - 8.0) / 2.0;
    let column = ui.vertical(|ui| {
        ui.add_space(above.max(0.0));
        add(ui)
    });
    column.inner
}

/// The round and the side to move, the losses, and the time of the last play.
fn condition_ui(ui: &mut Ui, home: &Home, battle: &StoredBattle) {
    let Ok(about) = &battle.listed.about else { return };
    let score = home.scores.get(&battle.listed.slug).map(|(_, score)| score);
    if let Some(score) = score {
        let colours = palette(ui.ctx());
        ui.label(rich(ui, round_of(about, score)).size(18.0).color(colours.ink));
    }
    let lost = score.map(|score| score.score.losses());
    let parts = lost.into_iter().chain([ago(home.now, about.last)]);
    aside(ui, Message::joined(parts, Joint::Dot));
}

/// The button of a choice: the main one if there is nothing to continue.
fn button_ui(ui: &mut Ui, choice: &Choice, is_main: bool, commands: &mut Vec<Command>) {
    let pressed = if is_main {
        main_button(ui, &choice.button, ui.available_width()).clicked()
    } else {
        let size = vec2(ui.available_width(), touch(ui.ctx()) + 8.0);
        second_button(ui, &choice.button, size).clicked()
    };
    if pressed {
        commands.push(Command::Go(choice.to));
    }
}

/// The layout of a choice as a column; heights in points.
struct ChoiceLayout {
    /// The most height of the column.
    height: f32,
    /// The height of the longest texts of all choices.
    texts: f32,
    /// Whether its button is the main one.
    is_main: bool,
}

/// A choice as a column: its picture above its words.
fn high_choice_ui(
    ui: &mut Ui,
    choice: &Choice,
    layout: &ChoiceLayout,
    commands: &mut Vec<Command>,
) {
    let (top, width) = (ui.cursor().top(), ui.available_width());
    let button = touch(ui.ctx()) + 8.0;
    let rest = layout.texts + button + AROUND;
    let picture = vec2(width, (layout.height - rest).clamp(width * 0.4, width * 0.9));
    // A narrow column takes only the height that it needs, so that it is not half empty.
    let height = layout.height.min(picture.y + rest);
    let place = picture_ui(ui, picture, &choice.title);
    choice_picture(ui, place, &choice.picture);
    // Most of the column is the picture: a tap on it does the same as the button.
    let is_tapped = ui.input(|input| input.pointer.primary_clicked());
    if is_tapped && ui.rect_contains_pointer(place) {
        commands.push(Command::Go(choice.to));
    }
    words_ui(ui, choice);
    let left = top + height - 24.0 - ui.cursor().top() - button;
    ui.add_space(left.max(8.0));
    button_ui(ui, choice, layout.is_main, commands);
}

/// A choice as a row that can be tapped anywhere: its picture beside its words.
fn low_choice_ui(ui: &mut Ui, choice: &Choice, commands: &mut Vec<Command>) {
    const MARGIN: f32 = 12.0;
    let colours = palette(ui.ctx());
    let width = ui.available_width();
    let picture = if width > 300.0 { vec2(104.0, 52.0) } else { Vec2::ZERO };
    let left = picture.x + 2.0 * MARGIN;
    let lay = |ui: &Ui, words: RichText| {
        let wrap = Some(TextWrapMode::Wrap);
        WidgetText::from(words).into_galley(ui, wrap, width - left - 30.0, TextStyle::Body)
    };
    let title = rich(ui, &choice.title).family(theme::didot()).size(26.0).color(colours.clay);
    let title = lay(ui, title);
    let words = lay(ui, rich(ui, &choice.words).size(16.0).color(colours.ink));
    let inner = title.size().y + words.size().y;
    let size = vec2(width, inner.max(picture.y) + 2.0 * MARGIN);
    let (rect, response) = ui.allocate_exact_size(size, Sense::click());
    let pressed = response.is_pointer_button_down_on();
    let fill = if pressed { colours.line } else { colours.card };
    let edge = Stroke::new(colours.stroke, colours.sea);
    ui.painter().rect(rect, 8.0, fill, edge, StrokeKind::Inside);
    let at = pos2(rect.left() + left, rect.center().y - inner / 2.0);
    let below = at + vec2(0.0, title.size().y);
    ui.painter().galley(at, title, colours.clay);
    ui.painter().galley(below, words, colours.ink);
    let tip = pos2(rect.right() - 12.0, rect.center().y);
    let chevron = vec![tip + vec2(-6.0, -6.0), tip, tip + vec2(-6.0, 6.0)];
    ui.painter().add(Shape::line(chevron, Stroke::new(2.0, colours.sea)));
    if picture.x > 0.0 {
        let middle = pos2(rect.left() + MARGIN + picture.x / 2.0, rect.center().y);
        choice_picture(ui, Rect::from_center_size(middle, picture), &choice.picture);
    }
    focus_ring(ui, &response);
    if named(response, &choice.button).clicked() {
        commands.push(Command::Go(choice.to));
    }
}

/// The title of a choice and its words.
fn texts(ui: &Ui, choice: &Choice) -> [RichText; 2] {
    let colours = palette(ui.ctx());
    [
        rich(ui, &choice.title).family(theme::didot()).size(28.0).color(colours.clay),
        rich(ui, &choice.words).size(18.0).color(colours.ink),
    ]
}

fn texts_height(ui: &Ui, choice: &Choice) -> f32 {
    let height = |words: RichText| {
        let wrap = Some(TextWrapMode::Wrap);
        let galley =
            WidgetText::from(words).into_galley(ui, wrap, ui.available_width(), TextStyle::Body);
        galley.size().y + ui.spacing().item_spacing.y
    };
    texts(ui, choice).into_iter().map(height).sum()
}

fn words_ui(ui: &mut Ui, choice: &Choice) {
    let [title, words] = texts(ui, choice);
    let heading = ui.label(title);
    as_heading(&heading, choice.title.text_for(ui.ctx()).as_ref(), 2);
    ui.label(words);
}

fn choice_picture(ui: &Ui, rect: Rect, picture: &ChoicePicture) {
    let colours = palette(ui.ctx()).pot(Side::A);
    let inner = rect.shrink(6.0);
    match picture {
        ChoicePicture::Meeting(ships) => frieze(ui, rect, &ships.map(|ship| vec![ship])),
        ChoicePicture::Ship(ship) => {
            ui.painter().rect_filled(rect, 0.0, colours[1]);
            paint::silhouette(ui, inner, *ship, Facing::Right, colours);
        }
        ChoicePicture::Fleet(ships) => {
            ui.painter().rect_filled(rect, 0.0, colours[1]);
            for (at, ship) in ships.iter().enumerate() {
                let each = inner.size() / 2.0;
                let corner = inner.min + vec2((at % 2) as f32, (at / 2) as f32) * each;
                let place = Rect::from_min_size(corner, each).shrink(2.0);
                paint::silhouette(ui, place, *ship, Facing::Right, colours);
            }
        }
    }
}

/// The other screens, at the foot of a window without a bar.
fn foot_ui(ui: &mut Ui, commands: &mut Vec<Command>) {
    let colours = palette(ui.ctx());
    ui.horizontal(|ui| {
        landmark(ui, Role::Navigation, message!("Places"));
        for place in [Place::Print, Place::Charts, Place::Settings] {
            let name = fixed(place.name());
            let words = rich(ui, &name).family(theme::bold()).color(colours.sea);
            let button = egui::Button::new(words).frame(false);
            let button = ui.add(button.min_size(Vec2::splat(touch(ui.ctx()))));
            if named(button, &name).clicked() {
                commands.push(Command::Go(place));
            }
            ui.add_space(8.0);
        }
    });
}
