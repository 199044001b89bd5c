//! How two ships are compared, and how they duel.

use serde_json::json;

use crate::rules::comparison::{Figures, Plan, Says, sum};
use crate::say::{Say, say};

use super::state::Fleet;
use super::tables::Size;

pub(super) fn plan() -> Plan {
    let attack = json!({"kind": "ram", "ship": "A1", "target": "B1", "aspect": "side"});
    let plan = Plan::new(
        say!("A ram from the side, neither ship damaged"),
        attack,
        say!("Two ships beside each other turn, and ram from the side as often as they can."),
    );
    Plan {
        before: vec![json!({"kind": "activate", "ship": "A1"})],
        repeats: &["ram"],
        never: &["oar-strike"],
        says: &[("move", "turns", Says::Number(1)), ("ram", "aspect", Says::Word("side"))],
        // Where she is alone she may not attack: her friend does nothing.
        has_consort: true,
        ..plan
    }
}

pub(super) fn figures(fleet: &Fleet) -> Figures {
    let of_size = |size| sum(&fleet.units, |ship| u32::from(ship.size == size));
    vec![
        (say!("Ships"), fleet.units.len() as u64),
        (say!("Large"), of_size(Size::Large)),
        (say!("Small"), of_size(Size::Small)),
    ]
}

pub(super) fn kind_name(fleet: &Fleet) -> Option<Say> {
    fleet.units.first().map(|ship| ship.size.name())
}
