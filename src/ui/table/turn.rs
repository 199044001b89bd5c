//! What comes next: the suggested step, what else can be done, and what ends
//! the turn or phase. No drawing here.

use crate::rules::{Guide, NextStep, Part, PhaseState, Side, Subject, Tag};
use crate::say::{Say, say};
use crate::systems::part_of;

/// What the players have skipped in the present turn. The rules know nothing of
/// it: it only guides the screen through their suggestions.
#[derive(Debug, Default)]
pub(super) struct Turn {
    /// The turn that this is about.
    of: Option<Moment>,
    skipped: Vec<(Subject, &'static str)>,
    /// Whether the turn of the active unit was ended here.
    ended: bool,
    /// What the players were asked about before they went on.
    told: Vec<Say>,
}

/// The round, side, unit and phase of a turn.
#[derive(Debug, PartialEq)]
struct Moment {
    active: Option<Tag>,
    round: Say,
    side: Option<Side>,
    phase: Option<usize>,
}

impl Moment {
    fn of(guide: &Guide) -> Moment {
        // The phases of a unit are part of her turn.
        let phase = guide.steps.iter().position(|step| step.stands == PhaseState::Now);
        Moment {
            active: guide.active,
            round: guide.headline.clone(),
            side: guide.side,
            phase: phase.filter(|_| guide.active.is_none()),
        }
    }
}

/// How the present turn is ended.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Ending<'g> {
    /// By going on: no order ends the active unit's turn, the next unit's just
    /// begins.
    Turn(Tag),
    /// By an order of the rules.
    Order(&'g NextStep),
}

/// The steps that the guide suggests, sorted for the screen.
#[derive(Debug)]
pub(super) struct Plan<'g> {
    /// The step that comes next; `None` if only the end is left.
    pub(super) primary: Option<&'g NextStep>,
    /// The other steps, skipped ones last.
    pub(super) others: Vec<&'g NextStep>,
    pub(super) ending: Option<Ending<'g>>,
}

impl Turn {
    /// Forgets what was skipped in another turn.
    pub(super) fn follow(&mut self, guide: &Guide) {
        let of = Some(Moment::of(guide));
        if self.of != of {
            *self = Turn { of, ..Turn::default() };
        }
    }

    /// Skips a step.
    pub(super) fn skip(&mut self, subject: Subject, kind: &'static str) {
        self.skipped.push((subject, kind));
    }

    /// Whether this very step was skipped.
    pub(super) fn has_skipped(&self, step: &NextStep) -> bool {
        self.skipped.contains(&(step.subject, step.kind))
    }

    /// What is owed, except what the players have already been asked about.
    pub(super) fn owed(&self, guide: &Guide) -> Vec<Say> {
        guide.owed.iter().filter(|line| !self.told.contains(line)).cloned().collect()
    }

    /// The players were asked about these, and went on.
    pub(super) fn went_on(&mut self, about: Vec<Say>) {
        self.told.extend(about);
    }

    /// The players have ended the active unit's turn.
    pub(super) fn end(&mut self) {
        self.ended = true;
    }

    /// The unit whose turn it is; `None` if the next one is to be chosen.
    pub(super) fn active(&self, guide: &Guide) -> Option<Tag> {
        let tag = guide.active?;
        let own = guide.next.iter().any(|step| step.subject == Subject::Unit(tag) && !ends(step));
        // If nothing is left to do or owed, there is nothing to end. What is owed while
        // others can act is theirs.
        let owes = !guide.owed.is_empty() && !others_wait(guide, tag);
        (!self.ended && (own || owes)).then_some(tag)
    }

    /// Whether the turn of this unit, which the rules still hold to act, was ended
    /// here.
    pub(super) fn has_ended(&self, guide: &Guide, tag: Tag) -> bool {
        self.ended && guide.active == Some(tag)
    }

    /// What comes next; for the unit or side that was chosen instead of the one whose
    /// turn it is, if one was.
    pub(super) fn plan<'g>(&self, guide: &'g Guide, chosen: Option<Subject>) -> Plan<'g> {
        let active = self.active(guide);
        let own = |step: &&NextStep| guide.active.map(Subject::Unit) == Some(step.subject);
        let wanted = |step: &&NextStep| match chosen {
            Some(chosen) => !ends(step) && step.subject == chosen,
            None => !ends(step) && own(step) == active.is_some(),
        };
        let skipped = |step: &&NextStep| {
            let all = step.part() == Part::OfTheSide;
            let same =
                |(by, kind): &(Subject, &str)| *kind == step.kind && (all || *by == step.subject);
            self.skipped.iter().any(same)
        };
        let (expected, optional) = guide.next.split_at(before_the_end(guide));
        let (passed, mut others): (Vec<_>, Vec<_>) =
            expected.iter().filter(wanted).partition(skipped);
        let primary = (!others.is_empty()).then(|| others.remove(0));
        others.extend(passed);
        others.extend(optional.iter().filter(wanted));
        let end = guide.next.iter().find(|step| ends(step) && !own(step)).map(Ending::Order);
        let ending = active.map(Ending::Turn).or(end).filter(|_| chosen.is_none());
        Plan { primary, others, ending }
    }
}

impl<'g> Plan<'g> {
    /// The same with a step before all others: a lesson’s.
    pub(super) fn led_to(mut self, step: &'g NextStep) -> Plan<'g> {
        let other = |one: &&NextStep| (one.subject, one.kind) != (step.subject, step.kind);
        let (before, others) = (self.primary.take(), std::mem::take(&mut self.others));
        let ending = self.ending.filter(|ending| match ending {
            Ending::Turn(_) => true,
            Ending::Order(order) => other(order),
        });
        let others = before.into_iter().chain(others).filter(other).collect();
        Plan { primary: Some(step), others, ending }
    }
}

/// A kind of order that can be given unchanged for all units at once, if
/// several of it are suggested, with the words for all and for some.
pub(super) fn as_before(plan: &Plan) -> Option<(&'static str, [Say; 2])> {
    let step = plan.primary?;
    let words = step.part().for_the_rest()?;
    plan.others.iter().any(|other| other.kind == step.kind).then_some((step.kind, words))
}

/// Whether a step ends a phase, a turn or a round.
fn ends(step: &NextStep) -> bool {
    step.part() == Part::Ends
}

/// Whether other units can act before anything ends.
fn others_wait(guide: &Guide, tag: Tag) -> bool {
    let other = |subject: Subject| match subject {
        Subject::Unit(unit) => unit != tag,
        Subject::Side(_) | Subject::Battle => false,
    };
    guide.next.iter().any(|step| !ends(step) && other(step.subject))
}

/// How many steps the guide suggests before an end; those after it are
/// optional. The end of a unit's own turn is none of these.
fn before_the_end(guide: &Guide) -> usize {
    let active = guide.active.map(Subject::Unit);
    let ends_more = |step: &NextStep| ends(step) && Some(step.subject) != active;
    guide.next.iter().position(ends_more).unwrap_or(guide.next.len())
}

/// What to ask about before an order of this kind is given: what is owed.
/// `None` if there is nothing.
pub(super) fn asked_before(
    turn: &Turn,
    guide: &Guide,
    (subject, kind): (Subject, &str),
) -> Option<Vec<Say>> {
    let active = turn.active(guide);
    let asks = match part_of(kind) {
        Part::GivesUp => {
            return Some(vec![say!("To concede gives the battle to the other side.")]);
        }
        Part::Agrees => return Some(vec![say!("An agreed result ends the battle.")]),
        Part::Ends => true,
        Part::Begins => active.is_some_and(|active| Subject::Unit(active) != subject),
        Part::Act | Part::Stays | Part::Moves | Part::OfTheSide | Part::Leaves | Part::Corrects => {
            false
        }
    };
    if !asks {
        return None;
    }
    let owed = turn.owed(guide);
    (!owed.is_empty()).then_some(owed)
}
