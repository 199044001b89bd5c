//! The middle column of the table, in the order of a player's decisions: the unit, the order,
//! the target, the questions, the roll and its odds. The buttons are in the dock below it.

use egui::Ui;

use crate::message::message;
use crate::rules::{Sort, Subject, Tag};
use crate::session::Verdict;
use crate::text::plain_value;
use crate::ui::announcer::{Topic, announce};
use crate::ui::command::{GroupCommand, TableCommand};
use crate::ui::dice;
use crate::ui::dice_pad::DicePad;
use crate::ui::language::{fixed, rich, tell};
use crate::ui::link;
use crate::ui::rule_words::Word;
use crate::ui::theme::palette;
use crate::ui::widgets::{
    as_heading, aside, caption, choice, coloured, heading, is_low, named, quiet_button, rule_link,
    sheet,
};

use super::group::{self, GroupForm};
use super::order_form::Form;
use super::state::{Doing, Hand, Ordering, Table};
use super::{
    amend_screen, bottom, dock, earlier, fields, hand_cards, header, lesson, menu, modifiers,
    numbers, result, steps,
};

/// The middle column of the table, or the first tab of a phone.
pub(super) fn order_ui(ui: &mut Ui, table: &Table, commands: &mut Vec<TableCommand>) {
    earlier::banner_ui(ui, table, commands);
    if let Doing::Amending(amending) = &table.doing {
        amend_screen::amend_ui(ui, table, amending, commands);
        return;
    }
    let cramped = is_cramped(ui);
    if is_low(ui.ctx()) {
        beside_ui(ui, table, commands);
    } else {
        if !cramped {
            header::header_ui(ui, table);
        }
        bottom::zone_ui(ui, table, commands);
    }
    bottom::keys_ui(ui, table, commands);
    match &table.doing {
        Doing::Ordering(ordering) => ordering_ui(ui, table, ordering, cramped, commands),
        Doing::Choosing(choosing) => scrolled(ui, "choosing", choosing.index, |ui| {
            steps::choosing_ui(ui, table, &choosing.orders, commands);
        }),
        Doing::LookingBack(at) => {
            scrolled(ui, "past", *at, |ui| earlier::past_ui(ui, table, *at, commands));
        }
        Doing::Amending(_) => {}
    }
}

/// With less height than this above the dock, in points, the header scrolls with the order.
const CRAMPED: f32 = 280.0;

/// Whether the order has so little height that the header scrolls with it.
fn is_cramped(ui: &Ui) -> bool {
    !is_low(ui.ctx()) && ui.available_height() - dock::height(ui) < CRAMPED
}

/// On a phone in landscape, the parts above and below the order are at the right of it.
fn beside_ui(ui: &mut Ui, table: &Table, commands: &mut Vec<TableCommand>) {
    let frame = egui::Frame::new().inner_margin(egui::Margin { left: 10, ..Default::default() });
    let width = ui.available_width() * 0.48;
    let panel = egui::Panel::right("beside").exact_size(width).resizable(false).frame(frame);
    panel.show_separator_line(false).show(ui, |ui| {
        bottom::zone_ui(ui, table, commands);
        scrolled(ui, "header", 0, |ui| header::header_ui(ui, table));
    });
}

fn ordering_ui(
    ui: &mut Ui,
    table: &Table,
    ordering: &Ordering,
    cramped: bool,
    commands: &mut Vec<TableCommand>,
) {
    match &ordering.hand {
        Hand::Order(form) => scrolled(ui, "order", table.log.cursor, |ui| {
            sheet(ui, |ui| form_ui(ui, table, form, commands));
        }),
        Hand::Declared(Some(pad)) => scrolled(ui, "dice", table.log.cursor, |ui| {
            sheet(ui, |ui| before_ui(ui, pad));
        }),
        Hand::Group(group) => scrolled(ui, "group", table.log.cursor, |ui| {
            sheet(ui, |ui| group_ui(ui, table, group, commands));
        }),
        Hand::Result(_) | Hand::Nothing | Hand::Asking(_) | Hand::Declared(None) => {
            // What the players tap changes the content, which then begins at the top.
            let chosen = table.chosen().map(|subject| subject.to_string());
            let what = (chosen, ordering.target, ordering.more);
            scrolled(ui, what, table.log.cursor, |ui| {
                menu::note_ui(ui, table, commands);
                if let Some(notice) = &table.notice {
                    announce(ui.ctx(), Topic::Done, notice);
                    aside(ui, notice);
                }
                if table.is_done_in_secret() {
                    caption(ui, message!("Secret orders given"));
                    aside(ui, message!("Review them in the log, or pass the device."));
                }
                hand_cards::hand_ui(ui, table, commands);
                if let Some(row) = table.last_result() {
                    let mut result = |ui: &mut Ui| {
                        let (system, rows) = (table.view.system, &table.log.rows);
                        result::result_ui(ui, system, rows, row, commands);
                    };
                    if cramped { result(ui) } else { sheet(ui, &mut result) }
                }
                if cramped {
                    header::header_ui(ui, table);
                }
                steps::steps_ui(ui, table, ordering, commands);
                if is_low(ui.ctx()) {
                    header::aims_ui(ui, table);
                }
            });
        }
    }
}

/// The earlier rolls of the same order, its remaining odds, and the modifiers of this roll.
fn before_ui(ui: &mut Ui, pad: &DicePad) {
    for roll in &pad.rolls {
        dice::roll_ui(ui, roll);
        ui.add_space(4.0);
    }
    if let Some(rest) = &pad.rest {
        numbers::odds_ui(ui, rest);
    }
    dice::ask_ui(ui, &pad.ask);
}

/// The units of the group, their rolls, and the units that are left out.
fn group_ui(ui: &mut Ui, table: &Table, group: &GroupForm, commands: &mut Vec<TableCommand>) {
    let name = |tag: Tag| table.subject_name(Subject::Unit(tag));
    title_row(ui, |ui| {
        back_ui(ui, commands);
        heading(ui, group::name_of(group.what));
    });
    if !group.speeds.is_empty() {
        caption(ui, message!("Speed"));
        ui.horizontal_wrapped(|ui| {
            for speed in &group.speeds {
                let (on, words) = (group.speed.as_ref() == Some(speed), plain_value(speed));
                if choice(ui, on, &words, message!("Speed {words}", words = &words)).clicked() {
                    let speed = GroupCommand::Speed(speed.clone());
                    commands.push(TableCommand::Group(speed));
                }
            }
        });
    }
    aside(ui, message!("Choose units here or on their cards."));
    ui.horizontal_wrapped(|ui| {
        for (all, words) in [(true, message!("All")), (false, message!("None"))] {
            if quiet_button(ui, true, words).clicked() {
                commands.push(TableCommand::Group(GroupCommand::All(all)));
            }
        }
        for tag in &group.units {
            let (on, name) = (group.chosen.contains(tag), name(*tag));
            if choice(ui, on, &name, message!("Choose {name}", name = &name)).clicked() {
                commands.push(TableCommand::Tap(*tag));
            }
        }
    });
    let Some(composed) = &group.composed else { return };
    for roll in &composed.throws {
        let giver = group.issuer(roll);
        let who = giver.map(|giver| table.subject_name(giver)).unwrap_or_default();
        let (throw, purpose) = (roll.throw.message(), &roll.purpose);
        aside(ui, message!("{who}: {throw}, {purpose}", who, throw, purpose));
    }
    // Of a side that cannot act at all, no unit is missed.
    let acts = |unit: Tag| group.units.iter().any(|one| one.side == unit.side);
    for left in composed.cannot.iter().filter(|left| acts(left.unit)) {
        let (who, why) = (name(left.unit), &left.why);
        coloured(ui, message!("Left out: {who}: {why}", who, why), palette(ui.ctx()).bad);
    }
}

fn scrolled(
    ui: &mut Ui,
    salt: impl std::hash::Hash + std::fmt::Debug,
    at: usize,
    add: impl FnOnce(&mut Ui),
) {
    let area =
        egui::ScrollArea::vertical().id_salt(("order", salt, at)).auto_shrink([false, false]);
    let area = area.min_scrolled_height(0.0);
    area.show(ui, |ui| {
        ui.spacing_mut().item_spacing.y = 7.0;
        add(ui);
        ui.add_space(8.0);
    });
}

/// The least width of a form, in points, with its title beside the button.
const TITLE_BESIDE: f32 = 240.0;

/// The button that leaves a form, with the title beside it, or below it if words would be broken.
fn title_row(ui: &mut Ui, add: impl FnOnce(&mut Ui)) {
    if ui.available_width() < TITLE_BESIDE {
        ui.vertical(add);
    } else {
        ui.horizontal(add);
    }
}

fn back_ui(ui: &mut Ui, commands: &mut Vec<TableCommand>) {
    if named(quiet_button(ui, true, message!("‹ Back")), message!("Back to all orders")).clicked()
    {
        commands.push(TableCommand::Close);
    }
}

/// The form of an order: open questions first.
fn form_ui(ui: &mut Ui, table: &Table, form: &Form, commands: &mut Vec<TableCommand>) {
    let colours = palette(ui.ctx());
    let spec = form.offer().spec;
    title_row(ui, |ui| {
        back_ui(ui, commands);
        let says = match form.subject {
            Subject::Unit(_) if !header::form_names_issuer(ui, table) => fixed(spec.name),
            Subject::Unit(_) | Subject::Side(_) | Subject::Battle => {
                let (who, name) = (table.subject_name(form.subject), fixed(spec.name));
                message!("{who}: {name}", who, name)
            }
        };
        let title = rich(ui, &says).heading().color(colours.clay);
        let words = tell(ui.ctx(), &says);
        let label = link::asked_ui(ui, title, Word::of_battle(ui.ctx(), &Sort::Order, spec.kind));
        as_heading(&label, &words, 2);
    });
    if let Some(pad) = &form.pad {
        before_ui(ui, pad);
    }
    lesson::form_ui(ui, table, form);
    fields::fields_ui(ui, form, commands);
    for warning in &form.offer().warnings {
        coloured(ui, message!("Warning: {warning}.", warning), colours.bad);
    }
    let grey = form.is_grey();
    ui.scope(|ui| {
        if grey == Ok(true) {
            ui.set_opacity(0.5);
        }
        roll_ui(ui, form, commands);
    });
    if let Err(left) = grey {
        ui.ctx().request_repaint_after(left);
    }
    aside(ui, fixed(spec.what));
    if rule_link(ui, fixed(spec.rule), message!("Rule: {rule}", rule = fixed(spec.rule))) {
        commands.push(TableCommand::ShowRule(spec.rule.to_owned()));
    }
}

/// The first roll of the order, and its odds.
fn roll_ui(ui: &mut Ui, form: &Form, commands: &mut Vec<TableCommand>) {
    match form.verdict() {
        Verdict::Unfinished(_) | Verdict::Refused(_) | Verdict::Certain => {}
        // A guess is not shown as if it were known.
        Verdict::Throws(_) if form.hidden().is_some() || form.guessed().next().is_some() => {}
        // The pad has the odds of the missing rolls.
        Verdict::Throws(_) if form.pad.is_some() || form.draws_cards() => {}
        Verdict::Throws(ask) => {
            dice::coming_ui(ui, ask);
            modifiers::modifiers_ui(ui, form, ask, commands);
            if let Some(forecast) = form.forecast() {
                numbers::outlook_ui(ui, forecast);
            }
        }
        Verdict::Asks { of, .. } => {
            aside(ui, message!("Side {of} must choose first.", of = *of));
        }
    }
}
