//! The sequence of play of Ancient Naval Games, for a reader who does not know the game.

use std::collections::BTreeSet;

use message::message;
use rules::common::NoOptionalRules;
use rules::view::{TurnPart, TurnStep};

use super::tables::{
    AHEAD_COST, ASTERN_COST, ATTACK_COST, DIE, MOVE_POINTS, POINTS_PER_OAR_DAMAGE, TURN_COST,
};

pub(super) fn sequence(_: &BTreeSet<NoOptionalRules>) -> Vec<TurnPart> {
    vec![beginning(), side_turn(), end_of_the_turn()]
}

fn die() -> String {
    DIE.to_string()
}

fn beginning() -> TurnPart {
    TurnPart::new(
        message!("Once, at the start of the battle"),
        message!("Side A goes first, unless the players roll for it."),
        [TurnStep::new(
            message!("Roll for first side"),
            message!("both sides"),
            message!("Each side rolls {die}; the higher goes first.", die = die()),
        )],
    )
}

fn side_turn() -> TurnPart {
    TurnPart::new(
        message!("A side’s turn: the sides alternate"),
        message!("One side takes these steps with all its ships; then the other side does."),
        [
            TurnStep::new(
                message!("Morale"),
                message!("the side whose turn begins"),
                message!(
                    "When more than half of its ships are gone, every ship with no friend adjacent leaves the table."
                ),
            ),
            TurnStep::new(
                message!("Activate a ship"),
                message!("each of its ships, one after the other"),
                message!(
                    "She has {points} movement points, less {each} for each oar damage, and finishes before the next ship begins. If she starts with no friend beside her, she may move but not attack.",
                    points = MOVE_POINTS,
                    each = POINTS_PER_OAR_DAMAGE
                ),
            ),
            TurnStep::new(
                message!("Move"),
                message!("the ship"),
                message!(
                    "A hex ahead costs {ahead}, a hex astern {astern}, a hexside turned {turn}. A small ship’s first hexside is free. No ship enters a hex with another ship.",
                    ahead = AHEAD_COST,
                    astern = ASTERN_COST,
                    turn = TURN_COST
                ),
            ),
            TurnStep::new(
                message!("Oar strike"),
                message!("the ship, at an enemy’s bow or stern"),
                message!(
                    "It costs {points} point. Both roll {die} with modifiers: if the attacker’s is higher, the target takes one oar damage.",
                    points = ATTACK_COST,
                    die = die()
                ),
            ),
            TurnStep::new(
                message!("Ram"),
                message!("the ship, at an enemy’s side"),
                message!(
                    "It costs {points} point. Both roll {die} with modifiers: if the attacker’s is higher, the target is sunk or captured; if equal, both are entangled; if lower, nothing happens.",
                    points = ATTACK_COST,
                    die = die()
                ),
            ),
        ],
    )
}

fn end_of_the_turn() -> TurnPart {
    TurnPart::new(
        message!("Once, at the end of a side’s turn"),
        message!("Movement points that were not used are lost, and the other side’s turn begins."),
        [TurnStep::new(
            message!("Victory"),
            message!("either side"),
            message!("The battle lasts until one side concedes."),
        )],
    )
}
