//! The turn card of a ship in a phase of Fast Play Salamis, and the next step.

use message::{Message, message};
use rules::common::{Subject, Tag, Winner};
use rules::system::Rules;
use rules::turn_card::{GroupPart, NextPlan, PartialOrder, StepPlan, StepState, Turns, prompt_for};
use rules::view::victory;

use super::orders::fields::{Board, Bows, HandToHand, Ram};
use super::orders::{Field, Order, OrderKind};
use super::state::{Battle, Phase, Ship};
use super::turn::name_of;
use super::{Effect, Outcome};

type Step = StepPlan<Battle>;
type Given = PartialOrder<Battle>;

impl Turns for Battle {
    fn steps(&self, unit: Tag, ship: &Ship) -> Vec<Step> {
        let mut steps = Vec::new();
        if unit.side == self.to_move {
            steps.extend(self.breakaway_step(unit, ship));
            if self.common.aims.may_leave(unit.side) && self.phase == Phase::Movement {
                let order = Given::of(unit, OrderKind::LeaveTable, message!("leave the table"));
                steps.push(Step::new(
                    order,
                    StepState::Open,
                    message!("Leave the table in good order"),
                ));
            }
            steps.push(self.ram_step(unit, ship));
        } else if self.phase == Phase::Movement {
            steps.push(bows_step(unit, ship));
        }
        steps.extend(self.boarding_steps(unit));
        steps.extend(self.fight_steps(unit));
        steps
    }

    fn adjacent(&self, unit: Tag) -> Vec<Tag> {
        let ship = self.common.units.find(unit);
        ship.map(|ship| ship.in_contact_with.clone()).unwrap_or_default()
    }

    fn attacks(&self, unit: Tag, target: Tag) -> Vec<(Given, Message)> {
        let units = &self.common.units;
        let (Some(ship), Some(other)) = (units.find(unit), units.find(target)) else {
            return Vec::new();
        };
        if unit.side == target.side || !other.in_action() || !ship.in_action() {
            return Vec::new();
        }
        let mut attacks = Vec::new();
        if unit.side != self.to_move && self.phase == Phase::Movement {
            let order = Given::of(unit, OrderKind::Bows, message!("shoot at {target}", target))
                .with(Field::Bows(Bows::target), target.to_string());
            attacks.push((order, message!("Stop! Shoot at {target}", target)));
        }
        let can_ram = ship.can_ram() && self.rams_again(unit).is_none();
        if unit.side == self.to_move && self.phase != Phase::HandToHand && can_ram {
            let order = Given::of(unit, OrderKind::Ram, message!("ram {target}", target))
                .with(Field::Ram(Ram::target), target.to_string());
            attacks.push((order, message!("Ram {target}", target)));
        }
        if self.phase == Phase::Ram && self.attempts_to_come().contains(&(unit, target)) {
            let order = board(unit, target);
            attacks.push((order, message!("Try to board {target}", target)));
        }
        if self.fights_owed_now().any(|fight| fight == (unit, target)) {
            attacks.push((fight(unit, target), message!("Fight on the deck of {target}", target)));
        }
        attacks
    }

    /// At least one hit, with bows or in a fight.
    fn is_good(&self, order: &Order, outcome: Outcome, effects: &[&Effect]) -> bool {
        use rules::common::OutcomeWord as _;
        use rules::statement::Stated as _;
        match order {
            Order::Bows { .. } | Order::HandToHand { .. } => {
                effects.iter().any(|effect| matches!(effect, Effect::Hit(_, 1..)))
            }
            Order::FirstSide
            | Order::Breakaway { .. }
            | Order::Ram { .. }
            | Order::Board { .. }
            | Order::LeaveTable { .. }
            | Order::EndPhase
            | Order::Concede { .. } => outcome.gain(order.kind()) > 0,
        }
    }

    fn next(&self, commands: [bool; 2]) -> Vec<NextPlan<Battle>> {
        let mover = self.to_move;
        let may = |tag: Tag| commands[tag.side.index()];
        if commands == [false; 2] {
            let (side, phase) = (self.side_called(mover), name_of(self.phase));
            return vec![NextPlan::message(message!(
                "It is the turn of {side}: {phase}.",
                side,
                phase
            ))];
        }
        if let Some(attempt) = self.next_attempt(commands) {
            return vec![attempt];
        }
        let mut next = Vec::new();
        for (by, on) in self.fights_owed_now() {
            let (ship, enemy) = (self.called(by), self.called(on));
            if may(by) {
                let text = message!("{ship}: fight on the deck of {enemy}", ship, enemy);
                next.push(NextPlan::give(text, fight(by, on)));
            } else {
                next.push(NextPlan::message(message!(
                    "Waiting for the fight of {ship} on the deck of {enemy}.",
                    ship,
                    enemy
                )));
            }
        }
        if !commands[mover.index()] {
            let shooters = self.phase == Phase::Movement && self.shooters().next().is_some();
            let side = self.side_called(mover);
            if shooters {
                next.push(NextPlan::message(message!("Call “Stop!” and choose who shoots.")));
            } else if self.phase == Phase::HandToHand {
                next.push(NextPlan::message(message!("It is the turn of {side}.", side)));
            }
        }
        let text = match self.phase {
            Phase::Movement => message!("Move every ship, then end the movement."),
            Phase::Ram if self.any_ship_can_act() => {
                message!("Choose who rams, or end ramming.")
            }
            Phase::Ram => message!("No ship can ram. End ramming."),
            Phase::HandToHand => message!("Every fight is over. End hand to hand."),
        };
        let text = if commands[mover.index()] {
            prompt_for(self, mover, commands, text)
        } else {
            message!("Nothing is left to do: end {phase}", phase = name_of(self.phase))
        };
        let end = Given::by(Subject::Battle, OrderKind::EndPhase, message!("end the phase"));
        next.push(NextPlan::give(text, end));
        next
    }

    fn victory(&self, winner: Winner) -> Message {
        victory(self, winner, message!("Draw: neither side has a ship left."))
    }

    fn only_moves(&self, _unit: Tag) -> Result<GroupPart<Battle>, Message> {
        Err(message!("ships move on the table without an order"))
    }

    fn result(&self, _kind: OrderKind, outcome: Outcome, effects: &[&Effect]) -> Option<Message> {
        use rules::keyword::Keyword as _;
        let hits: u32 = effects
            .iter()
            .map(|effect| if let Effect::Hit(_, hits) = effect { *hits } else { 0 })
            .sum();
        match (outcome, hits) {
            (Outcome::Done, _) => None,
            (Outcome::Hits, 0) => Some(message!("no hits")),
            (Outcome::Hits, _) => Some(message!(hits => "{n} hit" | "{n} hits")),
            (outcome, 1..) => {
                let outcome = Message::slug(outcome.word());
                Some(message!(hits => "{outcome}: {n} hit" | "{outcome}: {n} hits", outcome))
            }
            (outcome, 0) => Some(Message::slug(outcome.word())),
        }
    }
}

fn board(unit: Tag, target: Tag) -> Given {
    Given::of(unit, OrderKind::Board, message!("try to board {target}", target))
        .with(Field::Board(Board::target), target.to_string())
}

fn fight(by: Tag, on: Tag) -> Given {
    Given::of(by, OrderKind::HandToHand, message!("fight on the deck of {on}", on))
        .with(Field::HandToHand(HandToHand::defender), on.to_string())
}

/// Her shot in the movement of the other side.
fn bows_step(unit: Tag, ship: &Ship) -> Step {
    let order = Given::of(unit, OrderKind::Bows, message!("shoot"));
    let dice = ship.figures().bow_dice;
    let text = message!(dice => "Stop! Shoot with {n} die" | "Stop! Shoot with {n} dice");
    let step = |state| Step::new(order, state, text);
    if ship.shot_this_phase {
        step(StepState::Done)
    } else if dice == 0 {
        step(StepState::NotNow).because(message!("she has no bow dice"))
    } else {
        step(StepState::Open)
    }
}

impl Battle {
    /// The first boarding attempt after a ram, which comes before all other steps.
    fn next_attempt(&self, commands: [bool; 2]) -> Option<NextPlan<Battle>> {
        if self.phase != Phase::Ram {
            return None;
        }
        // The owner of the rammed ship chooses first.
        let (by, at) = self.attempts_to_come().first().copied()?;
        let (ship, enemy) = (self.called(by), self.called(at));
        Some(if commands[by.side.index()] {
            let text = message!("{ship}: try to board {enemy}, or decline.", ship, enemy);
            NextPlan::message(text).about(by)
        } else {
            NextPlan::message(message!("Waiting: {ship} may try to board {enemy}.", ship, enemy))
        })
    }

    /// The ships that may still shoot in this movement.
    fn shooters(&self) -> impl Iterator<Item = Tag> {
        let able = |ship: &Ship| ship.figures().bow_dice > 0 && !ship.shot_this_phase;
        let others = self.common.units.of(self.to_move.other());
        others.filter(move |(_, ship)| ship.in_action() && able(ship)).map(|(tag, _)| tag)
    }

    fn breakaway_step(&self, unit: Tag, ship: &Ship) -> Option<Step> {
        let order = Given::of(unit, OrderKind::Breakaway, message!("break away"));
        let step = |state| Some(Step::new(order, state, message!("Break away from an enemy")));
        if ship.breakaway_tried {
            step(StepState::Done)
        } else if ship.in_contact_with.is_empty() || self.phase != Phase::Movement {
            None
        } else {
            step(StepState::Open)
        }
    }

    fn ram_step(&self, unit: Tag, ship: &Ship) -> Step {
        let order = Given::of(unit, OrderKind::Ram, message!("ram"));
        let step =
            |state| Step::new(order, state, message!("Ram, once her bow has reached a hull"));
        if self.rams_again(unit).is_some() {
            step(StepState::Done)
        } else if self.phase == Phase::HandToHand {
            step(StepState::Skipped)
        } else if ship.breakaway_tried {
            step(StepState::NotNow).because(message!("she has tried to break away"))
        } else if !ship.can_ram() {
            let why = message!("she was in contact when the movement began");
            step(StepState::NotNow).because(why)
        } else {
            step(StepState::Open)
        }
    }

    /// A step for each enemy that she may try to board now.
    fn boarding_steps(&self, unit: Tag) -> Vec<Step> {
        if self.phase != Phase::Ram {
            return Vec::new();
        }
        let attempts = self.attempts_to_come().into_iter().filter(|(by, _)| *by == unit);
        let step = |(by, at): (Tag, Tag)| {
            let text = message!("Try to board {at}, or decline", at);
            // The rammed ship chooses first.
            let waits = self.rammer(by, at) == Some(by) && !self.has_chosen(at, by);
            let step = Step::new(board(by, at), StepState::Open, text);
            if waits {
                let why = message!("{at} was rammed and may try first", at);
                return Step { state: StepState::NotNow, ..step }.because(why);
            }
            step
        };
        attempts.map(step).collect()
    }

    /// A step for each fight that is due to her marines.
    fn fight_steps(&self, unit: Tag) -> Vec<Step> {
        let owed: Vec<(Tag, Tag)> = self.fights_owed_now().collect();
        let fights = self.owed_fights().into_iter().filter(|(by, _)| *by == unit);
        let step = |(by, on): (Tag, Tag)| {
            let text = message!("Fight on the deck of {on}", on);
            if owed.contains(&(by, on)) {
                return Step::new(fight(by, on), StepState::Owed, text);
            }
            Step::new(fight(by, on), StepState::NotNow, text)
                .because(message!("fights come after ramming and boarding"))
        };
        fights.map(step).collect()
    }
}
