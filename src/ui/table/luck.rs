//! How the dice have fallen, side by side and ship by ship.

use egui::{
    Align2, FontId, Rect, RichText, Role, Sense, Shape, Stroke, Ui, WidgetInfo, pos2, vec2,
};

use crate::analysis::{Fortune, Luck, Proved};
use crate::rules::Side;
use crate::ui::command::TableCommand;
use crate::ui::theme::{self, palette};
use crate::ui::widgets::{aside, caption, heading, named, quiet_button, sheet};

use super::state::{LuckPage, Table};

/// The luck of the battle so far, in the place of the log.
pub(super) fn luck_ui(
    ui: &mut Ui,
    table: &Table,
    LuckPage { luck, proof }: &LuckPage,
    commands: &mut Vec<TableCommand>,
) {
    ui.horizontal(|ui| {
        if named(quiet_button(ui, true, "‹ Log"), "Back to the log").clicked() {
            commands.push(TableCommand::ShowLuck(false));
        }
        heading(ui, "Luck of the dice");
    });
    egui::ScrollArea::vertical().id_salt("luck").auto_shrink([false, false]).show(ui, |ui| {
        ui.spacing_mut().item_spacing.y = 7.0;
        aside(
            ui,
            "How far the throws were above (+) or below (−) what was to be expected, and how \
             often the same throws would fall as well or as badly. Beyond 2 either way is a battle \
             to tell of.",
        );
        for side in [Side::A, Side::B] {
            let name = format!("{side}: {}", table.battle().side_name(side));
            sheet(ui, |ui| fortune_ui(ui, &name, &luck.sides[side.index()]));
        }
        course_ui(ui, luck);
        if !luck.units.is_empty() {
            caption(ui, "Ship by ship");
        }
        for (tag, fortune) in &luck.units {
            let name = format!("{tag} {}", table.battle().unit_name(*tag));
            aside(ui, &format!("{name}: {}", in_words(fortune)));
        }
        seed_ui(ui, table, proof.as_ref());
        ui.add_space(8.0);
    });
}

/// What a side's throws come to, and the faces that fell.
fn fortune_ui(ui: &mut Ui, name: &str, fortune: &Fortune) {
    let colours = palette(ui.ctx());
    ui.label(RichText::new(name).family(theme::bold()).color(colours.ink));
    ui.label(RichText::new(in_words(fortune)).color(colours.ink));
    for (die, counts) in &fortune.faces {
        faces_ui(ui, *die, counts);
    }
}

fn in_words(fortune: &Fortune) -> String {
    let throws = match fortune.throws {
        0 => return "no throw yet that could be better or worse".into(),
        1 => "1 throw".to_owned(),
        n => format!("{n} throws"),
    };
    let luck = fortune.luck();
    let word = match luck {
        l if l >= 2.0 => "very lucky",
        l if l >= 0.7 => "lucky",
        l if l > -0.7 => "as was to be expected",
        l if l > -2.0 => "unlucky",
        _ => "very unlucky",
    };
    // What is told is the side on which they lie.
    let (chance, than) = if luck < 0.0 {
        (fortune.this_bad, "this bad or worse")
    } else {
        (fortune.this_good, "this good or better")
    };
    let chance = chance.map(chance_in_words).unwrap_or_default();
    format!("{} in {throws}: {word} ({than}: {chance})", signed(luck))
}

/// `38 %`, and what is rare as one in so many.
fn chance_in_words(chance: f64) -> String {
    if chance >= 0.05 {
        format!("{:.0}\u{a0}%", chance * 100.0)
    } else if chance > 1e-6 {
        format!("1 in {:.0}", 1.0 / chance)
    } else {
        "less than 1 in a million".into()
    }
}

fn signed(number: f64) -> String {
    if number <= -0.05 { format!("−{:.1}", -number) } else { format!("+{:.1}", number.abs()) }
}

/// How often each face of a die fell: a column a face, its count above it.
fn faces_ui(ui: &mut Ui, die: u8, counts: &[u32]) {
    let colours = palette(ui.ctx());
    let most = counts.iter().copied().max().unwrap_or(0).max(1);
    let said: Vec<String> =
        (1..).zip(counts).map(|(face, n): (u32, &u32)| format!("{face} fell {n} times")).collect();
    aside(ui, &format!("d{die}"));
    let step = ((ui.available_width() - 8.0) / counts.len().max(1) as f32).min(34.0);
    let size = vec2(step * counts.len() as f32, 72.0);
    let (rect, response) = ui.allocate_exact_size(size, Sense::hover());
    let said = format!("d{die}: {}", said.join(", "));
    response.widget_info(|| WidgetInfo::labeled(Role::Image, true, &said));
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

/// How the luck of both sides ran from order to order: A's line whole, B's
/// broken, each with its letter at the end.
fn course_ui(ui: &mut Ui, luck: &Luck) {
    let course = luck.course();
    if course.len() < 2 {
        return;
    }
    let colours = palette(ui.ctx());
    caption(ui, "How it ran, order by order");
    let width = ui.available_width() - 8.0;
    let (rect, response) = ui.allocate_exact_size(vec2(width, 130.0), Sense::hover());
    let says = "How the luck of both sides ran";
    response.widget_info(|| WidgetInfo::labeled(Role::Image, true, says));
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

/// The seed of the app's dice, once nobody can look ahead with it, and whether
/// its throws are those that the seed gives.
fn seed_ui(ui: &mut Ui, table: &Table, proof: Option<&Proved>) {
    let colours = palette(ui.ctx());
    ui.add_space(6.0);
    caption(ui, "The app's dice");
    let Some(proof) = proof else {
        aside(ui, "The seed of the app's dice is shown once the battle is over.");
        return;
    };
    let journal = table.session.journal();
    let told = RichText::new(format!("The seed was {}.", journal.opening().seed));
    ui.label(told.family(theme::bold()).color(colours.ink));
    let (words, colour) = match (proof.thrown, proof.others.as_slice()) {
        (0, _) => ("The app threw nothing.".into(), colours.quiet),
        (n, []) => {
            (format!("Every one of the app's throws, in {n} orders, is the seed's."), colours.good)
        }
        (n, others) => {
            let numbers: Vec<String> = others.iter().map(|at| (at + 1).to_string()).collect();
            let words = format!(
                "Of {n} orders that the app threw for, these have other dice than the seed's: {}. \
                 They were amended and their dice kept, or the file was altered.",
                numbers.join(", ")
            );
            (words, colours.bad)
        }
    };
    ui.label(RichText::new(words).color(colour));
    aside(
        ui,
        "Anyone can check it: the battle saved as a file holds the seed and every face, and \
         \u{201c}trierarch report\u{201d} throws them all again. The dice are ChaCha8, keyed by the seed \
         and the number of the order.",
    );
}
