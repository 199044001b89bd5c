//! General information about a battle, in any game.

use std::collections::BTreeSet;

use serde_json::{Map, Value};

use dice::Hand;
use message::{Message, message};
use rules::{
    Chart, Ending, Keyword as _, KindOf, OpenError, Part, Questions as _, Reference as _,
    RoundNumber, Rules, Sequence as _, Side, Stop, Subject, SwitchWord, Tag, TurnPart,
    VictoryConditions, Viewer, Visibility, Winner, common_orders, ending,
};

use super::{Battle, Fleet, Options, Order, Switch, SystemTag};

impl Battle {
    /// A new battle between two fleets of one game, with these optional rules on.
    ///
    /// # Errors
    /// If the fleets cannot fight each other, or an optional rule belongs to
    /// another game.
    pub fn open(fleets: [Fleet; 2], options: Options) -> Result<Battle, OpenError> {
        let [a, b] = fleets;
        let systems = [a.system(), b.system()];
        dispatch!(
            [Fleet, Fleet],
            [a, b],
            |S: Rules, a, b| S::open([a, b], own_switches(options, systems[0])?).map(Battle::from),
            Err(two_systems(systems))
        )
    }

    /// The optional rules that are on.
    #[must_use]
    pub fn options(&self) -> Options {
        let is_on = |switch: &Switch| {
            dispatch!(Battle, self, |battle| {
                battle.common().options.iter().any(|own| own.word() == switch.slug())
            })
        };
        self.system().switches().into_iter().filter(is_on).collect()
    }

    /// The winner, or a draw; `None` while the battle continues.
    #[must_use]
    pub fn winner(&self) -> Option<Winner> {
        dispatch!(Battle, self, |battle| battle.winner())
    }

    /// The name of a side's fleet.
    #[must_use]
    pub fn side_name(&self, side: Side) -> &str {
        dispatch!(Battle, self, |battle| battle.side_name(side))
    }

    /// The name of a unit.
    #[must_use]
    pub fn unit_name(&self, tag: Tag) -> String {
        dispatch!(Battle, self, |battle| battle.unit_name(tag))
    }

    /// A unit's tag and name, as in the log: `B2 Χίμαιρα`.
    #[must_use]
    pub fn called(&self, tag: Tag) -> Message {
        dispatch!(Battle, self, |battle| battle.called(tag))
    }

    /// A side's name and letter, as in the log.
    #[must_use]
    pub fn side_called(&self, side: Side) -> Message {
        dispatch!(Battle, self, |battle| battle.side_called(side))
    }

    /// The side that controls a unit now.
    #[must_use]
    pub fn holder(&self, tag: Tag) -> Side {
        dispatch!(Battle, self, |battle| battle.holder(tag))
    }

    /// Whether a unit is still on the table.
    #[must_use]
    pub fn in_play(&self, tag: Tag) -> bool {
        dispatch!(Battle, self, |battle| battle.in_play(tag))
    }

    /// The victory conditions of the battle, and their result.
    #[must_use]
    pub fn aims(&self) -> &VictoryConditions {
        dispatch!(Battle, self, |battle| &battle.common().aims)
    }

    /// The current round or turn.
    #[must_use]
    pub fn moment(&self) -> RoundNumber {
        RoundNumber {
            cycle: self.system().cycle(),
            number: dispatch!(Battle, self, |battle| battle.common().round),
        }
    }

    /// Every tag, A's first.
    #[must_use]
    pub fn tags(&self) -> Vec<Tag> {
        dispatch!(Battle, self, |battle| battle.common().units.tags())
    }

    /// The issuer of an order.
    #[must_use]
    pub fn issuer_of(&self, order: &Order) -> Subject {
        let giver = dispatch!(
            [Battle, Order],
            [self, order],
            |battle, order| common_orders::issuer(battle, order),
            None
        );
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
        dispatch!(
            [Battle, Order],
            [self, order],
            |battle, order| common_orders::order_visibility(battle, order, viewer),
            Visibility::Hidden
        )
    }

    /// Whether an order of this side needs the consent of the other side at a shared table.
    #[must_use]
    pub fn needs_consent(&self, order: &Order, side: Side) -> bool {
        dispatch!(
            [Battle, Order],
            [self, order],
            |battle, order| common_orders::needs_consent(battle, order, side),
            false
        )
    }

    /// How the players ended the battle; `None` if they did not.
    #[must_use]
    pub fn ending(&self) -> Option<Ending> {
        dispatch!(Battle, self, |battle| battle.common().ending)
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
        dispatch!([Battle], [self], |S: Rules, battle| S::charts(&battle.common().options))
    }

    /// The sequence of play with its optional rules, and how the players may end the
    /// battle.
    #[must_use]
    pub fn sequence(&self) -> Vec<TurnPart> {
        dispatch!([Battle], [self], |S: Rules, battle| {
            let mut parts = S::sequence(&battle.common().options);
            parts.push(ending::sequence::<S>());
            parts
        })
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
        dispatch!(Battle, self, |battle| tags.find_map(|tag: Tag| battle
            .common()
            .units
            .get(tag)
            .err()))
    }

    /// The round and the index of the present phase, if both sides act in it.
    #[must_use]
    pub fn phase_of_both(&self) -> Option<(u32, u8)> {
        dispatch!(Battle, self, |battle| battle.phase_of_both())
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
    pub fn may_interrupt(&self, order: &Order) -> bool {
        dispatch!(
            [Battle, Order],
            [self, order],
            |battle, order| order.own().is_some_and(|order| battle.may_interrupt(order)),
            false
        )
    }

    /// What else an order ends if the other side consents.
    #[must_use]
    pub fn also_ends(&self, order: &Order) -> Option<Message> {
        dispatch!(
            [Battle, Order],
            [self, order],
            |battle, order| battle.also_ends(order.own()?),
            None
        )
    }

    /// Whether dice for this role may be rolled for an order of this kind and part.
    #[must_use]
    pub fn may_roll(&self, kind: &str, part: Part, hand: Hand) -> bool {
        let named = |list: &[&'static str]| list.contains(&kind);
        let [never, both] = dispatch!(SystemTag, self.system(), |S: Rules| {
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
        dispatch!(SystemTag, self.system(), |S: Rules| S::ALTERNATES)
    }

    /// Whether the odds of an order depend only on the sum of its modifiers.
    #[must_use]
    pub fn is_by_net(&self, kind: &str) -> bool {
        dispatch!(SystemTag, self.system(), |S: Rules| S::BY_MODIFIER_SUM
            .iter()
            .any(|order| order.word() == kind))
    }

    /// Whether the tables of later situations contain all odds of an order.
    #[must_use]
    pub fn is_in_scenarios(&self, kind: &str) -> bool {
        dispatch!(SystemTag, self.system(), |S: Rules| S::IN_SCENARIOS
            .iter()
            .any(|order| order.word() == kind))
    }
}

/// Optional rules as the type of their game.
fn own_switches<W: SwitchWord>(
    options: Options,
    system: SystemTag,
) -> Result<BTreeSet<W>, OpenError> {
    let switches = system.switches();
    let own = options.into_iter().map(|switch| {
        let own = W::of_word(switch.slug()).filter(|_| switches.contains(&switch));
        own.ok_or_else(|| {
            let switch = Message::verbatim(switch.slug());
            OpenError(message!(
                "{system} has no optional rule `{switch}`",
                system = system.name(),
                switch
            ))
        })
    });
    own.collect()
}

fn two_systems([a, b]: [SystemTag; 2]) -> OpenError {
    OpenError(message!(
        "the fleets belong to different games: {a} and {b}",
        a = a.name(),
        b = b.name()
    ))
}

/// The words of kinds of order.
fn words<S: Rules>(kinds: &[KindOf<S>]) -> Vec<&'static str> {
    kinds.iter().map(|kind| kind.word()).collect()
}
