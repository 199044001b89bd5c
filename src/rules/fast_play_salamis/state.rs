//! The log of a ship, and the battle of Fast Play Salamis.

use std::collections::BTreeSet;
use std::sync::Arc;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::dice::{Die, Throw};
use crate::rules::common::{Options, Side, SideInfo, Tag};
use crate::rules::roster::{Roster, Rostered};
use crate::rules::slug::slugs;

use super::tables::{CLASSES, Class};

/// A checked fleet: every class known, nothing impossible.
#[derive(Clone, Debug, PartialEq)]
pub struct Fleet {
    /// Its name.
    pub name: String,
    /// Whose it is, in free text.
    pub people: String,
    /// Printed on the roster.
    pub notes: String,
    /// Ships sunk or captured that make it flee; half of them, rounded up,
    /// where it is not set (F-3).
    pub panic_number: Option<u32>,
    /// House classes, beside the six of the rules.
    pub house_classes: Vec<Class>,
    /// Its ships, in the order of their tags.
    pub ships: Vec<ShipEntry>,
}

impl Fleet {
    /// Its panic number, set or half of its ships, rounded up (F-3).
    #[must_use]
    pub fn panics_at(&self) -> u32 {
        self.panic_number
            .unwrap_or_else(|| u32::try_from(self.ships.len().div_ceil(2)).unwrap_or(u32::MAX))
    }
}

/// A ship of a fleet, before the battle.
#[derive(Clone, Debug, PartialEq)]
pub struct ShipEntry {
    /// Her name.
    pub name: String,
    /// Her class.
    pub class: Class,
}

slugs! {
    /// What has become of a ship.
    pub enum Status {
        /// She fights.
        InAction = "in-action",
        /// Rammed under water.
        Sunk = "sunk",
        /// Taken by boarders; she takes no further part.
        Captured = "captured",
        /// Away, with her fleet in panic.
        Fled = "fled",
    }
}

slugs! {
    /// The phases of a side's turn.
    pub enum Phase {
        /// The side moves, the other shoots.
        Movement = "movement",
        /// The side rams; then both attempt to board.
        Ram = "ram",
        /// What was boarded is fought out.
        HandToHand = "hand-to-hand",
    }
}

/// Ships that did something to another: `null` for nobody, a tag for one, a
/// list where several did.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct By(Vec<Tag>);

impl By {
    /// Whether this ship is one of them.
    #[must_use]
    pub fn has(&self, tag: Tag) -> bool {
        self.0.contains(&tag)
    }

    /// Each of them, in the order in which they came.
    pub fn iter(&self) -> impl Iterator<Item = Tag> {
        self.0.iter().copied()
    }

    pub(super) fn add(&mut self, tag: Tag) {
        if !self.has(tag) {
            self.0.push(tag);
        }
    }

    pub(super) fn remove(&mut self, tag: Tag) {
        self.0.retain(|other| *other != tag);
    }

    pub(super) fn clear(&mut self) {
        self.0.clear();
    }
}

impl Serialize for By {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0.as_slice() {
            [] => serializer.serialize_none(),
            [one] => one.serialize(serializer),
            several => several.serialize(serializer),
        }
    }
}

impl<'de> Deserialize<'de> for By {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<By, D::Error> {
        #[derive(Deserialize)]
        #[serde(untagged, expecting = "a tag, a list of tags or null")]
        enum Written {
            Nobody(()),
            One(Tag),
            Several(Vec<Tag>),
        }
        Ok(match Written::deserialize(deserializer)? {
            Written::Nobody(()) => By::default(),
            Written::One(tag) => By(vec![tag]),
            Written::Several(tags) => {
                let mut by = By::default();
                for tag in tags {
                    by.add(tag);
                }
                by
            }
        })
    }
}

/// A ship's log. The keys are those of the rules.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Ship {
    /// Her name.
    pub name: String,
    /// The word of her class.
    #[serde(rename = "class")]
    pub class_slug: String,
    /// Hits taken, from every cause (F-4).
    pub hits: u32,
    /// Hits that sink or lose her.
    pub viability: u32,
    /// What has become of her.
    pub status: Status,
    /// Enemies hull to hull with her.
    pub in_contact_with: Vec<Tag>,
    /// Whether she has shot in this movement phase.
    pub shot_this_phase: bool,
    /// Whether her move is done: she tried to break away.
    pub moved: bool,
    /// Who has rammed her in this turn's ram phase.
    pub rammed_by_this_phase: By,
    /// Whether she has attempted to board in this turn.
    pub board_tried: bool,
    /// Whose marines are on her deck, to be fought.
    pub boarded_by: By,
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
            rammed_by_this_phase: By::default(),
            board_tried: false,
            boarded_by: By::default(),
            class: Some(Arc::new(class.clone())),
        }
    }

    /// Her class's figures.
    pub(super) fn figures(&self) -> &Class {
        // A ship always enters with her class; only serde builds one without,
        // and a correction puts it back before she is used.
        self.class.as_deref().unwrap_or(&CLASSES[0])
    }

    /// Whether she is on the table and fights.
    #[must_use]
    pub fn in_action(&self) -> bool {
        self.status == Status::InAction
    }

    /// Whether she counts towards her fleet's panic.
    #[must_use]
    pub fn is_lost(&self) -> bool {
        matches!(self.status, Status::Sunk | Status::Captured)
    }

    /// Hits that bows can still do: one short of her viability (F-2).
    #[must_use]
    pub fn hits_left_for_bows(&self) -> u32 {
        self.viability.saturating_sub(1).saturating_sub(self.hits)
    }
}

/// A battle of Fast Play Salamis.
#[derive(Clone, Debug, PartialEq)]
pub struct Battle {
    /// What does not change in a battle.
    pub(super) setup: Arc<Setup>,
    pub(super) ships: Roster<Ship>,
    /// A turn of each side, from 1.
    pub(super) round: u32,
    /// Whose turn it is.
    pub(super) to_move: Side,
    pub(super) phase: Phase,
    pub(super) panic_numbers: [u32; 2],
    pub(super) panicked: [bool; 2],
    /// Who has attempted to board whom this turn: a ship in two contacts has an
    /// attempt in each.
    pub(super) attempts: BTreeSet<(Tag, Tag)>,
    /// The contacts that have had their fight this turn.
    pub(super) fights: BTreeSet<Contact>,
}

/// Two ships, whoever is named first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Contact(Tag, Tag);

impl Contact {
    pub(super) fn of(one: Tag, two: Tag) -> Contact {
        Contact(one.min(two), one.max(two))
    }
}

/// What does not change in a battle.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Setup {
    pub(super) sides: [SideInfo; 2],
    pub(super) options: Options,
}

/// The switch of F-1.
pub(super) const D10: &str = "d10";

impl Battle {
    /// What ramming speed and boarding skill are read on (F-1).
    #[must_use]
    pub fn check_throw(&self) -> Throw {
        if self.setup.options.contains(D10) { Throw::D10 } else { Throw::sum(2, Die::D6) }
    }

    /// The ships of a side that are sunk or captured.
    #[must_use]
    pub fn lost(&self, side: Side) -> u32 {
        let lost = self.ships.of(side).filter(|(_, ship)| ship.is_lost()).count();
        u32::try_from(lost).unwrap_or(u32::MAX)
    }

    /// Which of two ships rammed the other this turn, where one did.
    pub(super) fn rammer(&self, one: Tag, two: Tag) -> Option<Tag> {
        let rammed = |ship: Tag, by: Tag| {
            self.ships.find(ship).is_some_and(|ship| ship.rammed_by_this_phase.has(by))
        };
        if rammed(two, one) {
            Some(one)
        } else if rammed(one, two) {
            Some(two)
        } else {
            None
        }
    }

    /// Whether a ship has attempted to board another this turn. An attempt that
    /// only a correction knows of counts against everybody.
    pub(super) fn has_tried(&self, ship: Tag, target: Tag) -> bool {
        let marked = self.ships.find(ship).is_some_and(|ship| ship.board_tried);
        let known = || self.attempts.iter().any(|(by, _)| *by == ship);
        marked && (self.attempts.contains(&(ship, target)) || !known())
    }

    /// Whether one of two ships has marines on the other's deck.
    pub(super) fn is_boarded(&self, one: Tag, two: Tag) -> bool {
        let by =
            |ship: Tag, by: Tag| self.ships.find(ship).is_some_and(|ship| ship.boarded_by.has(by));
        by(one, two) || by(two, one)
    }
}
