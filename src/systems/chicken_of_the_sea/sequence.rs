//! How a turn of Chicken of the Sea is played, for a reader who does not know the
//! game.

use crate::rules::view::TurnPart;
use crate::say::{Say, say};

use super::tables::{FASTER, FATIGUED_SPEED, FULL_SPEED, HEX_POINTS, SHEAR_POINTS, SLOWER};

pub(super) fn sequence() -> Vec<TurnPart> {
    vec![
        speeds(),
        movement(),
        boarding(),
        TurnPart::new(
            say!("4 and 5 Rome moves, Rome boards"),
            say!("As Carthage did. Then the turn ends, and all set new speeds."),
            [[
                say!("End"),
                say!("both sides"),
                say!("A side that holds no galley afloat has lost, at that moment."),
            ]],
        ),
    ]
}

fn speeds() -> TurnPart {
    TurnPart::new(
        say!("1 Speed"),
        say!("Both sides at once, in secret: each galley’s speed is shown when she has moved."),
        [
            [
                say!("Set speed"),
                say!("every galley"),
                say!(
                    "Up by {up}, down by up to {down}, or the same, from 0 to {full}; slow galleys may back water instead.",
                    up = FASTER,
                    down = SLOWER,
                    full = FULL_SPEED
                ),
            ],
            [
                say!("Fatigue"),
                say!("a galley that stays at full speed"),
                say!(
                    "1d6: more than her crew quality drops her to {tired}.",
                    tired = FATIGUED_SPEED
                ),
            ],
            [
                say!("Check for command"),
                say!("with command: galleys that nobody commands"),
                say!("1d6: crew quality or less obeys. Also as her own movement begins."),
            ],
        ],
    )
}

fn movement() -> TurnPart {
    TurnPart::new(
        say!("2 Carthage moves"),
        say!("Galley after galley, in any order. Every point of her speed must be spent."),
        [
            [
                say!("Move"),
                say!("the galley"),
                say!(HEX_POINTS =>
                    "{n} point a hex ahead; turns as on the table of turning. In a coast hex she may run aground."
                    | "{n} points a hex ahead; turns as on the table of turning. In a coast hex she may run aground."),
            ],
            [
                say!("Ram"),
                say!("the galley; said before she moves"),
                say!(
                    "Ram number is crew quality and speed. 1d6 with modifiers: the difference of both or less sinks the target."
                ),
            ],
            [
                say!("Shear"),
                say!("the galley; said before she moves"),
                say!(
                    "{points} points, along the target from bow to stern or back. 1d6 with modifiers: the difference or less cripples her.",
                    points = SHEAR_POINTS
                ),
            ],
            [
                say!("Avoid"),
                say!("the owner of the target, before the attack is rolled"),
                say!("1d6: crew quality or less, and a slow galley backs out of reach."),
            ],
        ],
    )
}

fn boarding() -> TurnPart {
    TurnPart::new(
        say!("3 Carthage boards"),
        say!("Each target once, by one galley or more beside her front or flank."),
        [
            [
                say!("Board"),
                say!("the boarders together"),
                say!("1d6: their crew quality added up, or less, boards; a 6 always fails."),
            ],
            [
                say!("Board in return"),
                say!("the defender, after a 6"),
                say!("The same, with the parts exchanged."),
            ],
            [say!("Hand to hand"), say!("both"), hand_to_hand()],
        ],
    )
}

fn hand_to_hand() -> Say {
    say!(
        "The best of one 1d6 for each attacker against the defender’s: higher captures, lower is beaten back, equal rolls again."
    )
}
