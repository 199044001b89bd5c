//! Makes the pages of a print job step by step: reads the fleets, works out
//! odds, prepares each kind, and lays out the pages.

use std::sync::Arc;

use crate::analysis::{self, BattleReport, OddsTable, OddsTables, Progress};
use crate::fleet::Checked;
use crate::i18n::Words;
use crate::message::{Message, message};
use crate::print::{
    Page, Paper, PerPage, PrintInput, PrintJob, PrintKind, PrintPart, footer, parts,
};
use crate::rules::{Side, Viewer};
use crate::ui::language::in_words;

/// The results of the sources. They are reused while the sources stay the same, because
/// odds and reports take longer than their pages.
#[derive(Clone, Debug, Default)]
pub(super) struct Made {
    /// The fleets, if they have been read.
    inputs: Option<Arc<Vec<PrintInput>>>,
    parts: Vec<(PrintKind, Arc<Vec<PrintPart>>)>,
    /// The title at the foot of every page.
    pub(super) title: String,
    /// Whether one side of the battle has secrets from the other.
    pub(super) secret: bool,
    /// A note if the sheets differ from the request.
    pub(super) remark: Option<Message>,
}

impl Made {
    /// Which of these kinds are missing.
    pub(super) fn missing(&self, kinds: &[PrintKind]) -> Vec<PrintKind> {
        let is_made = |kind: &PrintKind| self.parts.iter().any(|(made, _)| made == kind);
        kinds.iter().copied().filter(|kind| !is_made(kind)).collect()
    }

    /// No results, except whether there are secrets.
    pub(super) fn without_parts(&self) -> Made {
        Made { secret: self.secret, ..Made::default() }
    }

    /// Whether the fleets were read.
    pub(super) fn has_read(&self) -> bool {
        self.inputs.is_some()
    }
}

/// The request: the parts to print, and the options.
pub(super) struct Wanted {
    /// Fleets, with the texts of their files.
    pub(super) fleets: Vec<(Checked, String)>,
    /// The open battle, as a battle file.
    pub(super) battle: Option<String>,
    pub(super) report: Option<BattleReport>,
    pub(super) fresh: bool,
    /// The reader of the print, if it has secrets.
    pub(super) reader: Option<Viewer>,
    /// The side that a fleet on its own is printed as.
    pub(super) side: Side,
    pub(super) kinds: Vec<PrintKind>,
    pub(super) paper: Paper,
    /// The number of record sheets on a page.
    pub(super) per_page: PerPage,
    /// Outlines instead of fills.
    pub(super) ink_saver: bool,
    pub(super) words: Arc<Words>,
}

/// Pages being made.
#[derive(Clone)]
pub(super) struct PageJob {
    wanted: Arc<Wanted>,
    made: Made,
    /// The odds of the fleets that are done.
    odds: Vec<Vec<OddsTable>>,
    /// The odds that are being computed.
    odds_in_progress: Option<Box<OddsTables>>,
    done: Option<Result<Arc<Vec<Page>>, Message>>,
}

impl std::fmt::Debug for PageJob {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("PageJob").field("made", &self.made).finish_non_exhaustive()
    }
}

impl PageJob {
    /// Starts with what was made before.
    pub(super) fn new(wanted: Wanted, made: Made) -> PageJob {
        let wanted = Arc::new(wanted);
        PageJob { wanted, made, odds: Vec::new(), odds_in_progress: None, done: None }
    }

    /// The pages, or the reason why there are none, and the results to keep for the next time.
    pub(super) fn found(self) -> (Made, Result<Arc<Vec<Page>>, Message>) {
        (self.made, self.done.unwrap_or_else(|| Ok(Arc::default())))
    }

    /// The fleets to print: two that may fight each other as two sides, others
    /// on their own.
    fn read(&mut self) -> Result<Vec<PrintInput>, Message> {
        let mut inputs = Vec::new();
        if let Some(file) = &self.wanted.battle {
            let reader = self.wanted.reader;
            let viewer = reader.unwrap_or(Viewer::Everyone);
            let both = PrintInput::of_battle_file(file, viewer).map_err(in_words)?;
            self.made.secret = both.iter().any(|input| input.has_secrets);
            if self.made.secret && reader.is_none() {
                return Err(message!("This battle has secrets. Choose who is to read it."));
            }
            let fresh = self.wanted.fresh;
            inputs.extend(both.map(|side| PrintInput { fresh, ..side }));
        }
        let fleets = &self.wanted.fleets;
        if let [(a, a_text), (b, b_text)] = fleets.as_slice()
            && a.fleet.system() == b.fleet.system()
            && let Ok(both) = PrintInput::both([(a, a_text), (b, b_text)])
        {
            if both.iter().any(|input| input.has_secrets) {
                self.made.secret = true;
                if self.wanted.reader.is_none() {
                    return Err(message!("These armies have secrets. Choose who is to read them."));
                }
            }
            let viewer = self.wanted.reader.unwrap_or(Viewer::Everyone);
            inputs.extend(both.map(|side| side.read_by(viewer)));
        } else {
            let side = if fleets.len() == 1 { self.wanted.side } else { Side::A };
            for (checked, text) in fleets {
                inputs.push(PrintInput::of_fleet_as(side, checked, text).map_err(in_words)?);
            }
        }
        // A phone without Trierarch opens the page from which this was printed.
        #[cfg(target_arch = "wasm32")]
        if let Some(page) = crate::ui::page::page_of("") {
            inputs.iter_mut().for_each(|input| input.lead_to(&page));
        }
        Ok(inputs)
    }

    fn take_inputs(&mut self, inputs: Vec<PrintInput>) {
        self.made.title = footer(&inputs).to_string();
        self.made.inputs = Some(Arc::new(inputs));
    }

    /// Works on the parts of a kind.
    fn make(&mut self, kind: PrintKind, inputs: &Arc<Vec<PrintInput>>) {
        if kind != PrintKind::Odds {
            let parts = parts(inputs, self.wanted.report.as_ref(), &[kind]);
            self.made.parts.push((kind, Arc::new(parts)));
            return;
        }
        if let Some(input) = inputs.get(self.odds.len()) {
            let begun = || Box::new(input.odds_to_work_out());
            let mut odds = self.odds_in_progress.take().unwrap_or_else(begun);
            if analysis::Job::step(&mut *odds) {
                self.odds_in_progress = Some(odds);
            } else {
                self.odds.push(odds.found());
            }
            return;
        }
        let with = |(input, odds): (&PrintInput, Vec<OddsTable>)| PrintInput {
            odds: Some(odds),
            ..input.clone()
        };
        let known: Vec<PrintInput> =
            inputs.iter().zip(std::mem::take(&mut self.odds)).map(with).collect();
        self.made.parts.push((kind, Arc::new(parts(&known, None, &[kind]))));
    }

    fn pages(&mut self) -> Vec<Page> {
        let Wanted { kinds, paper, per_page, ink_saver, words, .. } = &*self.wanted;
        let of_kind = |kind: &PrintKind| self.made.parts.iter().find(|(made, _)| made == kind);
        let parts = kinds.iter().filter_map(of_kind).flat_map(|(_, parts)| parts.iter().cloned());
        let job = PrintJob {
            title: self.made.title.clone(),
            paper: *paper,
            per_page: *per_page,
            ink_saver: *ink_saver,
            parts: parts.collect(),
        };
        self.made.remark = job.remark(words);
        job.pages_in(words)
    }
}

impl analysis::Job for PageJob {
    fn step(&mut self) -> bool {
        if self.done.is_some() {
            return false;
        }
        let missing = self.made.missing(&self.wanted.kinds);
        match (missing.first(), self.made.inputs.clone()) {
            (Some(_), None) => match self.read() {
                Ok(inputs) => self.take_inputs(inputs),
                Err(why) => self.done = Some(Err(why)),
            },
            (Some(kind), Some(inputs)) => self.make(*kind, &inputs),
            (None, _) => self.done = Some(Ok(Arc::new(self.pages()))),
        }
        true
    }

    /// The progress in hundredths; odds take most of the time.
    fn progress(&self) -> Progress {
        const WHOLE: u64 = 100;
        let kinds = self.wanted.kinds.len() as u64;
        let missing = self.made.missing(&self.wanted.kinds).len() as u64;
        let fleets = self.made.inputs.as_ref().map_or(0, |inputs| inputs.len() as u64);
        let in_work = self.odds_in_progress.as_ref().map_or(0, |odds| {
            let Progress { done, all } = analysis::Job::progress(&**odds);
            WHOLE * done / all.max(1)
        });
        let odds = (WHOLE * self.odds.len() as u64 + in_work) / fleets.max(1);
        let pages = if self.done.is_some() { WHOLE } else { 0 };
        Progress { done: WHOLE * (kinds - missing) + odds + pages, all: WHOLE * (kinds + 1) }
    }
}
