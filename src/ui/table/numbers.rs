//! Draws odds and distributions.

use egui::{Align2, Color32, FontId, Rect, Sense, Stroke, TextFormat, Ui, pos2, vec2};

use crate::analysis::{Forecast, OddsLine, OutcomeChance, Plot};
use crate::message::{Message, message};
use crate::rules::Tone;
use crate::ui::announcer::{Topic, announce};
use crate::ui::language::{capital, rich, tell};
use crate::ui::link;
use crate::ui::rule_words::Word;
use crate::ui::theme::{self, palette, touch};
use crate::ui::widgets::{aside, caption, tight_row};

/// One bar divided into outcomes, and its legend, even if there is only one.
pub(super) fn odds_ui(ui: &mut Ui, forecast: &Forecast) {
    odds_bar_ui(ui, forecast);
    odds_legend_ui(ui, forecast);
}

/// An outcome that is certain, and good for neither side, need not be shown.
fn says_nothing(forecast: &Forecast) -> bool {
    matches!(forecast.outcomes.as_slice(), [] | [OutcomeChance { tone: Tone::Plain, .. }])
}

/// The bar of the outcomes.
pub(super) fn odds_bar_ui(ui: &mut Ui, forecast: &Forecast) {
    if !says_nothing(forecast) {
        let colours = colours_of(ui, &forecast.outcomes);
        bar_ui(ui, &forecast.outcomes, &colours);
    }
}

/// The legend of the bar.
fn odds_legend_ui(ui: &mut Ui, forecast: &Forecast) {
    if !says_nothing(forecast) {
        let colours = colours_of(ui, &forecast.outcomes);
        legend_ui(ui, &forecast.outcomes, &colours);
    }
    for lead in &forecast.leads {
        let words = message!("{says}: {shown}", says = &lead.says, shown = &lead.shown);
        aside(ui, capital(ui.ctx(), &words));
    }
}

/// The colours of each outcome, by its meaning, not by its place.
fn colours_of(ui: &Ui, outcomes: &[OutcomeChance]) -> Vec<[Color32; 2]> {
    let palette = palette(ui.ctx());
    let nth = |at: usize| {
        let before = outcomes[..at].iter().filter(|other| other.tone == outcomes[at].tone);
        before.count()
    };
    outcomes.iter().enumerate().map(|(at, share)| palette.outcome(share.tone, nth(at))).collect()
}

/// The legend of the odds bar, and other facts about the roll.
pub(super) fn outlook_ui(ui: &mut Ui, forecast: &Forecast) {
    odds_legend_ui(ui, forecast);
    forecast_ui(ui, forecast);
}

/// Other results of the dice: the answers to questions, the numbers that may change, and the
/// modifiers that change the odds.
fn forecast_ui(ui: &mut Ui, forecast: &Forecast) {
    if !forecast.is_whole {
        aside(ui, message!("Some of the odds take too long to work out and are not shown."));
    }
    lines_ui(ui, &forecast.answers);
    for plot in &forecast.plots {
        plot_ui(ui, plot);
    }
    if !forecast.worths.is_empty() {
        ui.add_space(4.0);
        caption(ui, message!("Modifier effects"));
        lines_ui(ui, &forecast.worths);
        aside(ui, message!("What each modifier adds on its own, in percentage points."));
    }
}

/// Words on the left, their figure on the right; one below the other if there
/// is no room.
fn lines_ui(ui: &mut Ui, lines: &[OddsLine]) {
    let colours = palette(ui.ctx());
    for line in lines {
        // A single text, so that a long line wraps like a sentence.
        let mut text = egui::text::LayoutJob::default();
        let [plain, bold] = formats(ui, colours.clay);
        text.append(&capital(ui.ctx(), &line.says), 0.0, plain);
        text.append(&tell(ui.ctx(), &line.figure), 10.0, bold);
        ui.label(text);
    }
}

/// The formats of words, and of a figure after them in this colour.
fn formats(ui: &Ui, figure: Color32) -> [TextFormat; 2] {
    let size = egui::TextStyle::Body.resolve(ui.style()).size;
    let plain = TextFormat::simple(FontId::proportional(size), palette(ui.ctx()).ink);
    [plain, TextFormat::simple(FontId::new(size, theme::bold()), figure)]
}

fn letter(at: usize) -> char {
    char::from(b'a' + u8::try_from(at % 26).unwrap_or(0))
}

/// The bar. Each piece has its percentage if it is wide enough, otherwise its
/// letter in the legend.
fn bar_ui(ui: &mut Ui, outcomes: &[OutcomeChance], cuts: &[[Color32; 2]]) {
    let colours = palette(ui.ctx());
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), 36.0), Sense::hover());
    let one = |o: &OutcomeChance| message!("{label} {shown}", label = &o.label, shown = &o.shown);
    let says = message!("The odds: {says}", says = Message::list(outcomes.iter().map(one)));
    let says = tell(ui.ctx(), &says);
    announce(ui.ctx(), Topic::Odds, &says);
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Image, true, &says));
    let painter = ui.painter();
    let mut x = rect.left();
    for (at, outcome) in outcomes.iter().enumerate() {
        let width = rect.width() * length(outcome.chance);
        let piece = Rect::from_min_size(pos2(x, rect.top()), vec2(width, rect.height()));
        x += width;
        let [fill, ink] = cuts[at];
        painter.rect_filled(piece, 0.0, fill);
        let edge = Stroke::new(1.0, colours.card);
        painter.vline(piece.right(), piece.y_range(), edge);
        let font = FontId::new(17.0, theme::bold());
        let words = [tell(ui.ctx(), &one(outcome)), tell(ui.ctx(), &outcome.shown)];
        let words = words.into_iter().chain([letter(at).to_string()]);
        let mut words = words.map(|text| painter.layout_no_wrap(text, font.clone(), ink));
        if let Some(text) = words.find(|text| text.size().x + 6.0 <= width) {
            let corner = Align2::CENTER_CENTER.anchor_size(piece.center(), text.size()).min;
            painter.galley(corner, text, ink);
        }
    }
    let edge = Stroke::new(colours.stroke, colours.ink);
    painter.rect_stroke(rect, 2.0, edge, egui::StrokeKind::Outside);
}

fn legend_ui(ui: &mut Ui, outcomes: &[OutcomeChance], cuts: &[[Color32; 2]]) {
    let colours = palette(ui.ctx());
    let words: Vec<Option<Word>> = outcomes
        .iter()
        .map(|outcome| Word::within(ui.ctx(), &outcome.label).into_iter().next())
        .collect();
    // All are as high as one that opens a card.
    let least = if words.iter().any(Option::is_some) { touch(ui.ctx()) } else { 26.0 };
    tight_row(ui, |ui| {
        ui.spacing_mut().item_spacing = vec2(6.0, 0.0);
        for (at, (outcome, word)) in outcomes.iter().zip(words).enumerate() {
            let mut words = egui::text::LayoutJob::default();
            let [plain, bold] = formats(ui, colours.ink);
            words.append(&capital(ui.ctx(), &outcome.label), 0.0, plain.clone());
            words.append(&tell(ui.ctx(), &outcome.shown), 7.0, bold);
            if let Some(needs) = &outcome.needs {
                words.append(&tell(ui.ctx(), &message!("({needs})", needs)), 7.0, plain);
            }
            // Beside the swatch; a longer text continues in a second line.
            words.wrap.max_width = ui.max_rect().width() - 34.0;
            let galley = ui.painter().layout_job(words);
            let size = vec2(galley.size().x + 34.0, galley.size().y.max(least));
            let sense = if word.is_some() { Sense::click() } else { Sense::hover() };
            let (rect, response) = ui.allocate_exact_size(size, sense);
            let first_line = rect.center().y - galley.size().y / 2.0 + 12.0;
            let swatch =
                Rect::from_center_size(pos2(rect.left() + 9.0, first_line), vec2(18.0, 18.0));
            let [fill, ink] = cuts[at];
            let edge = Stroke::new(1.0, colours.ink);
            ui.painter().rect(swatch, 2.0, fill, edge, egui::StrokeKind::Inside);
            let font = FontId::new(14.0, theme::bold());
            ui.painter().text(swatch.center(), Align2::CENTER_CENTER, letter(at), font, ink);
            let text = pos2(swatch.right() + 6.0, rect.center().y - galley.size().y / 2.0);
            let words = Rect::from_min_size(text, galley.size());
            ui.painter().galley(text, galley, colours.ink);
            if let Some(word) = word {
                let name =
                    message!("{label} {shown}", label = &outcome.label, shown = &outcome.shown);
                link::link_ui(ui, &response, words, word, &tell(ui.ctx(), &name));
            }
        }
    });
}

/// A number's distribution: a column for each value (or a few), the middle 80%
/// dark. A column far above the others is cut off, and shows its height.
fn plot_ui(ui: &mut Ui, plot: &Plot) {
    let colours = palette(ui.ctx());
    let text = message!(
        "{label}: now {now}, on average {decimal}, mostly {span}–{span2}",
        label = &plot.label,
        now = plot.now,
        decimal = decimal(plot.mean),
        span = plot.span.0,
        span2 = plot.span.1
    );
    ui.add_space(4.0);
    ui.label(rich(ui, capital(ui.ctx(), &text)).size(16.0).color(colours.ink));
    let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), 64.0), Sense::hover());
    let columns = columns(plot);
    let chart = Rect::from_min_max(rect.min, rect.max - vec2(0.0, 20.0));
    // With few values, columns are not wider than this.
    let step = (chart.width() / columns.len().max(1) as f32).min(34.0);
    let mut heights: Vec<f32> = columns.iter().map(|column| column.chance).collect();
    heights.sort_by(f32::total_cmp);
    let second = heights.iter().rev().nth(1).copied().unwrap_or(1.0);
    let top = heights.last().copied().unwrap_or(1.0).min(second * 2.5).max(f32::EPSILON);
    let painter = ui.painter();
    let font = FontId::proportional(14.0);
    let mut free_from = f32::MIN;
    for (at, column) in columns.iter().enumerate() {
        let middle = chart.left() + step * (at as f32 + 0.5);
        let height = chart.height() * (column.chance / top).min(1.0);
        let bar = Rect::from_min_max(
            pos2(middle - step * 0.42, chart.bottom() - height),
            pos2(middle + step * 0.42, chart.bottom()),
        );
        let usual = column.from <= plot.span.1 && column.to >= plot.span.0;
        painter.rect_filled(bar, 0.0, if usual { colours.clay } else { colours.line });
        if column.chance > top {
            let share = format!("{:.0}%", column.chance * 100.0);
            let at = pos2(bar.left() - 4.0, chart.top());
            painter.text(at, Align2::RIGHT_TOP, share, font.clone(), colours.ink);
        }
        // As many numbers below the columns as fit.
        if middle >= free_from {
            free_from = middle + 38.0;
            let now = (column.from..=column.to).contains(&plot.now);
            let ink = if now { colours.ink } else { colours.quiet };
            let at = pos2(middle, chart.bottom() + 1.0);
            painter.text(at, Align2::CENTER_TOP, column.from, font.clone(), ink);
        }
    }
    let base = Stroke::new(1.0, colours.quiet);
    let reach = chart.left()..=chart.left() + step * columns.len() as f32;
    painter.hline(reach, chart.bottom(), base);
}

/// A chance as a length on the screen.
#[expect(clippy::cast_possible_truncation, reason = "a length on the screen")]
fn length(chance: f64) -> f32 {
    chance as f32
}

/// Values that share a column, and their chance together.
struct Column {
    from: i64,
    to: i64,
    chance: f32,
}

/// At most this many columns are drawn.
const MOST_COLUMNS: i64 = 48;

fn columns(plot: &Plot) -> Vec<Column> {
    let (Some((lowest, _)), Some((highest, _))) = (plot.values.first(), plot.values.last()) else {
        return Vec::new();
    };
    let width = (highest - lowest + 1 + MOST_COLUMNS - 1) / MOST_COLUMNS;
    let mut columns = Vec::new();
    let mut from = *lowest;
    while from <= *highest {
        let to = from + width - 1;
        let inside = plot.values.iter().filter(|(value, _)| (from..=to).contains(value));
        columns.push(Column { from, to, chance: inside.map(|(_, chance)| length(*chance)).sum() });
        from = to + 1;
    }
    columns
}

/// With one decimal, if that is not 0.
fn decimal(number: f64) -> String {
    let text = format!("{number:.1}");
    text.strip_suffix(".0").map(str::to_owned).unwrap_or(text)
}
