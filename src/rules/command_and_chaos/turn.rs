//! The sequence of play of Command & Chaos: where orders depart from it, and
//! how phases and turns follow one another.

use crate::rules::common::{Side, Tag};
use crate::rules::slug::title;

use super::orders::{Order, with_unit};
use super::state::{Battle, Unit};
use super::tables::{Kind, MOST_PLAYED, Phase, Reach};

impl Battle {
    /// Where an order departs from the sequence of play.
    pub(super) fn departures(&self, order: &Order) -> Vec<String> {
        let mut departures: Vec<String> = self.wrong_phase(order).into_iter().collect();
        match order {
            Order::Initiative {} => departures.extend(self.thrown_already()),
            Order::Discard { side, .. } => departures.extend(self.drawn_already(*side)),
            Order::MoveZone { side, .. } => departures.extend(self.wrong_mover(*side)),
            Order::Flank { unit, .. } | Order::Charge { unit, .. } => {
                departures
                    .extend(self.zone_finished(*unit).or_else(|| self.wrong_mover(unit.side)));
            }
            Order::MoveOfficer { .. } => departures.extend(self.zones_open()),
            Order::PlayCard { unit, .. } => departures.extend(self.wrong_card(*unit)),
            Order::Melee { unit, units, target, .. } => {
                let units = with_unit(*unit, units.as_deref().unwrap_or_default());
                departures.extend(self.wrong_melee(&units, *target));
            }
            Order::AlliedMorale { unit } => departures.extend(self.nobody_routed(*unit)),
            Order::Reserve { unit, zone, column } => {
                departures.extend(self.too_far(*unit, zone.place(*column)));
            }
            Order::Draw { .. }
            | Order::Javelins { .. }
            | Order::Skirmish { .. }
            | Order::Rally { .. }
            | Order::Attach { .. }
            | Order::Detach { .. }
            | Order::ReplaceLieutenant { .. }
            | Order::EndPhase {}
            | Order::Adjust { .. } => {}
        }
        departures
    }

    fn drawn_already(&self, side: Side) -> Option<String> {
        let drawn = self.side(side).drawn;
        drawn.then(|| format!("side {side} has drawn; cards are discarded before that"))
    }

    fn wrong_phase(&self, order: &Order) -> Option<String> {
        let phase = order.phase().filter(|phase| *phase < self.phase)?;
        Some(format!("the {phase} phase of this turn is over: this is the {} phase", self.phase))
    }

    /// In the first turn a throw has decided who sets up.
    fn thrown_already(&self) -> Option<String> {
        self.first_player()
            .filter(|_| self.round > 1)
            .map(|side| format!("initiative has been thrown this turn: side {side} goes first"))
    }

    fn wrong_mover(&self, side: Side) -> Option<String> {
        let mover = self.side_to_move().filter(|mover| *mover != side)?;
        let name = &self.setup.sides[mover.index()].name;
        Some(format!("it is the turn of side {mover} ({name}) to move a zone"))
    }

    fn zone_finished(&self, tag: Tag) -> Option<String> {
        let unit = self.units.find(tag)?;
        let done = self.side(tag.side).zones_done.contains(&unit.zone);
        let zone = title(unit.zone.slug()).to_lowercase();
        done.then(|| format!("the {zone} of side {} is finished this turn", tag.side))
    }

    fn zones_open(&self) -> Option<String> {
        self.side_to_move().map(|side| format!("side {side} has zones still to move"))
    }

    fn wrong_card(&self, tag: Tag) -> Option<String> {
        let unit = self.units.find(tag)?;
        if !unit.fought.is_empty() {
            return Some(format!("{tag} has fought; cards are played before the melees"));
        }
        let other = tag.side.other();
        let may = self.cards_played(other) < MOST_PLAYED && !self.side(other).hand.is_empty();
        (self.last_card == Some(tag.side) && may)
            .then(|| format!("side {other} plays a card next, unless it has passed"))
    }

    fn wrong_melee(&self, units: &[Tag], target: Tag) -> Option<String> {
        let met = |tag: &&Tag| self.units.find(**tag).is_some_and(|u| u.fought.contains(&target));
        if let Some(tag) = units.iter().find(met) {
            return Some(format!("{tag} and {target} have met in this phase"));
        }
        let cavalry =
            |tag: &Tag| self.units.find(*tag).is_some_and(|unit| unit.kind == Kind::HeavyCavalry);
        let alone = self.units.find(target)?;
        let another = alone.fought.iter().find(|tag| cavalry(tag) && !units.contains(tag));
        if let Some(another) = another
            && cavalry(&target)
            && units.iter().all(cavalry)
        {
            return Some(format!(
                "{target} has thrown at {another}; two cavalry on one are one melee"
            ));
        }
        let (at, passed) = (self.melee_place(units, target)?, self.melees_at?);
        (at < passed).then(|| "melees go from the first player's left to the right".to_owned())
    }

    /// The place of a melee along the first player's line.
    pub(super) fn melee_place(&self, units: &[Tag], target: Tag) -> Option<u8> {
        let first = self.first_player()?;
        units
            .iter()
            .chain([&target])
            .filter(|tag| tag.side == first)
            .filter_map(|tag| self.units.find(*tag).map(Unit::place))
            .min()
    }

    fn nobody_routed(&self, tag: Tag) -> Option<String> {
        let friend = self.routed.iter().any(|routed| routed.side == tag.side);
        (!friend).then(|| format!("no friend of {tag} has routed in this phase"))
    }

    /// Reserves change columns by the rules of movement: infantry one space.
    fn too_far(&self, tag: Tag, place: u8) -> Option<String> {
        let unit = self.units.find(tag)?;
        match unit.kind.reach(unit.mixed) {
            Reach::Spaces(most) if unit.place().abs_diff(place) > most => {
                Some(format!("{tag} is infantry, and moves one column a turn"))
            }
            Reach::Spaces(_) | Reach::Any => None,
        }
    }

    /// The next phase begins; after the fourth, the next turn.
    pub(super) fn next_phase(&mut self) {
        self.routed.clear();
        match self.phase.next() {
            Some(phase) => {
                self.phase = phase;
                self.last_card = None;
                self.melees_at = None;
            }
            None => self.next_turn(),
        }
        let rally = self.phase == Phase::Rally;
        for tag in self.units.tags() {
            let Some(unit) = self.units.find(tag) else { continue };
            // A flag that the players have set by hand stands.
            let led = rally && (unit.officer_at_phase_start || unit.officer.is_some());
            let rallied = rally && unit.rallied;
            let stale = !unit.fought.is_empty();
            if (unit.officer_at_phase_start, unit.rallied) != (led, rallied) || stale {
                self.units.change(tag, |unit| {
                    unit.officer_at_phase_start = led;
                    unit.rallied = rallied;
                    unit.fought.clear();
                });
            }
        }
    }

    fn next_turn(&mut self) {
        self.round += 1;
        self.phase = Phase::Initiative;
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
