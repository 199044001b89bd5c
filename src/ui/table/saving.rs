//! Where a battle is saved, and told: as a file to go on from, or as a report
//! for people and programs.

use egui::{Context, Ui};

use crate::print::{Job, Paper, Part, pdf};
use crate::store::{Clock, SystemClock};
use crate::ui::command::{Command, SaveCommand, SaveForm, Tab, TableCommand};
use crate::ui::files::Files;
use crate::ui::theme::palette;
use crate::ui::widgets::{
    aside, caption, choice, coloured, heading, main_button, named, quiet_button, sheet, text_field,
    write_over_ui,
};
use crate::wording::capital;

use super::Table;

/// What is about to be saved, and where.
#[derive(Debug)]
pub(super) struct Saving {
    form: SaveForm,
    paper: Paper,
    path: String,
    /// The path of a file that is there, and may have to make room.
    question: Option<String>,
    /// What became of it: where it lies, or why it was not saved.
    told: Option<Result<String, String>>,
}

impl SaveForm {
    /// What its button says.
    fn name(self) -> &'static str {
        match self {
            SaveForm::Battle => "Battle file",
            SaveForm::Pdf => "Report, PDF",
            SaveForm::Markdown => "Report, Markdown",
            SaveForm::Json => "Report, JSON",
        }
    }

    /// What is in it.
    fn about(self) -> &'static str {
        match self {
            SaveForm::Battle => {
                "Every order with its dice, secrets too: open it on any device, and the battle \
                 goes on from where it is."
            }
            SaveForm::Pdf => {
                "What happened, round by round, on pages to print or to send: losses, turning \
                 points, and the luck of the dice."
            }
            SaveForm::Markdown => "The same as text with headings, ready to post on a club's page.",
            SaveForm::Json => "The same with all its figures, for other programs.",
        }
    }

    /// What it is called where it cannot be saved.
    fn what(self) -> &'static str {
        if self == SaveForm::Battle { "the battle" } else { "the report" }
    }

    /// The end of its file's name.
    fn ending(self) -> &'static str {
        match self {
            SaveForm::Battle => "battle",
            SaveForm::Pdf => "pdf",
            SaveForm::Markdown => "md",
            SaveForm::Json => "json",
        }
    }
}

impl Saving {
    /// What there is to save of a battle that lasts is the battle; of one that
    /// is over, what happened.
    fn open(slug: &str, over: bool) -> Saving {
        let form = if over { SaveForm::Pdf } else { SaveForm::Battle };
        Saving {
            form,
            paper: Paper::default(),
            path: suggested(slug, form),
            question: None,
            told: None,
        }
    }

    /// Forgets what was said of an earlier state of the battle.
    pub(super) fn look_again(&mut self) {
        (self.question, self.told) = (None, None);
    }

    fn shape(&mut self, slug: &str, form: SaveForm) {
        // What the player typed keeps its folder and name.
        if let Some(stem) = self.path.strip_suffix(&format!(".{}", self.form.ending())) {
            self.path = format!("{stem}.{}", form.ending());
        } else if self.path.trim().is_empty() {
            self.path = suggested(slug, form);
        }
        self.form = form;
    }
}

/// Where a player would look for it: among his documents, under the battle's
/// name.
#[cfg(not(target_arch = "wasm32"))]
fn suggested(slug: &str, form: SaveForm) -> String {
    let folders = directories::UserDirs::new();
    let home = folders.as_ref().map(|dirs| {
        let documents = dirs.document_dir().filter(|folder| folder.is_dir());
        documents.unwrap_or_else(|| dirs.home_dir()).to_path_buf()
    });
    let file = format!("{slug}.{}", form.ending());
    home.unwrap_or_default().join(file).display().to_string()
}

/// A browser has no paths.
#[cfg(target_arch = "wasm32")]
fn suggested(_: &str, _: SaveForm) -> String {
    String::new()
}

impl Table {
    /// Carries out what a player wants where the battle is saved.
    ///
    /// # Errors
    /// In words, where there is nothing that could be saved.
    pub(in crate::ui) fn save(
        &mut self,
        command: SaveCommand,
        files: &Files,
        ctx: &Context,
    ) -> Result<(), String> {
        let slug = self.session.slug().to_owned();
        if let SaveCommand::Open(open) = command {
            let over = self.session.battle().winner().is_some();
            self.saving = open.then(|| Saving::open(&slug, over));
            (self.tab, self.luck) = (Tab::Log, None);
            return Ok(());
        }
        let Some(saving) = &mut self.saving else { return Ok(()) };
        let question = saving.question.take();
        saving.told = None;
        match command {
            SaveCommand::Open(_) => {}
            SaveCommand::Form(form) => saving.shape(&slug, form),
            SaveCommand::Paper(paper) => saving.paper = paper,
            SaveCommand::TypePath(path) => saving.path = path,
            SaveCommand::Saved(place) => saving.told = Some(Ok(format!("Saved as {place}."))),
            SaveCommand::Choose => {
                let name = format!("{slug}.{}", saving.form.ending());
                let what = saving.form.what();
                let content = self.content()?;
                files.save(ctx, (&name, what), content, |place| {
                    Command::Table(TableCommand::Save(SaveCommand::Saved(place)))
                });
            }
            SaveCommand::ToPath => self.save_to_path(),
            SaveCommand::Answer(yes) => {
                if let Some(path) = question.filter(|_| yes) {
                    self.write(&path);
                }
            }
            SaveCommand::Copy => {
                saving.told = Some(Ok("Copied: paste it where you post.".into()));
                ctx.copy_text(self.report().to_markdown());
            }
        }
        Ok(())
    }

    /// What goes into the file.
    fn content(&self) -> Result<Vec<u8>, String> {
        let (form, paper) =
            self.saving.as_ref().map_or((SaveForm::Battle, Paper::A4), |s| (s.form, s.paper));
        if form == SaveForm::Battle {
            return Ok(self.session.journal().to_file().into_bytes());
        }
        let report = self.report();
        Ok(match form {
            SaveForm::Json => format!("{:#}\n", report.to_json()).into_bytes(),
            SaveForm::Pdf => {
                let title = report.title.clone();
                let parts = vec![Part::Report(Box::new(report))];
                let job = Job { title: title.clone(), paper, parts, ..Job::default() };
                let meta = pdf::Meta { title, created: Some(SystemClock.now()) };
                pdf::write(&job.pages(), &meta).map_err(|fault| fault.to_string())?
            }
            SaveForm::Battle | SaveForm::Markdown => report.to_markdown().into_bytes(),
        })
    }

    /// Saves at the path that is typed, or asks first where a file is there.
    fn save_to_path(&mut self) {
        let Some(saving) = &mut self.saving else { return };
        let typed = saving.path.trim();
        let mut path = std::path::PathBuf::from(typed);
        // A folder's name may end so; a file's without its ending opens nowhere.
        if path.extension().is_none() && !path.is_dir() {
            path.set_extension(saving.form.ending());
        }
        let path = path.display().to_string();
        if std::path::Path::new(&path).is_file() {
            saving.question = Some(path);
        } else {
            self.write(&path);
        }
    }

    #[cfg(not(target_arch = "wasm32"))]
    fn write(&mut self, path: &str) {
        let at = std::path::absolute(path).unwrap_or_else(|_| path.into());
        let what = self.saving.as_ref().map_or("it", |saving| saving.form.what());
        let done = self.content().and_then(|content| {
            crate::store::save_file(&at, what, &content).map_err(|fault| fault.to_string())
        });
        if let Some(saving) = &mut self.saving {
            saving.told = Some(done.map(|()| format!("Saved as {}.", at.display())));
        }
    }

    #[cfg(target_arch = "wasm32")]
    fn write(&mut self, _: &str) {
        if let Some(saving) = &mut self.saving {
            let why = "A browser saves nothing at a path: download it.";
            saving.told = Some(Err(why.into()));
        }
    }
}

/// Draws it in the place of the log.
pub(super) fn saving_ui(ui: &mut Ui, saving: &Saving, commands: &mut Vec<TableCommand>) {
    let mut want = |command| commands.push(TableCommand::Save(command));
    ui.horizontal(|ui| {
        if named(quiet_button(ui, true, "‹ Log"), "Back to the log").clicked() {
            want(SaveCommand::Open(false));
        }
        heading(ui, "Save or post");
    });
    egui::ScrollArea::vertical().id_salt("saving").auto_shrink([false, false]).show(ui, |ui| {
        ui.spacing_mut().item_spacing.y = 7.0;
        sheet(ui, |ui| what_ui(ui, saving, &mut want));
        match &saving.question {
            Some(path) => {
                if let Some(answer) = sheet(ui, |ui| write_over_ui(ui, path)) {
                    want(SaveCommand::Answer(answer));
                }
            }
            None => sheet(ui, |ui| where_ui(ui, saving, &mut want)),
        }
        match &saving.told {
            Some(Ok(told)) => {
                coloured(ui, told, palette(ui.ctx()).good);
            }
            Some(Err(why)) => {
                coloured(ui, &capital(why), palette(ui.ctx()).bad);
            }
            None => {}
        }
        ui.add_space(12.0);
    });
}

/// As what it is saved.
fn what_ui(ui: &mut Ui, saving: &Saving, want: &mut impl FnMut(SaveCommand)) {
    caption(ui, "As what");
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = 5.0;
        for form in SaveForm::ALL {
            let name = format!("Save as: {}", form.name());
            if choice(ui, saving.form == form, true, form.name(), &name).clicked() {
                want(SaveCommand::Form(form));
            }
        }
    });
    aside(ui, saving.form.about());
    if saving.form == SaveForm::Pdf {
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing.x = 5.0;
            for (paper, text) in [(Paper::A4, "A4"), (Paper::Letter, "Letter")] {
                let name = format!("Paper: {text}");
                if choice(ui, saving.paper == paper, true, text, &name).clicked() {
                    want(SaveCommand::Paper(paper));
                }
            }
        });
    }
    if saving.form == SaveForm::Markdown && quiet_button(ui, true, "Copy the Markdown").clicked() {
        want(SaveCommand::Copy);
    }
}

/// Where it is saved.
fn where_ui(ui: &mut Ui, saving: &Saving, want: &mut impl FnMut(SaveCommand)) {
    if cfg!(target_arch = "wasm32") {
        if main_button(ui, "Download", 210.0).clicked() {
            want(SaveCommand::Choose);
        }
        return;
    }
    caption(ui, "Where");
    let (name, hint) = ("Path to save at", "the path of a file");
    let width = ui.available_width();
    if let Some(path) = text_field(ui, &saving.path, name, hint, width) {
        want(SaveCommand::TypePath(path));
    }
    ui.horizontal_wrapped(|ui| {
        let typed = !saving.path.trim().is_empty();
        let there = ui.add_enabled_ui(typed, |ui| main_button(ui, "Save there", 150.0)).inner;
        if there.clicked() {
            want(SaveCommand::ToPath);
        }
        let button = quiet_button(ui, true, "Choose a place…");
        if named(button, "Choose where to save it").clicked() {
            want(SaveCommand::Choose);
        }
    });
    aside(ui, "If no window opens to choose in, the desktop has none to offer: type the path.");
}
