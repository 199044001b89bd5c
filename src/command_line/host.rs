//! `trierarch host` and `trierarch hall`: servers for other devices, with one table or
//! many.

use std::net::SocketAddr;
use std::path::PathBuf;

use clap::{Args, ValueEnum};
use trierarch::message::message;
use trierarch::server::{HostFault, HostSetup, Seats, ServerRuntime};

use super::Failed;

/// The arguments of `trierarch host`.
#[derive(Args)]
pub(super) struct HostLine {
    /// The battle: a ready one, a saved one, or a battle file
    #[arg(long, value_name = "READY|FILE|SAVED")]
    battle: Option<String>,
    #[command(flatten)]
    listen: ListenOptions,
}

/// The arguments of `trierarch hall`.
#[derive(Args)]
pub(super) struct HallOptions {
    /// File with the operator's token; created if missing
    #[arg(long, value_name = "FILE")]
    operator: Option<PathBuf>,
    #[command(flatten)]
    listen: ListenOptions,
}

#[derive(Args)]
struct ListenOptions {
    /// Address and port to listen on; port 0 takes any free port
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1:0", value_parser = address)]
    listen: SocketAddr,
    /// Folder for the tables and their seats
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
    /// Who may join: people whom the owner lets in (ask), or anyone with the code (open)
    #[arg(long, value_enum, value_name = "ask|open")]
    seats: Option<HowSeats>,
    /// Extra web address to accept
    #[arg(long = "origin", value_name = "URL")]
    origins: Vec<String>,
    /// Take client addresses from X-Forwarded-For: only behind a proxy
    #[arg(long)]
    trust_proxy: bool,
    #[cfg(feature = "nats")]
    #[command(flatten)]
    nats: NatsLine,
}

/// The store of tables that several servers share.
#[cfg(feature = "nats")]
#[derive(Args)]
struct NatsLine {
    /// NATS servers that store the tables, instead of a folder
    #[arg(long, value_name = "URL,URL,URL", conflicts_with = "data")]
    nats: Option<String>,
    /// Monitoring addresses of these servers, to check that they write each order to the
    /// disk before they answer
    #[arg(long, value_name = "URL,URL,URL", requires = "nats")]
    nats_monitor: Option<String>,
    /// Number of servers that store each table
    #[arg(long, value_name = "COUNT", requires = "nats", default_value_t = 3)]
    replicas: usize,
    /// Start without that check: a power cut may lose orders
    #[arg(long, requires = "nats")]
    unsynced: bool,
}

#[cfg(feature = "nats")]
impl NatsLine {
    fn servers(self) -> Option<trierarch::storage::Servers> {
        let NatsLine { nats, nats_monitor, replicas, unsynced } = self;
        let servers = nats?;
        Some(trierarch::storage::Servers { servers, monitors: nats_monitor, replicas, unsynced })
    }
}

/// An address to listen on: numbers and a port, or `localhost` and a port.
///
/// # Errors
/// If it is neither; the message has an example.
fn address(word: &str) -> Result<SocketAddr, Failed> {
    let numbers = word.strip_prefix("localhost:").map(|port| format!("127.0.0.1:{port}"));
    numbers.as_deref().unwrap_or(word).parse().map_err(|_| {
        Failed(message!(
            "not an address with a port, such as 127.0.0.1:4120 for this machine or 0.0.0.0:4120 \
             for your network"
        ))
    })
}

#[derive(Clone, Copy, ValueEnum)]
enum HowSeats {
    Ask,
    Open,
}

/// The runtime of a host, made before the command line is parsed; `None` for other
/// subcommands.
pub(super) fn stage() -> Option<Result<ServerRuntime, HostFault>> {
    let first = std::env::args_os().nth(1)?;
    (first == "host" || first == "hall").then(ServerRuntime::set)
}

/// Runs the host of one table until the program is stopped.
///
/// # Errors
/// If it cannot be started.
pub(super) fn host(
    line: HostLine,
    stage: Option<Result<ServerRuntime, HostFault>>,
) -> anyhow::Result<()> {
    let setup = HostSetup { battle: line.battle, ..setup(line.listen) };
    stage.unwrap_or_else(ServerRuntime::set)?.run(setup).map_err(Into::into)
}

/// Runs the host of many tables until the program is stopped.
///
/// # Errors
/// As [`host`].
pub(super) fn hall(
    line: HallOptions,
    stage: Option<Result<ServerRuntime, HostFault>>,
) -> anyhow::Result<()> {
    let setup = HostSetup { many: true, operator: line.operator, ..setup(line.listen) };
    stage.unwrap_or_else(ServerRuntime::set)?.run(setup).map_err(Into::into)
}

fn setup(door: ListenOptions) -> HostSetup {
    let seats = door.seats.map(|seats| match seats {
        HowSeats::Ask => Seats::Ask,
        HowSeats::Open => Seats::Open,
    });
    HostSetup {
        data: door.data,
        seats,
        origins: door.origins,
        trusts_proxy: door.trust_proxy,
        #[cfg(feature = "nats")]
        nats: door.nats.servers(),
        ..HostSetup::at(door.listen)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_to_listen_on_is_numbers_or_localhost_and_the_error_has_an_example() {
        for (word, taken) in [
            ("localhost:0", "127.0.0.1:0"),
            ("localhost:4120", "127.0.0.1:4120"),
            ("0.0.0.0:4120", "0.0.0.0:4120"),
            ("[::1]:4120", "[::1]:4120"),
        ] {
            assert_eq!(address(word).unwrap().to_string(), taken);
        }
        for word in ["localhost", "4120", ":4120", "localhost:http", "example.org:80", ""] {
            let why = address(word).unwrap_err().to_string();
            assert!(why.contains("such as 127.0.0.1:4120"), "{word}: {why}");
        }
    }
}
