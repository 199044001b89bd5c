//! How two ships are compared, and how they duel.

use serde_json::json;

use crate::rules::comparison::{Figures, Plan, Says, sum};
use crate::say::{Say, say};

use super::state::Fleet;
use super::tables::Class;

pub(super) fn plan() -> Plan {
    let attack = json!({"kind": "ram", "ship": "A1", "target": "B1"});
    let plan = Plan::new(
        say!("A ram, the target undamaged"),
        attack,
        say!(
            "Two ships in reach of each other shoot, ram and board whenever they may, and \
            break away to ram again."
        ),
    );
    Plan {
        says: &[("bows", "range_in", Says::Number(6))],
        alone_without: &["panic_number", "panic"],
        ..plan
    }
}

pub(super) fn figures(fleet: &Fleet) -> Figures {
    let of = |figure: fn(&Class) -> u32| sum(&fleet.ships, |ship| figure(&ship.class));
    vec![
        (say!("Ships"), fleet.ships.len() as u64),
        (say!("Panic numbers"), fleet.panic_numbers().values().copied().map(u64::from).sum()),
        (say!("Ram dice"), of(|class| class.ram_dice)),
        (say!("Bow dice"), of(|class| class.bow_dice)),
        (say!("Hand-to-hand dice"), of(|class| class.hand_to_hand)),
        (say!("Viability"), of(|class| class.viability)),
    ]
}

pub(super) fn kind_name(fleet: &Fleet) -> Option<Say> {
    fleet.ships.first().map(|ship| ship.class.name())
}
