//! The glossary of Greek Fire: terms that are neither orders nor record entries.

use message::message;
use rules::Keyword;
use rules::glossary::{Meaning, Sort, Tactic};
use rules::modifiers::ModifierWord as _;

use super::orders::{Current, Hex};
use super::state::{Phase, Status};
use super::tables::{Advantage, Cause, CrewQuality, SHIP_TYPES, Skill, Weapon};

/// The types of ship.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Keyword)]
pub enum Type {
    /// A small open galley, quick to build, with hardly a beak to speak of.
    Triaconter,
    /// The old pirates’ galley with a single row of oars a side: light and weak.
    Penteconter,
    /// A galley with its oars on two levels: faster than a penteconter, with a better beak.
    Bireme,
    /// A trireme rebuilt with oars on two levels: a good beak, little room on deck.
    BiremeModifiedTrireme,
    /// The galley of Salamis: light for her size, fast, built to ram, with a narrow deck.
    Trireme,
    /// A trireme decked from side to side, with more room for soldiers and weapons.
    TriremeFullDeck,
    /// Larger than a trireme, with several men to an oar: more crew, a little slower.
    Quadrireme,
    /// The warship of Rome and Carthage: heavy, slow, crowded with men.
    Quinquereme,
    /// A quinquereme grown larger: a floating fort that hardly hurries.
    LargeQuinquereme,
    /// The largest of all: she has the strongest beak, but she crawls.
    HugeQuinquereme,
}

/// The columns of the charts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Keyword)]
pub enum Column {
    /// What kind of galley she is, from the small old ones to the giants.
    Type,
    /// What she shoots with. Every ship has her rowers; other weapons come with advantages.
    Weapon,
    /// Soldiers, a weapon or a fitting that a ship carries in addition to her crew. The same
    /// advantage may come several times.
    Advantage,
    /// Something that a captain or a crew is good at. A skill that both have counts twice.
    Skill,
    /// A hex that is not open water.
    Hex,
    /// The size of her deck. It decides how many advantages she carries, which ship is larger
    /// in a fight, and how much she counts in morale rolls.
    Deck,
    /// How hard a ship of this type rams, and how well she withstands a ram.
    Ram,
    /// How many men a ship of this type has aboard, before hoplites.
    Crew,
    /// How many move points a ship of this type has in a turn, before wind, skill, broken oars
    /// and losses.
    Move,
    /// The longest range of the weapon, in hexes.
    Range,
    /// The shortest range of the weapon, in hexes: it cannot hit closer ships.
    Minimum,
    /// What the weapon adds to the roll to hit, or subtracts from it.
    ToHit,
    /// The dice that give the number of crew that a hit kills.
    CrewKilled,
    /// How many shots the weapon has for the battle. Every shot costs one, hit or miss.
    Ammo,
    /// What the advantage or skill adds, and to which roll or figure.
    Gives,
    /// The nation of the ancient world that was known for it.
    Nation,
}

/// All words of the glossary.
pub(super) fn words() -> Vec<Meaning> {
    let types = Meaning::of_words::<Type>(&Sort::Own(message!("type of ship"))).into_iter();
    let named = |one: Meaning| match SHIP_TYPES.iter().find(|known| known.slug == one.word) {
        Some(known) => Meaning { name: known.message(), ..one },
        None => one,
    };
    [
        types.map(named).collect(),
        Meaning::of_words::<Phase>(&Sort::Phase),
        Meaning::of_words::<CrewQuality>(&Sort::Own(message!("crew quality"))),
        Meaning::of_words::<Advantage>(&Sort::Own(message!("advantage"))),
        Meaning::of_words::<Weapon>(&Sort::Own(message!("weapon"))),
        Meaning::of_words::<Skill>(&Sort::Own(message!("skill"))),
        Meaning::of_words::<Current>(&Sort::Own(message!("waters"))),
        Meaning::of_words::<Hex>(&Sort::Own(message!("hex"))),
        Meaning::of_words::<Status>(&Sort::Own(message!("status"))),
        Cause::meanings(),
        Meaning::of_words::<Tactic>(&Sort::Own(message!("tactic"))),
        Meaning::of_words::<Column>(&Sort::Column),
    ]
    .concat()
}
