//! The bottom of the table, which does not move: what comes next, the roll, the
//! dice pad and the result all appear in one zone near the thumb. When one
//! replaces another, it ignores taps for a moment, so that a double tap does
//! nothing twice.

use std::hash::{DefaultHasher, Hash, Hasher};

use egui::{Frame, Id, Margin, Panel, ScrollArea, Stroke, Ui};

use crate::referee::{DiceOf, Row, Verdict};
use crate::rules::{NextStep, Side, is_passed_by_the_side};
use crate::say::{Say, say};
use crate::ui::command::TableCommand;
use crate::ui::dice;
use crate::ui::dice_pad::DicePad;
use crate::ui::language::{capital, rich};
use crate::ui::theme::{self, palette};
use crate::ui::widgets::{
    aside, caption, coloured, enter_pressed, main_button, named, quiet_button, second_button,
    signed_button,
};

use super::hand::Form;
use super::signs::sign_of;
use super::state::{Asking, Doing, Hand, Meant, Ordering, Table};
use super::turn::{Ending, Plan, as_before};
use super::{declared, numbers, result};

/// The height of the zone in points, if the window has room for it.
const HEIGHT: f32 = 268.0;

/// Its height for an order that needs no dice: its fields get the room that the
/// odds would. The button stays where it is.
const HEIGHT_WITHOUT_DICE: f32 = 146.0;

/// How long the zone ignores taps after it has changed, in seconds.
const GUARD: f64 = 0.4;

/// Draws the zone at the bottom of the remaining space.
pub(super) fn zone_ui(ui: &mut Ui, table: &Table, commands: &mut Vec<TableCommand>) {
    let Doing::Ordering(ordering) = &table.doing else { return };
    let colours = palette(ui.ctx());
    let height = height_for(&ordering.hand).min(ui.available_height() * 0.52);
    let frame = Frame::new().fill(colours.panel).inner_margin(Margin::symmetric(10, 8));
    let frame = frame.corner_radius(8).stroke(Stroke::new(colours.stroke, colours.line));
    let panel = Panel::bottom("zone").exact_size(height).resizable(false).frame(frame);
    panel.show_separator_line(false).show(ui, |ui| {
        ui.spacing_mut().item_spacing.y = 6.0;
        let guarded = is_guarded(ui, table, ordering);
        let mut wanted = Vec::new();
        ui.push_id(key(table, ordering), |ui| hand_ui(ui, table, ordering, &mut wanted));
        if guarded {
            wanted.clear();
        }
        commands.extend(wanted);
    });
}

fn height_for(hand: &Hand) -> f32 {
    match hand {
        Hand::Order(form) if form.needs_no_dice() => HEIGHT_WITHOUT_DICE,
        Hand::Nothing | Hand::Order(_) | Hand::Declared(_) | Hand::Result(_) | Hand::Asking(_) => {
            HEIGHT
        }
    }
}

/// What is in the zone, as a number that changes with it.
fn key(table: &Table, ordering: &Ordering) -> u64 {
    let mut hasher = DefaultHasher::new();
    table.view.at.hash(&mut hasher);
    match &ordering.hand {
        Hand::Nothing => {
            let plan = table.turn.plan(&table.view.guide);
            (0, plan.primary.map(|step| (step.subject.to_string(), step.kind))).hash(&mut hasher);
        }
        Hand::Order(form) => {
            (1, form.subject.to_string(), form.offer().spec.kind, form.pad.is_some())
                .hash(&mut hasher);
        }
        Hand::Declared(pad) => (2, pad.is_some()).hash(&mut hasher),
        Hand::Result(index) => (3, index).hash(&mut hasher),
        Hand::Asking(_) => 4.hash(&mut hasher),
    }
    hasher.finish()
}

/// Whether the zone has just changed. No control then has the keyboard, so that
/// Enter means what comes next.
fn is_guarded(ui: &Ui, table: &Table, ordering: &Ordering) -> bool {
    let (id, key) = (Id::unique("zone"), key(table, ordering));
    let now = ui.input(|input| input.time);
    match ui.data(|data| data.get_temp::<(u64, f64)>(id)) {
        Some((known, since)) if known == key => now - since < GUARD,
        known => {
            let since = if known.is_some() { now } else { f64::MIN };
            ui.data_mut(|data| data.insert_temp(id, (key, since)));
            if !ui.ctx().text_edit_focused() {
                ui.memory_mut(|memory| {
                    if let Some(focused) = memory.focused() {
                        memory.surrender_focus(focused);
                    }
                });
            }
            known.is_some()
        }
    }
}

fn hand_ui(ui: &mut Ui, table: &Table, ordering: &Ordering, commands: &mut Vec<TableCommand>) {
    match &ordering.hand {
        Hand::Nothing => next_ui(ui, table, ordering, None, commands),
        Hand::Result(_) => match table.last_result() {
            Some(row) if !is_plain(row) => outcome_ui(ui, row, commands),
            row => next_ui(ui, table, ordering, row, commands),
        },
        Hand::Order(form) => match &form.pad {
            Some(pad) => {
                let settings = &table.view.settings;
                let own = |side: Side| settings.own_dice[side.index()] == DiceOf::Own;
                let asked = table.view.seat.side().is_some_and(own);
                let apps = (!asked).then_some(TableCommand::Give);
                pad_ui(ui, pad, apps, commands);
            }
            None => form_ui(ui, table, form, commands),
        },
        Hand::Declared(pad) => declared_ui(ui, table, pad.as_deref(), commands),
        Hand::Asking(asking) => asking_ui(ui, asking, commands),
    }
}

/// Whether an order is told in a sentence, so that there is nothing to
/// acknowledge.
pub(super) fn is_plain(row: &Row) -> bool {
    row.rolls.is_empty() && row.warnings.is_empty()
}

/// Buttons at the bottom of the zone, and what they are about above them.
fn footed(ui: &mut Ui, about: impl FnOnce(&mut Ui), foot: impl FnOnce(&mut Ui)) {
    let frame = Frame::new().inner_margin(Margin { left: 0, right: 0, top: 6, bottom: 0 });
    let panel = Panel::bottom("foot").frame(frame).show_separator_line(false);
    let height = panel.show(ui, foot).response.rect.height();
    // A panel is as high as in the last pass; if that is wrong, it is drawn
    // again before anybody sees it.
    let id = ui.scope_id().with("height of the foot");
    let before: Option<f32> = ui.data_mut(|data| data.get_temp(id));
    if before != Some(height) {
        ui.data_mut(|data| data.insert_temp(id, height));
        ui.ctx().request_discard("the foot of the zone has another height");
    }
    // If there is little room, the words get less of it, not the buttons.
    let area = ScrollArea::vertical().id_salt("zone").min_scrolled_height(0.0);
    area.auto_shrink([false, false]).show(ui, about);
}

/// A large button with a smaller one beside it. Returns which was pressed;
/// Enter presses the large one.
fn pair_of_buttons(ui: &mut Ui, large: Say, small: (Say, Say)) -> (bool, bool) {
    ui.horizontal(|ui| {
        let width = ui.available_width() - ui.spacing().item_spacing.x;
        let by_key = enter_pressed(ui);
        let large = main_button(ui, large, width * 0.62).clicked() || by_key;
        let (text, name) = small;
        (large, named(second_button(ui, text, width * 0.38), name).clicked())
    })
    .inner
}

/// The next step, the button to skip it, and what ends the turn.
fn next_ui(
    ui: &mut Ui,
    table: &Table,
    ordering: &Ordering,
    last: Option<&Row>,
    commands: &mut Vec<TableCommand>,
) {
    let guide = &table.view.guide;
    let plan = table.turn.plan(guide);
    if table.is_done_in_secret() {
        return done_ui(ui, table, last, commands);
    }
    footed(
        ui,
        |ui| {
            if let Some(said) = &table.said {
                aside(ui, said);
            }
            if let Some(row) = last {
                result::told_ui(ui, row);
            }
            // If nobody acts, the header says what is expected.
            if table.turn.active(guide).is_some() {
                ui.label(rich(ui, &guide.prompt).color(palette(ui.ctx()).ink));
            }
        },
        |ui| {
            if let Some(step) = plan.primary {
                primary_ui(ui, step, commands);
            }
            ending_ui(ui, table, &plan, commands);
            if let Some(kind) = as_before(&plan) {
                let all = ui.horizontal(|ui| {
                    let width = ui.available_width();
                    second_button(ui, say!("The rest as before"), width).clicked()
                });
                if all.inner {
                    commands.push(TableCommand::AsBefore(kind));
                }
            }
            ui.horizontal(|ui| {
                let width = (ui.available_width() - 2.0 * ui.spacing().item_spacing.x) / 3.0;
                if let Some(step) = plan.primary {
                    let pass = is_passed_by_the_side(step.kind);
                    let word = if pass { say!("Pass") } else { say!("Skip") };
                    if second_button(ui, word, width).clicked() {
                        commands.push(TableCommand::Skip(step.subject, step.kind));
                    }
                }
                let (text, more) = (more_words(ordering.more), !ordering.more);
                if second_button(ui, text, width).clicked() {
                    commands.push(TableCommand::More(more));
                }
                if last.is_some() {
                    let undo = second_button(ui, say!("Undo"), width);
                    if named(undo, say!("Undo this")).clicked() {
                        commands.push(TableCommand::Undo);
                    }
                }
            });
        },
    );
}

/// The result of a secret order, before the device goes to the other side.
fn done_ui(ui: &mut Ui, table: &Table, last: Option<&Row>, commands: &mut Vec<TableCommand>) {
    footed(
        ui,
        |ui| {
            caption(ui, say!("All secret orders of this side are given."));
            match last {
                Some(row) => result::told_ui(ui, row),
                None => {
                    aside(ui, say!("Look at them once more in the log, or hand the device on."));
                }
            }
        },
        |ui| {
            let undo = (say!("Undo"), say!("Undo this"));
            if table.log.cursor == 0 {
                let width = ui.available_width();
                if main_button(ui, say!("Hand on"), width).clicked() || enter_pressed(ui) {
                    commands.push(TableCommand::HandOn);
                }
                return;
            }
            let (on, undo) = pair_of_buttons(ui, say!("Hand on"), undo);
            if on {
                commands.push(TableCommand::HandOn);
            }
            if undo {
                commands.push(TableCommand::Undo);
            }
        },
    );
}

fn more_words(shown: bool) -> Say {
    if shown { say!("Less") } else { say!("More") }
}

fn primary_ui(ui: &mut Ui, step: &NextStep, commands: &mut Vec<TableCommand>) {
    let width = ui.available_width();
    let by_key = enter_pressed(ui);
    if signed_button(ui, sign_of(step.kind), &step.label, width).clicked() || by_key {
        commands.push(TableCommand::Open(step.subject, step.kind));
    }
}

/// What ends the turn or phase; a large button if nothing else is left.
fn ending_ui(ui: &mut Ui, table: &Table, plan: &Plan, commands: &mut Vec<TableCommand>) {
    let Some(ending) = plan.ending else { return };
    let (words, command) = match ending {
        Ending::Turn(tag) => {
            let name = table.subject_name(crate::rules::Subject::Unit(tag));
            (say!("End the turn of {name}", name), TableCommand::EndTurn)
        }
        Ending::Order(step) => (step.label.clone(), TableCommand::Open(step.subject, step.kind)),
    };
    let pressed = ui.horizontal(|ui| {
        let width = ui.available_width();
        if plan.primary.is_some() {
            second_button(ui, words, width).clicked()
        } else {
            let by_key = enter_pressed(ui);
            main_button(ui, words, width).clicked() || by_key
        }
    });
    if pressed.inner {
        commands.push(command);
    }
}

/// What an order did. It stays until it is acknowledged.
fn outcome_ui(ui: &mut Ui, row: &Row, commands: &mut Vec<TableCommand>) {
    footed(
        ui,
        |ui| {
            caption(ui, &row.headline);
            result::told_ui(ui, row);
        },
        |ui| {
            let undo = (say!("Undo"), say!("Undo this"));
            let (next, undo) = pair_of_buttons(ui, say!("Next"), undo);
            if next {
                commands.push(TableCommand::Close);
            }
            if undo {
                commands.push(TableCommand::Undo);
            }
        },
    );
}

/// The odds of the order in hand, and the dice.
fn form_ui(ui: &mut Ui, table: &Table, form: &Form, commands: &mut Vec<TableCommand>) {
    if !form.verdict().can_be_given() || form.unfit.is_some() {
        verdict_ui(ui, form);
        return;
    }
    // Enabled only if the verdict is for what is shown, and nothing is being
    // kept.
    let live = form.order().is_some() && !table.is_keeping();
    let forecast = form.forecast().filter(|_| form.hidden().is_none());
    footed(
        ui,
        |ui| {
            if let Some(said) = &table.said {
                aside(ui, said);
            }
            if let Some(why) = form.hidden() {
                aside(ui, why);
            }
            match (forecast, form.first_roll()) {
                (Some(forecast), _) => numbers::odds_ui(ui, forecast),
                (None, Some(_)) => {}
                (None, None) => {
                    aside(ui, say!("No dice needed."));
                }
            }
        },
        |ui| {
            ui.add_enabled_ui(live, |ui| give_ui(ui, form, commands));
        },
    );
}

/// Shows what prevents the order from being given. Returns whether nothing
/// does.
pub(super) fn verdict_ui(ui: &mut Ui, form: &Form) -> bool {
    let colours = palette(ui.ctx());
    if let Some(why) = &form.unfit {
        coloured(ui, say!("No longer possible: {why}", why), colours.bad);
        return false;
    }
    match form.verdict() {
        Verdict::Unfinished(question) => {
            coloured(ui, say!("Choose: {question}.", question), colours.quiet);
            false
        }
        Verdict::Refused(refusal) => {
            coloured(ui, say!("Not allowed: {why}.", why = &refusal.why), colours.bad);
            aside(ui, &refusal.rule);
            false
        }
        Verdict::Throws(_) | Verdict::Asks { .. } | Verdict::Certain => true,
    }
}

/// The buttons for the app's dice or the players' own, or for the order itself
/// if it needs none.
fn give_ui(ui: &mut Ui, form: &Form, commands: &mut Vec<TableCommand>) {
    if form.first_roll().is_none() {
        let width = ui.available_width();
        if main_button(ui, say!("Give the order"), width).clicked() || enter_pressed(ui) {
            commands.push(TableCommand::Give);
        }
        return;
    }
    ui.horizontal(|ui| {
        let width = ui.available_width() - ui.spacing().item_spacing.x;
        let button = main_button(ui, say!("Roll"), width * 0.62);
        dice::mark(ui, button.rect);
        if button.clicked() || enter_pressed(ui) {
            commands.push(TableCommand::Give);
        }
        if second_button(ui, say!("I rolled…"), width * 0.38).clicked() {
            commands.push(TableCommand::EnterDice);
        }
    });
}

/// The players' dice; nothing moves from one die to the next. `apps` gives the
/// whole order with the app's dice instead, as long as no die has been entered.
fn pad_ui(
    ui: &mut Ui,
    pad: &DicePad,
    apps: Option<TableCommand>,
    commands: &mut Vec<TableCommand>,
) {
    let colours = palette(ui.ctx());
    let (mut above, mut foot, mut rolled) = (Vec::new(), Vec::new(), false);
    footed(
        ui,
        |ui| {
            let asked = rich(ui, dice::asked_for(pad)).family(theme::bold()).size(17.0);
            ui.add(egui::Label::new(asked.color(colours.ink)).truncate());
            dice::entering_ui(ui, pad, &mut above);
        },
        |ui| {
            ui.horizontal_wrapped(|ui| {
                ui.spacing_mut().item_spacing.x = 5.0;
                if apps.is_some() && pad.answered.is_empty() && pad.faces.is_empty() {
                    rolled = quiet_button(ui, true, say!("Roll")).clicked();
                }
                dice::tools_row_ui(ui, pad, &mut foot);
            });
        },
    );
    let dice = above.into_iter().chain(foot);
    commands.extend(dice.map(TableCommand::Dice));
    if rolled {
        commands.extend(apps);
    }
}

/// The keys of the pad in the zone, which work at any time.
pub(super) fn keys_ui(ui: &Ui, table: &Table, commands: &mut Vec<TableCommand>) {
    let Doing::Ordering(ordering) = &table.doing else { return };
    let pad = match &ordering.hand {
        Hand::Order(form) => form.pad.as_ref(),
        Hand::Declared(pad) => pad.as_deref(),
        Hand::Nothing | Hand::Result(_) | Hand::Asking(_) => None,
    };
    let Some(pad) = pad else { return };
    let mut dice = Vec::new();
    dice::pad_keys(ui, pad, &mut dice);
    commands.extend(dice.into_iter().map(TableCommand::Dice));
}

/// An order that waits: for dice that are rolled here, or for somebody else.
fn declared_ui(
    ui: &mut Ui,
    table: &Table,
    pad: Option<&DicePad>,
    commands: &mut Vec<TableCommand>,
) {
    match pad {
        Some(pad) => pad_ui(ui, pad, None, commands),
        None => {
            ScrollArea::vertical().id_salt("declared").auto_shrink([false, false]).show(ui, |ui| {
                declared::declared_ui(ui, table, commands);
            });
        }
    }
}

/// What is owed, and whether to go on all the same.
fn asking_ui(ui: &mut Ui, asking: &Asking, commands: &mut Vec<TableCommand>) {
    let colours = palette(ui.ctx());
    let (title, all_the_same) = match asking.then {
        Meant::EndTurn => (say!("Before her turn ends:"), say!("End her turn")),
        Meant::Order(..) => (say!("Still open:"), say!("Go on")),
    };
    footed(
        ui,
        |ui| {
            caption(ui, title);
            for line in &asking.about {
                ui.label(rich(ui, capital(ui.ctx(), line)).color(colours.ink));
            }
        },
        |ui| {
            let name = say!("{text} anyway", text = &all_the_same);
            let (back, on) = pair_of_buttons(ui, say!("Back"), (all_the_same, name));
            if back {
                commands.push(TableCommand::Close);
            }
            if on {
                commands.push(TableCommand::Mean);
            }
        },
    );
}
