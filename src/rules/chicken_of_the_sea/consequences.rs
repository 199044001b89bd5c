//! What follows for a galley from what happens to her: she stops, drifts, falls
//! out of her formation, fouls, and takes her commanders down with her.

use crate::dice::{Ask, Hopes, Roller, Throw};
use crate::rules::common::{Stop, Tag};
use crate::rules::system::System;
use crate::say::say;

use super::orders::Effect;
use super::state::{AdmiralStatus, Battle, Galley};
use super::tables::{DRIFT, Facing, Speed};

/// A galley comes to another speed while she is in a formation or crippled:
/// the others go on without her, and she may owe a drift.
pub(super) fn comes_to(battle: &Battle, tag: Tag, speed: Speed) -> Vec<Effect> {
    let mut effects = vec![Effect::SpeedBecame(tag, speed)];
    let Some(galley) = battle.galleys.find(tag) else { return effects };
    if speed != galley.speed {
        if galley.crippled && speed == Speed::STOPPED {
            effects.push(Effect::OwesDrift(tag));
        }
        effects.extend(falls_out(battle, tag));
    }
    effects
}

/// A galley in a formation leaves it, or one that the enemy takes to be in it.
pub(super) fn falls_out(battle: &Battle, tag: Tag) -> Option<Effect> {
    let is_in = battle.formation_of(tag).is_some() || battle.seen_formation_of(tag).is_some();
    is_in.then_some(Effect::LeftFormation(tag))
}

/// The drift compass, rolled for one galley (C-3).
pub(super) fn drifts(battle: &Battle, tag: Tag, roller: &mut Roller) -> Result<Facing, Stop> {
    battle.galleys.get(tag)?;
    let purpose = say!("drift of {ship}", ship = battle.called(tag));
    let ask = Ask::new(Throw::D6, purpose).hoping(Hopes::Neither);
    Ok(roller.row(&ask, &DRIFT)?)
}

/// Both in one hex, at the lower speed (C-5), and each bow adrift, the mover's
/// first. Her movement is over.
pub(super) fn foul(
    battle: &Battle,
    mover: Tag,
    other: Tag,
    roller: &mut Roller,
) -> Result<Vec<Effect>, Stop> {
    let stack = battle.stack(mover, other);
    let speeds = stack.iter().filter_map(|tag| battle.galleys.find(*tag)).map(|g| g.speed);
    let common = speeds.min_by_key(|speed| speed.in_sums()).unwrap_or(Speed::STOPPED);
    let mut effects = vec![Effect::MovementEnded(mover), Effect::Fouled(stack.clone(), common)];
    for tag in &stack {
        let stops =
            |galley: &Galley| galley.crippled && galley.speed != common && common == Speed::STOPPED;
        // The mover and the other roll theirs now.
        if ![mover, other].contains(tag) && battle.galleys.find(*tag).is_some_and(stops) {
            effects.push(Effect::OwesDrift(*tag));
        }
        effects.extend(falls_out(battle, *tag));
    }
    for tag in [mover, other] {
        effects.push(Effect::Drifted(tag, drifts(battle, tag, roller)?));
    }
    Ok(effects)
}

impl Battle {
    /// Who is lost with a galley: the admiral, a line commander (C-17).
    pub(super) fn lost_with(&self, tag: Tag, how: AdmiralStatus) -> Vec<Effect> {
        let Some(galley) = self.galleys.find(tag) else { return Vec::new() };
        let mut lost = Vec::new();
        if self.is_flagship(tag, galley.side) {
            lost.push(Effect::AdmiralLost(galley.side, how));
        }
        if galley.line_commander {
            lost.push(Effect::LineCommanderLost(tag));
        }
        lost
    }
}
