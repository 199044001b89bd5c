//! A player who gives any open order, with any choice that it offers.

use dice::{Die, Seeded};
use engine::fleet;
use engine::journal::{DiceChoice, Journal, Opening};
use games::{Battle, Options, SystemTag, offers};
use rules::{Offer, OfferField, Part, Side, Stop, Subject, ValueType, Viewer};
use serde_json::{Map, Value, json};

/// The opening of a ready battle.
#[must_use]
pub fn ready_battle(slug: &str, seed: u64) -> Opening {
    Opening::ready(slug, seed).expect("a ready battle")
}

/// A ready battle of a game; successive seeds go through all of them. About half of the seeds turn
/// on all optional rules.
#[must_use]
pub fn nth_battle(system: SystemTag, seed: u64) -> Opening {
    let battles = fleet::library::battles().iter().filter(|battle| battle.system == system);
    let slugs: Vec<&str> = battles.map(|battle| battle.slug.as_str()).collect();
    assert!(!slugs.is_empty(), "{system} has no ready battle in fleets/battles.toml");
    let at = usize::try_from(seed).expect("a small seed");
    let (nth, round) = (at % slugs.len(), at / slugs.len());
    let on = (nth + round) % 2 == 1;
    let options: Options = system.switches().into_iter().filter(|_| on).collect();
    Opening { options, ..ready_battle(slugs[nth], seed) }
}

/// The first ready battle of a game, with all optional rules on or off.
#[must_use]
pub fn first_battle(system: SystemTag, seed: u64, switches: bool) -> Opening {
    let battles = fleet::library::battles();
    let ready = battles.iter().find(|b| b.system == system).expect("every system has a battle");
    let options: Options = system.switches().into_iter().filter(|_| switches).collect();
    Opening { options, ..ready_battle(&ready.slug, seed) }
}

/// Random choices; the same seed gives the same ones.
pub struct Picks(Seeded);

impl Picks {
    /// The choices of this seed.
    #[must_use]
    pub fn new(seed: u64) -> Picks {
        Picks(Seeded::new(seed, u64::MAX))
    }

    /// A number from 0 to below `count`.
    pub fn below(&mut self, count: usize) -> usize {
        let die = Die::of(250).expect("a die");
        let high = usize::from(self.0.face(die) - 1);
        let low = usize::from(self.0.face(die) - 1);
        (high * 250 + low) % count.max(1)
    }

    fn one_in(&mut self, chances: usize) -> bool {
        self.below(chances) == 0
    }

    /// Puts a list into random order.
    pub fn shuffle<T>(&mut self, list: &mut [T]) {
        for at in (1..list.len()).rev() {
            let other = self.below(at + 1);
            list.swap(at, other);
        }
    }
}

/// The counts of a random player.
#[derive(Debug, Default)]
pub struct Played {
    /// The number of orders given.
    pub given: usize,
    /// The number of orders refused.
    pub refused: usize,
}

/// Plays until `orders` have been given; after a victory, only as long as an order is open.
pub fn play(journal: &mut Journal, orders: usize, picks: &mut Picks) -> Played {
    let mut played = Played::default();
    while played.given < orders {
        let Some(written) = any_open_order(journal.battle(), picks) else {
            let state = journal.battle().full_view().state();
            assert!(journal.battle().winner().is_some(), "a dead end: {state:#}");
            break;
        };
        let Ok(order) = journal.battle().read_order(&written) else {
            // A correction with a value that the record does not take.
            assert_eq!(written["kind"], "adjust", "an offered order cannot be read: {written:?}");
            continue;
        };
        let before = journal.clone();
        match journal.give(&order, &DiceChoice::Program, played.given as u64, "") {
            Ok(_) => {
                played.given += 1;
                if picks.one_in(10) {
                    request_all_views(journal);
                }
            }
            Err(Stop::Refused(_) | Stop::Invalid(_)) => {
                assert_eq!(journal, &before, "a refused order changed the battle: {written:?}");
                played.refused += 1;
                assert!(played.refused < 50 * (orders + 1), "nothing but refusals");
            }
            Err(stop @ Stop::Needs { .. }) => panic!("the program's dice ran out: {stop}"),
        }
    }
    played
}

/// Every view that a screen or paper may ask for.
fn request_all_views(journal: &Journal) {
    let battle = journal.battle();
    for viewer in [Viewer::Everyone, Viewer::Side(Side::A), Viewer::Side(Side::B)] {
        assert!(battle.known_to(viewer).state().is_object());
        assert!(journal.seen(journal.cursor() - 1, viewer).is_some());
        for tag in battle.tags() {
            let card = battle.known_to(viewer).card(tag).expect("every unit has a card");
            assert_eq!((card.tag, card.holder), (tag, battle.holder(tag)));
        }
    }
    for tag in battle.tags() {
        assert!(
            battle.full_view().sheet(tag, false).is_some()
                && battle.full_view().sheet(tag, true).is_some()
        );
    }
    for step in battle.full_view().guide().next {
        let known = battle.system().order(step.kind).is_some();
        assert!(known, "the guide proposes an unknown order: {}", step.kind);
    }
}

/// Every unit and side that may give an order, and the battle.
pub fn subjects(battle: &Battle) -> Vec<Subject> {
    let sides = Side::ALL.iter().map(|side| Subject::Side(*side));
    let units = battle.tags().into_iter().map(Subject::Unit);
    std::iter::once(Subject::Battle).chain(sides).chain(units).collect()
}

/// A random order that the rules accept; `None` if there is none.
pub fn any_open_order(battle: &Battle, picks: &mut Picks) -> Option<Map<String, Value>> {
    let mut subjects = subjects(battle);
    picks.shuffle(&mut subjects);
    // The battle's own orders would be rare among the orders of dozens of ships.
    if picks.one_in(4) {
        subjects.insert(0, Subject::Battle);
    }
    let mut seldom = picks.one_in(25);
    for _ in 0..2 {
        for subject in &subjects {
            let mut open: Vec<Offer> = offers(&battle.full_view(), *subject);
            // An agreed result needs the consent of both sides.
            open.retain(|offer| {
                let part = offer.spec.part;
                offer.refused.is_none() && seldom == part.is_seldom() && part != Part::Agrees
            });
            if !open.is_empty() {
                return Some(filled_in(&open[picks.below(open.len())], picks));
            }
        }
        if !seldom {
            return None;
        }
        seldom = false;
    }
    None
}

/// The order that an offer makes with random values in its open fields.
pub fn filled_in(offer: &Offer, picks: &mut Picks) -> Map<String, Value> {
    let mut order = Map::new();
    order.insert("kind".into(), json!(offer.spec.kind));
    for (at, field) in offer.fields.iter().enumerate() {
        // The issuer and most of the form stay as offered, so that most orders are legal.
        let value = if at == 0 || picks.one_in(2) { field.value.clone() } else { None };
        if let Some(value) = value.or_else(|| any_value(field, picks)) {
            order.insert(field.spec.name.into(), value);
        }
    }
    order
}

fn any_value(field: &OfferField, picks: &mut Picks) -> Option<Value> {
    let free: Vec<&Value> =
        field.choices.iter().filter(|c| c.refused.is_none()).map(|c| &c.value).collect();
    if !free.is_empty() {
        let pick = free[picks.below(free.len())].clone();
        return Some(match (field.spec.takes, pick) {
            (ValueType::List(_), list @ Value::Array(_)) => list,
            (ValueType::List(_), one) => json!([one]),
            (ValueType::NumberEach { .. }, Value::String(tag)) => json!({tag: 1 + picks.below(2)}),
            (_, pick) => pick,
        });
    }
    match (field.spec.takes, field.range) {
        (_, Some((low, high))) => {
            let span = usize::try_from(high - low + 1).unwrap_or(1);
            Some(json!(low + i64::try_from(picks.below(span)).expect("a small number")))
        }
        (ValueType::Flag, _) => Some(json!(picks.one_in(2))),
        (ValueType::Any, _) => Some(json!(picks.below(3))),
        _ => field.value.clone(),
    }
}
