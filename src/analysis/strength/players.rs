//! The player of duels: gives the orders that the guide suggests, in its order,
//! and knows a few things about each system.

use std::collections::BTreeSet;

use serde_json::{Map, Value, json};

use crate::dice::Seeded;
use crate::rules::greek_fire::Ship;
use crate::rules::schema::LeftOut;
use crate::rules::{Battle, Fleet, Options, Report, Side, Subject, SystemTag, Tag, Takes, Viewer};

use super::has_consort;
use super::plans::{Plan, plan};

/// A duel with more orders than this is a draw.
const MOST_ORDERS: u64 = 600;
/// How far apart the ships begin in a duel of Greek Fire, in hexes: the range
/// of a trebuchet.
const FIRST_RANGE: i64 = 10;

/// Fights a duel to its end. Returns the winner, if there is one.
pub(super) fn fight(fleets: [Fleet; 2], seed: u64) -> Option<Side> {
    let system = fleets[0].system();
    let battle = Battle::open(fleets, Options::new()).ok()?;
    let mut duel = Fight {
        system,
        plan: plan(system),
        battle,
        seed,
        given: 0,
        tried: BTreeSet::new(),
        range: FIRST_RANGE,
        straight: 0,
    };
    while duel.given < MOST_ORDERS {
        if let Some(winner) = duel.battle.winner() {
            return winner.side();
        }
        if has_consort(system)
            && let Some(beaten) = Side::ALL.iter().copied().find(|side| duel.is_beaten(*side))
        {
            return Some(beaten.other());
        }
        if !duel.go_on() {
            return None;
        }
    }
    None
}

struct Fight {
    system: SystemTag,
    plan: Plan,
    battle: Battle,
    seed: u64,
    /// Orders tried so far; each one has its own dice.
    given: u64,
    /// What has been done or refused this turn.
    tried: BTreeSet<(String, &'static str)>,
    /// Greek Fire: hexes between the ships; 1 is adjacent.
    range: i64,
    /// Greek Fire: spaces moved straight ahead this turn.
    straight: i64,
}

impl Fight {
    /// Whether a side's duellist is out of the duel, whatever her consort does.
    fn is_beaten(&self, side: Side) -> bool {
        let duellist = Tag { side, number: 1 };
        !self.battle.in_play(duellist) || self.battle.holder(duellist) != side
    }

    /// Whether this is a consort, which only ends her turns.
    fn is_idle(subject: Subject, kind: &str) -> bool {
        matches!(subject, Subject::Unit(tag) if tag.number != 1) && kind != "activate"
    }

    /// Gives the next order that the guide suggests; `false` if there is none.
    fn go_on(&mut self) -> bool {
        let next = self.battle.guide().next.into_iter().find(|step| {
            !self.tried.contains(&(step.subject.to_string(), step.kind))
                && self.wants(step.kind)
                && !Self::is_idle(step.subject, step.kind)
        });
        let Some(step) = next else { return false };
        self.given += 1;
        let order = self.write(step.subject, step.kind);
        let spent = order.get("spent").and_then(Value::as_i64).unwrap_or(0);
        let report = self.give(&order);
        if report.is_some() {
            self.after(step.subject, step.kind, spent);
        }
        let again = report.is_some() && self.plan.repeats.contains(&step.kind);
        if !again {
            self.tried.insert((step.subject.to_string(), step.kind));
        }
        if report.is_some() && (step.kind == "activate" || step.kind.starts_with("end-")) {
            self.tried.clear();
        }
        true
    }

    fn give(&mut self, order: &Map<String, Value>) -> Option<Report> {
        let order = self.battle.read_order(order).ok()?;
        let report = self.battle.resolve(&order, &mut Seeded::new(self.seed, self.given)).ok()?;
        self.battle.apply(&report.effects);
        Some(report)
    }

    /// Whether the player would give an order of this kind now.
    fn wants(&self, kind: &str) -> bool {
        match (self.system, kind) {
            _ if self.plan.never.contains(&kind) => false,
            (SystemTag::GreekFire, "ram") => self.range == 1 && self.straight > 0,
            (SystemTag::GreekFire, "board") => self.range == 1,
            _ => true,
        }
    }

    /// The order, with the enemy as its target.
    fn write(&self, subject: Subject, kind: &'static str) -> Map<String, Value> {
        let mut order = Map::new();
        order.insert("kind".into(), json!(kind));
        let fields = self.system.order(kind).map_or(&[][..], |spec| spec.fields);
        let own = match subject {
            Subject::Unit(tag) => Some(tag),
            Subject::Side(_) | Subject::Battle => None,
        };
        let enemy = own.map(|tag| Tag { side: tag.side.other(), number: 1 });
        let mut subject_stands = false;
        for field in fields {
            let tag = if subject_stands { enemy } else { own };
            let stands =
                !subject_stands || field.default == LeftOut::Required || field.name == "target";
            let value = match (field.takes, subject) {
                (Takes::Unit | Takes::UnitOrSide, _) if stands => tag.map(|tag| json!(tag)),
                (Takes::Units, Subject::Unit(_)) if stands => tag.map(|tag| json!([tag])),
                (Takes::Side, Subject::Side(side)) => Some(json!(side)),
                _ => own.and_then(|own| self.says(own, kind, field.name)),
            };
            subject_stands |= value.is_some() && matches!(field.takes, Takes::Unit | Takes::Units);
            if let Some(value) = value {
                order.insert(field.name.into(), value);
            }
        }
        order
    }

    /// What the player enters in a field instead of the suggestion.
    fn says(&self, own: Tag, kind: &str, field: &str) -> Option<Value> {
        match (self.system, kind, field) {
            (SystemTag::GreekFire, "row", "spent") => Some(json!(self.spends(own))),
            (SystemTag::GreekFire, "shoot", "weapon") => self.aims(own),
            (SystemTag::GreekFire, "shoot", "range") => Some(json!(self.range)),
            (SystemTag::GreekFire, "ram", "spaces_straight") => Some(json!(self.straight.min(12))),
            (SystemTag::GreekFire, "morale", "adjacent_enemies") => Some(json!(self.faces(own))),
            (SystemTag::ChickenOfTheSea, "set-speed", "speed") => Some(json!(self.gathers(own))),
            _ => {
                let said = self.plan.says.iter().find(|(k, f, _)| (*k, *f) == (kind, field));
                said.map(|(.., says)| says.value())
            }
        }
    }

    fn after(&mut self, subject: Subject, kind: &str, spent: i64) {
        match (self.system, kind) {
            (SystemTag::GreekFire, "activate") => self.straight = 0,
            (SystemTag::GreekFire, "row") => {
                // If she is already beside the enemy, she draws off and comes
                // back.
                self.straight = if self.range > 1 { spent } else { spent / 2 };
                self.range = (self.range - spent).max(1);
            }
            (SystemTag::GreekFire, "board") => self.take_prize(subject),
            _ => {}
        }
    }

    // --- Greek Fire ---

    fn spends(&self, own: Tag) -> i64 {
        let Battle::GreekFire(battle) = &self.battle else { return 0 };
        let points = battle.ship(own).map_or(0, |ship| i64::from(ship.move_points(false)));
        if self.range > 1 { points.min(self.range - 1) } else { points }
    }

    /// The first weapon that reaches the enemy with a mount that has not shot.
    fn aims(&self, own: Tag) -> Option<Value> {
        let Battle::GreekFire(battle) = &self.battle else { return None };
        let ship = battle.ship(own)?;
        let mut weapons = crate::rules::greek_fire::tables::Weapon::ALL.iter();
        let weapon = weapons.find(|weapon| {
            let row = weapon.missile();
            (i64::from(row.minimum_hexes)..=i64::from(row.range_hexes)).contains(&self.range)
                && !ship.ready_mounts(**weapon).is_empty()
        });
        weapon.map(|weapon| json!(weapon))
    }

    /// The enemy beside her, for the morale roll.
    fn faces(&self, own: Tag) -> Vec<Tag> {
        let Battle::GreekFire(battle) = &self.battle else { return Vec::new() };
        let enemy = Tag { side: own.side.other(), number: 1 };
        let beside = self.range == 1 && battle.ship(enemy).is_some_and(Ship::is_manned);
        if beside { vec![enemy] } else { Vec::new() }
    }

    /// Takes a ship that has no crew left.
    fn take_prize(&mut self, subject: Subject) {
        let Subject::Unit(own) = subject else { return };
        let enemy = Tag { side: own.side.other(), number: 1 };
        let order = json!({"kind": "take-prize", "ship": own, "target": enemy, "crew": 1});
        if let Value::Object(order) = order {
            self.give(&order);
        }
    }

    // --- Chicken of the Sea ---

    /// The next speed, one more each turn up to 4: at 5 the crew would tire.
    fn gathers(&self, own: Tag) -> i64 {
        let state = self.battle.unit_state(own, Viewer::Everyone).unwrap_or_default();
        let crippled = state.get("crippled").and_then(Value::as_bool).unwrap_or(false);
        let speed = state.get("speed").and_then(Value::as_i64).unwrap_or(0);
        if crippled { speed.min(1) } else { (speed + 1).min(4) }
    }
}
