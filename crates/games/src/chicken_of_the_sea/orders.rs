//! The orders of Chicken of the Sea.

use message::{Message, message};
use rules::Keyword;
use rules::common::{OutcomeWord, Side, Subject, SwitchWord, Tag};
use rules::opponent_choice::Chosen;
use rules::statement::{OrderWord as _, Stated as _, orders};

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

/// The optional rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Keyword)]
pub enum Switch {
    /// The command game.
    Command,
    /// Carthage gets one movement phase before the Romans arrive.
    NoSurprise,
    /// Speeds are not secret.
    OpenSpeeds,
}

impl SwitchWord for Switch {
    fn what(self) -> Message {
        match self {
            Switch::Command => message!(
                "The command game: admirals, line commanders, formations, and galleys that do not follow orders."
            ),
            Switch::NoSurprise => {
                message!("Carthage has seen the Romans come, and gets a free movement phase first.")
            }
            Switch::OpenSpeeds => {
                message!("Speeds are open to both sides as soon as they are set.")
            }
        }
    }
}

/// The outcomes of orders.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Keyword)]
pub enum Outcome {
    /// The order was carried out; the rules name no special result for it.
    Done,
    /// The speed is set, and the rowers hold out.
    Set,
    /// Rowers at full speed have tired: the galley slows down, and leaves her formation if
    /// she has one.
    Fatigued,
    /// She has understood her orders and may change speed and course.
    InCommand,
    /// She has missed her orders: she goes straight on at the same speed.
    HoldsCourse,
    /// She has misread her orders: she turns a little to the left and then goes straight
    /// on.
    VeersLeft,
    /// She has misread her orders: she turns a little to the right and then goes straight
    /// on.
    VeersRight,
    /// She has touched the ground and stops there.
    Aground,
    /// There was enough water under her: she moves on.
    Afloat,
    /// She is off the ground and may row, slowly.
    Freed,
    /// Oars and hulls are tangled: both lie in one hex and slow each other down.
    Fouled,
    /// She has come through without touching the other.
    Clear,
    /// The target has backed out of the way: the attack misses.
    BacksWater,
    /// She is too slow or too clumsy against this target: no die is rolled.
    NoChance,
    /// The blow went past her.
    Missed,
    /// The ram has struck home, and the target goes down.
    Sunk,
    /// The target’s oars are broken along one side: she is crippled.
    Sheared,
    /// She has not got out of the way: the attack continues.
    Caught,
    /// The boarders do not get across.
    Failed,
    /// The boarders were across, but the defenders have driven them off.
    BeatenBack,
    /// The target is taken and from now on fights for her captor.
    Captured,
}

impl OutcomeWord for Outcome {
    type Order = OrderKind;
    const DONE: Outcome = Outcome::Done;

    fn gain(self, order: OrderKind) -> i8 {
        match self {
            Outcome::BacksWater if order == OrderKind::Avoid => 1,
            Outcome::Sunk | Outcome::Captured => 2,
            Outcome::Set
            | Outcome::InCommand
            | Outcome::Afloat
            | Outcome::Freed
            | Outcome::Clear
            | Outcome::Sheared => 1,
            Outcome::Done => 0,
            Outcome::Fatigued
            | Outcome::HoldsCourse
            | Outcome::Aground
            | Outcome::Fouled
            | Outcome::BacksWater
            | Outcome::Missed
            | Outcome::Caught
            | Outcome::Failed
            | Outcome::BeatenBack => -1,
            Outcome::VeersLeft | Outcome::VeersRight | Outcome::NoChance => -2,
        }
    }
}

/// The phases to which orders belong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Due {
    /// While both sides set speeds.
    Speed,
    /// While the issuer's side moves.
    Moves,
    /// While the issuer's side boards, or the other side boards it.
    Boards,
    /// While the issuer's side moves, or both set speeds.
    Check,
}

orders! {
    /// An order of Chicken of the Sea, complete.
    pub enum Order in Due {
        /// Both sides set speeds for the turn, in secret. A galley gains speed slowly and loses it
        /// faster. She must then spend all points of her speed.
        SetSpeed = "set-speed", "Set speed" [by ship in Speed as Standing sign Oar] {
            what: "Sets the speed marker for this turn: all its movement points must be spent.",
            rule: SPEED_RULE,
            /// The galley; a formation's leader sets it for all its galleys.
            ship: Option<Tag> => "Ship",
            /// A whole formation instead of a galley: all of it rows at one speed.
            formation: Option<String> => "Or a whole formation",
            /// How many movement points she spends this turn, or that she backs water. It can
            /// change only a little from one turn to the next.
            speed: Speed => "Speed" in 0..=FULL_SPEED,
        }
        /// A crippled galley that comes to a stop drifts: roll for the direction of her bow.
        Drift = "drift", "Drift" [by ship sign Oar] {
            what: "The drift compass turns the bow of a crippled galley that came to a stop.",
            rule: DRIFT_RULE,
            /// The galley.
            ship: Tag => "Ship",
        }
        /// She uses movement points for hexes and turns. Move the counter yourself, and enter the
        /// cost.
        Spend = "spend", "Spend points" [by ship in Moves sign Oar] {
            what: "Spends movement points for hexes that she entered and for turns.",
            rule: MOVE_RULE,
            /// The galley.
            ship: Tag => "Ship",
            /// How many movement points she has used, for hexes and turns.
            mp: u8 => "Movement points" in 1..=FULL_SPEED,
        }
        /// She enters a hex with water and land. The faster she is and the worse her crew, the
        /// more likely she runs aground.
        Coast = "coast", "Enter a coast hex" [by ship in Moves sign Oar] {
            what: "She enters a hex of water and land, and may run aground.",
            rule: COAST_RULE,
            /// The galley.
            ship: Tag => "Ship",
            /// Whether she heads for a hexside without water: it makes grounding more likely.
            bow_at_land: bool = false => "Her bow points at a hexside of land alone" as Seen,
            /// Whether she enters stern first: it makes grounding more likely.
            backing: bool = false => "She backs into it",
        }
        /// Her crew tries to get her off the ground, once in each of her own movement phases.
        Refloat = "refloat", "Refloat" [by ship in Moves sign Oar] {
            what: "A grounded galley tries to get free, once in each of her own movement phases.",
            rule: COAST_RULE,
            /// The galley.
            ship: Tag => "Ship",
        }
        /// She passes through a hex with another galley. Through an enemy’s flank the two may foul.
        EnterOccupied = "enter-occupied", "Enter an occupied hex" [by ship in Moves sign Oar] {
            what: "She passes through a hex with another galley in it, and may foul.",
            rule: FOUL_RULE,
            /// The galley.
            ship: Tag => "Ship",
            /// The galley that lies in the hex.
            other: Tag => "Galley already there",
            /// Whether she goes in across the other’s side. Only there can the two foul.
            through_flank: bool => "Through her flank" as Seen,
        }
        /// She leaves the hex in which she is tangled, at the start of her movement.
        Unfoul = "unfoul", "Unfoul" [by ship in Moves sign Oar] {
            what: "She leaves the hex of those she is fouled with; she turns there only if she would leave the map.",
            rule: FOUL_RULE,
            /// The galley.
            ship: Tag => "Ship",
        }
        /// She means to drive her beak into an enemy. Announce it before she moves; the target may
        /// first try to get out of the way. Crew quality and speed decide.
        Ram = "ram", "Ram" [by ship at target in Moves sign Ram] {
            what: "Declared before she moves; the target may first try to avoid.",
            rule: RAM_RULE,
            /// The galley.
            ship: Tag => "Ship",
            /// The enemy that is to be rammed.
            target: Tag => "Target",
            /// Where the blow falls: at her bow, her side or her stern. Her side is best.
            aspect: Aspect => "Where she strikes" as Seen,
            /// Movement points that are left once she has reached the target. With some left, a
            /// miss carries her through; with none she fouls.
            mp_left: u8 => "Movement points left in the target’s hex" as Seen in 0..=FULL_SPEED,
            /// Whether the target tries to back out of the way before the blow.
            avoid: Chosen<bool> = Some(false) => "The target tries to back water first" as Seen,
        }
        /// She runs along an enemy from end to end and breaks the oars of one side. It
        /// cripples, but does not sink.
        Shear = "shear", "Shear" [by ship at target in Moves sign Ram] {
            what: "She passes through the target from bow to stern or the other way, and breaks her oars.",
            rule: SHEAR_RULE,
            /// The galley.
            ship: Tag => "Ship",
            /// The enemy whose oars are to be broken.
            target: Tag => "Target",
            /// At which end of the target she begins: bow or stern. It cannot be done across
            /// the side.
            aspect: Aspect => "Where she goes in" as Seen,
            /// Whether the target tries to back out of the way before the blow.
            avoid: Chosen<bool> = Some(false) => "The target tries to back water first" as Seen,
        }
        /// The target of a ram or shear tries to back water out of the way. Only a slow galley
        /// can.
        Avoid = "avoid", "Avoid" [by ship sign Oar] {
            what: "The target of a ram or shear tries to back water, once per attack.",
            rule: AVOID_RULE,
            /// The target.
            ship: Tag => "Ship",
            /// Whether she tries to get out of the way. A galley that goes too fast cannot.
            attempt: bool => "She tries to back water",
        }
        /// Her movement is over, and both sides now see her speed.
        EndMove = "end-move", "End her move" [by ship in Moves sign Oar] {
            what: "She has finished her movement, and her speed is shown.",
            rule: MOVE_RULE,
            /// The galley.
            ship: Tag => "Ship",
        }
        /// A galley leaves the map because you want her to. If the victory conditions let her side
        /// leave, she is safe.
        LeaveTable = "leave-table", "Leave in good order" [by ship in Moves as Leaves sign Oar] {
            what: "She leaves in good order: safe if the victory conditions let her side leave, otherwise lost.",
            rule: MOVE_RULE,
            /// The galley that leaves.
            ship: Tag => "Ship",
        }
        /// Galleys beside an enemy send their soldiers across, several together. First a roll
        /// to get aboard, then a fight.
        Board = "board", "Board" [by ships at target in Boards sign Bridge] {
            what: "Galleys at the target’s front or flank since the phase began board her together.",
            rule: BOARD_RULE,
            /// Every galley that takes part. Their crew qualities are added up.
            ships: Vec<Tag> => "Boarders",
            /// The enemy galley that is boarded.
            target: Tag => "Target",
        }
        /// After a boarding that failed badly the defender may board one of the attackers in
        /// turn.
        Counterboard = "counterboard", "Board in return" [by ship at target in Boards sign Bridge] {
            what: "After a natural 6 the defender may board one of the boarders.",
            rule: BOARD_RULE,
            /// The galley.
            ship: Tag => "Ship",
            /// The boarder whose deck is now attacked.
            target: Tag => "Target",
            /// Whether she boards in return or declines.
            // C-35.
            attempt: bool = true => "She boards in return",
        }
        /// The admiral goes over to a friendly galley beside his own.
        TransferAdmiral = "transfer-admiral", "Shift the flag" [by from in Moves sign Standard] {
            what: "The admiral moves to an adjacent friendly galley at the start of his side’s movement phase.",
            rule: ADMIRAL_RULE,
            /// The galley that he is aboard.
            from: Tag => "From",
            /// The friendly galley beside his own that becomes the flagship.
            to: Tag => "To",
        }
        /// Galleys in formation make a column or a line. They share one speed marker and check for
        /// command less often.
        Form = "form", "Form up" [by ships sign Standard] {
            what: "Column: each bow at the stern or a stern flank of the next. Line abreast: a shared flank hexside and one facing.",
            rule: FORMATION_RULE,
            /// Whether they are one behind the other or side by side.
            formation: Shape => "Formation",
            /// All galleys of the formation, in order.
            ships: Vec<Tag> => "Galleys in their order, the lead first",
            /// The galley whose speed marker counts for all.
            leader: Tag => "Who has the speed marker",
        }
        /// A galley leaves her formation; those on either side of her may become formations.
        BreakFormation = "break-formation", "Break formation" [by ship sign Standard] {
            what: "She leaves her formation; two or more galleys on either side of her become a formation each.",
            rule: FORMATION_RULE,
            /// The galley.
            ship: Tag => "Ship",
        }
        /// Choose the galleys that are out of the admiral’s range: they must check for command.
        OutOfRange = "out-of-range", "Out of range" [by side in Check sign Standard] {
            what: "Names the galleys out of the admiral’s range in this phase; they check for command.",
            rule: COMMAND_RULE,
            /// The side of the admiral.
            side: Side => "Side",
            /// The galleys that the admiral does not reach. Choose none if he reaches all.
            ships: Vec<Tag> = [] => "Galleys out of his range",
        }
        /// A roll against her crew quality for whether she follows her orders in this phase.
        CommandCheck = "command-check", "Command check" [by ship in Check sign Heart] {
            what: "Decides whether she may change speed and course in this phase.",
            rule: COMMAND_RULE,
            /// The galley.
            ship: Tag => "Ship",
            /// Whether the admiral reaches her, as you see it on the map.
            in_admirals_range: Option<bool> => "Within the admiral’s range" as Seen,
        }
        /// Both sides are done with this phase, and the next one begins.
        EndPhase = "end-phase", "End the phase" [as Ends sign Jar] {
            what: "Begins the next phase, or after the last one the next turn.",
            rule: TURN_RULE,
        }
        /// A side gives up the battle. The other side wins.
        Resign = "resign", "Concede" [by side as Concedes] {
            what: "This side concedes, and the other wins.",
            rule: END_RULE,
            /// The side that concedes.
            side: Side => "Side",
        }
    }
}

impl Order {
    /// The galley that moves by this order in her side's movement phase; `None` for orders
    /// of other phases.
    #[must_use]
    pub fn mover(&self) -> Option<Tag> {
        match self.issuer()? {
            Subject::Unit(tag) => (self.kind().phase() == Some(Due::Moves)).then_some(tag),
            Subject::Side(_) | Subject::Battle => None,
        }
    }
}
