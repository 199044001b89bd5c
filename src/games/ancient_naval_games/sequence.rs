//! How a turn of Ancient Naval Games is played, for a reader who does not know
//! the game.

use std::collections::BTreeSet;

use crate::rules::common::NoSwitch;
use crate::rules::view::TurnPart;
use crate::say::say;

use super::tables::{
    AHEAD_COST, ASTERN_COST, ATTACK_COST, DIE, MOVE_POINTS, POINTS_PER_OAR_DAMAGE, TURN_COST,
};

pub(super) fn sequence(_: &BTreeSet<NoSwitch>) -> Vec<TurnPart> {
    vec![beginning(), a_sides_turn(), end_of_the_turn()]
}

fn die() -> String {
    DIE.to_string()
}

fn beginning() -> TurnPart {
    TurnPart::new(
        say!("Once, as the battle begins"),
        say!("Side A goes first, unless the players roll for it."),
        [[
            say!("Roll for first side"),
            say!("both sides"),
            say!("Each side rolls {die}; the higher goes first.", die = die()),
        ]],
    )
}

fn a_sides_turn() -> TurnPart {
    TurnPart::new(
        say!("A side’s turn: the sides alternate"),
        say!("One side does all of this with all its ships, then the other."),
        [
            [
                say!("Morale"),
                say!("the side whose turn begins"),
                say!(
                    "Only when more than half of its ships are gone: every ship with no friend in the next hex leaves the table."
                ),
            ],
            [
                say!("Activate a ship"),
                say!("each of its ships, one after the other"),
                say!(
                    "She has {points} movement points, less {each} for each oar damage, and ends her turn before the next begins. With no friend beside her as she starts, she may move but not attack.",
                    points = MOVE_POINTS,
                    each = POINTS_PER_OAR_DAMAGE
                ),
            ],
            [
                say!("Move"),
                say!("the ship"),
                say!(
                    "A hex ahead costs {ahead}, a hex astern {astern}, a hexside turned {turn}. A small ship’s first hexside is free. No ship enters a hex that holds another.",
                    ahead = AHEAD_COST,
                    astern = ASTERN_COST,
                    turn = TURN_COST
                ),
            ],
            [
                say!("Oar strike"),
                say!("the ship, at an enemy’s bow or stern"),
                say!(
                    "Costs {points}. Both roll {die} with modifiers; higher breaks oars: one oar damage.",
                    points = ATTACK_COST,
                    die = die()
                ),
            ],
            [
                say!("Ram"),
                say!("the ship, at an enemy’s side"),
                say!(
                    "Costs {points}. Both roll {die} with modifiers: higher sinks or captures the target, equal entangles both, lower misses.",
                    points = ATTACK_COST,
                    die = die()
                ),
            ],
        ],
    )
}

fn end_of_the_turn() -> TurnPart {
    TurnPart::new(
        say!("Once, as a side’s turn ends"),
        say!("Points that were not used are lost; the other side’s turn begins."),
        [[
            say!("Victory"),
            say!("either side"),
            say!("The battle goes on until one side concedes."),
        ]],
    )
}
