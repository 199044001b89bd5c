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

/// The table at one position.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct View {
    /// The number of the change after which it was made.
    pub at: u64,
    pub seat: Seat,
    /// The position that is shown, as a number of orders.
    pub moment: usize,
    /// The number of orders that are not undone.
    pub cursor: usize,
    /// The number of orders of the present version; those after the cursor can be redone.
    pub len: usize,
    pub system: SystemTag,
    /// The optional rules that are on.
    pub options: Vec<String>,
    pub sides: [SideView; 2],
    /// The present point in the sequence of play. Orders that this seat may not give are left out.
    pub guide: Guide,
    /// The text of this seat's next step, by the rules.
    pub prompt: Message,
    /// Every unit, A's first.
    pub cards: Vec<Card>,
    /// The winner, if the battle is over at this position.
    pub winner: Option<Winner>,
    /// The winner by the battle's victory conditions, if it has any, otherwise by the rules.
    pub victor: Option<Winner>,
    /// The progress of each side towards its victory conditions, a line for each way to win.
    pub aims: Vec<AimView>,
    /// The losses of each side: `Out of action: A 0/5, B 1/5`.
    pub score: Message,
    /// The special orders of the battle, with the ones in force.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub special_orders: Vec<SpecialOrderView>,
    /// The hint of the lesson, if the battle is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lesson: Option<LessonView>,
    pub over: bool,
    /// Whether a side has secrets now.
    pub secrets: bool,
    /// The side that has the shared device.
    pub in_hand: Option<Side>,
    /// The side to which the shared device must be passed before that side's secrets are shown.
    pub hand_over_to: Option<Side>,
    /// The pending order, which waits for an answer or a roll, or the pending proposal to the other
    /// side.
    pub declared: Option<Declared>,
    /// The sides that are ready to end a shared phase. It ends when both are; a further order of a
    /// side ends its readiness.
    pub ready: Vec<Side>,
    /// The last order of the position that is shown, or the orders that were given as one with it,
    /// as this seat may know them.
    #[serde(skip_serializing_if = "Vec::is_empty", serialize_with = "entry::last")]
    pub last: Vec<LogRow>,
    /// The time of the last export of the battle file, which has the secrets of both sides, in
    /// seconds since 1970.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub taken_out: Option<u64>,
    /// The players at the seats, if seats have tokens.
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
    /// The connected players, if a server knows them; otherwise empty.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub presence: Vec<SeatPresence>,
    /// The key with which both players open the same new table, after the battle: a server sends it
    /// only to players.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rematch: Option<String>,
}

/// The hint of a lesson at a position of its battle.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct LessonView {
    /// The number of the step, from 1; when the lesson is over, one more than the last.
    pub step: usize,
    pub steps: usize,
    /// The hint: what to do now, and why.
    pub says: Message,
    /// The hint about the order's form; empty if there is nothing to explain.
    pub form: Message,
    /// The order that it waits for; `None` if another seat gives it, or if it comes later.
    pub next: Option<NextStep>,
    /// The target of the order.
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
    /// The number of its units in play, prizes included.
    pub in_play: usize,
    /// The words of the charts that its fleet uses, such as weapons.
    pub uses: Vec<String>,
    /// The conditions of the whole side, as far as the seat knows them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub marks: Vec<Mark>,
}

/// A pending order that was declared, or an undo or amendment that was proposed to the other
/// side.
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

/// The question of a declared order to a side.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Asked {
    /// The side that answers.
    pub of: Side,
    pub field: String,
    pub question: Message,
    /// The choices; a refused one has its reason for viewers who may know it.
    pub choices: Vec<Choice>,
    /// The odds of the order after each choice, in order: `None` if they are unknown, or would
    /// reveal a secret.
    #[serde(skip_serializing_if = "Vec::is_empty", serialize_with = "odds::each")]
    pub each: Vec<Option<Forecast>>,
    /// The rolls so far.
    pub after: Vec<Roll>,
}

/// The player at a seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SeatHolder {
    pub seat: Seat,
    pub name: String,
}

/// Whether the player at a seat is connected.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SeatPresence {
    pub seat: Seat,
    pub name: String,
    /// Whether a frame came within the last 20 seconds.
    pub here: bool,
    /// The time since when this is so, in seconds since 1970.
    pub since: u64,
}

/// The settings of a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TableSettings {
    /// Whether an undo of a roll needs the other side's consent while both seats are taken; true
    /// unless the owner changes it.
    #[serde(default = "yes")]
    pub undo_asks: bool,
    /// Whether a seat may give the orders of both sides while neither has
    /// secrets.
    #[serde(default)]
    pub orders_for_both: bool,
    /// The dice of sides A and B: own, the app's, or either.
    #[serde(default = "either", alias = "dice", deserialize_with = "dice_of_sides")]
    pub own_dice: [DiceOf; 2],
    /// Whether each side's seat rolls its own dice for orders of other seats.
    #[serde(default)]
    pub rolls_itself: [bool; 2],
}

/// The dice of a side.
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
    /// Whether a side rolls its own dice for an order of another seat.
    #[must_use]
    pub fn rolls_own(&self, side: Side) -> bool {
        match self.own_dice[side.index()] {
            DiceOf::Own => true,
            DiceOf::App => false,
            DiceOf::Either => self.rolls_itself[side.index()],
        }
    }
}
