//! A random player who mostly follows the guide. It checks that every battle ends, and that there
//! is an order to give until then.

use std::sync::OnceLock;

use dice::{Dice, Die, Seeded};
use engine::text;
use games::{Battle, SystemTag, offers};
use rules::{Meaning, Offer, Part, Side, Sort, Subject, ValueType};
use serde_json::{Map, Value, json};

/// One in this many orders is picked from all offers; the others are suggestions of the guide.
const ANY_OFFER_EVERY: usize = 6;

struct Player {
    dice: Seeded,
}

impl Player {
    /// A number from 0 to below `count`.
    fn pick(&mut self, count: usize) -> usize {
        let die = Die::of(u8::try_from(count.min(250)).expect("at most 250")).expect("some");
        usize::from(self.dice.face(die)) - 1
    }

    fn field(
        &mut self,
        takes: ValueType,
        value: Option<&Value>,
        choices: &[Value],
    ) -> Option<Value> {
        match takes {
            ValueType::Flag => Some(json!(self.pick(4) == 0)),
            ValueType::List(_) if choices.is_empty() => Some(json!([])),
            ValueType::List(_) => {
                let most = if takes == ValueType::UNITS { 2 } else { 1 };
                let mut list = choices.to_vec();
                while list.len() > 1 + self.pick(most) {
                    list.swap_remove(self.pick(list.len()));
                }
                Some(json!(list))
            }
            ValueType::NumberEach { .. } if !choices.is_empty() => {
                let tag = choices[self.pick(choices.len())].as_str().expect("a tag");
                Some(json!({tag: 1 + self.pick(2)}))
            }
            _ if !choices.is_empty() => Some(choices[self.pick(choices.len())].clone()),
            _ => value.cloned(),
        }
    }

    fn fill(&mut self, offer: &Offer, subject: Subject) -> Map<String, Value> {
        let mut order = Map::new();
        order.insert("kind".into(), json!(offer.spec.kind));
        let own = match subject {
            Subject::Unit(tag) => Some(json!(tag)),
            Subject::Side(side) => Some(json!(side)),
            Subject::Battle => None,
        };
        for (at, field) in offer.fields.iter().enumerate() {
            // An optional field is more often left out than not.
            if field.value == Some(Value::Null) && self.pick(3) > 0 {
                continue;
            }
            let open = field.choices.iter().filter(|choice| choice.refused.is_none());
            let choices: Vec<Value> = open.map(|choice| choice.value.clone()).collect();
            let subjects_own = subject != Subject::Battle
                && (at == 0 || field.value == own)
                && field.value.is_some();
            let value = if subjects_own {
                field.value.clone()
            } else if let (Some((low, high)), true) = (field.range, self.pick(2) == 0) {
                let span = usize::try_from(high - low + 1).expect("a range");
                let above = i64::try_from(self.pick(span)).expect("at most 250");
                Some(json!(low + above))
            } else {
                self.field(field.spec.takes, field.value.as_ref(), &choices)
            };
            if let Some(value) = value {
                order.insert(field.spec.name.into(), value);
            }
        }
        order
    }
}

/// Plays until a side has won, and checks after every order what must hold in all games.
/// Returns the number of orders. Fails after `most_orders`.
pub fn play_to_the_end(battle: &mut Battle, seed: u64, most_orders: usize) -> usize {
    play(battle, seed, most_orders).unwrap_or_else(|| {
        panic!("neither side has won after {most_orders} orders: {}", battle.full_view().state())
    })
}

/// Plays until a side has won, and returns the number of orders; `None` if no side has won
/// after `most_orders`.
pub fn play(battle: &mut Battle, seed: u64, most_orders: usize) -> Option<usize> {
    watch(battle, seed, most_orders, &mut |_| {})
}

/// The same as [`play`]; `see` gets the battle before every order, and after the victory.
pub fn watch(
    battle: &mut Battle,
    seed: u64,
    most_orders: usize,
    see: &mut dyn FnMut(&Battle),
) -> Option<usize> {
    let mut player = Player { dice: Seeded::new(seed, u64::MAX) };
    for number in 0..most_orders {
        see(battle);
        if battle.winner().is_some() {
            return Some(number);
        }
        let next = battle.full_view().guide().next;
        assert!(!next.is_empty(), "a dead end after {number} orders");
        let mut open: Vec<(Subject, Offer)> = Vec::new();
        let any_offer = player.pick(ANY_OFFER_EVERY) == 0;
        let subjects: Vec<Subject> = if any_offer {
            let units = battle.tags().into_iter().map(Subject::Unit);
            let sides = Side::ALL.iter().map(|side| Subject::Side(*side));
            units.chain(sides).chain([Subject::Battle]).collect()
        } else {
            next.iter().map(|step| step.subject).collect()
        };
        let at = player.pick(subjects.len());
        for subject in [subjects[at], Subject::Battle] {
            let wanted = |offer: &Offer| {
                let proposed =
                    next.iter().any(|s| s.subject == subject && s.kind == offer.spec.kind);
                // A side concedes or leaves only if the guide suggests it.
                match offer.spec.part {
                    Part::Agrees | Part::Corrects => false,
                    Part::Concedes | Part::Leaves => proposed,
                    _ => any_offer || proposed,
                }
            };
            let all = offers(&battle.full_view(), subject).into_iter();
            open.extend(all.filter(|o| o.refused.is_none() && wanted(o)).map(|o| (subject, o)));
        }
        if open.is_empty() {
            continue;
        }
        let (subject, offer) = open.swap_remove(player.pick(open.len()));
        let order = player.fill(&offer, subject);
        carry_out(battle, &order, &mut Seeded::new(seed, number as u64));
    }
    None
}

/// Whether an entry of the records of a system is explained.
fn explains(system: SystemTag, entry: &str) -> bool {
    static WORDS: OnceLock<Vec<Vec<Meaning>>> = OnceLock::new();
    let all = WORDS.get_or_init(|| SystemTag::ALL.iter().map(|tag| tag.meanings()).collect());
    let at = SystemTag::ALL.iter().position(|tag| *tag == system).expect("a system");
    all[at].iter().any(|one| one.sort == Sort::Entry && one.word == entry)
}

fn carry_out(battle: &mut Battle, order: &Map<String, Value>, dice: &mut dyn Dice) {
    let typed = battle.read_order(order).unwrap_or_else(|fault| panic!("{order:?}: {fault}"));
    let before = battle.clone();
    // Each choice alone is possible; together they may still be refused.
    let Ok(report) = battle.resolve(&typed, dice) else {
        assert_eq!(*battle, before);
        return;
    };
    let _ = text::sentences(&battle.full_view(), &report);
    battle.apply(&report.effects);
    for tag in battle.tags() {
        let card = battle.full_view().card(tag).unwrap_or_else(|| panic!("no card of {tag}"));
        for mark in card.marks {
            let entry = mark.of.as_deref().unwrap_or_default();
            assert!(explains(battle.system(), entry), "nothing explains {mark:?} of {tag}");
        }
        assert!(battle.full_view().sheet(tag, false).is_some(), "{tag}");
    }
    for side in Side::ALL {
        assert!(battle.full_view().value(&format!("{side}.name")).is_some());
    }
}
