//! The turn card of a galley in a phase of Chicken of the Sea, and the next step.

use serde_json::{Value, json};

use message::{Message, message};
use rules::common::{Side, Subject, Tag, Winner};
use rules::roster::Rostered;
use rules::system::Rules;
use rules::turn_card::{
    GroupPart, NextPlan, PartialOrder, StepPlan, StepState, Turns, at_speed, group_of_moves,
    keep_speeds, prompt_for,
};
use rules::view::victory;

use super::orders::fields::{Board, Counterboard, Ram, SetSpeed, Shear};
use super::orders::{Field, Order, OrderKind};
use super::state::{Battle, Galley};
use super::tables::{Commanded, Phase, SHEAR_POINTS, Speed};
use super::{Effect, Outcome};

type Step = StepPlan<Battle>;
type Given = PartialOrder<Battle>;

impl Turns for Battle {
    fn steps(&self, unit: Tag, galley: &Galley) -> Vec<Step> {
        let mut steps = Vec::new();
        if galley.drift_owed {
            let order = Given::of(unit, OrderKind::Drift, message!("drift"));
            steps.push(Step::new(order, StepState::Owed, message!("Drift: roll for her bow")));
        }
        if self.check_is_due(galley.side) && self.owes_check(unit) {
            let order = Given::of(unit, OrderKind::CommandCheck, message!("check command"));
            steps.push(Step::new(order, StepState::Owed, message!("Check command")));
        }
        if self.phase == Phase::Speed || (self.free_move && self.moves_now(galley.side)) {
            steps.push(self.speed_step(unit, galley));
        }
        if self.moves_now(galley.side) {
            steps.extend(self.moving_steps(unit, galley));
        }
        if self.boards_now(galley.side) {
            steps.push(self.board_step(unit, galley));
        }
        if self.progress.may_counter.contains_key(&unit) {
            let order = Given::of(unit, OrderKind::Counterboard, message!("board in return"));
            steps.push(Step::new(order, StepState::Open, message!("Board in return, or decline")));
        }
        steps
    }

    fn adjacent(&self, unit: Tag) -> Vec<Tag> {
        let Some(galley) = self.common.units.find(unit) else { return Vec::new() };
        let enemy = |tag: &&Tag| {
            self.common.units.find(**tag).is_some_and(|other| other.side != galley.side)
        };
        let boarders = self.progress.may_counter.get(&unit).into_iter().flatten();
        galley.fouled_with.iter().chain(boarders).filter(enemy).copied().collect()
    }

    fn attacks(&self, unit: Tag, target: Tag) -> Vec<(Given, Message)> {
        let units = &self.common.units;
        let (Some(galley), Some(other)) = (units.find(unit), units.find(target)) else {
            return Vec::new();
        };
        if galley.side == other.side || !other.in_play() || !galley.in_play() {
            return Vec::new();
        }
        let at = target.to_string();
        let mut attacks = Vec::new();
        if self.moves_now(galley.side) && !galley.moved {
            let ram = Given::of(unit, OrderKind::Ram, message!("ram {target}", target))
                .with(Field::Ram(Ram::target), at.clone());
            attacks.push((ram, message!("Ram {target}", target)));
            let shear = Given::of(unit, OrderKind::Shear, message!("shear {target}", target))
                .with(Field::Shear(Shear::target), at.clone());
            attacks.push((shear, message!("Shear the oars of {target}", target)));
        }
        if self.boards_now(galley.side) {
            let board = Given::of(unit, OrderKind::Board, message!("board {target}", target))
                .with(Field::Board(Board::ships), json!([unit]))
                .with(Field::Board(Board::target), at.clone());
            attacks.push((board, message!("Board {target}", target)));
        }
        if self.progress.may_counter.contains_key(&unit) {
            let order =
                Given::of(unit, OrderKind::Counterboard, message!("board {target}", target))
                    .with(Field::Counterboard(Counterboard::target), at);
            attacks.push((order, message!("Board {target} in return", target)));
        }
        attacks
    }

    /// Points left after a ram do not affect its probability.
    fn changes_no_chance(&self, field: Field) -> bool {
        matches!(field, Field::Ram(Ram::mp_left))
    }

    /// A galley whose boarders got aboard has boarded, whatever the result of the fight.
    fn is_good(&self, order: &Order, outcome: Outcome, _effects: &[&Effect]) -> bool {
        use rules::common::OutcomeWord as _;
        use rules::statement::Stated as _;
        match order {
            Order::Board { .. } | Order::Counterboard { .. } => {
                matches!(outcome, Outcome::Captured | Outcome::BeatenBack)
            }
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
            | Order::TransferAdmiral { .. }
            | Order::Form { .. }
            | Order::BreakFormation { .. }
            | Order::OutOfRange { .. }
            | Order::CommandCheck { .. }
            | Order::EndPhase
            | Order::Resign { .. } => outcome.gain(order.kind()) > 0,
        }
    }

    fn next(&self, commands: [bool; 2]) -> Vec<NextPlan<Battle>> {
        if commands == [false; 2] {
            return vec![NextPlan::message(self.waiting_text())];
        }
        let mut next = self.next_due(commands);
        let end = |text| {
            let order = Given::by(Subject::Battle, OrderKind::EndPhase, message!("end the phase"));
            NextPlan::give(text, order)
        };
        let Some(side) = self.side_now() else {
            if self.phase == Phase::Speed {
                next.extend(self.next_speeds(commands));
                // Each side gets a sentence about its own galleys only.
                let own = Side::ALL.iter().copied().filter(|side| commands[side.index()]);
                next.push(end(match own.collect::<Vec<_>>()[..] {
                    [side] => {
                        let side = self.side_called(side);
                        message!("Every galley of {side} has her speed. Ready", side)
                    }
                    _ => message!("Every galley has her speed. Ready"),
                }));
            } else {
                next.extend(self.next_drift_of_others(commands));
                next.push(end(message!("Begin turn {turn}", turn = self.common.round + 1)));
            }
            return next;
        };
        next.extend(self.next_drift_of_others(commands));
        next.extend(self.next_in_return(commands));
        let own = commands[side.index()];
        if self.phase.boarder().is_some() {
            next.push(if own {
                let text = message!("Choose a galley beside an enemy, or end boarding.");
                end(prompt_for(self, side, commands, text))
            } else {
                NextPlan::message(self.waiting_text())
            });
            return next;
        }
        if !own {
            next.push(NextPlan::message(self.waiting_text()));
            return next;
        }
        next.extend(self.next_moves_to_end(side));
        next.extend(self.next_hidden_move(side, commands));
        if self.held_by(side).any(|(tag, galley)| self.is_to_move(tag, galley)) {
            next.push(NextPlan::message(prompt_for(
                self,
                side,
                commands,
                self.choice_prompt(side),
            )));
        }
        let text = if self.free_move {
            message!("Set speeds and move, or end the free move.")
        } else {
            message!("Every galley has moved. End the movement")
        };
        next.push(end(prompt_for(self, side, commands, text)));
        next
    }

    fn victory(&self, winner: Winner) -> Message {
        victory(self, winner, message!("Draw: neither side has a galley afloat."))
    }

    fn only_moves(&self, unit: Tag) -> Result<GroupPart<Battle>, Message> {
        let galley = self.galley_in_play(unit)?;
        if !self.moves_now(galley.side) {
            return Err(message!("her side is not moving now"));
        }
        if self.is_to_move(unit, galley) {
            return Ok(GroupPart::Turn);
        }
        Err(if galley.moved { message!("she has moved") } else { message!("she does not move") })
    }

    fn sets_speed(&self, unit: Tag, speed: Option<&Value>) -> Result<GroupPart<Battle>, Message> {
        let galley = self.galley_in_play(unit)?;
        let speed = speed.cloned().unwrap_or_else(|| json!(self.began_at(unit)));
        if self.phase != Phase::Speed && !(self.free_move && self.moves_now(galley.side)) {
            return Err(message!("this is not the speed phase"));
        }
        if let Some(formation) = self.formation_of(unit).filter(|one| one.leader != unit) {
            return Err(message!(
                "{leader} sets the speed of her formation",
                leader = formation.leader
            ));
        }
        Ok(GroupPart::Orders(vec![set_speed(unit).with(Field::SetSpeed(SetSpeed::speed), speed)]))
    }

    fn result(&self, kind: OrderKind, outcome: Outcome, _effects: &[&Effect]) -> Option<Message> {
        use rules::keyword::Keyword as _;
        match (kind, outcome) {
            (OrderKind::SetSpeed, Outcome::Set) => Some(message!("holds out")),
            (_, Outcome::Done) => None,
            _ => Some(Message::slug(outcome.word())),
        }
    }

    fn group_result(&self, orders: &[&Order]) -> Option<Message> {
        let set = |order: &&Order| {
            let Order::SetSpeed { ship: Some(ship), speed, .. } = order else { return None };
            Some((*ship, *speed))
        };
        let speeds: Option<Vec<(Tag, Speed)>> = orders.iter().map(set).collect();
        let Some(speeds) = speeds else {
            return group_of_moves(self, orders, &[OrderKind::EndMove, OrderKind::Spend]);
        };
        let galleys = speeds.len();
        let first = speeds.first().map(|(_, speed)| *speed)?;
        if speeds.iter().all(|(_, speed)| *speed == first) {
            return Some(at_speed(galleys, Some(&json!(first))));
        }
        if speeds.iter().all(|(galley, speed)| self.began_at(*galley) == *speed) {
            return Some(keep_speeds(galleys));
        }
        Some(message!(galleys => "{n} galley sets its speed." | "{n} galleys set their speeds."))
    }
}

fn no_points() -> Message {
    message!("she has no movement points left")
}

fn set_speed(unit: Tag) -> Given {
    Given::of(unit, OrderKind::SetSpeed, message!("set her speed"))
        .with(Field::SetSpeed(SetSpeed::ship), unit.to_string())
}

impl Battle {
    /// The end of movement for each galley of a side that has begun to move.
    fn next_moves_to_end(&self, side: Side) -> Vec<NextPlan<Battle>> {
        let to_move = self.held_by(side).filter(|(tag, galley)| self.is_to_move(*tag, galley));
        let set_out =
            |tag: &Tag| self.progress.spent.contains(tag) || self.progress.attacked.contains(tag);
        let plan = |(tag, galley)| {
            let ship = self.called(tag);
            if Self::unspent(galley).is_some() {
                let text = message!("{ship}: spend the points left", ship);
                return NextPlan::give(text, Given::of(tag, OrderKind::Spend, Message::default()));
            }
            let text = message!("{ship}: end her move", ship);
            NextPlan::give(text, Given::of(tag, OrderKind::EndMove, message!("end her move")))
        };
        to_move.filter(|(tag, _)| set_out(tag)).map(plan).collect()
    }

    fn galley_in_play(&self, unit: Tag) -> Result<&Galley, Message> {
        let galley = self.common.units.find(unit).filter(|galley| galley.in_play());
        galley.ok_or_else(|| message!("she is out of the battle"))
    }

    /// Whether she has a movement to finish in this phase.
    fn is_to_move(&self, tag: Tag, galley: &Galley) -> bool {
        let free = self.moves_now(galley.side) && !galley.moved && galley.in_play();
        free && !galley.aground
            && galley.speed != Speed::STOPPED
            && !self.progress.unknown_speeds.contains(&tag)
    }

    /// The next step if a galley has not moved and only her side may know whether she
    /// will.
    fn next_hidden_move(&self, side: Side, commands: [bool; 2]) -> Option<NextPlan<Battle>> {
        self.held_by(side).find(|(tag, galley)| self.may_still_move(*tag, galley))?;
        let text = message!("Show your secrets, then choose the galley that moves.");
        Some(NextPlan::message(prompt_for(self, side, commands, text)))
    }

    /// The step that sets the speed for this turn, at first the present one.
    fn speed_step(&self, unit: Tag, galley: &Galley) -> Step {
        let brief = message!("speed stays {speed}", speed = galley.speed.to_choose());
        let order = Given { brief, ..set_speed(unit) };
        let step = |state| Step::new(order, state, message!("Set her speed for this turn"));
        match self.formation_of(unit).filter(|formation| formation.leader != unit) {
            Some(formation) => step(StepState::NotNow).because(message!(
                "{leader} sets the speed of her formation",
                leader = formation.leader
            )),
            None if self.owes_speed(unit) => step(StepState::Owed),
            None if self.progress.assigned.contains(&unit) => step(StepState::Done),
            None => step(StepState::Open),
        }
    }

    /// What she can do in the movement of her side.
    fn moving_steps(&self, unit: Tag, galley: &Galley) -> Vec<Step> {
        let mut steps = Vec::new();
        let mut add = |kind, brief: Message, state, text| {
            steps.push(Step::new(Given::of(unit, kind, brief), state, text));
        };
        if galley.aground {
            let tried = galley.refloat_tried || galley.grounded_in_phase.is_some();
            let state = if tried { StepState::Done } else { StepState::Open };
            add(
                OrderKind::Refloat,
                message!("get free"),
                state,
                message!("Try to get off the ground"),
            );
            return steps;
        }
        let open = if galley.moved { StepState::Skipped } else { StepState::Open };
        if !galley.fouled_with.is_empty() {
            add(
                OrderKind::Unfoul,
                message!("leave the hex"),
                open,
                message!("Unfoul and leave the hex"),
            );
        }
        let goes = galley.speed != Speed::STOPPED;
        if goes && galley.commanded == Commanded::Yes {
            steps.extend(self.attack_steps(unit, galley, open));
        }
        if goes {
            steps.push(Self::spend_step(unit, galley, open));
        }
        let mut add = |kind, brief: Message, state, text| {
            steps.push(Step::new(Given::of(unit, kind, brief), state, text));
        };
        if goes {
            add(
                OrderKind::Coast,
                message!("enter a coast hex"),
                open,
                message!("Enter a coast hex"),
            );
            let text = message!("Enter a hex with another galley");
            add(OrderKind::EnterOccupied, message!("enter a hex"), open, text);
        }
        let state = match (galley.moved, self.is_to_move(unit, galley)) {
            (true, _) => StepState::Done,
            (false, true) => StepState::Owed,
            (false, false) => StepState::Open,
        };
        add(OrderKind::EndMove, message!("end her move"), state, message!("End her move"));
        if self.common.aims.may_leave(galley.side) {
            add(
                OrderKind::LeaveTable,
                message!("leave the map"),
                open,
                message!("Leave the map in good order"),
            );
        }
        steps
    }

    /// Her attacks, which take movement points.
    fn attack_steps(&self, unit: Tag, galley: &Galley, open: StepState) -> [Step; 2] {
        let points = galley.mp_left.unwrap_or(galley.points());
        // Without a point she is still carried into the hex of her target, once.
        let rams = points > 0 || !self.progress.attacked.contains(&unit);
        let step = |kind, brief, text, able: bool, why: Message| {
            let step = Step::new(Given::of(unit, kind, brief), open, text);
            if able || open != StepState::Open {
                return step;
            }
            Step { state: StepState::NotNow, ..step }.because(why)
        };
        let shears = points >= SHEAR_POINTS;
        let too_few = message!("a shear takes {cost} movement points", cost = SHEAR_POINTS);
        [
            step(OrderKind::Ram, message!("ram"), message!("Ram an enemy"), rams, no_points()),
            step(
                OrderKind::Shear,
                message!("shear"),
                message!("Shear an enemy’s oars"),
                shears,
                too_few,
            ),
        ]
    }

    /// Her movement. All points must be spent, so *Done* spends the rest of them.
    fn spend_step(unit: Tag, galley: &Galley, open: StepState) -> Step {
        let points = galley.mp_left.unwrap_or(galley.points());
        let text = message!(points => "Spend up to {n} movement point" | "Spend up to {n} movement points");
        let step = Step::new(Given::of(unit, OrderKind::Spend, Message::default()), open, text);
        if open != StepState::Open {
            return step;
        }
        if points == 0 {
            return Step { state: StepState::NotNow, ..step }.because(no_points());
        }
        let is_owed = Self::unspent(galley).is_some();
        Step { state: if is_owed { StepState::Owed } else { open }, ..step }
    }

    fn board_step(&self, unit: Tag, galley: &Galley) -> Step {
        let order = Given::of(unit, OrderKind::Board, message!("board"))
            .with(Field::Board(Board::ships), json!([unit]));
        let step = |state| Step::new(order, state, message!("Board an enemy beside her"));
        if self.progress.boarders.contains(&unit) {
            step(StepState::Done)
        } else if !galley.fouled_with.is_empty() {
            step(StepState::NotNow).because(message!("she is fouled"))
        } else if self.progress.taken.contains(&unit) {
            step(StepState::NotNow).because(message!("she was captured in this phase"))
        } else {
            step(StepState::Open)
        }
    }

    /// A sentence about this phase, for a viewer who has nothing to do in it.
    fn waiting_text(&self) -> Message {
        match self.side_now().map(|side| self.side_called(side)) {
            Some(side) if self.phase.boarder().is_some() => message!("{side} may board.", side),
            Some(side) => message!("{side} moves.", side),
            None if self.phase == Phase::Speed => message!("Both sides set their speeds."),
            None => message!("Turn {turn} is over.", turn = self.common.round),
        }
    }

    /// The next steps in any phase: required drifts and checks.
    fn next_due(&self, commands: [bool; 2]) -> Vec<NextPlan<Battle>> {
        let mut next = Vec::new();
        let own = |side: Side| commands[side.index()];
        for (tag, galley) in self.common.units.iter().filter(|(_, galley)| galley.in_play()) {
            if galley.drift_owed && own(galley.side) {
                let order = Given::of(tag, OrderKind::Drift, message!("drift"));
                next.push(NextPlan::give(
                    message!("{ship}: drift", ship = self.called(tag)),
                    order,
                ));
            }
        }
        for side in Side::ALL.iter().copied().filter(|side| own(*side) && self.owes_range(*side)) {
            let admiral = self.admiral(side).map_or("", |admiral| &admiral.name);
            let text = message!("Who is out of the range of {admiral}?", admiral);
            let order =
                Given::by(Subject::Side(side), OrderKind::OutOfRange, message!("out of range"));
            next.push(NextPlan::give(text, order));
        }
        for (tag, galley) in self.common.units.iter().filter(|(_, galley)| galley.in_play()) {
            if own(galley.side) && self.check_is_due(galley.side) && self.owes_check(tag) {
                let order = Given::of(tag, OrderKind::CommandCheck, message!("check command"));
                let text = message!("{ship}: check command", ship = self.called(tag));
                next.push(NextPlan::give(text, order));
            }
        }
        next
    }

    /// The next steps while speeds are to be set.
    fn next_speeds(&self, commands: [bool; 2]) -> Vec<NextPlan<Battle>> {
        let leads = |tag: Tag| self.formation_of(tag).is_none_or(|one| one.leader == tag);
        let owing = self.common.units.iter().filter(|(tag, galley)| {
            commands[galley.side.index()] && self.owes_speed(*tag) && leads(*tag)
        });
        let plan = |(tag, _): (Tag, &Galley)| {
            NextPlan::give(message!("{ship}: set speed", ship = self.called(tag)), set_speed(tag))
        };
        owing.map(plan).collect()
    }

    /// The prompt to choose the galley that moves. Galleys that enter in one line have no
    /// choice.
    fn choice_prompt(&self, side: Side) -> Message {
        let line = self.entering();
        match (line.first(), line.last()) {
            (Some(first), Some(last)) if first.side == side => message!(
                "Choose the galley that moves. {first} to {last} enter in one line, at one speed and under the same orders.",
                first,
                last
            ),
            (Some(_) | None, _) => message!("Choose the galley that moves."),
        }
    }

    /// The next step if a galley of the other side drifts before the phase ends. While
    /// speeds are set, that is secret.
    fn next_drift_of_others(&self, commands: [bool; 2]) -> Option<NextPlan<Battle>> {
        let drifts = |galley: &Galley| {
            galley.in_play() && galley.drift_owed && !commands[galley.side.index()]
        };
        let (tag, _) = self.common.units.iter().find(|(_, galley)| drifts(galley))?;
        Some(NextPlan::message(message!("Waiting: {ship} drifts first.", ship = self.called(tag))))
    }

    /// The next step if a boarding in return is to be decided before the phase continues.
    fn next_in_return(&self, commands: [bool; 2]) -> Option<NextPlan<Battle>> {
        let tag = *self.progress.may_counter.keys().next()?;
        let side = self.common.units.find(tag)?.side;
        let ship = self.called(tag);
        Some(if commands[side.index()] {
            NextPlan::message(message!("{ship}: board in return, or decline.", ship)).about(tag)
        } else {
            NextPlan::message(message!("Waiting: {ship} may board in return.", ship))
        })
    }
}
