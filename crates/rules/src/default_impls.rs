//! Defaults for the optional parts of a game: a guide to all open orders, cards and record
//! sheets made from its records, a sequence of play made from its orders, a typical attack.

use serde_json::{Map, Value, json};

use crate::drawing::Drawing;
use message::{Message, message};

use super::aim::Fate;
use super::common::{Side, Subject, Tag, Units, Winner};
use super::comparison::ComparisonPlan;
use super::forms::{self, Forms};
use super::keyword::Keyword as _;
use super::roster::Rostered;
use super::round::{Cycle, RoundNumber};
use super::schema::{LeftOut, OrderSpec, Part};
use super::sheet::{Cards, Checkbox, Fact, Sheet, Track};
use super::statement::Stated as _;
use super::system::{KindOf, Rules};
use super::turn_card::{NextPlan, PartialOrder, StepPlan, StepState};
use super::unit::{EntryProperty, Record, RecordEntry};
use super::value_type::ValueType;
use super::view::{Card, Gauge, Guide, Look, Mark, NextStep, TurnPart, TurnStep, UnitCondition};

/// The orders of the game, without those that every game has.
fn orders<S: Rules>() -> impl Iterator<Item = &'static OrderSpec> {
    let own = |order: &&OrderSpec| !matches!(order.part, Part::Agrees | Part::Corrects);
    S::Order::specs().iter().filter(own)
}

/// The sequence of play, described by the orders.
pub(crate) fn sequence<S: Rules>() -> Vec<TurnPart> {
    let who = match S::UNITS {
        Units::Ships => message!("each ship"),
        Units::Units => message!("each unit"),
    };
    let step = |order: &OrderSpec| TurnStep {
        name: Message::word(order.name),
        who: if order.givers.is_empty() { message!("both sides") } else { who.clone() },
        what: Message::word(order.what),
    };
    vec![TurnPart {
        title: S::CYCLE.name(),
        about: message!("Its orders, in their order."),
        steps: orders::<S>().map(step).collect(),
    }]
}

/// A plan with the first order that one unit can give against another, and its required
/// fields.
pub(crate) fn plan<S: Rules>() -> ComparisonPlan {
    let one = |side| Tag { side, number: 1 };
    let attacks = |order: &&OrderSpec| !order.givers.is_empty() && order.target.is_some();
    let Some(order) = orders::<S>().find(attacks) else {
        return ComparisonPlan::new(Message::default(), &Value::Null, Message::default());
    };
    let mut attack = Map::from_iter([("kind".to_owned(), json!(order.kind))]);
    for field in order.fields.iter().filter(|field| field.default == LeftOut::Required) {
        let value = match (field.takes, order.target == Some(field.name)) {
            (ValueType::Unit, true) => json!(one(Side::B)),
            (ValueType::Unit, false) => json!(one(Side::A)),
            (ValueType::Number { min, .. }, _) => json!(min),
            _ => continue,
        };
        attack.insert(field.name.into(), value);
    }
    ComparisonPlan::new(
        Message::word(order.name),
        &Value::Object(attack),
        message!("Each does what the guide suggests, until one is out."),
    )
}

/// Every order that a unit in play or the battle can give.
pub(crate) fn guide<S: Forms>(battle: &S) -> Guide {
    let moment = RoundNumber { cycle: S::CYCLE, number: battle.common().round };
    let mut guide = Guide { headline: moment.name(), ..Guide::default() };
    if battle.winner().is_some() {
        return guide;
    }
    let units = battle.common().units.iter().filter(|(_, unit)| unit.in_play());
    let subjects = units.map(|(tag, _)| Subject::Unit(tag)).chain([Subject::Battle]);
    guide.next = subjects
        .flat_map(|subject| {
            let gives = move |order: &&OrderSpec| {
                order.can_be_given_by(subject) && forms::concerns(battle, subject, order)
            };
            let step = move |order: &'static OrderSpec| NextStep {
                subject,
                kind: order.kind,
                label: match subject {
                    Subject::Unit(tag) => message!(
                        "{unit}: {order}",
                        unit = battle.called(tag),
                        order = Message::word(order.name)
                    ),
                    Subject::Side(_) | Subject::Battle => Message::word(order.name),
                },
            };
            orders::<S>().filter(gives).map(step)
        })
        .collect();
    guide
}

/// A step for every order that the unit can give.
pub(crate) fn steps<S: Forms>(battle: &S, unit: Tag) -> Vec<StepPlan<S>> {
    let subject = Subject::Unit(unit);
    let gives = |order: &&OrderSpec| {
        order.can_be_given_by(subject) && forms::concerns(battle, subject, order)
    };
    let step = |order: &'static OrderSpec| {
        let name = Message::word(order.name);
        let kind = KindOf::<S>::of_word(order.kind)?;
        let order = PartialOrder::of(unit, kind, name.clone().within());
        Some(StepPlan::new(order, StepState::Open, name))
    };
    orders::<S>().filter(gives).filter_map(step).collect()
}

/// The end of the turn or phase, for a viewer who commands a side.
pub(crate) fn next<S: Rules>(commands: [bool; 2]) -> Vec<NextPlan<S>> {
    let ends = |order: &&OrderSpec| order.part == Part::Ends && order.givers.is_empty();
    let plan = |order: &'static OrderSpec| {
        let name = Message::word(order.name);
        let kind = KindOf::<S>::of_word(order.kind)?;
        let order = PartialOrder::by(Subject::Battle, kind, name.clone().within());
        Some(NextPlan::give(name, order))
    };
    if commands == [false; 2] {
        return vec![NextPlan::message(match S::CYCLE {
            Cycle::Round => message!("The sides give the orders of this round."),
            Cycle::Turn => message!("The sides give the orders of this turn."),
        })];
    }
    orders::<S>().filter(ends).filter_map(plan).collect()
}

/// The side that still has a unit able to fight.
pub(crate) fn winner<S: Rules>(battle: &S) -> Option<Winner> {
    let fights = |side| {
        let mut units =
            battle.common().units.iter().filter(|(tag, unit)| unit.holder(*tag) == side);
        units.any(|(tag, unit)| unit.fate(tag) == Fate::InAction)
    };
    Winner::of_fighting([fights(Side::A), fights(Side::B)])
}

/// The entries of a record except its name, with their values now and at the start.
fn entries<S: Cards>(
    battle: &S,
    tag: Tag,
) -> impl Iterator<Item = (&'static RecordEntry, Value, Value)> {
    let (now, first) = (battle.common().units.find(tag), battle.entered(tag));
    let value = |unit: Option<&S::Unit>, key| unit.and_then(|unit| unit.entry(key));
    let entries = S::Unit::ENTRIES.iter().filter(|entry| entry.key != "name");
    let all: Vec<_> = entries
        .filter_map(|entry| {
            let now = value(now, entry.key)?;
            let first = value(first, entry.key).unwrap_or_else(|| now.clone());
            Some((entry, now, first))
        })
        .collect();
    all.into_iter()
}

fn number(value: &Value) -> u32 {
    value.as_u64().and_then(|number| u32::try_from(number).ok()).unwrap_or_default()
}

/// A unit in brief: its boxes, and its differences from the unit as entered.
pub(crate) fn card<S: Cards>(battle: &S, tag: Tag) -> Option<Card> {
    let unit = battle.common().units.find(tag)?;
    let (mut gauges, mut marks) = (Vec::new(), Vec::new());
    for (entry, now, first) in entries(battle, tag) {
        let (label, value, full) = (entry.message(), number(&now), number(&first));
        match now {
            Value::Number(_) if entry.is(EntryProperty::Boxes) => {
                gauges.push(Gauge::new(label, value, full.max(value), Look::Bar));
            }
            Value::Bool(true) => marks.push(Mark::plain(label).of(entry.key)),
            Value::String(word) if first != word.as_str() => {
                marks.push(Mark::plain(Message::slug(word)).of(entry.key));
            }
            Value::Null
            | Value::Bool(_)
            | Value::Number(_)
            | Value::String(_)
            | Value::Array(_)
            | Value::Object(_) => {}
        }
    }
    Some(Card {
        tag,
        name: unit.name().to_owned(),
        kind: kind_of::<S>(),
        drawing: DRAWING,
        holder: unit.holder(tag),
        standing: if unit.in_play() {
            UnitCondition::Ready
        } else {
            UnitCondition::Out(message!("out"))
        },
        gauges,
        marks,
        todo: Vec::new(),
    })
}

fn kind_of<S: Rules>() -> Message {
    match S::UNITS {
        Units::Ships => message!("Ship"),
        Units::Units => message!("Unit"),
    }
}

/// A record sheet: boxes to cross off, boxes to tick, and a line for everything else.
pub(crate) fn sheet<S: Cards>(battle: &S, tag: Tag, fresh: bool) -> Option<Sheet> {
    let unit = battle.common().units.find(tag)?;
    let mut sheet = Sheet {
        tag: Some(tag),
        name: unit.name().to_owned(),
        kind: kind_of::<S>(),
        fleet: battle.side_name(tag.side).to_owned(),
        drawing: DRAWING,
        facts: Vec::new(),
        adds: Vec::new(),
        now: Vec::new(),
        tracks: Vec::new(),
        ticks: Vec::new(),
        ledger: None,
        blanks: Vec::new(),
        out: None,
    };
    for (entry, now, first) in entries(battle, tag) {
        let (label, value) = (entry.message(), if fresh { &first } else { &now });
        match value {
            Value::Number(_) if entry.is(EntryProperty::Boxes) => {
                let (boxes, left) = (number(&first), number(value));
                let track = Track::new(label, boxes, boxes.saturating_sub(left));
                sheet.tracks.push(track.entry(entry.key));
            }
            Value::Bool(ticked) => sheet.ticks.push(Checkbox::new(label, *ticked).entry(entry.key)),
            Value::String(word) => {
                sheet.facts.push(Fact::new(label, Message::slug(word.clone())).entry(entry.key));
            }
            Value::Number(value) => {
                let value = Message::verbatim(value.to_string());
                sheet.facts.push(Fact::new(label, value).entry(entry.key));
            }
            Value::Null | Value::Array(_) | Value::Object(_) => {}
        }
    }
    Some(sheet)
}

/// The silhouette for games that define none.
const DRAWING: Drawing = Drawing::Penteconter;

/// Tests with a game that defines no more than it must: rowers who throw stones.
#[cfg(test)]
#[allow(unreachable_pub, reason = "the derives need public items")]
mod tests {
    use std::collections::{BTreeMap, BTreeSet};

    use serde::{Deserialize, Serialize};

    use super::*;
    use crate::common::{NoOptionalRules as Switch, OpenError, OutcomeWord, Resolution, SideInfo};
    use crate::comparison::{Comparison, DuelDistances};
    use crate::correction::Corrections;
    use crate::effect_text::{EffectText, news};
    use crate::effects::ApplyEffects;
    use crate::file::chance::FleetChance;
    use crate::file::peoples::ALL;
    use crate::file::{FleetBuilding as _, FleetRules as _};
    use crate::keyword::Keyword;
    use crate::question::Questions;
    use crate::roster::{Common, Roster};
    use crate::secrets::Secrets;
    use crate::sequence::{Guided, Sequence};
    use crate::sheet::Printed;
    use crate::source::{About, Reference, Source};
    use crate::statement::Order;
    use crate::turn_card::Turns;
    use crate::unit::Record;
    use crate::view::victory;
    use crate::{FleetRecord, OfUnits};
    use dice::{AskedRoll, Throw};

    type Fleet = OfUnits<Skiff>;

    /// The material of a skiff.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Keyword)]
    pub enum Hull {
        /// Bundles.
        #[default]
        Reed,
        /// Planks.
        Oak,
        /// Skins.
        Hide,
    }

    /// A skiff.
    #[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, Record)]
    pub struct Skiff {
        /// Her name.
        #[entry(label = "Name")]
        pub name: String,
        /// Her material.
        #[entry(needed)]
        pub hull: Hull,
        /// The men left at the oars.
        #[entry(needed, boxes, label = "Rowers", range = 0..=6)]
        pub rowers: u32,
        /// The stones that they can throw.
        #[entry(entered, label = "Stones", range = 0..=9)]
        pub stones: u32,
        /// Whether the enemy rows her.
        #[entry(label = "Taken")]
        pub taken: bool,
    }

    impl Rostered for Skiff {
        fn name(&self) -> &str {
            &self.name
        }

        fn in_play(&self) -> bool {
            self.rowers > 0
        }

        fn holder(&self, tag: Tag) -> Side {
            if self.taken { tag.side.other() } else { tag.side }
        }

        fn fate(&self, _tag: Tag) -> Fate {
            if self.rowers > 0 { Fate::InAction } else { Fate::Lost }
        }
    }

    impl FleetRecord for Skiff {}

    /// The orders of skiffs.
    #[derive(Clone, Debug, PartialEq, Order)]
    pub enum Order {
        /// All crews look up at the birds.
        #[order(name = "Look up", part = Ends, sign = Eye, rule = "Skiffs: birds",
                what = "All crews look up.")]
        Look,

        /// A crew throws stones.
        #[order(name = "Throw a stone", by(skiff), at = target, rule = "Skiffs: stones",
                what = "From 4 up a rower falls.")]
        Throw {
            /// The skiff that throws.
            skiff: Tag,
            /// The skiff that is thrown at.
            target: Tag,
            /// The distance to her.
            #[field(range = 2..=5)]
            lengths: u32,
            /// The number of stones.
            #[field(default = 1, range = 1..=9)]
            stones: u32,
        },
    }

    /// The outcomes of an order.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Keyword)]
    pub enum Outcome {
        /// It is done.
        Done,
        /// A rower falls.
        Hit,
    }

    impl OutcomeWord for Outcome {
        type Order = OrderKind;
        const DONE: Outcome = Outcome::Done;

        fn gain(self, _order: OrderKind) -> i8 {
            match self {
                Outcome::Hit => 1,
                Outcome::Done => 0,
            }
        }
    }

    /// The effects of an order.
    #[derive(Clone, Debug, PartialEq)]
    pub enum Effect {
        /// A rower falls.
        Fell(Tag),
    }

    /// A battle of skiffs.
    #[derive(Clone, Debug, PartialEq)]
    pub struct Pond {
        common: Common<Skiff, Switch>,
        first: Roster<Skiff>,
    }

    impl Rules for Pond {
        const NAME: &'static str = "Skiffs";
        const CYCLE: Cycle = Cycle::Turn;
        type Switch = Switch;
        type Fleet = Fleet;
        type Unit = Skiff;
        type Order = Order;
        type Outcome = Outcome;
        type Effect = Effect;

        fn open(fleets: [Fleet; 2], options: BTreeSet<Switch>) -> Result<Pond, OpenError> {
            let [a, b] = fleets;
            let common = Common::new([a.about, b.about], options, [a.units, b.units]);
            let first = common.units.clone();
            Ok(Pond { common, first })
        }

        fn common(&self) -> &Common<Skiff, Switch> {
            &self.common
        }

        fn common_mut(&mut self) -> &mut Common<Skiff, Switch> {
            &mut self.common
        }

        fn resolve(
            &self,
            order: &Order,
            roller: &mut dice::Roller,
        ) -> Result<Resolution<Outcome, Effect>, crate::Stop> {
            let Order::Throw { target, .. } = order else {
                return Ok(Resolution::done(Vec::new()));
            };
            let throw = AskedRoll::new(Throw::D6, message!("a stone"));
            if !roller.at_least(&throw, 4)? {
                return Ok(Resolution::done(Vec::new()));
            }
            Ok(Resolution::new(Outcome::Hit, vec![Effect::Fell(*target)]))
        }
    }

    impl ApplyEffects for Pond {
        fn apply(&mut self, Effect::Fell(skiff): &Effect) {
            self.common.units.change(*skiff, |skiff| skiff.rowers -= 1);
        }

        fn describe(&self, Effect::Fell(skiff): &Effect) -> EffectText {
            news(message!("A rower of {skiff} falls.", skiff = self.called(*skiff)))
        }
    }

    impl Cards for Pond {
        fn entered(&self, tag: Tag) -> Option<&Skiff> {
            self.first.find(tag)
        }
    }

    impl Reference for Pond {
        const SOURCE: &'static Source = &Source {
            title: Message::word("Skiffs"),
            makers: Message::word("us"),
            appeared: Message::word("nowhere"),
            found: Message::word("here"),
        };

        fn about() -> About {
            let [like, size, table, dice] = [(); 4].map(|()| Message::default());
            About { like, size, table, dice }
        }
    }

    impl Sequence for Pond {}
    impl Guided for Pond {}
    impl Turns for Pond {}
    impl Forms for Pond {}
    impl Corrections for Pond {}
    impl Secrets for Pond {}
    impl Printed for Pond {}
    impl Comparison for Pond {}
    impl Questions for Pond {}

    fn tag(side: Side, number: u16) -> Tag {
        Tag { side, number }
    }

    const A: Side = Side::A;
    const B: Side = Side::B;

    fn battle() -> Pond {
        let skiff =
            |name: &str| Skiff { name: name.into(), rowers: 4, stones: 3, ..Skiff::default() };
        let about = |name: &str| SideInfo { name: name.into(), ..SideInfo::default() };
        let fleet = |side, names: &[&str]| Fleet {
            about: about(side),
            units: names.iter().map(|name| skiff(name)).collect(),
        };
        let fleets = [fleet("Ducks", &["Teal", "Smew"]), fleet("Frogs", &["Edible"])];
        Pond::open(fleets, BTreeSet::new()).expect("they can fight")
    }

    fn after(change: impl FnOnce(&mut Roster<Skiff>)) -> Pond {
        let mut battle = battle();
        change(&mut battle.common.units);
        battle
    }

    fn lost(skiff: &mut Skiff) {
        skiff.rowers = 0;
    }

    #[test]
    fn a_game_without_victory_rules_is_won_by_the_side_that_still_fights() {
        assert_eq!(battle().winner(), None);
        let one = after(|skiffs| skiffs.change(tag(A, 1), lost));
        assert_eq!(one.winner(), None);
        let frogs = after(|skiffs| skiffs.change(tag(B, 1), lost));
        assert_eq!(frogs.winner().and_then(Winner::side), Some(A));
        let all = after(|skiffs| skiffs.change_all(|_, skiff| lost(skiff)));
        assert_eq!(all.winner().map(Winner::side), Some(None), "a draw");
        // A unit fights for the side that controls it.
        let taken = after(|skiffs| {
            skiffs.change(tag(A, 1), |skiff| skiff.taken = true);
            skiffs.change(tag(A, 2), lost);
        });
        assert_eq!(taken.winner().and_then(Winner::side), Some(B));
    }

    #[test]
    fn the_default_guide_offers_each_unit_in_play_the_orders_that_it_can_give() {
        let shown = |battle: &Pond| {
            let next = battle.guide().next.into_iter();
            next.map(|step| (step.subject, step.kind)).collect::<Vec<_>>()
        };
        let throws = |side, number| (Subject::Unit(tag(side, number)), "throw");
        let look = (Subject::Battle, "look");
        assert_eq!(shown(&battle()), [throws(A, 1), throws(A, 2), throws(B, 1), look]);
        let one = after(|skiffs| skiffs.change(tag(A, 1), lost));
        assert_eq!(shown(&one), [throws(A, 2), throws(B, 1), look]);
        assert!(!one.concerns(Subject::Unit(tag(A, 1)), OrderKind::Throw));
        assert!(one.concerns(Subject::Unit(tag(A, 2)), OrderKind::Throw));
        let over = after(|skiffs| skiffs.change(tag(B, 1), lost));
        assert_eq!(shown(&over), []);
        let won =
            over.winner().map(|winner| victory(&over, winner, Message::default()).to_string());
        assert_eq!(won.as_deref(), Some("Victory: Ducks (A)."));
    }

    #[test]
    fn the_default_card_has_boxes_and_changed_entries() {
        let card = |battle: &Pond, tag| battle.card(tag).expect("a card");
        let shown = |card: &Card| {
            let gauges: Vec<_> =
                card.gauges.iter().map(|gauge| (gauge.value, gauge.full)).collect();
            (gauges, card.marks.iter().map(|mark| mark.label.to_string()).collect::<Vec<_>>())
        };
        let now = after(|skiffs| {
            skiffs.change(tag(A, 1), |skiff| (skiff.rowers, skiff.hull) = (1, Hull::Oak));
            skiffs.change(tag(A, 2), |skiff| (skiff.rowers, skiff.taken) = (5, true));
            skiffs.change(tag(B, 1), lost);
        });
        let marks =
            |words: &[&str]| words.iter().map(|word| (*word).to_owned()).collect::<Vec<_>>();
        assert_eq!(shown(&card(&now, tag(A, 1))), (vec![(1, 4)], marks(&["oak"])));
        assert_eq!(shown(&card(&now, tag(A, 2))), (vec![(5, 5)], marks(&["Taken"])));
        let out = card(&now, tag(B, 1));
        assert_eq!((out.kind.to_string(), out.holder), ("Ship".to_owned(), B));
        assert!(matches!(out.standing, UnitCondition::Out(_)));
        assert!(matches!(card(&now, tag(A, 1)).standing, UnitCondition::Ready));
    }

    #[test]
    fn the_default_sheet_crosses_off_losses_and_lists_other_entries() {
        let now = after(|skiffs| {
            skiffs.change(tag(A, 1), |skiff| {
                (skiff.rowers, skiff.stones, skiff.taken) = (1, 2, true);
            });
        });
        let shown = |fresh| {
            let sheet = now.sheet(tag(A, 1), fresh).expect("a sheet");
            let track = &sheet.tracks[0];
            let facts = sheet.facts.iter().map(|fact| fact.text.to_string());
            let taken = sheet.ticks.iter().map(|tick| tick.ticked).collect::<Vec<_>>();
            ((track.boxes, track.crossed), facts.collect::<Vec<_>>().join(" "), taken)
        };
        assert_eq!(shown(false), ((4, 3), "reed 2".to_owned(), vec![true]));
        assert_eq!(shown(true), ((4, 0), "reed 3".to_owned(), vec![false]));
    }

    #[test]
    fn turns_and_comparisons_use_the_names_of_orders() {
        let turn = &Pond::sequence(&BTreeSet::new())[0];
        assert_eq!(
            (turn.title.to_string(), Cycle::Round.name().to_string()),
            ("Turn".to_owned(), "Round".to_owned())
        );
        let steps = turn.steps.iter().map(|step| (step.name.to_string(), step.who.to_string()));
        let step = |name: &str, who: &str| (name.to_owned(), who.to_owned());
        let shown = [step("Look up", "both sides"), step("Throw a stone", "each ship")];
        assert_eq!(steps.collect::<Vec<_>>(), shown);
        let attack = json!({"kind": "throw", "skiff": "A1", "target": "B1", "lengths": 2});
        assert_eq!(Pond::plan().attack, attack);
        assert_eq!(Value::Object(battle().battle_state()), json!({"round": 1}));
    }

    #[test]
    fn default_forms_ask_for_every_field() {
        let (battle, fleet) = (battle(), Fleet { about: SideInfo::default(), units: Vec::new() });
        let (unit, field) = (tag(A, 1), Field::Throw(fields::Throw::lengths));
        let subject = Subject::Unit(unit);
        let look = Order::Look;
        assert!(battle.asks(subject, field) && battle.unseen(subject, field, None));
        let throw = Order::Throw { skiff: tag(A, 1), target: tag(B, 1), lengths: 2, stones: 1 };
        assert!(battle.needs_consent(&look, A) && !battle.needs_consent(&throw, A));
        assert!(!battle.is_certain(&look, &[]) && battle.warnings(&look).is_empty());
        assert!(battle.questions(&look).is_empty() && battle.hides_odds(&look).is_none());
        assert!(battle.in_words(subject, "hull").is_none() && battle.nothing_for(field).is_none());
        assert!(battle.duellist_value(unit, field, DuelDistances::default()).is_none());
        assert!(battle.possible_keys(unit, "hull").is_empty() && battle.uses(A).is_empty());
        assert!(Pond::kind_name(&fleet).is_none() && Pond::figures(&fleet).is_empty());
        assert!(Pond::attacks_as(&fleet).is_none() && Pond::choosing_sides().is_none());
        let entries = battle.correctable(subject).choices.expect("a record has entries");
        assert!(entries.iter().any(|(entry, _)| *entry == "rowers"));
    }

    #[test]
    fn random_fleets_have_required_entries_and_files_have_unusual_ones() {
        let mut drawn: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
        for seed in 0..60 {
            let fleet = Fleet::random(ALL[0], 2, &mut FleetChance::new(seed));
            for (key, value) in fleet["ship"][0].as_object().expect("a ship") {
                drawn.entry(key.clone()).or_default().insert(value.to_string());
            }
        }
        let of = |key: &str| drawn[key].iter().map(String::as_str).collect::<Vec<_>>();
        assert_eq!(drawn.keys().collect::<Vec<_>>(), ["hull", "name", "rowers"]);
        assert_eq!(of("hull"), ["\"hide\"", "\"oak\"", "\"reed\""]);
        assert_eq!(of("rowers"), ["1", "2", "3", "4", "5", "6"], "a unit has at least one box");
        let mut units =
            battle().common.units.of(A).map(|(_, skiff)| skiff.clone()).collect::<Vec<_>>();
        units[1].stones = 0;
        let written = Value::Object(Fleet { about: SideInfo::default(), units }.write());
        let ships = json!([
            {"name": "Teal", "hull": "reed", "rowers": 4, "stones": 3},
            {"name": "Smew", "hull": "reed", "rowers": 4},
        ]);
        assert_eq!(written, json!({"ship": ships}));
        let (_, lists) = Fleet::form();
        let fields = lists[0].fields.iter();
        let numbers = fields.filter_map(|field| Some((field.key, field.takes.range()?)));
        assert_eq!(numbers.skip(1).collect::<Vec<_>>(), [("rowers", (1, 6)), ("stones", (0, 9))]);
    }
}
