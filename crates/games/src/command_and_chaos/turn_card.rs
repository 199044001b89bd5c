//! The turn card of a unit in a phase of Command & Chaos, and the next step.

use message::{Joint, Message, message};
use rules::common::{Side, Subject, Tag, Winner};
use rules::roster::Rostered;
use rules::system::Rules;
use rules::turn_card::{GroupPart, NextPlan, PartialOrder, StepPlan, StepState, Turns, prompt_for};

use super::orders::fields::{
    AlliedMorale, Charge, Flank, Javelins, Melee, MoveZone, Reveal, Skirmish,
};
use super::orders::{Field, Order, OrderKind};
use super::state::{Battle, Unit};
use super::tables::{Attack, Kind, Phase};
use super::{Effect, Outcome};

type Step = StepPlan<Battle>;
type Given = PartialOrder<Battle>;

impl Turns for Battle {
    fn steps(&self, unit: Tag, one: &Unit) -> Vec<Step> {
        let mut steps = Vec::new();
        if one.fallback_owed > 0 {
            let text = message!(one.fallback_owed =>
                "Fall back {n} space on the table" | "Fall back {n} spaces on the table");
            let order = Given::of(unit, OrderKind::FallBack, message!("fall back"));
            steps.push(Step::new(order, StepState::Owed, text));
        }
        for open in &self.routs_open {
            if self.owing(open).any(|(tag, _)| tag == unit) {
                let rout = open.rout;
                let text = message!("Allied morale, if it is beside {rout}", rout);
                steps.push(Step::new(allied_morale(unit, rout), StepState::Open, text));
            }
        }
        if one.may_turn && self.flankers(unit).next().is_some() {
            let order = Given::of(unit, OrderKind::Turn, message!("turn"));
            steps.push(Step::new(
                order,
                StepState::Open,
                message!("Turn to the enemy at its flank"),
            ));
        }
        match self.phase {
            Phase::Initiative => {}
            Phase::Movement => steps.extend(self.moving_steps(unit, one)),
            Phase::Melee => steps.extend(self.melee_steps(unit, one)),
            Phase::Rally => steps.extend(self.rally_steps(unit, one)),
        }
        steps
    }

    fn adjacent(&self, unit: Tag) -> Vec<Tag> {
        let one = self.common.units.find(unit);
        one.map(|one| one.engaged_with.clone()).unwrap_or_default()
    }

    fn attacks(&self, unit: Tag, target: Tag) -> Vec<(Given, Message)> {
        let units = &self.common.units;
        let (Some(one), Some(other)) = (units.find(unit), units.find(target)) else {
            return Vec::new();
        };
        if unit.side == target.side || !one.in_play() || !other.in_play() {
            return Vec::new();
        }
        let at = target.to_string();
        let of = |kind, brief, field| Given::of(unit, kind, brief).with(field, at.clone());
        let mut attacks = Vec::new();
        if !one.kind.is_heavy() {
            if other.kind.is_heavy() {
                let field = Field::Javelins(Javelins::target);
                let order = of(OrderKind::Javelins, message!("throw javelins"), field);
                attacks.push((order, message!("Throw javelins at {target}", target)));
            } else if self.phase == Phase::Melee {
                let field = Field::Skirmish(Skirmish::target);
                let order = of(OrderKind::Skirmish, message!("skirmish"), field);
                attacks.push((order, message!("Skirmish with {target}", target)));
            }
            return attacks;
        }
        match self.phase {
            Phase::Movement => {
                let charge = Field::Charge(Charge::target);
                let charge = of(OrderKind::Charge, message!("charge {target}", target), charge);
                attacks.push((charge, message!("Charge {target}", target)));
                let flank = Field::Flank(Flank::target);
                let flank = of(OrderKind::Flank, message!("flank {target}", target), flank);
                attacks.push((flank, message!("Go for the flank of {target}", target)));
            }
            Phase::Melee => {
                attacks.push((self.melee(unit, target), message!("Melee with {target}", target)));
            }
            Phase::Initiative | Phase::Rally => {}
        }
        attacks
    }

    /// At least one hit on the target, in a charge or a melee.
    fn is_good(&self, order: &Order, outcome: Outcome, effects: &[&Effect]) -> bool {
        use rules::common::OutcomeWord as _;
        use rules::statement::Stated as _;
        let hits = |target: Tag| {
            effects
                .iter()
                .any(|effect| matches!(effect, Effect::Hits(unit, 1..) if *unit == target))
        };
        match order {
            Order::Charge { target, .. } | Order::Melee { target, .. } => hits(*target),
            Order::Flank { .. } => true,
            Order::Initiative
            | Order::Discard { .. }
            | Order::Draw { .. }
            | Order::MoveZone { .. }
            | Order::Pass { .. }
            | Order::Javelins { .. }
            | Order::FallBack { .. }
            | Order::Turn { .. }
            | Order::Join { .. }
            | Order::Leave { .. }
            | Order::Advance { .. }
            | Order::MoveOfficer { .. }
            | Order::Skirmish { .. }
            | Order::PlayCard { .. }
            | Order::Reveal { .. }
            | Order::AlliedMorale { .. }
            | Order::CloseRout { .. }
            | Order::Rally { .. }
            | Order::Attach { .. }
            | Order::Detach { .. }
            | Order::Reserve { .. }
            | Order::ReplaceLieutenant { .. }
            | Order::EndPhase
            | Order::Concede { .. } => outcome.gain(order.kind()) > 0,
        }
    }

    fn next(&self, commands: [bool; 2]) -> Vec<NextPlan<Battle>> {
        if commands == [false; 2] {
            return vec![self.next_of_others()];
        }
        let mut next = match self.phase {
            Phase::Initiative => self.next_initiative(commands),
            Phase::Movement => self.next_zone(commands).into_iter().collect(),
            Phase::Melee => self.next_card(commands),
            Phase::Rally => Vec::new(),
        };
        next.extend(self.next_due(commands));
        match self.phase {
            Phase::Melee => next.extend(self.next_pairs(commands)),
            Phase::Rally => next.extend(self.next_rally(commands)),
            Phase::Initiative | Phase::Movement => {}
        }
        let order = Given::by(Subject::Battle, OrderKind::EndPhase, message!("end the phase"));
        let text = match self.phase {
            // Each side gets a sentence about its own hand only.
            Phase::Initiative if commands == [true; 2] => {
                message!("Both sides have drawn. Begin the movement")
            }
            Phase::Initiative => message!("Your side has drawn. Ready for the movement"),
            Phase::Movement => {
                message!("Every zone has moved. Place the commander, or end the phase.")
            }
            Phase::Melee => message!("Every engaged pair has fought. Fight on, or end the phase."),
            Phase::Rally => message!("Move officers and reserves, or end the turn."),
        };
        next.push(NextPlan::give(text, order));
        next
    }

    fn victory(&self, winner: Winner) -> Message {
        match winner.side() {
            Some(side) => message!(
                "Victory: {side}. {other} lost more than half of its unit cards.",
                side = self.side_called(side),
                other = self.side_called(side.other())
            ),
            None => message!("Draw: both armies lost more than half of their unit cards."),
        }
    }

    fn only_moves(&self, unit: Tag) -> Result<GroupPart<Battle>, Message> {
        let one = self.common.units.find(unit).filter(|one| one.in_play());
        let one = one.ok_or_else(|| message!("it is out of the battle"))?;
        if self.phase != Phase::Movement {
            return Err(message!("zones move in the movement phase"));
        }
        if !self.zones_left(unit.side).contains(&one.zone) {
            return Err(message!("its zone has moved"));
        }
        Ok(GroupPart::Orders(vec![zone_moved(unit.side, one)]))
    }

    fn result(&self, kind: OrderKind, outcome: Outcome, effects: &[&Effect]) -> Option<Message> {
        use rules::keyword::Keyword as _;
        match (kind, outcome) {
            (OrderKind::AlliedMorale, Outcome::Hit) => Some(message!("takes a hit")),
            (OrderKind::AlliedMorale, Outcome::Miss) => Some(message!("morale holds")),
            (_, Outcome::Resolved) => Some(hits_taken(effects)),
            (_, Outcome::Done) => None,
            _ => Some(Message::slug(outcome.word())),
        }
    }

    fn group_result(&self, orders: &[&Order]) -> Option<Message> {
        let zones = orders.iter().all(|order| matches!(order, Order::MoveZone { .. }));
        let moved = orders.len();
        zones.then(|| message!(moved => "{n} zone moved." | "{n} zones moved."))
    }
}

/// The hits of a fight, unit by unit.
fn hits_taken(effects: &[&Effect]) -> Message {
    let taken = |effect: &&Effect| {
        let Effect::Hits(unit, hits @ 1..) = effect else { return None };
        Some(message!(*hits => "{unit} takes {n} hit" | "{unit} takes {n} hits", unit))
    };
    let taken: Vec<Message> = effects.iter().filter_map(taken).collect();
    if taken.is_empty() { message!("no hits") } else { Message::joined(taken, Joint::Comma) }
}

fn zone_moved(side: Side, one: &Unit) -> Given {
    let brief = message!("{zone} moved", zone = one.zone.says());
    Given::by(Subject::Side(side), OrderKind::MoveZone, brief)
        .with(Field::MoveZone(MoveZone::zone), one.zone.slug())
}

fn reveal(unit: Tag, target: Tag) -> Given {
    Given::of(unit, OrderKind::Reveal, message!("turn the cards up"))
        .with(Field::Reveal(Reveal::target), target.to_string())
}

fn allied_morale(unit: Tag, rout: Tag) -> Given {
    Given::of(unit, OrderKind::AlliedMorale, message!("allied morale"))
        .with(Field::AlliedMorale(AlliedMorale::rout), rout.to_string())
}

impl Battle {
    /// The possible movements of a unit, and the end of its zone's movement.
    fn moving_steps(&self, unit: Tag, one: &Unit) -> Vec<Step> {
        let is_left = self.zones_left(unit.side).contains(&one.zone);
        let state = if is_left { StepState::Open } else { StepState::Skipped };
        let mut steps = Vec::new();
        let mut add = |kind, brief: Message, text| {
            steps.push(Step::new(Given::of(unit, kind, brief), state, text));
        };
        if one.kind.is_heavy() {
            if one.in_the_line() && one.engaged_with.is_empty() {
                add(OrderKind::Charge, message!("charge"), message!("Charge the enemy in front"));
                add(
                    OrderKind::Flank,
                    message!("flank"),
                    message!("Go for an enemy’s flank or rear"),
                );
            }
            if !one.in_the_line() {
                add(
                    OrderKind::Advance,
                    message!("go forward"),
                    message!("Go forward into the line"),
                );
            }
        } else {
            add(
                OrderKind::Javelins,
                message!("throw javelins"),
                message!("Javelins, if a heavy unit meets it"),
            );
            if one.mixed_with.is_none() {
                add(OrderKind::Join, message!("join cavalry"), message!("Join friendly cavalry"));
            }
        }
        if one.mixed || one.mixed_with.is_some() {
            add(OrderKind::Leave, message!("split up"), message!("Split the mixed unit"));
        }
        let state = if is_left { StepState::Owed } else { StepState::Done };
        let text = message!("Finish its zone: {zone}", zone = one.zone.says());
        steps.push(Step::new(zone_moved(unit.side, one), state, text));
        steps
    }

    fn melee_steps(&self, unit: Tag, one: &Unit) -> Vec<Step> {
        let mut steps = Vec::new();
        let side = unit.side;
        if self.cards_are_open() && self.may_play_a_card(side) && one.card.is_none() {
            let order = Given::of(unit, OrderKind::PlayCard, message!("play a card"));
            steps.push(Step::new(order, StepState::Open, message!("Play a card face down")));
        }
        if one.kind == Kind::LightInfantry && !one.mixed {
            let order = Given::of(unit, OrderKind::Skirmish, message!("skirmish"));
            let text = message!("Skirmish, if it meets light infantry");
            steps.push(Step::new(order, StepState::Open, text));
        }
        for enemy in &one.engaged_with {
            let fought = one.fought.contains(enemy);
            if !fought && self.cards_lie_face_down(unit, *enemy) {
                let text = message!("Turn the cards up against {enemy}", enemy = *enemy);
                steps.push(Step::new(reveal(unit, *enemy), StepState::Owed, text));
            }
            let state = if fought { StepState::Done } else { StepState::Owed };
            let text = message!("Melee with {enemy}", enemy = *enemy);
            steps.push(Step::new(self.melee(unit, *enemy), state, text));
        }
        if one.kind.is_heavy() && one.engaged_with.is_empty() {
            let order = Given::of(unit, OrderKind::Melee, message!("melee"));
            let state = if one.fought.is_empty() { StepState::Open } else { StepState::Done };
            steps.push(Step::new(order, state, message!("Melee, if it meets an enemy")));
        }
        steps
    }

    fn rally_steps(&self, unit: Tag, one: &Unit) -> Vec<Step> {
        let mut steps = Vec::new();
        let order = Given::of(unit, OrderKind::Rally, message!("rally"));
        let text = message!("Rally: remove 1 hit");
        if one.rallied {
            steps.push(Step::new(order, StepState::Done, text));
        } else if self.may_rally(unit) {
            steps.push(Step::new(order, StepState::Owed, text));
        }
        let (kind, text) = if one.officer.is_some() {
            (OrderKind::Detach, message!("Its officer leaves it"))
        } else {
            (OrderKind::Attach, message!("An officer joins it"))
        };
        let order = Given::of(unit, kind, message!("move the officer"));
        steps.push(Step::new(order, StepState::Open, text));
        if one.reserve && !one.reserve_advanced {
            let order = Given::of(unit, OrderKind::Reserve, message!("change columns"));
            steps.push(Step::new(
                order,
                StepState::Open,
                message!("Change columns behind the line"),
            ));
        }
        steps
    }

    fn next_initiative(&self, commands: [bool; 2]) -> Vec<NextPlan<Battle>> {
        if self.first_player().is_none() {
            let order = Given::by(Subject::Battle, OrderKind::Initiative, message!("initiative"));
            return vec![NextPlan::give(message!("Roll for the first player of the turn"), order)];
        }
        let own = self.in_turn().into_iter().filter(|side| commands[side.index()]);
        let draws = own.filter(|side| self.side(*side).can_draw());
        let plan = |side: Side| {
            let order = Given::by(Subject::Side(side), OrderKind::Draw, message!("draw cards"));
            NextPlan::give(
                prompt_for(self, side, commands, message!("Draw up to a hand of five")),
                order,
            )
        };
        draws.map(plan).collect()
    }

    /// The next zone to move; `None` once all have moved.
    fn next_zone(&self, commands: [bool; 2]) -> Option<NextPlan<Battle>> {
        let left = |side: &Side| !self.zones_left(*side).is_empty();
        let side = self.side_to_move().or_else(|| self.in_turn().into_iter().find(left))?;
        Some(NextPlan::message(if commands[side.index()] {
            prompt_for(self, side, commands, message!("Choose the zone that moves, or pass."))
        } else {
            message!("Next to move or pass a zone: {side}.", side = self.side_called(side))
        }))
    }

    /// What the players do next, for a viewer who commands neither side.
    fn next_of_others(&self) -> NextPlan<Battle> {
        let commands = [false; 2];
        let one = match self.phase {
            Phase::Movement => self.next_zone(commands),
            Phase::Melee => {
                let cards = self.next_card(commands).into_iter();
                cards.chain(self.next_pairs(commands)).next()
            }
            Phase::Initiative | Phase::Rally => None,
        };
        one.unwrap_or_else(|| {
            NextPlan::message(match self.phase {
                Phase::Initiative if self.first_player().is_none() => {
                    message!("The sides roll for the first player of the turn.")
                }
                Phase::Initiative => message!("The sides draw cards."),
                Phase::Movement => message!("Every zone has moved."),
                Phase::Melee => message!("Every engaged pair has fought."),
                Phase::Rally => message!("The sides rally, and move officers and reserves."),
            })
        })
    }

    /// The side that plays a card next, and the cards to turn up.
    fn next_card(&self, commands: [bool; 2]) -> Vec<NextPlan<Battle>> {
        let mut next = Vec::new();
        if self.cards_are_open() {
            let [first, _] = self.in_turn();
            let from = self.last_card.map_or(first, Side::other);
            let player = [from, from.other()]
                .into_iter()
                .find(|side| self.may_play_a_card(*side) && self.may_pass(*side).is_ok());
            if let Some(side) = player {
                if !commands[side.index()] {
                    let text = message!(
                        "Next to play a card or pass: {side}.",
                        side = self.side_called(side)
                    );
                    return vec![NextPlan::message(text)];
                }
                let order = Given::by(Subject::Side(side), OrderKind::Pass, message!("pass"));
                let text =
                    prompt_for(self, side, commands, message!("Play a card face down, or pass."));
                next.push(NextPlan::give(text, order));
            }
        }
        for (unit, enemy) in self.pairs_to_fight() {
            let own = [(unit, enemy), (enemy, unit)];
            let own = own.into_iter().find(|(unit, _)| commands[unit.side.index()]);
            if let Some((unit, enemy)) = own.filter(|_| self.cards_lie_face_down(unit, enemy)) {
                let text = message!(
                    "{unit} and {enemy}: turn the cards up",
                    unit = self.called(unit),
                    enemy = self.called(enemy)
                );
                next.push(NextPlan::give(text, reveal(unit, enemy)));
            }
        }
        next
    }

    /// The next steps in any phase: falling back and allied morale.
    fn next_due(&self, commands: [bool; 2]) -> Vec<NextPlan<Battle>> {
        let mut next = Vec::new();
        for side in self.in_turn().into_iter().filter(|side| commands[side.index()]) {
            for (tag, _) in self.standing(side).filter(|(_, unit)| unit.fallback_owed > 0) {
                let order = Given::of(tag, OrderKind::FallBack, message!("fall back"));
                next.push(NextPlan::give(
                    message!("{unit}: fall back", unit = self.called(tag)),
                    order,
                ));
            }
        }
        for open in &self.routs_open {
            for (tag, _) in self.owing(open).filter(|(tag, _)| commands[tag.side.index()]) {
                let text = message!(
                    "{unit}: allied morale, if it is beside {rout}",
                    unit = self.called(tag),
                    rout = open.rout
                );
                next.push(NextPlan::give(text, allied_morale(tag, open.rout)));
            }
        }
        next
    }

    /// Engaged pairs that have not fought, along the first player's line from its left.
    fn pairs_to_fight(&self) -> Vec<(Tag, Tag)> {
        let [first, _] = self.in_turn();
        let mut line: Vec<(Tag, &Unit)> = self.standing(first).collect();
        line.sort_by_key(|(_, unit)| unit.place());
        let of = |(tag, unit): (Tag, &Unit)| -> Vec<(Tag, Tag)> {
            let unmet = unit.engaged_with.iter().filter(|enemy| !unit.fought.contains(enemy));
            unmet.map(|enemy| (tag, *enemy)).collect()
        };
        line.into_iter().flat_map(of).collect()
    }

    /// A melee with an enemy; at its front if the unit is at the flank of another.
    fn melee(&self, unit: Tag, target: Tag) -> Given {
        let melee = Given::of(unit, OrderKind::Melee, message!("melee with {target}", target))
            .with(Field::Melee(Melee::target), target.to_string());
        let flanking = self.common.units.find(unit).and_then(|unit| unit.flanking);
        if flanking.is_some_and(|flanking| flanking.target != target) {
            melee.with(Field::Melee(Melee::attack), Attack::Front.slug())
        } else {
            melee
        }
    }

    fn next_pairs(&self, commands: [bool; 2]) -> Vec<NextPlan<Battle>> {
        let plan = |(unit, enemy): (Tag, Tag)| {
            let pair = message!(
                "{unit} and {enemy}: melee",
                unit = self.called(unit),
                enemy = self.called(enemy)
            );
            if commands[unit.side.index()] {
                NextPlan::give(pair, self.melee(unit, enemy))
            } else {
                NextPlan::message(message!("Waiting: {pair}.", pair))
            }
        };
        self.pairs_to_fight().into_iter().map(plan).collect()
    }

    fn next_rally(&self, commands: [bool; 2]) -> Vec<NextPlan<Battle>> {
        let own = self.in_turn().into_iter().filter(|side| commands[side.index()]);
        let units = own.flat_map(|side| self.standing(side));
        let may = units.map(|(tag, _)| tag).filter(|tag| self.may_rally(*tag));
        let plan = |tag: Tag| {
            let order = Given::of(tag, OrderKind::Rally, message!("rally"));
            NextPlan::give(message!("{unit}: rally, remove 1 hit", unit = self.called(tag)), order)
        };
        may.map(plan).collect()
    }
}
