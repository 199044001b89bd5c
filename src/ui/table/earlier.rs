//! The table at an earlier position, without losing the current one, and earlier versions.

use egui::{Frame, Margin, Ui};

use crate::message::{Message, message};
use crate::session::StruckLine;
use crate::ui::command::{AmendCommand, TableCommand};
use crate::ui::language::rich;
use crate::ui::theme::{self, palette};
use crate::ui::widgets::{
    FoldingLine, aside, caption, folding, named, off_because, quiet_button, sheet, tight_row,
};

use super::amend_state::Purpose;
use super::result;
use super::state::{Choosing, Doing, Table};

/// A banner that says that this is an earlier position, with a button to return.
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

/// The banner of an earlier position. The only possible action is to continue from there.
fn looking_ui(ui: &mut Ui, table: &Table, at: usize, commands: &mut Vec<TableCommand>) {
    let colours = palette(ui.ctx());
    let words = match at {
        0 => message!("The table before the first order"),
        _ => message!("The table as it was after order {at}", at),
    };
    tight_row(ui, |ui| {
        ui.label(rich(ui, words).family(theme::bold()).color(colours.ink));
        aside(ui, message!("The battle is now at order {cursor}.", cursor = table.log.cursor));
    });
    ui.horizontal_wrapped(|ui| {
        let last = table.log.len;
        let mut button = |ui: &mut Ui, enabled: bool, (text, name): (Message, Message), to| {
            let response = named(quiet_button(ui, enabled, text), name);
            if off_because(response, message!("The log has no order there.")).clicked() {
                commands.push(to);
            }
        };
        let step = |to| TableCommand::LookBack(Some(to));
        button(
            ui,
            true,
            (message!("Return"), message!("Return to the current position")),
            TableCommand::LookBack(None),
        );
        button(
            ui,
            true,
            (message!("Continue from here"), message!("Continue from here")),
            TableCommand::Jump(at),
        );
        let earlier = (message!("‹ Earlier"), message!("Look one order earlier"));
        button(ui, at > 0, earlier, step(at.saturating_sub(1)));
        button(
            ui,
            at < last,
            (message!("Later ›"), message!("Look one order later")),
            step(at + 1),
        );
        let put_in = TableCommand::Amend(AmendCommand::Insert(at));
        let words = (message!("Insert here…"), message!("Insert an order here…"));
        button(ui, at < table.log.cursor, words, put_in);
    });
}

/// A banner that says that an order is being chosen, with the purpose.
fn choosing_ui(ui: &mut Ui, choosing: &Choosing, commands: &mut Vec<TableCommand>) {
    let number = choosing.index + 1;
    let (words, more) = match choosing.purpose {
        Purpose::Insert => (
            message!("Which order was forgotten before order {number}?", number),
            message!(
                "The table is shown as it was then. Later orders are replayed with their dice."
            ),
        ),
        Purpose::Instead => (
            message!("What should order {number} have been?", number),
            message!(
                "The table is shown as it was then. Tap the unit or side, then choose the right order."
            ),
        ),
    };
    ui.label(rich(ui, words).family(theme::bold()).color(palette(ui.ctx()).ink));
    aside(ui, more);
    let name = message!("Close and leave the log unchanged");
    if named(quiet_button(ui, true, message!("‹ Cancel")), name).clicked() {
        commands.push(TableCommand::Amend(AmendCommand::Cancel));
    }
}

/// The effects of the last order before that position.
pub(super) fn past_ui(ui: &mut Ui, table: &Table, at: usize, commands: &mut Vec<TableCommand>) {
    if let Some(row) = at.checked_sub(1).and_then(|last| table.log.rows.get(last)) {
        sheet(ui, |ui| {
            caption(ui, message!("{at}. {headline}", at, headline = &row.headline));
            result::order_ui(ui, row, commands);
            result::details_ui(ui, row);
            result::note_ui(ui, &row.note);
        });
    }
    aside(
        ui,
        message!(
            "This is the table as it was then. “Continue from here” undoes the later orders; they \
         stay in the log and can be redone."
        ),
    );
}

/// The earlier versions of the log, the latest first.
pub(super) fn earlier_versions_ui(ui: &mut Ui, table: &Table, commands: &mut Vec<TableCommand>) {
    let (struck, rolls) = (&table.log.struck, table.log.undone.rolls);
    if rolls > 0 {
        aside(ui, message!("Rolls undone: {rolls}", rolls));
    }
    if struck.is_empty() {
        return;
    }
    ui.add_space(10.0);
    caption(ui, message!("Earlier versions"));
    aside(
        ui,
        message!("Orders replaced by an edit or after an undo. Each version can be restored."),
    );
    for (at, line) in struck.iter().enumerate().rev() {
        line_ui(ui, at + 1, line, commands);
    }
}

/// An earlier version: how it begins, and all of it when it is opened.
fn line_ui(ui: &mut Ui, number: usize, line: &StruckLine, commands: &mut Vec<TableCommand>) {
    let colours = palette(ui.ctx());
    let orders = message!(line.count => "{n} order" | "{n} orders");
    let title = message!(
        "Version {number}: {orders}, from order {shared}",
        number,
        orders,
        shared = line.shared + 1
    );
    let head = FoldingLine { title: &title, ink: colours.quiet, under: "" };
    folding(ui, ("struck", line.tip), head, |ui| {
        for (at, row) in (line.shared + 1..).zip(&line.rows) {
            let words = rich(ui, message!("{at}. {headline}", at, headline = &row.headline))
                .strikethrough();
            ui.label(words.color(colours.quiet));
            result::note_ui(ui, &row.note);
        }
        if line.rows.is_empty() {
            aside(ui, message!("Hidden while a side has secrets."));
        }
        let text = message!("Restore");
        if named(quiet_button(ui, true, &text), message!("{text}: {number}", text = &text, number))
            .clicked()
        {
            commands.push(TableCommand::Restore(line.tip));
        }
    });
}
