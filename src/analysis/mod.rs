//! What is worked out about a battle: the odds of an order and what they hang
//! on, tables of odds, the strength of fleets, the luck of the dice, and the
//! report of a battle. Everything comes from the rules' own resolvers; nothing
//! here decides what is legal.

mod answer;
mod forecast;
mod luck;
mod odds;
mod report;
pub mod strength;
mod sums;
mod tables;
mod worth;

pub use answer::answer;
pub use forecast::{Forecast, Line, Plot, Share, key_in_words, what_may_move};
pub use luck::{Cast, Fortune, Luck, Measure, Proof, Proved};
pub use odds::{Odds, expected, odds};
pub use report::{BattleReport, Chapter, Force, Loss, Member, TurningPoint};
pub use tables::{OddsTable, odds_tables};
pub use worth::{Moved, Worth, worth};
