//! How two ships are compared, and how they duel.

use serde_json::{Value, json};

use message::{Message, message};
use rules::comparison::{ComparisonPlan, DUELLISTS, Figures, Ground, InDuel, sum};

use super::orders::fields::Bows;
use super::orders::{Field, Order, OrderKind};
use super::state::Fleet;
use super::tables::Class;

pub(super) fn plan() -> ComparisonPlan {
    let [ship, target] = DUELLISTS;
    let attack = Order::Ram { ship, target };
    let plan = ComparisonPlan::new(
        message!("A ram, the target undamaged"),
        &attack,
        message!(
            "Two ships in reach of each other shoot, ram and board whenever they may, and \
            break away to ram again."
        ),
    );
    ComparisonPlan { alone_without: &["panic_number", "panic"], ..plan }
}

/// The guide puts the end of a phase before the ships that may shoot in it.
pub(super) fn in_duel(order: OrderKind, _ground: Ground) -> InDuel {
    if order == OrderKind::EndPhase { InDuel::Last } else { InDuel::Once }
}

/// How far apart two that shoot are, in inches.
const BOWS_INCHES: u32 = 6;

pub(super) fn duellist_says(field: Field) -> Option<Value> {
    (field == Field::Bows(Bows::range_in)).then(|| json!(BOWS_INCHES))
}

pub(super) fn figures(fleet: &Fleet) -> Figures {
    let of = |figure: fn(&Class) -> u32| sum(&fleet.ships, |ship| figure(&ship.class));
    vec![
        (message!("Ships"), fleet.ships.len() as u64),
        (message!("Panic numbers"), fleet.panic_numbers().values().copied().map(u64::from).sum()),
        (message!("Ram dice"), of(|class| class.ram_dice)),
        (message!("Bow dice"), of(|class| class.bow_dice)),
        (message!("Hand-to-hand dice"), of(|class| class.hand_to_hand)),
        (message!("Viability"), of(|class| class.viability)),
    ]
}

pub(super) fn kind_name(fleet: &Fleet) -> Option<Message> {
    fleet.ships.first().map(|ship| ship.class.name())
}
