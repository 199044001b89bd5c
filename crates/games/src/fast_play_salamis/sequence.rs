//! How a turn of Fast Play Salamis is played, for a reader who does not know the
//! game.

use std::collections::BTreeSet;

use dice::Throw;
use message::message;
use rules::view::{TurnPart, TurnStep};

use super::charts::{check, from};
use super::orders::Switch;
use super::tables::{
    ATTACKER_HITS_ON, BOW_HITS_ON, DEFENDER_HITS_ON, DIE, RAM_HITS_ON, RAMMING_SPEED_DICE,
};

pub(super) fn sequence(options: &BTreeSet<Switch>) -> Vec<TurnPart> {
    let check = check(options);
    vec![begin(), movement(check), ramming(check), fighting(), panic()]
}

fn begin() -> TurnPart {
    TurnPart::new(
        message!("Once, as the battle begins"),
        message!(
            "Side A goes first, unless the players roll for it. One side plays its whole turn, all that follows; then the other. When both have, a new round begins."
        ),
        [TurnStep::new(
            message!("Roll for first side"),
            message!("both sides"),
            message!("Each side rolls {die}; the higher goes first.", die = format!("1{DIE}")),
        )],
    )
}

fn movement(check: Throw) -> TurnPart {
    TurnPart::new(
        message!("1 Movement"),
        message!("The side whose turn it is moves; the other side shoots."),
        [
            TurnStep::new(
                message!("Move"),
                message!("each ship of the moving side, once"),
                message!(
                    "Up to her move in inches, and a turn up to her degrees, one way only. She may not touch an enemy while she moves."
                ),
            ),
            TurnStep::new(
                message!("Break away"),
                message!("a ship of the moving side in contact"),
                message!(
                    "{check}: her RSP or less puts her an inch off. Either way she does not move or ram this turn.",
                    check = check.to_string()
                ),
            ),
            TurnStep::new(
                message!("Bows"),
                message!("each ship of the other side, once"),
                message!(
                    "Her bow dice at a ship in range: each {on} is a hit. Bows never sink a ship.",
                    on = from(BOW_HITS_ON)
                ),
            ),
        ],
    )
}

fn ramming(check: Throw) -> TurnPart {
    TurnPart::new(
        message!("2 Ramming and boarding"),
        message!(
            "The moving side rams, one ship at a time. After each ram the two ships may board."
        ),
        [
            TurnStep::new(
                message!("Ram"),
                message!("a ship whose bow moved to within an inch of an enemy’s hull"),
                message!(
                    "{check}: her RSP or less adds {more} dice. Then her ram dice: each {on} is a hit. The two are in contact.",
                    check = check.to_string(),
                    more = RAMMING_SPEED_DICE,
                    on = from(RAM_HITS_ON)
                ),
            ),
            TurnStep::new(
                message!("Board"),
                message!("the rammed ship, then the rammer"),
                message!(
                    "{check}: MBS or less boards the other ship. The rammer may try only if the rammed ship does not board.",
                    check = check.to_string()
                ),
            ),
        ],
    )
}

fn fighting() -> TurnPart {
    TurnPart::new(
        message!("3 Hand to hand"),
        message!("Every fight aboard that this turn began or that is still to do."),
        [TurnStep::new(
            message!("Fight"),
            message!("who boarded, against who was boarded"),
            message!(
                "The attacker’s dice hit on {hit}, the defender’s each cancel one on {cancel}. What is left hits the defender’s ship; at her viability she is captured.",
                hit = from(ATTACKER_HITS_ON),
                cancel = from(DEFENDER_HITS_ON)
            ),
        )],
    )
}

fn panic() -> TurnPart {
    TurnPart::new(
        message!("At any time"),
        message!("Hits of every cause add up; at her viability a ship is sunk or captured."),
        [
            TurnStep::new(
                message!("Panic"),
                message!("a fleet whose losses have reached its panic number"),
                message!("What is left of that fleet flees."),
            ),
            TurnStep::new(
                message!("Victory"),
                message!("both sides"),
                message!("A side with no ship left in action has lost."),
            ),
        ],
    )
}
