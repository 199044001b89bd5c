//! The tables of the rules, to be searched.

use std::collections::HashSet;

use egui::{CentralPanel, Frame, Grid, Margin, ScrollArea, Ui};

use crate::referee::View;
use crate::rules::{Chart, SystemTag};
use crate::say::{Say, say};

use super::command::{ChartsCommand, Command};
use super::language::{rich, tell};
use super::theme::{self, palette};
use super::widgets::{aside, choice, heading, sheet, switch, text_field};

/// Which tables are shown.
#[derive(Debug, Default)]
pub(super) struct ChartsView {
    system: Option<SystemTag>,
    search: String,
    only_used: bool,
}

impl ChartsView {
    /// Carries out what a player wants.
    pub(super) fn apply(&mut self, command: ChartsCommand) {
        match command {
            ChartsCommand::System(system) => self.system = Some(system),
            ChartsCommand::Search(text) => self.search = text,
            ChartsCommand::OnlyUsed(only) => self.only_used = only,
        }
    }
}

/// Draws the charts of a system: that of the battle, unless another is chosen.
pub(super) fn charts_ui(
    ui: &mut Ui,
    view: &ChartsView,
    table: Option<&View>,
    commands: &mut Vec<Command>,
) {
    let colours = palette(ui.ctx());
    let frame = Frame::new().fill(colours.ground).inner_margin(Margin::symmetric(14, 8));
    let playing = table.map(|table| table.system);
    let system = view.system.or(playing).unwrap_or(SystemTag::ALL[0]);
    let used: HashSet<String> = match table {
        Some(table) if view.only_used && playing == Some(system) => {
            table.sides.iter().flat_map(|side| side.uses.iter().cloned()).collect()
        }
        Some(_) | None => HashSet::new(),
    };
    CentralPanel::default_margins().frame(frame).show(ui, |ui| {
        ui.horizontal_wrapped(|ui| {
            for tag in SystemTag::ALL {
                let name = say!("Charts of {name}", name = tag.name());
                if choice(ui, *tag == system, true, tag.name(), &name).clicked() {
                    commands.push(Command::Charts(ChartsCommand::System(*tag)));
                }
            }
        });
        ui.horizontal_wrapped(|ui| {
            search_ui(ui, &view.search, commands);
            if playing == Some(system)
                && switch(
                    ui,
                    view.only_used,
                    say!("Only what these fleets use"),
                    say!("Only what these fleets use"),
                )
            {
                commands.push(Command::Charts(ChartsCommand::OnlyUsed(!view.only_used)));
            }
        });
        let wanted = view.search.trim().to_lowercase();
        ScrollArea::vertical().auto_shrink([false, false]).show(ui, |ui| {
            ui.spacing_mut().item_spacing.y = 10.0;
            let mut any = false;
            let charts: Vec<Chart> = system.charts();
            // Two columns where there is room: most tables are narrow.
            let columns = if ui.available_width() > 1000.0 { 2 } else { 1 };
            ui.columns(columns, |cells| {
                for chart in &charts {
                    let bottom = |cell: &Ui| cell.min_rect().bottom();
                    let shortest = if columns == 2 && bottom(&cells[1]) < bottom(&cells[0]) {
                        &mut cells[1]
                    } else {
                        &mut cells[0]
                    };
                    any |= chart_ui(shortest, chart, &wanted, &used);
                }
            });
            if !any {
                heading(ui, say!("No chart matches"));
                aside(ui, say!("Search for a ship, a weapon, or a word of the rules."));
            }
            ui.add_space(8.0);
        });
    });
}

fn search_ui(ui: &mut Ui, search: &str, commands: &mut Vec<Command>) {
    if let Some(text) =
        text_field(ui, search, say!("Search the charts"), say!("Search the charts"), 260.0)
    {
        commands.push(Command::Charts(ChartsCommand::Search(text)));
    }
}

/// A table, where something of it is wanted; whether it was.
fn chart_ui(ui: &mut Ui, chart: &Chart, wanted: &str, used: &HashSet<String>) -> bool {
    let has = |text: &str| text.to_lowercase().contains(wanted);
    let whole = wanted.is_empty() || has(&tell(ui.ctx(), &chart.title));
    let rows: Vec<&Vec<Say>> = chart
        .rows
        .iter()
        .enumerate()
        .filter(|(at, _)| {
            used.is_empty() || chart.about.get(*at).is_none_or(|word| used.contains(word))
        })
        .map(|(_, row)| row)
        .filter(|row| whole || row.iter().any(|cell| has(&tell(ui.ctx(), cell))))
        .collect();
    let notes: Vec<String> = chart
        .notes
        .iter()
        .map(|note| tell(ui.ctx(), note))
        .filter(|note| whole || has(note))
        .collect();
    if rows.is_empty() && notes.is_empty() {
        return false;
    }
    sheet(ui, |ui| {
        heading(ui, &chart.title);
        ScrollArea::horizontal().id_salt(("chart", chart.slug)).show(ui, |ui| {
            rows_ui(ui, chart, &rows);
        });
        for note in notes {
            aside(ui, &note);
        }
    });
    true
}

fn rows_ui(ui: &mut Ui, chart: &Chart, rows: &[&Vec<Say>]) {
    let colours = palette(ui.ctx());
    if rows.is_empty() {
        return;
    }
    Grid::new(chart.slug).striped(true).min_row_height(26.0).spacing([13.0, 4.0]).show(ui, |ui| {
        for column in &chart.columns {
            ui.label(rich(ui, column).family(theme::bold()).size(16.0).color(colours.clay));
        }
        ui.end_row();
        for row in rows {
            for cell in *row {
                let text = rich(ui, cell).size(16.0).color(colours.ink);
                ui.add(egui::Label::new(text).extend());
            }
            ui.end_row();
        }
    });
}
