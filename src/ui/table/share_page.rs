//! The page for sharing the table, opened from the menu and shown instead of the log: the QR
//! code, the address to type, and the players at the seats.

use egui::Ui;

use crate::message::{Message, message};
use crate::session::{Seat, SeatHolder};
use crate::ui::code::qr_ui;
use crate::ui::command::{ShareCommand, TableCommand};
use crate::ui::language::rich;
use crate::ui::theme::{self, palette};
use crate::ui::widgets::{
    aside, caption, coloured, heading, main_button, named, quiet_button, row_button, sheet,
};

use super::sharing::Open;
use super::state::Table;

/// The row of the menu that opens this page.
pub(super) fn share_row(ui: &mut Ui, table: &Table, commands: &mut Vec<TableCommand>) {
    let more = match table.sharing.open() {
        Some(_) => message!("It is shared now."),
        None => message!("Others join with their phones."),
    };
    if row_button(ui, message!("Share…"), more, message!("Share this table")).clicked() {
        commands.push(TableCommand::Share(ShareCommand::Show(true)));
    }
}

/// Draws the page.
pub(super) fn sharing_ui(ui: &mut Ui, table: &Table, commands: &mut Vec<TableCommand>) {
    let mut wanted = Vec::new();
    ui.horizontal(|ui| {
        if named(quiet_button(ui, true, message!("‹ Menu")), message!("Back to the menu")).clicked()
        {
            wanted.push(ShareCommand::Show(false));
        }
        heading(ui, message!("Share this table"));
    });
    egui::ScrollArea::vertical().id_salt("sharing").auto_shrink([false, false]).show(ui, |ui| {
        ui.spacing_mut().item_spacing.y = 7.0;
        match table.sharing.open() {
            Some(open) => open_ui(ui, table, open, &mut wanted),
            None => closed_ui(ui, &mut wanted),
        }
        ui.add_space(12.0);
    });
    commands.extend(wanted.into_iter().map(TableCommand::Share));
}

fn closed_ui(ui: &mut Ui, wanted: &mut Vec<ShareCommand>) {
    sheet(ui, |ui| {
        aside(
            ui,
            message!(
                "Others join from phones on the same network. No account or installation needed."
            ),
        );
        if main_button(ui, message!("Start sharing"), 230.0).clicked() {
            wanted.push(ShareCommand::Open);
        }
    });
}

fn open_ui(ui: &mut Ui, table: &Table, open: &Open, wanted: &mut Vec<ShareCommand>) {
    let (place, code) = (open.share.place(), open.share.code());
    sheet(ui, |ui| {
        caption(ui, message!("Scan this code"));
        if let Some(squares) = &open.code {
            qr_ui(ui, squares, &message!("Code of this table"));
        }
        caption(ui, message!("Or type this"));
        // The address and the code are copied by hand, letter by letter.
        ui.label(rich(ui, place).family(theme::bold()).size(20.0));
        ui.label(rich(ui, message!("Code: {code}", code)).family(theme::bold()).size(20.0));
        ui.horizontal_wrapped(|ui| {
            let text = message!("Copy the link");
            if named(quiet_button(ui, true, &text), text).clicked() {
                ui.ctx().copy_text(open.share.page().to_owned());
            }
            let text = message!("Copy the link for a big screen");
            if named(quiet_button(ui, true, &text), text).clicked() {
                ui.ctx().copy_text(open.share.watch().to_owned());
            }
        });
        aside(
            ui,
            message!(
                "If phones cannot connect, the network may keep devices apart. Turn on a phone’s hotspot, connect this computer to it, and share again."
            ),
        );
    });
    seats_ui(ui, table, wanted);
    if quiet_button(ui, true, message!("Stop sharing")).clicked() {
        wanted.push(ShareCommand::Stop);
    }
}

fn seats_ui(ui: &mut Ui, table: &Table, wanted: &mut Vec<ShareCommand>) {
    sheet(ui, |ui| {
        caption(ui, message!("At the table"));
        if table.view.seats.is_empty() {
            aside(ui, message!("No seat is taken yet."));
        }
        for SeatHolder { seat, name } in &table.view.seats {
            ui.horizontal_wrapped(|ui| {
                ui.label(rich(
                    ui,
                    message!("{seat}: {name}", seat = seat_name(table, *seat), name),
                ));
                if matches!(seat, Seat::Owner | Seat::Umpire) {
                    return;
                }
                let button = quiet_button(ui, true, message!("Free"));
                if named(button, message!("Free the seat of {name}", name)).clicked() {
                    wanted.push(ShareCommand::Free(*seat));
                }
            });
        }
        if table.view.secrets {
            let shown = match table.view.seat {
                Seat::Both => message!(
                    "Each phone shows what its side may know. This screen shows both sides until a phone takes a side."
                ),
                Seat::A | Seat::B | Seat::Onlooker | Seat::Owner | Seat::Umpire => {
                    message!("Each screen, this one included, shows what its side may know.")
                }
            };
            coloured(ui, shown, palette(ui.ctx()).ink);
        }
    });
}

fn seat_name(table: &Table, seat: Seat) -> Message {
    match seat {
        Seat::A | Seat::B => match seat.side() {
            Some(side) => message!("{side}", side = table.side_name(side)),
            None => Message::default(),
        },
        Seat::Both => message!("Both sides"),
        Seat::Onlooker => message!("Watching"),
        Seat::Owner | Seat::Umpire => message!("Owner"),
    }
}
