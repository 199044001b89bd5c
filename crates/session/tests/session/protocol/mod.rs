//! The one door: what is asked of a table, answered, kept and sent as news.

use testing::table as support;

mod agreeing;
mod answers;
mod client;
mod declared;
mod dice;
mod fixtures;
mod foreseen;
mod groups;
mod keeping;
mod lines;
mod once;
mod pair;
mod pairs;
mod results;
mod rows;
mod seats;
mod shared;
mod leaks;
mod turns;
mod types;
