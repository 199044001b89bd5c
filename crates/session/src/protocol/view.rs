//! The table at one position, as far as a seat may see it.

use serde::{Deserialize, Deserializer, Serialize};
use serde_json::{Map, Value};

use dice::Roll;
use engine::analysis::Forecast;
use games::SystemTag;
use rules::{
    AimView, Card, Choice, Guide, Keyword, Mark, NextStep, Side, SpecialOrderView, Subject, Tag,
    Winner,
};

use message::Message;

use super::answer::entry;
use super::draft::Needs;
use super::log::LogRow;
use super::odds;
use super::seat::Seat;

/// The table at a moment.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct View {
    /// The number of the change after which it was made.
    pub at: u64,
    pub seat: Seat,
    /// The moment that is shown: after how many orders of the line.
    pub moment: usize,
    /// How many orders of the line count.
    pub cursor: usize,
    /// How many orders the line has; those after the cursor can be redone.
    pub len: usize,
    pub system: SystemTag,
    /// The switches that are on.
    pub options: Vec<String>,
    pub sides: [SideView; 2],
    /// Where the battle is in its sequence of play. Orders that this seat may not give are
    /// left out.
    pub guide: Guide,
    /// What comes next for this seat, by the rules: the text of the next step.
    pub prompt: Message,
    /// Every unit, A's first.
    pub cards: Vec<Card>,
    /// Who has won, if the battle is over at this moment.
    pub winner: Option<Winner>,
    /// Who has won the battle that is fought: by its aims, if it has any.
    pub victor: Option<Winner>,
    /// How near each side is to its aims, a line for each way to win.
    pub aims: Vec<AimView>,
    /// What each side has lost, and when the battle is decided: `Out of action: A 0/5, B 1/5`.
    pub score: Message,
    /// The special orders of the battle, and which are in force.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub special_orders: Vec<SpecialOrderView>,
    /// What the lesson says, where the battle is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lesson: Option<LessonView>,
    pub over: bool,
    /// Whether a side has secrets now.
    pub secrets: bool,
    /// The side that has the shared device.
    pub in_hand: Option<Side>,
    /// The side to which the shared device must be handed before that side's
    /// secrets are shown.
    pub hand_over_to: Option<Side>,
    /// What waits: an order for an answer or a roll, or a proposal for the
    /// other side's yes.
    pub declared: Option<Declared>,
    /// The sides that are ready to end the phase of both. It ends when both are; an order of
    /// its own takes a side's word back.
    pub ready: Vec<Side>,
    /// The last order of the moment that is shown, or the orders that were given as one with
    /// it, as this seat may know them.
    #[serde(skip_serializing_if = "Vec::is_empty", serialize_with = "entry::last")]
    pub last: Vec<LogRow>,
    /// When a file of the battle was last taken out, with each side's secrets
    /// in it, in seconds since 1970.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub taken_out: Option<u64>,
    /// Who holds which seat, if seats are held under tokens.
    pub seats: Vec<SeatHolder>,
    /// SHA-256 of the seed of the app's dice and 16 random bytes, so that
    /// the seed cannot be changed later.
    pub seed_hash: String,
    /// The seed and those bytes (in hexadecimal), once the battle is over.
    pub seed: Option<(u64, String)>,
    /// Those before it, the latest first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub seeds_before: Vec<(u64, String)>,
    pub settings: TableSettings,
    /// Who is there, as a host knows it; empty at a table without one.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub presence: Vec<SeatPresence>,
    /// The key with which both players open the same new table, once the battle is over: a
    /// server tells it to players alone.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rematch: Option<String>,
}

/// What a lesson says at a moment of its battle.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct LessonView {
    /// The number of the step, from 1; one more than there are when it is over.
    pub step: usize,
    pub steps: usize,
    /// What happens now, and why.
    pub says: Message,
    /// What to say in the order's form; empty where there is nothing to explain.
    pub form: Message,
    /// The order that it waits for; `None` where another seat gives it, or it comes later.
    pub next: Option<NextStep>,
    /// Whom the order is given at.
    pub target: Option<Tag>,
}

impl View {
    /// The card of a unit.
    #[must_use]
    pub fn card(&self, tag: Tag) -> Option<&Card> {
        self.cards.iter().find(|card| card.tag == tag)
    }

    /// Whether this seat may give the orders of a subject.
    #[must_use]
    pub fn may_command(&self, subject: Subject) -> bool {
        let is_open = self.settings.orders_for_both && !self.secrets;
        let of = match subject {
            Subject::Unit(tag) => self.card(tag).map(|card| card.holder),
            Subject::Side(side) => Some(side),
            Subject::Battle => None,
        };
        self.seat.may_command(of, self.in_hand, is_open)
    }
}

/// A side in brief.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SideView {
    pub name: String,
    /// How many units it has in play, prizes included.
    pub in_play: usize,
    /// The words of the charts that its fleet uses.
    pub uses: Vec<String>,
    /// What holds for the whole side besides its units, as far as the seat
    /// knows.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub marks: Vec<Mark>,
}

/// An order that was declared and waits, or an undo or amendment that was
/// proposed to the other side.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Declared {
    /// The number of the change that declared it.
    pub of: u64,
    /// The unit or side that gave it.
    pub by: Option<Side>,
    /// The order with the answers so far; empty if it is secret. A proposal has
    /// the kind `undo` or `amend`.
    pub order: Map<String, Value>,
    /// The order in words.
    pub headline: Message,
    /// The roll that it needs next, and the rolls so far.
    pub needs: Option<Needs>,
    /// The field that it asks for, the side that it asks, and the choices.
    pub asks: Option<Asked>,
    pub can_be_withdrawn: bool,
}

/// What a declared order asks of a side.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Asked {
    /// The side that answers.
    pub of: Side,
    pub field: String,
    pub question: Message,
    /// What can be chosen; a refused choice says why to those who may know.
    pub choices: Vec<Choice>,
    /// What the order may still come to after each choice, in their order: `None` where
    /// that is not known, or would reveal a secret.
    #[serde(skip_serializing_if = "Vec::is_empty", serialize_with = "odds::each")]
    pub each: Vec<Option<Forecast>>,
    /// The rolls so far.
    pub after: Vec<Roll>,
}

/// The holder of a seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SeatHolder {
    pub seat: Seat,
    pub name: String,
}

/// Whether the holder of a seat is connected.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SeatPresence {
    pub seat: Seat,
    pub name: String,
    /// Whether there was a sign of life within the last 20 seconds.
    pub here: bool,
    /// Since when that is so, in seconds since 1970.
    pub since: u64,
}

/// The settings of a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TableSettings {
    /// Whether an undo past a roll needs the other side's yes while both seats
    /// are taken; true unless the owner changes it.
    #[serde(default = "yes")]
    pub undo_asks: bool,
    /// Whether a seat may give the orders of both sides while neither has
    /// secrets.
    #[serde(default)]
    pub orders_for_both: bool,
    /// Whose dice are rolled for sides A and B.
    #[serde(default = "either", alias = "dice", deserialize_with = "dice_of_sides")]
    pub own_dice: [DiceOf; 2],
    /// Which sides' seats have said that they roll their own dice for orders
    /// that others give.
    #[serde(default)]
    pub rolls_itself: [bool; 2],
}

/// Whose dice are rolled for a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Keyword)]
pub enum DiceOf {
    /// Its own: its seat is always asked.
    Own,
    /// The app's.
    App,
    /// Either: the app rolls, unless its seat does.
    Either,
}

fn yes() -> bool {
    true
}

fn either() -> [DiceOf; 2] {
    [DiceOf::Either; 2]
}

/// Earlier versions wrote whether a side usually rolls its own dice.
fn dice_of_sides<'de, D: Deserializer<'de>>(deserializer: D) -> Result<[DiceOf; 2], D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum WrittenDice {
        Usually(bool),
        Word(DiceOf),
    }
    let sides = <[WrittenDice; 2]>::deserialize(deserializer)?;
    Ok(sides.map(|written| match written {
        WrittenDice::Usually(true) => DiceOf::Own,
        WrittenDice::Usually(false) => DiceOf::Either,
        WrittenDice::Word(of) => of,
    }))
}

impl Default for TableSettings {
    fn default() -> TableSettings {
        TableSettings {
            undo_asks: yes(),
            orders_for_both: false,
            own_dice: either(),
            rolls_itself: [false; 2],
        }
    }
}

impl TableSettings {
    /// Whether a side rolls its own dice for an order that somebody else gives.
    #[must_use]
    pub fn rolls_own(&self, side: Side) -> bool {
        match self.own_dice[side.index()] {
            DiceOf::Own => true,
            DiceOf::App => false,
            DiceOf::Either => self.rolls_itself[side.index()],
        }
    }
}
