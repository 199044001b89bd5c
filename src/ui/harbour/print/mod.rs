//! The print shop: fleets and the battle on the table, as pages to look at and
//! to save.

mod preview;
mod screen;

use egui::Context;

use crate::fleet::{self, Checked, library};
use crate::print::{Job, Kind, Muster, Page, Paper, Part, PerPage, parts, pdf};
use crate::rules::{Side, SystemTag, Viewer};
use crate::say::{Say, say};
use crate::ui::command::{Command, HarbourCommand, PrintCommand, PrintSource};
use crate::ui::files::Files;
use crate::ui::language::in_words;
use crate::ui::table::Table;

use super::builder::Builder;

pub(super) use screen::print_ui;

/// What is to be printed, and its pages.
#[derive(Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of the form")]
pub(super) struct PrintShop {
    system: SystemTag,
    sources: Vec<PrintSource>,
    kinds: Vec<Kind>,
    fresh: bool,
    /// Who will read the printed battle.
    reader: Option<Viewer>,
    /// Whether one side of the battle has secrets from the other.
    secret: bool,
    /// The side whose tags a fleet gets that is printed alone.
    side: Side,
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
    title: String,
    /// What was made of the sources, for each kind. It is kept while they stay
    /// the same, because odds and reports take longer than their pages.
    made: Vec<(Kind, Vec<Part>)>,
    pages: Vec<Page>,
    /// Why there are no pages.
    problem: Option<Say>,
    page: usize,
    /// Whether the pages are shown, if they do not fit beside the rest.
    looking: bool,
    /// Whether the page is shown twice as large as fits.
    zoomed: bool,
}

impl Default for PrintShop {
    fn default() -> PrintShop {
        PrintShop {
            system: SystemTag::ALL[0],
            sources: Vec::new(),
            kinds: vec![Kind::Rosters, Kind::Sheets],
            fresh: true,
            reader: None,
            secret: false,
            side: Side::A,
            paper: Paper::default(),
            per_page: PerPage::default(),
            ink_saver: false,
            path: String::new(),
            question: None,
            told: None,
            built: None,
            battle: None,
            title: String::new(),
            made: Vec::new(),
            pages: Vec::new(),
            problem: None,
            page: 0,
            looking: false,
            zoomed: false,
        }
    }
}

/// Puts something into a list, or takes it out.
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
    /// Opens the print shop: what can be printed may have changed since.
    pub(super) fn enter(&mut self, builder: &Builder, table: Option<&Table>) {
        // Another battle has other secrets.
        self.reader = None;
        self.built = builder.name();
        self.battle = table.map(Table::title);
        if self.sources.is_empty() {
            if self.battle.is_some() {
                self.sources.push(PrintSource::Battle);
            } else if self.built.is_some() {
                self.sources.push(PrintSource::Built);
            }
        }
        let (built, battle) = (self.built.is_some(), self.battle.is_some());
        self.sources.retain(|source| match source {
            PrintSource::Ready(_) => true,
            PrintSource::Built => built,
            PrintSource::Battle => battle,
        });
        self.made.clear();
        self.compose(builder, table);
    }

    /// Carries out what the player wants to print.
    ///
    /// # Errors
    /// If the PDF cannot be written; the reason, in words.
    pub(super) fn apply(
        &mut self,
        command: PrintCommand,
        (builder, table): (&Builder, Option<&Table>),
        files: &Files,
        ctx: &Context,
    ) -> Result<(), Say> {
        self.told = None;
        let question = self.question.take();
        match command {
            PrintCommand::System(system) => {
                self.system = system;
                return Ok(());
            }
            PrintCommand::Page(page) => {
                self.page = page;
                return Ok(());
            }
            PrintCommand::Look(looking) => {
                self.looking = looking;
                return Ok(());
            }
            PrintCommand::Zoom(zoomed) => {
                self.zoomed = zoomed;
                return Ok(());
            }
            PrintCommand::TypePath(path) => {
                self.path = path;
                return Ok(());
            }
            PrintCommand::Save => return self.save(files, ctx),
            PrintCommand::Saved(place) => {
                self.told = Some(self.saved_as(&place));
                return Ok(());
            }
            PrintCommand::SaveToPath => return self.save_to_path(),
            PrintCommand::WriteOver(yes) => {
                return question.filter(|_| yes).map_or(Ok(()), |path| self.write_to(&path));
            }
            PrintCommand::Source(source) => {
                toggle(&mut self.sources, source);
                self.made.clear();
            }
            PrintCommand::Part(kind) => {
                toggle(&mut self.kinds, kind);
                // They are printed in the best order for reading.
                self.kinds.sort_by_key(|kind| Kind::ALL.iter().position(|known| known == kind));
            }
            PrintCommand::Fresh(fresh) => {
                self.fresh = fresh;
                self.made.clear();
            }
            PrintCommand::Reader(reader) => {
                self.reader = Some(reader);
                self.made.clear();
            }
            PrintCommand::Side(side) => {
                self.side = side;
                self.made.clear();
            }
            PrintCommand::Paper(paper) => self.paper = paper,
            PrintCommand::PerPage(per_page) => self.per_page = per_page,
            PrintCommand::InkSaver(on) => self.ink_saver = on,
        }
        self.compose(builder, table);
        Ok(())
    }

    fn saved_as(&self, place: &str) -> Say {
        say!("{pages} saved as {place}.", pages = count_of(self.pages.len()), place)
    }

    /// Asks where the PDF is to be saved.
    fn save(&self, files: &Files, ctx: &Context) -> Result<(), Say> {
        files.save(ctx, ("trierarch.pdf", "the pages"), self.pdf()?, |place| {
            Command::Harbour(HarbourCommand::Print(PrintCommand::Saved(place)))
        });
        Ok(())
    }

    /// Lays out the pages again, from what was made before and what is missing.
    fn compose(&mut self, builder: &Builder, table: Option<&Table>) {
        self.problem = self.make(builder, table).err();
        self.pages = if self.problem.is_some() {
            Vec::new()
        } else {
            let of_kind = |kind: &Kind| self.made.iter().find(|(made, _)| made == kind);
            let parts = self.kinds.iter().filter_map(of_kind).flat_map(|(_, parts)| parts.clone());
            let job = Job {
                title: self.title.clone(),
                paper: self.paper,
                per_page: self.per_page,
                ink_saver: self.ink_saver,
                parts: parts.collect(),
            };
            job.pages()
        };
        self.page = self.page.min(self.pages.len().saturating_sub(1));
    }

    /// Makes what is ticked but not made yet.
    fn make(&mut self, builder: &Builder, table: Option<&Table>) -> Result<(), Say> {
        let is_made = |kind: &Kind| self.made.iter().any(|(made, _)| made == kind);
        let missing: Vec<Kind> = self.kinds.iter().copied().filter(|k| !is_made(k)).collect();
        if missing.is_empty() {
            return Ok(());
        }
        let musters = self.musters(builder, table)?;
        let mut names: Vec<&str> = musters.iter().map(Muster::name).collect();
        names.dedup();
        self.title = match names.as_slice() {
            [a, b] => format!("{a} against {b}"),
            names => names.join(", "),
        };
        for kind in missing {
            let told = kind == Kind::Report && self.sources.contains(&PrintSource::Battle);
            let report = table.filter(|_| told).map(Table::report).transpose()?;
            self.made.push((kind, parts(&musters, report.as_ref(), &[kind])));
        }
        Ok(())
    }

    /// The fleets to print: two that may fight each other as two sides, others
    /// on their own.
    fn musters(&mut self, builder: &Builder, table: Option<&Table>) -> Result<Vec<Muster>, Say> {
        let mut fleets: Vec<(Checked, String)> = Vec::new();
        let mut musters = Vec::new();
        self.secret = false;
        for source in self.sources.clone() {
            match source {
                PrintSource::Ready(path) => {
                    let text = library::file(path).unwrap_or_default();
                    let read = fleet::read_toml(text)
                        .map_err(|faults| Say::verbatim(fleet::render(path, text, &faults)))?;
                    fleets.push((read, text.to_owned()));
                }
                PrintSource::Built => fleets.push(builder.fleet()?),
                PrintSource::Battle => {
                    let Some(table) = table else { continue };
                    let file = table.file()?;
                    let of = |viewer| Muster::of_battle_file(&file, viewer).map_err(in_words);
                    let mut both = of(self.reader.unwrap_or(Viewer::Everyone))?;
                    self.secret = both.iter().any(Muster::has_secrets);
                    if self.secret && self.reader.is_none() {
                        return Err(say!("This battle has secrets. Choose who is to read it."));
                    }
                    for side in &mut both {
                        side.fresh = self.fresh;
                    }
                    musters.extend(both);
                }
            }
        }
        if let [(a, a_text), (b, b_text)] = fleets.as_slice()
            && a.fleet.system() == b.fleet.system()
            && let Ok(both) = Muster::both([(a, a_text), (b, b_text)])
        {
            musters.extend(both);
            fleets.clear();
        }
        for (checked, text) in &fleets {
            let side = if fleets.len() == 1 { self.side } else { Side::A };
            musters.push(Muster::alone_as(side, checked, text).map_err(in_words)?);
        }
        // A phone without Trierarch opens the page from which this was printed.
        #[cfg(target_arch = "wasm32")]
        for muster in &mut musters {
            muster.lead_to(&crate::ui::web::page_of(""));
        }
        Ok(musters)
    }

    fn pdf(&self) -> Result<Vec<u8>, Say> {
        let meta = pdf::Meta { title: self.title.clone(), created: Some(crate::referee::now()) };
        pdf::write(&self.pages, &meta).map_err(in_words)
    }

    /// Saves at the typed path; asks first if there is a file already.
    fn save_to_path(&mut self) -> Result<(), Say> {
        let path = self.path.trim().to_owned();
        if std::path::Path::new(&path).exists() {
            self.question = Some(path);
            return Ok(());
        }
        self.write_to(&path)
    }

    #[cfg(not(target_arch = "wasm32"))]
    fn write_to(&mut self, path: &str) -> Result<(), Say> {
        crate::referee::save_file(std::path::Path::new(path), "the pages", &self.pdf()?)
            .map_err(in_words)?;
        self.told = Some(self.saved_as(path));
        Ok(())
    }

    #[cfg(target_arch = "wasm32")]
    fn write_to(&mut self, _path: &str) -> Result<(), Say> {
        Err(say!("A browser cannot save to a path. Choose where to save it."))
    }
}
