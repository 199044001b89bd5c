//! What there is to print of a fleet or a battle.

use crate::fleet::{self, library};
use crate::rules::{Battle, Fleet, Options, Sheet, Side};

/// A battle to take a fleet's fresh sheets from: the fleet as side A against
/// itself, or where the rules do not let it fight itself, against a ready fleet
/// that they let it fight.
///
/// # Errors
/// In words, where no fleet can be found that it may fight.
pub fn drawn_up(own: &Fleet) -> Result<Battle, String> {
    let against = |other: Fleet| Battle::open([own.clone(), other], Options::new());
    against(own.clone()).or_else(|why| {
        let mut ready = library::paths()
            .filter_map(library::file)
            .filter_map(|file| fleet::read_toml(file).ok())
            .map(|checked| checked.fleet)
            .filter(|other| other.system() == own.system());
        ready.find_map(|other| against(other).ok()).ok_or(why)
    })
}

/// The record sheets of those who began on a side: as they are now, or fresh.
#[must_use]
pub fn sheets(battle: &Battle, side: Side, fresh: bool) -> Vec<Sheet> {
    let own = battle.tags().into_iter().filter(|tag| tag.side == side);
    own.filter_map(|tag| battle.sheet(tag, fresh)).collect()
}
