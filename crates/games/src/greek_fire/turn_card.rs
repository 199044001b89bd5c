//! The turn card of a ship in Greek Fire, and the next step.

use message::{Message, message};
use rules::common::{Subject, Tag, Winner};
use rules::system::Rules;
use rules::turn_card::{
    GroupPart, NextPlan, PartialOrder, StepPlan, StepState, Turns, group_of_moves, prompt_for,
};
use rules::view::victory;

use super::effects::Effect;
use super::guards::called;
use super::orders::fields::{Board, Morale, Ram, Row, Shoot, TakePrize};
use super::orders::{Field, Order, OrderKind, Outcome, Switch};
use super::points_used::Spent;
use super::state::{Battle, Phase, Ship};
use super::tables::{ADJACENT, Weapon};

type Step = StepPlan<Battle>;
type Given = PartialOrder<Battle>;

impl Turns for Battle {
    fn begins(&self, unit: Tag) -> Option<Given> {
        let ship = self.common.units.find(unit)?;
        let waits = ship.is_manned() && !ship.moved_this_round && self.active != Some(unit);
        waits.then(|| Given::of(unit, OrderKind::Activate, Message::default()))
    }

    /// A ship that has surrendered or was abandoned may still burn.
    fn has_steps(&self, ship: &Ship) -> bool {
        ship.on_table()
    }

    fn steps(&self, unit: Tag, ship: &Ship) -> Vec<Step> {
        if !ship.is_manned() {
            return vec![self.fire_step(unit, ship).at_any_time()];
        }
        let mut steps = vec![self.fire_step(unit, ship), self.sail_step(unit, ship)];
        steps.extend(self.ungrapple_step(unit, ship));
        steps.push(self.row_step(unit, ship));
        steps.extend(self.shots(unit, ship));
        steps.push(self.ram_step(unit, ship));
        steps.push(self.board_step(unit, ship));
        steps.extend(self.prize_step(unit, ship));
        steps.push(morale_step(unit, ship));
        steps.extend(self.leaving_step(unit, ship));
        steps
    }

    fn ends(&self, unit: Tag) -> Vec<Given> {
        let is_hers = self.active == Some(unit);
        let end = || Given::of(unit, OrderKind::EndTurn, message!("end her turn"));
        is_hers.then(end).into_iter().collect()
    }

    fn why_not_turn(&self, unit: Tag) -> Option<Message> {
        let ship = self.common.units.find(unit)?;
        if self.active == Some(unit) {
            return None;
        }
        if !ship.is_manned() {
            return Some(message!("she has no crew left"));
        }
        if ship.moved_this_round {
            return Some(message!("she has moved this round"));
        }
        if let Some(active) = self.active {
            return Some(message!("it is the turn of {active}", active));
        }
        let side = self.side_to_move().filter(|side| *side != ship.holder)?;
        Some(message!("next to move: {side}", side = self.side_called(side)))
    }

    fn adjacent(&self, unit: Tag) -> Vec<Tag> {
        let Some(ship) = self.common.units.find(unit) else { return Vec::new() };
        let mut tags = self.common.units.tags();
        tags.retain(|other| ship.touches(*other) && self.is_enemy_on_table(*other, ship));
        tags
    }

    fn attacks(&self, unit: Tag, target: Tag) -> Vec<(Given, Message)> {
        let units = &self.common.units;
        let (Some(ship), Some(other)) = (units.find(unit), units.find(target)) else {
            return Vec::new();
        };
        let mut attacks = Vec::new();
        if self.is_enemy_on_table(target, ship) {
            for (weapon, mount) in mounts(ship) {
                let what =
                    message!("Shoot {target}: {mount}", target, mount = Message::path(&mount));
                let shot = shot(unit, weapon, &mount, ship.touches(target));
                attacks.push((shot.with(Field::Shoot(Shoot::target), target.to_string()), what));
            }
            let ram = Given::of(unit, OrderKind::Ram, message!("ram {target}", target));
            let ram = ram.with(Field::Ram(Ram::target), target.to_string());
            attacks.push((ram, message!("Ram {target}", target)));
            let board = Given::of(unit, OrderKind::Board, message!("board {target}", target));
            let board = board.with(Field::Board(Board::target), target.to_string());
            attacks.push((board, message!("Board {target}", target)));
        }
        if other.may_be_taken() {
            let prize = Given::of(unit, OrderKind::TakePrize, message!("take {target}", target));
            let prize = prize.with(Field::TakePrize(TakePrize::target), target.to_string());
            attacks.push((prize, message!("Take {target} as a prize", target)));
        }
        attacks
    }

    fn is_good(&self, order: &Order, outcome: Outcome, _effects: &[&Effect]) -> bool {
        use rules::common::OutcomeWord as _;
        use rules::statement::Stated as _;
        match order {
            Order::Ram { .. } => {
                matches!(outcome, Outcome::SinkingSlowly | Outcome::SinkingFast | Outcome::Sunk)
            }
            Order::TakePrize { .. } => true,
            Order::FirstSide
            | Order::Activate { .. }
            | Order::Fire { .. }
            | Order::Sail { .. }
            | Order::Ungrapple { .. }
            | Order::Row { .. }
            | Order::Terrain { .. }
            | Order::Shoot { .. }
            | Order::Board { .. }
            | Order::Morale { .. }
            | Order::Escape { .. }
            | Order::LeaveTable { .. }
            | Order::EndTurn { .. }
            | Order::Concede { .. }
            | Order::EndRound => outcome.gain(order.kind()) > 0,
        }
    }

    /// Only the players see the waters in which she sails, and the ships next to her.
    fn is_on_the_table(&self, field: Field) -> bool {
        use super::orders::fields::Sail;
        matches!(field, Field::Sail(Sail::terrain) | Field::Morale(Morale::adjacent_enemies))
    }

    fn next(&self, commands: [bool; 2]) -> Vec<NextPlan<Battle>> {
        let active = self.active.and_then(|tag| Some((tag, self.common.units.find(tag)?)));
        let mut next = Vec::new();
        if let Some((tag, ship)) = active {
            if !commands[ship.holder.index()] {
                let ship = called(tag, ship);
                return vec![
                    NextPlan::message(message!("It is the turn of {ship}.", ship)).about(tag),
                ];
            }
            next.extend(self.remaining_steps(tag, ship));
        }
        match self.side_to_move() {
            Some(side) => next.push(NextPlan::message(if commands[side.index()] {
                prompt_for(self, side, commands, message!("Choose the ship that moves."))
            } else {
                message!("Next to move: {side}.", side = self.side_called(side))
            })),
            None if self.has_ships_to_move() => {
                let only_watches = commands == [false; 2];
                next.push(NextPlan::message(match (self.begun, only_watches) {
                    (false, true) => {
                        message!("The fleets are equal: either side may go first, or roll for it.")
                    }
                    (false, false) => {
                        message!("The fleets are equal: roll for first side, or choose a ship.")
                    }
                    (true, true) => message!("The fleets are equal: either side may move next."),
                    (true, false) => message!("Choose the ship that moves."),
                }));
            }
            None => next.extend(self.next_at_the_end(commands)),
        }
        next
    }

    fn victory(&self, winner: Winner) -> Message {
        victory(self, winner, message!("Draw: neither side has a ship that fights."))
    }

    fn only_moves(&self, unit: Tag) -> Result<GroupPart<Battle>, Message> {
        let held = self.common.units.find(unit).filter(|ship| ship.is_manned());
        match held {
            Some(ship) if ship.aground => Err(message!("she is aground")),
            Some(ship) => match ship.grappled.first() {
                Some(other) => Err(message!("she is grappled with {other}", other)),
                None => Ok(GroupPart::Turn),
            },
            None => Ok(GroupPart::Turn),
        }
    }

    fn result(&self, kind: OrderKind, outcome: Outcome, _effects: &[&Effect]) -> Option<Message> {
        use rules::keyword::Keyword as _;
        match (kind, outcome) {
            (OrderKind::Morale, Outcome::FightsOn) => Some(message!("morale holds")),
            (_, Outcome::Done | Outcome::Fires) => None,
            _ => Some(Message::slug(outcome.word())),
        }
    }

    fn group_result(&self, orders: &[&Order]) -> Option<Message> {
        let only_moves = [
            OrderKind::Row,
            OrderKind::Activate,
            OrderKind::Fire,
            OrderKind::Sail,
            OrderKind::Morale,
            OrderKind::EndTurn,
        ];
        let ends = || match orders.last() {
            Some(Order::EndTurn { ship }) => {
                let hers = |order: &&Order| self.given_by(order) == Some(Subject::Unit(*ship));
                let ends = || message!("{ship} ends her turn.", ship = self.called(*ship));
                orders.iter().all(hers).then(ends)
            }
            Some(_) | None => None,
        };
        group_of_moves(self, orders, &only_moves).or_else(ends)
    }

    fn next_in_group(&self, units: &[Tag]) -> Option<Tag> {
        let active = self.active.filter(|active| units.contains(active));
        active.or_else(|| {
            let side = self.side_to_move();
            let moves = |tag: &&Tag| {
                let ship = self.common.units.find(**tag);
                let ship = ship.filter(|ship| side.is_none_or(|side| ship.holder == side));
                ship.is_some_and(|ship| self.has_to_move(**tag, ship))
            };
            units.iter().find(moves).copied()
        })
    }
}

/// Every mount of a ship with its weapon; the rowers come last.
fn mounts(ship: &Ship) -> Vec<(Weapon, String)> {
    let mut weapons: Vec<Weapon> = Weapon::ALL.to_vec();
    weapons.sort_by_key(|weapon| *weapon == Weapon::Rowers);
    let all = weapons.into_iter();
    all.flat_map(|weapon| ship.mounts(weapon).into_iter().map(move |mount| (weapon, mount)))
        .collect()
}

/// A shot of one mount, whose target is still to be chosen.
fn shot(unit: Tag, weapon: Weapon, mount: &str, touches: bool) -> Given {
    let least = if touches { ADJACENT } else { weapon.missile().minimum_hexes };
    Given::of(unit, OrderKind::Shoot, message!("shoot with {mount}", mount = Message::path(mount)))
        .with(Field::Shoot(Shoot::weapon), weapon.slug())
        .with(Field::Shoot(Shoot::mount), mount)
        .with(Field::Shoot(Shoot::range), least)
}

/// Whether her morale is still to be tested.
fn morale_step(unit: Tag, ship: &Ship) -> Step {
    let order = Given::of(unit, OrderKind::Morale, message!("test her morale"))
        .unrolled_by(Field::Morale(Morale::unrolled));
    let step = |state| Step::new(order, state, message!("Morale: does she fight on?"));
    if ship.morale_tested {
        step(StepState::Done)
    } else if ship.owes_morale() {
        step(StepState::Owed)
    } else {
        step(StepState::Open)
    }
}

impl Battle {
    /// Whether a later phase of her turn was reached.
    fn is_past(&self, unit: Tag, phase: Phase) -> bool {
        self.active == Some(unit) && self.phase > phase
    }

    fn fire_step(&self, unit: Tag, ship: &Ship) -> Step {
        let counters = ship.fires;
        let text = if counters > 0 {
            message!(counters => "Fire: {n} counter burns" | "Fire: {n} counters burn")
        } else {
            message!("Fire: burning ships beside her")
        };
        let order = Given::of(unit, OrderKind::Fire, message!("fire"));
        let step = |state| Step::new(order, state, text);
        let near = self.burning_neighbours(unit, ship);
        if ship.fire_done {
            step(StepState::Done)
        } else if counters == 0 && near.most == 0 {
            step(StepState::NotNow).because(message!("nothing on the table burns"))
        } else if ship.is_manned() && self.is_past(unit, Phase::Start) {
            step(StepState::Skipped)
        } else if ship.burns() {
            step(StepState::Owed).because(message!("she burns"))
        } else if near.known > 0 {
            step(StepState::Owed).because(message!("a burning ship lies beside her"))
        } else {
            step(StepState::Open)
        }
    }

    fn sail_step(&self, unit: Tag, ship: &Ship) -> Step {
        let order = Given::of(unit, OrderKind::Sail, message!("sail")).independent();
        let step = |state| Step::new(order, state, message!("Sail: roll for the wind"));
        if ship.sail.is_some() {
            step(StepState::Done)
        } else if self.is_past(unit, Phase::Sail) {
            step(StepState::Skipped)
        } else if ship.aground {
            step(StepState::NotNow).because(message!("she is aground"))
        } else if self.owes_sail(unit, ship) && ship.grappled.is_empty() {
            step(StepState::Owed)
        } else {
            step(StepState::Open)
        }
    }

    fn ungrapple_step(&self, unit: Tag, ship: &Ship) -> Option<Step> {
        let order = Given::of(unit, OrderKind::Ungrapple, message!("break free"));
        let step = |state| Some(Step::new(order, state, message!("Break free of the grapples")));
        if ship.ungrapple_tried {
            step(StepState::Done)
        } else if ship.grappled.is_empty() {
            None
        } else if self.is_past(unit, Phase::Row) {
            step(StepState::Skipped)
        } else {
            step(StepState::Open)
        }
    }

    fn row_step(&self, unit: Tag, ship: &Ship) -> Step {
        let points = ship.points_left(false);
        let order = Given::of(unit, OrderKind::Row, message!("row all she has"))
            .with(Field::Row(Row::spent), points)
            .later(Field::Row(Row::spent), Spent::ALL);
        let text = message!(points => "Row: up to {n} move point" | "Row: up to {n} move points");
        let step = |state| Step::new(order, state, text);
        let rowed = self.has_rowed(unit, ship);
        let over = !ship.rammed_this_turn.is_empty() || self.is_past(unit, Phase::Missiles);
        match (rowed, over) {
            (true, true) => step(StepState::Done),
            (false, true) => step(StepState::Skipped),
            (true, false) if points == 0 => step(StepState::Done),
            (false, false) if ship.aground => {
                step(StepState::NotNow).because(message!("she is aground"))
            }
            (false, false) if points == 0 => {
                step(StepState::NotNow).because(match ship.grappled.first() {
                    Some(other) => message!("she is grappled with {other}", other),
                    None => message!("she has no move points this turn"),
                })
            }
            (true, false) => step(StepState::Open),
            (false, false) => {
                step(StepState::Owed).because(message!("a turn without rowing is a stop"))
            }
        }
    }

    /// A step for each mount.
    fn shots(&self, unit: Tag, ship: &Ship) -> Vec<Step> {
        let any_time = self.common.options.contains(&Switch::FreeForAll);
        let step = |(weapon, mount): (Weapon, String)| {
            let has_shot = ship.shot.get(&mount).copied().unwrap_or(false);
            let ammo = ship.ammo.get(&mount);
            let name = Message::path(&mount);
            let text = match ammo {
                Some(left) => {
                    message!(*left => "{mount}: {n} shot left" | "{mount}: {n} shots left",
                    mount = name)
                }
                None => message!("{mount}: no ammo needed", mount = name),
            };
            let order = shot(unit, weapon, &mount, false);
            let step = |state| Step::new(order, state, text);
            let mut step = if has_shot {
                step(StepState::Done)
            } else if ammo == Some(&0) {
                step(StepState::NotNow).because(message!("she has no ammo left for it"))
            } else {
                step(StepState::Open)
            };
            step.any_time = any_time;
            step
        };
        mounts(ship).into_iter().map(step).collect()
    }

    /// The longest straight run that she can have made, in spaces.
    fn longest_run(&self, unit: Tag, ship: &Ship) -> u32 {
        if self.has_rowed(unit, ship) { ship.spent } else { ship.points_left(true) }
    }

    fn ram_step(&self, unit: Tag, ship: &Ship) -> Step {
        let order = Given::of(unit, OrderKind::Ram, message!("ram"));
        let step = |state| Step::new(order, state, message!("Ram an enemy, bow on"));
        if !ship.rammed_this_turn.is_empty() {
            step(StepState::Done)
        } else if self.is_past(unit, Phase::Ram) {
            step(StepState::Skipped)
        } else if ship.aground {
            step(StepState::NotNow).because(message!("she is aground"))
        } else if let Some(other) = ship.grappled.first() {
            step(StepState::NotNow).because(message!("she is grappled with {other}", other))
        } else if self.longest_run(unit, ship) == 0 {
            step(StepState::NotNow)
                .because(message!("a ram needs at least one space straight ahead"))
        } else if ship.owes_a_ram() {
            step(StepState::Owed).because(message!("she rows at ramming speed"))
        } else {
            step(StepState::Open)
        }
    }

    fn board_step(&self, unit: Tag, ship: &Ship) -> Step {
        let order = Given::of(unit, OrderKind::Board, message!("board"));
        let text = match ship.grappled.first() {
            Some(other) => message!("Board: fight on with {other}", other),
            None => message!("Board a ship beside her"),
        };
        let step = |state| Step::new(order, state, text);
        if ship.boarded_this_turn {
            step(StepState::Done)
        } else if self.is_past(unit, Phase::Board) {
            step(StepState::Skipped)
        } else {
            step(StepState::Open)
        }
    }

    /// The step for a prize, if a ship can be taken.
    fn prize_step(&self, unit: Tag, ship: &Ship) -> Option<Step> {
        let mut others = self.common.units.iter().filter(|(tag, _)| *tag != unit);
        others.find(|(_, other)| other.may_be_taken())?;
        let state = if ship.crew == 0 || self.is_past(unit, Phase::Board) {
            StepState::Skipped
        } else {
            StepState::Open
        };
        let order = Given::of(unit, OrderKind::TakePrize, message!("take a prize"));
        Some(Step::new(order, state, message!("Take a ship beside her as a prize")))
    }

    /// A routing ship leaves the table; another may if the victory conditions let her.
    fn leaving_step(&self, unit: Tag, ship: &Ship) -> Option<Step> {
        let over = !ship.rammed_this_turn.is_empty() || ship.is_held();
        let (kind, text) = if ship.routing {
            (OrderKind::Escape, message!("Leave the table in flight"))
        } else if self.common.aims.may_leave(ship.holder) {
            (OrderKind::LeaveTable, message!("Leave the table in good order"))
        } else {
            return None;
        };
        let order = Given::of(unit, kind, message!("leave the table"));
        (!over).then(|| Step::new(order, StepState::Open, text))
    }

    /// What she still has to do in the order of her turn, and its end.
    fn remaining_steps(&self, unit: Tag, ship: &Ship) -> Vec<NextPlan<Battle>> {
        let mut steps = self.steps(unit, ship);
        steps.retain(|step| step.state == StepState::Owed);
        // A required ram comes before more rowing.
        steps.sort_by_key(|step| match step.order.kind {
            OrderKind::Fire => 0,
            OrderKind::Sail => 1,
            OrderKind::Ram => 2,
            OrderKind::Row => 3,
            OrderKind::FirstSide
            | OrderKind::Activate
            | OrderKind::Ungrapple
            | OrderKind::Terrain
            | OrderKind::Shoot
            | OrderKind::Board
            | OrderKind::TakePrize
            | OrderKind::Morale
            | OrderKind::Escape
            | OrderKind::LeaveTable
            | OrderKind::EndTurn
            | OrderKind::Concede
            | OrderKind::EndRound => 4,
        });
        let name = || called(unit, ship);
        let mut next: Vec<NextPlan<Battle>> = Vec::new();
        for step in steps {
            next.push(if step.order.kind == OrderKind::Ram {
                NextPlan::message(message!("{ship}: choose whom she rams.", ship = name()))
                    .about(unit)
            } else {
                let text = message!("{ship}: {step}", ship = name(), step = step.text);
                NextPlan::give(text, step.order)
            });
        }
        let end = message!("{ship}: end her turn", ship = name());
        next.extend(self.ends(unit).into_iter().map(|order| NextPlan::give(end.clone(), order)));
        next
    }

    /// Whether a ship has still to move this round.
    fn has_ships_to_move(&self) -> bool {
        self.common.units.iter().any(|(tag, ship)| self.has_to_move(tag, ship))
    }

    /// The next steps once no other ship moves: drifting ships that burn, and the end of
    /// the round.
    fn next_at_the_end(&self, commands: [bool; 2]) -> Vec<NextPlan<Battle>> {
        let moved = self.all_moved_text();
        if commands == [false; 2] {
            return vec![NextPlan::message(moved)];
        }
        let adrift = self.common.units.iter().filter(|(_, ship)| {
            let own = commands[ship.holder.index()];
            own && ship.burns() && !ship.fire_done && !ship.is_manned()
        });
        let burn = adrift.map(|(tag, ship)| {
            let text = message!("{ship} is adrift: roll for her fires", ship = called(tag, ship));
            NextPlan::give(text, Given::of(tag, OrderKind::Fire, message!("fire")))
        });
        let end = PartialOrder::by(Subject::Battle, OrderKind::EndRound, message!("end the round"));
        let text = message!("{moved} End round {round}", moved, round = self.common.round);
        burn.chain([NextPlan::give(text, end)]).collect()
    }
}
