//! The effects of orders in Command & Chaos, and the text of each effect. The text never
//! names a card that lies face down.

use message::{Joint, Message, message};
use rules::common::{Side, Tag};
use rules::effect_text::{EffectText, news, routine, setting};
use rules::effects::ApplyEffects;
use rules::ending::{self, Ending};
use rules::roster::{Rostered, add_once};
use rules::system::Rules;

use super::state::{Battle, Flanking, Rout, Status, Unit};
use super::tables::{Attack, CHARGE_STAMINA, Officer, Phase, RALLY_TAKES_OFF, Zone};

/// An effect of an order on the battle.
#[derive(Clone, Debug, PartialEq)]
pub enum Effect {
    /// An order of a later phase was given: the phases before it are over.
    PhaseReached(Phase),
    /// The phase has ended.
    PhaseEnded,
    /// This many cards behind units go to the discards.
    CardsDiscarded(Side, u32),
    /// This side goes first.
    FirstPlayer(Side),
    /// Cards of the hand were discarded.
    CardsPutAway(Side, Vec<String>),
    /// The discards become the deck.
    DeckRenewed(Side),
    /// Cards were drawn, in this order.
    CardsDrawn(Side, Vec<String>),
    /// A zone was moved, or passed.
    ZoneDone(Side, Zone),
    /// A side has passed, and the other continues (CC-19).
    Passed(Side),
    /// Both sides have passed: these zones do not move.
    ZonesStay(Side, Vec<Zone>),
    /// A unit has moved onto the flank or rear of another.
    Flanked { unit: Tag, target: Tag, attack: Attack },
    /// A unit that was at the flank of another now attacks its front from there.
    FacesFront { unit: Tag, of: Tag },
    /// A reserve has gone forward.
    GoneForward(Tag),
    /// The commander has changed zones.
    CommanderMoved(Side, Zone),
    /// A charge, with the stamina that it costs.
    Charged(Tag),
    /// A counter-charge, with the stamina that it costs.
    CounterCharged(Tag),
    /// A unit shows its grade.
    GradeShown { unit: Tag, veteran: bool },
    /// A card was laid face down behind a unit.
    CardPlayed(Tag, String),
    /// The card behind a unit was turned up, and what it says.
    CardRevealed { unit: Tag, card: String, text: String },
    /// Two units have rolled attack dice at each other.
    Engaged(Tag, Tag),
    /// Two units have met in this melee phase.
    Fought(Tag, Tag),
    /// Morale hits; 0 if the dice missed.
    Hits(Tag, u32),
    /// Hits that a standing unit has cancelled.
    Cancelled(Tag, u32),
    /// Its morale is gone, and it is removed.
    Routed(Tag),
    /// The light infantry of a mixed unit that routed is a separate unit in its place
    /// (CC-16).
    Separated(Tag, Tag),
    /// Its front is free, and it may turn to face the enemy at its flank.
    MayTurn(Tag),
    /// It has turned to face the enemy at its flank, who now attacks its front.
    Turned { unit: Tag, to: Tag },
    /// Light infantry falls back this many spaces. Several fallbacks add up (CC-15).
    FellBack(Tag, u32),
    /// It has been moved on the table.
    FallbackDone(Tag),
    /// Light infantry keeps its javelins.
    Withheld(Tag),
    /// Light infantry is now one unit with this cavalry.
    Joined(Tag, Tag),
    /// Light infantry and its cavalry are separate again.
    Parted(Tag),
    /// Light infantry has skirmished with another.
    Skirmished(Tag),
    /// Neither falls back (CC-2).
    Level(Tag, Tag),
    /// A friend's allied morale was rolled for a rout.
    AlliedRolled { unit: Tag, rout: Tag },
    /// Every friend has rolled for a rout.
    RoutClosed(Tag),
    /// A hit was taken off.
    Rallied(Tag),
    /// An officer joined a unit.
    Attached(Officer, Tag),
    /// An officer left a unit.
    Detached(Officer, Tag),
    /// A reserve has changed columns, to the first or second of a zone.
    ReserveMoved { unit: Tag, zone: Zone, column: u8 },
    /// A lieutenant has stepped up.
    LieutenantReplaced(Side, Zone),
    /// These sides have lost more than half of their unit cards: the battle is
    /// over.
    Broken(Vec<Side>),
    /// This side conceded.
    Conceded(Side),
}

impl ApplyEffects for Battle {
    #[expect(clippy::too_many_lines, reason = "one arm for each effect")]
    fn apply(&mut self, effect: &Effect) {
        match effect {
            Effect::PhaseReached(phase) => {
                while self.phase < *phase {
                    self.next_phase();
                }
            }
            Effect::PhaseEnded => self.next_phase(),
            Effect::CardsDiscarded(side, _) => self.discard_played(*side),
            Effect::FirstPlayer(side) => {
                self.initiative_rolls = self.initiative_rolls.saturating_add(1);
                for any in Side::ALL {
                    self.side_mut(*any).first_player = any == side;
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
                self.passed.clear();
            }
            Effect::Passed(side) => self.pass(*side),
            Effect::ZonesStay(side, zones) => {
                self.side_mut(*side).zones_done.extend_from_slice(zones);
            }
            Effect::Flanked { unit, target, attack } => {
                let flanking = Flanking { target: *target, attack: *attack };
                self.common.units.change(*unit, |unit| unit.flanking = Some(flanking));
                self.turned.retain(|pair| !pair.contains(unit));
                add_once(&mut self.attacked, *unit);
            }
            Effect::FacesFront { unit, of } => {
                self.common.units.change(*unit, |unit| unit.flanking = None);
                self.turned.push([*of, *unit]);
            }
            Effect::GoneForward(unit) => {
                self.common.units.change(*unit, |unit| unit.reserve_advanced = true);
            }
            Effect::CommanderMoved(side, zone) => {
                if let Some(commander) = &mut self.side_mut(*side).commander {
                    commander.zone = *zone;
                }
            }
            Effect::Charged(unit) => {
                self.common.units.change(*unit, |unit| {
                    unit.charged = true;
                    spend_stamina(unit);
                });
                add_once(&mut self.attacked, *unit);
            }
            Effect::CounterCharged(unit) => self.common.units.change(*unit, spend_stamina),
            Effect::GradeShown { unit, .. } => {
                self.common.units.change(*unit, |unit| unit.veteran_revealed = true);
            }
            Effect::CardPlayed(unit, card) => {
                take(&mut self.side_mut(unit.side).hand, card);
                self.common.units.change(*unit, |unit| unit.card = Some(card.clone()));
                self.last_card = Some(unit.side);
                self.passed.clear();
            }
            Effect::CardRevealed { unit, .. } => {
                self.common.units.change(*unit, |unit| unit.card_revealed = true);
            }
            Effect::Engaged(one, two) => {
                self.engage(*one, *two);
                self.engage(*two, *one);
            }
            Effect::Fought(one, two) => self.note_melee(*one, *two),
            Effect::Hits(unit, hits) => {
                self.common.units.change(*unit, |unit| unit.hits = unit.hits.saturating_add(*hits));
            }
            Effect::Routed(unit) => self.rout(*unit),
            Effect::Separated(light, cavalry) => {
                if let Some((zone, column)) =
                    self.common.units.find(*cavalry).map(|unit| (unit.zone, unit.column))
                {
                    self.common.units.change(*light, |light| {
                        light.zone = zone;
                        light.column = column;
                    });
                }
            }
            Effect::MayTurn(unit) => self.common.units.change(*unit, |unit| unit.may_turn = true),
            Effect::Turned { unit, to } => {
                self.common.units.change(*to, |flanker| flanker.flanking = None);
                self.common.units.change(*unit, |unit| unit.may_turn = false);
                self.turned.push([*unit, *to]);
            }
            Effect::FellBack(unit, spaces) => self.common.units.change(*unit, |unit| {
                unit.fallback_owed = unit.fallback_owed.saturating_add(*spaces);
            }),
            Effect::FallbackDone(unit) => {
                self.common.units.change(*unit, |unit| unit.fallback_owed = 0);
            }
            Effect::Joined(light, cavalry) => {
                self.common.units.change(*light, |light| light.mixed_with = Some(*cavalry));
                self.common.units.change(*cavalry, |cavalry| cavalry.mixed = true);
            }
            Effect::Parted(unit) => self.part(*unit),
            Effect::Skirmished(unit) => add_once(&mut self.attacked, *unit),
            Effect::AlliedRolled { unit, rout } => {
                if let Some(open) = self.routs_open.iter_mut().find(|open| open.rout == *rout) {
                    add_once(&mut open.rolled, *unit);
                }
            }
            Effect::RoutClosed(rout) => self.routs_open.retain(|open| open.rout != *rout),
            Effect::Rallied(unit) => self.common.units.change(*unit, |unit| {
                unit.hits = unit.hits.saturating_sub(RALLY_TAKES_OFF);
                unit.rallied = true;
            }),
            Effect::Attached(officer, unit) => self.attach(*unit, Some(*officer)),
            Effect::Detached(_, unit) => self.attach(*unit, None),
            Effect::ReserveMoved { unit, zone, column } => {
                self.common.units.change(*unit, |unit| {
                    let across = unit.place().abs_diff(zone.place(*column));
                    unit.columns_moved = unit.columns_moved.saturating_add(across);
                    unit.zone = *zone;
                    unit.column = *column;
                });
            }
            Effect::LieutenantReplaced(side, zone) => {
                for lieutenant in &mut self.side_mut(*side).lieutenants {
                    if lieutenant.zone == *zone {
                        lieutenant.lost = false;
                        lieutenant.lost_in = None;
                    }
                }
            }
            Effect::Broken(sides) => self.broken.clone_from(sides),
            Effect::Conceded(side) => {
                self.common.ending = Some(Ending::Conceded(*side));
            }
            Effect::Cancelled(..) | Effect::Withheld(_) | Effect::Level(..) => {}
        }
    }

    #[expect(clippy::too_many_lines, reason = "one arm for each effect")]
    fn describe(&self, effect: &Effect) -> EffectText {
        match effect {
            Effect::PhaseReached(phase) => routine(on_to(*phase)),
            Effect::PhaseEnded => routine(match self.phase.next() {
                Some(next) => on_to(next),
                None => message!("Turn {turn} is over.", turn = self.turn()),
            }),
            Effect::CardsDiscarded(side, cards) => routine(message!(*cards =>
                "{side}: {n} played card discarded." | "{side}: {n} played cards discarded.",
                side = self.side_called(*side)
            )),
            Effect::FirstPlayer(side) => {
                routine(message!("First player this turn: {side}.", side = self.side_called(*side)))
            }
            Effect::CardsPutAway(side, cards) => routine(message!(
                "{side}: {cards} discarded.",
                side = self.side_called(*side),
                cards = cards_in_words(self, *side, cards)
            )),
            Effect::DeckRenewed(side) => routine(message!(
                "{side}: the discards become the new deck.",
                side = self.side_called(*side)
            )),
            Effect::CardsDrawn(side, cards) => routine(message!(
                "{side}: {cards} drawn.",
                side = self.side_called(*side),
                cards = cards_in_words(self, *side, cards)
            )),
            Effect::ZoneDone(side, zone) => routine(message!(
                "{side}: {zone} moved.",
                side = self.side_called(*side),
                zone = zone.says()
            )),
            Effect::Passed(side) => {
                routine(message!("Passed: {side}.", side = self.side_called(*side)))
            }
            Effect::ZonesStay(side, zones) => routine(message!(
                "Zones of {side} not moved: {zones}.",
                side = self.side_called(*side),
                zones = Message::joined(zones.iter().map(|zone| zone.says()), Joint::And)
            )),
            Effect::Flanked { unit, target, attack } => {
                setting(flanked(&self.called(*unit), &self.called(*target), *attack))
            }
            Effect::FacesFront { unit, .. } => {
                routine(message!("{unit}: attack from the front again.", unit = self.called(*unit)))
            }
            Effect::GoneForward(unit) => {
                setting(message!("Reserve goes forward: {unit}.", unit = self.called(*unit)))
            }
            Effect::CommanderMoved(side, zone) => setting(message!(
                "The commander of {side} goes to the {zone}.",
                side = self.side_called(*side),
                zone = zone.says()
            )),
            Effect::Charged(unit) => {
                setting(message!("A charge by {unit}, for 1 stamina.", unit = self.called(*unit)))
                    .later(message!("A charge by {unit}.", unit = self.called(*unit)))
            }
            Effect::CounterCharged(unit) => setting(message!(
                "A counter-charge by {unit}, for 1 stamina.",
                unit = self.called(*unit)
            ))
            .later(message!("A counter-charge by {unit}.", unit = self.called(*unit))),
            Effect::GradeShown { unit, veteran } => routine(if *veteran {
                message!("{unit}: grade shown, veteran.", unit = self.called(*unit))
            } else {
                message!("{unit}: grade shown, average.", unit = self.called(*unit))
            }),
            Effect::CardPlayed(unit, _) => {
                routine(message!("A card lies face down behind {unit}.", unit = self.called(*unit)))
            }
            Effect::CardRevealed { unit, card, text } => setting(if text.is_empty() {
                message!("{unit}: “{card}” revealed.", unit = self.called(*unit), card)
            } else {
                message!("{unit}: “{card}” revealed. {text}", unit = self.called(*unit), card, text)
            }),
            Effect::Engaged(one, two) => routine(message!(
                "{one} and {two} are engaged.",
                one = self.called(*one),
                two = self.called(*two)
            )),
            Effect::Fought(one, two) => setting(None).later(message!(
                "{one} and {two} fight.",
                one = self.called(*one),
                two = self.called(*two)
            )),
            Effect::Hits(unit, hits) => match hits {
                0 => routine(message!("{unit}: no hits.", unit = self.called(*unit))),
                _ => news(message!(*hits => "{unit}: {n} hit." | "{unit}: {n} hits.",
                    unit = self.called(*unit)
                )),
            },
            Effect::Cancelled(unit, hits) => match hits {
                0 => routine(message!("{unit}: no hit cancelled.", unit = self.called(*unit))),
                _ => setting(message!(*hits =>
                        "{unit}: {n} hit cancelled." | "{unit}: {n} hits cancelled.",
                    unit = self.called(*unit)
                )),
            },
            Effect::Routed(unit) => news(message!(
                "{unit}: routed; every friend in the eight squares around it rolls.",
                unit = self.called(*unit)
            ))
            .later(message!("{unit}: routed.", unit = self.called(*unit))),
            Effect::Separated(light, cavalry) => setting(message!(
                "{light} fights on alone in the place of {cavalry}.",
                light = self.called(*light),
                cavalry = self.called(*cavalry)
            )),
            Effect::MayTurn(unit) => routine(message!(
                "{unit}: no enemy in front; may turn to face its flanker.",
                unit = self.called(*unit)
            )),
            Effect::Turned { unit, to } => setting(message!(
                "{unit}: turned to {enemy}, which now attacks from the front.",
                unit = self.called(*unit),
                enemy = self.called(*to)
            )),
            Effect::FellBack(unit, spaces) => news(message!(*spaces =>
                "{unit}: {n} space to fall back." | "{unit}: {n} spaces to fall back.",
                unit = self.called(*unit)
            )),
            Effect::FallbackDone(unit) => {
                routine(message!("{unit}: fallen back.", unit = self.called(*unit)))
            }
            Effect::Withheld(unit) => {
                setting(message!("{unit}: javelins kept.", unit = self.called(*unit)))
            }
            Effect::Joined(light, cavalry) => setting(message!(
                "{one} and {two} are one mixed unit.",
                one = self.called(*light),
                two = self.called(*cavalry)
            )),
            Effect::Parted(unit) => setting(message!(
                "{unit}: no longer part of a mixed unit.",
                unit = self.called(*unit)
            )),
            Effect::Level(one, two) => routine(message!(
                "{one} and {two} are tied; neither falls back.",
                one = self.called(*one),
                two = self.called(*two)
            )),
            Effect::RoutClosed(rout) => routine(message!(
                "Every friend next to {unit} has rolled.",
                unit = self.called(*rout)
            )),
            Effect::Rallied(unit) => {
                news(message!("{unit}: rallied, 1 hit less.", unit = self.called(*unit)))
            }
            Effect::Attached(officer, unit) => setting(message!(
                "{who} joins {unit}.",
                who = officer_called(self, *officer, *unit),
                unit = self.called(*unit)
            )),
            Effect::Detached(officer, unit) => setting(message!(
                "{who} leaves {unit}.",
                who = officer_called(self, *officer, *unit),
                unit = self.called(*unit)
            )),
            Effect::ReserveMoved { unit, zone, column } => setting(message!(
                "Reserve to the {zone}, column {column}: {unit}.",
                unit = self.called(*unit),
                zone = zone.says(),
                column
            )),
            Effect::LieutenantReplaced(side, zone) => news(message!(
                "A lieutenant steps up in the {zone} of {side}.",
                zone = zone.says(),
                side = self.side_called(*side)
            )),
            Effect::Broken(sides) => news(match sides[..] {
                [lost] => message!(
                    "Victory: {victor}. {side} lost more than half of its unit cards.",
                    victor = self.side_called(lost.other()),
                    side = self.side_called(lost)
                ),
                [] | [_, ..] => {
                    message!("Draw: both sides lost more than half of their unit cards.")
                }
            }),
            Effect::Conceded(side) => ending::effect_text(self, Ending::Conceded(*side)),
            Effect::Skirmished(_) | Effect::AlliedRolled { .. } => EffectText::NONE,
        }
    }
}

impl Battle {
    /// Checks after a correction whether the battle has ended.
    pub(super) fn judge_again(&mut self) {
        let broken: Vec<Side> =
            Side::ALL.iter().copied().filter(|side| self.breaks_with(*side, 0)).collect();
        self.broken.retain(|side| broken.contains(side));
        if self.broken.is_empty() {
            self.broken = broken;
        }
    }

    fn attach(&mut self, tag: Tag, officer: Option<Officer>) {
        self.common.units.change(tag, |unit| unit.officer = officer);
        self.officers_follow_units(tag.side);
    }

    /// Moves the cards behind a side's units to its discard pile.
    fn discard_played(&mut self, side: Side) {
        for tag in self.common.units.tags().into_iter().filter(|tag| tag.side == side) {
            let Some(unit) = self.common.units.find(tag) else { continue };
            let (Some(card), shown) = (unit.card.clone(), unit.card_revealed) else { continue };
            let log = self.side_mut(side);
            // CC-11: it lies face down there, unless it was turned up.
            if shown {
                log.discards_shown.push(log.discards.len());
            }
            log.discards.push(card);
            self.common.units.change(tag, |unit| {
                unit.card = None;
                unit.card_revealed = false;
            });
        }
    }

    fn note_melee(&mut self, one: Tag, two: Tag) {
        if let Some(place) = self.melee_place(&[one], two) {
            self.melees_at = Some(self.melees_at.map_or(place, |at| at.max(place)));
        }
        self.common.units.change(one, |unit| add_once(&mut unit.fought, two));
        self.common.units.change(two, |unit| add_once(&mut unit.fought, one));
    }

    fn engage(&mut self, tag: Tag, with: Tag) {
        self.common.units.change(tag, |unit| {
            add_once(&mut unit.engaged_with, with);
            if unit.in_play() {
                unit.status = Status::Engaged;
            }
        });
    }

    /// Removes a unit. Its opponents are free, its officer moves behind the line (CC-4),
    /// and its light infantry becomes a separate unit.
    pub(super) fn rout(&mut self, tag: Tag) {
        self.common.units.change(tag, |unit| {
            unit.status = Status::Routed;
            unit.officer = None;
            unit.flanking = None;
            unit.fallback_owed = 0;
            unit.may_turn = false;
        });
        self.disengage(tag);
        self.turned.retain(|pair| !pair.contains(&tag));
        for other in self.common.units.tags() {
            let Some(unit) = self.common.units.find(other) else { continue };
            if unit.flanking.is_some_and(|flanking| flanking.target == tag) {
                self.common.units.change(other, |unit| unit.flanking = None);
            }
            if self.common.units.find(other).is_some_and(|unit| unit.mixed_with == Some(tag)) {
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
        self.common.units.change(tag, |unit| unit.engaged_with.clear());
        for other in self.common.units.tags() {
            if self.common.units.find(other).is_some_and(|unit| unit.engaged_with.contains(&tag)) {
                self.common.units.change(other, |unit| {
                    unit.engaged_with.retain(|with| *with != tag);
                    if unit.engaged_with.is_empty() && unit.in_play() {
                        unit.status = Status::InAction;
                    }
                });
            }
        }
    }

    /// Separates light infantry from its cavalry; either of the two may be named.
    pub(super) fn part(&mut self, tag: Tag) {
        let rider = self.common.units.iter().find(|(_, unit)| unit.mixed_with == Some(tag));
        let light = rider.map_or(tag, |(light, _)| light);
        let Some(cavalry) = self.common.units.find(light).and_then(|unit| unit.mixed_with) else {
            self.common.units.change(tag, |unit| unit.mixed = false);
            return;
        };
        self.common.units.change(light, |unit| unit.mixed_with = None);
        let others = self.common.units.iter().any(|(_, unit)| unit.mixed_with == Some(cavalry));
        self.common.units.change(cavalry, |unit| unit.mixed = others);
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

/// Removes the first card with this name from a pile.
fn take(pile: &mut Vec<String>, card: &str) {
    if let Some(at) = pile.iter().position(|known| known == card) {
        pile.remove(at);
    }
}

/// The cards of a hand, with names only if the reader may know them.
fn cards_in_words(battle: &Battle, side: Side, cards: &[String]) -> Message {
    if cards.is_empty() {
        return message!("no card");
    }
    if battle.knows_cards_of(side) {
        return Message::list(cards.iter().map(Message::verbatim));
    }
    message!(cards.len() => "{n} card" | "{n} cards")
}

fn flanked(unit: &Message, target: &Message, attack: Attack) -> Message {
    match attack {
        Attack::Rear => message!("{target}: attacked from behind by {unit}.", unit, target),
        Attack::Front | Attack::Flank => {
            message!("{target}: attacked on the flank by {unit}.", unit, target)
        }
    }
}

fn on_to(phase: Phase) -> Message {
    message!("Phase {number}: {phase}.", number = phase.number(), phase = phase.name())
}

/// The officer who is or will be with a unit, by his name if he has one.
fn officer_called(battle: &Battle, officer: Officer, tag: Tag) -> Message {
    let side = battle.side(tag.side);
    let name = match officer {
        Officer::Commander => side.commander.as_ref().map(|commander| &commander.name),
        Officer::Lieutenant => {
            let zone = battle.common.units.find(tag).map(|unit| unit.zone);
            let of_the_zone = side.lieutenants.iter().find(|one| Some(one.zone) == zone);
            of_the_zone.map(|lieutenant| &lieutenant.name)
        }
    };
    name.filter(|name| !name.is_empty())
        .map_or_else(|| message!("The {officer}", officer), Message::verbatim)
}
