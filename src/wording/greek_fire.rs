//! Greek Fire in words.

use crate::rules::greek_fire::{Battle, Effect};
use crate::rules::{Side, System, Tag, words};

use super::{Tale, correction, left, plural};

/// An effect as a sentence; `None` for what goes without saying.
#[expect(clippy::too_many_lines, reason = "a list of sentences, one an effect")]
pub(super) fn sentence(battle: &Battle, effect: &Effect) -> Option<String> {
    let name = |tag: &Tag| format!("{tag} {}", battle.unit_name(*tag));
    let text = match effect {
        Effect::PhaseReached(_) => return None,
        Effect::FirstSideChosen(side) => format!("{} begins.", side_name(battle, *side)),
        Effect::Activated(tag) => format!("{} begins her turn.", name(tag)),
        Effect::CrewKilled(tag, 0) => format!("{} loses nobody.", name(tag)),
        Effect::CrewKilled(tag, n) => {
            let crew = battle.roster().find(*tag).map_or(0, |ship| ship.crew.saturating_sub(*n));
            format!("{} loses {n} crew; {}.", name(tag), left(crew))
        }
        Effect::FiresOut(tag, n) => {
            format!("{} goes out on {}.", plural(*n, "fire", "fires"), name(tag))
        }
        Effect::FiresLit(tag, n) => {
            format!("{} lit on {}.", plural(*n, "fire is", "fires are"), name(tag))
        }
        Effect::BurntDown(tag) => format!("{} burns down to the water.", name(tag)),
        Effect::Wind(tag, 0) => format!("The wind changes nothing for {}.", name(tag)),
        Effect::Wind(tag, wind) => format!("The wind: {wind:+} move for {} this turn.", name(tag)),
        Effect::Rowed(tag, 0) => format!("{} comes to a stop.", name(tag)),
        Effect::Rowed(tag, n) => format!("{} rows {}.", name(tag), plural(*n, "point", "points")),
        Effect::CutFree(one, two) => format!("{} breaks free of {}.", name(one), name(two)),
        Effect::Grappled(one, two) => format!("{} grapples {}.", name(one), name(two)),
        Effect::RunAground(tag) => format!("{} runs aground.", name(tag)),
        Effect::Shot(tag, mount) => match battle.roster().find(*tag)?.ammo.get(mount) {
            Some(left) => {
                format!(
                    "{} shoots, {}; {} left.",
                    name(tag),
                    words(mount),
                    plural(left.saturating_sub(1), "shot", "shots")
                )
            }
            None => format!("The {mount} of {} throw what they have.", name(tag)),
        },
        Effect::Rammed(one, two) => format!("{} rams {}.", name(one), name(two)),
        Effect::OarsSheared(tag, n) => {
            format!("{} loses {} of move for the battle.", name(tag), plural(*n, "point", "points"))
        }
        Effect::Sinking(tag, n) => {
            format!("{} will sink in {}.", name(tag), plural(*n, "turn", "turns"))
        }
        Effect::Sunk(tag) => format!("{} goes down.", name(tag)),
        Effect::Surrendered { ship, .. } => format!("{} surrenders.", name(ship)),
        Effect::Abandoned(tag) => format!("Her crew abandons {}.", name(tag)),
        Effect::Routing(tag, true) => format!("{} routs.", name(tag)),
        Effect::Routing(tag, false) => format!("{} rallies.", name(tag)),
        Effect::MoraleTold(tag, result) => match result.slug() {
            "fights-on" => format!("{} fights on.", name(tag)),
            _ => return None,
        },
        Effect::Escaped(tag) => format!("{} leaves the table.", name(tag)),
        Effect::PrizeTaken { by, ship, crew, holder } => format!(
            "{} takes {} with {crew} of her crew; she sails for {} now.",
            name(by),
            name(ship),
            side_name(battle, *holder)
        ),
        Effect::Victory(tag) => format!("A victory for {}.", name(tag)),
        Effect::Settled(tag) => match battle.roster().find(*tag)?.sinking_in {
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
        Effect::PhaseReached(_)
        | Effect::FirstSideChosen(_)
        | Effect::Activated(_)
        | Effect::CrewKilled(_, 0)
        | Effect::Wind(..)
        | Effect::Rowed(..)
        | Effect::MoraleTold(..)
        | Effect::Victory(_)
        | Effect::Settled(_)
        | Effect::RoundEnded => Tale::Routine,
        Effect::Shot(tag, mount) => {
            // A mount's number is of use to whoever keeps her log.
            let of = mount.trim_end_matches(|c: char| c == '-' || c.is_ascii_digit());
            Tale::Setting(format!("The {} of {} shoot.", of.replace('-', " "), name(tag)))
        }
        Effect::Rammed(..) | Effect::Grappled(..) | Effect::CutFree(..) | Effect::FiresOut(..) => {
            Tale::setting(sentence(battle, effect))
        }
        Effect::CrewKilled(tag, n) => {
            let left = battle.roster().find(*tag).map_or(0, |ship| ship.crew.saturating_sub(*n));
            let left = if left == 0 { "the last of them".into() } else { format!("{left} left") };
            Tale::News(format!("{} loses {n} crew ({left}).", name(tag)))
        }
        Effect::OarsSheared(tag, n) => {
            Tale::News(format!("{} loses {} of move.", name(tag), plural(*n, "point", "points")))
        }
        _ => Tale::news(sentence(battle, effect)),
    }
}

fn side_name(battle: &Battle, side: Side) -> String {
    format!("{} ({side})", battle.side_name(side))
}
