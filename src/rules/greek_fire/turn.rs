//! The sequence of play of Greek Fire, and what effects do to the battle.

use std::sync::Arc;

use crate::rules::common::{Side, Subject, Tag};
use crate::rules::roster::Rostered;
use crate::rules::system;
use crate::rules::system::System;
use crate::rules::view::{Guide, NextStep, Step};

use super::orders::{Effect, Order};
use super::state::{Battle, Phase, Ship, Status};
use super::tables::Weapon;

impl Battle {
    /// The side that moves a ship next: the larger begins, then they take
    /// turns; where one has none left, the rest follow one another.
    #[must_use]
    pub fn side_to_move(&self) -> Option<Side> {
        let left = |side| self.ships.iter().any(|(_, ship)| Battle::has_to_move(ship, side));
        let wanted = match (self.last_side, self.sizes) {
            (Some(last), _) => last.other(),
            (None, [a, b]) if a > b => Side::A,
            (None, [a, b]) if b > a => Side::B,
            (None, _) => self.first_side?,
        };
        [wanted, wanted.other()].into_iter().find(|side| left(*side))
    }

    /// Where an order departs from the sequence of play.
    pub(super) fn departures(&self, order: &Order) -> Vec<String> {
        match order {
            Order::FirstSide {} => {
                let begun = self.last_side.is_some();
                begun.then(|| "the round has begun already".to_owned()).into_iter().collect()
            }
            Order::EndRound { .. } => self.not_moved().into_iter().collect(),
            Order::Adjust { .. } => Vec::new(),
            Order::Activate { ship } => self.wrong_side(*ship).into_iter().collect(),
            Order::Shoot { .. } if self.setup.options.contains("free-for-all") => Vec::new(),
            _ => {
                let Some(tag) = order.ship() else { return Vec::new() };
                self.wrong_ship(tag).or_else(|| self.wrong_phase(order)).into_iter().collect()
            }
        }
    }

    fn not_moved(&self) -> Option<String> {
        let waiting = |ship: &Ship| Battle::has_to_move(ship, ship.holder);
        let tags: Vec<String> = self
            .ships
            .iter()
            .filter(|(_, ship)| waiting(ship))
            .map(|(tag, _)| tag.to_string())
            .collect();
        (!tags.is_empty()).then(|| format!("not every ship has moved: {}", tags.join(", ")))
    }

    fn wrong_side(&self, tag: Tag) -> Option<String> {
        let holder = self.ships.find(tag)?.holder;
        let side = self.side_to_move()?;
        let name = self.side_name(side);
        (holder != side).then(|| format!("it is the turn of side {side} ({name})"))
    }

    fn wrong_ship(&self, tag: Tag) -> Option<String> {
        match self.active {
            Some(active) if active == tag => None,
            Some(active) => Some(format!("it is the turn of {active}, not of {tag}")),
            None => self.wrong_side(tag),
        }
    }

    fn wrong_phase(&self, order: &Order) -> Option<String> {
        let phase = phase_of(order)?;
        if self.active != order.ship() {
            return None;
        }
        let once = matches!(
            order,
            Order::Fire { .. } | Order::Sail { .. } | Order::Row { .. } | Order::Morale { .. }
        );
        if phase < self.phase {
            Some(format!("the {} phase comes before the {} phase", phase.slug(), self.phase.slug()))
        } else if phase == self.phase && once {
            // Breaking free is of the row phase too, and rowing follows it.
            let rowed = order.ship().is_some_and(|tag| self.rowed.contains(&tag));
            (phase != Phase::Row || rowed)
                .then(|| format!("the {} phase is done this turn", phase.slug()))
        } else {
            None
        }
    }

    /// Does one effect.
    pub(super) fn do_effect(&mut self, effect: &Effect) {
        match effect {
            Effect::FirstSideChosen(side) => self.first_side = Some(*side),
            Effect::Activated(tag) => {
                self.active = Some(*tag);
                self.phase = Phase::Start;
                self.last_side = self.ships.find(*tag).map(|ship| ship.holder);
                self.ships.change(*tag, |ship| ship.moved_this_round = true);
            }
            Effect::PhaseReached(phase) => self.phase = self.phase.max(*phase),
            Effect::CutFree(one, two) => {
                self.ships.change(*one, |ship| ship.grappled.retain(|tag| tag != two));
                self.ships.change(*two, |ship| ship.grappled.retain(|tag| tag != one));
            }
            Effect::Grappled(one, two) => {
                self.ships.change(*one, |ship| add_once(&mut ship.grappled, *two));
                self.ships.change(*two, |ship| add_once(&mut ship.grappled, *one));
            }
            Effect::Rowed(tag, spent) => {
                self.rowed.insert(*tag);
                self.ships.change(*tag, |ship| ship.stopped = *spent == 0);
            }
            Effect::BurntDown(tag) => self.leave(*tag, Status::Destroyed),
            Effect::Sunk(tag) => self.leave(*tag, Status::Sunk),
            Effect::Escaped(tag) => self.leave(*tag, Status::Escaped),
            Effect::Surrendered { ship: tag, credited } => {
                self.ships.change(*tag, |ship| ship.status = Status::Surrendered);
                if *credited {
                    self.credited.insert(*tag);
                }
            }
            Effect::PrizeTaken { by, ship: tag, crew, holder } => {
                self.ships.change(*by, |ship| {
                    ship.crew = ship.crew.saturating_sub(*crew);
                    ship.sent_to_prizes += crew;
                });
                self.ships.change(*tag, |ship| man_prize(ship, *tag, *crew, *holder));
                self.credited.remove(tag);
            }
            Effect::RoundEnded => self.next_round(),
            Effect::Adjusted(subject, field, value) => {
                system::apply_adjustment(self, *subject, field, value);
                self.sizes_if_fresh(*subject);
            }
            other => self.mark(other),
        }
    }

    /// The effects that change one number or word of one log.
    fn mark(&mut self, effect: &Effect) {
        let mut on = |tag: &Tag, change: &dyn Fn(&mut Ship)| self.ships.change(*tag, |s| change(s));
        match effect {
            Effect::CrewKilled(tag, n) => on(tag, &|s| s.crew = s.crew.saturating_sub(*n)),
            Effect::FiresOut(tag, n) => on(tag, &|s| s.fires = s.fires.saturating_sub(*n)),
            Effect::FiresLit(tag, n) => on(tag, &|s| s.fires += n),
            Effect::Wind(tag, wind) => on(tag, &|s| s.sail = Some(*wind)),
            Effect::RunAground(tag) => on(tag, &|s| s.aground = true),
            Effect::Shot(tag, mount) => on(tag, &|s| use_mount(s, mount)),
            Effect::Rammed(tag, target) => on(tag, &|s| s.rammed_this_turn.push(*target)),
            Effect::OarsSheared(tag, n) => on(tag, &|s| s.move_lost += n),
            Effect::Sinking(tag, rounds) => on(tag, &|s| s.sinking_in = Some(*rounds)),
            Effect::Settled(tag) => {
                on(tag, &|s| s.sinking_in = s.sinking_in.map(|n| n.saturating_sub(1)));
            }
            Effect::Abandoned(tag) => on(tag, &|s| {
                s.status = Status::Abandoned;
                s.crew = 0;
            }),
            Effect::Routing(tag, routing) => on(tag, &|s| s.routing = *routing),
            Effect::MoraleTold(tag, result) => on(tag, &|s| s.morale = Some(*result)),
            Effect::Victory(tag) => on(tag, &|s| s.victories += 1),
            _ => {}
        }
    }

    /// A ship leaves the table, and nothing stays grappled with her.
    fn leave(&mut self, tag: Tag, status: Status) {
        self.ships.change(tag, |ship| {
            ship.status = status;
            ship.grappled.clear();
        });
        for other in self.ships.tags() {
            if self.ships.find(other).is_some_and(|ship| ship.grappled.contains(&tag)) {
                self.ships.change(other, |ship| ship.grappled.retain(|t| *t != tag));
            }
        }
    }

    fn next_round(&mut self) {
        let rammed: Vec<Tag> =
            self.ships.iter().flat_map(|(_, ship)| ship.rammed_this_turn.clone()).collect();
        let rowed = std::mem::take(&mut self.rowed);
        self.ships.change_all(|tag, ship| {
            ship.rammed_last_turn = !ship.rammed_this_turn.is_empty() || rammed.contains(&tag);
            ship.rammed_this_turn.clear();
            ship.shot = Arc::default();
            ship.sail = None;
            ship.moved_this_round = false;
            // A turn with no row counts as a stop.
            ship.stopped |= !rowed.contains(&tag);
        });
        self.round += 1;
        self.active = None;
        self.phase = Phase::Start;
        self.last_side = None;
        self.sizes = self.count_sizes();
    }

    /// A correction before anybody moved counts for who begins.
    fn sizes_if_fresh(&mut self, subject: Subject) {
        if matches!(subject, Subject::Unit(_)) && self.last_side.is_none() {
            self.sizes = self.count_sizes();
        }
    }

    pub(super) fn how_it_stands(&self) -> Guide {
        let side = self.side_to_move();
        let active = self.active.and_then(|tag| Some((tag, self.ships.find(tag)?)));
        let active = active.filter(|(_, ship)| ship.in_play());
        let mut guide = Guide {
            headline: format!("Round {}", self.round).into(),
            prompt: String::new().into(),
            side: active.map(|(_, ship)| ship.holder).or(side),
            active: active.map(|(tag, _)| tag),
            steps: Vec::new(),
            next: Vec::new(),
            secret_of: None,
        };
        if let Some((tag, ship)) = active {
            guide.prompt = format!("{tag} {}: {}", ship.name, phase_prompt(self.phase)).into();
            guide.steps = Phase::OF_A_SHIP.iter().map(|phase| self.step(*phase)).collect();
            guide.next = self.next_of(tag, ship);
        }
        if self.sizes[0] == self.sizes[1] && self.first_side.is_none() && self.last_side.is_none() {
            guide.prompt = "Even fleets: throw for who begins, or begin with either.".into();
            guide.next.push(NextStep {
                subject: Subject::Battle,
                kind: "first-side",
                label: "Throw for who begins".into(),
            });
        }
        match side {
            Some(side) => {
                let name = self.side_name(side);
                if active.is_none() {
                    guide.prompt = format!("{name} chooses a ship to move.").into();
                }
                guide.next.extend(self.waiting(Some(side)));
            }
            None if self.last_side.is_none() => guide.next.extend(self.waiting(None)),
            None => {
                if active.is_none() || self.phase == Phase::Morale {
                    guide.prompt = "Every ship has moved.".into();
                }
                guide.next.push(NextStep {
                    subject: Subject::Battle,
                    kind: "end-round",
                    label: format!("End round {}", self.round).into(),
                });
            }
        }
        guide
    }

    fn step(&self, phase: Phase) -> Step {
        let name = crate::rules::slug::title(phase.slug());
        Step { name: name.into(), current: phase == self.phase, done: phase < self.phase }
    }

    fn waiting(&self, side: Option<Side>) -> Vec<NextStep> {
        self.ships
            .iter()
            .filter(|(_, ship)| Battle::has_to_move(ship, side.unwrap_or(ship.holder)))
            .map(|(tag, ship)| NextStep {
                subject: Subject::Unit(tag),
                kind: "activate",
                label: format!("{tag} {}: begin her turn", ship.name).into(),
            })
            .collect()
    }

    /// What the active ship can still do, in the order of her phases.
    fn next_of(&self, tag: Tag, ship: &Ship) -> Vec<NextStep> {
        let mut next = Vec::new();
        let mut offer = |phase: Phase, kind: &'static str, label: String, wanted: bool| {
            if wanted && phase >= self.phase {
                next.push(NextStep { subject: Subject::Unit(tag), kind, label: label.into() });
            }
        };
        let before = |phase: Phase| self.phase < phase;
        let counters = if ship.fires == 1 { "counter burns" } else { "counters burn" };
        let burning = format!("Fire: {} {counters}", ship.fires);
        offer(Phase::Fire, "fire", burning, ship.fires > 0 && before(Phase::Fire));
        offer(Phase::Sail, "sail", "Sail: read the wind".into(), before(Phase::Sail));
        let grappled = !ship.grappled.is_empty();
        offer(Phase::Row, "ungrapple", "Break free of the grapple".into(), grappled);
        let points = ship.move_points(false);
        let row = format!("Row: up to {points} points");
        offer(Phase::Row, "row", row, !self.rowed.contains(&tag));
        let able = Weapon::ALL.iter().flat_map(|w| ship.mounts(*w)).filter(|mount| {
            !ship.shot.contains_key(mount) && ship.ammo.get(mount).is_none_or(|left| *left > 0)
        });
        let able = able.count();
        offer(Phase::Morale, "shoot", format!("Shoot: {able} still able"), able > 0);
        let free = ship.rammed_this_turn.is_empty() && !grappled && !ship.aground;
        offer(Phase::Ram, "ram", "Ram".into(), free);
        offer(Phase::Board, "board", "Board".into(), true);
        offer(Phase::Morale, "morale", "Morale".into(), before(Phase::Morale));
        next
    }
}

fn phase_prompt(phase: Phase) -> &'static str {
    match phase {
        Phase::Start => "her turn begins.",
        Phase::Fire => "fires are seen to.",
        Phase::Sail => "the wind is read; row.",
        Phase::Row => "she has rowed; shoot, ram or board.",
        Phase::Missiles => "she shoots.",
        Phase::Ram => "she has rammed; board or test morale.",
        Phase::Board => "she has boarded; test morale.",
        Phase::Morale => "her turn is done.",
    }
}

fn phase_of(order: &Order) -> Option<Phase> {
    match order {
        Order::Fire { .. } => Some(Phase::Fire),
        Order::Sail { .. } => Some(Phase::Sail),
        Order::Row { .. } | Order::Ungrapple { .. } => Some(Phase::Row),
        Order::Ram { .. } => Some(Phase::Ram),
        Order::Board { .. } | Order::TakePrize { .. } => Some(Phase::Board),
        Order::Morale { .. } => Some(Phase::Morale),
        _ => None,
    }
}

fn add_once(tags: &mut Vec<Tag>, tag: Tag) {
    if !tags.contains(&tag) {
        tags.push(tag);
    }
}

fn use_mount(ship: &mut Ship, mount: &str) {
    Arc::make_mut(&mut ship.shot).insert(mount.to_owned(), true);
    if let Some(left) = Arc::make_mut(&mut ship.ammo).get_mut(mount) {
        *left = left.saturating_sub(1);
    }
}

fn man_prize(ship: &mut Ship, tag: Tag, crew: u32, holder: Side) {
    ship.crew = crew;
    ship.holder = holder;
    ship.routing = false;
    ship.status = if holder == tag.side { Status::InAction } else { Status::Captured };
}
