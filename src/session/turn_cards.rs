//! Turn cards, next steps and groups in the form of the protocol.

use serde_json::{Value, json};

use crate::games::{part_of, takes_target};
use crate::rules::{
    CardDone, CardStep, CardTarget, ComposedGroup, LeftOutUnit, NeededRoll, Next, Part, StepState,
    TargetOrder, TurnCard,
};

use super::answer::modifier_to_json;

/// A unit's turn.
pub(super) fn card(card: &TurnCard) -> Value {
    let mut told = json!({
        "unit": card.unit,
        "steps": card.steps.iter().map(step).collect::<Vec<_>>(),
        "targets": card.targets.iter().map(target).collect::<Vec<_>>(),
    });
    if let Some(done) = &card.done {
        told["done"] = finish(done);
    }
    told
}

fn step(step: &CardStep) -> Value {
    let mut told = json!({
        "kind": step.kind,
        "state": step.state,
        "text": step.text.to_string(),
        "why": step.why.to_string(),
        "order": step.order,
        "assumes": step.assumes,
        "certain": step.certain,
        "ready": step.ready,
    });
    if part_of(&step.kind) == Part::Begins {
        told["begins"] = true.into();
    }
    let may_be_given = match step.state {
        StepState::Open | StepState::Owed => !step.ready,
        StepState::Done | StepState::Skipped | StepState::NotNow => false,
    };
    if may_be_given && takes_target(&step.kind) {
        told["needs_target"] = true.into();
    }
    told
}

fn target(target: &CardTarget) -> Value {
    json!({
        "unit": target.unit,
        "orders": target.orders.iter().map(order).collect::<Vec<_>>(),
    })
}

fn order(order: &TargetOrder) -> Value {
    json!({
        "kind": order.kind,
        "text": order.text.to_string(),
        "order": order.order,
        "p": order.p,
        "turns_on": order.turns_on,
    })
}

fn finish(done: &CardDone) -> Value {
    json!({
        "orders": done.orders,
        "throws": throws(&done.throws),
        "says": done.says.to_string(),
    })
}

fn throws(throws: &[NeededRoll]) -> Vec<Value> {
    let throw = |roll: &NeededRoll| {
        json!({
            "at": roll.order,
            "throw": roll.throw,
            "for": roll.purpose.to_string(),
            "modifiers": roll.modifiers.iter().map(modifier_to_json).collect::<Vec<_>>(),
        })
    };
    throws.iter().map(throw).collect()
}

/// The next step.
pub(super) fn next(next: &Next) -> Value {
    json!({ "text": next.text.to_string(), "order": next.order, "unit": next.unit })
}

/// A group that was put together.
pub(super) fn group(group: &ComposedGroup) -> Value {
    let cannot = |left: &LeftOutUnit| json!({ "unit": left.unit, "why": left.why.to_string() });
    json!({
        "orders": group.orders,
        "throws": throws(&group.throws),
        "says": group.says.to_string(),
        "cannot": group.cannot.iter().map(cannot).collect::<Vec<_>>(),
    })
}
