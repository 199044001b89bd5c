//! Tests of the protocol: requests to a table, responses, storage and events.

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
