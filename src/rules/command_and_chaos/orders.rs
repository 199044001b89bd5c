//! The orders of Command & Chaos, and what they do.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::rules::common::{Side, Subject, Tag, Whose};
use crate::rules::schema::{ADJUST, Default, FieldSpec, OrderSpec, Takes};

use super::tables::{Answer, Attack, DiceMore, JavelinPhase, Officer, Phase, Zone};

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
    /// Light infantry met by heavy throws its javelins or does not, and falls
    /// back.
    Javelins {
        /// The light infantry.
        unit: Tag,
        /// The heavy unit that meets it.
        target: Tag,
        /// Whether it throws.
        throw: bool,
    },
    /// Light infantry has fallen back as far as it owed.
    FallBack {
        /// The light infantry.
        unit: Tag,
    },
    /// A flanked unit that has routed the enemy before it turns to its flanker.
    Turn {
        /// The unit that turns.
        unit: Tag,
        /// The enemy at its flank.
        to: Tag,
    },
    /// Light infantry that has ended its move on cavalry is one unit with it.
    Join {
        /// The light infantry.
        unit: Tag,
        /// The cavalry.
        with: Tag,
    },
    /// A mixed unit parts.
    Leave {
        /// The light infantry or the cavalry.
        unit: Tag,
    },
    /// A reserve goes forward into the line where it stands.
    Advance {
        /// The reserve.
        unit: Tag,
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
    /// The cards of a melee are turned up together, before any die.
    Reveal {
        /// One of the two that fight.
        unit: Tag,
        /// The other.
        target: Tag,
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
        /// From where; from where it has got to, unless said. Two on one have no
        /// flank and no rear.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        attack: Option<Attack>,
        /// From where the target strikes back; from where it has got to, unless
        /// said.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        target_attack: Option<Attack>,
        /// Which of two the target strikes.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        answers: Option<Tag>,
        /// Dice that a card gives a unit besides its own, by tag.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        dice_more: Option<DiceMore>,
        /// Units for whose attack a card stands in: they do not roll their own die.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        no_attack: Option<Vec<Tag>>,
    },
    /// A friend beside it has routed.
    AlliedMorale {
        /// The unit that rolls.
        unit: Tag,
        /// The friend that has routed; the oldest open rout unless said.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        rout: Option<Tag>,
    },
    /// Every friend around a rout has rolled.
    CloseRout {
        /// The unit that has routed.
        rout: Tag,
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
    pub(in super::super) const SKIRMISH: &str = "Command & Chaos: light infantry";
    pub(in super::super) const MIXED: &str = "Command & Chaos: mixed units";
    pub(in super::super) const CARDS: &str = "Command & Chaos: battle cards";
    pub(in super::super) const MELEE: &str = "Command & Chaos: melee";
    pub(in super::super) const ALLIED: &str = "Command & Chaos: allied morale";
    pub(in super::super) const RALLY: &str = "Command & Chaos: rally";
    pub(in super::super) const OFFICERS: &str = "Command & Chaos: officers";
    pub(in super::super) const CHANGES_ZONES: &str = "Command & Chaos: officers";
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
        name: "Discard",
        what: "Up to two cards of the hand go to the discards, face down.",
        rule: rule::HAND,
        fields: &[SIDE, FieldSpec::new("cards", "Cards, up to 2", Takes::Texts)],
    },
    OrderSpec {
        kind: "draw",
        name: "Draw",
        what: "Draws up to a hand of five; when the deck runs out, the discards become the new deck.",
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
        fields: &[UNIT, TARGET, FieldSpec::choice("attack", "Flank or rear", Attack::FLANKING)],
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
        what: "Light infantry met by heavy may throw, hits on a 6, and falls back.",
        rule: rule::LIGHT,
        fields: &[
            UNIT,
            TARGET,
            FieldSpec::new("throw", "Throws its javelins", Takes::Flag).or(Default::Flag(true)),
        ],
    },
    OrderSpec {
        kind: "fall-back",
        name: "Fall back",
        what: "The light infantry has been moved back on the table.",
        rule: rule::LIGHT,
        fields: &[UNIT],
    },
    OrderSpec {
        kind: "turn",
        name: "Turn",
        what: "With no enemy in front any more, faces the enemy at its flank.",
        rule: rule::FLANKING,
        fields: &[UNIT, FieldSpec::new("to", "Enemy at its flank", Takes::Unit)],
    },
    OrderSpec {
        kind: "join",
        name: "Join cavalry",
        what: "Ends its move on friendly heavy cavalry: one mixed unit until one moves off.",
        rule: rule::MIXED,
        fields: &[UNIT, FieldSpec::new("with", "Cavalry", Takes::Unit)],
    },
    OrderSpec {
        kind: "leave",
        name: "Part",
        what: "The light infantry and its cavalry are two units again.",
        rule: rule::MIXED,
        fields: &[UNIT],
    },
    OrderSpec {
        kind: "advance",
        name: "Bring the reserve forward",
        what: "Goes into the battle line where it stands; it no longer changes columns.",
        rule: rule::RESERVES,
        fields: &[UNIT],
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
        kind: "reveal",
        name: "Turn the cards up",
        what: "The cards of a melee are turned up together, before any die.",
        rule: rule::CARDS,
        fields: &[UNIT, TARGET],
    },
    OrderSpec {
        kind: "melee",
        name: "Melee",
        what: "Both roll at once; or two cavalry on one, which strikes back at one of them.",
        rule: rule::MELEE,
        fields: &[
            UNIT.or(Default::Absent),
            FieldSpec::new("units", "Second cavalry (two on one)", Takes::Units)
                .or(Default::Absent),
            TARGET,
            FieldSpec::choice("attack", "It attacks the target's", Attack::SLUGS)
                .or(Default::Absent),
            FieldSpec::choice("target_attack", "The target attacks its", Attack::SLUGS)
                .or(Default::Absent),
            FieldSpec::new("answers", "Target strikes back at", Takes::Unit).or(Default::Absent),
            FieldSpec::new("dice_more", "Dice that a card adds", Takes::Any).or(Default::Absent),
            FieldSpec::new("no_attack", "A card stands in for the attack of", Takes::Units)
                .or(Default::Absent),
        ],
    },
    OrderSpec {
        kind: "allied-morale",
        name: "Allied morale",
        what: "A friend in one of the eight squares around it has routed: it may take a hit.",
        rule: rule::ALLIED,
        fields: &[
            UNIT,
            FieldSpec::new("rout", "Friend that routed", Takes::Unit).or(Default::Absent),
        ],
    },
    OrderSpec {
        kind: "close-rout",
        name: "All have rolled",
        what: "Every friend in the eight squares around the rout has rolled.",
        rule: rule::ALLIED,
        fields: &[FieldSpec::new("rout", "Unit that routed", Takes::Unit)],
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
    /// The phase that it belongs to, given in the phase `now`; none where it
    /// comes when it comes.
    #[must_use]
    pub fn phase(&self, now: Phase) -> Option<Phase> {
        match self {
            Order::Initiative {} | Order::Discard { .. } | Order::Draw { .. } => {
                Some(Phase::Initiative)
            }
            Order::MoveZone { .. }
            | Order::Flank { .. }
            | Order::MoveOfficer { .. }
            | Order::Charge { .. }
            | Order::Join { .. }
            | Order::Advance { .. } => Some(Phase::Movement),
            Order::Javelins { .. } => Some(JavelinPhase::of(now).phase()),
            Order::Skirmish { .. }
            | Order::PlayCard { .. }
            | Order::Reveal { .. }
            | Order::Melee { .. } => Some(Phase::Melee),
            Order::Rally { .. }
            | Order::Attach { .. }
            | Order::Detach { .. }
            | Order::Reserve { .. }
            | Order::ReplaceLieutenant { .. } => Some(Phase::Rally),
            Order::FallBack { .. }
            | Order::Turn { .. }
            | Order::Leave { .. }
            | Order::AlliedMorale { .. }
            | Order::CloseRout { .. }
            | Order::EndPhase {}
            | Order::Adjust { .. } => None,
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
    /// Cards of the hand discarded.
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
    /// A unit shows its grade.
    GradeShown {
        /// The unit.
        unit: Tag,
        /// Whether it is a veteran.
        veteran: bool,
    },
    /// A card laid face down behind a unit.
    CardPlayed(Tag, String),
    /// The card behind a unit is turned up.
    CardRevealed {
        /// The unit.
        unit: Tag,
        /// The card's name.
        card: String,
        /// What it says.
        text: String,
    },
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
    /// It has turned to the enemy at its flank, who attacks its front now.
    Turned {
        /// The unit that turns.
        unit: Tag,
        /// The enemy.
        to: Tag,
    },
    /// Light infantry falls back so many spaces.
    FellBack(Tag, u32),
    /// It has been moved back on the table.
    FallbackDone(Tag),
    /// Light infantry keeps its javelins.
    Withheld(Tag),
    /// Light infantry is one unit with this cavalry.
    Joined(Tag, Tag),
    /// Light infantry and its cavalry are no longer one.
    Parted(Tag),
    /// Neither falls back (CC-2).
    Level(Tag, Tag),
    /// A friend's allied morale for a rout has been rolled.
    AlliedRolled {
        /// The unit that rolled.
        unit: Tag,
        /// The rout.
        rout: Tag,
    },
    /// All have rolled for a rout.
    RoutClosed(Tag),
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
    /// These sides have lost more than half of their unit cards: the battle is
    /// over.
    Broken(Vec<Side>),
    /// The players' correction.
    Adjusted(Subject, String, Value),
}
