//! The turn card and the next step in Ancient Naval Games.

use message::{Message, message};
use rules::common::{Subject, Tag, Winner};
use rules::system::Rules;
use rules::turn_card::{
    GroupPart, NextPlan, PartialOrder, StepPlan, StepState, Turns, group_of_moves, prompt_for,
};
use rules::view::victory;

use super::orders::fields::{Activate, Move, OarStrike, Ram};
use super::orders::{Field, Order, OrderKind};
use super::state::{Battle, Ship};
use super::tables::ATTACK_COST;
use super::{Effect, Outcome};

type Step = StepPlan<Battle>;
type Given = PartialOrder<Battle>;

impl Turns for Battle {
    fn steps(&self, unit: Tag, ship: &Ship) -> Vec<Step> {
        let mut steps = vec![move_step(unit, ship)];
        let strike = Given::of(unit, OrderKind::OarStrike, message!("strike at oars"));
        let ram = Given::of(unit, OrderKind::Ram, message!("ram"));
        for (order, text) in [
            (strike, message!("Strike at an enemy’s oars, at bow or stern")),
            (ram, message!("Ram an enemy at the side or from aft")),
        ] {
            let step = Step::new(order, StepState::Open, text);
            steps.push(match no_attack(ship) {
                Some(why) => Step { state: StepState::NotNow, ..step }.because(why),
                None => step,
            });
        }
        if self.common.aims.may_leave(unit.side) {
            let order = Given::of(unit, OrderKind::LeaveTable, message!("leave the table"));
            steps.push(Step::new(
                order,
                StepState::Open,
                message!("Leave the table in good order"),
            ));
        }
        steps
    }

    /// The ship ends her turn, or her side its own once all of its ships have been activated.
    fn ends(&self, unit: Tag) -> Vec<Given> {
        let own = self.to_move == unit.side;
        let Some(ship) = self.common.units.find(unit) else { return Vec::new() };
        if !own || self.owes_morale(unit.side) || !self.fights(unit.side) {
            return Vec::new();
        }
        let finish = |text| vec![Given::of(unit, OrderKind::Finish, text)];
        match (ship.activated, self.waiting().next()) {
            (false, _) if !ship.can_still_act() => Vec::new(),
            (false, _) => finish(message!("stay where she is")),
            (true, Some(_)) if ship.can_still_act() => finish(message!("end her turn")),
            (true, Some(_)) => Vec::new(),
            (true, None) => {
                let text = message!("end the turn of the side");
                vec![PartialOrder::by(Subject::Battle, OrderKind::EndTurn, text)]
            }
        }
    }

    fn why_not_turn(&self, unit: Tag) -> Option<Message> {
        let ship = self.common.units.find(unit)?;
        if !ship.in_action() {
            return Some(message!("she is out of the battle"));
        }
        let other = self.to_move != unit.side;
        other.then(|| message!("it is the turn of {side}", side = self.side_called(self.to_move)))
    }

    fn attacks(&self, unit: Tag, target: Tag) -> Vec<(Given, Message)> {
        let other = self.common.units.find(target);
        if unit.side == target.side || !other.is_some_and(Ship::in_action) {
            return Vec::new();
        }
        let strike = Given::of(unit, OrderKind::OarStrike, message!("strike at {target}", target))
            .with(Field::OarStrike(OarStrike::target), target.to_string());
        let ram = Given::of(unit, OrderKind::Ram, message!("ram {target}", target))
            .with(Field::Ram(Ram::target), target.to_string());
        vec![
            (strike, message!("Strike at the oars of {target}", target)),
            (ram, message!("Ram {target}", target)),
        ]
    }

    fn is_good(&self, order: &Order, outcome: Outcome, _effects: &[&Effect]) -> bool {
        use rules::common::OutcomeWord as _;
        use rules::statement::Stated as _;
        match order {
            Order::Ram { .. } => outcome == Outcome::Sunk,
            Order::FirstSide
            | Order::Morale { .. }
            | Order::Activate { .. }
            | Order::Move { .. }
            | Order::OarStrike { .. }
            | Order::LeaveTable { .. }
            | Order::Finish { .. }
            | Order::EndTurn
            | Order::Cede { .. } => outcome.gain(order.kind()) > 0,
        }
    }

    /// Only the players see which ships start next to a friend.
    fn is_on_the_table(&self, field: Field) -> bool {
        matches!(
            field,
            Field::Activate(Activate::isolated)
                | Field::Move(Move::isolated)
                | Field::OarStrike(OarStrike::isolated)
                | Field::Ram(Ram::isolated)
                | Field::Morale(super::orders::fields::Morale::isolated)
        )
    }

    fn next(&self, commands: [bool; 2]) -> Vec<NextPlan<Battle>> {
        if let Some(beaten) = self.without_ships().first() {
            let side = self.side_called(*beaten);
            if !commands[beaten.index()] {
                return vec![NextPlan::message(message!(
                    "{side} has no ship left and concedes.",
                    side
                ))];
            }
            let order = Given::by(Subject::Side(*beaten), OrderKind::Cede, message!("concede"));
            return vec![NextPlan::give(message!("No ship is left. Concede: {side}", side), order)];
        }
        let side = self.to_move;
        if !commands[side.index()] {
            let side = self.side_called(side);
            return vec![NextPlan::message(message!("It is the turn of {side}.", side))];
        }
        let mut next = Vec::new();
        if self.owes_morale(side) {
            let order = Given::by(Subject::Battle, OrderKind::Morale, message!("check morale"));
            let text = prompt_for(
                self,
                side,
                commands,
                message!("Check morale: which ships are isolated?"),
            );
            next.push(NextPlan::give(text, order));
        }
        if self.waiting().next().is_some() {
            next.push(NextPlan::message(prompt_for(self, side, commands, self.who_moves())));
        }
        let order = Given::by(Subject::Battle, OrderKind::EndTurn, message!("end the turn"));
        next.push(NextPlan::give(
            message!("Every ship has moved. End the turn of side {side}", side),
            order,
        ));
        next
    }

    fn victory(&self, winner: Winner) -> Message {
        victory(self, winner, message!("Draw: neither side has a ship left."))
    }

    fn only_moves(&self, unit: Tag) -> Result<GroupPart<Battle>, Message> {
        if let Some(why) = self.why_not_turn(unit) {
            return Err(why);
        }
        match self.common.units.find(unit) {
            Some(ship) if ship.activated => Err(message!("she has begun her turn")),
            Some(ship) if ship.points_left() == 0 => Err(message!("she has no movement points")),
            Some(_) => Ok(GroupPart::Orders(vec![all_ahead(unit)])),
            None => Err(message!("she is out of the battle")),
        }
    }

    fn group_result(&self, orders: &[&Order]) -> Option<Message> {
        group_of_moves(self, orders, &[OrderKind::Move, OrderKind::Activate])
    }
}

impl Battle {
    /// Who moves next: the active ship may continue while she has points left.
    fn who_moves(&self) -> Message {
        let active = self.active.and_then(|tag| Some((tag, self.common.units.find(tag)?)));
        match active.filter(|(_, ship)| ship.can_still_act()) {
            Some((tag, _)) => {
                message!("Continue with {ship}, or choose the next ship.", ship = tag)
            }
            None => message!("Choose the ship that moves."),
        }
    }
}

/// All her points straight ahead.
fn all_ahead(unit: Tag) -> Given {
    Given::of(unit, OrderKind::Move, message!("move ahead"))
}

/// Why she cannot attack now.
fn no_attack(ship: &Ship) -> Option<Message> {
    if ship.isolated {
        Some(message!("she began isolated and may not attack"))
    } else if ship.points_left() < ATTACK_COST {
        Some(message!("she has no movement point left"))
    } else {
        None
    }
}

/// The rest of her movement.
fn move_step(unit: Tag, ship: &Ship) -> Step {
    let points = ship.points_left();
    let text = if ship.free_turn_left {
        message!(points => "Move: {n} point and a free turn" | "Move: {n} points and a free turn")
    } else {
        message!(points => "Move: {n} point" | "Move: {n} points")
    };
    let step = |state| Step::new(all_ahead(unit), state, text);
    if ship.can_still_act() {
        step(StepState::Open)
    } else if ship.activated {
        step(StepState::Done)
    } else {
        step(StepState::NotNow).because(message!("she is dead in the water"))
    }
}
