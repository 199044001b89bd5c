//! The ship record and the battle of Ancient Naval Games.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use message::Message;
use rules::aim::Fate;
use rules::common::{NoOptionalRules, Side, Tag};
use rules::file::chance::FleetChance;
use rules::roster::{Common, Rostered};
use rules::unit::Record;
use rules::{FleetRecord, Keyword, OfUnits, RecordEntry};

use super::tables::{self, MOST_OAR_DAMAGE, MOVE_POINTS, POINTS_PER_OAR_DAMAGE, Size};

/// A checked fleet.
pub type Fleet = OfUnits<Ship>;

/// What has become of a ship.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Keyword)]
pub enum Status {
    /// She fights.
    #[default]
    InAction,
    /// She is sunk or captured.
    Lost,
    /// She is locked together with an enemy, out of the battle, and blocks her hex.
    Entangled,
    /// She was isolated when her fleet lost heart and has left the table, or she left it by an
    /// edge that counts as a loss.
    Removed,
    /// She has left the table in good order.
    OffTable,
}

/// The entries of a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Keyword)]
pub(super) enum SideKey {
    /// It has conceded the battle.
    Ceded,
    /// Its morale was checked this turn.
    #[keyword("morale_asked")]
    MoraleAsked,
}

/// The parts of a side's turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Keyword)]
pub enum Phase {
    /// If more than half of the side’s ships are gone, its isolated ships leave the table.
    Morale,
    /// Ships act one by one; each finishes before the next begins.
    Activation,
}

/// A ship's record; its keys are the words of the rules.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, Record)]
pub struct Ship {
    /// What she is called.
    #[entry(label = "Name")]
    pub name: String,
    /// Whether she is a small or a large ship.
    #[entry(fixed, needed)]
    pub size: Size,
    /// How often her oars were broken, with a broken matchstick for each. It costs movement
    /// and makes her dice worse.
    #[entry(label = "Oar damage", range = 0..=MOST_OAR_DAMAGE as i64)]
    pub oar_damage: u32,
    /// What has become of her.
    #[entry(label = "Status")]
    pub status: Status,
    /// Whether she has begun to act this turn.
    #[entry(label = "Activated this turn")]
    pub activated: bool,
    /// Movement points that she can still spend this turn.
    #[entry(outright, label = "Movement points left", range = 0..=MOVE_POINTS as i64)]
    pub mp_left: u32,
    /// Whether she still has her free turn.
    #[entry(label = "Free turn left")]
    pub free_turn_left: bool,
    /// Whether she began this turn without a friend beside her.
    #[entry(label = "Began isolated")]
    pub isolated: bool,
}

impl Rostered for Ship {
    fn name(&self) -> &str {
        &self.name
    }

    fn in_play(&self) -> bool {
        self.in_action()
    }

    fn fate(&self, _tag: Tag) -> Fate {
        match self.status {
            Status::InAction => Fate::InAction,
            Status::Lost | Status::Entangled => Fate::Lost,
            Status::Removed => Fate::Fled,
            Status::OffTable => Fate::Left,
        }
    }
}

impl FleetRecord for Ship {
    fn enter(&mut self) {
        self.rest();
    }

    fn word(_key: &str, word: &'static str) -> Message {
        Size::from_slug(word).map_or_else(|| Message::slug(word), Size::name)
    }

    fn draw(_size: &RecordEntry, chance: &mut FleetChance) -> Option<Value> {
        Some(json!(if chance.in_ten(3) { Size::Large } else { Size::Small }))
    }
}

impl Ship {
    /// A ship as she enters the battle.
    #[must_use]
    pub fn new(name: String, size: Size) -> Ship {
        let mut ship = Ship { name, size, ..Ship::default() };
        ship.enter();
        ship
    }

    /// Begins a new turn: all points are available again, and unspent ones are lost.
    pub(super) fn rest(&mut self) {
        self.activated = false;
        self.isolated = false;
        self.mp_left = self.move_points();
        self.free_turn_left = self.size.free_turns() > 0;
    }

    /// Movement points of a whole turn.
    #[must_use]
    pub fn move_points(&self) -> u32 {
        MOVE_POINTS.saturating_sub(self.oar_damage * POINTS_PER_OAR_DAMAGE)
    }

    /// Movement points that she can still spend; never more than her oars allow.
    #[must_use]
    pub fn points_left(&self) -> u32 {
        self.mp_left.min(self.move_points())
    }

    /// Whether she is on the table and fights.
    #[must_use]
    pub fn in_action(&self) -> bool {
        self.status == Status::InAction
    }

    /// Whether she can still act this turn.
    #[must_use]
    pub fn can_still_act(&self) -> bool {
        self.in_action() && (self.points_left() > 0 || self.free_turn_left)
    }
}

/// A battle of Ancient Naval Games.
#[derive(Clone, Debug, PartialEq)]
pub struct Battle {
    pub(super) common: Common<Ship, NoOptionalRules>,
    /// The side whose turn it is.
    pub(super) to_move: Side,
    pub(super) phase: Phase,
    /// The ship of that side that was last activated.
    pub(super) active: Option<Tag>,
    /// The sides that have checked morale in this turn.
    pub(super) morale_asked: [bool; 2],
    /// The sides that have conceded.
    pub(super) ceded: [bool; 2],
    /// The side that goes first in a round.
    pub(super) first: Side,
    /// Whether an order other than `first-side` and `adjust` has been given.
    pub(super) begun: bool,
}

impl Battle {
    /// The number of a side's ships that are gone, and the number with which it began.
    /// Ships that left as the victory conditions allow do not count as gone.
    #[must_use]
    pub fn losses(&self, side: Side) -> (usize, usize) {
        let safe = self.common.aims.may_leave(side);
        let gone = |ship: &Ship| match ship.status {
            Status::InAction => false,
            Status::OffTable => !safe,
            Status::Lost | Status::Entangled | Status::Removed => true,
        };
        let gone = self.common.units.of(side).filter(|(_, ship)| gone(ship)).count();
        (gone, self.common.units.of(side).count())
    }

    /// Whether more than half of a side's ships are gone, so that its isolated ships leave.
    #[must_use]
    pub fn is_shaken(&self, side: Side) -> bool {
        let (gone, began) = self.losses(side);
        tables::is_shaken(gone, began)
    }

    /// Whether a side has a ship in action.
    #[must_use]
    pub fn fights(&self, side: Side) -> bool {
        self.common.units.of(side).any(|(_, ship)| ship.in_action())
    }

    /// Whether a side has yet to make a morale check.
    #[must_use]
    pub fn owes_morale(&self, side: Side) -> bool {
        self.fights(side) && self.is_shaken(side) && !self.morale_asked[side.index()]
    }

    /// The only ship of a side in action. She is isolated, whatever is entered.
    #[must_use]
    pub fn last_ship(&self, side: Side) -> Option<Tag> {
        let mut left = self.common.units.of(side).filter(|(_, ship)| ship.in_action());
        match (left.next(), left.next()) {
            (Some((tag, _)), None) => Some(tag),
            (Some(_), Some(_)) | (None, _) => None,
        }
    }
}
