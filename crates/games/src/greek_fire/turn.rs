//! The sequence of play of Greek Fire: who moves next, and warnings about departures from
//! it.

use message::{Message, message};
use rules::aim::lost_by_leaving;
use rules::common::{Side, Subject, Tag};
use rules::sequence::Sequence;
use rules::statement::{OrderWord as _, Stated as _};
use rules::system::Rules;

use super::guards::called;
use super::orders::{Hex, Order, Switch};
use super::state::{Battle, Phase, Ship};

impl Sequence for Battle {
    /// Missiles, with the optional rule that makes them free for all.
    fn may_interrupt(&self, order: &Order) -> bool {
        matches!(order, Order::Shoot { .. }) && self.common.options.contains(&Switch::FreeForAll)
    }

    fn also_ends(&self, order: &Order) -> Option<Message> {
        let Order::Activate { ship } = order else { return None };
        let active = self.amid_turn_of().and(self.active).filter(|active| active != ship)?;
        Some(message!("ends the turn of {active}", active))
    }

    /// Warnings if an order departs from the sequence of play.
    fn warnings(&self, order: &Order) -> Vec<Message> {
        match order {
            Order::FirstSide | Order::Concede { .. } => Vec::new(),
            Order::EndRound => self.still_to_do(),
            Order::EndTurn { ship } => self.owed_at_the_end(*ship),
            Order::Activate { ship } => {
                let earlier = self.active.filter(|active| active != ship);
                let owed = earlier.and_then(|tag| self.owed_ram(tag));
                self.wrong_side(*ship).into_iter().chain(owed).collect()
            }
            Order::Shoot { .. } if self.common.options.contains(&Switch::FreeForAll) => Vec::new(),
            // An empty ship burns outside any turn.
            Order::Fire { ship, .. } if !self.is_manned(*ship) => Vec::new(),
            Order::Fire { ship, .. }
            | Order::Sail { ship, .. }
            | Order::Ungrapple { ship }
            | Order::Row { ship, .. }
            | Order::Terrain { ship, .. }
            | Order::Shoot { ship, .. }
            | Order::TakePrize { ship, .. }
            | Order::Morale { ship, .. } => self.out_of_turn(*ship, order),
            Order::Escape { ship } => self.leaving(*ship, order),
            Order::LeaveTable { ship, elsewhere } => {
                let mut out_of_sequence = self.leaving(*ship, order);
                out_of_sequence.extend(lost_by_leaving(self, *ship, *elsewhere));
                out_of_sequence
            }
            Order::Ram { ship, .. } | Order::Board { ship, .. } => {
                let mut out_of_sequence = self.out_of_turn(*ship, order);
                out_of_sequence.extend(self.should_escape(*ship));
                out_of_sequence
            }
        }
    }

    /// Whether an order of this side ends the round, or a turn of the other side, or comes
    /// out of turn in the middle of one.
    fn needs_consent(&self, order: &Order, side: Side) -> bool {
        let others = Some(side.other());
        let interrupts = self.amid_turn_of() == others;
        match order {
            Order::FirstSide | Order::EndTurn { .. } | Order::Concede { .. } => false,
            Order::EndRound => true,
            Order::Activate { .. } => interrupts || self.side_to_move() == others,
            Order::Fire { .. }
            | Order::Sail { .. }
            | Order::Ungrapple { .. }
            | Order::Row { .. }
            | Order::Terrain { .. }
            | Order::Shoot { .. }
            | Order::Ram { .. }
            | Order::Board { .. }
            | Order::TakePrize { .. }
            | Order::Morale { .. }
            | Order::Escape { .. }
            | Order::LeaveTable { .. } => interrupts && !self.warnings(order).is_empty(),
        }
    }
}

impl Battle {
    /// The side that moves a ship next: the larger fleet begins, then they alternate. Once
    /// one side has no ship left to move, the other moves the rest.
    #[must_use]
    pub fn side_to_move(&self) -> Option<Side> {
        let left = |side| {
            let mut own = self.common.units.iter().filter(|(_, ship)| ship.holder == side);
            own.any(|(tag, ship)| self.has_to_move(tag, ship))
        };
        let wanted = match (self.last_side, self.sizes) {
            (Some(last), _) => last.other(),
            (None, [a, b]) if a > b => Side::A,
            (None, [a, b]) if b > a => Side::B,
            (None, _) => self.first_side?,
        };
        [wanted, wanted.other()].into_iter().find(|side| left(*side))
    }

    /// Whether she has rowed this turn, even if only to record a stop.
    pub(super) fn has_rowed(&self, tag: Tag, ship: &Ship) -> bool {
        ship.spent > 0 || self.rowed.contains(&tag)
    }

    fn is_manned(&self, tag: Tag) -> bool {
        self.common.units.find(tag).is_some_and(Ship::is_manned)
    }

    fn out_of_turn(&self, tag: Tag, order: &Order) -> Vec<Message> {
        self.wrong_ship(tag).or_else(|| self.wrong_phase(order)).into_iter().collect()
    }

    /// Warnings about leaving the table, after which a required ram is impossible (GF-34).
    fn leaving(&self, tag: Tag, order: &Order) -> Vec<Message> {
        self.out_of_turn(tag, order).into_iter().chain(self.owed_ram(tag)).collect()
    }

    /// What a ship leaves out if her turn ends: a ram after ramming speed, her sail roll
    /// and her morale (GF-25).
    fn owed_at_the_end(&self, tag: Tag) -> Vec<Message> {
        let Some(ship) = self.common.units.find(tag) else { return Vec::new() };
        let name = || called(tag, ship);
        let sail =
            self.owes_sail(tag, ship).then(|| message!("{ship} made no sail roll", ship = name()));
        let morale = ship
            .owes_morale()
            .then(|| message!("the morale of {ship} was not tested", ship = name()));
        self.owed_ram(tag).into_iter().chain(sail).chain(morale).collect()
    }

    /// Warns that a routing ship should try to escape (Greek Fire: morale).
    fn should_escape(&self, tag: Tag) -> Option<Message> {
        let ship = self.common.units.find(tag)?;
        ship.routing.then(|| {
            message!("{ship} is routing and should try to escape", ship = called(tag, ship))
        })
    }

    /// Warns that a ship that used ramming speed has not rammed yet.
    fn owed_ram(&self, tag: Tag) -> Option<Message> {
        let ship = self.common.units.find(tag).filter(|ship| ship.owes_a_ram())?;
        Some(message!("{ship} went at ramming speed and must still ram", ship = called(tag, ship)))
    }

    /// What is still to do when the round ends.
    fn still_to_do(&self) -> Vec<Message> {
        let unseen = |ship: &Ship| ship.burns() && !ship.fire_done;
        let untested = |ship: &Ship| ship.moved_this_round && ship.owes_morale();
        let moves = self
            .named(|tag, ship| self.has_to_move(tag, ship))
            .map(|ships| message!("not every ship has moved: {ships}", ships));
        let fires = self
            .named(|_, ship| unseen(ship))
            .map(|ships| message!("these ships burn and had no fire phase: {ships}", ships));
        let rams = self.common.units.tags().into_iter().filter_map(|tag| self.owed_ram(tag));
        let sails = self
            .named(|tag, ship| self.owes_sail(tag, ship))
            .map(|ships| message!("these ships made no sail roll: {ships}", ships));
        let morale = self
            .named(|_, ship| untested(ship))
            .map(|ships| message!("the morale of these ships was not tested: {ships}", ships));
        moves.into_iter().chain(fires).chain(rams).chain(sails).chain(morale).collect()
    }

    /// Whether a ship has left out her sail roll: she had a turn, and could sail at its
    /// start (GF-25).
    pub(super) fn owes_sail(&self, tag: Tag, ship: &Ship) -> bool {
        let could = self.could_sail.contains(&tag) && ship.is_manned() && !ship.aground;
        could && ship.sail.is_none()
    }

    fn named(&self, wanted: impl Fn(Tag, &Ship) -> bool) -> Option<Message> {
        let wanted = self.common.units.iter().filter(|(tag, ship)| wanted(*tag, ship));
        let ships = Message::list(wanted.map(|(tag, _)| Message::verbatim(tag.to_string())));
        (!ships.is_empty()).then_some(ships)
    }

    fn wrong_side(&self, tag: Tag) -> Option<Message> {
        let holder = self.common.units.find(tag)?.holder;
        let side = self.side_to_move()?;
        let name = self.side_name(side);
        (holder != side)
            .then(|| message!("next to move: {name} ({side})", name, side = side.slug()))
    }

    fn wrong_ship(&self, tag: Tag) -> Option<Message> {
        match self.active {
            Some(active) if active == tag => None,
            Some(active) => {
                Some(message!("it is the turn of {active}, not of {ship}", active, ship = tag))
            }
            None => self.wrong_side(tag),
        }
    }

    fn wrong_phase(&self, order: &Order) -> Option<Message> {
        let phase = phase_of(order)?;
        if self.active.map(Subject::Unit) != order.issuer() {
            return None;
        }
        if phase < self.phase {
            Some(message!(
                "the {phase} phase comes before the {now} phase",
                phase = phase.message(),
                now = self.phase.message()
            ))
        } else if phase == self.phase && order.kind().is_once() {
            Some(message!("the {phase} phase is done this turn", phase = phase.message()))
        } else {
            None
        }
    }
}

/// The phase of a ship's turn to which an order belongs. Sargasso costs move points, as
/// rowing does.
fn phase_of(order: &Order) -> Option<Phase> {
    if matches!(order, Order::Terrain { hex: Hex::Sargasso, .. }) {
        return Some(Phase::Row);
    }
    order.kind().phase()
}
