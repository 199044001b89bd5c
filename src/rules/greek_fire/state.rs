//! The log of a ship, and the battle of Greek Fire.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::rules::common::{Options, Side, SideInfo, Tag};
use crate::rules::roster::{Roster, Rostered};
use crate::rules::slug::slugs;

use super::tables::{
    AMMO, Advantage, CrewQuality, HOPLITES_CREW, MoraleResult, ShipType, Skill, Weapon,
};

/// A captain and what he is good at.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Captain {
    /// His name; empty where nobody knows it.
    #[serde(default)]
    pub name: String,
    /// None or one; a hero has two or more.
    #[serde(default)]
    pub skills: Vec<Skill>,
}

/// A checked fleet: every type known, nothing impossible.
#[derive(Clone, Debug, PartialEq)]
pub struct Fleet {
    /// Its name.
    pub name: String,
    /// Whose it is, in free text.
    pub people: String,
    /// Printed on the roster.
    pub notes: String,
    /// House types, beside the ten of the rules.
    pub house_types: Vec<ShipType>,
    /// Its ships, in the order of their tags.
    pub ships: Vec<ShipEntry>,
}

/// A ship of a fleet, before the battle.
#[derive(Clone, Debug, PartialEq)]
pub struct ShipEntry {
    /// Her name.
    pub name: String,
    /// Her type.
    pub ship_type: ShipType,
    /// How well her crew is drilled.
    pub crew_quality: CrewQuality,
    /// Her captain.
    pub captain: Captain,
    /// What the crew is good at.
    pub crew_skills: Vec<Skill>,
    /// One a deck slot.
    pub advantages: Vec<Advantage>,
}

slugs! {
    /// What has become of a ship.
    pub enum Status {
        /// She fights.
        InAction = "in-action",
        /// Under water.
        Sunk = "sunk",
        /// Burnt.
        Destroyed = "destroyed",
        /// A prize: she sails for her holder.
        Captured = "captured",
        /// Struck; she waits for a prize crew.
        Surrendered = "surrendered",
        /// Left by her crew.
        Abandoned = "abandoned",
        /// Off the table.
        Escaped = "escaped",
    }
}

/// A ship's log. The keys are those of the rules. What an order seldom changes is
/// shared, since the odds write a log anew in every branch.
#[expect(
    clippy::struct_excessive_bools,
    reason = "the log of the rules has so many yes-or-no entries"
)]
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Ship {
    /// Her name.
    pub name: Arc<str>,
    /// The word of her type.
    #[serde(rename = "type")]
    pub type_slug: Arc<str>,
    /// Her captain.
    pub captain: Arc<Captain>,
    /// How well her crew is drilled.
    pub crew_quality: CrewQuality,
    /// What the crew is good at.
    pub crew_skills: Arc<[Skill]>,
    /// One a deck slot.
    pub advantages: Arc<[Advantage]>,
    /// Aboard now.
    pub crew: u32,
    /// Aboard at the start, hoplites included.
    pub full_crew: u32,
    /// Move points lost to sheared oars, for the battle (GF-4).
    pub move_lost: u32,
    /// Fire counters.
    pub fires: u32,
    /// Shots left a mount.
    pub ammo: Arc<BTreeMap<String, u32>>,
    /// Mounts that have shot this round.
    pub shot: Arc<BTreeMap<String, bool>>,
    /// Move points that the wind gives or takes this turn; none before the sail phase.
    pub sail: Option<i64>,
    /// Whom she has rammed this turn.
    pub rammed_this_turn: Vec<Tag>,
    /// Whether she rammed or was rammed last turn.
    pub rammed_last_turn: bool,
    /// Whether she came to a complete stop last turn.
    pub stopped: bool,
    /// Whether she has had her turn.
    pub moved_this_round: bool,
    /// Whom she is grappled with.
    pub grappled: Vec<Tag>,
    /// Rounds till she goes down.
    pub sinking_in: Option<u32>,
    /// On the ground; no rule gets her off (GF-7).
    pub aground: bool,
    /// In rout.
    pub routing: bool,
    /// What her last morale roll came to.
    pub morale: Option<MoraleResult>,
    /// What has become of her.
    pub status: Status,
    /// The side that sails her now.
    pub holder: Side,
    /// Ships sunk or taken.
    pub victories: u32,
    /// Crew sent over to prizes: aboard no longer, but not dead either.
    #[serde(default)]
    pub sent_to_prizes: u32,
    /// Her type's figures, which no order changes.
    #[serde(skip)]
    pub ship_type: Option<Arc<ShipType>>,
}

/// The phases of a ship's own turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Phase {
    /// Her turn has begun.
    Start,
    /// Fires burn.
    Fire,
    /// The sail roll.
    Sail,
    /// Rowing.
    Row,
    /// Missiles.
    Missiles,
    /// Ramming.
    Ram,
    /// Boarding.
    Board,
    /// Morale.
    Morale,
}

impl Phase {
    /// The phases that a ship goes through, in order.
    pub const OF_A_SHIP: [Phase; 7] = [
        Phase::Fire,
        Phase::Sail,
        Phase::Row,
        Phase::Missiles,
        Phase::Ram,
        Phase::Board,
        Phase::Morale,
    ];

    /// Its word in the state.
    #[must_use]
    pub fn slug(self) -> &'static str {
        match self {
            Phase::Start => "start",
            Phase::Fire => "fire",
            Phase::Sail => "sail",
            Phase::Row => "row",
            Phase::Missiles => "missiles",
            Phase::Ram => "ram",
            Phase::Board => "board",
            Phase::Morale => "morale",
        }
    }
}

/// A battle of Greek Fire.
#[derive(Clone, Debug, PartialEq)]
pub struct Battle {
    /// What does not change in a battle.
    pub(super) setup: Arc<Setup>,
    pub(super) ships: Roster<Ship>,
    /// From 1.
    pub(super) round: u32,
    /// Whose turn it is.
    pub(super) active: Option<Tag>,
    /// How far she has come in it.
    pub(super) phase: Phase,
    /// Who began this round, once anybody has.
    pub(super) first_side: Option<Side>,
    /// Who moved last this round.
    pub(super) last_side: Option<Side>,
    /// Ships a side at the start of the round.
    pub(super) sizes: [usize; 2],
    /// Ships that have rowed this round; the others have come to a stop.
    pub(super) rowed: BTreeSet<Tag>,
    /// Ships whose surrender was told as somebody's victory (GF-10).
    pub(super) credited: BTreeSet<Tag>,
}

/// What does not change in a battle.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Setup {
    pub(super) sides: [SideInfo; 2],
    pub(super) options: Options,
}

impl Rostered for Ship {
    fn name(&self) -> &str {
        &self.name
    }

    /// Still on the table and under somebody's command.
    fn in_play(&self) -> bool {
        matches!(self.status, Status::InAction | Status::Captured)
    }

    fn holder(&self, _tag: Tag) -> Side {
        self.holder
    }
}

impl Ship {
    /// A ship as she enters the battle.
    pub(super) fn enter(entry: &ShipEntry, side: Side) -> Ship {
        let mut ammo = BTreeMap::new();
        for weapon in Weapon::ALL.iter().filter(|w| **w != Weapon::Rowers) {
            let mounts = entry.advantages.iter().filter(|a| Weapon::of(**a) == Some(*weapon));
            for number in 1..=mounts.count() {
                ammo.insert(format!("{weapon}-{number}"), AMMO);
            }
        }
        let hoplites = entry.advantages.iter().filter(|a| **a == Advantage::Hoplites).count();
        let crew =
            entry.ship_type.crew + HOPLITES_CREW * u32::try_from(hoplites).unwrap_or_default();
        Ship {
            name: entry.name.as_str().into(),
            type_slug: entry.ship_type.slug.as_ref().into(),
            captain: Arc::new(entry.captain.clone()),
            crew_quality: entry.crew_quality,
            crew_skills: entry.crew_skills.as_slice().into(),
            advantages: entry.advantages.as_slice().into(),
            crew,
            full_crew: crew,
            move_lost: 0,
            fires: 0,
            ammo: Arc::new(ammo),
            shot: Arc::default(),
            sail: None,
            rammed_this_turn: Vec::new(),
            rammed_last_turn: false,
            stopped: false,
            moved_this_round: false,
            grappled: Vec::new(),
            sinking_in: None,
            aground: false,
            routing: false,
            morale: None,
            status: Status::InAction,
            holder: side,
            victories: 0,
            sent_to_prizes: 0,
            ship_type: Some(Arc::new(entry.ship_type.clone())),
        }
    }

    /// Her type's figures.
    pub(super) fn figures(&self) -> &ShipType {
        // A ship always enters with her type; only serde builds one without,
        // and a correction puts it back before she is used.
        self.ship_type.as_deref().unwrap_or(&super::tables::SHIP_TYPES[0])
    }

    /// How often she carries an advantage.
    #[must_use]
    pub fn carries(&self, advantage: Advantage) -> u32 {
        let count = self.advantages.iter().filter(|a| **a == advantage).count();
        u32::try_from(count).unwrap_or(u32::MAX)
    }

    /// How often captain and crew have a skill together (GF-9).
    #[must_use]
    pub fn skill(&self, skill: Skill) -> u32 {
        let all = self.captain.skills.iter().chain(self.crew_skills.iter());
        u32::try_from(all.filter(|s| **s == skill).count()).unwrap_or(u32::MAX)
    }

    /// Ram bonus of a ship: her type's ram, prongs, reinforced ram, `ramming`.
    #[must_use]
    pub fn ram_bonus(&self) -> i64 {
        i64::from(self.figures().ram)
            + i64::from(self.carries(Advantage::Prongs))
            + i64::from(self.carries(Advantage::ReinforcedRam))
            + i64::from(self.skill(Skill::Ramming))
    }

    /// Killed so far: those sent to prizes are alive.
    #[must_use]
    pub fn dead(&self) -> u32 {
        self.full_crew.saturating_sub(self.crew + self.sent_to_prizes)
    }

    /// The mounts of a weapon, in order; `rowers` is one of its own.
    #[must_use]
    pub fn mounts(&self, weapon: Weapon) -> Vec<String> {
        if weapon == Weapon::Rowers {
            return vec![weapon.slug().to_owned()];
        }
        let prefix = format!("{weapon}-");
        let own = |mount: &&String| {
            mount.strip_prefix(&prefix).is_some_and(|n| n.chars().all(|c| c.is_ascii_digit()))
        };
        let mut mounts: Vec<String> = self.ammo.keys().filter(own).cloned().collect();
        mounts.sort_by_key(std::string::String::len);
        mounts
    }

    /// Move points, term by term, with the reason of each (Greek Fire: rowing).
    #[must_use]
    pub fn move_terms(&self, ramming_speed: bool) -> Vec<(i64, String)> {
        let figures = self.figures();
        let mut terms = vec![(i64::from(figures.move_points), "move".to_owned())];
        let mut add = |amount: i64, why: String| {
            if amount != 0 {
                terms.push((amount, why));
            }
        };
        add(i64::from(self.skill(Skill::Rowing)), "rowing".into());
        add(i64::from(self.carries(Advantage::Rowers)), "rowers".into());
        add(if self.rammed_last_turn { -3 } else { 0 }, "rammed last turn".into());
        add(self.sail.unwrap_or(0), "wind".into());
        add(-i64::from(self.move_lost), "sheared oars".into());
        // Those sent to prizes are not lost (the source counts the killed).
        let lost = self.dead();
        if self.full_crew > 0 {
            let share =
                u64::from(figures.move_points) * u64::from(lost) / u64::from(self.full_crew);
            add(
                -i64::try_from(share).unwrap_or(0),
                format!("{lost} of {} crew lost", self.full_crew),
            );
        }
        add(if ramming_speed { 2 } else { 0 }, "ramming speed".into());
        terms
    }

    /// Move points this turn: the terms, never under 0, half of them (rounded
    /// down) after a stop; 0 without crew, aground or grappled.
    #[must_use]
    pub fn move_points(&self, ramming_speed: bool) -> u32 {
        if self.crew == 0 || self.aground || !self.grappled.is_empty() {
            return 0;
        }
        let sum: i64 = self.move_terms(ramming_speed).iter().map(|(amount, _)| amount).sum();
        let points = u32::try_from(sum.max(0)).unwrap_or(0);
        if self.stopped { points / 2 } else { points }
    }
}

impl Battle {
    /// A ship's log.
    #[must_use]
    pub fn ship(&self, tag: Tag) -> Option<&Ship> {
        self.ships.find(tag)
    }

    /// Whether a ship of this side still has to move this round.
    pub(super) fn has_to_move(ship: &Ship, side: Side) -> bool {
        ship.holder == side && ship.in_play() && ship.crew > 0 && !ship.moved_this_round
    }

    /// Ships that a side can move: sizes are counted at the start of the round.
    pub(super) fn count_sizes(&self) -> [usize; 2] {
        [Side::A, Side::B].map(|side| {
            let able = |ship: &Ship| ship.holder == side && ship.in_play() && ship.crew > 0;
            self.ships.iter().filter(|(_, ship)| able(ship)).count()
        })
    }

    /// Deck points that a side still has in action.
    pub(super) fn deck_points(&self, side: Side) -> u32 {
        self.ships
            .iter()
            .filter(|(_, ship)| ship.holder == side && ship.in_play())
            .map(|(_, ship)| ship.figures().deck)
            .sum()
    }
}
