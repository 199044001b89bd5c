//! The effects of orders in Chicken of the Sea, and the text of each effect.

use message::{Joint, Message, message};
use rules::common::{Side, Tag, Winner};
use rules::effect_text::{EffectText, left_table, news, routine, setting};
use rules::effects::ApplyEffects;
use rules::ending::{self, Ending};
use rules::roster::Rostered;
use rules::system::Rules;

use super::state::{AdmiralStatus, Battle, Formation, Galley, Status};
use super::tables::{Commanded, FREED_SPEED, Facing, Phase, Shape, Speed};

/// An effect of an order on the battle.
#[derive(Clone, Debug, PartialEq)]
pub enum Effect {
    /// She has a speed marker for this turn.
    SpeedSet(Tag, Speed),
    /// A fatigue roll in this phase; true if the crew held out.
    FatigueRolled(Tag, bool),
    /// Tired crews leave their formation.
    FellBehind(Vec<Tag>),
    /// Events changed her speed, and both sides see it.
    SpeedBecame(Tag, Speed),
    /// She is crippled and at a stop, so she must drift.
    OwesDrift(Tag),
    /// Her bow now points to this hexside.
    Drifted(Tag, Facing),
    /// She turns this many hexsides to the right; negative is to the left.
    Veered(Tag, i8),
    /// She has begun to move.
    UnderWay(Tag),
    /// She has spent points for hexes and turns.
    Spent(Tag),
    /// She has these movement points left.
    PointsLeft(Tag, u8),
    /// She has finished her movement; both sides see her speed.
    MovementEnded(Tag),
    /// She left the map in good order.
    LeftTable(Tag),
    /// Both ram numbers were announced, and so both speeds are known.
    NumbersShown(Tag, Tag),
    /// She has entered a coast hex and stays afloat.
    Afloat(Tag),
    /// She ran aground.
    RanAground(Tag),
    /// She got off the ground.
    Freed(Tag),
    /// She tried to get off the ground and failed.
    StaysAground(Tag),
    /// The first went through the hex of the second without fouling her.
    PassedThrough(Tag, Tag),
    /// These are fouled in one hex, all at this speed.
    Fouled(Vec<Tag>, Speed),
    /// She left the galleys with which she was fouled.
    Unfouled(Tag),
    /// The first rammed the second, and she went down.
    RammedUnder(Tag, Tag),
    /// The ram of the first missed the second.
    RamMissed(Tag, Tag),
    /// The first sheared off oars of the second.
    Crippled(Tag, Tag),
    /// The shear of the first missed the second's oars.
    ShearMissed(Tag, Tag),
    /// The first backed away from the attack of the second.
    BackedWater(Tag, Tag),
    /// She tried to back out of the way of an attack, and failed.
    Caught(Tag),
    /// These tried to board the last one.
    BoardingTried(Vec<Tag>, Tag),
    /// The first tries to board the second, one of her boarders, in return.
    BoardingInReturnTried(Tag, Tag),
    /// She declines to board in return (C-35).
    BoardingInReturnDeclined(Tag),
    /// She may board one of these in return.
    MayCounter(Tag, Vec<Tag>),
    /// The grapples hold: the boarders fight her crew hand to hand.
    Boarded(Tag),
    /// She is captured by this side.
    Captured(Tag, Side),
    /// Her crew has driven the boarders back.
    BeatenBack(Tag),
    /// The admiral of a side is lost.
    AdmiralLost(Side, AdmiralStatus),
    /// The line commander aboard is lost.
    LineCommanderLost(Tag),
    /// The admiral of a side went aboard.
    AdmiralAboard(Side, Tag),
    /// Whether the admiral's signals reach farther now.
    AdmiralEnhanced(Side, bool),
    /// These galleys are a formation, under the marker of the last one.
    Formed(Shape, Vec<Tag>, Tag),
    /// She leaves her formation.
    LeftFormation(Tag),
    /// These are out of range of their side's admiral in this phase.
    OutOfRange(Side, Vec<Tag>),
    /// The check of her column passes to her.
    CheckPassed(Tag),
    /// The result of her command check.
    CommandChecked(Tag, Commanded),
    /// The next phase begins.
    PhaseEnded,
    /// This side conceded.
    Resigned(Side),
}

impl ApplyEffects for Battle {
    #[expect(clippy::too_many_lines, reason = "one arm for each effect")]
    fn apply(&mut self, effect: &Effect) {
        match effect {
            Effect::SpeedSet(ship, speed) => self.set_speed(*ship, *speed),
            Effect::FatigueRolled(ship, held) => {
                self.progress.held_out.insert(*ship, *held);
            }
            Effect::FellBehind(ships) => self.fall_behind(ships),
            Effect::SpeedBecame(ship, speed) => self.come_to(*ship, *speed),
            Effect::OwesDrift(ship) => self.mark(*ship, |galley| galley.drift_owed = true),
            Effect::Drifted(ship, facing) => self.drift(*ship, *facing),
            Effect::Veered(ship, by) => self.mark(*ship, |galley| {
                galley.facing = galley.facing.map(|facing| facing.turned(*by));
            }),
            Effect::UnderWay(ship) => {
                self.progress.under_way.insert(*ship);
                self.mark(*ship, |galley| galley.facing = None);
            }
            Effect::Spent(ship) => {
                self.progress.spent.insert(*ship);
            }
            Effect::PointsLeft(ship, left) => {
                self.mark(*ship, |galley| galley.mp_left = Some(*left));
            }
            Effect::MovementEnded(ship) => self.end_movement(*ship),
            Effect::LeftTable(ship) => self.leave(*ship, Status::OffTable),
            Effect::NumbersShown(one, two) => {
                self.progress.attacked.insert(*one);
                self.show(*one);
                self.show(*two);
            }
            Effect::RanAground(ship) => self.run_aground(*ship),
            Effect::Freed(ship) => self.refloat(*ship),
            Effect::StaysAground(ship) => self.mark(*ship, |galley| galley.refloat_tried = true),
            Effect::Fouled(ships, speed) => self.stack_up(ships, *speed),
            Effect::Unfouled(ship) => self.clear(*ship),
            Effect::RammedUnder(_, target) => self.leave(*target, Status::Sunk),
            Effect::Crippled(_, target) => self.mark(*target, |galley| galley.crippled = true),
            Effect::BackedWater(ship, other) => {
                self.progress.escaped.insert((*other, *ship));
            }
            Effect::BoardingTried(ships, target) => {
                self.progress.boarders.extend(ships);
                self.mark(*target, |galley| galley.boarded_this_phase = true);
            }
            Effect::BoardingInReturnTried(ship, _) => {
                self.progress.may_counter.remove(ship);
            }
            Effect::BoardingInReturnDeclined(ship) => {
                self.progress.may_counter.remove(ship);
            }
            Effect::MayCounter(ship, boarders) => {
                self.progress.may_counter.insert(*ship, boarders.clone());
            }
            Effect::Captured(ship, side) => self.capture(*ship, *side),
            Effect::AdmiralLost(side, how) => self.lose_admiral(*side, *how),
            Effect::LineCommanderLost(ship) => {
                self.mark(*ship, |galley| galley.line_commander = false);
            }
            Effect::AdmiralAboard(side, ship) => self.carry_admiral(*side, Some(*ship)),
            Effect::AdmiralEnhanced(side, enhanced) => self.enhance(*side, *enhanced),
            Effect::Formed(shape, ships, leader) => {
                self.form_up(&self.next_formation(*shape, ships, *leader));
                self.note_set_up(self.holder_of(*leader));
            }
            Effect::LeftFormation(ship) => {
                self.leave_formation(*ship);
                self.note_set_up(self.holder_of(*ship));
            }
            Effect::OutOfRange(side, ships) => {
                self.flags[side.index()].checks_owed = Some(ships.iter().copied().collect());
            }
            Effect::CheckPassed(ship) => {
                self.progress.passed_on.insert(*ship);
            }
            Effect::CommandChecked(ship, commanded) => {
                self.progress.checked.insert(*ship);
                self.mark(*ship, |galley| galley.commanded = *commanded);
            }
            Effect::PhaseEnded => self.begin_phase(),
            Effect::Resigned(side) => {
                self.common.ending = Some(Ending::Conceded(*side));
            }
            Effect::Afloat(_)
            | Effect::PassedThrough(..)
            | Effect::RamMissed(..)
            | Effect::ShearMissed(..)
            | Effect::Caught(_)
            | Effect::Boarded(_)
            | Effect::BeatenBack(_) => {}
        }
        self.decide();
    }

    #[expect(clippy::too_many_lines, reason = "one arm for each effect")]
    fn describe(&self, effect: &Effect) -> EffectText {
        match effect {
            Effect::SpeedSet(ship, speed) => routine(speed_set(&self.called(*ship), *speed)),
            Effect::FatigueRolled(ship, held) => routine(if *held {
                message!("The rowers of {ship} hold out.", ship = self.called(*ship))
            } else {
                message!("The rowers of {ship} tire.", ship = self.called(*ship))
            }),
            Effect::FellBehind(ships) => {
                routine(message!("Out of the formation: {ships}.", ships = self.all_called(ships)))
            }
            Effect::SpeedBecame(ship, speed) => routine(speed_became(&self.called(*ship), *speed)),
            Effect::OwesDrift(ship) => {
                routine(message!("{ship} drifts: roll for her bow.", ship = self.called(*ship)))
            }
            Effect::Drifted(ship, facing) => routine(message!(
                "The bow of {ship} points {facing}.",
                ship = self.called(*ship),
                facing = facing.name()
            )),
            Effect::Veered(ship, by) => routine({
                let now = self.common.units.find(*ship).and_then(|galley| galley.facing);
                veered(&self.called(*ship), *by < 0, now.map(|facing| facing.turned(*by)))
            }),
            Effect::LeftTable(ship) => left_table(self.called(*ship), false),
            Effect::Afloat(ship) => {
                routine(message!("{ship} stays afloat.", ship = self.called(*ship)))
            }
            Effect::RanAground(ship) => {
                news(message!("{ship} runs aground and stops.", ship = self.called(*ship)))
            }
            Effect::Freed(ship) => setting(message!(
                "{ship} gets free, at speed {speed}.",
                ship = self.called(*ship),
                speed = FREED_SPEED
            )),
            Effect::StaysAground(ship) => {
                routine(message!("{ship} stays aground.", ship = self.called(*ship)))
            }
            Effect::PassedThrough(ship, other) => routine(message!(
                "{ship} passes by {other}.",
                ship = self.called(*ship),
                other = self.called(*other)
            )),
            Effect::Fouled(ships, speed) => news(fouled(self, ships, *speed)),
            Effect::Unfouled(ship) => {
                routine(message!("{ship} unfouls and leaves the hex.", ship = self.called(*ship)))
            }
            Effect::RammedUnder(ship, target) => news(message!(
                "{ship} rams {target}, who goes down.",
                ship = self.called(*ship),
                target = self.called(*target)
            )),
            Effect::RamMissed(ship, target) => setting(message!(
                "{ship} rams {target} to no effect.",
                ship = self.called(*ship),
                target = self.called(*target)
            )),
            Effect::Crippled(ship, target) => news(message!(
                "{ship} shears the oars off {target}, who is crippled.",
                ship = self.called(*ship),
                target = self.called(*target)
            )),
            Effect::ShearMissed(ship, target) => setting(message!(
                "{ship} fails to shear the oars of {target}.",
                ship = self.called(*ship),
                target = self.called(*target)
            )),
            Effect::BackedWater(ship, other) => routine(message!(
                "{ship} backs water, out of the way of {other}.",
                ship = self.called(*ship),
                other = self.called(*other)
            )),
            Effect::Caught(ship) => {
                routine(message!("{ship} does not get out of the way.", ship = self.called(*ship)))
            }
            Effect::BoardingTried(ships, target) => setting(message!(ships.len() =>
                "{ships} tries to board {target}." | "{ships} try to board {target}.",
                ships = self.all_called(ships),
                target = self.called(*target)
            )),
            Effect::BoardingInReturnTried(ship, target) => setting(message!(
                "{ship} tries to board {target} in return.",
                ship = self.called(*ship),
                target = self.called(*target)
            )),
            Effect::BoardingInReturnDeclined(ship) => {
                routine(message!("{ship} does not board in return.", ship = self.called(*ship)))
            }
            Effect::MayCounter(ship, boarders) => routine(message!(boarders.len() =>
                "{ship} may board {boarders} in return."
                | "{ship} may board one of the boarders in return: {boarders}.",
                ship = self.called(*ship),
                boarders = self.all_called(boarders)
            )),
            Effect::Boarded(ship) => routine(message!(
                "{ship} is boarded; every galley involved stops.",
                ship = self.called(*ship)
            )),
            Effect::Captured(ship, side) => news(message!(
                "{ship} is captured and now fights for {side}.",
                ship = self.called(*ship),
                side = self.side_called(*side)
            )),
            Effect::BeatenBack(ship) => setting(message!(
                "The crew of {ship} beats the boarders back.",
                ship = self.called(*ship)
            )),
            Effect::AdmiralLost(side, how) => news(admiral_lost(&self.side_called(*side), *how)),
            Effect::LineCommanderLost(ship) => {
                news(message!("The line commander of {ship} is lost.", ship = self.called(*ship)))
            }
            Effect::AdmiralAboard(side, ship) => setting(message!(
                "The admiral of {side} goes aboard {ship}.",
                side = self.side_called(*side),
                ship = self.called(*ship)
            )),
            Effect::AdmiralEnhanced(side, enhanced) => routine(if *enhanced {
                message!(
                    "The signals of {side} reach the enhanced range.",
                    side = self.side_called(*side)
                )
            } else {
                message!(
                    "The signals of {side} reach the normal range.",
                    side = self.side_called(*side)
                )
            }),
            Effect::Formed(shape, ships, leader) => routine(message!(
                "{formation} forms: {ships}.",
                formation = self.next_formation(*shape, ships, *leader).called(),
                ships = self.all_called(ships)
            )),
            Effect::LeftFormation(ship) => routine(self.formation_of(*ship).map(|formation| {
                message!(
                    "{ship} leaves {formation}.",
                    ship = self.called(*ship),
                    formation = formation.called()
                )
            })),
            Effect::OutOfRange(side, ships) => routine(if ships.is_empty() {
                message!(
                    "The admiral of {side} reaches every galley.",
                    side = self.side_called(*side)
                )
            } else {
                message!(
                    "Out of the range of the admiral of {side}: {ships}.",
                    side = self.side_called(*side),
                    ships = self.all_called(ships)
                )
            }),
            Effect::CommandChecked(ship, commanded) => {
                routine(command_text(&self.called(*ship), *commanded))
            }
            Effect::PhaseEnded => {
                routine(message!("The next phase: {phase}.", phase = self.next_phase().name()))
            }
            Effect::Resigned(side) => ending::effect_text(self, Ending::Conceded(*side)),
            Effect::UnderWay(_)
            | Effect::Spent(_)
            | Effect::PointsLeft(..)
            | Effect::MovementEnded(_)
            | Effect::NumbersShown(..)
            | Effect::CheckPassed(_) => EffectText::NONE,
        }
    }
}

impl Battle {
    fn drift(&mut self, tag: Tag, facing: Facing) {
        self.store_drift_facing(tag);
        self.mark(tag, |galley| {
            galley.drift_owed = false;
            galley.facing = Some(facing);
        });
        self.show(tag);
    }

    fn refloat(&mut self, tag: Tag) {
        self.mark(tag, |galley| {
            galley.aground = false;
            galley.refloat_tried = true;
            galley.moved = false;
            galley.mp_left = galley.mp_left.map(|_| FREED_SPEED);
        });
        self.come_to(tag, Speed::Ahead(FREED_SPEED));
    }

    fn capture(&mut self, tag: Tag, side: Side) {
        self.mark(tag, |galley| {
            galley.side = side;
            galley.status = if side == tag.side { Status::InAction } else { Status::Captured };
        });
        // A galley that is recaptured in the same phase began it on that side.
        if !self.progress.taken.remove(&tag) {
            self.progress.taken.insert(tag);
        }
    }

    /// Stores the facing of a galley that drifts because she stops, since another speed may
    /// still cancel the stop.
    fn store_drift_facing(&mut self, tag: Tag) {
        let Some(galley) = self.common.units.find(tag).filter(|_| self.phase == Phase::Speed)
        else {
            return;
        };
        self.progress.drifted_from.entry(tag).or_insert(galley.facing);
    }

    fn mark(&mut self, tag: Tag, change: impl FnOnce(&mut Galley)) {
        self.common.units.change(tag, change);
    }

    fn set_speed(&mut self, tag: Tag, speed: Speed) {
        let now = self.common.units.find(tag).map_or(speed, |galley| galley.speed);
        let began = *self.progress.began_at.entry(tag).or_insert(now);
        self.progress.assigned.insert(tag);
        // She no longer makes the stop that an earlier order in this phase had set.
        let keeps_moving = speed != Speed::STOPPED && began != Speed::STOPPED;
        let points = self.moves_now(self.holder_of(tag)).then(|| speed.points());
        let bow = self.progress.drifted_from.remove(&tag).filter(|_| keeps_moving);
        self.mark(tag, |galley| {
            galley.facing = bow.unwrap_or(galley.facing);
            galley.speed = speed;
            galley.drift_owed &= !keeps_moving;
            galley.mp_left = points;
        });
        if self.progress.shown.contains(&tag) {
            self.show(tag);
        }
    }

    fn holder_of(&self, tag: Tag) -> Side {
        self.common.units.find(tag).map_or(tag.side, |galley| galley.side)
    }

    /// Sets a speed caused by an event, which both sides see.
    fn come_to(&mut self, tag: Tag, speed: Speed) {
        self.progress.fixed(tag);
        self.mark(tag, |galley| {
            galley.speed = speed;
            if speed == Speed::STOPPED {
                galley.mp_left = galley.mp_left.map(|_| 0);
            }
        });
        self.show(tag);
    }

    fn run_aground(&mut self, tag: Tag) {
        let phase = self.phase;
        self.mark(tag, |galley| {
            galley.aground = true;
            galley.drift_owed = false;
            galley.grounded_in_phase = Some(phase);
        });
        self.come_to(tag, Speed::STOPPED);
    }

    fn stack_up(&mut self, tags: &[Tag], speed: Speed) {
        self.progress.fouled.extend(tags);
        for &tag in tags {
            self.mark(tag, |galley| {
                let others = tags.iter().filter(|other| **other != tag);
                let new: Vec<Tag> =
                    others.filter(|t| !galley.fouled_with.contains(t)).copied().collect();
                galley.fouled_with.extend(new);
            });
            self.come_to(tag, speed);
        }
    }

    fn leave(&mut self, tag: Tag, status: Status) {
        self.progress.may_counter.remove(&tag);
        self.mark(tag, |galley| {
            galley.status = status;
            galley.drift_owed = false;
            galley.mp_left = None;
        });
        self.clear(tag);
    }

    /// Frees a galley and those fouled with her from each other.
    pub(super) fn clear(&mut self, tag: Tag) {
        let others = self.common.units.find(tag).map(|galley| galley.fouled_with.clone());
        self.common.units.change(tag, |galley| galley.fouled_with.clear());
        for other in others.unwrap_or_default() {
            self.common.units.change(other, |galley| galley.fouled_with.retain(|t| *t != tag));
        }
    }

    /// Ends a galley's movement. If she went ahead, only the model shows her facing (C-21);
    /// a fouled galley stays in her hex (C-32).
    fn end_movement(&mut self, tag: Tag) {
        self.mark(tag, |galley| {
            galley.moved = true;
            galley.mp_left = galley.mp_left.map(|_| 0);
            if matches!(galley.speed, Speed::Ahead(1..)) && galley.fouled_with.is_empty() {
                galley.facing = None;
            }
        });
        self.show(tag);
    }

    fn begin_phase(&mut self) {
        let old = self.phase;
        let new = self.next_phase();
        let from_the_end = old == Phase::End;
        if let Some(mover) = old.mover() {
            let held: Vec<Tag> = self.held_by(self.side_of(mover)).map(|(tag, _)| tag).collect();
            for tag in held {
                if self.common.units.find(tag).is_some_and(|galley| !galley.moved) {
                    self.end_movement(tag);
                }
            }
        }
        self.progress.next_phase(new == Phase::Speed);
        self.phase = new;
        self.free_move = false;
        self.common.round += u32::from(from_the_end);
        for &side in Side::ALL {
            if self.check_is_due(side) {
                self.flags[side.index()].checks_owed = None;
            }
        }
        for tag in self.common.units.tags() {
            self.begin_phase_of(tag);
        }
        self.note_phase_start();
    }

    fn begin_phase_of(&mut self, tag: Tag) {
        let Some(galley) = self.common.units.find(tag) else { return };
        let turn_begins = self.phase == Phase::Speed;
        let moves = galley.in_play() && self.moves_now(galley.side);
        let begins = turn_begins || moves;
        let fresh = Galley {
            boarded_this_phase: false,
            refloat_tried: false,
            commanded: if begins { Commanded::Yes } else { galley.commanded },
            grounded_in_phase: galley.grounded_in_phase.filter(|_| !moves),
            mp_left: moves.then(|| galley.speed.points()),
            moved: galley.moved && !begins,
            ..galley.clone()
        };
        if fresh != *galley {
            self.common.units.change(tag, |galley| *galley = fresh);
        }
    }

    /// A side without a galley afloat loses at once, whatever follows.
    pub(super) fn decide(&mut self) {
        if self.decided.is_some() {
            return;
        }
        let fights = |side| self.held_by(side).any(|(_, galley)| galley.fights());
        self.decided = Winner::of_fighting([fights(Side::A), fights(Side::B)]);
    }

    /// A new formation, with its name.
    #[must_use]
    pub fn next_formation(&self, shape: Shape, ships: &[Tag], leader: Tag) -> Formation {
        let name = Formation::name_of(shape, self.next_number());
        Formation { name, shape, ships: ships.to_vec(), leader }
    }
}

fn speed_set(ship: &Message, speed: Speed) -> Message {
    match speed {
        Speed::BackingWater => message!("{ship} backs water.", ship),
        Speed::Ahead(speed) => message!("{ship} sets speed {speed}.", ship, speed),
    }
}

fn speed_became(ship: &Message, speed: Speed) -> Message {
    match speed {
        Speed::STOPPED => message!("{ship} comes to a stop.", ship),
        Speed::Ahead(speed) => message!("{ship} is now at speed {speed}.", ship, speed),
        Speed::BackingWater => message!("{ship} is now backing water.", ship),
    }
}

fn veered(ship: &Message, left: bool, facing: Option<Facing>) -> Message {
    match (left, facing.map(Facing::name)) {
        (true, None) => message!("{ship} turns one hexside to the left.", ship),
        (false, None) => message!("{ship} turns one hexside to the right.", ship),
        (true, Some(facing)) => {
            message!("{ship} turns one hexside to the left: her bow points {facing}.", ship, facing)
        }
        (false, Some(facing)) => {
            message!(
                "{ship} turns one hexside to the right: her bow points {facing}.",
                ship,
                facing
            )
        }
    }
}

fn fouled(battle: &Battle, ships: &[Tag], speed: Speed) -> Message {
    let ships = Message::joined(ships.iter().map(|tag| battle.called(*tag)), Joint::And);
    match speed {
        Speed::BackingWater => message!("{ships} foul each other, backing water.", ships),
        Speed::Ahead(speed) => message!("{ships} foul each other at speed {speed}.", ships, speed),
    }
}

fn admiral_lost(side: &Message, how: AdmiralStatus) -> Message {
    match how {
        AdmiralStatus::Captured => message!("The admiral of {side} is captured.", side),
        AdmiralStatus::OffTable => {
            message!("The admiral of {side} leaves the map with his galley.", side)
        }
        AdmiralStatus::Killed | AdmiralStatus::InAction => {
            message!("The admiral of {side} is killed.", side)
        }
    }
}

fn command_text(ship: &Message, commanded: Commanded) -> Message {
    match commanded {
        Commanded::Yes => message!("{ship} is in command.", ship),
        Commanded::HoldsCourse => {
            message!("{ship} sees no signal: no change of speed or course.", ship)
        }
        Commanded::Veered => message!(
            "{ship} misreads the signal: she turns one hexside, then keeps speed and course.",
            ship
        ),
    }
}
