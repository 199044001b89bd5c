//! A battle of the player's own fleets: two fleets, the optional rules, the seed.

use std::sync::OnceLock;

use egui::Ui;
use serde::{Deserialize, Serialize};

use crate::fleet::{self, Checked, NotText, library};
use crate::games::{Fleet, Options, Switch, SystemTag};
use crate::message::{Message, message};
use crate::rules::Side;
use crate::session::{Opening, random_seed};
use crate::ui::command::{ChooseCommand, Command, HomeCommand};
use crate::ui::language::rich;
use crate::ui::theme::palette;
use crate::ui::widgets::{
    aside, caption, choice, coloured, main_button, named, off_because, quiet_button, switch,
    text_field,
};

use super::builder::Builder;

/// The fleets of a battle that is being prepared.
#[derive(Debug, Default)]
pub(super) struct Own {
    sides: [FleetSlot; 2],
    options: Options,
    seed: String,
}

/// The place for a side's fleet.
#[derive(Debug, Default)]
struct FleetSlot {
    path: String,
    /// The name and the content of the file that was read.
    file: Option<(String, String)>,
    /// The fleet that was read, or why it could not be.
    fleet: Option<Result<Checked, Message>>,
}

/// The partly filled form, as it is stored.
#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(default)]
struct StoredForm {
    paths: [String; 2],
    files: [Option<(String, String)>; 2],
    options: Vec<String>,
    seed: String,
}

impl Own {
    /// The stored form; an empty one if it cannot be read.
    pub(super) fn read(text: &str) -> Own {
        let stored: StoredForm = serde_json::from_str(text).unwrap_or_default();
        let mut own = Own { seed: stored.seed, ..Own::default() };
        for ((side, path), file) in
            [Side::A, Side::B].into_iter().zip(stored.paths).zip(stored.files)
        {
            own.type_path(side, path);
            if let Some((name, text)) = file {
                own.take(side, &name, text.as_bytes());
            }
        }
        let known = own.system().map(SystemTag::switches).unwrap_or_default();
        let chosen = |switch: &Switch| stored.options.iter().any(|slug| slug == switch.slug());
        own.options = known.into_iter().filter(chosen).collect();
        own
    }

    /// The form as text, to be stored.
    pub(super) fn stored_text(&self) -> String {
        let [a, b] = &self.sides;
        let stored = StoredForm {
            paths: [a.path.clone(), b.path.clone()],
            files: [a.file.clone(), b.file.clone()],
            options: self.options.iter().map(|switch| switch.slug().to_owned()).collect(),
            seed: self.seed.clone(),
        };
        // It cannot fail: everything in it is text.
        serde_json::to_string(&stored).unwrap_or_default()
    }

    /// Sets the path that is typed for a side's fleet file.
    pub(super) fn type_path(&mut self, side: Side, path: String) {
        self.sides[side.index()].path = path;
    }

    /// The path of a side's fleet file.
    pub(super) fn path(&self, side: Side) -> &str {
        self.sides[side.index()].path.trim()
    }

    /// Notes why a side's fleet file cannot be read.
    pub(super) fn unread(&mut self, side: Side, why: Message) {
        let slot = &mut self.sides[side.index()];
        (slot.fleet, slot.file) = (Some(Err(why)), None);
    }

    /// Takes a fleet file for a side.
    pub(super) fn take(&mut self, side: Side, name: &str, bytes: &[u8]) {
        let text = match fleet::text_of(bytes) {
            Ok(text) => text,
            Err(NotText(why)) => {
                let remedy = NotText::remedy();
                let why = message!("{name} cannot be read: {why}. {remedy}", name, why, remedy);
                return self.unread(side, why);
            }
        };
        let read = fleet::read_toml(&text)
            .map_err(|faults| Message::verbatim(fleet::render(name, &text, &faults)));
        let slot = &mut self.sides[side.index()];
        slot.fleet = Some(read);
        slot.file = Some((name.to_owned(), text));
        let known = self.system().map(SystemTag::switches).unwrap_or_default();
        self.options.retain(|option| known.contains(option));
    }

    /// Takes a fleet from the builder for a side.
    pub(super) fn take_built(&mut self, side: Side, checked: Checked, text: String) {
        let slot = &mut self.sides[side.index()];
        slot.file = Some((checked.fleet.name().to_owned(), text));
        slot.fleet = Some(Ok(checked));
    }

    /// Takes a ready fleet for a side.
    pub(super) fn take_ready(&mut self, side: Side, path: &str) {
        if let Some(text) = library::file(path) {
            self.take(side, path, text.as_bytes());
        }
    }

    /// The side of the fleet from the builder: A, unless its player has swapped the sides.
    pub(super) fn built_side(&self) -> Side {
        if self.fleet(Side::A).is_none() && self.fleet(Side::B).is_some() {
            Side::B
        } else {
            Side::A
        }
    }

    /// Swaps the sides of the two fleets.
    pub(super) fn swap(&mut self) {
        self.sides.swap(0, 1);
    }

    /// Removes the fleets, so that those of another system can be chosen.
    pub(super) fn clear(&mut self) {
        *self = Own::default();
    }

    pub(super) fn switch(&mut self, switch: Switch) {
        if !self.options.remove(&switch) {
            self.options.insert(switch);
        }
    }

    pub(super) fn type_seed(&mut self, seed: String) {
        self.seed = seed;
    }

    fn fleet(&self, side: Side) -> Option<&Fleet> {
        let read = self.sides[side.index()].fleet.as_ref()?;
        read.as_ref().ok().map(|checked| &checked.fleet)
    }

    fn system(&self) -> Option<SystemTag> {
        self.fleet(Side::A).or(self.fleet(Side::B)).map(Fleet::system)
    }

    /// The opening, if everything is chosen; otherwise what is missing.
    pub(super) fn opening(&self) -> Result<Opening, Message> {
        let (fleets, seed) = self.chosen()?;
        let seed = seed.map_or_else(random_seed, Ok)?;
        Ok(Opening::new(fleets.map(Clone::clone), self.options.clone(), seed))
    }

    /// The fleets and the seed, if they are chosen; otherwise what is missing.
    fn chosen(&self) -> Result<([&Fleet; 2], Option<u64>), Message> {
        let (Some(a), Some(b)) = (self.fleet(Side::A), self.fleet(Side::B)) else {
            return Err(message!("Choose a fleet for each side."));
        };
        let seed = match self.seed.trim() {
            "" => None,
            seed => {
                let why = || message!("Enter a whole number as the seed, or leave it empty.");
                Some(seed.parse().map_err(|_| why())?)
            }
        };
        Ok(([a, b], seed))
    }
}

/// A ready fleet file in the lists.
pub(super) struct Ready {
    pub(super) path: &'static str,
    pub(super) name: String,
    pub(super) system: SystemTag,
}

/// The ready fleets, read once.
pub(super) fn ready() -> &'static [Ready] {
    static READ: OnceLock<Vec<Ready>> = OnceLock::new();
    READ.get_or_init(|| {
        let read = |path: &'static str| {
            let fleet = fleet::read_toml(library::file(path)?).ok()?.fleet;
            Some(Ready { path, name: fleet.name().to_owned(), system: fleet.system() })
        };
        library::paths().filter_map(read).collect()
    })
}

/// The form for a battle of the player's own.
pub(super) fn own_ui(
    ui: &mut Ui,
    own: &Own,
    builder: &Builder,
    system: SystemTag,
    commands: &mut Vec<Command>,
) {
    let system = own.system().unwrap_or(system);
    let mut wanted = Vec::new();
    aside(
        ui,
        message!("Fleets of {name}. Both sides play by the same rules.", name = system.name()),
    );
    if let Some(sides) = system.choosing_sides() {
        aside(ui, sides);
    }
    for side in [Side::A, Side::B] {
        let choices = fleet_choices(builder, system, side);
        slot_ui(ui, &own.sides[side.index()], side, &choices, &mut wanted);
    }
    options_ui(ui, own, system, &mut wanted);
    caption(ui, message!("Dice seed"));
    let hint = "empty: a new one each time";
    if let Some(seed) = text_field(ui, &own.seed, message!("Seed of the dice"), hint, 260.0) {
        wanted.push(HomeCommand::Choose(ChooseCommand::TypeSeed(seed)));
    }
    ui.add_space(4.0);
    match own.chosen() {
        Ok(_) => {
            let width = ui.available_width().min(420.0);
            if main_button(ui, message!("Start this battle"), width).clicked() {
                wanted.push(HomeCommand::StartOwn);
            }
        }
        Err(missing) => {
            aside(ui, &missing);
        }
    }
    let any = own.sides.iter().any(|slot| slot.fleet.is_some());
    if any && quiet_button(ui, true, message!("Choose other fleets")).clicked() {
        wanted.push(HomeCommand::Choose(ChooseCommand::ClearFleets));
    }
    commands.extend(wanted.into_iter().map(Command::Home));
}

/// The optional rules of a system.
pub(super) fn options_ui(ui: &mut Ui, own: &Own, system: SystemTag, wanted: &mut Vec<HomeCommand>) {
    if system.switches().is_empty() {
        return;
    }
    caption(ui, message!("Optional rules"));
    for option in system.switches() {
        let on = own.options.contains(&option);
        let name = message!("Optional rule: {slug}", slug = option.slug());
        if switch(ui, on, option.what(), &name) {
            wanted.push(HomeCommand::Choose(ChooseCommand::Switch(option)));
        }
    }
}

/// A fleet that a side can take.
struct FleetChoice<'f> {
    title: &'f str,
    /// The name of its button.
    name: Message,
    command: ChooseCommand,
}

/// The fleets that a side can take: the ready ones, then the player's.
fn fleet_choices(builder: &Builder, system: SystemTag, side: Side) -> Vec<FleetChoice<'_>> {
    let ready = ready().iter().filter(|fleet| fleet.system == system).map(|fleet| FleetChoice {
        title: &fleet.name,
        name: message!("Side {side}: {name}", side, name = &fleet.name),
        command: ChooseCommand::TakeReady(side, fleet.path),
    });
    let own = builder.sound_fleets(system).map(|(id, title)| FleetChoice {
        title,
        name: message!("Side {side}: {name}, yours", side, name = title),
        command: ChooseCommand::TakeStored(side, id),
    });
    ready.chain(own).collect()
}

/// The place for a side's fleet, and the fleets that it can take.
fn slot_ui(
    ui: &mut Ui,
    slot: &FleetSlot,
    side: Side,
    choices: &[FleetChoice],
    wanted: &mut Vec<HomeCommand>,
) {
    let colours = palette(ui.ctx());
    let fleet = match &slot.fleet {
        Some(Ok(checked)) => Some(checked.fleet.name()),
        Some(Err(_)) | None => None,
    };
    let name = fleet.map_or_else(|| message!("no fleet yet"), Message::verbatim);
    caption(ui, message!("Side {side}: {name}", side, name = &name));
    match &slot.fleet {
        Some(Err(faults)) => {
            coloured(ui, message!("This fleet has errors:"), colours.bad);
            ui.label(rich(ui, faults).monospace().color(colours.ink));
        }
        Some(Ok(checked)) => {
            for warning in &checked.warnings {
                aside(ui, message!("Warning: {warning}", warning = warning.to_string()));
            }
        }
        None => {}
    }
    ui.horizontal_wrapped(|ui| {
        for FleetChoice { title, name, command } in choices {
            if choice(ui, fleet == Some(*title), title, name).clicked() {
                wanted.push(HomeCommand::Choose(command.clone()));
            }
        }
    });
    ui.horizontal_wrapped(|ui| {
        let button = quiet_button(ui, true, message!("Choose a file…"));
        if named(button, message!("Side {side}: choose a file", side)).clicked() {
            wanted.push(HomeCommand::AskForFleet(side));
        }
        if cfg!(target_arch = "wasm32") {
            return;
        }
        let field = message!("Side {side}: path of a fleet file", side);
        let hint = "or the path of a fleet file";
        if let Some(path) = text_field(ui, &slot.path, &field, hint, 300.0) {
            wanted.push(HomeCommand::Choose(ChooseCommand::TypePath(side, path)));
        }
        let button = quiet_button(ui, !slot.path.trim().is_empty(), message!("Read it"));
        let button = named(button, message!("Side {side}: read that file", side));
        if off_because(button, message!("Type a path first.")).clicked() {
            wanted.push(HomeCommand::Choose(ChooseCommand::ReadPath(side)));
        }
    });
}
