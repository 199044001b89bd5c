//! What the orders of Command & Chaos do to the battle, and how it is told. What lies
//! face down is not named.

use message::{Joint, Message, message};
use rules::common::{Side, Tag};
use rules::effect_text::{EffectText, news, routine, setting};
use rules::effects::effects;
use rules::ending::{self, Ending};
use rules::roster::{Rostered, add_once};
use rules::system::Rules;

use super::state::{Battle, Flanking, Rout, Status, Unit};
use super::tables::{Attack, CHARGE_STAMINA, Officer, Phase, RALLY_TAKES_OFF, Zone};

effects! {
    /// What an order does to the battle.
    pub enum Effect of battle: Battle {
        /// An order of a later phase was given: the phases before it are over.
        PhaseReached(phase: Phase)
            does while battle.phase < *phase { battle.next_phase(); },
            told routine(on_to(*phase));
        /// The phase has ended.
        PhaseEnded
            does battle.next_phase(),
            told routine(match battle.phase.next() {
                Some(next) => on_to(next),
                None => message!("Turn {turn} is over.", turn = battle.turn()),
            });
        /// This many cards behind units go to the discards.
        CardsDiscarded(side: Side, cards: u32)
            does battle.discard_played(*side),
            told routine(message!(*cards =>
                "{side}: {n} played card discarded." | "{side}: {n} played cards discarded.", side
            ));
        /// This side goes first.
        FirstPlayer(side: Side)
            does {
                battle.initiative_rolls = battle.initiative_rolls.saturating_add(1);
                for any in Side::ALL {
                    battle.side_mut(*any).first_player = any == side;
                }
            },
            told routine(message!("First player this turn: {side}.", side));
        /// Cards of the hand were discarded.
        CardsPutAway(side: Side, cards: Vec<String>)
            does {
                let log = battle.side_mut(*side);
                for card in cards {
                    take(&mut log.hand, card);
                }
                log.discards.extend_from_slice(cards);
                log.discarded += cards.len();
            },
            told routine(message!(
                "{side}: {cards} discarded.", side, cards = cards_in_words(battle, *side, cards)
            ));
        /// The discards become the deck.
        DeckRenewed(side: Side)
            does {
                let log = battle.side_mut(*side);
                log.deck = std::mem::take(&mut log.discards);
                log.discards_shown.clear();
            },
            told routine(message!("{side}: the discards become the new deck.", side));
        /// Cards were drawn, in this order.
        CardsDrawn(side: Side, cards: Vec<String>)
            does {
                let log = battle.side_mut(*side);
                for card in cards {
                    take(&mut log.deck, card);
                }
                log.hand.extend_from_slice(cards);
                log.drawn = true;
            },
            told routine(message!(
                "{side}: {cards} drawn.", side, cards = cards_in_words(battle, *side, cards)
            ));
        /// A zone was moved, or passed.
        ZoneDone(side: Side, zone: Zone)
            does {
                battle.side_mut(*side).zones_done.push(*zone);
                battle.last_mover = Some(*side);
                battle.passed.clear();
            },
            told routine(message!("{side}: {zone} moved.", side, zone = zone.says()));
        /// A side has passed, and the other continues (CC-19).
        Passed(side: Side)
            does battle.pass(*side),
            told routine(message!("Passed: {side}.", side));
        /// Both sides have passed: these zones stay where they are.
        ZonesStay(side: Side, zones: Vec<Zone>)
            does battle.side_mut(*side).zones_done.extend_from_slice(zones),
            told routine(message!(
                "{side}: not moved, {zones}.",
                side, zones = Message::joined(zones.iter().map(|zone| zone.says()), Joint::And)
            ));
        /// A unit has moved onto the flank or rear of another.
        Flanked { unit: Tag, target: Tag, attack: Attack }
            does {
                let flanking = Flanking { target: *target, attack: *attack };
                battle.common.units.change(*unit, |unit| unit.flanking = Some(flanking));
                battle.turned.retain(|pair| !pair.contains(unit));
                add_once(&mut battle.attacked, *unit);
            },
            told setting(flanked(unit.name, target.name, *attack));
        /// A unit that has reached the flank of another attacks her front from there.
        FacesFront { unit: Tag, of: Tag }
            does {
                battle.common.units.change(*unit, |unit| unit.flanking = None);
                battle.turned.push([*of, *unit]);
            },
            told routine(message!("{unit}: attack from the front again.", unit));
        /// A reserve has gone forward.
        GoneForward(unit: Tag)
            does battle.common.units.change(*unit, |unit| unit.reserve_advanced = true),
            told setting(message!("Reserve, forward: {unit}.", unit));
        /// The commander has changed zones.
        CommanderMoved(side: Side, zone: Zone)
            does if let Some(commander) = &mut battle.side_mut(*side).commander {
                commander.zone = *zone;
            },
            told setting(message!(
                "The commander of {side} goes to the {zone}.", side, zone = zone.says()
            ));
        /// A charge, with the stamina that it costs.
        Charged(unit: Tag)
            does {
                battle.common.units.change(*unit, |unit| {
                    unit.charged = true;
                    spend_stamina(unit);
                });
                add_once(&mut battle.attacked, *unit);
            },
            told setting(message!("A charge by {unit}, for 1 stamina.", unit))
                .later(message!("A charge by {unit}.", unit));
        /// A counter-charge, with the stamina that it costs.
        CounterCharged(unit: Tag)
            does battle.common.units.change(*unit, spend_stamina),
            told setting(message!("A counter-charge by {unit}, for 1 stamina.", unit))
                .later(message!("A counter-charge by {unit}.", unit));
        /// A unit shows its grade.
        GradeShown { unit: Tag, veteran: bool }
            does battle.common.units.change(*unit, |unit| unit.veteran_revealed = true),
            told routine(if *veteran {
                message!("{unit}: turned up, veteran.", unit)
            } else {
                message!("{unit}: turned up, average.", unit)
            });
        /// A card was laid face down behind a unit.
        CardPlayed(unit: Tag, card: String)
            does {
                take(&mut battle.side_mut(unit.side).hand, card);
                battle.common.units.change(*unit, |unit| unit.card = Some(card.clone()));
                battle.last_card = Some(unit.side);
                battle.passed.clear();
            },
            told routine(message!("A card lies face down behind {unit}.", unit));
        /// The card behind a unit was turned up, and what it says.
        CardRevealed { unit: Tag, card: String, text: String }
            does battle.common.units.change(*unit, |unit| unit.card_revealed = true),
            told setting(if text.is_empty() {
                message!("{unit}: “{card}” revealed.", unit, card)
            } else {
                message!("{unit}: “{card}” revealed. {text}", unit, card, text)
            });
        /// Two units have rolled attack dice at each other.
        Engaged(one: Tag, two: Tag)
            does {
                battle.engage(*one, *two);
                battle.engage(*two, *one);
            },
            told routine(message!("{one} and {two} are engaged.", one, two));
        /// Two units have met in this melee phase.
        Fought(one: Tag, two: Tag)
            does battle.note_melee(*one, *two),
            told setting(None).later(message!("{one} and {two} fight.", one, two));
        /// Morale hits; 0 where the dice failed to hit.
        Hits(unit: Tag, hits: u32)
            does battle.common.units.change(*unit, |unit| unit.hits = unit.hits.saturating_add(*hits)),
            told match hits {
                0 => routine(message!("{unit}: no hits.", unit)),
                _ => news(message!(*hits => "{unit}: {n} hit." | "{unit}: {n} hits.", unit)),
            };
        /// Hits that a standing unit has cancelled.
        Cancelled(unit: Tag, hits: u32)
            told match hits {
                0 => routine(message!("{unit}: no hit cancelled.", unit)),
                _ => setting(message!(*hits =>
                    "{unit}: {n} hit cancelled." | "{unit}: {n} hits cancelled.", unit
                )),
            };
        /// Its morale is gone, and it is removed.
        Routed(unit: Tag)
            does battle.rout(*unit),
            told news(message!("{unit}: routed; every friend in the eight squares around rolls.", unit))
                .later(message!("{unit}: routed.", unit));
        /// The light infantry of a mixed unit that routed is on its own, where the unit stood
        /// (CC-16).
        LivesOn(light: Tag, cavalry: Tag)
            does if let Some((zone, column)) =
                battle.common.units.find(*cavalry).map(|unit| (unit.zone, unit.column))
            {
                battle.common.units.change(*light, |light| {
                    light.zone = zone;
                    light.column = column;
                });
            },
            told setting(message!(
                "{light}: fights on alone, where {cavalry} stood.", light, cavalry
            ));
        /// Its front is free, and it may turn to face the enemy at its flank.
        MayTurn(unit: Tag)
            does battle.common.units.change(*unit, |unit| unit.may_turn = true),
            told routine(message!("{unit}: no enemy in front; may turn to face its flanker.", unit));
        /// It has turned to face the enemy at its flank, who now attacks its front.
        Turned { unit: Tag, to: Tag }
            does {
                battle.common.units.change(*to, |flanker| flanker.flanking = None);
                battle.common.units.change(*unit, |unit| unit.may_turn = false);
                battle.turned.push([*unit, *to]);
            },
            told setting(message!(
                "{unit}: turned to {enemy}, whose attack is from the front now.", unit, enemy = to
            ));
        /// Light infantry falls back this many spaces. Debts add up (CC-15).
        FellBack(unit: Tag, spaces: u32)
            does battle.common.units.change(*unit, |unit| {
                unit.fallback_owed = unit.fallback_owed.saturating_add(*spaces);
            }),
            told news(message!(*spaces =>
                "{unit}: back {n} space." | "{unit}: back {n} spaces.", unit
            ));
        /// It has been moved on the table.
        FallbackDone(unit: Tag)
            does battle.common.units.change(*unit, |unit| unit.fallback_owed = 0),
            told routine(message!("{unit}: fallen back.", unit));
        /// Light infantry keeps its javelins.
        Withheld(unit: Tag) told setting(message!("{unit}: javelins kept.", unit));
        /// Light infantry is now one unit with this cavalry.
        Joined(light: Tag, cavalry: Tag)
            does {
                battle.common.units.change(*light, |light| light.mixed_with = Some(*cavalry));
                battle.common.units.change(*cavalry, |cavalry| cavalry.mixed = true);
            },
            told setting(message!("{one} and {two} are one mixed unit.", one = light, two = cavalry));
        /// Light infantry and its cavalry are separate again.
        Parted(unit: Tag)
            does battle.part(*unit),
            told setting(message!("{unit}: no longer part of a mixed unit.", unit));
        /// Light infantry has skirmished with another.
        Skirmished(unit: Tag) does add_once(&mut battle.attacked, *unit), told EffectText::UNSAID;
        /// Neither falls back (CC-2).
        Level(one: Tag, two: Tag)
            told routine(message!("{one} and {two} are level; neither falls back.", one, two));
        /// A friend's allied morale was rolled for a rout.
        AlliedRolled { unit: Tag, rout: Tag }
            does if let Some(open) = battle.routs_open.iter_mut().find(|open| open.rout == *rout) {
                add_once(&mut open.rolled, *unit);
            },
            told EffectText::UNSAID;
        /// Every friend has rolled for a rout.
        RoutClosed(rout: Tag)
            does battle.routs_open.retain(|open| open.rout != *rout),
            told routine(message!("Every friend next to {unit} has rolled.", unit = rout));
        /// A hit was taken off.
        Rallied(unit: Tag)
            does battle.common.units.change(*unit, |unit| {
                unit.hits = unit.hits.saturating_sub(RALLY_TAKES_OFF);
                unit.rallied = true;
            }),
            told news(message!("{unit}: rallied, 1 hit less.", unit));
        /// An officer joined a unit.
        Attached(officer: Officer, unit: Tag)
            does battle.attach(*unit, Some(*officer)),
            told setting(message!(
                "{who} joins {unit}.", who = officer_called(battle, *officer, *unit), unit
            ));
        /// An officer left a unit.
        Detached(officer: Officer, unit: Tag)
            does battle.attach(*unit, None),
            told setting(message!(
                "{who} leaves {unit}.", who = officer_called(battle, *officer, *unit), unit
            ));
        /// A reserve has changed columns, to the first or second of a zone.
        ReserveMoved { unit: Tag, zone: Zone, column: u8 }
            does battle.common.units.change(*unit, |unit| {
                let across = unit.place().abs_diff(zone.place(*column));
                unit.columns_moved = unit.columns_moved.saturating_add(across);
                unit.zone = *zone;
                unit.column = *column;
            }),
            told setting(message!(
                "Reserve to the {zone}, column {column}: {unit}.",
                unit, zone = zone.says(), column
            ));
        /// A lieutenant has stepped up.
        LieutenantReplaced(side: Side, zone: Zone)
            does for lieutenant in &mut battle.side_mut(*side).lieutenants {
                if lieutenant.zone == *zone {
                    lieutenant.lost = false;
                    lieutenant.lost_in = None;
                }
            },
            told news(message!(
                "A lieutenant steps up in the {zone} of {side}.", zone = zone.says(), side
            ));
        /// These sides have lost more than half of their unit cards: the battle is
        /// over.
        Broken(sides: Vec<Side>)
            does battle.broken.clone_from(sides),
            told news(match sides[..] {
                [lost] => message!(
                    "Victory: {victor}. {side} lost more than half of its unit cards.",
                    victor = battle.side_called(lost.other()), side = battle.side_called(lost)
                ),
                [] | [_, ..] => message!("Draw: both sides lost more than half of their unit cards."),
            });
        /// This side conceded.
        Conceded(side: Side)
            does battle.common.ending = Some(Ending::Conceded(*side)),
            told ending::tale(battle, Ending::Conceded(*side));
    }
}

impl Battle {
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

    /// Removes a unit: its opponents are free, its officer stands behind the
    /// line (CC-4), and the light infantry with it is on its own.
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

    /// Takes light infantry off its cavalry; either of the two may be named.
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

/// Takes the first card with this name out of a pile.
fn take(pile: &mut Vec<String>, card: &str) {
    if let Some(at) = pile.iter().position(|known| known == card) {
        pile.remove(at);
    }
}

/// The cards of a hand, named only where the reader may know them.
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
    message!("On to phase {number}: {phase}.", number = phase.number(), phase = phase.name())
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
