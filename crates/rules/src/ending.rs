//! The end of a battle by its players: both sides agree on a result, or one side concedes.
//! Every game has the first order; each game defines its own for the second.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use message::{Message, message};

use super::common::{OutcomeWord, Resolution, Side, Stop, Tag, Winner, refuse};
use super::common_orders::GameEffect;
use super::effect_text::{EffectText, news};
use super::keyword::Keyword;
use super::schema::{Chooser, FieldSpec, LeftOut, Measure, OrderSpec, Part};
use super::sequence::Guided;
use super::sheet::Cards;
use super::statement::Stated as _;
use super::system::Rules;
use super::value_type::ValueType;
use super::view::{Card, FieldDefaults, Guide, TurnPart, TurnStep};

/// The end of a battle by its players.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// Both sides agreed on this result.
    Agreed(Winner),
    /// This side conceded.
    Conceded(Side),
}

impl Ending {
    /// The result.
    #[must_use]
    pub fn winner(self) -> Winner {
        match self {
            Ending::Agreed(winner) => winner,
            Ending::Conceded(side) => side.other().into(),
        }
    }

    /// The result in a sentence; `called` gives the names of the sides.
    #[must_use]
    pub fn message(self, called: impl Fn(Side) -> Message) -> Message {
        match self {
            Ending::Agreed(winner) => match winner.side() {
                Some(side) => message!("Agreed result. Victory: {side}.", side = called(side)),
                None => message!("Agreed result: a draw."),
            },
            Ending::Conceded(side) => message!(
                "Conceded: {side}. Victory: {victor}.",
                side = called(side),
                victor = called(side.other())
            ),
        }
    }
}

/// The result that both sides agree on: an order that every game has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename = "agree-result")]
pub struct Agreement {
    /// The winner, or a draw.
    pub winner: Winner,
}

/// The field of [`AGREE`] with the result.
pub const RESULT: &str = "winner";

/// The order by which both sides agree to stop; the same in every game.
pub const AGREE: OrderSpec = OrderSpec {
    kind: "agree-result",
    name: "Agree a result",
    what: "Both sides agree to stop: the battle ends now, with a victory or a draw.",
    explained: None,
    rule: "All systems: agreed result",
    part: Part::Agrees,
    sign: None,
    givers: &[],
    target: None,
    fields: &[FieldSpec {
        name: RESULT,
        question: "Result",
        explained: None,
        meaning: "Who has won, or a draw. At two devices the other side is asked first.",
        takes: ValueType::Choice { words: Winner::WORDS },
        default: LeftOut::Required,
        chosen_by: Chooser::Giver,
        measures: Measure::Amount,
    }],
};

/// The results to choose from; none is preselected.
pub(super) fn results<S: Rules>(battle: &S) -> FieldDefaults {
    let label = |winner: &Winner| match winner.side() {
        Some(side) => message!("Victory: {side}", side = battle.side_called(side)),
        None => message!("A draw"),
    };
    let choices = Winner::LIST.iter().map(|winner| (json!(winner), label(winner)));
    FieldDefaults {
        value: Some(Value::Null),
        choices: Some(choices.collect()),
        ..FieldDefaults::default()
    }
}

/// Refuses to end a battle that is over.
///
/// # Errors
/// [`Stop::Refused`] if the battle already has a winner or is a draw.
pub fn can_end<S: Rules>(battle: &S, rule: &'static str) -> Result<(), Stop> {
    match battle.winner() {
        Some(_) => refuse(rule, message!("the battle is over")),
        None => Ok(()),
    }
}

/// Ends the battle with the result that both sides agree on.
///
/// # Errors
/// As [`can_end`].
pub(super) fn agree<S: Rules, O: OutcomeWord>(
    battle: &S,
    agreement: Agreement,
) -> Result<Resolution<O, GameEffect<S::Effect>>, Stop> {
    can_end(battle, AGREE.rule)?;
    Ok(Resolution::done(vec![GameEffect::Ended(Ending::Agreed(agreement.winner))]))
}

/// An ending in words.
pub fn effect_text<S: Rules>(battle: &S, ending: Ending) -> EffectText {
    news(ending.message(|side| battle.side_called(side)))
}

/// How the players may end a battle, for a reader who does not know the game.
#[must_use]
pub fn sequence<S: Rules>() -> TurnPart {
    let who = |spec: &OrderSpec| match spec.part {
        Part::Concedes => Some(message!("either side")),
        Part::Agrees => Some(message!("both sides")),
        Part::Act
        | Part::Standing
        | Part::Moves
        | Part::SideAction
        | Part::Begins
        | Part::Ends
        | Part::Leaves
        | Part::Corrects => None,
    };
    let step = |spec: &OrderSpec| {
        let (name, what) = (Message::word(spec.name), Message::word(spec.what));
        who(spec).map(|who| TurnStep { name, who, what })
    };
    TurnPart {
        title: message!("At any time"),
        about: message!("The players may end the battle before the rules do."),
        steps: S::Order::specs().iter().filter_map(step).collect(),
    }
}

/// A unit in brief, as its game describes it. Once the battle is over, it has nothing left
/// to do.
pub fn card<S: Cards>(battle: &S, tag: Tag) -> Option<Card> {
    let card = battle.card(tag)?;
    Some(if battle.winner().is_none() { card } else { Card { todo: Vec::new(), ..card } })
}

/// The current position of a battle, as its game describes it, until the players have
/// ended the battle. The headline has the number of rounds if the victory conditions
/// limit them.
pub fn guide<S: Guided>(battle: &S) -> Guide {
    let guide = battle.guide();
    let common = battle.common();
    let rounds = common.aims.aim().and_then(|aim| aim.rounds);
    let headline = match rounds.filter(|rounds| common.round <= *rounds) {
        Some(rounds) => message!("{headline} of {rounds}", headline = guide.headline, rounds),
        None => guide.headline,
    };
    if common.ending.is_none() {
        return Guide { headline, ..guide };
    }
    Guide { headline, ..Guide::default() }
}
