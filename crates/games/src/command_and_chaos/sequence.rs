//! The sequence of play of Command & Chaos, for a reader who does not know the game.

use std::collections::BTreeSet;

use message::message;
use rules::common::NoOptionalRules;
use rules::view::{TurnPart, TurnStep};

use super::tables::{
    AVERAGE_NEEDS, CHARGE_DICE, CHARGE_STAMINA, DIE, HAND, MOST_DISCARDS, MOST_PLAYED,
    RALLY_TAKES_OFF, VETERAN_NEEDS,
};

pub(super) fn sequence(_: &BTreeSet<NoOptionalRules>) -> Vec<TurnPart> {
    vec![initiative(), movement(), melee(), rally()]
}

fn initiative() -> TurnPart {
    TurnPart::new(
        message!("1 Initiative"),
        message!("Both sides do this once a turn."),
        [
            TurnStep::new(
                message!("Initiative"),
                message!("both sides"),
                message!(
                    "Each rolls {die}; the higher is first player this turn. On a tie both roll again.",
                    die = DIE.to_string()
                ),
            ),
            TurnStep::new(
                message!("Cards"),
                message!("each side"),
                message!(
                    "Discard up to {discards}, then draw up to a hand of {hand}.",
                    discards = MOST_DISCARDS,
                    hand = HAND
                ),
            ),
        ],
    )
}

fn movement() -> TurnPart {
    TurnPart::new(
        message!("2 Movement"),
        message!(
            "The first player moves one zone or makes the other side begin. Then the sides alternate, zone by zone, until all five zones of both are done."
        ),
        [
            TurnStep::new(
                message!("Move a zone"),
                message!("the side whose zone it is"),
                message!(
                    "All its units may move straight ahead or back, or flank. Engaged units stay until their opponent is beaten."
                ),
            ),
            TurnStep::new(
                message!("Charge"),
                message!("a heavy unit, once in the battle"),
                message!(
                    "It pays {stamina} stamina and rolls {dice} dice as it meets an enemy in its column. The target stands, or pays the same and charges back.",
                    stamina = CHARGE_STAMINA,
                    dice = CHARGE_DICE
                ),
            ),
            TurnStep::new(
                message!("Javelins"),
                message!("light infantry that is met by a heavy unit"),
                message!("It may throw javelins, then it falls back."),
            ),
            TurnStep::new(
                message!("Move an officer"),
                message!("each side, after all zones"),
                message!("A commander who is with no unit may change zones."),
            ),
        ],
    )
}

fn melee() -> TurnPart {
    TurnPart::new(
        message!("3 Melee"),
        message!(
            "First the sides play cards in turn; the first player begins or passes. Then every melee is fought, from the first player’s left to the right."
        ),
        [
            TurnStep::new(
                message!("Play cards"),
                message!("each side, up to {most}", most = MOST_PLAYED),
                message!(
                    "Play one card face down behind a unit. It is turned up as the unit’s melee begins."
                ),
            ),
            TurnStep::new(
                message!("Melee"),
                message!("both units, at once"),
                message!(
                    "Both roll {die} with modifiers: {average} or more hits an average unit, {veteran} or more a veteran.",
                    die = DIE.to_string(),
                    average = AVERAGE_NEEDS,
                    veteran = VETERAN_NEEDS
                ),
            ),
            TurnStep::new(
                message!("Rout"),
                message!("a unit whose hits reach its morale"),
                message!(
                    "It is removed. Each friend in the eight squares around it rolls {die} and takes a hit on any roll that would hit it.",
                    die = DIE.to_string()
                ),
            ),
        ],
    )
}

fn rally() -> TurnPart {
    TurnPart::new(
        message!("4 Rally, officers and reserves"),
        message!("Each side does this once a turn, the first player first."),
        [
            TurnStep::new(
                message!("Rally"),
                message!("a unit that has had an officer since the phase began"),
                message!(
                    "It loses {hits} hit, but never rallies above half of its morale, rounded up.",
                    hits = RALLY_TAKES_OFF
                ),
            ),
            TurnStep::new(
                message!("Officers"),
                message!("each side"),
                message!(
                    "They join, leave or change units of their zone; a lost lieutenant is replaced in the next turn."
                ),
            ),
            TurnStep::new(
                message!("Reserves"),
                message!("each side"),
                message!("They change columns until they have gone forward."),
            ),
            TurnStep::new(
                message!("Victory"),
                message!("both sides"),
                message!(
                    "A side that has lost more than half of its unit cards has lost. If both sides lose more than half in the same melee, the battle is a draw."
                ),
            ),
        ],
    )
}
