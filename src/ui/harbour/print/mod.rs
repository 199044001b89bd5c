//! The print shop: fleets and the open battle, as pages to preview and save.

mod making;
mod preview;
mod screen;

use std::sync::Arc;

use egui::Context;
use serde::{Deserialize, Serialize};

use crate::analysis::{Job as _, Progress};
use crate::fleet::{self, library};
use crate::print::{Kind, Page, Paper, PerPage, pdf};
use crate::referee::{Desk, Unready};
use crate::rules::{Side, SystemTag, Viewer};
use crate::say::{Say, say};
use crate::ui::command::{Command, HarbourCommand, PrintCommand, PrintSource};
use crate::ui::files::{self, Files};
use crate::ui::language::{in_words, words};
use crate::ui::table::Table;
use crate::ui::worker::Worker;

use super::builder::Builder;
use making::{Made, Making, Wanted};

pub(super) use screen::print_ui;

/// What is to be printed, and its pages.
#[derive(Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of the form")]
pub(super) struct PrintShop {
    system: SystemTag,
    sources: Vec<PrintSource>,
    kinds: Vec<Kind>,
    fresh: bool,
    paper: Paper,
    per_page: PerPage,
    ink_saver: bool,
    path: String,
    /// The file that is replaced if the player says yes.
    question: Option<String>,
    told: Option<Say>,
    /// What else can be printed besides ready fleets: the open fleet and the
    /// open battle, by name.
    built: Option<String>,
    battle: Option<String>,
    /// Who reads what is printed of the battle, where it has secrets.
    reader: Option<Viewer>,
    /// The side that a fleet on its own is printed as.
    side: Side,
    /// What was made of the sources, kind by kind.
    made: Made,
    pages: Arc<Vec<Page>>,
    /// The pages that are being made, and how far they are.
    making: Option<Worker<Making>>,
    progress: Progress,
    /// Whether the player stopped the layout.
    is_stopped: bool,
    /// Whether the battle's file is awaited.
    waits: bool,
    /// How many times it was asked for, for these pages.
    tries: u8,
    /// Whether a PDF is being saved.
    is_saving: bool,
    /// Why there are no pages, if something prevents them.
    problem: Option<Say>,
    page: usize,
    /// Whether the pages are shown, if they do not fit beside the rest.
    looking: bool,
    /// Whether the page is shown at twice the size that fits.
    zoomed: bool,
    desk: Desk,
    /// The form as it was last kept.
    kept: String,
}

/// The form as it is kept; whatever is missing is as in an empty form.
#[derive(Debug, Serialize, Deserialize)]
#[serde(default)]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of the form")]
struct KeptForm {
    system: SystemTag,
    /// The paths of ready fleets.
    ready: Vec<String>,
    built: bool,
    battle: bool,
    kinds: Vec<Kind>,
    fresh: bool,
    paper: Paper,
    per_page: PerPage,
    ink_saver: bool,
    path: String,
}

impl Default for KeptForm {
    fn default() -> KeptForm {
        KeptForm {
            system: SystemTag::ALL[0],
            ready: Vec::new(),
            built: false,
            battle: false,
            kinds: vec![Kind::Rosters, Kind::Sheets],
            fresh: true,
            paper: Paper::default(),
            per_page: PerPage::default(),
            ink_saver: false,
            path: String::new(),
        }
    }
}

/// How many times the battle's file is asked for before the player must ask again: a
/// store that fails is not asked for ever.
const MOST_TRIES: u8 = 10;

/// The key under which the form is kept.
const FORM: &str = "form/print";

/// Adds something to a list, or removes it.
fn toggle<T: PartialEq>(list: &mut Vec<T>, value: T) {
    match list.iter().position(|known| *known == value) {
        Some(at) => {
            list.remove(at);
        }
        None => list.push(value),
    }
}

/// How many pages a job has, in words.
fn count_of(pages: usize) -> Say {
    say!(pages => "{n} page" | "{n} pages")
}

impl PrintShop {
    /// A shop with the form that the desk has kept; nothing is made yet.
    pub(super) fn new(desk: Desk) -> PrintShop {
        let kept = desk.read(FORM).unwrap_or_default();
        let form: KeptForm = serde_json::from_str(&kept).unwrap_or_default();
        let is_kept = |path: &&'static str| form.ready.iter().any(|kept| kept == path);
        let mut sources: Vec<PrintSource> =
            library::paths().filter(is_kept).map(PrintSource::Ready).collect();
        sources.extend(form.built.then_some(PrintSource::Built));
        sources.extend(form.battle.then_some(PrintSource::Battle));
        PrintShop {
            system: form.system,
            sources,
            kinds: form.kinds,
            fresh: form.fresh,
            paper: form.paper,
            per_page: form.per_page,
            ink_saver: form.ink_saver,
            path: form.path,
            question: None,
            told: None,
            built: None,
            battle: None,
            reader: None,
            side: Side::A,
            made: Made::default(),
            pages: Arc::default(),
            making: None,
            progress: Progress::default(),
            is_stopped: false,
            waits: false,
            tries: 0,
            is_saving: false,
            problem: None,
            page: 0,
            looking: false,
            zoomed: false,
            desk,
            kept,
        }
    }

    /// Keeps the form if it has changed.
    fn keep(&mut self) {
        let ready = |source: &PrintSource| match source {
            PrintSource::Ready(path) => Some((*path).to_owned()),
            PrintSource::Built | PrintSource::Battle => None,
        };
        let form = KeptForm {
            system: self.system,
            ready: self.sources.iter().filter_map(ready).collect(),
            built: self.sources.contains(&PrintSource::Built),
            battle: self.sources.contains(&PrintSource::Battle),
            kinds: self.kinds.clone(),
            fresh: self.fresh,
            paper: self.paper,
            per_page: self.per_page,
            ink_saver: self.ink_saver,
            path: self.path.clone(),
        };
        // It consists of names and texts only, which can always be written.
        let form = serde_json::to_string(&form).unwrap_or_default();
        if form != self.kept {
            self.desk.put(FORM, Some(form.clone()));
            self.kept = form;
        }
    }

    /// Opens the door: what can be printed may have changed since.
    pub(super) fn enter(&mut self, (builder, table): (&Builder, Option<&Table>), ctx: &Context) {
        self.built = builder.name();
        self.battle = table.map(Table::title);
        let (built, battle) = (self.built.is_some(), self.battle.is_some());
        self.sources.retain(|source| match source {
            PrintSource::Ready(_) => true,
            PrintSource::Built => built,
            PrintSource::Battle => battle,
        });
        if self.sources.is_empty() {
            if battle {
                self.sources.push(PrintSource::Battle);
            } else if built {
                self.sources.push(PrintSource::Built);
            }
        }
        // Another battle has other secrets.
        self.reader = None;
        self.made = Made::default();
        self.compose((builder, table), ctx);
    }

    /// Carries out what a printer wants.
    ///
    /// # Errors
    /// In words, where the PDF could not be saved.
    pub(super) fn apply(
        &mut self,
        command: PrintCommand,
        from: (&Builder, Option<&Table>),
        files: &Files,
        ctx: &Context,
    ) -> Result<(), Say> {
        self.told = None;
        let question = self.question.take();
        match command {
            PrintCommand::System(system) => self.system = system,
            PrintCommand::Page(page) => self.page = page,
            PrintCommand::Look(looking) => self.looking = looking,
            PrintCommand::Zoom(zoomed) => self.zoomed = zoomed,
            PrintCommand::TypePath(path) => self.path = path,
            PrintCommand::Save => self.save(files, ctx),
            PrintCommand::Saved(Ok(place)) => {
                self.is_saving = false;
                self.told = Some(self.saved_as(&place));
            }
            PrintCommand::Saved(Err(why)) => {
                self.is_saving = false;
                return Err(why);
            }
            PrintCommand::SaveToPath => self.save_to_path(files, ctx),
            PrintCommand::WriteOver(yes) => {
                if let Some(path) = question.filter(|_| yes) {
                    self.write_to(path, files, ctx);
                }
            }
            PrintCommand::Stop => {
                self.making = None;
                self.is_stopped = true;
            }
            PrintCommand::Make => self.compose(from, ctx),
            PrintCommand::Source(_)
            | PrintCommand::Part(_)
            | PrintCommand::Fresh(_)
            | PrintCommand::Reader(_)
            | PrintCommand::Side(_)
            | PrintCommand::Paper(_)
            | PrintCommand::PerPage(_)
            | PrintCommand::InkSaver(_) => {
                self.tick(&command);
                self.compose(from, ctx);
            }
        }
        self.keep();
        Ok(())
    }

    /// Ticks something that changes the pages, or unticks it.
    fn tick(&mut self, command: &PrintCommand) {
        match command {
            PrintCommand::Source(source) => {
                toggle(&mut self.sources, *source);
                self.made = Made::default();
            }
            PrintCommand::Part(kind) => {
                toggle(&mut self.kinds, *kind);
                // Printed in the order in which they are best read.
                self.kinds.sort_by_key(|kind| Kind::ALL.iter().position(|known| known == kind));
            }
            PrintCommand::Fresh(fresh) => {
                self.fresh = *fresh;
                self.made = Made::default();
            }
            PrintCommand::Reader(reader) => {
                self.reader = Some(*reader);
                self.made = self.made.without_parts();
            }
            PrintCommand::Side(side) => {
                self.side = *side;
                self.made = Made::default();
            }
            PrintCommand::Paper(paper) => self.paper = *paper,
            PrintCommand::PerPage(per_page) => self.per_page = *per_page,
            PrintCommand::InkSaver(on) => self.ink_saver = *on,
            PrintCommand::System(_)
            | PrintCommand::Page(_)
            | PrintCommand::Look(_)
            | PrintCommand::Zoom(_)
            | PrintCommand::TypePath(_)
            | PrintCommand::Save
            | PrintCommand::Saved(_)
            | PrintCommand::SaveToPath
            | PrintCommand::WriteOver(_)
            | PrintCommand::Stop
            | PrintCommand::Make => {}
        }
    }

    fn save(&self, files: &Files, ctx: &Context) {
        files.save(ctx, ("trierarch.pdf", "the pages"), self.pdf(), |place| saved(Ok(place)));
    }

    fn saved_as(&self, place: &str) -> Say {
        say!("{pages} saved as {place}.", pages = count_of(self.pages.len()), place)
    }

    /// Starts to lay out the pages again, from what was made before and what is
    /// missing; until then the old ones are shown.
    fn compose(&mut self, from: (&Builder, Option<&Table>), ctx: &Context) {
        self.tries = 0;
        self.compose_again(from, ctx);
    }

    fn compose_again(&mut self, from: (&Builder, Option<&Table>), ctx: &Context) {
        (self.problem, self.making, self.is_stopped) = (None, None, false);
        self.waits = false;
        match self.wanted(from, ctx) {
            Ok(wanted) => {
                let making = Making::new(wanted, self.made.clone());
                self.progress = making.progress();
                self.making = Some(Worker::start(making, ctx));
            }
            Err(Unready::NotYet) if self.tries < MOST_TRIES => {
                self.waits = true;
                self.tries += 1;
            }
            Err(why) => self.take_pages(Err(why.into())),
        }
    }

    /// Whether pages are being laid out.
    pub(super) fn is_working(&self) -> bool {
        self.making.is_some()
    }

    /// Takes over what has been made meanwhile.
    pub(super) fn look_again(&mut self, from: (&Builder, Option<&Table>), ctx: &Context) {
        if self.waits && !from.1.is_some_and(Table::is_keeping) {
            self.compose_again(from, ctx);
        }
        let Some((making, more)) = self.making.as_mut().and_then(Worker::look) else { return };
        self.progress = making.progress();
        if !more {
            self.making = None;
            let (made, pages) = making.found();
            self.made = made;
            self.take_pages(pages);
        }
    }

    fn take_pages(&mut self, pages: Result<Arc<Vec<Page>>, Say>) {
        match pages {
            Ok(pages) => self.pages = pages,
            Err(why) => {
                self.pages = Arc::default();
                self.problem = Some(why);
            }
        }
        self.page = self.page.min(self.pages.len().saturating_sub(1));
    }

    /// What is to be made, with the sources that have not been read yet.
    fn wanted(
        &self,
        (builder, table): (&Builder, Option<&Table>),
        ctx: &Context,
    ) -> Result<Wanted, Unready> {
        let mut wanted = Wanted {
            fleets: Vec::new(),
            battle: None,
            report: None,
            fresh: self.fresh,
            reader: self.reader,
            side: self.side,
            kinds: self.kinds.clone(),
            paper: self.paper,
            per_page: self.per_page,
            ink_saver: self.ink_saver,
            words: words(ctx),
        };
        let missing = self.made.missing(&self.kinds);
        let table = table.filter(|_| self.sources.contains(&PrintSource::Battle));
        if missing.contains(&Kind::Report) {
            wanted.report = table.map(Table::report).transpose()?;
        }
        if self.made.has_read() {
            return Ok(wanted);
        }
        wanted.battle = table.filter(|_| !missing.is_empty()).map(Table::file).transpose()?;
        for source in &self.sources {
            match source {
                PrintSource::Ready(path) => {
                    let text = library::file(path).unwrap_or_default();
                    let read = fleet::read_toml(text)
                        .map_err(|faults| Say::verbatim(fleet::render(path, text, &faults)))
                        .map_err(Unready::Never)?;
                    wanted.fleets.push((read, text.to_owned()));
                }
                PrintSource::Built => wanted.fleets.push(builder.fleet().map_err(Unready::Never)?),
                PrintSource::Battle => {}
            }
        }
        Ok(wanted)
    }

    /// A function that writes the PDF.
    fn pdf(&self) -> impl FnOnce() -> files::Made + Send + 'static {
        let pages = Arc::clone(&self.pages);
        let title = self.made.title.clone();
        move || {
            let meta = pdf::Meta { title, created: Some(crate::referee::now()) };
            pdf::write(&pages, &meta).map_err(in_words)
        }
    }

    /// Saves at the path that was typed; asks first if there is a file.
    fn save_to_path(&mut self, files: &Files, ctx: &Context) {
        let path = self.path.trim().to_owned();
        if std::path::Path::new(&path).exists() {
            self.question = Some(path);
        } else {
            self.write_to(path, files, ctx);
        }
    }

    fn write_to(&mut self, path: String, files: &Files, ctx: &Context) {
        self.is_saving = true;
        files.save_at(ctx, (path, "the pages"), self.pdf(), saved);
    }
}

/// Wraps the place of the saved PDF, or why it was not saved.
fn saved(saved: Result<String, Say>) -> Command {
    Command::Harbour(HarbourCommand::Print(PrintCommand::Saved(saved)))
}
