//! Questions about the odds of an attack in Command & Chaos, whose outcome only says that
//! it was resolved. The answers must not reveal secrets.

use message::message;
use rules::common::{Subject, Tag};
use rules::common_orders::GameOrder;
use rules::opponent_choice::Chosen;
use rules::question::{Goal, Question, QuestionStep, Questions};
use rules::scenario::{Alike, Scenario};

use super::melee::FromCards;
use super::orders::{Order, Outcome, with_unit};
use super::scenarios;
use super::state::{Battle, SideKey};
use super::tables::{Answer, CHARGE_DICE};

impl Questions for Battle {
    /// A draw decides only which cards are in the hand and the deck.
    fn is_certain(&self, order: &Order, watched: &[(Subject, &str)]) -> bool {
        let of_cards = |key: &str| {
            use SideKey::{Deck, Discards, DiscardsShown, Hand};
            matches!(SideKey::of(key), Some(Hand | Deck | Discards | DiscardsShown))
        };
        matches!(order, Order::Draw { .. }) && !watched.iter().any(|(_, key)| of_cards(key))
    }

    /// The probability that each unit is hit. There is no question about routs, since the
    /// answer would reveal the morale, which is face down.
    fn questions(&self, order: &Order) -> Vec<Question<GameOrder<Order>, Outcome>> {
        let hits = match order {
            Order::Charge { unit, target, answer: Chosen::Value(Answer::CounterCharge) } => {
                vec![(*target, CHARGE_DICE), (*unit, CHARGE_DICE)]
            }
            Order::Charge { target, .. } => vec![(*target, CHARGE_DICE)],
            Order::Melee { unit, units, target, answers, dice_more, no_attack, .. } => {
                let cards = FromCards::new(dice_more.as_ref(), no_attack.as_ref());
                let attackers = with_unit(*unit, units.as_deref().unwrap_or_default());
                let most = attackers.iter().map(|tag| cards.dice(*tag)).sum();
                let struck_back = answers.value().or_else(|| attackers.first().copied());
                let back = struck_back.map(|tag| (tag, cards.dice(*target)));
                [(*target, most)].into_iter().chain(back).collect()
            }
            Order::Initiative
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
            | Order::EndPhase
            | Order::Concede { .. } => Vec::new(),
        };
        let asked = |(tag, most)| (1..=most).map(move |more| takes(self, order, tag, more));
        hits.into_iter().flat_map(asked).flatten().collect()
    }

    fn scenarios(&self, own: &[Alike], targets: &[Alike]) -> Vec<Scenario> {
        scenarios::scenarios(self, own, targets)
    }
}

fn takes(
    battle: &Battle,
    order: &Order,
    tag: Tag,
    more: u32,
) -> Option<Question<GameOrder<Order>, Outcome>> {
    let unit = battle.common.units.find(tag)?;
    let least = i64::from(unit.hits.saturating_add(more));
    let key = format!("{tag}.hits");
    Some(Question {
        asks: message!(
            more => "{tag} {name} takes a hit or more" | "{tag} {name} takes {n} hits or more",
            tag, name = &unit.name
        ),
        steps: vec![QuestionStep::from(GameOrder::from(order.clone()))],
        goal: Goal::AtLeast(key.clone(), least),
        depends_on: vec![key],
    })
}
