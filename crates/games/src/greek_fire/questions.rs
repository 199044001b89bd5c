//! Questions about the odds of several rolls in Greek Fire.

use dice::{Entered, Roller};
use message::{Message, message};
use rules::common::{Stop, Tag};
use rules::common_orders::{Correction, GameOrder};
use rules::question::{Goal, Question, QuestionStep, Questions};
use rules::scenario::{Alike, Scenario};
use rules::system::Rules;

use super::orders::{Order, OrderKind, Outcome};
use super::scenarios;
use super::state::{Battle, Ship};
use super::tables::Weapon;

/// The number of turns that players look ahead after a ram or a fire.
const TURNS_AHEAD: usize = 3;
/// The key of the men aboard.
const CREW: &str = "crew";

impl Questions for Battle {
    const BY_MODIFIER_SUM: &'static [OrderKind] =
        &[OrderKind::Sail, OrderKind::Shoot, OrderKind::Ram, OrderKind::Board, OrderKind::Morale];

    fn questions(&self, order: &Order) -> Vec<Question<GameOrder<Order>, Outcome>> {
        match order {
            Order::Shoot { ship, target, range, .. } => volley(self, *ship, *target, *range),
            Order::Ram { target, .. } => vec![goes_down(self, order, *target)],
            Order::Fire { ship, .. } => vec![burns_down(self, order, *ship)],
            Order::FirstSide
            | Order::Activate { .. }
            | Order::Sail { .. }
            | Order::Ungrapple { .. }
            | Order::Row { .. }
            | Order::Terrain { .. }
            | Order::Board { .. }
            | Order::TakePrize { .. }
            | Order::Morale { .. }
            | Order::Escape { .. }
            | Order::LeaveTable { .. }
            | Order::EndTurn { .. }
            | Order::Concede { .. }
            | Order::EndRound => Vec::new(),
        }
    }

    fn runs_out(&self, tag: Tag, entry: &str, was: i64) -> Option<Message> {
        (entry == CREW).then(|| {
            message!(was =>
                "{ship} loses the last of her crew" | "{ship} loses all {n} of her crew",
                ship = self.called(tag)
            )
        })
    }

    fn scenarios(&self, own: &[Alike], targets: &[Alike]) -> Vec<Scenario> {
        scenarios::scenarios(self, own, targets)
    }
}

fn step(order: impl Into<GameOrder<Order>>) -> QuestionStep<GameOrder<Order>, Outcome> {
    order.into().into()
}

fn called(battle: &Battle, tag: Tag) -> Message {
    battle.called(tag)
}

/// All shots that reach the target, if there is more than one mount.
fn volley(
    battle: &Battle,
    ship: Tag,
    target: Tag,
    range: Option<u32>,
) -> Vec<Question<GameOrder<Order>, Outcome>> {
    let (Some(own), Some(other)) =
        (battle.common.units.find(ship), battle.common.units.find(target))
    else {
        return Vec::new();
    };
    let shots: Vec<(Weapon, Order)> = Weapon::ALL
        .iter()
        .flat_map(|weapon| own.mounts(*weapon).into_iter().map(move |mount| (*weapon, mount)))
        .map(|(weapon, mount)| (weapon, Order::Shoot { ship, weapon, mount, target, range }))
        .filter(|(_, order)| may_be_given(battle, order))
        .collect();
    if shots.len() < 2 {
        return Vec::new();
    }
    let asks =
        |what: Message| message!("{what}, if all {count} mounts shoot", what, count = shots.len());
    let question = |asks, goal, key: &str| Question {
        asks,
        steps: shots.iter().map(|(_, order)| step(order.clone())).collect(),
        goal,
        depends_on: vec![format!("{target}.{key}")],
    };
    let mut questions = Vec::new();
    if shots.iter().any(|(weapon, _)| weapon.missile().fire.is_some()) {
        let more = i64::from(other.fires) + 1;
        let ship = called(battle, target);
        let what = if other.fires == 0 {
            message!("{ship} catches fire", ship)
        } else {
            message!("{ship} gets another fire counter", ship)
        };
        let goal = Goal::AtLeast(format!("{target}.fires"), more);
        questions.push(question(asks(what), goal, "fires"));
    }
    let most: i64 = shots.iter().map(|(weapon, _)| weapon.missile().kills.span().1).sum();
    let crew = i64::from(other.crew);
    if let Some((what, left)) =
        losses(called(battle, target), other).into_iter().find(|(_, left)| crew - most <= *left)
    {
        let goal = Goal::AtMost(format!("{target}.crew"), left);
        questions.push(question(asks(what), goal, "crew"));
    }
    questions
}

/// The losses that matter, the worst first, each with the remaining crew.
fn losses(name: Message, ship: &Ship) -> Vec<(Message, i64)> {
    let mut losses = vec![(message!("{ship} has no crew left", ship = &name), 0)];
    let half = i64::from(ship.company() / 2) - i64::from(ship.sent_to_prizes);
    if half > 0 && i64::from(ship.crew) > half {
        losses.push((message!("{ship} has half her crew or more dead", ship = name), half));
    }
    losses
}

/// Whether the rules accept the order, stopped before its first roll.
fn may_be_given(battle: &Battle, order: &Order) -> bool {
    let mut no_dice = Entered::without_app([]);
    matches!(battle.resolve(order, &mut Roller::new(&mut no_dice)), Err(Stop::Needs { .. }))
}

/// Whether a ram sinks the target at once, or within some rounds.
fn goes_down(battle: &Battle, ram: &Order, target: Tag) -> Question<GameOrder<Order>, Outcome> {
    let mut steps = vec![step(ram.clone())];
    steps.extend((0..TURNS_AHEAD).map(|_| step(Order::EndRound)));
    Question {
        asks: message!(
            "{ship} goes down within {rounds} rounds",
            ship = called(battle, target),
            rounds = TURNS_AHEAD
        ),
        steps,
        goal: Goal::Gone(target),
        depends_on: vec![format!("{target}.sinking_in")],
    }
}

/// Whether fires burn her down if they are left alone: one fire phase after the other,
/// without other events in those rounds.
fn burns_down(battle: &Battle, fire: &Order, ship: Tag) -> Question<GameOrder<Order>, Outcome> {
    let next_round = GameOrder::Correction(Correction::of(ship, "fire_done", false));
    let mut steps = vec![step(fire.clone())];
    for _ in 1..TURNS_AHEAD {
        steps.extend([step(next_round.clone()), step(fire.clone())]);
    }
    Question {
        asks: message!(
            "{ship} burns down within {phases} fire phases",
            ship = called(battle, ship),
            phases = TURNS_AHEAD
        ),
        steps,
        goal: Goal::Gone(ship),
        depends_on: vec![format!("{ship}.fires")],
    }
}
