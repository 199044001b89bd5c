//! The guide of Greek Fire: the current position and the open orders.

use message::{Message, message};
use rules::common::{Side, Subject, Tag};
use rules::sequence::Guided;
use rules::view::{Guide, NextStep, PhaseState, TurnPhase};

use super::guards::called;
use super::orders::OrderKind;
use super::prizes::may_be_prize_of;
use super::state::{Battle, Phase, Ship};
use super::tables::{ADJACENT, Weapon};

impl Guided for Battle {
    fn guide(&self) -> Guide {
        let side = self.side_to_move();
        let active = self.active.and_then(|tag| Some((tag, self.common.units.find(tag)?)));
        let mut guide = Guide {
            headline: message!("Round {round}", round = self.common.round),
            side: active.map(|(_, ship)| ship.holder).or(side),
            active: active.map(|(tag, _)| tag),
            ..Guide::default()
        };
        if self.won.is_some() {
            return guide;
        }
        if let Some((tag, ship)) = active {
            guide.next = self.next_of(tag, ship);
            let step = |phase: &Phase| self.step(tag, ship, *phase, &guide.next);
            guide.steps = Phase::OF_A_SHIP.iter().map(step).collect();
            guide.still_to_do = self.owed_by(tag, ship);
            guide.next.push(NextStep {
                subject: Subject::Unit(tag),
                kind: OrderKind::EndTurn.slug(),
                label: message!("End her turn"),
            });
        }
        let even = self.sizes[0] == self.sizes[1];
        if even && self.first_side.is_none() && !self.begun {
            guide.next.push(NextStep {
                subject: Subject::Battle,
                kind: OrderKind::FirstSide.slug(),
                label: message!("Roll for first side"),
            });
        }
        match side {
            Some(side) => guide.next.extend(self.waiting(Some(side))),
            None => match self.waiting(None) {
                none if none.is_empty() => self.add_end_of_round(&mut guide),
                waiting => guide.next.extend(waiting),
            },
        }
        guide
    }
}

impl Battle {
    /// The guide once every ship has moved: ships that still burn, and the end of the
    /// round.
    fn add_end_of_round(&self, guide: &mut Guide) {
        guide.next.extend(self.burning_on());
        let adrift = self.unseen_fires();
        guide
            .still_to_do
            .extend(adrift.map(|ship| message!("{ship} is burning and had no fire phase", ship)));
        guide.next.push(NextStep {
            subject: Subject::Battle,
            kind: OrderKind::EndRound.slug(),
            label: message!("End round {round}", round = self.common.round),
        });
    }

    /// A sentence for when no ship is left to move; a special order may hold back some of
    /// them.
    pub(super) fn all_moved_text(&self) -> Message {
        let waits = |ship: &Ship| ship.is_manned() && !ship.moved_this_round;
        if self.any_ship(|_, ship| waits(ship)) {
            message!("No other ship may move now.")
        } else {
            message!("Every ship has moved.")
        }
    }

    /// A phase of the active ship. Its open orders are still to come, even if a later phase
    /// was reached (missiles may be shot at any point).
    fn step(&self, tag: Tag, ship: &Ship, phase: Phase, next: &[NextStep]) -> TurnPhase {
        let now = next.first().map(|step| step.kind);
        let kind = order_of(phase).map(OrderKind::slug);
        let is_open = next.iter().any(|step| Some(step.kind) == kind);
        let stands = match (self.had(tag, ship, phase), is_open) {
            (true, _) => PhaseState::Done,
            (false, true) if phase == Phase::Ram && ship.owes_a_ram() => PhaseState::Owed,
            (false, true) if kind == now => PhaseState::Now,
            (false, true) => PhaseState::ToCome,
            (false, false) => PhaseState::Skipped,
        };
        TurnPhase { name: phase.message(), stands, kind }
    }

    /// Whether something was done in a phase of a ship's turn.
    fn had(&self, tag: Tag, ship: &Ship, phase: Phase) -> bool {
        match phase {
            Phase::Start => true,
            Phase::Fire => ship.fire_done,
            Phase::Sail => ship.sail.is_some(),
            Phase::Row => self.has_rowed(tag, ship),
            Phase::Missiles => ship.shot.values().any(|shot| *shot),
            Phase::Ram => !ship.rammed_this_turn.is_empty(),
            Phase::Board => ship.boarded_this_turn,
            Phase::Morale => ship.morale_tested,
        }
    }

    /// What the rules still require from the active ship.
    fn owed_by(&self, tag: Tag, ship: &Ship) -> Vec<Message> {
        if !ship.is_manned() {
            return Vec::new();
        }
        let burns = ship.burns() && !ship.fire_done;
        let moves = ship.grappled.is_empty() && !ship.aground && ship.points_left(false) > 0;
        let rests = moves && ship.rammed_this_turn.is_empty() && !self.has_rowed(tag, ship);
        [
            burns.then(|| message!("she burns and had no fire phase")),
            rests.then(|| message!("not rowed: she counts as stopped")),
            ship.owes_a_ram().then(|| message!("a ram, after ramming speed")),
            self.owes_sail(tag, ship).then(|| message!("no sail roll")),
            ship.owes_morale().then(|| message!("morale not tested")),
        ]
        .into_iter()
        .flatten()
        .collect()
    }

    fn waiting(&self, side: Option<Side>) -> Vec<NextStep> {
        self.common
            .units
            .iter()
            .filter(|(_, ship)| side.is_none_or(|side| ship.holder == side))
            .filter(|(tag, ship)| self.has_to_move(*tag, ship))
            .map(|(tag, ship)| NextStep {
                subject: Subject::Unit(tag),
                kind: OrderKind::Activate.slug(),
                label: message!("{ship}: begin her turn", ship = called(tag, ship)),
            })
            .collect()
    }

    /// The side whose ship can still do more in her turn than shoot.
    pub(super) fn amid_turn_of(&self) -> Option<Side> {
        let tag = self.active?;
        let ship = self.common.units.find(tag)?;
        let shoot = OrderKind::Shoot.slug();
        let has_other_step = self.next_of(tag, ship).iter().any(|step| step.kind != shoot);
        has_other_step.then_some(ship.holder)
    }

    /// Ships without crew that still burn. Their fire phase belongs to no turn.
    fn burning_on(&self) -> impl Iterator<Item = NextStep> {
        self.adrift_and_burning().map(|(tag, ship)| NextStep {
            subject: Subject::Unit(tag),
            kind: OrderKind::Fire.slug(),
            label: message!("{ship}: fire", ship = called(tag, ship)),
        })
    }

    fn unseen_fires(&self) -> impl Iterator<Item = Message> {
        self.adrift_and_burning().map(|(tag, ship)| called(tag, ship))
    }

    fn adrift_and_burning(&self) -> impl Iterator<Item = (Tag, &Ship)> {
        let unseen = |ship: &Ship| ship.burns() && !ship.fire_done && !ship.is_manned();
        self.common.units.iter().filter(move |(_, ship)| unseen(ship))
    }

    /// What the active ship can still do, in the order of her phases.
    fn next_of(&self, tag: Tag, ship: &Ship) -> Vec<NextStep> {
        let mut next = Vec::new();
        let mut offer = |phase: Phase, kind: OrderKind, label: Message, wanted: bool| {
            if wanted && phase >= self.phase {
                next.push(NextStep { subject: Subject::Unit(tag), kind: kind.slug(), label });
            }
        };
        let fires = ship.burns() || self.burning_beside(tag).next().is_some();
        offer(Phase::Fire, OrderKind::Fire, fire_label(ship), fires && !ship.fire_done);
        let sails = self.phase < Phase::Sail && ship.sail.is_none() && !ship.aground;
        offer(Phase::Sail, OrderKind::Sail, message!("Sail: roll for the wind"), sails);
        let try_free = !ship.grappled.is_empty() && !ship.ungrapple_tried;
        offer(Phase::Row, OrderKind::Ungrapple, message!("Break free of the grapples"), try_free);
        let rammed = !ship.rammed_this_turn.is_empty();
        let rows = !rammed && !self.has_rowed(tag, ship) && ship.points_left(true) > 0;
        offer(Phase::Row, OrderKind::Row, row_label(ship), rows);
        let ready = self.mounts_in_use(ship);
        let shoot = message!(ready => "Shoot: {n} weapon ready" | "Shoot: {n} weapons ready");
        offer(Phase::Morale, OrderKind::Shoot, shoot, ready > 0);
        offer(Phase::Ram, OrderKind::Ram, message!("Ram"), self.may_still_ram(tag, ship));
        let fights = self.any_ship(|other, _| self.is_live_enemy(other, ship));
        offer(Phase::Board, OrderKind::Board, message!("Board"), fights && !ship.boarded_this_turn);
        let prize = self.any_ship(|other, prize| other != tag && may_be_prize_of(ship, prize));
        offer(Phase::Board, OrderKind::TakePrize, message!("Take a prize"), prize);
        offer(Phase::Morale, OrderKind::Morale, message!("Morale"), !ship.morale_tested);
        let escapes = ship.routing && !rammed && !ship.is_held() && ship.move_points(false) > 0;
        offer(Phase::Morale, OrderKind::Escape, message!("Leave the table"), escapes);
        next
    }

    pub(super) fn any_ship(&self, wanted: impl Fn(Tag, &Ship) -> bool) -> bool {
        self.common.units.iter().any(|(tag, ship)| wanted(tag, ship))
    }

    /// The number of her mounts that are ready and could reach an enemy: she is not
    /// grappled with all of them, or the mounts shoot that near.
    fn mounts_in_use(&self, ship: &Ship) -> usize {
        let reached = |weapon: &Weapon| {
            let near = weapon.missile().minimum_hexes <= ADJACENT;
            self.any_ship(|other, _| {
                self.is_enemy_on_table(other, ship) && (near || !ship.grappled.contains(&other))
            })
        };
        let used = Weapon::ALL.iter().filter(|weapon| reached(weapon));
        used.map(|weapon| ship.ready_mounts(*weapon).len()).sum()
    }

    /// Whether she has an enemy to ram and the move points for it.
    fn may_still_ram(&self, tag: Tag, ship: &Ship) -> bool {
        let run = if self.has_rowed(tag, ship) { ship.spent } else { ship.points_left(true) };
        ship.can_still_ram()
            && run > 0
            && self.any_ship(|other, _| self.is_enemy_on_table(other, ship))
    }
}

fn row_label(ship: &Ship) -> Message {
    match ship.points_left(false) {
        0 => message!("Row: at ramming speed only"),
        points => message!(points => "Row: up to {n} move point" | "Row: up to {n} move points"),
    }
}

fn fire_label(ship: &Ship) -> Message {
    match ship.fires {
        0 => message!("Fire: is a burning ship beside her?"),
        n => message!(n => "Fire: {n} counter burns" | "Fire: {n} counters burn"),
    }
}

/// The order that is given in a phase; `None` at the start.
fn order_of(phase: Phase) -> Option<OrderKind> {
    match phase {
        Phase::Start => None,
        Phase::Fire => Some(OrderKind::Fire),
        Phase::Sail => Some(OrderKind::Sail),
        Phase::Row => Some(OrderKind::Row),
        Phase::Missiles => Some(OrderKind::Shoot),
        Phase::Ram => Some(OrderKind::Ram),
        Phase::Board => Some(OrderKind::Board),
        Phase::Morale => Some(OrderKind::Morale),
    }
}
