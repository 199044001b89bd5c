//! Tests of the protocol: requests to a table, responses, storage and events.

use testing::table as support;

mod undo_consent;
mod answers;
mod client;
mod declared;
mod dice;
mod fixtures;
mod unpredictable_dice;
mod groups;
mod durability;
mod lines;
mod idempotence;
mod pair;
mod pairs;
mod results;
mod rows;
mod seats;
mod shared;
mod leaks;
mod turns;
mod types;
