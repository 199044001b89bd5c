//! The screen where an earlier order is amended or inserted: its form and dice, the result, and
//! the later orders that need a decision.

use egui::{Frame, Key, Margin, Modifiers, Panel, Ui};

use crate::message::{Message, message};
use crate::session::{AmendPreviewResult, BrokenStep, Decision, Remedies, Verdict};
use crate::text::plain_value;
use crate::ui::command::{AmendCommand, DiceCommand, NewDice, Remedy, TableCommand};
use crate::ui::dice;
use crate::ui::dice_pad::Tapped;
use crate::ui::language::{fixed, rich};
use crate::ui::theme::{self, palette};
use crate::ui::widgets::{
    aside, caption, choice, coloured, heading, main_button, named, quiet_button, sheet, switch,
    text_field, tight_row,
};

use super::amend_state::{Amending, Dice};
use super::bottom::verdict_ui;
use super::state::Table;
use super::{fields, numbers};

/// The amended order, instead of the open order.
pub(super) fn amend_ui(
    ui: &mut Ui,
    table: &Table,
    amending: &Amending,
    commands: &mut Vec<TableCommand>,
) {
    // Esc closes the pad, or else the amendment.
    if ui.input_mut(|input| input.consume_key(Modifiers::NONE, Key::Escape)) {
        commands.push(match amending.pad() {
            Some(_) => TableCommand::Dice(DiceCommand::Cancel),
            None => TableCommand::Amend(AmendCommand::Cancel),
        });
    }
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
                    dice_ui(ui, amending, commands);
                }
            });
            if amending.pad().is_none() {
                sheet(ui, |ui| outcome_ui(ui, amending, commands));
            }
            ui.add_space(8.0);
        },
    );
}

fn head_ui(ui: &mut Ui, table: &Table, amending: &Amending, commands: &mut Vec<TableCommand>) {
    ui.horizontal(|ui| {
        if named(quiet_button(ui, true, message!("‹ Cancel")), message!("Cancel the edit"))
            .clicked()
        {
            commands.push(TableCommand::Amend(AmendCommand::Cancel));
        }
        ui.vertical(|ui| {
            ui.spacing_mut().item_spacing.y = 0.0;
            let (number, spec) = (amending.index + 1, amending.form.offer().spec);
            let who = table.subject_name(amending.form.subject);
            let title = if amending.inserts() {
                message!("Before {number}: {order}, {who}", number, order = fixed(spec.name), who)
            } else {
                message!("Edit {number}: {order}, {who}", number, order = fixed(spec.name), who)
            };
            heading(ui, &title);
            aside(ui, message!("Checked against the battle as it was then."));
        });
    });
}

/// The fields of the order, its dice, and the reason for the amendment.
fn order_ui(ui: &mut Ui, amending: &Amending, commands: &mut Vec<TableCommand>) {
    let colours = palette(ui.ctx());
    if !amending.inserts() {
        let text = message!("Remove this order");
        if switch(ui, amending.removed, &text, &text) {
            commands.push(TableCommand::Amend(AmendCommand::Remove(!amending.removed)));
        }
        if amending.removed {
            return;
        }
        if quiet_button(ui, true, message!("Change the ship or the order…")).clicked() {
            commands.push(TableCommand::Amend(AmendCommand::Instead));
        }
    }
    let form = &amending.form;
    fields::fields_ui(ui, form, commands);
    for warning in &form.offer().warnings {
        coloured(ui, message!("Warning: {warning}.", warning), colours.bad);
    }
    if !verdict_ui(ui, form) {
        return;
    }
    match form.verdict() {
        Verdict::Unfinished(_) | Verdict::Refused(_) => {}
        Verdict::Certain if amending.rolls().is_empty() => {}
        Verdict::Certain | Verdict::Asks { .. } => new_dice_ui(ui, amending, commands),
        Verdict::Throws(ask) => {
            if form.hidden().is_none() {
                dice::ask_ui(ui, ask);
            }
            new_dice_ui(ui, amending, commands);
        }
    }
    let width = ui.available_width();
    let hint = if amending.inserts() {
        message!("Reason for inserting")
    } else {
        message!("Reason for editing")
    };
    if let Some(note) = text_field(ui, &amending.note, &hint, &hint, width) {
        commands.push(TableCommand::Amend(AmendCommand::Note(note)));
    }
}

/// The choice of the order's dice.
fn new_dice_ui(ui: &mut Ui, amending: &Amending, commands: &mut Vec<TableCommand>) {
    caption(ui, message!("Dice"));
    ui.horizontal_wrapped(|ui| {
        let mut one = |ui: &mut Ui, chosen: bool, text: Message, dice: NewDice| {
            if choice(ui, chosen, &text, message!("Dice: {text}", text = &text)).clicked() {
                commands.push(TableCommand::Amend(AmendCommand::Dice(dice)));
            }
        };
        let dice = &amending.dice;
        if !amending.rolls().is_empty() {
            one(ui, *dice == Dice::Kept, message!("Keep"), NewDice::Keep);
        }
        one(ui, matches!(dice, Dice::Entered(_)), message!("Enter…"), NewDice::Enter);
        one(ui, *dice == Dice::Program, message!("Let the app roll"), NewDice::AppRolls);
    });
    if amending.dice == Dice::Kept {
        for roll in amending.rolls() {
            dice::roll_ui(ui, roll);
        }
        // Another face is entered with one tap.
        let faces = amending.form.dice().filter(|pad| pad.tapped() == Tapped::Faces);
        if let Some(pad) = faces.filter(|_| amending.form.order().is_some()) {
            caption(ui, dice::asked_for(&pad));
            let mut dice = Vec::new();
            dice::cells_ui(ui, &pad, &mut dice);
            commands.extend(dice.into_iter().map(TableCommand::Dice));
        }
    }
}

/// The dice being entered, for this order or a later one.
fn dice_ui(ui: &mut Ui, amending: &Amending, commands: &mut Vec<TableCommand>) {
    let Some(pad) = amending.pad() else { return };
    if let (Some(later), Some(tried)) = (&amending.later_dice, amending.outcome())
        && let Some(broken) = tried.broken.iter().find(|broken| broken.step == later.step)
    {
        caption(ui, name_of(broken));
    }
    if let Some(roll) = amending.same_roll() {
        let lay: Vec<String> = roll.faces.iter().map(u8::to_string).collect();
        let lay = if lay.is_empty() { roll.natural.to_string() } else { lay.join(", ") };
        if named(
            quiet_button(ui, true, message!("Keep the {lay}", lay)),
            message!("Keep this roll"),
        )
        .clicked()
        {
            commands.push(TableCommand::Amend(AmendCommand::KeepRoll));
        }
    }
    if let Some(rest) = &pad.rest {
        numbers::odds_ui(ui, rest);
    }
    let mut dice = Vec::new();
    dice::pad_ui(ui, pad, &mut dice);
    commands.extend(dice.into_iter().map(TableCommand::Dice));
}

/// The result of the change.
fn outcome_ui(ui: &mut Ui, amending: &Amending, commands: &mut Vec<TableCommand>) {
    let colours = palette(ui.ctx());
    caption(ui, message!("Effect"));
    match &amending.preview {
        None if amending.inserts() => {
            aside(ui, message!("No order inserted yet."));
            if let Some(forecast) = amending.form.forecast() {
                numbers::odds_ui(ui, forecast);
            }
        }
        None => {
            aside(ui, message!("No change yet."));
        }
        Some(Err(why)) => {
            coloured(ui, message!("Not possible: {why}.", why), colours.bad);
        }
        Some(Ok(tried)) => {
            replayed_ui(ui, amending, tried);
            for broken in &tried.broken {
                broken_ui(ui, amending, broken, commands);
            }
            match &tried.odds {
                Some(odds) => {
                    aside(ui, message!("The app rolls when the log is edited."));
                    if let Some(rest) = &odds.needs.rest {
                        numbers::odds_ui(ui, rest);
                    }
                    aside(ui, message!("Later orders are then carried out again."));
                }
                None => changes_ui(ui, tried),
            }
        }
    }
}

/// The order as it now comes out, and how many come after it.
fn replayed_ui(ui: &mut Ui, amending: &Amending, tried: &AmendPreviewResult) {
    if tried.odds.is_some() {
        return;
    }
    let colours = palette(ui.ctx());
    let first = tried.entries.first().filter(|_| !amending.removed);
    if let Some(entry) = first
        && tried.broken.iter().all(|broken| broken.step != 0)
    {
        let words =
            message!("{index}. {headline}", index = amending.index + 1, headline = &entry.headline);
        ui.label(rich(ui, words).family(theme::bold()).color(colours.ink));
    }
    let words = match (tried.later, tried.broken.len()) {
        (0, _) => message!("No later orders."),
        (n, 0) => {
            message!(n => "The later order was replayed and is unchanged." | "The {n} later orders were replayed and are unchanged.")
        }
        (n, _) => {
            message!(n => "The later order was replayed." | "The {n} later orders were replayed.")
        }
    };
    aside(ui, &words);
}

/// The number and the words of an affected order.
fn name_of(broken: &BrokenStep) -> Message {
    message!("{number}. {order}", number = broken.number, order = &broken.headline)
}

/// An entry that is no longer possible, with the reason and the decisions.
fn broken_ui(
    ui: &mut Ui,
    amending: &Amending,
    broken: &BrokenStep,
    commands: &mut Vec<TableCommand>,
) {
    let colours = palette(ui.ctx());
    ui.separator();
    let name = name_of(broken);
    ui.label(rich(ui, name).family(theme::bold()).color(colours.ink));
    if let Some(why) = &broken.why {
        coloured(ui, message!("Affected: {why}.", why), colours.bad);
    }
    let number = broken.number;
    if let Some(rest) = &broken.rest {
        numbers::odds_ui(ui, rest);
    }
    if amending.open_step() == Some(broken.step) {
        remedies_ui(ui, broken, commands);
        return;
    }
    match &broken.decision {
        Some(decision) => {
            tight_row(ui, |ui| ui.label(rich(ui, decided(decision))));
            let text = message!("Change");
            if named(
                quiet_button(ui, true, &text),
                message!("{text}: {number}", text = &text, number),
            )
            .clicked()
            {
                commands.push(TableCommand::Amend(AmendCommand::Reopen(broken.step)));
            }
        }
        None => {
            aside(ui, message!("Waiting for the choice above."));
        }
    }
}

fn decided(decision: &Decision) -> Message {
    match decision {
        Decision::Keep => message!("The new result is accepted."),
        Decision::ThrowAgain(_) => message!("Its dice were rolled again."),
        Decision::ThrowTheRest(_) => message!("The missing dice were rolled."),
        Decision::Drop => message!("The order is removed."),
        Decision::Stop => message!("This and all later orders are removed."),
    }
}

fn remedies_ui(ui: &mut Ui, broken: &BrokenStep, commands: &mut Vec<TableCommand>) {
    let Remedies { keep, roll_the_rest, roll_again, take_out } = broken.remedies;
    if broken.remedies == Remedies::default() {
        aside(ui, message!("The other side must agree to it."));
        return;
    }
    ui.horizontal_wrapped(|ui| {
        let mut one = |ui: &mut Ui, text: Message, remedy: Remedy| {
            let name = message!("{text}: {number}", text = &text, number = broken.number);
            if named(quiet_button(ui, true, text), &name).clicked() {
                commands.push(TableCommand::Amend(AmendCommand::Decide(broken.step, remedy)));
            }
        };
        if keep {
            one(ui, message!("Accept the new result"), Remedy::Accept);
        }
        if roll_the_rest {
            one(ui, message!("Roll the rest"), Remedy::AppRolls { rest: true });
            one(ui, message!("Enter the rest…"), Remedy::WeRolled { rest: true });
        }
        if roll_again {
            one(ui, message!("Roll again"), Remedy::AppRolls { rest: false });
            one(ui, message!("Enter other dice…"), Remedy::WeRolled { rest: false });
        }
        if take_out {
            one(ui, message!("Remove it"), Remedy::Remove);
            one(ui, message!("Remove it and all later orders"), Remedy::RemoveRest);
        }
    });
}

/// The changes on the table at the end.
fn changes_ui(ui: &mut Ui, tried: &AmendPreviewResult) {
    let colours = palette(ui.ctx());
    ui.separator();
    let changes = &tried.changes;
    if changes.is_empty() {
        aside(ui, message!("The current position stays the same."));
        return;
    }
    caption(ui, message!("Net changes"));
    for (key, pair) in changes.iter().take(MOST_CHANGES) {
        let value = |at: usize| pair.get(at).map(plain_value).unwrap_or_default();
        let (owner, what) = key.split_once('.').unwrap_or(("", key));
        let (what, before, after) = (Message::path(what), value(0), value(1));
        let words = if owner.is_empty() {
            message!("{what}: {before} → {after}", what, before, after)
        } else {
            message!("{whose}: {what} {before} → {after}", whose = owner, what, before, after)
        };
        ui.label(rich(ui, words).color(colours.ink));
    }
    let more = changes.len().saturating_sub(MOST_CHANGES);
    if more > 0 {
        aside(ui, message!(more => "and {n} more change" | "and {n} more changes"));
    }
}

/// If there are more changes than this, only their number is shown.
const MOST_CHANGES: usize = 16;

/// The button that makes the amendment, which stays in view; before it can be
/// used, what is missing.
fn commit_ui(ui: &mut Ui, amending: &Amending, commands: &mut Vec<TableCommand>) {
    let Some(tried) = amending.outcome() else { return };
    let open = tried.open;
    let frame = Frame::new().inner_margin(Margin { left: 0, right: 0, top: 8, bottom: 0 });
    Panel::bottom("commit").frame(frame).show_separator_line(false).show(ui, |ui| {
        let width = ui.available_width();
        match open {
            0 => {
                let text = if amending.inserts() {
                    message!("Insert into the log")
                } else {
                    message!("Edit the log")
                };
                if main_button(ui, text, width).clicked() {
                    commands.push(TableCommand::Amend(AmendCommand::Commit));
                }
            }
            n => {
                aside(ui, message!(n => "{n} order still needs a choice." | "{n} orders still need a choice."));
            }
        }
    });
}
