//! The orders of Chicken of the Sea, and what they do.

use crate::rules::chosen::Chosen;
use crate::rules::common::{OutcomeWord, Side, Subject, SwitchWord, Tag};
use crate::rules::slug::slugs;
use crate::rules::statement::{Kind as _, Stated as _, orders};
use crate::say::{Say, say};

use super::tables::{Aspect, FULL_SPEED, Shape, Speed};

pub(super) const SPEED_RULE: &str = "Chicken of the Sea: speed";
pub(super) const MOVE_RULE: &str = "Chicken of the Sea: movement";
pub(super) const DRIFT_RULE: &str = "Chicken of the Sea: drift";
pub(super) const COAST_RULE: &str = "Chicken of the Sea: running aground";
pub(super) const FOUL_RULE: &str = "Chicken of the Sea: fouling";
pub(super) const RAM_RULE: &str = "Chicken of the Sea: ramming";
pub(super) const SHEAR_RULE: &str = "Chicken of the Sea: shearing";
pub(super) const AVOID_RULE: &str = "Chicken of the Sea: avoidance";
pub(super) const BOARD_RULE: &str = "Chicken of the Sea: boarding";
pub(super) const ADMIRAL_RULE: &str = "Chicken of the Sea: admirals";
pub(super) const FORMATION_RULE: &str = "Chicken of the Sea: formations";
pub(super) const COMMAND_RULE: &str = "Chicken of the Sea: command";
pub(super) const TURN_RULE: &str = "Chicken of the Sea: sequence of play";
pub(super) const END_RULE: &str = "Chicken of the Sea: winning";

slugs! {
    /// The optional rules.
    pub enum Switch {
        /// The command game.
        Command = "command",
        /// Carthage gets one movement phase before the Romans arrive.
        NoSurprise = "no-surprise",
        /// Speeds are not secret.
        OpenSpeeds = "open-speeds",
    }
}

impl SwitchWord for Switch {
    fn what(self) -> Say {
        match self {
            Switch::Command => say!(
                "The command game: admirals, line commanders, formations, and galleys that do not follow orders."
            ),
            Switch::NoSurprise => {
                say!("Carthage has seen the Romans come, and gets a free movement phase first.")
            }
            Switch::OpenSpeeds => {
                say!("Speeds are open to both sides as soon as they are set.")
            }
        }
    }
}

slugs! {
    /// The outcomes of orders.
    pub enum Outcome {
        /// The order was carried out; the rules name no outcome for it.
        Done = "done",
        /// The speed is set, and nobody tires.
        Set = "set",
        /// The speed is set, and rowers tired.
        Fatigued = "fatigued",
        /// Command: the galley is in command.
        InCommand = "in-command",
        /// Command: she goes straight on.
        HoldsCourse = "holds-course",
        /// Command: she turns one hexside to the left.
        VeersLeft = "veers-left",
        /// Command: she turns one hexside to the right.
        VeersRight = "veers-right",
        /// Coast or refloating: she is aground.
        Aground = "aground",
        /// Coast or entering: she stays afloat.
        Afloat = "afloat",
        /// Refloating: she is off.
        Freed = "freed",
        /// Entering an occupied hex: both are fouled.
        Fouled = "fouled",
        /// Entering an occupied hex: neither is fouled.
        Clear = "clear",
        /// Ram, shear or boarding: the target backs water and gets away.
        BacksWater = "backs-water",
        /// Ram: her ram number is not above the target's.
        NoChance = "no-chance",
        /// Ram or shear: nothing is hit.
        Missed = "missed",
        /// Ram: the target goes down.
        Sunk = "sunk",
        /// Shear: the target's oars are broken.
        Sheared = "sheared",
        /// Backing water: she does not get away.
        Caught = "caught",
        /// Boarding: no grapple, or nobody got across.
        Failed = "failed",
        /// Boarding: the boarders are driven back.
        BeatenBack = "beaten-back",
        /// Boarding: the target is taken.
        Captured = "captured",
    }
}

impl OutcomeWord for Outcome {
    const DONE: Outcome = Outcome::Done;

    type Order = OrderKind;

    fn gain(self, order: OrderKind) -> i8 {
        match self {
            // Good for her who backs water, bad for her attacker, who misses.
            Outcome::BacksWater if order == OrderKind::Avoid => 1,
            Outcome::NoChance | Outcome::VeersLeft | Outcome::VeersRight => -2,
            Outcome::Fatigued
            | Outcome::HoldsCourse
            | Outcome::Aground
            | Outcome::Fouled
            | Outcome::Missed
            | Outcome::BacksWater
            | Outcome::Caught
            | Outcome::Failed
            | Outcome::BeatenBack => -1,
            Outcome::Done => 0,
            Outcome::Set
            | Outcome::InCommand
            | Outcome::Afloat
            | Outcome::Freed
            | Outcome::Clear
            | Outcome::Sheared => 1,
            Outcome::Sunk | Outcome::Captured => 2,
        }
    }
}

/// The phases in which orders are due.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Due {
    /// While both sides set speeds.
    Speed,
    /// While the giver's side moves.
    Moves,
    /// While the giver's side boards, or the other side boards it.
    Boards,
    /// While the giver's side moves, or both set speeds.
    Check,
}

orders! {
    /// An order of Chicken of the Sea, complete.
    pub enum Order in Due {
        /// Sets a galley's or a formation's speed for the turn.
        SetSpeed = "set-speed", "Set speed" [by ship in Speed as Stays sign Oar] {
            what: "Sets the speed marker for this turn: all its movement points must be spent.",
            rule: SPEED_RULE,
            /// The galley; a formation's leader sets it for all its galleys.
            ship: Option<Tag> => "Ship",
            /// Instead of the galley: the formation, by its name.
            formation: Option<String> => "Or a whole formation",
            /// The speed: movement points, or backing water.
            speed: Speed => "Speed" in 0..=FULL_SPEED,
        }
        /// Rolls for the hexside that the bow of a crippled galley drifts to.
        Drift = "drift", "Drift" [by ship sign Oar] {
            what: "A crippled galley that came to a stop: the drift compass turns her bow.",
            rule: DRIFT_RULE,
            /// The galley.
            ship: Tag => "Ship",
        }
        /// Spends movement points, for hexes entered and for turns.
        Spend = "spend", "Spend points" [by ship in Moves sign Oar] {
            what: "Movement points for hexes that she entered and for turns.",
            rule: MOVE_RULE,
            /// The galley.
            ship: Tag => "Ship",
            /// Movement points.
            mp: u8 => "Movement points" in 1..=FULL_SPEED,
        }
        /// Enters a coast hex.
        Coast = "coast", "Enter a coast hex" [by ship in Moves sign Oar] {
            what: "She enters a hex of water and land, and may run aground.",
            rule: COAST_RULE,
            /// The galley.
            ship: Tag => "Ship",
            /// Whether the bow points at a hexside that is all land.
            bow_at_land: bool = false => "Her bow points at a hexside of land alone" as Seen,
            /// Whether she backs into the hex.
            backing: bool = false => "She backs into it",
        }
        /// Tries to get off the ground.
        Refloat = "refloat", "Refloat" [by ship in Moves sign Oar] {
            what: "A grounded galley tries to get free, once in each of her own movement phases.",
            rule: COAST_RULE,
            /// The galley.
            ship: Tag => "Ship",
        }
        /// Enters a hex with another galley in it.
        EnterOccupied = "enter-occupied", "Enter an occupied hex" [by ship in Moves sign Oar] {
            what: "She passes through a hex with another galley in it, and may foul.",
            rule: FOUL_RULE,
            /// The galley.
            ship: Tag => "Ship",
            /// The galley in that hex.
            other: Tag => "Galley already there",
            /// Whether she enters through one of the other's flank hexsides.
            through_flank: bool => "Through her flank" as Seen,
        }
        /// Leaves the hex of the galleys that she is fouled with.
        Unfoul = "unfoul", "Unfoul" [by ship in Moves sign Oar] {
            what: "She leaves the hex of those she is fouled with; she turns there only if she would leave the map.",
            rule: FOUL_RULE,
            /// The galley.
            ship: Tag => "Ship",
        }
        /// Rams.
        Ram = "ram", "Ram" [by ship at target in Moves sign Ram] {
            what: "Declared before she moves; the target may first try to avoid.",
            rule: RAM_RULE,
            /// The galley.
            ship: Tag => "Ship",
            /// The enemy that she rams.
            target: Tag => "Target",
            /// The part of the target that she strikes.
            aspect: Aspect => "Where she strikes" as Seen,
            /// Movement points left when she is in the target's hex.
            mp_left: u8 => "Movement points left in the target’s hex" as Seen in 0..=FULL_SPEED,
            /// Whether the target first tries to back out of the way.
            avoid: Chosen<bool> = Some(false) => "The target tries to back water first" as Seen,
        }
        /// Shears off oars.
        Shear = "shear", "Shear" [by ship at target in Moves sign Ram] {
            what: "She passes through the target from bow to stern or the other way, and takes the oars.",
            rule: SHEAR_RULE,
            /// The galley.
            ship: Tag => "Ship",
            /// The enemy whose oars she shears off.
            target: Tag => "Target",
            /// The part of the target where she goes in.
            aspect: Aspect => "Where she goes in" as Seen,
            /// Whether the target first tries to back out of the way.
            avoid: Chosen<bool> = Some(false) => "The target tries to back water first" as Seen,
        }
        /// The answer to a declared ram or shear.
        Avoid = "avoid", "Avoid" [by ship sign Oar] {
            what: "The target of a ram or shear tries to back water, once per attack.",
            rule: AVOID_RULE,
            /// The target.
            ship: Tag => "Ship",
            /// Whether she tries to back out of the way.
            attempt: bool => "She tries to back water",
        }
        /// Ends a galley's movement; both sides then see her speed.
        EndMove = "end-move", "End her move" [by ship in Moves sign Oar] {
            what: "She has finished her movement, and her speed is shown.",
            rule: MOVE_RULE,
            /// The galley.
            ship: Tag => "Ship",
        }
        /// Leaves the map in good order.
        LeaveTable = "leave-table", "Leave in good order" [by ship in Moves as Leaves sign Oar] {
            what: "She leaves in good order: safe where the aims let her side leave, else lost.",
            rule: MOVE_RULE,
            /// The galley that leaves.
            ship: Tag => "Ship",
        }
        /// Boards.
        Board = "board", "Board" [by ships at target in Boards sign Bridge] {
            what: "Galleys at the target’s front or flank since the phase began board her together.",
            rule: BOARD_RULE,
            /// Every galley that boards.
            ships: Vec<Tag> => "Boarders",
            /// The enemy that they board.
            target: Tag => "Target",
        }
        /// Boards in return after a boarding that failed on a natural 6.
        Counterboard = "counterboard", "Board in return" [by ship at target in Boards sign Bridge] {
            what: "After a natural 6 the defender may board one of the boarders.",
            rule: BOARD_RULE,
            /// The galley.
            ship: Tag => "Ship",
            /// One of the boarders.
            target: Tag => "Target",
        }
        /// The admiral goes aboard another galley.
        TransferAdmiral = "transfer-admiral", "Shift the flag" [by from in Moves sign Standard] {
            what: "The admiral moves to an adjacent friendly galley at the start of his side’s movement phase.",
            rule: ADMIRAL_RULE,
            /// The galley that he is aboard.
            from: Tag => "From",
            /// The galley that he goes to.
            to: Tag => "To",
        }
        /// Forms a column or a line abreast.
        Form = "form", "Form up" [by ships sign Standard] {
            what: "Column: each bow at the stern or a stern flank of the next. Line abreast: a shared flank hexside and one facing.",
            rule: FORMATION_RULE,
            /// Its shape.
            formation: Shape => "Formation",
            /// Its galleys, in the order in which they stand.
            ships: Vec<Tag> => "Galleys in their order, the lead first",
            /// The galley that has the speed marker.
            leader: Tag => "Who has the speed marker",
        }
        /// Breaks a formation at a galley.
        BreakFormation = "break-formation", "Break formation" [by ship sign Standard] {
            what: "She leaves her formation; two or more on either side of her go on as one.",
            rule: FORMATION_RULE,
            /// The galley.
            ship: Tag => "Ship",
        }
        /// Says who is out of the admiral's range, and so has to check.
        OutOfRange = "out-of-range", "Out of range" [by side in Check sign Standard] {
            what: "Who is out of the admiral’s range in this phase, and so checks for command.",
            rule: COMMAND_RULE,
            /// The side of the admiral.
            side: Side => "Side",
            /// The galleys; empty if he reaches all.
            ships: Vec<Tag> = [] => "Galleys out of his range",
        }
        /// Checks whether a galley follows her orders.
        CommandCheck = "command-check", "Command check" [by ship in Check sign Heart] {
            what: "Whether she may change speed and course in this phase.",
            rule: COMMAND_RULE,
            /// The galley.
            ship: Tag => "Ship",
            /// Whether she is within her commander's range; left out, as
            /// entered for her side in this phase.
            in_admirals_range: Option<bool> => "Within the admiral’s range" as Seen,
        }
        /// Begins the next phase.
        EndPhase = "end-phase", "End the phase" [as Ends sign Jar] {
            what: "Goes on to the next phase, and from the last one to the next turn.",
            rule: TURN_RULE,
        }
        /// Concedes the battle.
        Resign = "resign", "Concede" [by side as GivesUp] {
            what: "This side concedes, and the other wins.",
            rule: END_RULE,
            /// The side that concedes.
            side: Side => "Side",
        }
    }
}

impl Order {
    /// The galley that moves with this order in her side's movement phase;
    /// `None` for orders of other phases.
    #[must_use]
    pub fn mover(&self) -> Option<Tag> {
        match self.giver()? {
            Subject::Unit(tag) => (self.kind().phase() == Some(Due::Moves)).then_some(tag),
            Subject::Side(_) | Subject::Battle => None,
        }
    }
}
