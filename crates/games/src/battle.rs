//! General information about a battle, in any game.

use serde_json::{Map, Value};

use dice::Hand;
use rules::{
    Chart, Ending, GameOrder, Keyword as _, KindOf, Part, Questions as _, Reference, RoundNumber,
    Rules, Sequence, Side, Stop, Subject, Tag, TurnPart, VictoryConditions, Viewer, Visibility,
    Winner, common_orders, ending,
};

use message::Message;

use super::{Battle, Order, SystemTag};

impl Battle {
    /// The winner, or a draw; `None` while the battle continues.
    #[must_use]
    pub fn winner(&self) -> Option<Winner> {
        with_battle!(self, b => b.winner())
    }

    /// The name of a side's fleet.
    #[must_use]
    pub fn side_name(&self, side: Side) -> &str {
        with_battle!(self, b => b.side_name(side))
    }

    /// The name of a unit.
    #[must_use]
    pub fn unit_name(&self, tag: Tag) -> String {
        with_battle!(self, b => b.unit_name(tag))
    }

    /// A unit's tag and name, as in the log: `B2 Χίμαιρα`.
    #[must_use]
    pub fn called(&self, tag: Tag) -> Message {
        with_battle!(self, b => b.called(tag))
    }

    /// A side's name and letter, as in the log.
    #[must_use]
    pub fn side_called(&self, side: Side) -> Message {
        with_battle!(self, b => b.side_called(side))
    }

    /// The side that controls a unit now.
    #[must_use]
    pub fn holder(&self, tag: Tag) -> Side {
        with_battle!(self, b => b.holder(tag))
    }

    /// Whether a unit is still on the table.
    #[must_use]
    pub fn in_play(&self, tag: Tag) -> bool {
        with_battle!(self, b => b.in_play(tag))
    }

    /// The victory conditions of the battle, and their result.
    #[must_use]
    pub fn aims(&self) -> &VictoryConditions {
        with_battle!(self, b => &b.common().aims)
    }

    /// The current round or turn.
    #[must_use]
    pub fn moment(&self) -> RoundNumber {
        RoundNumber {
            cycle: self.system().cycle(),
            number: with_battle!(self, b => b.common().round),
        }
    }

    /// Every tag, A's first.
    #[must_use]
    pub fn tags(&self) -> Vec<Tag> {
        with_battle!(self, b => b.common().units.tags())
    }

    /// The issuer of an order.
    #[must_use]
    pub fn issuer_of(&self, order: &Order) -> Subject {
        let giver = with_order!(self, order, b, order => common_orders::issuer(b, order), None);
        giver.unwrap_or(Subject::Battle)
    }

    /// The issuer of a written order, even if the order cannot be read.
    #[must_use]
    pub fn given_by(&self, order: &Map<String, Value>) -> Subject {
        if let Ok(order) = self.read_declared(order) {
            return self.issuer_of(&order);
        }
        let kind = order.get("kind").and_then(Value::as_str);
        let spec = kind.and_then(|kind| self.system().order(kind));
        spec.map_or(Subject::Battle, |spec| spec.given_by(order))
    }

    /// How much of an order a viewer may know.
    #[must_use]
    pub fn order_visibility(&self, order: &Order, viewer: Viewer) -> Visibility {
        with_order!(self, order, b, order => common_orders::order_visibility(b, order, viewer), Visibility::Hidden)
    }

    /// Whether an order of this side needs the consent of the other side at a shared table.
    #[must_use]
    pub fn needs_consent(&self, order: &Order, side: Side) -> bool {
        with_order!(self, order, b, order => common_orders::needs_consent(b, order, side), false)
    }

    /// How the players ended the battle; `None` if they did not.
    #[must_use]
    pub fn ending(&self) -> Option<Ending> {
        with_battle!(self, b => b.common().ending)
    }

    /// The side that gives an order; `None` if neither does.
    #[must_use]
    pub fn issuing_side(&self, order: &Map<String, Value>) -> Option<Side> {
        self.side_of(self.given_by(order))
    }

    /// The side that gives the orders of a unit or side; `None` for the battle.
    #[must_use]
    pub fn side_of(&self, subject: Subject) -> Option<Side> {
        match subject {
            Subject::Unit(tag) => Some(self.holder(tag)),
            Subject::Side(side) => Some(side),
            Subject::Battle => None,
        }
    }

    /// The charts of its rules, with its optional rules.
    #[must_use]
    pub fn charts(&self) -> Vec<Chart> {
        fn of<S: Reference>(battle: &S) -> Vec<Chart> {
            S::charts(&battle.common().options)
        }
        with_battle!(self, b => of(b))
    }

    /// The sequence of play with its optional rules, and how the players may end the
    /// battle.
    #[must_use]
    pub fn sequence(&self) -> Vec<TurnPart> {
        fn of<S: Reference>(battle: &S) -> Vec<TurnPart> {
            let mut parts = S::sequence(&battle.common().options);
            parts.push(ending::sequence::<S>());
            parts
        }
        with_battle!(self, b => of(b))
    }

    /// The fault of the first tag in a written order that belongs to no unit; `None` if all
    /// tags are known.
    #[must_use]
    pub fn unknown_unit(&self, written: &Map<String, Value>) -> Option<Stop> {
        let kind = written.get("kind")?.as_str()?;
        let fields = self.system().order(kind)?.fields.iter();
        let named = fields.filter(|field| field.takes.names_units());
        let values = named.filter_map(|field| written.get(field.name)).flat_map(|value| {
            value.as_array().map_or_else(|| std::slice::from_ref(value), Vec::as_slice)
        });
        let mut tags = values.filter_map(|value| value.as_str()?.parse().ok());
        with_battle!(self, b => tags.find_map(|tag: Tag| b.common().units.get(tag).err()))
    }

    /// The round and the index of the present phase, if both sides act in it.
    #[must_use]
    pub fn phase_of_both(&self) -> Option<(u32, u8)> {
        with_battle!(self, b => b.phase_of_both())
    }

    /// Whether an order ends a phase in which both sides act. Such a phase ends when both
    /// are ready.
    #[must_use]
    pub fn ends_phase_of_both(&self, order: &Order) -> bool {
        let ends = order.part() == Part::Ends;
        ends && self.issuer_of(order) == Subject::Battle && self.phase_of_both().is_some()
    }

    /// Whether the rules let a side give an order in the other's turn.
    #[must_use]
    pub fn is_right(&self, order: &Order) -> bool {
        fn own<S: Sequence>(battle: &S, order: &GameOrder<S::Order>) -> bool {
            order.own().is_some_and(|order| battle.may_interrupt(order))
        }
        with_order!(self, order, b, order => own(b, order), false)
    }

    /// What else an order ends if the other side consents.
    #[must_use]
    pub fn also_ends(&self, order: &Order) -> Option<Message> {
        fn own<S: Sequence>(battle: &S, order: &GameOrder<S::Order>) -> Option<Message> {
            battle.also_ends(order.own()?)
        }
        with_order!(self, order, b, order => own(b, order), None)
    }

    /// Whether dice for this role may be rolled for an order of this kind and part.
    #[must_use]
    pub fn may_roll(&self, kind: &str, part: Part, hand: Hand) -> bool {
        let named = |list: &[&'static str]| list.contains(&kind);
        let [never, both] = with_system!(self.system(), S => {
            [words::<S>(S::NEVER_ROLLS), words::<S>(S::ROLLS_FOR_BOTH)]
        });
        match (hand, part) {
            (Hand::Opponent, _) => named(&both),
            (
                Hand::Giver,
                Part::Begins | Part::Ends | Part::Concedes | Part::Agrees | Part::Corrects,
            ) => named(&both),
            (
                Hand::Giver,
                Part::Act | Part::Standing | Part::Moves | Part::SideAction | Part::Leaves,
            ) => !named(&never),
        }
    }

    /// Whether the rest of a group is left out if one of its orders is.
    #[must_use]
    pub fn leaves_out_the_rest(&self) -> bool {
        with_system!(self.system(), S => S::ALTERNATES)
    }

    /// Whether the odds of an order depend only on the sum of its modifiers.
    #[must_use]
    pub fn is_by_net(&self, kind: &str) -> bool {
        with_system!(self.system(), S => S::BY_MODIFIER_SUM.iter().any(|order| order.word() == kind))
    }

    /// Whether the tables of later situations contain all odds of an order.
    #[must_use]
    pub fn is_in_scenarios(&self, kind: &str) -> bool {
        with_system!(self.system(), S => S::IN_SCENARIOS.iter().any(|order| order.word() == kind))
    }
}

/// The words of kinds of order.
fn words<S: Rules>(kinds: &[KindOf<S>]) -> Vec<&'static str> {
    kinds.iter().map(|kind| kind.word()).collect()
}

impl Order {
    /// The order as JSON keys: its kind and all fields.
    #[must_use]
    pub fn to_map(&self) -> Map<String, Value> {
        match serde_json::to_value(self) {
            Ok(Value::Object(map)) => map,
            _ => Map::new(),
        }
    }
}
