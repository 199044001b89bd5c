//! What players of Command & Chaos ask of an attack, whose outcome is only that
//! it is resolved; and what the answers would give away.

use crate::rules;
use crate::rules::common::Tag;
use crate::rules::question::{Goal, Question, QuestionStep};

use super::orders::Order;
use super::state::Battle;
use super::tables::Answer;

/// How likely each unit is to be hit. Whether a unit routs is not asked, for
/// that would tell the morale that lies face down.
pub(super) fn questions(battle: &Battle, order: &Order) -> Vec<Question> {
    let hits = match order {
        Order::Charge { unit, target, answer: Answer::CounterCharge } => {
            vec![(*target, 2), (*unit, 2)]
        }
        Order::Charge { target, answer: Answer::Stand, .. } => vec![(*target, 2)],
        Order::Melee { unit: Some(unit), units: None, target, .. } => {
            vec![(*target, 1), (*unit, 1)]
        }
        Order::Melee { target, answers: Some(answers), .. } => vec![(*target, 2), (*answers, 1)],
        Order::Melee { .. }
        | Order::Initiative {}
        | Order::Discard { .. }
        | Order::Draw { .. }
        | Order::MoveZone { .. }
        | Order::Flank { .. }
        | Order::MoveOfficer { .. }
        | Order::Javelins { .. }
        | Order::Skirmish { .. }
        | Order::PlayCard { .. }
        | Order::AlliedMorale { .. }
        | Order::Rally { .. }
        | Order::Attach { .. }
        | Order::Detach { .. }
        | Order::Reserve { .. }
        | Order::ReplaceLieutenant { .. }
        | Order::EndPhase {}
        | Order::Adjust { .. } => Vec::new(),
    };
    let asked = |(tag, most)| (1..=most).map(move |more| takes(battle, order, tag, more));
    hits.into_iter().flat_map(asked).flatten().collect()
}

fn takes(battle: &Battle, order: &Order, tag: Tag, more: u32) -> Option<Question> {
    let unit = battle.units.find(tag)?;
    let what = if more == 1 { "a hit or more" } else { "two hits" };
    let least = i64::from(unit.hits.saturating_add(more));
    let key = format!("{tag}.hits");
    Some(Question {
        asks: format!("{tag} {} takes {what}", unit.name).into(),
        steps: vec![QuestionStep::from(rules::Order::CommandAndChaos(order.clone()))],
        goal: Goal::AtLeast(key.clone(), least),
        turns_on: vec![key],
    })
}

/// What the odds of an order would tell before its dice are thrown: a unit's
/// grade is shown at its first fight, not while the players think about it.
pub(super) fn hidden_by(battle: &Battle, order: &Order) -> Option<String> {
    let tags: Vec<Tag> = match order {
        Order::Charge { unit, target, .. } => vec![*unit, *target],
        Order::Melee { unit, units, target, .. } => {
            let units = units.iter().flatten().chain(unit);
            units.chain([target]).copied().collect()
        }
        Order::AlliedMorale { unit } => vec![*unit],
        Order::Initiative {}
        | Order::Discard { .. }
        | Order::Draw { .. }
        | Order::MoveZone { .. }
        | Order::Flank { .. }
        | Order::MoveOfficer { .. }
        | Order::Javelins { .. }
        | Order::Skirmish { .. }
        | Order::PlayCard { .. }
        | Order::Rally { .. }
        | Order::Attach { .. }
        | Order::Detach { .. }
        | Order::Reserve { .. }
        | Order::ReplaceLieutenant { .. }
        | Order::EndPhase {}
        | Order::Adjust { .. } => Vec::new(),
    };
    let hidden: Vec<String> = battle
        .units
        .iter()
        .filter(|(tag, unit)| tags.contains(tag) && unit.kind.is_heavy() && !unit.veteran_revealed)
        .map(|(tag, _)| tag.to_string())
        .collect();
    let (show, they) = if hidden.len() == 1 { ("shows", "it is") } else { ("show", "they are") };
    (!hidden.is_empty()).then(|| {
        format!(
            "{} {show} only with the throw whether {they} veteran, so there are no odds yet.",
            hidden.join(" and ")
        )
    })
}
