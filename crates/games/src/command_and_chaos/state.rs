//! The records of units and sides, and the battle of Command & Chaos.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use rules::Keyword;
use rules::aim::Fate;
use rules::common::{NoOptionalRules, Side, SideInfo, Tag};
use rules::roster::{Common, Rostered};
use rules::unit::Record;

use super::tables::{Attack, COLUMNS, HAND, Kind, Officer, Phase, Zone, needs, rally_limit};

/// A checked army: its morale has the right sum, and three units are veterans.
#[derive(Clone, Debug, PartialEq)]
pub struct Fleet {
    /// The side's name and texts.
    pub about: SideInfo,
    pub commander: Option<OfficerEntry>,
    /// Its unit cards, in the order of their tags.
    pub units: Vec<UnitEntry>,
    pub lieutenants: Vec<OfficerEntry>,
    /// Its deck.
    pub cards: Vec<CardEntry>,
}

/// An officer of an army, before the battle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OfficerEntry {
    /// His name; empty if it is not known.
    pub name: String,
    /// The zone in which he begins.
    pub zone: Zone,
}

/// A unit card of an army, before the battle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnitEntry {
    pub name: String,
    /// Its kind, as the card shows it.
    pub kind: Kind,
    /// The zone in which it begins.
    pub zone: Zone,
    /// Its column in that zone, 1 or 2, counted from the army's own left.
    pub column: u8,
    /// The number on its morale chit; `None` for light infantry.
    pub max_morale: Option<u32>,
    /// Whether its chit is marked V.
    pub veteran: bool,
    /// The number of its stamina chits; `None` for light infantry.
    pub stamina: Option<u32>,
    /// Whether it waits behind the line.
    pub reserve: bool,
    /// The name of the cavalry with which this light infantry goes.
    pub mixed_with: Option<String>,
}

/// A battle card, with the players' own name and text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CardEntry {
    pub name: String,
    /// The effect; the players carry it out.
    pub text: String,
    /// The number of copies in the deck.
    pub count: u8,
}

/// What has become of a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Keyword)]
pub enum Status {
    /// It is ready to move and fight.
    InAction,
    /// It is locked in a fight, and stays until that enemy is beaten.
    Engaged,
    /// It has routed and is off the table.
    Routed,
}

/// The position that a unit has reached by a flanking movement.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, Record)]
pub struct Flanking {
    /// The enemy whose flank or rear it is at.
    pub target: Tag,
    /// Whether it is at the flank or the rear.
    pub attack: Attack,
}

/// A unit's record; its keys are the words of the rules.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Record)]
#[record(keys = UnitKey, secrets(Battle, Tag))]
#[expect(clippy::struct_excessive_bools, reason = "each is a box on the paper record")]
pub struct Unit {
    /// What it is called.
    #[entry(fixed)]
    pub name: String,
    /// What kind of unit it is.
    #[entry(fixed)]
    pub kind: Kind,
    /// The part of the line that it is in.
    pub zone: Zone,
    /// Its column in that zone, counted from the army’s own left.
    #[entry(outright, range = 1..=COLUMNS as i64)]
    pub column: u8,
    /// Its row on the table, if the players note it.
    #[entry(outright)]
    pub row: Option<u8>,
    /// How many hits it takes before it routs. The other side learns it only then.
    #[entry(hidden = Battle::hides_morale)]
    pub max_morale: Option<u32>,
    /// Hits that it has taken: how far its morale is worn down.
    pub hits: u32,
    /// Whether it is a veteran unit, which is harder to hit. The other side learns it in
    /// the first fight.
    #[entry(hidden = Battle::hides_grade)]
    pub veteran: bool,
    /// Whether its grade has been shown.
    pub veteran_revealed: bool,
    /// How often it can still charge, or charge back.
    pub stamina: Option<u32>,
    /// Whether it has made its charge.
    pub charged: bool,
    /// Whether light infantry goes with this cavalry.
    pub mixed: bool,
    /// The unit that it goes with.
    #[entry(fixed)]
    pub mixed_with: Option<Tag>,
    /// Whether it began the battle behind the line.
    pub reserve: bool,
    /// The officer who is with it.
    pub officer: Option<Officer>,
    /// Whether an officer was with it when the last phase of the turn began. Only he can
    /// rally it.
    pub officer_at_phase_start: bool,
    /// Whether it has been rallied in this phase.
    pub rallied: bool,
    /// Whether this reserve has gone forward. It then stays in its column.
    pub reserve_advanced: bool,
    /// How many columns this reserve has crossed in this phase.
    #[entry(outright)]
    pub columns_moved: u8,
    /// How far this light infantry still has to fall back.
    pub fallback_owed: u32,
    /// Whether it may turn to face the enemy at its side.
    pub may_turn: bool,
    /// The battle card behind it.
    #[entry(partial = Battle::hides_card)]
    pub card: Option<String>,
    /// Whether the card has been turned up.
    pub card_revealed: bool,
    /// What has become of it.
    pub status: Status,
    /// The enemies that it is locked in a fight with.
    #[entry(fixed)]
    pub engaged_with: Vec<Tag>,
    /// The side or back of an enemy that it has reached.
    #[entry(fixed)]
    pub flanking: Option<Flanking>,
    /// The enemies that it has met in this melee phase.
    #[entry(fixed)]
    pub fought: Vec<Tag>,
}

impl Rostered for Unit {
    fn name(&self) -> &str {
        &self.name
    }

    /// Whether it is still on the table.
    fn in_play(&self) -> bool {
        self.status != Status::Routed
    }

    fn fate(&self, _tag: Tag) -> Fate {
        if self.in_play() { Fate::InAction } else { Fate::Fled }
    }
}

impl Unit {
    /// A unit as it enters the battle.
    pub(super) fn enter(entry: &UnitEntry) -> Unit {
        Unit {
            name: entry.name.clone(),
            kind: entry.kind,
            zone: entry.zone,
            column: entry.column,
            row: None,
            max_morale: entry.max_morale,
            hits: 0,
            veteran: entry.veteran,
            veteran_revealed: false,
            stamina: entry.stamina,
            charged: false,
            mixed: false,
            mixed_with: None,
            reserve: entry.reserve,
            officer: None,
            officer_at_phase_start: false,
            rallied: false,
            reserve_advanced: false,
            columns_moved: 0,
            fallback_owed: 0,
            may_turn: false,
            card: None,
            card_revealed: false,
            status: Status::InAction,
            engaged_with: Vec::new(),
            flanking: None,
            fought: Vec::new(),
        }
    }

    /// The lowest face that hits this unit.
    #[must_use]
    pub fn needs(&self) -> u8 {
        needs(self.veteran)
    }

    /// The remaining morale; `None` for light infantry.
    #[must_use]
    pub fn morale(&self) -> Option<u32> {
        self.max_morale.map(|most| most.saturating_sub(self.hits))
    }

    /// Whether this many more hits rout it.
    #[must_use]
    pub fn routs_with(&self, more: u32) -> bool {
        self.max_morale.is_some_and(|most| self.hits.saturating_add(more) >= most)
    }

    /// Whether an officer can remove a hit from it.
    #[must_use]
    pub fn can_rally(&self) -> bool {
        let limit = self.max_morale.map_or(0, rally_limit);
        self.hits > 0 && self.morale().is_some_and(|morale| morale < limit)
    }

    /// Whether a battle card lies face down behind it.
    #[must_use]
    pub fn card_lies_face_down(&self) -> bool {
        self.card.is_some() && !self.card_revealed
    }

    /// Whether it is in the line, not behind it.
    #[must_use]
    pub fn in_the_line(&self) -> bool {
        !self.reserve || self.reserve_advanced
    }

    /// Its place in the line from its own left, 0 to 9.
    #[must_use]
    pub fn place(&self) -> u8 {
        self.zone.place(self.column)
    }

    /// The place opposite in the enemy's line, counted from the enemy's left.
    #[must_use]
    pub fn faces(&self) -> u8 {
        Zone::LAST_PLACE - self.place()
    }

    /// Whether it is in the same column of the table as an enemy.
    #[must_use]
    pub fn is_opposite(&self, enemy: &Unit) -> bool {
        self.faces() == enemy.place()
    }

    /// Its column in its side's line, from its own left, 1 to 10.
    #[must_use]
    pub fn line_column(&self) -> u8 {
        self.place() + 1
    }
}

/// A side's commander.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Record)]
pub struct Commander {
    /// His name.
    #[serde(default)]
    pub name: String,
    /// The zone that he is in.
    pub zone: Zone,
    /// The unit that he is attached to.
    #[serde(default)]
    pub unit: Option<Tag>,
}

/// A side's lieutenant.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Record)]
pub struct Lieutenant {
    /// His name.
    #[serde(default)]
    pub name: String,
    /// The zone that he stays in.
    pub zone: Zone,
    /// The unit that he is attached to.
    #[serde(default)]
    pub unit: Option<Tag>,
    /// Whether he has fallen and not been replaced.
    #[serde(default)]
    pub lost: bool,
    /// The turn in which he fell.
    #[serde(default)]
    pub lost_in: Option<u32>,
}

/// Entries of a side beside its record: numbers of cards, which the other side knows too.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Keyword)]
pub(super) enum CardCount {
    /// The cards in the hand.
    #[keyword("hand_size")]
    Hand,
    /// The cards left to draw.
    #[keyword("deck_size")]
    Deck,
}

/// A side's record; its keys are the words of the rules.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Record)]
#[serde(deny_unknown_fields)]
#[record(keys = SideKey, secrets(Battle, Side))]
pub struct SideRecord {
    /// The cards left to draw; a draw is one die over them, in this order.
    #[entry(hidden)]
    pub deck: Vec<String>,
    /// The hand, which only its own side sees.
    #[entry(hidden)]
    pub hand: Vec<String>,
    /// The cards played or discarded, face down except those in
    /// `discards_shown`.
    #[entry(partial)]
    pub discards: Vec<String>,
    /// The places among the discards, from 0, of those that were turned up in a
    /// melee.
    #[serde(default)]
    pub discards_shown: Vec<usize>,
    pub commander: Option<Commander>,
    pub lieutenants: Vec<Lieutenant>,
    /// Whether it goes first this turn.
    pub first_player: bool,
    /// Zones that have been moved, or passed, this turn.
    pub zones_done: Vec<Zone>,
    /// How many cards of the hand were discarded this turn.
    pub discarded: usize,
    /// Whether it has drawn this turn.
    pub drawn: bool,
}

impl SideRecord {
    pub(super) fn enter(fleet: &Fleet) -> SideRecord {
        let copies = |card: &CardEntry| vec![card.name.clone(); usize::from(card.count)];
        SideRecord {
            deck: fleet.cards.iter().flat_map(copies).collect(),
            hand: Vec::new(),
            discards: Vec::new(),
            discards_shown: Vec::new(),
            commander: fleet.commander.as_ref().map(|officer| Commander {
                name: officer.name.clone(),
                zone: officer.zone,
                unit: None,
            }),
            lieutenants: fleet
                .lieutenants
                .iter()
                .map(|officer| Lieutenant {
                    name: officer.name.clone(),
                    zone: officer.zone,
                    unit: None,
                    lost: false,
                    lost_in: None,
                })
                .collect(),
            first_player: false,
            zones_done: Vec::new(),
            discarded: 0,
            drawn: false,
        }
    }

    /// Whether a card can be drawn now.
    pub(super) fn can_draw(&self) -> bool {
        self.hand.len() < HAND && self.deck.len() + self.discards.len() > 0
    }
}

/// A battle of Command & Chaos.
#[derive(Clone, Debug, PartialEq)]
pub struct Battle {
    pub(super) common: Common<Unit, NoOptionalRules>,
    /// The cards in the deck of each side.
    pub(super) cards: Arc<[Vec<CardEntry>; 2]>,
    pub(super) sides: Box<[SideRecord; 2]>,
    pub(super) phase: Phase,
    /// The number of initiative rolls this turn.
    pub(super) initiative_rolls: u8,
    /// The side that last moved a zone this turn.
    pub(super) last_mover: Option<Side>,
    /// The side that last played a card in this phase.
    pub(super) last_card: Option<Side>,
    /// The sides that have passed since the last zone moved or card played in this
    /// phase (CC-19).
    pub(super) passed: Vec<Side>,
    /// The place along the first player's line that the melees of this phase have reached.
    pub(super) melees_at: Option<u8>,
    /// The units that have charged, flanked or skirmished in this phase.
    pub(super) attacked: Vec<Tag>,
    /// Enemies in different columns that face each other, because the first has turned to
    /// the second at its flank, or the second attacks the front from there.
    pub(super) turned: Vec<[Tag; 2]>,
    /// Routs for which friends may still have to roll, oldest first.
    pub(super) routs_open: Vec<Rout>,
    /// The sides that had lost more than half of their unit cards when the battle ended;
    /// empty while it continues.
    pub(super) broken: Vec<Side>,
    /// The sides whose secrets were removed from this battle for a viewer who does not know
    /// them.
    pub(super) redacted: Vec<Side>,
}

/// A rout for which friends around it must roll.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Rout {
    /// The unit that has routed.
    pub rout: Tag,
    /// The friends that have rolled for it.
    pub rolled: Vec<Tag>,
}

impl Battle {
    pub(super) fn side(&self, side: Side) -> &SideRecord {
        &self.sides[side.index()]
    }

    pub(super) fn side_mut(&mut self, side: Side) -> &mut SideRecord {
        &mut self.sides[side.index()]
    }

    /// The number of the turn, from 1.
    #[must_use]
    pub fn turn(&self) -> u32 {
        self.common.round
    }

    /// The phase of the turn.
    #[must_use]
    pub fn phase(&self) -> Phase {
        self.phase
    }

    /// The first player of this turn, once initiative has been rolled.
    #[must_use]
    pub fn first_player(&self) -> Option<Side> {
        Side::ALL.iter().copied().find(|side| self.side(*side).first_player)
    }

    /// The units of a side that are still on the table.
    pub(super) fn standing(&self, side: Side) -> impl Iterator<Item = (Tag, &Unit)> {
        self.common.units.of(side).filter(|(_, unit)| unit.in_play())
    }

    /// The zones that a side has still to move, from its left, without empty zones.
    #[must_use]
    pub fn zones_left(&self, side: Side) -> Vec<Zone> {
        let done = &self.side(side).zones_done;
        let manned = |zone: &Zone| self.standing(side).any(|(_, unit)| unit.zone == *zone);
        Zone::ALL.iter().copied().filter(|zone| !done.contains(zone) && manned(zone)).collect()
    }

    /// The side that moves a zone next. `None` before the first zone of a turn, since the
    /// first player chooses who begins, and after the last.
    #[must_use]
    pub fn side_to_move(&self) -> Option<Side> {
        let last = self.last_mover?;
        [last.other(), last].into_iter().find(|side| !self.zones_left(*side).is_empty())
    }

    /// How many cards a side has played in this phase.
    pub(super) fn cards_played(&self, side: Side) -> usize {
        self.common.units.of(side).filter(|(_, unit)| unit.card.is_some()).count()
    }

    /// The enemies that have reached a unit's flank or rear.
    pub(super) fn flankers(&self, target: Tag) -> impl Iterator<Item = (Tag, Flanking)> {
        self.common
            .units
            .iter()
            .filter(|(_, unit)| unit.in_play())
            .filter_map(move |(tag, unit)| Some((tag, unit.flanking?)))
            .filter(move |(_, flanking)| flanking.target == target)
    }

    /// The number of cards that are gone, and the initial number; light infantry counts too
    /// (CC-3).
    pub(super) fn losses(&self, side: Side) -> (usize, usize) {
        let gone = self.common.units.of(side).filter(|(_, unit)| !unit.in_play()).count();
        (gone, self.common.units.of(side).count())
    }

    /// The oldest rout of a friend for which this unit has not rolled; if it has rolled for
    /// all of them, the oldest.
    pub(super) fn rout_for(&self, tag: Tag) -> Option<&Rout> {
        let mut open = self.routs_of(tag);
        let rolled = |rout: &&Rout| rout.rolled.contains(&tag);
        let fresh = self.routs_of(tag).find(|rout| !rolled(rout));
        fresh.or_else(|| open.next())
    }

    /// The open routs of a unit's friends, oldest first.
    pub(super) fn routs_of(&self, tag: Tag) -> impl Iterator<Item = &Rout> {
        self.routs_open.iter().filter(move |open| open.rout.side == tag.side && open.rout != tag)
    }

    /// Whether a unit is in the same column as another of its side, or in the next. Only
    /// the players see whether it is in one of the eight squares.
    pub(super) fn is_near(&self, tag: Tag, other: Tag) -> bool {
        let place = |tag| self.common.units.find(tag).map(Unit::place);
        matches!((place(tag), place(other)), (Some(a), Some(b)) if a.abs_diff(b) <= 1)
    }

    /// The friends that may have to roll for an open rout.
    pub(super) fn owing(&self, open: &Rout) -> impl Iterator<Item = (Tag, &Unit)> {
        self.standing(open.rout.side).filter(move |(tag, unit)| {
            unit.kind.is_heavy() && self.is_near(*tag, open.rout) && !open.rolled.contains(tag)
        })
    }

    /// Whether an officer may remove a hit from a unit in this phase, as far as is known.
    /// For a viewer who does not know its morale, that is whenever it has a hit.
    pub(super) fn may_rally(&self, tag: Tag) -> bool {
        self.common.units.find(tag).is_some_and(|unit| {
            let can = if self.is_redacted(tag.side) { unit.hits > 0 } else { unit.can_rally() };
            unit.in_play() && unit.officer_at_phase_start && !unit.rallied && can
        })
    }

    /// Whether a side's secrets are unknown in this battle.
    pub(super) fn is_redacted(&self, side: Side) -> bool {
        self.redacted.contains(&side)
    }

    /// Whether a side breaks if it loses this many more cards, because more than half are
    /// then gone.
    pub(super) fn breaks_with(&self, side: Side, more: usize) -> bool {
        let (gone, all) = self.losses(side);
        (gone + more) * 2 > all
    }

    /// The side of another unit that a unit attacks from its present position.
    pub(super) fn attack_on(&self, tag: Tag, target: Tag) -> Attack {
        let flanking = self.common.units.find(tag).and_then(|unit| unit.flanking);
        flanking
            .filter(|flanking| flanking.target == target)
            .map_or(Attack::Front, |flanking| flanking.attack)
    }

    /// Whether a unit's grade is known in this battle.
    pub(super) fn knows_grade(&self, tag: Tag, unit: &Unit) -> bool {
        !self.is_redacted(tag.side) || unit.veteran_revealed
    }

    /// Whether a unit's morale chit is known in this battle. It is turned up when the unit
    /// routs.
    pub(super) fn knows_morale(&self, tag: Tag, unit: &Unit) -> bool {
        !self.is_redacted(tag.side) || !unit.in_play()
    }

    /// Whether the faces of a side's cards are known in this battle.
    #[must_use]
    pub fn knows_cards_of(&self, side: Side) -> bool {
        !self.is_redacted(side)
    }

    /// The text of a battle card.
    #[must_use]
    pub fn card_text(&self, side: Side, name: &str) -> Option<&str> {
        let cards = &self.cards[side.index()];
        cards.iter().find(|card| card.name == name).map(|card| card.text.as_str())
    }
}
