//! The print screen: fleets and the open battle, as pages to preview and save.

mod job;
mod preview;
mod screen;

use std::sync::Arc;

use egui::Context;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::analysis::{Job as _, Progress};
use crate::fleet::{self, library};
use crate::games::SystemTag;
use crate::message::{Message, message};
use crate::print::{Page, Paper, PerPage, PrintKind, pdf};
use crate::rules::{Side, Viewer};
use crate::session::{SettingsStore, Unready};
use crate::ui::command::{Command, HomeCommand, PrintCommand, PrintSource, SavedFile};
use crate::ui::files::{self, Content, Files, MOST_TRIES};
use crate::ui::language::{in_words, words};
use crate::ui::table::{Table, toggle};
use crate::ui::worker::Worker;

use super::builder::Builder;
use job::{Made, PageJob, Wanted};

pub(super) use screen::print_ui;

/// Where the content of a print comes from, apart from the ready fleets.
#[derive(Clone, Copy)]
pub(super) struct PrintSources<'h> {
    pub(super) builder: &'h Builder,
    pub(super) table: Option<&'h Table>,
}

/// The print job that the player composes, and its pages.
#[derive(Debug)]
pub(super) struct PrintState {
    form: Form,
    /// The file that is replaced if the player agrees.
    question: Option<String>,
    notice: Option<Message>,
    /// The open fleet and the open battle, by name; they can be printed as well as ready fleets.
    built: Option<String>,
    battle: Option<String>,
    /// The reader of the print, if it has secrets.
    reader: Option<Viewer>,
    /// The side that a fleet on its own is printed as.
    side: Side,
    /// The results of the sources, kind by kind.
    made: Made,
    pages: Arc<Vec<Page>>,
    work: Work,
    is_saving: bool,
    page: usize,
    /// Whether the pages are shown, if they do not fit beside the rest.
    shows_pages: bool,
    /// Whether the page is shown at twice the size that fits.
    zoomed: bool,
    settings_store: SettingsStore,
    /// The form as it was last stored.
    stored_form: String,
}

/// The progress of the pages.
#[derive(Debug)]
enum Work {
    /// All pages are laid out.
    Done,
    /// The battle file has been requested this many times, and has not yet come.
    Waits(u8),
    /// They are being laid out, with this progress.
    Running(Worker<PageJob>, Progress),
    /// The player stopped the layout.
    Stopped,
    /// They cannot be made, for this reason.
    Failed(Message),
}

/// The player's choices. They are stored when they change; missing ones are those of an empty
/// form.
#[derive(Debug, Serialize, Deserialize)]
#[serde(default)]
struct Form {
    system: SystemTag,
    #[serde(serialize_with = "write_sources", deserialize_with = "read_sources")]
    sources: Vec<PrintSource>,
    kinds: Vec<PrintKind>,
    fresh: bool,
    paper: Paper,
    per_page: PerPage,
    ink_saver: bool,
    path: String,
}

impl Default for Form {
    fn default() -> Form {
        Form {
            system: SystemTag::ALL[0],
            sources: Vec::new(),
            kinds: vec![PrintKind::Rosters, PrintKind::Sheets],
            fresh: true,
            paper: Paper::default(),
            per_page: PerPage::default(),
            ink_saver: false,
            path: String::new(),
        }
    }
}

impl PrintSource {
    /// Its name in a stored form.
    fn key(self) -> &'static str {
        match self {
            PrintSource::Ready(path) => path,
            PrintSource::Built => "built",
            PrintSource::Battle => "battle",
        }
    }
}

fn write_sources<S: Serializer>(sources: &[PrintSource], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(sources.iter().map(|source| source.key()))
}

/// The sources that this program knows; a ready fleet may have been removed since.
fn read_sources<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<PrintSource>, D::Error> {
    let keys = Vec::<String>::deserialize(deserializer)?;
    let others = [PrintSource::Built, PrintSource::Battle];
    let known = library::paths().map(PrintSource::Ready).chain(others);
    Ok(known.filter(|source| keys.iter().any(|key| key == source.key())).collect())
}

/// The name that is proposed for the pages.
const FILE_NAME: &str = "trierarch.pdf";

/// The key under which the form is stored.
const FORM: &str = "form/print";

/// The number of pages of a job, in words.
fn count_of(pages: usize) -> Message {
    message!(pages => "{n} page" | "{n} pages")
}

impl PrintState {
    /// A print screen with the stored form and no pages yet.
    pub(super) fn new(settings_store: SettingsStore) -> PrintState {
        let stored_form = settings_store.read(FORM).unwrap_or_default();
        PrintState {
            form: serde_json::from_str(&stored_form).unwrap_or_default(),
            question: None,
            notice: None,
            built: None,
            battle: None,
            reader: None,
            side: Side::A,
            made: Made::default(),
            pages: Arc::default(),
            work: Work::Done,
            is_saving: false,
            page: 0,
            shows_pages: false,
            zoomed: false,
            settings_store,
            stored_form,
        }
    }

    /// Stores the form if it has changed.
    fn store_form(&mut self) {
        // It consists of names and texts only, which can always be written.
        let form = serde_json::to_string(&self.form).unwrap_or_default();
        if form != self.stored_form {
            self.settings_store.put(FORM, Some(form.clone()));
            self.stored_form = form;
        }
    }

    /// Enters the screen: the printable fleets and battles may have changed since.
    pub(super) fn enter(&mut self, builder: &Builder, table: Option<&Table>, ctx: &Context) {
        self.built = builder.name();
        self.battle = table.map(|table| table.title().to_string());
        let (built, battle) = (self.built.is_some(), self.battle.is_some());
        self.form.sources.retain(|source| match source {
            PrintSource::Ready(_) => true,
            PrintSource::Built => built,
            PrintSource::Battle => battle,
        });
        if self.form.sources.is_empty() {
            if battle {
                self.form.sources.push(PrintSource::Battle);
            } else if built {
                self.form.sources.push(PrintSource::Built);
            }
        }
        // Another battle has other secrets.
        self.reader = None;
        self.start_over(Made::default());
        self.compose(PrintSources { builder, table }, ctx);
    }

    /// Carries out a command of the print screen.
    ///
    /// # Errors
    /// In words, if the PDF could not be saved.
    pub(super) fn apply(
        &mut self,
        command: PrintCommand,
        from: PrintSources,
        files: &Files,
        ctx: &Context,
    ) -> Result<(), Message> {
        self.notice = None;
        let question = self.question.take();
        match command {
            PrintCommand::System(system) => self.form.system = system,
            PrintCommand::Page(page) => self.page = page,
            PrintCommand::Look(shows_pages) => self.shows_pages = shows_pages,
            PrintCommand::Zoom(zoomed) => self.zoomed = zoomed,
            PrintCommand::TypePath(path) => self.form.path = path,
            PrintCommand::Save => {
                self.point_out_path();
                self.save(files, ctx);
            }
            PrintCommand::Saved(Ok(notice)) => {
                self.is_saving = false;
                self.notice = Some(notice);
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
            PrintCommand::Stop => self.work = Work::Stopped,
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
        self.store_form();
        Ok(())
    }

    /// Ticks something that changes the pages, or unticks it.
    fn tick(&mut self, command: &PrintCommand) {
        match command {
            PrintCommand::Source(source) => {
                toggle(&mut self.form.sources, source);
                // Other sources have other secrets.
                self.reader = None;
                self.start_over(Made::default());
            }
            PrintCommand::Part(kind) => {
                toggle(&mut self.form.kinds, kind);
                // The parts are printed in the best reading order.
                self.form.kinds.sort();
            }
            PrintCommand::Fresh(fresh) => {
                self.form.fresh = *fresh;
                self.start_over(Made::default());
            }
            PrintCommand::Reader(reader) => {
                self.reader = Some(*reader);
                self.start_over(self.made.without_parts());
            }
            PrintCommand::Side(side) => {
                self.side = *side;
                self.start_over(Made::default());
            }
            PrintCommand::Paper(paper) => self.form.paper = *paper,
            PrintCommand::PerPage(per_page) => self.form.per_page = *per_page,
            PrintCommand::InkSaver(on) => self.form.ink_saver = *on,
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

    /// Drops the pages: the next reader may not be allowed to see them.
    fn start_over(&mut self, made: Made) {
        self.made = made;
        self.pages = Arc::default();
    }

    /// Shows at once the path for saving without a file dialog: a desktop without dialogs reports
    /// this late or not at all.
    #[cfg(not(target_arch = "wasm32"))]
    fn point_out_path(&mut self) {
        if self.form.path.trim().is_empty() {
            self.form.path = files::usual_place(FILE_NAME);
        }
        let path = files::typed(&self.form.path, Some("pdf"));
        let notice = message!(
            "Choose a place in the file dialog. If none opens, press “Save there” for {path}.",
            path
        );
        self.notice = Some(notice);
    }

    /// A browser saves in its own way, and has no paths.
    #[cfg(target_arch = "wasm32")]
    fn point_out_path(&mut self) {}

    fn save(&self, files: &Files, ctx: &Context) {
        let pages = count_of(self.pages.len());
        files.save(ctx, FILE_NAME, self.pdf(), |done| saved(pages, Ok(done)));
    }

    /// Starts to lay out the pages again, from existing and missing parts; until then, pages that
    /// are still right are shown.
    fn compose(&mut self, from: PrintSources, ctx: &Context) {
        self.compose_after(0, from, ctx);
    }

    /// The same after a number of requests for the battle file.
    fn compose_after(&mut self, tries: u8, from: PrintSources, ctx: &Context) {
        self.work = match self.wanted(from, ctx) {
            Ok(wanted) => {
                let job = PageJob::new(wanted, self.made.clone());
                let progress = job.progress();
                Work::Running(Worker::start(job, ctx), progress)
            }
            Err(Unready::NotYet) if tries < MOST_TRIES => Work::Waits(tries + 1),
            Err(why) => {
                self.pages = Arc::default();
                Work::Failed(why.into())
            }
        };
    }

    /// Whether pages are being laid out.
    pub(super) fn is_working(&self) -> bool {
        matches!(self.work, Work::Running(..))
    }

    /// Takes over the parts that were made meanwhile.
    pub(super) fn look_again(&mut self, from: PrintSources, ctx: &Context) {
        match &mut self.work {
            Work::Done | Work::Stopped | Work::Failed(_) => {}
            Work::Waits(tries) => {
                if !from.table.is_some_and(Table::is_storing) {
                    let tries = *tries;
                    self.compose_after(tries, from, ctx);
                }
            }
            Work::Running(worker, progress) => {
                let Some((job, more)) = worker.look() else { return };
                *progress = job.progress();
                if !more {
                    self.take(job);
                }
            }
        }
    }

    fn take(&mut self, job: PageJob) {
        let (made, pages) = job.found();
        self.made = made;
        (self.pages, self.work) = match pages {
            Ok(pages) => (pages, Work::Done),
            Err(why) => (Arc::default(), Work::Failed(why)),
        };
        self.page = self.page.min(self.pages.len().saturating_sub(1));
    }

    /// The parts to make, with the sources that are not yet read.
    fn wanted(&self, from: PrintSources, ctx: &Context) -> Result<Wanted, Unready> {
        let mut wanted = Wanted {
            fleets: Vec::new(),
            battle: None,
            report: None,
            fresh: self.form.fresh,
            reader: self.reader,
            side: self.side,
            kinds: self.form.kinds.clone(),
            paper: self.form.paper,
            per_page: self.form.per_page,
            ink_saver: self.form.ink_saver,
            words: words(ctx),
        };
        let missing = self.made.missing(&self.form.kinds);
        let battle = self.form.sources.contains(&PrintSource::Battle);
        let table = from.table.filter(|_| battle);
        if missing.contains(&PrintKind::Report) {
            wanted.report = table.map(Table::report).transpose()?;
        }
        if self.made.has_read() {
            return Ok(wanted);
        }
        wanted.battle = table.filter(|_| !missing.is_empty()).map(Table::file).transpose()?;
        for source in &self.form.sources {
            match source {
                PrintSource::Ready(path) => {
                    let text = library::file(path).unwrap_or_default();
                    let read = fleet::read_toml(text)
                        .map_err(|faults| Message::verbatim(fleet::render(path, text, &faults)))
                        .map_err(Unready::Never)?;
                    wanted.fleets.push((read, text.to_owned()));
                }
                PrintSource::Built => {
                    wanted.fleets.push(from.builder.fleet().map_err(Unready::Never)?);
                }
                PrintSource::Battle => {}
            }
        }
        Ok(wanted)
    }

    /// The PDF.
    fn pdf(&self) -> Content<impl FnOnce(&std::path::Path) -> files::Made + Send + 'static> {
        let pages = Arc::clone(&self.pages);
        let title = self.made.title.clone();
        let make = move |_: &std::path::Path| {
            let meta = pdf::Meta { title, created: Some(crate::session::now()) };
            pdf::write(&pages, &meta).map_err(in_words)
        };
        Content { name: "the pages", make }
    }

    /// Saves at the typed path; asks first if there is a file.
    fn save_to_path(&mut self, files: &Files, ctx: &Context) {
        let path = files::typed(&self.form.path, Some("pdf"));
        if std::path::Path::new(&path).exists() {
            self.question = Some(path);
        } else {
            self.write_to(path, files, ctx);
        }
    }

    fn write_to(&mut self, path: String, files: &Files, ctx: &Context) {
        self.is_saving = true;
        let pages = count_of(self.pages.len());
        files.save_at(ctx, path, self.pdf(), |done| saved(pages, done));
    }
}

/// A command that reports the saved pages, or the reason why they were not saved.
fn saved(pages: Message, saved: Result<SavedFile, Message>) -> Command {
    let notice = saved.map(|done| message!("{pages} saved as {place}.", pages, place = done.place));
    Command::Home(HomeCommand::Print(PrintCommand::Saved(notice)))
}

#[cfg(test)]
mod tests {
    use crate::session::Tables;

    use super::*;

    #[test]
    fn a_save_without_a_file_dialog_is_reported_at_once() {
        let mut state = PrintState::new(Tables::in_memory().settings_store());
        state.point_out_path();
        let notice = state.notice.as_ref().expect("words").to_string();
        assert!(
            state.form.path.ends_with(FILE_NAME) && notice.contains(&state.form.path),
            "{notice}"
        );
        state.form.path = "/tmp/evening".into();
        state.point_out_path();
        assert!(state.notice.expect("words").to_string().contains("/tmp/evening.pdf"));
    }
}
