//! What every battle tells, whichever system it is of.

use serde_json::{Map, Value};

use crate::rules::{
    Chart, Ending, Moment, Shown, Side, Slug as _, Subject, System, Tag, TurnPart, Viewer, ending,
    given,
};

use super::{Battle, Options, Order, Switch, SystemTag};

impl Battle {
    /// The round or turn that is being played.
    #[must_use]
    pub fn moment(&self) -> Moment {
        Moment { cycle: self.system().cycle(), number: with_battle!(self, b => b.common().round) }
    }

    /// Every tag, A's first.
    #[must_use]
    pub fn tags(&self) -> Vec<Tag> {
        with_battle!(self, b => b.common().units.tags())
    }

    /// Who gives an order.
    #[must_use]
    pub fn giver_of(&self, order: &Order) -> Subject {
        let giver = with_order!(self, order, b, order => given::giver(b, order), None);
        giver.unwrap_or(Subject::Battle)
    }

    /// Who gives an order as it is written, even if it cannot be read.
    #[must_use]
    pub fn given_by(&self, order: &Map<String, Value>) -> Subject {
        if let Ok(order) = self.read_declared(order) {
            return self.giver_of(&order);
        }
        let kind = order.get("kind").and_then(Value::as_str);
        let spec = kind.and_then(|kind| self.system().order(kind));
        spec.map_or(Subject::Battle, |spec| spec.given_by(order))
    }

    /// How much of an order a viewer may know.
    #[must_use]
    pub fn shows(&self, order: &Order, viewer: Viewer) -> Shown {
        with_order!(self, order, b, order => given::shows(b, order, viewer), Shown::Whole)
    }

    /// Whether an order of this side takes more than what is its own, so that the other
    /// side is asked first where each has a seat.
    #[must_use]
    pub fn needs_consent(&self, order: &Order, side: Side) -> bool {
        with_order!(self, order, b, order => given::needs_consent(b, order, side), false)
    }

    /// How the players ended it; `None` unless they did.
    #[must_use]
    pub fn ending(&self) -> Option<Ending> {
        with_battle!(self, b => b.common().ending)
    }

    /// The side that gives an order; `None` where neither does.
    #[must_use]
    pub fn giver(&self, order: &Map<String, Value>) -> Option<Side> {
        match self.given_by(order) {
            Subject::Unit(tag) => Some(self.holder(tag)),
            Subject::Side(side) => Some(side),
            Subject::Battle => None,
        }
    }

    /// The switches that it is played with.
    #[must_use]
    pub fn options(&self) -> Options {
        let on = |switch: &Switch| {
            let word = switch.slug();
            with_battle!(self, b => b.common().options.iter().any(|own| own.slug() == word))
        };
        self.system().switches().into_iter().filter(on).collect()
    }

    /// The tables of its rules, under its switches.
    #[must_use]
    pub fn charts(&self) -> Vec<Chart> {
        fn of<S: System>(battle: &S) -> Vec<Chart> {
            S::charts(&battle.common().options)
        }
        with_battle!(self, b => of(b))
    }

    /// How a round or turn of it is played, under its switches, and how the players may end
    /// it.
    #[must_use]
    pub fn sequence(&self) -> Vec<TurnPart> {
        fn of<S: System>(battle: &S) -> Vec<TurnPart> {
            let mut parts = S::sequence(&battle.common().options);
            parts.push(ending::sequence::<S>());
            parts
        }
        with_battle!(self, b => of(b))
    }

    /// Whether the odds of an order turn on the sum of the modifiers alone.
    #[must_use]
    pub fn is_by_net(&self, kind: &str) -> bool {
        with_system!(self.system(), S => S::BY_NET.iter().any(|order| order.word() == kind))
    }

    /// Whether the tables of later situations tell all odds of an order.
    #[must_use]
    pub fn is_in_drills(&self, kind: &str) -> bool {
        with_system!(self.system(), S => S::IN_DRILLS.iter().any(|order| order.word() == kind))
    }
}

impl Order {
    /// The order as JSON keys: its kind and every field.
    #[must_use]
    pub fn to_map(&self) -> Map<String, Value> {
        match serde_json::to_value(self) {
            Ok(Value::Object(map)) => map,
            _ => Map::new(),
        }
    }
}
