//! How a turn of Chicken of the Sea is played, for a reader who does not know the
//! game.

use std::collections::BTreeSet;

use message::{Message, message};
use rules::view::{TurnPart, TurnStep};

use super::orders::Switch;
use super::tables::{
    BOARDING_FAILS_ON, DIE, FASTER, FATIGUED_SPEED, FULL_SPEED, HEX_POINTS, SHEAR_POINTS, SLOWER,
};

pub(super) fn sequence(options: &BTreeSet<Switch>) -> Vec<TurnPart> {
    vec![
        speeds(options),
        movement(options),
        boarding(),
        TurnPart::new(
            message!("4 and 5 Rome moves, Rome boards"),
            message!("As Carthage did. Then the turn ends, and all set new speeds."),
            [TurnStep::new(
                message!("Victory"),
                message!("both sides"),
                message!("A side loses at the moment when it has no galley afloat."),
            )],
        ),
    ]
}

/// What is done first in the phase of speeds and in each movement of one's own.
fn check() -> TurnStep {
    TurnStep::new(
        message!("Check for command"),
        message!("first, every galley out of command"),
        message!(
            "{die}: crew quality or less obeys. More: no change of speed or course.",
            die = DIE.to_string()
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
            "Up by {up}, down by up to {down}, or the same, from 0 to {full}; slow galleys may back water instead.",
            up = FASTER,
            down = SLOWER,
            full = FULL_SPEED
        ),
    );
    let fatigue = TurnStep::new(
        message!("Fatigue"),
        message!("a galley that stays at full speed"),
        message!(
            "{die}: more than her crew quality drops her to {tired}.",
            die = DIE.to_string(),
            tired = FATIGUED_SPEED
        ),
    );
    commanded(TurnPart::new(message!("1 Speed"), about, [set, fatigue]), options)
}

/// The part of a turn with the check for command before all else, where the battle
/// is played with it.
fn commanded(part: TurnPart, options: &BTreeSet<Switch>) -> TurnPart {
    let first = options.contains(&Switch::Command).then(check);
    TurnPart { steps: first.into_iter().chain(part.steps).collect(), ..part }
}

fn movement(options: &BTreeSet<Switch>) -> TurnPart {
    let part = TurnPart::new(
        message!("2 Carthage moves"),
        message!("Galley after galley, in any order. Every point of her speed must be spent."),
        [
            TurnStep::new(
                message!("Move"),
                message!("the galley"),
                message!(HEX_POINTS =>
                    "{n} point a hex ahead; turns as on the table of turning. In a coast hex she may run aground."
                    | "{n} points a hex ahead; turns as on the table of turning. In a coast hex she may run aground."),
            ),
            TurnStep::new(
                message!("Ram"),
                message!("the galley; said before she moves"),
                message!(
                    "Ram number is crew quality and speed. {die} with modifiers: the difference of both or less sinks the target.",
                    die = DIE.to_string()
                ),
            ),
            TurnStep::new(
                message!("Shear"),
                message!("the galley; said before she moves"),
                message!(
                    "{points} points, along the target from bow to stern or back. {die} with modifiers: the difference or less cripples her.",
                    die = DIE.to_string(),
                    points = SHEAR_POINTS
                ),
            ),
            TurnStep::new(
                message!("Avoid"),
                message!("the owner of the target, before the attack is rolled"),
                message!(
                    "{die}: crew quality or less, and a slow galley backs out of reach.",
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
        message!("Each target once, by one galley or more beside her front or flank."),
        [
            TurnStep::new(
                message!("Board"),
                message!("the boarders together"),
                message!(
                    "{die}: their crew quality added up, or less, boards; a {worst} always fails.",
                    die = DIE.to_string(),
                    worst = BOARDING_FAILS_ON
                ),
            ),
            TurnStep::new(
                message!("Board in return"),
                message!("the defender, after a {worst}", worst = BOARDING_FAILS_ON),
                message!("The same, with the parts exchanged."),
            ),
            TurnStep::new(message!("Hand to hand"), message!("both"), hand_to_hand()),
        ],
    )
}

fn hand_to_hand() -> Message {
    message!(
        "The best of one {die} for each attacker against the defender’s: higher captures, lower is beaten back, equal rolls again.",
        die = DIE.to_string()
    )
}
