//! Saving a fleet, and sending it to the other side of the table.

use egui::Ui;

use crate::fleet::build::FleetDraft;
use crate::fleet::{export, share};
use crate::message::{Message, message};
use crate::ui::code::qr_ui;
use crate::ui::command::BuilderCommand;
use crate::ui::theme::palette;
use crate::ui::widgets::{
    aside, caption, coloured, heading, lines_field, named, off_because, quiet_button, sheet,
    text_field,
};

use super::{Builder, Work};

/// A fleet in the form in which it is sent: made once, and again after a
/// change.
#[derive(Debug)]
pub(super) struct SharedFleet {
    link: String,
    code: Result<share::QrSquares, Message>,
    /// `None` if it cannot be written as text for a message.
    block: Option<String>,
}

impl SharedFleet {
    fn of(work: &Work) -> Result<SharedFleet, Message> {
        let link = share::to_link(&work.text)
            .map_err(|fault| message!("Cannot be shared: {fault}.", fault = fault.message()))?;
        // A link to the page also works for those without Trierarch.
        #[cfg(target_arch = "wasm32")]
        let link = match crate::ui::page::page_of(share::LINK_OF_PAGE) {
            Some(page) => link.replacen(share::LINK, &page, 1),
            None => link,
        };
        let code = share::qr(&link).map_err(|fault| message!("{fault}.", fault = fault.message()));
        let block = share::to_block(&work.name(), &work.text).ok();
        Ok(SharedFleet { link, code, block })
    }
}

/// Every way to send or save the fleet.
pub(super) fn share_ui(
    ui: &mut Ui,
    builder: &Builder,
    work: &Work,
    wanted: &mut Vec<BuilderCommand>,
) {
    heading(ui, message!("Save"));
    sheet(ui, |ui| save_ui(ui, builder, work, wanted));
    heading(ui, message!("Share"));
    sheet(ui, |ui| match work.shared.get_or_init(|| SharedFleet::of(work)) {
        Ok(shared) => send_ui(ui, work, shared),
        Err(why) => {
            coloured(ui, why, palette(ui.ctx()).bad);
        }
    });
}

fn save_ui(ui: &mut Ui, builder: &Builder, work: &Work, wanted: &mut Vec<BuilderCommand>) {
    match &work.file {
        Some(file) if work.is_changed() => {
            aside(ui, message!("Changed since it was saved as {file}.", file))
        }
        Some(file) => aside(ui, message!("Saved as {file}.", file)),
        None => aside(ui, message!("It is saved in Trierarch. Save it as a file to share it.")),
    };
    ui.horizontal_wrapped(|ui| {
        let button = quiet_button(ui, work.file.is_some(), message!("Save"));
        let button = named(button, message!("Save the fleet"));
        if off_because(button, message!("It has no file yet: tap Save as.")).clicked() {
            wanted.push(BuilderCommand::Save);
        }
        if named(quiet_button(ui, true, message!("Save as…")), message!("Save the fleet as"))
            .clicked()
        {
            wanted.push(BuilderCommand::SaveAs);
        }
        if cfg!(target_arch = "wasm32") {
            return;
        }
        let hint = "or the path of a file";
        let name = message!("Path to save the fleet at");
        if let Some(path) = text_field(ui, &builder.path, name, hint, 300.0) {
            wanted.push(BuilderCommand::TypePath(path));
        }
        let typed = !builder.path.trim().is_empty();
        let button = named(
            quiet_button(ui, typed, message!("Save there")),
            message!("Save the fleet there"),
        );
        if off_because(button, message!("Type a path first.")).clicked() {
            wanted.push(BuilderCommand::SaveToPath);
        }
    });
    if !cfg!(target_arch = "wasm32") {
        aside(ui, message!("If no file dialog opens, type the path instead."));
    }
}

fn send_ui(ui: &mut Ui, work: &Work, shared: &SharedFleet) {
    caption(ui, message!("QR code"));
    match &shared.code {
        Ok(squares) => {
            let name = work.name();
            qr_ui(ui, squares, &message!("Code of {name}", name));
        }
        Err(why) => {
            aside(ui, why);
        }
    }
    caption(ui, message!("Link"));
    copy_ui(ui, || shared.link.clone(), message!("Copy the link"));
    caption(ui, message!("Message text"));
    if let Some(block) = &shared.block {
        // The text can be selected and copied, but not changed.
        let _ = lines_field(ui, block, message!("The fleet as text"), "", 4);
        copy_ui(ui, || block.clone(), message!("Copy the text"));
    }
    if let Some(fleet) = &work.check.fleet {
        caption(ui, message!("Roster to post"));
        copy_ui(ui, || FleetDraft::roster_text(fleet), message!("Copy as text"));
        caption(ui, message!("For other programs"));
        ui.horizontal_wrapped(|ui| {
            copy_ui(ui, || export::csv(fleet), message!("Copy the table (CSV)"));
            copy_ui(ui, || export::json(fleet), message!("Copy the roster (JSON)"));
        });
    }
}

/// Copies a text, which is only made when it is needed.
fn copy_ui(ui: &mut Ui, text: impl FnOnce() -> String, name: Message) {
    if named(quiet_button(ui, true, &name), name).clicked() {
        ui.ctx().copy_text(text());
    }
}
