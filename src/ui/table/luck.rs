//! The luck of the dice, by side and by unit.

use egui::{Align2, FontId, Rect, Role, Sense, Shape, Stroke, Ui, WidgetInfo, pos2, vec2};

use crate::analysis::{Fortune, Luck, likelihood};
use crate::message::{Message, message};
use crate::rules::{Side, Subject};
use crate::session::LuckView;
use crate::ui::command::TableCommand;
use crate::ui::language::{rich, tell};
use crate::ui::theme::{self, palette};
use crate::ui::widgets::{aside, caption, heading, named, quiet_button, sheet};

use super::state::Table;

/// The luck of the battle so far, in place of the log.
pub(super) fn luck_ui(
    ui: &mut Ui,
    table: &Table,
    view: Option<&LuckView>,
    commands: &mut Vec<TableCommand>,
) {
    ui.horizontal(|ui| {
        if named(quiet_button(ui, true, message!("‹ Log")), message!("Back to the log")).clicked()
        {
            commands.push(TableCommand::ShowLuck(false));
        }
        heading(ui, message!("Luck of the dice"));
    });
    let Some(view) = view else {
        aside(ui, message!("Working out the luck…"));
        return;
    };
    let luck = &view.luck;
    egui::ScrollArea::vertical().id_salt("luck").auto_shrink([false, false]).show(ui, |ui| {
        ui.spacing_mut().item_spacing.y = 7.0;
        aside(ui, message!("The figures show how far each side rolled above (+) or below (−) average, in standard \
             deviations, and how often such luck occurs. Beyond 2 either way is rare."));
        for side in [Side::A, Side::B] {
            let name = message!("{side}: {side_name}", side, side_name = table.side_name(side));
            sheet(ui, |ui| fortune_ui(ui, &name, &luck.sides[side.index()]));
        }
        course_ui(ui, luck);
        if !luck.units.is_empty() {
            caption(ui, message!("Unit by unit"));
        }
        for (tag, fortune) in &luck.units {
            let name = table.subject_name(Subject::Unit(*tag));
            aside(ui, message!("{name}: {in_words}", name, in_words = in_words(fortune)));
        }
        seed_ui(ui, view);
        ui.add_space(8.0);
    });
}

/// How lucky a side was, and the faces that came up.
fn fortune_ui(ui: &mut Ui, name: &Message, fortune: &Fortune) {
    let name = tell(ui.ctx(), name);
    let colours = palette(ui.ctx());
    ui.label(rich(ui, name).family(theme::bold()).color(colours.ink));
    ui.label(rich(ui, in_words(fortune)).color(colours.ink));
    for (die, counts) in &fortune.faces {
        faces_ui(ui, *die, counts);
    }
}

fn in_words(fortune: &Fortune) -> Message {
    let luck = fortune.luck();
    // The words name the side of the average on which they are.
    let is_bad = luck < 0.0;
    let chance = if is_bad { fortune.this_bad } else { fortune.this_good };
    let Some(chance) = chance.map(likelihood) else { return message!("no rolls yet") };
    let rolls = message!(fortune.throws => "{n} roll" | "{n} rolls");
    let (luck, fate) = (signed(luck), fortune.fate().message());
    if is_bad {
        message!(
            "{luck} in {rolls}: {fate} (this bad or worse: {chance})",
            luck,
            rolls,
            fate,
            chance
        )
    } else {
        message!(
            "{luck} in {rolls}: {fate} (this good or better: {chance})",
            luck,
            rolls,
            fate,
            chance
        )
    }
}

fn signed(number: f64) -> String {
    if number <= -0.05 { format!("−{:.1}", -number) } else { format!("+{:.1}", number.abs()) }
}

/// How often each face of a die came up: a column for each, with its count
/// above.
fn faces_ui(ui: &mut Ui, die: u8, counts: &[u32]) {
    let colours = palette(ui.ctx());
    let most = counts.iter().copied().max().unwrap_or(0).max(1);
    let text = (1..).zip(counts).map(|(face, count): (u32, &u32)| {
        message!(*count => "{face} rolled {n} time" | "{face} rolled {n} times", face)
    });
    let text = Message::list(text);
    aside(ui, message!("d{die}", die));
    let step = ((ui.available_width() - 8.0) / counts.len().max(1) as f32).min(34.0);
    let size = vec2(step * counts.len() as f32, 72.0);
    let (rect, response) = ui.allocate_exact_size(size, Sense::hover());
    let text = tell(ui.ctx(), &message!("d{die}: {said}", die, said = text));
    response.widget_info(|| WidgetInfo::labeled(Role::Image, true, &text));
    let painter = ui.painter();
    let font = FontId::proportional(14.0);
    let base = rect.bottom() - 18.0;
    for (at, count) in counts.iter().enumerate() {
        let middle = rect.left() + step * (at as f32 + 0.5);
        let height = 36.0 * *count as f32 / most as f32;
        let column = Rect::from_min_max(
            pos2(middle - step * 0.36, base - height),
            pos2(middle + step * 0.36, base),
        );
        painter.rect_filled(column, 0.0, colours.clay);
        let top = pos2(middle, base - height);
        painter.text(top, Align2::CENTER_BOTTOM, count, font.clone(), colours.ink);
        painter.text(pos2(middle, base), Align2::CENTER_TOP, at + 1, font.clone(), colours.quiet);
    }
    painter.hline(rect.x_range(), base, Stroke::new(1.0, colours.quiet));
}

/// The luck of both sides after each order: A's line solid, B's dashed, each
/// with its letter at the end.
fn course_ui(ui: &mut Ui, luck: &Luck) {
    let course = luck.course();
    if course.len() < 2 {
        return;
    }
    let colours = palette(ui.ctx());
    caption(ui, message!("Order by order"));
    let width = ui.available_width() - 8.0;
    let (rect, response) = ui.allocate_exact_size(vec2(width, 130.0), Sense::hover());
    let says = tell(ui.ctx(), &message!("The luck of both sides, order by order"));
    response.widget_info(|| WidgetInfo::labeled(Role::Image, true, &says));
    let most =
        course.iter().flat_map(|(_, sums)| sums).fold(1.0_f64, |most, sum| most.max(sum.abs()));
    let plot = Rect::from_min_max(rect.min + vec2(4.0, 6.0), rect.max - vec2(22.0, 6.0));
    let last = (course.len() - 1) as f32;
    #[expect(clippy::cast_possible_truncation, reason = "a place on the screen")]
    let at = |step: usize, sum: f64| {
        let share = (sum / most) as f32;
        let x = plot.left() + plot.width() * step as f32 / last;
        pos2(x, plot.center().y - plot.height() / 2.0 * share)
    };
    let painter = ui.painter();
    painter.hline(rect.x_range(), plot.center().y, Stroke::new(1.0, colours.line));
    for (side, colour) in [(Side::A, colours.clay), (Side::B, colours.sea)] {
        let points: Vec<_> = course
            .iter()
            .enumerate()
            .map(|(step, (_, sums))| at(step, sums[side.index()]))
            .collect();
        let stroke = Stroke::new(2.5, colour);
        if let Some(end) = points.last() {
            let font = FontId::new(16.0, theme::bold());
            painter.text(*end + vec2(5.0, 0.0), Align2::LEFT_CENTER, side, font, colour);
        }
        if side == Side::A {
            painter.add(Shape::line(points, stroke));
        } else {
            painter.extend(Shape::dashed_line(&points, stroke, 8.0, 5.0));
        }
    }
}

/// The seed of the app's dice, once it cannot be used to look ahead, and
/// whether the rolls match it.
fn seed_ui(ui: &mut Ui, view: &LuckView) {
    let colours = palette(ui.ctx());
    ui.add_space(6.0);
    caption(ui, message!("The app’s dice"));
    let (Some(seed), Some(proof)) = (view.seed, &view.proved) else {
        aside(ui, message!("The seed of the app’s dice is shown once the battle is over."));
        return;
    };
    let text = rich(ui, message!("The seed was {seed}.", seed = seed.to_string()));
    ui.label(text.family(theme::bold()).color(colours.ink));
    let (words, colour) = match (proof.thrown, proof.others.as_slice()) {
        (0, _) => (message!("The app rolled no dice."), colours.quiet),
        (n, []) => {
            let words = message!(n =>
                "All dice rolled by the app ({n} order) match the seed."
                | "All dice rolled by the app ({n} orders) match the seed.");
            (words, colours.good)
        }
        (n, others) => {
            let numbers: Vec<String> = others.iter().map(|at| (at + 1).to_string()).collect();
            let words = message!(
                "{n} orders used the app’s dice. These do not match the seed: {numbers}. They were edited, \
                 or the file was changed.",
                n,
                numbers = numbers.join(", ")
            );
            (words, colours.bad)
        }
    };
    ui.label(rich(ui, &words).color(colour));
    aside(
        ui,
        message!(
            "Anyone can check this: save the battle as a file and run “trierarch report” on it."
        ),
    );
}
