//! The player's fleets, each stored as it changes, with a drawing and its name.

use std::cell::OnceCell;
use std::sync::OnceLock;

use egui::{Sense, Ui, vec2};

use crate::fleet::build::{FleetDraft, Path};
use crate::fleet::{Glimpse, library};
use crate::games::SystemTag;
use crate::message::{Joint, Message, message};
use crate::rules::Units;
use crate::rules::drawing::Drawing;
use crate::session::{SettingsStore, StoredFleet};
use crate::ui::command::{BuilderTab, OpenCommand};
use crate::ui::home::{make_unique, own_battle};
use crate::ui::language::{in_words, rich};
use crate::ui::paint::{self, Facing};
use crate::ui::theme::{self, palette};
use crate::ui::widgets::{
    aside, button_width, coloured, deleting_ui, in_columns, main_button, named, quiet_button,
    text_field,
};

use super::Builder;

/// The player's fleets.
#[derive(Debug)]
pub(super) struct OwnFleets {
    settings_store: SettingsStore,
    fleets: Vec<OwnFleet>,
    /// The fleet whose deletion is being confirmed.
    deleting: Option<u64>,
}

/// One of the player's fleets.
#[derive(Debug)]
struct OwnFleet {
    stored: StoredFleet,
    /// Its title here; no two are the same.
    title: String,
    /// Its description in the list, computed when it is first shown.
    seen: OnceCell<Seen>,
}

/// The description of a fleet in the list.
#[derive(Debug)]
pub(super) struct Seen {
    system: Option<SystemTag>,
    /// Its nation, as its file names it.
    people: String,
    /// The number of entries in its lists.
    entries: usize,
    /// Its units, if the rules accept it.
    glimpse: Option<Glimpse>,
}

impl Seen {
    pub(super) fn of(text: &str) -> Seen {
        let draft = FleetDraft::from_text(text).ok();
        let fleet = draft.as_ref().and_then(|draft| draft.check().fleet);
        let lists = draft.as_ref().and_then(FleetDraft::form).map(|form| form.lists);
        let count = |draft: &FleetDraft| {
            lists.iter().flatten().map(|list| draft.count(list.key)).sum::<usize>()
        };
        Seen {
            system: draft.as_ref().and_then(FleetDraft::system),
            people: draft.as_ref().and_then(people_of).unwrap_or_default(),
            entries: draft.as_ref().map_or(0, count),
            glimpse: fleet.as_ref().and_then(Glimpse::of),
        }
    }

    /// Whether it has these words, in small letters.
    fn is_found(&self, title: &str, words: &str) -> bool {
        let system = self.system.map_or("", |system| system.name());
        format!("{title} {} {system}", self.people).to_lowercase().contains(words)
    }

    /// Its size: its units, or its entries if it is not yet a fleet.
    fn size(&self, system: SystemTag) -> Message {
        match (&self.glimpse, system.units()) {
            (Some(glimpse), Units::Ships) => message!(glimpse.units() => "{n} ship" | "{n} ships"),
            (Some(glimpse), Units::Units) => message!(glimpse.units() => "{n} unit" | "{n} units"),
            (None, _) => message!(self.entries => "{n} entry" | "{n} entries"),
        }
    }
}

impl OwnFleet {
    fn new(stored: StoredFleet) -> OwnFleet {
        OwnFleet { title: stored.name.clone(), stored, seen: OnceCell::new() }
    }

    fn seen(&self) -> &Seen {
        self.seen.get_or_init(|| Seen::of(&self.stored.text))
    }
}

impl OwnFleets {
    /// An empty list.
    pub(super) fn new(settings_store: SettingsStore) -> OwnFleets {
        OwnFleets { settings_store, fleets: Vec::new(), deleting: None }
    }

    /// Reads the stored fleets.
    ///
    /// # Errors
    /// In words, if the store cannot be read.
    pub(super) fn read(&mut self) -> Result<(), Message> {
        self.fleets = self
            .settings_store
            .fleets()
            .map_err(in_words)?
            .into_iter()
            .map(OwnFleet::new)
            .collect();
        self.name_them();
        Ok(())
    }

    fn name_them(&mut self) {
        for fleet in &mut self.fleets {
            fleet.title.clone_from(&fleet.stored.name);
        }
        // The oldest one keeps its name unchanged.
        let mut by_age: Vec<&mut OwnFleet> = self.fleets.iter_mut().collect();
        by_age.sort_by_key(|fleet| fleet.stored.id);
        make_unique(by_age.into_iter().map(|fleet| &mut fleet.title));
    }

    pub(super) fn is_empty(&self) -> bool {
        self.fleets.is_empty()
    }

    /// A fleet by its number.
    pub(super) fn get(&self, id: u64) -> Option<&StoredFleet> {
        self.fleets.iter().map(|fleet| &fleet.stored).find(|stored| stored.id == id)
    }

    /// The fleets of a system that the rules accept, by number and title.
    pub(super) fn sound(&self, system: SystemTag) -> impl Iterator<Item = (u64, &str)> {
        let sound = move |fleet: &&OwnFleet| {
            let seen = fleet.seen();
            seen.glimpse.is_some() && seen.system == Some(system)
        };
        self.fleets.iter().filter(sound).map(|fleet| (fleet.stored.id, fleet.title.as_str()))
    }

    /// Puts a fleet at the front, and stores it, under its number if it has one. Returns the
    /// number.
    pub(super) fn put(&mut self, id: Option<u64>, stored: StoredFleet) -> u64 {
        let newest = self.fleets.iter().map(|fleet| fleet.stored.id).max().unwrap_or(0);
        let id = id.unwrap_or(newest + 1);
        let stored = StoredFleet { id, ..stored };
        if self.get(id) != Some(&stored) {
            self.settings_store.put_fleet(&stored);
            self.fleets.retain(|fleet| fleet.stored.id != id);
            self.fleets.insert(0, OwnFleet::new(stored));
            self.name_them();
        }
        id
    }

    /// The fleet that was opened from this file and has not changed since.
    pub(super) fn of_file(&self, file: &str) -> Option<u64> {
        let same = |stored: &&StoredFleet| stored.file.as_deref() == Some(file) && !stored.changed;
        self.fleets.iter().map(|fleet| &fleet.stored).find(same).map(|stored| stored.id)
    }

    /// Asks whether a fleet is to be deleted.
    pub(super) fn ask_delete(&mut self, id: Option<u64>) {
        self.deleting = id;
    }

    /// Deletes a fleet.
    pub(super) fn delete(&mut self, id: u64) {
        self.deleting = None;
        self.settings_store.delete_fleet(id);
        self.fleets.retain(|fleet| fleet.stored.id != id);
        self.name_them();
    }
}

impl Builder {
    /// The number of the open fleet, if it is stored, and whether it is shown.
    pub(in crate::ui::home) fn open_fleet(&self) -> Option<(u64, bool)> {
        Some((self.work.as_ref()?.id?, self.tab != BuilderTab::Open))
    }
}

fn people_of(draft: &FleetDraft) -> Option<String> {
    draft.get(&Path::default().key("people"))?.as_str().map(str::to_owned)
}

/// With more fleets than this, they can be searched.
const MANY: usize = 4;

/// All the player's fleets, the one that was changed last first; in two columns if they fit.
pub(super) fn own_fleets_ui(ui: &mut Ui, own_fleets: &OwnFleets, wanted: &mut Vec<OpenCommand>) {
    let search = search_ui(ui, &message!("Search your fleets"), own_fleets.fleets.len());
    let found = |fleet: &&OwnFleet| fleet.seen().is_found(&fleet.title, &search);
    let found: Vec<&OwnFleet> = own_fleets.fleets.iter().filter(found).collect();
    in_columns(ui, &found, CARD, |ui, fleet| {
        if own_fleets.deleting == Some(fleet.stored.id) {
            let title = &fleet.title;
            let asked = message!("Delete the fleet “{title}”? This cannot be undone.", title);
            let names = [message!("Delete the fleet"), message!("Keep the fleet")];
            match deleting_ui(ui, asked, names) {
                Some(true) => wanted.push(OpenCommand::Delete(fleet.stored.id)),
                Some(false) => wanted.push(OpenCommand::AskDelete(None)),
                None => {}
            }
        } else {
            fleet_ui(ui, fleet, wanted);
        }
    });
}

/// The search text for a list of fleets, in small letters.
fn search_ui(ui: &mut Ui, name: &Message, fleets: usize) -> String {
    if fleets <= MANY {
        return String::new();
    }
    let id = egui::Id::unique(("search of fleets", name));
    let mut search: String = ui.data(|data| data.get_temp(id)).unwrap_or_default();
    if let Some(new) = text_field(ui, &search, name, name, 320.0) {
        search = new;
        ui.data_mut(|data| data.insert_temp(id, search.clone()));
    }
    search.to_lowercase()
}

/// The ready fleets of a system, to build on.
pub(super) fn ready_ui(ui: &mut Ui, system: SystemTag, wanted: &mut Vec<OpenCommand>) {
    static READY: OnceLock<Vec<(&own_battle::Ready, Seen)>> = OnceLock::new();
    let ready = READY.get_or_init(|| {
        let seen = |ready: &own_battle::Ready| library::file(ready.path).map(Seen::of);
        own_battle::ready().iter().filter_map(|ready| Some((ready, seen(ready)?))).collect()
    });
    let of_it = ready.iter().filter(|(ready, _)| ready.system == system);
    let search = search_ui(ui, &message!("Search the ready fleets"), of_it.clone().count());
    let found: Vec<&(&own_battle::Ready, Seen)> =
        of_it.filter(|(ready, seen)| seen.is_found(&ready.name, &search)).collect();
    let beside = button_width(ui, message!("Edit a copy")) + 16.0;
    in_columns(ui, &found, CARD, |ui, (ready, seen)| {
        let details = |ui: &mut Ui| seen_ui(ui, seen, false);
        card_ui(ui, &FleetCard { title: &ready.name, seen, beside }, details, |ui| {
            let build = quiet_button(ui, true, message!("Edit a copy"));
            if named(build, message!("Edit a copy of {name}", name = &ready.name)).clicked() {
                wanted.push(OpenCommand::Ready(ready.path));
            }
        });
    });
}

/// The least height of a fleet's card beside another, in points.
pub(super) const CARD: f32 = 72.0;

/// The width of the button that opens a fleet, in points.
const OPEN: f32 = 88.0;

fn fleet_ui(ui: &mut Ui, fleet: &OwnFleet, wanted: &mut Vec<OpenCommand>) {
    let (id, title) = (fleet.stored.id, &fleet.title);
    let details = |ui: &mut Ui| fleet_details_ui(ui, fleet);
    let beside = OPEN + button_width(ui, message!("Delete")) + 24.0;
    card_ui(ui, &FleetCard { title, seen: fleet.seen(), beside }, details, |ui| {
        let open = main_button(ui, message!("Open"), OPEN);
        if named(open, message!("Open {title}", title)).clicked() {
            wanted.push(OpenCommand::Stored(id));
        }
        let delete = quiet_button(ui, true, message!("Delete"));
        if named(delete, message!("Delete {title}", title)).clicked() {
            wanted.push(OpenCommand::AskDelete(Some(id)));
        }
    });
}

/// A fleet in a list.
pub(super) struct FleetCard<'f> {
    pub(super) title: &'f str,
    pub(super) seen: &'f Seen,
    /// The width of the buttons beside it, in points.
    pub(super) beside: f32,
}

/// A fleet with its drawing and its title; its buttons at the right, or below on a narrow window.
pub(super) fn card_ui(
    ui: &mut Ui,
    card: &FleetCard,
    describe: impl FnOnce(&mut Ui),
    buttons: impl FnOnce(&mut Ui),
) {
    let FleetCard { title, seen, beside } = *card;
    let narrow = ui.available_width() < 460.0;
    let mut buttons = Some(buttons);
    ui.horizontal_top(|ui| {
        let colours = palette(ui.ctx());
        if ui.available_width() > 260.0 {
            let (rect, _) = ui.allocate_exact_size(vec2(92.0, 50.0), Sense::hover());
            ui.painter().rect_filled(rect, 4.0, colours.vase);
            let drawing = seen.glimpse.as_ref().map_or(Drawing::Trireme, |seen| seen.drawing);
            let colours = [colours.figure, colours.vase];
            paint::silhouette(ui, rect.shrink(4.0), drawing, Facing::Right, colours);
        }
        let text = ui.available_width() - if narrow { 0.0 } else { beside };
        ui.allocate_ui(vec2(text, 0.0), |ui| {
            ui.vertical(|ui| {
                ui.set_width(text);
                ui.spacing_mut().item_spacing.y = 2.0;
                ui.label(rich(ui, title).family(theme::bold()).size(18.0).color(colours.ink));
                describe(ui);
            });
        });
        if !narrow && let Some(buttons) = buttons.take() {
            buttons(ui);
        }
    });
    if let Some(buttons) = buttons {
        ui.horizontal_wrapped(buttons);
    }
}

/// The description of a fleet: its game if that is not clear, its nation, and its units.
pub(super) fn seen_ui(ui: &mut Ui, seen: &Seen, has_rules: bool) {
    let Some(system) = seen.system else {
        coloured(
            ui,
            message!("This fleet names no game that Trierarch knows."),
            palette(ui.ctx()).bad,
        );
        return;
    };
    let rules = has_rules.then(|| Message::verbatim(system.name()));
    let people = Some(&seen.people).filter(|people| !people.is_empty()).map(Message::verbatim);
    let parts = rules.into_iter().chain(people).chain([seen.size(system)]);
    aside(ui, Message::joined(parts, Joint::Dot));
    match &seen.glimpse {
        Some(glimpse) if glimpse.kinds.len() > 1 || glimpse.units() > 1 => {
            let kinds =
                glimpse.kinds.iter().map(|(kind, count)| message!("{count} × {kind}", count, kind));
            aside(ui, Message::list(kinds));
        }
        Some(_) => {}
        None => {
            aside(ui, message!("It still has errors."));
        }
    }
}

/// The description of a player's fleet, and the place of its file.
fn fleet_details_ui(ui: &mut Ui, fleet: &OwnFleet) {
    seen_ui(ui, fleet.seen(), true);
    match &fleet.stored.file {
        Some(file) if fleet.stored.changed => aside(ui, message!("Changed since {file}", file)),
        Some(file) => aside(ui, file),
        None => return,
    };
}
