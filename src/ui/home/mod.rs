//! The screens around the battle: the first screen, the lessons, battles to continue, ready
//! battles, the player’s own battles and fleets, and the print screen.

mod battles;
mod builder;
mod deployment;
mod first_screen;
mod frieze;
mod learn;
mod own_battle;
mod print;

use std::collections::HashMap;

use egui::{CentralPanel, Context, Frame, Margin, Role, Ui};

use crate::fleet::{LONGEST_FILE, library};
use crate::games::{Options, SystemTag};
use crate::message::{Message, message};
use crate::rules::Side;
use crate::session::{
    BattleCondition, Lesson, Listed, Listing, Opening, Scores, SettingsStore, Tables, random_seed,
};

use super::command::{
    BuilderCommand, BuilderTab, ChooseCommand, Command, HomeCommand, Opponent, PrintCommand,
};
use super::files::{self, Files};
use super::language::in_words;
use super::table::Table;
use super::theme::palette;
use super::widgets::landmark;

pub(super) use battles::battles_ui;
pub(super) use first_screen::home_ui;
pub(super) use learn::learn_ui;

/// The key under which the battle that is being prepared is stored.
const OWN: &str = "form/battle";

/// The state of the screens around the battle.
#[derive(Debug)]
pub(super) struct Home {
    /// The stored battles, the latest first.
    listed: Vec<StoredBattle>,
    /// Their scores by slug, each with the time when the battle was last
    /// played.
    scores: HashMap<String, (u64, BattleCondition)>,
    /// Scores that are being computed.
    arriving: Option<Scores>,
    now: u64,
    system: Option<SystemTag>,
    own: own_battle::Own,
    builder: builder::Builder,
    print: print::PrintState,
    /// The battle whose deletion is being confirmed.
    deleting: Option<String>,
    /// Whether the browser may delete stored data.
    may_be_cleared: bool,
    battle_path: String,
    settings_store: SettingsStore,
}

/// A battle in the list.
#[derive(Debug)]
struct StoredBattle {
    listed: Listed,
    /// Its title; no two are the same.
    title: String,
    /// Whether the title consists of both sides' names.
    titled_by_sides: bool,
}

/// Makes names unique: the second of the same name becomes `… (2)`. The names come in the order
/// of numbering.
fn make_unique<'n>(names: impl Iterator<Item = &'n mut String>) {
    let mut known: HashMap<String, usize> = HashMap::new();
    for name in names {
        let count = known.entry(name.clone()).or_insert(0);
        *count += 1;
        if *count > 1 {
            *name = format!("{name} ({count})");
        }
    }
}

/// The name of the ready battle of these fleets.
fn ready_name(about: &Listing) -> Option<&'static str> {
    let [a, b] = &about.sides;
    library::battle_of([a, b], &Options::new()).map(|ready| ready.name.as_str())
}

/// Both sides' names.
fn sides(about: &Listing) -> Message {
    let [a, b] = &about.sides;
    message!("{a} against {b}", a, b)
}

impl Home {
    /// The state with the stored forms.
    pub(super) fn new(settings_store: SettingsStore) -> Home {
        Home {
            listed: Vec::new(),
            scores: HashMap::new(),
            arriving: None,
            now: 0,
            system: None,
            own: settings_store
                .read(OWN)
                .map(|text| own_battle::Own::read(&text))
                .unwrap_or_default(),
            builder: builder::Builder::new(settings_store.clone()),
            print: print::PrintState::new(settings_store.clone()),
            deleting: None,
            may_be_cleared: false,
            battle_path: String::new(),
            settings_store,
        }
    }

    /// Reads the list of battles again.
    ///
    /// # Errors
    /// In words, if the store cannot be read.
    pub(super) fn read_list(&mut self, from: &Tables) -> Result<(), Message> {
        self.deleting = None;
        self.now = from.now();
        let battles = from.battles().map_err(in_words)?;
        let mut changed = Vec::new();
        self.listed = battles
            .into_iter()
            .map(|listed| {
                let (title, titled_by_sides) = match &listed.about {
                    Ok(about) => match ready_name(about) {
                        Some(name) => (name.to_owned(), false),
                        None => (sides(about).to_string(), true),
                    },
                    Err(_) => (listed.slug.clone(), false),
                };
                if let Ok(about) = &listed.about
                    && self.scores.get(&listed.slug).is_none_or(|(last, _)| *last != about.last)
                {
                    changed.push(listed.slug.clone());
                }
                StoredBattle { listed, title, titled_by_sides }
            })
            .collect();
        // The oldest one keeps its name unchanged.
        make_unique(self.listed.iter_mut().rev().map(|battle| &mut battle.title));
        self.arriving = (!changed.is_empty()).then(|| from.scores(changed));
        self.take_scores();
        Ok(())
    }

    /// Takes over the scores that have been computed.
    fn take_scores(&mut self) {
        for (slug, score) in self.arriving.iter().flat_map(Scores::arrived) {
            let about = |battle: &&StoredBattle| battle.listed.slug == slug;
            let about = self.listed.iter().find(about).map(|battle| battle.listed.about.as_ref());
            if let Some(Ok(about)) = about {
                self.scores.insert(slug, (about.last, score));
            }
        }
    }

    /// Reads the player's fleets.
    ///
    /// # Errors
    /// In words, if the store cannot be read.
    pub(super) fn read_own_fleets(&mut self) -> Result<(), Message> {
        self.builder.read_own_fleets()
    }

    /// The title of a stored battle in the list.
    pub(super) fn title_of<'s>(&'s self, slug: &'s str) -> &'s str {
        let known = self.listed.iter().find(|battle| battle.listed.slug == slug);
        known.map_or(slug, |battle| &battle.title)
    }

    /// Whether any battle or fleet is stored here.
    pub(super) fn has_stored_items(&self) -> bool {
        let begun = |battle: &StoredBattle| {
            battle.listed.about.as_ref().is_ok_and(|about| about.orders > 0)
        };
        self.listed.iter().any(begun) || self.builder.has_stored_fleets()
    }

    /// The number of the open fleet, if it is stored, and whether it is shown.
    pub(super) fn open_fleet(&self) -> Option<(u64, bool)> {
        self.builder.open_fleet()
    }

    /// Carries out a command of the screen *Battles*.
    pub(super) fn choose(&mut self, command: ChooseCommand, files: &Files, ctx: &Context) {
        match command {
            ChooseCommand::System(system) => {
                self.system = Some(system);
                self.own.clear();
            }
            ChooseCommand::TakeReady(side, path) => self.own.take_ready(side, path),
            ChooseCommand::TakeStored(side, id) => {
                if let Some(fleet) = self.builder.own_fleet(id) {
                    self.own.take(side, &fleet.name, fleet.text.as_bytes());
                }
            }
            ChooseCommand::TypePath(side, path) => self.own.type_path(side, path),
            ChooseCommand::ReadPath(side) => self.read_path(side, files, ctx),
            ChooseCommand::FleetUnread(side, why) => self.own.unread(side, why),
            ChooseCommand::FleetArrived(side, name, bytes) => self.own.take(side, &name, &bytes),
            ChooseCommand::ClearFleets => self.own.clear(),
            ChooseCommand::SwapSides => self.own.swap(),
            ChooseCommand::Switch(switch) => self.own.switch(switch),
            ChooseCommand::TypeSeed(seed) => self.own.type_seed(seed),
            ChooseCommand::TypeBattlePath(path) => self.battle_path = path,
            ChooseCommand::AskDelete(slug) => self.deleting = slug,
        }
        self.keep_own();
    }

    fn read_path(&self, side: Side, files: &Files, ctx: &Context) {
        let path = files::typed(self.own.path(side), None);
        files.read_at(ctx, path.clone(), LONGEST_FILE, move |read| {
            let read = match read {
                Ok(bytes) => ChooseCommand::FleetArrived(side, path, bytes),
                Err(why) => ChooseCommand::FleetUnread(side, why),
            };
            Command::Home(HomeCommand::Choose(read))
        });
    }

    fn keep_own(&self) {
        self.settings_store.put(OWN, Some(self.own.stored_text()));
    }

    /// Passes the printable fleets and battles to the print screen.
    pub(super) fn enter_print(&mut self, table: Option<&Table>, ctx: &Context) {
        self.print.enter(&self.builder, table, ctx);
    }

    /// Carries out a command of the fleet builder.
    ///
    /// # Errors
    /// In words, if it cannot be done.
    pub(super) fn build(
        &mut self,
        command: BuilderCommand,
        files: &Files,
        ctx: &Context,
    ) -> Result<(), Message> {
        self.builder.apply(command, files, ctx)
    }

    /// Takes the open fleet for side A of the battle, and shows possible opponents.
    ///
    /// # Errors
    /// In words, if the rules do not accept it.
    pub(super) fn fight(&mut self) -> Result<(), Message> {
        let (checked, text) = self.builder.fleet()?;
        self.system = Some(checked.fleet.system());
        self.builder.find_candidates(&checked.fleet);
        self.own.clear();
        self.own.take_built(Side::A, checked, text);
        self.keep_own();
        self.builder.show(BuilderTab::Opponent);
        Ok(())
    }

    /// The battle of the open fleet against another.
    ///
    /// # Errors
    /// In words, if the two cannot fight each other.
    pub(super) fn against(&mut self, opponent: Opponent) -> Result<Opening, Message> {
        let (checked, text) = self.builder.fleet()?;
        let mine = self.own.built_side();
        self.own.take_built(mine, checked, text);
        match opponent {
            Opponent::Ready(path) => self.own.take_ready(mine.other(), path),
            Opponent::Stored(id) => {
                if let Some(fleet) = self.builder.own_fleet(id) {
                    self.own.take(mine.other(), &fleet.name, fleet.text.as_bytes());
                }
            }
            Opponent::Random => {
                let text = self.builder.random_opponent()?;
                self.own.take(mine.other(), "random", text.as_bytes());
            }
        }
        self.keep_own();
        self.own.opening()
    }

    /// Carries out a command of the print screen.
    ///
    /// # Errors
    /// In words, if it cannot be done.
    pub(super) fn print(
        &mut self,
        command: PrintCommand,
        table: Option<&Table>,
        files: &Files,
        ctx: &Context,
    ) -> Result<(), Message> {
        let sources = print::PrintSources { builder: &self.builder, table };
        self.print.apply(command, sources, files, ctx)
    }

    /// Takes over background results, and checks whether the browser may delete stored data.
    pub(super) fn look_again(
        &mut self,
        may_be_cleared: bool,
        table: Option<&Table>,
        ctx: &Context,
    ) {
        self.may_be_cleared = may_be_cleared;
        self.take_scores();
        self.builder.look_again();
        self.print.look_again(print::PrintSources { builder: &self.builder, table }, ctx);
    }

    /// Whether pages are being laid out.
    pub(super) fn sets_pages(&self) -> bool {
        self.print.is_working()
    }

    /// The player's own battle as it is prepared.
    ///
    /// # Errors
    /// In words: what is still missing.
    pub(super) fn opening(&self) -> Result<Opening, Message> {
        self.own.opening()
    }

    /// The path that was typed for a battle file.
    pub(super) fn battle_path(&self) -> String {
        files::typed(&self.battle_path, None)
    }
}

/// Whether there is a ready battle or a lesson with this word.
pub(super) fn is_ready(slug: &str) -> bool {
    let is_lesson = Lesson::all().iter().any(|lesson| lesson.slug() == slug);
    is_lesson || library::battles().iter().any(|battle| battle.slug == slug)
}

/// The opening of a ready battle.
///
/// # Errors
/// In words, if there is none with this word.
pub(super) fn open_ready(slug: &str) -> Result<(String, Opening), Message> {
    let ready = library::battles().iter().map(|battle| (battle.slug.clone(), &battle.name));
    let lessons = Lesson::all().iter().map(|lesson| (lesson.slug(), &lesson.name));
    let named = ready.chain(lessons).find(|(known, _)| known == slug);
    let seed = random_seed()?;
    let opened = named.and_then(|(_, name)| Some((name.clone(), Opening::ready(slug, seed)?)));
    opened.ok_or_else(|| message!("There is no ready battle “{slug}”.", slug))
}

/// The background of a screen, and its name for a screen reader.
fn ground_ui(ui: &mut Ui, name: Message, add: impl FnOnce(&mut Ui)) {
    let colours = palette(ui.ctx());
    let frame = Frame::new().fill(colours.ground).inner_margin(Margin::symmetric(14, 8));
    CentralPanel::default_margins().frame(frame).show(ui, |ui| {
        landmark(ui, Role::Main, name);
        add(ui);
    });
}

/// Draws the player's fleets and the fleet builder.
pub(super) fn fleets_ui(ui: &mut Ui, home: &Home, commands: &mut Vec<Command>) {
    let mut wanted = Vec::new();
    ground_ui(ui, message!("Your fleets"), |ui| {
        builder::builder_ui(ui, &home.builder, &home.own, &mut wanted);
    });
    commands.extend(wanted.into_iter().map(Command::Home));
}

/// Draws the print screen.
pub(super) fn print_ui(ui: &mut Ui, home: &Home, commands: &mut Vec<Command>) {
    let mut wanted = Vec::new();
    ground_ui(ui, message!("Pages to print"), |ui| {
        print::print_ui(ui, &home.print, &mut wanted);
    });
    commands.extend(wanted.into_iter().map(|command| Command::Home(HomeCommand::Print(command))));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_ready_battle_can_begin() {
        for battle in library::battles() {
            let (_, opening) = open_ready(&battle.slug).unwrap();
            assert!(opening.drawings().is_some(), "{}", battle.slug);
        }
        assert!(open_ready("lepanto").is_err());
    }

    #[test]
    fn ready_battles_of_different_fleets_have_different_pictures() {
        let mut seen: Vec<(&[&str; 2], [Vec<crate::rules::drawing::Drawing>; 2])> = Vec::new();
        for battle in library::battles() {
            let (_, opening) = open_ready(&battle.slug).unwrap();
            let drawings = opening.drawings().unwrap();
            for (sides, other) in &seen {
                assert!(*sides == &battle.sides || *other != drawings, "{}", battle.slug);
            }
            seen.push((&battle.sides, drawings));
        }
    }

    #[test]
    fn the_second_of_two_equal_names_has_a_number() {
        let mut names = ["a", "b", "a", "a"].map(String::from);
        make_unique(names.iter_mut());
        assert_eq!(names, ["a", "b", "a (2)", "a (3)"]);
    }
}
