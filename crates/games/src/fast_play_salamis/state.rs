//! The ship record and the battle of Fast Play Salamis.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use dice::Throw;
use message::{Joint, Message};
use rules::Keyword;
use rules::aim::Fate;
use rules::common::{Side, SideInfo, Tag};
use rules::roster::{Common, Rostered};
use rules::system::Rules;
use rules::unit::{MOST, Record};

use super::orders::Switch;
use super::tables::{BOWS_STOP_SHORT, CLASSES, Class, usual_panic_number};

/// A fleet from a checked file, in which every class is known.
#[derive(Clone, Debug, PartialEq)]
pub struct Fleet {
    /// The side's name and texts.
    pub about: SideInfo,
    /// The losses at which a fleet panics, by the fleet's word, if the file sets the number
    /// (F-6).
    pub panic: BTreeMap<String, u32>,
    /// Custom classes, in addition to the six of the rules.
    pub house_classes: Vec<Class>,
    /// Its ships, in the order of their tags.
    pub ships: Vec<ShipEntry>,
}

impl Fleet {
    /// The panic number of each of its fleets, by the fleet's word: from the file, or half
    /// of that fleet's ships, rounded up (F-3).
    #[must_use]
    pub fn panic_numbers(&self) -> BTreeMap<String, u32> {
        let mut ships: BTreeMap<String, u32> = BTreeMap::new();
        for ship in &self.ships {
            *ships.entry(ship.class.fleet.clone().into_owned()).or_default() += 1;
        }
        let number = |(fleet, ships): (String, u32)| {
            let number = self.panic.get(&fleet).copied().unwrap_or(usual_panic_number(ships));
            (fleet, number)
        };
        ships.into_iter().map(number).collect()
    }

    /// The words and names of its fleets, in the order of its ships.
    #[must_use]
    pub fn fleets(&self) -> Vec<(String, String)> {
        let mut fleets: Vec<(String, String)> = Vec::new();
        for ship in &self.ships {
            let slug = ship.class.fleet.as_ref();
            if fleets.iter().all(|(known, _)| known != slug) {
                let named = CLASSES.iter().find(|class| class.slug == slug);
                let name = named.unwrap_or(&ship.class).name.clone();
                fleets.push((slug.to_owned(), name.into_owned()));
            }
        }
        fleets
    }
}

/// A ship of a fleet, before the battle.
#[derive(Clone, Debug, PartialEq)]
pub struct ShipEntry {
    pub name: String,
    pub class: Class,
}

/// What has become of a ship.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Keyword)]
pub enum Status {
    /// She fights for her own side.
    InAction,
    /// A ram has sunk her.
    Sunk,
    /// Boarders have captured her. She is moved off the table and takes no further part.
    Captured,
    /// Her fleet has lost too many ships, and she has fled with the rest of it.
    Fled,
    /// She has left the table in good order.
    OffTable,
}

/// The phases of a side's turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Keyword)]
pub enum Phase {
    /// Every ship of the side moves and turns on the table; the other side may stop it to
    /// shoot.
    Movement,
    /// Ships ram the enemies that they have reached; after each ram both may try to board.
    Ram,
    /// The marines fight on boarded decks.
    HandToHand,
}

/// A ship's record; its keys are the words of the rules.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Record)]
#[record(keys = ShipKey)]
#[expect(clippy::struct_excessive_bools, reason = "each is a box on the paper record")]
pub struct Ship {
    /// What she is called.
    #[entry(label = "Name")]
    pub name: String,
    /// The people that built and man her. It sets her speed, ram, bows and marines.
    #[serde(rename = "class")]
    #[entry(fixed)]
    pub class_slug: String,
    /// Damage from every cause, added up.
    // F-4.
    #[entry(label = "Hits")]
    pub hits: u32,
    /// The hits at which she is sunk or captured.
    #[entry(label = "Viability", range = 1..=MOST)]
    pub viability: u32,
    /// What has become of her.
    #[entry(label = "Status")]
    pub status: Status,
    /// Enemies that lie hull to hull with her.
    #[entry(label = "In contact with")]
    pub in_contact_with: Vec<Tag>,
    /// Whether she has shot in this movement phase.
    #[entry(label = "Has shot")]
    pub shot_this_phase: bool,
    /// Whether her move is over because she tried to break away.
    #[entry(label = "Has moved")]
    pub moved: bool,
    /// The ships that have rammed her in this turn.
    #[entry(label = "Rammed by")]
    pub rammed_by_this_phase: Vec<Tag>,
    /// Whether her marines have tried to board this turn.
    #[entry(label = "Tried to board")]
    pub board_tried: bool,
    /// The ships whose marines are on her deck: each means a fight still to do.
    #[entry(label = "Boarded by")]
    pub boarded_by: Vec<Tag>,
    /// Enemies in contact with her when the movement began. If there are any, she cannot ram
    /// this turn.
    // F-5.
    #[entry(label = "In contact at start")]
    pub contact_at_start: Vec<Tag>,
    /// Whether she has tried to break away this turn. She neither tries again nor rams.
    // F-5.
    #[entry(label = "Tried breaking away")]
    pub breakaway_tried: bool,
    /// Her class's figures, which no order changes.
    #[serde(skip)]
    pub class: Option<Arc<Class>>,
}

impl Rostered for Ship {
    fn name(&self) -> &str {
        &self.name
    }

    fn in_play(&self) -> bool {
        self.in_action()
    }

    fn status(&self) -> Option<Message> {
        Some(self.status.message())
    }

    fn fate(&self, _tag: Tag) -> Fate {
        match self.status {
            Status::InAction => Fate::InAction,
            Status::Sunk => Fate::Lost,
            Status::Captured => Fate::Taken,
            Status::Fled => Fate::Fled,
            Status::OffTable => Fate::Left,
        }
    }
}

impl Ship {
    /// A ship as she enters the battle.
    pub(super) fn enter(name: &str, class: &Class) -> Ship {
        Ship {
            name: name.to_owned(),
            class_slug: class.slug.clone().into_owned(),
            hits: 0,
            viability: class.viability,
            status: Status::InAction,
            in_contact_with: Vec::new(),
            shot_this_phase: false,
            moved: false,
            rammed_by_this_phase: Vec::new(),
            board_tried: false,
            boarded_by: Vec::new(),
            contact_at_start: Vec::new(),
            breakaway_tried: false,
            class: Some(class.clone().into()),
        }
    }

    /// Her class's figures.
    pub(super) fn figures(&self) -> &Class {
        // A ship always enters with her class. Only serde makes one without, and a
        // correction restores it before she is used.
        self.class.as_deref().unwrap_or(&CLASSES[0])
    }

    /// Whether she is on the table and fights.
    #[must_use]
    pub fn in_action(&self) -> bool {
        self.status == Status::InAction
    }

    /// Whether she can have moved far enough to ram this turn (F-5).
    #[must_use]
    pub fn can_ram(&self) -> bool {
        self.in_action() && !self.breakaway_tried && self.contact_at_start.is_empty()
    }

    /// Whether she counts towards her fleet's panic.
    #[must_use]
    pub fn is_lost(&self) -> bool {
        matches!(self.status, Status::Sunk | Status::Captured)
    }

    /// Hits that bows can still make; they stop short of her viability (F-2).
    #[must_use]
    pub fn hits_left_for_bows(&self) -> u32 {
        self.viability.saturating_sub(BOWS_STOP_SHORT).saturating_sub(self.hits)
    }
}

/// A battle of Fast Play Salamis.
#[derive(Clone, Debug, PartialEq)]
pub struct Battle {
    pub(super) common: Common<Ship, Switch>,
    /// The fleets of each side: their words and names.
    pub(super) fleets: Arc<[Vec<(String, String)>; 2]>,
    /// The side whose turn it is.
    pub(super) to_move: Side,
    pub(super) phase: Phase,
    /// Losses at which each fleet of a side panics, by the fleet's word (F-6).
    pub(super) panic_numbers: [BTreeMap<String, u32>; 2],
    /// The fleets of a side that have panicked, by their words.
    pub(super) panicked: [Vec<String>; 2],
    /// The boarding attempts of this turn, by ship and target. A ship with two contacts has
    /// an attempt in each.
    pub(super) attempts: BTreeSet<(Tag, Tag)>,
    /// The boardings that ships declined after a ram of this turn, by ship and target
    /// (F-8).
    pub(super) declined_boardings: BTreeSet<(Tag, Tag)>,
    /// The contacts whose fight after a ram of this turn is over.
    pub(super) fights: BTreeSet<Contact>,
    /// The side that goes first in a round (F-7).
    pub(super) first: Side,
    /// Whether an order other than `first-side` and `adjust` has been given.
    pub(super) begun: bool,
}

/// Two ships in either order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Contact(Tag, Tag);

impl Contact {
    pub(super) fn of(one: Tag, two: Tag) -> Contact {
        Contact(one.min(two), one.max(two))
    }

    /// Both ships.
    pub(super) fn ships(self) -> [Tag; 2] {
        [self.0, self.1]
    }
}

impl Battle {
    /// The roll for ramming speed and boarding skill (F-1).
    #[must_use]
    pub fn check_throw(&self) -> Throw {
        super::charts::check(&self.common.options)
    }

    /// The ships of one fleet of a side that are sunk or captured.
    #[must_use]
    pub fn lost(&self, side: Side, fleet: &str) -> u32 {
        let lost = self.of_fleet(side, fleet).filter(|(_, ship)| ship.is_lost()).count();
        u32::try_from(lost).unwrap_or(u32::MAX)
    }

    /// The ships of one fleet of a side.
    pub fn of_fleet<'b>(
        &'b self,
        side: Side,
        fleet: &'b str,
    ) -> impl Iterator<Item = (Tag, &'b Ship)> {
        self.common.units.of(side).filter(move |(_, ship)| ship.figures().fleet == fleet)
    }

    /// The name of one fleet of a side: `Athenian`.
    #[must_use]
    pub fn fleet_name(&self, side: Side, fleet: &str) -> Message {
        let known = self.fleets[side.index()].iter().find(|(slug, _)| slug == fleet);
        let name = known.map_or(fleet, |(_, name)| name);
        // A fleet has the name of its ships' class, or one given by the players.
        let class = CLASSES.iter().find(|class| class.name == name);
        class.map_or_else(|| Message::verbatim(name), Class::name)
    }

    /// Whether a side has a ship in action.
    #[must_use]
    pub fn fights_on(&self, side: Side) -> bool {
        self.common.units.of(side).any(|(_, ship)| ship.in_action())
    }

    /// Ships by tag and name: `A1 Nike and A2 Samos`.
    pub(super) fn all_called(&self, tags: &[Tag]) -> Message {
        Message::joined(tags.iter().map(|tag| self.called(*tag)), Joint::And)
    }

    /// The fights that are due: the ship whose marines boarded, and the ship that they
    /// boarded.
    pub(super) fn owed_fights(&self) -> Vec<(Tag, Tag)> {
        self.common
            .units
            .iter()
            .flat_map(|(on, ship)| ship.boarded_by.iter().map(move |by| (*by, on)))
            .collect()
    }

    /// Which of two ships rammed the other this turn; `None` if neither did.
    pub(super) fn rammer(&self, one: Tag, two: Tag) -> Option<Tag> {
        let rammed = |ship: Tag, by: Tag| {
            self.common.units.find(ship).is_some_and(|ship| ship.rammed_by_this_phase.contains(&by))
        };
        if rammed(two, one) {
            Some(one)
        } else if rammed(one, two) {
            Some(two)
        } else {
            None
        }
    }

    /// The rammer of two ships, if the marines of `by` boarded the other after that ram;
    /// `None` for a fight that was due before.
    pub(super) fn rammer_now(&self, by: Tag, on: Tag) -> Option<Tag> {
        self.rammer(by, on).filter(|_| self.has_tried(by, on))
    }

    /// Whether a ship has attempted to board another since she was last rammed, or has declined.
    pub(super) fn has_chosen(&self, ship: Tag, target: Tag) -> bool {
        self.has_tried(ship, target) || self.declined_boardings.contains(&(ship, target))
    }

    /// Whether a ship has attempted to board another this turn. An attempt entered as a
    /// correction counts for every target.
    pub(super) fn has_tried(&self, ship: Tag, target: Tag) -> bool {
        let marked = self.common.units.find(ship).is_some_and(|ship| ship.board_tried);
        let known = || self.attempts.iter().any(|(by, _)| *by == ship);
        marked && (self.attempts.contains(&(ship, target)) || !known())
    }

    /// Whether one of two ships has marines on the other's deck.
    pub(super) fn is_boarded(&self, one: Tag, two: Tag) -> bool {
        let by = |ship: Tag, by: Tag| {
            self.common.units.find(ship).is_some_and(|ship| ship.boarded_by.contains(&by))
        };
        by(one, two) || by(two, one)
    }
}
