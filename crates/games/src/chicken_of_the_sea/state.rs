//! The galley record and the battle of Chicken of the Sea.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use message::{Message, message};
use rules::Keyword;
use rules::aim::Fate;
use rules::common::{Side, SideInfo, Tag, Winner};
use rules::roster::{Common, Rostered};
use rules::unit::Record;

use super::checks::PhaseStart;
use super::orders::Switch;
use super::tables::{
    BEST_CQ, COLUMN_SLOW, COMMANDING_PLACES, Commanded, ENHANCED_SPEED, Facing, Nation, Phase,
    Shape, Speed,
};

/// A checked fleet.
#[derive(Clone, Debug, PartialEq)]
pub struct Fleet {
    /// The side's name and texts.
    pub about: SideInfo,
    /// The nation for which it sails; `None` means the one for which the other fleet does
    /// not sail.
    pub nation: Option<Nation>,
    /// The admiral aboard its only flagship; `None` if the file names none.
    pub admiral: Option<AdmiralEntry>,
    /// Its galleys, in the order of their tags.
    pub ships: Vec<GalleyEntry>,
}

/// An admiral before the battle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AdmiralEntry {
    pub name: String,
    /// The range of his signals, in hexes.
    pub range: u8,
    /// Their range if he leads a slow line abreast, in hexes.
    pub enhanced_range: u8,
}

/// A galley of a fleet, before the battle: one counter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GalleyEntry {
    pub name: String,
    /// Crew quality, 1 to 6.
    pub cq: u8,
    /// Her starting speed.
    pub speed: Speed,
    /// The hexside to which her bow points.
    pub facing: Facing,
    /// The number of her starting hex on the map; empty if the file leaves it to the
    /// players, or if she enters later.
    pub hex: String,
    /// Whether the admiral is aboard.
    pub flagship: bool,
    /// Whether a line commander is aboard.
    pub line_commander: bool,
}

/// What has become of a galley.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Keyword)]
pub enum Status {
    /// She fights for her own side.
    InAction,
    /// She has gone down.
    Sunk,
    /// She was taken and fights for her captor.
    Captured,
    /// She has left the map in good order.
    OffTable,
}

/// What has become of an admiral.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Keyword)]
pub enum AdmiralStatus {
    /// He commands, or is stuck aboard a grounded galley.
    InAction,
    /// He went down with his galley.
    Killed,
    /// He was taken with his galley.
    Captured,
    /// He has left the map with his galley.
    OffTable,
}

/// A galley's record; its keys are the words of the rules.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Record)]
#[record(keys = GalleyKey, secrets(Battle, Tag))]
#[expect(clippy::struct_excessive_bools, reason = "each is a box on the paper record")]
pub struct Galley {
    /// What she is called.
    #[entry(fixed)]
    pub name: String,
    /// The nation that built and first manned her. Each has strengths of its own until she
    /// is captured.
    #[entry(fixed)]
    pub nation: Nation,
    /// The side that controls her now.
    pub side: Side,
    /// Crew quality: how good her rowers and soldiers are. Many rolls are made against it.
    #[entry(range = 1..=BEST_CQ as i64)]
    pub cq: u8,
    /// Her speed marker: the movement points to spend this turn, or backing water.
    #[entry(hidden = Battle::is_secret)]
    pub speed: Speed,
    /// The hexside that her bow points to; empty once she has moved.
    // C-21.
    pub facing: Option<Facing>,
    /// Whether she has lost the oars of one side. She can then hardly move.
    // C-6.
    pub crippled: bool,
    /// Whether she is aground: she cannot move and does not count as afloat.
    pub aground: bool,
    /// The galleys that are tangled with her in one hex.
    pub fouled_with: Vec<Tag>,
    /// What has become of her.
    pub status: Status,
    /// Whether the admiral is aboard.
    pub flagship: bool,
    /// Whether an officer is aboard who commands a line or column.
    pub line_commander: bool,
    /// The formation that she rows in.
    #[entry(partial = Battle::hides_formation)]
    pub formation: Option<String>,
    /// Whether she follows her orders in this phase.
    pub commanded: Commanded,
    /// Whether boarders have attacked her in this phase; they may do so only once.
    pub boarded_this_phase: bool,
    /// The phase in which she ran aground.
    pub grounded_in_phase: Option<Phase>,
    /// Whether her crew has tried to get her off the ground in this phase.
    pub refloat_tried: bool,
    /// Movement points that she still has to spend.
    #[entry(outright, hidden = Battle::is_secret)]
    pub mp_left: Option<u8>,
    /// Whether her movement is over this turn.
    pub moved: bool,
    /// Her speed when both sides last saw it.
    pub speed_seen: Speed,
    /// Whether a drift has still to be rolled for her.
    #[entry(hidden = Battle::is_secret)]
    pub drift_owed: bool,
}

impl Rostered for Galley {
    fn name(&self) -> &str {
        &self.name
    }

    /// Whether she is afloat or aground, with a side in command.
    fn in_play(&self) -> bool {
        !matches!(self.status, Status::Sunk | Status::OffTable)
    }

    fn holder(&self, _tag: Tag) -> Side {
        self.side
    }

    fn status(&self) -> Option<Message> {
        Some(self.status.message())
    }

    fn fate(&self, tag: Tag) -> Fate {
        match self.status {
            Status::Sunk => Fate::Lost,
            Status::InAction | Status::Captured | Status::OffTable if self.side != tag.side => {
                Fate::Taken
            }
            Status::Captured => Fate::Taken,
            Status::InAction if self.aground => Fate::Helpless,
            Status::InAction => Fate::InAction,
            Status::OffTable => Fate::Left,
        }
    }
}

impl Galley {
    /// A galley as she enters the battle.
    pub(super) fn enter(entry: &GalleyEntry, nation: Nation, side: Side) -> Galley {
        Galley {
            name: entry.name.clone(),
            nation,
            side,
            cq: entry.cq,
            speed: entry.speed,
            facing: Some(entry.facing),
            crippled: false,
            aground: false,
            fouled_with: Vec::new(),
            status: Status::InAction,
            flagship: entry.flagship,
            line_commander: entry.line_commander,
            formation: None,
            commanded: Commanded::Yes,
            boarded_this_phase: false,
            grounded_in_phase: None,
            refloat_tried: false,
            mp_left: None,
            moved: false,
            speed_seen: entry.speed,
            drift_owed: false,
        }
    }

    /// Whether she counts for her side: neither sunk nor aground.
    #[must_use]
    pub fn fights(&self) -> bool {
        self.in_play() && !self.aground
    }

    /// Whether she can keep her place in a formation: she is not crippled, fouled or
    /// aground.
    #[must_use]
    pub fn keeps_station(&self) -> bool {
        self.fights() && !self.crippled && self.fouled_with.is_empty()
    }

    /// Whether she is an original galley of a nation: never captured, or recaptured.
    #[must_use]
    pub fn is_original(&self, nation: Nation) -> bool {
        self.nation == nation && self.status != Status::Captured
    }

    /// RN, the ram number: crew quality and speed.
    #[must_use]
    pub fn ram_number(&self) -> i64 {
        i64::from(self.cq) + i64::from(self.speed.in_sums())
    }

    /// RA#, the aground number: a higher roll in a coast hex keeps her afloat.
    #[must_use]
    pub fn aground_number(&self) -> i64 {
        i64::from(self.speed.in_sums()) - i64::from(self.cq)
    }

    /// Whether her owner is asked to avoid an attack, whatever her speed: she is not
    /// fouled, crippled (C-7) or aground.
    #[must_use]
    pub fn is_asked_to_avoid(&self) -> bool {
        self.keeps_station()
    }

    /// Movement points for an attack: her remaining ones, or those of her speed outside her
    /// side's movement phase.
    #[must_use]
    pub fn points(&self) -> u8 {
        self.mp_left.unwrap_or_else(|| self.speed.points())
    }
}

/// An admiral; his keys are the words of the rules.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Admiral {
    pub name: String,
    /// The flagship; `None` once he is lost.
    pub aboard: Option<Tag>,
    /// The range of his signals, in hexes.
    pub range: u8,
    /// Their range if he leads a slow line abreast, in hexes.
    pub enhanced_range: u8,
    /// Whether the enhanced range applies now.
    pub enhanced: bool,
    /// Whether he is in action, killed or captured.
    pub status: AdmiralStatus,
}

impl Admiral {
    /// The present range of his signals, in hexes.
    #[must_use]
    pub fn reach(&self) -> u8 {
        if self.enhanced { self.enhanced_range } else { self.range }
    }
}

/// Galleys that stay together and share a speed marker.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Formation {
    /// Its name in orders: `column-1`.
    pub name: String,
    /// Column or line abreast.
    #[serde(rename = "formation")]
    pub shape: Shape,
    /// In a column, from the lead galley to the last; in a line, from one end to the other.
    pub ships: Vec<Tag>,
    /// The galley that has their speed marker.
    pub leader: Tag,
}

impl Formation {
    /// The name in orders of a formation with this number: `column-1`.
    #[must_use]
    pub fn name_of(shape: Shape, number: u32) -> String {
        format!("{shape}-{number}")
    }

    /// Whether an admiral aboard this galley commands it.
    pub(super) fn is_commanded_from(&self, flagship: Tag) -> bool {
        match self.shape {
            Shape::Column => self.ships.iter().take(COMMANDING_PLACES).any(|t| *t == flagship),
            Shape::LineAbreast => self.leader == flagship,
        }
    }

    /// The name for a reader: `Column 1`. A name given by players is unchanged.
    #[must_use]
    pub fn called(&self) -> Message {
        let shape = self.shape;
        let number = self.name.strip_prefix(shape.slug()).and_then(|end| end.strip_prefix('-'));
        match (shape, number.and_then(|number| number.parse::<u32>().ok())) {
            (Shape::Column, Some(number)) => message!("Column {number}", number),
            (Shape::LineAbreast, Some(number)) => message!("Line abreast {number}", number),
            (Shape::Column | Shape::LineAbreast, None) => Message::verbatim(&self.name),
        }
    }
}

/// The state of command of a formation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Command {
    /// None of its galleys checks.
    Full,
    /// The lead galley of a column checks.
    Limited,
}

/// The entries of a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Keyword)]
pub(super) enum SideKey {
    /// Its admiral.
    Admiral,
    /// Its formations.
    Formations,
    /// Its galleys that are to check for command.
    #[keyword("checks_owed")]
    ChecksOwed,
}

/// The command of a side.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct FlagCommand {
    /// The admiral, if the fleet has one.
    pub admiral: Option<Admiral>,
    pub formations: Vec<Formation>,
    /// Its formations as the enemy knows them, if tired crews have left some in secret.
    pub seen: Option<Vec<Formation>>,
    /// Galleys that have left a formation because they tired and have not moved since,
    /// which is secret from the enemy.
    pub tired: BTreeSet<Tag>,
    /// The number of formations that have been formed, for their names.
    pub formed: u32,
    /// Galleys out of the admiral's range in this phase; `None` until the players enter it.
    pub checks_owed: Option<BTreeSet<Tag>>,
}

/// State of a turn that is in no record.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Progress {
    /// Galleys that have a speed for this turn.
    pub assigned: BTreeSet<Tag>,
    /// Galleys whose speed the enemy has seen this turn.
    pub shown: BTreeSet<Tag>,
    /// Galleys whose speed is unknown, in the battle as the enemy knows it.
    pub unknown_speeds: BTreeSet<Tag>,
    /// Speeds at the start of the phase, for galleys that have changed theirs since.
    pub began_at: BTreeMap<Tag, Speed>,
    /// Fatigue rolls of the phase; true if the crew held out.
    pub held_out: BTreeMap<Tag, bool>,
    /// The position of both sides at the start of the phase.
    pub phase_start: PhaseStart,
    /// Galleys to which the check of their column has passed in this phase (C-22).
    pub passed_on: BTreeSet<Tag>,
    /// The facings, before the drift, of galleys that drifted while speeds are set.
    pub drifted_from: BTreeMap<Tag, Option<Facing>>,
    /// Galleys that have begun to move in this phase.
    pub under_way: BTreeSet<Tag>,
    /// Galleys that have spent points for hexes and turns in this movement.
    pub spent: BTreeSet<Tag>,
    /// Galleys that have rammed or sheared in this movement.
    pub attacked: BTreeSet<Tag>,
    /// Galleys that changed sides in this phase, because they were captured (C-25).
    pub taken: BTreeSet<Tag>,
    /// Attackers with the targets that backed away from them in this movement (C-19).
    pub escaped: BTreeSet<(Tag, Tag)>,
    /// Galleys that fouled in this phase.
    pub fouled: BTreeSet<Tag>,
    /// Galleys that have boarded in this phase.
    pub boarders: BTreeSet<Tag>,
    /// Galleys that may board in return after a natural 6, each with those that boarded
    /// her.
    pub may_counter: BTreeMap<Tag, Vec<Tag>>,
    /// Galleys that have checked for command in this phase.
    pub checked: BTreeSet<Tag>,
    /// Galleys without a formation because of fatigue; they check again from the next phase
    /// (C-20).
    pub excused: BTreeSet<Tag>,
}

/// A battle of Chicken of the Sea.
#[derive(Clone, Debug, PartialEq)]
pub struct Battle {
    pub(super) common: Common<Galley, Switch>,
    pub(super) setup: Arc<Setup>,
    pub(super) flags: [FlagCommand; 2],
    pub(super) phase: Phase,
    /// Whether this is the free movement phase of `no-surprise`.
    pub(super) free_move: bool,
    pub(super) progress: Box<Progress>,
    /// The winner, once a side has no galley afloat.
    pub(super) decided: Option<Winner>,
}

/// The nations of the sides, and their initial galleys.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Setup {
    pub nations: [Nation; 2],
    /// Every galley as she entered, for blank record sheets.
    pub entries: [Vec<GalleyEntry>; 2],
}

impl Setup {
    /// A galley as she entered.
    pub(super) fn entry(&self, tag: Tag) -> Option<&GalleyEntry> {
        self.entries[tag.side.index()].get(usize::from(tag.number).checked_sub(1)?)
    }
}

impl Battle {
    /// Whether an optional rule is on.
    pub(super) fn switch(&self, switch: Switch) -> bool {
        self.common.options.contains(&switch)
    }

    /// The side of a nation.
    pub(super) fn side_of(&self, nation: Nation) -> Side {
        if self.setup.nations[Side::A.index()] == nation { Side::A } else { Side::B }
    }

    /// The nation of a side.
    pub(super) fn nation_of(&self, side: Side) -> Nation {
        self.setup.nations[side.index()]
    }

    pub(super) fn admiral(&self, side: Side) -> Option<&Admiral> {
        self.flags[side.index()].admiral.as_ref()
    }

    /// Galleys that a side controls, in the order of their tags.
    pub(super) fn held_by(&self, side: Side) -> impl Iterator<Item = (Tag, &Galley)> {
        self.common.units.iter().filter(move |(_, galley)| galley.side == side && galley.in_play())
    }

    /// Whether a commander is aboard: the admiral or a line commander.
    pub(super) fn has_commander(&self, tag: Tag) -> bool {
        self.common
            .units
            .find(tag)
            .is_some_and(|g| g.line_commander || self.is_flagship(tag, g.side))
    }

    /// Whether the admiral of a side is aboard.
    pub(super) fn is_flagship(&self, tag: Tag, side: Side) -> bool {
        self.admiral(side).is_some_and(|admiral| admiral.aboard == Some(tag))
    }

    /// The formation that a galley is in.
    #[must_use]
    pub fn formation_of(&self, tag: Tag) -> Option<&Formation> {
        let side = self.common.units.find(tag)?.side;
        self.flags[side.index()].formations.iter().find(|f| f.ships.contains(&tag))
    }

    /// The state of command of a formation. For a column it depends on who is at its head,
    /// or on its speed at the start of the phase (C-12). A line abreast is always in full
    /// command, since it ends without its commander.
    pub(super) fn command_of(&self, formation: &Formation) -> Command {
        match formation.shape {
            Shape::Column => {
                let head = formation.ships.iter().take(COMMANDING_PLACES);
                let led = head.into_iter().any(|tag| self.has_commander(*tag));
                let slow = self.began_at(formation.leader).in_sums() <= COLUMN_SLOW;
                if led || slow { Command::Full } else { Command::Limited }
            }
            Shape::LineAbreast => Command::Full,
        }
    }

    /// The formation that the admiral of a side commands.
    pub(super) fn admirals_formation(&self, side: Side) -> Option<&Formation> {
        let flagship = self.admiral(side)?.aboard?;
        self.formation_of(flagship).filter(|formation| formation.is_commanded_from(flagship))
    }

    /// Whether the admiral would have the enhanced range in a movement phase that began
    /// now.
    pub(super) fn would_be_enhanced(&self, side: Side) -> bool {
        self.admirals_formation(side).is_some_and(|formation| {
            let slow = |galley: &Galley| galley.speed.in_sums() <= ENHANCED_SPEED;
            formation.shape == Shape::LineAbreast
                && self.common.units.find(formation.leader).is_some_and(slow)
        })
    }

    /// Her speed at the start of the phase. A new speed counts from it, and command checks
    /// depend on it.
    pub(super) fn began_at(&self, tag: Tag) -> Speed {
        let now = self.common.units.find(tag).map_or(Speed::STOPPED, |galley| galley.speed);
        self.progress.began_at.get(&tag).copied().unwrap_or(now)
    }

    /// Gives movement points to the side that moves in the first phase, and records the
    /// position of both sides.
    pub(super) fn open_accounts(&mut self) {
        self.note_phase_start();
        let mover = self.phase.mover().map(|nation| self.side_of(nation));
        self.common.units.change_all(|_, galley| {
            galley.mp_left = (mover == Some(galley.side)).then(|| galley.speed.points());
        });
    }

    /// All galleys in the stack if these two fouled: both, and those fouled with either.
    pub(super) fn stack(&self, one: Tag, two: Tag) -> Vec<Tag> {
        let mut stack = vec![one, two];
        for tag in [one, two] {
            let with = self.common.units.find(tag).map(|galley| galley.fouled_with.as_slice());
            for other in with.unwrap_or_default() {
                if !stack.contains(other) {
                    stack.push(*other);
                }
            }
        }
        stack
    }
}

impl Progress {
    /// Records a speed changed by an event, from which the next speed counts.
    pub(super) fn fixed(&mut self, tag: Tag) {
        self.began_at.remove(&tag);
        self.held_out.remove(&tag);
    }

    /// Clears state that the next phase does not need; a turn begins with the speed phase.
    pub(super) fn next_phase(&mut self, turn_begins: bool) {
        let before = std::mem::take(self);
        if !turn_begins {
            self.assigned = before.assigned;
            self.shown = before.shown;
        }
    }
}
