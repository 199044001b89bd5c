//! The tables of the rules, which can be searched.

use std::collections::HashSet;
use std::sync::{Arc, OnceLock};

use egui::{
    Align, CentralPanel, Frame, Galley, Grid, Id, Margin, Response, RichText, Role, ScrollArea,
    TextStyle, TextWrapMode, Ui, WidgetText,
};

use crate::games::SystemTag;
use crate::message::{Message, message};
use crate::rules::{Chart, InChart, Ruling};
use crate::session::View;

use super::command::{ChartsCommand, Command};
use super::credits::rulings_ui;
use super::language::{rich, tell};
use super::link;
use super::rule_words::{self, Word};
use super::theme::{self, palette, touch};
use super::widgets::{aside, caption, choice, heading, landmark, sheet, switch, text_field};

/// The state of the charts screen.
#[derive(Debug, Default)]
pub(super) struct ChartsView {
    system: Option<SystemTag>,
    search: String,
    only_used: bool,
    /// The requested chart, or the chart of the requested rule.
    found: Option<&'static str>,
    /// The number of requests for a rule; each scrolls to it once.
    times: u64,
}

/// The charts of a system: they never change.
pub(super) fn charts_of(system: SystemTag) -> &'static [Chart] {
    static ALL: OnceLock<Vec<(SystemTag, Vec<Chart>)>> = OnceLock::new();
    let all = ALL.get_or_init(|| SystemTag::ALL.iter().map(|tag| (*tag, tag.charts())).collect());
    all.iter().find(|(tag, _)| *tag == system).map_or(&[], |(_, charts)| charts)
}

/// The entry for rulings whose rule has no chart.
const RULINGS: &str = "rulings";

/// The rulings that are shown with a chart.
fn rulings_of(system: SystemTag, chart: &str) -> Vec<&'static Ruling> {
    static ALL: OnceLock<Vec<(SystemTag, &Ruling, &str)>> = OnceLock::new();
    let all = ALL.get_or_init(|| {
        let systems = SystemTag::ALL.iter();
        let rulings = systems.flat_map(|tag| tag.rulings().iter().map(|ruling| (*tag, ruling)));
        rulings
            .map(|(tag, ruling)| (tag, ruling, tag.chart_of(ruling.rule).unwrap_or(RULINGS)))
            .collect()
    });
    let shown = all.iter().filter(|(tag, _, place)| (*tag, *place) == (system, chart));
    shown.map(|(_, ruling, _)| *ruling).collect()
}

/// The rows with a term; those in the chart of this rule, if there are any.
pub(super) fn rows_of(word: Word, rule: &str) -> Vec<InChart> {
    let mut rows = word.meaning().figures(charts_of(word.system));
    let chart = word.system.chart_of(rule);
    if rows.iter().any(|row| Some(row.slug) == chart) {
        rows.retain(|row| Some(row.slug) == chart);
    }
    rows
}

impl ChartsView {
    /// Carries out a player's command.
    pub(super) fn apply(&mut self, command: ChartsCommand) {
        match command {
            ChartsCommand::System(system) => (self.system, self.found) = (Some(system), None),
            ChartsCommand::Find(rule) => {
                let Some(system) = SystemTag::of_rule(&rule) else { return };
                self.show(system, system.chart_of(&rule).unwrap_or(RULINGS));
            }
            ChartsCommand::Show(system, chart) => self.show(system, chart),
            ChartsCommand::Search(text) => self.search = text,
            ChartsCommand::OnlyUsed(only) => self.only_used = only,
        }
    }

    /// Scrolls to a chart, with all charts of its game in view.
    fn show(&mut self, system: SystemTag, chart: &'static str) {
        (self.system, self.found) = (Some(system), Some(chart));
        (self.search, self.only_used) = (String::new(), false);
        self.times += 1;
    }
}

/// With less height than this, in points, the whole page scrolls.
const CRAMPED: f32 = 420.0;

/// Draws the charts of a system: that of the battle, unless another one is
/// chosen.
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
        landmark(ui, Role::Main, message!("Charts of the rules"));
        // With little height, what is above the charts scrolls with them.
        let is_cramped = ui.available_height() < CRAMPED;
        if !is_cramped {
            choices_ui(ui, view, playing, system, commands);
        }
        let wanted = view.search.trim().to_lowercase();
        let words = rule_words::found(ui.ctx(), system, &wanted);
        ScrollArea::vertical().auto_shrink([false, false]).show(ui, |ui| {
            ui.spacing_mut().item_spacing.y = 10.0;
            if is_cramped {
                choices_ui(ui, view, playing, system, commands);
            }
            let mut any = !words.is_empty();
            link::words_ui(ui, &words);
            let search = Search { system, wanted: &wanted, used: &used };
            // Two columns if there is room, since most tables are narrow.
            let columns = if ui.available_width() > 1000.0 { 2 } else { 1 };
            ui.columns(columns, |cells| {
                for chart in charts_of(system) {
                    let bottom = |cell: &Ui| cell.min_rect().bottom();
                    let shortest = if columns == 2 && bottom(&cells[1]) < bottom(&cells[0]) {
                        &mut cells[1]
                    } else {
                        &mut cells[0]
                    };
                    any |= chart_ui(shortest, view, &search, chart);
                }
            });
            any |= others_ui(ui, view, system, &wanted);
            if !any {
                heading(ui, message!("No chart matches"));
                aside(ui, message!("Search for a ship, a weapon, or a rules term."));
            }
            ui.add_space(8.0);
        });
    });
}

/// The choice of the game, the search, and what is left out.
fn choices_ui(
    ui: &mut Ui,
    view: &ChartsView,
    playing: Option<SystemTag>,
    system: SystemTag,
    commands: &mut Vec<Command>,
) {
    ui.horizontal_wrapped(|ui| {
        for tag in SystemTag::ALL {
            let name = message!("Charts of {name}", name = tag.name());
            if choice(ui, *tag == system, tag.name(), &name).clicked() {
                commands.push(Command::Charts(ChartsCommand::System(*tag)));
            }
        }
    });
    ui.horizontal_wrapped(|ui| {
        search_ui(ui, &view.search, commands);
        let words = message!("Only what these fleets use");
        if playing == Some(system) && switch(ui, view.only_used, words.clone(), words) {
            commands.push(Command::Charts(ChartsCommand::OnlyUsed(!view.only_used)));
        }
    });
}

fn search_ui(ui: &mut Ui, search: &str, commands: &mut Vec<Command>) {
    if let Some(text) =
        text_field(ui, search, message!("Search the charts"), message!("Search the charts"), 260.0)
    {
        commands.push(Command::Charts(ChartsCommand::Search(text)));
    }
}

/// Draws the rulings without a chart that match the search. Returns whether there were any.
fn others_ui(ui: &mut Ui, view: &ChartsView, system: SystemTag, wanted: &str) -> bool {
    let rulings = rulings_wanted(ui, system, RULINGS, wanted);
    if rulings.is_empty() {
        return false;
    }
    let found = view.found == Some(RULINGS);
    sheet(ui, |ui| {
        let title = heading(ui, message!("Rulings without a chart"));
        if found {
            scroll_once(&title, view.times);
        }
        folded_ui(ui, view, RULINGS, &rulings, found || !wanted.is_empty());
    });
    true
}

/// The rulings of a chart that match the search.
fn rulings_wanted(ui: &Ui, system: SystemTag, chart: &str, wanted: &str) -> Vec<&'static Ruling> {
    let has = |text: &Message| tell(ui.ctx(), text).to_lowercase().contains(wanted);
    let named = |ruling: &Ruling| ruling.id.to_lowercase() == wanted;
    let mut rulings = rulings_of(system, chart);
    rulings.retain(|ruling| named(ruling) || has(&ruling.open) || has(&ruling.played));
    rulings
}

/// Folded rulings. A request for a rule, or a search, resets them.
fn folded_ui(ui: &mut Ui, view: &ChartsView, chart: &str, rulings: &[&Ruling], open: bool) {
    rulings_ui(ui, ("rulings", chart, view.times, open), rulings, open);
}

/// The player's search.
struct Search<'v> {
    system: SystemTag,
    /// The text, in lower case; empty if all charts are shown.
    wanted: &'v str,
    /// The words that the rows have to be about; empty if all rows are shown.
    used: &'v HashSet<String>,
}

/// Draws a table, if it matches the search. Returns whether it does.
fn chart_ui(ui: &mut Ui, view: &ChartsView, search: &Search, chart: &Chart) -> bool {
    let Search { system, wanted, used } = *search;
    let has = |text: &str| text.to_lowercase().contains(wanted);
    let whole = wanted.is_empty() || has(&tell(ui.ctx(), &chart.title));
    let rows: Vec<(usize, &Vec<Message>)> = chart
        .rows
        .iter()
        .enumerate()
        .filter(|(at, _)| {
            used.is_empty() || chart.about.get(*at).is_none_or(|word| used.contains(word))
        })
        .filter(|(_, row)| whole || row.iter().any(|cell| has(&tell(ui.ctx(), cell))))
        .collect();
    let notes: Vec<String> = chart
        .notes
        .iter()
        .map(|note| tell(ui.ctx(), note))
        .filter(|note| whole || has(note))
        .collect();
    let in_chart = if whole { "" } else { wanted };
    let rulings = rulings_wanted(ui, system, chart.slug, in_chart);
    if rows.is_empty() && notes.is_empty() && rulings.is_empty() {
        return false;
    }
    let is_found = view.found == Some(chart.slug);
    sheet(ui, |ui| {
        let title = heading(ui, &chart.title);
        if is_found {
            scroll_once(&title, view.times);
        }
        let rows = Rows { system, chart, shown: &rows };
        let width = rows.wrapping_width(ui).max(NARROWEST);
        ScrollArea::horizontal().id_salt(("chart", chart.slug)).show(ui, |ui| {
            rows.ui(ui, width, None);
        });
        for note in notes {
            aside(ui, &note);
        }
        folded_ui(ui, view, chart.slug, &rulings, is_found || !in_chart.is_empty());
    });
    true
}

/// The chart of a rule, with the row of this outcome highlighted.
pub(super) fn step_ui(ui: &mut Ui, system: SystemTag, rule: &str, outcome: Option<Word>) {
    let slug = system.chart_of(rule);
    let Some(chart) = charts_of(system).iter().find(|chart| Some(chart.slug) == slug) else {
        return;
    };
    let names = |cell: &Message| outcome.is_some() && Word::named(system, cell) == outcome;
    let lit = chart.rows.iter().position(|row| row.iter().any(names));
    let rows: Vec<(usize, &Vec<Message>)> = chart.rows.iter().enumerate().collect();
    caption(ui, &chart.title);
    let rows = Rows { system, chart, shown: &rows };
    let width = rows.wrapping_width(ui);
    if width < NARROWEST_IN_PANE {
        return rows_in_words_ui(ui, system, chart, lit);
    }
    ScrollArea::horizontal().id_salt(("chart of the step", chart.slug)).show(ui, |ui| {
        rows.ui(ui, width, lit);
    });
}

/// The rows of a chart in words, for a chart with too many columns for the width.
fn rows_in_words_ui(ui: &mut Ui, system: SystemTag, chart: &Chart, lit: Option<usize>) {
    let colours = palette(ui.ctx());
    for (at, row) in chart.rows.iter().enumerate() {
        let Some((name, rest)) = row.split_first() else { continue };
        let ink = if lit == Some(at) { colours.sea } else { colours.ink };
        let words = rich(ui, name).family(theme::bold()).size(16.0).color(ink);
        link::asked_ui(ui, words, Word::named(system, name));
        let heads = chart.columns.iter().skip(1).cloned();
        let cells = heads.zip(rest.iter().cloned()).collect();
        let row = InChart { slug: chart.slug, chart: chart.title.clone(), cells };
        ui.label(rich(ui, row.in_words()).size(16.0).color(ink));
    }
}

/// Scrolls to a part once after it was requested.
fn scroll_once(to: &Response, times: u64) {
    let id = Id::unique("scrolled to a chart");
    let known: Option<u64> = to.ctx.data(|data| data.get_temp(id));
    if known != Some(times) {
        to.scroll_to_me(Some(Align::Min));
        to.ctx.data_mut(|data| data.insert_temp(id, times));
    }
}

/// The space between two columns, in points.
const GAP: f32 = 13.0;

/// The smallest width of a column of sentences, in points.
const NARROWEST: f32 = 190.0;

/// The same in the pane of the table, which is less wide.
const NARROWEST_IN_PANE: f32 = 66.0;

/// A cell laid out in lines of this width at most.
fn cell_of(ui: &Ui, text: impl Into<WidgetText>, width: f32) -> Arc<Galley> {
    text.into().into_galley(ui, Some(TextWrapMode::Wrap), width, TextStyle::Body)
}

/// The text of a cell.
fn plain(ui: &Ui, cell: &Message) -> RichText {
    rich(ui, cell).size(16.0).color(palette(ui.ctx()).ink)
}

/// The name of a column.
fn column_name(ui: &Ui, column: &Message) -> RichText {
    rich(ui, column).family(theme::bold()).size(16.0).color(palette(ui.ctx()).clay)
}

/// The rows of a chart that are shown, with their numbers.
struct Rows<'c> {
    system: SystemTag,
    chart: &'c Chart,
    shown: &'c [(usize, &'c Vec<Message>)],
}

impl Rows<'_> {
    /// The width at which the cells are broken into lines: narrow columns stay as they are, and
    /// the others share the rest of the room.
    fn wrapping_width(&self, ui: &Ui) -> f32 {
        let narrowest = ui.spacing().interact_size.x.max(touch(ui.ctx()));
        let width_of = |text: RichText| cell_of(ui, text, f32::INFINITY).size().x.max(narrowest);
        let names = self.chart.columns.iter().map(|column| width_of(column_name(ui, column)));
        let mut widths: Vec<f32> = names.collect();
        for (_, row) in self.shown {
            for (width, cell) in widths.iter_mut().zip(*row) {
                *width = width.max(width_of(plain(ui, cell)));
            }
        }
        widths.sort_by(f32::total_cmp);
        let mut left = ui.available_width() - GAP * (widths.len() as f32 - 1.0);
        for (at, width) in widths.iter().enumerate() {
            let share = left / (widths.len() - at) as f32;
            if *width > share {
                return share;
            }
            left -= width;
        }
        f32::INFINITY
    }

    /// The rows of a chart, with a largest width of the cells; the row `lit` is highlighted.
    fn ui(&self, ui: &mut Ui, width: f32, lit: Option<usize>) {
        let colours = palette(ui.ctx());
        if self.shown.is_empty() {
            return;
        }
        let grid = Grid::new(self.chart.slug).striped(true).min_row_height(30.0);
        grid.spacing([GAP, 0.0]).show(ui, |ui| {
            for column in &self.chart.columns {
                let galley = cell_of(ui, column_name(ui, column), width);
                link::cell_ui(ui, galley, Word::column(self.system, column));
            }
            ui.end_row();
            for (at, row) in self.shown {
                for cell in *row {
                    let text = plain(ui, cell);
                    let text = if lit == Some(*at) {
                        text.family(theme::bold()).color(colours.sea)
                    } else {
                        text
                    };
                    let galley = cell_of(ui, text, width);
                    link::cell_ui(ui, galley, Word::named(self.system, cell));
                }
                ui.end_row();
            }
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::SystemTag;

    #[test]
    fn every_rule_that_an_order_follows_is_found_in_the_charts_but_those_without_a_figure() {
        let mut lost = Vec::new();
        for system in SystemTag::ALL {
            for spec in system.orders() {
                match SystemTag::of_rule(spec.rule).and_then(|game| game.chart_of(spec.rule)) {
                    Some(chart) => {
                        assert!(charts_of(*system).iter().any(|one| one.slug == chart), "{chart}");
                    }
                    None => lost.push(spec.rule),
                }
            }
        }
        lost.sort_unstable();
        lost.dedup();
        let without_a_figure = [
            "All systems: agreed result",
            "All systems: players’ correction",
            "Ancient Naval Games: winning",
            "Chicken of the Sea: winning",
            "Command & Chaos: winning",
            "Fast Play Salamis: breakaway",
            "Fast Play Salamis: victory",
            "Fast Play Salamis: who goes first",
        ];
        assert_eq!(lost, without_a_figure);
    }

    #[test]
    fn every_ruling_is_shown_once_with_or_without_a_chart() {
        for system in SystemTag::ALL {
            let charts = charts_of(*system).iter().map(|chart| chart.slug);
            let mut shown: Vec<&str> = charts
                .chain([RULINGS])
                .flat_map(|chart| rulings_of(*system, chart))
                .map(|ruling| ruling.id)
                .collect();
            let mut stated: Vec<&str> = system.rulings().iter().map(|ruling| ruling.id).collect();
            shown.sort_unstable();
            stated.sort_unstable();
            assert_eq!(shown, stated);
        }
    }

    #[test]
    fn a_rule_without_a_figure_leads_to_its_rulings() {
        let mut view = ChartsView::default();
        view.apply(ChartsCommand::Find("Fast Play Salamis: who goes first".into()));
        assert_eq!(view.found, Some(RULINGS));
        let shown = rulings_of(SystemTag::FastPlaySalamis, RULINGS);
        assert!(shown.iter().any(|ruling| ruling.id == "F-7"));
    }

    #[test]
    fn every_ruling_leads_to_a_chart_of_its_game_or_to_none() {
        for system in SystemTag::ALL {
            for ruling in system.rulings() {
                assert_eq!(SystemTag::of_rule(ruling.rule), Some(*system), "{}", ruling.id);
                let chart = system.chart_of(ruling.rule);
                let exists = |chart| charts_of(*system).iter().any(|one| one.slug == chart);
                assert!(chart.is_none_or(exists), "{}: {chart:?}", ruling.id);
            }
        }
        assert_eq!(SystemTag::GreekFire.chart_of("Greek Fire: ramming"), Some("ram"));
        assert_eq!(SystemTag::of_rule("house rule: no rams"), None);
    }
}
