//! How a round of Greek Fire is played, for a reader who does not know the game.

use std::collections::BTreeSet;

use crate::dice::Throw;
use crate::rules::view::TurnPart;
use crate::say::{Say, say};

use super::orders::Switch;
use super::tables::{
    BOARD_DIE, BREAKS_FREE, CATCH_DIE, CREW_A_DIE, FIRE_DIE, FIRE_KILLS, FIRES_DESTROY,
    FIRST_SIDE_DIE, FREE_DIE, HIT_DIE, MELEE_DIE, MORALE_DIE, RAM_DIE, SAIL_DIE, TO_BOARD, TO_HIT,
};

fn roll(throw: Throw) -> String {
    throw.to_string()
}

pub(super) fn sequence(options: &BTreeSet<Switch>) -> Vec<TurnPart> {
    vec![who_goes_next(), a_ships_turn(options), end_of_the_round()]
}

/// How the players come by their sides.
pub(super) fn choosing_sides() -> Say {
    say!("Whoever designed the battle lets the other player choose a side.")
}

fn who_goes_next() -> TurnPart {
    TurnPart::new(
        say!("As the battle begins, and each round"),
        say!("The side with more ships goes first."),
        [
            [say!("Choose sides"), say!("both players, once"), choosing_sides()],
            [
                say!("Roll for first side"),
                say!("both sides"),
                say!(
                    "Only where both have as many ships: each side rolls {die}, the higher goes first.",
                    die = roll(FIRST_SIDE_DIE)
                ),
            ],
        ],
    )
}

fn a_ships_turn(options: &BTreeSet<Switch>) -> TurnPart {
    TurnPart::new(
        say!("Each ship in turn: the sides alternate"),
        say!(
            "A side picks one ship that has not moved. She does all of this before the other side \
             picks one. When a side has none left, the other moves its rest one after another."
        ),
        [fire(), sail(), row(), shoot(options), ram(), board(), morale()],
    )
}

fn fire() -> [Say; 3] {
    [
        say!("Fire"),
        say!("a ship that burns, or is next to one that does"),
        say!(
            "{kills} crew killed for each counter. Then {die} for each: 1 goes out, 6 adds one. {die} for each burning neighbour: 5–6 adds one. {most} counters destroy her.",
            kills = format!("1{FIRE_KILLS}"),
            die = roll(FIRE_DIE),
            most = FIRES_DESTROY
        ),
    ]
}

fn sail() -> [Say; 3] {
    [
        say!("Sail"),
        say!("the ship, unless she is aground or grappled"),
        say!(
            "{die} on the sail table: move points won or lost, this turn only.",
            die = roll(SAIL_DIE)
        ),
    ]
}

fn row() -> [Say; 3] {
    [
        say!("Row"),
        say!("the ship"),
        say!(
            "Spend her move points: one for each space ahead or astern and each face turned. A grappled ship first tries to break free: {die}, {least} or more.",
            die = roll(FREE_DIE),
            least = BREAKS_FREE
        ),
    ]
}

fn shoot(options: &BTreeSet<Switch>) -> [Say; 3] {
    [
        say!("Shoot"),
        if options.contains(&Switch::FreeForAll) {
            say!("every ship, each weapon once a round, at any point of any move")
        } else {
            say!("each of her weapons once, at any point of her move")
        },
        say!(
            "{hit} with modifiers: {least} or more hits, and kills crew. Then {catch}: the target may catch fire.",
            hit = roll(HIT_DIE),
            least = TO_HIT,
            catch = roll(CATCH_DIE)
        ),
    ]
}

fn ram() -> [Say; 3] {
    [
        say!("Ram"),
        say!("the ship, if her bow comes straight on an enemy"),
        say!(
            "{die} with both ram bonuses on the ram table. She moves no more this turn.",
            die = roll(RAM_DIE)
        ),
    ]
}

fn board() -> [Say; 3] {
    [
        say!("Board"),
        say!("the ship and an enemy beside her"),
        say!(
            "{die} with modifiers: {least} or more grapples. Then both fight at once: one {melee} for every {crew} crew; each loses what the other rolled.",
            die = roll(BOARD_DIE),
            least = TO_BOARD,
            melee = MELEE_DIE.to_string(),
            crew = CREW_A_DIE
        ),
    ]
}

fn morale() -> [Say; 3] {
    [
        say!("Morale"),
        say!("the ship’s own crew"),
        say!(
            "{die} with modifiers on the morale table: she fights on, routs or surrenders. A routing ship may leave the table, if she could still move.",
            die = roll(MORALE_DIE)
        ),
    ]
}

fn end_of_the_round() -> TurnPart {
    TurnPart::new(
        say!("Once a round, when every ship has moved"),
        say!("Both sides together; then the next round begins."),
        [
            [
                say!("End the round"),
                say!("every ship that sinks"),
                say!(
                    "Her sinking count goes down by one; at 0 she is gone, a victory for the ship that rammed her. “Rammed” becomes “last turn”, other marks of the round are cleared."
                ),
            ],
            [
                say!("Victory"),
                say!("both sides, at any moment"),
                say!(
                    "A side has lost when it has no ship left that is in action, has crew and does not rout."
                ),
            ],
        ],
    )
}
