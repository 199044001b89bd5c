//! The orders of Chicken of the Sea.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::rules::common::{Side, Subject, Tag, Whose};
use crate::rules::schema::{ADJUST, Chooser, Default, FieldSpec, OrderSpec, Takes};

use super::state::AdmiralStatus;
use super::tables::{Aspect, Commanded, FULL_SPEED, Facing, Shape, Speed};

/// An order, complete.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Order {
    /// Sets a galley's or a formation's speed for the turn.
    SetSpeed {
        /// Which galley; the leader of a formation sets it for all.
        ship: Option<Tag>,
        /// Or which formation, by its name.
        formation: Option<String>,
        /// The speed.
        speed: Speed,
    },
    /// Throws for the hexside that the bow of a crippled galley drifts to.
    Drift {
        /// The galley.
        ship: Tag,
    },
    /// Spends movement points: hexes entered, and turns.
    Spend {
        /// The galley.
        ship: Tag,
        /// How many.
        mp: u8,
    },
    /// Enters a coast hex.
    Coast {
        /// The galley.
        ship: Tag,
        /// The bow points at a hexside of land alone.
        bow_at_land: bool,
        /// She backs into it.
        backing: bool,
    },
    /// Tries to get off the ground.
    Refloat {
        /// The galley.
        ship: Tag,
    },
    /// Enters a hex with another galley in it.
    EnterOccupied {
        /// The galley.
        ship: Tag,
        /// Who is there.
        other: Tag,
        /// Through one of her flank hexsides.
        through_flank: bool,
    },
    /// Leaves the hex of the galleys that she is fouled with.
    Unfoul {
        /// The galley.
        ship: Tag,
    },
    /// Rams.
    Ram {
        /// The galley.
        ship: Tag,
        /// The enemy galley.
        target: Tag,
        /// What she meets.
        aspect: Aspect,
        /// Movement points left in the target's hex.
        mp_left: u8,
        /// The target's owner lets her try to back out of the way first.
        avoid: bool,
    },
    /// Shears off oars.
    Shear {
        /// The galley.
        ship: Tag,
        /// The enemy galley.
        target: Tag,
        /// What she meets first.
        aspect: Aspect,
        /// The target's owner lets her try to back out of the way first.
        avoid: bool,
    },
    /// Answers a ram or shear that was declared.
    Avoid {
        /// The target.
        ship: Tag,
        /// Whether she tries to back out of the way.
        attempt: bool,
    },
    /// Finishes a galley's movement: her speed is seen.
    EndMove {
        /// The galley.
        ship: Tag,
    },
    /// Boards.
    Board {
        /// Every galley that boards.
        ships: Vec<Tag>,
        /// The enemy galley.
        target: Tag,
    },
    /// Answers a boarding that a natural 6 undid.
    Counterboard {
        /// The galley.
        ship: Tag,
        /// One of the boarders.
        target: Tag,
    },
    /// The admiral goes aboard another galley.
    TransferAdmiral {
        /// The flagship.
        from: Tag,
        /// The new one.
        to: Tag,
    },
    /// Forms a column or a line abreast.
    Form {
        /// Which.
        formation: Shape,
        /// Who, in the order in which they stand.
        ships: Vec<Tag>,
        /// Who has the speed marker.
        leader: Tag,
    },
    /// Breaks a formation at a galley.
    BreakFormation {
        /// The galley.
        ship: Tag,
    },
    /// Says who is out of the range of the admiral, and so has to check.
    OutOfRange {
        /// Whose admiral.
        side: Side,
        /// The galleys; nobody, where he reaches all.
        ships: Vec<Tag>,
    },
    /// Checks whether a galley follows her orders.
    CommandCheck {
        /// The galley.
        ship: Tag,
        /// Whether she is within the range of her commander; left out, as it
        /// was said for her side in this phase.
        in_admirals_range: Option<bool>,
    },
    /// Goes on to the next phase.
    EndPhase {},
    /// Gives up.
    Resign {
        /// Who.
        side: Side,
    },
    /// The players' own correction.
    Adjust {
        /// Whose log.
        ship: Whose,
        /// The key, dotted.
        field: String,
        /// The new value.
        #[serde(default)]
        value: Value,
        /// The reason.
        note: String,
    },
}

const SHIP: FieldSpec = FieldSpec::SHIP;
const TARGET: FieldSpec = FieldSpec::TARGET;

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

/// The kinds of order, in the order of a turn.
pub(super) const ORDERS: &[OrderSpec] = &[
    OrderSpec {
        kind: "set-speed",
        name: "Set speed",
        what: "Sets the speed marker for this turn: all its movement points must be spent.",
        rule: SPEED_RULE,
        fields: &[
            FieldSpec { default: Default::Absent, ..SHIP },
            FieldSpec::new("formation", "Or a whole formation", Takes::Text).or(Default::Absent),
            FieldSpec::new(
                "speed",
                "Speed",
                Takes::NumberOr { min: 0, max: FULL_SPEED as i64, words: &[Speed::BW] },
            ),
        ],
    },
    OrderSpec {
        kind: "drift",
        name: "Drift",
        what: "A crippled galley that came to a stop: the drift compass turns her bow.",
        rule: DRIFT_RULE,
        fields: &[SHIP],
    },
    OrderSpec {
        kind: "spend",
        name: "Spend points",
        what: "Movement points for hexes that she entered and for turns.",
        rule: MOVE_RULE,
        fields: &[SHIP, FieldSpec::number("mp", "Movement points", 1, FULL_SPEED as i64)],
    },
    OrderSpec {
        kind: "coast",
        name: "Enter a coast hex",
        what: "She enters a hex of water and land, and may run aground.",
        rule: COAST_RULE,
        fields: &[
            SHIP,
            FieldSpec::flag("bow_at_land", "Her bow points at a hexside of land alone"),
            FieldSpec::flag("backing", "She backs into it"),
        ],
    },
    OrderSpec {
        kind: "refloat",
        name: "Refloat",
        what: "A grounded galley tries to get free, once in each of her own movement phases.",
        rule: COAST_RULE,
        fields: &[SHIP],
    },
    OrderSpec {
        kind: "enter-occupied",
        name: "Enter an occupied hex",
        what: "She passes through a hex with another galley in it, and may foul.",
        rule: FOUL_RULE,
        fields: &[
            SHIP,
            FieldSpec::new("other", "Galley already there", Takes::Unit),
            FieldSpec::new("through_flank", "Through her flank", Takes::Flag),
        ],
    },
    OrderSpec {
        kind: "unfoul",
        name: "Unfoul",
        what: "She leaves the hex of those she is fouled with; she turns there only if she would leave the map.",
        rule: FOUL_RULE,
        fields: &[SHIP],
    },
    OrderSpec {
        kind: "ram",
        name: "Ram",
        what: "Declared before she moves; the target may first try to avoid.",
        rule: RAM_RULE,
        fields: &[
            SHIP,
            TARGET,
            FieldSpec::choice("aspect", "Where she strikes", Aspect::SLUGS),
            FieldSpec::number(
                "mp_left",
                "Movement points left in the target's hex",
                0,
                FULL_SPEED as i64,
            ),
            FieldSpec {
                chosen_by: Chooser::OtherSide,
                ..FieldSpec::flag("avoid", "The target tries to back water first")
            },
        ],
    },
    OrderSpec {
        kind: "shear",
        name: "Shear",
        what: "She passes through the target from bow to stern or the other way, and takes the oars.",
        rule: SHEAR_RULE,
        fields: &[
            SHIP,
            TARGET,
            FieldSpec::choice("aspect", "Where she goes in", Aspect::SLUGS),
            FieldSpec {
                chosen_by: Chooser::OtherSide,
                ..FieldSpec::flag("avoid", "The target tries to back water first")
            },
        ],
    },
    OrderSpec {
        kind: "avoid",
        name: "Avoid",
        what: "The target of a ram or shear tries to back water, once per attack.",
        rule: AVOID_RULE,
        fields: &[SHIP, FieldSpec::new("attempt", "She tries to back water", Takes::Flag)],
    },
    OrderSpec {
        kind: "end-move",
        name: "End her move",
        what: "She has finished her movement, and her speed is shown.",
        rule: MOVE_RULE,
        fields: &[SHIP],
    },
    OrderSpec {
        kind: "board",
        name: "Board",
        what: "Galleys at the target's front or flank since the phase began board her together.",
        rule: BOARD_RULE,
        fields: &[FieldSpec::new("ships", "Boarders", Takes::Units), TARGET],
    },
    OrderSpec {
        kind: "counterboard",
        name: "Board in return",
        what: "After a natural 6 the defender may board one of the boarders.",
        rule: BOARD_RULE,
        fields: &[SHIP, TARGET],
    },
    OrderSpec {
        kind: "transfer-admiral",
        name: "Shift the flag",
        what: "The admiral moves to an adjacent friendly galley at the start of his side’s movement phase.",
        rule: ADMIRAL_RULE,
        fields: &[
            FieldSpec::new("from", "From", Takes::Unit),
            FieldSpec::new("to", "To", Takes::Unit),
        ],
    },
    OrderSpec {
        kind: "form",
        name: "Form up",
        what: "Column: each bow at the stern or a stern flank of the next. Line abreast: a shared flank hexside and one facing.",
        rule: FORMATION_RULE,
        fields: &[
            FieldSpec::choice("formation", "Formation", Shape::SLUGS),
            FieldSpec::new("ships", "Galleys in their order, the lead first", Takes::Units),
            FieldSpec::new("leader", "Who has the speed marker", Takes::Unit),
        ],
    },
    OrderSpec {
        kind: "break-formation",
        name: "Break formation",
        what: "She leaves her formation; two or more on either side of her go on as one.",
        rule: FORMATION_RULE,
        fields: &[SHIP],
    },
    OrderSpec {
        kind: "out-of-range",
        name: "Out of range",
        what: "Who is out of the admiral’s range in this phase, and so checks for command.",
        rule: COMMAND_RULE,
        fields: &[
            FieldSpec::SIDE,
            FieldSpec::new("ships", "Galleys out of his range", Takes::Units).or(Default::Empty),
        ],
    },
    OrderSpec {
        kind: "command-check",
        name: "Command check",
        what: "Whether she may change speed and course in this phase.",
        rule: COMMAND_RULE,
        fields: &[
            SHIP,
            FieldSpec::new("in_admirals_range", "Within the admiral’s range", Takes::Flag)
                .or(Default::Absent),
        ],
    },
    OrderSpec {
        kind: "end-phase",
        name: "End the phase",
        what: "Goes on to the next phase, and from the last one to the next turn.",
        rule: TURN_RULE,
        fields: &[],
    },
    OrderSpec {
        kind: "resign",
        name: "Concede",
        what: "This side concedes, and the other wins.",
        rule: END_RULE,
        fields: &[FieldSpec::SIDE],
    },
    ADJUST,
];

/// What an order does to the battle.
#[derive(Clone, Debug, PartialEq)]
pub enum Effect {
    /// A speed marker for the turn.
    SpeedSet(Tag, Speed),
    /// A fatigue roll of the phase: whether the crew held out.
    FatigueThrown(Tag, bool),
    /// Crews that tired leave their formation.
    FellBehind(Vec<Tag>),
    /// A speed that events brought about, for all to see.
    SpeedBecame(Tag, Speed),
    /// Crippled and at a stop: she drifts.
    OwesDrift(Tag),
    /// Where her bow points now.
    Drifted(Tag, Facing),
    /// She turns so many hexsides to the right; negative is to the left.
    Veered(Tag, i8),
    /// She has begun to move.
    UnderWay(Tag),
    /// Movement points that she has left.
    PointsLeft(Tag, u8),
    /// She has finished her movement: her speed is seen.
    MovementEnded(Tag),
    /// Both ram numbers were told, and with them both speeds.
    NumbersShown(Tag, Tag),
    /// Past a coast hex with water under her.
    Afloat(Tag),
    /// On the ground.
    RanAground(Tag),
    /// Off the ground.
    Freed(Tag),
    /// Still on the ground.
    StaysAground(Tag),
    /// Through a hex with another in it.
    PassedThrough(Tag, Tag),
    /// Stacked in one hex with one speed.
    Fouled(Vec<Tag>, Speed),
    /// Out of the hex that she was stacked in.
    Unfouled(Tag),
    /// The first rammed the second, and she went down.
    RammedUnder(Tag, Tag),
    /// The ram of the first did not strike home.
    RamMissed(Tag, Tag),
    /// The first sheared off oars of the second.
    Crippled(Tag, Tag),
    /// The shear of the first took no oars.
    ShearMissed(Tag, Tag),
    /// The first backed away from the attack of the second.
    BackedWater(Tag, Tag),
    /// Not out of the way in time.
    Caught(Tag),
    /// These tried to board the last.
    BoardingTried(Vec<Tag>, Tag),
    /// She boards one of those who boarded her.
    BoardingAnswered(Tag, Tag),
    /// She may board one of these in return.
    MayCounter(Tag, Vec<Tag>),
    /// They are aboard her; hand to hand it is.
    Boarded(Tag),
    /// She has a new holder.
    Captured(Tag, Side),
    /// Her crew held the deck.
    BeatenBack(Tag),
    /// The admiral of a side is lost.
    AdmiralLost(Side, AdmiralStatus),
    /// The line commander aboard is lost.
    LineCommanderLost(Tag),
    /// The admiral of a side went aboard.
    AdmiralAboard(Side, Tag),
    /// Whether the admiral's signals reach farther.
    AdmiralEnhanced(Side, bool),
    /// A formation of these galleys, under the marker of the last.
    Formed(Shape, Vec<Tag>, Tag),
    /// She is out of her formation.
    LeftFormation(Tag),
    /// These are out of the range of their side's admiral in this phase.
    OutOfRange(Side, Vec<Tag>),
    /// What the command check came to.
    CommandTold(Tag, Commanded),
    /// The next phase begins.
    PhaseEnded,
    /// This side gave up.
    Resigned(Side),
    /// The players' correction.
    Adjusted(Subject, String, Value),
}

impl Order {
    /// Who moves by it, in the movement phase of her side.
    #[must_use]
    pub fn mover(&self) -> Option<Tag> {
        match self {
            Order::Spend { ship, .. }
            | Order::Coast { ship, .. }
            | Order::Refloat { ship }
            | Order::EnterOccupied { ship, .. }
            | Order::Unfoul { ship }
            | Order::Ram { ship, .. }
            | Order::Shear { ship, .. }
            | Order::EndMove { ship } => Some(*ship),
            Order::TransferAdmiral { from, .. } => Some(*from),
            Order::SetSpeed { .. }
            | Order::Drift { .. }
            | Order::Avoid { .. }
            | Order::Board { .. }
            | Order::Counterboard { .. }
            | Order::Form { .. }
            | Order::BreakFormation { .. }
            | Order::OutOfRange { .. }
            | Order::CommandCheck { .. }
            | Order::EndPhase {}
            | Order::Resign { .. }
            | Order::Adjust { .. } => None,
        }
    }
}
