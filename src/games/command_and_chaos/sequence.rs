//! How a turn of Command & Chaos is played, for a reader who does not know the
//! game.

use std::collections::BTreeSet;

use crate::rules::common::NoSwitch;
use crate::rules::view::TurnPart;
use crate::say::say;

use super::tables::{
    AVERAGE_NEEDS, CHARGE_DICE, CHARGE_STAMINA, DIE, HAND, MOST_DISCARDS, MOST_PLAYED,
    RALLY_TAKES_OFF, VETERAN_NEEDS,
};

pub(super) fn sequence(_: &BTreeSet<NoSwitch>) -> Vec<TurnPart> {
    vec![initiative(), movement(), melee(), rally()]
}

fn initiative() -> TurnPart {
    TurnPart::new(
        say!("1 Initiative"),
        say!("Both sides, once a turn."),
        [
            [
                say!("Initiative"),
                say!("both sides"),
                say!(
                    "Each rolls {die}; the higher is first player this turn. Equal: roll again.",
                    die = DIE.to_string()
                ),
            ],
            [
                say!("Cards"),
                say!("each side"),
                say!(
                    "Discard up to {discards}, then draw up to {hand} in hand.",
                    discards = MOST_DISCARDS,
                    hand = HAND
                ),
            ],
        ],
    )
}

fn movement() -> TurnPart {
    TurnPart::new(
        say!("2 Movement"),
        say!(
            "Zone by zone: the first player moves one zone or makes the other begin; then the sides alternate, until all five zones of both are done."
        ),
        [
            [
                say!("Move a zone"),
                say!("the side that has the zone"),
                say!(
                    "All its units may move straight ahead or back, or flank. Engaged units stay until their opponent is beaten."
                ),
            ],
            [
                say!("Charge"),
                say!("a heavy unit, once in the battle"),
                say!(
                    "{stamina} stamina: {dice} dice as it meets an enemy of its column. The target stands, or pays the same and charges back.",
                    stamina = CHARGE_STAMINA,
                    dice = CHARGE_DICE
                ),
            ],
            [
                say!("Javelins"),
                say!("light infantry that is met by a heavy unit"),
                say!("It may throw, then falls back."),
            ],
            [
                say!("Move an officer"),
                say!("each side, after all zones"),
                say!("A commander who is with no unit may change zones."),
            ],
        ],
    )
}

fn melee() -> TurnPart {
    TurnPart::new(
        say!("3 Melee"),
        say!(
            "Cards first: the sides alternate, the first player begins or passes. Then every melee, from the first player’s left to his right."
        ),
        [
            [
                say!("Play cards"),
                say!("each side, up to {most}", most = MOST_PLAYED),
                say!("One behind a unit, face down. They are turned up as its melee begins."),
            ],
            [
                say!("Melee"),
                say!("both units, at once"),
                say!(
                    "{die} with modifiers: {average} or more hits an average unit, {veteran} or more a veteran.",
                    die = DIE.to_string(),
                    average = AVERAGE_NEEDS,
                    veteran = VETERAN_NEEDS
                ),
            ],
            [
                say!("Rout"),
                say!("a unit whose hits reach its morale"),
                say!(
                    "It is removed. Each friend in the eight squares around rolls {die}; what would hit it, hits it.",
                    die = DIE.to_string()
                ),
            ],
        ],
    )
}

fn rally() -> TurnPart {
    TurnPart::new(
        say!("4 Rally, officers and reserves"),
        say!("Each side, once a turn, the first player first."),
        [
            [
                say!("Rally"),
                say!("a unit with an officer since the phase began"),
                say!(
                    "{hits} hit less, never above half of its morale, rounded up.",
                    hits = RALLY_TAKES_OFF
                ),
            ],
            [
                say!("Officers"),
                say!("each side"),
                say!(
                    "They join, leave or change units of their zone; a lost lieutenant is replaced the turn after."
                ),
            ],
            [
                say!("Reserves"),
                say!("each side"),
                say!("They change columns until they have gone forward."),
            ],
            [
                say!("Victory"),
                say!("both sides"),
                say!("A side that has lost more than half of its unit cards has lost."),
            ],
        ],
    )
}
