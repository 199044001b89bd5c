//! Two random players fight a whole battle; they read only the offers of the rules:
//! `cargo run --example player [BATTLE] [SEED]`.
//!
//! The offers have the open orders of every ship, with fields, ranges and defaults, and the
//! reasons why the others are not open. A screen, a bot or a test needs nothing more.

use std::error::Error;

use serde_json::{Map, Value, json};
use trierarch::dice::{Die, Seeded};
use trierarch::games::{Battle, next_step, offers};
use trierarch::i18n::english;
use trierarch::journal::{DiceChoice, Journal, Opening};
use trierarch::rules::{Offer, Side, Stop, Subject, ValueType};
use trierarch::text::sentences;

/// The limit at which an undecided battle is abandoned.
const MOST_ORDERS: usize = 2_000;

fn main() -> Result<(), Box<dyn Error>> {
    let mut words = std::env::args().skip(1);
    let slug = words.next().unwrap_or_else(|| "six-and-six".into());
    let seed = words.next().map_or(Ok(7), |word| word.parse())?;
    let opening = Opening::ready(&slug, seed).ok_or("there is no ready battle of that name")?;
    let mut journal = Journal::open(opening)?;
    let mut choices = Choices(Seeded::new(seed, u64::MAX));

    while journal.battle().winner().is_none() && journal.cursor() < MOST_ORDERS {
        let Some(order) = any_open_order(journal.battle(), &mut choices) else { break };
        // A form that still lacks a choice is not an order.
        let Ok(order) = journal.battle().read_order(&order) else { continue };
        let before = journal.battle().clone();
        match journal.give(&order, &DiceChoice::Program, 0, "") {
            Ok(given) => {
                for sentence in sentences(&before.full_view(), &given) {
                    println!("{:>4}  {sentence}", journal.cursor());
                }
            }
            // The rules refuse this choice together with the others.
            Err(Stop::Refused(_) | Stop::Invalid(_)) => {}
            Err(stop @ Stop::Needs { .. }) => return Err(stop.into()),
        }
    }
    println!("      {}", english(&next_step(&journal.battle().full_view(), [true; 2]).text));
    Ok(())
}

/// Any order of either side that the rules accept, with any of its choices.
fn any_open_order(battle: &Battle, choices: &mut Choices) -> Option<Map<String, Value>> {
    // Without corrections, which are always open, and without orders that end the battle.
    let units = battle.tags().into_iter().map(Subject::Unit);
    let sides = Side::ALL.iter().map(|side| Subject::Side(*side));
    let mut open: Vec<Offer> = std::iter::once(Subject::Battle)
        .chain(sides)
        .chain(units)
        .flat_map(|subject| offers(&battle.full_view(), subject))
        .filter(|offer| offer.refused.is_none() && !offer.spec.part.is_seldom())
        .collect();
    if open.is_empty() {
        return None;
    }
    let offer = open.swap_remove(choices.below(open.len()));
    let mut order = offer.written();
    for field in offer.fields.iter().skip(1) {
        let free: Vec<_> = field.choices.iter().filter(|choice| choice.refused.is_none()).collect();
        if let (Some(choice), true) = (free.get(choices.below(free.len())), choices.below(2) == 0) {
            let lists = matches!(field.spec.takes, ValueType::List(_));
            let value = choice.value.clone();
            let value = if lists && !value.is_array() { json!([value]) } else { value };
            order.insert(field.spec.name.into(), value);
        } else if let (None, Some((low, high))) = (&field.value, field.range) {
            let span = usize::try_from(high - low + 1).unwrap_or(1);
            let number = low + i64::try_from(choices.below(span)).unwrap_or(0);
            order.insert(field.spec.name.into(), json!(number));
        }
    }
    Some(order)
}

/// Random choices; the same seed gives the same ones.
struct Choices(Seeded);

impl Choices {
    /// A number from 0 to below `count`.
    fn below(&mut self, count: usize) -> usize {
        let Some(die) = Die::of(100) else { return 0 };
        let face = usize::from(self.0.face(die)) * 100 + usize::from(self.0.face(die));
        face % count.max(1)
    }
}
