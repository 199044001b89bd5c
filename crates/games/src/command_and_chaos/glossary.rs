//! The glossary of Command & Chaos: terms that are neither orders nor record entries.

use message::message;
use rules::Keyword;
use rules::glossary::{Meaning, Sort};
use rules::modifiers::ModifierWord as _;

use super::state::Status;
use super::tables::{Answer, Attack, Bonus, JavelinPhase, Kind, Officer, Phase, Zone};

/// Words of the rules that are in no other list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Keyword)]
pub enum Term {
    /// Hardened soldiers: dice must be higher to hit them. The enemy learns who they are in
    /// the first fight.
    Veteran,
    /// Ordinary soldiers: easier to hit than veterans.
    Average,
    /// How many hits a unit takes before it routs.
    Morale,
    /// The strength for charges. A charge and a counter-charge each cost some of it.
    Stamina,
    /// Cavalry and light infantry that move and fight together.
    MixedUnit,
    /// A unit with as many hits as its morale flees and is removed; friends around it may also
    /// lose heart.
    Rout,
    /// A unit that begins behind the line and comes forward where it is needed.
    Reserve,
    /// A card of the players’ own deck that helps a unit in a melee.
    BattleCard,
    /// A counter face down beside a unit, with its morale.
    Chit,
}

pub(super) fn words() -> Vec<Meaning> {
    [
        Meaning::of_words::<Phase>(&Sort::Phase),
        Meaning::of_words::<Kind>(&Sort::Own(message!("kind of unit"))),
        Meaning::of_words::<Zone>(&Sort::Own(message!("zone"))),
        Meaning::of_words::<Officer>(&Sort::Own(message!("officer"))),
        Meaning::of_words::<Attack>(&Sort::Own(message!("attack"))),
        Meaning::of_words::<Answer>(&Sort::Own(message!("answer"))),
        Meaning::of_words::<JavelinPhase>(&Sort::Own(message!("javelin phase"))),
        Meaning::of_words::<Status>(&Sort::Own(message!("what has become of it"))),
        Bonus::meanings(),
        Meaning::of_words::<Term>(&Sort::Own(message!("term"))),
    ]
    .concat()
}
