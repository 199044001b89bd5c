//! The guide of Chicken of the Sea: the current position and the open orders.

use message::{Message, message};
use rules::common::{Side, Subject, Tag};
use rules::roster::Rostered;
use rules::sequence::Guided;
use rules::system::Rules;
use rules::view::{Guide, NextStep, PhaseState, TurnPhase};

use super::attack::may_be_rammed;
use super::orders::{OrderKind, Switch};
use super::state::{Battle, Galley};
use super::tables::{Commanded, Nation, Phase, Speed, UNFOUL_POINTS};

impl Guided for Battle {
    fn guide(&self) -> Guide {
        let turn = self.common.round;
        let headline = if self.free_move {
            message!("Before turn {turn}", turn)
        } else {
            message!("Turn {turn}", turn)
        };
        let step = |phase: &Phase| {
            let mut stands = PhaseState::compared_with(phase, &self.phase);
            if self.free_move && stands == PhaseState::Done {
                stands = PhaseState::ToCome;
            }
            TurnPhase { name: phase.name(), stands, kind: None }
        };
        let mut guide = Guide {
            headline,
            side: self.side_now(),
            steps: Phase::ALL.iter().map(step).collect(),
            ..Guide::default()
        };
        if self.decided.is_some() {
            return guide;
        }
        if self.phase == Phase::Speed {
            let owing = self.next_to_set_speeds();
            guide.side = owing;
            guide.secret_of = owing.filter(|_| !self.switch(Switch::OpenSpeeds));
        }
        guide.next = self.next_steps();
        guide.still_to_do = self.still_to_do();
        guide
    }
}

impl Battle {
    /// The side that sets its speeds next; Carthage is first.
    fn next_to_set_speeds(&self) -> Option<Side> {
        [Nation::Carthage, Nation::Rome]
            .map(|nation| self.side_of(nation))
            .into_iter()
            .find(|side| self.held_by(*side).any(|(tag, _)| self.owes_speed(tag)))
    }

    /// The next steps: first required ones, then the purpose of this phase, then its end.
    fn next_steps(&self) -> Vec<NextStep> {
        let mut next = Vec::new();
        let mut add = |subject: Subject, kind: OrderKind, label: Message| {
            next.push(NextStep { subject, kind: kind.slug(), label });
        };
        for (tag, _) in self.common.units.iter().filter(|(_, g)| g.drift_owed && g.in_play()) {
            add(
                Subject::Unit(tag),
                OrderKind::Drift,
                message!("{ship}: drift", ship = self.called(tag)),
            );
        }
        for side in Side::ALL.iter().copied().filter(|side| self.owes_range(*side)) {
            let admiral = self.admiral(side).map_or("", |admiral| &admiral.name);
            let label = message!("Who is out of the range of {admiral}?", admiral);
            add(Subject::Side(side), OrderKind::OutOfRange, label);
        }
        for tag in self.progress.may_counter.keys() {
            let label = message!("{ship}: board in return", ship = self.called(*tag));
            add(Subject::Unit(*tag), OrderKind::Counterboard, label);
        }
        let due = self.common.units.iter().filter(|(_, g)| self.check_is_due(g.side));
        for (tag, _) in due.filter(|(tag, _)| self.owes_check(*tag)) {
            let label = message!("{ship}: check command", ship = self.called(tag));
            add(Subject::Unit(tag), OrderKind::CommandCheck, label);
        }
        for (tag, galley) in self.common.units.iter().filter(|(_, galley)| galley.in_play()) {
            if let Some((kind, label)) = self.proposal(tag, galley) {
                add(Subject::Unit(tag), kind, label);
            }
        }
        let label = match (self.phase, self.next_phase()) {
            (Phase::End, _) => message!("Begin turn {turn}", turn = self.common.round + 1),
            (_, next) => message!("Next phase: {phase}", phase = next.name()),
        };
        add(Subject::Battle, OrderKind::EndPhase, label);
        next
    }

    /// The most likely order of a galley in this phase.
    fn proposal(&self, tag: Tag, galley: &Galley) -> Option<(OrderKind, Message)> {
        let ship = self.called(tag);
        if self.owes_speed(tag) {
            return match self.formation_of(tag) {
                None => Some((OrderKind::SetSpeed, message!("{ship}: set speed", ship))),
                Some(formation) if formation.leader == tag => Some((
                    OrderKind::SetSpeed,
                    message!(
                        "{ship}: set speed of {formation}",
                        ship,
                        formation = formation.called()
                    ),
                )),
                Some(_) => None,
            };
        }
        let mut enemies = self.held_by(galley.side.other());
        if self.boards_now(galley.side) {
            let may_not = [&self.progress.boarders, &self.progress.taken];
            let free = galley.fouled_with.is_empty() && !may_not.iter().any(|s| s.contains(&tag));
            let boards = free && enemies.any(|(_, enemy)| !enemy.boarded_this_phase);
            return boards.then(|| (OrderKind::Board, message!("{ship}: board", ship)));
        }
        if !self.moves_now(galley.side)
            || galley.moved
            || self.progress.unknown_speeds.contains(&tag)
        {
            return None;
        }
        let leads = self.formation_of(tag).is_none_or(|formation| formation.leader == tag);
        if self.free_move && !self.progress.assigned.contains(&tag) && galley.fights() && leads {
            return Some((OrderKind::SetSpeed, message!("{ship}: set speed", ship)));
        }
        if galley.aground {
            let may = galley.grounded_in_phase.is_none() && !galley.refloat_tried;
            return may.then(|| (OrderKind::Refloat, message!("{ship}: try to get free", ship)));
        }
        let goes = galley.speed != Speed::STOPPED;
        if !galley.fouled_with.is_empty() {
            let leaves = !self.progress.fouled.contains(&tag) && galley.points() >= UNFOUL_POINTS;
            return leaves
                .then(|| (OrderKind::Unfoul, message!("{ship}: unfoul and leave the hex", ship)));
        }
        let attacks = matches!(galley.speed, Speed::Ahead(1..))
            && !galley.crippled
            && galley.commanded == Commanded::Yes
            && galley.points() > 0
            && !self.has_set_out(tag)
            && enemies.any(|(enemy, log)| {
                !self.progress.escaped.contains(&(tag, enemy))
                    && may_be_rammed(self, enemy, log).is_ok()
            });
        if attacks {
            return Some((OrderKind::Ram, message!("{ship}: ram", ship)));
        }
        goes.then(|| (OrderKind::EndMove, message!("{ship}: end her move", ship)))
    }
}
