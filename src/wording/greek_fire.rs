//! Greek Fire in words.

use crate::rules::greek_fire::tables::{MoraleResult, Weapon};
use crate::rules::greek_fire::{Battle, Effect};
use crate::rules::{Side, System, Tag, words};

use super::{Tale, correction, left, plural};

/// An effect as a sentence; `None` for what goes without saying.
#[expect(clippy::too_many_lines, reason = "a list of sentences, one an effect")]
pub(super) fn sentence(battle: &Battle, effect: &Effect) -> Option<String> {
    let name = |tag: &Tag| format!("{tag} {}", battle.unit_name(*tag));
    let text = match effect {
        Effect::PhaseReached(..)
        | Effect::FireSeen(_)
        | Effect::TriedFree(_)
        | Effect::Boarded(_) => return None,
        Effect::FirstSideChosen(side) => format!("First to move: {}.", side_name(battle, *side)),
        Effect::Activated(tag) => format!("{} begins her turn.", name(tag)),
        Effect::CrewKilled(tag, 0) => format!("{} loses nobody.", name(tag)),
        Effect::CrewKilled(tag, n) => {
            let crew = battle.roster().find(*tag).map_or(0, |ship| ship.crew.saturating_sub(*n));
            format!("{} loses {n} crew; {}.", name(tag), left(crew))
        }
        Effect::FiresOut(tag, n) => {
            format!("{} out on {}.", plural(*n, "fire goes", "fires go"), name(tag))
        }
        Effect::FiresLit(tag, n) => {
            format!("{} lit on {}.", plural(*n, "fire is", "fires are"), name(tag))
        }
        Effect::BurntDown(tag) => format!("{} burns down to the water.", name(tag)),
        Effect::Wind(tag, 0) => format!("The wind changes nothing for {}.", name(tag)),
        Effect::Wind(tag, wind) => format!(
            "The wind {} {} {} this turn.",
            if *wind > 0 { "gives" } else { "costs" },
            name(tag),
            points(u32::try_from(wind.unsigned_abs()).unwrap_or(u32::MAX))
        ),
        Effect::Rowed { ship, spent: 0, .. } => format!("{} does not move.", name(ship)),
        Effect::Rowed { ship, spent, ramming_speed: false } => {
            format!("{} spends {}.", name(ship), points(*spent))
        }
        Effect::Rowed { ship, spent, ramming_speed: true } => {
            format!("{} spends {} at ramming speed.", name(ship), points(*spent))
        }
        Effect::CutFree(one, two) => format!("{} breaks free of {}.", name(one), name(two)),
        Effect::Grappled(one, two) => format!("{} grapples {}.", name(one), name(two)),
        Effect::RunAground(tag) => format!("{} runs aground.", name(tag)),
        Effect::Shot { ship, mount, target } => {
            let (by, with, at) = (name(ship), words(mount), name(target));
            match battle.roster().find(*ship)?.ammo.get(mount) {
                Some(left) => {
                    let left = plural(left.saturating_sub(1), "shot", "shots");
                    format!("{by} shoots at {at} with {with}; {left} left.")
                }
                None => format!("The {with} of {by} throw javelins at {at}."),
            }
        }
        Effect::Rammed(one, two) => format!("{} rams {}.", name(one), name(two)),
        Effect::OarsSheared(tag, n) => {
            format!("{} loses {} for the rest of the battle.", name(tag), points(*n))
        }
        Effect::Sinking { ship, rounds, .. } => {
            format!("{} will sink in {}.", name(ship), plural(*rounds, "turn", "turns"))
        }
        Effect::Sunk(tag) => format!("{} goes down.", name(tag)),
        Effect::Surrendered(tag) => format!("{} surrenders.", name(tag)),
        Effect::Abandoned(tag) => format!("The crew of {} abandons her.", name(tag)),
        Effect::Routing(tag, true) => format!("{} routs.", name(tag)),
        Effect::Routing(tag, false) => format!("{} rallies.", name(tag)),
        Effect::MoraleTold(tag, result) => match result {
            MoraleResult::FightsOn => format!("{} fights on.", name(tag)),
            MoraleResult::Surrenders | MoraleResult::Abandons | MoraleResult::Routs => return None,
        },
        Effect::Escaped(tag) => format!("{} leaves the table.", name(tag)),
        Effect::PrizeTaken { by, ship, crew, holder } => format!(
            "{} puts {crew} crew aboard {}, which now fights for {}.",
            name(by),
            name(ship),
            side_name(battle, *holder)
        ),
        Effect::Victory { to, .. } => format!("{} scores a victory.", name(to)),
        Effect::CountedDown(tag) => match battle.roster().find(*tag)?.sinking_in {
            Some(n) if n > 1 => {
                format!("{} settles: {} to go.", name(tag), plural(n - 1, "turn", "turns"))
            }
            _ => return None,
        },
        Effect::RoundEnded => "The round is over.".into(),
        Effect::Adjusted(subject, field, value) => correction(battle, *subject, field, value),
    };
    Some(text)
}

/// An effect as it is told afterwards.
pub(super) fn tale(battle: &Battle, effect: &Effect) -> Tale {
    let name = |tag: &Tag| format!("{tag} {}", battle.unit_name(*tag));
    match effect {
        Effect::PhaseReached(..)
        | Effect::FireSeen(_)
        | Effect::TriedFree(_)
        | Effect::Boarded(_)
        | Effect::FirstSideChosen(_)
        | Effect::Activated(_)
        | Effect::CrewKilled(_, 0)
        | Effect::Wind(..)
        | Effect::Rowed { .. }
        | Effect::MoraleTold(..)
        | Effect::Victory { .. }
        | Effect::CountedDown(_)
        | Effect::RoundEnded => Tale::Routine,
        Effect::Shot { ship, mount, target } => {
            // A mount's number is of use to whoever keeps her record.
            let weapon = Weapon::of_mount(mount).map_or_else(|| mount.clone(), |w| words(w.slug()));
            Tale::Setting(format!("{} shoots at {} with {weapon}.", name(ship), name(target)))
        }
        Effect::Rammed(..) | Effect::Grappled(..) | Effect::CutFree(..) | Effect::FiresOut(..) => {
            Tale::setting(sentence(battle, effect))
        }
        Effect::CrewKilled(tag, n) => {
            let left = battle.roster().find(*tag).map_or(0, |ship| ship.crew.saturating_sub(*n));
            let left = if left == 0 { "the last of them".into() } else { format!("{left} left") };
            Tale::News(format!("{} loses {n} crew ({left}).", name(tag)))
        }
        Effect::FiresLit(..)
        | Effect::BurntDown(_)
        | Effect::RunAground(_)
        | Effect::OarsSheared(..)
        | Effect::Sinking { .. }
        | Effect::Sunk(_)
        | Effect::Surrendered(_)
        | Effect::Abandoned(_)
        | Effect::Routing(..)
        | Effect::Escaped(_)
        | Effect::PrizeTaken { .. }
        | Effect::Adjusted(..) => Tale::news(sentence(battle, effect)),
    }
}

fn points(n: u32) -> String {
    plural(n, "move point", "move points")
}

fn side_name(battle: &Battle, side: Side) -> String {
    format!("{} ({side})", battle.side_name(side))
}
