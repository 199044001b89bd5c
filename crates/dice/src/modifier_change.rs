//! The players' changes to the modifiers of an order, before its dice are rolled.

use serde::{Deserialize, Serialize};

use message::{Message, message};

use super::throw::{AskedRoll, Modifier, Reason};

/// A change to the modifiers of an order that the players agree on before the dice are rolled.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(untagged, deny_unknown_fields)]
pub enum ModifierChange {
    /// A modifier of the rules does not count in any roll of the order.
    SetAside {
        /// The id of the modifier: `ram-bonus`.
        aside: String,
        /// Why, in the players' words.
        reason: String,
    },
    /// An amount counts in the order's first roll.
    Added {
        /// The amount; negative if it is subtracted.
        add: i64,
        /// Why, in the players' words.
        reason: String,
    },
}

impl ModifierChange {
    /// The id of a modifier that the players add.
    pub const ADDED: &str = "added-by-players";

    /// Why the players make the change.
    #[must_use]
    pub fn reason(&self) -> &str {
        match self {
            ModifierChange::SetAside { reason, .. } | ModifierChange::Added { reason, .. } => {
                reason
            }
        }
    }

    /// Changes a roll. A modifier that is set aside stays in its list with the amount 0, so
    /// that every report of the roll names it.
    pub(super) fn change(&self, ask: &mut AskedRoll, is_first: bool) {
        match self {
            ModifierChange::SetAside { aside, reason } => {
                for modifier in ask.modifiers.iter_mut().filter(|one| one.reason.id == *aside) {
                    let (what, why) = (&modifier.reason.why, Message::verbatim(reason));
                    modifier.reason.why = message!("set aside: {what} ({why})", what, why);
                    modifier.amount = 0;
                }
            }
            ModifierChange::Added { add, reason } if is_first => {
                ask.modifiers.push(Modifier::new(
                    *add,
                    Reason::new(ModifierChange::ADDED, Message::verbatim(reason)),
                ));
            }
            ModifierChange::Added { .. } => {}
        }
    }
}
