//! Saves a battle, as a file to continue from, or as a report for people and
//! programs. No drawing here.

use egui::Context;

use crate::analysis::BattleReport;
use crate::i18n::Words;
use crate::message::{Message, message};
use crate::print::{Paper, PrintJob, PrintPart, pdf};
use crate::session::{Client, DocumentKind, DocumentText, Unready};
use crate::ui::command::{Command, SaveChange, SaveForm, SavedFile};
use crate::ui::files::{self, Files, Made};
use crate::ui::language::{in_words, words};

/// A battle, as far as the seat that saves it may know it.
#[derive(Clone, Copy)]
pub(super) struct Source<'b> {
    pub(super) client: &'b Client,
}

impl Source<'_> {
    /// The battle as a file.
    ///
    /// # Errors
    /// If this seat may not have it, or the answer is not there yet.
    pub(super) fn file(self) -> Result<String, Unready> {
        self.client.file()
    }

    /// The report of the battle.
    ///
    /// # Errors
    /// As [`Source::file`].
    pub(super) fn report(self) -> Result<BattleReport, Unready> {
        let known = self.client.document(DocumentKind::Report {});
        match known.text() {
            Some(DocumentText::Report(report)) => Ok((**report).clone()),
            _ => Err(known.why_not().into()),
        }
    }

    /// Requests the report, so that it has come when a player saves it.
    pub(super) fn request_report(self) {
        let _ = self.client.document(DocumentKind::Report {});
    }

    /// The content of the file, not yet written out.
    fn content(self, form: SaveForm, paper: Paper) -> Result<Content, Message> {
        Ok(match form {
            SaveForm::Battle => Content::Battle(self.file()?),
            SaveForm::Markdown | SaveForm::Pdf => {
                Content::Report(Box::new(self.report()?), form, paper)
            }
        })
    }
}

/// The content of a file before it is written out.
enum Content {
    /// The battle, as it is.
    Battle(String),
    /// The report, in this form, on this paper.
    Report(Box<BattleReport>, SaveForm, Paper),
}

impl Content {
    /// Writes it out, which may take time.
    fn written(self, words: &Words) -> Made {
        let (report, form, paper) = match self {
            Content::Battle(file) => return Ok(file.into_bytes()),
            Content::Report(report, form, paper) => (report, form, paper),
        };
        match form {
            SaveForm::Battle | SaveForm::Markdown => Ok(report.to_markdown(words).into_bytes()),
            SaveForm::Pdf => {
                let title = words.tell(&report.title);
                let parts = vec![PrintPart::Report(report)];
                let job = PrintJob { title: title.clone(), paper, parts, ..PrintJob::default() };
                let meta = pdf::Meta { title, created: Some(crate::session::now()) };
                pdf::write(&job.pages_in(words), &meta).map_err(in_words)
            }
        }
    }
}

/// The choices for saving: the form and the place.
#[derive(Debug)]
pub(super) struct Saving {
    pub(super) form: SaveForm,
    pub(super) paper: Paper,
    /// The path, as it is being typed.
    pub(super) path: String,
    /// The path of a file that exists and would be replaced.
    pub(super) question: Option<String>,
    /// The path of the saved file, or the reason for the failure.
    pub(super) outcome: Option<Result<Message, Message>>,
    pub(super) is_under_way: bool,
}

impl Saving {
    /// Suggests what is most likely wanted: the battle file during the battle,
    /// the report when it is over.
    pub(super) fn open(slug: &str, over: bool) -> Saving {
        let form = if over { SaveForm::Pdf } else { SaveForm::Battle };
        Saving {
            form,
            paper: Paper::default(),
            path: suggested(slug, form),
            question: None,
            outcome: None,
            is_under_way: false,
        }
    }

    /// Drops the message about an earlier state of the battle.
    pub(super) fn refresh(&mut self) {
        (self.question, self.outcome) = (None, None);
    }

    /// Carries out a command of this page.
    ///
    /// # Errors
    /// In words, if there is nothing that could be saved.
    pub(super) fn apply(
        &mut self,
        command: SaveChange,
        source: Source,
        files: &Files,
        ctx: &Context,
    ) -> Result<(), Message> {
        let question = self.question.take();
        self.outcome = None;
        match command {
            SaveChange::Form(form) => self.choose_form(source.client.slug(), form),
            SaveChange::Paper(paper) => self.paper = paper,
            SaveChange::TypePath(path) => self.path = path,
            SaveChange::Saved(saved) => {
                self.is_under_way = false;
                self.outcome = Some(saved.map(|place| message!("Saved as {place}.", place)));
            }
            SaveChange::Choose => {
                let slug = source.client.slug().to_owned();
                let name = files::file_name(&slug, "battle", self.form.ending());
                let content = source.content(self.form, self.paper)?;
                let words = words(ctx);
                let make = move |_: &std::path::Path| content.written(&words);
                let content = files::Content { name: self.form.what(), make };
                let saved = |done: SavedFile| Command::SavedBattle(slug, Ok(done.place));
                files.save(ctx, &name, content, saved);
            }
            SaveChange::ToPath => self.save_to_path(source, files, ctx),
            SaveChange::Answer(yes) => {
                if let Some(path) = question.filter(|_| yes) {
                    self.write(source, &path, files, ctx);
                }
            }
            SaveChange::Copy => {
                let report = source.report()?;
                self.outcome = Some(Ok(message!("Copied. Paste it into your post.")));
                ctx.copy_text(report.to_markdown(&words(ctx)));
            }
        }
        Ok(())
    }

    fn choose_form(&mut self, slug: &str, form: SaveForm) {
        // The folder and name that the player typed stay.
        if let Some(stem) = self.path.strip_suffix(&format!(".{}", self.form.ending())) {
            self.path = format!("{stem}.{}", form.ending());
        } else if self.path.trim().is_empty() {
            self.path = suggested(slug, form);
        }
        self.form = form;
    }

    /// Saves at the path that was typed, or asks first if a file exists.
    fn save_to_path(&mut self, source: Source, files: &Files, ctx: &Context) {
        // A file without an ending would not open by double click.
        let path = files::typed(&self.path, Some(self.form.ending()));
        if std::path::Path::new(&path).is_file() {
            self.question = Some(path);
        } else {
            self.write(source, &path, files, ctx);
        }
    }

    fn write(&mut self, source: Source, path: &str, files: &Files, ctx: &Context) {
        let content = match source.content(self.form, self.paper) {
            Ok(content) => content,
            Err(why) => {
                self.outcome = Some(Err(why));
                return;
            }
        };
        self.is_under_way = true;
        let at = std::path::absolute(path).unwrap_or_else(|_| path.into());
        let words = words(ctx);
        let make = move |_: &std::path::Path| content.written(&words);
        let content = files::Content { name: self.form.what(), make };
        let slug = source.client.slug().to_owned();
        let saved = move |done: Result<SavedFile, Message>| {
            Command::SavedBattle(slug, done.map(|done| done.place))
        };
        files.save_at(ctx, at.display().to_string(), content, saved);
    }
}

/// Saves the battle as a file with one tap, where a player would look for it,
/// under a name that is free.
///
/// # Errors
/// If there is no such file, or not yet.
#[cfg(not(target_arch = "wasm32"))]
pub(super) fn save_now(
    source: Source,
    files: &Files,
    ctx: &Context,
    close: bool,
) -> Result<(), Unready> {
    let bytes = source.file()?.into_bytes();
    let content =
        files::Content { name: SaveForm::Battle.what(), make: |_: &std::path::Path| Ok(bytes) };
    let first = suggested(source.client.slug(), SaveForm::Battle);
    let place = free_name(std::path::Path::new(&first)).display().to_string();
    let saved = move |done: Result<SavedFile, Message>| {
        Command::SavedNow(done.map(|done| done.place), close)
    };
    files.save_at(ctx, place, content, saved);
    Ok(())
}

/// In a browser it is downloaded.
#[cfg(target_arch = "wasm32")]
pub(super) fn save_now(
    source: Source,
    files: &Files,
    ctx: &Context,
    close: bool,
) -> Result<(), Unready> {
    let name = files::file_name(source.client.slug(), "battle", SaveForm::Battle.ending());
    let bytes = source.file()?.into_bytes();
    let content =
        files::Content { name: SaveForm::Battle.what(), make: |_: &std::path::Path| Ok(bytes) };
    files.save(ctx, &name, content, move |done| Command::SavedNow(Ok(done.place), close));
    Ok(())
}

/// The path, or else the same with the first number that is free.
#[cfg(not(target_arch = "wasm32"))]
fn free_name(path: &std::path::Path) -> std::path::PathBuf {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let ending = SaveForm::Battle.ending();
    let numbered = (2..10_000).map(|n| path.with_file_name(format!("{stem}-{n}.{ending}")));
    let mut names = std::iter::once(path.to_path_buf()).chain(numbered);
    names.find(|name| !name.exists()).unwrap_or_else(|| path.to_path_buf())
}

impl SaveForm {
    /// The words on its button.
    pub(super) fn name(self) -> Message {
        match self {
            SaveForm::Battle => message!("Battle file"),
            SaveForm::Pdf => message!("Report, PDF"),
            SaveForm::Markdown => message!("Report, Markdown"),
        }
    }

    /// A description of its content.
    pub(super) fn about(self) -> Message {
        match self {
            SaveForm::Battle => {
                message!(
                    "Every order with its dice, and all secrets; all players are notified. Open it on any device to continue the battle."
                )
            }
            SaveForm::Pdf => {
                message!(
                    "What happened, round by round, on pages to print or send: losses, turning points \
                 and luck."
                )
            }
            SaveForm::Markdown => {
                message!("The same as text with headings, ready to post on a club’s page.")
            }
        }
    }

    /// Its name in errors.
    pub(super) fn what(self) -> &'static str {
        if self == SaveForm::Battle { "the battle" } else { "the report" }
    }

    /// The ending of its file's name.
    pub(super) fn ending(self) -> &'static str {
        match self {
            SaveForm::Battle => "battle",
            SaveForm::Pdf => "pdf",
            SaveForm::Markdown => "md",
        }
    }
}

/// Where a player would look for it: in the documents folder, under the
/// battle's name.
#[cfg(not(target_arch = "wasm32"))]
fn suggested(slug: &str, form: SaveForm) -> String {
    files::usual_place(&files::file_name(slug, "battle", form.ending()))
}

/// A browser has no paths.
#[cfg(target_arch = "wasm32")]
fn suggested(_: &str, _: SaveForm) -> String {
    String::new()
}
