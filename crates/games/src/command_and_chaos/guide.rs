//! The guide of Command & Chaos: the current position and the open orders.

use message::{Joint, Message, message};
use rules::common::{Side, Subject, Tag};
use rules::sequence::Guided;
use rules::system::Rules;
use rules::view::{Guide, HeldCard, Mark, NextStep, PhaseState, Station, TurnPhase};

use super::orders::OrderKind;
use super::state::{Battle, Status, Unit};
use super::tables::{Kind, Phase, Zone};

impl Guided for Battle {
    fn guide(&self) -> Guide {
        let steps = Phase::ALL.iter().map(|phase| TurnPhase {
            name: phase.name(),
            stands: PhaseState::compared_with(phase, &self.phase),
            kind: None,
        });
        let mut guide = Guide {
            headline: message!("Turn {round}", round = &self.common.round),
            steps: steps.collect(),
            still_to_do: self.still_to_do(),
            ..Guide::default()
        };
        self.guide_required_steps(&mut guide);
        match self.phase {
            Phase::Initiative => self.guide_initiative(&mut guide),
            Phase::Movement => self.guide_movement(&mut guide),
            Phase::Melee => self.guide_melee(&mut guide),
            Phase::Rally => self.guide_rally(&mut guide),
        }
        guide.next.push(NextStep {
            subject: Subject::Battle,
            kind: OrderKind::EndPhase.slug(),
            label: match self.phase.next() {
                Some(next) => message!("Next phase: {phase}", phase = next.name()),
                None => message!("End turn {round}", round = &self.common.round),
            },
        });
        self.guide_optional_steps(&mut guide);
        if self.won_by_rules().is_some() {
            guide.secret_of = None;
        }
        guide
    }

    /// Marks of a side apart from its units: its officers who are with no unit, and its
    /// hand as far as it is known.
    fn side_marks(&self, side: Side) -> Vec<Mark> {
        let log = self.side(side);
        let named = |name: &str, office: Message, zone: Zone, in_title: Message| {
            let (full, office) = (zone.says(), &office);
            let (label, officer) = match name {
                "" => (message!("{office}: {zone}", office, zone = full), office.clone()),
                name => (message!("{office} {name}: {zone}", office, name, zone = full), in_title),
            };
            let (zone, rank) = (zone.in_short(), zone.rank());
            Mark::plain(label).at(Station { zone, rank, column: 0, officer })
        };
        let commander = log.commander.iter().filter(|c| c.unit.is_none());
        let commander = commander.map(|c| {
            let (office, name) = (message!("commander"), &c.name);
            let in_title = message!("{office} {name}", office = &office, name);
            named(name, office, c.zone, in_title)
        });
        let free = log.lieutenants.iter().filter(|l| !l.lost && l.unit.is_none());
        let free = free.map(|l| {
            named(&l.name, message!("lieutenant"), l.zone, Message::verbatim(l.name.clone()))
        });
        let mut marks: Vec<Mark> = commander.chain(free).collect();
        let hand = log.hand.len();
        if hand > 0 && self.is_redacted(side) {
            marks.push(Mark::plain(message!(hand => "{n} card in hand" | "{n} cards in hand")));
        } else if hand > 0 {
            let cards = Message::list(log.hand.iter().map(|card| Message::verbatim(card.clone())));
            let mark = Mark::plain(message!("in hand: {cards}", cards));
            marks.push(mark.holding(self.held_cards(side)));
        }
        marks
    }
}

impl Battle {
    /// The steps to take before the phase ends: those that its end warns of, and those that no
    /// later phase of the turn allows.
    fn still_to_do(&self) -> Vec<Message> {
        let mut still = self.undone();
        match self.phase {
            Phase::Initiative => {
                let drawing = self.in_turn().into_iter().filter(|side| self.side(*side).can_draw());
                still
                    .extend(drawing.map(|side| {
                        message!("cards to draw: {side}", side = self.side_name(side))
                    }));
            }
            Phase::Rally => {
                let units = self.in_turn().into_iter().flat_map(|side| self.standing(side));
                let rallying = units.map(|(tag, _)| tag).filter(|tag| self.may_rally(*tag));
                let units = Message::list(rallying.map(|tag| message!("{tag}", tag)));
                if !units.is_empty() {
                    still.push(message!("these may still rally: {units}", units));
                }
            }
            Phase::Movement | Phase::Melee => {}
        }
        still
    }

    /// Both sides, beginning with the first player's.
    pub(super) fn in_turn(&self) -> [Side; 2] {
        let first = self.first_player().unwrap_or(Side::A);
        [first, first.other()]
    }

    fn offer(guide: &mut Guide, tag: Tag, unit: &Unit, kind: OrderKind, does: Message) {
        let label = message!("{tag} {name}: {does}", tag, name = &unit.name, does);
        guide.next.push(NextStep { subject: Subject::Unit(tag), kind: kind.slug(), label });
    }

    fn offer_side(&self, guide: &mut Guide, side: Side, kind: OrderKind, does: Message) {
        let label = message!("{side}: {does}", side = self.side_name(side), does);
        guide.next.push(NextStep { subject: Subject::Side(side), kind: kind.slug(), label });
    }

    /// Required steps after routs and fights, in any phase: allied morale rolls (only the
    /// players see whether a friend is in one of the eight squares), light infantry that
    /// falls back, a unit that may turn.
    fn guide_required_steps(&self, guide: &mut Guide) {
        for open in &self.routs_open {
            let name = self.unit_name(open.rout);
            let mut owing = self.owing(open).peekable();
            if owing.peek().is_none() {
                continue;
            }
            for (tag, unit) in owing {
                let listed = guide.next.iter().any(|step| step.subject == Subject::Unit(tag));
                if !listed {
                    let does = message!("allied morale, if beside {rout}", rout = &open.rout);
                    Battle::offer(guide, tag, unit, OrderKind::AlliedMorale, does);
                }
            }
            guide.next.push(NextStep {
                subject: Subject::Unit(open.rout),
                kind: OrderKind::CloseRout.slug(),
                label: message!(
                    "{rout} {name}: every friend next to it has rolled",
                    rout = open.rout,
                    name
                ),
            });
        }
        for side in self.in_turn() {
            for (tag, unit) in self.standing(side) {
                if unit.fallback_owed > 0 && !unit.kind.is_heavy() {
                    let does = message!(unit.fallback_owed => "has fallen back {n} space" | "has fallen back {n} spaces");
                    Battle::offer(guide, tag, unit, OrderKind::FallBack, does);
                }
                let front_is_free = self.enemy_in_front(tag, unit).is_none();
                if unit.may_turn && front_is_free && self.flankers(tag).next().is_some() {
                    Battle::offer(
                        guide,
                        tag,
                        unit,
                        OrderKind::Turn,
                        message!("turn to the enemy at its flank"),
                    );
                }
            }
        }
    }

    fn guide_initiative(&self, guide: &mut Guide) {
        if self.first_player().is_none() {
            guide.next.push(NextStep {
                subject: Subject::Battle,
                kind: OrderKind::Initiative.slug(),
                label: message!("Roll for initiative"),
            });
            return;
        }
        let draws = |side: &Side| self.side(*side).can_draw();
        if let Some(side) = self.in_turn().into_iter().find(draws) {
            guide.side = Some(side);
            guide.secret_of = Some(side);
            self.offer_discard(guide, side);
            self.offer_side(guide, side, OrderKind::Draw, message!("draw up to a hand of 5"));
            return;
        }
        for side in self.in_turn() {
            self.offer_discard(guide, side);
        }
    }

    fn offer_discard(&self, guide: &mut Guide, side: Side) {
        let log = self.side(side);
        if !log.hand.is_empty() && log.discarded == 0 && !log.drawn {
            self.offer_side(guide, side, OrderKind::Discard, message!("discard up to 2 cards"));
        }
    }

    fn guide_movement(&self, guide: &mut Guide) {
        let mover = self.side_to_move();
        let left = |side: &Side| !self.zones_left(*side).is_empty();
        let sides: Vec<Side> = match mover {
            Some(side) => vec![side],
            None => self.in_turn().into_iter().filter(left).collect(),
        };
        // Before the first zone, the first player moves one or passes.
        guide.side = sides.first().copied();
        for side in &sides {
            self.offer_side(
                guide,
                *side,
                OrderKind::MoveZone,
                message!("mark a zone as moved or passed"),
            );
            if sides.first() == Some(side) {
                self.offer_side(guide, *side, OrderKind::Pass, self.pass_effect(*side));
            }
            let zones = self.zones_left(*side);
            for (tag, unit) in self.standing(*side).filter(|(_, u)| zones.contains(&u.zone)) {
                let able = unit.kind.is_heavy() && !unit.charged && unit.stamina > Some(0);
                let in_front = || {
                    let mut enemies = self.standing(side.other());
                    enemies.any(|(_, enemy)| enemy.kind.is_heavy() && unit.is_opposite(enemy))
                };
                let free = able && unit.engaged_with.is_empty() && unit.in_the_line();
                if free && in_front() {
                    Battle::offer(guide, tag, unit, OrderKind::Charge, message!("charge"));
                }
            }
        }
        if sides.is_empty() {
            self.offer_commanders(guide);
        }
    }

    /// The commanders who may change zones once all zones have moved.
    fn offer_commanders(&self, guide: &mut Guide) {
        for side in self.in_turn() {
            if self.commander_is_free(side) {
                let does = message!("move the commander");
                self.offer_side(guide, side, OrderKind::MoveOfficer, does);
            }
        }
    }

    fn commander_is_free(&self, side: Side) -> bool {
        self.side(side).commander.as_ref().is_some_and(|commander| commander.unit.is_none())
    }

    fn pass_effect(&self, side: Side) -> Message {
        if self.other_is_done(side) {
            message!("pass: no other zone moves")
        } else {
            message!("pass: the other side moves first")
        }
    }

    fn guide_melee(&self, guide: &mut Guide) {
        let [first, second] = self.in_turn();
        if self.cards_are_open() {
            let next = self.last_card.map_or(first, Side::other);
            let player = [next, next.other()].into_iter().find(|side| self.may_play_a_card(*side));
            if let Some(side) = player {
                guide.side = Some(side);
                let open = |unit: &Unit| !unit.engaged_with.is_empty() && unit.card.is_none();
                for (tag, unit) in self.standing(side).filter(|(_, unit)| open(unit)) {
                    Battle::offer(guide, tag, unit, OrderKind::PlayCard, message!("play a card"));
                }
                self.offer_side(guide, side, OrderKind::Pass, message!("pass: no card"));
            }
        }
        let mut waiting: Vec<(Tag, &Unit)> = Vec::new();
        for side in [first, second] {
            let unmet = |unit: &Unit| {
                unit.engaged_with.iter().any(|enemy| {
                    // Each pair is listed once, by the first player's unit.
                    !unit.fought.contains(enemy) && enemy.side != first
                })
            };
            waiting.extend(self.standing(side).filter(|(_, unit)| unmet(unit)));
        }
        waiting.sort_by_key(|(_, unit)| unit.place());
        for (tag, unit) in &waiting {
            let unmet = || unit.engaged_with.iter().filter(|enemy| !unit.fought.contains(enemy));
            let against =
                Message::joined(unmet().map(|enemy| message!("{enemy}", enemy)), Joint::And);
            if unmet().any(|enemy| self.cards_lie_face_down(*tag, *enemy)) {
                Battle::offer(guide, *tag, unit, OrderKind::Reveal, message!("turn the cards up"));
            }
            let does = message!("melee with {against}", against);
            Battle::offer(guide, *tag, unit, OrderKind::Melee, does);
        }
        let mut fresh: Vec<(Tag, &Unit)> = self
            .standing(first)
            .filter(|(_, u)| u.kind.is_heavy() && u.in_the_line())
            .filter(|(_, u)| u.engaged_with.is_empty() && u.fought.is_empty())
            .filter(|_| self.standing(first.other()).any(|(_, enemy)| enemy.kind.is_heavy()))
            .collect();
        fresh.sort_by_key(|(_, unit)| unit.place());
        for (tag, unit) in fresh {
            let met = |enemy: Tag| self.could_meet(tag, enemy);
            let mut enemies = self.standing(first.other());
            if enemies.any(|(enemy, _)| met(enemy) && self.cards_lie_face_down(tag, enemy)) {
                Battle::offer(guide, tag, unit, OrderKind::Reveal, message!("turn the cards up"));
            }
            Battle::offer(
                guide,
                tag,
                unit,
                OrderKind::Melee,
                message!("melee, if it meets an enemy"),
            );
        }
    }

    pub(super) fn cards_lie_face_down(&self, one: Tag, two: Tag) -> bool {
        [one, two]
            .into_iter()
            .filter_map(|tag| self.common.units.find(tag))
            .any(Unit::card_lies_face_down)
    }

    /// Optional steps: javelins and skirmishes, officers who join units of their zone.
    fn guide_optional_steps(&self, guide: &mut Guide) {
        let light = |unit: &Unit| unit.kind == Kind::LightInfantry;
        for side in self.in_turn() {
            let meets = |heavy: bool| {
                self.standing(side.other()).any(|(_, enemy)| enemy.kind.is_heavy() == heavy)
            };
            for (tag, unit) in self.standing(side).filter(|(_, unit)| light(unit)) {
                match self.phase {
                    Phase::Movement if !meets(true) => {}
                    Phase::Melee if !meets(false) => {}
                    Phase::Movement => {
                        let met = message!("javelins, if a heavy unit meets it");
                        Battle::offer(guide, tag, unit, OrderKind::Javelins, met);
                    }
                    Phase::Melee => {
                        let met = message!("skirmish, if it meets light infantry");
                        Battle::offer(guide, tag, unit, OrderKind::Skirmish, met);
                    }
                    Phase::Initiative | Phase::Rally => {}
                }
            }
            if self.phase == Phase::Rally {
                let zones = self.zones_of_free_officers(side);
                let joined = |unit: &Unit| unit.kind.is_heavy() && zones.contains(&unit.zone);
                let open = |unit: &Unit| joined(unit) && unit.officer.is_none();
                for (tag, unit) in self.standing(side).filter(|(_, unit)| open(unit)) {
                    Battle::offer(
                        guide,
                        tag,
                        unit,
                        OrderKind::Attach,
                        message!("attach an officer"),
                    );
                }
            }
        }
    }

    /// The zones with officers who are with no unit.
    fn zones_of_free_officers(&self, side: Side) -> Vec<Zone> {
        let log = self.side(side);
        let commander = log.commander.iter().filter(|c| c.unit.is_none()).map(|c| c.zone);
        let free = log.lieutenants.iter().filter(|l| !l.lost && l.unit.is_none());
        commander.chain(free.map(|l| l.zone)).collect()
    }

    /// The cards of a hand, each name once, with their texts.
    pub(super) fn held_cards(&self, side: Side) -> Vec<HeldCard> {
        let mut held: Vec<HeldCard> = Vec::new();
        for name in &self.side(side).hand {
            if let Some(card) = held.iter_mut().find(|card| card.name == *name) {
                card.count += 1;
            } else {
                let text = self.card_text(side, name).unwrap_or_default().to_owned();
                held.push(HeldCard { name: name.clone(), text, count: 1 });
            }
        }
        held
    }

    fn guide_rally(&self, guide: &mut Guide) {
        for side in self.in_turn() {
            for (tag, unit) in self.standing(side) {
                if self.may_rally(tag) {
                    Battle::offer(
                        guide,
                        tag,
                        unit,
                        OrderKind::Rally,
                        message!("rally (remove 1 hit)"),
                    );
                }
            }
        }
        for side in self.in_turn() {
            let log = self.side(side);
            let due = |lost: Option<u32>| lost.is_none_or(|round| round < self.common.round);
            if log.lieutenants.iter().any(|l| l.lost && due(l.lost_in)) {
                self.offer_side(
                    guide,
                    side,
                    OrderKind::ReplaceLieutenant,
                    message!("replace a lieutenant"),
                );
            }
            for (tag, unit) in self.standing(side) {
                if unit.reserve && !unit.reserve_advanced && unit.status != Status::Engaged {
                    Battle::offer(guide, tag, unit, OrderKind::Reserve, message!("change columns"));
                }
            }
        }
    }
}
