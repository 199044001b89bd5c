//! Turn cards, next steps and groups, with their texts in English.

use serde::Serialize;
use serde_json::{Map, Value};

use dice::Throw;
use rules::{
    CardDone, CardStep, CardTarget, ComposedGroup, LeftOutUnit, NeededRoll, Next, Part, StepState,
    Tag, TargetOrder, TurnCard,
};

use super::entry::WrittenModifier;

/// An order as a client gives it.
type OrderKeys = Map<String, Value>;

/// A unit's turn.
#[derive(Serialize)]
pub struct WrittenTurn {
    unit: Tag,
    steps: Vec<WrittenTurnStep>,
    targets: Vec<WrittenTarget>,
    #[serde(skip_serializing_if = "Option::is_none")]
    done: Option<WrittenFinish>,
}

/// A step of it.
#[expect(clippy::struct_excessive_bools, reason = "each is a key of the protocol")]
#[derive(Serialize)]
struct WrittenTurnStep {
    kind: &'static str,
    state: StepState,
    text: String,
    why: String,
    order: OrderKeys,
    assumes: Vec<String>,
    certain: bool,
    ready: bool,
    /// Whether it begins the turn; left out if not.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    begins: bool,
    /// Whether it can be given once a target is named; left out if not.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    needs_target: bool,
}

/// An enemy that it touches or that was named.
#[derive(Serialize)]
struct WrittenTarget {
    unit: Tag,
    orders: Vec<WrittenAttack>,
}

/// An order that can be given at a target.
#[derive(Serialize)]
struct WrittenAttack {
    kind: String,
    text: String,
    order: OrderKeys,
    p: Option<[f64; 2]>,
    turns_on: Vec<String>,
}

/// The orders that finish the turn.
#[derive(Serialize)]
struct WrittenFinish {
    orders: Vec<OrderKeys>,
    throws: Vec<WrittenNeededRoll>,
    says: String,
}

/// A roll that one of several orders needs.
#[derive(Serialize)]
struct WrittenNeededRoll {
    at: usize,
    throw: Throw,
    r#for: String,
    modifiers: Vec<WrittenModifier>,
}

/// The next step.
#[derive(Serialize)]
pub struct WrittenNext {
    text: String,
    order: Option<OrderKeys>,
    unit: Option<Tag>,
}

/// A composed group.
#[derive(Serialize)]
pub struct WrittenGroup {
    orders: Vec<OrderKeys>,
    throws: Vec<WrittenNeededRoll>,
    says: String,
    cannot: Vec<WrittenLeftOut>,
}

/// A unit that is left out of a group.
#[derive(Serialize)]
struct WrittenLeftOut {
    unit: Tag,
    why: String,
}

impl From<TurnCard> for WrittenTurn {
    fn from(card: TurnCard) -> WrittenTurn {
        WrittenTurn {
            unit: card.unit,
            steps: card.steps.into_iter().map(step).collect(),
            targets: card.targets.into_iter().map(target).collect(),
            done: card.done.map(rest),
        }
    }
}

impl From<Next> for WrittenNext {
    fn from(Next { text, order, unit }: Next) -> WrittenNext {
        WrittenNext { text: text.to_string(), order, unit }
    }
}

impl From<ComposedGroup> for WrittenGroup {
    fn from(group: ComposedGroup) -> WrittenGroup {
        let left_out = |LeftOutUnit { unit, why }| WrittenLeftOut { unit, why: why.to_string() };
        WrittenGroup {
            throws: throws(&group.throws),
            orders: group.orders,
            says: group.says.to_string(),
            cannot: group.cannot.into_iter().map(left_out).collect(),
        }
    }
}

fn step(step: CardStep) -> WrittenTurnStep {
    let may_be_given = match step.state {
        StepState::Open | StepState::Owed => !step.ready,
        StepState::Done | StepState::Skipped | StepState::NotNow => false,
    };
    WrittenTurnStep {
        begins: step.spec.part == Part::Begins,
        needs_target: may_be_given && step.spec.target.is_some(),
        kind: step.spec.kind,
        state: step.state,
        text: step.text.to_string(),
        why: step.why.to_string(),
        order: step.order,
        assumes: step.assumes,
        certain: step.certain,
        ready: step.ready,
    }
}

fn target(target: CardTarget) -> WrittenTarget {
    let attack = |order: TargetOrder| WrittenAttack {
        kind: order.kind,
        text: order.text.to_string(),
        order: order.order,
        p: order.p,
        turns_on: order.turns_on,
    };
    WrittenTarget { unit: target.unit, orders: target.orders.into_iter().map(attack).collect() }
}

fn rest(done: CardDone) -> WrittenFinish {
    WrittenFinish { throws: throws(&done.throws), orders: done.orders, says: done.says.to_string() }
}

fn throws(throws: &[NeededRoll]) -> Vec<WrittenNeededRoll> {
    let throw = |roll: &NeededRoll| WrittenNeededRoll {
        at: roll.order,
        throw: roll.throw,
        r#for: roll.purpose.to_string(),
        modifiers: WrittenModifier::all(&roll.modifiers),
    };
    throws.iter().map(throw).collect()
}
