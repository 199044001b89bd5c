//! The orders of Chicken of the Sea.

use message::{Message, message};
use rules::common::{OutcomeWord, Side, Subject, SwitchWord, Tag};
use rules::opponent_choice::Chosen;
use rules::statement::{OrderWord as _, Stated as _};
use rules::{Keyword, Order};

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
                message!(
                    "Carthage has seen the Romans coming and gets a free movement phase first."
                )
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

    fn repeats_order(self) -> bool {
        matches!(self, Outcome::Done | Outcome::Set)
    }

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

/// An order of Chicken of the Sea, complete.
#[derive(Clone, Debug, PartialEq, Order)]
#[order(phases = Due)]
pub enum Order {
    /// Both sides set speeds for the turn, in secret. A galley gains speed slowly and loses it
    /// faster. She must then spend all points of her speed.
    #[order(name = "Set speed", by(ship), phase = Speed, part = Standing, sign = Oar,
            rule = SPEED_RULE,
            what = "Sets the speed marker for this turn: all its movement points must be spent.")]
    SetSpeed {
        /// The galley; a formation's leader sets it for all its galleys.
        ship: Option<Tag>,
        /// A whole formation instead of a galley: all of it rows at one speed.
        #[field(ask = "Or a whole formation")]
        formation: Option<String>,
        /// Her movement points for this turn, or backing water. A speed can change only a
        /// little from one turn to the next.
        #[field(range = 0..=FULL_SPEED)]
        speed: Speed,
    },

    /// A crippled galley that comes to a stop drifts: roll for the direction of her bow.
    #[order(name = "Drift", by(ship), sign = Oar, rule = DRIFT_RULE,
            what = "The drift compass turns the bow of a crippled galley that came to a stop.")]
    Drift {
        /// The galley.
        ship: Tag,
    },

    /// She uses movement points for hexes and turns. Move the counter yourself, and enter the
    /// cost.
    #[order(name = "Spend points", by(ship), phase = Moves, sign = Oar, rule = MOVE_RULE,
            what = "Spends movement points for hexes that she entered and for turns.")]
    Spend {
        /// The galley.
        ship: Tag,
        /// How many movement points she has used, for hexes and turns.
        #[field(ask = "Movement points", range = 1..=FULL_SPEED)]
        mp: u8,
    },

    /// She enters a hex with water and land. The faster she is and the worse her crew, the
    /// more likely she is to run aground.
    #[order(name = "Enter a coast hex", by(ship), phase = Moves, sign = Oar, rule = COAST_RULE,
            what = "She enters a hex of water and land, and may run aground.")]
    Coast {
        /// The galley.
        ship: Tag,
        /// Whether she heads for a hexside without water: it makes grounding more likely.
        #[field(ask = "Her bow points at a hexside of land alone", default = false,
                measures = Seen)]
        bow_at_land: bool,
        /// Whether she enters stern first: it makes grounding more likely.
        #[field(ask = "She backs into it", default = false)]
        backing: bool,
    },

    /// Her crew tries to get her off the ground, once in each of her own movement phases.
    #[order(name = "Refloat", by(ship), phase = Moves, sign = Oar, rule = COAST_RULE,
            what = "A grounded galley tries to get free, once in each of her own movement phases.")]
    Refloat {
        /// The galley.
        ship: Tag,
    },

    /// She passes through a hex with another galley. Through an enemy’s flank the two may foul.
    #[order(name = "Enter an occupied hex", by(ship), phase = Moves, sign = Oar, rule = FOUL_RULE,
            what = "She passes through a hex with another galley in it, and may foul.")]
    EnterOccupied {
        /// The galley.
        ship: Tag,
        /// The galley that lies in the hex.
        #[field(ask = "Galley already there")]
        other: Tag,
        /// Whether she goes in across the other’s side. Only there can the two foul.
        #[field(ask = "Through the other’s flank", measures = Seen)]
        through_flank: bool,
    },

    /// She leaves the hex in which she is tangled, at the start of her movement.
    #[order(name = "Unfoul", by(ship), phase = Moves, sign = Oar, rule = FOUL_RULE,
            what = "She leaves the hex of the galleys fouled with her; she turns in it only if she would otherwise leave the map.")]
    Unfoul {
        /// The galley.
        ship: Tag,
    },

    /// She means to drive her beak into an enemy. Announce it before she moves; the target may
    /// first try to get out of the way. Crew quality and speed decide.
    #[order(name = "Ram", by(ship), at = target, phase = Moves, sign = Ram, rule = RAM_RULE,
            what = "Declare the ram before she moves; the target may first try to avoid it.")]
    Ram {
        /// The galley.
        ship: Tag,
        /// The enemy that is to be rammed.
        target: Tag,
        /// Where the blow falls: at her bow, her side or her stern. Her side is best.
        #[field(ask = "Where she strikes", measures = Seen)]
        aspect: Aspect,
        /// Movement points that are left once she has reached the target. With some left, a
        /// miss carries her through; with none she fouls.
        #[field(ask = "Movement points left in the target’s hex", range = 0..=FULL_SPEED,
                measures = Seen)]
        mp_left: u8,
        /// Whether the target tries to back out of the way before the blow.
        #[field(ask = "The target tries to back water first", default = Some(false),
                measures = Seen)]
        avoid: Chosen<bool>,
    },

    /// She runs along an enemy from end to end and breaks the oars of one side. A shear
    /// cripples, but does not sink.
    #[order(name = "Shear", by(ship), at = target, phase = Moves, sign = Ram, rule = SHEAR_RULE,
            what = "She passes through the target from bow to stern or the other way, and breaks her oars.")]
    Shear {
        /// The galley.
        ship: Tag,
        /// The enemy whose oars are to be broken.
        target: Tag,
        /// At which end of the target she begins: bow or stern. She cannot shear across the
        /// side.
        #[field(ask = "Where she goes in", measures = Seen)]
        aspect: Aspect,
        /// Whether the target tries to back out of the way before the blow.
        #[field(ask = "The target tries to back water first", default = Some(false),
                measures = Seen)]
        avoid: Chosen<bool>,
    },

    /// The target of a ram or shear tries to back water out of the way. Only a slow galley
    /// can.
    #[order(name = "Avoid", by(ship), sign = Oar, rule = AVOID_RULE,
            what = "The target of a ram or shear tries to back water, once per attack.")]
    Avoid {
        /// The target.
        ship: Tag,
        /// Whether she tries to get out of the way. A galley that goes too fast cannot.
        #[field(ask = "She tries to back water")]
        attempt: bool,
    },

    /// Her movement is over, and both sides now see her speed.
    #[order(name = "End her move", by(ship), phase = Moves, sign = Oar, rule = MOVE_RULE,
            what = "She has finished her movement, and her speed is shown.")]
    EndMove {
        /// The galley.
        ship: Tag,
    },

    /// A galley leaves the map by her own choice. If the victory conditions let her side
    /// leave, she is safe.
    #[order(name = "Leave in good order", by(ship), phase = Moves, part = Leaves, sign = Oar,
            rule = MOVE_RULE,
            what = "She leaves in good order: safe if the victory conditions let her side leave, otherwise lost.")]
    LeaveTable {
        /// The galley that leaves.
        ship: Tag,
    },

    /// One or more galleys beside an enemy send their soldiers across. First roll to get
    /// aboard, then fight.
    #[order(name = "Board", by(ships), at = target, phase = Boards, sign = Bridge,
            rule = BOARD_RULE,
            what = "Galleys at the target’s front or flank since the phase began board her together.")]
    Board {
        /// Every galley that takes part. Their crew qualities are added up.
        #[field(ask = "Boarders")]
        ships: Vec<Tag>,
        /// The enemy galley that is boarded.
        target: Tag,
    },

    /// After a boarding that failed badly the defender may board one of the attackers in
    /// turn.
    #[order(name = "Board in return", by(ship), at = target, phase = Boards, sign = Bridge,
            rule = BOARD_RULE,
            what = "After a natural 6 the defender may board one of the boarders.")]
    Counterboard {
        /// The galley.
        ship: Tag,
        /// The boarder whose deck is now attacked.
        target: Tag,
        /// Whether she boards in return or declines.
        // C-35.
        #[field(ask = "She boards in return", default = true)]
        attempt: bool,
    },

    /// The admiral goes over to a friendly galley beside his own.
    #[order(name = "Shift the flag", by(from), phase = Moves, sign = Standard, rule = ADMIRAL_RULE,
            what = "The admiral moves to an adjacent friendly galley at the start of his side’s movement phase.")]
    TransferAdmiral {
        /// The galley that he is aboard.
        from: Tag,
        /// The friendly galley beside his own that becomes the flagship.
        to: Tag,
    },

    /// Galleys in formation make a column or a line. They share one speed marker and check for
    /// command less often.
    #[order(name = "Form up", by(ships), sign = Standard, rule = FORMATION_RULE,
            what = "Column: each bow at the stern or a stern flank of the next. Line abreast: a shared flank hexside and one facing.")]
    Form {
        /// Whether they are one behind the other or side by side.
        formation: Shape,
        /// All galleys of the formation, in order.
        #[field(ask = "Galleys in their order, the lead first")]
        ships: Vec<Tag>,
        /// The galley whose speed marker counts for all.
        #[field(ask = "Galley with the speed marker")]
        leader: Tag,
    },

    /// A galley leaves her formation; those on either side of her may become formations.
    #[order(name = "Break formation", by(ship), sign = Standard, rule = FORMATION_RULE,
            what = "She leaves her formation; two or more galleys on either side of her become a formation each.")]
    BreakFormation {
        /// The galley.
        ship: Tag,
    },

    /// Choose the galleys that are out of the admiral’s range: they must check for command.
    #[order(name = "Out of range", by(side), phase = Check, sign = Standard, rule = COMMAND_RULE,
            what = "Names the galleys out of the admiral’s range in this phase; they check for command.")]
    OutOfRange {
        /// The side of the admiral.
        side: Side,
        /// The galleys that the admiral does not reach. Choose none if he reaches all.
        #[field(ask = "Galleys out of his range", default = [])]
        ships: Vec<Tag>,
    },

    /// A roll against her crew quality decides whether she follows her orders in this phase.
    #[order(name = "Command check", by(ship), phase = Check, sign = Heart, rule = COMMAND_RULE,
            what = "Decides whether she may change speed and course in this phase.")]
    CommandCheck {
        /// The galley.
        ship: Tag,
        /// Whether the admiral reaches her, as you see it on the map.
        #[field(ask = "Within the admiral’s range", measures = Seen)]
        in_admirals_range: Option<bool>,
    },

    /// Both sides are done with this phase, and the next one begins.
    #[order(name = "End the phase", part = Ends, sign = Jar, rule = TURN_RULE,
            what = "Begins the next phase, or after the last one the next turn.")]
    EndPhase,

    /// A side gives up the battle. The other side wins.
    #[order(name = "Concede", by(side), part = Concedes, rule = END_RULE,
            what = "This side concedes, and the other wins.")]
    Resign {
        /// The side that concedes.
        side: Side,
    },
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
