//! The sequence of play of Command & Chaos, and what effects do to the battle.

use crate::rules::common::{Side, Tag};
use crate::rules::roster::Rostered;
use crate::rules::slug::title;
use crate::rules::system;

use super::combat::with_unit;
use super::orders::{Effect, Order};
use super::state::{Battle, Flanking, Status, Unit};
use super::tables::{Kind, MOST_PLAYED, Officer, Phase, Zone};

impl Battle {
    /// Where an order departs from the sequence of play.
    pub(super) fn departures(&self, order: &Order) -> Vec<String> {
        let mut departures: Vec<String> = self.wrong_phase(order).into_iter().collect();
        match order {
            Order::Initiative {} => departures.extend(self.thrown_already()),
            Order::Discard { side, .. } if self.side(*side).drawn => {
                departures.push(format!("side {side} has drawn; cards are put away before that"));
            }
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
            _ => {}
        }
        departures
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
    fn melee_place(&self, units: &[Tag], target: Tag) -> Option<u8> {
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
        (unit.kind == Kind::HeavyInfantry && unit.place().abs_diff(place) > 1)
            .then(|| format!("{tag} is infantry, and moves one column a turn"))
    }

    /// Does one effect.
    pub(super) fn do_effect(&mut self, effect: &Effect) {
        match effect {
            Effect::PhaseReached(phase) => {
                while self.phase < *phase {
                    self.next_phase();
                }
            }
            Effect::PhaseEnded => self.next_phase(),
            Effect::FirstPlayer(side) => {
                for any in Side::ALL {
                    self.side_mut(*any).first_player = any == side;
                }
            }
            Effect::CardsDiscarded(..)
            | Effect::CardsPutAway(..)
            | Effect::DeckRenewed(_)
            | Effect::CardsDrawn(..)
            | Effect::CardPlayed(..) => self.do_card(effect),
            Effect::ZoneDone(side, zone) => {
                self.side_mut(*side).zones_done.push(*zone);
                self.last_mover = Some(*side);
            }
            Effect::CommanderMoved(side, zone) => {
                if let Some(commander) = &mut self.side_mut(*side).commander {
                    commander.zone = *zone;
                }
            }
            Effect::Engaged(one, two) => {
                self.engage(*one, *two);
                self.engage(*two, *one);
            }
            Effect::Fought(one, two) => {
                if let Some(place) = self.melee_place(&[*one], *two) {
                    self.melees_at = Some(self.melees_at.map_or(place, |at| at.max(place)));
                }
                self.units.change(*one, |unit| add_once(&mut unit.fought, *two));
                self.units.change(*two, |unit| add_once(&mut unit.fought, *one));
            }
            Effect::Routed(tag) => self.rout(*tag),
            Effect::Parted(tag) => self.part(*tag),
            Effect::Attached(officer, tag) => {
                self.units.change(*tag, |unit| unit.officer = Some(*officer));
                self.officers_follow_units(tag.side);
            }
            Effect::Detached(_, tag) => {
                self.units.change(*tag, |unit| unit.officer = None);
                self.officers_follow_units(tag.side);
            }
            Effect::LieutenantReplaced(side, zone) => {
                for lieutenant in &mut self.side_mut(*side).lieutenants {
                    if lieutenant.zone == *zone {
                        lieutenant.lost = false;
                        lieutenant.lost_in = None;
                    }
                }
            }
            Effect::Adjusted(subject, field, value) => {
                system::apply_adjustment(self, *subject, field, value);
            }
            other => self.mark(other),
        }
    }

    /// The effects that change one log of a unit.
    fn mark(&mut self, effect: &Effect) {
        let mut on = |tag: &Tag, change: &dyn Fn(&mut Unit)| self.units.change(*tag, |u| change(u));
        match effect {
            Effect::Flanked { unit, target, attack } => {
                let flanking = Flanking { target: *target, attack: *attack };
                on(unit, &|u| u.flanking = Some(flanking));
            }
            Effect::FacesFront(tag) => on(tag, &|u| u.flanking = None),
            Effect::GoneForward(tag) => on(tag, &|u| u.reserve_advanced = true),
            Effect::Charged(tag) => on(tag, &|u| {
                u.charged = true;
                spend_stamina(u);
            }),
            Effect::CounterCharged(tag) => on(tag, &spend_stamina),
            Effect::GradeShown(tag) => on(tag, &|u| u.veteran_revealed = true),
            Effect::CardRevealed(tag) => on(tag, &|u| u.card_revealed = true),
            Effect::Hits(tag, hits) => on(tag, &|u| u.hits = u.hits.saturating_add(*hits)),
            Effect::Rallied(tag) => on(tag, &|u| {
                u.hits = u.hits.saturating_sub(1);
                u.rallied = true;
            }),
            Effect::ReserveMoved { unit, zone, column } => on(unit, &|u| {
                u.zone = *zone;
                u.column = *column;
            }),
            _ => {}
        }
    }

    fn do_card(&mut self, effect: &Effect) {
        match effect {
            Effect::CardsDiscarded(side, _) => {
                for tag in self.units.tags().into_iter().filter(|tag| tag.side == *side) {
                    let Some(card) = self.units.find(tag).and_then(|unit| unit.card.clone()) else {
                        continue;
                    };
                    self.side_mut(*side).discards.push(card);
                    self.units.change(tag, |unit| {
                        unit.card = None;
                        unit.card_revealed = false;
                    });
                }
            }
            Effect::CardsPutAway(side, cards) => {
                let log = self.side_mut(*side);
                for card in cards {
                    take(&mut log.hand, card);
                }
                log.discards.extend_from_slice(cards);
                log.discarded += cards.len();
            }
            Effect::DeckRenewed(side) => {
                let log = self.side_mut(*side);
                log.deck = std::mem::take(&mut log.discards);
            }
            Effect::CardsDrawn(side, cards) => {
                let log = self.side_mut(*side);
                for card in cards {
                    take(&mut log.deck, card);
                }
                log.hand.extend_from_slice(cards);
                log.drawn = true;
            }
            Effect::CardPlayed(tag, card) => {
                take(&mut self.side_mut(tag.side).hand, card);
                self.units.change(*tag, |unit| unit.card = Some(card.clone()));
                self.last_card = Some(tag.side);
            }
            _ => {}
        }
    }

    fn engage(&mut self, tag: Tag, with: Tag) {
        self.units.change(tag, |unit| {
            add_once(&mut unit.engaged_with, with);
            if unit.in_play() {
                unit.status = Status::Engaged;
            }
        });
    }

    /// A unit is removed: its opponents are free, its officer stands behind the
    /// line (CC-4), and the light infantry on it goes its own way.
    pub(super) fn rout(&mut self, tag: Tag) {
        self.units.change(tag, |unit| {
            unit.status = Status::Routed;
            unit.officer = None;
            unit.flanking = None;
        });
        self.disengage(tag);
        for other in self.units.tags() {
            let Some(unit) = self.units.find(other) else { continue };
            if unit.flanking.is_some_and(|flanking| flanking.target == tag) {
                self.units.change(other, |unit| unit.flanking = None);
            }
            if self.units.find(other).is_some_and(|unit| unit.mixed_with == Some(tag)) {
                self.part(other);
            }
        }
        self.officers_follow_units(tag.side);
        add_once(&mut self.routed, tag);
    }

    /// Nobody is engaged with a unit any longer.
    pub(super) fn disengage(&mut self, tag: Tag) {
        self.units.change(tag, |unit| unit.engaged_with.clear());
        for other in self.units.tags() {
            if self.units.find(other).is_some_and(|unit| unit.engaged_with.contains(&tag)) {
                self.units.change(other, |unit| {
                    unit.engaged_with.retain(|with| *with != tag);
                    if unit.engaged_with.is_empty() && unit.in_play() {
                        unit.status = Status::InAction;
                    }
                });
            }
        }
    }

    /// Light infantry leaves its cavalry.
    pub(super) fn part(&mut self, light: Tag) {
        let Some(cavalry) = self.units.find(light).and_then(|unit| unit.mixed_with) else { return };
        self.units.change(light, |unit| unit.mixed_with = None);
        let others = self.units.iter().any(|(_, unit)| unit.mixed_with == Some(cavalry));
        self.units.change(cavalry, |unit| unit.mixed = others);
    }

    /// The officers' logs say where the units' logs have them.
    pub(super) fn officers_follow_units(&mut self, side: Side) {
        let with = |officer: Officer| -> Vec<(Tag, Zone)> {
            self.standing(side)
                .filter(|(_, unit)| unit.officer == Some(officer))
                .map(|(tag, unit)| (tag, unit.zone))
                .collect()
        };
        let commander = with(Officer::Commander).first().map(|(tag, _)| *tag);
        let lieutenants = with(Officer::Lieutenant);
        let log = self.side_mut(side);
        if let Some(known) = &mut log.commander {
            known.unit = commander;
        }
        for lieutenant in &mut log.lieutenants {
            let his = lieutenants.iter().find(|(_, zone)| *zone == lieutenant.zone);
            lieutenant.unit = his.map(|(tag, _)| *tag).filter(|_| !lieutenant.lost);
        }
    }

    /// The next phase begins; after the fourth, the next turn.
    fn next_phase(&mut self) {
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

fn spend_stamina(unit: &mut Unit) {
    unit.stamina = unit.stamina.map(|left| left.saturating_sub(1));
}

/// Takes the first card of a name out of a pile.
fn take(pile: &mut Vec<String>, card: &str) {
    if let Some(at) = pile.iter().position(|known| known == card) {
        pile.remove(at);
    }
}

fn add_once(tags: &mut Vec<Tag>, tag: Tag) {
    if !tags.contains(&tag) {
        tags.push(tag);
    }
}
