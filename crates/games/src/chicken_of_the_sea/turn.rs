//! The sequence of play of Chicken of the Sea, and warnings about departures from it.

use message::{Joint, Message, message};
use rules::aim::lost_by_leaving;
use rules::common::{Side, Subject, Tag};
use rules::roster::{Rostered, list_of};
use rules::sequence::Sequence;
use rules::statement::{OrderWord as _, Stated as _};
use rules::system::Rules;

use super::orders::{Due, Order};
use super::state::{Battle, Galley};
use super::tables::{Commanded, ENTERING_SPEEDS, FULL_SPEED, Nation, Phase, Speed};

impl Sequence for Battle {
    fn phase_of_both(&self) -> Option<(u32, u8)> {
        (self.phase == Phase::Speed).then_some((self.common.round, 0))
    }

    /// Backing out of the way, and boarding in return.
    fn may_interrupt(&self, order: &Order) -> bool {
        matches!(order, Order::Avoid { .. } | Order::Counterboard { .. })
    }

    /// Warnings if an order departs from the sequence of play.
    fn warnings(&self, order: &Order) -> Vec<Message> {
        let mut out_of_sequence = Vec::from_iter(self.wrong_phase(order));
        out_of_sequence.extend(self.differs_from_the_line(order));
        match order {
            Order::SetSpeed { ship: Some(tag), speed, .. } => {
                if self.check_is_due(self.holder(*tag)) && self.owes_check(*tag) {
                    out_of_sequence.push(Battle::checks_first(*tag));
                }
                out_of_sequence.extend(self.enters_at(*tag, *speed));
            }
            Order::TransferAdmiral { from, to } => {
                let moves = |tag: &&Tag| self.progress.under_way.contains(tag);
                out_of_sequence.extend([from, to].into_iter().find(moves).map(|ship| {
                    message!("{ship} has begun to move: the flag is shifted before that", ship)
                }));
            }
            Order::Drift { ship } => {
                let owes = self.common.units.find(*ship).is_some_and(|galley| galley.drift_owed);
                if !owes && !self.progress.unknown_speeds.contains(ship) {
                    out_of_sequence.push(message!("{ship} has no drift to roll", ship));
                }
            }
            Order::Board { ships, .. } => {
                let again = ships.iter().filter(|tag| self.progress.boarders.contains(tag));
                out_of_sequence
                    .extend(again.map(|ship| message!("{ship} has boarded in this phase", ship)));
            }
            Order::CommandCheck { ship, .. } => {
                if self.progress.checked.contains(ship) {
                    out_of_sequence
                        .push(message!("{ship} has checked for command in this phase", ship));
                }
                out_of_sequence.extend(self.follows_in_line(*ship).map(|lead| {
                    message!(
                        "{ship} enters in the line, under the same orders as {lead}",
                        ship,
                        lead
                    )
                }));
            }
            Order::Form { ships, leader, .. } => {
                out_of_sequence.extend(self.not_in_step(ships, *leader));
            }
            Order::EndPhase => out_of_sequence.extend(self.still_to_do()),
            Order::SetSpeed { ship: None, .. }
            | Order::Spend { .. }
            | Order::Coast { .. }
            | Order::Refloat { .. }
            | Order::EnterOccupied { .. }
            | Order::Unfoul { .. }
            | Order::Ram { .. }
            | Order::Shear { .. }
            | Order::Avoid { .. }
            | Order::EndMove { .. }
            | Order::LeaveTable { .. }
            | Order::Counterboard { .. }
            | Order::BreakFormation { .. }
            | Order::OutOfRange { .. }
            | Order::Resign { .. } => out_of_sequence.extend(self.movement_warnings(order)),
        }
        out_of_sequence
    }

    /// Whether an order of this side ends a phase that is not its own, or comes in a phase
    /// of the other side to which it does not belong.
    fn needs_consent(&self, order: &Order, side: Side) -> bool {
        let now = self.side_now();
        match order {
            Order::EndPhase => {
                let answers = |tag: &Tag| self.holder(*tag) != side;
                now != Some(side) || self.progress.may_counter.keys().any(answers)
            }
            Order::Resign { .. } => false,
            Order::SetSpeed { .. }
            | Order::Drift { .. }
            | Order::Spend { .. }
            | Order::Coast { .. }
            | Order::Refloat { .. }
            | Order::EnterOccupied { .. }
            | Order::Unfoul { .. }
            | Order::Ram { .. }
            | Order::Shear { .. }
            | Order::Avoid { .. }
            | Order::EndMove { .. }
            | Order::LeaveTable { .. }
            | Order::Board { .. }
            | Order::Counterboard { .. }
            | Order::TransferAdmiral { .. }
            | Order::Form { .. }
            | Order::BreakFormation { .. }
            | Order::OutOfRange { .. }
            | Order::CommandCheck { .. } => {
                now == Some(side.other()) && self.wrong_phase(order).is_some()
            }
        }
    }
}

impl Battle {
    /// The phase that follows this one.
    #[must_use]
    pub fn next_phase(&self) -> Phase {
        if self.free_move { Phase::Speed } else { self.phase.next() }
    }

    /// Whether a side moves in this phase.
    pub(super) fn moves_now(&self, side: Side) -> bool {
        self.phase.mover().is_some_and(|nation| self.side_of(nation) == side)
    }

    /// Whether a side boards in this phase.
    pub(super) fn boards_now(&self, side: Side) -> bool {
        self.phase.boarder().is_some_and(|nation| self.side_of(nation) == side)
    }

    /// Whether a galley has no speed yet in the speed phase.
    pub(super) fn owes_speed(&self, tag: Tag) -> bool {
        self.phase == Phase::Speed
            && !self.progress.assigned.contains(&tag)
            && self.common.units.find(tag).is_some_and(|galley| {
                galley.fights() && (galley.commanded == Commanded::Yes || self.may_tire(tag))
            })
    }

    /// Whether she must roll to keep her speed. This includes a galley that is out of
    /// command, which can set nothing else.
    fn may_tire(&self, tag: Tag) -> bool {
        self.began_at(tag) == Speed::Ahead(FULL_SPEED)
    }

    /// The warning that a speed is set before the command check.
    fn checks_first(ship: Tag) -> Message {
        message!("{ship} must check for command before she sets a speed", ship)
    }

    /// Whether a galley has spent points without having rammed or sheared, so that a ram
    /// would now be too late (C-23).
    pub(super) fn has_set_out(&self, tag: Tag) -> bool {
        self.progress.spent.contains(&tag) && !self.progress.attacked.contains(&tag)
    }

    /// Warnings about the rules for movement points.
    fn movement_warnings(&self, order: &Order) -> Vec<Message> {
        let mut out_of_sequence = Vec::new();
        let Some(tag) = order.mover() else { return out_of_sequence };
        out_of_sequence.extend(self.out_of_command(tag));
        let Some(galley) = self.common.units.find(tag) else { return out_of_sequence };
        let ship = || self.called(tag);
        match order {
            Order::Spend { mp, .. } => {
                if galley.mp_left.is_some_and(|left| *mp > left) {
                    out_of_sequence.push(message!(
                        "{ship} exceeds her speed to catch up in her line",
                        ship = ship()
                    ));
                }
            }
            Order::EnterOccupied { .. } => {
                if galley.mp_left == Some(0) {
                    out_of_sequence.push(message!(
                        "{ship} has no movement point left to leave an occupied hex: at the end each hex holds one galley",
                        ship = ship()
                    ));
                }
            }
            Order::Ram { .. } => out_of_sequence.extend(self.rammer_warnings(tag, galley)),
            Order::LeaveTable { .. } => out_of_sequence.extend(lost_by_leaving(self, tag, false)),
            Order::EndMove { .. } => out_of_sequence.extend(Self::unspent(galley).map(|left| {
                message!(left =>
                    "{ship} has {n} movement point left"
                    | "{ship} has {n} movement points left",
                    ship = ship()
                )
            })),
            Order::SetSpeed { .. }
            | Order::Drift { .. }
            | Order::Coast { .. }
            | Order::Refloat { .. }
            | Order::Unfoul { .. }
            | Order::Shear { .. }
            | Order::Avoid { .. }
            | Order::Board { .. }
            | Order::Counterboard { .. }
            | Order::TransferAdmiral { .. }
            | Order::Form { .. }
            | Order::BreakFormation { .. }
            | Order::OutOfRange { .. }
            | Order::CommandCheck { .. }
            | Order::EndPhase
            | Order::Resign { .. } => {}
        }
        out_of_sequence
    }

    /// Warnings if a ram is announced too late, or by a crippled galley.
    fn rammer_warnings(&self, tag: Tag, galley: &Galley) -> impl Iterator<Item = Message> {
        let ship = || self.called(tag);
        let late = self.has_set_out(tag).then(|| {
            message!(
                "{ship} has spent movement points: a ram is announced before she moves",
                ship = ship()
            )
        });
        let crippled = galley.crippled.then(|| {
            message!(
                "{ship} is crippled: she moves only through a hexside beside her bow",
                ship = ship()
            )
        });
        late.into_iter().chain(crippled)
    }

    /// The movement points that a galley must still spend; a fouled galley need not spend
    /// any (C-32).
    pub(super) fn unspent(galley: &Galley) -> Option<u8> {
        let moves = !galley.moved && galley.fights() && galley.fouled_with.is_empty();
        let left = galley.mp_left.filter(|_| moves)?;
        (left > galley.speed.unspent()).then_some(left)
    }

    fn wrong_phase(&self, order: &Order) -> Option<Message> {
        let due = order.kind().phase()?;
        let side = match order.issuer() {
            Some(Subject::Unit(tag)) => self.common.units.find(tag).map(|galley| galley.side),
            Some(Subject::Side(side)) => Some(side),
            Some(Subject::Battle) | None => None,
        };
        let sets_freely = self.free_move && side.is_none_or(|side| self.moves_now(side));
        if due == Due::Speed && sets_freely {
            return None;
        }
        let quoted = |phase: Phase| message!("“{phase}”", phase = phase.name());
        let (is_now, when) = match (due, side) {
            (Due::Speed, _) => (self.phase == Phase::Speed, quoted(Phase::Speed)),
            (Due::Moves, _) if matches!(order, Order::Coast { backing: true, .. }) => {
                (self.phase.mover().is_some(), message!("a movement phase"))
            }
            (Due::Moves, Some(side)) => (self.moves_now(side), quoted(self.movement_of(side))),
            (Due::Boards, Some(side)) => {
                let returns = matches!(order, Order::Counterboard { .. });
                let side = if returns { side.other() } else { side };
                (self.boards_now(side), quoted(self.boarding_of(side)))
            }
            (Due::Check, Some(side)) => (
                self.check_is_due(side),
                Message::joined([quoted(Phase::Speed), quoted(self.movement_of(side))], Joint::Or),
            ),
            (Due::Moves | Due::Boards | Due::Check, None) => return None,
        };
        (!is_now).then(|| {
            message!(
                "this order is for {when}; the phase now is {now}",
                when,
                now = quoted(self.phase)
            )
        })
    }

    fn movement_of(&self, side: Side) -> Phase {
        match self.nation_of(side) {
            Nation::Carthage => Phase::CarthageMoves,
            Nation::Rome => Phase::RomeMoves,
        }
    }

    fn boarding_of(&self, side: Side) -> Phase {
        match self.nation_of(side) {
            Nation::Carthage => Phase::CarthageBoards,
            Nation::Rome => Phase::RomeBoards,
        }
    }

    /// Warns that the galleys of a formation have different speeds.
    fn not_in_step(&self, ships: &[Tag], leader: Tag) -> Option<Message> {
        let speed = |tag: Tag| self.common.units.find(tag).map(|galley| galley.speed);
        let differs: Vec<Tag> =
            ships.iter().copied().filter(|tag| speed(*tag) != speed(leader)).collect();
        let common = speed(leader).filter(|_| !differs.is_empty())?;
        Some(message!(
            "{ships} will also be at speed {speed}: a formation has one speed",
            ships = list_of(&differs),
            speed = common
        ))
    }

    fn out_of_command(&self, ship: Tag) -> Option<Message> {
        let galley = self.common.units.find(ship)?;
        if self.moves_now(galley.side) && self.owes_check(ship) {
            return Some(message!("{ship} must check for command before she moves", ship));
        }
        (galley.commanded != Commanded::Yes)
            .then(|| message!("{ship} is out of command and keeps her course", ship))
    }

    /// Galleys that enter in a line in the first turn: those of Rome without a hex in the
    /// fleet file, if it gives others one (Drepanum).
    pub(super) fn entering(&self) -> Vec<Tag> {
        let side = self.side_of(Nation::Rome);
        let entries = &self.setup.entries[side.index()];
        if self.common.round > 1 || entries.iter().all(|entry| entry.hex.is_empty()) {
            return Vec::new();
        }
        let line = (1u16..).zip(entries).filter(|(_, entry)| entry.hex.is_empty());
        let tags = line.map(|(number, _)| Tag { side, number });
        tags.filter(|tag| self.in_play(*tag)).collect()
    }

    /// The lead galley of the entering line, for a galley behind it. All in the line are
    /// under the same orders (Drepanum), and a commander's signals do not fail.
    pub(super) fn follows_in_line(&self, ship: Tag) -> Option<Tag> {
        let line = self.entering();
        let lead = line.first().copied().filter(|lead| self.has_commander(*lead))?;
        (lead != ship && line.contains(&ship)).then_some(lead)
    }

    /// Warns that a galley cannot enter in the line at this speed.
    fn enters_at(&self, ship: Tag, speed: Speed) -> Option<Message> {
        let [low, high] = ENTERING_SPEEDS;
        let may = matches!(speed, Speed::Ahead(points) if (low..=high).contains(&points));
        (self.entering().contains(&ship) && !may).then(|| {
            message!("{ship} enters in the line, at speed {low} or {high}", ship, low, high)
        })
    }

    /// Warns about galleys that would enter at another speed than the lead of the line.
    fn not_at_the_leads_speed(&self) -> Option<Message> {
        let line = self.entering();
        // The warning must not reveal unknown speeds.
        if line.iter().any(|tag| self.progress.unknown_speeds.contains(tag)) {
            return None;
        }
        let speed = |tag: &Tag| self.common.units.find(*tag).map(|galley| galley.speed);
        let lead = line.first().filter(|_| self.phase == Phase::Speed)?;
        let others: Vec<Tag> =
            line.iter().copied().filter(|tag| speed(tag) != speed(lead)).collect();
        let common = speed(lead).filter(|_| !others.is_empty())?;
        Some(message!(
            "the line enters at the speed of {lead}, {speed}; these have another speed: {ships}",
            lead,
            speed = common,
            ships = list_of(&others)
        ))
    }

    /// Warns that a galley of the entering line has other orders than the rest (C-34): she
    /// attacks, leaves, breaks off, forms up with some of the line, or sets another speed
    /// than the lead.
    fn differs_from_the_line(&self, order: &Order) -> Option<Message> {
        let line = self.entering();
        let (lead, last) = (line.first()?, line.last()?);
        let is_in = |tag: &Tag| lead != last && line.contains(tag);
        let ship = match order {
            Order::SetSpeed { speed, .. } => {
                let Some(Subject::Unit(tag)) = self.given_by(order) else { return None };
                let has_set = self.progress.assigned.contains(lead)
                    && !self.progress.unknown_speeds.contains(lead)
                    && self.common.units.find(*lead).is_some_and(|lead| lead.speed != *speed);
                Some(tag).filter(|tag| tag != lead && has_set)
            }
            Order::Ram { ship, .. }
            | Order::Shear { ship, .. }
            | Order::LeaveTable { ship }
            | Order::BreakFormation { ship } => Some(*ship),
            Order::Form { ships, .. } => {
                let parts = !line.iter().all(|tag| ships.contains(tag));
                ships.iter().copied().find(|tag| parts && is_in(tag))
            }
            Order::Drift { .. }
            | Order::Spend { .. }
            | Order::Coast { .. }
            | Order::Refloat { .. }
            | Order::EnterOccupied { .. }
            | Order::Unfoul { .. }
            | Order::Avoid { .. }
            | Order::EndMove { .. }
            | Order::Board { .. }
            | Order::Counterboard { .. }
            | Order::TransferAdmiral { .. }
            | Order::OutOfRange { .. }
            | Order::CommandCheck { .. }
            | Order::EndPhase
            | Order::Resign { .. } => None,
        };
        let ship = ship.filter(is_in)?;
        Some(message!(
            "{ship} has different orders from the line that enters, {lead} to {last}",
            ship,
            lead,
            last
        ))
    }

    /// What is still to do when the phase ends.
    pub(super) fn still_to_do(&self) -> Vec<Message> {
        let mut still_to_do = Vec::new();
        let mut add = |tags: Vec<Tag>, sentence_of: fn(Message) -> Message| {
            if !tags.is_empty() {
                still_to_do.push(sentence_of(list_of(&tags)));
            }
        };
        let tags = |wanted: &dyn Fn(Tag, &Galley) -> bool| -> Vec<Tag> {
            let all = self.common.units.iter().filter(|(tag, g)| g.in_play() && wanted(*tag, g));
            all.map(|(tag, _)| tag).collect()
        };
        add(tags(&|tag, _| self.owes_speed(tag)), |ships| {
            message!("these have no speed for this turn: {ships}", ships)
        });
        add(tags(&|tag, galley| self.stays_fast(tag, galley)), |ships| {
            let full = FULL_SPEED;
            message!("these stay at {full} without a roll for fatigue: {ships}", full, ships)
        });
        add(tags(&|_, galley| Self::unspent(galley).is_some()), |ships| {
            message!("these have movement points left: {ships}", ships)
        });
        add(tags(&|tag, galley| self.may_still_move(tag, galley)), |ships| {
            message!("only their own side can see whether these still move: {ships}", ships)
        });
        add(tags(&|_, galley| galley.drift_owed), |ships| {
            message!("these must still drift: {ships}", ships)
        });
        add(tags(&|tag, galley| self.check_is_due(galley.side) && self.owes_check(tag)), |ships| {
            message!("these have not checked for command: {ships}", ships)
        });
        add(self.progress.may_counter.keys().copied().collect(), |ships| {
            message!("these may still board in return: {ships}", ships)
        });
        for side in Side::ALL.iter().filter(|side| self.owes_range(**side)) {
            let admiral = self.admiral(*side).map_or("", |admiral| &admiral.name);
            still_to_do.push(message!("choose the galleys out of range of {admiral}", admiral));
        }
        still_to_do.extend(self.not_at_the_leads_speed());
        still_to_do
    }

    /// Whether a galley has not moved in this phase, and only her side may know whether she
    /// will.
    pub(super) fn may_still_move(&self, tag: Tag, galley: &Galley) -> bool {
        let waits = galley.in_play() && !galley.moved && !galley.aground;
        waits && self.moves_now(galley.side) && self.progress.unknown_speeds.contains(&tag)
    }

    /// Whether a crew stays at full speed without a fatigue roll.
    fn stays_fast(&self, tag: Tag, galley: &Galley) -> bool {
        let full = Speed::Ahead(FULL_SPEED);
        self.phase == Phase::Speed
            && galley.fights()
            && galley.speed == full
            && self.began_at(tag) == full
            && !self.progress.unknown_speeds.contains(&tag)
            && !self.progress.held_out.contains_key(&tag)
    }

    /// Whether galleys of a side check for command in this phase.
    pub(super) fn check_is_due(&self, side: Side) -> bool {
        self.phase == Phase::Speed || self.moves_now(side)
    }

    /// The side to which the phase belongs.
    pub(super) fn side_now(&self) -> Option<Side> {
        let nation: Option<Nation> = self.phase.mover().or(self.phase.boarder());
        nation.map(|nation| self.side_of(nation))
    }
}
