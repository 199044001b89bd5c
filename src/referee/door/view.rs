//! The table at a moment, as a seat may see it.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::dice::Roll;
use crate::rules::{Card, Choice, Guide, Mark, Side, Subject, SystemTag, Tag, Winner};

use crate::say::Say;

use super::draft::Needs;
use super::seat::Seat;

/// The table at a moment.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct View {
    /// The number of the change that it was looked at after.
    pub at: u64,
    /// The seat that is told this.
    pub seat: Seat,
    /// After how many orders of the line the table is shown.
    pub moment: usize,
    /// How many orders of the line count.
    pub cursor: usize,
    /// How many orders the line has; those past the cursor can be given again.
    pub len: usize,
    /// The rules.
    pub system: SystemTag,
    /// The switches that are on.
    pub options: Vec<String>,
    /// Side A and side B.
    pub sides: [SideView; 2],
    /// Where the battle stands, and what comes next. Proposals that this seat
    /// may not give are left out.
    pub guide: Guide,
    /// Every unit, A's first.
    pub cards: Vec<Card>,
    /// Who has won, once the battle shown is over.
    pub winner: Option<Winner>,
    /// Whether the battle as it stands is over.
    pub over: bool,
    /// Whether a side keeps something from the other, as the battle stands.
    pub secrets: bool,
    /// The side that has the shared device in hand.
    pub in_hand: Option<Side>,
    /// The side that the shared device must be handed to before anything of
    /// its own is shown.
    pub hand_over_to: Option<Side>,
    /// What waits: an order for an answer or a roll, or a step back for the other
    /// side's yes.
    pub declared: Option<Declared>,
    /// When a file of the battle was taken out last, which holds what each side
    /// keeps from the other: in seconds since 1970.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub taken_out: Option<u64>,
    /// Who holds which seat, where seats are held under tokens.
    pub seats: Vec<Held>,
    /// SHA-256 of the seed of the app's dice and 16 random bytes, so that
    /// nobody can exchange it later.
    pub seed_hash: String,
    /// The seed and those bytes, once the battle is over.
    pub seed: Option<(u64, String)>,
    /// How the table is played.
    pub settings: Settings,
}

impl View {
    /// The card of a unit.
    #[must_use]
    pub fn card(&self, tag: Tag) -> Option<&Card> {
        self.cards.iter().find(|card| card.tag == tag)
    }

    /// Whether this seat may give somebody orders.
    #[must_use]
    pub fn may_command(&self, subject: Subject) -> bool {
        let own = match self.seat {
            Seat::A | Seat::B => self.seat.side(),
            Seat::Both => self.in_hand,
            Seat::Umpire => None,
            Seat::Onlooker | Seat::Owner => return false,
        };
        let of = match subject {
            Subject::Unit(tag) => self.card(tag).map(|card| card.holder),
            Subject::Side(side) => Some(side),
            Subject::Battle => None,
        };
        own.is_none() || of.is_none() || own == of
    }
}

/// A side, in short.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SideView {
    /// The fleet's name.
    pub name: String,
    /// How many units it has in play, prizes included.
    pub in_play: usize,
    /// The words of the charts that its fleet uses.
    pub uses: Vec<String>,
    /// What holds for the whole side, besides its units, as far as the seat knows.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub marks: Vec<Mark>,
}

/// An order that was declared, and waits; or an undo or an amendment that was
/// proposed to the other side.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Declared {
    /// The number of the change that declared it.
    pub of: u64,
    /// The unit or side that gave it.
    pub by: Option<Side>,
    /// The order, with the answers that have come; where it is secret, nothing.
    /// What is proposed is of the kind `undo` or `amend`.
    pub order: Map<String, Value>,
    /// In words.
    pub headline: Say,
    /// The roll that is needed next, and what was rolled so far.
    pub needs: Option<Needs>,
    /// The field that is asked for, of whom, and what can be chosen.
    pub asks: Option<Asked>,
    /// Whether it can still be withdrawn.
    pub can_be_withdrawn: bool,
}

/// What a declared order asks of a side.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Asked {
    /// The side that answers.
    pub of: Side,
    /// The field of the order.
    pub field: String,
    /// The question.
    pub question: Say,
    /// What can be chosen; what the rules refuse says why to whoever may know.
    pub choices: Vec<Choice>,
    /// The rolls so far.
    pub after: Vec<Roll>,
}

/// Somebody at the table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Held {
    /// The seat.
    pub seat: Seat,
    /// What they call themselves.
    pub name: String,
}

/// How the table is played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Settings {
    /// Whether an undo past a roll needs the other side's yes, while the seats
    /// of both are taken. It does unless the owner says otherwise.
    #[serde(default = "yes")]
    pub undo_asks: bool,
    /// Whether a seat may give the orders of both sides where none keeps
    /// something from the other.
    #[serde(default)]
    pub orders_for_both: bool,
    /// Which sides roll their own dice, as a rule.
    #[serde(default)]
    pub own_dice: [bool; 2],
}

fn yes() -> bool {
    true
}

impl Default for Settings {
    fn default() -> Settings {
        Settings { undo_asks: yes(), orders_for_both: false, own_dice: [false; 2] }
    }
}
