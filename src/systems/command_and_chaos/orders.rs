//! The orders of Command & Chaos, and what they do.

use crate::rules::chosen::Chosen;
use crate::rules::common::{OutcomeWord, Side, Tag};
use crate::rules::slug::slugs;
use crate::rules::statement::{Kind as _, Stated as _, orders};

use super::tables::{Answer, Attack, COLUMNS, DiceMore, JavelinPhase, Officer, Phase, Zone};

/// The rules that refusals name.
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

slugs! {
    /// The outcomes of orders.
    pub enum Outcome {
        /// The order was carried out; the rules name no outcome for it.
        Done = "done",
        /// A charge or a melee was fought; the changes show its hits.
        Resolved = "resolved",
        /// Light infantry keeps its javelins and falls back.
        Withheld = "withheld",
        /// Javelins, or a roll for allied morale: a hit.
        Hit = "hit",
        /// Javelins, or a roll for allied morale: no hit.
        Miss = "miss",
        /// A skirmish: the enemy falls back.
        Won = "won",
        /// A skirmish: the unit itself falls back.
        Lost = "lost",
        /// A skirmish: level, and nobody falls back.
        Tied = "tied",
    }
}

impl OutcomeWord for Outcome {
    const DONE: Outcome = Outcome::Done;

    type Order = OrderKind;

    fn gain(self, order: OrderKind) -> i8 {
        match self {
            // A hit of allied morale is on one's own unit.
            Outcome::Hit if order == OrderKind::AlliedMorale => -1,
            Outcome::Miss if order == OrderKind::AlliedMorale => 1,
            Outcome::Miss | Outcome::Lost => -1,
            Outcome::Done | Outcome::Resolved | Outcome::Withheld | Outcome::Tied => 0,
            Outcome::Hit | Outcome::Won => 1,
        }
    }
}

orders! {
    /// An order of Command & Chaos, complete.
    pub enum Order in Phase {
        /// Rolls for the first player of the turn.
        Initiative = "initiative", "Initiative" [in Initiative sign Die] {
            what: "A die each; the higher goes first this turn. It also decides who sets up first.",
            rule: rule::INITIATIVE,
        }
        /// Discards cards of the hand, face down.
        Discard = "discard", "Discard" [by side in Initiative sign Tablet] {
            what: "Up to two cards of the hand go to the discards, face down.",
            rule: rule::HAND,
            /// The side whose hand it is.
            side: Side => "Side",
            /// Cards of the hand, by name.
            cards: Vec<String> => "Cards, up to 2",
        }
        /// Fills the hand.
        Draw = "draw", "Draw" [by side in Initiative sign Tablet] {
            what: "Draws up to a hand of five; when the deck runs out, the discards become the new deck.",
            rule: rule::HAND,
            /// The side that draws.
            side: Side => "Side",
        }
        /// Marks a zone as moved, or passed.
        MoveZone = "move-zone", "Zone moved" [by side in Movement sign Oar] {
            what: "The units of a zone have been moved or stay; the zone is finished for this turn.",
            rule: rule::MOVEMENT,
            /// The side that moves or passes.
            side: Side => "Side",
            /// The zone that it has finished with.
            zone: Zone => "Zone",
        }
        /// Turns onto the flank of an enemy, or gets behind it.
        Flank = "flank", "Flanking movement" [by unit at target in Movement sign Ram] {
            what: "With no enemy in its column, turns onto heavy infantry in the next one.",
            rule: rule::FLANKING,
            /// The unit that moves.
            unit: Tag => "Unit",
            /// The enemy that it turns onto.
            target: Tag => "Target",
            /// Which side of the enemy it will attack.
            attack: Attack => "Flank or rear" of [Flank, Rear] as Seen,
        }
        /// Charges, once in a battle.
        Charge = "charge", "Charge" [by unit at target in Movement sign Ram] {
            what: "Once a game, for 1 stamina: two dice on the enemy in front.",
            rule: rule::CHARGE,
            /// The unit that charges.
            unit: Tag => "Unit",
            /// The enemy in front of it.
            target: Tag => "Target",
            /// How the target meets the charge.
            answer: Chosen<Answer> => "The target answers" as Seen,
        }
        /// Light infantry met by a heavy unit throws its javelins or keeps
        /// them, and falls back.
        Javelins = "javelins", "Javelins" [by unit at target sign Bow] {
            what: "Light infantry met by heavy may throw, hits on a 6, and falls back.",
            rule: rule::LIGHT,
            /// The light infantry.
            unit: Tag => "Unit",
            /// The heavy unit that meets it.
            target: Tag => "Target",
            /// Whether it throws before it falls back.
            throw: bool = true => "Throws its javelins",
        }
        /// Light infantry has fallen back as far as it must.
        FallBack = "fall-back", "Fall back" [by unit sign Oar] {
            what: "The light infantry has been moved back on the table.",
            rule: rule::LIGHT,
            /// The light infantry.
            unit: Tag => "Unit",
        }
        /// Faces the enemy at its flank, once its front is free.
        Turn = "turn", "Turn" [by unit sign Oar] {
            what: "With no enemy in front any more, faces the enemy at its flank.",
            rule: rule::FLANKING,
            /// The flanked unit.
            unit: Tag => "Unit",
            /// The enemy that it turns to face.
            to: Tag => "Enemy at its flank",
        }
        /// Makes light infantry and cavalry one mixed unit.
        // CC-8.
        Join = "join", "Join cavalry" [by unit in Movement sign Standard] {
            what: "Ends its move on friendly heavy cavalry: one mixed unit until one moves off.",
            rule: rule::MIXED,
            /// The light infantry.
            unit: Tag => "Unit",
            /// The cavalry that it rides with.
            with: Tag => "Cavalry",
        }
        /// Separates a mixed unit.
        Leave = "leave", "Part" [by unit sign Standard] {
            what: "The light infantry and its cavalry are two units again.",
            rule: rule::MIXED,
            /// The light infantry or the cavalry.
            unit: Tag => "Unit",
        }
        /// Brings a reserve forward into the line in its column.
        Advance = "advance", "Bring the reserve forward" [by unit in Movement sign Oar] {
            what: "Goes into the battle line where it stands; it no longer changes columns.",
            rule: rule::RESERVES,
            /// The reserve.
            unit: Tag => "Unit",
        }
        /// Moves an unattached commander to another zone.
        // CC-5.
        MoveOfficer = "move-officer", "Commander changes zones" [by side in Movement sign Standard] {
            what: "After all zones, a commander who is with no unit goes to any zone.",
            rule: rule::CHANGES_ZONES,
            /// The side whose officer it is.
            side: Side => "Side",
            /// Only the commander changes zones.
            // CC-5.
            officer: Officer => "Officer",
            /// The zone that he goes to.
            zone: Zone => "Zone",
        }
        /// Light infantry fights light infantry.
        Skirmish = "skirmish", "Skirmish" [by unit at target in Melee sign Bow] {
            what: "Light infantry against light: a die each, the lower falls back 2 spaces.",
            rule: rule::SKIRMISH,
            /// The light infantry whose die is rolled first.
            unit: Tag => "Unit",
            /// The enemy light infantry unit.
            target: Tag => "Target",
        }
        /// Lays a card face down behind a unit.
        PlayCard = "play-card", "Play a card" [by unit in Melee as OfTheSide sign Tablet] {
            what: "Lays a card of the hand face down behind a unit; it is not taken back.",
            rule: rule::CARDS,
            /// The unit that the card is laid behind.
            unit: Tag => "Unit",
            /// A card of the hand, by name.
            card: String => "Card",
        }
        /// Turns up the cards of a melee together, before any die.
        Reveal = "reveal", "Turn the cards up" [by unit at target in Melee sign Eye] {
            what: "The cards of a melee are turned up together, before any die.",
            rule: rule::CARDS,
            /// One of the two that fight.
            unit: Tag => "Unit",
            /// The other.
            target: Tag => "Target",
        }
        /// Fights a melee: one on one, or two cavalry on one.
        Melee = "melee", "Melee" [by unit | units at target in Melee sign Bridge] {
            what: "Both roll at once; or two cavalry on one, which strikes back at one of them.",
            rule: rule::MELEE,
            /// The unit that attacks; left out if `units` names both.
            unit: Option<Tag> => "Unit",
            /// If two attack one: both cavalry units, or only the other one.
            units: Option<Vec<Tag>> => "Second cavalry (two on one)",
            /// The enemy that is attacked.
            target: Tag => "Target",
            /// Which side of the target is attacked; left out, the one that the
            /// unit has reached. Two on one attack the front only.
            attack: Option<Attack> => "It attacks the target’s",
            /// Which side of its attacker the target strikes back at; left out, the one that it
            /// has reached. It is never asked.
            // CC-14.
            target_attack: Option<Attack> => "The target attacks its",
            /// Which of two the target strikes back at.
            answers: Chosen<Tag> = None => "Target strikes back at",
            /// Dice that cards give units besides their own, by tag.
            dice_more: Option<DiceMore> => "Dice that a card adds",
            /// Units that do not roll their own die because a card replaces
            /// their attack.
            no_attack: Option<Vec<Tag>> => "A card stands in for the attack of",
        }
        /// Tests the morale of a friend near a rout.
        AlliedMorale = "allied-morale", "Allied morale" [by unit sign Heart] {
            what: "A friend in one of the eight squares around it has routed: it may take a hit.",
            rule: rule::ALLIED,
            /// The unit that rolls.
            unit: Tag => "Unit",
            /// The friend that has routed; left out, the oldest open rout.
            rout: Option<Tag> => "Friend that routed",
        }
        /// Ends a rout for which every friend around it has rolled.
        CloseRout = "close-rout", "All have rolled" [by rout sign Heart] {
            what: "Every friend in the eight squares around the rout has rolled.",
            rule: rule::ALLIED,
            /// The unit that has routed.
            rout: Tag => "Unit that routed",
        }
        /// An officer takes a hit off the unit that he is with.
        Rally = "rally", "Rally" [by unit in Rally sign Heart] {
            what: "An officer who was with it when the phase began takes one hit off.",
            rule: rule::RALLY,
            /// The unit that rallies.
            unit: Tag => "Unit",
        }
        /// An officer joins a unit of his zone.
        Attach = "attach", "Attach an officer" [by unit in Rally sign Standard] {
            what: "An officer joins a unit of the zone in which he is.",
            rule: rule::OFFICERS,
            /// Which officer of the unit’s zone.
            officer: Officer => "Officer",
            /// The unit that he joins.
            unit: Tag => "Unit",
        }
        /// An officer leaves his unit.
        Detach = "detach", "Detach an officer" [by unit in Rally sign Standard] {
            what: "An officer leaves his unit and stands behind the line of the zone.",
            rule: rule::OFFICERS,
            /// The officer: the commander, or the lieutenant of a zone.
            officer: Officer => "Officer",
            /// The unit that he leaves.
            unit: Tag => "Unit",
        }
        /// Moves a reserve to another column, until it has gone forward.
        Reserve = "reserve", "Move a reserve across" [by unit in Rally sign Oar] {
            what: "A reserve that has not gone forward changes columns.",
            rule: rule::RESERVES,
            /// The reserve.
            unit: Tag => "Unit",
            /// The zone that it goes to.
            zone: Zone => "Zone",
            /// The column of that zone, counted from the army's own left.
            column: u8 => "Column from its own left" in 1..=COLUMNS,
        }
        /// A new lieutenant steps up, the turn after one was lost.
        ReplaceLieutenant = "replace-lieutenant", "A lieutenant steps up" [by side in Rally sign Standard] {
            what: "The turn after a lieutenant was lost, another takes his place in the zone.",
            rule: rule::OFFICERS,
            /// The side that lost him.
            side: Side => "Side",
            /// The zone that he led.
            zone: Zone => "Zone",
        }
        /// Begins the next phase, or the next turn.
        EndPhase = "end-phase", "End the phase" [as Ends sign Jar] {
            what: "On to the next phase; after the fourth, to the next turn.",
            rule: rule::PHASES,
        }
    }
}

/// The units of a melee of two on one; the one whose form it is may be given
/// separately.
pub(super) fn with_unit(unit: Option<Tag>, units: &[Tag]) -> Vec<Tag> {
    unit.iter().filter(|unit| !units.contains(unit)).chain(units).copied().collect()
}

impl Order {
    /// The phase that the order belongs to, if it is given in the phase `now`;
    /// `None` if it belongs to no particular one. One of a later phase ends the
    /// phases before it, unless it is of the last (CC-15).
    #[must_use]
    pub fn phase(&self, now: Phase) -> Option<Phase> {
        if let Order::Javelins { .. } = self {
            return Some(JavelinPhase::of(now).phase());
        }
        self.kind().phase()
    }
}
