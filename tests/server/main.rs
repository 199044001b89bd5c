//! Tests over the network: the program itself on a port of this machine, and clients that
//! know only the protocol.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a test says what it expects"
)]

mod budgets;
mod client;
mod damaged;
mod disk;
mod migration;
mod faults;
mod admission;
mod hall;
#[cfg(feature = "nats")]
mod hall_faults;
#[cfg(feature = "nats")]
mod halls;
mod handbook;
mod hostile;
mod page;
mod play;
mod presence;
mod players;
mod power;
mod seats;
mod secrets;
mod servers;
mod soak;
mod strangers;
mod turns;
mod faulty_network;
