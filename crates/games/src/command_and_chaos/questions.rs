//! What players of Command & Chaos ask about an attack, since its outcome only
//! says that it was resolved; and what the answers would give away.

use message::{Message, message};
use rules::common::Tag;
use rules::common_orders::Given;
use rules::opponent_choice::Chosen;
use rules::question::{Goal, Question, QuestionStep};

use super::melee::FromCards;
use super::orders::{Order, Outcome, with_unit};
use super::state::Battle;
use super::tables::{Answer, CHARGE_DICE};

/// How likely each unit is to be hit. Whether it routs is not asked: that would
/// reveal its morale, which is face down.
pub(super) fn questions(battle: &Battle, order: &Order) -> Vec<Question<Given<Order>, Outcome>> {
    let hits = match order {
        Order::Charge { unit, target, answer: Chosen::Said(Answer::CounterCharge) } => {
            vec![(*target, CHARGE_DICE), (*unit, CHARGE_DICE)]
        }
        Order::Charge { target, .. } => vec![(*target, CHARGE_DICE)],
        Order::Melee { unit, units, target, answers, dice_more, no_attack, .. } => {
            let cards = FromCards::new(dice_more.as_ref(), no_attack.as_ref());
            let attackers = with_unit(*unit, units.as_deref().unwrap_or_default());
            let most = attackers.iter().map(|tag| cards.dice(*tag)).sum();
            let struck_back = answers.said().or_else(|| attackers.first().copied());
            let back = struck_back.map(|tag| (tag, cards.dice(*target)));
            [(*target, most)].into_iter().chain(back).collect()
        }
        Order::Initiative {}
        | Order::Discard { .. }
        | Order::Draw { .. }
        | Order::MoveZone { .. }
        | Order::Pass { .. }
        | Order::Flank { .. }
        | Order::Turn { .. }
        | Order::Join { .. }
        | Order::Leave { .. }
        | Order::Advance { .. }
        | Order::MoveOfficer { .. }
        | Order::Javelins { .. }
        | Order::FallBack { .. }
        | Order::Skirmish { .. }
        | Order::PlayCard { .. }
        | Order::Reveal { .. }
        | Order::AlliedMorale { .. }
        | Order::CloseRout { .. }
        | Order::Rally { .. }
        | Order::Attach { .. }
        | Order::Detach { .. }
        | Order::Reserve { .. }
        | Order::ReplaceLieutenant { .. }
        | Order::EndPhase {}
        | Order::Concede { .. } => Vec::new(),
    };
    let asked = |(tag, most)| (1..=most).map(move |more| takes(battle, order, tag, more));
    hits.into_iter().flat_map(asked).flatten().collect()
}

fn takes(
    battle: &Battle,
    order: &Order,
    tag: Tag,
    more: u32,
) -> Option<Question<Given<Order>, Outcome>> {
    let unit = battle.common.units.find(tag)?;
    let least = i64::from(unit.hits.saturating_add(more));
    let key = format!("{tag}.hits");
    Some(Question {
        asks: message!(
            more => "{tag} {name} takes a hit or more" | "{tag} {name} takes {n} hits or more",
            tag, name = &unit.name
        ),
        steps: vec![QuestionStep::from(Given::from(order.clone()))],
        goal: Goal::AtLeast(key.clone(), least),
        turns_on: vec![key],
    })
}

impl Battle {
    /// What the odds of an order would reveal before its dice are rolled: a unit's
    /// grade is shown in its first fight, not while players consider one.
    pub(super) fn odds_hidden(&self, order: &Order) -> Option<Message> {
        let tags: Vec<Tag> = match order {
            Order::Charge { unit, target, .. } => vec![*unit, *target],
            Order::Melee { unit, units, target, .. } => {
                let units = units.iter().flatten().chain(unit);
                units.chain([target]).copied().collect()
            }
            Order::AlliedMorale { unit, .. } => vec![*unit],
            Order::Initiative {}
            | Order::Discard { .. }
            | Order::Draw { .. }
            | Order::MoveZone { .. }
            | Order::Pass { .. }
            | Order::Flank { .. }
            | Order::Turn { .. }
            | Order::Join { .. }
            | Order::Leave { .. }
            | Order::Advance { .. }
            | Order::MoveOfficer { .. }
            | Order::Javelins { .. }
            | Order::FallBack { .. }
            | Order::Skirmish { .. }
            | Order::PlayCard { .. }
            | Order::Reveal { .. }
            | Order::CloseRout { .. }
            | Order::Rally { .. }
            | Order::Attach { .. }
            | Order::Detach { .. }
            | Order::Reserve { .. }
            | Order::ReplaceLieutenant { .. }
            | Order::EndPhase {}
            | Order::Concede { .. } => Vec::new(),
        };
        let hidden: Vec<Message> = self
            .common
            .units
            .iter()
            .filter(|(tag, unit)| {
                tags.contains(tag) && unit.kind.is_heavy() && !unit.veteran_revealed
            })
            .map(|(tag, _)| message!("{tag}", tag))
            .collect();
        (!hidden.is_empty()).then(|| {
            message!(
                "{hidden}: not yet known to be veteran or average, so no odds can be shown.",
                hidden = Message::list(hidden)
            )
        })
    }
}
