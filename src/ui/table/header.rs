//! The top of the table, which stays in place: round and phase, the acting unit with a short
//! record, the target beside it, and the phases.

use egui::{Frame, Margin, Rect, Sense, Stroke, Ui, pos2, vec2};

use crate::message::{Joint, Message, message};
use crate::rules::{Card, Guide, PhaseState, Subject, Tag, TurnPhase, Winner};
use crate::ui::announcer::{Topic, announce};
use crate::ui::language::{capital, rich};
use crate::ui::link;
use crate::ui::paint;
use crate::ui::rule_words::Word;
use crate::ui::theme::{self, palette, touch};
use crate::ui::widgets::{FoldingLine, folding_from, heading, is_low, text_width, tight_row};

use super::cards;
use super::state::{Doing, Ordering, Table};

/// Everything that stays in place while the middle of the table scrolls.
pub(super) fn header_ui(ui: &mut Ui, table: &Table) {
    ui.spacing_mut().item_spacing.y = 4.0;
    if let Some(victor) = table.view.victor {
        victor_ui(ui, table, victor);
    }
    let guide = &table.view.guide;
    let actor = actor(table);
    moment_ui(ui, table, actor.is_none() || table.proposes());
    let is_named = form_names_issuer(ui, table);
    if let Some(card) = actor.and_then(|tag| table.card(tag)).filter(|_| !is_named) {
        who_ui(ui, table, card);
    }
    // A turn card has its own steps; and while an order is filled in on a phone, its questions
    // need the space.
    let has_card = table.turn.card.is_some() && guide.active.is_some();
    if !has_card && (table.form().is_none() || ui.available_width() >= PHONE_ROW) {
        steps_ui(ui, guide);
    }
    // Beside the order, the buttons below need the space.
    if !is_low(ui.ctx()) {
        aims_ui(ui, table);
    }
    ui.add_space(2.0);
}

/// Round, phase and side; and the next step if no unit acts.
fn moment_ui(ui: &mut Ui, table: &Table, prompts: bool) {
    let guide = &table.view.guide;
    let mut now = guide.steps.iter().filter(|step| step.stands == PhaseState::Now);
    let word = now.find_map(|step| Word::phase(ui.ctx(), &step.name));
    let ink = palette(ui.ctx()).ink;
    let (phase, side) = phase_and_side(table);
    let here = [Some(guide.headline.clone()), phase, side].into_iter().flatten();
    announce(ui.ctx(), Topic::Moment, Message::joined(here.collect::<Vec<_>>(), Joint::Comma));
    // Controls that open a card are as high as a finger: on a phone, only their own row is.
    // The banner above already names the winner.
    let asks = prompts && table.view.victor.is_none();
    let beside = asks && (word.is_none() || ui.available_width() >= PHONE_ROW);
    let fills_in = is_filled_in_on_a_phone(ui, table);
    let head = |ui: &mut Ui| {
        heading(ui, &guide.headline);
        if let Some(place) = place(table, prompts).filter(|_| !fills_in) {
            let place = rich(ui, capital(ui.ctx(), &place)).family(theme::bold());
            link::asked_ui(ui, place.color(palette(ui.ctx()).clay), word);
        }
        if beside {
            ui.label(rich(ui, prompt(table)).color(ink));
        }
    };
    // In one row all parts are as high as a finger; in several rows, only those that open a card.
    if word.is_some() && !fills_in && (beside || !place_goes_below(ui, table, prompts)) {
        link::chips_ui(ui, head);
    } else {
        tight_row(ui, head);
    }
    if asks && !beside {
        ui.label(rich(ui, prompt(table)).color(ink));
    }
}

/// The next step; at an earlier position, the next step then.
fn prompt(table: &Table) -> &Message {
    let next = &table.turn.next.text;
    if matches!(table.doing, Doing::Ordering(_)) && !next.is_empty() {
        next
    } else {
        &table.view.prompt
    }
}

/// Whether phase and side do not fit beside the round.
fn place_goes_below(ui: &Ui, table: &Table, prompts: bool) -> bool {
    let round = text_width(ui, rich(ui, &table.view.guide.headline).heading());
    let place = place(table, prompts).map(|place| capital(ui.ctx(), &place));
    let place = place.map_or(0.0, |place| text_width(ui, rich(ui, place).family(theme::bold())));
    round + place + link::MARK + 12.0 > ui.available_width()
}

/// The width, in points, from which a stage is wide.
const WIDE_STAGE: f32 = 560.0;

/// The score, in a line that unfolds into the victory conditions and the special orders.
pub(super) fn aims_ui(ui: &mut Ui, table: &Table) {
    // While an order is filled in, its questions need the space.
    if table.form().is_some() {
        return;
    }
    let ink = palette(ui.ctx()).quiet;
    let line = |ui: &mut Ui, text: Message| {
        ui.label(rich(ui, text).size(16.0).color(ink));
    };
    let terms_ui = |ui: &mut Ui| {
        if table.view.aims.is_empty() {
            line(ui, message!("Victory by the rules of the game."));
        }
        for aim in &table.view.aims {
            line(ui, aim.in_full(|side| table.called(side)));
        }
        for order in &table.view.special_orders {
            let (side, says) = (table.called(order.side), &order.says);
            line(
                ui,
                if order.in_force {
                    message!("Special order, {side}: {says}", side, says)
                } else {
                    message!("Special order, {side}, not in force now: {says}", side, says)
                },
            );
        }
    };
    // Before the first order a wide stage has room for all of it. Players must see the special
    // orders then, even if a ship is chosen.
    let has_actor = actor(table).is_some();
    let is_first = table.view.cursor == 0 && ui.available_width() >= WIDE_STAGE;
    let is_open = is_first && (!has_actor || !table.view.special_orders.is_empty());
    let line = FoldingLine { title: &table.view.score, ink, under: "" };
    folding_from(ui, ("aims", is_open), line, is_open, terms_ui);
}

/// The phase and the side, beside the round; the same in every system. The next step
/// names the side itself.
fn place(table: &Table, prompts: bool) -> Option<Message> {
    let (phase, side) = phase_and_side(table);
    match (phase, side.filter(|_| !prompts)) {
        (Some(phase), Some(side)) => Some(message!("{phase} · {side}", phase, side)),
        (phase, side) => phase.or(side),
    }
}

fn phase_and_side(table: &Table) -> (Option<Message>, Option<Message>) {
    let guide = &table.view.guide;
    let mut now = guide.steps.iter().filter(|step| step.stands == PhaseState::Now);
    let phase = now.next().map(|step| step.name.clone());
    (phase, guide.side.map(|side| Message::verbatim(table.side_name(side))))
}

/// The unit that is shown: the one that gives the open order, or whose turn it
/// is.
fn actor(table: &Table) -> Option<Tag> {
    let unit = |subject: Subject| match subject {
        Subject::Unit(tag) => Some(tag),
        Subject::Side(_) | Subject::Battle => None,
    };
    if let Some(form) = table.form() {
        return unit(form.subject);
    }
    if let Doing::Ordering(Ordering { actor: Some(actor), .. }) = &table.doing {
        return Some(*actor);
    }
    table.chosen().and_then(unit).or_else(|| table.acting())
}

/// The target: of the open order, or the unit that the players have tapped.
fn target(table: &Table) -> Option<Tag> {
    if let Some(form) = table.form() {
        return table.view.cards.iter().map(|card| card.tag).find(|tag| form.is_target(*tag));
    }
    match &table.doing {
        Doing::Ordering(ordering) => ordering.target,
        Doing::LookingBack(_) | Doing::Choosing(_) | Doing::Amending(_) => None,
    }
}

/// Whether an order is filled in on a phone: its questions need the space.
fn is_filled_in_on_a_phone(ui: &Ui, table: &Table) -> bool {
    table.form().is_some() && ui.available_width() < PHONE_ROW
}

/// Whether the form names the unit that gives the order: a phone shows it above the form only
/// beside its target.
pub(super) fn form_names_issuer(ui: &Ui, table: &Table) -> bool {
    is_filled_in_on_a_phone(ui, table) && target(table).is_none()
}

/// The unit that acts and its target, each with its record in brief.
fn who_ui(ui: &mut Ui, table: &Table, card: &Card) {
    let other = target(table).and_then(|tag| table.card(tag));
    let gap = if other.is_some() { 22.0 } else { 0.0 };
    let half = if other.is_some() { (ui.available_width() - gap - 16.0) / 2.0 } else { 420.0 };
    let half = half.min(ui.available_width());
    ui.horizontal_top(|ui| {
        small_ui(ui, card, half);
        if let Some(other) = other {
            let (rect, _) = ui.allocate_exact_size(vec2(gap, 44.0), Sense::hover());
            let colours = palette(ui.ctx());
            let tip = pos2(rect.right() - 2.0, rect.center().y);
            let stroke = Stroke::new(2.0, colours.bad);
            ui.painter().line_segment([pos2(rect.left() + 2.0, tip.y), tip], stroke);
            let barbs = vec![tip + vec2(-6.0, -5.0), tip, tip + vec2(-6.0, 5.0)];
            ui.painter().add(egui::Shape::line(barbs, stroke));
            small_ui(ui, other, half);
        }
    });
}

/// A unit on two lines: her drawing and name, and the counts of her record.
fn small_ui(ui: &mut Ui, card: &Card, width: f32) {
    let colours = palette(ui.ctx());
    cards::clipped(ui, vec2(width, 46.0), |ui| {
        ui.spacing_mut().interact_size.y = 16.0;
        if width > 210.0 {
            let (rect, _) = ui.allocate_exact_size(vec2(70.0, 44.0), Sense::hover());
            cards::figure_ui(ui, rect, card);
        }
        ui.vertical(|ui| {
            ui.spacing_mut().item_spacing.y = 1.0;
            let name = cards::name_of(card);
            let title = rich(ui, name).family(theme::bold()).size(18.0).color(colours.ink);
            ui.add(egui::Label::new(title).truncate());
            cards::counts_ui(ui, card);
        });
    });
}

fn victor_ui(ui: &mut Ui, table: &Table, victor: Winner) {
    let colours = palette(ui.ctx());
    let by_the_rules = table.view.winner == Some(victor);
    let words = match victor.side().map(|side| table.side_name(side)) {
        Some(side) if by_the_rules => message!("Victory: {side}", side),
        Some(side) => message!("Scenario victory: {side}", side),
        None if by_the_rules => message!("A draw"),
        None => message!("A draw by the victory conditions"),
    };
    Frame::new().fill(colours.clay).corner_radius(6).inner_margin(Margin::same(10)).show(
        ui,
        |ui| {
            ui.set_width(ui.available_width());
            announce(ui.ctx(), Topic::Asked, &words);
            let words = rich(ui, words).family(theme::didot()).size(24.0).color(colours.card);
            ui.vertical_centered(|ui| ui.label(words));
        },
    );
}

/// From this width on, in points, the phases are in as many rows as they need.
const PHONE_ROW: f32 = 480.0;

/// The phases; on a phone in one row, which scrolls to the present one.
fn steps_ui(ui: &mut Ui, guide: &Guide) {
    if guide.steps.is_empty() {
        return;
    }
    if ui.available_width() >= PHONE_ROW {
        return tight_row(ui, |ui| {
            ui.spacing_mut().item_spacing = vec2(4.0, 0.0);
            for step in &guide.steps {
                step_ui(ui, step);
            }
        });
    }
    let area = egui::ScrollArea::horizontal().id_salt("phases");
    area.scroll_bar_visibility(egui::scroll_area::ScrollBarVisibility::AlwaysHidden).show(
        ui,
        |ui| {
            ui.horizontal(|ui| {
                ui.spacing_mut().item_spacing = vec2(4.0, 2.0);
                for step in &guide.steps {
                    step_ui(ui, step);
                }
            });
        },
    );
}

/// The words of a phase's chip for a screen reader.
fn accessible_name(step: &TurnPhase) -> Message {
    let name = &step.name;
    match step.stands {
        PhaseState::Done => message!("Phase {name}: done", name),
        PhaseState::Skipped => message!("Phase {name}: skipped", name),
        PhaseState::Now => message!("Phase {name}: now", name),
        PhaseState::Owed => message!("Phase {name}: still to do", name),
        PhaseState::ToCome => message!("Phase {name}: to come", name),
    }
}

/// A phase: ticked when it is done, with a dash if it was skipped, a mark if it
/// is still to do, and filled while it is now.
fn step_ui(ui: &mut Ui, step: &TurnPhase) {
    let colours = palette(ui.ctx());
    let (fill, ink) = match step.stands {
        PhaseState::Now => (colours.clay, colours.card),
        PhaseState::Done | PhaseState::Skipped => (colours.ground, colours.quiet),
        PhaseState::Owed => (colours.panel, colours.bad),
        PhaseState::ToCome => (colours.panel, colours.ink),
    };
    // A phase without a fill has its sign in place of the margin: the row stays as wide when
    // phases pass. The distances are those before and after the name, in points.
    let [before, after] = match step.stands {
        PhaseState::Now | PhaseState::ToCome => [8.0, 8.0],
        PhaseState::Done | PhaseState::Skipped => [15.0, 1.0],
        PhaseState::Owed => [24.0, 8.0],
    };
    let words = rich(ui, capital(ui.ctx(), &step.name)).size(15.0).color(ink);
    let extend = Some(egui::TextWrapMode::Extend);
    let name = egui::WidgetText::from(words).into_galley(ui, extend, 0.0, egui::TextStyle::Body);
    let size = vec2(before + name.size().x + after, touch(ui.ctx()));
    let (rect, response) = ui.allocate_exact_size(size, Sense::hover());
    ui.painter().rect_filled(rect.shrink2(vec2(0.0, 4.0)), 4.0, fill);
    let middle = pos2(rect.left() + before - 9.0, rect.center().y);
    sign_ui(ui, Rect::from_center_size(middle, vec2(12.0, 12.0)), step.stands, ink);
    let text = pos2(rect.left() + before, rect.center().y - name.size().y / 2.0);
    ui.painter().galley(text, name, ink);
    scroll_once(ui, step, &response);
    let says = capital(ui.ctx(), &accessible_name(step));
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Label, true, &says));
}

/// Scrolls the present phase into view when it begins.
fn scroll_once(ui: &Ui, step: &TurnPhase, response: &egui::Response) {
    if step.stands != PhaseState::Now {
        return;
    }
    let id = egui::Id::unique("phase in sight");
    let seen = ui.data(|data| data.get_temp::<Message>(id));
    if seen.as_ref() != Some(&step.name) {
        response.scroll_to_me(None);
        ui.data_mut(|data| data.insert_temp(id, step.name.clone()));
    }
}

/// The sign of a phase's state, so that it does not depend on colour alone.
fn sign_ui(ui: &Ui, place: Rect, stands: PhaseState, ink: egui::Color32) {
    match stands {
        PhaseState::Done => paint::tick(ui.painter(), place, ink),
        PhaseState::Skipped => {
            ui.painter().hline(place.x_range(), place.center().y, Stroke::new(2.0, ink));
        }
        PhaseState::Owed => {
            let font = egui::FontId::new(17.0, theme::bold());
            ui.painter().text(place.center(), egui::Align2::CENTER_CENTER, "!", font, ink);
        }
        PhaseState::Now | PhaseState::ToCome => {}
    }
}
