//! `trierarch host` and `trierarch hall`: the door opened to a room, for one
//! table or for many.

use std::net::SocketAddr;
use std::path::PathBuf;

use clap::{Args, ValueEnum};
use trierarch::host::{self, Seats, Setup};

/// What `trierarch host` takes.
#[derive(Args)]
pub(super) struct HostLine {
    /// A ready battle, one that is kept, or a battle file
    #[arg(long, value_name = "READY|FILE|KEPT")]
    battle: Option<String>,
    #[command(flatten)]
    door: DoorLine,
}

/// What `trierarch hall` takes.
#[derive(Args)]
pub(super) struct HallLine {
    #[command(flatten)]
    door: DoorLine,
}

#[derive(Args)]
struct DoorLine {
    /// Where to listen; port 0 takes any that is free
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1:0")]
    listen: SocketAddr,
    /// The folder in which tables are kept, with everybody's seats
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
    /// Who may sit down: whoever has the code, or whoever the owner lets in
    #[arg(long, value_enum, value_name = "ask|open")]
    seats: Option<HowSeats>,
    /// The origin of a page that may come in beside our own
    #[arg(long = "origin", value_name = "URL")]
    origins: Vec<String>,
    /// A proxy stands before it and says who asks
    #[arg(long)]
    trust_proxy: bool,
}

#[derive(Clone, Copy, ValueEnum)]
enum HowSeats {
    Ask,
    Open,
}

/// Runs the host of one table until the program is stopped.
///
/// # Errors
/// In words, where it cannot be started.
pub(super) fn host(line: HostLine) -> anyhow::Result<()> {
    open(line.battle, false, line.door)
}

/// Runs the host of many tables until the program is stopped.
///
/// # Errors
/// As [`host`].
pub(super) fn hall(line: HallLine) -> anyhow::Result<()> {
    open(None, true, line.door)
}

fn open(battle: Option<String>, many: bool, door: DoorLine) -> anyhow::Result<()> {
    let DoorLine { listen, data, seats, origins, trust_proxy } = door;
    let seats = seats.map(|seats| match seats {
        HowSeats::Ask => Seats::Ask,
        HowSeats::Open => Seats::Open,
    });
    let setup = Setup { battle, many, listen, data, seats, origins, trusts_proxy: trust_proxy };
    host::run(setup).map_err(Into::into)
}
