//! What the orders of Chicken of the Sea do to the battle, and how it is told.

use message::{Joint, Message, message};
use rules::common::{Side, Tag, Winner};
use rules::effect_text::{EffectText, left_table, news, routine, setting};
use rules::effects::effects;
use rules::ending::{self, Ending};
use rules::roster::Rostered;
use rules::system::Rules;

use super::state::{AdmiralStatus, Battle, Formation, Galley, Status};
use super::tables::{Commanded, FREED_SPEED, Facing, Phase, Shape, Speed};

effects! {
    /// What an order does to the battle.
    pub enum Effect of battle: Battle {
        /// She has a speed marker for the turn.
        SpeedSet(ship: Tag, speed: Speed)
            does battle.set_speed(*ship, *speed),
            told routine(speed_set(ship.name, *speed));
        /// A fatigue roll in this phase; true if the crew held out.
        FatigueRolled(ship: Tag, held: bool)
            does battle.progress.held_out.insert(*ship, *held),
            told routine(if *held {
                message!("The rowers of {ship} hold out.", ship)
            } else {
                message!("The rowers of {ship} tire.", ship)
            });
        /// Tired crews leave their formation.
        FellBehind(ships: Vec<Tag>)
            does battle.fall_behind(ships),
            told routine(message!("Out of the formation: {ships}.", ships));
        /// Events changed her speed, and both sides see it.
        SpeedBecame(ship: Tag, speed: Speed)
            does battle.come_to(*ship, *speed),
            told routine(speed_became(ship.name, *speed));
        /// She is crippled and at a stop, so she must drift.
        OwesDrift(ship: Tag)
            does battle.mark(*ship, |galley| galley.drift_owed = true),
            told routine(message!("{ship} drifts: roll for her bow.", ship));
        /// Her bow now points to this hexside.
        Drifted(ship: Tag, facing: Facing)
            does battle.drift(*ship, *facing),
            told routine(message!(
                "The bow of {ship} points {facing}.", ship, facing = facing.name()
            ));
        /// She turns this many hexsides to the right; negative is to the left.
        Veered(ship: Tag, by: i8)
            does battle.mark(*ship, |galley| {
                galley.facing = galley.facing.map(|facing| facing.turned(*by));
            }),
            told routine({
                let now = battle.common.units.find(*ship).and_then(|galley| galley.facing);
                veered(ship.name, *by < 0, now.map(|facing| facing.turned(*by)))
            });
        /// She has begun to move.
        UnderWay(ship: Tag)
            does {
                battle.progress.under_way.insert(*ship);
                battle.mark(*ship, |galley| galley.facing = None);
            },
            told EffectText::UNSAID;
        /// She has spent points for hexes and turns.
        Spent(ship: Tag) does battle.progress.spent.insert(*ship), told EffectText::UNSAID;
        /// She has these movement points left.
        PointsLeft(ship: Tag, left: u8)
            does battle.mark(*ship, |galley| galley.mp_left = Some(*left)),
            told EffectText::UNSAID;
        /// She has finished her movement; both sides see her speed.
        MovementEnded(ship: Tag) does battle.end_movement(*ship), told EffectText::UNSAID;
        /// She left the map in good order.
        LeftTable(ship: Tag)
            does battle.leave(*ship, Status::OffTable),
            told left_table(ship, false);
        /// Both ram numbers were said, and with them both speeds.
        NumbersShown(one: Tag, two: Tag)
            does {
                battle.progress.attacked.insert(*one);
                battle.show(*one);
                battle.show(*two);
            },
            told EffectText::UNSAID;
        /// She has entered a coast hex and stays afloat.
        Afloat(ship: Tag) told routine(message!("{ship} stays afloat.", ship));
        /// She ran aground.
        RanAground(ship: Tag)
            does battle.run_aground(*ship),
            told news(message!("{ship} runs aground and stops.", ship));
        /// She got off the ground.
        Freed(ship: Tag)
            does battle.get_free(*ship),
            told setting(message!("{ship} gets free, at speed {speed}.", ship, speed = FREED_SPEED));
        /// She tried to get off the ground and failed.
        StaysAground(ship: Tag)
            does battle.mark(*ship, |galley| galley.refloat_tried = true),
            told routine(message!("{ship} stays aground.", ship));
        /// The first went through the hex of the second without fouling her.
        PassedThrough(ship: Tag, other: Tag)
            told routine(message!("{ship} passes by {other}.", ship, other));
        /// These are fouled in one hex, all at this speed.
        Fouled(ships: Vec<Tag>, speed: Speed)
            does battle.stack_up(ships, *speed),
            told news(fouled(battle, &ships, *speed));
        /// She left those that she was fouled with.
        Unfouled(ship: Tag)
            does battle.clear(*ship),
            told routine(message!("{ship} gets clear of those she was fouled with.", ship));
        /// The first rammed the second, and she went down.
        RammedUnder(ship: Tag, target: Tag)
            does battle.leave(*target, Status::Sunk),
            told news(message!("{ship} rams {target}, who goes down.", ship, target));
        /// The ram of the first missed the second.
        RamMissed(ship: Tag, target: Tag)
            told setting(message!("{ship} rams {target} to no effect.", ship, target));
        /// The first sheared off oars of the second.
        Crippled(ship: Tag, target: Tag)
            does battle.mark(*target, |galley| galley.crippled = true),
            told news(message!("{ship} shears the oars off {target}, who is crippled.", ship, target));
        /// The shear of the first missed the second's oars.
        ShearMissed(ship: Tag, target: Tag)
            told setting(message!("{ship} fails to shear the oars of {target}.", ship, target));
        /// The first backed away from the attack of the second.
        BackedWater(ship: Tag, other: Tag)
            does battle.progress.escaped.insert((*other, *ship)),
            told routine(message!("{ship} backs water, out of the way of {other}.", ship, other));
        /// She tried to back out of the way of an attack, and failed.
        Caught(ship: Tag) told routine(message!("{ship} does not get out of the way.", ship));
        /// These tried to board the last one.
        BoardingTried(ships: Vec<Tag>, target: Tag)
            does {
                battle.progress.boarders.extend(ships);
                battle.mark(*target, |galley| galley.boarded_this_phase = true);
            },
            told setting(message!(ships.len() =>
                "{ships} tries to board {target}." | "{ships} try to board {target}.",
                ships, target
            ));
        /// The first boards the second, one of her boarders, in return.
        BoardingAnswered(ship: Tag, target: Tag)
            does battle.progress.may_counter.remove(ship),
            told setting(message!("{ship} tries to board {target} in return.", ship, target));
        /// She lets it be, and does not board in return (C-35).
        BoardingUnanswered(ship: Tag)
            does battle.progress.may_counter.remove(ship),
            told routine(message!("{ship} does not board in return.", ship));
        /// She may board one of these in return.
        MayCounter(ship: Tag, boarders: Vec<Tag>)
            does battle.progress.may_counter.insert(*ship, boarders.clone()),
            told routine(message!(boarders.len() =>
                "{ship} may board {boarders} in return."
                | "{ship} may board one of the boarders in return: {boarders}.",
                ship, boarders
            ));
        /// The grapples hold: the boarders fight her crew hand to hand.
        Boarded(ship: Tag)
            told routine(message!("{ship} is boarded; every galley involved stops.", ship));
        /// She is captured by this side.
        Captured(ship: Tag, side: Side)
            does battle.capture(*ship, *side),
            told news(message!("{ship} is captured and now fights for {side}.", ship, side));
        /// Her crew has driven the boarders back.
        BeatenBack(ship: Tag)
            told setting(message!("The crew of {ship} beats the boarders back.", ship));
        /// The admiral of a side is lost.
        AdmiralLost(side: Side, how: AdmiralStatus)
            does battle.lose_admiral(*side, *how),
            told news(admiral_lost(side.name, *how));
        /// The line commander aboard is lost.
        LineCommanderLost(ship: Tag)
            does battle.mark(*ship, |galley| galley.line_commander = false),
            told news(message!("The line commander of {ship} is lost.", ship));
        /// The admiral of a side went aboard.
        AdmiralAboard(side: Side, ship: Tag)
            does battle.carry_admiral(*side, Some(*ship)),
            told setting(message!("The admiral of {side} goes aboard {ship}.", side, ship));
        /// Whether the admiral's signals reach farther now.
        AdmiralEnhanced(side: Side, enhanced: bool)
            does battle.enhance(*side, *enhanced),
            told routine(if *enhanced {
                message!("The signals of {side} reach the enhanced range.", side)
            } else {
                message!("The signals of {side} reach the normal range.", side)
            });
        /// These galleys are a formation, under the marker of the last one.
        Formed(shape: Shape, ships: Vec<Tag>, leader: Tag)
            does {
                battle.form_up(&battle.next_formation(*shape, ships, *leader));
                battle.muster_set_up(battle.holder_of(*leader));
            },
            told routine(message!(
                "{formation} forms: {ships}.",
                formation = battle.next_formation(*shape, &ships, *leader).called(), ships
            ));
        /// She leaves her formation.
        LeftFormation(ship: Tag)
            does {
                battle.leave_formation(*ship);
                battle.muster_set_up(battle.holder_of(*ship));
            },
            told routine(battle.formation_of(*ship).map(|formation| {
                message!("{ship} leaves {formation}.", ship, formation = formation.called())
            }));
        /// These are out of range of their side's admiral in this phase.
        OutOfRange(side: Side, ships: Vec<Tag>)
            does {
                battle.flags[side.index()].checks_owed = Some(ships.iter().copied().collect());
            },
            told routine(if ships.is_empty() {
                message!("The admiral of {side} reaches every galley.", side)
            } else {
                message!("Out of the range of the admiral of {side}: {ships}.", side, ships)
            });
        /// The check of her column comes to her.
        CheckPassed(ship: Tag) does battle.progress.passed_on.insert(*ship), told EffectText::UNSAID;
        /// The result of her command check.
        CommandTold(ship: Tag, told: Commanded)
            does {
                battle.progress.checked.insert(*ship);
                battle.mark(*ship, |galley| galley.commanded = *told);
            },
            told routine(command_told(ship.name, *told));
        /// The next phase begins.
        PhaseEnded
            does battle.begin_phase(),
            told routine(message!("The next phase: {phase}.", phase = battle.next_phase().name()));
        /// This side conceded.
        Resigned(side: Side)
            does battle.common.ending = Some(Ending::Conceded(*side)),
            told ending::tale(battle, Ending::Conceded(*side));
    }
}

impl Battle {
    fn drift(&mut self, tag: Tag, facing: Facing) {
        self.remember_her_bow(tag);
        self.mark(tag, |galley| {
            galley.drift_owed = false;
            galley.facing = Some(facing);
        });
        self.show(tag);
    }

    fn get_free(&mut self, tag: Tag) {
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
        // One that is taken back in the same phase began it on that side.
        if !self.progress.taken.remove(&tag) {
            self.progress.taken.insert(tag);
        }
    }

    /// Keeps how a galley's bow lay, while another speed may still take back the
    /// stop that she drifts for.
    fn remember_her_bow(&mut self, tag: Tag) {
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
        // She no longer comes to the stop that an earlier order in this phase
        // had set.
        let goes_on = speed != Speed::STOPPED && began != Speed::STOPPED;
        let points = self.moves_now(self.holder_of(tag)).then(|| speed.points());
        let bow = self.progress.drifted_from.remove(&tag).filter(|_| goes_on);
        self.mark(tag, |galley| {
            galley.facing = bow.unwrap_or(galley.facing);
            galley.speed = speed;
            galley.drift_owed &= !goes_on;
            galley.mp_left = points;
        });
        if self.progress.shown.contains(&tag) {
            self.show(tag);
        }
    }

    fn holder_of(&self, tag: Tag) -> Side {
        self.common.units.find(tag).map_or(tag.side, |galley| galley.side)
    }

    /// A speed that events cause, which both sides see.
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

    /// Frees a galley, and those that are fouled with her, from each other.
    pub(super) fn clear(&mut self, tag: Tag) {
        let others = self.common.units.find(tag).map(|galley| galley.fouled_with.clone());
        self.common.units.change(tag, |galley| galley.fouled_with.clear());
        for other in others.unwrap_or_default() {
            self.common.units.change(other, |galley| galley.fouled_with.retain(|t| *t != tag));
        }
    }

    /// Ends a galley's movement. If she went ahead, only the model shows where
    /// her bow points (C-21); a fouled one stays in her hex (C-32).
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
        self.call_muster();
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

    /// As soon as a side has no galley afloat, the other has won, whatever
    /// follows.
    pub(super) fn decide(&mut self) {
        if self.decided.is_some() {
            return;
        }
        let fights = |side| self.held_by(side).any(|(_, galley)| galley.fights());
        self.decided = Winner::standing([fights(Side::A), fights(Side::B)]);
    }

    /// A new formation, with the name that it gets.
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
        AdmiralStatus::OffTable => message!("The admiral of {side} leaves with her.", side),
        AdmiralStatus::Killed | AdmiralStatus::InAction => {
            message!("The admiral of {side} is killed.", side)
        }
    }
}

fn command_told(ship: &Message, told: Commanded) -> Message {
    match told {
        Commanded::Yes => message!("{ship} is in command.", ship),
        Commanded::HoldsCourse => {
            message!("{ship} sees no signal: no change of speed or course.", ship)
        }
        Commanded::Veered => message!(
            "{ship} mistakes the signal: she turns one hexside, then keeps speed and course.",
            ship
        ),
    }
}
