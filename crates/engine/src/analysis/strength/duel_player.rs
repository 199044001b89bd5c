//! The player of duels: gives orders in the sequence of play, with a little knowledge of each
//! game.

use std::collections::BTreeSet;

use serde_json::{Map, Value, json};

use dice::Seeded;
use games::{Battle, Fleet, Options, Order, Report, SystemTag};
use rules::schema::LeftOut;
use rules::{
    ComparisonPlan, DuelDistances, DuelFrequency, NextStep, Part, Side, Subject, Tag, ValueType,
};

/// A duel with more orders than this is a draw.
const MOST_ORDERS: u64 = 600;

/// Fights a duel to its end. Returns the winner, if there is one.
pub(super) fn fight(fleets: [Fleet; 2], seed: u64) -> Option<Side> {
    let system = fleets[0].system();
    let battle = Battle::open(fleets, Options::new()).ok()?;
    let mut duel = Fight {
        system,
        plan: system.plan(),
        battle,
        seed,
        given: 0,
        tried: BTreeSet::new(),
        ground: DuelDistances::default(),
    };
    while duel.given < MOST_ORDERS {
        if let Some(winner) = duel.battle.winner() {
            return winner.side();
        }
        if duel.plan.has_consort
            && let Some(beaten) = Side::ALL.iter().copied().find(|side| duel.is_beaten(*side))
        {
            return Some(beaten.other());
        }
        if !duel.play_next() {
            return None;
        }
    }
    None
}

struct Fight {
    system: SystemTag,
    plan: ComparisonPlan,
    battle: Battle,
    seed: u64,
    /// Orders tried so far; each one has its own dice.
    given: u64,
    /// The orders that were given or refused this turn.
    tried: BTreeSet<(String, &'static str)>,
    ground: DuelDistances,
}

impl Fight {
    /// Whether a side's duellist is out of the duel, regardless of her consort.
    fn is_beaten(&self, side: Side) -> bool {
        let duellist = Tag { side, number: 1 };
        !self.battle.in_play(duellist) || self.battle.holder(duellist) != side
    }

    /// Whether this is a consort, which only ends her turns.
    fn is_idle(&self, subject: Subject, kind: &str) -> bool {
        let is_consort = matches!(subject, Subject::Unit(tag) if tag.number != 1);
        is_consort && self.part(kind) != Part::Begins
    }

    /// Gives the next order that the guide suggests; `false` if there is none.
    fn play_next(&mut self) -> bool {
        let often = |step: &NextStep| self.battle.in_duel(step.kind, self.ground);
        let suggested = self.battle.full_view().guide().next.into_iter().filter(|step| {
            !self.tried.contains(&(step.subject.to_string(), step.kind))
                && often(step) != DuelFrequency::Never
                && !self.is_idle(step.subject, step.kind)
        });
        let next = suggested.min_by_key(|step| often(step) == DuelFrequency::Last);
        let Some(step) = next else { return false };
        self.given += 1;
        let order = self.write(step.subject, step.kind);
        let done = self.give(&order).is_some();
        let again = self.battle.in_duel(step.kind, self.ground) == DuelFrequency::Repeatedly;
        if !(done && again) {
            self.tried.insert((step.subject.to_string(), step.kind));
        }
        if done && matches!(self.part(step.kind), Part::Begins | Part::Ends) {
            self.tried.clear();
        }
        true
    }

    /// Gives an order, and the orders that must follow at once.
    fn give(&mut self, order: &Map<String, Value>) -> Option<Report> {
        let order = self.battle.read_order(order).ok()?;
        let report = self.carry_out(&order)?;
        if let Some(next) = order.after_in_duel(&mut self.ground) {
            self.carry_out(&next);
        }
        Some(report)
    }

    fn carry_out(&mut self, order: &Order) -> Option<Report> {
        let report = self.battle.resolve(order, &mut Seeded::new(self.seed, self.given)).ok()?;
        self.battle.apply(&report.effects);
        Some(report)
    }

    fn part(&self, kind: &str) -> Part {
        self.system.order(kind).map_or(Part::Act, |spec| spec.part)
    }

    /// The order, with the enemy as its target.
    fn write(&self, subject: Subject, kind: &'static str) -> Map<String, Value> {
        let mut order = Map::new();
        order.insert("kind".into(), json!(kind));
        let spec = self.system.order(kind);
        let (fields, target) = spec.map_or((&[][..], None), |spec| (spec.fields, spec.target));
        let own = match subject {
            Subject::Unit(tag) => Some(tag),
            Subject::Side(_) | Subject::Battle => None,
        };
        let enemy = own.map(|tag| Tag { side: tag.side.other(), number: 1 });
        let mut subject_stands = false;
        for field in fields {
            let tag = if subject_stands { enemy } else { own };
            let stands =
                !subject_stands || field.default == LeftOut::Required || target == Some(field.name);
            let value = match (field.takes, subject) {
                (ValueType::Unit | ValueType::UnitOrSide, _) if stands => tag.map(|tag| json!(tag)),
                (ValueType::UNITS, Subject::Unit(_)) if stands => tag.map(|tag| json!([tag])),
                (ValueType::Side, Subject::Side(side)) => Some(json!(side)),
                _ => own.and_then(|own| {
                    self.battle.duellist_choice(own, kind, field.name, self.ground)
                }),
            };
            subject_stands |=
                value.is_some() && matches!(field.takes, ValueType::Unit | ValueType::UNITS);
            if let Some(value) = value {
                order.insert(field.name.into(), value);
            }
        }
        order
    }
}
