//! The table as it was: a look at any moment of the log without losing the
//! present, and the lines that the players left.

use egui::{Frame, Margin, RichText, Ui};

use crate::journal::Struck;
use crate::ui::command::{AmendCommand, TableCommand};
use crate::ui::theme::{self, palette};
use crate::ui::widgets::{aside, caption, folding, named, quiet_button, sheet, tight_row};

use super::amending::Purpose;
use super::result;
use super::state::{Choosing, Doing, Table};

/// Says that this is not the present, with the way back to it.
pub(super) fn banner_ui(ui: &mut Ui, table: &Table, commands: &mut Vec<TableCommand>) {
    match &table.doing {
        Doing::Ordering(_) | Doing::Amending(_) => {}
        Doing::LookingBack(at) => framed(ui, |ui| looking_ui(ui, table, *at, commands)),
        Doing::Choosing(choosing) => framed(ui, |ui| choosing_ui(ui, choosing, commands)),
    }
}

fn framed(ui: &mut Ui, add: impl FnOnce(&mut Ui)) {
    let colours = palette(ui.ctx());
    let frame = Frame::new().fill(colours.sea_wash).corner_radius(6).inner_margin(Margin::same(9));
    frame.show(ui, |ui| {
        ui.set_width(ui.available_width());
        add(ui);
    });
}

/// Which moment is shown. Nothing can be ordered in the past but to go on from
/// there.
fn looking_ui(ui: &mut Ui, table: &Table, at: usize, commands: &mut Vec<TableCommand>) {
    let colours = palette(ui.ctx());
    let words = match at {
        0 => "The table before the first order".to_owned(),
        _ => format!("The table as it was after order {at}"),
    };
    tight_row(ui, |ui| {
        ui.label(RichText::new(words).family(theme::bold()).color(colours.ink));
        aside(ui, &format!("The battle itself stands at {}.", table.session.cursor()));
    });
    ui.horizontal_wrapped(|ui| {
        let last = table.session.log().len();
        let mut button = |ui: &mut Ui, enabled: bool, (text, name): (&str, &str), to| {
            if named(quiet_button(ui, enabled, text), name).clicked() {
                commands.push(to);
            }
        };
        let step = |to| TableCommand::LookBack(Some(to));
        button(ui, true, ("Come back", "Come back to the present"), TableCommand::LookBack(None));
        button(ui, true, ("Go on from here", "Go on from here"), TableCommand::Jump(at));
        let earlier = ("‹ Earlier", "Look one order earlier");
        button(ui, at > 0, earlier, step(at.saturating_sub(1)));
        button(ui, at < last, ("Later ›", "Look one order later"), step(at + 1));
        let put_in = TableCommand::Amend(AmendCommand::Insert(at));
        let words = ("Insert here…", "Insert an order here…");
        button(ui, at < table.session.cursor(), words, put_in);
    });
}

/// Says which order is chosen, and for what.
fn choosing_ui(ui: &mut Ui, choosing: &Choosing, commands: &mut Vec<TableCommand>) {
    let number = choosing.index + 1;
    let (words, more) = match choosing.purpose {
        Purpose::Insert => (
            format!("Which order was forgotten before order {number}?"),
            "The table stands as it stood then. The orders after it are replayed with their dice.",
        ),
        Purpose::Instead => (
            format!("Which order shall order {number} have been?"),
            "The table stands as it stood then. Tap who gave it, and choose the order.",
        ),
    };
    ui.label(RichText::new(words).family(theme::bold()).color(palette(ui.ctx()).ink));
    aside(ui, more);
    let name = "Leave the log as it was";
    if named(quiet_button(ui, true, "‹ Leave it"), name).clicked() {
        commands.push(TableCommand::Amend(AmendCommand::Cancel));
    }
}

/// What the last order before that moment did.
pub(super) fn past_ui(ui: &mut Ui, table: &Table, at: usize) {
    if let Some(seen) = at.checked_sub(1).and_then(|last| table.session.log().get(last)) {
        sheet(ui, |ui| {
            caption(ui, &format!("{at}. {}", result::headline(table, seen)));
            if let Some(before) = table.session.journal().at(at - 1) {
                result::order_ui(ui, before, seen);
            }
            result::details_ui(ui, seen);
            result::note_ui(ui, &seen.note);
        });
    }
    aside(
        ui,
        "The ships stand as they stood then. Going on from here takes back what came after; it \
         stays in the log, and can be given again.",
    );
}

/// The lines that were left, the latest first.
pub(super) fn struck_ui(ui: &mut Ui, table: &Table, commands: &mut Vec<TableCommand>) {
    let struck = table.session.struck();
    if struck.is_empty() {
        return;
    }
    ui.add_space(10.0);
    caption(ui, "Struck from the log");
    aside(ui, "Lines that were left: amended, or given anew after an undo. Nothing is lost.");
    for (at, line) in struck.iter().enumerate().rev() {
        line_ui(ui, table, (at + 1, line), commands);
    }
}

/// A line that was left: what it began with, and all of it when it is opened.
fn line_ui(
    ui: &mut Ui,
    table: &Table,
    (number, line): (usize, &Struck),
    commands: &mut Vec<TableCommand>,
) {
    let colours = palette(ui.ctx());
    let orders = if line.entries.len() == 1 {
        "1 order".to_owned()
    } else {
        format!("{} orders", line.entries.len())
    };
    let title = format!("Struck {number}: {orders}, from order {} on", line.shared + 1);
    folding(ui, ("struck", line.tip), (&title, colours.quiet, ""), |ui| {
        // While a side keeps something from the other, a struck order may tell it.
        let told = !table.view.secrets;
        let battle = table.session.journal().at(line.shared);
        for (at, entry) in (line.shared + 1..).zip(&line.entries) {
            let words = match battle {
                Some(battle) if told => result::headline_of(battle, entry),
                _ => "told once neither side has secrets".to_owned(),
            };
            let words = RichText::new(format!("{at}. {words}")).strikethrough();
            ui.label(words.color(colours.quiet));
            if told {
                result::note_ui(ui, &entry.note);
            }
        }
        let text = "Take up again";
        if named(quiet_button(ui, true, text), &format!("{text}: {number}")).clicked() {
            commands.push(TableCommand::Restore(line.tip));
        }
    });
}
