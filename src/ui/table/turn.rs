//! The present turn from the session: the next step, the turn card of the acting unit, and the
//! action of the main button. No drawing here.

use serde_json::Value;

use crate::fleet::library::ReadyBattle;
use crate::message::{Message, message};
use crate::rules::{
    CardDone, CardStep, GroupAction, Guide, Next, NextStep, Part, Side, StepState, Subject, Tag,
    TurnCard,
};
use crate::session::{Client, Query, Response, View};

/// The present turn from the session.
#[derive(Debug, Default)]
pub(super) struct Turn {
    pub(super) next: Next,
    /// The turn of the unit that acts; `None` if none does, or the answer is late.
    pub(super) card: Option<Box<TurnCard>>,
    /// The present groups.
    pub(super) groups: Vec<GroupAction>,
}

/// The action of the main button.
#[derive(Clone, Copy, Debug)]
pub(super) enum Main<'t> {
    /// Opens the order that a lesson leads to, or the first order if no unit acts.
    Open(&'t NextStep),
    /// Begins a ready battle after a lesson.
    Battle(&'static ReadyBattle),
    /// Gives the rest of a unit's turn as one.
    Done(Tag, &'t CardDone),
    /// Opens a step of the card, by its place.
    Step(usize, &'t CardStep),
    /// Gives the next step.
    Next(&'t Next),
    /// Shows the secrets of the side that acts, without which nothing can be chosen.
    Secrets(Side),
    /// Opens the report of a battle that is over.
    Report,
}

impl Main<'_> {
    /// Whether it gives an order of this kind.
    pub(super) fn gives(&self, kind: &str) -> bool {
        match self {
            Main::Open(step) => step.kind == kind,
            Main::Step(_, step) => step.spec.kind == kind,
            Main::Next(next) => {
                next.order.as_ref().is_some_and(|order| order.get("kind") == Some(&kind.into()))
            }
            Main::Done(_, done) => match done.orders.as_slice() {
                [only] => only.get("kind") == Some(&kind.into()),
                _ => false,
            },
            Main::Battle(_) | Main::Secrets(_) | Main::Report => false,
        }
    }
}

impl Turn {
    /// Asks for the next step, for the card of the unit that acts with the target that was
    /// tapped, and for the groups in which these units can act.
    pub(super) fn ask(
        client: &Client,
        next: Next,
        actor: Option<Tag>,
        target: Option<Tag>,
        units: &[Tag],
    ) -> Turn {
        let card = actor.and_then(|unit| card_of(client, unit, target));
        let can = |what: &GroupAction| {
            let parts = units.iter().filter(|unit| acts_in(client, *what, **unit));
            parts.take(2).count() > 1
        };
        let groups = [GroupAction::OnlyMove, GroupAction::AsBefore, GroupAction::AtSpeed];
        Turn { next, card, groups: groups.into_iter().filter(can).collect() }
    }

    /// The step of the card that begins the unit's turn, if it has not begun.
    pub(super) fn beginning(&self) -> Option<&CardStep> {
        let first = self.card.as_ref()?.steps.first()?;
        (is_beginning(first) && first.ready).then_some(first)
    }

    /// The first step that has to be given and can be.
    fn first_due(&self) -> Option<(usize, &CardStep)> {
        let steps = self.card.as_ref()?.steps.iter().enumerate();
        let owed = |step: &CardStep| step.state == StepState::Owed && !is_beginning(step);
        steps.filter(|(_, step)| owed(step)).find(|(_, step)| step.ready)
    }

    /// The action of the main button; `own_dice` says whether the side of the card rolls its own
    /// dice.
    pub(super) fn main(&self, view: &View, own_dice: bool) -> Option<Main<'_>> {
        if view.over || view.victor.is_some() {
            return Some(Main::Report);
        }
        if let Some(card) = &self.card
            && let Some(done) = &card.done
        {
            let owed = self.first_due().filter(|_| own_dice && !done.throws.is_empty());
            let done = Main::Done(card.unit, done);
            return Some(owed.map_or(done, |(at, step)| Main::Step(at, step)));
        }
        if self.next.order.is_some() {
            return Some(Main::Next(&self.next));
        }
        let step = self.first_due().or_else(|| self.only_choice());
        step.map(|(at, step)| Main::Step(at, step))
    }

    /// The only open step of the unit whose choice comes next, if it is filled in.
    fn only_choice(&self) -> Option<(usize, &CardStep)> {
        let card = self.card.as_ref().filter(|card| self.next.unit == Some(card.unit))?;
        let mut open = card.steps.iter().enumerate().filter(|(_, step)| is_to_come(step));
        let (at, step) = open.next().filter(|(_, step)| step.ready && !is_beginning(step))?;
        open.next().is_none().then_some((at, step))
    }
}

/// Whether a unit's turn has steps that can be given now.
pub(super) fn has_steps(client: &Client, unit: Tag) -> bool {
    card_of(client, unit, None).is_some_and(|card| card.steps.iter().any(is_to_come))
}

/// A unit's turn, if it can be known now.
fn card_of(client: &Client, unit: Tag, target: Option<Tag>) -> Option<Box<TurnCard>> {
    match client.turns(&Query::Turn { unit, target }).answer() {
        Some(Response::Turn { card, .. }) => Some(card.clone()),
        _ => None,
    }
}

/// Whether a unit can act in such a group.
fn acts_in(client: &Client, what: GroupAction, unit: Tag) -> bool {
    // If last turn's speeds can be kept, there are speeds to set.
    let asked = if what == GroupAction::AtSpeed { GroupAction::AsBefore } else { what };
    let ask = Query::Group { what: asked, units: vec![unit], speed: None::<Value> };
    match client.turns(&ask).answer() {
        Some(Response::Group { group, .. }) => !group.orders.is_empty(),
        _ => false,
    }
}

/// Whether a step is still to come.
pub(super) fn is_to_come(step: &CardStep) -> bool {
    matches!(step.state, StepState::Open | StepState::Owed)
}

/// Whether a step only begins a unit's turn, which is done before any other order of hers.
pub(super) fn is_beginning(step: &CardStep) -> bool {
    step.spec.part == Part::Begins
}

/// The order that ends the turn, phase or round, if it is allowed now.
pub(super) fn ending(view: &View) -> Option<&NextStep> {
    let ends = |step: &&NextStep| {
        view.system.part_of(step.kind) == Part::Ends && view.may_command(step.subject)
    };
    view.guide.next.iter().find(ends)
}

/// The steps that are still to do, to ask about before an order with this role. `None` if there
/// is nothing.
pub(super) fn asked_before(guide: &Guide, subject: Subject, part: Part) -> Option<Vec<Message>> {
    let asks = match part {
        Part::Concedes => {
            return Some(vec![match subject {
                Subject::Side(side) => {
                    let other = side.other();
                    message!("Side {side} concedes, and side {other} wins.", side, other)
                }
                Subject::Unit(_) | Subject::Battle => {
                    message!("If a side concedes, the other side wins.")
                }
            }]);
        }
        Part::Agrees => return Some(vec![message!("An agreed result ends the battle.")]),
        Part::Ends => true,
        Part::Begins => guide.active.is_some_and(|active| Subject::Unit(active) != subject),
        Part::Act
        | Part::Standing
        | Part::Moves
        | Part::SideAction
        | Part::Leaves
        | Part::Corrects => false,
    };
    (asks && !guide.still_to_do.is_empty()).then(|| guide.still_to_do.clone())
}
