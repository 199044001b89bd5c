//! Consequences of events for a galley of Chicken of the Sea: she stops, drifts, leaves her
//! formation, fouls, or loses her commanders.

use dice::{AskedRoll, Preferred, Roller};
use message::message;
use rules::common::{Stop, Tag};
use rules::system::Rules;

use super::effects::Effect;
use super::state::{AdmiralStatus, Battle};
use super::tables::{DIE, DRIFT, Facing, Speed};

/// The effects of an event on a galley's speed. The others in her formation continue
/// without her. A crippled galley may have to drift.
pub(super) fn comes_to(battle: &Battle, tag: Tag, speed: Speed) -> Vec<Effect> {
    let mut effects = vec![Effect::SpeedBecame(tag, speed)];
    let Some(galley) = battle.common.units.find(tag) else { return effects };
    if speed != galley.speed {
        if galley.crippled && speed == Speed::STOPPED {
            effects.push(Effect::OwesDrift(tag));
        }
        effects.extend(falls_out(battle, tag));
    }
    effects
}

/// She leaves her formation, or the one to which she belongs according to the enemy's
/// knowledge.
pub(super) fn falls_out(battle: &Battle, tag: Tag) -> Option<Effect> {
    let is_in = battle.formation_of(tag).is_some() || battle.seen_formation_of(tag).is_some();
    is_in.then_some(Effect::LeftFormation(tag))
}

/// The roll for one galley on the drift compass (C-3).
pub(super) fn drifts(battle: &Battle, tag: Tag, roller: &mut Roller) -> Result<Facing, Stop> {
    battle.common.units.get(tag)?;
    let purpose = message!("drift of {ship}", ship = battle.called(tag));
    let ask = AskedRoll::new(DIE, purpose).preferring(Preferred::Neither);
    Ok(roller.row(&ask, &DRIFT)?)
}

/// Galleys foul: all in the hex take the lowest speed (C-5). The bow of each drifts, first
/// the mover's, then that of the galley she met (C-30). The mover's movement is over.
pub(super) fn foul(
    battle: &Battle,
    mover: Tag,
    other: Tag,
    roller: &mut Roller,
) -> Result<Vec<Effect>, Stop> {
    let stack = battle.stack(mover, other);
    let speeds = stack.iter().filter_map(|tag| battle.common.units.find(*tag)).map(|g| g.speed);
    let common = speeds.min_by_key(|speed| speed.in_sums()).unwrap_or(Speed::STOPPED);
    let mut effects = vec![Effect::MovementEnded(mover), Effect::Fouled(stack.clone(), common)];
    for tag in &stack {
        effects.extend(falls_out(battle, *tag));
    }
    for tag in stack {
        effects.push(Effect::Drifted(tag, drifts(battle, tag, roller)?));
    }
    Ok(effects)
}

impl Battle {
    /// The commanders lost with a galley: the admiral or a line commander (C-17).
    pub(super) fn lost_with(&self, tag: Tag, how: AdmiralStatus) -> Vec<Effect> {
        let Some(galley) = self.common.units.find(tag) else { return Vec::new() };
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
