//! The games, one folder each, and the types that cover all of them: the battle of any
//! game, and its orders. No other module lists the games. A code such as GF-28 in a
//! comment is a ruling; each game lists its rulings in `source.rs`.

// The lint names every place that has to change when an order, an effect, an outcome
// or a game is added.
#![cfg_attr(not(test), warn(clippy::wildcard_enum_match_arm))]

pub mod ancient_naval_games;
pub mod chicken_of_the_sea;
pub mod command_and_chaos;
pub mod fast_play_salamis;
pub mod greek_fire;

use std::collections::BTreeSet;

use derive_more::From;
use serde::Serialize;

use rules::{GameEffect, GameOrder, Keyword, SwitchWord, question};

pub use groups::{GroupWanted, composed, given_as_one};
pub use offer::{fill_present_values, judge_as_filled, offer_filled, offer_of, offers};
#[cfg(debug_assertions)]
pub use order::WALKS;
pub use report::Report;
pub use turn_card::{next_step, turn_card};

/// The games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Keyword)]
pub enum SystemTag {
    /// Greek Fire: a full record for every ship.
    GreekFire,
    /// Chicken of the Sea: counters for six quinqueremes, secret speeds.
    ChickenOfTheSea,
    /// Ancient Naval Games: broken matchsticks and opposed dice.
    AncientNavalGames,
    /// Fast Play Salamis: inches and degrees, hits against viability.
    FastPlaySalamis,
    /// Command & Chaos: land battles with unit cards, morale face down.
    CommandAndChaos,
}

/// A battle of any game.
#[derive(Clone, Debug, PartialEq, From)]
pub enum Battle {
    /// Greek Fire.
    GreekFire(greek_fire::Battle),
    /// Chicken of the Sea.
    ChickenOfTheSea(chicken_of_the_sea::Battle),
    /// Ancient Naval Games.
    AncientNavalGames(ancient_naval_games::Battle),
    /// Fast Play Salamis.
    FastPlaySalamis(fast_play_salamis::Battle),
    /// Command & Chaos.
    CommandAndChaos(command_and_chaos::Battle),
}

/// An order of any game, typed and complete.
#[derive(Clone, Debug, PartialEq, From, Serialize)]
#[serde(untagged)]
pub enum Order {
    /// Greek Fire.
    GreekFire(GameOrder<greek_fire::Order>),
    /// Chicken of the Sea.
    ChickenOfTheSea(GameOrder<chicken_of_the_sea::Order>),
    /// Ancient Naval Games.
    AncientNavalGames(GameOrder<ancient_naval_games::Order>),
    /// Fast Play Salamis.
    FastPlaySalamis(GameOrder<fast_play_salamis::Order>),
    /// Command & Chaos.
    CommandAndChaos(GameOrder<command_and_chaos::Order>),
}

/// The effects of an order, in any game.
#[derive(Clone, Debug, PartialEq, From)]
pub enum Effects {
    /// Greek Fire.
    GreekFire(Vec<GameEffect<greek_fire::Effect>>),
    /// Chicken of the Sea.
    ChickenOfTheSea(Vec<GameEffect<chicken_of_the_sea::Effect>>),
    /// Ancient Naval Games.
    AncientNavalGames(Vec<GameEffect<ancient_naval_games::Effect>>),
    /// Fast Play Salamis.
    FastPlaySalamis(Vec<GameEffect<fast_play_salamis::Effect>>),
    /// Command & Chaos.
    CommandAndChaos(Vec<GameEffect<command_and_chaos::Effect>>),
}

/// The outcome of an order, in any game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, From)]
pub enum Outcome {
    /// Greek Fire.
    GreekFire(greek_fire::Outcome),
    /// Chicken of the Sea.
    ChickenOfTheSea(chicken_of_the_sea::Outcome),
    /// Ancient Naval Games.
    AncientNavalGames(ancient_naval_games::Outcome),
    /// Fast Play Salamis.
    FastPlaySalamis(fast_play_salamis::Outcome),
    /// Command & Chaos.
    CommandAndChaos(command_and_chaos::Outcome),
}

/// An optional rule of any game, which the players may choose.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Switch {
    /// Greek Fire.
    GreekFire(greek_fire::Switch),
    /// Chicken of the Sea.
    ChickenOfTheSea(chicken_of_the_sea::Switch),
    /// Ancient Naval Games.
    AncientNavalGames(ancient_naval_games::Switch),
    /// Fast Play Salamis.
    FastPlaySalamis(fast_play_salamis::Switch),
    /// Command & Chaos.
    CommandAndChaos(command_and_chaos::Switch),
}

/// A checked fleet of any game.
#[derive(Clone, Debug, PartialEq, From)]
pub enum Fleet {
    /// Greek Fire.
    GreekFire(greek_fire::Fleet),
    /// Chicken of the Sea.
    ChickenOfTheSea(chicken_of_the_sea::Fleet),
    /// Ancient Naval Games.
    AncientNavalGames(ancient_naval_games::Fleet),
    /// Fast Play Salamis.
    FastPlaySalamis(fast_play_salamis::Fleet),
    /// Command & Chaos.
    CommandAndChaos(command_and_chaos::Fleet),
}

impl Battle {
    /// The game.
    #[must_use]
    pub fn system(&self) -> SystemTag {
        match self {
            Battle::GreekFire(_) => SystemTag::GreekFire,
            Battle::ChickenOfTheSea(_) => SystemTag::ChickenOfTheSea,
            Battle::AncientNavalGames(_) => SystemTag::AncientNavalGames,
            Battle::FastPlaySalamis(_) => SystemTag::FastPlaySalamis,
            Battle::CommandAndChaos(_) => SystemTag::CommandAndChaos,
        }
    }
}

impl Fleet {
    /// The game of the fleet.
    #[must_use]
    pub fn system(&self) -> SystemTag {
        match self {
            Fleet::GreekFire(_) => SystemTag::GreekFire,
            Fleet::ChickenOfTheSea(_) => SystemTag::ChickenOfTheSea,
            Fleet::AncientNavalGames(_) => SystemTag::AncientNavalGames,
            Fleet::FastPlaySalamis(_) => SystemTag::FastPlaySalamis,
            Fleet::CommandAndChaos(_) => SystemTag::CommandAndChaos,
        }
    }
}

impl SystemTag {
    /// Its optional rules, in the order of the setup screen.
    #[must_use]
    pub fn switches(self) -> Vec<Switch> {
        fn all<W: SwitchWord>(of: impl Fn(W) -> Switch) -> Vec<Switch> {
            W::LIST.iter().copied().map(of).collect()
        }
        match self {
            SystemTag::GreekFire => all(Switch::GreekFire),
            SystemTag::ChickenOfTheSea => all(Switch::ChickenOfTheSea),
            SystemTag::AncientNavalGames => all(Switch::AncientNavalGames),
            SystemTag::FastPlaySalamis => all(Switch::FastPlaySalamis),
            SystemTag::CommandAndChaos => all(Switch::CommandAndChaos),
        }
    }
}

/// Evaluates an expression with the types or values of the present game. It is written as a
/// closure, but `?` and `return` in it leave the enclosing function.
///
/// ```text
/// dispatch!(SystemTag, tag, |S: Rules| S::NAME)
/// dispatch!(Battle, battle, |battle| battle.winner())
/// dispatch!([Battle, Order], [battle, order], |battle, order| issuer(battle, order), otherwise)
/// dispatch!([Fleet], [fleet], |S: Rules, fleet| S::figures(fleet))
/// ```
///
/// `S` is the battle type of the game, which implements its rules. `otherwise` is the value if
/// the games of several values differ, or a value does not fit its pattern.
macro_rules! dispatch {
    (SystemTag, $tag:expr, |$S:ident: Rules| $body:expr) => {
        match $tag {
            $crate::SystemTag::GreekFire => { type $S = $crate::greek_fire::Battle; $body }
            $crate::SystemTag::ChickenOfTheSea => { type $S = $crate::chicken_of_the_sea::Battle; $body }
            $crate::SystemTag::AncientNavalGames => { type $S = $crate::ancient_naval_games::Battle; $body }
            $crate::SystemTag::FastPlaySalamis => { type $S = $crate::fast_play_salamis::Battle; $body }
            $crate::SystemTag::CommandAndChaos => { type $S = $crate::command_and_chaos::Battle; $body }
        }
    };
    ($Enum:ident, $value:expr, |$inner:pat_param| $body:expr) => {
        dispatch!([$Enum], [$value], |_S: Rules, $inner| $body)
    };
    ([$($Enum:ident),+], [$($value:expr),+], |$S:ident: Rules, $($inner:pat_param),+| $body:expr $(, $else:expr)?) => {
        match ($($value,)+) {
            ($($Enum::GreekFire($inner),)+) => { type $S = $crate::greek_fire::Battle; $body }
            ($($Enum::ChickenOfTheSea($inner),)+) => { type $S = $crate::chicken_of_the_sea::Battle; $body }
            ($($Enum::AncientNavalGames($inner),)+) => { type $S = $crate::ancient_naval_games::Battle; $body }
            ($($Enum::FastPlaySalamis($inner),)+) => { type $S = $crate::fast_play_salamis::Battle; $body }
            ($($Enum::CommandAndChaos($inner),)+) => { type $S = $crate::command_and_chaos::Battle; $body }
            $(_ => $else,)?
        }
    };
    ([$($Enum:ident),+], [$($value:expr),+], |$($inner:pat_param),+| $body:expr, $else:expr) => {
        dispatch!([$($Enum),+], [$($value),+], |_S: Rules, $($inner),+| $body, $else)
    };
}

// These modules use the macro above.
mod aims;
mod battle;
mod filled_order;
mod filling;
mod fleet;
mod forms;
mod groups;
mod keys;
mod offer;
mod order;
mod player_view;
mod record;
mod report;
mod system_tag;
mod targets;
mod turn_card;

pub use keys::Key;
pub use player_view::PlayerView;

/// A question that players ask about several rolls.
pub type BattleQuestion = question::Question<Order, Outcome>;

/// The optional rules that are on in a battle.
pub type Options = BTreeSet<Switch>;
