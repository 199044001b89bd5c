//! The comparison of two units in Command & Chaos, and their duels.

use serde_json::{Value, json};

use message::{Message, message};
use rules::common::Tag;
use rules::comparison::{Comparison, ComparisonPlan, DUELLISTS, DuelDistances, Figures, sum};
use rules::opponent_choice::Chosen;

use super::orders::fields::{Charge, Melee};
use super::orders::{Field, Order};
use super::state::{Battle, Fleet};
use super::tables::{Answer, Attack, Kind};

impl Comparison for Battle {
    fn plan() -> ComparisonPlan {
        let [unit, target] = DUELLISTS;
        let attack = Order::Charge { unit, target, answer: Chosen::Value(Answer::Stand) };
        let plan = ComparisonPlan::new(
            message!("A charge, the target standing"),
            &attack,
            message!(
                "The first player’s unit charges and the other stands; then they fight face to face until one routs."
            ),
        );
        ComparisonPlan {
            counted: Some(("B1.hits", hits)),
            fleet_keys_left_out: &["commander", "lieutenant", "card"],
            unit_keys_left_out: &["mixed_with", "reserve"],
            ignored_keys: &["zone", "column", "reserve", "mixed_with"],
            ..plan
        }
    }

    fn figures(fleet: &Fleet) -> Figures {
        let units = &fleet.units;
        let of_kind = |kind| sum(units, |unit| u32::from(unit.kind == kind));
        vec![
            (message!("Units"), units.len() as u64),
            (message!("Heavy infantry"), of_kind(Kind::HeavyInfantry)),
            (message!("Heavy cavalry"), of_kind(Kind::HeavyCavalry)),
            (message!("Light infantry"), of_kind(Kind::LightInfantry)),
            (message!("In reserve"), sum(units, |unit| u32::from(unit.reserve))),
            (message!("Morale"), sum(units, |unit| unit.max_morale.unwrap_or(0))),
            (message!("Stamina"), sum(units, |unit| unit.stamina.unwrap_or(0))),
            (message!("Cards"), sum(&fleet.cards, |card| u32::from(card.count))),
        ]
    }

    fn kind_name(fleet: &Fleet) -> Option<Message> {
        let unit = fleet.units.first()?;
        Some(match unit.max_morale {
            None => unit.kind.message(),
            Some(morale) if unit.veteran => {
                message!("{kind}, morale {morale}V", kind = unit.kind, morale)
            }
            Some(morale) => message!("{kind}, morale {morale}", kind = unit.kind, morale),
        })
    }

    fn duellist_value(&self, _own: Tag, field: Field, _ground: DuelDistances) -> Option<Value> {
        if field == Field::Charge(Charge::answer) {
            return Some(json!(Answer::Stand));
        }
        (field == Field::Melee(Melee::attack)).then(|| json!(Attack::Front))
    }
}

fn hits(count: &Value) -> Message {
    message!(count.as_i64().unwrap_or(0) => "{n} hit" | "{n} hits")
}
