//! The sign of each order. The systems share their words: a ram is a ram in
//! each.

use crate::drawing::Sign;

/// The sign of an order of this kind; `None` if there is none.
pub(super) fn sign_of(kind: &str) -> Option<Sign> {
    Some(match kind {
        "sail" => Sign::Sail,
        "row" | "move" | "spend" | "set-speed" | "end-move" | "coast" | "refloat" | "unfoul"
        | "breakaway" | "escape" | "leave-table" | "move-zone" | "advance" | "reserve" => Sign::Oar,
        "shoot" | "bows" | "javelins" | "skirmish" => Sign::Bow,
        "ram" | "shear" | "oar-strike" | "charge" | "flank" => Sign::Ram,
        "board" | "counterboard" | "hand-to-hand" | "take-prize" | "ungrapple" | "melee" => {
            Sign::Bridge
        }
        "morale" | "allied-morale" | "rally" | "command-check" => Sign::Heart,
        "fire" => Sign::Flame,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::systems::SystemTag;

    #[test]
    fn every_sign_stands_for_an_order_and_every_word_is_one_of_the_rules() {
        let orders = SystemTag::ALL.iter().flat_map(|system| system.orders());
        let signs: Vec<Sign> = orders.filter_map(|order| sign_of(order.kind)).collect();
        for sign in Sign::ALL {
            assert!(signs.contains(sign), "{sign:?}");
        }
    }
}
