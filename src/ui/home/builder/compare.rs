//! Compares two fleets: figures that can be added up, the odds of the attack,
//! and duels that are fought while the player watches.

use egui::{Context, Grid, ScrollArea, Sense, Ui, vec2};

use crate::analysis::Job;
use crate::analysis::strength::{
    AttackTable, Cell, Duels, EqualShips, Estimate, Strength, figures,
};
use crate::games::Fleet;
use crate::message::{Message, message};
use crate::ui::command::CompareCommand;
use crate::ui::home::own_battle;
use crate::ui::language::{ShownText, capital, rich};
use crate::ui::theme::{self, palette};
use crate::ui::widgets::{
    aside, caption, choice, coloured, heading, in_two_columns, main_button, named, off_because,
    quiet_button, quiet_pressed, sheet,
};

use crate::ui::worker::Worker;

use super::{Builder, Work};

/// The possible numbers of rounds of duels, the fewest first.
const ROUNDS: [u32; 3] = [20, 100, 400];

/// The words for a number of rounds.
fn called([rough, good, _]: [u32; 3], rounds: u32) -> Message {
    match rounds {
        rounds if rounds <= rough => message!("Rough: {rounds} rounds", rounds),
        rounds if rounds <= good => message!("Good: {rounds} rounds", rounds),
        rounds => message!("Fine: {rounds} rounds", rounds),
    }
}

/// The seed of the duels, always the same, so that the same fleets are always
/// equally strong.
const SEED: u64 = 1;

/// The comparison, as far as it has been computed.
#[derive(Debug)]
pub(super) struct Compare {
    other: Option<Fleet>,
    rounds: u32,
    estimate: Option<Estimate>,
    worker: Option<Worker<Estimate>>,
}

impl Default for Compare {
    fn default() -> Compare {
        Compare { other: None, rounds: ROUNDS[0], estimate: None, worker: None }
    }
}

impl Compare {
    /// Drops the results, since a fleet has changed.
    pub(super) fn reset(&mut self) {
        (self.estimate, self.worker) = (None, None);
    }

    pub(super) fn put_beside(&mut self, other: Option<Fleet>) {
        self.reset();
        self.other = other;
    }

    pub(super) fn set_rounds(&mut self, rounds: u32) {
        self.reset();
        self.rounds = rounds;
    }

    pub(super) fn stop(&mut self) {
        self.worker = None;
    }

    /// Starts, or continues after a stop.
    pub(super) fn start(&mut self, own: &Fleet, ctx: &Context) -> Result<(), Message> {
        let Some(other) = &self.other else { return Ok(()) };
        let estimate = match self.estimate.take() {
            Some(estimate) => estimate,
            None => Estimate::new([own, other], self.rounds, SEED).map_err(|why| {
                message!("These fleets cannot be compared: {why}.", why = why.message())
            })?,
        };
        self.worker = Some(Worker::start(estimate.clone(), ctx));
        self.estimate = Some(estimate);
        Ok(())
    }

    /// Takes over new results.
    pub(super) fn look_again(&mut self) {
        if let Some((estimate, more)) = self.worker.as_mut().and_then(Worker::look) {
            self.estimate = Some(estimate);
            if !more {
                self.worker = None;
            }
        }
    }
}

/// Draws the comparison.
pub(super) fn compare_ui(
    ui: &mut Ui,
    builder: &Builder,
    work: &Work,
    wanted: &mut Vec<CompareCommand>,
) {
    let compare = &builder.compare;
    heading(ui, message!("Compare"));
    let (Some(own), Some(other)) = (&work.check.fleet, &compare.other) else {
        sheet(ui, |ui| other_ui(ui, compare, work, wanted));
        let words = match work.check.fleet {
            None => message!("Fix this fleet’s errors first: only valid fleets can be compared."),
            Some(_) => message!("Choose the other fleet."),
        };
        aside(ui, words);
        return;
    };
    let names = [own, other].map(|fleet| fleet.name().to_owned());
    let mut compared = Vec::new();
    in_two_columns(
        ui,
        |ui| {
            sheet(ui, |ui| {
                other_ui(ui, compare, work, wanted);
                figures_ui(ui, [own, other]);
            });
        },
        |ui| {
            sheet(ui, |ui| estimate_ui(ui, compare, &names, &mut compared));
            let Some(Estimate { attacks, duels }) = &compare.estimate else { return };
            sheet(ui, |ui| duels_ui(ui, duels, &names));
            sheet(ui, |ui| {
                caption(ui, message!("One attack"));
                aside(ui, attacks.how());
                for (at, table) in attacks.tables().iter().enumerate() {
                    // The fleets may have the same name.
                    ui.push_id(at, |ui| attacks_ui(ui, table, [&names[at], &names[1 - at]]));
                }
            });
        },
    );
    wanted.extend(compared);
}

/// The other fleet, or a choice of fleets.
fn other_ui(ui: &mut Ui, compare: &Compare, work: &Work, wanted: &mut Vec<CompareCommand>) {
    if let Some(other) = &compare.other {
        caption(ui, message!("Other fleet: {name}", name = other.name()));
        if quiet_pressed(ui, message!("Compare with another")) {
            wanted.push(CompareCommand::Another);
        }
        return;
    }
    caption(ui, message!("Other fleet: none yet"));
    ui.horizontal_wrapped(|ui| {
        let system = work.draft.system();
        for fleet in own_battle::ready().iter().filter(|fleet| Some(fleet.system) == system) {
            let button = quiet_button(ui, true, &fleet.name);
            if named(button, message!("Compare with {name}", name = &fleet.name)).clicked() {
                wanted.push(CompareCommand::With(fleet.path));
            }
        }
    });
    let text = message!("Keep this fleet to compare");
    let is_valid = work.check.fleet.is_some();
    let button = named(quiet_button(ui, is_valid, &text), &text);
    if off_because(button, message!("Fix the fleet’s errors first.")).clicked() {
        wanted.push(CompareCommand::Keep);
    }
}

fn bold(ui: &mut Ui, text: impl ShownText) {
    let colours = palette(ui.ctx());
    let text = rich(ui, text).family(theme::bold()).size(16.0).color(colours.clay);
    ui.add(egui::Label::new(text).extend());
}

fn plain(ui: &mut Ui, text: impl ShownText) {
    let colours = palette(ui.ctx());
    ui.add(egui::Label::new(rich(ui, text).size(16.0).color(colours.ink)).extend());
}

/// A table that scrolls sideways if it is too wide.
fn table_ui(ui: &mut Ui, salt: &'static str, add: impl FnOnce(&mut Ui)) {
    ScrollArea::horizontal().id_salt(("scroll", salt)).show(ui, |ui| {
        Grid::new(salt).striped(true).min_row_height(26.0).spacing([18.0, 4.0]).show(ui, add);
    });
}

fn figures_ui(ui: &mut Ui, fleets: [&Fleet; 2]) {
    let figures = figures(fleets);
    if figures.is_empty() {
        coloured(
            ui,
            message!("These fleets use different rules and cannot be compared."),
            palette(ui.ctx()).bad,
        );
        return;
    }
    ui.spacing_mut().item_spacing.y = 4.0;
    for figure in figures {
        caption(ui, &figure.what);
        let most = figure.sides.into_iter().max().unwrap_or(0).max(1);
        for (fleet, side) in fleets.into_iter().zip(figure.sides) {
            let text = message!("{name}: {side}", name = fleet.name(), side = side.to_string());
            let width = ui.available_width();
            bar_ui(ui, text, side as f64 / most as f64, width);
        }
    }
}

/// A text on a bar as long as its share of a whole.
fn bar_ui(ui: &mut Ui, text: impl ShownText, share: f64, width: f32) {
    let colours = palette(ui.ctx());
    let words = rich(ui, text).size(16.0).color(colours.ink);
    let label = ui.add(egui::Label::new(words).extend());
    let width = width.max(label.rect.width());
    let (rect, _) = ui.allocate_exact_size(vec2(width, 7.0), Sense::hover());
    ui.painter().rect_filled(rect, 2.0, colours.line);
    let mut filled = rect;
    filled.set_width(width * length(share));
    ui.painter().rect_filled(filled, 2.0, colours.clay);
}

/// The bar of a cell of a table.
const CELL: f32 = 110.0;

fn estimate_ui(
    ui: &mut Ui,
    compare: &Compare,
    names: &[String; 2],
    wanted: &mut Vec<CompareCommand>,
) {
    caption(ui, message!("Odds and strength"));
    aside(
        ui,
        message!(
            "The odds of an attack are exact. The strength is an estimate from simulated duels: \
             more rounds make it more precise."
        ),
    );
    ui.horizontal_wrapped(|ui| {
        for rounds in ROUNDS {
            let text = called(ROUNDS, rounds);
            if choice(ui, compare.rounds == rounds, &text, &text).clicked() {
                wanted.push(CompareCommand::Rounds(rounds));
            }
        }
    });
    let done = compare.estimate.as_ref().map(|estimate| estimate.progress().share());
    // Above the part that grows, so that it does not move away from the finger.
    if compare.worker.is_some() {
        if quiet_pressed(ui, message!("Stop")) {
            wanted.push(CompareCommand::Stop);
        }
    } else if done.is_none_or(|done| done < 1.0) {
        let text = if done.is_some() { message!("Continue") } else { message!("Estimate") };
        if named(main_button(ui, text, 240.0), message!("Estimate")).clicked() {
            wanted.push(CompareCommand::Estimate);
        }
    }
    if let Some(done) = done.filter(|done| *done < 1.0) {
        let bar = egui::ProgressBar::new(length(done)).fill(palette(ui.ctx()).clay);
        ui.add(bar.show_percentage());
    }
    if let Some(strength) = compare.estimate.as_ref().and_then(|known| known.duels.strength()) {
        strength_ui(ui, &strength, names);
    }
}

/// A share as a length on the screen.
#[expect(clippy::cast_possible_truncation, reason = "a length on the screen")]
fn length(share: f64) -> f32 {
    share as f32
}

/// The result in one number, with its meaning.
fn strength_ui(ui: &mut Ui, strength: &Strength, names: &[String; 2]) {
    let colours = palette(ui.ctx());
    let points = |share: f64| format!("{:.0}", share * 100.0);
    let number = message!(
        "{points} ± {points2}",
        points = points(strength.whole),
        points2 = points(strength.error)
    );
    let text = rich(ui, message!("{number} of 100 for {name}", number, name = &names[0]));
    ui.label(text.family(theme::bold()).size(22.0).color(colours.ink));
    let [own, other] = strength.ships;
    let words = message!(
        "50 is an even match. Ship for ship: {points} ± {points2}; ships: {own} against {other}. The estimate \
         ignores wind, formations and skill.",
        points = points(strength.ship_for_ship),
        points2 = points(strength.ship_for_ship_error),
        own,
        other
    );
    aside(ui, &words);
}

fn kind_label(kind: &EqualShips) -> Message {
    message!("{count} × {kind}", count = kind.ships.len(), kind = &kind.name)
}

fn duels_ui(ui: &mut Ui, duels: &Duels, names: &[String; 2]) {
    caption(ui, message!("Duels won: {name}", name = &names[0]));
    aside(ui, duels.how());
    let [rows, columns] = duels.kinds();
    table_ui(ui, "duels", |ui| {
        bold(ui, "");
        for kind in columns {
            bold(ui, kind_label(kind));
        }
        ui.end_row();
        for (kind, row) in rows.iter().zip(duels.rows()) {
            bold(ui, kind_label(kind));
            for duel in row {
                let Some(share) = duel.share() else {
                    plain(ui, "…");
                    continue;
                };
                let error = duel.standard_error() * 100.0;
                let text = format!("{:.0}% ± {error:.0}", share * 100.0);
                ui.vertical(|ui| bar_ui(ui, text, share, CELL));
            }
            ui.end_row();
        }
    });
}

fn attacks_ui(ui: &mut Ui, table: &AttackTable, [attacker, target]: [&str; 2]) {
    caption(ui, message!("Attacks: {attacker} on {target}", attacker, target));
    table_ui(ui, "attacks", |ui| {
        bold(ui, "");
        for kind in &table.targets {
            bold(ui, &kind.name);
        }
        ui.end_row();
        for (at, kind) in table.attackers.iter().enumerate() {
            bold(ui, &kind.name);
            for column in 0..table.targets.len() {
                let cell = table.rows.get(at).and_then(|row| row.get(column));
                ui.vertical(|ui| cell_ui(ui, cell));
            }
            ui.end_row();
        }
    });
}

/// A cell: every outcome with its chance on a bar.
fn cell_ui(ui: &mut Ui, cell: Option<&Cell>) {
    ui.spacing_mut().item_spacing.y = 1.0;
    match cell {
        Some(Ok(outcomes)) => {
            for (outcome, chance) in outcomes {
                let share = chance.to_f64();
                let text = format!("{} {:.0}%", capital(ui.ctx(), outcome), share * 100.0);
                bar_ui(ui, text, share, CELL);
            }
        }
        Some(Err(why)) => plain(ui, why.message()),
        None => plain(ui, "…"),
    }
}
