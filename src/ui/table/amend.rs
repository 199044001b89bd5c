//! The screen on which a past order is amended or put in: its form and its
//! dice, what comes of it, and the later orders that are to be decided about.

use egui::{Frame, Margin, Panel, RichText, Ui};

use crate::journal::{Amendment, Broken, Decision, Reason};
use crate::rules::title;
use crate::ui::command::{AmendCommand, NewDice, Remedy, TableCommand};
use crate::ui::dice;
use crate::ui::theme::{self, palette};
use crate::ui::widgets::{
    aside, caption, choice, coloured, heading, main_button, named, quiet_button, sheet, switch,
    text_field, tight_row,
};
use crate::wording::{order_in_words, plain_value};

use super::amending::{Amending, Dice};
use super::hand::Verdict;
use super::state::Table;
use super::{fields, numbers, result};

/// The order as it is amended, in the place of the order in hand.
pub(super) fn amend_ui(
    ui: &mut Ui,
    table: &Table,
    amending: &Amending,
    commands: &mut Vec<TableCommand>,
) {
    if amending.pad().is_none() {
        commit_ui(ui, amending, commands);
    }
    let at = (amending.index, amending.pad().is_some());
    egui::ScrollArea::vertical().id_salt(("amend", at)).auto_shrink([false, false]).show(
        ui,
        |ui| {
            ui.spacing_mut().item_spacing.y = 7.0;
            sheet(ui, |ui| {
                head_ui(ui, table, amending, commands);
                if amending.pad().is_none() {
                    order_ui(ui, amending, commands);
                } else {
                    dice_ui(ui, table, amending, commands);
                }
            });
            if amending.pad().is_none() {
                sheet(ui, |ui| outcome_ui(ui, table, amending, commands));
            }
            ui.add_space(8.0);
        },
    );
}

fn head_ui(ui: &mut Ui, table: &Table, amending: &Amending, commands: &mut Vec<TableCommand>) {
    ui.horizontal(|ui| {
        if named(quiet_button(ui, true, "‹ Leave it"), "Leave it as it was").clicked() {
            commands.push(TableCommand::Amend(AmendCommand::Cancel));
        }
        ui.vertical(|ui| {
            ui.spacing_mut().item_spacing.y = 0.0;
            let (number, spec) = (amending.index + 1, amending.form.offer.spec);
            let who = table.subject_name(amending.form.subject);
            let title = if amending.inserts() {
                format!("Before {number}: {}, {who}", spec.name)
            } else {
                format!("Amend {number}: {}, {who}", spec.name)
            };
            heading(ui, &title);
            aside(ui, "Judged against the table as it stood then.");
        });
    });
}

/// The fields of the order, its dice, and why it is amended.
fn order_ui(ui: &mut Ui, amending: &Amending, commands: &mut Vec<TableCommand>) {
    let colours = palette(ui.ctx());
    if !amending.inserts() {
        let text = "Take this order out altogether";
        if switch(ui, amending.removed, text, text) {
            commands.push(TableCommand::Amend(AmendCommand::Remove(!amending.removed)));
        }
        if amending.removed {
            return;
        }
        if quiet_button(ui, true, "Somebody else, or another order…").clicked() {
            commands.push(TableCommand::Amend(AmendCommand::Instead));
        }
    }
    let form = &amending.form;
    fields::fields_ui(ui, form, commands);
    for warning in &form.offer.warnings {
        coloured(ui, &format!("Out of turn: {warning}."), colours.bad);
    }
    match &form.verdict {
        Verdict::Unfinished(question) => {
            coloured(ui, &format!("Still to be chosen: {question}."), colours.quiet);
            return;
        }
        Verdict::Refused(refusal) => {
            coloured(ui, &format!("The rules forbid it: {}.", refusal.why), colours.bad);
            aside(ui, &refusal.rule);
            return;
        }
        Verdict::Certain(_) if amending.rolls().is_empty() => {}
        Verdict::Certain(_) => new_dice_ui(ui, amending, commands),
        Verdict::NeedsDice(_, ask) => {
            if form.hidden.is_none() {
                if let Some(forecast) = &form.forecast {
                    numbers::odds_ui(ui, forecast);
                }
                numbers::roll_ui(ui, ask, form.forecast.as_deref());
            }
            new_dice_ui(ui, amending, commands);
        }
    }
    let width = ui.available_width();
    let hint = if amending.inserts() { "Why it is put in" } else { "Why it is amended" };
    if let Some(note) = text_field(ui, &amending.note, hint, hint, width) {
        commands.push(TableCommand::Amend(AmendCommand::Note(note)));
    }
}

/// Which dice the order shall have had.
fn new_dice_ui(ui: &mut Ui, amending: &Amending, commands: &mut Vec<TableCommand>) {
    caption(ui, "Its dice");
    ui.horizontal_wrapped(|ui| {
        let mut one = |ui: &mut Ui, chosen: bool, text: &str, dice: NewDice| {
            if choice(ui, chosen, true, text, &format!("Its dice: {text}")).clicked() {
                commands.push(TableCommand::Amend(AmendCommand::Dice(dice)));
            }
        };
        let dice = &amending.dice;
        if !amending.rolls().is_empty() {
            one(ui, *dice == Dice::Kept, "As they lay", NewDice::Keep);
        }
        one(ui, matches!(dice, Dice::Entered(_)), "Enter them…", NewDice::Enter);
        one(ui, *dice == Dice::Program, "The app's", NewDice::AppRolls);
    });
    if amending.dice == Dice::Kept {
        for roll in amending.rolls() {
            dice::roll_ui(ui, roll);
        }
    }
}

/// The dice as they are entered, for this order or for a later one.
fn dice_ui(ui: &mut Ui, table: &Table, amending: &Amending, commands: &mut Vec<TableCommand>) {
    let Some(pad) = amending.pad() else { return };
    if let (Some(later), Some(Ok(trial))) = (&amending.later_dice, &amending.trial)
        && let Some(broken) = trial.broken().iter().find(|broken| broken.step == later.step)
    {
        caption(ui, &name_of(table, trial, broken));
    }
    if let Some(roll) = amending.same_roll() {
        let lay: Vec<String> = roll.faces.iter().map(u8::to_string).collect();
        let lay = if lay.is_empty() { roll.natural.to_string() } else { lay.join(", ") };
        if named(quiet_button(ui, true, &format!("As it lay: {lay}")), "As it lay").clicked() {
            commands.push(TableCommand::Amend(AmendCommand::KeepRoll));
        }
    }
    let mut dice = Vec::new();
    dice::pad_ui(ui, pad, &mut dice);
    commands.extend(dice.into_iter().map(TableCommand::Dice));
}

/// What comes of the change.
fn outcome_ui(ui: &mut Ui, table: &Table, amending: &Amending, commands: &mut Vec<TableCommand>) {
    let colours = palette(ui.ctx());
    caption(ui, "What comes of it");
    match &amending.trial {
        None if amending.inserts() => {
            aside(ui, "Nothing is put in yet.");
        }
        None => {
            aside(ui, "Nothing is changed yet.");
        }
        Some(Err(why)) => {
            coloured(ui, &format!("It cannot be: {why}."), colours.bad);
        }
        Some(Ok(trial)) => {
            replayed_ui(ui, table, amending, trial);
            for broken in trial.broken() {
                broken_ui(ui, table, (amending, trial, broken), commands);
            }
            changes_ui(ui, table, trial);
        }
    }
}

/// The order as it comes out now, and how many stand after it.
fn replayed_ui(ui: &mut Ui, table: &Table, amending: &Amending, trial: &Amendment) {
    let colours = palette(ui.ctx());
    let first = trial.entries().first().filter(|_| !amending.removed);
    if let Some(entry) = first
        && trial.broken().iter().all(|broken| broken.step != 0)
    {
        let words = format!("{}. {}", amending.index + 1, headline_of(table, trial, entry));
        ui.label(RichText::new(words).family(theme::bold()).color(colours.ink));
    }
    let later = table.session.cursor() - amending.index - usize::from(!amending.inserts());
    let words = match (later, trial.broken().len()) {
        (0, _) => "No order came after it.".to_owned(),
        (1, 0) => "The order after it was replayed, and holds.".to_owned(),
        (n, 0) => format!("The {n} orders after it were replayed, and hold."),
        (1, _) => "The order after it was replayed.".to_owned(),
        (n, _) => format!("The {n} orders after it were replayed."),
    };
    aside(ui, &words);
}

fn headline_of(table: &Table, trial: &Amendment, entry: &crate::journal::Entry) -> String {
    let battle = table.session.journal().at(trial.kept()).unwrap_or(table.battle());
    result::headline_of(battle, entry)
}

/// The number and the words of an entry that no longer holds.
fn name_of(table: &Table, trial: &Amendment, broken: &Broken) -> String {
    let number = number_of(trial, broken);
    // The order that is amended is no longer the one in the log.
    let seen = broken.index.filter(|index| *index > trial.kept());
    let words = match seen.and_then(|index| table.session.log().get(index)) {
        Some(seen) => result::headline(table, seen),
        None => order_in_words(table.battle().system(), &broken.order),
    };
    format!("{number}. {words}")
}

fn number_of(trial: &Amendment, broken: &Broken) -> usize {
    broken.index.unwrap_or(trial.kept() + broken.step) + 1
}

/// An entry that no longer holds: why, and what is done about it.
fn broken_ui(
    ui: &mut Ui,
    table: &Table,
    (amending, trial, broken): (&Amending, &Amendment, &Broken),
    commands: &mut Vec<TableCommand>,
) {
    let colours = palette(ui.ctx());
    ui.separator();
    let name = name_of(table, trial, broken);
    ui.label(RichText::new(name).family(theme::bold()).color(colours.ink));
    coloured(ui, &format!("No longer as it was: {}.", broken.reason), colours.bad);
    let number = number_of(trial, broken);
    if amending.open_step() == Some(broken.step) {
        remedies_ui(ui, (number, broken), commands);
        return;
    }
    match &broken.decision {
        Some(decision) => {
            tight_row(ui, |ui| ui.label(decided(decision)));
            let text = "Decide otherwise";
            if named(quiet_button(ui, true, text), &format!("{text}: {number}")).clicked() {
                commands.push(TableCommand::Amend(AmendCommand::Reopen(broken.step)));
            }
        }
        None => {
            aside(ui, "To be decided about after the one above.");
        }
    }
}

fn decided(decision: &Decision) -> &'static str {
    match decision {
        Decision::Keep => "It stands as it comes out now.",
        Decision::ThrowAgain(_) => "Its dice were thrown again.",
        Decision::ThrowTheRest(_) => "What was missing was thrown.",
        Decision::Drop => "It is taken out.",
        Decision::Stop => "It and everything after it are taken out.",
    }
}

fn remedies_ui(ui: &mut Ui, (number, broken): (usize, &Broken), commands: &mut Vec<TableCommand>) {
    ui.horizontal_wrapped(|ui| {
        let mut one = |ui: &mut Ui, text: &str, remedy: Remedy| {
            if named(quiet_button(ui, true, text), &format!("{text}: {number}")).clicked() {
                commands.push(TableCommand::Amend(AmendCommand::Decide(broken.step, remedy)));
            }
        };
        if matches!(broken.reason, Reason::Outcome { .. } | Reason::DiceLeftOver(_)) {
            one(ui, "Let it stand so", Remedy::Accept);
        }
        if matches!(broken.reason, Reason::DiceRunOut { .. }) {
            one(ui, "Throw the rest", Remedy::AppRolls { rest: true });
            one(ui, "Enter the rest…", Remedy::WeRolled { rest: true });
        }
        if !matches!(broken.reason, Reason::Refused(_)) {
            one(ui, "Throw again", Remedy::AppRolls { rest: false });
            one(ui, "Enter dice…", Remedy::WeRolled { rest: false });
        }
        one(ui, "Take it out", Remedy::Remove);
        one(ui, "Stop before it", Remedy::RemoveRest);
    });
}

/// What is different on the table at the end of it all.
fn changes_ui(ui: &mut Ui, table: &Table, trial: &Amendment) {
    let colours = palette(ui.ctx());
    ui.separator();
    let changes = trial.battle().changes_since(table.session.battle(), table.view.viewer);
    if changes.is_empty() {
        aside(ui, "At the end the table stands as it does now.");
        return;
    }
    caption(ui, "At the end the table differs");
    for (key, pair) in changes.iter().take(MOST_CHANGES) {
        let value = |at: usize| pair.get(at).map(plain_value).unwrap_or_default();
        let (whose, what) = key.split_once('.').unwrap_or(("", key));
        let words = format!("{whose} {}: {} → {}", title(what).to_lowercase(), value(0), value(1));
        ui.label(RichText::new(words.trim_start()).color(colours.ink));
    }
    if changes.len() > MOST_CHANGES {
        aside(ui, &format!("and {} more entries", changes.len() - MOST_CHANGES));
    }
}

/// More changes than this are told by their number.
const MOST_CHANGES: usize = 16;

/// The button that makes the amendment stays in sight; before, what it waits
/// for.
fn commit_ui(ui: &mut Ui, amending: &Amending, commands: &mut Vec<TableCommand>) {
    let Some(Ok(trial)) = &amending.trial else { return };
    let open = trial.undecided().count();
    let frame = Frame::new().inner_margin(Margin { left: 0, right: 0, top: 8, bottom: 0 });
    Panel::bottom("commit").frame(frame).show_separator_line(false).show(ui, |ui| {
        let width = ui.available_width();
        match open {
            0 => {
                let text = if amending.inserts() { "Put it into the log" } else { "Amend the log" };
                if main_button(ui, text, width).clicked() {
                    commands.push(TableCommand::Amend(AmendCommand::Commit));
                }
            }
            1 => {
                aside(ui, "One order is still to be decided about.");
            }
            n => {
                aside(ui, &format!("{n} orders are still to be decided about."));
            }
        }
    });
}
