//! The orders of Command & Chaos.

use rules::common::{OutcomeWord, Side, Tag};
use rules::opponent_choice::Chosen;
use rules::statement::{OrderWord as _, Stated as _};
use rules::{Keyword, Order};

use super::tables::{Answer, Attack, COLUMNS, DiceMore, JavelinPhase, Officer, Phase, Zone};

/// The rules, as refusals name them.
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
    pub(in super::super) const WINNING: &str = "Command & Chaos: winning";
    pub(in super::super) const PHASES: &str = "Command & Chaos: order of play";
}

/// The outcomes of orders.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Keyword)]
pub enum Outcome {
    /// The order was carried out; the rules name no special result for it.
    Done,
    /// The fight is over for now; its hits have been taken.
    Resolved,
    /// The light infantry keeps its javelins and only falls back.
    Withheld,
    /// The die was high enough: the unit takes a hit.
    Hit,
    /// The die was too low: nothing happens.
    Miss,
    /// The enemy skirmishers fall back.
    Won,
    /// The unit’s own skirmishers fall back.
    Lost,
    /// Neither falls back.
    Tied,
}

impl OutcomeWord for Outcome {
    type Order = OrderKind;
    const DONE: Outcome = Outcome::Done;

    fn gain(self, order: OrderKind) -> i8 {
        match self {
            Outcome::Hit if order == OrderKind::AlliedMorale => -1,
            Outcome::Miss if order == OrderKind::AlliedMorale => 1,
            Outcome::Hit | Outcome::Won => 1,
            Outcome::Done | Outcome::Resolved | Outcome::Withheld | Outcome::Tied => 0,
            Outcome::Miss | Outcome::Lost => -1,
        }
    }
}

/// A complete order of Command & Chaos.
#[derive(Clone, Debug, PartialEq, Order)]
#[order(phases = Phase)]
pub enum Order {
    /// Each side rolls a die. The higher one is first player this turn, and so chooses who
    /// moves and plays cards first.
    #[order(name = "Initiative", phase = Initiative, sign = Die, rule = rule::INITIATIVE,
            what = "Each side rolls a die; the higher goes first this turn. The roll also decides who sets up first.")]
    Initiative,

    /// A side throws away cards that it does not want, before it draws.
    #[order(name = "Discard", by(side), phase = Initiative, sign = Tablet, rule = rule::HAND,
            what = "Up to two cards of the hand go to the discards, face down.")]
    Discard {
        /// The side whose hand it is.
        side: Side,
        /// The cards that are discarded.
        #[field(ask = "Cards, up to 2")]
        cards: Vec<String>,
    },

    /// A side fills its hand again from its deck. When the deck is empty, the discards
    /// become the new one.
    #[order(name = "Draw", by(side), phase = Initiative, sign = Tablet, rule = rule::HAND,
            what = "Draws up to a hand of five; when the deck runs out, the discards become the new deck.")]
    Draw {
        /// The side that draws.
        side: Side,
    },

    /// A zone has moved, or stays where it is. The sides alternate, zone by zone.
    #[order(name = "Finish a zone", by(side), phase = Movement, sign = Footprints, rule = rule::MOVEMENT,
            what = "Marks a zone as moved or passed; it is finished for this turn.")]
    MoveZone {
        /// The side that moves or passes.
        side: Side,
        /// The part of the line that is finished for this turn.
        zone: Zone,
    },

    /// A side moves no zone or plays no card for now, and the other side acts. When both pass
    /// in a row, no other zone moves or no more cards are played.
    // CC-19.
    #[order(name = "Pass", by(side), sign = Eye, rule = rule::PHASES,
            what = "Moves no zone or plays no card for now. Two passes in a row end the movement of zones, or the playing of cards.")]
    Pass {
        /// The side that passes.
        side: Side,
    },

    /// A unit without an enemy before it turns onto the side of heavy infantry in the next
    /// column. From there it hits more easily.
    #[order(name = "Flanking movement", by(unit), at = target, phase = Movement, sign = Swords,
            rule = rule::FLANKING,
            what = "With no enemy in its own column, the unit turns onto heavy infantry in the next one.")]
    Flank {
        /// The unit that moves.
        unit: Tag,
        /// The heavy infantry in the next column whose side or back is reached.
        target: Tag,
        /// Whether the unit comes to the side or to the back. Only cavalry reaches the
        /// back, and only of an enemy that a friend already has at its side.
        #[field(ask = "Flank or rear", words(Flank, Rear), measures = Seen)]
        attack: Attack,
    },

    /// A heavy unit charges the enemy in front of it, once in the battle. The charge costs
    /// stamina; the enemy may charge back or stand.
    #[order(name = "Charge", by(unit), at = target, phase = Movement, sign = Swords,
            rule = rule::CHARGE,
            what = "Once a battle the unit pays 1 stamina and rolls two dice at the enemy in front.")]
    Charge {
        /// The unit that charges.
        unit: Tag,
        /// The enemy in the same column that is charged.
        target: Tag,
        /// Whether the enemy charges back, which costs it stamina, or stands to cancel hits.
        #[field(ask = "The target answers", measures = Seen)]
        answer: Chosen<Answer>,
    },

    /// Light infantry may throw its javelins at a heavy unit that comes close, and then falls
    /// back.
    #[order(name = "Javelins", by(unit), at = target, sign = Bow, rule = rule::LIGHT,
            what = "Light infantry met by a heavy unit may throw, and hits on a 6. Then it falls back.")]
    Javelins {
        /// The light infantry.
        unit: Tag,
        /// The heavy unit that has come close.
        target: Tag,
        /// Whether it throws before it falls back.
        #[field(ask = "Throws its javelins", default = true)]
        throw: bool,
    },

    /// The light infantry has been moved back on the table as far as it must.
    #[order(name = "Fall back", by(unit), sign = Footprints, rule = rule::LIGHT,
            what = "The light infantry has been moved back on the table.")]
    FallBack {
        /// The light infantry.
        unit: Tag,
    },

    /// A unit that was attacked at its side, and has beaten the enemy before it, turns to
    /// face the other.
    #[order(name = "Turn", by(unit), sign = Footprints, rule = rule::FLANKING,
            what = "With no enemy left in front, the unit turns to face the enemy at its flank.")]
    Turn {
        /// The flanked unit.
        unit: Tag,
        /// The enemy at its side, which it now faces.
        #[field(ask = "Enemy at its flank")]
        to: Tag,
    },

    /// Light infantry goes with friendly cavalry: together they fight better, until one
    /// moves off.
    // CC-8.
    #[order(name = "Join cavalry", by(unit), phase = Movement, sign = Standard, rule = rule::MIXED,
            what = "Light infantry ends its move on friendly heavy cavalry: both are one mixed unit until one moves off.")]
    Join {
        /// The light infantry.
        unit: Tag,
        /// The friendly cavalry that the light infantry goes with.
        #[field(ask = "Cavalry")]
        with: Tag,
    },

    /// Light infantry and cavalry that went together are two units again.
    #[order(name = "Split mixed unit", by(unit), sign = Standard, rule = rule::MIXED,
            what = "The light infantry and its cavalry are two units again.")]
    Leave {
        /// The light infantry or the cavalry.
        unit: Tag,
    },

    /// A reserve goes forward into the battle line. From then on it stays in its column.
    #[order(name = "Bring the reserve forward", by(unit), phase = Movement, sign = Footprints,
            rule = rule::RESERVES,
            what = "Joins the battle line in its column; it can no longer change columns.")]
    Advance {
        /// The reserve.
        unit: Tag,
    },

    /// The commander, if he is with no unit, moves to another zone.
    // CC-5.
    #[order(name = "Move the commander", by(side), phase = Movement, sign = Standard,
            rule = rule::CHANGES_ZONES,
            what = "After all zones have moved, a commander who is with no unit may go to any zone.")]
    MoveOfficer {
        /// The side whose officer it is.
        side: Side,
        /// Who changes zones. Only the commander may; a lieutenant stays in his.
        // CC-5.
        officer: Officer,
        /// The part of the line that he rides to.
        zone: Zone,
    },

    /// Light infantry of both sides throw javelins at each other; the lower roll falls back.
    #[order(name = "Skirmish", by(unit), at = target, phase = Melee, sign = Bow,
            rule = rule::SKIRMISH,
            what = "Light infantry against light infantry: each rolls a die, and the lower falls back 2 spaces.")]
    Skirmish {
        /// The light infantry whose die is rolled first.
        unit: Tag,
        /// The enemy light infantry that it skirmishes with.
        target: Tag,
    },

    /// A card of your hand is played face down behind a unit. It is turned up when the unit
    /// fights.
    #[order(name = "Play a card", by(unit), phase = Melee, part = SideAction, sign = Tablet,
            rule = rule::CARDS,
            what = "Plays a card of the hand face down behind a unit; it cannot be withdrawn.")]
    PlayCard {
        /// The unit that the card is played behind.
        unit: Tag,
        /// The card of your hand that is played behind the unit.
        card: String,
    },

    /// The cards behind units that are about to fight are turned up together, before any
    /// die.
    #[order(name = "Turn the cards up", by(unit), at = target, phase = Melee, sign = Eye,
            rule = rule::CARDS,
            what = "The cards of a melee are turned up together, before any die.")]
    Reveal {
        /// One of the two units that fight.
        unit: Tag,
        /// The unit that it is about to fight.
        target: Tag,
    },

    /// Units that meet fight: both roll at once. A die that is high enough is a hit, and hits
    /// wear down morale until a unit routs.
    #[order(name = "Melee", by(unit, units), at = target, phase = Melee, sign = Swords,
            rule = rule::MELEE,
            what = "Both units roll at once. If two cavalry attack one unit, it strikes back at one of them.")]
    Melee {
        /// The unit that attacks.
        unit: Option<Tag>,
        /// The second cavalry, if two attack one enemy together.
        #[field(ask = "Second cavalry (two on one)")]
        units: Option<Vec<Tag>>,
        /// The enemy that is attacked.
        target: Tag,
        /// Whether the unit is in front of the target, at its flank or at its rear.
        #[field(ask = "It attacks the target’s")]
        attack: Option<Attack>,
        /// Whether the target attacks the front, the flank or the rear of its attacker.
        // CC-14.
        #[field(ask = "The target attacks its")]
        target_attack: Option<Attack>,
        /// Which of two attackers the target strikes back at.
        #[field(ask = "Target strikes back at", default = None)]
        answers: Chosen<Tag>,
        /// Extra dice that a battle card gives a unit.
        #[field(ask = "Dice that a card adds")]
        dice_more: Option<DiceMore>,
        /// A unit whose attack is replaced by the text of its card.
        #[field(ask = "A card replaces the attack of")]
        no_attack: Option<Vec<Tag>>,
    },

    /// A friend nearby has routed. Roll for whether the unit takes a hit.
    #[order(name = "Allied morale", by(unit), sign = Heart, rule = rule::ALLIED,
            what = "A friend in one of the eight squares around the unit has routed: the unit may take a hit.")]
    AlliedMorale {
        /// The unit that rolls.
        unit: Tag,
        /// The friend that has routed, for which the unit rolls.
        #[field(ask = "Friend that routed")]
        rout: Option<Tag>,
    },

    /// Every friend around the unit that routed has rolled.
    #[order(name = "End rout rolls", by(rout), sign = Heart, rule = rule::ALLIED,
            what = "Every friend in the eight squares around the rout has rolled.")]
    CloseRout {
        /// The unit that has routed.
        #[field(ask = "Unit that routed")]
        rout: Tag,
    },

    /// An officer who has been with the unit since the phase began steadies it: it loses a
    /// hit.
    #[order(name = "Rally", by(unit), phase = Rally, sign = Heart, rule = rule::RALLY,
            what = "An officer who was with the unit when the phase began takes one hit off it.")]
    Rally {
        /// The unit that rallies.
        unit: Tag,
    },

    /// An officer joins a unit of his zone. It fights better with him, and he can rally it
    /// later.
    #[order(name = "Attach an officer", by(unit), phase = Rally, sign = Standard,
            rule = rule::OFFICERS,
            what = "An officer joins a unit of his zone.")]
    Attach {
        /// Whether the commander or the lieutenant of the zone joins it.
        officer: Officer,
        /// The unit that he joins.
        unit: Tag,
    },

    /// An officer leaves his unit and goes behind the line.
    #[order(name = "Detach an officer", by(unit), phase = Rally, sign = Standard,
            rule = rule::OFFICERS,
            what = "An officer leaves his unit and goes behind the line of the zone.")]
    Detach {
        /// The officer: the commander, or the lieutenant of a zone.
        officer: Officer,
        /// The unit that he leaves.
        unit: Tag,
    },

    /// A reserve behind the line goes to another column.
    #[order(name = "Move a reserve across", by(unit), phase = Rally, sign = Footprints,
            rule = rule::RESERVES,
            what = "A reserve that has not gone forward changes columns.")]
    Reserve {
        /// The reserve.
        unit: Tag,
        /// The part of the line behind which it goes.
        zone: Zone,
        /// Which column of that zone, counted from the army’s own left.
        #[field(ask = "Column from its own left", range = 1..=COLUMNS)]
        column: u8,
    },

    /// A new lieutenant takes the place of one who was lost.
    #[order(name = "Replace a lieutenant", by(side), phase = Rally, sign = Standard,
            rule = rule::OFFICERS,
            what = "The turn after a lieutenant was lost, another takes his place in the zone.")]
    ReplaceLieutenant {
        /// The side that lost him.
        side: Side,
        /// The part of the line that lost its lieutenant.
        zone: Zone,
    },

    /// Both sides have finished this phase, and the next one begins.
    #[order(name = "End the phase", part = Ends, sign = Jar, rule = rule::PHASES,
            what = "Begins the next phase, or the next turn after the fourth phase.")]
    EndPhase,

    /// A side gives up the battle. The other side wins.
    #[order(name = "Concede", by(side), part = Concedes, rule = rule::WINNING,
            what = "This side concedes, and the other wins.")]
    Concede {
        /// The side that concedes.
        side: Side,
    },
}

/// The units of a melee of two on one; the unit of the form may be given separately.
pub(super) fn with_unit(unit: Option<Tag>, units: &[Tag]) -> Vec<Tag> {
    unit.iter().filter(|unit| !units.contains(unit)).chain(units).copied().collect()
}

/// The phase in which a side passes: zones before the melees, then cards.
fn passed_in(now: Phase) -> Phase {
    match now {
        Phase::Initiative | Phase::Movement => Phase::Movement,
        Phase::Melee | Phase::Rally => Phase::Melee,
    }
}

impl Order {
    /// The phase of the order, if it is given in the phase `now`; `None` if it belongs to
    /// no particular phase. An order of a later phase ends the phases before it, except
    /// orders of the last phase (CC-15).
    #[must_use]
    pub fn phase(&self, now: Phase) -> Option<Phase> {
        if let Order::Javelins { .. } = self {
            return Some(JavelinPhase::of(now).phase());
        }
        if let Order::Pass { .. } = self {
            return Some(passed_in(now));
        }
        self.kind().phase()
    }
}
