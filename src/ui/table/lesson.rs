//! A lesson at the table: its hint is above the next step, which the lesson decides.
//! Pausing, continuing and ending it do not change the battle.

use egui::Ui;
use serde_json::json;

use crate::fleet::library::{self, ReadyBattle};
use crate::message::{Message, message};
use crate::rules::{Subject, Tag};
use crate::session::LessonView;
use crate::ui::announcer::Topic;
use crate::ui::command::{LessonCommand, TableCommand};
use crate::ui::theme::palette;
use crate::ui::widgets::{announced_ui, aside, caption, quiet_row, sheet};

use super::order_form::Form;
use super::state::{Doing, Hand, Table, Teaching};

impl From<LessonCommand> for Teaching {
    fn from(command: LessonCommand) -> Teaching {
        match command {
            LessonCommand::Pause => Teaching::Paused,
            LessonCommand::Continue => Teaching::Taught,
            LessonCommand::End => Teaching::Ended,
        }
    }
}

impl Table {
    /// The lesson, if the battle is one and it has not been ended, while the present is
    /// shown.
    fn lesson(&self) -> Option<&LessonView> {
        self.view.lesson.as_ref().filter(|_| {
            self.teaching != Teaching::Ended && matches!(self.doing, Doing::Ordering(_))
        })
    }

    /// The lesson while it is taught.
    pub(super) fn taught(&self) -> Option<&LessonView> {
        self.lesson().filter(|_| self.teaching == Teaching::Taught)
    }

    /// The ready battle of the same game that follows a finished lesson.
    pub(super) fn battle_after_lesson(&self) -> Option<&'static ReadyBattle> {
        self.taught().filter(|shown| shown.step > shown.steps)?;
        library::battles().iter().find(|battle| battle.system == self.view.system)
    }

    /// Whether the hint is shown above the buttons: between two orders.
    pub(super) fn is_lesson_visible(&self) -> bool {
        let between = match &self.doing {
            Doing::Ordering(ordering) => match ordering.hand {
                Hand::Nothing | Hand::Result(_) => !self.is_done_in_secret(),
                Hand::Order(_) | Hand::Declared(_) | Hand::Asking(_) | Hand::Group(_) => false,
            },
            Doing::LookingBack(_) | Doing::Choosing(_) | Doing::Amending(_) => false,
        };
        between && self.lesson().is_some()
    }

    /// The field and value of the target that the lesson proposes for an order of this kind.
    pub(super) fn lesson_aims(
        &self,
        subject: Subject,
        kind: &str,
    ) -> Option<(&'static str, serde_json::Value)> {
        let shown = self.taught()?;
        let next = shown.next.as_ref()?;
        let target = json!(shown.target.filter(|_| next.subject == subject && next.kind == kind)?);
        let offer = self.orders()?.offers.iter().find(|offer| offer.spec.kind == kind)?;
        let field = offer.fields.iter().find(|field| {
            let offered = field.choices.iter().any(|choice| choice.value == target);
            offered && !offer.spec.givers.contains(&field.spec.name)
        })?;
        Some((field.spec.name, target))
    }

    /// Whether the lesson points at this unit: as the one that acts, or as the target.
    pub(super) fn lesson_points(&self, tag: Tag) -> Option<Pointed> {
        let shown = self.taught().filter(|_| self.is_lesson_visible())?;
        let acts = shown.next.as_ref().is_some_and(|next| next.subject == Subject::Unit(tag));
        if shown.target == Some(tag) { Some(Pointed::At) } else { acts.then_some(Pointed::Acts) }
    }
}

/// The role of a unit to which a lesson points.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Pointed {
    /// The one that gives the next order.
    Acts,
    /// Its target.
    At,
}

/// The hint of the lesson, with the buttons to pause and end it.
pub(super) fn lesson_ui(ui: &mut Ui, table: &Table, commands: &mut Vec<TableCommand>) {
    let Some(shown) = table.lesson() else { return };
    let (step, steps) = (shown.step.min(shown.steps), shown.steps);
    let is_over = shown.step > shown.steps;
    let of_lesson = |text: Message, command| (text, TableCommand::Lesson(command));
    let end = of_lesson(message!("End the lesson"), LessonCommand::End);
    let (title, choices) = match (table.teaching, is_over) {
        (Teaching::Paused, _) => {
            let again = of_lesson(message!("Continue the lesson"), LessonCommand::Continue);
            (message!("Lesson paused at step {step} of {steps}", step, steps), vec![again, end])
        }
        (Teaching::Taught | Teaching::Ended, true) => {
            // During the battle, the main button leads there.
            let play = table.battle_after_lesson().filter(|_| table.view.over).map(|battle| {
                let text = message!("Play {name}", name = &battle.name);
                (text, TableCommand::PlayReady(battle.slug.clone()))
            });
            (message!("The lesson is over"), play.into_iter().chain([end]).collect())
        }
        (Teaching::Taught | Teaching::Ended, false) => {
            let leave = of_lesson(message!("Pause the lesson"), LessonCommand::Pause);
            (message!("Lesson: step {step} of {steps}", step, steps), vec![leave, end])
        }
    };
    sheet(ui, |ui| {
        caption(ui, title);
        if table.teaching == Teaching::Taught {
            announced_ui(ui, Topic::Lesson, &shown.says, palette(ui.ctx()).ink);
        }
        let words: Vec<_> = choices.iter().map(|(text, _)| (text, text)).collect();
        if let Some((_, command)) = quiet_row(ui, &words).and_then(|at| choices.get(at)) {
            commands.push(command.clone());
        }
    });
}

/// The hint about the form of the open order.
pub(super) fn form_ui(ui: &mut Ui, table: &Table, form: &Form) {
    let Some(shown) = table.taught() else { return };
    let of_step = |next: &crate::rules::NextStep| {
        next.subject == form.subject && next.kind == form.offer().spec.kind
    };
    if !shown.form.is_empty() && shown.next.as_ref().is_some_and(of_step) {
        aside(ui, message!("Lesson: {what}", what = &shown.form));
    }
}
