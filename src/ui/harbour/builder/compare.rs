//! Two fleets beside each other: what can be added up, the odds of the attack,
//! and duels that are fought out while one looks on.

use egui::{Grid, RichText, ScrollArea, Ui};
use web_time::{Duration, Instant};

use crate::fleet::strength::{AttackTable, Attacks, Cell, Duels, Kind, figures};
use crate::rules::{Fleet, title};
use crate::ui::command::BuilderCommand;
use crate::ui::harbour::own;
use crate::ui::theme::{self, palette};
use crate::ui::widgets::{
    aside, caption, choice, coloured, heading, main_button, named, quiet_button, sheet,
};

use super::{Builder, Work};

/// How long is worked on before the screen is drawn again.
const STINT: Duration = Duration::from_millis(12);

/// Rounds of duels that can be chosen, with what they are called.
const ROUNDS: [(u32, &str); 3] = [(20, "Rough"), (100, "Good"), (400, "Fine")];

/// The seed of the duels: the same fleets are always as strong.
const SEED: u64 = 1;

/// The comparison, as far as it has got.
#[derive(Debug)]
pub(super) struct Compare {
    other: Option<Fleet>,
    rounds: u32,
    worked: Option<(Attacks, Duels)>,
    running: bool,
}

impl Default for Compare {
    fn default() -> Compare {
        Compare { other: None, rounds: ROUNDS[0].0, worked: None, running: false }
    }
}

impl Compare {
    /// What was worked out holds no more: a fleet has changed.
    pub(super) fn reset(&mut self) {
        self.worked = None;
        self.running = false;
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
        self.running = false;
    }

    /// Begins, or goes on after a stop.
    pub(super) fn start(&mut self, own: &Fleet) -> Result<(), String> {
        let Some(other) = &self.other else { return Ok(()) };
        if self.worked.is_none() {
            let pair = [own, other];
            let cannot = |why: String| format!("These fleets cannot be compared: {why}.");
            let attacks = Attacks::new(pair).map_err(cannot)?;
            let duels = Duels::new(pair, self.rounds, SEED).map_err(cannot)?;
            self.worked = Some((attacks, duels));
        }
        self.running = true;
        Ok(())
    }

    /// Works for a moment; whether there is more to do.
    pub(super) fn work_on(&mut self) -> bool {
        let Some((attacks, duels)) = self.worked.as_mut().filter(|_| self.running) else {
            return false;
        };
        let begun = Instant::now();
        while attacks.step() || duels.step() {
            if begun.elapsed() >= STINT {
                return true;
            }
        }
        self.running = false;
        false
    }

    /// How much is done, from 0 to 1.
    fn progress(&self) -> Option<f32> {
        let (attacks, duels) = self.worked.as_ref()?;
        let (cells, all_cells) = attacks.progress();
        let (fought, all) = duels.progress();
        Some((cells as f32 + fought as f32) / (all_cells as f32 + all as f32).max(1.0))
    }
}

/// Draws the comparison.
pub(super) fn compare_ui(
    ui: &mut Ui,
    builder: &Builder,
    work: &Work,
    wanted: &mut Vec<BuilderCommand>,
) {
    let compare = &builder.compare;
    heading(ui, "Beside another fleet");
    sheet(ui, |ui| {
        let lies = compare.other.as_ref().map_or("none yet".to_owned(), own::name);
        caption(ui, &format!("The other fleet: {lies}"));
        ui.horizontal_wrapped(|ui| {
            let system = work.draft.system();
            for fleet in own::ready().iter().filter(|fleet| Some(fleet.system) == system) {
                let name = format!("Beside {}", fleet.name);
                if choice(ui, lies == fleet.name, true, &fleet.name, &name).clicked() {
                    wanted.push(BuilderCommand::Beside(fleet.path));
                }
            }
        });
        let text = "Keep this one, to put the next beside it";
        let sails = work.check.fleet.is_some();
        if named(quiet_button(ui, sails, text), "Keep this fleet to compare").clicked() {
            wanted.push(BuilderCommand::KeepBeside);
        }
    });
    let (Some(own), Some(other)) = (&work.check.fleet, &compare.other) else {
        let words = match work.check.fleet {
            None => "Mend its faults first: only fleets that can sail are compared.",
            Some(_) => "Choose the other fleet.",
        };
        aside(ui, words);
        return;
    };
    sheet(ui, |ui| figures_ui(ui, [own, other]));
    heading(ui, "How strong they are");
    sheet(ui, |ui| estimate_ui(ui, compare, wanted));
    if let Some((attacks, duels)) = &compare.worked {
        let names = [own, other].map(own::name);
        sheet(ui, |ui| duels_ui(ui, duels, &names));
        sheet(ui, |ui| {
            caption(ui, "One attack");
            aside(ui, attacks.how());
            for (at, table) in attacks.tables().iter().enumerate() {
                attacks_ui(ui, table, [&names[at], &names[1 - at]]);
            }
        });
    }
}

fn bold(ui: &mut Ui, text: &str) {
    let colours = palette(ui.ctx());
    let text = RichText::new(text).family(theme::bold()).size(16.0).color(colours.clay);
    ui.add(egui::Label::new(text).extend());
}

fn plain(ui: &mut Ui, text: &str) {
    let colours = palette(ui.ctx());
    ui.add(egui::Label::new(RichText::new(text).size(16.0).color(colours.ink)).extend());
}

/// A table that scrolls to the side where it is too wide.
fn table_ui(ui: &mut Ui, salt: &str, add: impl FnOnce(&mut Ui)) {
    ScrollArea::horizontal().id_salt(("scroll", salt)).show(ui, |ui| {
        Grid::new(salt).striped(true).min_row_height(26.0).spacing([18.0, 4.0]).show(ui, add);
    });
}

fn figures_ui(ui: &mut Ui, fleets: [&Fleet; 2]) {
    let figures = figures(fleets);
    if figures.is_empty() {
        coloured(ui, "These are fleets of two systems.", palette(ui.ctx()).bad);
        return;
    }
    table_ui(ui, "figures", |ui| {
        bold(ui, "");
        for fleet in fleets {
            bold(ui, &own::name(fleet));
        }
        ui.end_row();
        for figure in figures {
            plain(ui, figure.what);
            for side in figure.sides {
                plain(ui, &side.to_string());
            }
            ui.end_row();
        }
    });
}

fn estimate_ui(ui: &mut Ui, compare: &Compare, wanted: &mut Vec<BuilderCommand>) {
    aside(
        ui,
        "Every kind of ship fights every kind of the other fleet by the rules, again and again. \
         More rounds take longer and are surer.",
    );
    ui.horizontal_wrapped(|ui| {
        for (rounds, name) in ROUNDS {
            let text = format!("{name}: {rounds} rounds");
            if choice(ui, compare.rounds == rounds, true, &text, &text).clicked() {
                wanted.push(BuilderCommand::Rounds(rounds));
            }
        }
    });
    if let Some(done) = compare.progress() {
        ui.add(egui::ProgressBar::new(done).fill(palette(ui.ctx()).clay).show_percentage());
    }
    let done = compare.progress().is_some_and(|done| done >= 1.0);
    if compare.running {
        if quiet_button_named(ui, "Stop the estimate") {
            wanted.push(BuilderCommand::Stop);
        }
    } else if !done && main_button(ui, "Estimate", 200.0).clicked() {
        wanted.push(BuilderCommand::Estimate);
    }
}

fn quiet_button_named(ui: &mut Ui, text: &str) -> bool {
    named(quiet_button(ui, true, text), text).clicked()
}

fn kind_label(kind: &Kind) -> String {
    format!("{} × {}", kind.ships.len(), kind.name)
}

fn duels_ui(ui: &mut Ui, duels: &Duels, names: &[String; 2]) {
    caption(ui, &format!("Duels won by ships of {}", names[0]));
    aside(ui, duels.how());
    let [rows, columns] = duels.kinds();
    table_ui(ui, "duels", |ui| {
        bold(ui, "");
        for kind in columns {
            bold(ui, &kind_label(kind));
        }
        ui.end_row();
        for (kind, row) in rows.iter().zip(duels.rows()) {
            bold(ui, &kind_label(kind));
            for duel in row {
                let text = match duel.share() {
                    Some(share) => {
                        let error = duel.standard_error() * 100.0;
                        format!("{:.0}% ± {error:.0}", share * 100.0)
                    }
                    None => "…".into(),
                };
                plain(ui, &text);
            }
            ui.end_row();
        }
    });
}

fn attacks_ui(ui: &mut Ui, table: &AttackTable, [attacker, target]: [&str; 2]) {
    caption(ui, &format!("Attacks of {attacker} on {target}"));
    table_ui(ui, &format!("attacks of {attacker} on {target}"), |ui| {
        bold(ui, "");
        for kind in &table.targets {
            bold(ui, &kind.name);
        }
        ui.end_row();
        for (at, kind) in table.attackers.iter().enumerate() {
            bold(ui, &kind.name);
            for column in 0..table.targets.len() {
                let cell = table.rows.get(at).and_then(|row| row.get(column));
                plain(ui, &cell.map_or("…".to_owned(), told));
            }
            ui.end_row();
        }
    });
}

/// A cell: every outcome with its chance, a line each.
fn told(cell: &Cell) -> String {
    match cell {
        Ok(outcomes) => {
            let line = |(word, chance): &(String, crate::dice::Chance)| {
                format!("{} {:.0}%", title(word), chance.to_f64() * 100.0)
            };
            outcomes.iter().map(line).collect::<Vec<_>>().join("\n")
        }
        Err(why) => why.clone(),
    }
}
