//! Boarding, boarding in return, and hand-to-hand fighting in Chicken of the Sea.

use dice::{AskedRoll, Hand, Higher, Preferred, Roller, Throw};
use message::message;
use rules::common::{Resolution, Stop, Tag, refuse};
use rules::modifiers::ModifierWord as _;
use rules::roster::list_of;
use rules::system::Rules;

use super::consequences::{comes_to, falls_out};
use super::effects::Effect;
use super::guards::{Resolved, unit_in_play};
use super::orders::{BOARD_RULE, Outcome};
use super::state::{AdmiralStatus, Battle, Galley};
use super::tables::{BOARDING_FAILS_ON, Cause, DIE, Nation, Speed};

pub(super) fn board(battle: &Battle, ships: &[Tag], target: Tag, roller: &mut Roller) -> Resolved {
    let other = battle.common.units.get(target)?;
    let boarders = boarders(battle, ships)?;
    unit_in_play(battle, target, BOARD_RULE)?;
    for (tag, galley) in ships.iter().zip(&boarders) {
        if galley.side == other.side {
            return refuse(
                BOARD_RULE,
                message!(
                    "{target} is a friend of {ship}",
                    target = battle.called(target),
                    ship = tag
                ),
            );
        }
    }
    if other.boarded_this_phase {
        return refuse(
            BOARD_RULE,
            message!("{target} has been attacked in this phase", target = battle.called(target)),
        );
    }
    let mut effects = vec![Effect::BoardingTried(ships.to_vec(), target)];
    let crew: i64 = boarders.iter().map(|galley| i64::from(galley.cq)).sum();
    // A natural 6 fails whatever the sum, and the defender may board in return.
    let rows = [(i64::MIN, Grapple::Holds), (crew + 1, Grapple::Fails)];
    let ask = grapple(&boarders, crew);
    match roller.row_or_natural(&ask, &rows, BOARDING_FAILS_ON, Grapple::FailsOnSix)? {
        Grapple::Holds => hand_to_hand(battle, ships, target, effects, roller),
        Grapple::Fails => Ok(Resolution::new(Outcome::Failed, effects)),
        Grapple::FailsOnSix => {
            // A fouled galley can be boarded, but cannot board. The same is true of one
            // captured in this phase (C-25).
            if other.fouled_with.is_empty() && !battle.progress.taken.contains(&target) {
                effects.push(Effect::MayCounter(target, ships.to_vec()));
            }
            Ok(Resolution::new(Outcome::Failed, effects))
        }
    }
}

/// The result of a boarding roll.
#[derive(Clone, Copy)]
enum Grapple {
    Holds,
    Fails,
    FailsOnSix,
}

pub(super) fn counterboard(
    battle: &Battle,
    ship: Tag,
    target: Tag,
    attempt: bool,
    roller: &mut Roller,
) -> Resolved {
    battle.common.units.get(target)?;
    if !attempt {
        may_board_in_return(battle, ship, target)?;
        return Ok(Resolution::done(vec![Effect::BoardingInReturnDeclined(ship)]));
    }
    let own = boarders(battle, &[ship])?;
    unit_in_play(battle, target, BOARD_RULE)?;
    may_board_in_return(battle, ship, target)?;
    let effects = vec![Effect::BoardingInReturnTried(ship, target)];
    let crew = own.iter().map(|galley| i64::from(galley.cq)).sum();
    if roller.at_most(&grapple(&own, crew), crew)? {
        hand_to_hand(battle, &[ship], target, effects, roller)
    } else {
        Ok(Resolution::new(Outcome::Failed, effects))
    }
}

/// Refuses a galley unless the other has tried to board her with a natural 6 and she has
/// neither boarded in return nor declined.
fn may_board_in_return(battle: &Battle, ship: Tag, target: Tag) -> Result<(), Stop> {
    battle.common.units.get(ship)?;
    let why = match battle.progress.may_counter.get(&ship) {
        None => message!(
            "{ship} may board in return only once, after a natural {six}",
            ship,
            six = BOARDING_FAILS_ON
        ),
        Some(boarders) if !boarders.contains(&target) => message!(
            "{target} did not board {ship}; {boarders} did",
            target,
            ship,
            boarders = list_of(boarders)
        ),
        Some(_) => return Ok(()),
    };
    refuse(BOARD_RULE, why)
}

/// The boarders, which must all belong to one side and not be fouled.
fn boarders<'b>(battle: &'b Battle, ships: &[Tag]) -> Result<Vec<&'b Galley>, Stop> {
    let Some(first) = ships.first() else {
        return refuse(BOARD_RULE, message!("choose at least one boarder"));
    };
    let side = battle.common.units.get(*first)?.side;
    let mut boarders = Vec::new();
    for tag in ships {
        let galley = unit_in_play(battle, *tag, BOARD_RULE)?;
        if galley.side != side {
            return refuse(
                BOARD_RULE,
                message!("{one} and {two} are on different sides", one = first, two = tag),
            );
        }
        if battle.progress.taken.contains(tag) {
            return refuse(
                BOARD_RULE,
                message!(
                    "{ship} was captured in this phase and cannot board in it",
                    ship = battle.called(*tag)
                ),
            );
        }
        if let Some(other) = galley.fouled_with.first() {
            return refuse(
                BOARD_RULE,
                message!(
                    "{ship} is fouled with {other} and cannot board",
                    ship = battle.called(*tag),
                    other
                ),
            );
        }
        boarders.push(galley);
    }
    Ok(boarders)
}

fn has_romans(boarders: &[&Galley]) -> bool {
    boarders.iter().any(|galley| galley.is_original(Nation::Rome))
}

fn grapple(boarders: &[&Galley], crew: i64) -> AskedRoll {
    let roman = Cause::OriginalRoman.applies(has_romans(boarders));
    AskedRoll::new(DIE, message!("board: succeeds on {most} or less", most = crew))
        .with(roman.into_iter().collect())
        .preferring(Preferred::Low)
}

/// All galleys stop, and the marines fight: the attackers' best die against the defender's,
/// with ties rerolled.
fn hand_to_hand(
    battle: &Battle,
    ships: &[Tag],
    target: Tag,
    mut effects: Vec<Effect>,
    roller: &mut Roller,
) -> Resolved {
    let attackers = boarders(battle, ships)?;
    let side = attackers.first().map_or(target.side, |galley| galley.side);
    let dice = u32::try_from(ships.len()).unwrap_or(u32::MAX);
    let roman = Cause::RomeAttacks.applies(has_romans(&attackers));
    let attack =
        AskedRoll::new(Throw::highest(dice, DIE.die()), message!("hand to hand: attackers"))
            .with(roman.into_iter().collect());
    let defence = AskedRoll::new(DIE, message!("hand to hand: defender")).thrown_by(Hand::Opponent);
    let winner = roller.contest(&attack, &defence)?;
    effects.push(Effect::Boarded(target));
    for tag in ships.iter().chain([&target]) {
        effects.extend(comes_to(battle, *tag, Speed::STOPPED));
    }
    if winner == Higher::Second {
        effects.push(Effect::BeatenBack(target));
        return Ok(Resolution::new(Outcome::BeatenBack, effects));
    }
    // She leaves her formation while she still belongs to her old side.
    let out = falls_out(battle, target).filter(|effect| !effects.contains(effect));
    effects.extend(out);
    effects.extend(battle.lost_with(target, AdmiralStatus::Captured));
    effects.push(Effect::Captured(target, side));
    Ok(Resolution::new(Outcome::Captured, effects))
}
