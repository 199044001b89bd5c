//! Movement in Chicken of the Sea: movement points, the coast, shared hexes, and drifting.

use dice::{AskedRoll, Preferred, Roller};
use message::{Message, message};
use rules::common::{Resolution, Tag, refuse};
use rules::modifiers::ModifierWord as _;
use rules::system::Rules;

use super::consequences::{drifts, falls_out, foul};
use super::effects::Effect;
use super::guards::{Resolved, afloat, goes_ahead, moves, not_finished, unit_in_play};
use super::orders::{COAST_RULE, DRIFT_RULE, FOUL_RULE, MOVE_RULE, Outcome};
use super::state::{AdmiralStatus, Battle, Galley};
use super::tables::{Cause, DIE, Shape, Speed, UNFOUL_POINTS};

/// Deducts points from a galley, which only has them in her side's movement phase.
pub(super) fn takes(galley: &Galley, tag: Tag, points: u8) -> Option<Effect> {
    galley.mp_left.map(|left| Effect::PointsLeft(tag, left.saturating_sub(points)))
}

pub(super) fn spend(battle: &Battle, tag: Tag, points: u8) -> Resolved {
    let galley = moves(battle, tag, MOVE_RULE)?;
    let ship = || battle.called(tag);
    let Some(left) = galley.mp_left else {
        return refuse(
            MOVE_RULE,
            message!(
                "{ship} can spend movement points only in her side’s movement phase",
                ship = ship()
            ),
        );
    };
    if points > left && !may_catch_up(battle, tag) {
        return refuse(
            MOVE_RULE,
            message!(left =>
                "{ship} has {n} movement point left, not {points}"
                | "{ship} has {n} movement points left, not {points}",
                ship = ship(), points
            ),
        );
    }
    let left = left.saturating_sub(points);
    let effects = vec![Effect::UnderWay(tag), Effect::Spent(tag), Effect::PointsLeft(tag, left)];
    Ok(Resolution::done(effects))
}

/// Whether a galley in a line abreast may exceed her speed to keep her place in it.
pub(super) fn may_catch_up(battle: &Battle, tag: Tag) -> bool {
    battle.formation_of(tag).is_some_and(|formation| formation.shape == Shape::LineAbreast)
}

pub(super) fn end_move(battle: &Battle, tag: Tag) -> Resolved {
    let galley = unit_in_play(battle, tag, MOVE_RULE)?;
    if galley.moved {
        let ship = battle.called(tag);
        return refuse(MOVE_RULE, message!("{ship} has finished her movement", ship));
    }
    Ok(Resolution::done(vec![Effect::MovementEnded(tag)]))
}

/// A galley with movement points leaves the map, with any commander aboard.
pub(super) fn leave_table(battle: &Battle, tag: Tag) -> Resolved {
    let galley = moves(battle, tag, MOVE_RULE)?;
    if galley.points() == 0 {
        let ship = battle.called(tag);
        return refuse(MOVE_RULE, message!("{ship} has no movement points left", ship));
    }
    let mut effects = vec![Effect::MovementEnded(tag)];
    effects.extend(falls_out(battle, tag));
    if battle.is_flagship(tag, galley.side) {
        effects.push(Effect::AdmiralLost(galley.side, AdmiralStatus::OffTable));
    }
    effects.push(Effect::LeftTable(tag));
    Ok(Resolution::done(effects))
}

pub(super) fn drift(battle: &Battle, tag: Tag, roller: &mut Roller) -> Resolved {
    unit_in_play(battle, tag, DRIFT_RULE)?;
    Ok(Resolution::done(vec![Effect::Drifted(tag, drifts(battle, tag, roller)?)]))
}

pub(super) fn coast(
    battle: &Battle,
    tag: Tag,
    bow_at_land: bool,
    backing: bool,
    roller: &mut Roller,
) -> Resolved {
    let galley = moves(battle, tag, COAST_RULE)?;
    if galley.speed == Speed::STOPPED && battle.moves_now(galley.side) {
        return refuse(
            COAST_RULE,
            message!("{ship} has no movement points", ship = battle.called(tag)),
        );
    }
    // A die has at most one −1 (C-4).
    let cause = if backing || galley.speed == Speed::BackingWater {
        Some(Cause::BacksIn)
    } else {
        bow_at_land.then_some(Cause::BowAtLand)
    };
    let modifiers = cause.map(Cause::modifier).into_iter().collect();
    // Both sides see this roll, so neither its words nor its number reveal her speed.
    let ask = AskedRoll::new(DIE, message!("running aground")).with(modifiers);
    let mut effects = vec![Effect::UnderWay(tag)];
    let rows = [(i64::MIN, true), (galley.aground_number() + 1, false)];
    if !roller.row(&ask, &rows)? {
        effects.push(Effect::Afloat(tag));
        return Ok(Resolution::new(Outcome::Afloat, effects));
    }
    effects.push(Effect::MovementEnded(tag));
    effects.push(Effect::RanAground(tag));
    effects.extend(falls_out(battle, tag));
    Ok(Resolution::new(Outcome::Aground, effects))
}

pub(super) fn refloat(battle: &Battle, tag: Tag, roller: &mut Roller) -> Resolved {
    let galley = unit_in_play(battle, tag, COAST_RULE)?;
    let refused = |why: Message| refuse(COAST_RULE, why);
    let ship = || battle.called(tag);
    if !galley.aground {
        return refused(message!("{ship} is not aground", ship = ship()));
    }
    if galley.grounded_in_phase.is_some() {
        return refused(message!(
            "{ship} may try to refloat from her side’s next movement phase on",
            ship = ship()
        ));
    }
    if galley.refloat_tried {
        return refused(message!(
            "{ship} has already tried to refloat in this phase",
            ship = ship()
        ));
    }
    let cq = i64::from(galley.cq);
    let ask = AskedRoll::new(DIE, message!("refloat: free on {most} or less", most = cq))
        .preferring(Preferred::Low);
    if roller.at_most(&ask, cq)? {
        return Ok(Resolution::new(Outcome::Freed, vec![Effect::Freed(tag)]));
    }
    Ok(Resolution::new(Outcome::Aground, vec![Effect::StaysAground(tag)]))
}

pub(super) fn enter_occupied(
    battle: &Battle,
    tag: Tag,
    other: Tag,
    through_flank: bool,
    roller: &mut Roller,
) -> Resolved {
    battle.common.units.get(other)?;
    let galley = goes_ahead(battle, tag, FOUL_RULE)?;
    let there = unit_in_play(battle, other, FOUL_RULE)?;
    if tag == other {
        return refuse(FOUL_RULE, message!("{ship} cannot enter her own hex", ship = tag));
    }
    let mut effects = vec![Effect::UnderWay(tag)];
    if through_flank && galley.side != there.side && galley.ram_number() > there.ram_number() {
        effects.extend(foul(battle, tag, other, roller)?);
        return Ok(Resolution::new(Outcome::Fouled, effects));
    }
    effects.push(Effect::PassedThrough(tag, other));
    Ok(Resolution::new(Outcome::Clear, effects))
}

pub(super) fn unfoul(battle: &Battle, tag: Tag) -> Resolved {
    let galley = afloat(battle, tag, FOUL_RULE)?;
    let refused = |why: Message| refuse(FOUL_RULE, why);
    let ship = || battle.called(tag);
    if galley.fouled_with.is_empty() {
        return refused(message!("{ship} is not fouled", ship = ship()));
    }
    if battle.moves_now(galley.side) && battle.progress.fouled.contains(&tag) {
        return refused(message!(
            "{ship} fouled this phase: she can leave at the start of her next movement phase",
            ship = ship()
        ));
    }
    not_finished(battle, tag, FOUL_RULE)?;
    if galley.points() < UNFOUL_POINTS {
        return refused(message!("{ship} has no movement points to leave with", ship = ship()));
    }
    let mut effects = vec![Effect::UnderWay(tag), Effect::Unfouled(tag)];
    effects.extend(takes(galley, tag, UNFOUL_POINTS));
    Ok(Resolution::done(effects))
}
