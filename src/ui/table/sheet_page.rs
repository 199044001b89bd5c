//! A record sheet on the screen, as the paper has it: what a unit is, where its
//! numbers come from, and the rows that are crossed off.

use egui::Ui;

use crate::rules::schema::ADJUST;
use crate::rules::{Fact, Sheet, Subject, Track};
use crate::say::{Say, say};
use crate::ui::command::TableCommand;
use crate::ui::language::{capital, rich};
use crate::ui::theme::{self, palette};
use crate::ui::widgets::{aside, caption, named, quiet_button, tight_row};

use super::state::Orders;

/// The sheet of a unit; a slip on it is corrected from here.
pub(super) fn sheet_ui(
    ui: &mut Ui,
    (sheet, subject): (&Sheet, Subject),
    orders: &Orders,
    commands: &mut Vec<TableCommand>,
) {
    let title = match sheet.tag {
        Some(tag) if tag.to_string() != sheet.name => {
            say!("{tag} {name}", tag, name = &sheet.name)
        }
        Some(_) | None => Say::verbatim(&sheet.name),
    };
    caption(ui, title);
    aside(ui, say!("{kind}, {fleet}", kind = &sheet.kind, fleet = &sheet.fleet));
    for fact in &sheet.facts {
        fact_ui(ui, fact);
    }
    for track in &sheet.tracks {
        track_ui(ui, track);
    }
    let corrects = |subject: Subject| {
        orders.subject == Some(subject)
            && orders.offers.iter().any(|offer| offer.spec.kind == ADJUST.kind)
    };
    if corrects(subject) {
        let name = say!("Correct the record of {subject}", subject = subject.to_string());
        if named(quiet_button(ui, true, say!("Correct…")), name).clicked() {
            commands.push(TableCommand::Open(subject, ADJUST.kind));
        }
    }
}

fn line_ui(ui: &mut Ui, what: &Say, says: Say) {
    let colours = palette(ui.ctx());
    tight_row(ui, |ui| {
        let what = rich(ui, capital(ui.ctx(), what)).size(16.0).color(colours.quiet);
        ui.label(what);
        let says = rich(ui, says).family(theme::bold()).size(16.0).color(colours.ink);
        ui.label(says);
    });
}

fn fact_ui(ui: &mut Ui, fact: &Fact) {
    line_ui(ui, &fact.caption, fact.text.clone());
}

/// What is left of a row of boxes, in numbers.
fn track_ui(ui: &mut Ui, track: &Track) {
    let worth = track.box_worth.max(1);
    let full = match track.last_worth {
        Some(last) => track.boxes.saturating_sub(1) * worth + last,
        None => track.boxes * worth,
    };
    let left = full.saturating_sub(track.crossed * worth);
    line_ui(ui, &track.caption, say!("{left} of {full}", left, full));
}
