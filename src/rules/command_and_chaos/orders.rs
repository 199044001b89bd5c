//! The orders of Command & Chaos, and what they do.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::rules::common::{Side, Subject, Tag, Whose};
use crate::rules::schema::{ADJUST, Default, FieldSpec, OrderSpec, Takes};

use super::tables::{Answer, Attack, JavelinPhase, Officer, Phase, Zone};

/// An order, complete.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Order {
    /// Throws for the first player.
    Initiative {},
    /// Puts cards of the hand away.
    Discard {
        /// Whose.
        side: Side,
        /// Up to two of the hand, by name.
        cards: Vec<String>,
    },
    /// Fills the hand up.
    Draw {
        /// Whose.
        side: Side,
    },
    /// A zone has been moved, or passed.
    MoveZone {
        /// Whose.
        side: Side,
        /// Which.
        zone: Zone,
    },
    /// A flanking movement.
    Flank {
        /// Who.
        unit: Tag,
        /// Whom.
        target: Tag,
        /// To its flank or its rear.
        attack: Attack,
    },
    /// An unattached officer changes zones (CC-5).
    MoveOfficer {
        /// Whose.
        side: Side,
        /// Which.
        officer: Officer,
        /// Where to.
        zone: Zone,
    },
    /// A charge, once a game.
    Charge {
        /// Who.
        unit: Tag,
        /// Whom.
        target: Tag,
        /// How the target meets it.
        answer: Answer,
    },
    /// Light infantry throws at heavy, and falls back.
    Javelins {
        /// Who.
        unit: Tag,
        /// At whom.
        target: Tag,
        /// When.
        phase: JavelinPhase,
    },
    /// Light infantry against light.
    Skirmish {
        /// Who.
        unit: Tag,
        /// Against whom.
        target: Tag,
    },
    /// Lays a card face down behind a unit.
    PlayCard {
        /// Behind which.
        unit: Tag,
        /// Its name.
        card: String,
    },
    /// A melee: one on one, or two cavalry on one.
    Melee {
        /// Who; left out where `units` says it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        unit: Option<Tag>,
        /// Two cavalry on one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        units: Option<Vec<Tag>>,
        /// Whom.
        target: Tag,
        /// From where; two on one have no flank and no rear.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        attack: Option<Attack>,
        /// From where the target strikes back.
        target_attack: Attack,
        /// Which of two the target strikes.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        answers: Option<Tag>,
    },
    /// A friend beside it has routed.
    AlliedMorale {
        /// Whose nerve.
        unit: Tag,
    },
    /// An officer takes a hit off.
    Rally {
        /// Which.
        unit: Tag,
    },
    /// An officer joins a unit of his zone.
    Attach {
        /// Which of the zone's officers.
        officer: Officer,
        /// Which unit.
        unit: Tag,
    },
    /// An officer leaves a unit.
    Detach {
        /// Which.
        officer: Officer,
        /// Which unit.
        unit: Tag,
    },
    /// A reserve changes columns, until it has gone forward.
    Reserve {
        /// Which.
        unit: Tag,
        /// Where to.
        zone: Zone,
        /// 1 or 2.
        column: u8,
    },
    /// A lieutenant steps up, the turn after one was lost.
    ReplaceLieutenant {
        /// Whose.
        side: Side,
        /// Where.
        zone: Zone,
    },
    /// The next phase, or the next turn.
    EndPhase {},
    /// The players' own correction.
    Adjust {
        /// Whose log.
        ship: Whose,
        /// Which key, dotted.
        field: String,
        /// The new value.
        #[serde(default)]
        value: Value,
        /// The reason.
        note: String,
    },
}

const UNIT: FieldSpec = FieldSpec::new("unit", "Unit", Takes::Unit);
const TARGET: FieldSpec = FieldSpec::TARGET;
const SIDE: FieldSpec = FieldSpec::SIDE;
const ZONE: FieldSpec = FieldSpec::choice("zone", "Zone", Zone::SLUGS);
const OFFICER: FieldSpec = FieldSpec::choice("officer", "Officer", Officer::SLUGS);

/// The rules that orders are refused by.
pub(super) mod rule {
    pub(in super::super) const INITIATIVE: &str = "Command & Chaos: initiative";
    pub(in super::super) const HAND: &str = "Command & Chaos: the hand";
    pub(in super::super) const MOVEMENT: &str = "Command & Chaos: movement";
    pub(in super::super) const FLANKING: &str = "Command & Chaos: flanking movement";
    pub(in super::super) const CHARGE: &str = "Command & Chaos: charging";
    pub(in super::super) const LIGHT: &str = "Command & Chaos: light infantry";
    pub(in super::super) const SKIRMISH: &str = "Command & Chaos: light infantry (CC-2)";
    pub(in super::super) const CARDS: &str = "Command & Chaos: battle cards";
    pub(in super::super) const MELEE: &str = "Command & Chaos: melee";
    pub(in super::super) const ALLIED: &str = "Command & Chaos: allied morale";
    pub(in super::super) const RALLY: &str = "Command & Chaos: rally";
    pub(in super::super) const OFFICERS: &str = "Command & Chaos: officers";
    pub(in super::super) const CHANGES_ZONES: &str = "Command & Chaos: officers (CC-5)";
    pub(in super::super) const RESERVES: &str = "Command & Chaos: reserves";
    pub(in super::super) const PHASES: &str = "Command & Chaos: order of play";
}

/// The kinds of order, in the order of a turn.
pub(super) const ORDERS: &[OrderSpec] = &[
    OrderSpec {
        kind: "initiative",
        name: "Initiative",
        what: "A die each; the higher goes first this turn. It also decides who sets up first.",
        rule: rule::INITIATIVE,
        fields: &[],
    },
    OrderSpec {
        kind: "discard",
        name: "Put cards away",
        what: "Up to two cards of the hand go to the discards.",
        rule: rule::HAND,
        fields: &[SIDE, FieldSpec::new("cards", "Cards, up to 2", Takes::Texts)],
    },
    OrderSpec {
        kind: "draw",
        name: "Draw",
        what: "Draws up to a hand of five; an empty deck becomes the discards.",
        rule: rule::HAND,
        fields: &[SIDE],
    },
    OrderSpec {
        kind: "move-zone",
        name: "Zone moved",
        what: "The units of a zone have been moved or stay; the zone is finished for this turn.",
        rule: rule::MOVEMENT,
        fields: &[SIDE, ZONE],
    },
    OrderSpec {
        kind: "flank",
        name: "Flanking movement",
        what: "With no enemy in its column, turns onto heavy infantry in the next one.",
        rule: rule::FLANKING,
        fields: &[UNIT, TARGET, FieldSpec::choice("attack", "Which side", Attack::FLANKING)],
    },
    OrderSpec {
        kind: "charge",
        name: "Charge",
        what: "Once a game, for 1 stamina: two dice on the enemy in front.",
        rule: rule::CHARGE,
        fields: &[UNIT, TARGET, FieldSpec::choice("answer", "The target answers", Answer::SLUGS)],
    },
    OrderSpec {
        kind: "javelins",
        name: "Javelins",
        what: "Light infantry met by heavy throws, hits on a 6, and falls back.",
        rule: rule::LIGHT,
        fields: &[UNIT, TARGET, FieldSpec::choice("phase", "When", JavelinPhase::SLUGS)],
    },
    OrderSpec {
        kind: "move-officer",
        name: "Commander changes zones",
        what: "After all zones, a commander who is with no unit goes to any zone.",
        rule: rule::CHANGES_ZONES,
        fields: &[SIDE, OFFICER, ZONE],
    },
    OrderSpec {
        kind: "skirmish",
        name: "Skirmish",
        what: "Light infantry against light: a die each, the lower falls back 2 spaces.",
        rule: rule::SKIRMISH,
        fields: &[UNIT, TARGET],
    },
    OrderSpec {
        kind: "play-card",
        name: "Play a card",
        what: "Lays a card of the hand face down behind a unit; it is not taken back.",
        rule: rule::CARDS,
        fields: &[UNIT, FieldSpec::new("card", "Card", Takes::Text)],
    },
    OrderSpec {
        kind: "melee",
        name: "Melee",
        what: "Both throw at once; or two cavalry on one, which strikes one of them.",
        rule: rule::MELEE,
        fields: &[
            UNIT.or(Default::Absent),
            FieldSpec::new("units", "Two cavalry on one: the other", Takes::Units)
                .or(Default::Absent),
            TARGET,
            FieldSpec::choice("attack", "It attacks the target's", Attack::SLUGS)
                .or(Default::Absent),
            FieldSpec::choice("target_attack", "The target attacks its", Attack::SLUGS)
                .or(Default::Word("front")),
            FieldSpec::new("answers", "Of two, the target strikes", Takes::Unit)
                .or(Default::Absent),
        ],
    },
    OrderSpec {
        kind: "allied-morale",
        name: "Allied morale",
        what: "A friend in one of the eight squares around it has routed: it may take a hit.",
        rule: rule::ALLIED,
        fields: &[UNIT],
    },
    OrderSpec {
        kind: "rally",
        name: "Rally",
        what: "An officer who was with it when the phase began takes one hit off.",
        rule: rule::RALLY,
        fields: &[UNIT],
    },
    OrderSpec {
        kind: "attach",
        name: "Attach an officer",
        what: "An officer joins a unit of the zone in which he is.",
        rule: rule::OFFICERS,
        fields: &[OFFICER, UNIT],
    },
    OrderSpec {
        kind: "detach",
        name: "Detach an officer",
        what: "An officer leaves his unit and stands behind the line of the zone.",
        rule: rule::OFFICERS,
        fields: &[OFFICER, UNIT],
    },
    OrderSpec {
        kind: "reserve",
        name: "Move a reserve across",
        what: "A reserve that has not gone forward changes columns.",
        rule: rule::RESERVES,
        fields: &[UNIT, ZONE, FieldSpec::number("column", "Column from its own left", 1, 2)],
    },
    OrderSpec {
        kind: "replace-lieutenant",
        name: "A lieutenant steps up",
        what: "The turn after a lieutenant was lost, another takes his place in the zone.",
        rule: rule::OFFICERS,
        fields: &[SIDE, ZONE],
    },
    OrderSpec {
        kind: "end-phase",
        name: "End the phase",
        what: "On to the next phase; after the fourth, to the next turn.",
        rule: rule::PHASES,
        fields: &[],
    },
    ADJUST,
];

/// The units of a melee of two on one; whose form it is may stand apart.
pub(super) fn with_unit(unit: Option<Tag>, units: &[Tag]) -> Vec<Tag> {
    unit.iter().filter(|unit| !units.contains(unit)).chain(units).copied().collect()
}

impl Order {
    /// The phase that it belongs to; none where it comes when it comes.
    #[must_use]
    pub fn phase(&self) -> Option<Phase> {
        match self {
            Order::Initiative {} | Order::Discard { .. } | Order::Draw { .. } => {
                Some(Phase::Initiative)
            }
            Order::MoveZone { .. }
            | Order::Flank { .. }
            | Order::MoveOfficer { .. }
            | Order::Charge { .. }
            | Order::Javelins { phase: JavelinPhase::Movement, .. } => Some(Phase::Movement),
            Order::Javelins { phase: JavelinPhase::Melee, .. }
            | Order::Skirmish { .. }
            | Order::PlayCard { .. }
            | Order::Melee { .. } => Some(Phase::Melee),
            Order::Rally { .. }
            | Order::Attach { .. }
            | Order::Detach { .. }
            | Order::Reserve { .. }
            | Order::ReplaceLieutenant { .. } => Some(Phase::Rally),
            Order::AlliedMorale { .. } | Order::EndPhase {} | Order::Adjust { .. } => None,
        }
    }
}

/// What an order does to the battle.
#[derive(Clone, Debug, PartialEq)]
pub enum Effect {
    /// An order of a later phase: the phases before it are over.
    PhaseReached(Phase),
    /// The phase is over.
    PhaseEnded,
    /// The cards that lie behind units go to the discards.
    CardsDiscarded(Side, u32),
    /// This side goes first.
    FirstPlayer(Side),
    /// Cards of the hand put away.
    CardsPutAway(Side, Vec<String>),
    /// The discards are the deck.
    DeckRenewed(Side),
    /// Cards drawn, in their order.
    CardsDrawn(Side, Vec<String>),
    /// A zone moved, or passed.
    ZoneDone(Side, Zone),
    /// A unit has turned onto another.
    Flanked {
        /// Who.
        unit: Tag,
        /// Whom.
        target: Tag,
        /// Its flank or its rear.
        attack: Attack,
    },
    /// A unit attacks from the front again.
    FacesFront(Tag),
    /// A reserve has gone forward.
    GoneForward(Tag),
    /// The commander has changed zones.
    CommanderMoved(Side, Zone),
    /// A charge, with the stamina that it costs.
    Charged(Tag),
    /// A counter-charge, with the stamina that it costs.
    CounterCharged(Tag),
    /// A unit shows whether it is a veteran.
    GradeShown(Tag),
    /// A card laid face down behind a unit.
    CardPlayed(Tag, String),
    /// The card is turned up.
    CardRevealed(Tag),
    /// Two units have thrown attack dice at each other.
    Engaged(Tag, Tag),
    /// Two units have met in this melee phase.
    Fought(Tag, Tag),
    /// Morale hits; 0 where the dice failed.
    Hits(Tag, u32),
    /// Hits that a standing unit has cancelled.
    Cancelled(Tag, u32),
    /// Its morale is gone, and it is removed.
    Routed(Tag),
    /// Its front is free, and it may turn to who flanks it.
    MayTurn(Tag),
    /// Light infantry falls back so many spaces.
    FellBack(Tag, u32),
    /// Light infantry and its cavalry are no longer one.
    Parted(Tag),
    /// Neither falls back (CC-2).
    Level(Tag, Tag),
    /// A hit taken off.
    Rallied(Tag),
    /// An officer joined a unit.
    Attached(Officer, Tag),
    /// An officer left a unit.
    Detached(Officer, Tag),
    /// A reserve has changed columns.
    ReserveMoved {
        /// Which.
        unit: Tag,
        /// Where to.
        zone: Zone,
        /// 1 or 2.
        column: u8,
    },
    /// A lieutenant has stepped up.
    LieutenantReplaced(Side, Zone),
    /// The players' correction.
    Adjusted(Subject, String, Value),
}
