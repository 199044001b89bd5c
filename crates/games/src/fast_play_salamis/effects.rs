//! The effects of orders in Fast Play Salamis, and the text of each effect.

use message::{Message, message};
use rules::common::{Side, Tag};
use rules::effect_text::{EffectText, left_table, news, routine, setting};
use rules::effects::ApplyEffects;
use rules::ending::{self, Ending};
use rules::roster::add_once;
use rules::system::Rules;

use super::state::{Battle, Contact, Phase, Ship, Status};

/// An effect of an order on the battle.
#[derive(Clone, Debug, PartialEq)]
pub enum Effect {
    /// This side goes first.
    FirstSideChosen(Side),
    /// The turn of the side to move has reached this phase.
    PhaseReached(Phase),
    /// She has shot.
    Shot { ship: Tag, target: Tag },
    /// Hits on a ship; reported even if there are none.
    Hit(Tag, u32),
    /// She broke contact with an enemy.
    BrokenAway { ship: Tag, from: Tag },
    /// She failed to break away.
    Held(Tag),
    /// She rammed, at ramming speed or short of it.
    Rammed { ship: Tag, target: Tag, at_speed: bool },
    /// Two ships are hull to hull.
    InContact(Tag, Tag),
    /// She went down.
    Sunk(Tag),
    /// An attempt to board, and whether the marines got aboard.
    BoardTried { ship: Tag, target: Tag, over: bool },
    /// Her owner declines to board a ship (F-8).
    BoardingDeclined { ship: Tag, target: Tag },
    /// A fight on the defender's deck is over, and the marines are back aboard; this many
    /// of the attacker's hits were cancelled.
    Fought { attacker: Tag, defender: Tag, cancelled: u32 },
    /// She was captured.
    Captured { ship: Tag, by: Tag },
    /// One fleet of a side panics, and this many remaining ships flee (F-6). The fleet is
    /// named by its word.
    Panicked { side: Side, fleet: String, flee: u32 },
    /// She left the table in good order, or (`elsewhere`) at a place that the victory
    /// conditions do not allow.
    LeftTable { ship: Tag, elsewhere: bool },
    /// A side conceded the battle.
    Conceded(Side),
    /// The next phase begins.
    PhaseEnded,
}

impl ApplyEffects for Battle {
    fn apply(&mut self, effect: &Effect) {
        self.begun |= !matches!(effect, Effect::FirstSideChosen(_));
        match effect {
            Effect::FirstSideChosen(side) => {
                (self.first, self.to_move) = (*side, *side);
            }
            Effect::PhaseReached(phase) => self.enter(*phase),
            Effect::Shot { ship, .. } => {
                self.common.units.change(*ship, |ship| ship.shot_this_phase = true);
            }
            Effect::Hit(ship, hits) => self.common.units.change(*ship, |ship| ship.hits += hits),
            Effect::BrokenAway { ship, from } => {
                self.part(*ship, *from);
                self.common.units.change(*ship, Ship::try_to_break_away);
            }
            Effect::Held(ship) => self.common.units.change(*ship, Ship::try_to_break_away),
            Effect::Rammed { ship, target, .. } => self.rammed(*ship, *target),
            Effect::InContact(one, two) => {
                self.common.units.change(*one, |ship| add_once(&mut ship.in_contact_with, *two));
                self.common.units.change(*two, |ship| add_once(&mut ship.in_contact_with, *one));
            }
            Effect::Sunk(ship) => self.leave(*ship, Status::Sunk),
            Effect::BoardTried { ship, target, over } => self.try_to_board(*ship, *target, *over),
            Effect::BoardingDeclined { ship, target } => {
                self.declined_boardings.insert((*ship, *target));
            }
            Effect::Fought { attacker, defender, .. } => {
                if self.rammer_now(*attacker, *defender).is_some() {
                    self.fights.insert(Contact::of(*attacker, *defender));
                }
                self.common
                    .units
                    .change(*defender, |ship| ship.boarded_by.retain(|by| by != attacker));
            }
            Effect::Captured { ship, .. } => self.leave(*ship, Status::Captured),
            Effect::Panicked { side, fleet, .. } => self.flee(*side, fleet),
            Effect::LeftTable { ship, elsewhere } => {
                self.leave(*ship, if *elsewhere { Status::Fled } else { Status::OffTable });
            }
            Effect::Conceded(side) => {
                self.common.ending = Some(Ending::Conceded(*side));
            }
            Effect::PhaseEnded => self.next_phase(),
        }
    }

    #[expect(clippy::too_many_lines, reason = "one arm for each effect")]
    fn describe(&self, effect: &Effect) -> EffectText {
        match effect {
            Effect::FirstSideChosen(side) => {
                setting(message!("First to move: {side}.", side = self.side_called(*side)))
            }
            Effect::Shot { ship, target } => setting(message!(
                "{ship} shoots at {target}.",
                ship = self.called(*ship),
                target = self.called(*target)
            )),
            Effect::Hit(ship, hits) => match hits {
                0 => routine(message!("{ship} takes no hits.", ship = self.called(*ship))),
                _ => news(hit(self, *ship, *hits)),
            },
            Effect::BrokenAway { ship, from } => setting(message!(
                "{ship} breaks away from {enemy}: place her an inch off, parallel. That was her whole \
                    movement.",
                ship = self.called(*ship),
                enemy = self.called(*from)
            ))
            .later(message!(
                "{ship} breaks away from {enemy}.",
                ship = self.called(*ship),
                enemy = self.called(*from)
            )),
            Effect::Held(ship) => routine(message!(
                "{ship} does not break away; that was her whole movement.",
                ship = self.called(*ship)
            )),
            Effect::Rammed { ship, target, at_speed } => {
                if *at_speed {
                    setting(message!(
                        "{ship} rams {target} at ramming speed.",
                        ship = self.called(*ship),
                        target = self.called(*target)
                    ))
                    .later(message!(
                        "{ship}, at ramming speed, rams {target}.",
                        ship = self.called(*ship),
                        target = self.called(*target)
                    ))
                } else {
                    setting(message!(
                        "{ship} rams {target}, short of ramming speed.",
                        ship = self.called(*ship),
                        target = self.called(*target)
                    ))
                    .later(message!(
                        "{ship} rams {target}.",
                        ship = self.called(*ship),
                        target = self.called(*target)
                    ))
                }
            }
            Effect::InContact(one, two) => routine(message!(
                "{one} and {two} are in contact.",
                one = self.called(*one),
                two = self.called(*two)
            )),
            Effect::Sunk(ship) => news(message!("{ship} goes down.", ship = self.called(*ship))),
            Effect::BoardTried { ship, target, over } => {
                if *over {
                    news(message!(
                        "The marines of {ship} are on the deck of {target}.",
                        ship = self.called(*ship),
                        target = self.called(*target)
                    ))
                } else {
                    setting(message!(
                        "The marines of {ship} do not get across to {target}.",
                        ship = self.called(*ship),
                        target = self.called(*target)
                    ))
                }
            }
            Effect::BoardingDeclined { ship, target } => setting(message!(
                "The marines of {ship} do not try to board {target}.",
                ship = self.called(*ship),
                target = self.called(*target)
            )),
            Effect::Fought { defender, cancelled, .. } => setting(match cancelled {
                0 => message!("Hand to hand on the deck of {ship}.", ship = self.called(*defender)),
                _ => message!(*cancelled =>
                        "Hand to hand on the deck of {ship}, whose men cancel {n} hit."
                        | "Hand to hand on the deck of {ship}, whose men cancel {n} hits.",
                    ship = self.called(*defender)
                ),
            }),
            Effect::Captured { ship, by } => news(message!(
                "{prize} is captured by {ship}. Remove {prize} next turn.",
                prize = self.called(*ship),
                ship = self.called(*by)
            ))
            .later(message!(
                "{prize} is captured by {ship}.",
                prize = self.called(*ship),
                ship = self.called(*by)
            )),
            Effect::Panicked { side, fleet, flee } => {
                let fleet = self.fleet_name(*side, fleet);
                news(match flee {
                    0 => message!(
                        "No {fleet} ship of {side} is left.",
                        fleet,
                        side = self.side_called(*side)
                    ),
                    _ => message!(*flee =>
                                "Panic: the last {fleet} ship of {side} flees."
                                | "Panic: the {fleet} ships of {side} flee.",
                        fleet,
                        side = self.side_called(*side)
                    ),
                })
            }
            Effect::LeftTable { ship, elsewhere } => left_table(self.called(*ship), *elsewhere),
            Effect::Conceded(side) => ending::effect_text(self, Ending::Conceded(*side)),
            Effect::PhaseEnded => routine(match self.phase {
                Phase::Movement => {
                    message!("Ramming and boarding: {side}.", side = self.side_called(self.to_move))
                }
                Phase::Ram => message!("Hand to hand."),
                Phase::HandToHand => {
                    message!("Movement: {side}.", side = self.side_called(self.to_move.other()))
                }
            }),
            Effect::PhaseReached(_) => EffectText::NONE,
        }
    }
}

impl Battle {
    /// A ram gives both ships a new attempt at boarding, whatever the result of an earlier
    /// one.
    fn rammed(&mut self, tag: Tag, target: Tag) {
        self.fights.remove(&Contact::of(tag, target));
        for (by, at) in [(tag, target), (target, tag)] {
            self.declined_boardings.remove(&(by, at));
            let tried = self.attempts.remove(&(by, at));
            if tried && self.attempts.iter().all(|(other, _)| *other != by) {
                self.common.units.change(by, |ship| ship.board_tried = false);
            }
        }
        self.common.units.change(target, |ship| add_once(&mut ship.rammed_by_this_phase, tag));
    }

    fn try_to_board(&mut self, tag: Tag, target: Tag, over: bool) {
        self.attempts.insert((tag, target));
        self.common.units.change(tag, |ship| ship.board_tried = true);
        if over {
            self.common.units.change(target, |ship| add_once(&mut ship.boarded_by, tag));
        }
    }

    /// Ends the contact of two ships.
    fn part(&mut self, one: Tag, two: Tag) {
        self.common.units.change(one, |ship| ship.in_contact_with.retain(|tag| *tag != two));
        self.common.units.change(two, |ship| ship.in_contact_with.retain(|tag| *tag != one));
    }

    /// Takes a ship out of the battle: she loses all contacts and has no fights left.
    fn leave(&mut self, tag: Tag, status: Status) {
        for other in self.common.units.tags() {
            let concerned = self.common.units.find(other).is_some_and(|ship| {
                ship.in_contact_with.contains(&tag) || ship.boarded_by.contains(&tag)
            });
            if concerned {
                self.common.units.change(other, |ship| {
                    ship.in_contact_with.retain(|t| *t != tag);
                    ship.boarded_by.retain(|t| *t != tag);
                });
            }
        }
        self.common.units.change(tag, |ship| {
            ship.status = status;
            ship.in_contact_with.clear();
            ship.boarded_by.clear();
        });
    }

    /// The rest of a fleet flees; the other fleets of the side fight on.
    fn flee(&mut self, side: Side, fleet: &str) {
        self.panicked[side.index()].push(fleet.to_owned());
        let fleeing: Vec<Tag> = self
            .of_fleet(side, fleet)
            .filter(|(_, ship)| ship.in_action())
            .map(|(tag, _)| tag)
            .collect();
        for tag in fleeing {
            self.leave(tag, Status::Fled);
        }
    }

    fn enter(&mut self, phase: Phase) {
        self.phase = phase;
        self.common.units.change_all(|_, ship| ship.shot_this_phase = false);
    }

    fn next_phase(&mut self) {
        match self.phase {
            Phase::Movement => self.enter(Phase::Ram),
            Phase::Ram => self.enter(Phase::HandToHand),
            Phase::HandToHand => {
                self.common.round += u32::from(self.to_move != self.first);
                self.to_move = self.to_move.other();
                self.attempts.clear();
                self.declined_boardings.clear();
                self.fights.clear();
                self.common.units.change_all(|_, ship| ship.begin_turn());
                self.enter(Phase::Movement);
            }
        }
    }
}

impl Ship {
    /// The attempt takes her whole movement phase (F-5).
    fn try_to_break_away(&mut self) {
        self.moved = true;
        self.breakaway_tried = true;
    }

    /// Begins a side's turn. Fights that are still due stay due.
    fn begin_turn(&mut self) {
        self.moved = false;
        self.breakaway_tried = false;
        self.board_tried = false;
        self.rammed_by_this_phase.clear();
        self.contact_at_start.clone_from(&self.in_contact_with);
    }
}

fn hit(battle: &Battle, tag: Tag, hits: u32) -> Option<Message> {
    let ship = battle.common.units.find(tag)?;
    let name = battle.called(tag);
    let viability = ship.viability;
    let taken = ship.hits + hits;
    Some(if taken >= viability {
        message!(hits =>
            "{ship} takes {n} hit (viability {viability} reached)."
            | "{ship} takes {n} hits (viability {viability} reached).",
            ship = name, viability
        )
    } else {
        message!(hits =>
            "{ship} takes {n} hit ({taken} of {viability})."
            | "{ship} takes {n} hits ({taken} of {viability}).",
            ship = name, taken, viability
        )
    })
}
