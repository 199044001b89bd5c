//! The sequence of play of Fast Play Salamis, for a reader who does not know the game.

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
        message!("Once, at the start of the battle"),
        message!(
            "Side A goes first, unless the players roll for it. One side plays its whole turn, with all the phases below; then the other side does. Then a new round begins."
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
                    "She moves up to her Move and turns once, up to her Turn, to one side only. She may not touch an enemy while she moves."
                ),
            ),
            TurnStep::new(
                message!("Break away"),
                message!("a ship of the moving side in contact"),
                message!(
                    "Roll {check}: on her RSP or less, place her an inch off. Either way she cannot move or ram this turn.",
                    check = check.to_string()
                ),
            ),
            TurnStep::new(
                message!("Bows"),
                message!("each ship of the other side, once"),
                message!(
                    "Roll her bow dice at a ship in range: each {on} is a hit. Bows never sink a ship.",
                    on = from(BOW_HITS_ON)
                ),
            ),
        ],
    )
}

fn ramming(check: Throw) -> TurnPart {
    TurnPart::new(
        message!("2 Ramming and boarding"),
        message!("The moving side’s ships ram. Then the two ships of each ram may board."),
        [
            TurnStep::new(
                message!("Ram"),
                message!("a ship whose bow moved to within an inch of an enemy’s hull"),
                message!(
                    "Roll {check}: her RSP or less adds {more} dice. Then roll her ram dice: each {on} is a hit. The two are now in contact.",
                    check = check.to_string(),
                    more = RAMMING_SPEED_DICE,
                    on = from(RAM_HITS_ON)
                ),
            ),
            TurnStep::new(
                message!("Board"),
                message!("the rammed ship, then the rammer"),
                message!(
                    "Roll {check}: on her MBS or less, she boards the other ship. The rammer may try only if the rammed ship does not board.",
                    check = check.to_string()
                ),
            ),
        ],
    )
}

fn fighting() -> TurnPart {
    TurnPart::new(
        message!("3 Hand to hand"),
        message!(
            "Each boarding leads to a fight. Fights left from an earlier turn are rolled too."
        ),
        [TurnStep::new(
            message!("Fight"),
            message!("the ship that boarded, against the ship she boarded"),
            message!(
                "Each of the attacker’s dice hits on {hit}; each of the defender’s dice cancels a hit on {cancel}. The hits that are left damage the defender’s ship; at her viability she is captured.",
                hit = from(ATTACKER_HITS_ON),
                cancel = from(DEFENDER_HITS_ON)
            ),
        )],
    )
}

fn panic() -> TurnPart {
    TurnPart::new(
        message!("At any time"),
        message!("Hits from every cause add up; at her viability a ship is sunk or captured."),
        [
            TurnStep::new(
                message!("Panic"),
                message!("a fleet whose losses have reached its panic number"),
                message!("The rest of that fleet flees."),
            ),
            TurnStep::new(
                message!("Victory"),
                message!("both sides"),
                message!("A side with no ship left in action has lost."),
            ),
        ],
    )
}
