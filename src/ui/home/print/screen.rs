//! The choices of the print screen, and the pages beside them.

use egui::scroll_area::ScrollBarVisibility;
use egui::{CollapsingHeader, ScrollArea, Ui, vec2};

use crate::games::SystemTag;
use crate::message::{Message, message};
use crate::print::{Paper, PerPage, PrintKind};
use crate::rules::{Side, Viewer};
use crate::ui::announcer::Topic;
use crate::ui::command::{PrintCommand, PrintSource};
use crate::ui::home::own_battle;
use crate::ui::language::rich;
use crate::ui::theme::palette;
use crate::ui::widgets::{
    WIDE, announced_ui, aside, caption, choice, coloured, heading, main_button, named, off_because,
    quiet_button, sheet, switch, text_field, write_over_ui,
};

use super::{PrintState, Work, count_of, preview};

/// Draws the print screen.
pub(in super::super) fn print_ui(ui: &mut Ui, state: &PrintState, wanted: &mut Vec<PrintCommand>) {
    if let Some(notice) = &state.notice {
        announced_ui(ui, Topic::Done, notice, palette(ui.ctx()).good);
    }
    if ui.available_width() < WIDE {
        ui.horizontal_wrapped(|ui| {
            let pages = count_of(state.pages.len());
            let tabs =
                [(false, message!("What to print")), (true, message!("Show {pages}", pages))];
            for (shows_pages, text) in tabs {
                let name = if shows_pages { message!("Show the pages") } else { text.clone() };
                if choice(ui, state.shows_pages == shows_pages, text, name).clicked() {
                    wanted.push(PrintCommand::Look(shows_pages));
                }
            }
        });
        if state.shows_pages {
            scrolled(ui, "pages", |ui| pages_ui(ui, state, wanted));
        } else {
            scrolled(ui, "print", |ui| job_ui(ui, state, wanted));
        }
        return;
    }
    let (width, height) = (ui.available_width(), ui.available_height());
    let left = (width * 0.44).min(540.0);
    ui.horizontal_top(|ui| {
        ui.allocate_ui(vec2(left, height), |ui| {
            ui.vertical(|ui| scrolled(ui, "print", |ui| job_ui(ui, state, wanted)));
        });
        ui.allocate_ui(vec2(width - left - 8.0, height), |ui| {
            ui.vertical(|ui| pages_ui(ui, state, wanted));
        });
    });
}

fn scrolled(ui: &mut Ui, salt: &str, add: impl FnOnce(&mut Ui)) {
    // The height of a page follows from its width: a scroll bar that came and went would
    // change both without end.
    let area = ScrollArea::vertical().id_salt(salt).auto_shrink([false, false]);
    area.scroll_bar_visibility(ScrollBarVisibility::AlwaysVisible).show(ui, |ui| {
        ui.spacing_mut().item_spacing.y = 8.0;
        add(ui);
        ui.add_space(16.0);
    });
}

fn job_ui(ui: &mut Ui, state: &PrintState, wanted: &mut Vec<PrintCommand>) {
    heading(ui, message!("What to print"));
    sheet(ui, |ui| sources_ui(ui, state, wanted));
    sheet(ui, |ui| {
        let battle = state.form.sources.contains(&PrintSource::Battle);
        let of_battles = [PrintKind::Report, PrintKind::Log, PrintKind::Moment];
        for &kind in PrintKind::ALL.iter().filter(|kind| battle || !of_battles.contains(kind)) {
            let (name, words) = named_part(kind);
            let on = state.form.kinds.contains(&kind);
            if switch(ui, on, words, message!("Print {name}", name)) {
                wanted.push(PrintCommand::Part(kind));
            }
        }
        if battle {
            let words = message!("Fresh sheets, as before the first order");
            if switch(ui, state.form.fresh, words, message!("Fresh sheets")) {
                wanted.push(PrintCommand::Fresh(!state.form.fresh));
            }
        } else if let [_] = state.form.sources.as_slice() {
            side_ui(ui, state, wanted);
        }
        if state.made.secret {
            reader_ui(ui, state, wanted);
        }
    });
    sheet(ui, |ui| paper_ui(ui, state, wanted));
    if !cfg!(target_arch = "wasm32") {
        sheet(ui, |ui| save_ui(ui, state, wanted));
    }
}

/// Asks for the reader of a print with secrets.
fn reader_ui(ui: &mut Ui, state: &PrintState, wanted: &mut Vec<PrintCommand>) {
    caption(ui, message!("Reader"));
    ui.horizontal_wrapped(|ui| {
        for (reader, text) in [
            (Viewer::Side(Side::A), message!("side A")),
            (Viewer::Side(Side::B), message!("side B")),
            (Viewer::Both, message!("both: no secrets")),
            (Viewer::Everyone, message!("an umpire: all secrets")),
        ] {
            let name = message!("Printed for {text}", text = &text);
            if choice(ui, state.reader == Some(reader), text, name).clicked() {
                wanted.push(PrintCommand::Reader(reader));
            }
        }
    });
}

/// Asks which side's tags a fleet gets that is printed alone.
fn side_ui(ui: &mut Ui, state: &PrintState, wanted: &mut Vec<PrintCommand>) {
    caption(ui, message!("Side"));
    ui.horizontal_wrapped(|ui| {
        for (side, text) in [(Side::A, message!("side A")), (Side::B, message!("side B"))] {
            let name = message!("Printed as {text}", text = &text);
            if choice(ui, state.side == side, text, name).clicked() {
                wanted.push(PrintCommand::Side(side));
            }
        }
    });
}

/// A kind of print in words, with its content.
fn named_part(kind: PrintKind) -> (Message, Message) {
    match kind {
        PrintKind::Report => {
            (message!("battle report"), message!("Battle report: what happened, round by round"))
        }
        PrintKind::Log => {
            (message!("the log"), message!("Log: every order, with its dice and what it did"))
        }
        PrintKind::Moment => (
            message!("the current position"),
            message!("Current position: everything you need to continue on paper"),
        ),
        PrintKind::Rosters => {
            (message!("rosters"), message!("Rosters: each fleet in a table, with a code to scan"))
        }
        PrintKind::Sheets => {
            (message!("record sheets"), message!("Record sheets: one for each ship, to write on"))
        }
        PrintKind::Charts => {
            (message!("charts"), message!("Charts: the tables of the rules that these fleets use"))
        }
        PrintKind::Odds => {
            (message!("odds"), message!("Odds: each type of ship against each of the other side’s"))
        }
        PrintKind::Aid => (
            message!("player’s aid"),
            message!("Player’s aid: the turn and all tables on one sheet"),
        ),
        PrintKind::Turn => {
            (message!("turn track"), message!("Turn track: the steps of a turn, in order"))
        }
        PrintKind::Cards => (
            message!("cards"),
            message!("Cards: each ship as a card to cut out, and the chits of an army"),
        ),
    }
}

fn sources_ui(ui: &mut Ui, state: &PrintState, wanted: &mut Vec<PrintCommand>) {
    let mine = [
        (PrintSource::Battle, &state.battle, message!("The open battle")),
        (PrintSource::Built, &state.built, message!("The open fleet")),
    ];
    for (source, name, what) in mine {
        if let Some(name) = name {
            let on = state.form.sources.contains(&source);
            if switch(
                ui,
                on,
                message!("{what}: {name}", what = &what, name),
                message!("Print {what}", what = &what),
            ) {
                wanted.push(PrintCommand::Source(source));
            }
        }
    }
    // A long list, which is only open at first if the player has nothing else
    // to print.
    let alone = state.built.is_none() && state.battle.is_none();
    let title = rich(ui, message!("Ready fleets")).color(palette(ui.ctx()).ink);
    CollapsingHeader::new(title).default_open(alone).show(ui, |ui| ready_ui(ui, state, wanted));
}

fn ready_ui(ui: &mut Ui, state: &PrintState, wanted: &mut Vec<PrintCommand>) {
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = 5.0;
        for tag in SystemTag::ALL {
            let name = message!("Fleets of {name}", name = tag.name());
            if choice(ui, *tag == state.form.system, tag.name(), &name).clicked() {
                wanted.push(PrintCommand::System(*tag));
            }
        }
    });
    caption(ui, message!("Fleets to print"));
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = 6.0;
        for fleet in own_battle::ready() {
            let source = PrintSource::Ready(fleet.path);
            let on = state.form.sources.contains(&source);
            // A ticked fleet is always shown.
            if (on || fleet.system == state.form.system)
                && choice(ui, on, &fleet.name, message!("Print {name}", name = &fleet.name))
                    .clicked()
            {
                wanted.push(PrintCommand::Source(source));
            }
        }
    });
}

fn paper_ui(ui: &mut Ui, state: &PrintState, wanted: &mut Vec<PrintCommand>) {
    caption(ui, message!("Paper"));
    ui.horizontal_wrapped(|ui| {
        for (paper, name) in [(Paper::A4, "A4"), (Paper::Letter, "Letter")] {
            if choice(ui, state.form.paper == paper, name, message!("Paper: {name}", name))
                .clicked()
            {
                wanted.push(PrintCommand::Paper(paper));
            }
        }
    });
    caption(ui, message!("Sheets per page"));
    let words = [(PerPage::Best, message!("automatic")), (PerPage::Log, message!("one table"))];
    let numbers = [
        (PerPage::One, Message::verbatim("1")),
        (PerPage::Two, Message::verbatim("2")),
        (PerPage::Four, Message::verbatim("4")),
        (PerPage::Eight, Message::verbatim("8")),
    ];
    // Numbers stay in one row, whatever the width.
    for row in [&words[..], &numbers[..]] {
        ui.horizontal_wrapped(|ui| {
            for (per_page, text) in row {
                let chosen = state.form.per_page == *per_page;
                let name = message!("Sheets per page: {text}", text);
                if choice(ui, chosen, text, name).clicked() {
                    wanted.push(PrintCommand::PerPage(*per_page));
                }
            }
        });
    }
    if let Some(remark) = &state.made.remark {
        aside(ui, remark);
    }
    if switch(
        ui,
        state.form.ink_saver,
        message!("Save ink: ships in outlines"),
        message!("Save ink"),
    ) {
        wanted.push(PrintCommand::InkSaver(!state.form.ink_saver));
    }
}

/// The path of the PDF, for a desktop without a file dialog.
fn save_ui(ui: &mut Ui, state: &PrintState, wanted: &mut Vec<PrintCommand>) {
    caption(ui, message!("PDF path"));
    if let Some(path) = &state.question {
        wanted.extend(write_over_ui(ui, path).map(PrintCommand::WriteOver));
        return;
    }
    ui.horizontal_wrapped(|ui| {
        let hint = "the path of a PDF";
        if let Some(path) =
            text_field(ui, &state.form.path, message!("Path of the PDF"), hint, 260.0)
        {
            wanted.push(PrintCommand::TypePath(path));
        }
        let at_rest = matches!(state.work, Work::Done) && !state.is_saving;
        let ready = !state.form.path.trim().is_empty() && !state.pages.is_empty() && at_rest;
        let button =
            named(quiet_button(ui, ready, message!("Save there")), message!("Save the PDF there"));
        let why = if state.form.path.trim().is_empty() {
            message!("Type a path first.")
        } else {
            message!("The pages are not ready.")
        };
        if off_because(button, why).clicked() {
            wanted.push(PrintCommand::SaveToPath);
        }
    });
    if state.is_saving {
        aside(ui, message!("Saving…"));
    } else {
        aside(ui, message!("If no file dialog opens, type the path instead."));
    }
}

fn missing(state: &PrintState) -> Message {
    if state.form.sources.is_empty() {
        message!("Choose a fleet or a battle.")
    } else {
        message!("Choose what to print.")
    }
}

/// Shows how far the layout of the pages is; or what prevents it, and what to
/// do.
fn work_ui(ui: &mut Ui, state: &PrintState, wanted: &mut Vec<PrintCommand>) {
    match &state.work {
        Work::Done => {
            aside(ui, missing(state));
        }
        Work::Waits(_) => {
            aside(ui, message!("Getting the battle ready…"));
        }
        Work::Running(_, progress) => {
            ui.horizontal_wrapped(|ui| {
                let percent = 100 * progress.done / progress.all.max(1);
                ui.label(rich(ui, message!("Laying out pages: {percent}%", percent)));
                let button = quiet_button(ui, true, message!("Stop"));
                if named(button, message!("Stop laying out pages")).clicked() {
                    wanted.push(PrintCommand::Stop);
                }
            });
        }
        Work::Stopped => {
            aside(ui, message!("Stopped before the pages were laid out."));
            if quiet_button(ui, true, message!("Lay out the pages")).clicked() {
                wanted.push(PrintCommand::Make);
            }
        }
        Work::Failed(why) => {
            coloured(ui, why, palette(ui.ctx()).bad);
        }
    }
}

/// The page that is shown, and buttons for the others.
fn pages_ui(ui: &mut Ui, state: &PrintState, wanted: &mut Vec<PrintCommand>) {
    let Some(page) = state.pages.get(state.page) else {
        heading(ui, message!("No pages yet"));
        work_ui(ui, state, wanted);
        return;
    };
    turn_ui(ui, state, wanted);
    let name = message!("Preview of page {page}", page = state.page + 1);
    if !state.zoomed {
        preview::page_ui(ui, page, 1.0, name);
        return;
    }
    let id = ("zoomed", state.page);
    ScrollArea::both().id_salt(id).show(ui, |ui| preview::page_ui(ui, page, 2.0, name));
}

/// The button that saves, and the buttons for turning pages. While new pages
/// are being laid out, their progress is in its place.
fn turn_ui(ui: &mut Ui, state: &PrintState, wanted: &mut Vec<PrintCommand>) {
    if !matches!(state.work, Work::Done) {
        return work_ui(ui, state, wanted);
    }
    let count = state.pages.len();
    let text = message!("Save PDF, {count_of}", count_of = count_of(count));
    let narrow = ui.available_width() < 420.0;
    if narrow && main_button(ui, &text, ui.available_width()).clicked() {
        wanted.push(PrintCommand::Save);
    }
    ui.horizontal_wrapped(|ui| {
        if !narrow && main_button(ui, &text, 210.0).clicked() {
            wanted.push(PrintCommand::Save);
        }
        let button = quiet_button(ui, state.page > 0, "‹");
        let button = named(button, message!("The previous page"));
        if off_because(button, message!("This is the first page.")).clicked() {
            wanted.push(PrintCommand::Page(state.page - 1));
        }
        ui.label(rich(ui, message!("Page {page} of {count}", page = state.page + 1, count)));
        let button = quiet_button(ui, state.page + 1 < count, "›");
        let button = named(button, message!("The next page"));
        if off_because(button, message!("This is the last page.")).clicked() {
            wanted.push(PrintCommand::Page(state.page + 1));
        }
        let text = if state.zoomed { "1×" } else { "2×" };
        let name = if state.zoomed {
            message!("Show the whole page")
        } else {
            message!("Enlarge the page")
        };
        if named(quiet_button(ui, true, text), name).clicked() {
            wanted.push(PrintCommand::Zoom(!state.zoomed));
        }
    });
}
