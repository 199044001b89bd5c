//! Tests of the turn card, the next step and groups over the protocol.

mod ancient_naval_games;
mod cases;
mod chicken_of_the_sea;
mod command_and_chaos;
mod fast_play_salamis;
mod greek_fire;
mod play;
mod secrets;
mod special_orders;
mod table;
mod truth;
