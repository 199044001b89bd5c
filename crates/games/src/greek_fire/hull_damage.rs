//! Results of the ram table for a hull, in Greek Fire.

use dice::{AskedRoll, Preferred, Roller};
use message::message;
use rules::common::{Stop, Tag};

use super::effects::Effect;
use super::guards::{count, victory};
use super::state::{Battle, Ship};
use super::tables::{MOVE_LOST, RamResult};

/// A ship that is hit.
pub(super) struct HullHit {
    pub(super) tag: Tag,
    /// The ship that rammed her; `None` if she struck rocks (GF-12).
    pub(super) by: Option<Tag>,
    /// Whether the side that rolls prefers much or little damage.
    pub(super) preferred: Preferred,
}

/// The effects on the hull. The rounds until she sinks are rolled before the move that she
/// loses.
pub(super) fn hole(
    battle: &Battle,
    ship: &Ship,
    struck: &HullHit,
    row: RamResult,
    roller: &mut Roller,
) -> Result<Vec<Effect>, Stop> {
    let &HullHit { tag, by, preferred } = struck;
    let mut effects = Vec::new();
    if row == RamResult::Sunk {
        effects.push(Effect::Sunk(tag));
        effects.extend(victory(battle, by, tag));
    }
    if let Some(throw) = row.sinks_in() {
        let few = if preferred == Preferred::High { Preferred::Low } else { Preferred::High };
        let ask = AskedRoll::new(throw, message!("rounds until she sinks")).preferring(few);
        let turns = count(roller.value(&ask)?);
        // A ship that is already sinking keeps the smaller number, and the ram that caused
        // it (GF-14).
        let (rounds, by) = match ship.sinking_in {
            Some(now) if now <= turns => (now, ship.sinking_by),
            Some(_) | None => (turns, by),
        };
        effects.push(Effect::Sinking { ship: tag, rounds, by });
    }
    if row.shears() {
        let lost = count(
            roller
                .value(&AskedRoll::new(MOVE_LOST, message!("move lost")).preferring(preferred))?,
        );
        effects.push(Effect::OarsSheared(tag, lost));
    }
    Ok(effects)
}
