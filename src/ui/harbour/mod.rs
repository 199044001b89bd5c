//! The Harbour: battles to continue, ready battles, and battles of one’s own.

mod builder;
mod own;
mod print;
mod systems;

pub use builder::RecentFleet;

use crate::ui::language::{fixed, in_words, rich};
use std::sync::OnceLock;

use egui::{CentralPanel, Context, Frame, Margin, ScrollArea, Ui, vec2};

use crate::drawing::Drawing;
use crate::fleet::library::{self, ReadyBattle};
use crate::referee::{About, Listed, Opening, Tables};
use crate::rules::{Briefing, Side, SystemTag};
use crate::say::{Say, say};

use super::command::{
    BuilderCommand, ChooseCommand, Command, HarbourCommand, Place, PrintCommand, Room,
};
use super::files::Files;
use super::paint::{self, Facing};
use super::table::Table;
use super::theme::{self, palette};
use super::widgets::{
    aside, caption, choice, folding, heading, main_button, named, quiet_button, sheet, text_field,
};

/// What is being chosen in the harbour.
#[derive(Debug, Default)]
pub(super) struct Harbour {
    /// The battles that are kept, the latest first.
    listed: Vec<Listed>,
    now: u64,
    room: Room,
    system: Option<SystemTag>,
    own: own::Own,
    builder: builder::Builder,
    print: print::PrintShop,
    /// the battle that is perhaps to be deleted.
    deleting: Option<String>,
    battle_path: String,
}

/// A seed that nobody chose.
pub(super) fn any_seed() -> u64 {
    // Without a source of chance the dice are still fair, only always the same.
    getrandom::u64().unwrap_or(1)
}

impl Harbour {
    /// Reads the list of battles anew.
    ///
    /// # Errors
    /// In words, where the store cannot be read.
    pub(super) fn read_list(&mut self, from: &Tables) -> Result<(), Say> {
        self.deleting = None;
        self.now = from.now();
        self.listed = from.battles().map_err(in_words)?;
        Ok(())
    }

    /// Carries out what is chosen under Battles.
    pub(super) fn choose(&mut self, command: ChooseCommand) {
        match command {
            ChooseCommand::System(system) => {
                self.system = Some(system);
                self.own.clear();
            }
            ChooseCommand::TakeReady(side, path) => self.own.take_ready(side, path),
            ChooseCommand::TypePath(side, path) => self.own.type_path(side, path),
            ChooseCommand::ReadPath(side) => self.own.read_path(side),
            ChooseCommand::FleetArrived(side, name, bytes) => self.own.take(side, &name, &bytes),
            ChooseCommand::ClearFleets => self.own.clear(),
            ChooseCommand::Switch(switch) => self.own.switch(switch),
            ChooseCommand::TypeSeed(seed) => self.own.type_seed(seed),
            ChooseCommand::TypeBattlePath(path) => self.battle_path = path,
            ChooseCommand::AskDelete(slug) => self.deleting = slug,
        }
    }

    /// Goes to a room; the print shop looks at what there is to print.
    pub(super) fn enter(&mut self, room: Room, table: Option<&Table>) {
        self.room = room;
        if room == Room::PrintShop {
            self.print.enter(&self.builder, table);
        }
    }

    /// What happens where fleets are built.
    ///
    /// # Errors
    /// In words, where it cannot be done.
    pub(super) fn build(
        &mut self,
        command: BuilderCommand,
        files: &Files,
        ctx: &Context,
    ) -> Result<(), Say> {
        self.builder.apply(command, files, ctx)
    }

    /// Takes the fleet that is built for a side of the battle.
    ///
    /// # Errors
    /// In words, where the rules do not accept it.
    pub(super) fn fight(&mut self, side: Side) -> Result<(), Say> {
        let (checked, _) = self.builder.fleet()?;
        let name = own::name(&checked.fleet);
        self.system = Some(checked.fleet.system());
        self.own.take_built(side, checked);
        self.builder.tell(say!("{name} is side {side} of the battle under Battles.", name, side));
        Ok(())
    }

    /// What happens in the print shop.
    ///
    /// # Errors
    /// In words, where it cannot be done.
    pub(super) fn print(
        &mut self,
        command: PrintCommand,
        table: Option<&Table>,
        files: &Files,
        ctx: &Context,
    ) -> Result<(), Say> {
        self.print.apply(command, (&self.builder, table), files, ctx)
    }

    /// Whether a fleet that is built has changes that are not saved.
    pub(super) fn is_changed(&self) -> bool {
        self.builder.is_changed()
    }

    /// Asks in the builder whether the window shall be closed all the same.
    pub(super) fn ask_to_close(&mut self) {
        self.room = Room::Slipway;
        self.builder.ask_to_close();
    }

    /// The fleets that were opened or saved lately.
    pub(super) fn recent(&self) -> &[RecentFleet] {
        self.builder.recent()
    }

    /// Remembers the fleets of an earlier time.
    pub(super) fn set_recent(&mut self, recent: Vec<RecentFleet>) {
        self.builder.set_recent(recent);
    }

    /// Looks at what was worked out meanwhile.
    pub(super) fn look_again(&mut self) {
        self.builder.look_again();
    }

    /// The battle of one's own, as it is prepared.
    ///
    /// # Errors
    /// In words: what is still missing.
    pub(super) fn opening(&self) -> Result<Opening, Say> {
        self.own.opening()
    }

    /// The path that is typed for a battle file.
    pub(super) fn battle_path(&self) -> &str {
        self.battle_path.trim()
    }
}

/// Whether there is a ready battle of that word.
pub(super) fn is_ready(slug: &str) -> bool {
    library::battles().iter().any(|battle| battle.slug == slug)
}

/// The opening of a ready battle.
///
/// # Errors
/// In words, where there is none of that name.
pub(super) fn open_ready(slug: &str) -> Result<(String, Opening), Say> {
    let ready = library::battles()
        .iter()
        .find(|battle| battle.slug == slug)
        .ok_or_else(|| say!("There is no ready battle “{slug}”.", slug))?;
    let fleet = |path| {
        let text = library::file(path).unwrap_or_default();
        crate::fleet::read_toml(text)
            .map(|checked| checked.fleet)
            .map_err(|faults| Say::verbatim(crate::fleet::render(path, text, &faults)))
    };
    let fleets = [fleet(ready.sides[0])?, fleet(ready.sides[1])?];
    let opening = Opening { fleets, options: ready.options.clone(), seed: any_seed() };
    Ok((ready.name.clone(), opening))
}

/// Draws the harbour.
pub(super) fn harbour_ui(ui: &mut Ui, harbour: &Harbour, commands: &mut Vec<Command>) {
    let colours = palette(ui.ctx());
    let frame = Frame::new().fill(colours.ground).inner_margin(Margin::symmetric(14, 8));
    CentralPanel::default_margins().frame(frame).show(ui, |ui| {
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing.x = 5.0;
            for room in Room::ALL {
                if choice(ui, harbour.room == room, true, fixed(room.name()), fixed(room.name()))
                    .clicked()
                {
                    commands.push(Command::Harbour(HarbourCommand::Enter(room)));
                }
            }
        });
        ui.add_space(2.0);
        match harbour.room {
            Room::Battles => battles_ui(ui, harbour, commands),
            Room::Slipway => {
                let mut wanted = Vec::new();
                builder::builder_ui(ui, &harbour.builder, &mut wanted);
                commands.extend(wanted.into_iter().map(Command::Harbour));
            }
            Room::PrintShop => {
                let mut wanted = Vec::new();
                print::print_ui(ui, &harbour.print, &mut wanted);
                let wanted = wanted.into_iter().map(HarbourCommand::Print);
                commands.extend(wanted.map(Command::Harbour));
            }
        }
    });
}

/// The battles, to begin or to go on with.
fn battles_ui(ui: &mut Ui, harbour: &Harbour, commands: &mut Vec<Command>) {
    let system = harbour.system.unwrap_or(SystemTag::ALL[0]);
    ScrollArea::vertical().auto_shrink([false, false]).show(ui, |ui| {
        ui.spacing_mut().item_spacing.y = 8.0;
        if !harbour.listed.is_empty() {
            heading(ui, say!("Continue a battle"));
            for listed in &harbour.listed {
                kept_ui(ui, harbour, listed, commands);
            }
            ui.add_space(6.0);
        }
        heading(ui, say!("Start a battle"));
        system_ui(ui, system, commands);
        let battles: Vec<&ReadyBattle> =
            library::battles().iter().filter(|battle| battle.system == system).collect();
        ready_ui(ui, &battles, commands);
        ui.add_space(6.0);
        heading(ui, say!("Fleets of your own"));
        sheet(ui, |ui| own::own_ui(ui, &harbour.own, system, commands));
        ui.add_space(6.0);
        heading(ui, say!("A battle from a file"));
        sheet(ui, |ui| battle_file_ui(ui, harbour, commands));
        ui.add_space(12.0);
    });
}

fn choose(command: ChooseCommand) -> Command {
    Command::Harbour(HarbourCommand::Choose(command))
}

/// The systems, and what the chosen one is like.
fn system_ui(ui: &mut Ui, system: SystemTag, commands: &mut Vec<Command>) {
    ui.horizontal_wrapped(|ui| {
        for tag in SystemTag::ALL {
            let name = say!("Rules: {name}", name = tag.name());
            if choice(ui, *tag == system, true, tag.name(), &name).clicked() {
                commands.push(choose(ChooseCommand::System(*tag)));
            }
        }
    });
    let colours = palette(ui.ctx());
    let about = systems::about(system);
    ui.label(rich(ui, fixed(about.like)).color(colours.ink));
    let rest = say!(
        "{size}. You need {about}, and {dice}.",
        size = fixed(about.size),
        about = fixed(about.table),
        dice = fixed(about.dice)
    );
    aside(ui, &rest);
}

/// The ready battles: side by side where there is room.
fn ready_ui(ui: &mut Ui, battles: &[&ReadyBattle], commands: &mut Vec<Command>) {
    let columns = if ui.available_width() > 900.0 { 2 } else { 1 };
    for row in battles.chunks(columns) {
        ui.columns(columns, |cells| {
            for (cell, battle) in cells.iter_mut().zip(row) {
                sheet(cell, |ui| {
                    // Neighbours are equally high.
                    ui.set_min_height(if columns > 1 { 116.0 } else { 0.0 });
                    ready_battle_ui(ui, battle, commands);
                });
            }
        });
    }
}

fn ready_battle_ui(ui: &mut Ui, battle: &ReadyBattle, commands: &mut Vec<Command>) {
    ready_head_ui(ui, battle, commands);
    let colours = palette(ui.ctx());
    let title = say!("Set-up and aims: {name}", name = &battle.name);
    folding(ui, ("briefing", &battle.slug), (&title, colours.sea, ""), |ui| {
        briefing_ui(ui, &battle.briefing);
        for side in &battle.sides_told {
            caption(ui, &side.name);
            briefing_ui(ui, &side.briefing);
        }
    });
}

/// What players know before the battle, a heading over each text.
fn briefing_ui(ui: &mut Ui, briefing: &Briefing) {
    let colours = palette(ui.ctx());
    for (topic, text) in briefing.told() {
        let title = rich(ui, topic.title()).family(theme::bold()).size(16.0);
        ui.label(title.color(colours.clay));
        ui.label(rich(ui, text).size(16.0).color(colours.ink));
    }
}

fn ready_head_ui(ui: &mut Ui, battle: &ReadyBattle, commands: &mut Vec<Command>) {
    let colours = palette(ui.ctx());
    ui.horizontal_top(|ui| {
        if ui.available_width() > 460.0 {
            let (rect, _) = ui.allocate_exact_size(vec2(112.0, 62.0), egui::Sense::hover());
            ui.painter().rect_filled(rect, 4.0, colours.vase);
            let figure = (figure_of(battle), Facing::Right);
            let inner = rect.shrink(4.0);
            paint::silhouette(ui, inner, figure, [colours.figure, colours.vase]);
            ui.add_space(4.0);
        }
        let button = ui.available_width() - 104.0;
        ui.allocate_ui(vec2(button, 0.0), |ui| {
            ui.vertical(|ui| {
                ui.set_width(button);
                ui.spacing_mut().item_spacing.y = 2.0;
                let name = rich(ui, &battle.name).family(theme::bold()).size(19.0);
                ui.label(name.color(colours.ink));
                let when = battle.when_and_where();
                if !when.is_empty() {
                    aside(ui, when);
                }
                ui.label(rich(ui, &battle.summary).size(16.0).color(colours.ink));
                let minutes = battle.minutes.replace('-', "–");
                let about = if battle.first {
                    say!("{minutes} minutes. A good first battle.", minutes)
                } else {
                    say!("{minutes} minutes.", minutes)
                };
                aside(ui, about);
            });
        });
        let begin = main_button(ui, say!("Start"), 88.0);
        if named(begin, say!("Start {name}", name = &battle.name)).clicked() {
            commands.push(Command::StartReady(battle.slug.clone()));
        }
    });
}

/// What stands for a ready battle: the first ship of its first fleet.
fn figure_of(battle: &ReadyBattle) -> Drawing {
    static FIGURES: OnceLock<Vec<(&str, Drawing)>> = OnceLock::new();
    let figures = FIGURES.get_or_init(|| {
        let drawing = |battle: &'static ReadyBattle| {
            Some((battle.slug.as_str(), open_ready(&battle.slug).ok()?.1.figure()?))
        };
        library::battles().iter().filter_map(drawing).collect()
    });
    let found = figures.iter().find(|(slug, _)| *slug == battle.slug);
    found.map_or(Drawing::Trireme, |(_, drawing)| *drawing)
}

/// A battle that is kept.
fn kept_ui(ui: &mut Ui, harbour: &Harbour, listed: &Listed, commands: &mut Vec<Command>) {
    let colours = palette(ui.ctx());
    let mut want = |command| commands.push(Command::Harbour(command));
    sheet(ui, |ui| {
        if harbour.deleting.as_deref() == Some(&listed.slug) {
            let name = match &listed.about {
                Ok(about) => told(about, harbour.now).0,
                Err(_) => Say::verbatim(&listed.slug),
            };
            let words = say!("Delete the battle “{name}”? This cannot be undone.", name);
            ui.label(rich(ui, words).color(colours.bad));
            ui.horizontal(|ui| {
                if named(quiet_button(ui, true, say!("Delete")), say!("Delete the battle"))
                    .clicked()
                {
                    want(HarbourCommand::Delete(listed.slug.clone()));
                }
                if named(quiet_button(ui, true, say!("Keep")), say!("Keep the battle")).clicked() {
                    want(HarbourCommand::Choose(ChooseCommand::AskDelete(None)));
                }
            });
            return;
        }
        ui.horizontal(|ui| {
            let text = (ui.available_width() - 196.0).max(120.0);
            ui.allocate_ui(vec2(text, 0.0), |ui| {
                ui.vertical(|ui| {
                    ui.set_width(text);
                    ui.spacing_mut().item_spacing.y = 2.0;
                    let (title, under) = match &listed.about {
                        Ok(about) => told(about, harbour.now),
                        Err(why) => (
                            Say::verbatim(&listed.slug),
                            say!("Cannot be read: {why}", why = why.say()),
                        ),
                    };
                    let title = rich(ui, title).family(theme::bold()).size(18.0);
                    ui.label(title.color(colours.ink));
                    aside(ui, &under);
                });
            });
            if listed.about.is_ok() {
                let button = main_button(ui, say!("Continue"), 96.0);
                if named(button, say!("Continue {slug}", slug = &listed.slug)).clicked() {
                    want(HarbourCommand::Continue(listed.slug.clone()));
                }
            }
            let button = quiet_button(ui, true, say!("Delete"));
            if named(button, say!("Delete {slug}", slug = &listed.slug)).clicked() {
                want(HarbourCommand::Choose(ChooseCommand::AskDelete(Some(listed.slug.clone()))));
            }
        });
    });
}

fn told(about: &About, now: u64) -> (Say, Say) {
    let [a, b] = &about.sides;
    let orders = match about.orders {
        0 => say!("not started yet"),
        n => say!(n => "{n} order given" | "{n} orders given"),
    };
    let under = say!(
        "{name} · {orders} · {ago}",
        name = about.system.name(),
        orders,
        ago = ago(now, about.last)
    );
    (say!("{a} against {b}", a, b), under)
}

/// How long ago, in the largest unit that fits.
fn ago(now: u64, then: u64) -> Say {
    let past = now.saturating_sub(then);
    match (past / 86_400, past / 3_600, past / 60) {
        (0, 0, 0) => say!("just now"),
        (0, 0, n) => say!(n => "{n} minute ago" | "{n} minutes ago"),
        (0, n, _) => say!(n => "{n} hour ago" | "{n} hours ago"),
        (n, _, _) => say!(n => "{n} day ago" | "{n} days ago"),
    }
}

fn battle_file_ui(ui: &mut Ui, harbour: &Harbour, commands: &mut Vec<Command>) {
    let mut want = |command| commands.push(Command::Harbour(command));
    caption(ui, say!("A battle saved as a file continues where it was."));
    ui.horizontal_wrapped(|ui| {
        let button = quiet_button(ui, true, say!("Choose a file…"));
        if named(button, say!("Choose a battle file")).clicked() {
            want(HarbourCommand::AskForBattle);
        }
        if cfg!(target_arch = "wasm32") {
            return;
        }
        let hint = "or the path of a battle file";
        if let Some(path) =
            text_field(ui, &harbour.battle_path, say!("Path of a battle file"), hint, 300.0)
        {
            want(HarbourCommand::Choose(ChooseCommand::TypeBattlePath(path)));
        }
        let typed = !harbour.battle_path().is_empty();
        if named(quiet_button(ui, typed, say!("Open it")), say!("Open that battle file")).clicked()
        {
            want(HarbourCommand::OpenBattle);
        }
    });
    if !cfg!(target_arch = "wasm32") {
        aside(ui, say!("If no file dialog opens, type the path instead."));
    }
}

/// The table before there is a battle.
pub(super) fn empty_table_ui(ui: &mut Ui, commands: &mut Vec<Command>) {
    let colours = palette(ui.ctx());
    let frame = Frame::new().fill(colours.ground).inner_margin(Margin::same(24));
    CentralPanel::default_margins().frame(frame).show(ui, |ui| {
        ui.vertical_centered(|ui| {
            ui.add_space(ui.available_height() * 0.15);
            let (rect, _) = ui.allocate_exact_size(vec2(240.0, 120.0), egui::Sense::hover());
            let figure = (Drawing::Trireme, Facing::Right);
            paint::silhouette(ui, rect, figure, [colours.figure, colours.ground]);
            heading(ui, say!("No battle is on the table"));
            aside(ui, say!("Choose one in the Harbour: a ready battle starts with one tap."));
            ui.add_space(12.0);
            if main_button(ui, say!("To the Harbour"), 240.0).clicked() {
                commands.push(Command::Go(Place::Harbour));
            }
        });
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_ready_battle_can_begin() {
        for battle in library::battles() {
            let (_, opening) = open_ready(&battle.slug).unwrap();
            assert!(opening.figure().is_some(), "{}", battle.slug);
        }
        assert!(open_ready("lepanto").is_err());
    }

    #[test]
    fn times_are_told_in_the_largest_unit_that_fits() {
        assert_eq!(ago(100, 100), "just now");
        assert_eq!(ago(7_300, 100), "2 hours ago");
        assert_eq!(ago(90_000, 100), "1 day ago");
        assert_eq!(ago(0, 100), "just now");
    }
}
