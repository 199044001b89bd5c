//! The sequence of play of Greek Fire, for a reader who does not know the game.

use std::collections::BTreeSet;

use dice::Throw;
use message::{Message, message};
use rules::view::{TurnPart, TurnStep};

use super::orders::Switch;
use super::tables::{
    BOARD_DIE, BREAKS_FREE, CATCH_DIE, CREW_A_DIE, FIRE_DIE, FIRE_KILLS, FIRES_DESTROY,
    FIRST_SIDE_DIE, FREE_DIE, HIT_DIE, MELEE_DIE, MORALE_DIE, RAM_DIE, SAIL_DIE, TO_BOARD, TO_HIT,
};

fn roll(throw: Throw) -> String {
    throw.to_string()
}

pub(super) fn sequence(options: &BTreeSet<Switch>) -> Vec<TurnPart> {
    vec![first_side_part(), a_ships_turn(options), end_of_the_round()]
}

/// How the players choose their sides.
pub(super) fn choosing_sides() -> Message {
    message!("The player who set up the battle lets the other choose a side.")
}

fn first_side_part() -> TurnPart {
    TurnPart::new(
        message!("At the start of the battle and of each round"),
        message!("The side with more ships goes first."),
        [
            TurnStep::new(
                message!("Choose sides"),
                message!("both players, once"),
                choosing_sides(),
            ),
            TurnStep::new(
                message!("Roll for first side"),
                message!("both sides"),
                message!(
                    "If both sides have the same number of ships, each rolls {die}; the higher goes first.",
                    die = roll(FIRST_SIDE_DIE)
                ),
            ),
        ],
    )
}

fn a_ships_turn(options: &BTreeSet<Switch>) -> TurnPart {
    TurnPart::new(
        message!("Each ship in turn: the sides alternate"),
        message!(
            "A side picks one ship that has not moved. She does all of this before the other side \
             picks one. When a side has none left, the other moves the rest of its ships one after another."
        ),
        [fire(), sail(), row(), shoot(options), ram(), board(), morale()],
    )
}

fn fire() -> TurnStep {
    TurnStep::new(
        message!("Fire"),
        message!("a ship that burns or is beside a burning ship"),
        message!(
            "Each counter kills {kills} crew. Then roll {die} for each counter: on 1 it goes out, on 6 it adds another. Roll {die} for each burning ship beside her: on 5–6 it adds a counter. {most} counters destroy her.",
            kills = format!("1{FIRE_KILLS}"),
            die = roll(FIRE_DIE),
            most = FIRES_DESTROY
        ),
    )
}

fn sail() -> TurnStep {
    TurnStep::new(
        message!("Sail"),
        message!("the ship, unless she is aground or grappled"),
        message!(
            "Roll {die} on the sail table: she gains or loses move points this turn.",
            die = roll(SAIL_DIE)
        ),
    )
}

fn row() -> TurnStep {
    TurnStep::new(
        message!("Row"),
        message!("the ship"),
        message!(
            "Spend her move points: one for each space ahead or astern and each face turned. A grappled ship must first break free: she rolls {die} and needs {least} or more.",
            die = roll(FREE_DIE),
            least = BREAKS_FREE
        ),
    )
}

fn shoot(options: &BTreeSet<Switch>) -> TurnStep {
    TurnStep::new(
        message!("Shoot"),
        if options.contains(&Switch::FreeForAll) {
            message!("every ship, each weapon once a round, at any point of any move")
        } else {
            message!("each of her weapons once, at any point of her move")
        },
        message!(
            "Roll {hit} with modifiers: {least} or more hits and kills crew. After a hit roll {catch}: the target may catch fire.",
            hit = roll(HIT_DIE),
            least = TO_HIT,
            catch = roll(CATCH_DIE)
        ),
    )
}

fn ram() -> TurnStep {
    TurnStep::new(
        message!("Ram"),
        message!("the ship, if her bow runs straight into an enemy"),
        message!(
            "Roll {die} on the ram table: add her ram bonus, subtract the target’s. She cannot move again this turn.",
            die = roll(RAM_DIE)
        ),
    )
}

fn board() -> TurnStep {
    TurnStep::new(
        message!("Board"),
        message!("the ship and an enemy beside her"),
        message!(
            "Roll {die} with modifiers: {least} or more grapples. Then both crews fight at once: each rolls one {melee} for every {crew} crew or part of it, and loses as many crew as the other rolls.",
            die = roll(BOARD_DIE),
            least = TO_BOARD,
            melee = MELEE_DIE.to_string(),
            crew = CREW_A_DIE
        ),
    )
}

fn morale() -> TurnStep {
    TurnStep::new(
        message!("Morale"),
        message!("the ship’s own crew"),
        message!(
            "Roll {die} with modifiers on the morale table: she fights on, routs or surrenders. A routing ship may leave the table if she could still move.",
            die = roll(MORALE_DIE)
        ),
    )
}

fn end_of_the_round() -> TurnPart {
    TurnPart::new(
        message!("Once a round, when every ship has moved"),
        message!("Both sides do this together; then the next round begins."),
        [
            TurnStep::new(
                message!("End the round"),
                message!("every sinking ship"),
                message!(
                    "Her sinking count goes down by one. At 0 she sinks, and the ship that rammed her scores a victory. “Rammed” becomes “rammed last turn”; the other marks of the round are cleared."
                ),
            ),
            TurnStep::new(
                message!("Victory"),
                message!("both sides, at any moment"),
                message!(
                    "A side has lost when it has no ship left that is in action, has crew and does not rout."
                ),
            ),
        ],
    )
}
