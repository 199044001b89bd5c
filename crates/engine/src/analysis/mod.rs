//! Computations about a battle: the odds of an order and what they depend on, tables of odds,
//! the strength of fleets, the luck of the dice, and the battle report. All of them use the
//! resolvers of the rules; none decides what is legal.
//!
//! A computation that may take long is a [`Job`]: an [`Inquiry`] into an order,
//! [`OddsTables`], a [`strength::Estimate`], [`Reporting`]. It is done step by
//! step, so that it blocks no thread; an answer that takes more than
//! [`MOST_BRANCHES`] stays unknown.

mod affected;
mod answer;
mod chance;
mod forecast;
mod job;
mod luck;
mod modifier_effect;
mod odds;
mod report;
pub mod strength;
mod sums;
mod tables;
mod tally;

pub use answer::answer;
pub use chance::{Luckiness, likelihood, percent};
pub use forecast::{
    Forecast, Lead, OddsLine, OutcomeChance, Plot, Success, key_in_words, undecided_numbers,
};
pub use job::{Job, MOST_BRANCHES, Progress};
pub use luck::{Cast, Fortune, Luck, Proof, Proved, RollLuck, dice_of};
pub use modifier_effect::{Affected, Inquiry, ModifierEffect, worth};
pub use odds::{DiceSoFar, Odds, OddsWalk, Unfound, odds};
pub use report::{BattleReport, Chapter, Differs, Force, Loss, Member, Reporting, TurningPoint};
pub use tables::{OddsTable, OddsTables, odds_tables};
