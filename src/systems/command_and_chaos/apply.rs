//! What the effects of Command & Chaos do to the battle.

use crate::rules::common::{Side, Tag};
use crate::rules::roster::Rostered;

use super::orders::Effect;
use super::state::{Battle, Flanking, Rout, Status, Unit};
use super::tables::{CHARGE_STAMINA, Officer, RALLY_TAKES_OFF, Zone};

impl Battle {
    /// Does one effect.
    #[expect(clippy::too_many_lines, reason = "a list, one an effect")]
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
            Effect::CardsDiscarded(side, _) => self.discard_played(*side),
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
                log.discards_shown.clear();
            }
            Effect::CardsDrawn(side, cards) => {
                let log = self.side_mut(*side);
                for card in cards {
                    take(&mut log.deck, card);
                }
                log.hand.extend_from_slice(cards);
                log.drawn = true;
            }
            Effect::ZoneDone(side, zone) => {
                self.side_mut(*side).zones_done.push(*zone);
                self.last_mover = Some(*side);
            }
            Effect::Flanked { unit, target, attack } => {
                let flanking = Flanking { target: *target, attack: *attack };
                self.units.change(*unit, |u| u.flanking = Some(flanking));
                self.turned.retain(|pair| !pair.contains(unit));
                add_once(&mut self.attacked, *unit);
            }
            Effect::Turned { unit, to } => {
                self.units.change(*to, |u| u.flanking = None);
                self.units.change(*unit, |u| u.may_turn = false);
                self.turned.push([*unit, *to]);
            }
            Effect::MayTurn(tag) => self.units.change(*tag, |u| u.may_turn = true),
            Effect::FacesFront { unit, of } => {
                self.units.change(*unit, |u| u.flanking = None);
                self.turned.push([*of, *unit]);
            }
            Effect::GoneForward(tag) => self.units.change(*tag, |u| u.reserve_advanced = true),
            Effect::CommanderMoved(side, zone) => {
                if let Some(commander) = &mut self.side_mut(*side).commander {
                    commander.zone = *zone;
                }
            }
            Effect::Charged(tag) => {
                self.units.change(*tag, |u| {
                    u.charged = true;
                    spend_stamina(u);
                });
                add_once(&mut self.attacked, *tag);
            }
            Effect::CounterCharged(tag) => self.units.change(*tag, spend_stamina),
            Effect::GradeShown { unit, .. } => {
                self.units.change(*unit, |u| u.veteran_revealed = true);
            }
            Effect::CardPlayed(tag, card) => {
                take(&mut self.side_mut(tag.side).hand, card);
                self.units.change(*tag, |unit| unit.card = Some(card.clone()));
                self.last_card = Some(tag.side);
            }
            Effect::CardRevealed { unit, .. } => {
                self.units.change(*unit, |u| u.card_revealed = true);
            }
            Effect::Engaged(one, two) => {
                self.engage(*one, *two);
                self.engage(*two, *one);
            }
            Effect::Fought(one, two) => self.note_melee(*one, *two),
            Effect::Hits(tag, hits) => {
                self.units.change(*tag, |u| u.hits = u.hits.saturating_add(*hits));
            }
            Effect::Routed(tag) => self.rout(*tag),
            Effect::AlliedRolled { unit, rout } => {
                if let Some(open) = self.routs_open.iter_mut().find(|open| open.rout == *rout) {
                    add_once(&mut open.rolled, *unit);
                }
            }
            Effect::RoutClosed(rout) => self.routs_open.retain(|open| open.rout != *rout),
            Effect::FellBack(tag, spaces) => {
                // CC-15: debts add up.
                self.units
                    .change(*tag, |u| u.fallback_owed = u.fallback_owed.saturating_add(*spaces));
            }
            Effect::FallbackDone(tag) => self.units.change(*tag, |u| u.fallback_owed = 0),
            Effect::Joined(light, cavalry) => {
                self.units.change(*light, |u| u.mixed_with = Some(*cavalry));
                self.units.change(*cavalry, |u| u.mixed = true);
            }
            Effect::Skirmished(tag) => add_once(&mut self.attacked, *tag),
            Effect::Parted(tag) => self.part(*tag),
            Effect::Rallied(tag) => self.units.change(*tag, |u| {
                u.hits = u.hits.saturating_sub(RALLY_TAKES_OFF);
                u.rallied = true;
            }),
            Effect::Attached(officer, tag) => self.attach(*tag, Some(*officer)),
            Effect::Detached(_, tag) => self.attach(*tag, None),
            Effect::ReserveMoved { unit, zone, column } => self.units.change(*unit, |u| {
                let across = u.place().abs_diff(zone.place(*column));
                u.columns_moved = u.columns_moved.saturating_add(across);
                u.zone = *zone;
                u.column = *column;
            }),
            Effect::LieutenantReplaced(side, zone) => {
                for lieutenant in &mut self.side_mut(*side).lieutenants {
                    if lieutenant.zone == *zone {
                        lieutenant.lost = false;
                        lieutenant.lost_in = None;
                    }
                }
            }
            Effect::Broken(sides) => self.broken.clone_from(sides),
            // These are only told to the players.
            Effect::Cancelled(..) | Effect::Level(..) | Effect::Withheld(_) => {}
        }
    }

    /// A correction may end the battle, or show that it has not ended.
    pub(super) fn judge_anew(&mut self) {
        let broken: Vec<Side> =
            Side::ALL.iter().copied().filter(|side| self.breaks_with(*side, 0)).collect();
        self.broken.retain(|side| broken.contains(side));
        if self.broken.is_empty() {
            self.broken = broken;
        }
    }

    fn attach(&mut self, tag: Tag, officer: Option<Officer>) {
        self.units.change(tag, |unit| unit.officer = officer);
        self.officers_follow_units(tag.side);
    }

    /// Moves the cards behind a side's units to its discard pile.
    fn discard_played(&mut self, side: Side) {
        for tag in self.units.tags().into_iter().filter(|tag| tag.side == side) {
            let Some(unit) = self.units.find(tag) else { continue };
            let (Some(card), shown) = (unit.card.clone(), unit.card_revealed) else { continue };
            let log = self.side_mut(side);
            // CC-11: it lies face down there, unless it was turned up.
            if shown {
                log.discards_shown.push(log.discards.len());
            }
            log.discards.push(card);
            self.units.change(tag, |unit| {
                unit.card = None;
                unit.card_revealed = false;
            });
        }
    }

    fn note_melee(&mut self, one: Tag, two: Tag) {
        if let Some(place) = self.melee_place(&[one], two) {
            self.melees_at = Some(self.melees_at.map_or(place, |at| at.max(place)));
        }
        self.units.change(one, |unit| add_once(&mut unit.fought, two));
        self.units.change(two, |unit| add_once(&mut unit.fought, one));
    }

    fn engage(&mut self, tag: Tag, with: Tag) {
        self.units.change(tag, |unit| {
            add_once(&mut unit.engaged_with, with);
            if unit.in_play() {
                unit.status = Status::Engaged;
            }
        });
    }

    /// Removes a unit: its opponents are free, its officer stands behind the
    /// line (CC-4), and the light infantry with it is on its own.
    pub(super) fn rout(&mut self, tag: Tag) {
        self.units.change(tag, |unit| {
            unit.status = Status::Routed;
            unit.officer = None;
            unit.flanking = None;
            unit.fallback_owed = 0;
            unit.may_turn = false;
        });
        self.disengage(tag);
        self.turned.retain(|pair| !pair.contains(&tag));
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
        if !self.routs_open.iter().any(|open| open.rout == tag) {
            self.routs_open.push(Rout { rout: tag, rolled: Vec::new() });
        }
    }

    /// Ends every engagement of a unit.
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

    /// Takes light infantry off its cavalry; either of the two may be named.
    pub(super) fn part(&mut self, tag: Tag) {
        let rider = self.units.iter().find(|(_, unit)| unit.mixed_with == Some(tag));
        let light = rider.map_or(tag, |(light, _)| light);
        let Some(cavalry) = self.units.find(light).and_then(|unit| unit.mixed_with) else {
            self.units.change(tag, |unit| unit.mixed = false);
            return;
        };
        self.units.change(light, |unit| unit.mixed_with = None);
        let others = self.units.iter().any(|(_, unit)| unit.mixed_with == Some(cavalry));
        self.units.change(cavalry, |unit| unit.mixed = others);
    }

    /// Makes the officers' records agree with the units' records.
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
}

fn spend_stamina(unit: &mut Unit) {
    unit.stamina = unit.stamina.map(|left| left.saturating_sub(CHARGE_STAMINA));
}

/// Takes the first card with this name out of a pile.
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
