//! The sequence of play of Chicken of the Sea, for a reader who does not know the game.

use std::collections::BTreeSet;

use message::{Message, message};
use rules::view::{TurnPart, TurnStep};

use super::orders::Switch;
use super::tables::{
    BOARDING_FAILS_ON, DIE, FASTER, FATIGUED_SPEED, FULL_SPEED, HEX_POINTS, SHEAR_POINTS, SLOWER,
    VEERS_ON,
};

pub(super) fn sequence(options: &BTreeSet<Switch>) -> Vec<TurnPart> {
    let rome = TurnPart::new(
        message!("4 and 5 Rome moves and boards"),
        message!(
            "Rome does the same as Carthage. Then the turn ends, and both sides set new speeds."
        ),
        [TurnStep::new(
            message!("Victory"),
            message!("both sides"),
            message!("A side loses as soon as it has no galley afloat."),
        )],
    );
    let before = options.contains(&Switch::NoSurprise).then(free_move);
    before.into_iter().chain([speeds(options), movement(options), boarding(), rome]).collect()
}

/// The movement of Carthage before the first turn.
fn free_move() -> TurnPart {
    TurnPart::new(
        message!("Before turn 1"),
        message!("Once in the battle."),
        [TurnStep::new(
            message!("Free move"),
            message!("Carthage"),
            message!("Carthage sets speeds and has a movement phase. Then turn 1 begins."),
        )],
    )
}

/// The first step of the speed phase and of each movement of the player's own side.
fn check() -> TurnStep {
    TurnStep::new(
        message!("Check for command"),
        message!("first, every galley that must check"),
        message!(
            "Roll {die}: on her crew quality or less she obeys. On more she changes neither speed nor course, except that a {veers} over her crew quality makes her veer: roll again and turn her one hexside, left on an odd number and right on an even one.",
            die = DIE.to_string(),
            veers = VEERS_ON
        ),
    )
}

fn speeds(options: &BTreeSet<Switch>) -> TurnPart {
    let about = if options.contains(&Switch::OpenSpeeds) {
        message!("Both sides at once; speeds are open.")
    } else {
        message!("Both sides at once, in secret: each galley’s speed is shown when she has moved.")
    };
    let set = TurnStep::new(
        message!("Set speed"),
        message!("every galley"),
        message!(
            "Raise it by {up}, lower it by up to {down}, or keep it, from 0 to {full}; a slow galley may back water instead.",
            up = FASTER,
            down = SLOWER,
            full = FULL_SPEED
        ),
    );
    let fatigue = TurnStep::new(
        message!("Fatigue"),
        message!("a galley that stays at full speed"),
        message!(
            "Roll {die}: more than her crew quality drops her to {tired}.",
            die = DIE.to_string(),
            tired = FATIGUED_SPEED
        ),
    );
    commanded(TurnPart::new(message!("1 Speed"), about, [set, fatigue]), options)
}

/// The part of a turn with the command check before everything else, if the battle uses it.
fn commanded(part: TurnPart, options: &BTreeSet<Switch>) -> TurnPart {
    let first = options.contains(&Switch::Command).then(check);
    TurnPart { steps: first.into_iter().chain(part.steps).collect(), ..part }
}

fn movement(options: &BTreeSet<Switch>) -> TurnPart {
    let part = TurnPart::new(
        message!("2 Carthage moves"),
        message!(
            "One galley after the other, in any order. Each must spend every point of her speed."
        ),
        [
            TurnStep::new(
                message!("Move"),
                message!("the galley"),
                message!(HEX_POINTS =>
                    "A hex ahead costs {n} point; the chart of turning gives the cost of a turn. In a coast hex she may run aground."
                    | "A hex ahead costs {n} points; the chart of turning gives the cost of a turn. In a coast hex she may run aground."),
            ),
            TurnStep::new(
                message!("Ram"),
                message!("the galley, announced before she moves"),
                message!(
                    "A ram number is crew quality + speed. Roll {die} with modifiers: the difference of the ram numbers or less sinks the target.",
                    die = DIE.to_string()
                ),
            ),
            TurnStep::new(
                message!("Shear"),
                message!("the galley, during her move"),
                message!(
                    "For {points} points she passes along the target from bow to stern or back. Roll {die} with modifiers: the difference of the ram numbers or less cripples the target.",
                    die = DIE.to_string(),
                    points = SHEAR_POINTS
                ),
            ),
            TurnStep::new(
                message!("Avoid"),
                message!("the owner of the target, before the attack is rolled"),
                message!(
                    "Roll {die}: on her crew quality or less a slow galley backs out of reach.",
                    die = DIE.to_string()
                ),
            ),
        ],
    );
    commanded(part, options)
}

fn boarding() -> TurnPart {
    TurnPart::new(
        message!("3 Carthage boards"),
        message!("Each target may be boarded once, by one or more galleys at her front or flank."),
        [
            TurnStep::new(
                message!("Board"),
                message!("the boarders together"),
                message!(
                    "Roll {die} with modifiers: the sum of their crew qualities or less boards; a natural {worst} always fails.",
                    die = DIE.to_string(),
                    worst = BOARDING_FAILS_ON
                ),
            ),
            TurnStep::new(
                message!("Board in return"),
                message!("the defender, after a {worst}", worst = BOARDING_FAILS_ON),
                message!(
                    "She may board one of the boarders in the same way; then a {worst} does not always fail.",
                    worst = BOARDING_FAILS_ON
                ),
            ),
            TurnStep::new(message!("Hand to hand"), message!("both"), hand_to_hand()),
        ],
    )
}

fn hand_to_hand() -> Message {
    message!(
        "Each attacker and the defender roll {die} with modifiers. If the attackers’ best is higher, they capture her; if lower, they are beaten back; if equal, both roll again.",
        die = DIE.to_string()
    )
}
