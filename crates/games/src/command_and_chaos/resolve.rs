//! The resolver of Command & Chaos.

use dice::{AskedRoll, Hand, Higher, Roller};
use message::message;
use rules::common::{Resolution, Side, refuse};
use rules::ending::can_end;
use rules::system::Rules;

use super::effects::Effect;
use super::guards::Resolved;
use super::orders::{Order, Outcome, rule};
use super::state::Battle;
use super::tables::{DIE, MOST_INITIATIVE_ROLLS, Phase};
use super::{cards, combat, melee, movement, officers, pass};

/// Resolves an order; the sequence of play is checked in `turn`.
pub(super) fn resolve(battle: &Battle, order: &Order, roller: &mut Roller) -> Resolved {
    let mut resolution = carry_out(battle, order, roller)?;
    if let Some(phase) = battle.advances_to(order) {
        resolution.effects.insert(0, Effect::PhaseReached(phase));
    }
    resolution.effects.extend(ending(battle, &resolution.effects));
    Ok(resolution)
}

fn carry_out(battle: &Battle, order: &Order, roller: &mut Roller) -> Resolved {
    match order {
        Order::Initiative => initiative(battle, roller),
        Order::Discard { side, cards } => cards::discard(battle, *side, cards),
        Order::Draw { side } => cards::draw(battle, *side, roller),
        Order::MoveZone { side, zone } => movement::move_zone(battle, *side, *zone),
        Order::Pass { side } => pass::pass(battle, *side),
        Order::Flank { unit, target, attack } => movement::flank(battle, *unit, *target, *attack),
        Order::Turn { unit, to } => movement::turn(battle, *unit, *to),
        Order::Join { unit, with } => movement::join(battle, *unit, *with),
        Order::Leave { unit } => movement::leave(battle, *unit),
        Order::Advance { unit } => movement::advance(battle, *unit),
        Order::MoveOfficer { side, officer, zone } => {
            movement::move_officer(battle, *side, *officer, *zone)
        }
        Order::Charge { unit, target, answer } => {
            combat::charge(battle, *unit, *target, *answer, roller)
        }
        Order::Javelins { unit, target, throw } => {
            combat::javelins(battle, *unit, *target, *throw, roller)
        }
        Order::FallBack { unit } => movement::fall_back(battle, *unit),
        Order::Skirmish { unit, target } => combat::skirmish(battle, *unit, *target, roller),
        Order::PlayCard { unit, card } => cards::play(battle, *unit, card),
        Order::Reveal { unit, target } => cards::reveal(battle, *unit, *target),
        Order::Melee { .. } => melee::melee(battle, order, roller),
        Order::AlliedMorale { unit, rout } => combat::allied_morale(battle, *unit, *rout, roller),
        Order::CloseRout { rout } => combat::close_rout(battle, *rout),
        Order::Rally { unit } => officers::rally(battle, *unit),
        Order::Attach { officer, unit } => officers::attach(battle, *officer, *unit),
        Order::Detach { officer, unit } => officers::detach(battle, *officer, *unit),
        Order::Reserve { unit, zone, column } => officers::reserve(battle, *unit, *zone, *column),
        Order::ReplaceLieutenant { side, zone } => {
            officers::replace_lieutenant(battle, *side, *zone)
        }
        Order::EndPhase => Ok(end_phase(battle)),
        Order::Concede { side } => {
            can_end(battle, rule::WINNING)?;
            Ok(Resolution::done(vec![Effect::Conceded(*side)]))
        }
    }
}

/// The battle ends with the order that takes more than half of a side's unit cards; this is
/// final.
pub(super) fn ending(battle: &Battle, effects: &[Effect]) -> Option<Effect> {
    if battle.winner().is_some() {
        return None;
    }
    let routs = |side: Side| {
        effects
            .iter()
            .filter(|effect| matches!(effect, Effect::Routed(tag) if tag.side == side))
            .count()
    };
    let broken: Vec<Side> =
        Side::ALL.iter().copied().filter(|side| battle.breaks_with(*side, routs(*side))).collect();
    (!broken.is_empty()).then_some(Effect::Broken(broken))
}

/// Ends a phase. When the melees are over, their cards go to the discards.
fn end_phase(battle: &Battle) -> Resolution<Outcome, Effect> {
    let mut effects = Vec::new();
    if battle.phase == Phase::Melee {
        effects.extend(discard_played_cards(battle));
    }
    effects.push(Effect::PhaseEnded);
    Resolution::done(effects)
}

fn discard_played_cards(battle: &Battle) -> impl Iterator<Item = Effect> {
    Side::ALL
        .iter()
        .map(|side| (*side, u32::try_from(battle.cards_played(*side)).unwrap_or(u32::MAX)))
        .filter(|(_, played)| *played > 0)
        .map(|(side, played)| Effect::CardsDiscarded(side, played))
}

fn initiative(battle: &Battle, roller: &mut Roller) -> Resolved {
    // CC-18.
    if battle.initiative_rolls >= MOST_INITIATIVE_ROLLS {
        return refuse(
            rule::INITIATIVE,
            message!(
                "initiative has been rolled {rolls} times this turn, which is the limit",
                rolls = battle.initiative_rolls
            ),
        );
    }
    let throw =
        |side, hand| AskedRoll::new(DIE, message!("side {side}: initiative", side)).thrown_by(hand);
    let side =
        match roller.contest(&throw(Side::A, Hand::Giver), &throw(Side::B, Hand::Opponent))? {
            Higher::First => Side::A,
            Higher::Second => Side::B,
        };
    Ok(Resolution::done(vec![Effect::FirstPlayer(side)]))
}
