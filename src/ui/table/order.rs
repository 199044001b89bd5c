//! The order in hand, from top to bottom as the player thinks: who, what, at
//! whom, the questions, the throw, the odds, and the dice.

use egui::{Frame, Margin, Ui, vec2};

use crate::referee::Verdict;
use crate::rules::schema::ADJUST;
use crate::rules::{Guide, NextStep, Offer, Side, Stands, Step, Subject, Winner};
use crate::say::{Say, say};
use crate::ui::command::{DiceCommand, TableCommand};
use crate::ui::dice;
use crate::ui::language::{capital, fixed, rich};
use crate::ui::paint::{self, Facing};
use crate::ui::theme::{self, palette};
use crate::ui::widgets::{
    aside, caption, coloured, enter_pressed, heading, main_button, named, quiet_button, row_button,
    second_button, sheet, switch, tight_row,
};

use super::hand::Form;
use super::save_page::save_button;
use super::state::{Doing, Hand, Ordering, Orders, Table};
use super::{amend, declared, fields, numbers, past, result};

/// The middle column of the table, or the first tab of a phone.
pub(super) fn order_ui(ui: &mut Ui, table: &Table, commands: &mut Vec<TableCommand>) {
    past::banner_ui(ui, table, commands);
    match &table.doing {
        Doing::Amending(amending) => amend::amend_ui(ui, table, amending, commands),
        Doing::Ordering(Ordering { hand: Hand::Order(form), .. }) => {
            form_page_ui(ui, table, form, commands);
        }
        Doing::Ordering(Ordering { hand: Hand::Declared(pad), .. }) => {
            where_we_are_ui(ui, table, commands);
            scrolled(ui, (table.log.cursor, "declared"), |ui| {
                sheet(ui, |ui| declared::declared_ui(ui, table, pad.as_deref(), commands));
            });
        }
        Doing::Ordering(Ordering { orders, hand: Hand::Nothing | Hand::Result(_) }) => {
            where_we_are_ui(ui, table, commands);
            let salt = (table.log.cursor, table.last_result().is_some());
            scrolled(ui, salt, |ui| {
                if let Some(row) = table.last_result() {
                    sheet(ui, |ui| result::result_ui(ui, row, commands));
                }
                next_ui(ui, table, orders, commands);
                whose_dice_ui(ui, table, commands);
                ui.add_space(8.0);
            });
        }
        Doing::Choosing(choosing) => {
            where_we_are_ui(ui, table, commands);
            scrolled(ui, choosing.index, |ui| {
                next_ui(ui, table, &choosing.orders, commands);
                ui.add_space(8.0);
            });
        }
        Doing::LookingBack(at) => {
            where_we_are_ui(ui, table, commands);
            scrolled(ui, ("past", at), |ui| past::past_ui(ui, table, *at));
        }
    }
}

fn scrolled(ui: &mut Ui, salt: impl std::hash::Hash + std::fmt::Debug, add: impl FnOnce(&mut Ui)) {
    let area = egui::ScrollArea::vertical().id_salt(("order", salt)).auto_shrink([false, false]);
    area.show(ui, |ui| {
        ui.spacing_mut().item_spacing.y = 7.0;
        add(ui);
    });
}

/// An order as it is filled in, with the buttons that give it always in sight.
fn form_page_ui(ui: &mut Ui, table: &Table, form: &Form, commands: &mut Vec<TableCommand>) {
    if ui.available_width() < NARROW {
        // An order in hand needs the room more than the sequence of play.
        heading(ui, &table.view.guide.headline);
    } else {
        where_we_are_ui(ui, table, commands);
    }
    if form.pad.is_none() {
        give_ui(ui, table, form, commands);
    }
    scrolled(ui, (table.log.cursor, "form"), |ui| {
        sheet(ui, |ui| form_ui(ui, table, form, commands));
    });
}

/// Under this width, in points, the middle of the table is a phone's.
const NARROW: f32 = 480.0;

/// The round, what is expected, and the phases.
fn where_we_are_ui(ui: &mut Ui, table: &Table, commands: &mut Vec<TableCommand>) {
    let colours = palette(ui.ctx());
    let guide = &table.view.guide;
    ui.spacing_mut().item_spacing.y = 4.0;
    if let Some(winner) = table.view.winner {
        winner_ui(ui, table, winner);
        save_button(ui, say!("Save the battle report…"), commands);
    }
    tight_row(ui, |ui| {
        heading(ui, &guide.headline);
        ui.label(rich(ui, &guide.prompt).color(colours.ink));
    });
    steps_ui(ui, guide);
    ui.add_space(2.0);
}

fn winner_ui(ui: &mut Ui, table: &Table, winner: Winner) {
    let colours = palette(ui.ctx());
    let words = match winner.side() {
        Some(side) => say!("Victory: {side}", side = table.side_name(side)),
        None => say!("A draw"),
    };
    Frame::new().fill(colours.clay).corner_radius(6).inner_margin(Margin::same(10)).show(
        ui,
        |ui| {
            ui.set_width(ui.available_width());
            let words = rich(ui, words).family(theme::didot()).size(24.0).color(colours.card);
            ui.vertical_centered(|ui| ui.label(words));
        },
    );
}

/// The phases: those behind us ticked, the present one framed.
fn steps_ui(ui: &mut Ui, guide: &Guide) {
    if guide.steps.is_empty() {
        return;
    }
    tight_row(ui, |ui| {
        ui.spacing_mut().item_spacing = vec2(4.0, 2.0);
        for step in &guide.steps {
            step_ui(ui, step);
        }
    });
}

/// A phase, as large as its name, so that a row of them knows where to break.
fn step_ui(ui: &mut Ui, step: &Step) {
    let colours = palette(ui.ctx());
    let (fill, ink) = match step.stands {
        Stands::Now => (colours.clay, colours.card),
        Stands::Done | Stands::Skipped => (colours.panel, colours.quiet),
        Stands::Owed => (colours.panel, colours.bad),
        Stands::ToCome => (colours.panel, colours.ink),
    };
    let ticked = step.stands == Stands::Done;
    let tick = if ticked { 15.0 } else { 0.0 };
    let name =
        egui::WidgetText::from(rich(ui, capital(ui.ctx(), &step.name)).size(15.0).color(ink))
            .into_galley(ui, Some(egui::TextWrapMode::Extend), 0.0, egui::TextStyle::Body);
    let size = vec2(name.size().x + tick + 12.0, name.size().y + 2.0);
    let (rect, response) = ui.allocate_exact_size(size, egui::Sense::hover());
    let says = capital(ui.ctx(), &step.name);
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Label, true, &says));
    ui.painter().rect_filled(rect, 4.0, fill);
    if ticked {
        let place = egui::Rect::from_center_size(
            egui::pos2(rect.left() + 12.0, rect.center().y),
            vec2(12.0, 12.0),
        );
        paint::tick(ui.painter(), place, colours.quiet);
    }
    let text = egui::pos2(rect.left() + 6.0 + tick, rect.top() + 1.0);
    ui.painter().galley(text, name, ink);
}

/// What can be done next, and all orders of whom we look at.
fn next_ui(ui: &mut Ui, table: &Table, orders: &Orders, commands: &mut Vec<TableCommand>) {
    let guide = &table.view.guide;
    let other = orders.subject.filter(|subject| Some(*subject) != guide.active.map(Subject::Unit));
    if let Some(subject) = other {
        subject_ui(ui, table, (subject, orders), commands);
        orders_ui(ui, table, (subject, orders), commands);
        if quiet_button(ui, true, say!("Back to what comes next")).clicked() {
            commands.push(TableCommand::Choose(guide.active.map(Subject::Unit)));
        }
        return;
    }
    // What the active one can still do comes first, and whoever follows after.
    let now =
        |step: &&NextStep| guide.active.is_none_or(|active| step.subject == Subject::Unit(active));
    let (first, then): (Vec<&NextStep>, Vec<&NextStep>) = guide.next.iter().partition(now);
    for (now, steps) in [(true, first), (false, then)] {
        if steps.is_empty() {
            continue;
        }
        caption(ui, if now { say!("Next") } else { say!("Then") });
        for (at, step) in steps.into_iter().enumerate() {
            let by_key = at == 0 && now && enter_pressed(ui);
            if row_button(ui, &step.label, "", &step.label).clicked() || by_key {
                commands.push(TableCommand::Open(step.subject, step.kind));
            }
        }
    }
    if let Some(subject) = orders.subject {
        ui.add_space(6.0);
        subject_ui(ui, table, (subject, orders), commands);
        orders_ui(ui, table, (subject, orders), commands);
    }
    others_ui(ui, table, commands);
}

/// Which sides roll the dice at the table: the large button follows it.
fn whose_dice_ui(ui: &mut Ui, table: &Table, commands: &mut Vec<TableCommand>) {
    ui.add_space(6.0);
    caption(ui, say!("Our own dice"));
    for side in [Side::A, Side::B] {
        let own = table.own_dice[side.index()];
        let text = table.side_name(side);
        if switch(ui, own, text, say!("Our own dice: side {side}", side)) {
            commands.push(TableCommand::OwnDice(side, !own));
        }
    }
    aside(ui, say!("You can still switch for any single roll."));
}

/// The sides and the battle as a whole give orders too.
fn others_ui(ui: &mut Ui, table: &Table, commands: &mut Vec<TableCommand>) {
    ui.add_space(6.0);
    caption(ui, say!("Orders of"));
    ui.horizontal_wrapped(|ui| {
        let sides =
            [Side::A, Side::B].map(|side| (Subject::Side(side), table.side_name(side).to_owned()));
        let all = sides.into_iter().chain([(Subject::Battle, "the battle".to_owned())]);
        for (subject, text) in all {
            let button = quiet_button(ui, true, &text);
            if named(button, say!("Orders of {text}", text)).clicked() {
                commands.push(TableCommand::Choose(Some(subject)));
            }
        }
    });
}

fn subject_ui(
    ui: &mut Ui,
    table: &Table,
    (subject, orders): (Subject, &Orders),
    commands: &mut Vec<TableCommand>,
) {
    ui.horizontal(|ui| {
        if let Subject::Unit(tag) = subject
            && let Some(card) = table.card(tag)
        {
            let colours = palette(ui.ctx());
            let (rect, _) = ui.allocate_exact_size(vec2(76.0, 38.0), egui::Sense::hover());
            let facing = if card.holder == Side::A { Facing::Right } else { Facing::Left };
            let grounds = [colours.figure, colours.ground];
            paint::silhouette(ui, rect, (card.drawing, facing), grounds);
        }
        heading(ui, table.subject_name(subject));
        // A slip of the pencil is corrected without a search for it.
        let correction = |offer: &&Offer| offer.spec.kind == ADJUST.kind;
        if let Some(offer) = orders.offers.iter().find(correction) {
            ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                let name = say!(
                    "{subject}: {name}",
                    subject = subject.to_string(),
                    name = fixed(offer.spec.name)
                );
                if named(quiet_button(ui, true, say!("Correct…")), &name).clicked() {
                    commands.push(TableCommand::Open(subject, offer.spec.kind));
                }
            });
        }
    });
}

/// Every order that concerns the subject, but for those that stand under "Next"
/// already: the open ones to tap, the refused ones with why.
fn orders_ui(
    ui: &mut Ui,
    table: &Table,
    (subject, orders): (Subject, &Orders),
    commands: &mut Vec<TableCommand>,
) {
    if orders.offers.is_empty() {
        aside(ui, say!("No orders are open here."));
    }
    let guide = &table.view.guide;
    let stands_above = |offer: &&Offer| {
        orders.subject == guide.active.map(Subject::Unit)
            && guide.next.iter().any(|n| n.subject == subject && n.kind == offer.spec.kind)
    };
    // The correction has its button beside the name.
    let offers = orders.offers.iter().filter(|offer| offer.spec.kind != ADJUST.kind);
    let (refused, open): (Vec<&Offer>, Vec<&Offer>) =
        offers.partition(|offer| offer.refused.is_some());
    for offer in open.into_iter().filter(|offer| !stands_above(offer)) {
        let more = if offer.warnings.is_empty() {
            fixed(offer.spec.what)
        } else {
            say!("Warning: {warnings}.", warnings = Say::list(offer.warnings.iter().cloned()))
        };
        let name =
            say!("{subject}: {name}", subject = subject.to_string(), name = fixed(offer.spec.name));
        if row_button(ui, fixed(offer.spec.name), &more, &name).clicked() {
            commands.push(TableCommand::Open(subject, offer.spec.kind));
        }
    }
    if refused.is_empty() {
        return;
    }
    caption(ui, say!("Not now"));
    for offer in refused {
        let Some(refusal) = &offer.refused else { continue };
        aside(ui, say!("{name}: {why}.", name = fixed(offer.spec.name), why = &refusal.why));
    }
}

/// An order as it is filled in.
fn form_ui(ui: &mut Ui, table: &Table, form: &Form, commands: &mut Vec<TableCommand>) {
    let colours = palette(ui.ctx());
    ui.horizontal(|ui| {
        if named(quiet_button(ui, true, say!("‹ Back")), say!("Back to all orders")).clicked() {
            commands.push(TableCommand::Close);
        }
        ui.vertical(|ui| {
            ui.spacing_mut().item_spacing.y = 0.0;
            let title = say!(
                "{subject_name}: {name}",
                subject_name = table.subject_name(form.subject),
                name = fixed(form.offer().spec.name)
            );
            heading(ui, &title);
            aside(ui, fixed(form.offer().spec.rule));
        });
    });
    if let Some(pad) = &form.pad {
        let mut dice = Vec::new();
        dice::pad_ui(ui, pad, &mut dice);
        commands.extend(dice.into_iter().map(TableCommand::Dice));
        return;
    }
    aside(ui, fixed(form.offer().spec.what));
    fields::fields_ui(ui, form, commands);
    for warning in &form.offer().warnings {
        coloured(ui, say!("Warning: {warning}.", warning), colours.bad);
    }
    ui.separator();
    if let Some(why) = &form.unfit {
        coloured(ui, say!("No longer possible: {why}", why), colours.bad);
        return;
    }
    match form.is_grey() {
        Ok(grey) => {
            ui.scope(|ui| {
                if grey {
                    ui.set_opacity(0.5);
                }
                verdict_ui(ui, form);
            });
        }
        Err(left) => {
            verdict_ui(ui, form);
            ui.ctx().request_repaint_after(left);
        }
    }
}

/// What the rules say about an order as it is filled in.
fn verdict_ui(ui: &mut Ui, form: &Form) {
    let colours = palette(ui.ctx());
    match form.verdict() {
        Verdict::Unfinished(question) => {
            coloured(ui, say!("Choose: {question}.", question), colours.quiet);
        }
        Verdict::Refused(refusal) => {
            coloured(ui, say!("Not allowed: {why}.", why = &refusal.why), colours.bad);
            aside(ui, &refusal.rule);
        }
        Verdict::Throws(ask) => match form.hidden() {
            Some(why) => {
                aside(ui, why);
            }
            None => numbers::roll_ui(ui, ask, form.forecast()),
        },
        Verdict::Asks { of, .. } => {
            aside(ui, say!("Side {of} has a choice to make first.", of = *of));
        }
        Verdict::Certain => {
            aside(ui, say!("No dice needed."));
        }
    }
}

/// The odds and the buttons that give the order stay in sight, whatever is
/// scrolled.
fn give_ui(ui: &mut Ui, table: &Table, form: &Form, commands: &mut Vec<TableCommand>) {
    if !form.verdict().can_be_given() || form.unfit.is_some() {
        return;
    }
    let frame = Frame::new().inner_margin(Margin { left: 0, right: 0, top: 8, bottom: 0 });
    let panel = egui::Panel::bottom("give").frame(frame).show_separator_line(false);
    panel.show(ui, |ui| {
        // Live only where the verdict is of what is shown, and nothing is kept.
        let live = form.order().is_some() && !table.is_keeping();
        let Some(ask) = form.first_roll() else {
            ui.add_enabled_ui(live, |ui| {
                let width = ui.available_width();
                if main_button(ui, say!("Give the order"), width).clicked() || enter_pressed(ui) {
                    commands.push(TableCommand::Give);
                }
            });
            return;
        };
        if let Some(forecast) = form.forecast().filter(|_| form.hidden().is_none()) {
            numbers::odds_ui(ui, forecast);
            ui.add_space(4.0);
        }
        let own_dice = table.rolls_own_dice(form.giver());
        ui.add_enabled_ui(live, |ui| {
            roll_buttons_ui(ui, own_dice, commands);
            if own_dice {
                for face in dice::first_faces(ui, ask) {
                    commands.push(TableCommand::EnterDice);
                    commands.push(TableCommand::Dice(DiceCommand::Face(face)));
                }
            }
        });
    });
}

/// The app's dice or the players' own: the large button is the usual one of the
/// side, and the key Enter presses it.
fn roll_buttons_ui(ui: &mut Ui, own_dice: bool, commands: &mut Vec<TableCommand>) {
    ui.horizontal(|ui| {
        let width = ui.available_width() - ui.spacing().item_spacing.x;
        let (large, small) = (width * 0.62, width * 0.38);
        let (roll, enter) = (say!("Roll"), say!("I rolled…"));
        if own_dice {
            if main_button(ui, enter, large).clicked() || enter_pressed(ui) {
                commands.push(TableCommand::EnterDice);
            }
            if second_button(ui, roll, small).clicked() {
                commands.push(TableCommand::Give);
            }
            return;
        }
        let button = main_button(ui, roll, large);
        dice::mark(ui, button.rect);
        if button.clicked() || enter_pressed(ui) {
            commands.push(TableCommand::Give);
        }
        if second_button(ui, enter, small).clicked() {
            commands.push(TableCommand::EnterDice);
        }
    });
}
