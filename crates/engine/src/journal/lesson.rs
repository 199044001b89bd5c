//! Lessons: small battles that teach a game in a few orders. A lesson is data beside the ready
//! battles (`fleets/lessons`), and is played like any battle. Its progress is read from the
//! log, so players may give other orders, undo, pause and continue.

use std::sync::OnceLock;

use serde::Deserialize;
use serde_json::{Map, Value, json};
use toml_edit::Document;

use games::{PlayerView, SystemTag, offers};
use rules::common::RecordOwner;
use rules::file::node::Node;
use rules::{Guide, NextStep, Subject, Tag};

use super::{Entry, Opening};

/// A first battle that teaches a system.
#[derive(Clone, Debug, PartialEq)]
pub struct Lesson {
    pub name: String,
    /// What it teaches, in a sentence or two.
    pub summary: String,
    /// The text at its end.
    pub end: String,
    pub steps: Vec<LessonStep>,
    opening: Opening,
}

/// A step of a lesson, which waits for an order.
#[derive(Clone, Debug, PartialEq)]
pub struct LessonStep {
    /// The hint: what to do now, and why.
    pub says: String,
    /// The hint about the order's form; empty if there is nothing to explain.
    pub form: String,
    /// The unit or side that gives the order.
    pub subject: Subject,
    /// The kind of order that it waits for.
    pub order: &'static str,
    /// The target, if the order has one.
    pub target: Option<Tag>,
}

/// The progress of a lesson.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LessonProgress {
    /// The step with this index comes next.
    At(usize),
    /// This many steps are done, and the next one begins when the players continue.
    Before(usize),
    /// It is over.
    Over,
}

/// A lesson as its file has it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct LessonFile {
    system: String,
    name: String,
    summary: String,
    end: String,
    #[serde(default)]
    options: Map<String, Value>,
    aim: Value,
    side: [Value; 2],
    step: Vec<WrittenStep>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WrittenStep {
    order: String,
    /// A unit or a side; if missing, the battle as a whole.
    #[serde(default)]
    by: Option<RecordOwner>,
    #[serde(default)]
    at: Option<Tag>,
    says: String,
    #[serde(default)]
    form: String,
}

/// Every file in `fleets/lessons`, which the build has found, under its path.
static FILES: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/lessons.rs"));

impl Lesson {
    /// Every lesson, in the order of the systems.
    #[must_use]
    pub fn all() -> &'static [Lesson] {
        static READ: OnceLock<Vec<Lesson>> = OnceLock::new();
        READ.get_or_init(|| {
            let mut all: Vec<_> = FILES.iter().filter_map(|(_, text)| read(text).ok()).collect();
            let place = |lesson: &Lesson| SystemTag::ALL.iter().position(|s| *s == lesson.system());
            all.sort_by_key(place);
            all
        })
    }

    /// The lesson of a system, if it has one.
    #[must_use]
    pub fn about(system: SystemTag) -> Option<&'static Lesson> {
        Lesson::all().iter().find(|lesson| lesson.system() == system)
    }

    /// The lesson of a battle: the one with the same fleets, optional rules and victory conditions.
    #[must_use]
    pub fn of(opening: &Opening) -> Option<&'static Lesson> {
        Lesson::about(opening.system()).filter(|lesson| lesson.opening(opening.seed) == *opening)
    }

    /// Its word: `learn-greek-fire`.
    #[must_use]
    pub fn slug(&self) -> String {
        format!("learn-{}", self.system())
    }

    /// The rules that it teaches.
    #[must_use]
    pub fn system(&self) -> SystemTag {
        self.opening.system()
    }

    /// The opening of its battle.
    #[must_use]
    pub fn opening(&self, seed: u64) -> Opening {
        Opening { seed, ..self.opening.clone() }
    }

    /// Its progress in a battle after these orders, as one viewer knows it. An order of a later
    /// step skips the steps before it; a step whose order the rules do not allow is left out.
    pub fn progress<'e>(
        &self,
        known: &PlayerView,
        entries: impl Iterator<Item = &'e Entry>,
    ) -> LessonProgress {
        let mut passed = 0;
        for entry in entries {
            let (subject, kind) = (entry.given_by(self.system()), entry.kind());
            let waits = |step: &LessonStep| step.subject == subject && step.order == kind;
            if let Some(at) = self.steps[passed..].iter().position(waits) {
                passed += at + 1;
            }
        }
        if passed == self.steps.len() || known.winner().is_some() || known.victor().is_some() {
            return LessonProgress::Over;
        }
        let guide = known.guide();
        let open = self.steps[passed..].iter().position(|step| step.is_open(known, &guide));
        open.map_or(LessonProgress::Before(passed), |at| LessonProgress::At(passed + at))
    }
}

impl LessonStep {
    /// Whether its order can be given now, within the sequence of play.
    fn is_open(&self, known: &PlayerView, guide: &Guide) -> bool {
        let own = |next: &NextStep| next.subject == self.subject && next.kind == self.order;
        let is_proposed = guide.next.iter().any(own);
        let offers = offers(known, self.subject);
        let offer = offers.iter().find(|offer| offer.spec.kind == self.order);
        offer.is_some_and(|offer| {
            let mut choices = offer.fields.iter().flat_map(|field| &field.choices);
            let aims = self.target.is_none_or(|target| {
                choices.any(|choice| choice.value == json!(target) && choice.refused.is_none())
            });
            offer.refused.is_none() && (is_proposed || offer.warnings.is_empty()) && aims
        })
    }
}

fn read(text: &str) -> Result<Lesson, String> {
    let document = Document::parse(text).map_err(|error| error.to_string())?;
    let written = Node::of_document(document.as_table()).into_json();
    let written: LessonFile = serde_json::from_value(written).map_err(|error| error.to_string())?;
    let with_system = |mut side: Value| {
        side["system"] = json!(written.system);
        side
    };
    let opening = json!({
        "system": written.system,
        "sides": written.side.map(with_system),
        "options": written.options,
        "aim": written.aim,
    });
    let opening = Opening::read_json(&opening).map_err(|fault| fault.to_string())?;
    let steps = written.step.into_iter().map(|step| read_step(opening.system(), step));
    Ok(Lesson {
        name: written.name,
        summary: written.summary,
        end: written.end,
        steps: steps.collect::<Result<_, _>>()?,
        opening,
    })
}

fn read_step(system: SystemTag, step: WrittenStep) -> Result<LessonStep, String> {
    let order = system.order(&step.order).ok_or_else(|| format!("no order `{}`", step.order))?;
    Ok(LessonStep {
        says: step.says,
        form: step.form,
        subject: step.by.map_or(Subject::Battle, Subject::from),
        order: order.kind,
        target: step.at,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_system_has_a_lesson_that_reads_without_a_fault() {
        for (path, text) in FILES {
            read(text).unwrap_or_else(|fault| panic!("{path}: {fault}"));
        }
        for system in SystemTag::ALL {
            let lesson = Lesson::about(*system).unwrap_or_else(|| panic!("{system} has none"));
            assert_eq!(Lesson::of(&lesson.opening(7)), Some(lesson));
        }
        let order: Vec<_> = Lesson::all().iter().map(Lesson::system).collect();
        assert_eq!(order, SystemTag::ALL);
    }
}
