//! The authors of the games, and the rulings.

use egui::{CollapsingHeader, Ui};

use crate::games::SystemTag;
use crate::message::message;
use crate::rules::{Ruling, Source};

use super::language::{fixed, rich};
use super::theme::palette;
use super::widgets::{aside, caption, coloured, heading, sheet};

/// The page *About*: the version, and the authors of the games.
pub(super) fn about_ui(ui: &mut Ui) {
    heading(ui, message!("About"));
    sheet(ui, |ui| {
        for system in SystemTag::ALL {
            let Source { title, makers, appeared, found } = system.source();
            caption(ui, title);
            aside(
                ui,
                message!("{makers}; {appeared}; {found}.", makers, appeared, found).sentence(),
            );
        }
        coloured(ui, Source::ownership_note(), palette(ui.ctx()).ink);
    });
    aside(ui, message!("Trierarch {version}", version = env!("CARGO_PKG_VERSION")));
}

/// Rulings in a part that unfolds; with `open` it begins unfolded. A new `id` resets it.
pub(super) fn rulings_ui(ui: &mut Ui, id: impl egui::AsIdSalt, rulings: &[&Ruling], open: bool) {
    if rulings.is_empty() {
        return;
    }
    let colours = palette(ui.ctx());
    let count = rulings.len();
    let title = message!(count => "What the rules leave open: {n} ruling" | "What the rules leave open: {n} rulings");
    let title = rich(ui, title).size(16.0).color(colours.sea);
    CollapsingHeader::new(title).id_salt(id).default_open(open).show(ui, |ui| {
        for ruling in rulings {
            let Ruling { id, rule, open, played } = ruling;
            caption(ui, message!("{id} · {rule}", id = *id, rule = fixed(rule)));
            aside(ui, open);
            coloured(ui, played, colours.ink);
        }
    });
}
