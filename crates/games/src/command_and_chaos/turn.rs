//! The sequence of play of Command & Chaos: the order of phases and turns, and what is
//! still to do at the end of each.

use message::{Message, message};
use rules::common::{Side, Tag};

use super::orders::Order;
use super::state::{Battle, Unit};
use super::tables::Phase;

impl Battle {
    /// What is still to do if the phase ends now.
    pub(super) fn undone(&self) -> Vec<Message> {
        let mut undone = match self.phase {
            Phase::Initiative if self.first_player().is_none() => {
                vec![message!("initiative has not been rolled this turn")]
            }
            Phase::Movement => self.zones_undone(),
            Phase::Melee => self.melees_undone(),
            Phase::Initiative | Phase::Rally => Vec::new(),
        };
        for open in &self.routs_open {
            let owing = Message::list(self.owing(open).map(|(tag, _)| message!("{tag}", tag)));
            if !owing.is_empty() {
                let rout = open.rout;
                undone.push(message!(
                    "allied morale for the rout of {rout} may still be needed for {owing}",
                    rout,
                    owing
                ));
            }
        }
        let falling = self.common.units.iter().filter(|(_, unit)| unit.fallback_owed > 0);
        undone.extend(falling.map(|(tag, unit)| {
            message!(
                unit.fallback_owed => "{tag} {name} has still to fall back {n} space"
                    | "{tag} {name} has still to fall back {n} spaces",
                tag, name = &unit.name
            )
        }));
        undone
    }

    fn zones_undone(&self) -> Vec<Message> {
        let undone = |side: &Side| {
            let left = self.zones_left(*side);
            let names = Message::list(left.iter().map(|zone| zone.says()));
            (!left.is_empty()).then(|| {
                message!("side {side} has not moved or passed: {names}", side = *side, names)
            })
        };
        Side::ALL.iter().filter_map(undone).collect()
    }

    fn melees_undone(&self) -> Vec<Message> {
        self.standing(Side::A)
            .flat_map(|(tag, unit)| {
                let unmet = |enemy: &&Tag| !unit.fought.contains(enemy);
                unit.engaged_with.iter().filter(unmet).map(move |enemy| {
                    message!("{tag} and {enemy} are engaged and have not fought", tag, enemy)
                })
            })
            .collect()
    }

    /// The place of a melee along the first player's line.
    pub(super) fn melee_place(&self, units: &[Tag], target: Tag) -> Option<u8> {
        let first = self.first_player()?;
        units
            .iter()
            .chain([&target])
            .filter(|tag| tag.side == first)
            .filter_map(|tag| self.common.units.find(*tag).map(Unit::place))
            .min()
    }

    /// The later phase to which an order advances. Orders of the last phase end no phase
    /// before it (CC-15).
    pub(super) fn advances_to(&self, order: &Order) -> Option<Phase> {
        let is_later = |phase: &Phase| *phase > self.phase && *phase != Phase::Rally;
        order.phase(self.phase).filter(is_later)
    }

    /// Begins the next phase; after the fourth, the next turn.
    pub(super) fn next_phase(&mut self) {
        // A friend that has not rolled for a rout still has to.
        let owing: Vec<bool> =
            self.routs_open.iter().map(|open| self.owing(open).next().is_some()).collect();
        let mut owed = owing.into_iter();
        self.routs_open.retain(|_| owed.next().unwrap_or_default());
        match self.phase.next() {
            Some(phase) => {
                self.phase = phase;
                self.last_card = None;
                self.melees_at = None;
            }
            None => self.next_turn(),
        }
        self.passed.clear();
        self.attacked.clear();
        let rally = self.phase == Phase::Rally;
        for tag in self.common.units.tags() {
            let Some(unit) = self.common.units.find(tag) else { continue };
            // A flag that the players have corrected stays unchanged.
            let led = rally && (unit.officer_at_phase_start || unit.officer.is_some());
            let rallied = rally && unit.rallied;
            let stale = !unit.fought.is_empty() || unit.columns_moved > 0;
            if (unit.officer_at_phase_start, unit.rallied) != (led, rallied) || stale {
                self.common.units.change(tag, |unit| {
                    unit.officer_at_phase_start = led;
                    unit.rallied = rallied;
                    unit.fought.clear();
                    unit.columns_moved = 0;
                });
            }
        }
    }

    fn next_turn(&mut self) {
        self.common.round += 1;
        self.phase = Phase::Initiative;
        self.initiative_rolls = 0;
        self.last_mover = None;
        for side in Side::ALL {
            let log = self.side_mut(*side);
            log.first_player = false;
            log.zones_done.clear();
            log.discarded = 0;
            log.drawn = false;
        }
    }
}
