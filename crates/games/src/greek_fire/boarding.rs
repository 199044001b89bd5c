//! Boarding in Greek Fire.

use dice::{AskedRoll, CappedRoll, Hand, Modifier, Roller, Throw, per_die};
use message::{Message, message};
use rules::common::{Resolution, Stop, Tag, refuse};
use rules::modifiers::ModifierWord as _;

use super::effects::Effect;
use super::guards::{Resolved, called, count, crewed, opponents};
use super::orders::{Outcome, rule};
use super::state::{Battle, Phase, Ship};
use super::tables::{Advantage, BOARD_DIE, CREW_A_DIE, Cause, MELEE_DIE, Skill, TO_BOARD};

/// Resolves a boarding attack, one a turn (GF-17). Ships that are already grappled fight
/// without a boarding roll (GF-5).
pub(super) fn board(
    battle: &Battle,
    tag: Tag,
    target: Option<Tag>,
    rammed_together: Option<bool>,
    roller: &mut Roller,
) -> Resolved {
    let target = target_of(battle, tag, target)?;
    let (ship, other) = opponents(battle, tag, target, rule::BOARDING)?;
    if ship.boarded_this_turn {
        let why = message!(
            "{ship} has already made her boarding attack this turn",
            ship = called(tag, ship)
        );
        return refuse(rule::BOARDING, why);
    }
    if other.may_be_taken() {
        let name = called(target, other);
        let why = if other.crew == 0 {
            message!("{target} has no crew left: take her as a prize", target = name)
        } else {
            message!("{target} has surrendered: take her as a prize", target = name)
        };
        return refuse(rule::BOARDING, why);
    }
    let begun = [
        Effect::PhaseReached(tag, Phase::Board),
        Effect::Boarded(tag),
        Effect::Touched(tag, target),
    ];
    let mut grapples = None;
    if !ship.grappled.contains(&target) {
        let locked = rammed_together.unwrap_or_else(|| ship.is_locked_with(target));
        let rammed = ship.rammed_this_turn.contains(&target);
        let ask = AskedRoll::new(BOARD_DIE, message!("boards"))
            .with(modifiers(ship, other, rammed, locked));
        if !roller.at_least(&ask, TO_BOARD)? {
            return Ok(Resolution::new(Outcome::Repelled, begun.into()));
        }
        grapples = Some(Effect::Grappled(tag, target));
    }
    let by_boarder = melee(ship, message!("crew killed by the boarders"));
    let by_defender =
        melee(other, message!("crew killed by the defenders")).thrown_by(Hand::Opponent);
    let (other_lost, own_lost) = roller.at_once(
        CappedRoll { ask: &by_boarder, cap: i64::from(other.crew) },
        CappedRoll { ask: &by_defender, cap: i64::from(ship.crew) },
    )?;
    let killed =
        [Effect::CrewKilled(target, count(other_lost)), Effect::CrewKilled(tag, count(own_lost))];
    let effects = begun.into_iter().chain(grapples).chain(killed).collect();
    Ok(Resolution::new(Outcome::Melee, effects))
}

/// The ship to board: the one named, otherwise the one that she rammed this turn, otherwise
/// one with which she is grappled.
fn target_of(battle: &Battle, tag: Tag, given: Option<Tag>) -> Result<Tag, Stop> {
    let ship = crewed(battle, tag, rule::BOARDING)?;
    // If only ships that may be taken are adjacent, the refusal says so.
    let beside = || {
        let mut on_table = likely(ship).filter(|other| battle.is_enemy_on_table(*other, ship));
        on_table.next()
    };
    let target = given.or_else(|| usual_target(battle, ship)).or_else(beside);
    let why = || {
        message!(
            "{ship} has not rammed a ship this turn and is not grappled: choose a target",
            ship = called(tag, ship)
        )
    };
    target.map_or_else(|| refuse(rule::BOARDING, why()), Ok)
}

/// The ship that she boards if the order names none.
pub(super) fn usual_target(battle: &Battle, ship: &Ship) -> Option<Tag> {
    likely(ship).find(|other| battle.is_live_enemy(*other, ship))
}

/// The ships that she probably boards: those that she rammed this turn, then those with
/// which she is grappled.
fn likely(ship: &Ship) -> impl Iterator<Item = Tag> + '_ {
    ship.rammed_this_turn.iter().chain(&ship.grappled).copied()
}

fn modifiers(ship: &Ship, other: &Ship, rammed: bool, locked: bool) -> Vec<Modifier> {
    let modifiers = [
        Cause::Harpax.applies(ship.carries(Advantage::Harpax) > 0),
        Cause::Corvus.applies(ship.carries(Advantage::Corvus) > 0),
        Cause::LargerShip.applies(ship.figures().deck > other.figures().deck),
        Cause::RammedThisTurn.applies(rammed),
        Cause::RammedTogether.applies(locked),
        Cause::Melee.times(ship.skill(Skill::Melee).into()),
    ];
    modifiers.into_iter().flatten().collect()
}

/// A die for every ten crew or part of ten, with `melee` added to each.
fn melee(ship: &Ship, purpose: Message) -> AskedRoll {
    let throw = Throw::sum(ship.crew.div_ceil(CREW_A_DIE).max(1), MELEE_DIE);
    let skill = i64::from(ship.skill(Skill::Melee));
    let modifiers = if skill == 0 {
        Vec::new()
    } else {
        vec![per_die(throw, Cause::MeleeEachDie.amount() * skill, Cause::MeleeEachDie.reason())]
    };
    AskedRoll::new(throw, purpose).with(modifiers)
}
