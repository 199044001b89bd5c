//! The player's fleets: each is kept as it changes, with its drawing and its
//! name. Files are for sending fleets to others.

use std::cell::OnceCell;

use egui::{Sense, Ui, vec2};

use crate::drawing::Drawing;
use crate::fleet;
use crate::fleet::build::{Draft, Path};
use crate::referee::{Desk, KeptFleet};
use crate::say::{Say, say};
use crate::systems::SystemTag;
use crate::ui::command::{BuilderTab, OpenCommand};
use crate::ui::harbour::told_apart;
use crate::ui::language::{in_words, rich};
use crate::ui::paint::{self, Facing};
use crate::ui::theme::{self, palette};
use crate::ui::widgets::{
    WIDE, aside, coloured, main_button, named, quiet_button, sheet, text_field,
};

use super::Builder;

/// The player's fleets.
#[derive(Debug)]
pub(super) struct Shelf {
    desk: Desk,
    fleets: Vec<OnShelf>,
    /// The fleet that may be about to be deleted.
    deleting: Option<u64>,
}

/// One of the player's fleets.
#[derive(Debug)]
struct OnShelf {
    kept: KeptFleet,
    /// Its title here; no two are the same.
    title: String,
    /// What the list says about it, worked out when it is first shown.
    seen: OnceCell<Seen>,
}

/// What the list says about a fleet.
#[derive(Debug)]
struct Seen {
    system: Option<SystemTag>,
    /// Its people, as its file names it.
    people: String,
    /// How many entries its lists have.
    entries: usize,
    drawing: Drawing,
    /// Whether the rules accept it.
    is_sound: bool,
}

impl OnShelf {
    fn new(kept: KeptFleet) -> OnShelf {
        OnShelf { title: kept.name.clone(), kept, seen: OnceCell::new() }
    }

    fn seen(&self) -> &Seen {
        self.seen.get_or_init(|| {
            let draft = Draft::from_text(&self.kept.text).ok();
            let fleet = draft.as_ref().and_then(|draft| draft.check().fleet);
            let lists = draft.as_ref().and_then(Draft::form).map(|form| form.lists);
            let count = |draft: &Draft| {
                lists.iter().flatten().map(|list| draft.count(list.key)).sum::<usize>()
            };
            Seen {
                system: draft.as_ref().and_then(Draft::system),
                people: draft.as_ref().and_then(people_of).unwrap_or_default(),
                entries: draft.as_ref().map_or(0, count),
                drawing: fleet.as_ref().and_then(fleet::figure).unwrap_or(Drawing::Trireme),
                is_sound: fleet.is_some(),
            }
        })
    }
}

impl Shelf {
    /// An empty list, for this desk.
    pub(super) fn new(desk: Desk) -> Shelf {
        Shelf { desk, fleets: Vec::new(), deleting: None }
    }

    /// Reads the kept fleets.
    ///
    /// # Errors
    /// In words, where the store cannot be read.
    pub(super) fn read(&mut self) -> Result<(), Say> {
        self.fleets = self.desk.fleets().map_err(in_words)?.into_iter().map(OnShelf::new).collect();
        self.name_them();
        Ok(())
    }

    fn name_them(&mut self) {
        for fleet in &mut self.fleets {
            fleet.title.clone_from(&fleet.kept.name);
        }
        // The oldest one keeps its name unchanged.
        let mut by_age: Vec<&mut OnShelf> = self.fleets.iter_mut().collect();
        by_age.sort_by_key(|fleet| fleet.kept.id);
        told_apart(by_age.into_iter().map(|fleet| &mut fleet.title));
    }

    pub(super) fn is_empty(&self) -> bool {
        self.fleets.is_empty()
    }

    /// A fleet by its number.
    pub(super) fn get(&self, id: u64) -> Option<&KeptFleet> {
        self.fleets.iter().map(|fleet| &fleet.kept).find(|kept| kept.id == id)
    }

    /// The fleets of a system that the rules accept, by number and title.
    pub(super) fn sound(&self, system: SystemTag) -> impl Iterator<Item = (u64, &str)> {
        let sound = move |fleet: &&OnShelf| {
            let seen = fleet.seen();
            seen.is_sound && seen.system == Some(system)
        };
        self.fleets.iter().filter(sound).map(|fleet| (fleet.kept.id, fleet.title.as_str()))
    }

    /// Puts a fleet at the front, and keeps it: in its old place if it has a
    /// number. Returns its number.
    pub(super) fn put(&mut self, id: Option<u64>, kept: KeptFleet) -> u64 {
        let newest = self.fleets.iter().map(|fleet| fleet.kept.id).max().unwrap_or(0);
        let id = id.unwrap_or(newest + 1);
        let kept = KeptFleet { id, ..kept };
        if self.get(id) != Some(&kept) {
            self.desk.put_fleet(&kept);
            self.fleets.retain(|fleet| fleet.kept.id != id);
            self.fleets.insert(0, OnShelf::new(kept));
            self.name_them();
        }
        id
    }

    /// The fleet that was opened from this file and has not changed since.
    pub(super) fn of_file(&self, file: &str) -> Option<u64> {
        let same = |kept: &&KeptFleet| kept.file.as_deref() == Some(file) && !kept.changed;
        self.fleets.iter().map(|fleet| &fleet.kept).find(same).map(|kept| kept.id)
    }

    /// Asks whether a fleet is to be deleted.
    pub(super) fn ask_delete(&mut self, id: Option<u64>) {
        self.deleting = id;
    }

    /// Deletes a fleet.
    pub(super) fn delete(&mut self, id: u64) {
        self.deleting = None;
        self.desk.delete_fleet(id);
        self.fleets.retain(|fleet| fleet.kept.id != id);
        self.name_them();
    }
}

impl Builder {
    /// The number of the open fleet, if it is kept, and whether it is shown.
    pub(in crate::ui::harbour) fn open_fleet(&self) -> Option<(u64, bool)> {
        Some((self.work.as_ref()?.id?, self.tab != BuilderTab::Open))
    }
}

fn people_of(draft: &Draft) -> Option<String> {
    draft.get(&Path::default().key("people"))?.as_str().map(str::to_owned)
}

/// With more fleets than this, they can be searched.
const MANY: usize = 4;

/// All the player's fleets, the one that was changed last first; in two columns where
/// there is room.
pub(super) fn shelf_ui(ui: &mut Ui, shelf: &Shelf, wanted: &mut Vec<OpenCommand>) {
    let id = egui::Id::unique("search of the fleets");
    let mut search: String = ui.data(|data| data.get_temp(id)).unwrap_or_default();
    if shelf.fleets.len() > MANY {
        let name = say!("Search your fleets");
        if let Some(new) = text_field(ui, &search, &name, &name, 320.0) {
            search = new;
            ui.data_mut(|data| data.insert_temp(id, search.clone()));
        }
    } else {
        search.clear();
    }
    let search = search.to_lowercase();
    let found = |fleet: &&OnShelf| {
        let system = fleet.seen().system.map_or("", |system| system.name());
        let words = format!("{} {} {system}", fleet.title, fleet.seen().people);
        words.to_lowercase().contains(&search)
    };
    let found: Vec<&OnShelf> = shelf.fleets.iter().filter(found).collect();
    let columns = if ui.available_width() >= WIDE && found.len() > 1 { 2 } else { 1 };
    for row in found.chunks(columns) {
        ui.columns(columns, |cells| {
            for (cell, fleet) in cells.iter_mut().zip(row) {
                sheet(cell, |ui| {
                    ui.set_min_height(if columns > 1 { 64.0 } else { 0.0 });
                    if shelf.deleting == Some(fleet.kept.id) {
                        deleting_ui(ui, fleet, wanted);
                    } else {
                        fleet_ui(ui, fleet, wanted);
                    }
                });
            }
        });
    }
}

fn fleet_ui(ui: &mut Ui, fleet: &OnShelf, wanted: &mut Vec<OpenCommand>) {
    let (id, title, narrow) = (fleet.kept.id, &fleet.title, ui.available_width() < 460.0);
    let mut buttons = |ui: &mut Ui| {
        let open = main_button(ui, say!("Open"), 88.0);
        if named(open, say!("Open {title}", title)).clicked() {
            wanted.push(OpenCommand::Kept(id));
        }
        let delete = quiet_button(ui, true, say!("Delete"));
        if named(delete, say!("Delete {title}", title)).clicked() {
            wanted.push(OpenCommand::AskDelete(Some(id)));
        }
    };
    ui.horizontal(|ui| {
        let colours = palette(ui.ctx());
        if ui.available_width() > 260.0 {
            let (rect, _) = ui.allocate_exact_size(vec2(92.0, 50.0), Sense::hover());
            ui.painter().rect_filled(rect, 4.0, colours.vase);
            let figure = (fleet.seen().drawing, Facing::Right);
            paint::silhouette(ui, rect.shrink(4.0), figure, [colours.figure, colours.vase]);
        }
        let text = ui.available_width() - if narrow { 0.0 } else { 188.0 };
        ui.allocate_ui(vec2(text, 0.0), |ui| {
            ui.vertical(|ui| {
                ui.set_width(text);
                ui.spacing_mut().item_spacing.y = 2.0;
                ui.label(rich(ui, title).family(theme::bold()).size(18.0).color(colours.ink));
                told_ui(ui, fleet);
            });
        });
        if !narrow {
            buttons(ui);
        }
    });
    if narrow {
        ui.horizontal_wrapped(buttons);
    }
}

/// What a fleet is, and where its file is.
fn told_ui(ui: &mut Ui, fleet: &OnShelf) {
    let seen = fleet.seen();
    match seen.system {
        Some(system) => {
            let system = system.name();
            let count = seen.entries;
            let entries = say!(count => "{n} entry" | "{n} entries");
            if seen.people.is_empty() {
                aside(ui, say!("{system} · {entries}", system, entries));
            } else {
                let people = &seen.people;
                aside(ui, say!("{system} · {people} · {entries}", system, people, entries));
            }
        }
        None => {
            coloured(ui, say!("This is not a fleet of any system."), palette(ui.ctx()).bad);
        }
    }
    if !seen.is_sound {
        aside(ui, say!("It still has errors."));
    }
    match &fleet.kept.file {
        Some(file) if fleet.kept.changed => aside(ui, say!("Changed since {file}", file)),
        Some(file) => aside(ui, file),
        None => return,
    };
}

/// Asks before a fleet is deleted.
fn deleting_ui(ui: &mut Ui, fleet: &OnShelf, wanted: &mut Vec<OpenCommand>) {
    let words = say!("Delete the fleet “{title}”? This cannot be undone.", title = &fleet.title);
    coloured(ui, words, palette(ui.ctx()).bad);
    ui.horizontal_wrapped(|ui| {
        if named(quiet_button(ui, true, say!("Delete")), say!("Delete the fleet")).clicked() {
            wanted.push(OpenCommand::Delete(fleet.kept.id));
        }
        if named(quiet_button(ui, true, say!("Keep")), say!("Keep the fleet")).clicked() {
            wanted.push(OpenCommand::AskDelete(None));
        }
    });
}
