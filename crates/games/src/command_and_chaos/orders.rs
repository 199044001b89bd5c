//! The orders of Command & Chaos.

use rules::Keyword;
use rules::common::{OutcomeWord, Side, Tag};
use rules::opponent_choice::Chosen;
use rules::statement::{OrderWord as _, Stated as _, orders};

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
    /// Neither gives way or falls back.
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

orders! {
    /// An order of Command & Chaos, complete.
    pub enum Order in Phase {
        /// Each side rolls a die. The higher one is first player this turn, and so chooses who
        /// moves and lays cards first.
        Initiative = "initiative", "Initiative" [in Initiative sign Die] {
            what: "Each side rolls a die; the higher goes first this turn. The roll also decides who sets up first.",
            rule: rule::INITIATIVE,
        }
        /// A side throws away cards that it does not want, before it draws.
        Discard = "discard", "Discard" [by side in Initiative sign Tablet] {
            what: "Up to two cards of the hand go to the discards, face down.",
            rule: rule::HAND,
            /// The side whose hand it is.
            side: Side => "Side",
            /// The cards that are discarded.
            cards: Vec<String> => "Cards, up to 2",
        }
        /// A side fills its hand again from its deck. When the deck is empty, the discards
        /// become the new one.
        Draw = "draw", "Draw" [by side in Initiative sign Tablet] {
            what: "Draws up to a hand of five; when the deck runs out, the discards become the new deck.",
            rule: rule::HAND,
            /// The side that draws.
            side: Side => "Side",
        }
        /// A zone has moved, or stays where it is. The sides alternate, zone by zone.
        MoveZone = "move-zone", "Zone moved" [by side in Movement sign Oar] {
            what: "The units of a zone have been moved or stay; the zone is finished for this turn.",
            rule: rule::MOVEMENT,
            /// The side that moves or passes.
            side: Side => "Side",
            /// The part of the line that is finished for this turn.
            zone: Zone => "Zone",
        }
        /// A side moves no zone or plays no card for now, and the other side acts. When both pass
        /// in a row, no other zone moves or no more cards are played.
        // CC-19.
        Pass = "pass", "Pass" [by side sign Eye] {
            what: "Moves no zone or plays no card for now. Two passes in a row end the movement of zones, or the playing of cards.",
            rule: rule::PHASES,
            /// The side that passes.
            side: Side => "Side",
        }
        /// A unit without an enemy before it turns onto the side of heavy infantry in the next
        /// column. From there it hits more easily.
        Flank = "flank", "Flanking movement" [by unit at target in Movement sign Ram] {
            what: "With no enemy in its own column, the unit turns onto heavy infantry in the next one.",
            rule: rule::FLANKING,
            /// The unit that moves.
            unit: Tag => "Unit",
            /// The heavy infantry in the next column whose side or back is reached.
            target: Tag => "Target",
            /// Whether the unit comes to the side or to the back. Only cavalry reaches the
            /// back, and only of an enemy that a friend already has at its side.
            attack: Attack => "Flank or rear" of [Flank, Rear] as Seen,
        }
        /// A heavy unit throws itself at the enemy before it, once in the battle. It costs
        /// stamina; the enemy may charge back or stand.
        Charge = "charge", "Charge" [by unit at target in Movement sign Ram] {
            what: "Once a game the unit pays 1 stamina and rolls two dice at the enemy in front.",
            rule: rule::CHARGE,
            /// The unit that charges.
            unit: Tag => "Unit",
            /// The enemy in the same column that is charged.
            target: Tag => "Target",
            /// Whether the enemy charges back, which costs it stamina, or stands and takes the
            /// blow.
            answer: Chosen<Answer> => "The target answers" as Seen,
        }
        /// Light infantry may throw its javelins at a heavy unit that comes close, and then falls
        /// back.
        Javelins = "javelins", "Javelins" [by unit at target sign Bow] {
            what: "Light infantry met by a heavy unit may throw, and hits on a 6. Then it falls back.",
            rule: rule::LIGHT,
            /// The light infantry.
            unit: Tag => "Unit",
            /// The heavy unit that has come close.
            target: Tag => "Target",
            /// Whether it throws before it falls back.
            throw: bool = true => "Throws its javelins",
        }
        /// The light infantry has been moved back on the table as far as it must.
        FallBack = "fall-back", "Fall back" [by unit sign Oar] {
            what: "The light infantry has been moved back on the table.",
            rule: rule::LIGHT,
            /// The light infantry.
            unit: Tag => "Unit",
        }
        /// A unit that was attacked at its side, and has beaten the enemy before it, turns to
        /// face the other.
        Turn = "turn", "Turn" [by unit sign Oar] {
            what: "With no enemy left in front, the unit turns to face the enemy at its flank.",
            rule: rule::FLANKING,
            /// The flanked unit.
            unit: Tag => "Unit",
            /// The enemy at its side, which it now faces.
            to: Tag => "Enemy at its flank",
        }
        /// Light infantry goes with friendly cavalry: together they fight better, until one
        /// moves off.
        // CC-8.
        Join = "join", "Join cavalry" [by unit in Movement sign Standard] {
            what: "Ends its move on friendly heavy cavalry: one mixed unit until one moves off.",
            rule: rule::MIXED,
            /// The light infantry.
            unit: Tag => "Unit",
            /// The friendly cavalry that the light infantry goes with.
            with: Tag => "Cavalry",
        }
        /// Light infantry and cavalry that went together are two units again.
        Leave = "leave", "Part" [by unit sign Standard] {
            what: "The light infantry and its cavalry are two units again.",
            rule: rule::MIXED,
            /// The light infantry or the cavalry.
            unit: Tag => "Unit",
        }
        /// A reserve goes forward into the battle line. From then on it stays in its column.
        Advance = "advance", "Bring the reserve forward" [by unit in Movement sign Oar] {
            what: "Joins the battle line in its column; it can no longer change columns.",
            rule: rule::RESERVES,
            /// The reserve.
            unit: Tag => "Unit",
        }
        /// The commander, if he is with no unit, moves to another zone.
        // CC-5.
        MoveOfficer = "move-officer", "Commander changes zones" [by side in Movement sign Standard] {
            what: "After all zones have moved, a commander who is with no unit may go to any zone.",
            rule: rule::CHANGES_ZONES,
            /// The side whose officer it is.
            side: Side => "Side",
            /// Who changes zones. Only the commander may; a lieutenant stays in his.
            // CC-5.
            officer: Officer => "Officer",
            /// The part of the line that he rides to.
            zone: Zone => "Zone",
        }
        /// Light infantry of both sides throw javelins at each other; the lower roll falls back.
        Skirmish = "skirmish", "Skirmish" [by unit at target in Melee sign Bow] {
            what: "Light infantry against light infantry: each rolls a die, and the lower falls back 2 spaces.",
            rule: rule::SKIRMISH,
            /// The light infantry whose die is rolled first.
            unit: Tag => "Unit",
            /// The enemy light infantry that it skirmishes with.
            target: Tag => "Target",
        }
        /// A card of your hand is laid face down behind a unit. It is turned up when the unit
        /// fights.
        PlayCard = "play-card", "Play a card" [by unit in Melee as SideAction sign Tablet] {
            what: "Plays a card of the hand face down behind a unit; it cannot be withdrawn.",
            rule: rule::CARDS,
            /// The unit that the card is laid behind.
            unit: Tag => "Unit",
            /// The card of your hand that is laid behind the unit.
            card: String => "Card",
        }
        /// The cards behind units that are about to fight are turned up together, before any
        /// die.
        Reveal = "reveal", "Turn the cards up" [by unit at target in Melee sign Eye] {
            what: "The cards of a melee are turned up together, before any die.",
            rule: rule::CARDS,
            /// One of the two that fight.
            unit: Tag => "Unit",
            /// The unit that it is about to fight.
            target: Tag => "Target",
        }
        /// Units that meet fight: both roll at once. A die that is high enough is a hit, and hits
        /// wear down morale until a unit routs.
        Melee = "melee", "Melee" [by unit | units at target in Melee sign Bridge] {
            what: "Both units roll at once. If two cavalry attack one unit, it strikes back at one of them.",
            rule: rule::MELEE,
            /// The unit that attacks.
            unit: Option<Tag> => "Unit",
            /// The second cavalry, if two attack one enemy together.
            units: Option<Vec<Tag>> => "Second cavalry (two on one)",
            /// The enemy that is attacked.
            target: Tag => "Target",
            /// Whether the unit is in front of the target, at its flank or at its rear.
            attack: Option<Attack> => "It attacks the target’s",
            /// Whether the target attacks the front, the flank or the rear of its attacker.
            // CC-14.
            target_attack: Option<Attack> => "The target attacks its",
            /// Which of two attackers the target strikes back at.
            answers: Chosen<Tag> = None => "Target strikes back at",
            /// Extra dice that a battle card gives a unit.
            dice_more: Option<DiceMore> => "Dice that a card adds",
            /// A unit whose attack is replaced by the text of its card.
            no_attack: Option<Vec<Tag>> => "A card replaces the attack of",
        }
        /// A friend nearby has routed. Roll for whether the unit takes a hit.
        AlliedMorale = "allied-morale", "Allied morale" [by unit sign Heart] {
            what: "A friend in one of the eight squares around it has routed: it may take a hit.",
            rule: rule::ALLIED,
            /// The unit that rolls.
            unit: Tag => "Unit",
            /// The friend that has routed, for which the unit rolls.
            rout: Option<Tag> => "Friend that routed",
        }
        /// Every friend around the unit that routed has rolled.
        CloseRout = "close-rout", "All have rolled" [by rout sign Heart] {
            what: "Every friend in the eight squares around the rout has rolled.",
            rule: rule::ALLIED,
            /// The unit that has routed.
            rout: Tag => "Unit that routed",
        }
        /// An officer who has been with the unit since the phase began steadies it: it loses a
        /// hit.
        Rally = "rally", "Rally" [by unit in Rally sign Heart] {
            what: "An officer who was with the unit when the phase began takes one hit off it.",
            rule: rule::RALLY,
            /// The unit that rallies.
            unit: Tag => "Unit",
        }
        /// An officer joins a unit of his zone. It fights better with him, and he can rally it
        /// later.
        Attach = "attach", "Attach an officer" [by unit in Rally sign Standard] {
            what: "An officer joins a unit of the zone in which he is.",
            rule: rule::OFFICERS,
            /// Whether the commander or the lieutenant of the zone joins it.
            officer: Officer => "Officer",
            /// The unit that he joins.
            unit: Tag => "Unit",
        }
        /// An officer leaves his unit and goes behind the line.
        Detach = "detach", "Detach an officer" [by unit in Rally sign Standard] {
            what: "An officer leaves his unit and goes behind the line of the zone.",
            rule: rule::OFFICERS,
            /// The officer: the commander, or the lieutenant of a zone.
            officer: Officer => "Officer",
            /// The unit that he leaves.
            unit: Tag => "Unit",
        }
        /// A reserve behind the line goes to another column.
        Reserve = "reserve", "Move a reserve across" [by unit in Rally sign Oar] {
            what: "A reserve that has not gone forward changes columns.",
            rule: rule::RESERVES,
            /// The reserve.
            unit: Tag => "Unit",
            /// The part of the line behind which it goes.
            zone: Zone => "Zone",
            /// Which column of that zone, counted from the army’s own left.
            column: u8 => "Column from its own left" in 1..=COLUMNS,
        }
        /// A new lieutenant takes the place of one who was lost.
        ReplaceLieutenant = "replace-lieutenant", "A lieutenant steps up" [by side in Rally sign Standard] {
            what: "The turn after a lieutenant was lost, another takes his place in the zone.",
            rule: rule::OFFICERS,
            /// The side that lost him.
            side: Side => "Side",
            /// The part of the line that lost its lieutenant.
            zone: Zone => "Zone",
        }
        /// Both sides are done with this phase, and the next one begins.
        EndPhase = "end-phase", "End the phase" [as Ends sign Jar] {
            what: "Begins the next phase, or after the fourth the next turn.",
            rule: rule::PHASES,
        }
        /// A side gives up the battle. The other side wins.
        Concede = "concede", "Concede" [by side as Concedes] {
            what: "This side concedes, and the other wins.",
            rule: rule::WINNING,
            /// The side that concedes.
            side: Side => "Side",
        }
    }
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
